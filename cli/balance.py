"""`fudaba balance GAME`: is this seat, this hand, this house rule fair?"""

import os
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple, Self

from rich.console import Console
from rich.text import Text
from tyro.conf import FlagCreatePairsOff, UseAppendAction, arg

from fudaba.agents.files import check_outputs, write_whole
from fudaba.agents.naming import ALLOWED
from fudaba.envs import Game, UserError, find_game
from fudaba.envs.core.stepping.measuring import balance_of
from fudaba.evaluation.balance import BalanceRequest, BalanceResult, Pace
from fudaba.evaluation.balance.goals import GOALS, TURN_FAIRNESS
from fudaba.evaluation.balance.hands import DEAL, EXPLAINED, LATER_ROUNDS, WORTH
from fudaba.evaluation.balance.minutes import ASSUMED
from fudaba.evaluation.balance.naming import ALLOWED as ALLOWED_MEASURES
from fudaba.evaluation.balance.naming import read_measures
from fudaba.evaluation.balance.openings import OPENING
from fudaba.evaluation.balance.outcomes import (
    AGENTS,
    COURSE,
    FIRST_PLACES,
    GAME,
    IN_GAMES,
    REWARD,
    SEATS,
    TURNS,
)
from fudaba.evaluation.balance.result import (
    HEAD,
    Finding,
    Ladder,
    VariantResult,
)
from fudaba.evaluation.balance.variants import Variant, variants_of
from fudaba.evaluation.match import COMMAND_THREADS
from fudaba.evaluation.progress import playing_bar
from fudaba.evaluation.question import Question
from fudaba.evaluation.report import numbers
from fudaba.evaluation.statistics import clear_of_chance
from fudaba.languages import N_, words

from .arguments import (
    NUMBER,
    WHOLE_NUMBER,
    GameWord,
    HouseRules,
    explained,
    parse,
    read_game,
    read_house_rules,
    read_varied,
)
from .executor import On, Place, Threads, executor_on
from .outputs import Force, check_replaced
from .verdict import print_verdict
from .wide import Row, print_wide

_, _n = words("cli")
_agents = words("agents")[0]

DESCRIPTION = N_(
    "Says how fair a game is: by seat, by turn order, by what was dealt, and how that changes "
    "with the house rules. All variants play the same deals; the intervals are clustered on the "
    "deal."
)
Shown = dict[str, tuple[str, tuple[str, ...] | None]]
# For each group of findings the heading on the terminal and the quantities shown; None is all.
SHOWN: Shown = {
    GAME: ("the game", None),
    TURNS: ("by turn order", (REWARD, FIRST_PLACES)),
    SEATS: ("by seat", (REWARD,)),
    AGENTS: ("by agent", (REWARD, FIRST_PLACES)),
    DEAL: ("by what was dealt", (WORTH, EXPLAINED)),
    LATER_ROUNDS: ("by what was dealt in a later round, its points", (WORTH, EXPLAINED)),
    OPENING: ("by a player's first decision with a choice", None),
    COURSE: ("by what became of it", None),
}
LABEL_WIDTH = 36  # characters of a row's name in one line
CHANCE = "chance of such differences if all were equal"

AgentWords = Annotated[
    tuple[str, ...],
    explained(
        "AGENT ...",
        f"The players: {ALLOWED}; several are rotated through the seats of each deal.",
        "default: greedy",
    ),
]
Rotate = Annotated[
    str | None,
    explained(
        "FACTOR",
        "A factor of the deal, such as role in seki: each deal is played once in every rotation "
        "of it through the seats.",
        "default: as dealt",
    ),
]
Vary = Annotated[
    UseAppendAction[tuple[tuple[str, ...], ...]],
    explained(
        "NAME=VALUE,... ...",
        "House rules to try, such as pass_limit=0,1,3 tunnel=none,ring; every combination is a "
        "variant.",
    ),
]
LadderWords = Annotated[
    tuple[str, ...] | None,
    explained(
        "AGENT ...",
        "Two or more agents whose strengths are compared; says how much of a result is skill.",
        "default: none",
    ),
]
LadderDeals = Annotated[int, WHOLE_NUMBER, arg(help="Deals per pair and per step of the ladder.")]
Results = Annotated[
    Path | None,
    explained(
        "PATH",
        "JSON file of all numbers. Beside it, with other endings: the findings as CSV, and the "
        "games in SQLite, which are not played again.",
        "default: results.json in runs/balance/GAME/, in the question's folder",
    ),
]
RankBy = Annotated[
    str | None,
    explained(
        "GOAL",
        f"What ranks the variants: {', '.join(GOALS)}.",
        f"default: {TURN_FAIRNESS}",
    ),
]
Measures = Annotated[
    UseAppendAction[tuple[tuple[str, ...], ...]],
    explained(
        "MEASURE ...",
        f"Further measures: {ALLOWED_MEASURES}. NAME is a factor or tally of your own in a Python "
        "file; the others play positions out, which takes long.",
    ),
]
WithChoice = Annotated[
    float,
    NUMBER,
    arg(help="Seconds that people take for a decision with a choice: an assumption."),
]
WithoutChoice = Annotated[
    float, NUMBER, arg(help="Seconds for a decision without a choice: an assumption.")
]
SetUp = Annotated[float, NUMBER, arg(help="Minutes to shuffle and deal a game: an assumption.")]
Full = Annotated[FlagCreatePairsOff[bool], arg(help="Print all numbers instead of the verdict.")]
Page = Annotated[Path | None, explained("PATH", "HTML page.", "default: beside the results")]


