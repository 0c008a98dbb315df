"""What all tests start from."""

import asyncio
import gc
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fudaba.envs.core.api import registry
from fudaba.envs.core.stepping import tables

# A shell starts what runs in its background with interruptions ignored, and the processes that
# tests start would ignore them too.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection() -> None:
    """Looks for no garbage while thousands of tests are collected: there is none."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Looks for garbage among what the tests make alone."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[Any]) -> None:
    """Marks as slow the rows of a `diagonal` test that repeat what its other rows have.

    The values of the longest parameter are tried with those of the others in turn.
    """
    rows = [item for item in items if item.get_closest_marker("diagonal")]
    values = defaultdict[Any, dict[str, dict[int, int]]](lambda: defaultdict(dict))
    for row in rows:
        for name, value in row.callspec.params.items():
            numbers = values[row.function][name]
            numbers.setdefault(id(value), len(numbers))
    for row in rows:
        lists, given = values[row.function], row.callspec.params
        at = {name: numbers[id(given[name])] for name, numbers in lists.items()}
        longest = max(lists, key=lambda name: len(lists[name]))
        if any(at[name] != at[longest] % len(lists[name]) for name in lists):
            row.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session", autouse=True)
def few_tables_are_shared() -> Iterator[None]:
    """Makes threads share few tables too: thousands, which are worth it, take tests too long."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(tables, "LEAST_STEPPED", 1)
        changed.setattr(tables, "LEAST_PLAYED_ON", 1)
        yield


@pytest.fixture(autouse=True)
def games_are_those_of_before() -> Iterator[None]:
    """Takes out the games that a test added: another test goes over all games."""
    found = [registry._packages, registry._named]
    before = [dict(names) for names in found]
    yield
    for names, kept in zip(found, before, strict=True):
        if names != kept:
            names.clear()
            names.update(kept)


@pytest.fixture(scope="session")
def started_chromium() -> Iterator[tuple[Any, Any]]:
    """A browser of all tests of this process, with the event loop of what drives it."""
    from playwright.sync_api import sync_playwright

    from .evaluation.browser import launch

    with sync_playwright() as playwright:
        loop = asyncio._get_running_loop()
        yield launch(playwright), loop
        asyncio._set_running_loop(loop)  # it ends what is open


@pytest.fixture(scope="module")
def chromium(started_chromium: tuple[Any, Any]) -> Iterator[Any]:
    """The browser, in which tests open isolated windows; its loop runs in no other module."""
    browser, loop = started_chromium
    asyncio._set_running_loop(loop)
    yield browser
    asyncio._set_running_loop(None)


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves the pictures of reports blank: they take most of a page's time."""

    def draw(_name: str, _description: str, form: str, *_: Any) -> str:
        return f'<svg class="{form}"></svg>'

    monkeypatch.setattr("fudaba.evaluation.report.pictures._draw", draw)


@pytest.fixture
def own_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A working directory for code of one's own, none of which stays loaded."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    before = {*sys.modules}
    yield
    for name in {*sys.modules} - before:
        if name.startswith("fudaba_agent_"):
            del sys.modules[name]
