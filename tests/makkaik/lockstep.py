"""The kernels and the twin of Makkaik, and the translations between them."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from fudaba.envs.cards.counts import spread_out
from fudaba.envs.kikisen.betting import chips_of, pot_of
from fudaba.envs.makkaik import GAME
from fudaba.envs.makkaik.state import (
    BASE,
    BASE_OF_ACTION,
    DRAW_CARDS,
    DROP,
    JOIN_IN,
    KIND,
    KIND_NAMES,
    NO_CARD,
    PHASES,
    PUT_OUT,
    SWAP_CARDS,
    TAKE,
)
from fudaba.envs.makkaik.view import is_drawing

from ..lockstep import ChanceOfTable, Lockstep
from ..tables import points_of, seat_to_move
from ..twins import Action
from .twin import Twin

TWIN_PHASES = dict(zip((phase.name for phase in PHASES), ("kind", "take", "give", "base", "join"),
                  strict=True))  # fmt: skip


class Chance(ChanceOfTable):
    def deal(self, season: int, pack: Sequence[int]) -> list[int]:
        """The hands, the common cards, and the stock."""
        hands = self.state["hands"][: int(self.state["num_players"])]
        dealt = [type_ for hand in hands for type_ in spread_out(hand)]
        return [*dealt, *spread_out(self.state["common"]), *stock_of(self.state)]


def stock_of(state: np.void) -> list[int]:
    """The stock in the order in which it is drawn."""
    return [int(type_) for type_ in state["stock"][::-1] if type_ != NO_CARD]


def translated(action: int) -> Action:
    """A kernel action in the words of the twin."""
    kind, position = GAME.decode(action)
    if kind in (SWAP_CARDS, DRAW_CARDS, DROP, JOIN_IN):
        return (kind.name,)
    if kind in (TAKE, PUT_OUT):
        return ("take" if kind is TAKE else "give", position)
    return ("base", int(BASE_OF_ACTION[action]))


def cards_of(state: np.void, zone: str) -> list[int | None]:
    """A card by player, None for none."""
    cards = state[zone][: int(state["num_players"])].tolist()
    return [None if card == NO_CARD else card for card in cards]


def flagged(state: np.void, zone: str) -> list[int]:
    """The seats with a flag."""
    return np.flatnonzero(state[zone]).tolist()


def everything(state: np.void) -> dict[str, Any]:
    """The whole table in the words of the twin."""
    seats, stock = range(int(state["num_players"])), stock_of(state)
    to_move = seat_to_move(state)
    is_over = to_move is None
    kinds = [KIND_NAMES[state["kinds"][seat]] for seat in seats]
    is_hidden = state["unused_draw"] == 0
    return {
        "phase": "over" if is_over else TWIN_PHASES[PHASES[state["phase"]].name],
        "hands": [spread_out(state["hands"][seat]) for seat in seats],
        "common": spread_out(state["common"]),
        "stock": stock,
        "kinds": [None if kind == "none" else kind for kind in kinds],
        "taken": cards_of(state, "taken"),
        "put_out": cards_of(state, "put_out"),
        "set_aside": cards_of(state, "unused") if is_hidden else [None for _ in seats],
        "drawn": stock[:2] if not is_over and is_drawing(state, to_move) else [],
        "incoming": None if state["incoming"] == NO_CARD else int(state["incoming"]),
        "base": int(state["base"]),
        "acted": flagged(state, "joined"),
        "active": flagged(state, "active"),
        "paid": None if is_over else state["paid"][: len(seats)].tolist(),
        "pot": pot_of(state),
        "chips": [chips_of(state, seat) for seat in seats],
    }


def everything_of_twin(twin: Twin) -> dict[str, Any]:
    return {
        "acted": sorted({*twin.acted} & {*twin.active}),
        "paid": None if twin.over else twin.paid,
        "chips": twin.points,
    }


def check_views(state: np.void, twin: Twin, rng: random.Random) -> None:
    """What every seat may know (MKK-7.1 to 7.4), now and then."""
    if rng.random() > 0.1 and not twin.over:
        return
    for seat in twin.seats:
        check_view(GAME.view(state, seat), twin, seat)
    if twin.over:
        shown = dict.fromkeys(twin.seats, ())
        shown |= {event[1]: event[2] for event in twin.events if event[0] == "show"}
        assert all(spread_out(state["shown"][seat]) == [*shown[seat]] for seat in twin.seats)
        assert flagged(state, "winners") == twin.winners[-1]


def check_view(view: np.void, twin: Twin, seat: int) -> None:
    expected = twin.view(seat)
    for zone in ("hand", "common", "drawn"):
        assert spread_out(view[zone]) == sorted(expected[zone])
    assert spread_out(view["incoming"]) == present(expected["incoming"])
    assert view["stock_size"] == expected["stock_size"]
    assert (view["base"], view["pot"]) == (expected["base"], expected["pot"])
    if expected["phase"] in ("base", "join"):
        assert view["round"] == expected["round"] - 1
    for distance in twin.seats:
        player = (seat + distance) % twin.num_players
        chips = max(view["start_chips"], 0) + view["scores"][distance] - view["paid"][distance]
        assert chips == expected["scores"][player]
        assert view["active"][distance] == (player in expected["active"])
        acted = player in expected["acted"] and player in expected["active"]
        assert view["joined"][distance] == acted
        assert view["swapped"][distance] == (expected["kinds"][player] == "swap")
        assert view["drew"][distance] == (expected["kinds"][player] == "draw")
        for zone in ("taken", "put_out"):
            assert spread_out(view[zone][distance]) == present(expected[zone][player])
        if view["unused_draw"] == 0:
            aside = expected["set_aside"] if distance == 0 else None
            assert spread_out(view["unused"][distance]) == present(aside)


def present(card: int | None) -> list[int]:
    return [] if card is None else [card]


def take_what_must_come(twin: Twin) -> None:
    """A card that comes in without a choice is not asked in a swap (MKK-9.12)."""
    if twin.phase == "take" and not twin.drawn and len(twin.legal()) == 1:
        twin.apply(min(twin.legal()))


def position(state: np.void) -> dict[str, Any] | None:
    """Returns the attributes of a twin before an exchange or a betting round."""
    is_betting = state["phase"] == BASE and not state["base"] and not state["joined"].any()
    if state["phase"] != KIND and not is_betting:
        return None
    table, first = everything(state), int(state["dealer"])
    kinds = [*table["kinds"][first:], *table["kinds"][:first]]
    if None in kinds[: (int(state["to_move"]) - first) % len(kinds)]:
        return None  # a test has set up the exchange of a seat without those before it
    zones = ("common", "stock", "kinds", "taken", "put_out", "set_aside", "active", "paid", "pot")
    return {
        **{name: table[name] for name in zones},
        "round": 1 + int(state["round"]) if is_betting else 0,
        "points": table["chips"],
        "settled": points_of(GAME, state),
    }


LOCKSTEP = Lockstep(
    GAME,
    Twin,
    Chance,
    translated,
    everything,
    position,
    everything_of_twin,
    settle=take_what_must_come,
    check_more=check_views,
)
