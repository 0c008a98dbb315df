"""One line for a player about everything that can be pointed at in Killer Sevens."""

import re

from ..cards.french import RANKS, SUITS
from ..cards.french_words import CARD, SUIT, SUIT_NAMES, card_in_words, rank_of, suit_of
from ..core.contract.meanings import Meaning
from ..core.scene.scene import plural
from .options import KillerSevensOptions

SEVEN = RANKS.index("7")

# Cards


def _card_line(found: re.Match[str], rules: KillerSevensOptions) -> str:
    """Returns where a card fits, and when it dies (KIL-4.1, KIL-5.1)."""
    name = card_in_words(found).capitalize()
    if rank_of(found) == SEVEN:
        first = " Its holder takes the first turn." * (SUITS[suit_of(found["suit"])] == "D")
        return f"{name} is laid before the first turn; other cards fit around it.{first}"
    arrows = " Arrows on a card of your hand point to its free sides."
    has_arrows = rules.sides_needed == 4 and not rules.side_death and rules.group_kill == "off"
    return (
        f"{name} fits next to {_laid_card(rules)}, also diagonally. "
        f"It dies {_death(rules)}.{arrows * has_arrows}"
    )


def _laid_line(found: re.Match[str], rules: KillerSevensOptions) -> str:
    """Returns what a laid card does to its neighbours (KIL-4.1, KIL-5.1)."""
    name = card_in_words(found).capitalize()
    return (
        f"{name} is laid. It takes a side of the cards beside, above and below it; "
        "living cards fit next to it, also diagonally."
    )


def _may_be_eliminated(rules: KillerSevensOptions) -> bool:
    """Whether too many passes put a player out (KIL-5.5)."""
    return rules.pass_exhaust == "eliminate" and rules.pass_limit != "none"


def _laid_card(rules: KillerSevensOptions) -> str:
    """Returns the cards that others fit to; those of an eliminated hand may be none (KIL-4.1)."""
    return "a card linked to a seven" if _may_be_eliminated(rules) else "any laid card"


def _death(rules: KillerSevensOptions) -> str:
    """Returns when a card dies: `if all four sides are taken` (KIL-5.1, 5.3, 5.4)."""
    has_walls = rules.sides_needed == 4 or rules.side_death
    causes = "if all four sides are taken" if rules.sides_needed == 4 else (
        "if two of its sides are taken"
    )  # fmt: skip
    causes += ", or if left and right are" * rules.side_death
    causes += " (a border counts)" * has_walls
    groups = {"off": "", "rectangle": "rectangle", "any_shape": "group"}
    group = groups[rules.group_kill]
    return f"{causes}, or in an enclosed {group}" if group else causes


def _dead_line(_: re.Match[str], rules: KillerSevensOptions) -> str:
    return (
        "A dead card can't be laid any more: it stays in the hand and counts at the end. "
        f"Cards die {_death(rules)}."
    )


def _dead_card_line(found: re.Match[str], rules: KillerSevensOptions) -> str:
    """Returns what a dead card is, and why it is dead (KIL-5.1, KIL-5.2)."""
    name = card_in_words(found).capitalize()
    return (
        f"{name} is dead: nobody can lay it, and it counts against its holder. "
        f"Cards die {_death(rules)}."
    )


def _in_danger_line(_: re.Match[str], rules: KillerSevensOptions) -> str:
    return (
        "These cards of your hand die once one more of their sides is taken. "
        f"Cards die {_death(rules)}."
    )


def _border_line(_: re.Match[str], rules: KillerSevensOptions) -> str:
    """Returns what a border does (KIL-2.3, 5.1, 5.3)."""
    if rules.sides_needed == 4:
        return "At the border of the grid a side counts as taken, so cards die earlier there."
    if rules.side_death:
        return "The border counts where a card dies between left and right, but not above or below."
    return "A border takes no side: a card dies only from two laid cards beside, above or below it."


def _suit_line(found: re.Match[str], _: KillerSevensOptions) -> str:
    suit = suit_of(found[0])
    return f"The row of {SUIT_NAMES[suit]}; moves write {SUITS[suit]}."


def _group_line(_: re.Match[str], rules: KillerSevensOptions) -> str:
    """Returns which groups of cards die as a whole (KIL-5.4)."""
    form = "rectangle of free places" if rules.group_kill == "rectangle" else "group of free places"
    return (
        f"A {form} dies as a whole once laid cards and borders enclose it, "
        f"if it has at most {rules.code('group_max')} places. Dead places are free places, too."
    )


# Moves


