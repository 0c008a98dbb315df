"""The criterion of a run: parts of a run, comparisons with a search, and what ends a run."""

from pathlib import Path
from typing import Any

import pytest

from fudaba.agents.model_card import CriterionNotes, criterion_of
from fudaba.agents.policy import PolicyAgent, read_card
from fudaba.envs import UserError
from fudaba.evaluation.curves import learned_by
from fudaba.evaluation.match import LocalExecutor
from fudaba.evaluation.statistics import Interval
from fudaba.training.config import TRAININGS, AnyTraining
from fudaba.training.criterion import Criterion, SearchComparison, Stretch, result_entry
from fudaba.training.ppo.network import export_policy
from fudaba.training.sample_games import SampleGames, Scales, calibrate
from fudaba.training.train import Run, train

from .tiny import GAME, tiny_config, tiny_model

DEFAULTS = GAME.options.read(GAME.name, {})
# Greedy stands in for the search: it is fast.
WANTED: dict[str, Any] = {
    "rounds": 2,
    "round_steps": 1024,
    "step_size": 0.4,
    "opponent": "greedy",
    "deals": 2,
    "final_deals": 3,
}
CONFIG = tiny_config(total_steps=2048, criterion=WANTED)


def interval(mean: float) -> Interval:
    return Interval(mean, mean - 0.1, mean + 0.1)


def compared(steps: int, policy: float, search: float) -> SearchComparison:
    return SearchComparison(steps, interval(policy), interval(search))


@pytest.fixture(scope="module")
def criterion() -> Criterion:
    return Criterion(CONFIG, GAME, DEFAULTS, LocalExecutor(1))


@pytest.fixture(scope="module")
def scales() -> Scales:
    return calibrate(SampleGames(GAME, DEFAULTS, seed=1))


@pytest.fixture
def quick(scales: Scales, monkeypatch: pytest.MonkeyPatch) -> None:
    """Measures the scales once for all runs."""
    for learner in ("ppo", "dmc"):
        monkeypatch.setattr(f"fudaba.training.{learner}.learner.calibrate", lambda games: scales)


# Parts of a run


@pytest.mark.parametrize(
    ("steps", "stretch"),
    [
        (0, Stretch(0, 2048)),
        (2047, Stretch(0, 2048)),
        (2048, Stretch(2048, 3072, 0.6)),
        (3071, Stretch(2048, 3072, 0.6)),
        (3100, Stretch(3072, 4096, 0.6)),
    ],
)
def test_a_rollout_belongs_to_the_part_in_which_it_begins(steps: int, stretch: Stretch) -> None:
    assert Stretch.at(CONFIG, steps) == stretch


def test_the_step_size_falls_to_zero_in_every_part() -> None:
    whole, part = Stretch.at(CONFIG, 0), Stretch.at(CONFIG, 2048)
    assert [whole.progress(steps) for steps in (0, 1024, 2048, 2100)] == [0.0, 0.5, 1.0, 1.0]
    found = [part.progress(steps) for steps in (2048, 2560, 3072, 3100)]
    assert found == pytest.approx([0.6, 0.8, 1.0, 1.0])


# Comparisons


def test_the_slack_is_of_the_match_that_is_further_from_its_bound(criterion: Criterion) -> None:
    wanted = criterion.wanted
    assert compared(0, 0.0, 0.0).slack(wanted, 2.0) == pytest.approx(0.05)
    assert compared(0, -0.2, 0.0).slack(wanted, 2.0) == pytest.approx(-0.05)
    assert compared(0, 0.5, 0.3).slack(wanted, 2.0) == pytest.approx(-0.1)
    assert compared(0, 0.5, -0.3).slack(wanted, 1.0) == pytest.approx(0.35)


def test_a_policy_that_is_the_search_is_a_match_for_it() -> None:
    config = tiny_config(criterion=WANTED | {"final_deals": 20})
    found = Criterion(config, GAME, DEFAULTS, LocalExecutor(1))
    untrained = export_policy(tiny_model().policy)  # which is greedy
    first, last = found.compare(untrained, 7), found.compare(untrained, 7, is_final=True)
    assert first.steps == last.steps == 7
    assert (first.policy.num_deals, last.search.num_deals) == (2, 20)
    for mean in (last.policy.mean, last.search.mean):
        assert mean == pytest.approx(0.0, abs=0.05)


