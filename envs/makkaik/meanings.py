"""The topics of Makkaik: all that a player can ask about, each with an explanatory line."""

from typing import Any

import numpy as np

from fudaba.common.languages import N_, translator

from ..cards.kikisen import (
    COLOUR_NAMES,
    COURT,
    EMPEROR,
    KIND_SYMBOLS,
    KING,
    NUM_NUMBERS,
    NUM_STRENGTHS,
    SHIP,
)
from ..cards.kikisen_faces import about_card
from ..cards.kikisen_words import card_word
from ..core.contract.fields import decode
from ..core.scene.about import About, Meaning, Topic
from ..core.scene.scene import Move
from ..core.words.sentences import sentences
from ..kikisen.meanings import BETTING, NEXT_DEALERS, SEASON, any_card_and_copies, card_labels
from . import state as mkk
from .text import value_name

_, _n = translator("makkaik")

# Cards


def _card_line(rules: Any, kind: int, colour: int | None = None) -> str:
    """Returns the explanation of a card: its worth in a hand (MKK-5.1, 5.3, 5.4)."""
    card = any_card_and_copies(kind, colour)
    if kind == SHIP:
        return _(SHIP_LINES[rules.ship_alone], card=card)
    if kind in (KING, EMPEROR):
        return _(
            "{card}. It counts as court: kings and emperors are equal, and higher than an 8 in a "
            "triple, in a pair and alone. They are never part of a run.",
            card=card,
        )
    return _(
        "{card}. Good for a triple or a pair of {number}s, and for a run of three in {colour}.",
        card=card,
        number=KIND_SYMBOLS[kind],
        colour=_("one colour") if colour is None else _(COLOUR_NAMES[colour]),
    )


SHIP_LINES = {
    "court": N_(
        "{card}. It stands for any card of its colour: a pair with any card, a triple with any "
        "pair. Alone it counts as court."
    ),
    "declared": N_(
        "{card}. It stands for any card of its colour: a pair with any card, a triple with any "
        "pair. Alone it counts as any strength."
    ),
}

CARD = Topic(
    "card", "MKK-5.1, 5.3, KIKI-2.1", signs={N_("b7"): {"kind": 8, "colour": 0}}, labels=card_labels
).means(_card_line)
COURT_CARDS = Topic("court", "MKK-5.4", terms=("court",)).means(
    "A king or an emperor. They are equal, and higher than an 8 in a triple, in a pair and alone."
)

# Hands


def _triple_line(rules: Any, strength: int) -> str:
    if strength == COURT:
        return _("Three court cards, ships among them or not. Nothing beats it.")
    return _(
        "Three {number}s, ships among them or not. Only a higher triple beats it.", number=strength
    )


def _run_line(rules: Any, strength: int) -> str:
    if strength == NUM_NUMBERS - 1:
        return _("Three numbers in a row in one colour, the highest an 8. Triples beat it.")
    return _(
        "Three numbers in a row in one colour, the highest a {top}. Triples and higher runs beat "
        "it.",
        top=strength,
    )


def _pair_line(rules: Any, strength: int) -> str:
    if strength == COURT:
        return _("Two court cards, a ship among them or not. Triples and runs beat it.")
    return _(
        "Two {number}s, a ship among them or not. Triples, runs and higher pairs beat it.",
        number=strength,
    )


def _single_line(rules: Any, strength: int) -> str:
    if strength == COURT:
        return _("One court card. Every triple, run and pair beats it.")
    if strength == NUM_NUMBERS - 1:
        return _("One card, an 8. Every triple, run and pair beats it, and every higher card.")
    return _(
        "One card, a {number}. Every triple, run and pair beats it, and every higher card.",
        number=strength,
    )


