"""The file of a strategy: what it keeps, and what is refused."""

from pathlib import Path

import numpy as np
import pytest

from fudaba.agents.agent import choose_actions
from fudaba.agents.errors import AgentError
from fudaba.agents.strategy import StrategyAgent, is_strategy
from fudaba.envs import Tables, UserError, find_game
from tests import kuhn

OPTIONS = kuhn.GAME.options()


def one_set() -> StrategyAgent:
    """A strategy that knows one information set, which never comes."""
    return StrategyAgent(
        kuhn.GAME,
        OPTIONS,
        np.array([[1, 2]], np.uint64),
        np.array([3], np.uint64),
        np.array([2], np.int32),
        np.array([0, 1], np.int16),
        np.array([0.25, 0.75]),
    )


def test_a_file_keeps_a_strategy(tmp_path: Path) -> None:
    strategy = one_set()
    strategy.save(tmp_path / "one")
    read = StrategyAgent.load(tmp_path / "one", kuhn.GAME, OPTIONS)
    known = read.chances(np.array([1, 2], np.uint64))
    assert known is not None
    actions, chances = known
    assert read.chances(np.array([1, 3], np.uint64)) is None
    assert (actions.tolist(), chances.tolist()) == ([0, 1], [0.25, 0.75])
    assert read.identity == strategy.identity


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    one_set().save(tmp_path / "one")
    content = (tmp_path / "one").read_bytes()
    rng = np.random.default_rng(0)
    damaged = [b"", b"{}", content[:-1], content[: len(content) // 2]]
    for place in rng.integers(len(content), size=100):
        changed = bytearray(content)
        changed[place] ^= 1 << int(rng.integers(8))
        damaged.append(bytes(changed))
    for number, bad in enumerate(damaged):
        path = tmp_path / str(number)
        path.write_bytes(bad)
        try:
            read = StrategyAgent.load(path, kuhn.GAME, OPTIONS)
        except UserError as refused:
            assert str(path) in str(refused)
        else:
            assert read.identity == one_set().identity


def test_a_missing_file_is_no_damaged_one(tmp_path: Path) -> None:
    missing = tmp_path / "none"
    with pytest.raises(UserError, match=rf"^file {missing} can't be read: No such file"):
        StrategyAgent.load(missing, kuhn.GAME, OPTIONS)


def test_a_file_may_be_replaced_by_a_strategy_for_the_same_rules(tmp_path: Path) -> None:
    one_set().save(tmp_path / "one")
    content, namto = (tmp_path / "one").read_bytes(), find_game("namto_v0")
    assert is_strategy(content, kuhn.GAME, OPTIONS)
    assert not is_strategy(content, namto, namto.options())
    assert not is_strategy(b"notes", kuhn.GAME, OPTIONS)


def test_a_strategy_is_for_one_game_and_its_house_rules(tmp_path: Path) -> None:
    one_set().save(tmp_path / "one")
    namto = find_game("namto_v0")
    with pytest.raises(UserError, match=r"plays kuhn_v0, not namto_v0, or another version of it"):
        StrategyAgent.load(tmp_path / "one", namto, namto.options())
    two = namto.options(num_players=2)
    nothing = (np.zeros((0, 2), np.uint64), *np.zeros((3, 0), np.int64))
    StrategyAgent(namto, two, *nothing, np.zeros(0)).save(tmp_path / "two")
    with pytest.raises(UserError, match=r"two is for num_players=2; here num_players is 4\.$"):
        StrategyAgent.load(tmp_path / "two", namto, namto.options())


def test_a_game_with_other_house_rules_is_refused() -> None:
    tables = Tables(kuhn.GAME, OPTIONS, 3)
    with pytest.raises(AgentError, match=r"^a strategy was asked in a game with other house rules"):
        choose_actions(tables, [one_set()], np.zeros((3, 2), int), np.random.default_rng(0))
