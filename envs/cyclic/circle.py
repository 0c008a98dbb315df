"""The circle of strength of Cyclic as a diagram: the newest play, and what beats it."""

from math import cos, pi, sin

import numpy as np

from fudaba.common.languages import translator

from ..cards.kikisen import NOTHING
from ..core.scene.scene import Card, Diagram, Edge, Mark, Node
from . import state as cyc
from .meanings import CARD, STRENGTH_CIRCLE
from .text.words import Shape, newest_shape, sign_of, symbol_of

_, _n = translator("cyclic")

HALF_WIDTH, HALF_HEIGHT = 2.7, 1.8  # of the ring, in cards; a card is higher than wide


def circle(view: np.void) -> Diagram:
    """Returns the kinds in a ring, clockwise from the ship, with the wild card in the middle.

    The kinds with which a play of the same form and size beats the newest one are `playable`; the
    other kinds of the newest play are `recent`. The lines along a run are `recent` too.
    """
    newest = newest_shape(view) if view["on_turn"].any() else None
    beating = beating_kinds(newest, view) if newest else []
    laid = newest.kinds if newest else []
    marks: list[Mark] = [
        "playable" if kind in beating else "recent" if kind in laid else "none"
        for kind in range(cyc.NUM_KINDS)
    ]
    order = " ".join(symbol_of(kind) for kind in (*range(cyc.NUM_KINDS), 0))
    nodes = [_node(kind, mark) for kind, mark in enumerate(marks)]
    if view["mu"] != cyc.REMOVED:
        order = _("{order}; 0 is wild", order=order)
        wild = Card(CARD(kind=NOTHING), "0", name=_("nothing"))
        nodes.append(Node(wild, HALF_WIDTH + 0.5, HALF_HEIGHT + 0.5))
    steps = laid[:-1] if newest and newest.form == cyc.RUN else []
    edges = tuple(
        Edge(kind, cyc.kind_after(kind, 1), mark="recent" if kind in steps else "none")
        for kind in range(cyc.NUM_KINDS)
    )
    return Diagram(
        _title(newest, beating),
        STRENGTH_CIRCLE(),
        2 * HALF_WIDTH + 1,
        2 * HALF_HEIGHT + 1,
        tuple(nodes),
        edges,
        (order,),
    )


def beating_kinds(newest: Shape, view: np.void) -> list[int]:
    """Returns the kinds (of a run: its lowest) that beat a play of equal size (CYC-4.4, 4.6).

    Kinds of which the pack has too few cards for such friends are left out (CYC-4.8).
    """
    num_wild = 0 if view["mu"] == cyc.REMOVED else cyc.NUM_NOTHINGS
    needed = newest.size if newest.form == cyc.FRIENDS else 1
    return [
        kind
        for kind, largest in enumerate(cyc.LARGEST_SETS)
        if cyc.is_stronger(kind, newest.foot) and needed <= largest - cyc.NUM_NOTHINGS + num_wild
    ]


def _node(kind: int, mark: Mark) -> Node:
    turn = 2 * pi * kind / cyc.NUM_KINDS
    x, y = HALF_WIDTH * (1 + sin(turn)), HALF_HEIGHT * (1 - cos(turn))
    about = CARD(kind=cyc.CIRCLE[kind])
    card = Card(about, sign_of(kind), name=_(cyc.NAMES[kind]), mark=mark)
    return Node(card, x + 0.5, y + 0.5)


def _title(newest: Shape | None, beating: list[int]) -> str:
    """Returns the diagram's title: `circle: a run of 3 from 4, 5 or 6 beats the newest, 3 4 5`."""
    if newest is None:
        return _("circle: from S on, each beats all before it; S beats E")
    size, laid = newest.size, " ".join(map(symbol_of, newest.kinds))
    if not beating:
        return _("circle: nothing beats the newest, {laid}", laid=laid)
    *others, last = map(symbol_of, beating)
    kinds = _(" or ").join([*filter(None, [_(", ").join(others)]), last])
    if newest.form == cyc.SINGLE:
        return _("circle: {kinds} beats the newest, {laid}", kinds=kinds, laid=laid)
    values = {"size": size, "kinds": kinds, "laid": laid}
    if newest.form == cyc.RUN:
        return _("circle: a run of {size} from {kinds} beats the newest, {laid}", **values)
    return _("circle: {size} cards of {kinds} beat the newest, {laid}", **values)
