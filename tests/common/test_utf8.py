"""Files that people edit are read as editors of Windows, macOS and Linux write them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from fudaba.agents.chat.prompt import Prompt
from fudaba.agents.seated import SeatedGame
from fudaba.agents.tuned_advice import packaged_file, read_tuned_advice
from fudaba.common.files import read_lines
from fudaba.common.yaml_text import read_yaml_file
from fudaba.envs import UserError, find_game
from fudaba.evaluation.recorded import read_record
from fudaba.evaluation.records import put_game
from fudaba.web.replay import store_upload
from fudaba.web.runs import RunFolder

SEVENS = find_game("sevens_v0")
GAME = SeatedGame(SEVENS, SEVENS.options(), ["random"] * 4, seed=1)
while GAME.to_move >= 0:
    GAME.take(GAME.agent_action())
RECORD = GAME.record().to_json()


def read_uploaded(path: Path) -> object:
    return store_upload(RunFolder(path.parent), path.read_bytes()) and read_record(path, 1).record


def add_record(path: Path) -> object:
    put_game(path, GAME.record())
    return read_record(path, 1).record, len(read_lines(path))


DOORS: dict[str, tuple[Callable[[Path], object], str]] = {
    "yaml": (read_yaml_file, "# 札場\na: 1\nb:\n  - c\n"),
    "template": (lambda path: Prompt.load(path).render("r", "p"), "札{{ rules }}{{ position }}\n"),
    "record": (lambda path: read_record(path, 1).record, f"{RECORD}\n{RECORD}\n"),
    "upload": (read_uploaded, f"{RECORD}\n"),
    "added record": (add_record, f"{RECORD}\n"),
    "weights": (lambda path: read_tuned_advice(path, SEVENS).weights,
                packaged_file(SEVENS).read_text(encoding="utf-8")),
}  # fmt: skip
every_door = pytest.mark.parametrize(("read", "text"), DOORS.values(), ids=DOORS)


@every_door
def test_marks_and_line_ends_of_all_editors_are_read(
    read: Callable[[Path], object], text: str, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_bytes(text.encode())
    wanted = read(path)
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32"):
        for end in ("\n", "\r\n", "\r"):
            path.write_bytes(text.replace("\n", end).encode(encoding))
            assert read(path) == wanted, (encoding, end)


@every_door
@pytest.mark.parametrize("encoding", ["cp932", "euc_jp"])
def test_other_encodings_are_named_in_a_sentence(
    read: Callable[[Path], object], text: str, encoding: str, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_bytes(f"札場\n{text}".encode(encoding))
    with pytest.raises(UserError, match=r"line 1 is no text in UTF-8; save it as UTF-8\.$"):
        read(path)
