"""What a seat of Daifugo is shown."""

from typing import Any

import pytest

from fudaba.envs.core.scene.scene import PURPLE
from fudaba.envs.daifugo import GAME

from ..tables import texts_of
from .positions import Table, at_exchange, opened, position


def drawn(table: Table, seat: int) -> list[str]:
    return GAME.text(table.state, seat).splitlines()


def four_players() -> Table:
    """Player 0 has laid a pair with a joker, and gives a card for its 7."""
    hands = ["S3 H3 S7 H7 joker S4", "D9 S10 joker", "S8 C5 CK", "SA S2"]
    table = position(hands, options={"num_rounds": 3})
    table.say("pair 7 7", "with S7 and a joker", "joker as D7")
    return table


def test_jokers_of_a_scene_stand_apart() -> None:
    scene = GAME.scene(four_players().state, 2)
    (play,) = scene.shelves[0][0].rows
    assert [(card.text, card.note) for card in play] == [("7", ""), ("★", "as ♦7")]
    assert [card.colour == PURPLE for card in play] == [False, True]
    assert [len(zone.rows[0]) for zone in scene.shelves[0]] == [2, 1]


def test_a_pass_is_forgotten_when_the_field_is_cleared() -> None:
    table = position(["S4 S9", "H4 H9", "D4 D9"])
    table.say("single 4", "with S4", "pass")
    assert [texts_of(GAME.scene(table.state, 2).seats[seat].facts) for seat in (0, 1)] == [
        (),
        ("passed",),
    ]
    table.say("pass")
    assert table.view(2)["passed"].any()
    assert {player.facts for player in GAME.scene(table.state, 2).seats} == {()}


def test_discards_lie_face_up() -> None:
    table = position(["S8 S9", "H3 H4"])
    table.say("single 8", "with S8")
    assert "discards: ♠8" in drawn(table, 1)


def test_only_the_leader_knows_that_a_joker_makes_him_pass() -> None:
    table = position(["joker", "S10 C4"])
    assert drawn(table, 0)[-1] == "Pass: a joker can't be your last card"
    assert drawn(table, 1)[-1] == "Lead a card, a set or a run"


def test_upon_a_joker_only_a_hand_with_the_three_of_spades_is_asked_for_it() -> None:
    table = position(["joker C3", "H3 C4", "S3 C5"])
    table.say("lone joker")
    asked, hopeless = "Play ♠3 on the joker, or pass", "Pass: only ♠3 beats the joker"
    assert [drawn(table, seat)[-1] for seat in table.seats] == [asked, hopeless, asked]
    table.say("pass")
    assert {drawn(table, seat)[-1] for seat in table.seats} == {asked}


def test_upon_the_strongest_card_only_a_hand_with_a_joker_is_asked_for_it() -> None:
    table = position(["S2 C3", "H3 C4", "joker C5", "joker"])
    table.say("single 2", "with S2")
    asked, hopeless = "Beat the 2 with a joker, or pass", "Pass: only a joker beats the 2"
    assert [drawn(table, seat)[-1] for seat in table.seats] == [asked, hopeless, asked, asked]
    table.say("pass")
    warned = f"{asked}; a joker can't be your last card"
    assert [drawn(table, seat)[-1] for seat in table.seats] == [asked, asked, warned, asked]
    table.say("pass")
    assert drawn(table, 3)[-1] == "Pass: a joker can't be your last card"


def test_on_a_bound_field_who_holds_a_joker_is_told_that_it_has_no_suit() -> None:
    table = position(["S9 C3", "S10 C4", "joker C5"])
    table.say("single 9", "with S9", "single 10", "with S10")
    lacking = "Pass: you have no card in ♠ that beats the 10 (a lone joker has no suit)"
    assert drawn(table, 2)[-1] == lacking
    assert drawn(table, 0)[-1] == "Beat the 10 with a higher card in ♠, or pass"


def test_directions_in_words() -> None:
    table = opened(3)
    for revolution, j_back, words in [
        (1, 0, "REVERSED by revolution: lower beats higher"),
        (0, 1, "REVERSED by J-back: lower beats higher"),
        (1, 1, "revolution and J-back: higher beats lower"),
    ]:
        table.state["revolution"], table.state["j_back"] = revolution, j_back
        assert drawn(table, 0)[0] == f"round 1 of 5; {words}"


def test_titles_places_passes_and_locks() -> None:
    table = position(["S4 S9", "H4 H9", "D4 D9", ""], placed=[3], options={"pass_locks": True})
    table.state["title"][:4] = 3, 1, 2, 4
    table.say("single 4", "with S4", "pass and draw a card")
    assert drawn(table, 2)[6:10] == [
        "  player_0: 1 card, hinmin",
        "  player_1: 3 cards, daifugo, may only pass, drew 1",
        "> player_2: 2 cards, fugo",
        "  player_3: 1st in this round: daifugo",
    ]


