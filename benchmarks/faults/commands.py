"""Long commands, configured to take a second or two, and the expected outcome of each."""

import csv
import json
import re
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from safetensors import safe_open

from fudaba.evaluation.league import League
from fudaba.evaluation.report.league import league_page

Outcome = dict[str, Any]

SHARED: dict[str, Any] = {
    "game": "sevens_v0",
    "output": "run",
    "seed": 1,
    "total_steps": 2048,
    "tables": 32,
    "threads": 1,
    "checkpoint_every": 512,
    "evaluation": {"every": 1024, "deals": 4, "final_deals": 4, "against": ["random"]},
}
TRAININGS: dict[str, dict[str, Any]] = {
    "ppo": {
        "ppo": {"n_steps": 8, "batch_size": 64, "n_epochs": 1, "hidden": [8]},
        "warm_start": {"decisions": 256, "batch_size": 64},
        "opponents": {"single_seat_fraction": 0.5},
    },
    "dmc": {"algorithm": "dmc", "dmc": {"n_steps": 8, "batch_size": 64, "hidden": [8]}},
}
TIMED_COLUMNS = "time/seconds", "sha256"  # of learning curves
DATE = re.compile(rb" on \d{4}-\d\d-\d\d")  # when a page was made


@dataclass(frozen=True)
class Command:
    """A long command.

    Attributes:
        words: The arguments of `fudaba`; the command runs in its own folder.
        outcome: Returns the facts in the folder that interruptions must not change.
        has_saved: Returns whether work has been saved in the folder.
        begun: The file whose presence requires `--resume`; "" if no file does.
        config: The content of `tiny.yaml` in the folder, or None.
    """

    words: tuple[str, ...]
    outcome: Callable[[Path], Outcome]
    has_saved: Callable[[Path], bool]
    begun: str = ""
    config: Mapping[str, Any] | None = None

    def prepare(self, folder: Path) -> None:
        """Makes the folder and writes the command's config into it."""
        folder.mkdir(parents=True)
        if self.config is not None:
            (folder / "tiny.yaml").write_text(yaml.safe_dump(dict(self.config)))

    def words_in(self, folder: Path) -> list[str]:
        """Returns the arguments that start the command in a folder, or resume it there."""
        resumes = bool(self.begun) and any(folder.glob(self.begun))
        return [*self.words, *["--resume"] * resumes]


def files(*names: str) -> Callable[[Path], Outcome]:
    """Returns a function that reads files as bytes, without the date of a page."""
    return lambda folder: {name: DATE.sub(b"", (folder / name).read_bytes()) for name in names}


def rows(path: Path) -> list[str]:
    """Returns the content of an SQLite file as SQL statements."""
    with sqlite3.connect(path) as connection:
        lines = list(connection.iterdump())
    connection.close()
    return lines


def with_rows(read: Callable[[Path], Outcome], name: str) -> Callable[[Path], Outcome]:
    """Adds the rows of an SQLite file to an outcome."""
    return lambda folder: {**read(folder), name: rows(folder / name)}


def has_rows(name: str, table: str = "chunks") -> Callable[[Path], bool]:
    """Returns a function that says whether a table of an SQLite file exists and has rows."""

    def look(folder: Path) -> bool:
        if not (folder / name).exists():
            return False
        with sqlite3.connect(folder / name) as connection:
            known = connection.execute("SELECT name FROM sqlite_master").fetchall()
            found = (table,) in known and connection.execute(f"SELECT 1 FROM {table}").fetchone()
        connection.close()
        return bool(found)

    return look


def league_outcome(folder: Path) -> Outcome:
    """Returns a league without decision times, and whether its page matches its numbers."""
    league = League.from_json((folder / "league.json").read_bytes())
    plain = json.loads(league.to_json())
    for table in plain["games"].values():
        del table["seconds"], table["sha256"]
    is_its_page = (folder / "league.md").read_text() == league_page(league)
    return {"numbers": plain, "page": is_its_page, "rows": rows(folder / "league.sqlite")}


