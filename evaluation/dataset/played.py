"""The games of a recording in their folder, with one file for each chunk of games.

A file is written whole or not at all as soon as its chunk is played. So what was played is never
lost, and a recording that was stopped goes on where it was. A file is an NPZ archive behind its
checksum.
"""

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from fudaba.common.files import read_bytes, write_whole
from fudaba.common.languages import translator
from fudaba.envs import NO_ACTION, GameRecord, UserError
from fudaba.envs.core.compiling.kernel_cache import seal, unsealed
from fudaba.envs.core.kit.rng import stream_start

from ..arena import MOST
from ..counting import Count, Progress
from ..match import CHUNK_DEALS, ActionArray, Chunk, Executor, MatchRunner, growing_chunks
from ..statistics import FloatArray
from .episodes import SeatEpisode, seat_episodes
from .recording import Recording

_, _n = translator("evaluation")


class PlayedGames:
    """The games of a recording in their folder."""

    def __init__(self, recording: Recording, folder: Path) -> None:
        """Plays no game yet.

        Args:
            recording: What is recorded.
            folder: The folder; the first chunk makes it.
        """
        self.recording = recording
        self._folder = folder

    def play(self, executor: Executor, progress: Progress) -> None:
        """Plays the games that are missing.

        Args:
            executor: Plays the chunks.
            progress: Called with the number of games done, of all games, and of decisions.

        Raises:
            UserError: An agent took an illegal action, or a file can't be written.
        """
        chunks = self._chunks()
        missing = [chunk for chunk in chunks if not self._path(chunk).exists()]
        count = Count(progress, chunks[-1].end)
        count.finish(count.total - sum(chunk.num_deals for chunk in missing))
        players = replace(self.recording.players, count=count)
        for chunk, result in executor.play(players, MatchRunner.play_seated, missing):
            content = io.BytesIO()
            np.savez_compressed(content, actions=result.actions, points=result.points)
            write_whole(self._path(chunk), seal(content.getvalue()))
            count.finish(chunk.num_deals)

    def _chunks(self) -> list[Chunk]:
        """Returns the chunks of the games. All are whole, so that more games can be added."""
        recording, players = self.recording, self.recording.players
        most = min(getattr(agent, MOST, CHUNK_DEALS) for agent in players.agents)
        line_up = tuple(map(players.names.index, recording.agents))
        return growing_chunks(line_up, recording.games, most)

    def _path(self, chunk: Chunk) -> Path:
        return self._folder / f"{chunk.number}.games"

    def episodes(self) -> Iterator[list[SeatEpisode | None]]:
        """Yields the episodes of each game by seat; all games must be played.

        Raises:
            UserError: A file is damaged or can't be read.
        """
        asked = self.recording
        for chunk in self._chunks():
            actions, _ = self._read(chunk)
            deals = chunk.deals[: asked.games - chunk.first]
            taken = actions[: len(deals)]
            yield from seat_episodes(asked.game, asked.options, asked.seed, deals, taken)

    def records(self) -> Iterator[GameRecord]:
        """Yields the record of each game; all games must be played.

        Raises:
            UserError: A file is damaged or can't be read.
        """
        asked = self.recording
        for chunk in self._chunks():
            actions, points = self._read(chunk)
            for row, deal in enumerate(chunk.deals[: asked.games - chunk.first]):
                yield GameRecord(
                    game=asked.game.name,
                    options=asked.options.plain(),
                    rng=int(stream_start(np.uint64(asked.seed), np.uint64(deal))),
                    actions=actions[row][actions[row] != NO_ACTION].tolist(),
                    points=points[row].tolist(),
                    agents=list(asked.agents),
                )

    def _read(self, chunk: Chunk) -> tuple[ActionArray, FloatArray]:
        """Returns int16[K, T], the actions, and float64[K, P], the points, of K games."""
        path = self._path(chunk)
        sealed = read_bytes(path)
        try:
            with np.load(io.BytesIO(unsealed(sealed))) as content:
                actions, points = content["actions"], content["points"]
            if len(actions) != chunk.num_deals:
                raise ValueError("another chunk")
        except ValueError:
            raise UserError(
                _("file {path} is damaged; remove it, and its games are played again.", path=path)
            ) from None
        return actions, points
