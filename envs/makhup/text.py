"""Makhup in words: cards, moves, open tables, reasons, news, and typed moves."""

import re
from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from fudaba.common.errors import ForbiddenError
from fudaba.common.languages import N_, translator

from ..cards.counts import spread_out
from ..cards.kikisen import NUM_NUMBERS
from ..cards.melds import count_of
from ..core.contract.cells import snapshot_of
from ..core.contract.fields import ActionKind, decode
from ..core.contract.game import Chain
from ..core.kit.seats import player_name
from ..core.words.reading import in_grammar, list_legal
from ..kikisen.prizes import prizes_by_player
from ..kikisen.words import all_of, ranks_in, season_words
from .rules import can_turn, legal
from .state import (
    ACTIONS,
    CELLS,
    DRAW,
    DRAW_ACTION,
    JOIN_THREE,
    MOVES,
    NO_CARD,
    PASS,
    PASS_ACTION,
    SPECIAL,
    SPECIAL_CARD,
    Cards,
)

_, _n = translator("makhup")

# Cards, moves and open tables

SPECIAL_NAME = N_("special")


def rank_name(rank: int) -> str:
    """Returns the name of a rank in open tables: `7`, or `special`."""
    return SPECIAL_NAME if rank == SPECIAL else str(rank)


def rank_word(rank: int) -> str:
    """Returns a rank as people say it: `7`, or `special`."""
    return _(SPECIAL_NAME) if rank == SPECIAL else str(rank)


def words_of(ranks: Iterable[int]) -> str:
    """Returns ranks as one text: `0 3 3 special`."""
    return " ".join(map(rank_word, ranks))


def listed(ranks: Iterable[int]) -> str:
    """Returns ranks as a list in words: `3 and 5`, `1, 2 and 5`."""
    return all_of([*map(rank_word, ranks)])


def describe(state: np.void, action: int) -> str:
    """Returns the move as a player would say it.

    `play 1+2+3 on 6`, `join 3 and 5 with 8`, `play 3 on special`, `play special`, `draw`, `pass`.
    """
    kind = decode(ACTIONS, action)[0]
    if kind is DRAW:
        return _("{:draws|draw}")
    if kind is PASS:
        return _("{:passes|pass}")
    if kind is SPECIAL_CARD:
        return _("{:plays|play} special")
    return move_words(*MOVES[action])


def move_words(cards: Cards, ends: Cards) -> str:
    """Returns a play of number cards as a player would say it; see `describe`."""
    if len(ends) > 1:
        return _("{:joins|join} {ends} with {card}", ends=listed(ends), card=words_of(cards))
    return _("{:plays|play} {cards} on {end}", cards="+".join(map(str, cards)), end=words_of(ends))


def snapshot(state: np.void) -> dict[str, Any]:
    """Returns the open table as plain zones with rank names: everything, hidden cards included.

    Returns:
        A dict of JSON-able values: hands, open ends, table, gone pile and stock (its top last) as
        lists of ranks, whose turn it is (a player's name or None), the dealer, scores in points,
        and the public counters.
    """
    hands = state["hands"][: state["num_players"]]
    stock = [int(rank) for rank in state["stock"] if rank != NO_CARD]
    return {
        "hands": {player_name(seat): _names(ranks_in(hand)) for seat, hand in enumerate(hands)},
        "ends": _names(ranks_in(state["ends"])),
        "table": _names(ranks_in(state["table"])),
        "gone": _names(ranks_in(state["gone"])),
        "stock": _names(stock),
        **snapshot_of(CELLS, state),
        "scores": prizes_by_player(state),
    }


def _names(ranks: Iterable[int]) -> list[str]:
    return list(map(rank_name, ranks))


# Why a move is illegal


def why_illegal(state: np.void, action: int) -> str:
    """Returns the reason, with its clause, why an action is illegal for the seat to move."""
    kind = decode(ACTIONS, action)[0]
    if kind is DRAW:
        return _why_no_draw(state)
    if kind is PASS:
        return _("a draw or a play is possible (MHP-4.1).")
    return _why_no_play(state, kind, *MOVES[action])


def _why_no_draw(state: np.void) -> str:
    if can_turn(state):
        return _("a card can be played, and draw_when_able is off (MHP-4.1).")
    return _("there is no card left that could be turned (MHP-4.3).")


NOT_IN_HAND = (
    N_("there is no {card} in the hand ({clause})."),
    N_("there are not so many {card} in the hand ({clause})."),
)
NO_END = (
    N_("there is no {card} among the open ends ({clause})."),
    N_("there are not so many {card} among the open ends ({clause})."),
)


def _why_no_play(state: np.void, kind: ActionKind, cards: Cards, ends: Cards) -> str:
    if kind is JOIN_THREE and state["join_max"] < len(ends):
        return _("a card may join two ends, with this join_max (MHP-4.1).")
    for zone, ranks, (none, few) in [
        (state["hands"][state["to_move"]], cards, NOT_IN_HAND),
        (state["ends"], ends, NO_END),
    ]:
        for rank in ranks:
            wanted, there = ranks.count(rank), count_of(zone, rank)
            if there < wanted:
                clause = "MHP-5.1" if rank == SPECIAL and kind is SPECIAL_CARD else "MHP-4.1"
                return _(few if there else none, card=rank_word(rank), clause=clause)
    raise ValueError(f"{words_of(cards)} is a legal play")


# What a step brought


def news(before: np.void, after: np.void, seat: int) -> str:
    """Returns the cards turned up, a reshuffle, and the end of a season."""
    is_new = after["season"] > before["season"]
    parts = [season_words(before, after, seat)] if is_new else []
    if after["on_turn"].any() or not is_new:
        parts += _turned_words(before, after, is_new)
    return _("; ").join(parts)


