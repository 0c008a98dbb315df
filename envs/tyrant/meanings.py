"""The topics of Tyrant: all that a player can ask about, each with an explanatory line."""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from fudaba.common.languages import N_, translator

from ..cards.counts import spread_out
from ..cards.french import SUIT_SIGNS
from ..cards.french_words import suit_labels
from ..core.contract.fields import decode
from ..core.scene.about import About, Meaning, Topic
from ..core.scene.scene import Move
from ..core.words.reading import copied
from . import state as tyr
from .options import MOST_CHIPS, TyrantOptions
from .rules import hands
from .text.words import (
    card_word,
    chips_words,
    lead_name,
    suit_name,
    suit_words,
)

_, _n = translator("tyrant")


def in_words(suits: Sequence[int]) -> str:
    """Returns cards by their suits: `1 spade and 2 hearts`."""
    return _(" and ").join(suit_words(count, suit) for suit, count in Counter(suits).items())


# Cards


def number_card(rules: TyrantOptions, suit: int) -> str:
    """Returns what a number card is worth in a trick (TYR-4.9)."""
    return _(
        "A {card}: it has power 10 in a trick in which {suit} are led, else the power of the "
        "column of {suit} on the plaza. {less}",
        less=_less_for_chips(suit, rules),
        card=card_word(suit),
        suit=suit_name(suit),
    )


def _less_for_chips(suit: int, rules: TyrantOptions) -> str:
    """Returns what chips take from the power of a suit (TYR-4.9)."""
    return _(
        "Each chip on {suit} takes {penalty} from it in this trick.",
        suit=suit_name(suit),
        penalty=rules.chip_penalty,
    )


def column(rules: TyrantOptions, suit: int, count: int) -> str:
    """Returns the power of a column (TYR-2.6, TYR-4.9)."""
    if not count:
        return _(
            "No {suit} lie on the plaza: a {card} has no power unless {suit} are led, and chips "
            "can be laid on them only then.",
            card=card_word(suit),
            suit=suit_name(suit),
        )
    piles, single = divmod(count, rules.pile_size)
    return _(
        "The {suit} on the plaza, {cards}: a {card} that is played has power {power}, or 10 if "
        "{suit} are led. {less}",
        cards=_(" and ").join(_piles_and_cards(piles, single, rules.pile_size)),
        power=single + rules.pile_power * piles,
        less=_less_for_chips(suit, rules),
        card=card_word(suit),
        suit=suit_name(suit),
    )


def _piles_and_cards(piles: int, single: int, size: int) -> Iterator[str]:
    """Yields `2 piles of 5` and `1 single card`, without those that there are none of."""
    if piles:
        yield _n("{count} pile of {size}", "{count} piles of {size}", piles, size=size)
    if single:
        yield _n("{count} single card", "{count} single cards", single)


def lead_card(rules: TyrantOptions, lead: int) -> str:
    """Returns the suit that a lead card demands and its fame (TYR-4.2, TYR-6.1)."""
    suit, rank = divmod(lead, tyr.NUM_RANKS)
    return _n(
        "A lead card, the prize of one trick. In that trick {suit} are led. To its winner it "
        "counts {count} point, and more with others of its rank or suit.",
        "A lead card, the prize of one trick. In that trick {suit} are led. To its winner it "
        "counts {count} points, and more with others of its rank or suit.",
        rank + 1,
        suit=suit_name(suit),
    )


def _lead_labels(topic: Topic) -> Iterator[tuple[str, About]]:
    for lead in range(tyr.NUM_LEADS):
        yield from ((lead_name(lead, names), topic(lead=lead)) for names in (tyr.SUITS, SUIT_SIGNS))


def _ace_labels(topic: Topic) -> Iterator[tuple[str, About]]:
    for suit, sign in enumerate(SUIT_SIGNS):
        yield from ((f"{name}A", topic(suit=suit)) for name in (tyr.SUITS[suit], sign))


