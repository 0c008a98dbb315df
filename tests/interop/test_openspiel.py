"""The games by OpenSpiel's own tests, and what its states show of them."""

import dataclasses
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import (
    cfr,
    expected_game_score,
    exploitability,
    external_sampling_mccfr,
    generate_playthrough,
    ismcts,
    mcts,
    minimax,
    outcome_sampling_mccfr,
)
from open_spiel.python.bots import uniform_random
from open_spiel.python.policy import (
    Policy,
    UniformRandomPolicy,
    tabular_policy_from_callable,
)
from open_spiel.python.pytorch import deep_cfr

from fudaba.adapters.openspiel import (
    AgentBot,
    CardGame,
    CardState,
    SpielAgent,
    register,
    spiel_name,
)
from fudaba.adapters.openspiel.deals import MOST_DEALS, listed_deals
from fudaba.adapters.openspiel.parameters import house_rules, parameters_of
from fudaba.adapters.openspiel.spiel import check_version
from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.perfect import PerfectAgent
from fudaba.envs import CardGameEnv, Options, UserError, find_game
from fudaba.envs.core.contract.deals import Deals, deals_of
from fudaba.evaluation.exact import Tree, best_response, build_tree, solve, value
from fudaba.evaluation.exact import exploitability as our_exploitability
from fudaba.evaluation.match import reward_against
from fudaba.testing.mixes import mix, mixes

from ..kuhn import GAME as KUHN
from ..kuhn import exact
from ..kuhn.joining import join_games
from ..rungs import PLACES, rung
from .pages import games

EXACT = 1e-9
FEW = 25  # deals of Namto
NAMTO = "fudaba_namto"
SHORT_LISTS = [place for place in PLACES if deals_of(*rung(*place)).number <= MOST_DEALS]
MIXES = 2  # of house rules, for each number of players
BYTES = 8


def tables(name: str) -> Iterator[Options]:
    """The usual rules and some others, for every number of players."""
    game, rng = find_game(name), random.Random(name)
    for num_players in range(game.options.coding("num_players").low, game.max_players + 1):
        for _ in range(MIXES):
            yield game.options.read(name, mix(game, rng, num_players=num_players))
    yield game.options()


def load(options: Options, name: str) -> CardGame:
    return pyspiel.load_game(spiel_name(name), parameters_of(options))


def dealt(spiel: CardGame, rng: random.Random) -> CardState:
    state = spiel.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def states(spiel: CardGame, seed: int) -> Iterator[CardState]:
    """The states of a random game after the deal, each of them the same object."""
    rng = random.Random(seed)
    state = dealt(spiel, rng)
    yield state
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        yield state


def some_states(name: str, count: int = 4) -> Iterator[tuple[CardState, random.Random]]:
    """Copies of states from games under some house rules, before their end."""
    rng = random.Random(name)
    game = find_game(name)
    for values in rng.sample(mixes(game), count):
        spiel = load(game.options.read(name, values), name)
        kept = [state.clone() for state in states(spiel, rng.randrange(100))][:-1]
        for state in rng.sample(kept, min(3, len(kept))):
            yield state, rng


# OpenSpiel's own tests


@games()
def test_random_games_of_openspiel(game: str) -> None:
    for options in tables(game):
        pyspiel.random_sim_test(load(options, game), num_sims=1, serialize=True, verbose=False)


@games()
def test_a_playthrough_is_the_same_twice(game: str) -> None:
    first, second = (generate_playthrough.playthrough(spiel_name(game), None, seed=5) for _ in "ab")
    assert first == second
    assert "ObservationTensor(0)" in first and "InformationStateString(0)" in first
    assert "Rewards()" in first and "ChanceOutcomes() = [(0,0.00390625)" in first


# Parameters


@games()
def test_house_rules_are_parameters_and_back(game: str) -> None:
    for values in mixes(find_game(game)):
        options = find_game(game).options.read(game, values)
        spiel = load(options, game)
        assert spiel.options == options
        assert pyspiel.load_game(str(spiel)).options == options, "by its text"
        assert pickle.loads(pickle.dumps(spiel)).options == options, "in another process"


