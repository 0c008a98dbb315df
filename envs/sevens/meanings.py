"""One line for a player about everything that can be pointed at in Sevens."""

from ..core.contract.meanings import Meaning

MEANINGS = (
    Meaning(
        "[SHDC♠♥♦♣] ?(A|2|3|4|5|6|7|8|9|10|J|Q|K)",
        "A card; moves write S for ♠, H for ♥, D for ♦ and C for ♣.",
        "",
        sign="S9",
    ),
    Meaning(
        r"\[\ \]",
        "A place where a card can be laid now.",
        "SEV-4.1, 4.3",
        sign="[ ]",
    ),
    Meaning(
        r"\(.+\)",
        "A card that is laid, but not yet linked to a seven.",
        "SEV-4.2",
        sign="(9)",
    ),
)
