"""What `redeal` deals (CYC-7.2): all worlds that the history allows, evenly, and no other.

A world is judged by playing its season again: laid and drawn cards are taken back to the deal, and
from there everybody must be able to lay and pass as they did, and come to that world. That knows
nothing of how `redeal` deals.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
from scipy import stats

from fudaba.envs.core.seats import NOBODY
from fudaba.envs.cyclic import GAME
from fudaba.envs.cyclic.state import FIRST_FILL, NONE, PASS_ACTION
from fudaba.envs.cyclic.text.words import copied, faces_laid, take_step, types_of

from ..fingerprint import fields_of
from .positions import new_state

Hands = tuple[tuple[int, ...], ...]

OPTIONS: list[dict[str, Any]] = [
    {},
    {"num_players": 2, "hand_size": 12},
    {"num_players": 3, "mu": "removed", "dealer_draw": 3},
    {"num_players": 3, "continue_after_win": True, "min_run": 2},
    {"num_players": 4, "dealer_draw": 1, "continue_after_win": True},
]


@dataclass
class Season:
    """A season on its way, with all that happened in it."""

    state: np.void
    tables: list[np.void] = field(default_factory=list)  # before each action
    actions: list[int] = field(default_factory=list)

    @property
    def seats(self) -> range:
        return range(int(self.state["num_players"]))


def positions_of_a_season(options: dict[str, Any], rng: random.Random) -> Iterator[Season]:
    """One season, at its first decision, its second, ...; passes are more or less likely."""
    state, keen = new_state(options), rng.random()
    state["rng"] = rng.getrandbits(64)
    GAME.kernels.deal(state)
    season = Season(state)
    while state["to_move"] != NOBODY:
        yield season
        legal = GAME.legal_actions(state)
        passes = PASS_ACTION in legal and rng.random() > keen
        action = PASS_ACTION if passes else rng.choice(legal)
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


def without_rng(state: np.void) -> bytes:
    copy = copied(state)
    copy["rng"] = 0
    return fields_of(copy)


def hands_in(state: np.void) -> Hands:
    return tuple(tuple(types_of(hand)) for hand in state["hands"])


# The history of a world


@dataclass
class Turn:
    """A turn that is over: a pass, or a play with the way in which each place was filled."""

    seat: int
    shape: int = PASS_ACTION
    ways: list[int] = field(default_factory=list)
    cards: list[int] = field(default_factory=list)
    drawn: int = 0  # by the next dealer, whose seat is `drawer`
    drawer: int = NOBODY


def turns_of(season: Season) -> list[Turn]:
    """The turns that are over."""
    turns, shape = [], PASS_ACTION
    for place, (table, action) in enumerate(zip(season.tables, season.actions, strict=True)):
        if table["chosen_form"] == NONE:
            shape = action
        turn = Turn(int(table["to_move"]), shape)
        if action != PASS_ACTION:
            after = copied(table)
            take_step(after, action)
            if after["num_filled"] < after["chosen_size"]:
                continue
            turn.ways = [face.way for face in faces_laid(after)]
            turn.cards = [face.type for face in faces_laid(after)]
        following = [*season.tables, season.state][place + 1]
        turn.drawn = int(table["stock_size"] - following["stock_size"])
        turn.drawer = int(following["leader"])
        turns.append(turn)
    return turns


def dealt_anew(season: Season, world: np.void, rng: random.Random) -> np.void:
    """The deal that leads to a world: cards are taken back, the last ones first."""
    hands = [types_of(hand) for hand in world["hands"]]
    stock = world["stock"][: int(world["stock_size"])].tolist()
    for turn in reversed(turns_of(season)):
        for _ in range(turn.drawn):
            stock.append(hands[turn.drawer].pop(rng.randrange(len(hands[turn.drawer]))))
        hands[turn.seat] += turn.cards
    start = copied([*season.tables, season.state][0])
    for seat in season.seats:
        start["hands"][seat] = np.bincount(hands[seat], minlength=24)
    start["stock"][: len(stock)] = stock
    return start


def is_possible(season: Season, world: np.void, rng: random.Random) -> bool:
    """Whether everybody can lay and pass as they did, and whether that leads to the world."""
    table = dealt_anew(season, world, rng)
    for turn in turns_of(season):
        if turn.shape not in GAME.legal_actions(table):
            return False
        GAME.kernels.apply(table, turn.shape)
        while table["chosen_form"] != NONE:
            action = FIRST_FILL + turn.ways[int(table["num_filled"])]
            if action not in GAME.legal_actions(table):
                return False
            GAME.kernels.apply(table, action)
    for name in ("chosen_form", "chosen_foot", "chosen_size", "num_filled", "fills"):
        table[name] = world[name]  # steps of a turn that is not over
    return without_rng(table) == without_rng(world)


def test_CYC_7_2_a_redealt_world_shows_the_same_and_fits_the_whole_history() -> None:
    checked = within = 0
    for rng, positions in varied_seasons(30, 31):
        for season in positions:
            if rng.random() > 0.15:
                continue
            state, viewer = season.state, rng.choice(season.seats)
            world = redealt(state, viewer, rng.getrandbits(64))
            assert GAME.view(world, viewer).tobytes() == GAME.view(state, viewer).tobytes()
            assert is_possible(season, state, rng)
            assert is_possible(season, world, rng), (season.actions, viewer)
            if state["chosen_form"] != NONE:
                is_own = state["to_move"] == viewer
                assert (world["chosen_form"] == state["chosen_form"]) == is_own
                within += 1
            checked += 1
    assert checked > 200 and within > 20


def test_CYC_7_2_a_redealt_world_has_all_cards() -> None:
    for rng, positions in varied_seasons(20, 8):
        for season in positions:
            viewer = rng.choice(season.seats)
            world = redealt(season.state, viewer, rng.getrandbits(64))
            for state in (world, season.state):
                assert (state["hands"].sum(axis=1) == season.state["hand_sizes"]).all()
            held = [state["hands"].sum(axis=0) + np.bincount(
                state["stock"][: int(state["stock_size"])], minlength=24
            ) for state in (world, season.state)]  # fmt: skip
            assert (held[0] == held[1]).all()


def test_CYC_7_2_a_redealt_world_does_not_depend_on_the_true_one() -> None:
    moved = 0
    for rng, positions in varied_seasons(20, 5):
        for season in positions:
            viewer, start = rng.choice(season.seats), rng.getrandbits(64)
            other = redealt(season.state, viewer, rng.getrandbits(64))
            moved += without_rng(other) != without_rng(season.state)
            world, same = redealt(season.state, viewer, start), redealt(other, viewer, start)
            assert fields_of(world) == fields_of(same) and world["rng"] != start
    assert moved > 300


# All worlds


def worlds_of(season: Season, viewer: int) -> Counter[tuple[Hands, tuple[int, ...]]]:
    """Every deal of the hidden cards, with how many ways there are to it."""
    state = season.state
    others = [seat for seat in season.seats if seat != viewer]
    stock = state["stock"][: int(state["stock_size"])].tolist()
    cards = [*stock, *(card for seat in others for card in types_of(state["hands"][seat]))]
    sizes = [*([1] * len(stock)), *(int(state["hand_sizes"][seat]) for seat in others)]
    found: Counter[tuple[Hands, tuple[int, ...]]] = Counter()
    for chosen in split(tuple(range(len(cards))), sizes):
        dealt = [tuple(sorted(cards[place] for place in places)) for places in chosen]
        hands = list(hands_in(state))
        for seat, hand in zip(others, dealt[len(stock) :], strict=True):
            hands[seat] = hand
        found[tuple(hands), tuple(card for place in dealt[: len(stock)] for card in place)] += 1
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
    left = sum(sizes) + int(state["stock_size"])
    for size in [*sizes, *([1] * int(state["stock_size"]))]:
        for taken in range(size):
            count = count * (left - taken) // (taken + 1)
        left -= size
    return count


def seen_in(world: np.void) -> tuple[Hands, tuple[int, ...]]:
    """The hands and the stock of a world."""
    return hands_in(world), tuple(world["stock"][: int(world["stock_size"])].tolist())


def written(season: Season, hands: Hands, stock: tuple[int, ...], viewer: int) -> np.void:
    """The table with these hands and this stock."""
    world = redealt(season.state, viewer, 0)
    for seat, hand in enumerate(hands):
        world["hands"][seat] = np.bincount(hand, minlength=24)
    world["stock"][: len(stock)] = stock
    return world


def late_positions(count: int, seed: int, most: int) -> Iterator[tuple[Season, int, random.Random]]:
    """Positions with few hidden cards, two of a season at most, and a viewer."""
    for rng, positions in varied_seasons(count, seed):
        taken = 0
        for season in positions:
            viewer = rng.choice(season.seats)
            if taken < 2 and 1 < num_splits(season, viewer) <= most and rng.random() < 0.5:
                yield season, viewer, rng
                taken += 1


def test_CYC_7_2_redeal_reaches_every_possible_world_and_no_other() -> None:
    num_positions = 0
    for season, viewer, rng in late_positions(100, 17, most=120):
        worlds = worlds_of(season, viewer)
        for hands, stock in rng.sample(sorted(worlds), min(4, len(worlds))):
            assert is_possible(season, written(season, hands, stock, viewer), rng)
        reached = set()
        for _ in range(100 * len(worlds)):
            reached.add(seen_in(redealt(season.state, viewer, rng.getrandbits(64))))
            if len(reached) == len(worlds):
                break
        assert reached == worlds.keys(), (season.actions, viewer)
        num_positions += 1
    assert num_positions > 30


def test_CYC_7_2_every_deal_of_the_hidden_cards_is_equally_likely() -> None:
    tests = []
    for season, viewer, rng in late_positions(80, 23, most=40):
        worlds = worlds_of(season, viewer)
        if len(worlds) == 1:
            continue
        draws = 30 * worlds.total()
        seen = Counter(
            seen_in(redealt(season.state, viewer, rng.getrandbits(64))) for _ in range(draws)
        )
        expected = draws * np.array([*worlds.values()]) / worlds.total()
        tests.append(stats.chisquare([seen[world] for world in worlds], expected).pvalue)
    assert len(tests) > 10
    assert min(tests) > 0.01 / len(tests), "no single position is off"
