"""Secrets: what redealing keeps and changes, and what views show of hidden cells."""

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import cycle, islice
from typing import Any

import numpy as np

from fudaba.common.errors import UserError
from fudaba.common.languages import translator
from fudaba.envs import NOBODY, Field, Game, player_name
from fudaba.envs.core.contract.cells import Cell

from .mixes import is_valid, mix, mixes
from .playing import check_mask, checked_views
from .positions import (
    copied,
    dealt,
    differing,
    fields_of,
    looks_alike,
    mask_of,
    positions,
    redealt,
    some_action,
)

_, _n = translator("testing")

Rules = Mapping[str, Any]

NUM_MIXES, NUM_POSITIONS = 24, 8
FOLLOWED = 24  # worlds that are played on beside a game
LONGEST = 150  # decisions of a followed game
FEW = 8  # every so many positions is looked at closely


def check_redeal(game: Game, options: Rules) -> None:
    """Checks that redealing leaves what the seat sees, and makes worlds that can be played on."""
    rng = random.Random(5)
    for number, state in enumerate(positions(game, options, 5)):
        seat = rng.randrange(options["num_players"])
        world = redealt(game, state, seat, rng)
        check_world(game, state, world, seat)
        if number % FEW == 0:
            check_stream(game, state, seat)
            other = (seat + 1) % options["num_players"]
            check_world(game, world, redealt(game, world, other, rng), other)
            play_on(game, world, rng)


def check_world(game: Game, state: np.void, world: np.void, seat: int) -> None:
    """Checks that a world shows its viewer the same, and all seats what fits their fields."""
    player = player_name(seat)
    if changed := differing(game.view(state, seat), game.view(world, seat)):
        raise UserError(
            _(
                "redeal for {player} changes {fields} of its own view; leave what the seat sees.",
                player=player,
                fields=", ".join(changed),
            )
        )
    is_mover = state["to_move"] == seat
    if is_mover != (world["to_move"] == seat):
        raise UserError(
            _("redeal for {player} moves the decision to it, or away from it.", player=player)
        )
    masks = mask_of(game, state, seat), mask_of(game, world, seat)
    if (masks[0] != masks[1]).any():
        action = int(np.flatnonzero(masks[0] != masks[1])[0])
        raise UserError(
            _(
                "redeal for {player} changes whether its action {action} is legal; what is legal "
                "must follow from what the seat sees.",
                player=player,
                action=action,
            )
        )
    checked_views(game, world)


def check_stream(game: Game, state: np.void, seat: int) -> None:
    """Checks that a world says nothing of the true random stream."""
    keyed = copied(state)
    keyed["rng_key"] = 5, 7
    again = copied(state)
    game.kernels.redeal(keyed, seat)
    game.kernels.redeal(again, seat)
    if again["rng"] == state["rng"] or differing(keyed, again):
        raise UserError(
            _(
                "redeal leaves the random stream of the true table; end with "
                "state['rng'] = next_uint64(state), or make the game with build_game."
            )
        )


def play_on(game: Game, world: np.void, rng: random.Random) -> None:
    """Plays a copy of a world on, to its end if that is near."""
    table, mask = copied(world), np.zeros(game.num_actions, np.int8)
    for _step in range(LONGEST):
        if table["to_move"] == NOBODY:
            return
        check_mask(mask, int(game.kernels.legal(table, mask)), int(table["to_move"]))
        game.check_playable(table)
        game.kernels.apply(table, rng.choice(np.flatnonzero(mask)))


def check_arrangements(game: Game, options: Rules) -> None:
    """Checks that redealing a deal makes more than one world for each seat.

    With two players the other hand may be all that is hidden, and no secret.
    """
    if options["num_players"] == 2 and game.max_players > 2:
        three = {**options, "num_players": 3}  # for whom two players' hands may be too large
        options = three if is_valid(game, three) else mix(game, random.Random(5), num_players=3)
    for seat in range(options["num_players"]):
        worlds, rng = set(), random.Random(21)
        for _world in range(8):
            world = redealt(game, dealt(game, options, 21), seat, rng)
            world["rng"] = 0
            worlds.add(fields_of(world))
        if len(worlds) == 1:
            raise UserError(
                _(
                    "redeal for {player} makes the same world each time; deal the cards that the "
                    "seat does not see anew.",
                    player=player_name(seat),
                )
            )


# Hidden cells


def hidden_names(game: Game) -> list[str]:
    """Returns the cells of the state record, without those that only balance reports read."""
    counted = {each.of for each in game.balance.tallies} if game.balance else set()
    known = {"rng", "rng_key", *game.options.model_fields, *counted}
    return [name for name in game.state_dtype.names or () if name not in known]


def check_hidden_cells(game: Game) -> None:
    """Checks that redealing changes every cell that a seat can't know.

    Worlds are played on beside the true game. While a seat sees the same at both tables, a cell
    that differs between them is hidden from it, so `redeal` must change it somewhere.
    """
    rng = random.Random(1)
    changed, secret = set[str](), dict[str, int]()
    for number, options in zip(range(NUM_MIXES), cycle(mixes(game)), strict=False):
        for state, world, seat, is_new in followed(game, options, number, rng):
            found = differing(state, world)
            if is_new:
                changed.update(found)
            else:
                secret |= dict.fromkeys(found, seat)
    if left := [name for name in hidden_names(game) if name in secret and name not in changed]:
        raise UserError(
            _(
                "redeal never changes {cells}, which {player} can't know: the same moves lead to "
                "other values in worlds that look the same. Each world would show a search the "
                "truth; set these cells as they would be in the world.",
                cells=", ".join(left),
                player=player_name(secret[left[0]]),
            )
        )


