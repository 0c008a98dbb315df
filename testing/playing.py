"""What holds at every position of random games: decisions, views, points, measures."""

import random
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import numpy as np

from fudaba.common.errors import UserError
from fudaba.common.languages import translator
from fudaba.envs import NOBODY, Field, Game, Statistic, player_name
from fudaba.envs.core.compiling.kernel import Kernel

from .forms import plain
from .positions import copied, dealt, differing, fields_of, many_positions, positions, redealt

_, _n = translator("testing")

Rules = Mapping[str, Any]

GARBAGE = 77  # fills memory that a kernel must overwrite
GAMES, MANY_GAMES = range(3), range(60)  # seeds
ROUNDING = 1e-6
FEW_STEPS = 20  # of two tables side by side


def check_deals(game: Game, options: Rules) -> None:
    """Checks that a deal leaves a decision, and nothing of the game before."""
    for seed in GAMES:
        state = dealt(game, options, seed)
        if state["to_move"] == NOBODY:
            raise UserError(
                _("nobody has a decision after the deal; deal again, or leave somebody to move.")
            )
        *_positions, end = positions(game, options, seed + 1)
        for used, get in ((end, compiled), (noise(game, seed), plain)):
            game.options.read(game.name, options).write(used)
            used["rng"], used["rng_key"] = seed, 0
            get(game.kernels.deal)(used)
            left = differing(used, state)
            if left and not plays_alike(game, used, copied(state), get):
                raise UserError(
                    _(
                        "the deal leaves {cells} as the game before left it; fill the cell in "
                        "deal, or give it a start.",
                        cells=", ".join(left),
                    )
                )


def compiled(kernel: Kernel) -> Kernel:
    """Returns a kernel as it is."""
    return kernel


def plays_alike(game: Game, one: np.void, other: np.void, get: Callable[[Kernel], Kernel]) -> bool:
    """Returns whether the same random actions show and pay the same at two tables.

    Args:
        game: The game.
        one: The one table.
        other: The other one.
        get: Returns the form of a kernel that plays. Plain Python raises an IndexError where
            garbage leads beyond an array.
    """
    rules, rng = game.kernels, random.Random(3)
    kernels = rules.legal, rules.observe, rules.score, rules.apply
    legal, observe, score, apply = map(get, kernels)
    for _step in range(FEW_STEPS):
        shown = []
        for state in (one, other):
            mask, points = np.zeros(game.num_actions, np.int8), np.zeros(game.max_players)
            views = np.zeros(int(state["num_players"]), game.view_dtype)
            legal(state, mask)
            score(state, points)
            for seat, view in enumerate(views):
                observe(state, seat, view)
            shown.append((mask.tobytes(), points.tobytes(), views.tobytes()))
        if shown[0] != shown[1] or one["to_move"] != other["to_move"]:
            return False
        if one["to_move"] == NOBODY:
            break
        game.check_playable(one)
        action = int(rng.choice(np.flatnonzero(mask)))
        for state in (one, other):
            apply(state, action)
    return True


def noise(game: Game, seed: int) -> np.void:
    """Returns a record of random bytes."""
    size = game.state_dtype.itemsize
    state: np.void = np.frombuffer(random.Random(seed).randbytes(size), game.state_dtype).copy()[0]
    return state


def check_decisions(game: Game, options: Rules) -> None:
    """Checks the masks, the movers and the length of games."""
    mask = np.full(game.num_actions, GARBAGE, np.int8)
    for state in many_positions(game, options):
        before, mover = fields_of(state), int(state["to_move"])
        if not NOBODY <= mover < options["num_players"]:
            raise UserError(
                _(
                    "to_move is {mover} with {count} players; allowed: 0 to {most}, or -1 once "
                    "the game is over.",
                    mover=mover,
                    count=options["num_players"],
                    most=options["num_players"] - 1,
                )
            )
        check_mask(mask, int(game.kernels.legal(state, mask)), mover)
        check_unchanged(state, before, "legal")


def check_turns(game: Game, options: Rules) -> None:
    """Checks that every seat comes to decide something in one of many games."""
    idle = {*range(options["num_players"])}
    for seed in MANY_GAMES:
        idle -= {int(state["to_move"]) for state in positions(game, options, seed)}
        if not idle:
            return
    raise UserError(
        _(
            "{player} has no decision in {count} games; does each move hand the turn on?",
            player=player_name(min(idle)),
            count=len(MANY_GAMES),
        )
    )


