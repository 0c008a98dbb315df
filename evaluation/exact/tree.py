"""The tree of a two-player game in sequence form, built from all its deals."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

import numpy as np
from scipy.sparse import coo_array, csr_array

from fudaba.common.languages import translator
from fudaba.envs import Game, Options, UserError
from fudaba.envs.core.contract.deals import Deals, deals_of

from .walk import (
    CHANCE,
    DONE,
    ENDS,
    FORGETFUL,
    HISTORIES,
    INFO_SET,
    LEAF,
    LEAVES,
    LONGEST,
    NO_ROOM,
    NO_SET,
    NUM_SEATS,
    PATHS,
    SEQUENCES,
    SETS,
    Found,
    fill_slots,
    new_stack,
    replay_of,
    walk_of,
)

_, _n = translator("evaluation")

Share = Callable[[float], None]  # hears which share of a computation is done, 0 to 1

MOST_HISTORIES = 300_000_000
BYTES_PER_HISTORY = 25  # while the tree is built; more where many histories have a set of their own
MOST_BYTES = 8 * 10**9
PROBES = 400  # random games that the estimate plays
HISTORIES_AT_A_TIME = 200_000  # about, walked in one compiled call: Ctrl-C waits for its end
SETS_AT_A_TIME = 512  # that a player is asked
FIRST_ROOM, MOST_LEAVES = 1 << 16, 1 << 24


@dataclass(frozen=True)
class Seat:
    """The information sets of one seat, parents first.

    Sequence 0 is that of no action. The actions of a set have consecutive sequences, in rising
    order of their ids.

    Attributes:
        parents: int32[I], the sequence that leads to each set.
        firsts: int32[I + 1], the sequence of its first action; the last one is the number of all.
        actions: int16[S], the action at the end of each sequence; that of sequence 0 has no
            meaning.
    """

    parents: np.ndarray
    firsts: np.ndarray
    actions: np.ndarray

    @property
    def num_sequences(self) -> int:
        """The number of sequences, S."""
        return len(self.actions)


@dataclass(frozen=True)
class Tree:
    """A game of two seats in sequence form.

    Attributes:
        game: The game.
        options: Its house rules.
        deals: All deals.
        seats: The information sets of both seats.
        payoffs: float64[S0, S1], sparse: the points of seat 0 times the probability of the deals,
            summed over all ends of games after a sequence of either seat. Those of seat 1 are the
            same with the other sign.
        histories: The number of histories, those of no action and the ends of games among them.
        ends: The number of ends of games.
        longest: The most decisions of a game.
        sets: INFO_SET records of all sets, in the order in which they were found.
        paths: int16, the actions that `sets` refer to.
    """

    game: Game
    options: Options
    deals: Deals
    seats: tuple[Seat, Seat]
    payoffs: csr_array
    histories: int
    ends: int
    longest: int
    sets: np.ndarray
    paths: np.ndarray

    @property
    def num_sets(self) -> int:
        """The number of information sets of both seats."""
        return len(self.sets)

    def positions(self, begin: int = 0) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yields a position of every information set, in the order in which they were found.

        Args:
            begin: The first set, one with which an earlier call went on.

        Yields:
            Some INFO_SET records, and for each the state record of one history that leads there.
        """
        replay, deal = replay_of(self.game), 0
        for states, _chances in self.deals.chunks():
            ends = np.searchsorted(self.sets["deal"], [deal, deal + len(states)])
            start, end = ends.tolist()
            for first in range(max(start, begin), end, SETS_AT_A_TIME):
                sets = self.sets[first : min(first + SETS_AT_A_TIME, end)]
                positions = np.empty(len(sets), self.game.state_dtype)
                replay(sets, self.paths, states, deal, positions)
                yield sets, positions
            deal += len(states)


