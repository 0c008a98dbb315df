"""What the plates, notes and zones of the table of SEKI mean."""

import re

from ....languages import N_, words
from ...core.contract.meanings import Meaning
from ...core.words.sentences import sentences
from ..options import SekiOptions
from ..scene import POINTS
from .cards import needed_on

BY_PASSING = {  # by reset_pass_draw and reset_flip
    (False, False): N_(
        "By passing, the player with the reset right removes the pile and acts again."
    ),
    (True, False): N_(
        "By passing, the player with the reset right draws a card, removes the pile and acts again."
    ),
    (False, True): N_(
        "By passing, the player with the reset right removes the pile, turns up a new first card, "
        "and may then only trash or pass."
    ),
    (True, True): N_(
        "By passing, the player with the reset right draws a card, removes the pile, turns up a "
        "new first card, and may then only trash or pass."
    ),
}
BEATING = {  # by allow_equal and the direction
    (False, "normal"): N_("A higher number beats the pile"),
    (True, "normal"): N_("A higher or equal number beats the pile"),
    (False, "reversed"): N_("A lower number beats the pile"),
    (True, "reversed"): N_("A lower or equal number beats the pile"),
}

_, _n = words("seki")

# Plates


def _place(found: re.Match[str], rules: SekiOptions) -> str:
    place = int(found["place"])
    return _(
        "This player has place {place} of this game, worth {points} unless players share it.",
        place=place,
        points=POINTS.words(rules.points_by_place[place - 1]),
    )


def reset_right(_found: re.Match[str], rules: SekiOptions) -> str:
    """Returns what the holder of the reset right can do (SEKI-4.9)."""
    if rules.dig_up_takes_right:
        next_holder = _("Whoever puts a number there next gets the right.")
    else:
        next_holder = _("Whoever trashes or discards a number next gets the right.")
    return sentences(_(BY_PASSING[rules.reset_pass_draw, rules.reset_flip]), next_holder)


PLATES = (
    Meaning(r"place (?P<place>\d)", _place, "SEKI-6.1, 6.2, 6.4"),
    Meaning("(the )?reset right", reset_right, "SEKI-4.9", sign="reset right"),
    Meaning("trashed", N_("In the last turn, this player trashed a number card."), "SEKI-4.5"),
    Meaning("used a symbol", N_("In the last turn, this player used a symbol card."), "SEKI-4.6"),
    Meaning(
        "used the role",
        N_("In the last turn, this player turned up the role and used it."),
        "SEKI-4.7",
    ),
    Meaning(
        "activated",
        N_("The role was turned up and used. It works once in a game."),
        "SEKI-4.7",
        sign="activated",
    ),
    Meaning(
        "passed",
        N_("In the last turn, this player passed and drew a number card, if one was left."),
        "SEKI-4.8",
    ),
    Meaning(
        "reset the pile",
        N_("This player has just removed the pile by passing, and acts again."),
        "SEKI-4.9",
    ),
    Meaning(
        r"\? \(face down\)|\?",
        N_("A role that you don't know. Its holder sees it and may activate it once."),
        "SEKI-3.3, 4.7",
        sign="? (face down)",
    ),
    Meaning(
        "face down",
        N_("Hidden from the others: a card in a hand, a deck, or a role that is not used yet."),
        "SEKI-2.5, 3.5",
    ),
    Meaning(
        "come out|face up",
        N_(
            "Seen by all: the roles EMPEROR and NEW GRAD from the start, and cards that POLICE "
            "OFFICER turned up."
        ),
        "SEKI-3.3, 5.11",
        sign="face up",
    ),
    Meaning(
        r"(?P<count>\d+) frozen by .+",
        N_(
            "So many cards of this hand can't be played, traded or taken until the next turn of "
            "whoever froze them."
        ),
        "SEKI-5.7",
    ),
    Meaning(
        r"(?P<back>number|symbol) frozen by .+",
        N_(
            "A {back} in this hand can't be played, traded or taken until the next turn of the "
            "player who froze it."
        ),
        "SEKI-5.7",
    ),
    Meaning(
        r"\d+ symbols?",
        N_("The symbol cards in this hand; their backs tell them from numbers."),
        "SEKI-3.5",
    ),
    Meaning(
        r"-?[\d.]+ points?",
        N_("The points that this player has from the finished games of the match."),
        "SEKI-6.2, 6.3",
    ),
)

# Notes


def _pile_number(found: re.Match[str], rules: SekiOptions) -> str:
    return _with_needed(_("The number to beat is {number}.", number=found["number"]), found, rules)


