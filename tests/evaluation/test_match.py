"""Replayed deals: rotation and points."""

import numpy as np
import pytest

from fudaba.agents.uniform import UniformAgent
from fudaba.envs import IllegalActionError, find_game
from fudaba.evaluation.match import (
    CHUNK_DEALS,
    Chunk,
    LocalExecutor,
    MatchResult,
    MatchRunner,
    play_match,
    reward_against,
)

from .bots import Cheat, Dice, FirstLegal, LastLegal

GAME = find_game("sevens_v0")
FOUR = GAME.options.read("sevens_v0", {})
TWO = GAME.options.read("sevens_v0", {"num_players": 2})
ONE_AGAINST_THREE = (0, 1, 1, 1)


def play(line_ups: list[tuple[int, ...]], deals: int, seed: int = 0) -> MatchResult:
    return play_match(GAME, FOUR, [UniformAgent(), FirstLegal()], line_ups, deals, seed)


def test_every_agent_has_every_seat_of_every_deal() -> None:
    result = play([ONE_AGAINST_THREE, (1, 0, 0, 0)], 3)
    for line_up, agent in ((0, 0), (1, 1)):
        for deal in range(3):
            games = (result.line_ups == line_up) & (result.deals == deal)
            assert np.argwhere(result.seating[games] == agent).tolist() == [
                [0, 0], [1, 1], [2, 2], [3, 3],
            ]  # fmt: skip


def test_all_rotations_play_the_same_cards() -> None:
    # Two copies of one agent that uses no chance: only the cards matter, so who sits where can't.
    twins = [FirstLegal(), FirstLegal()]
    result = play_match(GAME, FOUR, twins, [ONE_AGAINST_THREE], CHUNK_DEALS + 5, 0)
    by_deal = result.points.reshape(-1, 4, 4)
    assert (by_deal == by_deal[:, :1]).all()
    assert len(np.unique(by_deal[:, 0], axis=0)) > 10


def test_a_deal_is_the_one_that_tables_deal() -> None:
    # Deals number 64 and on come in another chunk and must not start again with deal 0.
    twins = [FirstLegal(), FirstLegal()]
    result = play_match(GAME, FOUR, twins, [ONE_AGAINST_THREE], 2 * CHUNK_DEALS, 0)
    halves = result.points.reshape(2, -1)
    assert (halves[0] != halves[1]).any()


def test_an_agent_alone_is_not_rotated() -> None:
    assert len(play([(0, 0, 0, 0)], 5).deals) == 5


def test_the_seed_chooses_deals_and_chance() -> None:
    assert np.array_equal(play([ONE_AGAINST_THREE], 5).points, play([ONE_AGAINST_THREE], 5).points)
    other = play([ONE_AGAINST_THREE], 5, seed=1)
    assert not np.array_equal(play([ONE_AGAINST_THREE], 5).points, other.points)


def test_every_chunk_of_every_line_up_has_its_own_chance() -> None:
    def first_draw(seed: int, names: list[str], chunk: int) -> float:
        dice = Dice()
        MatchRunner(GAME, FOUR, names, [dice, dice], seed).play(
            Chunk(ONE_AGAINST_THREE, chunk, 64 * chunk, 1)
        )
        return dice.draws[0]

    draws = [
        first_draw(0, ["a", "b"], 0),
        first_draw(1, ["a", "b"], 0),
        first_draw(0, ["a", "c"], 0),
        first_draw(0, ["b", "a"], 0),
        first_draw(0, ["a", "b"], 1),
    ]
    assert len(set(draws)) == len(draws)
    assert first_draw(0, ["a", "b"], 0) == draws[0]


def test_threads_change_nothing() -> None:
    agents, deals = [UniformAgent(), UniformAgent()], 5 * CHUNK_DEALS
    one = play_match(GAME, FOUR, agents, [ONE_AGAINST_THREE], deals, 0)
    two = play_match(GAME, FOUR, agents, [ONE_AGAINST_THREE], deals, 0, LocalExecutor(2))
    assert np.array_equal(one.points, two.points)


def test_an_agent_against_itself_earns_nothing() -> None:
    interval = reward_against(GAME, FOUR, FirstLegal(), FirstLegal(), 50, 0)
    assert interval.mean == pytest.approx(0, abs=1e-12)
    assert interval.low < 0 < interval.high


def test_what_one_of_two_earns_the_other_pays() -> None:
    one = reward_against(GAME, TWO, FirstLegal(), LastLegal(), 50, 0)
    other = reward_against(GAME, TWO, LastLegal(), FirstLegal(), 50, 0)
    assert one.mean == -other.mean
    assert one.low < one.mean < one.high


def test_several_opponents_fill_the_seats_in_turn() -> None:
    opponents = [FirstLegal(), FirstLegal()]
    mixed = reward_against(GAME, FOUR, LastLegal(), opponents, 20, 0)
    assert mixed == reward_against(GAME, FOUR, LastLegal(), FirstLegal(), 20, 0)
    assert all(agent.calls > 0 for agent in opponents)


def test_an_illegal_action_is_an_error() -> None:
    agents = [FirstLegal(), Cheat()]
    with pytest.raises(IllegalActionError, match=r"^agent 1 at table 0: .* is not legal for"):
        play_match(GAME, FOUR, agents, [ONE_AGAINST_THREE], 1, 0)
