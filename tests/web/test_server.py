"""The server over HTTP: whole games, several people, refused requests, failing agents."""

import gc
import html
import json
import random
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from fudaba.agents import seated
from fudaba.agents.packaged import has_policy
from fudaba.envs import find_game, game_names
from fudaba.web import manager
from fudaba.web.runner import SessionRunner
from fudaba.web.wire import AGENTS, game_info

from .conftest import Serving

SEVENS = {"game": "sevens_v0", "seed": 3, "pace": 0.0}
PATIENCE = 60.0  # seconds, of tests
SENTENCE = r".*[.?]"


class Person:
    """A client with the link of a seat.

    Attributes:
        path: The path of the routes behind the link.
        position: The last position that was received.
        people: Who was at the table when it was last received.
        received: All lines of positions, as bytes.
    """

    def __init__(self, client: httpx.Client, link: str) -> None:
        self.client, self.path = client, f"/api{link}"
        self.position: dict[str, Any] = {}
        self.people: dict[str, Any] = {}
        self.received: list[bytes] = []

    @contextmanager
    def watch(self) -> Iterator[Iterator[dict[str, Any]]]:
        """Opens the stream of the seat and yields its positions."""
        with self.client.stream("GET", f"{self.path}/events", timeout=PATIENCE) as answer:
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/event-stream")
            yield self._positions(answer)

    def _positions(self, answer: httpx.Response) -> Iterator[dict[str, Any]]:
        lines = answer.iter_lines()
        for line in lines:
            if line == "event: people":
                self.people = json.loads(next(lines).removeprefix("data: "))
            elif line.startswith("data: "):
                self.received.append(line.encode())
                self.position = json.loads(line.removeprefix("data: "))
                yield self.position

    def look(self) -> dict[str, Any]:
        """Returns the present position."""
        with self.watch() as positions:
            return next(positions)

    def post(self, what: str, **content: Any) -> httpx.Response:
        """Sends a message."""
        return self.client.post(f"{self.path}/{what}", json=content)

    def move(self, position: dict[str, Any], action: int) -> None:
        """Makes a step of a move."""
        answer = self.post("move", at=position["at"], actions=[action])
        assert answer.status_code == 200, answer.text


@pytest.fixture(scope="module")
def client(server: Serving) -> Iterator[httpx.Client]:
    """A client with connections of its own."""
    with server.asking(timeout=PATIENCE) as asking:
        yield asking


def opened(client: httpx.Client, seats: list[str], **wishes: Any) -> list[Person]:
    """Opens a table; returns its people, or the watching client if only agents play."""
    answer = client.post("/api/tables", json={**SEVENS, "seats": seats, **wishes})
    assert answer.status_code == 200, answer.text
    links = answer.json()
    paths = [links["seat"]["path"] if links["seat"] else links["watch"]]
    for _ in range(seats.count("person") - 1):
        paths.append(client.post(f"/api{links['invitation']}").json()["path"])
    return [Person(client, path) for path in paths]


def refusal(answer: httpx.Response, status: int) -> str:
    """Returns the sentence of a refusal, after a check of its form."""
    assert answer.status_code == status, answer.text
    assert {*answer.json()} - {"agent"} == {"error"}
    sentence: str = answer.json()["error"]
    assert "\n" not in sentence and sentence.endswith((".", "?")) and len(sentence) < 450
    return sentence


def play_out(person: Person, seed: int = 0) -> dict[str, Any]:
    """Makes random moves to the end."""
    chance = random.Random(seed)
    with person.watch() as positions:
        for position in positions:
            if position["is_over"]:
                return position
            if position["moves"] and not position["is_forced"]:
                person.move(position, chance.choice(position["moves"])["action"])
    raise AssertionError("the game did not end")


def without_verb(line: dict[str, Any]) -> tuple[int, str]:
    """Returns who moved and the cards, which all players read alike."""
    text = line["text"].split(" (none of your cards fits")[0]
    return line["by"], text.partition(" ")[2]


# Playing


def test_a_whole_game_against_agents(client: httpx.Client) -> None:
    (person,) = opened(client, ["random", "person", "greedy", "random"])
    end = play_out(person)
    assert end["names"][1:3] == ["Guest", "Medium"]
    assert sorted(result["seat"] for result in end["result"]) == [0, 1, 2, 3]
    assert [told["number"] for told in end["told"]] == [*range(len(end["told"]))]
    assert {told["by"] for told in end["told"]} == {0, 1, 2, 3}
    assert refusal(person.post("hint"), 400) == "the game is over."