NUMBER_CARD = Topic(
    "number card", "TYR-2.2, 4.9", signs={"♠": {"suit": 0}}, labels=suit_labels
).means(number_card)
COLUMN = Topic("column", "TYR-2.6, 4.9", signs={"♠4": {"suit": 0, "count": 4}}).means(column)
LEAD_CARD = Topic(
    "lead card", "TYR-4.2, 6.1, 6.2, 6.3", signs={"♥K": {"lead": 5}}, labels=_lead_labels
).means(lead_card)
ACE = Topic("ace", "TYR-3.2, 6.1, 6.2", signs={"♥A": {"suit": 1}}, labels=_ace_labels).means(
    "An ace. It counts 0 alone, but belongs to its owner's sets: two cards of a suit 2 "
    "points, three 4, four 6. Others see it only at the end of the game."
)
FACE_DOWN = Topic(
    "face down", "TYR-4.5, 4.8", terms=("face down", "face-down card"), signs={"?": {}}
).means(
    "A card face down: only its player knows the suit. All cards are turned up when "
    "everybody has played or passed.",
    when=lambda rules: rules.no_follow_reveal == "all",
    otherwise=Meaning(
        "A card face down: only its player knows the suit. The cards are turned up when "
        "everybody has played or passed, unless nobody followed the led suit.",
        "TYR-4.5, 4.8, 4.12",
        when=lambda rules: rules.no_follow_reveal == "chosen_only",
    ),
)
FACE_UP = Topic("face up", "TYR-4.5", terms=("face up",)).means(
    "Of a play of three cards its player shows one, of any suit. A play of one or two "
    "cards lies face down until the end of the trick."
)
NOW = Topic("now", "TYR-3.1, 4.2", signs={N_("now"): {}}).means(
    "The lead card of the present trick: its suit is led, and the winner of the trick "
    "takes it. The other lead cards follow in the next tricks."
)
NUMBER_CARDS = Topic("number cards", "TYR-2.1, 2.2", terms=("number card",)).means(
    "The cards in hands and stocks. Only their suit counts, so no number is shown on them."
)
ACES = Topic("aces", "TYR-3.2, 6.1, 6.2", terms=("ace",)).means(
    "Everybody has one secret ace. It counts 0 alone, but belongs to your sets: two cards "
    "of a suit 2 points, three 4, four 6. Aces are shown at the end."
)
SUITS = Topic("suits", "TYR-2.1, 4.9", terms=("suit",)).means(
    "Spades ♠, hearts ♥, diamonds ♦ and clubs ♣; type S, H, D and C. A card of the led suit has "
    "power 10, another one that of its column on the plaza, both less what chips take."
)
COURT_CARDS = Topic("ranks", "TYR-6.1, 6.3", terms=("jack", "queen", "king")).means(
    "A lead card: a jack counts 1 point, a queen 2, a king 3. In addition two of a rank 5 "
    "points, three 8, four 10."
)


# Moves, and what others hear of them


def play(rules: TyrantOptions, suits: Sequence[int], face_up: int) -> str:
    """Returns how the cards of a play are laid (TYR-4.5)."""
    cards = in_words(suits)
    if face_up != tyr.NO_SUIT:
        return _(
            "You play {cards}: one {card} lies open, the other two cards face down. Their powers "
            "are added.",
            cards=cards,
            card=card_word(face_up),
        )
    if len(suits) > 1:
        return _(
            "You play {cards} face down; others see only how many cards. Their powers are added.",
            cards=cards,
        )
    return _(
        "You play {cards} face down; others see only how many cards. Only its power counts for "
        "you.",
        cards=cards,
    )


def keep(rules: TyrantOptions, suit: int, count: int) -> str:
    """Returns the effect of a step of forming a hand (TYR-4.3)."""
    if not count:
        return _(
            "You take no {suit} from your stock into the new hand. All {suit} stay in the stock, "
            "out of play until a pass lets you choose again.",
            suit=suit_name(suit),
        )
    return _(
        "You take {cards} from your stock into the new hand. The other {suit} stay in the stock, "
        "out of play until a pass lets you choose again.",
        cards=suit_words(count, suit),
        suit=suit_name(suit),
    )


def chips_on(rules: TyrantOptions, suit: int, count: int) -> str:
    """Returns how much chips weaken a suit (TYR-4.7, TYR-4.9)."""
    return _(
        "{chips} on {suit}: each of the {suit} played in this trick has {less} power less, but not "
        "less than 0. The chips are lost after the trick.",
        chips=chips_words(count),
        suit=suit_name(suit),
        less=count * rules.chip_penalty,
    )


