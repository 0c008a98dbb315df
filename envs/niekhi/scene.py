"""The scene of Niekhi: the table as a seat sees it, built from its view alone."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from fudaba.common.languages import translator

from ..cards.counts import spread_out
from ..cards.kikisen import COURT
from ..cards.kikisen_faces import number_face
from ..cards.melds import multiset
from ..core.scene.about import Topic
from ..core.scene.scene import PURPLE, Card, Label, Mark, OnlyPass, Scene, Token, Zone, game_over
from ..kikisen.meanings import DEALER, POINTS_SO_FAR
from ..kikisen.scene import PRIZE_POINTS, seats_of
from ..kikisen.words import deals, player_with, points_fact, season_note
from . import meanings as about
from . import state as nie
from .meanings import about_rank
from .rules.plays import mark_turn
from .state import Shape
from .text.words import faces_of, rank_word, shape_name, ship_word, words_of

_, _n = translator("niekhi")

NEAR_CAP = 50  # turns

POINTS = PRIZE_POINTS


def scene(view: np.void, seat: int) -> Scene:
    """Returns the table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The strengths that the own generals can remove; the play to beat, earlier plays of the
        trick, the discards and the removed cards; the own hand, where the cards that some play
        takes are marked; and the players with what everybody has seen of their hands.
    """
    return Scene(
        _("Niekhi"),
        seat,
        seats_of(
            view, seat, view["hand_sizes"], _facts, _hand(view), about.HAND(), view["is_in"] == 0
        ),
        ((_to_beat(view, seat),), *_strengths(view), _piles(view)),
        _question(view),
        tuple(_notes(view)),
        only_pass=_only_pass(view),
    )


def face(rank: int, **looks: Any) -> Card:
    """Returns a card by its rank: `7` with `shaman` at its foot, `K` for court, `S` for a ship."""
    looks = {"about": about_rank(rank), **looks}
    if rank < COURT:
        return number_face(rank, **looks)
    is_ship = rank == nie.SHIP
    name, letter = rank_word(rank), _("S") if is_ship else rank_word(rank)
    figure = "kikisen-ship" if is_ship else "kikisen-court"
    note = name if is_ship else _("court")
    looks = {"name": name, "note": note, "colour": PURPLE, "figure": figure, **looks}
    return Card(text=letter, **looks)


def _faces(counts: np.ndarray) -> tuple[Card, ...]:
    """Returns the faces of the cards that are counted by rank."""
    return tuple(map(face, spread_out(counts)))


# The table


def _standing(view: np.void) -> Shape:
    return Shape(int(view["rank"]) - 1, int(view["length"]), int(view["copies"]))


def _to_beat(view: np.void, seat: int) -> Zone:
    """Returns the play to beat, with its owner and ranks of ships."""
    standing, title = _standing(view), _("play to beat")
    if view["owner"].any():
        title = _("play to beat, by {name}", name=player_with(view["owner"], view, seat))
    play: tuple[Card, ...] = ()
    if standing.copies:
        play = tuple(
            _ship_in_play(rank) if is_ship else face(rank)
            for rank, is_ship in faces_of(standing, view["ships_at"].tolist())
        )
    return Zone(title, about.TO_BEAT(), (play,))


def _ship_in_play(rank: int) -> Card:
    note = _("as {rank}", rank=rank_word(rank))
    return face(nie.SHIP, about=about.SHIP_IN_PLAY(rank=rank), name=ship_word(rank), note=note)


def _strengths(view: np.void) -> Iterator[tuple[Zone, ...]]:
    """Yields the strengths while the viewer's generals may remove some; faded if none is left."""
    if view["on_turn"][0] and (view["phase"][nie.MODE] or view["phase"][nie.REMOVE]):
        cards = tuple(_strength(view, rank) for rank in range(nie.SHIP))
        yield (Zone(_("strengths to remove: own/unseen"), about.REMOVAL(), (cards,)),)


