"""What the cards of SEKI do: numbers by what they beat, symbols by their effect."""

import re
from collections.abc import Iterable, Iterator

from ...core.contract.meanings import Meaning
from .. import state as seki
from ..options import SekiOptions

NUMBER = r"(?P<number>\d)"
NUMBER_CARD = rf"{NUMBER}[a-d]"
SYMBOL_CARD = rf"({'|'.join(seki.KIND_NAMES)})( [a-d])?"
SYMBOL_CLAUSES = dict(zip(seki.KIND_NAMES, ("5.1", "5.2", "5.3", "5.4"), strict=True))
NOT_LAST = "You can't use it as your last card."
SEEN_BY_ALL = "Everybody sees this card, in any hand."
FROZEN = (
    "A frozen card stays in its hand until the next turn of the player who froze it: nobody can "
    "play it, trade it or take it."
)


# Numbers


def beaten_by(number: int, rules: SekiOptions, *, is_reversed: bool) -> set[int]:
    """Returns the numbers that a number card beats in one direction (SEKI-4.1)."""
    if number == 0:
        return set(range(10))
    lower = set(range(number + 1, 10)) if is_reversed else set(range(number))
    return {0, *lower, *([number] if rules.allow_equal else [])}


def beating(number: int, rules: SekiOptions, *, is_reversed: bool) -> set[int]:
    """Returns the numbers that beat a number on the pile in one direction (SEKI-4.1)."""
    return {
        other for other in range(10) if number in beaten_by(other, rules, is_reversed=is_reversed)
    }


def in_words(numbers: Iterable[int]) -> str:
    """Returns numbers as text, three or more in a row by their ends.

    >>> in_words({0, 4, 5, 6}), in_words({0, 8, 9}), in_words({0})
    ('0 and 4 to 6', '0, 8 and 9', '0')
    """
    *first, last = _spans(sorted(numbers))
    return f"{', '.join(first)} and {last}" if first else last


def _spans(numbers: list[int]) -> Iterator[str]:
    while numbers:
        size = 1
        while size < len(numbers) and numbers[size] == numbers[0] + size:
            size += 1
        size = size if size > 2 else 1
        yield f"{numbers[0]} to {numbers[size - 1]}" if size > 2 else str(numbers[0])
        numbers = numbers[size:]


def fits_on(number: int, rules: SekiOptions) -> str:
    """Returns where a number can be trashed, as the end of a sentence."""
    if number == 0:
        return "on anything, but not as your last card"
    up, down = (in_words(beaten_by(number, rules, is_reversed=one)) for one in (False, True))
    return f"on {up}, while REVERSED on {down}, and on an empty pile"


def needed_on(number: int, rules: SekiOptions) -> str:
    """Returns the numbers that can be trashed on a number, as the end of a sentence."""
    if number == 0:
        return "any number"
    up, down = (in_words(beating(number, rules, is_reversed=one)) for one in (False, True))
    return f"{up} while NORMAL (higher beats), {down} while REVERSED (lower beats)"


def number_line(found: re.Match[str], rules: SekiOptions) -> str:
    """Returns what a number card is good for."""
    number = int(found["number"])
    letter = f"Its letter tells the four {number}s apart."
    more = SEEN_BY_ALL if found[0].endswith("*") else letter
    return f"You can trash it {fits_on(number, rules)}. {more}"


def _bare_number_line(found: re.Match[str], rules: SekiOptions) -> str:
    """Returns what beats a number without a card, and what it beats itself."""
    number = int(found["number"])
    on_it = f"On a {number} you can trash {needed_on(number, rules)}."
    return f"{on_it} A {number} fits {fits_on(number, rules)}."


# Symbols


def effect(symbol: str, rules: SekiOptions) -> str:
    """Returns what a symbol does, told to the player who uses it (SEKI-5.1 to 5.4)."""
    if symbol == "REVERSE":
        return (
            "Turn the direction: lower numbers beat instead of higher ones, or higher ones again."
        )
    if symbol == "TRADE":
        return "Swap a card of your choice for a random card of a player of your choice."
    return _dig_up(rules) if symbol == "DIG UP" else _discard(rules)


def _dig_up(rules: SekiOptions) -> str:
    right = ", and get the reset right" if rules.dig_up_takes_right else ""
    card = "any number of yours in place of the pile's top card, which you take"
    return f"Put {card}{right}. {number_after_dig_up(rules)}"


def number_after_dig_up(rules: SekiOptions) -> str:
    """Returns what is to be beaten after DIG UP, as a sentence about the card that was put."""
    if rules.dig_up_top == "always_keeps":
        return "The number to beat stays."
    return "Your number is then to be beaten, unless ALCHEMIST declared one."


def _discard(rules: SekiOptions) -> str:
    thrown = "Throw away any other card of yours; a number goes on top of the pile"
    if rules.forbidden_finish_scope == "strict":
        return f"{thrown}. Your last card can't be a 0 or a symbol."
    return f"{thrown} and is to be beaten. With just one other card you finish."


def _symbol_line(found: re.Match[str], rules: SekiOptions) -> str:
    name = re.sub(r"( [a-d])?\*?$", "", found[0].casefold()).upper()
    return f"{effect(name, rules)} {SEEN_BY_ALL if found[0].endswith('*') else NOT_LAST}"


CARDS = (
    # Numbers: 3a, 3a*, and a number without a card.
    Meaning(NUMBER_CARD, number_line, "SEKI-2.1, 2.2, 4.1", sign="3a"),
    Meaning(rf"{NUMBER_CARD}\*", number_line, "SEKI-4.1, 5.11", sign="3a*"),
    Meaning(NUMBER, _bare_number_line, "SEKI-4.1"),
    # Symbols: TRADE b, TRADE b*, and the word.
    *(
        Meaning(rf"{name}( [a-d])?", _symbol_line, f"SEKI-4.6, {clause}")
        for name, clause in SYMBOL_CLAUSES.items()
    ),
    *(
        Meaning(rf"{name}( [a-d])?\*", _symbol_line, f"SEKI-4.6, {clause}, 5.11")
        for name, clause in SYMBOL_CLAUSES.items()
    ),
    # Notes on cards.
    Meaning(
        r"\*|face up for good|mark(ed)?",
        f"A card with a star is face up for good. {SEEN_BY_ALL}",
        "SEKI-5.11",
    ),
    Meaning(
        rf"\(({NUMBER_CARD}|{SYMBOL_CARD})\*?\)",
        FROZEN,
        "SEKI-5.7",
    ),
    Meaning(
        rf"\(?({NUMBER_CARD}|{SYMBOL_CARD})\*? frozen\)?|frozen|freeze",
        FROZEN,
        "SEKI-5.7",
        sign="(3a frozen)",
    ),
    Meaning("chosen", "A card that you have chosen for the effect under way."),
    Meaning("drawn", "The card that you have just drawn: trash it now, or keep it.", "SEKI-4.8"),
)
