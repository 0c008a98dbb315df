"""Reads the words of a command, and says its help and its errors in the current language."""

import argparse
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from inspect import Parameter
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from fudaba.common.errors import UserError, did_you_mean, shown
from fudaba.common.languages import N_, translator
from fudaba.envs.core.scene.lines import wrapped
from fudaba.evaluation.asking import Option

_, _n = translator("cli")

NAMES = 28  # columns for the names of options
KINDS = {bool: "", int: "INT", float: "NUMBER", Path: "PATH", str: "STR"}
SEVERAL = " ..."
AMOUNTS = "--games", "--deals"  # of which a command has one


@dataclass(frozen=True)
class Argument:
    """An argument of a command.

    Attributes:
        name: The key of its value.
        type: The type of its value, or of a value that is made of its words later.
        note: Its meaning and its form.
        default: The value if it is not typed; `Parameter.empty` if it has to be.
        section: The name of its section of the help; empty for the first.
        about: What the section is about.
        has_opposite: Whether a flag can also be switched off, as by `--no-residual`.
    """

    name: str
    type: Any
    note: Option
    default: Any = Parameter.empty
    section: str = ""
    about: str = ""
    has_opposite: bool = False

    @property
    def choices(self) -> tuple[str, ...]:
        """The words that can be typed; empty if others can too."""
        return get_args(self.type) if get_origin(self.type) is Literal else ()

    @property
    def word(self) -> type:
        """The type of one word."""
        return next((one for one in (self.type, *get_args(self.type)) if one in KINDS), str)

    @property
    def kind(self) -> str:
        """What is typed, as the help shows it."""
        usual = f"{{{','.join(self.choices)}}}" if self.choices else KINDS[self.word]
        is_tuple = get_origin(self.type) is tuple
        return self.note.kind or usual + SEVERAL * is_tuple

    @property
    def label(self) -> str:
        """The name as messages show it: `--seed`, or `GAME`."""
        return self.kind.strip("[]") if self.note.is_positional else dashed(f"--{self.name}")

    @property
    def hint(self) -> str:
        """What the help says in brackets."""
        if self.note.hint is not None:
            return _(self.note.hint)
        if self.default is Parameter.empty:
            return _("required")
        if self.default is None or self.default == ():
            return _("default: none")
        return _("default: {value}", value=_default_words(self.default))

    def read(self, typed: Any) -> Any:
        """Returns the value of the typed word or words.

        Raises:
            UserError: A word is no number, or none of the choices.
        """
        if isinstance(typed, list):
            return tuple(map(self.read, typed))
        if self.choices and typed not in self.choices:
            raise self._refused(typed, _(", ").join(self.choices))
        try:
            return self.word(typed)
        except ValueError:
            allowed = _("a whole number") if self.word is int else _("a number")
            raise self._refused(typed, allowed) from None

    def _refused(self, word: str, allowed: str) -> UserError:
        return UserError(
            _(
                "{name} can't be {value}; allowed: {allowed}.",
                name=self.label,
                value=shown(word),
                allowed=allowed,
            )
            + did_you_mean(word, self.choices)
        )