def _strength(view: np.void, rank: int) -> Card:
    """Returns a strength with how many cards one holds and has not seen; faded if it is used up."""
    own, removed = int(view["hand"][rank]), int(view["removed"][rank])
    is_gone = removed == nie.COPIES[rank]
    if is_gone or view["named"][rank]:
        note = _("gone") if is_gone else _("named")
        return face(rank, about=about.REMOVE(rank=rank), note=note, is_dim=True)
    unseen = nie.COPIES[rank] - own - removed - int(view["table"][rank] + view["discards"][rank])
    return face(rank, about=about.REMOVE(rank=rank), note=f"{own}/{unseen}")


def _piles(view: np.void) -> tuple[Zone, ...]:
    """Returns the trick's beaten cards, the discards and the removed cards, counted by rank."""
    piles = (
        (_("beaten in this trick"), about.EARLIER(), view["table"] - view["laid"], ""),
        (_("discards"), about.DISCARDS(), view["discards"], "discards"),
        (_("removed"), about.REMOVED(), view["removed"], "removed"),
    )
    return tuple(
        Zone(title, what, (_faces(counts),), place, is_spent=True)
        for title, what, counts, place in piles
    )


def _notes(view: np.void) -> Iterator[Label]:
    """Yields the season, the order of strength, the cards not dealt, and a cap that is near."""
    yield from season_note(view)
    if view["on_turn"].any():
        yield Label(_("weak to strong: 0 to 8, then court (K)"), about.STRENGTH())
        yield Label(
            _("a played 8 (general) removes all cards of a strength, or takes back a card"),
            about.GENERALS(),
        )
    if view["aside"]:
        text = _n("{count} card not dealt", "{count} cards not dealt", int(view["aside"]))
        yield Label(text, about.NOT_DEALT())
    left = int(view["max_turns"]) - int(view["turns"])
    if left <= NEAR_CAP:
        yield Label(_n("{count} turn left", "{count} turns left", left), about.TURNS_LEFT())


# The question


def _question(view: np.void) -> Label:
    """Returns the question to the player on turn, with the steps that the viewer knows."""
    if not view["on_turn"].any():
        return game_over()
    questions: dict[int, tuple[Callable[[np.void], str], Topic]] = {
        nie.SHAPE: (_question_of_play, about.TO_BEAT),
        nie.SHIPS: (_question_of_ships, about.SHIPS),
        nie.MODE: (_question_of_effect, about.GENERALS),
        nie.REMOVE: (_question_of_removal, about.REMOVAL),
        nie.TAKE: (_question_of_taking, about.TAKING),
    }
    ask, topic = questions[int(view["phase"].argmax())]
    return Label(ask(view), topic())


def _question_of_play(view: np.void) -> str:
    standing = _standing(view)
    if not standing.copies:
        return _("Lead a card, a set, a run or a run of sets (1 1 2 2 3 3)")
    is_large_set = standing.length == 1 and standing.copies >= nie.LARGE_SET
    if is_large_set and view["bomb_over_bomb"] != nie.STRONGER_BOMB:
        return _("Play any set of 3 or more cards, also a weaker one, or pass")
    if is_large_set:
        return _("Beat the {play}, or pass", play=shape_name(standing))
    return _(
        "Beat the {play}, also by any set of 3 or more cards, or pass", play=shape_name(standing)
    )


def _only_pass(view: np.void) -> OnlyPass | None:
    """Returns what is said to a player whose hand can't beat the play on the table."""
    standing = _standing(view)
    if not standing.copies:
        return None
    return OnlyPass(_("nothing in your hand beats the {play}", play=shape_name(standing)))


def _question_of_ships(view: np.void) -> str:
    """Returns which cards of the own play may be ships, and those chosen so far."""
    rank, length, copies = (int(view[f"chosen_{part}"]) for part in Shape._fields)
    shape, ships = Shape(rank - 1, length, copies), spread_out(view["chosen_ships"])
    if length == copies == 1:
        return _("Play a ship as {rank}?", rank=rank_word(shape.rank))
    chosen = " ".join(ship_word(shape.rank + place) for place in ships) or _("None")
    play = shape_name(shape)
    return _("Which cards of the {play} are ships? {chosen} chosen", play=play, chosen=chosen)


