"""Counts false verdicts in simulated studies of known truth: `python -m benchmarks.coverage`.

*Clearly best*: variants of a game whose goals are equal, or differ by half a standard error, play
the same deals, of which half end alike. A verdict is false if it leaves out a variant that is
truly the best. *Few deals*: the share of the intervals of a mean reward that miss the truth, from
two deals upwards; rewards are the points of games that end in few ways.

The estimators are those of the reports: `gap_between`, `ratio_of_sums`, `skill_of`, `find_best` and
`clustered_mean`. Only the games are random numbers. A share of false verdicts that may exceed
`ALLOWED` by its first count, two standard errors more, is counted again in `AGAIN` fresh studies,
because the largest of many first counts is mostly luck. It takes some hours of processor time.
"""

from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product

import numpy as np
import tyro

from fudaba.evaluation.balance.goals import gap_between, skill_of
from fudaba.evaluation.balance.ladder import _in_deviations
from fudaba.evaluation.best import find_best
from fudaba.evaluation.statistics import Estimate, clustered_mean, ratio_of_sums

from . import figures

STUDIES, FEWER = 1000, 200  # fewer where a study has many games or variants
ALLOWED, AGAIN = 0.055, 8000  # two standard errors of the second count are half a point
GAMES, VARIANTS = (200, 400, 1000, 5000), (2, 3, 6, 12)
DEALS = (2, 3, 4, 6, 10, 20, 50)
ALIKE = 0.5  # the share of the deals that end alike under all rules
SHIFT = 0.5  # of the variants that are not the best, in standard errors

Simulate = Callable[[np.random.Generator, int, int, float], list[Estimate]]


def luck_of(rng: np.random.Generator, games: int, variants: int) -> np.ndarray:
    """Returns uniform numbers float64[variants, games], some of which all variants share."""
    luck = rng.random((variants, games))
    alike = rng.random(games) < ALIKE
    luck[:, alike] = luck[0, alike]
    return luck


def gaps(seats: int, gap: float) -> Simulate:
    """Gaps in games won between places whose chances differ by `gap` from the first to the last."""

    def simulate(
        rng: np.random.Generator, games: int, variants: int, shift: float
    ) -> list[Estimate]:
        estimates = []
        for variant, drawn in enumerate(luck_of(rng, games, variants)):
            more = shift * np.sqrt(2 / seats / games) if variant % 2 else 0.0
            chances = 1 / seats + (gap + more) * (np.arange(seats) / (seats - 1) - 0.5)
            place = np.minimum(np.searchsorted(np.cumsum(chances), drawn), seats - 1)
            won = np.eye(seats)[place]
            estimates.append(gap_between(won, np.ones_like(won)))
        return estimates

    return simulate


def share(truth: float) -> Simulate:
    """The share of the games in which something happens, such as shared wins."""

    def simulate(
        rng: np.random.Generator, games: int, variants: int, shift: float
    ) -> list[Estimate]:
        more = shift * np.sqrt(truth / games) * (np.arange(variants) % 2)
        happened = luck_of(rng, games, variants) < truth + more[:, None]
        return [ratio_of_sums(each, np.ones(games)) for each in happened.astype(float)]

    return simulate


def number(rng: np.random.Generator, games: int, variants: int, shift: float) -> list[Estimate]:
    """Skewed numbers of a game, such as decisions."""
    luck = rng.exponential(size=games) + rng.exponential(size=(variants, games))
    luck += shift * np.sqrt(2 / games) * (np.arange(variants) % 2)[:, None]
    return [ratio_of_sums(each, np.ones(games)) for each in luck]


def skill(truth: float) -> Simulate:
    """Shares of skill, from the lead of one agent in standard deviations of a game."""

    def simulate(
        rng: np.random.Generator, games: int, variants: int, shift: float
    ) -> list[Estimate]:
        luck, ones = rng.normal(size=games), np.ones(games)
        estimates: list[Estimate] = []
        for variant in range(variants):
            lead = truth + shift / np.sqrt(games) * (variant % 2)
            rewards = lead + (luck + rng.normal(size=games)) / np.sqrt(2)
            mean, squares = ratio_of_sums(rewards, ones), ratio_of_sums(rewards**2, ones)
            estimates.append(skill_of(_in_deviations(mean, squares)))
        return estimates

    return simulate


