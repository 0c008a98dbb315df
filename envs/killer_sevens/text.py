"""Cards, actions and tables of Killer Sevens as text."""

from typing import Any

import numpy as np

from ..playing_cards import RANKS, SUIT_SIGNS, SUITS, card_name
from .board import NOTHING, NUM_CELLS, NUM_COLUMNS, NUM_ROWS, cell_bit
from .rules import (
    PASS_ACTION,
    can_lay,
    card_of,
    cell_of,
    has_pass_left,
    held,
    place,
)

STATUS_WORDS = ("absent", "active", "finished", "eliminated")


def describe(state: np.void, action: int) -> str:
    """What a player says: `lay H5` or `pass`."""
    return "pass" if action == PASS_ACTION else f"lay {card_name(action)}"


def why_illegal(state: np.void, action: int) -> str:
    """The clause that forbids an action to the seat to move."""
    seat = int(state["to_move"])
    if action == PASS_ACTION:
        return _why_no_pass(state, seat)
    name, bit = card_name(action), cell_bit(cell_of(state, action))
    if state["laid"] & bit:
        return f"{name} is already laid (KIL-4.1)."
    if state["hands"][seat] & bit == NOTHING:
        return f"{name} is not in the hand (KIL-4.2)."
    if state["dead"] & bit:
        return f"{name} is dead (KIL-5.1)."
    return f"{name} touches no laid card that is linked to a seven (KIL-4.1)."


def _why_no_pass(state: np.void, seat: int) -> str:
    if can_lay(state, seat) and not state["voluntary_pass"]:
        return "a card can be laid, and only a player who can't lay any may pass (KIL-4.3)."
    if not has_pass_left(state, seat):
        return f"all {state['pass_limit']} passes are used and a card can be laid (KIL-4.3)."
    return "everybody has passed, and whoever can lay a card must now (KIL-6.2)."


def snapshot(state: np.void) -> dict[str, Any]:
    """The open table as plain zones with card names: everything, hidden cards included.

    Returns:
        A dict of JSON-able values: the grid row by row (a card name or None), dead and playable
        cards, hands, passes, status, cards held and places per player, and whose turn it is.
    """
    players = range(int(state["num_players"]))
    over = bool(state["to_move"] < 0)
    return {
        "grid": {
            SUITS[state["suits"][row]]: [
                _name_if(state, state["laid"], row * NUM_COLUMNS + column)
                for column in range(NUM_COLUMNS)
            ]
            for row in range(NUM_ROWS)
        },
        "dead": _cards(state, state["dead"]),
        "playable": _cards(state, state["playable"]),
        "hands": {f"player_{seat}": _cards(state, state["hands"][seat]) for seat in players},
        "passes": {f"player_{seat}": int(state["passes"][seat]) for seat in players},
        "status": {f"player_{seat}": STATUS_WORDS[state["status"][seat]] for seat in players},
        "held": {f"player_{seat}": held(state, seat) for seat in players} if over else None,
        "places": {f"player_{seat}": place(state, seat) for seat in players} if over else None,
        "to_move": None if over else f"player_{state['to_move']}",
        "first_player": f"player_{state['first_player']}",
        "idle": int(state["idle"]),
    }


def _name_if(state: np.void, board: np.uint64, cell: int) -> str | None:
    return card_name(int(card_of(state, cell))) if board & cell_bit(cell) else None


def _cards(state: np.void, board: np.uint64) -> list[str]:
    names = [_name_if(state, board, cell) for cell in range(NUM_CELLS)]
    return [name for name in names if name is not None]


def draw(view: np.void, seat: int) -> str:
    """The table as a seat sees it, made from its view alone.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        Lines of text: the grid (a card where one lies, `[ ]` where one may be laid now, `x` for a
        dead one, `·` elsewhere), the players, the own hand with dead cards in brackets.
    """
    return "\n".join([*_draw_grid(view), *_draw_players(view, seat), _draw_hand(view, seat)])


def _draw_grid(view: np.void) -> list[str]:
    lines = ["   " + "".join(f"{rank:>4}" for rank in RANKS)]
    for row in range(NUM_ROWS):
        cells = [_draw_cell(view, row, column) for column in range(NUM_COLUMNS)]
        sign = SUIT_SIGNS[view["suits"][row]]
        lines.append(f" {sign} " + "".join(f"{cell:>4}" for cell in cells))
    return lines


def _draw_cell(view: np.void, row: int, column: int) -> str:
    if view["laid"][row, column]:
        return RANKS[column]
    if view["dead"][row, column]:
        return "x"
    return "[ ]" if view["playable"][row, column] else "·"


def _draw_players(view: np.void, seat: int) -> list[str]:
    lines = []
    count = int(view["num_players"])
    for distance in sorted(range(count), key=lambda distance: (seat + distance) % count):
        marker = ">" if view["on_turn"][distance] else " "
        lines.append(f"{marker} player_{(seat + distance) % count}: {_status(view, distance)}")
    return lines


def _status(view: np.void, distance: int) -> str:
    if view["finished"][distance]:
        return "out of cards"
    if view["eliminated"][distance]:
        return f"eliminated, number {view['eliminated'][distance]}"
    limit = "" if view["pass_limit"] < 0 else f" of {view['pass_limit']}"
    return f"{view['hand_size'][distance]} cards, {view['passes'][distance]}{limit} passes used"


def _draw_hand(view: np.void, seat: int) -> str:
    cards = []
    for row, column in np.argwhere(view["hand"]).tolist():
        name = SUITS[view["suits"][row]] + RANKS[column]
        cards.append(f"({name})" if view["dead"][row, column] else name)
    return f"hand of player_{seat}: {' '.join(cards) if cards else '(empty)'}"
