"""Draws mixes of house rules, so that one policy learns to play under all of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from fudaba.common.languages import translator
from fudaba.envs import Game, Options, UserError
from fudaba.envs.core.contract.schema import word_of
from fudaba.evaluation.benchmark.tasks import is_held_out
from fudaba.evaluation.over import read_over
from fudaba.evaluation.tune.space import Space, space_of

_, _n = translator("training")

MOST_TRIES = 1000  # to draw a mix that the rules allow


@dataclass(frozen=True)
class OptionSampler:
    """Samples house rules, of which some vary (domain randomisation).

    Attributes:
        space: The varied rules with their values, and the usual values of the others.
        leaves_out: Whether it never draws the mixes on which the benchmark tests.
    """

    space: Space
    leaves_out: bool = False

    @classmethod
    def read(
        cls, game: Game, words: Sequence[str], fixed: dict[str, Any], leaves_out: bool = False
    ) -> Self | None:
        """Reads the varied rules, written as for `fudaba tune --over`; None if none are given.

        Args:
            game: The game.
            words: The varied rules, such as `pass_limit=0..5,none`, or `all`.
            fixed: The values of rules that do not vary; the others have their defaults.
            leaves_out: See `OptionSampler`.

        Raises:
            UserError: An entry can't be read, or leaves out the usual value of its rule.
        """
        if not words:
            return None
        space = space_of(game, read_over(words, game, fixed), fixed)
        usual = space.usual()
        for axis in space.axes:
            if (value := getattr(usual, axis.name)) not in axis.values:
                raise UserError(
                    _(
                        "vary can't be {word}: the usual {rule}={value} is not among its values.",
                        word=axis.word,
                        rule=axis.name,
                        value=word_of(value),
                    )
                )
        return cls(space, leaves_out)

    @property
    def values(self) -> dict[str, list[Any]]:
        """The values of each varied rule, by its name."""
        return {axis.name: list(axis.values) for axis in self.space.axes}

    def draw(self, count: int, rng: np.random.Generator) -> list[Options]:
        """Draws random house rules; each draw changes from none to all of the varied rules.

        Each mix draws its own share of changed rules, uniform on 0..1, and then changes each rule
        with that probability to one of its values.

        Args:
            count: The number of mixes.
            rng: The generator.

        Raises:
            UserError: The rules allow hardly any mix.
        """
        usual = self.space.usual()
        places = [axis.values.index(getattr(usual, axis.name)) for axis in self.space.axes]
        return [self._draw(places, rng) for _ in range(count)]

    def _draw(self, places: list[int], rng: np.random.Generator) -> Options:
        """Draws allowed house rules; `places` has the index of each rule's usual value."""
        sizes = [len(axis.values) for axis in self.space.axes]
        for _try in range(MOST_TRIES):
            is_changed = rng.random(len(sizes)) < rng.random()
            point = np.where(is_changed, rng.integers(sizes), places)
            try:
                options = self.space.options(tuple(point.tolist()))
            except UserError:  # the rules forbid this combination
                continue
            if not (self.leaves_out and is_held_out(options)):
                return options
        raise UserError(_("vary allows hardly any mix of house rules; name fewer rules or values."))
