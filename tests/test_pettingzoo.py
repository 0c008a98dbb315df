"""The PettingZoo face of every game: the library's own tests, and what this project promises."""

import pickle
import random
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from operator import methodcaller
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import wrappers

from fudaba.adapters.text import TextArenaEnv
from fudaba.envs import (
    CardGameEnv,
    Game,
    IllegalActionError,
    UserError,
    find_game,
    game_names,
    make,
    register,
    tables,
)
from fudaba.envs.core.api import registry
from fudaba.envs.core.api.aec import constructors
from fudaba.envs.core.scene.render import draw_scene
from fudaba.envs.core.scene.scene_text import draw_text

from .spread import every_game, few_mixes

every_constructor = pytest.mark.parametrize("number", [0, 1], ids=["env", "raw_env"])

OLD_WRAPPERS = pettingzoo.__version__.startswith("1.24")

# A dict with an action mask is what PettingZoo asks for itself; its test warns all the same.
KNOWN_WARNINGS = (
    "Observation space for each agent probably should be gymnasium.spaces.box",
    "Observation is not a NumPy array",
)


@contextmanager
def no_other_warnings() -> Iterator[None]:
    """Turns every warning into an error but the two that speak of dict observations."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in KNOWN_WARNINGS:
            warnings.filterwarnings("ignore", message)
        yield


def fresh(game: Game, number: int = 1, seed: int = 1, **options: Any) -> Any:
    """A raw env (or a wrapped one) at the first decision."""
    env = constructors(game)[number](**options)
    env.reset(seed=seed)
    return env


def legal_ids(env: Any) -> list[int]:
    """What the agent to move may do."""
    mask = env.observe(env.agent_selection)["action_mask"]
    ids: list[int] = np.flatnonzero(mask).tolist()
    return ids


def illegal_id(env: Any) -> int:
    """Some action that the agent to move may not take."""
    mask = env.observe(env.agent_selection)["action_mask"]
    return int(np.flatnonzero(mask == 0)[0])


# The library's tests


@pytest.mark.diagonal
@every_constructor
@every_game
def test_api(game: Game, number: int) -> None:
    for options in few_mixes(game, 5):
        with no_other_warnings():
            api_test(constructors(game)[number](**options), num_cycles=150)


@pytest.mark.diagonal
@every_constructor
@every_game
def test_seed(game: Game, number: int) -> None:
    with no_other_warnings():
        seed_test(constructors(game)[number], num_cycles=40)


@every_game
def test_render(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    with no_other_warnings():
        render_test(constructors(game)[0])
    assert "player_0" in capsys.readouterr().out


# Where envs come from


@every_game
def test_the_game_is_in_the_registry_of_pettingzoo(game: Game) -> None:
    if not hasattr(pettingzoo, "register"):
        pytest.skip("this version has no registry")
    env = pettingzoo.make("aec", f"fudaba/{'-'.join(game.name.rsplit('_', 1))}", num_players=3)
    env.reset(seed=1)
    assert env.unwrapped.game is game and len(env.possible_agents) == 3


@every_game
def test_what_is_in_the_registry_of_pettingzoo_can_be_pickled(game: Game) -> None:
    if not hasattr(pettingzoo, "register"):
        pytest.skip("this version has no registry")
    spec = pettingzoo.spec("aec", f"fudaba/{'-'.join(game.name.rsplit('_', 1))}")
    copied = pickle.loads(pickle.dumps(spec))
    env = pettingzoo.make("aec", copied, num_players=3)
    env.reset(seed=1)
    assert env.unwrapped.game is game and len(env.possible_agents) == 3


def test_a_game_of_another_package_is_registered_without_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cardroom" / "sevens").mkdir(parents=True)
    (tmp_path / "cardroom" / "__init__.py").touch()
    (tmp_path / "cardroom" / "sevens" / "__init__.py").write_text(
        "from dataclasses import replace\n"
        "from fudaba.envs.sevens import GAME\n"
        "GAME = replace(GAME, package=__name__, name='cardroom_v3')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "_packages", dict(registry._packages))
    register("cardroom_v3", "cardroom.sevens")
    assert find_game("cardroom_v3").name == "cardroom_v3" in game_names()
    if hasattr(pettingzoo, "register"):
        spec = pickle.loads(pickle.dumps(pettingzoo.spec("aec", "fudaba/cardroom-v3")))
        del pettingzoo.aec_registry["fudaba/cardroom-v3"]
        assert pettingzoo.make("aec", spec).unwrapped.game.name == "cardroom_v3"
    register("old_room_v1", "cardroom.sevens")
    with pytest.raises(UserError, match=r"the game of cardroom\.sevens calls itself cardroom_v3"):
        find_game("old_room_v1")


@every_game
def test_the_module_the_registry_and_the_constructors_agree(game: Game) -> None:
    module = __import__(f"fudaba.envs.{game.name}", fromlist=["env"])
    for env in (module.env(), make(game.name), constructors(game)[0]()):
        env.reset(seed=5)
        assert env.unwrapped.game is game
        assert isinstance(env, wrappers.OrderEnforcingWrapper)
        assert str(env.unwrapped) == game.name or game.name in str(env)
    assert module.raw_env().metadata["name"] == game.name


@every_game
def test_wrong_words_are_refused_when_the_env_is_made(game: Game) -> None:
    raw_env = constructors(game)[1]
    with pytest.raises(UserError, match=r"no option 'colour'.*allowed: num_players"):
        raw_env(colour="red")
    with pytest.raises(UserError, match=r"mode can't be 'svg'; allowed: None, ansi, human, rgb_a"):
        raw_env(render_mode="svg")
    with pytest.raises(UserError, match=r"no game 'sevens'.*Did you mean"):
        make("sevens")


def test_an_unknown_setting_is_refused_as_python_and_as_this_project_do() -> None:
    """Libraries try out settings: TorchRL goes on without one after a TypeError in these words."""
    doors: list[Any] = [
        *constructors(find_game("sevens_v0")),
        partial(make, "sevens_v0"),
        partial(tables, "sevens_v0", 2),
        partial(gymnasium.make, "fudaba/Sevens-v0"),
        partial(gymnasium.make, "fudaba/Sevens-text-v0"),
        partial(gymnasium.make_vec, "fudaba/Sevens-v0"),
        partial(TextArenaEnv, "sevens_v0"),
        find_game("sevens_v0").options,
    ]
    for door in doors:
        with pytest.raises(TypeError, match="got an unexpected keyword argument 'frameskip'") as no:
            door(frameskip=1)
        assert isinstance(no.value, UserError) and "allowed: num_players" in str(no.value)


# Saved positions


def told(env: Any) -> list[Any]:
    """All that PettingZoo tells of an env, and the table."""
    names = "agents", "agent_selection", "rewards", "terminations", "truncations", "infos"
    named = [getattr(env, name) for name in (*names, "_cumulative_rewards")]
    return [*named, env.unwrapped.record(), env.state().tolist()]


@pytest.mark.diagonal
@every_game
@pytest.mark.parametrize("illegal_at", [None, 5])
def test_what_save_gives_load_takes_in_every_position(game: Game, illegal_at: int | None) -> None:
    """At once or through the wrappers, in a fresh env and in one that has shown another game."""
    env, used, rng = fresh(game, 0), fresh(game, 0, seed=7), random.Random(1)
    for step in range(30):
        fresh_env, saved = constructors(game)[0](), env.save()
        fresh_env.load(saved)
        used.unwrapped.load(saved)
        assert told(fresh_env) == told(used) == told(env)
        if not env.agents:
            break
        is_over = env.terminations[env.agent_selection]
        action = None if is_over else rng.choice(legal_ids(env))
        action = illegal_id(env) if step == illegal_at and not is_over else action
        for one in (env, used):
            one.step(action)
        assert told(used) == told(env)
        if used.agents:
            used.last()
    assert illegal_at is None or env.agents == []


def test_a_loaded_game_goes_on_in_a_loop_over_its_agents() -> None:
    saved, env = fresh(find_game("sevens_v0")).save(), constructors(find_game("sevens_v0"))[0]()
    env.load(saved)
    for _agent in env.agent_iter():
        is_over = env.last()[2]
        env.step(None if is_over else legal_ids(env)[0])
    assert env.agents == [] and len(env.record().actions) > 10


# Spaces and observations


@every_game
def test_spaces(game: Game) -> None:
    env = fresh(game)
    for agent in env.possible_agents:
        space = env.observation_space(agent)
        assert space is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
        assert env.action_space(agent).n == game.num_actions
        assert space["observation"].shape == (game.observation_size,)
        assert space["observation"].dtype == game.observation_dtype
        assert space["action_mask"].dtype == np.int8
        assert space.contains(env.observe(agent))


@every_game
def test_a_player_s_spaces_draw_from_streams_of_their_own(game: Game) -> None:
    env, other = fresh(game), fresh(game)
    mine = (env.action_space("player_0"), env.observation_space("player_0"))
    undisturbed = (other.action_space("player_0"), other.observation_space("player_0"))
    for one, two in zip(mine, undisturbed, strict=True):
        one.seed(5)
        two.seed(5)
        for agent in env.possible_agents[1:]:
            env.action_space(agent).seed(6)
            env.observation_space(agent).seed(6)
        assert str(one.sample()) == str(two.sample())


@every_game
def test_observations_are_new_arrays(game: Game) -> None:
    env = fresh(game)
    for agent in env.possible_agents:
        one, two = env.observe(agent), env.observe(agent)
        for name in ("observation", "action_mask"):
            assert one[name].dtype == env.observation_space(agent)[name].dtype
            assert one[name].flags.writeable
            assert not np.shares_memory(one[name], two[name])
            one[name][:] = 1
            assert (env.observe(agent)[name] == two[name]).all()


@every_game
def test_an_observation_is_the_view_record(game: Game) -> None:
    env = fresh(game, seed=3)
    for seat, agent in enumerate(env.possible_agents):
        view = env.observe(agent)["observation"].view(game.view_dtype)[0]
        assert view == game.view(env._state, seat)


@every_game
def test_state_is_what_all_players_know_together(game: Game) -> None:
    for options in few_mixes(game, 6):
        env = fresh(game, **options)
        rng = random.Random(2)
        while not all(env.terminations.values()):
            state = env.state()
            assert env.state_space.contains(state)
            parts = state.reshape(game.max_players, game.observation_size)
            for seat, part in enumerate(parts):
                if seat < len(env.possible_agents):
                    shown = env.observe(f"player_{seat}")["observation"]
                    assert (part == shown).all()
                else:
                    assert not part.any()
            env.step(rng.choice(legal_ids(env)))
        assert env.state_space.contains(env.state())


@every_game
def test_render_draws_what_the_agent_to_move_sees(
    game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    for mode in (None, "human", "ansi", "rgb_array"):
        env = fresh(game, render_mode=mode)
        while env.agent_selection == "player_0":
            env.step(legal_ids(env)[0])
        seat = int(env.agent_selection.removeprefix("player_"))
        shown, printed = env.render(), capsys.readouterr().out
        if mode == "rgb_array":
            assert (shown == draw_scene(game.scene(env._state, seat))).all() and not printed
        else:
            assert shown == (draw_text(game.scene(env._state, seat)) if mode == "ansi" else None)
            assert printed == (
                f"{draw_text(game.scene(env._state, seat))}\n" if mode == "human" else ""
            )


# The cycle of a game


@every_game
def test_all_agents_end_together_and_each_gets_all_his_reward_through_last(game: Game) -> None:
    for number, options in enumerate(few_mixes(game, 4)):
        env, rng = fresh(game, 0, seed=number, **options), random.Random(number)
        won = dict.fromkeys(env.possible_agents, 0.0)
        dead = []
        for agent in env.agent_iter():
            _, reward, terminated, truncated, info = env.last()
            assert info == {} and not truncated
            assert isinstance(reward, float)
            won[agent] += reward
            assert set(env.terminations.values()) == {terminated}
            if terminated:
                dead.append(agent)
            env.step(None if terminated else rng.choice(legal_ids(env)))
        assert sorted(dead) == sorted(env.possible_agents)
        points = np.zeros(game.max_players)
        game.kernels.score(env.unwrapped._state, points)
        assert list(won.values()) == pytest.approx(points[: len(won)].tolist())
        assert env.agents == []


@every_game
def test_a_step_clears_what_the_agent_was_told_and_keeps_what_others_earned(game: Game) -> None:
    env = fresh(game)
    mover, *others = sorted(env.agents, key=lambda agent: agent != env.agent_selection)
    env._cumulative_rewards.update(dict.fromkeys(env.agents, 2.0))
    env.step(legal_ids(env)[0])
    assert env._cumulative_rewards[mover] == env.rewards[mover]
    assert all(env._cumulative_rewards[agent] == 2.0 + env.rewards[agent] for agent in others)


@every_game
def test_infos_are_empty_dicts_and_new_after_every_step(game: Game) -> None:
    env, rng = fresh(game), random.Random(1)
    while not all(env.terminations.values()):
        assert env.infos == {agent: {} for agent in env.possible_agents}
        env.last()[4]["note"] = "the caller's"
        for info in env.infos.values():
            info["note"] = "the caller's"
        env.step(rng.choice(legal_ids(env)))
    assert env.infos == {agent: {} for agent in env.possible_agents}


# Illegal actions


@every_game
def test_an_illegal_action_names_action_clause_and_position(game: Game) -> None:
    env = fresh(game)
    action = illegal_id(env)
    before = env._batch.states.tobytes()
    with pytest.raises(IllegalActionError) as caught:
        env.step(action)
    first, *position = str(caught.value).split("\n")
    words = game.words.describe(env._state, action)
    assert first.startswith(f"action {action} ({words}) is not legal for {env.agent_selection}: ")
    assert re.search(r"\([A-Z]+-\d+\.\d+", first)
    seat = int(env.agent_selection.removeprefix("player_"))
    assert "\n".join(position) == game.text(env._state, seat)
    assert env._batch.states.tobytes() == before
    env.step(legal_ids(env)[0])


@pytest.mark.parametrize("action", [-1, 10_000, 2**80])
def test_an_action_without_a_meaning_is_refused(action: int) -> None:
    env = fresh(find_game("sevens_v0"))
    with pytest.raises(IllegalActionError, match=rf"has no action {action}; allowed: 0 to"):
        env.step(action)


@pytest.mark.parametrize("kind", [int, np.int16, np.int64, np.uint32])
def test_whole_numbers_of_every_kind_are_taken(kind: type) -> None:
    env, other = (fresh(find_game("sevens_v0")) for _ in range(2))
    env.step(kind(legal_ids(env)[0]))
    other.step(legal_ids(other)[0])
    assert env._batch.states.tobytes() == other._batch.states.tobytes()


@every_game
def test_the_wrapped_env_ends_the_game_at_an_illegal_action(game: Game) -> None:
    env = fresh(game, 0)
    offender, action = env.agent_selection, illegal_id(env)
    env.step(action)
    assert all(env.terminations.values())
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        rewards[agent] += env.last()[1]
        env.step(None)
    assert rewards == {agent: -1.0 * (agent == offender) for agent in env.possible_agents}
    env.reset(seed=1)
    assert not any(env.terminations.values()), "the next game is a normal one"
    env.step(legal_ids(env)[0])


@every_game
def test_a_step_before_reset_is_refused_by_the_wrapped_env(game: Game) -> None:
    env = constructors(game)[0]()
    with pytest.raises((AssertionError, AttributeError), match="reset"):
        env.step(0)


CALLS = {
    "step": lambda env: env.step(0),
    "last": lambda env: env.last(),
    "last without a look": lambda env: env.last(observe=False),
    "agent_iter": lambda env: env.agent_iter(),
    "observe": lambda env: env.observe("player_0"),
    "render": lambda env: env.render(),
    "state": lambda env: env.state(),
    "snapshot": lambda env: env.snapshot(),
    "describe": lambda env: env.describe(0),
    "parse": lambda env: env.parse("pass"),
    "worlds": lambda env: env.worlds(),
    "record": lambda env: env.record(),
    "save": lambda env: env.save(),
}


def standard(game: Game) -> Any:
    """An env in PettingZoo's own wrappers."""
    raw = constructors(game)[1]()
    bounded = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1.0)
    raw.outermost = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(bounded))
    return raw.outermost


