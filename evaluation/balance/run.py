"""Plays all variants on the same deals and returns the result."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from itertools import chain, zip_longest
from math import ceil
from pathlib import Path
from typing import Annotated, Any

from fudaba.agents import Agent, repeatable_agent
from fudaba.agents.naming import REPEATABLE, spelled_out
from fudaba.common.checks import check_kind, check_whole
from fudaba.common.languages import translator
from fudaba.envs import Game, Options, UserError
from fudaba.envs.core.stepping.measuring import balance_of, swap_of

from ..agreement import agreement
from ..asking import (
    HOUSE_RULES,
    USUAL,
    Option,
    Parameter,
    Rules,
    Seed,
    TheGame,
    Varied,
    documented,
    resolve,
    settle,
)
from ..counting import Count, Progress
from ..match import MAX_DEALS, Executor, LineUp, MatchRunner, answer, rotations, seed_of
from ..over import read_over
from ..run_key import RunKey
from ..statistics import Estimate, IntArray
from .bounds import bounded
from .comparisons import comparisons_of
from .goals import (
    GOAL,
    GOALS,
    IN_REWARDS,
    SKILL,
    TURN_FAIRNESS,
    goal_called,
    goal_number,
    goal_numbers,
    interval_of,
    skill_of,
)
from .hands import deal_numbers, hand_factors, round_numbers
from .ladder import ladders_of
from .measures import Measure
from .minutes import ASSUMED, Pace
from .naming import ALLOWED as ALLOWED_MEASURES
from .naming import read_measures
from .openings import opening_numbers
from .outcomes import (
    Number,
    ending_numbers,
    equality_of_seats,
    equality_of_turns,
    lengths_of,
    numbers_of,
)
from .play import Sample, play_sample
from .ranking import ranking_of
from .result import (
    RELATIVE,
    BalanceResult,
    Finding,
    VariantRanking,
    VariantResult,
    VariantsCheck,
    balance_run_key,
)
from .store import SampleStore
from .variants import Variant, variants_of

_, _n = translator("evaluation")

AgentMaker = Callable[[str, Game, Options], Agent]


def measure_balance(
    *request: Any,
    results: Path | str | None = None,
    num_threads: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    **named: Any,
) -> BalanceResult:
    """Plays a game under one or more variants of its house rules and measures how fair it is.

    Args:
        request: The values of a `BalanceRequest`, in its order or by name.
        results: See `fudaba.evaluation.match.answer`, also for the next three.
        num_threads: Threads.
        executor: Plays the chunks.
        progress: Is called with the progress.
        named: Values by name.

    Raises:
        UserError: A value is out of its range, a file can't be used, an agent took an illegal
            action, or a measure failed.
    """
    play = BalanceRequest(*request, **named).play
    return answer(play, results, num_threads, executor, progress)


@documented
@dataclass(frozen=True)
class BalanceRequest:
    """A balance run; `measure_balance` and `fudaba balance` both make one and play it.

    Every variant plays the same deals. One agent plays itself, each deal once. Several agents sit
    at one table, in turn, and each deal is played once in every rotation of them. With `rotate` all
    of that is played once in every rotation of the factor. The ladder leaves it where it was dealt.
    """

    game: TheGame
    agents: Annotated[
        Sequence[str],
        Option(
            f"The players: {REPEATABLE}; several are rotated through the seats of each deal.",
            "AGENT ...",
            "default: greedy",
            "agent",
        ),
    ] = ("greedy",)
    games: Annotated[int, Option("Games per variant.")] = 10_000
    options: Annotated[Rules, HOUSE_RULES] = USUAL
    varied: Annotated[
        Varied | Sequence[str],
        Option(
            "House rules to try, such as pass_limit=0..3 tunnel=none,ring; every combination is a "
            "variant. A list without an entry is effects=without:give7.",
            "NAME=VALUE,... ...",
            "",
            "vary",
            is_repeatable=True,
        ),
    ] = USUAL
    seed: Seed = 0
    rotate: Annotated[
        str | None,
        Option(
            "A factor of the deal, such as role in seki: each deal is played once in every "
            "rotation of it through the seats.",
            "FACTOR",
            "default: as dealt",
        ),
    ] = None
    ladder: Annotated[
        Sequence[str],
        Option(
            "Two or more agents whose strengths are compared; says how much of a result is skill. "
            "montecarlo:budget=8..64 stands for the budgets 8, 16, 32 and 64.",
            "AGENT ...",
            "default: none",
        ),
    ] = USUAL
    ladder_deals: Annotated[int, Option("Deals per pair and per step of the ladder.")] = 1000
    rank_by: Annotated[
        str,
        Option(
            f"What ranks the variants, or is answered first: {', '.join(GOALS)}.",
            "GOAL",
            f"default: {TURN_FAIRNESS}; of one variant with --ladder {SKILL}",
        ),
    ] = USUAL
    check: Annotated[
        Sequence[str],
        Option(
            "Other players, such as policy:any, who play the variants again on fresh deals: is the "
            "order the same among them?",
            "AGENT ...",
            "default: none",
        ),
    ] = ()
    check_games: Annotated[int, Option("Deals of each variant with each of them.")] = 1000
    measures: Annotated[
        tuple[Measure, ...],
        Option(
            f"Further measures: {ALLOWED_MEASURES}. NAME is a factor or tally of your own in a "
            "Python file; the others play positions out, which takes long.",
            "MEASURE ...",
            "",
            "measure",
            is_repeatable=True,
        ),
    ] = ()
    pace: Annotated[Pace, Parameter("The time that people take for a decision.")] = ASSUMED
    make: Annotated[
        AgentMaker, Parameter("Makes the agent of a word, for a game and its house rules.")
    ] = repeatable_agent
    variants: tuple[Variant, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Checks all values.

        Raises:
            UserError: A number is out of its range, the agents don't fit the seats or one is named
                twice, or the game can't rotate the factor.
        """
        resolve(self)
        fixed = {} if self.options is None else self.options
        varied = {} if self.varied is None else self.varied
        if not isinstance(varied, Mapping):
            if not varied:
                raise UserError(_("name a house rule to vary: NAME=VALUE,VALUE."))
            varied = read_over(varied, self.game, fixed)
            settle(self, varied=varied)
        variants = variants_of(self.game, fixed, varied)
        measures = read_measures(self.measures, self.game)
        ladder = () if self.ladder is None else tuple(spelled_out(self.ladder))
        asked = SKILL if ladder and len(variants) == 1 else TURN_FAIRNESS
        rank_by = asked if self.rank_by is None else self.rank_by
        settle(self, variants=tuple(variants), measures=measures, ladder=ladder, rank_by=rank_by)
        check_whole("games", self.games, 2, MAX_DEALS)
        check_whole("ladder_deals", self.ladder_deals, 2, MAX_DEALS)
        check_kind("make", self.make, Callable, "a function")
        check_kind("pace", self.pace, Pace, "a Pace")
        balance_of(self.game)
        if self.rotate is not None:
            swap_of(self.game, self.rotate)
        if goal_called(self.rank_by, self.game).needs_ladder and not self.ladder:
            raise UserError(
                _(
                    "variants can't be ranked by {rank_by} without a ladder; allowed: a "
                    "ladder of two agents or more, or another goal.",
                    rank_by=self.rank_by,
                )
            )
        _check_agents(self.agents, self.ladder, self.variants)
        self._check_check()

    def _check_check(self) -> None:
        check_kind("check", self.check, (list, tuple), "a list of agents' specs")
        check_whole("check_games", self.check_games, 2, MAX_DEALS)
        _check_named_once(self.check)
        if self.check and len(self.variants) == 1:
            raise UserError(_("one variant has no order to check; allowed: --check with --vary."))
        if self.check and GOALS[self.rank_by].needs_ladder:
            raise UserError(
                _(
                    "{rank_by} is measured between the agents of the ladder, not among the players "
                    "of --check; allowed: --check with another goal.",
                    rank_by=self.rank_by,
                )
            )

    @property
    def run_key(self) -> RunKey:
        """The key of this run; see `RunKey`."""
        rules = [variant.options.plain() for variant in self.variants]
        measured = [measure.word for measure in self.measures]
        return balance_run_key(
            self.game.name, rules, self.agents, self.seed, self.rotate, self.ladder, measured
        )

    def play(
        self, executor: Executor, results: Path | None = None, progress: Progress | None = None
    ) -> BalanceResult:
        """Plays the games that are missing and returns the result of all; see `measure_balance`.

        Raises:
            UserError: A spec names no agent of the game, a file can't be used, or an agent took an
                illegal action.
        """
        count = Count(progress)
        # All agents are made before the first game: a policy may refuse some of the house rules.
        tables = self._players(self.agents, count)
        climbers = self._players(self.ladder, count) if self.ladder else {}
        seed = seed_of(self.seed, "check")
        checkers = {word: self._players([word], count, seed) for word in self.check}
        seatings = [rotations(_line_up(self.agents, variant)) for variant in self.variants]
        per_deal = self._games_per_deal(seatings)
        deals = max(2, ceil(self.games / max(per_deal)))
        self._begin(count, self.agents, deals * sum(per_deal))
        with nullcontext() if results is None else SampleStore(results) as store:
            # One sample at a time, so that the next variant can take its memory.
            samples = (
                play_sample(
                    *(players, seating, deals, executor, count.finish, self.rotate, store),
                    measures=self.measures,
                )
                for players, seating in zip(tables.values(), seatings, strict=True)
            )
            compared = _Comparison(self.game, self.variants, self.rank_by)
            measured = [
                _result_of(variant, players, next(samples), self.pace, compared)
                for variant, players in zip(self.variants, tables.values(), strict=True)
            ]
            ladders, deviations = ladders_of(climbers, self.ladder_deals, executor, count, store)
            checks = []
            for word, checker in checkers.items():
                alone = [rotations((0,) * each.options.num_players) for each in self.variants]
                self._begin(count, [word], self.check_games * sum(self._games_per_deal(alone)))
                samples = (
                    play_sample(
                        *(players, seating, self.check_games, executor, count.finish),
                        *(self.rotate, store),
                    )
                    for players, seating in zip(checker.values(), alone, strict=True)
                )
                checks.append(compared.check(word, list(samples)))
        return BalanceResult(
            game=self.game.name,
            version=version("fudaba"),
            seed=self.seed,
            deals=deals,
            agents=tuple(self.agents),
            rotated=self.rotate,
            measures=tuple(measure.word for measure in self.measures),
            pace=self.pace,
            variants=tuple(_with_skill(measured, deviations, compared)),
            ladder_deals=self.ladder_deals if self.ladder else 0,
            ladders=ladders,
            rank_by=self.rank_by,
            ranking=compared.ranking(self.rank_by),
            ranking_in_rewards=compared.ranking(IN_REWARDS.get(self.rank_by)),
            checks=tuple(checks),
        )

    def _players(
        self, words: Sequence[str], count: Count, seed: int | None = None
    ) -> dict[str, MatchRunner]:
        """Makes the agents of some specs for every variant; returns them by the variant's label."""
        players, seed = {}, self.seed if seed is None else seed
        for variant in self.variants:
            options = variant.options
            agents = [self.make(word, self.game, options) for word in words]
            players[variant.label] = MatchRunner(
                self.game, options, list(words), agents, seed, count
            )
        return players

    def _games_per_deal(self, seatings: Sequence[IntArray]) -> list[int]:
        """Returns the games of each variant in a deal."""
        return [
            len(seating) * (variant.options.num_players if self.rotate else 1)
            for seating, variant in zip(seatings, self.variants, strict=True)
        ]

    def _begin(self, count: Count, agents: Sequence[str], games: int) -> None:
        """Begins to count the games of some agents, in all variants together."""
        who, variants = _(", ").join(agents), len(self.variants)
        several = _("{who}, {variants} variants", who=who, variants=variants)
        count.begin(several if variants > 1 else who, games)


