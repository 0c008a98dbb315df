"""Friends at a table: one link for all, who is there, who plays in whose place, and attacks."""

import asyncio
import json
import random
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from fudaba.agents.seated import SeatedGame
from fudaba.envs import NOBODY, UserError, find_game
from fudaba.envs.taxot.state import REACTION
from fudaba.web.company import Company
from fudaba.web.runner import SessionRunner
from fudaba.web.session import Session
from fudaba.web.store import TableStore

from .conftest import Serving
from .games import in_another_world, session_of_people
from .test_preparing import players
from .test_runner import FakeLoop
from .test_server import PATIENCE, SEVENS, Person, opened, play_out, refusal

LIMIT = 60.0  # seconds until an agent plays for who is away


@pytest.fixture(scope="module")
def client(server: Serving) -> Iterator[httpx.Client]:
    with server.asking(timeout=PATIENCE) as asking:
        yield asking


def begun(client: httpx.Client, seats: list[str], **wishes: Any) -> tuple[Person, str]:
    """Opens a table at which nobody has joined; returns its first person, and the invitation."""
    links = client.post("/api/tables", json={**SEVENS, "seats": seats, **wishes}).json()
    return Person(client, links["seat"]["path"]), links["invitation"]


def people(person: Person) -> dict[str, Any]:
    """Returns who is at the table, as a page reads it first."""
    with person.client.stream("GET", f"{person.path}/events") as answer:
        lines = answer.iter_lines()
        assert next(lines) == "event: people"
        found: dict[str, Any] = json.loads(next(lines).removeprefix("data: "))
        return found


# Coming


def test_the_cards_are_dealt_when_everybody_has_come(client: httpx.Client) -> None:
    host, invitation = begun(client, ["person", "greedy", "person"])
    room = people(host)
    assert room["is_waiting"] and room["states"] == ["here", "agent", "free"]
    for what, content in (
        ("move", {"at": "x", "actions": [0]}), ("back", {"at": "x"}), ("hint", {}),
        ("explain", {"question": "pass"}),
    ):  # fmt: skip
        assert "when everybody has come" in refusal(host.post(what, **content), 400)
    with host.watch() as positions:  # nothing but people before the deal
        friend = Person(client, client.post(f"/api{invitation}").json()["path"])
        assert next(positions)["seat"] == 0
        assert host.people["states"][2] == "away" and not host.people["is_waiting"]
    assert friend.look()["seat"] == 2


def test_a_link_that_is_looked_at_takes_no_seat(client: httpx.Client) -> None:
    host, invitation = begun(client, ["person", "person"])
    for _ in range(3):
        page = client.get(invitation)
        assert page.status_code == 200 and "Sevens" in page.text and "Guest 1" in page.text
    assert people(host)["states"] == ["here", "free"]
    code = client.get(f"/api{invitation}/code")
    assert code.headers["content-type"] == "image/svg+xml" and b"<svg" in code.content


def test_two_browsers_that_race_for_the_last_seat_get_one(
    client: httpx.Client, server: Serving
) -> None:
    _, invitation = begun(client, ["person", "person"])
    answers: list[httpx.Response] = []
    start = threading.Barrier(8)

    def join() -> None:
        start.wait()
        answers.append(httpx.post(f"{server.address}/api{invitation}", timeout=PATIENCE))

    racing = [threading.Thread(target=join) for _ in range(8)]
    for one in racing:
        one.start()
    for one in racing:
        one.join()
    assert sorted(answer.status_code for answer in answers) == [200] + [400] * 7
    full = refusal(client.post(f"/api{invitation}"), 400)
    assert full == "every seat of this table is taken."


def test_only_who_opened_the_table_begins_without_the_others(client: httpx.Client) -> None:
    host, invitation = begun(client, ["person", "person", "person"])
    friend = Person(client, client.post(f"/api{invitation}").json()["path"])
    assert "only who opened" in refusal(friend.post("begin"), 400)
    assert host.post("begin").status_code == 200
    host.look()
    assert host.people["states"][2] == "free" and host.people["replaced"] == [2]
    late = Person(client, client.post(f"/api{invitation}").json()["path"])
    assert late.look()["seat"] == 2 and late.people["replaced"] == []


