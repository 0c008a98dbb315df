"""The whole game: see RULES.md. Real games have a file for each part."""

from typing import Annotated, Any

import numpy as np
from pydantic import Field as Option

from fudaba.common.languages import translator
from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.core.contract.cells import (
    Cell,
    Cells,
    by_seat,
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
from fudaba.envs.core.kit.arrays import clear
from fudaba.envs.core.kit.redeal import redealer
from fudaba.envs.core.kit.rng import draw_below
from fudaba.envs.core.kit.seats import NOBODY, distances, player_name, seat_after, seat_seen_at
from fudaba.envs.core.scene.about import Topic
from fudaba.envs.core.scene.scene import HAND, Card, Label, Scene, Seat, game_over

_, _n = translator("whisper")

MAX_PLAYERS = 4
NOTHING = -1


class WhisperOptions(Options):
    num_players: Annotated[int, Option(strict=True, ge=3, le=MAX_PLAYERS)] = Option(
        3, description="Players at the table (WHI-1.1)."
    )

    def max_decisions(self) -> int:
        return self.num_players**2 + 1


SAY, CLAIM, DECLINE, CLOSE = ACTIONS = action_table(
    ("say", 2, "say 0 or 1 (WHI-2.1)"),
    ("claim", 1, "claim the number that was said (WHI-2.2)"),
    ("decline", 1, "decline it (WHI-2.2)"),
    ("close", 1, "close the game (WHI-2.1)"),
)
CLAIM_ACTION, DECLINE_ACTION, CLOSE_ACTION = CLAIM.first, DECLINE.first, CLOSE.first

PER_SEAT = (MAX_PLAYERS,)
CELLS: Cells = (
    Cell("number", np.int8, PER_SEAT, private(0, 1, "the own number"), start=None),
    # The last number only.
    Cell("declined", np.int8, PER_SEAT, private(0, 1,
         "whether the viewer declined the last number")),
    Field("on_turn", PER_SEAT, 0, 1, "whose decision it is, as far as the viewer may know",
          private=True, of=("asking", "to_move")),
    Cell("to_move", np.int8),
    Cell("asking", np.int8),  # whether somebody is asked about the last number
    Cell("said", np.int8, PER_SEAT, by_seat(-1, 1, "what each has said, -1 for nothing"),
         start=NOTHING),
    Cell("turns", np.int8, (), public(0, MAX_PLAYERS, "how many have spoken")),
    Cell("claimed_by", np.int8, (), seat_flag("who has claimed", name="claimed"), start=NOBODY),
    Field("over", (), 0, 1, "whether the game is over", of=("to_move",)),
)  # fmt: skip
STATE = state_dtype(CELLS, WhisperOptions)
FIELDS = view_fields(CELLS, WhisperOptions)

(start_game,) = cell_resetters("whisper_v0", CELLS, "deal")
observe_cells = cell_observer("whisper_v0", CELLS, WhisperOptions)


@kernel
def deal(state: np.void) -> None:
    for seat in range(MAX_PLAYERS):
        present = seat < state["num_players"]
        state["number"][seat] = draw_below(state, 2) if present else 0
    start_game(state)


@kernel
def legal(state: np.void, mask: np.ndarray) -> int:
    clear(mask)
    if state["to_move"] == NOBODY:
        return 0
    if state["asking"]:
        mask[CLAIM_ACTION] = 1
        mask[DECLINE_ACTION] = 1
        return 2
    if state["turns"] == state["num_players"]:
        mask[CLOSE_ACTION] = 1
        return 1
    mask[0] = 1
    mask[1] = 1
    return 2


@kernel
def apply(state: np.void, action: int) -> None:
    seat = np.int64(state["to_move"])
    if action == CLOSE_ACTION:
        state["to_move"] = NOBODY
    elif action == CLAIM_ACTION:
        state["claimed_by"] = seat
        state["asking"] = 0
        state["to_move"] = NOBODY
    elif action == DECLINE_ACTION:
        state["declined"][seat] = 1
        ask_next(state, seat)
    else:
        state["said"][seat] = action
        state["turns"] += 1
        for other in range(MAX_PLAYERS):
            state["declined"][other] = 0
        ask_next(state, seat)


@kernel
def ask_next(state: np.void, after: int) -> None:
    """Asks the next holder of the last number clockwise, up to the speaker; else goes on."""
    speaker = np.int64(state["turns"] - 1)
    seat = seat_after(state, after, 1)
    while seat != speaker:
        if state["number"][seat] == state["said"][speaker]:
            state["asking"] = 1
            state["to_move"] = seat
            return
        seat = seat_after(state, seat, 1)
    state["asking"] = 0
    state["to_move"] = open_mover(state)


@kernel
def open_mover(state: np.void) -> int:
    """Who speaks or closes next, once nobody is asked (WHI-2.1)."""
    return np.int64(state["turns"]) % state["num_players"]


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    observe_cells(state, seat, view)
    view["over"] = state["to_move"] == NOBODY
    on_turn = np.int64(state["to_move"])
    if state["asking"] and on_turn != seat:
        on_turn = open_mover(state)
        if on_turn == seat:
            on_turn = NOBODY
    for distance in range(MAX_PLAYERS):
        view["on_turn"][distance] = on_turn == seat_seen_at(state, seat, distance)


@kernel
def redeal(state: np.void, seat: int) -> None:
    """Any numbers for the others, and anybody who may be asked: all that fits, evenly."""
    mover, speaker = np.int64(state["to_move"]), np.int64(state["turns"] - 1)
    claimer = state["claimed_by"]
    is_silent = mover != seat and state["turns"] > 0 and mover != NOBODY
    while True:
        for other in range(state["num_players"]):
            if other != seat and other != claimer:
                state["number"][other] = draw_below(state, 2)
        if not is_silent or move_mover(state, seat, speaker):
            break
    if state["turns"] > 0:
        decline_anew(state, seat, speaker)


@kernel
def decline_anew(state: np.void, seat: int, speaker: int) -> None:
    """Whoever was asked before the mover has declined: nobody else knows, the world must."""
    until = np.int64(state["to_move"]) if state["asking"] else np.int64(state["claimed_by"])
    count = np.int64(state["num_players"])
    last = (until - speaker) % count if until != NOBODY else count
    for distance in range(1, count):
        other = seat_after(state, speaker, distance)
        if other != seat:
            holds = state["number"][other] == state["said"][speaker]
            state["declined"][other] = holds and distance < last


@kernel
def move_mover(state: np.void, seat: int, speaker: int) -> bool:
    """Picks who is asked, or nobody; returns whether the world fits."""
    said = state["said"][speaker]
    comes = seat != speaker and state["number"][seat] == said and not state["declined"][seat]
    distance = draw_below(state, np.int64(state["num_players"]))
    other = seat_after(state, speaker, distance)
    own = (seat - speaker) % state["num_players"]
    if distance == 0:
        state["asking"] = 0
        state["to_move"] = open_mover(state)
        return not comes and state["to_move"] != seat
    if other == seat or state["number"][other] != said:
        return False
    if (comes and distance > own) or (state["declined"][seat] and distance < own):
        return False
    state["asking"] = 1
    state["to_move"] = other
    return True


@kernel
def score(state: np.void, points: np.ndarray) -> None:
    clear(points)
    if state["claimed_by"] != NOBODY:
        points[state["claimed_by"]] += 1.0
        points[state["turns"] - 1] -= 1.0


MOVES = (
    "{:says|say} 0", "{:says|say} 1", "{:claims|claim}", "{:declines|decline}", "{:closes|close}"
)  # fmt: skip


def describe(state: np.void, action: int) -> str:
    return _(MOVES[action])


def announce(state: np.void, action: int) -> str:
    return "" if action == DECLINE_ACTION else describe(state, action)


def why_illegal(state: np.void, action: int) -> str:
    return "that is not asked now (WHI-2.1, WHI-2.2)."


def snapshot(state: np.void) -> dict[str, Any]:
    seats = range(int(state["num_players"]))
    mover = int(state["to_move"])
    return {
        "numbers": {player_name(seat): int(state["number"][seat]) for seat in seats},
        "to_move": None if mover == NOBODY else player_name(mover),
    }


NUMBER = Topic("number").means("The number of a player is secret.")


def scene(view: np.void, seat: int) -> Scene:
    seats = tuple(
        Seat(
            player_name(player),
            1,
            HAND(),
            (Label(f"said {view['said'][distance]}", NUMBER()),)
            if view["said"][distance] != NOTHING
            else (),
            () if distance else (Card(NUMBER(), str(view["number"])),),
            is_on_turn=bool(view["on_turn"][distance]),
        )
        for player, distance in distances(seat, int(view["num_players"]))
    )
    question = game_over() if view["over"] else Label("speak, claim or wait", NUMBER())
    return Scene("Whisper", seat, seats, (), question)


GAME = Game(
    package=__package__,
    name="whisper_v0",
    title="Whisper",
    summary="A game made for the tests: it is secret who is asked.",
    options=WhisperOptions,
    state_dtype=STATE,
    actions=ACTIONS,
    fields=FIELDS,
    kernels=Kernels(deal, legal, apply, observe, redealer("whisper_v0", redeal), score),
    cells=CELLS,
    words=Words(describe, why_illegal, snapshot, scene, announce),
)
