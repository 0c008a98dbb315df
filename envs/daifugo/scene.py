"""The table of Daifugo as a seat sees it, from its view alone."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from ..cards.french import SUIT_SIGNS
from ..cards.french_faces import SUIT_COLOURS
from ..core.kit.seats import distances, player_name
from ..core.scene.scene import GAME_OVER, PURPLE, Card, Scene, Seat, Zone, ordinal, plural
from . import state as dfg
from .text.words import (
    SET_NAMES,
    SETS_IN_WORDS,
    Shape,
    bound_suits,
    card_name,
    face_name,
    has_winner,
    seat_at,
    title_name,
)

LONGEST_ROW = 27
NOT_AT_THE_END = "Pass: a joker can't be your last card"
JOKER = Card("★", name="joker", colour=PURPLE)

Row = tuple[Card, ...]


def scene(view: np.void, seat: int) -> Scene:
    """Returns the table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The pile, the play on the field with its owner, and the cards below it; the discards; the
        restrictions on the next play; the players with their titles, places and known cards; the
        own hand from the weakest card to the strongest, as without a revolution.
    """
    shelves = (_middle(view, seat), _discards(view))
    return Scene(
        "Daifugo",
        seat,
        tuple(_seat(view, seat, *place) for place in distances(seat, int(view["num_players"]))),
        tuple(shelf for shelf in shelves if shelf),
        _notes(view, seat),
        _question(view),
        is_by_sign=False,
    )


# Notes and the question


def _notes(view: np.void, seat: int) -> tuple[str, ...]:
    """Returns the notes: the round, who has won, a play-off, the direction, and the binding."""
    number = min(view["round"] + 1, view["num_rounds"])
    notes = [f"round {number} of {view['num_rounds']}"]
    if has_winner(view):
        notes.append(f"the match is decided: {_names(view, seat, view['place'] == 1)} wins")
    if view["is_playoff"]:
        notes.append(f"play-off of {_names(view, seat, view['participant'])}")
    notes.append(_direction(view))
    if view["idle"]:
        notes.append(f"{plural(int(view['idle']), 'player')} passed instead of leading")
    if view["bound"].any():
        notes.append(f"BOUND: only {bound_suits(view)}")
    return tuple(notes)


def _direction(view: np.void) -> str:
    """Returns `higher beats lower` or `REVERSED by revolution: lower beats higher`."""
    causes = ["revolution"] * bool(view["revolution"]) + ["J-back"] * bool(view["j_back"])
    if view["reversed"]:
        return f"REVERSED by {' and '.join(causes)}: lower beats higher"
    return f"{' and '.join(causes)}: higher beats lower" if causes else "higher beats lower"


def _question(view: np.void) -> str:
    """Returns the question to the player on turn, with his choices that the viewer knows."""
    if not view["on_turn"].any():
        return GAME_OVER
    phase = int(view["phase"].argmax())
    if phase == dfg.SHAPE:
        return _question_of_turn(view)
    if phase in (dfg.SUITS, dfg.JOKER_FACES):
        return _question_of_play(view, phase)
    if phase == dfg.GIVE_TO:
        return f"Who gets {card_name(int(view['chosen_card'].argmax()))}?"
    return _question_of_cards(view, phase)


def _question_of_turn(view: np.void) -> str:
    """Returns the question of the first step: a lead, or the play to beat."""
    kind, mover = int(view["kind"].argmax()), view["on_turn"].argmax()
    if view["locked"][mover]:
        return "Pass until the field is cleared"
    if kind == dfg.NONE:
        return _question_of_lead(view)
    if kind == dfg.LONE_JOKER:
        return _question_of_joker(view)
    size = int(view["size"])
    played = _play_name(Shape(kind, size, int(view["rank"]) - 1))
    wanted = {dfg.SINGLE: "card", dfg.RUN: f"run of {size}"}.get(kind, SET_NAMES[size])
    order = "lower" if view["reversed"] else "higher"
    suits = f" in {bound_suits(view)}" if view["bound"].any() else ""
    if _is_strongest(view):
        return _question_of_strongest(view, played, suits)
    misfit = kind == dfg.SINGLE and _holds_joker(view) and not _fits_lone_joker(view)
    joker = " (a lone joker has no suit)" * misfit
    return f"Beat the {played} with a {order} {wanted}{suits}{joker}, or pass"


def _is_strongest(view: np.void) -> bool:
    """Whether no rank is left for a stronger play of the same kind and size (DFG-4.5)."""
    lowest = int(view["rank"]) - 1
    span = int(view["size"]) if view["kind"][dfg.RUN] else 1
    step = span if view["run_compare"] == dfg.NO_OVERLAP else 1
    return lowest < step if view["reversed"] else lowest + step + span > dfg.NUM_RANKS


def _question_of_strongest(view: np.void, played: str, suits: str) -> str:
    """Returns the question upon a play that only a lone joker can beat, or nothing (DFG-4.6)."""
    if not (view["kind"][dfg.SINGLE] and view["num_jokers"] and _fits_lone_joker(view)):
        return f"Pass: nothing beats the {played}{suits}"
    if _has_only_joker(view):
        return NOT_AT_THE_END
    lacks_it = view["on_turn"][0] and not _holds_joker(view)
    only = f"Pass: only a joker beats the {played}"
    return only if lacks_it else f"Beat the {played} with a joker, or pass"


def _holds_joker(view: np.void) -> bool:
    """Whether the viewer, who is on turn, holds a joker."""
    return bool(view["on_turn"][0] and view["hand"][dfg.FIRST_JOKER :].any())


def _has_only_joker(view: np.void) -> bool:
    """Whether the viewer is on turn with nothing but a joker (DFG-4.7)."""
    return bool(_holds_joker(view) and view["hand_sizes"][0] == 1)


def _fits_lone_joker(view: np.void) -> bool:
    """Whether the binding of the field, if there is one, allows a lone joker (DFG-5.1)."""
    return bool(view["lone_joker_under_binding"] or not view["bound"].any())


def _question_of_joker(view: np.void) -> str:
    """Returns the question upon a lone joker; the viewer knows whether it holds ♠3 (DFG-5.3)."""
    if not view["effects"][dfg.SPADE3]:
        return "Pass: nothing beats the joker"
    lacks_it = view["on_turn"][0] and not view["hand"][dfg.SPADE_THREE]
    return "Pass: only ♠3 beats the joker" if lacks_it else "Play ♠3 on the joker, or pass"


def _question_of_lead(view: np.void) -> str:
    """Returns the question to a leader; with one joker alone he must pass (DFG-4.11)."""
    if _has_only_joker(view):
        return NOT_AT_THE_END
    kinds = "a card, a set or a run" if view["effects"][dfg.RUNS] else "a card or a set"
    return f"Lead {kinds}{', or pass' * bool(view['leader_pass'] == dfg.FREE)}"


def _question_of_play(view: np.void, phase: int) -> str:
    """Returns the question for the suits or the jokers of the own play, with what is chosen."""
    kind, rank = int(view["chosen_kind"].argmax()), int(view["chosen_rank"]) - 1
    shape = Shape(kind, int(view["chosen_size"]), rank)
    name, suits = _play_name(shape), np.flatnonzero(view["chosen_suits"]).tolist()
    if phase == dfg.SUITS and kind == dfg.SINGLE:
        return f"Which {name} do you play?"
    if phase == dfg.SUITS:
        return f"{'In which suit is' if kind == dfg.RUN else 'Which cards make'} the {name}?"
    if kind == dfg.RUN:
        return f"Which cards of the {name} in {SUIT_SIGNS[suits[0]]} are jokers?"
    chosen = " ".join(face_name(rank, suit) for suit in suits)
    beside = f" of the {SET_NAMES[shape.size]} beside {chosen}" if suits else ""
    binding = " Suits count for a binding" * bool(view["effects"][dfg.BINDING])
    rank_name = dfg.RANK_NAMES[rank]
    if shape.size - len(suits) == 1:
        return f"Which {rank_name} is the joker{beside}?{binding}"
    return f"Which {rank_name}s are the jokers{beside}?{binding}"


def _question_of_cards(view: np.void, phase: int) -> str:
    """Returns the question for a card to give, to discard or to exchange, and how many more."""
    left = int(view["left_to_do"])
    if phase == dfg.CHANGE:
        done = int(view["num_changed"])
        cards = _up_to(left, is_further=done > 0)
        question = f"Exchange {cards} with the pile, or stop?"
        return f"{question} {done} discarded" if done else question
    if phase == dfg.GIVE_CARD:
        given = bool(view["recipient"].any())
        return f"Give {_up_to(left, given)} to another player, or stop?"
    return _question_of_exchange(view, phase)


def _up_to(number: int, is_further: bool) -> str:
    """Returns `a card`, `up to 2 cards`, `one more card` or `up to 2 more cards`."""
    if number == 1:
        return "one more card" if is_further else "a card"
    return f"up to {number} {'more ' * is_further}cards"


def _question_of_exchange(view: np.void, phase: int) -> str:
    """Returns the question for a card to give by title, and which one of how many it is."""
    giver, count = int(view["on_turn"].argmax()), int(view["num_players"])
    place = count + 1 - int(view["title"][giver])
    given = int(view["gifts"][giver][view["title"] == place].sum())
    total, partner = given + int(view["left_to_do"]), title_name(place, count)
    progress = f": card {given + 1} of {total}" * (total > 1)
    if phase == dfg.EX_UP:
        return f"Give one of the strongest cards to the {partner}{progress}"
    return f"Give any card back to the {partner}{progress}"


def _play_name(shape: Shape) -> str:
    """Returns `9`, `pair of 9s`, `four 9s` or `run 5 to 7`."""
    name = dfg.RANK_NAMES[shape.rank]
    if shape.kind == dfg.SINGLE:
        return name
    if shape.kind == dfg.RUN:
        return f"run {name} to {dfg.RANK_NAMES[shape.rank + shape.size - 1]}"
    return f"{SETS_IN_WORDS[shape.size]} {name}s"


# The middle of the table


def _middle(view: np.void, seat: int) -> tuple[Zone, ...]:
    """Returns the pile, the play to beat with its owner, and the plays below it."""
    size = int(view["pile_size"])
    pile = (Card(str(size), look="back"),) if size else ()
    play, owner = _play(view), _names(view, seat, view["owner"])
    zones = (Zone("pile", (pile,)), Zone(f"field, by {owner}" if owner else "field", (play,)))
    below = [card for card in np.flatnonzero(view["field"]).tolist() if _face(card) not in play]
    num_jokers = sum(card.colour == PURPLE for card in play)
    below = below[: len(below) - num_jokers]  # jokers come last, and are all alike
    faded = tuple(replace(_face(card), is_dim=True) for card in below)
    return (*zones, Zone("below it", (faded,))) if faded else zones


def _play(view: np.void) -> Row:
    """Returns the play on the field, jokers with their designations."""
    kind, rank = int(view["kind"].argmax()), int(view["rank"]) - 1
    if kind == dfg.LONE_JOKER:
        return (JOKER,)
    if kind == dfg.RUN:
        suit, is_joker = int(view["suits"].argmax()), view["joker_positions"]
        cards = [dfg.NUM_SUITS * (rank + place) + suit for place in range(view["size"])]
        return tuple(
            _joker_as(card) if is_joker[place] else _face(card) for place, card in enumerate(cards)
        )
    suits = range(dfg.NUM_SUITS)
    naturals = np.repeat(suits, view["suits"] - view["joker_suits"])
    jokers = np.repeat(suits, view["joker_suits"])
    return tuple(_face(dfg.NUM_SUITS * rank + int(suit)) for suit in naturals) + tuple(
        _joker_as(dfg.NUM_SUITS * rank + int(suit)) for suit in jokers
    )


def _discards(view: np.void) -> tuple[Zone, ...]:
    """Returns the discards that lie face up, in two rows if they are many."""
    cards = faces(np.flatnonzero(view["discards"]))
    half = len(cards) if len(cards) <= LONGEST_ROW else (len(cards) + 1) // 2
    rows = tuple(row for row in (cards[:half], cards[half:]) if row)
    return (Zone("discards", rows),) if rows else ()


# The players


def _seat(view: np.void, seat: int, player: int, distance: int) -> Seat:
    known = view["memory"][distance] * (view["memory"].sum(axis=0) == 1)
    chosen = view["chosen_card"] * (distance == 0)
    cards = np.flatnonzero(known if distance else view["hand"]).tolist()
    return Seat(
        player_name(player),
        int(view["hand_sizes"][distance]),
        _facts(view, distance),
        tuple(
            replace(_face(card), mark="recent", note="to give") if chosen[card] else _face(card)
            for card in cards
        ),
        is_on_turn=bool(view["on_turn"][distance]),
        is_out=not view["is_in"][distance],
    )


def _facts(view: np.void, distance: int) -> tuple[str, ...]:
    """Returns a player's title, place and passes, and the cards drawn and given in this round."""
    place = int(view["place"][distance])
    words = [title_name(int(view["title"][distance]), int(view["num_players"]))]
    words.append(f"{ordinal(place)} in this round" if place else "")
    if view["locked"][distance]:
        words.append("may only pass")
    elif view["passed"][distance] and not view["kind"][dfg.NONE]:
        words.append("passed")
    drawn, given = int(view["draws"][distance]), int(view["gifts"][distance].sum())
    moved = [f"drew {drawn}"] * bool(drawn) + [f"gave away {given}"] * bool(given)
    return tuple(filter(None, words + moved))


def _names(view: np.void, seat: int, flags: np.ndarray) -> str:
    """Returns the names of the players whose flag is set."""
    return " and ".join(
        seat_at(view, seat, distance) for distance in np.flatnonzero(flags).tolist()
    )


# Cards


def faces(cards: Iterable[int]) -> Row:
    """Returns cards as a scene shows them."""
    return tuple(_face(int(card)) for card in cards)


def _face(card: int) -> Card:
    action = dfg.FIRST_CARD + card
    if card >= dfg.FIRST_JOKER:
        return replace(JOKER, action=action)
    rank, suit = divmod(card, dfg.NUM_SUITS)
    return Card(
        dfg.RANK_NAMES[rank], SUIT_SIGNS[suit], card_name(card), SUIT_COLOURS[suit], action=action
    )


def _joker_as(card: int) -> Card:
    """Returns a joker that stands for a card."""
    name = card_name(card)
    return replace(JOKER, name=f"joker as {name}", note=f"as {name}")
