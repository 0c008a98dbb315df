"""The verdict of a balance run: true sentences, and honest names of the best variants."""

import csv
import io
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import count, product
from typing import Any

import numpy as np
import pytest

from fudaba.envs import UserError, find_game, game_names
from fudaba.envs.core.stepping.batch import Batch
from fudaba.envs.core.stepping.measuring import balance_of
from fudaba.evaluation.balance import BalanceResult, measure_balance, run
from fudaba.evaluation.balance.goals import (
    GOALS,
    LATE_WINS,
    LEADS,
    LENGTH,
    ROLE_SPREAD,
    SEAT_FAIRNESS,
    SHARED_WINS,
    SKILL,
    TURN_FAIRNESS,
    TURN_REWARD,
    gap_between,
)
from fudaba.evaluation.balance.hands import DEAL, EXPLAINED, WORTH
from fudaba.evaluation.balance.outcomes import (
    DECISIONS,
    FIRST_PLACES,
    LAST_PLACES,
    REWARD,
    SEATS,
    TURNS,
)
from fudaba.evaluation.balance.play import Sample, play_sample
from fudaba.evaluation.balance.ranking import ranking_of
from fudaba.evaluation.balance.result import Finding, VariantRanking
from fudaba.evaluation.over import read_over
from fudaba.evaluation.report import numbers
from fudaba.evaluation.report.balance import positions, verdict
from fudaba.evaluation.report.balance.grids import items_of, of_variant
from fudaba.evaluation.report.balance.names import short_name, varied_options
from fudaba.evaluation.report.enough import FAIR
from fudaba.evaluation.report.sentences import on_rewards
from fudaba.evaluation.statistics import Estimate, Interval, p_value_of_equality, ratio_of_sums


@pytest.fixture(scope="module")
def one() -> BalanceResult:
    return measure_balance("sevens_v0", games=400)


@pytest.fixture(scope="module")
def several() -> BalanceResult:
    return measure_balance(
        "sevens_v0", games=300, varied={"pass_limit": [3, 0, 5], "tunnel": ["none", "ring"]},
        ladder=["random", "greedy"], ladder_deals=60, rank_by=SKILL,
    )  # fmt: skip


def with_gap(result: BalanceResult, goal: str, gap: Interval) -> BalanceResult:
    """The result with another gap."""
    variant = result.variants[0]
    findings = tuple(
        f.model_copy(update={"interval": gap}) if (f.group, f.item) == ("goal", goal) else f
        for f in variant.findings
    )
    return result.model_copy(
        update={"variants": (variant.model_copy(update={"findings": findings}),)}
    )


# Ranking


def estimates(means: np.ndarray, rng: np.random.Generator, deals: int = 200) -> list[Estimate]:
    """Means of normal numbers; half of their variance is the deal's, common to all."""
    luck = rng.normal(size=(deals, 1))
    values = means + (luck + rng.normal(size=(deals, len(means)))) / np.sqrt(2)
    return [ratio_of_sums(column, np.ones(deals)) for column in values.T]


@pytest.mark.parametrize("goal", [LENGTH, LEADS])
@pytest.mark.parametrize("apart", [0.0, 0.05, 0.2])
@pytest.mark.parametrize("count", [2, 12])
def test_the_best_variant_is_among_those_named(goal: str, apart: float, count: int) -> None:
    rng, studies, named = np.random.default_rng(3), 400, 0
    labels = [str(number) for number in range(count)]
    means = apart * np.arange(count) / (count - 1) * (1 if GOALS[goal].wish == "least" else -1)
    for _ in range(studies):
        named += "0" in ranking_of(GOALS[goal], labels, estimates(means, rng)).may_be_best
    assert named / studies >= 0.93


def test_a_variant_that_is_far_ahead_is_named_alone() -> None:
    rng = np.random.default_rng(4)
    found = estimates(np.array([3.0, 1.0, 2.0, 1.01]), rng)
    least = ranking_of(GOALS[LENGTH], list("abcd"), found)
    assert least.order[2:] == ("c", "a") and set(least.may_be_best) == {"b", "d"}
    assert ranking_of(GOALS[LEADS], list("abcd"), found).may_be_best == ("a",)


def test_differences_are_paired_by_the_deal() -> None:
    deals = np.random.default_rng(5).normal(size=100)
    same = [ratio_of_sums(deals + shift, np.ones(100)) for shift in (0.0, 0.001, 0.0)]
    found = ranking_of(GOALS[LENGTH], list("abc"), same)
    assert (found.order, found.may_be_best) == (("a", "c", "b"), ("a", "c"))
    assert [(each.low > 0, each.high > 0) for each in found.behind] == [(False, False)] * 2 + [
        (True, True)
    ]


