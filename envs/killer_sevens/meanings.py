"""One line for a player about everything that can be pointed at in Killer Sevens."""

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
        "KIL-4.1",
        sign="[ ]",
    ),
    Meaning(
        "x",
        "A dead place: its card can't be laid any more.",
        "KIL-2.2",
        sign="x",
    ),
    Meaning(
        r"\(.+\)",
        "A dead card in a hand.",
        "KIL-2.2",
        sign="(9)",
    ),
)