def test_the_example_of_the_documentation() -> None:
    spiel = pyspiel.load_game("fudaba_sevens(num_players=4,pass_limit=5)")
    assert spiel.options.pass_limit == 5 and spiel.num_players() == 4
    assert pyspiel.load_game("fudaba_sevens(pass_limit=-1)").options.pass_limit == "none"
    points = house_rules(find_game("seki_v0").options, {"points": "9/4/2/1"})
    assert points == {"points": [9, 4, 2, 1]}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("pass_limit=11", "option pass_limit can't be 11; allowed: whole numbers 0 to 10 or none"),
        ("num_players=9", "option num_players can't be 9; allowed: whole numbers 2 to 8"),
        ("tunnel=round", "option tunnel can't be 'round'; allowed: none, ring, one_way"),
        ("num_players=2,deal_start=3", "option deal_start can't be 3 with 2 players"),
        ("chance=dice", "chance can't be 'dice'; allowed: seed, deals."),
        ("chance=deals", "there is no list of all its deals"),
        ("passes=3", "Unknown parameter 'passes'"),
        ("jokers=two", "Wrong type for parameter jokers"),
    ],
)
def test_a_bad_parameter_is_refused_in_one_sentence(words: str, message: str) -> None:
    with pytest.raises((UserError, pyspiel.SpielError)) as error:
        pyspiel.load_game(f"fudaba_sevens({words})")
    assert message in str(error.value) and "\n" not in str(error.value)


# The description of a game


@games()
def test_the_type_says_what_is_true(game: str) -> None:
    options = find_game(game).options
    spiel = pyspiel.load_game(spiel_name(game))
    kind = spiel.get_type()
    assert kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM and spiel.utility_sum() == 0
    assert (kind.min_num_players, kind.max_num_players) == (
        options.coding("num_players").low,
        options.max_players(),
    )
    lowest = spiel.options.lowest_points()
    highest = -lowest * (spiel.num_players() - 1)
    assert (spiel.min_utility(), spiel.max_utility()) == pytest.approx((lowest, highest), abs=2e-6)
    assert spiel.min_utility() < lowest and spiel.max_utility() > highest, "with rounding"
    assert spiel.max_game_length() == spiel.options.max_decisions()
    assert spiel.num_distinct_actions() == find_game(game).num_actions


# What a state shows


@games()
def test_a_game_is_that_of_the_pettingzoo_env(game: str) -> None:
    spiel = pyspiel.load_game(spiel_name(game))
    *_, state = states(spiel, 3)
    record, env = state.record(), CardGameEnv(find_game(game), {})
    assert state.history()[BYTES:] == record.actions
    assert int.from_bytes(state.history()[:BYTES], "big") == record.rng
    env.reset(seed=0)
    env._deal(np.uint64(record.rng))
    again, won = spiel.new_initial_state(), np.zeros(spiel.num_players())
    for action in state.history():
        if not again.is_chance_node():
            check_shows(again, env)
            env.step(action)
        again.apply_action(action)
        won += again.rewards()
    assert again.is_terminal() and again.returns() == record.points == pytest.approx(won.tolist())


def check_shows(state: CardState, env: CardGameEnv) -> None:
    mover = state.current_player()
    assert env.agent_selection == f"player_{mover}"
    for seat, agent in enumerate(env.agents):
        seen = env.observe(agent)
        assert state.observation_tensor(seat) == seen["observation"].tolist()
        assert state.legal_actions(seat) == np.flatnonzero(seen["action_mask"]).tolist()
        assert state.observation_string(seat) == env.game.text(env._state, seat)
    for action in state.legal_actions():
        assert state.action_to_string(mover, action) == env.describe(action)


@games()
def test_what_a_player_remembers_grows_and_ends_with_what_it_sees(game: str) -> None:
    remembered: dict[int, list[str]] = {}
    for state in states(pyspiel.load_game(spiel_name(game)), 4):
        for player in range(state.num_players()):
            name, *moments = state.information_state_string(player).split("\n")
            earlier = remembered.get(player, [])
            assert name == f"player_{player}" and moments[: len(earlier)] == earlier
            remembered[player] = moments
            view = [0] * len(state.observation_tensor(player))
            for place, number in re.findall(r"(\d+):(-?\d+)", " ".join(moments)):
                view[int(place)] = int(number)
            assert view == state.observation_tensor(player)
        own = sum(moment.startswith("me ") for each in remembered.values() for moment in each)
        assert own == len(state.history()) - BYTES


