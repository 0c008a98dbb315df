"""Why an action is illegal in Niekhi: the clause that forbids it."""

import numpy as np

from fudaba.common.languages import N_, translator

from ...cards.melds import count_of
from ...core.contract.fields import decode
from .. import state as nie
from ..rules import plays
from ..state import Shape
from .words import chosen_shape, kind_name, rank_word, shape_name, standing_shape

_, _n = translator("niekhi")


def why_illegal(state: np.void, action: int) -> str:
    """Returns the reason, with its clause, why an action is illegal for the seat to move."""
    kind, position = decode(nie.ACTIONS, action)
    phase = nie.PHASES[state["phase"]]
    if kind not in phase.kinds:
        return phase.why_not_now(_)
    if kind is nie.PASS:
        return _("who leads must play (NIE-4.3).")
    if phase is nie.PHASES[nie.SHAPE]:
        return why_no_shape(state, nie.SHAPES[action])
    if phase is nie.PHASES[nie.SHIPS]:
        return _why_no_ship(state, None if kind is nie.DONE else position)
    if kind is nie.TAKE_MODE:
        return _("there is nothing to take (NIE-4.7).")
    if kind is nie.NOTHING:
        return _("the effect of a general is a must, unless it is general_optional (NIE-5.1).")
    if kind is nie.STRENGTH:
        return _("{rank} was named already (NIE-5.1).", rank=rank_word(position))
    return _("there is no {rank} to take (NIE-5.1, NIE-5.2).", rank=rank_word(position))


def why_no_shape(state: np.void, shape: Shape) -> str:
    """Returns the requirement of the standing play, or else the missing cards."""
    return _why_not_upon(state, shape) or _why_missing(state, shape)


def _why_not_upon(state: np.void, shape: Shape) -> str:
    """Returns why a shape may not be played now, whatever the hand; empty if it may."""
    if 1 < shape.length < state["min_run"]:
        return _("a run has at least {count} numbers (NIE-4.1).", count=state["min_run"])
    standing = standing_shape(state)
    is_large_set = shape.length == 1 and shape.copies >= nie.LARGE_SET
    if not standing.copies or (is_large_set and shape.copies >= plays.smallest_free_set(state)):
        return ""
    if shape[1:] != standing[1:]:
        return _why_another_kind(standing, plays.smallest_free_set(state))
    if shape.rank <= standing.rank:
        name = shape_name(shape)
        return _("{play} is not stronger than the play that lies (NIE-4.2).", play=name)
    return ""


SMALL_PLAYS = {"single": N_("a single"), "pair": N_("a pair"), "run": N_("a run")}
PLAYS_OF = {
    "large set": N_("a large set of {count} cards"),
    "run": N_("a run of {count} cards"),
    "run of sets": N_("a run of sets of {count} cards"),
}


def _why_another_kind(standing: Shape, free: int) -> str:
    """Returns the requirement of the standing play: a play of its kind, or a set of some size."""
    kind, size = kind_name(standing), len(standing.naturals())
    if kind == "large set" and size >= free:
        return _("the trick asks for a set of {free} or more (NIE-4.4).", free=free)
    small = size < nie.LARGE_SET
    play = _(SMALL_PLAYS[kind]) if small else _(PLAYS_OF[kind], count=size)
    return _(
        "the trick asks for {play}, or a set of {free} or more (NIE-4.4).", play=play, free=free
    )


def _why_missing(state: np.void, shape: Shape) -> str:
    """Returns the cards that the hand lacks, as a reason."""
    hand = state["hands"][state["to_move"]]
    num_ships, missing = count_of(hand, nie.SHIP), 0
    for rank in range(shape.rank, shape.rank + shape.length):
        missing += max(shape.copies - count_of(hand, rank), 0)
    if missing > num_ships:
        return _("the hand has no {play} (NIE-4.1).", play=shape_name(shape))
    name = rank_word(shape.rank)
    if shape.copies == 1:
        return _("a ship alone is court, not {rank} (NIE-4.8).", rank=name)
    return _("ships alone are court, not {rank} (NIE-4.8).", rank=name)


def _why_no_ship(state: np.void, position: int | None) -> str:
    """Returns why a ship may not stand there, or why one is missing."""
    shape = chosen_shape(state)
    gaps = [place for place in range(shape.length) if plays.gap_at(state, place)]
    if position is None:
        rank = rank_word(shape.rank + gaps[0])
        return _("a ship must stand for {rank} (NIE-4.8).", rank=rank)
    if position >= shape.length:
        return _("the play has {count} positions (NIE-4.7).", count=shape.length)
    if position < plays.last_position(state["chosen_ships"]):
        return _("ships are put down from the foot upward (NIE-4.7).")
    if gaps:
        return _("a ship is needed for {rank} (NIE-4.8).", rank=rank_word(shape.rank + gaps[0]))
    return _("there is no room for another ship on this position (NIE-4.8).")
