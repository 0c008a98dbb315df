"""Solves the small games: the table of docs/rungs.md.

`python -m benchmarks.rungs` writes `docs/figures/rungs.json`. With games it only prints them.
"""

from typing import Annotated, Any

import numpy as np
import tyro

from fudaba.agents import make_agent
from fudaba.envs import Game, Options, find_game
from fudaba.evaluation.asking import read_game
from fudaba.evaluation.exact import build_tree, exploitability, solve, strategies_of

from . import figures
from .measure import markdown_table

Rung = tuple[str, dict[str, Any]]

RUNGS: tuple[Rung, ...] = (
    ("cyclic_v0", {"fewer_cards": 4, "dealer_draw": 0, "pack": ["bow", "chariot", "emperor"]}),
    (
        "makhup_v0",
        {"hand_size": 3, "stock_empty": "pass", "pack": ["bow", "chariot", "king"]},
    ),
    (
        "makkaik_v0",
        {"bet_rounds": 1, "max_base": 1, "fewer_common": 1, "pack": ["soldier", "bow"]},
    ),
    ("mokkaik_v0", {"hand_size": 3, "pack": ["bow", "chariot", "tiger"]}),
    ("namto_v0", {"bet_cap": 1}),
    ("namto_v0", {"bet_cap": 2}),
    ("niekhi_v0", {"hand_size": 5, "pack": ["bow", "chariot", "tiger"]}),
    ("taxot_v0", {"pack": ["bow", "chariot", "tiger"]}),
)
WHOLE: Rung = ("namto_v0", {})  # no small game: it takes minutes to solve, and hours to search
SHARED = {"num_players": 2, "first_dealer": 0}
PLAYERS = ("random", "greedy")
SAMPLE = "makhup_v0"  # the smallest
WITHIN = 0.001
NUM_GAMES = 1000  # for the mean length
HEADINGS = (
    "game", "house rules", "deals", "histories", "information sets", "moves", "most", "choices",
    "value", *PLAYERS,
)  # fmt: skip


def row(name: str, rules: dict[str, Any]) -> list[str]:
    """Returns a rung's row of the table."""
    game = find_game(name)
    options = game.options(**SHARED, **rules)
    tree = build_tree(game, options)
    low, high = solve(tree, WITHIN).value
    lost = [
        exploitability(tree, strategies_of(tree, make_agent(word, game, options)))
        for word in PLAYERS
    ]
    choices = (tree.histories - tree.deals.number) / (tree.histories - tree.ends)
    return [
        game.title,
        house_rules(options),
        *(f"{number:,}" for number in (tree.deals.number, tree.histories, tree.num_sets)),
        f"{mean_length(game, options):.1f}",
        f"{tree.longest}",
        f"{choices:.2f}",
        f"{(low + high) / 2:+.3f}",
        *(f"{gain:.3f}" for gain in lost),
    ]


def house_rules(options: Options) -> str:
    """Returns the house rules of a rung as a cell of a table, without those of all rungs."""
    words = (f"{rule}={word}" for rule, word in options.changed().items() if rule not in SHARED)
    return f"`{text}`" if (text := " ".join(words)) else "the defaults"


def mean_length(game: Game, options: Options) -> float:
    """Returns the mean number of decisions of some random games."""
    rng, decisions = np.random.default_rng(0), 0
    for number in range(NUM_GAMES):
        state = np.zeros(1, game.state_dtype)[0]
        options.write(state)
        state["rng"] = number
        game.kernels.deal(state)
        while state["to_move"] >= 0:
            game.kernels.apply(state, int(rng.choice(game.legal_actions(state))))
            decisions += 1
    return decisions / NUM_GAMES


def sample() -> list[list[str]]:
    """Returns the rows of the smallest rung."""
    return [row(name, rules) for name, rules in RUNGS if name == SAMPLE]


def main(games: Annotated[tuple[str, ...], tyro.conf.Positional] = ()) -> None:
    """Solves, and prints or writes the table; takes minutes.

    Args:
        games: The games to solve and print; without them all are solved and written.
    """
    names = {read_game(word).name for word in games}
    rows = [row(name, rules) for name, rules in (*RUNGS, WHOLE) if not names or name in names]
    if games:
        print(markdown_table(HEADINGS, rows))
        return
    said = (
        "Exact, with the house rules num_players=2 first_dealer=0 and those that are named; the "
        f"value within {WITHIN} points, the mean number of moves from {NUM_GAMES:,} random games"
    )
    figures.write("rungs", HEADINGS, rows, said, sample())


if __name__ == "__main__":
    tyro.cli(main)
