"""`python:MODULE:NAME` and `python:FILE.py:NAME`: the user's code, its identity, its errors."""

import pickle
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from fudaba.agents import make_agent
from fudaba.agents.agent import ActionProbabilities, MoveEvaluator, SearchAgent, identity_of
from fudaba.agents.errors import AgentError
from fudaba.agents.naming import check_code
from fudaba.agents.titles import agent_title
from fudaba.cli.main import Terminated, main
from fudaba.envs import UserError, find_game
from fudaba.evaluation.arena import compare
from fudaba.evaluation.workers import Stopped
from fudaba.training.config import OpponentConfig

SEVENS = find_game("sevens_v0")
RULES = SEVENS.options()
BOT = """
from helper import chosen

class First:
    def act(self, observations, masks, rng):
        return chosen(masks)
"""
HELPER = "def chosen(masks):\n    return masks.argmax(axis=1)\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A working directory with a bot and a module that it imports; nothing stays loaded."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    before = set(sys.modules)
    put("bot.py", BOT)
    put("helper.py", HELPER)
    yield
    for name in set(sys.modules) - before:
        file = getattr(sys.modules[name], "__file__", None) or ""
        if file.startswith(str(tmp_path)):
            del sys.modules[name]


def put(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def made(word: str) -> Any:
    return make_agent(word, SEVENS, RULES)


def identity(word: str = "python:bot.py:First") -> str:
    agent = made(word)
    known = identity_of(word, agent)
    assert known is not None
    return known


def refusal(word: str) -> str:
    with pytest.raises(UserError) as refused:
        made(word)
    return str(refused.value)


# What a word makes


@pytest.mark.parametrize("word", ["python:bot.py:First", "python:bot:First"])
def test_a_file_and_a_module_name_an_agent(word: str) -> None:
    masks = np.array([[0, 1, 1], [1, 0, 0]], np.int8)
    agent = made(word)
    assert agent.act(np.zeros((2, 4), np.int8), masks, np.random.default_rng(0)).tolist() == [1, 0]
    assert not isinstance(agent, SearchAgent | MoveEvaluator | ActionProbabilities)
    assert agent_title(word, SEVENS) == "First"


def test_the_class_or_function_gets_the_game_and_the_house_rules_if_it_takes_them() -> None:
    put(
        "bot.py",
        BOT
        + """
seen = []
class Both(First):
    def __init__(self, options, game, depth=3): seen.append((game.name, options.num_players, depth))
class Any(First):
    def __init__(self, **given): seen.append(sorted(given))
def none():
    seen.append("none")
    return First()
""",
    )
    for name in ("Both", "Any", "none"):
        made(f"python:bot.py:{name}")
    loaded = [module for name, module in sys.modules.items() if name.startswith("fudaba_agent_")]
    (module,) = [module for module in loaded if hasattr(module, "seen")]
    assert module.seen == [("sevens_v0", 4, 3), ["game", "options"], "none"]


def test_methods_that_the_agent_has_are_found() -> None:
    put(
        "bot.py",
        """
class All:
    def search(self, observations, masks, worlds, rng): return masks.argmax(axis=1)
    def probabilities(self, observations, masks): return masks / masks.sum(axis=1, keepdims=True)
    def evaluate_actions(self, mask, worlds, row, rng): return mask[None]
""",
    )
    agent = made("python:bot.py:All")
    assert isinstance(agent, SearchAgent)
    assert isinstance(agent, MoveEvaluator) and isinstance(agent, ActionProbabilities)
    assert not hasattr(agent, "act")


def test_two_files_of_the_same_name_are_two_agents() -> None:
    for folder, choice in (("one", "argmax"), ("two", "argmin")):
        put(f"{folder}/bot.py", BOT.replace("from helper import chosen", "").replace(
            "chosen(masks)", f"masks.{choice}(axis=1)"))  # fmt: skip
    masks = np.array([[1, 0, 1]], np.int8)
    chosen = [
        made(f"python:{folder}/bot.py:First").act(masks, masks, np.random.default_rng(0)).tolist()
        for folder in ("one", "two")
    ]
    assert chosen == [[0], [1]]


# Identities


def test_the_identity_follows_the_source_and_what_it_imports_from_its_folder() -> None:
    first = identity()
    assert identity() == first and identity("python:./bot.py:First") == first
    put("unrelated.py", "x = 1\n")
    assert identity() == first
    put("helper.py", HELPER + "# changed\n")
    second = identity()
    put("bot.py", BOT + "# changed\n")
    assert len({first, second, identity()}) == 3


def test_imports_through_other_files_and_packages_count() -> None:
    put("helper.py", "from parts.deep import chosen\n")
    put("parts/__init__.py", "")
    put("parts/deep.py", "from . import deeper\nchosen = deeper.chosen\n")
    put("parts/deeper.py", HELPER)
    before = identity()
    put("parts/deeper.py", HELPER + "\n")
    after = identity()
    put("parts/__init__.py", "x = 1\n")
    assert len({before, after, identity()}) == 3


def test_changed_source_is_loaded_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    masks = np.array([[1, 0, 1]], np.int8)
    for word in ("python:bot.py:First", "python:bot:First"):
        for choice, action in (("argmax", 0), ("argmin", 1)):
            # In the same second and of the same size, as Python's bytecode remembers a source.
            put("helper.py", HELPER.replace("argmax", choice))
            agent = made(word)
            assert agent.act(masks, masks, np.random.default_rng(0)).tolist() == [action], word


def test_an_own_identity_is_kept_and_an_inherited_one_is_not() -> None:
    put(
        "bot.py",
        BOT + "class Mine(First):\n    identity = 'mine 2'\nclass Heir(Mine): 0\n",
    )
    assert identity("python:bot.py:Mine") == "mine 2"
    heir, first = identity("python:bot.py:Heir"), identity("python:bot.py:First")
    assert heir.removeprefix("Heir") == first.removeprefix("First")


def test_modules_that_are_installed_are_hashed_without_their_neighbours(tmp_path: Path) -> None:
    folder = tmp_path / "site-packages"
    put(str(folder / "installed_bot.py"), BOT)
    put(str(folder / "helper.py"), HELPER)
    sys.path.insert(0, str(folder))
    Path("helper.py").unlink()
    before = identity("python:installed_bot:First")
    put(str(folder / "helper.py"), HELPER + "\n")
    assert identity("python:installed_bot:First") == before


def test_an_agent_is_pickled_by_its_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = made("python:bot.py:First")
    pickled = pickle.dumps(agent)
    monkeypatch.chdir(tmp_path.parent)  # another process may have another working directory
    again = pickle.loads(pickled)
    assert again.identity == agent.identity and again.spec == agent.spec
    masks = np.ones((1, 3), np.int8)
    assert again.act(masks, masks, np.random.default_rng(0)).tolist() == [0]


# Doors


def test_results_are_kept_and_a_changed_agent_plays_anew(tmp_path: Path) -> None:
    def played() -> int:
        agents = {word: made(word) for word in ("python:bot.py:First", "random")}
        compare(SEVENS.name, agents, deals=2, results=tmp_path / "r.sqlite")
        connection = sqlite3.connect(tmp_path / "r.sqlite")
        (count,) = connection.execute("SELECT count(*) FROM chunks").fetchone()
        connection.close()
        return int(count)

    first = played()
    assert played() == first
    put("helper.py", HELPER + "\n")
    assert played() == 2 * first


def test_an_env_takes_the_word() -> None:
    env = gymnasium.make("fudaba/Sevens-v0", opponents={"python:bot.py:First": 0.5, "greedy": 0.5})
    _, info = env.reset(seed=1)
    is_over = False
    while not is_over:
        action = int(np.flatnonzero(info["action_mask"])[0])
        _, _, is_over, _, info = env.step(action)


def test_a_configuration_takes_the_word() -> None:
    wanted = OpponentConfig.model_validate({"agents": {"python:bot.py:First": 1.0}})
    assert wanted.agents == {"python:bot.py:First": 1.0}


def test_the_arena_plays_it(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "sevens", "random", "python:bot.py:First", "--deals", "2"]
    assert main(words) == 0
    assert "python:bot.py" in capsys.readouterr().out


# What is wrong with it


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("python:", "there is no agent 'python:'; allowed: python:MODULE:NAME, "
         "python:FILE.py:NAME."),
        ("python:bot.py", "there is no agent 'python:bot.py'; allowed: python:MODULE:NAME, "
         "python:FILE.py:NAME."),
        ("python:bot.py:", "there is no agent 'python:bot.py:'; allowed: python:MODULE:NAME, "
         "python:FILE.py:NAME."),
        ("python:bot.py:a-b", "there is no agent 'python:bot.py:a-b'; allowed: python:MODULE:NAME, "
         "python:FILE.py:NAME."),
        ("python:bot.py:Second", "bot.py has no class or function 'Second'; its classes: First."),
        ("python:bot.py:np", "bot.py has no class or function 'np'; its classes: First."),
        ("python:bot.py:number", "bot.py has no class or function 'number'; its classes: First."),
        ("python:bot.py:needs", "python:bot.py:needs needs a value for 'depth'; allowed are the "
         "parameters game and options, and others that have defaults."),
        ("python:bot.py:three", "what python:bot.py:three makes can't be 3; allowed: an object "
         "with act(observations, masks, rng) or search(observations, masks, worlds, rng)."),
        ("python:bot.py:picky", "this bot plays Niekhi alone."),
        ("python:bot.py:nameless", "the identity of agent python:bot.py:nameless can't be 3; "
         "allowed: a text that is not empty."),
        ("python:no_such_module:X", "there is no module 'no_such_module' in {here} or among what "
         "is installed."),
        ("python:helper.inner:X", "there is no module 'helper.inner' in {here} or among what is "
         "installed."),
        ("python:a b:X", "a module can't be called 'a b'; allowed: names with dots between."),
        ("python:.bot:X", "a module can't be called '.bot'; allowed: names with dots between."),
        ("python:sys:X", "module 'sys' has no file, so it can't hold an agent."),
        ("python:away.py:X", "there is no file {here}/away.py."),
        (f"python:{'x' * 5000}.py:X", f"there is no file {{here}}/{'x' * 5000}.py."),
    ],
)  # fmt: skip
def test_a_wrong_word_is_refused(word: str, message: str) -> None:
    put(
        "bot.py",
        BOT
        + """
number = 3
def needs(game, depth): ...
def three(): return 3
def picky(game):
    from fudaba.envs import UserError
    raise UserError("this bot plays Niekhi alone.")
def nameless():
    agent = First()
    agent.identity = 3
    return agent
""",
    )
    assert refusal(word) == message.format(here=Path.cwd())


