"""The findings of a search as sentences and table lines, for the terminal and the page."""

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import inf, nan
from typing import NoReturn

import yaml

from fudaba.common.languages import N_, translator
from fudaba.envs import Game, UserError, registered_game
from fudaba.envs.core.api.registry import word_of_game
from fudaba.envs.core.contract.schema import word_of

from ...balance.goals import Goal
from ...balance.play import Sample
from ...over import read_over, rule_in_words
from ...statistics import Interval
from ...tune.objectives import Objective, read_objectives
from ...tune.racing import Status
from ...tune.result import SCORE, Finalist, FinalistsCheck, TuneResult
from ...tune.run import TRAINED
from ...tune.space import space_of
from .. import numbers
from ..agreements import Compared, on_agreement
from ..balance.positions import is_fair, limit
from ..balance.verdict import form_of as written_form
from ..ends import at_end
from ..enough import fine_of, games_in_words, times_that_tell
from ..sentences import joined, some_of
from .names import criterion_named, goal_named, label_of, objective_named, players_named

_, _n = translator("evaluation")

NEAR_ENOUGH = 0.02  # of a wanted share

# What to do: keep the usual rules, change them, or without usual rules take some.
KEEP = N_("Keep the usual rules{numbers}: no variant is better by more than {most}.")
KEEP_BEST = N_("Keep the usual rules{numbers}: all other finalists are clearly worse.")
KEEP_FOR_NOW = N_(
    "Keep the usual rules for now: among {agents} {variant} is clearly better, but among {players} "
    "it is clearly worse."
)
KEEP_OR_TRADE = N_("Keep the usual rules{numbers}, or trade one goal for another.")
CHANGE = N_("Change to {variant}. The usual rules{numbers} are clearly worse.")
TAKE = N_("Take {variant}.")
IS_FAIR = {  # whether the advised rules are; None is not known
    True: N_("With them the game is fair: a {gap} up to {limit} counts as fair."),
    False: N_("Even with them the game is not fair: a {gap} up to {limit} counts as fair."),
    None: N_("Whether the game is fair then can't be told: a {gap} up to {limit} counts as fair."),
}
LOOKS_BETTER = N_(
    "Can't tell yet: {variant} looks better than the usual rules{numbers} by {gain}, but that may "
    "be luck."
)
MAY_BE_BETTER = (  # than a variant, than the usual rules
    N_("Can't tell yet: {best} looks best, but {variant} may be better by up to {most}."),
    N_("Can't tell yet: {best} look best, but {variant} may be better by up to {most}."),
)
MAY_BE_BEATEN = N_(
    "Can't tell yet: others look better than the usual rules{numbers} in every goal, but not "
    "clearly; play more games."
)

# The allowed variants are counted, or estimated.
PROPOSED = (
    N_("{tried} of {allowed:,} allowed variants proposed, the others not tried"),
    N_("{tried} of about {allowed:,} allowed variants proposed, the others not tried"),
)
STOPPED: dict[Status, str] = {
    "twin": N_("{count} of them left out, which play the games of another one"),
    "clearly worse": N_("{count} of them stopped as clearly worse than another"),
    "behind": N_("{count} of them stopped in the worse half"),
}

GAMES_IN_ALL = N_("About {games:,} games in all would tell.")
Name = Callable[[Finalist], str]


def objectives_of(result: TuneResult) -> tuple[Objective, ...]:
    """Returns the objectives of a search from its result; own goals have no measure here."""
    own = [
        Goal(
            name=each.name,
            head=each.name,
            meaning=each.meaning,
            form=each.form,
            wish="least",
            measure=_gone,
        )
        for each in result.own_goals
    ]
    return read_objectives(result.goals, registered_game(result.game), own)


def _gone(game: Game, agents: Sequence[str], sample: Sample) -> NoReturn:
    raise UserError("a goal of a result has no measure any more.")


def form_of(result: TuneResult, criterion: str) -> str:
    """Returns the form in which a criterion is written, a key of `numbers.FORMS`."""
    forms = {wish.goal.name: wish_form(result, wish) for wish in objectives_of(result)}
    return "number" if criterion == SCORE else forms[criterion.partition(":")[0]]


