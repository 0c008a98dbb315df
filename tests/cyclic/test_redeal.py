"""What `redeal` deals (CYC-7.2): all worlds that the history allows, evenly, and no other.

A world is judged by playing its season again: laid and drawn cards are taken back to the deal, and
from there everybody must be able to lay and pass as they did, and come to that world. That knows
nothing of how `redeal` deals.
"""

import random
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from fudaba.envs.cards.counts import spread_out
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.core.words.reading import copied
from fudaba.envs.cyclic import GAME
from fudaba.envs.cyclic.state import FIRST_FILL, NONE, PASS_ACTION
from fudaba.envs.cyclic.text.words import faces_laid, take_step

from ..kikisen.worlds import Season, Worlds, check_even, others
from ..tables import without_rng

Hidden = tuple[tuple[int, ...], ...]  # the hands, and the stock in its order

OPTIONS: list[dict[str, Any]] = [
    {},
    {"num_players": 2, "hand_size": 12},
    {"num_players": 3, "mu": "removed", "dealer_draw": 3},
    {"num_players": 3, "continue_after_win": True, "min_run": 2},
    {"num_players": 4, "dealer_draw": 1, "continue_after_win": True},
]


def options(number: int, rng: random.Random) -> dict[str, Any]:
    return OPTIONS[number % len(OPTIONS)]


def choose(state: np.void, keen: float, rng: random.Random) -> int:
    """Passes are more or less likely."""
    legal = GAME.legal_actions(state)
    passes = PASS_ACTION in legal and rng.random() > keen
    return PASS_ACTION if passes else rng.choice(legal)


def stock_of(state: np.void) -> list[int]:
    return state["stock"][: int(state["stock_size"])].tolist()


def hidden_in(state: np.void) -> Hidden:
    return (*(tuple(spread_out(hand)) for hand in state["hands"]), tuple(stock_of(state)))


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
    for table, action, following in season.steps():
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
        turn.drawn = int(table["stock_size"] - following["stock_size"])
        turn.drawer = int(following["leader"])
        turns.append(turn)
    return turns


def dealt_anew(season: Season, world: np.void) -> np.void:
    """The deal that leads to a world: cards are taken back, the last ones first."""
    hands = [spread_out(hand) for hand in world["hands"]]
    stock = stock_of(world)
    for turn in reversed(turns_of(season)):
        for _ in range(turn.drawn):
            hand = hands[turn.drawer]
            stock.append(hand.pop(season.rng.randrange(len(hand))))
        hands[turn.seat] += turn.cards
    start = copied(season.start)
    for seat in season.seats:
        start["hands"][seat] = np.bincount(hands[seat], minlength=24)
    start["stock"][: len(stock)] = stock
    return start


def is_possible(world: np.void, season: Season, viewer: int) -> bool:
    """Whether everybody can lay and pass as they did, and whether that leads to the world."""
    table = dealt_anew(season, world)
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


# All worlds


def places(state: np.void, viewer: int) -> tuple[list[int], list[int]]:
    """The cards of the stock one by one, and the other hands."""
    hands = [spread_out(state["hands"][seat]) for seat in others(state, viewer)]
    stock = stock_of(state)
    cards = [*stock, *(card for hand in hands for card in hand)]
    return cards, [*([1] * len(stock)), *(len(hand) for hand in hands)]


def lay(table: np.void, viewer: int, dealt: list[tuple[int, ...]]) -> None:
    """What others have chosen of a play that is not over is hidden too, and goes."""
    GAME.kernels.redeal(table, viewer)
    size = int(table["stock_size"])
    table["stock"][:size] = [card for place in dealt[:size] for card in place]
    for seat, hand in zip(others(table, viewer), dealt[size:-1], strict=True):
        table["hands"][seat] = np.bincount(hand, minlength=24)


WORLDS = Worlds(GAME, options, choose, hidden_in, places, lay, is_possible)


def test_CYC_7_2_a_redealt_world_shows_the_same_and_fits_the_whole_history() -> None:
    checked = within = 0
    for season, viewer in WORLDS.positions(30, 32):
        if season.rng.random() > 0.15:
            continue
        state, world = season.state, WORLDS.redealt(season, viewer)
        assert WORLDS.shows_the_same(world, state, viewer)
        WORLDS.check_world(world, season, viewer)
        if state["chosen_form"] != NONE:
            is_own = state["to_move"] == viewer
            assert (world["chosen_form"] == state["chosen_form"]) == is_own
            within += 1
        checked += 1
    assert checked > 200 and within > 20


def test_CYC_7_2_a_redealt_world_has_all_cards() -> None:
    for season, viewer in WORLDS.positions(20, 8):
        worlds = (WORLDS.redealt(season, viewer), season.state)
        for state in worlds:
            assert (state["hands"].sum(axis=1) == season.state["hand_sizes"]).all()
        held = [state["hands"].sum(axis=0) + np.bincount(stock_of(state), minlength=24)
                for state in worlds]  # fmt: skip
        assert (held[0] == held[1]).all()


def test_CYC_7_2_a_redealt_world_does_not_depend_on_the_true_one() -> None:
    assert WORLDS.check_independence(20, 5) > 300


def test_CYC_7_2_redeal_reaches_every_possible_world_and_no_other() -> None:
    num_positions = 0
    for season, viewer in WORLDS.late_positions(100, 17, most=120):
        worlds = WORLDS.all(season.state, viewer)
        for hidden in season.rng.sample(sorted(worlds), min(4, len(worlds))):
            assert is_possible(worlds[hidden].table, season, viewer)
        WORLDS.check_reached(worlds, season, viewer)
        num_positions += 1
    assert num_positions > 30


def test_CYC_7_2_every_deal_of_the_hidden_cards_is_equally_likely() -> None:
    tests = []
    for season, viewer in WORLDS.late_positions(80, 23, most=40):
        worlds = WORLDS.all(season.state, viewer)
        if len(worlds) > 1:
            tests.append(WORLDS.evenness(worlds, season, viewer))
    check_even(tests)
