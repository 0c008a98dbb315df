"""What `redeal` deals (MOK-7.2): only worlds that the history allows, all of them, evenly.

A world is judged by playing its season again from the deal that it stands for: the cards that each
player holds in it, has thrown in it and has played. What others threw is thrown in any order, for
nobody saw it; all else was seen. Every action must be legal, the viewer must see the same at every
step, and the season must lead to the world. That knows nothing of how `redeal` deals.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from scipy import stats

from fudaba.envs.core.seats import NOBODY
from fudaba.envs.mokkaik import GAME
from fudaba.envs.mokkaik.rules import begin_round
from fudaba.envs.mokkaik.state import FIRST_THROW, FOLD_ACTION, NUM_TYPES, THROW_CARD, counts_of
from fudaba.envs.mokkaik.text.words import types_in

from ..fingerprint import fields_of
from .positions import new_state

World = tuple[tuple[int, ...], ...]  # hands, thrown cards by seat, cards that were not dealt
PLACES = ("hands", "thrown")

OPTIONS: list[dict[str, Any]] = [
    {"num_players": 2, "hand_size": 24},
    {"num_players": 2},
    {"num_players": 3, "hand_size": 16, "ship_alone": "declared"},
    {"num_players": 4, "hand_size": 12, "beat_rule": "lead"},
    {"num_players": 5},
    {"num_players": 6},
]


@dataclass
class Season:
    """A season on its way, with all that happened."""

    state: np.void
    start: np.void
    tables: list[np.void] = field(default_factory=list)  # before each action
    actions: list[int] = field(default_factory=list)

    @property
    def seats(self) -> range:
        return range(int(self.state["num_players"]))


def copied(state: np.void) -> np.void:
    copy: np.void = np.array([state])[0]
    return copy


def positions_of_a_season(options: dict[str, Any], rng: random.Random) -> Iterator[Season]:
    """One season, at its first decision, its second, ..., with more or less folding."""
    state, keen = new_state(options), rng.random()
    state["rng"] = rng.getrandbits(64)
    GAME.kernels.deal(state)
    season = Season(state, copied(state))
    while state["to_move"] != NOBODY:
        yield season
        legal = GAME.legal_actions(state)
        if len(legal) > 1 and FOLD_ACTION in legal and rng.random() < keen:
            legal.remove(FOLD_ACTION)
        action = rng.choice(legal)
        season.tables.append(copied(state))
        season.actions.append(action)
        GAME.kernels.apply(state, action)


def varied_seasons(count: int, seed: int) -> Iterator[tuple[random.Random, Iterator[Season]]]:
    rng = random.Random(seed)
    for number in range(count):
        yield rng, positions_of_a_season(OPTIONS[number % len(OPTIONS)], rng)


def redealt(state: np.void, seat: int, rng: int) -> np.void:
    world = copied(state)
    world["rng"] = rng
    GAME.kernels.redeal(world, seat)
    return world


def hidden_in(state: np.void) -> World:
    places = [tuple(types_in(cards)) for name in PLACES for cards in state[name]]
    return (*places, tuple(types_in(state["undealt"])))


def without_rng(state: np.void) -> bytes:
    copy = copied(state)
    copy["rng"] = 0
    return fields_of(copy)


def start_of(world: np.void, season: Season) -> np.void:
    """The season's first position, had the world been dealt."""
    state = copied(season.start)
    state["hands"] = world["hands"] + world["thrown"] + world["played"]
    state["undealt"] = world["undealt"]
    begin_round(state, int(season.start["leader"]))
    return state


def is_possible(world: np.void, season: Season, viewer: int) -> bool:
    """Whether the season can have gone so in a world, as far as the viewer saw it."""
    state = start_of(world, season)
    unseen = [types_in(cards) for cards in world["thrown"]]
    for table, action in zip(season.tables, season.actions, strict=True):
        seat = int(table["to_move"])
        if state["to_move"] != seat:
            return False
        if GAME.view(state, viewer).tobytes() != GAME.view(table, viewer).tobytes():
            return False
        if GAME.decode(action)[0] is THROW_CARD and seat != viewer:
            action = FIRST_THROW + unseen[seat].pop()
        if action not in GAME.legal_actions(state):
            return False
        GAME.kernels.apply(state, action)
    return without_rng(state) == without_rng(world)


def test_MOK_7_2_a_redealt_world_shows_the_same_and_fits_the_whole_history() -> None:
    checked = moved = 0
    for rng, positions in varied_seasons(24, 31):
        for season in positions:
            if rng.random() > 0.15:
                continue
            viewer = rng.choice(season.seats)
            world = redealt(season.state, viewer, rng.getrandbits(64))
            assert GAME.view(world, viewer).tobytes() == GAME.view(season.state, viewer).tobytes()
            assert is_possible(season.state, season, viewer)
            assert is_possible(world, season, viewer), (season.actions, viewer)
            moved += hidden_in(world) != hidden_in(season.state)
            checked += 1
    assert checked > 100 and moved > 60


