"""One line for a player about everything that can be pointed at in Taxot."""

import re
from typing import Any

from ..cards.kikisen import COURT, NUM_NUMBERS, SHIP, SHORTEST_RUN, strength_of
from ..core.contract.meanings import Meaning
from ..core.scene.scene import plural
from ..kikisen.meanings import (
    ANY_CARD,
    POINTS,
    SHARED,
    any_card_and_copies,
    kind_called,
    multiplied_meanings,
    points_in_words,
)
from . import state as tax
from .text import meld_name

KINDS_OF_MELDS = {
    meld_name(meld).casefold(): tax.KIND_OF_MELD[meld] for meld in range(tax.NUM_MELDS)
}


def points(count: int) -> str:
    """Returns `1 point`, `3 points`."""
    return plural(count, "point")


# Cards


def _card_line(found: re.Match[str], rules: Any) -> str:
    colour = {"b": "black ", "r": "red "}.get((found["colour"] or "")[:1].casefold(), "")
    use = _use(kind_called(found["kind"]), colour, rules)
    return f"{any_card_and_copies(found)}: {use}"


def _use(kind: int, colour: str, rules: Any) -> str:
    """Returns the groups that a kind of card fits, and its bonus points (TAX-4.2, 5, 6.4)."""
    if kind == SHIP:
        card = f"any {colour}card" if colour else "any card of its colour"
        return f"stands for {card} in pairs, triples, fours and runs. Two ships alone are a pair."
    if strength_of(kind) == COURT:
        adds = f" In a hand that closes it adds {points(rules.pt_court)}." * (rules.pt_court > 0)
        groups = "pairs, triples and fours of kings and emperors, never for runs."
        return f"for {groups}{adds}{_lit(rules)}"
    number = strength_of(kind)
    feet = range(max(number - SHORTEST_RUN + 1, 0), min(number, NUM_NUMBERS - SHORTEST_RUN) + 1)
    *others, last = [f"{foot}-{foot + 1}-{foot + 2}" for foot in feet]
    runs = f"runs {', '.join(others)} and {last}" if others else f"run {last}"
    return f"for pairs, triples and fours of {number}s, and for the {colour}{runs}.{_lit(rules)}"


def _lit(rules: Any) -> str:
    """Returns what a card adds for a light, with this house rule (TAX-6.5)."""
    if not (rules.lights and rules.pt_light):
        return ""
    like = "of its kind" if rules.light_match == "kind" else "of its kind and colour"
    return f" A light {like} adds {points(rules.pt_light)}."


CARDS = (
    Meaning(ANY_CARD, _card_line, "TAX-4.2, 5.1, 6.4", sign="b7"),
    Meaning(
        "court( cards?)?",
        "Kings and emperors. They count as equal, in pairs, triples and fours, but not in runs.",
        "TAX-5.2, 6.4",
    ),
)

# Moves


def _call_line(found: re.Match[str], rules: Any) -> str:
    kind = KINDS_OF_MELDS.get(found["cards"].casefold())
    if kind is None:
        return ""
    price = f", pay its player {points(rules.pt_call)}" * (rules.pt_call > 0)
    words = f"You take the discard, lay these cards face up{price} and discard another card."
    if kind == tax.FOUR and rules.pt_four:
        return f"{words} Every other player pays you {points(rules.pt_four)} for the four."
    if kind == tax.TRIPLE and rules.extend_public_set:
        return f"{words} The triple can still become a four."
    return f"{words} The group can't change any more."


def _reveal_line(found: re.Match[str], rules: Any) -> str:
    paid = (
        f"every other player pays you {points(rules.pt_four)}" if rules.pt_four else "nobody pays"
    )
    return f"You lay this four face up, for good: {paid}. Then you close or discard a card."


