"""One line for a player about everything that can be pointed at in Niekhi."""

import re

from ...languages import N_, words
from ..cards.kikisen import COURT, NOTHING
from ..cards.kikisen import SHIP as SHIP_KIND
from ..core.contract.meanings import Meaning
from ..core.words.sentences import sentences
from ..kikisen.meanings import KIND, SHARED, kind_called, kind_in_words
from .options import NiekhiOptions
from .state import COPIES, GENERAL, LARGE_SET, SHIP
from .text.words import RANK_NAMES, cards_of, rank_word

_, _n = words("niekhi")

ANY_NUMBER = N_("a {number}")
ONE_CARD = {GENERAL: N_("an 8"), COURT: N_("a court card"), SHIP: N_("a ship")}
RANKS = "(?P<ranks>(?:[0-8]|court)(?: (?:[0-8]|court))*)"

# Cards


EFFECTS = {  # by general_optional and take_from_table
    (False, False): N_(
        "{play} then removes strengths from play or takes cards from the discards, one for each 8."
    ),
    (False, True): N_(
        "{play} then removes strengths from play or takes cards from the discards or the trick, "
        "one for each 8."
    ),
    (True, False): N_(
        "{play} may then remove strengths from play or take cards from the discards, one for "
        "each 8."
    ),
    (True, True): N_(
        "{play} may then remove strengths from play or take cards from the discards or the trick, "
        "one for each 8."
    ),
}


def effect_in_words(play: str, rules: NiekhiOptions) -> str:
    """Returns what the generals of a play do (NIE-5.1)."""
    return _(EFFECTS[rules.general_optional, rules.take_from_table], play=play)


def general(found: re.Match[str], rules: NiekhiOptions) -> str:
    """Returns what an 8 is good for (NIE-4.1, 5.1)."""
    card = _("8, a general, one of {count}. Only court cards are stronger.", count=COPIES[GENERAL])
    return sentences(card, effect_in_words(_("A play with 8s"), rules))


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
    card = _("{card}, one of {count}.", card=kind_in_words(kind), count=COPIES[rank])
    if rank == 0:
        return sentences(card, _("The weakest card alone, but three or more are a large set."))
    alone = _("Alone it beats 0 to {number}.", number=rank - 1)
    plays = _("Equal cards make pairs and large sets, numbers in a row make runs.")
    return sentences(card, _("Alone it beats 0.") if rank == 1 else alone, plays)


def court(found: re.Match[str], rules: NiekhiOptions) -> str:
    """Returns what a king or an emperor is good for (NIE-4.1)."""
    return _(
        "A king or an emperor, which are equal, four in all: the strongest card alone and in sets. "
        "It is never part of a run."
    )


def ship(found: re.Match[str], rules: NiekhiOptions) -> str:
    """Returns what a ship is good for (NIE-4.1, KIKI-4.3)."""
    if rules.ship_alone == "court":
        return _(
            "One of two ships. It stands for any card of a set or a run; alone it is a court card."
        )
    return _(
        "One of two ships. It stands for any card of a set or a run; alone it is any card that you "
        "name."
    )


def ship_in_play(found: re.Match[str], rules: NiekhiOptions) -> str:
    """Returns what a ship in a play is (NIE-5.1)."""
    rank = rank_called(found["rank"])
    line = _(
        "A ship that was played as {rank}. It stays here if {cards} are removed.",
        rank=rank_word(rank),
        cards=cards_of(rank),
    )
    if rank != GENERAL:
        return line
    if rules.ship_as_general:
        return sentences(line, _("It counts as a general."))
    return sentences(line, _("It does not count as a general."))


def rank_called(word: str) -> int:
    """Returns the rank that an English word means: `7`, `court`, `ship`."""
    return RANK_NAMES.index(word.casefold())


