"""Files of game records only grow."""

import threading
from pathlib import Path

import pytest

from fudaba.envs import GameRecord, UserError
from fudaba.evaluation.records import add_games, check_records, put_game


def game(number: int) -> GameRecord:
    return GameRecord(game="sevens_v0", options={}, rng=number, actions=[1], points=[0.0, 0.0])


def numbers(path: Path) -> list[int]:
    return [GameRecord.from_json(line).rng for line in path.read_bytes().splitlines()]


def test_games_are_added_once(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "games"
    assert add_games(path, [game(1), game(2)]) == [1, 2]
    before = path.read_bytes()
    assert add_games(path, [game(2), game(3), game(1)]) == [2, 3, 1]
    assert numbers(path) == [1, 2, 3] and path.read_bytes().startswith(before)
    assert add_games(path, [game(4)], anew=True) == [1]
    assert numbers(path) == [4]


def test_the_number_of_a_game_is_that_of_its_first_line(tmp_path: Path) -> None:
    path = tmp_path / "games"
    for number in (1, 1, 2):
        put_game(path, game(number))
    assert add_games(path, [game(2), game(1), game(3)]) == [3, 1, 4]
    assert numbers(path) == [1, 1, 2, 3]


def test_a_game_takes_the_place_of_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "games"
    for number in (1, 2, 1):
        put_game(path, game(number))
    add_games(path, [game(3)])  # by somebody else, in the meantime
    put_game(path, game(4), instead_of=game(1))
    assert numbers(path) == [1, 2, 4, 3]
    put_game(path, game(5), instead_of=game(9))
    assert numbers(path) == [1, 2, 4, 3, 5]


def test_a_last_line_may_lack_its_end(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_text(game(1).to_json())
    add_games(path, [game(1), game(2)])
    put_game(path, game(3))
    assert numbers(path) == [1, 2, 3]


@pytest.mark.parametrize("content", ["precious", "\n", "{}\n", "\x00\xff"])
def test_what_is_no_file_of_records_is_left_alone(tmp_path: Path, content: str) -> None:
    path = tmp_path / "thesis"
    path.write_text(content)
    for use in (
        check_records,
        lambda path: add_games(path, [game(1)]),
        lambda path: put_game(path, game(1)),
    ):
        with pytest.raises(UserError, match="thesis holds something else than game records; choo"):
            use(path)
    assert path.read_text() == content and list(tmp_path.iterdir()) == [path]


def test_an_empty_file_can_be_used(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.touch()
    check_records(path)
    put_game(path, game(1))
    assert numbers(path) == [1]


def test_processes_that_add_at_the_same_time_lose_no_game(tmp_path: Path) -> None:
    path = tmp_path / "games"

    def add_some(first: int) -> None:
        for number in range(first, first + 10):
            add_games(path, [game(number)])

    threads = [threading.Thread(target=add_some, args=(first,)) for first in range(0, 40, 10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(numbers(path)) == [*range(40)]
    assert list(tmp_path.iterdir()) == [path]
