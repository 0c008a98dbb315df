"""The compiled part of the fuzzer: plays games and checks their invariants. See `fuzz.py`.

`fuzzing` binds the names below to a game's kernels. A `Desk` is their working memory. It has three
rows: the table, a copy of the table for the replay, and a redealt world.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from fudaba.agents.greedy import advice
from fudaba.envs import Game
from fudaba.envs.core.compiling.kernel import Kernel, kernel, specialise, unbound, wait_for_compile
from fudaba.envs.core.kit.rng import draw_below, next_uint64, stream_start
from fudaba.envs.core.stepping.loops import nth_legal, update_scores_of

TABLE, COPY, WORLD = range(3)
NUM_ROWS = 3
UNIFORM, RARE, ADVISED = range(3)  # how a seat plays
NUM_POLICIES = 3
DEVIATES = 8  # one in DEVIATES decisions of a seat that follows greedy is random
WORLD_SHARE = 4  # at most one in WORLD_SHARE decisions is made in worlds
NO_SEAT, NO_SCRIPT = -1, -1
GARBAGE = 77  # fills memory that a kernel must overwrite
ROUNDING = 1e-6

(
    SOUND,
    MASK_VALUES,
    MASK_COUNT,
    WRONG_MOVER,
    NOTHING_LEGAL,
    LEGAL_AFTER_END,
    VIEW_RANGE,
    VIEW_ON_TURN,
    POINTS_FINITE,
    POINTS_ABSENT,
    POINTS_SUM,
    POINTS_LOW,
    POINTS_REWARDS,
    TOO_LONG,
    ILLEGAL_ADVICE,
    READING_WRITES,
    RULES_CHANGED,
    REDEAL_MOVER,
    REDEAL_MASK,
    REDEAL_VIEW,
    REDEAL_STREAM,
    REPLAY_DIFFERS,
    NO_DECISION,
) = range(23)

FAULTS = {
    MASK_VALUES: "the mask has a number that is neither 0 nor 1",
    MASK_COUNT: "legal returns another number than the mask has ones",
    WRONG_MOVER: "to_move is no seat at the table",
    NOTHING_LEGAL: "a seat is to move, and nothing is legal",
    LEGAL_AFTER_END: "the game is over, and something is legal",
    VIEW_RANGE: "a view is outside the range of its field",
    VIEW_ON_TURN: "on_turn does not tell a viewer whether the decision is its own",
    POINTS_FINITE: "points are not finite",
    POINTS_ABSENT: "a seat without a player has points",
    POINTS_SUM: "the points do not add up to zero",
    POINTS_LOW: "a player has less than the lowest points of the house rules",
    POINTS_REWARDS: "the rewards do not add up to the points",
    TOO_LONG: "the game takes more decisions than max_decisions says",
    ILLEGAL_ADVICE: "greedy advises an illegal action",
    READING_WRITES: "legal, observe or score has changed the state",
    RULES_CHANGED: "the house rules in the state have changed",
    REDEAL_MOVER: "redeal moves the decision to the viewer or away from it",
    REDEAL_MASK: "redeal changes the viewer's mask",
    REDEAL_VIEW: "redeal changes the viewer's view",
    REDEAL_STREAM: "redeal leaves the random stream as it was",
    REPLAY_DIFFERS: "the same actions lead from the same state to another one",
    NO_DECISION: "nobody has a decision after the deal",
}

PROGRESS = np.dtype(
    [
        ("rng", np.uint64),  # the fuzzer's own random stream
        ("rng_key", np.uint64, 2),
        ("seed", np.uint64),
        ("target", np.int64),  # decisions to make in all; 0 stops after the present game
        ("every", np.int64),  # one position in `every` is examined
        ("script", np.int64),  # the number of given actions, or NO_SCRIPT
        # Counters.
        ("decisions", np.int64),
        ("games", np.int64),
        ("worlds", np.int64),
        ("world_decisions", np.int64),
        ("replayed", np.int64),  # decisions
        # The present game.
        ("mix", np.int64),
        ("start", np.uint64),
        ("length", np.int64),  # decisions so far
        ("copied_at", np.int64),  # decisions before the copy was taken
        ("world_seat", np.int64),  # the viewer of the present world, or NO_SEAT
        ("world_start", np.uint64),  # the random stream of its redealing
        ("world_length", np.int64),  # decisions in it
        # The fault.
        ("fault", np.int64),
        ("seat", np.int64),  # the viewer
        ("element", np.int64),  # the index in the flat view
        ("value", np.int64),
    ]
)


class Desk(NamedTuple):
    """The working memory of the kernels; a row for each of TABLE, COPY and WORLD.

    Attributes:
        states: [3], state records.
        bytes: uint8[3, S], the same memory.
        is_field: uint8[S], 1 for a byte of a field, 0 for padding.
        is_rule: uint8[S], 1 for a byte of a house rule.
        mixes: [M], state records that hold house rules and nothing else.
        mix_bytes: uint8[M, S], the same memory.
        most_decisions: int64[M].
        lowest_points: float64[M].
        views: [3], view records.
        numbers: int8 or int16 [3, D], the same memory.
        low: [D], the declared minimum of each number of a view.
        high: [D], the declared maximum.
        least: [D], the smallest value so far.
        greatest: [D], the largest value so far.
        masks: int8[3, A].
        scores: float64[3, P], points so far.
        rewards: float64[3, P], of the last decision.
        totals: float64[3, P], all rewards of the game.
        points: float64[P], as scratch.
        taken: int64[A], how often each action was taken.
        policies: int64[P], how each seat plays the present game.
        actions: int64[L], of the present game.
        world_actions: int64[L], of a world that is played on.
        progress: [1], a record of PROGRESS.
        weights: The weights of greedy's advice.
    """

    states: np.ndarray
    bytes: np.ndarray
    is_field: np.ndarray
    is_rule: np.ndarray
    mixes: np.ndarray
    mix_bytes: np.ndarray
    most_decisions: np.ndarray
    lowest_points: np.ndarray
    views: np.ndarray
    numbers: np.ndarray
    low: np.ndarray
    high: np.ndarray
    least: np.ndarray
    greatest: np.ndarray
    masks: np.ndarray
    scores: np.ndarray
    rewards: np.ndarray
    totals: np.ndarray
    points: np.ndarray
    taken: np.ndarray
    policies: np.ndarray
    actions: np.ndarray
    world_actions: np.ndarray
    progress: np.ndarray
    weights: np.void


deal = legal = apply = observe = redeal = score = update_scores = choose = unbound
check_mask = look = check_points = check_position = act = unbound
start_game = check_world = play_on = examine = check_replay = play_game = unbound
IS_ZERO_SUM = True


@kernel
def differ(one: np.ndarray, other: np.ndarray, counts: np.ndarray) -> bool:
    """Returns whether two records differ in the bytes that `counts` marks."""
    different = np.uint8(0)
    for position in range(len(counts)):
        different |= (one[position] ^ other[position]) * counts[position]
    return different != 0


@kernel
def fill(values: np.ndarray, value: int) -> None:
    """Sets every element of a one-dimensional array."""
    for position in range(len(values)):
        values[position] = value


# Invariants of every position


def _check_mask(desk: Desk, row: int) -> int:
    """Returns the fault of the mask or of the mover, or SOUND."""
    state, mask = desk.states[row], desk.masks[row]
    fill(mask, GARBAGE)
    count = legal(state, mask)
    ones, strange = 0, np.int8(0)
    for action in range(len(mask)):
        strange |= mask[action] & np.int8(-2)
    for action in range(len(mask)):
        ones += mask[action]
    if strange != 0:
        return MASK_VALUES
    if count != ones:
        return MASK_COUNT
    if not -1 <= state["to_move"] < state["num_players"]:
        return WRONG_MOVER
    if state["to_move"] < 0:
        return LEGAL_AFTER_END if count > 0 else SOUND
    return NOTHING_LEGAL if count == 0 else SOUND


def _look(desk: Desk, row: int, seat: int) -> int:
    """Fills the row's view for a seat; returns its fault, or SOUND."""
    state, view, numbers = desk.states[row], desk.views[row], desk.numbers[row]
    low, high, least, greatest = desk.low, desk.high, desk.least, desk.greatest
    observe(state, seat, view)
    is_outside = False
    for place in range(len(numbers)):
        is_outside |= (numbers[place] < low[place]) | (numbers[place] > high[place])
    for place in range(len(numbers)):
        least[place] = min(least[place], numbers[place])
    for place in range(len(numbers)):
        greatest[place] = max(greatest[place], numbers[place])
    if is_outside:
        note_outside(desk, row, seat)
        return VIEW_RANGE
    num_shown = 0
    for distance in range(state["num_players"]):
        num_shown += view["on_turn"][distance]
    is_own = state["to_move"] == seat
    if (view["on_turn"][0] == 1) != is_own or (state["to_move"] < 0 and num_shown > 0):
        desk.progress[0]["seat"] = seat
        return VIEW_ON_TURN
    return SOUND


