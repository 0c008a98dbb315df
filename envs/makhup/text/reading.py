"""What a person may type at a table of Makhup, beyond the names of moves: cards as they are."""

import re
from functools import partial
from typing import NamedTuple

import numpy as np

from ...cards.kikisen import NUM_NUMBERS
from ...core.checking.errors import UserError
from ...core.contract.game import Chain
from ...core.words.reading import list_legal
from ..rules import legal
from ..state import MOVES, SPECIAL, Cards
from .reasons import why_illegal

_legal = partial(list_legal, legal, len(MOVES))

TYPING = """\
Cards can be typed as they are, in any order:
  play 3 1 2, 3 1 2    cards onto the end that they add up to
  3 1 2 on 6, 4 on K   the end can be named; K, E, S, king, emperor and ship are
                       special
  join 5 3             the ends that the card of their sum is to join
  K                    a special card
What the words leave open is asked. A number alone is the move with this number."""

RANKS = {str(number): number for number in range(NUM_NUMBERS)} | dict.fromkeys(
    ("special", "k", "king", "e", "emperor", "s", "ship"), SPECIAL
)
JOIN = re.compile(r"join\s+(?P<ends>.+?)(\s+(by|with)\s+(?P<cards>.+))?")
PLAY = re.compile(r"((play|extend|lay)\s+)?(?P<cards>.+?)(\s+(on|onto)\s+(?P<ends>.+))?")


class Wanted(NamedTuple):
    """A move as it was typed, ranks in rising order: what is left open is empty."""

    cards: Cards
    ends: Cards

    def fits(self, cards: Cards, ends: Cards) -> bool:
        """Whether it can be the move that plays these cards and closes these ends."""
        return self.cards in ((), cards) and self.ends in ((), ends)


def read(state: np.void, text: str) -> list[Chain]:
    """What a person can mean by words that are no names of moves.

    Args:
        state: The table; of the hands only that of the seat to move is looked at.
        text: The words.

    Returns:
        Action ids that the seat to move may take, each as a chain of one; none where the words are
        not understood.

    Raises:
        UserError: They are understood, but that is not allowed.
    """
    wanted = _wanted(text.casefold().strip())
    if wanted is None:
        return []
    fitting = [action for action, move in enumerate(MOVES) if wanted.fits(*move)]
    allowed = [action for action in fitting if action in _legal(state)]
    if not allowed:
        why = _why_not(state, wanted, fitting) if fitting else _why_no_move(wanted)
        raise UserError(f"{text!r} is not allowed: {why}")
    return [(action,) for action in allowed]


def _wanted(words: str) -> Wanted | None:
    """The cards and ends that are typed; None if it is something else, or a number alone."""
    found = JOIN.fullmatch(words) or PLAY.fullmatch(words)
    if found is None or words.isdecimal():
        return None
    cards, ends = (_ranks(found[part]) for part in ("cards", "ends"))
    if cards is None or ends is None or (not cards and len(ends) < 2):
        return None
    return Wanted(cards, ends)


def _ranks(words: str | None) -> Cards | None:
    """The ranks of `5 and 3`, of nothing none; None if it is something else."""
    names = [word for word in re.split(r"[\s,+]+", words or "") if word not in ("", "and")]
    if not set(names) <= set(RANKS):
        return None
    return tuple(sorted(RANKS[name] for name in names))


def _why_not(state: np.void, wanted: Wanted, fitting: list[int]) -> str:
    """Why none of the moves that can be meant is legal; of several the extension."""
    extensions = [action for action in fitting if MOVES[action][1] == (sum(wanted.cards),)]
    return why_illegal(state, (extensions or fitting)[0])


def _why_no_move(wanted: Wanted) -> str:
    """Why there is no such move, whatever lies on the table."""
    cards, ends = wanted
    if SPECIAL in cards:
        return "a special card is played alone, onto no end (MHP-5.1)."
    if SPECIAL in ends:
        return "a special end takes one card, and can't be joined (MHP-5.2)."
    if cards and ends and sum(cards) != sum(ends):
        return f"the cards add up to {sum(cards)}, not to {sum(ends)} (MHP-4.1)."
    if sum(cards or ends) >= NUM_NUMBERS:
        return f"there is no number {sum(cards or ends)} (MHP-2.1)."
    return "cards extend one end, or one card joins two (MHP-4.1)."
