"""The page of a balance run: for each question a sentence, a picture, a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from fudaba.envs import find_game
from fudaba.envs.core.files import write_whole
from fudaba.envs.core.options import word_of

from ..balance.hands import DEAL, EXPLAINED, OTHERS_EQUAL, TOGETHER, WORTH
from ..balance.outcomes import AGENTS, FIRST_PLACES, GAME, REWARD, SEATS, TURNS
from ..balance.result import BalanceResult, Finding, Ladder, LadderPair, VariantResult
from ..statistics import Interval
from . import balance_answers as answers
from . import numbers
from .balance_names import short_names, varied_options
from .balance_pictures import draw_changes, draw_dots, draw_hands, draw_lengths, draw_shares
from .page import TEMPLATES

MOST_CURVES = 4  # variants whose curves can be told apart in one picture


@dataclass(frozen=True)
class Cell:
    """One number of a table.

    Attributes:
        text: The number.
        ends: Its interval; empty for none.
        change: Its difference from the first variant; empty for none.
        is_clear: Whether the interval of the difference leaves out zero.
    """

    text: str
    ends: str = ""
    change: str = ""
    is_clear: bool = False


@dataclass(frozen=True)
class Grid:
    """A table.

    Attributes:
        title: What it shows; empty where the question says it.
        corner: What the rows are.
        columns: The columns' names.
        rows: Each row's name and cells.
    """

    title: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]


@dataclass(frozen=True)
class Part:
    """One question of the page.

    Attributes:
        name: A word that no other part has.
        question: Its heading.
        answer: One or two plain sentences.
        pictures: An `<svg>` element and its caption, each.
        grids: The tables.
        folded: Tables that are closed at first.
        note: What the numbers mean, in small print.
    """

    name: str
    question: str
    answer: str
    pictures: tuple[tuple[Markup, str], ...]
    grids: tuple[Grid, ...]
    folded: tuple[Grid, ...] = ()
    note: str = ""


def write_balance_page(path: Path, result: BalanceResult) -> None:
    """Writes the page of a balance run: one HTML file that needs nothing else.

    Args:
        path: The file; an older one is replaced.
        result: What `measure_balance` returned.

    Raises:
        UserError: The file can't be written.
    """
    write_whole(path, render_balance_page(result).encode())


def render_balance_page(result: BalanceResult) -> str:
    """The page of a balance run, as HTML; see `write_balance_page`."""
    first = result.variants[0]
    varied = varied_options(result)
    defaults = find_game(result.game).options.read(result.game, {}).plain()
    return TEMPLATES.get_template("balance.html").render(
        result=result,
        game=find_game(result.game),
        house_rules=[
            (name, word_of(value), value != defaults[name])
            for name, value in first.options.items()
            if name not in varied
        ],
        varied=varied,
        names=short_names(result),
        parts=parts_of(result),
        num_findings=sum(len(variant.findings) for variant in result.variants),
        num_games=sum(variant.games for variant in result.variants),
    )


def parts_of(result: BalanceResult) -> list[Part]:
    """The questions that a result can answer, in the order of the page."""
    parts = [_order_part(result, TURNS), _order_part(result, SEATS), _hands_part(result)]
    parts.append(_choice_part(result))
    if len(result.variants) > 1:
        parts.insert(0, _variants_part(result))
    if len(result.agents) > 1:
        parts.append(_agents_part(result))
    if result.ladders:
        parts.append(_skill_part(result))
    return parts


def _found(finding: Finding | None) -> Cell:
    """The cell of a finding; empty where there is none."""
    if finding is None:
        return Cell("")
    return _cell(finding.interval, finding.form, finding.difference)


def _cell(interval: Interval, form: str, change: Interval | None = None) -> Cell:
    write = numbers.WRITERS[form]
    return Cell(
        text=numbers.estimate(interval, write),
        ends=numbers.ends(interval, write),
        change=numbers.change(change, form) if change else "",
        is_clear=bool(change and (change.low > 0 or change.high < 0)),
    )


def _intervals(findings: Sequence[Finding | None]) -> list[Interval | None]:
    return [None if finding is None else finding.interval for finding in findings]


def _by_variant(
    result: BalanceResult, title: str, heads: Sequence[str], keys: Sequence[tuple[str, str, str]]
) -> Grid:
    """A table with a row per variant and a column per number."""
    rows = [
        (name, tuple(_found(variant.find(*key)) for key in keys))
        for name, variant in zip(short_names(result), result.variants, strict=True)
    ]
    return Grid(title, "Variant", tuple(heads), tuple(rows))


def _of_variant(variant: VariantResult, group: str, title: str) -> Grid:
    """A table of all numbers of a group in one variant: a row per item."""
    findings = variant.of(group)
    items = list(dict.fromkeys(finding.item for finding in findings))
    quantities = list(dict.fromkeys(finding.quantity for finding in findings))
    rows = [
        (item, tuple(_found(variant.find(group, item, quantity)) for quantity in quantities))
        for item in items
    ]
    return Grid(title, group.capitalize(), tuple(quantities), tuple(rows))


def _grids_of_group(
    result: BalanceResult, group: str, quantity: str
) -> tuple[tuple[Grid, ...], tuple[Grid, ...]]:
    """All numbers of one variant; of several, one quantity side by side and the rest folded."""
    if len(result.variants) == 1:
        return (_of_variant(result.variants[0], group, ""),), ()
    items = list(
        dict.fromkeys(f.item for variant in result.variants for f in variant.of(group, quantity))
    )
    keys = [(group, item, quantity) for item in items]
    together = _by_variant(result, quantity.capitalize(), items, keys)
    return (together,), tuple(_of_variant(v, group, v.label) for v in result.variants)


def _dots_of_group(
    result: BalanceResult, group: str, quantity: str, axis: str, form: str, reference: float
) -> Markup:
    """Rows are the items of one variant, or the variants with a dot for each item."""
    variants = result.variants
    items = list(dict.fromkeys(f.item for v in variants for f in v.of(group, quantity)))
    found = [[v.find(group, item, quantity) for item in items] for v in variants]
    rows = [_intervals(row) for row in found]
    labels, series = short_names(result), items
    if len(variants) == 1:
        labels, series, rows = items, [quantity], [[interval] for interval in rows[0]]
    name = f"{group}-{quantity}".replace(" ", "-")
    description = f"{quantity.capitalize()} by {group}, with 95 % intervals; the table has them."
    return Markup(draw_dots(name, description, labels, series, rows, axis, form, reference))


def _order_part(result: BalanceResult, group: str) -> Part:
    seats = len(result.variants[0].of(group, REWARD))
    question = "Does it matter who acts first?" if group == TURNS else "Does the seat matter?"
    dots = _dots_of_group(result, group, FIRST_PLACES, FIRST_PLACES, "share", 1 / seats)
    line = "the line is an equal share" + (
        " in the first variant." if len(result.variants) > 1 else "."
    )
    grids, folded = _grids_of_group(result, group, FIRST_PLACES)
    return Part(
        name=group.replace(" ", "-"),
        question=question,
        answer=answers.on_order(result, group),
        pictures=((dots, f"Dots are shares of the first places, bars 95 % intervals; {line}"),),
        grids=grids,
        folded=folded,
        note="Turn order counts from the seat with the first decision."
        if group == TURNS
        else "A seat is a place at the table, whoever begins.",
    )


def _hands_part(result: BalanceResult) -> Part:
    first = result.variants[0]
    drawn = result.variants if len(result.variants) <= MOST_CURVES else result.variants[:1]
    pictures: list[tuple[Markup, str]] = []
    if any(variant.factors for variant in drawn):
        names = short_names(result)
        of_whom = "" if len(drawn) == len(result.variants) else f" with {first.label}"
        svg = draw_hands(
            "hands",
            "Mean reward of a seat by what it was dealt; the tables have the numbers.",
            names[: len(drawn)],
            drawn,
        )
        caption = (
            f"Mean reward of the seats by what they were dealt{of_whom}, with 95 % intervals; zero "
            "is an average result. Hands rarer than one in 500 are left out."
        )
        pictures.append((Markup(svg), caption))
    values = [_values_grid(variant, result) for variant in result.variants]
    if len(result.variants) == 1:
        grids, folded = [_worth_grid(first, "What one more is worth")], values
    else:
        worths = [finding.key for finding in first.of(DEAL, WORTH)]
        heads = [*(item for _, item, _ in worths), "result explained by all"]
        keys = [*worths, (DEAL, TOGETHER, EXPLAINED)]
        grids = [_by_variant(result, "What one more is worth", heads, keys)]
        every = [_worth_grid(variant, variant.label) for variant in result.variants]
        folded = [grid for both in zip(every, values, strict=True) for grid in both]
    return Part(
        name="hands",
        question="What is a good hand?",
        answer=answers.on_hands(result),
        pictures=tuple(pictures),
        grids=tuple(grids),
        folded=tuple(folded),
        note="Worth is the slope of a straight line: how much more a seat earns in one game that "
        "was dealt one more. Alone, a factor stands also for all that comes with it; with the "
        "others equal, for what it adds to them. A dash: it follows from the factors above it.",
    )


def _worth_grid(variant: VariantResult, title: str) -> Grid:
    columns = (WORTH, OTHERS_EQUAL, EXPLAINED)
    items = dict.fromkeys(finding.item for finding in variant.of(DEAL))
    rows = [(item, tuple(_found(variant.find(DEAL, item, c)) for c in columns)) for item in items]
    heads = ("Alone", "Other factors equal", "Share of the result explained")
    return Grid(title, "Factor", heads, tuple(rows))


def _values_grid(variant: VariantResult, result: BalanceResult) -> Grid:
    """The seats by the value of each factor."""
    rows = []
    for factor in variant.factors:
        for group in factor.groups:
            cells = (
                Cell(numbers.percent(group.share)),
                _cell(group.reward, "reward"),
                _cell(group.first_places, "share"),
            )
            rows.append((f"{factor.name}: {group.label}", cells))
    title = f"{variant.label}, value by value" if len(result.variants) > 1 else "Value by value"
    return Grid(title, "Dealt", ("Seats", "Mean reward", "First places"), tuple(rows))


def _choice_part(result: BalanceResult) -> Part:
    svg = draw_lengths(
        "lengths",
        "How many games took how many decisions, per variant.",
        short_names(result),
        result.variants,
    )
    return Part(
        name="choice",
        question="How long is a game, and is there anything to decide?",
        answer=answers.on_choice(result),
        pictures=((Markup(svg), "How many games took how many decisions; the line is the mean."),),
        grids=(_game_grid(result),),
        note="Per game, over all players. A decision is forced when one action is legal. The lead "
        "changes when another seat than the last leader is alone in front.",
    )


def _game_grid(result: BalanceResult) -> Grid:
    rows = []
    for finding in result.variants[0].of(GAME):
        found = [variant.find(*finding.key) for variant in result.variants]
        if any(other is not None and not other.is_nothing for other in found):
            rows.append((finding.quantity, tuple(map(_found, found))))
    return Grid("", "Per game", tuple(short_names(result)), tuple(rows))


def _variants_part(result: BalanceResult) -> Part:
    rows = answers.headline_numbers(result)
    panels = [
        (
            name,
            next(finding.form for finding in row if finding is not None),
            _intervals(row),
        )
        for name, row in rows
    ]
    svg = draw_changes(
        "changes", "The main numbers of every variant side by side.", short_names(result), panels
    )
    heads = [name for name, _ in rows]
    cells = [
        (label, tuple(_found(row[position]) for _, row in rows))
        for position, label in enumerate(short_names(result))
    ]
    return Part(
        name="variants",
        question="What do the house rules change?",
        answer=answers.on_variants(result),
        pictures=((Markup(svg), "One row per variant, bars are 95 % intervals; the line is the "
                   "first variant."),),
        grids=(Grid("", "Variant", tuple(heads), tuple(cells)),),
        note="Δ is the difference from the first variant, deal by deal: what the cards do to both "
        "cancels out. It is bold where its 95 % interval leaves out zero.",
    )  # fmt: skip


def _agents_part(result: BalanceResult) -> Part:
    dots = _dots_of_group(result, AGENTS, REWARD, "mean reward per game", "reward", 0.0)
    grids, folded = _grids_of_group(result, AGENTS, REWARD)
    return Part(
        name="agents",
        question="Which agent does better?",
        answer=answers.on_agents(result),
        pictures=((dots, "Dots are mean rewards at tables of all agents, bars 95 % intervals."),),
        grids=grids,
        folded=folded,
        note="The agents sat at the same tables and were rotated through the seats of each deal.",
    )


def _skill_part(result: BalanceResult) -> Part:
    first = result.ladders[0]
    if len(result.ladders) == 1:
        shown = [(f"{pair.stronger}, {pair.weaker}", pair) for pair in first.pairs]
    else:
        ends = (first.agents[0], first.agents[-1])
        shown = [
            (name, pair)
            for name, ladder in zip(short_names(result), result.ladders, strict=True)
            for pair in ladder.pairs
            if (pair.weaker, pair.stronger) == ends
        ]
    bars = draw_shares(
        "shares",
        "What the variance of one result goes to: skill, luck of the deal, the rest.",
        [label for label, _ in shown],
        [_split(pair) for _, pair in shown],
    )
    steps = draw_dots(
        "steps",
        "The height of each step of the ladder, with 95 % intervals; the table has them.",
        short_names(result),
        [f"{step.stronger} over {step.weaker}" for step in first.steps],
        [[step.reward for step in ladder.steps] for ladder in result.ladders],
        "mean reward of the stronger alone",
        "reward",
        0.0,
    )
    tables = [grid for ladder in result.ladders for grid in _ladder_grids(ladder)]
    of_whom = "" if len(result.ladders) == 1 else f" {first.agents[-1]} and {first.agents[0]} play."
    return Part(
        name="skill",
        question="How much is skill?",
        answer=answers.on_skill(result, first),
        pictures=(
            (Markup(bars), f"What the variance of one seat's result in one game goes to.{of_whom}"),
            (Markup(steps), "Mean reward of the stronger alone among copies of the weaker, on the "
             "same deals from all seats; bars are 95 % intervals."),
        ),
        grids=tuple(tables) if len(result.ladders) == 1 else (_skills_grid(result, first),),
        folded=() if len(result.ladders) == 1 else tuple(tables),
        note="Two agents share a table, half of the seats each, and every hand is held by both. "
        "Skill is the share of the variance that who plays explains. Luck of the deal is how "
        "alike a hand fares with either agent; the turn order and the declared factors name a "
        "part of it. The rest is how these agents handle these cards, and chance during play. "
        "The shares are of one game and of these agents: over many games luck evens out, and "
        "agents that differ more make a larger share.",
    )  # fmt: skip


def _split(pair: LadderPair) -> tuple[float, ...]:
    """Skill, named luck, other luck of the deal, the rest: none below zero."""
    skill, named = pair.skill.mean, max(0.0, pair.named.mean)
    other = max(0.0, pair.deal.mean - named)
    return skill, named, other, max(0.0, 1 - skill - named - other)


def _skills_grid(result: BalanceResult, first: Ladder) -> Grid:
    """The share of skill of every pair in every variant."""
    rows = [
        (name, tuple(_cell(p.skill, "share", p.skill_difference) for p in ladder.pairs))
        for name, ladder in zip(short_names(result), result.ladders, strict=True)
    ]
    heads = tuple(f"{pair.stronger}, {pair.weaker}" for pair in first.pairs)
    return Grid("Share of skill", "Variant", heads, tuple(rows))


def _ladder_grids(ladder: Ladder) -> tuple[Grid, Grid]:
    steps = [
        (
            f"{step.stronger} over {step.weaker}",
            (
                _cell(step.reward, "reward"),
                Cell(numbers.number(step.deviation)),
                Cell(
                    numbers.count(step.games_needed.mean),
                    numbers.ends(step.games_needed, numbers.count),
                ),
            ),
        )
        for step in ladder.steps
    ]
    pairs = [
        (
            f"{pair.stronger}, {pair.weaker}",
            (_cell(pair.skill, "share", pair.skill_difference), _cell(pair.deal, "share"),
             _cell(pair.named, "share")),
        )
        for pair in ladder.pairs
    ]  # fmt: skip
    return (
        Grid(f"Steps, {ladder.variant}", "Alone", ("Mean reward", "Deviation of one game",
             "Games to lead with 95 % certainty"), tuple(steps)),
        Grid(f"Shares of one result, {ladder.variant}", "At one table",
             ("Skill", "Luck of the deal", "Of it named"), tuple(pairs)),
    )  # fmt: skip
