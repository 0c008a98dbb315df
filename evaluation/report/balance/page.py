"""The page of a balance run: a sentence, a picture and a table for each question."""

from pathlib import Path

from markupsafe import Markup

from fudaba.agents.files import write_whole
from fudaba.envs import find_game
from fudaba.envs.core.scene.render import HEIGHT, WIDTH
from fudaba.envs.core.stepping.measuring import balance_of

from ...balance.hands import DEAL, EXPLAINED, OTHERS_EQUAL, TOGETHER, WORTH
from ...balance.outcomes import (
    AGENTS,
    COURSE,
    FIRST_PLACES,
    GAME,
    GOES_WITH,
    REWARD,
    SEATS,
    SETS_APART,
    TURNS,
)
from ...balance.result import BalanceResult, Ladder, LadderPair, VariantResult
from .. import numbers
from ..frame import TEMPLATES, house_rules_of
from ..pictures import reward_scale
from ..sample_position import draw_env, env_in_a_game, png_address
from . import answers
from .factors import factor_part
from .grids import (
    Cell,
    Grid,
    Part,
    by_variant,
    dots_of_group,
    found_cell,
    grids_of_group,
    intervals_of,
    items_of,
    number_cell,
)
from .names import short_names, varied_options
from .pictures import draw_changes, draw_dots, draw_hands, draw_lengths, draw_shares

MOST_CURVES = 4  # variants with distinguishable curves in one picture


def write_balance_page(path: Path, result: BalanceResult) -> None:
    """Writes the page of a balance run as one self-contained HTML file.

    Args:
        path: The file; an older one is replaced.
        result: What `measure_balance` returned.

    Raises:
        UserError: The file can't be written.
    """
    write_whole(path, render_balance_page(result).encode())


def render_balance_page(result: BalanceResult) -> str:
    """Returns the page of a balance run as HTML; see `write_balance_page`."""
    game = find_game(result.game)
    options = game.options.read(game.name, result.variants[0].options)
    varied = varied_options(result)
    drawn = draw_env(env_in_a_game(game, result.variants[0].options))
    return TEMPLATES.get_template("balance/page.html").render(
        result=result,
        game=game,
        house_rules=[rule for rule in house_rules_of(options) if rule[0] not in varied],
        varied=varied,
        names=short_names(result),
        parts=parts_of(result),
        num_findings=sum(len(variant.findings) for variant in result.variants),
        num_games=sum(variant.games for variant in result.variants),
        reward_scale=reward_scale(),
        table_picture=png_address(drawn),
        picture_size=(WIDTH, HEIGHT),
    )


def parts_of(result: BalanceResult) -> list[Part]:
    """Returns the questions that a result can answer, in the order of the page."""
    parts = [_order_part(result, TURNS), _order_part(result, SEATS)]
    parts += [factor_part(result, factor) for factor in _factors_with_words(result)]
    parts += [_hands_part(result), _choice_part(result)]
    if len(result.variants) > 1:
        parts.insert(0, _variants_part(result))
    if len(result.agents) > 1:
        parts.append(_agents_part(result))
    if result.ladders:
        parts.append(_skill_part(result))
    return parts


def _factors_with_words(result: BalanceResult) -> list[str]:
    measures = balance_of(find_game(result.game)).factors
    return [m.name for m in measures if m.words and result.variants[0].of(m.name)]


def _order_part(result: BalanceResult, group: str) -> Part:
    seats = len(result.variants[0].of(group, REWARD))
    question = "Does it matter who acts first?" if group == TURNS else "Does the seat matter?"
    dots = dots_of_group(result, group, FIRST_PLACES, FIRST_PLACES, "share", 1 / seats)
    line = "the line is an equal share" + (
        " in the first variant." if len(result.variants) > 1 else "."
    )
    grids, folded = grids_of_group(result, group, items_of(result, group), FIRST_PLACES)
    return Part(
        name=group.replace(" ", "-"),
        question=question,
        answer=answers.on_order(result, group),
        pictures=((dots, f"Dots are shares of the first places, bars 95 % intervals; {line}"),),
        grids=grids,
        folded=folded,
        note="Turn order counts from the seat with the first decision."
        if group == TURNS
        else "A seat is a place at the table, independent of the turn order.",
    )


