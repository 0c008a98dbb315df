"""Random play beside a plain compiled loop: `python -m benchmarks.floor` prints every game's share.

The plain loop does at each decision what no game can do without: it fills a mask and a view, here
from rows that lie ready, and draws a legal action. Both loops run in turns, so the share hardly
depends on the machine or on its load. `tests/test_floor.py` compares it with `SHARES`. On another
processor all shares may be higher or lower, so there the middle of the twelve says by how much, and
only a game that slips beside the others is noticed.
"""

import statistics
from collections.abc import Mapping

import numpy as np
import tyro
from llvmlite.binding import get_host_cpu_name

from fudaba.envs import Game, find_game, game_names, tables
from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.core.kit.rng import draw_below
from fudaba.envs.core.stepping.loops import nth_legal

from .games import uniform_play
from .measure import Run, rate_of
from .runs import compiled_play

ROWS, WARM_UP_STEPS = 64, 10
DECISIONS = 20_000
PLAIN_DECISIONS = 40_000
ROUNDS = 9
PROCESSOR = get_host_cpu_name()

SHARES = {
    "znver4": {
        "cyclic_v0": 0.16,
        "daifugo_v0": 0.21,
        "killer_sevens_v0": 0.34,
        "makhup_v0": 0.33,
        "makkaik_v0": 0.38,
        "mokkaik_v0": 0.54,
        "namto_v0": 0.18,
        "niekhi_v0": 0.18,
        "seki_v0": 0.21,
        "sevens_v0": 0.25,
        "taxot_v0": 0.30,
        "tyrant_v0": 0.15,
    },
}
"""The speed of each game's random play, as a share of the plain loop's, when last measured.

By the processor as LLVM names it, which compiles for it.
"""
LOWEST = 0.55  # of such a share: a game that takes twice as long is at 0.5


@kernel
def copy_and_draw(
    all_masks: np.ndarray,
    all_views: np.ndarray,
    mask: np.ndarray,
    view: np.ndarray,
    chooser: np.ndarray,
    num_decisions: int,
) -> int:
    """Fills a mask and a view from ready rows and draws a legal action, again and again.

    Args:
        all_masks: int8[R, A], with a 1 in every row.
        all_views: int8 or int16 [R, D].
        mask: int8[A], filled at each decision.
        view: int8 or int16 [D], filled at each decision.
        chooser: One record with a field `rng`.
        num_decisions: The number of decisions.

    Returns:
        The sum of the actions, so that no work is left out.
    """
    total = 0
    for number in range(num_decisions):
        row = number % len(all_masks)
        count = 0
        for action in range(len(mask)):
            mask[action] = all_masks[row, action]
            count += mask[action]
        total += nth_legal(mask, draw_below(chooser[0], count))
        for place in range(len(view)):
            view[place] = all_views[row, place]
    return total


def plain_loop(game: Game) -> Run:
    """Returns the plain loop over masks and views of the game."""
    many, rng = tables(game.name, ROWS), np.random.default_rng(0)
    for _ in range(WARM_UP_STEPS):
        many.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in many.action_masks]))
    all_masks, all_views = many.action_masks.copy(), many.observations.copy()
    mask, view = np.zeros_like(all_masks[0]), np.zeros_like(all_views[0])
    chooser = np.zeros(1, game.state_dtype)

    def run() -> int:
        copy_and_draw(all_masks, all_views, mask, view, chooser, PLAIN_DECISIONS)
        return PLAIN_DECISIONS

    return run


def share(play: Run, plain: Run) -> float:
    """Returns the speed of `play` as a share of that of `plain`, the median of the rounds."""
    play(), plain()  # compiles
    return statistics.median(rate_of(play) / rate_of(plain) for _ in range(ROUNDS))


def random_play(game: Game) -> Run:
    """Returns random play of the game in a compiled loop, with mask and view."""
    return compiled_play(game.name, uniform_play, DECISIONS)


def measured() -> dict[str, float]:
    """Returns the share of every game."""
    games = map(find_game, game_names())
    return {game.name: share(random_play(game), plain_loop(game)) for game in games}


def slips(shares: Mapping[str, float], processor: str = PROCESSOR) -> list[str]:
    """Returns the games that take nearly twice as long as when measured last, or longer.

    Args:
        shares: The share of every game.
        processor: Where they were measured. If no shares are noted for it, those of the first noted
            one are scaled to the median game.
    """
    noted = SHARES.get(processor, next(iter(SHARES.values())))
    ratios = {name: each / noted[name] for name, each in shares.items()}
    scale = 1.0 if processor in SHARES else statistics.median(ratios.values())
    return [name for name, ratio in ratios.items() if ratio < LOWEST * scale]


def main() -> None:
    """Prints the share of every game."""
    print(f'    "{PROCESSOR}": {{')
    for name, each in measured().items():
        print(f'        "{name}": {each:.2f},')
    print("    },")


if __name__ == "__main__":
    tyro.cli(main)
