"""Kernels run as plain Python until another process has compiled them, and nobody notices."""

import os
import pickle
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from fudaba.agents.greedy import GreedyAgent, heuristic
from fudaba.agents.uniform import drawn_legal
from fudaba.envs import Game, find_game, game_names
from fudaba.envs.cards.melds import show_counts
from fudaba.envs.core.compiling import ahead, waiting, workers
from fudaba.envs.core.compiling.ahead import wait_for
from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.core.compiling.plain import plain, plain_call
from fudaba.envs.core.compiling.worker import NICENESS
from fudaba.envs.core.compiling.workers import NOT_STARTED, Job, Workers
from fudaba.envs.core.kit import rng
from fudaba.envs.core.kit.arrays import clear, count_ones, show_one
from fudaba.envs.core.kit.bits import (
    count_bits,
    eight_flags,
    first_flag,
    flagged,
    holds,
    lowest_of,
    show_set,
)
from fudaba.envs.core.kit.memory import forget_zone, show_zone, spread
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.core.stepping.loops import calls_of_rules, loops, nth_legal
from fudaba.testing.mixes import mixes
from fudaba.testing.positions import fields_of

from ..processes import python

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")

CHANGED = "changed"  # the argument that a kernel changes

LIBRARY = """
import numpy as np
from fudaba.envs.core.compiling.kernel import kernel, wrapping_kernel

@wrapping_kernel
def scrambled(value):
    return value * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(7)
"""
RULES = """
import numpy as np
import library
from fudaba.envs.core.compiling.kernel import wait_for_compile, generate, kernel, specialise

@kernel
def rule(values):
    value = np.uint64(1)
    for index in range(len(values)):
        value = library.scrambled(value) + np.uint64(values[index])
        values[index] = value % np.uint64(1000)
    return np.int64(value % np.uint64(1000))

doubled = generate(["def doubled(values):", "    return 2 * rule(values)"], "tiny", {"rule": rule})

def template(values):
    return called(values) + 1

called = None
loop = specialise(template, "tiny", called=doubled)
patient = wait_for_compile(specialise(template, "patient", called=doubled))
"""
START = """
import os, sys
sys.path.insert(0, os.getcwd())
import numpy as np
import rules
from fudaba.envs.core.compiling import ahead
from fudaba.envs.core.compiling.ahead import number_compiled
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a few tiny kernels."""
    (tmp_path / "library.py").write_text(LIBRARY, encoding="utf-8")
    (tmp_path / "rules.py").write_text(RULES, encoding="utf-8")
    return tmp_path


def run(folder: Path, code: str) -> "subprocess.CompletedProcess[str]":
    """Runs a script that has the tiny kernels as `rules`, with a cache of its own."""
    settings = {"NUMBA_CACHE_DIR": str(folder / "cache"), "NUMBA_DISABLE_JIT": "0"}
    words = ("-W", "error", "-c", START + textwrap.dedent(code))
    return python(*words, cwd=folder, check=False, **settings)


def output(folder: Path, code: str) -> str:
    """Returns what a script prints; it must not fail or complain."""
    done = run(folder, code)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


# The same with and without compiled code


def test_the_switch_is_made_between_two_calls_and_compiles_nothing_here(folder: Path) -> None:
    code = """
    values = np.arange(5)
    def calls():
        print([rules.loop(values)], *values, rules.loop.signatures)
        rules.loop.job.wait()
        print([rules.loop(values)], *values, len(rules.loop.signatures))
    print(number_compiled(calls))
    """
    plainly, compiled, number = output(folder, code).splitlines()
    assert plainly.endswith("[]") and compiled.endswith(" 1") and number == "0"
    again = """
    values = np.arange(5)
    for _ in range(2):
        print([rules.loop(values)], *values, len(rules.loop.signatures))
    """
    first, second = output(folder, again).splitlines()
    assert (first, second) == (plainly.replace("[]", "1"), compiled)


def test_with_many_tables_a_call_waits_and_so_does_a_search(folder: Path) -> None:
    code = """
    print(rules.loop(np.arange(64)), len(rules.loop.signatures))
    print(rules.patient(np.arange(5)), len(rules.patient.signatures))
    """
    assert all(line.endswith(" 1") for line in output(folder, code).splitlines())


def test_two_threads_that_call_a_kernel_first_have_it_compiled_once(folder: Path) -> None:
    code = """
    import time
    from threading import Thread
    given, look = [], ahead._is_missing
    def look_slowly(*asked):
        time.sleep(0.1)
        return look(*asked)
    ahead._is_missing, ahead.WORKERS.give = look_slowly, given.append
    threads = [Thread(target=rules.loop, args=(np.arange(5),)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(len(given))
    """
    assert output(folder, code) == "1\n"


