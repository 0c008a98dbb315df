"""The files that a command writes: which it may replace, and where they are."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Self

from rich.console import Console
from rich.text import Text

from fudaba.common.files import check_outputs, read_bytes
from fudaba.common.languages import N_, translator
from fudaba.envs import UserError
from fudaba.evaluation.asking import Option

_, _n = translator("cli")

Force = Annotated[bool, Option("Replace files, whatever they hold, but no SQLite file.")]
TABLE, GAMES, RULES = N_("the CSV file"), N_("the SQLite file"), N_("the YAML file")
# Further names, which the commands give to files.
NAMED = (N_("results"), N_("records"), N_("page"), N_("numbers"), N_("the numbers"), N_("output"))
IsOwn = Callable[[bytes], bool]


@dataclass(frozen=True)
class Outputs:
    """The files that a command writes.

    Attributes:
        paths: The files, by their names in messages; None for a file that is not wanted.
    """

    paths: Mapping[str, Path | None]

    @classmethod
    def beside(cls, results: Path, page: Path | None, *others: tuple[str, str]) -> Self:
        """Returns the results file, further files with the same stem beside it, and the page."""
        beside = {name: results.parent / f"{results.stem}{end}" for name, end in others}
        page = page or results.parent / f"{results.stem}.html"
        return cls({"results": results, **beside, "page": page})

    def __getitem__(self, name: str) -> Path:
        path = self.paths[name]
        assert path is not None, name
        return path

    def check(self, force: bool = False, own: Mapping[str, IsOwn] = MappingProxyType({})) -> None:
        """Checks that the files can be written, and that they replace no file of another run.

        Args:
            force: Whether they may replace any file.
            own: For each file that may exist: whether its content may be replaced.

        Raises:
            UserError: A file can't be written, or holds something else.
        """
        check_outputs({_(name): path for name, path in self.paths.items()})
        for name, is_own in own.items():
            if not force:
                check_replaced(self[name], is_own)

    def __str__(self) -> str:
        """Returns the files as one text: `a/results.json, .csv, page.html`."""
        first, *others = [path for path in self.paths.values() if path is not None]
        beside = first.parent, first.stem
        written = [path.suffix if (path.parent, path.stem) == beside else path for path in others]
        return ", ".join(map(str, [first, *written]))

    def tell(self) -> None:
        """Prints where the files are."""
        Console().print(Text(_("Written: {files}", files=self)), soft_wrap=True)


def check_replaced(path: Path, is_own: IsOwn) -> None:
    """Checks that a file to be written is missing, is empty, or belongs to the same run.

    Raises:
        UserError: The file holds something else.
    """
    content = read_bytes(path) if os.path.exists(path) else b""
    if content and not is_own(content):
        raise UserError(
            _(
                "file {path} holds something else, or the results of another run; choose another "
                "file, or replace it with --force.",
                path=path,
            )
        )


@contextmanager
def saying_what_is_kept(folder: Path | None = None) -> Iterator[None]:
    """Adds to a KeyboardInterrupt which files are kept and how to resume.

    Args:
        folder: Where the command keeps its work; None if it keeps none before its end.
    """
    try:
        yield
    except KeyboardInterrupt as stop:
        kept = _("what is in {folder} is kept; the same command goes on there.", folder=folder)
        nothing = _("nothing was kept yet; the same command begins anew.")
        stop.__notes__ = [kept if folder and folder.exists() else nothing]
        raise
