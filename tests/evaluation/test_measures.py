"""Measures of a designer's own: what they may return, where they stand, what is kept of them."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fudaba.agents import Agent
from fudaba.cli.main import main
from fudaba.envs import Game, Options, UserError, find_game
from fudaba.evaluation.balance import (
    BalanceResult,
    Measure,
    Pace,
    PlayedGame,
    factor,
    measure_balance,
)
from fudaba.evaluation.balance import tally as tally_of
from fudaba.evaluation.balance.deep import BUILT_IN
from fudaba.evaluation.balance.measures import MeasureError, load_measure
from fudaba.evaluation.balance.naming import make_measure
from fudaba.evaluation.balance.outcomes import DECISIONS, GAME, TURNS
from fudaba.evaluation.balance.play import CHUNK_TABLES, Sample, factors_of, play_sample, tallies_of
from fudaba.evaluation.match import LocalExecutor, MatchRunner, rotations

from .bots import FirstLegal, LastLegal

SEVENS = find_game("sevens_v0")
EXAMPLE = Path(__file__).parents[2] / "docs" / "measures" / "sevens.py"
NAMES = ("longest_suit", "leaning", "waited", "decisions", "held_back", "cards_left")
MEASURES = [f"{EXAMPLE}:{name}" for name in NAMES]


def sample_of(measures: list[Measure], deals: int = 30, **options: Any) -> Sample:
    rules = SEVENS.options.read(SEVENS.name, options)
    players = MatchRunner(SEVENS, rules, ["last"], [LastLegal()], 3)
    seatings = rotations((0,) * rules.num_players)
    executor = LocalExecutor(1)
    return play_sample(
        players, seatings, deals, executor, lambda _: None, rotated=None, measures=measures
    )


def constant(returned: Any, **declared: Any) -> Measure:
    """A tally that returns the same for every game."""

    def number(game: PlayedGame) -> Any:
        return returned

    return tally_of("a number", **declared)(number)


# What is measured


def test_the_example_measures_what_it_says() -> None:
    sample = sample_of([load_measure(word) for word in MEASURES], num_players=3)
    factors = [statistic.name for statistic in factors_of(SEVENS, sample)]
    tallies = [statistic.name for statistic in tallies_of(SEVENS, sample)]
    assert factors[-2:] == ["longest suit", "leaning"]
    assert tallies[-4:] == ["waited", "decisions counted", "held back", "cards left"]
    suits, leaning = sample.factors[:, 0, :, -2], sample.factors[:, 0, :, -1]
    assert suits.min() >= 4, "of 17 cards in four suits"
    assert {0, 1} <= set(leaning.ravel().tolist()) <= {0, 1, 2}
    _, counted, held, left = np.moveaxis(sample.tallies[:, 0, :, -4:], 2, 0)
    decisions = sample.taken.sum(axis=(2, 3))
    assert (counted == decisions).all()
    choices = (sample.taken - sample.forced)[:, 0]
    kinds = [kind.name for kind in SEVENS.actions]
    assert (held == (choices[..., kinds.index("pass")] > 0)).all() and held.any()
    finished = sample.tallies[:, 0, :, tallies.index("finished")]
    assert ((left == 0) >= (finished == 1)).all() and left.any()


def test_a_whole_game_has_its_states_and_movers() -> None:
    seen: list[PlayedGame] = []

    def keep(game: PlayedGame) -> int:
        seen.append(game)
        return 0

    sample = sample_of([tally_of("kept", per_game=True)(keep)], deals=5)
    assert len(seen) == 5
    for deal, game in enumerate(seen):
        assert game.agents == ("last",) * 4 and game.options.num_players == 4
        assert game.points == pytest.approx(sample.points[deal, 0])
        assert len(game.states) == len(game.actions) + 1 and game.states[-1]["to_move"] == -1
        assert game.movers[0] == sample.first[deal, 0]
        by_seat = np.bincount(game.movers, minlength=4)
        assert (by_seat == sample.taken[deal, 0].sum(axis=1)).all()
        assert (~game.had_choice).sum() == sample.forced[deal].sum()
        assert (game.points[game.winners] == game.points.max()).all()


def test_measures_stand_among_the_findings() -> None:
    result = measure_balance("sevens_v0", games=60, measures=MEASURES)
    variant = result.variants[0]
    assert result.measures == tuple(MEASURES)
    counted = variant.find(GAME, "Sevens", "decisions counted")
    length = variant.find(GAME, "Sevens", DECISIONS)
    assert counted is not None and length is not None
    assert counted.interval.mean == pytest.approx(length.interval.mean)
    assert counted.interval.high == pytest.approx(length.interval.high)
    waited = variant.find(TURNS, "first to act", "waited")
    assert waited is not None and waited.interval.mean > 0
    assert variant.find(TURNS, "first to act", "decisions counted") is None
    assert variant.find("deal", "longest suit", "worth of one more") is not None
    assert {finding.item for finding in variant.of("leaning")} >= {"low cards", "high cards"}
    assert any(factor.name == "longest suit" for factor in variant.factors)
    assert any(comparison.factor == "leaning" for comparison in variant.comparisons)
    assert BalanceResult.from_json(result.to_json()).measures == result.measures
    assert "longest suit" in result.to_csv()


def test_the_games_and_the_other_numbers_stay_the_same() -> None:
    plain, measured = (
        measure_balance("sevens_v0", ["random"], games=300, measures=measures).variants[0]
        for measures in ((), MEASURES[2:])
    )
    for finding in plain.findings:
        assert measured.find(*finding.key) == finding


def test_threads_change_nothing() -> None:
    one, three = (
        measure_balance(
            "sevens_v0",
            ["random"],
            CHUNK_TABLES + 4,
            measures=[*MEASURES, "decisiveness"],
            num_threads=number,
        )
        for number in (1, 3)
    )
    assert one == three


@pytest.mark.parametrize("word", [*MEASURES, *BUILT_IN])
def test_a_measure_is_pickled_by_its_word(word: str) -> None:
    measure = make_measure(word)
    copy = pickle.loads(pickle.dumps(measure))
    assert (copy.word, copy.identity, copy.statistic) == (
        measure.word, measure.identity, measure.statistic,
    )  # fmt: skip
    assert copy.identity


# What may be returned


@pytest.mark.parametrize(
    ("returned", "declared", "message"),
    [
        (3, {}, "can't return 3; a number for each of 4 seats"),
        (np.array(3), {}, "can't return array(3); a number for each of 4 seats"),
        ([1, 2, 3], {}, "a number for each of 4 seats"),
        ("four", {}, "a number for each of 4 seats"),
        (None, {}, "a number for each of 4 seats"),
        ([1, 2, 3, None], {}, "allowed: finite numbers"),
        ([1, 2, 3, float("nan")], {}, "allowed: finite numbers"),
        ([1, 2, 3, float("inf")], {}, "allowed: finite numbers"),
        ([1, 2, 3, 1e300], {}, "allowed: finite numbers"),
        ([1, 2, 3, "4"], {}, "allowed: finite numbers"),
        ([1, 2, 3, [4]], {}, "allowed: finite numbers"),
        ([0, 1, 0, 2], {"flag": True}, "allowed: 0 or 1"),
        ([0, 1, 0, 0.5], {"flag": True}, "allowed: 0 or 1"),
        (["no", "yes", "no", "perhaps"], {"words": ("no", "yes")}, "allowed: the words no, yes"),
        ([0, 1, 0, 2], {"words": ("no", "yes")}, "allowed: the words no, yes"),
        ([1, 2, 3, "4"], {"partial": True}, "finite numbers, or None where it does not apply"),
        ([1, 2, 3, 4], {"per_game": True}, "allowed: finite numbers"),
    ],
)  # fmt: skip
def test_anything_but_its_numbers_is_refused(
    returned: Any, declared: dict[str, Any], message: str
) -> None:
    with pytest.raises(UserError) as refused:
        sample_of([constant(returned, **declared)], 1)
    assert str(refused.value).startswith("measure number can't return")
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("returned", "declared", "expected"),
    [
        (np.array([1, 2, 3, 4], np.int8), {}, [1, 2, 3, 4]),
        ((1.5, -2, True, np.float32(3)), {}, [1.5, -2, 1, 3]),
        ([True, False, 1, np.bool_(False)], {"flag": True}, [1, 0, 1, 0]),
        (["no", "yes", 1, 0], {"words": ("no", "yes")}, [0, 1, 1, 0]),
        ([1, None, float("nan"), 2], {"partial": True}, [1, np.nan, np.nan, 2]),
        (7, {"per_game": True}, [7, 7, 7, 7]),
        (None, {"per_game": True, "partial": True}, [np.nan] * 4),
    ],
)
def test_numbers_of_any_type_are_read(
    returned: Any, declared: dict[str, Any], expected: list[float]
) -> None:
    sample = sample_of([constant(returned, **declared)], 1)
    assert sample.tallies[0, 0, :, -1] == pytest.approx(expected, nan_ok=True)


def test_a_function_must_take_what_it_is_given() -> None:
    with pytest.raises(UserError, match="can't be measured; allowed"):
        tally_of("no parameters")(lambda: 0)
    with pytest.raises(UserError, match="can't have words and be a flag"):
        factor("both", words=("a", "b"), flag=True)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("decisivness", "there is no measure 'decisivness'; allowed: FILE.py:NAME, decisiveness"),
        ("nowhere.py:it", r"there is no file .*nowhere\.py"),
        ("sevens:it", "there is no measure 'sevens:it'; allowed: FILE.py:NAME"),
        (f"{EXAMPLE}:", "there is no measure"),
        (f"{EXAMPLE}:NUM_SUITS", "has no measure 'NUM_SUITS'; allowed: longest_suit, leaning"),
        (f"{Path(__file__).with_name('bots.py')}:Dice", "it has no @factor and no @tally"),
    ],
)
def test_a_word_that_names_nothing_is_refused(word: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        measure_balance("sevens_v0", games=2, measures=[word])


def test_two_statistics_can_not_have_one_name() -> None:
    with pytest.raises(UserError, match="can't be called 'finished'; that tally is there already"):
        measure_balance("sevens_v0", games=2, measures=[constant(1, name="finished")])
    with pytest.raises(UserError, match="can't be called 'longest suit'; that factor is there"):
        measure_balance("sevens_v0", games=2, measures=[MEASURES[0], MEASURES[0]])
    with pytest.raises(UserError, match=r"measures can't be .*; allowed: a list of measures"):
        measure_balance("sevens_v0", games=2, measures=MEASURES[0])


# Failures

BROKEN = """
from fudaba.evaluation.balance import tally

