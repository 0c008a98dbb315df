"""One line for a player about everything that can be pointed at in Niekhi."""

from ..core.contract.meanings import Meaning
from ..kikisen.meanings import NUMBER_MEANING, SHARED

MEANINGS = (
    NUMBER_MEANING,
    *SHARED,
    Meaning(
        "8",
        "A general, which has an effect.",
        "NIE-5.1",
        sign="8",
    ),
    Meaning(
        "court",
        "A king or an emperor, which are equals.",
        "KIKI-4.1",
        sign="court",
    ),
    Meaning(
        r"ship\(.+\)",
        "A ship that stands for a 4.",
        "KIKI-4.2",
        sign="ship(4)",
    ),
)
