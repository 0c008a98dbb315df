"""What a seat of Daifugo is shown, to the letter."""

from fudaba.envs.core.scene.scene import PURPLE
from fudaba.envs.daifugo import GAME

from .positions import Table, position


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
    (play,) = scene.shelves[0][1].rows
    assert [(card.text, card.note) for card in play] == [("7", ""), ("★", "as ♦7")]
    assert [card.colour == PURPLE for card in play] == [False, True]
    assert [len(zone.rows[0]) for zone in scene.shelves[0]] == [1, 2]


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
