"""`fudaba balance GAME`: is this seat, this hand, this house rule fair?"""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

from rich.console import Console
from rich.text import Text

from fudaba.common.files import write_whole
from fudaba.common.languages import N_, translator
from fudaba.envs import Game, UserError, find_game
from fudaba.envs.core.stepping.measuring import balance_of
from fudaba.evaluation.asking import Option
from fudaba.evaluation.balance import BalanceRequest, BalanceResult
from fudaba.evaluation.balance.cards import CardsRequest
from fudaba.evaluation.balance.hands import DEAL, EXPLAINED, LATER_ROUNDS, WORTH
from fudaba.evaluation.balance.openings import OPENING
from fudaba.evaluation.balance.outcomes import (
    AGENTS,
    COURSE,
    ENDING,
    FIRST_PLACES,
    GAME,
    IN_GAMES,
    REWARD,
    SEATS,
    TURNS,
)
from fudaba.evaluation.balance.restricted import RestrictRequest
from fudaba.evaluation.balance.result import (
    HEAD,
    Finding,
    Ladder,
    VariantResult,
)
from fudaba.evaluation.match import COMMAND_THREADS
from fudaba.evaluation.people import PeopleRequest
from fudaba.evaluation.progress import playing_bar
from fudaba.evaluation.report import numbers
from fudaba.evaluation.report.balance.names import item_named, label_of, named, quantity_named
from fudaba.evaluation.run_key import RunKey
from fudaba.evaluation.statistics import clear_of_chance

from . import cards, people, restrict
from .arguments import Asked, arguments_of, parse
from .executor import On, Threads, executor_on
from .outputs import GAMES, TABLE, Force, IsOwn, Outputs
from .verdict import print_verdict
from .wide import STAR, WideRow, print_wide

_, _n = translator("cli")
_evaluation = translator("evaluation")[0]

DESCRIPTION = N_(
    "Measures how fair a game is by seat, turn order and deal, and how that changes with the "
    "house rules. All variants play the same deals; the intervals are clustered on the deal. "
    "Further reports have options of their own, which --help lists behind their names: fudaba "
    "balance GAME --cards counts the cards of those who won, GAME --restrict WORDS measures what "
    "it costs to leave a kind of moves out, and --records FILE ... counts what people did in "
    "recorded games."
)
Shown = dict[str, tuple[str, tuple[str, ...] | None]]
# For each group of findings the heading on the terminal and the quantities shown; None is all.
SHOWN: Shown = {
    GAME: (N_("the game"), None),
    TURNS: (N_("by turn order"), (REWARD, FIRST_PLACES)),
    SEATS: (N_("by seat"), (REWARD,)),
    AGENTS: (N_("by agent"), (REWARD, FIRST_PLACES)),
    DEAL: (N_("by what was dealt"), (WORTH, EXPLAINED)),
    LATER_ROUNDS: (N_("by what was dealt in a later round, its points"), (WORTH, EXPLAINED)),
    OPENING: (N_("by a player's first decision with a choice"), None),
    ENDING: (N_("how games end"), None),
    COURSE: (N_("by what became of it"), None),
}
# By the option that asks for it: a report of its own, with a description and options of its own.
OTHER_REPORTS: dict[str, tuple[Callable[..., None], str, type]] = {
    "--records": (people.people, people.DESCRIPTION, PeopleRequest),
    "--cards": (cards.print_cards, cards.DESCRIPTION, CardsRequest),
    "--restrict": (restrict.print_costs, restrict.DESCRIPTION, RestrictRequest),
}
LABEL_WIDTH = 36  # characters of a row's name in one line
CHANCE = N_("chance of such differences if all were equal")
INTERVALS = N_(
    "± is a 95 % interval, clustered on the deal; counts of a game are those of all its players; a "
    "reward is what the game pays a player at its end"
)
COMPARED = N_(
    "; Δ is the paired difference from the first variant, * where it is clear, which "
    "allows for all that are printed (Holm)"
)

Results = Annotated[
    Path | None,
    Option(
        "JSON file of all numbers. Beside it, with other endings: the findings as CSV, and the "
        "games in SQLite, which are not played again.",
        "PATH",
        "default: results.json in runs/balance/GAME/, in the question's folder",
    ),
]
Skill = Annotated[
    bool, Option("How much of one game is skill: the same as --ladder random greedy.")
]
Full = Annotated[bool, Option("Print all numbers instead of the verdict.")]
Page = Annotated[Path | None, Option("HTML page.", "PATH", "default: beside the results")]