@tally("fails")
def broken(game):
    return helper(game)

def helper(game):
    return [1 / 0] * game.num_players
"""


def test_an_error_shows_the_traceback_of_the_measure_alone(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(BROKEN, encoding="utf-8")
    with pytest.raises(MeasureError, match="broken failed: ZeroDivisionError") as failed:
        measure_balance("sevens_v0", games=2, measures=[f"{path}:broken"])
    told = failed.value.traceback
    assert "helper(game)" in told and "1 / 0" in told
    assert "balance/measures.py" not in told and "balance/play.py" not in told
    copy = pickle.loads(pickle.dumps(failed.value))
    assert (str(copy), copy.traceback) == (str(failed.value), told)


def test_an_error_while_a_file_is_loaded_is_told_in_the_same_way(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text("import no_such_module\n", encoding="utf-8")
    with pytest.raises(MeasureError, match="failed: ModuleNotFoundError") as failed:
        load_measure(f"{path}:own")
    assert "own.py" in failed.value.traceback and "python_sources" not in failed.value.traceback


# The command


def test_the_command_prints_the_measures_below_the_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_bytes(EXAMPLE.read_bytes())
    words = ["balance", "sevens", "--games", "30", "--threads", "1", "--vary", "pass_limit=1,3"]
    measures = ["--measure", "own.py:longest_suit", "own.py:leaning", "--measure", "decisiveness"]
    paces = ["--seconds-with-choice", "10", "--seconds-without-choice", "0"]
    assert main([*words, *measures, *paces]) == 0
    printed = capsys.readouterr().out
    for line in ("longest suit: worth of one more", "leaning, low cards: reward", "decisiveness"):
        assert line in printed
    (file,) = tmp_path.glob("runs/balance/sevens_v0/*/results.json")
    result = BalanceResult.from_json(file.read_bytes())
    assert result.measures == ("own.py:longest_suit", "own.py:leaning", "decisiveness")
    assert result.pace == Pace(10, 0, 2)
    assert "measure-own.py-longest_suit" in file.parent.name
    # The same command again plays nothing, and may replace its own files.
    assert main([*words, *measures]) == 0
    assert main(words) == 0
    assert len(list(tmp_path.glob("runs/balance/sevens_v0/*/results.json"))) == 2


def test_the_command_shows_an_error_of_a_measure_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(BROKEN, encoding="utf-8")
    assert main(["balance", "sevens", "--games", "600", "--measure", "own.py:broken"]) == 2
    told = capsys.readouterr().err
    assert told.count("Traceback") == 1 and told.count("1 / 0") == 1
    assert told.splitlines()[-1].startswith("fudaba: measure own.py:broken failed: ZeroDiv")
    for words in (["--measure", "decisivness"], ["--seconds-with-choice", "-1"]):
        assert main(["balance", "sevens", *words]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert "allowed: " in line


# What is kept

COUNTING = """
from fudaba.evaluation.balance import tally

