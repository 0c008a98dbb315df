"""One line for a player about everything that can be pointed at in Cyclic."""

import re
from typing import Any

from ..cards.kikisen import EMPEROR, KIND_SYMBOLS, KING, NOTHING, SHIP
from ..core.contract.meanings import Meaning
from ..core.scene.scene import plural
from ..kikisen.meanings import (
    ANY_CARD,
    NEXT_DEALERS,
    POINTS,
    SHARED,
    any_card_and_copies,
    any_card_in_words,
    kind_called,
    kind_in_words,
    points_in_words,
)

LOWEST, HIGHEST = KIND_SYMBOLS.index("1"), KIND_SYMBOLS.index("8")  # the numbers of the circle


def has_wild(rules: Any) -> bool:
    """Returns whether the nothings are in the pack, as wild cards (CYC-5.1)."""
    return bool(rules.mu == "wild")


# Cards


def _strength(kind: int) -> str:
    """Returns what a kind beats and what beats it, in plays of one form and size (CYC-4.6)."""
    if kind == SHIP:
        return "beats only the emperor; all other kinds beat it. In a run it stands between E and 1"
    if kind == KING:
        return "beats ships and 1 to 8; only the emperor beats it"
    if kind == EMPEROR:
        return "beats everything but ships; only a ship beats it"
    below = {LOWEST: "only ships", LOWEST + 1: "ships and 1", LOWEST + 2: "ships, 1 and 2"}
    above = {
        HIGHEST: "only king and emperor beat",
        HIGHEST - 1: "8, king and emperor beat",
        HIGHEST - 2: "7, 8, king and emperor beat",
    }
    weaker = below.get(kind, f"ships and 1 to {KIND_SYMBOLS[kind - 1]}")
    stronger = above.get(kind, f"{KIND_SYMBOLS[kind + 1]} to 8, king and emperor beat")
    return f"beats {weaker}; {stronger} it"


def _card_line(found: re.Match[str], rules: Any) -> str:
    kind, words = kind_called(found["kind"]), any_card_and_copies(found)
    if kind != NOTHING:
        return f"{words}: {_strength(kind)}."
    if not has_wild(rules):
        return f"{any_card_in_words(found)}: taken out of the pack at this table."
    return f"{words}: stands for any kind, in its own colour. Alone it is a single of any kind."


def _wild_line(found: re.Match[str], _: Any) -> str:
    colour = "black" if found["colour"].casefold() == "b" else "red"
    kind = kind_in_words(kind_called(found["kind"])).split(",")[0]
    return f"A {colour} 0, a nothing, that was played as {colour} {kind}."


CARDS = (
    Meaning(
        r"(?P<colour>[br])0\((?P<kind>[S1-8KE])\)",
        _wild_line,
        "CYC-5.1",
        sign="b0(3)",
    ),
    Meaning(ANY_CARD, _card_line, "CYC-4.6, 5.1, 5.2", sign="b7"),
    Meaning(
        "wild( card)?|joker",
        "The six 0s are wild: each stands for any kind, in its own colour.",
        "CYC-5.1",
        when=has_wild,
    ),
    Meaning("wild( card)?|joker", "There are no wild cards at this table.", "CYC-5.1"),
)

# Moves


def _kinds_in(found: re.Match[str]) -> list[str]:
    """Returns the kinds of a play: `1 2`, or of its cards, `b1 r0(2)`."""
    return [card.rstrip(")")[-1].upper() for card in found["cards"].split()]


def _weaker_kinds(symbol: str) -> str:
    """Returns what plays of one form and size begin with that a kind beats (CYC-4.6)."""
    weaker = {"S": "E", "1": "S", "2": "S or 1", "3": "S, 1 or 2", "K": "S or 1 to 8"}
    weaker["E"] = "1 to 8 or K"
    return weaker.get(symbol) or f"S or 1 to {KIND_SYMBOLS[kind_called(symbol) - 1]}"


