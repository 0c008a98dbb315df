"""Explanations of the moves of SEKI, by their names."""

from collections.abc import Callable

import numpy as np

from fudaba.common.languages import N_, translator

from ...core.contract.fields import ActionKind, decode
from ...core.kit.seats import seat_after
from ...core.scene.about import About, Meaning, Topic
from ...core.scene.scene import Move
from ...core.words.sentences import sentences
from .. import state as seki
from ..options import SekiOptions
from .cards import about_card, effect, in_words, number_after_dig_up, of_symbols
from .roles import ACTIVATE, ACTIVATE_AS

BACKS = (N_("card"), N_("number"), N_("symbol"))
GUESSED = (range(1, 5), range(6, 10))  # and then 0 or 5
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

_, _n = translator("seki")


def _trash(rules: SekiOptions, number: int) -> str:
    if number == 0:
        return _(
            "The card goes on top of the pile. Then anything beats it, and you have the reset "
            "right."
        )
    return _(
        "The card goes on top of the pile. Then {number} is to be beaten, and you have the reset "
        "right.",
        number=number,
    )


def _discard(rules: SekiOptions, number: int) -> str:
    if number == 0:
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
    """Returns the effect of a pass with the reset right, as the end of a sentence (SEKI-4.9)."""
    if rules.reset_flip:
        acts = _("remove the pile, turn up a new first card, and trash or pass")
    else:
        acts = _(AFTER_A_RESET[rules.pass_after_reset])
    return _("draw a card, then {acts}", acts=acts) if rules.reset_pass_draw else acts


def _pass(rules: SekiOptions) -> str:
    if rules.pass_trash_drawn:
        drawn = _("You draw a number and may trash it if it beats the pile.")
    else:
        drawn = _("You draw a number and keep it.")
    return sentences(drawn, _("With the reset right you instead {acts}.", acts=reset(rules)))


def _use(kind: int, rules: SekiOptions) -> str:
    return sentences(effect(kind, rules), _("The symbol is spent."))


def _act_as(kind: int, rules: SekiOptions) -> str:
    return sentences(effect(kind, rules), _("No card is spent."))


def _take_kind(rules: SekiOptions, kind: int) -> str:
    return sentences(_("It comes into your hand."), effect(kind, rules))


def _dig_up(rules: SekiOptions) -> str:
    if rules.dig_up_takes_right:
        place = _(
            "The card takes the place of the pile's top card, which comes into your hand, and you "
            "get the reset right."
        )
    else:
        place = _("The card takes the place of the pile's top card, which comes into your hand.")
    return sentences(place, number_after_dig_up(rules))


def _guess(rules: SekiOptions, guess: int) -> str:
    if guess == len(GUESSED):
        return _(DOUBLE_GUESSES[rules.gambler_hit_card])
    return _(GUESSES[rules.gambler_hit_card], numbers=in_words(GUESSED[guess]))


def _exclude(rules: SekiOptions) -> str:
    if rules.exclusion_face_up:
        gone = _("The card leaves the game for good.")
    else:
        gone = _("The card leaves the game for good, face down.")
    return sentences(gone, _("Your role then brings you another one."))


def _freeze_back(rules: SekiOptions, back: int) -> str:
    return _(
        "A random face-down {back} stays in that hand until your next turn: nobody can play "
        "it, trade it or take it.",
        back=_(BACKS[back]),
    )


def _mark_back(rules: SekiOptions, back: int) -> str:
    return _(
        "A random face-down {back} of this player turns face up for good: everybody sees it in "
        "any hand.",
        back=_(BACKS[back]),
    )


# What a move is

