"""What the moves of SEKI do, by their names."""

import re

from ....languages import N_, words
from ...core.contract.meanings import Meaning
from ...core.words.sentences import sentences
from ..options import SekiOptions
from .cards import NUMBER_CARD, SYMBOL_CARD, SYMBOL_CLAUSES, effect, in_words, number_after_dig_up

CARD = rf"({NUMBER_CARD}|{SYMBOL_CARD})"
BACKS = (N_("card"), N_("number"), N_("symbol"))
BACK = f"(?P<back>{'|'.join(BACKS)})"
GUESSES = {  # by what becomes of the turned card
    "stays_on_top": N_(
        "If the next number is {numbers}, it stays on the deck, known to all, and you discard a "
        "card; if not, you take it."
    ),
    "excluded": N_(
        "If the next number is {numbers}, it leaves the game, and you discard a card; if not, you "
        "take it."
    ),
    "number_graveyard": N_(
        "If the next number is {numbers}, it goes on the pile first, and you discard a card; if "
        "not, you take it."
    ),
}
DOUBLE_GUESSES = {
    "stays_on_top": N_(
        "If the next number is 0 or 5, it stays on the deck, known to all, and you discard two "
        "cards; if not, you take it and one more."
    ),
    "excluded": N_(
        "If the next number is 0 or 5, it leaves the game, and you discard two cards; if not, you "
        "take it and one more."
    ),
    "number_graveyard": N_(
        "If the next number is 0 or 5, it goes on the pile first, and you discard two cards; if "
        "not, you take it and one more."
    ),
}
AFTER_A_RESET = {
    "allowed": N_("remove the pile and act again"),
    "no_trash": N_("remove the pile and act again, but trash no card that you draw then"),
    "forbidden": N_("remove the pile and act again, and can't pass unless you must"),
}

_, _n = words("seki")


def _trash(found: re.Match[str], _rules: SekiOptions) -> str:
    number = found["number"]
    if number == "0":
        return _(
            "The card goes on top of the pile. Then anything beats it, and you have the reset "
            "right."
        )
    return _(
        "The card goes on top of the pile. Then {number} is to be beaten, and you have the reset "
        "right.",
        number=number,
    )


def _discard(found: re.Match[str], _rules: SekiOptions) -> str:
    number = found["number"]
    if number == "0":
        return _(
            "It goes on the pile, however weak: anything beats it then, and you have the reset "
            "right."
        )
    return _(
        "It goes on the pile, however weak: {number} is to be beaten then, and you have the reset "
        "right.",
        number=number,
    )


def reset(rules: SekiOptions) -> str:
    """Returns what a pass with the reset right does, as the end of a sentence (SEKI-4.9)."""
    if rules.reset_flip:
        acts = _("remove the pile, turn up a new first card, and trash or pass")
    else:
        acts = _(AFTER_A_RESET[rules.pass_after_reset])
    return _("draw a card, then {acts}", acts=acts) if rules.reset_pass_draw else acts


def _pass(_found: re.Match[str], rules: SekiOptions) -> str:
    if rules.pass_trash_drawn:
        drawn = _("You draw a number and may trash it if it beats the pile.")
    else:
        drawn = _("You draw a number and keep it.")
    return sentences(drawn, _("With the reset right you instead {acts}.", acts=reset(rules)))


def _use(found: re.Match[str], rules: SekiOptions) -> str:
    return sentences(effect(_symbol(found), rules), _("The symbol is spent."))


def _act_as(found: re.Match[str], rules: SekiOptions) -> str:
    return sentences(effect(_symbol(found), rules), _("No card is spent."))


def _take_kind(found: re.Match[str], rules: SekiOptions) -> str:
    return sentences(_("It comes into your hand."), effect(_symbol(found), rules))


def _symbol(found: re.Match[str]) -> str:
    return str(found["symbol"]).upper()


def _dig_up(_found: re.Match[str], rules: SekiOptions) -> str:
    if rules.dig_up_takes_right:
        place = _(
            "The card takes the place of the pile's top card, which comes into your hand, and you "
            "get the reset right."
        )
    else:
        place = _("The card takes the place of the pile's top card, which comes into your hand.")
    return sentences(place, number_after_dig_up(rules))


def _guess(found: re.Match[str], rules: SekiOptions) -> str:
    first, last = int(found["numbers"][0]), int(found["numbers"][-1])
    if first == 0:
        return _(DOUBLE_GUESSES[rules.gambler_hit_card])
    return _(GUESSES[rules.gambler_hit_card], numbers=in_words(range(first, last + 1)))


def _exclude(_found: re.Match[str], rules: SekiOptions) -> str:
    if rules.exclusion_face_up:
        gone = _("The card leaves the game for good.")
    else:
        gone = _("The card leaves the game for good, face down.")
    return sentences(gone, _("Your role then brings you another one."))


