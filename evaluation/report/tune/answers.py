"""The findings of a search as sentences and table lines, for the terminal and the page."""

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import inf
from typing import NoReturn

import yaml

from fudaba.common.languages import N_, translator
from fudaba.envs import Game, UserError, registered_game
from fudaba.envs.core.api.registry import word_of_game
from fudaba.envs.core.contract.schema import word_of

from ...balance.goals import Goal
from ...balance.play import Sample
from ...statistics import Interval
from ...tune.objectives import Objective, read_objectives
from ...tune.over import read_over
from ...tune.racing import Status
from ...tune.result import SCORE, Agreement, Finalist, FinalistsCheck, TuneResult
from ...tune.run import TRAINED
from ...tune.space import space_of
from ...tune.tunable import domain_of
from .. import numbers
from ..balance.verdict import in_words
from .names import goal_named, label_of, objective_named

_, _n = translator("evaluation")

MOST_NAMED = 4  # variants in one sentence

# How the usual rules stand: without numbers, and with them.
WORSE = N_("The usual rules: clearly worse."), N_("The usual rules ({numbers}): clearly worse.")
NOT_WORSE = (
    N_("The usual rules: not clearly worse."),
    N_("The usual rules ({numbers}): not clearly worse."),
)

# The best number is the lowest that was tried, or the highest.
AT_ENDS = (
    N_(
        "{rule}={value} is the lowest number tried: numbers down to {end} are allowed and may be "
        "better."
    ),
    N_(
        "{rule}={value} is the highest number tried: numbers up to {end} are allowed and may be "
        "better."
    ),
)

# The allowed combinations are counted, or estimated.
PROPOSED = (
    N_("{tried} of {allowed:,} allowed combinations proposed"),
    N_("{tried} of about {allowed:,} allowed combinations proposed"),
)
STOPPED: dict[Status, str] = {
    "twin": N_("{count} the same game as another one"),
    "clearly worse": N_("{count} clearly worse"),
    "behind": N_("{count} stopped in the worse half"),
}

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
    """Returns the form of the numbers of a criterion: `share` or `number`."""
    forms = {wish.goal.name: wish.goal.form for wish in objectives_of(result)}
    return "number" if criterion == SCORE else forms[criterion.partition(":")[0]]


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
            "Which of {combinations:,} combinations of {rules} comes closest to {goals} among "
            "{agents}?",
            **asked,
        )
    return _(
        "Which of {combinations:,} combinations of {rules} come closest to {goals} among {agents}?",
        **asked,
    )


def _searched(result: TuneResult) -> str:
    """Returns the searched house rules, and the fixed ones: `pass_limit with num_players=5`."""
    searched = ", ".join(word.partition("=")[0] for word in result.over)
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
    return [*found, *_usual(result, with_numbers), *_at_ends(result)]


def _label(finalist: Finalist) -> str:
    return label_of(finalist.variant.label)


def _ranking(result: TuneResult, name: Name) -> Iterator[str]:
    first, *others = [each for each in result.finalists if not each.is_clearly_worse]
    if not others:
        yield _("Clearly best: {variant}.", variant=name(first))
        return
    yield _("Best estimate: {variant}.", variant=name(first))
    yield _("Can't be told apart from it: {variants}.", variants=_listed(others))


def _front(result: TuneResult, name: Name) -> Iterator[str]:
    front = [each for each in result.finalists if each.is_on_front]
    possible = [
        each for each in result.finalists if not (each.is_on_front or each.is_clearly_worse)
    ]
    if len(front) == 1:
        yield _("Best estimate in every goal: {variant}.", variant=name(front[0]))
    else:
        yield _(
            "No other finalist has better estimates in all goals than {variants}.",
            variants=_listed(front),
        )
    if possible:
        yield _("May be as good: {variants}.", variants=_listed(possible))
    equal = [name for name, tells in zip(result.criteria, result.telling, strict=True) if not tells]
    if equal and len(equal) < len(result.criteria):
        goals = _(" and ").join(map(goal_named, equal))
        yield _("The finalists don't clearly differ in {goals}.", goals=goals)


def _usual(result: TuneResult, with_numbers: bool) -> Iterator[str]:
    """Yields a sentence on the rank of the usual rules, unless they are the best."""
    for each in result.finalists[1:]:
        if each.is_usual:
            standing = WORSE if each.is_clearly_worse else NOT_WORSE
            yield _(standing[with_numbers], numbers=numbers_of(result, each))


def _at_ends(result: TuneResult) -> Iterator[str]:
    """Yields the house rules of the best variant at the end of a range that could be wider."""
    game = registered_game(result.game)
    for name, values in read_over(result.over, game, result.fixed).items():
        best, allowed = (
            result.best.variant.options.get(name),
            domain_of(game.options, name).values(),
        )
        tried, numbers_allowed = (
            [value for value in each if type(value) is int] for each in (values, allowed)
        )
        if len(tried) < 2 or best not in (min(tried), max(tried)):
            continue
        is_highest = best == max(tried)
        end = max(numbers_allowed) if is_highest else min(numbers_allowed)
        if end != best:
            yield _(AT_ENDS[is_highest], rule=name, value=best, end=end)


def _with_numbers(result: TuneResult, finalist: Finalist) -> str:
    return _(
        "{variant} ({numbers})", variant=_label(finalist), numbers=numbers_of(result, finalist)
    )


