"""Why an action is illegal in Makkaik: the clause that forbids it."""

import numpy as np

from ...cards.kikisen import type_name
from ...core.contract.fields import decode
from ...kikisen.betting import stake_cap
from .. import state as mkk


def why_illegal(state: np.void, action: int) -> str:
    """Returns the reason, with its clause, why an action is illegal for the seat to move."""
    kind, position = decode(mkk.ACTIONS, action)
    phase = int(state["phase"])
    if kind not in mkk.PHASES[phase].kinds:
        return mkk.PHASES[phase].why_not_now()
    if kind is mkk.TAKE:
        return _why_not_taken(state, position)
    if kind is mkk.PUT_OUT:
        return f"{type_name(position)} is none of the cards that were dealt (MKK-4.1)."
    return _why_no_base(state, int(mkk.BASE_OF_ACTION[action]))


def _why_not_taken(state: np.void, type_: int) -> str:
    if state["kinds"][state["to_move"]] == mkk.DRAW:
        return f"{type_name(type_)} was not drawn (MKK-4.1)."
    return f"there is no {type_name(type_)} among the common cards (MKK-4.1)."


def _why_no_base(state: np.void, base: int) -> str:
    highest = int(state["max_base"])
    if base > highest:
        return f"a base is 1 to {highest}, with this max_base (MKK-4.3)."
    rounds_after = int(state["bet_rounds"]) - int(state["round"]) - 1
    cap = int(stake_cap(state, highest, rounds_after))
    return f"a base is 1 to {cap} now, which all can pay to the end (MKK-4.3)."