def _question_of_effect(view: np.void) -> str:
    left, sources = int(view["effects_left"]), view["discards"].sum()
    if view["take_from_table"]:
        sources += (view["table"] - view["laid"]).sum()
    modes = [_n("remove {count} strength from play", "remove {count} strengths from play", left)]
    if sources:
        count = min(left, int(sources))
        taking = _n("take {count} card into the hand", "take {count} cards into the hand", count)
        if not view["take_from_table"]:
            taking = _n(
                "take {count} card from the discards into the hand",
                "take {count} cards from the discards into the hand",
                count,
            )
        modes.append(taking)
    if view["general_optional"]:
        modes.append(_("do nothing"))
    choice = _(" or ").join([_(", ").join(modes[:-1]), modes[-1]])
    return _("{choice}?", choice=f"{choice[0].upper()}{choice[1:]}")


def _question_of_removal(view: np.void) -> str:
    question = _strengths_asked(view)
    if any(view["removed"][rank] == nie.COPIES[rank] for rank in range(nie.SHIP)):
        return _("{question} (one that is gone may be named too)", question=question)
    return question


def _strengths_asked(view: np.void) -> str:
    named = spread_out(view["named"])
    count, total = len(named), int(view["effects_left"]) + len(named)
    if total == 1:
        return _("Remove all cards of which strength?")
    if not named:
        return _("Remove all cards of which strength? 0 of {total} named", total=total)
    return _(
        "Remove all cards of which strength? {count} of {total} named: {ranks}",
        count=count,
        total=total,
        ranks=words_of(named),
    )


def _question_of_taking(view: np.void) -> str:
    left = int(view["effects_left"])
    if left > 1:
        return _("Take which card? {count} left to take", count=left)
    return _("Take which card?")


# Players


def _hand(view: np.void) -> tuple[Card, ...]:
    """Returns the own cards and marks those that can be played now."""
    playable = _playable(view) if view["on_turn"][0] and view["phase"][nie.SHAPE] else set()
    return tuple(_own_face(rank, rank in playable) for rank in spread_out(view["hand"]))


def _own_face(rank: int, is_playable: bool) -> Card:
    mark: Mark = "playable" if is_playable else "none"
    return face(rank, mark=mark)


def _playable(view: np.void) -> set[int]:
    """Returns the ranks of all legal plays, found by the rules on a table made from the view."""
    table, mask = np.zeros(1, nie.STATE)[0], np.zeros(len(nie.SHAPE_PARTS), np.int8)
    for name in ("bomb_over_bomb", "min_run", "ship_alone", "length", "copies"):
        table[name] = view[name]
    table["rank"] = view["rank"] - 1
    table["hands"][0] = multiset(spread_out(view["hand"]))
    mark_turn(table, mask)
    shapes = [shape for action, shape in nie.SHAPES.items() if mask[action]]
    ranks = {rank for shape in shapes for rank in shape.naturals()}
    is_any = view["ship_alone"] == nie.DECLARED
    takes_ship = any(len(s.naturals()) > 1 or s.rank == COURT or is_any for s in shapes)
    return ranks | {nie.SHIP} if takes_ship else ranks


def _facts(view: np.void, distance: int) -> Iterator[Label]:
    """Yields `dealer`, `+3 points`, `passed`, and known cards of the hand: `took 8 8`."""
    if deals(view, distance):
        yield Label(_("dealer"), DEALER(), Token("dealer"))
    yield from points_fact(view, distance, POINTS_SO_FAR)
    if view["passed"][distance]:
        yield Label(_("passed"), about.PASSED())
    if not view["is_in"][distance]:
        yield Label(_("out"), about.OUT())
    known = view["known"][distance]
    if known.any():
        yield Label(_("holds {cards}", cards=words_of(spread_out(known))), about.HOLDS())
