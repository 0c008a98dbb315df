"""Cards, actions and open tables of Daifugo as text."""

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from fudaba.common.languages import N_, is_read_by_a_person, translator

from ...cards.french import SUIT_SIGNS
from ...cards.melds import count_of
from ...core.contract.cells import snapshot_of
from ...core.contract.fields import decode
from ...core.kit.bits import holds
from ...core.kit.seats import NOBODY, player_name, seat_after
from ...core.words.reading import copied
from .. import state as dfg
from ..rules import exchange, plays

_, _n = translator("daifugo")

SET_NAMES = (
    "", "", N_("pair"), N_("triple"), N_("four of a kind"), N_("five of a kind"),
    N_("six of a kind"),
)  # fmt: skip
SETS_OF_RANKS = (
    "",
    "",
    N_("pair {rank} {rank}"),
    N_("triple {rank} {rank} {rank}"),
    N_("four of a kind {rank} {rank} {rank} {rank}"),
    N_("five of a kind {rank} {rank} {rank} {rank} {rank}"),
    N_("six of a kind {rank} {rank} {rank} {rank} {rank} {rank}"),
)
PLAYED_SETS = (
    "",
    "",
    N_("{:plays|play} the pair {cards}"),
    N_("{:plays|play} the triple {cards}"),
    N_("{:plays|play} the four of a kind {cards}"),
    N_("{:plays|play} the five of a kind {cards}"),
    N_("{:plays|play} the six of a kind {cards}"),
)
PLAIN_MOVES = {
    dfg.PASS: N_("{:passes|pass}"), dfg.STOP: N_("{:stops|stop}"),
    dfg.PASS_DRAW: N_("{:passes and draws|pass and draw} a card"),
}  # fmt: skip
DAIFUGO, FUGO, HEIMIN = N_("daifugo"), N_("fugo"), N_("heimin")
HINMIN, DAIHINMIN = N_("hinmin"), N_("daihinmin")
TITLES = {
    2: (DAIFUGO, DAIHINMIN),
    3: (DAIFUGO, HEIMIN, DAIHINMIN),
    4: (DAIFUGO, FUGO, HINMIN, DAIHINMIN),
    5: (DAIFUGO, FUGO, HEIMIN, HINMIN, DAIHINMIN),
}


class Shape(NamedTuple):
    """The shape of a play, which its first step chooses (DFG-4.3, DFG-4.20)."""

    kind: int
    size: int
    rank: int


@cache
def shapes() -> tuple[Shape, ...]:
    """Returns the shapes of plays by their action ids."""
    table = np.zeros(1, dfg.STATE)[0]
    found = []
    for action in range(dfg.PASS_ACTION):
        plays.choose_shape(table, action)
        found.append(chosen_shape(table))
    return tuple(found)


def chosen_shape(state: np.void) -> Shape:
    """Returns the shape that the player to move has chosen."""
    return Shape(*(int(state[f"chosen_{part}"]) for part in Shape._fields))


# Cards


def face_name(rank: int, suit: int) -> str:
    """Returns a natural card's name, suit before rank: `♠3`."""
    return SUIT_SIGNS[suit] + dfg.RANK_NAMES[rank]


def card_name(card: int) -> str:
    """Returns a card's name.

    >>> card_name(0), card_name(51), card_name(53)
    ('♠3', '♣2', 'joker')
    """
    return "joker" if card >= dfg.FIRST_JOKER else face_name(*divmod(card, dfg.NUM_SUITS))


def card_word(card: int) -> str:
    """Returns a card's name in the current language."""
    return _("joker") if card >= dfg.FIRST_JOKER else card_name(card)


def cards_words(cards: Iterable[int]) -> str:
    """Returns the names of cards in the current language: `♠3 joker`."""
    return " ".join(card_word(int(card)) for card in cards)


def card_names(cards: np.uint64) -> list[str]:
    """Returns the names of a set of cards."""
    return [card_name(card) for card in range(dfg.NUM_CARDS) if holds(cards, card)]


def suits_in(suits: int) -> list[int]:
    """Returns the suits of a multiset, with repetitions."""
    return [suit for suit in range(dfg.NUM_SUITS) for _ in range(int(count_of(suits, suit)))]


