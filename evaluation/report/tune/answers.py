"""The findings of a search as sentences and table lines, for the terminal and the page."""

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NoReturn

from fudaba.envs import Game, UserError, find_game
from fudaba.envs.core.contract.schema import word_of

from ...balance.goals import Goal
from ...balance.play import Sample
from ...statistics import Interval
from ...tune.over import read_over
from ...tune.result import SCORE, Agreement, Check, Finalist, TuneResult
from ...tune.tunable import domain_of
from ...tune.wishes import Wish, read_wishes
from .. import numbers

MOST_NAMED = 4  # variants in one sentence

Name = Callable[[Finalist], str]


def wishes_of(result: TuneResult) -> tuple[Wish, ...]:
    """Returns the wishes of a search; own goals can't be measured again."""
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
    return read_wishes(result.goals, find_game(result.game), own)


def _gone(game: Game, agents: Sequence[str], sample: Sample) -> NoReturn:
    raise UserError("a goal of a result has no measure any more.")


def form_of(result: TuneResult, criterion: str) -> str:
    """Returns the form of the numbers of a criterion: `share` or `number`."""
    forms = {wish.goal.name: wish.goal.form for wish in wishes_of(result)}
    return "number" if criterion == SCORE else forms[_goal(criterion)]


def asked(result: TuneResult) -> str:
    """Returns the question in one sentence."""
    fixed = [f"{name}={word_of(value)}" for name, value in result.fixed.items()]
    under = f" with {' '.join(fixed)}" if fixed else ""
    return (
        f"Which of {result.combinations:,} combinations of {', '.join(_names(result.over))}{under} "
        f"come{'s' * result.is_ranked} closest to {' '.join(result.goals)} among "
        f"{', '.join(result.agents)}?"
    )


def _names(over: Sequence[str]) -> list[str]:
    return [word.partition("=")[0] for word in over]


def verdict(result: TuneResult, *, with_numbers: bool = True) -> list[str]:
    """Returns the findings in a few sentences.

    Args:
        result: The result.
        with_numbers: Whether the sentences give the goals of the variants; a table may.
    """
    name = partial(_with_numbers, result) if with_numbers else _label
    found = _ranking(result, name) if result.is_ranked else _front(result, name)
    return [*found, *_usual(result, name), *_at_ends(result)]


def _label(finalist: Finalist) -> str:
    return finalist.variant.label


def _ranking(result: TuneResult, name: Name) -> Iterator[str]:
    first, *others = [each for each in result.finalists if not each.is_clearly_worse]
    if not others:
        yield f"Clearly best: {name(first)}."
        return
    yield f"Best estimate: {name(first)}."
    yield f"Can't be told apart from it: {_listed(others)}."


def _front(result: TuneResult, name: Name) -> Iterator[str]:
    front = [each for each in result.finalists if each.is_on_front]
    possible = [
        each for each in result.finalists if not (each.is_on_front or each.is_clearly_worse)
    ]
    if len(front) == 1:
        yield f"Best estimate in every goal: {name(front[0])}."
    else:
        yield f"No other finalist has better estimates in all goals than {_listed(front)}."
    if possible:
        yield f"May be as good: {_listed(possible)}."
    equal = [name for name, tells in zip(result.criteria, result.telling, strict=True) if not tells]
    if equal and len(equal) < len(result.criteria):
        yield f"The finalists don't clearly differ in {' and '.join(map(_goal, equal))}."


def _usual(result: TuneResult, name: Name) -> Iterator[str]:
    """Yields how the usual rules stand, if they are not the first."""
    for each in result.finalists[1:]:
        if each.is_usual:
            standing = "clearly worse" if each.is_clearly_worse else "not clearly worse"
            words = name(each)
            yield f"{words[0].upper()}{words[1:]}: {standing}."


def _at_ends(result: TuneResult) -> Iterator[str]:
    """Yields the numbers of the best variant that end a range which the game lets go on."""
    game = find_game(result.game)
    for name, values in read_over(result.over, game, result.fixed).items():
        best, allowed = result.best.variant.options[name], domain_of(game.options, name).values()
        tried, numbers_allowed = (
            [value for value in each if type(value) is int] for each in (values, allowed)
        )
        if len(tried) < 2 or best not in (min(tried), max(tried)):
            continue
        is_highest = best == max(tried)
        end, word = (max, "highest") if is_highest else (min, "lowest")
        if end(numbers_allowed) != best:
            yield (
                f"{name}={best} is the {word} number tried: numbers "
                f"{'up' if is_highest else 'down'} to {end(numbers_allowed)} are allowed and may "
                "be better."
            )


def _goal(criterion: str) -> str:
    return criterion.partition(":")[0]


def _with_numbers(result: TuneResult, finalist: Finalist) -> str:
    return f"{finalist.variant.label} ({numbers_of(result, finalist)})"


