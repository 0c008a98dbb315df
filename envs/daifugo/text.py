"""Cards, actions and open tables of Daifugo as text."""

from typing import Any

import numpy as np

from ..cards.melds import count_of
from ..core.bits import holds
from ..core.fields import ActionKind, decode
from ..core.seats import NOBODY, player_name, seat_after
from . import state as dfg
from .rules import effects, exchange, plays

SHAPES = (dfg.SINGLE_RANK, dfg.LONE, dfg.SET_SHAPE, dfg.RUN_SHAPE)
OF_POINTS = {
    dfg.SHAPE: (*SHAPES, dfg.PASS, dfg.PASS_DRAW),
    dfg.SUITS: (dfg.SUIT, dfg.SUIT_SET),
    dfg.JOKER_FACES: (dfg.JOKER_SUITS, dfg.JOKER_POSITIONS),
    dfg.GIVE_CARD: (dfg.CARD,),
    dfg.GIVE_TO: (dfg.PLAYER,),
    dfg.CHANGE: (dfg.CARD,),
    dfg.EX_UP: (dfg.CARD,),
    dfg.EX_DOWN: (dfg.CARD,),
}


def card_name(card: int) -> str:
    """A card's name, suit before rank.

    >>> card_name(0), card_name(51), card_name(53)
    ('S3', 'C2', 'joker')
    """
    if card >= dfg.FIRST_JOKER:
        return "joker"
    rank, suit = divmod(card, dfg.NUM_SUITS)
    return dfg.SUIT_NAMES[suit] + dfg.RANK_NAMES[rank]


def card_names(cards: np.uint64) -> list[str]:
    """The names of a set of cards."""
    return [card_name(card) for card in range(dfg.NUM_CARDS) if holds(cards, card)]


def describe(state: np.void, action: int) -> str:
    """What a player says: `single 7`, `set of 3: 10`, `in S`, `give H5`, `pass`, ..."""
    kind, position = decode(dfg.ACTIONS, action)
    if kind in SHAPES:
        return _shape(state, action)
    if kind is dfg.SUIT:
        return f"in {dfg.SUIT_NAMES[position]}"
    if kind is dfg.SUIT_SET:
        suits = [suit for number, suit in enumerate(dfg.SUIT_NAMES) if position >> number & 1]
        return f"of {' '.join(suits)}" if suits else "of jokers alone"
    if kind is dfg.JOKER_SUITS:
        return f"joker as {' '.join(_suits_of(int(dfg.SUITS_OF_JOKERS[position])))}"
    if kind is dfg.JOKER_POSITIONS:
        bits = int(dfg.POSITIONS_OF_JOKERS[position])
        places = [str(place + 1) for place in range(dfg.NUM_RANKS) if bits >> place & 1]
        return f"joker at {' '.join(places)}" if places else "without jokers"
    if kind is dfg.CARD:
        verb = "discard" if state["point"] == dfg.CHANGE else "give"
        return f"{verb} {card_name(position)}"
    if kind is dfg.PLAYER:
        return f"to {player_name(seat_after(state, int(state['to_move']), position + 1))}"
    return kind.name


def _chosen(state: np.void, action: int) -> np.void:
    """A copy of the table with the shape of a play noted."""
    table: np.void = np.array([state])[0]
    plays.choose_shape(table, action)
    return table


def _shape(state: np.void, action: int) -> str:
    table = _chosen(state, action)
    kind, size, rank = (int(table[f"chosen_{name}"]) for name in ("kind", "size", "rank"))
    if kind == dfg.LONE_JOKER:
        return "lone joker"
    if kind == dfg.SINGLE:
        return f"single {dfg.RANK_NAMES[rank]}"
    link = ": " if kind == dfg.SET else " from "
    return f"{dfg.KIND_NAMES[kind]} of {size}{link}{dfg.RANK_NAMES[rank]}"


def _suits_of(suits: int) -> list[str]:
    """The suits of a multiset, each as often as it holds it."""
    return [
        name for suit, name in enumerate(dfg.SUIT_NAMES) for _ in range(int(count_of(suits, suit)))
    ]


