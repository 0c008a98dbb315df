"""One line for a player about everything that can be pointed at in Sevens."""

import re

from ..cards.french import NUM_RANKS, RANKS, SUITS
from ..cards.french_words import ANY_CARD, CARD, SUIT, SUIT_NAMES, card_in_words, rank_of, suit_of
from ..core.contract.meanings import Meaning
from ..core.scene.scene import plural
from .options import SevensOptions

BY = r"( by player_\d)?"
ACE, SIX, SEVEN, EIGHT, KING = 0, 5, 6, 7, NUM_RANKS - 1

# Cards


def _card_line(found: re.Match[str], rules: SevensOptions) -> str:
    """Returns where a card fits, and what it opens (SEV-4.1)."""
    rank, suit = rank_of(found), SUITS[suit_of(found["suit"])]
    name = card_in_words(found).capitalize()
    if rank == SEVEN:
        first = " Its holder takes the first turn." * (suit == "D")
        return f"{name} starts its row. It is laid before the first turn.{first}"
    inner, outer = (rank + 1, rank - 1) if rank < SEVEN else (rank - 1, rank + 1)
    seven, near, far = suit + RANKS[SEVEN], suit + RANKS[inner], suit + RANKS[outer % NUM_RANKS]
    if rank in (SIX, EIGHT):
        line = f"{name} fits next to {seven}. It opens the way to {far}."
    elif rules.tunnel != "none":
        line = (
            f"{name} fits next to {near} or {far} once that card is linked to {seven}. "
            "It opens the way to the other one."
        )
    else:
        opens = "It ends the row" if rank in (ACE, KING) else f"It opens the way to {far}"
        line = f"{name} fits next to {near} once that card is linked to {seven}. {opens}."
    return line + _closing(suit, rank, far) * (rules.tunnel == "one_way")


def _laid_line(found: re.Match[str], _: SevensOptions) -> str:
    """Returns that a card lies in its row (SEV-4.2)."""
    name, seven = card_in_words(found).capitalize(), SUITS[suit_of(found["suit"])] + RANKS[SEVEN]
    linked = f", linked to {seven}" * (rank_of(found) != SEVEN)
    return f"{name} lies in its row{linked}."


def _apart_line(found: re.Match[str], _: SevensOptions) -> str:
    """Returns that a card lies apart from its row, and why (SEV-4.2, 5.2)."""
    name, seven = card_in_words(found).capitalize(), SUITS[suit_of(found["suit"])] + RANKS[SEVEN]
    return (
        f"{name} was laid when its player was out. It is not linked to {seven}, and helps nobody "
        "until the row reaches it."
    )


def _closing(suit: str, rank: int, far: str) -> str:
    """Returns when a side of a row is closed that a card could else be laid on (SEV-5.6)."""
    end = suit + RANKS[KING if rank < SEVEN else ACE]
    return f" After {end} is linked, it fits only next to {far}."


def _joker_line(found: re.Match[str], rules: SevensOptions) -> str:
    """Returns how a joker is laid, and what becomes of it (SEV-4.3, 5.3, 6.4)."""
    if not rules.jokers:
        return "This table plays without jokers."
    also = ", with your own next card beyond it" * (rules.joker_use == "fill")
    last = " Holding it at the end means the last place." * (rules.joker_last == "last_place")
    return (
        f"Lay it where a card fits that is not yours{also}. "
        f"The holder of that card lays it {_when(rules)} and takes the joker.{last}"
    )


def _when(rules: SevensOptions) -> str:
    """Returns when the holder of a card takes the joker that lies for it (SEV-5.3)."""
    return "at once" if rules.joker_recovery == "immediate" else "at the next turn"


def _suit_line(found: re.Match[str], _: SevensOptions) -> str:
    suit = suit_of(found[0])
    return f"The row of {SUIT_NAMES[suit]}, which grows from its seven; moves write {SUITS[suit]}."


# Moves


def _lay_line(found: re.Match[str], rules: SevensOptions) -> str:
    is_end = rules.tunnel == "none" and rank_of(found) in (ACE, KING)
    opens = "Its side of the row is complete then" if is_end else (
        "Whoever holds the next card of the row can lay it then"
    )  # fmt: skip
    return f"You lay {card_in_words(found)}. {opens}."


