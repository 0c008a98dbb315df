"""Measures on fresh deals the gain of new weights over today's, against several opponents."""

from collections.abc import Sequence
from math import ceil

import numpy as np

from fudaba.agents import Agent, make_agent
from fudaba.agents.greedy import GreedyAgent, weight_table
from fudaba.envs import Game, Options
from fudaba.envs.core.stepping.threads import Threads
from fudaba.evaluation.counting import Count
from fudaba.evaluation.match import LocalExecutor, play_match, seed_of
from fudaba.evaluation.statistics import FloatArray, Interval, ratio_of_sums

from .objective import Block, TrialTable, overall, random_field
from .playing import Opponent, heuristic_field
from .result import NEW, TODAY, Gain
from .search import Values

SEARCH = "montecarlo:budget=64"
POLICY_PART, SEARCH_PART = 4, 40  # one of so many deals is played among slow players


class Confirmation:
    """The games of a confirmation."""

    def __init__(
        self,
        game: Game,
        tables: Sequence[Options],
        spreads: Sequence[float],
        policies: Sequence[Opponent | None],
        deals: int,
        threads: Threads,
        num_threads: int,
    ) -> None:
        """Plans the games.

        Args:
            game: The game.
            tables: The house rules of every table.
            spreads: The spread of the points at each.
            policies: The opponent with the packaged policy at each, or None.
            deals: The deals at each, among fast players.
            threads: Threads that share the work.
            num_threads: Their number.
        """
        self._game, self._deals, self._threads = game, deals, threads
        self._num_threads = num_threads
        self._seats = list(zip(tables, spreads, strict=True))
        self._policies = [
            TrialTable(options, policy, 1.0, spread, POLICY_PART)
            for (options, spread), policy in zip(self._seats, policies, strict=True)
            if policy is not None
        ]
        usual = game.options().num_players
        self._searched = next(
            (each for each in self._seats if each[0].num_players == usual), self._seats[0]
        )

    @property
    def games(self) -> int:
        """The games of the new weights in the confirmation."""
        fast = 3 * sum(options.num_players for options, _ in self._seats)
        slow = sum(table.cost for table in self._policies)
        return ceil(self._deals * (fast + slow)) + self._search_games

    @property
    def _search_deals(self) -> int:
        return ceil(self._deals / SEARCH_PART)

    @property
    def _search_games(self) -> int:
        return self._search_deals * self._searched[0].num_players

    def play(
        self, today: Values, new: Values, seed: int, count: Count
    ) -> tuple[tuple[Gain, ...], Interval, Interval]:
        """Plays all games.

        Args:
            today: Today's weights.
            new: The new ones.
            seed: The seed of the deals.
            count: Counts the games.

        Returns:
            The gain at each table, and two overall gains in spreads: against today's greedy and
            against random players.
        """
        table = weight_table(self._game)
        old_record, new_record = table.record(today), table.record(new)
        rows: list[Gain] = []
        totals = []
        for field in (
            heuristic_field(TODAY, old_record),
            heuristic_field(NEW, new_record),
            random_field(old_record),
        ):
            share = 1 / len(self._seats)
            tables = [TrialTable(options, field, share, spread) for options, spread in self._seats]
            found, total = self._among(tables, old_record, new_record, seed, count)
            rows += found
            totals.append(total)
        if self._policies:
            rows += self._among(self._policies, old_record, new_record, seed, count)[0]
        rows.append(self._among_search(today, new, seed, count))
        return tuple(rows), totals[0], totals[2]

    def _among(
        self, tables: Sequence[TrialTable], today: np.void, new: np.void, seed: int, count: Count
    ) -> tuple[list[Gain], Interval]:
        """Returns the gain at each table, and the overall gain in spreads."""
        seed = seed_of(seed, tables[0].field.name)
        gains = Block(self._game, tables, today, seed, self._deals, self._threads).gains(new)
        count.finish(ceil(self._deals * sum(table.cost for table in tables)))
        rows = [
            _row(table.field.name, table.options, table.spread, gain)
            for table, gain in zip(tables, gains, strict=True)
        ]
        return rows, overall(tables, gains).interval()

    def _among_search(self, today: Values, new: Values, seed: int, count: Count) -> Gain:
        """Returns the gain against searching opponents."""
        options, spread = self._searched
        seed = seed_of(seed, SEARCH)
        search = make_agent(SEARCH, self._game, options)
        line_up = (0, *[1] * (options.num_players - 1))

        def points(values: Values) -> FloatArray:
            agents: list[Agent] = [GreedyAgent(self._game, values), search]
            played = play_match(
                *(self._game, options, agents, [line_up], self._search_deals, seed),
                LocalExecutor(self._num_threads),
            )
            own = played.points[played.seating == 0]
            return own.reshape(self._search_deals, options.num_players).mean(axis=1)

        gain = points(new) - points(today)
        count.finish(self._search_games)
        return _row(SEARCH, options, spread, gain)


def _row(among: str, options: Options, spread: float, gain: FloatArray) -> Gain:
    """Returns the gain at a table, float64[D], with its interval."""
    return Gain(
        among=among,
        num_players=options.num_players,
        deals=len(gain),
        points=ratio_of_sums(gain, np.ones(len(gain))).interval(),
        spread=spread,
    )
