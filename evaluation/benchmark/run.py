"""Measures an agent on the tasks of the benchmark."""

import hashlib
import platform
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

import numpy as np

from fudaba.agents import Agent, repeatable_agent
from fudaba.agents.agent import identity_of
from fudaba.agents.model_card import PolicyCard
from fudaba.agents.naming import policy_name, policy_place
from fudaba.agents.policy import interface_hash, read_card
from fudaba.common.languages import translator
from fudaba.envs import UserError

from ..counting import Count, Progress
from ..exact import Kept, build_tree, exploitability, strategies_of
from ..exact.players import check_can_be_asked
from ..exploit import KeptMatch
from ..match import MatchRunner
from ..run_key import RunKey
from ..statistics import FloatArray, Interval, clustered_mean
from ..store import ResultStore
from .entry import Entry, TaskResult, budget_of
from .tasks import Benchmark, Task, check_fingerprint

_, _n = translator("evaluation")

COMMAND = "benchmark"
RUNGS, AGENT, SEED = "rungs", "agent", "{seed}"
RESULTS_FILE = "results.sqlite"


class BenchmarkRunKey(RunKey):
    """The key of a run of the benchmark, whose agents are the spec and the words for tasks."""

    def _words(self) -> Iterator[str]:
        yield from self.agents


def run_key_of(
    benchmark: Benchmark, spec: str, words: Sequence[str], quick: bool, seeds: int | None
) -> BenchmarkRunKey:
    """Returns the key of a run; see `run_benchmark`."""
    regime = {"tasks": benchmark.sha256, "quick": quick, "seeds": seeds}
    agents = (spec, *sorted(words), *["quick"] * quick)
    return BenchmarkRunKey(COMMAND, benchmark.name, (regime,), agents, benchmark.seed)


@dataclass(frozen=True)
class Player:
    """An agent on one task, trained from one seed.

    Attributes:
        spec: Its spec.
        agents: The agent, for each of the task's house rules.
        decisions: The decisions that its training learned from; None if it has no card.
    """

    spec: str
    agents: tuple[Agent, ...]
    decisions: int | None

    @property
    def identity(self) -> str | None:
        """The agent's identity."""
        return identity_of(AGENT, self.agents[0])


def run_benchmark(
    benchmark: Benchmark,
    spec: str,
    words: Sequence[str] = (),
    quick: bool = False,
    seeds: int | None = None,
    folder: Path | None = None,
    num_threads: int = 1,
    progress: Progress | None = None,
) -> Entry:
    """Returns what an agent reaches on the tasks.

    Args:
        benchmark: The list of tasks.
        spec: The agent's spec; `{task}`, `{game}` and `{seed}` stand for the name of the task, that
            of the game without its version, and the seeds from 1.
        words: The tasks, or groups of tasks; all if there are none.
        quick: Whether to measure in the quick regime.
        seeds: The number of seeds; None for that of the list. Without `{seed}` there is one.
        folder: The folder of what is kept: games in `results.sqlite`, and what the agent plays on
            rungs. What is kept is not played again; None keeps nothing.
        num_threads: The number of chunks that are played at a time.
        progress: Called with the number of parts done, of all parts, and of decisions so far.

    Raises:
        UserError: There is no such task, the agent can't play one of them, a file can't be used, or
            this version of fudaba plays a task otherwise than the list.
    """
    tasks = benchmark.wanted(words, quick)
    numbers = range(1, 1 + (seeds or benchmark.seeds) if SEED in spec else 2)
    players = {task.name: [_player(task, spec, seed) for seed in numbers] for task in tasks}
    found = list[TaskResult]()
    with ResultStore(folder and folder / RESULTS_FILE) as store:
        trial = _Trial(benchmark, quick, folder, store, num_threads, Count(progress))
        trial.count.total = sum(trial.parts(task) for task in tasks) * len(numbers)
        for task in tasks:
            check_fingerprint(benchmark, task)
            found.append(trial.result(task, players[task.name]))
    decisions = [each for result in found for each in result.decisions]
    return Entry(
        tasks_sha256=benchmark.sha256,
        agent=spec,
        quick=quick,
        budget=budget_of(benchmark.budgets, decisions),
        version=version("fudaba"),
        machine=platform.machine(),
        results=tuple(found),
    )


def _player(task: Task, spec: str, seed: int) -> Player:
    """Returns an agent on a task.

    Raises:
        UserError: It can't play the task.
    """
    game = task.the_game
    values = {"{task}": task.name, "{game}": game.name.rpartition("_")[0], SEED: f"{seed}"}
    for word, value in values.items():
        spec = spec.replace(word, value)
    try:
        agents = tuple(repeatable_agent(spec, game, options) for options in task.options)
        if task.group == RUNGS:
            check_can_be_asked(agents[0])
        named = policy_name(spec)
        card = read_card(policy_place(f"policy:{named}", game)) if named else None
    except UserError as error:
        raise UserError(_("task {task}: {error}", task=task.name, error=error)) from None
    return Player(spec, agents, _decisions(card) if card else None)


