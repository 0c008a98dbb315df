"""Showdowns of the games with betting: what decides, and that the rules agree."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from fudaba.envs import NOBODY, Game, makkaik, namto
from fudaba.envs.cards.kikisen import NOTHING, NUM_KINDS, NUM_STRENGTHS, SHIP
from fudaba.envs.core.kit.seats import distances
from fudaba.envs.kikisen.showdown import Used, Value, cards_used, in_order, showdown_verdict
from fudaba.envs.makkaik import moments as of_makkaik
from fudaba.envs.makkaik.state import RUN as RUN_OF_MAKKAIK
from fudaba.envs.makkaik.text import best_value
from fudaba.envs.namto import showdown as of_namto
from fudaba.envs.namto.hands import CATEGORIES, exchanged
from fudaba.envs.namto.hands import RUN as RUN_OF_NAMTO
from fudaba.testing.positions import positions

from ..spread import few_mixes

SEEDS = range(4)
NAMES = ("single", "set", "run")
SINGLE, SET, RUN = range(3)
VIEW = np.dtype([("num_players", np.int8), ("winners", np.int8, 6)])

# The verdict


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        ([[(RUN, 3, 5, 1)], [(SET, 2, 8, 0)]],
         ": player_0's run 5 beats player_1's set 8, for it stands higher in the list of hands"),
        ([[(SET, 3, 2, 0)], [(SET, 2, 8, 0)]],
         ": player_0's set 2 beats player_1's set 8, for it has more cards"),
        ([[(SET, 2, 2, 0)], [(SET, 2, 1, 0)]], ": player_0's set 2 beats player_1's set 1"),
        ([[(SET, 2, 2, 1)], [(SET, 2, 2, 0)]],
         ": player_0's set 2 beats player_1's set 2, for it has one colour"),
        ([[(SET, 2, 8, 0), (SINGLE, 1, 4, 1)], [(SET, 2, 8, 0), (SINGLE, 1, 3, 1)]],
         ". Their best combinations are equal: set 8. The next ones decide: player_0's single 4 "
         "beats player_1's single 3"),
        ([[(SET, 2, 8, 0), (SET, 2, 2, 0), (SET, 2, 0, 0)],
          [(SET, 2, 8, 0), (SET, 2, 2, 0), (SINGLE, 1, 8, 0)]],
         ". Their best 2 combinations are equal: set 8, set 2. The next ones decide: player_0's "
         "set 0 beats player_1's single 8, for it stands higher in the list of hands"),
        ([[(SINGLE, 1, 8, 1), (SINGLE, 1, 0, 1)], [(SINGLE, 1, 8, 1)]],
         ". Their best combinations are equal: single 8. The next ones decide: player_0's single "
         "0 counts, and player_1 has none"),
        ([[(SINGLE, 1, 8, 1)], []], ": player_0's single 8 counts, and player_1 has none"),
        ([[(RUN, 3, 5, 1)], [(SINGLE, 1, 3, 1)], [(SET, 2, 8, 0)]],
         ": player_0's run 5 beats player_2's set 8, for it stands higher in the list of hands"),
    ],
)  # fmt: skip
def test_the_verdict_names_the_pair_that_decides(hands: list[list[Value]], words: str) -> None:
    assert verdict(hands, 1) == f"player_0 wins the pot{words}"


def test_equal_hands_and_a_pot_that_nobody_else_wants() -> None:
    equal = [[(SET, 2, 8, 0)], [(SET, 2, 8, 0)]]
    assert verdict(equal, 2) == "player_0 and player_1 share the pot: their hands are equal"
    assert verdict([], 1) == "player_0 wins the pot: all others have dropped"


def verdict(hands: list[list[Value]], num_winners: int) -> str:
    """Returns the verdict on the hands of the first players, of whom the first ones win."""
    view = np.zeros(1, VIEW)[0]
    view["num_players"], view["winners"][:num_winners] = 3, 1
    worth = dict(enumerate(hands))

    def name(value: Value) -> str:
        return f"{NAMES[value[0]]} {value[2]}"

    return showdown_verdict(view, 0, worth, lambda _, value: name(value), name)


def test_cards_of_a_hand_are_in_order_with_ships_in_their_places() -> None:
    ship, zero, two, four = 0, 1, 3, 5
    assert types_in_order([ship, zero, two], range(1, 4)) == [zero, ship, two]
    assert types_in_order([ship, two, four], range(3, 6)) == [two, ship, four]
    assert types_in_order([four, ship, 12 + two, 12], [2, 3, 4, 5]) == [ship, 12 + two, 12, four]
    assert types_in_order([ship, 12 + two], [0, 3]) == [ship, 12 + two]


def types_in_order(types: list[int], kinds: Sequence[int]) -> list[int]:
    return [card.type_ for card in in_order([Used(0, type_) for type_ in types], kinds)]


# Random games

Worth = dict[int, list[Value]]


def worth_in_makkaik(before: np.void, after: np.void, seat: int) -> Worth:
    """Returns what the hands are worth, by distance; their names are those of the rules."""
    worth, common = {}, cards_used(NOBODY, before["common"])
    for player, distance in shown(after, seat):
        hand = after["shown"][distance]
        own = cards_used(player, hand)
        worth[distance] = of_makkaik.compared(before, own)
        for rank, _, number, _ in worth[distance]:
            value = rank * NUM_STRENGTHS + number
            cards = of_makkaik.cards_of_value(before, own, value)
            assert not Counter(cards) - Counter(own + common)
            assert value in of_makkaik.values(before, cards)
            assert rank != RUN_OF_MAKKAIK or is_in_order(cards, number)
        best = of_makkaik.values(before, own + common)[0]
        assert best == best_value(hand, before["common"], before)
    return worth


def worth_in_namto(before: np.void, after: np.void, seat: int) -> Worth:
    """Returns what the hands are worth, by distance; their kinds are those of the rules."""
    worth = {}
    for player, distance in shown(after, seat):
        pool = of_namto.pool_of(before, after, seat, player)
        worth[distance] = of_namto.values(before, pool, player)
        for value in worth[distance]:
            hand = of_namto.cards_of_value(before, pool, player, value)
            assert len(hand) == value.size
            assert not Counter(hand) - Counter(pool)
            assert value in of_namto.values(before, hand, player)
            assert value.rank != RUN_OF_NAMTO or is_in_order(hand, value.number)
        names = [of_namto.full_name(before, value) for value in worth[distance]]
        assert len({*names}) == len(names)
        hand = of_namto.best_cards(before, pool, player)
        if not hand:
            assert CATEGORIES[after["best_hands"][distance]] == "nothing"
            continue
        best = worth[distance][0]
        assert 1 + exchanged(before, best.rank) == after["best_hands"][distance]
        assert len(hand) == best.size
        assert sum(card.owner == player for card in hand) >= before["own_min"]
    return worth


def is_in_order(run: list[Used], top: int) -> bool:
    """Returns whether the cards of a run are in order up to its top, ships in their places."""
    kinds = range(NOTHING + top - len(run) + 1, NOTHING + top + 1)
    return all(
        card.type_ % NUM_KINDS in (kind, SHIP) for card, kind in zip(run, kinds, strict=True)
    )


def shown(after: np.void, seat: int) -> Iterator[tuple[int, int]]:
    """Yields the players who have shown their hands, each with the distance from the viewer."""
    for player, distance in distances(seat, int(after["num_players"])):
        if after["shown"][distance].any():
            yield player, distance


def showdowns(game: Game, options: dict[str, Any]) -> Iterator[tuple[np.void, np.void, int]]:
    """Yields the views of the seat that ends a season, before and after it, and the seat."""
    for seed in SEEDS:
        states = [np.array([state])[0] for state in positions(game, options, seed)]
        for old, new in pairwise(states):
            seat = int(old["to_move"])
            before, after = game.view(old, seat), game.view(new, seat)
            if after["season"] > before["season"] and after["shown"].any():
                yield before, after, seat


GAMES = ((makkaik.GAME, worth_in_makkaik), (namto.GAME, worth_in_namto))


@pytest.mark.parametrize(
    ("game", "worth_of", "options"),
    [(game, worth_of, options) for game, worth_of in GAMES for options in few_mixes(game)],
)
def test_hands_and_winners_are_those_of_the_rules(
    game: Game,
    worth_of: Callable[[np.void, np.void, int], Worth],
    options: dict[str, Any],
) -> None:
    for before, after, seat in showdowns(game, options):
        worth = worth_of(before, after, seat)
        highest = max(worth.values())
        won = {distance for distance, found in worth.items() if found == highest}
        assert won == set(np.flatnonzero(after["winners"]).tolist())
