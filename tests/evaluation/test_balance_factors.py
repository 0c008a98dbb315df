"""Balance runs of games with roles: rotating a factor of the deal, its words, and their pairs."""

import csv
import io
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from fudaba.agents import Agent
from fudaba.envs import Game, Options, Statistic, find_game, game_names
from fudaba.envs.core.kit.rng import stream_start
from fudaba.evaluation.balance import BalanceResult, measure_balance
from fudaba.evaluation.balance.comparisons import comparisons_of
from fudaba.evaluation.balance.hands import DEAL, EXPLAINED, deal_numbers
from fudaba.evaluation.balance.outcomes import (
    AGENTS,
    COURSE,
    FIRST_PLACES,
    GAME,
    REWARD,
    SEATS,
    TURNS,
    numbers_of,
)
from fudaba.evaluation.balance.play import CHUNK_TABLES, Sample, empty_sample, play_sample
from fudaba.evaluation.match import LocalExecutor, MatchRunner, rotations
from fudaba.evaluation.statistics import clustered_mean

from .bots import FirstLegal, LastLegal

SEKI = find_game("seki_v0")
ROLE, PARENT = 0, 1
BOTS: Mapping[str, type] = {"first": FirstLegal, "last": LastLegal}


def make(word: str, game: Game, options: Options) -> Agent:
    bot: Agent = BOTS[word]()
    return bot


def sample_of(
    words: list[str], line_up: tuple[int, ...], deals: int, rotated: str | None = None
) -> Sample:
    rules = SEKI.options.read(SEKI.name, {"num_players": len(line_up)})
    players = MatchRunner(SEKI, rules, words, [make(word, SEKI, rules) for word in words], 3)
    return play_sample(
        players, rotations(line_up), deals, LocalExecutor(1), lambda _: None, rotated
    )


# Rotating


@pytest.mark.parametrize("num_players", [3, 5])
def test_every_role_of_a_deal_is_played_with_every_hand(num_players: int) -> None:
    plain, rotated = (
        sample_of(["last"], (0,) * num_players, 20, factor) for factor in (None, "role")
    )
    assert rotated.num_games == num_players * plain.num_games == 20 * num_players
    for turn in range(num_players):
        roles = np.roll(plain.factors[:, 0, :, ROLE], turn, axis=1)
        assert (rotated.factors[:, turn, :, ROLE] == roles).all()
        assert (rotated.factors[:, turn, :, 1:] == plain.factors[:, 0, :, 1:]).all()
        assert (rotated.first[:, turn] == plain.first[:, 0]).all()
    assert (rotated.points[:, 0] == plain.points[:, 0]).all()
    assert (rotated.points[:, 1] != plain.points[:, 0]).any()


def test_every_seat_is_parent_once() -> None:
    plain, rotated = (sample_of(["last"], (0,) * 4, 20, factor) for factor in (None, "parent"))
    for turn in range(4):
        assert (rotated.first[:, turn] == (plain.first[:, 0] + turn) % 4).all()
        parents = np.eye(4)[rotated.first[:, turn]]
        assert (rotated.factors[:, turn, :, PARENT] == parents).all()
        assert (rotated.factors[:, turn, :, ROLE] == plain.factors[:, 0, :, ROLE]).all()
    assert (rotated.points[:, 0] == plain.points[:, 0]).all()


def played(roles: list[int], seating: list[int], deal: int) -> tuple[np.ndarray, np.ndarray]:
    """Points and tallies of one game, in which these roles were swapped into their seats."""
    bots = [FirstLegal(), LastLegal()]
    state: np.void = np.zeros(1, SEKI.state_dtype)[0]
    SEKI.options.read(SEKI.name, {"num_players": len(roles)}).write(state)
    state["rng"] = stream_start(np.uint64(3), np.uint64(deal))
    SEKI.kernels.deal(state)
    for seat, role in enumerate(roles):
        SEKI.balance.swaps["role"](state, seat, state["role"].tolist().index(role))
    mask = np.zeros((1, SEKI.num_actions), np.int8)
    while state["to_move"] >= 0:
        SEKI.kernels.legal(state, mask[0])
        bot = bots[seating[state["to_move"]]]
        SEKI.kernels.apply(state, int(bot.act(mask, mask, np.random.default_rng(0))[0]))
    points, tallies = np.zeros(5), np.zeros((len(SEKI.balance.tallies), 5))
    SEKI.kernels.score(state, points)
    SEKI.balance.measure_game(state, tallies)
    return points[: len(roles)], tallies[:, : len(roles)].T


