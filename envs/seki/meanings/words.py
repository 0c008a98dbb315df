"""Explanations of words in SEKI: words of the rules, notes on cards, kinds of moves."""

from fudaba.common.languages import N_, translator

from ...core.scene.about import Meaning, Topic
from ..options import SekiOptions
from .cards import symbol_labels
from .table import reset_right

_, _n = translator("seki")


def _points(rules: SekiOptions) -> str:
    *first, last = map(str, rules.points_by_place)
    return _(
        "From the first place to the last the points are {first} and {last}.",
        first=_(", ").join(first),
        last=last,
    )


TRASH = Topic("trash", "SEKI-4.5, 4.1", terms=("trash",)).means(
    "You put a number card that beats the pile on it and get the reset right. A 0 can't be "
    "trashed as your last card."
)
USE = Topic("use", "SEKI-4.6", terms=("use",)).means(
    "You use a symbol card for its effect, and your turn ends. Your last card can't be used."
)
ACTIVATE = Topic("activate", "SEKI-4.7", terms=("activate",)).means(
    "You turn up your role and do what it says, once in a game."
)
DRAW = Topic("draw", "SEKI-4.8", terms=("draw",)).means(
    "You take the top card of the number deck. Whoever passes draws, and may trash it at "
    "once if it beats the pile.",
    when=lambda rules: rules.pass_trash_drawn,
    otherwise=Meaning("You take the top card of the number deck. Whoever passes draws."),
)
RESET = Topic("reset", "SEKI-4.9", terms=("reset",)).means(reset_right)

# Cards and the pile

NUMBERS = Topic("numbers", "SEKI-2.1, 4.5", terms=("number", "number card")).means(
    "A card from 0 to 9, four of each. You trash it on the pile if it beats it."
)
SYMBOLS = Topic(
    "symbols", "SEKI-2.1, 4.6", terms=("symbol", "symbol card"), labels=symbol_labels
).means(
    "REVERSE, TRADE, DIG UP and DISCARD: you use them for their effect, but not as your last card."
)
ROLES = Topic("roles", "SEKI-2.3, 4.7", terms=("role", "panel")).means(
    "Everybody has one; all but EMPEROR and NEW GRAD are secret until they are activated. "
    "It works once in a game, in your turn."
)
BEATS = Topic("beats", "SEKI-4.1", terms=("beat", "strength")).means(
    "A number beats the pile if it is higher or equal, while REVERSED if it is lower or "
    "equal. A 0 beats every number, and every number beats a 0.",
    when=lambda rules: rules.allow_equal,
    otherwise=Meaning(
        "A number beats the pile if it is higher, while REVERSED if it is lower. A 0 beats every "
        "number, and every number beats a 0."
    ),
)
INDICATOR = Topic("direction", "SEKI-2.4, 5.1", terms=("indicator", "direction")).means(
    "Shows whether higher numbers beat, or while REVERSED lower ones. REVERSE turns it."
)
NATURAL = Topic("natural", "SEKI-2.6", terms=("natural",)).means(
    "The number to beat is that of the card on top of the pile."
)
DECLARED = Topic(
    "declared", "SEKI-2.6, 5.5", terms=("declared",), signs={N_("declared"): {}}
).means("The number to beat is the one that ALCHEMIST declared, not that of a card.")
CARD_GONE = Topic(
    "card gone", "SEKI-2.6, 5.3, 5.6", terms=("card gone", "ghost"), signs={N_("card gone"): {}}
).means("The number to beat stays, although its card was taken from the pile.")
NEXT = Topic("next", "SEKI-5.10", terms=("next",), signs={N_("next"): {}}).means(
    "The top of the number deck, which everybody knows after a right guess of GAMBLER."
)
NEXT_NUMBER = Topic("next number", "SEKI-5.10").means(
    "The next card of the number deck is a {number}. Everybody knows it since a right "
    "guess of GAMBLER."
)
GRAVEYARDS = Topic("graveyards", "SEKI-2.5", terms=("graveyard",)).means(
    "There are two: the pile of numbers, and the symbols that were used or thrown away."
)
FREE = Topic("free", "SEKI-1.4, 5.7", terms=("free", "free card")).means(
    "A card of a hand that is not frozen."
)
ZONES = Topic(
    "zones", "SEKI-2.5", terms=("nd", "sd", "ng", "sg", "ex"), signs={N_("ND, NG, EX"): {}}
).means(
    "In the rules: number deck (ND), symbol deck (SD), number graveyard (NG, the pile), "
    "symbol graveyard (SG) and exclusion zone (EX)."
)

# The turn, the end and the points

BONUS_TURN = Topic(
    "bonus turn", "SEKI-5.7, 5.9, 5.14", terms=("bonus turn",), signs={N_("bonus turn"): {}}
).means(
    "After FORTUNE TELLER, HACKER or MILLIONAIRE the same player trashes, uses or passes once more."
)
FINISH = Topic("finish", "SEKI-4.10, 4.12, 4.13", terms=("finish", "last card")).means(
    "Without cards you finish and get the best place left. You can't finish by trashing a "
    "0 or using a symbol, or by throwing one of these away.",
    when=lambda rules: rules.forbidden_finish_scope == "strict",
    otherwise=Meaning(
        "Without cards you finish and get the best place left. You can't finish by trashing a 0 or "
        "using a symbol."
    ),
)
PARENT = Topic("parent", "SEKI-3.2", terms=("parent",)).means(
    "The player who takes the first turn of a game: in later games of a match the one who "
    "came last."
)
POINTS = Topic("points", "SEKI-6.1, 6.2", terms=("point", "place")).means(_points)
STALL = Topic("stall", "SEKI-6.4", terms=("stall",)).means(
    "If {stall_rounds} rounds in a row bring only passes without a draw, the game ends, "
    "and fewer cards in hand are better."
)
