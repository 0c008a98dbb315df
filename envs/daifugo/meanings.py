"""The topics of Daifugo: all that a player can ask about, each with an explanatory line."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from fudaba.common.languages import N_, Ordinal, translator

from ..cards.french import NUM_RANKS, RANKS, SUIT_SIGNS, SUITS
from ..cards.french_words import card_in_words, suit_in_words
from ..core.contract.fields import decode
from ..core.kit.seats import seat_after
from ..core.scene.about import About, Meaning, Topic
from ..core.scene.scene import Move
from ..core.words.reading import copied, list_legal
from ..core.words.sentences import sentences
from . import state as dfg
from .options import DaifugoOptions
from .rules import legal, plays
from .text.effects import effect_of_rank, effects_of_play, strength_of_rank
from .text.words import (
    HEIMIN,
    SET_NAMES,
    TITLES,
    Shape,
    chosen_shape,
    faces_of,
    jokers_after,
    jokers_of,
    receiver_of,
    shapes,
    signs,
)

_, _n = translator("daifugo")

LAID_SETS = (
    "", "", N_("You play a pair of {rank}s."), N_("You play a triple of {rank}s."),
    N_("You play four {rank}s."), N_("You play five {rank}s."), N_("You play six {rank}s."),
)  # fmt: skip
# By whether the joker has its card's effect, and whether there are bindings.
DESIGNATED = {
    (True, False): N_("A joker that stands for {card} and counts as that card in every way."),
    (True, True): N_(
        "A joker that stands for {card} and counts as that card in every way, for a binding too."
    ),
    (False, False): N_(
        "A joker that stands for {card} and has its rank and suit, but not its effect."
    ),
    (False, True): N_(
        "A joker that stands for {card} and has its rank and suit, but not its effect, "
        "for a binding too."
    ),
}
PLACES_PAID = N_("The first gets +1 and the last -1; the others lie evenly between.")


# Cards


def _card_line(rules: DaifugoOptions, card: int) -> str:
    """Returns the effect and the strength of a card."""
    rank = card // dfg.NUM_SUITS
    effect = effect_of_rank(rank, rules)
    if card == dfg.SPADE_THREE:
        effect = _spade_three(rules)
    return sentences(effect, strength_of_rank(rank, rules))


def _rank_line(rules: DaifugoOptions, rank: int) -> str:
    return sentences(effect_of_rank(rank, rules), strength_of_rank(rank, rules))


def _spade_three(rules: DaifugoOptions) -> str:
    """Returns what the three of spades does (DFG-5.3); empty for nothing."""
    if "spade3" not in rules.effects or not rules.num_jokers:
        return ""
    return _("The only card that beats a lone joker: then the field is cleared and you lead.")


def _joker_line(rules: DaifugoOptions) -> str:
    """Returns what a joker is good for (DFG-4.2, 4.6, 4.7)."""
    if not rules.num_jokers:
        return _("This table plays without jokers.")
    if "runs" in rules.effects:
        stands_for = _("Stands for any card of a set or a run.")
    else:
        stands_for = _("Stands for any card of a set.")
    last = _("A play with a joker can't be your last one.")
    return sentences(stands_for, _joker_alone(rules), last)


def _joker_alone(rules: DaifugoOptions) -> str:
    """Returns what a joker alone beats, and what beats it (DFG-4.6, 5.1, 5.3)."""
    has_answer = "spade3" in rules.effects
    if _fits_binding(rules):
        if has_answer:
            return _("Alone it beats every single card, and only ♠3 beats it.")
        return _("Alone it beats every single card, and nothing beats it.")
    if has_answer:
        return _(
            "Alone it beats every single card unless the field is bound, and only ♠3 beats it."
        )
    return _("Alone it beats every single card unless the field is bound, and nothing beats it.")


def _fits_binding(rules: DaifugoOptions) -> bool:
    """Whether a lone joker is played whatever the binding (DFG-5.1)."""
    return "binding" not in rules.effects or rules.lone_joker_under_binding


def _lone_joker_line(rules: DaifugoOptions) -> str:
    """Returns what a joker alone beats and what beats it; binding too (DFG-4.6, 5.1, 5.3)."""
    line = _("You play a joker alone. It beats every single card, and nothing beats it.")
    if "spade3" in rules.effects:
        line = _("You play a joker alone. It beats every single card, and only ♠3 beats it.")
    if "binding" not in rules.effects:
        return line
    if rules.lone_joker_under_binding:
        return sentences(line, _("It can be played on a bound field."))
    return sentences(line, _("It can't be played on a bound field."))


def _joker_as_line(rules: DaifugoOptions, card: int) -> str:
    """Returns what a joker counts as (DFG-4.2)."""
    rank, suit = divmod(card, dfg.NUM_SUITS)
    has_effect = rules.joker_effects or not effect_of_rank(rank, rules)
    counts = DESIGNATED[has_effect, "binding" in rules.effects]
    if rules.joker_duplicates:
        place = _("The real card may be in the same play or in a hand.")
    else:
        place = _("The real card may be in a hand.")
    named = card_in_words(NUM_RANKS * suit + RANKS.index(dfg.RANK_NAMES[rank]))
    return sentences(_(counts, card=named), place)


def _card_labels(topic: Topic) -> Iterator[tuple[str, About]]:
    for card in range(dfg.FIRST_JOKER):
        rank, suit = divmod(card, dfg.NUM_SUITS)
        for sign in (SUIT_SIGNS[suit], SUITS[suit]):
            yield f"{sign}{dfg.RANK_NAMES[rank]}", topic(card=card)


def _rank_labels(topic: Topic) -> Iterator[tuple[str, About]]:
    for rank, name in enumerate(dfg.RANK_NAMES):
        yield from ((word, topic(rank=rank)) for word in (name, f"{name}s"))


def _title_labels(topic: Topic) -> Iterator[tuple[str, About]]:
    for title in TITLES[5]:
        yield from ((word, topic(title=title)) for word in {title, _(title)})


CARD = Topic("card", "DFG-2.1, 4.5, 5.0", labels=_card_labels).means(_card_line)
JOKER_AS = Topic("joker as", "DFG-4.2, 5.1", signs={N_("joker as ♦4"): {"card": 6}}).means(
    _joker_as_line, when=lambda rules: rules.num_jokers
)
JOKER = Topic("joker", "DFG-4.2, 4.6, 4.7", terms=("joker",), signs={N_("joker"): {}}).means(
    _joker_line
)
BELOW = Topic("below", "DFG-2.3, 4.9", terms=("below it",), signs={"(♥4)": {}}).means(
    "Cards of earlier plays, the newest first. They go to the discards when the field is cleared."
)
RANK = Topic("rank", "DFG-2.1, 4.5, 5.0", labels=_rank_labels).means(_rank_line)


# Plays


def _single_line(rules: DaifugoOptions, rank: int) -> str:
    line = _("You play one {rank}.", rank=dfg.RANK_NAMES[rank])
    if effects := effects_of_play([rank], rules):
        return sentences(line, _sentence(effects))
    if rank == dfg.THREE and _spade_three(rules):
        three = _("♠3 beats a lone joker and clears the field; else 3 is the weakest rank.")
        return sentences(line, three)
    return sentences(line, strength_of_rank(rank, rules))


def _set_line(rules: DaifugoOptions, rank: int, size: int) -> str:
    """Returns what `pair 7 7` does."""
    line = _(LAID_SETS[size], rank=dfg.RANK_NAMES[rank])
    return sentences(line, _of_play([rank] * size, _(SET_NAMES[size]), rules))


def _run_line(rules: DaifugoOptions, rank: int, size: int) -> str:
    """Returns what `run 5 6 7` does."""
    ranks = [*range(rank, rank + size)]
    first, last = dfg.RANK_NAMES[rank], dfg.RANK_NAMES[rank + size - 1]
    line = _("You play a run from {first} to {last}.", first=first, last=last)
    return sentences(line, _of_play(ranks, _("run of {count}", count=size), rules))


def _of_play(ranks: list[int], play: str, rules: DaifugoOptions) -> str:
    """Returns the effects of a play with several cards, or what beats it if it has none."""
    effects = effects_of_play(ranks, rules)
    if not effects:
        return _("Only a stronger {play} beats it.", play=play)
    has_number = any(effect_of_rank(rank, rules) for rank in ranks)
    if has_number and rules.num_jokers > 0 and not rules.joker_effects:
        return sentences(_sentence(effects), _("Jokers bring no number effects."))
    return _sentence(effects)


def _sentence(effects: list[str]) -> str:
    said = _("; ").join(effects)
    return _("{sentence}.", sentence=said[0].upper() + said[1:])


def _with_line(rules: DaifugoOptions, is_single: bool) -> str:
    """Returns what the suits of a play do (DFG-5.1)."""
    if "binding" not in rules.effects:
        if is_single:
            return _("You play this card. Suits do not matter at this table.")
        return _("You play these cards. Suits do not matter at this table.")
    if is_single:
        return _(
            "You play this card. If the card that it beats has the same suit, "
            "all further plays must have the same suit until the field is cleared."
        )
    return _(
        "You play these cards. If the cards that they beat have the same suits, "
        "all further plays must have the same suits until the field is cleared."
    )


def _in_suit_line(rules: DaifugoOptions, suit: int) -> str:
    named = suit_in_words(suit)
    if "binding" not in rules.effects:
        return _("The run is in {suit}. Suits do not matter at this table.", suit=named)
    return _(
        "The run is in {suit}. If it beats a run in {suit}, "
        "all further runs must be in {suit} until the field is cleared.",
        suit=named,
    )


SINGLE = Topic("play single", "DFG-4.1, 4.4, 5.0").means(_single_line)
SET = Topic("play set", "DFG-4.1, 4.2, 5.0").means(_set_line)
RUN = Topic("play run", "DFG-4.1, 4.2, 5.0").means(_run_line)
LONE_JOKER = Topic("lone joker", "DFG-4.6, 5.3", terms=("lone joker",)).means(_lone_joker_line)
WITH = Topic("with", "DFG-4.2, 5.1").means(_with_line)
IN_SUIT = Topic("in suit", "DFG-4.1, 5.1").means(_in_suit_line)
CHOOSE_JOKER = Topic("choose joker", "DFG-4.2").means(
    "A joker has the rank and suit of the card that it stands for, and has its effect. "
    "If you hold that card yourself, you keep it.",
    when=lambda rules: rules.joker_effects,
    otherwise=Meaning(
        "A joker has the rank and suit of the card that it stands for, "
        "but has no effect of its number. If you hold that card yourself, you keep it."
    ),
)
NO_JOKER = Topic("without joker", "DFG-4.2").means(
    "No card of the run is a joker; you keep your jokers."
)


# Passing, giving and discarding


PASS_TURN = Topic("pass", "DFG-4.10, 4.12", terms=("pass",)).means(
    "You play nothing and draw nothing. After that you can only pass until the field is "
    "cleared. If all others pass, the player of the last play leads.",
    when=lambda rules: rules.pass_locks,
    otherwise=Meaning(
        "You play nothing and draw nothing. You may play later on the same field. "
        "If all others pass, the player of the last play leads."
    ),
)
PASS_AND_DRAW = Topic("pass and draw", "DFG-4.10, 4.13", terms=("pass and draw", "draw")).means(
    "You play nothing, draw a card, and can only pass until the field is cleared. "
    "The last card of the pile ends the round: then fewer cards in hand are better.",
    when=lambda rules: rules.pass_locks,
    otherwise=Meaning(
        "You play nothing, draw a card, and may play later on the same field. "
        "The last card of the pile ends the round: then fewer cards in hand are better."
    ),
)
GIVE_BACK = Topic("give back", "DFG-4.18").means(
    "You give back a card of your choice for the best cards of this player, who can use it "
    "at once. The others don't see which one it is."
)
GIVE_TO = Topic("give to", "DFG-4.18, 5.6").means(
    "This player gets the card at once and can use it. The others don't see which one it is."
)
GIVE_AWAY = Topic("give away", "DFG-5.6").means(
    "You give this card away for your 7, and choose next who gets it. "
    "If it is your last card, you are out and get the next best place."
)
DISCARD = Topic("discard card", "DFG-5.8").means(
    "This card goes to the discards, face up, for your K. "
    "You draw a new card for each one when you have chosen all.",
    when=lambda rules: rules.k_discard_face_up,
    otherwise=Meaning(
        "This card goes to the discards, face down, for your K. "
        "You draw a new card for each one when you have chosen all."
    ),
)
STOP = Topic("stop", "DFG-5.6, 5.8", terms=("stop",)).means(
    "You give or discard no more cards, and the game goes on."
)


def move(state: np.void, action: int) -> Move:
    """Returns the topic of a step of a move, with the cards of the hand and the players in it."""
    kind, position = decode(dfg.ACTIONS, action)
    if action < dfg.PASS_ACTION:
        cards = (JOKER(),) if kind is dfg.LONE else ()
        return Move(about_shape(shapes()[action]), cards, (FIELD(),))
    if kind in (dfg.SUIT, dfg.SUIT_SET):
        return _move_of_suits(state, action)
    if kind is dfg.CARD:
        return Move(_about_card(state), (about_card(position),))
    if kind is dfg.PLAYER:
        receiver = int(seat_after(state, int(state["to_move"]), position + 1))
        return Move(GIVE_TO(), seats=(receiver,))
    if kind in (dfg.JOKER_SUITS, dfg.JOKER_POSITIONS):
        if action not in list_legal(legal, dfg.NUM_ACTIONS, state):
            return Move(CHOOSE_JOKER())
        laid = _laid(state, *jokers_of(action))
        return Move(_about_jokers(state, action), laid, is_offered=_is_offered(state, action))
    return Move({dfg.PASS: PASS_TURN, dfg.PASS_DRAW: PASS_AND_DRAW}.get(kind, STOP)())


def about_shape(shape: Shape) -> About:
    """Returns the topic of a play of a shape."""
    if shape.kind == dfg.LONE_JOKER:
        return LONE_JOKER()
    if shape.kind == dfg.RUN:
        return RUN(rank=shape.rank, size=shape.size)
    return SET(rank=shape.rank, size=shape.size) if shape.size > 1 else SINGLE(rank=shape.rank)


def about_card(card: int) -> About:
    """Returns the topic of a card."""
    return JOKER() if card >= dfg.FIRST_JOKER else CARD(card=card)


def _move_of_suits(state: np.void, action: int) -> Move:
    """Returns the choice of a play's natural cards, with all its cards if it is complete then."""
    kind, position = decode(dfg.ACTIONS, action)
    is_run = kind is dfg.SUIT and chosen_shape(state).kind != dfg.SINGLE
    about = IN_SUIT(suit=position) if is_run else WITH(is_single=kind is dfg.SUIT)
    if action not in list_legal(legal, dfg.NUM_ACTIONS, state):
        return Move(about)  # its cards could never be complete
    table = copied(state)
    plays.choose_suits(table, action)
    jokers = jokers_after(table)
    return Move(about, _laid(table, *jokers) if jokers else ())


