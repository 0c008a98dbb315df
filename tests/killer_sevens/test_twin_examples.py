"""The worked examples of the rules of Killer Sevens, and random games, on the twin alone."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from .twin import CELLS, DEFAULTS, SEVENS, SUITS, Action, Twin

RANK_NAMES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
NUM_GAMES = 100
NUM_BLOCKS = 4

LEFT_HALF = "SA-6 HA-6 DA-6 CA-6"
RIGHT_HALF = "S8-K H8-K D8-K C8-K"
PASS: Action = ("pass",)


def card(name: str) -> int:
    """The id of "S6", "H10"."""
    return 13 * SUITS.index(name[0]) + RANK_NAMES.index(name[1:])


def cards(names: str) -> list[int]:
    """The ids of "S6 H8-10": names of cards and runs within a suit."""
    ids: list[int] = []
    for name in names.split():
        first, _, last = name.partition("-")
        ids += range(card(first), card(name[0] + last) + 1) if last else [card(first)]
    return ids


def play(name: str) -> Action:
    """The action that lays this card."""
    return ("play", card(name))


def position(
    out: str, hands: Sequence[str], options: Mapping[str, Any] | None = None, **rest: Any
) -> Twin:
    """A position with the sevens and ``out`` laid; seat 0 is to move.

    Seats have the hands given; every other card is in the hand of the one seat written "rest",
    which may name cards too.
    """
    held = [cards(hand.removeprefix("rest")) for hand in hands]
    gone = {*SEVENS, *cards(out), *(c for hand in held for c in hand)}
    for seat, hand in enumerate(hands):
        if hand.startswith("rest"):
            held[seat] += [c for c in range(CELLS) if c not in gone]
    return Twin.position(options or {}, held, **{"to_move": 0, **rest})


def grid(out: str, **options: Any) -> Twin:
    """A position with the sevens and ``out`` laid; who holds the free cells is all the same."""
    return position(out, ["rest", ""], options)


def all_but(half: str, free: str) -> str:
    """A half of the grid without these cells."""
    rest = [c for c in cards(half) if c not in cards(free)]
    return " ".join(SUITS[c // 13] + RANK_NAMES[c % 13] for c in rest)


def cells(twin: Twin, plane: str) -> set[int]:
    """The cells of one of the planes "laid", "dead", "playable", "connected"."""
    return {cell for cell, flag in enumerate(twin.public()[plane]) if flag}


def check_cells(twin: Twin, dead: str, playable: str) -> None:
    """Exactly these cells are dead, and exactly these playable."""
    assert cells(twin, "dead") == set(cards(dead))
    assert cells(twin, "playable") == set(cards(playable))


def dealt(num_players: int, rng: random.Random) -> list[list[int]]:
    """KIL-3.1, SEV-3.1: a shuffled pack, dealt one by one from a random seat."""
    deck = list(range(CELLS))
    rng.shuffle(deck)
    start = rng.randrange(num_players)
    return [deck[(seat - start) % num_players :: num_players] for seat in range(num_players)]


START = "S6 S8 H6 H8 D6 D8 C6 C8"
AFTER_D8 = "S6 S8 H6 H8 H9 D6 D9 C6 C8 C9"
AFTER_S8 = "S6 S9 H6 H8 H9 D6 D9 C6 C8 C9"
AFTER_H9 = "S6 S9 S10 H6 H10 D6 D9 D10 C6 C8 C9"


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("group_kill", ["off", "rectangle", "any_shape"])
@pytest.mark.parametrize("sides_needed", [4, 2])
@pytest.mark.parametrize("side_death", [False, True])
def test_twin_KIL_10_1_3_1_3_2_at_the_start_sixes_and_eights_are_playable(
    wrap: bool, group_kill: str, sides_needed: int, side_death: bool
) -> None:
    """KIL-10.1, and the set-up of KIL-3.1, 3.2 under all death rules."""
    hands = [list(range(3 - seat, CELLS, 4)) for seat in range(4)]  # seat 3 holds D7
    options = {
        "num_players": 4,
        "columns_wrap": wrap,
        "group_kill": group_kill,
        "sides_needed": sides_needed,
        "side_death": side_death,
    }
    twin = Twin(options, hands, "SHDC")
    check_cells(twin, "", START)
    assert cells(twin, "laid") == cells(twin, "connected") == set(SEVENS)
    owner = next(seat for seat, hand in enumerate(hands) if card("D7") in hand)
    assert twin.to_move == twin.public()["first_player"] == owner
    assert [twin.public()["laid_by"][c] for c in SEVENS] == [
        next(seat for seat, hand in enumerate(hands) if c in hand) for c in SEVENS
    ]
    assert twin.public()["hand_sizes"] == [12] * 4
    assert twin.held() is None and twin.places() is None and twin.rewards() is None


def test_twin_KIL_10_2_10_3_10_4_the_opening_of_the_source() -> None:
    """KIL-10.2, 10.3, 10.4: diamond 8, spade 8, heart 9, and the heart 8 is dead."""
    twin = position("", ["D8 H8 SK", "S8 DK", "H9 CK", "rest"])
    twin.apply(play("D8"))
    check_cells(twin, "", AFTER_D8)
    twin.apply(play("S8"))
    check_cells(twin, "", AFTER_S8)
    twin.apply(play("H9"))
    check_cells(twin, "H8", AFTER_H9)
    assert card("H8") in twin.hands[0]
    assert twin.public()["hand_sizes"][:3] == [2, 1, 1]
    assert [twin.public()["laid_by"][card(name)] for name in ["D8", "S8", "H9"]] == [0, 1, 2]
    twin.apply(PASS)
    with pytest.raises(ValueError, match="not legal"):
        twin.apply(play("H8"))


def test_twin_KIL_10_5_the_top_and_the_bottom_edge_are_walls() -> None:
    """KIL-10.5 and its mirror."""
    check_cells(grid("H8 S9"), "S8", "S6 S10 H6 H9 H10 D6 D8 D9 C6 C8")
    check_cells(grid("D8 C9"), "C8", "S6 S8 H6 H8 H9 D6 D9 D10 C6 C10")


def test_twin_KIL_10_6_two_walls_close_a_corner() -> None:
    """KIL-10.6; with columns_wrap the king lies open."""
    assert cells(grid("S2 HA"), "dead") == {card("SA")}
    assert cells(grid("S2 HA", columns_wrap=True), "dead") == set()
    assert cells(grid("S2 HA SK", columns_wrap=True), "dead") == {card("SA")}


def test_twin_KIL_10_7_one_card_kills_four() -> None:
    """KIL-10.7: cards of several players, the layer's own among them (KIL-5.2)."""
    out = "H8 S9 D9 C10 DJ HQ SJ"
    twin = position(out, ["H10 S10", "H9 HJ D2", "D10 S8 D3", "rest"])
    assert cells(twin, "dead") == {card("S8")}
    twin.apply(play("H10"))
    assert cells(twin, "dead") == set(cards("S8 S10 H9 HJ D10"))
    assert twin.hands[:3] == [cards("S10"), cards("H9 HJ") + cards("D2"), cards("S8 D3 D10")]


