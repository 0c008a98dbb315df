"""The topics of Cyclic: all that a player can ask about, each with an explanatory line."""

from typing import Any

import numpy as np

from fudaba.common.languages import N_, Ordinal, translator

from ..cards.kikisen import EMPEROR, KIND_NAMES, KIND_SYMBOLS, KING, NOTHING, SHIP
from ..cards.kikisen_faces import about_card
from ..core.contract.fields import decode
from ..core.scene.about import About, Meaning, Topic
from ..core.scene.scene import Move
from ..core.words.sentences import sentences
from ..kikisen.meanings import (
    NEXT_DEALERS,
    SEASON,
    any_card_and_copies,
    any_card_in_words,
    card_labels,
    points_in_words,
)
from . import state as cyc
from .state import CIRCLE
from .text.words import Face, Shape, faces_after, next_kind, symbol_of

_, _n = translator("cyclic")

LOWEST, HIGHEST = KIND_SYMBOLS.index("1"), KIND_SYMBOLS.index("8")  # the numbers of the circle


def has_wild(rules: Any) -> bool:
    """Returns whether the nothings are in the pack, as wild cards (CYC-5.1)."""
    return bool(rules.mu == "wild")


# Cards


def _strength(kind: int) -> str:
    """Returns what a kind beats and what beats it, in plays of one form and size (CYC-4.6)."""
    if kind == SHIP:
        return _(
            "beats only the emperor; all other kinds beat it. In a run it stands between E and 1"
        )
    if kind == KING:
        return _("beats ships and 1 to 8; only the emperor beats it")
    if kind == EMPEROR:
        return _("beats everything but ships; only a ship beats it")
    weaker = _(BELOW.get(kind, TO_BELOW), number=KIND_SYMBOLS[kind - 1])
    stronger = _(ABOVE.get(kind, FROM_ABOVE), number=KIND_SYMBOLS[kind + 1])
    return _("beats {weaker}; {stronger} it", weaker=weaker, stronger=stronger)


BELOW = {LOWEST: N_("only ships"), LOWEST + 1: N_("ships and 1"), LOWEST + 2: N_("ships, 1 and 2")}
TO_BELOW = N_("ships and 1 to {number}")
ABOVE = {
    HIGHEST: N_("only king and emperor beat"),
    HIGHEST - 1: N_("8, king and emperor beat"),
    HIGHEST - 2: N_("7, 8, king and emperor beat"),
}
FROM_ABOVE = N_("{number} to 8, king and emperor beat")


def _card_line(rules: Any, kind: int, colour: int | None = None) -> str:
    card = any_card_and_copies(kind, colour)
    if kind != NOTHING:
        return _("{card}: {strength}.", card=card, strength=_strength(kind))
    if not has_wild(rules):
        card = any_card_in_words(kind, colour)
        return _("{card}: taken out of the pack at this table.", card=card)
    return _(
        "{card}: stands for any kind, in its own colour. Alone it is a single of any kind.",
        card=card,
    )


def _wild_as_line(rules: Any, colour: int, kind: int) -> str:
    symbol = KIND_SYMBOLS[CIRCLE[kind]]
    name = symbol if symbol.isdecimal() else _(KIND_NAMES[CIRCLE[kind]])
    if colour:
        return _("A red 0, a nothing, that was played as red {kind}.", kind=name)
    return _("A black 0, a nothing, that was played as black {kind}.", kind=name)


WILD_AS = Topic(
    "wild as",
    "CYC-5.1",
    signs={N_("b0(3)"): {"colour": 0, "kind": 3}},
    labels=lambda topic: (
        (Face(way, kind).word, topic(colour=way - cyc.WILD_BLACK, kind=kind))
        for way in (cyc.WILD_BLACK, cyc.WILD_RED)
        for kind in range(cyc.NUM_KINDS)
    ),
).means(_wild_as_line)
CARD = Topic(
    "card", "CYC-4.6, 5.1, 5.2", signs={N_("b7"): {"kind": 8, "colour": 0}}, labels=card_labels
).means(_card_line)
WILD = Topic("wild", "CYC-5.1", terms=("wild", "wild card", "joker")).means(
    "The six 0s are wild: each stands for any kind, in its own colour.",
    when=has_wild,
    otherwise=Meaning("There are no wild cards at this table."),
)


