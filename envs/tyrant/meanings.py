"""One line for a player about everything that can be pointed at in Tyrant."""

import re
from collections import Counter
from collections.abc import Iterator

from ...languages import N_, words
from ..cards.french_words import suit_of
from ..core.contract.meanings import Meaning
from .options import TyrantOptions
from .state import RANKS
from .text.words import card_word, chips_words, suit_name, suit_words

_, _n = words("tyrant")

ANY = "[♠♥♦♣SHDC]"
SUIT = f"(?P<suit>{ANY})"


def names(letter: str) -> dict[str, str]:
    """Returns a card and the suit of a letter or sign in words: `heart` and `hearts`."""
    suit = suit_of(letter)
    return {"card": card_word(suit), "suit": suit_name(suit)}


def in_words(letters: str) -> str:
    """Returns cards by their suits: `1 spade and 2 hearts` for `S H H`."""
    counts = Counter(map(suit_of, letters.split()))
    return _(" and ").join(suit_words(count, suit) for suit, count in counts.items())


# Cards


def number_card(found: re.Match[str], rules: TyrantOptions) -> str:
    """Returns what a number card is worth in a trick (TYR-4.9)."""
    return _(
        "A {card}: it has power 10 in a trick in which {suit} are led, else the power of the "
        "column of {suit} on the plaza. {less}",
        less=_less_for_chips(found["suit"], rules),
        **names(found["suit"]),
    )


def _less_for_chips(letter: str, rules: TyrantOptions) -> str:
    """Returns what chips take from the power of a suit (TYR-4.9)."""
    return _(
        "Each chip on {suit} takes {penalty} from it in this trick.",
        suit=suit_name(suit_of(letter)),
        penalty=rules.chip_penalty,
    )


def column(found: re.Match[str], rules: TyrantOptions) -> str:
    """Returns the power of a column (TYR-2.6, TYR-4.9)."""
    count = int(found["count"])
    if not count:
        return _(
            "No {suit} lie on the plaza: a {card} has no power unless {suit} are led, and chips "
            "can be laid on them only then.",
            **names(found["suit"]),
        )
    piles, single = divmod(count, rules.pile_size)
    return _(
        "The {suit} on the plaza, {cards}: a {card} that is played has power {power}, or 10 if "
        "{suit} are led. {less}",
        cards=_(" and ").join(_piles_and_cards(piles, single, rules.pile_size)),
        power=single + rules.pile_power * piles,
        less=_less_for_chips(found["suit"], rules),
        **names(found["suit"]),
    )


def _piles_and_cards(piles: int, single: int, size: int) -> Iterator[str]:
    """Yields `2 piles of 5` and `1 single card`, without those that there are none of."""
    if piles:
        yield _n("{count} pile of {size}", "{count} piles of {size}", piles, size=size)
    if single:
        yield _n("{count} single card", "{count} single cards", single)


def lead_card(found: re.Match[str], rules: TyrantOptions) -> str:
    """Returns the suit that a lead card demands and its fame (TYR-4.2, TYR-6.1)."""
    return _n(
        "A lead card, the prize of one trick. In that trick {suit} are led. To its winner it "
        "counts {count} point, and more with others of its rank or suit.",
        "A lead card, the prize of one trick. In that trick {suit} are led. To its winner it "
        "counts {count} points, and more with others of its rank or suit.",
        RANKS.index(found["rank"].upper()) + 1,
        suit=suit_name(suit_of(found["suit"])),
    )


