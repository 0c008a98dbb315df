"""The finished games of a person, for the page *My games*."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from fudaba.agents.seated import SeatedGame
from fudaba.common.files import read_lines
from fudaba.envs import Game, GameRecord, UserError
from fudaba.envs.core.api.registry import recorded_game
from fudaba.envs.core.words.results import results
from fudaba.evaluation.recorded import players_of

from .lesson import lesson_of
from .store import Played, TableStore
from .wire import OwnGame


class SeatAt(NamedTuple):
    """A seat in a finished game, and the number of the token that opens it."""

    seat: int
    game: Played
    token: int


def seats_at(store: TableStore, tokens: Iterable[str]) -> list[SeatAt]:
    """Returns the finished games of the seats that tokens open, the latest first."""
    keys = {
        key: number for number, key in enumerate(map(store.key, tokens)) if key and key.seat >= 0
    }
    games = [
        SeatAt(key.seat, game, number)
        for key, number in keys.items()
        for game in store.load(key.table).played
    ]
    return sorted(games, key=lambda one: -one.game.record)


def own_games(finished: Path, seats: list[SeatAt]) -> list[OwnGame]:
    """Returns what became of games, in words; a damaged record is left out.

    Args:
        finished: The file of finished games.
        seats: The games.
    """
    lines = read_lines(finished) if seats else []
    games = []
    for one in seats:
        try:
            games.append(_own_game(GameRecord.from_json(lines[one.game.record - 1]), one))
        except (IndexError, UserError):
            continue
    return games


def _own_game(record: GameRecord, at: SeatAt) -> OwnGame:
    game, seat = recorded_game(record.game), at.seat
    names = players_of(record, game)
    *_, (last, _) = record.positions(game)
    (own,) = (one for one in results(game, last) if one.seat == seat)
    seconds = sum(filter(None, record.seconds))
    return OwnGame(
        title=game.translate(game.title),
        record=at.game.record,
        seat=seat,
        others=[name for other, name in enumerate(names) if other != seat],
        token=at.token,
        minutes=max(1, round(seconds / 60)) if seconds else None,
        is_guided=record.rng == _guided_deal(game) and not any(record.rng_key),
        has_won=record.points[seat] == max(record.points),
        place=own.place,
        points=own.points,
    )


@cache
def _guided_deal(game: Game) -> int | None:
    """Returns the random stream of the guided first game of a game; None if it has none."""
    lesson = lesson_of(game)
    if lesson is None:
        return None
    rules = game.options.read(game.name, lesson.options)
    return SeatedGame(game, rules, [None] * rules.num_players, lesson.seed).record().rng
