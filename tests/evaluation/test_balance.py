"""Balance runs: what is counted, how it is estimated, and what is compared with what."""

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import fields, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fudaba.agents import Agent, make_agent
from fudaba.envs import Game, GameRecord, Options, UserError, find_game, game_names
from fudaba.envs.core.kit.rng import stream_start
from fudaba.envs.core.stepping.measuring import balance_of, unique_leader
from fudaba.evaluation.balance import BalanceResult, measure_balance
from fudaba.evaluation.balance.goals import GOAL
from fudaba.evaluation.balance.hands import (
    EXPLAINED,
    OTHERS_EQUAL,
    TOGETHER,
    WORTH,
    deal_numbers,
    hand_factors,
)
from fudaba.evaluation.balance.ladder import (
    _pair,
    games_needed,
    half_tables,
    lone_tables,
    shares_of,
)
from fudaba.evaluation.balance.openings import OPENING
from fudaba.evaluation.balance.outcomes import (
    CHOICE,
    COURSE,
    DECISIONS,
    FIRST_PLACES,
    GAME,
    IN_GAMES,
    LEAD_CHANGES,
    REWARD,
    as_numbers,
    equality_of_seats,
    equality_of_turns,
    numbers_of,
    turns_of,
)
from fudaba.evaluation.balance.play import CHUNK_TABLES, Sample, play_sample
from fudaba.evaluation.balance.result import VariantResult
from fudaba.evaluation.match import LocalExecutor, MatchRunner, rotations
from fudaba.evaluation.statistics import Interval, clustered_mean, clustered_share

from .bots import FirstLegal, LastLegal

GAMES = [find_game("sevens_v0"), find_game("killer_sevens_v0")]
SEVENS = GAMES[0]
SEKI = find_game("seki_v0")
BOTS: Mapping[str, type] = {"first": FirstLegal, "last": LastLegal}


def make(word: str, game: Game, options: Options) -> Agent:
    agent: Agent = BOTS[word]() if word in BOTS else make_agent(word, game, options)
    return agent


def sample_of(
    game: Game, words: list[str], seatings: np.ndarray, deals: int, **options: Any
) -> Sample:
    rules = game.options.read(game.name, options)
    players = MatchRunner(game, rules, words, [make(word, game, rules) for word in words], 3)
    return play_sample(players, seatings, deals, LocalExecutor(1), lambda _: None)


def record_of(game: Game, words: list[str], deal: int, options: dict[str, Any]) -> GameRecord:
    """One game of a deal of seed 3, played one decision at a time."""
    rules = game.options.read(game.name, options)
    agents = [make(word, game, rules) for word in words]
    state: np.void = np.zeros(1, game.state_dtype)[0]
    rules.write(state)
    start = stream_start(np.uint64(3), np.uint64(deal))
    state["rng"] = start
    game.kernels.deal(state)
    actions: list[int] = []
    while state["to_move"] >= 0:
        seat = int(state["to_move"])
        view = game.flat(np.array([game.view(state, seat)]))
        mask = np.zeros((1, game.num_actions), np.int8)
        game.kernels.legal(state, mask[0])
        actions.append(int(agents[seat].act(view, mask, np.random.default_rng(0))[0]))
        game.kernels.apply(state, actions[-1])
    points = np.zeros(game.max_players)
    game.kernels.score(state, points)
    return GameRecord(
        game=game.name,
        options=rules.model_dump(),
        rng=int(start),
        actions=actions,
        points=points[: rules.num_players].tolist(),
        agents=words,
    )


