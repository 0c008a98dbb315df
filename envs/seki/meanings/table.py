"""Explanations of the plates, notes and zones of the table of SEKI."""

from fudaba.common.languages import N_, translator

from ...core.scene.about import Topic
from ...core.words.sentences import sentences
from ..options import SekiOptions
from ..text.words import POINTS
from .cards import needed_on

BY_PASSING = {  # by reset_pass_draw and reset_flip
    (False, False): N_(
        "By passing, the player with the reset right removes the pile and acts again."
    ),
    (True, False): N_(
        "By passing, the player with the reset right draws a card, removes the pile and acts again."
    ),
    (False, True): N_(
        "By passing, the player with the reset right removes the pile, turns up a new first card, "
        "and may then only trash or pass."
    ),
    (True, True): N_(
        "By passing, the player with the reset right draws a card, removes the pile, turns up a "
        "new first card, and may then only trash or pass."
    ),
}
BEATING = {  # by allow_equal and the direction
    (False, "normal"): N_("A higher number beats the pile"),
    (True, "normal"): N_("A higher or equal number beats the pile"),
    (False, "reversed"): N_("A lower number beats the pile"),
    (True, "reversed"): N_("A lower or equal number beats the pile"),
}

_, _n = translator("seki")

# Plates


def _place(rules: SekiOptions, place: int) -> str:
    return _(
        "This player has place {place} of this game, worth {points} unless players share it.",
        place=place,
        points=POINTS.words(rules.points_by_place[place - 1]),
    )


def reset_right(rules: SekiOptions) -> str:
    """Returns what the holder of the reset right can do (SEKI-4.9)."""
    if rules.dig_up_takes_right:
        next_holder = _("Whoever puts a number there next gets the right.")
    else:
        next_holder = _("Whoever trashes or discards a number next gets the right.")
    return sentences(_(BY_PASSING[rules.reset_pass_draw, rules.reset_flip]), next_holder)


PLACE = Topic("place", "SEKI-6.1, 6.2, 6.4").means(_place)
RESET_RIGHT = Topic(
    "reset right",
    "SEKI-4.9",
    terms=("reset right", "the reset right"),
    signs={N_("reset right"): {}},
).means(reset_right)
TRASHED = Topic("trashed", "SEKI-4.5", terms=("trashed",)).means(
    "In the last turn, this player trashed a number card."
)
USED_SYMBOL = Topic("used a symbol", "SEKI-4.6").means(
    "In the last turn, this player used a symbol card."
)
USED_ROLE = Topic("used the role", "SEKI-4.7").means(
    "In the last turn, this player turned up the role and used it."
)
ACTIVATED = Topic("activated", "SEKI-4.7", terms=("activated",), signs={N_("activated"): {}}).means(
    "The role was turned up and used. It works once in a game."
)
PASSED = Topic("passed", "SEKI-4.8", terms=("passed",)).means(
    "In the last turn, this player passed and drew a number card, if one was left."
)
RESET_PILE = Topic("reset the pile", "SEKI-4.9").means(
    "This player has just removed the pile by passing, and acts again."
)
UNKNOWN_ROLE = Topic(
    "unknown role",
    "SEKI-3.3, 4.7",
    signs={N_("? (face down)"): {}},
    labels=lambda topic: (("?", topic()),),
).means("A role that you don't know. Its holder sees it and may activate it once.")
FACE_DOWN = Topic("face down", "SEKI-2.5, 3.5", terms=("face down",)).means(
    "Hidden from the others: a card in a hand, a deck, or a role that is not used yet."
)
FACE_UP = Topic(
    "face up", "SEKI-3.3, 5.11", terms=("come out", "face up"), signs={N_("face up"): {}}
).means(
    "Seen by all: the roles EMPEROR and NEW GRAD from the start, and cards that POLICE "
    "OFFICER turned up."
)
NUM_FROZEN = Topic("frozen cards", "SEKI-5.7").means(
    "So many cards of this hand can't be played, traded or taken until the next turn of "
    "whoever froze them."
)


def _back_frozen(rules: SekiOptions, is_symbol: int) -> str:
    return _(
        "A {back} in this hand can't be played, traded or taken until the next turn of the "
        "player who froze it.",
        back=_("symbol") if is_symbol else _("number"),
    )


BACK_FROZEN = Topic("frozen back", "SEKI-5.7").means(_back_frozen)
NUM_SYMBOLS = Topic("symbols in hand", "SEKI-3.5").means(
    "The symbol cards in this hand; their backs tell them from numbers."
)
POINTS_SO_FAR = Topic("points so far", "SEKI-6.2, 6.3").means(
    "The points that this player has from the finished games of the match."
)


