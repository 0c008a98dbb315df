"""Streams of all that seats have seen and done, as integers: information states for learners.

A view holds what a player needs to play well, and forgets the rest. A stream has perfect recall: it
is the seat's views, one for each step that changed what it sees, told by what has changed, and its
own actions. Two games have the same stream exactly if they are in one information set of the seat.
"""

from functools import cache

import numpy as np

from fudaba.common.checks import check_kind

from ..compiling.kernel import Kernel, no_refcount, specialise, unbound, wait_for_compile
from ..contract.game import Game
from .loops import NO_ACTION
from .tables import Tables

AFTER_DEAL = -1
COLUMNS = 3  # the moment, what has changed, and its new value

observe = notice = unbound


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


@cache
def _remember_of(game: Game) -> Kernel:
    notice = specialise(_notice, game.name, observe=game.kernels.observe)
    return wait_for_compile(specialise(_remember, game.name, notice=notice))


class Memories:
    """What every seat at some tables has seen and done since the deal, with perfect recall.

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

    def __init__(self, tables: Tables) -> None:
        """Begins with games that were just dealt, and follows every further `Tables.step`.

        Args:
            tables: The tables, without `skip_forced`. After their `reset` or `deal` make others.

        Raises:
            UserError: They are no tables, or skip forced decisions.
        """
        check_kind("tables", tables, Tables, "Tables")
        tables.add_listener(self)
        game, self._tables = tables.game, tables
        shape = tables.num_tables, game.max_players
        self._most = game.observation_size + 1  # rows of one moment
        self.streams = np.zeros((*shape, 2 * self._most, COLUMNS), np.int16)
        self.lengths = np.zeros(shape, np.int64)
        self._seen = np.zeros((*shape, game.observation_size), game.observation_dtype)
        self._view = np.zeros(1, game.view_dtype)
        self._remember, self._elements = _remember_of(game), game.flat(self._view)[0]
        self._movers = np.full(tables.num_tables, AFTER_DEAL)
        self._update(np.arange(tables.num_tables), self._movers)

    def before_step(self, tables: Tables, actions: np.ndarray) -> None:
        """Notes who moves."""
        self._movers = tables.to_move.copy()

    def after_step(self, tables: Tables, actions: np.ndarray) -> None:
        """Brings the streams up to date."""
        if tables.redeal_finished:
            self._movers[tables.dones] = AFTER_DEAL
        self._update(np.flatnonzero(actions != NO_ACTION), actions)

    def _update(self, rows: np.ndarray, actions: np.ndarray) -> None:
        longest = self.streams.shape[2]
        if self.lengths.max() + self._most > longest:
            more = np.zeros((*self.lengths.shape, longest, COLUMNS), np.int16)
            self.streams = np.concatenate([self.streams, more], axis=2)
        self._remember(
            self._tables.states,
            rows,
            self._movers,
            actions,
            self.streams,
            self.lengths,
            self._seen,
            self._view,
            self._elements,
        )

    def of_movers(self) -> tuple[np.ndarray, np.ndarray]:
        """Returns the streams of the seats to move, for a network.

        Returns:
            int16[N, K, 3], the streams in new memory, zeros behind their ends, K the longest
            length; and int64[N], the lengths, 0 at tables whose game is over.
        """
        movers = self._tables.to_move
        tables = np.arange(len(movers))
        lengths = np.where(movers >= 0, self.lengths[tables, movers], 0)
        streams = self.streams[tables, movers, : lengths.max()]
        streams[np.arange(lengths.max()) >= lengths[:, None]] = 0
        return streams, lengths
