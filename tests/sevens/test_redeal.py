"""What `redeal` deals (SEV-7.2, 7.3): only worlds that the history allows, all of them, evenly.

A world is judged by playing its game again: its deal is read off the table (a card that lies
there was dealt to who laid it), and every action that was taken must be legal in it and show the
viewer what he saw then. That knows nothing of how `redeal` excludes worlds.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from scipy import stats

from fudaba.envs.cards.laying import ACTIVE
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.core.words.reading import copied
from fudaba.envs.sevens import GAME
from fudaba.envs.sevens.redeal import may_hold
from fudaba.envs.sevens.rules import begin, deal_hands
from fudaba.envs.sevens.state import JOKER_CARD, PASS_ACTION

from .. import tables
from ..tables import without_rng
from ..test_conformance import positions as random_positions
from .positions import new_state
from .test_twin_lockstep import random_options

STRICT_OPTIONS: list[dict[str, Any]] = [
    {"voluntary_pass": False},
    {"voluntary_pass": False, "pass_limit": "none", "jokers": 1},
    {"voluntary_pass": False, "jokers": 2},
    {"voluntary_pass": False, "jokers": 2, "joker_use": "fill", "pass_limit": 10},
    {"voluntary_pass": False, "jokers": 2, "joker_use": "fill", "joker_recovery": "own_turn"},
    {"voluntary_pass": False, "jokers": 2, "joker_recovery": "own_turn"},
    {"pass_limit": "none", "jokers": 2},
    {"pass_limit": "none", "jokers": 2, "joker_use": "fill"},
    {"pass_limit": 1, "jokers": 2, "joker_recovery": "own_turn", "tunnel": "one_way"},
    {"pass_limit": 1, "jokers": 2, "joker_use": "fill"},
    {"pass_limit": 2, "tunnel": "none"},
    {"pass_limit": "none", "voluntary_pass": False, "num_players": 3},
]


@dataclass
class Game:
    """A game on its way, with all that its players have seen."""

    options: dict[str, Any]
    jokers: np.ndarray  # how many each seat was dealt
    state: np.void
    actions: list[int] = field(default_factory=list)
    seen: list[list[bytes]] = field(default_factory=list)  # per decision and seat

    @property
    def seats(self) -> range:
        return range(int(self.state["num_players"]))

    def take(self, action: int) -> None:
        self.seen.append([shown(self.state, seat) for seat in self.seats])
        self.actions.append(action)
        GAME.kernels.apply(self.state, action)


Policy = Callable[[np.void, random.Random], int]


def uniformly(state: np.void, rng: random.Random) -> int:
    return rng.choice(GAME.legal_actions(state))


def holding_back(state: np.void, rng: random.Random) -> int:
    """Often passes where that is legal: makes guards, forced passes and eliminations."""
    legal = GAME.legal_actions(state)
    return PASS_ACTION if PASS_ACTION in legal and rng.random() < 0.6 else rng.choice(legal)


def eager_jokers(state: np.void, rng: random.Random) -> int:
    """Lays jokers whenever it can, so that they wander."""
    legal = GAME.legal_actions(state)
    return rng.choice([action for action in legal if action > PASS_ACTION] or legal)


POLICIES = (uniformly, holding_back, eager_jokers)


def positions_of_a_game(options: dict[str, Any], policy: Policy, seed: int) -> Iterator[Game]:
    """One game, at its first decision, its second, ... and at its end."""
    rng = random.Random(seed)
    state = new_state(options)
    state["rng"] = rng.getrandbits(64)
    while state["to_move"] == NOBODY:
        deal_hands(state)
        jokers = state["hand_jokers"].copy()
        begin(state)
    game = Game(options, jokers, state)
    while state["to_move"] != NOBODY:
        yield game
        game.take(policy(state, rng))
    yield game


def varied_games(count: int, seed: int) -> Iterator[tuple[random.Random, Iterator[Game]]]:
    """Games of strict and random options under every policy."""
    rng = random.Random(seed)
    for number in range(count):
        if number % 2:
            options = random_options(rng)
        else:
            strict = STRICT_OPTIONS[number // 2 % len(STRICT_OPTIONS)]
            options = {"num_players": rng.randint(2, 5), **strict}
        policy = POLICIES[number % 3]
        yield rng, positions_of_a_game(options, policy, rng.getrandbits(32))


redealt = partial(tables.redealt, GAME)


def shown(state: np.void, seat: int) -> bytes:
    """All that a seat gets to see: its view, and its mask if it is to move."""
    mask = np.zeros(GAME.num_actions, np.int8)
    if state["to_move"] == seat:
        GAME.kernels.legal(state, mask)
    return bytes(GAME.view(state, seat).tobytes() + mask.tobytes())


def dealt_of(world: np.void, game: Game) -> np.void:
    """The deal from which a world came about, as a state ready to begin.

    How many jokers a seat has taken and laid is public, so the number it was dealt differs from
    the true one as the number it holds does.
    """
    deal = new_state(game.options)
    laid = world["holder"] == NOBODY
    deal["holder"] = np.where(laid, world["laid_by"], world["holder"])
    deal["hand_jokers"] = game.jokers + world["hand_jokers"] - game.state["hand_jokers"]
    for seat in game.seats:
        deal["hand_size"][seat] = (deal["holder"] == seat).sum() + deal["hand_jokers"][seat]
    return deal


def is_possible(world: np.void, game: Game, viewer: int) -> bool:
    """Whether a viewer can't exclude a world: its game played again shows him just the same."""
    state = dealt_of(world, game)
    if state["hand_jokers"].min() < 0:
        return False
    begin(state)
    for action, seen in zip(game.actions, game.seen, strict=True):
        if state["to_move"] == NOBODY or shown(state, viewer) != seen[viewer]:
            return False
        if action not in GAME.legal_actions(state):
            return False
        GAME.kernels.apply(state, action)
    if shown(state, viewer) != shown(game.state, viewer):
        return False
    assert without_rng(state) == without_rng(world), "everything else follows from the deal"
    return True