GOALS: dict[str, tuple[Simulate, int]] = {  # with its sign
    "gap 0, two places": (gaps(2, 0.0), -1),
    "gap 0, four places": (gaps(4, 0.0), -1),
    "gap 0.02, four places": (gaps(4, 0.02), -1),
    "gap 0.05, two places": (gaps(2, 0.05), -1),
    "gap 0.2, four places": (gaps(4, 0.2), -1),
    "gap 0, twelve roles": (gaps(12, 0.0), -1),
    "a share of 0.01": (share(0.01), -1),
    "a share of 0.5": (share(0.5), -1),
    "a skewed number": (number, -1),
    "skill 0": (skill(0.0), 1),
    "skill 0.2": (skill(0.5), 1),
}


def false_verdicts(goal: str, games: int, variants: int, shift: float) -> float:
    """Returns the share of the studies in which one of the best variants is left out, 0..1."""
    is_long = games == max(GAMES) or variants == max(VARIANTS)
    studies = FEWER if is_long else STUDIES
    first = _count_false(goal, games, variants, shift, studies, seed=17)
    if first + 2 * np.sqrt(ALLOWED * (1 - ALLOWED) / studies) <= ALLOWED:
        return first
    return _count_false(goal, games, variants, shift, AGAIN, seed=19)


def _count_false(
    goal: str, games: int, variants: int, shift: float, studies: int, seed: int
) -> float:
    simulate, sign = GOALS[goal]
    rng = np.random.default_rng(seed)
    wins_with = 1 if sign > 0 and shift else 0  # which of every two variants is the best
    false = 0
    for _ in range(studies):
        found = find_best(simulate(rng, games, variants, shift), sign).may_be_best
        false += not (found[wins_with::2] if shift else found).all()
    return false / studies


REWARDS = {
    "won or lost, even": ((-1.0, 1.0), (0.5, 0.5)),
    "won or lost, 9 to 1": ((-1.0, 1.0), (0.1, 0.9)),
    "one wins of four": ((-1.0, 3.0), (0.75, 0.25)),
    "split nearly always": ((-1.0, 0.0, 1.0), (0.05, 0.9, 0.05)),
}


def misses(rewards: str, deals: int, studies: int = STUDIES) -> tuple[float, float]:
    """Returns how often intervals of a few deals miss the mean, and name a wrong sign, 0..1."""
    values, chances = map(np.array, REWARDS[rewards])
    truth = float(values @ chances)
    rng = np.random.default_rng(18)
    missed = wrong = 0
    for _ in range(studies):
        earned = rng.choice(values, size=deals, p=chances)
        found = clustered_mean(earned, np.arange(deals), float(np.ptp(values)))
        missed += not found.low <= truth <= found.high
        wrong += (found.low > 0 and truth <= 1e-9) or (found.high < 0 and truth >= -1e-9)
    return missed / studies, wrong / studies


def main() -> None:
    """Simulates all studies, and writes both tables to docs/figures."""
    cells, intervals = [*product(GOALS, GAMES, VARIANTS, (0.0, SHIFT))], [*product(REWARDS, DEALS)]
    with ProcessPoolExecutor() as pool:
        missed = [share for share, _ in pool.map(misses, *zip(*intervals, strict=True))]
        false = np.array(list(pool.map(false_verdicts, *zip(*cells, strict=True))))
    variants = ", ".join(map(str, VARIANTS))
    figures.write(
        "coverage",
        ["goal", *(f"{games:,} games" for games in GAMES)],
        _table(GOALS, false.reshape(len(GOALS) * len(GAMES), -1).max(axis=1)),
        f"The largest share of false verdicts over {variants} variants, equal or half a standard "
        f"error apart: {STUDIES:,} simulated studies of each, {FEWER} with {max(GAMES):,} games "
        f"or {max(VARIANTS)} variants, and {AGAIN:,} fresh ones wherever the first may lie above "
        f"{100 * ALLOWED:.1f} %",
    )
    figures.write(
        "few_deals",
        ["game", *(f"{deals} deals" for deals in DEALS)],
        _table(REWARDS, missed),
        f"The share of the 95 % intervals of a mean reward that miss the truth, in {STUDIES:,} "
        "simulated studies of each",
    )


def _table(names: Collection[str], shares: Sequence[float] | np.ndarray) -> list[list[str]]:
    """Returns a row for each name, with its shares in per cent."""
    columns = len(shares) // len(names)
    return [
        [name, *(f"{100 * share:.1f} %" for share in shares[row * columns :][:columns])]
        for row, name in enumerate(names)
    ]


if __name__ == "__main__":
    tyro.cli(main)