def _joker_at_line(found: re.Match[str], rules: SevensOptions) -> str:
    card = found["card"].upper()
    return (
        f"You lay a joker in place of {card}. "
        f"The holder of {card} lays it {_when(rules)} and takes the joker."
    )


def _fill_line(found: re.Match[str], rules: SevensOptions) -> str:
    card, own = found["card"].upper(), found["own"].upper()
    return (
        f"You lay a joker in place of {card} and your {own} beyond it. "
        f"The holder of {card} lays it {_when(rules)} and takes the joker."
    )


def _take_line(found: re.Match[str], _: SevensOptions) -> str:
    card = found["card"].upper()
    return f"You lay your {card} in place of the joker, and must take the joker into your hand."


def _pass_line(_: re.Match[str], rules: SevensOptions) -> str:
    """Returns when a player may pass, and what too many passes do (SEV-4.4, 4.5)."""
    if rules.pass_limit == 0:
        return "Nobody may pass at this table: a player who can lay no card is out."
    if rules.pass_limit != "none":
        cause = "even if a card fits" if rules.voluntary_pass else "only if no card fits"
        return (
            f"You lay nothing and use a pass, {cause}. The question says how many are left, of "
            f"{rules.pass_limit} in the game. With none left and nothing to lay you are out."
        )
    if not rules.voluntary_pass:
        return "You lay nothing this turn. You may pass only if you can lay no card."
    return (
        "You lay nothing this turn. You may pass as often as you like; "
        "but after a full round of passes whoever can lay a card must."
    )


# Facts about players and the table


def _may_sink(rules: SevensOptions) -> bool:
    """Whether a player who holds a joker at the end is last (SEV-6.4)."""
    return rules.jokers > 0 and rules.joker_last == "last_place"


def _passes_line(found: re.Match[str], _: SevensOptions) -> str:
    """Returns how often a player may still pass (SEV-4.4, 4.5)."""
    left = int(found["limit"]) - int(found["used"])
    if left == 0:
        return "This player has no pass left: at a turn with nothing to lay the player is out."
    return (
        f"This player may pass {plural(left, 'more time')}. After that, a turn with nothing to lay "
        "puts the player out."
    )


def _end_line(_: re.Match[str], rules: SevensOptions) -> str:
    """Returns how places are found (SEV-6.2, 6.4)."""
    last = "; holding a joker at the end means the last place" * _may_sink(rules)
    return (
        "First come those who laid all cards, in this order; then the player who is left; "
        f"then those who were out, the latest best{last}."
    )


