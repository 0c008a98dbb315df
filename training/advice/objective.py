"""The gain of new weights of a heuristic: paired differences on replayed deals.

The heuristic sits alone among a field. With other weights and with today's it plays the same deals
from the same seats, against the same dice of random players, so the same weights gain exactly 0.
The gains at tables of different sizes, and of different games, are divided by the *spread*: the
standard deviation of the points at a table where all play with today's weights.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

import numpy as np

from fudaba.agents.compiled_network import no_network
from fudaba.agents.packaged import has_policy, place_of_policy
from fudaba.agents.policy import PolicyAgent, read_card
from fudaba.envs import Game, Options, UserError
from fudaba.envs.core.contract.schema import limits
from fudaba.envs.core.stepping.threads import Threads
from fudaba.evaluation.match import seed_of
from fudaba.evaluation.statistics import Estimate, FloatArray, ratio_of_sums

from .playing import Deals, Opponent, heuristic_field
from .result import POLICY, RANDOM, TODAY

SMALLEST_SPREAD = 0.1
SPREAD_DEALS = 512
POLICY_PART = 4  # one of so many deals is played among a policy, which is 10 to 20 times slower


@dataclass(frozen=True)
class TrialTable:
    """A table at which weights are tried.

    Attributes:
        options: The house rules.
        field: The opponent in all other seats.
        weight: The share of this table in the overall gain; all shares add up to 1.
        spread: The spread of the points with these house rules.
        part: Only one in `part` deals is played.
    """

    options: Options
    field: Opponent
    weight: float
    spread: float
    part: int = 1

    @property
    def cost(self) -> float:
        """Games per deal."""
        return self.options.num_players / self.part


def spread_of(game: Game, options: Options, today: np.void, seed: int, threads: Threads) -> float:
    """Returns the standard deviation of the points when all seats use today's weights."""
    deals = Deals(game, options, seed, SPREAD_DEALS)
    points = deals.points_alone(today, heuristic_field(TODAY, today), threads)
    return max(float(points.std()), SMALLEST_SPREAD)


def tables_of(game: Game, rules: Mapping[str, Any]) -> tuple[Options, ...]:
    """Returns the house rules of every table: one for each number of players.

    Args:
        game: The game.
        rules: House rules that are fixed; if the number of players is one, there is one table.

    Raises:
        UserError: A house rule can't be used, or not with any number of players.
    """
    if "num_players" in rules:
        return (game.options.read(game.name, rules),)
    bounds = limits(game.options.model_fields["num_players"])
    found = []
    for num_players in range(bounds["ge"], bounds["le"] + 1):
        with suppress(UserError):
            found.append(game.options.read(game.name, {**rules, "num_players": num_players}))
    return tuple(found) or (game.options.read(game.name, rules),)


def fits_policy(game: Game, options: Options) -> bool:
    """Returns whether a policy for some house rules comes with the package.

    Raises:
        UserError: Its card is damaged.
    """
    return has_policy(game) and read_card(place_of_policy(game)).options == options.plain()


def policy_field(game: Game, options: Options) -> Opponent | None:
    """Returns the opponent that plays the packaged policy; None without one.

    Raises:
        UserError: The policy is damaged.
    """
    if not fits_policy(game, options):
        return None
    policy = PolicyAgent.load(place_of_policy(game), game, options, sample=False)
    return Opponent(POLICY, policy.network(game), by_network=True)


def random_field(today: np.void) -> Opponent:
    """Returns the opponent that draws legal actions uniformly."""
    return Opponent(RANDOM, no_network(today), is_random=True)


class Block:
    """A block of deals for each table, with the points that today's weights win on them."""

    def __init__(
        self,
        game: Game,
        tables: Sequence[TrialTable],
        today: np.void,
        seed: int,
        count: int,
        threads: Threads,
    ) -> None:
        """Deals `count` deals of a seed and plays them with today's weights."""
        self.tables, self._threads = tables, threads
        self._deals = [
            Deals(game, table.options, seed_of(seed, str(number)), ceil(count / table.part))
            for number, table in enumerate(tables)
        ]
        self._today = self._points(today)

    def _points(self, weights: np.void) -> list[FloatArray]:
        return [
            deals.points_alone(weights, table.field, self._threads).mean(axis=1)
            for deals, table in zip(self._deals, self.tables, strict=True)
        ]

    def gains(self, weights: np.void) -> list[FloatArray]:
        """Returns what weights win more than today's, in points: float64[D] for each table."""
        pairs = zip(self._points(weights), self._today, strict=True)
        return [points - today for points, today in pairs]


Gains = list[FloatArray]


def joined(earlier: Gains | None, later: Gains) -> Gains:
    """Joins the gains on two blocks of deals."""
    if earlier is None:
        return later
    return [np.concatenate(pair) for pair in zip(earlier, later, strict=True)]


def overall(tables: Sequence[TrialTable], gains: Gains) -> Estimate:
    """Returns the weighted mean of the gains at all tables, in spreads.

    Args:
        tables: The tables.
        gains: float64[D] for each table, in points; at a table with a `part` fewer.
    """
    estimates = [ratio_of_sums(gain, np.ones(len(gain))) for gain in gains]
    factors = [table.weight / table.spread for table in tables]
    pairs = list(zip(factors, estimates, strict=True))
    return Estimate(
        value=sum(factor * estimate.value for factor, estimate in pairs),
        influence=np.concatenate([factor * estimate.influence for factor, estimate in pairs]),
        num_deals=sum(estimate.num_deals for estimate in estimates),
        rounding=sum(factor * estimate.rounding for factor, estimate in pairs),
    )


def as_loss(gain: Estimate) -> Estimate:
    """Returns the negative of a gain, for functions that minimise."""
    return replace(gain, value=-gain.value, influence=-gain.influence)
