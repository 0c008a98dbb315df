"""Every kind of file that fudaba writes and reads again, and what comes of reading it."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import numpy as np
import yaml
from numba import int64, njit

from fudaba.agents import make_agent
from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.policy import Layer, PolicyAgent, read_card
from fudaba.agents.strategy import StrategyAgent
from fudaba.agents.tuned_advice import FORMAT, TunedAdvice, read_tuned_advice
from fudaba.cli import balance, compile, league, outputs, tune
from fudaba.common.files import write_whole
from fudaba.envs import find_game
from fudaba.envs.core.compiling.kernel_cache import KernelCache, seal
from fudaba.evaluation.arena import ArenaRequest, ArenaResult
from fudaba.evaluation.balance import BalanceResult, measure_balance
from fudaba.evaluation.curves import read_curves, to_csv
from fudaba.evaluation.dataset.datasets import SeatDatasets
from fudaba.evaluation.dataset.recording import Recording
from fudaba.evaluation.exact import kept
from fudaba.evaluation.exact.kept import Kept, Part
from fudaba.evaluation.league import League, LeagueTable
from fudaba.evaluation.match import LocalExecutor
from fudaba.evaluation.recorded import read_record
from fudaba.evaluation.records import add_games
from fudaba.evaluation.report.arena.page import render_page
from fudaba.evaluation.tune import TuneResult
from fudaba.evaluation.tune import tune as search
from fudaba.training.checkpoints import RunProgress, load_checkpoint, take_checkpoint
from fudaba.training.config import AnyTraining, check_config, read_config
from fudaba.training.learner import make_learner
from fudaba.training.train import check_same_run
from fudaba.web.manager import new_session, restored_session
from fudaba.web.runs import RunFolder
from fudaba.web.session import Session
from fudaba.web.store import Played, SavedTable, SeatKey, TableStore
from fudaba.web.wire import NewTable

from .commands import SHARED, TRAININGS

GAME = find_game("sevens_v0")
RULES = GAME.options(num_players=3)
PEOPLE = ("random", "greedy")
STARTED = RunProgress(steps=512, next_deal=7, seconds=1.5, epochs=2)


@dataclass(frozen=True)
class Kind:
    """A kind of file.

    Attributes:
        file: The file, by a pattern below the folder.
        write: Writes it into a folder, with the files that belong to it.
        read: Does in a folder what commands do before they trust the file. The outcome, as text or
            JSON data, is the same for the same content.
        is_edited: Whether people edit such files, so that other content is another valid file.
    """

    file: str
    write: Callable[[Path], object]
    read: Callable[[Path], Any]
    is_edited: bool = False


# Results in SQLite


def _arena(folder: Path) -> ArenaResult:
    agents = {word: make_agent(word, GAME, RULES) for word in PEOPLE}
    request = ArenaRequest(GAME, agents, RULES, deals=16)
    return request.play(LocalExecutor(1), folder / "games.sqlite", folder / "games.jsonl")


def _write_page(folder: Path) -> None:
    write_whole(folder / "page.html", render_page(_arena(folder)).encode())


def _balance(folder: Path) -> str:
    return measure_balance("sevens_v0", games=4, results=folder / "games.sqlite").to_json()


# Served tables


def _write_tables(folder: Path) -> None:
    with TableStore(folder / "tables.sqlite") as store:
        _fill(store)


@cache
def _finished() -> tuple[SavedTable, Session]:
    """Returns a table and its finished game."""
    wanted = NewTable(game=GAME.name, seats=["person", "greedy", "greedy"], seed=3)
    saved, session = new_session(wanted)
    while not session.is_over:
        session.take(GAME.legal_actions(session.seated.state)[0])
    return saved, session


def _fill(store: TableStore) -> None:
    """Stores a finished game and one that goes on, with names and keys."""
    saved, session = _finished()
    for actions in (session.seated.actions, session.seated.actions[:20]):
        number = store.add(saved)
        store.save(number, actions)
        store.set_name(SeatKey(number, 0), "Ann")
        with patch("secrets.token_urlsafe", lambda size, number=number: f"secret {number}"):
            store.new_token(number, 0)
    store.finish(1, Played(1, session.points_won))


def _write_killed_tables(folder: Path) -> None:
    """Writes the files of a server that was killed, with the log beside its file."""
    with TemporaryDirectory() as place, TableStore(Path(place, "tables.sqlite")) as store:
        _fill(store)
        for file in ("tables.sqlite", "tables.sqlite-wal"):
            shutil.copyfile(Path(place, file), folder / file)


def _read_tables(folder: Path) -> Any:
    with TableStore(folder / "tables.sqlite") as store:
        keys = filter(None, (store.key(f"secret {number}") for number in (1, 2, 3)))
        tables = {key: store.load(key.table) for key in keys}
        states = [restored_session(saved).seated.state.tobytes() for saved in tables.values()]
        return tables, states


# Training


@cache
def _config() -> AnyTraining:
    return check_config("tiny", SHARED | TRAININGS["ppo"])


def _write_training(folder: Path) -> None:
    learner = make_learner(_config())
    take_checkpoint(learner, STARTED).write(folder / "checkpoint.safetensors")
    measured = {"evaluation/random": 0.25, "evaluation/random_low": 0.125}
    rows = [
        {"time/steps": 128.0 * row, **measured, "evaluation/random_high": row / 8}
        for row in range(20)
    ]
    write_whole(folder / "curves.csv", to_csv(rows))
    content = yaml.safe_dump(_config().model_dump(mode="json"), sort_keys=False)
    write_whole(folder / "config.yaml", content.encode())


def _read_checkpoint(folder: Path) -> Any:
    learner = make_learner(_config())
    progress, best = load_checkpoint(folder / "checkpoint.safetensors", learner)
    weights = {name: value.tolist() for name, value in learner.network.state_dict().items()}
    return asdict(progress), best, weights, learner.reward_scale


def _read_config(folder: Path) -> str:
    check_same_run(_config(), folder / "config.yaml")
    return "the same run"  # which writes its configuration anew


def _write_policy(folder: Path) -> None:
    rng = np.random.default_rng(1)
    weights = rng.normal(size=(GAME.num_actions, GAME.observation_size)).astype(np.float32)
    layers = [Layer(weights, np.zeros(GAME.num_actions, np.float32))]
    policy = PolicyAgent(layers, advice=GreedyAgent(GAME, {"pass_price": 1.5}))
    policy.save(folder, GAME, RULES, {"steps": 2048}, {"random": {"mean_reward": 0.25}})


def _read_policy(folder: Path) -> Any:
    policy, card = PolicyAgent.load(folder, GAME, RULES), read_card(folder)
    assert policy.advice is not None
    values = sha256(b"".join(layer.weight.tobytes() for layer in policy.layers)).hexdigest()
    return values, policy.advice.weights, card.model_dump(mode="json")


def _write_advice(folder: Path) -> None:
    tuned = TunedAdvice(
        format=FORMAT,
        game=GAME.name,
        weights={"pass_price": 1.5},
        tuning={"gain": 0.125},
    )
    content = tuned.sealed().model_dump_json(indent=2).encode()
    write_whole(folder / "weights.json", content)


def _read_advice(folder: Path) -> Any:
    return read_tuned_advice(folder / "weights.json", GAME).model_dump()


# Exact values


def _write_strategy(folder: Path) -> None:
    keys, chances = np.arange(12, dtype=np.uint64).reshape(6, 2), np.linspace(0, 1, 12)
    counts, actions = np.full(6, 2, np.int32), np.tile(np.arange(2, dtype=np.int16), 6)
    strategy = StrategyAgent(GAME, RULES, keys, keys[:, 0], counts, actions, chances)
    strategy.save(folder / "equilibrium.safetensors")


def _read_strategy(folder: Path) -> str:
    return StrategyAgent.load(folder / "equilibrium.safetensors", GAME, RULES).identity


def _unfinished(folder: Path) -> Part:
    return Kept(folder / "unfinished.safetensors", {"question": "12ab"}).part("equilibrium")


def _write_unfinished(folder: Path) -> None:
    with patch.object(kept, "SECONDS_BETWEEN_WRITES", 0.0):
        _unfinished(folder).keep({"iterations": np.array([7]), "regrets 0": np.linspace(0, 1, 12)})


def _read_unfinished(folder: Path) -> Any:
    return {name: array.tolist() for name, array in _unfinished(folder).arrays.items()}


# Datasets


@contextmanager
def _datasets(folder: Path) -> Iterator[SeatDatasets]:
    recording = Recording(GAME, PEOPLE, GAME.options(num_players=2), 4, 1, "tiny")
    with patch.dict(os.environ, {"MINARI_DATASETS_PATH": str(folder)}):
        datasets = SeatDatasets(recording)
        with datasets.claimed():
            yield datasets


def _write_dataset(folder: Path) -> None:
    with _datasets(folder) as datasets:
        datasets.played.play(LocalExecutor(1), lambda *numbers: None)
        datasets.write(lambda *numbers: None)


def _read_dataset(folder: Path) -> Any:
    with _datasets(folder) as datasets:
        datasets.played.play(LocalExecutor(1), lambda *numbers: None)
        sizes = datasets.write(lambda *numbers: None)
        games = [record.to_json() for record in datasets.played.records()]
    data = sorted(folder.glob("**/player_*/data/*"))
    return list(map(asdict, sizes)), games, [sha256(file.read_bytes()).hexdigest() for file in data]


# Games and numbers


def _read_records(folder: Path) -> Any:
    path = folder / "games.jsonl"
    games = [read_record(path, number).record.to_json() for number in (1, 2, 3)]
    return games, add_games(path, [_finished()[1].record()])


def _write_league(folder: Path) -> None:
    table = LeagueTable.of(_arena(folder)).model_copy(
        update={"seconds": {"random": 0.001}, "note": "A note."}
    )
    write_whole(folder / "league.json", League().with_table(table).to_json().encode())


def _read_league(folder: Path) -> Any:
    path = folder / "league.json"
    outputs.check_replaced(path, league.is_league)
    tables = league.known_league(path).games.values()
    return [table.model_dump_json(exclude={"note"}) for table in tables]  # people write notes


@cache
def _measured() -> BalanceResult:
    return measure_balance("sevens_v0", games=4)


@cache
def _tuned() -> TuneResult:
    return search("sevens_v0", {"pass_limit": [0, 5]}, ["length:least"], 2000, check=[])


def _write_numbers(folder: Path) -> None:
    write_whole(folder / "balance.json", _measured().to_json().encode())
    write_whole(folder / "tune.json", _tuned().to_json().encode())


def _read_balance_numbers(folder: Path) -> str:
    run_key = _measured().run_key
    outputs.check_replaced(folder / "balance.json", lambda found: balance.is_result(found, run_key))
    return "replaced by the numbers of the same question"


def _read_tune_numbers(folder: Path) -> str:
    run_key = _tuned().run_key
    outputs.check_replaced(folder / "tune.json", lambda found: tune.is_result(found, run_key))
    return "replaced by the numbers of the same question"


def _read_runs(folder: Path) -> Any:
    return [asdict(run) | {"changed": 0} for run in RunFolder(folder).runs()]


# Compiled kernels


@njit
def _doubled(value: int) -> int:
    return 2 * value


def _write_kernel(folder: Path) -> None:
    _doubled.compile((int64,))
    (compiled,) = _doubled.overloads.values()
    KernelCache(_doubled.py_func, folder).save_overload(compiled.signature, compiled)
    write_whole(folder / "list.txt", seal(str(next(folder.glob("*.nbc"))).encode()))


def _read_kernel(folder: Path) -> str:
    (compiled,) = _doubled.overloads.values()
    found = KernelCache(_doubled.py_func, folder)
    form = found.load_overload(compiled.signature, _doubled.targetctx)
    assert form is None or form.signature == compiled.signature
    return "loaded, or compiled again"


def _read_list(folder: Path) -> str:
    with patch.object(compile, "list_of_files", lambda game: folder / "list.txt"):
        compile.is_compiled(GAME)
    return "compiled before, or compiled again"


KINDS = {
    "results of the arena": Kind("games.sqlite", _arena, lambda folder: repr(_arena(folder))),
    "samples of balance": Kind("games.sqlite", _balance, _balance),
    "tables": Kind("tables.sqlite", _write_tables, _read_tables),
    "tables of a killed server": Kind("tables.sqlite", _write_killed_tables, _read_tables),
    "log of a killed server": Kind("tables.sqlite-wal", _write_killed_tables, _read_tables),
    "checkpoint": Kind("checkpoint.safetensors", _write_training, _read_checkpoint),
    "curves": Kind("curves.csv", _write_training, lambda at: read_curves(at / "curves.csv")),
    "configuration of a run": Kind("config.yaml", _write_training, _read_config),
    "configuration": Kind(
        "config.yaml", _write_training, lambda at: str(read_config(str(at / "config.yaml"))), True
    ),
    "weights of a policy": Kind("policy.safetensors", _write_policy, _read_policy),
    "card of a policy": Kind("card.json", _write_policy, _read_policy),
    "weights of greedy": Kind("weights.json", _write_advice, _read_advice),
    "strategy": Kind("equilibrium.safetensors", _write_strategy, _read_strategy),
    "unfinished strategy": Kind("unfinished.safetensors", _write_unfinished, _read_unfinished),
    "games of a dataset": Kind("**/0.games", _write_dataset, _read_dataset),
    "source of a dataset": Kind("**/tiny/namespace_metadata.json", _write_dataset, _read_dataset),
    "metadata of a dataset": Kind(
        "**/player_0-v0/data/metadata.json", _write_dataset, _read_dataset
    ),
    "dataset": Kind("**/player_0-v0/data/main_data.hdf5", _write_dataset, _read_dataset),
    "records": Kind("games.jsonl", _arena, _read_records, True),
    "league": Kind("league.json", _write_league, _read_league),
    "numbers of balance": Kind("balance.json", _write_numbers, _read_balance_numbers),
    "numbers of tune": Kind("tune.json", _write_numbers, _read_tune_numbers),
    "page": Kind("page.html", _write_page, _read_runs, True),
    "kernel": Kind("*.nbc", _write_kernel, _read_kernel),
    "list of kernels": Kind("list.txt", _write_kernel, _read_list),
}
