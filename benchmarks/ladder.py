"""Measures players on the small games exactly: the second table of docs/rungs.md.

`python -m benchmarks.ladder` writes `docs/figures/ladder.json`. With games it only prints them.
Trained players stay in `runs/ladder`, so a run that was stopped goes on.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import tyro

from fudaba.agents import make_agent
from fudaba.agents.policy import CARD_FILE
from fudaba.envs import Game, Options, find_game
from fudaba.evaluation.asking import read_game
from fudaba.evaluation.curves import FINAL_FOLDER
from fudaba.evaluation.exact import Tree, build_tree, exploitability, strategies_of
from fudaba.evaluation.exact.players import agent_of
from fudaba.evaluation.exact.solver import Strategies
from fudaba.training.config import check_config
from fudaba.training.train import train

from . import figures
from .measure import markdown_table
from .rungs import RUNGS, SHARED, Rung, house_rules

FOLDER = Path("runs/ladder")
SEARCH = "montecarlo:budget=64"
TRAININGS: dict[str, dict[str, Any]] = {
    "recipe": {
        "residual": True,
        "total_steps": 600_000,
        "warm_start": {"decisions": 60_000},
        "ppo": {"ent_coef": 0.01, "ent_coef_end": 0.003},
        "opponents": {"single_seat_fraction": 0.3},
    },
    "self-play": {"total_steps": 1_500_000},
}
PLAYERS = (SEARCH, "recipe", "recipe, drawn", "self-play", "self-play, drawn")
HEADINGS = ("game", "house rules", *(player.replace(SEARCH, f"`{SEARCH}`") for player in PLAYERS))


def game_of(rung: Rung) -> tuple[Game, Options]:
    """Returns the game and the house rules of a rung."""
    name, rules = rung
    game = find_game(name)
    return game, game.options(**SHARED, **rules)


def folder_of(rung: Rung) -> Path:
    """Returns the folder of a rung's trained players."""
    name, rules = rung
    return FOLDER / "-".join((name, *map(str, rules.values()))).replace("'", "").replace(" ", "")


def spec_of(player: str, rung: Rung, tree: Tree) -> str:
    """Returns the spec of a player; trains it if it is not there yet.

    A search draws once in each information set, and is then the strategy that always acts so.
    """
    game, options = game_of(rung)
    folder = folder_of(rung)
    if player == SEARCH:
        return kept(tree, strategies_of(tree, make_agent(SEARCH, game, options)), folder, "search")
    name, _, drawn = player.partition(", ")
    if name not in TRAININGS:
        return player
    run = folder / name
    if not (run / FINAL_FOLDER / CARD_FILE).exists():
        shared = {
            "game": game.name,
            "options": options.plain(),
            "output": str(run),
            "tables": 512,
            "threads": 1,
            "evaluation": {"deals": 100, "final_deals": 1000},
        }
        train(check_config(name, {**shared, **TRAININGS[name]}))
    return f"policy:{run / FINAL_FOLDER},{'sample' if drawn else 'argmax'}"


def kept(tree: Tree, strategies: Strategies, folder: Path, name: str) -> str:
    """Writes strategies to a file of a folder, and returns their spec."""
    file = folder / f"{name}.safetensors"
    agent_of(tree, strategies).save(file)
    return f"strategy:{file}"


def row(rung: Rung) -> list[str]:
    """Returns a rung's row of the table."""
    game, options = game_of(rung)
    tree = build_tree(game, options)
    agents = (make_agent(spec_of(player, rung, tree), game, options) for player in PLAYERS)
    lost = (exploitability(tree, strategies_of(tree, agent)) for agent in agents)
    return [game.title, house_rules(options), *(f"{gain:.3f}" for gain in lost)]


def wanted(games: tuple[str, ...]) -> Iterator[Rung]:
    """Yields the rungs of some games; all without a game."""
    names = {read_game(word).name for word in games}
    yield from (rung for rung in RUNGS if not names or rung[0] in names)


def main(games: Annotated[tuple[str, ...], tyro.conf.Positional] = ()) -> None:
    """Measures, and prints or writes the table; takes half an hour.

    Args:
        games: The games to measure and print; without them all are measured and written.
    """
    rows = [row(rung) for rung in wanted(games)]
    if games:
        print(markdown_table(HEADINGS, rows))
        return
    said = (
        "The exploitability in points a game, exact, with the house rules num_players=2 "
        "first_dealer=0 and those that are named; one training each"
    )
    figures.write("ladder", HEADINGS, rows, said)


if __name__ == "__main__":
    tyro.cli(main)
