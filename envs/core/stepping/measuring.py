"""The generic loops of balance reports, which measure games while they are played.

The names below are bound to a game's kernels by `specialise`. P is the game's largest table, S the
number of seats with a player, K the number of action kinds.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from fudaba.common.errors import UserError, shown
from fudaba.common.languages import N_, translator

from ..compiling.kernel import Kernel, kernel, specialise, unbound
from ..compiling.kernel_cache import tell_once
from ..contract.game import Balance, Game, Statistic
from ..kit.seats import NOBODY
from .loops import observe_mover_of

_, _n = translator("core")

NO_OPENING = -1
SAME_POINTS = 1e-9  # points that differ by less are equal but for rounding
# What is counted of each seat's standing: its place by points so far, then by the lead value.
SEVERITY, BEHIND, BEHIND_UNTIL, LAST_UNTIL = range(4)
NUM_STANDINGS = 4

measure = lead_value = swap = observe_mover = is_use = unbound


@kernel
def unique_leader(values: np.ndarray, count: int) -> int:
    """Returns the only seat with the highest value of float64[P], or NOBODY if seats are equal."""
    leader = 0
    for seat in range(1, count):
        if values[seat] > values[leader]:
            leader = seat
    for seat in range(count):
        if seat != leader and values[seat] == values[leader]:
            return NOBODY
    return leader


@kernel
def count_standings(
    points: np.ndarray, values: np.ndarray, count: int, number: int, standings: np.ndarray
) -> None:
    """Counts the standing of each seat before a decision.

    Args:
        points: float64[P], the points so far.
        values: float64[P], the lead values, which decide between equal points.
        count: The number of players.
        number: The number of the decision in its game, from 1.
        standings: float64[S, 4]; BEHIND counts the decisions with a seat ahead, SEVERITY adds up
            the root of the share of the others that are ahead, BEHIND_UNTIL and LAST_UNTIL are the
            last decision with a seat ahead, and with all others ahead.
    """
    for seat in range(count):
        ahead = 0
        for other in range(count):
            more = points[other] - points[seat]
            is_level = abs(more) <= SAME_POINTS
            ahead += values[other] > values[seat] if is_level else more > 0.0
        if ahead > 0:
            standings[seat, SEVERITY] += np.sqrt(ahead / (count - 1))
            standings[seat, BEHIND] += 1.0
            standings[seat, BEHIND_UNTIL] = number
        if ahead == count - 1:
            standings[seat, LAST_UNTIL] = number


def _measure_tables(states: np.ndarray, values: np.ndarray) -> None:
    """Fills float64[N, M, P] with the M measures of each seat at each table."""
    for table in range(len(states)):
        measure(states[table], values[table])


def _watch(
    states: np.ndarray,
    masks: np.ndarray,
    actions: np.ndarray,
    scores: np.ndarray,
    kinds: np.ndarray,
    number: int,
    taken: np.ndarray,
    forced: np.ndarray,
    alternatives: np.ndarray,
    openings: np.ndarray,
    standings: np.ndarray,
    leaders: np.ndarray,
    lead_changes: np.ndarray,
    values: np.ndarray,
) -> None:
    """Counts the next decision of each table whose game is not over.

    Args:
        states: The N tables.
        masks: int8[N, A], the legal actions.
        actions: int64[N], the actions that the seats to move are about to take.
        scores: float64[N, P], the points so far.
        kinds: int64[A], the number of the kind of each action.
        number: The number of the decision in each game, from 1.
        taken: int16[N, S, K], decisions of each seat by kind; counted on.
        forced: int16[N, S, K], of these, those with one legal action; counted on.
        alternatives: int32[N, S], legal actions, summed over the decisions; counted on.
        openings: int16[N, S], the first action of each seat with a choice, or NO_OPENING.
        standings: float64[N, S, 4], see `count_standings`; counted on.
        leaders: int8[N], the last seat that was alone ahead, or NOBODY; brought up to date.
        lead_changes: int16[N], the number of changes of `leaders`; counted on.
        values: float64[P], room for the lead values of one table.
    """
    for table in range(len(states)):
        state = states[table]
        if state["to_move"] < 0:
            continue
        count = 0
        for action in range(masks.shape[1]):
            count += masks[table, action]
        seat, kind = state["to_move"], kinds[actions[table]]
        taken[table, seat, kind] += 1
        forced[table, seat, kind] += count == 1
        alternatives[table, seat] += count
        if count > 1 and openings[table, seat] == NO_OPENING:
            openings[table, seat] = actions[table]
        lead_value(state, values)
        count_standings(scores[table], values, state["num_players"], number, standings[table])
        leader = unique_leader(values, state["num_players"])
        if leader != NOBODY and leader != leaders[table]:
            lead_changes[table] += leaders[table] != NOBODY
            leaders[table] = leader


def _rotate_tables(
    states: np.ndarray,
    views: np.ndarray,
    masks: np.ndarray,
    to_move: np.ndarray,
    by: np.ndarray,
) -> None:
    """Moves each seat's share of a factor on to the seat `by[table]` seats further."""
    for table in range(len(states)):
        state = states[table]
        for _ in range(by[table]):
            for seat in range(state["num_players"] - 1, 0, -1):
                swap(state, seat, seat - 1)
        observe_mover(state, views[table], masks[table])
        to_move[table] = state["to_move"]