def wish_form(result: TuneResult, wish: Objective) -> str:
    """Returns the form in which the goal of an objective is written; see `form_of`."""
    return written_form(wish.goal, is_relative=result.has_several_sizes)


def asked(result: TuneResult) -> str:
    """Returns the question in one sentence."""
    asked = {
        "combinations": result.combinations,
        "rules": _searched(result),
        "goals": _(" ").join(map(objective_named, objectives_of(result))),
        "agents": ", ".join(result.agents),
    }
    if result.is_ranked:
        return _(
            "Which of {combinations:,} variants of {rules} comes closest to {goals} among "
            "{agents}?",
            **asked,
        )
    return _(
        "Which of {combinations:,} variants of {rules} come closest to {goals} among {agents}?",
        **asked,
    )


def _searched(result: TuneResult) -> str:
    """Returns the searched house rules, and the fixed ones: `pass_limit with num_players=5`."""
    names = (word.partition("=")[0] for word in result.over)
    searched = ", ".join(name for name in names if name not in result.idle)
    fixed = " ".join(f"{name}={word_of(value)}" for name, value in result.fixed.items())
    return _("{rules} with {fixed}", rules=searched, fixed=fixed) if fixed else searched


def reason(result: TuneResult) -> str:
    """Returns why one of the combinations is forbidden; empty if none is.

    The result has it in English; the rules say it again in the current language.
    """
    game = registered_game(result.game)
    space = space_of(game, read_over(result.over, game, result.fixed), result.fixed)
    for point in space.points() if result.reason else ():
        try:
            space.options(point)
        except UserError as error:
            return str(error)
    return result.reason


def verdict(result: TuneResult, *, with_numbers: bool = True) -> list[str]:
    """Returns the findings in a few sentences.

    Args:
        result: The result.
        with_numbers: Whether the sentences give the goals of the variants; a table may.
    """
    name = partial(_with_numbers, result) if with_numbers else _label
    found = _ranking(result, name) if result.is_ranked else _front(result, name)
    return [
        _advice(result, name, with_numbers),
        *_on_fairness(result),
        *_on_checks(result),
        *found,
        *_far_from_wishes(result),
        *_at_ends(result),
        *_usual_values(result),
        *_idle(result),
        *_on_sizes(result),
    ]


def _advice(result: TuneResult, name: Name, with_numbers: bool) -> str:
    """Returns what to do: keep the usual rules, or change which; or that it can't be told yet."""
    usual, advised = result.usual, result.advised
    numbers = numbers_of(result, usual) if with_numbers and usual else ""
    said = {
        "variant": name(result.best),
        "numbers": _(" ({numbers})", numbers=numbers) if numbers else "",
    }
    if usual and usual.is_clearly_worse:
        return _on_reversal(result) if advised is usual else _(CHANGE, **said)
    if not result.is_ranked:
        is_beaten = usual and not usual.is_on_front
        return _(MAY_BE_BEATEN if is_beaten else KEEP_OR_TRADE if usual else TAKE, **said)
    return _on_rival(result, advised, said)


def _on_fairness(result: TuneResult) -> Iterator[str]:
    """Yields whether the advised rules are fair, unless none is or that was not asked for."""
    for place, wish in enumerate(objectives_of(result)):
        if result.is_ranked and _wants_fair(result, wish) and not _none_is_fair(result, place):
            fair = is_fair(result.advised.numbers[place])
            yield _(IS_FAIR[fair], gap=goal_named(wish.goal.name), limit=limit())


def _wants_fair(result: TuneResult, wish: Objective) -> bool:
    return wish.goal.is_gap and wish.direction == "least" and not result.has_several_sizes


def _none_is_fair(result: TuneResult, place: int) -> bool:
    return all(is_fair(finalist.numbers[place]) is False for finalist in result.finalists)


