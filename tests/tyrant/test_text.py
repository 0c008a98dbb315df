"""What others are told in Tyrant, rare news and reasons, and what a person may type."""

import pytest

from fudaba.envs import UserError
from fudaba.envs.tyrant import GAME
from fudaba.envs.tyrant import state as tyr

from ..announced import announced
from .positions import A, B, C, D, Table, opened, position


def late_table() -> Table:
    """The sixth trick; D passed in the fifth and has no more than one card."""
    return position(
        ["SSH", "SHD", "CC", ""],
        "SK HQ DJ",
        stocks=["D", "CC", "HHH", "D"],
        plaza=(6, 2, 0, 1),
        chips=[2, 1, 0, 5],
        won={B: "SJ HJ", C: "CQ"},
        passed=[D],
    )


def told(table: Table, text: str) -> list[str]:
    """What every seat is told of a move."""
    action = GAME.parse(table.state, text)
    return [announced(GAME, table.state, action, seat) for seat in table.seats]


# Moves, and what others are told


def test_TYR_7_2_others_are_told_what_lies_face_up_alone() -> None:
    table = late_table()
    hidden = "play 3 cards, ♥ face up"
    assert told(table, "play ♠ ♠ ♥, ♥ face up") == ["play ♠ ♠ ♥, ♥ face up", hidden, hidden, hidden]
    assert told(table, "play ♠ ♠")[1:] == ["play 2 cards"] * 3
    assert told(table, "play ♠")[1:] == ["play 1 card"] * 3
    assert told(table, "pass") == ["pass"] * 4
    table.say("play ♠ ♠")
    assert told(table, "2 chips on ♥") == ["lay 2 chips on ♥"] * 4
    assert told(table, "no chips") == ["lay no chips", *[""] * 3]


def test_TYR_7_3_of_a_selection_others_are_told_that_it_is_complete() -> None:
    table = position(["", "S", "S"], "SK SQ", stocks=["SSHHDDCC", "", ""], passed=[A])
    assert told(table, "keep 2 spades") == ["", "", ""]
    table.say("keep 2 spades")
    assert told(table, "keep no hearts")[1:] == ["take up 6 cards"] * 2, "all others are needed"
    assert told(table, "keep 1 heart")[1:] == ["", ""]
    table.say("keep 1 heart")
    assert table.copy().news("keep 1 diamond") == [""] * 3
    assert told(table, "keep 1 diamond") == ["take up ♠ ♠ ♥ ♦ ♣ ♣", *["take up 6 cards"] * 2]


def test_every_move_has_a_name_of_its_own() -> None:
    names = [GAME.words.describe(opened(1).state, action) for action in range(tyr.NUM_ACTIONS)]
    assert len({*names}) == tyr.NUM_ACTIONS
    assert {"keep 16 diamonds", "keep 1 heart", "pass", "play ♠ ♥", "play ♣ ♣ ♣, ♣ face up",
            "9 chips on ♣", "put ♦ on the plaza"} <= {*names}  # fmt: skip


# Refusals


def test_why_nobody_passes_twice_in_a_row() -> None:
    table = late_table()
    table.say("pass", "pass", "play ♣")
    why = "nobody passes in two tricks in a row (TYR-4.4d)."
    assert GAME.words.why_illegal(table.state, action_of("pass")) == why


def action_of(name: str) -> int:
    """The id of a move, legal or not."""
    state = opened(1).state
    names = [GAME.words.describe(state, action) for action in range(tyr.NUM_ACTIONS)]
    return names.index(name)


def test_why_a_card_of_nobody_is_not_settled() -> None:
    table = position(["HC", "H", "H"], "SK SQ", chips=[0, 0, 0])
    table.say("play ♥ ♣", "play ♥", "play ♥")
    why = "no diamond was played by this player (TYR-4.12)."
    assert GAME.words.why_illegal(table.state, action_of("put ♦ on the plaza")) == why


# What a person may type


def meant(table: Table, text: str) -> list[str]:
    """The chains of moves that a text can mean, each as a player says it."""
    found = []
    for chain in GAME.words.read(table.state, text):
        then = table.copy()
        names = [GAME.words.describe(then.state, action) for action in chain]
        then.say(*names)
        found.append(", then ".join(names))
    return found


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("S", ["play ♠"]),
        ("s s", ["play ♠ ♠"]),
        ("H+S", ["play ♠ ♥"]),
        ("play SSH", ["play ♠ ♠ ♥, ♠ face up", "play ♠ ♠ ♥, ♥ face up"]),
        ("shs, h up", ["play ♠ ♠ ♥, ♥ face up"]),
        ("2s h, s face up", ["play ♠ ♠ ♥, ♠ face up"]),
        ("S, no chips", ["play ♠, then no chips"]),
        ("S and H, 2 on S", ["play ♠ ♥, then 2 chips on ♠"]),
        ("♠", ["play ♠"]),
        ("ハートとスペード", ["play ♠ ♥"]),
        ("♠2枚♥1枚", ["play ♠ ♠ ♥, ♠ face up", "play ♠ ♠ ♥, ♥ face up"]),
        ("♠ ♠ ♥を出す、♥は表向き", ["play ♠ ♠ ♥, ♥ face up"]),
        ("♠、チップなし", ["play ♠, then no chips"]),
        ("♠・♥、♠にチップを2枚", ["play ♠ ♥, then 2 chips on ♠"]),
        ("札", []),
        ("foo", []),
        ("", []),
    ],
)
def test_plays_are_read(text: str, moves: list[str]) -> None:
    assert meant(late_table(), text) == moves