USE = of_symbols("use", _use, "SEKI-4.6")
ACT_AS = of_symbols("act as", _act_as, "SEKI-5.13")
TRASH = Topic("trash card", "SEKI-4.5, 4.2").means(_trash)
PASS_TURN = Topic("pass", "SEKI-4.8, 4.9", terms=("pass",)).means(_pass)
KEEP_DRAWN = Topic("keep drawn", "SEKI-4.8").means(
    "The card stays in your hand, and your turn ends."
)
STOP = Topic("stop", "SEKI-4.16", terms=("stop",)).means(
    "You choose no further card: the effect goes on with what you chose, or ends."
)

# Trades, discards and DIG UP

TRADE = Topic("trade card", "SEKI-5.2").means(
    "You lay this card face down, then choose the player who gets it. You get a random card back."
)
CHOOSE_PLAYER = Topic("choose player", "SEKI-5.2, 5.11").means(
    "You swap the card that you chose for a random card of this player; or as POLICE "
    "OFFICER you turn such a card face up for good.",
    when=lambda rules: rules.police_scope == "one",
    otherwise=Meaning(
        "You swap the card that you chose for a random card of this player, but not for a frozen "
        "one."
    ),
)
DISCARD_NUMBER = Topic("discard number", "SEKI-4.2, 5.4, 5.10").means(_discard)
DISCARD_SYMBOL = Topic("discard symbol", "SEKI-4.2, 5.4, 5.10").means(
    "The symbol goes to the symbol graveyard without any effect."
)
DIG_UP = Topic("dig up", "SEKI-5.3").means(_dig_up)

# Choices of roles

PUT_BELOW = Topic("put below", "SEKI-5.5").means(
    "The first of your two numbers: it goes on the pile, and the second one on top of it."
)
PUT_ON_TOP = Topic("put on top", "SEKI-5.5").means(
    "The second of your two numbers: it goes on top of the first. Then you declare the "
    "number to beat."
)
DECLARE_SUM = Topic("declare sum", "SEKI-5.5", terms=("declare sum",)).means(
    "The last digit of your two numbers' sum is to be beaten, until another number is "
    "trashed or discarded, or the pile is reset."
)
DECLARE_DIFFERENCE = Topic("declare difference", "SEKI-5.5", terms=("declare difference",)).means(
    "Your larger number less the smaller one is to be beaten, until another number is "
    "trashed or discarded, or the pile is reset."
)
EXCLUDE = Topic("exclude", "SEKI-5.6, 5.14").means(_exclude)
TAKE_KIND = Topic("take kind", "SEKI-5.12").means(_take_kind)
TAKE = Topic("take", "SEKI-5.6").means(
    "The card comes into your hand, and all see it. The number to beat stays, unless no "
    "card is left.",
    when=lambda rules: rules.angler_last_card == "pile_empty",
    otherwise=Meaning("The card comes into your hand, and all see it. The number to beat stays."),
)
KEEP = Topic("keep", "SEKI-5.8").means(
    "You keep this one; the rest of the pool is shuffled and dealt back."
)
GUESS = Topic("guess", "SEKI-5.10").means(_guess)
FREEZE = Topic("freeze card", "SEKI-5.7").means(
    "This card, which lies face up, stays in that hand until your next turn: nobody can "
    "play it, trade it or take it."
)
FREEZE_BACK = Topic("freeze back", "SEKI-5.7").means(_freeze_back)
MARK_BACK = Topic("mark back", "SEKI-5.11").means(_mark_back)
GIVE = Topic("give", "SEKI-5.12").means(
    "You show this symbol, and take one of your choice from the symbol deck for it. It "
    "leaves the game."
)
SPECIAL = Topic("special", "SEKI-5.16", terms=("special", "special trash")).means(
    "You draw a card. Then you may trash a number that beats the pile, and another one "
    "that is equal or the next stronger."
)


