"""YAML that a user wrote: read strictly, and refused in one sentence."""

from collections.abc import Hashable
from contextlib import suppress
from typing import Any

import yaml
from yaml.constructor import ConstructorError

from .errors import UserError, shown

LONGEST_NUMBER = 100  # digits; Python refuses to read or to print very long ones


def read_yaml(name: str, text: str) -> Any:
    """Reads YAML.

    Args:
        name: What the text is, for the message.
        text: The text.

    Raises:
        UserError: It is no YAML, has a key twice in one mapping, or a value that can't be read.
    """
    try:
        return yaml.load(text, _StrictLoader)  # a SafeLoader
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f" at line {mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or getattr(error, "reason", "")
        raise UserError(f"{name} can't be read{where}: {problem or 'it is no YAML'}.") from None
    except RecursionError:
        raise UserError(f"{name} can't be read: it is nested too deeply.") from None


class _StrictLoader(yaml.SafeLoader):
    """PyYAML's loader, which takes the last of a key's values and stumbles over odd scalars."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[str] = set()
        for key in (key for key, _ in node.value if isinstance(key, yaml.ScalarNode)):
            if key.value in seen:
                problem = f"the key {shown(key.value)} is there twice"
                raise ConstructorError(problem=problem, problem_mark=key.start_mark)
            seen.add(key.value)
        return super().construct_mapping(node, deep)

    def construct_short(self, node: yaml.ScalarNode) -> Any:
        """What PyYAML makes of a number or a date, if it can be one."""
        kind = node.tag.rpartition(":")[2]
        with suppress(ValueError, LookupError, AttributeError):
            if len(node.value) <= LONGEST_NUMBER:
                return yaml.SafeLoader.yaml_constructors[node.tag](self, node)
        problem = f"{shown(node.value)} can't be read as {kind}"
        raise ConstructorError(problem=problem, problem_mark=node.start_mark)


for _kind in ("int", "float", "bool", "timestamp"):
    _StrictLoader.add_constructor(f"tag:yaml.org,2002:{_kind}", _StrictLoader.construct_short)
