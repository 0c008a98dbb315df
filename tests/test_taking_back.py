"""What can be taken back showed its player nothing: the declarations of the action tables.

`FUDABA_TRIED_POSITIONS=200000 python -m pytest tests/test_taking_back.py` is the long run.
"""

import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import cycle

import numpy as np
import pytest

from fudaba.envs import Game, Tables, find_game, game_names
from fudaba.testing.mixes import mixes

from .trying import NOTHING, SOMETHING, tried

USUAL_POSITIONS = 6000
NUM_POSITIONS = int(os.environ.get("FUDABA_TRIED_POSITIONS", USUAL_POSITIONS))
IS_LONG = NUM_POSITIONS > USUAL_POSITIONS
NUM_WORLDS = 256 if IS_LONG else 64
NUM_TABLES = 16
LONGEST = 120  # steps of a row of tables
ODDS = 0.1  # that a step's positions are looked at

every_game = pytest.mark.parametrize("name", game_names())

# Kinds of action with which a turn begins, where one may follow the player's own last step. A turn
# that is over stays over, whether or not it showed anything: by then the others have heard of it.
TURNS = {
    "daifugo_v0": {"single", "lone joker", "set", "run", "pass", "pass and draw"},
    "mokkaik_v0": {"play", "declare"},
    "namto_v0": {"reveal"},
    "niekhi_v0": {"pass", "single", "set", "run", "run of sets", "short run", "short run of sets"},
    "seki_v0": {"pass", "card"},
    "tricks_v0": {"play"},
    "tyrant_v0": {"keep S", "keep H", "keep D", "pass", "single", "pair", "triple", "settle"},
}
# What is left final though nothing was seen to be shown, by kind and what follows.
LEFT_FINAL = {
    # A swap shows nothing, a draw shows two cards, and both are of one kind (MKK-4.1).
    ("makkaik_v0", "exchange", "put out"),
}
# A kind after which a move goes on too seldom for a usual run: once in 10,000 positions.
RARE = {"daifugo_v0": "joker positions"}


@dataclass
class Tried:
    """How often an action of a kind, with the same kinds after it, showed its player something.

    Attributes:
        nothing: Tries in which the view and the mask were the same in all worlds.
        something: Tries in which they were not.
        example: A move that showed something, by name and house rules.
    """

    nothing: int = 0
    something: int = 0
    example: str = ""


Kinds = tuple[str, frozenset[str]]


@dataclass
class Report:
    """All tries of a game, by the kind and the kinds that follow."""

    num_positions: int = 0
    tries: dict[Kinds, Tried] = field(default_factory=lambda: defaultdict(Tried))


def positions(game: Game) -> Iterator[tuple[dict[str, object], np.ndarray]]:
    """House rules and rows of positions of random play, without an end."""
    rng = np.random.default_rng(1)
    for chosen in cycle(mixes(game)):
        options = game.options.read(game.name, chosen)
        tables = Tables(game, options, NUM_TABLES, seed=int(rng.integers(2**62)))
        for _ in range(int(rng.integers(5, LONGEST))):
            if rng.random() < ODDS:
                yield options.changed(), tables.states.copy()
            masks = tables.action_masks
            tables.step((rng.random(masks.shape) * masks).argmax(axis=1))


@cache
def report(name: str) -> Report:
    """What all legal actions of many positions show."""
    game, rng, found = find_game(name), np.random.default_rng(2), Report()
    for rules, states in positions(game):
        starts = rng.integers(2**63, size=NUM_WORLDS).astype(np.uint64)
        shows, following = tried(game, states, starts)
        for row, action in np.argwhere(shows >= NOTHING):
            kind, _ = game.decode(int(action))
            one = found.tries[kind.name, kinds_of(game, int(following[row, action]))]
            one.nothing += shows[row, action] == NOTHING
            if shows[row, action] == SOMETHING:
                one.something += 1
                one.example = f"{game.words.describe(states[row], int(action))} with {rules}"
        found.num_positions += len(states)
        if found.num_positions >= NUM_POSITIONS:
            return found
    raise AssertionError


@cache
def kinds_of(game: Game, bits: int) -> frozenset[str]:
    """The kinds of action that bits stand for."""
    return frozenset(kind.name for place, kind in enumerate(game.actions) if bits >> place & 1)


def declared(name: str) -> dict[str, set[str]]:
    """By kind the kinds that continue it."""
    return {kind.name: {*kind.continued_by} for kind in find_game(name).actions}


@every_game
def test_what_can_be_taken_back_shows_its_player_nothing(name: str) -> None:
    continued_by = declared(name)
    shown = {
        f"{kind} -> {', '.join(sorted(after))}: {one.example}"
        for (kind, after), one in report(name).tries.items()
        if after <= continued_by[kind] and one.something
    }
    assert not shown


def met(name: str) -> dict[str, set[str]]:
    """By kind the declared kinds that have continued it."""
    continued_by, found = declared(name), defaultdict[str, set[str]](set)
    for kind, after in report(name).tries:
        if after <= continued_by[kind]:
            found[kind] |= after
    return found


@every_game
def test_every_kind_that_can_be_taken_back_was_tried(name: str) -> None:
    kinds = {kind for kind, after in declared(name).items() if after}
    assert kinds - ({*met(name)} if IS_LONG else {*met(name), RARE.get(name)}) == set()


@pytest.mark.skipif(not IS_LONG, reason="some are rare: it takes a long run to meet all")
@every_game
def test_every_continuation_of_a_move_was_tried(name: str) -> None:
    assert met(name) == {kind: after for kind, after in declared(name).items() if after}


@every_game
def test_nothing_is_final_without_need(name: str) -> None:
    """What is not declared shows something, or a turn is over."""
    continued_by, tries = declared(name), report(name).tries
    shows = {(kind, other) for (kind, after), one in tries.items() if one.something
             for other in after}  # fmt: skip
    needless = [
        f"{kind} -> {', '.join(sorted(after))}: {one.nothing} tries"
        for (kind, after), one in tries.items()
        if not after <= continued_by[kind]
        and not any((kind, other) in shows for other in after - continued_by[kind])
        and not after & TURNS.get(name, set())
        and not any((name, kind, other) in LEFT_FINAL for other in after)
    ]
    assert not needless


def test_what_is_called_final_or_a_turn_is_so_that_the_lists_don_t_rot() -> None:
    kinds = {name: {kind.name for kind in find_game(name).actions} for name in game_names()}
    known = {name: turn for name, turn in TURNS.items() if name in kinds}  # examples may not be
    assert known and all(turn <= kinds[name] for name, turn in known.items())
    assert all({*final} <= kinds[name] for name, *final in LEFT_FINAL)


def test_draws_and_secret_answers_of_others_are_seen() -> None:
    """The check itself: Taxot's call is answered by others, Makkaik's draw shows two cards."""
    call = report("taxot_v0").tries["call", frozenset({"discard"})]
    draw = report("makkaik_v0").tries["exchange", frozenset({"take"})]
    assert call.something > 10 and draw.something > 10 and "draw" in draw.example
