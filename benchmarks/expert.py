"""Measures which search is the strongest for its time, for the table of docs/agents.md.

`python -m benchmarks.expert --minutes 60` lets every candidate sit alone among greedy, the packaged
policy and a search of 64 games, with a budget that takes the same time a decision on this machine.
All play the same deals, in rounds that are kept in a file; then it writes
`docs/figures/expert.json` from all rounds that were ever kept there. It does so in the games in
which the packaged policy wins from such a search, by its card; in the others the league tells.
"""

import json
import time
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import tyro

from fudaba.agents import make_agent
from fudaba.agents.naming import with_budget
from fudaba.envs import find_game
from fudaba.evaluation.match import play_match, seed_of
from fudaba.evaluation.report import numbers
from fudaba.evaluation.statistics import clustered_mean

from . import figures
from .search import Timed

GAMES = ("makhup_v0", "makkaik_v0", "namto_v0", "niekhi_v0", "taxot_v0")
SEARCHES = ("ismcts", "ismcts,policy=best", "montecarlo,policy=best")
CANDIDATES = ("greedy", "best", *SEARCHES)
HEADINGS = ("game", "deals", *(f"`{word}`" for word in CANDIDATES))
OTHERS = ("greedy", "best", "montecarlo:budget=64")
LINE_UPS = ((0, 1, 2, 3), (0, 3, 1, 2))
DEALS = 4  # of a round
SEED = 7
TRIALS = (64, 512)  # games by which the time of a game is measured


def play(name: str, spec: str, seed: int, deals: int) -> tuple[np.ndarray, float]:
    """Returns the points of an agent, float64[deals], and the seconds of its decisions."""
    game = find_game(name)
    rules = game.options()
    agent, *others = (make_agent(word, game, rules) for word in (spec, *OTHERS))
    timed = Timed(agent)
    result = play_match(game, rules, [timed, *others], LINE_UPS, deals, seed)
    own = result.points[result.seating == 0].reshape(len(LINE_UPS), deals, -1)
    return own.mean(axis=(0, 2)), timed.seconds / timed.decisions


@cache
def budget_of(name: str, word: str, seconds: float) -> int:
    """Returns the games that a candidate plays in a time."""
    play(name, with_budget(word, 1), SEED, 1)  # compiles
    for budget in TRIALS:
        taken = play(name, with_budget(word, budget), SEED, 1)[1]
        if taken > seconds / 4:
            break
    return max(int(budget * seconds / taken), 8)


def play_rounds(kept: Path, minutes: float, seconds: float) -> None:
    """Plays rounds of all games for a time, and appends them to a file: a line for each."""
    end, number = time.monotonic() + 60 * minutes, 0
    known = {tuple(row[:3]) for row in rounds(kept)}
    while time.monotonic() < end:
        for name, word in ((name, word) for name in GAMES for word in CANDIDATES):
            if (name, word, number) not in known and time.monotonic() < end:
                spec = with_budget(word, budget_of(name, word, seconds))
                points, taken = play(name, spec, seed_of(SEED, f"{number}"), DEALS)
                with kept.open("a", encoding="utf-8") as file:
                    row = (name, word, number, spec, points.tolist(), taken)
                    file.write(json.dumps(row) + "\n")
        number += 1


def rounds(kept: Path) -> list[list[Any]]:
    """Returns the rounds that a file keeps."""
    return [json.loads(line) for line in kept.open(encoding="utf-8")] if kept.exists() else []


def table(kept: Path) -> list[list[str]]:
    """Returns a row for each game, of the rounds that all of its candidates have played."""
    points: dict[str, dict[str, dict[int, list[float]]]] = defaultdict(lambda: defaultdict(dict))
    for name, word, number, _, own, _ in rounds(kept):
        points[name][word][number] = own
    rows = []
    for name, played in points.items():
        whole = sorted(set.intersection(*(set(own) for own in played.values())))
        rewards = [np.concatenate([played[word][one] for one in whole]) for word in CANDIDATES]
        deals = np.arange(len(rewards[0]))
        cells = (numbers.give_or_take(clustered_mean(own, deals), "reward") for own in rewards)
        rows.append([find_game(name).title, f"{len(deals)}", *cells])
    return rows


def main(
    minutes: float = 0, seconds: float = 0.006, kept: Path = Path("build/expert.jsonl")
) -> None:
    """Plays, and writes the table.

    Args:
        minutes: How long rounds are added to those that are kept.
        seconds: Processor time of a decision.
        kept: The file of the rounds.
    """
    play_rounds(kept, minutes, seconds)
    players = (
        "Mean reward a game, with 95 % intervals clustered on the deal, of one player alone among "
        f"greedy, the packaged policy and a search of 64 games; {1000 * seconds:g} ms of processor "
        "time a decision; the same deals for all"
    )
    figures.write("expert", HEADINGS, table(kept), players)


if __name__ == "__main__":
    tyro.cli(main)