def recount(game: Game, record: GameRecord) -> dict[str, np.ndarray]:
    """What a sample holds of one game, from its record and in plain Python."""
    seats, kinds = len(record.points), len(game.actions)
    taken, forced = np.zeros((seats, kinds), int), np.zeros((seats, kinds), int)
    alternatives = np.zeros(seats, int)
    leader, changes, first = None, 0, None
    factors = np.zeros((len(game.balance.factors), game.max_players))
    tallies = np.zeros((len(game.balance.tallies), game.max_players))
    for state, action in record.positions(game):
        if action is None:
            game.balance.measure_game(state, tallies)
            break
        seat, legal = int(state["to_move"]), game.legal_actions(state)
        if first is None:
            first = seat
            game.balance.measure_deal(state, factors)
        kind = [kind.name for kind in game.actions].index(game.decode(action)[0].name)
        taken[seat, kind] += 1
        forced[seat, kind] += len(legal) == 1
        alternatives[seat] += len(legal)
        lead_value = np.zeros(game.max_players)
        game.balance.lead_value(state, lead_value)
        ahead = np.flatnonzero(lead_value[:seats] == lead_value[:seats].max())
        if len(ahead) == 1 and ahead[0] != leader:
            changes += leader is not None
            leader = ahead[0]
    return {
        "first": np.array(first),
        "factors": factors[:, :seats].T,
        "points": np.array(record.points),
        "tallies": tallies[:, :seats].T,
        "taken": taken,
        "forced": forced,
        "alternatives": alternatives,
        "lead_changes": np.array(changes),
    }


# Counting


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (SEVENS, {}),
        (SEVENS, {"num_players": 5, "jokers": 2, "joker_recovery": "own_turn"}),
        (GAMES[1], {"pass_exhaust": "eliminate", "pass_limit": 1}),
        (SEKI, {"num_players": 3}),
    ],
)
def test_a_sample_is_what_a_slow_recount_finds(game: Game, options: dict[str, Any]) -> None:
    words, deals = ["greedy", "first"], 40
    seats = options.get("num_players", 4)
    seatings = rotations(tuple(seat % 2 for seat in range(seats)))
    sample = sample_of(game, words, seatings, deals, **options)
    for deal in range(deals):
        for number, seating in enumerate(seatings.tolist()):
            record = record_of(game, [words[agent] for agent in seating], deal, options)
            for name, expected in recount(game, record).items():
                held = getattr(sample, name)[deal, number]
                assert held == pytest.approx(expected, nan_ok=True), (name, deal)
    assert sample.forced.sum() > 0 and sample.lead_changes.sum() > 0
    assert sample.num_games == deals * len(seatings)


def test_a_lead_needs_a_seat_alone_in_front() -> None:
    assert unique_leader(np.array([1.0, 3.0, 2.0, 9.0]), 3) == 1
    assert unique_leader(np.array([3.0, 3.0, 2.0]), 3) == -1
    assert unique_leader(np.array([0.0, 3.0, 3.0]), 3) == -1


def test_the_number_of_threads_changes_nothing() -> None:
    def run(num_threads: int) -> BalanceResult:
        return measure_balance(
            "sevens_v0",
            ["random", "greedy"],
            games=6 * CHUNK_TABLES,
            varied={"pass_limit": [1, 3]},
            ladder=["random", "greedy"],
            ladder_deals=CHUNK_TABLES,
            num_threads=num_threads,
        )

    assert run(1) == run(3)


def test_the_seed_chooses_the_deals_and_all_variants_play_them() -> None:
    one, same, other = (
        sample_of(SEVENS, ["greedy"], rotations((0,) * 4), 300, **options)
        for options in ({}, {"pass_limit": 1}, {"deal_start": 2})
    )
    assert (one.factors == same.factors).all() and (one.points != same.points).any()
    assert (one.factors != other.factors).any()
    run = measure_balance("sevens_v0", games=300, seed=3)
    again = measure_balance("sevens_v0", games=300, seed=4)
    assert run.variants[0].find("deal", "sevens", WORTH) is not None
    assert run.variants[0].findings != again.variants[0].findings


# Estimates


def by_hand(result: VariantResult, group: str, item: str, quantity: str) -> Interval:
    finding = result.find(group, item, quantity)
    assert finding is not None
    return finding.interval


def same(interval: Interval, expected: Interval) -> bool:
    ends = [(one.mean, one.low, one.high) for one in (interval, expected)]
    return ends[0] == pytest.approx(ends[1], abs=1e-6)