def test_agents_and_roles_are_rotated_one_within_the_other() -> None:
    sample = sample_of(["first", "last"], (0, 1, 0, 1), 12, "role")
    assert sample.seatings.tolist() == 4 * [[0, 1, 0, 1]] + 4 * [[1, 0, 1, 0]]
    for deal in range(12):
        for game, seating in enumerate(sample.seatings.tolist()):
            roles = np.roll(sample.factors[deal, 0, :, ROLE], game % 4).astype(int).tolist()
            points, tallies = played(roles, seating, deal)
            assert sample.points[deal, game] == pytest.approx(points)
            assert sample.tallies[deal, game] == pytest.approx(tallies, nan_ok=True)


def test_a_rotated_run_counts_its_games_and_says_what_was_rotated() -> None:
    calls: list[tuple[int, int]] = []

    def run(num_threads: int) -> BalanceResult:
        return measure_balance(
            "seki_v0", ["first", "last"], games=3 * CHUNK_TABLES, varied={"num_players": [3, 4]},
            rotate="role", num_threads=num_threads, make=make, ladder=["first", "last"],
            ladder_deals=2, progress=lambda done, total, *_: calls.append((done, total)),
        )  # fmt: skip

    result = run(1)
    # 2 rotations of agents by 4 of roles, and 3 by 3; the ladder plays its deals as they are dealt.
    assert result.deals == 86 and [v.games for v in result.variants] == [86 * 8, 86 * 9]
    assert (86 * 17, 86 * 17) in calls and calls[-1] == (6, 6)
    assert result.rotated == "role"
    text = result.to_json()
    assert BalanceResult.from_json(text).to_json() == text == run(3).to_json()
    assert measure_balance("seki_v0", ["first"], games=4, make=make).rotated is None


# A game of which everything is known


SIDES = ("village", "wolf", "fox")
TOY = replace(
    SEKI,
    balance=replace(
        SEKI.balance,
        factors=(Statistic("side", "what you are", 0, 2, SIDES),),
        tallies=(
            Statistic("hour", "when you died", 1, 24, partial=True),
            Statistic("guilty", "whether the judge said so", 0, 1, partial=True),
            Statistic("votes", "how many you got", 0, 9),
        ),
    ),
    actions=SEKI.actions[:1],
)
NEVER = float("nan")


def toy_sample() -> Sample:
    """Three deals in two games each at a table of four; the last deal has no wolf."""
    village, wolf, fox = 0, 1, 2
    sample = empty_sample(TOY, np.zeros((2, 4), np.int64), 3)
    sample.factors[..., 0] = np.array([
        [[village, village, wolf, fox], [village, wolf, village, fox]],
        [[village, village, village, wolf], [wolf, village, village, village]],
        [[village, village, fox, fox], [fox, village, fox, village]],
    ])  # fmt: skip
    sample.points[:] = np.array([
        [[1, 3, -4, 0], [2, 0, 2, -4]],
        [[1, 1, 0, -2], [6, -2, -2, -2]],
        [[-1, -1, 1, 1], [2, -2, 2, -2]],
    ])  # fmt: skip
    hours, guilty = sample.tallies[..., 0], sample.tallies[..., 1]
    hours[:], guilty[:] = NEVER, NEVER
    hours[0, 0, 2], hours[1, 1, 0], hours[1, 1, 3] = 7, 3, 8
    guilty[0, 0, 2], guilty[0, 1, 1], guilty[2, 0, 0] = 1, 0, 1
    sample.tallies[..., 2] = 2
    sample.taken[:] = 1
    return sample