def build_tree(
    game: Game,
    options: Options,
    deals: Deals | None = None,
    progress: Share | None = None,
    most: int = MOST_HISTORIES,
) -> Tree:
    """Returns the tree of a game.

    Args:
        game: The game, for two players under these house rules.
        options: Its house rules.
        deals: Its deals; None for all that the game lists.
        progress: Called with the share of the deals that were walked.
        most: The largest number of histories to allow.

    Raises:
        UserError: The game has other numbers of players, no list of its deals, points that don't
            add up to zero, chance after the deal, or too many histories.
    """
    game.check_options(options)
    deals = deals_of(game, options) if deals is None else deals
    check_two_players(game, options)
    histories = check_size(game, options, deals.number, most)
    builder = _Builder(game, options)
    done, at_a_time = 0, ceil(HISTORIES_AT_A_TIME * deals.number / histories)
    for states, chances in deals.chunks():
        starts = [*range(0, len(states), at_a_time), len(states)]
        for first, last in pairwise(starts):
            builder.walk(states, chances, first, last, done)
            if progress:
                progress((done + last) / deals.number)
        done += len(states)
    return builder.finished(deals)


def check_two_players(game: Game, options: Options) -> None:
    """Checks that a game can be solved at all, whatever its size.

    Raises:
        UserError: It has other numbers of players, or its points don't add up to zero.
    """
    if options.num_players != NUM_SEATS:
        raise UserError(
            _(
                "exact values need two players, not {count}; write num_players=2.",
                count=options.num_players,
            )
        )
    if not game.zero_sum:
        raise UserError(
            _("{game} can't be solved: its points don't add up to zero.", game=game.name)
        )


def check_size(game: Game, options: Options, num_deals: int, most: int) -> float:
    """Checks that the tree of a game fits, before anything is allocated.

    Returns:
        About how many histories it has, as far as random games tell.

    Raises:
        UserError: It has too many.
    """
    histories = estimate(game, options, num_deals)
    if histories > most:
        raise UserError(
            _(
                "{game} is too large to be solved under these house rules: {deals:,.3g} deals and "
                "about {histories:,.2g} histories, which take {memory:,.2g} gigabytes or more; "
                "allowed: {most:,} histories.",
                game=game.name,
                deals=float(num_deals),
                histories=histories,
                memory=histories * BYTES_PER_HISTORY / 1e9,
                most=most,
            )
        )
    return histories


def estimate(game: Game, options: Options, num_deals: int) -> float:
    """Returns the number of histories of all deals, estimated from random games.

    Each game counts the histories of a tree that branches everywhere as at its own decisions
    (Knuth, 1975). No more games are played once the others can't bring the mean below the limit.
    """
    rng, rules = np.random.default_rng(0), game.kernels
    state, total, played = np.zeros(1, game.state_dtype)[0], 0.0, 0
    while played < PROBES and num_deals * total <= PROBES * MOST_HISTORIES:
        options.write(state)
        state["rng"] = played
        rules.deal(state)
        alike = 1.0
        total += alike
        while state["to_move"] >= 0:
            actions = game.legal_actions(state)
            alike *= len(actions)
            total += alike
            rules.apply(state, int(rng.choice(actions)))
        played += 1
    return num_deals * total / played


