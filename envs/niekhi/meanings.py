"""The topics of Niekhi: all that a player can ask about, each with an explanatory line."""

import numpy as np

from fudaba.common.languages import N_, translator

from ..cards.kikisen import COURT, NOTHING
from ..core.contract.fields import decode
from ..core.scene.about import About, Meaning, Topic
from ..core.scene.scene import Move
from ..core.words.reading import copied, list_legal
from ..core.words.sentences import sentences
from ..kikisen.meanings import SHARED, kind_in_words, kind_labels
from ..kikisen.words import ranks_in
from . import state as nie
from .options import NiekhiOptions
from .rules import legal, turn
from .state import COPIES, GENERAL, LARGE_SET, SHIP, Shape, rank_of
from .text.words import cards_of, chosen_shape, kind_name, rank_word, ship_word

_, _n = translator("niekhi")

NUM_ACTIONS = nie.ACTIONS[-1].first + nie.ACTIONS[-1].count

ANY_NUMBER = N_("a {number}")
ONE_CARD = {GENERAL: N_("an 8"), COURT: N_("a court card"), SHIP: N_("a ship")}

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


def _number_line(rules: NiekhiOptions, kind: int) -> str:
    """Returns what a card without an effect is good for (NIE-2.1, 4.1, 4.2)."""
    number = kind - NOTHING
    card = _("{card}, one of {count}.", card=kind_in_words(kind), count=COPIES[number])
    if number == 0:
        return sentences(card, _("The weakest card alone, but three or more are a large set."))
    alone = _("Alone it beats 0 to {number}.", number=number - 1)
    plays = _("Equal cards make pairs and large sets, numbers in a row make runs.")
    return sentences(card, _("Alone it beats 0.") if number == 1 else alone, plays)


def _general_line(rules: NiekhiOptions) -> str:
    """Returns what an 8 is good for (NIE-4.1, 5.1)."""
    card = _("8, a general, one of {count}. Only court cards are stronger.", count=COPIES[GENERAL])
    return sentences(card, effect_in_words(_("A play with 8s"), rules))


def _ship_in_play_line(rules: NiekhiOptions, rank: int) -> str:
    """Returns what a ship in a play is (NIE-5.1)."""
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


COURT_CARDS = Topic(
    "court", "NIE-2.1, 4.1, KIKI-4.1", terms=("court card", "court"), signs={N_("K"): {}}
).means(
    "A king or an emperor, which are equal, four in all: the strongest card alone and in "
    "sets. It is never part of a run."
)
SHIP_IN_PLAY = Topic(
    "ship in play",
    "NIE-4.1, 5.1",
    signs={N_("ship(4)"): {"rank": 4}},
    labels=lambda topic: ((ship_word(rank), topic(rank=rank)) for rank in range(SHIP)),
).means(_ship_in_play_line)
SHIPS = Topic("ship", "NIE-4.1, KIKI-4.2, 4.3", terms=("ship",), signs={N_("ship"): {}}).means(
    "One of two ships. It stands for any card of a set or a run; alone it is a court card.",
    when=lambda rules: rules.ship_alone == "court",
    otherwise=Meaning(
        "One of two ships. It stands for any card of a set or a run; alone it is any card that "
        "you name."
    ),
)
GENERALS = Topic("general", "NIE-5.1", terms=("general", "effect"), signs={"8": {}}).means(
    _general_line
)
NUMBER = Topic(
    "number",
    "NIE-2.1, 4.1, 4.2",
    signs={"7": {"kind": NOTHING + 7}},
    labels=lambda topic: kind_labels(lambda kind: about_rank(rank_of(kind))),
).means(_number_line)
COLOURS = Topic("colours", "NIE-2.1", terms=("colour", "color", "black", "red")).means(
    "Colours do not matter in this game: only the number counts, and kings equal emperors."
)


def about_rank(rank: int) -> About:
    """Returns the topic of a card of a rank."""
    special = {COURT: COURT_CARDS, SHIP: SHIPS, GENERAL: GENERALS}
    return special[rank]() if rank in special else NUMBER(kind=NOTHING + rank)


# Moves


FOLLOWING = {
    "single": N_("Others follow with a stronger single or any large set, or they pass."),
    "pair": N_("Others follow with a stronger pair or any large set, or they pass."),
    "run": N_("Others follow with a stronger run of {count} cards or any large set, or they pass."),
    "run of sets": N_(
        "Others follow with a stronger run of sets of {count} cards or any large set, or they pass."
    ),
}


