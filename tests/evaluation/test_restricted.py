"""Restricted play: the restrictions of every game hold, and cost what they should."""

import re

import numpy as np
import pytest

from fudaba.agents import choose_actions, make_agent
from fudaba.cli.main import main
from fudaba.envs import Game, Tables, UserError, find_game, game_names
from fudaba.envs.core.stepping.measuring import balance_of
from fudaba.envs.seki.options import ROLES
from fudaba.evaluation.balance.restricted import Restricted, RestrictRequest, restrictions_of

from .test_people import OF_ITS_OWN


def left_of(game: Game, word: str, state: np.void, legal: np.ndarray) -> list[int]:
    """What a restriction leaves of some legal actions, one by one."""
    how, _, name = word.partition(" ")
    of_kind = [action for action in legal if game.decode(action)[0].name == name]
    if name.startswith("use "):
        balance = balance_of(game)
        number = balance.uses.index(name.removeprefix("use "))
        of_kind = [action for action in legal if balance.is_use(state, action, number)]
    others = [action for action in legal if action not in of_kind]
    return {"never": others, "always": of_kind, "first": sorted([*others, *of_kind[:1]])}[how]


@pytest.mark.parametrize("name", [*game_names(), OF_ITS_OWN])
def test_a_restricted_player_leaves_a_kind_of_moves_out_wherever_it_can(name: str) -> None:
    game, rng = find_game(name), np.random.default_rng(1)
    options = game.options()
    agent = make_agent("random", game, options)
    for word, keep in restrictions_of(game).items():
        tables = Tables(game, options, 8, 1, redeal_finished=False)
        for _ in range(40):
            if (tables.to_move < 0).any():
                break
            masks = tables.action_masks
            actions = Restricted(agent, keep).choose_at(tables, np.arange(8), rng)
            assert masks[np.arange(8), actions].all()
            for state, mask, action in zip(tables.states, masks, actions, strict=True):
                left = left_of(game, word, state, np.flatnonzero(mask))
                assert action in left or not left
            tables.step(actions)


def test_never_and_always_are_the_same_games_where_there_are_two_kinds() -> None:
    words = ("never pass", "always play")
    first, second = RestrictRequest("sevens", words, deals=60).play()
    assert first[1:] == second[1:] and first.reward.high < 0 and first.wins.high < 0


@pytest.mark.parametrize(
    ("name", "rules"), [("seki_v0", {"roles": ROLES}), ("daifugo_v0", {"num_rounds": 1})]
)
def test_every_declared_use_comes_up(name: str, rules: dict[str, object]) -> None:
    game, rng = find_game(name), np.random.default_rng(2)
    options = game.options(**rules)
    tables = Tables(game, options, 256, 3)
    agents, seats = [make_agent("random", game, options)], np.zeros((256, game.max_players), int)
    unseen = {*balance_of(game).uses}
    for _ in range(400):
        masks, states = tables.action_masks, tables.states
        for use in [*unseen]:
            kept = restrictions_of(game)[f"always use {use}"](states, masks)
            assert (kept <= masks).all()
            unseen -= {use} if kept.any() else set()
        tables.step(choose_actions(tables, agents, seats, rng))
    assert not unseen


def test_all_tries_every_restriction_the_dearest_first(capsys: pytest.CaptureFixture[str]) -> None:
    costs = RestrictRequest("sevens", ("all",), "random", deals=4).play()
    means = [cost.wins.mean for cost in costs]
    assert means == sorted(means)
    assert {cost.restriction for cost in costs} == {*restrictions_of(find_game("sevens_v0"))}
    words = ["never pass", "always play", "never joker at"]
    assert main(["balance", "sevens", "--restrict", *words, "--deals", "60"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert re.match(r"Clearly wins less often: never pass, always play \(-\d+\.\d pp\)\. ", shown)
    assert (
        "one restricted player among greedy" in shown and "nothing was tried: never joker" in shown
    )
    assert shown.count("never pass") == 2, "what has the same result is one row"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"restrict": ("never pas",)}, "never pas.*allowed: never play.*Did you mean never pass"),
        ({"restrict": ()}, "a restriction can't be ''; allowed"),
        ({"deals": 1}, "deals"),
        ({"agent": "montecarlo:budget=4"}, "montecarlo:budget=4 searches"),
    ],
)
def test_what_can_t_be_restricted_is_refused(changed: dict[str, object], said: str) -> None:
    with pytest.raises(UserError, match=said):
        RestrictRequest(**{"game": "sevens", "restrict": ("never pass",), **changed}).play()
