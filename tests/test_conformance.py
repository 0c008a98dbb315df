"""What every game keeps, over the registry and a spread of house rules made from the schemas.

`FUDABA_OPTION_ROWS=6 pytest tests/test_conformance.py` takes six of the spread for each game.
"""

import copy
import json
import os
import pickle
import random
import re
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fudaba.envs import Game, Statistic, Tables, UserError, find_game, game_names, make, tables
from fudaba.envs.core.api.aec import constructors
from fudaba.envs.core.compiling.kernel import Kernel
from fudaba.envs.core.contract.game import folded

from .fingerprint import fields_of, fingerprint
from .option_mixes import is_valid, mix, mixes
from .processes import python

ROOT = Path(__file__).parents[1]
NUM_ROWS = int(os.environ.get("FUDABA_OPTION_ROWS", "1000"))
MOST_FORBIDDEN = 25  # moves of a position that are asked why; some games have thousands
CITATION = re.compile(r"\(([A-Z]+-\d+\.\d+[a-z]?(, )?)+\)")

GAMES = [find_game(name) for name in game_names()]
MEASURED = [game for game in GAMES if game.balance]


def each(games: list[Game]) -> pytest.MarkDecorator:
    """Runs a test for every game."""
    return pytest.mark.parametrize("game", games, ids=[game.name for game in games])


def each_mix(games: list[Game]) -> pytest.MarkDecorator:
    """Runs a test for every game under a spread of house rules."""
    rows = [
        pytest.param(game, options, id=f"{game.name}-{number}")
        for game in games
        for number, options in enumerate(mixes(game)[:NUM_ROWS])
    ]
    return pytest.mark.parametrize(("game", "options"), rows)


every_game, every_measured_game = each(GAMES), each(MEASURED)
every_mix, every_measured_mix = each_mix(GAMES), each_mix(MEASURED)


def some_mixes(game: Game, count: int) -> list[dict[str, Any]]:
    """The defaults and a few others."""
    return [mixes(game)[0], *random.Random(game.name).sample(mixes(game), count - 1)]


def dealt(game: Game, options: dict[str, Any], seed: int) -> np.void:
    """A state at the first decision of a game."""
    state: np.void = np.zeros(1, game.state_dtype)[0]
    game.options.read(game.name, options).write(state)
    state["rng"] = seed
    game.kernels.deal(state)
    return state


def positions(game: Game, options: dict[str, Any], seed: int) -> Iterator[np.void]:
    """The positions of one random game, the last one included."""
    rng, state = random.Random(seed), dealt(game, options, seed)
    while state["to_move"] >= 0:
        yield state
        game.kernels.apply(state, rng.choice(game.legal_actions(state)))
    yield state


def mask_of(game: Game, state: np.void, seat: int) -> np.ndarray:
    """What an env gives a seat as its mask."""
    mask = np.zeros(game.num_actions, np.int8)
    if state["to_move"] == seat:
        game.kernels.legal(state, mask)
    return mask


# The schema


@every_game
def test_the_action_table_has_no_gap_and_reads_both_ways(game: Game) -> None:
    first = 0
    for kind in game.actions:
        assert kind.first == first and kind.count > 0
        first += kind.count
    assert first == game.num_actions
    for action in range(game.num_actions):
        kind, position = game.decode(action)
        assert kind.encode(position) == action
    assert len({kind.name for kind in game.actions}) == len(game.actions)
    for wrong in (-1, game.num_actions):
        with pytest.raises(UserError, match="has no action"):
            game.decode(wrong)
    with pytest.raises(UserError, match="allowed: whole numbers 0 to"):
        game.actions[0].encode(game.actions[0].count)


@every_game
def test_every_option_is_a_field_of_the_state_and_codes_differ(game: Game) -> None:
    state = np.zeros(1, game.state_dtype)[0]
    assert {"rng", "rng_key", "num_players", "to_move"} <= set(game.state_dtype.names or ())
    codes: dict[str, dict[str, str]] = {}
    for values in mixes(game):
        options = game.options.read(game.name, values)
        options.write(state)
        for name, value in values.items():
            assert np.isin(options.code(name), state[name]).all()
            # A word may stand for a number that is in force, as SEKI's usual points.
            kind = "word" if isinstance(value, str) else "number"
            by_value = codes.setdefault(f"{name}, {kind}", {})
            by_value[repr(value)] = repr(options.code(name))
    for name, by_value in codes.items():
        assert len(set(by_value.values())) == len(by_value), name


@every_game
def test_fields_have_names_ranges_and_meanings(game: Game) -> None:
    assert len({field.name for field in game.fields}) == len(game.fields)
    for field in game.fields:
        assert field.low <= field.high and field.meaning
    assert game.observation_dtype in (np.int8, np.int16)
    assert game.rules.is_file()
    assert sum(int(np.prod(field.shape)) for field in game.fields) == game.observation_size