def settled(rules: TyrantOptions, suit: int) -> str:
    """Returns what settling a card does (TYR-4.12)."""
    return _(
        "Nobody followed the led suit, so nobody wins. One {card} of this player goes to the "
        "plaza; the other cards of the play leave the game.",
        card=card_word(suit),
    )


KEEP = Topic("keep", "TYR-3.6, 4.3").means(keep)
SOFT_PASS = Topic("pass", "TYR-4.4, 4.6", terms=("pass", "soft pass")).means(
    "You pay a chip and put your hand into your stock. Before the next trick you choose a new hand "
    "of {refill_hand} cards, or take all if there are fewer. Then you may not pass."
)
PLAY_CARDS = Topic("play", "TYR-4.5").means(play)
PLAY_UNSEEN = Topic("play unseen", "TYR-4.5, 7.6", terms=("play card",)).means(
    "Cards face down, of three cards one face up. Whether they follow the led suit is seen "
    "when all have played."
)
NO_CHIPS = Topic("no chips", "TYR-4.7, 6.1", terms=("no chips",)).means(
    "You weaken no suit in this trick and keep your chips. Each counts 1 point at the end."
)
CHIPS_ON = Topic("chips on", "TYR-4.7, 4.9").means(chips_on)
SETTLE_CARD = Topic("settle card", "TYR-4.12").means(settled)
SETTLE = Topic("settle", "TYR-4.12", terms=("settle",)).means(
    "If nobody followed the led suit, nobody wins. Each player puts one of the cards "
    "played on the plaza; the others leave the game."
)
NEW_HAND = Topic("new hand", "TYR-4.3, 7.3", terms=("take up cards",)).means(
    "This player has formed a new hand from the stock; nobody else knows its suits."
)
TYRANT_ACTION = Topic(
    "tyrant", "TYR-4.7, 4.9", terms=("tyrant", "tyrant action", "lay chips", "weaken")
).means(
    "After playing cards you may lay chips on one suit: the led one, or one with cards on "
    "the plaza. Each takes {chip_penalty} power from every card of that suit in this trick."
)


def move(state: np.void, action: int) -> Move:
    """Returns the topic of a move, with the cards of the hand or the stock that it uses."""
    kind, position = decode(tyr.ACTIONS, action)
    if kind in tyr.KEEP:
        suit = tyr.KEEP.index(kind)
        about = KEEP(suit=suit, count=position)
        return Move(about, zones=(STOCK(),), targets=_kept(state, suit, position))
    if kind in (tyr.SINGLE, tyr.PAIR, tyr.TRIPLE):
        suits, face_up = tyr.PLAYS[action - tyr.FIRST_PLAY]
        cards = tuple(NUMBER_CARD(suit=suit) for suit in suits)
        return Move(PLAY_CARDS(suits=suits, face_up=face_up), cards, (TRICK(),))
    if kind is tyr.CHIPS:
        suit, number = divmod(position, MOST_CHIPS)
        column = COLUMN(suit=suit, count=state["plaza"][suit])
        about = CHIPS_ON(suit=suit, count=number + 1)
        return Move(about, zones=(PLAZA(),), targets=(column,))
    if kind is tyr.SETTLE_SUIT:
        card = NUMBER_CARD(suit=position)
        return Move(SETTLE_CARD(suit=position), zones=(PLAYED(), PLAZA()), targets=(card,))
    return Move(SOFT_PASS() if kind is tyr.PASS else NO_CHIPS())


def _kept(state: np.void, suit: int, count: int) -> tuple[About, ...]:
    """Returns the cards that a step of a new hand takes, with those forced then; legal steps."""
    table, seat = copied(state), int(state["to_move"])
    fewest, most = hands.bounds(state, seat)
    if suit != state["step"] or not fewest <= count <= most:
        return ()
    is_complete = hands.keep(table, count)
    taken = (table["hands"] - state["hands"])[seat] if is_complete else table["kept"]
    return tuple(NUMBER_CARD(suit=suit) for suit in spread_out(taken - state["kept"]))


# Facts of players