def announce(state: np.void, action: int) -> str:
    """What the others see of an action: a play once it is laid, and that a card was given."""
    kind, _ = decode(dfg.ACTIONS, action)
    if kind in (dfg.SINGLE_RANK, dfg.SET_SHAPE, dfg.RUN_SHAPE):
        return ""
    if kind in (dfg.SUIT, dfg.SUIT_SET, dfg.JOKER_SUITS, dfg.JOKER_POSITIONS):
        return _play(state, action)
    if kind is dfg.PLAYER:
        return f"give a card {describe(state, action)}"
    if kind is dfg.CARD:
        return _card_move(state, action)
    return describe(state, action)


def _card_move(state: np.void, action: int) -> str:
    """A card that is given or discarded, as third players see it (DFG-7.1, 7.2)."""
    if state["point"] == dfg.CHANGE:
        return describe(state, action) if state["k_discard_face_up"] else "discard a card"
    if state["point"] in (dfg.EX_UP, dfg.EX_DOWN):
        receiver = exchange.partner(state, int(state["exchange_step"]) ^ 1)
        return f"give a card to {player_name(receiver)}"
    if state["seven_single_recipient"] and state["recipient"] != NOBODY:
        return f"give a card to {player_name(int(state['recipient']))}"
    return ""


def _play(state: np.void, action: int) -> str:
    """The play that an action completes, empty if it does not."""
    table: np.void = np.array([state])[0]
    joker_suits, joker_positions = 0, 0
    if action >= dfg.FIRST_JOKER_POSITIONS:
        joker_positions = int(dfg.POSITIONS_OF_JOKERS[action - dfg.FIRST_JOKER_POSITIONS])
    elif action >= dfg.FIRST_JOKER_SUITS:
        joker_suits = int(dfg.SUITS_OF_JOKERS[action - dfg.FIRST_JOKER_SUITS])
    else:
        plays.choose_suits(table, action)
        if table["chosen_kind"] == dfg.SET:
            joker_suits = int(plays.only_joker_suits(table))
        elif table["chosen_kind"] == dfg.RUN:
            joker_positions = int(plays.only_joker_positions(table))
    if plays.SEVERAL in (joker_suits, joker_positions):
        return ""
    return f"play {' '.join(_faces(table, joker_suits, joker_positions))}"


def _faces(table: np.void, joker_suits: int, joker_positions: int) -> list[str]:
    """The cards of the chosen play, designated jokers in brackets."""
    rank, suits = int(table["chosen_rank"]), int(table["chosen_suits"])
    if table["chosen_kind"] == dfg.RUN:
        suit = int(plays.suit_of_run(table))
        names = [
            card_name(dfg.NUM_SUITS * (rank + place) + suit)
            for place in range(int(table["chosen_size"]))
        ]
        return [
            f"joker({name})" if joker_positions >> place & 1 else name
            for place, name in enumerate(names)
        ]
    naturals = [
        card_name(dfg.NUM_SUITS * rank + suit) for suit in range(dfg.NUM_SUITS) if suits >> suit & 1
    ]
    return naturals + [f"joker({suit}{dfg.RANK_NAMES[rank]})" for suit in _suits_of(joker_suits)]


# Why not


def why_illegal(state: np.void, action: int) -> str:
    """The clause that forbids an action to the seat to move."""
    kind, position = decode(dfg.ACTIONS, action)
    point, seat = int(state["point"]), int(state["to_move"])
    _, clause, question = dfg.POINTS[point]
    if kind not in OF_POINTS[point]:
        return f"the choice is another one now: {question} ({clause})."
    if kind in (dfg.PASS, dfg.PASS_DRAW):
        return _why_no_pass(state, kind)
    if kind in SHAPES:
        return _why_no_shape(state, seat, action)
    if kind is dfg.CARD:
        return _why_no_card(state, seat, point, position)
    if kind is dfg.PLAYER:
        return "only another player who is in can get a card (DFG-5.6)."
    return "this can't be completed to a legal play (DFG-4.20)."


def _why_no_pass(state: np.void, kind: ActionKind) -> str:
    if kind is dfg.PASS_DRAW and not dfg.can_draw(state):
        return "there is no pile to draw from (DFG-4.10)."
    if state["kind"] == dfg.NONE and not plays.is_stuck(state, int(state["to_move"])):
        return "a leader who can play must (DFG-4.11)."
    return "who passes draws a card while there is a pile (DFG-4.10)."


