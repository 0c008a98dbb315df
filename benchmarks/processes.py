"""Measures the start of a new process, and the speed of training."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from .measure import Row

FIRST_STEP = """
from fudaba.envs import sevens_v0
env = sevens_v0.raw_env()
env.reset(seed=0)
env.step(int(env.last()[0]["action_mask"].argmax()))
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


def first_step() -> list[Row]:
    """Measures the time from the start of Python to the first step, with cold and warm cache."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
        seconds = []
        for _ in range(6):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", FIRST_STEP], check=True, env=environment)
            seconds.append(time.perf_counter() - start)
    return [
        Row("start of Python to first step, empty cache", seconds[:1], "s", "compiles the rules"),
        Row("start of Python to first step, warm cache", seconds[1:], "s"),
    ]


LEARNERS: dict[str, dict[str, Any]] = {"ppo": {"improvement": {"decisions": 0}}, "dmc": {}}


def training_rate(name: str, algorithm: str, threads: int = 2) -> Row:
    """Measures training with default settings; forced decisions do not count."""
    with tempfile.TemporaryDirectory() as folder:
        config = LEARNERS[algorithm] | {
            "algorithm": algorithm,
            "game": name,
            "output": str(Path(folder) / "run"),
            "threads": threads,
        }
        command = [sys.executable, "-c", TRAINING, json.dumps(config)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    values, share = json.loads(done.stdout.splitlines()[-1])
    note = f"rules and greedy opponents {share:.0%} of the time"
    return Row(
        f"{name}: fudaba train, {algorithm}, {threads} threads", values, "learner decisions/s", note
    )
