"""Showdowns of the games with betting: the cards of a hand, and why the winner wins."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from fudaba.common.languages import translator

from ..cards.counts import spread_out
from ..cards.kikisen import NUM_KINDS, NUM_TYPES, SHIP
from ..cards.kikisen_faces import card_face
from ..core.kit.seats import NOBODY, player_name
from ..core.scene.about import Topic
from ..core.scene.scene import Card
from .words import all_of, pot_winners, words_of

_, _n = translator("kikisen")

Value = tuple[int, int, int, int]  # rank, size, number, and whether it is of one colour
HandWords = Callable[[int, Value], str]  # a hand of a player by distance: `set of 8 (b8 r8)`


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


def in_order(hand: Sequence[Used], kinds: Sequence[int]) -> list[Used]:
    """Returns the cards of a hand in the order of its kinds, each ship in the place that it takes.

    Args:
        hand: Its cards.
        kinds: The kinds of cards that it consists of, one for each card.
    """
    left, places = [*hand], list[Used | None]()
    for kind in kinds:
        card = next((card for card in left if card.type_ % NUM_KINDS == kind), None)
        places.append(card)
        if card:
            left.remove(card)
    ships = iter(left)
    return [card or next(ships) for card in places]


def hand_words(name: str, hand: Iterable[Used], player: int) -> str:
    """Returns a hand with its cards: `set (bE with player_2's rE)`.

    Args:
        name: What the hand is called.
        hand: Its cards.
        player: The seat whose hand it is.
    """
    by_owner = dict[int, list[int]]()
    for card in hand:
        by_owner.setdefault(card.owner, []).append(card.type_)
    own = words_of(by_owner.pop(player, []))
    others = all_of(
        [_of_owner(owner, words_of(types)) for owner, types in sorted(by_owner.items())]
    )
    if own and others:
        return _("{name} ({cards} with {others})", name=name, cards=own, others=others)
    return _("{name} ({cards})", name=name, cards=own or others) if own or others else name


def _of_owner(owner: int, cards: str) -> str:
    """Returns `common b7` or `player_2's b7`."""
    if owner == NOBODY:
        return _("common {cards}", cards=cards)
    return _("{name:{name}'s|your} {cards}", name=player_name(owner), cards=cards)


def hand_faces(
    own: np.ndarray, hand: Iterable[Used], player: int, topic: Topic
) -> tuple[Card, ...]:
    """Returns the cards of a hand, then the own cards for which it has no use, dim.

    Args:
        own: The own cards by type.
        hand: The cards of the hand, in the order in which they are shown.
        player: The seat whose hand it is.
        topic: What the game says of cards, as for `card_face`.
    """
    used = [card.type_ for card in hand if card.owner == player]
    unused = own.astype(int) - np.bincount(np.array(used, np.int64), minlength=NUM_TYPES)
    return (
        *(card_face(card.type_, topic, **_origin(card, player)) for card in hand),
        *(card_face(type_, topic, is_dim=True) for type_ in spread_out(unused)),
    )


def dropped_with(
    name: str, own: np.ndarray, hand: Sequence[Used], player: int, topic: Topic
) -> tuple[str, tuple[Card, ...]]:
    """Returns what a player who has dropped is told of the own hand, and its cards.

    Args:
        name: What the hand is called.
        own: The own cards by type.
        hand: The cards of the hand, in the order in which they are shown.
        player: The seat of the player, who alone may see them.
        topic: What the game says of cards, as for `card_face`.
    """
    return _("dropped with {hand}", hand=name), hand_faces(own, hand, player, topic)


def _origin(card: Used, player: int) -> dict[str, str]:
    """Returns the note below a card of a hand that does not come from the player's own cards."""
    if card.owner == player:
        return {}
    return {"note": _("common") if card.owner == NOBODY else _("shared")}


