"""The table of Daifugo as a seat sees it, from its view alone."""

import numpy as np

from ..cards.french import SUIT_SIGNS
from ..cards.french_faces import SUIT_COLOURS
from ..core.scene import GAME_OVER, PURPLE, Card, Scene, Seat, Zone
from ..core.seats import distances, player_name
from . import state as dfg
from .text import card_name


def scene(view: np.void, seat: int) -> Scene:
    """The table as a seat sees it: the field, the discards, the pile, the players, the own hand."""
    pile = Card(str(view["pile_size"]), look="back")
    shelf = (
        Zone("pile", ((pile,),)),
        Zone("field", (_cards(view["field"]),)),
        Zone("discards", (_cards(view["discards"]),)),
    )
    players = tuple(
        _seat(view, seat, *place) for place in distances(seat, int(view["num_players"]))
    )
    is_over = not view["on_turn"].any()
    question = GAME_OVER if is_over else dfg.POINTS[np.argmax(view["point"])].question
    return Scene("Daifugo", seat, players, (shelf,), (), question)


def _seat(view: np.void, seat: int, player: int, distance: int) -> Seat:
    return Seat(
        player_name(player),
        int(view["hand_sizes"][distance]),
        cards=_cards(view["hand"]) if distance == 0 else (),
        is_on_turn=bool(view["on_turn"][distance]),
        is_out=not view["is_in"][distance],
    )


def _cards(flags: np.ndarray) -> tuple[Card, ...]:
    return tuple(_face(int(card)) for card in np.flatnonzero(flags))


def _face(card: int) -> Card:
    action = dfg.FIRST_CARD + card
    if card >= dfg.FIRST_JOKER:
        return Card("joker", colour=PURPLE, action=action)
    rank, suit = divmod(card, dfg.NUM_SUITS)
    return Card(
        dfg.RANK_NAMES[rank], SUIT_SIGNS[suit], card_name(card), SUIT_COLOURS[suit], action=action
    )