@games("namto_v0", "makkaik_v0")
def test_the_tensor_has_the_own_actions_and_the_views(game: str) -> None:
    spiel = pyspiel.load_game(f"{spiel_name(game)}(num_players=2)")
    movers: list[int] = []
    for state in states(spiel, 4):
        taken = [*zip(movers, state.history()[BYTES:], strict=True)]
        for player in range(2):
            rows = np.reshape(
                state.information_state_tensor(player), spiel.information_state_tensor_shape()
            )
            actions, views = np.split(rows, [spiel.num_distinct_actions()], axis=1)
            last = np.flatnonzero(views.any(axis=1))[-1]
            assert np.nonzero(actions)[1].tolist() == [
                action for mover, action in taken if mover == player
            ]
            assert views[last].tolist() == state.observation_tensor(player)
        movers.append(state.current_player())


@games()
def test_an_action_of_a_player_who_is_not_on_turn_has_no_secret_words(game: str) -> None:
    for state, _ in some_states(game, 1):
        other = (state.current_player() + 1) % state.num_players()
        action = state.legal_actions()[0]
        kind, number = find_game(game).decode(action)
        assert state.action_to_string(other, action) == f"{kind.name} {number}"
        assert state.legal_actions(other) == []


# Sampled worlds


@games()
def test_a_resampled_state_looks_the_same_to_its_player(game: str) -> None:
    for state, rng in some_states(game):
        for player in range(state.num_players()):
            other = state.resample_from_infostate(player, rng.random)
            seen = ["observation_string", "observation_tensor", "information_state_string"]
            if state.get_game().get_type().provides_information_state_tensor:
                seen.append("information_state_tensor")
            for name in seen:
                assert getattr(other, name)(player) == getattr(state, name)(player)
            assert other.legal_actions(player) == state.legal_actions(player)
            assert other.history() == [] and other.returns() is not None


@games()
def test_a_resampled_state_depends_on_nothing_that_its_player_cannot_know(game: str) -> None:
    for state, rng in some_states(game):
        player, seed = rng.randrange(state.num_players()), rng.randrange(1000)
        world = state.resample_from_infostate(player, rng.random)
        first, second = (
            whole.resample_from_infostate(player, random.Random(seed).random)
            for whole in (state, world)
        )
        assert str(first) == str(second) and first.returns() == second.returns()
        for other in range(state.num_players()):
            remembered = first.information_state_string(other)
            assert remembered == second.information_state_string(other)
            if other != player:
                assert remembered == f"player_{other}\n{nonzero(first, other)}"


def nonzero(state: CardState, player: int) -> str:
    """A view as a player remembers its first one."""
    view = enumerate(state.observation_tensor(player))
    return " ".join(f"{place}:{value:.0f}" for place, value in view if value)


@games()
def test_a_resampled_state_is_played_to_the_end(game: str) -> None:
    for state, rng in some_states(game, 2):
        other = state.resample_from_infostate(state.current_player(), rng.random)
        while not other.is_terminal():
            other = other.clone()
            other.apply_action(rng.choice(other.legal_actions()))
        assert sum(other.returns()) == pytest.approx(0)


def test_worlds_differ() -> None:
    state = dealt(pyspiel.load_game("fudaba_sevens"), random.Random(1))
    rng = random.Random(2)
    worlds = {str(state.resample_from_infostate(0, rng.random)) for _ in range(5)}
    assert len(worlds) == 5 and str(state) not in worlds


# Copies and files


def test_a_copy_goes_its_own_way() -> None:
    state = dealt(pyspiel.load_game("fudaba_tyrant"), random.Random(1))
    before = state.information_state_string(0), str(state), state.history()
    other = state.clone()
    for _ in range(5):
        other.apply_action(other.legal_actions()[0])
    assert (state.information_state_string(0), str(state), state.history()) == before
    for action in other.history()[BYTES:]:
        state.apply_action(action)
    assert state.information_state_string(0) == other.information_state_string(0)