def test_chips_and_settled_cards_are_read() -> None:
    table = late_table()
    table.say("play ♠")
    assert meant(table, "2 on h") == ["2 chips on ♥"] and meant(table, "no chips") == ["no chips"]
    assert meant(table, "♥のチップ2枚") == ["2 chips on ♥"]
    assert meant(table, "S") == []
    settling = position(["HC", "H", "H"], "SK SQ", chips=[0, 0, 0])
    settling.say("play ♥ ♣", "play ♥", "play ♥")
    for text in ("settle c", "put c on the plaza", "c", "♣を中央広場に置く"):
        assert meant(settling, text) == ["put ♣ on the plaza"]
    assert meant(settling, "hc") == []


def test_TYR_4_3_a_hand_is_read_whole() -> None:
    table = position(["", "S", "S"], "SK SQ", stocks=["SSHHDDC", "", ""], passed=[A])
    assert meant(table, "2S 2H D C") == ["keep 2 spades, then keep 2 hearts, then keep 1 diamond"]
    assert meant(table, "hand shhddc") == ["keep 1 spade"], "all others are needed"
    assert meant(table, "スペード2枚♥2枚ダイヤ クローバー") == meant(table, "2S 2H D C")
    assert meant(table, "keep 2 s") == [], "the beginning of a name"
    table.say("keep 2 spades")
    assert meant(table, "SSHHDD") == ["keep 2 hearts, then keep 2 diamonds"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("SSHH", "one to three cards are played (TYR-4.5)."),
        ("H", "spades are led: the hand has one, and it must be played (TYR-4.5)."),
        ("D", "the hand has no diamond (TYR-4.5)."),
        ("SH, H up", "only of three cards one lies face up (TYR-4.5)."),
        ("SSH, D up", "only of three cards one lies face up (TYR-4.5)."),
        ("S, 10 on S", "1 to 9 chips can be laid (TYR-4.7)."),
        ("S, 3 on S", "there are only 2 chips (TYR-4.7)."),
    ],
)
def test_what_is_not_allowed_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(UserError) as caught:
        GAME.words.read(late_table().state, text)
    assert str(caught.value) == f"{text!r} is not allowed: {why}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("SSHH", "a hand of 6 cards is formed now (TYR-4.3)."),
        ("SSSHHD", "the stock has 2 spades (TYR-4.3)."),
        ("SHHDDC", "♠ ♠ are kept already (TYR-4.3)."),
    ],
)
def test_hands_that_can_t_be_formed(text: str, why: str) -> None:
    table = position(["", "S", "S"], "SK SQ", stocks=["SSHHDDC", "", ""], passed=[A])
    table.say("keep 2 spades")
    with pytest.raises(UserError) as caught:
        GAME.words.read(table.state, text)
    assert str(caught.value) == f"{text!r} is not allowed: {why}"


def test_chips_that_are_not_there() -> None:
    table = position(["S", "S", "S"], "SK SQ", chips=[0, 0, 0])
    assert meant(table, "S, no chips") == ["play ♠"]
    with pytest.raises(UserError, match="there are no chips"):
        GAME.words.read(table.state, "S, 1 on S")


def last_table(**options: object) -> Table:
    """The last trick of three."""
    return position(["SH", "HD", "C"], "SK", chips=[2, 0, 0], **options)


def test_news_of_new_hands_and_of_who_can_do_nothing() -> None:
    table = position(["S", "S", ""], "SK SQ", stocks=["HHH", "", ""], chips=[1, 1, 0])
    assert table.news("pass") == [""] * 3
    (news,) = {*table.news("pass")}
    assert news == (
        "Trick 7: player_2 is skipped until the end: no card to play, and no chip for a pass; "
        "nobody wins ♠K; player_0 takes up 4 cards; player_1 takes up 1 card"
    )
    told_later = [*table.news("play ♠"), *table.news("play ♠")]
    assert any("♠Q" in line for line in told_later), "the second trick is over"
    assert not any("skipped" in line for line in told_later), "that was told before"


def test_news_of_the_end() -> None:
    table = last_table(won={C: "CJ CQ CK DQ"})
    table.play("SH")
    table.play("HD")
    assert table.news("play ♣")[0] == (
        "Trick 8: player_1 played ♥ ♦; player_2 played ♣; player_0 wins ♠K; "
        "fame: player_0 7, player_1 0, player_2 19; purged: player_2"
    )
