"""What happened to the hand of a seat since its player last decided something."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from fudaba.envs import Card


@dataclass(frozen=True)
class HandChange:
    """Cards of a hand, in its order.

    Attributes:
        came: Those that it did not have.
        went: Those that it lost, without what its player played.
        died: Those that can't be played any more.
    """

    came: list[Card]
    went: list[Card]
    died: list[Card]


def hand_change(
    before: Collection[Card], played: Iterable[str], after: Collection[Card]
) -> HandChange:
    """Returns how a hand changed.

    Args:
        before: The hand at the last decision.
        played: The keys of the cards that this decision played.
        after: The present hand.
    """
    came, went, used = _without(after, before), _without(before, after), [*played]
    lost = list[Card]()
    for card in went:
        if card.about.key in used:
            used.remove(card.about.key)
        else:
            lost.append(card)
    died = _without(_dim(_without(after, came)), _dim(before))
    return HandChange(came, lost, died)


def _dim(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card.is_dim]


def _without(cards: Iterable[Card], others: Iterable[Card]) -> list[Card]:
    """Returns the cards that are not among others, equal ones as often as they are missing."""
    left, found = [*map(_face, others)], list[Card]()
    for card in cards:
        if _face(card) in left:
            left.remove(_face(card))
        else:
            found.append(card)
    return found


def _face(card: Card) -> tuple[str, str, str]:
    """Returns what a card shows; a dead card has the same face as a living one."""
    return card.sign, card.text, card.figure
