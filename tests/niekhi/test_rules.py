"""The rules of Niekhi clause by clause, and every worked example, on the kernels."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from fudaba.envs import UserError
from fudaba.envs.cards.counts import spread_out
from fudaba.envs.cards.kikisen import TYPES
from fudaba.envs.cards.melds import total_of
from fudaba.envs.kikisen.words import ranks_in
from fudaba.envs.niekhi import GAME
from fudaba.envs.niekhi import state as nie
from fudaba.envs.niekhi.options import MOST_STEPS, NiekhiOptions
from fudaba.envs.niekhi.rules import turn
from fudaba.testing.positions import positions

from .positions import Table, number_of, opened, position

MANY_RULES: list[dict[str, Any]] = [
    {},
    {"num_players": 2, "ship_alone": "declared", "take_from_table": True},
    {"num_players": 5, "emptied_by_removal": "loses", "pass_locks": True, "min_run": 2},
    {"num_players": 6, "hand_size": 6, "auto_ships": True, "ship_as_general": True},
]


def counts(state: np.void) -> Counter[int]:
    """Every card wherever it is, by rank."""
    zones = ("table", "discards", "removed", "aside")
    held = [*state["hands"], *(state[zone] for zone in zones)]
    return Counter(rank for cards in held for rank in ranks_in(cards))


def finished(table: Table, *texts: str) -> list[str]:
    """All ways in which a play that begins with these words may go on until it is laid."""
    if not texts:
        return []
    state = np.array([table.state])[0]
    Table(state).say(*texts)
    if state["phase"] != nie.SHIPS or state["to_move"] != table.to_move:
        return [", ".join(texts)]
    return [way for text in sorted(Table(state).legal()) for way in finished(table, *texts, text)]


# Components and setup


def test_NIE_2_1_eleven_ranks() -> None:
    assert nie.COPIES.tolist() == [6, 8, 4, 4, 4, 4, 4, 4, 4, 4, 2]
    assert Table(position(["K E S 0", "1"]).state).hand(0) == "0 K K ship"


@pytest.mark.parametrize("options", MANY_RULES)
def test_NIE_2_2_cards_are_conserved(options: dict[str, Any]) -> None:
    options = {**GAME.options(**options).plain(), "seasons": 2}
    for seed in range(4):
        for state in positions(GAME, options, seed):
            assert counts(state) == dict(enumerate(nie.COPIES.tolist()))
            assert total_of(state["laid"]) <= total_of(state["table"])
            for hand, size in zip(state["hands"], state["hand_sizes"], strict=True):
                assert len(ranks_in(hand)) == size


@pytest.mark.parametrize(("num_players", "size"), [(2, 24), (3, 16), (4, 12), (5, 9), (6, 8)])
def test_NIE_3_1_all_cards_are_dealt_evenly(num_players: int, size: int) -> None:
    for seed in range(6):
        table = opened(seed, num_players=num_players)
        assert table.state["hand_sizes"].tolist() == [size] * num_players + [0] * (6 - num_players)
        assert len(table.zone("aside").split()) == (3 if num_players == 5 else 0)
        assert table.to_move == table.state["dealer"] and not table.state["copies"]
    assert opened(1, num_players=3, first_dealer=2).to_move == 2


def test_NIE_3_1_every_card_is_as_likely_for_everybody() -> None:
    held = np.zeros((3, nie.NUM_RANKS))
    for seed in range(400):
        state = opened(seed, num_players=3).state
        for seat in range(3):
            held[seat] += np.bincount(ranks_in(state["hands"][seat]), minlength=nie.NUM_RANKS)
    assert (np.abs(held / 400 - nie.COPIES / 3) < 0.25).all()


# Plays


def test_NIE_4_1_what_a_leader_may_play() -> None:
    table = position(["0 0 1 1 2 2 3 K", "4"])
    assert table.legal() == {
        "single 0", "single 1", "single 2", "single 3", "single K", "pair 0 0", "pair 1 1",
        "pair 2 2", "run 0 1 2", "run 1 2 3", "run 0 1 2 3", "run of sets 0 0 1 1 2 2",
    }  # fmt: skip


def test_NIE_4_1_court_cards_are_in_sets_but_in_no_run() -> None:
    table = position(["6 7 8 K E K", "4"])
    assert {"pair K K", "set K K K", "run 6 7 8"} <= table.legal()
    assert not any("8 K" in text for text in table.legal())


def test_NIE_4_1_several_ships() -> None:
    table = position(["3 S S", "4"])
    runs = {text for text in table.legal() if text.startswith("run")}
    assert runs == {"run 1 2 3", "run 2 3 4", "run 3 4 5"}
    assert "set 3 3 3" in table.legal()
    lone = position(["1 1 2 2 S S", "4"]).legal()
    assert {"run of sets 0 0 1 1 2 2", "run of sets 1 1 2 2 3 3"} <= lone


def test_NIE_4_2_the_same_hand_and_stronger() -> None:
    table = position(["4 5 6 7 7 7 8 8", "0"], on="3 4 5")
    assert table.legal() == {"run 4 5 6", "run 5 6 7", "run 6 7 8", "set 7 7 7", "pass"}
    table = position(["0 0 1 1 2 2 3 3 3", "4"], on="0 0 1 1 2 2")
    assert table.legal() == {"run of sets 1 1 2 2 3 3", "set 3 3 3", "pass"}
    assert position(["5 5 7 7", "0"], on="5 5").legal() == {"pair 7 7", "pass"}


def test_NIE_4_3_a_leader_must_play() -> None:
    assert "pass" not in position(["4", "5"]).legal()
    table = position(["4", "5 6"], on="4")
    assert table.legal() == {"pass"}


def test_NIE_4_4_a_pass_does_not_bind() -> None:
    table = position(["5 8", "4 6", "0 7 1"], on="3", owner=2)
    table.say("pass", "single 4", "pass", "single 5")
    assert table.state["owner"] == 0 and table.to_move == 1


def test_NIE_4_4a_a_follower_plays_the_same_hand_and_stronger() -> None:
    assert position(["2 5 6 6 7", "0"], on="5").legal() == {"single 6", "single 7", "pass"}
    assert position(["2 2 3 7 7", "0"], on="3 3").legal() == {"pair 7 7", "pass"}


def test_NIE_4_4b_a_large_set_goes_upon_everything() -> None:
    hand = ["0 0 0 5", "1"]
    for on in ("8", "7 7", "3 4 5", "1 1 2 2 3 3", "8 8 8", "1 1 1 1"):
        assert "set 0 0 0" in position(hand, on=on).legal()


def test_NIE_4_5_the_next_seat_is_next() -> None:
    table = position(["4 0", "5 0", "6 0"], to_move=1)
    table.say("single 5", "single 6", "pass")
    assert table.to_move == 1


def test_NIE_4_6_the_trick_goes_to_the_discards_and_its_owner_leads() -> None:
    table = position(["4 0", "5 0", "6 0"], discards="7")
    table.say("single 4", "single 5", "pass")
    assert table.zone("table") == "4 5" and table.state["idle"] == 1
    table.say("pass")
    assert table.to_move == 1 and table.zone("table") == "" and table.zone("discards") == "4 5 7"
    assert not table.state["copies"] and table.state["owner"] == nie.NOBODY
    assert "pass" not in table.legal()


def test_NIE_4_7_the_table_of_actions() -> None:
    kinds = {kind.name: kind.count for kind in GAME.actions}
    shapes = {"pass": 1, "single": 10, "set": 56, "run": 28, "run of sets": 88}
    assert {name: kinds[name] for name in shapes} == shapes and sum(shapes.values()) == 183
    assert kinds["done"] + kinds["ship"] == kinds["strength"] == 10 and kinds["card"] == 11
    assert GAME.actions[11].name == "nothing" and GAME.actions[11].first == 216
    for action, shape in nie.SHAPES.items():
        start = nie.SHAPE_STARTS[shape.copies, shape.length]
        assert start + shape.rank == action and tuple(nie.SHAPE_PARTS[action]) == shape


def ships_of_all_plays(cards: str, most: int, **options: Any) -> Counter[str]:
    """How many plays of each kind a leader with these cards has, of so many cards at most."""
    state = position([cards, ""], **options).state
    found: Counter[str] = Counter()
    mask = np.zeros(GAME.num_actions, np.int8)
    GAME.kernels.legal(state, mask)
    for action, shape in nie.SHAPES.items():
        if mask[action] and shape.length * shape.copies <= most:
            kind = nie.KIND_NAMES[nie.kind_of(shape.length, shape.copies)]
            found[kind] += count_ways(state, action)
    return found


def count_ways(state: np.void, action: int) -> int:
    """How many plays a step may become."""
    table = np.array([state])[0]
    if turn.is_complete_after(table, action):
        return 1
    table["phase"] = nie.SHIPS
    return sum(count_ways(table, step) for step in GAME.legal_actions(table))


ALL_CARDS = " ".join(
    "S" if rank == nie.SHIP else "K" if rank == 9 else str(rank)
    for rank in nie.RANKS_OF_TYPES[list(TYPES)].tolist()
)


@pytest.mark.parametrize(("limit", "runs_of_sets"), [(12, 607), (16, 1005), (24, 1589), (48, 1897)])
def test_NIE_4_7_flat_plays(limit: int, runs_of_sets: int) -> None:
    found = ships_of_all_plays(ALL_CARDS, limit)
    assert found == {"single": 11, "set": 129, "run": 490, "run of sets": runs_of_sets}


def test_NIE_4_8_where_ships_may_stand() -> None:
    table = position(["4 5 S", "0"])
    assert finished(table, "run 3 4 5") == ["run 3 4 5"], "only one position is free"
    assert finished(table, "pair 4 4") == ["pair 4 4"]
    table = position(["4 4 5 6 S S 0", "0"])
    assert finished(table, "pair 4 4") == ["pair 4 4, no ship", "pair 4 4, ship as 4"]
    ways = finished(table, "run 4 5 6")
    assert len(ways) == 1 + 3 + 3 and "run 4 5 6, ship as 4, ship as 6" in ways
    assert "run 4 5 6, ship as 6, ship as 4" not in ways, "positions never fall"
    assert finished(table, "single 4") == ["single 4"], "a ship alone is court"
    assert finished(table, "single K") == ["single K"]
    ways = finished(table, "run 4 5 6 7")
    assert ways == [f"run 4 5 6 7, ship as {rank}" for rank in (4, 5, 6, 7)]


def test_NIE_4_8_court_by_ships() -> None:
    table = position(["K S S 0", "0"])
    assert finished(table, "single K") == [
        "single K, no ship", "single K, ship as K",
    ]  # fmt: skip
    assert finished(table, "pair K K") == [
        "pair K K, no more ships", "pair K K, ship as K",
    ]  # fmt: skip
    assert position(["S S", "0"], on="8 8").legal() == {"pair K K", "pass"}


def test_NIE_4_9_sizes_of_sets() -> None:
    largest = [max(s.copies for s in nie.SETS if s.rank == rank) for rank in range(10)]
    assert largest == [8, 10, 6, 6, 6, 6, 6, 6, 6, 6]
    assert "set 1 1 1 1 1 1 1 1 1 1" in position(["1 1 1 1 1 1 1 1 S S", "0"]).legal()


# Effects


def test_NIE_5_1_remove() -> None:
    table = position(["8 8 3 K 0", "3 4 K", "4 5 S"], discards="3 5", below="3")
    table.say("pair 8 8")
    assert table.legal() == {"remove strengths", "take cards"}
    table.say("remove strengths")
    assert table.legal() == {f"remove {rank}" for rank in [*range(9), "K"]}
    table.say("remove K")
    assert "remove K" not in table.legal() and table.hand(1) == "3 4 K", "not yet"
    table.say("remove 3")
    assert [table.hand(seat) for seat in range(3)] == ["0", "4", "4 5 ship"]
    assert table.zone("removed") == "3 3 3 3 K K"
    assert table.zone("discards") == "5" and table.zone("table") == "8 8"
    assert table.to_move == 1


def test_NIE_5_1_naming_what_is_not_there_has_no_effect() -> None:
    table = position(["8 3", "4 4"], discards="5")
    table.say("single 8", "remove strengths", "remove 7")
    assert table.zone("removed") == "" and table.hand(0) == "3" and table.to_move == 1


def test_NIE_5_1_a_ship_stays() -> None:
    table = position(["8 3 0", "4 4"], on="7", below="S", discards="S")
    table.say("single 8", "remove strengths", "remove K")
    assert table.zone("table") == "7 8 ship" and table.zone("discards") == "ship"


def test_NIE_5_1_take() -> None:
    table = position(["8 8 0", "4 4"], discards="3 5 S", below="6")
    table.say("pair 8 8", "take cards")
    assert table.legal() == {"take 3", "take 5", "take ship"}
    table.say("take ship", "take 3")
    assert table.hand(0) == "0 3 ship" and table.zone("discards") == "5" and table.to_move == 1


def test_NIE_5_2_cards_on_the_table_are_no_discards() -> None:
    table = position(["8 0", "4 4"], on="7", below="6")
    table.say("single 8")
    assert table.state["phase"] == nie.REMOVE, "there is no other mode"
    table.say("remove 7")
    assert table.zone("table") == "6 8" and table.zone("removed") == "7"


def test_NIE_5_3_the_standing_play_is_remembered_and_the_rest_is_untouched() -> None:
    table = position(["8 8 0", "7 5", "6 5"], hand_size=5)
    aside = table.zone("aside")
    table.say("pair 8 8", "remove 8", "remove 7")
    assert table.zone("table") == "" and table.zone("removed") == "7 8 8"
    assert table.zone("aside") == aside and table.legal() == {"pass"}
    assert tuple(table.state[["rank", "length", "copies"]]) == (8, 1, 2)


def test_NIE_5_4_a_trick_without_cards_goes_on() -> None:
    table = position(["8 0", "7 5", "K 5"])
    table.say("single 8", "remove 8", "pass", "pass")
    assert table.to_move == 0 and table.zone("discards") == "" and not table.state["copies"]


def test_NIE_5_5_how_many_generals() -> None:
    for hand, texts, generals in [
        ("6 7 8 0", ["run 6 7 8"], 1),
        ("6 6 7 7 8 8 0", ["run of sets 6 6 7 7 8 8"], 2),
        ("6 6 7 7 8 S 0", ["run of sets 6 6 7 7 8 8"], 1),
        ("8 8 8 S 0", ["set 8 8 8 8"], 3),
        ("8 8 8 0", ["set 8 8 8"], 3),
        ("6 7 S 0", ["run 6 7 8"], 0),
    ]:
        table = position([hand, "4 4"])
        table.say(*texts)
        assert table.state["effects_left"] == generals
        assert table.to_move == (0 if generals else 1)


def test_NIE_5_6_another_large_set_may_follow_a_large_set() -> None:
    table = position(["1 1 1 5", "0 0 0 5", "3 3 3 3 S 5"], on="2 2 2 2", owner=2)
    table.say("set 1 1 1", "set 0 0 0", "set 3 3 3 3 3")
    assert table.to_move == 0 and table.legal() == {"pass"}


# End and points


def test_NIE_6_1_the_last_card_wins_at_once() -> None:
    table = position(["8 8", "4 4", "5"], discards="3", seasons=2)
    table.say("pair 8 8")
    assert table.points() == [2, -1, -1] and table.state["season"] == 1


def test_NIE_6_2_a_removal_empties_hands() -> None:
    table = position(["5", "3 3", "8 4 0", "3 4"], to_move=2)
    table.say("single 8", "remove 3")
    assert table.points() == [-1, 3, -1, -1]
    table = position(["3", "3", "8 3 0", "3"], to_move=2)
    table.say("single 8", "remove 3")
    assert table.points() == [-1, -1, -1, 3], "in seat order from the general's player"
    table = position(["3", "3", "8 3", "3"], to_move=2)
    table.say("single 8", "remove 3")
    assert table.points() == [-1, -1, 3, -1], "who is the first"


def test_NIE_6_3_NIE_6_5_the_winner_is_paid_and_leads() -> None:
    table = position(["4 4", "5", "6 6"], to_move=1, seasons=2)
    table.say("single 5")
    assert table.points() == [-1, 2, -1]
    assert table.state["dealer"] == table.to_move == 1 and table.state["turns"] == 0


def test_NIE_6_4_the_cap() -> None:
    table = position(["4 4", "5 5", "6 6 6"], on="8", max_turns=48)
    table.state["turns"] = 46
    table.say("pass")
    assert table.to_move == 1
    table.say("pass")
    assert table.to_move is None and table.points() == [0.5, 0.5, -1]
    assert table.zone("discards") == "8", "the trick ends before"


def test_NIE_6_4_the_last_turn_has_its_effect() -> None:
    table = position(["8 4 4 4", "5 5 5 6", "5 6 6 6"], max_turns=48)
    table.state["turns"] = 47
    table.say("single 8")
    assert table.to_move == 0
    table.say("remove 5")
    assert table.points() == [-1, 2, -1]


# Information


def test_NIE_7_1_all_see_the_table() -> None:
    table = position(["8 8 0", "3 4 K", "4 5 S"], on="7 7", below="6", discards="3 5", seasons=3)
    table.say("pair 8 8", "remove strengths", "remove 4", "remove 3")
    for seat in range(3):
        view = table.view(seat)
        named = {name: spread_out(view[name]) for name in ("table", "laid", "discards", "removed")}
        assert named == {"table": [6, 7, 7, 8, 8], "laid": [8, 8], "discards": [5],
                         "removed": [3, 3, 4, 4]}  # fmt: skip
        gave = [spread_out(view["given_up"][(player - seat) % 3]) for player in range(3)]
        assert gave == [[], [3, 4], [4]]
        sizes = [int(view["hand_sizes"][(player - seat) % 3]) for player in range(3)]
        assert sizes == [1, 1, 2] and view["owner"][(0 - seat) % 3] == 1
        assert (view["rank"], view["length"], view["copies"]) == (9, 1, 2)
        assert view["on_turn"][(1 - seat) % 3] == 1


def test_NIE_7_2_taken_cards_are_remembered_until_played_or_removed() -> None:
    table = position(["8 8 3 0", "4 4 K", "5 5 K"], discards="3 5 6")
    table.say("pair 8 8", "take cards", "take 3", "take 6", "pass", "pass")
    known = [spread_out(table.view(seat)["known"][-seat % 3]) for seat in range(3)]
    assert known == [[3, 6]] * 3
    table.say("pair 3 3")
    assert spread_out(table.view(1)["known"][2]) == [6], "a lower bound"
    assert spread_out(table.view(1)["hand"]) == [4, 4, 9], "hands are private"
    assert [field.name for field in GAME.fields if field.private] == [
        "hand", "chosen_rank", "chosen_length", "chosen_copies", "chosen_ships",
    ]  # fmt: skip


def test_NIE_7_2_a_removed_strength_is_in_no_hand() -> None:
    table = position(["8 8 3 0", "4 4 K", "5 5 K"], discards="4 6")
    table.say("pair 8 8", "take cards", "pass", "pass", "single 0", "pass", "pass")
    assert spread_out(table.view(0)["known"][0]) == [4, 6]
    table = position(["8 4 4 0", "4 4 K", "5 5 K"])
    table.state["known"][0] = number_of("4")
    table.say("single 8", "remove 4")
    assert not table.view(2)["known"].any()
    assert (table.view(2)["settled"][:3].argmax(axis=1) == 4).all()


def test_NIE_7_2_a_ship_that_had_to_be_played_proves_a_lack() -> None:
    for auto_ships in (False, True):
        table = position(["4 4 S 0 0", "5"], auto_ships=auto_ships)
        table.say("set 4 4 4")
        assert bool(table.view(1)["settled"][1, 4]) == auto_ships


def test_NIE_7_3_two_players_know_all() -> None:
    state = opened(3, num_players=2).state
    world = np.array([state])[0]
    GAME.kernels.redeal(world, 0)
    assert (world["hands"] == state["hands"]).all()
    state = opened(3, num_players=2, hand_size=23).state
    GAME.kernels.redeal(world := np.array([state])[0], 0)
    assert (world["hands"] != state["hands"]).any()


def test_NIE_7_3_with_five_players_three_cards_stay_hidden() -> None:
    table = opened(3, num_players=5)
    assert table.view(0)["aside"] == 3
    asides = set()
    for start in range(6):
        world = np.array([table.state])[0]
        world["rng"] = start
        GAME.kernels.redeal(world, 0)
        asides.add(int(world["aside"]))
    assert len(asides) > 3


def test_NIE_7_4_the_decision_is_in_the_view() -> None:
    table = position(["6 7 8 8 S 0", "4 4"], on="0 1 2", discards="3")
    table.say("run 6 7 8")
    own, other = table.view(0), table.view(1)
    assert own["phase"].argmax() == nie.SHIPS and other["phase"].argmax() == nie.SHAPE
    assert (own["chosen_rank"], own["chosen_length"], own["chosen_copies"]) == (7, 3, 1)
    assert not other["chosen_rank"] and not other["chosen_length"] and other["rank"] == 1
    table.say("ship as 7")
    own, other = table.view(0), table.view(1)
    for view in (own, other):
        assert view["phase"].argmax() == nie.MODE and view["effects_left"] == 1
        assert view["ships_at"].tolist() == [0, 1, 0, 0, 0, 0, 0, 0, 0]
        assert view["kind"].argmax() == nie.A_RUN and view["turns"] == 1
    table.say("remove strengths")
    assert table.view(1)["phase"].argmax() == nie.REMOVE


# House rules


def test_NIE_8_bomb_over_bomb() -> None:
    hands = ["0 0 0 0 1 1 1 3 3 3 3", "5"]
    legal = position(hands, on="2 2 2", bomb_over_bomb="stronger").legal()
    assert legal == {"set 0 0 0 0", "set 3 3 3", "set 3 3 3 3", "pass"}
    legal = position(hands, on="8", bomb_over_bomb="stronger").legal()
    assert legal == {"set 0 0 0", "set 0 0 0 0", "set 1 1 1", "set 3 3 3", "set 3 3 3 3", "pass"}


def test_NIE_8_pass_locks() -> None:
    table = position(["5 0", "4 6", "0 7", "8 8 1"], on="3", owner=3, pass_locks=True)
    table.say("pass", "single 4", "pass")
    assert table.to_move == 3
    table.say("pass")
    assert table.to_move == 1 and not table.state["copies"], "all but the owner have passed"
    table = position(["5 0", "4 6", "0 7", "5 8 1"], on="3", owner=3, pass_locks=True)
    table.say("pass", "single 4", "pass", "single 5")
    assert table.to_move == 1, "who passed is skipped"
    table.say("single 6")
    assert table.points() == [-1, 3, -1, -1]


def test_NIE_8_general_optional() -> None:
    table = position(["8 0", "4 4"], general_optional=True)
    table.say("single 8")
    assert table.legal() == {"remove strengths", "no effect"}
    table.say("no effect")
    assert table.to_move == 1 and table.zone("removed") == "" and not table.state["effects_left"]


def test_NIE_8_ship_as_general() -> None:
    table = position(["6 7 S 0", "4 4"], ship_as_general=True)
    table.say("run 6 7 8")
    assert table.state["effects_left"] == 1
    table = position(["8 S 0 0", "4 4"], ship_as_general=True)
    table.say("pair 8 8")
    assert table.state["effects_left"] == 2


def test_NIE_8_take_from_table() -> None:
    table = position(["8 0", "4 4"], on="7", below="6 5", discards="5 3", take_from_table=True)
    table.say("single 8", "take cards")
    assert table.legal() == {"take 3", "take 5", "take 6", "take 7"}
    same = np.array([table.state])[0]
    table.say("take 7")
    assert table.hand(0) == "0 7" and table.zone("table") == "5 6 8"
    Table(same).say("take 5")
    assert Table(same).zone("table") == "5 6 7 8" and Table(same).zone("discards") == "3"


def test_NIE_8_emptied_by_removal() -> None:
    options = {"emptied_by_removal": "loses"}
    table = position(["5 6", "3 3", "8 4 0", "3 4"], to_move=2, **options)
    table.say("single 8", "remove 3", "pass")
    assert table.state["is_in"].tolist() == [1, 0, 1, 1, 0, 0] and table.to_move == 0
    table.say("pass")
    assert table.to_move == 2 and not table.state["copies"], "who is out need not pass"
    table = position(["3", "3", "8 3 0", "3"], to_move=2, **options)
    table.say("single 8", "remove 3")
    assert table.points() == [-1, -1, 3, -1], "one player left"
    table = position(["3", "3", "8 3", "3"], to_move=2, **options)
    table.say("single 8", "remove 3")
    assert table.points() == [-1, -1, 3, -1], "nobody left"
    table = position(["5 6", "4 4", "8 3", "3 4"], to_move=2, **options)
    table.say("single 8", "remove 3", "pass", "pass")
    assert table.to_move == 1, "all three must pass"
    table.say("pass")
    assert table.to_move == 3 and "pass" not in table.legal(), "the next one leads"


def test_NIE_8_emptied_by_removal_with_pass_locks_ends_a_trick_at_once() -> None:
    options = {"emptied_by_removal": "loses", "pass_locks": True}
    table = position(["3", "5 6", "8 3", "5 5"], on="7", owner=1, to_move=2, **options)
    table.state["passed"][[1, 3]] = 1
    table.say("single 8", "remove 3")
    assert table.to_move == 3 and table.zone("discards") == "7 8"


@pytest.mark.parametrize("min_run", [2, 3, 4, 5])
def test_NIE_8_min_run(min_run: int) -> None:
    table = position(["0 0 1 1 2 2 3 3 4 4 5", "8"], min_run=min_run)
    lengths = [len(text.split()) - 1 for text in table.legal() if text.startswith("run ")
               and "sets" not in text]  # fmt: skip
    assert min(lengths) == min_run
    sets = [len(text.split()) - 3 for text in table.legal() if text.startswith("run of")]
    assert min(sets) == 2 * min_run


def test_NIE_8_min_run_two_ships_are_a_run_of_two() -> None:
    table = position(["S S 7", "0"], on="3 4", min_run=2)
    assert {"run 4 5", "run 7 8"} <= table.legal()
    table.say("run 4 5")
    assert table.hand(0) == "7" and table.state["ships_at"] == 0x11
    found = ships_of_all_plays(ALL_CARDS, 48, min_run=2)
    assert found["run"] == 490 + 8 * (1 + 2 + 1)


def test_NIE_8_hand_size() -> None:
    table = opened(2, num_players=4, hand_size=5)
    assert table.state["hand_sizes"][:4].tolist() == [5] * 4
    assert len(table.zone("aside").split()) == 28 and table.view(1)["aside"] == 28


def test_NIE_8_auto_ships() -> None:
    table = position(["K S 4 5 0 0", "0"], auto_ships=True)
    table.say("single K")
    assert table.hand(0) == "0 0 4 5 ship"
    table = position(["3 S S 5 0 0", "0"], auto_ships=True)
    table.say("run 3 4 5")
    assert table.hand(0) == "0 0 ship" and table.state["ships_at"] == 0x10
    for hand, text, left in [("K S S 0", "pair K K", "0 ship"), ("S S 0", "single K",
                             "0 ship"), ("4 4 S S 0", "set 4 4 4", "0 ship")]:  # fmt: skip
        table = position([hand, "0"], auto_ships=True)
        table.say(text)
        assert table.hand(0) == left


def test_KIKI_8_ship_alone() -> None:
    hands = ["S S 4 4", "0"]
    table = position(hands, on="2", ship_alone="declared")
    wanted = {f"single {rank}" for rank in [3, 4, 5, 6, 7, 8, "K"]} | {"set 4 4 4"}
    assert table.legal() == wanted | {"set 4 4 4 4", "pass"}
    assert finished(table, "single 4") == ["single 4, no ship", "single 4, ship as 4"]
    assert finished(table, "single 5") == ["single 5"]
    table = position(hands, on="5 5", ship_alone="declared")
    pairs = {f"pair {rank} {rank}" for rank in (6, 7, 8, "K")}
    assert table.legal() == pairs | {"set 4 4 4", "set 4 4 4 4", "pass"}
    found = ships_of_all_plays(ALL_CARDS, 48, ship_alone="declared")
    assert (found["single"], found["set"]) == (11 + 9, 129 + 9)
    assert "single 5" not in position(["S S 4 4", "0"], on="2").legal()


@pytest.mark.parametrize(
    "options",
    [
        {"hand_size": 9, "num_players": 6},
        {"hand_size": 4},
        {"hand_size": "most"},
        {"num_players": 7},
        {"min_run": 6},
        {"max_turns": 47},
        {"max_turns": 10_001},
        {"bomb_over_bomb": "none"},
    ],
)
def test_NIE_8_other_values_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(UserError, match="allowed") as error:
        NiekhiOptions(**options)
    assert str(error.value).count(". ") == 0 and str(error.value).endswith(".")


def steps_of_turns(options: dict[str, Any], seed: int) -> Iterator[int]:
    """How many decisions each turn of a random game takes."""
    turns = [(int(s["season"]), int(s["turns"])) for s in positions(GAME, options, seed)]
    count = 1
    for before, after in pairwise(turns):
        if before == after:
            count += 1
        else:
            yield count
            count = 1


@pytest.mark.parametrize("options", MANY_RULES)
def test_NIE_9_14_the_bound_on_decisions(options: dict[str, Any]) -> None:
    options = GAME.options(**options).plain()
    assert NiekhiOptions(**options).max_decisions() == 600 * MOST_STEPS
    for seed in range(4):
        assert max(steps_of_turns(options, seed), default=1) <= MOST_STEPS


def test_NIE_9_14_what_has_one_outcome_is_not_asked() -> None:
    table = position(["8 8 0", "4 4"], discards="3 3 3")
    table.say("pair 8 8", "take cards")
    assert table.hand(0) == "0 3 3" and table.to_move == 1, "one rank"
    table = position(["8 8 0", "4 4"], discards="3 5")
    table.say("pair 8 8", "take cards")
    assert table.hand(0) == "0 3 5" and table.to_move == 1, "all of them"
    table = position(["8 8 8 0", "4 4"], discards="3 5 5 5")
    table.say("set 8 8 8", "take cards", "take 3")
    assert table.hand(0) == "0 3 5 5" and table.zone("discards") == "5"


# Worked examples


def test_NIE_10_1_on_a_single() -> None:
    table = position(["5 K S 3 3 3", "0"], on="4")
    legal = {"single 5", "single K", "set 3 3 3", "set 3 3 3 3", "pass"}
    assert table.legal() == legal
    assert len(finished(table, "single K")) == 2 and len(finished(table, "set 3 3 3")) == 2


def test_NIE_10_2_on_a_pair() -> None:
    table = position(["7 S 2 2 2", "0"], on="6 6")
    assert table.legal() == {"pair 7 7", "set 2 2 2", "set 2 2 2 2", "pass"}
    assert finished(table, "set 2 2 2") == ["set 2 2 2, no ship", "set 2 2 2, ship as 2"]


def test_NIE_10_3_on_a_large_set() -> None:
    assert position(["0 0 0", "1"], on="8 8 8").legal() == {"set 0 0 0", "pass"}
    assert position(["0 0 0", "1"], on="8 8 8", bomb_over_bomb="stronger").legal() == {"pass"}


def test_NIE_10_4_on_a_run() -> None:
    assert position(["3 4 5 6", "1"], on="2 3 4").legal() == {"run 3 4 5", "run 4 5 6", "pass"}
    assert not any(text.startswith("run") for text in position(["7 8 K", "1"]).legal())


def test_NIE_10_5_a_run_of_sets_with_a_ship() -> None:
    table = position(["1 1 2 2 3 S 0", "4"])
    table.say("run of sets 1 1 2 2 3 3")
    assert table.state["ships_at"] == 0x100 and table.hand(0) == "0"


def test_NIE_10_6_four_plays() -> None:
    table = position(["4 5 6 S", "0"])
    ways = ["no ship", "ship as 4", "ship as 5", "ship as 6"]
    assert finished(table, "run 4 5 6") == [f"run 4 5 6, {way}" for way in ways]


@pytest.mark.parametrize("emptied_by_removal", ["wins", "loses"])
def test_NIE_10_7_two_generals_remove(emptied_by_removal: str) -> None:
    table = position(["8 8 0 1 4 5 6", "0 1 1", "0 0 7 7"], discards="1 7",
                     emptied_by_removal=emptied_by_removal)  # fmt: skip
    table.say("pair 8 8", "remove strengths", "remove 0", "remove 1")
    if emptied_by_removal == "wins":
        assert table.points() == [-1, 2, -1]
    else:
        assert table.points() == [0, 0, 0] and table.to_move == 2
        assert [table.hand(seat) for seat in range(3)] == ["4 5 6", "", "7 7"]
        assert table.zone("discards") == "7"
        assert table.zone("removed") == "0 0 0 0 1 1 1 1"


def test_NIE_10_8_a_general_as_last_card() -> None:
    table = position(["8", "4 4"], discards="3")
    table.say("single 8")
    assert table.points() == [1, -1]


def test_NIE_10_9_one_card_to_take() -> None:
    table = position(["8 8 0", "4 4"], discards="3")
    table.say("pair 8 8", "take cards")
    assert table.hand(0) == "0 3" and table.to_move == 1
    table = position(["8 8 0", "4 4"])
    table.say("pair 8 8")
    assert table.state["phase"] == nie.REMOVE


def test_NIE_10_10_a_general_that_removes_itself() -> None:
    table = position(["8 0", "K S 4 4 4 8 7"])
    table.say("single 8", "remove 8")
    assert table.zone("table") == "" and table.hand(1) == "4 4 4 7 K ship"
    assert table.legal() == {"single K", "set 4 4 4", "set 4 4 4 4", "pass"}


def test_NIE_10_11_who_leads() -> None:
    table = position(["3 0", "5 0", "0 0", "1 1"])
    table.say("single 3", "pass", "pass", "pass")
    assert table.to_move == 0 and table.zone("discards") == "3"
    table = position(["3 0", "5 0", "0 0", "1 1"])
    table.say("single 3", "single 5", "pass", "pass", "pass")
    assert table.to_move == 1


def test_NIE_10_12_five_players() -> None:
    table = opened(5, num_players=5)
    for seat in range(5):
        view = table.view(seat)
        assert view["hand"].sum() == 9 and view["hand_sizes"][1:5].sum() == 36
        assert view["aside"] == 3