def signs(suits: list[int]) -> str:
    """Returns the signs of suits: `♠ ♥`."""
    return " ".join(SUIT_SIGNS[suit] for suit in suits)


def bound_to(state: np.void) -> str:
    """Returns the suits of the binding in a state: `♠ ♥`; for a run its one suit."""
    suits = suits_in(int(state["bound"]))
    return signs(suits[:1] if state["kind"] == dfg.RUN else suits)


def title_name(place: int, num_players: int) -> str:
    """Returns the title of a place (DFG-4.17); empty without a place."""
    return TITLES[num_players][place - 1] if place else ""


def title_word(place: int, num_players: int) -> str:
    """Returns the title of a place in the current language."""
    return _(TITLES[num_players][place - 1])


def positions_in(bits: int) -> list[int]:
    """Returns the positions in a bit set."""
    return [place for place in range(dfg.NUM_RANKS) if bits >> place & 1]


# Plays


class Face(NamedTuple):
    """A card of a play: its rank and suit; for a joker, those that it stands for (DFG-4.2)."""

    rank: int
    suit: int
    is_joker: bool

    @property
    def name(self) -> str:
        """The name: `♠7` or `joker as ♦7`."""
        name = face_name(self.rank, self.suit)
        return _("joker as {card}", card=name) if self.is_joker else name


def faces_of(table: np.void, joker_suits: int, joker_positions: int) -> list[Face]:
    """Returns the cards of a play whose shape and suits are chosen, but for a lone joker."""
    shape = chosen_shape(table)
    if shape.kind == dfg.RUN:
        suit = int(plays.suit_of_run(table))
        jokers = positions_in(joker_positions)
        return [Face(shape.rank + place, suit, place in jokers) for place in range(shape.size)]
    naturals = positions_in(int(table["chosen_suits"]))
    return [Face(shape.rank, suit, False) for suit in naturals] + [
        Face(shape.rank, suit, True) for suit in suits_in(joker_suits)
    ]


def jokers_after(table: np.void) -> tuple[int, int] | None:
    """Returns the designated suits and positions of a play's jokers once its suits are chosen.

    None if the player still chooses them (DFG-4.20).
    """
    joker_suits = joker_positions = 0
    if table["chosen_kind"] == dfg.SET:
        joker_suits = int(plays.only_joker_suits(table))
    elif table["chosen_kind"] == dfg.RUN:
        joker_positions = int(plays.only_joker_positions(table))
    return None if plays.SEVERAL in (joker_suits, joker_positions) else (
        joker_suits, joker_positions,
    )  # fmt: skip


def jokers_of(action: int) -> tuple[int, int]:
    """Returns the suits and positions that an action of the third step gives to jokers."""
    if action < dfg.FIRST_JOKER_POSITIONS:
        return int(dfg.SUITS_OF_JOKERS[action - dfg.FIRST_JOKER_SUITS]), 0
    return 0, int(dfg.POSITIONS_OF_JOKERS[action - dfg.FIRST_JOKER_POSITIONS])


# Words of actions


def shape_name(shape: Shape) -> str:
    """Returns `single 7`, `pair 7 7`, `run 5 6 7` or `lone joker`."""
    if shape.kind == dfg.LONE_JOKER:
        return _("lone joker")
    if shape.kind == dfg.RUN:
        names = dfg.RANK_NAMES[shape.rank : shape.rank + shape.size]
        return _("run {ranks}", ranks=" ".join(names))
    name = dfg.RANK_NAMES[shape.rank]
    if shape.kind == dfg.SINGLE:
        return _("single {rank}", rank=name)
    return _(SETS_OF_RANKS[shape.size], rank=name)


def describe(state: np.void, action: int) -> str:
    """Returns an action's words: `pair 7 7`, `with ♠7 and a joker`, `give ♥5`, `pass`."""
    kind, position = decode(dfg.ACTIONS, action)
    if action < dfg.PASS_ACTION:
        return shape_name(shapes()[action])
    if kind is dfg.SUIT:
        return _suit(state, position)
    if kind is dfg.SUIT_SET:
        return _suits(state, positions_in(position))
    if kind in (dfg.JOKER_SUITS, dfg.JOKER_POSITIONS):
        return _jokers(state, action)
    if kind is dfg.CARD:
        return _card(state, position)
    if kind is dfg.PLAYER:
        return _gift(state, position)
    if kind is dfg.STOP and is_read_by_a_person():
        return _stop(state)
    return _(PLAIN_MOVES[kind])


