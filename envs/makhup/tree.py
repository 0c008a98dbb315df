"""The tree of Makhup as a diagram: the open ends, and the plays of a hand onto them."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

import numpy as np

from fudaba.common.languages import translator

from ..cards.counts import spread_out
from ..cards.kikisen_faces import number_face
from ..core.scene.scene import Diagram, Edge, Node
from .meanings import OPEN_ENDS, about_play, about_rank
from .state import MOVES, NUM_RANKS, Cards
from .text import listed, move_words, rank_word, words_of

_, _n = translator("makhup")

LABEL_ROOM = 2.0  # widths of a card between the ends and the cards on them

# By action id and rank: the cards played and the ends closed.
CARDS, ENDS = (
    np.array([[ranks.count(rank) for rank in range(NUM_RANKS)] for ranks in column], np.int8)
    for column in zip(*MOVES, strict=True)
)
NUM_ENDS = ENDS.sum(axis=1)


class Branch(NamedTuple):
    """A play onto one or more open ends.

    Attributes:
        action: The action id.
        cards: The cards of the play.
        ends: The ends that it closes.
    """

    action: int
    cards: Cards
    ends: Cards

    @property
    def join_word(self) -> str:
        """The sum `3+3` of a join of equal ends, whose line begins where that of one end does."""
        has_equal = len({*self.ends}) < len(self.ends)
        return "+".join(map(rank_word, self.ends)) if has_equal else ""


def branches(view: np.void) -> list[Branch]:
    """Returns the plays of the viewer's hand onto open ends, sorted by the ends (MHP-4.1)."""
    fits = (CARDS <= view["hand"]).all(axis=1) & (ENDS <= view["ends"]).all(axis=1)
    fits &= (NUM_ENDS > 0) & (NUM_ENDS <= view["join_max"])
    found = [Branch(action, *MOVES[action]) for action in np.flatnonzero(fits).tolist()]
    return sorted(found, key=lambda branch: branch.ends)


def tree(view: np.void) -> Diagram:
    """Returns the open ends with a branch for each play onto them; equal ends lie side by side.

    The cards of a play are named by the move, which is what a player asks about them.

    A view has no history, and the cards below an end don't matter (MHP-4.5). So the tree begins
    at the open ends.
    """
    ends, plays = view["ends"], branches(view)
    order = _order(np.flatnonzero(ends).tolist(), plays)
    rows = _rows(order, plays)
    columns = int(ends.max())
    first_card = columns + LABEL_ROOM + 0.5
    nodes = [
        Node(number_face(rank, about_rank(rank)), columns - 0.5 - copy, _middle(rows, rank))
        for rank in np.flatnonzero(ends).tolist()
        for copy in range(int(ends[rank]))
    ]
    trunk = {rank: number for number, rank in reversed([*enumerate(spread_out(ends))])}
    edges = []
    for row, play in enumerate([play for rank, play in rows]):
        if play:
            ends_closed = sorted({*play.ends}, key=order.index)
            edges += [Edge(trunk[rank], len(nodes), play.join_word) for rank in ends_closed]
            nodes += _leaves(play, first_card, row + 0.5)
    width = max([1, columns, *(node.x + 0.5 for node in nodes)])
    lines = (words_of(spread_out(ends)) or _("none"), *_lines(plays))
    title = _("open ends, and your plays on them") if plays else _("open ends")
    return Diagram(title, OPEN_ENDS(), width, max(1, len(rows)), tuple(nodes), tuple(edges), lines)


def _order(left: list[int], plays: list[Branch]) -> list[int]:
    """Returns the ends from top to bottom: after each one that some play joins with it, if any."""
    order = [left[0]] if left else []
    while len(order) < len(left):
        joined = [rank for play in plays if order[-1] in play.ends for rank in play.ends]
        order.append(next(rank for rank in (*joined, *left) if rank not in order))
    return order


def _rows(order: list[int], plays: list[Branch]) -> list[tuple[int, Branch | None]]:
    """Returns the rows of the tree: for each end its plays, a join with the upper one."""
    rows: list[tuple[int, Branch | None]] = []
    for rank in order:
        own = [play for play in plays if min(play.ends, key=order.index) == rank]
        own.sort(key=lambda play: len(play.ends))  # joins lie next to the end that they join
        rows += [(rank, play) for play in own] or [(rank, None)]
    return rows


def _middle(rows: list[tuple[int, Branch | None]], rank: int) -> float:
    """Returns the height of an end: the middle of its rows."""
    own = [row for row, (end, _) in enumerate(rows) if end == rank]
    return (own[0] + own[-1] + 1) / 2


def _leaves(play: Branch, first: float, height: float) -> Iterator[Node]:
    """Yields the cards of a play; a click on one makes the play."""
    for place, rank in enumerate(play.cards):
        about = about_play(play.cards, play.ends)
        face = number_face(rank, about, mark="playable", action=play.action)
        named = replace(face, name=move_words(play.cards, play.ends))
        yield Node(named, first + place, height)


def _lines(plays: list[Branch]) -> Iterator[str]:
    """Yields `on 6: 1+2+3, 2+4` and `3 and 5: 8` for the ends with plays."""
    for ends, group in groupby(plays, key=lambda play: play.ends):
        sums = _(", ").join("+".join(map(str, play.cards)) for play in group)
        if len(ends) == 1:
            yield _("on {end}: {plays}", end=words_of(ends), plays=sums)
        else:
            yield _("{ends}: {plays}", ends=listed(ends), plays=sums)
