"""The policies that come with the package.

A specialist was trained for the usual house rules of its game, a generalist for many house rules
and numbers of players. Where the generalist is the stronger one under the usual rules too, it is
the only policy of its game.
"""

from pathlib import Path

from fudaba.common.languages import N_, translator
from fudaba.envs import Game, UserError
from fudaba.envs.core.api.registry import games_called
from fudaba.envs.core.compiling.sources import SOURCE_ROOT

from .policy import CARD_FILE

_, _n = translator("agents")

BEST = "best"  # the policy of the game that is played
ANY = "any"  # its generalist
POLICIES = SOURCE_ROOT / "agents" / "policies"
NO_POLICY = N_(
    "no policy for {game} comes with the package; allowed: policy:PATH, with the folder of one "
    "that you have trained."
)
NO_GENERALIST = N_(
    "no policy for {game} and many house rules comes with the package; allowed: policy:PATH, with "
    "the folder of one that you have trained."
)


def is_packaged(name: str) -> bool:
    """Returns whether a policy's name is `best`, `any` or a game, and not a path as `./any`."""
    return name in (BEST, ANY) or bool(games_called(name))


def packaged_folder(name: str, game: Game) -> Path:
    """Returns the folder of a policy that comes with the package.

    Args:
        name: `best`, `any`, or a game's name: `sevens_v0`, `sevens`.
        game: The game to play.

    Raises:
        UserError: The policy is another game's, or there is none.
    """
    named = games_called(name)
    if name not in (BEST, ANY) and game.name not in named:
        raise UserError(
            _(
                "policy {name} plays {other}, not {game}.",
                name=name,
                other=named[0],
                game=game.name,
            )
        )
    place, missing = place_of_policy(game), NO_POLICY
    if name == ANY:
        place, missing = place_of_generalist(game), NO_GENERALIST
    if not place.is_dir():
        raise UserError(_(missing, game=game.name))
    return place


def place_of_specialist(game: Game) -> Path:
    """Returns the folder of a game's packaged policy for the usual house rules, if it has one.

    It is `policy` beside the game's rules; the policies of this package lie together.
    """
    own = game.folder / "policy"
    return own if own.is_dir() else POLICIES / game.name.rsplit("_", 1)[0]


def place_of_generalist(game: Game) -> Path:
    """Returns the folder of a game's packaged policy for many house rules, which may be missing."""
    return place_of_specialist(game) / ANY


def place_of_policy(game: Game) -> Path:
    """Returns the folder of the strongest packaged policy of a game, which may be missing.

    It is that of the specialist, or of the generalist if there is no specialist.
    """
    specialist, generalist = place_of_specialist(game), place_of_generalist(game)
    is_alone = generalist.is_dir() and not (specialist / CARD_FILE).exists()
    return generalist if is_alone else specialist


def has_policy(game: Game) -> bool:
    """Returns whether a policy of a game, for its default house rules, comes with the package."""
    return place_of_policy(game).is_dir()