def _laid(table: np.void, joker_suits: int, joker_positions: int) -> tuple[About, ...]:
    """Returns the cards of a complete play."""
    faces = faces_of(table, joker_suits, joker_positions)
    return tuple(
        JOKER() if face.is_joker else CARD(card=dfg.NUM_SUITS * face.rank + face.suit)
        for face in faces
    )


def _is_offered(state: np.void, action: int) -> bool:
    """Returns whether a choice of the jokers' suits stands for all that bind alike (DFG-5.1).

    The play has one that binds the field and one that does not, with different suits if possible.
    """
    if state["chosen_kind"] != dfg.SET:
        return True
    naturals = dfg.EACH_SUIT_ONCE[state["chosen_suits"]]
    can_bind = state["kind"] != dfg.NONE and dfg.has_effect(state, dfg.BINDING)

    def effect(choice: int) -> tuple[bool, bool]:
        suits = naturals + dfg.SUITS_OF_JOKERS[choice - dfg.FIRST_JOKER_SUITS]
        return bool(can_bind and suits == state["suits"]), bool(suits & plays.REPEATS)

    alike = [choice for choice in list_legal(legal, dfg.NUM_ACTIONS, state)
             if effect(choice)[0] == effect(action)[0]]  # fmt: skip
    return action == min(alike, key=lambda choice: effect(choice)[1])


