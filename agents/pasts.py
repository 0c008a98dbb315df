"""What seats saw and did in the games at some tables, and how likely it makes a world."""

from typing import NamedTuple

import numpy as np

from fudaba.envs import NOBODY, Game, Tables
from fudaba.envs.core.kit.rng import stream_starts
from fudaba.envs.core.stepping.information import view_hashes
from fudaba.envs.core.stepping.loops import loops

from .compiled_network import Network
from .retracing import (
    MOST_EXAMPLES,
    MOST_UNSEEN,
    OF_OTHERS,
    TRIALS,
    Steps,
    example_finder,
    new_scratch,
    weigher,
)


def words_of(states: np.ndarray) -> np.ndarray:
    """Returns the memory of state records [C] as uint64[C, S]."""
    return states.view(np.uint64).reshape(len(states), states.itemsize // 8)


MOST_STEPS = 12  # about three rounds of four players


class Change(NamedTuple):
    """A step before examples of it are looked for.

    Attributes:
        state: [1], the table before it.
        own_action: The action of the seat, or OF_OTHERS.
        later: The hash of the seat's view after it.
    """

    state: np.ndarray
    own_action: int
    later: np.uint64

    def step(self, game: Game, seat: int, seed: np.uint64) -> Steps:
        """Returns the step with its examples, none if none was found; see `retracing`."""
        befores, afters = np.zeros((2, MOST_EXAMPLES), game.state_dtype)
        paths = np.zeros((MOST_EXAMPLES, MOST_UNSEEN), np.int16)
        lengths = np.zeros(MOST_EXAMPLES, np.int64)
        dice = np.zeros(1, game.state_dtype)
        dice["rng"] = seed
        starts = stream_starts(seed, np.arange(TRIALS, dtype=np.uint64))
        count = example_finder(game)(
            *(self.state[0], seat, self.own_action, self.later, starts),
            *(befores, afters, paths, lengths, dice[0], new_scratch(game)),
        )
        changes = words_of(afters)[:count] - words_of(befores)[:count]
        examples, places = np.nonzero(changes)
        return Steps(
            np.array([count]),
            paths[:count],
            lengths[:count],
            np.bincount(examples, minlength=count),
            places,
            changes[examples, places],
        )


class Model(NamedTuple):
    """The model of the others.

    Attributes:
        network: The network; for greedy its advice alone.
        by_network: Whether it is a network, or greedy.
    """

    network: Network
    by_network: bool


class Past:
    """The last steps of a game as one seat saw them, since the cards were dealt."""

    def __init__(self, game: Game, seat: int, state: np.ndarray, seen: np.uint64) -> None:
        """Begins at a table.

        Args:
            game: The game.
            seat: The seat.
            state: [1], a state record.
            seen: The hash of the seat's view.
        """
        self._game, self._seat = game, seat
        self._state, self.seen = state, seen
        self._changes: list[Change] = []
        self._steps: list[Steps] = []

    @property
    def is_known(self) -> bool:
        """Whether there is a step with examples behind the present view."""
        return bool(self._steps)

    def add(self, own_action: int, state: np.ndarray, seen: np.uint64) -> None:
        """Adds what the seat sees after an action: its own, or OF_OTHERS."""
        if own_action != OF_OTHERS or seen != self.seen:
            self._changes = [*self._changes, Change(self._state, own_action, seen)][-MOST_STEPS:]
            self._state, self.seen = state, seen

    def find_examples(self, rng: np.random.Generator) -> None:
        """Looks for examples of the new steps. What is before a step without one is forgotten."""
        seeds = rng.integers(2**64, size=len(self._changes), dtype=np.uint64)
        for change, seed in zip(self._changes, seeds, strict=True):
            step = change.step(self._game, self._seat, seed)
            self._steps = [*self._steps, step][-MOST_STEPS:] if len(step.lengths) else []
        self._changes = []

    def weights(self, worlds: np.ndarray, model: Model, rng: np.random.Generator) -> np.ndarray:
        """Returns how likely the others' actions make each world, float64[C]; see `thin`.

        Args:
            worlds: [C] worlds behind the seat's present view; the past must be known.
            model: The model of the others.
            rng: Decides which unlikely worlds get the weight 0.
        """
        weights, tried = np.ones(len(worlds)), np.empty(2, worlds.dtype)
        steps = Steps(*map(np.concatenate, zip(*self._steps, strict=True)))
        weigher(self._game, model.by_network)(
            *(words_of(worlds.copy()), steps, steps.num_changes.cumsum(), self._seat, weights),
            *(np.zeros(len(worlds)), rng.random(len(worlds)), tried, words_of(tried)),
            *(new_scratch(self._game), model.network.with_own_scratch()),
        )
        return weights


class Pasts:
    """The pasts of the seats of an agent at some tables, as a listener of `Tables`.

    It keeps what happens from its beginning on. A new deal begins a new past.
    """

    def __init__(self, tables: Tables, is_own: np.ndarray) -> None:
        """Begins to listen.

        Args:
            tables: The tables.
            is_own: bool[N, P or more], the seats of the agent.
        """
        self._is_own = is_own[:, : tables.game.max_players]
        self._pasts: dict[tuple[int, int], Past] = {}
        self._movers, self._streams = tables.to_move.copy(), tables.states["rng"].copy()
        everywhere = np.ones(tables.num_tables, bool)
        self._note(tables, np.full(tables.num_tables, 0), everywhere)

    def past(self, tables: Tables, row: int) -> Past | None:
        """Returns the past of the seat to move; None if the game went on unheard."""
        found = self._pasts.get((row, int(tables.to_move[row])))
        (seen,) = view_hashes(tables.observations[[row]])
        return found if found and found.seen == seen else None

    def before_step(self, tables: Tables, actions: np.ndarray) -> None:
        """Notes who moves."""
        self._movers, self._streams = tables.to_move.copy(), tables.states["rng"].copy()

    def after_step(self, tables: Tables, actions: np.ndarray) -> None:
        """Adds what each seat sees now."""
        begins = tables.dones | (tables.states["rng"] != self._streams)
        self._note(tables, actions, begins)

    def _note(self, tables: Tables, actions: np.ndarray, begins: np.ndarray) -> None:
        game, goes_on = tables.game, (actions >= 0) & (tables.to_move != NOBODY)
        rows, seats = np.nonzero(self._is_own & goes_on[:, None])
        views = np.zeros(len(rows), game.view_dtype)
        loops(game).observe_seats(tables.states, views, rows, seats)
        hashes = view_hashes(game.flat(views))
        for row, seat, seen in zip(rows.tolist(), seats.tolist(), hashes, strict=True):
            state = tables.states[[row]]
            if begins[row] or (row, seat) not in self._pasts:
                self._pasts[row, seat] = Past(game, seat, state, seen)
                continue
            own_action = int(actions[row]) if seat == self._movers[row] else OF_OTHERS
            self._pasts[row, seat].add(own_action, state, seen)