def _single_line(found: re.Match[str], rules: Any) -> str:
    kind = found["kind"].upper()
    wild = f", or a 0 as {kind}" * has_wild(rules)
    return f"You play one {kind}{wild}. As a single it {_strength(kind_called(kind))}."


def _friends_line(found: re.Match[str], rules: Any) -> str:
    kinds = _kinds_in(found)
    wild = ", 0s among them" * has_wild(rules)
    return (
        f"{len(kinds)} cards of kind {kinds[0]} in any colours{wild}. They beat {len(kinds)} "
        f"cards of {_weaker_kinds(kinds[0])}, and shorter plays that begin with {kinds[0]}."
    )


def _run_line(found: re.Match[str], rules: Any) -> str:
    kinds = _kinds_in(found)
    wild = ", 0s among them" * has_wild(rules)
    return (
        f"{len(kinds)} kinds in a row in any colours{wild}. It beats runs of {len(kinds)} that "
        f"begin with {_weaker_kinds(kinds[0])}, and shorter plays that begin with {kinds[0]}."
    )


MOVES = (
    Meaning("pass", "You play nothing now. You may still play later in this round.", "CYC-4.5"),
    Meaning("(play the )?single (?P<kind>[S1-8KE])", _single_line, "CYC-4.2, 4.6"),
    Meaning("(play the )?friends (?P<cards>.+)", _friends_line, "CYC-4.2, 4.4"),
    Meaning("(play the )?run (?P<cards>.+)", _run_line, "CYC-4.2, 4.3, 4.6"),
    Meaning(
        r"with [br]0\((?P<kind>[S1-8KE])\)",
        "A 0 takes the next place of your play, as {kind}. It counts with its own colour.",
        "CYC-4.7, 5.1",
    ),
    Meaning("with .+", "This card takes the next place of your play.", "CYC-4.7"),
)

# Forms of plays and other words of the rules


def _run_word(found: re.Match[str], rules: Any) -> str:
    return (
        f"{rules.min_run} or more kinds in a row, in any colours, also round the end of the "
        "circle as in E S 1. Its first card counts for strength."
    )


WORDS = (
    Meaning("single", "One card. A stronger single beats it.", "CYC-4.2, 4.4"),
    Meaning(
        "friends",
        "Two or more cards of one kind, in any colours. As many of a stronger kind beat them.",
        "CYC-4.2, 4.4",
    ),
    Meaning("run", _run_word, "CYC-4.2, 4.3"),
    Meaning(
        "(same )?form",
        "Single, friends or run. A longer play may have another form than the newest one.",
        "CYC-4.2, 4.4",
    ),
    Meaning(
        "foot|begins?( with)?",
        "The kind of single and friends, and the first card of a run. It decides which play is "
        "stronger; a longer play must have the same.",
        "CYC-4.3, 4.4",
    ),
    Meaning(
        "longer( play)?",
        "With more cards than the newest play, and begun with the same kind, a play of any form "
        "may follow.",
        "CYC-4.4",
    ),
    Meaning(
        "stronger|strength|beats?",
        "Of two plays with the same form and number of cards the one that begins with the higher "
        "kind is stronger. The exception: a ship beats an emperor.",
        "CYC-4.4, 4.6",
    ),
    Meaning(
        "colours?",
        "An answer needs one card of a colour that the newest play has. Its other cards may have "
        "any colour.",
        "CYC-4.2, 4.4",
    ),
    Meaning(
        "kinds?",
        "There are 11: ship, 1 to 8, king and emperor, in both colours.",
        "CYC-2.1",
    ),
    Meaning("black|b", "One of the two colours; the other is red.", "CYC-4.4"),
    Meaning("red|r", "One of the two colours; the other is black.", "CYC-4.4"),
    Meaning(
        "round",
        "From a lead until nobody answers the newest play. Then the table is cleared.",
        "CYC-4.1, 4.5",
    ),
    Meaning("lead", "The first play of a round. It may be any single, friends or run.", "CYC-4.2"),
)

