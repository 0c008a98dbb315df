"""Where files lie, who plays, where and on which day: none of it changes a number."""

import json
import shlex
import shutil
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fudaba.agents import make_agent
from fudaba.agents.agent import keys_of
from fudaba.agents.tuned_advice import packaged_file
from fudaba.cli.main import main
from fudaba.envs import GameRecord, find_game
from fudaba.envs.core.compiling import kernel_cache
from fudaba.envs.core.compiling.kernel_cache import KernelCache
from fudaba.evaluation.arena import compare

GAME = find_game("sevens_v0")
ROOT = Path(__file__).parents[1]
PYTHON = """
class Drawn:
    def act(self, observations, masks, rng):
        return (masks * rng.random(masks.shape)).argmax(axis=1)

class Last:
    def act(self, observations, masks, rng):
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
"""
MEASURE = """
from fudaba.evaluation.balance import tally

@tally("a number")
def nothing(game):
    return [0] * game.num_players
"""


def word_of_program(folder: Path) -> str:
    bot, weights = folder / "program.py", folder / "a=b.txt"
    shutil.copy(ROOT / "docs" / "bots" / "fields.py", bot)
    weights.write_text("1 2 3", encoding="utf-8")
    return f"program:{shlex.join([sys.executable, str(bot), f'--weights={weights}', str(weights)])}"


def word_of_python(folder: Path) -> str:
    (folder / "bot.py").write_text(PYTHON, encoding="utf-8")
    return f"python:{folder / 'bot.py'}:Drawn"


def word_of_policy(folder: Path) -> str:
    shutil.copytree(ROOT / "agents" / "policies" / "sevens", folder / "policy")
    return f"policy:{folder / 'policy'},sample"


def word_of_weights(folder: Path) -> str:
    tuned = json.loads(packaged_file(find_game("sevens_v0")).read_text(encoding="utf-8"))
    tuned["weights"].popitem()
    (folder / "weights.json").write_text(json.dumps(tuned), encoding="utf-8")
    return f"greedy:weights={folder / 'weights.json'}"


WORDS = [word_of_program, word_of_python, word_of_policy, word_of_weights]


@pytest.fixture
def go_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Moves to a folder, as another user of another machine in another country."""

    def gone(name: str) -> Path:
        folder = tmp_path / name / "bots"
        folder.mkdir(parents=True)
        for variable in ("HOME", "USER", "LOGNAME", "HOSTNAME", "TMPDIR"):
            monkeypatch.setenv(variable, str(folder))
        monkeypatch.setenv("TZ", {"here": "Asia/Tokyo"}.get(name, "America/Lima"))
        monkeypatch.setenv("LANG", {"here": "ja_JP.UTF-8"}.get(name, "C"))
        monkeypatch.chdir(folder)
        return folder

    return gone


def stored(path: Path) -> dict[str, int]:
    """The number of rows of each table of a file of results."""
    with sqlite3.connect(path) as file:
        query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'seals'"
        named = [name for (name,) in file.execute(query)]
        return {name: file.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in named}


@pytest.mark.parametrize("word_of", WORDS)
def test_the_same_comparison_gives_the_same_games_in_every_folder(
    word_of: Callable[[Path], str], go_to: Callable[[str], Path], tmp_path: Path
) -> None:
    played, kept = [], tmp_path / "kept.sqlite"
    for results in ("here.sqlite", "there.sqlite", kept, kept):
        folder = go_to(f"{len(played)} {Path(results).stem}")
        words = ["greedy", "random", word_of(folder)]
        agents = {word: make_agent(word, GAME, GAME.options()) for word in words}
        compare(GAME.name, agents, deals=3, results=results, records="records")
        lines = Path("records").read_text(encoding="utf-8").splitlines()
        games = [GameRecord.from_json(line) for line in lines]
        assert any(words[2] in game.agents for game in games)
        seats = [[words.index(agent) for agent in game.agents] for game in games]
        played.append([(g.rng, g.actions, seat) for g, seat in zip(games, seats, strict=True)])
        rows = stored(Path(results))
    assert played[0] == played[1] == played[2] == played[3]
    assert rows == stored(tmp_path / "1 there" / "bots" / "there.sqlite"), "none is played again"


def test_a_measure_is_known_wherever_its_file_lies(
    go_to: Callable[[str], Path], tmp_path: Path
) -> None:
    rows: list[dict[str, int]] = []
    for name in ("here", "there"):
        folder = go_to(name)
        (folder / "mine.py").write_text(MEASURE, encoding="utf-8")
        words = ["balance", "sevens", "--agent", word_of_python(folder), "--games", "40"]
        if rows:
            shutil.copy(tmp_path / "here" / "bots" / "r.sqlite", folder)
        assert main([*words, "--measure", f"{folder}/mine.py:nothing", "--results", "r.json"]) == 0
        rows.append(stored(folder / "r.sqlite"))
    assert rows[0] == rows[1]


def test_agents_of_one_file_and_arguments_of_one_program_are_told_apart(tmp_path: Path) -> None:
    file = word_of_python(tmp_path)
    command = word_of_program(tmp_path)
    words = [file, file.replace("Drawn", "Last"), command, f"{command} --more", f"{command} -m x"]
    agents = [make_agent(word, GAME, GAME.options()) for word in words]
    identities = [agent.identity for agent in agents]
    assert len(set(identities)) == len(words)
    (tmp_path / "a=b.txt").write_text("1 2 4", encoding="utf-8")
    assert make_agent(command, GAME, GAME.options()).identity not in identities


def test_agents_of_one_identity_have_keys_of_their_own() -> None:
    keys = keys_of(["a", "b", "c", "d", "v"], ["v", "v", None, "v", None])
    assert keys == ("v", "v, number 2", "named c", "v, number 3", "named v")


def test_a_project_that_was_moved_keeps_its_compiled_kernels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    identities = []
    for root in ("/somewhere", "/somewhere/else"):
        monkeypatch.setattr(kernel_cache, "SOURCE_ROOT", Path(root))
        names: dict[str, Callable[[], int]] = {}
        exec(compile("def one(): return 1", f"{root}/envs/rules.py", "exec"), names)
        cache = KernelCache(names["one"], tmp_path)
        identities.append((cache._name, cache._identity))
    assert identities[0] == identities[1]
