"""The topics of Taxot: all that a player can ask about, each with an explanatory line."""

from collections import Counter
from typing import Any

import numpy as np

from fudaba.common.languages import N_, translator

from ..cards.kikisen import COLOUR_NAMES, COURT, NUM_NUMBERS, SHIP, SHORTEST_RUN, strength_of
from ..cards.kikisen_faces import about_card
from ..core.contract.fields import decode
from ..core.kit.seats import player_name
from ..core.scene.about import About, Meaning, Topic
from ..core.scene.scene import Move
from ..core.words.sentences import sentences
from ..kikisen.meanings import (
    DEALER,
    SEASON,
    Multiplied,
    any_card_and_copies,
    card_labels,
    multiplied_topics,
    points_in_words,
)
from ..kikisen.words import all_of
from . import state as tax
from .text import meld_of, points_words

_, _n = translator("taxot")

# Cards


def _card_line(rules: Any, kind: int, colour: int | None = None) -> str:
    use = _use(kind, "" if colour is None else _(COLOUR_NAMES[colour]), rules)
    return _("{card}: {use}", card=any_card_and_copies(kind, colour), use=use)


def _use(kind: int, colour: str, rules: Any) -> str:
    """Returns the groups that a kind of card fits, and its bonus points (TAX-4.2, 5, 6.4)."""
    if kind == SHIP:
        return _use_of_ship(colour)
    if strength_of(kind) != COURT:
        return sentences(_use_of_number(strength_of(kind), colour), _lit(rules))
    groups = _("for pairs, triples and fours of kings and emperors, never for runs.")
    adds = _("In a hand that closes it adds {points}.", points=points_words(rules.pt_court))
    return sentences(groups, adds if rules.pt_court > 0 else "", _lit(rules))


def _use_of_ship(colour: str) -> str:
    if not colour:
        return _(
            "stands for any card of its colour in pairs, triples, fours and runs. Two ships alone "
            "are a pair."
        )
    return _(
        "stands for any {colour} card in pairs, triples, fours and runs. Two ships alone are a "
        "pair.",
        colour=colour,
    )


def _use_of_number(number: int, colour: str) -> str:
    """Returns the groups that a number fits, with the runs it can be in."""
    feet = range(max(number - SHORTEST_RUN + 1, 0), min(number, NUM_NUMBERS - SHORTEST_RUN) + 1)
    runs = all_of([f"{foot}-{foot + 1}-{foot + 2}" for foot in feet])
    if not colour:
        return _n(
            "for pairs, triples and fours of {number}s, and for the run {runs}.",
            "for pairs, triples and fours of {number}s, and for the runs {runs}.",
            len(feet), number=number, runs=runs
        )  # fmt: skip
    return _n(
        "for pairs, triples and fours of {number}s, and for the {colour} run {runs}.",
        "for pairs, triples and fours of {number}s, and for the {colour} runs {runs}.",
        len(feet), number=number, colour=colour, runs=runs
    )  # fmt: skip


def _lit(rules: Any) -> str:
    """Returns what a card adds for a light, with this house rule (TAX-6.5)."""
    if not (rules.lights and rules.pt_light):
        return ""
    points = points_words(rules.pt_light)
    if rules.light_match == "kind":
        return _("A light of its kind adds {points}.", points=points)
    return _("A light of its kind and colour adds {points}.", points=points)


CARD = Topic(
    "card", "TAX-4.2, 5.1, 6.4", signs={N_("b7"): {"kind": 8, "colour": 0}}, labels=card_labels
).means(_card_line)
COURT_CARDS = Topic("court", "TAX-5.2, 6.4", terms=("court", "court card")).means(
    "Kings and emperors. They count as equal, in pairs, triples and fours, but not in runs. "
    "A ship stands for any card of its colour."
)

# Moves


def _call_line(rules: Any, kind: int) -> str:
    call = _("You take the discard, lay these cards face up and discard another card.")
    if rules.pt_call > 0:
        call = _(
            "You take the discard, lay these cards face up, pay its player {points} and discard "
            "another card.",
            points=points_words(rules.pt_call),
        )
    return sentences(call, _what_follows(kind, rules))


