"""Exact values: held against a linear program, hand-made enumeration, and games that are played."""

import dataclasses
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import coo_array

from fudaba.agents.agent import Agent
from fudaba.agents.errors import AgentError
from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.naming import make_agent
from fudaba.agents.policy import Layer, PolicyAgent
from fudaba.agents.seat_histories import SeatHistories
from fudaba.agents.uniform import UniformAgent
from fudaba.cli.main import main
from fudaba.common.files import write_whole
from fudaba.envs import Game, Options, Tables, UserError, find_game
from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.core.contract.deals import Deals, deals_of
from fudaba.envs.core.stepping.information import FollowedKeys
from fudaba.evaluation.exact import (
    ExactRequest,
    Tree,
    agent_of,
    best_response,
    build_tree,
    exploitability,
    kept,
    solve,
    strategies_of,
    value,
)
from fudaba.evaluation.exact import tree as tree_module
from fudaba.evaluation.exact.tree import Seat
from fudaba.evaluation.match import reward_against
from tests import kuhn
from tests.kuhn.exact import best_response_value, value_against
from tests.kuhn.joining import join_games
from tests.kuhn.test_kuhn import Always
from tests.rungs import PLACES, rung

NAMTO = find_game("namto_v0")
GAMES, STEPS = 100, 60
ONE_BET = NAMTO.options(num_players=2, bet_cap=1, first_dealer=0)


@pytest.fixture(scope="module")
def namto() -> Tree:
    return build_tree(NAMTO, ONE_BET)


@pytest.fixture(scope="module")
def five_cards() -> Tree:
    return build_tree(kuhn.GAME, kuhn.GAME.options())


def three_cards() -> Deals:
    """Kuhn's own game: the deals of the three lowest cards."""
    listed = deals_of(kuhn.GAME, kuhn.GAME.options())

    def chunks() -> Iterator[tuple[np.ndarray, np.ndarray]]:
        for states, chances in listed.chunks():
            are_low = (states["card"] < 3).all(axis=1)
            yield states[are_low], chances[are_low] / chances[are_low].sum()

    return Deals(6, chunks)


def value_by_program(tree: Tree) -> float:
    """Returns what seat 0 wins in an equilibrium, by the linear program of the sequence form.

    Of seat 0 the plan, of seat 1 the most that it wins in each of its sets, at sequence 0 first.
    """
    first, second = tree.seats
    of_first, of_second = constraints(first), constraints(second)
    num_sets = of_second.shape[0]
    wins = coo_array(-tree.payoffs.T)  # of seat 1, by the plan of seat 0
    found = linprog(
        np.append(np.zeros(first.num_sequences), np.eye(1, num_sets)),
        A_ub=np.hstack([wins.toarray(), -of_second.T]),
        b_ub=np.zeros(second.num_sequences),
        A_eq=np.hstack([of_first, np.zeros((of_first.shape[0], num_sets))]),
        b_eq=np.eye(1, of_first.shape[0])[0],
        bounds=[(0, None)] * first.num_sequences + [(None, None)] * num_sets,
    )
    return -float(found.fun)


def constraints(seat: Seat) -> np.ndarray:
    """Returns what a plan fulfils: 1 for sequence 0, and in each set what leads there."""
    rows = np.zeros((1 + len(seat.parents), seat.num_sequences))
    rows[0, 0] = 1
    for number, parent in enumerate(seat.parents):
        rows[1 + number, parent] = -1
        rows[1 + number, seat.firsts[number] : seat.firsts[number + 1]] = 1
    return rows


def test_kuhn_poker_is_worth_an_eighteenth_to_its_second_player() -> None:
    tree = build_tree(kuhn.GAME, kuhn.GAME.options(), three_cards())
    assert (tree.histories, tree.num_sets, tree.longest) == (6 * 9, 12, 3)
    assert value_by_program(tree) == pytest.approx(-1 / 18, abs=1e-9)
    found = solve(tree, within=1e-5)
    assert found.exploitability == exploitability(tree, found.strategies) <= 1e-5
    assert found.value[0] <= -1 / 18 <= found.value[1]
    assert exploitability(tree, strategies_of(tree, UniformAgent())) == pytest.approx(11 / 24)


