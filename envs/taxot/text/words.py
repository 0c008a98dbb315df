"""Cards, actions and open tables of Taxot as text."""

from typing import Any

import numpy as np

from ...cards.counts import spread_out
from ...cards.kikisen import NUM_TYPES, type_name
from ...core.contract.cells import snapshot_of
from ...core.contract.fields import decode
from ...core.kit.seats import NOBODY, player_name
from ...kikisen.words import run_in_order, seat_name, type_names, words_of
from .. import state as tax


def types_in_hand(hand: np.ndarray) -> list[int]:
    """Returns the types of a hand of a state, int64[2], in rising order."""
    return spread_out(np.array([tax.count_in(hand, type_) for type_ in range(NUM_TYPES)]))


def meld_name(meld: int) -> str:
    """Returns the cards of a meld, a run's ship in its position: `b3 bS b5`."""
    return words_of(tax.MELDS[meld].types)


def meld_of(action: int) -> int | None:
    """Returns the meld that an action lays, or None if it lays none."""
    kind, position = decode(tax.ACTIONS, action)
    if kind is tax.REVEAL:
        return tax.FIRST_FOUR + position
    return position if kind is tax.CALL else None


def types_of_meld(view: np.void, distance: int) -> list[int]:
    """Returns the types of a player's meld; a run's from its foot, a ship in its position."""
    types = spread_out(view["melds"][distance])
    if not view["meld_kinds"][distance, tax.RUN]:
        return types
    return run_in_order(types, int(view["meld_strengths"][distance]) - 1)


def describe(state: np.void, action: int) -> str:
    """Returns an action's words: `discard b3`, `call b3 bS b5`, `reveal b5 b5 r5 rS`, `pass`."""
    kind, position = decode(tax.ACTIONS, action)
    if kind is tax.DISCARD:
        return f"discard {type_name(position)}"
    meld = meld_of(action)
    return kind.name if meld is None else f"{kind.name} {meld_name(meld)}"


def announce(state: np.void, action: int) -> str:
    """Returns the words that other players hear; empty for an answer to a discard (TAX-7.3)."""
    return "" if state["phase"] == tax.REACTION else describe(state, action)


def discards_in_order(state: np.void) -> list[str]:
    """Returns the discards since the deal or the reshuffle: `["player_0 b3", ...]`.

    Discards that were called read `player_1 r5, taken`.
    """
    words = []
    for turn in range(int(tax.num_discarded(state))):
        name = f"{player_name(state['turn_seats'][turn])} {type_name(state['turn_types'][turn])}"
        words.append(f"{name}, taken" if state["turn_called"][turn + 1] else name)
    return words


def snapshot(state: np.void) -> dict[str, Any]:
    """Returns the open table as plain zones with card names, hidden cards included.

    Returns:
        A dict of JSON-able values: concealed cards, melds and secret answers per player; the stock
        from its top; the discards in order; the lights; whose turn it is (players' names or None),
        who decides and what is asked; the lap, the dealer, the bonus, the scores, and who closed
        the last season that is over, with which cards.
    """
    players = {player_name(seat): seat for seat in range(int(state["num_players"]))}
    lights = [int(type_) for type_ in state["light_cards"] if type_ != tax.NO_TYPE]
    stock = state["stock"][: int(state["stock_size"])][::-1].tolist()
    return {
        "hands": {
            name: type_names(types_in_hand(state["hands"][seat])) for name, seat in players.items()
        },
        "melds": {
            name: type_names(tax.MELDS[int(state["melds"][seat])].types)
            for name, seat in players.items()
            if state["melds"][seat] != tax.NO_MELD
        },
        "answers": {
            name: describe(state, int(state["answers"][seat]))
            for name, seat in players.items()
            if state["answers"][seat] != tax.NO_ANSWER
        },
        "stock": type_names(stock),
        "discards": discards_in_order(state),
        "lights": type_names(lights),
        "to_move": seat_name(int(state["to_move"])),
        "active": seat_name(int(state["active"])),
        "phase": None if state["to_move"] == NOBODY else tax.PHASES[state["phase"]],
        "shown": type_names(spread_out(state["shown"])),
        **snapshot_of(tax.CELLS, state),
    }
