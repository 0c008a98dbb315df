"""Streams of what seats have seen and done: every view and own action, the same in every door."""

import copy
from typing import Any

import numpy as np
import pytest

from fudaba.adapters.single_agent import SeatEnv, SeatVectorEnv
from fudaba.agents import make_agent
from fudaba.agents.seat_histories import history_lines
from fudaba.envs import (
    NO_ACTION,
    NOBODY,
    Game,
    RandomSeats,
    Tables,
    UserError,
    find_game,
    make,
)
from fudaba.envs.core.stepping.information import FollowedKeys
from fudaba.envs.core.stepping.remembering import Memories
from fudaba.envs.core.stepping.tables import no_advice

from .spread import every_game

GAME, SEKI = find_game("sevens_v0"), find_game("seki_v0")


def remembering(game: Game, num_tables: int, **settings: Any) -> Tables:
    return Tables(game, game.options(), num_tables, seed=4, memory=True, **settings)


def random_actions(played: Tables, rng: np.random.Generator) -> np.ndarray:
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in played.action_masks])


def everybody(played: Tables) -> tuple[np.ndarray, np.ndarray]:
    """All tables and seats."""
    return tuple(np.indices((played.num_tables, played.options.num_players)).reshape(2, -1))


def streams_of(played: Tables) -> list[bytes]:
    """The streams of all seats at all tables, for sets."""
    streams, lengths = played.information_states(*everybody(played))
    return [stream[:length].tobytes() for stream, length in zip(streams, lengths, strict=True)]


def told(game: Game, stream: np.ndarray) -> list[tuple[int, bytes]]:
    """The own actions, -1 for none, and the views after them, from the rows of a stream."""
    view, moments = np.zeros(game.observation_size, game.observation_dtype), []
    for moment in range(stream[-1, 0] + 1):
        action = NO_ACTION
        for _, element, value in stream[stream[:, 0] == moment]:
            if element == game.observation_size:
                action = int(value)
            else:
                view[element] = value
        moments.append((action, view.tobytes()))
    return moments


@every_game
def test_a_stream_tells_every_view_and_own_action(game: Game) -> None:
    played, rng, ended = remembering(game, 2), np.random.default_rng(1), 0
    expected: dict[tuple[int, int], list[tuple[int, bytes]]] = {}
    movers, actions = np.full(2, NOBODY), np.full(2, NO_ACTION)
    for _ in range(90):
        places = everybody(played)
        for table, seat, view in zip(*places, played.observe(*places), strict=True):
            own = int(actions[table]) if movers[table] == seat else NO_ACTION
            moments = expected.setdefault((table, seat), [])
            if played.dones[table]:
                moments.clear()
                own = NO_ACTION
            if own != NO_ACTION or not moments or moments[-1][1] != view.tobytes():
                moments.append((own, view.tobytes()))
        movers, actions = played.to_move.copy(), random_actions(played, rng)
        streams, lengths = played.information_states()
        for table, seat in enumerate(movers):
            stream = streams[table, : lengths[table]]
            assert told(game, stream) == expected[table, seat]
            assert not streams[table, lengths[table] :].any()
        played.step(actions)
        ended += played.dones.sum()
    assert ended or game.options().max_decisions() > 90


@every_game
def test_streams_are_the_same_where_information_sets_are(game: Game) -> None:
    played, rng = remembering(game, 40), np.random.default_rng(2)
    played.deal(np.arange(40), np.zeros(40, np.int64))
    keys = FollowedKeys(played)
    played.add_listener(keys)
    sets: dict[tuple[int, bytes], bytes] = {}
    for number in range(30):
        tables, seats = everybody(played)
        for table, seat, stream in zip(tables, seats, streams_of(played), strict=True):
            key = keys.keys[table, seat].tobytes()
            assert sets.setdefault((seat, stream), key) == key
        actions = random_actions(played, rng)
        played.step(played.action_masks.argmax(axis=1) if number < 3 else actions)
    assert len(set(sets.values())) == len(sets) > 30


@every_game
def test_what_a_seat_hears_follows_from_its_stream(game: Game) -> None:
    """So a stream needs no rows for announcements."""
    played, rng = remembering(game, 12), np.random.default_rng(2)
    played.deal(np.arange(12), np.zeros(12, np.int64))
    places = everybody(played)
    heard: dict[tuple[int, bytes], list[str]] = {}
    histories = [[] for _ in places[0]]
    for _ in range(12):
        before, actions = played.states.copy(), random_actions(played, rng)
        played.step(actions)
        streams = streams_of(played)
        for row, (table, seat) in enumerate(zip(*places, strict=True)):
            if played.dones[table]:
                histories[row].clear()
                continue
            states = before[table], int(actions[table]), played.states[table]
            histories[row] += history_lines(game, *states, int(seat))
            key = int(seat), streams[row]
            assert heard.setdefault(key, histories[row][:]) == histories[row]
    assert len(heard) < 12 * len(histories)


