"""Meanings that the kikisen games share: cards by name, the dealer, points, seasons, betting.

A game puts its own meanings before these, for the first that fits counts.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...languages import N_, words
from ...languages.messages import Say
from ..cards.kikisen import (
    COLOUR_LETTERS,
    COLOUR_NAMES,
    COPIES,
    KIND_NAMES,
    KIND_SYMBOLS,
    NOTHING,
    NUM_COLOURS,
)
from ..core.contract.meanings import Meaning
from ..core.words.sentences import sentences

_, _n = words("kikisen")

# Cards. Each game says what they do in it.

KIND = f"(?P<kind>[{KIND_SYMBOLS}]|{'|'.join(KIND_NAMES)})"  # 7, S, shaman, ship
COLOURED = f"(?P<colour>[{COLOUR_LETTERS}] ?|{' |'.join(COLOUR_NAMES)} )"
ANY_CARD = f"{COLOURED}?{KIND}"  # b7, 7, ship, red ship
IN_COLOUR = (N_("Black {kind}"), N_("Red {kind}"))


def card_in_words(name: str) -> str:
    """Returns a card's name in words.

    >>> card_in_words("b7"), card_in_words("rS")
    ('Black 7, a shaman', 'Red ship')
    """
    colour = COLOUR_LETTERS.index(name[0].casefold())
    return _(IN_COLOUR[colour], kind=kind_in_words(kind_called(name[1:])))


def kind_called(word: str) -> int:
    """Returns the kind of card that a symbol or a name means, 0..11.

    >>> kind_called("7"), kind_called("s"), kind_called("Shaman")
    (8, 0, 8)
    """
    word = word.casefold()
    return KIND_NAMES.index(word) if word in KIND_NAMES else KIND_SYMBOLS.index(word.upper())


def kind_in_words(kind: int) -> str:
    """Returns a kind of card in words.

    >>> kind_in_words(8), kind_in_words(0)
    ('7, a shaman', 'ship')
    """
    name, symbol = _(KIND_NAMES[kind]), KIND_SYMBOLS[kind]
    if kind == NOTHING:
        return _("{number}, {name}", number=symbol, name=name)
    return _("{number}, a {name}", number=symbol, name=name) if symbol.isdecimal() else name


def any_card_in_words(found: re.Match[str]) -> str:
    """Returns a card that was found by `ANY_CARD` in words: `Black 7, a shaman`, `Ship`."""
    kind = kind_called(found["kind"])
    if not found["colour"]:
        card = kind_in_words(kind)
        return card[0].upper() + card[1:]
    return card_in_words(found["colour"][0] + KIND_SYMBOLS[kind])


def any_card_and_copies(found: re.Match[str]) -> str:
    """Returns a card in words with its copies: `Black 7, a shaman (2 in the deck)`."""
    copies = COPIES[kind_called(found["kind"])] * (1 if found["colour"] else NUM_COLOURS)
    return _("{card} ({count} in the deck)", card=any_card_in_words(found), count=copies)


# The dealer, points and seasons

NEXT_DEALERS = {
    "winner": N_("The winner of a season deals the next one."),
    "rotate": N_("The next player deals the next season."),
    "stay": N_("The dealer of one season also deals the next one."),
}


def dealer_in_words(rules: Any) -> str:
    """Returns what the dealer of a season does, and who deals the next season."""
    if rules.seasons == 1:
        return _("This player has dealt the cards and has the first turn.")
    dealt = _("This player deals the season and has the first turn.")
    return sentences(dealt, _(NEXT_DEALERS[rules.next_dealer]))


def bonus_in_words(rules: Any) -> str:
    """Returns how the dealer's bonus grows."""
    start, step = rules.dealer_bonus_start, rules.dealer_bonus_step
    if rules.seasons == 1 or rules.next_dealer == "rotate" or not step:
        return _("The dealer's bonus is {start}.", start=start)
    return _(
        "The bonus is {start} for a new dealer and grows by {step} with each season won as dealer.",
        start=start,
        step=step,
    )


class Multiplied(NamedTuple):
    """What the bonus multiplies: messages of a game's catalogue."""

    beside_dealer: str  # calls the dealer `this player`, and the bonus `{bonus}`
    beside_bonus: str