@kernel
def note_outside(desk: Desk, row: int, seat: int) -> None:
    """Notes the first number of a view that is outside its range."""
    progress, numbers = desk.progress[0], desk.numbers[row]
    for place in range(len(numbers) - 1, -1, -1):
        if numbers[place] < desk.low[place] or numbers[place] > desk.high[place]:
            progress["element"], progress["value"] = place, numbers[place]
    progress["seat"] = seat


def _check_points(desk: Desk, row: int) -> int:
    """Returns the fault of the points, or SOUND."""
    state, points, count = desk.states[row], desk.scores[row], desk.states[row]["num_players"]
    mix = desk.progress[0]["mix"]
    update_scores(state, desk.scores, desk.rewards, row)
    total, size = 0.0, 1.0
    for seat in range(len(points)):
        desk.totals[row, seat] += desk.rewards[row, seat]
        if not np.isfinite(points[seat]):
            return POINTS_FINITE
        if seat >= count and points[seat] != 0.0:
            return POINTS_ABSENT
        total += points[seat]
        size += abs(points[seat])
    if IS_ZERO_SUM and abs(total) > ROUNDING * size:
        return POINTS_SUM
    if state["to_move"] >= 0:
        return SOUND
    fill(desk.points, GARBAGE)
    score(state, desk.points)
    for seat in range(len(points)):
        if abs(desk.totals[row, seat] - desk.points[seat]) > ROUNDING * size:
            return POINTS_REWARDS
        if points[seat] < desk.lowest_points[mix] - ROUNDING * size:
            return POINTS_LOW
    return SOUND