def _play_line(rules: NiekhiOptions, rank: int, length: int, copies: int) -> str:
    """Returns what the others need to follow a play, and what its generals do (NIE-4.4, 5.1)."""
    shape = Shape(rank, length, copies)
    ranks, line = shape.naturals(), following(shape, rules)
    if GENERAL in ranks:
        return sentences(line, effect_in_words(_("The play"), rules))
    if len(ranks) == 1:
        return line
    return sentences(line, _("Where you lack a card, a ship stands for it, and is spent."))


def following(shape: Shape, rules: NiekhiOptions) -> str:
    """Returns what the others need to follow a play."""
    if shape.length > 1 or shape.copies < LARGE_SET:
        return _(FOLLOWING[kind_name(shape)], count=shape.length * shape.copies)
    if rules.bomb_over_bomb == "any":
        return _("A large set, which may be played on anything. Only another can follow.")
    return _(
        "A large set: it beats all other kinds of plays, smaller sets, and weaker sets of its size."
    )


def _ship_as_line(rules: NiekhiOptions, rank: int) -> str:
    return _(
        "In this play one of your ships stands for {rank}. It is spent with the play.",
        rank=rank_word(rank),
    )


def _remove_line(rules: NiekhiOptions, rank: int) -> str:
    """Returns what leaves the game with a strength (NIE-5.1, 6.2)."""
    line = _(
        "All {cards} leave all hands, your own too, the table and the discards. Ships stay.",
        cards=cards_of(rank),
    )
    if rules.emptied_by_removal == "wins":
        first = _("If this empties hands, the first such player from you on wins.")
        return sentences(line, first)
    return sentences(line, _("Players left without cards are out."))


def _take_line(rules: NiekhiOptions, rank: int) -> str:
    """Returns where a card that is taken comes from (NIE-5.1, 5.2)."""
    card = _(ONE_CARD.get(rank, ANY_NUMBER), number=rank)
    if rules.take_from_table:
        return _(
            "You take {card} from the discards or earlier plays of the trick into your hand, in "
            "front of all.",
            card=card,
        )
    return _("You take {card} from the discards into your hand, in front of all.", card=card)


NO_PLAY = Topic("pass", "NIE-4.4, 4.6", terms=("pass",)).means(
    "You play nothing, and not in this trick again. Once all others have passed, the "
    "player of the last play leads.",
    when=lambda rules: rules.pass_locks,
    otherwise=Meaning(
        "You play nothing now, but may play later in this trick. Once all others pass in a "
        "row, the player of the last play leads."
    ),
)
PLAY = Topic("play", "NIE-4.1, 4.2, 4.4, 5.1").means(_play_line)
LAID_PLAY = Topic("laid play", "NIE-4.1, 4.4", terms=("play",)).means(
    "A play that was laid. The brackets say what a ship stands for: ship(7) is a ship as a 7."
)
NO_SHIP = Topic("no ship", "NIE-4.7, 4.8", terms=("no ship",)).means(
    "You keep your ships and play your other cards."
)
NO_MORE_SHIPS = Topic("no more ships", "NIE-4.7, 4.8", terms=("no more ships",)).means(
    "The rest of the play is made of your other cards."
)
SHIP_AS = Topic("ship as", "NIE-4.7, 4.8").means(_ship_as_line)
SHIP_ON_POSITION = Topic("ship on position", "NIE-4.7, 4.8").means(
    "In this play one of your ships stands for the card in this place, counted from the lowest."
)
REMOVAL = Topic("removal", "NIE-5.1", terms=("remove strengths", "removal")).means(
    "You name a strength for each general of the play. All their cards leave all hands, "
    "the table and the discards for good."
)
TAKING = Topic("taking", "NIE-5.1, 5.2", terms=("take cards", "taking")).means(
    "You take a card from the discards or earlier plays of the trick into your hand for "
    "each general of the play. All see the cards.",
    when=lambda rules: rules.take_from_table,
    otherwise=Meaning(
        "You take a card from the discards into your hand for each general of the play. All "
        "see the cards."
    ),
)
NO_EFFECT = Topic("no effect", "NIE-5.1", terms=("no effect",)).means(
    "The generals of this play do nothing."
)
REMOVE = Topic("remove", "NIE-5.1, 5.2, 6.2").means(_remove_line)
TAKE = Topic("take", "NIE-5.1, 5.2").means(_take_line)


