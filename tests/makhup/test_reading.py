"""What a person may type at a table of Makhup."""

import pytest

from fudaba.common.languages import LANGUAGES, in_language
from fudaba.envs import UserError
from fudaba.envs.makhup import GAME

from .positions import Table, position


def fork(**options: object) -> Table:
    """A table with a special end, and two ends that an 8 joins."""
    return position(["0 1 2 3 8 K", "1"], "6 3 5 K", **options)


def meant(table: Table, text: str) -> list[str]:
    """The moves that a text can mean."""
    return [GAME.words.describe(table.state, action) for (action,) in
            GAME.words.read(table.state, text)]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("3 1 2 on 6", ["play 1+2+3 on 6"]),
        ("play 3, 2 and 1", ["play 1+2+3 on 6"]),
        ("0+3", ["play 0+3 on 3"]),
        ("play 3", ["play 3 on special", "play 3 on 3"]),
        ("play 8", ["play 8 on special", "join 3 and 5 with 8"]),
        ("3 on king", ["play 3 on special"]),
        ("join 5 3", ["join 3 and 5 with 8"]),
        ("join 5 and 3 with 8", ["join 3 and 5 with 8"]),
        ("K", ["play special"]),
        ("play ship", ["play special"]),
    ],
)
def test_cards_are_read_in_any_order(text: str, moves: list[str]) -> None:
    assert meant(fork(), text) == moves


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("japanese", "english"),
    [
        ("6の道に3、1と2", "3 1 2 on 6"),
        ("3 2 1を出す", "play 3 2 1"),
        ("3を出す", "play 3"),
        ("王の道に3を出す", "3 on king"),
        ("5と3を統合", "join 5 3"),
        ("5と3の道を8で統合する", "join 5 and 3 with 8"),
        ("船", "K"),
    ],
)
def test_plays_are_read_in_japanese(language: str, japanese: str, english: str) -> None:
    table = fork()
    wanted = GAME.words.read(table.state, english)
    with in_language(language):
        assert GAME.words.read(table.state, japanese) == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_moves_are_read_in_both_languages(language: str) -> None:
    for table in (fork(), position(["8", "1"], "5 1 2", join_max=3)):
        for named_in in LANGUAGES:
            with in_language(named_in):
                names = GAME.move_names(table.state)
            with in_language(language):
                for name, action in names.items():
                    assert GAME.words.read(table.state, name) == [(action,)]


@pytest.mark.parametrize("text", ["3", "12", "castle", "play 9", "join 3", "on 6", "join", ""])
def test_numbers_alone_and_other_words_are_not_read(text: str) -> None:
    assert meant(fork(), text) == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("3 on 5", "the cards add up to 3, not to 5 (MHP-4.1)."),
        ("join 3 5 with 7", "the cards add up to 7, not to 8 (MHP-4.1)."),
        ("join 5 6", "there is no number 11 (MHP-2.1)."),
        ("1 7 on 3 5", "cards extend one end, or one card joins two (MHP-4.1)."),
        ("2 K", "a special card is played alone, onto no end (MHP-5.1)."),
        ("join K 3", "a special end takes one card, and can't be joined (MHP-5.2)."),
        ("1 2 on K", "a special end takes one card, and can't be joined (MHP-5.2)."),
        ("play 4", "there is no 4 in the hand (MHP-4.1)."),
        ("1 1 1", "there are not so many 1 in the hand (MHP-4.1)."),
        ("play 0 8", "there is no 8 among the open ends (MHP-4.1)."),
        ("join 3 3", "there is no 6 in the hand (MHP-4.1)."),
        ("join 3 5 0", "a card may join two ends, with this join_max (MHP-4.1)."),
    ],
)
def test_what_is_not_allowed_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(UserError) as caught:
        GAME.words.read(fork().state, text)
    assert str(caught.value) == f"{text!r} is not allowed: {why}"


def test_three_ends_are_joined_where_that_is_played() -> None:
    table = position(["8", "1"], "5 1 2", join_max=3)
    assert meant(table, "join 5 1 2") == ["join 1, 2 and 5 with 8"]