CARDS = (
    Meaning("court( cards?)?", court, "NIE-2.1, 4.1, KIKI-4.1", sign="court"),
    Meaning(r"ship\((?P<rank>[0-8]|court)\)", ship_in_play, "NIE-4.1, 5.1", sign="ship(4)"),
    Meaning("ships?", ship, "NIE-4.1, KIKI-4.2, 4.3", sign="ship"),
    Meaning("8|generals?|effects?", general, "NIE-5.1", sign="8"),
    Meaning(KIND, number_card, "NIE-2.1, 4.1, 4.2", sign="7"),
    Meaning(
        "colou?rs?|black|red",
        N_("Colours do not matter in this game: only the number counts, and kings equal emperors."),
        "NIE-2.1",
    ),
)


# Moves


def play(found: re.Match[str], rules: NiekhiOptions) -> str:
    """Returns what the others need to follow a play, and what its generals do (NIE-4.4, 5.1)."""
    ranks = found["ranks"].casefold().split()
    size = len(ranks)
    line = following(found["verb"].casefold(), ranks, rules)
    if str(GENERAL) in ranks:
        return sentences(line, effect_in_words(_("The play"), rules))
    if size == 1:
        return line
    return sentences(line, _("Where you lack a card, a ship stands for it, and is spent."))


FOLLOWING = {
    "single": N_("Others follow with a stronger single or any large set, or they pass."),
    "pair": N_("Others follow with a stronger pair or any large set, or they pass."),
    "set": N_("Others follow with a stronger set or any large set, or they pass."),
    "run": N_("Others follow with a stronger run of {count} cards or any large set, or they pass."),
    "run of sets": N_(
        "Others follow with a stronger run of sets of {count} cards or any large set, or they pass."
    ),
}


def following(kind: str, ranks: list[str], rules: NiekhiOptions) -> str:
    """Returns what the others need to follow a play of a kind, in its English name."""
    if len(ranks) < LARGE_SET or len({*ranks}) > 1:
        return _(FOLLOWING[kind], count=len(ranks))
    if rules.bomb_over_bomb == "any":
        return _("A large set, which may be played on anything. Only another can follow.")
    return _(
        "A large set: it beats all other kinds of plays, smaller sets, and weaker sets of its size."
    )


def removal(found: re.Match[str], rules: NiekhiOptions) -> str:
    """Returns what leaves the game with a strength (NIE-5.1, 6.2)."""
    line = _(
        "All {cards} leave all hands, your own too, the table and the discards. Ships stay.",
        cards=cards_of(rank_called(found["rank"])),
    )
    if rules.emptied_by_removal == "wins":
        first = _("If this empties hands, the first such player from you on wins.")
        return sentences(line, first)
    return sentences(line, _("Players left without cards are out."))


def taking(found: re.Match[str], rules: NiekhiOptions) -> str:
    """Returns where a card that is taken comes from (NIE-5.1, 5.2)."""
    rank = rank_called(found["rank"])
    card = _(ONE_CARD.get(rank, ANY_NUMBER), number=rank)
    if rules.take_from_table:
        return _(
            "You take {card} from the discards or earlier plays of the trick into your hand, in "
            "front of all.",
            card=card,
        )
    return _("You take {card} from the discards into your hand, in front of all.", card=card)


def takings(found: re.Match[str], rules: NiekhiOptions) -> str:
    """Returns where the cards come from that generals take (NIE-5.1, 5.2)."""
    if rules.take_from_table:
        return _(
            "You take a card from the discards or earlier plays of the trick into your hand for "
            "each general of the play. All see the cards."
        )
    return _(
        "You take a card from the discards into your hand for each general of the play. All see "
        "the cards."
    )


