"""A table begins at once: greedy plays for agents that are still being compiled."""

import json
import pickle
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from fudaba.envs import every_game, find_game, game_names
from fudaba.envs.core.compiling.workers import Job
from fudaba.web import manager, preparing
from fudaba.web.preparing import rehearsal

from .test_server import PATIENCE, Person, opened, play_out

SEATS = ["person", "montecarlo:budget=2", "montecarlo:budget=2", "greedy"]


@pytest.fixture
def ready(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """An event until which every agent is being compiled."""
    event = threading.Event()

    def compile_apart(*_: object) -> None:
        assert event.wait(PATIENCE)

    monkeypatch.setattr(manager, "compile_apart", compile_apart)
    monkeypatch.setattr(manager, "PROMPT", 0.05)
    yield event
    event.set()


def joined(person: Person) -> dict[str, object]:
    """Returns the first position in which every agent plays itself."""
    with person.watch() as positions:
        return next(position for position in positions if not position["joining"])


def players(person: Person, folder: Path) -> list[str]:
    """Returns who played the game that is over, once its record is stored."""
    with person.watch() as positions:
        next(position for position in positions if len(position["played"]) == position["round"])
    lines = (folder / "tables.jsonl").read_text(encoding="utf-8").splitlines()
    found: list[str] = json.loads(lines[-1])["agents"]
    return found


def test_greedy_plays_until_an_agent_is_ready(
    browser: httpx.Client,
    tmp_path: Path,
    ready: threading.Event,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (person,) = opened(browser, SEATS)
    assert person.look()["joining"] == [1, 2]
    assert person.look()["names"][1:] == ["Search 2 1", "Search 2 2", "Medium"]
    play_out(person)
    assert players(person, tmp_path)[1:3] == ["greedy", "greedy"]
    ready.set()
    monkeypatch.setattr(manager, "PROMPT", PATIENCE)
    assert person.post("again", round=1).status_code == 200
    assert joined(person)["round"] == 2
    play_out(person)
    assert players(person, tmp_path)[1:3] == SEATS[1:3]


def test_a_person_can_wait_for_the_agents(browser: httpx.Client, ready: threading.Event) -> None:
    pace = 0.5
    (person,) = opened(browser, ["greedy", "person", "montecarlo:budget=2"], pace=pace)
    assert person.post("patience", waits=True).status_code == 200
    time.sleep(3 * pace)
    position = person.look()
    assert position["is_patient"] and not position["told"]
    ready.set()
    assert joined(person)["joining"] == []
    with person.watch() as positions:
        assert next(position for position in positions if position["told"])


def test_an_agent_that_joins_in_the_middle_is_told_of_in_the_record(
    browser: httpx.Client, tmp_path: Path, ready: threading.Event
) -> None:
    (person,) = opened(browser, SEATS)
    with person.watch() as positions:
        for position in positions:
            if len(position["told"]) > 4:
                break
            if position["moves"] and not position["is_forced"]:
                person.move(position, position["moves"][0]["action"])
    ready.set()
    joined(person)
    play_out(person)
    assert players(person, tmp_path) == [
        "person",
        *["greedy, then montecarlo:budget=2"] * 2,
        "greedy",
    ]


def test_agents_for_which_nobody_can_stand_in_are_not_awaited() -> None:
    assert rehearsal("montecarlo:budget=64,policy=best") == "montecarlo:budget=1,policy=best"
    assert rehearsal("best") == "best" and rehearsal("expert") == "expert:seconds=0.01"
    for word in ("person", "greedy", "python:bot.py:Bot", "ismcts:budget=8,belief=greedy"):
        assert rehearsal(word) is None


def test_another_process_compiles_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    given = list[Job]()

    def give(job: Job) -> None:
        given.append(job)
        work, arguments = pickle.loads(job.work)
        work(*arguments)
        job.finish()

    monkeypatch.setattr(preparing, "prepare_cache_folder", lambda key: tmp_path)
    monkeypatch.setattr(preparing.WORKERS, "give", give)
    game = find_game("sevens_v0")
    for word in ("montecarlo:budget=1", "montecarlo:budget=1", "best"):
        preparing.compile_apart(game, game.options(), word)
    assert len(given) == 2


def test_what_the_lobby_offers_is_compiled_one_game_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given = list[Job]()
    monkeypatch.setattr(preparing.WORKERS, "give", given.append)
    preparing.compile_ahead(every_game())
    assert len(given) == len(game_names())
    assert [job.after for job in given] == [(), *[(job,) for job in given[:-1]]]
