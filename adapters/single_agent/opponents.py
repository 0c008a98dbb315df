"""Opponents: the agents in the seats besides the learner's."""

from collections.abc import Mapping, Sequence

import numpy as np

from fudaba.agents import Agent, repeatable_agent
from fudaba.agents.agent import check_agent
from fudaba.agents.greedy import follows_advice
from fudaba.agents.uniform import UniformAgent
from fudaba.common.checks import LARGEST_INT64, check_whole, read_array
from fudaba.common.errors import shown
from fudaba.envs import Game, Options, UserError


class OpponentPool:
    """The agents that sit in the other seats, with their weights.

    Attributes:
        agents: The agents.
        weights: float[len(agents)], the probability of each agent; they add up to 1.
        is_advised: bool[len(agents)], the agents that play greedy's advice in compiled code.
        is_random: bool[len(agents)], those that choose at random in compiled code.
    """

    def __init__(self, agents: Sequence[Agent], weights: Sequence[float]) -> None:
        """Makes a pool; the weights need not add up to 1.

        Raises:
            UserError: There are no agents, or not one weight for each, or a weight is negative or
                not finite, or all are 0.
        """
        if not isinstance(agents, Sequence) or not agents:
            raise UserError(f"agents can't be {shown(agents)}; allowed: a list of agents.")
        for number, agent in enumerate(agents):
            check_agent(f"agent {number}", agent)
        shares = read_array("weights", weights, np.float64)
        is_finite = shares.shape == (len(agents),) and np.isfinite(shares).all()
        if not is_finite or (shares < 0).any() or not shares.any():
            raise UserError(
                f"weights can't be {shown(weights)}; allowed: one finite number from 0 for each "
                f"of {len(agents)} agents, and not 0 for all."
            )
        self.agents = list(agents)
        self.weights = shares / shares.sum()
        self._edges = self.weights.cumsum() / self.weights.cumsum()[-1]
        self.is_advised = np.array([follows_advice(agent) for agent in agents])
        self.is_random = np.array([type(agent) is UniformAgent for agent in agents])

    @classmethod
    def read(cls, opponents: "Opponents", game: Game, options: Options) -> "OpponentPool":
        """Returns the pool that a user describes.

        Args:
            opponents: An agent's spec, specs with their weights, an agent, or a pool.
            game: The game to play.
            options: Its house rules.

        Raises:
            UserError: A spec or a weight is wrong; see `repeatable_agent`.
        """
        if isinstance(opponents, OpponentPool):
            return opponents
        if isinstance(opponents, str):
            opponents = {opponents: 1.0}
        if isinstance(opponents, Mapping):
            agents = [repeatable_agent(word, game, options) for word in opponents]
            return cls(agents, list(opponents.values()))
        return cls([opponents], [1.0])

    def draw(self, count: int, rng: np.random.Generator) -> np.ndarray:
        """Draws agents; returns their positions in `agents`, int64[count].

        Raises:
            UserError: The count is no whole number from 0.
        """
        check_whole("count", count, 0, LARGEST_INT64)
        # What `rng.choice(len(agents), count, p=weights)` draws, in a fifth of its time.
        return self._edges.searchsorted(rng.random(count), side="right")


Opponents = str | Mapping[str, float] | Agent | OpponentPool