def _about_jokers(state: np.void, action: int) -> About:
    """Returns what the choice of the cards is that the jokers of a play stand for."""
    if not any(jokers_of(action)):
        return NO_JOKER()
    cards = [dfg.NUM_SUITS * face.rank + face.suit
             for face in faces_of(state, *jokers_of(action)) if face.is_joker]  # fmt: skip
    return JOKER_AS(card=cards[0]) if len(cards) == 1 else CHOOSE_JOKER()


def _about_card(state: np.void) -> About:
    """Returns the topic of the choice of a card of the hand."""
    if state["phase"] == dfg.CHANGE:
        return DISCARD()
    if not receiver_of(state):
        return GIVE_AWAY()
    return GIVE_BACK() if state["phase"] == dfg.EX_DOWN else GIVE_TO()


# Titles and the exchange


def _exchanged(rules: DaifugoOptions) -> int:
    """Returns how many cards daihinmin and daifugo exchange (DFG-4.18, 4.19)."""
    return {2: rules.exchange_2p, 3: rules.exchange_3p}.get(rules.num_players, 2)


def _title_line(rules: DaifugoOptions, title: str) -> str:
    """Returns the place of a title and the cards that it gives and gets (DFG-4.17, 4.18)."""
    titles = TITLES[rules.num_players]
    if title not in titles:
        return _("Nobody has this title with {count} players.", count=rules.num_players)
    place, last = titles.index(title) + 1, len(titles)
    number = _exchanged(rules) if place in (1, last) else 1
    if title == HEIMIN or number == 0:
        deed = _("This title gives and gets no cards.")
    else:
        deed = _exchange(place, number, _(titles[last - place]), rules)
    is_winner = place == 1 and rules.reward_mode == "winner"
    wins = _("The daifugo of the last round wins.") if is_winner else ""
    return sentences(_earlier_place(place, last), deed, wins)


