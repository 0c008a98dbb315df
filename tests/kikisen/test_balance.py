"""What all games of kikisen measure alike: the dealer that is swapped, and who is ahead."""

import random

import numpy as np
import pytest

from fudaba.envs import Game, find_game
from fudaba.envs.kikisen.balance import longest_run
from fudaba.testing.positions import fields_of

from ..recounting import balance, decisions
from ..tables import dealt_state

FAMILY = ("makhup_v0", "mokkaik_v0", "niekhi_v0", "cyclic_v0", "makkaik_v0", "namto_v0", "taxot_v0")
GAMES = [find_game(name) for name in FAMILY]
SHEDDING = [game for game in GAMES if game.name in ("makhup_v0", "niekhi_v0", "cyclic_v0")]
SWAPPING = [game for game in GAMES if game.name not in ("cyclic_v0", "taxot_v0")]

COUNTERS = {
    "seasons_dealt", "seasons_won", "won_as_dealer", "rounds_led", "rounds_kept", "costly_wins",
    "bombs", "removals", "taken", "generals_taken", "emptied_by", "rounds_won", "drawn",
    "reversals", "drops", "unopposed", "divided", "winners", "judged", "choices", "weaker",
    "best_hands", "closed_on_draw", "fed", "first_lap_closes", "same_colour_closes",
    "six_run_closes", "calls", "fours",
}  # fmt: skip


@pytest.mark.parametrize("game", SWAPPING, ids=lambda game: game.name)
def test_KIKI_6_3_a_swapped_dealer_begins_with_the_same_cards(game: Game) -> None:
    moved = 0
    for seed in range(30):
        state, rng = dealt_state(game, {"first_dealer": seed % 4}, seed), random.Random(seed)
        one, two = rng.sample(range(4), 2)
        after = {one: two, two: one}.get(seed % 4, seed % 4)
        moved += after != seed % 4
        balance(game).swaps["dealer"](state, one, two)
        honest = dealt_state(game, {"first_dealer": after}, seed)
        honest["first_dealer"] = state["first_dealer"]  # the option stays what it was
        assert fields_of(state) == fields_of(honest)
    assert moved > 5


@pytest.mark.parametrize("game", SHEDDING, ids=lambda game: game.name)
def test_KIKI_6_4_who_has_more_points_is_ahead_then_who_holds_fewest_cards(game: Game) -> None:
    seen_by_points, seen_by_cards = 0, 0
    for seed in range(10):
        state = dealt_state(game, {"seasons": 3}, seed)
        for _ in decisions(game, state, random.Random(seed)):
            if state["to_move"] < 0:
                break
            lead_value = np.zeros(game.max_players)
            balance(game).lead_value(state, lead_value)
            keys = [(-int(state["scores"][seat]), int(state["hand_sizes"][seat]))
                    for seat in range(4)]  # fmt: skip
            for one in range(4):
                for two in range(4):
                    assert (keys[one] < keys[two]) == (lead_value[one] > lead_value[two])
                    seen_by_points += keys[one][0] < keys[two][0] and keys[one][1] > keys[two][1]
                    seen_by_cards += keys[one][0] == keys[two][0] and keys[one][1] != keys[two][1]
    assert seen_by_points > 100 and seen_by_cards > 100


@pytest.mark.parametrize("game", SHEDDING, ids=lambda game: game.name)
def test_KIKI_6_4_the_smallest_share_of_a_point_is_more_than_any_hand(game: Game) -> None:
    state = dealt_state(game, {}, 1)
    state["scores"][:4], state["hand_sizes"][:4] = [1, 0, 0, 0], [24, 1, 2, 3]
    lead_value = np.zeros(game.max_players)
    balance(game).lead_value(state, lead_value)
    assert lead_value[0] > lead_value[1] > lead_value[2] > lead_value[3]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_nothing_of_a_match_is_counted_in_the_next_at_the_table(game: Game) -> None:
    state = dealt_state(game, {}, 1)
    for name in COUNTERS.intersection(state.dtype.names):
        state[name] = 3
    state["rng"] = 2
    game.kernels.deal(state)
    fresh = dealt_state(game, {}, 2)
    for name in COUNTERS.intersection(state.dtype.names):
        assert (state[name] == fresh[name]).all(), name


@pytest.mark.parametrize(
    ("bits", "length"), [(0, 0), (1, 1), (0b1011, 2), (0b1110111, 3), (0b11111, 5), (1 << 40, 1)]
)
def test_the_longest_run(bits: int, length: int) -> None:
    assert longest_run(bits) == length
