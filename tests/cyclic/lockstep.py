"""The kernels and the twin of Cyclic, and the translations between them."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from fudaba.envs.cards.counts import spread_out
from fudaba.envs.cyclic import GAME
from fudaba.envs.cyclic.state import FILL, FORM_NAMES, NO_CARD, NOBODY, NONE, PASS, SHAPES

from ..kikisen.twin_base import without
from ..lockstep import (
    ChanceOfTable,
    Lockstep,
)
from ..twins import Action
from .twin import FILLS, Place, Play, Shape, Twin, card_at

PASSING = ("pass",)


class Chance(ChanceOfTable):
    def deal(self, season: int, pack: Sequence[int]) -> list[int]:
        """The hands without what the dealer has drawn since, and the stock with it."""
        hands = hands_of(self.state)
        size = int(self.state["hand_size"] - self.state["fewer_cards"])
        dealt = [card for hand in hands for card in hand[:size]]
        return [*dealt, *hands[self.state["dealer"]][size:], *stock_of(self.state)]


def hands_of(state: np.void) -> list[list[int]]:
    """The hands as sorted types."""
    return [spread_out(hand) for hand in state["hands"][: int(state["num_players"])]]


def stock_of(state: np.void) -> list[int]:
    """The stock in the order in which it is drawn."""
    return [int(card) for card in state["stock"][::-1] if card != NO_CARD]


def translated(action: int) -> Action:
    """A kernel action in the words of the twin."""
    kind, position = GAME.decode(action)
    if kind is PASS:
        return PASSING
    if kind is FILL:
        return ("fill", FILLS[position])
    form, foot, size = SHAPES[action]
    return ("play", Shape(FORM_NAMES[form], foot, size))


def shape_in(state: np.void, prefix: str = "") -> Shape | None:
    """The newest play's shape, or with the prefix `chosen_` that of the play being made."""
    form, foot, size = (int(state[f"{prefix}{part}"]) for part in ("form", "foot", "size"))
    return None if form == NONE else Shape(FORM_NAMES[form], foot, size)


def seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else int(seat)


def everything(state: np.void) -> dict[str, Any]:
    """The whole table in the words of the twin."""
    count = int(state["num_players"])
    fills = state["fills"].tolist()
    filled = int(state["num_filled"])
    assert not any(fills[filled:])
    places = {int(place): seat for seat, place in enumerate(state["place"][:count]) if place}
    return {
        "hands": hands_of(state),
        "table": spread_out(state["table"]),
        "cleared": spread_out(state["cleared"]),
        "stock": stock_of(state),
        "leader": int(state["leader"]),
        "finished": [places[place] for place in sorted(places)],
        "passes": int(state["passes"]),
        "newest": shape_in(state),
        "newest_cards": spread_out(state["newest"]),
        "colours": {colour for colour in range(2) if state["colours"] >> colour & 1},
        "owner": seat_or_none(state["owner"]),
        "chosen": shape_in(state, "chosen_"),
        "filled": tuple(FILLS[way] for way in fills[:filled]),
    }


def everything_of_twin(twin: Twin) -> dict[str, Any]:
    return {
        "table": sorted(card for _, play in twin.table for card in play.cards),
        "newest": twin.newest and twin.newest.shape,
        "newest_cards": sorted(twin.newest.cards) if twin.newest else [],
        "colours": twin.newest.colours if twin.newest else set(),
    }


def fill_what_is_forced(twin: Twin) -> None:
    """The twin asks for every card, the kernels only where there is a choice (CYC-9.10)."""
    while twin.phase == "fill" and len(twin.legal()) == 1:
        twin.apply(*twin.legal())


def position(state: np.void) -> dict[str, Any] | None:
    """Returns the attributes of a twin at the start of a turn."""
    table = everything(state)
    if table["chosen"] is not None:
        return None
    zones = ("leader", "owner", "cleared", "passes", "finished", "stock")
    newest, cards = None, table["table"]
    if table["newest"] is not None:
        newest = Play(table["newest"], places_of(table["newest"], table["newest_cards"]))
        cards = without(cards, newest.cards)
    plays = [(table["owner"], newest)] if newest else []
    return {
        **{name: table[name] for name in zones},
        "newest": newest,
        "table": [(0, SimpleNamespace(cards=cards)), *plays],
    }


def places_of(shape: Shape, cards: list[int]) -> tuple[Place, ...]:
    """Returns how these cards fill the places of a shape; one way if there are several."""

    def fill(kinds: list[int], left: list[int]) -> tuple[Place, ...] | None:
        if not kinds:
            return ()
        for place in FILLS:
            card = card_at(kinds[0], place)
            others = fill(kinds[1:], without(left, [card])) if card in left else None
            if others is not None:
                return (place, *others)
        return None

    places = fill(shape.kinds, cards)
    assert places is not None, f"{cards} are no {shape}"
    return places


LOCKSTEP = Lockstep(
    GAME,
    Twin,
    Chance,
    translated,
    everything,
    position,
    everything_of_twin,
    settle=fill_what_is_forced,
)
