"""Streams of all that seats have seen and done, as integers: information states for learners.

A view holds what a player needs to play well, and forgets the rest. A stream has perfect recall: it
is the seat's views, one for each step that changed what it sees, told by what has changed, and its
own actions. Two games have the same stream exactly if they are in one information set of the seat.
"""

from functools import cache
from typing import Any, Self

import numpy as np

from ..compiling.kernel import Kernel, no_refcount, specialise, unbound, wait_for_compile
from ..contract.game import Game
from ..kit.seats import NOBODY
from .loops import NO_ACTION, nth_legal
from .playing import is_forced

AFTER_DEAL = -1
COLUMNS = 3  # the moment, what has changed, and its new value

observe = notice = choose = unbound


@no_refcount
def _notice(
    state: np.void,
    seat: int,
    action: int,
    stream: np.ndarray,
    length: int,
    seen: np.ndarray,
    views: np.ndarray,
    elements: np.ndarray,
) -> int:
    """Appends an own action and what has changed for a seat to its stream.

    Args:
        state: The table.
        seat: The seat.
        action: Its action, NO_ACTION if it was not to move.
        stream: int16[L, 3], with room for a row for each element, and one more.
        length: The rows that are filled.
        seen: [D], the last view of the seat; the present one afterwards.
        views: [1], a view record, as scratch.
        elements: [D], the same memory.

    Returns:
        The new length.
    """
    moment = np.int16(stream[length - 1, 0] + 1 if length > 0 else 0)
    if action != NO_ACTION:
        stream[length, 0] = moment
        stream[length, 1] = len(elements)
        stream[length, 2] = action
        length += 1
    observe(state, np.int64(seat), views[0])
    for element in range(len(elements)):
        if elements[element] != seen[element]:
            stream[length, 0] = moment
            stream[length, 1] = element
            stream[length, 2] = elements[element]
            seen[element] = elements[element]
            length += 1
    return length


@no_refcount
def _remember(
    states: np.ndarray,
    rows: np.ndarray,
    movers: np.ndarray,
    actions: np.ndarray,
    streams: np.ndarray,
    lengths: np.ndarray,
    seen: np.ndarray,
    views: np.ndarray,
    elements: np.ndarray,
) -> None:
    """Brings the streams of all seats up to date after a step at tables `rows`, or after the deal.

    The arrays are those of `_notice`, by table and seat; `movers` int64[N] are the seats that
    moved, AFTER_DEAL after the deal.
    """
    for row in rows:
        for seat in range(states[row]["num_players"]):
            if movers[row] == AFTER_DEAL:
                lengths[row, seat] = 0
                for element in range(len(elements)):
                    seen[row, seat, element] = 0
            action = actions[row] if movers[row] == seat else NO_ACTION
            stream, length = streams[row, seat], lengths[row, seat]
            lengths[row, seat] = notice(
                states[row], seat, action, stream, length, seen[row, seat], views, elements
            )


@no_refcount
def _next_actions(
    views: np.ndarray,
    masks: np.ndarray,
    to_move: np.ndarray,
    is_advised: np.ndarray,
    weights: np.void,
    takes_forced: bool,
    actions: np.ndarray,
    first: int,
    last: int,
) -> bool:
    """Fills in what `play_on` does next at each of the tables first..last-1.

    Tables that have an action keep it; the others get NO_ACTION where nobody plays on.

    Returns:
        Whether there is any action.
    """
    is_any = False
    for table in range(first, last):
        seat = to_move[table]
        if actions[table] == NO_ACTION and seat >= 0:
            if takes_forced and is_forced(masks[table]):
                actions[table] = nth_legal(masks[table], 0)
            elif is_advised[table, seat]:
                actions[table] = choose(views[table], weights, masks[table])
        is_any |= actions[table] != NO_ACTION
    return is_any


@cache
def _remember_of(game: Game) -> Kernel:
    notice = specialise(_notice, game.name, observe=game.kernels.observe)
    return wait_for_compile(specialise(_remember, game.name, notice=notice))