def numbers_of(result: TuneResult, finalist: Finalist) -> str:
    """Returns the goals of a finalist: `turn-fairness 0.7 % (0.0 % to 2.1 %)`."""
    wishes = objectives_of(result)
    return _(", ").join(
        _(
            "{goal} {number}",
            goal=goal_named(wish.goal.name),
            number=with_ends(interval, wish.goal.form),
        )
        for wish, interval in zip(wishes, finalist.numbers, strict=True)
    )


def with_ends(interval: Interval, form: str) -> str:
    """Returns a number with its interval: `0.7 % (0.0 to 2.1)`."""
    return in_words(interval, form)


def _listed(finalists: Sequence[Finalist]) -> str:
    some = _("; ").join(map(_label, finalists[:MOST_NAMED]))
    more = len(finalists) - MOST_NAMED
    return _("{some}; and {more} more", some=some, more=more) if more > 0 else some


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
    yield _("{count} raced", count=len(result.raced))
    for status, stopped in STOPPED.items():
        if counts[status]:
            yield _(stopped, count=counts[status])


def _games(result: TuneResult) -> str:
    """Returns the number of games, and how many more a full grid takes."""
    spent = result.spent
    if spent.full_grid <= spent.total:
        return _("{games:,} games", games=spent.total)
    return _(
        "{games:,} games; a full grid with {deals:,} deals each takes {all:,}, {times:.1f} times "
        "as many",
        games=spent.total,
        deals=result.final_deals,
        all=spent.full_grid,
        times=spent.full_grid / spent.total,
    )


def checked(result: TuneResult) -> list[list[str]]:
    """Returns sentences on how the finalists' order changes with each kind of other players."""
    return [
        [
            sentence
            for agreement in check.agreements
            for sentence in _agreement(result, check, agreement)
        ]
        for check in result.checks
    ]


def _agreement(result: TuneResult, check: FinalistsCheck, found: Agreement) -> Iterator[str]:
    goal, who = goal_named(found.criterion), _who(check)
    clear = found.same + found.opposite + found.only_before
    if not clear + found.only_after:
        if len(check.agreements) == 1:
            yield _(
                "{who}: {goal} has no clear order, neither here nor in the finals.",
                who=who,
                goal=goal,
            )
        return
    yield _n(
        "{who}: {survival} in {goal}. Of {clear} pairs of finalists with a clear order {same} keep "
        "it, {opposite} reverse it, and {count} has no clear order here.",
        "{who}: {survival} in {goal}. Of {clear} pairs of finalists with a clear order {same} keep "
        "it, {opposite} reverse it, and {count} have no clear order here.",
        found.only_before,
        who=who,
        survival=_survival(found),
        goal=goal,
        clear=clear,
        same=found.same,
        opposite=found.opposite,
    )
    if found.only_after:
        yield _("Pairs with a clear order only here: {count}.", count=found.only_after)
    if tau := found.rank_agreement:
        yield _(
            "Rank agreement (1: same order): {tau:.2f} ({ends}).",
            tau=tau.mean,
            ends=numbers.ends(tau, numbers.number),
        )
    if found.is_best_beaten:
        best = label_of(found.best_after)
        yield _("The best of the finals is clearly beaten here; best: {variant}.", variant=best)
    yield from _gain(result, found)


def _gain(result: TuneResult, found: Agreement) -> Iterator[str]:
    """Yields the gain of the best variant over the usual rules with both kinds of players."""
    if found.gain_after is None or found.gain_before is None:
        return
    form = form_of(result, found.criterion)
    yield _(
        "Gain of {variant} over the usual rules: {before} in the finals, {after} here: {holds}.",
        variant=label_of(found.best),
        before=numbers.change(found.gain_before, form),
        after=numbers.change(found.gain_after, form),
        holds=_gain_word(found.gain_after),
    )


def _survival(found: Agreement) -> str:
    """Returns a few words on whether the order is the same among other players."""
    if found.opposite:
        return _("the order changes")
    if not found.same:
        return _("the order is not confirmed")
    if found.only_before or found.only_after:
        return _("a part of the order survives")
    return _("the order survives")


def _gain_word(gain: Interval) -> str:
    """Returns a word on whether a gain is confirmed among other players."""
    if gain.low > 0:
        return _("it holds")
    return _("it turns into a loss") if gain.high < 0 else _("not clear")


def _who(check: FinalistsCheck) -> str:
    if check.players == TRAINED:
        return _("Among policies trained for each")
    return _("Among {players}", players=check.players)


def play_command(result: TuneResult) -> str:
    """Returns the command that plays the best variant."""
    words = result.best.variant.words
    rules = ["--options", *words] if words else []
    return shlex.join(["fudaba", "play", word_of_game(result.game), *rules])


def house_rules_yaml(result: TuneResult) -> str:
    """Returns the house rules of the best variant as YAML, which `fudaba train` takes too."""
    lines = [f"# {sentence}" for sentence in (asked(result), *verdict(result)[:1])]
    game = yaml.safe_dump({"game": word_of_game(result.game)}, width=inf, allow_unicode=True)
    lines += [game.strip(), "options:"]
    for name, value in result.best.variant.options.items():
        lines.append(f"  {name}: {_yaml(value)}")
    return "\n".join(lines) + "\n"


def _yaml(value: object) -> str:
    """Returns a value of an option as YAML; words in quotes, since YAML reads off as False."""
    if isinstance(value, list):
        return f"[{', '.join(map(_yaml, value))}]"
    if isinstance(value, str):
        return f'"{value}"'
    return str(value).lower() if isinstance(value, bool) else str(value)
