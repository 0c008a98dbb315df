"""`fudaba dataset`: the datasets as Minari reads them, stops and resumptions, and refusals."""

import hashlib
import json
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import minari
import numpy as np
import pytest
from minari.data_collector import EpisodeBuffer

from fudaba.cli import dataset as command
from fudaba.cli.main import main
from fudaba.common.files import locked
from fudaba.envs import GameRecord, find_game
from fudaba.evaluation.dataset.storage import DatasetWriter

from ..test_glossaries import foreign_words
from .terminal import refusal

GAME = find_game("sevens_v0")
SEATS = range(4)
RULES = ["--options", "pass_limit=5", "tunnel=none"]
MIXED = ["dataset", "sevens", "greedy", "random", "greedy", "random", "--games", "20", *RULES]
GREEDY = ["dataset", "sevens", "greedy", "--games", "6"]

# Records games in a process that is killed when a function is called for the n-th time.
KILLED = """
import itertools, os, signal, sys
from fudaba.cli.main import main
from fudaba.evaluation.dataset import played, storage
name, number, *words = sys.argv[1:]
place = {"write_whole": played, "add": storage.DatasetWriter}[name]
before, calls = getattr(place, name), itertools.count(1)
def call(*args):
    if next(calls) == int(number):
        os.kill(os.getpid(), signal.SIGKILL)
    return before(*args)
setattr(place, name, call)
main([*words, "--threads", "1"])
"""


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of Minari's datasets."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    return tmp_path / "minari"


def loaded(name: str = "greedy") -> list[minari.MinariDataset]:
    """The datasets of all seats."""
    return [minari.load_dataset(f"fudaba/sevens/{name}/player_{seat}-v0") for seat in SEATS]


def files(folder: Path) -> dict[str, tuple[bytes, int]]:
    """All files below a folder: what they hold, and when they were written."""
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file()
    }


def same_episodes(one: minari.MinariDataset, other: minari.MinariDataset, number: int) -> bool:
    """Whether two datasets begin with the same episodes, and seeds."""
    numbers = range(number)
    about = [list(each.storage.get_episode_metadata(numbers)) for each in (one, other)]
    pairs = zip(one.iterate_episodes(numbers), other.iterate_episodes(numbers), strict=True)
    return about[0] == about[1] and all(
        np.array_equal(a.actions, b.actions)
        and np.array_equal(a.rewards, b.rewards)
        and np.array_equal(a.observations["observation"], b.observations["observation"])
        and np.array_equal(a.observations["action_mask"], b.observations["action_mask"])
        for a, b in pairs
    )


# What is written


def test_the_datasets_are_the_recorded_games(root: Path) -> None:
    assert main([*MIXED, "--records", "games.jsonl"]) == 0
    lines = Path("games.jsonl").read_text(encoding="utf-8").splitlines()
    records = [GameRecord.from_json(line) for line in lines]
    assert len(records) == 20
    returns = np.zeros((20, 4))
    decisions = np.zeros(20, int)
    for seat, dataset in enumerate(loaded("greedy-random-greedy-random")):
        about = list(dataset.storage.get_episode_metadata(dataset.episode_indices))
        assert dataset.total_steps == sum(each["total_steps"] for each in about)
        for episode, game in zip(dataset, (each["game"] for each in about), strict=True):
            check_episode(episode, seat, records[game])
            returns[game, seat] = episode.rewards.sum()
            decisions[game] += len(episode)
    assert np.allclose(returns, [record.points for record in records])
    assert np.allclose(returns.sum(axis=1), 0)
    assert decisions.tolist() == [len(record.actions) for record in records]