@every_measured_game
def test_measures_have_names_ranges_and_meanings(game: Game) -> None:
    for measures in (game.balance.factors, game.balance.tallies):
        assert len({measure.name for measure in measures}) == len(measures)
        for measure in measures:
            assert measure.name and measure.meaning and measure.low < measure.high
            if measure.words:
                assert (measure.low, measure.high) == (0, len(measure.words) - 1)
                assert len(set(measure.words)) == len(measure.words) and not measure.partial
    assert not any(measure.partial for measure in game.balance.factors)
    assert set(game.balance.swaps) <= {measure.name for measure in game.balance.factors}


# Positions of random games


@every_mix
def test_positions_and_length(game: Game, options: dict[str, Any]) -> None:
    low, high = game.observation_bounds
    mask = np.full(game.num_actions, 7, np.int8)
    for seed in range(3):
        decisions, views = -1, []
        for state in positions(game, options, seed):
            decisions += 1
            before = state.tobytes()
            count = game.kernels.legal(state, mask)
            assert count == mask.sum() and set(mask.tolist()) <= {0, 1}
            assert (count >= 1) == (state["to_move"] >= 0)
            for seat in range(options["num_players"]):
                view = np.full(game.observation_size, 77, game.observation_dtype)
                game.kernels.observe(state, seat, view.view(game.view_dtype)[0])
                views.append(view)
            assert state.tobytes() == before
        assert (low <= np.array(views)).all() and (np.array(views) <= high).all()
        assert decisions <= game.options.read(game.name, options).max_decisions()


@every_mix
def test_positions_can_be_written(game: Game, options: dict[str, Any]) -> None:
    for number, state in enumerate(positions(game, options, 0)):
        if number % 3 and state["to_move"] >= 0:
            continue
        before = state.tobytes()
        json.dumps(game.words.snapshot(state))
        assert game.text(state, 0)
        assert state.tobytes() == before


@every_mix
def test_points(game: Game, options: dict[str, Any]) -> None:
    for seed in range(5):
        *_, state = positions(game, options, seed)
        points = np.full(game.max_players, 99.0)
        game.kernels.score(state, points)
        assert np.isfinite(points).all()
        assert (points[options["num_players"] :] == 0).all()
        assert points.min() >= game.options.read(game.name, options).lowest_points()
        if game.zero_sum:
            assert points.sum() == pytest.approx(0)


def check_measures(
    game: Game, state: np.void, fill: Kernel, measures: tuple[Statistic, ...]
) -> None:
    """Checks what a measuring kernel fills in and leaves alone."""
    seats, before = int(state["num_players"]), state.tobytes()
    values = np.full((len(measures), game.max_players), 77.0)
    fill(state, values)
    assert state.tobytes() == before
    assert (values[:, seats:] == 0).all()
    for measure, row in zip(measures, values[:, :seats], strict=True):
        row = row[~np.isnan(row)] if measure.partial else row
        assert (row >= measure.low).all() and (row <= measure.high).all(), measure.name
        assert not measure.words or (row == row.astype(int)).all(), measure.name


@every_measured_mix
def test_measures_stay_in_their_ranges_and_change_nothing(
    game: Game, options: dict[str, Any]
) -> None:
    for seed in range(3):
        check_measures(
            game, dealt(game, options, seed), game.balance.measure_deal, game.balance.factors
        )
        for state in positions(game, options, seed):
            before, nearness = state.tobytes(), np.full(game.max_players, 1e9)
            game.balance.lead_value(state, nearness)
            assert state.tobytes() == before
            assert (np.abs(nearness[: options["num_players"]]) < 1e9).all()
        check_measures(game, state, game.balance.measure_game, game.balance.tallies)


@every_measured_mix
def test_a_swap_exchanges_its_factor_and_can_be_undone(game: Game, options: dict[str, Any]) -> None:
    names = [measure.name for measure in game.balance.factors]
    for factor, swap in game.balance.swaps.items():
        state = dealt(game, options, 13)
        before, expected = fields_of(state), np.zeros((2, len(names), game.max_players))
        game.balance.measure_deal(state, expected[0])
        seat, other = int(state["num_players"]) - 1, 0
        swap(state, seat, other)
        row = names.index(factor)
        expected[0, row, [seat, other]] = expected[0, row, [other, seat]]
        game.balance.measure_deal(state, expected[1])
        assert (expected[1] == expected[0]).all()
        assert game.legal_actions(state)
        swap(state, other, seat)
        assert fields_of(state) == before


