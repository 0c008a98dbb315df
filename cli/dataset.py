"""`fudaba dataset GAME AGENT ...`: records games as data to learn from."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rich.console import Console
from rich.text import Text
from tyro.conf import Positional, arg

from fudaba.agents.files import check_outputs
from fudaba.agents.naming import ALLOWED
from fudaba.envs import UserError
from fudaba.evaluation.match import COMMAND_THREADS, LocalExecutor
from fudaba.evaluation.progress import DecisionsColumn, playing_task, progress_bar
from fudaba.evaluation.records import add_games, check_records
from fudaba.evaluation.report import numbers
from fudaba.languages import N_, words

from .arguments import (
    WHOLE_NUMBER,
    GameWord,
    HouseRules,
    explained,
    parse,
    read_game,
    read_house_rules,
)
from .executor import Threads
from .wide import Row, print_wide

_, _n = words("cli")

if TYPE_CHECKING:
    from fudaba.evaluation.dataset.datasets import SeatDatasets
    from fudaba.evaluation.dataset.storage import DatasetSize

DESCRIPTION = N_(
    "Records games as data to learn from: a Minari dataset for each seat, with what the seat saw, "
    "its legal actions, its actions and its rewards. The datasets go to the folder that "
    "MINARI_DATASETS_PATH names, by default ~/.minari/datasets. The same command resumes a "
    "recording that was stopped, and adds games to a finished one if it asks for more."
)
NEEDS = ("minari", "h5py")
OLDEST_MINARI = "0.5.4"

Agents = Annotated[
    Positional[tuple[str, ...]],
    explained(
        "AGENT ...",
        f"One for each seat, in the order of the seats, or one for all seats: {ALLOWED}.",
        "required",
    ),
]
Name = Annotated[
    str | None,
    explained(
        "NAME",
        "The datasets are called fudaba/GAME/NAME/player_0-v0, player_1-v0, ...",
        "default: the agents' words",
    ),
]
Records = Annotated[
    Path | None,
    explained("PATH", "File to which the games are added as records.", "default: none"),
]


def main(words: list[str]) -> None:
    """Reads the words and records games; see `dataset`.

    Raises:
        UserError: Bad input, or the extra `data` is not installed.
    """
    parse(dataset, words, "fudaba dataset", DESCRIPTION)


def dataset(
    game: GameWord,
    agents: Agents,
    games: Annotated[int, WHOLE_NUMBER, arg(help="Games to record.")] = 1000,
    seed: Annotated[int, WHOLE_NUMBER, arg(help="Seed of the deals and of the agents.")] = 0,
    options: HouseRules = (),
    name: Name = None,
    records: Records = None,
    threads: Threads = COMMAND_THREADS,
) -> None:
    """Records games, writes the datasets and prints how much they hold.

    Raises:
        UserError: A word, a value or a file can't be used, or the extra `data` is not installed.
    """
    check_minari_is_installed()
    from fudaba.evaluation.dataset.datasets import SeatDatasets
    from fudaba.evaluation.dataset.recording import Recording

    the_game = read_game(game)
    rules = the_game.options.read(the_game.name, read_house_rules(options))
    datasets = SeatDatasets(Recording.read(the_game, rules, agents, games, seed, name))
    executor = LocalExecutor(threads)
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
    written = [datasets.folder, *([] if records is None else [records])]
    Console().print(Text(_("Written: {files}", files=", ".join(map(str, written)))), soft_wrap=True)


def check_minari_is_installed() -> None:
    """Checks that the packages of the extra `data` are installed.

    Raises:
        UserError: A package is missing, or Minari is too old.
    """
    missing = [name for name in NEEDS if find_spec(name) is None]
    if missing:
        raise UserError(
            _("datasets need {missing}: pip install 'fudaba[data]'.", missing=", ".join(missing))
        )
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
    """Adds a note to a KeyboardInterrupt: the games are kept, and the command resumes."""
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
        Row(name.rpartition("/")[2], [Text(cell) for cell in (agent, *_cells(size))])
        for name, agent, size in zip(datasets.ids, recording.agents, sizes, strict=True)
    ]
    title = _n(
        "{name}: {count} game of {game}",
        "{name}: {count} games of {game}",
        recording.games,
        name=datasets.namespace,
        game=recording.game.say(recording.game.title),
    )
    heads = (_("agent"), _("episodes"), _("decisions"), _("mean return"), _("MB"))
    print_wide(console, title, "", heads, rows)


def _cells(size: "DatasetSize") -> tuple[str, ...]:
    counts = f"{size.episodes:,}", f"{size.decisions:,}"
    return *counts, numbers.reward(size.mean_return), f"{size.megabytes:,.1f}"
