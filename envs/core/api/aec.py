"""One PettingZoo AEC class for all games."""

import secrets
from collections.abc import Callable
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from fudaba.common.checks import UINT64_RANGE, check_flag, check_whole
from fudaba.common.errors import IllegalActionError, UserError, shown
from fudaba.common.validation import read_json

from ..contract.game import Game, check_game
from ..kit.rng import NO_KEY, stream_start
from ..kit.seats import NOBODY, player_name
from ..stepping.batch import Batch
from ..stepping.one_thread import by_one_thread
from ..stepping.results import observe_all_of
from ..stepping.tables import MOST_DEALS
from ..stepping.worlds import Worlds
from .order import StandardWrapper
from .record import GameRecord, SavedGame
from .showing import RENDER_MODES, check_render_mode, show
from .spaces import masked_space

ILLEGAL_REWARD = -1.0
METADATA = {
    "name": "fudaba",
    "render_modes": list(RENDER_MODES),
    "render_fps": 1,
    "is_parallelizable": False,
}
THE_TABLE = np.zeros(1, np.int64)
NO_GAME = "no game is under way: call reset first."


class CardGameEnv(AECEnv):  # type: ignore[misc]
    """A card game as a PettingZoo agent-environment cycle.

    Observation of every agent: `observation` int8[D] (int16[D] in a game that needs it), the facts
    that the player may know, and `action_mask` int8[A], 1 for a legal action; all zeros for a
    player that is not to move.

    `agent_selection` is the agent with the decision, as PettingZoo requires. If the rules keep
    that secret no observation shows it; code that reads `agent_selection` knows it all the same.

    Action: one id, `Discrete(A)`.

    Reward: the change of the player's score, paid at once; also to players who are not to move.

    Termination: all agents together when the game is over. A player who has gone out is skipped
    until then.

    An env is for one thread at a time: a second one gets a `UserError`. Different envs are
    independent of each other.

    Attributes:
        metadata: PettingZoo's description of the env; an instance has its game's id as `name`.
        game: The game.
        options: The house rules in force.
        outermost: The wrapper that `env` puts around the env; `load` resets it, because it
            remembers whether there was a deal.
    """

    metadata: dict[str, Any] = METADATA

    def __init__(
        self,
        game: Game,
        options: dict[str, Any],
        render_mode: str | None = None,
        skip_forced: bool = False,
        memory: bool = False,
    ) -> None:
        """Makes the env; call `reset` before anything else.

        Args:
            game: The game.
            options: House rules by name; what is missing takes its default.
            render_mode: None, `ansi` (render returns text), `human` (render prints it) or
                `rgb_array` (render returns a picture).
            skip_forced: Whether forced decisions, those with one legal action, are carried out:
                after `reset` and every step somebody has a choice, or the game is over. A game
                without a choice is followed by another one in `reset`.

            memory: Whether the env follows what every seat sees and does, for `information_state`.

        Raises:
            UserError: No game, an unknown option or mode, or a wrong value.
        """
        super().__init__()
        check_game(game)
        self.game = game
        self.options = game.options.read(game.name, options)
        self.metadata = {**METADATA, "name": game.name}
        self.render_mode = check_render_mode(render_mode)
        self.skip_forced = check_flag("skip_forced", skip_forced)
        self.possible_agents = [player_name(seat) for seat in range(self.options.num_players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._make_spaces()
        self._allocate(memory)

    def _make_spaces(self) -> None:
        game = self.game
        # A space draws from a random stream, so each agent has spaces of its own.
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: masked_space(game) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(game.num_actions) for agent in self.possible_agents
        }
        # Seats without a player hold zeros in `state`, also where a field never is zero.
        low, high = game.observation_bounds
        low, high = np.minimum(low, 0), np.maximum(high, 0)
        self.state_space = spaces.Box(
            np.tile(low, game.max_players),
            np.tile(high, game.max_players),
            dtype=game.observation_dtype.type,
        )

    def _allocate(self, memory: bool) -> None:
        self._batch = Batch(self.game, self.options, 1, memory=memory)
        self._connect()
        self._action = np.zeros(1, np.int64)
        self._stream: np.uint64 | None = None
        self._start = np.zeros(1, np.uint64)
        self._actions: list[int] = []
        self.outermost: Any = self

    def _connect(self) -> None:
        """Stores the rows of the one table, which every step uses."""
        self.one_thread = self._batch.one_thread
        self._observation, self._mask = self._batch.observations[0], self._batch.masks[0]

    def __getstate__(self) -> dict[str, Any]:
        """Returns the pickled attributes: all but the rows, views of the batch's arrays."""
        left_out = ("_observation", "_mask")
        return {name: value for name, value in self.__dict__.items() if name not in left_out}

    def __setstate__(self, contents: dict[str, Any]) -> None:
        """Restores a copy."""
        self.__dict__.update(contents)
        self._connect()

    @property
    def _state(self) -> np.void:
        """The table, with all that is hidden."""
        self._check_dealt()
        state: np.void = self._batch.states[0]
        return state

    @property
    def _mover(self) -> int:
        """The seat to move, or NOBODY."""
        return int(self._batch.to_move[0])

    def _check_dealt(self) -> None:
        if self._stream is None:
            raise UserError(NO_GAME)

    def _no_agent(self, agent: Any) -> UserError:
        allowed = ", ".join(self.possible_agents)
        return UserError(f"there is no agent {shown(agent)}; allowed: {allowed}.")

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns an agent's own observation space, the same object at each call.

        Raises:
            UserError: There is no such agent.
        """
        try:
            return self.observation_spaces[agent]
        except (KeyError, TypeError):
            raise self._no_agent(agent) from None

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns an agent's own action space, the same object at each call.

        Raises:
            UserError: There is no such agent.
        """
        try:
            return self.action_spaces[agent]
        except (KeyError, TypeError):
            raise self._no_agent(agent) from None

    @by_one_thread
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game.

        Args:
            seed: 0..2**64-1: the game that table 0 of `fudaba.envs.tables(seed=seed)` plays
                first. None goes on with the present random stream.
            options: Ignored; house rules are fixed when the env is made.
        """
        if seed is not None:
            seed = check_whole("seed", seed, 0, UINT64_RANGE - 1)
            self._stream = stream_start(np.uint64(seed), np.uint64(0))
            self._batch.states["rng_key"] = NO_KEY
        elif self._stream is None:
            self._stream = np.uint64(secrets.randbits(64))
        else:
            self._stream = self._state["rng"]
        self._deal(self._stream)

    def _deal(self, start: np.uint64) -> None:
        for _ in range(MOST_DEALS):
            self._stream = start
            self._start[0] = start
            self._batch.deal(THE_TABLE, self._start)
            self._actions = []
            won = self._play_forced()
            if self._mover != NOBODY:
                break
            start = self._state["rng"]
        else:
            raise UserError(
                f"skip_forced can't be True here, because {MOST_DEALS} games of {self.game.name} "
                "had no choice; allowed: False."
            )
        self._skip_agent_selection = None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict(zip(self.agents, won.tolist(), strict=False))
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._batch.to_move[0]]

    @by_one_thread
    def step(self, action: int | None) -> None:
        """Carries out the action of `agent_selection`; None once all agents are terminated.

        Raises:
            IllegalActionError: The rules don't allow the action; the message says why.
            UserError: The action is no number, or nobody is on turn: before `reset`, and once all
                agents have left.
        """
        try:
            agent = self.agent_selection
            is_over = self.terminations[agent]
        except (AttributeError, KeyError):
            raise UserError(NO_GAME) from None
        if is_over:
            self._was_dead_step(action)
            return
        number = self._checked(action)
        self._cumulative_rewards[agent] = 0.0
        self._carry_out(number)
        self._pay(self._batch.rewards[0] + self._play_forced())
        if self._batch.dones[0]:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self._batch.to_move[0]]

    def is_legal(self, action: int) -> bool:
        """Whether `agent_selection` may take an action, 0..A-1."""
        return bool(self._mask[action])

    def _carry_out(self, number: int) -> None:
        self._action[0] = number
        self._batch.step(self._action, 0, 1)
        self._actions.append(number)

    def _play_forced(self) -> np.ndarray:
        """Carries out forced decisions; returns the points that they win, float64[P]."""
        won = np.zeros(self.game.max_players)
        while self.skip_forced and self._mask.sum() == 1:
            self._carry_out(int(self._mask.argmax()))
            won += self._batch.rewards[0]
        return won

    def _checked(self, action: Any) -> int:
        try:
            number = index(action)
        except TypeError:
            raise UserError(f"the action must be a whole number, not {shown(action)}.") from None
        if not 0 <= number < len(self._mask) or not self._mask[number]:
            raise IllegalActionError(self.game.refusal(self._state, number))
        return number

    def _pay(self, won: np.ndarray) -> None:
        rewards, infos = self.rewards, self.infos
        for agent, reward in zip(self.agents, won.tolist(), strict=False):
            rewards[agent] = reward
            infos[agent] = {}  # what a caller was handed stays the caller's
            if reward:
                self._cumulative_rewards[agent] += reward

    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, np.ndarray] | None, float, bool, bool, dict[str, Any]]:
        """Returns the observation, reward and flags of `agent_selection` before it acts.

        Args:
            observe: Whether to look at the table, too.

        Returns:
            Its observation (None without `observe`), the reward since its last action, whether it
            is terminated, whether truncated (never), and an info, new after every step.

        Raises:
            UserError: Nobody is on turn: before `reset`, and once all agents have left.
        """
        try:
            agent = self.agent_selection
            reward, is_over = self._cumulative_rewards[agent], self.terminations[agent]
        except (AttributeError, KeyError):
            raise UserError(NO_GAME) from None
        seen = self.observe(agent) if observe else None
        return seen, reward, is_over, self.truncations[agent], self.infos[agent]

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Goes through the agents as they come on turn, until all have left.

        Raises:
            UserError: Nothing was dealt yet.
        """
        self._check_dealt()
        return super().agent_iter(max_iter)

    @by_one_thread
    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Returns an agent's present observation as new arrays, whether to move or not.

        Raises:
            UserError: There is no such agent, or nothing was dealt yet.
        """
        seat = self._seat_of(agent)
        if seat == self._batch.to_move[0]:
            return {"observation": self._observation.copy(), "action_mask": self._mask.copy()}
        return {
            "observation": self._batch.observe(THE_TABLE, np.array([seat]))[0],
            "action_mask": np.zeros(self.game.num_actions, np.int8),
        }

    @by_one_thread
    def information_state(self, agent: str) -> np.ndarray:
        """Returns all that an agent has seen and done in this game, with perfect recall.

        Returns:
            int16[L, 3], the rows that `Tables.information_states` describes, in new memory.

        Raises:
            UserError: There is no such agent, nothing was dealt yet, or the env has no memory.
        """
        seat = np.array([self._seat_of(agent)])
        return self._batch.information_states(THE_TABLE, seat)[0][0]

    def _seat_of(self, agent: Any) -> int:
        try:
            seat = self._seats[agent]
        except (KeyError, TypeError):
            raise self._no_agent(agent) from None
        self._check_dealt()
        return seat

    @by_one_thread
    def state(self) -> np.ndarray:
        """Returns the observations of all seats together, for centralised critics.

        Returns:
            int8 or int16 [P * D]: the observations of seats 0, 1, ... of the game's largest
            table, zeros for seats without a player.

        Raises:
            UserError: Nothing was dealt yet.
        """
        self._check_dealt()
        views = np.zeros((1, self.game.max_players), self.game.view_dtype)
        observe_all_of(self.game)(self._batch.states, views, 0, 1)
        return self.game.flat(views[0]).reshape(-1)

    @by_one_thread
    def snapshot(self) -> dict[str, Any]:
        """Returns the open table as JSON-able zones with card names, for oracles and debugging.

        Raises:
            UserError: Nothing was dealt yet.
        """
        return self.game.words.snapshot(self._state)

    @by_one_thread
    def worlds(self) -> Worlds:
        """Returns random worlds that `agent_selection` can't exclude, for search.

        Raises:
            UserError: No game is under way.
        """
        if self._mover == NOBODY:
            raise UserError(NO_GAME)
        return Worlds(self.game, self._batch.states)

    @by_one_thread
    def describe(self, action: int) -> str:
        """Returns the words for an action in the present position.

        Raises:
            UserError: There is no such action, or nothing was dealt yet.
        """
        self.game.decode(action)
        return self.game.words.describe(self._state, action)

    @by_one_thread
    def parse(self, text: str) -> int:
        """Returns the legal action with this name by `describe`.

        Raises:
            UserError: No legal move is called that, or nothing was dealt yet.
        """
        return self.game.parse(self._state, text)

    @by_one_thread
    def record(self) -> GameRecord:
        """Returns the game so far: the whole deal, hidden cards included, and all actions.

        Raises:
            UserError: Nothing was dealt yet.
        """
        self._check_dealt()
        return GameRecord(
            game=self.game.name,
            options=self.options.plain(),
            rng=int(self._start[0]),
            rng_key=tuple(self._state["rng_key"].tolist()),
            actions=self._actions[:],
            points=self._batch.scores[0, : len(self.possible_agents)].tolist(),
        )

    @by_one_thread
    def save(self) -> bytes:
        """Returns the env's present position as bytes of JSON, for `load`.

        Raises:
            UserError: Nothing was dealt yet.
        """
        saved = SavedGame(
            record=self.record(),
            dead_steps=len(self.possible_agents) - len(self.agents),
            illegal_reward=self._illegal_reward(),
        )
        return saved.model_dump_json().encode()

    def _illegal_reward(self) -> float | None:
        """Returns the mover's reward after a wrapper ended the game for an illegal action.

        None once the mover has left, because no agent can observe the reward then.
        """
        if self._mover == NOBODY or not all(self.terminations.values()):
            return None
        mover = self.possible_agents[self._mover]
        return float(self._cumulative_rewards.get(mover, ILLEGAL_REWARD))

    @by_one_thread
    def load(self, saved: bytes) -> None:
        """Restores a saved position by playing its game again, with all wrappers of `env`.

        Args:
            saved: What `save` gave, from an env of the same game and options.

        Raises:
            UserError: The bytes are no saved position, or of another game or other options.
        """
        content = read_json(SavedGame, saved, "this is no saved game, as save() gives it")
        record, illegal_reward = content.record, content.illegal_reward
        if record.game != self.game.name or record.options != self.options.plain():
            raise UserError(
                f"the saved game is {record.game} with {record.options}; "
                f"this env is {self.game.name} with {self.options.plain()}."
            )
        *_, (end, _) = record.positions(self.game)
        is_over = end["to_move"] == NOBODY or illegal_reward is not None
        most = len(self._seats) if is_over else 0
        check_whole("dead_steps of the saved game", content.dead_steps, 0, most)
        self.outermost.reset()
        self._batch.states["rng_key"] = record.rng_key
        self._deal(np.uint64(record.rng))
        while len(self._actions) < len(record.actions):
            self.step(record.actions[len(self._actions)])
        if illegal_reward is not None and end["to_move"] != NOBODY:
            self.end_illegally(illegal_reward)
        for _ in range(content.dead_steps):
            self.step(None)

    @by_one_thread
    def end_illegally(self, reward: float = ILLEGAL_REWARD) -> None:
        """Ends the game as PettingZoo's wrapper does after an illegal action of the mover.

        Args:
            reward: The mover's reward; all others get 0.
        """
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = {**dict.fromkeys(self.agents, 0.0), self.agent_selection: reward}
        self._accumulate_rewards()
        self._deads_step_first()

    @by_one_thread
    def render(self) -> str | np.ndarray | None:
        """Shows the table as `agent_selection` sees it.

        Returns:
            The text with `render_mode="ansi"`; with `rgb_array` uint8[600, 900, 3], red, green
            and blue; None with `human`, which prints the text.

        Raises:
            UserError: Nothing was dealt yet.
        """
        return show(self.game, self._state, self._seats[self.agent_selection], self.render_mode)

    def close(self) -> None:
        """Exists for PettingZoo's interface; the env holds no external resources."""


Constructor = Callable[..., Any]


def constructors(game: Game) -> tuple[Constructor, Constructor]:
    """Returns the functions `env` and `raw_env` of a game's PettingZoo module."""

    def raw_env(
        *,
        render_mode: str | None = None,
        skip_forced: bool = False,
        memory: bool = False,
        **options: Any,
    ) -> CardGameEnv:
        """Makes the bare env: an illegal action raises an error that says why."""
        rules = game.options.of_keywords(game.name, **options)
        return CardGameEnv(game, rules.plain(), render_mode, skip_forced, memory)

    def env(**settings: Any) -> Any:
        """Makes the env with one wrapper: an illegal action ends the game with reward -1."""
        made = raw_env(**settings)
        made.outermost = StandardWrapper(made)
        return made.outermost

    return env, raw_env