def _line_up(agents: Sequence[str], variant: Variant) -> LineUp:
    """Seats the agents in turn, until all seats are taken."""
    return tuple(seat % len(agents) for seat in range(variant.options.num_players))


def _check_agents(
    agents: Sequence[str], ladder: Sequence[str], variants: Sequence[Variant]
) -> None:
    for name, named in (("agents", agents), ("ladder", ladder)):
        check_kind(name, named, Sequence, "a list of agents' specs")
    seats = min(variant.options.num_players for variant in variants)
    if not 1 <= len(agents) <= seats:
        raise UserError(
            _(
                "there can't be {agents} agents; allowed: 1 to {seats}, the seats.",
                agents=len(agents),
                seats=seats,
            )
        )
    if len(ladder) == 1:
        raise UserError(
            _("a ladder can't have {ladder} alone; name at least two agents.", ladder=ladder[0])
        )
    for named in (agents, ladder):
        _check_named_once(named)


def _check_named_once(words: Sequence[str]) -> None:
    twice = next((word for word in words if list(words).count(word) > 1), None)
    if twice is not None:
        raise UserError(
            _("agent {twice} is named twice; each agent is allowed once.", twice=repr(twice))
        )


class _Comparison:
    """Compares the numbers of all variants with the first, and ranks the variants."""

    def __init__(self, game: Game, variants: Sequence[Variant], rank_by: str) -> None:
        """Prepares a comparison with the first variant."""
        self._game, self._goal = game, GOALS[rank_by]
        self._labels = [variant.label for variant in variants]
        self.has_several_sizes = len({variant.options.num_players for variant in variants}) > 1
        if self.has_several_sizes:
            self._goal = self._goal.relative
        self._ranks = RELATIVE if self.has_several_sizes and self._goal.is_gap else GOAL
        self._played: dict[bytes, str] = {}
        self._first: dict[tuple[str, str, str], Estimate] = {}
        # By the goals that rank; rewards of tables of several sizes don't compare.
        ranking = [rank_by]
        if rank_by in IN_REWARDS and not self.has_several_sizes:
            ranking.append(IN_REWARDS[rank_by])
        self._ranked = {name: list[Estimate]() for name in ranking}

    def findings(self, label: str, numbers: Iterable[Number]) -> tuple[Finding, ...]:
        """Returns the numbers of the variant with a label, compared with the first."""
        findings = []
        # One estimate at a time, because each holds a number for every deal.
        for number in numbers:
            findings.append(_finding(number, self._first.get(number.key)))
            if len(self._labels) > 1 and label == self._labels[0]:
                self._first[number.key] = number.estimate
            if number.group == self._ranks and number.item in self._ranked:
                self._ranked[number.item].append(number.estimate)
        return tuple(findings)

    def twin_of(self, label: str, sample: Sample) -> str | None:
        """Returns the label of an earlier variant that played the same games, or None."""
        first = self._played.setdefault(sample.fingerprint, label)
        return None if first == label else first

    def check(self, word: str, samples: Sequence[Sample]) -> VariantsCheck:
        """Returns how far the order of the variants is the same in samples of another player."""
        goal, sign = self._goal, 1.0 if self._goal.wish == "least" else -1.0
        found = [goal.measure(self._game, [word], sample) for sample in samples]
        before, after = (
            [replace(each, value=goal.interval(each).mean).scaled(sign) for each in some]
            for some in (self._ranked[goal.name], found)
        )
        return VariantsCheck(
            players=word,
            deals=samples[0].num_deals,
            numbers=tuple(map(goal.interval, found)),
            agreement=agreement(goal.name, self._labels, before, after, 0),
        )

    def ranking(self, goal: str | None) -> VariantRanking | None:
        """Returns the variants in the order of a goal; None for one variant, or for no goal."""
        if len(self._labels) == 1 or goal not in self._ranked:
            return None
        return ranking_of(GOALS[goal], self._labels, self._ranked[goal])


