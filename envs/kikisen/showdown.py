"""Showdowns of the games with betting: the cards of a hand, and why the winner wins."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from ..cards.counts import spread_out
from ..cards.kikisen import COURT, NUM_KINDS, NUM_TYPES, SHIP
from ..cards.kikisen_faces import card_face
from ..core.kit.seats import NOBODY, player_name
from ..core.scene.scene import Card
from .words import all_of, pot_winners, words_of

Value = tuple[int, int, int, int]  # rank, size, number, and whether it is of one colour


class Used(NamedTuple):
    """A card that a hand may be made of.

    Attributes:
        owner: The seat of its owner; NOBODY for a common card.
        type_: Its type.
    """

    owner: int
    type_: int


def cards_used(owner: int, counts: np.ndarray) -> list[Used]:
    """Returns cards by type as cards of an owner."""
    return [Used(owner, int(type_)) for type_ in spread_out(counts)]


def counts_of(cards: Iterable[Used]) -> np.ndarray:
    """Returns int8[24], the cards by type."""
    types = [card.type_ for card in cards]
    return np.bincount(np.array(types, np.int64), minlength=NUM_TYPES).astype(np.int8)


def hand_of(
    cards: Sequence[Used], player: int, is_made: Callable[[list[Used]], bool]
) -> list[Used]:
    """Returns cards that make a hand and of which none can be left out.

    Cards of others are left out before own ones, and ships before other cards.

    Args:
        cards: Cards that make it, others perhaps among them.
        player: The seat whose hand it is.
        is_made: Whether the hand can be made of some cards.
    """
    left = sorted(cards, key=lambda card: (card.owner != player, card.owner, card.type_))
    for card in sorted(
        left, key=lambda card: (card.owner == player, card.type_ % NUM_KINDS != SHIP)
    ):
        others = left.copy()
        others.remove(card)
        if is_made(others):
            left = others
    return left


def hand_words(name: str, hand: Iterable[Used], player: int) -> str:
    """Returns a hand with its cards: `set (bE with player_2's rE)`.

    Args:
        name: What the hand is called.
        hand: Its cards, those of one owner together.
        player: The seat whose hand it is.
    """
    by_owner = {
        owner: words_of(card.type_ for card in group)
        for owner, group in groupby(hand, key=lambda card: card.owner)
    }
    own = by_owner.pop(player, "")
    others = [
        f"common {words}" if owner == NOBODY else f"{player_name(owner)}'s {words}"
        for owner, words in by_owner.items()
    ]
    parts = [own] * bool(own) + [all_of(others)] * bool(others)
    return f"{name} ({' with '.join(parts)})" if parts else name


def hand_faces(own: np.ndarray, hand: Iterable[Used], player: int) -> tuple[Card, ...]:
    """Returns the own cards, dim where the hand has no use for them, then the others of the hand.

    Args:
        own: The own cards by type.
        hand: The cards of the hand.
        player: The seat whose hand it is.
    """
    used = [card.type_ for card in hand if card.owner == player]
    unused = own.astype(int) - np.bincount(np.array(used, np.int64), minlength=NUM_TYPES)
    notes = {card: "common" if card.owner == NOBODY else "shared" for card in hand}
    return (
        *map(card_face, used),
        *(card_face(card.type_, note=notes[card]) for card in hand if card.owner != player),
        *(card_face(type_, is_dim=True) for type_ in spread_out(unused)),
    )


def showdown_verdict(
    after: np.void,
    seat: int,
    values: Mapping[int, Sequence[Value]],
    name_of: Callable[[int], str],
) -> str:
    """Returns who wins the pot and why: `player_1 wins the pot: run beats set`.

    Args:
        after: The view record of a seat after the season ended.
        seat: Its number, for the players' names.
        values: By distance from the viewer, what the hands of the players are worth, the best
            first; empty if none were shown.
        name_of: The name of a rank.
    """
    words = pot_winners(after, seat)
    if not values:
        return f"{words}: all others have dropped"
    winners = [distance for distance in values if after["winners"][distance]]
    if len(winners) > 1:
        return f"{words}: their hands are equal"
    others = [[*values[distance]] for distance in values if distance not in winners]
    return f"{words}: {_decision(values[winners[0]], max(others), name_of)}"


def _decision(best: Sequence[Value], other: Sequence[Value], name_of: Callable[[int], str]) -> str:
    """Returns the first difference of two lists of values, of which the first one is higher."""
    same = 0
    while same < len(other) and best[same] == other[same]:
        same += 1
    if same == len(other):
        return "the hands are equal, but the other has no further one" if same else "no other hand"
    words = _difference(best[same], other[same], name_of)
    return f"the best hands are equal, and of the next best {words}" if same else words


def _difference(high: Value, low: Value, name_of: Callable[[int], str]) -> str:
    """Returns why a value is higher than another: `the higher set wins, 8 against 7`."""
    rank, size, number, _ = high
    name = name_of(rank)
    if rank != low[0]:
        return f"{name} beats {name_of(low[0])}"
    if size != low[1]:
        return f"the {name} of more cards wins, {size} against {low[1]}"
    if number != low[2]:
        return f"the higher {name} wins, {_strength(number)} against {_strength(low[2])}"
    return f"the {name} of one colour wins"


def _strength(number: int) -> str:
    return "court" if number == COURT else str(number)
