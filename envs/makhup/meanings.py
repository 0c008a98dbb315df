"""One line for a player about everything that can be pointed at in Makhup."""

from ..core.contract.meanings import Meaning
from ..kikisen.meanings import NUMBER_MEANING, SHARED

MEANINGS = (
    NUMBER_MEANING,
    *SHARED,
    Meaning(
        "closed",
        "Cards of the table that nothing can be laid on any more.",
        "MHP-4.1",
        sign="closed",
    ),
)
