"""Translates the help and the errors that tyro prints into the current language.

tyro knows English only and counts every character as one column. So its text is taken before it is
printed, each sentence is replaced by its translation, and the lines are laid out again. A sentence
that is not known stays English.
"""

import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from typing import NamedTuple

from fudaba.common.languages import ENGLISH, N_, language, translator
from fudaba.common.languages.messages import expression, translations
from fudaba.envs.core.scene.lines import padded, width_of, wrapped

_, _n = translator("cli")

HELP = {"-h", "--help"}
ONE_COLUMN, NEVER_WRAPPED = "129", "9999"  # widths: tyro puts groups side by side from 130 on
RULE = re.compile(r" *-+ *")
ENTRY = re.compile(r"  (\S.*?)(?:  +(.*))?")  # an option and its meaning
HINT = re.compile(r"(.*?) ?\(((?:default|required|repeatable)[^()]*)\)")
DEEPEST = 10  # blanks before a line of an error
NAMES = 26  # columns for the names of options
SAID = ("value", "why")  # placeholders whose values are said too
# tyro's own words.
SENTENCES = (
    N_("positional arguments"),
    N_("options"),
    N_("Missing argument"),
    N_("Required options"),
    N_("Unrecognized options"),
    N_("Value error"),
    N_("Invalid choice"),
    N_("True"),
    N_("False"),
    N_("None"),
    N_("show this help message and exit"),
    N_("required"),
    N_("repeatable"),
    N_("Perhaps you meant:"),
    N_("Argument helptext:"),
    N_("For full helptext, run:"),
)
PATTERNS = (
    N_("usage: {words}"),
    N_("{name} options"),
    N_("default: {value}"),
    N_("Missing value for argument '{name}'. Expected {count} values."),
    N_("Missing value for argument '{name}'. Expected at least one value."),
    N_("invalid choice '{value}' for argument '{name}'. Expected one of ({allowed})."),
    N_("Error parsing {name}: {why}"),
    N_("invalid literal for int() with base 10: {word}"),
    N_("could not convert string to float: {word}"),
    N_("Unrecognized options: {words}"),
    N_("Missing from {command}:"),
    N_("Arguments similar to {word}:"),
    N_("For full helptext, run {command}"),
    N_("For full helptext, see {command}"),
)


class Line(NamedTuple):
    """A line of help: a name with its meaning, or a text alone.

    Attributes:
        indent: The number of blanks before it.
        text: The name or the text.
        meaning: What the name means; None for a text.
    """

    indent: int
    text: str
    meaning: str | None = None


@contextmanager
def translated(arguments: Sequence[str]) -> Iterator[None]:
    """Says in the current language what tyro prints inside the block, at its end.

    Args:
        arguments: The words that tyro reads.
    """
    if language() == ENGLISH:
        yield
        return
    width, shown, complaint = shutil.get_terminal_size().columns, StringIO(), StringIO()
    columns = ONE_COLUMN if HELP.intersection(arguments) else NEVER_WRAPPED
    try:
        with redirect_stdout(shown), redirect_stderr(complaint), _as_wide_as(columns):
            yield
    finally:
        for line in _help_lines(shown.getvalue()):
            print(_laid_out(line, width))
        for line in _complaint_lines(complaint.getvalue()):
            print(_laid_out(line, width), file=sys.stderr)


@contextmanager
def _as_wide_as(columns: str) -> Iterator[None]:
    """Tells tyro inside the block that the terminal has this many columns."""
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = columns
    try:
        yield
    finally:
        del os.environ["COLUMNS"]
        if before is not None:
            os.environ["COLUMNS"] = before


def _help_lines(printed: str) -> list[Line]:
    """Returns the lines of a help, each meaning whole beside its name, without rules."""
    found = [Line(0, "")]
    for line in printed.rstrip().splitlines():
        before, text, indent = found[-1], line.strip(), len(line) - len(line.lstrip())
        entry = ENTRY.fullmatch(line.rstrip())
        if RULE.fullmatch(line):
            continue
        if text and indent > 2:
            found[-1] = before._replace(meaning=f"{before.meaning or ''} {text}".strip())
        elif entry and (entry[2] or text.startswith("-")):
            found.append(Line(indent, entry[1], entry[2] or ""))
        elif entry and before.indent == 2 and before.meaning is None:
            found[-1] = before._replace(text=f"{before.text} {text}")
        else:
            found.append(Line(indent if text else 0, text))
    return found[1:]


def _complaint_lines(printed: str) -> list[Line]:
    """Returns the lines of an error, without rules."""
    lines = (line for line in printed.rstrip().splitlines() if not RULE.fullmatch(line))
    # Where tyro shares a wide terminal out between columns, an indent can be hundreds of blanks.
    return [Line(min(len(line) - len(line.lstrip()), DEEPEST), line.strip()) for line in lines]


def _laid_out(line: Line, width: int) -> str:
    """Returns a line in the current language, wrapped at a width."""
    indent = " " * line.indent
    name = f"{indent}{line.text}"
    if line.meaning is None:
        parts = wrapped(said(line.text), width - line.indent, indent="").splitlines()
        return "\n".join(f"{indent}{part}" for part in parts)
    parts = wrapped(said(line.meaning), max(width - NAMES, NAMES), indent="").splitlines()
    first = padded(name, NAMES) if width_of(name) <= NAMES - 2 else f"{name}\n{' ' * NAMES}"
    return first + f"\n{' ' * NAMES}".join(parts)


def said(text: str) -> str:
    """Returns the translation of a text of tyro, or the text itself if there is none."""
    known = {_squeezed(english): found for english, found in translations("cli").items()}
    if found := known.get(_squeezed(text)):
        return found
    if hint := HINT.fullmatch(text):
        return _("{meaning} ({hint})", meaning=said(hint[1]), hint=said(hint[2])).strip()
    for pattern in PATTERNS:
        if match := expression(pattern).fullmatch(text):
            values = match.groupdict()
            return _(
                pattern,
                **{key: said(value) if key in SAID else value for key, value in values.items()},
            )
    return text


def _squeezed(text: str) -> str:
    """Returns a text without blanks, which it loses or gains where tyro wraps it."""
    return "".join(text.split())
