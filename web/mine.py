"""The finished games of a person, for the page *My games*."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from fudaba.common.files import read_lines
from fudaba.envs import GameRecord, UserError
from fudaba.envs.core.api.registry import recorded_game
from fudaba.envs.core.words.names import place_words, points_words
from fudaba.evaluation.recorded import players_of

from .store import Played, TableStore
from .wire import OwnGame


class SeatAt(NamedTuple):
    """A seat in a finished game."""

    seat: int
    game: Played


def seats_at(store: TableStore, tokens: Iterable[str]) -> list[SeatAt]:
    """Returns the finished games of the seats that tokens open, the latest first."""
    keys = {key for key in map(store.key, tokens) if key and key.seat >= 0}
    games = [SeatAt(key.seat, game) for key in keys for game in store.load(key.table).played]
    return sorted(games, key=lambda one: -one.game.record)


def own_games(finished: Path, seats: list[SeatAt]) -> list[OwnGame]:
    """Returns what became of games, in words; a damaged record is left out.

    Args:
        finished: The file of finished games.
        seats: The games.
    """
    lines = read_lines(finished) if seats else []
    games = []
    for seat, game in seats:
        try:
            games.append(_own_game(GameRecord.from_json(lines[game.record - 1]), seat, game))
        except (IndexError, UserError):
            continue
    return games


def _own_game(record: GameRecord, seat: int, played: Played) -> OwnGame:
    game = recorded_game(record.game)
    names = players_of(record, game)
    points = points_words(game, played.points)
    return OwnGame(
        title=game.translate(game.title),
        record=played.record,
        seat=seat,
        others=[name for other, name in enumerate(names) if other != seat],
        has_won=record.points[seat] == max(record.points),
        place=place_words(record.points)[seat],
        points=points[seat] if points else "",
    )
