"""The kernels of Makhup in lock step with the twin, over random matches and all house rules.

`FUDABA_TWIN_GAMES=2500 pytest tests/makhup/test_twin_lockstep.py` plays a long row: four times as
many matches, of one to three seasons.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from fudaba.envs.makhup import GAME
from fudaba.envs.makhup.state import DRAW, FREE_CARD, MOVES, NO_CARD, PASS, SPECIAL_CARD
from fudaba.envs.makhup.text import ranks_in

from ..kikisen.twin_base import Action
from ..kikisen.twin_games import NUM_GAMES, random_options
from .positions import Table, new_state
from .test_twin_examples import VALUES
from .twin import Twin

NUM_BLOCKS = 4
LAME = {("draw",), ("pass",)}


class ChanceOfTable:
    """The luck that the kernels had: read off the table after a step, before the twin takes it."""

    def __init__(self, state: np.void) -> None:
        self.state = state

    def first_dealer(self, num_players: int) -> int:
        return int(self.state["dealer"])

    def deal(self, season: int, pack: Sequence[int]) -> list[int]:
        """The hands, the two cards that were turned, and the stock."""
        dealt = [rank for hand in hands_of(self.state) for rank in hand]
        return [*dealt, *ranks_in(self.state["ends"]), *self._stock()]

    def reshuffle(self, cards: Sequence[int]) -> list[int]:
        """What has been turned since, and what is left."""
        left, turned = self._stock(), sorted(cards)
        for card in left:
            turned.remove(card)
        return [*turned, *left]

    def _stock(self) -> list[int]:
        return [int(card) for card in self.state["stock"][::-1] if card != NO_CARD]


def hands_of(state: np.void) -> list[list[int]]:
    """The hands as sorted ranks."""
    return [ranks_in(hand) for hand in state["hands"][: int(state["num_players"])]]


def translated(action: int) -> Action:
    """A kernel action in the words of the twin."""
    kind, _ = GAME.decode(action)
    cards, ends = MOVES[action]
    if kind in (DRAW, PASS, SPECIAL_CARD):
        return (kind.name,)
    if kind is FREE_CARD:
        return ("free", *cards)
    return ("join", ends) if len(ends) > 1 else ("extend", cards)


def legal_actions(state: np.void) -> dict[Action, int]:
    """The legal actions of the kernel in the words of the twin, each with its id."""
    mask = np.zeros(GAME.num_actions, np.int8)
    count = GAME.kernels.legal(state, mask)
    actions = {translated(action): action for action in np.flatnonzero(mask).tolist()}
    assert count == mask.sum() == len(actions), "one id per action, and the right count"
    return actions


def everything(state: np.void) -> dict[str, Any]:
    """The whole table in the words of the twin."""
    return {
        "to_move": Table(state).to_move,
        "hands": hands_of(state),
        "hand_sizes": state["hand_sizes"][: int(state["num_players"])].tolist(),
        **{zone: ranks_in(state[zone]) for zone in ("ends", "table", "gone")},
        "stock": ChanceOfTable(state)._stock(),
        "dealer": int(state["dealer"]),
        "bonus": int(state["bonus"]),
        "finished": int(state["season"]),
        "reshuffles": int(state["reshuffles"]),
        "passes": int(state["idle"]),
    }


def everything_of_twin(twin: Twin) -> dict[str, Any]:
    return {
        "to_move": twin.to_move,
        "hands": twin.hands,
        "hand_sizes": [len(hand) for hand in twin.hands],
        "ends": twin.ends,
        "table": twin.table,
        "gone": twin.gone,
        "stock": twin.stock,
        "dealer": twin.dealer,
        "bonus": twin.bonus,
        "finished": len(twin.winners),
        "reshuffles": twin.reshuffles,
        "passes": twin.passes,
    }


def check_agreement(state: np.void, twin: Twin) -> None:
    """The whole position, the set of legal actions, and the points so far."""
    assert everything(state) == everything_of_twin(twin)
    assert legal_actions(state).keys() == twin.legal()
    assert Table(state).points() == pytest.approx(twin.scores())


Policy = Callable[[list[Action], random.Random], Action]


def uniformly(legal: list[Action], rng: random.Random) -> Action:
    return rng.choice(legal)


def eagerly(legal: list[Action], rng: random.Random) -> Action:
    """Plays from the hand wherever it can."""
    return rng.choice([action for action in legal if action not in LAME] or legal)


def largest_first(legal: list[Action], rng: random.Random) -> Action:
    """Plays as many cards as it can, specials last."""
    return max(
        legal, key=lambda a: (len(a[1]) if a[0] == "extend" else a[0] == "join", rng.random())
    )


def lamely(legal: list[Action], rng: random.Random) -> Action:
    """Mostly draws: empties the stock."""
    lame = [action for action in legal if action in LAME]
    return lame[0] if lame and rng.random() < 0.8 else rng.choice(legal)


POLICIES: tuple[Policy, ...] = (uniformly, eagerly, largest_first, lamely)


def play_in_lockstep(options: dict[str, Any], policy: Policy, rng: random.Random) -> int:
    """One match. Returns the number of seasons."""
    state = new_state(options)
    state["rng"] = rng.getrandbits(64)
    GAME.kernels.deal(state)
    twin = Twin(options, ChanceOfTable(state))
    check_agreement(state, twin)
    while twin.to_move is not None:
        legal = legal_actions(state)
        wanted = policy(sorted(legal, key=str), rng)
        GAME.kernels.apply(state, legal[wanted])
        twin.apply(wanted)
        check_agreement(state, twin)
    return len(twin.winners)


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_kernels_and_twin_agree_after_every_decision(
    block: int, record_property: Callable[[str, object], None]
) -> None:
    seasons = 0
    for game in range(block, 4 * NUM_GAMES, NUM_BLOCKS):
        rng = random.Random(game)
        options, policy = random_options(rng, VALUES), rng.choice(POLICIES)
        try:
            seasons += play_in_lockstep(options, policy, rng)
        except AssertionError as error:
            raise AssertionError(f"game {game}, {policy.__name__}, {options}: {error}") from error
    record_property("seasons", seasons)
    assert seasons > NUM_GAMES