def _earlier_place(place: int, last: int) -> str:
    """Returns the place of a title as a sentence."""
    if place == 1:
        return _("First in the round before.")
    if place == last:
        return _("Last in the round before.")
    return _("{place} in the round before.", place=Ordinal(place))


def _exchange(place: int, number: int, partner: str, rules: DaifugoOptions) -> str:
    """Returns what the player of a place gives and gets (DFG-4.18)."""
    if place > rules.num_players / 2:
        return _n(
            "Gives the best card to {title} after the deal, and gets any card back.",
            "Gives the {count} best cards to {title} after the deal, "
            "and gets any {count} cards back.",
            number,
            title=partner,
        )
    if rules.exchange_blind:
        return _n(
            "Gets the best card of {title} after the deal, and gives any card back, but not those.",
            "Gets the {count} best cards of {title} after the deal, "
            "and gives any {count} cards back, but not those.",
            number,
            title=partner,
        )
    return _n(
        "Gets the best card of {title} after the deal, and gives any card back.",
        "Gets the {count} best cards of {title} after the deal, and gives any {count} cards back.",
        number,
        title=partner,
    )


def _exchange_line(rules: DaifugoOptions) -> str:
    """Returns who exchanges cards (DFG-4.18, 4.19)."""
    number = _exchanged(rules)
    if number == 0:
        return _("No cards are exchanged between the rounds.")
    if rules.num_players >= 4:
        return _(
            "After the deal of each later round daihinmin gives the {count} best cards to daifugo "
            "and gets as many back, of any strength; hinmin and fugo exchange one card.",
            count=number,
        )
    return _n(
        "After the deal of each later round daihinmin gives the best card to daifugo "
        "and gets as many back, of any strength.",
        "After the deal of each later round daihinmin gives the {count} best cards to daifugo "
        "and gets as many back, of any strength.",
        number,
    )


