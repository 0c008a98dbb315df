import numpy as np
import torch

from .pages import Run, check_better_than_random, games


@games("namto_v0", "makhup_v0")
def test_every_seat_learns_from_what_it_remembers(game: str, train: Run) -> None:
    names = train("memory.md", 16_384)
    memory, lengths = names["memory"], names["lengths"]
    check_better_than_random(names)
    stream = names["streams"][0][None]
    whole, cut = (memory(stream, torch.tensor([n])) for n in (lengths[0, 0], lengths[0, 0] // 2))
    assert not np.allclose(whole.detach(), cut.detach())
