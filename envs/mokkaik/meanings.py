"""One line for a player about everything that can be pointed at in Mokkaik."""

import re
from typing import Any

from ..cards.kikisen import COURT, NOTHING, NUM_NUMBERS, SHIP, Play, strength_of
from ..core.contract.meanings import Meaning
from ..core.scene.scene import plural
from ..kikisen.meanings import (
    ANY_CARD,
    POINTS,
    SHARED,
    any_card_and_copies,
    kind_called,
    multiplied_meanings,
    points_in_words,
)
from . import state as mok
from .text import cards_word, kind_name, play_name, strength_name

PLAYS = {play_name(play).casefold(): play for play in mok.PLAY_OF.values()}


def is_declared(rules: Any) -> bool:
    """Returns whether a player may name the strength of ships alone (KIKI-8)."""
    return bool(rules.ship_alone == "declared")


# Cards


def _card_line(found: re.Match[str], rules: Any) -> str:
    return f"{any_card_and_copies(found)}{_worth(kind_called(found['kind']), rules)}"


def _worth(kind: int, rules: Any) -> str:
    """Returns what a kind of card is good for in plays (MOK-5, KIKI-4.2 to 4.4)."""
    if kind == SHIP:
        alone = "as court or any number" if is_declared(rules) else "as court"
        return f": stands for any card of its colour in sets and runs; alone it is played {alone}."
    if kind == NOTHING:
        return ": the weakest, alone it beats nothing. For sets of 0s and runs from 0."
    if strength_of(kind) == COURT:
        return (
            ": court, above 8, equal to emperors, kings and lone ships. For sets, never for runs."
        )
    weaker = {1: "0", 2: "0 and 1"}.get(strength_of(kind), f"0 to {strength_of(kind) - 1}")
    return f": alone it beats {weaker} of its colour. For sets, and runs of its colour."


CARDS = (
    Meaning(ANY_CARD, _card_line, "KIKI-4.1, MOK-5.1, 5.2, 5.3", sign="b7"),
    Meaning(
        "court( cards?)?",
        "Kings, emperors and ships alone: equal, and stronger than 8. Nothing beats them, and they "
        "are in no run.",
        "KIKI-4.1, MOK-5.1, 5.2",
    ),
)

# Moves


def _play_line(found: re.Match[str], rules: Any) -> str:
    play = PLAYS.get(found["cards"].casefold())
    if play is None:
        return ""
    kind = kind_name(*mok.kind_of(play))
    at = "from" if play.shape == "run" else "of strength"
    size = len(play.types)
    cards = "its card goes" if size == 1 else f"its {size} cards go"
    return (
        f"A {kind} {at} {strength_name(play.strength)}. {_what_beats(play, kind, rules)} "
        f"If it wins the round, {cards} to your pile and you lead."
    )


def _what_beats(play: Play, kind: str, rules: Any) -> str:
    """Returns what beats a play in its round (MOK-4.2, 9.1)."""
    top = play.strength + len(play.types) - 1
    if play.strength == COURT or (play.shape == "run" and top == NUM_NUMBERS - 1):
        is_first = rules.beat_rule == "current_best"
        return "Nothing beats it." if is_first else "Only an equal one that came before beats it."
    return f"Only a stronger {kind} beats it."


MOVES = (
    Meaning("play (?P<cards>.+)", _play_line, "MOK-4.1, 4.2, 4.3, 4.4"),
    Meaning(
        "fold",
        "You throw as many cards away as were led, face down. You can't win this round then.",
        "MOK-4.2",
    ),
    Meaning("throw a card|throw \\d cards", "Cards go out of play, face down.", "MOK-4.2, 4.5"),
    Meaning(
        "throw( .+)?",
        "This card goes out of play, face down. Nobody else sees it, not even at the end.",
        "MOK-4.5, 7.3",
    ),
)

# Forms of plays and other words of the rules

WORDS = (
    Meaning("single( card)?", "One card. A stronger card of its colour beats it.", "MOK-4.1, 4.4"),
    Meaning(
        "sets?",
        "Two or more equal cards in any colours. A set with as many black and as many red cards "
        "and more strength beats it.",
        "MOK-4.1, 4.4, KIKI-4.4",
    ),
    Meaning(
        "runs?",
        "Three or more numbers in a row, in one colour. As long a run of that colour from a higher "
        "number beats it.",
        "MOK-4.1, 4.4, KIKI-4.4",
    ),
    Meaning(
        "strength|stronger|beats?",
        "Strength rises from 0 to 8, then court. A set has that of its cards, a run that of its "
        "lowest number.",
        "KIKI-4.1, 4.6",
    ),
    Meaning(
        "form",
        "Single, set or run. Whoever beats a play has the form, the number of cards and the "
        "colours of the led one.",
        "MOK-4.2, 4.4",
    ),
    Meaning(
        "colours?",
        "A play must have as many black and as many red cards as the led one.",
        "MOK-4.4",
    ),
    Meaning("black|b", "One of the two colours; the other is red.", "MOK-4.4"),
    Meaning("red|r", "One of the two colours; the other is black.", "MOK-4.4"),
    Meaning(
        "lead(er)?",
        "The first play of a round. The dealer leads first, then the winner of the round before.",
        "MOK-3.2, 4.1",
    ),
    Meaning(
        "round",
        "Everybody plays or folds once. The cards of the strongest play go to its player's pile.",
        "MOK-4.2, 4.3",
    ),
    Meaning(
        "last round",
        "The round in which the hands become empty. Only its winner is paid.",
        "MOK-4.6, 6.1",
    ),
)

