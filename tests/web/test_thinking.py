"""Answers belong to the position in which they were asked for; links take turns."""

import asyncio
import random
import threading
from collections.abc import Callable
from typing import Any

from starlette.requests import Request

from fudaba.envs import Game
from fudaba.testing.mixes import mixes
from fudaba.web.session import Session
from fudaba.web.thinking import MOST_WAITING, BusyError, Thinking
from fudaba.web.wire import Question, encoded

from ..spread import every_game
from .games import in_another_world, session_of_people

PATIENCE = 60.0
ENOUGH = 12  # positions of each game, with several questions in each


def asked(session: Session, viewer: int) -> list[Callable[[], Any]]:
    """Returns what all requests of a seat compute that the server answers in another thread."""
    kinds = [kind.name.replace("_", " ") for kind in session.game.actions[:3]]
    words = [Question(question=question) for question in (*kinds, "#1")]
    pieces = [
        Question(about=fact.about.key) for fact in session.position(viewer).scene.seats[0].facts
    ]
    questions = [session.explainer(viewer, question) for question in (*words, *pieces)]
    if session.seated.to_move == viewer:
        questions.append(session.adviser(viewer, "greedy"))
    return questions


def answers(questions: list[Callable[[], Any]]) -> list[bytes]:
    found = []
    for question in questions:
        try:
            found.append(encoded(question()))
        except ValueError as error:  # the rules explain no such word
            found.append(str(error).encode())
    return found


def play_on(session: Session, chance: random.Random) -> None:
    """Makes some random moves, perhaps to the end."""
    for _ in range(chance.randint(1, 3)):
        if not session.is_over:
            session.take(chance.choice(session.game.legal_actions(session.seated.state)))


@every_game
def test_moves_that_are_made_meanwhile_change_no_answer(game: Game) -> None:
    chance, num_asked = random.Random(game.name), 0
    while num_asked < ENOUGH:
        rules = chance.choice(mixes(game))
        session = session_of_people(game, chance.getrandbits(32), **rules)
        play_on(session, chance)
        while not session.is_over and num_asked < ENOUGH:
            mover = session.seated.to_move
            viewer = chance.choice([mover, *session.viewers[:-1]])
            world = in_another_world(session, viewer, chance.getrandbits(60))
            at_once = answers(asked(session, viewer))
            late = asked(session, viewer)
            late_there = asked(world, viewer)
            play_on(session, chance)
            play_on(world, chance)
            assert answers(late) == at_once == answers(late_there)
            num_asked += 1


class Page(Request):
    """A request of the page with a link."""

    def __init__(self, link: str) -> None:
        self.has_gone = asyncio.Event()
        super().__init__({"type": "http", "path_params": {"token": link}}, self._wait)

    async def _wait(self) -> dict[str, str]:
        await self.has_gone.wait()
        return {"type": "http.disconnect"}


class Queue:
    """A queue whose first question waits until `open`; the works that were done, in order."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.thinking, self._opened = Thinking(), threading.Event()
        self.asked = [self.ask(Page("first"), "first")]

    def ask(self, page: Page, name: str) -> asyncio.Task[None]:
        return asyncio.create_task(self.thinking.answer(page, lambda: self._work(name)))

    def _work(self, name: str) -> None:
        self._opened.wait(PATIENCE)
        self.done.append(name)

    async def open(self, asked: list[asyncio.Task[None]]) -> list[BaseException | None]:
        await asyncio.sleep(0.01)
        self._opened.set()
        return await asyncio.gather(*self.asked, *asked, return_exceptions=True)


def test_links_take_turns_and_have_few_questions_each() -> None:
    async def run() -> None:
        queue = Queue()
        greedy = [queue.ask(Page("many"), "many") for _ in range(MOST_WAITING + 3)]
        other = queue.ask(Page("few"), "few")
        ends = await queue.open([*greedy, other])
        assert queue.done == ["first", "many", "few", *["many"] * (MOST_WAITING - 1)]
        assert [isinstance(end, BusyError) for end in ends].count(True) == 3

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_a_question_is_dropped_when_its_page_has_gone() -> None:
    async def run() -> None:
        queue, pages = Queue(), [Page("many") for _ in range(50)]
        asked = []
        for page in pages:  # each makes room for the next
            asked.append(queue.ask(page, "many"))
            await asyncio.sleep(0)
            page.has_gone.set()
            await asyncio.wait({asked[-1]})
        stays = queue.ask(Page("many"), "stays")
        ends = await queue.open([*asked, stays])
        assert queue.done == ["first", "stays"]
        assert all(isinstance(end, BusyError) for end in ends[1:-1]) and ends[-1] is None

    asyncio.run(asyncio.wait_for(run(), PATIENCE))
