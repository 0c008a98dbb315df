"""The topics of Namto: all that a player can ask about, each with an explanatory line."""

from functools import partial
from typing import Any

import numpy as np

from fudaba.common.languages import N_, translator

from ..cards.kikisen import EMPEROR, KIND_NAMES, KIND_SYMBOLS, KING, NOTHING, SHIP
from ..cards.kikisen_faces import about_card
from ..core.contract.fields import decode
from ..core.scene.about import Meaning, Topic
from ..core.scene.scene import Move
from ..core.words.sentences import sentences
from ..kikisen.meanings import BETTING, NEXT_DEALERS, SEASON, any_card_and_copies, card_labels
from ..kikisen.words import all_of
from . import hands
from . import state as nam
from .hands import CATEGORIES, FIGURES
from .text import NUMBER_WORDS, figure_words

_, _n = translator("namto")

SOLDIER = KIND_NAMES.index("soldier")

# Cards


def _card_line(rules: Any, kind: int, colour: int | None = None) -> str:
    """Returns the hands that a card is good for (NAM-5.2, 5.3)."""
    return sentences(_("{card}.", card=any_card_and_copies(kind, colour)), _uses(kind, rules))


def _uses(kind: int, rules: Any) -> str:
    """Returns what a card can be used for."""
    if kind == SHIP:
        return _ship_line(rules)
    if kind in (KING, EMPEROR):
        return _court_line(kind, rules)
    if rules.hand_pool == "own":
        number = KIND_SYMBOLS[kind]
        return _("It makes a pair with another {number} or with a ship.", number=number)
    uses = [*_figures_with(kind, rules), _("runs of its colour"), _("sets")]
    return _("Good for {hands}.", hands=all_of(uses))


def _ship_line(rules: Any) -> str:
    line = _("It stands for any card of its colour, and alone for a king or an emperor.")
    if rules.ship_alone == "declared":
        line = _("It stands for any card of its colour, and alone for any card.")
    if rules.hand_pool == "own":
        return line
    return sentences(line, _("As a ship it makes a march with a 3 and a 5."))


def _court_line(kind: int, rules: Any) -> str:
    line = _("With a king or an emperor it makes the second highest hand.")
    if rules.emperor_king == "one_each" and kind == KING:
        line = _("With an emperor it makes the second highest hand.")
    elif rules.emperor_king == "one_each":
        line = _("With a king it makes the second highest hand.")
    equal = _("In sets and alone kings and emperors are equal, and higher than an 8.")
    return sentences(line, equal)


def _figures_with(kind: int, rules: Any) -> list[str]:
    """Returns the hands of certain kinds that a card is part of: `culture (6 7 8)`."""
    figures = (hands.CAVALRY, hands.MARCH, hands.CULTURE, hands.SOCIAL_ORDER)
    cards = {rank: figure_words(rank) for rank in figures if FIGURES[rank] >> kind & 1}
    if kind == SOLDIER:
        number = _(NUMBER_WORDS[rules.dark_army_size])
        cards = {hands.DARK_ARMY: _("{number} 1s", number=number), **cards}
    return [
        _("{hand} ({cards})", hand=_(CATEGORIES[1 + rank]), cards=listed)
        for rank, listed in cards.items()
    ]


def shares_cards(rules: Any) -> bool:
    """Returns whether all players can use the cards that somebody reveals (NAM-5.1)."""
    return bool(rules.hand_pool == "shared")


def has_common(rules: Any) -> bool:
    """Returns whether cards lie on the table for all (NAM-5.1)."""
    return bool(rules.hand_pool == "community")


def makes_up(rules: Any) -> bool:
    """Returns whether smaller bets are made up after a round of bets (NAM-4.2)."""
    return bool(rules.betting == "until_equal")


NO_HAND = Topic(
    "no hand",
    "NAM-5.1",
    labels=lambda topic: [(name, topic()) for name in (CATEGORIES[0], _(CATEGORIES[0]))],
).means(
    "A 0; or, of a hand, that the two own cards fit together in none: any hand beats it.",
    when=lambda rules: rules.own_min == 2,
    otherwise=Meaning(partial(_card_line, kind=NOTHING), "NAM-5.2, 5.3, KIKI-2.1"),
)
CARD = Topic(
    "card", "NAM-5.2, 5.3, KIKI-2.1", signs={N_("b7"): {"kind": 8, "colour": 0}}, labels=card_labels
).means(_card_line)
COURT = Topic("court", "KIKI-4.1, NAM-5.2", terms=("court",)).means(
    "A king or an emperor. In sets and alone they are equal, and higher than an 8."
)


# Kinds of hands


def _dark_army_line(rules: Any) -> str:
    return _(
        "{number} 1s (soldiers) in any colours. It beats runs, sets and single cards.",
        number=_(NUMBER_WORDS[rules.dark_army_size]).capitalize(),
    )