def test_twin_KIL_10_8_the_last_live_card_of_a_half_dies() -> None:
    """KIL-10.8."""
    out = all_but(LEFT_HALF, "SA S2")
    for laid, killed in [("SA", "S2"), ("S2", "SA")]:
        twin = position(out, ["SA S2", "rest"])
        assert cells(twin, "dead") == set()
        twin.apply(play(laid))
        assert cells(twin, "dead") == {card(killed)}
    assert cells(grid(all_but(LEFT_HALF, "SA")), "dead") == {card("SA")}
    twin = position(all_but(LEFT_HALF, "SA-3"), ["SA-3", "rest"])
    assert cells(twin, "dead") == set()
    twin.apply(play("S2"))
    assert cells(twin, "dead") == set(cards("SA S3"))


def test_twin_KIL_10_9_columns_wrap_links_aces_and_kings() -> None:
    """KIL-10.9; its second sentence is another position (KIL-9.13)."""
    eights = "S8 H8 D8 C8"
    check_cells(grid(all_but(LEFT_HALF, "SA")), "SA", eights)
    wrapped = grid(all_but(LEFT_HALF, "SA"), columns_wrap=True)
    check_cells(wrapped, "", f"SA SK HK DK CK {eights}")
    twin = position("S8-Q", ["SK D2", "SA D3", "rest"], {"columns_wrap": True})
    assert cells(twin, "playable") & set(cards("SA SK HA")) == {card("SK")}
    twin.apply(play("SK"))
    assert cells(twin, "playable") & set(cards("SA HA DA CA")) == set(cards("SA HA"))
    flat = position("S8-Q", ["SK D2", "SA D3", "rest"])
    flat.apply(play("SK"))
    assert not cells(flat, "playable") & set(cards("SA HA"))


