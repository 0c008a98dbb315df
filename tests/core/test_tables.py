"""Many tables: what a step may be, and that a refused one changes nothing."""

import random
from typing import Any

import numpy as np
import pytest

from fudaba.envs import (
    IllegalActionError,
    Tables,
    UserError,
    find_game,
    game_names,
    tables,
)
from fudaba.envs.core.stepping import tables as stepping
from fudaba.testing.mixes import mixes

from ..spread import few_mixes

LEAST_STEPPED = stepping.LEAST_STEPPED  # as it is outside the tests, which lower it
GAME = find_game("sevens_v0")
ARRAYS = ("observations", "action_masks", "to_move", "rewards", "scores", "dones")


def contents(played: Tables) -> dict[str, bytes]:
    return {name: getattr(played, name).tobytes() for name in (*ARRAYS, "views", "states")}


def first_legal(played: Tables) -> np.ndarray:
    return np.asarray(played.action_masks.argmax(axis=1))


def test_rotating_moves_a_factor_clockwise_and_shows_the_new_mover() -> None:
    plain, rotated = (tables("seki_v0", 3, seed=4) for _ in range(2))
    rotated.rotate("parent", np.array([0, 1, 3]))
    assert (rotated.to_move == (plain.to_move + np.array([0, 1, 3])) % 4).all()
    assert (rotated.states["parent"] == rotated.to_move).all()
    everywhere = np.arange(3)
    assert (rotated.observations == rotated.observe(everywhere, rotated.to_move)).all()
    mask = np.zeros((3, rotated.game.num_actions), np.int8)
    for state, row in zip(rotated.states, mask, strict=True):
        rotated.game.kernels.legal(state, row)
    assert (rotated.action_masks == mask).all()
    plain.rotate("role", np.array([1, 1, 1]))
    assert (plain.states["role"][:, :4] == np.roll(rotated.states["role"][:, :4], 1, axis=1)).all()


def play(played: Tables, steps: int) -> None:
    rng = random.Random(3)
    for _ in range(steps):
        actions = [int(rng.choice(np.flatnonzero(mask))) for mask in played.action_masks]
        played.step(np.array(actions))


@pytest.mark.parametrize(("count", "num_spans"), [(1999, 1), (2000, 2)])
def test_two_threads_step_a_thousand_tables_each(
    monkeypatch: pytest.MonkeyPatch, count: int, num_spans: int
) -> None:
    monkeypatch.setattr(stepping, "LEAST_STEPPED", LEAST_STEPPED)
    played = tables("sevens_v0", count, num_threads=2)
    stepped: list[tuple[int, int]] = []
    step = played._batch.step

    def counted(actions: np.ndarray, first: int, last: int) -> None:
        stepped.append((first, last))
        step(actions, first, last)

    monkeypatch.setattr(played._batch, "step", counted)
    played.step(first_legal(played))
    assert len(stepped) == num_spans
    chosen: list[tuple[int, int]] = []
    played.share(count, lambda *span: chosen.append(span))
    assert sorted(chosen) == sorted(stepped)


@pytest.mark.parametrize("threads", [1, 3])
def test_an_illegal_action_is_refused_and_no_table_changes(threads: int) -> None:
    played = tables("sevens_v0", 5, seed=4, num_threads=threads)
    play(played, 20)
    before = contents(played)
    for wrong in (-2, GAME.num_actions, 10**12, int(played.action_masks[3].argmin())):
        actions = first_legal(played)
        actions[3] = wrong
        with pytest.raises(IllegalActionError, match=rf"^table 3: .*action {wrong}\b"):
            played.step(actions)
        assert contents(played) == before


def test_the_refusal_names_table_action_clause_and_position() -> None:
    played = tables("sevens_v0", 3, seed=4)
    actions = first_legal(played)
    actions[2] = 6  # the seven of spades lies there from the start
    seat = played.to_move[2]
    with pytest.raises(IllegalActionError) as caught:
        played.step(actions)
    first, *position = str(caught.value).split("\n")
    assert first == (
        f"table 2: action 6 (lay S7) is not legal for player_{seat}: "
        "S7 is already occupied on the layout (SEV-4.3a)."
    )
    assert f"hand of player_{seat}: " in "\n".join(position)


