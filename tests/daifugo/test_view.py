"""What a seat is shown (DFG-7.1, 7.2, 7.5): all of it, and nothing that is hidden from it."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from fudaba.envs import NOBODY
from fudaba.envs.daifugo import GAME
from fudaba.envs.daifugo import state as dfg

from ..tables import zones_possible
from ..worlds import shown
from .positions import Table, opened, position
from .test_redeal import take
from .worlds import STEPS_BACK, redealt, samples, set_of

SUITS_OF = {"S": 0, "H": 1, "D": 2, "C": 3}


# All that is public, and what is the viewer's own


def flags(length: int, things: Any) -> list[int]:
    return [int(position in things) for position in range(length)]


def counts(multiset: int) -> list[int]:
    """How often a multiset holds each suit, four bits for each."""
    return [int(digit, 16) for digit in f"{multiset:04x}"[::-1]]


def chosen(state: np.void, is_own: bool) -> dict[str, Any]:
    """The fields of a play of several steps, which only its player sees."""
    within = is_own and state["phase"] in (dfg.SUITS, dfg.JOKER_FACES)
    return {
        "chosen_kind": flags(dfg.NUM_KINDS, [state["chosen_kind"]] if within else []),
        "chosen_size": state["chosen_size"] * within,
        "chosen_rank": (state["chosen_rank"] + 1) * within,
        "chosen_suits": flags(4, set_of(state["chosen_suits"]) if within else []),
        "chosen_card": flags(dfg.NUM_CARDS, [state["chosen_card"]] if is_own else []),
    }


def expected(state: np.void, viewer: int) -> dict[str, Any]:
    """The fields of a view, read off the record one by one."""
    count = int(state["num_players"])
    seats = [(viewer + distance) % count for distance in range(count)]
    absent = [0] * (dfg.MAX_PLAYERS - count)
    is_own = state["to_move"] == viewer
    phase = int(state["phase"])

    def rows(name: str) -> list[int]:
        return [int(state[name][seat]) for seat in seats] + absent

    def seat(name: str) -> list[int]:
        return [int(state[name] == seat) for seat in seats] + absent

    memory = zones_possible(state["memory"][viewer])
    hands = [memory[seat].tolist() for seat in seats] + [[0] * dfg.NUM_CARDS] * len(absent)
    gifts = [[int(state["gifts"][a, b]) for b in seats] + absent for a in seats]
    return {
        "hand": flags(dfg.NUM_CARDS, set_of(state["hands"][viewer])),
        "memory": [*hands, memory[dfg.PILE].tolist(), memory[dfg.TABLE].tolist()],
        "field": flags(dfg.NUM_CARDS, set_of(state["field"])),
        "discards": flags(dfg.NUM_CARDS, set_of(state["discards"]) - set_of(state["face_down"])),
        "kind": flags(dfg.NUM_KINDS, [state["kind"]]),
        "size": state["size"],
        "rank": state["rank"] + 1,
        "suits": counts(state["suits"]),
        "joker_suits": counts(state["joker_suits"]),
        "joker_positions": flags(dfg.NUM_RANKS, set_of(state["joker_positions"])),
        "bound": counts(state["bound"]),
        "reversed": bool(state["revolution"]) != bool(state["j_back"])
        if state["jback_mode"] == 0
        else bool(state["revolution"] or state["j_back"]),
        **{name: state[name] for name in ("revolution", "j_back", "pile_size", "is_playoff")},
        **{name: state[name] for name in ("idle", "round", "left_to_do", "num_changed")},
        **{name: seat(name) for name in ("owner", "starter", "ender", "recipient")},
        **{name: rows(name) for name in ("hand_sizes", "is_in", "place", "title", "passed")},
        **{name: rows(name) for name in ("locked", "participant", "draws", "changes")},
        "on_turn": seat("to_move"),
        "passes": np.minimum(rows("passes"), 127),
        "gifts": gifts + [[0] * dfg.MAX_PLAYERS] * len(absent),
        "phase": flags(dfg.NUM_PHASES, [phase if is_own else STEPS_BACK.get(phase, phase)]),
        **chosen(state, is_own),
        "rounds_left": max(0, state["num_rounds"] - state["round"] - 1),
        **{name: state[name] for name in GAME.options.names_in_views()},
    }


def test_DFG_7_5_a_view_holds_all_that_is_public_and_what_is_its_own() -> None:
    reached: Counter[str] = Counter()
    for state, _ in samples(8, 21, every=10):
        for viewer in Table(state).seats:
            view = GAME.view(state, viewer)
            fields = expected(state, viewer)
            assert fields.keys() == set(view.dtype.names)
            for name, values in fields.items():
                assert (view[name] == values).all(), name
                reached[name] += view[name].any()
    rare = {"ender", "revolution", "joker_positions", *GAME.options.names_in_views()}
    never = sorted(name for name in fields.keys() - rare if not reached[name])
    assert not never


@pytest.mark.parametrize(("mode", "both"), [("xor", 0), ("set", 1)])
def test_DFG_5_7_the_direction_is_shown_with_what_makes_it(mode: str, both: int) -> None:
    table = position(["S3", "S4"], options={"jback_mode": mode})
    for revolution, j_back, reversed_now in ((0, 0, 0), (1, 0, 1), (0, 1, 1), (1, 1, both)):
        table.state["revolution"], table.state["j_back"] = revolution, j_back
        view = table.view(1)
        shown_now = [view[name] for name in ("revolution", "j_back", "reversed")]
        assert shown_now == [revolution, j_back, reversed_now]


def cards_shown(flags_of_cards: np.ndarray) -> set[int]:
    return set(np.flatnonzero(flags_of_cards).tolist())


def test_DFG_4_3_a_set_is_shown_with_the_suits_of_its_jokers() -> None:
    table = position(["S9 H9 joker C3 D3", "S4 H4"], pile="S6 H6")
    take(table, dfg.FIRST_SET + dfg.NUM_RANKS + 6, dfg.FIRST_SUIT_SET + 0b0011)
    take(table, dfg.FIRST_JOKER_SUITS + SUITS_OF["H"])
    for seat in table.seats:
        view = table.view(seat)
        assert view["kind"].tolist() == [0, 0, 0, 1, 0]
        assert (view["size"], view["rank"]) == (3, 7)
        assert view["suits"].tolist() == [1, 2, 0, 0]
        assert view["joker_suits"].tolist() == [0, 1, 0, 0]
        assert cards_shown(view["field"]) == {24, 25, 52} and not view["joker_positions"].any()


def test_DFG_4_3_a_run_is_shown_with_the_positions_of_its_jokers() -> None:
    table = position(["S9 SJ joker C9 D3", "S4 H4"], pile="S6 H6")
    take(table, int(dfg.RUN_OFFSETS[3]) + 6, dfg.FIRST_SUIT)
    view = table.view(1)
    assert view["kind"].tolist() == [0, 0, 0, 0, 1]
    assert (view["size"], view["rank"]) == (3, 7)
    assert view["suits"].tolist() == [3, 0, 0, 0] and not view["joker_suits"].any()
    assert view["joker_positions"].tolist() == [0, 1] + [0] * 11


def test_DFG_4_6_a_lone_joker_has_neither_rank_nor_suit() -> None:
    table = position(["joker C9 D3", "S4 H4"], pile="S6 H6")
    take(table, dfg.LONE_ACTION)
    view = table.view(1)
    assert view["kind"].tolist() == [0, 0, 1, 0, 0] and view["owner"].tolist() == [0, 1, 0, 0, 0]
    assert (view["size"], view["rank"], view["suits"].any()) == (1, 0, False)


@pytest.mark.parametrize("face_up", [True, False])
def test_DFG_7_2_a_discard_that_lies_face_down_is_its_owner_s_secret(face_up: bool) -> None:
    options = {"k_discard_face_up": face_up}
    table = position(["SK HK S3 H3 D3", "S4 H4", "S5 H5"], pile="S6 H6 D6", options=options)
    before = cards_shown(table.view(0)["discards"])
    take(table, dfg.FIRST_SET + dfg.KING, dfg.FIRST_SUIT_SET + 0b0011, dfg.FIRST_CARD + 0)
    for seat in table.seats:
        view = table.view(seat)
        assert (view["num_changed"], view["left_to_do"]) == (1, 1)
        assert view["changes"].sum() == 1 and view["hand_sizes"][-seat % 3] == 2
        assert cards_shown(view["discards"]) - before == ({0} if face_up else set())
        in_the_open = cards_shown(view["memory"][dfg.TABLE] * (view["memory"].sum(axis=0) == 1))
        assert (0 in in_the_open) == (face_up or seat == 0)


# Nothing that is hidden


def test_DFG_7_2_the_steps_of_a_play_or_a_gift_are_shown_to_who_takes_them_alone() -> None:
    taken: Counter[int] = Counter()
    for match in range(8):
        rng = random.Random(match)
        state = opened(match, num_players=2 + match % 4, num_rounds=2).state
        while state["to_move"] != NOBODY:
            mover = int(state["to_move"])
            before = {seat: shown(GAME, state, seat) for seat in Table(state).seats}
            GAME.kernels.apply(state, rng.choice(GAME.legal_actions(state)))
            if state["phase"] in STEPS_BACK:
                taken[int(state["phase"])] += 1
                for seat, seen in before.items():
                    assert (shown(GAME, state, seat) == seen) == (seat != mover)
    assert taken.keys() == STEPS_BACK.keys() and taken.total() > 300


def is_revealing(state: np.void, action: int, viewer: int) -> bool:
    """Whether what comes of an action may show the viewer what was hidden from him."""
    is_draw = action == dfg.PASS_DRAW_ACTION or state["phase"] == dfg.CHANGE
    return state["phase"] in (dfg.EX_UP, dfg.EX_DOWN) or (is_draw and state["to_move"] == viewer)


def on_table(state: np.void) -> set[int]:
    """The cards that lie in the open."""
    return set_of((state["field"] | state["discards"]) & ~state["face_down"])


def walk_together(state: np.void, world: np.void, viewer: int, rng: random.Random) -> int:
    """Takes the same actions at two tables; returns for how long they looked alike, as they must.

    They may stop to do so where the viewer draws a card or is given one in the exchange, where a
    play has a joker at one of them and another joker or a natural card at the other, and in a new
    round.
    """
    for steps in range(12):
        both = sorted(set(GAME.legal_actions(state)) & set(GAME.legal_actions(world)))
        action = rng.choice(both) if both else None
        if action is None or is_revealing(state, action, viewer):
            return steps
        number = int(state["round"])
        GAME.kernels.apply(state, action)
        GAME.kernels.apply(world, action)
        if state["round"] > number:
            return steps
        if on_table(state) != on_table(world):
            assert (on_table(state) ^ on_table(world)) & set_of(dfg.JOKERS)
            return steps
        assert shown(GAME, state, viewer) == shown(GAME, world, viewer)
        if state["to_move"] == NOBODY:
            return steps
    return steps


def test_DFG_7_2_7_3_tables_that_differ_in_hidden_things_go_on_looking_alike() -> None:
    walked, longest = Counter[int](), Counter[int]()
    for state, rng in samples(5, 23, every=10):
        for viewer in Table(state).seats:
            first = redealt(state, viewer, rng.getrandbits(64))
            second = redealt(first, viewer, rng.getrandbits(64))
            second["rng"] = first["rng"]  # lots fall alike
            if first["to_move"] != NOBODY and (first["hands"] != second["hands"]).any():
                phase = int(first["phase"])
                steps = walk_together(first, second, viewer, rng)
                walked[phase] += steps
                longest[steps] += 1
    assert walked[dfg.SHAPE] > 500 and walked[dfg.GIVE_CARD] > 50 and walked[dfg.CHANGE] > 20
    assert sum(number for steps, number in longest.items() if steps >= 6) > 50
