"""What a memory is worth to a learner: PPO in self-play with one, against the same without.

The page docs/trainers/memory.md is run with and without its memory from the same seeds. Then the
two players of a seed meet each other, alone among players of the other kind, on the same deals.

    python -m benchmarks.memory makhup_v0 --steps 100000 --seeds 1 2 3
"""

import json
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

PAGE = Path(__file__).parents[1] / "docs" / "trainers" / "memory.md"
BLOCK = re.compile(r"^```python[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
KINDS = {"memory": "1", "views": "0"}


def trained(game: str, steps: int, seed: int, kind: str) -> Any:
    """Runs the page; returns its player."""
    os.environ |= {"FUDABA_GAME": game, "FUDABA_STEPS": str(steps)}
    os.environ |= {"FUDABA_SEED": str(seed), "FUDABA_MEMORY": KINDS[kind]}
    training, arena = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    exec(compile(training, PAGE, "exec"), names)
    exec(compile(arena.partition("random = ")[0], PAGE, "exec"), names)
    return names["Trained"]()


def interval(means: list[float]) -> tuple[float, float]:
    """The mean over seeds, and half of Student's 95 % interval."""
    half = stats.t.ppf(0.975, len(means) - 1) * np.std(means, ddof=1) / len(means) ** 0.5
    return float(np.mean(means)), float(half)


def main(
    game: Annotated[str, tyro.conf.Positional],
    steps: int = 100_000,
    seeds: tuple[int, ...] = (1, 2, 3),
    deals: int = 500,
) -> None:
    """Trains both kinds from each seed, and prints what they win from each other and greedy.

    Args:
        game: The game's id.
        steps: The choices of each training.
        seeds: The seeds, at least two.
        deals: The deals of each match.
    """
    torch.set_num_threads(1)
    rules = find_game(game)
    greedy = make_agent("greedy", rules, rules.options())
    won: dict[str, list[float]] = {name: [] for name in ("memory", "memory greedy", "views greedy")}
    for seed in seeds:
        players = {kind: trained(game, steps, seed, kind) for kind in KINDS}
        matches = {"memory": players}
        for kind, player in players.items():
            matches[f"{kind} greedy"] = {kind: player, "greedy": greedy}
        for name, agents in matches.items():
            result = compare(game, agents, deals=deals, seed=seed)
            kind = name.split()[0]
            rewards = {each.agent: each.reward.mean for each in result.standings}
            won[name].append(rewards[kind])
        print(json.dumps({name: round(means[-1], 3) for name, means in won.items()}), flush=True)
    for name, means in won.items():
        print(game, name, "{:+.3f} ± {:.3f}".format(*interval(means)))


if __name__ == "__main__":
    tyro.cli(main)