def about_face(face: Face) -> About:
    """Returns the topic of a card of a play; for a nothing, with the kind that it stands for."""
    if face.is_wild:
        return WILD_AS(colour=face.colour, kind=face.kind)
    return about_card(face.type, CARD)


# Moves

WEAKER = {
    SHIP: N_("E"),
    LOWEST: N_("S"),
    LOWEST + 1: N_("S or 1"),
    LOWEST + 2: N_("S, 1 or 2"),
    KING: N_("S or 1 to 8"),
    EMPEROR: N_("1 to 8 or K"),
}
TO_WEAKER = N_("S or 1 to {number}")


def _weaker_kinds(foot: int) -> str:
    """Returns what plays of one form and size begin with that a kind beats (CYC-4.6)."""
    kind = CIRCLE[foot]
    return _(WEAKER.get(kind, TO_WEAKER), number=KIND_SYMBOLS[kind - 1])


def _single_line(rules: Any, kind: int) -> str:
    values = {"kind": symbol_of(kind), "strength": _strength(CIRCLE[kind])}
    if not has_wild(rules):
        return _("You play one {kind}. As a single it {strength}.", **values)
    return _("You play one {kind}, or a 0 as {kind}. As a single it {strength}.", **values)


def _friends_line(rules: Any, foot: int, size: int) -> str:
    values = {"count": size, "kind": symbol_of(foot), "weaker": _weaker_kinds(foot)}
    if not has_wild(rules):
        return _(
            "{count} cards of kind {kind} in any colours. They beat {count} cards of {weaker}, and "
            "shorter plays that begin with {kind}.",
            **values,
        )
    return _(
        "{count} cards of kind {kind} in any colours, 0s among them. They beat {count} cards of "
        "{weaker}, and shorter plays that begin with {kind}.",
        **values,
    )


def _run_line(rules: Any, foot: int, size: int) -> str:
    values = {"count": size, "kind": symbol_of(foot), "weaker": _weaker_kinds(foot)}
    if not has_wild(rules):
        return _(
            "{count} kinds in a row in any colours. It beats runs of {count} that begin with "
            "{weaker}, and shorter plays that begin with {kind}.",
            **values,
        )
    return _(
        "{count} kinds in a row in any colours, 0s among them. It beats runs of {count} that begin "
        "with {weaker}, and shorter plays that begin with {kind}.",
        **values,
    )


def _wild_fill_line(rules: Any, kind: int) -> str:
    return _(
        "A 0 takes the next place of your play, as {kind}. It counts with its own colour.",
        kind=symbol_of(kind),
    )


NO_PLAY = Topic("pass", "CYC-4.5", terms=("pass",)).means(
    "You play nothing now. You may still play later in this round."
)
PLAY_SINGLE = Topic("play single", "CYC-4.2, 4.6").means(_single_line)
PLAY_FRIENDS = Topic("play friends", "CYC-4.2, 4.4").means(_friends_line)
PLAY_RUN = Topic("play run", "CYC-4.2, 4.3, 4.6").means(_run_line)
WILD_FILL = Topic("fill with wild", "CYC-4.7, 5.1").means(_wild_fill_line)
FILL = Topic("fill", "CYC-4.7").means("This card takes the next place of your play.")