def _on_reversal(result: TuneResult) -> str:
    """Returns that the best variant is clearly worse than the usual rules among other players."""
    return _(
        KEEP_FOR_NOW,
        agents=_(", ").join(result.agents),
        variant=_label(result.best),
        players=_(", ").join(map(players_named, result.reversals)),
    )


def _on_rival(result: TuneResult, advised: Finalist, said: dict[str, str]) -> str:
    """Returns whether some rules can be advised, or how many games would tell."""
    rival = _rival_of(result, advised)
    if rival is None:
        return _(KEEP_BEST if advised.is_usual else TAKE, **said)
    gain, fine = _gain_on(advised, rival), _fine(result)
    form = numbers.difference_form(form_of(result, result.criteria[0]))
    most = numbers.WRITERS[form](gain.high)
    if gain.high <= 2 * fine:
        return _(KEEP if advised.is_usual else TAKE, most=most, **said)
    times = times_that_tell(gain, result.final_deals, fine=fine)
    if rival is result.best:
        first = _(LOOKS_BETTER, gain=numbers.in_words(gain, form), **said)
    else:
        message = MAY_BE_BETTER[advised.is_usual]
        first = _(message, best=_label(advised), variant=_label(rival), most=most)
    return joined([first, games_in_words(times * result.spent.total, GAMES_IN_ALL)])


def _rival_of(result: TuneResult, advised: Finalist) -> Finalist | None:
    """Returns the finalist that may be better than the advised one by most; None for none."""
    if advised is not result.best:
        return result.best
    others = [each for each in result.finalists if each.behind and each.behind.low < 0]
    return min(others, key=lambda each: each.behind.low if each.behind else 0.0, default=None)


def _gain_on(advised: Finalist, rival: Finalist) -> Interval:
    """Returns by how much a rival is better than the advised rules; one of both is the best."""
    if advised.behind:
        return advised.behind
    behind = rival.behind or Interval(nan, -inf, inf)
    return Interval(-behind.mean, -behind.high, -behind.low)


def _fine(result: TuneResult, place: int = 0) -> float:
    """Returns the difference in a criterion that hardly matters."""
    form = form_of(result, result.criteria[place])
    return fine_of(form, result.best.losses[place].mean)


def _far_from_wishes(result: TuneResult) -> Iterator[str]:
    """Yields the goals whose wish no finalist comes near: a fair game, or a wanted number."""
    for place, wish in enumerate(objectives_of(result)):
        found = [finalist.numbers[place] for finalist in result.finalists]
        nearest = min(found, key=lambda number: abs(number.mean - wish.value))
        number = numbers.in_words(nearest, wish_form(result, wish))
        margin = NEAR_ENOUGH if wish.goal.form == "share" else 0.0
        if wish.direction == "near" and not any(
            each.low - margin <= wish.value <= each.high + margin for each in found
        ):
            yield _(
                "None of them comes near the wish {goal}: the nearest has {number}.",
                goal=objective_named(wish, with_weight=False),
                number=number,
            )
        if _wants_fair(result, wish) and _none_is_fair(result, place):
            yield _(
                "None of them is fair: a {gap} up to {limit} counts as fair, and the smallest is "
                "{number}.",
                gap=goal_named(wish.goal.name),
                limit=limit(),
                number=number,
            )


def _usual_values(result: TuneResult) -> Iterator[str]:
    """Yields the usual values of the rules that a finalist changes."""
    changed = {rule: None for each in result.finalists for rule, _value in _rules(each)}
    for usual in result.finalists:
        if usual.is_usual and changed:
            game, options = registered_game(result.game), usual.variant.options
            rules = (rule_in_words(game, name, options[name]) for name in changed)
            yield _("The usual rules: {rules}.", rules=", ".join(rules))


def _idle(result: TuneResult) -> Iterator[str]:
    """Yields the house rules that changed no game."""
    if result.idle:
        yield _(
            "Left as usual, because they changed no game that was tried: {rules}.",
            rules=", ".join(result.idle),
        )


def _on_sizes(result: TuneResult) -> Iterator[str]:
    """Yields the scale of gaps, where tables of several sizes are compared."""
    if result.has_several_sizes and any(wish.goal.is_gap for wish in objectives_of(result)):
        yield _("Gaps are given in percent of an equal share, so that tables of all sizes compare.")