def _declared(found: re.Match[str], rules: SekiOptions) -> str:
    line = _("ALCHEMIST declared {number} as the number to beat.", number=found["number"])
    return _with_needed(line, found, rules)


def _card_gone(found: re.Match[str], rules: SekiOptions) -> str:
    line = _("The card was taken, but {number} is still to be beaten.", number=found["number"])
    return _with_needed(line, found, rules)


def _with_needed(line: str, found: re.Match[str], rules: SekiOptions) -> str:
    needed = needed_on(int(found["number"]), rules)
    return sentences(line, _("You can trash {needed}.", needed=needed))


def _direction(found: re.Match[str], rules: SekiOptions) -> str:
    direction = "reversed" if found[0].casefold().startswith("reversed") else "normal"
    return _(
        "{beating}; a 0 beats every number, and every number beats a 0. REVERSE turns the "
        "direction.",
        beating=_(BEATING[rules.allow_equal, direction]),
    )


NOTES = (
    Meaning(
        "pile empty", N_("You can trash any number, except a 0 as your last card."), "SEKI-4.1, 4.5"
    ),
    Meaning(r"pile (?P<number>\d)", _pile_number, "SEKI-2.6, 4.1"),
    Meaning(r"pile (?P<number>\d) \(declared\)", _declared, "SEKI-2.6, 5.5"),
    Meaning(r"pile (?P<number>\d) \(card gone\)", _card_gone, "SEKI-2.6, 5.3, 5.6"),
    Meaning("NORMAL(: higher beats)?|REVERSED(: lower beats)?", _direction, "SEKI-2.4, 4.1"),
    Meaning(
        r"turns without progress: \d+, (?P<end>\d+) end the game",
        N_(
            "So many turns in a row were passes without a draw. After {end} the game ends, and "
            "fewer cards are better."
        ),
        "SEKI-6.4",
    ),
    Meaning(
        r"games left: \d+",
        N_("The match goes on after this game; the points of its {num_games} games are added up."),
        "SEKI-6.3",
    ),
)

# Zones


def _symbol_deck(_found: re.Match[str], rules: SekiOptions) -> str:
    takers = [name for name in (N_("HUNTER"), N_("MILLIONAIRE")) if name in rules.roles]
    if not takers:
        taken = _("No role of this table takes cards from it.")
    elif len(takers) == 1:
        taken = _("Only {role} takes cards from it.", role=_(takers[0]))
    else:
        taken = _("Only HUNTER and MILLIONAIRE take cards from it.")
    return sentences(_("Symbol cards that were not dealt."), taken)


def _excluded(_found: re.Match[str], rules: SekiOptions) -> str:
    hidden = "" if rules.exclusion_face_up else _("You see only the cards that you know.")
    gone = _("Out of play for good: piles that were reset, and cards that roles removed.")
    return sentences(gone, hidden)


ZONES = (
    Meaning(
        "number deck|deck",
        N_(
            "Number cards, face down. Whoever passes without the reset right draws the top one. It "
            "is never refilled."
        ),
        "SEKI-4.8, 5.0",
    ),
    Meaning("symbol deck", _symbol_deck, "SEKI-3.1, 5.12, 5.14"),
    Meaning(
        "symbol deck, from its top",
        N_("Its order, which you saw as HUNTER: the first symbol is the next one."),
        "SEKI-5.12, 7.6",
    ),
    Meaning(
        "number graveyard|pile",
        N_(
            "The numbers that were trashed, the newest at the right. To trash a number you must "
            "beat the pile; a reset removes all of it."
        ),
        "SEKI-2.5, 4.1",
        sign="pile",
    ),
    Meaning(
        "symbol graveyard",
        N_("Symbols that were used or thrown away. ANGLER can take one of them back."),
        "SEKI-2.5, 5.6",
    ),
    Meaning("excluded?|exclusion zone|out of play", _excluded, "SEKI-2.5, 5.0", sign="excluded"),
    Meaning(
        "in use",
        N_("The symbol whose effect is under way. Then it goes to the symbol graveyard."),
        "SEKI-4.6",
    ),
    Meaning(
        "pool",
        N_(
            "All players' cards, which you see as EMPEROR: keep one, and the rest is shuffled and "
            "dealt back."
        ),
        "SEKI-5.8",
    ),
    Meaning(
        "offered",
        N_(
            "The symbols that HUNTER gives for others of the symbol deck. They then leave the game."
        ),
        "SEKI-5.12",
    ),
)

TABLE = (*PLATES, *NOTES, *ZONES)