def check_mask(mask: np.ndarray, count: int, mover: int) -> None:
    """Checks what `legal` filled and returned."""
    ones = int((mask == 1).sum())
    if not np.isin(mask, (0, 1)).all():
        action = int(np.flatnonzero(~np.isin(mask, (0, 1)))[0])
        raise UserError(
            _(
                "legal leaves {value} for action {action} in the mask; allowed: 0, 1: clear the "
                "mask first.",
                value=int(mask[action]),
                action=action,
            )
        )
    if count != ones:
        raise UserError(
            _(
                "legal returns {count}, and the mask has {ones} ones; return how many actions are "
                "legal.",
                count=count,
                ones=ones,
            )
        )
    if mover == NOBODY and ones:
        raise UserError(_("the game is over, and the mask has ones; clear it."))


def check_unchanged(state: np.void, before: bytes, reader: str) -> None:
    """Checks that a kernel that only reads has left the state alone."""
    if fields_of(state) != before:
        raise UserError(_("{reader} changes the state; it may only read it.", reader=reader))


def check_views(game: Game, options: Rules) -> None:
    """Checks that views stay within their fields' ranges, and tell each seat whether it decides."""
    for state in many_positions(game, options):
        before = fields_of(state)
        for seat, view in enumerate(checked_views(game, state)):
            if "on_turn" in (game.view_dtype.names or ()):
                check_on_turn(state, view, seat)
        check_unchanged(state, before, "observe")


def checked_views(game: Game, state: np.void) -> np.ndarray:
    """Returns the views of all seats, after a check of every number against its field's range."""
    views = np.zeros(int(state["num_players"]), game.view_dtype)
    numbers, (low, high) = game.flat(views), game.observation_bounds
    numbers[:] = GARBAGE
    for seat, view in enumerate(views):
        game.kernels.observe(state, seat, view)
    if (numbers < low).any() or (numbers > high).any():
        for field in game.fields:
            values = views[field.name]
            if (values < field.low).any() or (values > field.high).any():
                raise UserError(out_of_range(field, values))
    return views


def out_of_range(field: Field, values: np.ndarray) -> str:
    """Returns what is wrong with the values of a field."""
    wrong = np.atleast_1d(values)[np.atleast_1d((values < field.low) | (values > field.high))]
    return _(
        "the field {field} of a view is {value}; declared: {low} to {high}. Clip it, widen the "
        "range, or forbid what leads there.",
        field=field.name,
        value=int(wrong[0]),
        low=field.low,
        high=field.high,
    )


def check_on_turn(state: np.void, view: np.void, seat: int) -> None:
    """Checks that a view says whether the decision is its own seat's."""
    if bool(np.atleast_1d(view["on_turn"])[0]) != (state["to_move"] == seat):
        raise UserError(
            _(
                "on_turn does not tell {player} whether the decision is its own; its first number "
                "is the viewer's.",
                player=player_name(seat),
            )
        )


def check_points(game: Game, options: Rules) -> None:
    """Checks the points at the end of games."""
    lowest = game.options.read(game.name, options).lowest_points()
    seats = options["num_players"]
    for state in many_positions(game, options):
        if state["to_move"] != NOBODY:
            continue
        points = np.full(game.max_players, float(GARBAGE))
        before = fields_of(state)
        game.kernels.score(state, points)
        check_unchanged(state, before, "score")
        if not np.isfinite(points).all() or points[seats:].any():
            raise UserError(
                _(
                    "score gives {points}; allowed: finite numbers, and 0 for seats without a "
                    "player.",
                    points=points.tolist(),
                )
            )
        if points.min() < lowest - ROUNDING:
            raise UserError(
                _(
                    "a player gets {points}, less than the {lowest} of lowest_points; return the "
                    "lowest that there can be.",
                    points=float(points.min()),
                    lowest=lowest,
                )
            )
        if game.zero_sum and abs(points.sum()) > ROUNDING * max(1.0, np.abs(points).sum()):
            raise UserError(
                _(
                    "the points {points} add up to {total}, not to 0; mend score, or declare "
                    "zero_sum=False.",
                    points=points[:seats].tolist(),
                    total=float(points.sum()),
                )
            )


