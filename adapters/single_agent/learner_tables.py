"""Many tables, each with a learner in one seat and agents in the others."""

from typing import Any, NamedTuple

import numpy as np

from fudaba.agents import Agent, choose_actions
from fudaba.agents.agent import naming
from fudaba.agents.greedy import advice
from fudaba.common.checks import (
    LARGEST_INT64,
    check_actions,
    check_flag,
    check_indices,
    check_row,
    check_whole,
)
from fudaba.envs import (
    NO_ACTION,
    NOBODY,
    Game,
    IllegalActionError,
    Options,
    RandomSeats,
    Tables,
    UserError,
)
from fudaba.envs.core.api.showing import check_render_mode, show
from fudaba.envs.core.stepping.one_thread import OneThread, by_one_thread
from fudaba.envs.core.stepping.results import Results, results_of

from .checks import check_illegal, check_seat
from .opponents import OpponentPool

LEARNER = -1


class Outcome(NamedTuple):
    """The result of the learner's actions, up to its next decisions.

    Attributes:
        rewards: float64[N], the learner's earnings until then; a game's first reward includes
            earnings before its first decision.
        dones: bool[N], whether the game is over; then the next one has begun.
        last_views: int8 or int16 [K, D], the learner's views at the end of the K finished games,
            in the order of the tables.
        seats: int64[K], the learner's seats in them.
        results: What they left. An illegal action leaves the learner the lowest points, and the
            others what they had won before.
    """

    rewards: np.ndarray
    dones: np.ndarray
    last_views: np.ndarray
    seats: np.ndarray
    results: Results


def infos_of_results(seats: np.ndarray, results: Results) -> dict[str, np.ndarray]:
    """Returns what the infos of single-seat doors tell of K ended games, a row for each."""
    return {
        "seat": seats,
        "scores": results.scores,
        "places": results.places,
        "length": results.lengths,
    }


