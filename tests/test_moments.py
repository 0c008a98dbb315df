"""Moments: what tables stop to show, from one seat's views alone."""

import random
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from fudaba.envs import Game, find_game, game_names
from fudaba.envs.core.scene.moment import Moment
from fudaba.envs.core.scene.scene_text import draw_moment
from fudaba.envs.core.words.reading import copied
from fudaba.envs.tyrant import state as tyr
from fudaba.envs.tyrant.rules import tricks
from fudaba.testing.mixes import mixes
from fudaba.testing.positions import positions

NUM_MIXES = 24
MOST_STEPS = 300  # of a game, the last ones
TITLES = {
    "cyclic_v0": {"Season", "The game"},
    "daifugo_v0": {"Round"},
    "killer_sevens_v0": {"A player", "The end"},
    "makhup_v0": {"Season", "The game"},
    "makkaik_v0": {"Season", "The game"},
    "mokkaik_v0": {"The round", "Season", "The game"},
    "namto_v0": {"Season", "The game"},
    "niekhi_v0": {"Season", "The game"},
    "seki_v0": {"A role", "The game"},
    "sevens_v0": {"A player", "The end"},
    "taxot_v0": {"Season", "The game"},
    "tyrant_v0": {"Trick", "The end"},
}


def steps(game: Game, options: dict[str, Any], rng: random.Random) -> list[tuple[np.void, np.void]]:
    """Returns the states before and after each step of a random game."""
    found = [np.array([state])[0] for state in positions(game, options, rng.getrandbits(32))]
    return [*pairwise(found[-MOST_STEPS:])]


def moments_of(game: Game, before: np.void, after: np.void, seat: int) -> list[Moment]:
    return game.words.moments(game.view(before, seat), game.view(after, seat), seat)


@pytest.mark.parametrize("name", game_names())
def test_every_seat_gets_the_moments_that_the_game_declares(name: str) -> None:
    game, rng, titles = find_game(name), random.Random(name), set()
    for options in mixes(game)[:NUM_MIXES]:
        for before, after in steps(game, options, rng):
            seats = 0, rng.randrange(1, int(before["num_players"]))
            by_seat = [moments_of(game, before, after, seat) for seat in seats]
            assert len({tuple(moment.title for moment in moments) for moments in by_seat}) == 1
            for moment in by_seat[0]:
                assert moment.rows and all(row.words for row in moment.rows) and moment.verdict
                assert moment.verdict[0].isupper() or moment.verdict.startswith("player_")
                assert max(map(len, draw_moment(moment).splitlines())) <= 80
                titles.add(moment.title)
    for start in TITLES[name]:
        assert any(title.startswith(start) for title in titles), f"no moment {start!r}"


@pytest.mark.parametrize("name", game_names())
def test_the_end_of_a_game_is_a_moment(name: str) -> None:
    game = find_game(name)
    before, after = steps(game, {}, random.Random(name))[-1]
    assert after["to_move"] < 0
    assert moments_of(game, before, after, 0)


def test_the_powers_of_a_reveal_are_those_that_decide_the_trick() -> None:
    game, rng, seen = find_game("tyrant_v0"), random.Random(1), 0
    for options in mixes(game)[:NUM_MIXES]:
        for before, after in steps(game, options, rng):
            for moment in moments_of(game, before, after, 1):
                if not moment.title.startswith("Trick"):
                    continue
                seen += 1
                trick = int(before["trick"])
                judged = copied(after)  # its plays, with the table as it was
                for field in ("plaza", "trick", "marker"):
                    judged[field] = before[field]
                for suit in range(tyr.NUM_SUITS):
                    laid = after["laid"][:, trick][after["targets"][:, trick] == suit]
                    judged["chips_on"][suit] = laid.sum()
                powers = {f"player_{seat}": int(tricks.power_of_play(judged, seat))
                          for seat in range(int(before["num_players"]))}  # fmt: skip
                for row in moment.rows:
                    player = row.words.split(",")[0]
                    is_hidden = any(card.look == "back" for card in row.cards)
                    assert is_hidden or f"power {powers[player]}" in row.words
                winner = int(after["winners"][trick])
                marked = [row.words.split(",")[0] for row in moment.rows if row.is_best]
                assert marked == ([f"player_{winner}"] if winner >= 0 else [])
    assert seen > 50