def test_an_opponent_that_does_not_exist_is_named() -> None:
    config = tiny_config(criterion=WANTED | {"opponent": "genius"})
    with pytest.raises(UserError, match="there is no agent 'genius'"):
        Criterion(config, GAME, DEFAULTS, LocalExecutor(1))


# What ends a run

MISS, MATCH = (-0.5, 0.5), (0.0, 0.0)


@pytest.mark.parametrize(
    ("curve", "steps", "seconds", "ending"),
    [
        ([], 2000, 1e9, None),
        ([(1000, *MATCH)], 2000, 0.0, None),
        ([(2000, *MATCH)], 2000, 0.0, None),
        ([(2050, *MATCH)], 2050, 0.0, "criterion"),
        ([(2050, *MISS)], 2050, 0.0, None),
        ([(2050, *MISS)], 2050, 1800.0, "minutes"),
        ([(2050, *MISS)], 2600, 1800.0, None),
        ([(2050, *MISS), (3080, *MISS)], 3080, 0.0, None),
        ([(2050, *MISS), (4100, *MISS)], 4100, 1800.0, "rounds"),
        ([(2050, *MISS), (4100, *MATCH)], 4100, 1800.0, "criterion"),
    ],
)
def test_what_ends_a_run(
    criterion: Criterion,
    curve: list[tuple[int, float, float]],
    steps: int,
    seconds: float,
    ending: str | None,
) -> None:
    comparisons = [compared(*found) for found in curve]
    assert criterion.ending(comparisons, steps, seconds, 1.0) == ending


def test_without_rounds_the_decisions_end_a_run() -> None:
    criterion = Criterion(tiny_config(total_steps=2048), GAME, DEFAULTS, LocalExecutor(1))
    assert criterion.ending([], 2047, 1e9, 1.0) is None
    assert criterion.ending([], 2048, 0.0, 1.0) == "total_steps"


def test_the_best_is_of_the_whole_training(criterion: Criterion) -> None:
    curve = [compared(1000, *MATCH), compared(2050, *MISS), compared(3080, -0.3, 0.1)]
    assert criterion.best(curve, 1.0) is curve[2]
    assert criterion.best(curve[:1], 1.0) is None


# Whole runs

pytestmark = pytest.mark.usefixtures("quick")


def wanted_run(folder: Path, **changes: Any) -> AnyTraining:
    """The configuration of a run with a criterion."""
    return tiny_config(output=str(folder), total_steps=2048, criterion=WANTED | changes)


def script(monkeypatch: pytest.MonkeyPatch, *earned: float) -> list[int]:
    """Replaces the matches: the policy earns these in turn, and the search as much as it loses.

    Returns:
        The decisions before each comparison.
    """
    left, seen = iter(earned), list[int]()

    def compare(
        criterion: Criterion, policy: Any, steps: int, is_final: bool = False
    ) -> SearchComparison:
        seen.append(steps)
        mean = 0.25 if is_final else next(left)
        return compared(steps, mean, -mean)

    monkeypatch.setattr(Criterion, "compare", compare)
    return seen


def policy_bytes(folder: Path) -> bytes:
    return (folder / "final" / "policy.safetensors").read_bytes()


def notes_of(folder: Path) -> CriterionNotes:
    notes = criterion_of(read_card(folder / "final").training)
    assert notes is not None
    return notes


def test_a_run_goes_on_until_its_policy_is_a_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = script(monkeypatch, -0.6, -0.5, -0.4, -0.01)
    train(wanted_run(tmp_path / "run"))
    card, notes = read_card(tmp_path / "run" / "final"), notes_of(tmp_path / "run")
    assert (notes.ended_by, notes.opponent) == ("criterion", "greedy")
    assert notes.spread == pytest.approx(0.75, abs=0.03)
    assert [found.steps for found in notes.curve] == seen[:-1]
    assert [found.policy.mean_reward for found in notes.curve] == [-0.6, -0.5, -0.4, -0.01]
    assert [found.search.mean_reward for found in notes.curve] == [0.6, 0.5, 0.4, 0.01]
    for steps, end in zip(seen[1:4], (2048, 3072, 4096), strict=True):
        assert end <= steps < end + 512, "at the end of each part"
    assert seen[0] == 0 and seen[-1] == card.training["steps"] == seen[-2]
    assert card.evaluation["greedy"] == result_entry(interval(0.25), 3)
    assert card.evaluation["alone_among_copies"] == {"greedy": result_entry(interval(-0.25), 3)}
    curve = learned_by(tmp_path / "run" / "final")["greedy"]
    assert [point[0] for point in curve] == seen[:-1], "one of the curves that pages show"