def check_episode(episode: minari.EpisodeData, seat: int, record: GameRecord) -> None:
    """An episode is what its seat saw and did in a game."""
    views, masks = (episode.observations[name] for name in ("observation", "action_mask"))
    assert views.dtype == GAME.observation_dtype and masks.dtype == np.int8
    assert masks[np.arange(len(episode)), episode.actions].all() and not masks[-1].any()
    assert episode.terminations.tolist() == [False] * (len(episode) - 1) + [True]
    assert not episode.truncations.any() and "total_steps" in repr(episode)
    step = 0
    for state, action in record.positions(GAME):
        if action is None or state["to_move"] == seat:
            assert np.array_equal(views[step], GAME.flat(np.array([GAME.view(state, seat)]))[0])
        if action is not None and state["to_move"] == seat:
            assert episode.actions[step] == action
            assert np.flatnonzero(masks[step]).tolist() == sorted(GAME.legal_actions(state))
            step += 1
    assert step == len(episode)


def test_the_metadata_repeats_the_command(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main([*MIXED, "--seed", "7"]) == 0
    before = loaded("greedy-random-greedy-random")
    ours = before[1].storage.metadata["fudaba"]
    assert (ours["seat"], ours["games"], ours["seed"]) == (1, 20, 7)
    assert ours["options"] == GAME.options(pass_limit=5, tunnel="none").plain()
    assert ours["agents"] == ["greedy", "random"] * 2
    assert before[1].storage.metadata["algorithm_name"] == "random"
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "again"))
    program, *words = shlex.split(ours["command"])
    assert program == "fudaba" and main([*words, "--threads", "1"]) == 0
    for one, other in zip(before, loaded("greedy-random-greedy-random"), strict=True):
        assert same_episodes(one, other, 20)
        assert one.storage.metadata["fudaba"] == other.storage.metadata["fudaba"]