class Asked(NamedTuple):
    """The checked arguments of a balance run.

    Attributes:
        request: What to play.
        files: The files to write.
        full: Whether to print all numbers.
        threads: See `executor_on`.
        on: See `executor_on`.
    """

    request: BalanceRequest
    files: "Files"
    full: bool
    threads: int
    on: Place


def main(words: list[str]) -> None:
    """Reads the words, plays, prints the outcome and writes the files."""
    asked = parse(balance, words, "fudaba balance", DESCRIPTION)
    with (
        executor_on(asked.on, asked.threads) as executor,
        playing_bar(_("games")) as progress,
    ):
        result = asked.request.play(executor, asked.files.games, progress)
    print_out = print_result if asked.full else print_verdict
    print_out(Console(), result)
    if asked.request.measures and not asked.full:
        names = [measure.statistic.name for measure in asked.request.measures]
        print_measures(Console(), result, names)
    asked.files.write(result, shlex.join(["fudaba", "balance", *words]))
    where = f"Page: {asked.files.page}; numbers: {asked.files.results}"
    Console().print(Text(where), soft_wrap=True)


def balance(
    game: GameWord,
    agent: AgentWords = ("greedy",),
    games: Annotated[int, WHOLE_NUMBER, arg(help="Games per variant.")] = 10_000,
    rotate: Rotate = None,
    vary: Vary = (),
    rank_by: RankBy = None,
    options: HouseRules = (),
    ladder: LadderWords = None,
    ladder_deals: LadderDeals = 1000,
    measure: Measures = (),
    seconds_with_choice: WithChoice = ASSUMED.seconds_with_choice,
    seconds_without_choice: WithoutChoice = ASSUMED.seconds_without_choice,
    minutes_to_set_up: SetUp = ASSUMED.minutes_to_set_up,
    seed: Annotated[int, WHOLE_NUMBER, arg(help="Seed of the deals.")] = 0,
    full: Full = False,
    results: Results = None,
    page: Page = None,
    force: Force = False,
    threads: Threads = COMMAND_THREADS,
    on: On = "here",
) -> Asked:
    """Returns the checked arguments of `fudaba balance`.

    Raises:
        UserError: A word, a value or a file can't be used.
    """
    the_game = read_game(game)
    variants = _read_variants(the_game, options, vary)
    if ladder is not None and not ladder:
        raise UserError(
            _("name two agents or more for the ladder: {allowed}.", allowed=_agents(ALLOWED))
        )
    if rank_by is not None and len(variants) == 1:
        raise UserError(
            _(
                "one variant can't be ranked by {rank_by}; allowed: --rank-by with --vary.",
                rank_by=rank_by,
            )
        )
    request = BalanceRequest(
        *(the_game, variants, agent, games, seed, rotate, ladder or (), ladder_deals),
        rank_by=rank_by or TURN_FAIRNESS,
        measures=read_measures([word for words in measure for word in words], the_game),
        pace=Pace(seconds_with_choice, seconds_without_choice, minutes_to_set_up),
    )
    folder = Path("runs/balance") / the_game.name / request.question.folder
    files = Files.beside(results or folder / "results.json", page)
    files.check(request.question, force)
    return Asked(request, files, full, threads, on)


def _read_variants(
    game: Game, options: Sequence[str], vary: Sequence[Sequence[str]]
) -> list[Variant]:
    """Reads the house rules that are fixed and those that are varied.

    Raises:
        UserError: A word can't be read, or the house rules are refused.
    """
    if not all(vary):
        raise UserError(_("name a house rule to vary: NAME=VALUE,VALUE."))
    fixed = read_house_rules(options)
    return variants_of(game, fixed, read_varied([word for words in vary for word in words]))


class Files(NamedTuple):
    """The files that a run writes.

    Attributes:
        results: All numbers, as JSON.
        table: The findings, as CSV.
        games: The games, in SQLite; runs add to this file and replace the others.
        page: The HTML page.
    """

    results: Path
    table: Path
    games: Path
    page: Path

    @classmethod
    def beside(cls, results: Path, page: Path | None) -> Self:
        """Returns files that differ from `results` in their endings; `page` overrides the page."""
        table, games, usual = (
            results.parent / f"{results.stem}{ending}" for ending in (".csv", ".sqlite", ".html")
        )
        return cls(results, table, games, page or usual)

    def check(self, question: Question, force: bool) -> None:
        """Checks that the files can be written and replace no others.

        Args:
            question: The question of the run.
            force: Whether they may replace any file.

        Raises:
            UserError: A file can't be written, or holds something else.
        """
        names = ("results", "the CSV file", "the SQLite file", "page")
        check_outputs(dict(zip(names, self, strict=True)))
        if not force:
            check_replaced(self.results, lambda content: is_result(content, question))
            # A table does not name its question, but the results beside it do.
            is_beside = os.path.exists(self.results)
            check_replaced(self.table, lambda content: is_beside and is_table(content))
            check_replaced(self.page, question.is_answered_by)

    def write(self, result: BalanceResult, command: str) -> None:
        """Writes all files but the games, which are written while they are played."""
        from fudaba.evaluation.report.balance.page import write_balance_page

        write_whole(self.results, result.to_json().encode())
        write_whole(self.table, result.to_csv().encode())
        write_balance_page(self.page, result, command)


