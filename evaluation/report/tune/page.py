"""The page of a search for house rules."""

from functools import partial

from fudaba.common.languages import N_, translator
from fudaba.envs import registered_game

from ...balance.goals import IN_REWARDS
from ...statistics import Interval
from ...tune.objectives import NEAR
from ...tune.racing import Status
from ...tune.result import Raced, TuneResult
from .. import numbers
from ..balance.grids import GridCell, Picture, number_cell
from ..balance.verdict import on_gaps
from ..frame import TEMPLATES, house_rules_of
from ..sentences import joined, on_players, on_rewards
from . import answers, names
from .pictures import draw_front, draw_goals

_, _n = translator("evaluation")

STATUSES: dict[Status, str] = {
    "finalist": N_("finalist"),
    "clearly worse": N_("clearly worse than another"),
    "behind": N_("in the worse half"),
    "twin": N_("plays the games of {variant}"),
}
ON_GOALS = N_(
    "The finalists on fresh deals, {agents} in every seat. Dots are estimates, bars their 95 % "
    "intervals; grey are those that are clearly worse than another, by differences deal by "
    "deal that allow for all comparisons, so intervals may overlap."
)
NEAR_LINE = N_("The upright line of {goals} is the wanted value.")
ON_FRONT = N_(
    "The finalists, numbered as in the table, with their 95 % intervals on fresh deals; the line "
    "joins those that no other one beats in both goals. Grey dots are variants of the race, on "
    "fewer deals."
)


def render_tune_page(result: TuneResult, command: str = "", date: str = "") -> str:
    """Returns the page of a search as one self-contained HTML file.

    Args:
        result: The result.
        command: The command that made it; empty if it was none.
        date: The date as people write it; empty if it is not to be shown.
    """
    game = registered_game(result.game)
    wishes = answers.objectives_of(result)
    options = game.options.read(game.name, result.advised.variant.options)
    return TEMPLATES.get_template("tune/page.html").render(
        result=result,
        game=game,
        command=command,
        date=date,
        wishes=wishes,
        goals_named=_(", ").join(names.goal_named(wish.goal.name) for wish in wishes),
        wishes_named=_(", ").join(map(names.objective_named, wishes)),
        asked=answers.asked(result),
        verdict=answers.verdict(result),
        course=answers.course(result),
        plays=answers.play_commands(result),
        yaml=answers.house_rules_yaml(result),
        rewards=on_rewards(game, options) if _has_rewards(result) else "",
        house_rules=house_rules_of(options),
        goals=Picture(partial(draw_goals, result), _goals_caption(result)),
        front=Picture(partial(draw_front, result), _(ON_FRONT))
        if len(result.criteria) == 2
        else None,
        tiles=_tiles(result),
        notes=_notes(result),
        mean=lambda interval, form: numbers.estimate(interval, numbers.WRITERS[form]),
        ends=lambda interval, form: numbers.ends(interval, numbers.WRITERS[form]),
        loss_words=_loss_words,
        form_of=answers.form_of,
        wish_form=answers.wish_form,
        outcome=_outcome,
        reason=answers.reason(result),
        names=names,
    )


def _goals_caption(result: TuneResult) -> str:
    near = [wish for wish in answers.objectives_of(result) if wish.direction == NEAR]
    goals = _(" and ").join(names.goal_named(wish.goal.name) for wish in near)
    line = [_(NEAR_LINE, goals=goals)] if near else []
    return joined([_(ON_GOALS, agents=_(", ").join(result.agents)), *line])


def _tiles(result: TuneResult) -> list[tuple[GridCell, str]]:
    """Returns the main numbers: the goals of the first finalist, and the size of the search."""
    tiles = [
        (
            number_cell(number, answers.wish_form(result, wish)),
            _(
                "{goal} of the rules advised: {meaning}",
                goal=names.goal_named(wish.goal.name),
                meaning=names.meaning_of(wish),
            ),
        )
        for wish, number in zip(answers.objectives_of(result), result.advised.numbers, strict=True)
    ]
    searched = (
        GridCell(numbers.count(result.combinations)),
        _("variants: combinations of house rules"),
    )
    played = GridCell(numbers.count(result.spent.total)), _("games")
    return [*tiles, searched, played]


def _has_rewards(result: TuneResult) -> bool:
    names = {wish.goal.name for wish in answers.objectives_of(result)}
    return bool(names & {*IN_REWARDS.values()})


def _notes(result: TuneResult) -> list[str]:
    """Returns what a gap is, if one is wished for, and who the players are."""
    has_gap = any(wish.goal.is_gap for wish in answers.objectives_of(result))
    players = [*result.agents, *(check.players for check in result.checks)]
    return [
        *([on_gaps(is_relative=result.has_several_sizes)] if has_gap else []),
        on_players(players),
    ]


def _outcome(raced: Raced) -> str:
    """Returns the outcome of a variant in the race, such as `clearly worse than another`."""
    return _(STATUSES[raced.status], variant=names.label_of(raced.twin or ""))


def _loss_words(result: TuneResult, place: int, loss: Interval) -> str:
    """Returns a loss of the race as the number of its goal, with its interval."""
    criterion = result.criteria[place]
    form = answers.form_of(result, criterion)
    is_negative = criterion.endswith(":most")
    shown = Interval(-loss.mean, -loss.high, -loss.low) if is_negative else loss
    if criterion.partition(":")[2].startswith("near"):
        shown = Interval(loss.mean, max(0.0, loss.low), loss.high)
    return numbers.in_words(shown, form)