def move(state: np.void, action: int) -> Move:
    """Returns the topic of a move; the last step of a play has all its cards."""
    kind, position = decode(cyc.ACTIONS, action)
    if kind is cyc.PASS:
        return Move(NO_PLAY())
    is_begun = state["chosen_form"] != cyc.NONE
    if kind is not cyc.FILL:
        about, zone = (
            about_shape(Shape(*cyc.SHAPES[action])),
            NEWEST() if state["size"] else TABLE(),
        )
        return Move(about, () if is_begun else _cards_of(state, action), (zone,))
    if not is_begun:
        return Move(FILL())  # illegal without a play under way
    face = Face(position, next_kind(state))
    about = WILD_FILL(kind=face.kind) if face.is_wild else FILL()
    return Move(about, _cards_of(state, action))


def about_shape(shape: Shape) -> About:
    """Returns the topic of a play."""
    if shape.form == cyc.SINGLE:
        return PLAY_SINGLE(kind=shape.foot)
    topic = PLAY_RUN if shape.form == cyc.RUN else PLAY_FRIENDS
    return topic(foot=shape.foot, size=shape.size)


def _cards_of(state: np.void, action: int) -> tuple[About, ...]:
    """Returns the cards of the play that a step completes; none for an earlier step."""
    faces = faces_after(state, action)
    return tuple(about_card(face.type, CARD) for face in faces or ())


# Forms of plays and other words of the rules

SINGLE = Topic("single", "CYC-4.2, 4.4", terms=("single",)).means(
    "One card. A stronger single beats it."
)
FRIENDS = Topic("friends", "CYC-4.2, 4.4", terms=("friends",)).means(
    "Two or more cards of one kind, in any colours. As many of a stronger kind beat them."
)
RUN = Topic("run", "CYC-4.2, 4.3", terms=("run",)).means(
    "{min_run} or more kinds in a row, in any colours, also round the end of the circle as "
    "in E S 1. Its first card counts for strength."
)
FORM = Topic("form", "CYC-4.2, 4.4", terms=("form", "same form")).means(
    "Single, friends or run. A longer play may have another form than the newest one."
)
FOOT = Topic("foot", "CYC-4.3, 4.4", terms=("foot", "begin", "begin with")).means(
    "The kind of single and friends, and the first card of a run. It decides which play is "
    "stronger; a longer play must have the same."
)
LONGER = Topic("longer", "CYC-4.4", terms=("longer", "longer play")).means(
    "With more cards than the newest play, and begun with the same kind, a play of any "
    "form may follow."
)
STRONGER = Topic("stronger", "CYC-4.4, 4.6", terms=("stronger", "strength", "beat")).means(
    "Of two plays with the same form and number of cards the one that begins with the "
    "higher kind is stronger. The exception: a ship beats an emperor."
)
COLOURS = Topic("colours", "CYC-4.2, 4.4", terms=("colour",)).means(
    "An answer needs one card of a colour that the newest play has. Its other cards may "
    "have any colour."
)
KINDS = Topic("kinds", "CYC-2.1", terms=("kind",)).means(
    "There are 11: ship, 1 to 8, king and emperor, in both colours."
)
ROUND = Topic("round", "CYC-4.1, 4.5", terms=("round",)).means(
    "From a lead until nobody answers the newest play. Then the table is cleared."
)
BLACK = Topic("black", "CYC-4.4", terms=("black", "b")).means(
    "One of the two colours; the other is red."
)
RED = Topic("red", "CYC-4.4", terms=("red", "r")).means(
    "One of the two colours; the other is black."
)
LEAD = Topic("lead", "CYC-4.2", terms=("lead",)).means(
    "The first play of a round. It may be any single, friends or run."
)

# Facts of players


def _dealer_line(rules: Any) -> str:
    next_dealer = _("The player whose play nobody answers is the next dealer.")
    if not rules.dealer_draw:
        return sentences(_("The dealer of the round must lead."), next_dealer)
    leads = _n(
        "The dealer of the round draws {count} card and must lead.",
        "The dealer of the round draws {count} cards and must lead.",
        rules.dealer_draw,
    )
    return sentences(leads, next_dealer)


def _began_line(rules: Any) -> str:
    began = _("This player dealt the season and led its first round.")
    return sentences(began, _(NEXT_DEALERS[rules.next_dealer]))