def _check_position(desk: Desk, row: int) -> int:
    """Returns the fault of a position; the row then holds the mask and the view of the mover."""
    fault, state = check_mask(desk, row), desk.states[row]
    count = np.int64(state["num_players"])
    for distance in range(1, count + 1):
        if fault == SOUND:
            fault = look(desk, row, (state["to_move"] + distance) % count)
    return fault if fault != SOUND else check_points(desk, row)


# Games


def _start_game(desk: Desk, row: int) -> None:
    """Deals the present game."""
    progress = desk.progress[0]
    desk.states[row] = desk.mixes[progress["mix"]]
    state = desk.states[row]
    state["rng"] = progress["start"]
    deal(state)


@kernel
def draw_policies(desk: Desk) -> None:
    """Draws how each seat plays."""
    for seat in range(len(desk.policies)):
        desk.policies[seat] = draw_below(desk.progress[0], NUM_POLICIES)


@kernel
def uniform_action(desk: Desk, row: int) -> int:
    """Returns a uniformly random legal action."""
    mask, count = desk.masks[row], 0
    for action in range(len(mask)):
        count += mask[action]
    return nth_legal(mask, draw_below(desk.progress[0], count))


@kernel
def rare_action(desk: Desk, row: int) -> int:
    """Returns the legal action that was taken least so far."""
    mask, rarest = desk.masks[row], -1
    for action in range(len(mask)):
        if mask[action] == 1 and (rarest < 0 or desk.taken[action] < desk.taken[rarest]):
            rarest = action
    return rarest


