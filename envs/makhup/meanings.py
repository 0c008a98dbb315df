"""The topics of Makhup: all that a player can ask about, each with an explanatory line."""

from typing import Any

import numpy as np

from fudaba.common.languages import N_, translator

from ..cards.kikisen import EMPEROR, KING, NOTHING, NUM_NUMBERS, SHIP
from ..core.contract.fields import decode
from ..core.scene.about import About, Meaning, Topic
from ..core.scene.scene import Move
from ..core.words.sentences import sentences
from ..kikisen.meanings import SHARED, card_labels, kind_in_words
from ..kikisen.words import all_of
from .state import ACTIONS, DRAW, MOVES, PASS, SPECIAL, SPECIAL_CARD, Cards
from .text import rank_word

_, _n = translator("makhup")

# Cards

SPECIAL_LINE = N_(
    "A king, an emperor or a ship. Played from a hand it clears the table, and two new ends are "
    "turned. As an open end it takes one card of any number."
)
NUMBER_LINE = N_(
    "{card}. Play it on a {number}, with others on a higher end, or to join {ends} that add up to "
    "{number}. As an open end it takes cards that add up to {number}."
)
HIGHEST_LINE = N_(
    "{card}. Play it on an {number}, or to join {ends} that add up to {number}. As an open end it "
    "takes cards that add up to {number}."
)


def _card_line(rules: Any, kind: int, colour: int | None = None) -> str:
    """Returns where a card can be played, and what can be played on it (MHP-4.1, 4.4)."""
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


SPECIAL_CARDS = Topic(
    "special", "MHP-2.1, 5.1, 5.2", terms=("special card",), signs={N_("special"): {}}
).means(SPECIAL_LINE)
CARD = Topic(
    "card", "MHP-2.1, 4.1, 4.4", signs={"7": {"kind": NOTHING + 7}}, labels=card_labels
).means(_card_line)


def about_rank(rank: int) -> About:
    """Returns the topic of a card of a rank."""
    return SPECIAL_CARDS() if rank == SPECIAL else CARD(kind=NOTHING + rank)


# Moves


def _extend_line(rules: Any, cards: Cards, end: int) -> str:
    """Returns which of the cards played on an end are open (MHP-4.1)."""
    names = [*map(rank_word, cards)]
    if len(cards) == 1:
        return _(
            "The end {end} is closed, and your {card} is the new open end.", end=end, card=names[0]
        )
    if rules.extend_fork == "all_open":
        return _(
            "The end {end} is closed, and your {cards} are new open ends.",
            end=end,
            cards=all_of(names),
        )
    return _(
        "The end {end} is closed, and of your cards only the highest, {card}, is a new open end.",
        end=end,
        card=max(names),
    )


def _join_line(rules: Any, ends: Cards, card: int) -> str:
    return _(
        "The ends {ends} are closed, and your {card} is the one new open end.",
        ends=all_of([*map(rank_word, ends)]),
        card=card,
    )


def _draw_line(rules: Any) -> str:
    drawn = _("The top card of the stock is turned as a new open end, not taken into the hand.")
    return (
        drawn if rules.draw_when_able else sentences(drawn, _("You draw only if you can't play."))
    )


PLAY_SPECIAL = Topic("play special", "MHP-5.1, 5.3, 6.1").means(
    "All cards leave the table, and two cards of the stock are turned as new open ends. "
    "If it is your last card, you win."
)
PLAY_ON_SPECIAL = Topic("play on special", "MHP-4.1, 5.2").means(
    "A special end takes one card of any number. It is closed, and your {card} is the new open end."
)
EXTEND = Topic("extend", "MHP-4.1").means(_extend_line)
JOIN_ENDS = Topic("join ends", "MHP-4.1").means(_join_line)
TURN = Topic("draw", "MHP-4.1, 4.3", terms=("draw",)).means(_draw_line)
NO_PLAY = Topic("pass", "MHP-4.1, 6.2", terms=("pass",)).means(
    "You can neither play nor draw. If all players pass one after the other, the season "
    "ends, and the fewest cards win.",
    when=lambda rules: rules.seasons > 1,
    otherwise=Meaning(
        "You can neither play nor draw. If all players pass one after the other, the game ends, "
        "and the fewest cards win."
    ),
)
PLAY = Topic("play", "MHP-4.1", terms=("play", "extend")).means(
    "You play cards that add up to the number of an open end. The end is closed, and all "
    "of them are new open ends.",
    when=lambda rules: rules.extend_fork == "all_open",
    otherwise=Meaning(
        "You play cards that add up to the number of an open end. The end is closed, and the "
        "highest of them is the new open end."
    ),
)
JOIN = Topic("join", "MHP-4.1", terms=("join",)).means(
    "You play one card whose number is the sum of {join_max} open ends. They are closed, "
    "and the card is the new open end.",
    when=lambda rules: rules.join_max == 2,
    otherwise=Meaning(
        "You play one card whose number is the sum of 2 or 3 open ends. They are closed, and "
        "the card is the new open end."
    ),
)


