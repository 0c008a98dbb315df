"""What `redeal` deals (NIE-7): only worlds that the history allows, all of them, evenly.

A world is judged by playing its season again from its deal, which is the world's hands with what
their players have given away since. At every step the viewer must have seen the same. That knows
nothing of how `redeal` excludes worlds.
"""

import random
from typing import Any

import numpy as np
import pytest

from fudaba.envs.cards.melds import count_of, holds_all, multiset
from fudaba.envs.core.words.reading import copied
from fudaba.envs.kikisen.words import ranks_in
from fudaba.envs.niekhi import GAME
from fudaba.envs.niekhi import state as nie
from fudaba.envs.niekhi.rules.turn import is_complete_after

from ..kikisen.worlds import Season, Worlds, check_even, others, total_ways

Hidden = tuple[int, ...]  # the hands, and what was not dealt, as multisets

HIDING_OPTIONS: list[dict[str, Any]] = [
    {},
    {"auto_ships": True, "hand_size": 6},
    {"hand_size": 5, "take_from_table": True},
    {"auto_ships": True, "min_run": 2, "ship_alone": "declared", "ship_as_general": True},
    {"auto_ships": True, "hand_size": 8, "emptied_by_removal": "loses"},
    {"hand_size": 7, "general_optional": True, "pass_locks": True},
]


def options(number: int, rng: random.Random) -> dict[str, Any]:
    rules = HIDING_OPTIONS[number % len(HIDING_OPTIONS)]
    most = 48 // rules.get("hand_size", 8)
    return {"num_players": rng.randint(2, min(most, 6)), **rules}


def choose(state: np.void, keen: float, rng: random.Random) -> int:
    """Generals are liked, and ships."""
    legal = GAME.legal_actions(state)
    bold = [action for action in legal if brings_news(state, action)]
    if nie.TAKE_ACTION in legal and rng.random() < 0.6:
        bold = [nie.TAKE_ACTION]
    return rng.choice(bold if bold and rng.random() < keen else legal)


def brings_news(state: np.void, action: int) -> bool:
    """Whether a shape has generals or needs ships, or a step takes cards."""
    if action not in nie.SHAPES:
        return action != nie.PASS_ACTION
    shape, hand = nie.SHAPES[action], state["hands"][state["to_move"]]
    naturals = sum(1 << 4 * rank for rank in shape.naturals())
    return 8 in shape.naturals() or not holds_all(hand, naturals)


def hidden_in(state: np.void) -> Hidden:
    return (*(int(hand) for hand in state["hands"]), int(state["aside"]))


# Judging a world by its history


def deal_of(world: np.void, season: Season) -> Hidden | None:
    """What must have been dealt for this world to come about; None if that is impossible."""
    held = [*hidden_in(world)]
    for table, _, after in season.steps()[::-1]:
        for seat in season.seats:
            came = int(after["hands"][seat]) - int(table["hands"][seat])  # public, by rank
            held[seat] -= came
            counts = [held[seat] >> 4 * rank & 15 for rank in range(nie.NUM_RANKS)]
            if held[seat] < 0 or sum(counts) != table["hand_sizes"][seat]:
                return None
    return tuple(held)


def is_possible(world: np.void, season: Season, viewer: int) -> bool:
    """Whether the viewer would have seen just this, had these cards been dealt."""
    deal = deal_of(world, season)
    if deal is None or any(count_of(hand, rank) > nie.COPIES[rank]
                           for hand in deal for rank in range(nie.NUM_RANKS)):  # fmt: skip
        return False
    table = copied(season.start)
    table["hands"], table["aside"] = deal[:-1], deal[-1]
    for before, action, after in season.steps():
        is_hidden = after["phase"] == nie.SHIPS and after["turns"] == before["turns"]
        if not is_hidden and not follow(table, before, action, after):
            return False
        if not is_hidden and not WORLDS.shows_the_same(table, after, viewer):
            return False
    return hidden_in(table) == hidden_in(world)


def follow(table: np.void, before: np.void, action: int, after: np.void) -> bool:
    """Carries out what everybody saw; a play by its cards, for its steps are hidden."""
    if before["phase"] not in (nie.SHAPE, nie.SHIPS) or action == nie.PASS_ACTION:
        return step(table, action)
    shape, ships = laid(before, action)
    if not step(table, shape):
        return False
    mover, turns = int(before["to_move"]), int(before["turns"])
    while (table["to_move"], table["turns"], table["phase"]) == (mover, turns, nie.SHIPS):
        placed = [count_of(table["chosen_ships"], place) for place in range(9)]
        missing = [place for place in range(9) if count_of(ships, place) > placed[place]]
        if not step(table, nie.FIRST_SHIP + missing[0] if missing else nie.DONE_ACTION):
            return False
    return True


