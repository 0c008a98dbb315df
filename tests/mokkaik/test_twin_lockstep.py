"""The kernels of Mokkaik in lock step with the twin, over random matches and all house rules.

`FUDABA_TWIN_GAMES=5000 pytest tests/mokkaik/test_twin_lockstep.py` plays a long row: twice as many
matches, of one to three seasons.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from fudaba.envs.cards.counts import spread_out
from fudaba.envs.mokkaik import GAME
from fudaba.envs.mokkaik.state import (
    FIRST_THROW,
    FOLD,
    NO_PLAY,
    PHASES,
    PLAY_OF,
    THROW_CARD,
    phase_of,
)

from ..kikisen.lockstep import NUM_BLOCKS, ChanceOfTable, Lockstep, Policy, eagerly, uniformly
from ..kikisen.twin_base import SHIPS, Action, Play
from ..kikisen.twin_games import NUM_GAMES, random_options
from .positions import Table
from .test_twin_examples import VALUES
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
    is_over = Table(state).to_move is None
    return {
        "to_move": Table(state).to_move,
        "phase": "over" if is_over else PHASES[phase_of(state)],
        **{
            zone: [spread_out(state[zone][seat]) for seat in seats]
            for zone in ("hands", "won", "thrown", "played")
        },
        **{zone: spread_out(state[zone]) for zone in ("discards", "undealt")},
        "hand_sizes": state["hand_sizes"][: len(seats)].tolist(),
        "leader": None if is_over else int(state["leader"]),
        "table": {seat: play_of(int(state["plays"][seat])) for seat in seats
                  if state["plays"][seat] != NO_PLAY},
        "best": int(state["best"]),
        "folded": [seat for seat in seats if state["folded"][seat]],
        "to_throw": int(state["left_to_throw"]),
        "dealer": int(state["dealer"]),
        "bonus": int(state["bonus"]),
        "finished": int(state["season"]),
    }  # fmt: skip


def everything_of_twin(twin: Twin) -> dict[str, Any]:
    return {
        "to_move": twin.to_move,
        "phase": twin.phase,
        **{zone: getattr(twin, zone) for zone in ("hands", "won", "thrown", "played", "discards")},
        "undealt": sorted(twin.stock),
        "hand_sizes": [len(hand) for hand in twin.hands],
        "leader": None if twin.over else twin.leader,
        "table": dict(twin.table),
        "best": twin._strongest()[0] if twin.table else -1,
        "folded": sorted(twin.folded),
        "to_throw": twin.to_throw,
        "dealer": twin.dealer,
        "bonus": twin.bonus,
        "finished": len(twin.winners),
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


def weakest_first(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Plays the weakest hand wherever it can, so that many follow."""
    plays = rng.sample(plays_in(legal), len(plays_in(legal)))
    return min(plays, key=lambda action: action[1].strength, default=rng.choice(legal))


def largest_first(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Plays as many cards as it can."""
    plays = rng.sample(plays_in(legal), len(plays_in(legal)))
    return max(plays, key=lambda action: len(action[1].types), default=rng.choice(legal))


def plays_in(legal: list[Action]) -> list[Action]:
    return [action for action in legal if action[0] == "play"]


POLICIES: tuple[Policy, ...] = (uniformly, eagerly, weakest_first, largest_first)


def throw_what_must_go(twin: Twin) -> None:
    """Cards that all have to go are thrown unasked by the kernels (MOK-9.10)."""
    while twin.phase == "throw" and len(twin.hands[twin.to_move]) == twin.to_throw:
        twin.apply(min(twin.legal()))


def match(rng: random.Random) -> tuple[dict[str, Any], Policy]:
    """A random mix, half of them with hands of the usual size."""
    options = random_options(rng, VALUES)
    largest = 48 // options["num_players"]
    sizes = ["auto", "auto", rng.randint(3, largest), rng.choice([3, largest])]
    return {**options, "hand_size": rng.choice(sizes)}, rng.choice(POLICIES)


LOCKSTEP = Lockstep(
    Table,
    Twin,
    Chance,
    translated,
    everything,
    everything_of_twin,
    match,
    settle=throw_what_must_go,
    check_more=check_views,
)


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_kernels_and_twin_agree_after_every_decision(
    block: int, record_property: Callable[[str, object], None]
) -> None:
    seasons = LOCKSTEP.play_block(block, 2 * NUM_GAMES)
    record_property("seasons", seasons)
    assert seasons >= NUM_GAMES // 2


def test_the_table_of_throws_is_that_of_types() -> None:
    assert [translated(FIRST_THROW + type_) for type_ in range(24)] == [
        ("throw", type_) for type_ in range(24)
    ]
