"""Sums up what tuned weights gained, for docs/tuning_heuristics.md: `python -m benchmarks.gains`.

The figures are those of the files that `fudaba tune-heuristic` wrote,
`envs/<game>/heuristic.json`.
"""

import json
from collections.abc import Sequence

import tyro

from fudaba.envs import find_game

from . import figures

HEADINGS = ("game", "all sizes, in spreads", "among greedy", "among random", "weights that changed")


def rows() -> list[list[str]]:
    """Returns the rows, the largest gain first."""
    found = []
    for path in figures.ROOT.glob("envs/*/heuristic.json"):
        content = json.loads(path.read_text(encoding="utf-8"))
        tuning = content["tuning"]
        at_four = {
            gain["among"]: gain["points"] for gain in tuning["gains"] if gain["num_players"] == 4
        }
        gains = (tuning["gain_in_spreads"], at_four["today's greedy"], at_four["random"])
        weights = ", ".join(f"`{name}`" for name in content["weights"])
        title = find_game(content["game"]).title
        found.append((gains[0][0], [title, *map(cell, gains), weights]))
    return [row for _, row in sorted(found, reverse=True)]


def cell(interval: Sequence[float]) -> str:
    """Returns `+0.222 ± 0.006` of a mean and its ends."""
    mean, low, high = interval
    return f"{mean:+.3f} ± {max(mean - low, high - mean):.3f}"


def main() -> None:
    """Writes the table."""
    players = "The gains of the new weights, with 95 % intervals, as their files have them"
    figures.write("gains", HEADINGS, rows(), players)


if __name__ == "__main__":
    tyro.cli(main)
