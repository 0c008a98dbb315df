"""The topics of Mokkaik: all that a player can ask about, each with an explanatory line."""

from typing import Any

import numpy as np

from fudaba.common.languages import N_, translator

from ..cards.kikisen import COURT, NOTHING, NUM_NUMBERS, SHIP, Play, Shape, strength_of
from ..cards.kikisen_faces import about_card
from ..core.contract.fields import decode
from ..core.kit.seats import player_name
from ..core.scene.about import Meaning, Topic
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
from . import state as mok
from .text import kind_name, strength_name

_, _n = translator("mokkaik")


def is_declared(rules: Any) -> bool:
    """Returns whether a player may name the strength of ships alone (KIKI-8)."""
    return bool(rules.ship_alone == "declared")


# Cards


def _card_line(rules: Any, kind: int, colour: int | None = None) -> str:
    """Returns what a kind of card is good for in plays (MOK-5, KIKI-4.2 to 4.4)."""
    card, strength = any_card_and_copies(kind, colour), strength_of(kind)
    if kind == SHIP:
        return _(SHIP_LINES[is_declared(rules)], card=card)
    if kind == NOTHING:
        return _(NOTHING_LINE, card=card)
    if strength == COURT:
        return _(COURT_LINE, card=card)
    return _(NUMBER_LINE, card=card, weaker=_weaker_than(strength))


def _weaker_than(strength: int) -> str:
    """Returns the numbers that a number beats: `0`, `0 and 1`, `0 to 4`."""
    if strength == 1:
        return "0"
    return _("0 and 1") if strength == 2 else _("0 to {highest}", highest=strength - 1)


SHIP_LINES = (
    N_("{card}: stands for any card of its colour in sets and runs; alone it is played as court."),
    N_(
        "{card}: stands for any card of its colour in sets and runs; alone it is played as court "
        "or any number."
    ),
)
NOTHING_LINE = N_("{card}: the weakest, alone it beats nothing. For sets of 0s and runs from 0.")
COURT_LINE = N_(
    "{card}: court, above 8, equal to emperors, kings and lone ships. For sets, never for runs."
)
NUMBER_LINE = N_("{card}: alone it beats {weaker} of its colour. For sets, and runs of its colour.")

CARD = Topic(
    "card",
    "KIKI-4.1, MOK-5.1, 5.2, 5.3",
    signs={N_("b7"): {"kind": 8, "colour": 0}},
    labels=card_labels,
).means(_card_line)
COURT_CARDS = Topic("court", "KIKI-4.1, MOK-5.1, 5.2", terms=("court", "court card")).means(
    "Kings, emperors and ships alone: equal, and stronger than 8. Nothing beats them, and they are "
    "in no run."
)

# Moves


def _play_line(rules: Any, shape: Shape, strength: int, types: tuple[int, ...]) -> str:
    play = Play(shape, strength, types)
    kind, named = kind_name(*mok.kind_of(play)), strength_name(strength)
    if shape == "run":
        what = _("A {kind} from {strength}.", kind=kind, strength=named)
    else:
        what = _("A {kind} of strength {strength}.", kind=kind, strength=named)
    won = _n(
        "If it wins the round, its card goes to your pile and you lead.",
        "If it wins the round, its {count} cards go to your pile and you lead.",
        len(types),
    )
    return sentences(what, _what_beats(play, kind, rules), won)


def _what_beats(play: Play, kind: str, rules: Any) -> str:
    """Returns what beats a play in its round (MOK-4.2, 9.1)."""
    top = play.strength + len(play.types) - 1
    if play.strength == COURT or (play.shape == "run" and top == NUM_NUMBERS - 1):
        if rules.beat_rule == "current_best":
            return _("Nothing beats it.")
        return _("Only an equal one that came before beats it.")
    return _("Only a stronger {kind} beats it.", kind=kind)


PLAY = Topic("play", "MOK-4.1, 4.2, 4.3, 4.4").means(_play_line)
FOLD = Topic("fold", "MOK-4.2", terms=("fold",)).means(
    "You throw as many cards away as were led, face down. You can't win this round then."
)
THROWS = Topic("throws", "MOK-4.2, 4.5", terms=("throw a card",)).means(
    "Cards go out of play, face down."
)
THROW = Topic("throw", "MOK-4.5, 7.3", terms=("throw",)).means(
    "This card goes out of play, face down. Nobody else sees it before the replay."
)