# Secrets of links


def test_a_link_opens_what_it_is_for_and_nothing_else(client: httpx.Client) -> None:
    """An invitation shows no cards, a seat invites nobody, and no link is another seat's."""
    host, invitation = begun(client, ["person", "person"])
    secret = invitation.removeprefix("/join/")
    for kind in ("seat", "watch"):
        assert refusal(client.get(f"/{kind}/{secret}"), 404) == "there is no such seat."
        for what in ("events", "state", "replay/game"):
            assert client.get(f"/api/{kind}/{secret}/{what}").status_code == 404
        for what in ("move", "name", "presence", "begin", "again", "pace", "how-to-play"):
            assert client.post(f"/api/{kind}/{secret}/{what}", json={}).status_code == 404
    seat = host.path.removeprefix("/api/seat/")
    for path in (f"/api/join/{seat}", "/api/join/x"):
        assert refusal(client.post(path), 404) == "there is no such invitation."
    friend = Person(client, client.post(f"/api{invitation}").json()["path"])
    views = [person.look() for person in (host, friend)]
    assert [view["seat"] for view in views] == [0, 1]
    mover = views[0]["moves"] == []
    wrong, right = (host, friend) if mover else (friend, host)
    move = {"at": right.position["at"], "actions": [right.position["moves"][0]["action"]]}
    assert refusal(wrong.post("move", **move), 400) == "it is not your turn."


def test_who_leaves_sees_no_more_of_the_seat(client: httpx.Client) -> None:
    host, invitation = begun(client, ["person", "person"], pace=0.4)
    friend = Person(client, client.post(f"/api{invitation}").json()["path"])
    assert friend.post("name", name="Ann").status_code == 200
    with friend.watch() as positions:
        next(positions)
        assert friend.post("presence", wish="leave").status_code == 200
        assert client.post(f"/api{invitation}").status_code == 200
        assert [*positions] == [], "the stream of a seat that is given up ends"
    for what in ("events", "state"):
        assert refusal(client.get(f"{friend.path}/{what}"), 404) == "there is no such seat."
    assert host.look()["names"] == ["Guest 1", "Guest 2"]


def test_who_has_left_learns_and_does_nothing_in_place_of_who_comes(
    client: httpx.Client, server: Serving
) -> None:
    """Attacks: a message that is still on its way, and a stream of which nothing is read yet."""
    _, invitation = begun(client, ["person", "person"])
    left = Person(client, client.post(f"/api{invitation}").json()["path"])
    content = json.dumps({"name": "Eve"}).encode()
    head = f"POST {left.path}/name HTTP/1.1\r\nHost: {server.address.removeprefix('http://')}\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as late:
        late.sendall(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content[:1])
        left.look()  # so that the head has been read
        assert left.post("presence", wish="leave").status_code == 200
        comes = Person(client, client.post(f"/api{invitation}").json()["path"])
        late.sendall(content[1:])
        assert late.recv(1024).startswith(b"HTTP/1.1 404")
    assert comes.look()["names"] == ["Guest 1", "Guest 2"]


def test_a_stream_that_begins_after_its_person_left_shows_nothing() -> None:
    async def look() -> None:
        session = session_of_people(find_game("sevens_v0"), 3)
        playing = SessionRunner(session, lambda _: None, PATIENCE)
        unread, watching = playing.events(1), playing.events(0)
        playing.company.leave(1)
        playing.company.take(1)
        assert [shown async for shown in unread] == [] and (await anext(watching))[1]

    with asyncio.Runner(loop_factory=FakeLoop) as runner:
        runner.run(look())


def test_a_seat_whose_link_could_not_be_stored_is_free(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_key: int) -> str:
        raise UserError("the disk is full.")

    host, invitation = begun(client, ["person", "person"])
    with monkeypatch.context() as patch:
        patch.setattr(TableStore, "new_token", fail)
        assert refusal(client.post(f"/api{invitation}"), 400) == "the disk is full."
    assert people(host)["states"] == ["here", "free"]
    assert client.post(f"/api{invitation}").status_code == 200


