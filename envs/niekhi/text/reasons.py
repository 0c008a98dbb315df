"""Why an action is illegal in Niekhi: the clause that forbids it."""

import numpy as np

from ...cards.melds import count_of
from ...core.contract.fields import decode
from .. import state as nie
from ..rules import plays
from ..state import Shape
from .words import chosen_shape, kind_name, rank_word, shape_name, standing_shape


def why_illegal(state: np.void, action: int) -> str:
    """Returns the reason, with its clause, why an action is illegal for the seat to move."""
    kind, position = decode(nie.ACTIONS, action)
    phase = int(state["phase"])
    if kind not in nie.PHASES[phase].kinds:
        return nie.PHASES[phase].why_not_now()
    if kind is nie.PASS:
        return "who leads must play (NIE-4.3)."
    if phase == nie.SHAPE:
        return why_no_shape(state, nie.SHAPES[action])
    if phase == nie.SHIPS:
        return _why_no_ship(state, None if kind is nie.DONE else position)
    if kind is nie.TAKE_MODE:
        return "there is nothing to take (NIE-4.7)."
    if kind is nie.NOTHING:
        return "the effect of a general is a must, unless it is general_optional (NIE-5.1)."
    if kind is nie.STRENGTH:
        return f"{rank_word(position)} was named already (NIE-5.1)."
    return f"there is no {rank_word(position)} to take (NIE-5.1, NIE-5.2)."


def why_no_shape(state: np.void, shape: Shape) -> str:
    """Returns the requirement of the standing play, or else the missing cards."""
    return _why_not_upon(state, shape) or _why_missing(state, shape)


def _why_not_upon(state: np.void, shape: Shape) -> str:
    """Returns why a shape may not be played now, whatever the hand; empty if it may."""
    if 1 < shape.length < state["min_run"]:
        return f"a run has at least {state['min_run']} numbers (NIE-4.1)."
    standing = standing_shape(state)
    is_large_set = shape.length == 1 and shape.copies >= nie.LARGE_SET
    if not standing.copies or (is_large_set and shape.copies >= plays.smallest_free_set(state)):
        return ""
    if shape[1:] != standing[1:]:
        return f"the trick asks for {_asked(standing, plays.smallest_free_set(state))} (NIE-4.4)."
    if shape.rank <= standing.rank:
        return f"{shape_name(shape)} is not stronger than the play that lies (NIE-4.2)."
    return ""


def _asked(standing: Shape, free: int) -> str:
    """Returns what the standing play requires: `a run of 4 cards, or a set of 3 or more`."""
    kind, size = kind_name(standing), len(standing.naturals())
    any_set = f"a set of {free} or more"
    if kind == "large set" and size >= free:
        return any_set
    return f"a {kind}{'' if size < nie.LARGE_SET else f' of {size} cards'}, or {any_set}"


def _why_missing(state: np.void, shape: Shape) -> str:
    """Returns the cards that the hand lacks, as a reason."""
    hand = state["hands"][state["to_move"]]
    num_ships, missing = count_of(hand, nie.SHIP), 0
    for rank in range(shape.rank, shape.rank + shape.length):
        missing += max(shape.copies - count_of(hand, rank), 0)
    if missing > num_ships:
        return f"the hand has no {shape_name(shape)} (NIE-4.1)."
    ships = "a ship alone is" if shape.copies == 1 else "ships alone are"
    return f"{ships} court, not {rank_word(shape.rank)} (NIE-4.8)."


def _why_no_ship(state: np.void, position: int | None) -> str:
    """Returns why a ship may not stand there, or why one is missing."""
    shape = chosen_shape(state)
    gaps = [place for place in range(shape.length) if plays.gap_at(state, place)]
    if position is None:
        return f"a ship must stand for {rank_word(shape.rank + gaps[0])} (NIE-4.8)."
    if position >= shape.length:
        return f"the play has {shape.length} positions (NIE-4.7)."
    if position < plays.last_position(state["chosen_ships"]):
        return "ships are put down from the foot upward (NIE-4.7)."
    if gaps:
        return f"a ship is needed for {rank_word(shape.rank + gaps[0])} (NIE-4.8)."
    return "there is no room for another ship on this position (NIE-4.8)."
