"""One line for a player about everything that can be pointed at in Mokkaik."""

import re
from typing import Any

from ...languages import ENGLISH, N_, in_language, words
from ..cards.kikisen import COURT, NOTHING, NUM_NUMBERS, SHIP, Play, strength_of
from ..core.contract.meanings import Meaning
from ..core.words.sentences import sentences
from ..kikisen.meanings import (
    ANY_CARD,
    POINTS,
    SHARED,
    Multiplied,
    any_card_and_copies,
    kind_called,
    multiplied_meanings,
    points_in_words,
)
from . import state as mok
from .text import kind_name, play_name, strength_name

_, _n = words("mokkaik")

with in_language(ENGLISH):  # the language in which things on the table are asked about
    PLAYS = {play_name(play).casefold(): play for play in mok.PLAY_OF.values()}
    KINDS = {kind_name(*kind): kind for kind in mok.KINDS}


def is_declared(rules: Any) -> bool:
    """Returns whether a player may name the strength of ships alone (KIKI-8)."""
    return bool(rules.ship_alone == "declared")


# Cards


def _card_line(found: re.Match[str], rules: Any) -> str:
    """Returns what a kind of card is good for in plays (MOK-5, KIKI-4.2 to 4.4)."""
    kind, card = kind_called(found["kind"]), any_card_and_copies(found)
    strength = strength_of(kind)
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


CARDS = (
    Meaning(ANY_CARD, _card_line, "KIKI-4.1, MOK-5.1, 5.2, 5.3", sign="b7"),
    Meaning(
        "court( cards?)?",
        N_(
            "Kings, emperors and ships alone: equal, and stronger than 8. Nothing beats them, and "
            "they are in no run."
        ),
        "KIKI-4.1, MOK-5.1, 5.2",
    ),
)

# Moves


