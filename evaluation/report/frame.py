"""Parts of all pages: the frame and the house rules."""

from pathlib import Path

import jinja2

from fudaba.envs.core.contract.options import Options
from fudaba.envs.core.contract.schema import word_of

TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def house_rules_of(options: Options) -> list[tuple[str, str, bool]]:
    """Returns name and value of each house rule, and whether it differs from the default."""
    changed = options.changed()
    return [(name, word_of(value), name in changed) for name, value in options]
