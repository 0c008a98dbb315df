"""One line for a player about everything that can be pointed at in Makhup."""

import re
from typing import Any

from ...languages import N_, words
from ..cards.kikisen import EMPEROR, KING, NOTHING, NUM_NUMBERS, SHIP
from ..core.contract.meanings import Meaning
from ..core.words.sentences import sentences
from ..kikisen.meanings import ANY_CARD, SHARED, kind_called, kind_in_words
from ..kikisen.words import all_of

_, _n = words("makhup")

# Cards

SPECIAL_LINE = N_(
    "A king, an emperor or a ship. Played from a hand it clears the table, and two new ends are "
    "turned. As an open end it takes one card of any number."
)


def _card_line(found: re.Match[str], rules: Any) -> str:
    """Returns where a card can be played, and what can be played on it (MHP-4.1, 4.4)."""
    kind = kind_called(found["kind"])
    if kind in (SHIP, KING, EMPEROR):
        return _(SPECIAL_LINE)
    number, card = kind - NOTHING, kind_in_words(kind)
    ends = _("two or three ends") if rules.join_max == 3 else _("two ends")
    if number == 0:
        return _(
            "{card}. It can go with other cards onto any number, for it adds nothing, and it joins "
            "{ends} of 0. As an open end it takes only 0s.",
            card=card,
            ends=ends,
        )
    line = HIGHEST_LINE if number == NUM_NUMBERS - 1 else NUMBER_LINE
    return _(line, card=card, number=number, ends=ends)


NUMBER_LINE = N_(
    "{card}. Play it on a {number}, with others on a higher end, or to join {ends} that add up to "
    "{number}. As an open end it takes cards that add up to {number}."
)
HIGHEST_LINE = N_(
    "{card}. Play it on an {number}, or to join {ends} that add up to {number}. As an open end it "
    "takes cards that add up to {number}."
)


CARDS = (
    Meaning("special( cards?)?", SPECIAL_LINE, "MHP-2.1, 5.1, 5.2", sign="special"),
    Meaning(ANY_CARD, _card_line, "MHP-2.1, 4.1, 4.4", sign="7"),
)

# Moves


def _extend_line(found: re.Match[str], rules: Any) -> str:
    cards, end = re.split(r"[ +]", found["cards"]), found["end"]
    if len(cards) == 1:
        return _(
            "The end {end} is closed, and your {card} is the new open end.", end=end, card=cards[0]
        )
    if rules.extend_fork == "all_open":
        return _(
            "The end {end} is closed, and your {cards} are new open ends.",
            end=end,
            cards=all_of(cards),
        )
    return _(
        "The end {end} is closed, and of your cards only the highest, {card}, is a new open end.",
        end=end,
        card=max(cards),
    )


def _join_line(found: re.Match[str], rules: Any) -> str:
    ends, card = re.findall(r"\d", found["ends"]), found["card"]
    return _(
        "The ends {ends} are closed, and your {card} is the one new open end.",
        ends=all_of(ends),
        card=card,
    )


def _draw_line(found: re.Match[str], rules: Any) -> str:
    drawn = _("The top card of the stock is turned as a new open end, not taken into the hand.")
    return (
        drawn if rules.draw_when_able else sentences(drawn, _("You draw only if you can't play."))
    )


def _pass_line(found: re.Match[str], rules: Any) -> str:
    if rules.seasons > 1:
        return _(
            "You can neither play nor draw. If all players pass one after the other, the season "
            "ends, and the fewest cards win."
        )
    return _(
        "You can neither play nor draw. If all players pass one after the other, the game ends, "
        "and the fewest cards win."
    )


