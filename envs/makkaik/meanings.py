"""One line for a player about everything that can be pointed at in Makkaik."""

import re
from typing import Any

from ...languages import N_, words
from ..cards.kikisen import COLOUR_LETTERS, COLOUR_NAMES, EMPEROR, KIND_SYMBOLS, KING, SHIP
from ..core.contract.meanings import Meaning
from ..core.words.sentences import sentences
from ..kikisen.meanings import (
    ANY_CARD,
    BETTING,
    NEXT_DEALERS,
    SHARED,
    any_card_and_copies,
    kind_called,
)

_, _n = words("makkaik")

# Cards


def _card_line(found: re.Match[str], rules: Any) -> str:
    """Returns what a card is worth in a hand (MKK-5.1, 5.3, 5.4)."""
    kind, card = kind_called(found["kind"]), any_card_and_copies(found)
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
        colour=_colour_of(found),
    )


def _colour_of(found: re.Match[str]) -> str:
    if not found["colour"]:
        return _("one colour")
    return _(COLOUR_NAMES[COLOUR_LETTERS.index(found["colour"][0].casefold())])


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


CARDS = (
    Meaning(ANY_CARD, _card_line, "MKK-5.1, 5.3, KIKI-2.1", sign="b7"),
    Meaning(
        "court",
        N_(
            "A king or an emperor. They are equal, and higher than an 8 in a triple, in a pair and "
            "alone."
        ),
        "MKK-5.4",
    ),
)

# Hands

STRENGTH = r"(?P<strength>\d|court)"


def _triple_line(found: re.Match[str], rules: Any) -> str:
    if _is_court(found):
        return _("Three court cards, ships among them or not. Nothing beats it.")
    return _(
        "Three {number}s, ships among them or not. Only a higher triple beats it.",
        number=found["strength"],
    )


def _run_line(found: re.Match[str], rules: Any) -> str:
    top = found["strength"]
    if top == "8":
        return _("Three numbers in a row in one colour, the highest an 8. Triples beat it.")
    return _(
        "Three numbers in a row in one colour, the highest a {top}. Triples and higher runs beat "
        "it.",
        top=top,
    )


def _pair_line(found: re.Match[str], rules: Any) -> str:
    if _is_court(found):
        return _("Two court cards, a ship among them or not. Triples and runs beat it.")
    return _(
        "Two {number}s, a ship among them or not. Triples, runs and higher pairs beat it.",
        number=found["strength"],
    )


def _single_line(found: re.Match[str], rules: Any) -> str:
    number = found["strength"]
    if _is_court(found):
        return _("One court card. Every triple, run and pair beats it.")
    if number == "8":
        return _("One card, an 8. Every triple, run and pair beats it, and every higher card.")
    return _(
        "One card, a {number}. Every triple, run and pair beats it, and every higher card.",
        number=number,
    )


def _is_court(found: re.Match[str]) -> bool:
    return found["strength"].casefold() == "court"


def _ties_line(found: re.Match[str], rules: Any) -> str:
    if rules.tie_break == "split":
        return _("Equal hands share the pot. Cards outside the hand do not count.")
    return _(
        "Where the best hands are equal, the next best ones decide. Equal to the end, all share."
    )


OWN = r"(hand of player_\d: )?"
HANDS = (
    Meaning(f"{OWN}triple of {STRENGTH}", _triple_line, "MKK-5.1"),
    Meaning(f"{OWN}run up to {STRENGTH}", _run_line, "MKK-5.1"),
    Meaning(f"{OWN}pair of {STRENGTH}", _pair_line, "MKK-5.1"),
    Meaning(f"{OWN}single {STRENGTH}", _single_line, "MKK-5.1"),
    Meaning(
        "triple",
        N_(
            "Three cards of one number, or three court cards: the highest hand. The higher number "
            "wins; court is the highest."
        ),
        "MKK-5.1",
    ),
    Meaning(
        "run",
        N_(
            "Three numbers in a row in one colour. The higher top wins; a triple beats it, and it "
            "beats a pair."
        ),
        "MKK-5.1",
    ),
    Meaning(
        "pair",
        N_(
            "Two cards of one number, or two court cards. The higher number wins; court is the "
            "highest. It beats only single cards."
        ),
        "MKK-5.1",
    ),
    Meaning(
        "single",
        N_("One card, the lowest hand. The higher number wins; court is the highest."),
        "MKK-5.1",
    ),
    Meaning(
        "hands, strongest first",
        N_(
            "What your cards and the common cards can make, the best hand first. The marked one is "
            "yours at the moment."
        ),
        "MKK-5.1, 5.2",
    ),
    Meaning("ties?|equal hands|ladder", _ties_line, "MKK-6.2"),
)

# Moves


def _draw_line(found: re.Match[str], rules: Any) -> str:
    if rules.unused_draw == "public":
        return _(
            "You look at two cards of the stock and take one; the other joins the common cards. "
            "One of your three cards goes to the common cards."
        )
    return _(
        "You look at two cards of the stock and take one; the other stays secret. One of your "
        "three cards goes to the common cards."
    )


