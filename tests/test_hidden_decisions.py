"""Games in which it is secret who is asked: a tiny one, through everything that shows a game."""

import copy
import io
import itertools
import pickle
from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import pytest
from rich.console import Console

from fudaba.cli.play import waiting_words
from fudaba.cli.replay import Look, show
from fudaba.cli.sitting import Sitting
from fudaba.envs import NOBODY, CardGameEnv, Tables
from fudaba.envs.core.scene.scene_text import draw_text
from fudaba.envs.core.stepping.measuring import balance_of
from fudaba.evaluation.recorded import RecordedGame

from .announced import announced
from .whisper import GAME
from .whisper.game import CLAIM, DECLINE, SAY

Position = tuple[tuple[int, ...], int, tuple[int, ...]]


def dealt(numbers: tuple[int, ...]) -> np.void:
    """A game with these secret numbers."""
    state = np.zeros(1, GAME.state_dtype)[0]
    GAME.options(num_players=len(numbers)).write(state)
    GAME.kernels.deal(state)
    state["number"][: len(numbers)] = numbers
    return state


def all_positions(num_players: int) -> Iterator[np.void]:
    """Every position of every game."""
    pending = [dealt(numbers) for numbers in itertools.product((0, 1), repeat=num_players)]
    while pending:
        state = pending.pop()
        yield state
        for action in GAME.legal_actions(state):
            following = np.array([state])[0]
            GAME.kernels.apply(following, action)
            pending.append(following)


def secrets(state: np.void) -> Position:
    """What of a position may differ in a world: the numbers, the mover, and who declined."""
    return tuple(state["number"].tolist()), int(state["to_move"]), tuple(state["declined"].tolist())


@pytest.mark.parametrize("num_players", [3, 4])
def test_redealing_reaches_all_worlds_and_no_others_and_moves_the_mover(num_players: int) -> None:
    fitting: dict[tuple[int, bytes, bool], set[Position]] = defaultdict(set)
    samples: dict[tuple[int, bytes, bool], np.void] = {}
    for state in all_positions(num_players):
        for seat in range(num_players):
            key = seat, GAME.view(state, seat).tobytes(), state["to_move"] == seat
            fitting[key].add(secrets(state))
            samples[key] = state
    moved = 0
    for (seat, view, is_mover), state in samples.items():
        reached = set()
        possible = fitting[seat, view, is_mover]
        for start in range(40 * len(possible)):
            if reached == possible and start >= 8 * len(possible):
                break
            world = np.array([state])[0]
            world["rng"] = start
            GAME.kernels.redeal(world, seat)
            assert GAME.view(world, seat).tobytes() == view
            assert (world["to_move"] == seat) == is_mover
            assert secrets(world) in possible
            moved += world["to_move"] != state["to_move"]
            reached.add(secrets(world))
        assert reached == possible
    assert moved > 100


def asked(env: CardGameEnv) -> int:
    """Plays to the first secret question; returns who is asked."""
    for seed in itertools.count():
        env.reset(seed=seed)
        env.step(SAY.first)
        if env._mover == 2:
            return 2
    raise AssertionError


def test_only_who_is_asked_sees_that() -> None:
    env = CardGameEnv(GAME, {})
    assert asked(env) == 2
    on_turn = [GAME.view(env._state, seat)["on_turn"].tolist() for seat in range(3)]
    assert on_turn == [[0, 1, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0]]
    masks = [env.observe(agent)["action_mask"].tolist() for agent in env.possible_agents]
    assert masks == [[0] * 5, [0] * 5, [0, 0, 1, 1, 0]]
    assert env.agent_selection == "player_2"  # PettingZoo gives it away; the docs say so


