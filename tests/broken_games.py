"""Kuhn poker, broken in one way at a time, for the test of the fuzzer.

`NUMBA_DISABLE_JIT=1 python -m tests.broken_games` prints what the fuzzer says of each, as JSON:
every broken game would take seconds to compile.
"""

import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Annotated, Literal

import numpy as np
import tyro

from benchmarks import fuzz, fuzz_kernels
from benchmarks.fuzz import Fuzzer
from fudaba.agents.greedy import advice
from fudaba.envs import NOBODY, Game
from fudaba.envs.core.stepping.playing import CompiledPolicy

from .kuhn import GAME
from .kuhn.game import BET, NUM_CARDS

DECISIONS = 600
NO_SUCH_CARD = NUM_CARDS + 4

right = GAME.kernels
moments = count()


def broken(**kernels: Callable[..., object]) -> Game:
    """The game with other kernels."""
    return replace(GAME, kernels=replace(right, **kernels))


def mask_has_a_two(state: np.void, mask: np.ndarray) -> int:
    legal = right.legal(state, mask)
    mask[BET] *= 2
    return legal


def one_more_is_legal(state: np.void, mask: np.ndarray) -> int:
    return right.legal(state, mask) + 1


def nothing_is_legal(state: np.void, mask: np.ndarray) -> int:
    """After the first move."""
    right.legal(state, mask)
    mask[:] *= state["num_moves"] == 0
    return int(mask.sum())


def legal_for_ever(state: np.void, mask: np.ndarray) -> int:
    mask[:] = 1
    return 2


def no_such_seat(state: np.void, action: int) -> None:
    right.apply(state, action)
    state["to_move"] *= 2


def counts_too_far(state: np.void, seat: int, view: np.void) -> None:
    """After three moves."""
    right.observe(state, seat, view)
    view["num_moves"] += state["num_moves"] == 3


def never_on_turn(state: np.void, seat: int, view: np.void) -> None:
    right.observe(state, seat, view)
    view["on_turn"][0] = 0


def on_turn_after_the_end(state: np.void, seat: int, view: np.void) -> None:
    right.observe(state, seat, view)
    view["on_turn"][1] |= state["to_move"] == NOBODY


def infinite_points(state: np.void, points: np.ndarray) -> None:
    right.score(state, points)
    points[0] *= np.inf if points[0] else 1.0


def winner_gets_more(state: np.void, points: np.ndarray) -> None:
    right.score(state, points)
    points[points > 0] += 0.5


def stakes_are_double(state: np.void, points: np.ndarray) -> None:
    right.score(state, points)
    points *= 2


def adds_to_what_is_there(state: np.void, points: np.ndarray) -> None:
    """The points of seat 0 are added to what the array held."""
    before = points.copy()
    right.score(state, points)
    points += before - before[::-1]


def leaves_a_seat_out(state: np.void, action: int) -> None:
    """At the end."""
    right.apply(state, action)
    if state["to_move"] == NOBODY:
        state["num_players"] = 1


def hides_it(state: np.void, seat: int, view: np.void) -> None:
    right.observe(state, seat, view)
    view["num_players"] = 2


def no_points(state: np.void, points: np.ndarray) -> None:
    points[:] = 0


def begins_again(state: np.void, action: int) -> None:
    right.apply(state, action)
    if state["to_move"] == NOBODY:
        state["num_moves"], state["moves"], state["to_move"] = 0, NOBODY, 0


def draws_to_look(state: np.void, seat: int, view: np.void) -> None:
    right.observe(state, seat, view)
    state["rng"] += 1


def own_card_is_dealt_anew(state: np.void, seat: int) -> None:
    right.redeal(state, seat)
    state["card"][seat] = (state["card"][seat] + 1) % NUM_CARDS


def leaves_the_stream(state: np.void, seat: int) -> None:
    """The deal left it at 1."""
    state["rng"] = 1


def leaves_it_at_1(state: np.void) -> None:
    right.deal(state)
    state["rng"] = 1


def other_is_to_move(state: np.void, seat: int) -> None:
    right.redeal(state, seat)
    if state["to_move"] != NOBODY:
        state["to_move"] = 1 - state["to_move"]


