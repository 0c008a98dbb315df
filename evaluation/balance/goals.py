"""Goals of a designer: numbers of a game that a search for house rules can optimise.

    GOALS                               every goal by its name, such as `turn-fairness`
    goals_of(game)                      the goals that a game has
    goal_called(name, game)             one of them; a `UserError` for another name
    goal.measure(game, agents, sample)  its `Estimate`: variants of the same deals are compared by
                                        `estimate.minus(other)`, paired by deal
    goal.interval(estimate)             the number and its 95 % interval, within its range

A goal with `needs_ladder` is measured in another sample than the others: games of two agents in the
seatings of `half_tables`. `goal.wish` is the usual direction of the wish.

The gap between positions. A seat, a place in turn order or a role wins some share of its games; a
shared first place counts as a fraction. The gap is the share of the best position less that of the
worst. Of two positions it is the size of one difference. Of more, the plain difference between the
largest and the smallest share in a sample exceeds it, since luck chooses the two, and it is not
smooth, so neither a linear standard error nor the bootstrap holds. `gap_between` therefore names
the best and the worst position before each deal, from the earlier deals alone, and takes the
difference in that deal. These differences can't profit from luck, and their mean less the mean true
gap of the named positions is a martingale: its usual standard error holds even if all positions are
equal (Luedtke and van der Laan, "Statistical inference for the mean outcome under a possibly
non-unique optimal treatment strategy", Annals of Statistics 44, 2016). Where two positions are hard
to tell apart the wrong one is sometimes named, so the estimate leans low, in simulations by less
than one standard error. It never exceeds the plain difference, which luck can only enlarge. The
lower end of the interval is that of the mean. The upper end is the largest upper end of all pairs
of positions, which holds for the true pair, whichever it is. Two gaps are compared in the same way:
one exceeds another one if its named positions differ by more than every pair of positions of the
other one. Simulated intervals hold the true gap in 95 % to 99 % of samples, and two variants with
equal gaps seem to differ in at most 5 % of them (`python -m benchmarks.coverage`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations
from types import MappingProxyType
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fudaba.common.errors import did_you_mean, shown
from fudaba.common.languages import N_, translator
from fudaba.envs import Game, UserError
from fudaba.envs.core.stepping.measuring import balance_of

from ..places import first_and_last_shares
from ..statistics import Estimate, Extreme, FloatArray, Interval, ratio_of_sums
from .drama import COMEBACKS
from .ladder import STRONGER, deviations_of
from .minutes import ASSUMED, MINUTES, Pace
from .outcomes import (
    CHOICE,
    DECISIONS,
    GAME,
    LEAD_CHANGES,
    SHARED,
    Number,
    numbers_of,
    turns_of,
    words_dealt,
)
from .play import Sample
from .result import RELATIVE, Form

_, _n = translator("evaluation")

GOAL = "goal"  # the group of their findings
Measure = Callable[..., Estimate]  # of a game, the agents' specs, a sample, and maybe the pace
Wish = Literal["least", "most"]

SEAT_FAIRNESS, TURN_FAIRNESS = N_("seat-fairness"), N_("turn-fairness")
ROLE_SPREAD, SKILL, LENGTH = N_("role-spread"), N_("skill"), N_("length")
LEADS, CHOICES = N_("lead-changes"), N_("choices")
SHARED_WINS, LATE_WINS = N_("shared-wins"), N_("comebacks")
TURN_REWARD, SEAT_REWARD, ROLE_REWARD = N_("turn-reward"), N_("seat-reward"), N_("role-reward")
TIME = N_("minutes")
# By a goal that counts first places alone the same goal in rewards, in which every place counts.
IN_REWARDS = {
    TURN_FAIRNESS: TURN_REWARD, SEAT_FAIRNESS: SEAT_REWARD, ROLE_SPREAD: ROLE_REWARD,
}  # fmt: skip
UNBOUNDED = float("inf")
FIRST_PART = 5  # a fifth of the deals only names the first best and worst position


@dataclass(frozen=True)
class Goal:
    """A number that a designer may want low or high.

    Attributes:
        name: Its name, as typed: `turn-fairness`.
        head: One or two words for the head of a table.
        meaning: One line for people.
        form: The kind of number: a share (0..1) or another number.
        wish: What most designers want: `least` or `most` of it.
        measure: Returns its estimate from the game, the agents' specs and a sample.
        needs_ladder: Whether the sample must be one of two agents in `half_tables`.
        needs_words: Whether only games with a categorical factor, such as roles, have it.
        is_gap: Whether it is the difference of two shares.
    """

    name: str
    head: str
    meaning: str
    form: Form
    wish: Wish
    measure: Measure
    needs_ladder: bool = False
    needs_words: bool = False
    is_gap: bool = False

    def interval(self, estimate: Estimate) -> Interval:
        """Returns the number with its 95 % interval; ends beyond its range are cut off.

        Args:
            estimate: What `measure` returned.
        """
        return interval_of(estimate, self.form)

    @property
    def relative(self) -> "Goal":
        """The same gap divided by the equal share, so that 2 and 6 players compare; else itself."""
        if not self.is_gap:
            return self

        def measure(game: Game, agents: Sequence[str], sample: Sample) -> Estimate:
            gap = self.measure(game, agents, sample)
            return Gap(**vars(gap.scaled(players := sample.points.shape[2])), most=players)

        return replace(self, measure=measure)


@dataclass(frozen=True, kw_only=True)
class Gap(Extreme):
    """An estimated gap; see the top of this file. It may fall below zero by luck.

    Attributes:
        most: The largest possible gap.
    """

    most: float = 1.0

    def minus(self, other: Estimate) -> Estimate:
        """Returns the difference of two gaps, neither below zero, paired by deal."""
        gap, first = np.maximum(0.0, (self.value, other.value)).tolist()  # nan stays nan
        return replace(super().minus(other), value=gap - first)

    def share_interval(self) -> Interval:
        """Returns the gap with its 95 % interval, neither below zero."""
        plain = self.interval()
        if np.isnan(plain.mean):
            return Interval(plain.mean, 0.0, self.most)
        mean, low = max(0.0, plain.mean), max(0.0, plain.low)
        return Interval(mean, low, min(self.most, max(mean, plain.high)), self.num_deals)


@dataclass(frozen=True, kw_only=True)
class Skill(Estimate):
    """An estimated share of skill.

    Attributes:
        root: The estimate of which it is the square, with a normal distribution near zero too.
    """

    root: Estimate

    def share_interval(self) -> Interval:
        """Returns the share with its 95 % interval, within 0..1."""
        squared = self.root.interval().squared
        low, mean, high = np.clip((squared.low, squared.mean, squared.high), 0, 1).tolist()
        return Interval(mean, low, high)


def gap_between(sums: FloatArray, counts: FloatArray, most: float = 1.0) -> Gap:
    """Returns the gap between the best and the worst of K positions; see the top of this file.

    Args:
        sums: float64[D, K], what each position won in each deal.
        counts: float64[D, K], how often each position was played in each deal, 0 or more.
        most: The largest possible gap: 1 between shares.
    """
    held = [position for position in zip(sums.T, counts.T, strict=True) if position[1].any()]
    positions = [ratio_of_sums(won, count) for won, count in held]
    if len(positions) == 2:
        worst, best = sorted(positions, key=lambda position: position.value)
    else:
        best, worst = (_named(sums, counts, sign) for sign in (1, -1))
    gap = best.minus(worst)
    pairs = tuple(one.minus(two) for one, two in permutations(positions, 2)) or (gap,)
    plain = max(pair.value for pair in pairs)  # of the whole sample, which no gap exceeds
    gap = replace(gap, value=min(gap.value, plain))
    return Gap(**vars(gap), floors=(gap,), ceilings=pairs, most=most)


def _named(sums: FloatArray, counts: FloatArray, sign: int) -> Estimate:
    """Returns the mean of the position that was best (sign 1) or worst (-1) in earlier deals."""
    first = len(sums) // FIRST_PART + 1
    won, played = (np.cumsum(table, axis=0)[first - 1 : -1] for table in (sums, counts))
    lowest = np.full(won.shape, -np.inf)
    means = np.divide(sign * won, played, out=lowest, where=played > 0)
    named = np.argmax(means, axis=1)[:, None]
    skipped = np.zeros(first)
    value, count = (
        np.concatenate([skipped, np.take_along_axis(table[first:], named, axis=1)[:, 0]])
        for table in (sums, counts)
    )
    return ratio_of_sums(value, count)


def interval_of(estimate: Estimate, form: Form) -> Interval:
    """Returns the 95 % interval of a number of some form; of a gap it does not begin below zero."""
    is_bounded = form == "share" or isinstance(estimate, Gap)
    return estimate.share_interval() if is_bounded else estimate.interval()


def _wins(sample: Sample) -> NDArray[np.float64]:
    """Returns each seat's share of the first place: float64[D, R, P]."""
    return np.asarray(first_and_last_shares(sample.points)[0], np.float64)


