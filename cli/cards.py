"""`fudaba balance GAME --cards`: how often who had a card won."""

from typing import Annotated

from rich.console import Console
from rich.text import Text

from fudaba.common.languages import N_, translator
from fudaba.evaluation.asking import Option
from fudaba.evaluation.balance.cards import WAYS, CardsRequest, CardsResult
from fudaba.evaluation.progress import playing_bar
from fudaba.evaluation.report import numbers
from fudaba.evaluation.report.balance.names import named
from fudaba.evaluation.statistics import clear_of_chance

from .arguments import Asked
from .wide import WideRow, print_wide

_, _n = translator("cli")
_evaluation = translator("evaluation")[0]

DESCRIPTION = N_(
    "Counts how often the players won who were dealt a card, drew it, held it at the end or "
    "played it, less how often those won who did not."
)
Cards = Annotated[bool, Option("Count the cards; it asks for this report.")]
WARNING = N_(
    "Δ is how much more often players with the card won than those without it, ± a 95 % interval "
    "over games, bold where it is clear among all that are printed (Holm). Only what was dealt "
    "came before all play: who wins draws other cards and plays them, so the other columns do not "
    "say what a card is worth."
)


def print_cards(asked: Asked, cards: Cards = True) -> None:
    """Plays and prints.

    Raises:
        UserError: An argument can't be used.
    """
    request = CardsRequest(**asked.values)
    with playing_bar(_("games")) as progress:
        result = request.play(progress)
    print_wide(
        Console(),
        _n(
            "{game}: {count:,} game of {agent}",
            "{game}: {count:,} games of {agent}",
            result.games,
            game=request.game.translate(request.game.title),
            agent=request.agent,
        ),
        _(WARNING),
        [_evaluation(way) for way in WAYS],
        list(_rows(result)),
    )


def _rows(result: CardsResult) -> list[WideRow]:
    """Returns a row for each card, those that help most when dealt first."""
    shown = [
        (name, way, worth.difference)
        for name, ways in result.worths.items()
        for way, worth in ways.items()
    ]
    clear = clear_of_chance([difference.p_value for _name, _way, difference in shown])
    cells = {
        (name, way): Text(
            f"{numbers.percent(result.worths[name][way].wins.mean)}\n"
            f"Δ {numbers.change(difference, 'share')}",
            style="bold" if is_clear else "",
        )
        for (name, way, difference), is_clear in zip(shown, clear, strict=True)
    }

    def worth(name: str) -> float:
        return -next(iter(result.worths[name].values())).difference.mean

    return [
        WideRow(named(result.game, name), [cells.get((name, way), Text("")) for way in WAYS])
        for name in sorted(result.worths, key=worth)
    ]
