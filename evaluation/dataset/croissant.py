"""The card of a dataset in Croissant 1.0, the metadata format of MLCommons.

Search engines and data sets' registries read it. It names the files with their hashes; what the
arrays are is said in words, since Croissant has no reader of HDF5.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

CARD = "croissant.json"
FORMATS = {".hdf5": "application/x-hdf5", ".json": "application/json"}
CONTENTS = (
    "One episode is one game as one seat saw it: its views (observation), the legal actions "
    "(action_mask), its actions, its rewards in points, and where the game ended."
)
VOCABULARY = "http://mlcommons.org/croissant/"
CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": VOCABULARY,
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
}


def write_card(place: Path, metadata: Mapping[str, Any]) -> None:
    """Writes `croissant.json` into the folder of a dataset.

    Args:
        place: The folder; all files in it are listed.
        metadata: The dataset's, as Minari keeps it.
    """
    name, _line, number = metadata["dataset_id"].rpartition("-v")
    card = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": f"{VOCABULARY}1.0",
        "name": metadata["dataset_id"].replace("/", "-"),
        "alternateName": name,
        "version": f"{number}.0.0",
        "description": f"{CONTENTS} {metadata['description']}",
        "license": "https://spdx.org/licenses/MIT.html",
        "creator": {"@type": "sc:Organization", "name": "The fudaba authors"},
        "keywords": ["card games", "imperfect information", "reinforcement learning"],
        "distribution": [_file(path, place) for path in sorted(place.rglob("*.*"))],
    }
    (place / CARD).write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")


def _file(path: Path, place: Path) -> dict[str, str]:
    where = path.relative_to(place).as_posix()
    return {
        "@type": "cr:FileObject",
        "@id": where,
        "name": path.name,
        "contentUrl": where,
        "contentSize": f"{path.stat().st_size} B",
        "encodingFormat": FORMATS[path.suffix],
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
    }
