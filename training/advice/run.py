"""Fits weights: proposes candidates, races the best, simplifies the winner, and confirms it.

The search has two rounds. In the first the field is today's greedy, random players and the policy
that comes with the package. In the second the winner of the first plays there too, so that the
result is no mere answer to today's greedy. The deals of every part have seeds of their own, and
the confirmation plays deals that served no choice.
"""

import hashlib
import shlex
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from math import ceil
from typing import Annotated

import numpy as np

from fudaba.agents.greedy import GreedyAgent, weight_table
from fudaba.common.checks import check_whole
from fudaba.common.languages import translator
from fudaba.envs import Options, UserError
from fudaba.envs.core.api.registry import word_of_game
from fudaba.envs.core.contract.schema import word_of
from fudaba.envs.core.stepping.threads import MAX_THREADS, Threads
from fudaba.evaluation.asking import (
    HOUSE_RULES,
    USUAL,
    Option,
    Rules,
    TheGame,
    TheThreads,
    documented,
    resolve,
    settle,
)
from fudaba.evaluation.counting import Count, Progress
from fudaba.evaluation.match import COMMAND_THREADS, MAX_DEALS, seed_of
from fudaba.evaluation.run_key import RunKey
from fudaba.evaluation.statistics import Estimate
from fudaba.evaluation.tune.racing import LEAST_DEALS, Plan, Seen, race

from .confirm import Confirmation
from .objective import (
    POLICY_PART,
    Block,
    Gains,
    TrialTable,
    as_loss,
    fits_policy,
    joined,
    overall,
    policy_field,
    random_field,
    spread_of,
    tables_of,
)
from .playing import heuristic_field
from .result import NEW, TODAY, AdviceResult, Tried
from .search import FEWEST_WEIGHTS, Values, check_samplers, propose, refine, scan

_, _n = translator("training")

COMMAND = "tune-heuristic"
ROUND_PARTS, SIMPLIFY_PART = (0.4, 0.4), 0.2  # of the games
MOST_PROPOSED, FEWEST_PROPOSED = 600, 16
DEALS_OF_A_PROPOSAL = 24  # at least; few, because many proposals matter more, and the best race
PROPOSED_PER_RACED = 6
KEPT_BETWEEN_ROUNDS = 16  # candidates that the second round begins with
FEWEST_DEALS = 64  # of the confirmation
MOST_MINUTES = 100_000
RANDOM_WEIGHT, POLICY_WEIGHT = 0.1, 0.2  # of the gain at a table; greedy players have the rest
SPEED_SHARE = 0.8  # of the time that is planned; the rest is for what a busy machine takes longer


@dataclass(frozen=True)
class AdviceRunKey(RunKey):
    """The key of a fit of weights; more games keep the same key.

    Attributes:
        weights: Today's weights.
    """

    weights: tuple[tuple[str, float], ...] = ()


@documented
@dataclass(frozen=True)
class AdviceRequest:
    """A fit of the weights of a game's heuristic."""

    game: TheGame
    games: Annotated[int, Option("Games of the search.")] = 20_000_000
    deals: Annotated[
        int, Option("Deals of the confirmation at each table; among slow players fewer.")
    ] = 4000
    minutes: Annotated[
        float,
        Option(
            "About how long the search may take. If that is too short for its games on this "
            "machine, it plays fewer, and says how many."
        ),
    ] = 10.0
    seed: Annotated[int, Option("Seed of the deals and the proposals.")] = 0
    rules: Annotated[Rules, replace(HOUSE_RULES, name="options")] = USUAL
    threads: TheThreads = COMMAND_THREADS
    tables: tuple[Options, ...] = field(init=False)  # house rules, for every number of players

    def __post_init__(self) -> None:
        """Checks all values.

        Raises:
            UserError: A number is out of its range, a house rule can't be used, the game has no
                heuristic or none with weights, or the extra `design` is not installed.
        """
        resolve(self)
        check_whole("deals", self.deals, FEWEST_DEALS, MAX_DEALS)
        check_whole("threads", self.threads, 1, MAX_THREADS)
        if not 0 < self.minutes <= MOST_MINUTES:
            raise UserError(
                _(
                    "minutes can't be {minutes:g}; allowed: above 0, at most {most:,}.",
                    minutes=self.minutes,
                    most=MOST_MINUTES,
                )
            )
        GreedyAgent(self.game)
        if not weight_table(self.game).rows:
            raise UserError(_("the heuristic of {game} has no weights.", game=self.game.name))
        check_samplers()
        rules = {} if self.rules is None else dict(self.rules)
        settle(self, rules=rules, tables=tables_of(self.game, rules))
        check_whole("games", self.games, self.fewest_games, 2**40)

    @property
    def fewest_games(self) -> int:
        """The fewest games of a search."""
        fields = 3  # today's greedy, the new one and random players
        cost = sum(
            options.num_players * (fields + fits_policy(self.game, options) / POLICY_PART)
            for options in self.tables
        )
        proposing = 2 * FEWEST_PROPOSED / min(ROUND_PARTS)
        simplifying = (2 * len(weight_table(self.game).rows) + 1) / SIMPLIFY_PART
        return ceil(LEAST_DEALS * cost * max(proposing, simplifying))

    @property
    def run_key(self) -> AdviceRunKey:
        """The key of this run; see `RunKey`."""
        today = GreedyAgent(self.game).weights
        return AdviceRunKey(
            command=COMMAND,
            game=self.game.name,
            rules=tuple(options.plain() for options in self.tables),
            agents=("greedy",),
            seed=self.seed,
            weights=tuple(today.items()),
        )

    def command(self, games: int) -> str:
        """Returns the command that repeats a search, without what does not change its result.

        Args:
            games: The games that the search played.
        """
        words = [
            *("fudaba", COMMAND, word_of_game(self.game.name)),
            *("--games", str(games), "--minutes", f"{self.minutes:g}"),
            *("--deals", str(self.deals), "--seed", str(self.seed)),
        ]
        if self.rules:
            words += ["--options"]
            words += [f"{name}={word_of(getattr(self.tables[0], name))}" for name in self.rules]
        return shlex.join(words)

    def play(self, progress: Progress | None = None) -> AdviceResult:
        """Returns the result of the search and of its confirmation on fresh deals.

        Args:
            progress: Called with the number of games done, of all games, and 0.
        """
        return Fit(self, Count(progress)).result()


