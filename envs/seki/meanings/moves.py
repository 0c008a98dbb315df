"""What the moves of SEKI do, by their names."""

import re

from ...core.contract.meanings import Meaning
from ..options import SekiOptions
from .cards import NUMBER_CARD, SYMBOL_CARD, SYMBOL_CLAUSES, effect, number_after_dig_up

HIT_CARD = {
    "stays_on_top": "stays on the deck, known to all",
    "excluded": "leaves the game",
    "number_graveyard": "goes on the pile first",
}
CARD = rf"({NUMBER_CARD}|{SYMBOL_CARD})"


def _trash(found: re.Match[str], _: SekiOptions) -> str:
    number = found["number"]
    then = "Then anything beats it" if number == "0" else f"Then {number} is to be beaten"
    return f"The card goes on top of the pile. {then}, and you have the reset right."


def _discard(found: re.Match[str], _: SekiOptions) -> str:
    number = found["number"]
    then = "anything beats it then" if number == "0" else f"{number} is to be beaten then"
    return f"It goes on the pile, however weak: {then}, and you have the reset right."


def reset(rules: SekiOptions) -> str:
    """Returns what a pass with the reset right does, as the end of a sentence (SEKI-4.9)."""
    draw = "draw a card, then " if rules.reset_pass_draw else ""
    if rules.reset_flip:
        return f"{draw}remove the pile, turn up a new first card, and trash or pass"
    after = {"allowed": "", "no_trash": ", but trash no card that you draw then",
             "forbidden": ", and can't pass unless you must"}  # fmt: skip
    return f"{draw}remove the pile and act again{after[rules.pass_after_reset]}"


def _pass(_: re.Match[str], rules: SekiOptions) -> str:
    trash = "and may trash it if it beats the pile" if rules.pass_trash_drawn else "and keep it"
    return f"You draw a number {trash}. With the reset right you instead {reset(rules)}."


def _use(found: re.Match[str], rules: SekiOptions) -> str:
    return f"{effect(_symbol(found), rules)} The symbol is spent."


def _act_as(found: re.Match[str], rules: SekiOptions) -> str:
    return f"{effect(_symbol(found), rules)} No card is spent."


def _take_kind(found: re.Match[str], rules: SekiOptions) -> str:
    return f"It comes into your hand. {effect(_symbol(found), rules)}"


def _symbol(found: re.Match[str]) -> str:
    return str(found["symbol"]).upper()


def _dig_up(_: re.Match[str], rules: SekiOptions) -> str:
    right = ", and you get the reset right" if rules.dig_up_takes_right else ""
    place = "The card takes the place of the pile's top card, which comes into your hand"
    return f"{place}{right}. {number_after_dig_up(rules)}"


def _guess(found: re.Match[str], rules: SekiOptions) -> str:
    is_double = found["numbers"] == "0 or 5"
    cards, more = ("two cards", " and one more") if is_double else ("a card", "")
    return (
        f"If the next number is {found['numbers']}, it {HIT_CARD[rules.gambler_hit_card]}, and you "
        f"discard {cards}; if not, you take it{more}."
    )


def _exclude(_: re.Match[str], rules: SekiOptions) -> str:
    seen = "" if rules.exclusion_face_up else ", face down"
    return f"The card leaves the game for good{seen}. Your role then brings you another one."


def _take(_: re.Match[str], rules: SekiOptions) -> str:
    is_emptied = rules.angler_last_card == "pile_empty"
    stays = "The number to beat stays" + ", unless no card is left" * is_emptied
    return f"The card comes into your hand, and all see it. {stays}."


def _choose_player(_: re.Match[str], rules: SekiOptions) -> str:
    trade = "You swap the card that you chose for a random card of this player"
    if rules.police_scope == "one":
        return f"{trade}; or as POLICE OFFICER you turn such a card face up for good."
    return f"{trade}, but not for a frozen one."