def _place_line(rules: DaifugoOptions, place: int) -> str:
    title = _(TITLES[rules.num_players][place - 1])
    return _(
        "This player has this place in the round for certain, and will be {title}.", title=title
    )


TITLE = Topic("title", "DFG-4.17, 4.18", labels=_title_labels).means(_title_line)
PLACE = Topic("place", "DFG-4.8, 4.15, 4.17").means(_place_line)
PASSED = Topic("passed", "DFG-4.10, 4.12", terms=("passed",)).means(
    "This player has passed since the last play, and may still play when the turn comes again."
)
MAY_ONLY_PASS = Topic("may only pass", "DFG-4.10").means(
    "This player has passed on this field, and can't play until it is cleared."
)
SKIPPED = Topic("skipped", "DFG-5.4").means(
    "The 5s of the play on the field skip this player, who waits until the next play or lead."
)
DREW = Topic("drew", "DFG-4.10").means(
    "This player has drawn so many cards in this round by passing."
)
GAVE_AWAY = Topic("gave away", "DFG-4.18, 5.6").means(
    "This player has given so many cards to others in this round, for 7s or in the exchange."
)


# Facts and notes


def _reversed_line(rules: DaifugoOptions, cause: str) -> str:
    """Returns the order of ranks now, and how long it lasts (DFG-5.2, 5.7)."""
    order = {
        "revolution": _(
            "3 is the strongest rank and 2 the weakest, to the end of the round or the next "
            "revolution."
        ),
        "jback": _("3 is the strongest rank and 2 the weakest, until the field is cleared."),
    }.get(
        cause,
        _(
            "3 is the strongest rank and 2 the weakest, until both the revolution and the J-back "
            "are over."
        ),
    )
    if not rules.num_jokers:
        return order
    if _fits_binding(rules):
        return sentences(order, _("A lone joker still beats every single card."))
    unless_bound = _("A lone joker still beats every single card unless the field is bound.")
    return sentences(order, unless_bound)


