"""Reasons why an action of Daifugo is illegal, with the clause that forbids it."""

import numpy as np

from ...cards.melds import total_of
from ...core.contract.fields import ActionKind, decode
from ...core.kit.bits import holds
from .. import state as dfg
from ..rules import effects, plays
from .words import (
    Shape,
    bound_to,
    card_name,
    chosen_shape,
    face_name,
    jokers_of,
    kind_name,
    positions_in,
    shape_name,
    shapes,
    signs,
)

ONLY_SPADE_THREE = "only ♠3 can be put on a lone joker (DFG-4.6, DFG-5.3)."
NO_JOKER_AT_THE_END = "a hand can't end with a joker (DFG-4.7)."


def why_illegal(state: np.void, action: int) -> str:
    """Returns the reason why the seat to move may not take an action, with its clause."""
    kind, position = decode(dfg.ACTIONS, action)
    phase, seat = int(state["phase"]), int(state["to_move"])
    if kind not in dfg.PHASES[phase].kinds or kind is dfg.STOP:
        return dfg.PHASES[phase].why_not_now()
    if kind in (dfg.PASS, dfg.PASS_DRAW):
        return _why_no_pass(state, kind)
    if kind in dfg.SHAPE_KINDS:
        return _why_no_shape(state, seat, action)
    if phase == dfg.SUITS:
        return _why_no_suits(state, seat, kind, position)
    if phase == dfg.JOKER_FACES:
        return _why_no_jokers(state, seat, action)
    if kind is dfg.CARD:
        return _why_no_card(state, seat, phase, position)
    return "only another player who is in can get a card (DFG-5.6)."


def _why_no_pass(state: np.void, kind: ActionKind) -> str:
    has_to_lead = state["kind"] == dfg.NONE and state["leader_pass"] != dfg.FREE
    if has_to_lead and not plays.is_stuck(state, int(state["to_move"])):
        return "a leader who can play must (DFG-4.11)."
    if kind is dfg.PASS_DRAW:
        return "there is no pile to draw from (DFG-4.10)."
    return "while there is a pile, a pass draws a card (DFG-4.10)."


# The steps of a play


def _why_no_shape(state: np.void, seat: int, action: int) -> str:
    """Returns why a shape is illegal: first by the field, then by the hand."""
    shape = shapes()[action]
    if why := why_unfit(state, seat, shape):
        return why
    if shape.kind == dfg.LONE_JOKER:
        return _why_no_lone_joker(state, seat)
    if state["bound"]:
        return f"the field is bound to {bound_to(state)}, and the hand has no such play (DFG-5.1)."
    if shape.size == state["hand_sizes"][seat] and dfg.num_jokers_in(state["hands"][seat]):
        return "the hand has no such play, and can't end with a joker (DFG-4.7)."
    return "the hand has no such play (DFG-4.1)."


def why_unfit(state: np.void, seat: int, shape: Shape) -> str:
    """Returns why a shape is illegal whatever cards the player holds, or an empty text."""
    if state["locked"][seat]:
        return "after a pass one may only pass until the field is cleared (DFG-4.10)."
    if shape.kind == dfg.RUN and not dfg.has_effect(state, dfg.RUNS):
        return "runs are not played (DFG-5.0)."
    if shape.kind == dfg.SET and shape.size > dfg.NUM_SUITS and not state["joker_duplicates"]:
        return "a joker may not repeat a suit, so a set has at most 4 cards (DFG-4.2)."
    if why := _why_not_on_field(state, shape.kind, shape.size):
        return why
    if shape.kind == dfg.LONE_JOKER or plays.is_stronger(state, shape.rank):
        return ""
    now = ", for lower ranks are stronger now" if dfg.is_reversed(state) else ""
    return f"{shape_name(shape)} does not beat the field{now} (DFG-4.5)."


def _why_not_on_field(state: np.void, kind: int, size: int) -> str:
    """Returns why a kind and size do not answer the field; empty if they do."""
    if state["kind"] == dfg.NONE:
        return ""
    if state["kind"] == dfg.LONE_JOKER:
        has_answer = dfg.has_effect(state, dfg.SPADE3)
        return ONLY_SPADE_THREE if has_answer else "nothing beats a lone joker (DFG-4.6)."
    alike = (dfg.SINGLE, dfg.LONE_JOKER) if state["kind"] == dfg.SINGLE else (state["kind"],)
    if kind in alike and size == state["size"]:
        return ""
    asked = kind_name(int(state["kind"]), int(state["size"]))
    cards = f" of {state['size']} cards" if state["kind"] == dfg.RUN else ""
    return f"the field asks for a {asked}{cards} (DFG-4.4)."


