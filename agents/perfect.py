"""`perfect`: plays two-player Sevens without jokers perfectly.

With two players and no jokers each knows the other's hand: all cards that are neither laid nor in
its own hand (SEV-7.5). With `tunnel=none` an exhaustive search is possible. The agent takes
greedy's move if it wins or if no move wins, and otherwise the first winning move.
"""

import numpy as np

from fudaba.common.languages import translator
from fudaba.envs import Game, Options, UserError
from fudaba.envs.core.contract.game import check_game
from fudaba.envs.core.contract.schema import word_of

from .agent import read_views
from .greedy import GreedyAgent
from .sevens_solver import PLACES, POSITION, find_winning

_, _n = translator("agents")

SOLVED_GAME = "sevens_v0"
SOLVED_OPTIONS = {"num_players": 2, "jokers": 0, "tunnel": "none"}


class PerfectAgent:
    """Plays two-player Sevens without jokers and tunnels, and wins every won position."""

    identity = "perfect"

    def __init__(self, game: Game, options: Options) -> None:
        """Makes the agent.

        Raises:
            UserError: The game is not Sevens, or is not solved for a house rule.
        """
        check_game(game)
        game.check_options(options)
        _check_solved(game, options)
        self._game = game
        self._advice = GreedyAgent(game)

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """Chooses an action at each table; see `Agent.act`.

        Raises:
            UserError: The observations are of another game.
        """
        advised = self._advice.act(observations, masks, rng)
        winning = self.winning(observations)
        is_good = winning[np.arange(len(masks)), advised] == winning.max(axis=1)
        return np.where(is_good, advised, winning.argmax(axis=1))

    def winning(self, observations: np.ndarray) -> np.ndarray:
        """Returns the actions that win against any play of the opponent.

        Args:
            observations: int8[B, D], the views of the seats to move.

        Returns:
            int8[B, A], 1 for a legal action that wins, else 0; all zeros in a lost position.

        Raises:
            UserError: The observations are of another game.
        """
        views = read_views("perfect", observations, self._game)
        winning = np.empty((len(views), self._game.num_actions), np.int8)
        find_winning(views, winning, np.empty(1, POSITION), np.empty(PLACES, np.uint64))
        return winning


def _check_solved(game: Game, options: Options) -> None:
    allowed = ", ".join(f"{name}={value}" for name, value in SOLVED_OPTIONS.items())
    if game.name != SOLVED_GAME:
        raise UserError(
            _(
                "perfect can't play {game}; allowed: {solved} with {allowed}.",
                game=game.name,
                solved=SOLVED_GAME,
                allowed=allowed,
            )
        )
    plain = options.plain()
    for name, value in SOLVED_OPTIONS.items():
        if plain[name] != value:
            raise UserError(
                _(
                    "perfect can't play {game} with {rule}={value}; allowed: {allowed}.",
                    game=game.name,
                    rule=name,
                    value=word_of(plain[name]),
                    allowed=allowed,
                )
            )