def _suit(state: np.void, suit: int) -> str:
    """Returns the words of the second step of a single or a run: `with ♠7`, `in ♠`."""
    shape = chosen_shape(state)
    if shape.kind == dfg.SINGLE:
        return _("with {cards}", cards=face_name(shape.rank, suit))
    return _("in {suit}", suit=SUIT_SIGNS[suit])


def _suits(state: np.void, suits: list[int]) -> str:
    """Returns the words of the second step of a set: `with ♠7 and a joker`."""
    shape = chosen_shape(state)
    if shape.kind != dfg.SET:
        return _("with suits {suits}", suits=signs(suits)) if suits else _("with suits")
    cards = " ".join(face_name(shape.rank, suit) for suit in suits)
    num_jokers = shape.size - len(suits)
    if num_jokers <= 0:
        return _("with {cards}", cards=cards)
    if not suits:
        return _n("with a joker", "with {count} jokers", num_jokers)
    return _n(
        "with {cards} and a joker", "with {cards} and {count} jokers", num_jokers, cards=cards
    )


def _jokers(state: np.void, action: int) -> str:
    """Returns the words of the third step of a play: `joker as ♦7`, `without a joker`."""
    shape, (joker_suits, joker_positions) = chosen_shape(state), jokers_of(action)
    suits, positions = suits_in(joker_suits), positions_in(joker_positions)
    if not suits and not positions:
        return _("without a joker")
    names = [str(place + 1) for place in positions] or [SUIT_SIGNS[suit] for suit in suits]
    if state["phase"] == dfg.JOKER_FACES and suits and shape.kind == dfg.SET:
        names = [face_name(shape.rank, suit) for suit in suits]
    is_inside = positions and positions[-1] < shape.size
    if state["phase"] == dfg.JOKER_FACES and is_inside and shape.kind == dfg.RUN:
        suit = int(plays.suit_of_run(state))
        names = [face_name(shape.rank + place, suit) for place in positions]
    return _n("joker as {cards}", "jokers as {cards}", len(names), cards=" ".join(names))


def _card(state: np.void, card: int) -> str:
    """Returns `give ♥5 to player_2` or `discard joker`; a joker not offered is `other joker`.

    What is given back in the exchange is `give ♥5 back to player_2`.
    """
    hand = dfg.without_second_joker(state["hands"][state["to_move"]])
    is_other = card >= dfg.FIRST_JOKER and not holds(hand, card)
    name = _("other joker") if is_other else card_word(card)
    if state["phase"] == dfg.CHANGE:
        return _("{:discards|discard} {cards}", cards=name)
    return _give(state, name, receiver_of(state))


def _gift(state: np.void, position: int) -> str:
    """Returns `give ♥5 to player_2`, or `to player_2` where no card is chosen."""
    card, receiver = int(state["chosen_card"]), _chosen_receiver(state, position)
    if card == dfg.NO_CARD:
        return _("to {name}", name=receiver)
    return _give(state, card_word(card), receiver)


def _give(state: np.void, cards: str, receiver: str) -> str:
    """Returns the words of a gift; its receiver may be empty."""
    if not receiver:
        return _("{:gives|give} {cards}", cards=cards)
    if state["phase"] == dfg.EX_DOWN:
        return _("{:gives|give} {cards} back to {name}", cards=cards, name=receiver)
    return _("{:gives|give} {cards} to {name}", cards=cards, name=receiver)


def receiver_of(state: np.void) -> str:
    """Returns the name of the player who gets a card, or "" if that is still to be chosen."""
    phase, receiver = int(state["phase"]), int(state["recipient"])
    if phase in (dfg.EX_UP, dfg.EX_DOWN):
        receiver = int(exchange.partner(state, int(state["exchange_step"]) ^ 1))
    elif phase != dfg.GIVE_CARD or not state["seven_single_recipient"]:
        receiver = NOBODY
    return "" if receiver == NOBODY else player_name(receiver)


