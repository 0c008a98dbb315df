"""Races of synthetic variants: what stops, what the intervals hold, and the winner's curse."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np
import pytest

from fudaba.evaluation.statistics import Estimate, ratio_of_sums
from fudaba.evaluation.tune.racing import (
    ERROR,
    LEAST_DEALS,
    Plan,
    Runner,
    Seen,
    beaten,
    clearly_worse,
    front_of,
    interval_of,
    order_of,
    race,
    telling,
    twins_of,
)

RACES = 200
CLOSE = np.linspace(0.0, 0.12, 16)  # of a deal with a deviation of about 1.2


@dataclass
class Synthetic:
    """Variants with known losses; each deal moves all of them, and each alone by skewed luck."""

    truth: np.ndarray  # [V, C]
    seed: int
    deals: dict[int, np.ndarray] = field(default_factory=dict)  # [D, C] by variant

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(self.seed)

    def draw(self, variants: Sequence[int], further: int) -> list[np.ndarray]:
        shared = self.rng.normal(size=(further, self.truth.shape[1]))
        own = self.rng.exponential(size=(len(variants), *shared.shape)) - 1.0
        return [
            self.truth[variant] + shared + luck for variant, luck in zip(variants, own, strict=True)
        ]

    def play(self, number: int, running: Sequence[int], further: int) -> list[Seen]:
        before = {variant: self.deals.get(variant, np.zeros((0, 1))) for variant in running}
        for variant, drawn in zip(running, self.draw(running, further), strict=True):
            earlier = before[variant].reshape(-1, drawn.shape[1])
            self.deals[variant] = np.concatenate([earlier, drawn])
        return [Seen(losses_of(self.deals[variant]), bytes([variant])) for variant in running]


def losses_of(deals: np.ndarray) -> tuple[Estimate, ...]:
    return tuple(ratio_of_sums(column, np.ones(len(column))) for column in deals.T)


def run(
    truth: np.ndarray, seed: int, games: int = 10_000, wanted: int = 3
) -> tuple[list[Runner], Synthetic]:
    variants = Synthetic(truth.reshape(len(truth), -1), seed)
    plan = Plan((1,) * len(truth), games, wanted)
    return race(plan, variants.play), variants


@cache
def close_races() -> list[tuple[list[Runner], Synthetic]]:
    return [run(CLOSE, seed) for seed in range(RACES)]


def test_the_best_variant_is_hardly_ever_called_clearly_worse() -> None:
    lost = sum(runners[0].status == "clearly worse" for runners, _ in close_races())
    assert lost / RACES <= ERROR


def test_of_equal_variants_each_is_hardly_ever_called_clearly_worse() -> None:
    """Each of them is the best one, so the bound holds for each; on average it is far smaller."""
    called = np.zeros(16)
    for seed in range(RACES):
        runners, _ = run(np.zeros(16), seed)
        called += [runner.status == "clearly worse" for runner in runners]
    assert called.max() / RACES <= ERROR
    assert called.mean() / RACES <= ERROR / 2


def test_clearly_worse_variants_stop_and_save_games() -> None:
    truth = np.array([0.0, 0.05, *[1.0] * 14])
    runners, _ = run(truth, 1)
    assert [runner.status for runner in runners[2:]] == ["clearly worse"] * 14
    assert all(runner.rounds == 1 for runner in runners)
    assert {runner.status for runner in runners[:2]} == {"finalist"}


def test_the_worse_half_is_not_called_clearly_worse() -> None:
    for runners, _ in close_races()[:20]:
        statuses = [runner.status for runner in runners]
        assert statuses.count("finalist") == 3 and statuses.count("behind") >= 5


def test_intervals_hold_wherever_a_variant_stopped() -> None:
    """Naive intervals at the same moment miss too often among those that stopped or won."""
    held, naive, count = 0, 0, 0
    for runners, variants in close_races():
        for variant, runner in enumerate(runners):
            estimate = losses_of(variants.deals[variant])[0]
            truth = CLOSE[variant]
            (ours,) = runner.losses
            plain = estimate.interval()
            assert ours.mean == pytest.approx(estimate.value)
            held += ours.low <= truth <= ours.high
            naive += plain.low <= truth <= plain.high
            count += 1
    assert held / count >= 0.95
    assert naive / count < held / count


def test_all_intervals_of_a_finalist_hold_at_once() -> None:
    held = []
    for runners, _ in close_races():
        held += [
            runner.losses[0].low <= CLOSE[variant] <= runner.losses[0].high
            for variant, runner in enumerate(runners)
            if runner.status == "finalist"
        ]
    assert np.mean(held) >= 0.95


def test_the_winner_of_a_race_looks_better_than_it_is_and_fresh_deals_do_not() -> None:
    """The winner's curse, and what the finals do about it."""
    in_race, fresh = [], []
    for seed in range(RACES):
        runners, variants = run(np.zeros(16), seed, games=4000)
        finalists = [v for v, runner in enumerate(runners) if runner.status == "finalist"]
        winner = min(finalists, key=lambda variant: runners[variant].losses[0].mean)
        in_race.append(runners[winner].losses[0].mean)
        (deals,) = variants.draw([winner], 500)
        fresh.append(float(deals.mean()))
    error = np.std(fresh) / np.sqrt(RACES)
    assert np.mean(in_race) < -0.03  # a loss of 0 is the truth
    assert np.mean(in_race) < -5 * error
    assert abs(np.mean(fresh)) < 3 * error


