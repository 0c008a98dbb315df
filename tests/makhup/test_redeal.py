"""What `redeal` deals (MHP-7.2): only worlds that the history allows, all of them, evenly.

A world is judged by playing its season again: the deal is the world's hands with what their players
have played since, and every action that was taken must be legal in it. That knows nothing of how
`redeal` excludes worlds.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy import stats

from fudaba.envs.core.seats import NOBODY
from fudaba.envs.makhup import GAME
from fudaba.envs.makhup.state import MOVES
from fudaba.envs.makhup.text import ranks_in

from ..fingerprint import fields_of
from .positions import Table, new_state

Hands = tuple[tuple[int, ...], ...]

STRICT_OPTIONS: list[dict[str, Any]] = [
    {"draw_when_able": False},
    {"draw_when_able": False, "join_max": 3, "hand_size": 7},
    {"draw_when_able": False, "extend_fork": "highest_open", "hand_size": 4},
    {"stock_empty": "pass"},
    {"stock_empty": "pass", "draw_when_able": False, "join_max": 3},
    {},
]


@dataclass
class Season:
    """A season on its way, with all that everybody has seen."""

    state: np.void
    tables: list[np.void] = field(default_factory=list)  # before each action
    actions: list[int] = field(default_factory=list)

    @property
    def seats(self) -> range:
        return range(int(self.state["num_players"]))


def positions_of_a_season(options: dict[str, Any], rng: random.Random) -> Iterator[Season]:
    """One season, at its first decision, its second, ...; specials and plays are held back."""
    state, keen = new_state(options), rng.random()
    state["rng"] = rng.getrandbits(64)
    GAME.kernels.deal(state)
    season = Season(state)
    while state["to_move"] != NOBODY:
        yield season
        legal = GAME.legal_actions(state)
        action = rng.choice(legal) if rng.random() < keen else legal[0]
        season.tables.append(np.array([state])[0])
        season.actions.append(action)
        GAME.kernels.apply(state, action)


def varied_seasons(count: int, seed: int) -> Iterator[tuple[random.Random, Iterator[Season]]]:
    rng = random.Random(seed)
    for number in range(count):
        options = {"num_players": rng.randint(2, 6), **STRICT_OPTIONS[number % 6]}
        yield rng, positions_of_a_season(options, rng)


def redealt(state: np.void, seat: int, rng: int) -> np.void:
    world: np.void = np.array([state])[0]
    world["rng"] = rng
    GAME.kernels.redeal(world, seat)
    return world


def without_rng(state: np.void) -> bytes:
    copy = np.array([state])[0]
    copy["rng"] = 0
    return fields_of(copy)


def hands_in(state: np.void) -> Hands:
    return tuple(tuple(ranks_in(hand)) for hand in state["hands"])


def is_possible(hands: Hands, season: Season) -> bool:
    """Whether every action of the season was legal with these hands, played back from the end."""
    held = [list(hand) for hand in hands]
    for table, action in zip(season.tables[::-1], season.actions[::-1], strict=True):
        seat = int(table["to_move"])
        held[seat] = sorted([*held[seat], *MOVES[action][0]])
        world = np.array([table])[0]
        for player, hand in enumerate(held):
            world["hands"][player] = sum(1 << 4 * rank for rank in hand)
        if action not in GAME.legal_actions(world):
            return False
    return True


def test_MHP_7_2_a_redealt_world_shows_the_same_and_fits_the_whole_history() -> None:
    checked = proofs = 0
    for rng, positions in varied_seasons(90, 31):
        for season in positions:
            if rng.random() > 0.3:
                continue
            viewer = rng.choice(season.seats)
            world = redealt(season.state, viewer, rng.getrandbits(64))
            assert GAME.view(world, viewer).tobytes() == GAME.view(season.state, viewer).tobytes()
            assert is_possible(hands_in(season.state), season)
            assert is_possible(hands_in(world), season), (season.actions, viewer)
            proofs += bool(season.state["barred_ranks"].any())
            checked += 1
    assert checked > 300 and proofs > 80


def test_MHP_7_2_a_redealt_world_has_all_cards_and_keeps_a_known_stock() -> None:
    known = 0
    for rng, positions in varied_seasons(60, 8):
        for season in positions:
            state, viewer = season.state, rng.choice(season.seats)
            world = redealt(state, viewer, rng.getrandbits(64))
            hidden = [Counter(f"{t.stock} {' '.join(map(t.hand, season.seats))}".split())
                      for t in (Table(world), Table(state))]  # fmt: skip
            assert hidden[0] == hidden[1]
            if state["reshuffles"]:
                assert sorted(Table(world).stock) == sorted(Table(state).stock)
                known += 1
    assert known > 50


def test_MHP_7_2_a_redealt_world_does_not_depend_on_the_true_one() -> None:
    moved = 0
    for rng, positions in varied_seasons(40, 5):
        for season in positions:
            viewer, start = rng.choice(season.seats), rng.getrandbits(64)
            other = redealt(season.state, viewer, rng.getrandbits(64))
            moved += without_rng(other) != without_rng(season.state)
            world, same = redealt(season.state, viewer, start), redealt(other, viewer, start)
            assert fields_of(world) == fields_of(same) and world["rng"] != start
    assert moved > 300


def worlds_of(season: Season, viewer: int) -> Counter[Hands]:
    """Every deal of the hidden cards to the other hands, with how many ways there are to it."""
    state = season.state
    others = [seat for seat in season.seats if seat != viewer]
    cards = [rank for seat in others for rank in ranks_in(state["hands"][seat])]
    if state["reshuffles"] == 0:
        cards += state["stock"][: int(state["stock_size"])].tolist()
    found: Counter[Hands] = Counter()
    sizes = [int(state["hand_sizes"][seat]) for seat in others]
    for chosen in split(tuple(range(len(cards))), sizes):
        hands = list(hands_in(state))
        for seat, places in zip(others, chosen, strict=True):
            hands[seat] = tuple(sorted(cards[place] for place in places))
        found[tuple(hands)] += 1
    return found


def split(places: tuple[int, ...], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to deal so many different things into hands of these sizes."""
    if not sizes:
        yield []
        return
    for hand in combinations(places, sizes[0]):
        rest = tuple(place for place in places if place not in hand)
        for hands in split(rest, sizes[1:]):
            yield [hand, *hands]


