"""Tests of the replay: records of the folder and uploads, step by step as a seat heard them."""

import json
import re
import time
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from fudaba.envs import NOBODY, UserError, find_game
from fudaba.envs.core.words.open_table import open_scene
from fudaba.envs.core.words.sentences import read_by
from fudaba.web import replay
from fudaba.web.browse import LARGEST_UPLOAD
from fudaba.web.guard import LARGEST_BODY
from fudaba.web.replay import View, load_game, position_at, replay_info, store_upload
from fudaba.web.runs import RunFolder
from fudaba.web.wire import encoded

from ..tables import only_move
from ..test_hidden_decisions import recorded as whispered
from .runs import SEVENS, played, put_records

MOVER, OPEN = View(None), View(None, is_open=True)


def get(browser: httpx.Client, what: str, **words: Any) -> Any:
    """Returns the JSON answer of the server."""
    asked = {"record": "games.jsonl", "game": 1, "view": "mover", "at": 0, **words}
    return browser.get(f"/api/replay/{what}", params=asked).json()


def test_every_position_is_what_the_player_who_moved_saw(
    tmp_path: Path, browser: httpx.Client
) -> None:
    record = played()
    put_records(tmp_path, record)
    game = get(browser, "game")
    assert [step["at"] for step in game["steps"]] == list(range(len(record.actions) + 1))
    assert game["is_over"] and game["result"][0]["place"] == "1st"
    states = [state.copy() for state, _ in record.positions(SEVENS)]
    for at, (state, action) in enumerate(zip(states, record.actions, strict=False)):
        position, mover = get(browser, "position", at=at + 1), int(state["to_move"])
        is_only = len(SEVENS.legal_actions(state)) == 1
        with read_by(NOBODY):
            scene, said = (
                SEVENS.scene(states[at + 1], mover),
                SEVENS.announced_to(state, action, mover),
            )
            said += only_move(SEVENS, state) * is_only
        assert position["scene"] == json.loads(encoded(scene))
        assert position["at"] == at + 1
        heard = game["steps"][at + 1]["heard"]
        assert (heard["by"], heard["text"]) == (mover, said)


def test_a_seat_is_shown_what_it_was_told_and_the_open_table_everything(tmp_path: Path) -> None:
    name = put_records(tmp_path, played())
    game = load_game(RunFolder(tmp_path), name, 1)
    for at, state in enumerate(game.states[:-1]):
        for seat in range(4):
            shown = position_at(game, View(seat), at)
            assert shown.scene == SEVENS.scene(state, seat)
        assert position_at(game, OPEN, at).scene == open_scene(SEVENS, state)


@pytest.mark.parametrize("name", ["sevens_v0", "seki_v0"])
def test_what_a_seat_is_shown_is_the_same_when_hidden_cards_are_permuted(
    name: str, tmp_path: Path
) -> None:
    game = find_game(name)
    file = put_records(tmp_path, played(game, decisions=12))
    truth = load_game(RunFolder(tmp_path), file, 1)
    for seat in range(2):
        before = encoded(position_at(truth, View(seat), 12))
        world = truth.states[-1].copy()
        game.kernels.redeal(world, np.int64(seat))
        assert world != truth.states[-1]
        truth.states[-1] = world
        assert encoded(position_at(truth, View(seat), 12)) == before


def test_a_seat_is_shown_no_position_that_it_was_not_told_of() -> None:
    """Player 2 declines in secret between what player 0 says and what player 1 says."""
    game = whispered()
    for view, positions in ((MOVER, [0, 1, 2]), (View(0), [0, 2]), (View(2), [0, 1, 2])):
        steps = replay_info(game, 1, view, {}, []).steps
        assert [step.at for step in steps] == positions
        assert steps[-1].heard is not None and steps[-1].heard.text == "says 0"
    assert position_at(game, View(0), 1) == position_at(game, View(0), 0)


@pytest.mark.parametrize("name", ["daifugo_v0", "mokkaik_v0", "seki_v0", "sevens_v0"])
def test_only_who_moved_is_shown_that_nothing_else_was_possible(name: str, tmp_path: Path) -> None:
    game = load_game(RunFolder(tmp_path), put_records(tmp_path, played(find_game(name))), 1)
    seen = 0
    for view in (*map(View, range(len(game.names))), MOVER):
        for step in replay_info(game, 1, view, {}, []).steps[1:]:
            heard = step.heard
            assert heard is not None
            is_said = only_move(game.game, game.states[step.at - 1]) in heard.text
            assert not is_said or view.seat in (None, heard.by)
            seen += is_said and view.seat is not None
    assert seen == sum(game.are_forced) > 0


def test_a_game_that_was_left_has_no_result(tmp_path: Path, browser: httpx.Client) -> None:
    put_records(tmp_path, played(decisions=5), played(seed=2))
    assert get(browser, "game")["result"] == [] and not get(browser, "game")["is_over"]
    assert get(browser, "game", game=2)["is_over"] and get(browser, "game")["num_games"] == 2


def test_house_rules_and_names_are_told(tmp_path: Path, browser: httpx.Client) -> None:
    put_records(tmp_path, played(pass_limit=5))
    game = get(browser, "game")
    assert game["rules"] == {"pass_limit": "5"} and game["names"][0] == "Easy 1"
    fact = get(browser, "position", at=3)["scene"]["seats"][0]["facts"][0]
    said = get(browser, "explain", about=fact["about"], at=3)
    assert said["clauses"] and said["clauses"][0]["number"].startswith("SEV-")