# Facts of players

MULTIPLIED = {
    "payer": "If another player wins the last round, what this player pays is multiplied by {}.",
    "either": "All that this player pays or is paid in the end is multiplied by {}.",
    "none": "At this table the bonus multiplies nothing.",
}
AS_DEALER = {
    "payer": ", times the bonus as dealer",
    "either": ", times the bonus if one of the two is the dealer",
    "none": "",
}


def _points_line(found: re.Match[str], _: Any) -> str:
    return f"{points_in_words(found[0])} Points are paid after the last round of a season."


def _pile_line(found: re.Match[str], rules: Any) -> str:
    """Returns what a player with a won pile pays as a loser of the last round (MOK-6.1)."""
    count = int(found["count"])
    left = rules.par - count
    owes, times = "pays nothing", ""
    if left:
        owes = f"{'pays' if left > 0 else 'gets'} {plural(abs(left), 'point')}"
        times = AS_DEALER[rules.dealer_multiplier]
    return (
        f"With {cards_word(count)} won, this player {owes} when another one wins the last "
        f"round{times}."
    )


FACTS = (
    Meaning(
        r"hand( of player_\d)?",
        "The cards that are still to be played or thrown. All hands are empty after the last "
        "round.",
        "MOK-4.6",
    ),
    *multiplied_meanings(MULTIPLIED, "MOK-6.1, 6.3, KIKI-6.1"),
    Meaning(POINTS, _points_line, "MOK-6.1, 6.4"),
    Meaning(
        "strongest so far",
        "This player wins the round, if nobody plays a stronger hand.",
        "MOK-4.2, 4.3",
    ),
    Meaning(r"won (?P<count>\d+) cards?", _pile_line, "MOK-6.1, 9.4"),
    Meaning(
        r"threw \d+ cards?",
        "The cards that this player has thrown away face down in this season. They are worth "
        "nothing.",
        "MOK-4.2, 7.1",
    ),
)

# The table


def _pay_line(found: re.Match[str], rules: Any) -> str:
    times = AS_DEALER[rules.dealer_multiplier]
    owed = f"{plural(rules.par, 'point')} less one for each own won card"
    return f"All others pay the winner of the last round {owed}{times}. Below 0 the winner pays."


def _to_beat_run_line(found: re.Match[str], rules: Any) -> str:
    if int(found["size"]) + int(found["foot"]) == NUM_NUMBERS:
        return "No run of this length is higher: all others can only fold."
    return f"You beat it with a {found['kind']} from a higher number than {found['foot']}, or fold."


TABLE = (
    Meaning(
        "to beat: .+ of strength court",
        "Nothing is stronger than court: all others can only fold.",
        "MOK-4.2, 5.1, 5.2",
    ),
    Meaning(
        r"to beat: a (?P<kind>.+ run of (?P<size>\d)) from (?P<foot>\d)",
        _to_beat_run_line,
        "MOK-4.2, 4.4, KIKI-4.6",
    ),
    Meaning(
        r"to beat: a (?P<kind>.+) of strength (?P<strength>\d)",
        "You beat it with a {kind} that is stronger than {strength}, or fold.",
        "MOK-4.2, 4.4",
    ),
    Meaning(
        "this round",
        "Nothing lies here yet. The leader sets the form, the number and the colours of the cards.",
        "MOK-4.1, 4.2",
    ),
    Meaning(
        r"player_\d leads",
        "The led play. All other plays of the round must have its form and as many black and as "
        "many red cards.",
        "MOK-4.1, 4.4",
    ),
    Meaning(
        r"player_\d plays",
        "A play that was stronger than all before it in the round.",
        "MOK-4.2",
        when=lambda rules: rules.beat_rule == "current_best",
    ),
    Meaning(
        r"player_\d plays",
        "A play that was stronger than the led one. The strongest of all wins, of equal ones the "
        "first.",
        "MOK-4.2, 9.1",
    ),
    Meaning(
        r"(?P<player>player_\d) folds(, face down)?",
        "As many cards as were led go out of play, face down. In this round {player} can't win.",
        "MOK-4.2",
    ),
    Meaning(
        r"won by (?P<player>player_\d)",
        "Cards with which {player} won rounds. Each of them lowers by 1 what is paid for losing "
        "the last round.",
        "MOK-4.3, 6.1",
    ),
    Meaning(
        "(won )?piles?",
        "Cards with which a player won rounds. Each of them lowers by 1 what is paid for losing "
        "the last round.",
        "MOK-4.3, 6.1",
    ),
    Meaning(
        "beaten plays|discards?",
        "Plays of this season that were beaten. They are worth nothing, but nobody holds these "
        "cards any more.",
        "MOK-4.3, 9.5",
    ),
    Meaning(
        r"thrown face down by (?P<player>player_\d)",
        "The cards that {player} threw away. The other players never see them.",
        "MOK-7.2, 7.3",
    ),
    Meaning(r"player_\d", "What this player pays if another one wins the last round.", "MOK-6.1"),
    Meaning("par|points?|payments?|pays?|to pay for losing the last round.*", _pay_line, "MOK-6.1"),
)

MEANINGS = (*CARDS, *MOVES, *WORDS, *FACTS, *TABLE, *SHARED)
