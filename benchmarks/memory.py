"""What a memory is worth to a learner: PPO in self-play with one, against the same without.

The page docs/trainers/memory.md is run with and without its memory from the same seeds. Then the
two players of a seed meet each other, alone among players of the other kind, on the same deals.

    python -m benchmarks.memory                     writes docs/figures/memory.json
    python -m benchmarks.memory sevens_v0 100000    prints one game, with another budget
"""

import os
import re
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
import tyro
from scipy import stats

from fudaba.agents import make_agent
from fudaba.envs import find_game
from fudaba.evaluation.arena import compare

from . import figures
from .measure import markdown_table

PAGE = Path(__file__).parents[1] / "docs" / "trainers" / "memory.md"
BLOCK = re.compile(r"^```python[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
KINDS = {"memory": "1", "views": "0"}
STEPS = {"makhup_v0": 40_960, "taxot_v0": 20_480}
SEEDS, DEALS = (1, 2, 3), 200
HEADINGS = ["game", "choices", "memory among views", "memory among greedy", "views among greedy"]


def trained(game: str, steps: int, seed: int, kind: str) -> Any:
    """Runs the page; returns its player."""
    os.environ |= {"FUDABA_GAME": game, "FUDABA_STEPS": str(steps)}
    os.environ |= {"FUDABA_SEED": str(seed), "FUDABA_MEMORY": KINDS[kind]}
    training, arena = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    exec(compile(training, PAGE, "exec"), names)
    exec(compile(arena.partition("random = ")[0], PAGE, "exec"), names)
    return names["Trained"]()


def row(game: str, steps: int) -> list[str]:
    """Returns what both kinds win from each other and from greedy."""
    rules = find_game(game)
    greedy = make_agent("greedy", rules, rules.options())
    won: dict[str, list[float]] = {name: [] for name in HEADINGS[2:]}
    for seed in SEEDS:
        players = {kind: trained(game, steps, seed, kind) for kind in KINDS}
        for name, means in won.items():
            kind, _, other = name.partition(" among ")
            agents = {kind: players[kind], other: players.get(other, greedy)}
            result = compare(game, agents, deals=DEALS, seed=seed)
            means += [each.reward.mean for each in result.standings if each.agent == kind]
        print(seed, won, flush=True)
    return [rules.title, f"{steps:,}", *map(cell, won.values())]


def cell(means: list[float]) -> str:
    """Returns the mean over seeds, with Student's 95 % interval."""
    half = stats.t.ppf(0.975, len(means) - 1) * np.std(means, ddof=1) / len(means) ** 0.5
    return f"{np.mean(means):+.2f} ± {half:.2f}"


def main(
    game: Annotated[str | None, tyro.conf.Positional] = None,
    steps: Annotated[int, tyro.conf.Positional] = 100_000,
) -> None:
    """Trains both kinds, and prints or writes the table; takes many minutes.

    Args:
        game: The game to measure and print; without it two games are measured and written.
        steps: The choices of each training of this game.
    """
    torch.set_num_threads(1)
    if game is not None:
        print(markdown_table(HEADINGS, [row(game, steps)]))
        return
    said = (
        f"Rewards of one player among the others, means over {len(SEEDS)} seeds of training with "
        f"95 % intervals of Student, {DEALS} deals for each seed"
    )
    figures.write("memory", HEADINGS, [row(*asked) for asked in STEPS.items()], said)


if __name__ == "__main__":
    tyro.cli(main)