def move(state: np.void, action: int) -> Move:
    """Returns the topic of a move, with the cards and zones that it uses."""
    kind, position = decode(nie.ACTIONS, action)
    if action in nie.SHAPES or kind in (nie.SHIP_AT, nie.DONE):
        return _step_of_play(state, action)
    sources = (DISCARDS(), EARLIER()) if state["take_from_table"] else (DISCARDS(),)
    if kind is nie.STRENGTH:
        about = REMOVE(rank=position)
        return Move(about, zones=(REMOVAL(),), targets=(about,))
    if kind is nie.CARD:
        return Move(TAKE(rank=position), zones=sources, targets=(about_rank(position),))
    if kind is nie.TAKE_MODE:
        return Move(TAKING(), zones=sources)
    topics = {nie.PASS_ACTION: NO_PLAY, nie.REMOVE_ACTION: REMOVAL, nie.NOTHING_ACTION: NO_EFFECT}
    return Move(topics[action]())


def _step_of_play(state: np.void, action: int) -> Move:
    """Returns a step of a play; the last one has all its cards, with the ships (NIE-4.7)."""
    table, zones = copied(state), tuple[About, ...]()
    if action in nie.SHAPES:
        about, zones = PLAY(**nie.SHAPES[action]._asdict()), (TO_BEAT(),)
    elif action == nie.DONE_ACTION:
        about = (NO_MORE_SHIPS if state["chosen_ships"] else NO_SHIP)()
    else:
        about = _about_ship_at(state, action - nie.FIRST_SHIP)
    is_legal = action in list_legal(legal, NUM_ACTIONS, state)  # else it could never be complete
    if not is_legal or not turn.is_complete_after(table, action):
        return Move(about, (), zones)
    return Move(about, tuple(map(about_rank, ranks_in(int(turn.cards_of_play(table))))), zones)


def _about_ship_at(state: np.void, position: int) -> About:
    """Returns what a ship on a position is; see `describe`."""
    shape = chosen_shape(state)
    if state["phase"] == nie.SHIPS and position < shape.length:
        return SHIP_AS(rank=shape.rank + position)
    return SHIP_ON_POSITION(position=position + 1)


# Kinds of plays, and other words of the page

SINGLE = Topic("single", "NIE-4.1, 4.2, 4.4", terms=("single",)).means(
    "One card. Only a stronger single, or a set of three or more, can follow it."
)
PAIR = Topic("pair", "NIE-4.1, 4.2, 4.4", terms=("pair",)).means(
    "Two equal cards. Only a stronger pair, or a set of three or more, can follow it."
)
LARGE_SETS = Topic("large set", "NIE-4.1, 4.4, 5.6", terms=("large set", "set", "bomb")).means(
    "Three or more equal cards are a large set. It may be played on anything, also on a "
    "stronger or larger set.",
    when=lambda rules: rules.bomb_over_bomb == "any",
    otherwise=Meaning(
        "Three or more equal cards are a large set. It may be played on anything; on another "
        "large set only if it is larger, or as large and stronger."
    ),
)
RUN = Topic("run", "NIE-4.1, 4.2, 4.4", terms=("run",)).means(
    "{min_run} or more numbers in a row, within 0 to 8, without court cards. Only a run of "
    "as many cards with a higher lowest number, or a large set, can follow it."
)
RUN_OF_SETS = Topic("run of sets", "NIE-4.1, 4.2, 4.4", terms=("run of sets",)).means(
    "{min_run} or more numbers in a row, each with the same number of cards, such as 1 1 2 "
    "2 3 3. Only one of the same form that begins higher, or a large set, can follow it."
)
STRENGTH = Topic("strength", "NIE-4.2, KIKI-4.1", terms=("strength", "stronger", "beat")).means(
    "From weak to strong: 0, 1, ... 8, court. Equal strength is not enough; of two runs "
    "the one with the higher lowest number is stronger."
)
LEAD = Topic("lead", "NIE-4.3", terms=("lead", "leader")).means(
    "Whoever leads begins a trick with a play of any kind, and may not pass."
)
TRICK = Topic("trick", "NIE-4.4, 4.6", terms=("trick",)).means(
    "Plays that beat one another, until all but the last player pass in a row. Then the "
    "cards become discards, and that player leads."
)
PRIZE = Topic("prize", "NIE-6.3, 6.4", terms=("point",)).means(
    "The winner of a season gets 1 point from every other player."
)

