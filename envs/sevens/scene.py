"""The table of Sevens as a seat sees it, from its view alone."""

from dataclasses import replace

import numpy as np

from ..cards.french import NUM_CARDS, NUM_RANKS, NUM_SUITS, RANKS, SUIT_SIGNS, card_face, suit_grid
from ..core.recency import in_last_round
from ..core.scene import GAME_OVER, PURPLE, Card, Scene, Seat, ordinal, plural
from ..core.seats import distances, player_name
from .state import PLAY

OPEN = Card(look="place", mark="playable")
JOKER = Card("★", name="joker", colour=PURPLE)
LEGEND = (
    (OPEN, "can be laid now"),
    (Card("9", is_dim=True), "laid, but not yet linked to a seven"),
    (JOKER, "joker"),
)


def scene(view: np.void, seat: int) -> Scene:
    """The table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The layout, where places that are open now and what the last round laid are marked; the
        own hand, where the cards that fit are marked; and the players.
    """
    is_over = not view["on_turn"].any()
    layout = suit_grid(range(NUM_SUITS), [_cell(view, seat, cell) for cell in range(NUM_CARDS)],
                       LEGEND)  # fmt: skip
    return Scene(
        "Sevens",
        seat,
        tuple(_seat(view, *place) for place in distances(seat, int(view["num_players"]))),
        ((layout,),),
        _notes(view),
        GAME_OVER if is_over else "lay a card or pass",
    )


def _notes(view: np.void) -> tuple[str, ...]:
    notes = []
    if view["idle"] > 1:
        notes.append(f"{view['idle']} passes in a row")
    if view["jokers_aside"]:
        notes.append(f"jokers out of the game: {view['jokers_aside']}")
    return tuple(notes)


def _seat(view: np.void, seat: int, distance: int) -> Seat:
    return Seat(
        player_name(seat),
        int(view["hand_size"][distance]),
        _facts(view, distance),
        () if distance else _hand(view),
        is_on_turn=bool(view["on_turn"][distance]),
        is_out=not view["active"][distance],
    )


def _facts(view: np.void, distance: int) -> tuple[str, ...]:
    if view["finished"][distance]:
        return (f"finished {ordinal(view['finished'][distance])}",)
    if view["eliminated"][distance]:
        return (f"eliminated {ordinal(view['eliminated'][distance])}",)
    facts = [passes_word(view, distance)]
    if view["known_jokers"][distance]:
        facts.append(f"holds {plural(int(view['known_jokers'][distance]), 'joker')}")
    if _is_recent(view, view["pass_recency"][distance]):
        facts.append("passed")
    return tuple(facts)


def passes_word(view: np.void, distance: int) -> str:
    """`2 of 3 passes used`, or `2 passes used` without a limit."""
    used = int(view["passes"][distance])
    if view["pass_limit"] >= 0:
        return f"{used} of {view['pass_limit']} passes used"
    return f"{plural(used, 'pass', 'es')} used"


def _is_recent(view: np.void, recency: int) -> bool:
    return in_last_round(recency, int(view["active"].sum()))


def _cell(view: np.void, seat: int, cell: int) -> Card:
    """What lies on a cell; unreachable cards of an eliminated hand are faded."""
    if view["natural"][cell]:
        card = card_face(cell, is_dim=not view["reachable"][cell])
    elif view["joker"][cell]:
        card = replace(JOKER, note=f"for {RANKS[cell % NUM_RANKS]}{SUIT_SIGNS[cell // NUM_RANKS]}")
    else:
        mark = "playable" if view["frontier"][cell] else "none"
        return card_face(cell, look="place", mark=mark, action=PLAY.first + cell)
    if not _is_recent(view, view["recency"][cell]):
        return card
    layer = (seat + int(view["laid_by"][cell]) - 1) % int(view["num_players"])
    return replace(card, mark="recent", note=player_name(layer))


def _hand(view: np.void) -> tuple[Card, ...]:
    """Own cards; those that fit now are marked. A joker that has to be taken goes first."""
    to_take = view["hand"] & view["joker"]
    fits = to_take if to_take.any() else view["hand"] & view["frontier"]
    marks = ("none", "playable")
    cards = [
        card_face(card, mark=marks[fits[card]], action=PLAY.first + card)
        for card in np.flatnonzero(view["hand"]).tolist()
    ]
    return (*cards, *[replace(JOKER, note="joker")] * int(view["hand_jokers"]))