class ArgumentReader(argparse.ArgumentParser):
    """Reads the words of one command.

    Attributes:
        arguments: The command's arguments.
    """

    def __init__(
        self,
        arguments: Sequence[Argument],
        command: str,
        meaning: str,
        elsewhere: Collection[str] = (),
    ) -> None:
        """Declares the arguments.

        Args:
            arguments: The arguments; their sections have the order of the help.
            command: The command as typed, for help and messages: `fudaba arena`.
            meaning: Description for the help.
            elsewhere: Names of options that other reports of the command have.
        """
        self.arguments, self.elsewhere = arguments, elsewhere
        in_order = [one.kind for one in arguments if one.note.is_positional]
        options = ["[OPTIONS]"] if len(in_order) < len(arguments) else []
        super().__init__(
            prog=command,
            usage=_literal(" ".join([command, "[-h]", *options, *in_order])),
            description=_(meaning),
            formatter_class=_Help,
            add_help=False,
            allow_abbrev=False,
            exit_on_error=False,
        )
        groups = {
            "positional": self.add_argument_group(_("positional arguments")),
            "": self.add_argument_group(_("options")),
        }
        groups[""].add_argument(
            "-h", "--help", action="help", help=_("show this help message and exit")
        )
        for one in arguments:
            key = "positional" if one.note.is_positional else one.section
            if key not in groups:
                title = _("{name} options", name=key.replace("_", "-"))
                groups[key] = self.add_argument_group(title, _(one.about))
            groups[key].add_argument(*_names(one), **_form(one))

    def read(self, words: Sequence[str]) -> dict[str, Any]:
        """Returns the values of the arguments by their names.

        Raises:
            UserError: A word is empty or can't be used, or one is missing.
        """
        _check_not_empty(words)
        if {"-h", "--help"} & {*words}:  # also behind an option that needs a value
            words = ["--help"]
        try:
            found, left = self.parse_known_intermixed_args(list(map(dashed, words)))
        except argparse.ArgumentError as error:
            raise self._refused(str(error.argument_name)) from None
        self._check_used(left)
        return {one.name: self._value(one, vars(found)) for one in self.arguments}

    def _refused(self, name: str) -> UserError:
        """Returns what is said of an option with too few words, or of a flag with one."""
        for one in self.arguments:
            if one.label == name and one.kind:
                return UserError(_("{name} needs a value ({kind}).", name=name, kind=one.kind))
        return UserError(_("{name} takes no value.", name=name))

    def _check_used(self, left: Sequence[str]) -> None:
        known = [one.label for one in self.arguments if not one.note.is_positional]
        for word in left:
            name = word.partition("=")[0]
            if name.startswith("-") and not name[1:2].isdigit() and name not in (*known, "--"):
                if name in self.elsewhere:
                    message = N_(
                        "{name} does not go with {command}, whose --help lists what does.{hint}"
                    )
                    hint = _amount(name, known)
                    raise UserError(_(message, name=name, command=self.prog, hint=hint))
                raise UserError(
                    _(
                        "there is no option {name}; {command} --help lists all.{hint}",
                        name=name,
                        command=self.prog,
                        hint=did_you_mean(name, known) or _amount(name, known),
                    )
                )
        for word in left:
            raise UserError(
                _(
                    "{word} is one word too many; {command} --help says what can be typed.",
                    word=shown(word),
                    command=self.prog,
                )
            )

    def _value(self, one: Argument, typed: dict[str, Any]) -> Any:
        if one.name in typed:
            return typed[one.name] if one.word is bool else one.read(typed[one.name])
        if one.default is Parameter.empty:
            raise UserError(
                _("{name} is missing: {meaning}", name=one.label, meaning=_(one.note.text))
            )
        return one.default


class _Help(argparse.HelpFormatter):
    """Lays help out by the columns that its characters take."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=NAMES)

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, _("usage: {words}", words=""))

    def _format_args(self, action: argparse.Action, default_metavar: str) -> str:
        return str(action.metavar)  # says already how many words there can be

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrapped(text, width, indent="").splitlines()

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines = wrapped(text, width - len(indent), indent="").splitlines()
        return "\n".join(indent + line for line in lines)


def _amount(name: str, known: Sequence[str]) -> str:
    """Returns which option sets how much is played, to those who look for it under another name."""
    amounts = [option for option in AMOUNTS if option in known]
    if name not in (*AMOUNTS, "--threads") or not amounts:
        return ""
    return _(" {option} sets how much is played.", option=amounts[0])


def _names(one: Argument) -> list[str]:
    return [one.name if one.note.is_positional else one.label]


def _form(one: Argument) -> dict[str, Any]:
    """Returns how argparse reads an argument; one that is not typed has no value."""
    text, hint = _(one.note.text), one.hint
    meaning = _("{meaning} ({hint})", meaning=text, hint=hint).strip() if hint else text
    form: dict[str, Any] = {"default": argparse.SUPPRESS, "help": _literal(meaning)}
    if one.word is bool:
        action = argparse.BooleanOptionalAction if one.has_opposite else "store_true"
        return {**form, "dest": one.name, "action": action}
    count: Any = len(one.kind.split())
    if SEVERAL in one.kind:
        count = "*" if one.note.is_positional or one.kind.startswith("[") else "+"
    if one.note.is_positional:
        return {**form, "metavar": one.kind, "nargs": "?" if count == 1 else count}
    form |= {"dest": one.name, "metavar": one.kind}
    if one.note.is_repeatable:
        return {**form, "action": "append", "nargs": count}
    return {**form, "nargs": None if count == 1 else count}


def _literal(text: str) -> str:
    """Returns a text as argparse takes it, which replaces values in it."""
    return text.replace("%", "%%")


def dashed(word: str) -> str:
    """Returns an option with dashes for underscores, and another word as it is."""
    name, sign, value = word.partition("=")
    return f"{name.replace('_', '-')}{sign}{value}" if word.startswith("--") else word


def _default_words(value: Any) -> str:
    if isinstance(value, bool):
        return _("True") if value else _("False")
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return str(value).removesuffix(".0") if isinstance(value, float) else str(value)


def _check_not_empty(words: Sequence[str]) -> None:
    for before, word in zip(["", *words], words, strict=False):
        option, sign, value = word.partition("=")
        if not word or (word.startswith("--") and sign and not value):
            name = option or (before if before.startswith("--") else _("a word"))
            raise UserError(_("{name} can't be ''; allowed: a word that is not empty.", name=name))
