"""The guided first games are played by the rules, and what they point at is on the table."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from fudaba.agents.seated import SeatedGame
from fudaba.common.languages import LANGUAGES
from fudaba.envs import Game, find_game, game_names
from fudaba.web.lesson import Bubble, LessonStep, lesson_of
from fudaba.web.manager import new_session
from fudaba.web.pages import STATIC
from fudaba.web.session import Session
from fudaba.web.wire import NewTable, encoded, game_info

FEWEST, MOST = 6, 16  # bubbles
PIECES = ("seats", "shelves", "notes", "pictures")  # of a scene, which are drawn
OF_PAGE = {
    f"#{name}" for name in re.findall(r'\bid="([\w-]+)"', (STATIC / "seat.html").read_text())
}


def session_of(game: Game) -> Session:
    """Returns the table that the lobby opens for a guided first game."""
    table = game_info(game).lesson
    assert table is not None
    return new_session(NewTable.model_validate(table))[1]


def go_on(session: Session, seat: int) -> bool:
    """Makes all moves up to the person's next decision or a result; returns if that was shown."""
    has_shown = session.shows_moment
    while not (session.is_over or session.held) and (
        session.seated.to_move != seat or session.is_forced
    ):
        session.take(session.seated.agent_action() if session.seated.to_move != seat
                     else session.game.legal_actions(session.seated.state)[0])  # fmt: skip
        has_shown |= session.shows_moment
    return has_shown


def keys_in(drawn: Any) -> Iterator[str]:
    """Yields the keys of all pieces in a part of an encoded scene."""
    if isinstance(drawn, dict):
        yield from (value for key, value in drawn.items() if key in ("about", "hand") and value)
        for part in drawn.values():
            yield from keys_in(part)
    elif isinstance(drawn, list):
        for part in drawn:
            yield from keys_in(part)


def on_the_page(session: Session, seat: int) -> set[str]:
    """Returns all that a bubble can point at."""
    scene = json.loads(encoded(session.position(seat).scene))
    players = {f"seat {number}" for number in range(len(scene["seats"]))}
    keys = (key for part in PIECES for key in keys_in(scene[part]) if isinstance(key, str))
    return {"", *OF_PAGE, *players, *keys}


@pytest.mark.parametrize("name", game_names())
def test_a_guided_first_game_is_played_by_the_rules_up_to_a_result(name: str) -> None:
    game = find_game(name)
    lesson, session = lesson_of(game), session_of(game)
    assert lesson is not None
    has_shown = go_on(session, lesson.seat)
    for turn in lesson.turns:
        while session.held:
            session.go_on(session.held)
            go_on(session, lesson.seat)
        position = session.position(lesson.seat)
        step = position.lesson
        assert step is not None and step.actions in [play.actions for play in position.plays]
        assert {bubble.at for bubble in turn.say} <= on_the_page(session, lesson.seat)
        assert [bubble.text for bubble in step.bubbles] == [one.text["en"] for one in turn.say]
        session.build(lesson.seat, position.at, step.actions)
        has_shown |= go_on(session, lesson.seat)
    while lesson.is_whole and session.held:
        assert session.position(lesson.seat).lesson is None, "it tells of what comes"
        session.go_on(session.held)
        go_on(session, lesson.seat)
    last = session.position(lesson.seat).lesson
    assert last is not None and not last.actions
    assert has_shown, "a result was seen"
    assert {bubble.at for bubble in lesson.end} <= on_the_page(session, lesson.seat)


@pytest.mark.parametrize("name", game_names())
def test_a_guided_first_game_is_told_in_few_bubbles_in_every_language(name: str) -> None:
    lesson = lesson_of(find_game(name))
    assert lesson is not None
    bubbles: list[Bubble] = [*(one for turn in lesson.turns for one in turn.say), *lesson.end]
    assert FEWEST <= len(bubbles) <= MOST
    for bubble in bubbles:
        assert bubble.text.keys() == LANGUAGES.keys() and all(bubble.text.values())
        assert len({*map(players_in, bubble.text.values())}) == 1


def players_in(text: str) -> tuple[str, ...]:
    return tuple(sorted({*re.findall(r"player_\d", text)}))


def first_step(session: Session) -> LessonStep | None:
    return session.position(0).lesson


def test_who_goes_another_way_has_left_the_guide() -> None:
    session = session_of(find_game("sevens_v0"))
    go_on(session, 0)
    position = session.position(0)
    assert position.lesson is not None
    other = next(play for play in position.plays if play.actions != position.lesson.actions)
    session.build(0, position.at, other.actions)
    go_on(session, 0)
    assert first_step(session) is None


def test_another_deal_is_not_guided() -> None:
    game = find_game("sevens_v0")
    table = game_info(game).lesson
    assert table is not None
    for changed in ({"seed": 5}, {"options": {"pass_limit": 2}}, {"seats": ["person", "greedy"]}):
        session = new_session(NewTable.model_validate({**table, **changed}))[1]
        go_on(session, 0)
        assert first_step(session) is None
    secret = SeatedGame(
        game, session_of(game).options, [None, *["greedy"] * 3], table["seed"], key=1
    )
    session = Session(secret, 1.0)
    go_on(session, 0)
    assert first_step(session) is None