# Notes


def _pile_number(rules: SekiOptions, number: int) -> str:
    return _with_needed(_("The number to beat is {number}.", number=number), number, rules)


def _declared(rules: SekiOptions, number: int) -> str:
    line = _("ALCHEMIST declared {number} as the number to beat.", number=number)
    return _with_needed(line, number, rules)


def _card_gone(rules: SekiOptions, number: int) -> str:
    line = _("The card was taken, but {number} is still to be beaten.", number=number)
    return _with_needed(line, number, rules)


def _with_needed(line: str, number: int, rules: SekiOptions) -> str:
    needed = needed_on(number, rules)
    return sentences(line, _("You can trash {needed}.", needed=needed))


def _direction(rules: SekiOptions, is_reversed: int) -> str:
    direction = "reversed" if is_reversed else "normal"
    return _(
        "{beating}; a 0 beats every number, and every number beats a 0. REVERSE turns the "
        "direction.",
        beating=_(BEATING[rules.allow_equal, direction]),
    )


PILE_EMPTY = Topic("pile empty", "SEKI-4.1, 4.5", terms=("pile empty",)).means(
    "You can trash any number, except a 0 as your last card."
)
PILE_NUMBER = Topic("pile number", "SEKI-2.6, 4.1").means(_pile_number)
PILE_DECLARED = Topic("pile declared", "SEKI-2.6, 5.5").means(_declared)
PILE_GONE = Topic("pile card gone", "SEKI-2.6, 5.3, 5.6").means(_card_gone)
DIRECTION = Topic("direction of play", "SEKI-2.4, 4.1").means(_direction)
STALLED = Topic("turns without progress", "SEKI-6.4").means(
    "So many turns in a row were passes without a draw. After {end} the game ends, and "
    "fewer cards are better."
)
GAMES_LEFT = Topic("games left", "SEKI-6.3").means(
    "The match goes on after this game; the points of its {num_games} games are added up."
)


# Zones


def _symbol_deck(rules: SekiOptions) -> str:
    takers = [name for name in (N_("HUNTER"), N_("MILLIONAIRE")) if name in rules.roles]
    if not takers:
        taken = _("No role of this table takes cards from it.")
    elif len(takers) == 1:
        taken = _("Only {role} takes cards from it.", role=_(takers[0]))
    else:
        taken = _("Only HUNTER and MILLIONAIRE take cards from it.")
    return sentences(_("Symbol cards that were not dealt."), taken)


def _excluded(rules: SekiOptions) -> str:
    hidden = "" if rules.exclusion_face_up else _("You see only the cards that you know.")
    gone = _("Out of play for good: piles that were reset, and cards that roles removed.")
    return sentences(gone, hidden)


NUMBER_DECK = Topic("number deck", "SEKI-4.8, 5.0", terms=("number deck", "deck")).means(
    "Number cards, face down. Whoever passes without the reset right draws the top one. It "
    "is never refilled."
)
SYMBOL_DECK = Topic("symbol deck", "SEKI-3.1, 5.12, 5.14", terms=("symbol deck",)).means(
    _symbol_deck
)
SYMBOL_ORDER = Topic("symbol deck from its top", "SEKI-5.12, 7.6").means(
    "Its order, which you saw as HUNTER: the first symbol is the next one."
)
PILE = Topic(
    "pile", "SEKI-2.5, 4.1", terms=("number graveyard", "pile"), signs={N_("pile"): {}}
).means(
    "The numbers that were trashed, the newest at the right. To trash a number you must "
    "beat the pile; a reset removes all of it."
)
SYMBOL_GRAVEYARD = Topic("symbol graveyard", "SEKI-2.5, 5.6", terms=("symbol graveyard",)).means(
    "Symbols that were used or thrown away. ANGLER can take one of them back."
)
EXCLUDED = Topic(
    "excluded",
    "SEKI-2.5, 5.0",
    terms=("exclude", "excluded", "exclusion zone", "out of play"),
    signs={N_("excluded"): {}},
).means(_excluded)
IN_USE = Topic("in use", "SEKI-4.6", terms=("in use",)).means(
    "The symbol whose effect is under way. Then it goes to the symbol graveyard."
)
POOL = Topic("pool", "SEKI-5.8", terms=("pool",)).means(
    "All players' cards, which you see as EMPEROR: keep one, and the rest is shuffled and "
    "dealt back."
)
OFFERED = Topic("offered", "SEKI-5.12", terms=("offered",)).means(
    "The symbols that HUNTER gives for others of the symbol deck. They then leave the game."
)
