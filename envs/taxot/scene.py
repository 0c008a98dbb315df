"""The table of Taxot as a seat sees it, from its view alone."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from fudaba.common.languages import N_, translator

from ..cards.counts import spread_out
from ..cards.kikisen_faces import card_face, card_faces
from ..cards.kikisen_words import card_word
from ..core.kit.seats import distances, player_name
from ..core.scene.scene import Card, Label, Rank, Ranking, Scene, Token, Zone, game_over
from ..kikisen.scene import SCORE_POINTS, faces_of, seats_of
from ..kikisen.words import player_with, score_fact, season_note
from . import meanings as about
from . import state as tax
from .closing import closing_shape, gain_of_close
from .holding import can_call, can_close, mark_reveals
from .nearest import meld_seen, nearest
from .needs import in_cards, in_words, need
from .text import points_words, types_of_meld

_, _n = translator("taxot")

ANSWERS = (
    (N_("passed"), about.PASSED),
    (N_("will close"), about.WILL_CLOSE),
    (N_("will call"), about.WILL_CALL),
)

POINTS = SCORE_POINTS


def scene(view: np.void, seat: int) -> Scene:
    """Returns the table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The discards and the meld of each player, stock and lights, at the end the last close; the
        own hand and the winning shapes that are nearest to it; and the players.
    """
    is_over, hand = not view["phase"].any(), faces_of(view["hand"], about.CARD)
    players = distances(seat, int(view["num_players"]))
    return Scene(
        _("Taxot"),
        seat,
        seats_of(view, seat, view["concealed"], _facts, hand, about.HAND(player=player_name(seat))),
        (
            tuple(_middle(view, seat)),
            tuple(_meld(view, *player) for player in players),
            tuple(_discards(view, *player) for player in players),
        ),
        _question(view),
        tuple(_notes(view)),
        pictures=() if is_over else (_ranking(view),),
    )


def _ranking(view: np.void) -> Ranking:
    """Returns the winning shapes that need the fewest cards; a complete one is marked."""
    ranks = []
    for one in nearest(view):
        note = need(one, int(view["pt_four"]))
        about_shape, is_complete = about.SHAPES[one.shape](), one.missing == 0
        ranks.append(Rank(_(one.shape), about_shape, in_words(note), is_complete, in_cards(note)))
    return Ranking(
        _("nearest winning shapes; purple: black or red"), about.NEAREST_SHAPES(), tuple(ranks)
    )


def _meld(view: np.void, player: int, distance: int) -> Zone:
    """Returns the zone of a player's meld."""
    meld: tuple[Card, ...] = ()
    if view["meld_strengths"][distance]:
        meld = card_faces(types_of_meld(view, distance), about.CARD)
    name = player_name(player)
    title = _("{name:meld of {name}|Your meld}", name=name)
    return Zone(title, about.MELD_OF(player=name), (meld,))


def _discards(view: np.void, player: int, distance: int) -> Zone:
    """Returns a player's discards in their order; the latest one is marked, taken ones faded."""
    is_taken = np.append(view["turn_called"][1:], 0)
    turns = np.flatnonzero(view["turn_seats"] == 1 + distance).tolist()
    faces = [card_face(int(view["turn_types"][turn]) - 1, about.CARD, is_dim=bool(is_taken[turn]))
             for turn in turns]  # fmt: skip
    if view["discarder"][distance]:
        faces[-1] = replace(faces[-1], mark="recent")
    name = player_name(player)
    title = _("{name:discards of {name}|Your discards}", name=name)
    return Zone(title, about.DISCARDS_OF(player=name), (tuple(faces),), is_spent=True)


def _middle(view: np.void, seat: int) -> Iterator[Zone]:
    """Yields the latest discard, the stock, the lights, at the end the cards of the last close."""
    latest, what = card_faces(spread_out(view["latest"]), about.CARD), about.DISCARDS()
    if latest:
        what = about.DISCARDS_OF(player=player_with(view["discarder"], view, seat))
    yield Zone(_("latest discard"), what, (latest,))
    size = int(view["stock_size"])
    stock = (Card(about.STOCK(), str(size), look="back"),) if size else ()
    yield Zone(_("stock"), about.STOCK(), (stock,), place="stock")
    if view["light_cards"].any():
        lights = [int(light.argmax()) for light in view["light_cards"] if light.any()]
        yield Zone(_("lights"), about.LIGHTS(), (card_faces(lights, about.CARD),), place="lights")
    if view["closer"].any() and not view["phase"].any():  # else the next season lies there
        closer = player_with(view["closer"], view, seat)
        shape = closing_shape(view, view)
        title = _("{name} closed with {shape}", name=closer, shape=shape.words)
        yield Zone(title, about.CLOSED_WITH(player=closer), (card_faces(shape.types, about.CARD),))


