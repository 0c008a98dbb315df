"""Measures what a game costs, in lines and in speed: `python -m benchmarks.costs`.

It writes `docs/figures/costs.json`: the games of `examples/games`, each one file, and the games of
the package beside them.
"""

import statistics
from pathlib import Path

import tyro

from fudaba.envs import Game, find_game, game_names, register

from . import figures as written
from .games import uniform_play
from .measure import ROUNDS, figures, rates_in_turns, timed
from .runs import COMPILED, TABLES, runs_of

WAYS = (COMPILED, TABLES)
HEADINGS = ("game", "files", "lines", *(f"{way}, thousand decisions a second" for way in WAYS))
EXAMPLES = sorted((written.ROOT / "examples" / "games").glob("[!_]*.py"))


def main() -> None:
    """Measures all games in turns, and writes the table; takes minutes."""
    for path in EXAMPLES:
        register(f"{path.stem}_v0", f"examples.games.{path.stem}")
    own = [find_game(f"{path.stem}_v0") for path in EXAMPLES]
    others = [find_game(name) for name in game_names() if find_game(name) not in own]
    runs = {
        (game.name, way): run
        for game in (*own, *others)
        for way, run in runs_of(game.name, uniform_play, WAYS).items()
    }
    rates = rates_in_turns(timed(runs))
    rows = [
        [*row(game), *(figures(statistics.median(rates[game.name, way]) / 1000) for way in WAYS)]
        for game in (*own, *others)
    ]
    players = (
        f"Random play with the usual house rules, as on the page on speed; medians of {ROUNDS} "
        "rounds in turns; lines of Python and of their comments, without advice"
    )
    written.write("costs", HEADINGS, rows, players)


def row(game: Game) -> list[str]:
    """Returns the title, the number of files and the lines of a game."""
    files = sources_of(game)
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    return [game.title, str(len(files)), f"{lines:,}"]


def sources_of(game: Game) -> list[Path]:
    """Returns the files of a game's code, without its heuristic."""
    if game.file.stem != "__init__":
        return [game.file]
    paths = game.folder.rglob("*.py")
    return sorted(path for path in paths if "heuristic" not in str(path.relative_to(game.folder)))


if __name__ == "__main__":
    tyro.cli(main)
