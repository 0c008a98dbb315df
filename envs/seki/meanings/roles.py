"""What the roles of SEKI do, under the house rules of a table."""

import re
from collections.abc import Iterator
from functools import partial

from ...core.contract.meanings import Meaning
from .. import state as seki
from ..options import ROLE_CLAUSES, SekiOptions
from ..options import ROLES as ROLE_WORDS

NEVER_COPIED = ("EMPEROR", "NEW GRAD")
WITH_BONUS = ("FORTUNE TELLER", "HACKER", "MILLIONAIRE")
EFFECTS = {
    "EMPEROR": "Collect all hands except frozen cards, keep one card of your choice, and deal the "
    "rest at random: everybody has as many as before.",
    "FORTUNE TELLER": "See the hands and roles of all other players, except frozen cards.",
    "GAMBLER": "Guess the next number of the deck: 1 to 4, 6 to 9, or 0 or 5. If right, discard a "
    "card; if wrong, take that one. With 0 or 5 it is two cards.",
    "HACKER": "Freeze a card of each other player until your next turn, a random one unless you "
    "name one that lies face up.",
    "MAGICIAN": "Act as REVERSE, TRADE or DIG UP, without spending a card.",
    "MILLIONAIRE": "Put a number of yours out of the game and take the top card of the symbol "
    "deck.",
    "THIEF": "Swap a card of your choice for a random card of a player of your choice, and do so "
    "once more if you like.",
    "FARMER": "Remove the pile and turn up a new first card; then trash a number, pass, or draw "
    "and trash up to two numbers.",
}
BONUS = "Then you get a bonus turn."
COPIED = "NEW GRAD has done this:"
# Lines tell a role's player what to do; on a plate, which the others read too, they tell of him.
OF_THE_PLAYER = {
    "your next turn": "the player's next turn",
    "you name": "the player names",
    "you may": "the player may",
    "You may": "The player may",
    "you get": "the player gets",
    "you like": "the player likes",
    "a card of your choice for a random card of a player of your choice": "any card of the hand "
    "for a random one of another player",
    "keep one card of your choice": "keep any one card",
    "a player of your choice": "one other player",
    "symbols of yours for as many of your choice": "symbols of the hand for as many",
    "; yours leave": "; those given leave",
    "a card of yours": "a card of the player's hand",
    "a number of yours": "a number of the player's hand",
}
STATUS = {
    "face down": "Still secret and unused.",
    "face up": "Known to all, not used yet.",
    "activated": "Used already.",
}


def effect(role: str, rules: SekiOptions, *, is_copied: bool = False) -> str:
    """Returns what a role does, told to the player who activates it (SEKI-5.5 to 5.17)."""
    words = _effect_by_rules(role, rules) or EFFECTS[role]
    has_bonus = role in WITH_BONUS and (rules.new_grad_bonus_turn or not is_copied)
    return f"{words} {BONUS}" if has_bonus else words


def _effect_by_rules(role: str, rules: SekiOptions) -> str:
    """Returns the effect of a role that house rules change, else an empty text."""
    if role == "ALCHEMIST":
        must_beat = ", if it beats the pile" if rules.alchemist_must_beat else ""
        return (
            "Draw a number. Then you may discard two and declare the last digit of their sum, or "
            f"their difference, as the number to beat{must_beat}."
        )
    if role == "ANGLER":
        is_emptied = rules.angler_last_card == "pile_empty"
        stays = " The number to beat stays" + ", unless no card is left" * is_emptied
        taken = "any card of the pile or the symbol graveyard"
        return f"Put a card of yours out of the game and take {taken}.{stays}."
    if role == "POLICE OFFICER":
        whose = "a player of your choice" if rules.police_scope == "one" else "each other player"
        return (
            f"A random face-down card of {whose} turns face up for good. Then you may swap a card "
            "as with TRADE."
        )
    if role == "HUNTER":
        shuffled = ", which is then shuffled" if rules.hunter_shuffles_deck else ""
        return (
            "See the symbol deck. You may swap symbols of yours for as many of your choice from "
            f"it{shuffled}; yours leave the game."
        )
    if role == "NEW GRAD":
        bonus = "with" if rules.new_grad_bonus_turn else "without"
        return (
            "Do what a role does that another player has activated, EMPEROR excepted, "
            f"{bonus} its bonus turn."
        )
    return ""


def _told(role: str, found: re.Match[str], rules: SekiOptions, heading: str = "") -> str:
    """Returns the line of a role, with its status or a heading."""
    is_copied = "as " in found[0].casefold()
    status = found.groupdict().get("status") or ""
    words = effect(role, rules, is_copied=is_copied)
    if status or heading == COPIED:
        words = of_the_player(words)
    if not status and role.replace(" ", "_") not in rules.roles:
        return f"Not dealt at this table. {words}"
    if heading:
        return f"{heading} {words[0].lower()}{words[1:]}"
    return f"{STATUS[status.casefold()]} {words}" if status else words


def of_the_player(words: str) -> str:
    """Returns the effect of a role as it is told of the player who uses it."""
    for own, of_player in OF_THE_PLAYER.items():
        words = words.replace(own, of_player)
    return words


def _meanings(role: str, clause: str) -> Iterator[Meaning]:
    """Yields the meanings of a role on a plate, as a word, as a move, and as a copied role."""
    form = role.replace(" ", "[ _]")
    status = r"( \((?P<status>face down|face up|activated)\))?"
    yield Meaning(form + status, partial(_told, role), clause)
    number = clause.removeprefix("SEKI-")
    once = partial(_told, role, heading="Once in a game:")
    yield Meaning(f"activate {form}", once, f"SEKI-4.7, {number}")
    if role not in NEVER_COPIED:
        yield Meaning(f"activate as {form}", once, f"SEKI-5.15, {number}")
        copied = partial(_told, role, heading=COPIED)
        yield Meaning(f"as {form}", copied, f"SEKI-5.15, {number}")


ROLES = tuple(
    meaning
    for word, name in zip(ROLE_WORDS, seki.ROLE_NAMES, strict=True)
    for meaning in _meanings(name, ROLE_CLAUSES[word])
)
