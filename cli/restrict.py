"""`fudaba balance GAME --restrict WORDS`: what it costs to leave a kind of moves out."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from fudaba.common.languages import N_, translator
from fudaba.evaluation.balance.restricted import Cost, RestrictRequest
from fudaba.evaluation.report import numbers
from fudaba.evaluation.statistics import clear_of_chance

from .arguments import Asked
from .broken import Broken
from .outputs import saying_what_is_kept
from .printing import WAIT
from .wide import STAR, WideRow, print_wide

_, _n = translator("cli")

DESCRIPTION = N_(
    "Measures what it costs a player never to make a kind of move, to make it wherever it is "
    "legal, or to make only the first of the kind. The player sits alone among unrestricted copies "
    "of itself. A restriction yields where it leaves no move."
)
COSTS = N_("Clearly wins less often: {words}.")
GAINS = N_("Clearly wins more often: {words}.")


def print_costs(asked: Asked) -> None:
    """Plays and prints.

    Raises:
        UserError: An argument can't be used.
    """
    request, console = RestrictRequest(**asked.values), Console()
    with saying_what_is_kept(), console.status(_(WAIT)):
        costs = request.play()
    tried = _by_result(costs)
    for sentence in _on_costs(tried):
        console.print(Broken(Text(sentence)))
    rows = [
        WideRow(
            words,
            [
                Text(numbers.change(cost.wins, "share") + STAR * is_clear),
                Text(numbers.give_or_take(cost.reward, "reward")),
                Text(numbers.percent(cost.bound)),
            ],
        )
        for words, cost, is_clear in tried
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
            "± is a 95 % interval of each alone, clustered on the deal; * where the wins are "
            "clear, which allows for all restrictions together (Holm). Unrestricted, the wins "
            "beyond an equal share and the reward, in which every place counts, would be zero. In "
            "force is the share of the decisions at which the restriction took a move away. These "
            "are costs to {agent}, which was not made for the restriction.",
            agent=request.agent,
        ),
        [_("wins beyond an equal share"), _("reward"), _("in force")],
        rows,
    )
    if idle:
        said = _("Never in force, so nothing was tried: {words}.", words=_(", ").join(idle))
        console.print(Broken(Text(said)))


def _by_result(costs: Sequence[Cost]) -> list[tuple[str, Cost, bool]]:
    """Returns what was in force: its words, its cost, and whether its wins are clear (Holm).

    Restrictions with the same result, as to pass always and to play never, are one.
    """
    alike: dict[tuple[object, ...], list[Cost]] = {}
    for cost in costs:
        if cost.bound:
            alike.setdefault(cost[1:], []).append(cost)
    found = [(_(", ").join(each.restriction for each in same), same[0]) for same in alike.values()]
    clear = clear_of_chance([cost.wins.p_value for _words, cost in found])
    return [(*each, bool(is_clear)) for each, is_clear in zip(found, clear, strict=True)]


def _on_costs(tried: Sequence[tuple[str, Cost, bool]]) -> Iterator[str]:
    """Yields which restrictions clearly cost games won, which win more, and if none does."""
    clear = [(words, cost.wins) for words, cost, is_clear in tried if is_clear]
    for message, sign in (COSTS, -1), (GAINS, 1):
        named = [
            _("{words} ({change})", words=words, change=numbers.points(wins.mean))
            for words, wins in clear
            if sign * wins.mean > 0
        ]
        if named:
            yield _(message, words=_("; ").join(named))
    if not clear:
        yield _("No restriction clearly costs games won in these deals; play more.")
