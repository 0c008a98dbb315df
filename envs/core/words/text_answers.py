"""Reads the answer to a position: a move's number, its name, or the game's own notation."""

import re
from collections.abc import Container

import numpy as np

from fudaba.common.checks import check_kind
from fudaba.common.errors import UserError, shown
from fudaba.common.languages import translator

from ..contract.game import Game, check_game, folded
from ..kit.seats import NOBODY
from .answer_parts import NOUN, narrow, parts_of, stripped

_, _n = translator("core")

MOST_CHARACTERS = 100_000  # of an answer
LONGEST_PART = 200  # characters; no move needs more
NUMBER_FORM = rf"(?:{NOUN}|no\.?|nr\.?|n°|nº|№|第)? ?#?([0-9]+) ?(?:番目|番|号|个|手)?"
NUMBER = re.compile(NUMBER_FORM, re.IGNORECASE)
NUMBERED_NAME = re.compile(rf"{NUMBER_FORM}(?:\s*[.:)、,=–—-]+\s*|\s+|(?=\())(.+)", re.IGNORECASE)
NAME_NUMBERED = re.compile(rf"(.+?) ?\({NUMBER_FORM}\)", re.IGNORECASE)


class UnknownMoveError(UserError):
    """An answer's words that are no move; the message quotes them."""


def read_answer(game: Game, state: np.void, text: str) -> int:
    """Returns the action that an answer means, for the seat to move.

    The answer is what a label on the last line announces (`Answer: 3`). Without one it is
    everything that is marked, such as text in [brackets], and the last line; `parts_of` and
    docs/text.md tell the marks. Each part can be

    * a number of `position_text`'s list (`3`, `#3`, `move 3`). A number is never read as anything
      else;
    * the name of a move, in any case (`lay D8`), or its whole line (`3. lay D8`);
    * what the game reads (`Words.read`), such as the cards of a play. If those words mean several
      steps, the first is returned.

    Parts that are no move are ignored if another one is; all that are moves must be the same one,
    and a legal one.

    Args:
        game: The game.
        state: The table.
        text: The answer, at most 100,000 characters.

    Raises:
        UserError: The answer means no move, several, or one that the rules forbid; the sentence
            says which, and is made from what the seat to move may know.
    """
    check_game(game)
    game.check_state(state)
    check_kind("an answer", text, str, "text")
    if state["to_move"] == NOBODY:
        raise UserError(_("no answer can be read: the game is over."))
    if len(text) > MOST_CHARACTERS:
        raise UserError(
            _(
                "the answer has {count} characters; allowed: at most {most}.",
                count=len(text),
                most=MOST_CHARACTERS,
            )
        )
    moves = game.move_names(state)
    found, problem = dict[int, str](), _("the answer is empty")
    for part in parts_of(text):
        try:
            found.setdefault(_read_part(game, state, moves, part), part)
        except UnknownMoveError as error:
            problem = str(error).rstrip(".。")
    if not found:
        raise UserError(_("{sentence}.", sentence=problem))
    if len(found) > 1:
        one, other = [shown(part) for part in found.values()][:2]
        raise UserError(
            _("the answer has two moves, {one} and {other}; allowed: one.", one=one, other=other)
        )
    return next(iter(found))


def _read_part(game: Game, state: np.void, moves: dict[str, int], part: str) -> int:
    """Returns the action that a part of an answer means.

    Raises:
        UnknownMoveError: It means none.
        UserError: It means several, or a forbidden one.
    """
    if number := NUMBER.fullmatch(part):
        return _by_number([*moves.values()], number[1])
    if len(part) > LONGEST_PART:
        raise _no_move(moves, part)
    by_name = {_compared(name): action for name, action in moves.items()}
    if _compared(part) in by_name:
        return by_name[_compared(part)]
    if numbered := _numbered(part, by_name):
        number_said, name = numbered
        if _by_number([*moves.values()], number_said) == by_name[name]:
            return by_name[name]
        raise UserError(_("{move} has the number of another move.", move=shown(part)))
    return _by_words(game, state, moves, part)


def _compared(name: str) -> str:
    """Returns a move's name in the form for comparisons."""
    return folded(stripped(narrow(name)))


def _numbered(part: str, names: Container[str]) -> tuple[str, str] | None:
    """Returns the number and the name of `3. lay D8` or `lay D8 (3)`; None for other words."""
    before, behind = NUMBERED_NAME.fullmatch(part), NAME_NUMBERED.fullmatch(part)
    pairs = [(before[1], before[2])] if before else []
    pairs += [(behind[2], behind[1])] if behind else []
    compared = ((number, _compared(name)) for number, name in pairs)
    return next((pair for pair in compared if pair[1] in names), None)


def _by_number(actions: list[int], number: str) -> int:
    """Returns the action with a number of the list.

    Raises:
        UserError: There is none.
    """
    by_number = {str(place): action for place, action in enumerate(actions, 1)}
    if number not in by_number:
        raise UserError(
            _(
                "there is no move {move}; allowed: {allowed}.",
                move=_plain(number),
                allowed=_numbers(len(actions)),
            )
        )
    return by_number[number]


def _by_words(game: Game, state: np.void, moves: dict[str, int], part: str) -> int:
    """Returns the first step of the play that some words mean in the game's notation.

    Raises:
        UnknownMoveError: It reads none.
        UserError: It reads several that begin differently, or a forbidden one.
    """
    describe = game.words.describe
    for action in range(game.num_actions):
        if _compared(describe(state, action)) == _compared(part):
            why = game.words.why_illegal(state, action)
            raise UserError(
                _("{move} is not allowed: {why}", move=describe(state, action), why=why)
            )
    begins = [*dict.fromkeys(chain[0] for chain in game.words.read(state, part))]
    if not begins:
        raise _no_move(moves, part)
    if len(begins) > 1:
        names = _(" or ").join(describe(state, action) for action in begins)
        raise UserError(
            _("{words} can be {moves}; allowed: one of them.", words=shown(part), moves=names)
        )
    return begins[0]


def _no_move(moves: dict[str, int], part: str) -> UnknownMoveError:
    return UnknownMoveError(
        _(
            "there is no move {move}; allowed: {numbers}, or a name of the list.",
            move=shown(part),
            numbers=_numbers(len(moves)),
        )
    )


def _numbers(count: int) -> str:
    return _n("the number 1", "the numbers 1 to {count}", count)


def _plain(number: str) -> str:
    """Returns a number as messages quote it: shortened if it is long."""
    return number if len(number) <= 20 else f"{number[:20]}..."