CARDS = (
    Meaning(SUIT, number_card, "TYR-2.2, 4.9", sign="♠"),
    Meaning(f"{SUIT} ?(?P<count>[0-9]+)", column, "TYR-2.6, 4.9", sign="♠4"),
    Meaning(f"{SUIT} ?(?P<rank>[JQK])", lead_card, "TYR-4.2, 6.1, 6.2, 6.3", sign="♥K"),
    Meaning(
        f"{SUIT} ?A",
        N_(
            "An ace. It counts 0 alone, but belongs to its owner's sets: two cards of a suit 2 "
            "points, three 4, four 6. Others see it only at the end of the game."
        ),
        "TYR-3.2, 6.1, 6.2",
        sign="♥A",
    ),
    Meaning(
        r"\?|face[- ]down( cards?)?",
        N_(
            "A card face down: only its player knows the suit. All cards are turned up when "
            "everybody has played or passed."
        ),
        "TYR-4.5, 4.8",
        sign="?",
        when=lambda rules: rules.no_follow_reveal == "all",
    ),
    Meaning(
        r"\?|face[- ]down( cards?)?",
        N_(
            "A card face down: only its player knows the suit. The cards are turned up when "
            "everybody has played or passed, unless nobody followed the led suit."
        ),
        "TYR-4.5, 4.8, 4.12",
        sign="?",
        when=lambda rules: rules.no_follow_reveal == "chosen_only",
    ),
    Meaning(
        "face up",
        N_(
            "Of a play of three cards its player shows one, of any suit. A play of one or two "
            "cards lies face down until the end of the trick."
        ),
        "TYR-4.5",
    ),
    Meaning(
        "now",
        N_(
            "The lead card of the present trick: its suit is led, and the winner of the trick "
            "takes it. The other lead cards follow in the next tricks."
        ),
        "TYR-3.1, 4.2",
        sign="now",
    ),
    Meaning(
        "(the )?number cards?",
        N_("The cards in hands and stocks. Only their suit counts, so no number is shown on them."),
        "TYR-2.1, 2.2",
    ),
    Meaning(
        "aces?",
        N_(
            "Everybody has one secret ace. It counts 0 alone, but belongs to your sets: two cards "
            "of a suit 2 points, three 4, four 6. Aces are shown at the end."
        ),
        "TYR-3.2, 6.1, 6.2",
    ),
    Meaning(
        "spades?|hearts?|diamonds?|clubs?|suits?",
        N_(
            "Spades ♠, hearts ♥, diamonds ♦ and clubs ♣; type S, H, D and C. A card of the led "
            "suit has power 10, another one that of its column on the plaza, both less what chips "
            "take."
        ),
        "TYR-2.1, 4.9",
    ),
    Meaning(
        "jacks?|queens?|kings?",
        N_(
            "A lead card: a jack counts 1 point, a queen 2, a king 3. In addition two of a rank 5 "
            "points, three 8, four 10."
        ),
        "TYR-6.1, 6.3",
    ),
)


# Moves, and what others hear of them


def play(found: re.Match[str], rules: TyrantOptions) -> str:
    """Returns how the cards of a play are laid (TYR-4.5)."""
    cards = in_words(found["cards"])
    if up := found["up"]:
        return _(
            "You play {cards}: one {card} lies open, the other two cards face down. Their powers "
            "are added.",
            cards=cards,
            card=card_word(suit_of(up)),
        )
    if " " in found["cards"]:
        return _(
            "You play {cards} face down; others see only how many cards. Their powers are added.",
            cards=cards,
        )
    return _(
        "You play {cards} face down; others see only how many cards. Only its power counts for "
        "you.",
        cards=cards,
    )


def keep(found: re.Match[str], rules: TyrantOptions) -> str:
    """Returns the effect of a step of forming a hand (TYR-4.3)."""
    suit, number = suit_of(found["suit"]), int(found["count"])
    if not number:
        return _(
            "You take no {suit} from your stock into the new hand. All {suit} stay in the stock, "
            "out of play until a pass lets you choose again.",
            suit=suit_name(suit),
        )
    return _(
        "You take {cards} from your stock into the new hand. The other {suit} stay in the stock, "
        "out of play until a pass lets you choose again.",
        cards=suit_words(number, suit),
        suit=suit_name(suit),
    )


def chips_on(found: re.Match[str], rules: TyrantOptions) -> str:
    """Returns how much chips weaken a suit (TYR-4.7, TYR-4.9)."""
    number = int(found["count"])
    return _(
        "{chips} on {suit}: each of the {suit} played in this trick has {less} power less, but not "
        "less than 0. The chips are lost after the trick.",
        chips=chips_words(number),
        suit=suit_name(suit_of(found["suit"])),
        less=number * rules.chip_penalty,
    )


def settled(found: re.Match[str], rules: TyrantOptions) -> str:
    """Returns what settling a card does (TYR-4.12)."""
    return _(
        "Nobody followed the led suit, so nobody wins. One {card} of this player goes to the "
        "plaza; the other cards of the play leave the game.",
        card=card_word(suit_of(found["suit"])),
    )


