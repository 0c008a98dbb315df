"""What another move would have been worth, in words for people."""

from fractions import Fraction

import numpy as np

from fudaba.common.languages import translator
from fudaba.envs import Points
from fudaba.evaluation.recorded import RecordedGame

_, _n = translator("web")

TRIES = 20  # games of which people are told how many go better
MOST_PARTS = 6  # 1 game in 6 is as exact as people are told
ROUNDED = 2  # digits of points
WON = 1.0  # the reward of a sole winner where the rulebook has only places
NEARLY = 1e-6


def in_words(played: RecordedGame, move: str, better: np.ndarray, taken: np.ndarray) -> str:
    """Returns how much more a move brings: `“lay H8” wins about 1 game in 3 more`.

    Args:
        played: The game.
        move: The better move.
        better: Its final rewards in some worlds, float64[W].
        taken: The rewards of the move that was made, in the same worlds.
    """
    points = counted(played)
    if points:
        more = float(f"{(better - taken).mean():.{ROUNDED}g}")
        said = points.say(1 if more == 1 else 2, f"{more:g}")
        return _("“{move}” brings {points} more on average", move=move, points=said)
    won, lost = (float((rewards > WON - NEARLY).mean()) for rewards in (better, taken))
    often = Fraction(won - lost).limit_denominator(MOST_PARTS)
    if often > 0:
        return _n(
            "“{move}” wins about {count} game in {total} more",
            "“{move}” wins about {count} games in {total} more",
            often.numerator,
            move=move,
            total=often.denominator,
        )
    return _(
        "“{move}” ends better in {better} of {total} games, worse in {worse}",
        move=move,
        better=round(TRIES * float((better > taken).mean())),
        worse=round(TRIES * float((better < taken).mean())),
        total=TRIES,
    )


def expected(played: RecordedGame) -> str:
    """Returns the name of the number that rates a move, such as *expected points*."""
    if counted(played):
        return _("expected points")
    has_winner = abs(max(played.points) - WON) < NEARLY
    return _("expected result (+1: the win)") if has_winner else _("expected result")


def counted(played: RecordedGame) -> Points | None:
    """Returns the points of the rulebook if the rewards of a game tell them apart.

    None where it knows only places, or where the rewards are for something else.
    """
    won = played.game.points_won(played.states[-1])
    if not won:
        return None
    counted, rewarded = (np.subtract(one, np.mean(one)) for one in (won, played.points))
    return played.game.words.points if np.allclose(counted, rewarded) else None