SINGLE_OF = Topic("single of", "MKK-5.1").means(_single_line)
PAIR_OF = Topic("pair of", "MKK-5.1").means(_pair_line)
RUN_TO = Topic("run up to", "MKK-5.1").means(_run_line)
TRIPLE_OF = Topic("triple of", "MKK-5.1").means(_triple_line)
TRIPLE = Topic("triple", "MKK-5.1", terms=("triple",)).means(
    "Three cards of one number, or three court cards: the highest hand. The higher number "
    "wins; court is the highest."
)
RUN = Topic("run", "MKK-5.1", terms=("run",)).means(
    "Three numbers in a row in one colour. The higher top wins; a triple beats it, and it "
    "beats a pair."
)
PAIR = Topic("pair", "MKK-5.1", terms=("pair",)).means(
    "Two cards of one number, or two court cards. The higher number wins; court is the "
    "highest. It beats only single cards."
)
SINGLE = Topic("single", "MKK-5.1", terms=("single",)).means(
    "One card, the lowest hand. The higher number wins; court is the highest."
)
HANDS_IN_ORDER = Topic(
    "hands",
    "MKK-5.1, 5.2",
    labels=lambda topic: (
        (value_name(value), about_value(value)) for value in range(mkk.NUM_VALUES)
    ),
).means(
    "What your cards and the common cards can make, the best hand first. The marked one is "
    "yours at the moment."
)
TIES = Topic("ties", "MKK-6.2", terms=("tie", "equal hands", "ladder")).means(
    "Equal hands share the pot. Cards outside the hand do not count.",
    when=lambda rules: rules.tie_break == "split",
    otherwise=Meaning(
        "Where the best hands are equal, the next best ones decide. Equal to the end, all share."
    ),
)
CATEGORIES = (SINGLE, PAIR, RUN, TRIPLE)


def about_value(value: int) -> About:
    """Returns the topic of a hand of a value."""
    category, strength = divmod(value, NUM_STRENGTHS)
    return (SINGLE_OF, PAIR_OF, RUN_TO, TRIPLE_OF)[category](strength=strength)


# Moves


DRAW = Topic("draw", "MKK-4.1", terms=("draw",)).means(
    "You look at two cards of the stock and take one; the other joins the common cards. "
    "One of your three cards goes to the common cards.",
    when=lambda rules: rules.unused_draw == "public",
    otherwise=Meaning(
        "You look at two cards of the stock and take one; the other stays secret. One of your "
        "three cards goes to the common cards."
    ),
)
SWAP = Topic("swap", "MKK-4.1, 7.1", terms=("swap",)).means(
    "One of your three cards and a common card change places. Everybody sees both cards."
)
EXCHANGE = Topic("exchange", "MKK-4.1", terms=("exchange",)).means(
    "Before the bets everybody exchanges one card: by a swap with a common card, or by a "
    "draw from the stock."
)
TAKE = Topic("take", "MKK-4.1", terms=("take",)).means(
    "This card comes into your hand. Next you choose the card that goes out for it."
)
PUT_OUT = Topic("put out", "MKK-4.1", terms=("put out",)).means(
    "This card leaves your hand and becomes a common card. Everybody can use it, you too, "
    "but a later player may swap it away."
)
CHOICE = Topic("choice", "MKK-9.13", terms=("choose a card",)).means(
    "This player has chosen the card to take. The others do not know it yet."
)
BASE = Topic("base", "MKK-4.3, 4.6").means(
    "In this round of bets the dealer pays {base}; the others pay {base} too, or drop."
)
BASES = Topic("bases", "MKK-4.3, 4.6", terms=("base",)).means(
    "The price of a round of bets, 1 to {max_base}. The dealer sets and pays it; the "
    "others pay the same, or drop."
)
JOIN = Topic("join", "MKK-4.3, 4.6", terms=("join",)).means(
    "You pay the base of this round into the pot and stay in. Nobody can raise it."
)
DROP = Topic("drop", "MKK-4.3, 4.4", terms=("drop",)).means(
    "You leave this season. What you have paid stays in the pot, and nobody sees your hand."
)


def move(state: np.void, action: int) -> Move:
    """Returns the topic of a move, with its card and the zones between which that moves."""
    kind, position = decode(mkk.ACTIONS, action)
    if kind is mkk.SWAP_CARDS:
        return Move(SWAP(), zones=(COMMON(),))
    if kind is mkk.DRAW_CARDS:
        return Move(DRAW())
    if kind is mkk.TAKE:
        has_drawn = state["kinds"][state["to_move"]] == mkk.DRAW
        zone = DRAWN() if has_drawn else COMMON()
        return Move(TAKE(), zones=(zone,), targets=(about_card(position, CARD),))
    if kind is mkk.PUT_OUT:
        return Move(PUT_OUT(), (about_card(position, CARD),), (COMMON(),))
    if kind is mkk.DROP:
        return Move(DROP())
    return Move(JOIN() if kind is mkk.JOIN_IN else BASE(base=mkk.BASE_OF_ACTION[action]))