def _mark_uses(states: np.ndarray, masks: np.ndarray, number: int, marks: np.ndarray) -> None:
    """Sets int8[N, A] to 1 for the legal actions of each table that are the use of a number."""
    for table in range(len(states)):
        for action in range(masks.shape[1]):
            if masks[table, action] == 1:
                marks[table, action] = is_use(states[table], action, number)


@cache
def balance_of(game: Game) -> Balance:
    """Returns the `Balance` of a game; without a balance.py what every game has.

    That is who has the first turn, and the points so far as the lead.
    """
    if game.balance is not None:
        return game.balance
    tell_once(
        _(
            "fudaba: {game} has no balance statistics, so its first turn is the only factor of the "
            "deal, and the points so far say who leads.",
            game=game.name,
        )
    )
    return Balance(
        factors=(Statistic(N_("first turn"), N_("takes the first decision"), 0, 1),),
        measure_deal=mark_first_turn,
        tallies=(),
        measure_game=measure_nothing,
        lead_value=game.kernels.score,
    )


@kernel
def mark_first_turn(state: np.void, values: np.ndarray) -> None:
    """Fills float64[1, P] with a flag for the seat that decides first."""
    values[:] = 0.0
    values[0, state["to_move"]] = 1.0


@kernel
def measure_nothing(state: np.void, values: np.ndarray) -> None:
    """Leaves float64[0, P] as it is."""


def swap_of(game: Game, factor: str) -> Kernel:
    """Returns the kernel that exchanges a factor between two seats.

    Raises:
        UserError: The game has no swap for the factor.
    """
    swaps = balance_of(game).swaps
    if isinstance(factor, str) and factor in swaps:
        return swaps[factor]
    allowed = ", ".join(swaps) or "none, for it has no factor that can be rotated"
    raise UserError(f"{game.name} can't rotate {shown(factor)}; allowed: {allowed}.")


@dataclass(frozen=True)
class Meters:
    """The measuring loops of one game, compiled."""

    measure_deals: Kernel
    measure_games: Kernel
    watch: Kernel


@cache
def meters(game: Game) -> Meters:
    """The measuring loops, specialised for a game."""
    ask, name = balance_of(game), game.name
    return Meters(
        measure_deals=specialise(_measure_tables, f"{name}.deals", measure=ask.measure_deal),
        measure_games=specialise(_measure_tables, f"{name}.games", measure=ask.measure_game),
        watch=specialise(_watch, name, lead_value=ask.lead_value),
    )


@cache
def marker_of_uses(game: Game) -> Kernel:
    """The loop that marks the actions that are a use, `Balance.uses`, specialised for a game."""
    is_use = balance_of(game).is_use
    assert is_use is not None
    return specialise(_mark_uses, game.name, is_use=is_use)


def rotation(game: Game, factor: str) -> Kernel:
    """The loop that rotates a factor through the seats, specialised for a game.

    Raises:
        UserError: The game has no swap for the factor.
    """
    return _rotation_by(game, factor, swap_of(game, factor))


@cache
def _rotation_by(game: Game, factor: str, swap: Kernel) -> Kernel:
    name = f"{game.name}.{factor}"
    return specialise(_rotate_tables, name, swap=swap, observe_mover=observe_mover_of(game))


def kinds_of_actions(game: Game) -> np.ndarray:
    """The number of the kind of every action id: int64[A]."""
    return np.repeat(np.arange(len(game.actions)), [kind.count for kind in game.actions])
