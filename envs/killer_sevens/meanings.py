"""The topics of Killer Sevens: all that a player can ask about, each with an explanatory line."""

import numpy as np

from fudaba.common.languages import N_, translator

from ..cards.french import NUM_RANKS, RANKS, suit_word
from ..cards.french_words import (
    card_first,
    card_in_words,
    card_labels,
    suit_in_words,
    suit_labels,
)
from ..core.scene.about import Meaning, Topic
from ..core.scene.scene import Move
from ..core.words.sentences import sentences
from .options import KillerSevensOptions
from .state import PASS_ACTION

_, _n = translator("killer_sevens")

SEVEN, DIAMONDS = RANKS.index("7"), 2

# Cards


def _card_line(rules: KillerSevensOptions, card: int) -> str:
    """Returns where a card fits, and when it dies (KIL-4.1, KIL-5.1)."""
    (suit, rank), named = divmod(card, NUM_RANKS), card_first(card)
    if rank == SEVEN:
        line = _("{card} is laid before the first turn; other cards fit around it.", card=named)
        is_first = suit == DIAMONDS
        return sentences(line, _("Its holder takes the first turn.") if is_first else "")
    fits = _("{card} fits next to any laid card, also diagonally.", card=named)
    if _may_be_eliminated(rules):
        fits = _("{card} fits next to a card linked to a seven, also diagonally.", card=named)
    arrows = _("Arrows on a card of your hand point to its free sides.")
    dies = _("It dies {death}.", death=_death(rules))
    return sentences(fits, dies, arrows if _dies_by_last_side(rules) else "")


def _laid_line(rules: KillerSevensOptions, card: int) -> str:
    """Returns what a laid card does to its neighbours (KIL-4.1, KIL-5.1)."""
    return _(
        "{card} is laid. It takes a side of the cards beside, above and below it; "
        "living cards fit next to it, also diagonally.",
        card=card_first(card),
    )


def _may_be_eliminated(rules: KillerSevensOptions) -> bool:
    """Whether too many passes put a player out (KIL-5.5).

    The cards of such a player are laid apart, where no other card fits next to them (KIL-4.1).
    """
    return rules.pass_exhaust == "eliminate" and rules.pass_limit != "none"


def _dies_by_last_side(rules: KillerSevensOptions) -> bool:
    """Whether a card dies when its last free side is taken, and in no other way (KIL-5.1)."""
    return rules.sides_needed == 4 and not rules.side_death and rules.group_kill == "off"


def _death(rules: KillerSevensOptions) -> str:
    """Returns when a card dies: `if all four sides are taken` (KIL-5.1, 5.3, 5.4)."""
    causes = _causes(rules)
    if rules.group_kill == "rectangle":
        return _("{causes}, or in an enclosed rectangle", causes=causes)
    if rules.group_kill == "any_shape":
        return _("{causes}, or in an enclosed group", causes=causes)
    return causes


def _causes(rules: KillerSevensOptions) -> str:
    """Returns which taken sides kill a card (KIL-5.1, 5.3)."""
    if rules.sides_needed == 4 and rules.side_death:
        return _("if all four sides are taken, or if left and right are (a border counts)")
    if rules.sides_needed == 4:
        return _("if all four sides are taken (a border counts)")
    if rules.side_death:
        return _("if two of its sides are taken, or if left and right are (a border counts)")
    return _("if two of its sides are taken")


def _cards_die(rules: KillerSevensOptions) -> str:
    return _("Cards die {death}.", death=_death(rules))


def _dead_line(rules: KillerSevensOptions) -> str:
    line = _("A dead card can't be laid any more: it stays in the hand and counts at the end.")
    return sentences(line, _cards_die(rules))


def _dead_card_line(rules: KillerSevensOptions, card: int) -> str:
    """Returns what a dead card is, and why it is dead (KIL-5.1, KIL-5.2)."""
    line = _(
        "{card} is dead: nobody can lay it, and it counts against its holder.",
        card=card_first(card),
    )
    return sentences(line, _cards_die(rules))


