"""Explanations of the cards of SEKI: what numbers beat, and the effects of symbols."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from fudaba.common.languages import N_, is_read_by_a_person, translator

from ...core.scene.about import About, Topic
from ...core.words.sentences import sentences
from .. import state as seki
from ..options import SekiOptions
from ..text.words import card_name, card_word

SYMBOL_CLAUSES = ("5.1", "5.2", "5.3", "5.4")  # by kind
NOT_LAST = N_("You can't use it as your last card.")
SEEN_BY_ALL = N_("Everybody sees this card in any hand.")
FROZEN_LINE = N_(
    "A frozen card stays in its hand until the next turn of the player who froze it: nobody can "
    "play it, trade it or take it."
)

Line = Callable[..., str]
_, _n = translator("seki")


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


def number_line(rules: SekiOptions, card: int, *, is_marked: bool = False) -> str:
    """Returns the explanation of a number card: what it beats and what beats it."""
    number = seki.number_of(card)
    if number == 0:
        line = _("You can trash it on anything, but not as your last card.")
    else:
        line = _(
            "You can trash it on {up}, while REVERSED on {down}, and on an empty pile.",
            **_fits_on(number, rules),
        )
    if is_marked:
        return sentences(line, _(SEEN_BY_ALL))
    if is_read_by_a_person():
        return line
    return sentences(line, _("Its letter tells the four {number}s apart.", number=number))


def _bare_number_line(rules: SekiOptions, number: int) -> str:
    """Returns what beats a number without a card, and what it beats itself."""
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


def effect(kind: int, rules: SekiOptions) -> str:
    """Returns the effect of a kind of symbol, addressed to its player (SEKI-5.1 to 5.4)."""
    if kind == seki.REVERSE:
        return _(
            "Turn the direction: lower numbers beat instead of higher ones, or higher ones again."
        )
    if kind == seki.TRADE:
        return _("Swap a card of your choice for a random card of a player of your choice.")
    return _dig_up(rules) if kind == seki.DIG_UP else _discard(rules)


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
    """Returns a sentence on the number to beat after DIG UP put a card on the pile."""
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


def _symbol_line(kind: int, rules: SekiOptions, more: str, card: int | None = None) -> str:
    return sentences(effect(kind, rules), _(more))


def of_symbols(name: str, line: Line, first: str, *more: str) -> tuple[Topic, ...]:
    """Returns a topic for each kind of symbol, which have clauses of their own.

    Args:
        name: What the topics are called, with the kind behind it.
        line: `line(kind, rules)`.
        first: The clause before that of the kind.
        *more: Those behind it.
    """
    return tuple(
        Topic(f"{name} {kind}", ", ".join([first, clause, *more])).means(partial(line, number))
        for number, (kind, clause) in enumerate(zip(seki.KIND_NAMES, SYMBOL_CLAUSES, strict=True))
    )


def _number_labels(topic: Topic) -> Iterator[tuple[str, About]]:
    for card in range(seki.NUM_NUMBERS):
        yield card_name(card), topic(card=card)


def _bare_labels(topic: Topic) -> Iterator[tuple[str, About]]:
    yield from ((str(number), topic(number=number)) for number in range(10))


def symbol_labels(topic: Topic) -> Iterator[tuple[str, About]]:
    """Yields the names of all symbols, each with its topic."""
    for kind, name in enumerate(seki.KIND_NAMES):
        yield from ((word, SYMBOLS[kind]()) for word in {name, _(name)})
    for card in range(seki.NUM_NUMBERS, seki.NUM_CARDS):
        for word in {card_name(card), card_word(card)}:
            yield word, about_card(card)
            yield f"{word}*", about_card(card, is_marked=True)


# What can be pointed at

SYMBOLS = of_symbols("symbol", partial(_symbol_line, more=NOT_LAST), "SEKI-4.6")
MARKED_SYMBOLS = of_symbols(
    "marked symbol", partial(_symbol_line, more=SEEN_BY_ALL), "SEKI-4.6", "5.11"
)
NUMBER_CARD = Topic(
    "number card", "SEKI-2.1, 2.2, 4.1", signs={"3a": {"card": 12}}, labels=_number_labels
).means(number_line)
MARKED_NUMBER = Topic("marked number", "SEKI-4.1, 5.11", signs={"3a*": {"card": 12}}).means(
    partial(number_line, is_marked=True)
)
NUMBER = Topic("number", "SEKI-4.1", labels=_bare_labels).means(_bare_number_line)
MARKED = Topic("marked", "SEKI-5.11", terms=("face up for good", "marked", "mark")).means(
    "A card with a star is face up for good. Everybody sees this card in any hand."
)
FROZEN = Topic(
    "frozen", "SEKI-5.7", terms=("frozen", "freeze"), signs={N_("(3a frozen)"): {}}
).means(FROZEN_LINE)
CHOSEN = Topic("chosen", terms=("chosen",)).means(
    "A card that you have chosen for the effect under way."
)
DRAWN = Topic("drawn", "SEKI-4.8", terms=("drawn",)).means(
    "The card that you have just drawn: trash it now, or keep it."
)


def about_card(card: int, *, is_marked: bool = False) -> About:
    """Returns the topic of a card that is not frozen."""
    if not seki.is_number(card):
        return (MARKED_SYMBOLS if is_marked else SYMBOLS)[seki.kind_of(card)](card=card)
    return (MARKED_NUMBER if is_marked else NUMBER_CARD)(card=card)