def _what_follows(kind: int, rules: Any) -> str:
    """Returns what a called group brings, or can become (TAX-4.6, 5.3)."""
    if kind == tax.FOUR and rules.pt_four:
        points = points_words(rules.pt_four)
        return _("Every other player pays you {points} for the four.", points=points)
    if kind == tax.TRIPLE and rules.extend_public_set:
        return _("The triple can still become a four.")
    return _("The group can't change any more.")


def _reveal_line(rules: Any) -> str:
    if not rules.pt_four:
        return _(
            "You lay this four face up, for good: nobody pays. Then you close or discard a card."
        )
    return _(
        "You lay this four face up, for good: every other player pays you {points}. Then you close "
        "or discard a card.",
        points=points_words(rules.pt_four),
    )


NO_CALL = Topic("pass", "TAX-4.4, 7.3", terms=("pass",)).means(
    "You leave the discard. Nobody learns that you could have taken it."
)
CLOSE = Topic("close", "TAX-4.3, 4.4, 6.3", terms=("close",)).means(
    "You show six cards in a winning shape and end the season. Everybody pays you if you "
    "drew the last card, else the player of the discard alone."
)
CALL_GROUP = Topic("call group", "TAX-4.4, 4.5, 5.3, 5.4").means(_call_line)
CALL = Topic("call", "TAX-4.4, 4.5", terms=("call",)).means(
    "To take a discard for a triple, a four or a run with cards of your hand. The group "
    "lies face up then."
)
REVEAL = Topic("reveal", "TAX-4.3, 5.3", terms=("reveal",)).means(_reveal_line)
DISCARD = Topic("discard", "TAX-4.3, 4.4, 6.3").means(
    "You lay this card down and end your turn. Others may call it, or close with it: then "
    "you alone pay."
)


def move(state: np.void, action: int) -> Move:
    """Returns the topic of a move, with its cards, and whose discard it takes."""
    kind, position = decode(tax.ACTIONS, action)
    if kind is tax.DISCARD:
        pile = DISCARDS_OF(player=player_name(int(state["to_move"])))
        return Move(DISCARD(), (about_card(position, CARD),), (pile,))
    if kind is tax.PASS:
        return Move(NO_CALL())
    zones, seats = _discard_taken(state)
    if kind is tax.CLOSE:
        return Move(CLOSE(), zones=zones, seats=seats)
    meld, called = meld_of(action) or 0, _called(state)
    added = Counter(tax.MELDS[meld].types) - Counter(_own_meld(state)) - Counter(called)
    cards, targets = (tuple(about_card(type_, CARD) for type_ in types)
                      for types in (sorted(added.elements()), called))  # fmt: skip
    if kind is tax.REVEAL:
        return Move(REVEAL(), cards)
    return Move(CALL_GROUP(kind=tax.KIND_OF_MELD[meld]), cards, zones, seats, targets)


def _called(state: np.void) -> tuple[int, ...]:
    """Returns the type of the discard that the other players are asked about, if there is one."""
    is_asked = state["phase"] == tax.REACTION
    return (int(state["turn_types"][state["turn"]]),) if is_asked else ()


def _own_meld(state: np.void) -> tuple[int, ...]:
    """Returns the types of the group that lies before the player to move; none without one."""
    meld = int(state["melds"][state["to_move"]])
    return () if meld == tax.NO_MELD else tax.MELDS[meld].types


def _discard_taken(state: np.void) -> tuple[tuple[About, ...], tuple[int, ...]]:
    """Returns the pile and the player of the discard that a close or a call takes."""
    if state["phase"] != tax.REACTION:
        return (), ()
    seat = int(state["active"])
    return (DISCARDS_OF(player=player_name(seat)),), (seat,)


# Groups, winning shapes, and what closing is worth


def _closing_points(rules: Any) -> str:
    return _(
        "Closing brings {points}; {same_colour} more in one colour, {six_run} more for two runs of "
        "six numbers in a row, {first_lap} more in the first round.",
        points=points_words(rules.pt_close),
        same_colour=rules.pt_same_colour,
        six_run=rules.pt_six_run,
        first_lap=rules.pt_first_lap,
    )


def _four_line(rules: Any) -> str:
    four = _("Four equal cards, a ship among them if need be.")
    points = points_words(rules.pt_four)
    paid = _("Every other player pays {points} when it becomes public.", points=points)
    return sentences(four, paid if rules.pt_four > 0 else "")


