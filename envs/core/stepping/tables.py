"""Many tables of one game, stepped together."""

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import Any, Protocol

import numpy as np

from fudaba.common.checks import (
    LARGEST_INT64,
    UINT64_RANGE,
    check_actions,
    check_flag,
    check_generator,
    check_indices,
    check_kind,
    check_pairs,
    check_row,
    check_whole,
    read_array,
)
from fudaba.common.errors import IllegalActionError, UserError

from ..contract.game import Game, check_game
from ..contract.options import Options
from ..contract.weights import NO_WEIGHTS
from ..kit.rng import stream_start, stream_starts
from ..kit.seats import NOBODY
from .batch import Batch
from .loops import ALL_LEGAL, NO_ACTION
from .measuring import rotation
from .one_thread import by_one_thread
from .playing import CompiledPolicy, RandomSeats, first_legal, see_nothing
from .remembering import Memories
from .results import Results, observe_all_of, results_of
from .threads import MAX_THREADS, Threads
from .worlds import Worlds

# Tables for each thread: waking one takes as long as it steps or plays on so many.
LEAST_STEPPED, LEAST_PLAYED_ON = 1000, 100
MOST_DEALS = 10_000  # in a row without a choice


class Listener(Protocol):
    """The interface of an object that is called before and after every step of some tables."""

    def before_step(self, tables: "Tables", actions: np.ndarray) -> None:
        """Is called with the legal actions int64[N] before they are carried out."""
        ...

    def after_step(self, tables: "Tables", actions: np.ndarray) -> None:
        """Is called with the same actions after they were carried out."""
        ...


