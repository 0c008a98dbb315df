"""Reads the values to try of house rules, as `--vary`, `--over` and trainings take them.

`pass_limit=0..10` is a range, both ends included; `pass_limit=0..10,none` a range and a word;
`tunnel=none,ring,one_way` a list; `points=[7,5,3,1],[1,0,0,0]` a list of values that are lists;
`roles=4of[THIEF,HUNTER,ANGLER,HACKER,GAMBLER]` all lists of four of these five;
`effects=usual,without:give7,without:give7+skip5` the usual list, and that without some entries.
`all` stands for every house rule that the game marks as tunable, with all its values; words beside
it replace the values of single rules.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb
from typing import Any

from fudaba.common.errors import did_you_mean, shown
from fudaba.common.languages import translator
from fudaba.common.yaml_text import read_yaml
from fudaba.envs import Game, UserError
from fudaba.envs.core.contract.schema import (
    allowed_words,
    describe_allowed,
    takes_lists,
    unknown_option,
    word_of,
)

from .tunable import domain_of, tunable_options

_, _n = translator("evaluation")

ALL, USUAL = "all", "usual"
SPAN = ".."  # between the ends of a range
OF = "of"  # between a number and a list, of which it chooses so many entries
WITHOUT, AND = "without:", "+"  # before and between the entries that a list leaves out
RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})")
CHOICE = re.compile(rf"([0-9]{{1,2}}){OF}(\[[^\[\]]*\])")
MOST_LISTS = 20_000
COMMA_BETWEEN_VALUES = re.compile(r",(?![^\[]*\])")  # none within a list in brackets


def read_over(words: Sequence[str], game: Game, fixed: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Returns the values to try, by option; see the top of this file.

    Args:
        words: The words.
        game: The game.
        fixed: House rules that are fixed, which `all` leaves out.

    Raises:
        UserError: A word has another form, names no option, or names one twice; a range is empty
            or leaves the option's own range.
    """
    over: dict[str, list[Any]] = {}
    if ALL in words:
        names = [name for name in tunable_options(game) if name not in fixed]
        over = {name: list(domain_of(game.options, name).values()) for name in names}
    named = [_read_word(word, game) for word in words if word != ALL]
    names = [name for name, _ in named]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UserError(
            _("house rule {twice} is named twice; write {twice}=VALUE,VALUE once.", twice=twice)
        )
    return over | dict(named)


def _read_word(word: str, game: Game) -> tuple[str, list[Any]]:
    name, sign, values = word.partition("=")
    if not (name and sign and values):
        raise UserError(
            _(
                "values to try can't be {word}; write NAME=VALUE,VALUE or "
                "NAME=LOW{span}HIGH, such as pass_limit=0{span}10, or {all}.{hint}",
                word=shown(word),
                span=SPAN,
                all=ALL,
                hint=did_you_mean(word, [ALL]),
            )
        )
    if name not in game.options.model_fields:
        unknown = unknown_option(name, game.options)
        raise UserError(_("{game}: {error}", game=game.name, error=unknown))
    parts = COMMA_BETWEEN_VALUES.split(values)
    if not all(parts):
        raise UserError(
            _("{word} has an empty value; write {name}=VALUE,VALUE.", word=shown(word), name=name)
        )
    return name, [value for part in parts for value in _read_part(word, name, part, game)]


def _read_part(word: str, name: str, part: str, game: Game) -> Sequence[Any]:
    """Returns the values of one PART of `NAME=PART,PART`: a range, a choice, or one value."""
    if choice := CHOICE.fullmatch(part):
        return _lists(word, int(choice[1]), choice[2])
    if part == USUAL and takes_lists(game.options.model_fields[name]):
        return [game.options.model_fields[name].default]
    if part.startswith(WITHOUT):
        return [_usual_without(name, part, game)]
    if SPAN not in part:
        return [_read_value(word, name, part, game)]
    domain, ends = domain_of(game.options, name), RANGE.fullmatch(part)
    if ends is None:
        raise UserError(
            _(
                "the range {part} can't be read; write LOW{span}HIGH, such as 0{span}10.",
                part=shown(part),
                span=SPAN,
            )
        )
    low, high = map(int, ends.groups())
    if low > high:
        raise UserError(
            _(
                "the range {part} is empty; write the lower end first: {high}{span}{low}.",
                part=part,
                high=high,
                span=SPAN,
                low=low,
            )
        )
    for end in (low, high):
        if type(domain.get(str(end))) is not int:
            allowed = describe_allowed(game.options.model_fields[name])
            raise UserError(
                _(
                    "option {name} can't be {end}; allowed: {allowed}.",
                    name=name,
                    end=end,
                    allowed=allowed,
                )
            )
    return range(low, high + 1)