def test_pairs_are_compared_in_the_deals_that_have_both() -> None:
    found = {(c.first, c.second): c for c in comparisons_of(TOY, toy_sample())}
    assert list(found) == [("village", "wolf"), ("village", "fox"), ("wolf", "fox")]
    assert all(comparison.factor == "side" for comparison in found.values())
    # Deal by deal: the villagers' mean 2, -2/3 and -3/2; the wolves' -2 and 2; the foxes' -2, 3/2.
    expected = {
        ("village", "wolf"): [4, -2 / 3 - 2],
        ("village", "fox"): [4, -3],
        ("wolf", "fox"): [0],
    }
    for pair, gaps in expected.items():
        assert found[pair].deals == len(gaps)
        interval, wanted = found[pair].difference, clustered_mean(gaps, range(len(gaps)))
        assert interval.mean == pytest.approx(wanted.mean, abs=1e-6)
        assert (interval.low, interval.high) == pytest.approx((wanted.low, wanted.high))


def test_words_that_never_met_are_not_compared() -> None:
    sample = toy_sample()
    kept = replace(sample, points=sample.points[1:], factors=sample.factors[1:])
    pairs = {(c.first, c.second) for c in comparisons_of(TOY, kept)}
    assert pairs == {("village", "wolf"), ("village", "fox")}


def test_numbers_by_word_leave_out_what_does_not_apply() -> None:
    numbers = {n.key: n for n in numbers_of(TOY, ["first"], toy_sample())}

    def value(item: str, quantity: str) -> float:
        return numbers["side", item, quantity].estimate.value

    assert {item for group, item, _ in numbers if group == "side"} == set(SIDES)
    assert value("wolf", REWARD) == pytest.approx(0)  # -4, 0, -2, 6
    assert value("fox", REWARD) == pytest.approx(2 / 6)
    assert value("wolf", FIRST_PLACES) == 1 / 4 and value("fox", FIRST_PLACES) == 2 / 6
    assert value("wolf", "hour") == 5 and value("village", "hour") == 8
    assert np.isnan(value("fox", "hour"))
    assert numbers["side", "wolf", "guilty"].form == "share"
    assert value("wolf", "guilty") == 0.5 and value("village", "guilty") == 1
    assert value("wolf", "votes") == 2
    # Of the game: what is counted, over all seats; what may not apply, where it does.
    assert numbers[GAME, "SEKI", "votes"].estimate.value == 8
    assert numbers[GAME, "SEKI", "hour"].estimate.value == 6
    hour = numbers["side", "wolf", "hour"].estimate
    assert hour.num_deals == 2 and hour.influence.tolist() == [1, -1, 0]
    assert not {DEAL, AGENTS} & {group for group, _, _ in numbers}
    assert {TURNS, SEATS} < {group for group, _, _ in numbers}


def planted(sample: Sample, worth: np.ndarray, rng: np.random.Generator) -> Sample:
    """The same deals, with rewards that are the role's worth, and luck of the hand and the seat."""
    luck = rng.normal(0, 2, (sample.num_deals, 1, sample.seatings.shape[1]))
    rewards = worth[sample.factors[..., ROLE].astype(int)] + luck
    relative = rewards - rewards.mean(axis=2, keepdims=True)
    return replace(sample, points=relative.astype(np.float32))


def test_rotating_cancels_the_hand_in_every_comparison() -> None:
    rng = np.random.default_rng(4)
    worth = rng.normal(0, 1, 13)
    widths = {}
    for rotated in (None, "role"):
        sample = planted(sample_of(["first"], (0,) * 4, 400, rotated), worth, rng)
        comparisons = comparisons_of(SEKI, sample)
        assert len(comparisons) == 66
        held, width = 0, []
        for comparison in comparisons:
            codes = [
                SEKI.balance.factors[ROLE].words.index(w)
                for w in (comparison.first, comparison.second)
            ]
            both = (sample.factors[:, 0, :, ROLE, None] == codes).any(axis=1).all(axis=1)
            assert comparison.deals == both.sum()
            truth, interval = worth[codes[0]] - worth[codes[1]], comparison.difference
            held += interval.low - 1e-5 <= truth <= interval.high + 1e-5
            width.append(interval.high - interval.low)
        widths[rotated] = max(width)
        assert held >= (57 if rotated is None else 66)
    assert widths["role"] < 1e-4 and widths[None] > 1