@pytest.mark.parametrize(
    ("text", "error", "line"),
    [
        ("class First:\n    def act(self): return 1 +\n", "SyntaxError", "line 2"),
        ("import no_such_library\n", "ModuleNotFoundError", "line 1"),
        ("class First:\n    def __init__(self):\n        raise OSError('no weights')\n", "OSError",
         "line 3, in __init__"),
        ("raise KeyError('x')\n", "KeyError", "line 1"),
    ],
)  # fmt: skip
def test_an_error_while_it_is_loaded_has_the_traceback_of_its_own_code(
    text: str, error: str, line: str
) -> None:
    put("bot.py", text)
    with pytest.raises(AgentError) as failed:
        made("python:bot.py:First")
    assert str(failed.value).startswith(f"agent python:bot.py:First failed: {error}")
    assert f'bot.py", {line}' in failed.value.traceback
    assert "python_sources.py" not in failed.value.traceback


BREAKING = (
    BOT
    + """
class Breaking(First):
    left = 3
    def act(self, observations, masks, rng):
        self.left -= 1
        return {}["no plan"] if self.left < 0 else super().act(observations, masks, rng)
class Illegal:
    def act(self, observations, masks, rng): return masks.argmin(axis=1)
class Short:
    def act(self, observations, masks, rng): return [1, 2, 3]
"""
)