def _act(desk: Desk) -> int:
    """Makes the next decision at the table; returns its fault, or that of the next position."""
    state, progress = desk.states[TABLE], desk.progress[0]
    length, policy = progress["length"], desk.policies[state["to_move"]]
    if length < progress["script"]:
        action = desk.actions[length]
    elif policy == RARE and draw_below(progress, 2) == 0:
        action = rare_action(desk, TABLE)
    elif policy == ADVISED and draw_below(progress, DEVIATES) > 0:
        action = choose(desk.views[TABLE], desk.weights, desk.masks[TABLE])
        if not 0 <= action < len(desk.taken) or desk.masks[TABLE, action] == 0:
            return ILLEGAL_ADVICE
    else:
        action = uniform_action(desk, TABLE)
    desk.actions[length] = action
    desk.taken[action] += 1
    progress["length"] += 1
    progress["decisions"] += 1
    apply(state, action)
    if progress["length"] > desk.most_decisions[progress["mix"]]:
        return TOO_LONG
    return check_position(desk, TABLE)


# Checks of one position in many, and of the last one


def _examine(desk: Desk) -> int:
    """Returns the fault of the present position: unwanted changes, or a world of a seat."""
    progress, state = desk.progress[0], desk.states[TABLE]
    desk.states[COPY] = state
    progress["copied_at"] = progress["length"]
    fault, count = check_position(desk, TABLE), state["num_players"]
    if differ(desk.bytes[TABLE], desk.bytes[COPY], desk.is_field):
        return READING_WRITES
    if differ(desk.bytes[TABLE], desk.mix_bytes[progress["mix"]], desk.is_rule):
        return RULES_CHANGED
    chosen = draw_below(progress, count)
    for seat in range(count):
        if fault == SOUND:
            fault = check_world(desk, seat)
        is_paid = progress["world_decisions"] * WORLD_SHARE < progress["decisions"]
        if fault == SOUND and seat == chosen and is_paid:
            fault = play_on(desk)
    if fault == SOUND:
        progress["world_seat"] = NO_SEAT
        fault = look(desk, TABLE, max(0, state["to_move"]))
    return fault


def _check_world(desk: Desk, seat: int) -> int:
    """Redeals a world for a seat; returns its fault, or SOUND."""
    progress, state = desk.progress[0], desk.states[TABLE]
    desk.states[WORLD] = state
    world = desk.states[WORLD]
    world["rng"] = next_uint64(progress)
    progress["world_seat"], progress["world_start"] = seat, world["rng"]
    progress["world_length"] = 0
    progress["worlds"] += 1
    redeal(world, seat)
    if (world["to_move"] == seat) != (state["to_move"] == seat):
        return REDEAL_MOVER
    if world["rng"] == state["rng"]:
        return REDEAL_STREAM
    for row in (TABLE, WORLD):
        fill(desk.numbers[row], GARBAGE if row == TABLE else 0)
        observe(desk.states[row], seat, desk.views[row])
    for place in range(desk.numbers.shape[1]):
        if desk.numbers[TABLE, place] != desk.numbers[WORLD, place]:
            progress["seat"], progress["element"] = seat, place
            progress["value"] = desk.numbers[WORLD, place]
            return REDEAL_VIEW
    for place in range(desk.scores.shape[1]):
        desk.scores[WORLD, place] = desk.scores[TABLE, place]
        desk.totals[WORLD, place] = desk.totals[TABLE, place]
    fault = check_position(desk, WORLD)
    if fault == SOUND and world["to_move"] == seat:
        for action in range(desk.masks.shape[1]):
            if desk.masks[WORLD, action] != desk.masks[TABLE, action]:
                return REDEAL_MASK
    return fault


