"""What `redeal` deals (NIE-7): only worlds that the history allows, all of them, evenly.

A world is judged by playing its season again from its deal, which is the world's hands with what
their players have given away since. At every step the viewer must have seen the same. That knows
nothing of how `redeal` excludes worlds.
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

from fudaba.envs.cards.melds import count_of, holds_all
from fudaba.envs.core.seats import NOBODY
from fudaba.envs.niekhi import GAME
from fudaba.envs.niekhi import state as nie
from fudaba.envs.niekhi.rules.turn import is_complete_after
from fudaba.envs.niekhi.text.words import ranks_in

from ..fingerprint import fields_of
from .positions import new_state

World = tuple[int, ...]  # the hands, and what was not dealt, as multisets

HIDING_OPTIONS: list[dict[str, Any]] = [
    {},
    {"auto_ships": True, "hand_size": 6},
    {"hand_size": 5, "take_from_table": True},
    {"auto_ships": True, "min_run": 2, "ship_alone": "declared", "ship_as_general": True},
    {"auto_ships": True, "hand_size": 8, "emptied_by_removal": "loses"},
    {"hand_size": 7, "general_optional": True, "pass_locks": True},
]


@dataclass
class Season:
    """A season on its way, with all that everybody has seen."""

    state: np.void
    tables: list[np.void] = field(default_factory=list)  # before each decision
    actions: list[int] = field(default_factory=list)

    @property
    def seats(self) -> range:
        return range(int(self.state["num_players"]))

    def steps(self) -> list[tuple[np.void, int, np.void]]:
        """Every decision with the tables before and after it."""
        tables = [*self.tables, self.state]
        return [*zip(tables, self.actions, tables[1:], strict=False)]


def positions_of_a_season(options: dict[str, Any], rng: random.Random) -> Iterator[Season]:
    """One season, at its first decision, its second, ...; generals are liked, and ships."""
    state, keen = new_state(options), rng.random()
    state["rng"] = rng.getrandbits(64)
    GAME.kernels.deal(state)
    season = Season(state)
    while state["to_move"] != NOBODY:
        yield season
        legal = GAME.legal_actions(state)
        bold = [action for action in legal if brings_news(state, action)]
        if nie.TAKE_ACTION in legal and rng.random() < 0.6:
            bold = [nie.TAKE_ACTION]
        action = rng.choice(bold if bold and rng.random() < keen else legal)
        season.tables.append(np.array([state])[0])
        season.actions.append(action)
        GAME.kernels.apply(state, action)


def brings_news(state: np.void, action: int) -> bool:
    """Whether a shape has generals or needs ships, or a step takes cards."""
    if action not in nie.SHAPES:
        return action != nie.PASS_ACTION
    shape, hand = nie.SHAPES[action], state["hands"][state["to_move"]]
    naturals = sum(1 << 4 * rank for rank in shape.naturals())
    return 8 in shape.naturals() or not holds_all(hand, naturals)


def varied_seasons(count: int, seed: int) -> Iterator[tuple[random.Random, Iterator[Season]]]:
    rng = random.Random(seed)
    for number in range(count):
        options = HIDING_OPTIONS[number % len(HIDING_OPTIONS)]
        most = 48 // options.get("hand_size", 8)
        yield rng, positions_of_a_season({"num_players": rng.randint(2, min(most, 6)), **options},
                                         rng)  # fmt: skip


def redealt(state: np.void, seat: int, rng: int) -> np.void:
    world: np.void = np.array([state])[0]
    world["rng"] = rng
    GAME.kernels.redeal(world, seat)
    return world


def without_rng(state: np.void) -> bytes:
    copy = np.array([state])[0]
    copy["rng"] = 0
    return fields_of(copy)


def world_of(state: np.void) -> World:
    return (*(int(hand) for hand in state["hands"]), int(state["aside"]))


# Judging a world by its history


def deal_of(world: World, season: Season) -> World | None:
    """What must have been dealt for this world to come about; None if that is impossible."""
    held = [*world]
    for table, _, after in season.steps()[::-1]:
        for seat in season.seats:
            came = int(after["hands"][seat]) - int(table["hands"][seat])  # public, by rank
            held[seat] -= came
            counts = [held[seat] >> 4 * rank & 15 for rank in range(nie.NUM_RANKS)]
            if held[seat] < 0 or sum(counts) != table["hand_sizes"][seat]:
                return None
    return tuple(held)


def is_possible(world: World, season: Season, viewer: int) -> bool:
    """Whether the viewer would have seen just this, had these cards been dealt."""
    deal = deal_of(world, season)
    if deal is None or any(count_of(hand, rank) > nie.COPIES[rank]
                           for hand in deal for rank in range(nie.NUM_RANKS)):  # fmt: skip
        return False
    table = np.array([season.tables[0] if season.tables else season.state])[0]
    table["hands"], table["aside"] = deal[:-1], deal[-1]
    for before, action, after in season.steps():
        is_hidden = after["point"] == nie.SHIPS and after["turns"] == before["turns"]
        if not is_hidden and not follow(table, before, action, after):
            return False
        if not is_hidden and seen(table, viewer) != seen(after, viewer):
            return False
    return world_of(table) == world


def seen(table: np.void, viewer: int) -> bytes:
    return GAME.view(table, viewer).tobytes()


def follow(table: np.void, before: np.void, action: int, after: np.void) -> bool:
    """Carries out what everybody saw; a play by its cards, for its steps are hidden."""
    if before["point"] not in (nie.SHAPE, nie.SHIPS) or action == nie.PASS_ACTION:
        return step(table, action)
    shape, ships = laid(before, action)
    if not step(table, shape):
        return False
    mover, turns = int(before["to_move"]), int(before["turns"])
    while (table["to_move"], table["turns"], table["point"]) == (mover, turns, nie.SHIPS):
        placed = [count_of(table["chosen_ships"], place) for place in range(9)]
        missing = [place for place in range(9) if count_of(ships, place) > placed[place]]
        if not step(table, nie.FIRST_SHIP + missing[0] if missing else nie.DONE_ACTION):
            return False
    return True


def laid(before: np.void, action: int) -> tuple[int, int]:
    """The shape of the play that an action completes, as an action, and where its ships stand."""
    table = np.array([before])[0]
    assert is_complete_after(table, action)
    rank, length, copies = (int(table[f"chosen_{part}"]) for part in nie.Shape._fields)
    return int(nie.SHAPE_STARTS[copies, length]) + rank, int(table["chosen_ships"])


def step(table: np.void, action: int) -> bool:
    """Takes an action, if it is legal."""
    if action not in GAME.legal_actions(table):
        return False
    GAME.kernels.apply(table, action)
    return True


# Tests


def test_NIE_7_a_redealt_world_shows_the_same_and_fits_the_whole_history() -> None:
    checked = proofs = within = 0
    for rng, positions in varied_seasons(60, 31):
        for season in positions:
            state, viewer = season.state, rng.choice(season.seats)
            if rng.random() > 0.15 and state["point"] != nie.SHIPS:
                continue
            world = redealt(state, viewer, rng.getrandbits(64))
            assert GAME.view(world, viewer).tobytes() == GAME.view(state, viewer).tobytes()
            if state["point"] == nie.SHIPS:
                within += 1
                assert world["point"] == (nie.SHIPS if state["to_move"] == viewer else nie.SHAPE)
                continue
            assert is_possible(world_of(state), season, viewer)
            assert is_possible(world_of(world), season, viewer), (season.actions, viewer)
            proofs += bool(state["known"].any() or state["settled"].any())
            checked += 1
    assert checked > 200 and proofs > 60 and within > 3


def test_NIE_7_a_redealt_world_does_not_depend_on_the_true_one() -> None:
    moved = 0
    for rng, positions in varied_seasons(30, 5):
        for season in positions:
            viewer, start = rng.choice(season.seats), rng.getrandbits(64)
            other = redealt(season.state, viewer, rng.getrandbits(64))
            moved += without_rng(other) != without_rng(season.state)
            world, same = redealt(season.state, viewer, start), redealt(other, viewer, start)
            assert fields_of(world) == fields_of(same) and world["rng"] != start
    assert moved > 200


def worlds_of(season: Season, viewer: int) -> Counter[World]:
    """Every deal of the hidden cards to the other hands, with how many ways there are to it."""
    state = season.state
    others = [seat for seat in season.seats if seat != viewer]
    cards = [rank for seat in others for rank in ranks_in(state["hands"][seat])]
    cards += ranks_in(state["aside"])
    found: Counter[World] = Counter()
    sizes = [int(state["hand_sizes"][seat]) for seat in others]
    for chosen in split(tuple(range(len(cards))), sizes):
        world = [*world_of(state)]
        for seat, places in zip(others, chosen, strict=True):
            world[seat] = sum(1 << 4 * cards[place] for place in places)
        world[-1] = sum(1 << 4 * card for card in cards) - sum(world[seat] for seat in others)
        found[tuple(world)] += 1
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
    left = sum(sizes) + len(ranks_in(state["aside"]))
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
            is_between = season.state["point"] != nie.SHIPS
            if taken < 2 and is_between and 1 < num_splits(season, viewer) <= most:
                yield season, viewer, rng
                taken += 1


def known_in(season: Season, viewer: int) -> int:
    """How many cards of other hands are known."""
    return sum(len(ranks_in(season.state["known"][s])) for s in season.seats if s != viewer)


def test_NIE_7_redeal_reaches_every_possible_world_and_no_other() -> None:
    num_positions = num_excluded = num_known = 0
    for season, viewer, rng in late_positions(140, 17, most=200):
        worlds = worlds_of(season, viewer)
        possible = {world for world in worlds if is_possible(world, season, viewer)}
        assert world_of(season.state) in possible
        reached: set[World] = set()
        for _ in range(100 * len(possible)):
            reached.add(world_of(redealt(season.state, viewer, rng.getrandbits(64))))
            if len(reached) == len(possible):
                break
        assert reached == possible, (season.actions, viewer)
        num_positions += 1
        num_excluded += len(worlds) - len(possible)
        num_known += known_in(season, viewer)
    assert num_positions > 30 and num_excluded > 100 and num_known > 20


def test_NIE_7_every_deal_of_the_hidden_cards_is_equally_likely() -> None:
    """Known cards apart, which are no more hidden than those on the table."""
    tests = []
    for season, viewer, rng in late_positions(120, 23, most=60):
        if known_in(season, viewer):
            continue
        worlds = worlds_of(season, viewer)
        possible = {world: n for world, n in worlds.items() if is_possible(world, season, viewer)}
        if len(possible) == 1 or worlds.total() > 3 * sum(possible.values()):
            continue
        draws = 30 * sum(possible.values())
        seen = Counter(
            world_of(redealt(season.state, viewer, rng.getrandbits(64))) for _ in range(draws)
        )
        expected = draws * np.array([*possible.values()]) / sum(possible.values())
        tests.append(stats.chisquare([seen[world] for world in possible], expected).pvalue)
    assert len(tests) > 10
    assert min(tests) > 0.01 / len(tests), "no single position is off"


@pytest.mark.parametrize("seed", range(3))
def test_NIE_7_3_two_players_with_all_cards_know_all(seed: int) -> None:
    rng = random.Random(seed)
    for season in positions_of_a_season({"num_players": 2}, rng):
        world = redealt(season.state, 0, rng.getrandbits(64))
        assert world_of(world) == world_of(season.state)
