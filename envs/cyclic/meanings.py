"""One line for a player about everything that can be pointed at in Cyclic."""

import re
from typing import Any

from ...languages import N_, Ordinal, words
from ..cards.kikisen import EMPEROR, KIND_NAMES, KIND_SYMBOLS, KING, NOTHING, SHIP
from ..core.contract.meanings import Meaning
from ..core.words.sentences import sentences
from ..kikisen.meanings import (
    ANY_CARD,
    NEXT_DEALERS,
    POINTS,
    SHARED,
    any_card_and_copies,
    any_card_in_words,
    kind_called,
    points_in_words,
)
from .state import SYMBOLS
from .text.words import symbol_of

_, _n = words("cyclic")

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


def _card_line(found: re.Match[str], rules: Any) -> str:
    kind, card = kind_called(found["kind"]), any_card_and_copies(found)
    if kind != NOTHING:
        return _("{card}: {strength}.", card=card, strength=_strength(kind))
    if not has_wild(rules):
        return _("{card}: taken out of the pack at this table.", card=any_card_in_words(found))
    return _(
        "{card}: stands for any kind, in its own colour. Alone it is a single of any kind.",
        card=card,
    )


def _wild_line(found: re.Match[str], rules: Any) -> str:
    symbol = found["kind"].upper()
    kind = symbol if symbol.isdecimal() else _(KIND_NAMES[kind_called(symbol)])
    if found["colour"].casefold() == "b":
        return _("A black 0, a nothing, that was played as black {kind}.", kind=kind)
    return _("A red 0, a nothing, that was played as red {kind}.", kind=kind)


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
        N_("The six 0s are wild: each stands for any kind, in its own colour."),
        "CYC-5.1",
        when=has_wild,
    ),
    Meaning("wild( card)?|joker", N_("There are no wild cards at this table."), "CYC-5.1"),
)

# Moves


def _kinds_in(found: re.Match[str]) -> list[str]:
    """Returns the kinds of a play: `1 2`, or of its cards, `b1 r0(2)`."""
    return [card.rstrip(")")[-1].upper() for card in found["cards"].split()]


WEAKER = {
    "S": N_("E"),
    "1": N_("S"),
    "2": N_("S or 1"),
    "3": N_("S, 1 or 2"),
    "K": N_("S or 1 to 8"),
    "E": N_("1 to 8 or K"),
}
TO_WEAKER = N_("S or 1 to {number}")


def _weaker_kinds(symbol: str) -> str:
    """Returns what plays of one form and size begin with that a kind beats (CYC-4.6)."""
    return _(WEAKER.get(symbol, TO_WEAKER), number=KIND_SYMBOLS[kind_called(symbol) - 1])


def _kind_values(found: re.Match[str]) -> dict[str, object]:
    """Returns the values that the lines of friends and of runs have."""
    first, *others = _kinds_in(found)
    kind = symbol_of(SYMBOLS.index(first))
    return {"count": 1 + len(others), "kind": kind, "weaker": _weaker_kinds(first)}


def _single_line(found: re.Match[str], rules: Any) -> str:
    symbol = found["kind"].upper()
    kind, strength = symbol_of(SYMBOLS.index(symbol)), _strength(kind_called(symbol))
    if not has_wild(rules):
        return _("You play one {kind}. As a single it {strength}.", kind=kind, strength=strength)
    return _(
        "You play one {kind}, or a 0 as {kind}. As a single it {strength}.",
        kind=kind,
        strength=strength,
    )


def _friends_line(found: re.Match[str], rules: Any) -> str:
    if not has_wild(rules):
        return _(
            "{count} cards of kind {kind} in any colours. They beat {count} cards of {weaker}, and "
            "shorter plays that begin with {kind}.",
            **_kind_values(found),
        )
    return _(
        "{count} cards of kind {kind} in any colours, 0s among them. They beat {count} cards of "
        "{weaker}, and shorter plays that begin with {kind}.",
        **_kind_values(found),
    )