def test_the_guided_first_game_is_followed_by_one_of_the_usual_length(client: httpx.Client) -> None:
    lesson = game_info(find_game("taxot_v0")).lesson
    assert lesson is not None
    (person,) = opened(client, **{**lesson, "pace": 0})
    assert play_out(person)["rules"] == {}
    with person.watch() as positions:
        next(position for position in positions if position["played"])
    assert person.post("again", round=1).status_code == 200
    assert person.look()["rules"] == {"seasons": "4"}
    assert play_out(person)["totals"] == [], "the guided game does not count"


def test_two_people_play_each_on_a_link_of_their_own(client: httpx.Client) -> None:
    people = opened(client, ["person", "greedy", "person"])
    assert people[0].path != people[1].path
    while not (looks := [person.look() for person in people])[0]["is_over"]:
        for person, position in zip(people, looks, strict=True):
            if position["moves"] and not position["is_forced"]:
                person.move(position, position["moves"][0]["action"])
    told = [[without_verb(one) for one in look["told"]] for look in looks]
    assert told[0] == told[1] and looks[0]["result"] == looks[1]["result"]
    hands = [{seat: len(one["cards"]) for seat, one in enumerate(look["scene"]["seats"])}
             for look in looks]  # fmt: skip
    assert [seat for seat, count in hands[0].items() if count] in ([], [0])


def test_the_next_game_keeps_people_and_a_seat_looks_back_as_itself(client: httpx.Client) -> None:
    (person,) = opened(client, ["random", "person", "greedy", "random"])
    play_out(person)
    with person.watch() as positions:
        end = next(position for position in positions if position["played"])
    place = {"game": end["played"][0], "at": 0, "question": "pass"}
    asked = [client.get(f"{person.path}/replay/game", params={**place, "view": view})
             for view in ("1", "0", "open", "mover")]  # fmt: skip
    assert [answer.status_code for answer in asked] == [200, 400, 400, 400]
    assert asked[0].json()["views"] == ["1"]
    position = client.get(f"{person.path}/replay/position", params={**place, "view": "1"}).json()
    seats = position["scene"]["seats"]
    assert [bool(seat["cards"]) for seat in seats] == [False, True, False, False]
    other = client.get(f"{person.path}/replay/game", params={**place, "game": 9999, "view": "1"})
    assert refusal(other, 400) == "this table has finished no such game."
    assert person.post("again", round=1).status_code == 200
    following = person.look()
    assert (following["round"], following["is_over"]) == (2, False)
    assert following["names"] == end["names"] and following["played"] == end["played"]
    refusal(person.post("again", round=1), 409)


def test_people_have_names_and_nobody_else(client: httpx.Client) -> None:
    ann, bob = opened(client, ["person", "greedy", "person"])
    assert ann.look()["names"] == ["Guest 1", "Medium", "Guest 2"]
    assert ann.post("name", name=" Ann ").status_code == 200
    assert bob.look()["names"] == ["Ann", "Medium", "Guest"]
    for name in ("x" * 25, "a\nb", "a\u202eb"):
        assert "a name can't be" in refusal(bob.post("name", name=name), 400)
    assert "name" in refusal(bob.post("name", name=5), 400)
    assert bob.look()["names"] == ["Ann", "Medium", "Guest"]
    (watching,) = opened(client, ["greedy"] * 3)
    sentence = "only a person in a seat has a name."
    assert refusal(watching.post("name", name="Ann"), 400) == sentence
    watching.path = watching.path.replace("/watch/", "/seat/")
    assert refusal(watching.post("name", name="Ann"), 400) == sentence
    assert watching.look()["names"] == ["Medium 1", "Medium 2", "Medium 3"]


def test_a_table_of_agents_is_watched_with_open_cards(client: httpx.Client) -> None:
    (watching,) = opened(client, ["greedy"] * 4)
    with watching.watch() as positions:
        position = next(one for one in positions if one["told"])
        assert position["seat"] == -1 and position["moves"] == []
        end = next(one for one in positions if one["is_over"])
    assert refusal(watching.post("move", at=end["at"], actions=[0]), 400) == "the game is over."
    assert refusal(watching.post("hint"), 400) == "the game is over."
    for what, content in (("begin", {}), ("presence", {"wish": "leave"}), ("skip", {})):
        assert refusal(watching.post(what, **content), 400)
    with_person = client.post("/api/tables", json={**SEVENS, "seats": ["person", "greedy"]})
    assert with_person.json()["watch"] is None


def test_a_page_that_is_loaded_again_is_where_it_was(client: httpx.Client) -> None:
    (person,) = opened(client, ["person", "greedy", "greedy"])
    first = person.look()
    while not person.position["moves"] or person.position["is_forced"]:
        person.look()
    assert person.look() == person.look()
    person.move(person.position, person.position["moves"][0]["action"])
    later = person.look()
    assert later["told"][: len(first["told"])] == first["told"] and later["at"] != first["at"]


