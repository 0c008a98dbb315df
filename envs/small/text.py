"""A small game in words: moves, reasons, news and open tables, from its declarations."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from fudaba.common.languages import N_, translator
from fudaba.common.languages.messages import has_words

from ..core.contract.cells import snapshot_of
from ..core.contract.game import game_of_package
from ..core.kit.seats import distances, player_name
from ..core.scene.scene import Move as MoveOnTable
from .declared import Declared, cited
from .moves import Move
from .places import Place

_, _n = translator("small")

SECRET = (
    ("card", N_("a card")),
    ("player", N_("somebody")),
    ("name", N_("something")),
    ("number", N_("a number")),
)


@dataclass(frozen=True)
class Text:
    """What a module `text` has; see `words_of`.

    Args:
        game: The declarations of the game.
        package: The module that holds the `GAME`.
    """

    game: Declared
    package: str

    def describe(self, state: np.void, action: int) -> str:
        """Returns an action in words."""
        move, position = self.game.move_of(action)
        return self._said(move.say, state, move, position)

    def announce(self, state: np.void, action: int) -> str:
        """Returns what everybody hears of an action: a secret choice without what was chosen."""
        move, position = self.game.move_of(action)
        if move.told is not None or not move.is_choice or not self._is_secret(state, action):
            return self._said(move.say if move.told is None else move.told, state, move, position)
        is_translated = has_words(self.game.domain)
        words = {of: _(word) if is_translated else word for of, word in SECRET}
        return self.game.say(move.say, **words)

    def why_illegal(self, state: np.void, action: int) -> str:
        """Returns why an action is not legal, with the clauses that say so."""
        game = self.game
        move, position = game.move_of(action)
        if state["phase"] != move.phase:
            question, clauses = cited(game.questions[int(state["phase"])])
            return _(
                "the question is another one now: {question} ({clauses}).",
                question=game.say(question),
                clauses=clauses,
            )
        clauses = cited(move.meaning)[1]
        if move.is_of_card:
            hand = cards_in(state, game.placed[0], int(state["to_move"]))
            if position not in hand:
                card = game.pack.word(position)
                return _("there is no {card} in the hand ({clauses}).", card=card, clauses=clauses)
        if move.is_of_player and position >= state["num_players"]:
            return _("there are not so many players ({clauses}).", clauses=clauses)
        if move.is_of_slot and position >= state["sizes"][state[move.of]]:
            return _("there are not so many cards ({clauses}).", clauses=clauses)
        return game.say(move.why)

    def snapshot(self, state: np.void) -> dict[str, Any]:
        """Returns the cards of all places by name, and the declared cells."""
        game = self.game
        zones = {place.name: _zone(game, state, place) for place in game.placed}
        zones |= {
            move.of: cards_named(game, state, game.placed[0], int(state[move.of]))
            for move in game.moves
            if move.is_of_slot and state[move.of] >= 0
        }
        return {**zones, **snapshot_of(game.cells, state)}

    def news(self, before: np.void, after: np.void, seat: int) -> str:
        """Returns what a seat sees anew, place by place."""
        parts: list[str] = []
        for place in self.game.placed:
            if place.news:
                seats = distances(seat, int(after["num_players"])) if place.by_seat else [(0, None)]
                parts += _told(self.game, before, after, place, seats)
        return _("; ").join(filter(None, parts))

    def _said(self, message: str, state: np.void, move: Move, position: int) -> str:
        values: dict[str, Any] = {"number": position + 1}
        if move.is_of_card:
            values["card"] = self.game.pack.word(position)
        elif move.is_of_player:
            values["player"] = player_name(position)
        elif move.is_of_slot:
            values["player"] = player_name(int(state[move.of]))
        elif any(move.names):
            values["name"] = self.game.say(move.names[position])
        return self.game.say(message, **values)

    def _is_secret(self, state: np.void, action: int) -> bool:
        table = game_of_package(self.package)
        if action not in table.legal_actions(state):
            return False
        after = np.array([state])[0]
        table.kernels.apply(after, action)
        return leaves_secret(state, after, *self.game.move_of(action))


def leaves_secret(before: np.void, after: np.void, move: Move, position: int) -> bool:
    """Returns whether some other seat can't know after a move what was chosen.

    That is so if a card lies there that the seat does not know: a chosen one that left the hand, or
    outside of hands one that stands for what was chosen. Such cards are counted row by row, because
    how many there are is public.
    """
    seat, players = int(before["to_move"]), int(before["num_players"])
    hands = [seat] if move.is_of_card else [*range(players)]
    for other in {*range(players)} - {seat}:
        grown = _unknown(after, other) > _unknown(before, other)
        grown[hands] = False
        is_seen = move.is_of_card and (
            _seen(after, other, seat, position) > _seen(before, other, seat, position)
        )
        if grown.any() and not is_seen:
            return True
    return False


def _unknown(state: np.void, seat: int) -> np.ndarray:
    """Returns how many cards a seat does not know in each row, int64[rows]."""
    counts: np.ndarray = ((state["cards"] >= 0) & (state["known"] >> seat & 1 == 0)).sum(axis=1)
    return counts


def _seen(state: np.void, seat: int, hand: int, kind: int) -> int:
    """Returns how many cards of a kind a seat knows outside of a hand."""
    is_seen = (state["cards"] == kind) & (state["known"] >> seat & 1 == 1)
    return int(is_seen.sum() - is_seen[hand].sum())


def cards_in(state: np.void, place: Place, seat: int = 0) -> list[int]:
    """Returns the cards of a place, in order."""
    row = place.row + seat
    cards: list[int] = state["cards"][row, : state["sizes"][row]].tolist()
    return cards


def cards_named(game: Declared, state: np.void, place: Place, seat: int = 0) -> list[str]:
    """Returns the names of the cards of a place, in order."""
    return [game.pack.kinds[kind].name for kind in cards_in(state, place, seat)]


def _zone(game: Declared, state: np.void, place: Place) -> Any:
    """Returns the cards of a place by name, by the player where each has one."""
    if not place.by_seat:
        return cards_named(game, state, place)
    seats = range(int(state["num_players"]))
    return {player_name(seat): cards_named(game, state, place, seat) for seat in seats}


def _told(
    game: Declared,
    before: np.void,
    after: np.void,
    place: Place,
    seats: Sequence[tuple[int, int | None]],
) -> Iterator[str]:
    """Yields what is told of a place: cards that the viewer did not know there before.

    Where some of them had lain there face down the place is shown, with what the viewer knew of it.
    A card that the viewer alone has just put there is no news.
    """
    views, sizes = (before, after), f"{place.name}_size"
    known = [[game.counted(view, place, row) for view in views] for _seat, row in seats]
    new = [now - then for then, now in known]
    grown = np.atleast_1d(np.int64(after[sizes]) - before[sizes]).tolist()
    is_shown = any(
        each.total() > max(grown[row or 0], 0)
        for each, (_seat, row) in zip(new, seats, strict=True)
    )
    then, now = (game.counted(view, game.placed[0], 0) for view in views)
    is_own = before["on_turn"][0] and sum(new, Counter()) == then - now
    is_own = is_own and (then - now).total() == 1
    for (seat, _row), (_then, lying), fresh in zip(seats, known, new, strict=True):
        told = lying if is_shown else fresh
        if told and (is_shown or not is_own):
            cards = game.pack.said(sorted(told.elements()))
            yield game.say(place.news, player=player_name(seat), cards=cards)


def meanings_of(game: Declared) -> SimpleNamespace:
    """Returns what a module `meanings` has: the topics, and `move`."""

    def move(state: np.void, action: int) -> MoveOnTable:
        kind, position = game.move_of(action)
        cards = (game.about_card(position),) if kind.is_of_card else ()
        zones = (game.place_topics[kind.touch](),) if kind.touch else ()
        chosen = (position,) if kind.is_of_player else ()
        seats = (int(state[kind.of]),) if kind.is_of_slot else chosen
        return MoveOnTable(game.move_topics[kind.name](), cards, zones, seats)

    return SimpleNamespace(move=move, topics=game.topics)
