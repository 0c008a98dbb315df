"""The kernels and the twin of Mokkaik, and the translations between them."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from fudaba.envs.cards.counts import spread_out
from fudaba.envs.mokkaik import GAME
from fudaba.envs.mokkaik.state import (
    FOLD,
    LEAD,
    NO_PLAY,
    PHASES,
    PLAY_OF,
    THROW_CARD,
    phase_of,
)

from ..kikisen.twin_base import SHIPS, Play
from ..lockstep import ChanceOfTable, Lockstep
from ..tables import seat_to_move
from ..twins import Action
from .twin import Twin

FOLDING = ("fold",)


class Chance(ChanceOfTable):
    def deal(self, season: int, pack: Sequence[int]) -> list[int]:
        """The hands and the cards that were not dealt."""
        hands = self.state["hands"][: int(self.state["num_players"])]
        dealt = [type_ for hand in hands for type_ in spread_out(hand)]
        return [*dealt, *spread_out(self.state["undealt"])]


def translated(action: int) -> Action:
    """A kernel action in the words of the twin."""
    kind, position = GAME.decode(action)
    if kind is FOLD:
        return FOLDING
    return ("throw", position) if kind is THROW_CARD else ("play", play_of(action))


def play_of(action: int) -> Play:
    """A play of the kernels as one of the twin."""
    play = PLAY_OF[action]
    ships = [place for place, type_ in enumerate(play.types) if type_ in SHIPS]
    ship = ships[0] if ships and play.shape == "run" else None
    return Play(play.shape, play.strength, tuple(sorted(play.types)), ship)


def everything(state: np.void) -> dict[str, Any]:
    """The whole table in the words of the twin."""
    seats = range(int(state["num_players"]))
    is_over = seat_to_move(state) is None
    return {
        "phase": "over" if is_over else PHASES[phase_of(state)],
        **{
            zone: [spread_out(state[zone][seat]) for seat in seats]
            for zone in ("hands", "won", "thrown", "played")
        },
        **{zone: spread_out(state[zone]) for zone in ("discards", "undealt")},
        "leader": None if is_over else int(state["leader"]),
        "table": {seat: play_of(int(state["plays"][seat])) for seat in seats
                  if state["plays"][seat] != NO_PLAY},
        "best": int(state["best"]),
        "folded": [seat for seat in seats if state["folded"][seat]],
        "to_throw": int(state["left_to_throw"]),
    }  # fmt: skip


def everything_of_twin(twin: Twin) -> dict[str, Any]:
    return {
        "undealt": sorted(twin.stock),
        "leader": None if twin.over else twin.leader,
        "table": dict(twin.table),
        "best": twin._strongest()[0] if twin.table else -1,
        "folded": sorted(twin.folded),
    }


def check_views(state: np.void, twin: Twin, rng: random.Random) -> None:
    """What every seat may know (MOK-7.1 to 7.4), now and then."""
    if rng.random() > 0.1:
        return
    for seat in twin.seats:
        view, expected = GAME.view(state, seat), twin.view(seat)
        order = [(seat + distance) % twin.num_players for distance in twin.seats]
        assert spread_out(view["hand"]) == expected["hand"]
        assert spread_out(view["thrown"]) == expected["thrown"]
        assert spread_out(view["discards"]) == expected["discards"]
        assert (view["left_to_throw"], view["bonus"]) == (expected["to_throw"], expected["bonus"])
        assert view["num_undealt"] == expected["stock_size"]
        for distance, player in enumerate(order):
            assert view["scores"][distance] == expected["scores"][player]
            assert view["hand_sizes"][distance] == expected["hand_sizes"][player]
            assert view["num_thrown"][distance] == expected["thrown_sizes"][player]
            assert spread_out(view["won"][distance]) == expected["won"][player]
            assert spread_out(view["played"][distance]) == expected["played"][player]
            assert view["folded"][distance] == (player in expected["folded"])
            laid = dict(expected["table"]).get(player)
            assert spread_out(view["table"][distance]) == [*(laid.types if laid else ())]
            assert view["strengths"][distance] == (1 + laid.strength if laid else 0)


def throw_what_must_go(twin: Twin) -> None:
    """Cards that all have to go are thrown unasked by the kernels (MOK-9.10)."""
    while twin.phase == "throw" and len(twin.hands[twin.to_move]) == twin.to_throw:
        twin.apply(min(twin.legal()))


def position(state: np.void) -> dict[str, Any] | None:
    """Returns the attributes of a twin at the start of a round."""
    if phase_of(state) != LEAD:
        return None
    table = everything(state)
    zones = ("won", "discards", "thrown", "played")
    return {**{name: table[name] for name in zones}, "stock": table["undealt"]}


LOCKSTEP = Lockstep(
    GAME,
    Twin,
    Chance,
    translated,
    everything,
    position,
    everything_of_twin,
    settle=throw_what_must_go,
    check_more=check_views,
)
