"""Measures the exact solver: python -m benchmarks.exact namto_v0 num_players=2 first_dealer=0.

Walks the tree of a game and iterates CFR+, in processor time; compiles on a first walk that does
not count. The memory is the most that the process has held.
"""

import resource
import time
from typing import Annotated

import tyro

from fudaba.cli.arguments import read_house_rules
from fudaba.envs import find_game
from fudaba.envs.core.contract.deals import Deals, deals_of
from fudaba.evaluation.exact import build_tree
from fudaba.evaluation.exact.solver import Solver

from .measure import figures, markdown_table


def main(
    game: Annotated[str, tyro.conf.Positional],
    rules: Annotated[tuple[str, ...], tyro.conf.Positional] = (),
    iterations: int = 20,
) -> None:
    """Measures and prints the table.

    Args:
        game: The game's id.
        rules: Its house rules, as `num_players=2`.
        iterations: The iterations of CFR+, at least 2; the first does not count.
    """
    the_game = find_game(game)
    options = the_game.options(**read_house_rules(rules))
    listed = deals_of(the_game, options)
    few = Deals(
        1, lambda: ((states[:1], chances[:1]) for states, chances in [next(listed.chunks())])
    )
    build_tree(the_game, options, few)
    start = time.process_time()
    tree = build_tree(the_game, options, listed)
    walking, solver = time.process_time() - start, Solver(tree)
    solver.iterate()
    start = time.process_time()
    for _ in range(iterations - 1):
        solver.iterate()
    solving = (time.process_time() - start) / (iterations - 1)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    numbers = {
        "deals": f"{listed.number:,}",
        "histories": f"{tree.histories:,}",
        "information sets": f"{tree.num_sets:,}",
        "seconds to walk": figures(walking),
        "thousand histories/s": figures(tree.histories / walking / 1000),
        "ms an iteration": figures(1000 * solving),
        "gigabytes": figures(memory / 1e9),
    }
    print(markdown_table(["game", *numbers], [[the_game.name, *numbers.values()]]))


if __name__ == "__main__":
    tyro.cli(main)
