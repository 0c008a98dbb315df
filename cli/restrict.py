"""`fudaba balance GAME --restrict WORDS`: what it costs to leave a kind of moves out."""

from rich.console import Console
from rich.text import Text

from fudaba.common.languages import N_, translator
from fudaba.evaluation.balance.restricted import RestrictRequest
from fudaba.evaluation.report import numbers

from .arguments import Asked
from .broken import Broken
from .printing import WAIT
from .wide import WideRow, print_wide

_, _n = translator("cli")

DESCRIPTION = N_(
    "Measures what it costs a player never to make a kind of move, to make it wherever it is "
    "legal, or to make only the first of the kind. The player sits alone among unrestricted copies "
    "of itself. A restriction yields where it leaves no move."
)


def print_costs(asked: Asked) -> None:
    """Plays and prints.

    Raises:
        UserError: An argument can't be used.
    """
    request, console = RestrictRequest(**asked.values), Console()
    with console.status(_(WAIT)):
        costs = request.play()
    rows = [
        WideRow(
            cost.restriction,
            [
                Text(numbers.give_or_take(cost.reward, "reward")),
                Text(numbers.change(cost.wins, "share")),
                Text(numbers.percent(cost.bound)),
            ],
        )
        for cost in costs
        if cost.bound
    ]
    idle = [cost.restriction for cost in costs if not cost.bound]
    print_wide(
        console,
        _(
            "{game}: one restricted player among {agent}",
            game=request.game.translate(request.game.title),
            agent=request.agent,
        ),
        _(
            "± is a 95 % interval, clustered on the deal. Unrestricted, the reward and the wins "
            "beyond an equal share would be zero. In force is the share of the decisions at which "
            "the restriction took a move away. These are costs to {agent}, which was not made for "
            "the restriction.",
            agent=request.agent,
        ),
        [_("reward"), _("wins beyond an equal share"), _("in force")],
        rows,
    )
    if idle:
        said = _("Never in force, so nothing was tried: {words}.", words=_(", ").join(idle))
        console.print(Broken(Text(said)))