def main(words: list[str]) -> None:
    """Parses the arguments and plays; see `balance`."""
    reports = OTHER_REPORTS | {"": (balance, DESCRIPTION, BalanceRequest)}
    typed = [word.partition("=")[0] for word in words]
    asked = next((word for word in OTHER_REPORTS if word in typed), "")
    report, description, request = reports[asked]
    every = {
        one.label
        for report, _description, request in reports.values()
        for one in (*arguments_of(report), *arguments_of(request))
    }
    parse(report, words, "fudaba balance", description, request, asked, every)


def balance(
    asked: Asked,
    skill: Skill = False,
    full: Full = False,
    results: Results = None,
    page: Page = None,
    force: Force = False,
    threads: Threads = COMMAND_THREADS,
    on: On = "local",
) -> None:
    """Plays, prints the outcome and writes the files.

    Raises:
        UserError: An argument, a value or a file can't be used.
    """
    if skill and asked.values["ladder"]:
        raise UserError(_("--skill is a ladder already; allowed: --skill or --ladder, not both."))
    if skill:
        asked.values["ladder"] = ("random", "greedy")
    request = BalanceRequest(**asked.values)
    run_key = request.run_key
    folder = Path("runs/balance") / request.game.name / run_key.folder
    results = results or folder / "results.json"
    outputs = Outputs.beside(results, page, (TABLE, ".csv"), (GAMES, ".sqlite"))
    # A table does not name its question, but the results beside it do.
    is_beside = os.path.exists(results)
    own: dict[str, IsOwn] = {
        "results": lambda content: is_result(content, run_key),
        TABLE: lambda content: is_beside and is_table(content),
        "page": run_key.is_answered_by,
    }
    outputs.check(force, own)
    with executor_on(on, threads) as executor, playing_bar(_("games")) as progress:
        result = request.play(executor, outputs[GAMES], progress)
    print_out = print_result if full else print_verdict
    print_out(Console(), result)
    if request.measures and not full:
        names = [measure.statistic.name for measure in request.measures]
        print_measures(Console(), result, names)
    for measure in request.measures:
        if measure.kind == "factor" and not _is_measured(result, measure.statistic.name):
            name = measure.statistic.name
            Console().print(
                _("{name} is the same for all seats in all deals, and explains nothing.", name=name)
            )
    _write(outputs, result, asked.command)
    outputs.tell()


def _write(outputs: Outputs, result: BalanceResult, command: str) -> None:
    """Writes all files but the games, which are written while they are played."""
    from fudaba.evaluation.report.balance.page import render_balance_page

    write_whole(outputs["results"], result.to_json().encode())
    write_whole(outputs[TABLE], result.to_csv().encode())
    write_whole(outputs["page"], render_balance_page(result, command).encode())


def is_result(content: bytes, run_key: RunKey) -> bool:
    """Returns whether a file holds the result of the run with this key."""
    try:
        return BalanceResult.from_json(content).run_key == run_key
    except UserError:
        return False


def is_table(content: bytes) -> bool:
    """Returns whether a file is a CSV table of a balance run."""
    return content.startswith(",".join(HEAD).encode())


def print_result(console: Console, result: BalanceResult) -> None:
    """Prints the variants side by side, in several tables if needed, and the ladders."""
    _print_variants(console, result)
    for ladder in result.ladders:
        _print_ladder(console, ladder)


def _print_variants(console: Console, result: BalanceResult) -> None:
    game, variants = find_game(result.game), result.variants
    with_words = [factor.name for factor in balance_of(game).factors if factor.words]
    with_words += [pair.factor for variant in variants for pair in variant.comparisons]
    headings = {name: _("by {name}", name=named(game, name)) for name in with_words}
    by_word = {name: (heading, (REWARD, FIRST_PLACES)) for name, heading in headings.items()}
    shown = SHOWN | by_word
    clear = _clear_differences(variants, shown)
    rows = []
    for group, (heading, quantities) in shown.items():
        found = list(_rows(game, variants, group, quantities, clear))
        rows += [WideRow(_(heading)), *found] if found else []
    print_wide(
        console,
        _title(game, result),
        _(INTERVALS) + (_(COMPARED) if len(variants) > 1 else ""),
        list(map(label_of, variants)),
        rows,
        kept=1,
        least=LABEL_WIDTH,
    )


def _title(game: Game, result: BalanceResult) -> str:
    """Returns the line above the table of all numbers."""
    title = _(
        "{game}: {deals:,} deals, {games:,} games of {agents} per variant",
        game=game.translate(game.title),
        deals=result.deals,
        games=result.variants[0].games,
        agents=", ".join(result.agents),
    )
    if not result.rotated:
        return title
    return _("{title}, {factor} rotated", title=title, factor=named(game, result.rotated))