def _turned_words(before: np.void, after: np.void, is_new: bool) -> list[str]:
    """Returns `the gone pile is shuffled to be the stock`, `turned up: 2 special`."""
    parts = []
    reshuffles = 0 if is_new else int(before["reshuffles"])
    if after["reshuffles"] > reshuffles:
        parts.append(_("the gone pile is shuffled to be the stock"))
    if turned := _turned(before, after, is_new):
        parts.append(_("turned up: {cards}", cards=words_of(turned)))
    return parts


def _turned(before: np.void, after: np.void, is_new: bool) -> list[int]:
    """Returns the ranks that were turned up: the new table after a clearing, or the drawn card."""
    played = int(before["hand_sizes"].sum() - after["hand_sizes"].sum())
    has_gone = after["reshuffles"] > before["reshuffles"] or (after["gone"] != before["gone"]).any()
    if is_new or (played and has_gone):
        return spread_out(after["table"])
    return [] if played else spread_out(after["table"] - before["table"])


# What a person may type


_legal = partial(list_legal, legal, len(MOVES))

TYPING = N_("""\
Cards can be typed as they are, in any order:
  play 3 1 2, 3 1 2    cards onto the end that they add up to
  3 1 2 on 6, 4 on K   the end can be named; K, E, S, king, emperor and ship are
                       special
  join 5 3             the ends that the card of their sum is to join
  K                    a special card
What the words leave open is asked. A number alone is the move with this number.""")

RANKS = {str(number): number for number in range(NUM_NUMBERS)} | dict.fromkeys(
    ("special", "k", "king", "e", "emperor", "s", "ship"), SPECIAL
)
JOIN = re.compile(r"join\s+(?P<ends>.+?)(\s+(by|with)\s+(?P<cards>.+))?")
PLAY = re.compile(r"((play|extend|lay)\s+)?(?P<cards>.+?)(\s+(on|onto)\s+(?P<ends>.+))?")
NAMES = {"draw": DRAW_ACTION, "pass": PASS_ACTION}

JAPANESE = (  # words, and what the grammar above has for them, in this order
    ("特別札", "special"),
    ("王", "k"),
    ("皇", "e"),
    ("船", "s"),
    ("[、と]", " "),
    (r"^(.+)の道に(.+?)(を出す)?$", r"play \2 on \1"),
    (r"^(.+)で(.+?)(の道)?を統合(する)?$", r"join \2 with \1"),
    (r"^(.+?)(の道)?を(.+)で統合(する)?$", r"join \1 with \3"),
    (r"^(.+?)(の道)?を統合(する)?$", r"join \1"),
    (r"^(.+)を出す$", r"play \1"),
    ("^引く$", "draw"),
    ("^パス$", "pass"),
)


class Wanted(NamedTuple):
    """A typed move: cards and ends, as ranks in rising order; empty if not typed."""

    cards: Cards
    ends: Cards

    def fits(self, cards: Cards, ends: Cards) -> bool:
        """Returns whether the words can mean the move with these cards and these ends."""
        return self.cards in ((), cards) and self.ends in ((), ends)


def read(state: np.void, text: str) -> list[Chain]:
    """Returns the moves that typed words can mean; see `Words.read`."""
    typed = in_grammar(text, JAPANESE)
    if typed in NAMES:
        return _if_legal(state, NAMES[typed])
    wanted = _wanted(typed)
    if wanted is None:
        return []
    fitting = [action for action, move in enumerate(MOVES) if wanted.fits(*move)]
    allowed = [action for action in fitting if action in _legal(state)]
    if not allowed:
        why = _why_not(state, wanted, fitting) if fitting else _why_no_move(wanted)
        raise ForbiddenError(why)
    return [(action,) for action in allowed]


def _if_legal(state: np.void, action: int) -> list[Chain]:
    """Returns a single move as a chain; raises the reason if it is illegal."""
    if action not in _legal(state):
        raise ForbiddenError(why_illegal(state, action))
    return [(action,)]


def _wanted(words: str) -> Wanted | None:
    """Returns the typed cards and ends; None for other words or a number alone."""
    found = JOIN.fullmatch(words) or PLAY.fullmatch(words)
    if found is None or words.isdecimal():
        return None
    cards, ends = (_ranks(found[part]) for part in ("cards", "ends"))
    if cards is None or ends is None or (not cards and len(ends) < 2):
        return None
    return Wanted(cards, ends)


def _ranks(words: str | None) -> Cards | None:
    """Returns the ranks of `5 and 3`, () for no words; None for other words."""
    names = [word for word in re.split(r"[\s,+]+", words or "") if word not in ("", "and")]
    if not set(names) <= set(RANKS):
        return None
    return tuple(sorted(RANKS[name] for name in names))


def _why_not(state: np.void, wanted: Wanted, fitting: list[int]) -> str:
    """Returns the reason why none of the fitting moves is legal, an extension before others."""
    extensions = [action for action in fitting if MOVES[action][1] == (sum(wanted.cards),)]
    return why_illegal(state, (extensions or fitting)[0])


def _why_no_move(wanted: Wanted) -> str:
    """Returns the reason why no table allows such a move."""
    cards, ends = wanted
    if SPECIAL in cards:
        return _("a special card is played alone, onto no end (MHP-5.1).")
    if SPECIAL in ends:
        return _("a special end takes one card, and can't be joined (MHP-5.2).")
    total = sum(cards or ends)
    if cards and ends and total != sum(ends):
        return _("the cards add up to {sum}, not to {end} (MHP-4.1).", sum=total, end=sum(ends))
    if total >= NUM_NUMBERS:
        return _("there is no number {number} (MHP-2.1).", number=total)
    return _("cards extend one end, or one card joins two (MHP-4.1).")