def test_numbers_are_clustered_means_and_shares() -> None:
    words, deals = ["greedy", "first"], 200
    sample = sample_of(SEVENS, words, rotations((0, 1, 0, 1)), deals)
    result = measure_balance("sevens_v0", words, games=2 * deals, seed=3, make=make).variants[0]
    assert result.games == 2 * deals and result.lengths.keys() == set(
        sample.taken.sum(axis=(2, 3)).ravel().tolist()
    )
    of_game, of_seat = np.repeat(np.arange(deals), 2), np.repeat(np.arange(deals), 4)

    lengths = sample.taken.sum(axis=(2, 3)).ravel()
    assert same(by_hand(result, "game", "Sevens", DECISIONS), clustered_mean(lengths, of_game))
    changes = sample.lead_changes.ravel()
    assert same(by_hand(result, "game", "Sevens", LEAD_CHANGES), clustered_mean(changes, of_game))
    passes = sample.taken[..., 1].sum(axis=2).ravel()
    assert same(by_hand(result, "game", "Sevens", "moves: passes"), clustered_mean(passes, of_game))
    out = sample.tallies[..., [tally.name for tally in SEVENS.balance.tallies].index("eliminated")]
    of_games = clustered_share(out.max(axis=2).ravel(), of_game)
    assert same(by_hand(result, "game", "Sevens", "eliminated" + IN_GAMES), of_games)
    free = 1 - sample.forced.sum() / sample.taken.sum()
    assert by_hand(result, "game", "Sevens", CHOICE).mean == pytest.approx(free)

    mine = np.stack([sample.points[:, 0, [0, 2]], sample.points[:, 1, [1, 3]]], axis=1)
    won = (mine == 1).astype(float)
    assert same(by_hand(result, "agent", "greedy", REWARD), clustered_mean(mine.ravel(), of_seat))
    assert same(
        by_hand(result, "agent", "greedy", FIRST_PLACES), clustered_share(won.ravel(), of_seat)
    )
    next_seat = (sample.first[..., None] + 1) % 4
    second = np.take_along_axis(sample.points, next_seat, axis=2).ravel()
    found = by_hand(result, "turn order", "second to act", REWARD)
    assert same(found, clustered_mean(second, of_game))
    seat = sample.points[:, :, 2].ravel()
    assert same(by_hand(result, "seat", "player_2", REWARD), clustered_mean(seat, of_game))


def test_an_agent_alone_has_no_results_of_its_own() -> None:
    assert not measure_balance("sevens_v0", games=20).variants[0].of("agent")


def test_differences_are_paired_by_deal() -> None:
    varied = {"joker_use": ["wild", "fill"], "pass_limit": [3, 2]}  # there are no jokers
    result = measure_balance("sevens_v0", games=400, varied=varied)
    labels = [variant.label for variant in result.variants]
    assert labels[1:3] == ["joker_use=wild, pass_limit=2", "joker_use=fill, pass_limit=3"]
    first, other, alike, _ = result.variants
    assert all(finding.difference is None for finding in first.findings)
    for finding in alike.findings:
        change = finding.difference
        assert change is not None and (change.low, change.mean, change.high) == (0, 0, 0)
    # An opening that is frequent in one variant only has nothing to be compared with, and a gap
    # below zero is shown as zero.
    for finding in (one for one in other.findings if one.group not in (OPENING, GOAL)):
        before = first.find(*finding.key)
        assert before is not None and finding.difference is not None
        moved = finding.interval.mean - before.interval.mean
        assert finding.difference.mean == pytest.approx(moved, abs=1e-9)
    length = other.find("game", "Sevens", DECISIONS)
    assert length is not None and length.difference is not None
    width = length.difference.high - length.difference.low
    assert 0 < width < 0.8 * (length.interval.high - length.interval.low)


def test_tables_of_different_sizes_are_compared_where_both_have_the_number() -> None:
    result = measure_balance("sevens_v0", games=60, varied={"num_players": [2, 3]})
    third = result.variants[1].find("turn order", "third to act", REWARD)
    second = result.variants[1].find("turn order", "second to act", REWARD)
    assert third is not None and third.difference is None
    assert second is not None and second.difference is not None