def _run_line(found: re.Match[str], rules: Any) -> str:
    if not has_wild(rules):
        return _(
            "{count} kinds in a row in any colours. It beats runs of {count} that begin with "
            "{weaker}, and shorter plays that begin with {kind}.",
            **_kind_values(found),
        )
    return _(
        "{count} kinds in a row in any colours, 0s among them. It beats runs of {count} that begin "
        "with {weaker}, and shorter plays that begin with {kind}.",
        **_kind_values(found),
    )


def _wild_fill_line(found: re.Match[str], rules: Any) -> str:
    return _(
        "A 0 takes the next place of your play, as {kind}. It counts with its own colour.",
        kind=symbol_of(SYMBOLS.index(found["kind"].upper())),
    )


MOVES = (
    Meaning("pass", N_("You play nothing now. You may still play later in this round."), "CYC-4.5"),
    Meaning("(play the )?single (?P<kind>[S1-8KE])", _single_line, "CYC-4.2, 4.6"),
    Meaning("(play the )?friends (?P<cards>.+)", _friends_line, "CYC-4.2, 4.4"),
    Meaning("(play the )?run (?P<cards>.+)", _run_line, "CYC-4.2, 4.3, 4.6"),
    Meaning(
        r"with [br]0\((?P<kind>[S1-8KE])\)",
        _wild_fill_line,
        "CYC-4.7, 5.1",
    ),
    Meaning("with .+", N_("This card takes the next place of your play."), "CYC-4.7"),
)

# Forms of plays and other words of the rules


WORDS = (
    Meaning("single", N_("One card. A stronger single beats it."), "CYC-4.2, 4.4"),
    Meaning(
        "friends",
        N_("Two or more cards of one kind, in any colours. As many of a stronger kind beat them."),
        "CYC-4.2, 4.4",
    ),
    Meaning(
        "run",
        N_(
            "{min_run} or more kinds in a row, in any colours, also round the end of the circle as "
            "in E S 1. Its first card counts for strength."
        ),
        "CYC-4.2, 4.3",
    ),
    Meaning(
        "(same )?form",
        N_("Single, friends or run. A longer play may have another form than the newest one."),
        "CYC-4.2, 4.4",
    ),
    Meaning(
        "foot|begins?( with)?",
        N_(
            "The kind of single and friends, and the first card of a run. It decides which play is "
            "stronger; a longer play must have the same."
        ),
        "CYC-4.3, 4.4",
    ),
    Meaning(
        "longer( play)?",
        N_(
            "With more cards than the newest play, and begun with the same kind, a play of any "
            "form may follow."
        ),
        "CYC-4.4",
    ),
    Meaning(
        "stronger|strength|beats?",
        N_(
            "Of two plays with the same form and number of cards the one that begins with the "
            "higher kind is stronger. The exception: a ship beats an emperor."
        ),
        "CYC-4.4, 4.6",
    ),
    Meaning(
        "colours?",
        N_(
            "An answer needs one card of a colour that the newest play has. Its other cards may "
            "have any colour."
        ),
        "CYC-4.2, 4.4",
    ),
    Meaning(
        "kinds?",
        N_("There are 11: ship, 1 to 8, king and emperor, in both colours."),
        "CYC-2.1",
    ),
    Meaning("black|b", N_("One of the two colours; the other is red."), "CYC-4.4"),
    Meaning("red|r", N_("One of the two colours; the other is black."), "CYC-4.4"),
    Meaning(
        "round",
        N_("From a lead until nobody answers the newest play. Then the table is cleared."),
        "CYC-4.1, 4.5",
    ),
    Meaning(
        "lead", N_("The first play of a round. It may be any single, friends or run."), "CYC-4.2"
    ),
)

# Facts of players


def _dealer_line(found: re.Match[str], rules: Any) -> str:
    next_dealer = _("The player whose play nobody answers is the next dealer.")
    if not rules.dealer_draw:
        return sentences(_("The dealer of the round must lead."), next_dealer)
    leads = _n(
        "The dealer of the round draws {count} card and must lead.",
        "The dealer of the round draws {count} cards and must lead.",
        rules.dealer_draw,
    )
    return sentences(leads, next_dealer)