def test_twin_KIL_10_10_pockets_die_as_a_whole() -> None:
    """KIL-10.10."""
    pair, bent = all_but(LEFT_HALF, "SA S2"), all_but(LEFT_HALF, "SA S2 HA")
    assert cells(grid(pair, group_kill="rectangle"), "dead") == set(cards("SA S2"))
    assert cells(grid(bent, group_kill="rectangle"), "dead") == set()
    assert cells(grid(bent, group_kill="any_shape"), "dead") == set(cards("SA S2 HA"))
    assert cells(grid(bent, group_kill="any_shape", group_max=2), "dead") == set()
    sixes = "S6 H6 D6 C6"
    aces_to_fives = set(cards("SA-5 HA-5 DA-5 CA-5"))
    assert cells(grid(sixes, group_kill="rectangle"), "dead") == aces_to_fives
    assert cells(grid(sixes, group_kill="rectangle", group_max=19), "dead") == set()
    check_cells(grid(sixes), "", "S5 H5 D5 C5 S8 H8 D8 C8")


def test_twin_KIL_5_4_a_rectangle_may_run_over_the_edge_with_columns_wrap() -> None:
    """KIL-5.4: cyclic columns; without the wrap there are two pockets of two."""
    out = f"{all_but(LEFT_HALF, 'SA HA')} {all_but(RIGHT_HALF, 'SK HK')}"
    square = set(cards("SA HA SK HK"))
    for wrap, group_max, dead in [(True, 4, square), (True, 3, set()), (False, 2, square)]:
        options = {"columns_wrap": wrap, "group_kill": "rectangle", "group_max": group_max}
        assert cells(grid(out, **options), "dead") == dead


def test_twin_KIL_10_11_side_death_and_two_sides_needed() -> None:
    """KIL-10.11."""
    assert cells(grid("D9 H8", side_death=True), "dead") == {card("D8")}
    assert cells(grid("D9 H8"), "dead") == set()
    assert cells(grid("S2", side_death=True), "dead") == {card("SA")}
    assert cells(grid("S2", side_death=True, columns_wrap=True), "dead") == set()
    assert cells(grid("S2 SK", side_death=True, columns_wrap=True), "dead") == {card("SA")}
    check_cells(grid("D8", sides_needed=2), "H8 C8", "S6 S8 H6 H9 D6 D9 C6 C9")


def end_pocket() -> Twin:
    """KIL-10.12: only spade A, 2 and 3 are live; both players hold a dead card besides."""
    out = f"{all_but(LEFT_HALF, 'SA-3')} {all_but(RIGHT_HALF, 'S10 D10')}"
    return position(out, ["S2 S3 S10", "SA D10"])


