"""Topics that the kikisen games share: cards by name, the dealer, points, seasons, betting."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from fudaba.common.languages import N_, translator
from fudaba.common.languages.messages import Translate

from ..cards.kikisen import (
    COLOUR_NAMES,
    COPIES,
    KIND_NAMES,
    KIND_SYMBOLS,
    NOTHING,
    NUM_COLOURS,
    NUM_KINDS,
    NUM_TYPES,
    type_name,
)
from ..cards.kikisen_words import card_word
from ..core.scene.about import About, Meaning, Topic
from ..core.words.sentences import sentences

_, _n = translator("kikisen")

# Cards. Each game says what they do in it: a topic with the values `kind`, and `colour` if it
# counts.

IN_COLOUR = (N_("Black {kind}"), N_("Red {kind}"))


def kind_in_words(kind: int) -> str:
    """Returns a kind of card in words.

    >>> kind_in_words(8), kind_in_words(0)
    ('7, a shaman', 'ship')
    """
    name, symbol = _(KIND_NAMES[kind]), KIND_SYMBOLS[kind]
    if kind == NOTHING:
        return _("{number}, {name}", number=symbol, name=name)
    return _("{number}, a {name}", number=symbol, name=name) if symbol.isdecimal() else name


def any_card_in_words(kind: int, colour: int | None = None) -> str:
    """Returns a card in words, or a kind of cards without a colour.

    >>> any_card_in_words(8, 0), any_card_in_words(0)
    ('Black 7, a shaman', 'Ship')
    """
    card = kind_in_words(kind)
    return card[0].upper() + card[1:] if colour is None else _(IN_COLOUR[colour], kind=card)


def any_card_and_copies(kind: int, colour: int | None = None) -> str:
    """Returns a card in words with its copies: `Black 7, a shaman (2 in the deck)`."""
    copies = COPIES[kind] * (NUM_COLOURS if colour is None else 1)
    return _("{card} ({count} in the deck)", card=any_card_in_words(kind, colour), count=copies)


def card_labels(topic: Topic) -> Iterator[tuple[str, About]]:
    """Yields all names of the cards, each with its topic: `b7`, `black 7`, `red ship`, `7`.

    Args:
        topic: What the game says of cards; its values are `kind` and `colour`.
    """
    for type_ in range(NUM_TYPES):
        colour, kind = divmod(type_, NUM_KINDS)
        about = topic(kind=kind, colour=colour)
        yield from ((name, about) for name in {type_name(type_), card_word(type_)})
        for name in (KIND_SYMBOLS[kind], KIND_NAMES[kind], _(KIND_NAMES[kind])):
            yield f"{COLOUR_NAMES[colour]} {name}", about
    yield from kind_labels(topic)


def kind_labels(about: Callable[..., About]) -> Iterator[tuple[str, About]]:
    """Yields all names of the kinds of cards, each with its topic: `7`, `shaman`, `S`, `ship`.

    Args:
        about: What the game says of them: `about(kind=8)`, such as a topic with this value.
    """
    for kind, name in enumerate(KIND_NAMES):
        for word in {KIND_SYMBOLS[kind], name, _(name)}:
            yield word, about(kind=kind)


# The dealer, points and seasons

NEXT_DEALERS = {
    "winner": N_("The winner of a season deals the next one."),
    "rotate": N_("The next player deals the next season."),
    "stay": N_("The dealer of one season also deals the next one."),
}


def dealer_in_words(rules: Any) -> str:
    """Returns the explanation of the dealer: what the dealer does, and who deals next."""
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
    """Messages of a game on what the dealer's bonus multiplies."""

    beside_dealer: str  # calls the dealer `this player`, and the bonus `{bonus}`
    beside_bonus: str


def multiplied_topics(
    multiplied: Mapping[str, Multiplied], clauses: str, say: Translate
) -> tuple[Topic, Topic]:
    """Returns the topics of a dealer with a bonus, and of the bonus, where it multiplies.

    Args:
        multiplied: What the bonus multiplies, by the value of the house rule `dealer_multiplier`.
        clauses: The clauses that say more.
        say: Says a message of the game's catalogue.
    """

    def dealer_line(rules: Any, bonus: int) -> str:
        message = multiplied[rules.dealer_multiplier].beside_dealer
        return sentences(dealer_in_words(rules), say(message, bonus=bonus))

    def bonus_line(rules: Any) -> str:
        message = multiplied[rules.dealer_multiplier].beside_bonus
        return sentences(bonus_in_words(rules), say(message))

    return (
        Topic("dealer with bonus", clauses).means(dealer_line),
        Topic("bonus", clauses, terms=("bonus", "dealer's bonus")).means(bonus_line),
    )


def points_in_words(points: float) -> str:
    """Returns the explanation of a player's points.

    >>> points_in_words(-1)
    '1 point more lost than won so far.'
    """
    number, count = f"{abs(round(points, 2)):g}", 1 if abs(points) == 1 else 2
    if not points:
        return _("As many points won as lost so far.")
    if points < 0:
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


def _points_line(rules: Any, points: float) -> str:
    return sentences(points_in_words(points), _("The points of all players add up to 0."))


DEALER = Topic("dealer", "KIKI-6.3", terms=("dealer",)).means(dealer_in_words)
POINTS_SO_FAR = Topic("points", "KIKI-6.4").means(_points_line)
SEASON = Topic("season", "KIKI-6.4", terms=("season",)).means(
    "The game has {seasons} seasons. In each the cards are dealt anew; the points add up.",
    when=lambda rules: rules.seasons > 1,
    otherwise=Meaning("A deal and its play. This game has one season.", "KIKI-5.1, 6.4"),
)
SHARED = (DEALER, POINTS_SO_FAR, SEASON)

# Betting, in Namto and Makkaik


def has_chips(rules: Any) -> bool:
    """Returns whether the players have a limited number of chips."""
    return bool(rules.start_chips != "none")


def _pending_points_line(rules: Any, points: float) -> str:
    return sentences(points_in_words(points), _("What lies in the pot is not counted yet."))


def _paid_line(rules: Any) -> str:
    paid = _("What this player has paid into the pot in this season.")
    if rules.ante:
        paid = _(
            "What this player has paid into the pot in this season, with the ante of {ante}.",
            ante=rules.ante,
        )
    return sentences(paid, _("It is lost unless this player wins the pot."))


def _chips_line(rules: Any) -> str:
    chips = _(
        "Chips that a player has left to pay with, of {chips} at the start. Nobody is asked for "
        "more than all who are in can pay.",
        chips=rules.start_chips,
    )
    if rules.seasons == 1:
        return chips
    fewest = rules.fewest_chips
    return sentences(chips, _("A season begins only if everybody has {chips}.", chips=fewest))


PENDING_POINTS = Topic("pending points", "KIKI-6.4").means(_pending_points_line)
CHIPS = Topic("chips", "KIKI-2.4", terms=("chip",)).means(
    _chips_line,
    when=has_chips,
    otherwise=Meaning("There are none: everybody can pay without a limit."),
)
PAID = Topic("paid", "KIKI-2.4", terms=("paid",)).means(_paid_line)
POT = Topic("pot", "KIKI-2.4", terms=("pot",)).means(
    "All that has been paid in this season. The best hand among those still in wins it, "
    "or the last player who has not dropped."
)
BETTING = (PENDING_POINTS, CHIPS, PAID, POT)
