"""Tests of running sessions on a fake clock: the beat, forced moves and faster people."""

import asyncio
import math
import random
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from fudaba.agents.seated import SeatedGame
from fudaba.envs import UserError, find_game, game_names
from fudaba.web import runner as web_runner
from fudaba.web.runner import CALM, HEARTBEAT, MOMENT_BEATS, READING, RETRY, SessionRunner
from fudaba.web.session import Session

from .games import session_of_people

PATIENCE = 60.0
GAMES = 2  # of each kind
TICK = 1e-9  # seconds; a wait below the rounding of the clock would never end
ALONE = [None, "random", "random", "random"]


class FakeLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock jumps to the next event and otherwise stands still."""

    now = 0.0

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:  # type: ignore[attr-defined]
            due = self._scheduled[0].when()  # type: ignore[attr-defined]
            self.now = max(self.now, due) + TICK
        super()._run_once()  # type: ignore[misc]


@pytest.fixture(autouse=True)
def thinking(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], float]], None]:
    """A function that sets the thinking time of agents in seconds; 0 at first."""

    def think_for(seconds: Callable[[], float]) -> None:
        async def in_thread(work: Callable[[], Any]) -> Any:
            await asyncio.sleep(seconds())
            return work()

        monkeypatch.setattr(web_runner, "in_thread", in_thread)

    think_for(lambda: 0.0)
    return think_for


def forced_session() -> Session:
    """Returns a session of agents and one person, who has a forced move."""
    game, chance = find_game("sevens_v0"), random.Random(1)
    session = Session(SeatedGame(game, game.options(), ALONE, 3), 1.0)
    while not (session.is_forced and session.seated.to_move == 0):
        session.take(chance.choice(game.legal_actions(session.seated.state)))
    return session


def in_play(session: Session, then: Callable[[SessionRunner], Awaitable[None]]) -> None:
    """Runs a session while `then` runs, and then ends it in the moment of a change."""

    async def both() -> None:
        playing = SessionRunner(session, lambda _: None, PATIENCE)
        task = asyncio.create_task(playing.play())
        await asyncio.sleep(0)
        await then(playing)
        assert not task.done()
        playing.publish()
        task.cancel()
        assert (await asyncio.wait({task}, timeout=PATIENCE))[0], "it goes on for ever"

    with asyncio.Runner(loop_factory=FakeLoop) as runner:
        runner.run(both())


@pytest.mark.parametrize("seats", [ALONE, ["random"] * 4])
def test_a_table_goes_on_when_its_moves_can_be_stored_again(
    seats: list[str | None], capsys: pytest.CaptureFixture[str]
) -> None:
    """A write that fails is tried again; meanwhile the table waits and its pages say why."""
    game, chance = find_game("sevens_v0"), random.Random(2)
    session = Session(SeatedGame(game, game.options(), seats, 3), 1.0)
    stored: list[int] = []
    fails = False

    def save(session: Session) -> None:
        if fails:
            raise UserError("the disk is full.")
        stored[:] = session.seated.actions

    async def play(playing: SessionRunner) -> None:
        while session.waits_for_person:
            await asyncio.sleep(0.5)
            position = session.position(0)
            move = partial(session.build, 0, position.at, [chance.choice(position.moves).action])
            if fails and stored != session.seated.actions:
                with pytest.raises(UserError, match="can't be stored"):
                    playing.change(move)
                return
            playing.change(move)
        await asyncio.sleep(1.1)

    async def both() -> None:
        nonlocal fails
        playing = SessionRunner(session, save, PATIENCE)
        task = asyncio.create_task(playing.play())
        while not session.is_over:
            fails = chance.random() < 0.3
            await play(playing)
            if fails and stored != session.seated.actions:
                num_done = len(session.seated.actions)
                assert session.position(0).trouble
                await asyncio.sleep(10 * RETRY)
                assert len(session.seated.actions) == num_done
            fails = False
            await asyncio.sleep(1.1 * RETRY)
            assert stored == session.seated.actions and not session.position(0).trouble
        await task
        assert stored == session.seated.actions

    with asyncio.Runner(loop_factory=FakeLoop) as runner:
        runner.run(both())
    assert capsys.readouterr().err.count("the disk is full.") > 3


def test_the_only_move_of_the_only_person_is_made_at_the_pace() -> None:
    session = forced_session()
    num_done = len(session.seated.actions)
    assert session.position(0).is_forced

    async def wait(playing: SessionRunner) -> None:
        await asyncio.sleep(0.99)
        assert len(session.seated.actions) == num_done
        await asyncio.sleep(0.02)
        assert len(session.seated.actions) == num_done + 1

    in_play(session, wait)


@pytest.mark.parametrize("name", game_names())
def test_a_move_without_a_choice_is_never_asked_step_by_step(name: str) -> None:
    game, chance = find_game(name), random.Random(name)
    for seed in range(GAMES):
        seats = [None, *["random"] * (game.options().num_players - 1)]
        session = Session(SeatedGame(game, game.options(), seats, seed), 1.0)
        continued: tuple[str, ...] = ()  # the kinds of a step that may follow the server's last one
        while not session.is_over:
            action = chance.choice(game.legal_actions(session.seated.state))
            kind = game.decode(action)[0]
            session.go_on(session.held)
            if session.waits_for_person:
                assert not (session.is_forced and kind.name in continued)
                position = session.position(0)
                session.build(0, position.at, [action])
                while session.position(0).built:
                    position = session.position(0)
                    session.build(0, position.at, [chance.choice(position.moves).action])
                continued = ()
            else:
                session.take(action)
                continued = kind.continued_by


def test_the_last_pass_and_the_way_out_wait_for_the_only_person() -> None:
    game, chance, waited = find_game("sevens_v0"), random.Random(1), 0
    for seed in range(10 * GAMES):
        session = Session(SeatedGame(game, game.options(), ALONE, seed), 1.0)
        while not session.is_over:
            seat, (is_forced, is_automatic) = 0, (session.is_forced, session.is_automatic)
            is_own, before = session.seated.to_move == seat, game.scene(session.seated.state, seat)
            session.take(chance.choice(game.legal_actions(session.seated.state)))
            own, later = (
                one.seats[seat] for one in (before, game.scene(session.seated.state, seat))
            )
            if is_own and is_forced and later.is_out > own.is_out:
                assert not is_automatic
                waited += 1
            elif is_own and is_automatic:
                assert session.told(seat)[-1].is_forced
                said = [fact.text for fact in later.facts if fact.token]
                was = [fact.text for fact in own.facts if fact.token]
                assert was == said or "0 of 3 passes left" not in said
    assert waited


def test_where_others_watch_a_person_makes_the_only_move_himself() -> None:
    """An automatic move would reveal that there was no choice (NAM-9.13, MKK-9.12, TAX-9.14)."""
    game, chance = find_game("sevens_v0"), random.Random(1)
    session = session_of_people(game, 3)
    while not session.is_forced:
        session.take(chance.choice(game.legal_actions(session.seated.state)))
    seat, done = session.seated.to_move, session.seated.actions[:]

    async def wait(playing: SessionRunner) -> None:
        await asyncio.sleep(1000)
        assert session.seated.actions == done
        position = session.position(seat)
        assert not position.is_forced and len(position.moves) == 1
        playing.change(partial(session.build, seat, position.at, [position.moves[0].action]))
        assert len(session.seated.actions) == len(done) + 1

    in_play(session, wait)


def test_a_person_who_makes_the_forced_move_is_not_moved_again() -> None:
    session = forced_session()
    position = session.position(0)

    async def be_faster(playing: SessionRunner) -> None:
        await asyncio.sleep(0.5)
        playing.change(partial(session.build, 0, position.at, [position.moves[0].action]))
        done = session.seated.actions[:]
        await asyncio.sleep(0.99)
        assert session.seated.actions == done

    in_play(session, be_faster)


def test_a_change_of_the_pace_counts_at_once() -> None:
    session = forced_session()
    session.set_pace(10.0)
    num_done = len(session.seated.actions)

    async def hurry(playing: SessionRunner) -> None:
        await asyncio.sleep(1)
        playing.change(partial(session.set_pace, 0.0), is_heard=False)
        await asyncio.sleep(0.02)
        assert len(session.seated.actions) > num_done

    in_play(session, hurry)


def test_a_secret_decision_does_not_delay_the_heartbeat() -> None:
    """A delayed heartbeat would reveal a secret decision."""
    session = session_of_people(find_game("sevens_v0"), 3)

    async def look(playing: SessionRunner) -> None:
        clock, events = asyncio.get_running_loop().time, playing.events(0)
        assert [(await anext(events))[0] for _ in range(2)] == ["people", "position"]
        signs = asyncio.ensure_future(anext(events))
        await asyncio.sleep(HEARTBEAT - 1)
        playing.change(lambda: None, is_heard=False)
        assert await signs == ("", b"") and clock() == pytest.approx(HEARTBEAT)

    in_play(session, look)


class Logged(SessionRunner):
    """A runner that logs each change: its time, whether it is heard, whether it is an agent's.

    A fourth entry is the number of beats that the event before it stayed.
    """

    def change(self, change: Callable[[], None], *, is_heard: bool = True) -> None:
        is_agents = self.session.seated.to_move not in self.session.seated.people
        is_agents = is_agents and not self.session.held
        log = getattr(self, "log", [])
        beats = self.pause / self.beat if self.beat else 1.0
        self.log = [*log, (asyncio.get_running_loop().time(), is_heard, is_agents, beats)]
        super().change(change, is_heard=is_heard)


def played_out(session: Session) -> list[tuple[float, bool, bool, float]]:
    """Plays a session to its end, with people who need no time; returns the log."""
    chance = random.Random(1)

    async def move_people(playing: SessionRunner) -> None:
        while not session.is_over:
            changed = playing._changed
            if session.held:
                playing.change(partial(session.go_on, session.held))
            elif session.waits_for_person:
                position = session.position(session.seated.to_move)
                action = chance.choice(position.moves).action
                playing.change(partial(session.build, position.seat, position.at, [action]))
            else:
                await changed.wait()

    async def play() -> Logged:
        playing = Logged(session, lambda _: None, PATIENCE)
        await asyncio.gather(playing.play(), move_people(playing))
        return playing

    with asyncio.Runner(loop_factory=FakeLoop) as runner:
        return runner.run(play()).log


def test_TAX_9_15_the_clock_does_not_tell_of_secret_decisions(
    thinking: Callable[[Callable[[], float]], None],
) -> None:
    """Taxot: agents need longer than the pace, and secret decisions lie between their moves."""
    game, chance = find_game("taxot_v0"), random.Random(1)
    thinking(lambda: chance.uniform(0.4, 0.9))
    log = played_out(Session(SeatedGame(game, game.options(seasons=8), ALONE, 2), 1.0))
    pauses, shown, num_secret = list[tuple[float, int]](), 0.0, 0
    assert {stayed for *_, stayed in log} == {1.0, MOMENT_BEATS}
    for now, is_heard, is_agents, stayed in log:
        if is_heard and is_agents:
            pauses.append((round((now - shown) / stayed, 6), num_secret))
        shown, num_secret = (now, 0) if is_heard else (shown, num_secret + is_agents)
    late = [pause for pause, _ in pauses if pause not in (1.0, 2.0)]
    assert len(late) < len(ALONE), "only the first move of a seat"
    beats = [pause for pause, _ in pauses if pause not in late]
    assert {*beats} == {1.0, 2.0}, "it was too short"
    rises = sum(later > earlier for earlier, later in pairwise(beats))
    assert 2 <= rises <= math.log2(len(log) / CALM) + 1, "halved too early, it stays longer"
    assert {min(between, 1) for pause, between in pauses if pause == 2.0} == {0, 1}


def test_the_beat_comes_down_again_after_one_slow_decision(
    thinking: Callable[[Callable[[], float]], None],
) -> None:
    """Neither the first move of a seat nor a slow one in the middle slows the rest of a game."""
    game, times = find_game("sevens_v0"), iter([9.0] * 3 + [0.0] * 12 + [9.0])
    thinking(lambda: next(times, 0.0))
    log = played_out(Session(SeatedGame(game, game.options(), ALONE, 2), 0.0))
    heard = [(now, is_agents, stayed) for now, is_heard, is_agents, stayed in log if is_heard]
    pauses = [
        round((now - before) / stayed, 2)
        for (before, *_), (now, is_agents, stayed) in pairwise(heard)
        if is_agents
    ]
    slow = [place for place, pause in enumerate(pauses) if pause > 1]
    assert len(slow) == 4 and {*pauses[3 : slow[-1]]} == {0.01}
    assert {*pauses[slow[-1] + 1 :]} == {0.01, 0.02} and pauses[-1] == 0.01


def test_the_only_person_skips_to_the_next_choice_and_others_never_do(
    thinking: Callable[[Callable[[], float]], None],
) -> None:
    game = find_game("sevens_v0")
    session = Session(SeatedGame(game, game.options(), ALONE, 2), 10.0)
    thinking(lambda: 0.5)
    skipped = 0

    async def skips(playing: SessionRunner) -> None:
        nonlocal skipped
        clock = asyncio.get_running_loop().time
        while not session.is_over:
            position, before = session.position(0), clock()
            if position.moves and not position.is_forced:
                playing.change(partial(session.build, 0, position.at, [position.moves[0].action]))
                continue
            assert position.can_skip
            playing.change(session.skip, is_heard=False)
            while not (session.is_over or session.waits_for_person):
                await asyncio.sleep(0.1)
            skipped += 1
            assert clock() - before < 10.0 and playing.beat == 10.0
            await asyncio.sleep(0.1)
            assert not session.is_skipping or session.is_over

    with asyncio.Runner(loop_factory=FakeLoop) as runner:
        runner.run(until_over(session, skips))
    assert skipped > 3
    together = session_of_people(game, 2)
    assert not any(together.position(seat).can_skip for seat in range(4))
    with pytest.raises(UserError, match="no other person"):
        together.skip()


@pytest.mark.parametrize("is_closed", [False, True])
@pytest.mark.parametrize("people", [1, 2])
def test_nobody_plays_while_the_only_person_reads_the_rules(people: int, is_closed: bool) -> None:
    """The table goes on a beat after the rules or their page are closed; two people go on."""
    game, seats = find_game("sevens_v0"), [None] * people + ["random"] * (4 - people)
    session = Session(SeatedGame(game, game.options(), seats, 3), 1.0)
    while session.waits_for_person:
        session.take(game.legal_actions(session.seated.state)[0])
    done = session.seated.actions

    async def read(playing: SessionRunner) -> None:
        company, before = playing.company, len(done)
        with company.page(0):
            company.read(0, reads=True)
            playing.seat_people()
            await asyncio.sleep(1000)
            assert (len(done) == before) == (people == 1)
            if not is_closed:
                company.read(0, reads=False)
        playing.seat_people()
        if people == 1:
            await asyncio.sleep(0.99)
            assert len(done) == before
            await asyncio.sleep(0.02)
            assert len(done) == before + 1

    in_play(session, read)


@pytest.mark.parametrize("name", ["taxot_v0", "mokkaik_v0", "makhup_v0", "tyrant_v0", "seki_v0"])
def test_a_result_stays_until_the_only_person_goes_on(name: str) -> None:
    """Nothing is played behind the panel of a result, and skipping stops at it."""
    game, chance = find_game(name), random.Random(1)
    seats = [None] + ["random"] * (game.options().num_players - 1)
    rules = {rule: 2 for rule in ("seasons", "num_games") if rule in game.options.model_fields}
    session = Session(SeatedGame(game, game.options(**rules), seats, 2), 1.0)
    num_held = 0

    async def go_on_late(playing: SessionRunner) -> None:
        nonlocal num_held
        while not session.is_over:
            await asyncio.sleep(0)
            if session.held:
                done = session.seated.actions[:]
                assert session.held == {0} and not session.position(0).can_skip
                await asyncio.sleep(1000)
                assert session.seated.actions == done
                playing.change(partial(session.go_on, [0]))
                num_held += 1
            elif session.waits_for_person:
                position = session.position(0)
                action = chance.choice(position.moves).action
                playing.change(partial(session.build, 0, position.at, [action]))
            elif not session.is_skipping:
                playing.change(session.skip, is_heard=False)

    with asyncio.Runner(loop_factory=FakeLoop) as runner:
        runner.run(until_over(session, go_on_late))
    results = [
        moment for line in session.position(0).told for moment in line.moments if moment.is_result
    ]
    assert num_held >= len(results) - 1 > 0


def test_several_people_go_on_together_or_after_a_while() -> None:
    game, chance = find_game("makhup_v0"), random.Random(1)
    session = session_of_people(game, 3, seasons=3)
    session.set_pace(1.0)

    def play_to_a_result() -> None:
        while not session.held:
            session.take(chance.choice(game.legal_actions(session.seated.state)))

    async def look(playing: SessionRunner) -> None:
        last, *others = session.held
        assert len(others) == session.options.num_players - 1
        for seat in others:
            playing.change(partial(session.go_on, [seat]), is_heard=False)
            assert session.position(seat).scene != session.position(last).scene
        assert session.held == {last}
        await asyncio.sleep(READING + 1)
        assert not session.held and session.position(session.seated.to_move).moves

    play_to_a_result()
    in_play(session, look)
    session.set_pace(0.0)
    session.take(game.legal_actions(session.seated.state)[0])
    while session.seated.state["season"] < 2:
        session.take(chance.choice(game.legal_actions(session.seated.state)))
        assert not session.held


async def until_over(session: Session, then: Callable[[SessionRunner], Awaitable[None]]) -> None:
    """Runs a session to its end while `then` runs."""
    playing = SessionRunner(session, lambda _: None, PATIENCE)
    await asyncio.gather(playing.play(), then(playing))


def test_where_agents_sit_alone_nobody_waits_for_longer_than_the_pace(
    thinking: Callable[[Callable[[], float]], None],
) -> None:
    game = find_game("sevens_v0")
    thinking(lambda: 3.0)
    session = Session(SeatedGame(game, game.options(), ["random"] * 4, 3), 0.0)
    log = played_out(session)
    thought = sum(
        now > before for (before, *_), (now, *_) in pairwise([(0.0, False, False, 1.0), *log])
    )
    assert log[-1][0] == pytest.approx(3.0 * thought)


def test_an_answer_that_settles_who_takes_a_discard_is_heard() -> None:
    """Taxot: it is announced to nobody, but all see its result, at the pace (TAX-7.3)."""
    game, chance = find_game("taxot_v0"), random.Random(3)
    seen = set()
    for seed in range(4):
        session = session_of_people(game, seed, seasons=2)
        while not session.is_over:
            action = chance.choice(game.legal_actions(session.seated.state))
            is_heard, mover = session.is_heard(action), session.seated.to_move
            listener = (mover + 1) % session.options.num_players
            is_told = bool(game.announced_to(session.seated.state, action, listener))
            told = [len(session.position(seat).told) for seat in range(session.options.num_players)]
            session.take(action)
            hear = [len(session.position(seat).told) > told[seat] for seat in range(len(told))]
            assert is_heard == all(one for seat, one in enumerate(hear) if seat != mover)
            seen.add((is_told, is_heard))
    assert seen == {(True, True), (False, True), (False, False)}
