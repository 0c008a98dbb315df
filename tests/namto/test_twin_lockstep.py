"""The kernels of Namto in lock step with the twin, over random matches and all house rules.

`FUDABA_TWIN_GAMES=5000 pytest tests/namto/test_twin_lockstep.py` plays a long row: four times as
many matches, of one to three seasons.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from fudaba.envs.cards.counts import spread_out
from fudaba.envs.kikisen.betting import chips_of, pot_of
from fudaba.envs.namto import GAME
from fudaba.envs.namto.state import BET, COPIES, DROP, REVEAL

from ..kikisen.lockstep import NUM_BLOCKS, ChanceOfTable, Lockstep, Policy, uniformly
from ..kikisen.twin_base import Action
from ..kikisen.twin_games import NUM_GAMES, random_options
from .positions import Table
from .test_twin_examples import VALUES
from .twin import Twin


class Chance(ChanceOfTable):
    def deal(self, season: int, pack: Sequence[int]) -> list[int]:
        """The hands, the community cards, and the rest."""
        dealt = [card for hand in hands_in(self.state) for card in hand]
        return [*dealt, *spread_out(self.state["community"]), *undealt(self.state)]


def hands_in(state: np.void) -> list[list[int]]:
    """Both cards of each player."""
    hands: list[list[int]] = state["cards"][: int(state["num_players"])].tolist()
    return hands


def undealt(state: np.void) -> list[int]:
    dealt = [card for hand in hands_in(state) for card in hand]
    return spread_out(COPIES - state["community"] - np.bincount(dealt, minlength=24))


def translated(action: int) -> Action:
    """A kernel action in the words of the twin."""
    kind, position = GAME.decode(action)
    if kind is DROP:
        return ("drop",)
    return ("bet", 1 + position) if kind is BET else ("reveal", position)


def phase_of(state: np.void) -> str:
    if Table(state).to_move is None:
        return "over"
    if state["phase"] == REVEAL:
        return "reveal"
    return "level" if state["makes_up"] else "bet"


def everything(state: np.void) -> dict[str, Any]:
    """The whole table in the words of the twin."""
    hands, seats = hands_in(state), range(int(state["num_players"]))
    # The twin shows a card that counts for its owner alone, but leaves it in the hand.
    counts = [min(int(state["num_revealed"][seat]), int(state["reveals"])) for seat in seats]
    chooses = [state["chosen"][seat] and not counts[seat] for seat in seats]
    return {
        "to_move": Table(state).to_move,
        "phase": phase_of(state),
        "hands": [sorted(hands[seat][counts[seat] :]) for seat in seats],
        "revealed": [hands[seat][: counts[seat]] for seat in seats],
        "chosen": [hands[seat][0] if chooses[seat] else None for seat in seats],
        "community": spread_out(state["community"]),
        "stock": undealt(state),
        "betting": 1 + int(state["phase"] > REVEAL),
        "cap": int(state["most_bet"]),
        "floor": int(state["least_bet"]),
        "bets": state["bets"][: len(seats)].tolist(),
        "active": np.flatnonzero(state["active"]).tolist(),
        "paid": None if phase_of(state) == "over" else state["paid"][: len(seats)].tolist(),
        "pot": pot_of(state),
        "chips": [chips_of(state, seat) for seat in seats],
        "dealer": int(state["dealer"]),
        "finished": int(state["season"]),
    }


def everything_of_twin(twin: Twin) -> dict[str, Any]:
    zones = ("to_move", "phase", "hands", "revealed", "chosen", "community", "betting", "cap",
             "floor", "bets", "active", "pot", "dealer")  # fmt: skip
    return {
        **{zone: getattr(twin, zone) for zone in zones},
        "stock": sorted(twin.stock),
        "paid": None if twin.over else twin.paid,
        "chips": twin.points,
        "finished": len(twin.winners),
    }


def check_more(state: np.void, twin: Twin, rng: random.Random) -> None:
    """What every seat may know (NAM-7.1 to 7.4), now and then; the values that were judged."""
    if rng.random() < 0.1 or twin.over:
        for seat in twin.seats:
            check_view(GAME.view(state, seat), twin, seat)
    if twin.over:
        assert np.flatnonzero(state["winners"]).tolist() == sorted(twin.winners[-1])
        for seat in twin.active if len(twin.active) > 1 else []:
            best = 1 if state["tie_break"] == 1 else None
            assert [*map(tuple, Table(state).values(seat))] == twin.ladder(seat)[:best]


def check_view(view: np.void, twin: Twin, seat: int) -> None:
    expected = twin.view(seat)
    assert spread_out(view["community"]) == expected["community"]
    assert (view["least_bet"], view["most_bet"]) == (expected["floor"], expected["cap"])
    assert view["pot"] == expected["pot"]
    chosen = expected["chosen"]
    assert spread_out(view["choice"]) == ([] if chosen is None else [chosen])
    is_shown = twin.over and twin.options["reveals"] == 1 and len(twin.active) > 1
    for distance in twin.seats:
        player = (seat + distance) % twin.num_players
        chips = max(view["start_chips"], 0) + view["scores"][distance] - view["paid"][distance]
        assert chips == expected["scores"][player]
        assert view["active"][distance] == (player in expected["active"])
        assert view["bets"][distance] == expected["bets"][player]
        if not is_shown:
            assert spread_out(view["revealed"][distance]) == sorted(expected["revealed"][player])
        if phase_is(view, REVEAL):
            assert view["chosen"][distance] == expected["have_chosen"][player]
    if not is_shown:
        assert spread_out(view["hand"]) == expected["hand"]


def phase_is(view: np.void, phase: int) -> bool:
    return bool(view["phase"][phase])


def stubbornly(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Hardly ever drops, so that hands are judged."""
    return rng.choice([action for action in legal if action != ("drop",)])


def timidly(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Often drops, so that dealers change and few are left."""
    return ("drop",) if ("drop",) in legal and rng.random() < 0.4 else rng.choice(legal)


def carefully(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Mostly bets the least, so that the others have a choice, and drops seldom."""
    bets = [action for action in legal if action[0] == "bet"]
    return min(bets) if bets and rng.random() < 0.7 else stubbornly(state, legal, rng)


POLICIES: tuple[Policy, ...] = (uniformly, stubbornly, timidly, carefully)


def match(rng: random.Random) -> tuple[dict[str, Any], Policy]:
    """A random mix, half of them with table stakes."""
    options = random_options(rng, VALUES)
    least = options["ante"] + 2
    chips = [None, None, least, least + rng.randint(0, 30)]
    return {**options, "start_chips": rng.choice(chips)}, rng.choice(POLICIES)


LOCKSTEP = Lockstep(
    Table, Twin, Chance, translated, everything, everything_of_twin, match, check_more=check_more
)


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_kernels_and_twin_agree_after_every_decision(
    block: int, record_property: Callable[[str, object], None]
) -> None:
    seasons = LOCKSTEP.play_block(block, 4 * NUM_GAMES)
    record_property("seasons", seasons)
    assert seasons >= NUM_GAMES
