"""What the page *PPO self-play on Tables* reaches: `python -m benchmarks.self_play`.

The scripts of docs/trainers/self_play.md are run as they stand, from each seed. Then the player
sits alone among greedy ones, in both ways of playing. Writes `docs/figures/self_play.json`.
"""

import os
from pathlib import Path
from time import process_time
from typing import Any

import torch
import tyro

from fudaba.agents import make_agent
from fudaba.agents.policy import PolicyAgent
from fudaba.envs import find_game
from fudaba.evaluation.match import reward_against

from . import figures
from .memory import BLOCK, cell

PAGE = Path(__file__).parents[1] / "docs" / "trainers" / "self_play.md"
TRAINED = (  # games with their decisions and the weight of greedy's advice
    ("niekhi_v0", 2_000_000, 3),
    ("seki_v0", 2_000_000, 3),
    ("makhup_v0", 2_000_000, 3),
    ("makhup_v0", 2_000_000, 0),
)
SEEDS, DEALS, DEAL_SEED = (1, 2, 3), 1000, 2**40
WAYS = {"most likely action": False, "drawn": True}
HEADINGS = ("game", "advice", "decisions", *WAYS, "minutes")


def trained(game: str, steps: int, seed: int, advice: int) -> Any:
    """Runs the page; returns its player."""
    os.environ |= {"FUDABA_GAME": game, "FUDABA_STEPS": f"{steps}"}
    os.environ |= {"FUDABA_SEED": f"{seed}", "FUDABA_ADVICE": f"{advice}"}
    training, arena = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    exec(compile(training, PAGE, "exec"), names)
    exec(compile(arena.partition("others = ")[0], PAGE, "exec"), names)
    return names["trained"]


def row(game: str, steps: int, advice: int) -> list[str]:
    """Returns what the player wins alone among greedy ones, in both ways, and its time."""
    rules = find_game(game)
    greedy = make_agent("greedy", rules, rules.options())
    won: dict[str, list[float]] = {way: [] for way in WAYS}
    began = process_time()
    players = [trained(game, steps, seed, advice) for seed in SEEDS]
    minutes = (process_time() - began) / 60 / len(SEEDS)
    for player in players:
        for way, sample in WAYS.items():
            agent = PolicyAgent(player.layers, sample, player.advice)
            reward = reward_against(rules, rules.options(), agent, greedy, DEALS, DEAL_SEED)
            won[way].append(reward.mean)
    print(game, advice, won, flush=True)
    return [rules.title, f"{advice}", f"{steps:,}", *map(cell, won.values()), f"{minutes:.0f}"]


def main() -> None:
    """Trains and measures; takes most of an hour of processor time."""
    torch.set_num_threads(1)
    figures.write(
        "self_play",
        HEADINGS,
        [row(*asked) for asked in TRAINED],
        f"Mean rewards alone among greedy players, over {len(SEEDS)} seeds of training with 95 % "
        f"intervals of Student, {DEALS:,} deals for each; minutes of processor time for a training",
    )


if __name__ == "__main__":
    tyro.cli(main)
