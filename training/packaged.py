"""Makes the policies that come with the package: `python -m fudaba.training.packaged [GAME ...]`.

A policy is trained by the game's recipe, `fudaba train GAME/ppo`, and then copied to where
`policy:GAME` is looked for. The same command resumes a run that was stopped.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from fudaba.agents.files import read_bytes, write_whole
from fudaba.agents.model_card import results_of
from fudaba.agents.packaged import place_of_policy
from fudaba.agents.policy import CARD_FILE, PAGE_FILE, WEIGHTS_FILE, PolicyAgent, read_card
from fudaba.envs import Game, UserError, find_game, game_names
from fudaba.envs.core.api.registry import games_called
from fudaba.evaluation.curves import CONFIG_FILE, FINAL_FOLDER
from fudaba.evaluation.statistics import Interval

from .config import read_config
from .train import train

YARDSTICK = "greedy"  # the reward against it decides which of two policies is better
BAD_INPUT = 2


def main(words: Sequence[str]) -> int:
    """Makes the policies of the named games, or all that are missing or don't fit.

    Returns:
        The exit code: 0, or 2 with one sentence on standard error.
    """
    try:
        named = [find_game((games_called(word) or [word])[0]) for word in words]
        lacking = [game for game in map(find_game, game_names()) if not fits(game)]
        for game in named or lacking:
            make_policy(game)
    except UserError as error:
        print(f"fudaba: {error}", file=sys.stderr)
        return BAD_INPUT
    return 0


def fits(game: Game, folder: Path | None = None) -> bool:
    """Returns whether the policy in a folder, or the packaged one, fits a game's usual rules."""
    try:
        PolicyAgent.load(folder or place_of_policy(game), game, game.options())
    except UserError:
        return False
    return True


def make_policy(game: Game) -> None:
    """Trains a policy by the game's recipe, unless its run is finished, and installs it.

    Raises:
        UserError: See `train` and `put_in_place`.
    """
    config = read_config(f"{place_of_policy(game).name}/ppo")
    final = config.output / FINAL_FOLDER
    if not fits(game, final):
        train(config, resume=(config.output / CONFIG_FILE).exists())
    put_in_place(final, game)


def put_in_place(folder: Path, game: Game) -> None:
    """Copies a published policy to where `policy:GAME` is looked for.

    Raises:
        UserError: The policy does not fit the game and its usual rules, was not measured against
            greedy, is clearly worse than the present one, or can't be written.
    """
    PolicyAgent.load(folder, game, game.options())
    place, earned = place_of_policy(game), measured(folder)
    if fits(game) and earned.high < (before := measured(place)).low:
        raise UserError(
            f"policy {folder} earns {earned.mean:+.3f} against {YARDSTICK}, the one in {place} "
            f"{before.mean:+.3f}; remove that one to install the worse policy."
        )
    write_whole(place / "__init__.py", f'"""The policy for {game.title}."""\n'.encode())
    for name in (WEIGHTS_FILE, PAGE_FILE, CARD_FILE):
        write_whole(place / name, read_bytes(folder / name))


def measured(folder: Path) -> Interval:
    """Returns the mean reward against greedy from the card of a policy.

    Raises:
        UserError: The card has no such reward.
    """
    result = results_of(read_card(folder).evaluation).get(YARDSTICK)
    if result is None or result.low is None or result.high is None:
        raise UserError(f"policy {folder}: {CARD_FILE} lacks an interval against {YARDSTICK}.")
    return Interval(result.mean_reward, result.low, result.high)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
