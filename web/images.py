"""Images of cards that the host gives: faces and backs of packs, one file each."""

import re
from pathlib import Path

from fudaba.common.languages import translator
from fudaba.envs import UserError

LARGEST_IMAGE = 2 * 2**20  # bytes
TYPES = {  # not every system knows all of them
    ".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp",
}  # fmt: skip
FILE = re.compile(r"([a-z]+(?:-[a-z0-9]+)+)\.(?:svg|png|jpg|webp)")
PATH = "/static/cards/"

_, _n = translator("web")


def images_in(folder: Path) -> dict[str, Path]:
    """Returns the images of a folder by the names of their cards, `french-hearts-7`.

    Raises:
        UserError: The folder can't be read or has none, or a file in it is no such image.
    """
    try:
        files = sorted(path for path in folder.iterdir() if path.is_file())
    except OSError as error:
        why = error.strerror
        raise UserError(_("folder {path} can't be read: {why}", path=folder, why=why)) from None
    if not files:
        raise UserError(_("folder {path} has no image of a card.", path=folder))
    return {_card_of(path): path for path in files}


def _card_of(path: Path) -> str:
    """Returns the name of the card that an image shows."""
    named = FILE.fullmatch(path.name)
    if named is None or path.is_symlink():
        raise UserError(
            _(
                "file {path} is no image of a card; allowed: files with names such as "
                "french-hearts-7.svg, kikisen-red-king.png, seki-reverse.webp or french-back.jpg.",
                path=path,
            )
        )
    if path.stat().st_size > LARGEST_IMAGE:
        raise UserError(
            _("file {path} has more than {most:,} bytes.", path=path, most=LARGEST_IMAGE)
        )
    return named[1]
