"""The frozen list of tasks, `fudaba-bench-1.json`, and the players that it puts into other seats.

`python -m benchmarks.tasks` has written the list. A list that is published never changes: other
rules, players or numbers make another list.
"""

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np

from fudaba.agents import Agent
from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.uniform import UniformAgent
from fudaba.common.errors import did_you_mean
from fudaba.common.files import read_bytes
from fudaba.common.languages import translator
from fudaba.common.validation import StoredModel, read_json
from fudaba.envs import Game, Options, UserError, registered_game

from ..match import Chunk, MatchRunner

_, _n = translator("evaluation")

BENCHMARK: Final = "fudaba-bench-1"
FILE = Path(__file__).with_name(f"{BENCHMARK}.json")
Group = Literal["games", "rungs", "mixes"]
GROUPS: tuple[Group, ...] = ("games", "rungs", "mixes")
RANDOM, GREEDY, MIXED = "random", "greedy", "mixed"
DEALS_OF_PRINT = 2


class Scale(StoredModel):
    """The two players that fix the scale of a task, in points or as exploitability.

    Attributes:
        zero: What `random` reaches.
        one: What the strong player reaches; 0 on a rung, the exploitability of an equilibrium.
    """

    zero: float
    one: float

    def score(self, reached: float) -> float:
        """Returns the score of what another player has reached: 0 as random, 1 as the strong."""
        return (reached - self.zero) / (self.one - self.zero)


class Task(StoredModel):
    """One task.

    Attributes:
        name: Its name, as the command line takes it.
        group: `games`: reward among players of the pool; `rungs`: exact exploitability; `mixes`:
            reward among greedy players under house rules that no training has seen.
        game: The game's id.
        rules: The house rules that are played, each with all deals, by name where they are not the
            usual ones.
        vary: Of `mixes`: the house rules that may vary in a training, as `fudaba train` takes them.
        tables: The players of the pool that fill the other seats in turn, for each kind of table;
            none on a rung.
        strong: The spec of the player whose score is 1.
        is_quick: Whether the quick regime has the task.
        full: The scale of the full regime.
        quick: The scale of the quick regime.
        fingerprint: A hash of some games between players of the pool, see `fingerprint_of`.
    """

    name: str
    group: Group
    game: str
    rules: tuple[dict[str, Any], ...]
    vary: tuple[str, ...]
    tables: tuple[tuple[str, ...], ...]
    strong: str
    is_quick: bool
    full: Scale
    quick: Scale
    fingerprint: str

    @property
    def the_game(self) -> Game:
        """The game."""
        return registered_game(self.game)

    @property
    def options(self) -> list[Options]:
        """The house rules, checked."""
        game = self.the_game
        return [game.options.read(game.name, rules) for rules in self.rules]


class Benchmark(StoredModel):
    """A list of tasks.

    Attributes:
        name: The name of the list.
        budgets: The most decisions that a training may learn from, by name.
        seeds: The number of seeds of a training.
        seed: The seed of the deals.
        deals: The deals of each table under each house rules, in the full regime.
        quick_deals: The same in the quick regime.
        pool: The weights of the players in the other seats, by game and kind of play.
        tasks: The tasks.
    """

    name: str
    budgets: dict[str, int]
    seeds: int
    seed: int
    deals: int
    quick_deals: int
    pool: dict[str, dict[str, dict[str, float]]]
    tasks: tuple[Task, ...]

    @property
    def sha256(self) -> str:
        """The hash of the list."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()

    def player(self, game: Game, kind: str) -> Agent:
        """Returns a player of the pool; `mixed` draws one of the others for each decision."""
        if kind == RANDOM:
            return UniformAgent()
        kinds = self.pool[game.name]
        if kind == MIXED:
            return MixedAgent([GreedyAgent(game, weights) for weights in kinds.values()])
        return GreedyAgent(game, kinds[kind])

    def wanted(self, words: Sequence[str], quick: bool) -> list[Task]:
        """Returns the tasks that words name, each a task or a group; all without a word.

        Args:
            words: The words.
            quick: Whether to leave out what the quick regime lacks.

        Raises:
            UserError: There is no such task in the regime.
        """
        there = [task for task in self.tasks if task.is_quick or not quick]
        allowed = [*GROUPS, *(task.name for task in there)]
        for word in words:
            if word not in allowed:
                raise UserError(
                    _(
                        "there is no task {word}; allowed: {allowed}.{hint}",
                        word=repr(word),
                        allowed=_(", ").join(allowed),
                        hint=did_you_mean(word, allowed),
                    )
                )
        return [task for task in there if not words or {task.name, task.group} & {*words}]


class MixedAgent:
    """Follows one of several agents, drawn anew for each decision."""

    def __init__(self, agents: Sequence[GreedyAgent]) -> None:
        """Makes the agent of others, which are equally likely."""
        self._agents = agents
        self.identity = f"mixed:{','.join(agent.identity for agent in agents)}"

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """Chooses an action at each table; see `Agent.act`."""
        drawn = rng.integers(len(self._agents), size=len(masks))
        choices = np.stack([agent.act(observations, masks, rng) for agent in self._agents])
        return choices[drawn, np.arange(len(masks))]


@cache
def read_benchmark(path: Path = FILE) -> Benchmark:
    """Returns the list of tasks that a file holds.

    Raises:
        UserError: The file is missing or damaged.
    """
    return read_json(Benchmark, read_bytes(path), f"{path} is no list of tasks")


def is_held_out(options: Options) -> bool:
    """Returns whether house rules are of the half, by a hash, that trainings on mixes leave out.

    The usual rules are not.
    """
    plain = json.dumps(options.plain(), sort_keys=True)
    return bool(options.changed()) and hashlib.sha256(plain.encode()).digest()[0] % 2 == 1


def fingerprint_of(benchmark: Benchmark, task: Task) -> str:
    """Returns a hash of the actions of some games, which other rules or players would change.

    Under each of the task's rules all players of its tables play a few deals, and random players
    with greedy ones where it has no tables.
    """
    game, digest = task.the_game, hashlib.sha256()
    kinds = list(dict.fromkeys(kind for table in task.tables for kind in table))
    kinds = kinds or [GREEDY, RANDOM]
    players = [benchmark.player(game, kind) for kind in kinds]
    for options in task.options:
        seats = range(options.num_players)
        line_up = tuple(seat % len(players) for seat in seats)
        runner = MatchRunner(game, options, kinds, players, benchmark.seed)
        played = runner.play(Chunk(line_up, 0, 0, DEALS_OF_PRINT))
        digest.update(played.actions.astype("<i2").tobytes())
    return digest.hexdigest()[:16]


def check_fingerprint(benchmark: Benchmark, task: Task) -> None:
    """Checks that this version of fudaba plays a task as it was when the list was frozen.

    Raises:
        UserError: It does not.
    """
    if fingerprint_of(benchmark, task) != task.fingerprint:
        raise UserError(
            _(
                "task {task} is no longer that of {benchmark}: this version of fudaba has other "
                "rules or players; use the version that the list came with.",
                task=task.name,
                benchmark=benchmark.name,
            )
        )
