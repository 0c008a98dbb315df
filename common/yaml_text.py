"""Strict reading of YAML from users, with one sentence for each error.

Only mappings, lists, texts, numbers, switches and null are read. An alias lets a few hundred bytes
stand for billions of values, so aliases and anchors are refused, and nothing is composed that is
nested deeper than `MOST_NESTED` or longer than `LONGEST_TEXT`.
"""

import stat
from collections.abc import Hashable
from contextlib import suppress
from pathlib import Path
from typing import Any

import yaml
from yaml.constructor import ConstructorError

from .errors import UserError, shown
from .languages import translator
from .utf8 import read_text

_, _n = translator("common")

LONGEST_TEXT = 65_536  # bytes
MOST_NESTED = 20  # lists and mappings within each other
LONGEST_NUMBER = 100  # digits; Python refuses to read or to print very long ones
TAG = "tag:yaml.org,2002:"
TEXT = f"{TAG}str"
# Special readings of YAML 1.1 that are refused: 2026-01-31, `<<` and `=` stay text.
TEXTS = [f"{TAG}{kind}" for kind in ("timestamp", "merge", "value")]
NUMBERS = [f"{TAG}{kind}" for kind in ("int", "float")]


def read_yaml_file(path: Path, name: str = "") -> Any:
    """Reads a file of YAML.

    Args:
        path: The file.
        name: Its name in messages, mostly its path.

    Raises:
        UserError: It can't be read or is no UTF-8 (`read_text`), or `read_yaml` refuses it.
    """
    name = name or str(path)
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise UserError(
                _("{name} can't be read: it is a folder or a device, not a file.", name=name)
            )
        with path.open("rb") as file:
            content = file.read(LONGEST_TEXT + 1)
    except OSError as error:
        raise UserError(_("{name} can't be read: {why}.", name=name, why=error.strerror)) from None
    _check_length(name, content)
    return read_yaml(name, read_text(name, content))


def read_yaml(name: str, text: str) -> Any:
    """Reads YAML.

    Args:
        name: The name of the text in messages.
        text: The text.

    Raises:
        UserError: It is no YAML, longer than `LONGEST_TEXT` or nested deeper than `MOST_NESTED`,
            has an alias, an anchor or a tag, a key twice in one mapping, or a value that can't be
            read.
    """
    _check_length(name, text.encode(errors="replace"))
    try:
        return yaml.load(text, _StrictLoader)  # a SafeLoader
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = _(" at line {line}", line=mark.line + 1) if mark else ""
        problem = getattr(error, "problem", None) or getattr(error, "reason", "")
        raise UserError(
            _(
                "{name} can't be read{where}: {problem}.",
                name=name,
                where=where,
                problem=problem or _("it is no YAML"),
            )
        ) from None


def _check_length(name: str, content: bytes) -> None:
    if len(content) > LONGEST_TEXT:
        raise UserError(
            _(
                "{name} can't be read: it is too long; allowed: {longest_text:,} bytes of YAML.",
                name=name,
                longest_text=LONGEST_TEXT,
            )
        )


class _StrictLoader(yaml.SafeLoader):
    """PyYAML's safe loader without aliases, anchors, tags, dates and deep nesting."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._depth = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """Composes the next node; refuses aliases, anchors, tags and deep nesting first."""
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.AliasEvent):
            self._refuse(
                f"the alias {shown(event.anchor)} is not allowed; write the value out", event
            )
        if event.anchor is not None:
            self._refuse(f"the anchor {shown(event.anchor)} is not allowed", event)
        if event.tag is not None:
            self._refuse(f"the tag {shown(event.tag)} is not allowed", event)
        if self._depth >= MOST_NESTED and not isinstance(event, yaml.ScalarEvent):
            self._refuse(f"it is nested more than {MOST_NESTED} deep", event)
        self._depth += 1
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node

    def _refuse(self, problem: str, event: Any) -> None:
        raise ConstructorError(problem=problem, problem_mark=event.start_mark)

    def resolve(self, kind: type[yaml.Node], value: Any, implicit: Any) -> str:
        """Returns a node's tag; dates, and 1:30 (90 in YAML 1.1), are text."""
        tag: str = super().resolve(kind, value, implicit)  # type: ignore[no-untyped-call]
        is_text = tag in TEXTS or (tag in NUMBERS and ":" in value)
        return TEXT if is_text else tag

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[str] = set()
        for key in (key for key, _ in node.value if isinstance(key, yaml.ScalarNode)):
            if key.value in seen:
                problem = f"the key {shown(key.value)} is there twice"
                raise ConstructorError(problem=problem, problem_mark=key.start_mark)
            seen.add(key.value)
        return super().construct_mapping(node, deep)

    def construct_short(self, node: yaml.ScalarNode) -> Any:
        """Returns PyYAML's value of a number; refuses long and malformed ones."""
        kind = node.tag.rpartition(":")[2]
        with suppress(ValueError):
            if len(node.value) <= LONGEST_NUMBER:
                return yaml.SafeLoader.yaml_constructors[node.tag](self, node)
        problem = f"{shown(node.value)} can't be read as {kind}"
        raise ConstructorError(problem=problem, problem_mark=node.start_mark)


for _tag in NUMBERS:
    _StrictLoader.add_constructor(_tag, _StrictLoader.construct_short)