@every_game
def test_a_world_that_a_seat_cannot_exclude_adds_nothing_to_its_stream(game: Game) -> None:
    played, rng = remembering(game, 1), np.random.default_rng(3)
    for _ in range(12):
        played.step(random_actions(played, rng))
    table = np.zeros(1, np.int64)
    for seat in range(game.options().num_players):
        memories, world = Memories(game, 1), played.states.copy()
        memories.begin(played.states, table)
        before, _ = memories.of(table, np.array([seat]))
        world["rng"] = 5
        game.kernels.redeal(world[0], seat)
        memories.follow(world, table, np.array([seat + 1]), table)
        after, _ = memories.of(table, np.array([seat]))
        assert np.array_equal(before, after)


@pytest.mark.diagonal
@every_game
@pytest.mark.parametrize("skips", [False, True], ids=["all decisions", "choices"])
def test_every_door_has_the_same_streams(game: Game, skips: bool) -> None:
    """A learner in seat 1 among greedy players: the doors against one table, step by step."""
    table, cycle = (
        make(game.name, memory=True, skip_forced=skip).unwrapped for skip in (False, skips)
    )
    many = remembering(game, 1, redeal_finished=False, skip_forced=skips)
    settings: dict[str, Any] = {"opponents": "greedy", "seat": 1, "skip_forced": skips}
    one = SeatEnv(game.name, memory=True, **settings)
    seats = SeatVectorEnv(game.name, 2, memory=True, **settings)
    for door, seed in ((table, 7), (cycle, 7), (one, 7), (seats, [7, 7])):
        door.reset(seed=seed)
    many.reset(7)
    greedy, rng = make_agent("greedy", game, game.options()), np.random.default_rng(0)
    decided: dict[str, list[int]] = {agent: [] for agent in table.possible_agents}
    while not all(table.terminations.values()):
        seen, *_ = table.last()
        mask, agent = seen["action_mask"], table.agent_selection
        decided[agent].append(len(table.information_state(agent)))
        action = int(rng.choice(np.flatnonzero(mask)))
        if agent != "player_1":
            action = int(greedy.act(seen["observation"][None], mask[None], rng)[0])
        if not skips or mask.sum() > 1:
            expected = table.information_state(agent)
            assert cycle.agent_selection == agent
            shown = [many.information_states()[0][0], cycle.information_state(agent)]
            if agent == "player_1":
                streams, lengths = seats.information_states()
                assert lengths.tolist() == [len(expected)] * 2
                shown += [*streams, one.information_state()]
                one.step(action)
                seats.step(np.array([action, action]))
            assert all(np.array_equal(stream, expected) for stream in shown)
            many.step(np.array([action]))
            cycle.step(action)
        table.step(action)
    for seat, agent in enumerate(table.possible_agents):
        last = many.information_states(np.array([0]), np.array([seat]))[0][0]
        assert np.array_equal(last, table.information_state(agent))
        assert np.array_equal(last, cycle.information_state(agent))
    assert np.array_equal(one.information_state(), table.information_state("player_1"))
    kept = table.record().information_states(game)
    for agent, (stream, lengths) in zip(table.possible_agents, kept, strict=True):
        assert np.array_equal(stream, table.information_state(agent))
        assert decided[agent] == lengths.tolist()


@every_game
def test_a_memory_changes_no_game(game: Game) -> None:
    opponents, rng = {"greedy": 0.5, "random": 0.5}, np.random.default_rng(0)
    for alone in ("random", opponents):
        plain, remembers = (
            SeatVectorEnv(game.name, 3, alone, skip_forced=True, memory=memory)
            for memory in (False, True)
        )
        seen, others = (door.reset(seed=5)[0] for door in (plain, remembers))
        for _ in range(20):
            assert (seen == others).all()
            actions = np.array([rng.choice(np.flatnonzero(m)) for m in plain.action_masks()])
            (seen, *rest), (others, *same) = (door.step(actions) for door in (plain, remembers))
            assert np.allclose(rest[0], same[0]) and (rest[1] == same[1]).all()


def test_who_did_not_ask_for_a_memory_has_none() -> None:
    plain, refused = Tables(GAME, GAME.options(), 2), "information states with memory=False"
    with pytest.raises(UserError, match=refused):
        plain.information_states()
    with pytest.raises(UserError, match="memory can't be 'yes'; allowed: True, False"):
        make(GAME.name, memory="yes")
    seats = RandomSeats(np.zeros((2, GAME.max_players), bool), np.random.default_rng(0))
    nobody, policy = np.full(2, NO_ACTION), no_advice(GAME)
    with pytest.raises(UserError, match="random_seats can't be given with memory=True"):
        remembering(GAME, 2).play_on(nobody, policy, seats.is_random, False, seats)


def test_streams_follow_copies_and_rotated_roles() -> None:
    played = Tables(SEKI, SEKI.options(), 2, seed=4, memory=True)
    played.rotate("role", np.array([1, 2]))
    copied = copy.deepcopy(played)
    assert streams_of(copied) == streams_of(played)
    views = played.observe(*everybody(played))
    for view, stream in zip(views, streams_of(played), strict=True):
        rows = np.frombuffer(stream, np.int16).reshape(-1, 3)
        assert told(SEKI, rows) == [(NO_ACTION, view.tobytes())]
    played.step(played.action_masks.argmax(axis=1))
    assert streams_of(copied) != streams_of(played)
    copied.step(copied.action_masks.argmax(axis=1))
    assert streams_of(copied) == streams_of(played)
