"""One line for a player about everything that can be pointed at in Niekhi."""

import re

from ..cards.kikisen import COURT, NOTHING
from ..cards.kikisen import SHIP as SHIP_KIND
from ..core.contract.meanings import Meaning
from ..kikisen.meanings import KIND, SHARED, kind_called, kind_in_words
from .options import NiekhiOptions
from .state import COPIES, GENERAL, LARGE_SET

RANKS = "(?P<ranks>(?:[0-8]|court)(?: (?:[0-8]|court))*)"

# Cards


def effect_in_words(rules: NiekhiOptions) -> str:
    """Returns what the generals of a play do (NIE-5.1)."""
    cards = "cards from the discards" + " or the trick" * rules.take_from_table
    if rules.general_optional:
        return f"may then remove strengths from play or take {cards}, one for each 8"
    return f"then removes strengths from play or takes {cards}, one for each 8"


def general(found: re.Match[str], rules: NiekhiOptions) -> str:
    """Returns what an 8 is good for (NIE-4.1, 5.1)."""
    return (
        f"8, a general, one of {COPIES[GENERAL]}. Only court cards are stronger. A play with 8s "
        f"{effect_in_words(rules)}."
    )


def number_card(found: re.Match[str], rules: NiekhiOptions) -> str:
    """Returns what a card of the pack is good for (NIE-2.1, 4.1, 4.2)."""
    kind = kind_called(found["kind"])
    if kind == SHIP_KIND:
        return ship(found, rules)
    rank = kind - NOTHING
    if rank >= COURT:
        return court(found, rules)
    if rank == GENERAL:
        return general(found, rules)
    words = f"{kind_in_words(kind)}, one of {COPIES[rank]}."
    if rank == 0:
        return f"{words} The weakest card alone, but three or more are a large set."
    beaten = "0" if rank == 1 else f"0 to {rank - 1}"
    return (
        f"{words} Alone it beats {beaten}. Equal cards make pairs and large sets, numbers in a row "
        "make runs."
    )


def court(found: re.Match[str], rules: NiekhiOptions) -> str:
    """Returns what a king or an emperor is good for (NIE-4.1)."""
    return (
        "A king or an emperor, which are equal, four in all: the strongest card alone and in sets. "
        "It is never part of a run."
    )


def ship(found: re.Match[str], rules: NiekhiOptions) -> str:
    """Returns what a ship is good for (NIE-4.1, KIKI-4.3)."""
    alone = "a court card" if rules.ship_alone == "court" else "any card that you name"
    return f"One of two ships. It stands for any card of a set or a run; alone it is {alone}."


def ship_in_play(found: re.Match[str], rules: NiekhiOptions) -> str:
    """Returns what a ship in a play is (NIE-5.1)."""
    rank = found["rank"].casefold()
    words = f"A ship that was played as {rank}. It stays here if {named(rank)} are removed."
    if rank != str(GENERAL):
        return words
    return f"{words} It {'counts' if rules.ship_as_general else 'does not count'} as a general."


def named(rank: str) -> str:
    """Returns all cards of a strength: `7s`, `court cards`."""
    return f"{rank}s" if rank.isdecimal() else f"{rank} cards"


CARDS = (
    Meaning("court( cards?)?", court, "NIE-2.1, 4.1, KIKI-4.1", sign="court"),
    Meaning(r"ship\((?P<rank>[0-8]|court)\)", ship_in_play, "NIE-4.1, 5.1", sign="ship(4)"),
    Meaning("ships?", ship, "NIE-4.1, KIKI-4.2, 4.3", sign="ship"),
    Meaning("8|generals?|effects?", general, "NIE-5.1", sign="8"),
    Meaning(KIND, number_card, "NIE-2.1, 4.1, 4.2", sign="7"),
    Meaning(
        "colou?rs?|black|red",
        "Colours do not matter in this game: only the number counts, and kings equal emperors.",
        "NIE-2.1",
    ),
)


# Moves


def play(found: re.Match[str], rules: NiekhiOptions) -> str:
    """Returns what the others need to follow a play, and what its generals do (NIE-4.4, 5.1)."""
    ranks = found["ranks"].casefold().split()
    size = len(ranks)
    if size >= LARGE_SET and len({*ranks}) == 1:
        words = "A large set, which may be played on anything. Only another can follow."
        if rules.bomb_over_bomb == "stronger":
            words = (
                "A large set: it beats all other kinds of plays, smaller sets, and weaker sets of "
                "its size."
            )
    else:
        verb = found["verb"].casefold()
        kind = f"{verb} of {size} cards" if verb.startswith("run") else verb
        words = f"Others follow with a stronger {kind} or any large set, or they pass."
    if str(GENERAL) not in ranks:
        ships = " Where you lack a card, a ship stands for it, and is spent."
        return words + ships * (size > 1)
    return f"{words} The play {effect_in_words(rules)}."