MOVES = (
    # A turn.
    Meaning(rf"trash {NUMBER_CARD}", _trash, "SEKI-4.5, 4.2"),
    *(
        Meaning(rf"use (?P<symbol>{name})( [a-d])?", _use, f"SEKI-4.6, {clause}")
        for name, clause in SYMBOL_CLAUSES.items()
    ),
    Meaning("pass", _pass, "SEKI-4.8, 4.9"),
    Meaning("keep the drawn card", "The card stays in your hand, and your turn ends.", "SEKI-4.8"),
    Meaning(
        "stop",
        "You choose no further card: the effect goes on with what you chose, or ends.",
        "SEKI-4.16",
    ),
    # Trades, discards and DIG UP.
    Meaning(
        rf"trade {CARD}",
        "You lay this card face down, then choose the player who gets it. You get a random card "
        "back.",
        "SEKI-5.2",
    ),
    Meaning(r"choose player_\d", _choose_player, "SEKI-5.2, 5.11"),
    Meaning(rf"discard {NUMBER_CARD}", _discard, "SEKI-4.2, 5.4, 5.10"),
    Meaning(
        rf"discard {SYMBOL_CARD}",
        "The symbol goes to the symbol graveyard without any effect.",
        "SEKI-4.2, 5.4, 5.10",
    ),
    Meaning(rf"dig up with {NUMBER_CARD}", _dig_up, "SEKI-5.3"),
    # Choices of roles.
    Meaning(
        rf"put {NUMBER_CARD} on the pile",
        "The first of your two numbers: it goes on the pile, and the second one on top of it.",
        "SEKI-5.5",
    ),
    Meaning(
        rf"put {NUMBER_CARD} on top",
        "The second of your two numbers: it goes on top of the first. Then you declare the number "
        "to beat.",
        "SEKI-5.5",
    ),
    Meaning(
        "declare (the )?sum",
        "The last digit of your two numbers' sum is to be beaten, until another number is trashed "
        "or discarded, or the pile is reset.",
        "SEKI-5.5",
    ),
    Meaning(
        "declare (the )?difference",
        "Your larger number less the smaller one is to be beaten, until another number is trashed "
        "or discarded, or the pile is reset.",
        "SEKI-5.5",
    ),
    Meaning(rf"exclude {CARD}", _exclude, "SEKI-5.6, 5.14"),
    Meaning("take (?P<symbol>REVERSE|TRADE|DIG UP|DISCARD)", _take_kind, "SEKI-5.12"),
    Meaning(rf"take {CARD}", _take, "SEKI-5.6"),
    Meaning(
        rf"keep {CARD}",
        "You keep this one; the rest of the pool is shuffled and dealt back.",
        "SEKI-5.8",
    ),
    Meaning("guess (?P<numbers>1 to 4|6 to 9|0 or 5)", _guess, "SEKI-5.10"),
    Meaning(
        rf"freeze {CARD}",
        "This card, which lies face up, stays in that hand until your next turn: nobody can play "
        "it, trade it or take it.",
        "SEKI-5.7",
    ),
    Meaning(
        "freeze a face-down (?P<back>card|number|symbol)",
        "A random face-down {back} stays in that hand until your next turn: nobody can play it, "
        "trade it or take it.",
        "SEKI-5.7",
    ),
    Meaning(
        "mark a face-down (?P<back>card|number|symbol)",
        "A random face-down {back} of this player turns face up for good: everybody sees it in any "
        "hand.",
        "SEKI-5.11",
    ),
    Meaning(
        rf"give {SYMBOL_CARD}",
        "You show this symbol, and take one of your choice from the symbol deck for it. It leaves "
        "the game.",
        "SEKI-5.12",
    ),
    *(
        Meaning(rf"act as (?P<symbol>{name})", _act_as, f"SEKI-5.13, {clause}")
        for name, clause in SYMBOL_CLAUSES.items()
    ),
    Meaning(
        "special( trash)?",
        "You draw a card. Then you may trash a number that beats the pile, and another one that is "
        "equal or the next stronger.",
        "SEKI-5.16",
    ),
)