def planted(sample: Sample, rewards: np.ndarray) -> Sample:
    """The same deals with other results, zero-sum."""
    return replace(sample, points=(rewards - rewards.mean(axis=2, keepdims=True)).astype("f4"))


def test_a_planted_effect_of_a_factor_is_found() -> None:
    sample = sample_of(SEVENS, ["greedy"], rotations((0,) * 4), 4000)
    rng = np.random.default_rng(5)
    sevens = sample.factors[..., 1].astype(np.float64)
    noise = rng.normal(0, 0.5, sevens.shape)
    fake = planted(sample, 0.1 * sevens + noise)
    found = {(n.item, n.quantity): n.estimate for n in deal_numbers(SEVENS, fake)}
    worth, equal = found["sevens", WORTH].interval(), found["sevens", OTHERS_EQUAL].interval()
    assert worth.low < 0.1 < worth.high and worth.high - worth.low < 0.03
    assert equal.low < 0.1 < equal.high
    nothing = found["aces and kings", OTHERS_EQUAL].interval()
    assert nothing.low < 0 < nothing.high
    # Var(0.1 * sevens) over Var of the whole, both after the table's mean is taken off.
    relative = 0.1 * (sevens - sevens.mean(axis=2, keepdims=True))
    share = relative.var() / (relative.var() + 0.25 * 3 / 4)
    explained = found[TOGETHER, EXPLAINED].interval()
    assert explained.low < share < explained.high and explained.high - explained.low < 0.03
    assert equality_of_turns(fake) < 0.001  # who acts first holds one seven more
    assert equality_of_seats(fake) > 0.001
    groups = next(f for f in hand_factors(SEVENS, fake) if f.name == "sevens").groups
    assert [group.label for group in groups] == ["0", "1", "2", "3", "4"]
    assert sum(group.share for group in groups) == pytest.approx(1)
    for group in groups[:4]:
        expected = 0.1 * (group.middle - 1)
        assert group.reward.low - 0.02 < expected < group.reward.high + 0.02


def test_what_is_a_function_of_the_same_cards_is_not_held_equal() -> None:
    # All that counts is the distance: an ace is a burden because it lies far away.
    sample = sample_of(SEVENS, ["greedy"], rotations((0,) * 4), 2000)
    distances = sample.factors[..., [m.name for m in SEVENS.balance.factors].index("distance")]
    noise = np.random.default_rng(9).normal(0, 0.1, distances.shape)
    fake = planted(sample, -0.01 * distances.astype(np.float64) + noise)
    found = {(n.item, n.quantity): n.estimate for n in deal_numbers(SEVENS, fake)}
    assert found["aces and kings", OTHERS_EQUAL].interval().high < -0.01
    assert found["distance", WORTH].interval().high < 0
    assert ("distance", OTHERS_EQUAL) not in found
    alone, together = found["distance", EXPLAINED].value, found[TOGETHER, EXPLAINED].value
    assert 0.1 < alone < together + 0.005, "it still explains its share of the whole"


def test_a_game_whose_factors_are_all_derived_holds_nothing_equal() -> None:
    sample = sample_of(SEVENS, ["greedy"], rotations((0,) * 4), 50)
    derived = tuple(replace(measure, derived=True) for measure in SEVENS.balance.factors)
    game = replace(SEVENS, balance=replace(SEVENS.balance, factors=derived))
    quantities = {number.quantity for number in deal_numbers(game, sample)}
    assert quantities == {WORTH, EXPLAINED}


def test_a_planted_advantage_of_the_first_to_act_is_found() -> None:
    sample = sample_of(SEVENS, ["greedy"], rotations((0,) * 4), 2000)
    rng = np.random.default_rng(6)
    first = turns_of(sample) == 0
    fake = planted(sample, 0.2 * first + rng.normal(0, 1, first.shape))
    numbers = {n.key: n.estimate for n in numbers_of(SEVENS, ["greedy"], fake)}
    reward = numbers["turn order", "first to act", REWARD].interval()
    assert reward.low < 0.15 < reward.high  # 0.2 less the table's mean of 0.05
    assert equality_of_turns(fake) < 0.001
    assert (turns_of(sample)[:, 0][np.arange(2000), sample.first[:, 0]] == 0).all()


