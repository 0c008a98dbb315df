"""Sentences about players: names and `you` instead of `player_1`, and verbs that agree."""

import random
import re
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from fudaba.common.languages import in_language, telling_of, translator
from fudaba.envs import Game
from fudaba.envs.core.scene.scene import pieces
from fudaba.envs.core.words.names import seat_names
from fudaba.envs.core.words.sentences import read_by, with_names
from fudaba.testing.positions import positions

from ..spread import every_game, few_mixes

_, _n = translator("core")

NAMES = ["Ann", "Medium 1", "Medium 2"]
# A text, the seat of the reader or -1, and the sentence. names.js is tested with the same rows.
ROWS = [
    ("player_0 wins; player_1 deals the next", -1, "Ann wins; Medium 1 deals the next"),
    ("player_0 win; player_1 deals the next", 0, "You win; Medium 1 deals the next"),
    ("player_0 wins; player_1 deal the next", 1, "Ann wins; you deal the next"),
    ("won by player_0", 0, "won by you"),
    ("the trick: player_0", 0, "the trick: you"),
    ("(player_0 lead)", 0, "(You lead)"),
    ("1: player_0 lead", 0, "1: you lead"),
    ("a first line\nplayer_0 lead", 0, "a first line\nYou lead"),
    ("player_1 is 2nd, player_0 are 1st", 0, "Medium 1 is 2nd, you are 1st"),
    ("player_10 and player_0 pass", 0, "player_10 and you pass"),
    ("give ♦8 to player_2", 0, "give ♦8 to Medium 2"),
    ("nobody passes", 0, "nobody passes"),
    ("", 0, ""),
]
# Words in `s` that are no verb behind a player.
NO_VERBS = {"as", "minus", "plus", "points"}
NUM_MIXES, NUM_STEPS = 6, 20


@pytest.mark.parametrize(("text", "own", "sentence"), ROWS)
def test_players_have_names_and_the_reader_is_you(text: str, own: int, sentence: str) -> None:
    assert with_names(text, NAMES, own) == sentence


def test_names_that_look_like_players_or_patterns_stay() -> None:
    names = ["player_1", r"\g<0>", "Bob's"]
    assert with_names("player_0, player_1 and player_2", names) == r"player_1, \g<0> and Bob's"


def test_a_message_has_a_form_for_its_reader_and_one_for_all_others() -> None:
    def won() -> str:
        return _(
            "{name:{name}'s|your} card: {name} {name:wins|win} {card}", name="player_1", card=5
        )

    assert won() == "player_1's card: player_1 wins 5"
    with read_by(1):
        assert won() == "your card: player_1 win 5"
        with in_language("en"):  # what an agent is told meanwhile
            assert won() == "player_1's card: player_1 wins 5"
    with read_by(0):
        assert won() == "player_1's card: player_1 wins 5"


def test_a_move_is_said_to_its_player_unless_it_is_told_to_others() -> None:
    def played() -> str:
        return _("{:plays|play} {card} and {:draws|draw}", card="H5")

    assert played() == "play H5 and draw"
    with read_by(1):
        assert played() == "play H5 and draw"
        with telling_of("player_1"):
            assert played() == "play H5 and draw"
        with telling_of("player_0"):
            assert played() == "plays H5 and draws"
    with telling_of("player_1"):
        assert played() == "plays H5 and draws"


def steps(game: Game) -> Iterator[tuple[np.void, int, np.void]]:
    """Yields the steps of random games under some house rules: before, action, after."""
    rng = random.Random(game.name)
    for options in few_mixes(game)[:NUM_MIXES]:
        walked = [state.copy() for state in positions(game, options, rng.getrandbits(32))]
        for before, after in rng.sample([*pairwise(walked)], min(NUM_STEPS, len(walked) - 1)):
            yield before, rng.choice(game.legal_actions(before)), after


def texts(game: Game, before: np.void, after: np.void, seat: int) -> Iterator[str]:
    views = game.view(before, seat), game.view(after, seat)
    yield game.words.news(*views, seat)
    for moment in game.words.moments(*views, seat):
        yield from (moment.verdict, *(row.words for row in moment.rows))
    yield from (label.text for label in pieces(game.scene(after, seat)))


@every_game
def test_what_is_said_of_the_reader_is_said_to_the_reader(game: Game) -> None:
    for before, _action, after in steps(game):
        for seat in range(int(before["num_players"])):
            with read_by(seat):
                text = "\n".join(texts(game, before, after, seat))
            verbs = re.findall(rf"\bplayer_{seat} ([a-z]+s)\b", text)
            assert {*verbs} <= NO_VERBS, text
            assert not re.search(rf"(hand|discards?|meld) of player_{seat}|player_{seat}'s", text)


@every_game
def test_a_move_that_is_told_begins_with_a_verb(game: Game) -> None:
    for state, action, _after in steps(game):
        mover = int(state["to_move"])
        told = [game.announced_to(state, action, seat) for seat in range(state["num_players"])]
        assert all(re.match(r"[a-z]+s( |$)", move) for move in told if move), told
        with read_by(mover):
            own = game.announced_to(state, action, mover)
        assert bool(own) == bool(told[mover])
        assert not own or own.split(" ")[0] != told[mover].split(" ")[0], own


def test_equal_names_get_numbers_and_no_two_seats_share_a_name() -> None:
    assert seat_names(["Ann", "Bot", "Ann", "Bot"]) == ["Ann 1", "Bot 1", "Ann 2", "Bot 2"]
    assert seat_names(["Ann", "", "Bob"]) == ["Ann", "player_1", "Bob"]
    assert seat_names(["Bot 1", "Bot", "Bot"]) == ["Bot 1", "Bot 2", "Bot 3"]
    assert seat_names(["a\u202eb", "a\nb"]) == ["ab 1", "ab 2"]