def test_an_unknown_number_comes_last_and_is_not_called_worse() -> None:
    nothing = ratio_of_sums(np.zeros(50), np.zeros(50))
    known = ratio_of_sums(np.random.default_rng(6).normal(size=50), np.ones(50))
    ranking = ranking_of(GOALS[LENGTH], list("ab"), [nothing, known])
    assert ranking.order == ("b", "a") and set(ranking.may_be_best) == {"a", "b"}


def test_the_first_variant_is_compared_with_all_and_the_goal_ranks(
    several: BalanceResult,
) -> None:
    assert several.ranking is not None and several.ranking.goal == SKILL
    labels = [variant.label for variant in several.variants]
    assert sorted(several.ranking.order) == sorted(labels)
    skills = [several_of(several, label, SKILL).interval.mean for label in several.ranking.order]
    assert skills == sorted(skills, reverse=True)
    for variant, ladder in zip(several.variants, several.ladders, strict=True):
        found = variant.goal(SKILL)
        assert found is not None and found.interval == ladder.pairs[0].skill
        assert found.difference == ladder.pairs[0].skill_difference
    assert BalanceResult.from_json(several.to_json()) == several
    rows = list(csv.reader(io.StringIO(several.to_csv())))
    skill = several_of(several, labels[1], SKILL).interval
    assert [labels[1], "goal", SKILL, GOALS[SKILL].meaning, "share", str(skill.mean)] in [
        row[:6] for row in rows
    ]


