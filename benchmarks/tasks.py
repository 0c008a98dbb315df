"""Freezes the list of tasks of the benchmark: `python -m benchmarks.tasks`.

It writes `fudaba-bench-1.json` of `evaluation/benchmark`. A published list stays as it is; a change
of the rules or of the players needs another name.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import tyro

from fudaba.agents.greedy import weight_table
from fudaba.agents.packaged import place_of_generalist
from fudaba.agents.policy import read_card
from fudaba.agents.tuned_advice import packaged_weights
from fudaba.common.files import write_whole
from fudaba.envs import find_game, game_names
from fudaba.evaluation.benchmark.run import run_benchmark
from fudaba.evaluation.benchmark.tasks import (
    BENCHMARK,
    FILE,
    GREEDY,
    MIXED,
    RANDOM,
    Benchmark,
    Scale,
    Task,
    fingerprint_of,
    is_held_out,
)
from fudaba.training.config import check_config

from .rungs import RUNGS, SHARED

KEPT = Path("runs/benchmark/tasks")
SEED = 1_000_097  # of deals that no training and no evaluation plays
BUDGETS = {"small": 1_000_000, "middle": 10_000_000, "large": 100_000_000}
SHARP, TIMID = "sharp", "timid"
TABLES = ((GREEDY,), (SHARP,), (TIMID,), (MIXED,), (GREEDY, SHARP, TIMID))
WITH_MIXES = ("killer_sevens_v0", "niekhi_v0", "seki_v0", "sevens_v0")
NUM_MIXES = 8
SLOW = ("makkaik-rung", "namto-rung-1", "namto-rung-2")  # rungs that the quick regime lacks
STRONG, GENERALIST, EQUILIBRIUM = "policy:best", "policy:any", "equilibrium"

# What differs from greedy's weights: sharp players bet, attack and spend, timid ones save.
KINDS: dict[str, dict[str, dict[str, float]]] = {
    "cyclic_v0": {SHARP: {"passing": 18}, TIMID: {"passing": -4, "per_nothing": 25}},
    "daifugo_v0": {
        SHARP: {"lead": 2, "joker": 0.4},
        TIMID: {"win": 2.4, "joker": 2.5, "lead": 0.6},
    },
    "killer_sevens_v0": {
        SHARP: {"others_harm": 3.5, "kill": 12, "own_danger": 1},
        TIMID: {"others_harm": -0.5, "kill": 0, "own_danger": 6, "own_harm": -6},
    },
    "makhup_v0": {
        SHARP: {"special_worth": 29, "draw_worth": -8},
        TIMID: {"special_worth": -6, "per_number": 0},
    },
    "makkaik_v0": {
        SHARP: {"equal_weight": 0.3, "gain_per_round": 1, "share_of_callers": 0.4},
        TIMID: {"equal_weight": 1.5, "gain_per_round": 4, "share_of_callers": 0},
    },
    "mokkaik_v0": {
        SHARP: {"round_worth": 3, "court_worth": 3, "ship_worth": 3},
        TIMID: {"round_worth": 0.3, "card_worth": 2, "court_worth": 16, "ship_worth": 16},
    },
    "namto_v0": {
        SHARP: {"goes_along": 0.5, "bet_tells": 0, "caution": -0.2},
        TIMID: {"bet_tells": 0.4, "caution": 0.6},
    },
    "niekhi_v0": {
        SHARP: {"lead": 3, "urgent_lead": 5, "ship_credit": -0.5, "general_credit": -0.5},
        TIMID: {"lead": 0, "urgent_lead": 0.5, "ship_credit": 2.5, "general_credit": 3},
    },
    "seki_v0": {
        SHARP: {"use": 14, "use_discard": 12, "activate_stuck": 14, "few_cards": 5},
        TIMID: {"use": 1, "use_discard": -2, "activate_bonus": 2, "zero_strength": 14},
    },
    "sevens_v0": {
        SHARP: {"every_pass": 3.5, "pass_price": -0.5, "others_card": -5},
        TIMID: {"every_pass": 0, "pass_price": -4},
    },
    "taxot_v0": {
        SHARP: {"call_cost": 0, "per_wait": 4},
        TIMID: {"call_cost": 30, "court_worth": 5},
    },
    "tyrant_v0": {
        SHARP: {"bluff": -10, "to_act": 5, "appetite_now": 6, "card": 0.0},
        TIMID: {"bluff": 4, "to_act": 20, "card": 0.06},
    },
}


def main(output: Path = FILE) -> None:
    """Measures both ends of every scale, and writes the list; takes half an hour."""
    tasks = (*map(game_task, game_names()), *map(rung_task, RUNGS), *map(mix_task, WITH_MIXES))
    found = Benchmark(
        name=BENCHMARK,
        budgets=BUDGETS,
        seeds=5,
        seed=SEED,
        deals=256,
        quick_deals=16,
        pool={name: pool_of(name) for name in game_names()},
        tasks=tuple(tasks),
    )
    prints = [
        task.model_copy(update={"fingerprint": fingerprint_of(found, task)}) for task in found.tasks
    ]
    found = found.model_copy(update={"tasks": tuple(prints)})
    scaled = found.model_copy(update={"tasks": tuple(with_scales(found, task) for task in prints)})
    write_whole(output, (json.dumps(scaled.model_dump(), indent=1) + "\n").encode())


def pool_of(name: str) -> dict[str, dict[str, float]]:
    """Returns all weights of a game's players."""
    game = find_game(name)
    usual = weight_table(game).complete(packaged_weights(game))
    return {GREEDY: usual, **{kind: usual | changed for kind, changed in KINDS[name].items()}}


