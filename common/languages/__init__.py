"""The languages of the interface: English in the source, others in gettext catalogues.

A message is written in English where it is used: `_("{name} takes {card}", name=name, card=card)`.
Each folder of source has a catalogue of its own, `ja/LC_MESSAGES/<domain>.po`. Records, snapshots
and JSON files never change with the language, because they hold ids.
"""

from .messages import N_, Ordinal, translator
from .present import (
    ENGLISH,
    LANGUAGES,
    in_language,
    is_read_by_a_person,
    language,
    language_of_system,
    telling_of,
)

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "N_",
    "Ordinal",
    "in_language",
    "is_read_by_a_person",
    "language",
    "language_of_system",
    "telling_of",
    "translator",
]
