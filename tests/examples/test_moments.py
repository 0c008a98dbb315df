"""The moments and points that the layer derives, from the games of `examples/games`."""

from collections import Counter
from importlib import import_module
from itertools import pairwise

import numpy as np
import pytest

from fudaba.envs import Game
from fudaba.envs.core.scene.moment import Moment
from fudaba.envs.core.scene.scene_text import draw_moment
from fudaba.testing.mixes import mixes
from fudaba.testing.positions import positions

from .registered import GAMES

EVERY = {name: import_module(f"examples.games.{name}").GAME for name in GAMES}


def steps(game: Game, rules: dict[str, object], seed: int) -> list[tuple[np.void, np.void]]:
    """The positions before and after each step of a random game."""
    return [*pairwise(np.array([state])[0] for state in positions(game, rules, seed))]


def moments_of(game: Game, before: np.void, after: np.void, seat: int) -> list[Moment]:
    return game.words.moments(game.view(before, seat), game.view(after, seat), seat)


@pytest.mark.parametrize("name", GAMES)
def test_every_seat_gets_the_same_moments_and_the_end_is_one(name: str) -> None:
    game = EVERY[name]
    for seed, rules in enumerate(mixes(game)[:3]):
        *others, end = steps(game, rules, seed)
        for step in (*others[-200:], end):
            by_seat = [moments_of(game, *step, seat) for seat in range(rules["num_players"])]
            assert len({tuple((m.title, len(m.rows)) for m in seen) for seen in by_seat}) == 1
            for moment in by_seat[0]:
                assert moment.rows and moment.verdict
                assert max(map(len, draw_moment(moment).splitlines())) <= 80
            is_end = [moment.title == "The end" for moment in by_seat[0]]
            assert any(is_end) == (step is end)


def test_a_trick_shows_the_card_of_each_player_and_marks_the_winner() -> None:
    game = EVERY["tricks"]
    for before, after in steps(game, {"num_players": 4, "hand_size": 5}, 1):
        won = (after["tricks"] - before["tricks"])[:4]
        tricks = [m for m in moments_of(game, before, after, 2) if m.title == "Trick"]
        assert len(tricks) == won.sum()
        for trick in tricks:
            winner = int(won.argmax())
            assert [row.words for row in trick.rows if row.is_best] == [f"player_{winner}"]
            assert trick.verdict == f"player_{winner}, tricks: {after['tricks'][winner]}"
            played = Counter(card.name for row in trick.rows for card in row.cards)
            known = [game.words.snapshot(state)["played"] for state in (before, after)]
            assert played == Counter(known[1]) - Counter(known[0])
            assert all(len(row.cards) == 1 for row in trick.rows)


def test_a_pile_that_is_taken_is_shown_as_far_as_a_seat_sees_it() -> None:
    game, seen = EVERY["doubt"], 0
    for before, after in steps(game, {"num_players": 3}, 1):
        grown = (after["sizes"] - before["sizes"])[:3]
        for seat in range(3):
            piles = [m for m in moments_of(game, before, after, seat) if m.title == "Pile"]
            assert len(piles) == (grown.max() > 1)
            for pile in piles:
                taker = int(grown.argmax())
                assert pile.verdict == f"player_{taker} takes {grown[taker]} cards"
                assert len(pile.rows[0].cards) <= grown[taker]
                assert seat != taker or len(pile.rows[0].cards) == grown[taker]
                seen += 1
    assert seen > 20


def test_the_number_that_leads_is_shown_as_points() -> None:
    game = EVERY["tricks"]
    end = steps(game, {"num_players": 3}, 1)[-1][1]
    assert game.points_won(end) == end["tricks"][:3].tolist()
    assert game.words.points and game.words.points.words(3) == "tricks: 3"
    assert not EVERY["rummy"].words.points