MOVES = (
    Meaning(
        "swap",
        N_("One of your three cards and a common card change places. Everybody sees both cards."),
        "MKK-4.1, 7.1",
    ),
    Meaning("draw", _draw_line, "MKK-4.1"),
    Meaning(
        "exchange",
        N_(
            "Before the bets everybody exchanges one card: by a swap with a common card, or by a "
            "draw from the stock."
        ),
        "MKK-4.1",
    ),
    Meaning(
        "take( [br].)?",
        N_("This card comes into your hand. Next you choose the card that goes out for it."),
        "MKK-4.1",
    ),
    Meaning(
        "put out( [br].)?",
        N_(
            "This card leaves your hand and becomes a common card. Everybody can use it, you too, "
            "but a later player may swap it away."
        ),
        "MKK-4.1",
    ),
    Meaning(
        "choose a card",
        N_("This player has chosen the card to take. The others do not know it yet."),
        "MKK-9.13",
    ),
    Meaning(
        r"base (?P<base>\d+)",
        N_("In this round of bets the dealer pays {base}; the others pay {base} too, or drop."),
        "MKK-4.3, 4.6",
    ),
    Meaning(
        "base",
        N_(
            "The price of a round of bets, 1 to {max_base}. The dealer sets and pays it; the "
            "others pay the same, or drop."
        ),
        "MKK-4.3, 4.6",
    ),
    Meaning(
        "join",
        N_("You pay the base of this round into the pot and stay in. Nobody can raise it."),
        "MKK-4.3, 4.6",
    ),
    Meaning(
        "drop",
        N_(
            "You leave this season. What you have paid stays in the pot, and nobody sees your hand."
        ),
        "MKK-4.3, 4.4",
    ),
)

# Players' facts


def _dealer_line(found: re.Match[str], rules: Any) -> str:
    dealer = _(
        "This player exchanges first and sets the base. If the dealer drops, the next player "
        "still in is the dealer."
    )
    return sentences(dealer, _(NEXT_DEALERS[rules.next_dealer])) if rules.seasons > 1 else dealer


def _drew_line(found: re.Match[str], rules: Any) -> str:
    card = found["put_out"]
    drew = _(
        "This player drew two cards, took one of them in secret, and put out {put_out} to the "
        "common cards.",
        put_out=_(card),
    )
    if rules.unused_draw == "public":
        return sentences(drew, _("The other one joined the common cards."))
    return drew


FACTS = (
    Meaning("dealer", _dealer_line, "MKK-4.1, 4.3, 6.3"),
    Meaning(
        "swaps", N_("This player is swapping a card of the hand with a common card."), "MKK-4.1"
    ),
    Meaning(
        "draws",
        N_("This player has drawn two cards, takes one of them, and puts a card out."),
        "MKK-4.1",
    ),
    Meaning(
        "took (?P<taken>..) for (?P<put_out>..)",
        N_(
            "This player swapped: {taken} came from the common cards and stays in this hand, "
            "{put_out} went to the common cards."
        ),
        "MKK-4.1, 7.2",
    ),
    Meaning("drew for (?P<put_out>..)", _drew_line, "MKK-4.1, 7.1"),
    Meaning("in", N_("This player has paid the base of this round of bets."), "MKK-4.3"),
    Meaning(
        "dropped",
        N_("This player is out of the season and can't win the pot. The hand is never shown."),
        "MKK-4.4, 7.3",
    ),
)

# Notes on the table


def _round_line(found: re.Match[str], rules: Any) -> str:
    if found["number"] == str(rules.bet_rounds):
        return _(
            "A round of bets: the dealer sets a base, the others pay it or drop; then the best "
            "hand wins the pot."
        )
    return _(
        "A round of bets: the dealer sets a base, the others pay it or drop; the hands are shown "
        "after the last one."
    )


NOTES = (Meaning(r"round (?P<number>\d) of \d", _round_line, "MKK-4.3, 6.1"),)

# Zones


def _common_line(found: re.Match[str], rules: Any) -> str:
    common = _("Everybody can use these cards for a hand, as if they were own ones.")
    return sentences(common, _("A hand needs one own card at least.")) if rules.own_min else common


def _drawn_line(found: re.Match[str], rules: Any) -> str:
    if rules.unused_draw == "public":
        return _(
            "The two cards that you have drawn. You take one of them; the other joins the common "
            "cards."
        )
    return _("The two cards that you have drawn. You take one of them; the other stays secret.")


ZONES = (
    Meaning("common( cards)?", _common_line, "MKK-5.2"),
    Meaning("drawn", _drawn_line, "MKK-4.1"),
    Meaning(
        "to be taken",
        N_("The card that you have chosen. It comes into your hand once you have put out another."),
        "MKK-4.1",
    ),
    Meaning(
        "set aside",
        N_("The drawn card that you did not take. It is out of play, and only you know it."),
        "MKK-4.1, 7.2",
    ),
    Meaning(
        r"(last )?shown by player_\d",
        N_("The hand that this player showed at the last showdown."),
        "MKK-6.1, 9.16",
    ),
    Meaning(
        "showdown",
        N_(
            "After the last round of bets all who are left show their hands. The best wins the pot."
        ),
        "MKK-6.1",
    ),
    Meaning(
        r"hand of player_\d",
        N_(
            "Three cards that nobody else sees. The best hand is made of these and the common "
            "cards."
        ),
        "MKK-2.1, 5.2",
    ),
)

MEANINGS = (*CARDS, *HANDS, *MOVES, *FACTS, *NOTES, *ZONES, *BETTING, *SHARED)
