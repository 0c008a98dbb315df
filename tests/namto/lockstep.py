"""The kernels and the twin of Namto, and the translations between them."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from fudaba.envs.cards.counts import spread_out
from fudaba.envs.core.words.reading import copied
from fudaba.envs.kikisen.betting import chips_of, pot_of
from fudaba.envs.namto import GAME, rules
from fudaba.envs.namto.hands import NUM_WORDS, Value, values_of
from fudaba.envs.namto.state import BET, COPIES, DROP, REVEAL

from ..lockstep import ChanceOfTable, Lockstep
from ..tables import points_of, seat_to_move
from ..twins import Action
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


def copies_in(state: np.void) -> np.ndarray:
    """The cards of each type that are in play."""
    return COPIES * np.tile(state["pack"], 2)


def undealt(state: np.void) -> list[int]:
    dealt = [card for hand in hands_in(state) for card in hand]
    return spread_out(copies_in(state) - state["community"] - np.bincount(dealt, minlength=24))


def translated(action: int) -> Action:
    """A kernel action in the words of the twin."""
    kind, position = GAME.decode(action)
    if kind is DROP:
        return ("drop",)
    return ("bet", 1 + position) if kind is BET else ("reveal", position)


def phase_of(state: np.void) -> str:
    if seat_to_move(state) is None:
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
    }


def everything_of_twin(twin: Twin) -> dict[str, Any]:
    return {
        "stock": sorted(twin.stock),
        "paid": None if twin.over else twin.paid,
        "chips": twin.points,
    }


def ladder_of(state: np.void, seat: int) -> list[Value]:
    """Returns the values of a player's hand, best first, were hands judged now."""
    judged, ladder = copied(state), np.zeros(NUM_WORDS, np.int64)
    rules.turn_up(judged, np.int64(judged["reveals"]))
    rules.find_ladder(judged, seat, ladder)
    return values_of(ladder, int(judged["dark_army_size"]))


def check_more(state: np.void, twin: Twin, rng: random.Random) -> None:
    """What every seat may know (NAM-7.1 to 7.4), now and then; the values that were judged."""
    if rng.random() < 0.1 or twin.over:
        for seat in twin.seats:
            check_view(GAME.view(state, seat), twin, seat)
    if twin.over:
        assert np.flatnonzero(state["winners"]).tolist() == sorted(twin.winners[-1])
        for seat in twin.active if len(twin.active) > 1 else []:
            best = 1 if state["tie_break"] == 1 else None
            assert [*map(tuple, ladder_of(state, seat))] == twin.ladder(seat)[:best]


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


def position(state: np.void) -> dict[str, Any] | None:
    """Returns the attributes of a twin before a betting."""
    if phase_of(state) != "bet" or state["bets"].any():
        return None
    table = everything(state)
    zones = ("revealed", "community", "stock", "betting", "cap", "floor", "active", "paid", "pot")
    return {
        **{name: table[name] for name in zones},
        "points": table["chips"],
        "settled": points_of(GAME, state),
    }


LOCKSTEP = Lockstep(
    GAME, Twin, Chance, translated, everything, position, everything_of_twin, check_more=check_more
)