class Tables:
    """N tables of one game.

    Table i plays an endless series of games that depends only on the seed and on i, never on N or
    on the number of threads. The arrays below are read-only, belong to the tables and change at
    every step: copy data that you want to keep.

    Tables are for one thread at a time. A method that is called while another thread is in one
    raises `UserError` and changes nothing; the arrays can be read at any time, but show a table
    half done while a step is under way. Different `Tables` are independent of each other. After
    a fork parent and child each have their own; tables that another thread was stepping at that
    moment can't be used in the child.

    Attributes:
        game: The game.
        options: The house rules, the same at every table unless `reset` gives each its own.
        num_tables: How many tables, N.
        observations: int8[N, D], those of the seats to move; int16 in a game that needs it.
        views: The same memory as records with named fields, shape [N].
        action_masks: int8[N, A], 1 for an action that the seat to move may take.
        to_move: int64[N], the seat to move; -1 at a table whose game is over (only without
            `redeal_finished`).
        rewards: float64[N, P], points won by the last step; P is the game's largest table.
        scores: float64[N, P], points won so far in the present game.
        dones: bool[N], whether the last step ended a game; `results` tells what it left.
        lengths: int64[N], the decisions taken in the present game.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        num_tables: int,
        seed: int = 0,
        num_threads: int = 1,
        redeal_finished: bool = True,
        skip_forced: bool = False,
        memory: bool = False,
    ) -> None:
        """Makes the tables and deals the first games.

        Args:
            game: The game.
            options: Its house rules.
            num_tables: How many tables, at least 1.
            seed: 0..2**64-1.
            num_threads: The most threads that share the work of a step, at least 1; each takes
                1,000 tables or more, because fewer are stepped faster than a thread is woken.
            redeal_finished: Whether a table starts its next game as soon as one ends.
            skip_forced: Whether forced decisions, those with one legal action, are carried out. A
                step then ends at a choice, and its rewards are those of all decisions on the way;
                the first step of a game also pays what was won before its first choice. A game
                without a choice is followed by another one at once. `lengths` count all decisions.
            memory: Whether the tables follow what every seat sees and does, for
                `information_states`. Then one thread does all the work.

        Raises:
            UserError: A number is out of its range, or the house rules are of another game.
        """
        check_game(game)
        game.check_options(options)
        self.game = game
        self.options = options
        self.num_tables = check_whole("num_tables", num_tables, 1, 2**31)
        self.redeal_finished = check_flag("redeal_finished", redeal_finished)
        self.skip_forced = check_flag("skip_forced", skip_forced)
        self._won_before = np.zeros((self.num_tables, game.max_players))
        self._num_threads = check_whole("num_threads", num_threads, 1, MAX_THREADS)
        self._batch = Batch(game, options, self.num_tables, self.redeal_finished, memory)
        self._connect()
        self._seed: int | np.ndarray = check_whole("seed", seed, 0, UINT64_RANGE - 1)
        self.reset()

    def _connect(self) -> None:
        """Starts the threads, and exposes the batch's arrays as read-only attributes."""
        self._listeners: list[Listener] = []
        self.one_thread = self._batch.one_thread
        has_memory = self._batch.memories is not None
        self._threads = Threads(1 if has_memory else min(self._num_threads, self.num_tables))
        self.views = _read_only(self._batch.views)
        self.observations = _read_only(self._batch.observations)
        self.action_masks = _read_only(self._batch.masks)
        self.to_move = _read_only(self._batch.to_move)
        self.scores = _read_only(self._batch.scores)
        self.rewards = _read_only(self._batch.rewards)
        self.dones = _read_only(self._batch.dones)
        self.lengths = _read_only(self._batch.lengths)

    def __getstate__(self) -> dict[str, Any]:
        """Returns the pickled attributes: all but the threads and the batch's arrays."""
        kept = ("game", "options", "num_tables", "redeal_finished", "skip_forced")
        private = ("_seed", "_num_threads", "_won_before", "_batch")
        return {name: self.__dict__[name] for name in (*kept, *private)}

    def __setstate__(self, contents: dict[str, Any]) -> None:
        """Restores a copy, with arrays and threads of its own."""
        self.__dict__.update(contents)
        self._connect()

    @property
    def states(self) -> np.ndarray:
        """The state records, shape [N], hidden facts included: for oracles.

        Unlike the other arrays they can be written to, which changes the games without a check and
        without bringing the other arrays up to date.
        """
        return self._batch.states

    @property
    def num_players(self) -> np.ndarray:
        """int64[N], the number of players at each table."""
        return self._batch.states["num_players"].astype(np.int64)

    @by_one_thread
    def reset(
        self, seed: int | list[int] | None = None, rules: Sequence[Options] | None = None
    ) -> None:
        """Starts every table anew: table i plays the i-th series of games of the seed.

        Args:
            seed: 0..2**64-1; or one for each table, and table i plays what table 0 plays first
                under seed i; None keeps the present one.
            rules: The house rules of each of the N tables, under which it also plays its later
                games; None keeps the present ones.

        Raises:
            UserError: The seed is something else, or the rules are not one set of house rules of
                the game for each table.
        """
        if rules is not None:
            rules = self._checked(rules)
        if seed is not None:
            self._seed = self._checked_seed(seed)
        if rules is not None:
            self._batch.set_rules(rules)
            self.__dict__.pop("_joint", None)  # other seats may be empty
        everywhere = np.arange(self.num_tables)
        self.deal(everywhere, everywhere if isinstance(self._seed, int) else everywhere * 0)

    def _checked_seed(self, seed: int | list[int]) -> int | np.ndarray:
        if not isinstance(seed, list | tuple):
            return check_whole("seed", seed, 0, UINT64_RANGE - 1)
        if len(seed) != self.num_tables:
            raise UserError(
                f"seed can't be a list of {len(seed)}; allowed: one for each of "
                f"{self.num_tables} tables."
            )
        checked = [check_whole("seed", number, 0, UINT64_RANGE - 1) for number in seed]
        return np.array(checked, np.uint64)

    def _checked(self, rules: Sequence[Options]) -> list[Options]:
        check_kind("rules", rules, Sequence, "a list of house rules")
        rules = list(rules)
        if len(rules) != self.num_tables:
            raise UserError(
                f"rules must have house rules for each of {self.num_tables} tables, "
                f"not {len(rules)}."
            )
        for options in rules:
            self.game.check_options(options)
        return rules

    @by_one_thread
    def deal(self, tables: np.ndarray, deals: np.ndarray) -> None:
        """Starts chosen deals at chosen tables.

        Deal d of a seed is the game that table d plays first after a reset; so the same deal can
        be played again at any table. Where each table has its own seed, its deals are meant.

        Args:
            tables: int[K], the tables.
            deals: int[K], the numbers of the deals, 0 or more.

        Raises:
            UserError: There is no such table, or not one deal for each.
        """
        tables = check_indices("tables", tables, self.num_tables)
        deals = check_indices("deals", deals, LARGEST_INT64)
        check_pairs("deals", deals, tables)
        starts = self._starts(tables, deals.astype(np.uint64))
        if self.skip_forced:
            self._deal_choices(tables, starts)
        else:
            self._batch.deal(tables, starts)

    def _starts(self, tables: np.ndarray, deals: np.ndarray) -> np.ndarray:
        if isinstance(self._seed, int):
            return stream_starts(np.uint64(self._seed), deals)
        own = zip(self._seed[tables], deals, strict=True)
        return np.array([stream_start(seed, deal) for seed, deal in own], np.uint64)

    @by_one_thread
    def rotate(self, factor: str, by: np.ndarray) -> None:
        """Rotates the seats' shares of a factor, right after the deal.

        All else stays, so each hand can be played once with every share of the factor.

        Args:
            factor: A factor that the game has a swap for.
            by: int[N], how many seats further at each table, less than there are players.

        Raises:
            UserError: The factor can't be rotated, or `by` has a wrong shape or number, or the
                tables skip forced decisions.
        """
        self._refuse_forced("rotate")
        rotate_tables = rotation(self.game, factor)
        by = check_indices("by", by, int(self.num_players.min()))
        if by.shape != (self.num_tables,):
            raise UserError(f"by must have shape ({self.num_tables},), not {by.shape}.")
        batch = self._batch
        rotate_tables(batch.states, batch.views, batch.masks, batch.to_move, by)
        batch.remember(np.arange(self.num_tables))

    @by_one_thread
    def step(self, actions: np.ndarray) -> None:
        """Carries out one action at every table and updates all arrays.

        Args:
            actions: int[N], the action of the seat to move; -1 leaves a table as it is.

        Raises:
            IllegalActionError: An action is not legal; then no table has changed.
            UserError: The array has the wrong shape or type.
        """
        actions = self._check_legal(actions)
        for listener in self._listeners:
            listener.before_step(self, actions)
        if self.skip_forced:
            self._step_to_choices(actions)
        else:
            self._threads.share(
                self.num_tables, lambda *span: self._batch.step(actions, *span), LEAST_STEPPED
            )
        for listener in self._listeners:
            listener.after_step(self, actions)

    def _step_to_choices(self, actions: np.ndarray) -> None:
        """Carries out legal actions, and then forced decisions up to the next choices."""
        batch, moved = self._batch, actions != NO_ACTION
        self._play_forced(actions)
        batch.rewards[moved] += self._won_before[moved]
        self._won_before[moved] = 0.0
        if self.redeal_finished:
            ended = np.flatnonzero(batch.dones)
            rewards, dones = batch.rewards.copy(), batch.dones.copy()
            batch.keep_ended(ended)
            self._deal_choices(ended, batch.states["rng"][ended])
            batch.rewards[:], batch.dones[:] = rewards, dones

    def _play_forced(self, actions: np.ndarray) -> None:
        """Carries out legal actions int64[N], and then decisions with one legal action."""
        policy = no_advice(self.game)
        nobody = np.zeros((self.num_tables, self.game.max_players), bool)
        self._threads.share(
            self.num_tables,
            lambda *span: self._batch.play_on(policy, actions, nobody, True, *span),
            LEAST_PLAYED_ON,
        )

    def _deal_choices(self, tables: np.ndarray, starts: np.ndarray) -> None:
        """Deals at tables int64[K] from streams uint64[K], and plays to the first choices.

        Raises:
            UserError: Game after game has none.
        """
        batch, dealt = self._batch, tables
        rewards, dones = batch.rewards.copy(), batch.dones.copy()
        for _ in range(MOST_DEALS):
            if not len(tables):
                break
            batch.deal(tables, starts)
            self._play_forced(np.full(self.num_tables, NO_ACTION))
            self._won_before[tables] = batch.rewards[tables]
            tables = tables[batch.to_move[tables] == NOBODY]
            starts = batch.states["rng"][tables]
        batch.rewards[:], batch.dones[:] = rewards, dones
        batch.rewards[dealt], batch.dones[dealt] = 0.0, False
        if len(tables):
            raise UserError(
                f"skip_forced can't be True here, because {MOST_DEALS} games of {self.game.name} "
                "had no choice; allowed: False."
            )

    def _refuse_forced(self, call: str) -> None:
        if self.skip_forced:
            raise UserError(f"{call} needs every decision; allowed: tables with skip_forced=False.")

    def share(self, count: int, work: Callable[[int, int], None]) -> None:
        """Shares work on rows 0..count-1 among the threads of these tables, and waits.

        As in `step`, a thread takes at least 1,000 rows.

        Args:
            count: The number of rows, 0 or more.
            work: `work(first, last)` works on the rows first..last-1, in compiled code; several
                calls run at the same time.
        """
        self._threads.share(count, work, LEAST_STEPPED)

    def add_listener(self, listener: Listener) -> None:
        """Lets a listener hear of every further `step`. Copies of the tables have no listeners.

        Raises:
            UserError: The tables skip forced decisions, of which it would not hear.
        """
        self._refuse_forced("a listener")
        self._listeners.append(listener)

    @by_one_thread
    def play_on(
        self,
        actions: np.ndarray,
        advice: CompiledPolicy,
        is_advised: np.ndarray,
        takes_forced: bool,
        random_seats: RandomSeats | None = None,
    ) -> None:
        """Carries out actions and then, in compiled code, those of all seats that need no caller.

        The result is that of many steps, with `rewards` and `dones` over all of them. A game that
        ends is not followed by another.

        Args:
            actions: int[N], as for `step`.
            advice: The advice of these seats, for the same game.
            is_advised: bool[N, P], the seats that follow it.
            takes_forced: Whether the only action is taken for every seat.
            random_seats: The seats that choose at random; then one thread does all the work,
                because they share one stream. None for no such seats.

        Raises:
            IllegalActionError: An action is not legal; then no table has changed.
            UserError: An array has the wrong shape or type, the advice is for another game, or
                `random_seats` is something else.
        """
        takes_forced = check_flag("takes_forced", takes_forced)
        is_advised = self._check_seats("is_advised", is_advised)
        check_kind("advice", advice, CompiledPolicy, "an Advice")
        if advice.game is not self.game:
            raise UserError(f"advice can't be for {advice.game.name}; allowed: {self.game.name}.")
        if random_seats is not None:
            random_seats = self._check_random(random_seats)
            if self._batch.memories is not None:
                raise UserError("random_seats can't be given with memory=True; allowed: None.")
        actions = self._check_legal(actions)
        if random_seats is not None:
            self._batch.play_on_at_random(advice, actions, is_advised, takes_forced, random_seats)
            return
        self._threads.share(
            self.num_tables,
            lambda *span: self._batch.play_on(advice, actions, is_advised, takes_forced, *span),
            LEAST_PLAYED_ON,
        )

    def _check_seats(self, name: str, seats: np.ndarray) -> np.ndarray:
        marked, shape = read_array(name, seats), (self.num_tables, self.game.max_players)
        if marked.shape != shape or marked.dtype != bool:
            raise UserError(
                f"{name} can't be {marked.dtype} of shape {marked.shape}; allowed: "
                f"bool of shape {shape}."
            )
        return marked

    def _check_random(self, random_seats: RandomSeats) -> RandomSeats:
        check_kind("random_seats", random_seats, RandomSeats, "a RandomSeats, None")
        check_generator("rng", random_seats.rng)
        return RandomSeats(self._check_seats("is_random", random_seats.is_random), random_seats.rng)

    def _check_legal(self, actions: np.ndarray) -> np.ndarray:
        actions = check_actions(actions, self.num_tables)
        illegal = self._batch.first_illegal(actions)
        if illegal != ALL_LEGAL:
            why = self.game.refusal(self.states[illegal], int(actions[illegal]))
            raise IllegalActionError(f"table {illegal}: {why}", illegal)
        return actions

    @by_one_thread
    def observe(self, tables: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """Returns the observations of any seats, also of seats that are not to move.

        Args:
            tables: int[K], the tables.
            seats: int[K], a seat of each.

        Returns:
            int8 or int16 [K, D], new memory.

        Raises:
            UserError: There is no such table or seat, or not one seat for each table.
        """
        return self._batch.observe(*self._check_places(tables, seats))

    def _check_places(self, tables: Any, seats: Any) -> tuple[np.ndarray, np.ndarray]:
        tables = check_indices("tables", tables, self.num_tables)
        num_players = self.num_players
        seats = check_indices("seats", seats, int(num_players.max()))
        check_pairs("seats", seats, tables)
        if (seats >= num_players[tables]).any():
            raise UserError("seats can't be empty ones; allowed: seats with a player.")
        return tables, seats

    @by_one_thread
    def remember(self) -> None:
        """Follows from now on what every seat sees and does, as `memory=True` does from the start.

        Streams of games under way begin with what the seats see now. Tables that follow already go
        on. It is for agents that are asked at tables which others have made.
        """
        if self._batch.memories is None:
            self._batch.memories = Memories(self.game, self.num_tables)
            self._batch.remember(np.arange(self.num_tables))
            self._threads = Threads(1)

    @by_one_thread
    def information_states(
        self, tables: np.ndarray | None = None, seats: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Returns all that seats have seen and done in their present games, with perfect recall.

        A stream has a row of three integers for each change, in order: `(moment, element, value)`.
        The moment counts the steps that the seat noticed, 0 for its first view. The element is the
        position in the observation whose value is new, from zeros on; or D, and then the value is
        the seat's own action, before the changes that it brought. So a stream begins with the
        streams of all earlier moments of its game.

        Args:
            tables: int[K], the tables; None for all, with the seats to move.
            seats: int[K], a seat of each.

        Returns:
            int16[K, L, 3], the streams, new memory, zeros behind their ends; and int64[K], their
            lengths, 0 at a table whose game is over.

        Raises:
            UserError: The tables have no memory; or see `observe`.
        """
        if tables is None and seats is None:
            return self._batch.information_states(np.arange(self.num_tables), self.to_move)
        return self._batch.information_states(*self._check_places(tables, seats))

    @by_one_thread
    def joint_observations(self) -> np.ndarray:
        """Returns the observations of all seats together, for centralised critics.

        A player that acts on them cheats: only what is thrown away after training may read them.

        Returns:
            int8 or int16 [N, P * D], read-only memory of the tables, which the next call fills
            anew: for each table what `CardGameEnv.state` returns, the observations of seats 0, 1,
            ... of the game's largest table, zeros for seats without a player.
        """
        states, views = self._batch.states, self._joint
        self.share(self.num_tables, lambda *span: observe_all_of(self.game)(states, views, *span))
        return _read_only(self.game.flat(views.reshape(-1)).reshape(self.num_tables, -1))

    @cached_property
    def _joint(self) -> np.ndarray:
        """View records of all seats, shape [N, P]; only those who ask for them pay the memory."""
        return np.zeros((self.num_tables, self.game.max_players), self.game.view_dtype)

    @by_one_thread
    def results(self) -> Results:
        """Returns what the games left that the last step ended, also where the next has begun."""
        ended, batch = np.flatnonzero(self.dones), self._batch
        kept = batch.states, batch.scores, batch.lengths
        if self.redeal_finished:
            kept = batch.ended_states, batch.ended_scores, batch.ended_lengths
        return results_of(self.game, ended, *(array[ended] for array in kept))

    @by_one_thread
    def worlds(self, tables: np.ndarray) -> Worlds:
        """Returns random worlds that the seats to move can't exclude, for search.

        Args:
            tables: int[K], tables with a seat to move.

        Raises:
            UserError: There is no such table, or its game is over.
        """
        tables = check_indices("tables", tables, self.num_tables)
        check_row("tables", tables)
        if (self.to_move[tables] == NOBODY).any():
            raise UserError("there are no worlds behind a table whose game is over.")
        return Worlds(self.game, self.states[tables])


@cache
def no_advice(game: Game) -> CompiledPolicy:
    """Returns the first legal action as advice, which compiles faster where nobody follows it."""
    return CompiledPolicy(game, see_nothing, first_legal, NO_WEIGHTS.record({}))


def _read_only(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view
