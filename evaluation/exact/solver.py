"""Best responses, values and equilibria of a game in sequence form.

A strategy is float64[S]: for each sequence of a seat the probability of its last action where the
seat is asked. A plan is float64[S]: the product of these probabilities along the sequence.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from fudaba.envs.core.compiling.kernel import kernel, wait_for_compile

from .kept import Arrays, Part
from .tree import Seat, Share, Tree
from .walk import NUM_SEATS

Strategies = Sequence[np.ndarray]  # of seat 0 and seat 1
FIRST_CHECK, BETWEEN_CHECKS = 10.0, 1.15  # iterations, and how many times as many to the next
ITERATIONS, REGRETS, SUMS = "iterations", "regrets", "sums"  # in the state of a solver


@wait_for_compile
@kernel
def realise(
    parents: np.ndarray, firsts: np.ndarray, strategy: np.ndarray, plan: np.ndarray
) -> None:
    """Fills the plan of a strategy."""
    plan[0] = 1.0
    for number in range(len(parents)):
        for sequence in range(firsts[number], firsts[number + 1]):
            plan[sequence] = plan[parents[number]] * strategy[sequence]


@wait_for_compile
@kernel
def maximise(
    parents: np.ndarray, firsts: np.ndarray, values: np.ndarray, strategy: np.ndarray
) -> None:
    """Fills the best strategy; adds to the value of each sequence what follows it."""
    for number in range(len(parents) - 1, -1, -1):
        best = firsts[number]
        for sequence in range(firsts[number], firsts[number + 1]):
            strategy[sequence] = 0.0
            if values[sequence] > values[best]:
                best = sequence
        strategy[best] = 1.0
        values[parents[number]] += values[best]


@wait_for_compile
@kernel
def match_regrets(
    parents: np.ndarray,
    firsts: np.ndarray,
    values: np.ndarray,
    regrets: np.ndarray,
    strategy: np.ndarray,
) -> None:
    """Adds the regrets of a strategy, none below zero, and makes the next one of them (CFR+).

    Adds to the value of each sequence what the old strategy wins after it.
    """
    for number in range(len(parents) - 1, -1, -1):
        first, last = firsts[number], firsts[number + 1]
        value, total = 0.0, 0.0
        for sequence in range(first, last):
            value += strategy[sequence] * values[sequence]
        for sequence in range(first, last):
            regrets[sequence] = max(regrets[sequence] + values[sequence] - value, 0.0)
            total += regrets[sequence]
        for sequence in range(first, last):
            strategy[sequence] = regrets[sequence] / total if total > 0 else 1.0 / (last - first)
        values[parents[number]] += value


@wait_for_compile
@kernel
def follow_plan(
    parents: np.ndarray, firsts: np.ndarray, plan: np.ndarray, strategy: np.ndarray
) -> None:
    """Fills the strategy of a plan; uniform where the plan never comes."""
    for number in range(len(parents)):
        first, last = firsts[number], firsts[number + 1]
        total = 0.0
        for sequence in range(first, last):
            total += plan[sequence]
        for sequence in range(first, last):
            strategy[sequence] = plan[sequence] / total if total > 0 else 1.0 / (last - first)


def strategy_of(seat: Seat, plan: np.ndarray) -> np.ndarray:
    """Returns the strategy of a plan; uniform where the plan never comes."""
    strategy = np.ones(seat.num_sequences)
    follow_plan(seat.parents, seat.firsts, plan, strategy)
    return strategy


def plan_of(seat: Seat, strategy: np.ndarray) -> np.ndarray:
    """Returns the plan of a strategy."""
    plan = np.empty(seat.num_sequences)
    realise(seat.parents, seat.firsts, strategy, plan)
    return plan


def values_against(tree: Tree, seat: int, plan: np.ndarray) -> np.ndarray:
    """Returns what each sequence of a seat wins at its end against a plan of the other seat."""
    return tree.payoffs @ plan if seat == 0 else -(plan @ tree.payoffs)


def best_response(tree: Tree, seat: int, strategy: np.ndarray) -> tuple[float, np.ndarray]:
    """Returns the mean points of a seat's best response, and its strategy.

    Args:
        tree: The game.
        seat: Who responds.
        strategy: The strategy of the other seat.
    """
    own, other = tree.seats[seat], tree.seats[1 - seat]
    values = values_against(tree, seat, plan_of(other, strategy))
    response = np.ones(own.num_sequences)
    maximise(own.parents, own.firsts, values, response)
    return float(values[0]), response


def value(tree: Tree, strategies: Strategies) -> float:
    """Returns what seat 0 wins a game if both seats follow their strategies."""
    first, second = map(plan_of, tree.seats, strategies)
    return float(first @ (tree.payoffs @ second))


def exploitability(tree: Tree, strategies: Strategies) -> float:
    """Returns the mean of what best responses in seat 0 and in seat 1 win a game.

    It is what can be won on average by whoever plays in either seat against these strategies, in
    points a game; 0 for an equilibrium.
    """
    won = [best_response(tree, seat, strategies[1 - seat])[0] for seat in range(2)]
    return max(sum(won) / 2, 0.0)  # sums of floats may end below


@dataclass(frozen=True)
class Equilibrium:
    """Strategies that are nearly in equilibrium.

    Attributes:
        strategies: Of seat 0 and seat 1.
        value: What seat 0 wins a game: between these two numbers.
        exploitability: See `exploitability`.
        iterations: The iterations of CFR+.
    """

    strategies: tuple[np.ndarray, np.ndarray]
    value: tuple[float, float]
    exploitability: float
    iterations: int


class Solver:
    """CFR+ with linear averaging; the seats take turns (Tammelin, 2014).

    Attributes:
        state: All that it needs to go on: `iterations`, int64[1]; and of each seat `regrets 0`,
            `regrets 1`, float64[S], of every sequence, none below zero, and `sums 0`, `sums 1`,
            float64[S], the plans of all iterations, weighted by their numbers.
    """

    def __init__(self, tree: Tree, state: Arrays | None = None) -> None:
        """Begins with the uniform strategies, or goes on from a state."""
        self._tree = tree
        self.state: Arrays = {ITERATIONS: np.zeros(1, np.int64)}
        for number, seat in enumerate(tree.seats):
            for name in (REGRETS, SUMS):
                self.state[f"{name} {number}"] = np.zeros(seat.num_sequences)
        for name, array in (state or {}).items():
            self.state[name][:] = array
        regrets = [self.state[f"{REGRETS} {number}"] for number in range(NUM_SEATS)]
        self._strategies = [*map(strategy_of, tree.seats, regrets)]
        self._plans = [*map(plan_of, tree.seats, self._strategies)]

    @property
    def iterations(self) -> int:
        """The iterations so far."""
        return int(self.state[ITERATIONS][0])

    def iterate(self) -> None:
        """Improves both strategies once."""
        self.state[ITERATIONS] += 1
        for number, seat in enumerate(self._tree.seats):
            values = values_against(self._tree, number, self._plans[1 - number])
            strategy, plan = self._strategies[number], self._plans[number]
            regrets, sums = (self.state[f"{name} {number}"] for name in (REGRETS, SUMS))
            match_regrets(seat.parents, seat.firsts, values, regrets, strategy)
            realise(seat.parents, seat.firsts, strategy, plan)
            sums += self.iterations * plan

    def equilibrium(self) -> Equilibrium:
        """Returns the average strategies of all iterations."""
        sums = [self.state[f"{SUMS} {number}"] for number in range(NUM_SEATS)]
        first, second = map(strategy_of, self._tree.seats, sums)
        most = best_response(self._tree, 0, second)[0]
        least = -best_response(self._tree, 1, first)[0]
        return Equilibrium((first, second), (least, most), (most - least) / 2, self.iterations)


def solve(
    tree: Tree,
    within: float = 0.001,
    most_iterations: int = 100_000,
    progress: Share | None = None,
    part: Part | None = None,
) -> Equilibrium:
    """Returns strategies that are within some exploitability of an equilibrium.

    Args:
        tree: The game.
        within: The exploitability that is small enough, in points a game.
        most_iterations: The most iterations.
        progress: Called with the share of the way there, on a logarithmic scale.
        part: What earlier calls with the same tree have kept; the result is the same without it.
    """
    part = part or Part()
    solver, check = Solver(tree, part.arrays), FIRST_CHECK
    begun = Solver(tree).equilibrium().exploitability  # of the uniform strategies
    while check <= solver.iterations:
        check *= BETWEEN_CHECKS
    while True:
        solver.iterate()
        if solver.iterations >= min(check, most_iterations):
            found, check = solver.equilibrium(), check * BETWEEN_CHECKS
            if found.exploitability <= within or found.iterations >= most_iterations:
                return found
            begun = max(begun, found.exploitability)
            if progress:
                progress(log(begun / found.exploitability) / log(begun / within))
        part.keep(solver.state)