def test_a_planted_effect_of_what_became_of_a_seat_is_found() -> None:
    sample = sample_of(SEKI, ["greedy"], rotations((0,) * 4), 1500)
    rng = np.random.default_rng(7)
    names = [measure.name for measure in SEKI.balance.tallies]
    resets = sample.tallies[..., names.index("resets")]
    fake = planted(sample, 0.2 * resets + rng.normal(0, 1, resets.shape))
    numbers = {n.item: n.estimate for n in numbers_of(SEKI, ["greedy"], fake) if n.group == COURSE}
    assert {"finished by: TRASH", "activated", "resets"} <= numbers.keys()
    assert "turn of activation" not in numbers  # it does not apply to all
    slope = numbers["resets"].interval()
    # Zero-sum results have the table's mean taken off, so do the resets that explain them.
    alone = resets - resets.mean(axis=2, keepdims=True)
    expected = 0.2 * (alone * resets).sum() / ((resets - resets.mean()) ** 2).sum()
    assert slope.low < expected < slope.high and slope.high - slope.low < 0.1


def test_numbers_have_names_that_a_designer_reads() -> None:
    sample = sample_of(SEKI, ["greedy"], rotations((0,) * 4), 8)
    names = [(n.group, n.item, n.quantity) for n in numbers_of(SEKI, ["greedy"], sample)]
    assert len(set(names)) == len(names)
    of_course = {item: quantity for group, item, quantity in names if group == COURSE}
    assert of_course["finished by: nothing, cards left"] == "reward more than the others"
    assert of_course["activated"] == "reward more than the others"
    assert of_course["resets"] == "reward with one more"
    of_game = [quantity for group, _, quantity in names if group == GAME]
    assert "moves: players chosen" in of_game
    assert "moves: players chosen (the only choice)" in of_game
    assert not {"card", "kind", "target, forced"} & set(of_game)


@pytest.mark.parametrize("name", game_names())
def test_reports_have_a_name_of_their_own_for_the_moves_of_each_kind(name: str) -> None:
    game = find_game(name)
    moves, kinds = balance_of(game).moves, [kind.name for kind in game.actions]
    assert [*moves] == kinds
    assert len({*moves.values()}) == len(kinds) and {*moves.values()}.isdisjoint(kinds)


def test_factors_with_many_values_are_put_into_groups_that_hold_everything() -> None:
    sample = sample_of(SEVENS, ["greedy"], rotations((0,) * 4), 500)
    factors = {factor.name: factor for factor in hand_factors(SEVENS, sample)}
    assert set(factors) == {measure.name for measure in SEVENS.balance.factors} - {
        "jokers",
        "cards",
    }
    groups = factors["distance"].groups
    assert len(groups) == 5 and all(0.1 < group.share < 0.3 for group in groups)
    ends = [tuple(map(int, group.label.split(" to "))) for group in groups]
    values = sample.factors[..., 4]
    assert (ends[0][0], ends[-1][1]) == (values.min(), values.max())
    assert all(one[1] < two[0] for one, two in pairwise(ends))
    assert [group.label for group in factors["first turn"].groups] == ["no", "yes"]
    measures = list(SEVENS.balance.factors)
    measures[4] = replace(measures[4], words=tuple(map(str, range(1 + measures[4].high))))
    worded = replace(SEVENS, balance=replace(SEVENS.balance, factors=tuple(measures)))
    groups = next(f for f in hand_factors(worded, sample) if f.name == "distance").groups
    assert [float(group.label) for group in groups] == np.unique(values).tolist()


def test_words_become_flags() -> None:
    roles = replace(SEVENS.balance.factors[1], words=("villager", "wolf", "seer"), high=2)
    values = np.array([[0.0], [2.0], [2.0]])
    numbers = [(name, found.tolist()) for _, name, found in as_numbers([roles], values)]
    assert numbers == [
        ("sevens: villager", [True, False, False]),
        ("sevens: wolf", [False, False, False]),
        ("sevens: seer", [False, True, True]),
    ]