def move(state: np.void, action: int) -> Move:
    """Returns the topic of a move, with the cards that leave the hand."""
    kind, position = decode(mok.ACTIONS, action)
    if kind is mok.FOLD:
        return Move(FOLD())
    if kind is mok.THROW_CARD:
        pile = THROWN(player=player_name(int(state["to_move"])))
        return Move(THROW(), (about_card(position, CARD),), (pile,))
    play = mok.PLAY_OF[action]
    cards = tuple(about_card(type_, CARD) for type_ in play.types)
    return Move(PLAY(**play._asdict()), cards)


# Forms of plays and other words of the rules

SINGLE = Topic("single", "MOK-4.1, 4.4", terms=("single", "single card")).means(
    "One card. A stronger card of its colour beats it."
)
SET = Topic("set", "MOK-4.1, 4.4, KIKI-4.4", terms=("set",)).means(
    "Two or more equal cards in any colours. A set with as many black and as many red "
    "cards and more strength beats it."
)
RUN = Topic("run", "MOK-4.1, 4.4, KIKI-4.4", terms=("run",)).means(
    "Three or more numbers in a row, in one colour. As long a run of that colour from a "
    "higher number beats it."
)
STRENGTH = Topic("strength", "KIKI-4.1, 4.6", terms=("strength", "stronger", "beat")).means(
    "Strength rises from 0 to 8, then court. A set has that of its cards, a run that of "
    "its lowest number."
)
FORM = Topic("form", "MOK-4.2, 4.4", terms=("form",)).means(
    "Single, set or run. Whoever beats a play has the form, the number of cards and the "
    "colours of the led one."
)
COLOURS = Topic("colours", "MOK-4.4", terms=("colour",)).means(
    "A play must have as many black and as many red cards as the led one."
)
LEAD = Topic("lead", "MOK-3.2, 4.1", terms=("lead", "leader")).means(
    "The first play of a round. The dealer leads first, then the winner of the round before."
)
ROUND = Topic("round", "MOK-4.2, 4.3", terms=("round",)).means(
    "Everybody plays or folds once. The cards of the strongest play go to its player's pile."
)
LAST_ROUND = Topic("last round", "MOK-4.6, 6.1", terms=("last round",)).means(
    "The round in which the hands become empty. Only its winner is paid."
)
BLACK = Topic("black", "MOK-4.4", terms=("black", "b")).means(
    "One of the two colours; the other is red."
)
RED = Topic("red", "MOK-4.4", terms=("red", "r")).means(
    "One of the two colours; the other is black."
)

# Facts of players

MULTIPLIED = {
    "payer": Multiplied(
        N_(
            "If another player wins the last round, what this player pays is multiplied by {bonus}."
        ),
        N_("If another player wins the last round, what the dealer pays is multiplied by it."),
    ),
    "either": Multiplied(
        N_("All that this player pays or is paid in the end is multiplied by {bonus}."),
        N_("All that the dealer pays or is paid in the end is multiplied by it."),
    ),
    "none": Multiplied(
        N_("At this table the bonus multiplies nothing."),
        N_("At this table the bonus multiplies nothing."),
    ),
}
AS_DEALER = {
    "payer": N_(", times the bonus as dealer"),
    "either": N_(", times the bonus if one of the two is the dealer"),
}


def _times(rules: Any) -> str:
    """Returns `, times the bonus as dealer`, or nothing where the bonus multiplies nothing."""
    times = AS_DEALER.get(rules.dealer_multiplier)
    return _(times) if times else ""


def _points_line(rules: Any, points: float) -> str:
    paid = _("Points are paid after the last round of a season.")
    return sentences(points_in_words(points), paid)


def _pile_line(rules: Any, count: int) -> str:
    """Returns what a player with a won pile pays as a loser of the last round (MOK-6.1)."""
    left = rules.par - count
    cards = _n("{count} card", "{count} cards", count)
    points = _n("{count} point", "{count} points", abs(left))
    line = PAYS_NOTHING if not left else PAYS if left > 0 else GETS
    return _(line, cards=cards, points=points, times=_times(rules))


PAYS_NOTHING = N_(
    "With {cards} won, this player pays nothing when another one wins the last round."
)
PAYS = N_(
    "With {cards} won, this player pays {points} when another one wins the last round{times}."
)
GETS = N_(
    "With {cards} won, this player gets {points} when another one wins the last round{times}."
)

