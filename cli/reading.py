"""Reads a typed line: a command, or a move by its number, its name or the game's notation."""

import string
from collections.abc import Sequence

import numpy as np

from fudaba.common.languages import ENGLISH, N_, language, translator
from fudaba.envs import Game, UserError
from fudaba.envs.core.contract.game import Chain, folded
from fudaba.envs.core.words.names import NUMBER_SIGN, MoveNames, every_move_name, moves_called

_, _n = translator("cli")

COMMANDS = N_("rules"), N_("help"), N_("hint"), N_("quit")
FULL_WIDTH = 0xFEE0  # between a letter of ASCII and the same one as wide as a Japanese one
NARROW = {ord(sign) + FULL_WIDTH: sign for sign in f"{string.ascii_letters}{string.digits}?#.*"}


def narrowed(line: str) -> str:
    """Returns a line with its full-width letters, digits and signs turned into ASCII."""
    return line.translate(NARROW).replace("\N{IDEOGRAPHIC SPACE}", " ").strip()


def with_command(line: str) -> str:
    """Returns a line whose Japanese command, if it begins with one, is in English: `rules 4.3`."""
    if language() != ENGLISH:
        for word in COMMANDS:
            if line.startswith(_(word)):
                return f"{word} {line.removeprefix(_(word)).strip()}".strip()
    return line


def read_words(
    game: Game, state: np.void, legal: Sequence[int], listed: Sequence[int], text: str
) -> list[Chain]:
    """Returns the possible meanings of a text: at least one chain of consecutive actions.

    Args:
        game: The game.
        state: The table.
        legal: The legal actions.
        listed: The actions shown with numbers; the first is number 1.
        text: What was typed.

    Raises:
        UserError: There is no such move, the rules forbid it, or it can be two things.
    """
    number = text.removeprefix(NUMBER_SIGN)
    if number.isdecimal():
        return read_number(game, state, listed, number, is_sure=number != text)
    names = every_move_name(game, state)
    # A name is read as nothing else, even if the move is forbidden.
    meant = [] if is_name(names, text) else game.words.read(state, text)
    return meant or [(read_move(game, state, legal, names, text),)]


def read_number(
    game: Game, state: np.void, listed: Sequence[int], number: str, *, is_sure: bool
) -> list[Chain]:
    """Returns the move with this number in the list, or the game's own reading of the number.

    Raises:
        UserError: There is no such move, or both readings are possible.
    """
    by_number = {str(place): action for place, action in enumerate(listed, 1)}
    if is_sure or number not in by_number:
        chains = [] if is_sure else game.words.read(state, number)
        if not chains and number not in by_number:
            raise UserError(
                _(
                    "there is no move {number}; allowed: {numbers}.",
                    number=number,
                    numbers=numbers_word(listed),
                )
            )
        return chains or [(by_number[number],)]
    action, meant = by_number[number], meant_by(game, state, number)
    if {chain[0] for chain in meant} - {action}:
        name, other = (game.words.describe(state, one) for one in (action, meant[0][0]))
        raise UserError(
            _(
                "{number} is the number of '{name}' and can be '{other}'; write {sign}{number} or "
                "{other}.",
                number=number,
                name=name,
                other=other,
                sign=NUMBER_SIGN,
            )
        )
    return meant or [(action,)]


def meant_by(game: Game, state: np.void, text: str) -> list[Chain]:
    """Returns the plays that a game reads in a text; empty if it reads or allows none."""
    try:
        return game.words.read(state, text)
    except UserError:
        return []


def is_name(names: MoveNames, text: str) -> bool:
    """Returns whether a text is the name of a move, legal or not."""
    return any(folded(text) in spoken for spoken in names)


def is_read(game: Game, state: np.void, text: str) -> bool:
    """Returns whether a game's notation covers a text, such as Q for a queen, legal or not."""
    try:
        return bool(game.words.read(state, text))
    except UserError:
        return True


def read_move(game: Game, state: np.void, legal: Sequence[int], names: MoveNames, text: str) -> int:
    """Returns the legal move with a name, or with a name whose words begin like the text.

    Raises:
        UserError: There is no such move, or the rules forbid it.
    """
    describe = game.words.describe
    fitting = moves_called(names, legal, text)
    allowed = [action for action in fitting if action in legal]
    if len(allowed) == 1:
        return allowed[0]
    if allowed:
        shown = _(" or ").join(describe(state, action) for action in allowed)
        raise UserError(
            _("{typed} can be {names}; write more of it.", typed=repr(text), names=shown)
        )
    if fitting:
        why = game.words.why_illegal(state, fitting[0])
        name = describe(state, fitting[0])
        raise UserError(_("{move} is not allowed: {why}", move=name, why=why))
    return game.parse(state, text)


def numbers_word(listed: Sequence[int]) -> str:
    """Returns the numbers of the listed moves: `1 to 9`."""
    return _("1 to {count}", count=len(listed))
