"""The opponents that the lobby offers in words: which agent plays Easy, Medium and Strong."""

from fudaba.agents.naming import GREEDY, adviser_of
from fudaba.agents.packaged import BEST, has_policy
from fudaba.envs import Game

EASY, MEDIUM, STRONG = "easy", "medium", "strong"
SEARCH = (
    "ismcts:budget=64"  # in no game told from the best agent, or close behind it: docs/league.md
)
OUTPLAYED = {"tyrant_v0"}  # games in which that search beats the packaged policy: docs/league.md


def levels(game: Game) -> dict[str, str]:
    """Returns the specs of the agents that play any house rules, by level, the weakest first."""
    return {EASY: "random", MEDIUM: adviser_of(game), STRONG: SEARCH}


def usual_levels(game: Game) -> dict[str, str]:
    """Returns the levels at which another agent plays by the usual house rules."""
    return {STRONG: BEST} if has_policy(game) and game.name not in OUTPLAYED else {}
