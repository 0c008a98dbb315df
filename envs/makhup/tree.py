"""The tree of Makhup as a diagram: the open ends, and the plays of a hand onto them."""

from collections.abc import Iterable, Iterator
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

# In widths of a card: between the ends and the cards on them, and of a row of plays.
LABEL_ROOM, OR_ROOM, WIDEST = 2.0, 1.3, 7.5

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


Row = tuple[int, list[Branch]]  # an end, and plays that lie beside it


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
    for row, (_end, plays_there) in enumerate(rows):
        x = first_card
        for play in plays_there:
            is_first = play is plays_there[0]
            starts = [trunk[end] for end in {*play.ends}] if is_first else [len(nodes) - 1]
            edges += [Edge(one, len(nodes), play.join_word if is_first else _("or"))
                      for one in starts]  # fmt: skip
            nodes += _leaves(play, x, row + 0.5)
            x += len(play.cards) + OR_ROOM
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


def _rows(order: list[int], plays: list[Branch]) -> list[Row]:
    """Returns the rows of the tree: for each end its plays, a join with the upper one."""
    rows: list[Row] = []
    for rank in order:
        own = [play for play in plays if min(play.ends, key=order.index) == rank]
        own.sort(key=lambda play: len(play.ends))  # joins lie next to the end that they join
        rows += [(rank, some) for _ends, group in groupby(own, key=lambda play: play.ends)
                 for some in _side_by_side(group)] or [(rank, [])]  # fmt: skip
    return rows


def _side_by_side(plays: Iterable[Branch]) -> list[list[Branch]]:
    """Returns plays on the same ends in rows, as many in one as have room."""
    rows: list[list[Branch]] = []
    room = 0.0
    for play in plays:
        room -= len(play.cards) + OR_ROOM
        if not rows or room < 0:
            rows.append([])
            room = WIDEST - len(play.cards)
        rows[-1].append(play)
    return rows


def _middle(rows: list[Row], rank: int) -> float:
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