def _facts(view: np.void, distance: int) -> Iterator[Label]:
    """Yields a player's facts: `dealer: closing counts 2 times`, `+3 points`, the own answer."""
    if view["dealer"][distance]:  # at the end too, for the bonus is part of the points
        text = _("dealer: closing counts {bonus} times", bonus=view["bonus"])
        what = about.DEALER_WITH_BONUS(bonus=view["bonus"])
        yield Label(text, what, Token("dealer", str(view["bonus"])))
    yield from score_fact(view, distance, about.POINTS_SO_FAR)
    if distance == 0 and view["answer"].any():
        answer, topic = ANSWERS[int(view["answer"].argmax())]
        yield Label(_(answer), topic())


def _notes(view: np.void) -> Iterator[Label]:
    """Yields the notes on seasons, on the first round, and on cards that equal others."""
    yield from season_note(view)
    if not view["phase"].any():
        return
    if view["is_first_lap"]:
        yield Label(_("first round"), about.FIRST_ROUND())
    yield Label(_("king = emperor; a ship is any card of its colour"), about.COURT_CARDS())


def _question(view: np.void) -> Label:
    """Returns the question of the phase; only the player that is asked sees that of a reaction."""
    if not view["phase"].any():
        return game_over()
    if view["phase"][tax.AFTER_CALL]:
        return Label(_("Discard a card"), about.DISCARD())
    if view["phase"][tax.TURN]:
        own = view["on_turn"][0]
        return _of_turn(view) if own else Label(_("Discard a card, or close"), about.DISCARD())
    if view["on_turn"][0]:
        return _of_reaction(view)
    card = card_word(int(view["latest"].argmax()))
    return Label(_("Others may still take {card}", card=card), about.DISCARDS())


# By whether the player can close, and can reveal a four.
OF_TURN = {
    (False, False): N_("Discard a card"),
    (False, True): N_("Reveal a four, or discard a card"),
    (True, False): N_("Close ({gain}), or discard a card"),
    (True, True): N_("Close ({gain}), reveal a four, or discard a card"),
}

# By whether the player can close with the discard, and can call it.
OF_REACTION = {
    (False, False): N_("Pass"),
    (False, True): N_("Call {card} (pay {points}, lay the group open), or pass"),
    (True, False): N_("Close with {card} ({gain}), or pass"),
    (True, True): N_(
        "Close with {card} ({gain}), call it (pay {points}, lay the group open), or pass"
    ),
}


def _of_turn(view: np.void) -> Label:
    """Returns the question of the own turn; it names closing and revealing where they are legal."""
    table, mask = _own_cards(view), np.zeros(tax.NUM_ACTIONS, np.int8)
    closes, reveals = bool(can_close(table, 0, tax.NO_TYPE)), bool(mark_reveals(table, 0, mask))
    topic = about.CLOSE if closes else about.REVEAL if reveals else about.DISCARD
    gain = _gain(view, tax.NO_TYPE) if closes else ""
    return Label(_(OF_TURN[closes, reveals], gain=gain), topic())


def _of_reaction(view: np.void) -> Label:
    """Returns the question about a discard, with the groups that the own cards make with it."""
    table, type_ = _own_cards(view), int(view["latest"].argmax())
    closes, calls = bool(can_close(table, 0, type_)), bool(can_call(table, 0, type_))
    topic = about.CLOSE if closes else about.CALL if calls else about.NO_CALL
    price = points_words(int(view["pt_call"]))
    gain = _gain(view, type_) if closes else ""
    text = _(OF_REACTION[closes, calls], card=card_word(type_), points=price, gain=gain)
    return Label(text, topic())


def _gain(view: np.void, type_: int) -> str:
    """Returns what a close brings: `+12 points`, with lights `+12 points or more`."""
    gain = gain_of_close(view, _own_cards(view), type_)
    words = _n("+{count} point", "+{count} points", gain)
    return _("{points} or more", points=words) if view["lights"] else words


def closes_with_latest(view: np.void) -> bool:
    """Returns whether the viewer is asked about a discard and can close with it."""
    is_asked = view["phase"][tax.REACTION] and view["on_turn"][0]
    return bool(is_asked and can_close(_own_cards(view), 0, int(view["latest"].argmax())))


def _own_cards(view: np.void) -> np.void:
    """Returns a table on which seat 0 has the viewer's cards."""
    table: np.void = np.zeros(1, tax.STATE)[0]
    table["hands"][0] = tax.cards_of(tuple(spread_out(view["hand"])))
    table["melds"][0] = meld_seen(view, 0)
    table["extend_public_set"] = view["extend_public_set"]
    return table