def _one_colour_line(rules: Any) -> str:
    points = points_words(rules.pt_same_colour)
    return _("Closing with six cards of one colour brings {points} more.", points=points)


PAIR = Topic("pair", "TAX-4.2, 5.1", terms=("pair",)).means(
    "Two equal cards in any colours, or a card and a ship."
)
TRIPLE = Topic("triple", "TAX-4.2, 5.1", terms=("triple", "three equal cards")).means(
    "Three equal cards in any colours, ships among them if need be."
)
FOUR = Topic("four", "TAX-4.2, 5.3", terms=("four", "four friends", "four equal cards")).means(
    _four_line
)
RUN = Topic("run", "TAX-4.2, 5.1", terms=("run",)).means(
    "Three numbers in a row, in one colour. A ship of that colour can be one of them."
)
WINNING_SHAPE = Topic("winning shape", "TAX-4.7", terms=("shape", "winning shape")).means(
    "Three pairs; a pair and a four; or two groups of three cards, each a triple or a run. "
    "Groups that lie face up count too."
)
THREE_PAIRS = Topic("three pairs", "TAX-4.7", terms=("three pairs",)).means(
    "A winning shape: each card has an equal one."
)
PAIR_AND_FOUR = Topic("pair and four", "TAX-4.7", terms=("pair and four",)).means(
    "A winning shape: four equal cards and a pair."
)
TWO_TRIPLES = Topic("two triples", "TAX-4.7", terms=("two triples",)).means(
    "A winning shape: twice three equal cards."
)
TRIPLE_AND_RUN = Topic("triple and run", "TAX-4.7", terms=("triple and run",)).means(
    "A winning shape: three equal cards, and three numbers in a row of one colour."
)
TWO_RUNS = Topic("two runs", "TAX-4.7, 6.2", terms=("two runs",)).means(
    "A winning shape: twice three numbers in a row. The runs may differ in colour."
)
SHAPES = {
    topic.name: topic
    for topic in (THREE_PAIRS, PAIR_AND_FOUR, TWO_TRIPLES, TRIPLE_AND_RUN, TWO_RUNS)
}
END_POINTS = Topic(
    "end points",
    "TAX-6.1, 6.2, 6.4",
    terms=("point", "end points", "points for closing", "end points for closing", "closing"),
).means(_closing_points)
GROUP = Topic("group", "TAX-4.2", terms=("group",)).means(
    "A pair, a triple, a four or a run. Called groups lie face up."
)
DRAWN_SEASON = Topic("drawn season", "TAX-4.1, 6.7", terms=("drawn", "drawn season")).means(
    "If a card is due and the stock is empty, nobody is paid, and the dealer stays."
)
ONE_COLOUR = Topic("one colour", "TAX-6.2", terms=("one colour", "same colour")).means(
    _one_colour_line
)
BLACK = Topic("black", "TAX-4.2, 6.2", terms=("black", "b")).means(
    "One of the two colours; the other is red."
)
RED = Topic("red", "TAX-4.2, 6.2", terms=("red", "r")).means(
    "One of the two colours; the other is black."
)

# Facts of players

MULTIPLIED = {
    "always": Multiplied(
        N_("Whoever closes, the points for closing are multiplied by {bonus}."),
        N_("Whoever closes, the points for closing are multiplied by it."),
    ),
    "closer": Multiplied(
        N_("If this player closes, the points for closing are multiplied by {bonus}."),
        N_("If the dealer closes, the points for closing are multiplied by it."),
    ),
    "either": Multiplied(
        N_("The points for closing that this player gets or pays are multiplied by {bonus}."),
        N_("The points for closing that the dealer gets or pays are multiplied by it."),
    ),
}


def _points_line(rules: Any, points: float) -> str:
    paid = _("Calls and fours are paid at once, a close at the end.")
    return sentences(points_in_words(points), paid)


