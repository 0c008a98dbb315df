"""Tests of the run browser: headlines, damaged files, paths outside, and no unpickling."""

import os
import pickle
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.uniform import UniformAgent
from fudaba.common.languages import in_language
from fudaba.envs import UserError, find_game
from fudaba.evaluation.arena import compare
from fudaba.evaluation.balance import measure_balance
from fudaba.evaluation.report.arena.headline import headline
from fudaba.evaluation.report.arena.page import render_page
from fudaba.evaluation.report.balance import verdict
from fudaba.evaluation.report.balance.page import render_balance_page
from fudaba.web.guard import RefusedError, check
from fudaba.web.runs import RunFolder

from ..test_glossaries import foreign_words
from .runs import CURVES, MORE, SEVENS, played, publish, put_page, put_records, put_training


def test_runs_are_listed_with_their_headlines(tmp_path: Path) -> None:
    put_records(tmp_path, played(), played(seed=2))
    put_training(tmp_path)
    put_page(tmp_path, "&quot;a&quot; leads &amp; wins.")
    (tmp_path / "notes.html").write_text("<title>somebody's own</title>")
    (tmp_path / "results.sqlite").write_bytes(b"SQLite format 3\0")
    (tmp_path / ".hidden").mkdir()
    put_records(tmp_path / ".hidden", played())
    runs = {run.path: run for run in RunFolder(tmp_path).runs()}
    assert set(runs) == {"games.jsonl", "training/sevens", "arena/arena.html"}
    games, run, page = runs["games.jsonl"], runs["training/sevens"], runs["arena/arena.html"]
    assert (games.kind, games.title, games.num_games) == ("records", "Sevens", 2)
    assert games.headline == "2 games; players of the first: Easy 1, Easy 2, Easy 3, Easy 4."
    assert (run.kind, run.title, run.is_going_on) == ("training", "Sevens", True)
    assert run.headline == "+0.100 (+0.000 to +0.200) against greedy after 1,500,000 decisions."
    assert (page.kind, page.title) == ("arena", "Sevens: greedy, random")
    assert page.headline == '"a" leads & wins.'
    assert not any(run.is_damaged for run in runs.values())


def test_a_japanese_reader_finds_no_english(tmp_path: Path) -> None:
    others = "".join(f'{{"game": "{name}_v0"}}\n' for name in ("seki", "namto", "taxot"))
    put_records(tmp_path, played(decisions=2))
    with (tmp_path / "games.jsonl").open("a") as file:
        file.write(others)
    put_records(tmp_path, played(decisions=2).model_copy(update={"agents": []}), name="b.jsonl")
    put_training(tmp_path)
    put_page(tmp_path, "")
    files = {"empty.jsonl": "", "run/curves.csv": CURVES, "run/config.yaml": "- 1",
             "cut/curves.csv": "a,b\n1,2\n", "cut/config.yaml": "game: sevens_v0"}  # fmt: skip
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
    folder = RunFolder(tmp_path)
    in_english = folder.runs()
    with in_language("ja"):
        runs = folder.runs()
    said = [run.headline for run in runs] + [run.title for run in runs if run.kind != "arena"]
    allowed = {"SEKI", "greedy", "time", "steps", *re.findall(r"\w+", " ".join(files))}
    assert len(runs) == 7 and foreign_words(" ".join(said), allowed) == []
    assert folder.runs() == in_english != runs


@pytest.mark.parametrize(
    ("names", "title"),
    [
        (["seki_v0", "sevens_v0", "seki_v0"], "SEKI and Sevens"),
        (["seki_v0", "sevens_v0", "namto_v0"], "SEKI, Sevens and Namto"),
        (["seki_v0", "sevens_v0", "namto_v0", "taxot_v0", "sevens_v0"], "SEKI, Sevens and 2 more"),
    ],
)
def test_a_file_of_records_has_the_names_of_all_its_games(
    names: list[str], title: str, tmp_path: Path
) -> None:
    put_records(tmp_path, *(played(find_game(name), decisions=2) for name in names))
    with (tmp_path / "games.jsonl").open("a") as file:
        file.write('{"game": "whist_v0"}\n{"a damaged line')
    (run,) = RunFolder(tmp_path).runs()
    assert run.title == title
    assert run.num_games == len(names) + 2


