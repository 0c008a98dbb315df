"""The kernels and the twin of Taxot, and the translations between them."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from fudaba.envs.cards.counts import spread_out
from fudaba.envs.cards.kikisen import NUM_KINDS, SHIP
from fudaba.envs.taxot import GAME
from fudaba.envs.taxot.state import (
    CALL,
    DISCARD,
    MELDS,
    NO_ANSWER,
    NO_MELD,
    NO_TYPE,
    PHASES,
    REACTION,
    REVEAL,
    TURN,
    num_discarded,
)
from fudaba.envs.taxot.text import meld_of, types_in_hand

from ..kikisen.twin_base import Play
from ..lockstep import ChanceOfTable, Lockstep
from ..tables import seat_to_move
from ..twins import Action
from .twin import CLOSE, Twin

TWIN_PHASES = dict(zip(PHASES, ("turn", "react", "discard"), strict=True))


class Chance(ChanceOfTable):
    def deal(self, season: int, pack: Sequence[int]) -> list[int]:
        """Five cards of each hand, the first light, what the dealer drew, and the stock."""
        state = self.state
        hands = [types_in_hand(state["hands"][seat]) for seat in range(state["num_players"])]
        drawn = hands[state["dealer"]].pop()
        lights = [int(type_) for type_ in state["light_cards"] if type_ != NO_TYPE]
        return [*(type_ for hand in hands for type_ in hand), *lights, drawn, *stock_of(state)]

    def reshuffle(self, cards: Sequence[int]) -> list[int]:
        """What was drawn from it at once, and the stock."""
        return [*spread_out(self.state["drawn"].sum(axis=0)), *stock_of(self.state)]


def stock_of(state: np.void) -> list[int]:
    """Returns the stock in the order in which it is drawn."""
    cards: list[int] = state["stock"][: state["stock_size"]][::-1].tolist()
    return cards


def play_of(meld: int) -> Play:
    """A meld of the kernels as one of the twin."""
    play = MELDS[meld]
    ships = [place for place, type_ in enumerate(play.types) if type_ % NUM_KINDS == SHIP]
    ship = ships[0] if ships and play.shape == "run" else None
    return Play(play.shape, play.strength, tuple(sorted(play.types)), ship)


def translated(action: int) -> Action:
    """A kernel action in the words of the twin."""
    kind, position = GAME.decode(action)
    if kind in (REVEAL, CALL):
        meld = meld_of(action)
        assert meld is not None
        return (kind.name, play_of(meld))
    return ("discard", position) if kind is DISCARD else (kind.name,)


def discards_of(state: np.void) -> list[tuple[int, int]]:
    """The discards that lie there, in order."""
    return [
        (int(state["turn_seats"][turn]), int(state["turn_types"][turn]))
        for turn in range(int(num_discarded(state)))
        if not state["turn_called"][turn + 1]
    ]


def everything(state: np.void) -> dict[str, Any]:
    """The whole table in the words of the twin."""
    seats = range(int(state["num_players"]))
    is_over = seat_to_move(state) is None
    is_asked = state["phase"] == REACTION and not is_over
    return {
        "phase": "over" if is_over else TWIN_PHASES[PHASES[state["phase"]]],
        "hands": [types_in_hand(state["hands"][seat]) for seat in seats],
        "concealed": state["concealed"][: len(seats)].tolist(),
        "melds": [[play_of(int(meld))] if meld != NO_MELD else []
                  for meld in state["melds"][: len(seats)]],
        "stock": stock_of(state),
        "discards": discards_of(state),
        "by seat": [spread_out(state["discards"][seat]) for seat in seats],
        "pending": int(state["turn_types"][state["turn"]]) if is_asked else None,
        "answers": {seat: translated(int(state["answers"][seat])) for seat in seats
                    if state["answers"][seat] != NO_ANSWER},
        "on_turn": int(state["active"]),
        "lap": int(state["lap"]),
        "lights": [int(type_) for type_ in state["light_cards"] if type_ != NO_TYPE],
        "reshuffled": bool(state["is_reshuffled"]),
        "closed": closed_of(state) if is_over else None,
    }  # fmt: skip


def closed_of(state: np.void) -> tuple[int, list[int], int] | None:
    """Who closed, with which cards, and on whose discard."""
    if state["closer"] < 0:
        return None
    return int(state["closer"]), spread_out(state["shown"]), int(state["fed_by"])


def everything_of_twin(twin: Twin) -> dict[str, Any]:
    closing = twin.closing
    fed_by = -1 if closing is None or closing.discarder is None else closing.discarder
    return {
        "concealed": [len(hand) for hand in twin.hands],
        "by seat": [sorted(card for seat, card in twin.discards if seat == player)
                    for player in twin.seats],
        "pending": None if twin.over else twin.pending,
        "answers": {} if twin.over else twin.answers,
        "closed": (closing.seat, closing.cards, fed_by) if twin.over and closing else None,
    }  # fmt: skip


def check_views(state: np.void, twin: Twin, rng: random.Random) -> None:
    """What every seat may know (TAX-7.1 to 7.4), now and then."""
    if rng.random() > 0.1:
        return
    for seat in twin.seats:
        view, expected = GAME.view(state, seat), twin.view(seat)
        assert spread_out(view["hand"]) == expected["hand"]
        assert view["bonus"] == expected["bonus"]
        lights = [type_ for light in view["light_cards"] for type_ in spread_out(light)]
        assert lights == expected["lights"]
        for distance in twin.seats:
            player = (seat + distance) % twin.num_players
            assert view["scores"][distance] == expected["scores"][player]
            melds = [types for meld in expected["melds"][player] for types in meld.types]
            assert spread_out(view["melds"][distance]) == melds
            lying = sorted(card for owner, card in expected["discards"] if owner == player)
            assert spread_out(view["discards"][distance]) == lying
        if twin.to_move == seat:
            sizes = [expected["hand_sizes"][(seat + d) % twin.num_players] for d in twin.seats]
            assert view["concealed"][: len(sizes)].tolist() == sizes
            assert view["stock_size"] == expected["stock_size"]
            assert view["is_first_lap"] == (expected["lap"] == 1)
            assert view["on_turn"].tolist() == [1, 0, 0, 0, 0, 0]


def closing(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Closes wherever it can, and keeps to what it holds twice."""
    if CLOSE in legal:
        return CLOSE
    hand = types_in_hand(state["hands"][state["to_move"]])
    kinds = [type_ % NUM_KINDS for type_ in hand]
    lone = [action for action in legal
            if action[0] == "discard" and kinds.count(action[1] % NUM_KINDS) == 1]  # fmt: skip
    return rng.choice(lone or legal)


def position(state: np.void) -> dict[str, Any] | None:
    """Returns the attributes of a twin before the draw of the seat on turn.

    Any card of the hand may be the drawn one: what a player may do does not depend on it.
    """
    if state["phase"] != TURN:
        return None
    table, seat = everything(state), int(state["to_move"])
    hands = [list(hand) for hand in table["hands"]]
    drawn = hands[seat].pop()
    zones = ("melds", "discards", "lap", "lights", "reshuffled")
    return {
        **{name: table[name] for name in zones},
        "hands": hands,
        "stock": [drawn, *table["stock"]],
    }


LOCKSTEP = Lockstep(
    GAME, Twin, Chance, translated, everything, position, everything_of_twin, check_more=check_views
)
