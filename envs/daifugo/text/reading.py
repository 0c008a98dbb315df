"""Reading of typed cards in Daifugo, beyond the names of moves."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

import numpy as np

from fudaba.common.errors import ForbiddenError
from fudaba.common.languages import N_, translator

from ...cards.french import SUIT_SIGNS
from ...core.contract.game import Chain
from ...core.words.reading import copied, in_grammar, list_legal
from .. import state as dfg
from ..rules import legal, plays
from .reasons import (
    NO_SUCH_PLAY,
    NO_SUCH_RECEIVER,
    NOT_SO_MANY_JOKERS,
    why_bound,
    why_illegal,
    why_not_held,
    why_unfit,
)
from .words import (
    Face,
    Shape,
    face_name,
    faces_of,
    jokers_after,
    jokers_of,
    shapes,
)

_, _n = translator("daifugo")

_legal = partial(list_legal, legal, dfg.NUM_ACTIONS)

TYPING = N_("""\
Cards can be typed as they are:
  7, ♠7 or s7          a card
  3 3 3 or s3 h3 d3    a pair, a triple, ...
  ♠3-♠5, s3-5 or 3-5   a run
  joker                a joker alone; in a play one word for each: "7 joker",
                       "s3 joker s5", "7 joker=d7"
  s4 to 2              give a card to player_2
What the words leave open is asked. Where a number is also a card, #7 is the
move with this number.""")

SUITS = {name: suit for suit in range(4) for name in (SUIT_SIGNS[suit], "shdc"[suit])}
RANKS = {name.casefold(): rank for rank, name in enumerate(dfg.RANK_NAMES)}
SUIT, RANK = "[♠♥♦♣shdc]", "10|[2-9jqka]"
CARD = re.compile(f"(?P<suit>{SUIT})?(?P<rank>{RANK})|(?P<rank_first>{RANK})(?P<suit_last>{SUIT})")
JOKER = re.compile(r"joker(?:=(?P<card>.+))?")
DESIGNATED = re.compile(r"\bjokers?\s*(?:=|\bas\b|\()\s*([^\s()]+)\)?")
RECEIVER = re.compile(r"(?:to\s+)?(?:player[_ ]|seat\s+)?(\d+)")
TO = re.compile(rf"\s+(?=to\s){RECEIVER.pattern}$")
TOO_FEW = (
    N_("the hand has no {rank} (DFG-4.1)."),
    N_("the hand has only one {rank}; write joker for a joker (DFG-4.1)."),
    N_("the hand has only two {rank}s; write joker for a joker (DFG-4.1)."),
    N_("the hand has only three {rank}s; write joker for a joker (DFG-4.1)."),
    N_("the hand has only four {rank}s; write joker for a joker (DFG-4.1)."),
)
JAPANESE = (  # words and signs, and what the grammar above has for them, in this order
    ("\N{VARIATION SELECTOR-16}", ""),  # follows a suit's sign on some keyboards
    ("ジョーカー", "joker"),
    ("スペード", "♠"),
    ("ハート", "♥"),
    ("ダイヤ", "♦"),
    ("クラブ|クローバー", "♣"),
    (rf"({SUIT})の(?={RANK})", r"\1"),
    (rf"({SUIT}?(?:{RANK}))の代わりのjoker", r"joker=\1"),
    ("[〜~\N{EN DASH}]|から", "-"),
    (rf"({RANK})[をの](?:ペア|2枚)", r"\1 \1"),
    (rf"({RANK})[をの]3枚", r"\1 \1 \1"),
    (rf"({RANK})[をの]4枚", r"\1 \1 \1 \1"),
    (r"(?:[をの](?:階段|単体|1枚))?[をで]?(?:(?:出|渡|返)す|捨てる)?$", ""),
    ("^(.+)に$", r"to \1"),
    ("^(.+)に(.+)", r"\2 to \1"),
    ("[、・と]", " "),
)
MOVES = {  # which of these actions is meant, the first that is legal
    "pass": (dfg.PASS_ACTION, dfg.PASS_DRAW_ACTION),
    "パス": (dfg.PASS_ACTION, dfg.PASS_DRAW_ACTION),
    "pass and draw": (dfg.PASS_DRAW_ACTION,),
    "パスして引く": (dfg.PASS_DRAW_ACTION,),
    "引く": (dfg.PASS_DRAW_ACTION,),
    "stop": (dfg.STOP_ACTION,),
    "やめる": (dfg.STOP_ACTION,),
}


class Wanted(NamedTuple):
    """A typed card; None stands for any rank or suit."""

    rank: int | None
    suit: int | None
    is_joker: bool = False

    def fits(self, face: Face) -> bool:
        """Whether a card of a play matches the typed one."""
        return (
            face.is_joker == self.is_joker
            and self.rank in (None, face.rank)
            and self.suit in (None, face.suit)
        )


def read(state: np.void, text: str) -> list[Chain]:
    """Returns the moves that typed words can mean; see `Words.read`."""
    phase, words = int(state["phase"]), in_grammar(text, JAPANESE)
    if said := [action for action in MOVES.get(words, ()) if action in _legal(state)]:
        return [(said[0],)]
    if phase in (dfg.SHAPE, dfg.SUITS, dfg.JOKER_FACES):
        return _read_play(state, phase, words)
    words = re.sub(r"^(give|discard)\b", "", words).strip()
    if phase == dfg.GIVE_TO:
        return _read_receiver(state, words)
    return _read_cards(state, phase, words)


# From words to cards


def _wanted(words: str) -> list[Wanted]:
    """Returns the typed cards; empty if the words are no cards."""
    found: list[Wanted] = []
    for word in re.split(r"[\s,+]+", DESIGNATED.sub(r"joker=\1", words).strip()):
        if word in ("play", "with", "and"):
            continue
        cards = _run(word.split("-")) if "-" in word else [_card(word)]
        if not cards or None in cards:
            return []
        found += filter(None, cards)
    return found


def _card(word: str) -> Wanted | None:
    """Returns a card for `7`, `s7`, `7s`, `joker`, `joker=d7` or only a suit, else None."""
    if word in SUITS:
        return Wanted(None, SUITS[word])
    if joker := JOKER.fullmatch(word):
        stands_for = _card(joker["card"]) if joker["card"] else Wanted(None, None)
        return stands_for and stands_for._replace(is_joker=True)
    if not (card := CARD.fullmatch(word)):
        return None
    suit = card["suit"] or card["suit_last"]
    return Wanted(RANKS[card["rank"] or card["rank_first"]], SUITS[suit] if suit else None)


def _run(words: Sequence[str]) -> list[Wanted | None]:
    """Returns the cards of `s3-s5`, `3-5`, `s3-4-5` or `s3-joker-s5`; empty for no run."""
    ends = [_card(word) for word in words]
    if any(card is None or card.is_joker for card in ends):
        return ends
    ranks = [card.rank for card in ends if card and card.rank is not None]
    suits = {card.suit for card in ends if card and card.suit is not None}
    if len(ranks) < len(ends) or ranks != sorted(set(ranks)) or len(suits) > 1:
        return []
    suit = min(suits, default=None)
    return [Wanted(rank, suit) for rank in range(ranks[0], ranks[-1] + 1)]


def _is_met(wanted: Sequence[Wanted], faces: Sequence[Face]) -> bool:
    """Whether a play's cards are exactly the typed ones."""
    return len(wanted) == len(faces) and _first_unmet(wanted, faces) is None


