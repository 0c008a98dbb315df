"""Measures that play positions out: chances to win, decisiveness, uncertainty, kingmaking."""

from typing import Any

import numpy as np
import pytest

from fudaba.envs import NO_ACTION, Game, find_game
from fudaba.evaluation.balance import PlayedGame, measure_balance
from fudaba.evaluation.balance import deep as deep_measures
from fudaba.evaluation.balance.chances import PlayoutRow, chances, wins_in_worlds
from fudaba.evaluation.balance.deep import (
    BUILT_IN,
    decisiveness,
    effect_of,
    kingmaking,
    left_when_decided,
    out_of_contention,
    spread,
    uncertainty,
)

from ..kuhn import GAME as KUHN
from ..kuhn.game import NUM_CARDS, PASS
from ..kuhn.joining import join_games

SEVENS = find_game("sevens_v0")


def game_of(game: Game, seed: int, picks: list[int] | None = None, **options: Any) -> PlayedGame:
    """A game with random moves, or with these."""
    rules = game.options.read(game.name, options)
    state: np.void = np.zeros(1, game.state_dtype)[0]
    rules.write(state)
    state["rng"] = seed
    game.kernels.deal(state)
    start, actions, rng = state.copy(), [], np.random.default_rng(seed)
    while state["to_move"] >= 0:
        action = picks[len(actions)] if picks else int(rng.choice(game.legal_actions(state)))
        actions.append(action)
        game.kernels.apply(state, action)
    points = np.zeros(game.max_players)
    game.kernels.score(state, points)
    won = points[: rules.num_players]
    return PlayedGame(game, rules, ("random",) * rules.num_players, start, tuple(actions), won)


# Chances


def wins_by_rule(first: int, second: int) -> int:
    """Who wins Kuhn poker at its start if both follow greedy: bet with the best, call from 2."""
    if first == NUM_CARDS - 1:
        return 0 if second < 2 else int(second > first)
    if second == NUM_CARDS - 1:
        return 1
    return int(second > first)


def test_chances_of_kuhn_poker_are_those_of_all_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    join_games(monkeypatch)
    game = game_of(KUHN, 3, [PASS, PASS])
    cards, mover = game.start["card"].tolist(), int(game.start["to_move"])
    assert mover == 0
    beliefs = []
    for viewer in range(2):
        others = [card for card in range(NUM_CARDS) if card != cards[viewer]]
        hands = [(cards[0], card) if viewer == 0 else (card, cards[1]) for card in others]
        beliefs.append(np.mean([wins_by_rule(*hand) for hand in hands]))
    found = chances(KUHN, game.states, np.array([0]), 4000)[0]
    assert found.sum() == pytest.approx(1)
    error = np.sqrt(0.25 / 8000)
    assert abs(found[1] - np.mean(beliefs)) < 4 * error


def test_the_same_worlds_follow_every_move() -> None:
    game = game_of(SEVENS, 5, num_players=3)
    before, differ = game.states.copy(), False
    for position in np.flatnonzero(game.had_choice).tolist():
        mover = int(game.movers[position])
        moves = game.game.legal_actions(game.states[position])
        rows = [PlayoutRow(position, mover, move, 0, 40) for move in (NO_ACTION, *moves)]
        left, *tried = wins_in_worlds(SEVENS, game.states, rows)
        assert left.shape == (40, 3) and left.sum(axis=1) == pytest.approx(1)
        # Greedy's own move is one of them, so its result is found in each world.
        assert (np.stack(tried) == left).all(axis=2).any(axis=0).all()
        others = wins_in_worlds(
            SEVENS, game.states, [PlayoutRow(position, mover, NO_ACTION, 40, 40)]
        )[0]
        differ |= bool((np.stack(tried) != left).any() and (others != left).any())
    assert differ, "moves and worlds differ"
    assert (game.states == before).all()


def test_a_first_place_is_shared() -> None:
    game = find_game("makkaik_v0")  # equal hands share the pot
    states = game_of(game, 1).states
    won = wins_in_worlds(
        game, states, [PlayoutRow(0, int(states[0]["to_move"]), NO_ACTION, 0, 200)]
    )[0]
    assert won.sum(axis=1) == pytest.approx(1) and (won == 1 / 2).any()


# Decisiveness


@pytest.mark.parametrize(
    ("chance", "left"),
    [
        ([0.2, 0.4, 0.6, 0.9], 0.5),
        ([0.6, 0.4, 0.6, 0.9], 0.5),
        ([0.6, 0.7, 0.8, 0.9], 1.0),
        ([0.6, 0.7, 0.8, 0.5], 0.0),
        ([0.6, 0.2, 0.3, 0.9], 0.25),
    ],
)
def test_a_game_is_decided_when_the_chance_stays_above_a_half(
    chance: list[float], left: float
) -> None:
    assert left_when_decided(np.array([0, 5, 10, 15]), np.array(chance), 20) == left


