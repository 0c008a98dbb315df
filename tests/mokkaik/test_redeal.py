"""What `redeal` deals (MOK-7.2): only worlds that the history allows, all of them, evenly.

A world is judged by playing its season again from the deal that it stands for: the cards that each
player holds in it, has thrown in it and has played. What others threw is thrown in any order, for
nobody saw it; all else was seen. Every action must be legal, the viewer must see the same at every
step, and the season must lead to the world. That knows nothing of how `redeal` deals.
"""

import random
from typing import Any

import numpy as np

from fudaba.envs.cards.counts import spread_out
from fudaba.envs.core.words.reading import copied
from fudaba.envs.mokkaik import GAME
from fudaba.envs.mokkaik.rules import begin_round
from fudaba.envs.mokkaik.state import FIRST_THROW, FOLD_ACTION, THROW_CARD, counts_of

from ..kikisen.worlds import Season, Worlds, check_even, others
from ..tables import without_rng

Hidden = tuple[tuple[int, ...], ...]  # hands, thrown cards by seat, cards that were not dealt
PLACES = ("hands", "thrown")

OPTIONS: list[dict[str, Any]] = [
    {"num_players": 2, "hand_size": 24},
    {"num_players": 2},
    {"num_players": 3, "hand_size": 16, "ship_alone": "declared"},
    {"num_players": 4, "hand_size": 12, "beat_rule": "lead"},
    {"num_players": 5},
    {"num_players": 6},
]


def options(number: int, rng: random.Random) -> dict[str, Any]:
    return OPTIONS[number % len(OPTIONS)]


def choose(state: np.void, keen: float, rng: random.Random) -> int:
    """With more or less folding."""
    legal = GAME.legal_actions(state)
    if len(legal) > 1 and FOLD_ACTION in legal and rng.random() < keen:
        legal.remove(FOLD_ACTION)
    return rng.choice(legal)


def hidden_in(state: np.void) -> Hidden:
    places = [tuple(spread_out(cards)) for name in PLACES for cards in state[name]]
    return (*places, tuple(spread_out(state["undealt"])))


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
    unseen = [spread_out(cards) for cards in world["thrown"]]
    for table, action in zip(season.tables, season.actions, strict=True):
        seat = int(table["to_move"])
        if state["to_move"] != seat:
            return False
        if not WORLDS.shows_the_same(state, table, viewer):
            return False
        if GAME.decode(action)[0] is THROW_CARD and seat != viewer:
            action = FIRST_THROW + unseen[seat].pop()
        if action not in GAME.legal_actions(state):
            return False
        GAME.kernels.apply(state, action)
    return without_rng(state) == without_rng(world)


def hidden_places(state: np.void, viewer: int) -> list[tuple[str, int]]:
    """The hidden places but for the undealt cards."""
    return [(name, seat) for seat in others(state, viewer) for name in PLACES]


def places(state: np.void, viewer: int) -> tuple[list[int], list[int]]:
    """The other hands and what others threw; the rest was not dealt."""
    held = [spread_out(state[name][seat]) for name, seat in hidden_places(state, viewer)]
    cards = [*spread_out(state["undealt"]), *(type_ for place in held for type_ in place)]
    return cards, [len(place) for place in held]


def lay(table: np.void, viewer: int, dealt: list[tuple[int, ...]]) -> None:
    *held, rest = dealt
    for (name, seat), cards in zip(hidden_places(table, viewer), held, strict=True):
        table[name][seat] = counts_of(cards)
    table["undealt"] = counts_of(rest)


WORLDS = Worlds(GAME, options, choose, hidden_in, places, lay, is_possible)


def test_MOK_7_2_a_redealt_world_shows_the_same_and_fits_the_whole_history() -> None:
    checked = moved = 0
    for season, viewer in WORLDS.positions(24, 31):
        if season.rng.random() > 0.15:
            continue
        world = WORLDS.redealt(season, viewer)
        assert WORLDS.shows_the_same(world, season.state, viewer)
        WORLDS.check_world(world, season, viewer)
        moved += hidden_in(world) != hidden_in(season.state)
        checked += 1
    assert checked > 100 and moved > 60


def test_MOK_7_2_a_redealt_world_does_not_depend_on_the_true_one() -> None:
    assert WORLDS.check_independence(18, 5) > 300


def test_MOK_7_2_redeal_reaches_every_possible_world_and_no_other() -> None:
    num_positions = 0
    for season, viewer in WORLDS.late_positions(50, 17, most=200):
        worlds = WORLDS.all(season.state, viewer)
        possible = WORLDS.possible(worlds, season, viewer)
        assert possible.keys() == worlds.keys(), "nothing that happens excludes a deal (MOK-9.10)"
        WORLDS.check_reached(possible, season, viewer)
        num_positions += 1
    assert num_positions > 12


def test_MOK_7_2_every_deal_of_the_hidden_cards_is_equally_likely() -> None:
    tests = []
    for season, viewer in WORLDS.late_positions(60, 23, most=60):
        worlds = WORLDS.all(season.state, viewer)
        if len(worlds) > 1:
            tests.append(WORLDS.evenness(worlds, season, viewer))
    check_even(tests)
