"""Cards, actions and open tables of Tyrant as text."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fudaba.common.languages import N_, translator

from ...cards.counts import spread_out
from ...cards.french import SUIT_SIGNS
from ...core.contract.cells import snapshot_of
from ...core.contract.fields import decode
from ...core.kit.seats import NOBODY, player_name
from ...core.words.reading import copied
from .. import state as tyr
from ..options import MOST_CHIPS
from ..rules import hands
from ..state import Play

_, _n = translator("tyrant")

CARD_WORDS = (N_("spade"), N_("heart"), N_("diamond"), N_("club"))
SUIT_NAMES = (N_("spades"), N_("hearts"), N_("diamonds"), N_("clubs"))  # as this source says them


def lead_name(lead: int, names: Sequence[str] = tyr.SUITS) -> str:
    """Returns a lead card's name, suit before rank.

    >>> lead_name(0), lead_name(5), lead_name(5, SUIT_SIGNS)
    ('SJ', 'HK', '♥K')
    """
    return names[lead // tyr.NUM_RANKS] + tyr.RANKS[lead % tyr.NUM_RANKS]


def suits_words(suits: Sequence[int]) -> str:
    """Returns suits as `♠ ♥ ♥`."""
    return " ".join(SUIT_SIGNS[suit] for suit in suits)


def suit_words(number: int, suit: int) -> str:
    """Returns a number of cards of a suit.

    >>> suit_words(1, 0), suit_words(3, 1)
    ('1 spade', '3 hearts')
    """
    name = card_word(suit) if number == 1 else suit_name(suit)
    return _("{number} {suit}", number=number, suit=name)


def card_word(suit: int) -> str:
    """Returns the name of a card of a suit: `spade`."""
    return _(CARD_WORDS[suit])


def suit_name(suit: int) -> str:
    """Returns the name of a suit: `spades`."""
    return _(SUIT_NAMES[suit])


def cards_words(number: int) -> str:
    """Returns `1 card`, `2 cards`."""
    return _n("{count} card", "{count} cards", number)


def chips_words(number: int) -> str:
    """Returns `1 chip`, `2 chips`."""
    return _n("{count} chip", "{count} chips", number)


def chips_on_suit(number: int, suit: int) -> str:
    """Returns the fact of chips that lie on a suit: `2 chips on ♥`."""
    sign = SUIT_SIGNS[suit]
    return _n("{count} chip on {suit}", "{count} chips on {suit}", number, suit=sign)


def describe(state: np.void, action: int) -> str:
    """Returns an action's words: `keep 3 spades`, `play ♠ ♥ ♥, ♥ face up`, `2 chips on ♥`, ..."""
    kind, position = decode(tyr.ACTIONS, action)
    if kind in tyr.KEEP:
        suit = tyr.KEEP.index(kind)
        if not position:
            return _("{:keeps|keep} no {suit}", suit=suit_name(suit))
        return _("{:keeps|keep} {cards}", cards=suit_words(position, suit))
    if kind in (tyr.SINGLE, tyr.PAIR, tyr.TRIPLE):
        play = tyr.PLAYS[action - tyr.FIRST_PLAY]
        return _played(suits_words(play.suits), play)
    if kind is tyr.CHIPS:
        suit, number = divmod(position, MOST_CHIPS)
        return _("{chips} on {suit}", chips=chips_words(number + 1), suit=SUIT_SIGNS[suit])
    if kind is tyr.SETTLE_SUIT:
        return _("{:puts|put} {suit} on the plaza", suit=SUIT_SIGNS[position])
    return _("{:passes|pass}") if kind is tyr.PASS else _("no chips")


def recount(state: np.void, action: int) -> str:
    """Returns an own move for the player's history; a new hand is one line once complete."""
    is_of_hand = decode(tyr.ACTIONS, action)[0] in tyr.KEEP
    return _new_hand(state, action, suits_words) if is_of_hand else _told(state, action)


def announce(state: np.void, action: int) -> str:
    """Returns the words that others hear: new hands, cards face up, chips if any (TYR-7.2)."""
    kind = decode(tyr.ACTIONS, action)[0]
    if kind is tyr.NO_CHIPS:
        return ""
    if kind in tyr.KEEP:
        return _new_hand(state, action, lambda cards: cards_words(len(cards)))
    if kind not in (tyr.SINGLE, tyr.PAIR, tyr.TRIPLE):
        return _told(state, action)
    play = tyr.PLAYS[action - tyr.FIRST_PLAY]
    return _played(cards_words(len(play.suits)), play)


def _told(state: np.void, action: int) -> str:
    """Returns the words of a history: as of `describe`, but `lay 2 chips on ♥`."""
    move, kind = describe(state, action), decode(tyr.ACTIONS, action)[0]
    return _("{:lays|lay} {move}", move=move) if kind in (tyr.CHIPS, tyr.NO_CHIPS) else move


def _played(cards: str, play: Play) -> str:
    """Returns `play ♠ ♥`, or `play 3 cards, ♥ face up`."""
    if play.face_up == tyr.NO_SUIT:
        return _("{:plays|play} {cards}", cards=cards)
    return _("{:plays|play} {cards}, {suit} face up", cards=cards, suit=SUIT_SIGNS[play.face_up])


def _new_hand(state: np.void, action: int, say: Callable[[list[int]], str]) -> str:
    """Returns `take up 6 cards` for the step that completes a hand; empty for the others."""
    table, seat = copied(state), int(state["to_move"])
    if not hands.keep(table, action):
        return ""
    return _("{:takes|take} up {cards}", cards=say(spread_out(table["hands"][seat])))


def _letters(counts: np.ndarray) -> list[str]:
    """Returns counts by suit as letters: `["S", "H", "H"]`."""
    return [tyr.SUITS[suit] for suit in spread_out(counts)]


def snapshot(state: np.void) -> dict[str, Any]:
    """Returns the open table as plain zones, hidden cards included.

    Returns:
        A dict of JSON-able values: hands, stocks, plays of the trick and aces by player, as suits;
        the cards on the plaza and those removed unseen, and the chips on suits, as numbers by suit;
        the lead cards to come in their order, those won by player; chips in front, the marker, the
        trick from 1 on, the player on turn and the phase; at the end totals and purged players.
    """
    players = {player_name(seat): seat for seat in range(int(state["num_players"]))}
    is_over, trick = state["to_move"] == NOBODY, int(state["trick"])
    return {
        **{zone: {name: _letters(state[zone][seat]) for name, seat in players.items()}
           for zone in ("hands", "stocks")},
        "plays": {} if is_over else {
            name: _letters(state["plays"][seat, trick])
            for name, seat in players.items()
            if state["sizes"][seat, trick]
        },
        "aces": {name: tyr.SUITS[state["aces"][seat]] for name, seat in players.items()},
        **{zone: dict(zip(tyr.SUITS, state[zone].tolist(), strict=True))
           for zone in ("plaza", "aside", "chips_on")},
        "leads": [lead_name(lead) for lead in state["leads"][trick : len(state["winners"])]],
        "won": {name: [lead_name(state["leads"][number])
                       for number in np.flatnonzero(state["winners"] == seat)]
                for name, seat in players.items()},
        "trick": trick + 1,
        "phase": None if is_over else tyr.PHASES[state["phase"]].name.lower(),
        **snapshot_of(tyr.CELLS, state),
        "purged": [name for name, seat in players.items() if state["purged"][seat]],
    }  # fmt: skip
