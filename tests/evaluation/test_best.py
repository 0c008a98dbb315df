"""Which of several agents may be the best, in simulated tables whose truth is known.

Over 400 tables a share of 5 % is seen as at most 7.2 %, two standard errors more.
"""

import numpy as np
import pytest

from fudaba.evaluation.best import Best, find_best
from fudaba.evaluation.statistics import Estimate, ratio_of_sums

TABLES, DEALS = 400, 60
MOST = 0.05 + 2 * np.sqrt(0.05 * 0.95 / TABLES)


def estimates(rewards: np.ndarray) -> list[Estimate]:
    """The mean rewards of agents: float64[deals, agents]."""
    means = rewards.mean(axis=0)
    influence = (rewards - means).T / len(rewards)
    return [
        Estimate(mean, pulls, len(rewards), 1e-12)
        for mean, pulls in zip(means.tolist(), influence, strict=True)
    ]


def rewards_of(
    truth: np.ndarray, luck: str, rng: np.random.Generator, deals: int = DEALS
) -> np.ndarray:
    """Rewards by deal: float64[deals, agents]."""
    own = rng.normal(size=(deals, len(truth)))
    if luck == "skewed":
        own = rng.exponential(size=own.shape) - 1
    if luck == "unequal":
        own = own * np.geomspace(0.3, 3, len(truth))
    if luck == "of the deal":  # half of the agents profit from what harms the others
        own = own + 3 * rng.normal(size=(deals, 1)) * np.resize([1, -1], len(truth))
    return truth + own


@pytest.mark.parametrize(
    ("count", "luck"),
    [(3, "equal"), (5, "equal"), (7, "equal"), (5, "unequal"), (5, "skewed"), (7, "of the deal")],
)
def test_of_equal_agents_one_is_left_out_in_one_table_of_twenty(count: int, luck: str) -> None:
    rng, left_out, truth = np.random.default_rng(1), 0, np.zeros(count)
    for _ in range(TABLES):
        found = find_best(estimates(rewards_of(truth, luck, rng)))
        left_out += not found.may_be_best.all()
    assert left_out / TABLES <= MOST


@pytest.mark.parametrize("gap", [0.5, 3.0])
def test_of_two_that_are_the_best_neither_is_left_out(gap: float) -> None:
    rng, left_out = np.random.default_rng(2), 0
    truth = np.array([0, -gap, -gap, 0, -gap, -gap, -gap])
    for _ in range(TABLES):
        found = find_best(estimates(rewards_of(truth, "equal", rng)))
        left_out += not found.may_be_best[truth == 0].all()
    assert left_out / TABLES <= MOST


@pytest.mark.parametrize("truth", [np.zeros(5), np.array([0.0, 0, -0.5, -3, -3])])
def test_intervals_of_leads_hold_though_the_first_was_picked(truth: np.ndarray) -> None:
    rng, held, leads = np.random.default_rng(3), 0, 0
    for _ in range(TABLES):
        found = estimates(rewards_of(truth, "equal", rng))
        first = int(np.argmax([estimate.value for estimate in found]))
        reach = find_best(found).reach
        for other in set(range(len(truth))) - {first}:
            lead = found[first].minus(found[other]).within(reach)
            held += lead.low <= truth[first] - truth[other] <= lead.high
            leads += 1
    assert held / leads >= 0.94


def test_two_agents_are_compared_by_the_usual_interval() -> None:
    one, two = estimates(rewards_of(np.zeros(2), "equal", np.random.default_rng(4)))
    difference = one.minus(two)
    assert difference.within(find_best([one, two]).reach).low == pytest.approx(
        difference.interval().low
    )


def test_poor_agents_hardly_make_it_harder_to_tell_the_good_ones_apart() -> None:
    rng = np.random.default_rng(5)
    rewards = rewards_of(np.array([0.0, 0, -9, -9, -9, -9, -9]), "equal", rng)
    two, all_seven = find_best(estimates(rewards[:, :2])), find_best(estimates(rewards))
    equal = find_best(estimates(rewards_of(np.zeros(7), "equal", rng)))
    assert two.reach < all_seven.reach < 1.05 * two.reach < 0.75 * equal.reach
    assert all_seven.may_be_best.tolist() == [True] * 2 + [False] * 5


def test_the_lowest_may_be_the_best() -> None:
    found = estimates(rewards_of(np.array([0.0, 9, -9]), "equal", np.random.default_rng(6)))
    assert find_best(found).may_be_best.tolist() == [False, True, False]
    assert find_best(found, -1).may_be_best.tolist() == [False, False, True]


def test_what_one_deal_or_none_cannot_tell() -> None:
    def named(found: Best) -> tuple[list[bool], float]:
        return found.may_be_best.tolist(), found.reach

    assert named(find_best(estimates(np.array([[0.0, 9.0]])))) == ([True, True], np.inf)
    unknown = ratio_of_sums(np.zeros(9), np.zeros(9))
    known = ratio_of_sums(np.arange(9.0), np.ones(9))
    assert find_best([unknown, known]).may_be_best.all()


def test_deals_without_luck_tell_any_difference_and_only_that() -> None:
    luck = np.random.default_rng(7).normal(size=(DEALS, 1))
    found = find_best(estimates(luck + np.array([0.0, -0.001, 0.0])))
    assert found.may_be_best.tolist() == [True, False, True]