def test_a_move_from_a_page_that_is_behind_is_refused(client: httpx.Client) -> None:
    (person,) = opened(client, ["person"] + ["random"] * 3)
    position = person.look()
    while not position["moves"] or position["is_forced"]:
        position = person.look()
    person.move(position, position["moves"][0]["action"])
    again = person.post("move", at=position["at"], actions=[position["moves"][0]["action"]])
    sentence = refusal(again, again.status_code)
    assert again.status_code in (400, 409) and ("changed" in sentence or "turn" in sentence)


def test_a_step_is_built_and_taken_back(client: httpx.Client) -> None:
    people = opened(client, ["person"] * 4, game="tyrant_v0")
    looks = [person.look() for person in people]
    mover, before = next((p, look) for p, look in zip(people, looks, strict=True) if look["moves"])
    mover.move(before, before["moves"][0]["action"])
    built = mover.look()
    assert built["built"] == [before["moves"][0]["text"]] and built["can_take_back"]
    others = [(p, look) for p, look in zip(people, looks, strict=True) if p is not mover]
    assert all(person.look() == look for person, look in others)
    assert mover.post("back", at=built["at"]).status_code == 200
    assert mover.look() == before


def test_rules_and_advice_are_given_at_the_table(client: httpx.Client) -> None:
    people = opened(client, ["person"] * 4)
    mover, idle = sorted(people, key=lambda person: not person.look()["moves"])[:2]
    answer = mover.post("explain", question="pass_limit").json()
    assert (
        answer["lines"] == ["pass_limit=3: How often a player may pass (SEV-4.4)."]
        or "pass_limit=3" in answer["lines"][0]
    )
    assert answer["clauses"][0]["number"].startswith("SEV-")
    assert "<script" not in answer["clauses"][0]["html"]
    assert refusal(mover.post("explain", question="zzzzqq"), 400).startswith("the rules say")
    hint = mover.post("hint").json()
    assert hint["play"] in mover.position["plays"]
    assert refusal(idle.post("hint"), 400) == "it is not your turn."
    assert "gives no advice" in refusal(mover.post("hint", agent="policy:etc"), 400)


def test_headers_of_proxies_are_not_believed(client: httpx.Client) -> None:
    headers = {"x-forwarded-for": "192.0.2.1", "x-forwarded-proto": "https"}
    assert client.get("/", headers=headers).status_code == 200  # uvicorn believes this machine


def test_the_pace_can_be_changed(client: httpx.Client) -> None:
    (person,) = opened(client, ["person", "greedy"])
    assert person.post("pace", seconds=2.5).status_code == 200
    assert person.look()["pace"] == 2.5
    assert refusal(person.post("pace", seconds=99), 400)
    assert refusal(person.post("pace", seconds="fast"), 400)


def test_all_games_are_offered_with_their_house_rules(client: httpx.Client) -> None:
    offered = client.get("/api/games").json()
    assert [game["name"] for game in offered] == game_names()
    for info in offered:
        options = find_game(info["name"]).options
        offered_to_people = [*options.model_fields.keys() - {*options.for_research}]
        assert sorted(rule["name"] for rule in info["options"]) == sorted(offered_to_people)
        assert all(rule["meaning"] for rule in info["options"])
        assert info["agents"] == [*AGENTS]
        assert info["usual_agents"] == ["best"] * has_policy(find_game(info["name"]))


def test_the_packaged_policy_sits_down_where_the_usual_rules_hold(client: httpx.Client) -> None:
    wish = {"game": "cyclic_v0", "seats": ["person", "best", "best", "best"]}
    assert client.post("/api/tables", json=wish).status_code == 200
    answer = client.post("/api/tables", json={**wish, "seats": ["person", "best"]})
    sentence = "policy best was trained with num_players=4; here num_players is 2."
    assert refusal(answer, 400) == sentence