def print_measures(console: Console, result: BalanceResult, names: Sequence[str]) -> None:
    """Prints a table of some factors and tallies, with a column for each variant."""
    keys = dict.fromkeys(
        finding.key
        for name in names
        for variant in result.variants
        for finding in variant.findings
        if _is_of(finding, name)
    )
    if not keys:
        return
    game, rows = find_game(result.game), list[WideRow]()
    for group, item, quantity in keys:
        label = _label(game, group, item, quantity)
        if group not in (GAME, DEAL):
            label = _("{group}, {label}", group=named(game, group), label=label)
        found = [variant.find(group, item, quantity) for variant in result.variants]
        rows.append(WideRow(label, [_cell(finding, False) for finding in found]))
    print_wide(
        console,
        _("the measures that were asked for"),
        _(INTERVALS),
        list(map(label_of, result.variants)),
        rows,
        kept=1,
        least=LABEL_WIDTH,
    )


def _is_measured(result: BalanceResult, name: str) -> bool:
    """Whether any variant has a finding on a measure."""
    findings = (finding for variant in result.variants for finding in variant.findings)
    return any(_is_of(finding, name) for finding in findings)


def _label(game: Game, group: str, item: str, quantity: str) -> str:
    """Returns the name of a row."""
    name = quantity_named(game, quantity)
    if group == GAME:
        return name
    return _("{item}: {quantity}", item=item_named(game, group, item), quantity=name)


def _is_of(finding: Finding, name: str) -> bool:
    """Whether a finding belongs to the short table of a factor or a tally."""
    group, item, quantity = finding.key
    if group == GAME:
        return quantity in (name, name + IN_GAMES) or quantity.startswith(f"{name}: ")
    if group in (DEAL, LATER_ROUNDS):
        return item == name and quantity in (WORTH, EXPLAINED)
    return group == name and quantity == REWARD


def _clear_differences(variants: Sequence[VariantResult], shown: Shown) -> set[int]:
    """Returns the ids of the findings whose difference is clear among all in a table (Holm)."""
    findings = [
        finding
        for variant in variants
        for group, (_, quantities) in shown.items()
        for finding in variant.of(group)
        if finding.difference and (quantities is None or finding.quantity in quantities)
    ]
    clear = clear_of_chance([f.difference.p_value for f in findings if f.difference])
    return {id(f) for f, is_clear in zip(findings, clear, strict=True) if is_clear}


def _rows(
    game: Game,
    variants: Sequence[VariantResult],
    group: str,
    quantities: tuple[str, ...] | None,
    clear: set[int],
) -> Iterator[WideRow]:
    """Yields the rows of a group: a name and one cell per variant."""
    keys = dict.fromkeys(
        finding.key
        for variant in variants
        for finding in variant.of(group)
        if quantities is None or finding.quantity in quantities
    )
    for key in keys:
        found = [variant.find(*key) for variant in variants]
        if not all(finding is None or finding.is_nothing for finding in found):
            cells = [_cell(finding, id(finding) in clear) for finding in found]
            yield WideRow(f"  {_label(game, *key)}", cells)
    chances = {TURNS: "equal_turns", SEATS: "equal_seats"}
    if group in chances:
        values = [getattr(variant, chances[group]) for variant in variants]
        yield WideRow(f"  {_(CHANCE)}", [Text(numbers.p_value(value)) for value in values])


def _cell(finding: Finding | None, is_clear: bool) -> Text:
    if finding is None:
        return Text("")
    cell = Text(numbers.give_or_take(finding.interval, finding.form))
    change = finding.difference
    if change is not None:
        words = numbers.change(change, finding.form, finding.interval.mean)
        cell.append(f"\nΔ {words}{STAR * is_clear}", style="" if is_clear else "dim")
    return cell


def _print_ladder(console: Console, ladder: Ladder) -> None:
    steps = {(step.weaker, step.stronger): step for step in ladder.steps}
    rows = []
    for pair in ladder.pairs:
        step = steps.get((pair.weaker, pair.stronger))
        cells = (
            numbers.give_or_take(step.reward, "reward") if step else "",
            numbers.count(step.games_needed.mean) if step else "",
            numbers.give_or_take(pair.skill, "share"),
            numbers.give_or_take(pair.deal, "share"),
            numbers.give_or_take(pair.named, "share"),
        )
        name = _("{stronger} over {weaker}", stronger=pair.stronger, weaker=pair.weaker)
        rows.append(WideRow(name, list(map(Text, cells))))
    print_wide(
        console,
        _("skill ladder, {variant}", variant=_evaluation(ladder.variant)),
        _(
            "Reward and games until it leads with 95 % certainty: alone among copies of the "
            "weaker. Shares of one seat's result: at a table with half of the seats each."
        ),
        (_("reward"), _("games"), _("skill"), _("deal"), _("deal, named")),
        rows,
    )