MARKER = Topic("marker", "TYR-2.3, 4.9, 4.10", terms=("marker", "round marker", "joker")).means(
    "Whoever wins a trick takes it; until then the start player has it. Its holder plays "
    "first and has {marker_penalty} power less in the trick.",
    when=lambda rules: rules.marker_penalty > 0,
    otherwise=Meaning(
        "Whoever wins a trick takes it; until then the start player has it. Its holder plays "
        "first.",
        "TYR-2.3, 4.10",
    ),
)
CHIPS = Topic("chips", "TYR-2.4, 4.6, 4.7, 6.1", terms=("chip",)).means(
    "Chips in front of a player. One pays for a pass; one laid on a suit takes {chip_penalty} "
    "power from each of its cards for a trick; one left at the end is 1 point."
)
STOCK_SIZE = Topic("stock size", "TYR-3.6, 4.3").means(
    "So many number cards lie in this player's stock. They cannot be played until a pass "
    "lets the player choose a new hand from them."
)
PASSED = Topic("passed", "TYR-4.3, 4.6", terms=("passed",)).means(
    "This player paid a chip, put the hand into the stock, and forms a new hand of "
    "{refill_hand} cards before the next trick, or of all if there are fewer."
)
MAY_NOT_PASS = Topic("may not pass", "TYR-4.4").means(
    "This player passed in the last trick, and nobody passes twice in a row: now cards "
    "must be played."
)
SKIPPED = Topic("skipped", "TYR-4.4, 5.4", terms=("skipped", "hard pass")).means(
    "No cards in hand and no chips: this player is skipped until the game ends. Lead cards "
    "won so far still count."
)
FAME_SO_FAR = Topic("fame so far", "TYR-6.1, 6.2, 6.3, 6.5").means(
    "What everybody can count now: lead cards won, sets of one suit or rank, chips. The ace and "
    "the bonus for the fewest tricks come to it; then {purge_gap} above the last is too much.",
    when=lambda rules: rules.purge,
    otherwise=Meaning(
        "Points that everybody can count now: lead cards won, sets of one suit or rank, chips. "
        "The secret ace and the bonus for the fewest tricks come to it at the end."
    ),
)
FAME = Topic("fame", "TYR-6.5, 6.6", terms=("fame", "total fame")).means(
    "Points at the end: won lead cards (J 1, Q 2, K 3), sets, chips left, a bonus for the "
    "fewest tricks. The most wins, but {purge_gap} above the lowest is too much.",
    when=lambda rules: rules.purge,
    otherwise=Meaning(
        "Points at the end: won lead cards (J 1, Q 2, K 3), sets of one suit or rank, chips "
        "left, and a bonus for the fewest tricks. The most wins.",
        "TYR-6.5, 6.7",
    ),
)
PURGED = Topic("purged", "TYR-6.6, 6.7", terms=("purge", "monarchomachi")).means(
    "At the end, whoever has {purge_gap} fame or more above the lowest player is purged "
    "and cannot win. Of the others the most fame wins.",
    when=lambda rules: rules.purge,
    otherwise=Meaning("At this table nobody is purged: the most fame wins."),
)


# Notes, zones, and words of the page

LED_LINE = N_(
    "Whoever has {suits} must play at least one of them, or pass. Only players who play one can "
    "win. Each of these cards has power 10, less {chip_penalty} for each chip on {suits}."
)


def _led_line(rules: TyrantOptions, suit: int) -> str:
    return _(LED_LINE, suits=suit_name(suit), chip_penalty=rules.chip_penalty)


