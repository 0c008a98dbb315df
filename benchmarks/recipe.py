"""An ablation of the training recipe: python -m benchmarks.recipe seki_v0.

Trains with the recipe and with each part of it changed, once for every seed, two runs at a time
on one thread each. Prints each variant's mean reward alone among three greedy players. Runs that
are already finished are not repeated.
"""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import tyro
import yaml
from rich.console import Console
from rich.table import Table
from scipy import stats

from fudaba.agents.policy import read_card
from fudaba.evaluation.progress import progress_bar

AT_A_TIME = 2
BASELINE = "greedy"
RECIPE: dict[str, Any] = {
    "residual": True,
    "ppo": {"ent_coef": 0.01, "ent_coef_end": 0.003},
    "opponents": {"single_seat_fraction": 0.3},
}

VARIANTS: dict[str, dict[str, Any]] = {
    "the recipe": {},
    "no advice for the network": {"residual": False},
    "no playouts before PPO": {"warm_start": {"decisions": 0}},
    "no PPO after playouts": {"total_steps": 2**17, "ppo": {"learning_rate": 1e-12}},
    "alone among greedy at all tables": {"opponents": {"single_seat_fraction": 1.0}},
    "in all seats at all tables": {"opponents": {"single_seat_fraction": 0.0}},
    "entropy weight .003 from the start": {"ppo": RECIPE["ppo"] | {"ent_coef": 0.003}},
    "the last weights alone": {"ppo": RECIPE["ppo"] | {"average": 0.0}},
    "three passes": {
        "ppo": RECIPE["ppo"] | {"learning_rate": 0.0015, "batch_size": 2048, "n_epochs": 3}
    },
    "self-play by the defaults": {
        "residual": False,
        "ppo": {},
        "opponents": {},
        "warm_start": {},
    },
}


def main(
    game: Annotated[str, tyro.conf.Positional],
    steps: int = 1_000_000,
    seeds: tuple[int, ...] = (0, 1, 2),
    output: Path = Path("runs/recipe"),
) -> None:
    """Trains the missing runs and prints the table.

    Args:
        game: The game's id.
        steps: Learner decisions of each run with PPO; two fifths as many are played out before.
        seeds: The seeds; each variant is trained once with each.
        output: The folder of the runs.
    """
    wanted = [(variant, seed) for seed in seeds for variant in VARIANTS]
    with progress_bar("runs") as bar, ThreadPoolExecutor(AT_A_TIME) as pool:
        task = bar.add_task(game, total=len(wanted))
        done = [pool.submit(reward, game, steps, output, *run) for run in wanted]
        for run in done:
            run.result()
            bar.advance(task)
    print_table(
        game, steps, {run: future.result() for run, future in zip(wanted, done, strict=True)}
    )


def reward(game: str, steps: int, output: Path, variant: str, seed: int) -> tuple[float, float]:
    """Returns a run's mean reward among the baseline, and its seconds; trains it if missing."""
    folder = output / game / f"{steps}" / variant.replace(" ", "_") / f"{seed}"
    if not (folder / "final" / "card.json").exists():
        folder.mkdir(parents=True, exist_ok=True)
        config = {
            "game": game, "output": str(folder), "seed": seed, "total_steps": steps, "threads": 1,
            "warm_start": {"decisions": steps * 2 // 5},
            "evaluation": {"every": 10**9, "final_deals": 2000, "against": [BASELINE]},
        }  # fmt: skip
        path = folder.with_suffix(".yaml")
        path.write_text(yaml.safe_dump(config | RECIPE | VARIANTS[variant]))
        resume = ["--resume"] if (folder / "config.yaml").exists() else []
        command = [sys.executable, "-m", "fudaba.cli.main", "train", str(path), *resume]
        subprocess.run(command, check=True, capture_output=True)
    card = read_card(folder / "final")
    return card.evaluation[BASELINE]["mean_reward"], card.training["seconds"]


def print_table(game: str, steps: int, results: dict[tuple[str, int], tuple[float, float]]) -> None:
    """Prints each variant's mean over its seeds with Student's 95 % interval."""
    table = Table(title=f"{game}: {steps:,} decisions, alone among three greedy players")
    for heading in ("variant", "mean reward", "95 % over seeds", "seconds"):
        table.add_column(heading, justify="left" if heading == "variant" else "right")
    for variant in VARIANTS:
        rewards, seconds = np.array([r for (name, _), r in results.items() if name == variant]).T
        spread = rewards.std(ddof=1) / np.sqrt(len(rewards)) if len(rewards) > 1 else np.nan
        half = stats.t.ppf(0.975, max(len(rewards) - 1, 1)) * spread
        table.add_row(
            variant, f"{rewards.mean():+.3f}", f"± {half:.3f}", f"{np.median(seconds):,.0f}"
        )
    Console(width=110).print(table)


if __name__ == "__main__":
    tyro.cli(main)