def _read_value(word: str, name: str, part: str, game: Game) -> Any:
    """Returns one value; refuses words in place of a list, for which it may have other forms."""
    value = read_yaml(f"the value of the house rule {shown(word)}", part)
    field = game.options.model_fields[name]
    if isinstance(value, str) and takes_lists(field) and value not in allowed_words(field):
        usual = field.default if isinstance(field.default, tuple) else ()
        entry = next((one for one in usual if str(one) in value), next(iter(usual), None))
        form = _(
            "; {name}={without}{entry} is the usual list without an entry",
            name=name,
            without=WITHOUT,
            entry=entry,
        )
        raise UserError(
            _(
                "option {name} can't be {value}; allowed: {allowed}{form}.",
                name=name,
                value=shown(value),
                allowed=describe_allowed(field),
                form=form if usual else "",
            )
        )
    return value


def _usual_without(name: str, part: str, game: Game) -> list[Any]:
    """Returns the usual list of an option without some entries.

    Raises:
        UserError: The usual value is no list, or lacks one of them.
    """
    usual = game.options.model_fields[name].default
    entries = [str(entry) for entry in usual] if isinstance(usual, tuple) else []
    left_out = part.removeprefix(WITHOUT).split(AND)
    unknown = next((entry for entry in left_out if entry not in entries), None)
    if unknown is not None:
        raise UserError(
            _(
                "the usual value of {name} has no entry {entry}; allowed: {entries}.{hint}",
                name=name,
                entry=shown(unknown),
                entries=", ".join(entries) or _("nothing, for it is no list"),
                hint=did_you_mean(unknown, entries),
            )
        )
    return [entry for entry in usual if str(entry) not in left_out]


def rule_in_words(game: Game, name: str, value: Any) -> str:
    """Returns a house rule by what differs from the usual one: `effects=without:give7`."""
    usual = game.options.model_fields[name].default
    if isinstance(usual, tuple) and isinstance(value, list | tuple):
        left_out = [entry for entry in usual if entry not in value]
        kept = [entry for entry in usual if entry in value]
        if left_out and [*value] == kept and len(left_out) < len(kept):
            return f"{name}={WITHOUT}{AND.join(map(str, left_out))}"
        if [*value] == [*usual]:
            return f"{name}={USUAL}"
    return f"{name}={word_of(value)}"


def _lists(word: str, size: int, pool: str) -> list[list[Any]]:
    """Returns all lists of some size of the entries of another list, in its order.

    Raises:
        UserError: The list is too short, has an entry twice, or there are too many.
    """
    entries = read_yaml(f"the value of the house rule {shown(word)}", pool)
    if len({str(entry) for entry in entries}) < len(entries):
        raise UserError(_("{word} has an entry twice; each is allowed once.", word=shown(word)))
    if not 1 <= size < len(entries):
        raise UserError(
            _(
                "{size}{of} a list of {entries} can't be searched; allowed: 1{of} to {most}{of}.",
                size=size,
                of=OF,
                entries=len(entries),
                most=len(entries) - 1,
            )
        )
    if comb(len(entries), size) > MOST_LISTS:
        raise UserError(
            _(
                "{word} stands for {count:,} lists; allowed: {most_lists:,}.",
                word=shown(word),
                count=comb(len(entries), size),
                most_lists=MOST_LISTS,
            )
        )
    return [list(chosen) for chosen in combinations(entries, size)]
