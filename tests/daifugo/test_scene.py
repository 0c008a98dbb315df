"""What a seat of Daifugo is shown, to the letter."""

from typing import Any

import pytest

from fudaba.envs.core.scene.scene import PURPLE
from fudaba.envs.daifugo import GAME

from .positions import Table, at_exchange, opened, position


def drawn(table: Table, seat: int) -> list[str]:
    return GAME.text(table.state, seat).splitlines()


def four_players() -> Table:
    """Player 0 has laid a pair with a joker, and gives a card for its 7."""
    hands = ["S3 H3 S7 H7 joker S4", "D9 S10 joker", "S8 C5 CK", "SA S2"]
    table = position(hands, options={"num_rounds": 3})
    table.say("pair 7 7", "with S7 and a joker", "joker as D7")
    return table


def test_the_play_its_owner_what_lies_below_and_what_is_known() -> None:
    table = four_players()
    table.say("give S4", "give S4 to player_1", "stop", "pair 10 10")
    table.say("with S10 and a joker", "joker as D10")
    assert drawn(table, 0) == [
        "round 1 of 3; higher beats lower; BOUND: only ♠ ♦",
        "pile: 40 cards",
        "field, by player_1: ♠10, joker as ♦10",
        "below it: (♠7) (joker)",
        "",
        "  player_0: 3 cards, gave away 1",
        "  player_1: 2 cards",
        "      known: ♠4",
        "> player_2: 3 cards",
        "  player_3: 2 cards",
        "hand of player_0: ♠3 ♥3 ♥7",
        "Beat the pair of 10s with a higher pair in ♠ ♦, or pass",
    ]
    assert "known" not in GAME.text(table.state, 2)


def test_jokers_of_a_scene_stand_apart() -> None:
    scene = GAME.scene(four_players().state, 2)
    (play,) = scene.shelves[0][1].rows
    assert [(card.text, card.note) for card in play] == [("7", ""), ("★", "as ♦7")]
    assert [card.colour == PURPLE for card in play] == [False, True]
    assert [len(zone.rows[0]) for zone in scene.shelves[0]] == [1, 2]


def test_a_run_and_a_lone_joker_on_the_field() -> None:
    table = position(["S9 SJ joker H9 H8", "C3 C4 C6"])
    table.say("run 9 10 J", "in S")
    assert "field, by player_0: ♠9, joker as ♠10, ♠J" in drawn(table, 1)
    table = position(["joker H9", "S3 C4"])
    table.say("lone joker")
    assert drawn(table, 1)[2] == "field, by player_0: joker"
    assert drawn(table, 1)[-1] == "Play ♠3 on the joker, or pass"


def test_an_empty_table() -> None:
    lines = drawn(opened(3, num_players=2), 1)
    assert lines[:4] == ["round 1 of 5; higher beats lower", "pile: 34 cards", "field: (empty)", ""]
    assert lines[-1] == "Lead a card, a set or a run"


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
    table.say("single 4", "with S4", "pass and draw")
    assert drawn(table, 2)[4:8] == [
        "  player_0: 1 card, hinmin",
        "  player_1: 3 cards, daifugo, may only pass, drew 1",
        "> player_2: 2 cards, fugo",
        "  player_3: daihinmin, 1st in this round",
    ]


def test_a_pass_is_forgotten_when_the_field_is_cleared() -> None:
    table = position(["S4 S9", "H4 H9", "D4 D9"])
    table.say("single 4", "with S4", "pass")
    assert [GAME.scene(table.state, 2).seats[seat].facts for seat in (0, 1)] == [(), ("passed",)]
    table.say("pass")
    assert table.view(2)["passed"].any()
    assert {player.facts for player in GAME.scene(table.state, 2).seats} == {()}


def test_discards_lie_in_one_row_or_two() -> None:
    table = position(["S8 S9", "H3 H4"], pile="S3")
    (zone,) = GAME.scene(table.state, 0).shelves[1]
    assert zone.title == "discards" and [len(row) for row in zone.rows] == [25, 24]
    table = position(["S8 S9", "H3 H4"])
    table.say("single 8", "with S8")
    assert "discards: ♠8" in drawn(table, 1)


def test_what_is_asked_and_what_is_chosen_is_for_its_player() -> None:
    table = position(["S3 H3 S7 H7 joker S4 S5 S6", "D9 S10 joker", "S8 C5 CK"])
    others = {"Lead a card, a set or a run"}
    assert {drawn(table, seat)[-1] for seat in table.seats} == others
    table.say("pair 7 7")
    assert drawn(table, 0)[-1] == "Which cards make the pair of 7s?"
    assert {drawn(table, seat)[-1] for seat in (1, 2)} == others
    table.say("with S7 and a joker")
    assert drawn(table, 0)[-1] == (
        "Which 7 is the joker of the pair beside ♠7? Suits count for a binding"
    )
    table.say("joker as D7")
    gift = "Give {} to another player, or stop?"
    assert {drawn(table, seat)[-1] for seat in table.seats} == {gift.format("up to 2 cards")}
    table.say("give S4")
    assert drawn(table, 0)[-1] == "Who gets ♠4?"
    assert {drawn(table, seat)[-1] for seat in (1, 2)} == {gift.format("up to 2 cards")}
    chosen = [card for card in GAME.scene(table.state, 0).seats[0].cards if card.note]
    assert [(card.name, card.note) for card in chosen] == [("♠4", "to give")]
    table.say("give S4 to player_1")
    assert {drawn(table, seat)[-1] for seat in table.seats} == {gift.format("one more card")}