def numbers_of(result: TuneResult, finalist: Finalist) -> str:
    """Returns the goals of a finalist: `turn-fairness 0.7 % (0.0 % to 2.1 %)`."""
    wishes = wishes_of(result)
    return ", ".join(
        f"{wish.goal.name} {with_ends(interval, wish.goal.form)}"
        for wish, interval in zip(wishes, finalist.numbers, strict=True)
    )


def with_ends(interval: Interval, form: str) -> str:
    """Returns a number with its interval: `0.7 % (0.0 to 2.1)`."""
    write = numbers.WRITERS[form]
    ends = numbers.ends(interval, write).replace(" %", "")
    return f"{numbers.estimate(interval, write)} ({ends})"


def _listed(finalists: Sequence[Finalist]) -> str:
    labels = [each.variant.label for each in finalists]
    more = len(labels) - MOST_NAMED
    return "; ".join(labels[:MOST_NAMED]) + (f"; and {more} more" if more > 0 else "")


def course(result: TuneResult) -> list[str]:
    """Returns the course of the search: skipped and stopped variants, and the games it took."""
    counts = Counter(raced.status for raced in result.raced)
    spent = result.spent
    parts = []
    if result.is_proposed:
        about = "about " if result.forbidden else ""
        parts.append(f"{result.tried} of {about}{result.allowed:,} allowed combinations proposed")
    if result.forbidden:
        parts.append(f"{result.forbidden:,} forbidden by the rules and skipped")
    parts += [f"{len(result.raced)} raced"]
    if counts["twin"]:
        parts.append(f"{counts['twin']} the same game as another one")
    if counts["clearly worse"]:
        parts.append(f"{counts['clearly worse']} clearly worse")
    if counts["behind"]:
        parts.append(f"{counts['behind']} stopped in the worse half")
    games = f"{spent.total:,} games"
    if spent.full_grid > spent.total:
        games += (
            f"; a full grid with {result.final_deals:,} deals each takes {spent.full_grid:,}, "
            f"{spent.full_grid / spent.total:.1f} times as many"
        )
    return [f"{'; '.join(parts)}. {games}."]


def checked(result: TuneResult) -> list[list[str]]:
    """Returns what each kind of other players says about the order, in sentences."""
    return [
        [
            sentence
            for agreement in check.agreements
            for sentence in _agreement(result, check, agreement)
        ]
        for check in result.checks
    ]


def _agreement(result: TuneResult, check: Check, found: Agreement) -> Iterator[str]:
    goal = _goal(found.criterion)
    clear = found.same + found.opposite + found.only_before
    if not clear + found.only_after:
        if len(check.agreements) == 1:
            yield f"{_who(check).capitalize()}: {goal} has no clear order, here or before."
        return
    yield (
        f"{_who(check).capitalize()}: {_survival(found)} in {goal}. Of {clear} pairs of finalists "
        f"with a clear order {found.same} keep it, {found.opposite} reverse it, and "
        f"{found.only_before} {'has' if found.only_before == 1 else 'have'} no clear order here."
    )
    if found.only_after:
        yield f"Clear only here: {found.only_after}."
    if tau := found.rank_agreement:
        yield f"Rank agreement (1: same order): {tau.mean:.2f} ({tau.low:.2f} to {tau.high:.2f})."
    if found.is_best_beaten:
        yield f"The first is clearly beaten here; best: {found.best_after}."
    yield from _gain(result, check, found)


def _gain(result: TuneResult, check: Check, found: Agreement) -> Iterator[str]:
    """Yields the gain of the best variant over the usual rules with both kinds of players."""
    if found.gain_after is None or found.gain_before is None:
        return
    form = form_of(result, found.criterion)
    before = numbers.change(found.gain_before, form)
    after = numbers.change(found.gain_after, form)
    yield (
        f"Gain of {found.best} over the usual rules: {before} before, {after} here: "
        f"{_gain_word(found.gain_after)}."
    )


def _survival(found: Agreement) -> str:
    """Returns whether the order survives among other players, in a few words."""
    if found.opposite:
        return "the order changes"
    if not found.same:
        return "the order is not confirmed"
    if found.only_before or found.only_after:
        return "a part of the order survives"
    return "the order survives"


def _gain_word(gain: Interval) -> str:
    """Returns whether a gain holds among other players."""
    if gain.low > 0:
        return "it holds"
    return "it turns round" if gain.high < 0 else "not clear"


def _who(check: Check) -> str:
    if check.players == "trained":
        return "among policies trained for each"
    return f"among {check.players}"


def play_command(result: TuneResult) -> str:
    """Returns the command that plays the best variant."""
    words = result.best.variant.words
    rules = ["--options", *words] if words else []
    return shlex.join(["fudaba", "play", result.game, *rules])


def house_rules_yaml(result: TuneResult) -> str:
    """Returns the house rules of the best variant as YAML, which `fudaba train` takes too."""
    lines = [f"# {sentence}" for sentence in (asked(result), *verdict(result)[:1])]
    lines += [f"game: {result.game}", "options:"]
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
