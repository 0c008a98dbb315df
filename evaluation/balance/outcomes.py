"""The numbers of a variant: about the game, the turn order, the seats and the agents."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fudaba.common.languages import N_
from fudaba.envs import Game, Statistic
from fudaba.envs.core.stepping.measuring import balance_of

from ..places import first_and_last_shares
from ..regression import fit_line
from ..statistics import Estimate, IntArray, p_value_of_equality, ratio_of_sums
from .drama import NAMES
from .minutes import ASSUMED, MINUTES, Pace, minutes
from .play import Sample, factors_of, tallies_of
from .result import Form

TURN_NAMES = (
    N_("first to act"), N_("second to act"), N_("third to act"), N_("fourth to act"),
    N_("fifth to act"), N_("sixth to act"), N_("seventh to act"), N_("eighth to act"),
)  # fmt: skip
GAME, TURNS, SEATS, AGENTS, COURSE = "game", N_("turn order"), N_("seat"), N_("agent"), "course"
REWARD, FIRST_PLACES, LAST_PLACES = N_("reward"), N_("first places"), N_("last places")
DECISIONS, CHOICE = N_("decisions"), N_("decisions with a real choice")
ALTERNATIVES, LEAD_CHANGES = N_("legal actions per decision"), N_("lead changes")
SHARED = N_("shared first places")
IN_GAMES = ", games with any"  # after the name of a yes/no tally
GOES_WITH, SETS_APART = "reward with one more", "reward more than the others"
ENDING, ENDS = N_("end of the game"), N_("share of the games")
MOVES = "moves: "  # before the name of a kind of moves
FORCED = " (the only choice)"  # after it

Values = NDArray[Any]


class Number(NamedTuple):
    """An estimate and its place among the findings; see `Finding`."""

    group: str
    item: str
    quantity: str
    form: Form
    estimate: Estimate

    @property
    def key(self) -> tuple[str, str, str]:
        """The key of the number among those of a variant."""
        return self.group, self.item, self.quantity


def numbers_of(
    game: Game, agents: Sequence[str], sample: Sample, pace: Pace = ASSUMED
) -> Iterator[Number]:
    """Yields all numbers of a variant except those on openings and factors of the deal.

    Args:
        game: The game.
        agents: The specs of the agents.
        sample: The games.
        pace: The time that people take for a decision.
    """
    yield from _game_numbers(game, sample, pace)
    seats = np.arange(sample.points.shape[2])
    per_seat = list(_per_seat(game, sample))
    for position in seats.tolist():
        chosen = turns_of(sample) == position
        yield from _numbers_of_chosen(TURNS, TURN_NAMES[position], per_seat, chosen)
    for seat in seats.tolist():
        yield from _numbers_of_chosen(SEATS, f"player_{seat}", per_seat, seats == seat)
    if len(agents) > 1:
        for number, agent in enumerate(agents):
            chosen = sample.seatings == number
            yield from _numbers_of_chosen(AGENTS, agent, per_seat, chosen)
    for factor, word, chosen in words_dealt(game, sample):
        yield from _numbers_of_chosen(factor, word, per_seat, chosen)
    yield from _course_numbers(game, sample)


def _course_numbers(game: Game, sample: Sample) -> Iterator[Number]:
    """Yields the extra reward per unit of each tally; for a flag, the reward of yes over no.

    The tally need not be the cause. Tallies that are partial or the same for all seats are left
    out.
    """
    rewards = sample.points.reshape(sample.num_deals, -1)
    for measure, name, values in as_numbers(tallies_of(game, sample), sample.tallies):
        is_of_seats = not measure.partial and measure not in _per_game(sample)
        if is_of_seats and values.min() < values.max():
            column = values.reshape(*rewards.shape, 1).astype(np.float32)
            slope = fit_line(column, rewards).slopes[0]
            quantity = SETS_APART if measure.is_flag or measure.words else GOES_WITH
            yield Number(COURSE, name, quantity, "reward", slope)


def words_dealt(game: Game, sample: Sample) -> Iterator[tuple[str, str, NDArray[np.bool_]]]:
    """Yields the categories of all categorical factors.

    Yields:
        The factor's name, a category that was dealt, and the seats that had it: bool[D, R, P].
    """
    for position, measure in enumerate(factors_of(game, sample)):
        for code, word in enumerate(measure.words):
            chosen = sample.factors[..., position] == code
            if chosen.any():
                yield measure.name, word, chosen


def equality_of_turns(sample: Sample) -> float:
    """Returns the p-value of the hypothesis that all places in turn order earn the same."""
    in_order = np.take_along_axis(sample.points, np.argsort(turns_of(sample)), axis=2)
    return p_value_of_equality(in_order.mean(axis=1))


def equality_of_seats(sample: Sample) -> float:
    """Returns the p-value of the hypothesis that all seats of the table earn the same."""
    return p_value_of_equality(sample.points.mean(axis=1))


def lengths_of(sample: Sample) -> dict[int, int]:
    """Returns the number of games by their number of decisions."""
    counts = np.bincount(sample.taken.sum(axis=(2, 3)).ravel())
    return {length: int(counts[length]) for length in np.flatnonzero(counts).tolist()}


def as_numbers(
    measures: Sequence[Statistic], values: Values
) -> Iterator[tuple[Statistic, str, Values]]:
    """Yields measures as numbers; a categorical one becomes a flag for each category.

    Args:
        measures: T measures.
        values: float[..., T].

    Yields:
        The measure, the name of the number, and float[...].
    """
    for position, measure in enumerate(measures):
        if not measure.words:
            yield measure, measure.name, values[..., position]
        for code, word in enumerate(measure.words):
            yield measure, f"{measure.name}: {word}", values[..., position] == code


def turns_of(sample: Sample) -> IntArray:
    """Returns the position of each seat in turn order: int64[D, R, P], 0 for the first."""
    seats = sample.points.shape[2]
    return np.asarray((np.arange(seats) - sample.first[..., None].astype(np.int64)) % seats)


def _game_numbers(game: Game, sample: Sample, pace: Pace) -> Iterator[Number]:
    def number(quantity: str, form: Form, upper: Values, lower: Values | int = 1) -> Number:
        """Returns the ratio of the sums of two values per game, float[D, R] each."""
        below = np.broadcast_to(lower, upper.shape)
        estimate = ratio_of_sums(upper.sum(axis=1), below.sum(axis=1))
        return Number(GAME, game.title, quantity, form, estimate)

    taken, forced = sample.taken.sum(axis=2), sample.forced.sum(axis=2)
    decisions = taken.sum(axis=2)
    yield number(DECISIONS, "number", decisions)
    without = forced.sum(axis=(1, 2))
    games = np.full(sample.num_deals, decisions.shape[1])
    with_choice = decisions.sum(axis=1) - without
    yield Number(GAME, game.title, MINUTES, "number", minutes(with_choice, without, games, pace))
    yield number(CHOICE, "share", decisions - forced.sum(axis=2), decisions)
    yield number(ALTERNATIVES, "number", sample.alternatives.sum(axis=2), decisions)
    yield number(LEAD_CHANGES, "number", sample.lead_changes)
    for position, (name, form) in enumerate(NAMES.items()):
        yield number(name, form, sample.drama[..., position])
    best = sample.points == sample.points.max(axis=2, keepdims=True)
    yield number(SHARED, "share", best.sum(axis=2) > 1)
    for position, kind in enumerate(game.actions):
        moves = MOVES + balance_of(game).moves.get(kind.name, kind.name)
        yield number(moves, "number", taken[..., position])
        yield number(moves + FORCED, "number", forced[..., position])
    of_games = _per_game(sample)
    for measure, name, values in as_numbers(tallies_of(game, sample), sample.tallies):
        upper, lower = _applying(measure, values)
        if measure in of_games:
            upper, lower = upper[..., :1], np.broadcast_to(lower, upper.shape)[..., :1]
        seats = np.sum(lower, axis=2) if measure.partial else 1
        yield number(name, "number", upper.sum(axis=2), seats)
        if measure.is_flag:
            yield number(name + IN_GAMES, "share", upper.max(axis=2))


def ending_numbers(game: Game, sample: Sample) -> Iterator[Number]:
    """Yields how often games end with each kind of move, and by the clauses that games declare."""
    games = np.full(sample.num_deals, float(sample.ends.shape[1]))
    for position, kind in enumerate(game.actions):
        ended = (sample.ends == position).sum(axis=1, dtype=np.float64)
        if ended.any():
            name = balance_of(game).moves.get(kind.name, kind.name)
            yield Number(ENDING, name, ENDS, "share", ratio_of_sums(ended, games))
    for position, measure in enumerate(tallies_of(game, sample)):
        if measure.is_ending:
            ended = sample.tallies[..., position].max(axis=2).sum(axis=1)
            yield Number(ENDING, measure.meaning, ENDS, "share", ratio_of_sums(ended, games))


def _per_seat(game: Game, sample: Sample) -> Iterator[tuple[str, Form, Values, Values | int]]:
    """Yields a seat's measures: name, form, numerator and denominator (float[D, R, P] each)."""
    first_places, last_places = first_and_last_shares(sample.points)
    yield REWARD, "reward", sample.points, 1
    yield FIRST_PLACES, "share", first_places, 1
    yield LAST_PLACES, "share", last_places, 1
    decisions = sample.taken.sum(axis=3)
    yield CHOICE, "share", decisions - sample.forced.sum(axis=3), decisions
    for measure, name, values in as_numbers(tallies_of(game, sample), sample.tallies):
        if measure in _per_game(sample):
            continue
        form: Form = "share" if measure.is_flag or measure.words else "number"
        yield name, form, *_applying(measure, values)


def _per_game(sample: Sample) -> list[Statistic]:
    """Returns the designer's own tallies with one number per game."""
    return [measure.statistic for measure in sample.measures if measure.per_game]


def _applying(measure: Statistic, values: Values) -> tuple[Values, Values | int]:
    """Returns a tally's values, with 0 where it does not apply, and flags where it does."""
    if not measure.partial:
        return values, 1
    applies = ~np.isnan(values)
    return np.where(applies, values, 0), applies


def _numbers_of_chosen(
    group: str,
    item: str,
    per_seat: Sequence[tuple[str, Form, Values, Values | int]],
    chosen: NDArray[np.bool_],
) -> Iterator[Number]:
    """Yields the numbers of some seats of each game; `chosen` is broadcast to bool[D, R, P]."""
    for quantity, form, upper, lower in per_seat:
        below = np.broadcast_to(lower * chosen, upper.shape)
        largest = float(np.abs(upper).max())  # rewards of a deal may cancel out
        estimate = ratio_of_sums((upper * chosen).sum(axis=(1, 2)), below.sum(axis=(1, 2)), largest)
        yield Number(group, item, quantity, form, estimate)
