"""One seat as a Gymnasium env of texts: its spaces, its games, and answers that can't be read."""

import copy
import pickle
import random
import re
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from fudaba.adapters.single_agent import SeatEnv
from fudaba.adapters.text import TextSeatEnv
from fudaba.adapters.text.retries import MOST_RETRIES
from fudaba.envs import Game, IllegalActionError, UserError, gymnasium_id

from ...spread import every_game, few_mixes

WRONG = "no such move \u202e大"


def make(game: str = "sevens_v0", **settings: Any) -> TextSeatEnv:
    return TextSeatEnv(game, **{"opponents": "random", **settings})


def numbers(text: str) -> list[str]:
    """The numbers of the moves in a text."""
    return re.findall(r"^(\d+)\. ", text.rpartition("Your moves:")[2], re.MULTILINE)


@pytest.mark.parametrize("name", ["daifugo_v0", "namto_v0"])
def test_the_checker_of_gymnasium_finds_nothing(name: str) -> None:
    """That the texts of all games are in the spaces is in `test_position.py`."""
    env = gymnasium.make(gymnasium_id(name, "-text"), opponents="random")
    assert isinstance(env.unwrapped, TextSeatEnv)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


@every_game
def test_games_by_numbers_are_those_of_the_env_of_vectors(game: Game) -> None:
    for number, options in enumerate(few_mixes(game)[:5]):
        env, other = make(game.name, **options), SeatEnv(game.name, "random", **options)
        rng = random.Random(number)
        text, info = env.reset(seed=number)
        info = other.reset(seed=number)[1]
        over, total = False, 0.0
        assert text.startswith("# How to play ")
        while not over:
            assert env.observation_space.contains(text)
            place = rng.choice(numbers(text))
            action = int(info["action_mask"].nonzero()[0][int(place) - 1])
            assert len(numbers(text)) == info["action_mask"].sum()
            assert env.action_space.contains(place)
            text, reward, over, truncated, told = env.step(place)
            _, other_reward, other_over, _, info = other.step(action)
            assert (reward, over, truncated) == (other_reward, other_over, False)
            assert (told["action_mask"] == info["action_mask"]).all() and "problem" not in told
            assert "# How to play" not in text
            total += reward
        assert "The game is over:" in text and env.observation_space.contains(text)


def test_one_string_is_enough_in_a_fresh_process() -> None:
    script = (
        "import gymnasium\n"
        "env = gymnasium.make('fudaba.envs:fudaba/KillerSevens-text-v0', opponents='random')\n"
        "print(env.spec.id, env.reset(seed=1)[0][:13])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "fudaba/KillerSevens-text-v0 # How to play\n", done.stderr


def test_what_happened_is_what_the_others_did_since() -> None:
    env = make(seat=1)
    text, _ = env.reset(seed=5)
    over, seen = False, 0
    while not over:
        lines = text.partition("What happened:\n")[2].partition("\n\n")[0].splitlines()
        movers = [
            line[2:10] for line in lines if re.fullmatch(r"- player_\d (lays|passes).*", line)
        ]
        assert "player_1" not in movers
        seen += len(movers)
        text, _, over, _, _ = env.step("1")
    assert seen > 10


# Answers that can't be read


def test_a_wrong_answer_is_asked_again_three_times_in_a_row() -> None:
    env, lowest = make(seat=0), -1.0
    first, info = env.reset(seed=2)
    for _ in range(2):  # a right answer begins the count anew
        for _ in range(MOST_RETRIES):
            text, reward, over, _, info = env.step(WRONG)
            assert (reward, over) == (0.0, False) and env.observation_space.contains(text)
            assert info["problem"] in text and "no such move \\u202e?" in info["problem"]
            assert "Your moves:" in text and "# How to play" not in text
            assert info["action_mask"].any()
        text, reward, over, _, info = env.step("1")
        assert not over and "problem" not in info and first.endswith(HOW_IT_ENDS)
    for _ in range(MOST_RETRIES):
        assert not env.step(WRONG)[2]
    text, reward, over, _, info = env.step(WRONG)
    assert over and reward == lowest and "you have lost it" in text
    assert not info["action_mask"].any() and info["problem"] in text
    with pytest.raises(ResetNeeded):
        env.step("1")
    assert numbers(env.reset(seed=3)[0])


HOW_IT_ENDS = "or in [brackets]."


def test_illegal_may_lose_at_once_or_raise() -> None:
    env = make(illegal="lose")
    env.reset(seed=2)
    assert env.step(WRONG)[1:3] == (-1.0, True)
    env = make(illegal="raise")
    env.reset(seed=2)
    with pytest.raises(IllegalActionError, match="there is no move"):
        env.step(WRONG)
    assert len(env.step("1")) == 5
    with pytest.raises(UserError, match="allowed: retry, lose, raise"):
        make(illegal="again")


def test_a_lost_game_costs_the_lowest_points_in_all() -> None:
    for game, seeds in (("makkaik_v0", range(5)), ("taxot_v0", range(50, 55))):
        for seed in seeds:  # with 52 the seat pays before its first decision in Taxot
            for rights in (0, 1):
                env = make(game, illegal="lose", seasons=5)
                env.reset(seed=seed)
                total = sum(env.step("1")[1] for _ in range(rights))
                total += env.step("")[1]
                assert total == pytest.approx(env.options.lowest_points())


def test_copies_go_on_alike() -> None:
    env = make()
    env.reset(seed=6)
    env.step(WRONG)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        mirror = copy.deepcopy(env)
        for answer in (WRONG, "1", "1", WRONG, "2"):
            assert [*mirror.step(answer)][:3] == [*other.step(answer)][:3]