def _in_danger_line(rules: KillerSevensOptions) -> str:
    line = _("These cards of your hand die once one more of their sides is taken.")
    return sentences(line, _cards_die(rules))


def _border_line(rules: KillerSevensOptions) -> str:
    """Returns what a border does (KIL-2.3, 5.1, 5.3)."""
    if rules.sides_needed == 4:
        return _("At the border of the grid a side counts as taken, so cards die earlier there.")
    if rules.side_death:
        return _(
            "The border counts where a card dies between left and right, but not above or below."
        )
    return _(
        "A border takes no side: a card dies only from two laid cards beside, above or below it."
    )


def _suit_line(rules: KillerSevensOptions, suit: int) -> str:
    return _(
        "The row of {suit}; moves write {letter}.",
        suit=suit_in_words(suit),
        letter=suit_word(suit),
    )


def _group_line(rules: KillerSevensOptions) -> str:
    """Returns which groups of cards die as a whole (KIL-5.4)."""
    most = rules.code("group_max")
    if rules.group_kill == "rectangle":
        return _(
            "A rectangle of free places dies as a whole once laid cards and borders enclose it, "
            "if it has at most {count} places. Dead places are free places, too.",
            count=most,
        )
    return _(
        "A group of free places dies as a whole once laid cards and borders enclose it, "
        "if it has at most {count} places. Dead places are free places, too.",
        count=most,
    )


CARD = Topic("card", "KIL-4.1, 5.1", signs={"S9": {"card": 8}}, labels=card_labels).means(
    _card_line
)
SUIT = Topic("suit", "KIL-2.1, 2.2", labels=suit_labels).means(_suit_line)
DEAD_CARD = Topic("dead card", "KIL-5.1, 5.2").means(_dead_card_line)
LAID = Topic("laid", "KIL-4.1, 5.1").means(_laid_line)
HELD_CARD = Topic("held card", "KIL-6.3").means(
    "This card was held at the end and counts against its holder."
)

# Moves


def _lay_line(rules: KillerSevensOptions, card: int) -> str:
    kills = _("But it takes a side of its neighbours and can kill them, in your hand as well.")
    if _dies_by_last_side(rules):
        kills = _("But a card whose last free side it takes dies, in your hand as well.")
    return sentences(
        _(
            "You lay {card}. Cards next to it fit then, also diagonally.",
            card=card_in_words(card),
        ),
        kills,
        _("A note names the cards that would die.") if rules.group_kill == "off" else "",
    )


def _pass_line(rules: KillerSevensOptions) -> str:
    """Returns when a player may pass, and what passes do (KIL-4.3, 5.5, 6.2)."""
    return sentences(_("You lay nothing this turn."), _allowed(rules), _round_of_passes(rules))


def _allowed(rules: KillerSevensOptions) -> str:
    """Returns how often a player may pass, and whether by choice (KIL-4.3, KIL-5.5)."""
    if _may_be_eliminated(rules):
        return _allowed_until_out(rules)
    if not rules.voluntary_pass or rules.pass_limit == 0:
        return _("You may pass only if you can lay no card.")
    if rules.pass_limit == "none":
        return _("You may pass as often as you like.")
    return _n(
        "After {count} pass you may pass only if you can lay no card.",
        "After {count} passes you may pass only if you can lay no card.",
        rules.pass_limit,
    )


def _allowed_until_out(rules: KillerSevensOptions) -> str:
    """Returns how often a player may pass before being eliminated (KIL-5.5)."""
    limit = int(rules.pass_limit)
    if rules.voluntary_pass:
        times = _n("You may pass {count} time.", "You may pass {count} times.", limit)
    else:
        times = _n(
            "You may pass {count} time, and only if you can lay no card.",
            "You may pass {count} times, and only if you can lay no card.",
            limit,
        )
    return sentences(times, _("With no pass left and nothing to lay you are eliminated."))


