"""`fudaba dataset GAME AGENT ...`: records games as data to learn from."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rich.console import Console
from rich.text import Text

from fudaba.common.extras import need
from fudaba.common.files import check_outputs
from fudaba.common.languages import N_, translator
from fudaba.envs import UserError
from fudaba.evaluation.asking import Option
from fudaba.evaluation.dataset.recording import Recording
from fudaba.evaluation.match import COMMAND_THREADS, LocalExecutor
from fudaba.evaluation.progress import DecisionsColumn, playing_task, progress_bar
from fudaba.evaluation.records import add_games, check_records
from fudaba.evaluation.report import numbers

from .arguments import Asked, parse
from .executor import Threads
from .outputs import Outputs
from .wide import WideRow, print_wide

_, _n = translator("cli")

if TYPE_CHECKING:
    from fudaba.evaluation.dataset.datasets import SeatDatasets
    from fudaba.evaluation.dataset.storage import DatasetSize

DESCRIPTION = N_(
    "Records games as data to learn from: a Minari dataset for each seat, with what the seat saw, "
    "its legal actions, its actions and its rewards. The datasets go to the folder that "
    "MINARI_DATASETS_PATH names, by default ~/.minari/datasets. The same command resumes a "
    "recording that was stopped, and adds games to a finished one if it asks for more."
)
OLDEST_MINARI = "0.5.4"

Records = Annotated[
    Path | None, Option("File to which the games are added as records.", "PATH", "default: none")
]


def main(words: list[str]) -> None:
    """Parses the arguments and records games; see `dataset`.

    Raises:
        UserError: Bad input, or the extra `data` is not installed.
    """
    parse(dataset, words, "fudaba dataset", DESCRIPTION, Recording)


def dataset(asked: Asked, records: Records = None, threads: Threads = COMMAND_THREADS) -> None:
    """Records games, writes the datasets and prints how much they hold.

    Raises:
        UserError: An argument or a file can't be used, or the extra `data` is not installed.
    """
    check_minari_is_installed()
    from fudaba.evaluation.dataset.datasets import SeatDatasets

    datasets = SeatDatasets(Recording(**asked.values))
    executor = LocalExecutor(threads)
    outputs = Outputs({"datasets": datasets.folder, "records": records})
    check_outputs({"records": records})
    if records is not None:
        check_records(records)
    with (
        datasets.claimed(),
        _saying_what_is_kept(),
        progress_bar(_("games"), DecisionsColumn()) as bar,
    ):
        datasets.played.play(executor, playing_task(bar, _("playing")))
        sizes = datasets.write(playing_task(bar, _("writing")))
        if records is not None:
            add_games(records, datasets.played.records())
    _print_sizes(Console(), datasets, sizes)
    outputs.tell()


def check_minari_is_installed() -> None:
    """Checks that the packages of the extra `data` are installed.

    Raises:
        UserError: A package is missing, or Minari is too old.
    """
    need("data")
    from packaging.version import Version  # Minari depends on it

    installed = version("minari")
    if Version(installed) < Version(OLDEST_MINARI):
        raise UserError(
            _(
                "datasets need minari {oldest_minari} or newer, not {installed}: pip "
                "install --upgrade 'fudaba[data]'.",
                oldest_minari=OLDEST_MINARI,
                installed=installed,
            )
        )


@contextmanager
def _saying_what_is_kept() -> Iterator[None]:
    """Adds to a KeyboardInterrupt that the games are kept and the same command goes on."""
    try:
        yield
    except KeyboardInterrupt as stop:
        stop.__notes__ = [_("the games that were played are kept; the same command goes on.")]
        raise


def _print_sizes(
    console: Console, datasets: "SeatDatasets", sizes: Sequence["DatasetSize"]
) -> None:
    """Prints a row for each seat's dataset."""
    recording = datasets.recording
    rows = [
        WideRow(name.rpartition("/")[2], [Text(cell) for cell in (agent, *_cells(size))])
        for name, agent, size in zip(datasets.ids, recording.agents, sizes, strict=True)
    ]
    title = _n(
        "{name}: {count} game of {game}",
        "{name}: {count} games of {game}",
        recording.games,
        name=datasets.namespace,
        game=recording.game.translate(recording.game.title),
    )
    heads = (_("agent"), _("episodes"), _("decisions"), _("mean return"), _("MB"))
    print_wide(console, title, "", heads, rows)


def _cells(size: "DatasetSize") -> tuple[str, ...]:
    counts = f"{size.episodes:,}", f"{size.decisions:,}"
    return *counts, numbers.reward(size.mean_return), f"{size.megabytes:,.1f}"
