"""Brings the catalogues up to date with the source, and compiles them: `python -m docs.catalogues`.

New messages are added without a translation, and messages that the source no longer has are
removed. A test fails while a message has no translation.
"""

import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import tyro
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from fudaba.common.languages.compile import compile_catalogue
from fudaba.common.languages.messages import FOLDER
from fudaba.common.languages.present import ENGLISH, LANGUAGES

from .unmarked_messages import declared

KEYWORDS = {"_": None, "N_": None, "_n": (1, 2), "means": (1,), "Meaning": (1,)}
METHODS = [
    ("**.py", "python"),
    ("**.js", "javascript"),
    ("**.html", "jinja2"),
    ("**.jinja", "jinja2"),
]
FORMAT = {"sort_by_file": True, "include_lineno": False}  # so that few lines change


def domains() -> list[str]:
    """Returns the names of all catalogues."""
    return sorted({path.stem for path in FOLDER.glob("*/LC_MESSAGES/*.po")})


def folder_of(domain: str) -> Path:
    """Returns the folder with the source of a domain: `envs/sevens` for `sevens`.

    Raises:
        ValueError: There is no such folder.
    """
    for name in (f"fudaba.envs.{domain}", f"fudaba.{domain}"):
        if find_spec(name):
            return Path(str(files(name)))
    raise ValueError(
        f"domain can't be {domain!r}; allowed: the folder of a game, core, cards, kikisen, or a "
        "package of fudaba such as web."
    )


def extracted(domain: str) -> Catalog:
    """Returns the messages of a domain's source, without translations."""
    catalogue = Catalog(project="fudaba", version="", charset="utf-8")
    found = extract_from_dir(folder_of(domain), METHODS, keywords=KEYWORDS, strip_comment_tags=True)
    for filename, _, message, comments, context in found:
        catalogue.add(message, None, [(filename, 0)], auto_comments=comments, context=context)
    for message in declared(domain):
        catalogue.add(message, None, [("declared", 0)])
    return catalogue


def updated(domain: str, path: Path) -> Catalog:
    """Returns the catalogue in a file with the messages of the source, translated as before."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.parents[1].name)
    catalogue.update(extracted(domain), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def paths(wanted: list[str]) -> Iterator[Path]:
    """Yields the files of some catalogues, of all for an empty list, in all languages."""
    for name in LANGUAGES:
        if name != ENGLISH:
            folder = FOLDER / name / "LC_MESSAGES"
            yield from (folder / f"{domain}.po" for domain in wanted or domains())


def main(wanted: Annotated[tuple[str, ...], tyro.conf.Positional] = ()) -> None:
    """Updates and compiles catalogues, and says how many messages have no translation.

    Args:
        wanted: Their names; without them all.

    Raises:
        ValueError: There is no such domain.
    """
    for domain in wanted:
        folder_of(domain)
    for path in paths(wanted):
        path.touch()  # a new catalogue begins empty
        catalogue = updated(path.stem, path)
        with path.open("wb") as file:
            write_po(file, catalogue, 100, omit_header=True, **FORMAT)
        compile_catalogue(path)
        missing = sum(not all(_texts(message.string)) for message in catalogue if message.id)
        print(f"{path.stem}: {len(catalogue)} messages, {missing} without a translation")


def _texts(string: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return tuple(string) if isinstance(string, tuple | list) else (string or "",)


if __name__ == "__main__":
    try:
        tyro.cli(main)
    except ValueError as error:
        print(f"fudaba: {error}", file=sys.stderr)
        sys.exit(2)
