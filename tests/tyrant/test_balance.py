"""What Tyrant measures: the swapped marker, tallies that add up, and the sanity figures."""

import random
from functools import cache

import numpy as np
import pytest

from fudaba.envs import NOBODY
from fudaba.envs.tyrant import GAME, rules
from fudaba.envs.tyrant import state as tyr
from fudaba.envs.tyrant.balance import (
    NO_TRICK,
    NOBODY_FOLLOWED,
    NOBODY_PLAYED,
    START,
    TOTAL,
    TRICKS,
)
from fudaba.envs.tyrant.rules import hands
from fudaba.testing.positions import fields_of

from ..tables import dealt_state
from .positions import Table
from .twin import Counts

# By number of players, of 20,000 games (TYR-11.8): tricks that nobody played or followed in, the
# mean total, and how often 0, 1 and 2 players were purged.
SANITY = {
    4: [1.94, 1.46, 5.02, 0.735, 0.257, 0.008],
    3: [2.30, 1.59, 5.43, 0.752, 0.241, 0.007],
}
ROUNDED = [0.005, 0.005, 0.005, 0.0005, 0.0005, 0.0005]


@cache
def completions(available: Counts, need: int) -> int:
    """Returns the number of ways to choose `need` of these cards."""
    if not available:
        return int(need == 0)
    return sum(completions(available[1:], need - x) for x in range(min(available[0], need) + 1))


def test_TYR_3_5_a_swapped_start_player_begins_with_the_same_cards() -> None:
    assert GAME.balance
    for seed in range(12):
        start = seed % 4
        table = Table.opened(seed, start_player=start)
        one, two = random.Random(seed).sample(range(4), 2)
        GAME.balance.swaps["starter"](table.state, one, two)
        after = {one: two, two: one}.get(start, start)
        honest = dealt_state(GAME, {"start_player": after}, seed)
        honest["start_player"] = start  # the option stays what it was
        assert fields_of(table.state) == fields_of(honest)


def test_TYR_11_4_all_tricks_are_won_or_lost_to_nobody() -> None:
    assert GAME.balance
    rng = random.Random(0)
    for seed in range(4):
        table = Table.opened(seed)
        factors = np.zeros((len(GAME.balance.factors), 4))
        GAME.balance.measure_deal(table.state, factors)
        assert factors[START].sum() == 1.0
        state = table.state
        holders = np.full(8, state["marker"])
        while table.to_move is not None:
            trick = int(state["trick"])
            GAME.kernels.apply(state, rng.choice(GAME.legal_actions(state)))
            holders[trick + 1 :] = state["marker"]
        tallies = np.zeros((len(GAME.balance.tallies), 4))
        GAME.balance.measure_game(state, tallies)
        lost = state["winners"] == NOBODY
        nobody = tallies[NOBODY_PLAYED] + tallies[NOBODY_FOLLOWED]
        assert nobody.tolist() == np.bincount(holders[lost], minlength=4).tolist()
        assert tallies[TRICKS].sum() + nobody.sum() == 8
        assert ((tallies[TRICKS] == 0) == tallies[NO_TRICK]).all()


def flat_choice(state: np.void, rng: random.Random) -> int:
    """TYR-11.8: uniform over the flat choices, a selection being one of them."""
    legal = GAME.legal_actions(state)
    if state["phase"] != tyr.SELECT:
        return rng.choice(legal)
    seat, step = int(state["to_move"]), int(state["step"])
    need = int(hands.hand_size(state)) - int(state["kept"].sum())
    later = tuple(state["stocks"][seat, step + 1 :].tolist())
    return rng.choices(legal, [completions(later, need - x % tyr.NUM_KEPT) for x in legal])[0]


def figures(num_players: int, seed: int) -> list[float]:
    """TYR-11.8: of one game: cases 3 and 4, the mean total, purged 0, 1 and 2 players."""
    assert GAME.balance
    rng = random.Random(seed)
    state = dealt_state(GAME, {"num_players": num_players}, seed)
    while state["to_move"] != NOBODY:
        rules.apply(state, flat_choice(state, rng))
    tallies = np.zeros((len(GAME.balance.tallies), 4))
    GAME.balance.measure_game(state, tallies)
    cases = [tallies[case].sum() for case in (NOBODY_PLAYED, NOBODY_FOLLOWED)]
    num_purged = int(state["purged"].sum())
    purged = [float(num_purged == count) for count in range(3)]
    return [*cases, tallies[TOTAL, :num_players].mean(), *purged]


@pytest.mark.parametrize("num_players", [3, 4])
def test_TYR_11_8_sanity_figures(num_players: int) -> None:
    games = np.array([figures(num_players, seed) for seed in range(300)])
    wanted = np.array(SANITY[num_players])
    variance = np.maximum(games.var(axis=0), wanted * (1 - wanted))  # none of a rare event, too
    error = np.sqrt(variance * (1 / len(games) + 1 / 20000))
    assert (np.abs(games.mean(axis=0) - wanted) < 4 * error + ROUNDED).all()
