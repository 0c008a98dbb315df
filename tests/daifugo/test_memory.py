"""What a seat remembers follows from what it was shown, and from nothing else (DFG-7.4).

Two tables that look alike to a seat take the same action. If it sees the same of what comes of it,
it must remember the same: the tables differ in all that is hidden from it.
"""

import random
from collections import Counter

import numpy as np
import pytest

from fudaba.envs import NOBODY
from fudaba.envs.core.kit.memory import forget_zone, know, only
from fudaba.envs.core.words.reading import copied
from fudaba.envs.daifugo import GAME
from fudaba.envs.daifugo import state as dfg

from ..tables import zones_possible
from .positions import Table, opened, position
from .test_redeal import card_action, card_of, sight, take, told
from .worlds import redealt, samples

SEVEN_OF, KING_OF = dfg.FIRST_SINGLE + dfg.SEVEN, dfg.FIRST_SINGLE + dfg.KING
SPADE, HEART, DIAMOND, CLUB = range(dfg.FIRST_SUIT, dfg.FIRST_SUIT + dfg.NUM_SUITS)


def stepped(state: np.void, action: int) -> np.void:
    """Another table after an action; the next round of a match is not dealt."""
    after = copied(state)
    after["num_rounds"] = after["round"] + 1
    GAME.kernels.apply(after, action)
    return after


def test_DFG_7_4_memory_follows_from_what_was_shown() -> None:
    compared, moved = Counter[int](), 0
    for state, rng in samples(12, 11, every=10):
        if state["to_move"] == NOBODY:
            continue
        for viewer in Table(state).seats:
            world = redealt(state, viewer, rng.getrandbits(64))
            world["rng"] = state["rng"]  # so that more often the same comes of it
            both = sorted(set(GAME.legal_actions(state)) & set(GAME.legal_actions(world)))
            for action in rng.sample(both, min(2, len(both))):
                one, other = stepped(state, action), stepped(world, action)
                if sight(one, viewer) == sight(other, viewer):
                    assert told(one, viewer) == told(other, viewer)
                    compared[int(state["phase"])] += 1
                    moved += (one["hands"] != other["hands"]).any()
    assert len(compared) == dfg.NUM_PHASES and moved > 1000


def test_DFG_7_4_after_the_deal_a_card_is_in_the_own_hand_or_anywhere_else() -> None:
    for num_players in range(2, 6):
        table = opened(3, num_players=num_players, num_rounds=1)
        for card in range(dfg.NUM_CARDS):
            for seat, zones in enumerate(table.known(card)):
                others = {f"H{other}" for other in table.seats if other != seat} | {"PILE"}
                is_own = int(table.state["hands"][seat]) >> card & 1
                assert zones == ({f"H{seat}"} if is_own else others)


def test_DFG_7_4_what_was_played_lies_on_the_table_for_all() -> None:
    table = position(["S7 S3 H3", "S4 H4", "S5 H5"], pile="S6 H6", options={"effects": ()})
    take(table, SEVEN_OF, SPADE)
    assert table.known(card_of("S7")) == [{"TABLE"}] * 3
    assert table.known(card_of("S4")) == [{"H1", "H2", "PILE"}, {"H1"}, {"H0", "H1", "PILE"}]


def test_DFG_7_4_a_gift_is_known_to_both_and_spreads_for_the_third() -> None:
    table = position(["S7 S3 H3", "S4 H4", "S5 H5"], pile="S6 H6")
    take(table, SEVEN_OF, SPADE, card_action("S3"), dfg.FIRST_PLAYER)
    assert table.known(card_of("S3")) == [{"H1"}, {"H1"}, {"H0", "H1", "PILE"}]
    assert table.known(card_of("H3")) == [{"H0"}, {"H0", "H2", "PILE"}, {"H0", "H1", "PILE"}]


def test_DFG_7_4_what_was_known_of_a_giver_can_be_with_the_receiver() -> None:
    """A gives B the 3 of spades; B gives one card to C."""
    table = position(["S7 S3 H3", "H7 H4 D4", "S5 H5"], pile="S6 H6", revolution=1)
    take(table, SEVEN_OF, SPADE, card_action("S3"), dfg.FIRST_PLAYER)
    table = table.copy()
    table.state["rank"] = dfg.KING  # so that B's 7 beats it
    take(table, SEVEN_OF, HEART, card_action("H4"), dfg.FIRST_PLAYER)
    assert table.known(card_of("S3")) == [{"H1", "H2"}, {"H1"}, {"H0", "H1", "PILE"}]
    assert table.known(card_of("H4")) == [{"H1", "H2", "PILE"}, {"H2"}, {"H2"}]


