"""Players of OpenSpiel at our tables, and our agents as bots of OpenSpiel."""

from collections.abc import Callable
from threading import Lock
from typing import Any

import numpy as np

from fudaba.agents.agent import Agent, check_agent
from fudaba.agents.naming import make_agent
from fudaba.agents.seated import advised
from fudaba.common.errors import shown
from fudaba.envs import Game, Options, UserError, Worlds

from .game import CardGame, CardState, spiel_name
from .parameters import parameters_of
from .position import Position
from .spiel import pyspiel

SEEDS = 2**64


class SpielAgent:
    """Bots or policies of OpenSpiel as an agent of ours, one for each seat.

    They are handed a random state that their seat can't exclude, and so can't look at hidden cards.
    It begins at the present decision: a seat remembers only its view there.

    A bot draws from its own random numbers; a policy gives probabilities, and the arena's random
    numbers decide.
    """

    def __init__(
        self, game: Game, options: Options, make_player: Callable[[CardGame, int], Any]
    ) -> None:
        """Makes the players.

        Args:
            game: The game.
            options: The house rules.
            make_player: Called with the game of OpenSpiel and a seat; returns a bot (`step`) or a
                policy (`action_probabilities`).

        Raises:
            UserError: It returned something else.
        """
        self._spiel: CardGame = pyspiel.load_game(spiel_name(game.name), parameters_of(options))
        self._players = [make_player(self._spiel, seat) for seat in range(options.num_players)]
        for player in self._players:
            if not (hasattr(player, "step") or hasattr(player, "action_probabilities")):
                raise UserError(
                    f"make_player can't return {shown(player)}; allowed: a bot or a policy of "
                    "OpenSpiel."
                )
        self._lock = Lock()  # a player of OpenSpiel is for one thread

    def search(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        worlds: Worlds,
        rng: np.random.Generator,
    ) -> np.ndarray:
        """Chooses an action at each table; see `SearchAgent.search`."""
        with self._lock:
            return np.array([self._choose(worlds, row, rng) for row in range(len(worlds))])

    def _choose(self, worlds: Worlds, row: int, rng: np.random.Generator) -> int:
        seeds = rng.integers(SEEDS, size=1, dtype=np.uint64)
        state = self._spiel.new_initial_state()
        state.position = Position.in_world(
            self._spiel.empty, self._spiel.options, worlds.sample(row, seeds)
        )
        player = self._players[worlds.seat(row)]
        if hasattr(player, "step"):
            return int(player.step(state))
        probabilities = player.action_probabilities(state, worlds.seat(row))
        shares = np.array([*probabilities.values()], float)
        return int(rng.choice([*probabilities], p=shares / shares.sum()))


class AgentBot(pyspiel.Bot):  # type: ignore[misc] # pyspiel has no types
    """An agent of ours as a bot of OpenSpiel, in every seat.

    It looks at the view of the player to move and, if it searches, at random worlds that this
    player can't exclude.
    """

    def __init__(self, spiel: CardGame, agent: str | Agent, seed: int = 0) -> None:
        """Makes the bot.

        Args:
            spiel: The game, from `pyspiel.load_game`.
            agent: The agent or its spec, for instance `greedy` or `ismcts:budget=400`.
            seed: The seed of its random numbers.

        Raises:
            UserError: There is no such agent, or it follows whole games, as programs do.
        """
        super().__init__()
        if isinstance(agent, str):
            word, self._agent = agent, make_agent(agent, spiel.game, spiel.options)
        else:
            word, self._agent = type(agent).__name__, agent
        check_agent(word, self._agent)
        if hasattr(self._agent, "choose_at"):
            raise UserError(
                f"{word} can't be a bot of OpenSpiel, because it follows games from the deal on; "
                "allowed: agents that choose from a view or from worlds."
            )
        self._rng = np.random.default_rng(seed)

    def restart_at(self, state: CardState) -> None:
        """Does nothing, because agents keep no memory of earlier decisions."""

    def step(self, state: CardState) -> int:
        """Returns the action of the player to move.

        Raises:
            UserError: Nothing was dealt yet.
        """
        position = state.dealt()
        return advised(self._agent, position.game, position.state, self._rng)