def removal(found: re.Match[str], rules: NiekhiOptions) -> str:
    """Returns what leaves the game with a strength (NIE-5.1, 6.2)."""
    cards = named(found["rank"].casefold())
    emptied = "Players left without cards are out."
    if rules.emptied_by_removal == "wins":
        emptied = "If this empties hands, the first such player from you on wins."
    return (
        f"All {cards} leave all hands, your own too, the table and the discards. Ships stay. "
        f"{emptied}"
    )


def taking(found: re.Match[str], rules: NiekhiOptions) -> str:
    """Returns where a card that is taken comes from (NIE-5.1, 5.2)."""
    rank = found["rank"].casefold()
    card = rank if rank.isdecimal() or rank == "ship" else f"{rank} card"
    article = "an" if rank == str(GENERAL) else "a"
    return f"You take {article} {card} {sources(rules)} into your hand, in front of all."


def sources(rules: NiekhiOptions) -> str:
    """Returns where generals take cards from (NIE-5.2)."""
    return "from the discards" + " or earlier plays of the trick" * rules.take_from_table


MOVES = (
    Meaning(
        "pass(es|ing)?",
        "You play nothing, and not in this trick again. Once all others have passed, the player of "
        "the last play leads.",
        "NIE-4.4, 4.6",
        when=lambda rules: rules.pass_locks,
    ),
    Meaning(
        "pass(es|ing)?",
        "You play nothing now, but may play later in this trick. Once all others pass in a row, "
        "the player of the last play leads.",
        "NIE-4.4, 4.6",
    ),
    Meaning(f"(?P<verb>single|pair|set|run|run of sets) {RANKS}", play, "NIE-4.1, 4.2, 4.4, 5.1"),
    Meaning(
        "play (?!to beat).+",
        "A play that was laid. The brackets say what a ship stands for: ship(7) is a ship as a 7.",
        "NIE-4.1, 4.4",
    ),
    Meaning("no ship", "You keep your ships and play your other cards.", "NIE-4.7, 4.8"),
    Meaning("no more ships", "The rest of the play is made of your other cards.", "NIE-4.7, 4.8"),
    Meaning(
        r"ship as (?P<rank>[0-8]|court)",
        "In this play one of your ships stands for {rank}. It is spent with the play.",
        "NIE-4.7, 4.8",
    ),
    Meaning(
        r"ship on position \d",
        "In this play one of your ships stands for the card in this place, counted from the "
        "lowest.",
        "NIE-4.7, 4.8",
    ),
    Meaning(
        "remove strengths|removal",
        "You name a strength for each general of the play. All their cards leave all hands, the "
        "table and the discards for good.",
        "NIE-5.1",
    ),
    Meaning(
        "take cards|taking",
        lambda found, rules: (
            f"You take a card {sources(rules)} into your hand for each general of the play. All "
            "see the cards."
        ),
        "NIE-5.1, 5.2",
    ),
    Meaning("no effect", "The generals of this play do nothing.", "NIE-5.1"),
    Meaning("remove (?P<rank>[0-8]|court)", removal, "NIE-5.1, 5.2, 6.2"),
    Meaning("take (?P<rank>[0-8]|court|ship)", taking, "NIE-5.1, 5.2"),
)

# Kinds of plays, and other words of the page

WORDS = (
    Meaning(
        "singles?",
        "One card. Only a stronger single, or a set of three or more, can follow it.",
        "NIE-4.1, 4.2, 4.4",
    ),
    Meaning(
        "pairs?",
        "Two equal cards. Only a stronger pair, or a set of three or more, can follow it.",
        "NIE-4.1, 4.2, 4.4",
    ),
    Meaning(
        "(large )?sets?|bombs?",
        "Three or more equal cards are a large set. It may be played on anything, also on a "
        "stronger or larger set.",
        "NIE-4.1, 4.4, 5.6",
        when=lambda rules: rules.bomb_over_bomb == "any",
    ),
    Meaning(
        "(large )?sets?|bombs?",
        "Three or more equal cards are a large set. It may be played on anything; on another large "
        "set only if it is larger, or as large and stronger.",
        "NIE-4.1, 4.4, 5.6",
    ),
    Meaning(
        "runs?",
        "{min_run} or more numbers in a row, within 0 to 8, without court cards. Only a run of as "
        "many cards with a higher lowest number, or a large set, can follow it.",
        "NIE-4.1, 4.2, 4.4",
    ),
    Meaning(
        "runs? of sets",
        "{min_run} or more numbers in a row, each with the same number of cards, such as "
        "1 1 2 2 3 3. Only one of the same form that begins higher, or a large set, can follow it.",
        "NIE-4.1, 4.2, 4.4",
    ),
    Meaning(
        "strengths?|stronger|beats?",
        "From weak to strong: 0, 1, ... 8, court. Equal strength is not enough; of two runs the "
        "one with the higher lowest number is stronger.",
        "NIE-4.2, KIKI-4.1",
    ),
    Meaning(
        "leads?|leader",
        "Whoever leads begins a trick with a play of any kind, and may not pass.",
        "NIE-4.3",
    ),
    Meaning(
        "tricks?",
        "Plays that beat one another, until all but the last player pass in a row. Then the cards "
        "become discards, and that player leads.",
        "NIE-4.4, 4.6",
    ),
    Meaning(
        "points?",
        "The winner of a season gets 1 point from every other player.",
        "NIE-6.3, 6.4",
    ),
)

