"""Compiles the catalogues of messages: `python -m fudaba.common.languages.compile`.

Every installation does it too: setup.py runs this file, so it imports nothing of fudaba.
"""

from argparse import ArgumentParser
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_catalogue(source: Path) -> None:
    """Writes the compiled catalogue (`.mo`) beside its source (`.po`)."""
    with source.open("rb") as file:
        catalogue = read_po(file, locale=source.parents[1].name)
    with source.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue)


def compile_all() -> None:
    """Compiles the catalogues of all languages."""
    for path in Path(__file__).parent.glob("*/LC_MESSAGES/*.po"):
        compile_catalogue(path)


if __name__ == "__main__":
    ArgumentParser(description=__doc__).parse_args()
    compile_all()
