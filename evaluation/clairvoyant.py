"""An oracle that plays with all cards open, alone among copies of an agent.

Agents never see a table's state. The oracle does, with all hidden cards and all chance to come: at
each of its decisions it plays out every legal move from the real table and takes the best one. It
looks one move ahead; an agent plays the rest of each playout for it. So its reward is no proven
bound. But if no agent draws at random, it earns on every deal at least as much as that agent.
"""

from dataclasses import dataclass
from functools import partial

import numpy as np

from fudaba.agents import choose_actions
from fudaba.agents.agent import NO_AGENT, choose
from fudaba.agents.greedy import advice, follows_advice
from fudaba.envs import NO_ACTION, NOBODY, Tables, Worlds
from fudaba.envs.core.stepping.batch import Batch

from .match import ActionArray, Chunk, ChunkResult, MatchRunner, rotations
from .statistics import FloatArray, IntArray

CLAIRVOYANT = 0  # in a line-up; the others are the target


@dataclass(frozen=True)
class Clairvoyance:
    """A match between one player with full information and its opponents.

    Attributes:
        players: The agents of the line-up (0, 1, 1, ...): agent 0 plays on for the clairvoyant seat
            in playouts, agent 1 has all other seats.
    """

    players: MatchRunner

    def play(self, chunk: Chunk) -> ChunkResult:
        """Plays all deals of a chunk in all rotations; see `MatchRunner.play`."""
        players = self.players
        tables, seating = players.deal(chunk.deals, rotations(chunk.line_up))
        rng = players.rng(chunk.line_up, chunk.number)
        others = np.where(seating == CLAIRVOYANT, NO_AGENT, seating)
        taken: list[ActionArray] = []
        while (tables.to_move != NOBODY).any():
            actions = choose_actions(tables, players.agents, others, rng)
            rows = np.flatnonzero((tables.to_move != NOBODY) & (actions == NO_ACTION))
            if len(rows):
                actions[rows] = self._best_actions(tables, rows, rng)
            players.step(tables, seating, actions)
            taken.append(actions.astype(np.int16))
        return ChunkResult(tables.scores[:, : seating.shape[1]].copy(), np.stack(taken, axis=1))

    def _best_actions(self, tables: Tables, rows: IntArray, rng: np.random.Generator) -> IntArray:
        """Returns for each of the tables int64[K] the action with the best playout: int64[K]."""
        observations, masks = tables.observations[rows], tables.action_masks[rows]
        worlds = partial(tables.worlds, rows)
        usual = choose(self.players.agents[CLAIRVOYANT], observations, masks, worlds, rng)
        tried, actions = np.nonzero(masks * (masks.sum(axis=1) > 1)[:, None])
        if not len(tried):
            return usual
        here = rows[tried]
        points = np.full(masks.shape, -np.inf)
        points[tried, actions] = self._play_out(tables, here, actions, rng)
        everywhere = np.arange(len(rows))
        is_best = points[everywhere, usual] == points.max(axis=1)
        return np.where(is_best, usual, points.argmax(axis=1))

    def _play_out(
        self, tables: Tables, rows: IntArray, actions: IntArray, rng: np.random.Generator
    ) -> FloatArray:
        """Returns the final points of the seats to move, float64[K], after actions int64[K].

        Each of the tables `rows` int64[K] is played out on a copy.
        """
        players, everywhere = self.players, np.arange(len(rows))
        goes_on, target = players.agents
        batch = Batch(players.game, players.options, len(rows))
        batch.states[:], batch.views[:] = tables.states[rows], tables.views[rows]
        batch.scores[:], batch.to_move[:] = tables.scores[rows], tables.to_move[rows]
        seats = batch.to_move.copy()
        sits_here = np.arange(players.game.max_players) == seats[:, None]
        follows = [follows_advice(agent) for agent in players.agents]
        is_advised = np.where(sits_here, *follows)
        usual_play = advice(players.game)
        while True:
            batch.play_on(usual_play, actions, is_advised, True, 0, len(rows))
            playing = np.flatnonzero(batch.to_move != NOBODY)
            if not len(playing):
                return batch.scores[everywhere, seats]
            actions = np.full(len(rows), NO_ACTION)
            is_own = batch.to_move[playing] == seats[playing]
            for agent, turns in ((goes_on, playing[is_own]), (target, playing[~is_own])):
                if len(turns):
                    worlds = partial(Worlds, players.game, batch.states[turns])
                    views, masks = batch.observations[turns], batch.masks[turns]
                    actions[turns] = choose(agent, views, masks, worlds, rng)
