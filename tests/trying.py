"""Tries every action in a copy of a table, and in worlds that the seat to move can't exclude."""

from functools import cache

import numpy as np

from fudaba.envs import Game
from fudaba.envs.core.compiling.kernel import Kernel, specialise, unbound

# What an action shows the player who takes it.
NOT_LEGAL, MOVES_ON, NOTHING, SOMETHING = range(4)

apply = is_same_after = legal = make_worlds = observe = redeal = unbound


def _make_worlds(state: np.void, starts: np.ndarray, worlds: np.ndarray) -> None:
    """Fills `worlds` with what the seat to move may be facing."""
    seat = np.int64(state["to_move"])
    for number in range(len(starts)):
        worlds[number] = state
        worlds[number]["rng"] = starts[number]
        redeal(worlds[number], seat)


def _is_same_after(
    action: int, seat: int, worlds: np.ndarray, room: np.ndarray, views: np.ndarray,
    flat: np.ndarray, masks: np.ndarray,
) -> bool:  # fmt: skip
    """Whether an action brings its player the view and the mask of row 0 in every world."""
    after = room[1]
    for number in range(len(worlds)):
        room[1] = worlds[number]
        apply(after, action)
        if after["to_move"] != seat or after["rng"] != worlds[number]["rng"]:
            return False
        observe(after, seat, views[1])
        legal(after, masks[1])
        for place in range(masks.shape[1]):
            if masks[0, place] != masks[1, place]:
                return False
        for place in range(flat.shape[1]):
            if flat[0, place] != flat[1, place]:
                return False
    return True


def _try_all(
    states: np.ndarray, starts: np.ndarray, kinds: np.ndarray, worlds: np.ndarray,
    room: np.ndarray, views: np.ndarray, flat: np.ndarray, masks: np.ndarray,
    shows: np.ndarray, following: np.ndarray,
) -> None:  # fmt: skip
    """Tries all actions at all positions; see `tried` for what comes out."""
    for position in range(len(states)):
        state, are_made = states[position], False
        seat = np.int64(state["to_move"])
        legal(state, masks[2])
        for action in range(masks.shape[1]):
            if masks[2, action] == 0:
                continue
            room[0] = state
            apply(room[0], action)
            shows[position, action] = MOVES_ON
            if room[0]["to_move"] != seat or room[0]["rng"] != state["rng"]:
                continue
            observe(room[0], seat, views[0])
            legal(room[0], masks[0])
            for place in range(masks.shape[1]):
                if masks[0, place]:
                    following[position, action] |= 1 << kinds[place]
            if not are_made:
                make_worlds(state, starts, worlds)
                are_made = True
            is_same = is_same_after(action, seat, worlds, room, views, flat, masks)
            shows[position, action] = NOTHING if is_same else SOMETHING


@cache
def _compiled(game: Game) -> Kernel:
    rules = {name: getattr(game.kernels, name) for name in ("apply", "legal", "observe", "redeal")}
    rules["make_worlds"] = specialise(_make_worlds, game.name, **rules)
    rules["is_same_after"] = specialise(_is_same_after, game.name, **rules)
    return specialise(_try_all, game.name, **rules)


def tried(game: Game, states: np.ndarray, starts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What each action shows its player, and how he goes on.

    Args:
        game: The game.
        states: Positions with a seat to move, shape [N].
        starts: uint64[W], the random streams that deal the worlds of each position.

    Returns:
        int8[N, A]: NOT_LEGAL; MOVES_ON where somebody else is to move afterwards, or the random
        stream was used; NOTHING where the same seat is to move and its view and its mask are the
        same in all worlds; SOMETHING where they are not. And int64[N, A]: for NOTHING and
        SOMETHING the kinds of action that are legal then, as bits by their place in the table.
    """
    kinds = np.repeat(np.arange(len(game.actions)), [kind.count for kind in game.actions])
    worlds, room = np.zeros(len(starts), game.state_dtype), np.zeros(2, game.state_dtype)
    views, masks = np.zeros(2, game.view_dtype), np.zeros((3, game.num_actions), np.int8)
    shows = np.full((len(states), game.num_actions), NOT_LEGAL, np.int8)
    following = np.zeros(shows.shape, np.int64)
    _compiled(game)(
        states, starts, kinds, worlds, room, views, game.flat(views), masks, shows, following
    )
    return shows, following
