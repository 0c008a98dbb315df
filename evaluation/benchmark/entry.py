"""What an agent has reached on the tasks: an entry of the leaderboard, one JSON file."""

from collections.abc import Mapping
from typing import ClassVar, Literal, Self

from pydantic import ConfigDict

from fudaba.common.sealed import Sealed
from fudaba.common.validation import StoredModel, read_json

from ..statistics import Interval
from .tasks import BENCHMARK, GROUPS, Group, Task

NONE, OPEN = "none", "open"  # budgets: without training, and beyond the largest budget


class TaskResult(StoredModel):
    """What an agent has reached on one task; lists have an entry for each seed.

    Attributes:
        task: The name of the task.
        identities: What it played as, see `agents.agent.identity_of`; None if unknown.
        decisions: The decisions that its training learned from, those whose moves were played out
            among them; None if it has no card.
        reached: Its mean reward in points a game, or its exploitability on a rung.
        scores: The same on the scale of the task: 0 as random, 1 as the strong player.
        score: Their mean with its 95 % interval.
        interval: What the interval is over: `seeds` if there are several, else `deals`; `none` for
            a single exact number.
    """

    task: str
    identities: tuple[str | None, ...]
    decisions: tuple[int | None, ...]
    reached: tuple[float, ...]
    scores: tuple[float, ...]
    score: Interval
    interval: Literal["seeds", "deals", "none"]


class Entry(Sealed):
    """What an agent has reached, see `Sealed`.

    Attributes:
        benchmark: The name of the list of tasks.
        tasks_sha256: The hash of the list.
        agent: The agent's spec; `{task}`, `{game}` and `{seed}` stand for their values.
        quick: Whether it is of the quick regime.
        budget: The smallest budget that holds every training: `none` without a training, `open`
            beyond the largest.
        version: The version of fudaba.
        machine: The kind of processor.
        results: The results, in the order of the list.
        note: A sentence by whoever enters it: what the agent is, and where its code lies.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, ser_json_inf_nan="strings")

    by_hand: ClassVar[frozenset[str]] = frozenset({"note"})

    benchmark: Literal["fudaba-bench-1"] = BENCHMARK
    tasks_sha256: str
    agent: str
    quick: bool
    budget: str
    version: str
    machine: str
    results: tuple[TaskResult, ...]
    note: str = ""

    def means(self, tasks: Mapping[str, Task]) -> dict[Group, float]:
        """Returns the mean score of each group of which the entry has all tasks of its regime."""
        scores = {result.task: result.score.mean for result in self.results}
        means = dict[Group, float]()
        for group in GROUPS:
            names = [
                name
                for name, task in tasks.items()
                if task.group == group and (task.is_quick or not self.quick)
            ]
            if names and scores.keys() >= {*names}:
                means[group] = sum(scores[name] for name in names) / len(names)
        return means

    def to_json(self) -> str:
        """Returns the entry as a JSON object, with its checksum."""
        return self.sealed().model_dump_json(indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Reads an entry.

        Raises:
            UserError: The text is no entry.
        """
        return read_json(cls, text, "this is no entry of the benchmark")


def budget_of(budgets: Mapping[str, int], decisions: list[int | None]) -> str:
    """Returns the smallest budget that holds every training; see `Entry`."""
    known = [number for number in decisions if number is not None]
    if not known:
        return NONE
    fitting = [name for name, budget in budgets.items() if max(known) <= budget]
    return fitting[0] if fitting else OPEN