def _bound_line(rules: DaifugoOptions, suits: tuple[int, ...]) -> str:
    """Returns which plays a binding allows (DFG-5.1)."""
    named = signs([*suits])
    if rules.lone_joker_under_binding:
        return _(
            "Two plays in a row had the same suits. Until the field is cleared every play must "
            "have exactly these suits or be a lone joker: {suits}.",
            suits=named,
        )
    line = _(
        "Two plays in a row had the same suits. Until the field is cleared every play must have "
        "exactly these suits: {suits}.",
        suits=named,
    )
    return sentences(line, _("A lone joker has no suit.")) if rules.num_jokers else line


def _discards_line(rules: DaifugoOptions) -> str:
    if "change13" not in rules.effects:
        cards = _("Cards of fields that were cleared.")
    elif rules.k_discard_face_up:
        cards = _("Cards of fields that were cleared and those exchanged for a K.")
    else:
        cards = _(
            "Cards of fields that were cleared and those exchanged for a K, which lie face down."
        )
    return sentences(cards, _("They do not come back in this round."))


def _points_line(rules: DaifugoOptions) -> str:
    """Returns what a match pays (DFG-6.2)."""
    if rules.reward_mode == "all_rounds":
        return sentences(_("All rounds are paid alike, and their average counts."), _(PLACES_PAID))
    if rules.reward_mode == "final_places":
        return sentences(_("Only the places of the last round are paid."), _(PLACES_PAID))
    return _("The daifugo of the last round gets +1; the others share the loss of 1.")


