"""The table of Sevens as a picture shows it, made from a seat's view alone."""

from dataclasses import replace

import numpy as np

from ..core.scene import PURPLE, Card, Scene, Seat, Zone, ordinal, players, whose_turn
from ..playing_cards import RANKS, SUIT_SIGNS, pictured
from .rules import NUM_CARDS, NUM_RANKS, NUM_SUITS, RECENT


def picture(view: np.void, seat: int) -> Scene:
    """The table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The layout, where places that are open now and what the last round laid are marked; the
        own hand, where the cards that fit are marked; and the players.
    """
    names = players(seat, int(view["num_players"]))
    seats = tuple(_seat(view, name, distance) for name, distance in names)
    layers = {distance + 1: name for name, distance in names}
    layout = tuple(
        tuple(_cell(view, suit * NUM_RANKS + rank, layers) for rank in range(NUM_RANKS))
        for suit in range(NUM_SUITS)
    )
    hand = Zone(f"hand of player_{seat}", (_hand(view) or (Card(look="place"),),))
    return Scene("Sevens", _caption(view, seats), seats, ((Zone("", layout),), (hand,)))


def _caption(view: np.void, seats: tuple[Seat, ...]) -> str:
    parts = [whose_turn(seats)]
    if view["idle"] > 1:
        parts.append(f"{view['idle']} passes in a row")
    if view["jokers_aside"]:
        parts.append(f"jokers out of the game: {view['jokers_aside']}")
    return "  ·  ".join(parts)


def _seat(view: np.void, name: str, distance: int) -> Seat:
    return Seat(
        name,
        int(view["hand_size"][distance]),
        _lines(view, distance),
        is_on_turn=bool(view["on_turn"][distance]),
        is_out=not view["active"][distance],
    )


def _lines(view: np.void, distance: int) -> tuple[str, ...]:
    if view["finished"][distance]:
        return (f"finished {ordinal(view['finished'][distance])}",)
    if view["eliminated"][distance]:
        return (f"eliminated {ordinal(view['eliminated'][distance])}",)
    news = ["passed"] if _is_recent(view, view["pass_recency"][distance]) else []
    if view["known_jokers"][distance]:
        news.append("holds " + "★" * int(view["known_jokers"][distance]))
    return _passes(view, distance), ", ".join(news)


def _passes(view: np.void, distance: int) -> str:
    used, limit = view["passes"][distance], view["pass_limit"]
    return f"passes: {used}" if limit < 0 else f"passes: {used} of {limit}"


def _is_recent(view: np.void, recency: int) -> bool:
    """Whether it happened in the last round: since the decision of whoever is on turn."""
    return bool(recency > RECENT - max(1, int(view["active"].sum()) - 1))


def _cell(view: np.void, cell: int, layers: dict[int, str]) -> Card:
    """What lies on a cell; unreachable cards of an eliminated hand are faded."""
    if view["natural"][cell]:
        card = pictured(cell, is_dim=not view["reachable"][cell])
    elif view["joker"][cell]:
        card = _joker(f"for {RANKS[cell % NUM_RANKS]}{SUIT_SIGNS[cell // NUM_RANKS]}")
    else:
        mark = "playable" if view["frontier"][cell] else "none"
        return pictured(cell, look="place", mark=mark)
    if not _is_recent(view, view["recency"][cell]):
        return card
    return replace(card, mark="recent", note=layers[int(view["laid_by"][cell])])


def _hand(view: np.void) -> tuple[Card, ...]:
    """Own cards; those that fit now are marked. A joker that has to be taken goes first."""
    to_take = view["hand"] & view["joker"]
    fits = to_take if to_take.any() else view["hand"] & view["frontier"]
    marks = ("none", "playable")
    cards = [
        pictured(card, mark=marks[fits[card]]) for card in range(NUM_CARDS) if view["hand"][card]
    ]
    return (*cards, *[_joker("joker")] * int(view["hand_jokers"]))


def _joker(note: str) -> Card:
    return Card("★", colour=PURPLE, note=note)
