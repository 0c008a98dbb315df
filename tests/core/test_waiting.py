"""Whoever waits for the compiler is told what for, once, and nobody else is."""

import sys
from pathlib import Path
from typing import Any

import pytest
from numba.core.event import Event, EventStatus

from fudaba.envs.core.compiling import waiting
from fudaba.envs.core.compiling.waiting import PATIENCE, Waiting

from ..processes import python


class Compiled:
    """Stands for a compiled function."""

    def __init__(self, notice: str = "") -> None:
        if notice:
            self.notice = notice


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that stands still unless a test moves it."""
    now = [0.0]
    monkeypatch.setattr(waiting.time, "monotonic", lambda: now[0])
    return now


def tell(listener: Waiting, status: EventStatus, compiled: Any) -> None:
    listener.notify(Event("numba:compile", status, data={"dispatcher": compiled}))


def compile_nested(listener: Waiting, clock: list[float], outer: Any, seconds: float) -> None:
    """Compiles `outer`, and within it two functions after some seconds each."""
    tell(listener, EventStatus.START, outer)
    for _ in range(2):
        clock[0] += seconds / 2
        tell(listener, EventStatus.START, Compiled("compiling a part"))
        tell(listener, EventStatus.END, Compiled("compiling a part"))
    tell(listener, EventStatus.END, outer)


def test_who_waits_is_told_once_of_each_game(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    listener = Waiting()
    for game in ("one", "one", "other"):
        compile_nested(listener, clock, Compiled(f"compiling {game}"), 3 * PATIENCE)
    out, err = capsys.readouterr()
    assert (out, err) == ("", "fudaba: compiling one ...\nfudaba: compiling other ...\n")


def test_who_hardly_waits_is_told_nothing(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    listener = Waiting()
    for _ in range(9):
        compile_nested(listener, clock, Compiled("compiling one"), PATIENCE / 2)
    compile_nested(listener, clock, Compiled(), 9 * PATIENCE)  # somebody else's function
    assert capsys.readouterr() == ("", "")


def test_a_closed_or_missing_standard_error_is_no_trouble(
    clock: list[float], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = (tmp_path / "closed").open("w")
    file.close()
    for stream in (file, None):
        monkeypatch.setattr(sys, "stderr", stream)
        compile_nested(Waiting(), clock, Compiled("compiling one"), 3 * PATIENCE)


PLAY = """
from fudaba.envs.core.compiling import waiting

waiting.PATIENCE = 0.0
from fudaba.envs import tables

many = tables("sevens_v0", 64)
many.step(many.action_masks.argmax(axis=1))
"""


@pytest.mark.parametrize(
    ("disabled", "starts"), [pytest.param("0", 2, marks=pytest.mark.slow), ("1", 1)]
)
def test_a_game_is_told_of_at_the_first_start_alone(
    tmp_path: Path, disabled: str, starts: int
) -> None:
    settings = {"NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_DISABLE_JIT": disabled}
    told = []
    for _ in range(starts):
        done = python("-c", PLAY, **settings)
        assert done.stdout == ""
        told.append(done.stderr.count("compiling the rules of sevens_v0 (once;"))
    assert told == ([1, 0] if disabled == "0" else [0])
