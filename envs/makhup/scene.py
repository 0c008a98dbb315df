"""The scene of Makhup: the table as a seat sees it, built from its view alone."""

from collections.abc import Iterator, Sequence

import numpy as np

from fudaba.common.languages import translator

from ..cards.counts import spread_out
from ..cards.kikisen_faces import number_face
from ..core.scene.scene import SUM, Card, Label, Mark, OnlyPass, Scene, Token, Zone, game_over
from ..kikisen.meanings import DEALER, POINTS_SO_FAR
from ..kikisen.scene import PRIZE_POINTS, seats_of
from ..kikisen.words import deals, points_fact, season_note
from . import meanings as about
from .meanings import about_rank
from .state import DRAW_ACTION, RESHUFFLE, SPECIAL, SPECIAL_ACTION
from .text import listed, rank_word, words_of
from .tree import Branch, branches, tree

_, _n = translator("makhup")

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
    stock = Card(about.STOCK(), str(view["stock_size"]), look="back", action=DRAW_ACTION)
    return Scene(
        _("Makhup"),
        seat,
        seats_of(view, seat, view["hand_sizes"], _facts, _hand(view), about.HAND()),
        (
            (
                Zone(_("stock"), about.STOCK(), ((stock,),), place="stock"),
                Zone(
                    _("closed"),
                    about.CLOSED(),
                    (_faces(view["table"] - view["ends"]),),
                    is_spent=True,
                ),
                Zone(_("gone"), about.GONE(), (_faces(view["gone"]),), "gone", is_spent=True),
            ),
        ),
        Label(_question(view), about.PLAY()) if view["on_turn"].any() else game_over(),
        tuple(_notes(view)),
        pictures=(tree(view),),
        only_pass=_only_pass(view),
        sum_words=_("sum {sum}", sum=SUM),
    )


def _faces(counts: np.ndarray) -> tuple[Card, ...]:
    """Returns the faces of the cards that are counted by rank."""
    return tuple(number_face(rank, about_rank(rank)) for rank in spread_out(counts))


def _hand(view: np.void) -> tuple[Card, ...]:
    """Returns the own cards and marks those that can be played now."""
    playable = {rank for play in branches(view) for rank in play.cards}
    if view["hand"][SPECIAL]:
        playable.add(SPECIAL)
    return tuple(_own_face(rank, rank in playable) for rank in spread_out(view["hand"]))


def _own_face(rank: int, is_playable: bool) -> Card:
    mark: Mark = "playable" if is_playable else "none"
    action = SPECIAL_ACTION if rank == SPECIAL else None
    worth = None if rank == SPECIAL else rank
    return number_face(rank, about_rank(rank), mark=mark, action=action, worth=worth)


def _facts(view: np.void, distance: int) -> Iterator[Label]:
    """Yields `dealer`, `+3 points`, proofs by passes: `holds no 5 special`, `can't make 4 7`."""
    if deals(view, distance):
        yield Label(_("dealer"), DEALER(), Token("dealer"))
    yield from points_fact(view, distance, POINTS_SO_FAR)
    barred = spread_out(view["barred_ranks"][distance])
    if barred:
        yield Label(_("holds no {cards}", cards=words_of(barred)), about.HOLDS_NO())
    sums = 1 + np.flatnonzero(view["barred_sums"][distance])
    if len(sums):
        yield Label(_("can't make {sums}", sums=words_of(sums)), about.CANNOT_MAKE())


def _notes(view: np.void) -> Iterator[Label]:
    """Yields the season, the passes in a row, and the known cards of the stock."""
    yield from season_note(view)
    if view["idle"] > 1:
        yield Label(_("{count} passes in a row", count=view["idle"]), about.PASSES())
    if view["stock"].any():
        cards = words_of(spread_out(view["stock"]))
        yield Label(_("in the stock: {cards}", cards=cards), about.IN_STOCK())


def _question(view: np.void) -> str:
    """Returns the question, with the open ends; to the player on turn, with the playable ends."""
    is_own, has_draw, plays = bool(view["on_turn"][0]), _can_turn(view), branches(view)
    ends = _any_of(spread_out(view["ends"]))
    if is_own and plays:
        play = _own_plays(plays)
        if view["hand"][SPECIAL]:
            play = _("{play}, or clear the table with a special card", play=play)
    elif is_own and view["hand"][SPECIAL]:
        play = _("No other card fits: clear the table with a special card")
    else:
        play = _("Play a sum of {ends}", ends=ends) if ends else _("Play cards")
    if has_draw and view["draw_when_able"]:
        return _("{play}, or draw a new end", play=play)
    if is_own and (plays or view["hand"][SPECIAL]):
        return play
    if has_draw:
        return _("{play}; draw a new end if nothing fits", play=play)
    return _("{play}; pass if nothing fits", play=play)


def _only_pass(view: np.void) -> OnlyPass:
    """Returns what is said to a player without a legal play."""
    return OnlyPass(_("nothing fits"), _("Draw a new end") if _can_turn(view) else "")


def _any_of(ranks: Sequence[int]) -> str:
    """Returns the ends of which one is played on: `2 or 3`."""
    return _(" or ").join(dict.fromkeys(map(rank_word, ranks)))


def _own_plays(plays: list[Branch]) -> str:
    """Returns the question of a turn with plays: `Play a sum of 2 or 3, or ...`."""
    single = _any_of(sorted({play.ends[0] for play in plays if len(play.ends) == 1}))
    joins = {play.ends for play in plays if len(play.ends) > 1}
    if not joins:
        return _("Play a sum of {ends}", ends=single)
    if len(joins) > 1:
        if not single:
            return _("Join ends with their sum")
        return _("Play a sum of {ends}, or join ends", ends=single)
    joined = listed(min(joins))
    if not single:
        return _("Join {ends} with their sum", ends=joined)
    return _(
        "Play a sum of {ends}, or join {joined} with their sum",
        ends=single,
        joined=joined,
    )


def _can_turn(view: np.void) -> bool:
    """Returns whether a card can be turned from the stock (MHP-4.3)."""
    has_gone = view["stock_empty"] == RESHUFFLE and view["gone"].any()
    return bool(view["stock_size"] or has_gone)
