"""All seats by TextArena's calls, without TextArena; `tests/interop` has the real package."""

import copy
import random

import numpy as np
import pytest

from fudaba.adapters.text import TextArenaEnv, read_answer
from fudaba.adapters.text.retries import MOST_RETRIES
from fudaba.envs import Game, UserError, tables

from ...spread import every_game, few_mixes
from .test_env import WRONG, numbers


@every_game
def test_games_by_numbers_are_those_of_tables(game: Game) -> None:
    for number, options in enumerate(few_mixes(game)[:3]):
        env, rng, over = TextArenaEnv(game.name, **options), random.Random(number), False
        env.reset(options["num_players"], seed=number)
        other = tables(game.name, 1, number, **options)
        total, told, turns = np.zeros(game.max_players), set[int](), 0
        while not over:
            player, text = env.get_observation()
            assert (player, text) == env.get_observation()
            assert player == other.to_move[0]
            assert text.startswith("# How to play ") == (player not in told)
            assert f"\nYou are player_{player} of" in f"\n{text}"
            told.add(player)
            place = rng.choice(numbers(text))
            action = read_answer(game, other.states[0], place)
            over, info = env.step(place)
            other.step(np.array([action]))
            total += other.rewards[0]
            turns += 1
            assert info == {} and over == other.dones[0]
        points, facts = env.close()
        assert points == pytest.approx(dict(enumerate(total[: options["num_players"]])))
        assert sum(fact["turn_count"] for fact in facts.values()) == turns
        assert "The game is over:" in env.get_observation()[1]


def test_a_fourth_wrong_answer_in_a_row_ends_the_game() -> None:
    env = TextArenaEnv("sevens_v0")
    env.reset(3, seed=1)
    env.step("1")
    player, asked = env.get_observation()
    for _ in range(MOST_RETRIES):
        over, info = env.step(WRONG)
        again, text = env.get_observation()
        assert not over and again == player and info["problem"] in text
        assert numbers(text) == numbers(asked)
    over, info = env.step(WRONG)
    assert over and "there is no move" in info["problem"]
    assert "you have lost it" in env.get_observation()[1]
    points, facts = env.close()
    assert points == {seat: -1.0 if seat == player else 0.0 for seat in range(3)}
    assert [fact["invalid_move"] for fact in facts.values()] == [
        seat == player for seat in range(3)
    ]
    with pytest.raises(UserError, match="call reset"):
        env.step("1")
    env.reset(3, seed=1)
    assert env.step("1") == (False, {})


def test_every_call_before_reset_asks_for_it() -> None:
    env = TextArenaEnv("sevens_v0")
    for call in (env.get_observation, env.close, lambda: env.step("1")):
        with pytest.raises(UserError, match="nothing was dealt yet"):
            call()


def test_copies_go_on_alike_and_deals_without_a_seed_differ() -> None:
    env = TextArenaEnv("niekhi_v0")
    env.reset(3, seed=8)
    env.step("1")
    other = copy.deepcopy(env)
    for answer in ("1", WRONG, "1", "1"):
        assert env.step(answer) == other.step(answer)
        assert env.get_observation() == other.get_observation()
    texts = set()
    for _ in range(3):
        env.reset(3)
        texts.add(env.get_observation()[1])
    assert len(texts) == 3
