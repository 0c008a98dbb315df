"""Makes the policies that come with the package: `python -m fudaba.training.packaged [WORD ...]`.

`GAME` is the policy of the game's recipe, `fudaba train GAME/ppo`, and `GAME/any` its generalist,
`fudaba train GAME/any`. The result is copied to where `policy:GAME` or `policy:any` is looked for.
The same command resumes a run that was stopped.
"""

import sys
from pathlib import Path
from typing import Annotated, NamedTuple

import tyro

from fudaba.agents.model_card import ENDINGS, criterion_of
from fudaba.agents.packaged import ANY, place_of_generalist, place_of_policy, place_of_specialist
from fudaba.agents.policy import CARD_FILE, PAGE_FILE, WEIGHTS_FILE, PolicyAgent, read_card
from fudaba.common.files import read_bytes, write_whole
from fudaba.envs import Game, UserError, every_game, find_game
from fudaba.envs.core.api.registry import games_called
from fudaba.evaluation.curves import CONFIG_FILE, FINAL_FOLDER
from fudaba.evaluation.match import COMMAND_THREADS, LocalExecutor, reward_against

from .config import packaged_configs, read_config
from .train import train

DEALS, SEED = 500, 1_000_039  # of the match that decides which of two policies is better
BAD_INPUT = 2
PPO = "ppo"


class Product(NamedTuple):
    """A policy that comes with the package.

    Attributes:
        game: Its game.
        recipe: The configuration that trains it: `ppo`, or `any` for a generalist.
    """

    game: Game
    recipe: str

    @property
    def place(self) -> Path:
        """The folder in which it is installed."""
        is_generalist = self.recipe == ANY
        return place_of_generalist(self.game) if is_generalist else place_of_specialist(self.game)

    @property
    def present(self) -> Path:
        """The folder of the policy that plays in its place today."""
        return self.place if self.recipe == ANY else place_of_policy(self.game)

    @property
    def config(self) -> str:
        """The name of its configuration."""
        return f"{self.game.name.rsplit('_', 1)[0]}/{self.recipe}"

    def fits(self, folder: Path | None = None) -> bool:
        """Returns whether the policy in a folder, or the packaged one, fits the usual rules."""
        try:
            PolicyAgent.load(folder or self.present, self.game, self.game.options())
        except UserError:
            return False
        return True


def main(words: Annotated[tuple[str, ...], tyro.conf.Positional] = ()) -> int:
    """Makes policies.

    Args:
        words: `GAME` or `GAME/any`; without them all that are missing or don't fit.

    Returns:
        The exit code: 0, or 2 with one sentence on standard error.
    """
    try:
        named = [_named(word) for word in words]
        for product in named or [product for product in products() if not product.fits()]:
            make_policy(product)
    except UserError as error:
        print(f"fudaba: {error}", file=sys.stderr)
        return BAD_INPUT
    return 0


def products() -> list[Product]:
    """Returns the policies that the packaged configurations make."""
    configs = packaged_configs()
    found = [Product(game, recipe) for game in every_game() for recipe in (PPO, ANY)]
    return [product for product in found if product.config in configs]


def _named(word: str) -> Product:
    """Returns the policy that `GAME` or `GAME/any` names.

    Raises:
        UserError: There is no such game.
    """
    name, _, recipe = word.partition("/")
    return Product(find_game((games_called(name) or [name])[0]), recipe or PPO)


def make_policy(product: Product) -> None:
    """Trains a policy by its recipe, unless its run is finished, and installs it.

    It prints what ended the training.

    Raises:
        UserError: See `read_config`, `train` and `put_in_place`.
    """
    config = read_config(product.config)
    final = config.output / FINAL_FOLDER
    if not product.fits(final):
        train(config, resume=(config.output / CONFIG_FILE).exists())
    card = read_card(final)
    if (notes := criterion_of(card.training)) is not None:
        why, steps = ENDINGS[notes.ended_by], notes.curve[-1].steps
        print(f"{product.config}: the training ended because {why}, at {steps:,} decisions.")
    put_in_place(final, product)


def put_in_place(folder: Path, product: Product) -> None:
    """Installs a published policy in the folder from which the package loads it.

    Raises:
        UserError: The policy does not fit the game and its usual rules, is clearly worse than the
            present one, alone among copies of it, or can't be written.
    """
    game, place = product.game, product.place
    options = game.options()
    policy = PolicyAgent.load(folder, game, options)
    if product.fits():
        present = PolicyAgent.load(product.present, game, options)
        threads = LocalExecutor(COMMAND_THREADS)
        earned = reward_against(game, options, policy, present, DEALS, SEED, threads)
        if earned.high < 0.0:
            raise UserError(
                f"policy {folder} earns {earned.mean:+.3f} ({earned.low:+.3f} to "
                f"{earned.high:+.3f}) alone among copies of the one in {product.present}; remove "
                "that one to install the worse policy."
            )
    about = "many house rules of " if product.recipe == ANY else ""
    write_whole(place / "__init__.py", f'"""The policy for {about}{game.title}."""\n'.encode())
    for name in (WEIGHTS_FILE, PAGE_FILE, CARD_FILE):
        write_whole(place / name, read_bytes(folder / name))


if __name__ == "__main__":
    sys.exit(tyro.cli(main))
