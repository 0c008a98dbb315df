"""Moments of a small game: players' cards are put away, a pile is taken, the end."""

from collections import Counter
from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np

from fudaba.common.languages import translator

from ..core.kit.seats import distances, player_name
from ..core.scene.moment import Moment, Row
from ..core.scene.scene import Card
from .declared import Declared
from .places import Place
from .scene import facts_of, points_of

_, _n = translator("small")

FEWEST = 2  # cards that leave a place at once

Player = tuple[str, int]
"""A player's name, and the distance from the viewer."""


def moments_of(game: Declared) -> SimpleNamespace:
    """Returns what a module `moments` has."""

    def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
        numbered = distances(seat, int(after["num_players"]))
        players = [(player_name(player), distance) for player, distance in numbered]
        found: list[Moment] = []
        for place in game.placed[1:]:
            size = f"{place.name}_size"
            if before[size].any() and not after[size].any() and place.shown != "size":
                moment_of = _put_away if place.by_seat else _taken
                found += moment_of(game, before, after, place, players)
        if before["on_turn"].any() and not after["on_turn"].any():
            found.append(_end(game, after, players))
        return found

    return SimpleNamespace(moments=moments)


def _put_away(
    game: Declared, before: np.void, after: np.void, place: Place, players: list[Player]
) -> Iterator[Moment]:
    """Yields the moment at which what the players have put down is put away, as a trick."""
    rows, verdict, points = [], _("The cards are put away"), points_of(game)
    put = _put_down(game, before, after, place, players)
    for name, distance in players:
        lead = game.lead_of(after, distance)
        is_best = lead > game.lead_of(before, distance)
        if is_best and points:
            verdict = _(", ").join((name, points.words(lead)))
        rows.append(Row(name, _faces(game, put[distance]), is_best))
    yield Moment(_title(game, place), tuple(rows), verdict)


def _put_down(
    game: Declared, before: np.void, after: np.void, place: Place, players: list[Player]
) -> dict[int, Counter[int]]:
    """Returns the cards that players have put down, by distance, as far as the viewer knows whose.

    Cards that were face down, and the one that ended it, which never was in its place, are among
    those that are new on the table: in a place of their player, or all of one player alone.
    """
    put, lacking = {}, {}
    all_rows = [None, *(distance for _name, distance in players)]
    new = _on_table(game, after, *all_rows) - _on_table(game, before, *all_rows)
    for _name, distance in players:
        put[distance] = game.counted(before, place, distance)
        count = int(before[f"{place.name}_size"][distance]) + int(before["on_turn"][distance])
        count -= put[distance].total()
        own = new & (_on_table(game, after, distance) - _on_table(game, before, distance))
        if own.total() == count:
            put[distance] += own
            new -= own
        else:
            lacking[distance] = count
    if [*lacking.values()] == [new.total()]:
        put[next(iter(lacking))] += new
    return put


def _taken(
    game: Declared, before: np.void, after: np.void, place: Place, players: list[Player]
) -> Iterator[Moment]:
    """Yields the moment at which players take the cards of a pile, with those that are seen."""
    hands, rows, said = game.placed[0], [], []
    for name, distance in players:
        sizes = (int(view[f"{hands.name}_size"][distance]) for view in (before, after))
        count = -next(sizes) + next(sizes)
        if count >= FEWEST:
            cards = game.counted(after, hands, distance)
            cards -= game.counted(before, hands, distance)
            rows.append(Row(name, _faces(game, cards)))
            said.append(_("{name} {name:takes|take} {count} cards", name=name, count=count))
    if rows:
        yield Moment(_title(game, place), tuple(rows), _("; ").join(said))


def _end(game: Declared, view: np.void, players: list[Player]) -> Moment:
    """Returns the moment of the end, with what is known of the players and their hands."""
    rows, hands = [], game.placed[0]
    leads = [game.lead_of(view, distance) for _name, distance in players]
    for (name, distance), lead in zip(players, leads, strict=True):
        count = int(view[f"{hands.name}_size"][distance])
        facts = [fact.text for fact in facts_of(game, view, distance)]
        facts += [_n("{count} card", "{count} cards", count)] if count else []
        cards = _faces(game, game.counted(view, hands, distance))
        rows.append(Row(_(", ").join((name, *facts)), cards, lead == max(leads) > min(leads)))
    return Moment(_("The end"), tuple(rows), _("The game is over"))


def _title(game: Declared, place: Place) -> str:
    title = game.say(place.name.replace("_", " "))
    return title[:1].upper() + title[1:]


def _on_table(game: Declared, view: np.void, *distances: int | None) -> Counter[int]:
    """Returns the known cards outside of hands in places of some players, None for nobody's."""
    cards: Counter[int] = Counter()
    for place in game.placed[1:]:
        if place.shown != "size":
            for distance in distances:
                if place.by_seat == (distance is not None):
                    cards += game.counted(view, place, distance)
    return cards


def _faces(game: Declared, cards: Counter[int]) -> tuple[Card, ...]:
    kinds = sorted(cards.elements())
    return tuple(game.pack.face(kind, game.about_card(kind)) for kind in kinds)