def _chosen_receiver(state: np.void, position: int) -> str:
    """Returns the player whom an action chooses, by its position in the action table."""
    return player_name(seat_after(state, int(state["to_move"]), position + 1))


# Words of histories


def announce(state: np.void, action: int) -> str:
    """Returns the words that others hear: complete plays, and gifts without the card's name."""
    kind, position = decode(dfg.ACTIONS, action)
    if kind is dfg.PLAYER:
        return _give(state, _("a card"), _chosen_receiver(state, position))
    if kind is not dfg.CARD:
        return _public_move(state, action)
    if state["phase"] in (dfg.EX_UP, dfg.EX_DOWN):
        return _exchanged(state, action)
    if state["phase"] == dfg.CHANGE:
        if state["k_discard_face_up"]:
            return describe(state, action)
        return _("{:discards|discard} {cards}", cards=_("a card"))
    receiver = receiver_of(state)
    return _give(state, _("a card"), receiver) if receiver else ""


def recount(state: np.void, action: int) -> str:
    """Returns a player's own move for its history: as announced, but with the cards' names."""
    kind = decode(dfg.ACTIONS, action)[0]
    if kind is dfg.PLAYER:
        return describe(state, action)
    if kind is not dfg.CARD:
        return _public_move(state, action)
    receiver = receiver_of(state)
    if state["phase"] in (dfg.EX_UP, dfg.EX_DOWN):
        return _give(state, cards_words(_given(state, action)), receiver)
    return describe(state, action) if receiver or state["phase"] == dfg.CHANGE else ""


def _public_move(state: np.void, action: int) -> str:
    """Returns a complete play, a pass or a stop; empty for a step of a play."""
    kind = decode(dfg.ACTIONS, action)[0]
    if kind is dfg.LONE:
        return _("{:plays|play} a lone joker")
    if action < dfg.PASS_ACTION:
        return ""
    if kind is dfg.STOP:
        return _stop(state)
    if kind is dfg.PASS_DRAW and state["pile_size"] == 1:
        return _("{:passes and draws|pass and draw} the last card")
    return describe(state, action) if kind in PLAIN_MOVES else _play(state, action)


def _stop(state: np.void) -> str:
    """Returns the text of a stop: the player gives or changes no more cards (DFG-5.6, DFG-5.8)."""
    if state["phase"] == dfg.GIVE_CARD:
        is_first = state["recipient"] == NOBODY
        return _("{:gives|give} no card") if is_first else _("{:gives|give} no more cards")
    if state["num_changed"]:
        return _("{:discards|discard} no more cards")
    return _("{:discards|discard} no card")


def _given(state: np.void, action: int) -> list[int]:
    """Returns the cards that an action of the exchange gives, those without a choice included."""
    table, giver = copied(state), int(state["to_move"])
    exchange.give_card(table, action)
    exchange.go_on(table)
    given = np.uint64(state["hands"][giver] & ~table["hands"][giver])
    return [card for card in range(dfg.NUM_CARDS) if holds(given, card)]


def _exchanged(state: np.void, action: int) -> str:
    """Returns a gift of the exchange as third players see it (DFG-4.18, DFG-7.1)."""
    number = int(exchange.num_given(state))
    given = number - int(state["left_to_do"])  # before this action
    if state["phase"] == dfg.EX_UP:
        cards = best_cards(len(_given(state, action)), given)
    else:
        progress = _("card {place} of {count}", place=given + 1, count=number)
        cards = _("a card") if number == 1 else progress
    return _give(state, cards, receiver_of(state))


def best_cards(number: int, given: int = 0) -> str:
    """Returns the text for the strongest cards of a hand, after those given before.

    >>> best_cards(1), best_cards(1, 1), best_cards(2)
    ('the best card', 'the second best card', 'the 2 best cards')
    """
    if given and number == 1:
        return _("the second best card")
    return _n("the best card", "the {count} best cards", number)


def _play(state: np.void, action: int) -> str:
    """Returns the words of the play that an action completes; empty for an earlier step."""
    table = copied(state)
    if action < dfg.FIRST_JOKER_SUITS:
        plays.choose_suits(table, action)
        jokers = jokers_after(table)
    else:
        jokers = jokers_of(action)
    return "" if jokers is None else _laid(table, *jokers)