def test_SEV_7_2_the_true_world_is_never_excluded() -> None:
    """If it were, and no other world fitted, `redeal` would look for one for ever."""
    for _, positions in varied_games(150, 31):
        for game in positions:
            state = game.state
            for card in np.flatnonzero(state["holder"] != NOBODY):
                assert may_hold(state, int(state["holder"][card]), int(card))
            for seat in game.seats:
                if state["status"][seat] == ACTIVE:
                    assert may_hold(state, seat, JOKER_CARD)
                    assert state["known_jokers"][seat] <= state["hand_jokers"][seat]


@pytest.mark.parametrize("seed", range(4))
def test_SEV_7_2_a_redealt_world_shows_the_same_and_agrees_with_the_whole_history(
    seed: int,
) -> None:
    checked = 0
    for rng, positions in varied_games(60, seed):
        for game in positions:
            if rng.random() > 0.15:
                continue
            viewer = rng.choice(game.seats)
            world = redealt(game.state, viewer, rng.getrandbits(64))
            assert shown(world, viewer) == shown(game.state, viewer)
            assert is_possible(world, game, viewer), (game.options, game.actions, viewer)
            checked += 1
    assert checked > 400


def test_SEV_7_2_a_redealt_world_does_not_depend_on_the_true_one() -> None:
    moved = 0
    for rng, positions in varied_games(40, 5):
        for game in positions:
            viewer, start = rng.choice(game.seats), rng.getrandbits(64)
            other = redealt(game.state, viewer, rng.getrandbits(64))
            moved += without_rng(other) != without_rng(game.state)
            world, same = redealt(game.state, viewer, start), redealt(other, viewer, start)
            assert without_rng(world) == without_rng(same)
            assert world["rng"] == same["rng"] != start
    assert moved > 500


def hidden_sizes(state: np.void, viewer: int) -> dict[int, int]:
    """The hand sizes of the other active players."""
    return {
        seat: int(state["hand_size"][seat])
        for seat in range(int(state["num_players"]))
        if seat != viewer and state["status"][seat] == ACTIVE
    }


def count_arrangements(state: np.void, viewer: int) -> int:
    """A bound on the arrangements of the hidden cards, all taken as different."""
    sizes = list(hidden_sizes(state, viewer).values())
    left, count = sum(sizes), 1
    for size in sizes:
        count *= comb(left, size)
        left -= size
    return count