WRONG = {
    "another file": ({"record": "none.jsonl"}, "there is no 'none.jsonl' in the folder."),
    "no file of records": ({"record": "tables.sqlite"}, "is no file *.jsonl."),
    "out of the folder": ({"record": "../x.jsonl"}, "there is no '../x.jsonl' in the folder."),
    "another game": ({"game": 2}, "game-number can't be 2; allowed: whole numbers 1 to 1."),
    "no number": ({"game": "one"}, "game can't be 'one'; allowed: whole numbers 1 to"),
    "a long number": ({"game": "9" * 5000}, "game can't be '999"),
    "another seat": ({"view": "4"}, "view can't be '4'; allowed: open, mover, 0 to 3."),
    "too far": ({"at": 9999}, "at can't be '9999'; allowed: whole numbers 0 to "),
    "below": ({"at": -1}, "at can't be '-1'; allowed: whole numbers 0 to "),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_missing_file_game_or_position_has_its_sentence(
    name: str, tmp_path: Path, browser: httpx.Client
) -> None:
    put_records(tmp_path, played(decisions=5))
    (tmp_path / "tables.sqlite").write_bytes(b"")
    words, sentence = WRONG[name]
    error = get(browser, "position", **words)["error"]
    assert sentence in error and str(tmp_path) not in error


def test_a_missing_word_is_named(browser: httpx.Client) -> None:
    assert browser.get("/api/replay/game").json() == {"error": "record is missing."}


def test_a_damaged_record_is_named(tmp_path: Path, browser: httpx.Client) -> None:
    record = played(decisions=5)
    damaged = record.model_copy(update={"actions": [*record.actions, 999], "seconds": []})
    put_records(tmp_path, record, damaged)
    error = get(browser, "game", game=2)["error"]
    assert error.startswith("games.jsonl, game 2 of 2: the record is damaged") and "999" in error


# Uploads


def test_an_uploaded_file_lies_in_the_folder(tmp_path: Path, browser: httpx.Client) -> None:
    content = f"{played().to_json()}\n{played(seed=2).to_json()}\n"
    answer = browser.post("/api/replay/records", content=content).json()
    assert re.fullmatch(r"uploaded/[0-9a-f]{16}\.jsonl", answer["record"])
    assert browser.post("/api/replay/records", content=content).json() == answer
    assert get(browser, "game", record=answer["record"], game=2)["num_games"] == 2
    assert [run.path for run in RunFolder(tmp_path).runs()] == [answer["record"]]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [("", "there is no game in it."), ("{}", "line 1: this is no game record: game: Field"),
     ("GOOD\n[]", "line 2: this is no game record"), ("\0\xff", "line 1: this is no game record")],
)  # fmt: skip
def test_a_file_without_records_is_refused(
    content: str, sentence: str, tmp_path: Path, browser: httpx.Client
) -> None:
    content = content.replace("GOOD", played(decisions=2).to_json())
    answer = browser.post("/api/replay/records", content=content)
    assert answer.status_code == 400 and sentence in answer.json()["error"]
    assert list(tmp_path.rglob("*.jsonl")) == []


def test_a_record_may_be_larger_than_other_messages_but_not_than_4_megabytes(
    tmp_path: Path, browser: httpx.Client
) -> None:
    line = f"{played().to_json()}\n"
    many = line * (2 * LARGEST_BODY // len(line))
    assert browser.post("/api/replay/records", content=many).status_code == 200
    answer = browser.post("/api/replay/records", content=b" " * (LARGEST_UPLOAD + 1))
    assert answer.status_code == 413 and "4,194,304 bytes" in answer.json()["error"]


def test_pages_of_other_sites_can_upload_nothing(tmp_path: Path, browser: httpx.Client) -> None:
    answer = browser.post(
        "/api/replay/records", content=played().to_json(), headers={"origin": "http://evil.example"}
    )
    assert answer.status_code == 403 and list(tmp_path.rglob("*.jsonl")) == []


def test_the_oldest_upload_is_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "MAX_UPLOADS", 2)
    run_folder = RunFolder(tmp_path)
    names = [
        store_upload(run_folder, played(decisions=2, seed=seed).to_json().encode())
        for seed in range(4)
    ]
    assert len(list((tmp_path / "uploaded").iterdir())) == 2
    assert run_folder.num_games(names[-1]) == 1
    with pytest.raises(UserError):
        run_folder.num_games(names[0])


# Tables of the server


def test_a_table_is_listed_once_its_game_is_over(tmp_path: Path, browser: httpx.Client) -> None:
    for seats in (["person", *["greedy"] * 3], ["greedy", *["random"] * 3]):
        assert browser.get("/api/runs").json() == []
        table = {"game": "sevens_v0", "seats": seats, "pace": 0.0, "seed": 7}
        assert browser.post("/api/tables", json=table).status_code == 200
    deadline = time.monotonic() + 60
    while not (runs := browser.get("/api/runs").json()):
        assert time.monotonic() < deadline, "the finished game was not appended"
        time.sleep(0.1)
    assert [(run["path"], run["num_games"]) for run in runs] == [("tables.jsonl", 1)]
    game = load_game(RunFolder(tmp_path), "tables.jsonl", 1)
    assert game.names[0] == "Medium" and game.states[-1]["to_move"] == NOBODY