MOVES = (
    Meaning(
        "pass",
        "You leave the discard. Nobody learns that you could have taken it.",
        "TAX-4.4, 7.3",
    ),
    Meaning(
        "close",
        "You show six cards in a winning shape and end the season. Everybody pays you if you drew "
        "the last card, else the player of the discard alone.",
        "TAX-4.3, 4.4, 6.3",
    ),
    Meaning("call (?P<cards>.+)", _call_line, "TAX-4.4, 4.5, 5.3, 5.4"),
    Meaning(
        "call",
        "To take a discard for a triple, a four or a run with cards of your hand. The group lies "
        "face up then.",
        "TAX-4.4, 4.5",
    ),
    Meaning("reveal( .+)?", _reveal_line, "TAX-4.3, 5.3"),
    Meaning(
        "discard .+",
        "You lay this card down and end your turn. Others may call it, or close with it: then you "
        "alone pay.",
        "TAX-4.3, 4.4, 6.3",
    ),
)

# Groups, winning shapes, and what closing is worth


def _closing_points(found: re.Match[str], rules: Any) -> str:
    return (
        f"Closing brings {points(rules.pt_close)}; {rules.pt_same_colour} more in one colour, "
        f"{rules.pt_six_run} more for two runs of six numbers in a row, {rules.pt_first_lap} more "
        "in the first round."
    )


def _four_line(found: re.Match[str], rules: Any) -> str:
    paid = f" Every other player pays {points(rules.pt_four)} when it becomes public."
    return f"Four equal cards, a ship among them if need be.{paid * (rules.pt_four > 0)}"


def _one_colour_line(found: re.Match[str], rules: Any) -> str:
    return f"Closing with six cards of one colour brings {points(rules.pt_same_colour)} more."


WORDS = (
    Meaning("pairs?", "Two equal cards in any colours, or a card and a ship.", "TAX-4.2, 5.1"),
    Meaning(
        "triples?|three equal cards",
        "Three equal cards in any colours, ships among them if need be.",
        "TAX-4.2, 5.1",
    ),
    Meaning("fours?|four (friends|equal cards)", _four_line, "TAX-4.2, 5.3"),
    Meaning(
        "runs?",
        "Three numbers in a row, in one colour. A ship of that colour can be one of them.",
        "TAX-4.2, 5.1",
    ),
    Meaning(
        "(winning )?shapes?",
        "Three pairs; a pair and a four; or two groups of three cards, each a triple or a run. "
        "Groups that lie face up count too.",
        "TAX-4.7",
    ),
    Meaning("three pairs", "A winning shape: each card has an equal one.", "TAX-4.7"),
    Meaning("pair and four", "A winning shape: four equal cards and a pair.", "TAX-4.7"),
    Meaning("two triples", "A winning shape: twice three equal cards.", "TAX-4.7"),
    Meaning(
        "triple and run",
        "A winning shape: three equal cards, and three numbers in a row of one colour.",
        "TAX-4.7",
    ),
    Meaning(
        "two runs",
        "A winning shape: twice three numbers in a row. The runs may differ in colour.",
        "TAX-4.7, 6.2",
    ),
    Meaning("(end )?points( for closing)?|closing", _closing_points, "TAX-6.1, 6.2, 6.4"),
    Meaning("groups?", "A pair, a triple, a four or a run. Called groups lie face up.", "TAX-4.2"),
    Meaning(
        "drawn( season)?",
        "If a card is due and the stock is empty, nobody is paid, and the dealer stays.",
        "TAX-4.1, 6.7",
    ),
    Meaning("(one|same) colour", _one_colour_line, "TAX-6.2"),
    Meaning("black|b", "One of the two colours; the other is red.", "TAX-4.2, 6.2"),
    Meaning("red|r", "One of the two colours; the other is black.", "TAX-4.2, 6.2"),
)

# Facts of players

MULTIPLIED = {
    "always": "Whoever closes, the points for closing are multiplied by {}.",
    "closer": "If this player closes, the points for closing are multiplied by {}.",
    "either": "The points for closing that this player gets or pays are multiplied by {}.",
}


def _points_line(found: re.Match[str], _: Any) -> str:
    return f"{points_in_words(found[0])} Calls and fours are paid at once, a close at the end."