def test_a_play_off_and_the_end() -> None:
    table = position(["S9 S4", "D4 D5", "C4 C5 C6"], pile="H3", options={"num_rounds": 1})
    table.say("single 9", "with S9", "pass and draw a card")
    first = [
        "round 1 of 1; the match is decided: player_0 wins; play-off of player_1 and",
        "      player_2; higher beats lower",
    ]
    assert drawn(table, 0)[:4] == [*first, "field: (empty)", "pile: (empty)"]
    while table.to_move is not None:
        table.say(sorted(table.legal())[0])
    assert drawn(table, 0)[-1] == "The game is over"
    assert drawn(table, 0)[0].startswith("round 1 of 1; ")


def test_the_exchange_names_the_receiver_and_how_many_cards_are_left_to_give() -> None:
    table = at_exchange(["S2 H2 D2 C4", "S3 H3 D3"], titles=[2, 1])
    assert {drawn(table, seat)[-1] for seat in table.seats} == {
        "Give the 2 strongest cards to the daifugo; of equal ones you choose"
    }
    table.say("give S2 to player_1", "give H2 to player_1")
    assert {drawn(table, seat)[-1] for seat in table.seats} == {
        "Give any 2 cards back to the daihinmin"
    }
    table.say("give S3 back to player_0")
    assert drawn(table, 1)[-1] == "Give one more card of any kind back to the daihinmin"


def test_the_exchange_is_named_and_its_giver_reads_the_cards() -> None:
    table = at_exchange(["S2 H2 D2 C4", "S3 H3 D3"], titles=[2, 1])
    assert drawn(table, 0)[0] == "round 2 of 2; exchange of cards; higher beats lower"
    table.say("give S2 to player_1", "give H2 to player_1", "give S3 back to player_0")
    notes = [texts_of(GAME.scene(table.state, seat).notes)[1] for seat in table.seats]
    gives = "exchange of cards: player_0 gives the 2 best cards"
    assert notes == [f"{gives} ♠2 ♥2 to player_1", f"{gives} to player_1"]


def test_the_plays_below_lie_from_the_newest_to_the_oldest() -> None:
    table = position(["S4 S9 SK", "H6 H8 HK", "D7 DJ DK"], options={"effects": ["jback"]})
    table.say("single 4", "with S4", "single 6", "with H6", "single J", "with DJ")
    table.say("single 9", "with S9", "single 8", "with H8", "single 7", "with D7")
    (below,) = GAME.scene(table.state, 0).shelves[1][0].rows
    assert [card.sign + card.text for card in below] == ["♥8", "♠9", "♦J", "♥6", "♠4"]


@pytest.mark.parametrize(
    ("lead", "skipped"),
    [
        (("single 5", "with S5"), [1]),
        (("pair 5 5", "with S5 H5"), [1, 2]),
        (("run 5 6 7", "in S", "stop"), [1]),
        (("single 6", "with S6"), []),
    ],
)
def test_who_was_skipped_stands_at_the_seat(lead: tuple[str, ...], skipped: list[int]) -> None:
    table = position(["S5 H5 S6 S7 S9", "H8 H9", "D8 D9", "C8 C9"])
    table.say(*lead)
    seats = GAME.scene(table.state, 3).seats
    assert [seat for seat in table.seats if "skipped" in texts_of(seats[seat].facts)] == skipped


@pytest.mark.parametrize(
    ("hands", "plays", "options", "question"),
    [
        (["joker C3", "S3 C4"], ["lone joker"], {"effects": ["runs"]},
         "Pass: nothing beats the joker"),
        (["S9 H10 C3", "HJ C4", "SJ C6"], ["single 9", "with S9", "pass and draw a card",
         "single J", "with SJ", "pass"], {"pass_locks": True, "effects": ["runs"]},
         "Pass: who has passed waits until the field is cleared"),
        (["SA C3", "S2 C4", "SQ C6"], ["single A", "with SA", "single 2", "with S2"], {},
         "Pass: nothing beats the 2 in ♠"),
        (["SQ SA SK C3", "S10 C4"], ["run Q K A", "in S", "stop"], {"run_compare": "no_overlap"},
         "Pass: nothing beats the run Q to A"),
    ],
)  # fmt: skip
def test_that_nothing_beats_the_field_is_said(
    hands: list[str], plays: list[str], options: dict[str, Any], question: str
) -> None:
    table = position(hands, options=options)
    table.say(*plays)
    others = {drawn(table, seat)[-1] for seat in table.seats} - {question}
    assert drawn(table, table.to_move)[-1] == question and others == {"Pass"}