def check_repeats(game: Game, options: Rules) -> None:
    """Checks that the same seed and the same actions lead to the same game."""
    ends = [[*positions(game, options, 1)][-1].tobytes() for _again in range(2)]
    if ends[0] != ends[1]:
        raise UserError(
            _(
                "the same seed and actions lead to two games; draw with draw_below(state, count) "
                "of fudaba.envs.core.kit.rng alone."
            )
        )


def check_measured(game: Game, options: Rules) -> None:
    """Checks that measures keep their ranges and change nothing, and swaps can be undone."""
    if not (balance := game.balance):
        return
    for seed in GAMES:
        check_statistics(game, dealt(game, options, seed), balance.measure_deal, balance.factors)
        for state in positions(game, options, seed):
            before, nearness = fields_of(state), np.full(game.max_players, 1e9)
            balance.lead_value(state, nearness)
            check_unchanged(state, before, "lead_value")
            if not (np.abs(nearness[: options["num_players"]]) < 1e9).all():
                raise UserError(_("lead_value leaves a seat out; fill the value of each player."))
        check_statistics(game, state, balance.measure_game, balance.tallies)
    for factor in balance.swaps:
        check_swap(game, options, factor)
    check_uses(game, options)


def check_statistics(
    game: Game, state: np.void, fill: Kernel, measures: tuple[Statistic, ...]
) -> None:
    """Checks what a measuring kernel fills in and leaves alone."""
    seats, before = int(state["num_players"]), fields_of(state)
    values = np.full((len(measures), game.max_players), float(GARBAGE))
    fill(state, values)
    check_unchanged(state, before, _("a measure"))
    for measure, row in zip(measures, values, strict=True):
        present = row[:seats][~np.isnan(row[:seats])] if measure.partial else row[:seats]
        is_inside = ((present >= measure.low) & (present <= measure.high)).all()
        is_word = not measure.words or (present == present.astype(int)).all()
        if not is_inside or not is_word or row[seats:].any():
            raise UserError(
                _(
                    "the measure {name} is {values}; declared: {low} to {high}, and 0 for seats "
                    "without a player.",
                    name=repr(measure.name),
                    values=row.tolist(),
                    low=measure.low,
                    high=measure.high,
                )
            )


def check_uses(game: Game, options: Rules) -> None:
    """Checks that what is a use follows from what its player knows, and that asking is harmless."""
    if not (balance := game.balance) or not (is_use := balance.is_use):
        return
    rng = random.Random(6)
    for state in positions(game, options, 6):
        if (seat := int(state["to_move"])) == NOBODY:
            break
        before, world = fields_of(state), redealt(game, state, seat, rng)
        for number, action in product(range(len(balance.uses)), game.legal_actions(state)):
            if is_use(state, action, number) != is_use(world, action, number):
                raise UserError(
                    _(
                        "whether action {action} is the use {use} depends on what {player} does "
                        "not know; read only what the seat sees.",
                        action=action,
                        use=repr(balance.uses[number]),
                        player=player_name(seat),
                    )
                )
        check_unchanged(state, before, "is_use")


def check_swap(game: Game, options: Rules, factor: str) -> None:
    """Checks that a swap exchanges its factor alone, and can be undone."""
    balance = game.balance
    assert balance
    row = [measure.name for measure in balance.factors].index(factor)
    state = dealt(game, options, 13)
    before, expected = copied(state), np.zeros((2, len(balance.factors), game.max_players))
    balance.measure_deal(state, expected[0])
    seat, other = options["num_players"] - 1, 0
    balance.swaps[factor](state, seat, other)
    expected[0, row, [seat, other]] = expected[0, row, [other, seat]]
    balance.measure_deal(state, expected[1])
    is_exchanged = (expected[1] == expected[0]).all() and game.legal_actions(state)
    balance.swaps[factor](state, other, seat)
    if not is_exchanged or differing(state, before):
        raise UserError(
            _(
                "the swap of {factor} exchanges more or less than that, or can't be undone.",
                factor=repr(factor),
            )
        )
