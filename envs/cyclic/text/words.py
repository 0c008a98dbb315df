"""Cards, actions and open tables of Cyclic as text."""

from typing import Any, NamedTuple

import numpy as np

from fudaba.common.languages import N_, translator

from ...cards import kikisen_words
from ...cards.counts import spread_out
from ...cards.kikisen import COLOUR_NAMES, NUM_COLOURS, type_name
from ...cards.kikisen_words import card_word, joined, kind_word
from ...core.contract.cells import snapshot_of
from ...core.contract.fields import decode
from ...core.kit.seats import player_name
from ...core.words.reading import copied
from ...kikisen.prizes import prizes_by_player
from ...kikisen.words import type_names, words_of
from .. import state as cyc
from ..rules import plays

_, _n = translator("cyclic")

IN_FORM = {
    cyc.SINGLE: N_("single {kinds}"),
    cyc.FRIENDS: N_("friends {kinds}"),
    cyc.RUN: N_("run {kinds}"),
}
IN_WAY = (
    N_("with black"),
    N_("with red"),
    N_("with a black nothing"),
    N_("with a red nothing"),
)  # with no play under way
PLAYED = {
    cyc.SINGLE: N_("{:plays|play} {cards}"),
    cyc.FRIENDS: N_("{:plays|play} the friends {cards}"),
    cyc.RUN: N_("{:plays|play} the run {cards}"),
}


def symbol_of(kind: int) -> str:
    """Returns a kind of the circle as people write it: `ship`, `7`; in Japanese `船`, `7`."""
    return kind_word(int(cyc.TYPES_OF_WAYS[0, kind]))


def sign_of(kind: int) -> str:
    """Returns what stands on a card of a kind of the circle: `S`, `7`; in Japanese `船`, `7`."""
    return kikisen_words.symbol_of(int(cyc.TYPES_OF_WAYS[0, kind]))


class Shape(NamedTuple):
    """The first step of a play (CYC-4.7): a form, its foot, and the number of cards."""

    form: int
    foot: int
    size: int

    @property
    def kinds(self) -> list[int]:
        """Returns the kind at each place, from the foot upward (CYC-4.3)."""
        step = 1 if self.form == cyc.RUN else 0
        return [(self.foot + step * place) % cyc.NUM_KINDS for place in range(self.size)]

    @property
    def name(self) -> str:
        """Returns its name in the notation of the rules: `friends 2 2 2`, `run K E S`."""
        kinds = " ".join(cyc.SYMBOLS[kind] for kind in self.kinds)
        return f"{cyc.FORM_NAMES[self.form]} {kinds}"

    @property
    def word(self) -> str:
        """Returns what people call it: `single 2`, `friends 2 2 2`, `run K E S`."""
        return _(IN_FORM[self.form], kinds=" ".join(map(symbol_of, self.kinds)))


class Face(NamedTuple):
    """A card of a play: the way it fills its place, and the kind that it stands for."""

    way: int
    kind: int

    @property
    def type(self) -> int:
        """Returns the card's type."""
        return int(cyc.TYPES_OF_WAYS[self.way, self.kind])

    @property
    def is_wild(self) -> bool:
        """Whether the card is a nothing, the wild card."""
        return self.way >= cyc.WILD_BLACK

    @property
    def colour(self) -> int:
        """0 for black, 1 for red."""
        return self.way % NUM_COLOURS

    @property
    def name(self) -> str:
        """The card's name: `b2`; of a nothing with the kind that it stands for: `b0(2)`."""
        name = type_name(self.type)
        return f"{name}({cyc.SYMBOLS[self.kind]})" if self.is_wild else name

    @property
    def word(self) -> str:
        """The card's name for players: `b2`; a nothing with the kind it stands for: `b0(2)`."""
        card = card_word(self.type)
        if not self.is_wild:
            return card
        return _("{card}({kind})", card=card, kind=symbol_of(self.kind))


def card_words(counts: np.ndarray) -> str:
    """Returns counts by type as cards: `b1 b1 rK`."""
    return words_of(spread_out(counts))


def colour_words(colours: int) -> str:
    """Returns `black`, `red`, `black or red`."""
    names = [_(COLOUR_NAMES[colour]) for colour in range(NUM_COLOURS) if colours >> colour & 1]
    return _(" or ").join(names)


