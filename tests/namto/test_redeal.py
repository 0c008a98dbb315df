"""What `redeal` deals (NAM-7.2): only worlds that the history allows, all of them, evenly.

A world is judged by playing its season again from the start with the world's cards: every action
must be legal, or for somebody else's choice there must be one, and the viewer must see the same
after each of them.
"""

import random
from collections import Counter
from typing import Any

import numpy as np

from fudaba.envs.core.words.reading import copied
from fudaba.envs.namto import GAME, rules
from fudaba.envs.namto.state import (
    COPIES,
    DROP_ACTION,
    FIRST_REVEAL,
    NO_CARD,
    NUM_PHASES,
    REVEAL,
)

from ..kikisen.worlds import Hidden, Season, Worlds, check_even, others, total_ways
from .positions import position

NUM_SEASONS = 24

OPTIONS: list[dict[str, Any]] = [
    {},
    {"hand_pool": "community", "betting": "until_equal"},
    {"reveals": 1, "start_chips": 9},
    {"floor_carries": True, "seasons": 2},
]


def options(number: int, rng: random.Random) -> dict[str, Any]:
    return {"num_players": rng.randint(2, 6), **OPTIONS[number % 4]}


def choose(state: np.void, keen: float, rng: random.Random) -> int:
    """Drops are held back."""
    legal = GAME.legal_actions(state)
    return rng.choice([action for action in legal if action != DROP_ACTION or rng.random() < keen])


def hidden_in(state: np.void) -> Hidden:
    return tuple(map(tuple, state["cards"].tolist()))


def hidden_of(state: np.void, seat: int) -> list[int]:
    """How many hidden cards of a player lie together: two, or one by one after a choice."""
    count = 2 - int(state["num_revealed"][seat])
    return [1] * count if state["chosen"][seat] else [count]


def places(state: np.void, viewer: int) -> tuple[list[int], list[int]]:
    """The hidden cards of each other player; the rest was not dealt."""
    seen = state["community"].astype(int)
    for seat in range(int(state["num_players"])):
        count = 2 if seat == viewer else int(state["num_revealed"][seat])
        seen += np.bincount(state["cards"][seat, :count], minlength=24)
    sizes = [size for seat in others(state, viewer) for size in hidden_of(state, seat)]
    return np.repeat(np.arange(24), COPIES - seen).tolist(), sizes


def lay(table: np.void, viewer: int, dealt: list[tuple[int, ...]]) -> None:
    cards = iter(dealt)
    for seat in others(table, viewer):
        new = [card for _ in hidden_of(table, seat) for card in next(cards)]
        table["cards"][seat] = [*table["cards"][seat][: int(table["num_revealed"][seat])], *new]
        if not table["chosen"][seat]:
            rules.sort_hand(table, seat)


def is_possible(world: np.void, season: Season, viewer: int) -> bool:
    """Whether the season, played again with these cards, shows the viewer the same all along."""
    cards = [card for hand in hidden_in(world) for card in hand if card != NO_CARD]
    if (np.bincount(cards, minlength=24) + world["community"] > COPIES).any():
        return False
    for before, action in zip([*season.tables, season.state], [*season.actions, None], strict=True):
        if before["season"] == world["season"]:
            table = with_cards(before, world)
            if not WORLDS.shows_the_same(table, before, viewer):
                return False
            if action is not None and as_chosen(world, before, action) not in legal_in(table):
                return False
    return True


def with_cards(before: np.void, world: np.void) -> np.void:
    """An earlier table with the cards of a world."""
    table = copied(before)
    for seat in range(int(table["num_players"])):
        table["cards"][seat] = world["cards"][seat]
        if not table["chosen"][seat]:
            rules.sort_hand(table, seat)
    return table


def legal_in(table: np.void) -> list[int]:
    return GAME.legal_actions(table)


def as_chosen(world: np.void, before: np.void, action: int) -> int:
    """An action as it was in a world: who has chosen a card has chosen the world's."""
    if before["phase"] != REVEAL:
        return action
    return FIRST_REVEAL + int(world["cards"][before["to_move"], 0])


WORLDS = Worlds(GAME, options, choose, hidden_in, places, lay, is_possible)


def test_NAM_7_2_a_redealt_world_shows_the_same_and_fits_the_whole_history() -> None:
    phases: Counter[int] = Counter()
    for season, viewer in WORLDS.positions(30, 31):
        world = WORLDS.redealt(season, viewer)
        WORLDS.check_world(world, season, viewer)
        assert tuple(world["cards"][viewer]) == tuple(season.state["cards"][viewer])
        phases[int(season.state["phase"])] += 1
    assert min(phases[phase] for phase in range(NUM_PHASES)) > 20, phases


def test_NAM_7_2_a_redealt_world_does_not_depend_on_the_true_one() -> None:
    assert WORLDS.check_independence(30, 5) > 150


def test_NAM_7_2_redeal_reaches_every_possible_world_and_no_other() -> None:
    phases: Counter[int] = Counter()
    for season, viewer in WORLDS.late_positions(NUM_SEASONS, 17, most=2100):
        worlds = WORLDS.all(season.state, viewer)
        for world in season.rng.sample([*worlds.values()], 20):
            assert is_possible(world.table, season, viewer), "nothing excludes a world"
        WORLDS.check_reached(worlds, season, viewer)
        phases[int(season.state["phase"])] += 1
    assert min(phases[phase] for phase in range(NUM_PHASES)) > 0, phases


def test_NAM_7_2_every_deal_of_the_hidden_cards_is_equally_likely() -> None:
    tests = []
    for season, viewer in WORLDS.late_positions(90, 23, most=60):
        tests.append(WORLDS.evenness(WORLDS.all(season.state, viewer), season, viewer))
    check_even(tests)


def test_NAM_4_5_each_of_two_cards_is_as_likely_to_be_the_chosen_one() -> None:
    table = position("b7 b8", "r2 r6")
    table.play("0 bet 1", "1 bet 1", "0 reveal b7")
    season = Season(table.state, random.Random(3))
    worlds = WORLDS.all(table.state, 1)
    assert total_ways(worlds) == 46 * 45
    assert WORLDS.evenness(worlds, season, 1) > 0.01