MEANINGS = (
    # Cards and suits.
    Meaning(CARD, _card_line, "SEV-4.1, 4.2", sign="S9"),
    Meaning(f"{CARD}, laid{BY}", _laid_line, "SEV-4.1, 4.2"),
    Meaning(f"{CARD}, apart, laid{BY}", _apart_line, "SEV-4.2, 5.2"),
    Meaning("jokers?|★", _joker_line, "SEV-4.3, 5.3"),
    Meaning(SUIT, _suit_line, "SEV-2.1"),
    # Moves.
    Meaning(f"lay {CARD}", _lay_line, "SEV-4.3, 4.7"),
    Meaning(f"joker at (?P<card>{ANY_CARD})", _joker_at_line, "SEV-4.3, 5.3"),
    Meaning(f"fill (?P<card>{ANY_CARD}) with (?P<own>{ANY_CARD})", _fill_line, "SEV-4.3, 5.3"),
    Meaning(f"take joker at (?P<card>{ANY_CARD})", _take_line, "SEV-5.3"),
    Meaning("pass(es|ing)?", _pass_line, "SEV-4.4, 4.5"),
    # Facts about players.
    Meaning(r"(?P<used>\d+) of (?P<limit>\d+) passes used", _passes_line, "SEV-4.4, 4.5"),
    Meaning(r"\d+ pass(es)? used", "Passes are not limited at this table.", "SEV-4.4"),
    Meaning(
        "passed",
        "This player passed at the last turn, by choice or because no card fitted.",
        "SEV-4.4",
        when=lambda rules: rules.voluntary_pass,
    ),
    Meaning("passed", "This player could lay no card at the last turn.", "SEV-4.4"),
    Meaning(
        r"holds (?P<jokers>\d jokers?)",
        "This player holds at least {jokers}: everybody sees who takes a joker.",
        "SEV-5.3, 7.1",
    ),
    Meaning(
        r"finished: (?P<place>\w+) place(, shared)?",
        "This player was the {place} to lay all cards, and has this place for certain.",
        "SEV-4.7, 6.2",
    ),
    Meaning(
        r"last with cards: .+",
        "This player was left with cards when all others had finished or were out. "
        "That is the place after all who finished.",
        "SEV-6.1, 6.2",
        when=lambda rules: not _may_sink(rules),
    ),
    Meaning(
        r"last with cards: .+",
        "This player held cards at the end. That is the place after all who finished, "
        "but whoever holds a joker is last.",
        "SEV-6.2, 6.4",
    ),
    Meaning(
        r"out: .+",
        "This player had nothing to lay and no pass left; the hand lies on the table. "
        "The first player out takes the last place, the next one the place before it.",
        "SEV-4.5, 5.2, 6.2",
        when=lambda rules: not _may_sink(rules),
    ),
    Meaning(
        r"out: .+",
        "This player had nothing to lay and no pass left; the hand lies on the table. The first "
        "one out is last, unless somebody holds a joker at the end.",
        "SEV-4.5, 5.2, 6.2, 6.4",
    ),
    Meaning(
        "eliminat(ed|ion)|out",
        "A player with nothing to lay and no pass left is out: the whole hand is laid on the "
        "table. Whoever is out later gets the better place.",
        "SEV-4.5, 5.2, 6.2",
    ),
    # Notes about the table.
    Meaning(
        r"\d+ passes in a row: .+",
        "So many turns have gone by without a card. When all have passed one after another, "
        "nobody may hold back a card that fits.",
        "SEV-4.4",
    ),
    Meaning(
        r"jokers out of the game: \d",
        "Jokers of players who were out; nobody can get them any more.",
        "SEV-5.2",
    ),
    # The layout.
    Meaning(
        r"\[ \]|\[\]|frontiers?",
        "Here the row goes on: whoever holds this card can lay it now.",
        "SEV-4.1, 4.3",
        sign="[ ]",
    ),
    Meaning("·", "The card of this place does not fit yet.", "SEV-4.1", sign="·"),
    Meaning(
        r"\(.+\)|isolated|apart",
        "A card that was laid when its player was out. It helps nobody until the row from the "
        "seven reaches it.",
        "SEV-4.2, 5.2",
        sign="(9)",
    ),
    Meaning(
        "linked|rows?|layout|walks?",
        "Each suit is a row that grows from its seven. A card is linked if no place between it "
        "and the seven is free.",
        "SEV-4.1, 4.2",
    ),
    Meaning(
        "sevens?|7",
        "All sevens are laid before the first turn. The player who laid D7 begins.",
        "SEV-3.2, 3.3",
    ),
    Meaning(
        "tunnel|aces?|kings?|ace and king",
        "Ace and king are neighbours: a row that has reached one of them goes on with the other.",
        "SEV-4.1",
        when=lambda rules: rules.tunnel == "ring",
    ),
    Meaning(
        "tunnel|aces?|kings?|ace and king",
        "A row that has reached its ace goes on with the king and the queen, and is closed on the "
        "other side. In the same way a row that has reached its king goes on with the ace.",
        "SEV-4.1, 5.6",
        when=lambda rules: rules.tunnel == "one_way",
    ),
    Meaning("tunnel|aces?|kings?|ace and king", "A row ends at its ace and its king.", "SEV-4.1"),
    # The end.
    Meaning("finish(ed)?|places?|end|ranking", _end_line, "SEV-6.1, 6.2"),
    Meaning(
        "points?|rewards?",
        "The first place gets +1 and the last place -1; the others lie evenly between.",
        "SEV-6.5",
    ),
)