def chosen_shape(state: np.void) -> Shape:
    """Returns the shape that the player to move has chosen."""
    return Shape(*(int(state[f"chosen_{part}"]) for part in Shape._fields))


def faces_laid(state: np.void) -> list[Face]:
    """Returns the cards chosen so far for the play under way."""
    ways = state["fills"][: int(state["num_filled"])].tolist()
    return [Face(*pair) for pair in zip(ways, chosen_shape(state).kinds, strict=False)]


def next_kind(state: np.void) -> int:
    """Returns the kind at the place that is to be filled next."""
    return chosen_shape(state).kinds[int(state["num_filled"])]


# What players say


def describe(state: np.void, action: int) -> str:
    """Returns the move as a player says it: `single 2`, `run K E S`, `with b0(2)`, `pass`."""
    kind, position = decode(cyc.ACTIONS, action)
    if kind is cyc.PASS:
        return _("{:passes|pass}")
    if kind is not cyc.FILL:
        return Shape(*cyc.SHAPES[action]).word
    if state["chosen_form"] == cyc.NONE:
        return _(IN_WAY[position])
    return _("with {card}", card=Face(position, next_kind(state)).word)


def announce(state: np.void, action: int) -> str:
    """Returns the public part of an action: a pass, or a complete play (CYC-7.3)."""
    if action == cyc.PASS_ACTION:
        return _("{:passes|pass}")
    if not (faces := faces_after(state, action)):
        return ""
    shape = Shape(*cyc.SHAPES.get(action, chosen_shape(state)))
    return _(PLAYED[shape.form], cards=joined(face.word for face in faces))


recount = announce  # a play is told once, with its cards


def faces_after(state: np.void, action: int) -> list[Face]:
    """Returns the cards of the play that a step completes; empty for an earlier step."""
    table = copied(state)
    take_step(table, action)
    return faces_laid(table) if plays.is_complete(table) else []


def take_step(table: np.void, action: int) -> None:
    """Carries out a step of a play and the forced ones, without laying it."""
    if table["chosen_form"] == cyc.NONE:
        plays.choose_shape(table, action)
    else:
        plays.fill(table, action - cyc.FIRST_FILL)
    plays.fill_what_is_forced(table)


# The open table


def snapshot(state: np.void) -> dict[str, Any]:
    """Returns the open table as plain zones with card names, hidden cards included.

    Returns:
        A dict of JSON-able values: hands, stock (its top last), table and cleared pile as lists of
        cards; the newest play with its owner; the play that is being made; whose turn it is (a
        player's name or None), who deals the season and the round, places and scores in points.
    """
    players = {player_name(seat): seat for seat in range(int(state["num_players"]))}
    form, is_choosing = int(state["form"]), state["chosen_form"] != cyc.NONE
    shape = Shape(form, int(state["foot"]), int(state["size"]))
    stock = state["stock"][: int(state["stock_size"])]
    return {
        "hands": {
            name: type_names(spread_out(state["hands"][seat])) for name, seat in players.items()
        },
        "table": type_names(spread_out(state["table"])),
        "cleared": type_names(spread_out(state["cleared"])),
        "stock": type_names(stock),
        "newest": None if form == cyc.NONE else shape.name,
        "newest_cards": type_names(spread_out(state["newest"])),
        "chosen": chosen_shape(state).name if is_choosing else None,
        "laid": [face.name for face in faces_laid(state)],
        "places": {name: int(state["place"][seat]) or None for name, seat in players.items()},
        **snapshot_of(cyc.CELLS, state),
        "scores": prizes_by_player(state),
    }


# Words from views, for the scene and the news


def newest_shape(view: np.void) -> Shape | None:
    """Returns the shape of the newest play; None for a lead."""
    if not view["form"].any():
        return None
    form, foot = int(view["form"].argmax()) + 1, int(view["foot"].argmax())
    return Shape(form, foot, int(view["size"]))


def newest_faces(view: np.void) -> list[Face]:
    """Returns the cards of the newest play in their places.

    Of several nothings in a run the black ones are put first: which stands where has no effect.
    """
    shape, left = newest_shape(view), view["newest"].copy()
    faces: list[Face] = []
    for kind in shape.kinds if shape else []:
        ways = (Face(way, kind) for way in range(cyc.NUM_WAYS))
        face = next(face for face in ways if left[face.type])
        left[face.type] -= 1
        faces.append(face)
    return faces
