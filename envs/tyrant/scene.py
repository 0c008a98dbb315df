"""The table of Tyrant as a seat sees it, from its view alone."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..cards.counts import spread_out
from ..cards.french import NUM_RANKS, RANKS, SUIT_SIGNS
from ..cards.french_faces import SUIT_COLOURS, card_face
from ..core.kit.seats import distances, player_name
from ..core.scene.scene import GAME_OVER, Card, Scene, Seat, Zone, plural
from . import state as tyr
from .options import NUM_TRICKS
from .text.words import chips_words

FIRST_RANK = RANKS.index(tyr.RANKS[0])


def scene(view: np.void, seat: int) -> Scene:
    """Returns the table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The lead row, the plaza, the cards on the table and the lead cards won; the own hand, stock
        and ace; and the players.
    """
    players = distances(seat, int(view["num_players"]))
    return Scene(
        "Tyrant",
        seat,
        tuple(
            Seat(
                player_name(player),
                int(view["hand_sizes"][distance]),
                tuple(_facts(view, distance)),
                () if distance else tuple(_cards(view["hand"])),
                is_on_turn=bool(view["on_turn"][distance]),
                is_out=bool(_is_out(view, distance)),
            )
            for player, distance in players
        ),
        (
            (Zone("lead cards", (tuple(_row(view)),)), Zone("plaza", (tuple(_plaza(view)),))),
            tuple(_plays(view, players)) or (Zone("this trick", ()),),
            (
                *_forming(view),
                Zone("own stock", (tuple(_cards(view["stock"])),)),
                Zone("own ace", ((card_face(NUM_RANKS * int(view["ace"].argmax())),),)),
            ),
            tuple(
                Zone(f"won by {player_name(player)}", (tuple(won_cards(view, distance)),))
                for player, distance in players
            ),
        ),
        tuple(_notes(view)),
        _question(view),
        is_by_sign=False,
    )


def _forming(view: np.void) -> Iterator[Zone]:
    """Yields the cards that the viewer has taken so far into the hand that is formed (TYR-4.3)."""
    if view["step"].any():
        yield Zone("taken into the hand so far", (tuple(_cards(view["kept"])),))


def lead_face(lead: int, **looks: Any) -> Card:
    """Returns the picture of a lead card."""
    suit, rank = divmod(lead, tyr.NUM_RANKS)
    return card_face(NUM_RANKS * suit + FIRST_RANK + rank, **looks)


def number_face(suit: int, text: str = "", **looks: Any) -> Card:
    """Returns the picture of a number card: its suit, and `text` beside it."""
    return Card(text, SUIT_SIGNS[suit], tyr.SUITS[suit], SUIT_COLOURS[suit], **looks)


def _cards(counts: np.ndarray) -> Iterator[Card]:
    """Returns the cards of a zone, by suit."""
    return map(number_face, spread_out(counts))


def _row(view: np.void) -> Iterator[Card]:
    """Yields the lead row, this trick's card first."""
    first = int(view["trick"])
    for place, lead in enumerate(view["leads"][first : first + tyr.ROW].tolist()):
        if lead:
            yield lead_face(lead - 1, note="" if place else "now")


def _plaza(view: np.void) -> Iterator[Card]:
    """Yields the columns, each with the power of a card of its suit."""
    for suit, count in enumerate(view["plaza"].tolist()):
        note = f"power {view['powers'][suit]}" if count else ""
        yield number_face(suit, str(count), look="face" if count else "place", note=note)


def _plays(view: np.void, players: list[tuple[int, int]]) -> Iterator[Zone]:
    """Yields the plays of this trick; cards that the viewer does not know lie face down."""
    trick = int(view["trick"])
    if trick == NUM_TRICKS:
        return
    for player, distance in players:
        size = int(view["sizes"][distance, trick])
        if size:
            play = view["plays"][distance, trick]
            hidden = [Card("?", look="back", name="?")] * (size - int(play.sum()))
            cards = (*_cards(play), *hidden)
            yield Zone(f"{player_name(player)} plays", (cards,))


def won_cards(view: np.void, distance: int) -> Iterator[Card]:
    """Yields the lead cards that a player has won, at the end also the ace."""
    for suit in np.flatnonzero(view["aces"][distance]).tolist():
        yield card_face(NUM_RANKS * suit)
    yield from map(lead_face, np.flatnonzero(view["won"][distance]).tolist())


def _is_out(view: np.void, distance: int) -> bool:
    """Whether a player was purged or has hard-passed."""
    return bool(view["purged"][distance] or (view["deeds"][distance] == tyr.HARD_PASSED).any())


def _facts(view: np.void, distance: int) -> Iterator[str]:
    """Yields a player's facts: `marker`, `4 chips`, `stock 9`, `passes`, `2 chips on H`, ..."""
    trick = int(view["trick"])
    if view["marker"][distance]:
        yield "marker"
    yield plural(int(view["chips"][distance]), "chip")
    yield f"stock {view['stock_sizes'][distance]}"
    if trick == NUM_TRICKS:
        yield f"fame {view['totals'][distance]}"
        if view["purged"][distance]:
            yield "purged"
        return
    if view["deeds"][distance, trick] == tyr.PASSED:
        yield "passes"
    elif view["must_play"][distance]:
        yield "may not pass"
    if view["laid"][distance, trick]:
        suit = int(view["targets"][distance, trick]) - 1
        yield chips_words(int(view["laid"][distance, trick]), suit)
    if (view["deeds"][distance] == tyr.HARD_PASSED).any():
        yield "can do nothing any more"


def _notes(view: np.void) -> Iterator[str]:
    """Yields `trick 3 of 8, H is led` and the chips on each suit."""
    trick = int(view["trick"])
    if trick < NUM_TRICKS:
        led = int(view["lead_suits"][0].argmax())
        yield f"trick {trick + 1} of {NUM_TRICKS}, {tyr.SUITS[led]} is led"
    for suit, number in enumerate(view["chips_on"].tolist()):
        if number:
            yield chips_words(number, suit)


def _question(view: np.void) -> str:
    """Returns the question of the phase; for the own selection it names the suit."""
    if not view["on_turn"].any():
        return GAME_OVER
    question = tyr.PHASES[int(view["phase"].argmax())].question
    if view["step"].any():
        return f"{question}: how many {tyr.SUITS[int(view['step'].argmax())]}"
    return question
