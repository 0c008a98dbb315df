"""Measures what `fudaba exploit` finds where the truth is known: the second table of docs/exploit.md.

`python -m benchmarks.tightness` trains players on some of the rungs, measures them by default
settings, and writes `docs/figures/tightness.json`. With games it only prints them. It keeps
everything in `runs/tightness`, so a run that was stopped goes on.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import tyro

from fudaba.agents import make_agent
from fudaba.agents.policy import CARD_FILE
from fudaba.envs import Game, Options, find_game
from fudaba.evaluation.asking import read_game
from fudaba.evaluation.curves import FINAL_FOLDER
from fudaba.evaluation.exact import Tree, build_tree, exploitability, solve, strategies_of, value
from fudaba.evaluation.exact.players import agent_of
from fudaba.evaluation.exact.solver import Strategies, uniform
from fudaba.training.config import check_config
from fudaba.training.exploit import Exploiter
from fudaba.training.train import train

from . import figures
from .measure import markdown_table
from .rungs import RUNGS, SHARED, WITHIN

GAMES = ("makhup_v0", "namto_v0", "taxot_v0")
FOLDER = Path("runs/tightness")
SEARCH = "montecarlo:budget=64"
MISTAKES = 0.25  # how often the equilibrium with a weakness moves at random
TRAININGS: dict[str, dict[str, Any]] = {
    "recipe": {"total_steps": 600_000, "warm_start": {"decisions": 60_000}},
    "PPO": {
        "total_steps": 1_500_000,
        "residual": False,
        "warm_start": {"decisions": 0},
        "opponents": {"single_seat_fraction": 0.0},
        "ppo": {"ent_coef": 0.05, "ent_coef_end": 0.03},
    },
}
HEADINGS = ("game", "house rules", "player", "gives away", "found", "share", "best response")


def players(game: Game, options: Options, tree: Tree, folder: Path) -> Iterator[tuple[str, str]]:
    """Yields the names and the specs of players; trains and solves what is missing."""
    yield from ((word, word) for word in ("random", "greedy", "greedy:untuned"))
    for name, content in TRAININGS.items():
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
            train(check_config(name, {**shared, **content}))
        for manner in ("argmax", "sample"):
            yield f"{name}, {manner}", f"policy:{run / FINAL_FOLDER},{manner}"
    drawn = strategies_of(tree, make_agent(SEARCH, game, options))
    solved, careless = solve(tree, WITHIN).strategies, map(uniform, tree.seats)
    weak = [
        (1 - MISTAKES) * sure + MISTAKES * random
        for sure, random in zip(solved, careless, strict=True)
    ]
    for name, strategies in ((SEARCH, drawn), ("weak equilibrium", weak)):
        file = folder / f"{name.partition(':')[0]}.safetensors"
        agent_of(tree, strategies).save(file)
        yield name, f"strategy:{file}"


def won(tree: Tree, response: Strategies, target: Strategies) -> float:
    """Returns what a response wins against a target, the mean of both seats."""
    seats = value(tree, (response[0], target[1])), -value(tree, (target[0], response[1]))
    return sum(seats) / 2


def rows(name: str, rules: dict[str, Any], number: int) -> Iterator[list[str]]:
    """Yields the rows of a rung."""
    game = find_game(name)
    options = game.options(**SHARED, **rules)
    tree, folder = build_tree(game, options), FOLDER / f"{name}-{number}"
    words = [f"{rule}={word}" for rule, word in options.changed().items() if rule not in SHARED]
    for player, spec in players(game, options, tree, folder):
        target = strategies_of(tree, make_agent(spec, game, options))
        asked = Exploiter(game, spec, options, threads=1)
        place = folder / asked.run_key().folder
        policies = {start: asked.train(start, place) for start in asked.allowed_starts()}
        best = asked.measure(policies, asked.usual_searches(), place).responses[0]
        response = strategies_of(tree, make_agent(best.word, game, options))
        exact, found = exploitability(tree, target), won(tree, response, target)
        title = f"from `{best.name}`" if best.policy else f"`{best.name.partition(',')[0]}`"
        shown = (f"{exact:.3f}", f"{found:.3f}", f"{found / exact:.2f}")
        yield [game.title, f"`{' '.join(words)}`", player, *shown, title]


def main(games: Annotated[tuple[str, ...], tyro.conf.Positional] = ()) -> None:
    """Measures, and prints or writes the table; takes an hour or two.

    Args:
        games: The games to measure and print; without them all are measured and written.
    """
    wanted = {read_game(word).name for word in games} or set(GAMES)
    found = [
        row
        for number, (name, rules) in enumerate(RUNGS)
        if name in wanted
        for row in rows(name, rules, number)
    ]
    share = np.mean([float(row[HEADINGS.index("share")]) for row in found])
    if games:
        print(markdown_table(HEADINGS, found), f"mean share {share:.2f}", sep="\n")
        return
    said = f"What the best response wins, computed; the mean of all shares is {share:.2f}"
    figures.write("tightness", HEADINGS, found, said)


if __name__ == "__main__":
    tyro.cli(main)