def test_no_compiled_code_runs_within_plain_python() -> None:
    """A compiled callee would return an unsigned number as an `int`."""
    state = np.zeros(1, find_game("sevens_v0").state_dtype)
    state["rng"] = 2**63 + 11
    other = state.copy()
    for _ in range(5):
        with np.errstate(over="ignore"):
            value = plain(rng.next_uint64)(state[0])
        assert isinstance(value, np.uint64)
        assert value == np.uint64(rng.next_uint64(other[0])) and fields_of(state[0]) == fields_of(
            other[0]
        )


@pytest.mark.parametrize("name", game_names())
def test_a_game_is_the_same_in_plain_python(name: str) -> None:
    """Whatever runs compiled, plain forms of generated text and of greedy's advice included.

    SEKI calls kernels by `module.name`.
    """
    game = find_game(name)
    rng = np.random.default_rng(1)
    for options in [{}, rng.choice(np.array(mixes(game), object))]:
        play_plainly(game, options, rng)


def play_plainly(game: Game, options: dict[str, Any], rng: np.random.Generator) -> None:
    """Plays a game at random, compiled at one table, and compiled or plain at another."""
    states, views = np.zeros(2, game.state_dtype), np.zeros(2, game.view_dtype)
    game.options.read(game.name, options).write(states[0])
    states[0]["rng"] = rng.integers(2**63)
    states[1] = states[0]
    masks, points = np.zeros((2, game.num_actions), np.int8), np.zeros((2, game.max_players))
    rules, choose, weights = game.kernels, heuristic(game), GreedyAgent(game).record

    def do(kernel: Any, *of_both: Any) -> Any:
        at_one, at_other = ([each[row] if isinstance(each, np.ndarray) else each
                             for each in of_both] for row in (0, 1))  # fmt: skip
        form = plain_call(kernel) if rng.random() < 0.8 else kernel
        assert form is not None
        result = kernel(*at_one)
        assert repr(form(*at_other)) == repr(result)
        for one, other in zip(at_one, at_other, strict=True):
            assert not isinstance(one, np.ndarray | np.void) or one.tobytes() == other.tobytes()
        return result

    do(rules.deal, states)
    for _ in range(60):
        do(rules.legal, states, masks)
        seat = int(states[0]["to_move"])
        if seat == NOBODY:
            break
        do(rules.observe, states, seat, views)
        do(choose, views, weights, masks)
        drawn = rng.random()
        do(rules.apply, states, do(drawn_legal, masks, drawn))
        do(rules.score, states, points)


@pytest.mark.parametrize("seed", range(5))
def test_plain_forms_do_the_same_as_their_kernels(seed: int) -> None:
    drawn = np.random.default_rng(seed)
    flags = drawn.integers(0, 2, 61, np.int8)
    for first in (0, 5, 53):
        word = eight_flags(flags, first)
        assert plain_call(eight_flags)(flags, first) == word
        assert flags[first : first + 8].any()
        place = int(flags[first : first + 8].argmax())
        assert plain_call(first_flag)(word) == first_flag(word) == place
    for size in (0, 20, 61):
        assert plain_call(count_ones)(flags, size) == count_ones(flags, size)
    shown, others = np.zeros((2, 64), np.int8)
    things = np.uint64(drawn.integers(1, 2**64, dtype=np.uint64)) << np.uint64(13 * seed)
    show_set(things, shown)
    plain_call(show_set)(things, others)
    assert (shown == others).all() and shown.any()
    assert plain_call(lowest_of)(things) == lowest_of(things) == shown.argmax()
    assert plain_call(count_bits)(things) == count_bits(things) == shown.sum()
    assert [plain_call(holds)(things, number) for number in range(64)] == shown.tolist()
    assert np.uint64(plain_call(flagged)(shown)) == np.uint64(flagged(shown)) == things
    legal = np.flatnonzero(flags)
    for number, action in enumerate(legal.tolist()):
        assert plain_call(nth_legal)(flags, number) == nth_legal(flags, number) == action


@pytest.mark.parametrize(
    ("change", "shape", "arguments"),
    [
        (clear, 8, (CHANGED,)),
        (show_one, 8, (3, CHANGED)),
        (show_one, 8, (-1, CHANGED)),
        (show_counts, 8, (0x0123_0004_5670_1020, CHANGED)),
        (forget_zone, (3, 8), (CHANGED, 0)),
        (spread, (3, 8), (CHANGED, 1, 0, 2)),
        (show_zone, 8, (np.arange(16, dtype=np.int16).reshape(2, 8), 1, 2, CHANGED)),
    ],
)
def test_plain_forms_change_arrays_as_their_kernels_do(
    change: Any, shape: Any, arguments: tuple[Any, ...]
) -> None:
    before = np.random.default_rng(1).integers(0, 2, shape, np.int16)
    compiled, plainly = before.copy(), before.copy()
    for run, array in ((change, compiled), (plain_call(change), plainly)):
        run(*(array if each is CHANGED else each for each in arguments))
    assert (compiled == plainly).all() and (compiled != before).any()