def _why_no_shape(state: np.void, seat: int, action: int) -> str:
    """What the field asks for, then what the hand lacks."""
    table = _chosen(state, action)
    kind, size, rank = (int(table[f"chosen_{name}"]) for name in ("kind", "size", "rank"))
    if state["locked"][seat]:
        return "who passed may only pass until the field is cleared (DFG-4.10)."
    if kind == dfg.RUN and not dfg.has_effect(state, dfg.RUNS):
        return "runs are not played (DFG-5.0)."
    if state["kind"] == dfg.LONE_JOKER:
        return "only the 3 of spades can be put on a lone joker (DFG-4.6, DFG-5.3)."
    alike = (dfg.SINGLE, dfg.LONE_JOKER) if kind == dfg.LONE_JOKER else (kind,)
    if state["kind"] != dfg.NONE and (state["kind"] not in alike or state["size"] != size):
        cards = f"{dfg.KIND_NAMES[state['kind']]} of {state['size']}"
        return f"the field asks for a {cards} (DFG-4.4)."
    if kind == dfg.LONE_JOKER:
        return _why_no_lone_joker(state, seat)
    if not plays.is_stronger(state, rank):
        return f"{_shape(state, action)} does not beat the field (DFG-4.5)."
    if state["bound"]:
        return "the hand has no such play in the suits that are bound (DFG-5.1)."
    if size == state["hand_sizes"][seat] and dfg.num_jokers_in(state["hands"][seat]):
        return "the hand has no such play, and can't end with a joker (DFG-4.7)."
    return "the hand has no such play (DFG-4.1)."


def _why_no_lone_joker(state: np.void, seat: int) -> str:
    if not dfg.num_jokers_in(state["hands"][seat]):
        return "there is no joker in the hand (DFG-4.6)."
    if state["hand_sizes"][seat] == 1:
        return "a hand can't end with a joker (DFG-4.7)."
    return "a lone joker has no suit, and the field is bound (DFG-5.1)."


def _why_no_card(state: np.void, seat: int, point: int, card: int) -> str:
    name, clause = card_name(card), dfg.POINTS[point].clause
    if not dfg.is_held(state, seat, card):
        return f"{name} is not in the hand ({clause})."
    if point == dfg.EX_UP:
        return f"{name} is not the one to give of the strongest cards left (DFG-4.18)."
    if point == dfg.EX_DOWN and holds(state["received"], card):
        return f"{name} was only just received (DFG-4.18)."
    if point == dfg.GIVE_CARD and state["hand_sizes"][seat] == 1:
        what = "a play with a joker" if effects.has_joker(state) else "a joker as the last gift"
        return f"a hand can't end with {what} (DFG-4.7)."
    return "of two jokers the first is taken (DFG-2.2)."


def snapshot(state: np.void) -> dict[str, Any]:
    """The open table as plain zones with card names: everything, hidden cards included.

    Returns:
        A dict of JSON-able values: hands, pile, field and discards; the play on the field with its
        owner, binding and directions; places and titles per player; and whose decision it is about
        what.
    """
    seats = range(int(state["num_players"]))
    over = bool(state["to_move"] == NOBODY)
    owner = int(state["owner"])
    return {
        "hands": {player_name(seat): card_names(state["hands"][seat]) for seat in seats},
        "pile": [card_name(card) for card in state["deck"][: state["pile_size"]]],
        "field": card_names(state["field"]),
        "discards": card_names(state["discards"]),
        "face_down": card_names(state["face_down"]),
        "kind": dfg.KIND_NAMES[state["kind"]],
        "size": int(state["size"]),
        "rank": dfg.RANK_NAMES[state["rank"]] if state["rank"] != dfg.NO_RANK else None,
        "suits": _suits_of(int(state["suits"])),
        "joker_suits": _suits_of(int(state["joker_suits"])),
        "joker_positions": [
            place + 1 for place in range(dfg.NUM_RANKS) if state["joker_positions"] >> place & 1
        ],
        "bound": _suits_of(int(state["bound"])),
        "owner": None if owner == NOBODY else player_name(owner),
        "revolution": bool(state["revolution"]),
        "j_back": bool(state["j_back"]),
        "places": {player_name(seat): int(state["place"][seat]) or None for seat in seats},
        "titles": {player_name(seat): int(state["title"][seat]) or None for seat in seats},
        "playoff": bool(state["is_playoff"]),
        "rounds_finished": int(state["round"]),
        "to_move": None if over else player_name(int(state["to_move"])),
        "question": None if over else dfg.POINTS[state["point"]].question,
    }