@pytest.mark.parametrize(
    ("actions", "held"),
    [
        ([play("S2")], [2, 2]),
        ([play("S3"), play("SA")], [2, 1]),
        ([PASS, play("SA"), play("S2")], [2, 1]),
        ([PASS, play("SA"), play("S3")], [2, 1]),
    ],
)
def test_twin_KIL_10_12_an_end_pocket(actions: list[Action], held: list[int]) -> None:
    """KIL-10.12: the lines of play, each with the cards held, the dead one each included."""
    twin = end_pocket()
    check_cells(twin, "S10 D10", "SA S2 S3")
    for action in actions:
        assert twin.held() is None
        twin.apply(action)
    assert twin.to_move is None and twin.legal() == set()
    assert twin.held() == held


def test_twin_KIL_10_12_after_two_passes_he_must_play() -> None:
    """KIL-10.12: idle = 2 = A."""
    twin = end_pocket()
    assert twin.legal() == {play("S2"), play("S3"), PASS}
    twin.apply(PASS)
    assert twin.legal() == {play("SA"), PASS}
    twin.apply(PASS)
    assert twin.legal() == {play("S2"), play("S3")}


def test_twin_KIL_10_13_who_holds_dead_cards_only_passes_turn_after_turn() -> None:
    """KIL-10.13, KIL-4.5."""
    twin = position("D8 S8 H9", ["H8", "S6 S5", "rest"])
    for expected in [1, 2]:
        assert twin.to_move == 0 and twin.legal() == {PASS}
        twin.apply(PASS)
        assert twin.public()["passes"][0] == expected
        twin.apply(PASS)
        twin.apply(play("H6") if expected == 1 else PASS)
    assert twin.public()["hand_sizes"][0] == 1 and twin.public()["status"][0] == "active"


def test_twin_KIL_10_14_after_a_round_of_passes_who_can_play_must() -> None:
    """KIL-10.14: seat 0 can play, seat 1 cannot; a finished player does not count in A."""
    twin = position("", ["S6 SA", "D2 D3", "S8 SK", "rest", ""])
    for _ in range(4):
        assert PASS in twin.legal()
        twin.apply(PASS)
    assert twin.public()["idle"] == 4
    assert twin.to_move == 0 and twin.legal() == {play("S6")}
    twin.apply(play("S6"))
    assert twin.public()["idle"] == 0 and twin.to_move == 1
    stuck = position("", ["D2 D3", "S8 SK", "rest", "S6 S5"], idle=4)
    assert stuck.legal() == {PASS}
    stuck.apply(PASS)
    assert stuck.public()["idle"] == 5 and stuck.legal() == {play("S8")}


@pytest.mark.parametrize(
    ("reward_mode", "rewards"),
    [("rank", [-1 / 3, 2 / 3, -1, 2 / 3]), ("cards", [-0.75, 1.25, -1.75, 1.25])],
)
def test_twin_KIL_10_15_places_and_rewards(reward_mode: str, rewards: list[float]) -> None:
    """KIL-10.15: held 3, 1, 4, 1 once the last pair of live cards is gone."""
    hands = ["SA S2 S4 S6", "D3", "S9 SJ SK H10", "D9"]
    free = " ".join(hands)
    out = f"{all_but(LEFT_HALF, free)} {all_but(RIGHT_HALF, free)}"
    twin = position(out, hands, {"reward_mode": reward_mode})
    twin.apply(play("SA"))
    assert twin.held() == [3, 1, 4, 1]
    assert twin.places() == [3, 1.5, 4, 1.5]
    assert twin.rewards() == pytest.approx(rewards)
    with pytest.raises(ValueError, match="not legal"):
        twin.apply(PASS)


ELIMINATE = {"pass_limit": 0, "pass_exhaust": "eliminate"}


