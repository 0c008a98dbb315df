"""Two revisions are measured in turns, each from its own files."""

import pytest

from benchmarks import against
from benchmarks.runs import RAW

HAS_GIT = (against.ROOT / ".git").exists()


@pytest.mark.slow
@pytest.mark.skipif(not HAS_GIT, reason="this is no clone")
def test_another_revision_plays_from_its_own_files(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(against, "ROUNDS", 1)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # the files of the other revision are not compiled
    lines = against.comparison("HEAD", [("makhup_v0", RAW), ("old_maid_v0", RAW)]).split("\n")
    assert lines[0].startswith("| a second, 1 rounds ")
    assert [line.split(" | ")[0] for line in lines[2:]] == ["| makhup_v0, `raw_env()`"]
    assert "old_maid_v0, `raw_env()`: not measured here: " in capfd.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        against.comparison("no-such-revision", [])
    said = capfd.readouterr().err
    assert said.startswith("against can't be 'no-such-revision'; allowed: a commit, branch or tag")


def test_the_table_has_the_median_of_the_ratios_and_their_spread() -> None:
    way = ("sevens_v0", RAW)
    rates = {(way, against.HERE): [20.0, 40.0, 90.0], (way, against.THERE): [10.0, 40.0, 30.0]}
    *_, line = against.ratio_table("v1", [way], rates).split("\n")
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    assert cells == ["sevens_v0, `raw_env()`", "40", "30", "2.00", "1.00", "3.00"]
