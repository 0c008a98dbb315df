"""The tables of phases, roles and actions of SEKI: their codes are their places."""

import re
from typing import get_args

from fudaba.envs.seki import GAME, state
from fudaba.envs.seki.options import LIVE_ROLES, ROLE_CLAUSES, ROLES, Role

RULES = GAME.rules.read_text(encoding="utf-8")


def test_SEKI_4D_every_decision_point_has_the_code_of_its_place() -> None:
    assert [getattr(state, phase.name) for phase in state.PHASES] == list(range(state.NUM_PHASES))
    codes = {*range(state.NUM_PHASES), state.EFFECT_OVER, state.TURN_OVER}
    assert len(codes) == state.NUM_PHASES + 2


def test_SEKI_4D_every_decision_point_names_a_clause_that_is_there() -> None:
    for phase in state.PHASES:
        assert re.search(rf"^- {re.escape(phase.clause)} ", RULES, re.MULTILINE), phase
        assert phase.question and not phase.question.endswith(".")


def test_SEKI_7_2_only_a_card_with_a_named_move_is_chosen_in_secret() -> None:
    secret = {phase.name for phase in state.PHASES if phase.is_secret}
    assert secret == {
        "TRADE_CARD", "TRADE_AGAIN", "ALCHEMIST_FIRST", "ALCHEMIST_SECOND", "ANGLER_CARD",
        "EMPEROR_PICK", "HUNTER_GIVE", "MILLIONAIRE_NUMBER",
    }  # fmt: skip
    assert all(phase.move for phase in state.PHASES if phase.is_secret)


def test_SEKI_2_3_every_role_has_the_code_of_its_place_and_its_clause() -> None:
    assert get_args(Role) == ROLES
    assert [getattr(state, role) for role in ROLES] == list(range(state.NUM_ROLES))
    assert tuple(name.replace(" ", "_") for name in state.ROLE_NAMES) == ROLES
    for role, clause in ROLE_CLAUSES.items():
        assert f"- {clause} {role}" in RULES
    assert set(ROLES) - set(LIVE_ROLES) == {"FARMER"}


def test_actions_follow_each_other_without_a_gap() -> None:
    assert state.NUM_ACTIONS == GAME.num_actions == 86
    assert [kind.first for kind in state.ACTIONS] == [0, 53, 54, 55, 56, 69, 73, 75, 78, 81, 85]