def _play_line(found: re.Match[str], rules: Any) -> str:
    play = PLAYS.get(found["cards"].casefold())
    if play is None:
        return ""
    kind, strength = kind_name(*mok.kind_of(play)), strength_name(play.strength)
    if play.shape == "run":
        what = _("A {kind} from {strength}.", kind=kind, strength=strength)
    else:
        what = _("A {kind} of strength {strength}.", kind=kind, strength=strength)
    won = _n(
        "If it wins the round, its card goes to your pile and you lead.",
        "If it wins the round, its {count} cards go to your pile and you lead.",
        len(play.types),
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


MOVES = (
    Meaning("play (?P<cards>.+)", _play_line, "MOK-4.1, 4.2, 4.3, 4.4"),
    Meaning(
        "fold",
        N_("You throw as many cards away as were led, face down. You can't win this round then."),
        "MOK-4.2",
    ),
    Meaning("throw a card|throw \\d cards", N_("Cards go out of play, face down."), "MOK-4.2, 4.5"),
    Meaning(
        "throw( .+)?",
        N_("This card goes out of play, face down. Nobody else sees it, not even at the end."),
        "MOK-4.5, 7.3",
    ),
)

# Forms of plays and other words of the rules

WORDS = (
    Meaning(
        "single( card)?", N_("One card. A stronger card of its colour beats it."), "MOK-4.1, 4.4"
    ),
    Meaning(
        "sets?",
        N_(
            "Two or more equal cards in any colours. A set with as many black and as many red "
            "cards and more strength beats it."
        ),
        "MOK-4.1, 4.4, KIKI-4.4",
    ),
    Meaning(
        "runs?",
        N_(
            "Three or more numbers in a row, in one colour. As long a run of that colour from a "
            "higher number beats it."
        ),
        "MOK-4.1, 4.4, KIKI-4.4",
    ),
    Meaning(
        "strength|stronger|beats?",
        N_(
            "Strength rises from 0 to 8, then court. A set has that of its cards, a run that of "
            "its lowest number."
        ),
        "KIKI-4.1, 4.6",
    ),
    Meaning(
        "form",
        N_(
            "Single, set or run. Whoever beats a play has the form, the number of cards and the "
            "colours of the led one."
        ),
        "MOK-4.2, 4.4",
    ),
    Meaning(
        "colours?",
        N_("A play must have as many black and as many red cards as the led one."),
        "MOK-4.4",
    ),
    Meaning("black|b", N_("One of the two colours; the other is red."), "MOK-4.4"),
    Meaning("red|r", N_("One of the two colours; the other is black."), "MOK-4.4"),
    Meaning(
        "lead(er)?",
        N_(
            "The first play of a round. The dealer leads first, then the winner of the round "
            "before."
        ),
        "MOK-3.2, 4.1",
    ),
    Meaning(
        "round",
        N_(
            "Everybody plays or folds once. The cards of the strongest play go to its player's "
            "pile."
        ),
        "MOK-4.2, 4.3",
    ),
    Meaning(
        "last round",
        N_("The round in which the hands become empty. Only its winner is paid."),
        "MOK-4.6, 6.1",
    ),
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


def _points_line(found: re.Match[str], rules: Any) -> str:
    paid = _("Points are paid after the last round of a season.")
    return sentences(points_in_words(found[0]), paid)


def _pile_line(found: re.Match[str], rules: Any) -> str:
    """Returns what a player with a won pile pays as a loser of the last round (MOK-6.1)."""
    left = rules.par - int(found["count"])
    cards = _n("{count} card", "{count} cards", int(found["count"]))
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


FACTS = (
    Meaning(
        r"hand( of player_\d)?",
        N_(
            "The cards that are still to be played or thrown. All hands are empty after the last "
            "round."
        ),
        "MOK-4.6",
    ),
    *multiplied_meanings(MULTIPLIED, "MOK-6.1, 6.3, KIKI-6.1", _),
    Meaning(POINTS, _points_line, "MOK-6.1, 6.4"),
    Meaning(
        "strongest so far",
        N_("This player wins the round, if nobody plays a stronger hand."),
        "MOK-4.2, 4.3",
    ),
    Meaning(r"won (?P<count>\d+) cards?", _pile_line, "MOK-6.1, 9.4"),
    Meaning(
        r"threw \d+ cards?",
        N_(
            "The cards that this player has thrown away face down in this season. They are worth "
            "nothing."
        ),
        "MOK-4.2, 7.1",
    ),
)

# The table


def _pay_line(found: re.Match[str], rules: Any) -> str:
    return _n(
        "All others pay the winner of the last round {count} point less one for each own won "
        "card{times}. Below 0 the winner pays.",
        "All others pay the winner of the last round {count} points less one for each own won "
        "card{times}. Below 0 the winner pays.",
        rules.par,
        times=_times(rules),
    )


def _to_beat_run_line(found: re.Match[str], rules: Any) -> str:
    if int(found["size"]) + int(found["foot"]) == NUM_NUMBERS:
        return _("No run of this length is higher: all others can only fold.")
    return _(
        "You beat it with a {kind} from a higher number than {foot}, or fold.",
        kind=_kind_said(found),
        foot=found["foot"],
    )


def _to_beat_line(found: re.Match[str], rules: Any) -> str:
    return _(
        "You beat it with a {kind} that is stronger than {strength}, or fold.",
        kind=_kind_said(found),
        strength=found["strength"],
    )


def _kind_said(found: re.Match[str]) -> str:
    """Returns the kind of play that was found in English, in the current language."""
    kind = KINDS.get(found["kind"].casefold())
    return kind_name(*kind) if kind else found["kind"]


TABLE = (
    Meaning(
        "to beat: .+ of strength court",
        N_("Nothing is stronger than court: all others can only fold."),
        "MOK-4.2, 5.1, 5.2",
    ),
    Meaning(
        r"to beat: a (?P<kind>.+ run of (?P<size>\d)) from (?P<foot>\d)",
        _to_beat_run_line,
        "MOK-4.2, 4.4, KIKI-4.6",
    ),
    Meaning(
        r"to beat: a (?P<kind>.+) of strength (?P<strength>\d)",
        _to_beat_line,
        "MOK-4.2, 4.4",
    ),
    Meaning(
        "this round",
        N_(
            "Nothing lies here yet. The leader sets the form, the number and the colours of the "
            "cards."
        ),
        "MOK-4.1, 4.2",
    ),
    Meaning(
        r"player_\d leads",
        N_(
            "The led play. All other plays of the round must have its form and as many black and "
            "as many red cards."
        ),
        "MOK-4.1, 4.4",
    ),
    Meaning(
        r"player_\d plays",
        N_("A play that was stronger than all before it in the round."),
        "MOK-4.2",
        when=lambda rules: rules.beat_rule == "current_best",
    ),
    Meaning(
        r"player_\d plays",
        N_(
            "A play that was stronger than the led one. The strongest of all wins, of equal ones "
            "the first."
        ),
        "MOK-4.2, 9.1",
    ),
    Meaning(
        r"(?P<player>player_\d) folds(, face down)?",
        N_(
            "As many cards as were led go out of play, face down. In this round {player} can't win."
        ),
        "MOK-4.2",
    ),
    Meaning(
        r"won by (?P<player>player_\d)",
        N_(
            "Cards with which {player} won rounds. Each of them lowers by 1 what is paid for "
            "losing the last round."
        ),
        "MOK-4.3, 6.1",
    ),
    Meaning(
        "(won )?piles?",
        N_(
            "Cards with which a player won rounds. Each of them lowers by 1 what is paid for "
            "losing the last round."
        ),
        "MOK-4.3, 6.1",
    ),
    Meaning(
        "beaten plays|discards?",
        N_(
            "Plays of this season that were beaten. They are worth nothing, but nobody holds these "
            "cards any more."
        ),
        "MOK-4.3, 9.5",
    ),
    Meaning(
        r"thrown face down by (?P<player>player_\d)",
        N_("The cards that {player} threw away. The other players never see them."),
        "MOK-7.2, 7.3",
    ),
    Meaning(
        r"player_\d", N_("What this player pays if another one wins the last round."), "MOK-6.1"
    ),
    Meaning("par|points?|payments?|pays?|to pay for losing the last round.*", _pay_line, "MOK-6.1"),
)

MEANINGS = (*CARDS, *MOVES, *WORDS, *FACTS, *TABLE, *SHARED)
