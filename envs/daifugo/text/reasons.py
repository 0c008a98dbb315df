"""Reasons why an action of Daifugo is illegal, with the clause that forbids it."""

import numpy as np

from fudaba.common.languages import N_, translator

from ...cards.melds import total_of
from ...core.contract.fields import ActionKind, decode
from ...core.kit.bits import holds
from .. import state as dfg
from ..rules import effects, plays
from .words import (
    SET_NAMES,
    Shape,
    bound_to,
    card_word,
    chosen_shape,
    face_name,
    jokers_of,
    positions_in,
    shape_name,
    shapes,
    signs,
)

_, _n = translator("daifugo")

ONLY_SPADE_THREE = N_("only ♠3 can be put on a lone joker (DFG-4.6, DFG-5.3).")
NO_JOKER_AT_THE_END = N_("a hand can't end with a joker (DFG-4.7).")
NOT_SO_MANY_JOKERS = N_("there are not so many jokers in the hand (DFG-4.2).")
NO_SUCH_PLAY = N_("the hand has no such play (DFG-4.1).")
NO_SUCH_RECEIVER = N_("only another player who is in can get a card (DFG-5.6).")


def why_illegal(state: np.void, action: int) -> str:
    """Returns the reason why the seat to move may not take an action, with its clause."""
    kind, position = decode(dfg.ACTIONS, action)
    phase, seat = int(state["phase"]), int(state["to_move"])
    if kind not in dfg.PHASES[phase].kinds or kind is dfg.STOP:
        return dfg.PHASES[phase].why_not_now(_)
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
    return _(NO_SUCH_RECEIVER)


def _why_no_pass(state: np.void, kind: ActionKind) -> str:
    has_to_lead = state["kind"] == dfg.NONE and state["leader_pass"] != dfg.FREE
    if has_to_lead and not plays.is_stuck(state, int(state["to_move"])):
        return _("a leader who can play must (DFG-4.11).")
    if kind is dfg.PASS_DRAW:
        return _("there is no pile to draw from (DFG-4.10).")
    return _("while there is a pile, a pass draws a card (DFG-4.10).")


# The steps of a play


def _why_no_shape(state: np.void, seat: int, action: int) -> str:
    """Returns why a shape is illegal: first by the field, then by the hand."""
    shape = shapes()[action]
    if why := why_unfit(state, seat, shape):
        return why
    if shape.kind == dfg.LONE_JOKER:
        return _why_no_lone_joker(state, seat)
    if state["bound"]:
        return _(
            "the field is bound to {suits}, and the hand has no such play (DFG-5.1).",
            suits=bound_to(state),
        )
    if shape.size == state["hand_sizes"][seat] and dfg.num_jokers_in(state["hands"][seat]):
        return _("the hand has no such play, and can't end with a joker (DFG-4.7).")
    return _(NO_SUCH_PLAY)


def why_unfit(state: np.void, seat: int, shape: Shape) -> str:
    """Returns why a shape is illegal whatever cards the player holds, or an empty text."""
    if state["locked"][seat]:
        return _("after a pass one may only pass until the field is cleared (DFG-4.10).")
    if shape.kind == dfg.RUN and not dfg.has_effect(state, dfg.RUNS):
        return _("runs are not played (DFG-5.0).")
    if shape.kind == dfg.SET and shape.size > dfg.NUM_SUITS and not state["joker_duplicates"]:
        return _("a joker may not repeat a suit, so a set has at most 4 cards (DFG-4.2).")
    if why := _why_not_on_field(state, shape.kind, shape.size):
        return why
    if shape.kind == dfg.LONE_JOKER or plays.is_stronger(state, shape.rank):
        return ""
    move = shape_name(shape)
    if dfg.is_reversed(state):
        return _(
            "{move} does not beat the field, for lower ranks are stronger now (DFG-4.5).", move=move
        )
    return _("{move} does not beat the field (DFG-4.5).", move=move)


def _why_not_on_field(state: np.void, kind: int, size: int) -> str:
    """Returns why a kind and size do not answer the field; empty if they do."""
    if state["kind"] == dfg.NONE:
        return ""
    if state["kind"] == dfg.LONE_JOKER:
        has_answer = dfg.has_effect(state, dfg.SPADE3)
        return _(ONLY_SPADE_THREE) if has_answer else _("nothing beats a lone joker (DFG-4.6).")
    alike = (dfg.SINGLE, dfg.LONE_JOKER) if state["kind"] == dfg.SINGLE else (state["kind"],)
    if kind in alike and size == state["size"]:
        return ""
    if state["kind"] == dfg.SINGLE:
        return _("the field asks for a single (DFG-4.4).")
    asked = int(state["size"])
    if state["kind"] == dfg.RUN:
        return _("the field asks for a run of {count} cards (DFG-4.4).", count=asked)
    return _("the field asks for a {set} (DFG-4.4).", set=_(SET_NAMES[asked]))