MOVES = (
    Meaning(r"keep (?P<count>\d+) (?P<suit>[shdc])\w*", keep, "TYR-3.6, 4.3"),
    Meaning(
        "(soft )?pass|passing",
        N_(
            "You pay a chip and put your hand into your stock. Before the next trick you choose a "
            "new hand of {refill_hand} cards, or take all if there are fewer. Then you may not "
            "pass."
        ),
        "TYR-4.4, 4.6",
    ),
    Meaning(f"play (?P<cards>{ANY}( {ANY})*)(, (?P<up>{ANY}) (face )?up)?", play, "TYR-4.5"),
    Meaning(
        f"play [123] cards?(, {SUIT} face up)?",
        N_(
            "Cards face down, of three cards one face up. Whether they follow the led suit is seen "
            "when all have played."
        ),
        "TYR-4.5, 7.6",
    ),
    Meaning(
        "no chips",
        N_("You weaken no suit in this trick and keep your chips. Each counts 1 point at the end."),
        "TYR-4.7, 6.1",
    ),
    Meaning(f"(?P<count>[0-9]+) chips? on {SUIT}", chips_on, "TYR-4.7, 4.9"),
    Meaning(
        f"put {SUIT} on the plaza",
        settled,
        "TYR-4.12",
    ),
    Meaning(
        "settle|settling",
        N_(
            "If nobody followed the led suit, nobody wins. Each player puts one of the cards "
            "played on the plaza; the others leave the game."
        ),
        "TYR-4.12",
    ),
    Meaning(
        "take up [0-9]+ cards?",
        N_("This player has formed a new hand from the stock; nobody else knows its suits."),
        "TYR-4.3, 7.3",
    ),
    Meaning(
        "tyrant( action)?|lay chips|weaken",
        N_(
            "After playing cards you may lay chips on one suit: the led one, or one with cards on "
            "the plaza. Each takes {chip_penalty} power from every card of that suit in this trick."
        ),
        "TYR-4.7, 4.9",
    ),
)


# Facts of players

FACTS = (
    Meaning(
        "(round )?marker|joker",
        N_(
            "Whoever wins a trick takes it; until then the start player has it. Its holder plays "
            "first and has {marker_penalty} power less in the trick."
        ),
        "TYR-2.3, 4.9, 4.10",
        when=lambda rules: rules.marker_penalty > 0,
    ),
    Meaning(
        "(round )?marker|joker",
        N_(
            "Whoever wins a trick takes it; until then the start player has it. Its holder plays "
            "first."
        ),
        "TYR-2.3, 4.10",
    ),
    Meaning(
        r"\d+ chips?|chips?",
        N_(
            "Chips in front of a player. One pays for a pass; one laid on a suit takes "
            "{chip_penalty} power from each of its cards for a trick; one left at the end is 1 "
            "point."
        ),
        "TYR-2.4, 4.6, 4.7, 6.1",
    ),
    Meaning(
        r"stock \d+",
        N_(
            "So many number cards lie in this player's stock. They cannot be played until a pass "
            "lets the player choose a new hand from them."
        ),
        "TYR-3.6, 4.3",
    ),
    Meaning(
        "passed",
        N_(
            "This player paid a chip, put the hand into the stock, and forms a new hand of "
            "{refill_hand} cards before the next trick, or of all if there are fewer."
        ),
        "TYR-4.3, 4.6",
    ),
    Meaning(
        "may not pass",
        N_(
            "This player passed in the last trick, and nobody passes twice in a row: now cards "
            "must be played."
        ),
        "TYR-4.4",
    ),
    Meaning(
        "(is )?skipped( until the end)?|hard[- ]pass(ed)?",
        N_(
            "No cards in hand and no chips: this player is skipped until the game ends. Lead cards "
            "won so far still count."
        ),
        "TYR-4.4, 5.4",
    ),
    Meaning(
        r"fame \d+ so far",
        N_(
            "Points that everybody can count now: lead cards won, sets of one suit or rank, chips. "
            "The secret ace and the bonus for the fewest tricks come to it at the end."
        ),
        "TYR-6.1, 6.2, 6.3, 6.5",
    ),
    Meaning(
        r"(total )?fame( \d+)?",
        N_(
            "Points at the end: won lead cards (J 1, Q 2, K 3), sets, chips left, a bonus for the "
            "fewest tricks. The most wins, but {purge_gap} above the lowest is too much."
        ),
        "TYR-6.5, 6.6",
        when=lambda rules: rules.purge,
    ),
    Meaning(
        r"(total )?fame( \d+)?",
        N_(
            "Points at the end: won lead cards (J 1, Q 2, K 3), sets of one suit or rank, chips "
            "left, and a bonus for the fewest tricks. The most wins."
        ),
        "TYR-6.5, 6.7",
    ),
    Meaning(
        "purged?|monarchomachi",
        N_(
            "At the end, whoever has {purge_gap} fame or more above the lowest player is purged "
            "and cannot win. Of the others the most fame wins."
        ),
        "TYR-6.6, 6.7",
        when=lambda rules: rules.purge,
    ),
    Meaning(
        "purged?|monarchomachi",
        N_("At this table nobody is purged: the most fame wins."),
        "TYR-6.6, 6.7",
    ),
)


# Notes, zones, and words of the page

