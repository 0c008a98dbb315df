"""The kernels and the twin of Killer Sevens, and the translations between them."""

from typing import Any

import numpy as np
import pytest

from fudaba.envs import NOBODY
from fudaba.envs.cards.french import SUITS
from fudaba.envs.cards.laying_words import STATUS_WORDS
from fudaba.envs.core.kit.places import shared_place
from fudaba.envs.killer_sevens import GAME
from fudaba.envs.killer_sevens.board import NUM_COLUMNS, NUM_ROWS
from fudaba.envs.killer_sevens.rules import connected, held, standings
from fudaba.envs.killer_sevens.state import PASS_ACTION

from ..tables import house_rules_of, points_of
from .twin import Twin

USUAL_GROUPS = {"off": 4, "rectangle": 23, "any_shape": 4}


def cells_of_cards(state: np.void) -> np.ndarray:
    """The cell of each card (KIL-2.2): int64[52]."""
    rows = np.argsort(state["suits"])
    return (rows[:, None] * NUM_COLUMNS + np.arange(NUM_COLUMNS)).ravel()


def cards_on(cells: np.ndarray, board: np.uint64) -> list[bool]:
    """For each card whether its cell is on a board."""
    return (board >> cells.astype(np.uint64) & np.uint64(1)).astype(bool).tolist()


def everything(state: np.void) -> dict[str, Any]:
    """What the twin calls `public`, the hands and the seat to move, out of the record."""
    count, cells = int(state["num_players"]), cells_of_cards(state)
    laid_by = state["laid_by"][cells].tolist()
    eliminated = [seat for seat in range(count) if state["order"][seat]]
    return {
        "hands": hands_of(state),
        "to_move": None if state["to_move"] == NOBODY else int(state["to_move"]),
        "laid": cards_on(cells, state["laid"]),
        "dead": cards_on(cells, state["dead"]),
        "playable": cards_on(cells, state["playable"]),
        "connected": cards_on(cells, connected(state)),
        "laid_by": [None if seat == NOBODY else seat for seat in laid_by],
        "hand_sizes": state["hand_size"][:count].tolist(),
        "passes": state["passes"][:count].tolist(),
        "status": [STATUS_WORDS[code] for code in state["status"][:count]],
        "idle": int(state["idle"]),
        "first_player": int(state["first_player"]),
        "elimination_order": sorted(eliminated, key=lambda seat: int(state["order"][seat])),
    }


def hands_of(state: np.void) -> list[list[int]]:
    """The hands as sorted lists of cards, one per player."""
    cells = cells_of_cards(state)
    hands = state["hands"][: int(state["num_players"])]
    return [np.flatnonzero(cards_on(cells, hand)).tolist() for hand in hands]


def legal_actions(state: np.void) -> set[tuple[Any, ...]]:
    mask = np.zeros(GAME.num_actions, np.int8)
    count = GAME.kernels.legal(state, mask)
    assert count == mask.sum()
    actions = np.flatnonzero(mask).tolist()
    return {("pass",) if action == PASS_ACTION else ("play", action) for action in actions}


def rules_of(state: np.void) -> dict[str, Any]:
    """Returns the house rules in the words of the twin."""
    rules = house_rules_of(GAME, state)
    if rules["group_max"] == "usual":
        rules["group_max"] = USUAL_GROUPS[rules["group_kill"]]
    return {name: "none" if value is None else value for name, value in rules.items()}


def rows_of(state: np.void) -> str:
    """Returns the suits of the rows, top to bottom."""
    return "".join(SUITS[suit] for suit in state["suits"])


def check_position(state: np.void, twin: Twin) -> None:
    """Compares the whole position, the legal actions, and the places and rewards at the end."""
    expected = twin.public() | {"hands": twin.hands, "to_move": twin.to_move}
    assert everything(state) == expected
    assert legal_actions(state) == twin.legal()
    if twin.to_move is None:
        seats = range(twin.num_players)
        places = [shared_place(standings(state), twin.num_players, seat) for seat in seats]
        assert places == twin.places()
        assert [held(state, seat) for seat in seats] == twin.held()
        assert points_of(GAME, state) == pytest.approx(twin.rewards())


def set_up(state: np.void) -> Twin | None:
    """Returns a twin at this table; None in the course of a game, as its history decides places."""
    if state["to_move"] == NOBODY or state["moment"] > NUM_ROWS:
        return None
    table = everything(state)
    twin = Twin.position(
        rules_of(state),
        table["hands"],
        to_move=table["to_move"],
        row_order=rows_of(state),
        passes=table["passes"],
        eliminated={seat: int(state["held_then"][seat]) for seat in table["elimination_order"]},
        idle=table["idle"],
        first_player=table["first_player"],
    )
    twin.laid_by = table["laid_by"]
    return twin


def carry_out(state: np.void, twin: Twin, action: int) -> None:
    """Carries out a kernel action on both sides, which must agree then."""
    GAME.kernels.apply(state, action)
    twin.apply(("pass",) if action == PASS_ACTION else ("play", action))
    check_position(state, twin)