def test_twin_KIL_10_16_the_hand_of_an_eliminated_player_is_laid() -> None:
    """KIL-10.16, KIL-5.5, 9.13: the isolated king links nothing but counts as taken."""
    out = "D8 S8 H9 H10 HJ SJ"
    twin = position(out, ["SK H8", "HQ DK D2", "D6 SQ", "rest"], ELIMINATE, idle=3)
    public = twin.public()
    assert public["status"] == ["eliminated", "active", "active", "active"]
    assert public["elimination_order"] == [0] and twin.hands[0] == []
    assert [public["laid_by"][c] for c in cards("SK H8")] == [0, 0]
    assert public["idle"] == 0 and twin.to_move == 1
    assert cells(twin, "laid") - cells(twin, "connected") == {card("SK")}
    assert card("H8") not in cells(twin, "dead")
    assert card("HK") not in cells(twin, "playable")
    twin.apply(play("HQ"))  # the queen links the king, and the spade queen has four sides taken
    assert card("SQ") in cells(twin, "dead")
    assert card("SK") in cells(twin, "connected")


def test_twin_KIL_10_16_an_isolated_king_gives_no_link() -> None:
    """KIL-10.16: neither queen is playable through it."""
    twin = position("D8 S8 H9", ["SK H8", "rest", "D6"], ELIMINATE)
    assert twin.public()["elimination_order"] == [0]
    check_cells(twin, "", AFTER_H9)


def test_twin_KIL_6_1_live_cards_out_of_reach_count_as_held() -> None:
    """KIL-5.6, 6.1: a dead strip between the sevens and the tens of an eliminated player."""
    options = {**ELIMINATE, "group_kill": "rectangle", "group_max": 8}
    twin = position(LEFT_HALF, ["S10 H10 D10 C10", "rest", ""], options)
    check_cells(twin, "S8-9 H8-9 D8-9 C8-9", "")
    assert twin.to_move is None
    assert twin.held() == [4, 20, 0]
    assert twin.places() == [3, 2, 1]


def test_twin_KIL_6_1_the_last_who_is_not_eliminated_ends_the_game() -> None:
    """KIL-6.1, 6.3, 6.4: first eliminated last; a finished player counts as not eliminated."""
    options = {**ELIMINATE, "reward_mode": "cards"}
    hands = ["SK S2 H2", "SA HA DA", "rest"]
    twin = position("", hands, options)
    assert twin.to_move is None and twin.public()["elimination_order"] == [0, 1]
    assert twin.held() == [3, 3, 42]
    assert twin.places() == [3, 2, 1]
    assert twin.rewards() == pytest.approx([13, 13, -26])
    twin = position("", [*hands, ""], options)
    assert twin.to_move == 2 and twin.public()["status"][2:] == ["active", "finished"]


def test_twin_KIL_6_1_a_game_can_be_over_before_the_first_decision() -> None:
    """KIL-5.5 with pass_limit=0: the first of two players has neither a six nor an eight."""
    first = cards("SA-5 S9-10 HA-5 H9-10 DA-5 D7 D9-10 CA-4")
    second = [c for c in range(CELLS) if c not in first]
    twin = Twin({"num_players": 2, **ELIMINATE}, [first, second], "SHDC")
    assert twin.to_move is None
    assert twin.places() == [2, 1]


def test_twin_KIL_4_3_voluntary_passes_can_be_off_or_limited() -> None:
    """KIL-4.3, KIL-5.5 must_play: forced passes stay free and are not counted on."""
    hands = ["S6 SA", "D2 D3", "rest"]
    assert position("", hands, {"voluntary_pass": False}).legal() == {play("S6")}
    assert position("", hands, {"pass_limit": 0}).legal() == {play("S6")}
    twin = position("", hands, {"pass_limit": 1}, to_move=1)
    for _ in range(2):
        assert twin.to_move == 1 and twin.legal() == {PASS}
        twin.apply(PASS)
        twin.apply(play("C6") if card("C6") in twin.hands[2] else play("C8"))
        twin.apply(play("S6") if card("S6") in twin.hands[0] else PASS)
    assert twin.public()["passes"] == [1, 1, 0]
    assert twin.public()["status"] == ["active"] * 3