# Players' facts


def _dealer_line(rules: Any) -> str:
    dealer = _(
        "This player exchanges first and sets the base. If the dealer drops, the next player "
        "still in is the dealer."
    )
    return sentences(dealer, _(NEXT_DEALERS[rules.next_dealer])) if rules.seasons > 1 else dealer


def _took_line(rules: Any, taken: int, put_out: int) -> str:
    return _(
        "This player swapped: {taken} came from the common cards and stays in this hand, "
        "{put_out} went to the common cards.",
        taken=card_word(taken),
        put_out=card_word(put_out),
    )


def _drew_line(rules: Any, put_out: int) -> str:
    drew = _(
        "This player drew two cards, took one of them in secret, and put out {put_out} to the "
        "common cards.",
        put_out=card_word(put_out),
    )
    if rules.unused_draw == "public":
        return sentences(drew, _("The other one joined the common cards."))
    return drew


DEALER = Topic("dealer", "MKK-4.1, 4.3, 6.3", terms=("dealer",)).means(_dealer_line)
SWAPS = Topic("swaps", "MKK-4.1", terms=("swaps",)).means(
    "This player is swapping a card of the hand with a common card."
)
TOOK = Topic("took", "MKK-4.1, 7.2").means(_took_line)
DREW = Topic("drew", "MKK-4.1, 7.1").means(_drew_line)
JOINED = Topic("in", "MKK-4.3", terms=("in",)).means(
    "This player has paid the base of this round of bets."
)
DRAWS = Topic("draws", "MKK-4.1", terms=("draws",)).means(
    "This player has drawn two cards, takes one of them, and puts a card out."
)
DROPPED = Topic("dropped", "MKK-4.4, 7.3", terms=("dropped",)).means(
    "This player is out of the season and can't win the pot. The hand is never shown."
)

# Notes on the table


def _round_line(rules: Any, number: int) -> str:
    if number == rules.bet_rounds:
        return _(
            "A round of bets: the dealer sets a base, the others pay it or drop; then the best "
            "hand wins the pot."
        )
    return _(
        "A round of bets: the dealer sets a base, the others pay it or drop; the hands are shown "
        "after the last one."
    )


ROUND = Topic("round", "MKK-4.3, 6.1").means(_round_line)

# Zones


def _common_line(rules: Any) -> str:
    common = _("Everybody can use these cards for a hand, as if they were own ones.")
    return sentences(common, _("A hand needs one own card at least.")) if rules.own_min else common


COMMON = Topic("common", "MKK-5.2", terms=("common", "common card")).means(_common_line)
DRAWN = Topic("drawn", "MKK-4.1", terms=("drawn",)).means(
    "The two cards that you have drawn. You take one of them; the other joins the common cards.",
    when=lambda rules: rules.unused_draw == "public",
    otherwise=Meaning(
        "The two cards that you have drawn. You take one of them; the other stays secret."
    ),
)
INCOMING = Topic("to be taken", "MKK-4.1", terms=("to be taken",)).means(
    "The card that you have chosen. It comes into your hand once you have put out another."
)
ASIDE = Topic("set aside", "MKK-4.1, 7.2", terms=("set aside",)).means(
    "The drawn card that you did not take. It is out of play, and only you know it."
)
SHOWN = Topic("shown", "MKK-6.1, 9.16").means(
    "The hand that this player showed at the last showdown."
)
SHOWDOWN = Topic("showdown", "MKK-6.1", terms=("showdown",)).means(
    "After the last round of bets all who are left show their hands. The best wins the pot."
)
HAND = Topic("hand", "MKK-2.1, 5.2").means(
    "Three cards that nobody else sees. The best hand is made of these and the common cards."
)

SHARED_TOPICS = (*BETTING, SEASON)


# What decides for greedy: by the weight of its heuristic, what that means to a player.
EQUAL_REASON = N_("Somebody may hold one as good.")
REASONS = {
    "equal_weight": EQUAL_REASON,
    "gain_per_round": N_("Whoever pays shows a good hand."),
    "share_of_callers": N_("Some of the others will pay the base too."),
}