def test_who_watches_people_sees_cards_only_once_the_game_is_over(client: httpx.Client) -> None:
    wish = {**SEVENS, "seats": ["person", "person"], "watching": True}
    links = client.post("/api/tables", json=wish).json()
    host, watcher = Person(client, links["seat"]["path"]), Person(client, links["watch"])
    friend = Person(client, client.post(f"/api{links['invitation']}").json()["path"])
    with watcher.watch() as positions:
        for what, content in (
            ("explain", {"question": "S7"}), ("hint", {}), ("pace", {"seconds": 9.0}),
            ("move", {"at": "x", "actions": [0]}), ("again", {"round": 1}), ("name", {"name": "E"}),
            ("presence", {"wish": "play"}), ("people-patience", {"seconds": None}), ("begin", {}),
        ):  # fmt: skip
            assert refusal(watcher.post(what, **content), 404) == "there is no such seat."
        for person in (host, friend):
            assert person.post("presence", wish="pause").status_code == 200
        first = next(positions)
    assert first["is_over"] and first["seat"] == NOBODY
    assert watcher.received[0].startswith(b'data: {"at":') and not watcher.people["is_waiting"]


# Who plays


def test_an_agent_plays_on_request_and_gives_the_seat_back(client: httpx.Client) -> None:
    host, friend = opened(client, ["person", "person"])
    for person in (host, friend):
        assert person.post("presence", wish="pause").status_code == 200
    with host.watch() as positions:
        end = next(position for position in positions if position["is_over"])
    assert host.people["replaced"] == [0, 1] and end["result"]
    with host.watch() as positions:
        stored = next(position for position in positions if position["played"])
    assert host.post("presence", wish="play").status_code == 200
    assert host.post("again", round=stored["round"]).status_code == 200
    with host.watch() as positions:
        asked = next(position for position in positions if position["moves"])
    assert host.people["replaced"] == [1]
    host.move(asked, asked["moves"][0]["action"])


def test_who_resigns_plays_again_in_the_next_game(browser: httpx.Client, tmp_path: Path) -> None:
    host, friend = opened(browser, ["person", "person"])
    assert friend.post("presence", wish="resign").status_code == 200
    assert "you have resigned" in refusal(friend.post("presence", wish="play"), 400)
    play_out(host)
    assert players(host, tmp_path) == ["person", "person, then greedy"]
    assert host.post("again", round=1).status_code == 200
    friend.look()
    assert friend.people["replaced"] == []


def test_nobody_moves_for_whom_an_agent_plays(client: httpx.Client) -> None:
    people = opened(client, ["person", "person"], pace=9.0)
    mover = next(person for person in people if person.look()["moves"])
    assert mover.post("presence", wish="pause").status_code == 200
    move = {"at": mover.position["at"], "actions": [mover.position["moves"][0]["action"]]}
    assert "an agent plays in your place" in refusal(mover.post("move", **move), 400)


def replaced_at(session: Session, looks_on: list[int]) -> list[list[int]]:
    """Returns the seats in which an agent plays, second by second, until the limit is over.

    Args:
        session: A table of people, of whom nobody moves.
        looks_on: The seats whose people have a page open.
    """
    found: list[list[int]] = []

    async def look() -> None:
        playing = SessionRunner(session, lambda _: None, PATIENCE, None, LIMIT)
        pages = [playing.events(seat) for seat in looks_on]
        for page in pages:
            await anext(page)
        task = asyncio.create_task(playing.play())
        for _ in range(int(LIMIT) + 3):
            await asyncio.sleep(1)
            found.append(sorted(playing.company.replaced))
        task.cancel()

    with asyncio.Runner(loop_factory=FakeLoop) as runner:
        runner.run(look())
    return found


async def decline(playing: SessionRunner) -> int:
    """Chooses a move of which not everybody hears, if there is one."""
    session = playing.session
    legal = session.game.legal_actions(session.seated.state)
    return next((action for action in legal if not session.is_heard(action)), legal[0])


