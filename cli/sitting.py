"""A game at one table with a person in one seat and agents in the others."""

from collections.abc import Sequence

import numpy as np

from fudaba.agents import choose_actions, make_agent
from fudaba.agents.agent import NO_AGENT
from fudaba.envs import Game, GameRecord, Tables
from fudaba.envs.core.game import Chain
from fudaba.envs.core.options import Options
from fudaba.envs.core.rng import stream_start
from fudaba.envs.core.scene import Scene

from .table import player_names

PERSON, YOU = "person", "you"


class Sitting:
    """One game, from the deal to the end.

    Attributes:
        game: The game.
        options: The house rules.
        seat: Where the person sits.
        names: What everybody is called, seat by seat.
        actions: The actions taken so far.
    """

    def __init__(
        self, game: Game, options: Options, others: Sequence[str], seat: int, seed: int
    ) -> None:
        """Deals.

        Args:
            game: The game.
            options: The house rules.
            others: The words for the agents in the other seats, in the order of the seats.
            seat: Where the person sits.
            seed: 0..2**64-1, of the deal and of the agents.

        Raises:
            UserError: There is no such agent, or the seed is out of its range.
        """
        self.game, self.options, self.seat = game, options, seat
        self.names = player_names([*others[:seat], YOU, *others[seat:]])
        self.actions: list[int] = []
        self._meant: list[Chain] = []
        self._tables = Tables(game, options, 1, seed, redeal_finished=False)
        self._start = int(stream_start(np.uint64(seed), np.uint64(0)))
        self._rng = np.random.default_rng(seed)
        self._words = [*others[:seat], PERSON, *others[seat:]]
        kinds = list(dict.fromkeys(others))
        self._agents = [make_agent(word, game, options) for word in kinds]
        numbers = [kinds.index(word) for word in others]
        self._seating = np.array([[*numbers[:seat], NO_AGENT, *numbers[seat:]]])

    @property
    def state(self) -> np.void:
        """The table. The person is shown no more of it than the seat's view."""
        return self._tables.states[0]

    @property
    def to_move(self) -> int:
        """The seat with a decision; -1 once the game is over."""
        return int(self._tables.to_move[0])

    @property
    def points(self) -> list[float]:
        """The points won so far, seat by seat."""
        points: list[float] = self._tables.scores[0, : self.options.num_players].tolist()
        return points

    def view(self) -> np.void:
        """What the person may know of the table."""
        return self.game.view(self.state, self.seat)

    def scene(self) -> Scene:
        """The table as the person sees it."""
        return self.game.scene(self.state, self.seat)

    def agent_action(self) -> int:
        """What the agent in the seat to move chooses."""
        return int(choose_actions(self._tables, self._agents, self._seating, self._rng)[0])

    def advice(self, word: str) -> int:
        """What an agent would choose in the seat to move.

        Raises:
            UserError: There is no such agent.
        """
        agent = make_agent(word, self.game, self.options)
        everywhere = np.zeros_like(self._seating)
        return int(choose_actions(self._tables, [agent], everywhere, np.random.default_rng())[0])

    def take(self, action: int) -> None:
        """Carries out an action of the seat to move."""
        is_own = self.to_move == self.seat
        self._meant = [chain[1:] for chain in self._meant if is_own and chain[:1] == (action,)]
        self._tables.step(np.array([action]))
        self.actions.append(action)

    def mean(self, chains: list[Chain]) -> None:
        """Notes what the person's words can mean.

        A single action may be a choice among what the words before it can mean: then they count.
        """
        chosen = [chain for chain in self._meant if chain[:1] in chains]
        self._meant = chosen or chains

    def choices(self) -> list[int]:
        """The legal actions, or those of them that the person's last words can mean."""
        legal = self.game.legal_actions(self.state)
        begun = {chain[0] for chain in self._meant if chain}
        return [action for action in legal if action in begun] or legal

    @property
    def is_forced(self) -> bool:
        """Whether the person has to decide, can only do one thing, and has not said so."""
        is_own = self.to_move == self.seat
        return is_own and not any(self._meant) and len(self.game.legal_actions(self.state)) == 1

    def record(self) -> GameRecord:
        """The game so far."""
        return GameRecord(
            game=self.game.name,
            options=self.options.plain(),
            rng=self._start,
            actions=self.actions[:],
            points=self.points,
            agents=self._words,
        )
