"""A game of nobody's here, with nothing but its rules, at every door; see `own_games`."""

import multiprocessing
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest

from fudaba.adapters.text import TextArenaEnv
from fudaba.agents.greedy import greedy_or_random
from fudaba.agents.montecarlo import MonteCarloAgent
from fudaba.agents.naming import adviser_of, make_agent
from fudaba.agents.packaged import has_policy
from fudaba.agents.tuned_advice import packaged_weights
from fudaba.agents.uniform import UniformAgent
from fudaba.cli.games import configs_of
from fudaba.cli.main import COMMANDS, main
from fudaba.common.languages import in_language, translator
from fudaba.envs import UserError, find_game, make, register, registered_game, tables
from fudaba.envs.core.api import registry
from fudaba.envs.core.words.how_to_play import aim
from fudaba.evaluation.asking import read_game
from fudaba.training.config import check_config, packaged_configs, read_config
from fudaba.web.manager import new_session
from fudaba.web.wire import NewTable

pytestmark = pytest.mark.filterwarnings("ignore:.*Overriding environment")
HERE = Path(__file__).parent
FILE, MODULE = "./murmur.py", "cardroom.murmur"
NAMED = {"file": FILE, "module": MODULE}
BOT = "class First:\n  def act(self, observations, masks, rng): return masks.argmax(axis=1)\n"
SMALL = {
    **{"total_steps": 256, "tables": 8, "threads": 1, "warm_start": {"decisions": 16}},
    **{"ppo": {"n_steps": 16, "batch_size": 64}, "output": "runs/trained"},
    "evaluation": {"every": 256, "deals": 2, "final_deals": 2, "against": ["random"]},
}


@pytest.fixture
def own_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working directory with a game as a file and in a package; both forgotten afterwards."""
    rules = (HERE / "whisper" / "game.py").read_text(encoding="utf-8")
    rules = rules.replace("__package__", "__name__").replace('("whisper")', "(__name__)")
    (tmp_path / "cardroom" / "murmur").mkdir(parents=True)
    (tmp_path / "cardroom" / "__init__.py").touch()
    in_package = rules.replace("whisper_v0", "mumble_v0")
    (tmp_path / "cardroom" / "murmur" / "__init__.py").write_text(in_package, encoding="utf-8")
    (tmp_path / "murmur.py").write_text(rules.replace("whisper_v0", "murmur_v0"), encoding="utf-8")
    (tmp_path / "bots.py").write_text(BOT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(registry, "_packages", {**registry._packages})
    monkeypatch.setattr(registry, "_named", {})
    yield tmp_path
    for name in [name for name in sys.modules if name.partition(".")[0] in ("murmur", "cardroom")]:
        del sys.modules[name]


COMMAND_LINES = [
    f"games {FILE}",
    f"play {FILE} --against greedy",
    f"arena {FILE} random greedy --deals 2 --records games.jsonl",
    f"replay games.jsonl --games {FILE}",
    "table --games ./murmur.py",
    "train two_lines.yaml --total-steps 2048 --warm-start.decisions 16 --threads 1 "
    "--evaluation.deals 2 --evaluation.final-deals 2 --evaluation.against random",
    f"league {FILE} --deals 2 --output league.md",
    f"exploit {FILE} greedy --steps 2048 --deals 2 --threads 1 --output exploited",
    f"dataset {FILE} random --games 2",
    f"check-bot python:bots.py:First {FILE}",
    f"balance {FILE} --games 6",
    f"tune {FILE} --goal length:near=5 --over num_players=3,4 --games 800 --check",
    f"compile {FILE}",
    f"check-game {FILE}",
    "new-game mutter",
]


def test_every_command_takes_a_game_that_has_nothing_but_rules(
    own_games: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    served = []

    async def serve(*_given: Any, **_named: Any) -> None:
        served.append(new_session(NewTable(game="murmur_v0", seats=["person", "greedy", "random"])))

    monkeypatch.setattr("fudaba.web.serving.serve", serve)
    monkeypatch.setattr("builtins.input", lambda *_: "q")
    page = (HERE.parent / "docs/adding_a_game.md").read_text(encoding="utf-8")
    [lines] = re.findall(r"two lines do, `(.*)` and `(.*?)`", page)
    two_lines = "\n".join(lines).replace("old_maid", "murmur")
    (own_games / "two_lines.yaml").write_text(two_lines, encoding="utf-8")
    for words in COMMAND_LINES:
        assert main(words.split()) == 0, (words, capfd.readouterr())
    assert served and served[0][0].game == "murmur_v0"
    assert main(["tune-heuristic", FILE]) == 2
    told = capfd.readouterr()
    assert told.err.endswith(
        "fudaba: there is no heuristic for murmur_v0, which would be choose in murmur.py.\n"
    )
    without = {"tune-heuristic", "benchmark"}  # which need a heuristic, or are of our own games
    assert {line.split()[0] for line in COMMAND_LINES} | without == {*COMMANDS}
    check_what_is_said(told.out + told.err + "".join(written(own_games)))


def written(folder: Path) -> Iterator[str]:
    """The texts that commands have written."""
    for path in folder.rglob("*"):
        if path.suffix in (".html", ".md", ".yaml") and "mutter" not in path.parts:
            yield unescape(path.read_text(encoding="utf-8"))


def check_what_is_said(text: str) -> None:
    """Checks that commands work as they are printed, and that files are the author's to write."""
    commands = re.findall(rf"fudaba (?:{'|'.join(COMMANDS)}) [^\n`<]*", text)
    assert [one for one in commands if "murmur_v0" in one] == []
    assert {one.split()[1] for one in commands if FILE in one} >= {"play", "arena", "replay"}
    assert f"\ngame: {FILE}\noptions:" in text, "the house rules of tune, for train"
    files = {*re.findall(r"\b[a-z_]+\.py\b", re.sub("Written: mutter.*", "", text))}
    assert files <= {"murmur.py", "bots.py", "shedder.py"}