@every_mix
def test_moves_have_names_of_their_own_and_others_reasons(
    game: Game, options: dict[str, Any]
) -> None:
    rng, reasons = random.Random(11), set()
    for state in positions(game, options, 11):
        if state["to_move"] < 0:
            break
        legal, names = game.legal_actions(state), game.move_names(state)
        assert list(names.values()) == legal, "two moves have one name"
        assert len({folded(name) for name in names}) == len(names)
        forbidden = sorted(set(range(game.num_actions)) - set(legal))
        for action in rng.sample(forbidden, min(MOST_FORBIDDEN, len(forbidden))):
            reasons.add(game.words.why_illegal(state, action))
            assert game.words.describe(state, action)
    clauses = set(re.findall(r"[A-Z]+-\d+\.\d+", game.rules.read_text(encoding="utf-8")))
    for reason in reasons:
        assert CITATION.search(reason) and reason.endswith("."), reason
        assert set(re.findall(r"[A-Z]+-\d+\.\d+", reason)) <= clauses


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


# Secrecy


@every_mix
def test_redeal_leaves_what_the_seat_sees(game: Game, options: dict[str, Any]) -> None:
    rng = random.Random(5)
    for state in positions(game, options, 5):
        seat = rng.randrange(options["num_players"])
        view, mask = game.view(state, seat).tobytes(), mask_of(game, state, seat)
        world, keyed = np.array([state])[0], np.array([state])[0]
        keyed["rng_key"] = 5, 7
        game.kernels.redeal(world, seat)
        game.kernels.redeal(keyed, seat)
        assert game.view(world, seat).tobytes() == view
        assert (mask_of(game, world, seat) == mask).all()
        assert world["rng"] != state["rng"]
        assert fields_of(keyed) == fields_of(world), "the key leaves no trace"


@every_mix
def test_the_hidden_cards_take_more_than_one_arrangement(
    game: Game, options: dict[str, Any]
) -> None:
    """With two players the other hand may be all that is hidden, and no secret."""
    if options["num_players"] == 2:
        three = {**options, "num_players": 3}  # for whom two players' hands may be too large
        options = three if is_valid(game, three) else mix(game, random.Random(5), num_players=3)
    for seat in range(options["num_players"]):
        worlds = set()
        for start in range(8):
            world = dealt(game, options, 21)
            world["rng"] = start
            game.kernels.redeal(world, seat)
            world["rng"] = 0
            worlds.add(fields_of(world))
        assert len(worlds) > 1


def after(game: Game, state: np.void, action: int, seat: int) -> bytes:
    """What a seat sees after an action."""
    table = np.array([state])[0]
    game.kernels.apply(table, action)
    return game.view(table, seat).tobytes()


@every_mix
def test_what_others_are_told_of_a_move_is_what_they_see_of_it(
    game: Game, options: dict[str, Any]
) -> None:
    """In worlds that a listener can't tell apart before and after a move he is told the same."""
    rng, compared = random.Random(9), 0
    games = (positions(game, options, seed) for seed in (9, 10, 11))  # one may be over too soon
    for state in chain.from_iterable(games):
        if state["to_move"] < 0:
            if compared:
                break
            continue
        further = rng.randrange(1, options["num_players"])
        listener = (int(state["to_move"]) + further) % options["num_players"]
        world = np.array([state])[0]
        game.kernels.redeal(world, listener)
        if world["to_move"] != state["to_move"]:
            continue
        for action in set(game.legal_actions(state)) & set(game.legal_actions(world)):
            if after(game, state, action, listener) == after(game, world, action, listener):
                assert game.announced_to(world, action, listener) == game.announced_to(
                    state, action, listener
                )
                compared += 1
    assert compared


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


@pytest.mark.parametrize("wrapped", [True, False])
@pytest.mark.parametrize("copied", WAYS_TO_COPY, ids=["deepcopy", "pickle", "save"])
@every_game
def test_a_copied_env_goes_on_alike(
    game: Game, copied: Callable[[Any], Any], wrapped: bool
) -> None:
    for number, options in enumerate(some_mixes(game, 4)):
        env = constructors(game)[0 if wrapped else 1](**options)
        env.reset(seed=number)
        steps = [0, 3, 17, 40][number]
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
    for options in some_mixes(game, 3):
        histories = []
        for num_tables, num_threads in [(3, 1), (10, 1), (10, 2), (7, 3), (5, 16)]:
            played = tables(game.name, num_tables, 9, num_threads, **options)
            histories.append(history_of(2, played))
        assert all(history == histories[0] for history in histories)
        other = tables(game.name, 3, 10, 1, **options)
        assert history_of(2, other) != histories[0]


@every_game
def test_an_env_plays_the_games_of_table_0(game: Game) -> None:
    for options in some_mixes(game, 3):
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


@every_game
def test_compiled_and_plain_python_play_the_same(game: Game) -> None:
    assert fingerprint(game) == plain_fingerprint(game)