@pytest.mark.parametrize("kind", [list, np.int8, np.uint8, np.int32, np.uint64])
def test_whole_numbers_of_every_kind_are_taken(kind: Any) -> None:
    one, other = tables("sevens_v0", 3, seed=4), tables("sevens_v0", 3, seed=4)
    actions = first_legal(one)
    one.step(actions)
    other.step(actions.tolist() if kind is list else actions.astype(kind))
    assert contents(one) == contents(other)


def test_minus_one_leaves_a_table() -> None:
    played = tables("sevens_v0", 3, seed=4)
    play(played, 7)
    actions = first_legal(played)
    actions[1] = -1
    before = {name: getattr(played, name)[1].tobytes() for name in (*ARRAYS, "states")}
    others = played.states[[0, 2]].tobytes()
    played.step(actions)
    assert {name: getattr(played, name)[1].tobytes() for name in (*ARRAYS, "states")} == before
    assert played.states[[0, 2]].tobytes() != others


def test_minus_one_clears_the_reward_of_the_last_game() -> None:
    played = tables("sevens_v0", 1, seed=4)
    while not played.dones[0]:
        play(played, 1)
    assert played.rewards.any()
    played.step(np.array([-1]))
    assert not played.rewards.any() and not played.dones[0]


@pytest.mark.parametrize("name", [*ARRAYS, "views"])
def test_the_arrays_are_read_only(name: str) -> None:
    played = tables("sevens_v0", 2)
    array = getattr(played, name)
    with pytest.raises(ValueError, match="read-only"):
        array[0] = array[1]


def test_the_views_are_the_observations_with_names() -> None:
    played = tables("sevens_v0", 3, seed=1)
    play(played, 30)
    assert np.shares_memory(played.views, played.observations)
    for table in range(3):
        view = GAME.view(played.states[table], int(played.to_move[table]))
        assert view.tobytes() == played.observations[table].tobytes()


def test_finished_tables_are_dealt_again_in_place() -> None:
    played = tables("sevens_v0", 8, seed=4)
    finished = 0
    for _ in range(200):
        play(played, 1)
        finished += played.dones.sum()
        assert (played.to_move >= 0).all() and played.action_masks.any(axis=1).all()
        assert (played.scores[played.dones] == 0).all()
        assert played.rewards[played.dones].any(axis=1).all()
        assert not played.rewards[~played.dones].any()
    assert finished > 10


def test_without_redealing_a_finished_table_waits() -> None:
    options = GAME.options.read(GAME.name, {"pass_limit": 0})
    played = Tables(GAME, options, 6, seed=4, redeal_finished=False)
    while (played.to_move >= 0).any():
        running = played.to_move >= 0
        played.step(np.where(running, first_legal(played), -1))
        assert (played.dones <= running).all()
    assert not played.action_masks.any()
    assert played.scores.sum() == pytest.approx(0) and played.scores.any(axis=1).all()
    with pytest.raises(IllegalActionError, match="table 0: action 52 can't be taken: the game is"):
        played.step(np.full(6, 52))
    played.reset()
    assert (played.to_move >= 0).all() and not played.dones.any()


@pytest.mark.parametrize("name", game_names())
def test_joint_observations_are_those_of_all_seats(name: str) -> None:
    played = tables(name, 5, seed=4, num_threads=2)
    rows = [options for options, _ in zip(mixes(played.game), range(5), strict=False)]
    for rules in (None, rows):
        if rules:
            played.reset(rules=[played.game.options.read(name, row) for row in rules])
        play(played, 6)
        joint = played.joint_observations().reshape(5, played.game.max_players, -1)
        assert joint.dtype == played.observations.dtype and not joint.flags.writeable
        for seat in range(played.game.max_players):
            taken = np.flatnonzero(seat < played.num_players)
            seen = played.observe(taken, np.full(len(taken), seat))
            assert (joint[taken, seat] == seen).all()
            assert not joint[seat >= played.num_players, seat].any()


