"""How far the work is."""

from collections import Counter

import pytest

from fudaba.evaluation import counting
from fudaba.evaluation.arena import compare
from fudaba.evaluation.counting import Count

from .bots import FirstLegal


def test_units_are_told_at_once_and_decisions_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 0.1, 0.25, 0.25, 0.3, 0.5, 0.5])
    monkeypatch.setattr(counting.time, "monotonic", lambda: next(times))
    told: list[tuple[int, int, int, str]] = []
    count = Count(lambda *numbers: told.append(numbers), total=9)
    count.decide(5)  # after 0.1 seconds: too early
    count.decide(6)
    assert told == [(0, 9, 11, "")]
    count.decide(1)  # 0.05 seconds after the last
    count.finish(2)
    assert told == [(0, 9, 11, ""), (2, 9, 12, "")]


def test_nobody_has_to_listen() -> None:
    count = Count(None)
    count.decide(1)
    count.finish(1)


@pytest.mark.parametrize("num_threads", [1, 2])
def test_an_arena_tells_of_every_decision_while_a_chunk_is_played(
    monkeypatch: pytest.MonkeyPatch, num_threads: int
) -> None:
    monkeypatch.setattr(counting, "SECONDS_BETWEEN_DECISIONS", 0.0)
    told: list[tuple[int, int, int, str]] = []
    agents = {"one": FirstLegal(), "other": FirstLegal()}
    compare("sevens_v0", agents, deals=128, num_threads=num_threads,
            progress=lambda *numbers: told.append(numbers))  # fmt: skip
    assert [decisions for *_, decisions, _ in told] == sorted(one[2] for one in told)
    within = Counter(done for done, *_ in told)
    assert within[0] > 10 and told[-1][:2] == (256, 256)
