"""Files appear whole or not at all."""

import ast
import errno
import fcntl
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fudaba.common.files import check_outputs, locked, read_bytes, replacing, write_whole
from fudaba.envs import UserError

from ..project import ROOT, TOP


def test_a_file_is_replaced_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("old")
    with path.open() as reader:
        with replacing(path) as file:
            file.write(b"new")
            file.flush()
            assert path.read_text() == "old"
        assert path.read_text() == "new"
        assert reader.read() == "old"  # a new file, not the old one written over
    assert list(tmp_path.iterdir()) == [path]


def test_after_an_error_nothing_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("old")
    with pytest.raises(KeyboardInterrupt), replacing(path) as file:
        file.write(b"new")
        raise KeyboardInterrupt
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_can_not_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "page.html").mkdir()
    with (
        pytest.raises(
            UserError, match=r"page\.html can't be written: it is a folder, a pipe or a device"
        ),
        replacing(tmp_path / "page.html"),
    ):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_a_device_is_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    message = r"pipe can't be written: it is a folder, a pipe or a device"
    with pytest.raises(UserError, match=message), replacing(tmp_path / "pipe"):
        pass
    with pytest.raises(UserError, match=message):
        check_outputs({"page": tmp_path / "pipe"})
    assert (tmp_path / "pipe").is_fifo()


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    link, file = tmp_path / "link", tmp_path / "folder" / "file"
    link.symlink_to(file)
    for content in (b"old", b"new"):
        check_outputs({"page": link})
        write_whole(link, content)
        assert link.is_symlink() and file.read_bytes() == content
    with pytest.raises(UserError, match=r"page and records can't both be .*file; name two files"):
        check_outputs({"page": link, "records": file})


def test_a_file_may_have_the_longest_name(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    check_outputs({"page": path})
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"


def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UserError, match=r"pipe can't be read: it is a folder, a pipe or a device"):
        read_bytes(tmp_path / "pipe")


def test_whether_a_file_can_be_written_is_told_before_anything_is(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_text("old")
    check_outputs({"page": old, "records": tmp_path / "folder" / "deeper" / "new", "none": None})
    with pytest.raises(UserError, match=r"old/new can't be written: Not a directory\.$"):
        check_outputs({"page": old / "new"})
    assert list(tmp_path.iterdir()) == [old] and old.read_text() == "old"


HOLD = """
import sys, time
from pathlib import Path
from fudaba.common.files import locked
with locked(Path(sys.argv[1])):
    print("locked", flush=True)
    time.sleep(600)
"""


def test_a_lock_keeps_others_away_until_its_process_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "file"
    command = [sys.executable, "-c", HOLD, str(path)]
    holding = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert holding.stdout is not None and holding.stdout.readline() == "locked\n"
    with pytest.raises(UserError, match=r"^somebody has it\.$"), locked(path, "somebody has it."):
        pass
    holding.kill()
    holding.communicate()
    with locked(path, "somebody has it."):
        pass
    assert not list(path.parent.iterdir())


COUNT = """
import sys
from pathlib import Path
from fudaba.common.files import locked
counter = Path(sys.argv[1])
for _ in range(200):
    with locked(counter):
        counter.write_text(str(int(counter.read_text()) + 1))
"""


def test_who_waits_for_a_lock_gets_it_alone(tmp_path: Path) -> None:
    """Processes open the hidden file anew each time, while others remove it."""
    counter = tmp_path / "counter"
    counter.write_text("0")
    command = [sys.executable, "-c", COUNT, str(counter)]
    counting = [subprocess.Popen(command) for _ in range(3)]
    assert [process.wait(120) for process in counting] == [0, 0, 0]
    assert counter.read_text() == "600"
    assert list(tmp_path.iterdir()) == [counter]


def test_a_file_system_without_locks_lets_everybody_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(file: int, how: int) -> None:
        raise OSError(errno.ENOTSUP, "not supported")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with locked(tmp_path / "file", "taken."), locked(tmp_path / "file", "taken."):
        pass


def test_a_lock_that_can_not_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = r"^file .*below can't be written: Not a directory\.$"
    with pytest.raises(UserError, match=said), locked(tmp_path / "file" / "below"):
        pass


def test_a_lock_of_a_process_that_was_stopped_is_not_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fudaba.common.files.LOCK_SECONDS", 0.05)
    path = tmp_path / "records"
    said = re.escape(f"file {path} can't be used: another process has had it for more than 0.05 ")
    with locked(path), pytest.raises(UserError, match=f"^{said}"), locked(path):
        pass


WHOLE = re.compile(r"(\w=|\bstr\(|\bf['\"].*\{)error[)},]")
"""An error that is quoted as it is, with the system's number and path."""


def handlers_of_the_system() -> Iterator[tuple[str, str]]:
    """The place and the text of every block of the product that handles an `OSError`."""
    for path in sorted(path for folder in TOP for path in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ExceptHandler) and "OSError" in ast.unparse(node.type or node):
                place = f"{path.relative_to(ROOT)}:{node.lineno}"
                yield place, "\n".join(map(ast.unparse, node.body))


def test_no_sentence_quotes_the_number_of_an_error_of_the_system() -> None:
    handlers = dict(handlers_of_the_system())
    assert len(handlers) > 20
    assert [place for place, text in handlers.items() if WHOLE.search(text)] == []