def _laid(table: np.void, joker_suits: int, joker_positions: int) -> str:
    """Returns a chosen play: `play ♠7`, `play the pair ♠7 ♥7`, `play the pair ♠7, joker as ♦7`."""
    faces = faces_of(table, joker_suits, joker_positions)
    comma = _(", ") if any(face.is_joker for face in faces) else " "
    cards = comma.join(face.name for face in faces)
    shape = chosen_shape(table)
    if shape.kind == dfg.SINGLE:
        return _("{:plays|play} {cards}", cards=cards)
    if shape.kind == dfg.RUN:
        return _("{:plays|play} the run {cards}", cards=cards)
    return _(PLAYED_SETS[shape.size], cards=cards)


# The open table


def snapshot(state: np.void) -> dict[str, Any]:
    """Returns the open table as plain zones with card names, hidden cards included.

    Returns:
        A dict of JSON-able values: hands, pile, field and discards; the play on the field with its
        owner, binding and directions; places and titles per player; the player on turn and the
        question.
    """
    count = int(state["num_players"])
    over = bool(state["to_move"] == NOBODY)
    seats = {player_name(seat): seat for seat in range(count)}
    return {
        "hands": {name: card_names(state["hands"][seat]) for name, seat in seats.items()},
        "pile": [card_name(card) for card in state["deck"][: state["pile_size"]]],
        "field": card_names(state["field"]),
        "discards": card_names(state["discards"]),
        "face_down": card_names(state["face_down"]),
        "kind": dfg.KIND_NAMES[state["kind"]],
        "rank": dfg.RANK_NAMES[state["rank"]] if state["rank"] != dfg.NO_RANK else None,
        "suits": signs(suits_in(int(state["suits"]))),
        "joker_suits": signs(suits_in(int(state["joker_suits"]))),
        "joker_positions": [place + 1 for place in positions_in(int(state["joker_positions"]))],
        "bound": signs(suits_in(int(state["bound"]))),
        "revolution": bool(state["revolution"]),
        "j_back": bool(state["j_back"]),
        "reversed": bool(dfg.is_reversed(state)),
        "places": {name: int(state["place"][seat]) or None for name, seat in seats.items()},
        "titles": {
            name: title_name(int(state["title"][seat]), count) or None
            for name, seat in seats.items()
        },
        "playoff": bool(state["is_playoff"]),
        "rounds_finished": int(state["round"]),
        "question": None if over else dfg.PHASES[state["phase"]].question,
        **snapshot_of(dfg.CELLS, state),
    }


# Words from views, for the scene and the news


def names_at(view: np.void, seat: int, flags: np.ndarray) -> str:
    """Returns the names of the players whose flag is set: `player_1 and player_2`."""
    flagged = np.flatnonzero(flags).tolist()
    return _(" and ").join(seat_at(view, seat, distance) for distance in flagged)


def bound_suits(view: np.void) -> list[int]:
    """Returns the suits of the binding in a view; for a run its one suit."""
    counts = view["bound"] > 0 if view["kind"][dfg.RUN] else view["bound"]
    suits: list[int] = np.repeat(range(dfg.NUM_SUITS), counts).tolist()
    return suits


def has_winner(view: np.void) -> bool:
    """Whether the first place of the last round, which alone wins, is taken (DFG-6.1, DFG-6.2)."""
    is_last = view["on_turn"].any() and view["rounds_left"] == 0
    return bool(is_last and view["reward_mode"] == dfg.PAYS_WINNER and (view["place"] == 1).any())


def num_fives(view: np.void) -> int:
    """Returns how many 5s of the play on the field skip a player (DFG-5.4)."""
    if not view["effects"][dfg.SKIP5]:
        return 0
    position = 1 + dfg.FIVE - int(view["rank"])  # in a run
    if view["kind"][dfg.RUN]:
        is_joker = bool(view["joker_positions"][max(position, 0)])
        return int(0 <= position < view["size"] and (view["joker_effects"] or not is_joker))
    if position:
        return 0
    return int(view["size"] - view["joker_suits"].sum() * (not view["joker_effects"]))


def seat_at(view: np.void, seat: int, distance: int) -> str:
    """Returns the name of the player `distance` seats after the viewer."""
    return player_name((seat + int(distance)) % int(view["num_players"]))