def test_a_state_is_kept_as_the_record_of_its_game() -> None:
    for state in states(pyspiel.load_game("fudaba_sevens(num_players=3)"), 1):
        again = pickle.loads(pickle.dumps(state))
        assert again.record() == state.record() and again.history() == state.history()
    *_, (end, _) = state.record().positions(find_game("sevens_v0"))
    assert str(state) == str(find_game("sevens_v0").words.snapshot(end))


def test_a_resampled_state_can_not_be_kept() -> None:
    state = dealt(pyspiel.load_game("fudaba_sevens"), random.Random(1))
    with pytest.raises(UserError, match="has no record, because its cards were not dealt"):
        state.resample_from_infostate(0, random.random).serialize()
    with pytest.raises(UserError, match="nothing was dealt yet"):
        state.get_game().new_initial_state().record()


def test_a_damaged_state_is_refused() -> None:
    state = dealt(pyspiel.load_game("fudaba_sevens"), random.Random(1))
    replay, (record,) = state.position.__reduce__()
    forbidden = next(iter(set(range(53)) - set(state.legal_actions())))
    with pytest.raises(UserError, match="is not legal"):
        replay(re.sub(r'"actions": \[\]', f'"actions": [{forbidden}]', record))
    with pytest.raises(UserError, match="is not legal"):
        state.position.step(forbidden)


# Chance


def test_chance_draws_a_seed_or_one_of_all_deals() -> None:
    spiel = pyspiel.load_game("fudaba_sevens")
    assert spiel.max_chance_outcomes() == 256 and spiel.max_chance_nodes_in_history() == BYTES
    namto = pyspiel.load_game(f"{NAMTO}(num_players=2,bet_cap=1,first_dealer=1,chance=deals)")
    _, chances = listed_deals(namto.game, namto.options)
    assert namto.max_chance_nodes_in_history() == 2
    root, drawn = namto.new_initial_state(), list[float]()
    for row, chance in root.chance_outcomes():
        outcomes = root.child(row).chance_outcomes()
        assert len(outcomes) <= namto.max_chance_outcomes() < 300
        drawn += [chance * inner for _, inner in outcomes]
    assert drawn == pytest.approx(chances.tolist(), abs=1e-15) and len(drawn) == 82_617


@pytest.mark.parametrize(("name", "number"), SHORT_LISTS)
def test_random_games_of_openspiel_from_all_deals(
    name: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    spiel = rung_of(name, number, monkeypatch)
    pyspiel.random_sim_test(spiel, num_sims=3, serialize=True, verbose=False)


def test_too_many_deals_are_refused() -> None:
    with pytest.raises(UserError, match=r"with 22,416,273,436 deals; allowed: seed, or house"):
        pyspiel.load_game(f"{NAMTO}(num_players=4,chance=deals)")


def test_a_game_that_draws_by_lot_after_the_deal_is_refused() -> None:
    spiel = pyspiel.load_game(f"{NAMTO}(num_players=2,seasons=2,chance=deals)")
    with pytest.raises(UserError, match="because it draws by lot after the deal; allowed: seed"):
        [*states(spiel, 0)]


def test_a_listed_deal_has_no_record() -> None:
    state = dealt(pyspiel.load_game(f"{NAMTO}(num_players=2,chance=deals)"), random.Random(1))
    with pytest.raises(UserError, match="has no record, because no seed has dealt its cards"):
        state.record()


# Installing


def in_python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


def test_the_process_ends_without_an_error() -> None:
    ended = in_python(
        "import fudaba.adapters.openspiel, pyspiel; pyspiel.load_game('fudaba_niekhi')"
    )
    assert (ended.returncode, ended.stderr) == (0, "")


def test_without_openspiel_one_sentence_says_what_is_missing() -> None:
    ended = in_python("import sys; sys.modules['pyspiel'] = None; import fudaba.adapters.openspiel")
    *_, last = ended.stderr.strip().split("\n")
    assert last.endswith("OpenSpiel needs pyspiel: pip install 'fudaba[openspiel]'.")


def test_an_old_openspiel_is_refused() -> None:
    check_version("1.6.1")
    check_version("2.0.2")
    with pytest.raises(ImportError, match=r"can't use open_spiel 1\.5; allowed: 1\.6 or later"):
        check_version("1.5")


def test_only_zero_sum_games_can_be_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError, match="there is no game 'go_v0'"):
        register("go_v0")
    uneven = dataclasses.replace(KUHN, zero_sum=False)
    monkeypatch.setattr("fudaba.adapters.openspiel.game.find_game", lambda name: uneven)
    with pytest.raises(UserError, match=r"kuhn_v0 can't be a game of OpenSpiel, which needs"):
        register("kuhn_v0")