def move(state: np.void, action: int) -> Move:
    """Returns the topic of a step of a move, with the card and the player in it."""
    kind, position = decode(seki.ACTIONS, action)
    phase = int(state["phase"])
    if kind is seki.CARD:
        is_marked = bool(state["marked"][position])
        card = about_card(position, is_marked=is_marked)
        about, is_own = _about_choice(phase, position), state["zone"][position] == state["to_move"]
        return Move(about, (card,)) if is_own else Move(about, targets=(card,))
    if kind is seki.TARGET:
        player = int(seat_after(state, int(state["to_move"]), position + 1))
        return Move(CHOOSE_PLAYER(), seats=(player,))
    if kind is seki.ACTIVATE:
        return Move(ACTIVATE[int(state["role"][state["to_move"]])]())
    if kind is seki.COPY:
        return Move(ACTIVATE_AS[position]())
    if kind is seki.KIND:
        is_magician = phase == seki.MAGICIAN_KIND
        return Move(ACT_AS[position]() if is_magician else TAKE_KIND(kind=position))
    if kind is seki.BACK:
        return Move((MARK_BACK if phase == seki.POLICE_BACK else FREEZE_BACK)(back=position))
    return Move(_about_word(kind, position, phase))


def _about_word(kind: ActionKind, position: int, phase: int) -> About:
    """Returns the topic of a step without a card or a player."""
    if kind is seki.GUESS:
        return GUESS(guess=position)
    if kind is seki.DECLARE:
        return (DECLARE_SUM, DECLARE_DIFFERENCE)[position]()
    if kind is seki.STOP:
        return KEEP_DRAWN() if phase == seki.PASS_DRAWN else STOP()
    return PASS_TURN() if kind is seki.PASS else SPECIAL()


CHOICES: dict[int, Callable[..., About]] = {
    seki.TRADE_CARD: TRADE, seki.TRADE_AGAIN: TRADE, seki.DIG_UP_NUMBER: DIG_UP,
    seki.ALCHEMIST_FIRST: PUT_BELOW, seki.ALCHEMIST_SECOND: PUT_ON_TOP, seki.ANGLER_CARD: EXCLUDE,
    seki.ANGLER_GRAVE: TAKE, seki.EMPEROR_PICK: KEEP, seki.HACKER_PICK: FREEZE,
    seki.HUNTER_GIVE: GIVE, seki.MILLIONAIRE_NUMBER: EXCLUDE,
}  # fmt: skip
DISCARDS = (seki.DISCARD_CARD, seki.GAMBLER_DISCARD)


def _about_choice(phase: int, card: int) -> About:
    """Returns the topic of the choice of a card."""
    if phase in CHOICES:
        return CHOICES[phase]()
    number = seki.number_of(card)
    if phase in DISCARDS:
        return DISCARD_NUMBER(number=number) if seki.is_number(card) else DISCARD_SYMBOL()
    return TRASH(number=number) if seki.is_number(card) else USE[seki.kind_of(card)]()


# What decides for greedy: by the weight of its heuristic, what that means to a player.
USE_REASON = N_("Symbols go when no number should.")
TRADE_STRENGTH_REASON = N_("Symbols can nearly always be used, so they can wait.")
REASONS = {
    "stranded": N_("The last card may be neither a 0 nor a symbol, so another one is kept."),
    "zero_strength": N_("A 0 fits on anything, so it is worth having."),
    "discard_strength": N_("DISCARD gets rid of any last card."),
    "trade_strength": TRADE_STRENGTH_REASON,
    "dig_up_strength": TRADE_STRENGTH_REASON,
    "reverse_strength": TRADE_STRENGTH_REASON,
    "use": USE_REASON,
    "trash": N_("Numbers go before symbols, and weak ones first."),
    "trash_zero": N_("A 0 can be spared now."),
    "trash_strong": N_("Somebody may finish, so a strong number goes now."),
    "reset": N_("A reset gives a turn on an empty pile."),
    "use_discard": USE_REASON,
    "activate_bonus": N_("The role brings another turn and costs no card."),
    "activate_stuck": N_("The role is better than drawing a card."),
    "few_cards": N_("Somebody has few cards left."),
    "weak": N_("Only weak cards are traded away."),
}