def test_twin_KIL_5_5_eliminate_counts_every_pass() -> None:
    """KIL-5.5: with one pass used the next forced one eliminates; who can play must and stays."""
    options = {"pass_limit": 1, "pass_exhaust": "eliminate"}
    twin = position("", ["D2 D3", "S6 SA", "rest"], options)
    assert twin.legal() == {PASS}
    twin.apply(PASS)
    twin.apply(PASS)
    twin.apply(play("C6"))
    assert twin.public()["status"] == ["eliminated", "active", "active"]
    assert twin.to_move == 1 and twin.legal() == {play("S6")}


def test_twin_KIL_6_2_a_round_of_passes_can_end_the_game() -> None:
    """KIL-6.2 all_pass=end, KIL-9.13: before the next player's elimination."""
    options = {"all_pass": "end", "pass_limit": 1, "pass_exhaust": "eliminate"}
    twin = position("", ["D2", "S6 SA", "rest", ""], options)
    for _ in range(3):
        assert twin.to_move is not None
        twin.apply(PASS)
    assert twin.to_move is None
    assert twin.held() == [1, 2, 45, 0]
    assert twin.places() == [2, 3, 4, 1]
    assert twin.public()["elimination_order"] == []


def test_twin_KIL_2_2_dead_is_permanent() -> None:
    """KIL-2.2, 9.13: an elimination lays one of four dead cards; the bent rest stays dead."""
    out = all_but(LEFT_HALF, "SA-2 HA-2")
    twin = position(out, ["H2", "rest", ""], {**ELIMINATE, "group_kill": "rectangle"})
    assert twin.public()["elimination_order"] == [0]
    assert cells(twin, "dead") == set(cards("SA-2 HA"))


@pytest.mark.parametrize(
    ("tie_break", "places"), [("shared", [2, 2, 2, 4]), ("first_out", [1, 2.5, 2.5, 4])]
)
def test_twin_KIL_6_3_first_out_prefers_who_has_no_live_card_left(
    tie_break: str, places: list[float]
) -> None:
    """KIL-6.3: seat 0 keeps a dead card, seats 1 and 2 a live one, at an agreed end."""
    out = f"{all_but(LEFT_HALF, 'SA S2 CA C2 C4 C5')} {all_but(RIGHT_HALF, 'S10')}"
    options = {"tie_break": tie_break, "all_pass": "end"}
    twin = position(out, ["SA S2", "CA", "C2", "C4 C5 S10"], options)
    twin.apply(play("SA"))
    for _ in range(4):
        twin.apply(PASS)
    assert twin.held() == [1, 1, 1, 3]
    assert twin.places() == places


@pytest.mark.parametrize(
    ("tie_break", "places"), [("shared", [2, 2, 2]), ("first_out", [2.5, 1, 2.5])]
)
def test_twin_KIL_6_3_first_out_shares_places_after_the_same_lay(
    tie_break: str, places: list[float]
) -> None:
    """KIL-6.3, 9.13: seat 1 loses his last live card first, then seats 0 and 2 by one lay."""
    out = f"{all_but(LEFT_HALF, 'SA S2 C2-4')} {all_but(RIGHT_HALF, 'S10 D10')}"
    twin = position(out, ["C3 C2", "SA S2", "C4"], {"tie_break": tie_break})
    for action in [PASS, play("SA"), PASS, play("C3")]:
        twin.apply(action)
    assert twin.held() == [1, 1, 1]
    assert twin.places() == places