@pytest.mark.parametrize(
    ("earned", "bound", "ended_by", "best"),
    [
        ((-0.6, -0.3, -0.5, -0.4), {}, "rounds", 1),
        ((0.0, -0.4), {"minutes": 1e-9}, "minutes", 1),
    ],
)
def test_the_best_that_a_run_reaches_is_published(
    earned: tuple[float, ...],
    bound: dict[str, Any],
    ended_by: str,
    best: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    networks = []
    keep = Run._note_the_best

    def noted(run: Run) -> None:
        networks.append(run.learner.export())
        keep(run)

    seen = script(monkeypatch, *earned)
    monkeypatch.setattr(Run, "_note_the_best", noted)
    train(wanted_run(tmp_path / "run", **bound))
    assert notes_of(tmp_path / "run").ended_by == ended_by
    assert read_card(tmp_path / "run" / "final").training["steps"] == seen[best] == seen[-1]
    published = PolicyAgent.load(tmp_path / "run" / "final", GAME, DEFAULTS)
    assert [network.identity == published.identity for network in networks] == [
        number == best for number in range(1, len(earned))
    ]


def resumed(config: AnyTraining) -> bytes:
    train(config, resume=True)
    return policy_bytes(config.output)


@pytest.mark.parametrize("algorithm", TRAININGS)
def test_a_run_that_is_stopped_in_a_round_is_resumed_in_it(
    algorithm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = {"total_steps": 2048, "criterion": WANTED, "checkpoint_every": 1024}
    config, other = (
        tiny_config(algorithm, output=str(tmp_path / name), **content) for name in ("run", "other")
    )
    earned = -0.6, -0.3, -0.5, -0.4
    script(monkeypatch, *earned)
    train(other)
    learn = Run._learn

    def killed(run: Run) -> None:
        if run.learner.steps > 3500:
            raise KeyboardInterrupt
        learn(run)

    def power_cut(run: Run) -> str:
        return "nothing is written"

    script(monkeypatch, *earned)
    with monkeypatch.context() as stopping, pytest.raises(KeyboardInterrupt):
        stopping.setattr(Run, "_learn", killed)
        stopping.setattr(Run, "_keep_what_is_reached", power_cut)
        train(config)
    script(monkeypatch, earned[-1])
    assert resumed(config) == policy_bytes(other.output)
    assert notes_of(config.output) == notes_of(other.output)


def test_ctrl_c_in_a_comparison_loses_one_rollout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = wanted_run(tmp_path / "run")
    script(monkeypatch, -0.6, -0.3)
    compare = Criterion.compare

    def interrupted(criterion: Criterion, policy: Any, steps: int) -> SearchComparison:
        if steps > 3000:
            raise KeyboardInterrupt
        return compare(criterion, policy, steps)

    with monkeypatch.context() as stopping, pytest.raises(KeyboardInterrupt) as caught:
        stopping.setattr(Criterion, "compare", interrupted)
        train(config)
    assert "--resume continues from there" in caught.value.__notes__[0]
    seen = script(monkeypatch, -0.01)
    train(config, resume=True)
    assert 3072 <= seen[0] == seen[1] < 3584
    assert notes_of(config.output).ended_by == "criterion"


def test_a_run_that_has_ended_goes_on_for_a_larger_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script(monkeypatch, -0.6, -0.3)
    train(wanted_run(tmp_path / "run", minutes=1e-9))
    before = policy_bytes(tmp_path / "run")
    script(monkeypatch)
    assert resumed(wanted_run(tmp_path / "run", minutes=1e-9)) == before, "it only publishes anew"
    script(monkeypatch, -0.2, -0.4)
    assert resumed(wanted_run(tmp_path / "run")) != before
    assert [found.policy.mean_reward for found in notes_of(tmp_path / "run").curve] == [
        -0.6, -0.3, -0.2, -0.4,
    ]  # fmt: skip


def test_without_rounds_a_run_is_not_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = script(monkeypatch)
    train(tiny_config(output=str(tmp_path / "run"), total_steps=1024))
    assert not seen and "criterion" not in read_card(tmp_path / "run" / "final").training