def _play_on(desk: Desk) -> int:
    """Plays the world to its end; returns the first fault, or SOUND."""
    progress, world, fault = desk.progress[0], desk.states[WORLD], SOUND
    most = desk.most_decisions[progress["mix"]]
    while fault == SOUND and world["to_move"] >= 0:
        action = uniform_action(desk, WORLD)
        desk.world_actions[progress["world_length"]] = action
        progress["world_length"] += 1
        progress["world_decisions"] += 1
        apply(world, action)
        fault = check_position(desk, WORLD)
        if progress["length"] + progress["world_length"] > most:
            fault = TOO_LONG
    return fault


def _check_replay(desk: Desk) -> int:
    """Replays the game from the deal or from the last copy; returns a fault if the end differs."""
    progress, copy = desk.progress[0], desk.states[COPY]
    if draw_below(progress, 2) == 0:
        start_game(desk, COPY)
        progress["copied_at"] = 0
    for position in range(progress["copied_at"], progress["length"]):
        apply(copy, desk.actions[position])
        progress["replayed"] += 1
    return REPLAY_DIFFERS if differ(desk.bytes[TABLE], desk.bytes[COPY], desk.is_field) else SOUND


def _play_game(desk: Desk) -> int:
    """Plays the present game to its end, or that of the script; returns the first fault."""
    progress, state = desk.progress[0], desk.states[TABLE]
    progress["length"], progress["world_seat"], progress["copied_at"] = 0, NO_SEAT, 0
    start_game(desk, TABLE)
    desk.states[COPY] = state
    for seat in range(desk.scores.shape[1]):
        desk.scores[TABLE, seat] = desk.totals[TABLE, seat] = 0.0
    draw_policies(desk)
    fault = check_position(desk, TABLE) if state["to_move"] >= 0 else NO_DECISION
    while fault == SOUND:
        is_over = state["to_move"] < 0 or progress["length"] == progress["script"]
        if is_over:
            fault = check_replay(desk)
        if fault == SOUND and (is_over or draw_below(progress, progress["every"]) == 0):
            fault = examine(desk)
        if is_over:
            break
        if fault == SOUND:
            fault = act(desk)
    progress["games"] += 1
    return fault


def _play_games(desk: Desk) -> None:
    """Plays one game after another until the target number of decisions, or a fault.

    With a script it plays that game only.
    """
    progress = desk.progress[0]
    if progress["script"] != NO_SCRIPT:
        progress["fault"] = play_game(desk)
        return
    while progress["fault"] == SOUND and progress["decisions"] < progress["target"]:
        progress["mix"] = progress["games"] % len(desk.mixes)
        progress["start"] = stream_start(progress["seed"], np.uint64(progress["games"]))
        progress["fault"] = play_game(desk)


@cache
def fuzzing(game: Game) -> Kernel:
    """Returns the kernel `play_games(desk)` of a game."""
    bound: dict[str, Any] = {**vars(game.kernels), "IS_ZERO_SUM": game.zero_sum}
    bound |= {"update_scores": update_scores_of(game), "choose": advice(game).choose}
    for template in (
        _check_mask,
        _look,
        _check_points,
        _check_position,
        _start_game,
        _act,
        _check_world,
        _play_on,
        _examine,
        _check_replay,
        _play_game,
    ):
        bound[template.__name__.removeprefix("_")] = specialise(template, game.name, **bound)
    return wait_for_compile(specialise(_play_games, game.name, **bound))