def _why_no_lone_joker(state: np.void, seat: int) -> str:
    if not dfg.num_jokers_in(state["hands"][seat]):
        return _("there is no joker in the hand (DFG-4.6).")
    if state["hand_sizes"][seat] == 1:
        return _(NO_JOKER_AT_THE_END)
    return _(
        "a lone joker has no suit, and the field is bound to {suits} (DFG-5.1).",
        suits=bound_to(state),
    )


def _why_no_suits(state: np.void, seat: int, kind: ActionKind, position: int) -> str:
    """Returns why the suits of a play are illegal, given its shape."""
    shape, hand = chosen_shape(state), state["hands"][seat]
    if (kind is dfg.SUIT_SET) != (shape.kind == dfg.SET):
        return dfg.PHASES[dfg.SUITS].why_not_now(_)
    suits = positions_in(position) if kind is dfg.SUIT_SET else [position]
    if shape.kind != dfg.RUN:
        for suit in suits:
            if not dfg.suits_held(hand, shape.rank) >> suit & 1:
                return why_not_held(face_name(shape.rank, suit), "DFG-4.1")
    if state["kind"] == dfg.LONE_JOKER:
        return _(ONLY_SPADE_THREE)
    if any(not plays.allowed_suits(state) >> suit & 1 for suit in suits):
        return why_bound(state)
    if shape.kind == dfg.RUN:
        return _("the hand can't fill this run in {suits} (DFG-4.1).", suits=signs(suits))
    if len(suits) > shape.size:
        played = _(SET_NAMES[shape.size])
        return _("a {set} has only {count} cards (DFG-4.1).", set=played, count=shape.size)
    return _why_so_few_jokers(state, seat)


def _why_so_few_jokers(state: np.void, seat: int) -> str:
    num_jokers = dfg.num_jokers_in(state["hands"][seat])
    if num_jokers > plays.most_wild(state, seat, int(state["chosen_size"])):
        return _(NO_JOKER_AT_THE_END)
    return _(NOT_SO_MANY_JOKERS)


def why_bound(state: np.void) -> str:
    """Returns the reason that the field's binding forbids a play (DFG-5.1)."""
    return _("the field is bound to {suits} (DFG-5.1).", suits=bound_to(state))


def why_not_held(card: str, clause: str) -> str:
    """Returns the reason that a card is not in the hand."""
    return _("{card} is not in the hand ({clause}).", card=card, clause=clause)


def _why_no_jokers(state: np.void, seat: int, action: int) -> str:
    """Returns why a designation of the jokers is illegal."""
    shape, (joker_suits, joker_positions) = chosen_shape(state), jokers_of(action)
    if (shape.kind == dfg.SET) != bool(joker_suits):
        return dfg.PHASES[dfg.JOKER_FACES].why_not_now(_)
    if shape.kind == dfg.SET:
        if total_of(joker_suits) != plays.num_jokers_of_set(state):
            return _("the play has another number of jokers (DFG-4.2).")
        if state["bound"]:
            return why_bound(state)
        return _("a joker may not repeat a suit of the set (DFG-4.2).")
    if joker_positions >> shape.size:
        return _("the run has only {count} cards (DFG-4.3).", count=shape.size)
    missing = positions_in(int(plays.missing_of_run(state)) & ~joker_positions)
    if missing:
        name = face_name(shape.rank + missing[0], int(plays.suit_of_run(state)))
        return _("{card} is not in the hand, so a joker must stand for it (DFG-4.2).", card=name)
    return _why_so_few_jokers(state, seat)


# Cards that are given or discarded


def _why_no_card(state: np.void, seat: int, phase: int, card: int) -> str:
    name = card_word(card)
    if not dfg.is_held(state, seat, card):
        return why_not_held(name, dfg.PHASES[phase].clause)
    if phase == dfg.EX_UP:
        return _("{card} is not the one to give of the strongest cards left (DFG-4.18).", card=name)
    if phase == dfg.EX_DOWN and holds(state["received"], card):
        return _("{card} was only just received (DFG-4.18).", card=name)
    if phase == dfg.GIVE_CARD and state["hand_sizes"][seat] == 1:
        if effects.has_joker(state):
            return _("a hand can't end with a play with a joker (DFG-4.7).")
        return _("a hand can't end with a joker as the last gift (DFG-4.7).")
    return _("of two jokers the first is taken (DFG-2.2).")
