"""Cards, actions and open tables of Mokkaik as text."""

from typing import Any

import numpy as np

from ...cards.counts import spread_out
from ...cards.kikisen import COLOUR_NAMES, COURT, NUM_KINDS, SHIP, Play, type_name
from ...core.contract.cells import snapshot_of
from ...core.contract.fields import decode
from ...core.kit.seats import NOBODY, player_name
from ...core.scene.scene import plural
from ...kikisen.words import type_names, words_of
from .. import state as mok


def is_declared(play: Play) -> bool:
    """Returns whether ships alone are played as a number (KIKI-8)."""
    return play.strength < COURT and all(type_ % NUM_KINDS == SHIP for type_ in play.types)


def play_name(play: Play) -> str:
    """Returns the cards of a play, a ship of a run where it stands: `b3 bS b5`, `bS rS as 4`."""
    words = words_of(play.types)
    return f"{words} as {play.strength}" if is_declared(play) else words


def strength_name(strength: int) -> str:
    """Returns `8`, or `court`."""
    return "court" if strength == COURT else str(strength)


def kind_name(shape: str, num_black: int, num_red: int) -> str:
    """Returns the kind to match: `single black card`, `set of 1 black and 2 red`."""
    colours = {name: count for name, count in zip(COLOUR_NAMES, (num_black, num_red), strict=True)
               if count}  # fmt: skip
    if shape == "set":
        return f"set of {' and '.join(f'{count} {name}' for name, count in colours.items())}"
    (colour, size), *_ = colours.items()
    return f"single {colour} card" if shape == "single" else f"{colour} run of {size}"


def describe(state: np.void, action: int) -> str:
    """Returns the move as a player says it: `play b3 bS b5`, `play bS as 4`, `throw b3`."""
    kind, position = decode(mok.ACTIONS, action)
    if kind is mok.FOLD:
        return "fold"
    if kind is mok.THROW_CARD:
        return f"throw {type_name(position)}"
    return f"play {play_name(mok.PLAY_OF[action])}"


def announce(state: np.void, action: int) -> str:
    """Returns the public part of a move: all but the thrown cards (MOK-7.1, 9.9)."""
    is_secret = decode(mok.ACTIONS, action)[0] is mok.THROW_CARD
    return "throw a card" if is_secret else describe(state, action)


def snapshot(state: np.void) -> dict[str, Any]:
    """Returns the open table as plain zones with card names, hidden cards included.

    Returns:
        A dict of JSON-able values: hands, won piles and face-down discards per player, face-up
        discards and undealt cards as lists of cards; the plays of the round per player, who leads
        it, who has folded, whose play is the best (players' names or None), whose turn it is and
        what is asked; the dealer, the bonus, scores, and the winner of the last round.
    """
    players = {player_name(seat): seat for seat in range(int(state["num_players"]))}
    is_over = state["to_move"] == NOBODY
    return {
        **{
            zone: {
                name: type_names(spread_out(state[zone][seat])) for name, seat in players.items()
            }
            for zone in ("hands", "won", "thrown")
        },
        **{zone: type_names(spread_out(state[zone])) for zone in ("discards", "undealt")},
        "plays": {
            name: play_name(mok.PLAY_OF[int(state["plays"][seat])])
            for name, seat in players.items()
            if state["plays"][seat] != mok.NO_PLAY
        },
        "folded": [name for name, seat in players.items() if state["folded"][seat]],
        "phase": None if is_over else mok.PHASES[mok.phase_of(state)],
        **snapshot_of(mok.CELLS, state),
    }


def cards_word(count: int) -> str:
    """Returns `1 card`, `3 cards`."""
    return plural(count, "card")
