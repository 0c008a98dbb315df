"""Makes the font of pictures in Japanese: `python -m fudaba.common.languages.font FILE.ttc`.

The font is a subset of Noto Sans CJK JP with the characters of the catalogues and glossaries, so
that it is small enough to come with the package.
"""

from pathlib import Path
from typing import Annotated

import tyro
from fontTools import subset
from fontTools.ttLib import TTFont

from .messages import FOLDER, FONT

JAPANESE = 0  # the number of the font in the collection
ALWAYS = [*range(0x20, 0x7F), *range(0x3000, 0x3100), *range(0xFF01, 0xFF5F)]  # ASCII, kana, signs
UNDRAWN = ("web", "cli", "testing", "training")  # the domains that no picture shows
SIGNS = "♠♥♦♣★☆·“”…→✕\N{MINUS SIGN}\N{EN DASH}"


def characters() -> set[int]:
    """Returns the characters of all Japanese texts that pictures may show."""
    envs = FOLDER.parent / "envs"
    catalogues = [path for path in FOLDER.glob("ja/LC_MESSAGES/*.po") if path.stem not in UNDRAWN]
    files = [*catalogues, *envs.glob("*/*.ja.*")]
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    return {ord(character) for character in text if character.isprintable()}


def main(source: Annotated[Path, tyro.conf.Positional]) -> None:
    """Writes the subset of a font or a collection of fonts.

    Args:
        source: The file of the font.
    """
    font = TTFont(source, fontNumber=JAPANESE)
    options = subset.Options(layout_features=[], hinting=False, desubroutinize=True)
    options.name_IDs = [0, 1, 2, 13, 14]  # copyright, names and licence
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes={*ALWAYS, *map(ord, SIGNS), *characters()})
    subsetter.subset(font)
    font.save(FONT)
    print(f"{FONT}: {FONT.stat().st_size:,} bytes, {len(font.getBestCmap()):,} characters")


if __name__ == "__main__":
    tyro.cli(main)
