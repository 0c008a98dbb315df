"""One line for a player about everything that can be pointed at in Makkaik."""

import re
from typing import Any

from ..cards.kikisen import COLOUR_LETTERS, COLOUR_NAMES, EMPEROR, KIND_SYMBOLS, KING, SHIP
from ..core.contract.meanings import Meaning
from ..kikisen.meanings import (
    ANY_CARD,
    BETTING,
    NEXT_DEALERS,
    SHARED,
    any_card_and_copies,
    kind_called,
)

# Cards


def _card_line(found: re.Match[str], rules: Any) -> str:
    """Returns what a card is worth in a hand (MKK-5.1, 5.3, 5.4)."""
    kind, name = kind_called(found["kind"]), any_card_and_copies(found)
    if kind == SHIP:
        return f"{name}. {_ship_line(rules)}"
    if kind in (KING, EMPEROR):
        return (
            f"{name}. It counts as court: kings and emperors are equal, and higher than an 8 in a "
            "triple, in a pair and alone. They are never part of a run."
        )
    number = KIND_SYMBOLS[kind]
    colour = _colour_of(found)
    return f"{name}. Good for a triple or a pair of {number}s, and for a run of three in {colour}."


def _ship_line(rules: Any) -> str:
    alone = "any strength" if rules.ship_alone == "declared" else "court"
    return (
        "It stands for any card of its colour: a pair with any card, a triple with any pair. "
        f"Alone it counts as {alone}."
    )


def _colour_of(found: re.Match[str]) -> str:
    if not found["colour"]:
        return "one colour"
    return COLOUR_NAMES[COLOUR_LETTERS.index(found["colour"][0].casefold())]


CARDS = (
    Meaning(ANY_CARD, _card_line, "MKK-5.1, 5.3, KIKI-2.1", sign="b7"),
    Meaning(
        "court",
        "A king or an emperor. They are equal, and higher than an 8 in a triple, in a pair and "
        "alone.",
        "MKK-5.4",
    ),
)

# Hands

STRENGTH = r"(?P<strength>\d|court)"


def _triple_line(found: re.Match[str], _: Any) -> str:
    if _is_court(found):
        return "Three court cards, ships among them or not. Nothing beats it."
    return f"Three {found['strength']}s, ships among them or not. Only a higher triple beats it."


def _run_line(found: re.Match[str], _: Any) -> str:
    top = found["strength"]
    cards = f"Three numbers in a row in one colour, the highest {_a(top)}."
    return f"{cards} Triples{' and higher runs' if top != '8' else ''} beat it."


def _pair_line(found: re.Match[str], _: Any) -> str:
    if _is_court(found):
        return "Two court cards, a ship among them or not. Triples and runs beat it."
    cards = f"Two {found['strength']}s, a ship among them or not."
    return f"{cards} Triples, runs and higher pairs beat it."


def _single_line(found: re.Match[str], _: Any) -> str:
    if _is_court(found):
        return "One court card. Every triple, run and pair beats it."
    card = _a(found["strength"])
    return f"One card, {card}. Every triple, run and pair beats it, and every higher card."


def _is_court(found: re.Match[str]) -> bool:
    return found["strength"].casefold() == "court"


def _a(number: str) -> str:
    """Returns a number with its article: `a 7`, `an 8`."""
    return f"{'an' if number == '8' else 'a'} {number}"


def _ties_line(found: re.Match[str], rules: Any) -> str:
    if rules.tie_break == "split":
        return "Equal hands share the pot. Cards outside the hand do not count."
    return "Where the best hands are equal, the next best ones decide. Equal to the end, all share."


OWN = r"(hand of player_\d: )?"
HANDS = (
    Meaning(f"{OWN}triple of {STRENGTH}", _triple_line, "MKK-5.1"),
    Meaning(f"{OWN}run up to {STRENGTH}", _run_line, "MKK-5.1"),
    Meaning(f"{OWN}pair of {STRENGTH}", _pair_line, "MKK-5.1"),
    Meaning(f"{OWN}single {STRENGTH}", _single_line, "MKK-5.1"),
    Meaning(
        "triple",
        "Three cards of one number, or three court cards: the highest hand. The higher number "
        "wins; court is the highest.",
        "MKK-5.1",
    ),
    Meaning(
        "run",
        "Three numbers in a row in one colour. The higher top wins; a triple beats it, and it "
        "beats a pair.",
        "MKK-5.1",
    ),
    Meaning(
        "pair",
        "Two cards of one number, or two court cards. The higher number wins; court is the "
        "highest. It beats only single cards.",
        "MKK-5.1",
    ),
    Meaning(
        "single",
        "One card, the lowest hand. The higher number wins; court is the highest.",
        "MKK-5.1",
    ),
    Meaning(
        "hands, strongest first",
        "What your cards and the common cards can make, the best hand first. The marked one is "
        "yours at the moment.",
        "MKK-5.1, 5.2",
    ),
    Meaning("ties?|equal hands|ladder", _ties_line, "MKK-6.2"),
)

# Moves


def _draw_line(found: re.Match[str], rules: Any) -> str:
    other = "joins the common cards" if rules.unused_draw == "public" else "stays secret"
    return (
        "You look at two cards of the stock and take one; the other "
        f"{other}. One of your three cards goes to the common cards."
    )


