"""Checks what the file of a small game declares, before anything is derived from it."""

from collections.abc import Iterable, Iterator

from fudaba.common.errors import UserError, did_you_mean
from fudaba.common.languages import translator

from ..core.contract.cells import Cell
from .declared import Declared

_, _n = translator("small")

Named = tuple[str, Iterable[object], Iterable[object]]
"""What is declared, the values that it has, and those that it may have."""


def check_declared(game: Declared) -> None:
    """Checks that everything that moves and cells name is there; an empty name stands for none.

    Raises:
        UserError: Something is not.
    """
    for what, values, allowed in (*_of_moves(game), *_of_cells(game)):
        choices = [*map(str, allowed)]
        for value in filter(None, map(str, values)):
            if value not in choices:
                raise UserError(
                    _(
                        "{what} must be one of {allowed}, got {value}.{hint}",
                        what=what,
                        allowed=", ".join(choices) or "''",
                        value=repr(value),
                        hint=did_you_mean(value, choices),
                    )
                )


def _of_moves(game: Declared) -> Iterator[Named]:
    places = [place.name for place in game.placed]
    seats, phases = [cell.name for cell in game.facts("seat")], range(len(game.questions))
    for move in game.moves:
        yield f"of in {move.name}", [move.of], ["card", "player", *seats]
        yield f"touch in {move.name}", [move.touch], places
        yield f"phase in {move.name}", [move.phase], phases


def _of_cells(game: Declared) -> Iterator[Named]:
    numbers = [cell.name for cell in game.facts("each") if cell.shown and not cell.shown.fill]
    yield "lead", [game.lead], numbers
    yield "named", game.named, [cell.name for cell in game.cells if isinstance(cell, Cell)]
