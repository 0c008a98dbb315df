"""The datasets of a recording, one for each seat, in their folder among Minari's datasets.

The folder `fudaba/GAME/NAME` has

    namespace_metadata.json  the source of the games
    .games/                  the games that were played, see `played`
    player_S-vN/             the dataset of seat S, of version N of the game

A dataset is made from the games, whole or not at all: an HDF5 file does not survive a kill while it
is written.
"""

from fudaba.common.extras import need

need("data")

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from copy import deepcopy
from importlib.metadata import version
from pathlib import Path
from typing import Any

import gymnasium
from gymnasium.envs.registration import EnvSpec
from minari.namespace import (
    NAMESPACE_METADATA_FILENAME,
    create_namespace,
    list_local_namespaces,
)
from minari.storage import get_dataset_path
from pydantic_core import from_json

from fudaba.common.errors import shown
from fudaba.common.files import locked, read_bytes, why_failed, write_whole
from fudaba.common.languages import N_, translator
from fudaba.envs import UserError, gymnasium_id, player_name

from ..counting import Count, Progress
from .episodes import reset_seed
from .played import PlayedGames
from .recording import Recording
from .storage import (
    OURS,
    DatasetSize,
    DatasetWriter,
    is_as_written,
    known_metadata,
    new_dataset,
    size_of,
)

_, _n = translator("evaluation")

GAMES = ".games"  # Minari passes over hidden folders
ANOTHER_NAME = N_("choose another name with --name.")