HAND = Topic("hand", "TAX-2.2, 7.2").means(
    "Only {player} {player:sees|see} these cards. With a group that lies face up there are five of "
    "them, six after drawing."
)
ANY_HAND = Topic("any hand", "TAX-2.2, 7.2", terms=("hand",)).means(
    "Cards that only their player sees. With a group that lies face up there are five of "
    "them, six after drawing."
)
DEALER_WITH_BONUS, BONUS = multiplied_topics(MULTIPLIED, "TAX-6.1, 6.6, KIKI-6.1", _)
POINTS_SO_FAR = Topic("points", "TAX-6.3, 6.8").means(_points_line)
PASSED = Topic("passed", "TAX-4.4, 7.3", terms=("passed",)).means(
    "You have left the discard. The others are not told."
)
WILL_CLOSE = Topic("will close", "TAX-4.4", terms=("will close",)).means(
    "You want to close with the discard. If another one wants to as well, the first after "
    "the player of the discard does."
)
WILL_CALL = Topic("will call", "TAX-4.4", terms=("will call",)).means(
    "You want to call the discard. A close goes before it, and a call of a player who sits "
    "before you, counted from the player of the discard."
)

# The table


def _first_round_line(rules: Any) -> str:
    if not rules.pt_first_lap:
        return _(
            "Closing brings nothing more in the first round, which ends when the turn comes round "
            "to the dealer or past."
        )
    return _(
        "Closing brings {points} more in the first round, which ends when the turn comes round to "
        "the dealer or past.",
        points=points_words(rules.pt_first_lap),
    )


def _lights_line(rules: Any) -> str:
    points = points_words(rules.pt_light)
    if rules.light_match == "kind":
        return _(
            "Each card of a closing hand with the kind of a light adds {points}; ships never. A "
            "second light is turned at the close.",
            points=points,
        )
    return _(
        "Each card of a closing hand with the kind and colour of a light adds {points}; ships "
        "never. A second light is turned at the close.",
        points=points,
    )


def _stock_line(rules: Any) -> str:
    end = _("When it is empty, the season ends and nobody is paid.")
    if rules.exhaust == "reshuffle":
        end = _(
            "When it is empty, the discards become the stock once; then the season ends unpaid."
        )
    return sentences(_("Face-down cards. A turn begins with drawing one."), end)


FIRST_ROUND = Topic("first round", "TAX-4.8, 6.2", terms=("first round", "first lap", "lap")).means(
    _first_round_line
)
DISCARDS_OF = Topic("discards of", "TAX-5.6, 7.1").means(
    "The cards that {player} discarded and nobody took. Only the latest discard of all can "
    "be taken, before the next draw."
)
DISCARDS = Topic("discards", "TAX-5.6, 7.1", terms=("discard",)).means(
    "Cards that their player discarded and nobody took. Only the latest one of all can be "
    "taken, before the next draw."
)
MELD_OF = Topic("meld of", "TAX-4.6").means(
    "A group that {player} called or revealed. It counts among the six cards and stays as "
    "it is, but a triple may become a four.",
    when=lambda rules: rules.extend_public_set,
    otherwise=Meaning(
        "A group that {player} called or revealed. It counts among the six cards and can't "
        "change any more."
    ),
)
MELDS = Topic("melds", "TAX-4.4, 4.6", terms=("meld",)).means(
    "Groups that lie face up, called or revealed. Each belongs to the six cards of its player."
)
STOCK = Topic("stock", "TAX-4.1, 6.7", terms=("stock",)).means(_stock_line)
LIGHTS = Topic("lights", "TAX-3.1, 6.5", terms=("light",)).means(
    _lights_line,
    when=lambda rules: rules.lights,
    otherwise=Meaning("No lights are turned at this table.", "TAX-6.5"),
)
CLOSED_WITH = Topic("closed with", "TAX-4.7, 7.1").means(
    "The six cards with which {player} closed, group by group."
)
NEAREST_SHAPES = Topic("nearest shapes", "TAX-4.7", terms=("nearest shapes",)).means(
    "The winning shapes that lack the fewest of your cards, and what they need: a purple "
    "5 is b5 or r5, a purple K any king or emperor, a stroke means or. Several missing leave out "
    "ships. Only you see it."
)

SHARED_TOPICS = (DEALER, SEASON)


# What decides for greedy: by the weight of its heuristic, what that means to a player.
REASONS = {
    "waiting": N_("One more card could complete the hand."),
    "per_wait": N_("The more cards complete the hand, the better."),
    "pair_worth": N_("Pairs are worth keeping."),
    "ship_worth": N_("Ships are worth keeping."),
    "neighbour_worth": N_("Neighbours of a colour may become a run."),
    "court_worth": N_("A court card is worth keeping."),
    "call_cost": N_("A call costs a point and shows the cards."),
}