TABLE = (
    Meaning(
        r"trick \d of 8, (?P<suits>spades|hearts|diamonds|clubs) are led",
        N_(
            "Whoever has {suits} must play at least one of them, or pass. Only players who play "
            "one can win. Each of these cards has power 10, less {chip_penalty} for each chip on "
            "{suits}."
        ),
        "TYR-4.5, 4.9",
    ),
    Meaning(
        r"order of play: player_\d(, player_\d)*",
        N_(
            "The holder of the marker plays first, then the others clockwise. Of equal plays that "
            "followed the led suit the later one wins."
        ),
        "TYR-4.1, 4.9",
    ),
    Meaning(
        "led( suit)?|leads?|follow(ed|ing|er|ers)?",
        N_(
            "The suit of the present lead card is led. A player who has it in hand must play at "
            "least one card of it, or pass. Only players who play one can win the trick."
        ),
        "TYR-4.2, 4.5, 4.9",
    ),
    Meaning(
        "(the )?lead cards?",
        N_(
            "The prizes. The first one is for this trick, and its suit is led now; the next ones "
            "are for the tricks after it. A jack counts 1 point, a queen 2, a king 3."
        ),
        "TYR-3.1, 4.2, 6.1",
    ),
    Meaning(
        r"(the )?plaza(, \d+ piles?)?|columns?",
        N_(
            "Cards that losers of tricks put here make their suit stronger: a suit that is not led "
            "has power 1 for each single card here and {pile_power} for each pile of {pile_size}. "
            "Chips weaken it."
        ),
        "TYR-2.6, 4.9, 4.10",
    ),
    Meaning(
        "piles?|horizontal piles?|upright|vertical",
        N_(
            "{pile_size} cards of a suit on the plaza become one pile, laid across. It counts "
            "{pile_power} for the power of the suit, not {pile_size}."
        ),
        "TYR-2.6, 4.9, 5.7",
    ),
    Meaning(
        r"powers?( \d+)?",
        N_(
            "What a card of this suit counts now: 10 if its suit is led, else the value of its "
            "column, less {chip_penalty} for each chip on it. The highest sum among those who "
            "followed wins."
        ),
        "TYR-4.9",
    ),
    Meaning(
        r"player_\d plays( \d\w+)?",
        N_(
            "The cards of this player in this trick. Cards marked ? are face down; all are turned "
            "up when everybody has played or passed."
        ),
        "TYR-4.5, 4.8",
        when=lambda rules: rules.no_follow_reveal == "all",
    ),
    Meaning(
        r"player_\d plays( \d\w+)?",
        N_(
            "The cards of this player in this trick. Cards marked ? are face down, and are turned "
            "up when everybody has played or passed, if anybody followed the led suit."
        ),
        "TYR-4.5, 4.8, 4.12",
    ),
    Meaning(
        "(this )?trick|tricks",
        N_(
            "In each of the 8 tricks everybody plays one to three cards or passes once. The "
            "strongest player who followed the led suit takes the lead card."
        ),
        "TYR-4.1, 4.9, 4.10",
    ),
    Meaning(
        "(own )?stock",
        N_(
            "Your cards that are not in your hand. You cannot play them, but after a pass you "
            "choose a new hand of {refill_hand} from them and your old hand."
        ),
        "TYR-3.6, 4.3, 4.6",
    ),
    Meaning(
        "own ace",
        N_(
            "Only you know your ace. It counts 0 alone, but belongs to your sets: two cards of a "
            "suit 2 points, three 4, four 6. It is shown at the end."
        ),
        "TYR-3.2, 6.1, 6.2",
    ),
    Meaning(
        r"won by player_\d",
        N_(
            "The lead cards that this player has won: J 1 point, Q 2, K 3, and more for two or "
            "more of one suit or rank. At the end the ace joins them."
        ),
        "TYR-4.10, 6.1, 6.2, 6.3",
    ),
    Meaning(
        r"hand( of player_\d)?",
        N_(
            "The number cards that can be played. While a new hand is formed it shows the cards "
            "chosen so far. A pass puts the hand into the stock."
        ),
        "TYR-3.6, 4.3, 4.6",
    ),
    Meaning(
        "sets?",
        N_(
            "Points at the end for the ace and the lead cards won: two cards of a suit 2 points, "
            "three 4, four 6; two of a rank 5 points, three 8, four 10."
        ),
        "TYR-6.2, 6.3",
    ),
    Meaning(
        "(the )?(fewest|least) tricks",
        N_(
            "Whoever has won the fewest tricks gets {least_trick_bonus} points for each pile on "
            "the plaza at the end; several such players share them, rounded down."
        ),
        "TYR-6.4",
    ),
)

MEANINGS = (*CARDS, *MOVES, *FACTS, *TABLE)