def test_headlines_come_from_the_heads_of_pages(tmp_path: Path) -> None:
    agents = {"<b>": UniformAgent(), "greedy": GreedyAgent(SEVENS)}
    compared = compare("sevens_v0", agents, {}, deals=4)
    (tmp_path / "arena.html").write_text(render_page(compared), encoding="utf-8")
    measured = measure_balance("sevens_v0", games=20)
    (tmp_path / "results.html").write_text(render_balance_page(measured), encoding="utf-8")
    arena, balance = sorted(RunFolder(tmp_path).runs(), key=lambda run: run.kind)
    assert (arena.kind, arena.headline) == ("arena", " ".join(headline(compared)))
    assert balance.kind == "balance" and balance.title == "Sevens: balance"
    assert balance.headline == verdict.headline(measured)


def test_the_latest_run_comes_first(tmp_path: Path) -> None:
    for number, name in enumerate(("b.jsonl", "a.jsonl", "c.jsonl")):
        put_records(tmp_path, played(decisions=3), name=name)
        os.utime(tmp_path / name, (number, number))
    assert [run.path for run in RunFolder(tmp_path).runs()] == ["c.jsonl", "a.jsonl", "b.jsonl"]


def test_a_file_that_was_written_anew_is_read_anew(tmp_path: Path) -> None:
    put_records(tmp_path, played(decisions=3))
    run_folder = RunFolder(tmp_path)
    assert run_folder.runs()[0].num_games == 1
    put_records(tmp_path, played(decisions=3, seed=2))
    assert run_folder.runs()[0].num_games == 2 == run_folder.num_games("games.jsonl")