# What other processes are told


def test_kernels_of_loops_and_of_generated_text_are_made_again_by_their_recipe() -> None:
    """Else the other process would save what this one does not look for."""
    game = find_game("sevens_v0")
    for made in (loops(game).step_tables, game.kernels.observe, game.kernels.deal):
        again = pickle.loads(ahead._pickled(made))
        assert (again is made) == (made.recipe is None)
        assert again._cache._identity == made._cache._identity
        assert again._cache.cache_path == made._cache.cache_path


def test_the_parts_are_called_with_the_types_for_which_loops_compile_them() -> None:
    """Else other processes would compile forms that nobody needs."""
    game = find_game("sevens_v0")
    loop = loops(game)
    for part, arguments in calls_of_rules(game):
        part.get_call_template(ahead._types_of(arguments), {})
    before = {part: part.linked.signatures for part, _ in calls_of_rules(game)}
    states, one = np.zeros(9, game.state_dtype), np.zeros(9, np.int64)
    views, masks = np.zeros(9, game.view_dtype), np.zeros((9, game.num_actions), np.int8)
    scores = np.zeros((9, game.max_players))
    for state in states:
        game.options().write(state)
    arrays, lengths = (states, views, masks, one, scores), np.zeros(9, np.int64)
    loop.deal_tables(*arrays, lengths, np.arange(9), np.ones(9, np.uint64))
    loop.step_tables(
        *(*arrays, scores.copy(), np.zeros(9, bool), lengths, lengths + 99),
        *(masks.argmax(1), False, states[:0], scores[:0], lengths[:0], 0, 9),
    )
    assert before == {part: part.linked.signatures for part in before}


def test_a_kernel_without_a_name_is_compiled_here(capsys: pytest.CaptureFixture[str]) -> None:
    @kernel
    def local(value: int) -> int:
        return value + 1

    assert local(2) == 3
    assert local.signatures == [(numba.int64,)]
    assert capsys.readouterr() == ("", "")


# Processes


def give(function: Any, *arguments: Any, after: tuple[Job, ...] = ()) -> Job:
    return Job(pickle.dumps((function, arguments)), after)


@pytest.fixture
def two() -> Any:
    """Two processes."""
    there = Workers(2)
    yield there
    there.stop()


def test_jobs_are_answered_in_other_processes_which_then_end(two: Workers) -> None:
    first = give(os.getpid)
    second = give(pow, 2, 5, after=(first,))
    two.give(second)
    assert second.is_under_way
    two.give(first)
    second.wait()
    first.wait()
    assert (second.answer, second.failure, first.failure) == (32, "", "")
    assert first.answer != os.getpid()
    while two._num_open:
        time.sleep(0.01)
    assert two._all == []


def test_games_that_are_played_meanwhile_go_before_other_processes(two: Workers) -> None:
    job = give(os.nice, 0)
    two.give(job)
    job.wait()
    assert job.answer == min(os.nice(0) + NICENESS, 19)


def test_what_fails_is_named(two: Workers) -> None:
    wrong, ended = give(int, "seven"), give(os._exit, 3)
    for job in (wrong, ended):
        two.give(job)
        job.wait()
    assert wrong.failure == "ValueError: invalid literal for int() with base 10: 'seven'"
    assert ended.failure.startswith("a process ended with exit code ")