def test_a_play_off_and_the_end() -> None:
    table = position(["S9 S4", "D4 D5", "C4 C5 C6"], pile="H3", options={"num_rounds": 1})
    table.say("single 9", "with S9", "pass and draw")
    first = [
        "round 1 of 1; the match is decided: player_0 wins; play-off of player_1 and",
        "      player_2; higher beats lower",
    ]
    assert drawn(table, 0)[:4] == [*first, "pile: (empty)", "field: (empty)"]
    while table.to_move is not None:
        table.say(sorted(table.legal())[0])
    assert drawn(table, 0)[-1] == "The game is over"
    assert drawn(table, 0)[0].startswith("round 1 of 1; ")


@pytest.mark.parametrize(
    ("hands", "plays", "options", "question"),
    [
        (["S9 C3", "S10 C4"], ["single 9", "with S9"], {},
         "Beat the 9 with a higher card, or pass"),
        (["SJ C3", "S10 C4"], ["single J", "with SJ"], {}, "Beat the J with a lower card, or pass"),
        (["S5 S6 S7 C3", "S10 C4", "S9"], ["run 5 6 7", "in S", "stop"], {},
         "Beat the run 5 to 7 with a higher run of 3, or pass"),
        (["S9 H9 D9 C9 C3", "S10 C4"], ["four of a kind 9 9 9 9", "with S9 H9 D9 C9"], {},
         "Beat the four 9s with a lower four of a kind, or pass"),
        (["joker C3", "S3 C4"], ["lone joker"], {"effects": ["runs"]},
         "Pass: nothing beats the joker"),
        (["S9 C3", "S10 C4"], ["pass"], {"leader_pass": "free"},
         "Lead a card, a set or a run, or pass"),
        (["S9 H10 C3", "HJ C4", "SJ C6"], ["single 9", "with S9", "pass and draw", "single J",
         "with SJ", "pass"], {"pass_locks": True, "effects": ["runs"]},
         "Pass until the field is cleared"),
        (["S2 C3", "S10 C4"], ["single 2", "with S2"], {"num_jokers": 0},
         "Pass: nothing beats the 2"),
        (["SA C3", "S2 C4", "SQ C6"], ["single A", "with SA", "single 2", "with S2"], {},
         "Pass: nothing beats the 2 in ♠"),
        (["S2 H2 C3", "S10 C4"], ["pair 2 2", "with S2 H2"], {},
         "Pass: nothing beats the pair of 2s"),
        (["SQ SA SK C3", "S10 C4"], ["run Q K A", "in S", "stop"], {},
         "Beat the run Q to A with a higher run of 3, or pass"),
        (["SQ SA SK C3", "S10 C4"], ["run Q K A", "in S", "stop"], {"run_compare": "no_overlap"},
         "Pass: nothing beats the run Q to A"),
        (["SJ C3", "S3 C4", "SQ C6"], ["single J", "with SJ", "single 3", "with S3"], {},
         "Pass: nothing beats the 3 in ♠"),
        (["S9 C3", "S10 C4", "SQ C6"], ["single 9", "with S9", "single 10", "with S10"], {},
         "Beat the 10 with a higher card in ♠, or pass"),
        (["SK HK C3 C4"], ["pair K K", "with SK HK"], {},
         "Exchange up to 2 cards with the pile, or stop?"),
        (["SK HK C3 C4"], ["pair K K", "with SK HK", "discard C3"], {},
         "Exchange one more card with the pile, or stop? 1 discarded"),
    ],
)  # fmt: skip
def test_what_is_to_be_beaten_is_said(
    hands: list[str], plays: list[str], options: dict[str, Any], question: str
) -> None:
    table = position(hands if len(hands) > 1 else [*hands, "S9"], options=options)
    table.say(*plays)
    assert {drawn(table, seat)[-1] for seat in table.seats} == {question}


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
    assert {drawn(table, seat)[-1] for seat in table.seats} == {asked}
    table.say("pass")
    assert drawn(table, 3)[-1] == "Pass: a joker can't be your last card"


def test_on_a_bound_field_who_holds_a_joker_is_told_that_it_has_no_suit() -> None:
    table = position(["S9 C3", "S10 C4", "joker C5"])
    table.say("single 9", "with S9", "single 10", "with S10")
    asked = "Beat the 10 with a higher card in ♠{}, or pass"
    assert drawn(table, 2)[-1] == asked.format(" (a lone joker has no suit)")
    assert drawn(table, 0)[-1] == asked.format("")


def test_runs_and_jokers_are_asked_for_with_what_is_chosen() -> None:
    table = position(["S5 S6 S7 H5 H6 H7 joker C3", "S9"])
    table.say("run 5 6 7")
    assert drawn(table, 0)[-1] == "In which suit is the run 5 to 7?"
    table.say("in S")
    assert drawn(table, 0)[-1] == "Which cards of the run 5 to 7 in ♠ are jokers?"
    table = position(["S9 H9 C3", "S10"])
    table.say("single 9")
    assert drawn(table, 0)[-1] == "Which 9 do you play?"


def test_the_exchange_names_the_receiver_and_how_many_cards_are_left_to_give() -> None:
    table = at_exchange(["S2 H2 D2 C4", "S3 H3 D3"], titles=[2, 1])
    assert {drawn(table, seat)[-1] for seat in table.seats} == {
        "Give one of the strongest cards to the daifugo: card 1 of 2"
    }
    table.say("give S2 to player_1", "give H2 to player_1")
    assert {drawn(table, seat)[-1] for seat in table.seats} == {
        "Give any card back to the daihinmin: card 1 of 2"
    }
    table.say("give S3 back to player_0")
    assert drawn(table, 1)[-1] == "Give any card back to the daihinmin: card 2 of 2"