def _lay_line(found: re.Match[str], rules: KillerSevensOptions) -> str:
    kills = "it takes a side of its neighbours and can kill them"
    if rules.sides_needed == 4 and not rules.side_death and rules.group_kill == "off":
        kills = "a card whose last free side it takes dies"
    named = " A note names the cards that would die." * (rules.group_kill == "off")
    return (
        f"You lay {card_in_words(found)}. Cards next to it fit then, also diagonally. "
        f"But {kills}, in your hand as well.{named}"
    )


def _pass_line(_: re.Match[str], rules: KillerSevensOptions) -> str:
    """Returns when a player may pass, and what passes do (KIL-4.3, 5.5, 6.2)."""
    parts = ["You lay nothing this turn.", _allowed(rules), _round_of_passes(rules)]
    return " ".join(filter(None, parts))


def _allowed(rules: KillerSevensOptions) -> str:
    """Returns how often a player may pass, and whether by choice (KIL-4.3, KIL-5.5)."""
    if _may_be_eliminated(rules):
        cause = "" if rules.voluntary_pass else ", and only if you can lay no card"
        return (
            f"You may pass {plural(int(rules.pass_limit), 'time')}{cause}. "
            "With no pass left and nothing to lay you are eliminated."
        )
    if not rules.voluntary_pass or rules.pass_limit == 0:
        return "You may pass only if you can lay no card."
    if rules.pass_limit == "none":
        return "You may pass as often as you like."
    return (
        f"After {plural(rules.pass_limit, 'pass', 'es')} you may pass only if you can lay no card."
    )


def _round_of_passes(rules: KillerSevensOptions) -> str:
    """Returns what a full round of passes does (KIL-6.2); empty if it changes nothing."""
    if rules.all_pass == "end":
        return "If all players pass one after another, the game ends."
    if not rules.voluntary_pass or rules.pass_limit == 0:
        return ""
    return "If all have passed one after another, whoever can lay a card must."


# Facts about players and the table


def _passes_line(found: re.Match[str], rules: KillerSevensOptions) -> str:
    """Returns what the passes that are left mean (KIL-4.3, KIL-5.5)."""
    left = int(found["limit"]) - int(found["used"])
    times = plural(left, "more time") if left else "no more"
    if rules.pass_exhaust == "must_play":
        return (
            f"This player may pass {times} while holding a card that can be laid. "
            "Without such a card passing is always allowed."
        )
    return f"This player may pass {times}. With no pass left and nothing to lay a player is out."


def _out_of_cards_line(_: re.Match[str], rules: KillerSevensOptions) -> str:
    best = "All who hold nothing share the place."
    if rules.tie_break == "first_out":
        best = "Among those who hold nothing the first one out is best."
    if rules.reward_mode == "cards":
        best = "That is the best result, for cards held cost points."
    return f"This player holds no card at all and takes no more turns. {best}"


def _eliminated_line(_: re.Match[str], rules: KillerSevensOptions) -> str:
    """Returns the fate of a player who has no pass left, and the result (KIL-5.5, 6.3, 6.4)."""
    result = "All others get better places, and so do those eliminated later."
    if rules.reward_mode == "cards":
        result = "These cards count as held."
    return f"A player with nothing to lay and no pass left is out; the whole hand is laid. {result}"


def _end_line(_: re.Match[str], rules: KillerSevensOptions) -> str:
    """Returns when the game ends, and how places are found (KIL-6.1, 6.2, 6.3)."""
    also = " or all players pass one after another" * (rules.all_pass == "end")
    alone = ", or only one player is left" * _may_be_eliminated(rules)
    ties = "equal numbers share the places"
    if rules.tie_break == "first_out":
        ties = "if equal, whoever lost the last living card first"
    return (
        f"The game ends when no card can be laid{also}{alone}. "
        f"Whoever holds the fewest cards wins; {ties}."
    )


