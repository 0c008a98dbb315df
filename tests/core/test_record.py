"""Game records: what is played again, and what is refused as damaged or foreign."""

import json
import random
from typing import Any

import pytest

from fudaba.envs import GameRecord, UserError, find_game
from fudaba.envs.sevens_v0 import raw_env

NESTED = b"[" * 100_000
GAME = find_game("sevens_v0")


def played(decisions: int, **options: Any) -> Any:
    """An env after some random decisions."""
    env, rng = raw_env(**options), random.Random(1)
    env.reset(seed=12)
    for _ in range(decisions):
        if not all(env.terminations.values()):
            env.step(rng.choice(GAME.legal_actions(env._state)))
    return env


def replay(record: GameRecord) -> list[tuple[int, int | None]]:
    """The seats and actions of a record."""
    return [(int(state["to_move"]), action) for state, action in record.positions(GAME)]


def changed(**changes: Any) -> GameRecord:
    return played(999).record().model_copy(update=changes)


@pytest.mark.parametrize("decisions", [0, 9, 999])
def test_a_record_plays_the_game_again(decisions: int) -> None:
    env = played(decisions, jokers=2, pass_limit="none", joker_recovery="own_turn")
    record = GameRecord.from_json(env.record().to_json())
    assert record == env.record()
    steps = replay(record)
    assert [action for _, action in steps] == [*record.actions, None]
    assert steps[-1][0] == env._state["to_move"]
    *_, (state, _) = record.positions(GAME)
    assert GAME.words.snapshot(state) == env.snapshot()


def test_a_record_is_one_line_of_json_with_every_option() -> None:
    text = played(999).record().to_json()
    assert "\n" not in text
    content = json.loads(text)
    assert list(content) == ["game", "options", "rng", "actions", "points", "agents"]
    assert set(content["options"]) == set(GAME.options.model_fields)


def test_a_record_has_a_time_for_each_action_or_none() -> None:
    record = played(2).record().model_copy(update={"seconds": [None, 0.5]})
    assert GameRecord.from_json(record.to_json()) == record
    for wrong in ([0.5], [None, -1.0], [None, float("nan")]):
        text = record.model_copy(update={"seconds": wrong}).to_json()
        with pytest.raises(UserError, match="seconds"):
            GameRecord.from_json(text)


def test_names_are_in_a_record_that_has_some() -> None:
    record = changed(names=["Ann", "", "", ""])
    assert json.loads(record.to_json())["names"] == record.names
    assert GameRecord.from_json(record.to_json()) == record
    assert "names" not in json.loads(changed().to_json())


def test_a_key_is_in_the_record_and_in_a_saved_game() -> None:
    """As served tables have one; without a key nothing is written of it."""
    keyless = played(0).record()
    key = (5, 2**64 - 1)
    env = played(0)
    env.load(json.dumps({"record": {**keyless.model_dump(), "rng_key": key}, "dead_steps": 0}))
    assert env.snapshot() != played(0).snapshot()
    record = GameRecord.from_json(env.record().to_json())
    assert record == env.record() and record.rng_key == key
    *_, (state, _) = record.positions(GAME)
    assert GAME.words.snapshot(state) == env.snapshot()
    again = raw_env()
    again.load(env.save())
    assert again.record() == record
    again.reset(seed=12)
    assert again.record() == keyless and "rng_key" not in json.loads(again.save())["record"]


def test_points_are_those_of_the_players() -> None:
    assert played(5, num_players=3).record().points == [0, 0, 0]
    assert sum(played(999).record().points) == pytest.approx(0)


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "null", "[]", "3", "{}", '{"game": "sevens_v0"}', "\x80\x04", "game: sevens_v0"),
        *(NESTED, b'{"game": ' + NESTED, None, 5),
    ],
)
def test_text_that_is_no_record_is_refused(text: Any) -> None:
    with pytest.raises(UserError, match=r"^this is no game record: .*\.$"):
        GameRecord.from_json(text)