HAND = Topic("hand", "MOK-4.6", terms=("hand",)).means(
    "The cards that are still to be played or thrown. All hands are empty after the last round."
)
DEALER_WITH_BONUS, BONUS = multiplied_topics(MULTIPLIED, "MOK-6.1, 6.3, KIKI-6.1", _)
POINTS_SO_FAR = Topic("points", "MOK-6.1, 6.4").means(_points_line)
STRONGEST = Topic("strongest so far", "MOK-4.2, 4.3", terms=("strongest so far",)).means(
    "This player wins the round, if nobody plays a stronger hand."
)
WON = Topic("won", "MOK-6.1, 9.4").means(_pile_line)
THREW = Topic("threw", "MOK-4.2, 7.1").means(
    "The cards that this player has thrown away face down in this season. They are worth nothing."
)

# The table


def _pay_line(rules: Any) -> str:
    return _n(
        "All others pay the winner of the last round {count} point less one for each own won "
        "card{times}. Below 0 the winner pays.",
        "All others pay the winner of the last round {count} points less one for each own won "
        "card{times}. Below 0 the winner pays.",
        rules.par,
        times=_times(rules),
    )


def _run_to_beat_line(rules: Any, shape: Shape, black: int, red: int, strength: int) -> str:
    if black + red + strength == NUM_NUMBERS:
        return _("No run of this length is higher: all others can only fold.")
    return _(
        "You beat it with a {kind} from a higher number than {foot}, or fold.",
        kind=kind_name(shape, black, red),
        foot=strength,
    )


def _to_beat_line(rules: Any, shape: Shape, black: int, red: int, strength: int) -> str:
    return _(
        "You beat it with a {kind} that is stronger than {strength}, or fold.",
        kind=kind_name(shape, black, red),
        strength=strength,
    )


COURT_TO_BEAT = Topic("court to beat", "MOK-4.2, 5.1, 5.2").means(
    "Nothing is stronger than court: all others can only fold."
)
RUN_TO_BEAT = Topic("run to beat", "MOK-4.2, 4.4, KIKI-4.6").means(_run_to_beat_line)
TO_BEAT = Topic("to beat", "MOK-4.2, 4.4").means(_to_beat_line)
NO_LEAD = Topic("this round", "MOK-4.1, 4.2", terms=("this round",)).means(
    "Nothing lies here yet. The leader sets the form, the number and the colours of the cards."
)
LEADS = Topic("leads", "MOK-4.1, 4.4").means(
    "The led play. All other plays of the round must have its form and as many black and as many "
    "red cards."
)
PLAYS = Topic("plays", "MOK-4.2").means(
    "A play that was stronger than all before it in the round.",
    when=lambda rules: rules.beat_rule == "current_best",
    otherwise=Meaning(
        "A play that was stronger than the led one. The strongest of all wins, of equal ones "
        "the first.",
        "MOK-4.2, 9.1",
    ),
)
FOLDS = Topic("folds", "MOK-4.2").means(
    "As many cards as were led go out of play, face down. In this round {player} can't win."
)
WON_BY = Topic("won by", "MOK-4.3, 6.1").means(
    "Cards with which {player} won rounds. Each of them lowers by 1 what is paid for "
    "losing the last round."
)
PILES = Topic("piles", "MOK-4.3, 6.1", terms=("pile", "won pile")).means(
    "Cards with which a player won rounds. Each of them lowers by 1 what is paid for "
    "losing the last round."
)
BEATEN = Topic("beaten plays", "MOK-4.3, 9.5", terms=("beaten plays", "discard")).means(
    "Plays of this season that were beaten. They are worth nothing, but nobody holds these cards "
    "any more."
)
THROWN = Topic("thrown", "MOK-7.2, 7.3").means(
    "The cards that {player} threw away. The other players never see them."
)
OWES = Topic("owes", "MOK-6.1").means("What this player pays if another one wins the last round.")
PAY = Topic("pay", "MOK-6.1", terms=("par", "point", "payment", "pay")).means(_pay_line)

SHARED_TOPICS = (DEALER, SEASON)


# What decides for greedy: by the weight of its heuristic, what that means to a player.
NUMBER_WORTH_REASON = N_("Strong cards are kept for later rounds.")
PAIR_WORTH_REASON = N_("Cards that belong together are kept together.")
REASONS = {
    "round_worth": N_("Every round that is won counts."),
    "card_worth": N_("A round with many cards counts more."),
    "number_worth": NUMBER_WORTH_REASON,
    "court_worth": NUMBER_WORTH_REASON,
    "ship_worth": NUMBER_WORTH_REASON,
    "pair_worth": PAIR_WORTH_REASON,
    "large_set_worth": PAIR_WORTH_REASON,
    "run_worth": PAIR_WORTH_REASON,
}