@cache
def next_actions_of(game: Game, choose: Kernel) -> Kernel:
    """Returns `_next_actions`, specialised for the kernel of an advice."""
    return specialise(_next_actions, f"{game.name}.{choose.__module__}", choose=choose)


class Memories:
    """What every seat at N tables has seen and done since the deal, with perfect recall.

    A stream is a row of integers for each change, in order: `(moment, element, value)`. The moment
    counts the steps that the seat noticed, 0 for the first view. The element is the position in the
    observation whose value is new, from zeros on; or D, and then the value is the seat's own
    action, before the changes that it brought. A stream is its seat's secret: a player may read its
    own alone.

    Attributes:
        streams: int16[N, P, L, 3], by table and seat; rows beyond the length are left over. L grows
            as games need it.
        lengths: int64[N, P], the rows of each stream.
    """

    def __init__(self, game: Game, num_tables: int) -> None:
        """Makes empty streams; `begin` starts them."""
        self._game, shape = game, (num_tables, game.max_players)
        self.streams = np.zeros((*shape, 2 * self._most, COLUMNS), np.int16)
        self.lengths = np.zeros(shape, np.int64)
        self._seen = np.zeros((*shape, game.observation_size), game.observation_dtype)
        self._connect()

    @property
    def _most(self) -> int:
        """The most rows of one moment."""
        return self._game.observation_size + 1

    def _connect(self) -> None:
        self._view = np.zeros(1, self._game.view_dtype)
        self._remember, self._elements = _remember_of(self._game), self._game.flat(self._view)[0]

    def __getstate__(self) -> dict[str, Any]:
        """Returns the attributes to copy or pickle: copies of the streams, and no compiled code."""
        kept = {name: self.__dict__[name].copy() for name in ("streams", "lengths", "_seen")}
        return {"_game": self._game, **kept}

    def __setstate__(self, contents: dict[str, Any]) -> None:
        """Restores a copy."""
        self.__dict__.update(contents)
        self._connect()

    def begin(self, states: np.ndarray, rows: np.ndarray) -> None:
        """Begins the streams at the tables `rows`, int64[K], with what every seat sees there."""
        nobody = np.full(len(states), AFTER_DEAL)
        self.follow(states, rows, nobody, nobody)

    def follow(
        self, states: np.ndarray, rows: np.ndarray, movers: np.ndarray, actions: np.ndarray
    ) -> None:
        """Brings streams up to date after a step.

        Args:
            states: [N], the tables after the step.
            rows: int64[K], those at which somebody moved.
            movers: int64[N], who moved; AFTER_DEAL where the next game has begun since.
            actions: int64[N], what they did.
        """
        longest = self.streams.shape[2]
        if self.lengths.max() + self._most > longest:
            self._grow(2 * longest)
        self._remember(
            states,
            rows,
            movers,
            actions,
            self.streams,
            self.lengths,
            self._seen,
            self._view,
            self._elements,
        )

    def of(self, tables: np.ndarray, seats: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns the streams of seats int64[K] of tables int64[K], for a network.

        Returns:
            int16[K, L, 3], the streams in new memory, zeros behind their ends, L the longest
            length; and int64[K], the lengths, 0 for NOBODY.
        """
        lengths = np.where(seats != NOBODY, self.lengths[tables, seats], 0)
        longest = lengths.max(initial=0)
        streams = self.streams[tables, seats, :longest]
        streams[np.arange(longest) >= lengths[:, None]] = 0
        return streams, lengths

    def take_over(self, seat: int, other: Self) -> None:
        """Gives a seat the stream that it has in older memories, at every table."""
        longest = other.streams.shape[2]
        self._grow(longest)
        self.streams[:, seat, :longest] = other.streams[:, seat]
        self.lengths[:, seat] = other.lengths[:, seat]
        self._seen[:, seat] = other._seen[:, seat]

    def _grow(self, longest: int) -> None:
        """Makes room for streams of so many rows."""
        more = max(0, longest - self.streams.shape[2])
        self.streams = np.pad(self.streams, [(0, 0), (0, 0), (0, more), (0, 0)])