# Exact values


@pytest.fixture
def kuhn(monkeypatch: pytest.MonkeyPatch) -> CardGame:
    """Kuhn poker with all its deals."""
    return rung_of(KUHN.name, 0, monkeypatch)


def rung_of(name: str, number: int, monkeypatch: pytest.MonkeyPatch) -> CardGame:
    """A rung with all its deals."""
    game, options = rung(name, number)
    if game is KUHN:
        join_games(monkeypatch)
        register(name)
    return pyspiel.load_game(spiel_name(name), {**parameters_of(options), "chance": "deals"})


@pytest.fixture(params=["kuhn_v0", "namto_v0"])
def solved(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[CardGame, Tree]]:
    """A game that OpenSpiel goes through quickly, and its tree: of Namto some of the deals."""
    game, options = rung(request.param, 0)
    if game is not KUHN:
        some = few(deals_of(game, options))
        monkeypatch.setattr("fudaba.adapters.openspiel.deals.deals_of", lambda *_: some)
    listed_deals.cache_clear()
    spiel = rung_of(request.param, 0, monkeypatch)
    states, chances = listed_deals(game, options)
    yield spiel, build_tree(game, options, Deals(len(states), lambda: iter([(states, chances)])))
    listed_deals.cache_clear()


def few(deals: Deals) -> Deals:
    """Some deals of which many share a hand, with probabilities that have the sum 1."""
    states, chances = next(deals.chunks())
    states, chances = states[:FEW], chances[:FEW]
    return Deals(len(states), lambda: iter([(states, chances / chances.sum())]))


def histories(state: CardState) -> Iterator[CardState]:
    """All histories in which a player is asked."""
    if state.is_terminal():
        return
    if not state.is_chance_node():
        yield state
    for action in state.legal_actions():
        yield from histories(state.child(action))


def of_sets(spiel: CardGame, tree: Tree) -> list[CardState]:
    """A history of every information set of the tree, in its order."""
    found = []
    for known in tree.sets:
        state = spiel.new_initial_state()
        width = len(state.child(0).chance_outcomes())
        path = tree.paths[known["path"] : known["path"] + known["length"]].tolist()
        for action in [*map(int, divmod(known["deal"], width)), *path]:
            state.apply_action(action)
        found.append(state)
    return found


def strategies(spiel: CardGame, tree: Tree, policy: Policy) -> tuple[np.ndarray, np.ndarray]:
    """A policy of OpenSpiel as strategies of ours."""
    both = tuple(np.ones(seat.num_sequences) for seat in tree.seats)
    for known, state in zip(tree.sets, of_sets(spiel, tree), strict=True):
        chances = policy.action_probabilities(state)
        for place, action in enumerate(state.legal_actions()):
            both[known["seat"]][known["first"] + place] = chances.get(action, 0.0)
    return both[0], both[1]


def uneven(state: CardState) -> dict[int, float]:
    """Another mixture in every information set: wherever two are confused, values differ."""
    remembered = state.information_state_string(state.current_player())
    shares = np.random.default_rng([*remembered.encode()]).random(len(state.legal_actions()))
    return dict(zip(state.legal_actions(), shares / shares.sum(), strict=True))


