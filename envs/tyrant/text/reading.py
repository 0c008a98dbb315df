"""Reading of typed cards in Tyrant, beyond the names of moves."""

import re
from functools import partial

import numpy as np

from fudaba.common.errors import ForbiddenError
from fudaba.common.languages import N_, translator

from ...cards.counts import spread_out
from ...core.contract.game import Chain
from ...core.words.reading import copied, in_grammar, list_legal
from .. import state as tyr
from ..rules import apply, hands, legal
from ..state import Play
from .reasons import why_illegal, why_no_play
from .words import suit_words, suits_words

_, _n = translator("tyrant")

_legal = partial(list_legal, legal, tyr.NUM_ACTIONS)

TYPING = N_("""\
Cards can be typed as their suits, S, H, D and C, with or without spaces:
  S H H             three cards; which one lies face up is asked
  SHH, H up         the same, with a heart face up
  2S 2H 3C          a hand that is formed: numbers may stand for cards
  S, no chips       what is done with chips may follow; also "S, 2 on H"
What the words leave open is asked.""")

VERB = re.compile(r"^(play|keep|hand|settle|put)\b|\bon the plaza$")
OF_A_SUIT = re.compile(r"keep (?:\d+|no) \w+")  # the beginning of a move's name
CARDS = re.compile(r"(?:\d*[shdc])+")
ONE = re.compile(r"(\d*)([shdc])")
FACE_UP = re.compile(r"\b([shdc]) (?:face )?up\b")
CHIPS = re.compile(r"\b(?:(\d+)(?: chips?)? on ([shdc])|no chips)\b")
JAPANESE = (  # words and signs, and what the grammar above has for them, in this order
    ("スペード|♠", "s"),
    ("ハート|♥", "h"),
    ("ダイヤ|♦", "d"),
    ("クローバー|クラブ|♣", "c"),
    (r"([shdc])[にの]チップを?(\d+)枚", r" \2 on \1 "),
    ("チップ(?:なし|を置かない)", " no chips "),
    (r"([shdc])[はがを]?表(?:向き)?", r" \1 up "),
    (r"([shdc])(\d+)枚", r" \2\1 "),
    ("を?(?:出す|選ぶ|手札に選ぶ|中央広場に置く|置く)|[、・と()]", " "),
)


def read(state: np.void, text: str) -> list[Chain]:
    """Returns the moves that typed words can mean; see `Words.read`."""
    words = in_grammar(text, JAPANESE)
    chips, face_up = CHIPS.search(words), FACE_UP.search(words)
    others = VERB.sub("", FACE_UP.sub("", CHIPS.sub("", words)).strip()).strip(" ,")
    cards = _cards(others)
    if state["phase"] == tyr.TYRANT and chips and not others and not face_up:
        return [(_checked(state, _chips_action(chips)),)]
    if not cards:
        return []
    if state["phase"] == tyr.PLAY:
        return _plays(state, cards, face_up and face_up[1], chips)
    if face_up or chips or OF_A_SUIT.fullmatch(words):
        return []
    if state["phase"] == tyr.SELECT:
        return [_selection(state, cards)]
    is_one = state["phase"] == tyr.SETTLE and len(cards) == 1
    return [(_checked(state, tyr.FIRST_SETTLE + cards[0]),)] if is_one else []


def _cards(words: str) -> list[int]:
    """Returns the suits of typed cards in rising order; empty if the words are no cards."""
    together = re.sub(r"[\s,+]+|\band\b", "", words)
    if not CARDS.fullmatch(together):
        return []
    suits: list[int] = []
    for number, letter in ONE.findall(together):
        suits += [tyr.SUITS.index(letter.upper())] * int(number[:2] or 1)
    return sorted(suits)


def _checked(state: np.void, action: int) -> int:
    """Returns a legal action; raises ForbiddenError for an illegal one."""
    if action not in _legal(state):
        raise ForbiddenError(why_illegal(state, action))
    return action


def _chips_action(chips: re.Match[str]) -> int:
    """Returns the action that lays the typed chips, or no chips."""
    if not chips[2]:
        return tyr.NO_CHIPS_ACTION
    number, suit = int(chips[1][:2]), tyr.SUITS.index(chips[2].upper())
    of_suit = tyr.CHIPS.count // tyr.NUM_SUITS
    if not 1 <= number <= of_suit:
        raise ForbiddenError(_("1 to {count} chips can be laid (TYR-4.7).", count=of_suit))
    return tyr.FIRST_CHIPS + of_suit * suit + number - 1


def _plays(
    state: np.void, cards: list[int], face_up: str | None, chips: re.Match[str] | None
) -> list[Chain]:
    """Returns the plays of these cards, one for each possible card face up, with typed chips."""
    if len(cards) > tyr.MOST_PLAYED:
        raise ForbiddenError(_("one to three cards are played (TYR-4.5)."))
    if why := why_no_play(state, tuple(cards)):
        raise ForbiddenError(why)
    up = tyr.SUITS.index(face_up.upper()) if face_up else tyr.NO_SUIT
    if face_up and (len(cards) < tyr.MOST_PLAYED or up not in cards):
        raise ForbiddenError(_("only of three cards one lies face up (TYR-4.5)."))
    actions = [
        tyr.FIRST_PLAY + number
        for number, play in enumerate(tyr.PLAYS)
        if play.suits == tuple(cards) and (not face_up or play == Play(play.suits, up))
    ]
    return [(action, *_after(state, action, chips)) for action in actions]


def _after(state: np.void, action: int, chips: re.Match[str] | None) -> Chain:
    """Returns the action for chips that are typed along with a play; empty without chips."""
    if not chips:
        return ()
    seat = int(state["to_move"])
    if state["chips"][seat] == 0:
        if not chips[2]:
            return ()
        raise ForbiddenError(_("there are no chips (TYR-4.7)."))
    table = copied(state)
    apply(table, action)
    return (_checked(table, _chips_action(chips)),)


def _selection(state: np.void, cards: list[int]) -> Chain:
    """Returns the steps that form a hand of these cards (TYR-4.3)."""
    table, seat = copied(state), int(state["to_move"])
    kept = spread_out(table["kept"])
    size = int(hands.hand_size(table))
    if len(cards) != size:
        raise ForbiddenError(_("a hand of {size} cards is formed now (TYR-4.3).", size=size))
    for suit in range(tyr.NUM_SUITS):
        if cards.count(suit) > table["stocks"][seat, suit]:
            held = suit_words(int(table["stocks"][seat, suit]), suit)
            raise ForbiddenError(_("the stock has {cards} (TYR-4.3).", cards=held))
    if [suit for suit in cards if suit < int(table["step"])] != [
        suit for suit in kept if suit < int(table["step"])
    ]:
        held = suits_words(kept)
        raise ForbiddenError(_("{cards} are kept already (TYR-4.3).", cards=held))
    chain: list[int] = []
    while table["step"] < tyr.NUM_STEPS:
        step = int(table["step"])
        chain.append(tyr.KEEP[step].first + cards.count(step))
        table["kept"][step] = cards.count(step)
        table["step"] += 1
        hands.skip_forced(table, seat)
    return tuple(chain)