@tally("a number", per_game=True)
def number(game):
    return {number}
"""


def test_games_are_kept_for_the_sources_of_a_measure(tmp_path: Path) -> None:
    own, kept = tmp_path / "own.py", tmp_path / "games.sqlite"

    def played(number: int | None, results: Path | None = kept) -> tuple[float, int]:
        bots: list[FirstLegal] = []

        def make(word: str, game: Game, options: Options) -> Agent:
            bots.append(FirstLegal())
            return bots[-1]

        if number is not None:
            own.write_text(COUNTING.format(number=number), encoding="utf-8")
        measures = [] if number is None else [f"{own}:number"]
        variant = measure_balance(
            "sevens_v0", ["first"], 20, make=make, results=results, measures=measures
        ).variants[0]
        found = variant.find(GAME, "Sevens", "number")
        return found.interval.mean if found else 0.0, bots[0].calls

    assert played(None)[1] > 0 and played(None)[1] == 0
    assert played(5)[0] == 5 and played(5) == (5, 0)
    changed = played(6)
    assert changed[0] == 6 and changed[1] > 0, "another source is another measure"
    assert played(5) == (5, 0) and played(None)[1] == 0


def test_games_of_a_measure_without_a_file_are_not_kept(tmp_path: Path) -> None:
    kept = tmp_path / "games.sqlite"
    for number in (1, 2):
        variant = measure_balance(
            "sevens_v0", games=4, results=kept, measures=[constant(number, per_game=True)]
        ).variants[0]
        found = variant.find(GAME, "Sevens", "number")
        assert found is not None and found.interval.mean == number


WRITERS = ("game.states", "game.start", "game.points", "game.movers", "game.winners")


@pytest.mark.parametrize("array", WRITERS)
def test_a_measure_can_not_spoil_the_next_one(array: str) -> None:
    @tally_of("writes into what all measures share")
    def writer(game: PlayedGame) -> list[int]:
        found = getattr(game, array.removeprefix("game."))
        if found.dtype.names:
            found["hand_size"] = 99
        else:
            found[:] = 99
        return [0] * game.num_players

    with pytest.raises(MeasureError, match="read-only"):
        sample_of([writer], deals=2)


def test_a_constant_factor_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    source = """
from fudaba.evaluation.balance import factor

@factor("always three")
def three(state):
    return [3] * int(state["num_players"])
"""
    Path("own.py").write_text(source, encoding="utf-8")
    assert main(["balance", "sevens", "--games", "4", "--measure", "own.py:three"]) == 0
    told = "three is the same for all seats in all deals, and explains nothing."
    assert told in capsys.readouterr().out
