"""Measures how fast bots in other processes are asked: `python -m benchmarks.bots`.

It prints decisions per second of a bot that is asked in batches and one by one, and how much of the
time this process was busy, the bot's own time and the waiting left out. Then a bot that sleeps for
20 ms before each answer is asked at 64 tables, as one process and as several.
"""

import shlex
import sys
import time
from pathlib import Path
from typing import Annotated

import numpy as np
import tyro
from tyro.conf import Positional

from fudaba.agents.agent import choose_actions
from fudaba.agents.bot_settings import BotSettings
from fudaba.agents.program import ProgramAgent
from fudaba.envs import Tables, find_game

FIRST = Path(__file__).parent.parent / "docs" / "bots" / "first.py"
ROWS = 5
SLOW = """
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type": "hello", "protocol": 1, "name": "Slow"}', flush=True)
    elif message["type"] == "decision":
        time.sleep(0.02)
        print(json.dumps({"action": message["legal"][0]}), flush=True)
"""
SLOW_TABLES, SLOW_STEPS = 64, 2


def measure(
    agent: ProgramAgent, tables: Tables, steps: int, rows: int = ROWS
) -> tuple[float, float]:
    """Returns seconds per decision, and those in which this thread was busy.

    Both are medians over some rows of steps. The tables' steps are left out.
    """
    seating = np.zeros((tables.num_tables, tables.game.max_players), np.int64)
    rng, measured = np.random.default_rng(0), []
    for _ in range(rows):
        spent = np.zeros(2)
        for _ in range(steps):
            before = time.perf_counter(), time.thread_time()
            actions = choose_actions(tables, [agent], seating, rng)
            spent += np.subtract((time.perf_counter(), time.thread_time()), before)
            tables.step(actions)
        measured.append(spent / steps / tables.num_tables)
    each, own = np.median(measured, axis=0).tolist()
    return each, own


def bots(
    game: Positional[str] = "sevens_v0",
    command: Annotated[str, tyro.conf.arg(help="The bot; default: the Python reference.")] = "",
) -> None:
    """Prints decisions per second in batches of 256, one by one, and of several processes."""
    the_game = find_game(game)
    options = the_game.options()
    word = f"program:{command or shlex.join([sys.executable, '-S', str(FIRST)])}"
    agent = ProgramAgent(word, the_game, options)
    for count, steps in ((256, 40), (1, 2000)):
        tables = Tables(the_game, options, count)
        each, own = measure(agent, tables, steps)
        print(
            f"{count:4} at once: {1 / each:9,.0f} decisions/s, {each * 1e6:7.1f} us a decision, "
            f"{own * 1e6:.1f} us of them our own"
        )
    slow = f"program:{shlex.join([sys.executable, '-S', '-c', SLOW])}"
    for concurrent in (1, 2, 4, 8, 16):
        agent = ProgramAgent(slow, the_game, options, BotSettings(concurrent=concurrent))
        tables = Tables(the_game, options, SLOW_TABLES)
        measure(agent, tables, 1, rows=1)  # starts the processes
        each, _ = measure(agent, tables, SLOW_STEPS, rows=1)
        print(f"{concurrent:4} processes of a bot that sleeps: {1 / each:6,.0f} decisions/s")


if __name__ == "__main__":
    tyro.cli(bots)
