"""Every kind of file, cut off or with changed bytes: the same result, or one sentence.

`python -m benchmarks.faults.damage` does the same more often.
"""

import random

import pytest

from benchmarks.faults.damage import damaged
from benchmarks.faults.written import KINDS

TRIES = 10


@pytest.mark.parametrize("name", KINDS)
def test_damage_is_refused_in_a_sentence_or_changes_nothing(name: str) -> None:
    _, failures = damaged(KINDS[name], TRIES, random.Random(f"test of {name}"))
    assert not failures, "\n".join(failures)