def split(cards: tuple[int, ...], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to deal cards (all different) into hands of these sizes."""
    if not sizes:
        yield []
        return
    for hand in combinations(cards, sizes[0]):
        rest = tuple(card for card in cards if card not in hand)
        for hands in split(rest, sizes[1:]):
            yield [hand, *hands]


def arrangements(state: np.void, viewer: int) -> dict[bytes, np.void]:
    """Every assignment of the hidden cards to the hidden hands, whatever the history says."""
    sizes = hidden_sizes(state, viewer)
    hidden = [c for c in range(52) if state["holder"][c] not in (NOBODY, viewer)]
    jokers = sum(int(state["hand_jokers"][seat]) for seat in sizes)
    cards = (*hidden, *range(52, 52 + jokers))
    worlds = {}
    for hands in split(cards, list(sizes.values())):
        world = copied(state)
        for seat, hand in zip(sizes, hands, strict=True):
            world["holder"][[card for card in hand if card < 52]] = seat
            world["hand_jokers"][seat] = sum(card >= 52 for card in hand)
        worlds[without_rng(world)] = world
    return worlds


def weight(world: np.void, viewer: int) -> int:
    """How many ways to deal the cards give a world: two unknown jokers can change places."""
    unknown = [
        int(world["hand_jokers"][seat] - world["known_jokers"][seat])
        for seat in hidden_sizes(world, viewer)
    ]
    return 2 if unknown.count(1) == 2 else 1


def late_positions(count: int, seed: int, most: int) -> Iterator[tuple[Game, int, random.Random]]:
    """Positions with few hidden cards, at most two of a game, and a viewer."""
    for rng, positions in varied_games(count, seed):
        taken = 0
        for game in positions:
            viewer = rng.choice(game.seats)
            if 1 < count_arrangements(game.state, viewer) <= most and rng.random() < 0.3:
                yield game, viewer, rng
                taken += 1
            if taken == 2:
                break


def test_SEV_7_3_redeal_reaches_every_possible_world_and_no_other() -> None:
    num_positions = num_excluded = num_single = 0
    for game, viewer, rng in late_positions(120, 17, most=150):
        worlds = arrangements(game.state, viewer)
        possible = {key for key, world in worlds.items() if is_possible(world, game, viewer)}
        assert without_rng(game.state) in possible
        reached: set[bytes] = set()
        for _ in range(200 * len(possible)):
            reached.add(without_rng(redealt(game.state, viewer, rng.getrandbits(64))))
            if len(reached) == len(possible):
                break
        assert reached == possible, (game.options, game.actions, viewer)
        num_positions += 1
        num_excluded += len(worlds) - len(possible)
        num_single += len(possible) == 1 < len(worlds)
    # So many that each kind of proof must have been at work.
    assert num_positions > 150 and num_excluded > 2000 and num_single > 5


def test_SEV_7_2_every_deal_of_the_hidden_cards_is_equally_likely() -> None:
    tests, excluded = [], 0
    for game, viewer, rng in late_positions(150, 23, most=24):
        worlds = arrangements(game.state, viewer)
        possible = {key: w for key, w in worlds.items() if is_possible(w, game, viewer)}
        if len(possible) == 1 or len(worlds) > 4 * len(possible):
            continue
        draws = (300 if len(worlds) > len(possible) else 40) * len(possible)
        seen = Counter(
            without_rng(redealt(game.state, viewer, rng.getrandbits(64))) for _ in range(draws)
        )
        weights = np.array([weight(world, viewer) for world in possible.values()])
        observed = [seen[key] for key in possible]
        tests.append(stats.chisquare(observed, draws * weights / weights.sum()).pvalue)
        excluded += len(worlds) > len(possible)
    assert len(tests) > 40 and excluded > 5
    assert min(tests) > 0.01 / len(tests), "no single position is off"
    assert stats.kstest(tests, "uniform").pvalue > 0.01, "nor are they off together"


@pytest.mark.parametrize("jokers", [0, 1, 2])
@pytest.mark.parametrize("recovery", ["immediate", "own_turn"])
def test_SEV_7_5_two_players_hide_nothing(jokers: int, recovery: str) -> None:
    options = {"num_players": 2, "jokers": jokers, "joker_recovery": recovery}
    for seed in range(6):
        for state in random_positions(GAME, options, seed):
            for seat in range(2):
                world = np.array([state])[0]
                GAME.kernels.redeal(world, seat)
                assert GAME.words.snapshot(world) == GAME.words.snapshot(state)