def test_a_truncated_line_is_refused_wherever_it_ends() -> None:
    text = played(9).record().to_json()
    for end in range(len(text)):
        with pytest.raises(UserError, match="no game record"):
            GameRecord.from_json(text[:end])


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("rng", -1),
        ("rng", 2**64),
        ("rng", "x"),
        ("rng_key", 3),
        ("rng_key", [1]),
        ("rng_key", [1, 2, 3]),
        ("rng_key", [-1, 0]),
        ("rng_key", [0, 2**64]),
        ("rng_key", ["1", "2"]),
        ("rng_key", [1.0, 2]),
        ("rng_key", None),
        ("actions", [1, "x"]),
        ("actions", 5),
        ("points", None),
        ("options", []),
        ("game", 3),
        ("seed", 3),
    ],
)
def test_a_wrong_entry_is_named(key: str, value: Any) -> None:
    content = {**played(3).record().model_dump(), key: value}
    with pytest.raises(UserError, match=f"no game record: {key}"):
        GameRecord.from_json(json.dumps(content))


def test_a_record_of_another_game_is_refused() -> None:
    with pytest.raises(UserError, match=r"the record is of hearts_v0, not of sevens_v0\."):
        replay(changed(game="hearts_v0"))


def test_a_record_with_unknown_options_is_refused() -> None:
    with pytest.raises(UserError, match="no option 'wind'"):
        replay(changed(options={"wind": 3}))


@pytest.mark.parametrize("action", [-1, 69, 10**30, 6])
def test_an_illegal_action_is_named_with_its_place(action: int) -> None:
    actions = played(999).record().actions
    actions[4] = action
    message = rf"damaged.*action {action}, number 5 of {len(actions)}, is not legal"
    with pytest.raises(UserError, match=message):
        replay(changed(actions=actions))


def test_actions_after_the_end_are_refused() -> None:
    actions = [*played(999).record().actions, 52]
    with pytest.raises(UserError, match=rf"number {len(actions)} of {len(actions)}, is not legal"):
        replay(changed(actions=actions))


@pytest.mark.parametrize("points", [[1.0, 1.0, 1.0, 1.0], [0.0] * 4, [1.0], []])
def test_points_that_the_game_does_not_give_are_refused(points: list[float]) -> None:
    with pytest.raises(UserError, match="it says points"):
        replay(changed(points=points))


def test_another_deal_is_noticed() -> None:
    with pytest.raises(UserError, match="damaged"):
        replay(changed(rng=5))


def test_a_saved_game_with_a_wrong_action_is_refused_and_changes_nothing() -> None:
    env = played(9)
    saved = json.loads(env.save())
    saved["record"]["actions"][3] = 6
    before = env.record()
    with pytest.raises(UserError, match="number 4 of 9"):
        env.load(json.dumps(saved).encode())
    assert env.record() == before


@pytest.mark.parametrize("dead_steps", [-1, 5, "1", None])
def test_a_saved_game_with_a_wrong_number_of_dead_agents_is_refused(dead_steps: Any) -> None:
    env = played(999)
    saved = {**json.loads(env.save()), "dead_steps": dead_steps}
    with pytest.raises(UserError, match=r"saved game.*dead_steps|dead_steps of the saved game can"):
        env.load(json.dumps(saved).encode())


def test_a_saved_game_that_goes_on_has_no_dead_agents() -> None:
    env = played(9)
    saved = {**json.loads(env.save()), "dead_steps": 1}
    with pytest.raises(UserError, match="dead_steps of the saved game can't be 1; allowed: whole"):
        env.load(json.dumps(saved).encode())


@pytest.mark.parametrize(
    "saved",
    [NESTED, b'{"record":' + NESTED, b"", b"\xff", b"null", "x", None, 5, b'{"record": {}}'],
)
def test_bytes_that_are_no_saved_game_are_refused(saved: Any) -> None:
    env = played(9)
    with pytest.raises(UserError, match=r"^this is no saved game, as save\(\) gives it: .*\.$"):
        env.load(saved)
    assert env.record() == played(9).record()