def outcome(call: Any, env: Any) -> str:
    """What a call returns, or how it fails."""
    try:
        return repr(call(env))
    except Exception as error:  # whichever it is, the other env raises it too
        return repr(error)


def started(env: Any) -> str:
    """The agent with which a loop over the agents begins."""
    return next(iter(env.agent_iter()))


@pytest.mark.skipif(OLD_WRAPPERS, reason="they tell another mover after an illegal action")
@every_game
def test_one_wrapper_does_what_pettingzoo_s_three_do(game: Game) -> None:
    ours, theirs, rng = constructors(game)[0](), standard(game), random.Random(3)
    assert str(ours) == str(theirs)
    for call in (*CALLS.values(), lambda env: env.rewards, lambda env: env.terminations):
        if call not in (CALLS["worlds"], CALLS["record"]):  # objects without a text of their own
            assert outcome(call, ours) == outcome(call, theirs)
    wrong = [None, -1, game.num_actions, 2**80, 0.5, "0", np.array(0), np.int8(0), True]
    for seed in range(12):
        ours.reset(seed=seed)
        theirs.reset(seed=seed)
        for _ in range(40):
            if not ours.agents:
                break
            kinds = [legal_ids(ours) or [None], wrong, [rng.randrange(game.num_actions)]]
            action = rng.choice(rng.choices(kinds, (16, 3, 1))[0])
            saved = ours.save() if rng.random() < 0.1 else None
            for env in (ours, theirs):
                env.unwrapped.load(saved) if saved else env.last()
            for call in methodcaller("step", action), started:
                assert outcome(call, ours) == outcome(call, theirs)
            assert told(ours) == told(theirs)
    assert outcome(lambda env: env.step(0), ours) == outcome(lambda env: env.step(0), theirs)


