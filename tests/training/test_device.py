"""Where networks compute."""

from pathlib import Path

import pytest
import torch

from fudaba.envs import UserError
from fudaba.training.train import train

from .tiny import CONTENTS, tiny_config

NEEDS_CUDA = pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")


@pytest.mark.parametrize("algorithm", CONTENTS)
def test_a_device_that_is_not_there_is_refused_before_anything_is_written(
    algorithm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    config = tiny_config(algorithm, output=str(tmp_path / "run"), device="cuda")
    with pytest.raises(UserError) as caught:
        train(config)
    assert str(caught.value).startswith("device can't be cuda: PyTorch finds no CUDA device")
    assert not (tmp_path / "run").exists()


def trained(folder: Path, algorithm: str, threads: int, stops_at: int | None = None) -> bytes:
    """The policy of a run on a CUDA device, which may be stopped once and resumed."""
    config = tiny_config(algorithm, output=str(folder), device="cuda", threads=threads)
    if stops_at is not None:
        train(config.model_copy(update={"total_steps": stops_at}))
    train(config, resume=stops_at is not None)
    return (folder / "final" / "policy.safetensors").read_bytes()


@NEEDS_CUDA
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("algorithm", CONTENTS)
def test_a_run_on_cuda_is_the_same_for_a_seed_and_can_be_resumed(
    algorithm: str, threads: int, tmp_path: Path
) -> None:
    first = trained(tmp_path / "first", algorithm, threads)
    assert trained(tmp_path / "second", algorithm, threads) == first
    trained(tmp_path / "resumed", algorithm, threads, stops_at=2048)
