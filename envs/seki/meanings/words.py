"""What players' words mean in SEKI: those of its rules, notes on cards and kinds of moves."""

import re

from ....languages import N_, words
from ...core.contract.meanings import Meaning
from ..options import SekiOptions
from .table import reset_right

_, _n = words("seki")


def _beat(_found: re.Match[str], rules: SekiOptions) -> str:
    if rules.allow_equal:
        return _(
            "A number beats the pile if it is higher or equal, while REVERSED if it is lower or "
            "equal. A 0 beats every number, and every number beats a 0."
        )
    return _(
        "A number beats the pile if it is higher, while REVERSED if it is lower. A 0 beats every "
        "number, and every number beats a 0."
    )


def _finish(_found: re.Match[str], rules: SekiOptions) -> str:
    if rules.forbidden_finish_scope == "strict":
        return _(
            "Without cards you finish and get the best place left. You can't finish by trashing a "
            "0 or using a symbol, or by throwing one of these away."
        )
    return _(
        "Without cards you finish and get the best place left. You can't finish by trashing a 0 or "
        "using a symbol."
    )


def _draw(_found: re.Match[str], rules: SekiOptions) -> str:
    if rules.pass_trash_drawn:
        return _(
            "You take the top card of the number deck. Whoever passes draws, and may trash it at "
            "once if it beats the pile."
        )
    return _("You take the top card of the number deck. Whoever passes draws.")


def _points(_found: re.Match[str], rules: SekiOptions) -> str:
    *first, last = map(str, rules.points_by_place)
    return _(
        "From the first place to the last they are {first} and {last}.",
        first=_(", ").join(first),
        last=last,
    )


WORDS = (
    # The four moves.
    Meaning(
        "trash",
        N_(
            "You put a number card that beats the pile on it and get the reset right. A 0 can't be "
            "trashed as your last card."
        ),
        "SEKI-4.5, 4.1",
    ),
    Meaning(
        "use",
        N_(
            "You use a symbol card for its effect, and your turn ends. Your last card can't be "
            "used."
        ),
        "SEKI-4.6",
    ),
    Meaning(
        "activate", N_("You turn up your role and do what it says, once in a game."), "SEKI-4.7"
    ),
    Meaning("draw", _draw, "SEKI-4.8"),
    Meaning("reset", reset_right, "SEKI-4.9"),
    # Cards and the pile.
    Meaning(
        "numbers?( cards?)?",
        N_("A card from 0 to 9, four of each. You trash it on the pile if it beats it."),
        "SEKI-2.1, 4.5",
    ),
    Meaning(
        "symbols?( cards?)?",
        N_(
            "REVERSE, TRADE, DIG UP and DISCARD: you use them for their effect, but not as your "
            "last card."
        ),
        "SEKI-2.1, 4.6",
    ),
    Meaning(
        "roles?|panels?",
        N_(
            "Everybody has one; all but EMPEROR and NEW GRAD are secret until they are activated. "
            "It works once in a game, in your turn."
        ),
        "SEKI-2.3, 4.7",
    ),
    Meaning("beats?|strength", _beat, "SEKI-4.1"),
    Meaning(
        "indicator|direction",
        N_("Shows whether higher numbers beat, or while REVERSED lower ones. REVERSE turns it."),
        "SEKI-2.4, 5.1",
    ),
    Meaning(
        "natural", N_("The number to beat is that of the card on top of the pile."), "SEKI-2.6"
    ),
    Meaning(
        "declared",
        N_("The number to beat is the one that ALCHEMIST declared, not that of a card."),
        "SEKI-2.6, 5.5",
        sign="declared",
    ),
    Meaning(
        "card gone|ghost",
        N_("The number to beat stays, although its card was taken from the pile."),
        "SEKI-2.6, 5.3, 5.6",
        sign="card gone",
    ),
    Meaning(
        "next",
        N_("The top of the number deck, which everybody knows after a right guess of GAMBLER."),
        "SEKI-5.10",
        sign="next",
    ),
    Meaning(
        r"(?P<number>\d) next",
        N_(
            "The next card of the number deck is a {number}. Everybody knows it since a right "
            "guess of GAMBLER."
        ),
        "SEKI-5.10",
    ),
    Meaning(
        "graveyards?",
        N_("There are two: the pile of numbers, and the symbols that were used or thrown away."),
        "SEKI-2.5",
    ),
    Meaning(r"free( cards?)?", N_("A card of a hand that is not frozen."), "SEKI-1.4, 5.7"),
    Meaning(
        r"([ns][dg]|ex)(, ([ns][dg]|ex))*",
        N_(
            "In the rules: number deck (ND), symbol deck (SD), number graveyard (NG, the pile), "
            "symbol graveyard (SG) and exclusion zone (EX)."
        ),
        "SEKI-2.5",
        sign="ND, NG, EX",
    ),
    # The turn, the end and the points.
    Meaning(
        "bonus turn",
        N_(
            "After FORTUNE TELLER, HACKER or MILLIONAIRE the same player trashes, uses or passes "
            "once more."
        ),
        "SEKI-5.7, 5.9, 5.14",
        sign="bonus turn",
    ),
    Meaning("finish|last card", _finish, "SEKI-4.10, 4.12, 4.13"),
    Meaning(
        "parent",
        N_(
            "The player who takes the first turn of a game: in later games of a match the one who "
            "came last."
        ),
        "SEKI-3.2",
    ),
    Meaning("points?|places?", _points, "SEKI-6.1, 6.2"),
    Meaning(
        "stall",
        N_(
            "If {stall_rounds} rounds in a row bring only passes without a draw, the game ends, "
            "and fewer cards in hand are better."
        ),
        "SEKI-6.4",
    ),
)
