"""Sentences about players: names and `you` instead of `player_1`, and verbs that agree."""

import random
import re
from collections.abc import Iterator

import pytest

from fudaba.envs import Game, find_game, game_names
from fudaba.envs.core.words.names import seat_names
from fudaba.envs.core.words.sentences import PLAYER, VERBS, of_others, of_reader, of_you, with_names

from ..test_conformance import each, positions, some_mixes

NAMES = ["Ann", "Greedy 1", "Greedy 2"]
# A text, the seat of the reader or -1, and the sentence. names.js is tested with the same rows.
ROWS = [
    ("player_0 wins; player_1 deals the next", -1, "Ann wins; Greedy 1 deals the next"),
    ("player_0 wins; player_1 deals the next", 0, "You win; Greedy 1 deals the next"),
    ("player_0 wins; player_1 deals the next", 1, "Ann wins; you deal the next"),
    ("won by player_0", 0, "won by you"),
    ("the trick: player_0", 0, "the trick: you"),
    ("(player_0 leads)", 0, "(You lead)"),
    ("1: player_0 leads", 0, "1: you lead"),
    ("a first line\nplayer_0 leads", 0, "a first line\nYou lead"),
    ("hand of player_0", 0, "Your hand"),
    ("known: hand of player_0", 0, "known: your hand"),
    ("hand of player_0", 1, "hand of Ann"),
    ("on the discard of player_0", 0, "on your discard"),
    ("on the discard of player_0", 1, "on the discard of Ann"),
    ("discards of player_0", 0, "Your discards"),
    ("player_0's turn", 0, "Your turn"),
    ("player_0's turn", 1, "Ann's turn"),
    ("it is player_2's turn", 2, "it is your turn"),
    ("player_0 passes", 0, "You pass"),
    ("player_0 takes b0 and player_1 has 4d", 0, "You take b0 and Greedy 1 has 4d"),
    ("player_1 is 2nd, player_0 is 1st", 0, "Greedy 1 is 2nd, you are 1st"),
    ("player_0 has 4d, player_0 was out, player_0 does nothing", 0,
     "You have 4d, you were out, you do nothing"),
    ("player_0 goes out, player_0 uses 3, player_0 loses", 0, "You go out, you use 3, you lose"),
    ("player_0 as GAMBLER", 0, "You as GAMBLER"),
    ("player_0 minus 3, player_1 plus 3", 0, "You minus 3, Greedy 1 plus 3"),
    ("player_0 7 points", 0, "You 7 points"),
    ("player_10 and player_0 pass", 0, "player_10 and you pass"),
    ("xplayer_0 passes, player_0x passes", 0,
     "xplayer_0 passes, player_0x passes"),
    ("give ♦8 to player_2", 0, "give ♦8 to Greedy 2"),
    ("nobody passes", 0, "nobody passes"),
    ("", 0, ""),
]  # fmt: skip
# First words of announced steps that name a play before its cards are named: `chooses run 4 5 6`.
CHOSEN = {
    "cyclic_v0": {"friends", "run", "single", "with"},
    "niekhi_v0": {"no"},
}  # fmt: skip
NUM_MIXES = 6
every_game = each([find_game(name) for name in game_names()])


@pytest.mark.parametrize(("text", "own", "sentence"), ROWS)
def test_players_have_names_and_the_reader_is_you(text: str, own: int, sentence: str) -> None:
    assert with_names(text, NAMES, own) == sentence


def test_names_that_look_like_players_or_patterns_stay() -> None:
    names = ["player_1", r"\g<0>", "Bob's"]
    assert with_names("player_0, player_1 and player_2", names) == r"player_1, \g<0> and Bob's"


@pytest.mark.parametrize(
    ("move", "of_another", "own"),
    [
        ("pass", "passes", "pass"),
        ("pass and draw", "passes and draws", "pass and draw"),
        ("play H5", "plays H5", "play H5"),
        ("discard b5", "discards b5", "discard b5"),
        ("throw rE", "throws rE", "throw rE"),
        ("fold", "folds", "fold"),
        ("trash 0b", "trashes 0b", "trash 0b"),
        ("play ♦K and a joker", "plays ♦K and a joker", "play ♦K and a joker"),
        ("join 1 and 1 with 2", "joins 1 and 1 with 2", "join 1 and 1 with 2"),
        ("run 4 5 6", "chooses run 4 5 6", "choose run 4 5 6"),
        ("with ♥2 and a joker", "chooses with ♥2 and a joker", "choose with ♥2 and a joker"),
        ("1 chip on H", "lays 1 chip on H", "lay 1 chip on H"),
        ("2 chips on H", "lays 2 chips on H", "lay 2 chips on H"),
        ("no chips", "lays no chips", "lay no chips"),
        ("no ship", "chooses no ship", "choose no ship"),
        ("base 10", "sets base 10", "set base 10"),
        ("joker at D6", "lays joker at D6", "lay joker at D6"),
        ("joker as ♥2", "chooses joker as ♥2", "choose joker as ♥2"),
    ],
)
def test_a_move_follows_the_name_of_its_player(move: str, of_another: str, own: str) -> None:
    assert of_others(move) == of_another
    assert of_reader(move) == own


def announced(game: Game) -> Iterator[str]:
    """Yields the announcements of random games under some house rules, to every listener."""
    rng = random.Random(game.name)
    for options in some_mixes(game, NUM_MIXES):
        walked = [state.copy() for state in positions(game, options, rng.getrandbits(32))]
        for state in walked[:-1]:
            action = rng.choice(game.legal_actions(state))
            for listener in range(int(state["num_players"])):
                yield game.announced_to(state, action, listener)


@every_game
def test_announcements_begin_with_a_verb_or_name_a_choice(game: Game) -> None:
    said = {move for move in announced(game) if move}
    unknown = {move.split(" ")[0] for move in said if of_others(move) == f"chooses {move}"}
    assert said and unknown <= CHOSEN.get(game.name, set())
    for move in said:
        assert of_reader(move).split(" ")[0] in VERBS | {"choose", "lay", "set"}
        assert re.match(r"[a-z]+s( |$)", of_others(move)), move


@every_game
def test_verbs_behind_players_are_verbs(game: Game) -> None:
    """What follows a player in news and moments and ends in `s` is a verb, which loses the `s`."""
    rng, found = random.Random(game.name), set[str]()
    for options in some_mixes(game, NUM_MIXES):
        before = None
        for state in positions(game, options, rng.getrandbits(32)):
            after = game.view(state, 0)
            if before is not None:
                texts = [game.words.news(before, after, 0)]
                for moment in game.words.moments(before, after, 0):
                    texts += [moment.verdict, *(row.words for row in moment.rows)]
                found |= {one["verb"] for text in texts for one in PLAYER.finditer(text)} - {None}
            before = after.copy()
    verbs = {of_you(verb) for verb in found}
    assert verbs <= {
        f" {verb}"
        for verb in {*VERBS, "are", "begin", "come", "deal", "get", "have", "hold", "lead", "pay",
                     "see", "show", "win"}
    }  # fmt: skip


def test_equal_names_get_numbers_and_no_two_seats_share_a_name() -> None:
    assert seat_names(["Ann", "Bot", "Ann", "Bot"]) == ["Ann 1", "Bot 1", "Ann 2", "Bot 2"]
    assert seat_names(["Ann", "", "Bob"]) == ["Ann", "player_1", "Bob"]
    assert seat_names(["Bot 1", "Bot", "Bot"]) == ["Bot 1", "Bot 2", "Bot 3"]
    assert seat_names(["a\u202eb", "a\nb"]) == ["ab 1", "ab 2"]
