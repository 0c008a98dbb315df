"""The policies that come with the package: for a game the best that the recipe has trained."""

from pathlib import Path

from fudaba.envs import Game, UserError
from fudaba.envs.core.api.registry import games_called
from fudaba.envs.core.compiling.sources import SOURCE_ROOT

BEST = "best"  # the policy of the game that is played
POLICIES = SOURCE_ROOT / "policies"


def is_packaged(name: str) -> bool:
    """Whether a policy's name is `best` or a game's, and no path: `./sevens` is a folder."""
    return name == BEST or bool(games_called(name))


def packaged_folder(name: str, game: Game) -> Path:
    """The folder of a policy that comes with the package.

    Args:
        name: `best`, or what a game is called: `sevens_v0`, `sevens`.
        game: The game to play.

    Raises:
        UserError: The policy is another game's, or there is none.
    """
    named = games_called(name)
    if name != BEST and game.name not in named:
        raise UserError(f"policy {name} plays {named[0]}, not {game.name}.")
    if not has_policy(game):
        raise UserError(
            f"no policy for {game.name} comes with the package; allowed: policy:PATH, with the "
            "folder of one that you have trained."
        )
    return place_of_policy(game)


def place_of_policy(game: Game) -> Path:
    """Where the policy of a game is, or would be."""
    return POLICIES / game.name.rsplit("_", 1)[0]


def has_policy(game: Game) -> bool:
    """Whether a policy of a game comes with the package. It plays by the usual house rules."""
    return place_of_policy(game).is_dir()
