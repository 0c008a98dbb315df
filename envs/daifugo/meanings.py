"""One line for a player about everything that can be pointed at in Daifugo."""

from ..core.contract.meanings import Meaning

MEANINGS = (
    Meaning(
        r"\(.+\)|below it",
        "A card of the field that lies below the newest play.",
        "DFG-2.3",
        sign="(♥4)",
    ),
    Meaning(
        "joker",
        "Stands for any card; alone it beats every single.",
        "DFG-4.2, 4.6, 4.7",
        sign="joker",
    ),
    Meaning(
        r"joker\(.+\)",
        "A joker that stands for ♦4.",
        "DFG-4.2",
        sign="joker(♦4)",
    ),
)