MEANINGS = (
    # Cards and suits.
    Meaning(CARD, _card_line, "KIL-4.1, 5.1", sign="S9"),
    Meaning(SUIT, _suit_line, "KIL-2.1, 2.2"),
    Meaning(f"dead {CARD}", _dead_card_line, "KIL-5.1, 5.2"),
    Meaning(rf"{CARD}, laid( by player_\d)?", _laid_line, "KIL-4.1, 5.1"),
    Meaning(
        f"held {CARD}",
        "This card was held at the end and counts against its holder.",
        "KIL-6.3",
    ),
    # Moves.
    Meaning(f"lay {CARD}", _lay_line, "KIL-4.4, 5.1, 5.2"),
    Meaning("pass(es|ing)?", _pass_line, "KIL-4.3, 5.5, 6.2"),
    # Facts about players.
    Meaning(r"(?P<used>\d+) of (?P<limit>\d+) passes used", _passes_line, "KIL-4.3, 5.5"),
    Meaning(r"\d+ pass(es)? used", "Passes are not limited at this table.", "KIL-4.3"),
    Meaning(
        "passed",
        "This player passed at the last turn, by choice or because no card could be laid.",
        "KIL-4.3, 7.2",
        when=lambda rules: rules.voluntary_pass,
    ),
    Meaning("passed", "This player could lay no card at the last turn.", "KIL-4.3, 7.2"),
    Meaning("out of cards|finished", _out_of_cards_line, "KIL-4.4, 6.3"),
    Meaning(
        r"out(: .+)?|eliminat(ed|ion)",
        _eliminated_line,
        "KIL-5.5, 6.3",
        when=_may_be_eliminated,
    ),
    Meaning("eliminat(ed|ion)", "Nobody is eliminated at this table.", "KIL-5.5"),
    # Notes about the table.
    Meaning("dead in your hand: .+", _dead_line, "KIL-5.1, 5.2"),
    Meaning("one side from dying in your hand: .+", _in_danger_line, "KIL-5.1"),
    Meaning(
        "if you lay it: .+",
        "These cards of yours take the last side of the cards named after them, which then die in "
        "whatever hand they are. Your other cards kill nothing now.",
        "KIL-5.1, 5.2",
    ),
    Meaning(
        r"\d+ passes in a row: .+",
        "So many turns have gone by without a card. After a full round of passes the game ends.",
        "KIL-4.3, 6.2",
        when=lambda rules: rules.all_pass == "end",
    ),
    Meaning(
        r"\d+ passes in a row: .+",
        "So many turns have gone by without a card. After a full round of passes "
        "whoever can lay a card must.",
        "KIL-4.3, 6.2",
    ),
    Meaning(
        "ace and king( are neighbours)?|columns wrap",
        "The column of the aces lies beside that of the kings: a card fits across this border, "
        "also diagonally, and there are no borders at the left and right.",
        "KIL-2.3",
        when=lambda rules: rules.columns_wrap,
    ),
    Meaning(
        "ace and king( are neighbours)?|columns wrap",
        "Ace and king are no neighbours: the grid has a border beyond each of them.",
        "KIL-2.3",
    ),
    # The grid.
    Meaning(
        r"\[ \]|\[\]|playable",
        "Whoever holds this card can lay it now: it lies next to a laid card and is not dead.",
        "KIL-4.1",
        sign="[ ]",
    ),
    Meaning("·", "The card of this place is alive, but does not fit yet.", "KIL-4.1", sign="·"),
    Meaning(
        "x",
        "A dead place. Its card can't be laid any more, and counts against the player who holds "
        "it.",
        "KIL-2.2, 5.2",
        sign="x",
    ),
    Meaning(r"\(.+\)|dead( cards?)?|dies?|death", _dead_line, "KIL-5.1, 5.2", sign="(9)"),
    Meaning(
        "grid|table|rows?|columns?",
        "Each card has its own place: a row for each suit, a column for each rank.",
        "KIL-2.2, 2.3",
    ),
    Meaning(
        "sides?|neighbours?",
        "The sides of a card are the places left, right, above and below it.",
        "KIL-2.3, 5.1",
    ),
    Meaning("borders?|walls?|edges?", _border_line, "KIL-2.3, 5.1, 5.3"),
    Meaning(
        "groups?|pockets?|group kill",
        _group_line,
        "KIL-5.4",
        when=lambda rules: rules.group_kill != "off",
    ),
    Meaning(
        "groups?|pockets?|group kill",
        "At this table cards die one by one, never as an enclosed group.",
        "KIL-5.4",
    ),
    Meaning(
        "sevens?|7",
        "All sevens are laid before the first turn. The player who laid D7 begins.",
        "KIL-3.1",
    ),
    # The end.
    Meaning("known of player_\\d|held", "The cards that were held at the end.", "KIL-6.3"),
    Meaning("end|places?|ranking|win(s|ner)?", _end_line, "KIL-6.1, 6.3"),
    Meaning(
        "points?|rewards?",
        "The first place gets +1 and the last place -1; the others lie evenly between.",
        "KIL-6.4",
        when=lambda rules: rules.reward_mode == "rank",
    ),
    Meaning(
        "points?|rewards?",
        "You get the number of cards that players held on average, less the number that you held.",
        "KIL-6.4",
    ),
)