def several_of(result: BalanceResult, label: str, goal: str) -> Finding:
    (variant,) = result.alone(label).variants
    found = variant.goal(goal)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        ("speed", "sevens_v0 has no goal 'speed'; allowed: seat-fairness"),
        (SKILL, "variants can't be ranked by skill without a ladder; allowed: a ladder of two"),
    ],
)
def test_a_goal_that_can_not_rank_is_refused(goal: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        measure_balance("sevens_v0", games=2, varied={"pass_limit": [0, 1]}, rank_by=goal)


# Sentences


def test_variants_differ_in_an_option_that_only_some_of_them_store() -> None:
    packs = [["bow", "chariot", "tiger"], [*find_game("taxot_v0").options().pack]]
    result = measure_balance(
        "taxot_v0", ["random"], 10, varied={"pack": packs}, options={"num_players": 2}
    )
    assert varied_options(result) == ["pack"]
    assert [short_name(result, variant) for variant in result.variants] == [
        "usual",
        "[bow,chariot,tiger]",
    ]


def test_the_question_and_the_players_are_named(one: BalanceResult) -> None:
    assert verdict.asked(one) == "Is Sevens fair?"
    assert verdict.played(one) == "400 games, greedy in every seat."
    other = measure_balance(
        "seki_v0", ["random", "greedy"], games=16, options={"num_players": 3}, rotate="role"
    )
    assert verdict.asked(other) == "Is SEKI fair with num_players=3?"
    assert verdict.played(other) == (
        f"{other.variants[0].games} games, random and greedy, each in every seat of every deal; "
        "every role held every hand."
    )


SEVENS = find_game("sevens_v0")
ALIKE = "No clear difference by who acts first. The "


@pytest.mark.parametrize(
    ("gap", "begin", "end"),
    [
        (Interval(0.04, 0.02, 0.06), "It matters who acts first. The ", "is 4.0 pp (2.0 to 6.0)."),
        (Interval(0.01, 0.0, 0.03), ALIKE, "is at most 3.0 pp."),
        (Interval(0.02, 0.001, 0.04), ALIKE, "is at most 4.0 pp."),
        (Interval(0.02, 0.001, 0.08), ALIKE, "is at most 8.0 pp."),
        (Interval(0.97, 0.9, 1), "It matters who acts first. The ", "is 97.0 pp (90.0 to 100.0)."),
        (Interval(0.1, 0.0, 1.0), "There are too few deals to tell.", ""),
    ],
)  # fmt: skip
def test_the_verdict_on_turn_order_follows_the_interval(
    gap: Interval, begin: str, end: str, one: BalanceResult
) -> None:
    variant = with_gap(one, TURN_FAIRNESS, gap).variants[0].model_copy(update={"equal_turns": 0.2})
    sentence = positions.on_positions(SEVENS, variant, TURNS)
    assert sentence.startswith(begin) and sentence.endswith(end)
    if end:
        shares = sorted(variant.of(TURNS, FIRST_PLACES), key=lambda found: found.interval.mean)
        most, least = (f"{100 * shares[place].interval.mean:.1f} %" for place in (-1, 0))
        assert f"The {shares[-1].item} wins {most} of the games, the {shares[0].item} {least}." in (
            sentence
        )  # as in the picture; the gap says why it is not their difference
        is_less = float(most.split()[0]) - float(least.split()[0]) > 100 * gap.mean
        taken_off = "Less the luck of picking these two, the turn gap is " in sentence
        assert taken_off == (is_less and not begin.startswith(ALIKE))
        assert (
            positions.on_positions(SEVENS, variant, TURNS, [TURNS]) == begin.partition(".")[0] + "."
        )


@pytest.mark.parametrize(
    ("turns", "seats", "said"),
    [
        (Interval(0.2, 0.18, 0.22), Interval(0.0, 0.0, 0.09),
         "No: the fourth to act wins {most} of the games and the first to act {least}, less the "
         "luck of picking these two a turn gap of 20.0 pp (18.0 to 22.0); up to 5 pp counts as "
         "fair."),
        (Interval(0.0, 0.0, 0.09), Interval(0.02, 0.01, 0.03),
         "Can't tell yet: the turn gap is at most 9.0 pp; up to 5 pp counts as fair. About 2,000 "
         "games would tell whether it is fair."),
        (Interval(0.0, 0.0, 0.04), Interval(0.0, 0.0, 0.05),
         "Yes by games won: the turn gap is at most 4.0 pp; the seat gap is at most 5.0 pp; up to "
         "5 pp counts as fair."),
        (Interval(0.0502, 0.05, 0.0504), Interval(0.0, 0.0, 0.05),
         "Can't tell yet: the fourth to act wins {most} of the games and the first to act {least}, "
         "less the luck of picking these two a turn gap of 5.0 pp (5.0 to 5.0); up to 5 pp counts "
         "as fair. About 600 games would tell whether it is fair."),
        (Interval(0.05, 0.03, 0.07), Interval(0.0, 0.0, 0.05),
         "Can't tell yet: the fourth to act wins {most} of the games and the first to act {least}, "
         "less the luck of picking these two a turn gap of 5.0 pp (3.0 to 7.0); up to 5 pp counts "
         "as fair. That is so near that more games may not tell."),
    ],
)  # fmt: skip
def test_whether_a_game_is_fair_is_said_first(
    turns: Interval, seats: Interval, said: str, one: BalanceResult
) -> None:
    found = with_gap(with_gap(one, TURN_FAIRNESS, turns), SEAT_FAIRNESS, seats)
    shares = sorted(each.interval.mean for each in one.variants[0].of(TURNS, FIRST_PLACES))
    said = said.format(most=numbers.percent(shares[-1]), least=numbers.percent(shares[0]))
    assert verdict.verdict_of(found)[0] == ("Fair?", said) and verdict.headline(found) == said


@pytest.mark.parametrize("chances", [[0.25] * 4, [0.3, 0.25, 0.25, 0.2], [0.5, 0.5]])
def test_the_games_that_are_advised_mostly_tell(chances: list[float]) -> None:
    rng, told, wrong, runs = np.random.default_rng(8), 0, 0, 60
    is_fair = max(chances) - min(chances) <= FAIR

    def gap(games: int) -> Interval:
        won = rng.multinomial(1, chances, games).astype(float)
        return gap_between(won, np.ones_like(won)).share_interval()

    for _ in range(runs):
        first = gap(300)
        games = positions.games_that_tell(first, 300)
        answers = [positions.is_fair(first), positions.is_fair(gap(int(games)))]
        told += answers[1] is not None
        wrong += (not is_fair) in answers
    assert told / runs >= 0.6 and wrong / runs <= 0.05


def test_rewards_may_show_what_games_won_do_not(one: BalanceResult) -> None:
    variant = with_gap(one, TURN_FAIRNESS, Interval(0.01, 0.0, 0.03)).variants[0]
    assert variant.equal_turns < 0.001
    sentence = positions.on_positions(SEVENS, variant, TURNS)
    assert sentence.startswith(
        "It matters who acts first, but clearly only for rewards: the fourth to act earns "
    )
    assert " per game, and the first to act least, -0." in sentence
    assert sentence.endswith(" The turn gap is at most 3.0 pp.")
    alone = variant.model_copy(update={"equal_turns": 0.03})
    assert positions.on_positions(SEVENS, alone, TURNS).startswith(ALIKE)


def test_who_begins_is_named_where_cards_decide_it(one: BalanceResult) -> None:
    """By every cell with a value for each card, such as who laid it."""
    for name in game_names():
        game = find_game(name)
        batch = Batch(game, game.options(), 60)
        batch.deal(np.arange(60), np.arange(60, dtype=np.uint64))
        cells = [batch.states[cell].reshape(60, -1) for cell in game.state_dtype.names]
        # The first entry of a cell may be that of a history, such as whose turns there were.
        of_cards = [cell[:, 1:] for cell in cells if cell.shape[1] > game.max_players]
        same = [(cell == batch.to_move[:, None]).all(axis=0) for cell in of_cards]
        decides = any(each.any() for each in same)
        assert bool(balance_of(game).first_by) == (decides and np.ptp(batch.to_move) > 0), name
    assert "who was dealt the 7 of diamonds" in dict(verdict.verdict_of(one))["Turn order"]
    other = measure_balance("niekhi_v0", games=20)
    assert "The first to act is" not in dict(verdict.verdict_of(other))["Turn order"]


@pytest.mark.parametrize("lead", [0.0, 0.8])
def test_equal_positions_seldom_seem_to_differ(lead: float, one: BalanceResult) -> None:
    rng, runs, alarms = np.random.default_rng(7), 200, 0
    for _ in range(runs):
        rewards = rng.normal(size=(2, 60, 4))
        rewards[0, :, 0] += lead  # of the first to act; the seats are equal
        won = (rewards == rewards.max(axis=2, keepdims=True)).astype(float)
        turns, seats = (gap_between(table, np.ones((60, 4))).share_interval() for table in won)
        found = with_gap(with_gap(one, TURN_FAIRNESS, turns), SEAT_FAIRNESS, seats).variants[0]
        chances = [p_value_of_equality(table) for table in rewards]
        both = found.model_copy(update={"equal_turns": chances[0], "equal_seats": chances[1]})
        equal = (SEATS,) if lead else (TURNS, SEATS)
        sentences = [positions.on_positions(SEVENS, both, group) for group in equal]
        alarms += any("o clear difference" not in sentence for sentence in sentences)
    assert alarms / runs <= 0.02


def test_positions_that_differ_clearly_do_not_hide_each_other(one: BalanceResult) -> None:
    gap = Interval(0.04, 0.02, 0.06)
    both = with_gap(with_gap(one, TURN_FAIRNESS, gap), SEAT_FAIRNESS, gap).variants[0]
    unknown = both.model_copy(update={"equal_turns": float("nan"), "equal_seats": 0.2})
    assert positions.clear_positions(unknown) == {(TURNS, FIRST_PLACES), (SEATS, FIRST_PLACES)}
    sentence = positions.on_positions(SEVENS, unknown, SEATS)
    assert sentence.startswith("In these deals it mattered where one sat. player_")
    assert sentence.endswith("this is luck: another --seed would show it.")


def test_seats_that_are_dealt_alike_are_fair(one: BalanceResult) -> None:
    assert positions.on_positions(SEVENS, one.variants[0], SEATS).startswith(
        "No clear difference by where"
    )


def test_the_strongest_factor_is_named_and_may_have_no_worth(one: BalanceResult) -> None:
    assert "factor of the deal is “sixes and eights”: one more is worth +0." in verdict.on_hands(
        one
    )
    variant = one.variants[0]
    findings = tuple(finding for finding in variant.findings if finding.quantity != WORTH)
    bare = variant.model_copy(update={"findings": findings})
    sentence = verdict.on_hands(one.model_copy(update={"variants": (bare,)}))
    assert sentence.startswith("The strongest factor of the deal is “sixes and eights”. All")


def test_of_a_flag_it_is_said_how_often_who_has_it_wins() -> None:
    found = measure_balance("seki_v0", games=200)
    holders = next(each for each in found.variants[0].factors if each.name == "DISCARD").groups[-1]
    assert holders.label == "yes"
    wins = numbers.percent(holders.first_places.mean)
    assert f" of reward; who has it wins {wins} of the games." in verdict.on_hands(found)


def test_the_length_is_in_decisions_and_minutes(one: BalanceResult) -> None:
    found = one.variants[0].goal(LENGTH)
    assert found is not None
    sentence = verdict.on_length(one)
    assert f"A game takes about {found.interval.mean:.0f} decisions" in sentence
    assert "minutes at an assumed pace" in sentence


def test_skill_is_first_that_between_the_strongest_two() -> None:
    ladder = ["random", "greedy", "greedy:untuned"]
    found = measure_balance("sevens_v0", games=20, ladder=ladder, ladder_deals=20)
    weakest, second, best = found.ladders[0].agents
    near, ends = re.split(r"(?=Between )", verdict.on_skill(found))
    assert near.startswith(f"Of what decides one game between {best} and {second}, ")
    assert ends.startswith(f"Between {best} and {weakest}, the strongest and the weakest, ")
    assert len(re.findall(r"(?<![(\d])\d+\.\d %", near)) == 2 and "is chance in play" in near
    assert found.rank_by == SKILL and verdict.verdict_of(found)[0][0] == "Skill"


def test_factors_that_explain_nothing_are_not_called_strong(one: BalanceResult) -> None:
    variant = one.variants[0]
    findings = tuple(
        f.model_copy(update={"interval": Interval(0.001, 0.0, 0.01)}) if f.group == "deal" else f
        for f in variant.findings
    )
    bare = variant.model_copy(update={"findings": findings})
    sentence = verdict.on_hands(one.model_copy(update={"variants": (bare,)}))
    assert sentence == (
        "No factor of the deal matters clearly; all together explain 0.1 % (0.0 to 1.0) of a "
        "result among these players."
    )


def ranked(result: BalanceResult, best: list[int]) -> BalanceResult:
    """The result in the order of the variants, of which those at some places may be best."""
    order = tuple(variant.label for variant in result.variants)
    ranking = VariantRanking(
        goal=TURN_FAIRNESS, order=order, may_be_best=tuple(order[place] for place in best),
        behind=(Interval(0.0, 0.0, 0.0), *[Interval(0.02, -0.02, 0.06)] * 5),
    )  # fmt: skip
    return result.model_copy(update={"ranking": ranking})


def test_rewards_are_named_if_they_rank_otherwise_than_games_won(several: BalanceResult) -> None:
    found = ranked(several, [0])
    assert found.ranking is not None
    same = found.ranking.model_copy(update={"goal": TURN_REWARD})
    other = same.model_copy(update={"may_be_best": (same.order[1], same.order[2])})
    first = verdict.on_ranking(found)
    for ranking, said in (
        (same, ""),
        (other, " By rewards, in which every place counts, the best may be others: pass_limit=3, "
         "tunnel=none; pass_limit=0, tunnel=none."),
    ):  # fmt: skip
        both = found.model_copy(update={"ranking_in_rewards": ranking})
        assert verdict.on_ranking(both) == f"{first}{said}"
        assert verdict.shown_goals(both)[1].name == TURN_REWARD


@pytest.mark.parametrize(("goal", "players"), [(TURN_FAIRNESS, 3), (LENGTH, 3), (TURN_FAIRNESS, 2)])
def test_rewards_rank_only_what_games_won_rank(goal: str, players: int) -> None:
    found = measure_balance("niekhi_v0", games=20, varied={"num_players": [3, players]}
                            if players < 3 else {"hand_size": [5, 6]}, rank_by=goal)  # fmt: skip
    wanted = goal == TURN_FAIRNESS and not found.has_several_sizes
    assert (found.ranking_in_rewards is not None) == wanted


OPEN = (
    "Can't tell yet which is best by turn gap (least): among greedy players pass_limit=3, "
    "tunnel=ring (usual)"
)
TELL = "About 2,000 games a variant would tell it from pass_limit=3, tunnel=none."


@pytest.mark.parametrize(
    ("best", "sentence"),
    [
        ([0], "Among greedy players pass_limit=3, tunnel=ring is clearly best by turn gap "
         "(least): pass_limit=3, tunnel=none is 2.0 pp (-2.0 to 6.0) behind."),
        ([0, 1, 2, 3, 4, 5], f"{OPEN} looks best, but none of the others is clearly worse. {TELL}"),
        ([0, 1, 3], f"{OPEN} looks best, but pass_limit=3, tunnel=none; "
         f"pass_limit=0, tunnel=ring may be as good; the rest is clearly worse. {TELL}"),
    ],
)  # fmt: skip
def test_the_best_are_named(best: list[int], sentence: str, several: BalanceResult) -> None:
    found = ranked(several, best)
    usual = several_of(several, "pass_limit=3, tunnel=ring", TURN_FAIRNESS)
    places = (f"{each.interval.mean:.1%}".replace("%", " %") for each in sorted(
        several.alone("pass_limit=3, tunnel=ring").variants[0].of(TURNS, FIRST_PLACES),
        key=lambda each: -each.interval.mean))  # fmt: skip
    most, *_others, least = places
    assert usual.interval.low > 0
    said = verdict.on_ranking(found)
    assert said.startswith(f"{sentence} None of them is fair: a gap up to 5 pp counts as fair. Who")
    assert f"with pass_limit=3, tunnel=ring (usual) the fourth to act wins {most}, the " in said
    assert said.endswith(f"to act {least}; an equal share is 25.0 %.")
    ahead = {"order": found.ranking.order[::-1]} if found.ranking else {}
    turned = found.ranking.model_copy(update=ahead) if found.ranking else None
    assert ("pass_limit=5 is the highest number tried: try further, up to 10 is allowed." in
            verdict.on_ranking(found.model_copy(update={"ranking": turned})))  # fmt: skip


def test_variants_with_the_same_number_are_alike() -> None:
    found = measure_balance(
        "sevens_v0", games=20, varied={"pass_limit": [3, 0]}, rank_by=SHARED_WINS
    )
    assert verdict.on_ranking(found) == (
        "Among greedy players all of them are alike by shared-wins (least)."
    )


def test_the_goal_that_ranks_is_the_first_column(several: BalanceResult) -> None:
    heads = [goal.head for goal in verdict.shown_goals(several)]
    assert heads == ["skill", "turn gap", "seat gap", "length", "minutes", "leads", "back"]
    assert verdict.shown_goals(ranked(several, [0]))[0].name == TURN_FAIRNESS


@pytest.mark.parametrize(
    ("goal", "subject", "said"),
    [
        (LENGTH, "Length", "A game takes "),
        (LEADS, "Length", "the lead changes "),
        (SEAT_FAIRNESS, "Seats", "No clear difference by where one sits"),
        (LATE_WINS, "Back", " %"),
    ],
)
def test_the_goal_that_was_asked_for_is_answered_first_and_once(
    goal: str, subject: str, said: str, one: BalanceResult
) -> None:
    asked = one.model_copy(update={"rank_by": goal})
    assert verdict.asked(asked) == f"Sevens: {GOALS[goal].meaning}"
    (first, sentence), *others = verdict.verdict_of(asked)
    if goal == SEAT_FAIRNESS:
        assert (first, sentence) == ("Fair?", positions.answer(asked))
        (first, sentence), *others = others
    assert first == subject and said in sentence
    subjects = [each for each, _sentence in verdict.verdict_of(one)]
    assert [each for each, _ in others] == [s for s in subjects if s not in (subject, "Fair?")]


def test_a_rule_that_does_nothing_is_called_so() -> None:
    varied = {"ship_alone": ["court", "declared"]}
    idle = measure_balance("makhup_v0", games=60, varied=varied)
    assert [variant.twin for variant in idle.variants] == [None, idle.variants[0].label]
    assert verdict.on_ranking(idle) == (
        "All of them played the same games, move by move: among greedy players what differs "
        "between them changes nothing."
    )
    both = measure_balance("makhup_v0", games=2000, varied=varied | {"hand_size": [3, 7]},
                           rank_by=LENGTH)  # fmt: skip
    said = verdict.on_ranking(both)
    assert "is clearly best by length (least): ship_alone=court, hand_size=7 is " in said
    assert said.endswith(
        " behind. The usual rules are not among them: ship_alone=court, hand_size=6. "
        "Move by move the same games: ranks 1 to 2, 3 to 4."
    )


def test_values_are_ranges_and_lists_without_an_entry() -> None:
    found = measure_balance("sevens_v0", games=2, varied=["pass_limit=0..2"])
    assert [variant.label for variant in found.variants] == [f"pass_limit={n}" for n in range(3)]
    lists = measure_balance(
        "daifugo_v0", games=2, varied=["effects=usual,without:give7"], options={"num_rounds": 1}
    )
    assert [variant.label for variant in lists.variants] == [
        "effects=usual",
        "effects=without:give7",
    ]
    assert [short_name(lists, variant) for variant in lists.variants] == ["usual", "without:give7"]
    one = measure_balance("sevens_v0", games=2, varied=["pass_limit=5"], options={"jokers": 1})
    assert [variant.label for variant in one.variants] == ["pass_limit=3", "pass_limit=5"]
    usual = measure_balance("sevens_v0", games=2, varied=["pass_limit=3"])
    assert [variant.label for variant in usual.variants] == ["pass_limit=3"]
    all_nine, eight = (variant.options["effects"] for variant in lists.variants)
    assert [effect for effect in all_nine if effect not in eight] == ["give7"]


def test_a_word_in_place_of_a_list_is_refused_with_the_form_that_works() -> None:
    tried = 0
    for game in map(find_game, game_names()):
        for name, field in game.options.model_fields.items():
            if isinstance(field.default, tuple):
                entry, tried = field.default[-1], tried + 1
                with pytest.raises(UserError, match=f"; {name}=without:{entry} is the usual list"):
                    read_over([f"{name}=without {entry}"], game, {})
                (found,) = read_over([f"{name}=without:{entry}"], game, {})[name]
                assert entry not in found
    assert tried > 1


def test_tables_of_several_sizes_compare_by_the_equal_share() -> None:
    found = measure_balance("niekhi_v0", games=400, varied={"num_players": [6, 2]})
    assert found.ranking is not None
    for variant, seats in zip(found.variants, (6, 2), strict=True):
        plain, relative = variant.goal(TURN_FAIRNESS), variant.compared(TURN_FAIRNESS)
        assert plain and relative
        assert relative.interval.mean == pytest.approx(seats * plain.interval.mean)
        assert relative.interval.high <= seats
    ranks = [variant.compared(TURN_FAIRNESS) for variant in verdict.ranked(found)]
    assert ranks[0] and ranks[1] and ranks[0].interval.mean <= ranks[1].interval.mean
    assert "in % of an equal share, less" in verdict.on_columns(found, verdict.shown_goals(found))
    assert "rarer at large tables" in verdict.on_columns(found, verdict.shown_goals(found))
    alone = found.alone(found.variants[0].label)
    assert alone.variants[0].compared(TURN_FAIRNESS) and not alone.has_several_sizes


def test_shared_wins_are_named_where_there_are_many(one: BalanceResult) -> None:
    killer = measure_balance("killer_sevens_v0", games=100)
    assert dict(verdict.verdict_of(killer))["Ties"].endswith("an equal part of one game won.")
    assert "Ties" not in dict(verdict.verdict_of(one))


def test_of_two_places_the_gap_is_the_plain_difference() -> None:
    found = measure_balance("makhup_v0", games=3000, options={"num_players": 2})
    variant = found.variants[0]
    shares = [place.interval.mean for place in variant.of(TURNS, FIRST_PLACES)]
    gap = variant.goal(TURN_FAIRNESS)
    assert gap and gap.interval.mean == pytest.approx(max(shares) - min(shares))
    sentence = positions.on_positions(find_game("makhup_v0"), variant, TURNS)
    assert " The turn gap is " in sentence and "picking these two" not in sentence


def test_other_players_may_change_the_order() -> None:
    found = measure_balance(
        "sevens_v0", games=300, varied={"pass_limit": [3, 0, 5]}, rank_by=LENGTH,
        check=["random"], check_games=100,
    )  # fmt: skip
    (check,), (sentence,) = found.checks, verdict.on_checks(found)
    assert check.deals == 100 and len(check.numbers) == 3
    agreed = check.agreement
    assert agreed.best == "pass_limit=0" and agreed.same and agreed.gain_after
    assert sentence == (
        "Among random pass_limit=0 looks best by length (least) too, in 100 games a variant. There "
        "pass_limit=0 is clearly better than pass_limit=3, by "
        f"{numbers.in_words(agreed.gain_after, 'number')}. Of "
        f"{agreed.clear} pairs with a clear order among greedy, {agreed.same} have it there too, "
        f"{agreed.opposite} the other way round; of {agreed.only_before} it can't be told."
    )
    assert BalanceResult.from_json(found.to_json()) == found
    assert found.alone("pass_limit=0").checks == ()


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"check": ["random"]}, "one variant has no order to check; allowed: --check with --vary."),
        (
            {"check": ["random"], "varied": {"pass_limit": [0, 1]}, "rank_by": SKILL,
             "ladder": ["random", "greedy"]},
            "skill is measured between the agents of the ladder, not among the players of --check",
        ),
        ({"check": ["random"] * 2, "varied": {"pass_limit": [0, 1]}}, "'random' is named twice"),
    ],
)  # fmt: skip
def test_a_check_that_can_not_be_is_refused(request_: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        measure_balance("sevens_v0", games=2, **request_)


# All games


@pytest.mark.parametrize("name", game_names())
def test_reports_of_few_games_say_nothing_impossible(name: str) -> None:
    game, found = find_game(name), measure_balance(name, games=8)
    (variant,) = found.variants
    (subject, answer), *_others = verdict.verdict_of(found)
    assert subject == "Fair?" and answer.startswith(("Yes by ", "No: ", "Can't tell yet: "))
    largest = (variant.options["num_players"] - 1) * -game.options().lowest_points()
    for finding in variant.findings:
        ends = finding.interval.low, finding.interval.high
        if finding.quantity == REWARD and game.zero_sum:
            assert game.options().lowest_points() <= ends[0] and ends[1] <= largest, finding
        if finding.quantity.startswith((DECISIONS, "moves: ")):
            assert ends[0] >= 0, finding
    length = variant.goal(LENGTH)
    assert length and numbers.about(length.interval) in verdict.on_length(found)
    turns = of_variant(game, variant, TURNS, items_of(variant, TURNS))
    tells = LAST_PLACES in turns.columns  # of two players, and where only winners are apart, no
    assert not (tells and (name == "tyrant_v0" or variant.options["num_players"] == 2))


# Planted faults


Fault = Callable[[Sample, int], np.ndarray]  # of a variant's sample and its number


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch) -> Callable[..., BalanceResult]:
    """Measures games of SEKI that chance alone decides, but for points that a fault adds."""

    def measured(fault: Fault, **asked: Any) -> BalanceResult:
        number, rng = count(), np.random.default_rng(5)

        def played(*args: Any, **kwargs: Any) -> Sample:
            sample = play_sample(*args, **kwargs)
            points = rng.random(sample.points.shape) + fault(sample, next(number))
            return replace(sample, points=points.astype(np.float32))

        monkeypatch.setattr(run, "play_sample", played)
        return measure_balance("seki_v0", ["random"], games=600, **asked)

    return measured


