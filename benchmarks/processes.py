"""Measures starts and training: `python -m benchmarks.processes`, or of some games.

Without games it writes `docs/figures/starts.json`; the table of training is printed, because it
depends on the instructions of the processor. All games take half an hour: their rules are compiled
anew, and both learners train.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import tyro

from fudaba.envs import find_game, game_names

from . import figures as written
from .measure import figures, markdown_table

STARTS = 6
SETTING = (
    "Processor time of all processes from the start of Python to the first step of 64 tables, with "
    f"an empty cache once and with a filled one (median of {STARTS - 1})"
)

FIRST_STEP = """
import sys
from fudaba.envs import tables
many = tables(sys.argv[1], 64)  # fewer would begin as plain Python
many.step(many.action_masks.argmax(axis=1))
"""

TRAINING = """
import json, sys, time
from fudaba.envs import Tables
from fudaba.training.config import check_config
from fudaba.training.train import Run

spent = 0.0
def timed(owner, name):
    inner = getattr(owner, name)
    def outer(*arguments):
        global spent
        start = time.perf_counter()
        result = inner(*arguments)
        spent += time.perf_counter() - start
        return result
    setattr(owner, name, outer)
timed(Tables, "play_on")
timed(Tables, "deal")

config = json.loads(sys.argv[1]) | {
    "total_steps": 400_000, "evaluation": {"every": 10**9, "final_deals": 1},
}
run = Run(check_config("benchmark", config))
run.start()
spent = 0.0
run.finish()
_, *learned = run.curves.rows  # the first row is of before
rows = [(row["time/steps"], row["time/seconds"]) for row in learned]
rates = [(b[0] - a[0]) / (b[1] - a[1]) for a, b in zip(rows, rows[1:])]
print(json.dumps([rates, spent / rows[-1][1]]))
"""


def first_steps(name: str) -> list[float]:
    """Returns processor seconds from the start of Python to the first step.

    The first start compiles the rules into an empty cache; the others find them there.
    """
    seconds = []
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
        for _ in range(STARTS):
            before = _children_seconds()
            subprocess.run([sys.executable, "-c", FIRST_STEP, name], check=True, env=environment)
            seconds.append(_children_seconds() - before)
    return seconds


def _children_seconds() -> float:
    times = os.times()
    return times.children_user + times.children_system


LEARNERS = "ppo", "dmc"


def training_rates(name: str, algorithm: str) -> tuple[list[float], float]:
    """Trains with default settings on two threads.

    Returns:
        Learner decisions per second, without forced ones, one value per row of the curves; and the
        share of the time that rules and opponents take.
    """
    with tempfile.TemporaryDirectory() as folder:
        config = {
            "algorithm": algorithm,
            "game": name,
            "output": str(Path(folder) / "run"),
            "threads": 2,
        }
        command = [sys.executable, "-c", TRAINING, json.dumps(config)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    values, share = json.loads(done.stdout.splitlines()[-1])
    return values, share


def main(games: Annotated[tuple[str, ...], tyro.conf.Positional] = ()) -> None:
    """Measures, and prints or writes the tables.

    Args:
        games: The games to measure and print; all by default.
    """
    names = [find_game(name).name for name in games] or game_names()
    headings, rows = ["game", "first start, s", "later starts, s"], list(map(start_row, names))
    if games:
        print(markdown_table(headings, rows))
    else:
        written.write("starts", headings, rows, SETTING)
    if find_spec("sb3_contrib"):
        headings = ["learner decisions a second (rules and opponents)", *LEARNERS]
        print("\n" + markdown_table(headings, [training_row(name) for name in names]))


def start_row(name: str) -> list[str]:
    """Returns a row of the table of starts."""
    first, *later = first_steps(name)
    return [find_game(name).title, figures(first), figures(statistics.median(later))]


def training_row(name: str) -> list[str]:
    """Returns a row of the table of training: rates, and the share of the time for the rules."""
    measured = [training_rates(name, learner) for learner in LEARNERS]
    cells = [f"{figures(statistics.median(values))} ({share:.0%})" for values, share in measured]
    return [find_game(name).title, *cells]


if __name__ == "__main__":
    tyro.cli(main)
