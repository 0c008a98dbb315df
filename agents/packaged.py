"""The policies that come with the package: for each game the best that the recipe trained."""

from pathlib import Path

from fudaba.envs import Game, UserError
from fudaba.envs.core.api.registry import games_called
from fudaba.envs.core.compiling.sources import SOURCE_ROOT

BEST = "best"  # the policy of the game that is played
POLICIES = SOURCE_ROOT / "policies"


def is_packaged(name: str) -> bool:
    """Returns whether a name is `best` or a game's; anything else, as `./sevens`, is a path."""
    return name == BEST or bool(games_called(name))


def packaged_folder(name: str, game: Game) -> Path:
    """Returns the folder of a policy that comes with the package.

    Args:
        name: `best`, or a game's name: `sevens_v0`, `sevens`.
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
    """Returns the folder of a game's packaged policy, which may be missing."""
    return POLICIES / game.name.rsplit("_", 1)[0]


def has_policy(game: Game) -> bool:
    """Returns whether a policy of a game, for its default house rules, comes with the package."""
    return place_of_policy(game).is_dir()
