"""What is measured at a table of Sevens, against a recount in plain Python."""

import random
from typing import Any

import numpy as np
import pytest

from fudaba.envs import find_game
from fudaba.envs.cards import laying
from fudaba.envs.sevens import rules

GAME = find_game("sevens_v0")
FACTORS = [measure.name for measure in GAME.balance.factors]
TALLIES = [measure.name for measure in GAME.balance.tallies]


def table(seed: int, **options: Any) -> np.void:
    state: np.void = np.zeros(1, GAME.state_dtype)[0]
    GAME.options.read(GAME.name, options).write(state)
    state["rng"] = seed
    return state


def hands(state: np.void) -> list[list[int]]:
    """The natural cards that each seat holds."""
    return [
        np.flatnonzero(state["holder"] == seat).tolist() for seat in range(state["num_players"])
    ]


def measure(state: np.void) -> dict[str, list[float]]:
    values = np.zeros((len(GAME.balance.factors), GAME.max_players))
    GAME.balance.measure_deal(state, values)
    seats = int(state["num_players"])
    return dict(zip(FACTORS, values[:, :seats].tolist(), strict=True))


@pytest.mark.parametrize("options", [{}, {"num_players": 5, "jokers": 2}, {"pass_limit": 0}])
def test_factors_are_those_of_the_dealt_hands(options: dict[str, Any]) -> None:
    for seed in range(40):
        state = table(seed, **options)
        rules.deal_hands(state)
        dealt, jokers = hands(state), state["hand_jokers"].tolist()
        rules.begin(state)
        if state["to_move"] < 0:
            continue
        for seat, hand in enumerate(dealt):
            ranks = [card % 13 + 1 for card in hand]
            assert {name: row[seat] for name, row in measure(state).items()} == {
                "first turn": 2 * 13 + 6 in hand,
                "sevens": ranks.count(7),
                "sixes and eights": ranks.count(6) + ranks.count(8),
                "aces and kings": ranks.count(1) + ranks.count(13),
                "distance": sum(abs(rank - 7) for rank in ranks),
                "jokers": jokers[seat],
                "cards": len(hand) + jokers[seat],
            }


def test_tallies_and_lead_values_follow_the_places() -> None:
    seen = set()
    for seed in range(30):
        state, rng = table(seed, pass_limit=1), random.Random(seed)
        GAME.kernels.deal(state)
        while state["to_move"] >= 0:
            lead_value = np.zeros(8)
            GAME.balance.lead_value(state, lead_value)
            active = [seat for seat in range(4) if state["status"][seat] == laying.ACTIVE]
            by_cards = sorted(active, key=lambda seat: state["hand_size"][seat])
            assert lead_value[by_cards].tolist() == sorted(lead_value[active], reverse=True)
            out = state["status"][:4] == laying.ELIMINATED
            finished = state["status"][:4] == laying.FINISHED
            assert max(lead_value[:4][out], default=-999) < lead_value[active].min()
            assert min(lead_value[:4][finished], default=999) > lead_value[active].max()
            first = state["order"][:4] == 1
            assert (
                not (finished & first).any()
                or lead_value[:4].argmax() == (finished & first).argmax()
            )
            assert not (out & first).any() or lead_value[:4].argmin() == (out & first).argmax()
            GAME.kernels.apply(state, rng.choice(GAME.legal_actions(state)))
        tallies = np.zeros((2, 8))
        GAME.balance.measure_game(state, tallies)
        for seat in range(4):
            ended = tuple(tallies[:, seat].tolist())
            assert (
                ended
                == {
                    laying.FINISHED: (1, 0),
                    laying.ELIMINATED: (0, 1),
                    laying.ACTIVE: (0, 0),
                }[int(state["status"][seat])]
            )
            seen.add(ended)
    assert TALLIES == ["finished", "eliminated"]
    assert seen == {(1, 0), (0, 1), (0, 0)}