SOCIAL_ORDER = Topic("social order", "NAM-5.2", terms=("social order",)).means(
    "A 1, 2, 6, 7 and 8 in any colours: the highest hand."
)
EMPEROR_AND_KING = Topic("emperor and king", "NAM-5.2, 5.3", terms=("emperor and king",)).means(
    "One emperor and one king; a ship may stand for either. The second highest hand.",
    when=lambda rules: rules.emperor_king == "one_each",
    otherwise=Meaning("Any two kings, emperors or ships: the second highest hand."),
)
CULTURE = Topic("culture", "NAM-5.2", terms=("culture",)).means(
    "A 6, 7 and 8 in any colours: the third highest hand."
)
MARCH = Topic("march", "NAM-5.2, 5.3", terms=("march",)).means(
    "A ship, a 3 and a 5 in any colours. It beats cavalry. No ship stands for the 3 or 5.",
    when=lambda rules: rules.march_rank == "above_cavalry",
    otherwise=Meaning(
        "A ship, a 3 and a 5 in any colours. It loses to cavalry. No ship stands for the 3 or 5."
    ),
)
CAVALRY = Topic("cavalry", "NAM-5.2", terms=("cavalry",)).means(
    "A 1, a 2 and a 5 in any colours. It loses to a march.",
    when=lambda rules: rules.march_rank == "above_cavalry",
    otherwise=Meaning("A 1, a 2 and a 5 in any colours. It beats a march."),
)
DARK_ARMY = Topic("dark army", "NAM-5.2", terms=("dark army",)).means(_dark_army_line)
RUN = Topic("run", "NAM-5.2, 5.4", terms=("run",)).means(
    "Three or more numbers in a row, in one colour. The longer run wins, then the one with "
    "the higher top. It beats sets and single cards."
)
SET = Topic("set", "NAM-5.2, 5.4", terms=("set", "pair")).means(
    "Two or more cards of one number; kings and emperors are equal. More cards win, then "
    "the higher number. It beats single cards."
)
SINGLE = Topic("single", "NAM-5.2, 5.4", terms=("single",)).means(
    "One card, the lowest hand. The higher card wins; kings and emperors are the highest."
)
HANDS = (SINGLE, SET, RUN, DARK_ARMY, CAVALRY, MARCH, CULTURE, EMPEROR_AND_KING, SOCIAL_ORDER)
HANDS_IN_ORDER = Topic("hands", "NAM-5.2, 5.4").means(
    "What cards can make, the best hand first. The marked one is your best at the moment. "
    "Of one kind the hand with more cards wins, then the one with the higher number, then "
    "the one of one colour."
)
TIES = Topic("ties", "NAM-5.5", terms=("tie", "equal hands", "ladder")).means(
    "Players whose best hands are equal share the pot.",
    when=lambda rules: rules.tie_break == "split",
    otherwise=Meaning(
        "Where the best hands are equal, the next best ones decide. Equal to the end, all share."
    ),
)

# Moves


def _drop_line(rules: Any) -> str:
    line = _("You leave this season. What you have paid stays in the pot.")
    if not shares_cards(rules):
        return line
    return sentences(line, _("A card that you have revealed can still be used by the others."))


def _bet_line(rules: Any, points: int) -> str:
    line = _("You pay {points} into the pot.", points=points)
    if makes_up(rules):
        after = _("At the end of the round all pay as much as the last bet, or drop.")
        return sentences(line, after)
    return sentences(line, _("Nobody who bets after you in this round may bet less."))


def _reveal_line(rules: Any) -> str:
    line = _("It is turned up with the cards of the others, once all have chosen.")
    if not shares_cards(rules):
        return sentences(line, _("Only you can use it."))
    other = _("Your other card counts only for you.") if rules.reveals == 1 else ""
    return sentences(line, _("Then all players can use it in their hands."), other)


DROP = Topic("drop", "NAM-4.2, 4.6", terms=("drop",)).means(_drop_line)
BET = Topic("bet", "NAM-4.2").means(_bet_line)
BETS = Topic("bets", "NAM-4.2", terms=("bet",)).means(
    "You pay 1 to {bet_cap} into the pot, at least as much as the last bet of the round. At its "
    "end smaller bets are made up.",
    when=makes_up,
    otherwise=Meaning(
        "You pay 1 to {bet_cap} into the pot, at least as much as the last bet of the round. Who "
        "has bet pays nothing more in this round, even if others raise."
    ),
)
REVEAL = Topic("reveal", "NAM-4.5", terms=("reveal",)).means(_reveal_line)
CHOSEN = Topic("chosen", "NAM-4.5, 7.2", terms=("choose a card", "has chosen")).means(
    "This player has chosen the card to reveal. It is turned up once all have chosen."
)