def _why_no_lone_joker(state: np.void, seat: int) -> str:
    if not dfg.num_jokers_in(state["hands"][seat]):
        return "there is no joker in the hand (DFG-4.6)."
    if state["hand_sizes"][seat] == 1:
        return NO_JOKER_AT_THE_END
    return f"a lone joker has no suit, and the field is bound to {bound_to(state)} (DFG-5.1)."


def _why_no_suits(state: np.void, seat: int, kind: ActionKind, position: int) -> str:
    """Returns why the suits of a play are illegal, given its shape."""
    shape, hand = chosen_shape(state), state["hands"][seat]
    if (kind is dfg.SUIT_SET) != (shape.kind == dfg.SET):
        return dfg.PHASES[dfg.SUITS].why_not_now()
    suits = positions_in(position) if kind is dfg.SUIT_SET else [position]
    if shape.kind != dfg.RUN:
        for suit in suits:
            if not dfg.suits_held(hand, shape.rank) >> suit & 1:
                return f"{face_name(shape.rank, suit)} is not in the hand (DFG-4.1)."
    if state["kind"] == dfg.LONE_JOKER:
        return ONLY_SPADE_THREE
    if any(not plays.allowed_suits(state) >> suit & 1 for suit in suits):
        return f"the field is bound to {bound_to(state)} (DFG-5.1)."
    if shape.kind == dfg.RUN:
        return f"the hand can't fill this run in {signs(suits)} (DFG-4.1)."
    if len(suits) > shape.size:
        return f"a {kind_name(*shape[:2])} has only {shape.size} cards (DFG-4.1)."
    return _why_so_few_jokers(state, seat)


def _why_so_few_jokers(state: np.void, seat: int) -> str:
    num_jokers = dfg.num_jokers_in(state["hands"][seat])
    if num_jokers > plays.most_wild(state, seat, int(state["chosen_size"])):
        return NO_JOKER_AT_THE_END
    return "there are not so many jokers in the hand (DFG-4.2)."


def _why_no_jokers(state: np.void, seat: int, action: int) -> str:
    """Returns why a designation of the jokers is illegal."""
    shape, (joker_suits, joker_positions) = chosen_shape(state), jokers_of(action)
    if (shape.kind == dfg.SET) != bool(joker_suits):
        return dfg.PHASES[dfg.JOKER_FACES].why_not_now()
    if shape.kind == dfg.SET:
        if total_of(joker_suits) != plays.num_jokers_of_set(state):
            return "the play has another number of jokers (DFG-4.2)."
        if state["bound"]:
            return f"the field is bound to {bound_to(state)} (DFG-5.1)."
        return "a joker may not repeat a suit of the set (DFG-4.2)."
    if joker_positions >> shape.size:
        return f"the run has only {shape.size} cards (DFG-4.3)."
    missing = positions_in(int(plays.missing_of_run(state)) & ~joker_positions)
    if missing:
        name = face_name(shape.rank + missing[0], int(plays.suit_of_run(state)))
        return f"{name} is not in the hand, so a joker must stand for it (DFG-4.2)."
    return _why_so_few_jokers(state, seat)


# Cards that are given or discarded


def _why_no_card(state: np.void, seat: int, phase: int, card: int) -> str:
    name, clause = card_name(card), dfg.PHASES[phase].clause
    if not dfg.is_held(state, seat, card):
        return f"{name} is not in the hand ({clause})."
    if phase == dfg.EX_UP:
        return f"{name} is not the one to give of the strongest cards left (DFG-4.18)."
    if phase == dfg.EX_DOWN and holds(state["received"], card):
        return f"{name} was only just received (DFG-4.18)."
    if phase == dfg.GIVE_CARD and state["hand_sizes"][seat] == 1:
        what = "a play with a joker" if effects.has_joker(state) else "a joker as the last gift"
        return f"a hand can't end with {what} (DFG-4.7)."
    return "of two jokers the first is taken (DFG-2.2)."
