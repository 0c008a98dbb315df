import re
import shlex
from pathlib import Path

import pytest

from fudaba.cli.main import main

from .pages import PAGES, run_page

PAGE = PAGES.with_name("datasets.md")


def test_a_clone_of_greedy_beats_random(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    command, *_ = re.findall("^fudaba (.+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert main(shlex.split(command)) == 0
    names = run_page(f"../{PAGE.name}", "sevens_v0", 0, monkeypatch)
    rewards = {standing.agent: standing.reward for standing in names["result"].standings}
    assert rewards["cloned"].low > 0 > rewards["random"].high
    assert len(names["actions"]) == sum(dataset.total_steps for dataset in names["datasets"])
