"""One line for a player about everything that can be pointed at in Sevens."""

import re

from ...languages import N_, Ordinal, words
from ..cards.french import NUM_RANKS, card_word, suit_word
from ..cards.french_words import (
    ANY_CARD,
    CARD,
    SUIT,
    card_first,
    card_in_words,
    card_written,
    rank_of,
    suit_in_words,
    suit_of,
)
from ..core.contract.meanings import Meaning
from ..core.words.sentences import sentences
from .options import SevensOptions

_, _n = words("sevens")

BY = r"( by player_\d)?"
DIAMONDS = 2
ACE, SIX, SEVEN, EIGHT, KING = 0, 5, 6, 7, NUM_RANKS - 1

# Cards


def _card_line(found: re.Match[str], rules: SevensOptions) -> str:
    """Returns where a card fits, and what it opens (SEV-4.1)."""
    rank, suit, card = rank_of(found), suit_of(found["suit"]), card_first(found)
    if rank == SEVEN:
        line = _("{card} starts its row. It is laid before the first turn.", card=card)
        return sentences(line, _("Its holder takes the first turn.") if suit == DIAMONDS else "")
    inner, outer = (rank + 1, rank - 1) if rank < SEVEN else (rank - 1, rank + 1)
    seven, near, far = (_in_suit(suit, other) for other in (SEVEN, inner, outer % NUM_RANKS))
    if rank in (SIX, EIGHT):
        line = _("{card} fits next to {seven}.", card=card, seven=seven)
        opens = _("It opens the way to {far}.", far=far)
    elif rules.tunnel == "none":
        line = _(
            "{card} fits next to {near} once that card is linked to {seven}.",
            card=card, near=near, seven=seven,
        )  # fmt: skip
        is_end = rank in (ACE, KING)
        opens = _("It ends the row.") if is_end else _("It opens the way to {far}.", far=far)
    else:
        line = _(
            "{card} fits next to {near} or {far} once that card is linked to {seven}.",
            card=card, near=near, far=far, seven=seven,
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


def _laid_line(found: re.Match[str], rules: SevensOptions) -> str:
    """Returns that a card lies in its row (SEV-4.2)."""
    card, seven = card_first(found), _in_suit(suit_of(found["suit"]), SEVEN)
    if rank_of(found) == SEVEN:
        return _("{card} lies in its row.", card=card)
    return _("{card} lies in its row, linked to {seven}.", card=card, seven=seven)


def _apart_line(found: re.Match[str], rules: SevensOptions) -> str:
    """Returns that a card lies apart from its row, and why (SEV-4.2, 5.2)."""
    return _(
        "{card} was laid when its player was out. It is not linked to {seven}, and helps nobody "
        "until the row reaches it.",
        card=card_first(found),
        seven=_in_suit(suit_of(found["suit"]), SEVEN),
    )


def _joker_line(found: re.Match[str], rules: SevensOptions) -> str:
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


def _suit_line(found: re.Match[str], rules: SevensOptions) -> str:
    suit = suit_of(found[0])
    return _(
        "The row of {suit}, which grows from its seven; moves write {letter}.",
        suit=suit_in_words(suit),
        letter=suit_word(suit),
    )


# Moves


def _lay_line(found: re.Match[str], rules: SevensOptions) -> str:
    card = card_in_words(found)
    if rules.tunnel == "none" and rank_of(found) in (ACE, KING):
        return _("You lay {card}. Its side of the row is complete then.", card=card)
    return _("You lay {card}. Whoever holds the next card of the row can lay it then.", card=card)


def _joker_at_line(found: re.Match[str], rules: SevensOptions) -> str:
    card = card_written(found["card"])
    return sentences(_("You lay a joker in place of {card}.", card=card), _taken(card, rules))


def _fill_line(found: re.Match[str], rules: SevensOptions) -> str:
    card, own = card_written(found["card"]), card_written(found["own"])
    laid = _("You lay a joker in place of {card} and your {own} beyond it.", card=card, own=own)
    return sentences(laid, _taken(card, rules))


def _take_line(found: re.Match[str], rules: SevensOptions) -> str:
    return _(
        "You lay your {card} in place of the joker, and must take the joker into your hand.",
        card=card_written(found["card"]),
    )


def _pass_line(found: re.Match[str], rules: SevensOptions) -> str:
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


# Facts about players and the table


def _may_sink(rules: SevensOptions) -> bool:
    """Whether a player who holds a joker at the end is last (SEV-6.4)."""
    return rules.jokers > 0 and rules.joker_last == "last_place"


def _passes_line(found: re.Match[str], rules: SevensOptions) -> str:
    """Returns how often a player may still pass (SEV-4.4, 4.5)."""
    left = int(found["limit"]) - int(found["used"])
    if left == 0:
        return _("This player has no pass left: at a turn with nothing to lay the player is out.")
    return _n(
        "This player may pass {count} more time. After that, a turn with nothing to lay puts the "
        "player out.",
        "This player may pass {count} more times. After that, a turn with nothing to lay puts the "
        "player out.",
        left,
    )


def _known_jokers_line(found: re.Match[str], rules: SevensOptions) -> str:
    return _n(
        "This player holds at least {count} joker: everybody sees who takes a joker.",
        "This player holds at least {count} jokers: everybody sees who takes a joker.",
        int(found["count"]),
    )


def _finished_line(found: re.Match[str], rules: SevensOptions) -> str:
    return _(
        "This player was the {place} to lay all cards, and has this place for certain.",
        place=Ordinal(found["place"]),
    )


def _end_line(found: re.Match[str], rules: SevensOptions) -> str:
    """Returns how places are found (SEV-6.2, 6.4)."""
    if _may_sink(rules):
        return _(
            "First come those who laid all cards, in this order; then the player who is left; "
            "then those who were out, the latest best; "
            "holding a joker at the end means the last place."
        )
    return _(
        "First come those who laid all cards, in this order; then the player who is left; "
        "then those who were out, the latest best."
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
    Meaning(r"\d+ pass(es)? used", N_("Passes are not limited at this table."), "SEV-4.4"),
    Meaning(
        "passed",
        N_("This player passed at the last turn, by choice or because no card fitted."),
        "SEV-4.4",
        when=lambda rules: rules.voluntary_pass,
    ),
    Meaning("passed", N_("This player could lay no card at the last turn."), "SEV-4.4"),
    Meaning(r"holds (?P<count>\d) jokers?", _known_jokers_line, "SEV-5.3, 7.1"),
    Meaning(r"finished: (?P<place>\d+)\w+ place(, shared)?", _finished_line, "SEV-4.7, 6.2"),
    Meaning(
        r"last with cards: .+",
        N_(
            "This player was left with cards when all others had finished or were out. "
            "That is the place after all who finished."
        ),
        "SEV-6.1, 6.2",
        when=lambda rules: not _may_sink(rules),
    ),
    Meaning(
        r"last with cards: .+",
        N_(
            "This player held cards at the end. That is the place after all who finished, "
            "but whoever holds a joker is last."
        ),
        "SEV-6.2, 6.4",
    ),
    Meaning(
        r"out: .+",
        N_(
            "This player had nothing to lay and no pass left; the hand lies on the table. "
            "The first player out takes the last place, the next one the place before it."
        ),
        "SEV-4.5, 5.2, 6.2",
        when=lambda rules: not _may_sink(rules),
    ),
    Meaning(
        r"out: .+",
        N_(
            "This player had nothing to lay and no pass left; the hand lies on the table. The "
            "first one out is last, unless somebody holds a joker at the end."
        ),
        "SEV-4.5, 5.2, 6.2, 6.4",
    ),
    Meaning(
        "eliminat(ed|ion)|out",
        N_(
            "A player with nothing to lay and no pass left is out: the whole hand is laid on the "
            "table. Whoever is out later gets the better place."
        ),
        "SEV-4.5, 5.2, 6.2",
    ),
    # Notes about the table.
    Meaning(
        r"\d+ passes in a row: .+",
        N_(
            "So many turns have gone by without a card. When all have passed one after another, "
            "nobody may hold back a card that fits."
        ),
        "SEV-4.4",
    ),
    Meaning(
        r"jokers out of the game: \d",
        N_("Jokers of players who were out; nobody can get them any more."),
        "SEV-5.2",
    ),
    # The layout.
    Meaning(
        r"\[ \]|\[\]|frontiers?",
        N_("Here the row goes on: whoever holds this card can lay it now."),
        "SEV-4.1, 4.3",
        sign="[ ]",
    ),
    Meaning("·", N_("The card of this place does not fit yet."), "SEV-4.1", sign="·"),
    Meaning(
        r"\(.+\)|isolated|apart",
        N_(
            "A card that was laid when its player was out. It helps nobody until the row from the "
            "seven reaches it."
        ),
        "SEV-4.2, 5.2",
        sign="(9)",
    ),
    Meaning(
        "linked|rows?|layout|walks?",
        N_(
            "Each suit is a row that grows from its seven. A card is linked if no place between it "
            "and the seven is free."
        ),
        "SEV-4.1, 4.2",
    ),
    Meaning(
        "sevens?|7",
        N_("All sevens are laid before the first turn. The player who laid D7 begins."),
        "SEV-3.2, 3.3",
    ),
    Meaning(
        "tunnel|aces?|kings?|ace and king",
        N_(
            "Ace and king are neighbours: a row that has reached one of them goes on with the "
            "other."
        ),
        "SEV-4.1",
        when=lambda rules: rules.tunnel == "ring",
    ),
    Meaning(
        "tunnel|aces?|kings?|ace and king",
        N_(
            "A row that has reached its ace goes on with the king and the queen, and is closed on "
            "the other side. In the same way a row that has reached its king goes on with the ace."
        ),
        "SEV-4.1, 5.6",
        when=lambda rules: rules.tunnel == "one_way",
    ),
    Meaning(
        "tunnel|aces?|kings?|ace and king", N_("A row ends at its ace and its king."), "SEV-4.1"
    ),
    # The end.
    Meaning("finish(ed)?|places?|end|ranking", _end_line, "SEV-6.1, 6.2"),
    Meaning(
        "points?|rewards?",
        N_("The first place gets +1 and the last place -1; the others lie evenly between."),
        "SEV-6.5",
    ),
)
