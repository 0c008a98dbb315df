"""What a seat hears of a step: the announced move of another player, and the news."""

import numpy as np

from fudaba.envs import Game
from fudaba.envs.core.words.sentences import of_others


def heard(game: Game, before: np.void, action: int, after: np.void, seat: int) -> list[str]:
    """Returns what a seat hears of a step, as lines with `player_0`, `player_1`, ...

    Its own moves are not told to it again.

    Args:
        game: The game.
        before: The table before the step.
        action: What the seat to move did.
        after: The table after it, of the same game.
        seat: Who hears.
    """
    mover = int(before["to_move"])
    told = game.announced_to(before, action, seat) if seat != mover else ""
    news = game.words.news(game.view(before, seat), game.view(after, seat), seat)
    return [*([f"player_{mover} {of_others(told)}"] if told else []), *([news] if news else [])]