def test_the_card_and_the_fingerprint_are_those_of_the_files(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(GREEDY) == 0
    told = capsys.readouterr().out
    contents = []
    for place in sorted((root / "fudaba/sevens/greedy").glob("player_*")):
        card = json.loads((place / "croissant.json").read_text("utf-8"))
        assert card["@type"] == "sc:Dataset" and card["conformsTo"].endswith("/croissant/1.0")
        hashes = {
            path.relative_to(place).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in (place / "data").iterdir()
        }
        assert {file["contentUrl"]: file["sha256"] for file in card["distribution"]} == hashes
        arrays = hashlib.sha256()
        for episode in minari.load_dataset(f"fudaba/sevens/greedy/{place.name}"):
            seen = episode.observations["observation"], episode.observations["action_mask"]
            for array in (*seen, episode.actions, episode.rewards):
                arrays.update(array.tobytes())
        contents.append(arrays.hexdigest())
    assert hashlib.sha256("".join(contents).encode()).hexdigest() in told


def test_minari_lists_the_datasets_without_a_warning(
    root: Path, recwarn: pytest.WarningsRecorder
) -> None:
    assert main(GREEDY) == 0
    names = [f"fudaba/sevens/greedy/player_{seat}-v0" for seat in SEATS]
    assert list(minari.list_local_datasets()) == names
    spaces = GAME.num_actions, GAME.observation_size
    for dataset in loaded():
        assert (dataset.action_space.n, dataset.observation_space["observation"].shape[0]) == spaces
        assert all(
            dataset.observation_space.contains({name: each[0] for name, each in seen.items()})
            for seen in (episode.observations for episode in dataset)
        )
    assert [warning for warning in recwarn if "minari" in warning.filename] == []


def test_the_environment_comes_back_and_plays_the_same_game(root: Path) -> None:
    assert main([*GREEDY, *RULES]) == 0
    for seat, dataset in enumerate(loaded()):
        env = dataset.recover_environment()
        assert env.unwrapped.options == GAME.options(pass_limit=5, tunnel="none")
        assert env.observation_space == dataset.observation_space
        about = dataset.storage.get_episode_metadata(dataset.episode_indices)
        for episode, metadata in zip(dataset, about, strict=True):
            seen, _ = env.reset(seed=metadata["seed"])
            assert env.unwrapped.seat == seat
            views, rewards = [seen["observation"]], []
            for action in episode.actions:  # the others are greedy, which does not draw
                seen, reward, over, _, _ = env.step(action)
                views.append(seen["observation"])
                rewards.append(reward)
            assert over and np.array_equal(views, episode.observations["observation"])
            assert np.allclose(rewards, episode.rewards)


def test_agents_of_other_seats_are_drawn_by_their_number(root: Path) -> None:
    assert main(MIXED) == 0
    env = loaded("greedy-random-greedy-random")[0].recover_environment()
    assert env.spec.kwargs["opponents"] == {"random": 2.0, "greedy": 1.0}


def test_compressed_files_are_smaller_than_what_they_hold(root: Path) -> None:
    assert main([*GREEDY[:-1], "100"]) == 0
    (dataset, *_) = loaded()
    held = sum(array.nbytes for episode in dataset for array in episode.observations.values())
    assert (dataset.storage.data_path / "main_data.hdf5").stat().st_size < held / 2


# Stops and resumptions


def test_more_games_are_added_and_no_more_work_is_done_twice(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(GREEDY) == 0
    before, told = files(root), capsys.readouterr().out
    few = [list(dataset) for dataset in loaded()]
    assert main(GREEDY) == 0
    assert files(root) == before and capsys.readouterr().out == told
    assert main([*GREEDY[:-1], "9"]) == 0
    for dataset, episodes in zip(loaded(), few, strict=True):
        assert dataset.total_episodes == 9
        for one, other in zip(episodes, dataset, strict=False):
            assert np.array_equal(one.actions, other.actions)
    assert "has 9 games already; ask for as many or more, or choose" in refusal(GREEDY, capsys)
    assert main([*GREEDY[:-1], "9", "--language", "ja"]) == 0
    shown, *_ = capsys.readouterr().out.partition("全エピソードの SHA-256")
    assert "七並べ9ゲーム" in shown
    assert foreign_words(shown, {"fudaba", "sevens", "greedy", "v0", "MB"}) == []
    assert main([*GREEDY, "--language", "ja"]) == 2
    assert "にはもう9ゲームあります。" in capsys.readouterr().err


@pytest.mark.parametrize("call", [("write_whole", "4"), ("add", "9")])
def test_a_killed_process_loses_nothing(
    root: Path, call: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = subprocess.run([sys.executable, "-c", KILLED, *call, *GREEDY], check=False)
    assert ended.returncode == -signal.SIGKILL
    kept = files(root)
    assert main(GREEDY) == 0
    whole = {name: content for name, content in kept.items() if ".games" in name}
    assert whole.items() <= files(root).items() and whole
    resumed = loaded()
    assert not [name for name in files(root) if ".fudaba" in name]
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "at once"))
    assert main(GREEDY) == 0
    assert all(same_episodes(*pair, 6) for pair in zip(resumed, loaded(), strict=True))


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    """Lets the writing of the 30th episode fail."""

    def fail(error: BaseException) -> None:
        add, calls = DatasetWriter.add, iter(range(30))

        def failing_add(*args: Any) -> None:
            if next(calls) == 29:
                raise error
            add(*args)

        monkeypatch.setattr(DatasetWriter, "add", failing_add)

    return fail


def test_a_stop_keeps_the_datasets_as_they_were(
    root: Path, failing: Callable[[BaseException], None], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(GREEDY) == 0
    before = files(root)
    failing(KeyboardInterrupt())
    assert main([*GREEDY[:-1], "12"]) == 130
    said = capsys.readouterr().err
    assert (
        said
        == "fudaba: interrupted; the games that were played are kept; the same command goes on.\n"
    )
    assert before.items() < files(root).items()
    assert {dataset.total_episodes for dataset in loaded()} == {6}


def test_a_full_disk_is_one_sentence(
    root: Path, failing: Callable[[BaseException], None], capsys: pytest.CaptureFixture[str]
) -> None:
    failing(OSError(28, "No space left on device"))
    said = refusal([*GREEDY[:-1], "12"], capsys)
    assert "can't be written: No space left on device." in said


def test_what_a_killed_process_left_is_no_obstacle(root: Path) -> None:
    folder = root / "fudaba" / "sevens" / "greedy"
    folder.mkdir(parents=True)
    (folder / ".fudaba.0.part").write_bytes(b"half a file")
    assert main(GREEDY) == 0
    (folder / ".fudaba.player_0-v0.part").mkdir()
    assert main([*GREEDY[:-1], "7"]) == 0
    assert {dataset.total_episodes for dataset in loaded()} == {7}


# Refusals


@pytest.mark.parametrize(
    ("further", "message"),
    [
        (["--seed", "1"], "were recorded with seed 0, not 1; choose another name with --name."),
        (["--options", "pass_limit=5"], "were recorded with pass_limit 3, not 5; choose"),
        (["--options", "num_players=5"], "were recorded with num_players 4, not 5; choose"),
    ],
)
def test_another_command_of_the_same_name_is_refused(
    root: Path, further: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(GREEDY) == 0
    before = files(root)
    assert f"datasets fudaba/sevens/greedy {message}" in refusal([*GREEDY, *further], capsys)
    assert files(root) == before
    assert main([*GREEDY, *further, "--name", "other"]) == 0
    assert before.items() < files(root).items()


def test_another_agent_of_the_same_name_is_refused(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(GREEDY) == 0
    said = refusal(["dataset", "sevens", "random", "--name", "greedy"], capsys)
    assert "were recorded with agents ['greedy'" in said


def test_agents_that_have_changed_are_refused(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = Path("bot.py")
    code = (
        "class Bot:\n    def act(self, observations, masks, rng):\n        return masks.argmax(1)\n"
    )
    bot.write_text(code, encoding="utf-8")
    words = ["dataset", "sevens", "python:bot.py:Bot", "--games", "2"]
    assert main(words) == 0
    bot.write_text(f"# another\n{code}", encoding="utf-8")
    assert "were recorded with identities {'python:bot.py:Bot'" in refusal(words, capsys)


@pytest.mark.parametrize("name", ["thesis.txt", "namespace_metadata.json"])
def test_what_others_wrote_is_kept(
    name: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = root / "fudaba" / "sevens" / "greedy"
    folder.mkdir(parents=True)
    (folder / name).write_text("[" * 60_000, encoding="utf-8")
    assert "has something else; choose another name" in refusal(GREEDY, capsys)
    assert [path.name for path in folder.iterdir()] == [name]


def test_a_dataset_that_was_changed_is_kept(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(GREEDY) == 0
    dataset = loaded()[2]
    first = dataset[0]
    own = EpisodeBuffer(
        observations=first.observations,
        actions=first.actions,
        rewards=first.rewards,
        terminations=first.terminations,
        truncations=first.truncations,
        infos={},
    )
    dataset.update_dataset_from_buffer([own])
    before = files(root)
    said = refusal([*GREEDY[:-1], "9"], capsys)
    assert "player_2-v0 is damaged, or was changed by something else; choose another" in said
    assert files(root) == before


def test_one_process_records_at_a_time(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with locked(root / "fudaba" / "sevens" / "greedy"):
        assert "datasets fudaba/sevens/greedy are being recorded already." in refusal(
            GREEDY, capsys
        )


def test_a_deleted_dataset_is_written_again(root: Path) -> None:
    assert main(GREEDY) == 0
    before = list(loaded()[1])
    minari.delete_dataset("fudaba/sevens/greedy/player_1-v0")
    assert main(GREEDY) == 0
    for one, other in zip(before, loaded()[1], strict=True):
        assert np.array_equal(one.rewards, other.rewards)


def test_bad_words_leave_nothing_behind(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, message in (
        (["greedi"], "there is no agent 'greedi'"),
        (["greedy", "random"], "2 agents can't take 4 seats"),
        (["greedy", "--name", "a/b"], "the name can't be 'a/b'"),
        (["greedy", "--games", "-1"], "games can't be -1"),
        (["greedy", "--threads", "0"], "num_threads can't be 0"),
    ):
        assert message in refusal(["dataset", "sevens", *words], capsys)
    assert files(Path()) == {}


def test_a_folder_that_cannot_be_made_is_named(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root.write_text("a file", encoding="utf-8")
    assert "the folder of Minari's datasets can't be made" in refusal(GREEDY, capsys)


def test_an_old_minari_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "version", lambda name: "0.4.3")
    assert "datasets need minari 0.5.4 or newer, not 0.4.3" in refusal(GREEDY, capsys)
