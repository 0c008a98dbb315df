"""The kernels of Killer Sevens in lock step with the twin, over random games and all house rules.

`FUDABA_TWIN_GAMES=20000 pytest tests/killer_sevens/test_twin_lockstep.py` plays a long row.
"""

import os
import random
from typing import Any

import numpy as np
import pytest

from fudaba.envs.cards.french import SUITS
from fudaba.envs.cards.laying_words import STATUS_WORDS
from fudaba.envs.core.kit.places import shared_place
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.killer_sevens import GAME
from fudaba.envs.killer_sevens.board import NUM_CELLS, NUM_COLUMNS
from fudaba.envs.killer_sevens.rules import (
    begin,
    connected,
    deal_hands,
    held,
    order_rows,
    standings,
)
from fudaba.envs.killer_sevens.state import PASS_ACTION

from ..option_mixes import mix
from .twin import Twin

NUM_GAMES = int(os.environ.get("FUDABA_TWIN_GAMES", "200"))
NUM_BLOCKS = 4
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


def compare(state: np.void, twin: Twin) -> None:
    expected = twin.public() | {"hands": twin.hands, "to_move": twin.to_move}
    assert everything(state) == expected
    assert legal_actions(state) == twin.legal()


def play(seed: int) -> int:
    """One game with random house rules; returns its length."""
    rng = random.Random(seed)
    options = GAME.options.read(GAME.name, mix(GAME, rng))
    state: np.void = np.zeros(1, GAME.state_dtype)[0]
    options.write(state)
    state["rng"] = seed
    order_rows(state)
    deal_hands(state)
    rules = options.model_dump()
    if rules["group_max"] == "usual":
        rules["group_max"] = USUAL_GROUPS[rules["group_kill"]]
    twin = Twin(rules, hands_of(state), "".join(SUITS[suit] for suit in state["suits"]))
    begin(state)
    compare(state, twin)
    length = 0
    while state["to_move"] != NOBODY:
        action = rng.choice(sorted(twin.legal()))
        twin.apply(action)
        GAME.kernels.apply(state, PASS_ACTION if action == ("pass",) else action[1])
        compare(state, twin)
        length += 1
    points = np.zeros(GAME.max_players)
    GAME.kernels.score(state, points)
    count = int(state["num_players"])
    assert [shared_place(standings(state), count, seat) for seat in range(count)] == twin.places()
    assert [held(state, seat) for seat in range(count)] == twin.held()
    assert points[:count].tolist() == pytest.approx(twin.rewards())
    return length


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_kernels_and_twin_agree(block: int) -> None:
    lengths = [play(seed) for seed in range(block, NUM_GAMES, NUM_BLOCKS)]
    assert len(lengths) == NUM_GAMES // NUM_BLOCKS and max(lengths) > NUM_CELLS // 2