def run_outcome(folder: Path) -> Outcome:
    """Returns a training run without its times: weights, card, curves and checkpoint."""
    card = json.loads((folder / "final/card.json").read_text())
    del card["training"]["seconds"], card["sha256"]
    with (folder / "curves.csv").open(newline="") as file:
        curves = [
            {name: value for name, value in row.items() if name not in TIMED_COLUMNS}
            for row in csv.DictReader(file)
        ]
    with safe_open(folder / "checkpoint.safetensors", framework="np") as checkpoint:
        tensors = {name: checkpoint.get_tensor(name).tobytes() for name in checkpoint.keys()}  # noqa: SIM118
        progress = json.loads(checkpoint.metadata()["progress"])
    del progress["seconds"]
    weights = (folder / "final/policy.safetensors").read_bytes()
    config = (folder / "config.yaml").read_bytes()
    return {
        "weights": weights, "card": card, "curves": curves, "tensors": tensors,
        "progress": progress, "config": config,
    }  # fmt: skip


def sweep_outcome(folder: Path) -> Outcome:
    """Returns the runs of a sweep, and its table."""
    numbers = json.loads((folder / "run/sweep.json").read_text())
    return {"numbers": numbers, **{str(n): run_outcome(folder / f"run/seed-{n}") for n in (0, 1)}}


def exploit_outcome(folder: Path) -> Outcome:
    """Returns the responses, the games and the files of `fudaba exploit`."""
    found = with_rows(files("out/exploit.json", "out/exploit.html"), "out/results.sqlite")(folder)
    return {**found, "scratch": run_outcome(folder / "out/scratch")}


def has(name: str) -> Callable[[Path], bool]:
    """Returns a function that says whether a file that fits a pattern exists."""
    return lambda folder: any(folder.glob(name))


def training(algorithm: str) -> Command:
    """Returns the command of a training run."""
    return Command(
        words=("train", "tiny.yaml"),
        outcome=lambda folder: run_outcome(folder / "run"),
        has_saved=has("run/checkpoint.safetensors"),
        begun="run/config.yaml",
        config=SHARED | TRAININGS[algorithm],
    )


ARENA = (
    *("arena", "sevens", "random", "greedy", "--options", "num_players=3", "--deals", "130"),
    *("--results", "games.sqlite", "--page", "page.html"),
)
COMMANDS = {
    "arena": Command(
        (*ARENA, "--records", "games.jsonl", "--threads", "1"),
        with_rows(files("games.jsonl", "page.html"), "games.sqlite"),
        has_rows("games.sqlite"),
    ),
    "balance": Command(
        (
            *("balance", "niekhi", "--games", "600", "--vary", "num_players=2,3"),
            *("--ladder", "random", "greedy", "--ladder-deals", "64"),
            *("--results", "out.json", "--threads", "1"),
        ),
        with_rows(files("out.json", "out.csv", "out.html"), "out.sqlite"),
        has_rows("out.sqlite"),
    ),
    "league": Command(
        (
            *("league", "sevens", "niekhi", "--agents", "random", "greedy", "--deals", "100"),
            *("--output", "league.md", "--results", "league.sqlite"),
        ),
        league_outcome,
        has_rows("league.sqlite"),
    ),
    "exploit": Command(
        (
            *("exploit", "sevens", "greedy", "--steps", "2048", "--deals", "64"),
            *("--starts", "scratch", "--searches", "montecarlo:budget=4", "--search-deals", "8"),
            *("--output", "out", "--threads", "1"),
        ),
        exploit_outcome,
        has("out/scratch/checkpoint.safetensors"),
    ),
    "exact": Command(
        (
            *("exploit", "--exact", "makhup", "greedy", "montecarlo:budget=4", "--output", "out"),
            *("--options", "num_players=2", "first_dealer=0", "hand_size=3", "stock_empty=pass"),
            *("pack=[bow,chariot,king]", "--within", "0.0003"),
        ),
        files("out/exact.json", "out/equilibrium.safetensors"),
        has("out/unfinished.safetensors"),
    ),
    "ppo": training("ppo"),
    "dmc": training("dmc"),
    "sweep": Command(
        ("train", "tiny.yaml", "--seeds", "0,1"),
        sweep_outcome,
        has("run/seed-*/checkpoint.safetensors"),
        begun="run/seed-*/config.yaml",
        config=SHARED | TRAININGS["ppo"] | {"total_steps": 1024, "warm_start": {"decisions": 0}},
    ),
}