ROUND = Topic("round", "DFG-6.1, 6.2", terms=("round",)).means(
    "All rounds count alike. Their places also decide who gives good cards to whom.",
    when=lambda rules: rules.reward_mode == "all_rounds",
    otherwise=Meaning(
        "Only the last round decides the match. "
        "The places of the others decide who gives good cards to whom."
    ),
)
DECIDED = Topic("decided", "DFG-6.1, 6.2").means(
    "The first place of the last round is taken, and only that one wins. "
    "The others play on for their titles."
)
ORDER = Topic("order", "DFG-2.1, 4.5", terms=("order", "higher beats lower")).means(
    "The usual order: 3 is the weakest rank, then 4 and so on to 10, J, Q, K, A, and 2."
)
BOTH_REVERSED = Topic("both", "DFG-5.7").means(
    "A J-back during a revolution makes the usual order: 2 is the strongest rank, until "
    "the field is cleared."
)
REVERSED = Topic("reversed", "DFG-5.2, 5.7").means(_reversed_line)
BOUND = Topic("bound to", "DFG-5.1").means(_bound_line)
PLAY_OFF = Topic("play-off", "DFG-4.15, 4.16", terms=("play-off",)).means(
    "Players with equally many cards play on for their places, with the hands as they are. "
    "Nobody can draw."
)
IDLE = Topic("passed instead of leading", "DFG-4.11, 4.14").means(
    "If all players pass on the empty field and nobody draws, the round ends: "
    "then fewer cards in hand are better."
)
PILE = Topic("pile", "DFG-2.3, 4.10, 4.14", terms=("pile",)).means(
    "Cards are drawn from it by passing and for Ks. With its last card the round ends: "
    "then fewer cards in hand are better. A play-off has no pile.",
    when=lambda rules: "change13" in rules.effects,
    otherwise=Meaning(
        "Cards are drawn from it by passing. With its last card the round ends: "
        "then fewer cards in hand are better. A play-off has no pile."
    ),
)
FIELD = Topic("field", "DFG-2.3, 4.4, 4.12", terms=("field",)).means(
    "Here lies the play to beat, with the same kind and number of cards. "
    "If all others pass, its player leads."
)
DISCARDS = Topic("discards", "DFG-2.3, 5.8", terms=("discard",)).means(_discards_line)

# Special rules, in the words of the rulebook and of the house rule `effects`

NOT_IN_FORCE = Meaning("This rule is not in force at this table.", "DFG-5.0")


def _effect(name: str, rank: int, clauses: str, *terms: str) -> Topic:
    """Returns the topic of a rank's effect."""
    return Topic(name, clauses, terms=terms).means(
        partial(_effect_line, rank),
        when=lambda rules: bool(effect_of_rank(rank, rules)),
        otherwise=NOT_IN_FORCE,
    )


def _effect_line(rank: int, rules: DaifugoOptions) -> str:
    return effect_of_rank(rank, rules)


SKIP = _effect("skip5", dfg.FIVE, "DFG-5.4", "5-skip", "skip 5", "skip")
GIVE = _effect("give7", dfg.SEVEN, "DFG-5.6", "7-give", "give 7", "give")
CUT = _effect("cut8", dfg.EIGHT, "DFG-5.5", "8-cut", "cut 8", "cut")
J_BACK = _effect("jback", dfg.JACK, "DFG-5.7", "J-back", "Jback")
CHANGE = _effect("change13", dfg.KING, "DFG-5.8", "K-change", "13-change", "change 13", "change")