def _points(sample: Sample) -> NDArray[np.float64]:
    """Returns each seat's reward: float64[D, R, P]."""
    return np.asarray(sample.points, np.float64)


Values = Callable[[Sample], NDArray[np.float64]]  # what each seat has: its wins, or its points


def _seat_gap(
    values: Values, most: float, game: Game, agents: Sequence[str], sample: Sample
) -> Gap:
    won = values(sample)
    return gap_between(won.sum(axis=1), np.full(won.shape[::2], float(won.shape[1])), most)


def _turn_gap(
    values: Values, most: float, game: Game, agents: Sequence[str], sample: Sample
) -> Gap:
    won = np.take_along_axis(values(sample), np.argsort(turns_of(sample), axis=2), axis=2)
    return gap_between(won.sum(axis=1), np.full(won.shape[::2], float(won.shape[1])), most)


def _role_gap(
    values: Values, most: float, game: Game, agents: Sequence[str], sample: Sample
) -> Gap:
    won, name = values(sample), roles_of(game)
    dealt = [chosen for factor, _, chosen in words_dealt(game, sample) if factor == name]
    sums = [(won * chosen).sum(axis=(1, 2)) for chosen in dealt]
    counts = [chosen.sum(axis=(1, 2), dtype=np.float64) for chosen in dealt]
    return gap_between(np.stack(sums, axis=1), np.stack(counts, axis=1), most)