MOVES = (
    Meaning(
        "play special",
        N_(
            "All cards leave the table, and two cards of the stock are turned as new open ends. "
            "If it is your last card, you win."
        ),
        "MHP-5.1, 5.3, 6.1",
    ),
    Meaning(
        r"play (?P<card>\d) on special",
        N_(
            "A special end takes one card of any number. It is closed, and your {card} is the new "
            "open end."
        ),
        "MHP-4.1, 5.2",
    ),
    Meaning(r"play (?P<cards>\d([ +]\d)*) on (?P<end>\d)", _extend_line, "MHP-4.1"),
    Meaning(r"join (?P<ends>\d.*) with (?P<card>\d)", _join_line, "MHP-4.1"),
    Meaning("draw", _draw_line, "MHP-4.1, 4.3"),
    Meaning("pass", _pass_line, "MHP-4.1, 6.2"),
    Meaning(
        "play|extend",
        N_(
            "You play cards that add up to the number of an open end. The end is closed, and all "
            "of them are new open ends."
        ),
        "MHP-4.1",
        when=lambda rules: rules.extend_fork == "all_open",
    ),
    Meaning(
        "play|extend",
        N_(
            "You play cards that add up to the number of an open end. The end is closed, and the "
            "highest of them is the new open end."
        ),
        "MHP-4.1",
    ),
    Meaning(
        "join",
        N_(
            "You play one card whose number is the sum of {join_max} open ends. They are closed, "
            "and the card is the new open end."
        ),
        "MHP-4.1",
        when=lambda rules: rules.join_max == 2,
    ),
    Meaning(
        "join",
        N_(
            "You play one card whose number is the sum of 2 or 3 open ends. They are closed, and "
            "the card is the new open end."
        ),
        "MHP-4.1",
    ),
)

# Players' facts


def _points_line(found: re.Match[str], rules: Any) -> str:
    if rules.seasons > 1:
        return _(
            "The winner of a season gets 1 point from every other player. Several winners share."
        )
    return _("The winner of the game gets 1 point from every other player. Several winners share.")


FACTS = (
    Meaning(
        "holds no .+",
        N_(
            "This player could not play where these cards would have fitted. So there are none of "
            "them in the hand."
        ),
        "MHP-4.1, 7.1",
    ),
    Meaning(
        "can't make .+",
        N_(
            "This player could not play. It follows that no cards in the hand add up to these "
            "numbers."
        ),
        "MHP-4.1, 7.1",
    ),
    Meaning("points?", _points_line, "MHP-6.2, 6.3"),
)

# Notes on the table


def _passes_line(found: re.Match[str], rules: Any) -> str:
    if rules.seasons > 1:
        return _(
            "Players who could neither play nor draw. Once all have passed in a row, the season "
            "ends, and the fewest cards win."
        )
    return _(
        "Players who could neither play nor draw. Once all have passed in a row, the game ends, "
        "and the fewest cards win."
    )


NOTES = (
    Meaning(r"\d passes in a row", _passes_line, "MHP-6.2"),
    Meaning(
        "in the stock: .+",
        N_("The cards of the stock, which came from the open gone pile. Their order is not known."),
        "MHP-4.3, 7.1",
    ),
)

# Zones


def _stock_line(found: re.Match[str], rules: Any) -> str:
    stock = _("Cards that lie face down. A draw turns the top one as a new open end.")
    if rules.stock_empty == "reshuffle":
        again = _("When none is left, the gone pile is shuffled and becomes the stock.")
        return sentences(stock, again)
    return sentences(stock, _("When none is left, nobody can draw any more."))


def _gone_line(found: re.Match[str], rules: Any) -> str:
    gone = _("Special cards that were played, and the cards that they cleared from the table.")
    if rules.stock_empty == "reshuffle":
        return sentences(gone, _("They are shuffled to be the stock when that is empty."))
    return gone


ZONES = (
    Meaning("stock", _stock_line, "MHP-4.1, 4.3"),
    Meaning(
        "closed( ends?)?",
        N_(
            "Cards of the table that nothing can be played on any more. They lie there until a "
            "special card clears the table."
        ),
        "MHP-4.1, 9.2",
        sign="closed",
    ),
    Meaning("gone( pile)?", _gone_line, "MHP-2.2, 4.3, 5.1"),
    Meaning(
        "open ends?(, and your plays on them)?|tree|paths?|ends?",
        N_(
            "Cards that you can play on: cards that add up to one end, or one card that joins "
            "ends. The cards to the right are plays of your hand: a click makes one."
        ),
        "MHP-2.2, 4.1",
    ),
    Meaning(
        r"hand of player_\d",
        N_("The cards of this player. The first empty hand wins."),
        "MHP-6.1",
    ),
)

MEANINGS = (*CARDS, *MOVES, *FACTS, *NOTES, *ZONES, *SHARED)
