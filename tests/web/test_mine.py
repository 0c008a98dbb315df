"""My games: which of them were guided, and how long they took."""

from pathlib import Path

import pytest

from fudaba.agents.seated import SeatedGame
from fudaba.envs import find_game
from fudaba.web.lesson import lesson_of
from fudaba.web.mine import SeatAt, own_games
from fudaba.web.store import Played


@pytest.mark.parametrize("further", [0, 1])
def test_the_guided_deal_alone_is_marked(further: int, tmp_path: Path) -> None:
    game = find_game("makhup_v0")
    lesson = lesson_of(game)
    assert lesson is not None
    rules = game.options.read(game.name, lesson.options)
    seated = SeatedGame(game, rules, [None] * rules.num_players, lesson.seed + further)
    while seated.to_move >= 0:
        seated.take(game.legal_actions(seated.state)[0])
    record = seated.record().model_copy(update={"seconds": [90.0] * len(seated.actions)})
    path = tmp_path / "tables.jsonl"
    path.write_text(f"{record.to_json()}\n", encoding="utf-8")
    (one,) = own_games(path, [SeatAt(lesson.seat, Played(1, seated.points), 7)])
    assert one.is_guided == (not further) and one.token == 7
    assert one.minutes == round(1.5 * len(seated.actions))
