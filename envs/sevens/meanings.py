"""The topics of Sevens: all that a player can ask about, each with an explanatory line."""

import numpy as np

from fudaba.common.languages import N_, Ordinal, translator

from ..cards.french import NUM_RANKS, card_word, suit_word
from ..cards.french_words import (
    card_first,
    card_in_words,
    card_labels,
    suit_in_words,
    suit_labels,
)
from ..core.contract.fields import decode
from ..core.scene.about import Meaning, Topic
from ..core.scene.scene import Move
from ..core.words.sentences import sentences
from .options import SevensOptions
from .rules import cell_beyond
from .state import ACTIONS, JOKER_AT, NO_CELL, PASS, PLAY
from .state import JOKER as HOLDS_JOKER

_, _n = translator("sevens")

DIAMONDS = 2
ACE, SIX, SEVEN, EIGHT, KING = 0, 5, 6, 7, NUM_RANKS - 1

# Cards


def _card_line(rules: SevensOptions, card: int) -> str:
    """Returns where a card fits, and what it opens (SEV-4.1)."""
    (suit, rank), named = divmod(card, NUM_RANKS), card_first(card)
    if rank == SEVEN:
        line = _("{card} starts its row. It is laid before the first turn.", card=named)
        return sentences(line, _("Its holder takes the first turn.") if suit == DIAMONDS else "")
    inner, outer = (rank + 1, rank - 1) if rank < SEVEN else (rank - 1, rank + 1)
    seven, near, far = (_in_suit(suit, other) for other in (SEVEN, inner, outer % NUM_RANKS))
    if rank in (SIX, EIGHT):
        line = _("{card} fits next to {seven}.", card=named, seven=seven)
        opens = _("It opens the way to {far}.", far=far)
    elif rules.tunnel == "none":
        line = _(
            "{card} fits next to {near} once that card is linked to {seven}.",
            card=named, near=near, seven=seven,
        )  # fmt: skip
        is_end = rank in (ACE, KING)
        opens = _("It ends the row.") if is_end else _("It opens the way to {far}.", far=far)
    else:
        line = _(
            "{card} fits next to {near} or {far} once that card is linked to {seven}.",
            card=named, near=near, far=far, seven=seven,
        )  # fmt: skip
        opens = _("It opens the way to the other one.")
    return sentences(line, opens, _closing(suit, rank, far) if rules.tunnel == "one_way" else "")


def _in_suit(suit: int, rank: int) -> str:
    """Returns a card as people write it, `S7`."""
    return card_word(NUM_RANKS * suit + rank)


def _closing(suit: int, rank: int, far: str) -> str:
    """Returns when a side of a row is closed that a card could else be laid on (SEV-5.6)."""
    end = _in_suit(suit, KING if rank < SEVEN else ACE)
    return _("After {end} is linked, it fits only next to {far}.", end=end, far=far)


def _laid_line(rules: SevensOptions, card: int) -> str:
    """Returns that a card lies in its row (SEV-4.2)."""
    suit, rank = divmod(card, NUM_RANKS)
    if rank == SEVEN:
        return _("{card} lies in its row.", card=card_first(card))
    seven = _in_suit(suit, SEVEN)
    return _("{card} lies in its row, linked to {seven}.", card=card_first(card), seven=seven)


