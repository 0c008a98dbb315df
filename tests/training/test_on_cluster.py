"""Trainings whose playouts and matches somebody else plays: the same policy and curves."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.faults.commands import run_outcome
from fudaba.evaluation.match import Executor, Item, LocalExecutor, MatchRunner, Result
from fudaba.training.train import train

from .tiny import tiny_config

CRITERION = {
    **{"rounds": 1, "round_steps": 1024, "deals": 20, "final_deals": 20},
    **{"opponent": "montecarlo:budget=2", "search_gain": 9.0, "policy_loss": 9.0},
}
EVALUATION = {"every": 1024, "deals": 70, "final_deals": 70, "against": ["random"]}
CHANGES = {
    "ppo": {"warm_start": {"decisions": 64}, "total_steps": 2048},
    "dmc": {"total_steps": 8192},
}


class Backwards:
    """Plays chunks by another executor, last results first, and notes how."""

    def __init__(self, executor: Executor) -> None:
        self.executor, self.played = executor, set[str]()

    def play(
        self,
        players: MatchRunner,
        how: Callable[[MatchRunner, Item], Result],
        chunks: Sequence[Item],
    ) -> Iterator[tuple[Item, Result]]:
        if len(chunks) > 1:
            self.played.add(how.__name__)
        return reversed(list(self.executor.play(players, how, chunks)))


@pytest.fixture(params=["here", pytest.param("ray", marks=pytest.mark.slow)])
def executor(request: pytest.FixtureRequest) -> Iterator[Backwards]:
    if request.param == "here":
        yield Backwards(LocalExecutor(2))
        return
    pytest.importorskip("ray", reason="the extra cluster is not installed")
    from fudaba.evaluation.cluster import connect

    with connect() as far:
        yield Backwards(far)


def outcome(algorithm: str, folder: Path, executor: Executor | None) -> dict[str, Any]:
    """Returns what a training in a folder leaves there."""
    folder.mkdir()
    changes = {"criterion": CRITERION, "evaluation": EVALUATION} | CHANGES[algorithm]
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr("fudaba.training.ppo.warm_start.TRIALS_AT_A_TIME", 1024)
        changed.chdir(folder)
        train(tiny_config(algorithm, output="run", **changes), executor=executor)
        return run_outcome(folder / "run")


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What trainings leave that play everything themselves."""
    folder = tmp_path_factory.mktemp("alone")
    return {algorithm: outcome(algorithm, folder / algorithm, None) for algorithm in CHANGES}


def test_a_training_does_not_depend_on_its_executor(
    executor: Backwards, alone: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    for algorithm, played in (("dmc", {"play"}), ("ppo", {"play", "play_out"})):
        assert outcome(algorithm, tmp_path / algorithm, executor) == alone[algorithm]
        assert executor.played == played