def test_what_a_player_remembers_is_its_information_set(solved: tuple[CardGame, Tree]) -> None:
    spiel, tree = solved
    words, tensors = set(), {}
    for state in histories(spiel.new_initial_state()):
        mover = state.current_player()
        words.add(remembered := state.information_state_string(mover))
        tensor = mover, *state.information_state_tensor(mover)
        assert tensors.setdefault(tensor, remembered) == remembered
    asked = {s.information_state_string(s.current_player()) for s in of_sets(spiel, tree)}
    assert words == asked and len(asked) == tree.num_sets == len(tensors)


def test_openspiel_and_we_find_the_same_values(solved: tuple[CardGame, Tree]) -> None:
    spiel, tree = solved
    cfr_plus = cfr.CFRPlusSolver(spiel)
    for _ in range(5):
        cfr_plus.evaluate_and_update_policy()
    policies = [
        UniformRandomPolicy(spiel),
        policy_of(spiel, GreedyAgent(spiel.game)),
        tabular_policy_from_callable(spiel, uneven),
        cfr_plus.average_policy(),
    ]
    for policy in policies:
        ours = strategies(spiel, tree, policy)
        theirs = exploitability.nash_conv(spiel, policy, return_only_nash_conv=False)
        won = [best_response(tree, seat, ours[1 - seat])[0] for seat in range(2)]
        value_for = [value(tree, ours), -value(tree, ours)]
        gains = [most - usual for most, usual in zip(won, value_for, strict=True)]
        assert theirs.player_improvements == pytest.approx(gains, abs=EXACT)
        assert theirs.nash_conv / 2 == pytest.approx(our_exploitability(tree, ours), abs=EXACT)
        root = expected_game_score.policy_value(spiel.new_initial_state(), [policy] * 2)
        assert root.tolist() == pytest.approx(value_for, abs=EXACT)


def test_counterfactual_regret_of_openspiel_finds_the_value_of_kuhn_poker(kuhn: CardGame) -> None:
    solver, tree = cfr.CFRPlusSolver(kuhn), build_tree(KUHN, kuhn.options)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    left = exploitability.exploitability(kuhn, policy)
    won = expected_game_score.policy_value(kuhn.new_initial_state(), [policy] * 2)[0]
    low, high = solve(tree, within=1e-6).value
    assert left < 0.01 and low - 2 * left <= won <= high + 2 * left


def test_deep_counterfactual_regret_runs(kuhn: CardGame) -> None:
    learner = deep_cfr.DeepCFRSolver(
        kuhn,
        policy_network_layers=(8,),
        advantage_network_layers=(8,),
        num_iterations=2,
        num_traversals=4,
        batch_size_advantage=4,  # without these it learns from unused rows of its memory
        batch_size_strategy=4,
        policy_network_train_steps=2,
        advantage_network_train_steps=2,
    )
    learner.solve()
    left = exploitability.exploitability(
        kuhn, tabular_policy_from_callable(kuhn, learner.action_probabilities)
    )
    assert 0 <= left <= 2


def policy_of(spiel: CardGame, agent: Any) -> Any:
    bot = AgentBot(spiel, agent)
    return tabular_policy_from_callable(spiel, lambda state: {bot.step(state): 1.0})


def test_kuhn_poker_has_the_exact_exploitability_of_openspiel(kuhn: CardGame) -> None:
    greedy = GreedyAgent(KUHN)
    ours = exact.best_response_value(greedy)
    theirs = exploitability.exploitability(kuhn, policy_of(kuhn, greedy))
    assert theirs == pytest.approx(ours, abs=EXACT) and ours > 0
    uniform = exploitability.exploitability(kuhn, UniformRandomPolicy(kuhn))
    assert uniform > ours


def test_kuhn_poker_has_the_exact_value_of_openspiel(kuhn: CardGame) -> None:
    class Bets:
        def act(self, observations: Any, masks: np.ndarray, rng: Any) -> np.ndarray:
            return np.ones(len(masks), np.int64)

    greedy, bets = GreedyAgent(KUHN), Bets()
    both = [policy_of(kuhn, greedy), policy_of(kuhn, bets)]
    root = kuhn.new_initial_state()
    first = expected_game_score.policy_value(root, both)[0]
    second = expected_game_score.policy_value(root, both[::-1])[1]
    assert (first + second) / 2 == pytest.approx(exact.value_against(greedy, bets), abs=EXACT)


