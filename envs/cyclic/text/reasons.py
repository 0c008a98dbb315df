"""Why an action is illegal in Cyclic: the clause that forbids it."""

from functools import partial

import numpy as np

from fudaba.common.languages import translator

from ...cards.kikisen_words import card_word
from ...core.contract.fields import decode
from ...core.words.reading import copied, list_legal
from .. import state as cyc
from ..rules import legal, plays
from .words import Face, Shape, colour_words, next_kind, symbol_of

_, _n = translator("cyclic")

legal_actions = partial(list_legal, legal, cyc.NUM_ACTIONS)


def why_illegal(state: np.void, action: int) -> str:
    """Returns the reason, with its clause, why an action is illegal for the seat to move."""
    kind, position = decode(cyc.ACTIONS, action)
    is_filling = state["chosen_form"] != cyc.NONE
    if is_filling and kind is not cyc.FILL:
        return _("a play is being made: choose its next card (CYC-4.7).")
    if not is_filling and kind is cyc.FILL:
        return _("no play is being made: choose what to play first (CYC-4.7).")
    if kind is cyc.PASS:
        return _("the dealer of the round must lead (CYC-4.2).")
    if kind is cyc.FILL:
        return _why_no_fill(state, Face(position, next_kind(state)))
    return _why_no_shape(state, action)


def _why_no_shape(state: np.void, action: int) -> str:
    """Returns the requirement of the newest play, or else the missing cards."""
    shape = Shape(*cyc.SHAPES[action])
    if shape.form == cyc.RUN and shape.size < state["min_run"]:
        count = state["min_run"]
        return _("a run has {count} cards or more, with this min_run (CYC-4.2).", count=count)
    if state["form"] != cyc.NONE and (why := _why_no_answer(state, shape)):
        return why
    if action in legal_actions(_in_any_colour(state)):
        return why_no_colour(state)
    return _("the hand has no {play} (CYC-4.2).", play=shape.word)


def _why_no_answer(state: np.void, shape: Shape) -> str:
    """Returns why a shape does not beat the newest play; empty if it does."""
    newest = Shape(int(state["form"]), int(state["foot"]), int(state["size"]))
    foot, other = symbol_of(newest.foot), symbol_of(shape.foot)
    if shape.size > newest.size:
        if shape.foot == newest.foot:
            return ""
        return _("a longer play must have the same foot, {foot} (CYC-4.4).", foot=foot)
    if shape.size < newest.size:
        return _(
            "the newest play has {count} cards, and this is shorter (CYC-4.4).", count=newest.size
        )
    if shape.form != newest.form:
        if newest.form == cyc.RUN:
            return _("as many cards must be a run, as the newest play is (CYC-4.4).")
        return _("as many cards must be friends, as the newest play is (CYC-4.4).")
    if cyc.is_stronger(shape.foot, newest.foot):
        return ""
    return _("{other} does not beat {foot} (CYC-4.6).", other=other, foot=foot)


def why_no_colour(state: np.void) -> str:
    """Returns the reason for a play that shares no colour with the newest one."""
    names = colour_words(int(plays.wanted_colours(state)))
    return _("the play must have a {colour} card, as the newest play has (CYC-4.4).", colour=names)


def _in_any_colour(state: np.void) -> np.void:
    """Returns the table if the newest play had both colours."""
    table = copied(state)
    table["colours"] = cyc.ANY_COLOUR
    return table


def _why_no_fill(state: np.void, face: Face) -> str:
    """Returns the reason why a card can't fill the next place of the play."""
    if plays.num_left(state, face.way, face.kind) == 0:
        return _("there is no {card} left in the hand (CYC-4.7).", card=card_word(face.type))
    if face.way < plays.first_way(state):
        return _("friends are laid in this order: black, red, black and red nothings (CYC-4.7).")
    if plays.fits(_in_any_colour(state), face.way):
        return why_no_colour(state)
    return _("the places after this one could not be filled (CYC-4.7).")
