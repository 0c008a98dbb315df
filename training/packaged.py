"""Makes the policies that come with the package: `python -m fudaba.training.packaged [GAME ...]`.

A policy is trained by the game's recipe, `fudaba train GAME/ppo`, and then copied to where
`policy:GAME` is looked for. The same command resumes a run that was stopped.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from fudaba.agents.files import read_bytes, write_whole
from fudaba.agents.model_card import ENDINGS, criterion_of
from fudaba.agents.packaged import place_of_policy
from fudaba.agents.policy import CARD_FILE, PAGE_FILE, WEIGHTS_FILE, PolicyAgent, read_card
from fudaba.envs import Game, UserError, find_game, game_names
from fudaba.envs.core.api.registry import games_called
from fudaba.evaluation.curves import CONFIG_FILE, FINAL_FOLDER
from fudaba.evaluation.match import COMMAND_THREADS, reward_against

from .config import read_config
from .train import train

DEALS, SEED = 500, 1_000_039  # of the match that decides which of two policies is better
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

    It prints what ended the training.

    Raises:
        UserError: See `train` and `put_in_place`.
    """
    config = read_config(f"{place_of_policy(game).name}/ppo")
    final = config.output / FINAL_FOLDER
    if not fits(game, final):
        train(config, resume=(config.output / CONFIG_FILE).exists())
    card = read_card(final)
    if (notes := criterion_of(card.training)) is not None:
        why, steps = ENDINGS[notes.ended_by], notes.curve[-1].steps
        print(f"{game.name}: the training ended because {why}, at {steps:,} decisions.")
    put_in_place(final, game)


def put_in_place(folder: Path, game: Game) -> None:
    """Copies a published policy to where `policy:GAME` is looked for.

    Raises:
        UserError: The policy does not fit the game and its usual rules, is clearly worse than the
            present one, alone among copies of it, or can't be written.
    """
    options, place = game.options(), place_of_policy(game)
    policy = PolicyAgent.load(folder, game, options)
    if fits(game):
        present = PolicyAgent.load(place, game, options)
        earned = reward_against(game, options, policy, present, DEALS, SEED, COMMAND_THREADS)
        if earned.high < 0.0:
            raise UserError(
                f"policy {folder} earns {earned.mean:+.3f} ({earned.low:+.3f} to "
                f"{earned.high:+.3f}) alone among copies of the one in {place}; remove that one to "
                "install the worse policy."
            )
    write_whole(place / "__init__.py", f'"""The policy for {game.title}."""\n'.encode())
    for name in (WEIGHTS_FILE, PAGE_FILE, CARD_FILE):
        write_whole(place / name, read_bytes(folder / name))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
