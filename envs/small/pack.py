"""Packs of cards: kinds, which look different, and how many there are of each."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from fudaba.common.languages import is_read_by_a_person

from ..cards.french import NUM_CARDS, NUM_RANKS, RANKS, SUIT_SIGNS, card_name
from ..cards.french_faces import SUIT_COLOURS
from ..core.scene.about import About
from ..core.scene.scene import BLACK, Card


class Kind(NamedTuple):
    """A kind of card.

    Attributes:
        name: What programs call it, unlike all others: `H7`, `bid 3`.
        text: What stands on it in pictures, a part of its name: `7`, `3`.
        sign: The sign of its suit, if it has one.
        colour: The colour of both.
    """

    name: str
    text: str
    sign: str = ""
    colour: str = BLACK


@dataclass(frozen=True)
class Pack:
    """A pack.

    Attributes:
        kinds: Its kinds of cards; a card is the number of its kind.
        copies: The most cards of each kind, under any house rules.
        firsts: The first kinds of the packs that it was joined of, other than 0; see `join`.
    """

    kinds: tuple[Kind, ...]
    copies: tuple[int, ...]
    firsts: tuple[int, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the kinds."""
        return tuple(kind.name for kind in self.kinds)

    @property
    def counts(self) -> np.ndarray:
        """The copies as an array for kernels, int64[kinds]."""
        return np.array(self.copies, np.int64)

    def word(self, kind: int) -> str:
        """Returns a card in moves: `♥7` for a person if it has a suit, else its name."""
        name, text, sign, _colour = self.kinds[kind]
        return sign + text if sign and is_read_by_a_person() else name

    def face(self, kind: int, about: About, **looks: Any) -> Card:
        """Returns a card of a scene; `looks` are further attributes of `Card`."""
        _name, text, sign, colour = self.kinds[kind]
        return Card(about, text, sign, self.word(kind), colour, **looks)

    def said(self, cards: Iterable[int]) -> str:
        """Returns cards one after another, as `word` says: `♥7 ♠A`."""
        return " ".join(map(self.word, cards))


def pack_of(**copies: int) -> Pack:
    """Returns a pack of kinds by name: `pack_of(wolf=1, villager=4)`; `_` stands for a blank."""
    names = [name.replace("_", " ") for name in copies]
    return Pack(tuple(Kind(name, name) for name in names), tuple(copies.values()))


def join(*packs: Pack) -> Pack:
    """Returns several packs as one, whose cards have different backs.

    Kinds are numbered one pack after the other. The back of a card is public: cards that a seat
    does not know are dealt anew to slots that hold cards of the same back.
    """
    kinds = tuple(kind for pack in packs for kind in pack.kinds)
    copies = tuple(copy for pack in packs for copy in pack.copies)
    sizes = [len(pack.kinds) for pack in packs]
    return Pack(kinds, copies, tuple(sum(sizes[:number]) for number in range(1, len(packs))))


def french_ranks(**others: int) -> Pack:
    """Returns the French pack without suits, A to K as 0 to 12, and other kinds, as `joker=1`."""
    others_too = pack_of(**others)
    ranks = tuple(Kind(rank, rank) for rank in RANKS)
    return Pack((*ranks, *others_too.kinds), ((4,) * NUM_RANKS + others_too.copies))


def french_pack() -> Pack:
    """Returns the French pack: card 13 * suit + rank - 1, suits S, H, D, C = 0..3."""
    cards = [(card, *divmod(card, NUM_RANKS)) for card in range(NUM_CARDS)]
    kinds = tuple(
        Kind(card_name(card), RANKS[rank], SUIT_SIGNS[suit], SUIT_COLOURS[suit])
        for card, suit, rank in cards
    )
    return Pack(kinds, (1,) * NUM_CARDS)