def _label(finalist: Finalist) -> str:
    return label_of(finalist.variant.label)


def _ranking(result: TuneResult, name: Name) -> Iterator[str]:
    alike, advised = _as_good(result), result.advised
    others = [each for each in alike if each is not advised and each is not result.best]
    if not others:
        if len(result.finalists) > 2 and len(alike) == 1 and not advised.is_usual:
            yield _("All other finalists are clearly worse.")
        return
    yield _("Not clearly worse: {variants}.", variants=some_of([*map(name, others)]))
    if advised.is_usual:
        return
    if common := [*_in_common(alike)]:
        yield _("All {count} have {rules} in common.", count=len(alike), rules=", ".join(common))
    elif len(result.over) - len(result.idle) > 1:
        yield _("They have no changed rule in common; another --seed may name others.")
    if (simplest := result.simplest) is not advised:
        yield _("The simplest of them: {variant}.", variant=name(simplest))


def _as_good(result: TuneResult) -> list[Finalist]:
    """Returns the finalists that can't be told apart from the best, which is the first."""
    return [each for each in result.finalists if not each.is_clearly_worse]


def _in_common(finalists: Sequence[Finalist]) -> Iterator[str]:
    """Yields the changed house rules that all have; of lists the entries: `THIEF in roles`."""
    first, *others = [dict(_rules(each)) for each in finalists]
    for rule, value in first.items():
        values = [other.get(rule, "") for other in others]
        if all(other == value for other in values):
            yield f"{rule}={value}"
        elif all(other.startswith("[") for other in (value, *values)):
            lists = [other.strip("[]").split(",") for other in values]
            shared = [e for e in value.strip("[]").split(",") if all(e in each for each in lists)]
            if shared:
                yield _("{entries} in {rule}", entries=_(" and ").join(shared), rule=rule)


def _rules(finalist: Finalist) -> Iterator[tuple[str, str]]:
    """Yields the searched house rules that a finalist changes; of the usual rules none."""
    for words in finalist.variant.label.split(", "):
        rule, is_rule, value = words.partition("=")
        if is_rule:
            yield rule, value


def _front(result: TuneResult, name: Name) -> Iterator[str]:
    front = _on_front(result)
    possible = [
        each for each in result.finalists if not (each.is_on_front or each.is_clearly_worse)
    ]
    if len(front) == 1:
        yield _("Best estimate in every goal: {variant}.", variant=name(front[0]))
    else:
        yield _(
            "The best trade-offs between the goals, of which none is better in all: {variants}.",
            variants=some_of([*map(name, front)]),
        )
    if possible:
        yield _("May be as good: {variants}.", variants=some_of([*map(name, possible)]))
    equal = [name for name, tells in zip(result.criteria, result.telling, strict=True) if not tells]
    if equal and len(equal) < len(result.criteria):
        goals = _(" and ").join(map(goal_named, equal))
        yield _("The finalists don't clearly differ in {goals}.", goals=goals)


def _on_front(result: TuneResult) -> list[Finalist]:
    return [each for each in result.finalists if each.is_on_front and not each.is_clearly_worse]


def _at_ends(result: TuneResult) -> Iterator[str]:
    """Yields the house rules of the best variant at the end of a range that could be wider."""
    game = registered_game(result.game)
    for name, values in read_over(result.over, game, result.fixed).items():
        if name not in result.idle:
            yield from at_end(game, name, values, result.best.variant.options.get(name))


def _with_numbers(result: TuneResult, finalist: Finalist) -> str:
    return _(
        "{variant} ({numbers})", variant=_label(finalist), numbers=numbers_of(result, finalist)
    )


def numbers_of(result: TuneResult, finalist: Finalist) -> str:
    """Returns the goals of a finalist: `turn gap 0.7 pp (0.0 to 2.1)`."""
    wishes = objectives_of(result)
    return _(", ").join(
        _(
            "{goal} {number}",
            goal=goal_named(wish.goal.name),
            number=numbers.in_words(interval, wish_form(result, wish)),
        )
        for wish, interval in zip(wishes, finalist.numbers, strict=True)
    )