def _base_line(found: re.Match[str], _: Any) -> str:
    base = found["base"]
    return f"In this round of bets the dealer pays {base}; the others pay {base} too, or drop."


MOVES = (
    Meaning(
        "swap",
        "One of your three cards and a common card change places. Everybody sees both cards.",
        "MKK-4.1, 7.1",
    ),
    Meaning("draw", _draw_line, "MKK-4.1"),
    Meaning(
        "exchange",
        "Before the bets everybody exchanges one card: by a swap with a common card, or by a draw "
        "from the stock.",
        "MKK-4.1",
    ),
    Meaning(
        "take( [br].)?",
        "This card comes into your hand. Next you choose the card that goes out for it.",
        "MKK-4.1",
    ),
    Meaning(
        "put out( [br].)?",
        "This card leaves your hand and becomes a common card. Everybody can use it, you too, but "
        "a later player may swap it away.",
        "MKK-4.1",
    ),
    Meaning(
        "choose a card",
        "This player has chosen the card to take. The others do not know it yet.",
        "MKK-9.13",
    ),
    Meaning(r"base (?P<base>\d+)", _base_line, "MKK-4.3, 4.6"),
    Meaning(
        "base",
        "The price of a round of bets, 1 to {max_base}. The dealer sets and pays it; the others "
        "pay the same, or drop.",
        "MKK-4.3, 4.6",
    ),
    Meaning(
        "join",
        "You pay the base of this round into the pot and stay in. Nobody can raise it.",
        "MKK-4.3, 4.6",
    ),
    Meaning(
        "drop",
        "You leave this season. What you have paid stays in the pot, and nobody sees your hand.",
        "MKK-4.3, 4.4",
    ),
)

# Players' facts


def _dealer_line(found: re.Match[str], rules: Any) -> str:
    words = "This player exchanges first and sets the base. If the dealer drops, the next player "
    words += "still in is the dealer."
    return f"{words} {NEXT_DEALERS[rules.next_dealer]}" if rules.seasons > 1 else words


def _drew_line(found: re.Match[str], rules: Any) -> str:
    put_out = found["put_out"]
    other = " The other one joined the common cards." if rules.unused_draw == "public" else ""
    return (
        f"This player drew two cards, took one of them in secret, and put out {put_out} to the "
        f"common cards.{other}"
    )


FACTS = (
    Meaning("dealer", _dealer_line, "MKK-4.1, 4.3, 6.3"),
    Meaning("swaps", "This player is swapping a card of the hand with a common card.", "MKK-4.1"),
    Meaning(
        "draws",
        "This player has drawn two cards, takes one of them, and puts a card out.",
        "MKK-4.1",
    ),
    Meaning(
        "took (?P<taken>..) for (?P<put_out>..)",
        "This player swapped: {taken} came from the common cards and stays in this hand, {put_out} "
        "went to the common cards.",
        "MKK-4.1, 7.2",
    ),
    Meaning("drew for (?P<put_out>..)", _drew_line, "MKK-4.1, 7.1"),
    Meaning("in", "This player has paid the base of this round of bets.", "MKK-4.3"),
    Meaning(
        "dropped",
        "This player is out of the season and can't win the pot. The hand is never shown.",
        "MKK-4.4, 7.3",
    ),
)

# Notes on the table


def _round_line(found: re.Match[str], rules: Any) -> str:
    end = "then the best hand wins the pot"
    if found["number"] != str(rules.bet_rounds):
        end = "the hands are shown after the last one"
    return f"A round of bets: the dealer sets a base, the others pay it or drop; {end}."


NOTES = (Meaning(r"round (?P<number>\d) of \d", _round_line, "MKK-4.3, 6.1"),)

# Zones


def _common_line(found: re.Match[str], rules: Any) -> str:
    own = " A hand needs one own card at least." * rules.own_min
    return f"Everybody can use these cards for a hand, as if they were own ones.{own}"


def _drawn_line(found: re.Match[str], rules: Any) -> str:
    other = "joins the common cards" if rules.unused_draw == "public" else "stays secret"
    return f"The two cards that you have drawn. You take one of them; the other {other}."


ZONES = (
    Meaning("common( cards)?", _common_line, "MKK-5.2"),
    Meaning("drawn", _drawn_line, "MKK-4.1"),
    Meaning(
        "to be taken",
        "The card that you have chosen. It comes into your hand once you have put out another.",
        "MKK-4.1",
    ),
    Meaning(
        "set aside",
        "The drawn card that you did not take. It is out of play, and only you know it.",
        "MKK-4.1, 7.2",
    ),
    Meaning(
        r"(last )?shown by player_\d",
        "The hand that this player showed at the last showdown.",
        "MKK-6.1, 9.16",
    ),
    Meaning(
        "showdown",
        "After the last round of bets all who are left show their hands. The best wins the pot.",
        "MKK-6.1",
    ),
    Meaning(
        r"hand of player_\d",
        "Three cards that nobody else sees. The best hand is made of these and the common cards.",
        "MKK-2.1, 5.2",
    ),
)

MEANINGS = (*CARDS, *HANDS, *MOVES, *FACTS, *NOTES, *ZONES, *BETTING, *SHARED)