def test_positions_are_spread_over_the_game() -> None:
    assert spread(24, 12).tolist() == list(range(0, 24, 2))
    assert spread(5, 12).tolist() == [0, 1, 2, 3, 4]
    assert spread(0, 12).tolist() == []
    assert spread(13, 4).tolist() == [0, 3, 6, 9]


def test_the_chance_is_that_of_all_winners(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def planted(game: Game, states: Any, positions: np.ndarray, worlds: int) -> np.ndarray:
        asked.append(worlds)
        rising = np.linspace(0, 0.5, len(positions))
        return np.stack([rising, rising, 0.3 * (1 - 2 * rising), 0.7 * (1 - 2 * rising)], axis=1)

    monkeypatch.setattr(deep_measures, "chances", planted)
    one = game_of(SEVENS, 4)
    game = PlayedGame(
        one.game, one.options, one.agents, one.start, one.actions, np.array([1.0, 1, -1, -1])
    )
    positions = spread(len(game.actions), 12)
    assert decisiveness(game) == pytest.approx(1 - positions[6] / len(game.actions))
    assert uncertainty(game) == pytest.approx(0.5)
    assert len(asked) == 1, "both measures share the playouts"


# Kingmaking


def wins_of(*moves: list[int], worlds: int = 32) -> np.ndarray:
    """float64[M, W, 3]: after each move these seats win in turn."""
    rows = [[np.eye(3)[move[world % len(move)]] for world in range(worlds)] for move in moves]
    return np.array(rows)


def test_who_can_not_win_may_decide_everything_or_nothing() -> None:
    assert effect_of(wins_of([0], [1]), 2) == 1
    assert effect_of(wins_of([0], [0]), 2) == 0
    assert effect_of(wins_of([0, 0, 1, 1], [1], [0, 0, 1, 1]), 2) == 0.5
    assert effect_of(wins_of([0], [2]), 2) is None, "it could win"
    assert effect_of(wins_of([0], [1] * 31 + [2]), 2) == pytest.approx(1), "it hardly could"
    assert effect_of(wins_of([0], [1] * 15 + [2]), 2) is None


def test_what_is_chance_is_no_kingmaking() -> None:
    rng = np.random.default_rng(3)
    effects, naive = [], []
    for _ in range(2000):
        wins = np.eye(3)[rng.integers(0, 2, (6, 32))]
        effects.append(effect_of(wins, 2))
        means = wins.mean(axis=1)[:, :2]
        naive.append((means.max(axis=0) - means.min(axis=0)).max())
    error = np.std(effects) / np.sqrt(len(effects))
    assert abs(np.mean(effects)) < 4 * error, "the mean of what is nothing is nothing"
    assert np.mean(naive) > 0.15, "though the largest difference always is something"


def test_the_rival_is_chosen_in_other_worlds_than_it_is_measured_in() -> None:
    # In even worlds the move decides for seat 0, in odd ones it decides nothing.
    wins = wins_of([0, 0], [1, 0])
    assert effect_of(wins, 2) == pytest.approx(0)


def test_only_seats_that_can_not_win_have_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(SEVENS, 6, num_players=4)
    looked: list[PlayoutRow] = []

    def planted(game: Game, states: Any, rows: list[PlayoutRow]) -> list[np.ndarray]:
        looked.extend(rows)
        # Seat 3 always wins; a move decides nothing.
        return [np.tile(np.eye(4)[3], (row.count, 1)) for row in rows]

    monkeypatch.setattr(deep_measures, "wins_in_worlds", planted)
    effects, shares = kingmaking(game), out_of_contention(game)
    movers = {int(game.movers[row.position]) for row in looked}
    for seat in range(4):
        decided = seat in movers
        assert effects[seat] == (0.0 if decided and seat != 3 else None)
        assert shares[seat] == ((1.0 if seat != 3 else 0.0) if decided else None)
    assert all(row.viewer == game.movers[row.position] for row in looked)
    assert len({row.position for row in looked}) <= deep_measures.MOST_DECISIONS
    assert all(game.had_choice[row.position] for row in looked)
    legal = {(row.position, row.action) for row in looked}
    assert all(action in SEVENS.legal_actions(game.states[position]) for position, action in legal)
    assert len(looked) == len(legal), "once for both measures"


def test_a_report_has_them_if_it_is_asked() -> None:
    result = measure_balance("sevens_v0", games=20, measures=list(BUILT_IN)).variants[0]
    plain = measure_balance("sevens_v0", games=20).variants[0]
    for word in BUILT_IN:
        name = word.replace("-", " ")
        found = result.find("game", "Sevens", name)
        assert found is not None and -0.2 < found.interval.mean < 1
        assert plain.find("game", "Sevens", name) is None
    assert result.find("turn order", "first to act", "out of contention") is not None