def _skill(game: Game, agents: Sequence[str], sample: Sample) -> Skill:
    return skill_of(deviations_of(sample, STRONGER))


def skill_of(deviations: Estimate) -> Skill:
    """Returns the share of skill, from what `deviations_of` returned."""
    return Skill(**vars(deviations.squared), root=deviations)


def _per_game(quantity: str) -> Measure:
    """Returns the measure of one of the numbers on the game."""

    def measure(
        game: Game, agents: Sequence[str], sample: Sample, pace: Pace = ASSUMED
    ) -> Estimate:
        wanted = (GAME, game.title, quantity)
        return next(n.estimate for n in numbers_of(game, agents, sample, pace) if n.key == wanted)

    return measure


GOALS = MappingProxyType(
    {
        goal.name: goal
        for goal in (
            Goal(SEAT_FAIRNESS, N_("seat gap"),
                 N_("how much more often the best seat wins than the worst"),
                 "share", "least", partial(_seat_gap, _wins, 1.0), is_gap=True),
            Goal(TURN_FAIRNESS, N_("turn gap"),
                 N_("how much more often the best place in turn order wins than the worst"),
                 "share", "least", partial(_turn_gap, _wins, 1.0), is_gap=True),
            Goal(ROLE_SPREAD, N_("role gap"),
                 N_("how much more often the best role wins than the worst"),
                 "share", "least", partial(_role_gap, _wins, 1.0), needs_words=True, is_gap=True),
            Goal(SKILL, N_("skill"), N_("share of one game's result that is skill, not luck"),
                 "share", "most", _skill, needs_ladder=True),
            Goal(LENGTH, N_("length"), N_("decisions in a game, of all players together"),
                 "number", "least", _per_game(DECISIONS)),
            Goal(LEADS, N_("leads"), N_("how often the lead changes in a game"),
                 "number", "most", _per_game(LEAD_CHANGES)),
            Goal(CHOICES, N_("choices"),
                 N_("share of the decisions with two or more legal actions"),
                 "share", "most", _per_game(CHOICE)),
            Goal(SHARED_WINS, N_("shared"),
                 N_("share of the games in which several players are first"),
                 "share", "least", _per_game(SHARED)),
            Goal(LATE_WINS, N_("back"), N_("won by who was ever last in the second half; "
                 "rarer at large tables"),
                 "share", "most", _per_game(COMEBACKS)),
            Goal(TIME, N_("minutes"), N_("minutes at a table of people, at an assumed pace"),
                 "number", "least", _per_game(MINUTES)),
            Goal(TURN_REWARD, N_("turn reward"),
                 N_("gap in mean reward between the best and the worst place in turn order"),
                 "number", "least", partial(_turn_gap, _points, UNBOUNDED)),
            Goal(SEAT_REWARD, N_("seat reward"),
                 N_("gap in mean reward between the best and the worst seat"),
                 "number", "least", partial(_seat_gap, _points, UNBOUNDED)),
            Goal(ROLE_REWARD, N_("role reward"),
                 N_("gap in mean reward between the best and the worst role"),
                 "number", "least", partial(_role_gap, _points, UNBOUNDED), needs_words=True),
        )
    }
)  # fmt: skip


