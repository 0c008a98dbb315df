"""The course of games in balance reports: drama, minutes at a table, openings, later rounds."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest

from fudaba.agents import make_agent
from fudaba.envs import Balance, Game, Statistic, UserError, find_game, game_names
from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.core.contract.game import measurer
from fudaba.envs.core.stepping.measuring import NO_OPENING, balance_of, kinds_of_actions
from fudaba.evaluation.balance import Measure, Pace, PlayedGame, measure_balance, tally
from fudaba.evaluation.balance.drama import NAMES, drama_of
from fudaba.evaluation.balance.hands import (
    EXPLAINED,
    LATER_ROUNDS,
    TOGETHER,
    WORTH,
    round_numbers,
)
from fudaba.evaluation.balance.minutes import MINUTES, minutes
from fudaba.evaluation.balance.openings import (
    BEYOND_DEAL,
    HOW_OFTEN,
    MOST_OPENINGS,
    OTHERS,
    opening_name,
    opening_numbers,
)
from fudaba.evaluation.balance.outcomes import GAME, REWARD, ending_numbers, numbers_of
from fudaba.evaluation.balance.play import Sample, play_sample
from fudaba.evaluation.balance.rounds import MATCHES, MOST_LATER_ROUNDS, num_later_rounds
from fudaba.evaluation.match import LocalExecutor, MatchRunner, rotations
from fudaba.evaluation.statistics import clustered_mean

from ..kuhn import GAME as KUHN
from ..kuhn.game import BET, PASS, STATE

SEVENS, SEKI, DAIFUGO = (find_game(f"{name}_v0") for name in ("sevens", "seki", "daifugo"))


@dataclass
class Kept:
    """The games of a sample, in order."""

    games: list[PlayedGame] = field(default_factory=list)

    @property
    def measure(self) -> Measure:
        def keep(game: PlayedGame) -> int:
            self.games.append(game)
            return 0

        return tally("keeps the game", per_game=True)(keep)


def played(game: Game, words: list[str], deals: int, **options: Any) -> tuple[Sample, Kept]:
    """A sample of games in which several agents sit in turn, and its games."""
    rules, kept = game.options.read(game.name, options), Kept()
    agents = [make_agent(word, game, rules) for word in words]
    seatings = rotations(tuple(seat % len(words) for seat in range(rules.num_players)))
    sample = play_sample(
        MatchRunner(game, rules, words, agents, 7), seatings, deals, LocalExecutor(1),
        lambda _: None,
        measures=[kept.measure],
    )  # fmt: skip
    return sample, kept


def games_of(sample: Sample, kept: Kept) -> Iterator[tuple[int, int, PlayedGame]]:
    places = np.ndindex(sample.num_deals, len(sample.seatings))
    for (deal, number), game in zip(places, kept.games, strict=True):
        yield deal, number, game


# Kuhn poker: the lead value of a seat is its card, so all can be said by hand


@kernel
def no_values(state: np.void, values: np.ndarray) -> None:
    """Fills in nothing: all statistics copy a cell."""


@kernel
def card_of(state: np.void, values: np.ndarray) -> None:
    for seat in range(2):
        values[seat] = state["card"][seat]


CARD = (Statistic("card", "the card dealt", 0, 4, of="card"),)
KUHN_BALANCE = Balance(
    CARD,
    measurer("kuhn_v0.deal", STATE, CARD, no_values),
    CARD,
    measurer("kuhn_v0.game", STATE, CARD, no_values),
    card_of,
)
POKER = replace(KUHN, balance=KUHN_BALANCE)


class Bluffer:
    """Bets with the two lowest cards and never calls, so the lower card can win."""

    identity = "bluffer"

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        views = observations.view(POKER.view_dtype)[:, 0]
        is_asked = views["bets"].any(axis=1)
        is_low = views["card"][:, :2].any(axis=1)
        return np.where(is_low & ~is_asked, BET, PASS)


def test_drama_of_kuhn_poker_is_worked_out_by_hand() -> None:
    rules = POKER.options()
    players = MatchRunner(POKER, rules, ["bluffer"], [Bluffer()], 3)
    sample = play_sample(players, rotations((0, 0)), 200, LocalExecutor(1), lambda _: None)
    seen = set()
    for deal in range(200):
        cards, winner = sample.factors[deal, 0, :, 0], int(sample.points[deal, 0].argmax())
        first = int(sample.first[deal, 0])
        answers = cards[first] >= 2 and cards[1 - first] < 2
        assert sample.taken[deal].sum() == 2 + answers and sample.lead_changes[deal, 0] == 0
        # Whoever bets first with a low card wins; else the higher card.
        low = [seat for seat in (first, 1 - first) if cards[seat] < 2]
        assert winner == (low[0] if low else int(cards.argmax()))
        was_behind = cards[winner] < cards[1 - winner]
        seen.add(was_behind)
        # Behind at all decisions, of two players last as well; or at none.
        expected = [1, 1, 0, 1] if was_behind else [0, 0, 1, 0]
        assert sample.drama[deal, 0].tolist() == expected
    assert seen == {True, False}


# Drama


def test_drama_is_the_winner_s_and_that_of_several_their_mean() -> None:
    # Ten decisions. Seat 0 was last at 2 and one of two behind somebody at 4; seat 2 never behind.
    standings = np.array([[[1 + np.sqrt(1 / 2), 2, 4, 2], [1, 1, 8, 8], [0, 0, 0, 0]]])
    lengths, none = np.array([10]), np.array([0])
    alone = drama_of(standings, none, lengths, np.array([[2.0, 0.0, -2.0]]))
    severity = (1 + np.sqrt(1 / 2)) / 2
    assert alone[0].tolist() == pytest.approx([severity, 0.2, 0.6, 0])
    shared = drama_of(standings, none, lengths, np.array([[1.0, 1.0, -2.0]]))
    assert shared[0].tolist() == pytest.approx([(severity + 1) / 2, 0.15, (0.6 + 0.2) / 2, 0.5])
    never = drama_of(standings, none, lengths, np.array([[-1.0, -1.0, 2.0]]))
    assert never[0].tolist() == [0, 0, 1, 0]


def begins_round(states: np.ndarray, position: int) -> bool:
    """Whether a later round begins at a position of a game."""
    cell = next((cell for cell in MATCHES.values() if cell in states.dtype.names), "")
    return bool(cell) and position > 0 and states[cell][position] != states[cell][position - 1]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (SEVENS, {}),
        (SEKI, {"num_players": 3}),
        (SEVENS, {"num_players": 2}),
        (DAIFUGO, {"num_rounds": 3, "reward_mode": "all_rounds"}),
        (DAIFUGO, {"num_rounds": 3}),
        (SEKI, {"num_games": 2}),
    ],
)
def test_drama_openings_and_ends_are_what_a_slow_recount_finds(
    game: Game, options: dict[str, Any]
) -> None:
    sample, kept = played(game, ["greedy", "random"], 25, **options)
    for deal, number, one in games_of(sample, kept):
        ahead, openings, match = [], {}, 0
        for position, state in enumerate(one.states[:-1]):
            values, points = np.zeros((2, game.max_players))
            balance_of(game).lead_value(state, values)
            game.kernels.score(state, points)
            if begins_round(one.states, position) and not points.any():
                ahead = []
                match += 1
            order = [(round(points[seat], 6), values[seat]) for seat in range(one.num_players)]
            ahead.append([sum(other > own for other in order) for own in order])
            if one.had_choice[position]:
                openings.setdefault(int(one.movers[position]), one.actions[position])
        assert sample.openings[deal, number].tolist() == [
            openings.get(seat, NO_OPENING) for seat in range(one.num_players)
        ]
        last_kind = kinds_of_actions(game)[one.actions[-1]]
        assert sample.ends[deal, number] == last_kind
        expected = []
        for seat in one.winners.tolist():
            places = np.array(ahead)[:, seat]
            behind, length = np.flatnonzero(places), len(places)
            last = np.flatnonzero(places == one.num_players - 1)
            severity = np.sqrt(places[behind] / (one.num_players - 1))
            expected.append([
                severity.mean() if len(behind) else 0,
                len(behind) / length,
                1 - (behind[-1] + 1 if len(behind) else 0) / length,
                len(last) > 0 and last[-1] + 1 > length / 2,
            ])  # fmt: skip
        mean = np.mean(np.array(expected, float), axis=0)
        assert sample.drama[deal, number] == pytest.approx(mean, abs=1e-6)
        if options == {"num_rounds": 3}:
            assert match == 2, "the last round alone is paid"
    assert 0 < sample.drama[..., 1].mean() < 1


@pytest.mark.parametrize(
    ("name", "clause", "rules", "ended"),
    [
        ("niekhi_v0", "NIE-6.4", {"max_turns": 48},
         lambda state: (state["hand_sizes"][:4] > 0).all()),
        ("seki_v0", "SEKI-6.4", {}, lambda state: state["stalled"] == 1),  # not of every seat
    ],
)  # fmt: skip
def test_a_clause_that_ends_games_stands_beside_the_last_moves(
    name: str, clause: str, rules: dict[str, Any], ended: Callable[[np.void], bool]
) -> None:
    game = find_game(name)
    sample, kept = played(game, ["random"], 30, **rules)
    by_clause = [bool(ended(one.states[-1])) for one in kept.games]
    found = [each for each in ending_numbers(game, sample) if f"({clause})" in each.item]
    assert [each.estimate.value for each in found] == [pytest.approx(np.mean(by_clause))]
    assert 0 < sum(by_clause) < len(by_clause)


def test_drama_stands_among_the_numbers_of_the_game() -> None:
    sample, _ = played(SEVENS, ["greedy"], 50)
    found = {n.quantity: n.estimate for n in numbers_of(SEVENS, ["greedy"], sample)}
    for position, name in enumerate(NAMES):
        mean = clustered_mean(sample.drama[..., position].ravel(), np.arange(50))
        assert found[name].value == pytest.approx(mean.mean)
        assert found[name].interval().high == pytest.approx(mean.high)


# Minutes


def test_minutes_follow_from_the_decisions_and_so_does_their_interval() -> None:
    pace = Pace(seconds_with_choice=10, seconds_without_choice=1, minutes_to_set_up=3)
    of_deals = minutes([60, 30, 0], [0, 60, 30], [1, 1, 1], pace)
    expected = clustered_mean([13.0, 9.0, 3.5], [0, 1, 2])
    interval = of_deals.interval()
    assert interval.mean == pytest.approx(expected.mean)
    assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high))
    assert minutes([120], [0], [2], pace).value == pytest.approx(13), "per game, not per deal"


def test_the_report_says_the_minutes_of_the_pace() -> None:
    def found(pace: Pace) -> float:
        variant = measure_balance("sevens_v0", games=40, pace=pace).variants[0]
        finding = variant.find(GAME, "Sevens", MINUTES)
        assert finding is not None
        return finding.interval.mean

    sample, _ = played(SEVENS, ["greedy"], 2)
    assert sample.forced.sum() > 0
    nothing, set_up = found(Pace(0, 0, 0)), found(Pace(0, 0, 4))
    assert (nothing, set_up) == (0, 4)
    both, one, other = found(Pace(6, 2, 0)), found(Pace(6, 0, 0)), found(Pace(0, 2, 0))
    assert both == pytest.approx(one + other) and one > other > 0


@pytest.mark.parametrize("seconds", [-1, 4000, "8", True, float("nan")])
def test_a_pace_is_made_of_numbers(seconds: Any) -> None:
    with pytest.raises(UserError, match=r"seconds_with_choice can't be .*number from 0 to 3600"):
        Pace(seconds_with_choice=seconds)


# Openings


def test_openings_have_their_shares_and_rewards() -> None:
    sample, _ = played(SEVENS, ["random"], 300)
    found: dict[str, dict[str, float]] = {}
    for number in opening_numbers(SEVENS, sample):
        found.setdefault(number.item, {})[number.quantity] = number.estimate.value
    assert len(found) == MOST_OPENINGS + 1 and list(found)[-1] == OTHERS
    shares = [values[HOW_OFTEN] for values in found.values()]
    assert sum(shares) == pytest.approx(1) and shares[:-1] == sorted(shares[:-1], reverse=True)
    passed = [action for action in range(SEVENS.num_actions)
              if opening_name(SEVENS, action) == "pass"]  # fmt: skip
    chosen = np.isin(sample.openings, passed)
    assert found["pass"][REWARD] == pytest.approx(float(sample.points[chosen].mean()), abs=1e-6)


def test_what_was_dealt_is_taken_from_the_reward_of_an_opening() -> None:
    # The reward is that of the sevens dealt, and nothing else: no opening is worth anything.
    sample, _ = played(SEVENS, ["greedy"], 500)
    sevens = sample.factors[..., [f.name for f in balance_of(SEVENS).factors].index("sevens")]
    fake = replace(sample, points=(sevens - sevens.mean(axis=2, keepdims=True)).astype("f4"))
    for number in opening_numbers(SEVENS, fake):
        if number.quantity == BEYOND_DEAL:
            assert number.estimate.value == pytest.approx(0, abs=1e-4), number.item


def test_openings_have_the_words_of_the_game() -> None:
    assert opening_name(SEVENS, 0) == SEVENS.words.describe(np.zeros(1, SEVENS.state_dtype)[0], 0)
    activate = next(kind for kind in SEKI.actions if kind.name == "activate")
    assert opening_name(SEKI, activate.first) == "activate", "the role differs from deal to deal"


@pytest.mark.parametrize("name", game_names())
def test_every_opening_of_every_game_has_a_name(name: str) -> None:
    game = find_game(name)
    assert all(opening_name(game, action) for action in range(game.num_actions))


# Later rounds


@pytest.mark.parametrize(
    ("game", "options", "rounds"),
    [
        ("daifugo_v0", {"num_rounds": 4}, 3),
        ("daifugo_v0", {"num_rounds": 1}, 0),
        ("daifugo_v0", {"num_rounds": 100}, MOST_LATER_ROUNDS),
        ("seki_v0", {"num_games": 3}, 2),
        ("cyclic_v0", {"seasons": 2}, 1),
        ("sevens_v0", {}, 0),
        ("tyrant_v0", {}, 0),
    ],
)
def test_the_rounds_of_a_match_are_counted(game: str, options: dict[str, Any], rounds: int) -> None:
    the_game = find_game(game)
    assert num_later_rounds(the_game, the_game.options.read(game, options)) == rounds


@pytest.mark.parametrize(
    ("game", "cell", "options"),
    [
        (DAIFUGO, "round", {"num_rounds": 3, "reward_mode": "all_rounds"}),
        (SEKI, "game_number", {"num_games": 3, "num_players": 3}),
        (find_game("makkaik_v0"), "season", {"seasons": 3}),
    ],
)
def test_later_rounds_are_what_a_slow_recount_finds(
    game: Game, cell: str, options: dict[str, Any]
) -> None:
    sample, kept = played(game, ["greedy"], 15, **options)
    for deal, number, one in games_of(sample, kept):
        starts: list[int] = []
        for position, state in enumerate(one.states[:-1]):
            if state[cell] == len(starts) + 1:
                starts.append(position)
        assert len(starts) == 2
        points = []
        for state in one.states[[*starts, -1]]:
            points.append(np.zeros(game.max_players))
            game.kernels.score(state, points[-1])
        for later, position in enumerate(starts):
            factors = np.zeros((len(balance_of(game).factors), game.max_players))
            balance_of(game).measure_deal(one.states[position].copy(), factors)
            seats = slice(one.num_players)
            won = points[later + 1][seats] - points[later][seats]
            assert sample.round_factors[deal, number, later] == pytest.approx(factors[:, seats].T)
            assert sample.round_points[deal, number, later] == pytest.approx(won, abs=1e-5)
    assert np.abs(sample.round_points).max(axis=(0, 1, 3)).min() > 0, "every round pays"


def test_a_planted_worth_in_later_rounds_is_found() -> None:
    sample, _ = played(DAIFUGO, ["greedy"], 300, num_rounds=4, reward_mode="all_rounds")
    names = [factor.name for factor in balance_of(DAIFUGO).factors]
    rng = np.random.default_rng(5)
    twos = sample.round_factors[..., names.index("twos")].astype(float)
    points = 0.3 * twos + rng.normal(0, 0.5, twos.shape)
    factors = sample.round_factors.copy()
    is_lost = np.broadcast_to(rng.random((300, 1, 3, 1)) < 0.2, twos.shape)
    points[is_lost], factors[is_lost] = np.nan, np.nan  # matches that ended early
    fake = replace(sample, round_points=points.astype("f4"), round_factors=factors)
    found = {(n.item, n.quantity): n.estimate for n in round_numbers(DAIFUGO, fake)}
    assert all(number.group == LATER_ROUNDS for number in round_numbers(DAIFUGO, fake))
    worth = found["twos", WORTH].interval()
    assert worth.low < 0.3 < worth.high and worth.high - worth.low < 0.1
    # The same as the plain line through the rounds that were played.
    columns = np.stack([twos[~is_lost], np.ones((~is_lost).sum())], axis=1)
    slope = np.linalg.lstsq(columns, points[~is_lost], rcond=None)[0][0]
    assert worth.mean == pytest.approx(slope, abs=1e-4)
    share = 0.09 * twos[~is_lost].var() / points[~is_lost].var()
    assert found[TOGETHER, EXPLAINED].value == pytest.approx(share, abs=0.05)


def test_only_rounds_that_pay_count() -> None:
    sample, _ = played(DAIFUGO, ["greedy"], 40, num_rounds=3, reward_mode="final_places")
    assert (sample.round_points[:, :, 0] == 0).all() and (sample.round_points[:, :, 1] != 0).any()
    found = {(n.item, n.quantity): n.estimate for n in round_numbers(DAIFUGO, sample)}
    factors = sample.round_factors[:, :, 1:]
    only = replace(sample, round_points=sample.round_points[:, :, 1:], round_factors=factors)
    for number in round_numbers(DAIFUGO, only):
        assert number.estimate.value == found[number.item, number.quantity].value
    assert not list(round_numbers(SEVENS, played(SEVENS, ["greedy"], 4)[0]))