MOVES = (
    Meaning(
        "pass(es|ing)?",
        N_(
            "You play nothing, and not in this trick again. Once all others have passed, the "
            "player of the last play leads."
        ),
        "NIE-4.4, 4.6",
        when=lambda rules: rules.pass_locks,
    ),
    Meaning(
        "pass(es|ing)?",
        N_(
            "You play nothing now, but may play later in this trick. Once all others pass in a "
            "row, the player of the last play leads."
        ),
        "NIE-4.4, 4.6",
    ),
    Meaning(f"(?P<verb>single|pair|set|run|run of sets) {RANKS}", play, "NIE-4.1, 4.2, 4.4, 5.1"),
    Meaning(
        "play (?!to beat).+",
        N_(
            "A play that was laid. The brackets say what a ship stands for: ship(7) is a ship as a "
            "7."
        ),
        "NIE-4.1, 4.4",
    ),
    Meaning("no ship", N_("You keep your ships and play your other cards."), "NIE-4.7, 4.8"),
    Meaning(
        "no more ships", N_("The rest of the play is made of your other cards."), "NIE-4.7, 4.8"
    ),
    Meaning(
        r"ship as (?P<rank>[0-8]|court)",
        N_("In this play one of your ships stands for {rank}. It is spent with the play."),
        "NIE-4.7, 4.8",
    ),
    Meaning(
        r"ship on position \d",
        N_(
            "In this play one of your ships stands for the card in this place, counted from the "
            "lowest."
        ),
        "NIE-4.7, 4.8",
    ),
    Meaning(
        "remove strengths|removal",
        N_(
            "You name a strength for each general of the play. All their cards leave all hands, "
            "the table and the discards for good."
        ),
        "NIE-5.1",
    ),
    Meaning(
        "take cards|taking",
        takings,
        "NIE-5.1, 5.2",
    ),
    Meaning("no effect", N_("The generals of this play do nothing."), "NIE-5.1"),
    Meaning("remove (?P<rank>[0-8]|court)", removal, "NIE-5.1, 5.2, 6.2"),
    Meaning("take (?P<rank>[0-8]|court|ship)", taking, "NIE-5.1, 5.2"),
)

# Kinds of plays, and other words of the page

WORDS = (
    Meaning(
        "singles?",
        N_("One card. Only a stronger single, or a set of three or more, can follow it."),
        "NIE-4.1, 4.2, 4.4",
    ),
    Meaning(
        "pairs?",
        N_("Two equal cards. Only a stronger pair, or a set of three or more, can follow it."),
        "NIE-4.1, 4.2, 4.4",
    ),
    Meaning(
        "(large )?sets?|bombs?",
        N_(
            "Three or more equal cards are a large set. It may be played on anything, also on a "
            "stronger or larger set."
        ),
        "NIE-4.1, 4.4, 5.6",
        when=lambda rules: rules.bomb_over_bomb == "any",
    ),
    Meaning(
        "(large )?sets?|bombs?",
        N_(
            "Three or more equal cards are a large set. It may be played on anything; on another "
            "large set only if it is larger, or as large and stronger."
        ),
        "NIE-4.1, 4.4, 5.6",
    ),
    Meaning(
        "runs?",
        N_(
            "{min_run} or more numbers in a row, within 0 to 8, without court cards. Only a run of "
            "as many cards with a higher lowest number, or a large set, can follow it."
        ),
        "NIE-4.1, 4.2, 4.4",
    ),
    Meaning(
        "runs? of sets",
        N_(
            "{min_run} or more numbers in a row, each with the same number of cards, such as 1 1 2 "
            "2 3 3. Only one of the same form that begins higher, or a large set, can follow it."
        ),
        "NIE-4.1, 4.2, 4.4",
    ),
    Meaning(
        "strengths?|stronger|beats?",
        N_(
            "From weak to strong: 0, 1, ... 8, court. Equal strength is not enough; of two runs "
            "the one with the higher lowest number is stronger."
        ),
        "NIE-4.2, KIKI-4.1",
    ),
    Meaning(
        "leads?|leader",
        N_("Whoever leads begins a trick with a play of any kind, and may not pass."),
        "NIE-4.3",
    ),
    Meaning(
        "tricks?",
        N_(
            "Plays that beat one another, until all but the last player pass in a row. Then the "
            "cards become discards, and that player leads."
        ),
        "NIE-4.4, 4.6",
    ),
    Meaning(
        "points?",
        N_("The winner of a season gets 1 point from every other player."),
        "NIE-6.3, 6.4",
    ),
)