def test_a_failing_agent_ends_the_arena_with_its_traceback_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    put("bot.py", BREAKING)
    assert main(["arena", "sevens", "random", "python:bot.py:Breaking", "--deals", "200"]) == 2
    errors = capsys.readouterr().err
    assert errors.count("Traceback") == 1 and errors.count("in act") == 1
    assert errors.endswith(
        "KeyError: 'no plan'\nfudaba: agent python:bot.py:Breaking failed: KeyError('no plan').\n"
    )


PLACES = {
    "{end}\nclass Ending(First): 0": "check-bot {word} sevens",
    "class Ending(First):\n    def __init__(self): {end}": "check-bot {word} sevens",
    "class Ending(First):\n    def act(self, *given): {end}": "arena sevens random {word}",
    "from fudaba.evaluation.balance import factor\n@factor('None.')\n"
    "def Ending(state): {end}": "balance sevens --games 20 --measure bot.py:Ending",
    "if True: {end}": "balance sevens --games 20 --measure bot.py:Ending",
}


@pytest.mark.parametrize("error", ["SystemExit(0)", "KeyboardInterrupt()", "CancelledError()"])
@pytest.mark.parametrize("place", PLACES)
def test_code_that_wants_to_end_the_process_has_failed(
    place: str, error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    own = place.format(end=f"raise {error}")
    put("bot.py", f"{BOT}from asyncio import CancelledError\n{own}\n")
    assert main(PLACES[place].format(word="python:bot.py:Ending").split()) == 2
    assert f"bot.py:Ending failed: {error}.\n" in "".join(capsys.readouterr())


@pytest.mark.parametrize("stop", [Stopped, Terminated, KeyboardInterrupt])
def test_an_interruption_of_the_process_is_no_failure_of_its_code(
    stop: type[BaseException],
) -> None:
    put("bot.py", "class First:\n    def act(self, *given): raise self.stop\n")
    agent = made("python:bot.py:First")
    agent._agent.stop = stop
    with pytest.raises(stop):
        agent.act(np.zeros((1, 1), np.int8), np.ones((1, 1), np.int8), None)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Illegal", "agent python:bot.py:Illegal at table "),
        ("Short", "agent python:bot.py:Short must return an action for each of "),
    ],
)
def test_a_wrong_answer_names_the_agent(
    name: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    put("bot.py", BREAKING)
    assert main(["arena", "sevens", "random", f"python:bot.py:{name}", "--deals", "2"]) == 2
    assert capsys.readouterr().err.startswith(f"fudaba: {message}")


def test_a_name_that_another_loaded_module_has_is_refused() -> None:
    for folder in ("one", "two"):
        put(f"{folder}/bot.py", BOT.replace("helper", "helper_of_two_bots"))
        put(f"{folder}/helper_of_two_bots.py", HELPER)
    made("python:one/bot.py:First")
    message = refusal("python:two/bot.py:First")
    assert message.startswith(f"{Path.cwd()}/two/bot.py imports {Path.cwd()}/two/helper_of_two")
    assert message.endswith("name the agents python:FOLDER.MODULE:NAME.")


def test_packages_tell_equal_names_apart() -> None:
    for folder, choice in (("one", "argmax"), ("two", "argmin")):
        put(f"{folder}/__init__.py", "")
        put(f"{folder}/bot.py", BOT.replace("from helper", "from .helper"))
        put(f"{folder}/helper.py", HELPER.replace("argmax", choice))
    masks = np.array([[1, 0, 1]], np.int8)
    chosen = [
        made(f"python:{folder}.bot:First").act(masks, masks, np.random.default_rng(0)).tolist()
        for folder in ("one", "two")
    ]
    assert chosen == [[0], [1]]


def test_code_is_checked_without_a_game() -> None:
    check_code("python:bot.py:First")
    with pytest.raises(UserError, match="has no class or function 'Second'"):
        check_code("python:bot.py:Second")
    with pytest.raises(UserError, match="'greedy' names no code of your own; allowed: python:"):
        check_code("greedy")