def _decisions(card: PolicyCard) -> int | None:
    """Returns the decisions of a training, those whose moves were played out among them."""
    steps = card.training.get("steps")
    warm_start = card.training.get("config", {}).get("warm_start") or {}
    return None if steps is None else int(steps) + int(warm_start.get("decisions", 0))


@dataclass(frozen=True)
class _Trial:
    """One run of the benchmark.

    Attributes:
        benchmark: The list of tasks.
        quick: Whether it is of the quick regime.
        folder: The folder of what is kept, or None.
        store: The store of the games.
        num_threads: The number of chunks that are played at a time.
        count: Counts chunks, and rungs.
    """

    benchmark: Benchmark
    quick: bool
    folder: Path | None
    store: ResultStore
    num_threads: int
    count: Count

    @property
    def deals(self) -> int:
        """The deals of each table under each house rules."""
        return self.benchmark.quick_deals if self.quick else self.benchmark.deals

    def parts(self, task: Task) -> int:
        """Returns the number of parts in which one player is measured on a task."""
        matches = [match for rules in range(len(task.rules)) for match in self.matches(task, rules)]
        return sum(len(match.chunks(self.deals)) for match in matches) or 1

    def matches(self, task: Task, rules: int, agent: Agent | None = None) -> list[KeptMatch]:
        """Returns the matches under one of a task's house rules, one for each kind of table."""
        game, options = task.the_game, task.options[rules]
        matches = list[KeptMatch]()
        for table in task.tables:
            others = [self.benchmark.player(game, kind) for kind in table]
            agents = [agent or others[0], *others]
            runner = MatchRunner(
                game, options, [AGENT, *table], agents, self.benchmark.seed, self.count
            )
            matches.append(KeptMatch(runner, runner, is_search=True))
        return matches

    def result(self, task: Task, players: Sequence[Player]) -> TaskResult:
        """Returns what an agent, trained from some seeds, reaches on a task."""
        scale = task.quick if self.quick else task.full
        if task.group == RUNGS:
            reached = self.exploitabilities(task, players)
            scores = [np.array([scale.score(lost)]) for lost in reached]
        else:
            rewards = [self.rewards(task, player) for player in players]
            reached = [float(one.mean()) for one in rewards]
            scores = [(one - scale.zero) / (scale.one - scale.zero) for one in rewards]
        means = [float(score.mean()) for score in scores]
        several, exact = len(players) > 1, task.group == RUNGS
        counted = np.array(means) if several else scores[0]
        score = clustered_mean(counted, np.arange(len(counted)))
        if exact and several:
            score = replace(score, high=min(score.high, 1.0))  # an equilibrium has 1
        elif exact:
            score = Interval(means[0], means[0], means[0])
        return TaskResult(
            task=task.name,
            identities=tuple(player.identity for player in players),
            decisions=tuple(player.decisions for player in players),
            reached=tuple(reached),
            scores=tuple(means),
            score=score,
            interval="seeds" if several else "none" if exact else "deals",
        )

    def rewards(self, task: Task, player: Player) -> FloatArray:
        """Returns the mean reward of a player on each deal of each house rules, at all tables."""
        by_rules = list[FloatArray]()
        kept = self.store if player.identity else ResultStore(None)
        for rules, agent in enumerate(player.agents):
            played = [
                match.rewards(kept, self.deals, self.num_threads, self.count).mean(axis=1)
                for match in self.matches(task, rules, agent)
            ]
            by_rules.append(np.mean(played, axis=0))
        return np.concatenate(by_rules)

    def exploitabilities(self, task: Task, players: Sequence[Player]) -> list[float]:
        """Returns what best responses win against each player, in points a game."""
        tree = build_tree(task.the_game, task.options[0])
        lost = list[float]()
        for player in players:
            kept = self.kept(task, player)
            kept.check_tree(tree)
            part = kept.part(AGENT)
            lost.append(exploitability(tree, strategies_of(tree, player.agents[0], part=part)))
            self.count.finish(1)
        return lost

    def kept(self, task: Task, player: Player) -> Kept:
        """Returns the file of what a player plays on a rung; nothing is kept without identity."""
        if self.folder is None or player.identity is None:
            return Kept(None, {})
        question = {
            "task": task.name,
            "player": player.identity,
            "interface": interface_hash(task.the_game),
        }
        key = hashlib.sha256(player.identity.encode()).hexdigest()[:8]
        return Kept(self.folder / f"{task.name}-{key}.safetensors", question)
