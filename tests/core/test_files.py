"""Files appear whole or not at all."""

from pathlib import Path

import pytest

from fudaba.envs import UserError
from fudaba.envs.core.files import replacing


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
        pytest.raises(UserError, match=r"page\.html can't be written: Is a directory"),
        replacing(tmp_path / "page.html"),
    ):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