def move(state: np.void, action: int) -> Move:
    """Returns the topic of a move, with the cards of the hand and the ends that it uses."""
    kind = decode(ACTIONS, action)[0]
    if kind is DRAW:
        return Move(TURN(), zones=(STOCK(),))
    if kind is PASS:
        return Move(NO_PLAY())
    if kind is SPECIAL_CARD:
        return Move(PLAY_SPECIAL(), (SPECIAL_CARDS(),))
    cards, ends = MOVES[action]
    hand, targets = (tuple(map(about_rank, ranks)) for ranks in (cards, ends))
    return Move(about_play(cards, ends), hand, (OPEN_ENDS(),), targets=targets)


def about_play(cards: Cards, ends: Cards) -> About:
    """Returns what a play of number cards onto ends is."""
    if len(ends) > 1:
        return JOIN_ENDS(ends=ends, card=cards[0])
    if ends == (SPECIAL,):
        return PLAY_ON_SPECIAL(card=cards[0])
    return EXTEND(cards=cards, end=ends[0])


# Facts of players


HOLDS_NO = Topic("holds no", "MHP-4.1, 7.1").means(
    "This player could not play where these cards would have fitted. So there are none of "
    "them in the hand."
)
CANNOT_MAKE = Topic("can't make", "MHP-4.1, 7.1").means(
    "This player could not play. It follows that no cards in the hand add up to these numbers."
)
PRIZE = Topic("prize", "MHP-6.2, 6.3", terms=("point",)).means(
    "The winner of a season gets 1 point from every other player. Several winners share.",
    when=lambda rules: rules.seasons > 1,
    otherwise=Meaning(
        "The winner of the game gets 1 point from every other player. Several winners share."
    ),
)

# Notes on the table


PASSES = Topic("passes in a row", "MHP-6.2").means(
    "Players who could neither play nor draw. Once all have passed in a row, the season "
    "ends, and the fewest cards win.",
    when=lambda rules: rules.seasons > 1,
    otherwise=Meaning(
        "Players who could neither play nor draw. Once all have passed in a row, the game ends, "
        "and the fewest cards win."
    ),
)
IN_STOCK = Topic("in the stock", "MHP-4.3, 7.1").means(
    "The cards of the stock, which came from the open gone pile. Their order is not known."
)

# Zones


def _stock_line(rules: Any) -> str:
    stock = _("Cards that lie face down. A draw turns the top one as a new open end.")
    if rules.stock_empty == "reshuffle":
        again = _("When none is left, the gone pile is shuffled and becomes the stock.")
        return sentences(stock, again)
    return sentences(stock, _("When none is left, nobody can draw any more."))


def _gone_line(rules: Any) -> str:
    gone = _("Special cards that were played, and the cards that they cleared from the table.")
    if rules.stock_empty == "reshuffle":
        return sentences(gone, _("They are shuffled to be the stock when that is empty."))
    return gone


STOCK = Topic("stock", "MHP-4.1, 4.3", terms=("stock",)).means(_stock_line)
CLOSED = Topic("closed", "MHP-4.1, 9.2", terms=("closed end",), signs={N_("closed"): {}}).means(
    "Cards of the table that nothing can be played on any more. They lie there until a "
    "special card clears the table."
)
GONE = Topic("gone", "MHP-2.2, 4.3, 5.1", terms=("gone", "gone pile")).means(_gone_line)
OPEN_ENDS = Topic("open ends", "MHP-2.2, 4.1", terms=("open end", "tree", "path", "end")).means(
    "Cards that you can play on: cards that add up to one end, or one card that joins "
    "ends. The cards to the right are plays of your hand: a click makes one."
)
HAND = Topic("hand", "MHP-6.1").means("The cards of this player. The first empty hand wins.")

SHARED_TOPICS = SHARED


# What decides for greedy: by the weight of its heuristic, what that means to a player.
REASONS = {
    "per_card": N_("The more cards go at once, the better."),
    "per_number": N_("High numbers fit fewer ends, so they go first."),
    "special_worth": N_("A special card fits anywhere."),
    "draw_worth": N_("A drawn card gives more to choose from."),
}
