"""A game at one table with people in some seats and agents in the others."""

from collections.abc import Sequence
from functools import partial
from time import monotonic

import numpy as np

from fudaba.common.checks import UINT64_RANGE
from fudaba.envs import (
    Game,
    GameRecord,
    IllegalActionError,
    Options,
    RecordedRemark,
    Tables,
    UserError,
    Worlds,
)
from fudaba.envs.core.compiling.workers import num_cores
from fudaba.envs.core.kit.rng import stream_start
from fudaba.envs.core.words.names import seat_names

from .agent import NO_AGENT, Agent, choose, choose_actions
from .bot_settings import BotSettings
from .naming import PERSON, make_agent
from .remarks import Remark, take_remarks
from .titles import agent_title

STAND_INS = ("greedy", "random")  # random replaces greedy, greedy all others


class SeatedGame:
    """One game, from the deal to the end.

    Attributes:
        game: The game.
        options: The house rules.
        players: The agents' specs, seat by seat; `person` for a person.
        people: The seats of the people.
        actions: The actions taken so far.
        people_names: What people call themselves, by seat; the others are guests.
        awaited: The seats in which a stand-in plays: the agent is not ready, or the person away.
        seconds: The time from each action's predecessor to the action; None if it is unknown.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        players: Sequence[str | None],
        seed: int,
        key: int = 0,
        settings: BotSettings | None = None,
    ) -> None:
        """Deals the game.

        With a key the deal is secret: hidden cards can't be inferred from the seed and the visible
        game. Agents then draw from the system's randomness, because their moves are visible too.

        Args:
            game: The game.
            options: The house rules.
            players: The agents' specs, seat by seat; None for a person.
            seed: 0..2**64-1, the seed of the deal; without a key also of the agents.
            key: 0..2**128-1, the key of the deal's random stream; 0 for none.
            settings: Settings of programs and models; None for the defaults.

        Raises:
            UserError: There is no such agent, or the seed is out of its range.
        """
        self.game, self.options = game, options
        self.players = [word or PERSON for word in players]
        self.people = [seat for seat, word in enumerate(players) if word is None]
        self.actions: list[int] = []
        self.people_names: dict[int, str] = {}
        self.seconds: list[float | None] = []
        self._last_moved: float | None = None  # unknown: nobody saw when the table was looked at
        self._tables = Tables(game, options, 1, seed, redeal_finished=False)
        if key:
            self._tables.states["rng_key"] = divmod(key, UINT64_RANGE)
            self._tables.reset()
        self._seed, self._is_secret = seed, bool(key)
        self._rng = None if key else np.random.default_rng(seed)
        kinds = [*dict.fromkeys(word for word in players if word is not None)]
        self._agents = [self._make(word, settings) for word in kinds]
        numbers = [NO_AGENT if word is None else kinds.index(word) for word in players]
        self._seating = np.array([numbers])
        self._stand_ins: dict[int, str] = {}
        self._spare: dict[str, int] = {}  # the numbers of agents that have been stand-ins
        self.awaited = set[int]()
        self._began: dict[int, str] = {}  # the stand-ins that moved before the agent was ready
        self._remarks: dict[int, tuple[int, Remark]] = {}  # by step: the action and the remark

    @property
    def state(self) -> np.void:
        """The state record, hidden cards included. Show a person only the view of the seat."""
        return self._tables.states[0]

    @property
    def to_move(self) -> int:
        """The seat to move; -1 once the game is over."""
        return int(self._tables.to_move[0])

    @property
    def points(self) -> list[float]:
        """The points won so far, seat by seat."""
        points: list[float] = self._tables.scores[0, : self.options.num_players].tolist()
        return points

    def is_dealt_from(self, seed: int) -> bool:
        """Whether the deal follows from this seed alone."""
        return self._seed == seed and not self._is_secret

    def _make(self, word: str, settings: BotSettings | None = None) -> Agent:
        """Returns the agent of a spec; if it can't play, the error carries the spec."""
        try:
            return make_agent(word, self.game, self.options, settings, num_cores())
        except UserError as error:
            error.agent = word
            raise

    def seat_names(self) -> list[str]:
        """Returns the players' names by seat: `Ann`, `Guest`, `Medium 1`, `Medium 2`."""
        return seat_names([self._title(seat, word) for seat, word in enumerate(self.players)])

    def _title(self, seat: int, word: str) -> str:
        return self.people_names.get(seat) or agent_title(word, self.game)

    def agent_action(self) -> int:
        """Returns the action of the agent in the seat to move."""
        rng, step = self._rng or np.random.default_rng(), len(self.actions)
        if self.to_move in self.awaited:
            self._began[self.to_move] = self._stand_ins[self.to_move]
        action = int(choose_actions(self._tables, self._agents, self._seating, rng)[0])
        for _, remark in take_remarks(self._agents, self._tables):
            self._remarks[step] = action, remark
        return action

    def replace_agent(self, seat: int) -> str:
        """Replaces a failed agent by a stand-in; returns the stand-in's spec."""
        word = next(word for word in STAND_INS if word != self.players[seat])
        if word not in self._spare:
            self._spare[word] = len(self._agents)
            self._agents.append(make_agent(word, self.game, self.options))
        self._seating[0, seat] = self._spare[word]
        self._stand_ins[seat] = word
        return word

    def wait_for(self, seat: int) -> None:
        """Has a stand-in play in a seat until its agent or person is there; see `join`."""
        self.replace_agent(seat)
        self.awaited.add(seat)

    def join(self, seat: int) -> None:
        """Seats the agent or the person that a stand-in played for."""
        self.awaited.remove(seat)
        del self._stand_ins[seat]
        kinds, word = (
            dict.fromkeys(word for word in self.players if word != PERSON),
            self.players[seat],
        )
        self._seating[0, seat] = NO_AGENT if word == PERSON else [*kinds].index(word)

    def advice(self, word: str) -> int:
        """Returns the action that an agent would choose in the seat to move.

        Raises:
            UserError: There is no such agent.
        """
        agent = make_agent(word, self.game, self.options, num_threads=num_cores())
        return advised(agent, self.game, self.state, np.random.default_rng())

    def take(self, action: int) -> None:
        """Carries out an action of the seat to move.

        Raises:
            IllegalActionError: The rules do not allow it.
        """
        self._tables.step(np.array([action]))
        self.actions.append(action)
        before, self._last_moved = self._last_moved, monotonic()
        self.seconds.append(None if before is None else round(self._last_moved - before, 1))

    def restore_times(self, seconds: Sequence[float | None]) -> None:
        """Replaces the times of the actions by those of an earlier process.

        That of the next action is unknown.
        """
        self.seconds, self._last_moved = list(seconds), None

    def record(self) -> GameRecord:
        """Returns the record of the game so far."""
        return GameRecord(
            game=self.game.name,
            options=self.options.plain(),
            rng=int(stream_start(np.uint64(self._seed), np.uint64(0))),
            rng_key=tuple(self.state["rng_key"].tolist()),
            actions=self.actions[:],
            points=self.points,
            agents=[self._who_played(seat) for seat in range(len(self.players))],
            remarks=[
                RecordedRemark(step=step, comment=remark.comment, evaluation=remark.evaluation)
                for step, (action, remark) in sorted(self._remarks.items())
                # A move that came too late was not the one that was made.
                if remark.is_said and self.actions[step : step + 1] == [action]
            ],
            seconds=self.seconds[:],
        )

    def _who_played(self, seat: int) -> str:
        """Returns who played in a seat, with stand-ins before and after: `greedy, then best`.

        A person's stand-in is named behind the person, whenever it played.
        """
        began, word = self._began.get(seat), self.players[seat]
        if word == PERSON:
            return ", then ".join(filter(None, [word, began]))
        if seat in self.awaited:
            return began or word
        return ", then ".join(filter(None, [began, word, self._stand_ins.get(seat)]))


def advised(agent: Agent, game: Game, state: np.void, rng: np.random.Generator) -> int:
    """Returns the action of an agent in the seat to move; the agent gets that seat's view.

    Raises:
        UserError: The agent returned no action, or an illegal one.
    """
    observations = game.flat(np.array([game.view(state, int(state["to_move"]))]))
    masks = np.zeros((1, game.num_actions), np.int8)
    masks[0, game.legal_actions(state)] = 1
    worlds = partial(Worlds, game, np.array([state]))
    action = int(choose(agent, observations, masks, worlds, rng)[0])
    if action >= game.num_actions or not masks[0, action]:
        raise IllegalActionError(game.refusal(state, action))
    return action