@pytest.mark.parametrize("name", game_names())
def test_results_are_what_waiting_tables_show(name: str) -> None:
    played = tables(name, 4, seed=4)
    waiting = Tables(played.game, played.options, 4, seed=4, redeal_finished=False)
    seats = np.arange(played.options.num_players)
    num_ended = 0
    while num_ended < 4:
        is_first = waiting.to_move >= 0
        actions = first_legal(played)
        played.step(actions)
        waiting.step(np.where(is_first, actions, -1))
        ended, expected = played.results(), waiting.results()
        for kept, there in zip(ended, expected, strict=True):
            assert (kept[is_first[ended.tables]] == there).all()
        num_ended += len(expected.tables)
        for row, table in enumerate(expected.tables):
            views = waiting.observe(np.full(len(seats), table), seats)
            assert (expected.views[row, seats] == views).all()
            assert not expected.views[row, len(seats) :].any()
            assert (expected.scores[row] == waiting.scores[table]).all()
            assert expected.lengths[row] == waiting.lengths[table] > 0


def test_reset_starts_the_same_row_of_games_or_another() -> None:
    played = tables("sevens_v0", 3, seed=4)
    start = contents(played)
    play(played, 60)
    played.reset()
    assert contents(played)["states"] == start["states"]
    assert not played.rewards.any() and not played.dones.any() and not played.scores.any()
    played.reset(seed=5)
    assert contents(played)["states"] != start["states"]
    assert contents(played)["states"] == contents(tables("sevens_v0", 3, seed=5))["states"]


@pytest.mark.parametrize("name", game_names())
def test_each_table_may_have_its_own_house_rules(name: str) -> None:
    game = find_game(name)
    rules = [game.options.read(name, mix) for mix in few_mixes(game)[:12]]
    mixed = Tables(game, game.options(), len(rules), seed=5)
    mixed.reset(rules=rules)
    alone = [Tables(game, options, len(rules), seed=5) for options in rules]
    assert mixed.num_players.tolist() == [options.num_players for options in rules]
    for _ in range(200):
        for number, played in enumerate(alone):
            for array in ARRAYS:
                assert (getattr(mixed, array)[number] == getattr(played, array)[number]).all()
        for played in (mixed, *alone):
            played.step(first_legal(played))


def test_an_empty_seat_of_a_smaller_table_has_no_view() -> None:
    played = Tables(GAME, GAME.options(), 2)
    played.reset(rules=[GAME.options(num_players=count) for count in (2, 4)])
    assert played.observe(np.array([1]), np.array([3])).shape == (1, GAME.observation_size)
    with pytest.raises(UserError, match=r"^seats can't be empty"):
        played.observe(np.array([0, 1]), np.array([3, 3]))


def test_a_chosen_deal_is_the_first_game_of_the_table_of_that_number() -> None:
    played, fresh = tables("sevens_v0", 3, seed=4), tables("sevens_v0", 8, seed=4)
    play(played, 33)
    kept = played.states[1].tobytes()
    played.deal(np.array([2, 0]), np.array([7, 7]))
    for table in (0, 2):
        assert GAME.words.snapshot(played.states[table]) == GAME.words.snapshot(fresh.states[7])
        assert (played.observations[table] == fresh.observations[7]).all()
        assert played.to_move[table] == fresh.to_move[7]
    assert played.states[1].tobytes() == kept


def test_observe_gives_any_seat_s_view_in_new_memory() -> None:
    played = tables("sevens_v0", 3, seed=4)
    play(played, 12)
    seen = played.observe(np.array([2, 0, 2]), np.array([1, 3, 0]))
    for row, (table, seat) in zip(seen, [(2, 1), (0, 3), (2, 0)], strict=True):
        assert row.tobytes() == GAME.view(played.states[table], seat).tobytes()
    assert seen.flags.writeable and not np.shares_memory(seen, played.observations)


def test_the_largest_seed_is_taken() -> None:
    assert tables("sevens_v0", 1, seed=2**64 - 1).to_move[0] >= 0


def test_a_number_of_thousands_of_digits_is_refused_in_one_line() -> None:
    with pytest.raises(UserError, match=r"^num_tables can't be <int>; allowed: whole numbers 1 to"):
        tables("sevens_v0", 10**5000)


# What a game is asked