def showdown_verdict(
    after: np.void,
    seat: int,
    values: Mapping[int, Sequence[Value]],
    hand_in_words: HandWords,
    name_of_equal: Callable[[Value], str],
) -> str:
    """Returns a sentence: who wins the pot, which hands are equal, and which hands decide.

    Args:
        after: The view record of a seat after the season ended.
        seat: Its number, for the players' names.
        values: By distance from the viewer, what the hands of the players are worth, the best
            first; empty if none were shown.
        hand_in_words: `hand_in_words(distance, value)`, a player's hand with its cards.
        name_of_equal: What a hand is called that several have; each value has a name of its own.

    Returns:
        As in `player_1 wins the pot. Their best 2 combinations are equal: set 8 8, set 2 2. The
        next ones decide: player_1's set of 0 (rS r0) beats player_0's single 8 (b8), for it
        stands higher in the list of hands`.
    """
    outcome = pot_winners(after, seat)
    if not values:
        return _("{outcome}: all others have dropped", outcome=outcome)
    winners = [distance for distance in values if after["winners"][distance]]
    if len(winners) > 1:
        return _("{outcome}: their hands are equal", outcome=outcome)
    others = [distance for distance in values if distance not in winners]
    loser = max(others, key=lambda distance: [*values[distance]])
    best, other = (
        _Player(
            player_name((seat + distance) % int(after["num_players"])),
            values[distance],
            partial(hand_in_words, distance),
        )
        for distance in (winners[0], loser)
    )
    return _decision(outcome, best, other, name_of_equal)


class _Player(NamedTuple):
    """A player at a showdown: the name, what the hands are worth, and a hand in words."""

    name: str
    values: Sequence[Value]
    in_words: Callable[[Value], str]

    def hand(self, at: int) -> str:
        """Returns a hand with its player: `player_1's set of 0 (rS r0)`."""
        return _("{name:{name}'s|your} {hand}", name=self.name, hand=self.in_words(self.values[at]))


def _decision(
    outcome: str, best: _Player, other: _Player, name_of_equal: Callable[[Value], str]
) -> str:
    """Returns an outcome with the first hands of two players that differ."""
    same = _number_of_equal(best.values, other.values)
    if same == len(other.values):
        reason = _(
            "{hand} counts, and {name} {name:has|have} none", hand=best.hand(same), name=other.name
        )
    else:
        worth = best.values[same], other.values[same]
        reason = _beats(best.hand(same), other.hand(same), *worth)
    return _because(outcome, [*map(name_of_equal, best.values[:same])], reason)


def _because(outcome: str, equal: Sequence[str], reason: str) -> str:
    """Returns an outcome with its reason, after the names of the best hands that are equal."""
    if not equal:
        return _("{outcome}: {reason}", outcome=outcome, reason=reason)
    names = _(", ").join(equal)
    return _n(
        "{outcome}. Their best combinations are equal: {names}. The next ones decide: {reason}",
        "{outcome}. Their best {count} combinations are equal: {names}. The next ones decide: "
        "{reason}",
        len(equal),
        outcome=outcome,
        names=names,
        reason=reason,
    )


def _number_of_equal(best: Sequence[Value], other: Sequence[Value]) -> int:
    """Returns the number of leading values that two lists share."""
    pairs = enumerate(zip(best, other, strict=False))
    return next((at for at, (one, two) in pairs if one != two), min(len(best), len(other)))


def _beats(best: str, other: str, high: Value, low: Value) -> str:
    """Returns that a hand beats another, and why unless its number says so.

    Args:
        best: The better hand in words.
        other: The other one.
        high: What the better hand is worth.
        low: What the other one is worth.
    """
    if high[0] != low[0]:
        why = _("it stands higher in the list of hands")
    elif high[1] != low[1]:
        why = _("it has more cards")
    elif high[2] == low[2]:
        why = _("it has one colour")
    else:
        return _("{best} beats {other}", best=best, other=other)
    return _("{best} beats {other}, for {why}", best=best, other=other, why=why)
