"""The worth of opening moves: each seat's first decision with a choice, and its reward.

The reward of an opening is not its effect alone, because players choose it for the hand they hold.
So it is reported twice: as measured, and less the seat's reward as predicted from the turn order
and the factors of the deal. Effects of cards that no factor counts are still in the second number.
"""

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from fudaba.common.languages import ENGLISH, N_, in_language
from fudaba.envs import Game
from fudaba.envs.core.contract.fields import decode
from fudaba.envs.core.kit.rng import stream_start
from fudaba.envs.core.stepping.measuring import NO_OPENING

from ..regression import residuals
from ..statistics import FloatArray, ratio_of_sums
from .hands import deal_columns
from .outcomes import REWARD, Number, turns_of
from .play import Sample

OPENING, OTHERS = N_("opening"), N_("other openings")
HOW_OFTEN, BEYOND_DEAL = N_("share of the openings"), N_("reward beyond turn order and deal")
MOST_OPENINGS = 12  # the others are put together
NAMED_DEALS = 8


def opening_numbers(game: Game, sample: Sample) -> Iterator[Number]:
    """Yields how often each opening was chosen, and the reward of the seats that chose it."""
    has_opened = sample.openings != NO_OPENING
    if not has_opened.any():
        return
    largest = float(np.abs(sample.points).max())
    beyond = _beyond_deal(game, sample)
    for item, chosen in _openings(game, sample):
        games = chosen.sum(axis=(1, 2))
        share = ratio_of_sums(games, has_opened.sum(axis=(1, 2)))
        yield Number(OPENING, item, HOW_OFTEN, "share", share)
        for quantity, rewards in ((REWARD, sample.points), (BEYOND_DEAL, beyond)):
            earned = (rewards * chosen).sum(axis=(1, 2), dtype=np.float64)
            yield Number(OPENING, item, quantity, "reward", ratio_of_sums(earned, games, largest))


def _openings(game: Game, sample: Sample) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """Yields the openings, the most frequent first: the name, and the seats that chose it.

    Actions that have the same name are one opening.
    """
    actions, counts = np.unique(sample.openings[sample.openings != NO_OPENING], return_counts=True)
    by_name: dict[str, list[int]] = {}
    frequency: dict[str, int] = {}
    for action, count in zip(actions.tolist(), counts.tolist(), strict=True):
        name = opening_name(game, action)
        by_name.setdefault(name, []).append(action)
        frequency[name] = frequency.get(name, 0) + count
    names = sorted(frequency, key=lambda name: (-frequency[name], name))
    for name in names[:MOST_OPENINGS]:
        yield name, np.isin(sample.openings, by_name[name])
    others = [action for name in names[MOST_OPENINGS:] for action in by_name[name]]
    if others:
        yield OTHERS, np.isin(sample.openings, others)


@cache
def opening_name(game: Game, action: int) -> str:
    """Returns an action's name in English, or its kind's if the name differs between deals."""
    with in_language(ENGLISH):
        said = in_words(game, action)
    return said.pop() if len(said) == 1 else decode(game.actions, action)[0].name


def in_words(game: Game, action: int) -> set[str]:
    """Returns the name of an action in some deals, in the current language."""
    return {game.words.describe(state, action) for state in _fresh_deals(game)}


@cache
def _fresh_deals(game: Game) -> NDArray[np.void]:
    """Returns the states after some deals with the default house rules."""
    states = np.zeros(NAMED_DEALS, game.state_dtype)
    for number, state in enumerate(states):
        game.options().write(state)
        state["rng"] = stream_start(np.uint64(0), np.uint64(number))
        game.kernels.deal(state)
    return states


def _beyond_deal(game: Game, sample: Sample) -> FloatArray:
    """Returns the rewards less their prediction from turn order and factors: float64[D, R, P]."""
    shape = sample.points.shape
    turns = turns_of(sample)[..., None] == np.arange(1, shape[2])
    columns = deal_columns(game, sample)[1]
    known = np.concatenate(
        [columns, turns.reshape(shape[0], -1, shape[2] - 1).astype(np.float32)], axis=2
    )
    return residuals(known, sample.points.reshape(shape[0], -1)).reshape(shape)
