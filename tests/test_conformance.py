"""What every game keeps, over the registry and a spread of house rules made from the schemas.

The checks themselves are `fudaba.testing`, as for games of other packages. What stands here plays
through environments and tables.
"""

import copy
import pickle
import random
import re
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fudaba.envs import Game, Tables, UserError, make, tables
from fudaba.envs.core.api.aec import constructors
from fudaba.testing import dealt, game_tests, positions
from fudaba.testing.checks import Check
from fudaba.testing.mixes import mixes
from fudaba.testing.positions import fields_of

from .fingerprint import fingerprint
from .processes import python
from .spread import GAMES, NUM_ROWS, every_game, few_mixes

ROOT = Path(__file__).parents[1]


test_a_game_keeps_what_every_game_keeps = game_tests(*GAMES, rows=NUM_ROWS)


def test_a_mistake_fails_its_item_with_the_sentence() -> None:
    def run(game: Game) -> None:
        raise UserError("the mask is empty.")

    with pytest.raises(pytest.fail.Exception, match=r"^the mask is empty\.$"):
        game_tests(*GAMES)(GAMES[0], Check("It has a mask", run))


# Typed moves


@every_game
def test_a_move_is_read_by_its_name_in_any_case_and_spacing(game: Game) -> None:
    rng = random.Random(11)
    for state in islice(positions(game, {}, 11), 0, 40, 10):
        names = game.move_names(state)
        for name in rng.sample(list(names), min(3, len(names))):
            spaced = f"  {name.upper()} ".replace(" ", "  ")
            assert game.words.describe(state, names[name]) == name
            assert game.parse(state, name) == game.parse(state, spaced) == names[name]


@every_game
def test_a_move_that_is_not_there_is_refused_with_the_moves_that_are(game: Game) -> None:
    state = dealt(game, {}, 3)
    allowed = f"allowed: {', '.join(game.move_names(state))}."
    with pytest.raises(UserError, match=re.escape(allowed)):
        game.parse(state, "castle")


@every_game
def test_only_the_seat_to_move_gets_a_mask(game: Game) -> None:
    raw_env = constructors(game)[1]
    env = raw_env()
    env.reset(seed=8)
    while not all(env.terminations.values()):
        for agent in env.possible_agents:
            given = env.observe(agent)["action_mask"]
            assert given.any() == (agent == env.agent_selection)
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-1]))
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)


# Copies, seeds, tables


def watch(env: Any, rng: random.Random, steps: int | None = None) -> list[Any]:
    """Plays on and lists all that an env gives out."""
    seen: list[Any] = []
    for agent in env.agent_iter(steps or 10_000):
        observation, reward, terminated, truncated, _ = env.last()
        seen.append((agent, observation["observation"].tobytes(), reward, terminated, truncated))
        mask = observation["action_mask"]
        env.step(None if terminated else int(rng.choice(np.flatnonzero(mask))))
    return seen


def by_save(env: Any) -> Any:
    copied = constructors(env.unwrapped.game)[1](**env.unwrapped.options.plain())
    copied.load(env.unwrapped.save())
    return copied


def by_pickle(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))


WAYS_TO_COPY = [copy.deepcopy, by_pickle, by_save]


@pytest.mark.diagonal
@pytest.mark.parametrize("wrapped", [True, False])
@pytest.mark.parametrize("copied", WAYS_TO_COPY, ids=["deepcopy", "pickle", "save"])
@every_game
def test_a_copied_env_goes_on_alike(
    game: Game, copied: Callable[[Any], Any], wrapped: bool
) -> None:
    for number, options in enumerate(few_mixes(game)[:4]):
        env = constructors(game)[0 if wrapped else 1](**options)
        env.reset(seed=number)
        steps = [17, 0, 3, 40][number]
        if steps:
            watch(env, random.Random(2), steps)
        twin = copied(env)
        assert fields_of(twin.unwrapped._state) == fields_of(env.unwrapped._state)
        assert twin.unwrapped._batch.states is not env.unwrapped._batch.states
        rest = watch(env, random.Random(3))
        assert watch(twin, random.Random(3)) == rest
        env.reset()
        twin.reset()
        assert fields_of(twin.unwrapped._state) == fields_of(env.unwrapped._state)


@every_game
def test_a_finished_env_is_saved_with_the_steps_of_its_dead_agents(game: Game) -> None:
    env = constructors(game)[1]()
    env.reset(seed=4)
    rng = random.Random(4)
    while not all(env.terminations.values()):
        watch(env, rng, 1)
    for left in range(len(env.possible_agents), 0, -1):
        assert len(env.agents) == left
        twin = by_save(env)
        assert (twin.agents, twin.agent_selection) == (env.agents, env.agent_selection)
        assert (twin.rewards, twin.terminations) == (env.rewards, env.terminations)
        env.step(None)


