"""The benchmark: frozen tasks, on which any agent can be measured.

`tasks` reads the list of tasks and freezes the players in the other seats, `run` measures an agent,
and `entry` is what it writes: one entry of the leaderboard.
"""

from .entry import Entry, TaskResult
from .run import run_benchmark, run_key_of
from .tasks import BENCHMARK, Benchmark, Task, read_benchmark

__all__ = [
    "BENCHMARK",
    "Benchmark",
    "Entry",
    "Task",
    "TaskResult",
    "read_benchmark",
    "run_benchmark",
    "run_key_of",
]