def multiplied_meanings(
    multiplied: Mapping[str, Multiplied], clauses: str, say: Say
) -> tuple[Meaning, Meaning]:
    """Returns the meanings of the dealer with the bonus, and of the bonus, where it multiplies.

    Args:
        multiplied: What the bonus multiplies, by the value of the house rule `dealer_multiplier`.
        clauses: The clauses that say more.
        say: Says a message of the game's catalogue.
    """

    def dealer_line(found: re.Match[str], rules: Any) -> str:
        message = multiplied[rules.dealer_multiplier].beside_dealer
        return sentences(dealer_in_words(rules), say(message, bonus=found["bonus"]))

    def bonus_line(found: re.Match[str], rules: Any) -> str:
        message = multiplied[rules.dealer_multiplier].beside_bonus
        return sentences(bonus_in_words(rules), say(message))

    return (
        Meaning(r"dealer, bonus (?P<bonus>\d+)", dealer_line, clauses),
        Meaning("(dealer's )?bonus", bonus_line, clauses),
    )


def uses_bonus(rules: Any) -> bool:
    """Returns whether the game has a use for the dealer's bonus (KIKI-6.1)."""
    return "dealer_bonus_start" not in type(rules).not_in_views


def points_in_words(points: str) -> str:
    """Returns what a player's points mean.

    >>> points_in_words("-1 points")
    '1 point more lost than won so far.'
    """
    number = points.split()[0].lstrip("+-")
    if float(number) == 0:
        return _("As many points won as lost so far.")
    count = 1 if float(number) == 1 else 2
    if points.startswith("-"):
        return _n(
            "{number} point more lost than won so far.",
            "{number} points more lost than won so far.",
            count,
            number=number,
        )
    return _n(
        "{number} point more won than lost so far.",
        "{number} points more won than lost so far.",
        count,
        number=number,
    )


def _dealer_line(found: re.Match[str], rules: Any) -> str:
    return dealer_in_words(rules)


def _dealer_with_bonus_line(found: re.Match[str], rules: Any) -> str:
    return sentences(dealer_in_words(rules), bonus_in_words(rules))


def _bonus_line(found: re.Match[str], rules: Any) -> str:
    return bonus_in_words(rules)


def _points_line(found: re.Match[str], rules: Any) -> str:
    return sentences(points_in_words(found[0]), _("The points of all players add up to 0."))


POINTS = r"[-+]\d+(\.\d+)? points?"
SEASON = r"season( \d+ of \d+)?"
SHARED = (
    Meaning(r"dealer, bonus \d+", _dealer_with_bonus_line, "KIKI-6.1, 6.3"),
    Meaning("dealer", _dealer_line, "KIKI-6.3"),
    Meaning("(dealer's )?bonus", _bonus_line, "KIKI-6.1", when=uses_bonus),
    Meaning(POINTS, _points_line, "KIKI-6.4"),
    Meaning(
        SEASON,
        N_("The game has {seasons} seasons. In each the cards are dealt anew; the points add up."),
        "KIKI-6.4",
        when=lambda rules: rules.seasons > 1,
    ),
    Meaning("season", N_("A deal and its play. This game has one season."), "KIKI-5.1, 6.4"),
)

# Betting, in Namto and Makkaik. These come before `SHARED`.


def has_chips(rules: Any) -> bool:
    """Returns whether the players have a limited number of chips."""
    return bool(rules.start_chips != "none")


def _pending_points_line(found: re.Match[str], rules: Any) -> str:
    return sentences(points_in_words(found[0]), _("What lies in the pot is not counted yet."))


def _paid_line(found: re.Match[str], rules: Any) -> str:
    paid = _("What this player has paid into the pot in this season.")
    if rules.ante:
        paid = _(
            "What this player has paid into the pot in this season, with the ante of {ante}.",
            ante=rules.ante,
        )
    return sentences(paid, _("It is lost unless this player wins the pot."))


def _chips_line(found: re.Match[str], rules: Any) -> str:
    chips = _(
        "Chips that a player has left to pay with, of {chips} at the start. Nobody is asked for "
        "more than all who are in can pay.",
        chips=rules.start_chips,
    )
    if rules.seasons == 1:
        return chips
    fewest = rules.fewest_chips
    return sentences(chips, _("A season begins only if everybody has {chips}.", chips=fewest))


BETTING = (
    Meaning(POINTS, _pending_points_line, "KIKI-6.4"),
    Meaning(r"(\d+ )?chips?", _chips_line, "KIKI-2.4", when=has_chips),
    Meaning("chips?", N_("There are none: everybody can pay without a limit."), "KIKI-2.4"),
    Meaning(r"paid( \d+)?", _paid_line, "KIKI-2.4"),
    Meaning(
        r"pot( \d+)?",
        N_(
            "All that has been paid in this season. The best hand among those still in wins it, "
            "or the last player who has not dropped."
        ),
        "KIKI-2.4",
    ),
)