def test_twin_KIL_2_2_rows_follow_the_row_order() -> None:
    """KIL-2.2: clubs next to spades, hearts at the bottom."""
    twin = Twin.position(
        {"row_order": "random"},
        [[c for c in range(CELLS) if c not in [*SEVENS, card("S8")]], []],
        to_move=0,
        row_order="SCDH",
    )
    check_cells(twin, "", "S6 S9 C6 C8 C9 D6 D8 H6 H8")
    with pytest.raises(ValueError, match="row_order"):
        Twin({"row_order": "SHDC"}, dealt(4, random.Random(0)), "SCDH")


# Random games


def random_options(rng: random.Random) -> dict[str, Any]:
    """Any mix of the options of KIL-8, every third the default rules of play."""
    group_kill = rng.choice(["off", "off", "rectangle", "any_shape"])
    mix: dict[str, Any] = {
        "columns_wrap": rng.choice([False, True]),
        "voluntary_pass": rng.choice([True, False]),
        "pass_limit": rng.choice(["none", *range(11), 0, 1, 2]),
        "pass_exhaust": rng.choice(["must_play", "eliminate"]),
        "all_pass": rng.choice(["must_play", "must_play", "end"]),
        "sides_needed": rng.choice([4, 4, 2]),
        "side_death": rng.choice([False, False, True]),
        "group_kill": group_kill,
    }
    if group_kill != "off" and rng.random() < 0.5:
        mix["group_max"] = rng.randint(2, 23)
    return {
        "num_players": rng.randint(2, 8),
        "row_order": rng.choice(["SHDC", "random"]),
        "tie_break": rng.choice(["shared", "first_out"]),
        "reward_mode": rng.choice(["rank", "cards"]),
        **(mix if rng.random() < 0.67 else {}),
    }


def random_start(options: Mapping[str, Any], rng: random.Random) -> Twin:
    """A game with a first decision: deals without one are dealt again (SEV-3.4)."""
    row_order = options["row_order"]
    if row_order == "random":
        row_order = "".join(rng.sample(SUITS, 4))
    twin = Twin(options, dealt(options["num_players"], rng), row_order)
    while twin.to_move is None:
        twin = Twin(options, dealt(options["num_players"], rng), row_order)
    return twin


def default_deaths(twin: Twin) -> bool:
    """Only KIL-5.1 with four sides kills."""
    options = twin.options
    return (options["sides_needed"], options["side_death"], options["group_kill"]) == (
        4,
        False,
        "off",
    )


def check_grid(twin: Twin) -> None:
    """KIL-2.4, 4.1, and 5.6 for every mix of death rules while nobody is eliminated.

    Why every mix: walk from a live cell along its row to the seven and stop at the last live cell.
    If the next one is dead, a live cell is at its side, so neither 5.3 nor 5.4 killed it, but the
    cards around it did, and one of those above and below it links the live cell diagonally.
    """
    laid, dead, playable, connected = (
        cells(twin, plane) for plane in ("laid", "dead", "playable", "connected")
    )
    held = [c for hand in twin.hands for c in hand]
    assert sorted([*laid, *held]) == list(range(CELLS))
    assert set(SEVENS) <= connected <= laid and not laid & dead
    assert playable <= set(held) - dead
    eliminated = twin.public()["elimination_order"]
    assert eliminated or connected == laid
    if not eliminated or default_deaths(twin):
        assert bool(set(held) - dead) == bool(playable)


def check_turn(twin: Twin) -> None:
    """KIL-4.2, 4.3, 4.5, 4.6, 5.5 for the seat to move."""
    seat, public, legal = twin.to_move, twin.public(), twin.legal()
    assert seat is not None and public["status"][seat] == "active"
    plays = {action[1] for action in legal if action[0] == "play"}
    assert plays == cells(twin, "playable") & set(twin.hands[seat])
    assert PASS in legal or plays
    exhausted = public["passes"][seat] == twin.options["pass_limit"]
    if plays and (exhausted or not twin.options["voluntary_pass"]):
        assert PASS not in legal
    if twin.options["pass_exhaust"] == "eliminate" and exhausted:
        assert plays
    if plays and twin.options["all_pass"] == "must_play":
        assert PASS not in legal or public["idle"] < public["status"].count("active")