# Players' facts

FACTS = (
    Meaning(
        "made the play to beat|owner",
        N_("If all others pass in a row, this player leads the next trick with any play."),
        "NIE-4.6",
        when=lambda rules: not rules.pass_locks,
    ),
    Meaning(
        "made the play to beat|owner",
        N_("Once all others have passed, this player leads the next trick with any play."),
        "NIE-4.4, 4.6",
    ),
    Meaning(
        "passed",
        N_("This player has passed and cannot play before the trick ends."),
        "NIE-4.4",
        when=lambda rules: rules.pass_locks,
    ),
    Meaning(
        "passed",
        N_(
            "This player has passed since the last play. If all others do, the trick ends; if not, "
            "this player may play again."
        ),
        "NIE-4.4, 4.6",
    ),
    Meaning(
        "out",
        N_("A removal emptied this hand: the player is skipped for the rest of the season."),
        "NIE-6.2",
    ),
    Meaning(
        "holds .+",
        N_(
            "Cards that this player took from the discards in front of all and must still hold. "
            "What else is in the hand is not known."
        ),
        "NIE-7.2",
        when=lambda rules: not rules.take_from_table,
    ),
    Meaning(
        "holds .+",
        N_(
            "Cards that this player's generals took in front of all and that must still be in the "
            "hand. What else it holds is not known."
        ),
        "NIE-7.2",
    ),
)

# Notes and zones

TABLE = (
    Meaning(
        r"\d+ cards? not dealt",
        N_("They lie face down and have no part in this season. Nobody knows what they are."),
        "NIE-3.1, 5.3",
    ),
    Meaning(
        r"\d+ turns? left",
        N_(
            "After so many more plays and passes the season ends, and the fewest cards win; equals "
            "share."
        ),
        "NIE-6.4",
    ),
    Meaning(
        "play to beat",
        N_(
            "Play the same kind with as many cards, but stronger, or a set of three or more, or "
            "pass. If nothing lies here, you lead with any play."
        ),
        "NIE-4.2, 4.3, 4.4",
        when=lambda rules: rules.bomb_over_bomb == "any",
    ),
    Meaning(
        "play to beat",
        N_(
            "Play the same kind with as many cards, but stronger, or a large set, or pass; on a "
            "large set a larger one is possible too. If nothing lies here, you lead with any play."
        ),
        "NIE-4.2, 4.3, 4.4",
    ),
    Meaning(
        "earlier in the trick",
        N_(
            "All cards of beaten plays of this trick by number; a ship among them is a ship again. "
            "Generals may take them. After the trick they become discards."
        ),
        "NIE-4.6, 5.2",
        when=lambda rules: rules.take_from_table,
    ),
    Meaning(
        "earlier in the trick",
        N_(
            "All cards of beaten plays of this trick by number; a ship among them is a ship again. "
            "After the trick they become discards; until then no general can take them."
        ),
        "NIE-4.6, 5.2",
    ),
    Meaning(
        "discards?",
        N_(
            "The cards of tricks that are over. A general can take one of them into its player's "
            "hand."
        ),
        "NIE-4.6, 5.1",
    ),
    Meaning(
        "removed( cards?)?",
        N_("Cards of strengths that generals have removed. They are out of the season for good."),
        "NIE-5.1",
    ),
    Meaning(
        r"hand( of player_\d)?",
        N_("The cards to get rid of: the first empty hand wins, also if a removal empties it."),
        "NIE-6.1, 6.2",
        when=lambda rules: rules.emptied_by_removal == "wins",
    ),
    Meaning(
        r"hand( of player_\d)?",
        N_(
            "The cards to get rid of: whoever first plays the last one wins; a hand that a removal "
            "empties is out."
        ),
        "NIE-6.1, 6.2",
    ),
)

MEANINGS = (*CARDS, *MOVES, *WORDS, *FACTS, *TABLE, *SHARED)
