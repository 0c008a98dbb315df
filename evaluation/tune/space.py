"""The space of a search: the values of each house rule that it tries.

A combination that the rules forbid has no house rules: `Space.options` says why.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod
from typing import Any

from fudaba.common.checks import check_kind
from fudaba.common.errors import shown
from fudaba.common.languages import N_, translator
from fudaba.envs import Game, Options, UserError
from fudaba.envs.core.contract.schema import (
    describe_allowed,
    takes_lists,
    unknown_option,
    word_of,
)

from ..over import OF, SPAN, rule_in_words
from ..tunable import domain_of

_, _n = translator("evaluation")

USUAL = N_("the usual rules")  # the label of the variant without changes

Point = tuple[int, ...]  # of a combination, the position of its value on each axis


@dataclass(frozen=True)
class Axis:
    """A house rule that is searched.

    Attributes:
        name: The option.
        values: The values to try, at least one, all different.
    """

    name: str
    values: tuple[Any, ...]

    @property
    def is_ordered(self) -> bool:
        """Whether the values are rising numbers, followed by words or nothing."""
        numbers = [value for value in self.values if type(value) is int]
        return (
            len(numbers) > 1
            and numbers == sorted(numbers)
            and all(type(value) is int for value in self.values[: len(numbers)])
        )

    @property
    def word(self) -> str:
        """The axis as typed: `pass_limit=0..10,none`, `roles=4of[THIEF,HUNTER,ANGLER,HACKER]`."""
        if pool := _pool(self.values):
            return f"{self.name}={len(self.values[0])}{OF}[{','.join(map(word_of, pool))}]"
        words = [word_of(value) for value in self.values]
        numbers = [value for value in self.values if type(value) is int]
        count = len(numbers)
        if count > 2 and list(self.values[:count]) == list(range(numbers[0], numbers[0] + count)):
            words = [f"{numbers[0]}{SPAN}{numbers[-1]}", *words[count:]]
        return f"{self.name}={','.join(words)}"


def _pool(values: Sequence[Any]) -> list[Any]:
    """Returns the list of which the values are all sublists of one size; empty if there is none."""
    if len(values) < 3 or not all(isinstance(value, list | tuple) for value in values):
        return []
    pool = list(dict.fromkeys(entry for value in values for entry in value))
    chosen = combinations(pool, len(values[0]))
    return pool if [*map(tuple, values)] == [*chosen] else []


@dataclass(frozen=True)
class Space:
    """All combinations of the values of some house rules.

    Attributes:
        game: The game.
        fixed: House rules that all combinations share.
        axes: The house rules that are searched.
    """

    game: Game
    fixed: Mapping[str, Any]
    axes: tuple[Axis, ...]

    @property
    def size(self) -> int:
        """The number of combinations, forbidden ones included."""
        return prod(len(axis.values) for axis in self.axes)

    def points(self) -> Iterator[Point]:
        """Yields all combinations, forbidden ones included; the last axis changes fastest."""
        yield from product(*(range(len(axis.values)) for axis in self.axes))

    def options(self, point: Point) -> Options:
        """Returns the house rules of a combination.

        Raises:
            UserError: The rules forbid it.
        """
        chosen = {
            axis.name: axis.values[place] for axis, place in zip(self.axes, point, strict=True)
        }
        return self.game.options.read(self.game.name, {**self.fixed, **chosen})

    def usual(self) -> Options:
        """Returns the usual house rules, with the fixed ones in place.

        Raises:
            UserError: The rules forbid them.
        """
        return self.game.options.read(self.game.name, self.fixed)

    def label(self, options: Options) -> str:
        """Returns the house rules that differ from the usual ones: `pass_limit=5, tunnel=none`."""
        fields = self.game.options.model_fields
        changed = [
            rule_in_words(self.game, axis.name, value)
            for axis in self.axes
            if (value := getattr(options, axis.name))
            != self.fixed.get(axis.name, fields[axis.name].default)
        ]
        return ", ".join(changed) or USUAL


def space_of(
    game: Game, over: Mapping[str, Sequence[Any]], fixed: Mapping[str, Any] | None = None
) -> Space:
    """Returns a space whose values have been checked.

    Args:
        game: The game.
        over: The values to try, by option.
        fixed: House rules that all combinations share.

    Raises:
        UserError: An unknown option or value, one twice, no values, an option both fixed and
            searched, or a single combination.
    """
    fixed = {} if fixed is None else fixed
    check_kind("options", fixed, Mapping, "a mapping of names to values")
    check_kind("over", over, Mapping, "a mapping of names to lists of values")
    for name in (*over, *fixed):
        if name not in game.options.model_fields:
            unknown = unknown_option(name, game.options)
            raise UserError(_("{game}: {error}", game=game.name, error=unknown))
    if both := [name for name in over if name in fixed]:
        raise UserError(_("option {name} can't be both fixed and searched.", name=both[0]))
    if not over:
        raise UserError(_("name a house rule to search over, such as pass_limit=0..10, or all."))
    axes = tuple(Axis(name, _values(game, name, values)) for name, values in over.items())
    space = Space(game, dict(fixed), axes)
    if space.size < 2:
        raise UserError(
            _("{word} is a single combination; name two values or more.", word=axes[0].word)
        )
    _check_fixed(space)
    return space


def _check_fixed(space: Space) -> None:
    """Checks the values of the fixed house rules, each by itself.

    Raises:
        UserError: An option does not take its value.
    """
    for name, value in space.fixed.items():
        _values(space.game, name, [value])


def _values(game: Game, name: str, values: Sequence[Any]) -> tuple[Any, ...]:
    """Returns the values of an option as its type has them.

    Raises:
        UserError: It does not take one of them, one is there twice, or there are none.
    """
    check_kind(f"what option {name} is searched over", values, (list, tuple, range), "a list")
    if not len(values):
        raise UserError(
            _("option {name} has no values to try; write {name}=VALUE,VALUE.", name=name)
        )
    field = game.options.model_fields[name]
    domain = domain_of(game.options, name)
    found: dict[str, Any] = {}
    for value in values:
        word = _word(value)
        if not (word in domain or (takes_lists(field) and isinstance(value, list | tuple | str))):
            raise UserError(
                _(
                    "option {name} can't be {value}; allowed: {allowed}.",
                    name=name,
                    value=shown(value),
                    allowed=describe_allowed(field),
                )
            )
        if word in found:
            raise UserError(
                _("the value {word} of option {name} is named twice.", word=word, name=name)
            )
        found[word] = domain.get(word, value)
    return tuple(found.values())


def _word(value: Any) -> str:
    """Returns a value as typed; None is how Python users write `none`."""
    return "none" if value is None else word_of(value)