@every_game
def test_load_refuses_another_game_s_options(game: Game) -> None:
    one, other = (constructors(game)[1](**options) for options in mixes(game)[:2])
    one.reset(seed=1)
    with pytest.raises(UserError, match="the saved game is"):
        other.load(one.save())


@every_game
def test_the_same_seed_gives_the_same_game_and_another_another(game: Game) -> None:
    games = {}
    for seed in (1, 1, 2):
        env = make(game.name)
        env.reset(seed=seed)
        seen = watch(env, random.Random(0))
        assert games.setdefault(seed, seen) == seen
    assert games[1] != games[2]


@every_game
def test_a_reset_without_seed_goes_on_with_the_stream(game: Game) -> None:
    rows = []
    for _ in range(2):
        env = make(game.name)
        env.reset(seed=6)
        rows.append([watch(env, random.Random(0))])
        for _ in range(3):
            env.reset()
            rows[-1].append(watch(env, random.Random(0)))
    assert rows[0] == rows[1]
    assert all(rows[0][one] != rows[0][two] for one in range(4) for two in range(one))


@every_game
def test_two_envs_that_were_never_seeded_differ(game: Game) -> None:
    states = []
    for _ in range(2):
        env = make(game.name)
        env.reset()
        states.append(fields_of(env.unwrapped._state))
    assert states[0] != states[1]


def history_of(table: int, played: Tables) -> list[bytes]:
    """What one table gave out while all tables took random actions.

    Each table's actions come from its own random numbers, so that they do not depend on N.
    """
    rngs = [random.Random(number) for number in range(played.num_tables)]
    seen = []
    for _ in range(120):
        actions = [
            rng.choice(np.flatnonzero(mask))
            for rng, mask in zip(rngs, played.action_masks, strict=True)
        ]
        played.step(np.array(actions))
        seen.append(
            played.observations[table].tobytes()
            + played.action_masks[table].tobytes()
            + played.rewards[table].tobytes()
            + bytes([int(played.dones[table]), int(played.to_move[table])])
        )
    return seen


@every_game
def test_a_table_depends_on_its_seed_and_number_alone(game: Game) -> None:
    for options in few_mixes(game)[:3]:
        histories = []
        for num_tables, num_threads in [(3, 1), (10, 1), (10, 2), (7, 3), (5, 16)]:
            played = tables(game.name, num_tables, 9, num_threads, **options)
            histories.append(history_of(2, played))
        assert all(history == histories[0] for history in histories)
        other = tables(game.name, 3, 10, 1, **options)
        assert history_of(2, other) != histories[0]


@every_game
def test_an_env_plays_the_games_of_table_0(game: Game) -> None:
    for options in few_mixes(game)[:3]:
        played, rng = tables(game.name, 2, seed=33, **options), random.Random(1)
        env = constructors(game)[1](**options)
        env.reset(seed=33)
        for _ in range(200):
            agent, seat = env.agent_selection, int(played.to_move[0])
            assert agent == f"player_{seat}"
            shown = env.observe(agent)
            assert (shown["observation"] == played.observations[0]).all()
            assert (shown["action_mask"] == played.action_masks[0]).all()
            action = int(rng.choice(np.flatnonzero(shown["action_mask"])))
            played.step(np.array([action, -1]))
            env.step(action)
            rewards = list(env.rewards.values())
            assert rewards == played.rewards[0, : len(rewards)].tolist()
            assert all(env.terminations.values()) == played.dones[0]
            if played.dones[0]:
                env.reset()


@every_game
def test_rewards_add_up_to_the_points_of_the_game(game: Game) -> None:
    played = tables(game.name, 4, seed=2)
    rng, total = random.Random(3), np.zeros((4, game.max_players))
    for _ in range(300):
        before = played.scores.copy()
        actions = [int(rng.choice(np.flatnonzero(mask))) for mask in played.action_masks]
        played.step(np.array(actions))
        total += played.rewards
        over = played.dones
        assert played.rewards[~over] == pytest.approx((played.scores - before)[~over])
        assert (played.scores[over] == 0).all()
        if game.zero_sum:
            assert total.sum() == pytest.approx(0)


# Processes


def plain_fingerprint(game: Game) -> str:
    """What `tests.fingerprint` prints without compiling, warnings being errors."""
    words = ("-W", "error", "-m", "tests.fingerprint", game.name)
    return python(*words, cwd=ROOT, NUMBA_DISABLE_JIT="1").stdout.strip()


@pytest.mark.slow  # a check of every game compares the forms of its kernels
@every_game
def test_compiled_and_plain_python_play_the_same(game: Game) -> None:
    assert fingerprint(game) == plain_fingerprint(game)