@pytest.mark.parametrize("gift", [0.0, 0.3])
def test_a_seat_that_secretly_gets_points_is_named(
    gift: float, plant: Callable[..., BalanceResult]
) -> None:
    variant = plant(lambda _sample, _number: gift * (np.arange(4) == 2)).variants[0]
    seats, turns = (
        positions.on_positions(find_game("seki_v0"), variant, group) for group in (SEATS, TURNS)
    )
    assert seats.startswith(
        "In these deals it mattered where one sat. player_2 wins "
        if gift
        else "No clear difference by where one sits"
    )
    assert turns.startswith("No clear difference by who acts first")


@pytest.mark.parametrize("strong", [[], ["HUNTER"], ["HUNTER", "THIEF"]])
def test_roles_that_secretly_get_points_are_named_and_equal_ones_are_not(
    strong: list[str], plant: Callable[..., BalanceResult]
) -> None:
    factors = balance_of(find_game("seki_v0")).factors
    place, words = next((n, one.words) for n, one in enumerate(factors) if one.words)
    codes = [words.index(role) for role in strong]
    found = plant(lambda sample, _number: 0.5 * np.isin(sample.factors[..., place], codes))
    sentence = verdict.on_factor(found, "role")
    explained = found.variants[0].find(DEAL, "role", EXPLAINED)
    assert explained
    for quantity in ("Games won (an equal share is 25.0 %)", "Rewards (every place counts)"):
        named = sentence.partition(f"{quantity}, ")[2].partition("; weak: ")[0]
        if strong:
            assert {*re.findall(r"([A-Z]+) \(", named.removeprefix("strong: "))} == {*strong}
        else:
            assert named.startswith("none is clearly strong or weak.")
    assert f"Which one is dealt explains {positions.value(explained)}" in sentence
    assert positions.answer(found).startswith("No: ") or not strong
    unknown = with_gap(found, ROLE_SPREAD, Interval(0.0, 0.0, 0.2))
    assert positions.answer(unknown).startswith("Can't tell yet: "), "by games won alone"


