"""One line for a player about everything that can be pointed at in Cyclic."""

from ..core.contract.meanings import Meaning
from ..kikisen.meanings import CARD_MEANING, SHARED

MEANINGS = (
    CARD_MEANING,
    *SHARED,
    Meaning(
        r"[br]0\(.\)",
        "A nothing that stands for a 3 of its colour.",
        "CYC-5.1",
        sign="b0(3)",
    ),
)
