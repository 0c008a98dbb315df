"""Sentences that several pages share, and sentences as one text."""

from collections.abc import Iterable
from functools import reduce

from fudaba.common.languages import translator
from fudaba.envs import Game, Options

_, _n = translator("evaluation")


def joined(sentences: Iterable[str]) -> str:
    """Returns sentences as one text: with a space between them, which Japanese does not have."""
    return reduce(lambda one, other: _("{one} {other}", one=one, other=other), sentences)


def on_rewards(game: Game, options: Options) -> str:
    """Returns the meaning of a reward, and its scale under some house rules."""
    lowest = options.lowest_points()
    if not game.zero_sum:
        return _(
            "A reward is what the game pays a player at its end, {lowest:+g} at worst.",
            lowest=lowest,
        )
    return _(
        "A reward is what the game pays a player at its end, {lowest:+g} at worst and 0 on average "
        "over the players.",
        lowest=lowest,
    )
