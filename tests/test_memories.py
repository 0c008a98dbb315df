"""Streams of what seats have seen and done: every view and own action, and nothing else."""

import numpy as np
import pytest

from fudaba.envs import Game, Memories, Tables, UserError, find_game, game_names, tables
from fudaba.envs.core.stepping.information import FollowedKeys

every_game = pytest.mark.parametrize("game", [find_game(n) for n in game_names()], ids=game_names())


def random_actions(played: Tables, rng: np.random.Generator) -> np.ndarray:
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in played.action_masks])


def told(game: Game, stream: np.ndarray) -> list[tuple[int, bytes]]:
    """The own actions, -1 for none, and the views after them, from the rows of a stream."""
    view, moments = np.zeros(game.observation_size, game.observation_dtype), []
    for moment in range(stream[-1, 0] + 1):
        action = -1
        for _, element, value in stream[stream[:, 0] == moment]:
            if element == game.observation_size:
                action = int(value)
            else:
                view[element] = value
        moments.append((action, view.tobytes()))
    return moments


@every_game
def test_a_stream_tells_every_view_and_own_action(game: Game) -> None:
    played = tables(game.name, 2, seed=4)
    memories, rng, ended = Memories(played), np.random.default_rng(1), 0
    expected: dict[tuple[int, int], list[tuple[int, bytes]]] = {}
    seats = np.arange(game.options().num_players)
    movers, actions = np.full(2, -1), np.full(2, -1)
    for _ in range(90):
        for table in range(2):
            views = played.observe(np.full(len(seats), table), seats)
            for seat in seats:
                own = int(actions[table]) if movers[table] == seat else -1
                moments = expected.setdefault((table, seat), [])
                if played.dones[table]:
                    moments.clear()
                    own = -1
                if own >= 0 or not moments or moments[-1][1] != views[seat].tobytes():
                    moments.append((own, views[seat].tobytes()))
        movers, actions = played.to_move.copy(), random_actions(played, rng)
        streams, lengths = memories.of_movers()
        for table, seat in enumerate(movers):
            stream = streams[table, : lengths[table]]
            assert told(game, stream) == expected[table, seat]
            assert not streams[table, lengths[table] :].any()
        played.step(actions)
        ended += played.dones.sum()
    assert ended or game.options().max_decisions() > 90


@every_game
def test_streams_are_the_same_where_information_sets_are(game: Game) -> None:
    played = tables(game.name, 3, seed=4)
    played.deal(np.arange(3), np.array([0, 0, 1]))
    memories, keys = Memories(played), FollowedKeys(played)
    played.add_listener(keys)
    rng, sets = np.random.default_rng(2), {}
    for number in range(60):
        for table in range(3):
            for seat in range(game.options().num_players):
                stream = memories.streams[table, seat, : memories.lengths[table, seat]]
                key = keys.keys[table, seat].tobytes()
                assert sets.setdefault((seat, stream.tobytes()), key) == key
        actions = random_actions(played, rng)
        if number < 5 and played.to_move[0] == played.to_move[1]:
            actions[1] = actions[0]
        played.step(actions)
    assert len(set(sets.values())) == len(sets)


def test_tables_that_skip_decisions_have_no_memories() -> None:
    with pytest.raises(UserError, match="a listener needs every decision"):
        Memories(tables("sevens_v0", 2, skip_forced=True))
    with pytest.raises(UserError, match="tables can't be 'x'; allowed: Tables"):
        Memories("x")  # type: ignore[arg-type]