def impossible_card(state: np.void, seat: int) -> None:
    right.redeal(state, seat)
    state["card"][1 - seat] = NO_SUCH_CARD


def only_one_move_with_it(state: np.void, mask: np.ndarray) -> int:
    right.legal(state, mask)
    mask[BET] *= state["card"].max() != NO_SUCH_CARD
    return int(mask.sum())


def no_move_with_it(state: np.void, mask: np.ndarray) -> int:
    right.legal(state, mask)
    mask[:] *= state["card"].max() != NO_SUCH_CARD or state["num_moves"] < 2
    return int(mask.sum())


def by_the_clock(state: np.void, action: int) -> None:
    right.apply(state, action)
    state["rng"] = next(moments)


def beyond_the_end(state: np.void, action: int) -> None:
    right.apply(state, action)
    state["moves"][state["num_moves"] + 1] = NOBODY


def for_ever(state: np.void, action: int) -> None:
    while True:
        time.sleep(0.01)


def over_at_once(state: np.void) -> None:
    right.deal(state)
    state["to_move"] = NOBODY


BROKEN = {
    "mask_has_a_two": broken(legal=mask_has_a_two),
    "one_more_is_legal": broken(legal=one_more_is_legal),
    "nothing_is_legal": broken(legal=nothing_is_legal),
    "legal_for_ever": broken(legal=legal_for_ever),
    "no_such_seat": broken(apply=no_such_seat),
    "counts_too_far": broken(observe=counts_too_far),
    "never_on_turn": broken(observe=never_on_turn),
    "on_turn_after_the_end": broken(observe=on_turn_after_the_end),
    "infinite_points": broken(score=infinite_points),
    "winner_gets_more": broken(score=winner_gets_more),
    "stakes_are_double": broken(score=stakes_are_double),
    "adds_to_what_is_there": broken(score=adds_to_what_is_there),
    "leaves_a_seat_out": broken(apply=leaves_a_seat_out, observe=hides_it),
    "leaves_a_seat_out_of_nothing": broken(
        apply=leaves_a_seat_out, observe=hides_it, score=no_points
    ),
    "begins_again": broken(apply=begins_again),
    "draws_to_look": broken(observe=draws_to_look),
    "own_card_is_dealt_anew": broken(redeal=own_card_is_dealt_anew),
    "leaves_the_stream": broken(deal=leaves_it_at_1, redeal=leaves_the_stream),
    "other_is_to_move": broken(redeal=other_is_to_move),
    "other_mask": broken(redeal=impossible_card, legal=only_one_move_with_it),
    "no_move_in_worlds": broken(redeal=impossible_card, legal=no_move_with_it),
    "by_the_clock": broken(apply=by_the_clock),
    "beyond_the_end": broken(apply=beyond_the_end),
    "over_at_once": broken(deal=over_at_once),
}


def report(game: Game) -> str:
    """What the fuzzer says of a game, in its shortest form; empty where it finds nothing."""
    fuzzer = Fuzzer(game, [game.options()], seed=0, every=2)
    violation = fuzzer.play(DECISIONS)
    return str(fuzzer.shortened(violation)) if violation else ""


def not_written(**parts: object) -> None:
    """Stands for a saved game."""
    raise ValueError("it can't be written")


def bad_advice(view: np.void, weights: np.void, mask: np.ndarray) -> int:
    return len(mask)


def main(what: Annotated[Literal["reports", "hanging"], tyro.conf.Positional] = "reports") -> None:
    """Prints the reports, or hangs as a command would."""
    if what == "hanging":
        fuzz.PATIENCE = 0.1
        fuzz.read_game = lambda word: broken(apply=for_ever)
        sys.exit(fuzz.main("kuhn"))
    reports = {name: report(game) for name, game in {"nothing": GAME, **BROKEN}.items()}
    fuzz.SavedGame = not_written
    reports["not_written"] = report(GAME)
    weights = advice(GAME).weights
    fuzz_kernels.advice = lambda game: CompiledPolicy(
        game, game.kernels.observe, bad_advice, weights
    )
    reports["bad_advice"] = report(broken())
    print(json.dumps(reports))


if __name__ == "__main__":
    tyro.cli(main)
