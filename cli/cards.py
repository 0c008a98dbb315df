"""`fudaba balance GAME --cards`: how often who had a card won."""

from pathlib import Path
from typing import Annotated

from rich.console import Console
from rich.text import Text

from fudaba.common.files import write_whole
from fudaba.common.languages import N_, translator
from fudaba.evaluation.asking import Option
from fudaba.evaluation.balance.cards import CardsRequest
from fudaba.evaluation.progress import playing_bar
from fudaba.evaluation.report.balance.cards import (
    cards_grids,
    on_cards,
    on_numbers,
    on_telling,
    render_cards_page,
    title_of,
)
from fudaba.evaluation.report.balance.grids import Grid

from .arguments import Asked
from .broken import Broken
from .outputs import Force, Outputs, saying_what_is_kept
from .wide import WideRow, print_wide

_, _n = translator("cli")

DESCRIPTION = N_(
    "Counts how often the players won who were dealt a card, drew it, held it at the end or "
    "played it, less how often those won who did not."
)
Cards = Annotated[bool, Option("Count the cards; it asks for this report.")]
Page = Annotated[
    Path | None,
    Option(
        "HTML page, on which the differences have colours.",
        "PATH",
        "default: cards.html in runs/balance/GAME/, in the question's folder",
    ),
]


def print_cards(asked: Asked, cards: Cards = True, page: Page = None, force: Force = False) -> None:
    """Plays, prints and writes the page.

    Raises:
        UserError: An argument or a file can't be used.
    """
    request = CardsRequest(**asked.values)
    folder = Path("runs/balance") / request.game.name / request.run_key.folder
    outputs = Outputs({"page": page or folder / "cards.html"})
    outputs.check(force, {"page": request.run_key.is_answered_by})
    with saying_what_is_kept(), playing_bar(_("games")) as progress:
        result = request.play(progress)
    grids = cards_grids(result, with_telling=False)
    console = Console()
    for grid in grids:
        caption = on_numbers(grid) if grid is grids[-1] else ""
        print_wide(
            console, f"{title_of(result)}: {grid.corner}", caption, grid.columns, _rows(grid)
        )
    for sentence in filter(None, (on_telling(result), on_cards(grids))):
        console.print(Broken(Text(sentence)))
    write_whole(outputs["page"], render_cards_page(result, asked.command).encode())
    outputs.tell()


def _rows(grid: Grid) -> list[WideRow]:
    """Returns the rows of a table, clear differences bold."""
    clear = grid.clear
    return [
        WideRow(
            name,
            [
                Text(
                    f"{cell.text}\nΔ {cell.change}" if cell.text else "",
                    style="bold" if (row, column) in clear else "",
                )
                for column, cell in enumerate(cells)
            ],
        )
        for row, (name, cells) in enumerate(grid.rows)
    ]