@pytest.mark.parametrize(
    ("wishes", "part"),
    [
        ({"game": "chess"}, "there is no game 'chess'; allowed: cyclic_v0"),
        ({"seats": ["person", "genius"]}, "there is no agent 'genius'; allowed: random"),
        ({"seats": ["person"]}, "option num_players can't be 1; allowed: whole numbers 2 to 8."),
        ({"options": {"pass_limit": "99"}}, "option pass_limit can't be 99; allowed: whole"),
        ({"options": {"pass_limit": "[1"}}, "the value of the house rule pass_limit can't be read"),
        ({"options": {"pass_limit": "[&a [x, x], *a]"}}, "the anchor 'a' is not allowed."),
        ({"options": {"pass_limit": "[" * 20_000}}, "it is nested more than 20 deep."),
        ({"options": {"pass_limit": "9" * 20_000}}, "can't be read as int."),
        ({"options": {"blood": "1"}}, "there is no option 'blood'"),
        ({"options": {"num_players": "4"}}, "seats can't be 3 with num_players=4"),
        ({"seed": -1}, "seed can't be -1; allowed: whole numbers 0 to"),
        ({"pace": -1}, "this message can't be read: pace"),
        ({"pace": 1e999}, "this message can't be read"),
        ({"colour": "red"}, "this message can't be read: colour"),
        ({"seats": "person"}, "this message can't be read: seats"),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)
def test_a_bad_table_gets_the_sentence_of_the_terminal(
    wishes: dict[str, Any], part: str, client: httpx.Client
) -> None:
    content = json.dumps({**SEVENS, "seats": ["person", "greedy", "greedy"], **wishes})
    assert part in refusal(client.post("/api/tables", content=content), 400)


def finished(person: Person, games: int) -> dict[str, Any]:
    """Returns the position after some games at a table of agents."""
    with person.watch() as positions:
        return next(at for at in positions if at["is_over"] and len(at["played"]) == games)


def test_finished_tables_leave_the_memory_and_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = weakref.WeakSet[SessionRunner]()

    class Counted(SessionRunner):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            kept.add(self)

    monkeypatch.setattr(manager, "SessionRunner", Counted)
    monkeypatch.setattr(manager, "MOST_IDLE", 1)
    serving = Serving(tmp_path)
    with serving.asking(timeout=PATIENCE) as client:
        tables = [opened(client, ["random"] * 2)[0] for _ in range(5)]
        ends = [finished(table, 1) for table in tables]
        for _ in range(2):
            for table, end in zip(tables, ends, strict=True):
                assert finished(table, 1) == end
        assert table.post("again", round=1).status_code == 200
        assert finished(table, 2)["totals"]
        gc.collect()
        assert len(kept) <= 3
    serving.stop()


# Refused requests


def test_a_wrong_token_opens_nothing(client: httpx.Client) -> None:
    (person,) = opened(client, ["person", "greedy"])
    token = person.path.removeprefix("/api/seat/")
    for wrong in ("x", token[:-1], token + "A", token.swapcase(), "%2e%2e", "a" * 5000):
        assert refusal(client.get(f"/api/seat/{wrong}/events"), 404) == "there is no such seat."
        assert refusal(client.get(f"/seat/{wrong}"), 404) == "there is no such seat."
        for what in ("move", "back", "explain", "hint", "pace"):
            answer = client.post(f"/api/seat/{wrong}/{what}", json={})
            assert refusal(answer, 404) == "there is no such seat."


WRONG_PAGES = {  # with the status
    "/seat/abc": 404, "/watch/abc": 404, "/seat/abc/replay": 404, "/nothing": 404,
    "/static/nothing.js": 404, "/api/tables": 403, "/runs/files/none.html": 400,
    "/api/replay/game?record=none": 403, "/api/seat/abc/events": 404,
}  # fmt: skip


@pytest.mark.parametrize("path", WRONG_PAGES)
def test_a_browser_that_asks_for_a_page_gets_one_with_a_way_back(
    path: str, client: httpx.Client, server: Serving
) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    page = httpx.get(f"{server.address}{path}", headers=browser)
    sentence = httpx.get(f"{server.address}{path}").json()["error"]
    assert page.status_code == WRONG_PAGES[path]
    assert page.headers["content-type"].startswith("text/html")
    shown = html.unescape(page.text)
    assert sentence[1:] in shown and '<a href="/">' in shown and '{"error"' not in shown


def test_another_host_is_refused(client: httpx.Client, server: Serving) -> None:
    for host in (
        "evil.example",
        f"evil.example:{server.port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "[::",
        "",
    ):
        answer = client.get("/api/games", headers={"host": host})
        assert answer.status_code in (400, 421), host  # an empty host is no valid HTTP
    assert client.get("/", headers={"host": f"localhost:{server.port}"}).status_code == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", ""])
def test_pages_of_other_sites_can_do_nothing(origin: str, client: httpx.Client) -> None:
    (person,) = opened(client, ["person", "greedy"])
    for path in ("/api/tables", f"{person.path}/move", f"{person.path}/pace"):
        answer = client.post(path, json={"seconds": 9.0}, headers={"origin": origin})
        assert "other sites" in refusal(answer, 403)
    assert person.look()["pace"] == 0.0
    own = {"origin": str(client.base_url).rstrip("/")}
    answer = client.post(f"{person.path}/pace", json={"seconds": 9.0}, headers=own)
    assert answer.status_code == 200


MANGLED = [
    *(b"", b"{", b"[]", b"null", b'"at"', b"\xff\xfe", b"[" * 60_000, b'{"at": 1}'),
    *(b'{"at": "x", "actions": ["0"]}', b'{"at": "x", "actions": [1e9]}'),
    *(b'{"at": "x", "actions": []}', b'{"at": "x", "actions": 0}'),
    b'{"at": "x", "actions": [0], "more": 1}',
]


@pytest.mark.parametrize("body", MANGLED, ids=range(len(MANGLED)))
def test_a_mangled_message_is_refused(body: bytes, client: httpx.Client) -> None:
    (person,) = opened(client, ["person", "greedy"])
    before = person.look()
    answer = client.post(f"{person.path}/move", content=body)
    assert refusal(answer, 400).startswith("this message can't be read")
    assert person.look() == before


def test_a_body_that_is_too_long_is_refused(client: httpx.Client) -> None:
    (person,) = opened(client, ["person", "greedy"])
    long = b" " * (64 * 1024 + 1)
    assert "65,536 bytes" in refusal(client.post(f"{person.path}/move", content=long), 413)
    pieces = (b" " * 1024 for _ in range(65))  # without a content length
    assert "65,536 bytes" in refusal(client.post(f"{person.path}/move", content=pieces), 413)


def test_unknown_paths_have_a_sentence(client: httpx.Client) -> None:
    reads = ("/x", "/api/tables", "/static/../app.py", "/static/%2e%2e/app.py")
    for method, path in [*(("GET", path) for path in reads), ("POST", "/"), ("PUT", "/api/games")]:
        assert refusal(client.request(method, path), 404).startswith("there is no such path")


def test_every_response_has_the_security_headers(client: httpx.Client) -> None:
    (person,) = opened(client, ["person", "greedy"])
    page = person.path.removeprefix("/api")
    for path in ("/", page, "/static/table.css", "/api/games", "/x", "/seat/x"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "no-store"
        assert headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "server" not in headers


# Failing agents


class Raising:
    """An agent that raises an error."""

    def act(self, *_: Any) -> np.ndarray:
        raise ZeroDivisionError("cards of others: \N{BLACK SPADE SUIT}A")


class Forbidden:
    """An agent that chooses a forbidden move."""

    def act(self, observations: np.ndarray, masks: np.ndarray, rng: object) -> np.ndarray:
        return masks.argmin(axis=1)


class Slow:
    """An agent that thinks for a minute, at its first decision."""

    def act(self, *_: Any) -> np.ndarray:
        time.sleep(60)
        raise AssertionError


AGENTS_THAT_FAIL = {"raising": Raising, "forbidden": Forbidden, "slow": Slow}


@pytest.mark.parametrize(
    ("word", "trouble"),
    [
        ("raising", "failed; Medium plays on in its place."),
        ("forbidden", "chose a move that the rules do not allow; Medium plays on in its place."),
        ("slow", "took more than 1 seconds for a move; Medium plays on in its place."),
    ],
)
def test_an_agent_that_can_t_go_on_is_named_and_stops_nothing(
    word: str,
    trouble: str,
    tmp_path: Any,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    makes = seated.make_agent

    def make(name: str, *rest: Any, **named: Any) -> Any:
        return AGENTS_THAT_FAIL.get(name, partial(makes, name, *rest, **named))()

    monkeypatch.setattr(seated, "make_agent", make)
    serving = Serving(tmp_path, patience=1.0)
    with httpx.Client(base_url=serving.address, timeout=PATIENCE) as client:
        (person,) = opened(client, ["person", word, "greedy"])
        end = play_out(person)
    serving.stop()
    said = [told["text"] for told in end["told"] if told["by"] is None]
    assert said == [f"{word.capitalize()} {trouble}"]
    assert "cards of others" not in b"".join(person.received).decode()
    assert ("cards of others" in capfd.readouterr().err) == (word == "raising")


def test_the_terminal_says_how_the_server_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the hinges are loose")

    serving = Serving(tmp_path)
    try:
        monkeypatch.setattr("fudaba.web.store.TableStore.key", fail)
        answer = httpx.get(f"{serving.address}/seat/secret-token")
    finally:
        serving.stop()
    assert refusal(answer, 500) == "the server failed; its terminal shows the error."
    printed = capsys.readouterr().err
    assert "RuntimeError: the hinges are loose" in printed
    assert "secret-token" not in printed
