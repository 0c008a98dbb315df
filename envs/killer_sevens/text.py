"""Cards, actions and tables of Killer Sevens as text."""

from typing import Any

import numpy as np

from ..playing_cards import RANKS, SUITS, card_name, draw_hand, draw_layout, draw_legend
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
LEGEND = {
    "[": "[ ] can be laid now",
    "x": "x dead; (9) a dead card in the hand",
}


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
        Lines of text: the grid (a rank where its card lies, `·` where none does) with a legend of
        its other signs, the players, and the own hand with dead cards in brackets; all hands once
        the game is over.
    """
    cells = [_draw_cell(view, *divmod(cell, NUM_COLUMNS)) for cell in range(NUM_CELLS)]
    return "\n".join(
        [
            *draw_layout(view["suits"].tolist(), cells),
            *draw_legend(LEGEND, cells),
            "",
            *_draw_players(view, seat),
            *_draw_hands(view, seat),
        ]
    )


def _draw_cell(view: np.void, row: int, column: int) -> str:
    if view["laid"][row, column]:
        return RANKS[column]
    if view["dead"][row, column]:
        return "x"
    return "[ ]" if view["playable"][row, column] else "·"


def _clockwise(view: np.void, seat: int) -> list[tuple[int, int]]:
    """Every player's seat, in rising order, and how far clockwise of `seat` it is."""
    count = int(view["num_players"])
    return [(player, (player - seat) % count) for player in range(count)]


def _draw_players(view: np.void, seat: int) -> list[str]:
    return [
        f"{'>' if view['on_turn'][distance] else ' '} player_{player}: {_status(view, distance)}"
        for player, distance in _clockwise(view, seat)
    ]


def _status(view: np.void, distance: int) -> str:
    if view["finished"][distance]:
        return "out of cards"
    if view["eliminated"][distance]:
        return f"eliminated, number {view['eliminated'][distance]}"
    size, passes = int(view["hand_size"][distance]), int(view["passes"][distance])
    used = f"{passes} pass{'es' * (passes != 1)} used"
    if view["pass_limit"] >= 0:
        used = f"{passes} of {view['pass_limit']} passes used"
    return f"{size} card{'s' * (size != 1)}, {used}"


def _draw_hands(view: np.void, seat: int) -> list[str]:
    if not view["on_turn"].any():
        hands = [
            (player, view["shown"] == distance + 1) for player, distance in _clockwise(view, seat)
        ]
    else:
        hands = [(seat, view["hand"])]
    return [f"hand of player_{player}: {_draw_hand(view, hand)}" for player, hand in hands]


def _draw_hand(view: np.void, hand: np.ndarray) -> str:
    cards = []
    for row, column in np.argwhere(hand).tolist():
        rank = RANKS[column]
        cards.append((view["suits"][row], f"({rank})" if view["dead"][row, column] else rank))
    return draw_hand(cards)