class SeatDatasets:
    """The datasets of a recording.

    Attributes:
        recording: What is recorded.
        namespace: The part of the datasets' ids before the seat: `fudaba/sevens/greedy`.
        folder: The folder of the datasets.
        played: The games.
    """

    def __init__(self, recording: Recording) -> None:
        """Finds the folder of the datasets; reads and writes no file.

        Args:
            recording: What is recorded.

        Raises:
            UserError: Minari's folder can't be made.
        """
        self.recording = recording
        title, _line, self._version = recording.game.name.rpartition("_")
        self.namespace = f"{OURS}/{title}/{recording.name}"
        try:
            self.folder = Path(get_dataset_path(self.namespace))
        except OSError as error:
            raise UserError(
                _(
                    "the folder of Minari's datasets can't be made: {error}.",
                    error=why_failed(error),
                )
            ) from None
        self.played = PlayedGames(recording, self.folder / GAMES)

    @property
    def ids(self) -> list[str]:
        """The id of each seat's dataset: `fudaba/sevens/greedy/player_0-v0` and so on."""
        return [f"{self.namespace}/{place.name}" for place in self._places]

    @property
    def _places(self) -> list[Path]:
        """The folder of each seat's dataset."""
        seats = map(player_name, range(self.recording.options.num_players))
        return [self.folder / f"{seat}-{self._version}" for seat in seats]

    @contextmanager
    def claimed(self) -> Iterator[None]:
        """Holds the datasets for this process for the duration of the block.

        Raises:
            UserError: An agent is unknown, another process holds the datasets, they are those of
                another command or have more games, or something else has their name.
        """
        source = self.recording.source  # makes the agents, before any folder
        taken = _("datasets {names} are being recorded already.", names=self.namespace)
        with locked(self.folder, taken):
            self._check_source(source)
            for name, place in zip(self.ids, self._places, strict=True):
                self._check_dataset(name, place)
            yield

    def _check_source(self, source: dict[str, Any]) -> None:
        """Checks that the games in the folder have the same source; writes it to a new folder."""
        path = self.folder / NAMESPACE_METADATA_FILENAME
        if self._is_new():
            parent = self.namespace.rpartition("/")[0]
            if parent not in list_local_namespaces():
                create_namespace(parent)
            write_whole(path, json.dumps({"description": self._title(), OURS: source}).encode())
            return
        try:
            known = from_json(read_bytes(path))[OURS]
            before = {**known["options"], **known}
        except (UserError, ValueError, KeyError, TypeError):
            raise UserError(
                _(
                    "folder {folder} has something else; {hint}",
                    folder=self.folder,
                    hint=_(ANOTHER_NAME),
                )
            ) from None
        for name, value in {**source["options"], **source}.items():
            if name != "options" and before.get(name) != value:
                raise UserError(
                    _(
                        "datasets {names} were recorded with {key} {before}, not {now}; {hint}",
                        names=self.namespace,
                        key=name,
                        before=shown(before.get(name)),
                        now=shown(value),
                        hint=_(ANOTHER_NAME),
                    )
                )

    def _is_new(self) -> bool:
        """Returns whether the folder is missing, or has only the remains of a killed process."""
        found = self.folder.iterdir() if self.folder.exists() else ()
        return all(path.name.startswith(f".{OURS}.") for path in found)

    def _title(self) -> str:
        return f"{self.recording.game.title} played by {', '.join(self.recording.agents)}."

    def _check_dataset(self, name: str, place: Path) -> None:
        """Checks that a dataset is missing, or unchanged since an earlier run of the command."""
        known = known_metadata(place)
        if known and not is_as_written(place, known):
            raise UserError(
                _(
                    "dataset {name} is damaged, or was changed by something else; {hint}",
                    name=name,
                    hint=_(ANOTHER_NAME),
                )
            )
        ours = known.get(OURS, {})
        if ours.get("games", 0) > self.recording.games:
            raise UserError(
                _(
                    "dataset {name} has {games:,} games already; ask for as many or more, or "
                    "{hint}",
                    name=name,
                    games=ours["games"],
                    hint=_(ANOTHER_NAME),
                )
            )

    def write(self, progress: Progress) -> list[DatasetSize]:
        """Writes the datasets that are missing or have fewer games; all games must be played.

        Args:
            progress: Called with the number of games done, of all games, and of decisions.

        Returns:
            How much each seat's dataset holds.

        Raises:
            UserError: A file can't be read or written.
        """
        games = self.recording.games
        held = [known_metadata(place).get(OURS, {}).get("games") for place in self._places]
        missing = [seat for seat, number in enumerate(held) if number != games]
        count = Count(progress, games)
        with ExitStack() as stack:
            writers = {seat: stack.enter_context(self._writer(seat)) for seat in missing}
            for number, episodes in enumerate(self.played.episodes() if missing else ()):
                seed = reset_seed(self.recording.seed, number)
                for seat, writer in writers.items():
                    if (episode := episodes[seat]) is not None:
                        writer.add(episode, number, seed)
                        count.decide(len(episode.actions))
                count.finish(1)
        return [size_of(known_metadata(place)) for place in self._places]

    def _writer(self, seat: int) -> AbstractContextManager[DatasetWriter]:
        """Returns a context that writes the dataset of a seat."""
        asked = self.recording
        metadata = {
            "dataset_id": self.ids[seat],
            "algorithm_name": asked.agents[seat],
            "description": f"{player_name(seat)} of {self._title()} Command: {asked.command}",
            "requirements": [f"fudaba>={version('fudaba')}"],
        }
        ours = {**asked.source, "seat": seat, "games": asked.games, "command": asked.command}
        env_spec = self._env_spec(seat)
        return new_dataset(self._places[seat], asked.game, env_spec, metadata, ours)

    def _env_spec(self, seat: int) -> EnvSpec:
        """Returns the environment of a seat; several agents are drawn by their numbers of seats."""
        asked = self.recording
        others = [*asked.agents[:seat], *asked.agents[seat + 1 :]]
        weights = {word: float(others.count(word)) for word in dict.fromkeys(others)}
        spec = deepcopy(gymnasium.spec(gymnasium_id(asked.game.name)))
        spec.kwargs |= {
            **asked.options.plain(),
            "opponents": others[0] if len(weights) == 1 else weights,
            "seat": seat,
            "mask_in_observation": True,
        }
        return spec
