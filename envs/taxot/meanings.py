"""One line for a player about everything that can be pointed at in Taxot."""

from ..kikisen.meanings import CARD_MEANING, SHARED

MEANINGS = (
    CARD_MEANING,
    *SHARED,
)