# Facts of players


def _dealer_line(found: re.Match[str], rules: Any) -> str:
    draws = f"draws {plural(rules.dealer_draw, 'card')} and " * (rules.dealer_draw > 0)
    return (
        f"The dealer of the round {draws}must lead. The player whose play nobody answers is the "
        "next dealer."
    )


def _began_line(found: re.Match[str], rules: Any) -> str:
    words = "This player dealt the season and led its first round."
    return f"{words} {NEXT_DEALERS[rules.next_dealer]}"


def _prize_line(found: re.Match[str], rules: Any) -> str:
    prize = plural(rules.num_players - 1, "point")
    return f"A season brings its winner {prize}; all others lose 1."


def _points_line(found: re.Match[str], rules: Any) -> str:
    return f"{points_in_words(found[0])} {_prize_line(found, rules)}"


FACTS = (
    Meaning(
        r"hand( of player_\d)?",
        "The cards that this player still has to play. The first empty hand wins.",
        "CYC-6.1",
    ),
    Meaning("dealer", _dealer_line, "CYC-4.1, 4.2, 4.5"),
    Meaning("began the season", _began_line, "CYC-9.11, KIKI-6.3"),
    Meaning(POINTS, _points_line, "CYC-6.2, KIKI-6.4"),
    Meaning("points?|prize", _prize_line, "CYC-6.2, KIKI-6.5"),
    Meaning("1st", "This player emptied the hand first and wins the season.", "CYC-6.1, 6.2"),
    Meaning(
        r"(?P<place>\d+(nd|rd|th))",
        "This player has the {place} place in the season. Only the first place brings points.",
        "CYC-9.9, 9.12",
    ),
)

# The table


def _colour_line(found: re.Match[str], rules: Any) -> str:
    colour = found["colour"].casefold()
    wild = f" A {colour} 0 will do." * has_wild(rules)
    return f"All cards of the newest play are {colour}, so a play needs a {colour} card too.{wild}"


def _stock_line(found: re.Match[str], rules: Any) -> str:
    if not rules.dealer_draw:
        return "The cards that were not dealt. Nobody draws them at this table."
    draws = plural(rules.dealer_draw, "card")
    return (
        f"Face-down cards. At the start of each round its dealer draws {draws}, while any are left."
    )


TABLE = (
    Meaning("a play must have a (?P<colour>black|red) card", _colour_line, "CYC-4.4"),
    Meaning(
        r"\d+ pass(es)? since the newest play",
        "When all other players have passed in a row, the player of the newest play clears the "
        "table and leads.",
        "CYC-4.5",
    ),
    Meaning(
        r"newest(, by player_\d| play)?",
        "The play to beat: with the same form, as many cards and more strength, or with more cards "
        "that begin with the same kind. Both plays need a colour in common.",
        "CYC-4.4",
    ),
    Meaning(
        "below it",
        "Earlier plays of this round. Only the newest play has to be beaten.",
        "CYC-4.4, 9.6",
    ),
    Meaning("table", "No play lies here yet: the dealer of the round has to lead.", "CYC-4.2"),
    Meaning("stock", _stock_line, "CYC-4.1"),
    Meaning(
        "cleared( pile)?",
        "The cards of earlier rounds. They are out of play, so nobody holds them any more.",
        "CYC-2.2, 4.5",
    ),
    Meaning(
        "circle.*",
        "From S on, each kind beats all before it; S beats only E. Blue: the newest play, of a run "
        "the lines too. Gold: the kinds with which as many cards beat it, of a run the first.",
        "CYC-4.6, 5.2",
    ),
)

MEANINGS = (*CARDS, *MOVES, *WORDS, *FACTS, *TABLE, *SHARED)