# Players' facts

PASSED = Topic("passed", "NIE-4.4", terms=("passed",)).means(
    "This player has passed and cannot play before the trick ends.",
    when=lambda rules: rules.pass_locks,
    otherwise=Meaning(
        "This player has passed since the last play. If all others do, the trick ends; if not, "
        "this player may play again.",
        "NIE-4.4, 4.6",
    ),
)
OUT = Topic("out", "NIE-6.2", terms=("out",)).means(
    "A removal emptied this hand: the player is skipped for the rest of the season."
)
HOLDS = Topic("holds", "NIE-7.2").means(
    "Cards that this player took from the discards in front of all and must still hold. "
    "What else is in the hand is not known.",
    when=lambda rules: not rules.take_from_table,
    otherwise=Meaning(
        "Cards that this player's generals took in front of all and that must still be in the "
        "hand. What else it holds is not known."
    ),
)

# Notes and zones

NOT_DEALT = Topic("not dealt", "NIE-3.1, 5.3").means(
    "They lie face down and have no part in this season. Nobody knows what they are."
)
TURNS_LEFT = Topic("turns left", "NIE-6.4").means(
    "After so many more plays and passes the season ends, and the fewest cards win; equals share."
)
TO_BEAT = Topic("play to beat", "NIE-4.2, 4.3, 4.4, 4.6", terms=("play to beat", "owner")).means(
    "Play the same kind with as many cards, but stronger, or a set of three or more, or "
    "pass. Its player leads next if all others pass. If nothing lies here, you lead with any play.",
    when=lambda rules: rules.bomb_over_bomb == "any",
    otherwise=Meaning(
        "Play the same kind with as many cards, but stronger, or a large set, or pass; on a "
        "large set a larger one is possible too. Its player leads next if all others pass. If "
        "nothing lies here, you lead."
    ),
)
EARLIER = Topic("earlier in the trick", "NIE-4.6, 5.2", terms=("earlier in the trick",)).means(
    "All cards of beaten plays of this trick by number; a ship among them is a ship again. "
    "Generals may take them. After the trick they become discards.",
    when=lambda rules: rules.take_from_table,
    otherwise=Meaning(
        "All cards of beaten plays of this trick by number; a ship among them is a ship again. "
        "After the trick they become discards; until then no general can take them."
    ),
)
DISCARDS = Topic("discards", "NIE-4.6, 5.1", terms=("discard",)).means(
    "The cards of tricks that are over. A general can take one of them into its player's hand."
)
REMOVED = Topic("removed", "NIE-5.1", terms=("removed", "removed card")).means(
    "Cards of strengths that generals have removed. They are out of the season for good."
)
HAND = Topic("hand", "NIE-6.1, 6.2", terms=("hand",)).means(
    "The cards to get rid of: the first empty hand wins, also if a removal empties it.",
    when=lambda rules: rules.emptied_by_removal == "wins",
    otherwise=Meaning(
        "The cards to get rid of: whoever first plays the last one wins; a hand that a removal "
        "empties is out."
    ),
)

SHARED_TOPICS = SHARED


# What decides for greedy: by the weight of its heuristic, what that means to a player.
URGENT_LEAD_REASON = N_("Somebody has few cards left, so the lead is urgent.")
SET_WINS_REASON = N_("It is hard to beat.")
REASONS = {
    "turn": N_("Every strength in the hand costs a turn."),
    "weak": N_("The weakest cards must go in time."),
    "large": N_("Three or more of a strength count as one play."),
    "ship_credit": N_("A ship is worth keeping."),
    "general_credit": N_("A general is worth keeping."),
    "lead": N_("The lead is worth winning."),
    "urgent_lead": URGENT_LEAD_REASON,
    "few": URGENT_LEAD_REASON,
    "set_wins": SET_WINS_REASON,
    "run_wins": SET_WINS_REASON,
    "order_wins": SET_WINS_REASON,
    "taking": N_("Cards that are taken must be played, too."),
    "help": N_("What others lose brings them nearer to the end."),
    "risk": N_("The effect could empty another hand."),
}