class LearnerTables:
    """N tables, each with a learner in one seat, and agents of a pool in the others.

    The learner sees its own decisions only. With each game it moves on by one seat, unless its seat
    is fixed, and its opponents are drawn anew. Greedy opponents run in compiled code. One thread at
    a time may use the tables: a second one gets a `UserError`.

    Attributes:
        game: The game.
        options: Its house rules.
        num_tables: The number of tables, N.
        pool: The opponents; set it to change them from the next games on.
        learner_seats: int64[N], the learner's seats.
        next_deal: The number of the next deal.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        num_tables: int,
        pool: OpponentPool,
        seat: int | None = None,
        illegal: str = "raise",
        num_threads: int = 1,
        skip_forced: bool = False,
        memory: bool = False,
    ) -> None:
        """Makes the tables; `start` deals the games.

        Args:
            game: The game.
            options: Its house rules.
            num_tables: The number of tables, N.
            pool: The opponents.
            seat: The learner's seat in every game; None for a new seat in each game.
            illegal: The effect of an illegal action: `raise` an error, or `lose` the game.
            num_threads: The number of threads that run the rules, at least 1.
            skip_forced: Whether decisions with one legal action are carried out for every seat.
            memory: Whether the tables follow what every seat sees and does.

        Raises:
            UserError: There is no such seat or effect, or `num_tables` is no number from 1.
        """
        self.game, self.options, self.pool = game, options, pool
        self.one_thread = OneThread()
        self._tables = Tables(
            game,
            options,
            num_tables,
            num_threads=num_threads,
            redeal_finished=False,
            memory=memory,
        )
        self._has_memory = memory
        self._advice = advice(game)
        self.num_tables = self._tables.num_tables
        self._everywhere = np.arange(self.num_tables)
        self._seat = check_seat(seat, options.num_players)
        self._illegal = check_illegal(illegal)
        self._skip_forced = check_flag("skip_forced", skip_forced)
        self.seed(0)

    @property
    def states(self) -> np.ndarray:
        """The state records, shape [N], including hidden cards: for oracles."""
        return self._tables.states

    @property
    def observations(self) -> np.ndarray:
        """The learner's present observations, int8 or int16 [N, D], in new memory."""
        return self._tables.observations.copy()

    @property
    def action_masks(self) -> np.ndarray:
        """The learner's action masks, int8[N, A], in new memory."""
        return self._tables.action_masks.copy()

    def information_states(self) -> tuple[np.ndarray, np.ndarray]:
        """Returns the learner's streams at all tables; see `Tables.information_states`."""
        return self._tables.information_states(self._everywhere, self.learner_seats)

    @by_one_thread
    def show(self, render_mode: str | None) -> list[Any]:
        """Renders every table as the learner sees it; see `fudaba.envs.core.api.showing.show`.

        Raises:
            UserError: There is no such mode.
        """
        check_render_mode(render_mode)
        return [
            show(self.game, state, int(seat), render_mode)
            for state, seat in zip(self.states, self.learner_seats, strict=True)
        ]

    @by_one_thread
    def seed(self, seed: int | list[int], first_deal: int = 0) -> None:
        """Resets everything to a seed; `start` then deals the first games.

        Args:
            seed: 0..2**64-1; or one for each table, whose deals table i then plays from
                `first_deal` on.
            first_deal: The number of the next deal, for a run that is resumed.

        Raises:
            UserError: A number is out of its range, or there is not one seed for each table.
        """
        first_deal = check_whole("first_deal", first_deal, 0, LARGEST_INT64)
        self._tables.reset(seed)
        seeds = seed if isinstance(seed, list | tuple) else [seed]
        self._rng = np.random.default_rng([*map(int, seeds), first_deal])
        self._own_deals = None if seeds is not seed else np.full(self.num_tables, first_deal)
        self.next_deal = first_deal
        self._agents: list[Agent] = []
        self._is_advised = self._is_random = np.zeros(1, bool)
        self._seating = np.full((self.num_tables, self.game.max_players), LEARNER, np.int64)
        self.learner_seats = self._everywhere % self._tables.num_players
        self._earned_before = np.zeros(self.num_tables)  # paid by the first step of a game

    @by_one_thread
    def start(self, tables: np.ndarray) -> None:
        """Deals new games at tables int64[K], and plays to the learner's first decisions.

        The learner moves on by a seat. Its earnings before its first decision are paid by its
        first step. A game that ends before that decision is followed by another.

        Raises:
            UserError: There is no such table.
        """
        tables = check_indices("tables", tables, self.num_tables)
        check_row("tables", tables)
        while len(tables):
            self._take_seats(tables)
            self._tables.deal(tables, self._next_deals(tables))
            won = self._advance(np.full(self.num_tables, NO_ACTION))
            self._earned_before[tables] = won[tables, self.learner_seats[tables]]
            tables = tables[self._tables.to_move[tables] == NOBODY]

    def _next_deals(self, tables: np.ndarray) -> np.ndarray:
        """Returns the numbers of the next deals at tables int64[K], and counts them."""
        deals = self.next_deal + np.arange(len(tables))
        self.next_deal += len(tables)
        if self._own_deals is not None:
            deals = self._own_deals[tables]
            self._own_deals[tables] += 1
        return deals

    @by_one_thread
    def step(self, actions: np.ndarray) -> Outcome:
        """Carries out the learner's actions and plays on to its next decisions.

        Args:
            actions: int[N].

        Raises:
            IllegalActionError: An action is not legal, and `illegal` is `raise`; then no table
                has changed.
            UserError: The array has the wrong shape or type, or nothing was dealt since `seed`.
        """
        outcome = self.play(actions, np.zeros(self.num_tables, bool))
        self.start(outcome.results.tables)
        return outcome

    @by_one_thread
    def play(self, actions: np.ndarray, is_left: np.ndarray) -> Outcome:
        """Carries out actions as `step` does, but a finished game is not followed by another.

        Args:
            actions: int64[N].
            is_left: bool[N], the tables to leave as they are, whatever their actions.

        Raises:
            IllegalActionError: See `step`.
            UserError: See `step`.
        """
        if not self._agents:
            raise UserError("no game is under way: call start, or a vector env's reset, first.")
        actions = np.where(is_left, NO_ACTION, check_actions(actions, self.num_tables))
        lost = self._find_illegal(actions, is_left)
        rewards = self._advance(np.where(lost, NO_ACTION, actions))[
            self._everywhere, self.learner_seats
        ]
        rewards[lost] = self.options.lowest_points() - self._points()[lost]
        rewards += self._earned_before
        self._earned_before[:] = 0.0
        dones = (lost | (self._tables.to_move == NOBODY)) & ~is_left
        results = self._results(np.flatnonzero(dones), lost)
        seats = self.learner_seats[results.tables]
        return Outcome(rewards, dones, self.last_views(results.tables), seats, results)

    def last_views(self, tables: np.ndarray) -> np.ndarray:
        """Returns what the learner sees now at tables int64[K], int8 or int16 [K, D]."""
        return self._tables.observe(tables, self.learner_seats[tables])

    def _results(self, finished: np.ndarray, lost: np.ndarray) -> Results:
        """Returns what the games at tables int64[K] left, some `lost` bool[N] by their learner."""
        tables = self._tables
        scores = tables.scores.copy()
        scores[lost, self.learner_seats[lost]] = self.options.lowest_points()
        return results_of(
            self.game, finished, tables.states[finished], scores[finished], tables.lengths[finished]
        )

    def _find_illegal(self, actions: np.ndarray, is_left: np.ndarray) -> np.ndarray:
        """Returns which actions are illegal, bool[N]; raises instead if `illegal` is `raise`."""
        exists = (actions >= 0) & (actions < self.game.num_actions)
        masks = self._tables.action_masks
        illegal = ~exists | (masks[self._everywhere, np.where(exists, actions, 0)] == 0)
        illegal &= ~is_left
        if self._illegal == "raise" and illegal.any():
            table = int(illegal.argmax())
            why = self.game.refusal(self.states[table], int(actions[table]))
            raise IllegalActionError(f"table {table}: {why}", table)
        return illegal

    def _points(self) -> np.ndarray:
        """Returns the learner's points so far in each game, float64[N]."""
        return self._tables.scores[self._everywhere, self.learner_seats]

    def _advance(self, actions: np.ndarray) -> np.ndarray:
        """Carries out legal actions int64[N], and plays on to the learner's next decisions.

        Returns:
            float64[N, P], the rewards of every seat over these steps.
        """
        won = np.zeros((self.num_tables, self.game.max_players))
        is_advised, random_seats = self._is_advised[self._seating], self._random_seats()
        # The last name is LEARNER's.
        names = [*(type(agent).__name__ for agent in self._agents), "learner"]
        while True:
            with naming(self._tables, names, self._seating):
                self._tables.play_on(
                    actions, self._advice, is_advised, self._skip_forced, random_seats
                )
            won += self._tables.rewards
            actions = choose_actions(self._tables, self._agents, self._seating, self._rng)
            if (actions == NO_ACTION).all():
                return won

    def _random_seats(self) -> RandomSeats | None:
        """Returns the seats to play at random in compiled code.

        Random agents are asked like the others, table by table and agent by agent, unless one
        agent alone draws from the stream: otherwise the draws would change places. With a memory
        they are asked, too, as every decision is remembered.
        """
        if self._has_memory:
            return None
        is_random = self._is_random[self._seating]
        is_alone = self._is_random.sum() == 1 and (self._is_advised | self._is_random)[:-1].all()
        return RandomSeats(is_random, self._rng) if is_alone and is_random.any() else None

    def _take_seats(self, tables: np.ndarray) -> None:
        """Seats the learner, and agents of the present pool in the other seats.

        Agents of games under way stay until their games end.
        """
        num_players = self._tables.num_players[tables]
        moved_on = (self.learner_seats[tables] + 1) % num_players
        self.learner_seats[tables] = moved_on if self._seat is None else self._seat
        offset = self._forget_unused_agents()
        rows, seats = np.nonzero(np.arange(self.game.max_players) < num_players[:, None])
        self._seating[tables[rows], seats] = offset + self.pool.draw(len(rows), self._rng)
        self._seating[tables, self.learner_seats[tables]] = LEARNER

    def _forget_unused_agents(self) -> int:
        """Puts the pool's agents at the end of `_agents`; returns the index of the first."""
        pool = self.pool.agents
        if self._agents[-len(pool) :] != pool:
            kept = [number for number in range(len(self._agents)) if number in self._seating]
            renumbered = np.full(len(self._agents) + 1, LEARNER)  # its last entry is LEARNER's
            renumbered[kept] = np.arange(len(kept))
            self._seating = renumbered[self._seating]
            self._agents = [self._agents[number] for number in kept] + pool
            # The last entries are LEARNER's.
            self._is_advised = np.hstack([self._is_advised[kept], self.pool.is_advised, False])
            self._is_random = np.hstack([self._is_random[kept], self.pool.is_random, False])
        return len(self._agents) - len(pool)