def _began_line(found: re.Match[str], rules: Any) -> str:
    began = _("This player dealt the season and led its first round.")
    return sentences(began, _(NEXT_DEALERS[rules.next_dealer]))


def _prize_line(found: re.Match[str], rules: Any) -> str:
    return _n(
        "A season brings its winner {count} point; all others lose 1.",
        "A season brings its winner {count} points; all others lose 1.",
        rules.num_players - 1,
    )


def _points_line(found: re.Match[str], rules: Any) -> str:
    return sentences(points_in_words(found[0]), _prize_line(found, rules))


def _place_line(found: re.Match[str], rules: Any) -> str:
    return _(
        "This player has the {place} place in the season. Only the first place brings points.",
        place=Ordinal(found["place"]),
    )


FACTS = (
    Meaning(
        r"hand( of player_\d)?",
        N_("The cards that this player still has to play. The first empty hand wins."),
        "CYC-6.1",
    ),
    Meaning("dealer", _dealer_line, "CYC-4.1, 4.2, 4.5"),
    Meaning("began the season", _began_line, "CYC-9.11, KIKI-6.3"),
    Meaning(POINTS, _points_line, "CYC-6.2, KIKI-6.4"),
    Meaning("points?|prize", _prize_line, "CYC-6.2, KIKI-6.5"),
    Meaning("1st", N_("This player emptied the hand first and wins the season."), "CYC-6.1, 6.2"),
    Meaning(
        r"(?P<place>\d+)(nd|rd|th)",
        _place_line,
        "CYC-9.9, 9.12",
    ),
)

# The table


def _colour_line(found: re.Match[str], rules: Any) -> str:
    if found["colour"].casefold() == "black":
        wanted = _("All cards of the newest play are black, so a play needs a black card too.")
        wild = _("A black 0 will do.")
    else:
        wanted = _("All cards of the newest play are red, so a play needs a red card too.")
        wild = _("A red 0 will do.")
    return sentences(wanted, wild) if has_wild(rules) else wanted


def _stock_line(found: re.Match[str], rules: Any) -> str:
    if not rules.dealer_draw:
        return _("The cards that were not dealt. Nobody draws them at this table.")
    return _n(
        "Face-down cards. At the start of each round its dealer draws {count} card, while any are "
        "left.",
        "Face-down cards. At the start of each round its dealer draws {count} cards, while any are "
        "left.",
        rules.dealer_draw,
    )


TABLE = (
    Meaning("a play must have a (?P<colour>black|red) card", _colour_line, "CYC-4.4"),
    Meaning(
        r"\d+ pass(es)? since the newest play",
        N_(
            "When all other players have passed in a row, the player of the newest play clears the "
            "table and leads."
        ),
        "CYC-4.5",
    ),
    Meaning(
        r"newest(, by player_\d| play)?",
        N_(
            "The play to beat: with the same form, as many cards and more strength, or with more "
            "cards that begin with the same kind. Both plays need a colour in common."
        ),
        "CYC-4.4",
    ),
    Meaning(
        "below it",
        N_("Earlier plays of this round. Only the newest play has to be beaten."),
        "CYC-4.4, 9.6",
    ),
    Meaning("table", N_("No play lies here yet: the dealer of the round has to lead."), "CYC-4.2"),
    Meaning("stock", _stock_line, "CYC-4.1"),
    Meaning(
        "cleared( pile)?",
        N_("The cards of earlier rounds. They are out of play, so nobody holds them any more."),
        "CYC-2.2, 4.5",
    ),
    Meaning(
        "circle.*",
        N_(
            "From S on, each kind beats all before it; S beats only E. Blue: the newest play, of a "
            "run the lines too. Gold: the kinds with which as many cards beat it, of a run the "
            "first."
        ),
        "CYC-4.6, 5.2",
    ),
)

MEANINGS = (*CARDS, *MOVES, *WORDS, *FACTS, *TABLE, *SHARED)
