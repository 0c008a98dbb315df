"""Measures what `fudaba exploit` finds where the truth is known: a table of docs/exploit.md.

`python -m benchmarks.tightness` measures players of `benchmarks.ladder` by the default settings,
and writes `docs/figures/tightness.json`. With games it only prints them. It keeps everything in
`runs/ladder`, so a run that was stopped goes on.
"""

from collections.abc import Iterator
from typing import Annotated

import numpy as np
import tyro

from fudaba.agents import make_agent
from fudaba.agents.uniform import UniformAgent
from fudaba.evaluation.exact import Tree, build_tree, exploitability, solve, strategies_of, value
from fudaba.evaluation.exact.solver import Strategies
from fudaba.training.exploit import Exploiter

from . import figures
from .ladder import PLAYERS, folder_of, game_of, kept, spec_of, wanted
from .measure import markdown_table
from .rungs import RUNGS, WITHIN, Rung, house_rules

MEASURED = [rung for rung in RUNGS if rung[0] == "makhup_v0" or rung[1] == {"bet_cap": 1}]
WEAK, MISTAKES = "weak equilibrium", 0.25  # an equilibrium that often moves at random
HEADINGS = ("game", "house rules", "player", "gives away", "found", "share", "best response")


def weakened(rung: Rung, tree: Tree) -> str:
    """Returns the spec of an equilibrium with a weakness."""
    solved = solve(tree, WITHIN).strategies
    careless = strategies_of(tree, UniformAgent())
    mixed = (
        (1 - MISTAKES) * sure + MISTAKES * random
        for sure, random in zip(solved, careless, strict=True)
    )
    return kept(tree, tuple(mixed), folder_of(rung), "weak")


def won(tree: Tree, response: Strategies, target: Strategies) -> float:
    """Returns what a response wins against a target, the mean of both seats."""
    seats = value(tree, (response[0], target[1])), -value(tree, (target[0], response[1]))
    return sum(seats) / 2


def rows(rung: Rung) -> Iterator[list[str]]:
    """Yields the rows of a rung."""
    game, options = game_of(rung)
    tree = build_tree(game, options)
    for player in ("greedy", *PLAYERS, WEAK):
        spec = weakened(rung, tree) if player == WEAK else spec_of(player, rung, tree)
        target = strategies_of(tree, make_agent(spec, game, options))
        asked = Exploiter(game, spec, options, threads=1)
        place = folder_of(rung) / asked.run_key().folder
        policies = {start: asked.train(start, place) for start in asked.allowed_starts()}
        best = asked.measure(policies, asked.usual_searches(), place).responses[0]
        response = strategies_of(tree, make_agent(best.word, game, options))
        exact, found = exploitability(tree, target), won(tree, response, target)
        title = f"from `{best.name}`" if best.policy else f"`{best.name.partition(',')[0]}`"
        shown = (f"{exact:.3f}", f"{found:.3f}", f"{found / exact:.2f}")
        yield [game.title, house_rules(options), player, *shown, title]


def main(games: Annotated[tuple[str, ...], tyro.conf.Positional] = ()) -> None:
    """Measures, and prints or writes the table; takes an hour or two.

    Args:
        games: The games to measure and print; without them two rungs are measured and written.
    """
    rungs = wanted(games) if games else MEASURED
    found = [row for rung in rungs for row in rows(rung)]
    share = np.mean([float(row[HEADINGS.index("share")]) for row in found])
    if games:
        print(markdown_table(HEADINGS, found), f"mean share {share:.2f}", sep="\n")
        return
    said = f"What the best response wins, computed; the mean of all shares is {share:.2f}"
    figures.write("tightness", HEADINGS, found, said)


if __name__ == "__main__":
    tyro.cli(main)
