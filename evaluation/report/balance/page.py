"""The page of a balance run: on two screens the verdict, one picture and five numbers.

The picture shows what the request asks for. All else is folded: a picture and a table for each
question; of several variants the table of all, and the questions for each.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from math import isnan

from fudaba.common.languages import N_, translator
from fudaba.envs import Game, Statistic, registered_game
from fudaba.envs.core.scene.render import HEIGHT, WIDTH
from fudaba.envs.core.stepping.measuring import balance_of

from ...balance.goals import (
    CHOICES,
    GOALS,
    LEADS,
    ROLE_REWARD,
    ROLE_SPREAD,
    SEAT_FAIRNESS,
    SEAT_REWARD,
    SKILL,
    TIME,
    TURN_FAIRNESS,
    TURN_REWARD,
    Goal,
    roles_of,
)
from ...balance.hands import DEAL, EXPLAINED, LATER_ROUNDS, OTHERS_EQUAL, TOGETHER, WORTH
from ...balance.openings import BEYOND_DEAL, OPENING
from ...balance.outcomes import (
    AGENTS,
    COURSE,
    ENDING,
    FIRST_PLACES,
    GAME,
    GOES_WITH,
    REWARD,
    SEATS,
    SETS_APART,
    TURNS,
)
from ...balance.result import BalanceResult, Finding, Ladder, LadderPair, LadderStep, VariantResult
from .. import numbers
from ..frame import TEMPLATES, house_rules_of
from ..pictures import draw_dots, reward_scale
from ..sample_position import draw_env, env_in_a_game, png_address
from ..sentences import on_players
from . import positions, verdict
from .factors import factor_part
from .grids import (
    CAPTION_OF_WINS,
    Grid,
    GridCell,
    PagePart,
    Picture,
    dots_of_group,
    found_cell,
    intervals_of,
    items_of,
    number_cell,
    of_variant,
)
from .names import (
    factor_named,
    heading,
    is_usual,
    label_of,
    marked,
    named,
    quantity_named,
    short_name,
    varied_options,
)
from .pictures import draw_changes, draw_hands, draw_lengths, draw_shares

_, _n = translator("evaluation")

MOST_DRAWN, MOST_PANELS = 20, 5  # variants and goals in the picture, for two screens
MOST_ROWS, MOST_COLUMNS = 10, 1  # of the table of variants on the first screen
MOST_WHOLE = 12  # variants in a table with intervals; a longer one has a single line for each
NUM_TILES = 5
TILES = (TURN_FAIRNESS, ROLE_SPREAD, SKILL, TIME, CHOICES, LEADS)  # goals, the first ones shown
# For each goal the part whose picture stands first; that of roles is named after their factor.
ASKED_PARTS = {
    TURN_FAIRNESS: TURNS,
    TURN_REWARD: TURNS,
    SEAT_FAIRNESS: SEATS,
    SEAT_REWARD: SEATS,
    ROLE_SPREAD: "",
    ROLE_REWARD: "",
    SKILL: "skill",
}
WHOLE = N_(
    "Δ is the difference from the first variant, paired by deal, so that effects of the cards on "
    "both cancel out. It is bold if the difference is clear among all of the table (Holm's "
    "method): if no variant changed anything, chance would make any bold in one run in twenty. "
    "The first number has none: the verdict judges it against the best."
)
BOLD = N_(
    "The intervals are below. The difference from the first variant is taken "
    "deal by deal, so that effects of the cards on both cancel out. A number is bold if the "
    "difference is clear among all of the table (Holm's method): if no variant changed anything, "
    "chance would make any bold in one run in twenty. The first number has none: the verdict "
    "judges it against the best."
)


def render_balance_page(result: BalanceResult, command: str = "", day: date | None = None) -> str:
    """Returns the page of a balance run as one self-contained HTML file.

    Args:
        result: What `measure_balance` returned.
        command: The command that made the result, to be copied; empty for none.
        day: The day that the page names; None is today.
    """
    game, several = registered_game(result.game), len(result.variants) > 1
    options = game.options.read(game.name, result.variants[0].options)
    varied = varied_options(result)
    drawn = draw_env(env_in_a_game(game, result.variants[0].options))
    parts = [] if several else parts_of(result)
    picture = _picture_of_variants(result) if several else _take_picture(result, parts)
    return TEMPLATES.get_template("balance/page.html").render(
        result=result,
        game=game,
        options=options,
        agents=_(" and ").join(result.agents),
        rotated=named(game, result.rotated) if result.rotated else "",
        asked=verdict.asked(result),
        played=verdict.played(result),
        headline=verdict.headline(result),
        sentences=[] if several else verdict.verdict_of(result),
        picture=picture,
        tiles=[] if several else _tiles(result),
        notes=_notes(result),
        comparison=_comparison(result) if several else None,
        shown=_shown(result) if several else None,
        folds=list(_folds(result)) if several else [],
        parts=parts,
        house_rules=[rule for rule in house_rules_of(options) if rule[0] not in varied],
        varied=varied,
        command=command,
        day=(day or date.today()).isoformat(),
        num_findings=sum(len(variant.findings) for variant in result.variants),
        num_games=sum(variant.games for variant in result.variants),
        reward_scale=reward_scale(),
        table_picture=png_address(drawn),
        picture_size=(WIDTH, HEIGHT),
    )


@dataclass(frozen=True)
class Fold:
    """One of several variants, closed at first.

    Attributes:
        name: Its id, unique on the page.
        title: Its rank and what it changes.
        sentences: Its verdict.
        parts: Its numbers.
    """

    name: str
    title: str
    sentences: list[verdict.Sentence]
    parts: list[PagePart]


def _folds(result: BalanceResult) -> Iterator[Fold]:
    """Yields the variants, the best first."""
    for rank, variant in _by_rank(result):
        alone, name = result.alone(variant.label), f"rank-{rank}"
        parts = [part.without_pictures() for part in parts_of(alone)]
        title = f"{rank}. {marked(result, label_of(variant), variant)}"
        yield Fold(name, title, verdict.verdict_of(alone), parts)


def _take_picture(result: BalanceResult, parts: list[PagePart]) -> Picture:
    """Returns the picture of the question; its part is left without pictures."""
    roles = roles_of(registered_game(result.game))
    asked = ASKED_PARTS.get(result.rank_by, "choice")
    name = positions.picture_of(result) or asked or roles
    name = f"by {roles}" if name == roles else name
    place = [part.name for part in parts].index(name.replace(" ", "-"))
    picture = parts[place].pictures[0]
    parts[place] = parts[place].without_pictures()
    return picture


def _tiles(result: BalanceResult) -> list[tuple[GridCell, str]]:
    """Returns the five numbers: of what is asked, the luck of the deal, fairness and length."""
    variant = result.variants[0]
    luck = variant.find(DEAL, TOGETHER, EXPLAINED)
    groups = positions.groups_of(result)
    decides = groups.get(positions.picture_of(result), result.rank_by)
    found = [variant.goal(name) for name in dict.fromkeys((decides, *TILES))]
    tiles = [
        (
            _tile_cell(goal, is_clear=positions.is_clear(variant, goal.item)),
            _named_meaning(result, GOALS[goal.item]),
        )
        for goal in found
        if goal
    ]
    if luck and result.rank_by != SKILL:  # of skill the verdict names the luck between two agents
        tiles.insert(
            1,
            (
                found_cell(luck),
                _(
                    "of a result is explained by the deal, among {agents} players",
                    agents=verdict.among(result),
                ),
            ),
        )
    return tiles[:NUM_TILES]


def _tile_cell(finding: Finding, *, is_clear: bool) -> GridCell:
    """Returns a main number: the most that an unclear gap may be, and no false precision."""
    if finding.form == "number":
        return GridCell(numbers.about(finding.interval))
    if GOALS[finding.item].is_gap and not is_clear:
        most = numbers.WRITERS[verdict.written_as(finding)](finding.interval.high)
        return GridCell(_("up to {most}", most=most))
    return _plain_cell(finding)


def _named_meaning(result: BalanceResult, goal: Goal) -> str:
    """Returns the meaning of a goal; a gap, of which there are several, has its name."""
    meaning = verdict.meaning_of(result, goal)
    named = _("{head}: {meaning}", head=verdict.head_of(goal), meaning=meaning)
    return named if goal.is_gap else meaning


def _notes(result: BalanceResult) -> list[str]:
    """Returns what a gap is, and who the players are."""
    ladder = result.ladders[0].agents if result.ladders else ()
    players = [*result.agents, *ladder, *(check.players for check in result.checks)]
    return [verdict.on_gaps(is_relative=result.has_several_sizes), on_players(players)]


def _picture_of_variants(result: BalanceResult) -> Picture:
    """Returns the picture of the best variants and the first goals."""
    variants = verdict.ranked(result)[:MOST_DRAWN]
    short = [f"{rank}. {short_name(result, each)}" for rank, each in enumerate(variants, start=1)]
    names = [
        f"{rank}. {marked(result, label_of(each), each)}"
        for rank, each in enumerate(variants, start=1)
    ]
    panels = [
        (
            verdict.head_of(goal),
            verdict.form_of(goal, is_relative=result.has_several_sizes),
            intervals_of([variant.compared(goal.name) for variant in variants]),
        )
        for goal in verdict.shown_goals(result)[:MOST_PANELS]
    ]
    first = [result.variants[0].compared(goal.name) for goal in verdict.shown_goals(result)]
    drawn = partial(
        draw_changes,
        "variants",
        _("The best variants by the first goals; the table has the numbers of all."),
        {"wide": names, "narrow": short},
        panels,
        intervals_of(first),
    )
    return Picture(drawn, _comparison_caption(result))


def _shown(result: BalanceResult) -> Grid:
    """Returns the best variants and the usual one by the first goals, for the first screen."""
    goals = verdict.shown_goals(result)[:MOST_COLUMNS]
    shown = [
        (rank, variant)
        for rank, variant in _by_rank(result)
        if rank <= MOST_ROWS or is_usual(result, variant)
    ]
    return _grid_of(result, goals, shown, _plain_cell)


def _by_rank(result: BalanceResult) -> list[tuple[int, VariantResult]]:
    return list(enumerate(verdict.ranked(result), start=1))


def _comparison(result: BalanceResult) -> PagePart:
    """Returns the table of all goals of all variants, ranked."""
    goals, variants = verdict.shown_goals(result), _by_rank(result)
    whole = len(variants) <= MOST_WHOLE
    return PagePart(
        name="variants",
        question=_("All variants by all goals"),
        pictures=(),
        grids=(_grid_of(result, goals, variants, partial(_goal_cell, goals[0], whole=whole)),),
        note="".join(map(_goal_note, goals)) + _(WHOLE if whole else BOLD),
    )


def _grid_of(
    result: BalanceResult,
    goals: Sequence[Goal],
    variants: Sequence[tuple[int, VariantResult]],
    cell: Callable[[Finding | None], GridCell],
) -> Grid:
    """Returns a table with a row for each variant and a column for each goal."""
    rows = [
        (
            f"{rank}. {marked(result, label_of(variant), variant)}",
            tuple(cell(variant.compared(goal.name)) for goal in goals),
        )
        for rank, variant in variants
    ]
    return Grid("", _("Variant"), tuple(map(verdict.head_of, goals)), tuple(rows))


def _comparison_caption(result: BalanceResult) -> str:
    return _(
        "The best first, with their ranks; bars are 95 % intervals; the line is {first}, the first "
        "variant named, with which the others are compared.",
        first=marked(result, label_of(result.variants[0]), result.variants[0]),
    )


def _goal_note(goal: Goal) -> str:
    """Returns the name and the meaning of a goal as a sentence, with a blank behind it."""
    head = verdict.head_of(goal).capitalize()
    return _("{head}: {meaning}. ", head=head, meaning=_(goal.meaning))


def _goal_cell(ranks: Goal, finding: Finding | None, *, whole: bool) -> GridCell:
    """Returns the table cell of a goal, with interval and difference only if `whole` is set.

    The goal that ranks is never bold: the verdict tells what is clearly worse than the best.
    """
    if finding is None:
        return GridCell("")
    cell = number_cell(finding.interval, verdict.written_as(finding), finding.difference)
    p_value = None if finding.item == ranks.name else cell.p_value
    return replace(cell, p_value=p_value) if whole else GridCell(cell.text, p_value=p_value)


def _plain_cell(finding: Finding | None) -> GridCell:
    """Returns the table cell of a goal without its difference from the first variant."""
    if finding is None:
        return GridCell("")
    return number_cell(finding.interval, verdict.written_as(finding))


def parts_of(result: BalanceResult) -> list[PagePart]:
    """Returns the questions that the result of one variant answers, in the order of the page."""
    parts = [_order_part(result, TURNS), _order_part(result, SEATS)]
    parts += [factor_part(result, factor) for factor in verdict.factors_with_words(result)]
    parts += [_hands_part(result), _choice_part(result)]
    if result.variants[0].of(OPENING):
        parts.append(_openings_part(registered_game(result.game), result.variants[0]))
    if len(result.agents) > 1:
        parts.append(_agents_part(result))
    if result.ladders:
        parts.append(_skill_part(result.ladders[0]))
    return parts


def _order_part(result: BalanceResult, group: str) -> PagePart:
    variant, game = result.variants[0], registered_game(result.game)
    seats = len(variant.of(group, REWARD))
    is_turns = group == TURNS
    dots = partial(
        dots_of_group,
        *(game, variant, group, FIRST_PLACES, _(FIRST_PLACES), "share", 1 / seats),
    )
    return PagePart(
        name=group.replace(" ", "-"),
        question=(
            _("Does it matter who acts first?") if is_turns else _("Does the seat matter?")
        ),
        pictures=(Picture(dots, _(CAPTION_OF_WINS)),),
        grids=(of_variant(game, variant, group, items_of(variant, group)),),
        note=_luck(variant.equal_turns if is_turns else variant.equal_seats)
        + (_(" Turn order counts from the seat with the first decision.") if is_turns
           else _(" A seat is a place at the table, independent of the turn order.")),
    )  # fmt: skip


def _luck(chance: float) -> str:
    """Returns how often chance alone makes rewards differ as much."""
    if isnan(chance):
        return _("There are too few deals to tell how often chance makes rewards differ as much.")
    return _(
        "Rewards would differ as much in {share} of such runs if all were equal. Clear differences "
        "are those of which four tests together, of games won and of rewards by turns and by "
        "seats, find any in at most one run of a hundred if all are equal.",
        share=positions.share_by_luck(chance),
    )


def _hands_part(result: BalanceResult) -> PagePart:
    variant, with_words = result.variants[0], verdict.factors_with_words(result)
    game = registered_game(result.game)
    factors = [factor_named(game, f) for f in variant.factors if f.name not in with_words]
    drawn = partial(
        draw_hands,
        "hands",
        _("Mean reward of a seat by what it was dealt; the tables have the numbers."),
        factors,
    )
    picture = Picture(
        drawn,
        _(
            "Mean reward of the seats by what they were dealt, with 95 % intervals; zero is an "
            "average result. Hands rarer than one in 500 are left out."
        ),
    )
    return PagePart(
        name="hands",
        question=_("What is a good hand?"),
        pictures=(picture,) if factors else (),
        grids=(_worth_grid(game, variant),),
        folded=(_values_grid(game, variant), *_later_grids(game, variant)),
        note=_(
            "Worth is the slope of a straight line: the extra reward per game of a seat that "
            "was dealt one more. Alone, a factor also stands for everything that goes with it; "
            "with the others equal, for its addition to the factors of other cards. Factors of "
            "the same cards, such as a distance or the longest run, are neither held equal nor "
            "have such a number. A dash means that no hand has more of the factor alone, for "
            "instance if all hands have equally many cards of some kinds. Factors with words "
            "have parts of their own."
        )
        + _meanings(game, balance_of(game).factors),
    )


def _meanings(game: Game, statistics: Sequence[Statistic]) -> str:
    """Returns what each factor or tally is, as sentences with a blank before them."""
    return "".join(
        _(
            " {name}: {meaning}.",
            name=heading(game, each.name),
            meaning=game.translate(each.meaning),
        )
        for each in statistics
    )


def _later_grids(game: Game, variant: VariantResult) -> tuple[Grid, ...]:
    """Returns a table of the factors in the later rounds of a match; empty for a single round."""
    if not variant.of(LATER_ROUNDS):
        return ()
    grid = of_variant(game, variant, LATER_ROUNDS, items_of(variant, LATER_ROUNDS))
    return (
        replace(grid, title=_("Later rounds: worth in points of the round"), corner=_("Factor")),
    )


def _openings_part(game: Game, variant: VariantResult) -> PagePart:
    dots = partial(
        dots_of_group,
        *(game, variant, OPENING, BEYOND_DEAL, _(BEYOND_DEAL), "reward", 0.0),
    )
    return PagePart(
        name="openings",
        question=_("What is a good opening?"),
        pictures=(Picture(dots, _("Dots are mean rewards, less what the turn order and the deal "
                                  "explain; bars are 95 % intervals.")),),
        grids=(of_variant(game, variant, OPENING, items_of(variant, OPENING)),),
        note=_("The opening is a player's first decision with a choice. An opening that goes with "
               "a result need not be its cause."),
    )  # fmt: skip


def _worth_grid(game: Game, variant: VariantResult) -> Grid:
    columns = (WORTH, OTHERS_EQUAL, EXPLAINED)
    items = dict.fromkeys(finding.item for finding in variant.of(DEAL))
    rows = [
        (named(game, item), tuple(found_cell(variant.find(DEAL, item, c)) for c in columns))
        for item in items
    ]
    heads = (_("Alone"), _("Other factors equal"), _("Share of the result explained"))
    return Grid(_("What one more is worth"), _("Factor"), heads, tuple(rows))


def _values_grid(game: Game, variant: VariantResult) -> Grid:
    """Returns the table of the seats by the value of each factor."""
    rows = []
    for factor in (factor_named(game, each) for each in variant.factors):
        for group in factor.groups:
            cells = (
                GridCell(numbers.percent(group.share)),
                number_cell(group.reward, "reward"),
                number_cell(group.first_places, "share"),
            )
            name = _("{statistic}: {word}", statistic=factor.name, word=group.label)
            rows.append((name, cells))
    heads = (_("Seats"), _("Mean reward"), _("First places"))
    return Grid(_("Value by value"), _("Dealt"), heads, tuple(rows))


def _choice_part(result: BalanceResult) -> PagePart:
    variant, game = result.variants[0], registered_game(result.game)
    drawn = partial(
        draw_lengths, "lengths", _("Games by their number of decisions."), variant.lengths
    )
    caption = _("Games by their number of decisions; the line is the mean.")
    return PagePart(
        name="choice",
        question=_("How long is a game, and is there anything to decide?"),
        pictures=(Picture(drawn, caption),),
        grids=(
            _game_grid(game, variant),
            of_variant(game, variant, ENDING, items_of(variant, ENDING)),
            *_course_grids(game, variant),
        ),
        note=_(
            "Per game, over all players. A decision is forced when one action is legal. Games end "
            "with the move that is named; a stall or a cap on turns has a row of its own. The "
            "lead changes when another seat than the last leader is alone in front. A tally "
            "that goes with a result need not be its cause."
        )
        + _meanings(game, balance_of(game).tallies),
    )


def _game_grid(game: Game, variant: VariantResult) -> Grid:
    found = [finding for finding in variant.of(GAME) if not finding.is_nothing]
    rows = tuple((quantity_named(game, f.quantity), (found_cell(f),)) for f in found)
    return Grid("", _("Per game"), (_("Mean"),), rows)


def _course_grids(game: Game, variant: VariantResult) -> tuple[Grid, ...]:
    """Returns tables of the extra reward per unit of each tally, and of yes over no."""
    titles = {
        GOES_WITH: _("Reward that goes with one more"),
        SETS_APART: _("Reward of the seats for which it is true, less that of the others"),
    }
    grids = []
    for quantity, title in titles.items():
        found = variant.of(COURSE, quantity)
        rows = tuple((named(game, finding.item), (found_cell(finding),)) for finding in found)
        if rows:
            grids.append(Grid(title, _("Tally"), (_("Reward"),), rows))
    return tuple(grids)


def _agents_part(result: BalanceResult) -> PagePart:
    variant, game = result.variants[0], registered_game(result.game)
    axis = _("mean reward per game")
    dots = partial(dots_of_group, game, variant, AGENTS, REWARD, axis, "reward", 0.0)
    caption = _("Dots are mean rewards at tables of all agents, bars 95 % intervals.")
    return PagePart(
        name="agents",
        question=_("Which agent does better?"),
        pictures=(Picture(dots, caption),),
        grids=(of_variant(game, variant, AGENTS, items_of(variant, AGENTS)),),
        note=_(
            "The agents sat at the same tables and were rotated through the seats of each deal."
        ),
    )


def _skill_part(ladder: Ladder) -> PagePart:
    shares = partial(
        draw_shares,
        "shares",
        _("Parts of the variance of one result: skill, luck of the deal, the rest."),
        [f"{pair.stronger}, {pair.weaker}" for pair in ladder.pairs],
        [_split(pair) for pair in ladder.pairs],
    )
    steps = partial(
        draw_dots,
        "steps",
        _("The height of each step of the ladder, with 95 % intervals; the table has them."),
        [_over(step) for step in ladder.steps],
        [step.reward for step in ladder.steps],
        _("mean reward of the stronger alone"),
        "reward",
        0.0,
    )
    return PagePart(
        name="skill",
        question=_("How much is skill?"),
        pictures=(
            Picture(
                shares,
                _(
                    "Parts of the variance of one seat's result in one game. Named luck is that of "
                    "the turn order and of the factors of the deal that the game names."
                ),
            ),
            Picture(
                steps,
                _(
                    "Mean reward of the stronger alone among copies of the weaker, on the same "
                    "deals from all seats; bars are 95 % intervals."
                ),
            ),
        ),
        grids=_ladder_grids(ladder),
        note=_(
            "Two agents share a table, half of the seats each, and every hand is held by both. "
            "Skill is the share of the variance that the agents explain. Luck of the deal is "
            "the share that the hand explains with either agent; named is the part of it that "
            "follows from the turn order and the declared factors. The rest is chance in "
            "play and how a player suits a hand, which this can't separate. The shares are of "
            "one game and of these agents: over many games luck evens out, and agents that "
            "differ more make a larger share."
        ),
    )


def _over(step: LadderStep) -> str:
    return _("{stronger} over {weaker}", stronger=step.stronger, weaker=step.weaker)


def _split(pair: LadderPair) -> tuple[float, ...]:
    """Returns the parts of the variance: skill, luck of declared factors, other deal luck, rest."""
    skill, named = pair.skill.mean, max(0.0, pair.named.mean)
    other = max(0.0, pair.deal.mean - named)
    return skill, named, other, max(0.0, 1 - skill - named - other)


def _ladder_grids(ladder: Ladder) -> tuple[Grid, Grid]:
    steps = [
        (
            _over(step),
            (
                number_cell(step.reward, "reward"),
                GridCell(numbers.number(step.deviation)),
                GridCell(
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
        Grid(_("Steps"), _("Alone"), (_("Mean reward"), _("Deviation of one game"),
             _("Games to lead with 95 % certainty")), tuple(steps)),
        Grid(_("Shares of one result"), _("At one table"),
             (_("Skill"), _("Luck of the deal"), _("Of it named")), tuple(pairs)),
    )  # fmt: skip