def test_sevens_for_two_has_the_exact_value_of_openspiel() -> None:
    """The last cards of a game, of which OpenSpiel goes through all continuations."""
    spiel = pyspiel.load_game(
        "fudaba_sevens(num_players=2,tunnel=none,pass_limit=5,voluntary_pass=False)"
    )
    perfect, values = PerfectAgent(spiel.game, spiel.options), []
    for state in (state for seed in range(9) for state in states(spiel, seed)):
        if not state.is_terminal() and state.position.state["hand_size"].sum() < 9:
            mover = state.current_player()
            value, _ = minimax.expectiminimax(state, 99, None, mover)
            wins = perfect.winning(state.position.observation(mover)[None]).any()
            assert value == pytest.approx(1 if wins else -1, abs=EXACT)
            values.append(round(value))
    assert set(values) == {-1, 1}


def test_sampling_counterfactual_regret_runs() -> None:
    makkaik = pyspiel.load_game("fudaba_makkaik(num_players=2)")
    outcomes = outcome_sampling_mccfr.OutcomeSamplingSolver(makkaik)
    namto = pyspiel.load_game(f"{NAMTO}(num_players=2,chance=deals)")
    external = external_sampling_mccfr.ExternalSamplingSolver(
        namto, external_sampling_mccfr.AverageType.SIMPLE
    )
    for solver in (outcomes, external):
        solver.iteration()
    state = dealt(namto, random.Random(1))
    probabilities = external.average_policy().action_probabilities(state)
    assert sorted(probabilities) == state.legal_actions()
    assert sum(probabilities.values()) == pytest.approx(1)


# Players


def test_openspiels_tree_search_plays_at_our_tables() -> None:
    def searcher(spiel: CardGame, seat: int) -> Any:
        rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(seat))
        return ismcts.ISMCTSBot(spiel, rollouts, 2.0, 20, random_state=np.random.RandomState(seat))

    game = find_game("sevens_v0")
    agent = SpielAgent(game, game.options(), searcher)
    won = reward_against(game, game.options(), agent, GreedyAgent(game), 1, seed=0)
    assert -1 <= won.mean <= 1


def test_a_policy_of_openspiel_plays_at_our_tables(kuhn: CardGame) -> None:
    greedy = GreedyAgent(KUHN)
    rules = KUHN.options()
    policy = SpielAgent(KUHN, rules, lambda spiel, seat: UniformRandomPolicy(spiel))
    bot = SpielAgent(
        KUHN,
        rules,
        lambda spiel, seat: uniform_random.UniformRandomBot(seat, np.random.RandomState(seat)),
    )
    for agent in (policy, bot):
        won = reward_against(KUHN, rules, agent, greedy, 300, seed=0)
        assert won.low < -0.1 < won.high, "greedy wins a fraction of a chip from random play"


class Follows:
    def choose_at(self, tables: Any, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return rows


def test_what_is_no_player_is_refused() -> None:
    game = find_game("sevens_v0")
    with pytest.raises(UserError, match="make_player can't return 5; allowed: a bot or a policy"):
        SpielAgent(game, game.options(), lambda spiel, seat: 5)
    spiel = pyspiel.load_game("fudaba_sevens")
    with pytest.raises(UserError, match="there is no agent 'gredy'"):
        AgentBot(spiel, "gredy")
    with pytest.raises(UserError, match=r"Follows can't be a bot of OpenSpiel, because"):
        AgentBot(spiel, Follows())


def test_our_agents_are_bots_that_do_not_look_at_hidden_cards() -> None:
    spiel = pyspiel.load_game("fudaba_sevens")
    for state, rng in some_states("sevens_v0"):
        other = state.resample_from_infostate(state.current_player(), rng.random)
        for word in ("greedy", "random", "montecarlo:budget=20"):
            first, second = (AgentBot(state.get_game(), word, 3).step(s) for s in (state, other))
            assert first == second and first in state.legal_actions()
    assert spiel.num_players() == 4
