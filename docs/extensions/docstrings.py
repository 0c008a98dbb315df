"""Adapts docstrings and types for the reference.

Types of attributes are shown without their modules, as those of arguments are, and all types
without pydantic's checks: `Annotated[int, FieldInfo(...)]` is `int`. Keys of a configuration have
their meaning in their declaration instead of the docstring.
"""

import re
from typing import Any

from pydantic import BaseModel
from sphinx.application import Sphinx
from sphinx.util.typing import stringify_annotation

CHECKED = re.compile(r"~?(?:\w+\.)*Annotated\[([^,]+), FieldInfo\((?:[^()]|\([^()]*\))*\)\]")
TYPE_OF_ATTRIBUTE = re.compile(r":vartype \w+: ")
QUALIFIED = re.compile(r"(?:\w+\.)+\w+")


def keep_first_line(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]
) -> None:
    """Keeps napoleon from reading a property's first words up to a colon as its type."""
    if what == "property":
        lines[:0] = ["..", ""]  # an empty comment


def add_keys(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Adds the keys that a configuration describes in their declarations."""
    if what == "class" and issubclass(thing, BaseModel):
        for key, field in thing.model_fields.items():
            if field.description and key in thing.__annotations__:
                lines.append(f":ivar {key}: {field.description}")
                lines.append(f":vartype {key}: {stringify_annotation(field.annotation)}")


def shorten_attributes(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]
) -> None:
    """Shortens the types of attributes in a docstring that napoleon has converted."""
    for number, line in enumerate(lines):
        if TYPE_OF_ATTRIBUTE.match(line):
            lines[number] = QUALIFIED.sub(r"~\g<0>", CHECKED.sub(r"\1", line))


def shorten_signature(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, arguments: str | None, gives: str
) -> tuple[str | None, str]:
    """Returns a signature without pydantic's checks."""
    return arguments and CHECKED.sub(r"\1", arguments), gives and CHECKED.sub(r"\1", gives)


def setup(app: Sphinx) -> dict[str, bool]:
    """Connects the handlers."""
    # napoleon's handler has priority 500.
    app.connect("autodoc-process-docstring", keep_first_line, priority=400)
    app.connect("autodoc-process-docstring", add_keys, priority=600)
    app.connect("autodoc-process-docstring", shorten_attributes, priority=700)
    app.connect("autodoc-process-signature", shorten_signature)
    return {"parallel_read_safe": True}
