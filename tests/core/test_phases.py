"""Phases: the kernel of each phase is called, and legal actions are of the kinds it declares."""

from importlib import import_module

import pytest

from fudaba.envs import Game, find_game, game_names
from fudaba.envs.core.compiling.kernel import kernel, switch
from fudaba.envs.core.contract.phases import Phase, by_phase
from fudaba.testing.mixes import mixes
from fudaba.testing.positions import positions


def phases_of(game: Game) -> tuple[Phase, ...]:
    """Returns the phases of a game, or nothing if it has no table of them."""
    state = import_module(f"fudaba.envs.{game.name.removesuffix('_v0')}.state")
    phases = getattr(state, "PHASES", ())
    return phases if phases and isinstance(phases[0], Phase) else ()


WITH_PHASES = [name for name in game_names() if phases_of(find_game(name))]


@kernel
def add(number: int, other: int) -> int:
    return number + other


@kernel
def subtract(number: int, other: int) -> int:
    return number - other


@kernel
def multiply(number: int, other: int) -> int:
    return number * other


def test_a_switch_calls_the_kernel_of_the_code_and_the_last_one_for_all_others() -> None:
    choose = switch("test.switch", {3: add, 0: subtract, 7: multiply}, "number", "other")
    assert [choose(code, 6, 2) for code in (3, 0, 7, 1, -1)] == [8, 4, 12, 12, 12]


def test_a_long_switch_calls_the_same_kernels() -> None:
    kernels = dict(zip(range(14), [subtract, add, multiply] * 4 + [add, multiply], strict=True))
    choose = switch("test.long_switch", kernels, "number", "other")
    assert [choose(code, 6, 2) for code in (0, 1, 2, 3, 12, 13, 14, -1)] == [
        4, 8, 12, 4, 8, 12, 12, 12,
    ]  # fmt: skip


def test_each_phase_has_a_kernel_that_marks_and_one_that_carries_out() -> None:
    mark, carry_out = by_phase("test", {0: (add, subtract), 1: (multiply, add)})
    assert (mark(0, 5, 3), mark(1, 5, 3)) == (8, 15)
    assert (carry_out(0, 5, 3), carry_out(1, 5, 3)) == (2, 8)


def test_games_with_several_phases_have_tables_of_them() -> None:
    assert {"seki_v0", "daifugo_v0", "niekhi_v0", "tyrant_v0", "makkaik_v0"} <= {*WITH_PHASES}


@pytest.mark.parametrize("name", WITH_PHASES)
def test_legal_actions_are_of_the_kinds_of_their_phase(name: str) -> None:
    game, met = find_game(name), set()
    phases = phases_of(game)
    for number, options in enumerate(mixes(game)[:40]):
        for state in positions(game, options, seed=number):
            phase = phases[state["phase"]] if state["to_move"] >= 0 else None
            for action in game.legal_actions(state) if phase else ():
                kind, _ = game.decode(action)
                assert kind in phase.kinds, f"{name}, {phase.name}: {kind.name}"
                met.add((phase.name, kind.name))
    declared = {(phase.name, kind.name) for phase in phases for kind in phase.kinds}
    assert len(met) > 0.8 * len(declared), f"never legal: {sorted(declared - met)}"
