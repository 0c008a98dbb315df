"""YAML of strangers: what stands for more than it says, and what is read as nobody means it."""

import os
from pathlib import Path
from typing import Any

import pytest

from fudaba.common import yaml_text
from fudaba.common.yaml_text import LONGEST_TEXT, MOST_NESTED, read_yaml, read_yaml_file
from fudaba.envs import UserError

BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in zip("abcdefghi", "bcdefghij", strict=True)
)
HALF = 30_000
WITHOUT_END = {
    "bomb": (BOMB, "line 1: the anchor 'a' is not allowed"),
    "alias": ("[1, *a]", "line 1: the alias 'a' is not allowed; write the value out"),
    "anchor": ("seed: 1\nppo: &p {}", "line 2: the anchor 'p' is not allowed"),
    "anchor of a key": ("&k seed: 1", "line 1: the anchor 'k' is not allowed"),
    "long anchor": (f"&{'a' * HALF} 1", "is not allowed"),
    "brackets": ("[" * HALF, f"line 1: it is nested more than {MOST_NESTED} deep"),
    "braces": ("{" * HALF, f"line 1: it is nested more than {MOST_NESTED} deep"),
    "mappings": ("{a: " * (HALF // 2), f"line 1: it is nested more than {MOST_NESTED} deep"),
    "dashes": ("- " * HALF, f"line 1: it is nested more than {MOST_NESTED} deep"),
    "keys": ("? " * HALF, f"line 1: it is nested more than {MOST_NESTED} deep"),
    "digits": ("1" * HALF, "can't be read as int"),
    "length": ("#" * (LONGEST_TEXT + 1), "it is too long; allowed: 65,536 bytes of YAML"),
    "one bracket": ("[" * (MOST_NESTED + 1) + "]" * (MOST_NESTED + 1), "it is nested more than"),
    "bytes": ("é" * (LONGEST_TEXT // 2 + 1), "it is too long"),
    "tag": ("!!set {a}", "line 1: the tag 'tag:yaml.org,2002:set' is not allowed"),
    "binary": ("!!binary aGVsbG8=", "is not allowed"),
    "no number": ("0x_", "line 1: '0x_' can't be read as int"),
    "half a character": ("\ud800", "special characters are not allowed"),
}


@pytest.mark.parametrize(("text", "part"), WITHOUT_END.values(), ids=WITHOUT_END)
def test_what_stands_for_more_than_it_says(text: str, part: str) -> None:
    with pytest.raises(UserError) as caught:
        read_yaml("my.yaml", text)
    message = str(caught.value)
    assert message.startswith("my.yaml can't be read") and part in message
    assert "\n" not in message and message.endswith(".") and len(message) < 300


def test_nothing_is_built_of_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def built(*_: Any) -> None:
        raise AssertionError("something was built")

    monkeypatch.setattr(yaml_text._StrictLoader, "construct_document", built)
    for text, _ in WITHOUT_END.values():
        if text not in ("0x_", "1" * HALF):  # a scalar is refused when it is built
            with pytest.raises(UserError):
                read_yaml("my.yaml", text)


def test_what_is_allowed_is_read_to_the_edge() -> None:
    assert read_yaml("x", "a: [1, -2.5, on, none, ~, '1:30', 0x10]") == {
        "a": [1, -2.5, True, "none", None, "1:30", 16]
    }
    nested = read_yaml("x", "[" * MOST_NESTED + "1" + "]" * MOST_NESTED)
    for _ in range(MOST_NESTED):
        (nested,) = nested
    assert nested == 1
    assert read_yaml("x", "'" + "a" * (LONGEST_TEXT - 2) + "'") == "a" * (LONGEST_TEXT - 2)
    beside = 2 * MOST_NESTED * "{a: [1]}, "
    assert read_yaml("x", f"[{beside}]") == 2 * MOST_NESTED * [{"a": [1]}]


@pytest.mark.parametrize(
    "word", ["2026-01-31", "2026-13-45", "1:30", "190:20:30.15", "=", "2026-01-31 10:00:00"]
)
def test_dates_and_numbers_of_base_60_are_texts(word: str) -> None:
    assert read_yaml("x", word) == word


def test_a_merge_key_is_a_key_like_others() -> None:
    assert read_yaml("x", "<<: {a: 1}") == {"<<": {"a": 1}}


def test_a_file_is_read_as_far_as_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "my.yaml"
    path.write_text("seed: 5\n")
    assert read_yaml_file(path) == {"seed": 5}
    with path.open("wb") as file:
        file.truncate(10**12)  # a hole: no disk holds so much
    with pytest.raises(UserError, match="it is too long; allowed: 65,536 bytes"):
        read_yaml_file(path)


def test_what_is_no_file_of_text_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "bytes").write_bytes(b"seed: \xff\xfe")
    for name, part in {"pipe": "not a file", "bytes": "UTF-8", "none": "No such file"}.items():
        with pytest.raises(UserError, match=f"{name} can't be read: .*{part}"):
            read_yaml_file(tmp_path / name)
