"""Parts of all pages: the frame and the house rules."""

import re
from pathlib import Path

import jinja2
from markupsafe import Markup, escape

from fudaba.common.languages import language, translator
from fudaba.envs import Options
from fudaba.envs.core.contract.schema import word_of

from .sentences import on_players, on_rewards

_, _n = translator("evaluation")

WITHIN = re.compile(r"(,|(?<!<)/)(?=\S)")  # between the values of a list or the parts of a path

TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def say_html(message: str, **values: object) -> Markup:
    """Returns a message of a template, which may hold HTML; the values are escaped."""
    said = Markup(_(message))
    return said.format(**values) if values else said


def breakable(text: str) -> Markup:
    """Returns a text whose lines may end between the values of a list and the parts of a path."""
    return Markup(WITHIN.sub(r"\1<wbr>", str(escape(text))))


TEMPLATES.filters["breakable"] = breakable
TEMPLATES.globals |= {"_": say_html, "language": language}
TEMPLATES.globals |= {"on_players": on_players, "on_rewards": on_rewards}


def house_rules_of(options: Options) -> list[tuple[str, str, bool]]:
    """Returns name and value of each house rule, and whether it differs from the default."""
    changed = options.changed()
    return [(name, word_of(value), name in changed) for name, value in options]