def test_a_factor_with_words_has_no_slope_but_a_share() -> None:
    words = ("none", "one", "two", "three", "four")
    measures = list(SEVENS.balance.factors)
    measures[1] = replace(measures[1], words=words)
    game = replace(SEVENS, balance=replace(SEVENS.balance, factors=tuple(measures)))
    sample = sample_of(SEVENS, ["greedy"], rotations((0,) * 4), 2000)
    found = {(n.item, n.quantity): n.estimate.value for n in deal_numbers(game, sample)}
    assert [quantity for item, quantity in found if item == "sevens"] == [EXPLAINED]
    line = {(n.item, n.quantity): n.estimate.value for n in deal_numbers(SEVENS, sample)}
    assert line["sevens", EXPLAINED] > 0.05, "and flags could fit a curve too, but need not"
    assert found["sevens", EXPLAINED] == pytest.approx(line["sevens", EXPLAINED], abs=0.005)
    groups = next(f for f in hand_factors(game, sample) if f.name == "sevens").groups
    assert [group.label for group in groups] == list(words)


# The ladder


@pytest.mark.parametrize("num_players", [2, 3, 4, 7])
def test_at_half_tables_both_hold_every_seat_equally_often(num_players: int) -> None:
    seatings = half_tables(num_players)
    assert (2 * seatings.sum(axis=0) == len(seatings)).all()
    assert abs(2 * seatings.sum(axis=1) - num_players).max() <= num_players % 2
    assert (lone_tables(num_players) == np.eye(num_players)).all()


@pytest.mark.parametrize("num_players", [3, 4])
def test_planted_shares_of_skill_and_luck_are_found(num_players: int) -> None:
    seatings = half_tables(num_players)
    sample = sample_of(SEVENS, ["first", "last"], seatings, 4000, num_players=num_players)
    rng = np.random.default_rng(7)
    skill = 0.3 * (2 * seatings - 1)[None]
    named = 0.2 * (sample.factors[..., 1] - sample.factors[..., 1].mean())
    hidden = rng.normal(0, 0.4, (4000, 1, num_players))
    rest = rng.normal(0, 0.7, (4000, *seatings.shape))
    fake = planted(sample, skill + named + hidden + rest)
    shares = shares_of(SEVENS, fake, 1)
    variances = []
    for part in (skill, named, hidden, rest):
        whole = np.broadcast_to(part, fake.points.shape)
        variances.append((whole - whole.mean(axis=2, keepdims=True)).var())
    parts = np.array(variances) / sum(variances)
    # With three seats an agent's reward also depends on whether it holds one or two of them.
    relative = skill - skill.mean(axis=2, keepdims=True)
    of_agent = relative[0][seatings == 1].mean() ** 2 / sum(variances)
    assert num_players == 3 or of_agent == pytest.approx(parts[0])
    for estimate, expected in (
        (shares.skill, of_agent),
        (shares.deal.minus(shares.other), parts[1]),
        (shares.other, parts[2]),
        (shares.deal, parts[1] + parts[2]),
    ):
        interval = estimate.interval()
        assert interval.low - 0.005 < expected < interval.high + 0.005
        assert interval.high - interval.low < 0.05
    assert shares_of(SEVENS, fake, 0).reward.value == pytest.approx(-shares.reward.value)
    assert shares_of(SEVENS, fake, 0).skill.value == pytest.approx(shares.skill.value)