@pytest.mark.parametrize("what", ["process", "thread"])
def test_where_nothing_can_be_started_jobs_fail(
    what: str, monkeypatch: pytest.MonkeyPatch, two: Workers
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise OSError if what == "process" else RuntimeError

    monkeypatch.setattr(subprocess, "Popen", refuse) if what == "process" else monkeypatch.setattr(
        workers.threading.Thread, "start", refuse
    )
    job = give(pow, 2, 5)
    two.give(job)
    job.wait()
    assert (job.failure, two._num_open) == (NOT_STARTED, 0)


def test_a_forked_child_does_not_wait_for_its_parent_s_jobs(two: Workers) -> None:
    job = give(time.sleep, 600)
    two.give(job)
    child = os.fork()
    if child == 0:
        os._exit(job.is_under_way or two._num_open)
    assert os.waitpid(child, 0)[1] == 0
    assert job.is_under_way


PATIENT = 6000  # looks at a process that should have ended
PARENT = """
import os, select, sys, time, pickle
from fudaba.envs.core.compiling.workers import Job, Workers
workers = Workers(1)
def start(work):
    job = Job(pickle.dumps(work))
    workers.give(job)
    return job
def show(child=0):
    while not workers._all:
        time.sleep(0.01)
    print(workers._all[0]._process.pid, child, flush=True)
    while not select.select([sys.stdin], [], [], 0.1)[0]:  # a signal just before is not lost
        pass
"""
BUSY = "start((os.getpid, ())).wait()\nstart((time.sleep, (600,)))\n"
MOMENTS = {
    "at work": f"{BUSY}show()",
    "while it imports": """
import numba
open("numba.py", "w").write("import time; time.sleep(600)")
sys.path.insert(0, os.getcwd())
start((os.getpid, ()))
show()
""",
    "with a child": f"{BUSY}child = os.fork()\nshow(child) if child else time.sleep(600)",
}


@pytest.mark.diagonal
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, None])
def test_no_process_outlives_its_parent(how: int | None, moment: str, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT + MOMENTS[moment]],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as parent:
        assert parent.stdin is not None and parent.stdout is not None
        worker, child = map(int, parent.stdout.readline().split())
        try:
            parent.stdin.close() if how is None else parent.send_signal(how)
            parent.wait(timeout=60)
            assert has_ended(worker)
        finally:
            if child:
                os.kill(child, signal.SIGKILL)


def has_ended(process: int) -> bool:
    """Waits for the end of a process; one that does not end is killed."""
    for _ in range(PATIENT):
        if state_of(process) == "Z":
            return True
        time.sleep(0.01)
    os.kill(process, signal.SIGKILL)
    return False


def state_of(process: int) -> str:
    """The state of a process by Linux, `Z` if it has ended."""
    try:
        line = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return "Z"
    return line.rpartition(")")[2].split()[0]


# Waiting and failing


class Compiled:
    """Stands for a kernel that another process compiles."""

    notice = "compiling tiny"

    def __init__(self) -> None:
        self.job = Job(b"")


def test_who_waits_long_is_told_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def pass_time(job: Job, seconds: float = 0.0) -> None:
        if not seconds:  # the second wait is until the end
            job.finish()

    monkeypatch.setattr(ahead, "WAITING", waiting.Waiting())
    monkeypatch.setattr(Job, "wait", pass_time)
    for _ in range(2):
        wait_for(Compiled())
    assert capsys.readouterr().err == "fudaba: compiling tiny ...\n"


def test_a_failure_is_told_once_and_the_kernel_is_compiled_here(folder: Path) -> None:
    code = """
    ahead._compile_for_python = len
    for size in (5, 5):
        rules.loop(np.arange(size))
        rules.loop.job.wait()
    print(number_compiled(lambda: rules.loop(np.arange(5))) + len(rules.loop.signatures))
    """
    done = run(folder, code)
    assert done.stderr == (
        "fudaba: no other process could compile for this one "
        "(TypeError: len() takes exactly one argument (2 given)).\n"
    )
    assert done.stdout == "1\n"


def test_where_no_process_can_be_started_nothing_is_told(folder: Path) -> None:
    code = """
    sys.executable = "missing"
    while not rules.loop.signatures:
        rules.loop(np.arange(5))
    """
    assert output(folder, code) == ""


def test_no_door_compiles_anything_for_its_first_games(folder: Path) -> None:
    code = """
    from fudaba.agents import make_agent
    from fudaba.agents.seated import SeatedGame
    from fudaba.cli.sitting import Sitting
    from fudaba.envs import find_game, sevens_v0
    from fudaba.evaluation.arena import compare
    from fudaba.web.preparing import warm_up
    from fudaba.web.session import Session

    game = find_game("sevens_v0")
    def open_all_doors():
        env = sevens_v0.env(render_mode="rgb_array")
        env.reset(seed=1)
        env.render()
        env.step(int(env.last()[0]["action_mask"].argmax()))
        sitting = Sitting(game, game.options(), ["greedy"] * 3, 0, 1)
        for _ in range(8):
            sitting.take(sitting.choices()[0] if sitting.to_move == 0 else sitting.agent_action())
        sitting.advice("greedy")
        warm_up(Session(SeatedGame(game, game.options(), [None, *["greedy"] * 3], 5, 77), 1.0, []))
        agents = {name: make_agent(name, game, game.options()) for name in ("random", "greedy")}
        compare(game.name, agents, deals=10)
    print(number_compiled(open_all_doors))
    """
    assert output(folder, code) == "0\n"