class Fit:
    """A fit that is under way."""

    def __init__(self, asked: AdviceRequest, count: Count) -> None:
        """Measures the spreads and the speed.

        Args:
            asked: The request.
            count: Counts the games.
        """
        self.asked, self.game, self.count = asked, asked.game, count
        self.table = weight_table(asked.game)
        self.today = GreedyAgent(asked.game).weights
        self.threads = Threads(asked.threads)
        self.tried: list[Tried] = []
        self.spreads = [
            spread_of(self.game, options, self.record(self.today), asked.seed, self.threads)
            for options in asked.tables
        ]
        self.policies = [policy_field(self.game, options) for options in asked.tables]
        self.games = min(asked.games, self._games_in(60 * asked.minutes))
        self.games = max(self.games, asked.fewest_games)
        self.played = 0

    def record(self, values: Values) -> np.void:
        """Returns weights as the record that kernels read."""
        return self.table.record(values)

    def result(self) -> AdviceResult:
        """Plays all parts and returns the result."""
        asked = self.asked
        confirmation = Confirmation(
            *(self.game, asked.tables, self.spreads, self.policies),
            *(asked.deals, self.threads, asked.threads),
        )
        self.count.total = self.games + confirmation.games
        first = self._round(1, [self.today], scan(self.table, self.today))
        second = self._round(2, [self.today, first[0]], first[1:KEPT_BETWEEN_ROUNDS])
        found, set_back = self._simplify(second[0])
        self.count.finish(max(0, self.games - self.played))
        seed = seed_of(asked.seed, "final")
        gains, gain, among_random = confirmation.play(self.today, found, seed, self.count)
        return AdviceResult(
            question=asked.run_key.key,
            game=self.game.name,
            rules=asked.rules,
            version=version("fudaba"),
            seed=asked.seed,
            games=self.games,
            final_games=confirmation.games,
            before=self.today,
            found=found,
            set_back=set_back,
            gains=gains,
            gain=gain,
            gain_among_random=among_random,
            tried=tuple(self.tried),
        )

    def _games_in(self, seconds: float) -> int:
        """Returns how many games fit into some seconds, from a measurement of the speed."""
        tables, today = self._tables(self.today), self.record(self.today)
        games = seconds_taken = 0.0
        for deals in (1, LEAST_DEALS):  # the first compiles
            begin = time.monotonic()
            Block(self.game, tables, today, self.asked.seed, deals, self.threads)
            games, seconds_taken = deals * _cost(tables), time.monotonic() - begin
        return int(SPEED_SHARE * seconds * games / seconds_taken)

    def _tables(self, new: Values | None = None) -> list[TrialTable]:
        """Returns the tables of a round.

        Args:
            new: The winner of the earlier round; None in the first.
        """
        today, share = self.record(self.today), 1 / len(self.asked.tables)
        tables = []
        for options, spread, policy in zip(
            self.asked.tables, self.spreads, self.policies, strict=True
        ):
            greedy = [heuristic_field(TODAY, today)]
            if new is not None:
                greedy.append(heuristic_field(NEW, self.record(new)))
            left = 1 - RANDOM_WEIGHT - (POLICY_WEIGHT if policy else 0)
            weights = [(field, left / len(greedy)) for field in greedy]
            weights.append((random_field(today), RANDOM_WEIGHT))
            tables += [
                TrialTable(options, field, share * weight, spread) for field, weight in weights
            ]
            if policy:
                tables.append(
                    TrialTable(options, policy, share * POLICY_WEIGHT, spread, POLICY_PART)
                )
        return tables

    def _block(self, tables: Sequence[TrialTable], part: str, deals: int) -> Block:
        seed = seed_of(self.asked.seed, part)
        return Block(self.game, tables, self.record(self.today), seed, deals, self.threads)

    def _play(
        self, part: str, block: Block, deals: int, batch: Sequence[Values]
    ) -> Iterator[Gains]:
        """Yields the gains of each candidate, and counts the games."""
        for values in batch:
            yield block.gains(self.record(values))
            games = ceil(deals * _cost(block.tables))
            self.played += games
            self.count.finish(games)

    def _note(self, part: str, values: Values, gain: Estimate) -> Estimate:
        self.tried.append(Tried(part=part, weights=values, gain=gain.interval()))
        return gain

    def _round(
        self, number: int, champions: Sequence[Values], others: Sequence[Values]
    ) -> list[Values]:
        """Proposes candidates and races the best.

        Args:
            number: The number of the round, from 1.
            champions: Today's weights and the winner of the earlier round, if there was one; they
                play in the field and take part in the race.
            others: Further candidates to begin with.

        Returns:
            The winner, then others, the best first.
        """
        tables = self._tables(*champions[1:])
        games = int(ROUND_PARTS[number - 1] * self.games)
        cost = _cost(tables)
        most = int(games / 2 / cost / DEALS_OF_A_PROPOSAL)
        wanted = min(MOST_PROPOSED, max(FEWEST_PROPOSED, most))
        deals = max(DEALS_OF_A_PROPOSAL, int(games / 2 / cost / wanted))
        part = f"search {number}"
        block = self._block(tables, part, deals)
        found: list[tuple[float, Values]] = []

        def play(batch: Sequence[Values]) -> list[float]:
            played = zip(batch, self._play(part, block, deals, batch), strict=True)
            values = [self._note(part, each, overall(tables, g)).value for each, g in played]
            found.extend(zip(values, batch, strict=True))
            return values

        begin_with, seed = [*champions, *others], seed_of(self.asked.seed, part)
        if number == 1 or len(self.table.rows) < FEWEST_WEIGHTS:
            propose(self.table, begin_with, wanted, seed, play)
        else:
            play(begin_with)
            refine(self.table, champions[-1], wanted - len(begin_with), seed, play)
        found.sort(key=lambda pair: -pair[0])  # stable
        best = [values for _value, values in found[: wanted // PROPOSED_PER_RACED]]
        field = [*champions, *(each for each in best if each not in champions)]
        winner = self._race(number, tables, field, games // 2)
        return [winner, *(each for each in best if each != winner)]

    def _race(
        self, number: int, tables: Sequence[TrialTable], field: Sequence[Values], games: int
    ) -> Values:
        """Races candidates and returns the winner."""
        gains: dict[int, Gains] = {}

        def play(turn: int, running: Sequence[int], deals: int) -> list[Seen]:
            part = f"race {number}.{turn + 1}"
            block = self._block(tables, part, deals)
            batch = [field[candidate] for candidate in running]
            seen = []
            for candidate, later in zip(
                running, self._play(part, block, deals, batch), strict=True
            ):
                gains[candidate] = joined(gains.get(candidate), later)
                gain = self._note(part, field[candidate], overall(tables, gains[candidate]))
                digest = hashlib.sha256(b"".join(map(bytes, gains[candidate])))
                seen.append(Seen((as_loss(gain),), digest.digest()))
            return seen

        runners = race(Plan((ceil(_cost(tables)),) * len(field), games, wanted=1), play)
        statuses = [runner.status for runner in runners]
        return field[statuses.index("finalist")]

    def _simplify(self, new: Values) -> tuple[Values, tuple[str, ...]]:
        """Sets every weight that brings no gain back to today's value, and returns all weights.

        Returns:
            The weights that are left, and the names of those that were set back.
        """
        changed = [name for name in new if new[name] != self.today[name]]
        if not changed:
            return new, ()
        tables = self._tables(new)
        games = int(SIMPLIFY_PART * self.games) // (2 * len(changed) + 1)
        deals = max(LEAST_DEALS, int(games / _cost(tables)))
        block = self._block(tables, "simplify", deals)

        def gain_of(values: Values) -> Estimate:
            (gains,) = self._play("simplify", block, deals, [values])
            return self._note("simplify", values, overall(tables, gains))

        best = gain_of(new)  # on the same deals, so that a weight without effect changes nothing
        singles = {name: gain_of({**new, name: self.today[name]}).value for name in changed}
        left, set_back = new, list[str]()
        for name in sorted(changed, key=lambda name: -singles[name]):
            trial = {**left, name: self.today[name]}
            if gain_of(trial).value >= best.value:
                left, set_back = trial, [*set_back, name]
        return left, tuple(set_back)


def _cost(tables: Sequence[TrialTable]) -> float:
    """Returns the games per deal at all tables."""
    return sum(table.cost for table in tables)
