"""Explanations of the roles of SEKI under the house rules of a table."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from fudaba.common.languages import N_, translator

from ...core.scene.about import About, Topic
from ...core.words.sentences import sentences
from .. import state as seki
from ..options import ROLE_CLAUSES, SekiOptions
from ..options import ROLES as ROLE_WORDS
from ..text.words import after_colon

Line = Callable[..., str]
WITH_BONUS = ("FORTUNE TELLER", "HACKER", "MILLIONAIRE")
HOUSE_RULES = {  # those that change what a role does
    "ALCHEMIST": "alchemist_must_beat",
    "ANGLER": "angler_last_card",
    "POLICE OFFICER": "police_scope",
    "HUNTER": "hunter_shuffles_deck",
    "NEW GRAD": "new_grad_bonus_turn",
}
# By the role and the value of its house rule: told to the role's player; and where it differs, told
# of the player, on a plate that the others read too.
EFFECTS: dict[tuple[str, object], tuple[str, ...]] = {
    ("ALCHEMIST", False): (
        N_(
            "Draw a number. Then you may discard two and declare the last digit of their sum, or "
            "their difference, as the number to beat."
        ),
        N_(
            "Draw a number. Then the player may discard two and declare the last digit of their "
            "sum, or their difference, as the number to beat."
        ),
    ),
    ("ALCHEMIST", True): (
        N_(
            "Draw a number. Then you may discard two and declare the last digit of their sum, or "
            "their difference, as the number to beat, if it beats the pile."
        ),
        N_(
            "Draw a number. Then the player may discard two and declare the last digit of their "
            "sum, or their difference, as the number to beat, if it beats the pile."
        ),
    ),
    ("ANGLER", "number_stays"): (
        N_(
            "Put a card of yours out of the game and take any card of the pile or the symbol "
            "graveyard. The number to beat stays."
        ),
        N_(
            "Put a card of the player's hand out of the game and take any card of the pile or the "
            "symbol graveyard. The number to beat stays."
        ),
    ),
    ("ANGLER", "pile_empty"): (
        N_(
            "Put a card of yours out of the game and take any card of the pile or the symbol "
            "graveyard. The number to beat stays, unless no card is left."
        ),
        N_(
            "Put a card of the player's hand out of the game and take any card of the pile or the "
            "symbol graveyard. The number to beat stays, unless no card is left."
        ),
    ),
    ("EMPEROR", None): (
        N_(
            "Collect all hands except frozen cards, keep one card of your choice, and deal the "
            "rest at random: everybody has as many as before."
        ),
        N_(
            "Collect all hands except frozen cards, keep any one card, and deal the rest at "
            "random: everybody has as many as before."
        ),
    ),
    ("FORTUNE TELLER", None): (
        N_("See the hands and roles of all other players, except frozen cards."),
    ),
    ("GAMBLER", None): (
        N_(
            "Guess the next number of the deck: 1 to 4, 6 to 9, or 0 or 5. If right, discard a "
            "card; if wrong, take that one. With 0 or 5 it is two cards."
        ),
    ),
    ("HACKER", None): (
        N_(
            "Freeze a card of each other player until your next turn, a random one unless you name "
            "one that lies face up."
        ),
        N_(
            "Freeze a card of each other player until the player's next turn, a random one unless "
            "the player names one that lies face up."
        ),
    ),
    ("HUNTER", False): (
        N_(
            "See the symbol deck. You may swap symbols of yours for as many of your choice from "
            "it; yours leave the game."
        ),
        N_(
            "See the symbol deck. The player may swap symbols of the hand for as many from it; "
            "those given leave the game."
        ),
    ),
    ("HUNTER", True): (
        N_(
            "See the symbol deck. You may swap symbols of yours for as many of your choice from "
            "it, which is then shuffled; yours leave the game."
        ),
        N_(
            "See the symbol deck. The player may swap symbols of the hand for as many from it, "
            "which is then shuffled; those given leave the game."
        ),
    ),
    ("MAGICIAN", None): (N_("Act as REVERSE, TRADE or DIG UP, without spending a card."),),
    ("MILLIONAIRE", None): (
        N_("Put a number of yours out of the game and take the top card of the symbol deck."),
        N_(
            "Put a number of the player's hand out of the game and take the top card of the symbol "
            "deck."
        ),
    ),
    ("NEW GRAD", True): (
        N_(
            "Do what a role does that another player has activated, EMPEROR excepted, with its "
            "bonus turn."
        ),
    ),
    ("NEW GRAD", False): (
        N_(
            "Do what a role does that another player has activated, EMPEROR excepted, without its "
            "bonus turn."
        ),
    ),
    ("POLICE OFFICER", "each"): (
        N_(
            "A random face-down card of each other player turns face up for good. Then you may "
            "swap a card as with TRADE."
        ),
        N_(
            "A random face-down card of each other player turns face up for good. Then the player "
            "may swap a card as with TRADE."
        ),
    ),
    ("POLICE OFFICER", "one"): (
        N_(
            "A random face-down card of a player of your choice turns face up for good. Then you "
            "may swap a card as with TRADE."
        ),
        N_(
            "A random face-down card of one other player turns face up for good. Then the player "
            "may swap a card as with TRADE."
        ),
    ),
    ("THIEF", None): (
        N_(
            "Swap a card of your choice for a random card of a player of your choice, and do so "
            "once more if you like."
        ),
        N_(
            "Swap any card of the hand for a random one of another player, and do so once more if "
            "the player likes."
        ),
    ),
    ("FARMER", None): (
        N_(
            "Remove the pile and turn up a new first card; then trash a number, pass, or draw and "
            "trash up to two numbers."
        ),
    ),
}
BONUS = (N_("Then you get a bonus turn."), N_("Then the player gets a bonus turn."))
ONCE = N_("Once in a game: {effect}")
COPIED = N_("NEW GRAD has done this: {effect}")
STATUS = {
    "face down": N_("Still secret and unused."),
    "face up": N_("Known to all, not used yet."),
    "activated": N_("Used already."),
}

_, _n = translator("seki")


def house_rules_of(view: np.void) -> SekiOptions:
    """Returns the house rules of a view that change what roles do."""
    values: dict[str, Any] = {}
    for name in HOUSE_RULES.values():
        by_code = {code: word for word, code in SekiOptions.coding(name).words}
        values[name] = by_code.get(int(view[name]), bool(view[name]))
    return SekiOptions(**values)


def effect(
    role: str, rules: SekiOptions, *, is_copied: bool = False, of_player: bool = False
) -> str:
    """Returns the effect of a role (SEKI-5.5 to 5.17).

    Args:
        role: The role, as in `ROLE_NAMES`.
        rules: The house rules in force.
        is_copied: Whether NEW_GRAD does it.
        of_player: Whether it is told of the player who activates it, instead of to that player.
    """
    value = getattr(rules, HOUSE_RULES[role]) if role in HOUSE_RULES else None
    told = EFFECTS[role, value]
    has_bonus = role in WITH_BONUS and (rules.new_grad_bonus_turn or not is_copied)
    return sentences(
        _(told[-1] if of_player else told[0]), _(BONUS[of_player]) if has_bonus else ""
    )


def _on_plate(role: str, rules: SekiOptions, status: str = "") -> str:
    """Returns the effect of a role, with its status if it lies on a player's plate."""
    if status:
        return sentences(_(STATUS[status]), effect(role, rules, of_player=True))
    return _dealt_or_not(role, rules, effect(role, rules))


