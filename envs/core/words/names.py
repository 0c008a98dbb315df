"""Names of players, points and moves, and moves found by their names."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count

import numpy as np

from fudaba.common.languages import ENGLISH, in_language, translator

from ..contract.game import Game, folded
from ..kit.seats import player_name

_, _n = translator("core")

NUMBER_SIGN = "#"
IN_A_WORD = r"[^\W\u3040-\u9fff]"  # kana and kanji follow a name without a space


def seat_names(titles: Sequence[str]) -> list[str]:
    """Returns the names at the table, seat by seat: equal titles get numbers, `Medium 2`.

    Args:
        titles: The name of the player in each seat; empty for `player_0`, ...
    """
    printable = ["".join(filter(str.isprintable, title)).strip() for title in titles]
    counts, names = Counter(printable), list[str]()
    taken = {title for title in printable if counts[title] == 1}
    for seat, title in enumerate(printable):
        numbered = (f"{title} {number}" for number in count(1))
        name = title if counts[title] == 1 else next(one for one in numbered if one not in taken)
        names.append(name if title else player_name(seat))
        taken.add(name)
    return names


def with_seats(text: str, names: Sequence[str]) -> str:
    """Returns a typed text with `player_1` instead of the name of that player, in any case."""
    for seat, name in enumerate(names):
        form = rf"(?<!{IN_A_WORD}){re.escape(name)}(?!{IN_A_WORD})"
        whole = re.compile(form, re.IGNORECASE)
        text = whole.sub(player_name(seat), text)
    return text


def points_words(game: Game, points: Sequence[float]) -> list[str]:
    """Returns each seat's points in the words of the rulebook: `7 points`, `17 fame`.

    Args:
        game: The game.
        points: As `Game.points_won` returns them, or sums over several games.
    """
    return [game.words.points.words(one) for one in points] if game.words.points else []


MoveNames = list[list[str]]
"""The names of all actions, folded, by each way to say them; see `every_move_name`."""


def every_move_name(game: Game, state: np.void) -> MoveNames:
    """Returns the names of all actions as the reader sees them, then in English with letters."""

    def spoken() -> list[str]:
        return [folded(game.words.describe(state, action)) for action in range(game.num_actions)]

    as_shown = spoken()
    with in_language(ENGLISH):
        return [as_shown, spoken()]


def moves_called(names: MoveNames, legal: Sequence[int], text: str) -> list[int]:
    """Returns the actions with a name, else the legal ones, else any, with its words in order.

    Whole words take precedence over beginnings of words, and the names that are shown over those
    in English.
    """
    return next(filter(None, (_called(spoken, legal, text) for spoken in names)), [])


def _called(names: Sequence[str], legal: Sequence[int], text: str) -> list[int]:
    wanted = folded(text)
    if exact := [action for action, name in enumerate(names) if name == wanted]:
        return exact
    for actions in (legal, range(len(names))):
        for fits in (str.__eq__, str.startswith):
            found = [one for one in actions if has_words(names[one].split(), wanted.split(), fits)]
            if found:
                return found
    return []


def has_words(name: Sequence[str], wanted: Sequence[str], fits: Callable[[str, str], bool]) -> bool:
    """Whether a name contains the wanted words in order."""
    words = iter(name)
    return all(any(fits(word, typed) for word in words) for typed in wanted)
