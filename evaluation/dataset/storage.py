"""Datasets as Minari reads them: one HDF5 file and one JSON file each.

Minari reads and describes the datasets, but its own writer reserves some 20 kB for each episode and
compresses nothing, which makes files of card games seven times as large. `DatasetWriter` writes the
same layout with compressed observations and masks.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from typing import Any

import h5py
import numpy as np
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec
from minari import __version__ as minari_version
from minari.dataset.minari_storage import MinariStorage

from fudaba.common.files import why_failed
from fudaba.common.languages import translator
from fudaba.envs import Game, UserError
from fudaba.envs.core.api.spaces import masked_space

from .croissant import write_card
from .episodes import SeatEpisode

_, _n = translator("evaluation")

OURS = "fudaba"  # the key of our part of a dataset's metadata
DATA, MAIN_FILE = "data", "main_data.hdf5"
CHECKSUM, CONTENT = "sha256", "content"
FASTEST = 1  # of gzip; slower levels save 5 % more


@dataclass(frozen=True)
class DatasetSize:
    """How much a dataset holds.

    Attributes:
        episodes: The number of games in which the seat had a decision.
        decisions: The number of decisions.
        mean_return: The mean of the sums of rewards of the episodes.
        megabytes: The size of the files in units of 10**6 bytes.
        content: SHA-256 of the arrays of all episodes, in hexadecimal.
    """

    episodes: int
    decisions: int
    mean_return: float
    megabytes: float
    content: str


class DatasetWriter:
    """Writes the episodes of one dataset one after the other."""

    def __init__(self, file: h5py.File) -> None:
        """Makes a writer of an empty dataset.

        Args:
            file: The open file.
        """
        self.episodes = self.decisions = 0
        self.points = 0.0
        self._file, self._digest = file, hashlib.sha256()

    @property
    def content(self) -> str:
        """SHA-256 of the arrays so far, in hexadecimal: the same however they are stored."""
        return self._digest.hexdigest()

    def add(self, episode: SeatEpisode, game: int, seed: int) -> None:
        """Adds an episode.

        Args:
            episode: The seat's views, actions and rewards.
            game: The number of the game, the same in the datasets of all seats.
            seed: The seed with which the environment deals this game.
        """
        length = len(episode.actions)
        group = self._file.create_group(f"episode_{self.episodes}")
        group.attrs.update(id=self.episodes, total_steps=length, seed=np.uint64(seed), game=game)
        seen = {"observation": episode.observations, "action_mask": episode.masks}
        for name, array in seen.items():
            group.create_dataset(
                f"observations/{name}",
                data=array,
                chunks=array.shape,
                compression="gzip",
                compression_opts=FASTEST,
            )
        group.create_dataset("actions", data=episode.actions)
        group.create_dataset("rewards", data=episode.rewards)
        group.create_dataset("terminations", data=np.arange(1, length + 1) == length)
        group.create_dataset("truncations", data=np.zeros(length, bool))
        group.create_group("infos")
        for array in episode:
            self._digest.update(array.tobytes())
        self.episodes += 1
        self.decisions += length
        self.points += float(episode.rewards.sum())


@contextmanager
def new_dataset(
    place: Path, game: Game, env_spec: EnvSpec, metadata: Mapping[str, Any], ours: Mapping[str, Any]
) -> Iterator[DatasetWriter]:
    """Writes a dataset, which replaces the one at `place` when the block ends without an error.

    Args:
        place: The folder of the dataset.
        game: The game.
        env_spec: The Gymnasium environment of the seat.
        metadata: Minari's own metadata.
        ours: Further metadata, under the key `fudaba`.

    Yields:
        What writes the episodes.
    """
    part, old = (place.with_name(f".{OURS}.{place.name}.{state}") for state in ("part", "old"))
    try:
        for left in (part, old):  # by a process that was killed
            rmtree(left, ignore_errors=True)
        (part / DATA).mkdir(parents=True)
        storage = MinariStorage.new(
            part / DATA, masked_space(game), spaces.Discrete(game.num_actions), env_spec
        )
        # The latest format needs no index for an array that is compressed in one block.
        with h5py.File(part / DATA / MAIN_FILE, "w", libver="latest", track_order=True) as file:
            writer = DatasetWriter(file)
            yield writer
        counted = _counted(writer, storage, ours)
        storage.update_metadata({**metadata, **counted})
        sealed = {**counted[OURS], CHECKSUM: _checksum(part, known_metadata(part))}
        storage.update_metadata({OURS: sealed})
        write_card(part, known_metadata(part))
        if place.exists():
            place.rename(old)
        part.rename(place)
    except OSError as error:
        raise UserError(
            _("dataset {place} can't be written: {error}.", place=place, error=why_failed(error))
        ) from error
    finally:
        for left in (part, old):
            rmtree(left, ignore_errors=True)


def _counted(
    writer: DatasetWriter, storage: MinariStorage, ours: Mapping[str, Any]
) -> dict[str, Any]:
    """Returns the metadata that depend on all episodes, such as their number."""
    mean = writer.points / max(writer.episodes, 1)
    return {
        "minari_version": minari_version,
        "total_episodes": writer.episodes,
        "total_steps": writer.decisions,
        "dataset_size": float(storage.get_size()),
        OURS: {
            **ours,
            "decisions": writer.decisions,
            "mean_return": mean,
            CONTENT: writer.content,
        },
    }


def known_metadata(place: Path) -> dict[str, Any]:
    """Returns the metadata of a dataset, or an empty dict if the dataset does not exist.

    Raises:
        UserError: It can't be read.
    """
    if not place.exists():
        return {}
    try:
        metadata = MinariStorage.read_raw_metadata(place / DATA)
        if not isinstance(metadata, dict):
            raise ValueError("the metadata is no object")
        return metadata
    except (OSError, ValueError) as error:
        raise UserError(
            _("dataset {place} can't be read: {error}.", place=place, error=why_failed(error))
        ) from None


def is_as_written(place: Path, metadata: Mapping[str, Any]) -> bool:
    """Returns whether a dataset and its metadata are as `new_dataset` left them."""
    ours = metadata.get(OURS)
    return isinstance(ours, dict) and ours.get(CHECKSUM) == _checksum(place, metadata)


def _checksum(place: Path, metadata: Mapping[str, Any]) -> str:
    """Returns the checksum of a dataset's file and of all its metadata but the checksum."""
    ours = {name: value for name, value in metadata[OURS].items() if name != CHECKSUM}
    digest = hashlib.sha256(json.dumps({**metadata, OURS: ours}).encode())
    try:
        with (place / DATA / MAIN_FILE).open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    except OSError as error:
        raise UserError(
            _("dataset {place} can't be read: {error}.", place=place, error=why_failed(error))
        ) from None
    return digest.hexdigest()


def size_of(metadata: Mapping[str, Any]) -> DatasetSize:
    """Returns how much a dataset of `new_dataset` holds, by its metadata."""
    return DatasetSize(
        metadata["total_episodes"],
        metadata["total_steps"],
        metadata[OURS]["mean_return"],
        metadata["dataset_size"],
        metadata[OURS][CONTENT],
    )


def content_of(sizes: Sequence[DatasetSize]) -> str:
    """Returns SHA-256 of the episodes of all seats, in hexadecimal: the fingerprint of the games.

    Args:
        sizes: What each seat's dataset holds, in the order of the seats.
    """
    return hashlib.sha256("".join(size.content for size in sizes).encode()).hexdigest()