def test_what_the_roles_of_a_rotated_run_explain_is_what_was_planted() -> None:
    rng = np.random.default_rng(4)
    worth = np.linspace(-1, 1, 13)
    sample = planted(sample_of(["first"], (0,) * 4, 1000, "role"), worth, rng)
    found = {(n.item, n.quantity): n.estimate for n in deal_numbers(SEKI, sample)}
    # The table's mean holds a quarter of the own worth; the pool has 12 roles, 3 of them elsewhere.
    of_role = worth[:12].var() * (1 - 1 / 4 + 3 / 4 / 11) ** 2
    share = found["role", EXPLAINED].share_interval()
    assert share.low < of_role / sample.points.var() < share.high and share.high < 2 * share.low


# Results


@pytest.fixture(scope="module")
def result() -> BalanceResult:
    return measure_balance(
        "seki_v0", ["first", "last"], games=240, rotate="role", make=make,
        varied={"roles": [["THIEF", "ANGLER", "HUNTER", "EMPEROR"],
                          ["THIEF", "ANGLER", "HUNTER", "EMPEROR", "FARMER"]]},
    )  # fmt: skip


def test_a_result_has_all_quantities_by_word_and_all_pairs(result: BalanceResult) -> None:
    few, more = result.variants
    assert {f.item for f in few.of("role")} == {"ANGLER", "EMPEROR", "HUNTER", "THIEF"}
    assert {f.item for f in more.of("role")} - {f.item for f in few.of("role")} == {"FARMER"}
    assert {f.quantity for f in few.of("role")} == {f.quantity for f in few.of(SEATS)}
    assert {"finished by: TRASH", "turn of activation"} < {f.quantity for f in few.of("role")}
    rewards = [finding.interval.mean for finding in few.of("role", REWARD)]
    assert sum(rewards) == pytest.approx(0, abs=1e-6)  # all four are in every game
    pairs = [(c.first, c.second) for c in few.comparisons]
    assert pairs == list(combinations(["ANGLER", "EMPEROR", "HUNTER", "THIEF"], 2))
    assert all(c.deals == result.deals == 30 for c in few.comparisons)
    assert len(more.comparisons) == 10 and all(c.deals < 30 for c in more.comparisons)
    means = dict(zip(["ANGLER", "EMPEROR", "HUNTER", "THIEF"], rewards, strict=True))
    for c in few.comparisons:
        assert c.difference.mean == pytest.approx(means[c.first] - means[c.second], abs=1e-6)
    thief = more.find("role", "THIEF", REWARD)
    assert thief is not None and thief.difference is not None
    farmer = more.find("role", "FARMER", REWARD)
    assert farmer is not None and farmer.difference is None


def test_pairs_are_rows_of_the_csv(result: BalanceResult) -> None:
    rows = list(csv.DictReader(io.StringIO(result.to_csv())))
    assert len(rows) == sum(len(v.findings) + len(v.comparisons) for v in result.variants)
    row = next(row for row in rows if row["item"] == "ANGLER less THIEF")
    pair = next(c for c in result.variants[0].comparisons if c.second == "THIEF")
    assert (row["group"], row["form"], row["difference_mean"]) == ("role", "reward", "")
    assert float(row["mean"]) == pair.difference.mean


def test_no_factor_is_called_like_a_group_of_its_own() -> None:
    balances = [find_game(name).balance for name in game_names()]
    for balance in filter(None, balances):
        factors = {measure.name for measure in balance.factors}
        assert not factors & {GAME, TURNS, SEATS, AGENTS, COURSE, DEAL}
