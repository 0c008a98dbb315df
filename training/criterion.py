"""The criterion of a run: policy and search compared, each alone among copies of the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, Final, Self

from fudaba.agents import Agent, repeatable_agent
from fudaba.agents.model_card import GUESTS, Ending
from fudaba.agents.policy import PolicyAgent
from fudaba.envs import Game, Options
from fudaba.evaluation.curves import EVALUATION, HIGH, LOW, STEPS, Row
from fudaba.evaluation.match import CHUNK_DEALS, Executor, reward_against
from fudaba.evaluation.statistics import Interval

from .config import CriterionConfig, TrainConfig

# Column of the learning curves: the mean reward of an agent alone among copies of the policy
ALONE: Final = "alone/"
RUN_SEED, FINAL_SEED = 1_000_033, 1_000_037  # the best is picked on other deals
CHUNKS = 16  # of a match: searches are slow, and many processors may share them
SECONDS_PER_MINUTE = 60.0


@dataclass(frozen=True)
class Stretch:
    """A part of a run in which the step size falls to zero: `total_steps`, or a round.

    Attributes:
        first: The decisions of the run at its start.
        last: The decisions of the run at its end.
        start: The progress at its start, 0..1; the step size is in proportion to the rest.
    """

    first: int
    last: int
    start: float = 0.0

    @classmethod
    def at(cls, config: TrainConfig, steps: int) -> Self:
        """Returns the part of a run to which its next rollout belongs, after `steps` decisions."""
        total, wanted = config.total_steps, config.criterion
        if steps < total:
            return cls(0, total)
        first = steps - (steps - total) % wanted.round_steps
        return cls(first, first + wanted.round_steps, 1.0 - wanted.step_size)

    def progress(self, steps: int) -> float:
        """Returns the progress after `steps` decisions of the run, 0..1."""
        done = min(1.0, (steps - self.first) / (self.last - self.first))
        return self.start + (1.0 - self.start) * done


@dataclass(frozen=True)
class SearchComparison:
    """The mean rewards of a policy and of a search, each alone among copies of the other.

    Attributes:
        steps: The decisions of the run before the comparison.
        policy: The mean reward of the policy alone among copies of the search.
        search: The mean reward of the search alone among copies of the policy.
    """

    steps: int
    policy: Interval
    search: Interval

    def slack(self, wanted: CriterionConfig, spread: float) -> float:
        """Returns by how much the policy exceeds the criterion; it is met at 0 or more.

        Args:
            wanted: The criterion.
            spread: The standard deviation of a seat's points; the result is in this unit.
        """
        return min(
            wanted.search_gain - self.search.mean / spread,
            wanted.policy_loss + self.policy.mean / spread,
        )


def result_entry(mean: Interval, deals: int) -> dict[str, Any]:
    """Returns the result of a match as an entry of a card; see `BaselineResult`."""
    return {"mean_reward": mean.mean, "low": mean.low, "high": mean.high, "deals": deals}


def chunk_deals(deals: int) -> int:
    """Returns the deals of a chunk of a match: an equal part, so that every match has some."""
    return min(CHUNK_DEALS, ceil(deals / CHUNKS))


class Criterion:
    """Compares policies with the search of a criterion, and decides when a run ends.

    Attributes:
        wanted: The criterion.
        is_on: Whether runs are compared, rather than ended after `total_steps`.
    """

    def __init__(
        self, config: TrainConfig, game: Game, options: Options, executor: Executor
    ) -> None:
        """Makes the search.

        Args:
            config: The configuration of the run.
            game: Its game.
            options: Its house rules.
            executor: Plays the matches.

        Raises:
            UserError: The search does not exist.
        """
        self.wanted = config.criterion
        self.is_on = self.wanted.rounds > 0
        self._total_steps, self._executor = config.total_steps, executor
        self._game, self._options = game, options
        self._search = repeatable_agent(self.wanted.opponent, game, options)

    def compare(self, policy: PolicyAgent, steps: int, is_final: bool = False) -> SearchComparison:
        """Plays the two matches.

        Args:
            policy: The policy.
            steps: The decisions of the run so far.
            is_final: Whether to play the deals of the published policy, not those of the run.
        """
        deals = self.wanted.final_deals if is_final else self.wanted.deals
        seed = FINAL_SEED if is_final else RUN_SEED

        def alone(agent: Agent, others: Agent) -> Interval:
            match = self._game, self._options, agent, others, deals, seed
            return reward_against(*match, self._executor, chunk_deals(deals))

        return SearchComparison(
            steps, policy=alone(policy, self._search), search=alone(self._search, policy)
        )

    @property
    def columns(self) -> tuple[str, str]:
        """The columns of the learning curves with the rewards of the policy and of the search."""
        return f"{EVALUATION}{self.wanted.opponent}", f"{ALONE}{self.wanted.opponent}"

    def curve(self, rows: Sequence[Row]) -> list[SearchComparison]:
        """Reads the comparisons from the rows of learning curves."""
        policy, search = self.columns
        return [
            SearchComparison(int(row[STEPS]), _interval(row, policy), _interval(row, search))
            for row in rows
            if search in row
        ]

    def notes(
        self, curve: Sequence[SearchComparison], ending: Ending, spread: float
    ) -> dict[str, Any]:
        """Returns the notes on the criterion for a policy's card; see `CriterionNotes`."""
        deals = self.wanted.deals
        return {
            "opponent": self.wanted.opponent,
            "spread": spread,
            "ended_by": ending,
            "curve": [
                {
                    "steps": found.steps,
                    "policy": result_entry(found.policy, deals),
                    "search": result_entry(found.search, deals),
                }
                for found in curve
            ],
        }

    def entries(self, final: SearchComparison) -> dict[str, Any]:
        """Returns a comparison of the published policy as entries of a card's evaluation."""
        opponent, deals = self.wanted.opponent, self.wanted.final_deals
        return {
            opponent: result_entry(final.policy, deals),
            GUESTS: {opponent: result_entry(final.search, deals)},
        }

    def best(self, curve: Sequence[SearchComparison], spread: float) -> SearchComparison | None:
        """Returns the comparison after `total_steps` with the largest slack; None without any."""
        whole = [found for found in curve if found.steps >= self._total_steps]
        return max(whole, key=lambda found: found.slack(self.wanted, spread), default=None)

    def ending(
        self, curve: Sequence[SearchComparison], steps: int, seconds: float, spread: float
    ) -> Ending | None:
        """Returns the reason why a run ends now; None if it goes on.

        Args:
            curve: The comparisons so far. After `total_steps` a run ends only right after one.
            steps: The decisions of the run so far.
            seconds: The time of the run so far.
            spread: The standard deviation of a seat's points.
        """
        wanted, total = self.wanted, self._total_steps
        if steps < total:
            return None
        if not self.is_on:
            return "total_steps"
        if not curve or curve[-1].steps != steps:
            return None
        if curve[-1].slack(wanted, spread) >= 0.0:
            return "criterion"
        if steps >= total + wanted.rounds * wanted.round_steps:
            return "rounds"
        return "minutes" if seconds >= wanted.minutes * SECONDS_PER_MINUTE else None


def _interval(row: Row, column: str) -> Interval:
    return Interval(row[column], row[column + LOW], row[column + HIGH])
