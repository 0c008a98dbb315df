"""Why an action is illegal in Makhup: the clause that forbids it."""

import numpy as np

from ...cards.melds import count_of
from ...core.contract.fields import ActionKind, decode
from ..rules import can_turn
from ..state import ACTIONS, DRAW, JOIN_THREE, MOVES, PASS, SPECIAL, SPECIAL_CARD, Cards
from .words import rank_word, words_of


def why_illegal(state: np.void, action: int) -> str:
    """The clause that forbids an action to the seat to move."""
    kind, _ = decode(ACTIONS, action)
    if kind is DRAW:
        return _why_no_draw(state)
    if kind is PASS:
        return "a draw or a play is possible (MHP-4.1)."
    return _why_no_play(state, kind, *MOVES[action])


def _why_no_draw(state: np.void) -> str:
    if can_turn(state):
        return "a card can be played, and draw_when_able is off (MHP-4.1)."
    return "there is no card left that could be turned (MHP-4.3)."


def _why_no_play(state: np.void, kind: ActionKind, cards: Cards, ends: Cards) -> str:
    if kind is JOIN_THREE and state["join_max"] < len(ends):
        return "a card may join two ends, with this join_max (MHP-4.1)."
    for zone, ranks, where in [
        (state["hands"][state["to_move"]], cards, "in the hand"),
        (state["ends"], ends, "among the open ends"),
    ]:
        for rank in ranks:
            wanted, there = ranks.count(rank), count_of(zone, rank)
            if there < wanted:
                clause = "MHP-5.1" if rank == SPECIAL and kind is SPECIAL_CARD else "MHP-4.1"
                if there == 0:
                    return f"there is no {rank_word(rank)} {where} ({clause})."
                return f"there are not so many {rank_word(rank)} {where} ({clause})."
    raise ValueError(f"{words_of(cards)} is a legal play")
