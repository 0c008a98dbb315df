"""The rules of Daifugo by clause, and the worked examples of DFG-10, on the kernels."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from fudaba.envs import UserError
from fudaba.envs.daifugo import GAME
from fudaba.envs.daifugo import state as dfg
from fudaba.envs.daifugo.options import ALL_EFFECTS
from fudaba.envs.daifugo.rules import rounds
from fudaba.envs.daifugo.rules.plays import filled_ranks, ranks_between

from .house_rules import random_options
from .positions import CARDS, Table, at_exchange, card_name, opened, position

A, B, C, D = range(4)
PASS, DRAW, STOP = dfg.PASS_ACTION, dfg.PASS_DRAW_ACTION, dfg.STOP_ACTION
PLAY, GIVE, CHANGE = dfg.SHAPE, dfg.GIVE_CARD, dfg.CHANGE
SUIT_BITS = {suit: 1 << 4 * number for number, suit in enumerate("SHDC")}
HIGH = "DK DA D2"  # cards that let a hand go on
ONE_ROUND = {"num_rounds": 1}


def without(*effects: str) -> dict[str, Any]:
    """Options with some effects switched off."""
    return {"effects": [effect for effect in ALL_EFFECTS if effect not in effects]}


def bound(table: Table) -> str:
    """The suits that the field is bound to."""
    return "".join(
        suit
        for suit, bit in SUIT_BITS.items()
        for _ in range(int(table.state["bound"]) // bit % 16)
    )


def flags(table: Table) -> tuple[bool, bool, bool]:
    """R, B, and whether lower ranks are stronger."""
    state = table.state
    return bool(state["revolution"]), bool(state["j_back"]), bool(dfg.is_reversed(state))


def led(table: Table, seat: int) -> bool:
    """Whether a seat is to lead."""
    return table.asks() == (seat, PLAY) and table.state["kind"] == dfg.NONE


def followed(table: Table, seat: int) -> bool:
    """Whether a seat is to follow."""
    return table.asks() == (seat, PLAY) and table.state["kind"] != dfg.NONE


# Components and setup


def test_DFG_2_1_cards_are_numbered_by_rank_and_suit() -> None:
    names = [card_name(card) for card in (0, 1, 2, 3, 4, 47, 51, 52, 53)]
    assert names == ["S3", "H3", "D3", "C3", "S4", "CA", "C2", "joker", "joker"]
    for num_jokers in (0, 1, 2):
        table = opened(5, num_jokers=num_jokers)
        dealt = [card for seat in table.seats for card in table.hand(seat)] + table.pile()
        assert len(dealt) == 52 + num_jokers and dealt.count("joker") == num_jokers


def test_DFG_2_2_of_two_jokers_a_play_or_a_pick_takes_the_first() -> None:
    table = position(["joker joker S7 S9 S10", "S4"])
    table.lay("S7")
    assert 53 not in {action - dfg.FIRST_CARD for action in table.actions()}
    table = position(["joker joker S7 S9 S10", "S4"])
    table.lay("joker")
    assert table.state["field"] == np.uint64(1 << 52)
    assert table.state["hands"][A] >> np.uint64(52) == 2


def test_DFG_2_3_cards_lie_in_the_pile_the_hands_the_field_and_the_discards() -> None:
    table = position(["S4 S9", "H5 H9", "D9 D10"], pile="C3 C4")
    table.lay("S4")
    table.take(PASS)
    table.lay("D9")
    assert table.field() == ["S4", "D9"] and table.discards().count("S4") == 0
    table.take(PASS, DRAW)
    assert led(table, C) and table.field() == [] and {"S4", "D9"} < {*table.discards()}
    assert table.pile() == ["C3"] and table.hand(B) == ["C4", "H5", "H9"]


@pytest.mark.parametrize("revolution", [0, 1])
@pytest.mark.parametrize("j_back", [0, 1])
def test_DFG_2_4_reversed_is_R_xor_B_and_both_start_off(revolution: int, j_back: int) -> None:
    table = opened(3)
    assert flags(table) == (False, False, False)
    assert table.state["owner"] == dfg.NOBODY and table.state["bound"] == 0
    table.state["revolution"], table.state["j_back"] = revolution, j_back
    assert dfg.is_reversed(table.state) == (revolution != j_back)


def check_table(table: Table) -> None:
    """DFG-2.5: what holds at every decision."""
    state = table.state
    hands = [state["hands"][seat] for seat in table.seats]
    zones = [*hands, state["field"], state["discards"]]
    cards = [card for zone in zones for card in range(54) if int(zone) >> card & 1]
    cards += state["deck"][: state["pile_size"]].tolist()
    assert sorted(cards) == list(range(dfg.deck_size(state)))
    assert [int(hand).bit_count() for hand in hands] == state["hand_sizes"][table.seats].tolist()
    if state["kind"] == dfg.NONE:
        assert state["owner"] == dfg.NOBODY
        assert state["bound"] == state["j_back"] == state["field"] == 0
    else:
        assert state["owner"] in table.seats and state["field"] != 0
    if not state["is_playoff"]:
        assert all(hand == 0 for hand, place in zip(hands, table.places(), strict=True) if place)


def test_DFG_2_5_the_invariants_hold_in_random_matches() -> None:
    finished = 0
    for seed in range(12):
        rng = random.Random(seed)
        table = opened(seed, **random_options(rng))
        while table.to_move is not None:
            check_table(table)
            rounds, pile = int(table.state["round"]), int(table.state["pile_size"])
            held = sum(table.state["hand_sizes"]) + pile
            field = table.state["field"]
            table.take(rng.choice(sorted(table.actions())))
            if table.state["round"] == rounds:
                left = sum(table.state["hand_sizes"]) + table.state["pile_size"]
                was_played = table.state["field"] & ~field != 0
                assert table.state["pile_size"] <= pile and left <= held - was_played
            else:
                finished += 1
                assert sorted(table.titles()) == [seat + 1 for seat in table.seats]
    assert finished > 12


def test_DFG_3_1_a_fresh_shuffle_deals_equal_hands_and_leaves_a_pile() -> None:
    for num_players, hand_size in ((2, 13), (3, 10), (4, 13), (5, 5)):
        table = opened(1, num_players=num_players, hand_size=hand_size)
        assert table.state["hand_sizes"][table.seats].tolist() == [hand_size] * num_players
        assert len(table.pile()) == 54 - num_players * hand_size > 0
    assert opened(1).hand(A) != opened(2).hand(A)
    with pytest.raises(UserError, match="hand_size"):
        opened(1, num_players=5, hand_size=11)
    with pytest.raises(UserError, match="hand_size"):
        opened(1, num_players=4, hand_size=13, num_jokers=0)


def second_round(num_players: int = 4, **options: Any) -> Table:
    """The second round, its cards by lot, after the seats came in their order in the first."""
    hands = [""] * (num_players - 2) + ["S3", "S4 S5"]
    last = num_players - 2
    table = position(
        hands, to_move=last, placed=range(last), options={"num_rounds": 2, **options}, rng=7
    )
    table.lay("S3")
    return table


def test_DFG_3_1_DFG_3_2_the_second_round_is_dealt_anew_and_begins_with_the_exchange() -> None:
    table = second_round()
    assert table.titles() == [1, 2, 3, 4] and table.places() == [0] * 4
    assert table.phase in (dfg.EX_UP, dfg.EX_DOWN) and table.to_move in (A, D)
    assert sum(table.state["hand_sizes"]) == 40 and len(table.pile()) == 14
    assert opened(7, num_rounds=2).phase == PLAY


@pytest.mark.parametrize(
    ("how", "seats"),
    [("random", {A, B, C, D}), ("daihinmin", {D}), ("daifugo", {A}), ("rotate", {C})],
)
def test_DFG_3_3_starters(how: str, seats: set[int]) -> None:
    found = set()
    for seed in range(40):
        table = position(
            ["", "", "S3", "S4 S5"],
            to_move=C,
            placed=[A, B],
            options={"num_rounds": 2, "round_starter": how},
            rng=seed,
            starter=B,
        )
        table.lay("S3")
        found.add(int(table.state["starter"]))
        while table.phase != PLAY:
            table.take(min(table.actions()))
        assert table.to_move == table.state["starter"]
    assert found == seats
    first = {opened(seed, round_starter=how).to_move for seed in range(40)}
    assert first == {A, B, C, D}, "the first round is always by lot"


def test_DFG_3_4_everybody_sees_hand_sizes_pile_titles_and_round() -> None:
    table = second_round()
    view = table.view(B)
    assert [card_name(card) for card in np.flatnonzero(view["hand"])] == table.hand(B)
    assert view["pile_size"] == 14 and view["round"] == 1
    assert view["title"].tolist() == [2, 3, 4, 1, 0], "from the viewer's seat on"
    sizes = [len(table.hand(seat)) for seat in (B, C, D, A)]
    assert view["hand_sizes"][:4].tolist() == sizes


# Plays


def test_DFG_4_1_singles_sets_and_runs() -> None:
    table = position(["S3 H3 D3 S4 S5 H6", "C9"])
    assert table.only(
        *("S3", "H3", "D3", "S4", "S5", "H6"),
        *("S3 H3", "S3 D3", "H3 D3", "S3 H3 D3", "S3 S4 S5"),
    )


def test_DFG_4_1_runs_follow_the_order_of_strength_without_wrap() -> None:
    table = position(["S3 S4 S5 SQ SK SA S2 H9", "C9"])
    assert table.can("SQ SK SA") and table.can("SK SA S2") and table.can("SQ SK SA S2")
    runs = [way[0] for way in table.ways() if way[0] >= dfg.FIRST_RUN]
    assert len(runs) == 4, "with S3 S4 S5, and neither A-2-3 nor 2-3-4"
    table = position(["SK SA S2 S3 S4", "C9"])
    assert len([way for way in table.ways() if way[0] >= dfg.FIRST_RUN]) == 1


def test_DFG_4_1_ranks_of_sets_and_starts_of_runs_are_found_for_all_ranks_at_once() -> None:
    rng = random.Random(1)
    for _ in range(300):
        cards = set(rng.sample(range(dfg.NUM_CARDS), rng.randint(0, 40)))
        held, first, end = np.uint64(sum(1 << card for card in cards)), *rng.choices(range(14), k=2)
        counts = Counter(card // 4 for card in cards if card < dfg.FIRST_JOKER)
        needed, stronger = rng.randint(0, 6), int(ranks_between(first, end))
        filled = int(filled_ranks(dfg.count_ranks(held), needed)) & stronger
        assert [rank for rank in range(13) if filled >> 4 * rank & 1] == [
            rank for rank in range(first, end) if counts[rank] >= needed
        ]
        assert filled & ~dfg.ONE_EACH == 0
        starts = [card for card in range(44) if {card, card + 4, card + 8} <= cards]
        assert int(dfg.starts_of_three(held)) == sum(1 << card for card in starts)


def test_DFG_4_2_jokers_stand_for_any_card_of_a_set_or_run() -> None:
    table = position(["S9 S10 joker joker D3", "C9"])
    assert table.can("S9 *S9") and table.can("S9 *D9 *D9") and table.can("*H6 *C6")
    assert table.can("S9 S10 *SJ") and table.can("*S8 S9 S10") and table.can("S9 *S10 *SJ")
    assert table.can("*S8 S9 *S10"), "it may replace a card that is kept"
    assert table.can("S10 *SQ *SJ")


def test_DFG_4_2_without_duplicates_the_suits_of_a_set_differ() -> None:
    table = position(["S9 H9 joker joker D3", "C8"], options={"joker_duplicates": False})
    assert table.can("S9 *H9") and not table.can("S9 *S9") and not table.can("*S9 *S9")
    assert table.can("S9 H9 *D9 *C9") and not table.can("S9 H9 *D9 *D9")
    table = position(["S9 H9 D9 C9 joker joker D3", "C8"], options={"joker_duplicates": False})
    assert not any(dfg.FIRST_SET + 3 * 13 <= way[0] < dfg.FIRST_RUN for way in table.ways())
    table = position(["S9 H9 D9 C9 joker joker D3", "C8"])
    assert table.can("S9 H9 D9 C9 *S9 *S9"), "up to four and the jokers"


def test_DFG_4_2_jokers_without_effects() -> None:
    for joker_effects, sevens in ((True, 3), (False, 1)):
        table = position(["S7 joker joker D3", "C9"], options={"joker_effects": joker_effects})
        table.lay("S7 *H7 *H7")
        assert table.phase == GIVE and table.state["left_to_do"] == sevens
        table = position(["S6 S8 joker D3", "C9"], options={"joker_effects": joker_effects})
        table.lay("S6 *S7 S8")
        assert (table.phase == GIVE) == joker_effects
    table = position(["S9 H9 joker joker D3", "C9"], options={"joker_effects": False})
    table.lay("S9 H9 *S9 *C9")
    assert flags(table)[0], "four cards are a revolution all the same"


def test_DFG_4_3_what_the_field_shows_of_a_play() -> None:
    def shown(play: str) -> list[Any]:
        table = position(["S9 S10 joker joker D3", "C9"])
        table.lay(play)
        fields = ("kind", "size", "rank", "suits", "joker_suits", "joker_positions")
        return [int(table.state[field]) for field in fields]

    assert shown("S9") == [dfg.SINGLE, 1, 6, 0x1, 0, 0]
    assert shown("joker") == [dfg.LONE_JOKER, 1, -1, 0, 0, 0]
    assert shown("S9 *S9 *C9") == [dfg.SET, 3, 6, 0x1002, 0x1001, 0]
    assert shown("*S3 *H3") == [dfg.SET, 2, 0, 0x11, 0x11, 0]
    assert shown("S9 *S10 *SJ") == [dfg.RUN, 3, 6, 3, 0, 0b110]


def test_DFG_4_4_a_follower_plays_as_many_of_the_same_kind() -> None:
    hand = "H5 D5 S6 H6 D6 S9 S10 SJ"
    table = position([hand, "S4 H4 D4 C3"], to_move=B)
    table.lay("S4 H4")
    assert table.only("H5 D5", "S6 H6", "S6 D6", "H6 D6")
    table = position([hand, "S4 H4 D4 C3"], to_move=B)
    table.lay("S4 H4 D4")
    assert table.only("S6 H6 D6"), "no run on a triple"
    table = position([hand, "S4 S5 S3 C3"], to_move=B, options=without("skip5"))
    table.lay("S3 S4 S5")
    assert table.only("S9 S10 SJ"), "no triple on a run"


def test_DFG_4_5_stronger_is_higher_or_reversed_lower_never_equal() -> None:
    hand = "H4 D8 C9 SJ D2"
    for revolution, plays in ((0, ("SJ", "D2")), (1, ("H4", "D8"))):
        table = position([hand, "S9 C3"], to_move=B, revolution=revolution)
        table.lay("S9")
        assert table.only(*plays)


def test_DFG_4_5_runs_compare_their_lowest_ranks_or_must_not_overlap() -> None:
    hand, plain = "C3 C4 C5 C6 C7 C8 C9 C10 S3", without("skip5", "give7")
    for compare, lowest in (("rank", [6, 7, 8]), ("no_overlap", [8])):
        options = {"run_compare": compare, **plain}
        table = position([hand, "D5 D6 D7 H3"], to_move=B, options=options)
        table.lay("D5 D6 D7")
        assert table.only(*(f"C{rank} C{rank + 1} C{rank + 2}" for rank in lowest))
    for compare, lowest in (("rank", [3, 4, 5]), ("no_overlap", [3])):
        options = {"run_compare": compare, **plain}
        table = position([hand, "D6 D7 D8 H3"], to_move=B, options=options, revolution=1)
        table.state["effects"][dfg.CUT8] = 0
        table.lay("D6 D7 D8")
        assert table.only(*(f"C{rank} C{rank + 1} C{rank + 2}" for rank in lowest))


def test_DFG_4_6_the_lone_joker_beats_every_single_and_nothing_beats_it() -> None:
    for revolution in (0, 1):
        for single in ("D3", "D2"):
            table = position(
                ["joker S9 S2 H3", f"{single} C9", "C10"], to_move=B, revolution=revolution
            )
            table.lay(single)
            table.take(PASS)
            assert table.can("joker")
            table.lay("joker")
            assert table.ways() == []
    table = position(["joker joker S9", "D3 C3 C9"], to_move=B)
    table.lay("D3 C3")
    assert not table.can("joker") and table.can("*S4 *S4"), "a pair of jokers is just that pair"
    assert not table.can("*S3 *S3")


@pytest.mark.parametrize(
    ("scope", "after_joker", "last_joker"),
    [("turn", False, True), ("play_only", True, True), ("any_give", False, False)],
)
def test_DFG_4_7_no_finish_with_a_joker(scope: str, after_joker: bool, last_joker: bool) -> None:
    options = {"joker_finish_scope": scope}
    assert not position(["S9 joker", "C9"], options=options).can("S9 *H9")
    assert position(["S9 H9 joker", "C9"], options=options).can("S9 H9")
    assert not position(["S9 H9 joker", "C9"], options=options).can("S9 H9 *D9")
    assert not position(["S9 S10 joker", "C9"], options=options).can("S9 S10 *SJ")
    table = position(["C7 joker D4", "C9", "C10"], options=options)
    table.lay("C7 *H7")
    assert ("D4" in table.cards_to_choose()) == after_joker and STOP in table.actions()
    table = position(["C7 joker", "C9", "C10"], options=options)
    table.lay("C7")
    assert ("joker" in table.cards_to_choose()) == last_joker and STOP in table.actions()


# A turn with a play


def test_DFG_4_8_the_order_of_a_turn() -> None:
    table = position(["S7 S8 S9 S10 SJ SQ SK D3 D4 D5 D6", "C9", "C10"])
    table.lay("S7 S8 S9 S10 SJ SQ SK")
    assert flags(table) == (False, True, True) and table.state["owner"] == A
    assert table.asks() == (A, GIVE)
    table.give("D3", B)
    assert table.asks() == (A, CHANGE)
    table.choose("D4")
    assert led(table, A) and flags(table) == (False, False, False), "cleared for the 8"


def test_DFG_4_8_an_empty_pile_ends_the_round_before_the_cut() -> None:
    table = position(["S8 S9 S10 SJ SQ SK D3", "C9", "C10 C4"], pile="H3", options=ONE_ROUND)
    table.lay("S8 S9 S10 SJ SQ SK")
    table.choose("D3")
    assert table.state["is_playoff"] == 1 and led(table, B), "A and B have a card each"
    assert table.places() == [0, 0, 0]


def test_DFG_4_8_binding_comes_before_the_jack_and_the_gift() -> None:
    table = position(["SJ S10 D4", "S7 S6 D3"], to_move=B)
    table.lay("S7")
    table.take(STOP)
    table.lay("SJ")
    assert bound(table) == "S" and flags(table) == (False, True, True)


def test_DFG_4_8_who_goes_out_gets_the_next_best_place_and_the_last_one_ends_the_round() -> None:
    table = position(["S3 S4", "S5 H4", "S6"], options=ONE_ROUND, to_move=C)
    table.lay("S6")
    assert table.places() == [0, 0, 1] and followed(table, A)
    table.take(PASS, PASS)
    assert led(table, A), "after C, who is out"
    table.lay("S3", "H4")
    assert table.places() == [0, 0, 1]
    table.take(PASS)
    table.lay("S5")
    assert table.to_move is None and table.places() == [3, 2, 1]


def test_DFG_4_9_clearing_flushes_the_field_and_turns_B_off_but_not_R() -> None:
    table = position(["SJ HJ D4", "S9 H9 H4", "H5 H6"], to_move=B)
    table.lay("S9 H9")
    table.take(PASS)
    table.lay("SJ HJ")
    table.state["revolution"] = 1
    assert bound(table) == "SH" and flags(table) == (True, True, False)
    table.take(PASS, PASS)
    assert led(table, A) and flags(table) == (True, False, True) and bound(table) == ""
    assert {"S9", "H9", "SJ", "HJ"} <= {*table.discards()} and table.field() == []


# Passing


def test_DFG_4_10_a_follower_may_pass_or_draw_and_may_play_later() -> None:
    table = position(["S4 S9", "S5 S10", "S6 SJ"])
    table.lay("S4")
    assert {PASS, DRAW} < table.actions() and table.can("S10")
    top = table.pile()[-1]
    table.take(DRAW)
    assert top in table.hand(B)
    table.lay("S6")
    table.take(PASS)
    assert table.to_move == B and table.can("S10"), "it has passed on this field"


def test_DFG_4_10_mandatory_draws_and_locks() -> None:
    options = {"pass_draw": "mandatory", "pass_locks": True}
    table = position(["S4 S9 S2", "S5 S10", "S6 SJ", "S3 C4"], options=options)
    table.lay("S4")
    assert DRAW in table.actions() and PASS not in table.actions()
    table.take(DRAW)
    table.lay("S6")
    table.take(DRAW)
    table.lay("S9")
    assert table.actions() == {DRAW} and table.to_move == B, "locked, its turn still comes"
    table.take(DRAW)
    assert table.can("SJ"), "C has not passed"
    table.take(DRAW)
    assert table.actions() == {DRAW}
    table.take(DRAW)
    assert led(table, A) and not table.state["locked"].any()


def test_DFG_4_11_a_leader_passes_only_with_a_lone_joker_or_where_it_is_free() -> None:
    table = position(["joker", "S5 S10", "S6"])
    assert table.actions() == {PASS, DRAW}
    table.take(PASS)
    assert led(table, B) and not {PASS, DRAW} & table.actions()
    table = position(["joker joker", "S5 S10"])
    assert PASS not in table.actions() and table.only("joker")
    table = position(["S3 S4", "S5 S10"], options={"leader_pass": "free"})
    assert {PASS, DRAW} < table.actions() and table.can("S3")
    table.take(DRAW)
    assert led(table, B)


def test_DFG_4_12_a_field_is_cleared_when_the_turn_reaches_its_owner() -> None:
    table = position(["S4 S9", "S5 S10", "S6 SJ"])
    table.lay("S4")
    table.take(PASS)
    assert followed(table, C)
    table.take(PASS)
    assert led(table, A)
    table = position(["S4", "S5 S10", "S6 SJ"])
    table.lay("S4")
    table.take(PASS)
    assert followed(table, C)
    table.take(PASS)
    assert led(table, B), "clockwise after the owner, who is out"


def test_DFG_4_13_the_draw_of_the_last_card_ends_the_round_at_once() -> None:
    table = position(["S4 S9", "S5 S10", "S6"], pile="H3", options=ONE_ROUND)
    table.lay("S4")
    table.take(DRAW)
    assert table.hand(B) == ["H3", "S5", "S10"]
    assert table.state["is_playoff"] == 1 and table.state["participant"][:3].tolist() == [1, 0, 1]


# The end of a round


def test_DFG_4_14a_one_player_is_left() -> None:
    table = position(["S4", "S5 S10"], options=ONE_ROUND)
    table.lay("S4")
    assert table.to_move is None and table.places() == [1, 2]


def test_DFG_4_14b_DFG_4_15_the_pile_is_used_up_and_small_hands_come_first() -> None:
    hands = ["S4 S9 H9 D9 D10", "", "S6", "C4 C5"]
    table = position(hands, pile="H3", placed=[B], options=ONE_ROUND)
    table.lay("S4")
    table.take(PASS, DRAW)
    assert table.to_move is None and table.places() == [4, 1, 2, 3]


def test_DFG_4_14c_a_stall_of_two_lone_jokers_and_lots() -> None:
    found = set()
    for seed in range(20):
        table = position(
            ["joker", "joker", ""], placed=[C], pile="S3 S4", options=ONE_ROUND, rng=seed
        )
        table.take(PASS)
        assert led(table, B) and table.state["idle"] == 1
        table.take(PASS)
        assert table.state["is_playoff"] == 1 and led(table, A)
        assert table.actions() == {PASS}, "no pile, although two cards lie there"
        table.take(PASS, PASS)
        assert table.to_move is None and table.places()[C] == 1
        found.add(tuple(table.places()))
    assert found == {(2, 3, 1), (3, 2, 1)}


def test_DFG_4_14c_a_draw_or_a_play_restarts_the_count() -> None:
    table = position(["joker", "joker", ""], placed=[C], pile="S3 S4")
    table.take(PASS, DRAW)
    assert table.state["idle"] == 0 and led(table, A)
    table = position(["joker", "S3 S4", "joker"])
    table.take(PASS)
    table.lay("S3")
    assert table.state["idle"] == 0


def test_DFG_4_15_play_offs_go_from_the_smallest_group_up() -> None:
    hands = ["S4 S9 H9", "D9 D10", "C9 C10", "H4 H5 H6 H7"]
    table = position(hands, pile="C3", to_move=A, options=ONE_ROUND)
    table.lay("S4")
    table.take(PASS, PASS, DRAW)
    assert table.state["participant"][:4].tolist() == [1, 1, 1, 0] and led(table, A)
    hands = ["S4 S9 H9 SA HA", "D9 D10", "C9 C10", "H4 H5 H6"]
    table = position(hands, pile="C3", to_move=A, options=ONE_ROUND)
    table.lay("S4")
    table.take(PASS, PASS, DRAW)
    assert table.state["participant"][:4].tolist() == [0, 1, 1, 0]
    table.lay("D9", "C10")
    table.take(PASS)
    table.lay("C9")
    assert table.places() == [0, 2, 1, 0], "the first group has its places"
    assert table.state["participant"][:4].tolist() == [1, 0, 0, 1]
    assert led(table, A), "clockwise after D, who ended the round"


def playoff(**options: Any) -> Table:
    """B draws the last card; A, C and D play off for the first places, B is last."""
    hands = ["SK S7 H3", "D3 D4 D5", "H7 HK H10", "C7 CK C10 CJ"]
    table = position(
        hands, to_move=D, pile="C9", revolution=1, options={**ONE_ROUND, **options}, rng=3
    )
    table.lay("CJ")
    table.take(PASS, DRAW)
    assert table.state["is_playoff"] == 1
    return table


def test_DFG_4_16_participants_revolution_and_starter() -> None:
    table = playoff()
    assert table.state["participant"][:4].tolist() == [1, 0, 1, 1]
    assert led(table, C), "the first clockwise after B"
    assert flags(table) == (False, False, False) and table.field() == []
    assert flags(playoff(playoff_keeps_revolution=True)) == (True, False, True)
    starters = {playoff_by_lot(seed).to_move for seed in range(30)}
    assert starters == {A, C, D}


def playoff_by_lot(seed: int) -> Table:
    """The same with a leader by lot."""
    hands = ["SK S7 H3", "D3 D4 D5", "H7 HK H10", "C7 CK C10 CJ"]
    options = {**ONE_ROUND, "playoff_starter": "random"}
    table = position(hands, to_move=D, pile="C9", options=options, rng=seed)
    table.lay("CJ")
    table.take(PASS, DRAW)
    return table


def test_DFG_4_16_no_pile_no_change_and_gifts_among_participants() -> None:
    table = playoff()
    table.lay("H7")
    table.choose("H10")
    receivers = table.actions() - {STOP}
    assert {action - dfg.FIRST_PLAYER + 1 for action in receivers} == {1, 2}, "D and A, not B"
    table.take(dfg.FIRST_PLAYER)
    assert followed(table, D) and table.actions() >= {PASS} and DRAW not in table.actions()
    table.lay("CK")
    assert followed(table, A), "no change"


def test_DFG_4_16_a_play_off_ends_when_one_is_left() -> None:
    table = playoff()
    table.lay("H10")
    table.take(PASS, PASS)
    table.lay("HK")
    table.take(PASS, PASS)
    table.lay("H7")
    assert table.places() == [0, 0, 1, 0] and followed(table, D)
    table.lay("C10", "SK")
    table.take(PASS)
    table.lay("H3", "CK")
    table.take(PASS)
    table.lay("C7")
    assert table.to_move is None and table.places() == [3, 4, 1, 2]


TITLES = {
    2: ["daifugo", "daihinmin"],
    3: ["daifugo", "heimin", "daihinmin"],
    4: ["daifugo", "fugo", "hinmin", "daihinmin"],
    5: ["daifugo", "fugo", "heimin", "hinmin", "daihinmin"],
}


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_DFG_4_17_titles_by_place(num_players: int) -> None:
    table = second_round(num_players)
    assert table.titles() == list(range(1, num_players + 1))
    named = GAME.words.snapshot(table.state)["titles"]
    assert list(named.values()) == TITLES[num_players]


# The exchange

RICH = "D2 C2 DK CK DQ CQ SJ HJ DJ CJ"
FUGO, HINMIN = "D4 D5 D6 D7 D8 D9 D10 C9 C3 H4", "S4 S5 S6 S7 S8 C4 C5 C6 C7 C8"
ONE_JOKER, TWO_JOKERS = "joker S2 H2 DA H5 H6 H7 H8 H9 H10", "joker joker S2 DA H5 H6 H7 H8 H9 H10"


def at_four(daihinmin: str, **options: Any) -> Table:
    """The exchange after A was first and D last."""
    return at_exchange([RICH, FUGO, HINMIN, daihinmin], [1, 2, 3, 4], **options)


def test_DFG_4_18_the_strongest_cards_go_up_and_any_come_back() -> None:
    table = at_four(ONE_JOKER)
    assert table.asks() == (D, dfg.EX_UP) and "joker" in table.hand(A), "the joker had no equal"
    assert table.cards_to_choose() == {"S2", "H2"}
    table.choose("H2")
    assert table.asks() == (A, dfg.EX_DOWN)
    assert table.cards_to_choose() == {*RICH.split(), "joker", "H2"}
    table.choose("H2", "CJ")
    assert {"H2", "CJ"} < {*table.hand(D)} and len(table.hand(D)) == 10


def test_DFG_4_18_fixed_ties_and_blind_choices() -> None:
    table = at_four(ONE_JOKER, exchange_tie="fixed")
    assert table.asks() == (A, dfg.EX_DOWN) and {"joker", "S2"} < {*table.hand(A)}
    table = at_four(ONE_JOKER, exchange_tie="fixed", exchange_blind=True)
    assert table.cards_to_choose() == {*RICH.split()}


@pytest.mark.parametrize(("num_players", "name"), [(2, "exchange_2p"), (3, "exchange_3p")])
@pytest.mark.parametrize("count", [0, 1, 2])
def test_DFG_4_19_cards_with_two_or_three_players(num_players: int, name: str, count: int) -> None:
    hands = [RICH, FUGO, ONE_JOKER] if num_players == 3 else [RICH, ONE_JOKER]
    titles = range(1, num_players + 1)
    table = at_exchange(hands, titles, **{name: count, "exchange_tie": "fixed"})
    if count:
        assert table.asks() == (A, dfg.EX_DOWN) and table.state["left_to_do"] == count
        table.choose(*RICH.split()[:count])
    assert led(table, table.state["starter"])
    assert table.state["gifts"][A, num_players - 1] == count
    assert table.state["gifts"].sum() == 2 * count


def test_DFG_4_19_daihinmin_daifugo_hinmin_fugo() -> None:
    table = at_exchange([RICH, ONE_JOKER, FUGO, HINMIN.replace("S8", "C10")], [4, 1, 2, 3])
    assert table.asks() == (A, dfg.EX_UP) and table.cards_to_choose() == {"D2", "C2"}
    table.choose("D2")
    assert table.asks() == (B, dfg.EX_DOWN) and table.state["left_to_do"] == 2
    table.choose("joker", "S2")
    assert table.asks() == (C, dfg.EX_DOWN) and "C10" in table.hand(C), "D's only 10"
    assert table.state["left_to_do"] == 1
    table.choose("D4")
    assert led(table, table.state["starter"]) and "D4" in table.hand(D)


# Decision points


def test_DFG_4_20_every_step_leads_to_a_legal_play_and_the_third_is_skipped() -> None:
    table = position(["S9 H9 joker D3", "S8 H8 C3"], to_move=B, options=without("cut8"))
    table.lay("S8 H8")
    shape = dfg.FIRST_SET + CARDS["S9"] // 4
    assert {way[0] for way in table.ways()} == {shape}
    table.take(shape)
    assert table.actions() == {dfg.FIRST_SUIT_SET + suits for suits in (0b01, 0b10, 0b11)}
    table.take(dfg.FIRST_SUIT_SET + 0b01)
    assert table.actions() == {dfg.FIRST_JOKER_SUITS + suit for suit in range(4)}
    table = position(["S9 S10 joker D3", "C3"])
    table.take(int(dfg.RUN_OFFSETS[3]) + CARDS["S9"] // 4, dfg.FIRST_SUIT)
    assert followed(table, B), "the joker can only be the jack"


def test_DFG_4_20_a_bound_set_is_offered_only_where_its_suits_can_be_had() -> None:
    hands = ["S6 H6 D10", "S9 D9 H10 C10 joker D4", "S4 H4 C3", "C4"]
    table = position(hands, to_move=C)
    table.lay("S4 H4")
    table.take(PASS)
    table.lay("S6 H6")
    assert bound(table) == "SH"
    assert table.only("S9 *H9", "H10 *S10")


@pytest.mark.parametrize(
    ("jokers", "duplicates", "sets", "runs"),
    [
        (0, True, 459 - 264, 264),
        (1, False, 559, 1936),
        (1, True, 975, 1936),
        (2, False, 871, 7348),
        (2, True, 3055, 7348),
    ],
)
def test_DFG_4_21_distinct_plays(jokers: int, duplicates: bool, sets: int, runs: int) -> None:
    table = position(["S3", "S4"], options={"joker_duplicates": duplicates, "num_jokers": jokers})
    table.state["hands"][A] = (1 << 52 + jokers) - 1
    table.state["hand_sizes"][A] = 52 + jokers
    kinds: Counter[str] = Counter()
    for shape in sorted(table.actions()):
        kind = GAME.decode(shape)[0].name
        kinds[kind] += count_ways(table, shape)
    assert kinds["single"] + kinds["set"] == sets and kinds["run"] == runs
    assert kinds["lone joker"] == (jokers > 0)


def count_ways(table: Table, action: int) -> int:
    """How many plays begin with an action."""
    after = table.copy()
    after.take(action)
    if after.phase == dfg.JOKER_FACES:
        return len(after.actions())
    if after.phase != dfg.SUITS:
        return 1
    return sum(count_ways(after, suits) for suits in after.actions())


# Effects


def test_DFG_5_0_effects_count_in_every_kind_of_play_and_can_be_left_out() -> None:
    plays = {"H7": 1, "H7 D7": 2, "S6 S7 S8": 1}
    for play, count in plays.items():
        table = position(["H7 D7 S6 S7 S8 D3 D4 D5 D6", "C9", "C10"])
        table.lay(play)
        assert table.phase == GIVE and table.state["left_to_do"] == count
        table = position(["H7 D7 S6 S7 S8 D3 D4 D5 D6", "C9"], options=without("give7"))
        table.lay(play)
        assert table.phase == PLAY
    table = position(["S6 S7 S8 S9", "C9"], options=without("runs"))
    assert table.only("S6", "S7", "S8", "S9")
    with pytest.raises(UserError, match="effects"):
        opened(1, effects=["nonsense"])


def test_DFG_5_1_binding_of_singles_sets_and_runs() -> None:
    def after(first: str, second: str, **options: Any) -> Table:
        table = position([f"{second} H2", f"{first} D3", HIGH], to_move=B, options=options)
        table.lay(first)
        table.take(PASS)
        table.lay(second)
        return table

    assert bound(after("S4", "S6")) == "S" and bound(after("S4", "H6")) == ""
    assert bound(after("S4 H4", "S6 H6")) == "SH" and bound(after("S4 H4", "S6 D6")) == ""
    plain = without("skip5", "jback")
    assert bound(after("S3 S4 S5", "S9 S10 SJ", **plain)) == "SSS"
    assert bound(after("S3 S4 S5", "H9 H10 HJ", **plain)) == ""
    assert bound(after("S4", "S6", **without("binding"))) == ""


def test_DFG_5_1_a_bound_field_takes_only_its_suits_and_passes_do_not_matter() -> None:
    hands = ["S6 D3", "S9 H9 joker", "SQ HQ S3", "S4 H5"]
    table = position(hands, to_move=D)
    table.lay("S4", "S6")
    table.take(PASS)
    assert table.only("SQ"), "still bound after a pass"
    table = position(hands, to_move=D)
    table.lay("S4", "S6")
    assert table.only("S9"), "neither a heart nor a lone joker"
    table = position(hands, to_move=D, options={"lone_joker_under_binding": True})
    table.lay("S4", "S6")
    assert table.only("S9", "joker")
    table.lay("joker")
    assert bound(table) == "S" and table.only("S3")


def test_DFG_5_1_a_designated_joker_counts_with_its_suit() -> None:
    table = position(["S6 joker H2", "S4 H4 D3", HIGH], to_move=B)
    table.lay("S4 H4")
    table.take(PASS)
    assert table.can("S6 *S6")
    table.lay("S6 *H6")
    assert bound(table) == "SH"


def test_DFG_5_2_four_cards_turn_the_ranks_and_five_do_not() -> None:
    hand = "S9 H9 D9 C9 joker S3 S4 S5 S6"
    for play, turned in {
        "S9 H9 D9 C9": True,
        "S9 H9 D9 *C9": True,
        "S3 S4 S5 S6": True,
        "S9 H9 D9 C9 *S9": False,
        "S9 H9 D9": False,
    }.items():
        table = position([hand, "C8", "C10"])
        table.lay(play)
        assert flags(table) == (turned, False, turned)
        table = position([hand, "C8", "C10"], revolution=1)
        table.lay(play)
        assert flags(table)[0] != turned, "the next one turns them back"
    table = position([hand, "C8"], options=without("revolution"))
    table.lay("S9 H9 D9 C9")
    assert not flags(table)[0]


def test_DFG_5_2_a_revolution_acts_at_once_and_lasts_over_clearings() -> None:
    hands = ["S9 H9 D9 C9 D4 D5", "S8 H8 D8 C8 C4", "S10 H10 D10 C10 C5"]
    table = position(hands)
    table.lay("S9 H9 D9 C9")
    assert table.only("S8 H8 D8 C8")
    table.take(PASS)
    assert table.only()
    table.take(PASS)
    assert led(table, A) and flags(table) == (True, False, True)


def test_DFG_5_3_the_three_of_spades_on_a_lone_joker() -> None:
    for flag in (0, 1):
        table = position(["joker S9", "S3 H3 S2 C9", "C10"], revolution=flag)
        table.lay("joker")
        assert table.only("S3")
        table.lay("S3")
        assert led(table, B) and table.field() == []
    table = position(["joker S9", "S3 C9", "C10"], options=without("spade3"))
    table.lay("joker")
    assert table.ways() == []
    table = position(["S9 joker D3", "S3 H3 C9"])
    table.lay("S9 *H9")
    assert table.ways() == [], "not on a joker in a set"
    table = position(["joker S9", "joker C9 C3", "C10"])
    table.lay("joker")
    assert table.ways() == [], "a joker is no three of spades"


def test_DFG_5_3_going_out_with_the_three_of_spades() -> None:
    table = position(["joker S9", "S3", "C10 C9"])
    table.lay("joker", "S3")
    assert table.places() == [0, 1, 0] and led(table, C)


def test_DFG_5_4_fives_skip_players_and_may_skip_their_own() -> None:
    hand = "S5 H5 D5 C5 S9 H9"
    table = position([hand, "C9", "C10"])
    table.lay("S5 H5")
    assert led(table, A), "past B and C it is A's turn again"
    for how, leads in (("field_stays", False), ("field_cleared", True)):
        table = position([hand, "C9", "C10"], options={"skip_past_self": how})
        table.lay("S5 H5 D5")
        assert table.to_move == B and led(table, B) == leads
    table = position([hand, "C9", "C10"], options=without("skip5"))
    table.lay("S5 H5")
    assert followed(table, B)


def test_DFG_5_4_who_goes_out_with_fives_still_counts() -> None:
    table = position(["S5 H5", "C9 C8", "C10 C7"])
    table.lay("S5 H5")
    assert table.places()[A] == 1 and led(table, B), "round to A, who is out"


def test_DFG_5_5_an_eight_clears_the_field() -> None:
    table = position(["S8 S9", "C9", "C10"])
    table.lay("S8")
    assert led(table, A) and table.field() == []
    table = position(["S8", "C9 C4", "C10 C5"])
    table.lay("S8")
    assert table.places() == [1, 0, 0] and led(table, B), "going out on an 8"
    table = position(["S5 S6 S7 S8 S9 SJ", "C9", "C10"])
    table.lay("S5 S6 S7 S8")
    table.take(STOP)
    assert led(table, A) and flags(table)[0], "no skip"
    table = position(["S8 S9 S10 SJ D3", "C9", "C10"])
    table.lay("S8 S9 S10 SJ")
    assert flags(table) == (True, False, True), "the J-back is void"
    table = position(["S8 S9", "C9", "C10"], options=without("cut8"))
    table.lay("S8")
    assert followed(table, B)


def test_DFG_5_6_sevens_give_cards_away() -> None:
    table = position(["S7 H7 S9 D9", "C8", "C10", "C4"])
    table.lay("S7 H7")
    assert table.cards_to_choose() == {"S9", "D9"} and STOP in table.actions()
    table.give("S9", C)
    assert "S9" in table.hand(C) and table.asks() == (A, GIVE)
    table.give("D9", B)
    assert table.places()[A] == 1, "a gift may empty the hand"
    assert followed(table, B) and "D9" in table.hand(B)


def test_DFG_5_6_a_player_who_is_out_gets_nothing_and_an_empty_hand_gives_nothing() -> None:
    table = position(["S7 S9 D9", "", "C10", "C4"], placed=[B])
    table.lay("S7")
    table.choose("S9")
    assert {action - dfg.FIRST_PLAYER + 1 for action in table.actions()} == {2, 3}
    table = position(["S7 H7", "C9", "C10"])
    table.lay("S7 H7")
    assert table.places()[A] == 1 and followed(table, B)


def test_DFG_5_6_all_to_one_player_where_the_house_says_so() -> None:
    table = position(["S7 H7 S9 D9 D10", "C8", "C4"], options={"seven_single_recipient": True})
    table.lay("S7 H7")
    table.give("S9", C)
    table.choose("D9")
    assert table.hand(C) == ["C4", "S9", "D9"] and followed(table, B)


def test_DFG_5_7_jacks_turn_the_ranks_until_the_field_is_cleared() -> None:
    table = position(["SJ HJ D4", "C9 CQ", "C10"])
    table.lay("SJ HJ")
    assert flags(table) == (False, True, True)
    table = position(["SJ D4", "C9 CQ", "C10"], revolution=1)
    table.lay("SJ")
    assert flags(table) == (True, True, False) and table.only("CQ")
    table = position(["SJ D4", "C9 CQ", "C10"], revolution=1, options={"jback_mode": "set"})
    table.lay("SJ")
    assert flags(table) == (True, True, True) and table.only("C9")
    table = position(["SJ D4", "C9 CQ", "C10"], options=without("jback"))
    table.lay("SJ")
    assert flags(table) == (False, False, False)


def test_DFG_5_7_a_further_jack() -> None:
    for repeat, j_back in (("stays", True), ("toggles", False)):
        hands = ["D10 DJ DQ D3", "C9 C10 CJ C4", "H3"]
        table = position(hands, options={"jback_repeat": repeat})
        table.lay("D10 DJ DQ", "C9 C10 CJ")
        assert flags(table) == (False, j_back, j_back)


def test_DFG_5_8_kings_change_cards() -> None:
    table = position(["SK HK S3 S4 joker", "C9", "C10"], pile="D3 D4 D5")
    table.lay("SK HK")
    assert table.asks() == (A, CHANGE) and table.state["left_to_do"] == 2
    assert table.cards_to_choose() == {"S3", "S4", "joker"}
    table.choose("joker")
    assert table.pile() == ["D3", "D4", "D5"] and table.cards_to_choose() == {"S3", "S4"}
    table.choose("S3")
    assert table.hand(A) == ["S4", "D4", "D5"] and table.pile() == ["D3"]
    assert {"S3", "joker"} < {*table.discards()} and followed(table, B)
    table = position(["SK HK S3 S4", "C9", "C10"])
    table.lay("SK HK")
    table.take(STOP)
    assert table.hand(A) == ["S3", "S4"], "none is enough"


def test_DFG_5_8_no_more_than_the_pile_or_the_hand() -> None:
    for hand, pile, most in (("S3 S4", "D3", 1), ("S3", "D3 D4 D5", 1), ("S3 S4", "D3 D4 D5", 2)):
        table = position([f"SK HK DK {hand}", "C9", "C10"], pile=pile)
        table.lay("SK HK DK")
        assert table.state["left_to_do"] == most
    table = position(["SK HK", "C9", "C10"])
    table.lay("SK HK")
    assert table.places()[A] == 1, "an empty hand changes nothing"
    table = position(["SK S3 S4", "C9", "C10"], options=without("change13"))
    table.lay("SK")
    assert followed(table, B)


@pytest.mark.parametrize("face_up", [True, False])
def test_DFG_5_8_discards_face_up_or_down(face_up: bool) -> None:
    table = position(["SK S3 S4", "C9", "C10"], options={"k_discard_face_up": face_up})
    table.lay("SK")
    table.choose("S3")
    assert "S3" in table.discards()
    assert bool(table.view(B)["discards"][CARDS["S3"]]) == face_up


def test_DFG_5_9_several_effects_and_cards_that_never_return() -> None:
    table = position(["S4 S5 S6 S7 D9 D10", "C9", "C10", "C3"])
    table.lay("S4 S5 S6 S7")
    assert flags(table)[0]
    table.give("D9", D)
    assert followed(table, C), "the revolution, the gift and the skip"
    table.take(PASS, PASS)
    assert led(table, A)
    gone = {"S4", "S5", "S6", "S7"}
    assert gone <= {*table.discards()}


# The end


@pytest.mark.parametrize("num_rounds", [1, 2])
def test_DFG_6_1_the_match_ends_after_its_rounds(num_rounds: int) -> None:
    table = position(["S3", "S4 S5"], options={"num_rounds": num_rounds})
    table.lay("S3")
    assert (table.to_move is None) == (num_rounds == 1)
    rng = random.Random(1)
    while table.to_move is not None:
        table.take(rng.choice(sorted(table.actions())))
    assert table.state["round"] == num_rounds
    winner = table.titles().index(1)
    assert table.points()[winner] == 1


@pytest.mark.parametrize(
    ("mode", "before", "points"),
    [
        ("winner", [0, 0, 0, 0], [1, -1 / 3, -1 / 3, -1 / 3]),
        ("final_places", [0, 0, 0, 0], [1, -1 / 3, 1 / 3, -1]),
        ("all_rounds", [1 / 2, 1 / 6, -1 / 6, -1 / 2], [1, 0, 0, -1]),
    ],
)
def test_DFG_6_2_rewards(mode: str, before: list[float], points: list[float]) -> None:
    options = {"reward_mode": mode, "num_rounds": 2}
    hands = ["", "S3", "", "S4 S5"]
    table = position(hands, to_move=B, placed=[A, C], options=options, round=1)
    table.state["match_points"][:4] = [1 / 2, 1 / 6, -1 / 6, -1 / 2]
    assert table.points() == pytest.approx(before)
    table.lay("S3")
    assert table.to_move is None and table.points() == pytest.approx(points)
    assert sum(table.points()) == pytest.approx(0)


# The worked examples


def test_DFG_10_1_the_pile_after_the_deal() -> None:
    for num_players, size in {2: 34, 3: 24, 4: 14, 5: 4}.items():
        assert len(opened(1, num_players=num_players).pile()) == size
    with pytest.raises(UserError, match="num_players"):
        opened(1, num_players=6)


def test_DFG_10_2_binding_of_a_pair() -> None:
    hands = ["S10 H10 D10 C3", "SJ HJ SA SQ DQ joker joker C4", "S3 H3", "S9 H9 S4"]
    table = position(hands, to_move=D)
    table.lay("S9 H9", "S10 H10")
    assert bound(table) == "SH"
    assert table.can("SJ HJ") and table.can("SA *HA")
    assert not table.can("SQ DQ") and not table.can("*S9 *H9")
    table = position(hands, to_move=D)
    table.lay("S9 H9", "S10 D10")
    assert bound(table) == ""
    assert table.can("SJ HJ") and table.can("SA *HA") and table.can("SQ DQ")


@pytest.mark.parametrize("joker", [False, True])
def test_DFG_10_3_binding_and_j_back(joker: bool) -> None:
    hands = ["SJ D3 D4", "S3 S8 S10 H4 SQ joker CA", "D6 D7", "S9 S4"]
    table = position(hands, to_move=D, options={"lone_joker_under_binding": joker})
    table.lay("S9", "SJ")
    assert bound(table) == "S" and flags(table) == (False, True, True)
    assert table.only("S3", "S8", "S10", *(["joker"] if joker else []))
    table.take(PASS, PASS, PASS)
    assert led(table, A) and bound(table) == "" and flags(table) == (False, False, False)


def test_DFG_10_4_five_skip() -> None:
    hands = ["S5 H5 D5 C5 SK HK", "S4 H4 D4 C4 S6 H6 D6 C6 joker joker", "S8 H8", "S9 H9"]
    for play, on_turn in {"S5": C, "S5 H5": D, "S5 H5 D5": A, "S5 H5 D5 C5": B}.items():
        table = position(hands)
        table.lay(play)
        assert (led if on_turn == A else followed)(table, on_turn)
    assert flags(table) == (True, False, True) and PASS in table.actions()
    assert table.can("S4 H4 D4 C4") and table.can("S4 D4 *C4 *C4")
    assert not table.can("S6 H6 D6 C6") and not table.can("S6 H6 *D6 *C6")
    table = position(["S5 H5 SK", "S8 H8 S9"])
    table.lay("S5")
    assert led(table, A)
    table = position(["S5 H5 SK", "S8 H8 S9"])
    table.lay("S5 H5")
    assert followed(table, B) and table.can("S8 H8")


def test_DFG_10_5_going_out_on_a_five() -> None:
    table = position(["D5", "S8 H8", "S3 S9"])
    table.lay("D5")
    assert table.places() == [1, 0, 0] and followed(table, C) and table.state["owner"] == A
    table.take(PASS)
    assert led(table, B)


def test_DFG_10_6_a_gift_and_a_cut() -> None:
    table = position(["S6 S7 S8 H3 H4 HK", "D9", "D10"])
    table.lay("S6 S7 S8")
    assert table.state["left_to_do"] == 1
    table.give("H3", C)
    assert led(table, A) and table.hand(A) == ["H4", "HK"] and table.hand(C) == ["H3", "D10"]
    table = position(["S5 S6 S7 S8 H3 H4 HK", "D9", "D10"])
    table.lay("S5 S6 S7 S8")
    assert table.state["left_to_do"] == 1
    table.take(STOP)
    assert led(table, A) and flags(table) == (True, False, True)


def test_DFG_10_7_runs_of_four_and_five() -> None:
    hands = ["H4 H5 H6 H7 H8 D9 D10", "C9 C10", "S3 S4 S5 S6 D4 D5 D6 D7 DK", "CJ CQ"]
    table = position(hands)
    table.lay("H4 H5 H6 H7")
    table.give("D9", B)
    assert flags(table)[0] and followed(table, C) and table.only("S3 S4 S5 S6")
    table.lay("S3 S4 S5 S6")
    assert not flags(table)[0] and followed(table, A)
    table = position(hands)
    table.lay("H4 H5 H6 H7 H8")
    table.take(STOP)
    assert not flags(table)[0] and led(table, A)


def test_DFG_10_8_four_jacks_and_revolutions() -> None:
    queens, nines = "SQ HQ DQ CQ S10 H10 D10 C10 S4", "S9 H9 D9 C9 S8 H8 D8 C8 C4"
    table = position(["SJ HJ DJ CJ SK", queens, nines])
    table.lay("SJ HJ DJ CJ")
    assert flags(table) == (True, True, False) and table.only("SQ HQ DQ CQ")
    table.lay("SQ HQ DQ CQ")
    assert flags(table) == (False, True, True)
    assert table.can("S9 H9 D9 C9") and table.can("S8 H8 D8 C8")
    table = position(["SJ HJ DJ CJ SK", queens, nines])
    table.lay("SJ HJ DJ CJ")
    table.take(PASS, PASS)
    assert led(table, A) and flags(table) == (True, False, True)
    table = position(["S9 H9 D9 C9 SK", "S8 H8 D8 C8 S10 H10 D10 C10 S4", "H3"])
    table.lay("S9 H9 D9 C9")
    assert table.only("S8 H8 D8 C8")


def test_DFG_10_9_reversed_singles_and_the_three_of_spades() -> None:
    hands = ["D3 S2 joker H9", "S3 D2 joker", "H3 H4", "C4 C5"]
    table = position(hands, to_move=D, revolution=1)
    table.lay("C4")
    assert table.only("D3", "joker")
    table.lay("joker")
    assert table.only("S3") and {PASS, DRAW} < table.actions()
    table.lay("S3")
    assert led(table, B)


def test_DFG_10_10_no_finish_with_a_joker() -> None:
    table = position(["joker", "S9 S4"], to_move=B)
    table.lay("S4")
    assert table.actions() == {PASS, DRAW}
    assert position(["joker", "S9"]).actions() == {PASS, DRAW}
    table = position(["C7 joker", "S9", "H9"])
    assert table.only("C7", "joker")
    table.lay("C7")
    table.give("joker", B)
    assert table.places() == [1, 0, 0] and followed(table, B)
    for scope, may in {"turn": set(), "play_only": {"D4"}}.items():
        table = position(["C7 joker D4", "S9", "H9"], options={"joker_finish_scope": scope})
        table.lay("C7 *C7")
        assert table.state["left_to_do"] == 2 and table.cards_to_choose() == may


def test_DFG_10_11_a_change_takes_the_last_card_of_the_pile() -> None:
    table = position(["SK HK S3 S4 S9", "H9 H10", "D9"], pile="C2", options=ONE_ROUND)
    table.lay("SK HK")
    assert table.asks() == (A, CHANGE) and table.state["left_to_do"] == 1
    table.choose("S3")
    assert table.to_move is None and table.places() == [3, 2, 1]
    assert table.hand(A) == ["S4", "S9", "C2"]


def test_DFG_10_12_a_play_off_of_equal_hands() -> None:
    hands = ["", "S3 S6 S9", "H3 H6 H9 HQ", "D3 D6 C10"]
    table = position(hands, to_move=D, placed=[A], pile="C2", options=ONE_ROUND)
    table.lay("C10")
    table.take(DRAW)
    assert table.places() == [1, 0, 0, 2]
    assert table.state["participant"][:4].tolist() == [0, 1, 1, 0] and led(table, C)
    for play in ("H3", "H6", "H9"):
        table.lay(play)
        table.take(PASS)
    table.lay("HQ")
    assert table.to_move is None and table.places() == [1, 4, 3, 2]


@pytest.mark.parametrize(("hand", "pairs"), [(ONE_JOKER, 66), (TWO_JOKERS, 56)])
def test_DFG_10_13_DFG_9_25_pairs_that_the_daifugo_may_give(hand: str, pairs: int) -> None:
    start = at_four(hand)
    if start.phase == dfg.EX_UP:
        assert len(start.actions()) == 2
        start.choose("S2")
    assert start.asks() == (A, dfg.EX_DOWN) and start.state["hand_sizes"][A] == 12
    found = set()
    for first in start.actions():
        after = start.copy()
        after.take(first)
        found |= {frozenset([first, second]) for second in after.actions()}
    assert len(found) == pairs


def test_DFG_10_14_a_skipped_player_never_had_a_turn() -> None:
    table = position(["S4 S6", "H5 H6", "D9 D10", "C9 C10"])
    table.lay("S4", "H5")
    assert followed(table, D)
    table.take(PASS)
    assert followed(table, A)
    table.take(PASS)
    assert led(table, B)


@pytest.mark.parametrize(
    ("mode", "points"),
    [("winner", [1, -1 / 3, -1 / 3, -1 / 3]), ("final_places", [1, -1 / 3, 1 / 3, -1])],
)
def test_DFG_10_15_rewards(mode: str, points: list[float]) -> None:
    options = {"reward_mode": mode}
    table = position(["", "S3", "", "S4 S5"], to_move=B, placed=[A, C], options=options, round=4)
    table.lay("S3")
    assert table.to_move is None and table.places() == [1, 3, 2, 4]
    assert table.points() == pytest.approx(points)


@pytest.mark.parametrize(("compare", "lowest"), [("rank", [6, 7, 8]), ("no_overlap", [8])])
def test_DFG_10_16_runs_that_overlap(compare: str, lowest: list[int]) -> None:
    hands = ["C6 C7 C8 C9 C10 S3", "S9", "H9", "D5 D6 D7 D8"]
    options = {"run_compare": compare, **without("skip5", "give7")}
    table = position(hands, to_move=D, options=options)
    table.lay("D5 D6 D7")
    assert table.only(*(f"C{rank} C{rank + 1} C{rank + 2}" for rank in lowest))


def test_DFG_6_1_after_the_match_no_turn_is_under_way() -> None:
    table = position(["H7 S3", "D5", "S9", "C9"], to_move=A, options=ONE_ROUND)
    table.state["num_changed"], table.state["recipient"] = 1, B
    rounds.finish_round(table.state)
    view = table.view(A)
    assert table.to_move is None
    assert view["num_changed"] == 0 and not view["recipient"].any()