def course(result: TuneResult) -> list[str]:
    """Returns the course of the search: skipped and stopped variants, and the games it took."""
    return [_("{facts}. {games}.", facts=_("; ").join(_facts(result)), games=_games(result))]


def _facts(result: TuneResult) -> Iterator[str]:
    """Yields how many variants were proposed, skipped, raced and stopped."""
    counts = Counter(raced.status for raced in result.raced)
    if result.is_proposed:
        proposed = PROPOSED[bool(result.forbidden)]
        yield _(proposed, tried=result.tried, allowed=result.allowed)
    if result.forbidden:
        yield _("{count:,} forbidden by the rules and skipped", count=result.forbidden)
    yield _("{count} variants raced on the same deals", count=len(result.raced))
    for status, stopped in STOPPED.items():
        if counts[status]:
            yield _(stopped, count=counts[status])


def _games(result: TuneResult) -> str:
    """Returns the number of games by players, and how many more a full grid takes."""
    spent, agents = result.spent, _(", ").join(result.agents)
    games = [_("{games:,} games of {players}", games=spent.total, players=agents)]
    games += [
        _("{games:,} games of {players}", games=check.games, players=players_named(check))
        for check in result.checks
    ]
    said = _(" and ").join(games)
    if spent.full_grid <= spent.total:
        return said
    return _(
        "{games}; to play all variants on {deals:,} deals takes {all:,}, {times:.1f} times as many "
        "as the search",
        games=said,
        deals=result.final_deals,
        all=spent.full_grid,
        times=spent.full_grid / spent.total,
    )


def _on_checks(result: TuneResult) -> Iterator[str]:
    """Yields how the best variant, and the order, do among each kind of other players."""
    for check in result.checks:
        for found in check.agreements:
            yield joined(on_agreement(found, _compared(result, check, found.criterion)))


def _compared(result: TuneResult, check: FinalistsCheck, criterion: str) -> Compared:
    place = result.criteria.index(criterion) if criterion in result.criteria else 0
    return Compared(
        who=_who(check),
        before=_("in the finals"),
        reference=_("the usual rules"),
        goal=criterion_named(objectives_of(result), criterion),
        form=form_of(result, criterion),
        variants=len(result.finalists),
        games=check.deals,
        fine=_fine(result, place),
    )


def _who(check: FinalistsCheck) -> str:
    if check.players == TRAINED:
        return _("Among policies trained for each")
    return _("Among {players}", players=check.players)


def play_commands(result: TuneResult) -> list[str]:
    """Returns the commands that play the answers: all that are as good, or the whole front."""
    found = _as_good(result) if result.is_ranked else _on_front(result)
    others = [each for each in found if each is not result.advised]
    return [_play_command(result, each) for each in (result.advised, *others)]


def _play_command(result: TuneResult, finalist: Finalist) -> str:
    words = finalist.variant.words
    rules = ["--options", *words] if words else []
    return shlex.join(["fudaba", "play", word_of_game(result.game), *rules])


def house_rules_yaml(result: TuneResult) -> str:
    """Returns the house rules that are advised as YAML, which `fudaba train` takes too."""
    lines = [f"# {sentence}" for sentence in (asked(result), *verdict(result)[:1])]
    game = yaml.safe_dump({"game": word_of_game(result.game)}, width=inf, allow_unicode=True)
    lines += [game.strip(), "options:"]
    for name, value in result.advised.variant.options.items():
        lines.append(f"  {name}: {_yaml(value)}")
    return "\n".join(lines) + "\n"


def _yaml(value: object) -> str:
    """Returns a value of an option as YAML; words in quotes, since YAML reads off as False."""
    if isinstance(value, list):
        return f"[{', '.join(map(_yaml, value))}]"
    if isinstance(value, str):
        return f'"{value}"'
    return str(value).lower() if isinstance(value, bool) else str(value)