def followed(
    game: Game, options: Rules, seed: int, rng: random.Random
) -> Iterator[tuple[np.void, np.void, int, bool]]:
    """Yields the positions of a game with worlds that a seat can't tell from it, old and new.

    Each is the table, the world, the seat, and whether the world was just redealt.
    """
    worlds: list[tuple[np.void, int]] = []
    seats = range(options["num_players"])
    for state, action in islice(actions_of(game, options, seed), LONGEST):
        for seat in [rng.choice(seats)] if worlds else seats:
            world = redealt(game, state, seat, rng)
            yield state, world, seat, True
            worlds.append((world, seat))
        after = copied(state)
        game.kernels.apply(after, action)
        kept = []
        for world, seat in worlds:
            moved = after_it(game, world, action)
            for table in (moved, world):  # a step that the seat can't see may be none in the world
                if table is not None and looks_alike(game, after, table, seat):
                    yield after, table, seat, False
                    kept.append((table, seat))
                    break
        worlds = kept[-FOLLOWED:]


def after_it(game: Game, state: np.void, action: int) -> np.void | None:
    """Returns a table after an action; None where that is not legal."""
    if state["to_move"] == NOBODY or action not in game.legal_actions(state):
        return None
    table = copied(state)
    game.kernels.apply(table, action)
    return table


def actions_of(game: Game, options: Rules, seed: int) -> Iterator[tuple[np.void, int]]:
    """Yields the positions of a random game before each action, with the action."""
    rng, state = random.Random(seed), dealt(game, options, seed)
    while state["to_move"] != NOBODY:
        action = some_action(game, state, rng)
        yield state, action
        game.kernels.apply(state, action)


def check_fields_of_cells(game: Game) -> None:
    """Checks that a hidden cell reaches only those fields of a view that declare it."""
    cells, rng = game.cells, random.Random(game.name)
    declared = sources_of_fields(game)
    for options in mixes(game)[:NUM_MIXES]:
        others = some_positions(game, options, rng)
        for state in some_positions(game, options, rng):
            viewer, other = rng.randrange(int(state["num_players"])), rng.choice(others)
            for cell in cells:
                if not isinstance(cell, Cell) or not is_hidden(cell):
                    continue
                reached = changed_fields(game, state, other, cell, viewer) - declared[cell.name]
                if reached:
                    raise UserError(
                        _(
                            "the fields {fields} show {player} something of the hidden cell {cell} "
                            "of other seats; if they may, name it in their of=(...).",
                            fields=", ".join(sorted(reached)),
                            player=player_name(viewer),
                            cell=cell.name,
                        )
                    )


def sources_of_fields(game: Game) -> dict[str, set[str]]:
    """Returns the fields that declare each hidden cell (`Field.of`).

    Raises:
        UserError: A field declares what is no hidden cell.
    """
    cells = game.cells
    found: dict[str, set[str]] = defaultdict(set)
    hidden = {cell.name for cell in cells if isinstance(cell, Cell) and is_hidden(cell)}
    for field in cells:
        for name in field.of if isinstance(field, Field) else ():
            found[name].add(field.name)
            if name not in hidden:
                raise UserError(
                    _(
                        "the field {field} has of={cell}, which is no hidden cell; allowed: "
                        "{allowed}.",
                        field=field.name,
                        cell=repr(name),
                        allowed=", ".join(sorted(hidden)),
                    )
                )
    return found


def is_hidden(cell: Cell) -> bool:
    """Returns whether a cell is hidden, or has rows that only their own seats see."""
    return cell.shown is None or cell.shown.audience == "private"


def changed_fields(game: Game, state: np.void, other: np.void, cell: Cell, viewer: int) -> set[str]:
    """Returns the view fields that change for a seat when a cell gets another table's values.

    The seat's own row of a private cell stays.
    """
    changed = copied(state)
    changed[cell.name] = other[cell.name]
    if cell.shown is not None:
        changed[cell.name][viewer] = state[cell.name][viewer]
    return {*differing(game.view(state, viewer), game.view(changed, viewer))}


def some_positions(game: Game, options: Rules, rng: random.Random) -> list[np.void]:
    """Returns some positions of one random game, the last one included."""
    found = [copied(state) for state in positions(game, options, rng.getrandbits(32))]
    return [*rng.sample(found, min(NUM_POSITIONS, len(found))), found[-1]]


def advise_private_fields(game: Game) -> None:
    """Advises to declare a field private if others can't know what it shows a seat."""
    rng, unknown = random.Random(2), set[str]()
    private = {field.name for field in game.fields if field.private}
    for options in mixes(game)[:NUM_MIXES]:
        for state in some_positions(game, options, rng):
            seat = rng.randrange(int(state["num_players"]))
            world = redealt(game, state, seat, rng)
            for other in {*range(int(state["num_players"]))} - {seat}:
                unknown |= {*differing(game.view(state, other), game.view(world, other))} - private
    if unknown:
        raise UserError(
            _(
                "{fields}: not all players know what these fields show a seat, but fudaba games "
                "calls them known to all; declare private=True for those that only the viewer "
                "knows.",
                fields=", ".join(sorted(unknown)),
            )
        )
