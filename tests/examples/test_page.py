"""The games on the page *Small games* keep their roles and choices secret."""

import importlib
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from fudaba.envs import Game
from fudaba.testing import checked
from fudaba.testing.mixes import mixes
from fudaba.testing.positions import positions

from ..project import ROOT
from ..tables import dealt_state, redealt

WOLF, FIRST_CHOICE, ROLES, CHOICES = 1, 2, 0, 7
CODE = re.compile(r"^```py\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MOST_LINES = 150


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Game]]:
    """The games of the page by their ids."""
    folder: Path = tmp_path_factory.mktemp("page")
    page = (ROOT / "docs/small_games.md").read_text(encoding="utf-8")
    sys.path.insert(0, str(folder))
    found = []
    for number, code in enumerate(CODE.findall(page)):
        assert len(code.splitlines()) <= MOST_LINES
        (folder / f"page_{number}.py").write_text(code, encoding="utf-8")
        found.append(importlib.import_module(f"page_{number}").GAME)
    yield {game.name: game for game in found}
    sys.path.remove(str(folder))


@pytest.fixture
def game(games: dict[str, Game]) -> Game:
    return games["watch_v0"]


@pytest.mark.parametrize("name", ["traitors_v0", "watch_v0"])
def test_a_game_of_the_page_keeps_what_every_game_keeps(name: str, games: dict[str, Game]) -> None:
    findings = [*checked(games[name], rows=3)]
    assert len(findings) > 20
    assert [each for each in findings if each.problem] == []


def test_each_player_has_a_hand_and_a_role_and_two_traitors_know_each_other(
    games: dict[str, Game],
) -> None:
    game, first = games["traitors_v0"], 6  # the row of the first role
    for players, count in {3: 1, 4: 1, 5: 2, 6: 2}.items():
        state = next(iter(positions(game, {"num_players": players}, 0)))
        roles = state["cards"][first : first + players, 0]
        traitors = {seat for seat in range(players) if roles[seat] == 1}
        assert len(traitors) == count and state["sizes"][:players].tolist() == [4] * players
        for seat in range(players):
            known = knowing(state, first + seat)
            assert known == (traitors if seat in traitors else {seat})


def wolves_of(state: np.void) -> set[int]:
    seats = range(int(state["num_players"]))
    return {seat for seat in seats if state["cards"][ROLES + seat, 0] == WOLF}


def knowing(state: np.void, row: int) -> set[int]:
    """The seats that know the first card of a row."""
    seats = range(int(state["num_players"]))
    return {seat for seat in seats if state["known"][row, 0] >> seat & 1}


def test_in_every_world_those_know_each_other_who_are_wolves_there(game: Game) -> None:
    rng, others, choices = random.Random(1), 0, 0
    for number, rules in enumerate(mixes(game)[:6]):
        for state in positions(game, rules, number):
            everybody = {*range(int(state["num_players"]))}
            seat = rng.choice([*everybody])
            world = redealt(game, state, seat, rng.getrandbits(64))
            for each in everybody:
                is_wolf = each in wolves_of(world)
                known = wolves_of(world) if is_wolf else {each}
                assert knowing(world, ROLES + each) in (known, everybody)
                if world["sizes"][CHOICES + each]:
                    assert world["cards"][CHOICES + each, 0] >= FIRST_CHOICE
                    choices += (
                        world["cards"][CHOICES + each, 0] != state["cards"][CHOICES + each, 0]
                    )
            others += wolves_of(world) != wolves_of(state)
    assert others > 30 and choices > 30


def test_roles_are_a_factor_and_the_points_so_far_lead(game: Game) -> None:
    assert game.balance and game.balance.lead_value is game.kernels.score
    state = dealt_state(game, {"num_players": 6}, 4)
    values = np.zeros((len(game.balance.factors), 7))
    game.balance.measure_deal(state, values)
    [row] = [row for row, factor in enumerate(game.balance.factors) if factor.name == "roles"]
    roles = [game.balance.factors[row].words[int(code)] for code in values[row, :6]]
    assert {seat for seat, role in enumerate(roles) if role == "wolf"} == wolves_of(state)
    assert roles.count("villager") == 4


def test_what_a_team_wins_the_others_lose(game: Game) -> None:
    pay_team = importlib.import_module("fudaba.envs.small").pay_team
    state, points = np.zeros((), game.state_dtype)[()], np.ones(7)
    state["num_players"] = 5
    for seats, paid in (
        (0b00011, [1, 1, -2 / 3, -2 / 3, -2 / 3, 0, 0]),
        (0b01111, [1, 1, 1, 1, -4, 0, 0]),
        (0b00000, [0] * 7),
        (0b11111, [0] * 7),
    ):
        pay_team(state, points, seats, 1.0)
        assert points.tolist() == paid