def _result_of(
    variant: Variant, players: MatchRunner, sample: Sample, pace: Pace, compared: _Comparison
) -> VariantResult:
    """Returns the result of a sample."""
    game = players.game
    numbers = chain(
        numbers_of(game, players.names, sample, pace),
        deal_numbers(game, sample),
        round_numbers(game, sample),
        opening_numbers(game, sample),
        ending_numbers(game, sample),
        goal_numbers(
            game, players.names, sample, pace, has_several_sizes=compared.has_several_sizes
        ),
    )
    result = VariantResult(
        label=variant.label,
        options=variant.options.plain(),
        games=sample.num_games,
        findings=compared.findings(variant.label, numbers),
        factors=hand_factors(game, sample),
        comparisons=comparisons_of(game, sample),
        lengths=lengths_of(sample),
        equal_turns=equality_of_turns(sample),
        equal_seats=equality_of_seats(sample),
        twin=compared.twin_of(variant.label, sample),
    )
    return bounded(result, game, variant.options, sample)


def _with_skill(
    results: Sequence[VariantResult], deviations: Sequence[Estimate], compared: _Comparison
) -> Iterator[VariantResult]:
    """Yields the variants' results; adds the goal `skill` to them if ladders were played."""
    for result, estimate in zip_longest(results, deviations):
        if estimate is None:
            yield result
        else:
            number = goal_number(GOALS[SKILL], skill_of(estimate))
            more = compared.findings(result.label, [number])
            yield result.model_copy(update={"findings": (*result.findings, *more)})


def _finding(number: Number, first: Estimate | None) -> Finding:
    """Returns a number with its interval and its difference from the first variant's."""
    estimate = number.estimate
    return Finding(
        group=number.group,
        item=number.item,
        quantity=number.quantity,
        form=number.form,
        interval=interval_of(estimate, number.form),
        difference=estimate.minus(first).interval() if first else None,
    )
