"""Cards, actions and open tables of Makkaik as text."""

from typing import Any

import numpy as np

from ...cards.counts import spread_out
from ...cards.kikisen import COURT, NUM_STRENGTHS, type_name
from ...core.contract.cells import snapshot_of
from ...core.contract.fields import decode
from ...core.kit.seats import NOBODY, player_name
from ...kikisen.betting import UNLIMITED, chips_of, pot_of
from ...kikisen.words import type_names
from .. import state as mkk
from ..rules.hands import best_of, values_of


def describe(state: np.void, action: int) -> str:
    """Returns the move as a player says it: `swap`, `take b3`, `put out r7`, `base 2`, `join`."""
    kind, position = decode(mkk.ACTIONS, action)
    if kind is mkk.EXCHANGE:
        return mkk.KIND_NAMES[mkk.SWAP + position]
    if kind in (mkk.TAKE, mkk.PUT_OUT):
        return f"{kind.name} {type_name(position)}"
    if kind in (mkk.DROP, mkk.JOIN_IN):
        return kind.name
    return f"base {mkk.BASE_OF_ACTION[action]}"


def announce(state: np.void, action: int) -> str:
    """Returns the public part of a move; the incoming card is secret (MKK-7.1, 9.13)."""
    is_secret = decode(mkk.ACTIONS, action)[0] is mkk.TAKE
    return "choose a card" if is_secret else describe(state, action)


def value_name(value: int) -> str:
    """Returns a hand: `triple of 8`, `run up to 5`, `pair of court`, `single 7`."""
    category, strength = divmod(value, NUM_STRENGTHS)
    name = "court" if strength == COURT else str(strength)
    link = {mkk.SINGLE: " ", mkk.RUN: " up to "}.get(category, " of ")
    return f"{mkk.CATEGORY_NAMES[category]}{link}{name}"


def best_hand(hand: np.ndarray, common: np.ndarray, view: np.void) -> str:
    """Returns the best that a hand makes with the common cards, as `value_name` has it (MKK-5.2).

    Args:
        hand: Counts by type.
        common: Counts by type.
        view: A view record, for the house rules.
    """
    own_min, ship_alone = int(view["own_min"]), int(view["ship_alone"])
    values = values_of(hand.astype(np.int8), common.astype(np.int8), own_min, ship_alone)
    return value_name(int(best_of(values)))


def snapshot(state: np.void) -> dict[str, Any]:
    """Returns the open table as plain zones with card names, hidden cards included.

    Returns:
        A dict of JSON-able values: hands, common cards, stock (its top last) and the hands of the
        last showdown as lists of cards; by player the kind of exchange and the cards taken in a
        swap, put out, and drawn but not taken; whose turn it is (a player's name or None), what
        is asked, the card coming in; the round, its base, who has paid it, who is active; what
        each has paid, the pot, the chips (None with unlimited credit), the dealer and the scores.
    """
    players = {player_name(seat): seat for seat in range(int(state["num_players"]))}
    is_over = state["to_move"] == NOBODY
    return {
        **{
            zone: {
                name: type_names(spread_out(state[zone][seat])) for name, seat in players.items()
            }
            for zone in ("hands", "shown")
        },
        "common": type_names(spread_out(state["common"])),
        "stock": type_names(state["stock"][: int(state["stock_size"])]),
        "exchange": {name: mkk.KIND_NAMES[state["kinds"][seat]] for name, seat in players.items()},
        **{
            zone: {name: card_name(state[zone][seat]) for name, seat in players.items()}
            for zone in ("taken", "put_out", "unused")
        },
        "incoming": card_name(state["incoming"]),
        "phase": None if is_over else mkk.PHASES[state["phase"]].name.lower(),
        **{
            role: [name for name, seat in players.items() if state[role][seat]]
            for role in ("joined", "active")
        },
        "pot": int(pot_of(state)),
        "chips": None if state["start_chips"] == UNLIMITED else {
            name: int(chips_of(state, seat)) for name, seat in players.items()
        },
        **snapshot_of(mkk.CELLS, state),
    }  # fmt: skip


def card_name(type_: int) -> str | None:
    """Returns a card, or None for none."""
    return None if type_ == mkk.NO_CARD else type_name(int(type_))