def test_a_decline_changes_nothing_for_who_is_neither_asked_nor_next() -> None:
    env = CardGameEnv(GAME, {})
    asked(env)
    before = env.observe("player_0")["observation"]
    heard = [announced(GAME, env._state, DECLINE.first, seat) for seat in range(3)]
    assert heard == ["", "", "decline"]
    assert announced(GAME, env._state, CLAIM.first, 0) == "claim"
    scene = draw_text(GAME.scene(env._state, 0))
    env.step(DECLINE.first)
    assert (env.observe("player_0")["observation"] == before).all()
    assert draw_text(GAME.scene(env._state, 0)) == scene
    assert env.agent_selection == "player_1"


def recorded() -> RecordedGame:
    """Player 0 speaks, player 2 declines, player 1 speaks."""
    env = CardGameEnv(GAME, {})
    asked(env)
    states = [env._state.copy()]  # the position after the first number
    actions = [DECLINE.first, SAY.first]
    for action in actions:
        env.step(action)
        states.append(env._state.copy())
    points = [0.0, 0.0, 0.0]
    return RecordedGame("a game", GAME, GAME.options(), env.record(), states, actions, points)


def shown(look: Look) -> str:
    console = Console(file=io.StringIO(), width=80)
    show(console, look)
    return console.file.getvalue()


def test_replay_steps_over_what_a_seat_was_not_told() -> None:
    game = recorded()
    assert game.positions(None) == game.positions(2) == [0, 1, 2]
    assert game.positions(0) == [0, 2]
    text = shown(Look(game, 0, 0, False))
    assert "position 0 of 1" in text and "Next: player_1 says 0" in text
    assert "Next: player_2 declines" in shown(Look(game, 0, 2, False))
    assert "Next: player_2 declines" in shown(Look(game, 0, None, False))


def test_a_change_of_seat_in_a_replay_stays_where_it_was() -> None:
    look = Look(recorded(), 1, None, False)
    look.follow("s")
    assert (look.seat, look.number, look.position) == (0, 0, 0)
    look.follow("n")
    assert look.position == 2
    look.follow("s")
    assert (look.seat, look.position) == (1, 2)


def test_the_table_does_not_say_who_thinks_in_secret() -> None:
    words: dict[bytes, str] = {}
    asked_unseen = 0
    for seed in range(40):
        sitting = Sitting(GAME, GAME.options(), ["random"] * 2, 0, seed)
        while sitting.to_move != NOBODY:
            if sitting.to_move != 0:
                shown_words = waiting_words(sitting.scene(), sitting.names)
                key = sitting.view().tobytes()
                assert words.setdefault(key, shown_words) == shown_words
                asked_unseen += bool(sitting.state["asking"])
            sitting.take(sitting.agent_action() if sitting.to_move else last_legal(sitting))
    assert asked_unseen > 5
    assert {"Easy 1 thinks", "one moment"} <= set(words.values())


def last_legal(sitting: Sitting) -> int:
    """Speaks, declines, closes."""
    return GAME.legal_actions(sitting.state)[-1]


def test_worlds_are_those_of_the_mover() -> None:
    env = CardGameEnv(GAME, {})
    seat = asked(env)
    worlds = env.worlds().sample(0, np.arange(40))
    assert set(worlds["to_move"].tolist()) == {seat}
    assert len({tuple(world["number"].tolist()) for world in worlds}) == 4


def test_a_game_needs_no_measures_to_be_played() -> None:
    tables = Tables(GAME, GAME.options(), 8, seed=1)
    for _ in range(40):
        tables.step(tables.action_masks.argmax(axis=1))
    assert [factor.name for factor in balance_of(GAME).factors] == ["first turn"]


def test_a_game_outside_the_registry_travels_by_its_package() -> None:
    assert pickle.loads(pickle.dumps(GAME)) is GAME
    assert copy.deepcopy(GAME) is GAME
    env = CardGameEnv(GAME, {"num_players": 4})
    env.reset(seed=5)
    twin = pickle.loads(pickle.dumps(env))
    twin.step(0)
    assert env._state["turns"] == 0 and twin._state["turns"] == 1
    assert env._state["to_move"] != NOBODY