def laid(before: np.void, action: int) -> tuple[int, int]:
    """The shape of the play that an action completes, as an action, and where its ships stand."""
    table = copied(before)
    assert is_complete_after(table, action)
    rank, length, copies = (int(table[f"chosen_{part}"]) for part in nie.Shape._fields)
    return int(nie.SHAPE_STARTS[copies, length]) + rank, int(table["chosen_ships"])


def step(table: np.void, action: int) -> bool:
    """Takes an action, if it is legal."""
    if action not in GAME.legal_actions(table):
        return False
    GAME.kernels.apply(table, action)
    return True


# Listing all worlds


def is_between_plays(state: np.void, rng: random.Random) -> bool:
    """Within a play, what it has so far is hidden too."""
    return bool(state["phase"] != nie.SHIPS)


def places(state: np.void, viewer: int) -> tuple[list[int], list[int]]:
    """The other hands; the rest was not dealt."""
    hands = [ranks_in(state["hands"][seat]) for seat in others(state, viewer)]
    cards = [rank for hand in hands for rank in hand]
    return [*cards, *ranks_in(state["aside"])], [len(hand) for hand in hands]


def lay(table: np.void, viewer: int, dealt: list[tuple[int, ...]]) -> None:
    *hands, rest = dealt
    for seat, hand in zip(others(table, viewer), hands, strict=True):
        table["hands"][seat] = multiset(hand)
    table["aside"] = multiset(rest)


WORLDS = Worlds(GAME, options, choose, hidden_in, places, lay, is_possible, is_between_plays)


# Tests


def test_NIE_7_a_redealt_world_shows_the_same_and_fits_the_whole_history() -> None:
    checked = proofs = within = 0
    for season, viewer in WORLDS.positions(60, 31):
        state = season.state
        if season.rng.random() > 0.15 and state["phase"] != nie.SHIPS:
            continue
        world = WORLDS.redealt(season, viewer)
        assert WORLDS.shows_the_same(world, state, viewer)
        if state["phase"] == nie.SHIPS:
            within += 1
            assert world["phase"] == (nie.SHIPS if state["to_move"] == viewer else nie.SHAPE)
            continue
        WORLDS.check_world(world, season, viewer)
        proofs += bool(state["known"].any() or state["settled"].any())
        checked += 1
    assert checked > 200 and proofs > 60 and within > 3


def test_NIE_7_a_redealt_world_does_not_depend_on_the_true_one() -> None:
    assert WORLDS.check_independence(30, 5) > 200


def known_in(state: np.void, viewer: int) -> int:
    """How many cards of other hands are known."""
    return sum(len(ranks_in(state["known"][seat])) for seat in others(state, viewer))


def test_NIE_7_redeal_reaches_every_possible_world_and_no_other() -> None:
    num_positions = num_excluded = num_known = 0
    for season, viewer in WORLDS.late_positions(140, 17, most=200):
        worlds = WORLDS.all(season.state, viewer)
        possible = WORLDS.possible(worlds, season, viewer)
        WORLDS.check_reached(possible, season, viewer)
        num_positions += 1
        num_excluded += len(worlds) - len(possible)
        num_known += known_in(season.state, viewer)
    assert num_positions > 30 and num_excluded > 100 and num_known > 20


def test_NIE_7_every_deal_of_the_hidden_cards_is_equally_likely() -> None:
    """Known cards apart, which are no more hidden than those on the table."""
    tests = []
    for season, viewer in WORLDS.late_positions(120, 23, most=60):
        if known_in(season.state, viewer):
            continue
        worlds = WORLDS.all(season.state, viewer)
        possible = WORLDS.possible(worlds, season, viewer)
        if len(possible) > 1 and total_ways(worlds) <= 3 * total_ways(possible):
            tests.append(WORLDS.evenness(possible, season, viewer))
    check_even(tests)


@pytest.mark.parametrize("seed", range(3))
def test_NIE_7_3_two_players_with_all_cards_know_all(seed: int) -> None:
    for season in WORLDS.season({"num_players": 2}, random.Random(seed)):
        assert hidden_in(WORLDS.redealt(season, 0)) == hidden_in(season.state)