def _activated(role: str, rules: SekiOptions, *, is_copied: bool) -> str:
    """Returns what activating a role does; with `is_copied`, when NEW GRAD copies it."""
    told = effect(role, rules, is_copied=is_copied)
    return _dealt_or_not(role, rules, told, _(ONCE, effect=after_colon(told)))


def _copied(role: str, rules: SekiOptions) -> str:
    """Returns a sentence on the role that NEW GRAD has copied."""
    told = effect(role, rules, is_copied=True, of_player=True)
    return _dealt_or_not(role, rules, told, _(COPIED, effect=after_colon(told)))


def _dealt_or_not(role: str, rules: SekiOptions, told: str, headed: str = "") -> str:
    """Returns the explanation of a role, with a note if the role is not dealt at this table."""
    if role.replace(" ", "_") not in rules.roles:
        return sentences(_("Not dealt at this table."), told)
    return headed or told


def _role_labels(role: str, topic: Topic) -> Iterator[tuple[str, About]]:
    yield from ((word, topic()) for word in {role, role.replace(" ", "_"), _(role)})


def _of_roles(name: str, line: Line, clause: str) -> tuple[Topic, ...]:
    """Returns a topic for each role; `line(role, rules)`, and a clause before that of the role."""
    found = []
    for word, role in zip(ROLE_WORDS, seki.ROLE_NAMES, strict=True):
        number = ROLE_CLAUSES[word].removeprefix("SEKI-")
        clauses = clause if clause.endswith(number) else f"{clause}, {number}"
        found.append(Topic(f"{name} {role}", clauses).means(partial(line, role)))
    return tuple(found)


ROLES = tuple(
    Topic(f"role {role}", ROLE_CLAUSES[word], labels=partial(_role_labels, role)).means(
        partial(_on_plate, role)
    )
    for word, role in zip(ROLE_WORDS, seki.ROLE_NAMES, strict=True)
)
ACTIVATE = _of_roles("activate", partial(_activated, is_copied=False), "SEKI-4.7")
ACTIVATE_AS = _of_roles("activate as", partial(_activated, is_copied=True), "SEKI-5.15")
AS_ROLE = _of_roles("as", _copied, "SEKI-5.15")
