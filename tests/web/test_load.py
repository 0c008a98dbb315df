"""Many tables with many pages: every page gets every move. No time is asserted."""

import asyncio

from benchmarks.watching import played

from .conftest import Serving

TABLES, PAGES, SECONDS = 6, 30, 6.0


def test_every_page_of_many_tables_is_shown_every_move(server: Serving) -> None:
    tables = asyncio.run(played(server.address, TABLES, PAGES, SECONDS))
    assert [len(table.pages) for table in tables] == [PAGES // TABLES] * TABLES
    for table in tables:
        assert table.num_moves > 1
        # Every page gets every move, except perhaps the last one at the end of the test.
        assert len(table.waits) >= (table.num_moves - 1) * len(table.pages)