def _take(_found: re.Match[str], rules: SekiOptions) -> str:
    if rules.angler_last_card == "pile_empty":
        return _(
            "The card comes into your hand, and all see it. The number to beat stays, unless no "
            "card is left."
        )
    return _("The card comes into your hand, and all see it. The number to beat stays.")


def _choose_player(_found: re.Match[str], rules: SekiOptions) -> str:
    if rules.police_scope == "one":
        return _(
            "You swap the card that you chose for a random card of this player; or as POLICE "
            "OFFICER you turn such a card face up for good."
        )
    return _(
        "You swap the card that you chose for a random card of this player, but not for a frozen "
        "one."
    )


MOVES = (
    # A turn.
    Meaning(rf"trash {NUMBER_CARD}", _trash, "SEKI-4.5, 4.2"),
    *(
        Meaning(rf"use (?P<symbol>{name})( [a-d])?", _use, f"SEKI-4.6, {clause}")
        for name, clause in SYMBOL_CLAUSES.items()
    ),
    Meaning("pass", _pass, "SEKI-4.8, 4.9"),
    Meaning(
        "keep the drawn card", N_("The card stays in your hand, and your turn ends."), "SEKI-4.8"
    ),
    Meaning(
        "stop",
        N_("You choose no further card: the effect goes on with what you chose, or ends."),
        "SEKI-4.16",
    ),
    # Trades, discards and DIG UP.
    Meaning(
        rf"trade {CARD}",
        N_(
            "You lay this card face down, then choose the player who gets it. You get a random "
            "card back."
        ),
        "SEKI-5.2",
    ),
    Meaning(r"choose player_\d", _choose_player, "SEKI-5.2, 5.11"),
    Meaning(rf"discard {NUMBER_CARD}", _discard, "SEKI-4.2, 5.4, 5.10"),
    Meaning(
        rf"discard {SYMBOL_CARD}",
        N_("The symbol goes to the symbol graveyard without any effect."),
        "SEKI-4.2, 5.4, 5.10",
    ),
    Meaning(rf"dig up with {NUMBER_CARD}", _dig_up, "SEKI-5.3"),
    # Choices of roles.
    Meaning(
        rf"put {NUMBER_CARD} on the pile",
        N_("The first of your two numbers: it goes on the pile, and the second one on top of it."),
        "SEKI-5.5",
    ),
    Meaning(
        rf"put {NUMBER_CARD} on top",
        N_(
            "The second of your two numbers: it goes on top of the first. Then you declare the "
            "number to beat."
        ),
        "SEKI-5.5",
    ),
    Meaning(
        "declare (the )?sum",
        N_(
            "The last digit of your two numbers' sum is to be beaten, until another number is "
            "trashed or discarded, or the pile is reset."
        ),
        "SEKI-5.5",
    ),
    Meaning(
        "declare (the )?difference",
        N_(
            "Your larger number less the smaller one is to be beaten, until another number is "
            "trashed or discarded, or the pile is reset."
        ),
        "SEKI-5.5",
    ),
    Meaning(rf"exclude {CARD}", _exclude, "SEKI-5.6, 5.14"),
    Meaning("take (?P<symbol>REVERSE|TRADE|DIG UP|DISCARD)", _take_kind, "SEKI-5.12"),
    Meaning(rf"take {CARD}", _take, "SEKI-5.6"),
    Meaning(
        rf"keep {CARD}",
        N_("You keep this one; the rest of the pool is shuffled and dealt back."),
        "SEKI-5.8",
    ),
    Meaning("guess (?P<numbers>1 to 4|6 to 9|0 or 5)", _guess, "SEKI-5.10"),
    Meaning(
        rf"freeze {CARD}",
        N_(
            "This card, which lies face up, stays in that hand until your next turn: nobody can "
            "play it, trade it or take it."
        ),
        "SEKI-5.7",
    ),
    Meaning(
        f"freeze a face-down {BACK}",
        N_(
            "A random face-down {back} stays in that hand until your next turn: nobody can play "
            "it, trade it or take it."
        ),
        "SEKI-5.7",
    ),
    Meaning(
        f"mark a face-down {BACK}",
        N_(
            "A random face-down {back} of this player turns face up for good: everybody sees it in "
            "any hand."
        ),
        "SEKI-5.11",
    ),
    Meaning(
        rf"give {SYMBOL_CARD}",
        N_(
            "You show this symbol, and take one of your choice from the symbol deck for it. It "
            "leaves the game."
        ),
        "SEKI-5.12",
    ),
    *(
        Meaning(rf"act as (?P<symbol>{name})", _act_as, f"SEKI-5.13, {clause}")
        for name, clause in SYMBOL_CLAUSES.items()
    ),
    Meaning(
        "special( trash)?",
        N_(
            "You draw a card. Then you may trash a number that beats the pile, and another one "
            "that is equal or the next stronger."
        ),
        "SEKI-5.16",
    ),
)