class _Builder:
    """Walks deals and makes room for what is found."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game, self.options = game, options
        self._walk = walk_of(game)
        self._stack = new_stack(game, options.max_decisions())
        self._payoffs = csr_array((1, 1))
        self.found = Found(
            sets=np.zeros(FIRST_ROOM, INFO_SET),
            slots=np.full(2 * FIRST_ROOM, NO_SET, np.int32),
            paths=np.zeros(FIRST_ROOM, np.int16),
            actions=np.zeros((NUM_SEATS, FIRST_ROOM), np.int16),
            leaves=np.zeros(FIRST_ROOM, LEAF),
            counts=np.array([0, 0, 1, 1, 0]),  # sequence 0 is that of no action
            totals=np.zeros(3, np.int64),
        )

    def walk(
        self, states: np.ndarray, chances: np.ndarray, first: int, last: int, deal: int
    ) -> None:
        """Walks the deals first..last-1 of a chunk whose first deal has the number `deal`.

        Raises:
            UserError: The game has chance after the deal, too many information sets, or a fault.
        """
        while first < last:
            first, came_to = self._walk(self.found, self._stack, states, chances, first, last, deal)
            if came_to == NO_ROOM:
                self._make_room()
                self._check_memory()
            elif came_to != DONE:
                raise UserError(_refusal(self.game, came_to))

    def _make_room(self) -> None:
        """Merges the leaves, and doubles the arrays that are more than half full."""
        self._merge_leaves()
        found, counts = self.found, self.found.counts
        sets = _doubled(found.sets, counts[SETS])
        slots = np.full(2 * len(sets), NO_SET, np.int32)
        leaves = found.leaves
        if len(leaves) < MOST_LEAVES and 2 * len(leaves) <= self._payoffs.nnz:
            leaves = np.zeros(2 * len(leaves), LEAF)
        most = max(counts[SEQUENCES], counts[SEQUENCES + 1])
        actions = found.actions
        if 2 * most > actions.shape[1]:
            actions = np.hstack([actions, np.zeros_like(actions)])
        self.found = Found(
            sets, slots, _doubled(found.paths, counts[PATHS]), actions, leaves, counts, found.totals
        )
        fill_slots(self.found)

    def _check_memory(self) -> None:
        """Checks that the tree may grow on.

        Raises:
            UserError: It takes too much memory.
        """
        payoffs = self._payoffs
        arrays = *self.found, payoffs.data, payoffs.indices, payoffs.indptr
        # Where payoffs are added up, and where a solver has its own arrays, it is twice as much.
        if 2 * sum(array.nbytes for array in arrays) > MOST_BYTES:
            raise UserError(
                _(
                    "{game} is too large to be solved under these house rules: {sets:,} "
                    "information sets of its first {histories:,} histories take more than "
                    "{most:g} gigabytes.",
                    game=self.game.name,
                    sets=int(self.found.counts[SETS]),
                    histories=int(self.found.totals[HISTORIES]),
                    most=MOST_BYTES / 1e9,
                )
            )

    def _merge_leaves(self) -> None:
        """Adds the leaves to the payoffs, where those of the same two sequences are one number."""
        counts = self.found.counts
        leaves = self.found.leaves[: counts[LEAVES]]
        rows, columns = leaves["sequences"].T.copy()
        shape = int(counts[SEQUENCES]), int(counts[SEQUENCES + 1])
        self._payoffs.resize(shape)
        self._payoffs = (
            self._payoffs + coo_array((leaves["points"], (rows, columns)), shape).tocsr()
        )
        counts[LEAVES] = 0

    def finished(self, deals: Deals) -> Tree:
        """Returns the tree, once all deals were walked."""
        self._merge_leaves()
        found = self.found
        sets = found.sets[: found.counts[SETS]]
        seats = [
            _seat(
                sets[sets["seat"] == seat], found.actions[seat], int(found.counts[SEQUENCES + seat])
            )
            for seat in range(NUM_SEATS)
        ]
        return Tree(
            self.game,
            self.options,
            deals,
            (seats[0], seats[1]),
            self._payoffs,
            histories=int(found.totals[HISTORIES]),
            ends=int(found.totals[ENDS]),
            longest=int(found.totals[LONGEST]),
            sets=sets,
            paths=found.paths[: found.counts[PATHS]],
        )


def _seat(sets: np.ndarray, actions: np.ndarray, num_sequences: int) -> Seat:
    firsts = np.append(sets["first"], num_sequences).astype(np.int32)
    return Seat(sets["parent"].copy(), firsts, actions[:num_sequences].copy())


def _doubled(values: np.ndarray, used: int) -> np.ndarray:
    """Returns an array of twice the length if it is more than half full."""
    if 2 * used <= len(values):
        return values
    doubled = np.zeros(2 * len(values), values.dtype)  # takes memory only where it is written
    doubled[: len(values)] = values
    return doubled


def _refusal(game: Game, came_to: int) -> str:
    """Returns why a game can't be solved."""
    if came_to == CHANCE:
        return _("{game} can't be solved: it draws by lot after the deal.", game=game.name)
    if came_to == FORGETFUL:
        return _(
            "{game} can't be solved: a seat that has seen and done the same has other legal moves; "
            "that is a fault of the game.",
            game=game.name,
        )
    return _("{game} goes on beyond its longest game; that is a fault of the game.", game=game.name)