def _hands_part(result: BalanceResult) -> Part:
    first = result.variants[0]
    drawn = result.variants if len(result.variants) <= MOST_CURVES else result.variants[:1]
    with_words = _factors_with_words(result)
    curves = [[f for f in variant.factors if f.name not in with_words] for variant in drawn]
    pictures: list[tuple[Markup, str]] = []
    if any(curves):
        names = short_names(result)
        of_whom = "" if len(drawn) == len(result.variants) else f" with {first.label}"
        svg = draw_hands(
            "hands",
            "Mean reward of a seat by what it was dealt; the tables have the numbers.",
            names[: len(drawn)],
            curves,
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
        grids = [by_variant(result, "What one more is worth", heads, keys)]
        every = [_worth_grid(variant, variant.label) for variant in result.variants]
        folded = [grid for both in zip(every, values, strict=True) for grid in both]
    return Part(
        name="hands",
        question="What is a good hand?",
        answer=answers.on_hands(result),
        pictures=tuple(pictures),
        grids=tuple(grids),
        folded=tuple(folded),
        note="Worth is the slope of a straight line: the extra reward per game of a seat that was "
        "dealt one more. Alone, a factor also stands for everything that goes with it; with the "
        "others equal, for its addition to the factors of other cards. Factors of the same cards, "
        "such as a distance or the longest run, are neither held equal nor have such a number. A "
        "dash means that no hand has more of the factor alone, for instance if all hands have "
        "equally many cards of some kinds. Factors with words have parts of their own.",
    )


def _worth_grid(variant: VariantResult, title: str) -> Grid:
    columns = (WORTH, OTHERS_EQUAL, EXPLAINED)
    items = dict.fromkeys(finding.item for finding in variant.of(DEAL))
    rows = [
        (item, tuple(found_cell(variant.find(DEAL, item, c)) for c in columns)) for item in items
    ]
    heads = ("Alone", "Other factors equal", "Share of the result explained")
    return Grid(title, "Factor", heads, tuple(rows))


def _values_grid(variant: VariantResult, result: BalanceResult) -> Grid:
    """Returns the table of the seats by the value of each factor."""
    rows = []
    for factor in variant.factors:
        for group in factor.groups:
            cells = (
                Cell(numbers.percent(group.share)),
                number_cell(group.reward, "reward"),
                number_cell(group.first_places, "share"),
            )
            rows.append((f"{factor.name}: {group.label}", cells))
    title = f"{variant.label}, value by value" if len(result.variants) > 1 else "Value by value"
    return Grid(title, "Dealt", ("Seats", "Mean reward", "First places"), tuple(rows))


def _choice_part(result: BalanceResult) -> Part:
    svg = draw_lengths(
        "lengths",
        "Games by their number of decisions, per variant.",
        short_names(result),
        result.variants,
    )
    return Part(
        name="choice",
        question="How long is a game, and is there anything to decide?",
        answer=answers.on_choice(result),
        pictures=((Markup(svg), "Games by their number of decisions; the line is the mean."),),
        grids=(_game_grid(result), *_course_grids(result)),
        note="Per game, over all players. A decision is forced when one action is legal. The lead "
        "changes when another seat than the last leader is alone in front. A tally that goes "
        "with a result need not be its cause.",
    )


def _game_grid(result: BalanceResult) -> Grid:
    rows = []
    for finding in result.variants[0].of(GAME):
        found = [variant.find(*finding.key) for variant in result.variants]
        if any(other is not None and not other.is_nothing for other in found):
            rows.append((finding.quantity, tuple(map(found_cell, found))))
    return Grid("", "Per game", tuple(short_names(result)), tuple(rows))


def _course_grids(result: BalanceResult) -> tuple[Grid, ...]:
    """Returns tables of the extra reward per unit of each tally, and of yes over no."""
    titles = {
        GOES_WITH: "Reward that goes with one more",
        SETS_APART: "Reward of the seats for which it is true, less that of the others",
    }
    grids = []
    for quantity, title in titles.items():
        found = [
            (item, [v.find(COURSE, item, quantity) for v in result.variants])
            for item in items_of(result, COURSE)
        ]
        rows = tuple((item, tuple(map(found_cell, row))) for item, row in found if any(row))
        if rows:
            grids.append(Grid(title, "Tally", tuple(short_names(result)), rows))
    return tuple(grids)


def _variants_part(result: BalanceResult) -> Part:
    rows = answers.headline_numbers(result)
    panels = [
        (
            name,
            next(finding.form for finding in row if finding is not None),
            intervals_of(row),
        )
        for name, row in rows
    ]
    svg = draw_changes(
        "changes", "The main numbers of every variant side by side.", short_names(result), panels
    )
    heads = [name for name, _ in rows]
    cells = [
        (label, tuple(found_cell(row[position]) for _, row in rows))
        for position, label in enumerate(short_names(result))
    ]
    return Part(
        name="variants",
        question="What do the house rules change?",
        answer=answers.on_variants(result),
        pictures=((Markup(svg), "One row per variant, bars are 95 % intervals; the line is the "
                   "first variant."),),
        grids=(Grid("", "Variant", tuple(heads), tuple(cells)),),
        note="Δ is the difference from the first variant, paired by deal, so that effects of the "
        "cards on both cancel out. It is bold if it is clear among all differences of its table "
        "(Holm's method): if no variant changed anything, chance would make any bold in one run "
        "in twenty.",
    )  # fmt: skip


def _agents_part(result: BalanceResult) -> Part:
    dots = dots_of_group(result, AGENTS, REWARD, "mean reward per game", "reward", 0.0)
    grids, folded = grids_of_group(result, AGENTS, items_of(result, AGENTS), REWARD)
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
    first, is_alone = result.ladders[0], len(result.ladders) == 1
    tables = tuple(grid for ladder in result.ladders for grid in _ladder_grids(ladder))
    of_whom = "" if is_alone else f" {first.agents[-1]} and {first.agents[0]} play."
    return Part(
        name="skill",
        question="How much is skill?",
        answer=answers.on_skill(result, first),
        pictures=(
            (
                _shares_picture(result),
                f"Parts of the variance of one seat's result in one game.{of_whom}",
            ),
            (
                _steps_picture(result),
                "Mean reward of the stronger alone among copies of the weaker, on the same deals "
                "from all seats; bars are 95 % intervals.",
            ),
        ),
        grids=tables if is_alone else (_skills_grid(result, first),),
        folded=() if is_alone else tables,
        note="Two agents share a table, half of the seats each, and every hand is held by both. "
        "Skill is the share of the variance that the agents explain. Luck of the deal is the share "
        "that the hand explains with either agent; named is the part of it that follows from the "
        "turn order and the declared factors. The rest is how these agents handle these cards, "
        "and chance during play. The shares are of one game and of these agents: over many games "
        "luck evens out, and agents that differ more make a larger share.",
    )


def _shares_picture(result: BalanceResult) -> Markup:
    """Draws the shares of skill: of every pair, or of the ladder's ends in every variant."""
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
        "Parts of the variance of one result: skill, luck of the deal, the rest.",
        [label for label, _ in shown],
        [_split(pair) for _, pair in shown],
    )
    return Markup(bars)