FACTS = (
    Meaning(
        r"hand of (?P<player>player_\d)",
        "Only {player} sees these cards. With a group that lies face up there are five of them, "
        "six after drawing.",
        "TAX-2.2, 7.2",
    ),
    Meaning(
        "hand",
        "Cards that only their player sees. With a group that lies face up there are five of them, "
        "six after drawing.",
        "TAX-2.2, 7.2",
    ),
    *multiplied_meanings(MULTIPLIED, "TAX-6.1, 6.6, KIKI-6.1"),
    Meaning(POINTS, _points_line, "TAX-6.3, 6.8"),
    Meaning("passed", "You have left the discard. The others are not told.", "TAX-4.4, 7.3"),
    Meaning(
        "will close",
        "You want to close with the discard. If another one wants to as well, the first after the "
        "player of the discard does.",
        "TAX-4.4",
    ),
    Meaning(
        "will call",
        "You want to call the discard. A close goes before it, and a call of a player who sits "
        "before you, counted from the player of the discard.",
        "TAX-4.4",
    ),
)

# The table


def _first_round_line(found: re.Match[str], rules: Any) -> str:
    more = points(rules.pt_first_lap) if rules.pt_first_lap else "nothing"
    return (
        f"Closing brings {more} more in the first round, which ends when the turn comes round to "
        "the dealer or past."
    )


def _lights_line(found: re.Match[str], rules: Any) -> str:
    like = "the kind" if rules.light_match == "kind" else "the kind and colour"
    return (
        f"Each card of a closing hand with {like} of a light adds {points(rules.pt_light)}; ships "
        "never. A second light is turned at the close."
    )


def _stock_line(found: re.Match[str], rules: Any) -> str:
    end = "When it is empty, the season ends and nobody is paid."
    if rules.exhaust == "reshuffle":
        end = "When it is empty, the discards become the stock once; then the season ends unpaid."
    return f"Face-down cards. A turn begins with drawing one. {end}"


TABLE = (
    Meaning("first (round|lap)|lap", _first_round_line, "TAX-4.8, 6.2"),
    Meaning(
        r"discards of (?P<player>player_\d)",
        "The cards that {player} discarded and nobody took. Only the latest discard of all can be "
        "taken, before the next draw.",
        "TAX-5.6, 7.1",
    ),
    Meaning(
        "discards?",
        "Cards that their player discarded and nobody took. Only the latest one of all can be "
        "taken, before the next draw.",
        "TAX-5.6, 7.1",
    ),
    Meaning(
        r"meld of (?P<player>player_\d)",
        "A group that {player} called or revealed. It counts among the six cards and stays as "
        "it is, but a triple may become a four.",
        "TAX-4.6",
        when=lambda rules: rules.extend_public_set,
    ),
    Meaning(
        r"meld of (?P<player>player_\d)",
        "A group that {player} called or revealed. It counts among the six cards and can't "
        "change any more.",
        "TAX-4.6",
    ),
    Meaning(
        "melds?",
        "Groups that lie face up, called or revealed. Each belongs to the six cards of its player.",
        "TAX-4.4, 4.6",
    ),
    Meaning("stock", _stock_line, "TAX-4.1, 6.7"),
    Meaning("lights?", _lights_line, "TAX-3.1, 6.5", when=lambda rules: rules.lights),
    Meaning("lights?", "No lights are turned at this table.", "TAX-6.5"),
    Meaning(
        r"(?P<player>player_\d) closed with .+",
        "The six cards with which {player} closed, group by group.",
        "TAX-4.7, 7.1",
    ),
    Meaning(
        "nearest shapes",
        "The winning shapes that lack the fewest of your cards, and what they need: 5 is b5 or r5, "
        "a stroke means or. Where several cards lack, ships are left out. Only you see it.",
        "TAX-4.7",
    ),
)

MEANINGS = (*CARDS, *MOVES, *WORDS, *FACTS, *TABLE, *SHARED)