def _prize_line(rules: Any) -> str:
    return _n(
        "A season brings its winner {count} point; all others lose 1.",
        "A season brings its winner {count} points; all others lose 1.",
        rules.num_players - 1,
    )


def _points_line(rules: Any, points: float) -> str:
    return sentences(points_in_words(points), _prize_line(rules))


def _place_line(rules: Any, place: int) -> str:
    return _(
        "This player has the {place} place in the season. Only the first place brings points.",
        place=Ordinal(place),
    )


HAND = Topic("hand", "CYC-6.1", terms=("hand",)).means(
    "The cards that this player still has to play. The first empty hand wins."
)
DEALER = Topic("dealer", "CYC-4.1, 4.2, 4.5", terms=("dealer",)).means(_dealer_line)
BEGAN = Topic("began the season", "CYC-9.11, KIKI-6.3", terms=("began the season",)).means(
    _began_line
)
POINTS_SO_FAR = Topic("points", "CYC-6.2, KIKI-6.4").means(_points_line)
PRIZE = Topic("prize", "CYC-6.2, KIKI-6.5", terms=("point", "prize")).means(_prize_line)
FIRST_PLACE = Topic("first place", "CYC-6.1, 6.2").means(
    "This player emptied the hand first and wins the season."
)
PLACE = Topic("place", "CYC-9.9, 9.12").means(_place_line)

# The table


def _wanted_line(rules: Any, colour: int) -> str:
    if colour:
        wanted = _("All cards of the newest play are red, so a play needs a red card too.")
        wild = _("A red 0 will do.")
    else:
        wanted = _("All cards of the newest play are black, so a play needs a black card too.")
        wild = _("A black 0 will do.")
    return sentences(wanted, wild) if has_wild(rules) else wanted


def _stock_line(rules: Any) -> str:
    if not rules.dealer_draw:
        return _("The cards that were not dealt. Nobody draws them at this table.")
    return _n(
        "Face-down cards. At the start of each round its dealer draws {count} card, while any are "
        "left.",
        "Face-down cards. At the start of each round its dealer draws {count} cards, while any are "
        "left.",
        rules.dealer_draw,
    )


WANTED = Topic("wanted colour", "CYC-4.4").means(_wanted_line)
TABLE = Topic("table", "CYC-4.2", terms=("table",)).means(
    "No play lies here yet: the dealer of the round has to lead."
)
STOCK = Topic("stock", "CYC-4.1", terms=("stock",)).means(_stock_line)
PASSES = Topic("passes", "CYC-4.5").means(
    "When all other players have passed in a row, the player of the newest play clears the "
    "table and leads."
)
NEWEST = Topic("newest", "CYC-4.4", terms=("newest", "newest play")).means(
    "The play to beat: with the same form, as many cards and more strength, or with more "
    "cards that begin with the same kind. Both plays need a colour in common."
)
EARLIER = Topic("below it", "CYC-4.4, 9.6", terms=("below it",)).means(
    "Earlier plays of this round. Only the newest play has to be beaten."
)
CLEARED = Topic("cleared", "CYC-2.2, 4.5", terms=("cleared", "cleared pile")).means(
    "The cards of earlier rounds. They are out of play, so nobody holds them any more."
)
STRENGTH_CIRCLE = Topic("circle", "CYC-4.6, 5.2", terms=("circle",)).means(
    "From S on, each kind beats all before it; S beats only E. Blue: the newest play, of a run the "
    "lines too. Gold: the kinds with which as many cards beat it, of a run the first."
)

SHARED_TOPICS = (SEASON,)


# What decides for greedy: by the weight of its heuristic, what that means to a player.
REASONS = {
    "per_play": N_("No other move leaves fewer plays."),
    "per_card": N_("Many cards at once empty the hand soon."),
    "per_nothing": N_("It keeps your 0s, which stand for any kind."),
    "passing": N_("Passing lets others get rid of their cards."),
}