def with_scales(benchmark: Benchmark, task: Task) -> Task:
    """Returns a task with the scales that its two players fix."""
    full = scale_of(benchmark, task, quick=False)
    is_exact = task.strong == EQUILIBRIUM
    quick = full if is_exact else scale_of(benchmark, task, quick=True)
    return task.model_copy(update={"full": full, "quick": quick})


def scale_of(benchmark: Benchmark, task: Task, quick: bool) -> Scale:
    """Returns the scale of a task in a regime."""
    zero = reached(benchmark, task, RANDOM, quick)
    is_exact = task.strong == EQUILIBRIUM
    return Scale(zero=zero, one=0.0 if is_exact else reached(benchmark, task, task.strong, quick))


def reached(benchmark: Benchmark, task: Task, spec: str, quick: bool) -> float:
    """Returns what an agent reaches on a task."""
    everywhere = task.model_copy(update={"is_quick": True})
    alone = benchmark.model_copy(update={"tasks": (everywhere,)})
    entry = run_benchmark(alone, spec, quick=quick, folder=KEPT)
    return entry.results[0].reached[0]


def short(name: str) -> str:
    """Returns a game's name without its version."""
    return name.rpartition("_")[0]


def game_task(name: str) -> Task:
    """Returns the task of a whole game, without its scales."""
    return new_task(short(name), "games", name, [{}], TABLES, STRONG)


def rung_task(rung: tuple[str, dict[str, Any]]) -> Task:
    """Returns the task of a rung, without its scales."""
    name, rules = rung
    title = "-".join([short(name), "rung", *(f"{cap}" for cap in [rules.get("bet_cap")] if cap)])
    return new_task(title, "rungs", name, [{**SHARED, **rules}], (), EQUILIBRIUM)


def mix_task(name: str) -> Task:
    """Returns the task of a game under held-out house rules, without its scales."""
    game = find_game(name)
    config = check_config(name, read_card(place_of_generalist(game)).training["config"])
    mixes, rng, rules = config.mixes, np.random.default_rng(SEED), list[dict[str, Any]]()
    assert mixes is not None, name
    usual = game.options().plain()
    while len(rules) < NUM_MIXES:
        for options in filter(is_held_out, mixes.draw(1, rng)):
            plain = options.plain()
            rules.append({rule: value for rule, value in plain.items() if value != usual[rule]})
    task = new_task(f"{short(name)}-mixes", "mixes", name, rules, ((GREEDY,),), GENERALIST)
    return task.model_copy(update={"vary": config.vary})


def new_task(
    name: str,
    group: Any,
    game: str,
    rules: list[dict[str, Any]],
    tables: tuple[tuple[str, ...], ...],
    strong: str,
) -> Task:
    """Returns a task whose scale is in points."""
    scale = Scale(zero=0.0, one=1.0)
    return Task(
        name=name,
        group=group,
        game=game,
        rules=tuple(rules),
        vary=(),
        tables=tables,
        strong=strong,
        is_quick=name not in SLOW,
        full=scale,
        quick=scale,
        fingerprint="",
    )


if __name__ == "__main__":
    tyro.cli(main)