def _steps_picture(result: BalanceResult) -> Markup:
    """Draws the height of each step of the ladder in every variant."""
    steps = draw_dots(
        "steps",
        "The height of each step of the ladder, with 95 % intervals; the table has them.",
        short_names(result),
        [f"{step.stronger} over {step.weaker}" for step in result.ladders[0].steps],
        [[step.reward for step in ladder.steps] for ladder in result.ladders],
        "mean reward of the stronger alone",
        "reward",
        0.0,
    )
    return Markup(steps)


def _split(pair: LadderPair) -> tuple[float, ...]:
    """Returns skill, named luck, other luck of the deal and the rest, none below zero."""
    skill, named = pair.skill.mean, max(0.0, pair.named.mean)
    other = max(0.0, pair.deal.mean - named)
    return skill, named, other, max(0.0, 1 - skill - named - other)


def _skills_grid(result: BalanceResult, first: Ladder) -> Grid:
    """Returns the table of the share of skill of every pair in every variant."""
    rows = [
        (name, tuple(number_cell(p.skill, "share", p.skill_difference) for p in ladder.pairs))
        for name, ladder in zip(short_names(result), result.ladders, strict=True)
    ]
    heads = tuple(f"{pair.stronger}, {pair.weaker}" for pair in first.pairs)
    return Grid("Share of skill", "Variant", heads, tuple(rows))


def _ladder_grids(ladder: Ladder) -> tuple[Grid, Grid]:
    steps = [
        (
            f"{step.stronger} over {step.weaker}",
            (
                number_cell(step.reward, "reward"),
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
            (number_cell(pair.skill, "share", pair.skill_difference),
             number_cell(pair.deal, "share"), number_cell(pair.named, "share")),
        )
        for pair in ladder.pairs
    ]  # fmt: skip
    return (
        Grid(f"Steps, {ladder.variant}", "Alone", ("Mean reward", "Deviation of one game",
             "Games to lead with 95 % certainty"), tuple(steps)),
        Grid(f"Shares of one result, {ladder.variant}", "At one table",
             ("Skill", "Luck of the deal", "Of it named"), tuple(pairs)),
    )  # fmt: skip
