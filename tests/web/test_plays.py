"""The plays of a position: what touching cards can mean, in every game."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from fudaba.envs import Game, find_game
from fudaba.envs.core.scene.scene import pieces
from fudaba.envs.core.words.sentences import read_by
from fudaba.testing.positions import positions
from fudaba.web.plays import MOST_PLAYS, Play, applied, is_final, plays_of

from ..daifugo.positions import position
from ..spread import every_game, few_mixes

MOST_OF_A_GAME, APART = 40, 7


def walked(game: Game, rules: dict[str, object]) -> Iterator[np.void]:
    """Yields positions of a random game in which somebody is to move."""
    walk = positions(game, rules, 1)
    return (state for state in walk if state["to_move"] >= 0)


def some_positions(game: Game) -> Iterator[np.void]:
    """Yields some positions under all house rules."""
    for rules in few_mixes(game):
        yield from islice(walked(game, rules), 0, MOST_OF_A_GAME, APART)


def plays_in(game: Game, state: np.void) -> list[Play]:
    with read_by(int(state["to_move"])):
        return plays_of(game, state)


@every_game
def test_plays_are_the_legal_moves_with_pieces_that_lie_there(game: Game) -> None:
    for state in some_positions(game):
        mover, plays = int(state["to_move"]), plays_in(game, state)
        legal = {*game.legal_actions(state)}
        assert {play.actions[0] for play in plays} <= legal
        assert legal <= {action for play in plays for action in play.actions}
        scene = game.scene(state, mover)
        hand = Counter(card.about for card in scene.seats[mover].cards)
        shown = Counter(piece.about for piece in pieces(scene)) - hand
        for play in plays:
            assert play.text
            assert Counter(play.cards) <= hand and Counter(play.targets) <= shown
            assert {*play.zones} <= {*shown} and mover not in play.seats


@every_game
def test_only_the_last_step_of_a_play_can_be_final_and_it_is_where_its_kind_must_go_on(
    game: Game,
) -> None:
    for state in some_positions(game):
        plays = plays_in(game, state)
        for play in plays:
            table = state
            for number, action in enumerate(play.actions, 1):
                assert action in game.legal_actions(table)
                after = applied(game, table, action)
                is_last = number == len(play.actions)
                is_done = is_final(game, table, action, after)
                assert is_last or not is_done
                next_kinds = {game.decode(one)[0] for one in game.legal_actions(after)}
                if is_last and not is_done and len(plays) < MOST_PLAYS:
                    assert next_kinds != {game.decode(action)[0]}
                table = after


@pytest.mark.parametrize(
    ("name", "text", "num_cards", "num_targets"),
    [
        ("tyrant_v0", "take up ", 0, 7),
        ("cyclic_v0", "play the run ", 4, 0),
        ("cyclic_v0", "0(", 1, 0),
        ("daifugo_v0", "play the pair ", 2, 0),
        ("daifugo_v0", "joker as ", 2, 0),
        ("niekhi_v0", "ship(", 2, 0),
        ("mokkaik_v0", "throw ", 2, 0),
        ("makkaik_v0", "take ", 1, 1),
        ("makhup_v0", "+", 2, 1),
    ],
)
def test_the_pieces_of_a_whole_move_are_touched_together(
    name: str, text: str, num_cards: int, num_targets: int
) -> None:
    game = find_game(name)
    for seed in range(20):
        for state in islice(positions(game, {}, seed), MOST_OF_A_GAME):
            plays = plays_in(game, state) if state["to_move"] >= 0 else []
            if any((len(play.cards), len(play.targets)) == (num_cards, num_targets)
                   and text in play.text for play in plays):  # fmt: skip
                return
    pytest.fail("no such play")


@pytest.mark.parametrize(("rules", "num_of_a_rank"), [({}, 2), ({"effects": []}, 1)])
def test_two_jokers_are_offered_by_rank_and_by_whether_they_bind(
    rules: dict[str, object], num_of_a_rank: int
) -> None:
    game, table = find_game("daifugo_v0"), position(["HQ DQ S3", "joker joker C4"], options=rules)
    table.say("pair Q Q", "with HQ DQ")
    pairs = [play.text for play in plays_in(game, table.state) if len(play.cards) == 2]
    binding = "play the pair joker as ♥{rank}, joker as ♦{rank}"
    free = "play the pair joker as ♠{rank}, joker as ♥{rank}"
    offered = [free, binding][:num_of_a_rank]
    assert sorted(pairs) == sorted(text.format(rank=rank) for rank in "KA2" for text in offered)
