"""What the plates, notes and zones of the table of SEKI mean."""

import re

from ...core.contract.meanings import Meaning
from ...core.scene.scene import plural
from ..options import SekiOptions
from .cards import needed_on

# Plates


def _place(found: re.Match[str], rules: SekiOptions) -> str:
    place = int(found["place"])
    points = plural(rules.points_by_place[place - 1], "point")
    return f"This player has place {place} of this game, worth {points} unless players share it."


def reset_right(_: re.Match[str], rules: SekiOptions) -> str:
    """Returns what the holder of the reset right can do (SEKI-4.9)."""
    draw = "draws a card, " if rules.reset_pass_draw else ""
    flip = ", turns up a new first card, and may then only trash or pass"
    removes = f"removes the pile{flip if rules.reset_flip else ' and acts again'}"
    puts = "puts a number there" if rules.dig_up_takes_right else "trashes or discards a number"
    holder = "the player with the reset right"
    return f"By passing, {holder} {draw}{removes}. Whoever {puts} next gets the right."


PLATES = (
    Meaning(r"place (?P<place>\d)", _place, "SEKI-6.1, 6.2, 6.4"),
    Meaning("(the )?reset right", reset_right, "SEKI-4.9", sign="reset right"),
    Meaning("trashed", "In the last turn, this player trashed a number card.", "SEKI-4.5"),
    Meaning("used a symbol", "In the last turn, this player used a symbol card.", "SEKI-4.6"),
    Meaning(
        "used the role", "In the last turn, this player turned up the role and used it.", "SEKI-4.7"
    ),
    Meaning(
        "activated",
        "The role was turned up and used. It works once in a game.",
        "SEKI-4.7",
        sign="activated",
    ),
    Meaning(
        "passed",
        "In the last turn, this player passed and drew a number card, if one was left.",
        "SEKI-4.8",
    ),
    Meaning(
        "reset the pile",
        "This player has just removed the pile by passing, and acts again.",
        "SEKI-4.9",
    ),
    Meaning(
        r"\? \(face down\)|\?",
        "A role that you don't know. Its holder sees it and may activate it once.",
        "SEKI-3.3, 4.7",
        sign="? (face down)",
    ),
    Meaning(
        "face down",
        "Hidden from the others: a card in a hand, a deck, or a role that is not used yet.",
        "SEKI-2.5, 3.5",
    ),
    Meaning(
        "come out|face up",
        "Seen by all: the roles EMPEROR and NEW GRAD from the start, and cards that POLICE OFFICER "
        "turned up.",
        "SEKI-3.3, 5.11",
        sign="face up",
    ),
    Meaning(
        r"(?P<count>\d+) frozen by .+",
        "So many cards of this hand can't be played, traded or taken until the next turn of "
        "whoever froze them.",
        "SEKI-5.7",
    ),
    Meaning(
        r"(?P<back>number|symbol) frozen by .+",
        "A {back} in this hand can't be played, traded or taken until the next turn of the player "
        "who froze it.",
        "SEKI-5.7",
    ),
    Meaning(
        r"\d+ symbols?",
        "The symbol cards in this hand; their backs tell them from numbers.",
        "SEKI-3.5",
    ),
    Meaning(
        r"-?[\d.]+ points?",
        "The points that this player has from the finished games of the match.",
        "SEKI-6.2, 6.3",
    ),
)

# Notes


def _pile_number(found: re.Match[str], rules: SekiOptions) -> str:
    number = int(found["number"])
    return f"The number to beat is {number}. You can trash {needed_on(number, rules)}."


def _declared(found: re.Match[str], rules: SekiOptions) -> str:
    number = int(found["number"])
    need = needed_on(number, rules)
    return f"ALCHEMIST declared {number} as the number to beat. You can trash {need}."


def _card_gone(found: re.Match[str], rules: SekiOptions) -> str:
    number = int(found["number"])
    need = needed_on(number, rules)
    return f"The card was taken, but {number} is still to be beaten. You can trash {need}."


def _direction(found: re.Match[str], rules: SekiOptions) -> str:
    direction = "lower" if found[0].casefold().startswith("reversed") else "higher"
    equal = " or equal" if rules.allow_equal else ""
    return (
        f"A {direction}{equal} number beats the pile; a 0 beats every number, and every number "
        "beats a 0. REVERSE turns the direction."
    )


NOTES = (
    Meaning(
        "pile empty", "You can trash any number, except a 0 as your last card.", "SEKI-4.1, 4.5"
    ),
    Meaning(r"pile (?P<number>\d)", _pile_number, "SEKI-2.6, 4.1"),
    Meaning(r"pile (?P<number>\d) \(declared\)", _declared, "SEKI-2.6, 5.5"),
    Meaning(r"pile (?P<number>\d) \(card gone\)", _card_gone, "SEKI-2.6, 5.3, 5.6"),
    Meaning("NORMAL(: higher beats)?|REVERSED(: lower beats)?", _direction, "SEKI-2.4, 4.1"),
    Meaning(
        r"turns without progress: \d+, (?P<end>\d+) end the game",
        "So many turns in a row were passes without a draw. After {end} the game ends, and fewer "
        "cards are better.",
        "SEKI-6.4",
    ),
    Meaning(
        r"games left: \d+",
        "The match goes on after this game; the points of its {num_games} games are added up.",
        "SEKI-6.3",
    ),
)

# Zones


def _symbol_deck(_: re.Match[str], rules: SekiOptions) -> str:
    takers = [name for name in ("HUNTER", "MILLIONAIRE") if name in rules.roles]
    if not takers:
        return "Symbol cards that were not dealt. No role of this table takes cards from it."
    verb = "take" if len(takers) > 1 else "takes"
    return f"Symbol cards that were not dealt. Only {' and '.join(takers)} {verb} cards from it."


def _excluded(_: re.Match[str], rules: SekiOptions) -> str:
    hidden = "" if rules.exclusion_face_up else " You see only the cards that you know."
    return f"Out of play for good: piles that were reset, and cards that roles removed.{hidden}"


ZONES = (
    Meaning(
        "number deck|deck",
        "Number cards, face down. Whoever passes without the reset right draws the top one. It is "
        "never refilled.",
        "SEKI-4.8, 5.0",
    ),
    Meaning("symbol deck", _symbol_deck, "SEKI-3.1, 5.12, 5.14"),
    Meaning(
        "symbol deck, from its top",
        "Its order, which you saw as HUNTER: the first symbol is the next one.",
        "SEKI-5.12, 7.6",
    ),
    Meaning(
        "number graveyard|pile",
        "The numbers that were trashed, the newest at the right. To trash a number you must beat "
        "the pile; a reset removes all of it.",
        "SEKI-2.5, 4.1",
        sign="pile",
    ),
    Meaning(
        "symbol graveyard",
        "Symbols that were used or thrown away. ANGLER can take one of them back.",
        "SEKI-2.5, 5.6",
    ),
    Meaning("excluded?|exclusion zone|out of play", _excluded, "SEKI-2.5, 5.0", sign="excluded"),
    Meaning(
        "in use",
        "The symbol whose effect is under way. Then it goes to the symbol graveyard.",
        "SEKI-4.6",
    ),
    Meaning(
        "pool",
        "All players' cards, which you see as EMPEROR: keep one, and the rest is shuffled and "
        "dealt back.",
        "SEKI-5.8",
    ),
    Meaning(
        "offered",
        "The symbols that HUNTER gives for others of the symbol deck. They then leave the game.",
        "SEKI-5.12",
    ),
)

TABLE = (*PLATES, *NOTES, *ZONES)
