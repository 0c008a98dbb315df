"""The worked examples of the rules of Sevens, and random games, played on the twin alone."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from .twin import CELLS, JOKER, SUITS, Action, Twin, cell_of

RANK_NAMES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
TUNNELS = ("none", "ring", "one_way")
NUM_GAMES = 300


def card(name: str) -> int:
    """The id of "S6", "H10", "joker"."""
    return JOKER if name == "joker" else cell_of("SHDC".index(name[0]), rank(name[1:]))


def rank(name: str) -> int:
    """The rank 1..13 of "A", "2" ... "K"."""
    return RANK_NAMES.index(name) + 1


def cards(names: str) -> list[int]:
    """The ids of "S6 H8-10 joker": names of cards and runs within a suit."""
    ids: list[int] = []
    for name in names.split():
        first, _, last = name.partition("-")
        ids += range(card(first), card(name[0] + last) + 1) if last else [card(first)]
    return ids


def position(
    out: str, hands: Sequence[str], options: Mapping[str, Any] | None = None, **rest: Any
) -> Twin:
    """A position with the sevens and ``out`` on the layout; seat 0 is to move.

    Seats have the hands given; every other natural is in the hand of the one seat written "rest",
    with "rest joker" the joker too.
    """
    held = [cards(hand.removeprefix("rest")) for hand in hands]
    gone = {*cards("S7 H7 D7 C7"), *cards(out), *(c for hand in held for c in hand)}
    for seat, hand in enumerate(hands):
        if hand.startswith("rest"):
            held[seat] += [c for c in range(CELLS) if c not in gone]
    return Twin.position(options or {}, held, **{"to_move": 0, **rest})


def frontiers(out: str, suit: str, tunnel: str) -> dict[str, int | None]:
    """The frontiers of one suit with ``out`` on the layout."""
    twin = position(out, ["D2", "rest"], {"tunnel": tunnel})
    found: dict[str, int | None] = twin.public()["frontiers"]["SHDC".index(suit)]
    return found


def ends(low: str | None, high: str | None) -> dict[str, int | None]:
    """Frontiers by the names of their cells."""
    return {"low": card(low) if low else None, "high": card(high) if high else None}


def reached(twin: Twin, names: str) -> list[bool]:
    """Whether walks run through these cells."""
    reachable = twin.public()["reachable"]
    return [reachable[c] for c in cards(names)]


def pack(jokers: int) -> list[int]:
    """SEV-2.1: all cards."""
    return [*range(CELLS), *[JOKER] * jokers]


def dealt(num_players: int, jokers: int, rng: random.Random) -> list[list[int]]:
    """SEV-3.1: a shuffled pack, dealt one by one from a random seat."""
    deck = pack(jokers)
    rng.shuffle(deck)
    start = rng.randrange(num_players)
    return [deck[(seat - start) % num_players :: num_players] for seat in range(num_players)]


@pytest.mark.parametrize("tunnel", TUNNELS)
def test_twin_SEV_10_1_at_the_start_only_sixes_and_eights_are_frontiers(tunnel: str) -> None:
    """SEV-10.1, and the laying of the sevens of SEV-3.2, 3.3."""
    hands = [list(range(3 - seat, CELLS, 4)) for seat in range(4)]  # seat 3 holds D7
    twin = Twin({"num_players": 4, "tunnel": tunnel}, hands)
    for suit in range(SUITS):
        expected = {"low": cell_of(suit, 6), "high": cell_of(suit, 8)}
        assert twin.public()["frontiers"][suit] == expected
    assert twin.public()["layout"].count("natural") == 4
    owner = next(seat for seat, hand in enumerate(hands) if card("D7") in hand)
    assert twin.to_move == twin.public()["first_player"] == owner
    assert twin.public()["laid_by"][card("D7")] == owner
    assert twin.public()["hand_sizes"] == [12] * 4


@pytest.mark.parametrize("tunnel", TUNNELS)
def test_twin_SEV_10_2_an_isolated_queen_gives_no_link(tunnel: str) -> None:
    """SEV-10.2 and SEV-4.2."""
    assert frontiers("H7-9 HQ", "H", tunnel) == ends("H6", "H10")
    twin = position("H7-9 HQ", ["H10 HJ HK", "rest"], {"tunnel": tunnel})
    assert twin.legal() == {("play", card("H10")), ("pass",)}
    assert reached(twin, "H9 HQ") == [True, False]
    for action in [("play", card("H10")), ("pass",), ("play", card("HJ"))]:
        twin.apply(action)
    assert twin.public()["frontiers"][1] == ends("H6", "HK")
    assert reached(twin, "HJ HQ") == [True, True]


def test_twin_SEV_10_3_frontiers_after_seven_to_king_and_ace_to_four() -> None:
    """SEV-10.3."""
    assert frontiers("S7-K SA-4", "S", "ring") == ends("S6", "S5")
    assert frontiers("S7-K SA-4", "S", "one_way") == ends(None, "S5")
    assert frontiers("S7-K SA-4", "S", "none") == ends("S6", None)
    reachable = {
        tunnel: reached(position("S7-K SA-4", ["H2", "rest"], {"tunnel": tunnel}), "S4")
        for tunnel in TUNNELS
    }
    assert reachable == {"none": [False], "ring": [True], "one_way": [True]}


@pytest.mark.parametrize(
    ("tunnel", "after_ace", "after_king"),
    [
        ("ring", ends("SK", "S9"), ends("SQ", "S9")),
        ("one_way", ends("SK", None), ends("SQ", None)),
        ("none", ends(None, "S9"), ends(None, "S9")),
    ],
)
def test_twin_SEV_10_4_frontiers_after_the_ace_and_after_the_king(
    tunnel: str, after_ace: dict[str, int | None], after_king: dict[str, int | None]
) -> None:
    """SEV-10.4; with tunnel=none the king lies there isolated."""
    twin = position("S2-8", ["SA", "H2 H3", "rest"], {"tunnel": tunnel})
    twin.apply(("play", card("SA")))
    assert twin.public()["frontiers"][0] == after_ace
    assert frontiers("SA-8 SK", "S", tunnel) == after_king


def test_twin_SEV_9_15_the_cells_of_a_closed_walk_stay_reachable() -> None:
    """SEV-9.15, SEV-5.6: the high side is closed, 8 stays reachable and 9 comes from the king."""
    twin = position("SA-8 S10-K", ["S9 H2", "rest"], {"tunnel": "one_way"})
    assert twin.public()["frontiers"][0] == ends("S9", None)
    assert reached(twin, "SA S8 S10 SK") == [True] * 4
    assert ("play", card("S9")) in twin.legal()


def test_twin_SEV_10_5_both_walks_end_at_one_cell() -> None:
    """SEV-10.5: a single PLAY action, and a single JOKER_AT for who lacks the card."""
    twin = position("SA-9 SJ-K", ["S10 H2", "H3 joker", "rest"], {"jokers": 1})
    assert twin.public()["frontiers"][0] == ends("S10", "S10")
    assert twin.legal() == {("play", card("S10")), ("pass",)}
    twin.apply(("pass",))
    assert ("joker_at", card("S10")) in twin.legal()
    assert len(twin.legal()) == 8  # seven different cells and the pass


@pytest.mark.parametrize("tunnel", TUNNELS)
def test_twin_SEV_10_6_isolated_ace_and_king_give_no_link(tunnel: str) -> None:
    """SEV-10.6, SEV-5.6."""
    assert frontiers("SA S7 S8 SK", "S", tunnel) == ends("S6", "S9")
    twin = position("SA S7 S8 SK", ["S2 SQ", "rest"], {"tunnel": tunnel})
    assert twin.legal() == {("pass",)}


def test_twin_SEV_10_7_without_passes_a_player_must_play_or_is_eliminated() -> None:
    """SEV-10.7, SEV-4.5, 4.6, 5.2."""
    twin = position("H7-8 H6", ["S6 H10", "H2", "rest"], passes=[3, 0, 0])
    assert twin.legal() == {("play", card("S6"))}
    twin = position("H6-8", ["H10 HQ", "H9 HJ S2", "rest"], passes=[3, 0, 0], idle=2)
    public = twin.public()
    assert public["status"] == ["eliminated", "active", "active"]
    assert public["hand_sizes"][0] == 0
    assert public["idle"] == 0  # SEV-9.15
    assert [public["laid_by"][c] for c in cards("H10 HQ")] == [0, 0]
    assert reached(twin, "H10 HQ") == [False, False]
    assert twin.to_move == 1
    assert twin.legal() == {("play", card("H9")), ("pass",)}
    twin.apply(("play", card("H9")))
    assert reached(twin, "H10 HQ") == [True, False]
    twin.apply(("pass",))
    assert twin.legal() == {("play", card("HJ")), ("pass",)}


def test_twin_SEV_10_8_places_and_rewards() -> None:
    """SEV-10.8 first case: P2 finished, P1 eliminated, P3 finishes, P0 is left."""
    twin = position("", ["rest", "", "", "S6"], to_move=3, finish_order=[2], elimination_order=[1])
    assert twin.places() is None and twin.rewards() is None
    twin.apply(("play", card("S6")))
    assert twin.to_move is None and twin.legal() == set()
    assert twin.places() == [3, 4, 1, 2]
    assert twin.rewards() == pytest.approx([-1 / 3, -1, 1, 1 / 3])
    with pytest.raises(ValueError, match="not legal"):
        twin.apply(("pass",))


def test_twin_SEV_10_8_the_last_eliminated_is_the_best_of_them() -> None:
    """SEV-10.8 second case: after P2 is out, P1 and then P3 are eliminated."""
    twin = position("", ["rest", "H3", "", "D5"], to_move=0, finish_order=[2], passes=[0, 3, 0, 3])
    twin.apply(("play", card("S6")))  # P1 and P3 hold no frontier
    assert twin.to_move is None
    assert twin.public()["elimination_order"] == [1, 3]
    assert twin.places() == [2, 4, 1, 3]


def joker_table(hand: str, options: Mapping[str, Any] | None = None) -> Twin:
    """SEV-10.9..10.12: hearts 6..8 are out, seat 0 has ``hand``, seat 2 holds H5 if 0 does not."""
    holder = "D2" if "H5" in hand.split() else "H5 S6"
    return position("H6-8", [hand, "S3", holder, "rest"], {"jokers": 1, **(options or {})})


def test_twin_SEV_10_9_the_joker_is_recovered_at_once() -> None:
    """SEV-10.9, SEV-5.3, 7.1."""
    twin = joker_table("joker CK")
    twin.apply(("joker_at", card("H5")))
    public = twin.public()
    assert twin.hands[0] == cards("CK")
    assert twin.hands[2] == cards("S6 joker")
    assert public["layout"][card("H5")] == "natural"
    assert public["laid_by"][card("H5")] == 2
    assert public["known_jokers"] == [0, 0, 1, 0]
    assert public["frontiers"][1] == ends("H4", "H9")
    assert twin.to_move == 1


def test_twin_SEV_10_10_a_joker_can_be_the_last_card() -> None:
    """SEV-10.10."""
    twin = joker_table("joker")
    twin.apply(("joker_at", card("H5")))
    assert twin.public()["status"][0] == "finished"
    assert twin.public()["finish_order"] == [0]
    assert twin.hands[2] == cards("S6 joker")


def test_twin_SEV_10_11_no_joker_for_a_card_in_the_own_hand() -> None:
    """SEV-10.11, SEV-9.8."""
    legal = joker_table("joker H5").legal()
    assert ("joker_at", card("H5")) not in legal
    assert {("play", card("H5")), ("joker_at", card("H9"))} <= legal


def test_twin_SEV_10_12_fill_lays_the_joker_and_the_card_beyond() -> None:
    """SEV-10.12."""
    twin = joker_table("joker H4 S2", {"joker_use": "fill"})
    assert twin.legal() == {("fill", card("H5"), "low"), ("pass",)}
    twin.apply(("fill", card("H5"), "low"))
    public = twin.public()
    assert [public["layout"][c] for c in cards("H4-8")] == ["natural"] * 5
    assert [public["laid_by"][c] for c in cards("H4-5")] == [0, 2]
    assert twin.hands[0] == cards("S2")
    assert twin.hands[2] == cards("S6 joker")
    twin = position("H4 H6-8", ["joker H3 S2", "H5", "rest"], {"jokers": 1, "joker_use": "fill"})
    assert twin.legal() == {("pass",)}


def test_twin_SEV_4_3_fill_wraps_from_the_ace_to_the_king_but_not_with_tunnel_none() -> None:
    """SEV-4.3c: none beyond A and K with tunnel=none."""
    for tunnel, legal in [("ring", True), ("one_way", True), ("none", False)]:
        twin = position(
            "S2-6",
            ["joker SK", "SA", "rest"],
            {"jokers": 1, "joker_use": "fill", "tunnel": tunnel},
        )
        assert (("fill", card("SA"), "low") in twin.legal()) is legal
        assert twin.public()["frontiers"][0] == ends("SA", "S8")


def test_twin_SEV_10_13_the_holder_recovers_on_his_own_turn() -> None:
    """SEV-10.13, SEV-4.3d, 4.4."""
    options = {"jokers": 1, "joker_recovery": "own_turn"}
    twin = position("H6-8", ["joker CK", "H5 S6", "rest"], options)
    twin.apply(("joker_at", card("H5")))
    assert twin.public()["layout"][card("H5")] == "joker"
    assert twin.public()["laid_by"][card("H5")] == 0
    assert twin.public()["frontiers"][1] == ends("H4", "H9")
    assert twin.to_move == 1
    assert twin.legal() == {("recover", card("H5"))}
    twin.apply(("recover", card("H5")))
    assert twin.hands[1] == cards("S6 joker")
    assert twin.public()["laid_by"][card("H5")] == 1
    assert twin.public()["known_jokers"] == [0, 1, 0]
    assert twin.to_move == 2


def test_twin_SEV_10_13_who_must_recover_is_not_eliminated() -> None:
    """SEV-10.13: all passes used and S5 not playable."""
    options = {"jokers": 1, "joker_recovery": "own_turn"}
    twin = position("H6-8", ["H5 S5", "rest"], options, passes=[3, 0], jokers_on={card("H5"): 1})
    assert twin.legal() == {("recover", card("H5"))}


@pytest.mark.parametrize(
    ("joker_last", "places"), [("last_place", [1, 3, 2, 4]), ("off", [1, 4, 2, 3])]
)
def test_twin_SEV_10_14_the_last_holder_of_the_joker(joker_last: str, places: list[int]) -> None:
    """SEV-10.14, SEV-6.4."""
    twin = position(
        "",
        ["", "", "S6", "rest joker"],
        {"jokers": 1, "joker_last": joker_last},
        to_move=2,
        finish_order=[0],
        elimination_order=[1],
    )
    twin.apply(("play", card("S6")))
    assert twin.to_move is None
    assert twin.places() == places


def test_twin_SEV_10_15_after_a_round_of_passes_who_can_play_must() -> None:
    """SEV-10.15, SEV-4.4: seats 0 and 2 can play, seat 1 cannot."""
    options = {"pass_limit": "none"}
    twin = position("", ["S6 H2", "D2", "rest"], options)
    for _ in range(3):
        assert ("pass",) in twin.legal()
        twin.apply(("pass",))
    assert twin.public()["idle"] == 3
    assert twin.legal() == {("play", card("S6"))}
    stuck = position("", ["D2", "S6 H2", "rest"], options, idle=3)
    assert stuck.legal() == {("pass",)}
    twin.apply(("play", card("S6")))
    assert twin.public()["idle"] == 0
    assert twin.legal() == {("pass",)}


@pytest.mark.parametrize(
    ("joker_last", "places"),
    [("off", [1, 2.5, 2.5, 4]), ("last_place", [1, 3.5, 3.5, 2])],
)
def test_twin_SEV_5_8_two_jokers_are_left_when_all_naturals_lie(
    joker_last: str, places: list[float]
) -> None:
    """SEV-5.8, 6.3, 6.4: the recovery of S6 by its holder completes the layout."""
    twin = position(
        "SA-5 S8-K HA-K DA-K CA-K",
        ["", "joker joker", "S6", ""],
        {"jokers": 2, "joker_last": joker_last},
        to_move=1,
        finish_order=[0],
        elimination_order=[3],
    )
    twin.apply(("joker_at", card("S6")))
    assert twin.to_move is None
    assert twin.public()["status"] == ["finished", "active", "active", "eliminated"]
    assert twin.places() == places


def test_twin_SEV_4_4_without_voluntary_passes_who_can_play_must() -> None:
    """SEV-4.4."""
    options = {"voluntary_pass": False}
    assert position("", ["S6 H2", "rest"], options).legal() == {("play", card("S6"))}
    assert position("", ["S5 H2", "rest"], options).legal() == {("pass",)}


def test_twin_SEV_5_2_the_jokers_of_an_eliminated_player_are_set_aside() -> None:
    """SEV-5.2, 9.10: in fill mode a lone joker is unplayable (SEV-5.4)."""
    twin = position(
        "", ["joker H2", "S6", "rest"], {"jokers": 1, "joker_use": "fill", "pass_limit": 0}
    )
    assert twin.public()["status"][0] == "eliminated"
    assert twin.public()["jokers_aside"] == 1
    assert twin.to_move == 1


def test_twin_SEV_4_5_a_game_can_be_over_before_the_first_decision() -> None:
    """SEV-4.5 with pass_limit=0: the first of two players has neither a six nor an eight."""
    first = cards("SA-5 S9-10 HA-5 H9-10 DA-5 D7 D9-10 CA-4")
    second = [c for c in range(CELLS) if c not in first]
    twin = Twin({"num_players": 2, "pass_limit": 0}, [first, second])
    assert twin.to_move is None
    assert twin.places() == [2, 1]


def random_options(rng: random.Random) -> dict[str, Any]:
    """Any mix of the options of SEV-8."""
    return {
        "num_players": rng.randint(2, 8),
        "pass_limit": rng.choice([*range(11), "none"]),
        "voluntary_pass": rng.choice([True, False]),
        "tunnel": rng.choice(TUNNELS),
        "jokers": rng.randint(0, 2),
        "joker_use": rng.choice(["wild", "fill"]),
        "joker_recovery": rng.choice(["immediate", "own_turn"]),
        "joker_last": rng.choice(["off", "last_place"]),
    }


def check_cards(twin: Twin) -> None:
    """SEV-2.4."""
    public = twin.public()
    held = [c for hand in twin.hands for c in hand]
    laid = [c for c in range(CELLS) if public["layout"][c] == "natural"]
    assert sorted([*laid, *(c for c in held if c != JOKER)]) == list(range(CELLS))
    jokers = held.count(JOKER) + public["layout"].count("joker") + public["jokers_aside"]
    assert jokers == twin.options["jokers"]
    for seat, status in enumerate(public["status"]):
        assert status == "active" or not twin.hands[seat]
        assert 0 <= public["known_jokers"][seat] <= twin.hands[seat].count(JOKER)
    if twin.options["pass_limit"] != "none":
        assert max(public["passes"]) <= twin.options["pass_limit"]
    if twin.options["joker_recovery"] == "immediate":
        assert "joker" not in public["layout"]


def check_someone_can_act(twin: Twin) -> None:
    """SEV-5.7, 4.1, 4.8."""
    public = twin.public()
    active = [c for hand in twin.hands for c in hand]
    cells = [end for ends in public["frontiers"].values() for end in ends.values()]
    waiting = [c for c in active if c != JOKER and public["layout"][c] == "joker"]
    assert waiting or any(cell is not None for cell in cells)
    assert all(cell in active for cell in cells if cell is not None)
    assert 1 <= len(twin.legal()) <= 9
    for suit in range(SUITS):
        empty = [c for c in range(13 * suit, 13 * suit + 13) if public["layout"][c] == "empty"]
        assert bool(empty) == any(e is not None for e in public["frontiers"][suit].values())


def length_bound(twin: Twin) -> float:
    """SEV-9.6: turns, decisions and eliminations together, with a pass limit."""
    pass_limit = twin.options["pass_limit"]
    if pass_limit == "none":
        return float("inf")
    recoveries = 48 if twin.options["joker_recovery"] == "own_turn" else 0
    return float(48 + recoveries + twin.num_players * (pass_limit + 1))


def check_end(twin: Twin) -> None:
    """SEV-6.1, 6.2, 6.5."""
    places, rewards, public = twin.places(), twin.rewards(), twin.public()
    assert places is not None and rewards is not None
    assert twin.legal() == set()
    active = public["status"].count("active")
    assert active == 1 or (active == 2 and public["layout"].count("natural") == CELLS)
    assert sum(places) == sum(range(1, twin.num_players + 1))
    assert sum(rewards) == pytest.approx(0)
    assert [places[seat] for seat in public["finish_order"]] == list(
        range(1, len(public["finish_order"]) + 1)
    )
    assert max(rewards) <= 1 and min(rewards) >= -1
    if twin.options["jokers"] == 1 and twin.options["joker_use"] == "wild":
        assert public["jokers_aside"] == 0  # SEV-5.4
        if twin.options["joker_recovery"] == "immediate":  # SEV-9.11
            assert JOKER in twin.hands[public["status"].index("active")]


def play_random_game(options: dict[str, Any], rng: random.Random) -> tuple[Twin, list[Action]]:
    """One game of uniform legal actions, with all invariants checked at every step."""
    hands = dealt(options["num_players"], options["jokers"], rng)
    assert max(map(len, hands)) - min(map(len, hands)) <= 1  # SEV-3.1
    twin = Twin(options, hands)
    actions: list[Action] = []
    passes_in_a_row = 0
    while twin.to_move is not None:
        check_cards(twin)
        check_someone_can_act(twin)
        action = rng.choice(sorted(twin.legal(), key=str))
        twin.apply(action)
        actions.append(action)
        passes_in_a_row = passes_in_a_row + 1 if action == ("pass",) else 0
        if options["pass_limit"] == "none":  # SEV-9.6
            assert passes_in_a_row <= 2 * twin.public()["status"].count("active") - 1
    check_cards(twin)
    check_end(twin)
    turns = len(actions) + len(twin.public()["elimination_order"])
    assert turns <= length_bound(twin)
    return twin, actions


@pytest.mark.parametrize("block", range(3))
def test_twin_SEV_2_4_5_7_9_6_6_5_random_games_keep_the_invariants(block: int) -> None:
    """SEV-2.4, 5.7, 6.5, 9.6 over random options, and the order of SEV-6.2."""
    rng = random.Random(block)
    for _ in range(NUM_GAMES // 3):
        play_random_game(random_options(rng), rng)
