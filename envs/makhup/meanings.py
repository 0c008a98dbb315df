"""One line for a player about everything that can be pointed at in Makhup."""

import re
from typing import Any

from ..cards.kikisen import EMPEROR, KING, NOTHING, SHIP
from ..core.contract.meanings import Meaning
from ..kikisen.meanings import ANY_CARD, SHARED, kind_called, kind_in_words

# Cards

SPECIAL_LINE = (
    "A king, an emperor or a ship. Played from a hand it clears the table, and two new ends are "
    "turned. As an open end it takes one card of any number."
)


def _card_line(found: re.Match[str], rules: Any) -> str:
    """Returns where a card can be played, and what can be played on it (MHP-4.1, 4.4)."""
    kind = kind_called(found["kind"])
    if kind in (SHIP, KING, EMPEROR):
        return SPECIAL_LINE
    number, name, ends = kind - NOTHING, kind_in_words(kind), _ends_in_words(rules)
    if number == 0:
        return (
            f"{name}. It can go with other cards onto any number, for it adds nothing, and it "
            f"joins {ends} of 0. As an open end it takes only 0s."
        )
    higher = ", with others on a higher end" if number < 8 else ""
    article = "an" if number == 8 else "a"
    return (
        f"{name}. Play it on {article} {number}{higher}, or to join {ends} that add up to "
        f"{number}. As an open end it takes cards that add up to {number}."
    )


def _ends_in_words(rules: Any) -> str:
    return "two or three ends" if rules.join_max == 3 else "two ends"


CARDS = (
    Meaning("special( cards?)?", SPECIAL_LINE, "MHP-2.1, 5.1, 5.2", sign="special"),
    Meaning(ANY_CARD, _card_line, "MHP-2.1, 4.1, 4.4", sign="7"),
)

# Moves


def _extend_line(found: re.Match[str], rules: Any) -> str:
    cards, end = re.split(r"[ +]", found["cards"]), found["end"]
    if len(cards) == 1:
        opened = f"your {cards[0]} is the new open end"
    elif rules.extend_fork == "all_open":
        opened = f"your {', '.join(cards[:-1])} and {cards[-1]} are new open ends"
    else:
        opened = f"of your cards only the highest, {max(cards)}, is a new open end"
    return f"The end {end} is closed, and {opened}."


def _join_line(found: re.Match[str], _: Any) -> str:
    return f"The ends {found['ends']} are closed, and your {found['card']} is the one new open end."


def _draw_line(found: re.Match[str], rules: Any) -> str:
    words = "The top card of the stock is turned as a new open end, not taken into the hand."
    return words if rules.draw_when_able else f"{words} You draw only if you can't play."


def _season(rules: Any) -> str:
    return "season" if rules.seasons > 1 else "game"


def _pass_line(found: re.Match[str], rules: Any) -> str:
    end = f"the {_season(rules)} ends, and the fewest cards win"
    return f"You can neither play nor draw. If all players pass one after the other, {end}."


MOVES = (
    Meaning(
        "play special",
        "All cards leave the table, and two cards of the stock are turned as new open ends. "
        "If it is your last card, you win.",
        "MHP-5.1, 5.3, 6.1",
    ),
    Meaning(
        r"play (?P<card>\d) on special",
        "A special end takes one card of any number. It is closed, and your {card} is the new "
        "open end.",
        "MHP-4.1, 5.2",
    ),
    Meaning(r"play (?P<cards>\d([ +]\d)*) on (?P<end>\d)", _extend_line, "MHP-4.1"),
    Meaning(r"join (?P<ends>\d.*) with (?P<card>\d)", _join_line, "MHP-4.1"),
    Meaning("draw", _draw_line, "MHP-4.1, 4.3"),
    Meaning("pass", _pass_line, "MHP-4.1, 6.2"),
    Meaning(
        "play|extend",
        "You play cards that add up to the number of an open end. The end is closed, and all of "
        "them are new open ends.",
        "MHP-4.1",
        when=lambda rules: rules.extend_fork == "all_open",
    ),
    Meaning(
        "play|extend",
        "You play cards that add up to the number of an open end. The end is closed, and the "
        "highest of them is the new open end.",
        "MHP-4.1",
    ),
    Meaning(
        "join",
        "You play one card whose number is the sum of {join_max} open ends. They are closed, and "
        "the card is the new open end.",
        "MHP-4.1",
        when=lambda rules: rules.join_max == 2,
    ),
    Meaning(
        "join",
        "You play one card whose number is the sum of 2 or 3 open ends. They are closed, and the "
        "card is the new open end.",
        "MHP-4.1",
    ),
)

# Players' facts


def _points_line(found: re.Match[str], rules: Any) -> str:
    winner = f"The winner of {'a' if rules.seasons > 1 else 'the'} {_season(rules)}"
    return f"{winner} gets 1 point from every other player. Several winners share."


FACTS = (
    Meaning(
        "holds no .+",
        "This player could not play where these cards would have fitted. So there are none of them "
        "in the hand.",
        "MHP-4.1, 7.1",
    ),
    Meaning(
        "can't make .+",
        "This player could not play. It follows that no cards in the hand add up to these numbers.",
        "MHP-4.1, 7.1",
    ),
    Meaning("points?", _points_line, "MHP-6.2, 6.3"),
)

# Notes on the table


def _passes_line(found: re.Match[str], rules: Any) -> str:
    end = f"the {_season(rules)} ends, and the fewest cards win"
    return f"Players who could neither play nor draw. Once all have passed in a row, {end}."


NOTES = (
    Meaning(r"\d passes in a row", _passes_line, "MHP-6.2"),
    Meaning(
        "in the stock: .+",
        "The cards of the stock, which came from the open gone pile. Their order is not known.",
        "MHP-4.3, 7.1",
    ),
)

# Zones


def _stock_line(found: re.Match[str], rules: Any) -> str:
    then = "nobody can draw any more"
    if rules.stock_empty == "reshuffle":
        then = "the gone pile is shuffled and becomes the stock"
    words = "Cards that lie face down. A draw turns the top one as a new open end."
    return f"{words} When none is left, {then}."


def _gone_line(found: re.Match[str], rules: Any) -> str:
    words = "Special cards that were played, and the cards that they cleared from the table."
    again = " They are shuffled to be the stock when that is empty."
    return words + again * (rules.stock_empty == "reshuffle")


ZONES = (
    Meaning("stock", _stock_line, "MHP-4.1, 4.3"),
    Meaning(
        "closed( ends?)?",
        "Cards of the table that nothing can be played on any more. They lie there until a special "
        "card clears the table.",
        "MHP-4.1, 9.2",
        sign="closed",
    ),
    Meaning("gone( pile)?", _gone_line, "MHP-2.2, 4.3, 5.1"),
    Meaning(
        "open ends?(, and your plays on them)?|tree|paths?|ends?",
        "Cards that you can play on: cards that add up to one end, or one card that joins ends. "
        "The cards to the right are plays of your hand: a click makes one.",
        "MHP-2.2, 4.1",
    ),
    Meaning(
        r"hand of player_\d",
        "The cards of this player. The first empty hand wins.",
        "MHP-6.1",
    ),
)

MEANINGS = (*CARDS, *MOVES, *FACTS, *NOTES, *ZONES, *SHARED)
