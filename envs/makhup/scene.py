"""The scene of Makhup: the table as a seat sees it, built from its view alone."""

from collections.abc import Iterator

import numpy as np

from ...languages import words
from ..cards.counts import spread_out
from ..cards.kikisen_faces import number_face
from ..core.scene.scene import GAME_OVER, Card, Mark, Scene, Zone
from ..kikisen.scene import PRIZE_POINTS, seats_of
from ..kikisen.words import deals, points_fact, season_note
from .state import DRAW_ACTION, RESHUFFLE, SPECIAL, SPECIAL_ACTION
from .text import listed, words_of
from .tree import Branch, branches, tree

_, _n = words("makhup")

POINTS = PRIZE_POINTS


def scene(view: np.void, seat: int) -> Scene:
    """Returns the table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The tree of the open ends with the plays onto them, the closed cards of the table, the
        stock and the gone pile; the own hand, where the cards that fit an end are marked; and the
        players.
    """
    stock = Card(str(view["stock_size"]), look="back", action=DRAW_ACTION)
    return Scene(
        _("Makhup"),
        seat,
        seats_of(view, seat, view["hand_sizes"], _facts, _hand(view)),
        (
            (
                Zone(_("stock"), ((stock,),)),
                Zone(_("closed"), (_faces(view["table"] - view["ends"]),)),
                Zone(_("gone"), (_faces(view["gone"]),)),
            ),
        ),
        tuple(_notes(view)),
        _question(view),
        pictures=(tree(view),),
    )


def _faces(counts: np.ndarray) -> tuple[Card, ...]:
    """Returns the faces of the cards that are counted by rank."""
    return tuple(map(number_face, spread_out(counts)))


def _hand(view: np.void) -> tuple[Card, ...]:
    """Returns the own cards and marks those that can be played now."""
    playable = {rank for play in branches(view) for rank in play.cards}
    if view["hand"][SPECIAL]:
        playable.add(SPECIAL)
    return tuple(_own_face(rank, rank in playable) for rank in spread_out(view["hand"]))


def _own_face(rank: int, is_playable: bool) -> Card:
    mark: Mark = "playable" if is_playable else "none"
    return number_face(rank, mark=mark, action=SPECIAL_ACTION if rank == SPECIAL else None)


def _facts(view: np.void, distance: int) -> Iterator[str]:
    """Yields `dealer`, `+3 points`, proofs by passes: `holds no 5 special`, `can't make 4 7`."""
    if deals(view, distance):
        yield _("dealer")
    yield from points_fact(view, distance)
    barred = spread_out(view["barred_ranks"][distance])
    if barred:
        yield _("holds no {cards}", cards=words_of(barred))
    sums = 1 + np.flatnonzero(view["barred_sums"][distance])
    if len(sums):
        yield _("can't make {sums}", sums=words_of(sums))


def _notes(view: np.void) -> Iterator[str]:
    """Yields the season, the passes in a row, and the known cards of the stock."""
    yield from season_note(view)
    if view["idle"] > 1:
        yield _("{count} passes in a row", count=view["idle"])
    if view["stock"].any():
        yield _("in the stock: {cards}", cards=words_of(spread_out(view["stock"])))


def _question(view: np.void) -> str:
    """Returns the question with the open ends; in the own turn with those that the hand fits."""
    if not view["on_turn"].any():
        return _(GAME_OVER)
    is_own, has_draw, plays = bool(view["on_turn"][0]), _can_turn(view), branches(view)
    ends = listed(spread_out(view["ends"]))
    if is_own and plays:
        play = _own_plays(plays)
    elif is_own and not view["hand"][SPECIAL]:
        return _question_without_play(ends, has_draw)
    elif is_own:
        play = _("{nothing}: play a special card", nothing=_nothing_fits(ends))
    else:
        play = _("Play on {ends}", ends=ends) if ends else _("Play cards")
    if has_draw and view["draw_when_able"]:
        return _("{play}, or draw a new end", play=play)
    if is_own:
        return play
    if has_draw:
        return _("{play}; draw a new end if nothing fits", play=play)
    return _("{play}; pass if nothing fits", play=play)


def _question_without_play(ends: str, has_draw: bool) -> str:
    """Returns `Nothing fits on 3 and 5: draw a new end`."""
    if has_draw:
        return _("{nothing}: draw a new end", nothing=_nothing_fits(ends))
    return _("{nothing}: pass", nothing=_nothing_fits(ends))


def _nothing_fits(ends: str) -> str:
    return _("Nothing fits on {ends}", ends=ends) if ends else _("Nothing fits")


def _own_plays(plays: list[Branch]) -> str:
    """Returns `Play on 2 and 3 or join 3 and 5` for the ends that the own hand fits."""
    single = listed(sorted({play.ends[0] for play in plays if len(play.ends) == 1}))
    joins = {play.ends for play in plays if len(play.ends) > 1}
    if not joins:
        return _("Play on {ends}", ends=single)
    if len(joins) > 1:
        return _("Play on {ends} or join ends", ends=single) if single else _("Join ends")
    joined = listed(min(joins))
    if not single:
        return _("Join {ends}", ends=joined)
    return _("Play on {ends} or join {joined}", ends=single, joined=joined)


def _can_turn(view: np.void) -> bool:
    """Returns whether a card can be turned from the stock (MHP-4.3)."""
    has_gone = view["stock_empty"] == RESHUFFLE and view["gone"].any()
    return bool(view["stock_size"] or has_gone)