@pytest.mark.parametrize("form", NAMED)
def test_python_finds_a_game_by_its_file_and_by_its_module(form: str, own_games: Path) -> None:
    game = find_game(NAMED[form])
    assert game is registered_game(game.name) is find_game(game.name) is read_game(NAMED[form])
    assert pickle.loads(pickle.dumps(game)) is game
    assert make(NAMED[form]).unwrapped.game is game and tables(NAMED[form], 2).game is game
    assert check_config("here", {"game": NAMED[form], **SMALL}).the_game is game
    title = registry.gymnasium_id(game.name)
    assert gymnasium.make(title).reset(seed=0)[1]["action_mask"].any()
    assert gymnasium.make_vec(title, num_envs=2).reset(seed=0)[1]["action_mask"].any()
    assert "You are player" in gymnasium.make(registry.gymnasium_id(game.name, "-text")).reset()[0]
    assert TextArenaEnv(game=NAMED[form]).game is game
    if hasattr(pettingzoo, "make"):
        env = pettingzoo.make("aec", f"fudaba/{game.name.replace('_', '-')}", num_players=4)
        assert env.unwrapped.game is game and len(env.possible_agents) == 4


@pytest.mark.parametrize("form", NAMED)
def test_another_process_imports_the_same_game(form: str, own_games: Path) -> None:
    word = gymnasium.spec(registry.gymnasium_id(find_game(NAMED[form]).name)).kwargs["game"]
    assert word == (MODULE if form == "module" else str(own_games / "murmur.py"))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        game = find_game(NAMED[form])
        assert pool.apply(tables, (word, 2)).game is game
        assert pool.apply(make_agent, ("random", game, game.options())).identity == "random"


def test_an_installed_package_needs_no_more_than_an_entry_point(own_games: Path) -> None:
    metadata = own_games / "cardroom-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: cardroom\nVersion: 1.0\n")
    points = "mumble_v0 = cardroom.murmur\nsevens_v0 = cardroom.murmur\nno_v0 = cardroom.none\n"
    (metadata / "entry_points.txt").write_text(f"[fudaba.games]\n{points}")
    script = (
        "import sys; sys.path.insert(0, '.')\n"
        "import gymnasium; from fudaba.envs import *\n"
        "assert 'mumble_v0' in game_names() and find_game('sevens_v0').title == 'Sevens'\n"
        "assert [*every_game(of_others=True)] == [find_game('mumble_v0')]\n"
        "assert gymnasium.spec('fudaba/Mumble-v0').kwargs == {'game': 'mumble_v0'}\n"
        "gymnasium.make('fudaba/Mumble-v0').reset()\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "always", "-c", script], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert (
        "a game is left out: sevens_v0 is the game of fudaba.envs.sevens, so that of "
        "cardroom.murmur needs another id." in done.stderr
    )
    assert "a game is left out: there is no module 'cardroom.none'" in done.stderr


WRONG = {
    "./none.py": r"^there is no game './none.py'; allowed: a file NAME.py or a package.$",
    "no.such": r"^there is no module 'no.such', neither installed nor in /",
    "os.path": r"^os.path holds no game; allowed: a module with GAME = build_game\(...\)\.$",
    "./my-game.py": r"^the file of a game can't be called 'my-game.py'; allowed: letters",
    "./random.py": r"^/.*/random.py can't be imported, because the module random is /.*; rename",
    "./broken.py": r"^the game /.*/broken.py fails: ZeroDivisionError\('division by zero'\)\.$",
    "./sevens_v0.py": r"^sevens_v0 is the game of fudaba.envs.sevens, so that of sevens_v0 needs",
    "./lost.py": r"^the game of /.*/lost.py can't be of the package ''; allowed: package=__name__",
}