def test_values_are_those_of_a_count_by_hand(
    five_cards: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    join_games(monkeypatch)
    greedy = GreedyAgent(kuhn.GAME)
    players: list[Agent] = [greedy, Always(0), Always(1)]
    for player in players:
        strategies = strategies_of(five_cards, player)
        won = exploitability(five_cards, strategies)
        assert won == pytest.approx(best_response_value(player), abs=1e-12)
        against = strategies_of(five_cards, greedy)
        won = value(five_cards, (strategies[0], against[1]))
        won -= value(five_cards, (against[0], strategies[1]))
        assert won / 2 == pytest.approx(value_against(player, greedy), abs=1e-12)


def test_a_policy_is_what_it_plays(five_cards: Tree) -> None:
    size, num_actions = kuhn.GAME.observation_size, kuhn.GAME.num_actions
    layer = Layer(np.zeros((num_actions, size)), np.array([0.0, np.log(3)]))
    likeliest = strategies_of(five_cards, PolicyAgent([layer]))
    sampled = strategies_of(five_cards, PolicyAgent([layer], sample=True))
    for seat in range(2):
        assert likeliest[seat][1:].tolist() == [0, 1] * 10
        assert sampled[seat][1:] == pytest.approx([0.25, 0.75] * 10)


def test_a_search_is_one_player(five_cards: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    join_games(monkeypatch)
    search = make_agent("montecarlo:budget=20", kuhn.GAME, kuhn.GAME.options())
    once, again = strategies_of(five_cards, search), strategies_of(five_cards, search)
    for seat in range(2):
        assert once[seat].tolist() == again[seat].tolist()
        assert set(once[seat]) == {0, 1}


def test_namto_with_one_bet_has_the_values_of_an_independent_solver(namto: Tree) -> None:
    """From a solver that was written for this game alone, on cards as types."""
    assert namto.deals.number == 82_617
    for word, exact in (("random", 1.033), ("greedy", 0.2163), ("greedy:untuned", 0.267)):
        strategies = strategies_of(namto, make_agent(word, NAMTO, ONE_BET))
        assert exploitability(namto, strategies) == pytest.approx(exact, abs=5e-4)
    found = solve(namto, within=3e-4)
    assert sum(found.value) / 2 == pytest.approx(-0.13338, abs=3e-4)


def test_best_responses_earn_at_play_what_was_computed(namto: Tree) -> None:
    greedy = make_agent("greedy", NAMTO, ONE_BET)
    strategies = strategies_of(namto, greedy)
    responses = [best_response(namto, seat, strategies[1 - seat])[1] for seat in range(2)]
    equilibrium = solve(namto, within=0.01).strategies
    for played in (responses, equilibrium):
        again = strategies_of(namto, agent_of(namto, played))
        assert all(np.allclose(again[seat], played[seat], atol=1e-12) for seat in range(2))
        won = value(namto, (played[0], strategies[1])) - value(namto, (strategies[0], played[1]))
        earned = reward_against(NAMTO, ONE_BET, agent_of(namto, played), greedy, 2000, seed=0)
        off, width = earned.mean - won / 2, earned.high - earned.low
        assert abs(off) <= 1.2 * width  # 4.7 standard errors


@pytest.mark.parametrize(("name", "number"), PLACES)
def test_histories_of_an_information_set_look_and_sound_alike(name: str, number: int) -> None:
    """And what looks or sounds different is another set: all that a seat sees is in the key."""
    game, options = rung(name, number)
    tables = Tables(game, options, GAMES, seed=1)
    keys, histories = FollowedKeys(tables), SeatHistories(tables, np.ones((GAMES, 2), bool))
    tables.add_listener(keys)
    tables.add_listener(histories)
    rng, agent = np.random.default_rng(0), UniformAgent()
    told: dict[tuple[int, int], list[str]] = {}
    known: dict[bytes, tuple[object, ...]] = {}
    for _ in range(STEPS):
        for row, seat in enumerate(tables.to_move.tolist()):
            told[row, seat] = told.get((row, seat), []) + histories.heard(row, seat)
            key = keys.keys[row, seat].tobytes()
            sounds = tables.views[row].tobytes(), tables.action_masks[row].tobytes()
            now = seat, *sounds, tuple(told[row, seat])
            assert known.setdefault(key, now) == now
        actions = agent.act(tables.observations, tables.action_masks, rng)
        for row, seat in enumerate(tables.to_move.tolist()):
            told[row, seat].append(f"own action {actions[row]}")
        tables.step(actions)
        for row in np.flatnonzero(tables.dones):
            told.pop((row, 0), None)
            told.pop((row, 1), None)
    assert len(known) < STEPS * GAMES
    assert len(set(known.values())) == len(known)


def test_games_at_tables_have_the_keys_of_the_tree(namto: Tree) -> None:
    agent = agent_of(namto, strategies_of(namto, UniformAgent()))
    tables, rng = Tables(NAMTO, ONE_BET, 50), np.random.default_rng(0)
    followed = FollowedKeys(tables)
    tables.add_listener(followed)
    for _ in range(30):
        for row, seat in enumerate(tables.to_move):
            known = agent.chances(followed.keys[row, seat])
            assert known is not None
            assert known[0].tolist() == np.flatnonzero(tables.action_masks[row]).tolist()
        tables.step(UniformAgent().act(tables.observations, tables.action_masks, rng))


def refusal(game: Game, options: Options, deals: Deals | None = None) -> str:
    with pytest.raises(UserError) as refused:
        build_tree(game, options, deals)
    return str(refused.value)


def test_games_that_cannot_be_solved_are_refused_in_a_sentence() -> None:
    seki = find_game("seki_v0")
    assert "there is no list of all its deals" in refusal(seki, seki.options())
    assert refusal(NAMTO, NAMTO.options(num_players=3)) == (
        "exact values need two players, not 3; write num_players=2."
    )
    by_lot = NAMTO.options(num_players=2, bet_cap=1, seasons=2)
    assert refusal(NAMTO, by_lot) == "namto_v0 can't be solved: it draws by lot after the deal."
    large = refusal(NAMTO, NAMTO.options(num_players=2, hand_pool="community"))
    assert "is too large to be solved under these house rules" in large
    assert re.search(
        r"3\.49e\+08 deals and about \S+e\+1\d histories, which take \S+e\+\S+ giga", large
    )
    uneven = dataclasses.replace(kuhn.GAME, zero_sum=False)
    assert "don't add up to zero" in refusal(uneven, uneven.options())


def test_a_tree_that_outgrows_its_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_module, "MOST_BYTES", 10**7)
    many = refusal(NAMTO, ONE_BET)
    assert re.search(
        r"[\d,]+ information sets of its first [\d,]+ histories take more than 0\.01 giga", many
    )


@kernel
def legal_by_the_others_card(state: np.void, mask: np.ndarray) -> int:
    mask[0] = state["to_move"] >= 0
    mask[1] = state["to_move"] >= 0 and state["card"][1 - state["to_move"]] > 2
    return int(mask[0] + mask[1])


def test_a_mask_that_tells_what_the_view_hides_is_found() -> None:
    kernels = dataclasses.replace(kuhn.GAME.kernels, legal=legal_by_the_others_card)
    leaking = dataclasses.replace(kuhn.GAME, name="leaking_v0", kernels=kernels)
    assert "that is a fault of the game" in refusal(leaking, leaking.options())


def test_a_strategy_plays_by_its_view_in_a_game_that_it_joins(five_cards: Tree) -> None:
    """In Kuhn poker views tell all, so that it plays the same there."""
    chances = [np.where(np.arange(21) % 2, 1.0, 0.0), np.where(np.arange(21) % 2, 0.0, 1.0)]
    agent, joins_later = agent_of(five_cards, chances), agent_of(five_cards, chances)
    tables, rng = Tables(kuhn.GAME, kuhn.GAME.options(), 50), np.random.default_rng(0)
    rows, seats = np.arange(50), np.ones((50, 2), bool)
    agent.follow(tables, seats)
    for _ in range(20):
        followed = agent.choose_at(tables, rows, rng)
        assert (agent.act(tables.observations, tables.action_masks, rng) == followed).all()
        tables.step(followed)
        joins_later.follow(tables, seats)
        now = agent.choose_at(tables, rows, rng)
        assert (joins_later.choose_at(tables, rows, rng) == now).all()
    tables.reset(seed=1)  # the keys are those of positions before
    now = agent.choose_at(tables, rows, rng)
    assert (agent.act(tables.observations, tables.action_masks, rng) == now).all()


class Illegal:
    def __init__(self, action: int) -> None:
        self.action = action

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        return np.full(len(masks), self.action)


class Mixing(Illegal):
    def __init__(self, chances: Callable[[np.ndarray], np.ndarray]) -> None:
        super().__init__(0)
        self.chances = chances

    def probabilities(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return self.chances(masks)


class Following(Always):
    def choose_at(self, tables: Tables, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return np.zeros(len(rows), np.int64)


def test_players_that_cannot_be_asked_are_refused(namto: Tree) -> None:
    with pytest.raises(UserError, match=r"^agent Illegal: action 49 .* is not legal for player_"):
        strategies_of(namto, Illegal(49))
    with pytest.raises(
        UserError, match=r"^agent Illegal: namto_v0 has no action 50; allowed: 0 to 49\."
    ):
        strategies_of(namto, Illegal(50))
    with pytest.raises(UserError, match=r"^Following can't be asked .* it follows whole games;"):
        strategies_of(namto, Following(0))


@pytest.mark.parametrize(
    "chances",
    [
        lambda masks: masks[0],
        lambda masks: masks[:1],
        lambda masks: masks * np.nan,
        lambda masks: 0 * masks,
        lambda masks: -1.0 * masks,
        lambda masks: masks.astype(str),
    ],
)
def test_what_are_no_probabilities_is_refused(
    five_cards: Tree, chances: Callable[[np.ndarray], np.ndarray]
) -> None:
    with pytest.raises(AgentError, match=r"^agent Mixing must return .* it returned "):
        strategies_of(five_cards, Mixing(chances))


def test_the_command_prints_and_writes_what_python_computes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    join_games(monkeypatch)
    words = ["exploit", "--exact", "kuhn", "random", "--output", str(tmp_path), "--within", "0.01"]
    assert main(words) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "All 20 deals have 180 histories and 20 information sets" in said
    written = json.loads((tmp_path / "exact.json").read_text())
    result = ExactRequest("kuhn", ["random"], within=0.01).measure()
    assert written == json.loads(json.dumps(result.plain()))
    gains = written["players"][0]["gains"]
    assert sum(gains) / 2 == pytest.approx(written["players"][0]["exploitability"])
    spec = f"strategy:{tmp_path / 'equilibrium.safetensors'}"
    found = ExactRequest("kuhn", [spec], within=0.1).measure().players[0]
    assert found.exploitability == pytest.approx(written["exploitability"], abs=1e-12)
    assert main(["arena", "kuhn", spec, "greedy", "--deals", "5"]) == 0
    assert main([*words, "--options", "num_players=3"]) == 2
    (tmp_path / "equilibrium.safetensors").write_bytes(b"notes")
    assert main(words) == 2
    assert (tmp_path / "equilibrium.safetensors").read_bytes() == b"notes"
    assert main(["exploit", "--exact", "kuhn", "--within", "nan"]) == 2
    assert "within can't be nan; allowed: 1e-09 to 1000." in capsys.readouterr().err


def stopping_after(number: int) -> Callable[[Path, bytes], None]:
    """Returns a `write_whole` that is interrupted after it has written so often."""
    written = 0

    def write(path: Path, content: bytes) -> None:
        nonlocal written
        write_whole(path, content)
        written += 1
        if written == number:
            raise KeyboardInterrupt

    return write


def test_a_stopped_solution_goes_on_to_the_same_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    join_games(monkeypatch)
    monkeypatch.setattr(kept, "SECONDS_BETWEEN_WRITES", 0.0)
    monkeypatch.setattr(tree_module, "SETS_AT_A_TIME", 6)
    words = ["exploit", "--exact", "kuhn", "random", "montecarlo:budget=4", "--within", "0.001"]
    writes = Mock(side_effect=write_whole)
    monkeypatch.setattr(kept, "write_whole", writes)
    assert main([*words, "--output", str(tmp_path / "whole")]) == 0
    left = writes.call_count
    stopped = [*words, "--output", str(tmp_path / "stopped")]
    for number in (1, 2, 3, 9, left - 15 - 1):  # the last one is that before the end
        monkeypatch.setattr(kept, "write_whole", stopping_after(number))
        assert main(stopped) == 130
        said = capsys.readouterr().err
        assert said.endswith(
            f"fudaba: interrupted; what is in {tmp_path / 'stopped'} is kept; the same command "
            "goes on there.\n"
        )
        left -= number
    monkeypatch.setattr(kept, "write_whole", stopping_after(left + 1))  # nothing is done twice
    assert main(stopped) == 0
    files = [path.name for path in (tmp_path / "whole").iterdir()]
    assert sorted(files) == ["equilibrium.safetensors", "exact.json"]
    for path in (tmp_path / "stopped").iterdir():
        assert path.read_bytes() == (tmp_path / "whole" / path.name).read_bytes()
        files.remove(path.name)
    assert not files


def test_what_an_other_run_has_kept_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, five_cards: Tree, namto: Tree
) -> None:
    monkeypatch.setattr(kept, "SECONDS_BETWEEN_WRITES", 0.0)
    path, question = tmp_path / "unfinished", {"question": "1"}
    work = kept.Kept(path, question)
    work.check_tree(five_cards)
    solve(five_cards, 0.1, part=work.part("equilibrium"))
    kept.Kept(path, question).check_tree(five_cards)
    content, refusal = path.read_bytes(), rf"^file {path} is damaged, or holds the work of another"
    with pytest.raises(UserError, match=refusal):
        kept.Kept(path, question).check_tree(namto)  # as if the rules had changed
    with pytest.raises(UserError, match=refusal):
        kept.Kept(path, {"question": "2"})
    assert path.read_bytes() == content


def test_a_player_that_cannot_be_asked_is_refused_before_deals_are_walked() -> None:
    with pytest.raises(UserError, match=r"^chat:\S+ can't be asked .* it follows whole games;"):
        ExactRequest(NAMTO, ["chat:any,url=http://127.0.0.1:8310/v1"], ONE_BET)
