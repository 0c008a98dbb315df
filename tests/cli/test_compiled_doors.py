"""After `fudaba compile` no door of a game compiles anything: tried in a cache of its own."""

import os
import subprocess
import sys
from pathlib import Path

NAME = "makkaik_v0"  # quickly compiled, without reports on balance, which would play the agents too

DOORS = f"""
from pathlib import Path
import sys
import numpy as np
from fudaba.agents import make_agent
from fudaba.cli.main import main
from fudaba.envs import find_game, make, tables
from fudaba.evaluation.arena import compare
from fudaba.single_agent import SeatEnv, SeatVectorEnv
from fudaba.text import TextArenaEnv, TextSeatEnv

NAME, cache, game = {NAME!r}, Path(sys.argv[1]), find_game({NAME!r})
known = set(cache.rglob("*"))

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
for name, use in doors.items():
    use()
    files = set(cache.rglob("*"))
    print(*[f"NEW: {{name}} compiles {{path.name}}\\n" for path in files - known])
    known = files
print("ALL TRIED")
"""  # noqa: E501


def test_no_door_compiles_anything_after_the_command(tmp_path: Path) -> None:
    cache, datasets = tmp_path / "cache", tmp_path / "datasets"
    env = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "MINARI_DATASETS_PATH": str(datasets)}
    compiling = [sys.executable, "-m", "fudaba", "compile", NAME]
    subprocess.run(compiling, env=env, cwd=tmp_path, check=True)
    trying = [sys.executable, "-c", DOORS, str(cache)]
    told = subprocess.run(trying, env=env, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert "ALL TRIED" in told.stdout and "NEW" not in told.stdout