@pytest.mark.parametrize("draws", [True, False])
def test_DFG_7_4_an_unseen_draw_brings_what_can_be_in_the_pile(draws: bool) -> None:
    """B has shown his whole hand, so that only the draw can bring him anything new."""
    table = position(["S8 S3", "S4", "S5 H5"], pile="S6 H6 D6")
    for seat in (0, 2):
        forget_zone(table.state["memory"][seat : seat + 1], 1)
        know(table.state["memory"], seat, card_of("S4"), 1)
    take(table, dfg.FIRST_SINGLE, SPADE, dfg.PASS_DRAW_ACTION if draws else dfg.PASS_ACTION)
    drawn = {"H1"} if draws else set()
    assert table.known(card_of("H5")) == [{"H2", "PILE"} | drawn, {"H0", "H2", "PILE"}, {"H2"}]
    top = [{"H2", "PILE"} | drawn, drawn or {"H0", "H2", "PILE"}, {"H0", "PILE"} | drawn]
    assert table.known(card_of("D6")) == top
    assert table.known(card_of("S4")) == [{"H1"}] * 3


@pytest.mark.parametrize("face_up", [True, False])
def test_DFG_7_4_a_discard_for_a_king_is_seen_by_all_or_by_its_owner(face_up: bool) -> None:
    options = {"k_discard_face_up": face_up}
    table = position(["SK S3 H3", "S4 H4", "S5 H5"], pile="S6 H6", options=options)
    take(table, KING_OF, SPADE, card_action("S3"))
    kept = [{"H0"}, {"H0", "H2", "PILE"}, {"H0", "H1", "PILE"}]
    if face_up:
        assert table.known(card_of("S3")) == [{"TABLE"}] * 3
    else:
        assert table.known(card_of("S3")) == [{"TABLE"}, kept[1] | {"TABLE"}, kept[2] | {"TABLE"}]
        kept = [kept[0], kept[1] | {"TABLE"}, kept[2] | {"TABLE"}]
    assert table.known(card_of("H3")) == kept


def test_DFG_9_24_a_hand_that_is_empty_before_the_draw_is_forgotten() -> None:
    """The hand of B is empty for a moment: what he draws comes from the pile, not from C."""
    table = position(["S8 S3", "SK S4", "S5 H5"], pile="S6 H6 D6", to_move=1)
    for card in ("S5", "H5"):
        table.state["memory"][0, card_of(card)] = only(1) | only(2)
    take(table, KING_OF, SPADE, card_action("S4"))
    assert table.known(card_of("S5"))[0] == {"H2"}
    assert table.known(card_of("S6"))[0] == {"H1", "H2", "PILE"}
    assert table.known(card_of("D6"))[1] == {"H1"}


def test_DFG_7_4_a_pile_that_is_used_up_and_a_hand_that_is_empty_hold_nothing() -> None:
    table = position(["S8 S3 H3", "S4", "S5 H5"], pile="S6", options={"num_rounds": 1})
    take(table, dfg.FIRST_SINGLE, SPADE, dfg.FIRST_SINGLE + 1, SPADE)
    assert table.known(card_of("H5"))[0] == {"H2", "PILE"}
    take(table, dfg.PASS_DRAW_ACTION)
    assert table.known(card_of("H5"))[0] == {"H2"} and table.known(card_of("S6"))[0] == {"H2"}


def test_DFG_7_4_a_new_round_is_remembered_from_its_deal_on() -> None:
    rng, rounds = random.Random(3), 0
    for seed in range(4):
        state = opened(seed, num_players=2 + seed % 2, exchange_2p=0, exchange_3p=0).state
        number = 0
        while state["to_move"] != NOBODY:
            GAME.kernels.apply(state, rng.choice(GAME.legal_actions(state)))
            if state["round"] > number and state["to_move"] != NOBODY:
                number += 1
                rounds += 1
                fresh = opened(0, num_players=int(state["num_players"])).state
                own = int(state["hands"][0])
                for card in set(range(dfg.NUM_CARDS)) - {c for c in range(64) if own >> c & 1}:
                    others = [0, *[1] * (int(fresh["num_players"]) - 1)]
                    others += [0] * (dfg.MAX_PLAYERS - len(others)) + [1] + [0] * 9
                    assert zones_possible(state["memory"][0])[:, card].tolist() == others
    assert rounds == 16
