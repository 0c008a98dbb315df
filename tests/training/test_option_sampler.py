"""Mixes of house rules: what is drawn, who sits at the tables, and what the card says of it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fudaba.adapters.single_agent import OpponentPool
from fudaba.agents.policy import PAGE_FILE, PolicyAgent, read_card
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import UserError, find_game
from fudaba.training.config import check_config, packaged_configs, read_config
from fudaba.training.learner_tables import LearningTables
from fudaba.training.option_sampler import OptionSampler
from fudaba.training.sample_games import SampleGames, calibrate
from fudaba.training.train import train

from ..evaluation.bots import FirstLegal
from .tiny import CONTENT, GAME, tiny_config

WORDS = ("num_players=2..5", "pass_limit=0..3,none", "jokers=0,1")


def mixes(*words: str, **fixed: Any) -> OptionSampler:
    found = OptionSampler.read(GAME, words or WORDS, fixed)
    assert found is not None
    return found


def refusal(**changes: Any) -> str:
    with pytest.raises(UserError) as caught:
        check_config("my.yaml", CONTENT | changes)
    return str(caught.value)


def test_every_value_is_drawn_and_the_other_rules_stay() -> None:
    drawn = mixes(tunnel="none").draw(400, np.random.default_rng(0))
    assert {options.num_players for options in drawn} == {2, 3, 4, 5}
    assert {options.plain()["pass_limit"] for options in drawn} == {0, 1, 2, 3, "none"}
    assert {options.plain()["tunnel"] for options in drawn} == {"none"}
    changed = np.array([len(options.changed()) - 1 for options in drawn])
    assert set(changed) == {0, 1, 2, 3}, "from the usual rules to mixes that change all three"
    again = mixes(tunnel="none").draw(400, np.random.default_rng(0))
    assert drawn == again


@pytest.mark.parametrize("name", [name for name in packaged_configs() if name.endswith("/any")])
def test_the_generalists_configurations_have_mixes(name: str) -> None:
    config = read_config(name)
    found = config.mixes
    assert found is not None
    game = find_game(config.game)
    drawn = found.draw(64, np.random.default_rng(0))
    assert {options.num_players for options in drawn} == set(found.values["num_players"])
    assert set(game.options.model_fields) - set(found.values), "the length of a match stays"
    tables = SampleGames(game, game.options(), 3, found).tables
    assert len({state.tobytes() for state in tables.states["num_players"]}) > 1


def test_each_table_keeps_its_rules_until_the_tables_begin_anew() -> None:
    pool = OpponentPool([FirstLegal()], [1.0])
    tables = LearningTables(GAME, GAME.options(), 60, pool, alone=30, mixes=mixes())
    tables.begin(3, 0)
    begun = tables.states[["num_players", "pass_limit"]].copy()
    assert len(np.unique(begun)) > 10
    rng, dones = np.random.default_rng(0), np.zeros(60, int)
    for _ in range(120):
        assert (tables.seats < tables.states["num_players"]).all()
        assert (tables.seats[:30] == tables.learner_seats[:30]).all()
        masks = tables.action_masks
        points, ended = tables.advance(UniformAgent().act(masks, masks, rng))
        assert not points[np.arange(8) >= begun["num_players"][:, None]].any()
        dones += ended
    assert dones.min() > 0
    assert (tables.states[["num_players", "pass_limit"]] == begun).all()
    tables.begin(3, 1)
    assert (tables.states[["num_players", "pass_limit"]] != begun).any()
    tables.begin(3, 0)
    assert (tables.states[["num_players", "pass_limit"]] == begun).all()


def test_empty_seats_do_not_count_among_the_points() -> None:
    games, again = (SampleGames(GAME, GAME.options(), 7, mixes()) for _ in range(2))
    scale, won, finals = calibrate(games).reward_scale, np.zeros((256, 8)), list[float]()
    tables, seen, ended = again.tables, 0, 0
    while seen < 256 or ended < 256:
        again.step()
        won += tables.rewards
        for table in np.flatnonzero(tables.dones):
            finals += won[table, : tables.num_players[table]].tolist()
            won[table] = 0.0
        seen, ended = seen + 1, ended + int(tables.dones.sum())
    assert scale == pytest.approx(1.0 / np.std(finals))


def test_a_generalist_plays_under_all_its_mixes_and_no_others(tmp_path: Path) -> None:
    config = tiny_config(output=str(tmp_path / "run"), vary=list(WORDS), total_steps=1024)
    train(config)
    folder = tmp_path / "run" / "final"
    assert read_card(folder).vary == mixes().values
    page = (folder / PAGE_FILE).read_text(encoding="utf-8")
    assert "| `pass_limit` | 0, 1, 2, 3, none |" in page and "any other value" in page
    for changed in ({}, {"num_players": 5, "pass_limit": "none"}, {"jokers": 1}):
        PolicyAgent.load(folder, GAME, GAME.options(**changed))
    with pytest.raises(UserError, match=r"trained with jokers=0 or 1; here jokers is 2\.$"):
        PolicyAgent.load(folder, GAME, GAME.options(jokers=2))
    with pytest.raises(UserError, match=r"trained with tunnel=ring; here tunnel is none\.$"):
        PolicyAgent.load(folder, GAME, GAME.options(tunnel="none"))


@pytest.mark.parametrize(
    ("vary", "options", "complaint"),
    [
        (["jokers=1,2"], {}, "vary can't be jokers=1,2: the usual jokers=0 is not among its"),
        (["jokers"], {}, "values to try can't be 'jokers'"),
        (["cards=1,2"], {}, "sevens_v0: there is no option 'cards'"),
        (["jokers=0,1"], {"jokers": 1}, "option jokers can't be both fixed and searched"),
        (["jokers=0"], {}, "jokers=0 is a single combination"),
        ([3], {}, "vary"),
    ],
)
def test_wrong_mixes_are_refused(vary: Any, options: dict[str, Any], complaint: str) -> None:
    said = refusal(vary=vary, options=options)
    assert complaint in said and "\n" not in said


def test_opponents_that_know_one_set_of_rules_are_refused() -> None:
    said = refusal(vary=list(WORDS), opponents={"agents": {"greedy": 1.0, "best": 0.5}})
    assert said.endswith(
        "opponents.agents can't name best where house rules vary; allowed: random, greedy, "
        "greedy:untuned."
    )
