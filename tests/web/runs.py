"""Folders of runs for the tests, with records of games of random players."""

import json
from pathlib import Path
from typing import Any

from fudaba.agents.seated import SeatedGame
from fudaba.envs import Game, GameRecord, find_game
from fudaba.evaluation.records import add_games

SEVENS = find_game("sevens_v0")
CURVES = (
    "time/steps,evaluation/greedy,evaluation/greedy_low,evaluation/greedy_high\n"
    "0,-0.1,-0.2,0.0\n1500000,0.1,0.0,0.2\n"
)
MORE = "3000000,0.25,0.2,0.3\n"


def played(game: Game = SEVENS, decisions: int = 999, seed: int = 1, **rules: Any) -> GameRecord:
    """Returns the record of a game of random players, after some decisions or to its end."""
    options = game.options.read(game.name, rules)
    seated = SeatedGame(game, options, ["random"] * options.num_players, seed)
    while seated.to_move >= 0 and len(seated.actions) < decisions:
        seated.take(seated.agent_action())
    return seated.record()


def put_records(folder: Path, *records: GameRecord, name: str = "games.jsonl") -> str:
    """Writes records into a folder; returns the name of the file."""
    add_games(folder / name, records)
    return name


def put_training(folder: Path, name: str = "training/sevens") -> Path:
    """Writes an unfinished training run into a folder; returns its path."""
    run = folder / name
    run.mkdir(parents=True)
    (run / "curves.csv").write_text(CURVES)
    (run / "config.yaml").write_text("game: sevens_v0\nseed: 1\n")
    return run


def publish(run: Path) -> None:
    """Writes the card of a finished training run."""
    final = {"mean_reward": 0.26, "low": 0.24, "high": 0.28, "deals": 1000}
    card = {
        "format": "fudaba-policy-1", "game": "sevens_v0", "options": SEVENS.options().plain(),
        "interface": "", "weights_sha256": "", "training": {"steps": 3000000},
        "evaluation": {"greedy": final},
    }  # fmt: skip
    (run / "final").mkdir()
    (run / "final" / "card.json").write_text(json.dumps(card))


def put_page(folder: Path, headline: str = "greedy leads.", command: str = "arena") -> Path:
    """Writes a page like one of `fudaba arena`; returns its path."""
    page = folder / "arena" / "arena.html"
    page.parent.mkdir()
    page.write_text(
        f'<!doctype html><html lang="en"><head><meta name="fudaba-question" content="1">'
        f'<meta name="fudaba-command" content="{command}">'
        f'<meta name="description" content="{headline}"><title>Sevens: greedy, random</title>'
        '</head><body><p id="said">as written</p><script>'
        'document.getElementById("said").textContent = "scripted";'
        'fetch("/api/runs").then(() => { document.title = "it could ask"; }, () => {});'
        "</script></body></html>"
    )
    return page