def num_splits(season: Season, viewer: int) -> int:
    """How many ways `worlds_of` would go through."""
    state, count = season.state, 1
    sizes = [int(state["hand_sizes"][seat]) for seat in season.seats if seat != viewer]
    left = sum(sizes) + (int(state["stock_size"]) if state["reshuffles"] == 0 else 0)
    for size in sizes:
        for taken in range(size):
            count = count * (left - taken) // (taken + 1)
        left -= size
    return count


def late_positions(count: int, seed: int, most: int) -> Iterator[tuple[Season, int, random.Random]]:
    """Positions with few hidden cards, two of a season at most, and a viewer."""
    for rng, positions in varied_seasons(count, seed):
        taken = 0
        for season in positions:
            viewer = rng.choice(season.seats)
            if taken < 2 and 1 < num_splits(season, viewer) <= most and rng.random() < 0.5:
                yield season, viewer, rng
                taken += 1


def test_MHP_7_2_redeal_reaches_every_possible_world_and_no_other() -> None:
    num_positions = num_excluded = 0
    for season, viewer, rng in late_positions(150, 17, most=400):
        worlds = worlds_of(season, viewer)
        possible = {hands for hands in worlds if is_possible(hands, season)}
        assert hands_in(season.state) in possible
        reached: set[Hands] = set()
        for _ in range(100 * len(possible)):
            reached.add(hands_in(redealt(season.state, viewer, rng.getrandbits(64))))
            if len(reached) == len(possible):
                break
        assert reached == possible, (season.actions, viewer)
        num_positions += 1
        num_excluded += len(worlds) - len(possible)
    assert num_positions > 40 and num_excluded > 100


def test_MHP_7_2_every_deal_of_the_hidden_cards_is_equally_likely() -> None:
    tests = []
    for season, viewer, rng in late_positions(120, 23, most=60):
        worlds = worlds_of(season, viewer)
        possible = {hands: n for hands, n in worlds.items() if is_possible(hands, season)}
        if len(possible) == 1 or worlds.total() > 3 * sum(possible.values()):
            continue
        draws = 30 * sum(possible.values())
        seen = Counter(
            hands_in(redealt(season.state, viewer, rng.getrandbits(64))) for _ in range(draws)
        )
        expected = draws * np.array([*possible.values()]) / sum(possible.values())
        tests.append(stats.chisquare([seen[hands] for hands in possible], expected).pvalue)
    assert len(tests) > 10
    assert min(tests) > 0.01 / len(tests), "no single position is off"


@pytest.mark.parametrize("seed", range(4))
def test_MHP_7_2_two_players_know_all_once_the_pile_was_reshuffled(seed: int) -> None:
    rng = random.Random(seed)
    for season in positions_of_a_season({"num_players": 2}, rng):
        if season.state["reshuffles"]:
            world = redealt(season.state, 0, rng.getrandbits(64))
            assert hands_in(world) == hands_in(season.state)