@pytest.mark.diagonal
@every_game
@pytest.mark.parametrize("mode", [None, "ansi"])
def test_every_call_before_reset_asks_for_it(game: Game, mode: str | None) -> None:
    env = constructors(game)[1](render_mode=mode)
    for name, call in CALLS.items():
        with pytest.raises(UserError, match=r"no game is under way: call reset first\.$"):
            call(env)
            pytest.fail(name)


@every_game
def test_once_all_agents_have_left_a_step_asks_for_reset(game: Game) -> None:
    env = fresh(game)
    while env.agents:
        env.step(None if any(env.terminations.values()) else legal_ids(env)[0])
    for action in (None, 0):
        with pytest.raises(UserError, match=r"^no game is under way: call reset first\.$"):
            env.step(action)
    with pytest.raises(UserError, match=r"^no game is under way: call reset first\.$"):
        env.last()
    assert list(env.agent_iter()) == [] and env.record().points


def test_metadata_is_told_by_class_and_instance() -> None:
    assert set(CardGameEnv.metadata) >= {"name", "render_modes", "render_fps", "is_parallelizable"}
    env = fresh(find_game("sevens_v0"))
    assert env.metadata == {**CardGameEnv.metadata, "name": "sevens_v0"}
    assert CardGameEnv.metadata["name"] == "fudaba", "an instance does not rename the class"


@every_game
def test_words_for_actions(game: Game) -> None:
    env = fresh(game)
    for action in legal_ids(env)[:5]:
        assert env.parse(env.describe(action)) == action
    with pytest.raises(UserError, match="has no action"):
        env.describe(game.num_actions)
    with pytest.raises(UserError, match="no legal move"):
        env.parse("castle")
