"""Names of players, places and moves, and moves found by their names."""

import re
from collections.abc import Callable, Sequence

import numpy as np

from ..contract.game import Game
from ..scene.scene import ordinal

PLAYER = re.compile(r"\bplayer_(\d+)\b")
NUMBER_SIGN = "#"


def player_names(words: Sequence[str]) -> list[str]:
    """Returns the names at the table, seat by seat: `player_1 (greedy)`.

    Args:
        words: The agent in each seat; "" if unknown.
    """
    printable = ["".join(filter(str.isprintable, word)) for word in words]
    return [
        f"player_{seat} ({word})" if word else f"player_{seat}"
        for seat, word in enumerate(printable)
    ]


def with_names(text: str, names: Sequence[str]) -> str:
    """Returns a text with every `player_1` replaced by its name in `names`."""
    return PLAYER.sub(lambda found: names[int(found[1])], text)


def place_words(points: Sequence[float]) -> list[str]:
    """Returns each seat's place by its points: `1st`, or `shared 2nd` for equal points."""
    words = []
    for own in points:
        place = 1 + sum(other > own for other in points)
        words.append(f"{'shared ' * (points.count(own) > 1)}{ordinal(place)}")
    return words


def signed(points: float) -> str:
    """Returns `+0.33`; never `-0.00`."""
    return f"{round(points, 2) + 0.0:+.2f}"


def points_word(points: float) -> str:
    """Returns `+0.33 points`; never `-0.00`."""
    return f"{signed(points)} points"


def moves_called(game: Game, state: np.void, legal: Sequence[int], text: str) -> list[int]:
    """Returns the actions with a name, else the legal ones, else any, with its words in order.

    Whole words take precedence over beginnings of words.
    """
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
    """Whether a name has the wanted words in their order."""
    words = iter(name)
    return all(any(fits(word, typed) for word in words) for typed in wanted)