def move(state: np.void, action: int) -> Move:
    """Returns the topic of a move, with the card that it reveals."""
    kind, position = decode(nam.ACTIONS, action)
    if kind is nam.DROP:
        return Move(DROP())
    if kind is nam.BET:
        return Move(BET(points=1 + position))
    return Move(REVEAL(), (about_card(position, CARD),))


# Players' facts


def _dealer_line(rules: Any) -> str:
    line = _("This player bets first. If the dealer drops, the next player still in is the dealer.")
    return sentences(line, _(NEXT_DEALERS[rules.next_dealer])) if rules.seasons > 1 else line


DEALER = Topic("dealer", "NAM-4.2, 4.3, 6.1", terms=("dealer",)).means(_dealer_line)
BETS_SO_FAR = Topic("bets so far", "NAM-4.2").means(
    "What this player has paid in the newest round of bets. At its end everybody pays as "
    "much as the last bet, or drops.",
    when=makes_up,
    otherwise=Meaning(
        "What this player has paid in the newest round of bets. Later bets of a round may not "
        "be lower; earlier, smaller ones are not topped up."
    ),
)
DROPPED = Topic("dropped", "NAM-4.2, 4.6", terms=("dropped",)).means(
    "This player is out of the season and can't win the pot; a revealed card can still be "
    "used by all.",
    when=shares_cards,
    otherwise=Meaning("This player is out of the season and can't win the pot."),
)

# Notes on the table


def _first_bets_line(rules: Any) -> str:
    then = _("Then all who are left reveal a card.")
    return sentences(_("The first of two rounds of bets."), _limits(rules), then)


def _second_bets_line(rules: Any) -> str:
    start = _("It starts at the last bet of round 1.") if rules.floor_carries else ""
    then = _("Then the best hand wins the pot.")
    if shares_cards(rules) and rules.reveals > 1:
        then = _("Then all cards are shown and count for all, and the best hand wins the pot.")
    return sentences(_("The last round of bets."), _limits(rules), start, then)


def _limits(rules: Any) -> str:
    most = rules.bet_cap
    return _("A bet is at least the last bet of the round and at most {points}.", points=most)


OWN_HAND = Topic("own hand", "NAM-5.1, 5.2").means(
    "The best hand that you can make of your cards and the cards that you can use now, and "
    "of which cards. What is still hidden may change it."
)
FIRST_BETS = Topic("first bets", "NAM-4.1, 4.2").means(_first_bets_line)
SECOND_BETS = Topic("second bets", "NAM-4.1, 4.2").means(_second_bets_line)

# Zones


def _revealed_line(rules: Any) -> str:
    if not shares_cards(rules):
        return _("Cards that have been turned up. Only their owners can use them in their hands.")
    if rules.reveals == 1:
        return _("Cards that have been turned up. All players can use those of the first round.")
    return _(
        "Cards that have been turned up. All players can use them in their hands, and at the "
        "showdown also the second cards of the players who are still in."
    )


def _hidden_line(rules: Any) -> str:
    line = _("The cards that nobody else sees yet.")
    later = _("Those of all who are still in are shown after the last bets.")
    if shares_cards(rules) and rules.reveals > 1:
        later = _("After the last bets those of all who are still in count for everybody.")
    return sentences(line, later)


def _showdown_line(rules: Any) -> str:
    shown = _("After the last bets all who are still in show both cards.")
    count_for_all = shares_cards(rules) and rules.reveals > 1
    own = {
        1: _("A hand needs at least one of one's own."),
        2: _("A hand needs at least two of one's own."),
    }
    return sentences(
        shown,
        _("Each card counts for everybody.") if count_for_all else "",
        own.get(rules.own_min, ""),
        _("The best hand wins the pot."),
    )


REVEALED = Topic("revealed", "NAM-4.5, 5.1", terms=("revealed",)).means(_revealed_line)
FOR_ALL = Topic("for all", "NAM-5.1", terms=("for all",)).means(
    "{community_cards} cards of the stock. Hands are made of these and of a player's own two."
)
HAND = Topic("hand", "NAM-2.1, 4.5, 5.1").means(_hidden_line)
SHOWDOWN = Topic("showdown", "NAM-4.5, 5.1, 5.5", terms=("showdown",)).means(_showdown_line)
SHARED_CARD = Topic("shared", "NAM-5.1", terms=("shared",)).means(
    "A card of another player, used in this hand.", when=shares_cards
)
COMMON_CARD = Topic("common", "NAM-5.1", terms=("common",)).means(
    "A card that lies on the table for all.", when=has_common
)

SHARED_TOPICS = (*BETTING, SEASON)


# What decides for greedy: by the weight of its heuristic, what that means to a player.
REASONS = {
    "goes_along": N_("Those who have still to act may stay in."),
    "bet_tells": N_("A high bet tells of strong cards."),
    "caution": N_("Every point that is bet is a risk."),
}
