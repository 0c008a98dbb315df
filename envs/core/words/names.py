"""Names of players, points and moves, and moves found by their names."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count

import numpy as np

from fudaba.common.languages import ENGLISH, in_language, translator

from ..contract.game import Game
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


def moves_called(game: Game, state: np.void, legal: Sequence[int], text: str) -> list[int]:
    """Returns the actions with a name, else the legal ones, else any, with its words in order.

    Whole words take precedence over beginnings of words. Words that name nothing are read in
    English, with letters for suits.
    """
    found = _called(game, state, legal, text)
    if found:
        return found
    with in_language(ENGLISH):
        return _called(game, state, legal, text)


def _called(game: Game, state: np.void, legal: Sequence[int], text: str) -> list[int]:
    wanted, everything = text.casefold().split(), range(game.num_actions)
    names = [game.words.describe(state, action).casefold().split() for action in everything]
    if exact := [action for action in everything if names[action] == wanted]:
        return exact
    for actions in (legal, everything):
        for fits in (str.__eq__, str.startswith):
            if found := [action for action in actions if has_words(names[action], wanted, fits)]:
                return found
    return []


def has_words(name: Sequence[str], wanted: Sequence[str], fits: Callable[[str, str], bool]) -> bool:
    """Whether a name contains the wanted words in order."""
    words = iter(name)
    return all(any(fits(word, typed) for word in words) for typed in wanted)