# Players' facts

FACTS = (
    Meaning(
        "made the play to beat|owner",
        "If all others pass in a row, this player leads the next trick with any play.",
        "NIE-4.6",
        when=lambda rules: not rules.pass_locks,
    ),
    Meaning(
        "made the play to beat|owner",
        "Once all others have passed, this player leads the next trick with any play.",
        "NIE-4.4, 4.6",
    ),
    Meaning(
        "passed",
        "This player has passed and cannot play before the trick ends.",
        "NIE-4.4",
        when=lambda rules: rules.pass_locks,
    ),
    Meaning(
        "passed",
        "This player has passed since the last play. If all others do, the trick ends; if not, "
        "this player may play again.",
        "NIE-4.4, 4.6",
    ),
    Meaning(
        "out",
        "A removal emptied this hand: the player is skipped for the rest of the season.",
        "NIE-6.2",
    ),
    Meaning(
        "holds .+",
        "Cards that this player took from the discards in front of all and must still hold. What "
        "else is in the hand is not known.",
        "NIE-7.2",
        when=lambda rules: not rules.take_from_table,
    ),
    Meaning(
        "holds .+",
        "Cards that this player's generals took in front of all and that must still be in the "
        "hand. What else it holds is not known.",
        "NIE-7.2",
    ),
)

# Notes and zones

TABLE = (
    Meaning(
        r"\d+ cards? not dealt",
        "They lie face down and have no part in this season. Nobody knows what they are.",
        "NIE-3.1, 5.3",
    ),
    Meaning(
        r"\d+ turns? left",
        "After so many more plays and passes the season ends, and the fewest cards win; equals "
        "share.",
        "NIE-6.4",
    ),
    Meaning(
        "play to beat",
        "Play the same kind with as many cards, but stronger, or a set of three or more, or pass. "
        "If nothing lies here, you lead with any play.",
        "NIE-4.2, 4.3, 4.4",
        when=lambda rules: rules.bomb_over_bomb == "any",
    ),
    Meaning(
        "play to beat",
        "Play the same kind with as many cards, but stronger, or a large set, or pass; on a large "
        "set a larger one is possible too. If nothing lies here, you lead with any play.",
        "NIE-4.2, 4.3, 4.4",
    ),
    Meaning(
        "earlier in the trick",
        "All cards of beaten plays of this trick by number; a ship among them is a ship again. "
        "Generals may take them. After the trick they become discards.",
        "NIE-4.6, 5.2",
        when=lambda rules: rules.take_from_table,
    ),
    Meaning(
        "earlier in the trick",
        "All cards of beaten plays of this trick by number; a ship among them is a ship again. "
        "After the trick they become discards; until then no general can take them.",
        "NIE-4.6, 5.2",
    ),
    Meaning(
        "discards?",
        "The cards of tricks that are over. A general can take one of them into its player's hand.",
        "NIE-4.6, 5.1",
    ),
    Meaning(
        "removed( cards?)?",
        "Cards of strengths that generals have removed. They are out of the season for good.",
        "NIE-5.1",
    ),
    Meaning(
        r"hand( of player_\d)?",
        "The cards to get rid of: the first empty hand wins, also if a removal empties it.",
        "NIE-6.1, 6.2",
        when=lambda rules: rules.emptied_by_removal == "wins",
    ),
    Meaning(
        r"hand( of player_\d)?",
        "The cards to get rid of: whoever first plays the last one wins; a hand that a removal "
        "empties is out.",
        "NIE-6.1, 6.2",
    ),
)

MEANINGS = (*CARDS, *MOVES, *WORDS, *FACTS, *TABLE, *SHARED)
