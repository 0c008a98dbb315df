"""Prints the verdict of a balance run in at most 25 lines of 80 columns."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fudaba.evaluation.balance import BalanceResult
from fudaba.evaluation.balance.goals import Goal
from fudaba.evaluation.balance.result import VariantResult
from fudaba.evaluation.report.balance import verdict
from fudaba.evaluation.report.balance.names import short_name, varied_options

from .broken import Broken

MOST_LINES = 24  # the names of the files are one more
WIDEST = 100  # columns: longer lines are hard to read
ENOUGH_ROWS = 6  # of the table of variants, before the columns are explained
LEAST_NAME, ENOUGH_FOR_NAMES = 10, 24  # columns


def print_verdict(console: Console, result: BalanceResult) -> None:
    """Prints the question, the players and the answers."""
    width = min(console.width, WIDEST)
    console.print(Broken(Text(verdict.asked(result), style="bold")), width=width)
    console.print(Broken(Text(verdict.played(result))), width=width)
    if result.ranking is None:
        _print_sentences(console, result, width)
    else:
        _print_variants(console, result, width)


def _print_sentences(console: Console, result: BalanceResult, width: int) -> None:
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 0))
    table.add_column()
    table.add_column(overflow="fold")  # Japanese has no spaces to break at
    for subject, sentence in verdict.verdict_of(result):
        table.add_row(Text(subject, style="bold"), Broken(Text(sentence)))
    console.print(table, width=width)
    console.print(Broken(Text(verdict.on_intervals(result), style="dim")), width=width)


def _print_variants(console: Console, result: BalanceResult, width: int) -> None:
    """Prints one line per variant, as many as fit, and the sentence on the best ones."""
    variants, goals = verdict.ranked(result), verdict.shown_goals(result)
    varied = ", ".join(varied_options(result))
    longest = max(len(name) for name in (varied, *(short_name(result, v) for v in variants)))
    wanted = min(longest, ENOUGH_FOR_NAMES)
    while len(goals) > 1 and _room(_columns(result, variants, goals), width) < wanted:
        goals.pop()  # it stands on the page
    explained = verdict.on_columns(result, goals)
    notes = [Text(words, style="dim") for words in (verdict.on_star(result), explained)]
    end = [Text(verdict.on_ranking(result)), *notes]
    room = _room_for(end, console, width)
    if len(variants) > room and room < ENOUGH_ROWS:
        end.pop()  # the page explains the columns
        room = _room_for(end, console, width)
    listed = _that_fit(variants, result.variants[0], room)
    if len(listed) < len(variants):
        more = verdict.on_the_rest(len(variants) - len(listed))
        end.insert(0, Text(f"   {more}", style="dim"))
    names = [varied, *(short_name(result, v) for _rank, v in listed)]
    columns = _columns(result, [variant for _rank, variant in listed], goals)
    head, *rows = _lines([0, *(rank for rank, _v in listed)], names, columns, width)
    console.print(Text(head, style="dim"))
    for row, (_rank, variant) in zip(rows, listed, strict=True):
        console.print(Text(row, style="bold" if variant is result.variants[0] else ""))
    for line in end:
        console.print(Broken(line), width=width)


def _that_fit(
    variants: Sequence[VariantResult], reference: VariantResult, room: int
) -> list[tuple[int, VariantResult]]:
    """Returns the variants that fit and their ranks: the best, and that of which stars speak."""
    listed = list(enumerate(variants, start=1))
    if len(listed) <= room:
        return listed
    return [*listed[: room - 2], listed[max(room - 2, variants.index(reference))]]


def _room_for(end: Sequence[Text], console: Console, width: int) -> int:
    """Returns the number of variants that fit above the last lines."""
    return MOST_LINES - 3 - sum(len(line.wrap(console, width)) for line in end)


def _columns(
    result: BalanceResult, variants: Sequence[VariantResult], goals: Sequence[Goal]
) -> list[list[str]]:
    """Returns the columns of numbers, each with its head; the second column has intervals."""
    clear, columns = verdict.clear_changes(result), []
    for goal in goals:
        found = [(variant.label, variant.compared(goal.name)) for variant in variants]
        cells = [
            verdict.goal_words(finding) + " *"[(label, goal.name) in clear] if finding else ""
            for label, finding in found
        ]
        columns.append([verdict.head_of(goal), *cells])
        if len(columns) == 1:
            ends = [verdict.goal_ends(f) if f else "" for _, f in found]
            columns.append(["95 %", *ends])
    return columns


def _lines(
    ranks: Sequence[int], names: Sequence[str], columns: list[list[str]], width: int
) -> list[str]:
    """Returns a line per row: its rank, its name, and its numbers, which are never cut."""
    room = _room(columns, width)
    longest = max(map(len, names[1:]))
    if room < longest:
        del columns[1]  # the interval stands on the page
        room = _room(columns, width)
    room = max(LEAST_NAME, min(room, max(map(len, names))))
    cut = [name if len(name) <= room else f"{name[: room - 1]}…" for name in names]
    widths = [_widest(column) for column in columns]
    return [
        f"{rank or '':>2} {name:<{room}} "
        + " ".join(_right(cell, size) for cell, size in zip(cells, widths, strict=True))
        for rank, name, *cells in zip(ranks, cut, *columns, strict=True)
    ]


def _room(columns: Sequence[Sequence[str]], width: int) -> int:
    """Returns the width that remains for the names beside the columns of numbers."""
    return width - 3 - sum(1 + _widest(column) for column in columns)


def _widest(column: Sequence[str]) -> int:
    """Returns the width of a column's widest cell, in terminal columns."""
    return max(map(cell_len, column))


def _right(cell: str, size: int) -> str:
    return " " * (size - cell_len(cell)) + cell
