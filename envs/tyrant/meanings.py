"""One line for a player about everything that can be pointed at in Tyrant."""

from ..core.contract.meanings import Meaning

MEANINGS = (
    Meaning(
        "[♠♥♦♣SHDC]",
        "A number card of a suit, its pips mean nothing; moves write S for ♠, H for ♥, D for ♦ and "
        "C for ♣.",
        "TYR-2.2",
        sign="♠",
    ),
    Meaning(
        r"[♠♥♦♣] ?\d+",
        "A column of the plaza with so many cards, and the power of one.",
        "TYR-2.6, 4.9",
        sign="♠4",
    ),
)