def _apart_line(rules: SevensOptions, card: int) -> str:
    """Returns that a card lies apart from its row, and why (SEV-4.2, 5.2)."""
    return _(
        "{card} was laid when its player was out. It is not linked to {seven}, and helps nobody "
        "until the row reaches it.",
        card=card_first(card),
        seven=_in_suit(card // NUM_RANKS, SEVEN),
    )


def _joker_line(rules: SevensOptions) -> str:
    """Returns how a joker is laid, and what becomes of it (SEV-4.3, 5.3, 6.4)."""
    if not rules.jokers:
        return _("This table plays without jokers.")
    laid = _("Lay it where a card fits that is not yours.")
    if rules.joker_use == "fill":
        laid = _("Lay it where a card fits that is not yours, with your own next card beyond it.")
    taken = _("The holder of that card lays it at the next turn and takes the joker.")
    if rules.joker_recovery == "immediate":
        taken = _("The holder of that card lays it at once and takes the joker.")
    is_last = rules.joker_last == "last_place"
    return sentences(
        laid, taken, _("Holding it at the end means the last place.") if is_last else ""
    )


def _taken(card: str, rules: SevensOptions) -> str:
    """Returns when the holder of a card takes the joker that lies for it (SEV-5.3)."""
    if rules.joker_recovery == "immediate":
        return _("The holder of {card} lays it at once and takes the joker.", card=card)
    return _("The holder of {card} lays it at the next turn and takes the joker.", card=card)


def _suit_line(rules: SevensOptions, suit: int) -> str:
    return _(
        "The row of {suit}, which grows from its seven; moves write {letter}.",
        suit=suit_in_words(suit),
        letter=suit_word(suit),
    )


CARD = Topic("card", "SEV-4.1, 4.2", signs={"S9": {"card": 8}}, labels=card_labels).means(
    _card_line
)
LAID = Topic("laid", "SEV-4.1, 4.2").means(_laid_line)
APART = Topic("laid apart", "SEV-4.2, 5.2").means(_apart_line)
JOKER = Topic("joker", "SEV-4.3, 5.3", terms=("joker",)).means(_joker_line)
SUIT = Topic("suit", "SEV-2.1", labels=suit_labels).means(_suit_line)

# Moves


def _lay_line(rules: SevensOptions, card: int) -> str:
    named = card_in_words(card)
    if rules.tunnel == "none" and card % NUM_RANKS in (ACE, KING):
        return _("You lay {card}. Its side of the row is complete then.", card=named)
    return _("You lay {card}. Whoever holds the next card of the row can lay it then.", card=named)


def _joker_at_line(rules: SevensOptions, card: int) -> str:
    named = card_word(card)
    return sentences(_("You lay a joker in place of {card}.", card=named), _taken(named, rules))


def _fill_line(rules: SevensOptions, card: int, own: int) -> str:
    named, beyond = card_word(card), card_word(own)
    laid = _("You lay a joker in place of {card} and your {own} beyond it.", card=named, own=beyond)
    return sentences(laid, _taken(named, rules))


def _take_line(rules: SevensOptions, card: int) -> str:
    return _(
        "You lay your {card} in place of the joker, and must take the joker into your hand.",
        card=card_word(card),
    )


def _pass_line(rules: SevensOptions) -> str:
    """Returns when a player may pass, and what too many passes do (SEV-4.4, 4.5)."""
    if rules.pass_limit == 0:
        return _("Nobody may pass at this table: a player who can lay no card is out.")
    if rules.pass_limit == "none":
        return _unlimited_pass_line(rules)
    used = _("You lay nothing and use a pass, only if no card fits.")
    if rules.voluntary_pass:
        used = _("You lay nothing and use a pass, even if a card fits.")
    left = _(
        "The question says how many are left, of {limit} in the game. "
        "With none left and nothing to lay you are out.",
        limit=rules.pass_limit,
    )
    return sentences(used, left)


def _unlimited_pass_line(rules: SevensOptions) -> str:
    """Returns when a player may pass where passes are not limited (SEV-4.4)."""
    if not rules.voluntary_pass:
        return _("You lay nothing this turn. You may pass only if you can lay no card.")
    return _(
        "You lay nothing this turn. You may pass as often as you like; "
        "but after a full round of passes whoever can lay a card must."
    )


LAY = Topic("lay", "SEV-4.3, 4.7").means(_lay_line)
LAY_JOKER = Topic("joker at", "SEV-4.3, 5.3").means(_joker_at_line)
FILL = Topic("fill", "SEV-4.3, 5.3").means(_fill_line)
TAKE = Topic("take", "SEV-5.3").means(_take_line)
PASS_TURN = Topic("pass", "SEV-4.4, 4.5", terms=("pass",)).means(_pass_line)


def move(state: np.void, action: int) -> Move:
    """Returns the topic of a move, with the card of the hand and the place in the layout."""
    kind, position = decode(ACTIONS, action)
    if kind is PASS:
        return Move(PASS_TURN())
    if kind is PLAY:
        about = TAKE if state["layout"][position] == HOLDS_JOKER else LAY
        return Move(about(card=position), (CARD(card=position),), (LAYOUT(),))
    cell, direction = int(state["frontier"][position]), position % 2
    if cell == NO_CELL:
        return Move(JOKER(), (JOKER(),), (LAYOUT(),))
    if kind is JOKER_AT:
        to = LAY_JOKER(card=cell)
        return Move(to, (JOKER(),), (LAYOUT(),), targets=(CARD(card=cell),))
    own = cell_beyond(cell, direction, state["tunnel"])
    if own == NO_CELL:
        return Move(JOKER(), (JOKER(),), (LAYOUT(),), targets=(CARD(card=cell),))
    filling, cards = FILL(card=cell, own=own), (JOKER(), CARD(card=own))
    return Move(filling, cards, (LAYOUT(),), targets=(CARD(card=cell),))


# Facts about players and the table


def _may_sink(rules: SevensOptions) -> bool:
    """Whether a player who holds a joker at the end is last (SEV-6.4)."""
    return rules.jokers > 0 and rules.joker_last == "last_place"


def _passes_line(rules: SevensOptions, left: int) -> str:
    """Returns how often a player may still pass (SEV-4.4, 4.5)."""
    if left == 0:
        return _("This player has no pass left: at a turn with nothing to lay the player is out.")
    return _n(
        "This player may pass {count} more time. After that, a turn with nothing to lay puts the "
        "player out.",
        "This player may pass {count} more times. After that, a turn with nothing to lay puts the "
        "player out.",
        left,
    )


def _known_jokers_line(rules: SevensOptions, count: int) -> str:
    return _n(
        "This player holds at least {count} joker: everybody sees who takes a joker.",
        "This player holds at least {count} jokers: everybody sees who takes a joker.",
        count,
    )


def _finished_line(rules: SevensOptions, place: int) -> str:
    return _(
        "This player was the {place} to lay all cards, and has this place for certain.",
        place=Ordinal(place),
    )


PASSES_USED = Topic("passes used", "SEV-4.4, 4.5").means(_passes_line)
PASSED = Topic("passed", "SEV-4.4", terms=("passed",)).means(
    "This player passed at the last turn, by choice or because no card fitted.",
    when=lambda rules: rules.voluntary_pass,
    otherwise=Meaning("This player could lay no card at the last turn."),
)
HOLDS_JOKERS = Topic("holds jokers", "SEV-5.3, 7.1").means(_known_jokers_line)
FINISHED = Topic("finished", "SEV-4.7, 6.2").means(_finished_line)
LAST_WITH_CARDS = Topic("last with cards", "SEV-6.1, 6.2").means(
    "This player was left with cards when all others had finished or were out. "
    "That is the place after all who finished.",
    when=lambda rules: not _may_sink(rules),
    otherwise=Meaning(
        "This player held cards at the end. That is the place after all who finished, "
        "but whoever holds a joker is last.",
        "SEV-6.2, 6.4",
    ),
)
OUT_OF_GAME = Topic("out of game", "SEV-4.5, 5.2, 6.2").means(
    "This player had nothing to lay and no pass left; the hand lies on the table. "
    "The first player out takes the last place, the next one the place before it.",
    when=lambda rules: not _may_sink(rules),
    otherwise=Meaning(
        "This player had nothing to lay and no pass left; the hand lies on the table. The "
        "first one out is last, unless somebody holds a joker at the end.",
        "SEV-4.5, 5.2, 6.2, 6.4",
    ),
)
OUT = Topic("out", "SEV-4.5, 5.2, 6.2", terms=("out", "elimination", "eliminated")).means(
    "A player with nothing to lay and no pass left is out: the whole hand is laid on the "
    "table. Whoever is out later gets the better place."
)
IN_A_ROW = Topic("passes in a row", "SEV-4.4").means(
    "So many turns have gone by without a card. When all have passed one after another, "
    "nobody may hold back a card that fits."
)
JOKERS_ASIDE = Topic("jokers aside", "SEV-5.2").means(
    "Jokers of players who were out; nobody can get them any more."
)

# The layout


FRONTIER = Topic("frontier", "SEV-4.1, 4.3", terms=("frontier",), signs={"[ ]": {}}).means(
    "Here the row goes on: whoever holds this card can lay it now."
)
CLOSED = Topic("no fit", "SEV-4.1", signs={"·": {}}).means(
    "The card of this place does not fit yet."
)
ISOLATED = Topic("isolated", "SEV-4.2, 5.2", terms=("isolated", "apart"), signs={"(9)": {}}).means(
    "A card that was laid when its player was out. It helps nobody until the row from the "
    "seven reaches it."
)
LAYOUT = Topic("layout", "SEV-4.1, 4.2", terms=("layout", "linked", "row", "walk")).means(
    "Each suit is a row that grows from its seven. A card is linked if no place between it "
    "and the seven is free."
)
SEVENS = Topic("sevens", "SEV-3.2, 3.3", terms=("seven", "7")).means(
    "All sevens are laid before the first turn. The player who laid D7 begins."
)
TUNNEL = Topic("tunnel", "SEV-4.1", terms=("tunnel", "ace", "king", "ace and king")).means(
    "Ace and king are neighbours: a row that has reached one of them goes on with the other.",
    when=lambda rules: rules.tunnel == "ring",
    otherwise=Meaning(
        "A row that has reached its ace goes on with the king and the queen, and is closed on "
        "the other side. In the same way a row that has reached its king goes on with the ace.",
        "SEV-4.1, 5.6",
        when=lambda rules: rules.tunnel == "one_way",
        otherwise=Meaning("A row ends at its ace and its king."),
    ),
)

# The end


PLACES = Topic("places", "SEV-6.1, 6.2", terms=("place", "finish", "end", "ranking")).means(
    "First come those who laid all cards, in this order; then the player who is left; then "
    "those who were out, the latest best; holding a joker at the end means the last place.",
    when=_may_sink,
    otherwise=Meaning(
        "First come those who laid all cards, in this order; then the player who is left; "
        "then those who were out, the latest best."
    ),
)
POINTS = Topic("points", "SEV-6.5", terms=("point",)).means(
    "The first place gets +1 and the last place -1; the others lie evenly between."
)


# What decides for greedy: by the weight of its heuristic, what that means to a player.
EVERY_PASS_REASON = N_("A pass holds back what others wait for.")
REASONS = {
    "own_card": N_("Your own cards that it opens decide."),
    "own_card pass": N_("Your cards would open too little for yourself."),
    "others_card": N_("Another card would help the others more."),
    "others_card pass": N_("Each of your cards would help the others more than you."),
    "joker_cost": N_("A joker is worth keeping."),
    "wandering_cost": N_("A joker held at the end means the last place."),
    "burden_cost": N_("A lone joker puts its holder out."),
    "pass_price": N_("It saves a pass, and the fewer are left, the more one counts."),
    "every_pass": EVERY_PASS_REASON,
    "crowd": EVERY_PASS_REASON,
}