def test_of_two_equal_variants_none_is_best_and_a_third_with_a_fault_is_worse(
    plant: Callable[..., BalanceResult],
) -> None:
    found = plant(
        lambda _sample, number: 0.3 * (number == 1) * (np.arange(4) == 2),
        varied={"stall_rounds": [2, 3, 4]},
        rank_by=SEAT_FAIRNESS,
    )
    assert found.ranking and verdict.ranked(found)[-1] is found.variants[1]
    names = [name + " (usual)" * (name == "stall_rounds=2") for name in found.ranking.order]
    best, second, _last = names
    said = verdict.on_ranking(found)
    assert said.startswith(
        "Can't tell yet which is best by seat gap (least): among random players "
        f"{best} looks best, but {second} may be as good; the rest is clearly worse. About "
    )
    assert f" counts as fair. Can't be told yet: {best}; {second}. About " in said
    assert f" Not fair: the rest. Who profits: with {best} it is not clear; with {second} " in said
    two = dict(zip((best, second), verdict.ranked(found), strict=False))
    nobody = positions.who_profits(found, SEAT_FAIRNESS, two)
    assert nobody == f"Who profits is not clear with {best}; {second}."


def test_what_a_loss_pays_is_said_where_only_winners_are_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played: list[Sample] = []

    def play(*args: Any, **kwargs: Any) -> Sample:
        played.append(play_sample(*args, **kwargs))
        return played[-1]

    monkeypatch.setattr(run, "play_sample", play)
    for name, players in product(("tyrant_v0", "daifugo_v0"), (3, 4)):
        options = {"num_players": players}
        measure_balance(name, ["random"], 30, options=options)
        lost = played[-1].points.min()
        game = find_game(name)
        said = on_rewards(game, game.options(**options))
        assert said.endswith(f"+1 for winning alone and {lost:+.2g} for not winning.")
