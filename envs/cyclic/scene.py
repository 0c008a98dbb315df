"""The scene of Cyclic: the table as a seat sees it, built from its view alone."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from fudaba.common.languages import N_, Ordinal, translator

from ..cards.counts import spread_out
from ..cards.kikisen_faces import card_face
from ..core.scene.scene import Card, Label, OnlyPass, Scene, Token, Zone, game_over
from ..kikisen.scene import PRIZE_POINTS, by_colour, faces_of, seats_of
from ..kikisen.words import deals, player_with, points_fact, season_note
from . import meanings as about
from . import state as cyc
from .circle import circle
from .meanings import about_face
from .text.words import Face, Shape, card_words, newest_faces, newest_shape, symbol_of

_, _n = translator("cyclic")

Row = tuple[Card, ...]

POINTS = PRIZE_POINTS


def scene(view: np.void, seat: int) -> Scene:
    """Returns the table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The newest play with its owner, the plays below it, the stock and the cleared pile; the own
        hand, where the cards chosen for a play are marked; the circle of strength; and the players.
    """
    return Scene(
        _("Cyclic"),
        seat,
        seats_of(
            view, seat, view["hand_sizes"], _facts, _hand(view), about.HAND(), view["place"] > 0
        ),
        (_middle(view, seat), _spent(view)),
        _question(view),
        tuple(_notes(view)),
        pictures=(circle(view),),
        only_pass=_only_pass(view),
    )


# The cards


def _middle(view: np.void, seat: int) -> tuple[Zone, Zone]:
    """Returns the newest play and the stock."""
    back = Card(about.STOCK(), str(view["stock_size"]), look="back")
    stock = Zone(_("stock"), about.STOCK(), ((back,),), place="stock")
    if newest_shape(view) is None:
        return (Zone(_("table"), about.TABLE(), ((),), place="table"), stock)
    owner = player_with(view["owner"], view, seat)
    title = _("newest, by {name}", name=owner)
    return (Zone(title, about.NEWEST(), (tuple(map(_face, newest_faces(view))),)), stock)


def _spent(view: np.void) -> tuple[Zone, Zone]:
    """Returns the plays below the newest one, and those of earlier rounds."""
    below = view["table"] - view["newest"] if newest_shape(view) else np.zeros_like(view["table"])
    cleared = by_colour(view["cleared"], about.CARD)
    return (
        Zone(_("below it"), about.EARLIER(), (faces_of(below, about.CARD),), is_spent=True),
        Zone(_("cleared"), about.CLEARED(), cleared, "cleared", is_spent=True),
    )


def _face(face: Face) -> Card:
    """Returns the face of a card of a play; a nothing shows its colour and the kind it replaces."""
    card = card_face(face.type, about.CARD)
    if not face.is_wild:
        return card
    note = _("as {kind}", kind=symbol_of(face.kind))
    return replace(card, about=about_face(face), name=face.word, note=note)


def _hand(view: np.void) -> Row:
    """Returns the own cards and marks those that are chosen for a play."""
    left, cards = view["laid"].copy(), []
    for type_ in spread_out(view["hand"]):
        is_laid = left[type_] > 0
        left[type_] -= is_laid
        cards.append(card_face(type_, about.CARD, mark="recent" if is_laid else "none"))
    return tuple(cards)


# Words


def _facts(view: np.void, distance: int) -> Iterator[Label]:
    """Yields `dealer`, `began the season`, `+3 points`, `1st`."""
    if view["leader"][distance] and view["on_turn"].any():
        yield Label(_("dealer"), about.DEALER(), Token("dealer"))
    if deals(view, distance) and view["seasons"] > 1:
        yield Label(_("began the season"), about.BEGAN())
    yield from points_fact(view, distance, about.POINTS_SO_FAR)
    if place := int(view["place"][distance]):
        won = about.FIRST_PLACE() if place == 1 else about.PLACE(place=place)
        text = _("{place}", place=Ordinal(place))
        if view["seasons"] > 1:
            text = _("{place} this season", place=Ordinal(place))
        yield Label(text, won)


def _notes(view: np.void) -> Iterator[Label]:
    """Yields the season, the passes, and the wanted colour."""
    yield from season_note(view)
    if not view["on_turn"].any():
        return
    if view["colours"].sum() == 1:
        colour = int(view["colours"].argmax())
        wanted = _("a play must have a red card") if colour else _("a play must have a black card")
        yield Label(wanted, about.WANTED(colour=colour))
    if view["passes"] > 0:
        text = _n(
            "{count} pass since the newest play",
            "{count} passes since the newest play",
            int(view["passes"]),
        )
        yield Label(text, about.PASSES())


# By the colour that a play must have.
ANSWERS = (
    N_("With a black card: beat the {play}, begin a longer play with {foot}, or pass"),
    N_("With a red card: beat the {play}, begin a longer play with {foot}, or pass"),
    N_("Beat the {play}, begin a longer play with {foot}, or pass"),
)
ANY_COLOUR = len(ANSWERS) - 1
NO_ANSWER = (
    N_("you have no answer to the {play} with a black card in it"),
    N_("you have no answer to the {play} with a red card in it"),
)


def _question(view: np.void) -> Label:
    """Returns the question: a lead, an answer, or the next card of the own play."""
    if not view["on_turn"].any():
        return game_over()
    if view["chosen_form"].any():
        return Label(_next_card(view), about.FILL())
    newest = newest_shape(view)
    if newest is None:
        return Label(_("Lead a single, friends or a run"), about.LEAD())
    wanted = int(view["colours"].argmax()) if view["colours"].sum() == 1 else ANY_COLOUR
    text = _(ANSWERS[wanted], play=newest.word, foot=symbol_of(newest.foot))
    return Label(text, about.NEWEST())


def _only_pass(view: np.void) -> OnlyPass | None:
    """Returns what is said to a player with no answer: the play to beat, in the wanted colour."""
    newest = newest_shape(view)
    if newest is None:
        return None
    if view["colours"].sum() != 1:
        return OnlyPass(_("you have no answer to the {play}", play=newest.word))
    return OnlyPass(_(NO_ANSWER[int(view["colours"].argmax())], play=newest.word))


def _next_card(view: np.void) -> str:
    """Returns `Choose the card for 2 of the run 1 2 3: r1 chosen`."""
    form, foot = int(view["chosen_form"].argmax()) + 1, int(view["chosen_foot"].argmax())
    shape, filled = Shape(form, foot, int(view["chosen_size"])), int(view["num_filled"])
    if form == cyc.SINGLE:
        return _("Choose the card for the {play}", play=shape.word)
    if form == cyc.RUN:
        kind = symbol_of(shape.kinds[filled])
        question = _("Choose the card for {kind} of the {play}", kind=kind, play=shape.word)
    else:
        number = filled + 1
        question = _("Choose card {number} of the {play}", number=number, play=shape.word)
    if not filled:
        return question
    return _("{question}: {cards} chosen", question=question, cards=card_words(view["laid"]))