REVOLUTION = Topic("revolution", "DFG-5.2", terms=("revolution",)).means(
    "Exactly four cards reverse the order of ranks: weak cards are strong until the round "
    "ends or the next revolution.",
    when=lambda rules: "revolution" in rules.effects,
    otherwise=NOT_IN_FORCE,
)
BINDING = Topic("binding", "DFG-5.1", terms=("binding", "bind", "bound")).means(
    "A play with the same suits as the play before binds the field: until it is cleared "
    "every play must have these suits.",
    when=lambda rules: "binding" in rules.effects,
    otherwise=NOT_IN_FORCE,
)
RUNS = Topic("runs", "DFG-4.1, 4.5", terms=("run",)).means(
    "Three or more cards of one suit with ranks in a row, such as 5 6 7. "
    "Only a run of as many cards beats it.",
    when=lambda rules: "runs" in rules.effects,
    otherwise=NOT_IN_FORCE,
)
SPADE3 = Topic("spade3", "DFG-5.3", terms=("spade3", "spade 3")).means(
    "♠3 can be put on a lone joker: then the field is cleared and its player leads.",
    when=lambda rules: "spade3" in rules.effects,
    otherwise=NOT_IN_FORCE,
)

# Further words of the rules


SETS = Topic(
    "sets",
    "DFG-4.1, 4.2, 4.4",
    terms=("set", "pair", "triple", "four of a kind", "five of a kind", "six of a kind"),
).means(
    "Cards of one rank; jokers can stand for some. Only a stronger set of as many cards beats it."
)
SINGLES = Topic("singles", "DFG-4.1", terms=("single",)).means(
    "One card. Only a stronger single card or a lone joker beats it."
)
LEAD = Topic("lead", "DFG-4.4, 4.11", terms=("lead", "leader")).means(
    "The player who plays on the empty field may choose any kind and number of cards."
)
CLEAR = Topic("clear", "DFG-4.9, 4.12", terms=("clear", "cleared", "flush")).means(
    "All cards of the field go to the discards; bindings and J-backs end, and somebody leads."
)
EXCHANGE = Topic("exchange", "DFG-4.18, 4.19", terms=("exchange",)).means(_exchange_line)
TITLE_NAMES = Topic("titles", "DFG-4.17", terms=("title", "place")).means(
    "The places of a round are titles, from daifugo, the first, to daihinmin, the last."
)
OUT = Topic("out", "DFG-1.4, 4.8", terms=("out",)).means(
    "A player without cards is out of the round and has the next best place."
)
POINTS = Topic("points", "DFG-6.2", terms=("point",)).means(_points_line)


# What decides for greedy: by the weight of its heuristic, what that means to a player.
DRAW_REASON = N_("A drawn card is one more to get rid of.")
REASONS = {
    "turn": N_("Every rank in the hand costs a turn."),
    "card": N_("The fewer cards in the hand, the better."),
    "win": N_("Cards that win the lead stay in the hand."),
    "seven": N_("A 7 gives a card away, so it goes soon."),
    "king": N_("A K changes a card, so it goes soon."),
    "joker": N_("A joker is worth keeping."),
    "stuck": N_("A hand of jokers alone can't be finished."),
    "run_card": N_("Three in a row are worth keeping together."),
    "lead": N_("The lead is worth winning."),
    "urgent_lead": N_("Somebody holds one card, so the lead is urgent."),
    "last_lead": N_("After this lead the rest can follow."),
    "joker_wins": N_("Only ♠3 beats a lone joker."),
    "draw": DRAW_REASON,
    "draw_long": DRAW_REASON,
    "drain": N_("The pile can be used up in time."),
    "change": N_("A new card may be no better than the old one."),
}
