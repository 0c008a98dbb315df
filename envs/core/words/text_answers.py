"""Reads the answer to a position: a number of the list, a move's name, or the game's own words."""

import re

import numpy as np

from ....languages import words
from ..checking.checks import check_kind
from ..checking.errors import UserError, shown
from ..contract.game import Game, check_game, folded
from ..kit.seats import NOBODY

_, _n = words("core")

MOST_CHARACTERS = 100_000  # of an answer
MOST_PARTS = 20  # different texts in [brackets], and the last line
LONGEST_PART = 200  # characters; no move needs more
BRACKETED = re.compile(r"\[([^\[\]]*)\]")
NUMBER = re.compile(r"#?([0-9]+)")
NUMBERED_NAME = re.compile(r"([0-9]+)[.:)] +(.+)")
AROUND = " \t.*`\"'"  # what may stand around a move: a full stop, quotation marks, Markdown


def read_answer(game: Game, state: np.void, text: str) -> int:
    """Returns the action that an answer means, for the seat to move.

    The parts of an answer are its last line, unless that has [brackets], and the last line of
    everything in [brackets]. Blank lines do not count. A part can be

    * a number of `position_text`'s list, with or without `#` (`3`, `#3`). A number is never read
      as anything else.
    * the name of a move, in any case (`lay D8`), or its whole line (`3. lay D8`);
    * what the game reads (`Words.read`), such as the cards of a play. If those words mean several
      steps, the first is returned.

    Quotation marks, asterisks and a full stop around a part are ignored. Parts that can't be read
    are ignored if another one can; the parts that can be read must mean the same move.

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
    for part in _parts(text):
        try:
            found.setdefault(_read_part(game, state, moves, part), part)
        except UserError as error:
            problem = str(error).rstrip(".。")
    if not found:
        raise UserError(_("{sentence}.", sentence=problem))
    if len(found) > 1:
        one, other = [shown(part) for part in found.values()][:2]
        raise UserError(
            _("the answer has two moves, {one} and {other}; allowed: one.", one=one, other=other)
        )
    return next(iter(found))


def _parts(text: str) -> list[str]:
    """Returns the parts of an answer that may be the move, each once.

    Raises:
        UserError: There are too many.
    """
    parts = [_last_line(inside) for inside in BRACKETED.findall(text)]
    last = _last_line(BRACKETED.sub("[]", text))
    parts += [] if "[]" in last else [last]
    different = [*dict.fromkeys(part.strip(AROUND) for part in parts)]
    if len(different) > MOST_PARTS:
        raise UserError(
            _(
                "the answer has {count} different texts in [brackets]; allowed: {most}.",
                count=len(different),
                most=MOST_PARTS,
            )
        )
    return [part for part in different if part]


def _last_line(text: str) -> str:
    """Returns the last line that is not blank; empty if there is none."""
    return next((line for line in reversed(text.splitlines()) if line.strip()), "")


def _read_part(game: Game, state: np.void, moves: dict[str, int], part: str) -> int:
    """Returns the action that a part of an answer means.

    Raises:
        UserError: It means none, several, or a forbidden one.
    """
    if len(part) > LONGEST_PART and not NUMBER.fullmatch(part):
        raise _no_move(moves, part)
    numbered, actions = NUMBERED_NAME.fullmatch(part), [*moves.values()]
    if number := NUMBER.fullmatch(part):
        return _by_number(actions, number[1])
    by_name = {folded(name): action for name, action in moves.items()}
    if folded(part) in by_name:
        return by_name[folded(part)]
    if numbered and folded(numbered[2]) in by_name:
        if _by_number(actions, numbered[1]) == by_name[folded(numbered[2])]:
            return by_name[folded(numbered[2])]
        raise UserError(_("{move} has the number of another move.", move=shown(part)))
    return _by_words(game, state, moves, part)


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
    """Returns the first step of the play that a game reads in some words.

    Raises:
        UserError: It reads none, several that begin differently, or a forbidden one.
    """
    describe = game.words.describe
    for action in range(game.num_actions):
        if folded(describe(state, action)) == folded(part):
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


def _no_move(moves: dict[str, int], part: str) -> UserError:
    return UserError(
        _(
            "there is no move {move}; allowed: {numbers}, or a name of the list.",
            move=shown(part),
            numbers=_numbers(len(moves)),
        )
    )


def _numbers(count: int) -> str:
    return _n("the number 1", "the numbers 1 to {count}", count)


def _plain(number: str) -> str:
    """Returns a number, or its beginning if it is long."""
    return number if len(number) <= 20 else f"{number[:20]}..."