def test_an_agent_plays_for_who_is_away_or_thinks_for_a_set_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(SessionRunner, "_decision", decline)

    def table() -> Session:
        return session_of_people(find_game("sevens_v0"), 3, num_players=4)

    seats, thinks = [0, 1, 2, 3], table().seated.to_move
    all_there = replaced_at(table(), seats)
    assert all_there[int(LIMIT) - 3] == [] and all_there[-1] == [thinks]
    assert {*replaced_at(table(), [thinks])[-1]} >= {*seats} - {thinks}
    alone = Company([0], [0], lambda: 10 * LIMIT, LIMIT)
    assert alone.overdue() == [] and not alone.is_timed, "nobody else waits"


def test_nobody_holds_up_a_table_by_coming_and_going(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the move of an agent, nor that an agent moves for who thinks for too long."""
    monkeypatch.setattr(SessionRunner, "_decision", decline)

    async def attack(session: Session, attacker: int) -> SessionRunner:
        playing = SessionRunner(session, lambda _: None, PATIENCE, None, LIMIT)
        pages = [playing.events(seat) for seat in session.seated.people]
        for page in pages:
            await anext(page)
        task = asyncio.create_task(playing.play())
        for _ in range(2 * int(LIMIT)):
            await asyncio.sleep(session.pace * 0.7)
            if playing.company.replaced.pop(attacker, None) is None:
                playing.company.replaced[attacker] = "away"
            playing.seat_people()
        task.cancel()
        return playing

    game = find_game("sevens_v0")
    thinks, agents = session_of_people(game, 3, num_players=4), [None, "greedy", "greedy", None]
    mixed = Session(SeatedGame(game, game.options(), agents, 3), 1.0)
    thinks.set_pace(1.0)
    while mixed.seated.to_move != 1:
        mixed.take(game.legal_actions(mixed.seated.state)[0])
    num_done, waits_for = len(mixed.seated.actions), thinks.seated.to_move
    with asyncio.Runner(loop_factory=FakeLoop) as runner:
        playing = runner.run(attack(thinks, (waits_for + 1) % 4))
        assert playing.company.replaced.get(waits_for) == "away"
        runner.run(attack(mixed, 3))
        assert len(mixed.seated.actions) > num_done


@pytest.mark.parametrize("looks_on", [[0, 1, 2, 3], [1]], ids=["all", "one"])
def test_when_an_agent_takes_over_tells_nothing_of_a_secret_question(
    looks_on: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Taxot: worlds in which another seat, or none, is asked about a discard (TAX-7.3)."""
    monkeypatch.setattr(SessionRunner, "_decision", decline)
    game, chance, compared = find_game("taxot_v0"), random.Random(1), 0
    for seed in range(100):
        session = session_of_people(game, seed, num_players=4)
        while not session.is_over and session.seated.state["phase"] != REACTION:
            session.take(chance.choice(game.legal_actions(session.seated.state)))
        worlds = [
            in_another_world(session, viewer, chance.getrandbits(60))
            for viewer in range(4)
            if not session.is_over and viewer != session.seated.to_move
        ]
        others = [one for one in worlds if one.seated.to_move != session.seated.to_move]
        times = replaced_at(session, looks_on) if others else []
        assert all(replaced_at(world, looks_on) == times for world in others)
        compared += len(others)
        if compared >= 4:
            return
    raise AssertionError(f"only {compared} worlds in which others are asked")


def test_a_restarted_server_still_waits_for_who_has_not_come(tmp_path: Path) -> None:
    first = Serving(tmp_path)
    with first.asking(timeout=PATIENCE) as client:
        host, invitation = begun(client, ["person", "person"])
    first.stop()
    second = Serving(tmp_path)
    with second.asking(timeout=PATIENCE) as client:
        host.client = client
        assert people(host)["is_waiting"]
        assert client.post(f"/api{invitation}").status_code == 200
        position = host.look()
        assert host.post("presence", wish="pause").status_code == 200
        with host.watch() as positions:
            next(one for one in positions if one["told"] != position["told"])
        assert host.post("presence", wish="leave").status_code == 200
    second.stop()
    third = Serving(tmp_path)
    with third.asking(timeout=PATIENCE) as client:
        path = client.post(f"/api{invitation}").json()["path"]
        assert Person(client, path).look()["told"], "a game that has begun goes on"
    third.stop()
