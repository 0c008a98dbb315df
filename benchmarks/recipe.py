"""Changes one part of the recipe at a time: the table of docs/training.md.

`python -m benchmarks.recipe` trains the recipe of `configs/bench` in the small regime on two rungs
and two whole games, and again with each part of it changed, from every seed. Then it writes
`docs/figures/recipe.json`. Runs stay in `runs/recipe`: a command that was stopped goes on. With
tasks of the benchmark it only prints theirs.
"""

import multiprocessing
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import tyro

from fudaba.agents.model_card import EXPLOITABILITY
from fudaba.agents.policy import CARD_FILE, read_card
from fudaba.evaluation.benchmark import Task, read_benchmark
from fudaba.evaluation.curves import CONFIG_FILE, FINAL_FOLDER
from fudaba.evaluation.report import numbers
from fudaba.evaluation.statistics import clustered_mean
from fudaba.training.config import check_config
from fudaba.training.train import train

from . import figures
from .baselines import config_of
from .measure import markdown_table

FOLDER = Path("runs/recipe")
TASKS = ("niekhi-rung", "taxot-rung", "niekhi", "seki")
SEEDS = range(1, 6)
BASELINE = "greedy"
EVALUATION = {"every": 10**9, "final_deals": 1000, "against": [BASELINE]}
FEWEST_STEPS = 2 * 512 * 16  # two rollouts

VARIANTS: dict[str, dict[str, Any]] = {
    "the recipe": {},
    "no advice for the network": {"residual": False},
    "no playouts before PPO": {"warm_start": {"decisions": 0}},
    "no PPO after playouts": {"total_steps": FEWEST_STEPS, "ppo": {"learning_rate": 1e-12}},
    "alone among greedy at all tables": {"opponents": {"single_seat_fraction": 1.0}},
    "in all seats at all tables": {"opponents": {"single_seat_fraction": 0.0}},
    "the entropy of self-play": {"ppo": {"ent_coef": 0.3, "ent_coef_end": 0.01}},
    "the last weights alone": {"ppo": {"average": 0.0}},
    "three passes": {"ppo": {"learning_rate": 0.0015, "batch_size": 2048, "n_epochs": 3}},
}


def run(variant: str, task: Task, seed: int) -> float:
    """Returns what a run reaches: its reward among greedy, on a rung the exploitability."""
    folder = FOLDER / task.name / variant.replace(" ", "_") / f"{seed}"
    if not (folder / FINAL_FOLDER / CARD_FILE).exists():
        recipe = config_of(task, "recipe", folder, seed).model_dump(mode="json", exclude_unset=True)
        changed = merged(recipe, {"evaluation": EVALUATION} | VARIANTS[variant])
        train(check_config(variant, changed), resume=(folder / CONFIG_FILE).exists())
    evaluation = read_card(folder / FINAL_FOLDER).evaluation
    if task.group == "rungs":
        return float(min(evaluation[EXPLOITABILITY].values()))
    return float(evaluation[BASELINE]["mean_reward"])


def merged(settings: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Returns settings with some changed, section by section."""
    return {**settings} | {
        key: merged(settings.get(key, {}), value) if isinstance(value, Mapping) else value
        for key, value in changes.items()
    }


def cell(reached: list[float], task: Task) -> str:
    """Returns a mean over the seeds with Student's interval."""
    shown = numbers.give_or_take(clustered_mean(reached, np.arange(len(reached))), "reward")
    return shown.removeprefix("+") if task.group == "rungs" else shown


def main(tasks: Annotated[tuple[str, ...], tyro.conf.Positional] = (), processes: int = 2) -> None:
    """Trains what is missing, and prints or writes the table; takes an hour.

    Args:
        tasks: The tasks to print; without them the table is written.
        processes: Runs at a time, each on one thread.
    """
    wanted = read_benchmark().wanted(tasks or TASKS, quick=False)
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=spawn) as pool:
        runs = {
            (variant, task.name): [pool.submit(run, variant, task, seed) for seed in SEEDS]
            for task in wanted
            for variant in VARIANTS
        }
        rows = [
            [variant]
            + [cell([one.result() for one in runs[variant, task.name]], task) for task in wanted]
            for variant in VARIANTS
        ]
    headings = ("changed", *(task.name for task in wanted))
    if tasks:
        print(markdown_table(headings, rows))
        return
    said = (
        "On rungs the exact exploitability in points a game, in the better of both ways; in whole "
        "games the mean reward alone among three greedy players; means and 95 % intervals over "
        f"{len(SEEDS)} seeds, trained by configs/bench/recipe.yaml"
    )
    figures.write("recipe", headings, rows, said)


if __name__ == "__main__":
    tyro.cli(main)