def _round_of_passes(rules: KillerSevensOptions) -> str:
    """Returns what a full round of passes does (KIL-6.2); empty if it changes nothing."""
    if rules.all_pass == "end":
        return _("If all players pass one after another, the game ends.")
    if not rules.voluntary_pass or rules.pass_limit == 0:
        return ""
    return _("If all have passed one after another, whoever can lay a card must.")


LAY = Topic("lay", "KIL-4.4, 5.1, 5.2").means(_lay_line)
PASS_TURN = Topic("pass", "KIL-4.3, 5.5, 6.2", terms=("pass",)).means(_pass_line)


def move(state: np.void, action: int) -> Move:
    """Returns the topic of a move, with the card of the hand that it lays."""
    if action == PASS_ACTION:
        return Move(PASS_TURN())
    return Move(LAY(card=action), (CARD(card=action),), (GRID(),))


# Facts about players and the table


def _passes_line(rules: KillerSevensOptions, left: int) -> str:
    """Returns what the passes that are left mean (KIL-4.3, KIL-5.5)."""
    if rules.pass_exhaust == "eliminate":
        times = _("This player may pass no more.")
        if left:
            times = _n(
                "This player may pass {count} more time.",
                "This player may pass {count} more times.",
                left,
            )
        return sentences(times, _("With no pass left and nothing to lay a player is out."))
    times = _("This player may pass no more while holding a card that can be laid.")
    if left:
        times = _n(
            "This player may pass {count} more time while holding a card that can be laid.",
            "This player may pass {count} more times while holding a card that can be laid.",
            left,
        )
    return sentences(times, _("Without such a card passing is always allowed."))


def _out_of_cards_line(rules: KillerSevensOptions) -> str:
    best = _("All who hold nothing share the place.")
    if rules.tie_break == "first_out":
        best = _("Among those who hold nothing the first one out is best.")
    if rules.reward_mode == "cards":
        best = _("That is the best result, for cards held cost points.")
    return sentences(_("This player holds no card at all and takes no more turns."), best)


def _eliminated_line(rules: KillerSevensOptions) -> str:
    """Returns the fate of a player who has no pass left, and the result (KIL-5.5, 6.3, 6.4)."""
    result = _("All others get better places, and so do those eliminated later.")
    if rules.reward_mode == "cards":
        result = _("These cards count as held.")
    line = _("A player with nothing to lay and no pass left is out; the whole hand is laid.")
    return sentences(line, result)


def _end_line(rules: KillerSevensOptions) -> str:
    """Returns when the game ends, and how places are found (KIL-6.1, 6.2, 6.3)."""
    wins = _("Whoever holds the fewest cards wins; equal numbers share the places.")
    if rules.tie_break == "first_out":
        wins = _(
            "Whoever holds the fewest cards wins; "
            "if equal, whoever lost the last living card first."
        )
    return sentences(_when_it_ends(rules), wins)


def _when_it_ends(rules: KillerSevensOptions) -> str:
    """Returns when the game ends (KIL-6.1, 6.2)."""
    if rules.all_pass == "end" and _may_be_eliminated(rules):
        return _(
            "The game ends when no card can be laid or all players pass one after another, "
            "or only one player is left."
        )
    if rules.all_pass == "end":
        return _("The game ends when no card can be laid or all players pass one after another.")
    if _may_be_eliminated(rules):
        return _("The game ends when no card can be laid, or only one player is left.")
    return _("The game ends when no card can be laid.")


