"""Trains the baselines of the benchmark: `python -m benchmarks.baselines`.

Every algorithm of `configs/bench`, and that of `benchmarks.nfsp`, is trained on the tasks below
from every seed. The command then measures each on these tasks, and writes its entry of the
leaderboard and the learning curves, `benchmarks/leaderboard/curves.json`. Runs stay in
`runs/baselines`: a command that was stopped goes on, and one with more seeds trains what is
missing. All tasks come before the next seed.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tyro

from fudaba.agents.policy import CARD_FILE
from fudaba.common.files import write_whole
from fudaba.evaluation.benchmark import Benchmark, Entry, Task, read_benchmark, run_benchmark
from fudaba.evaluation.curves import CONFIG_FILE, FINAL_FOLDER, learned_by
from fudaba.evaluation.exact import agent_of, build_tree, solve
from fudaba.training.config import AnyTraining, check_config, read_config
from fudaba.training.train import train

from . import nfsp
from .leaderboard.check import CURVES, ENTRIES

FOLDER = Path("runs/baselines")
NFSP, ITS_SETTINGS = "nfsp", "dmc"  # it shares the tables and the network of deep Monte Carlo
ALGORITHMS = ("self_play", "entropy", "mirror", NFSP, "dmc", "recipe")
NOTE = "configs/bench/{algorithm}.yaml; weights are not published; has met no player of the pool"
NOTES = {
    NFSP: "benchmarks/nfsp.py; weights are not published; has met no player of the pool",
    "recipe": "configs/bench/recipe.yaml, follows greedy's advice and has met greedy players; "
    "weights are not published",
    "cfr_plus": "benchmarks/baselines.py: solved by CFR+ from the rules, nothing is learned",
}
EQUILIBRIUM, WITHIN = "cfr_plus", 0.001  # solved and not trained
ON_RUNGS = (EQUILIBRIUM, NFSP)  # and on no other tasks
TASKS = (
    *("makhup-rung", "cyclic-rung", "niekhi-rung", "taxot-rung"),
    *("makhup", "taxot", "niekhi", "mokkaik", "sevens", "seki"),
    "sevens-mixes",
)


def main(
    algorithms: tuple[str, ...] = (*ALGORITHMS, EQUILIBRIUM),
    tasks: tuple[str, ...] = TASKS,
    seeds: int = 5,
    threads: int = 1,
    entries: Path = ENTRIES,
) -> None:
    """Trains what is missing, measures it, and writes entries and curves; takes hours.

    Args:
        algorithms: The algorithms.
        tasks: The tasks.
        seeds: The number of seeds.
        threads: Threads that measure; training has one.
        entries: The folder of the entries.
    """
    benchmark = read_benchmark()
    wanted = {
        algorithm: [
            task
            for task in benchmark.wanted(tasks, quick=False)
            if task.group == "rungs" or algorithm not in ON_RUNGS
        ]
        for algorithm in algorithms
    }
    for seed in range(1, seeds + 1):
        for algorithm in algorithms:
            for task in wanted[algorithm]:
                make(task, algorithm, seed)
    curves = dict[str, Any]()
    for algorithm, measured in wanted.items():
        entry = measure(benchmark, algorithm, measured, seeds, threads)
        write_whole(entries / f"{algorithm}.json", entry.to_json().encode())
        if algorithm in ALGORITHMS:
            curves[algorithm] = {task.name: curve(algorithm, task, seeds) for task in measured}
    write_whole(entries.parent / CURVES, (json.dumps(curves) + "\n").encode())


def make(task: Task, algorithm: str, seed: int) -> None:
    """Makes a player unless it is there: trains it, or solves a rung."""
    folder = folder_of(algorithm, task.name, seed)
    if algorithm == EQUILIBRIUM:
        if seed == 1 and not folder.with_suffix(".safetensors").exists():
            tree = build_tree(task.the_game, task.options[0])
            folder.parent.mkdir(parents=True, exist_ok=True)
            agent_of(tree, solve(tree, WITHIN).strategies).save(folder.with_suffix(".safetensors"))
        return
    if (folder / FINAL_FOLDER / CARD_FILE).exists():
        return
    config = config_of(task, algorithm, folder, seed)
    if algorithm == NFSP:
        nfsp.train(config)
    else:
        train(config, resume=(folder / CONFIG_FILE).exists())


def config_of(task: Task, algorithm: str, folder: Path, seed: int) -> AnyTraining:
    """Returns the configuration of an algorithm on a task."""
    name = f"bench/{ITS_SETTINGS if algorithm == NFSP else algorithm}"
    settings = read_config(name).model_dump(exclude_unset=True)
    settings |= {"game": task.game, "output": str(folder), "seed": seed}
    if task.group == "mixes":
        settings |= {"vary": task.vary, "held_out": True}
    else:
        settings["options"] = task.rules[0]
    return check_config(name, settings)


def folder_of(algorithm: str, task: str, seed: int | str) -> Path:
    """Returns the folder of a run."""
    return FOLDER / algorithm / task / f"{seed}"


def measure(
    benchmark: Benchmark, algorithm: str, tasks: Sequence[Task], seeds: int, threads: int
) -> Entry:
    """Returns the entry of an algorithm."""
    final = folder_of(algorithm, "{task}", "{seed}") / FINAL_FOLDER
    spec = f"policy:{final}"
    if algorithm == EQUILIBRIUM:
        spec = f"strategy:{folder_of(algorithm, '{task}', 1).with_suffix('.safetensors')}"
    names = [task.name for task in tasks]
    kept = FOLDER / "measured"
    entry = run_benchmark(benchmark, spec, names, seeds=seeds, folder=kept, num_threads=threads)
    note = NOTES.get(algorithm, NOTE.format(algorithm=algorithm))
    return entry.model_copy(update={"note": note})


def curve(algorithm: str, task: Task, seeds: int) -> dict[str, Any]:
    """Returns the learning curve of each seed: by opponent, steps and mean rewards."""
    found = dict[str, Any]()
    for seed in range(1, seeds + 1):
        learned = learned_by(folder_of(algorithm, task.name, seed) / FINAL_FOLDER)
        for opponent, points in learned.items():
            row = [[int(steps), round(reward.mean, 4)] for steps, reward in points]
            found.setdefault(opponent, []).append(row)
    return found


if __name__ == "__main__":
    tyro.cli(main)