def test_a_named_part_of_the_luck_is_never_more_than_the_whole() -> None:
    # Sevens help one agent more than the other, and what else helps one hurts the other.
    seatings = half_tables(4)
    sample = sample_of(SEVENS, ["first", "last"], seatings, 400)
    rng = np.random.default_rng(8)
    sevens = sample.factors[..., 1] - sample.factors[..., 1].mean()
    style = (2 * seatings - 1)[None]
    hidden = rng.normal(0, 0.08, (400, 1, 4)) * style
    rest = rng.normal(0, 0.5, (400, *seatings.shape))
    fake = planted(sample, (0.2 + 0.1 * style) * sevens + hidden + rest)
    shares = shares_of(SEVENS, fake, 1)
    assert shares.other.value < 0, "so the covariance of the whole is less than that of the part"
    pair = _pair(["first", "last"], (0, 1), shares, None)
    assert 0 < pair.named.mean == pair.deal.mean == shares.deal.value
    assert pair.named.low <= pair.named.mean <= pair.named.high


def test_two_copies_of_an_agent_differ_by_nothing_at_all() -> None:
    seatings = half_tables(4)
    sample = sample_of(SEVENS, ["first", "first"], seatings, 100)
    shares = shares_of(SEVENS, sample, 1)
    pair = _pair(["first", "copy"], (0, 1), shares, shares.skill)
    nothing = Interval(0, 0, 0)
    assert (pair.reward, pair.skill, pair.skill_difference) == (nothing, nothing, nothing)
    found = {n.key: n.estimate.interval() for n in numbers_of(SEVENS, ["one", "two"], sample)}
    assert found["agent", "one", REWARD] == found["agent", "two", REWARD] == nothing


def test_the_ladder_is_ordered_by_strength() -> None:
    result = measure_balance(
        "sevens_v0", games=2, ladder=["greedy", "first", "random"], ladder_deals=300, make=make,
        varied={"pass_limit": [3, 0]},
    )  # fmt: skip
    one, two = result.ladders
    assert one.agents == two.agents and one.agents[-1] == "greedy"
    assert [(step.weaker, step.stronger) for step in one.steps] == [
        (one.agents[0], one.agents[1]), (one.agents[1], "greedy"),
    ]  # fmt: skip
    assert len(one.pairs) == 3
    top = one.steps[-1]
    assert top.reward.low > 0 and 1 <= top.games_needed.low <= top.games_needed.mean
    assert top.games_needed.mean <= top.games_needed.high < 1000
    for pair, other in zip(one.pairs, two.pairs, strict=True):
        assert pair.skill_difference is None and other.skill_difference is not None
        moved = other.skill.mean - pair.skill.mean
        assert other.skill_difference.mean == pytest.approx(moved)
        assert 0 <= pair.skill.low <= pair.skill.mean <= pair.skill.high <= 1


def test_games_needed_follow_from_the_normal_curve() -> None:
    assert games_needed(0.1, 1.0) == 271  # (1.6449 / 0.1) ** 2 = 270.6
    assert games_needed(5.0, 1.0) == 1
    assert games_needed(0.0, 1.0) == games_needed(-0.1, 1.0) == float("inf")


def test_progress_counts_games_of_unlike_cost_by_themselves() -> None:
    calls = dict[str, list[tuple[int, int]]]()
    measure_balance(
        "sevens_v0", ["random", "greedy"], games=20, varied={"num_players": [3, 4]},
        check=["greedy"], check_games=5, ladder=["random", "greedy"], ladder_deals=5,
        progress=lambda done, total, _, part: calls.setdefault(part, []).append((done, total)),
    )  # fmt: skip
    # 7 deals in 2 and 3 rotations; the ladder's half tables are 2 and 6, its steps 4 and 3 games.
    assert {part: told[-1] for part, told in calls.items()} == {
        "random, greedy, 2 variants": (35, 35),
        "greedy against random": (15, 15),
        "greedy, 2 variants": (10, 10),
    }
    assert {total for _, total in calls["greedy against random"]} == {30, 15, 10, 20}


# What was played before


class Nameless(FirstLegal):
    """It has no identity of its own."""


def kept_run(
    path: Path | None, plays: type[FirstLegal] = FirstLegal, games: int = 300, **more: Any
) -> tuple[str, int]:
    """What a run with a results file says, and how often its agents were asked."""
    bots: list[FirstLegal] = []

    def make_bot(word: str, game: Game, options: Options) -> Agent:
        bots.append(plays())
        return bots[-1]

    result = measure_balance(
        "sevens_v0", ["one", "other"], games, results=path, make=make_bot,
        **{"ladder": ["one", "other"], "ladder_deals": 2, **more},
    )  # fmt: skip
    return result.to_json(), sum(bot.calls for bot in bots)


