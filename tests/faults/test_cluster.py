"""A training on a cluster whose workers and whose driver are killed."""

import random
from pathlib import Path

import pytest

from benchmarks.faults.trials import Findings, reference_of

kills = pytest.importorskip("benchmarks.faults.cluster", reason="the extra cluster is missing")


@pytest.mark.slow
def test_a_training_survives_kills_of_workers_and_driver(tmp_path: Path) -> None:
    command, found, chance = kills.COMMANDS["train"], Findings(), random.Random(5)
    with kills.cluster():
        reference = reference_of(command, tmp_path)
        for name, kill in kills.KINDS.items():
            kill(command, reference, tmp_path / name, chance, found)
    assert found.interruptions > 0 and not found.failures