def test_a_race_depends_on_the_games_alone() -> None:
    assert run(CLOSE, 7)[0] == run(CLOSE, 7)[0]


@pytest.mark.parametrize("games", [4000, 20_000])
def test_a_race_costs_about_what_was_planned(games: int) -> None:
    spent, variants = 0, Synthetic(CLOSE.reshape(-1, 1), 3)

    def play(number: int, running: Sequence[int], further: int) -> list[Seen]:
        nonlocal spent
        spent += further * len(running)
        return variants.play(number, running, further)

    plan = Plan((1,) * 16, games, 3)
    race(plan, play)
    assert plan.rounds == 3 and games * 0.5 < spent <= games


def test_few_variants_are_all_finalists_without_a_race() -> None:
    plan = Plan((1, 1, 1), 100, 3)
    assert plan.rounds == 0 and plan.fewest_games == 0
    assert [runner.status for runner in race(plan, lambda *_: [])] == ["finalist"] * 3


def test_the_fewest_games_of_a_race_are_those_of_its_shortest_rounds() -> None:
    plan = Plan((2,) * 16, 0, 3)
    assert plan.fewest_games == LEAST_DEALS * 2 * (16 + 8 + 4)


def test_a_variant_that_played_the_same_games_stops_as_a_twin() -> None:
    variants = Synthetic(np.zeros((8, 1)), 1)

    def play(number: int, running: Sequence[int], further: int) -> list[Seen]:
        seen = variants.play(number, running, further)
        copies = {5: 2, 6: 2}
        return [
            seen[running.index(copies[variant])] if variant in copies else own
            for variant, own in zip(running, seen, strict=True)
        ]

    runners = race(Plan((1,) * 8, 4000, 3), play)
    assert [(r.status, r.twin) for r in (runners[5], runners[6])] == [("twin", 2)] * 2
    assert twins_of([b"a", b"b", b"a", b"a"]) == {2: 0, 3: 0}


# Several criteria


def estimates(rows: Sequence[Sequence[float]], noise: float = 0.01) -> list[tuple[Estimate, ...]]:
    rng = np.random.default_rng(0)
    table = np.array(rows, dtype=float)
    deals = table + noise * rng.normal(size=(200, *table.shape))
    return [losses_of(deals[:, variant]) for variant in range(len(table))]


def test_the_front_has_what_no_other_beats() -> None:
    losses = estimates([[0, 1], [1, 0], [0.4, 0.4], [0.5, 0.5], [1, 1]])
    assert sorted(front_of(losses)) == [0, 1, 2]
    assert order_of(losses)[-2:] == [3, 4]


def test_only_what_is_clearly_worse_in_all_criteria_stops_in_a_race() -> None:
    losses = estimates([[0, 1], [1, 0], [1.2, 1.2], [0, 1.001]])
    assert clearly_worse(losses, 0.001).tolist() == [False, False, True, False]
    assert beaten(losses, ERROR) == [False, False, True, False]
    assert beaten(estimates([[0, 0.5], [0, 0.7]]), ERROR) == [False, True]


def test_the_chance_of_error_is_shared_among_the_criteria() -> None:
    deals = (-1) ** np.arange(200)
    better, ones = np.zeros(200), np.ones(200)
    worse = deals + 1.82 / np.sqrt(199)  # the chance of an error is between 2.5 % and 5 %
    losses = [[ratio_of_sums(loss, ones) for loss in (one, better)] for one in (better, worse)]
    assert beaten([[one] for one, _ in losses], ERROR) == [False, True]
    assert beaten(losses, ERROR) == [False, False]


def test_a_criterion_that_is_always_equal_does_not_protect() -> None:
    (good, same), (bad, _) = estimates([[0, 0], [1, 0]])
    assert clearly_worse([(good, same), (bad, same)], 0.01).tolist() == [False, True]


def test_a_criterion_without_differences_has_no_part_in_the_order() -> None:
    rng = np.random.default_rng(2)
    deals = rng.normal(size=(400, 6, 2))
    deals[:, :, 0] += np.arange(6)
    losses = [losses_of(deals[:, variant]) for variant in range(6)]
    assert telling(losses) == [True, False]
    assert front_of(losses) == [0] and order_of(losses) == list(range(6))


def test_an_interval_of_deals_that_are_all_alike_leaves_room_for_others() -> None:
    interval = interval_of(ratio_of_sums(np.full(10, 0.25), np.ones(10)), 0.01)
    assert interval.low < 0.25 < interval.high < np.inf
    assert interval_of(ratio_of_sums([0.5], [1.0]), 0.01).high == np.inf