DAMAGED: dict[str, tuple[dict[str, str | bytes], str]] = {
    "no record": ({"x.jsonl": '{"x": 1}\n'}, "x.jsonl: this is no game record: game: Field"),
    "no game": ({"x.jsonl": ""}, "x.jsonl holds no game."),
    "unknown game": (
        {"x.jsonl": '{"game":"chess_v0","options":{},"rng":1,"actions":[],"points":[]}'},
        "x.jsonl: there is no game 'chess_v0'",
    ),
    "pickled records": (
        {"x.jsonl": pickle.dumps([1, 2])},
        "x.jsonl can't be read: line 1 is no text",
    ),
    "no curves": ({"curves.csv": "a,b\n1,2\n", "config.yaml": "game: sevens_v0"}, "it lacks time"),
    "no numbers": (
        {"curves.csv": "time/steps\nmany\n", "config.yaml": "game: sevens_v0"},
        "curves.csv is damaged or no file of learning curves.",
    ),
    "no interval": (
        {"curves.csv": "time/steps,evaluation/greedy\n1,2\n", "config.yaml": "game: sevens_v0"},
        "curves.csv is damaged: evaluation/greedy lacks its interval.",
    ),
    "no configuration": ({"curves.csv": CURVES}, "config.yaml can't be read: No such file"),
    "no such game": ({"curves.csv": CURVES, "config.yaml": "game: x"}, "--games ./my_game.py."),
    "no mapping": ({"curves.csv": CURVES, "config.yaml": "- 1"}, "does not say which game"),
    "python in YAML": (
        {"curves.csv": CURVES, "config.yaml": "game: !!python/object/apply:os.system [x]"},
        "config.yaml can't be read at line 1",
    ),
    "no card": (
        {"curves.csv": CURVES, "config.yaml": "game: sevens_v0", "final/card.json": "{"},
        "policy final: card.json is no policy card",
    ),
    "a page without a title": (
        {"x.html": '<meta name="fudaba-question" content="1">'},
        "x.html is damaged: it has no title.",
    ),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_has_its_sentence_in_the_list(name: str, tmp_path: Path) -> None:
    files, sentence = DAMAGED[name]
    for path, content in files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(content if isinstance(content, bytes) else content.encode())
    put_records(tmp_path, played(decisions=3), name="good.jsonl")
    runs = {run.path: run for run in RunFolder(tmp_path).runs()}
    assert len(runs) == 2 and not runs.pop("good.jsonl").is_damaged
    (damaged,) = runs.values()
    assert damaged.is_damaged and sentence in damaged.headline
    assert str(tmp_path) not in damaged.headline


class Opened:
    """An object whose unpickling creates a folder."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, ("opened",)


def test_nothing_is_unpickled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    trap = pickle.dumps(Opened())
    for name in ("x.jsonl", "x.html", "curves.csv", "config.yaml", "final/card.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(trap)
    assert RunFolder(tmp_path).runs() and not (tmp_path / "opened").exists()
    pickle.loads(trap)
    assert (tmp_path / "opened").exists(), "the trap works"


@pytest.mark.parametrize(
    "name",
    ["../secret.html", "a/../../secret.html", "link.html", "links/secret.html", "/etc/passwd",
     ".hidden.html", ".hid/x.html", "results.sqlite", "a", "", "none.html", "\0"],
)  # fmt: skip
def test_there_is_no_way_out_of_the_folder(
    name: str, tmp_path: Path, browser: httpx.Client
) -> None:
    (tmp_path.parent / "secret.html").write_text("treasure")
    for folder in ("a", ".hid"):
        (tmp_path / folder).mkdir()
    for file in ("ok.html", ".hidden.html", ".hid/x.html", "results.sqlite"):
        (tmp_path / file).write_text("treasure" if file != "ok.html" else "fine")
    (tmp_path / "link.html").symlink_to(tmp_path.parent / "secret.html")
    (tmp_path / "links").symlink_to(tmp_path.parent)
    (tmp_path / "alias.html").symlink_to(tmp_path / "ok.html")
    for word in (name, "a/../ok.html", "alias.html", str(tmp_path.parent / "secret.html")):
        with pytest.raises(UserError, match=r"in the folder"):
            RunFolder(tmp_path).file(word, ".html")
    for path in (name, name.replace("/", "%2F").replace(".", "%2E"), f"x/../{name}"):
        answer = browser.get(f"/runs/files/{path.replace(chr(0), '%00')}")
        assert answer.status_code in (400, 404) and "treasure" not in answer.text
    assert browser.get("/runs/files/ok.html").text == "fine"
    (tmp_path.parent / "secret.html").unlink()


def test_links_are_not_listed(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    put_records(tmp_path, played(decisions=3))
    (tmp_path / "runs" / "games.jsonl").symlink_to(tmp_path / "games.jsonl")
    (tmp_path / "runs" / "all").symlink_to(tmp_path)
    assert RunFolder(tmp_path / "runs").runs() == []


def test_a_page_is_sandboxed(tmp_path: Path, browser: httpx.Client) -> None:
    put_page(tmp_path)
    answer = browser.get("/runs/files/arena/arena.html")
    assert answer.status_code == 200 and "as written" in answer.text
    policy = answer.headers["content-security-policy"]
    assert "sandbox allow-scripts;" in policy and "default-src 'none'" in policy
    assert "allow-same-origin" not in policy and answer.headers["x-content-type-options"]


def test_curves_go_on_while_a_run_does(tmp_path: Path, browser: httpx.Client) -> None:
    run = put_training(tmp_path)
    address = "/api/runs/curves?path=training/sevens"
    (curve,) = browser.get(address).json()
    assert curve["against"] == "greedy" and [p["steps"] for p in curve["points"]] == [0, 1500000]
    (run / "curves.csv").write_text(CURVES + MORE)
    assert browser.get(address).json()[0]["points"][-1] == {
        "steps": 3000000, "mean": 0.25, "low": 0.2, "high": 0.3
    }  # fmt: skip
    publish(run)
    assert browser.get(address).json()[0]["points"][-1]["mean"] == 0.26, "the final evaluation"
    (listed,) = RunFolder(tmp_path).runs()
    assert not listed.is_going_on and "+0.260" in listed.headline


def test_an_infinite_interval_is_null(tmp_path: Path, browser: httpx.Client) -> None:
    run = put_training(tmp_path)
    (run / "curves.csv").write_text(f"{CURVES}2000000,0.1,-inf,inf\n2100000,nan,nan,nan\n")
    points = browser.get("/api/runs/curves?path=training/sevens").json()[0]["points"]
    assert points[-1] == {"steps": 2000000, "mean": 0.1, "low": None, "high": None}


def test_policies_of_the_game_and_its_house_rules_are_found(tmp_path: Path) -> None:
    publish(put_training(tmp_path))
    run_folder = RunFolder(tmp_path)
    assert run_folder.policies(SEVENS, SEVENS.options()) == ["policy:training/sevens/final"]
    assert run_folder.policies(SEVENS, SEVENS.options.read("sevens_v0", {"pass_limit": 5})) == []


@pytest.mark.parametrize("path", ["/runs", "/api/runs", "/replay", "/api/replay/game",
                                  "/runs/files/arena/arena.html"])  # fmt: skip
def test_other_machines_are_refused(path: str) -> None:
    address, port = "192.168.1.5", 8765
    asked = {
        "type": "http", "method": "GET", "path": path, "server": (address, port),
        "query_string": b"token=secret",
        "headers": [(b"host", f"{address}:{port}".encode())],
    }  # fmt: skip
    check({**asked, "client": (address, 50000)}, "secret")  # from the machine itself
    with pytest.raises(RefusedError, match="only the link of a seat can be opened"):
        check({**asked, "client": ("192.168.1.7", 50000)}, "secret")