def test_games_that_are_there_are_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "games.sqlite"
    once, calls = kept_run(path)
    assert calls > 0 and once == kept_run(None)[0]
    assert kept_run(path) == (once, 0)
    assert kept_run(path, num_threads=2) == (once, 0)


def test_more_games_play_only_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    alone: dict[str, Any] = {"ladder": ()}
    kept_run(path, games=2 * CHUNK_TABLES, **alone)
    more = kept_run(path, games=3 * CHUNK_TABLES, **alone)
    anew = kept_run(None, games=3 * CHUNK_TABLES, **alone)
    assert more[0] == anew[0] and 0 < more[1] < anew[1] / 2


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 1},
        {"options": {"jokers": 1}},
        {"options": {"num_players": 3}},
        {"plays": type("Other", (FirstLegal,), {"identity": "other"})},
        {"plays": Nameless},
    ],
)
def test_other_games_are_played_anew(tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "games.sqlite"
    once = kept_run(path, ladder=())[0]
    changed = kept_run(path, ladder=(), **change)
    assert changed[1] > 0 and changed[0] == kept_run(None, ladder=(), **change)[0]
    assert kept_run(path, ladder=()) == (once, 0)


def test_what_was_rotated_is_not_mixed_with_what_was_dealt(tmp_path: Path) -> None:
    def run(rotate: str | None, path: Path | None) -> str:
        return measure_balance("seki_v0", games=8, rotate=rotate, results=path).to_json()

    path = tmp_path / "games.sqlite"
    for rotate in (None, "role", "parent", None):
        assert run(rotate, path) == run(rotate, None)


def test_nobody_is_given_what_a_bot_without_an_identity_has_played(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    once = kept_run(path, Nameless)
    assert kept_run(path, Nameless) == once and once[1] > 0
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM chunks").fetchone() == (0,)


# Files and mistakes


def test_a_result_survives_json_and_csv() -> None:
    # Two deals leave much unknown: infinite ends and values that are no number.
    result = measure_balance(
        "sevens_v0", ["greedy", "first"], games=4, varied={"pass_limit": [3, "none"]},
        ladder=["first", "greedy"], ladder_deals=2, make=make,
    )  # fmt: skip
    text = result.to_json()
    assert json.loads(text)["variants"][1]["options"]["pass_limit"] == "none"
    again = BalanceResult.from_json(text)
    assert again.to_json() == text
    assert set(BalanceResult.model_fields) == set(json.loads(text))
    rows = result.to_csv().splitlines()
    assert rows[0].split(",")[:5] == ["variant", "group", "item", "quantity", "form"]
    assert len(rows) == 1 + sum(len(variant.findings) for variant in result.variants)


def test_what_is_no_result_is_refused() -> None:
    with pytest.raises(UserError, match="this is no balance result: game: Field required"):
        BalanceResult.from_json("{}")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"agents": ["random", "greedy", "first"], "options": {"num_players": 2}}, "1 to 2"),
        ({"ladder": ["greedy", "greedy"]}, "agent 'greedy' is named twice"),
        ({"varied": {"deal_start": [3], "num_players": [2]}}, "deal_start can't be 3 with 2"),
    ],
)
def test_a_mistake_is_named_before_anything_is_played(change: dict[str, Any], message: str) -> None:
    settings: dict[str, Any] = {"games": 10, "make": make, **change}
    with pytest.raises(UserError, match=message):
        measure_balance("sevens_v0", **settings)


def test_the_sample_s_memory_stays_small() -> None:
    sample = sample_of(SEVENS, ["greedy"], rotations((0,) * 4), 100)
    arrays = [getattr(sample, field.name) for field in fields(sample)]
    assert sum(array.nbytes for array in arrays[2:]) <= 300 * sample.num_games