def goal_numbers(
    game: Game,
    agents: Sequence[str],
    sample: Sample,
    pace: Pace = ASSUMED,
    *,
    has_several_sizes: bool = False,
) -> Iterator[Number]:
    """Yields the numbers of all goals of a game but those that need a ladder.

    Args:
        game: The game.
        agents: The specs of the agents.
        sample: The games.
        pace: The time that people take for a decision.
        has_several_sizes: Whether tables of other sizes are compared; gaps are then also given
            relative to the equal share.
    """
    for goal in goals_of(game):
        if not goal.needs_ladder:
            paced = {"pace": pace} if goal.name == TIME else {}
            yield goal_number(goal, goal.measure(game, agents, sample, **paced))
        if goal.is_gap and has_several_sizes:
            estimate = goal.relative.measure(game, agents, sample)
            yield Number(RELATIVE, goal.name, goal.meaning, goal.form, estimate)


def goal_number(goal: Goal, estimate: Estimate) -> Number:
    """Returns the number of a goal in a variant."""
    return Number(GOAL, goal.name, goal.meaning, goal.form, estimate)


def goals_of(game: Game) -> list[Goal]:
    """Returns the goals that a game has."""
    return [goal for goal in GOALS.values() if roles_of(game) or not goal.needs_words]


def goal_called(name: str, game: Game) -> Goal:
    """Returns a goal of a game.

    Raises:
        UserError: The game has no goal of this name.
    """
    known = [goal.name for goal in goals_of(game)]
    if name not in known:
        raise UserError(
            _(
                "{name} has no goal {goal}; allowed: {known}.{hint}",
                name=game.name,
                goal=shown(name),
                known=", ".join(known),
                hint=did_you_mean(name, known),
            )
        )
    return GOALS[name]


def roles_of(game: Game) -> str:
    """Returns the name of the factor whose categories are the game's roles; empty for none."""
    return next((measure.name for measure in balance_of(game).factors if measure.words), "")
