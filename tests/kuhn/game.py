"""The whole game: see RULES.md. Real games have a file for each part."""

from typing import Annotated, Any

import numpy as np
from pydantic import Field as Option

from fudaba.common.languages import translator
from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.core.contract.cells import (
    Cell,
    Cells,
    cell_observer,
    cell_resetters,
    private,
    public,
    seat_flag,
    state_dtype,
    view_fields,
)
from fudaba.envs.core.contract.fields import Field, action_table
from fudaba.envs.core.contract.game import Game, Kernels, Words
from fudaba.envs.core.contract.options import Options
from fudaba.envs.core.kit.arrays import clear, show_one
from fudaba.envs.core.kit.redeal import redealer
from fudaba.envs.core.kit.rng import draw_below, shuffle
from fudaba.envs.core.kit.seats import NOBODY, player_name
from fudaba.envs.core.scene.about import Topic
from fudaba.envs.core.scene.scene import HAND, Card, Label, Scene, Seat, game_over

_, _n = translator("kuhn")

NUM_CARDS = 5
LONGEST = 3  # moves of a game
NOTHING = -1


class KuhnOptions(Options):
    num_players: Annotated[int, Option(strict=True, ge=2, le=2)] = Option(
        2, description="Players at the table (KUH-1.1)."
    )

    def max_decisions(self) -> int:
        return LONGEST

    def lowest_points(self) -> float:
        return -2.0


PASS, BET = range(2)
ACTIONS = action_table(("pass", 1, "put nothing in (KUH-2.1)"), ("bet", 1, "a chip (KUH-2.1)"))

CELLS: Cells = (
    Cell("card", np.int8, (2,), private(0, 1, "the own card", fill=show_one, shape=(NUM_CARDS,)),
         start=None),
    Cell("to_move", np.int8, (), seat_flag("whose decision it is", name="on_turn")),
    Field("bets", (LONGEST,), 0, 1, "the moves that were bets", of=("moves",)),
    Cell("moves", np.int8, (LONGEST,), start=NOTHING),  # PASS, BET or NOTHING
    Cell("num_moves", np.int8, (), public(0, LONGEST, "moves so far")),
)  # fmt: skip
STATE = state_dtype(CELLS, KuhnOptions)
FIELDS = view_fields(CELLS, KuhnOptions)

(start_game,) = cell_resetters("kuhn_v0", CELLS, "deal")
observe_cells = cell_observer("kuhn_v0", CELLS, KuhnOptions)


@kernel
def deal(state: np.void) -> None:
    pack = np.empty(NUM_CARDS, np.int8)
    for card in range(NUM_CARDS):
        pack[card] = card
    shuffle(state, pack, NUM_CARDS)
    for seat in range(2):
        state["card"][seat] = pack[seat]
    start_game(state)


@kernel
def legal(state: np.void, mask: np.ndarray) -> int:
    clear(mask)
    if state["to_move"] == NOBODY:
        return 0
    mask[PASS] = 1
    mask[BET] = 1
    return 2


@kernel
def apply(state: np.void, action: int) -> None:
    count = np.int64(state["num_moves"])
    answers_bet = count > 0 and state["moves"][count - 1] == BET
    state["moves"][count] = action
    state["num_moves"] += 1
    if answers_bet or (count == 1 and action == PASS):
        state["to_move"] = NOBODY
    else:
        state["to_move"] = 1 - state["to_move"]


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    observe_cells(state, seat, view)
    for number in range(LONGEST):
        view["bets"][number] = state["moves"][number] == BET


@kernel
def redeal(state: np.void, seat: int) -> None:
    """Any other card for the other, all equally likely."""
    card = draw_below(state, NUM_CARDS - 1)
    state["card"][1 - seat] = card if card < state["card"][seat] else card + 1


@kernel
def score(state: np.void, points: np.ndarray) -> None:
    clear(points)
    if state["to_move"] == NOBODY:
        last = np.int64(state["num_moves"]) - 1
        winner, stake = np.int64(state["card"][1] > state["card"][0]), 1.0
        if state["moves"][last] == BET:
            stake = 2.0
        elif state["moves"][last - 1] == BET:
            winner = (last - 1) % 2
        points[winner] = stake
        points[1 - winner] = -stake


def describe(state: np.void, action: int) -> str:
    return _(("{:passes|pass}", "{:bets|bet}")[action])


def why_illegal(state: np.void, action: int) -> str:
    return "the game is over (KUH-2.2)."


def snapshot(state: np.void) -> dict[str, Any]:
    return {"cards": {player_name(seat): int(state["card"][seat]) for seat in range(2)}}


CARD = Topic("card").means("The highest card wins.")


def scene(view: np.void, seat: int) -> Scene:
    seats = tuple(
        Seat(
            player_name((seat + distance) % 2),
            1,
            HAND(),
            cards=() if distance else (Card(CARD(), str(view["card"].argmax())),),
            is_on_turn=bool(view["on_turn"][distance]),
        )
        for distance in range(2)
    )
    question = game_over() if view["num_moves"] == 3 else Label("play", CARD())
    return Scene("Kuhn poker", seat, seats, (), question)


GAME = Game(
    package=__package__,
    name="kuhn_v0",
    title="Kuhn poker",
    summary="A game made for the tests: best responses are worked out exactly.",
    options=KuhnOptions,
    state_dtype=STATE,
    actions=ACTIONS,
    fields=FIELDS,
    kernels=Kernels(deal, legal, apply, observe, redealer("kuhn_v0", redeal), score),
    cells=CELLS,
    words=Words(describe, why_illegal, snapshot, scene),
)