def _first_unmet(wanted: Sequence[Wanted], faces: Sequence[Face]) -> Wanted | None:
    """Returns a typed card without a match among the cards, or None; each card matches once."""
    left = list(faces)
    # The less specific a typed card, the later it is matched, to keep cards for specific ones.
    for card in sorted(wanted, key=lambda card: (card.rank is None) + (card.suit is None)):
        met = next((face for face in left if card.fits(face)), None)
        if met is None:
            return card
        left.remove(met)
    return None


# Plays


def _read_play(state: np.void, phase: int, words: str) -> list[Chain]:
    """Returns the plays of the typed cards; after the first step suits alone are enough."""
    wanted = _wanted(words)
    if not wanted:
        return []
    if phase != dfg.SHAPE:
        return [chain for chain, faces in _rest_of_play(state) if _is_rest(wanted, faces)]
    if all(card.rank is None and not card.is_joker for card in wanted):
        return []
    shaped = [action for action, shape in enumerate(shapes()) if _may_be(wanted, shape)]
    offered = [action for action in shaped if action in _legal(state)]
    chains = [
        (action, *chain)
        for action in offered
        for chain, faces in _rest_of_play(_after_shape(state, action))
        if _is_met(wanted, faces)
    ]
    if not chains:
        raise ForbiddenError(_why_not(state, wanted, shaped, offered))
    return chains


def _may_be(wanted: Sequence[Wanted], shape: Shape) -> bool:
    """Whether typed cards have the number and the ranks of a shape."""
    ranks = [card.rank for card in wanted if card.rank is not None]
    if shape.kind == dfg.LONE_JOKER:
        return len(wanted) == 1 and wanted[0].is_joker
    if len(wanted) != shape.size or (shape.kind == dfg.SINGLE and wanted[0].is_joker):
        return False
    if shape.kind == dfg.RUN:
        inside = range(shape.rank, shape.rank + shape.size)
        return len(ranks) == len(set(ranks)) and all(rank in inside for rank in ranks)
    return all(rank == shape.rank for rank in ranks)


def _after_shape(state: np.void, action: int) -> np.void:
    """Returns a copy of the table after the choice of a shape."""
    table = copied(state)
    plays.choose_shape(table, action)
    table["phase"] = dfg.SUITS
    return table