LED_NOW = Topic("suit led now", "TYR-4.5, 4.9").means(_led_line)
LED = Topic(
    "led", "TYR-4.2, 4.5, 4.9", terms=("led", "led suit", "lead", "follow", "follower")
).means(
    "The suit of the present lead card is led. A player who has it in hand must play at "
    "least one card of it, or pass. Only players who play one can win the trick."
)
LEAD_CARDS = Topic("lead cards", "TYR-3.1, 4.2, 6.1", terms=("lead card",)).means(
    "The prizes. The first one is for this trick, and its suit is led now; the next ones "
    "are for the tricks after it. A jack counts 1 point, a queen 2, a king 3."
)
PLAZA = Topic("plaza", "TYR-2.6, 4.9, 4.10", terms=("plaza", "column")).means(
    "Cards that losers of tricks put here make their suit stronger: a suit that is not led "
    "has power 1 for each single card here and {pile_power} for each pile of {pile_size}. "
    "Chips weaken it."
)
PILES = Topic(
    "piles", "TYR-2.6, 4.9, 5.7", terms=("pile", "horizontal pile", "upright", "vertical")
).means(
    "{pile_size} cards of a suit on the plaza become one pile, laid across. It counts "
    "{pile_power} for the power of the suit, not {pile_size}."
)
POWER = Topic("power", "TYR-4.9", terms=("power",)).means(
    "What a card of this suit counts now: 10 if its suit is led, else the value of its column, "
    "less {chip_penalty} for each chip on it. The highest sum among those who followed wins."
)
PLAYED = Topic("played", "TYR-4.1, 4.5, 4.8, 4.9", terms=("order of play",)).means(
    "The cards of this player, in the order of play. Those marked ? are turned up when "
    "everybody has played or passed. Of equal plays that followed the later one wins.",
    when=lambda rules: rules.no_follow_reveal == "all",
    otherwise=Meaning(
        "The cards of this player, in the order of play. If anybody followed the led suit, those "
        "marked ? are turned up in the end. Of equal plays that followed the later one wins.",
        "TYR-4.1, 4.5, 4.8, 4.9, 4.12",
    ),
)
TRICK = Topic("trick", "TYR-4.1, 4.9, 4.10", terms=("trick", "this trick")).means(
    "In each of the 8 tricks everybody plays one to three cards or passes once. The "
    "strongest player who followed the led suit takes the lead card."
)
STOCK = Topic("own stock", "TYR-3.6, 4.3, 4.6", terms=("own stock", "stock")).means(
    "Your cards that are not in your hand. You cannot play them, but after a pass you "
    "choose a new hand of {refill_hand} from them and your old hand."
)
OWN_ACE = Topic("own ace", "TYR-3.2, 6.1, 6.2", terms=("own ace",)).means(
    "Only you know your ace. It counts 0 alone, but belongs to your sets: two cards of a "
    "suit 2 points, three 4, four 6. It is shown at the end."
)
WON = Topic("won", "TYR-4.10, 6.1, 6.2, 6.3").means(
    "The lead cards that this player has won: J 1 point, Q 2, K 3, and more for two or "
    "more of one suit or rank. At the end the ace joins them."
)
HAND = Topic("hand", "TYR-3.6, 4.3, 4.6", terms=("hand",)).means(
    "The number cards that can be played. While a new hand is formed it shows the cards "
    "chosen so far. A pass puts the hand into the stock."
)
SETS = Topic("sets", "TYR-6.2, 6.3", terms=("set",)).means(
    "Points at the end for the ace and the lead cards won: two cards of a suit 2 points, "
    "three 4, four 6; two of a rank 5 points, three 8, four 10."
)
FEWEST_TRICKS = Topic("fewest tricks", "TYR-6.4", terms=("fewest trick", "least trick")).means(
    "Whoever has won the fewest tricks gets {least_trick_bonus} points for each pile on "
    "the plaza at the end; several such players share them, rounded down."
)


# What decides for greedy: by the weight of its heuristic, what that means to a player.
APPETITE_LATER_REASON = N_("Later lead cards ask for their suits, too.")
CARD_REASON = N_("A card that is kept helps in a later trick.")
POWER_OF_REASON = N_("The hidden cards of others may be strong.")
REASONS = {
    "chips_to_lay": N_("Chips laid in time keep the fame below the purge."),
    "ace_fits": N_("A secret ace may add to a set."),
    "piles_a_trick": N_("Whoever has the fewest tricks gets the piles."),
    "appetite_now": N_("The lead card of this trick is what counts."),
    "appetite_next": N_("The next lead card asks for its suit."),
    "appetite_later": APPETITE_LATER_REASON,
    "later": APPETITE_LATER_REASON,
    "card": CARD_REASON,
    "card_to_lead": CARD_REASON,
    "cards_a_trick": CARD_REASON,
    "power_of_card": POWER_OF_REASON,
    "bluff": POWER_OF_REASON,
    "to_act": N_("Those who have still to act may play strong cards."),
    "goes_along": N_("Those who have still to act may follow suit."),
}
