"""What the tests of commands start from."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    undrawn: None,
) -> None:
    """Commands write into the present folder; the terminal is as wide as the module's `COLUMNS`."""
    monkeypatch.chdir(tmp_path)
    if columns := getattr(request.module, "COLUMNS", None):
        monkeypatch.setenv("COLUMNS", str(columns))
