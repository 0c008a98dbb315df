"""What the cards of SEKI do: numbers by what they beat, symbols by their effect."""

import re
from collections.abc import Iterable, Iterator

from ....languages import N_, words
from ...core.contract.meanings import Meaning
from ...core.words.sentences import sentences
from .. import state as seki
from ..options import SekiOptions

NUMBER = r"(?P<number>\d)"
NUMBER_CARD = rf"{NUMBER}[a-d]"
SYMBOL_CARD = rf"({'|'.join(seki.KIND_NAMES)})( [a-d])?"
SYMBOL_CLAUSES = dict(zip(seki.KIND_NAMES, ("5.1", "5.2", "5.3", "5.4"), strict=True))
NOT_LAST = N_("You can't use it as your last card.")
SEEN_BY_ALL = N_("Everybody sees this card, in any hand.")
FROZEN = N_(
    "A frozen card stays in its hand until the next turn of the player who froze it: nobody can "
    "play it, trade it or take it."
)

_, _n = words("seki")


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
    return _("{first} and {last}", first=_(", ").join(first), last=last) if first else last


def _spans(numbers: list[int]) -> Iterator[str]:
    while numbers:
        size = 1
        while size < len(numbers) and numbers[size] == numbers[0] + size:
            size += 1
        size = size if size > 2 else 1
        last = numbers[size - 1]
        yield _("{first} to {last}", first=numbers[0], last=last) if size > 2 else str(last)
        numbers = numbers[size:]


def needed_on(number: int, rules: SekiOptions) -> str:
    """Returns the numbers that can be trashed on a number, as the object of a sentence."""
    if number == 0:
        return _("any number")
    up, down = (in_words(beating(number, rules, is_reversed=one)) for one in (False, True))
    return _(
        "{up} while NORMAL (higher beats), {down} while REVERSED (lower beats)", up=up, down=down
    )


def number_line(found: re.Match[str], rules: SekiOptions) -> str:
    """Returns what a number card is good for."""
    number = int(found["number"])
    if number == 0:
        line = _("You can trash it on anything, but not as your last card.")
    else:
        line = _(
            "You can trash it on {up}, while REVERSED on {down}, and on an empty pile.",
            **_fits_on(number, rules),
        )
    letter = _("Its letter tells the four {number}s apart.", number=number)
    return sentences(line, _(SEEN_BY_ALL) if found[0].endswith("*") else letter)


def _bare_number_line(found: re.Match[str], rules: SekiOptions) -> str:
    """Returns what beats a number without a card, and what it beats itself."""
    number = int(found["number"])
    needed = needed_on(number, rules)
    on_it = _("On a {number} you can trash {needed}.", number=number, needed=needed)
    if number == 0:
        return sentences(on_it, _("A 0 fits on anything, but not as your last card."))
    fits = _(
        "A {number} fits on {up}, while REVERSED on {down}, and on an empty pile.",
        number=number,
        **_fits_on(number, rules),
    )
    return sentences(on_it, fits)


def _fits_on(number: int, rules: SekiOptions) -> dict[str, str]:
    """Returns the numbers that a number beats in the two directions, `up` and `down`."""
    return {
        name: in_words(beaten_by(number, rules, is_reversed=is_reversed))
        for name, is_reversed in (("up", False), ("down", True))
    }


# Symbols


def effect(symbol: str, rules: SekiOptions) -> str:
    """Returns what a symbol does, told to the player who uses it (SEKI-5.1 to 5.4)."""
    if symbol == "REVERSE":
        return _(
            "Turn the direction: lower numbers beat instead of higher ones, or higher ones again."
        )
    if symbol == "TRADE":
        return _("Swap a card of your choice for a random card of a player of your choice.")
    return _dig_up(rules) if symbol == "DIG UP" else _discard(rules)


def _dig_up(rules: SekiOptions) -> str:
    if rules.dig_up_takes_right:
        put = _(
            "Put any number of yours in place of the pile's top card, which you take, and get the "
            "reset right."
        )
    else:
        put = _("Put any number of yours in place of the pile's top card, which you take.")
    return sentences(put, number_after_dig_up(rules))


def number_after_dig_up(rules: SekiOptions) -> str:
    """Returns what is to be beaten after DIG UP, as a sentence about the card that was put."""
    if rules.dig_up_top == "always_keeps":
        return _("The number to beat stays.")
    return _("Your number is then to be beaten, unless ALCHEMIST declared one.")


def _discard(rules: SekiOptions) -> str:
    if rules.forbidden_finish_scope == "strict":
        return _(
            "Throw away any other card of yours; a number goes on top of the pile. Your last card "
            "can't be a 0 or a symbol."
        )
    return _(
        "Throw away any other card of yours; a number goes on top of the pile and is to be beaten. "
        "With just one other card you finish."
    )


def _symbol_line(found: re.Match[str], rules: SekiOptions) -> str:
    name = re.sub(r"( [a-d])?\*?$", "", found[0].casefold()).upper()
    more = SEEN_BY_ALL if found[0].endswith("*") else NOT_LAST
    return sentences(effect(name, rules), _(more))


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
        N_("A card with a star is face up for good. Everybody sees this card, in any hand."),
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
    Meaning("chosen", N_("A card that you have chosen for the effect under way.")),
    Meaning(
        "drawn", N_("The card that you have just drawn: trash it now, or keep it."), "SEKI-4.8"
    ),
)
