"""What a seat of Daifugo is shown, to the letter."""

from fudaba.envs.core.scene.scene import PURPLE
from fudaba.envs.daifugo import GAME

from .positions import Table, opened, position


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
        "field, by player_1: ♠10 joker(♦10)",
        "below it: (♠7) (joker)",
        "",
        "  player_0: 3 cards, 1 given away",
        "  player_1: 2 cards",
        "      known: ♠4",
        "> player_2: 3 cards",
        "  player_3: 2 cards",
        "hand of player_0: ♠3 ♥3 ♥7",
        "beat the pair or pass",
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
    assert "field, by player_0: ♠9 joker(♠10) ♠J" in drawn(table, 1)
    table = position(["joker H9", "S3 C4"])
    table.say("lone joker")
    assert drawn(table, 1)[2] == "field, by player_0: joker"
    assert drawn(table, 1)[-1] == "play ♠3 on the joker, or pass"


def test_an_empty_table() -> None:
    lines = drawn(opened(3, num_players=2), 1)
    assert lines[:4] == ["round 1 of 5; higher beats lower", "pile: 34 cards", "field: (empty)", ""]
    assert lines[-1] == "lead: any play"


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
        "  player_1: 3 cards, daifugo, may only pass, 1 drawn",
        "> player_2: 2 cards, fugo",
        "  player_3: daihinmin, 1st in this round",
    ]


def test_discards_lie_in_one_row_or_two() -> None:
    table = position(["S8 S9", "H3 H4"], pile="S3")
    (zone,) = GAME.scene(table.state, 0).shelves[1]
    assert zone.title == "discards" and [len(row) for row in zone.rows] == [25, 24]
    table = position(["S8 S9", "H3 H4"])
    table.say("single 8", "with S8")
    assert "discards: ♠8" in drawn(table, 1)


def test_what_is_asked_and_what_is_chosen_is_for_its_player() -> None:
    table = position(["S3 H3 S7 H7 joker S4 S5 S6", "D9 S10 joker", "S8 C5 CK"])
    others = {"lead: any play"}
    assert {drawn(table, seat)[-1] for seat in table.seats} == others
    table.say("pair 7 7")
    assert drawn(table, 0)[-1] == "choose the suits of the play: pair 7 7"
    assert {drawn(table, seat)[-1] for seat in (1, 2)} == others
    table.say("with S7 and a joker")
    assert drawn(table, 0)[-1] == "choose what the jokers stand for: pair 7 7 with ♠7"
    table.say("joker as D7")
    gift = "choose a card to give, or stop"
    assert {drawn(table, seat)[-1] for seat in table.seats} == {f"{gift}; 2 more"}
    table.say("give S4")
    assert drawn(table, 0)[-1] == "choose who gets ♠4"
    assert {drawn(table, seat)[-1] for seat in (1, 2)} == {f"{gift}; 2 more"}
    chosen = [card for card in GAME.scene(table.state, 0).seats[0].cards if card.note]
    assert [(card.name, card.note) for card in chosen] == [("♠4", "to give")]


def test_a_play_off_and_the_end() -> None:
    table = position(["S9 S4", "D4 D5", "C4 C5 C6"], pile="H3", options={"num_rounds": 1})
    table.say("single 9", "with S9", "pass and draw")
    first = "round 1 of 1; play-off of player_1 and player_2; higher beats lower"
    assert drawn(table, 0)[:3] == [first, "pile: (empty)", "field: (empty)"]
    while table.to_move is not None:
        table.say(sorted(table.legal())[0])
    assert drawn(table, 0)[-1] == "the game is over"
    assert drawn(table, 0)[0].startswith("round 1 of 1; ")