def _rest_of_play(table: np.void) -> Iterator[tuple[Chain, list[Face]]]:
    """Yields all ways to complete a play whose shape is chosen, each with its cards."""
    if table["chosen_kind"] == dfg.LONE_JOKER:
        yield (), [Face(dfg.NO_RANK, dfg.NO_RANK, True)]
        return
    if table["phase"] == dfg.JOKER_FACES:
        for action in _legal(table):
            yield (action,), faces_of(table, *jokers_of(action))
        return
    for action in _legal(table):
        following = copied(table)
        plays.choose_suits(following, action)
        if (jokers := jokers_after(following)) is not None:
            yield (action,), faces_of(following, *jokers)
            continue
        following["phase"] = dfg.JOKER_FACES
        for chain, faces in _rest_of_play(following):
            yield (action, *chain), faces


def _is_rest(wanted: Sequence[Wanted], faces: Sequence[Face]) -> bool:
    """Whether typed words name a play by its cards, its suits alone, or its jokers."""
    jokers = [face for face in faces if face.is_joker]
    suits = {face.suit for face in faces if not face.is_joker}
    only_suits = {card.suit for card in wanted if card.rank is None and not card.is_joker}
    means_suits = len(only_suits) == len(wanted) and only_suits == suits
    return _is_met(wanted, faces) or _is_met(wanted, jokers) or means_suits


def _why_not(
    state: np.void, wanted: Sequence[Wanted], shaped: Sequence[int], offered: Sequence[int]
) -> str:
    """Returns why typed cards can't be played: by the cards, the field, or the hand."""
    if not shaped:
        return _("these cards are neither a single nor a set nor a run (DFG-4.1).")
    seat, hand = int(state["to_move"]), _hand(state)
    if not offered and (why := why_unfit(state, seat, shapes()[shaped[0]])):
        return why
    plain = [Wanted(None, None, True) if card.is_joker else card for card in wanted]
    if (missing := _first_unmet(plain, hand)) is not None:
        return _why_missing(missing, hand)
    if not offered:
        return why_illegal(state, shaped[0])
    if state["bound"]:
        return why_bound(state)
    return _(NO_SUCH_PLAY)


def _held(state: np.void) -> list[int]:
    """Returns the hand of the seat to move."""
    seat = int(state["to_move"])
    return [card for card in range(dfg.NUM_CARDS) if dfg.is_held(state, seat, card)]


def _hand(state: np.void) -> list[Face]:
    """Returns the hand of the seat to move as cards of a play."""
    return [_face(card) for card in _held(state)]


def _face(card: int) -> Face:
    return Face(*divmod(card, dfg.NUM_SUITS), is_joker=card >= dfg.FIRST_JOKER)


def _why_missing(card: Wanted, hand: Sequence[Face]) -> str:
    if card.is_joker:
        return _(NOT_SO_MANY_JOKERS)
    if card.rank is None:
        return _("the hand has no such card (DFG-4.1).")
    if card.suit is not None:
        return why_not_held(face_name(card.rank, card.suit), "DFG-4.1")
    held = sum(face.rank == card.rank for face in hand)
    return _(TOO_FEW[held], rank=dfg.RANK_NAMES[card.rank])


# Cards that are given or discarded


def _read_receiver(state: np.void, words: str) -> list[Chain]:
    """Reads `to player_2`, `to 2` or `2`."""
    receiver = RECEIVER.fullmatch(words)
    return [(_receiver(state, int(receiver[1])),)] if receiver else []


def _receiver(state: np.void, seat: int) -> int:
    """Returns the action that gives a card to a seat.

    Raises:
        ForbiddenError: The seat can't get a card.
    """
    count, giver = int(state["num_players"]), int(state["to_move"])
    if seat >= count or seat == giver or not state["is_in"][seat]:
        raise ForbiddenError(_(NO_SUCH_RECEIVER))
    return dfg.FIRST_PLAYER + (seat - giver) % count - 1


def _read_cards(state: np.void, phase: int, words: str) -> list[Chain]:
    """Reads `s4`, `4` or `joker`, `s4 to 2` for a gift, and several cards if the phase allows."""
    to = TO.search(words) if phase == dfg.GIVE_CARD else None
    wanted = _wanted(words[: to.start()] if to else words)
    if not wanted or any(card.rank is None and not card.is_joker for card in wanted):
        return []
    most = int(state["left_to_do"]) if phase in (dfg.CHANGE, dfg.EX_DOWN) else 1
    if len(wanted) > most:
        clause = dfg.PHASES[phase].clause
        raise ForbiddenError(
            _n(
                "{count} card at most can be named now ({clause}).",
                "{count} cards at most can be named now ({clause}).",
                most,
                clause=clause,
            )
        )
    if (missing := _first_unmet(wanted, _hand(state))) is not None:
        raise ForbiddenError(_why_missing(missing, _hand(state)))
    cards = [[card for card in _held(state) if one.fits(_face(card))] for one in wanted]
    first = cards[0][0] + dfg.FIRST_CARD
    chains = [
        tuple(dfg.FIRST_CARD + card for card in chosen)
        for chosen in product(*cards)
        if len(set(chosen)) == len(chosen) and dfg.FIRST_CARD + chosen[0] in _legal(state)
    ]
    if not chains:
        raise ForbiddenError(why_illegal(state, first))
    return [(*chain, _receiver(state, int(to[1]))) for chain in chains] if to else chains
