"""What `fudaba compile` compiles is all that the doors of a game need: in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

NAME = "makkaik_v0"  # without reports on balance, which would play the agents too

DOORS = f"""
import numpy as np
from fudaba.agents import make_agent
from fudaba.cli.compile import compile_game
from fudaba.cli.main import main
from fudaba.envs import find_game, make, tables
from fudaba.envs.core.compiling.kernel_cache import KernelCache
from fudaba.evaluation.arena import compare
from fudaba.adapters.single_agent import SeatEnv, SeatVectorEnv
from fudaba.adapters.text import TextArenaEnv, TextSeatEnv

NAME, game = {NAME!r}, find_game({NAME!r})

def step_one_seat(kind, **settings):
    env = kind(NAME, **settings)
    env.reset(seed=1)
    env.step("1" if kind is TextSeatEnv else int(env.action_masks().argmax()))

def step_many_seats(opponents):
    env = SeatVectorEnv(NAME, 100, opponents=opponents)
    env.reset(seed=1)
    env.step(env.action_masks().argmax(axis=1))

def load():
    env = make(NAME)
    env.reset(seed=1)
    make(NAME).load(env.save())
    env.unwrapped.worlds()

def step_texts():
    env = TextArenaEnv(NAME)
    env.reset(seed=1)
    env.step("1")

def step_tables():
    many = tables(NAME, 3000, num_threads=2)
    many.step(many.action_masks.argmax(axis=1))
    many.observe(np.array([0]), np.array([0]))

def play(*words):
    compare(NAME, {{word: make_agent(word, game, game.options()) for word in words}}, deals=4)

doors = {{"load": load, "texts": step_texts, "tables": step_tables,
         "text": lambda: step_one_seat(TextSeatEnv),
         "policy": lambda: play("policy:best", "montecarlo:budget=4,policy=best"),
         "search": lambda: play("ismcts:budget=4", "montecarlo:budget=4"),
         "dataset": lambda: main(["dataset", NAME, "greedy", "--games", "2"])}}
for opponents in ("greedy", "random", {{"greedy": 1, "random": 1}}, {{"greedy": 1, "ismcts:budget=2": 1}}):
    doors[f"one against {{opponents}}"] = lambda who=opponents: step_one_seat(SeatEnv, opponents=who)
    doors[f"many against {{opponents}}"] = lambda who=opponents: step_many_seats(who)
compile_game(find_game(NAME))
for name, use in doors.items():
    known = set(KernelCache.used)
    use()
    print(*[f"NEW: {{name}} needs {{path.name}}\\n" for path in KernelCache.used - known])
print("ALL TRIED")
"""  # noqa: E501


@pytest.mark.slow
def test_no_door_needs_more_than_the_command_compiles(tmp_path: Path) -> None:
    env = {**os.environ, "MINARI_DATASETS_PATH": str(tmp_path)}
    # In a process of its own, for only a process that loads all kernels can be compared.
    compiling = [sys.executable, "-m", "fudaba.cli.main", "compile", NAME]
    subprocess.run(compiling, env=env, cwd=tmp_path, check=True, capture_output=True)
    trying = [sys.executable, "-c", DOORS]
    told = subprocess.run(trying, env=env, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert "ALL TRIED" in told.stdout and "NEW" not in told.stdout