def test_MOK_7_2_a_redealt_world_does_not_depend_on_the_true_one() -> None:
    moved = 0
    for rng, positions in varied_seasons(18, 5):
        for season in positions:
            viewer, start = rng.choice(season.seats), rng.getrandbits(64)
            other = redealt(season.state, viewer, rng.getrandbits(64))
            moved += without_rng(other) != without_rng(season.state)
            world, same = redealt(season.state, viewer, start), redealt(other, viewer, start)
            assert fields_of(world) == fields_of(same) and world["rng"] != start
    assert moved > 300


def places_of(state: np.void, viewer: int) -> list[tuple[str, int, int]]:
    """The hidden places but for the undealt cards: name, seat, number of cards."""
    seats = range(int(state["num_players"]))
    return [(name, seat, int(state[name][seat].sum()))
            for seat in seats if seat != viewer for name in PLACES]  # fmt: skip


def worlds_of(state: np.void, viewer: int) -> Counter[World]:
    """Every deal of the hidden cards to the hidden places, with how many ways there are to it."""
    places = places_of(state, viewer)
    cards = types_in(state["undealt"]) + [
        type_ for name, seat, _ in places for type_ in types_in(state[name][seat])
    ]
    found: Counter[World] = Counter()
    for chosen in split(tuple(range(len(cards))), [size for *_, size in places]):
        world, rest = copied(state), np.bincount(cards, minlength=NUM_TYPES)
        for (name, seat, _), numbers in zip(places, chosen, strict=True):
            world[name][seat] = counts_of(tuple(cards[number] for number in numbers))
            rest -= world[name][seat]
        world["undealt"] = rest
        found[hidden_in(world)] += 1
    return found


def split(numbers: tuple[int, ...], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to deal so many different things into places of these sizes."""
    if not sizes:
        yield []
        return
    for first in combinations(numbers, sizes[0]):
        rest = tuple(number for number in numbers if number not in first)
        for others in split(rest, sizes[1:]):
            yield [first, *others]


def num_splits(sizes: Sequence[int], total: int) -> int:
    """How many ways `worlds_of` would go through."""
    ways = 1
    for size in sizes:
        ways *= comb(total, size)
        total -= size
    return ways


def late_positions(count: int, seed: int, most: int) -> Iterator[tuple[Season, int, random.Random]]:
    """Positions with few hidden cards, two of a season at most, and a viewer."""
    for rng, positions in varied_seasons(count, seed):
        taken = 0
        for season in positions:
            viewer = rng.choice(season.seats)
            sizes = [size for *_, size in places_of(season.state, viewer)]
            total = sum(sizes) + int(season.state["undealt"].sum())
            if total > 18 or taken == 2 or rng.random() < 0.5:
                continue
            if 1 < num_splits(sizes, total) <= most:
                yield season, viewer, rng
                taken += 1


def world_with(state: np.void, hidden: World) -> np.void:
    """The table with these hidden cards."""
    world = copied(state)
    for number, cards in enumerate(hidden[:-1]):
        name, seat = PLACES[number // 6], number % 6
        world[name][seat] = counts_of(cards)
    world["undealt"] = counts_of(hidden[-1])
    return world


def test_MOK_7_2_redeal_reaches_every_possible_world_and_no_other() -> None:
    num_positions = 0
    for season, viewer, rng in late_positions(50, 17, most=200):
        worlds = worlds_of(season.state, viewer)
        assert hidden_in(season.state) in worlds
        possible = {
            hidden for hidden in worlds
            if is_possible(world_with(season.state, hidden), season, viewer)
        }  # fmt: skip
        assert possible == worlds.keys(), "nothing that happens excludes a deal (MOK-9.10)"
        reached: set[World] = set()
        for _ in range(40 * worlds.total()):
            reached.add(hidden_in(redealt(season.state, viewer, rng.getrandbits(64))))
            if len(reached) == len(possible):
                break
        assert reached == possible, (season.actions, viewer)
        num_positions += 1
    assert num_positions > 12


def test_MOK_7_2_every_deal_of_the_hidden_cards_is_equally_likely() -> None:
    tests = []
    for season, viewer, rng in late_positions(60, 23, most=60):
        worlds = worlds_of(season.state, viewer)
        if len(worlds) == 1:
            continue
        draws = 30 * worlds.total()
        seen = Counter(
            hidden_in(redealt(season.state, viewer, rng.getrandbits(64))) for _ in range(draws)
        )
        expected = draws * np.array([*worlds.values()]) / worlds.total()
        tests.append(stats.chisquare([seen[hidden] for hidden in worlds], expected).pvalue)
    assert len(tests) > 10
    assert min(tests) > 0.01 / len(tests), "no single position is off"
