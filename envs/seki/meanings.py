"""One line for a player about everything that can be pointed at in SEKI."""

from ..core.contract.meanings import Meaning

MEANINGS = (
    Meaning(
        r"\d[a-d]",
        "A number card; the letter tells the four cards of a kind apart.",
        "SEKI-2.1, 2.2",
        sign="3a",
    ),
    Meaning(
        r"(\d|.+ )[a-d]?\*|\*",
        "The card lies face up for good: everybody sees it in any hand.",
        "SEKI-5.11",
        sign="3a*",
    ),
    Meaning(
        r"\(.+\)",
        "The card is frozen: it stays in the hand and can't be chosen.",
        "SEKI-5.7",
        sign="(3a)",
    ),
    Meaning(
        "pile",
        "The number graveyard, its top at the right.",
        "SEKI-2.5, 4.1",
        sign="pile",
    ),
    Meaning(
        "natural",
        "The number of the card on top of the pile counts.",
        "SEKI-2.6",
        sign="natural",
    ),
    Meaning(
        "declared",
        "The number that ALCHEMIST declared counts.",
        "SEKI-2.6, 5.5",
        sign="declared",
    ),
    Meaning(
        "ghost",
        "The number still counts although its card was taken away.",
        "SEKI-2.6, 5.6",
        sign="ghost",
    ),
    Meaning(
        "next",
        "The top of the number deck, which all know after GAMBLER's hit.",
        "SEKI-5.10",
        sign="next",
    ),
    Meaning(
        r"reset\ right",
        "Whoever has it resets the pile by passing.",
        "SEKI-4.9",
        sign="reset right",
    ),
    Meaning(
        r"(\? ?)?\(?face down\)?",
        "A role that is not known yet.",
        "SEKI-3.3",
        sign="? (face down)",
    ),
    Meaning(
        r"come\ out",
        "A role that all know from the start.",
        "SEKI-3.3",
        sign="come out",
    ),
    Meaning(
        "activated",
        "A role that has been used, once a game.",
        "SEKI-4.7",
        sign="activated",
    ),
    Meaning(
        r"bonus\ turn",
        "One more action after a role's effect: trash, use or pass.",
        "SEKI-5.9",
        sign="bonus turn",
    ),
    Meaning(
        "excluded",
        "Out of play for good.",
        "SEKI-2.5, 5.0",
        sign="excluded",
    ),
    Meaning(
        "[ns][dg]|ex",
        "In the rules: number deck, number graveyard (the pile), exclusion zone; SD and SG are "
        "those of the symbols.",
        "SEKI-2.5",
        sign="ND, NG, EX",
    ),
)