@pytest.mark.parametrize("word", WRONG)
def test_what_names_no_game_is_refused_in_a_sentence(word: str, own_games: Path) -> None:
    rules = (own_games / "murmur.py").read_text(encoding="utf-8")
    for name, source in {
        **dict.fromkeys(("my-game.py", "random.py"), ""),
        "broken.py": "1 / 0",
        "sevens_v0.py": rules.replace("murmur_v0", "sevens_v0"),
        "lost.py": rules.replace("package=__name__", "package=''"),
    }.items():
        (own_games / name).write_text(source, encoding="utf-8")
    with pytest.raises(UserError, match=WRONG[word]):
        find_game(word)
    sys.modules.pop("lost", None)


def test_a_word_in_a_file_or_a_request_runs_no_code(own_games: Path) -> None:
    for word in (FILE, str(own_games / "murmur.py"), MODULE):
        with pytest.raises(UserError, match=r"^there is no game"):
            new_session(NewTable(game=word, seats=["person"] * 3))
    assert not {"murmur", "cardroom"} & {*sys.modules}
    for package in ("web", "evaluation"):
        for file in (HERE.parent / package).rglob("*.py"):
            if file.name != "asking.py":
                assert "find_game" not in file.read_text(encoding="utf-8"), file


def test_an_id_is_not_given_twice(own_games: Path) -> None:
    with pytest.raises(UserError, match=r"^sevens_v0 is the game of fudaba.envs.sevens, so that"):
        register("sevens_v0", MODULE)
    register("sevens_v0", "fudaba.envs.sevens")


def test_without_a_heuristic_searches_play_at_random_and_choose_the_best(
    own_games: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    game = find_game(FILE)
    assert isinstance(greedy_or_random(game), UniformAgent)
    assert adviser_of(game) == "montecarlo:budget=256" and not has_policy(game)
    with pytest.raises(UserError, match=r"^there is no heuristic for murmur_v0"):
        make_agent("greedy:untuned", game, game.options())
    asked = tables(FILE, 64)
    masks = asked.action_masks.copy()
    search, rng = MonteCarloAgent(game, 64), np.random.default_rng(0)
    points = search.evaluate_actions(masks[0], asked.worlds(np.arange(64)), 0, rng)
    assert np.isin(points, [-1, 0, 1]).all() and len({*points.ravel().tolist()}) > 1
    chosen = search.search(
        asked.observations, masks, asked.worlds(np.arange(64)), np.random.default_rng(0)
    )
    assert masks[np.arange(64), chosen].all()


def test_all_that_is_a_games_lies_beside_it(own_games: Path) -> None:
    package = own_games / "cardroom" / "murmur"
    for name in ("configs", "policy", "languages"):
        (package / name).mkdir()
    (package / "configs" / "ppo.yaml").write_text(f"game: {MODULE}\n")
    (package / "heuristic.py").write_text(
        "from fudaba.envs.core.compiling.kernel import kernel\n"
        "from fudaba.envs.core.contract.weights import Weight, WeightTable\n"
        "from fudaba.envs.core.kit.advice import adviser\n"
        'WEIGHTS = WeightTable(Weight("last", 1.0, -2.0, 2.0, "for later moves"))\n'
        "@kernel\n"
        "def worth_of(view, weights, action):\n"
        '    return action * weights["last"]\n'
        'choose = adviser("mumble_v0", worth_of)\n'
    )
    game = find_game(MODULE)
    assert game.folder == package and game.rules == package / "RULES.md"
    assert has_policy(game) and "mumble/ppo" in packaged_configs() and not packaged_weights(game)
    assert configs_of(game) == ["cardroom/murmur/configs/ppo.yaml"]
    assert read_config(*configs_of(game)).the_game is game
    asked = tables(MODULE, 4)
    agent = make_agent("greedy", game, game.options())
    chosen = agent.act(asked.observations, asked.action_masks, np.random.default_rng(0))
    assert chosen.tolist() == [1] * 4


def test_the_page_for_players_lies_in_the_folder_beside_a_game_of_one_file(own_games: Path) -> None:
    (own_games / "murmur").mkdir()
    for folder, words in ((own_games, "Of another game."), (own_games / "murmur", "Say it.")):
        text = f"# Whisper\n\n## The aim\n\n{words}\n"
        (folder / "HOW_TO_PLAY.md").write_text(text, encoding="utf-8")
    assert aim(find_game(FILE)) == "Say it."


def test_a_catalogue_of_another_language_lies_beside_the_game(own_games: Path) -> None:
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo

    messages = Catalog("ja")
    messages.add("Whisper", "ささやき")
    folder = own_games / "murmur" / "languages" / "ja" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "murmur.mo").open("wb") as file:
        write_mo(file, messages)
    game = find_game(FILE)
    with in_language("ja"):
        assert game.translate("Whisper") == translator("murmur")[0]("Whisper") == "ささやき"
        assert game.translate("The game is over") == "ゲーム終了"