def check_default_end(twin: Twin) -> None:
    """KIL-2.4: what is left under the default rules."""
    free = set(range(CELLS)) - cells(twin, "laid")
    assert free == cells(twin, "dead")
    assert not any(neighbour in free for cell in free for neighbour in twin.n4[cell])
    left = sum(cell % 13 < 6 for cell in free)
    if twin.options["columns_wrap"]:
        assert free
    else:
        assert 1 <= left <= 12 and 1 <= len(free) - left <= 12


def check_end(twin: Twin) -> None:
    """KIL-6.1, 6.3, 6.4."""
    held, places, rewards, public = twin.held(), twin.places(), twin.rewards(), twin.public()
    assert held is not None and places is not None and rewards is not None
    assert twin.legal() == set()
    eliminated = public["elimination_order"]
    staying = [seat for seat in range(twin.num_players) if seat not in eliminated]
    assert sum(held[seat] for seat in staying) == CELLS - public["laid"].count(True)
    assert sum(places) == sum(range(1, twin.num_players + 1))
    assert sum(rewards) == pytest.approx(0)
    expected = [twin.num_players - number for number in range(len(eliminated))]
    assert [places[seat] for seat in eliminated] == expected
    for one in staying:
        for other in staying:
            assert held[one] >= held[other] or places[one] < places[other]
            if twin.options["tie_break"] == "shared" and held[one] == held[other]:
                assert places[one] == places[other]
    if default_deaths(twin) and not eliminated and twin.options["all_pass"] == "must_play":
        check_default_end(twin)


def check_step(twin: Twin, before: Mapping[str, set[int]], action: Action, gone: int) -> None:
    """KIL-2.4, 4.4, 5.2: what one decision may change, ``gone`` eliminations with it."""
    laid, dead = cells(twin, "laid"), cells(twin, "dead")
    assert before["laid"] <= laid
    if gone:
        assert before["dead"] <= dead | laid
        return
    assert before["dead"] <= dead
    new_deaths = dead - before["dead"]
    if action == PASS:
        assert laid == before["laid"] and not new_deaths
    else:
        assert laid - before["laid"] == {action[1]}
        assert not default_deaths(twin) or len(new_deaths) <= 4


def play_random_game(options: Mapping[str, Any], rng: random.Random) -> Twin:
    """One game of uniform legal actions, with all invariants checked at every step."""
    twin = random_start(options, rng)
    turns = passes_in_a_row = 0
    while twin.to_move is not None:
        check_grid(twin)
        check_turn(twin)
        players = twin.public()["status"].count("active")
        eliminated = len(twin.public()["elimination_order"])
        before = {plane: cells(twin, plane) for plane in ("laid", "dead")}
        action = rng.choice(sorted(twin.legal(), key=str))
        twin.apply(action)
        gone = len(twin.public()["elimination_order"]) - eliminated
        check_step(twin, before, action, gone)
        turns += 1
        passes_in_a_row = passes_in_a_row + 1 if action == PASS else 0
        assert passes_in_a_row <= 2 * players - 1  # KIL-9.7
        if gone:
            passes_in_a_row = 0
    check_grid(twin)
    check_end(twin)
    assert turns <= 48 * 2 * twin.num_players  # KIL-9.7
    return twin


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_twin_KIL_2_4_5_6_6_4_9_7_random_games_keep_the_invariants(block: int) -> None:
    """KIL-2.4, 5.6, 6.4, 9.7 over random options."""
    rng = random.Random(block)
    for _ in range(NUM_GAMES // NUM_BLOCKS):
        options = random_options(rng)
        twin = play_random_game(options, rng)
        assert twin.options.items() >= {**DEFAULTS, **options}.items()
