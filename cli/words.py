"""Words that several commands take."""

from collections.abc import Sequence
from typing import Any

import yaml

from fudaba.envs import UserError


def read_house_rules(words: Sequence[str]) -> dict[str, Any]:
    """Reads words like `pass_limit=5 tunnel=none`.

    Returns:
        The values by name, read as YAML reads them.

    Raises:
        UserError: A word has not that form.
    """
    options = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not (name and sign and value):
            raise UserError(f"a house rule can't be {word!r}; write NAME=VALUE, as pass_limit=5.")
        try:
            options[name] = yaml.safe_load(value)
        except yaml.YAMLError:
            raise UserError(f"the value of the house rule {word!r} can't be read.") from None
    return options