def is_result(content: bytes, question: Question) -> bool:
    """Returns whether a file holds the answer to a question."""
    try:
        return BalanceResult.from_json(content).question == question
    except UserError:
        return False


def is_table(content: bytes) -> bool:
    """Returns whether a file holds the findings of a balance run."""
    return content.startswith(",".join(HEAD).encode())


def print_result(console: Console, result: BalanceResult) -> None:
    """Prints the variants side by side, in several tables if needed, and the ladders."""
    _print_variants(console, result)
    for ladder in result.ladders:
        _print_ladder(console, ladder)


def _print_variants(console: Console, result: BalanceResult) -> None:
    game, variants = find_game(result.game), result.variants
    rotated = f", {result.rotated} rotated" if result.rotated else ""
    compared = (
        "; Δ is the paired difference from the first variant, bold where it is clear among all "
        "that are printed (Holm)"
    )
    with_words = [factor.name for factor in balance_of(game).factors if factor.words]
    with_words += [pair.factor for variant in variants for pair in variant.comparisons]
    by_word = {name: (f"by {name}", (REWARD, FIRST_PLACES)) for name in with_words}
    shown = SHOWN | by_word
    clear = _clear_differences(variants, shown)
    rows = []
    for group, (heading, quantities) in shown.items():
        found = list(_rows(variants, group, quantities, clear))
        rows += [Row(heading), *found] if found else []
    print_wide(
        console,
        f"{game.title}: {result.deals:,} deals, {variants[0].games:,} games of "
        f"{', '.join(result.agents)} per variant{rotated}",
        "± is a 95 % interval, clustered on the deal" + compared * (len(variants) > 1),
        [variant.label for variant in variants],
        rows,
        kept=1,
        least=LABEL_WIDTH,
    )


def print_measures(console: Console, result: BalanceResult, names: Sequence[str]) -> None:
    """Prints a table of some factors and tallies, with a column for each variant."""
    keys = dict.fromkeys(
        finding.key
        for name in names
        for variant in result.variants
        for finding in variant.findings
        if _is_of(finding, name)
    )
    rows = []
    for group, item, quantity in keys:
        place = f"{group}, " if group not in (GAME, DEAL) else ""
        label = quantity if group == GAME else f"{place}{item}: {quantity}"
        found = [variant.find(group, item, quantity) for variant in result.variants]
        rows.append(Row(label, [_cell(finding, False) for finding in found]))
    print_wide(
        console,
        "the measures that were asked for",
        "± is a 95 % interval, clustered on the deal",
        [variant.label for variant in result.variants],
        rows,
        kept=1,
        least=LABEL_WIDTH,
    )


def _is_of(finding: Finding, name: str) -> bool:
    """Whether a finding is one of the few that say most about a factor or a tally."""
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
    variants: Sequence[VariantResult],
    group: str,
    quantities: tuple[str, ...] | None,
    clear: set[int],
) -> Iterator[Row]:
    """Yields the rows of a group: a name and one cell per variant."""
    keys = dict.fromkeys(
        finding.key
        for variant in variants
        for finding in variant.of(group)
        if quantities is None or finding.quantity in quantities
    )
    for key in keys:
        _, item, quantity = key
        label = quantity if group == GAME else f"{item}: {quantity}"
        found = [variant.find(*key) for variant in variants]
        if not all(finding is None or finding.is_nothing for finding in found):
            cells = [_cell(finding, id(finding) in clear) for finding in found]
            yield Row(f"  {label}", cells)
    chances = {TURNS: "equal_turns", SEATS: "equal_seats"}
    if group in chances:
        values = [getattr(variant, chances[group]) for variant in variants]
        yield Row(f"  {CHANCE}", [Text(numbers.p_value(value)) for value in values])


def _cell(finding: Finding | None, is_clear: bool) -> Text:
    if finding is None:
        return Text("")
    cell = Text(numbers.give_or_take(finding.interval, finding.form))
    change = finding.difference
    if change is not None:
        style = "bold" if is_clear else "dim"
        cell.append(f"\nΔ {numbers.change(change, finding.form)}", style=style)
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
        rows.append(Row(f"{pair.stronger} over {pair.weaker}", list(map(Text, cells))))
    print_wide(
        console,
        f"skill ladder, {ladder.variant}",
        "Reward and games until it leads with 95 % certainty: alone among copies of the "
        "weaker. Shares of one seat's result: at a table with half of the seats each.",
        ("reward", "games", "skill", "deal", "deal, named"),
        rows,
    )