PASSES_USED = Topic("passes used", "KIL-4.3, 5.5").means(_passes_line)
PASSED = Topic("passed", "KIL-4.3, 7.2", terms=("passed",)).means(
    "This player passed at the last turn, by choice or because no card could be laid.",
    when=lambda rules: rules.voluntary_pass,
    otherwise=Meaning("This player could lay no card at the last turn."),
)
OUT_OF_CARDS = Topic("out of cards", "KIL-4.4, 6.3", terms=("out of cards", "finished")).means(
    _out_of_cards_line
)
ELIMINATED = Topic("eliminated", "KIL-5.5, 6.3", terms=("out", "elimination", "eliminated")).means(
    _eliminated_line,
    when=_may_be_eliminated,
    otherwise=Meaning("Nobody is eliminated at this table.", "KIL-5.5"),
)
DEAD_IN_HAND = Topic("dead in hand", "KIL-5.1, 5.2").means(_dead_line)
IN_DANGER = Topic("in danger", "KIL-5.1").means(_in_danger_line)
KILLS = Topic("kills", "KIL-5.1, 5.2").means(
    "These cards of yours take the last side of the cards named after them, which then die "
    "in whatever hand they are. Your other cards kill nothing now."
)
IN_A_ROW = Topic("passes in a row", "KIL-4.3, 6.2").means(
    "So many turns have gone by without a card. After a full round of passes the game ends.",
    when=lambda rules: rules.all_pass == "end",
    otherwise=Meaning(
        "So many turns have gone by without a card. After a full round of passes "
        "whoever can lay a card must."
    ),
)
WRAPS = Topic("columns wrap", "KIL-2.3", terms=("ace and king", "columns wrap")).means(
    "The column of the aces lies beside that of the kings: a card fits across this border, "
    "also diagonally, and there are no borders at the left and right.",
    when=lambda rules: rules.columns_wrap,
    otherwise=Meaning("Ace and king are no neighbours: the grid has a border beyond each of them."),
)

# The grid


PLAYABLE = Topic("playable", "KIL-4.1", terms=("playable",), signs={"[ ]": {}}).means(
    "Whoever holds this card can lay it now: it lies next to a laid card and is not dead."
)
ALIVE = Topic("alive", "KIL-4.1", signs={"·": {}}).means(
    "The card of this place is alive, but does not fit yet."
)
DEAD_PLACE = Topic("dead place", "KIL-2.2, 5.2", signs={"x": {}}).means(
    "A dead place. Its card can't be laid any more, and counts against the player who holds it."
)
DEAD = Topic(
    "dead", "KIL-5.1, 5.2", terms=("dead", "dead card", "die", "death"), signs={"(9)": {}}
).means(_dead_line)
GRID = Topic("grid", "KIL-2.2, 2.3", terms=("grid", "table", "row", "column")).means(
    "Each card has its own place: a row for each suit, a column for each rank."
)
SIDES = Topic("sides", "KIL-2.3, 5.1", terms=("side", "neighbour")).means(
    "The sides of a card are the places left, right, above and below it."
)
BORDER = Topic("border", "KIL-2.3, 5.1, 5.3", terms=("border", "wall", "edge")).means(_border_line)
GROUPS = Topic("groups", "KIL-5.4", terms=("group", "pocket", "group kill")).means(
    _group_line,
    when=lambda rules: rules.group_kill != "off",
    otherwise=Meaning("At this table cards die one by one, never as an enclosed group."),
)
SEVENS = Topic("sevens", "KIL-3.1", terms=("seven", "7")).means(
    "All sevens are laid before the first turn. The player who laid D7 begins."
)
HELD = Topic("held", "KIL-6.3", terms=("held",)).means("The cards that were held at the end.")

# The end


PLACES = Topic("places", "KIL-6.1, 6.3", terms=("place", "end", "ranking", "win", "winner")).means(
    _end_line
)
POINTS = Topic("points", "KIL-6.4", terms=("point",)).means(
    "The first place gets +1 and the last place -1; the others lie evenly between.",
    when=lambda rules: rules.reward_mode == "rank",
    otherwise=Meaning(
        "You get the number of cards that players held on average, less the number that you held."
    ),
)


# What decides for greedy: by the weight of its heuristic, what that means to a player.
REASONS = {
    "own_danger": N_("A card in danger goes first."),
    "others_harm": N_("It takes sides from cards of others."),
    "own_harm": N_("It leaves free sides to your own cards."),
}
