"""How far things are: a bar at a terminal, lines elsewhere."""

import pytest
from rich.progress import TextColumn

from fudaba.evaluation import progress
from fudaba.evaluation.progress import playing_task, progress_bar


def test_without_a_terminal_there_is_a_line_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    with progress_bar("games") as bar:
        task = bar.add_task("playing", total=100_000, scores="")
        for now[0], done in ((10.0, 1000), (31.0, 2000), (45.0, 3000), (62.0, 4000)):
            bar.update(task, completed=done, scores="policy:runs/[a] +0.10")
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("fudaba: playing: 2,000 of 100,000 games, ")
    assert second.startswith("fudaba: playing: 4,000 of 100,000 games, ")
    assert first.endswith(", policy:runs/[a] +0.10")


def test_a_part_has_a_line_and_a_rate_of_its_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    with progress_bar("games") as bar:
        report = playing_task(bar, "playing")
        for now[0], done, total, decisions, part in (
            (10.0, 7000, 8000, 7000, "greedy"), (20.0, 8000, 8000, 8000, "greedy"),
            (21.0, 0, 400, 8000, "montecarlo:budget=64"),
            (31.0, 1, 400, 8060, "montecarlo:budget=64"),
        ):  # fmt: skip
            report(done, total, decisions, part)
    said = "fudaba: montecarlo:budget=64: 1 of 400 games, 60 decisions"
    assert capsys.readouterr().err == f"{said}\n", "no time to go, of which nothing is known yet"


def test_what_is_done_in_seconds_leaves_no_line(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("games") as bar:
        bar.update(bar.add_task("playing", total=10), completed=10)
    assert capsys.readouterr().err == ""


def test_brackets_are_no_markup_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    columns = [each for each in progress_bar("games").columns if isinstance(each, TextColumn)]
    assert columns and not any(column.markup for column in columns)
