"""The worlds of Sevens, judged by playing the game again.

A world's deal is read off its table: a card that lies there was dealt to who laid it.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from fudaba.envs import NOBODY
from fudaba.envs.cards.laying import ACTIVE
from fudaba.envs.sevens import GAME
from fudaba.envs.sevens.redeal import may_hold
from fudaba.envs.sevens.rules import begin, deal_hands
from fudaba.envs.sevens.state import JOKER_CARD, PASS_ACTION
from fudaba.testing.mixes import mix

from ..tables import blank, without_rng
from ..worlds import Course, Hidden, Sample, World, Worlds, leads_to, others
from .positions import new_state

STRICT_OPTIONS: list[dict[str, Any]] = [
    {"voluntary_pass": False},
    {"voluntary_pass": False, "pass_limit": "none", "jokers": 1},
    {"voluntary_pass": False, "jokers": 2},
    {"voluntary_pass": False, "jokers": 2, "joker_use": "fill", "pass_limit": 10},
    {"voluntary_pass": False, "jokers": 2, "joker_use": "fill", "joker_recovery": "own_turn"},
    {"voluntary_pass": False, "jokers": 2, "joker_recovery": "own_turn"},
    {"pass_limit": "none", "jokers": 2},
    {"pass_limit": "none", "jokers": 2, "joker_use": "fill"},
    {"pass_limit": 1, "jokers": 2, "joker_recovery": "own_turn", "tunnel": "one_way"},
    {"pass_limit": 1, "jokers": 2, "joker_use": "fill"},
    {"pass_limit": 2, "tunnel": "none"},
    {"pass_limit": "none", "voluntary_pass": False, "num_players": 3},
]


def start(number: int, rng: random.Random) -> Course:
    """Games of strict and random options; the jokers that each seat was dealt are noted."""
    options = {"num_players": rng.randint(2, 5), **STRICT_OPTIONS[number // 2 % 12]}
    state = new_state(mix(GAME, rng) if number % 2 else options)
    state["rng"] = rng.getrandbits(64)
    while state["to_move"] == NOBODY:
        deal_hands(state)
        jokers = state["hand_jokers"].copy()
        begin(state)
    return Course(state, rng, jokers)


def choose(state: np.void, keen: float, rng: random.Random) -> int:
    """Anything; or often a pass, which makes guards and eliminations; or jokers, so they wander."""
    legal = GAME.legal_actions(state)
    if keen < 1 / 3 and PASS_ACTION in legal and rng.random() < 0.6:
        return PASS_ACTION
    jokers = [action for action in legal if action > PASS_ACTION]
    return rng.choice(jokers if keen > 2 / 3 and jokers else legal)


def dealt_of(world: np.void, course: Course) -> np.void:
    """The deal from which a world came about, as a state ready to begin.

    How many jokers a seat has taken and laid is public, so the number it was dealt differs from
    the true one as the number it holds does.
    """
    deal = blank(GAME, world)
    deal["to_move"] = NOBODY
    laid = world["holder"] == NOBODY
    deal["holder"] = np.where(laid, world["laid_by"], world["holder"])
    deal["hand_jokers"] = course.dealt + world["hand_jokers"] - course.state["hand_jokers"]
    for seat in course.seats:
        deal["hand_size"][seat] = (deal["holder"] == seat).sum() + deal["hand_jokers"][seat]
    return deal


def is_possible(world: np.void, course: Course, viewer: int) -> bool:
    """Whether a viewer can't exclude a world: its game played again shows him just the same."""
    deal = dealt_of(world, course)
    if deal["hand_jokers"].min() < 0:
        return False
    begin(deal)
    return leads_to(world, deal, GAME, course, viewer)


def active_others(state: np.void, viewer: int) -> list[int]:
    """The other players with cards."""
    return [seat for seat in others(state, viewer) if state["status"][seat] == ACTIVE]


def places(state: np.void, viewer: int) -> tuple[list[int], list[int]]:
    """The other hands; a joker lies nowhere else."""
    seats = active_others(state, viewer)
    hidden = np.flatnonzero((state["holder"] != NOBODY) & (state["holder"] != viewer)).tolist()
    jokers = sum(int(state["hand_jokers"][seat]) for seat in seats)
    return [*hidden, *[JOKER_CARD] * jokers], [int(state["hand_size"][seat]) for seat in seats]


def lay(table: np.void, viewer: int, dealt: list[tuple[int, ...]]) -> None:
    for seat, hand in zip(active_others(table, viewer), dealt[:-1], strict=True):
        table["holder"][[card for card in hand if card != JOKER_CARD]] = seat
        table["hand_jokers"][seat] = hand.count(JOKER_CARD)


@dataclass(frozen=True)
class KnownJokers(Worlds):
    """Sevens, where a joker that was taken back is known."""

    def dealt(self, state: np.void, viewer: int) -> dict[Hidden, World]:
        """Only two unknown jokers can change places."""
        worlds = super().dealt(state, viewer)
        for world in worlds.values():
            unknown = [int(world.table["hand_jokers"][seat] - state["known_jokers"][seat])
                       for seat in active_others(state, viewer)]  # fmt: skip
            world.ways = 2 if unknown.count(1) == 2 else 1
        return worlds


def marks(course: Course, viewer: int, world: np.void) -> Iterator[str]:
    """The truth is excluded for no seat: `redeal` would look for another world for ever."""
    state = course.state
    for card in np.flatnonzero(state["holder"] != NOBODY):
        assert may_hold(state, int(state["holder"][card]), int(card))
    for seat in np.flatnonzero(state["status"][: len(course.seats)] == ACTIVE).tolist():
        assert may_hold(state, seat, JOKER_CARD)
        assert state["known_jokers"][seat] <= state["hand_jokers"][seat]
    if len(course.seats) == 2:
        assert GAME.words.snapshot(world) == GAME.words.snapshot(state)
        yield "two players"


WORLDS = KnownJokers(
    GAME,
    "SEV-7.2, SEV-7.3, SEV-7.5",
    start,
    choose,
    without_rng,
    is_possible,
    places,
    lay,
    fitting=Sample(240, 0, 0.1, least={"checked": 1200, "moved": 800, "two players": 100}),
    independent=Sample(40, 5, least={"moved": 500}),
    reaching=Sample(
        120, 17, most=150, least={"positions": 140, "excluded": 2000, "single": 5}
    ),  # so many that each kind of proof must have been at work
    even=Sample(150, 23, most=24, draws=100, least={"positions": 40}),
    is_taken=lambda state, rng: rng.random() < 0.3,
    marks=marks,
    with_ends=True,
)
