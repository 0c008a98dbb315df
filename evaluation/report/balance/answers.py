"""The answers of a balance page: one or two plain sentences for each question."""

from collections.abc import Sequence
from math import isfinite, isnan

from fudaba.envs import find_game
from fudaba.envs.core.stepping.measuring import balance_of

from ...balance.hands import DEAL, EXPLAINED, TOGETHER, WORTH
from ...balance.outcomes import (
    AGENTS,
    ALTERNATIVES,
    CHOICE,
    DECISIONS,
    FIRST_PLACES,
    GAME,
    LEAD_CHANGES,
    MOVES,
    REWARD,
    TURNS,
    turn_name,
)
from ...balance.result import BalanceResult, Finding, Ladder
from ...statistics import clear_of_chance
from .. import numbers
from .names import short_names

UNLIKELY, VERY_UNLIKELY = 0.05, 0.01


def value(finding: Finding) -> str:
    """Returns a finding's number: `33.4 % (32.7 % to 34.0 %)`."""
    form = numbers.WRITERS[finding.form]
    interval = finding.interval
    return f"{numbers.estimate(interval, form)} ({numbers.ends(interval, form)})"


def of_first(result: BalanceResult, sentence: str) -> str:
    """Returns a lower-case sentence in full; with several variants it names the first one."""
    if len(result.variants) > 1:
        return f"With {result.variants[0].label}, {sentence}"
    return sentence[0].upper() + sentence[1:]


def on_order(result: BalanceResult, group: str) -> str:
    """Returns whether the places in turn order, or at the table, are equal."""
    first = result.variants[0]
    chance = first.equal_turns if group == TURNS else first.equal_seats
    items = sorted(first.of(group, FIRST_PLACES), key=lambda finding: finding.interval.mean)
    worst, best = items[0], items[-1]
    if isnan(chance):
        return "There are too few deals to tell."
    verdict = "These games do not show it."
    if chance < UNLIKELY:
        verdict = "Perhaps; try another seed." if chance >= VERY_UNLIKELY else "Yes."
    places = of_first(
        result,
        f"{best.item} takes {value(best)} of the first places and {worst.item} {value(worst)}; "
        f"an equal share is {numbers.percent(1 / len(items))}.",
    )
    luck = f"Chance alone makes rewards differ as much in {_percent_of_runs(chance)} of such runs."
    return f"{verdict} {places} {luck}{_widest_gap(result, group)}"


def _percent_of_runs(chance: float) -> str:
    return "less than 0.1 %" if chance < numbers.LEAST_P else numbers.percent(chance)


def _widest_gap(result: BalanceResult, group: str) -> str:
    """Returns in which variants the places differ most and least."""
    if len(result.variants) < 2:
        return ""
    gaps = {}
    for name, variant in zip(short_names(result), result.variants, strict=True):
        shares = [finding.interval.mean for finding in variant.of(group, FIRST_PLACES)]
        gaps[name] = max(shares) - min(shares)
    least, most = min(gaps, key=gaps.__getitem__), max(gaps, key=gaps.__getitem__)
    return (
        f" The gap between the most and the fewest first places is smallest with {least} "
        f"({100 * gaps[least]:.1f} points) and largest with {most} ({100 * gaps[most]:.1f})."
    )


def on_factor(result: BalanceResult, factor: str) -> str:
    """Returns which words of a factor earned most and least, and how many pairs differ."""
    first = result.variants[0]
    rewards = sorted(first.of(factor, REWARD), key=lambda finding: finding.interval.mean)
    worst, best = rewards[0], rewards[-1]
    earns = of_first(
        result,
        f"{best.item} earns most, {value(best)} per game, and {worst.item} least, {value(worst)}.",
    )
    pairs = [pair.difference for pair in first.comparisons if pair.factor == factor]
    clear = sum(clear_of_chance([difference.p_value for difference in pairs]))
    return f"{earns} Of {len(pairs)} pairs {clear} differ clearly."


def on_hands(result: BalanceResult) -> str:
    """Returns which factor of the deal explains most, and how much all of them explain."""
    first = result.variants[0]
    explained = [f for f in first.of(DEAL, EXPLAINED) if f.item != TOGETHER]
    together = first.find(DEAL, TOGETHER, EXPLAINED)
    if not explained or together is None:
        return "All hands are alike in the factors that this game declares."
    strongest = max(explained, key=lambda finding: finding.interval.mean)
    worth = first.find(DEAL, strongest.item, WORTH)
    counted = {
        measure.name
        for measure in balance_of(find_game(result.game)).factors
        if not measure.is_flag
    }
    subject = "one more" if strongest.item in counted else "to have it"
    tells = f": {subject} is worth {value(worth)} in reward" if worth is not None else ""
    return of_first(
        result,
        f"the strongest factor is “{strongest.item}”{tells}. All declared factors of the deal "
        f"explain {value(together)} of the result of one seat in one game. The rest is other "
        "properties of the cards, play and chance.",
    )


def on_choice(result: BalanceResult) -> str:
    """Returns the length of a game and the number of its choices."""
    first = result.variants[0]
    title = find_game(result.game).title
    found = {quantity: first.find(GAME, title, quantity) for quantity in (
        DECISIONS, CHOICE, ALTERNATIVES, LEAD_CHANGES)}  # fmt: skip
    words = {name: value(finding) for name, finding in found.items() if finding is not None}
    return of_first(
        result,
        f"a game takes {words[DECISIONS]} decisions. {words[CHOICE]} of them are a real choice; "
        f"the others are forced. There are {words[ALTERNATIVES]} legal actions on average, and "
        f"the lead changes {words[LEAD_CHANGES]} times.",
    )


def headline_numbers(result: BalanceResult) -> list[tuple[str, Sequence[Finding | None]]]:
    """Returns the numbers shown for every variant first: a name and a finding per variant."""
    shown = [
        (finding.quantity, finding.key)
        for finding in result.variants[0].of(GAME)
        if not finding.quantity.startswith(MOVES)
    ]
    begins = (TURNS, turn_name(0), FIRST_PLACES)
    shown.append((f"first places, {turn_name(0)}", begins))
    shown.append(("result explained by the deal", (DEAL, TOGETHER, EXPLAINED)))
    rows = [(name, [v.find(*key) for v in result.variants]) for name, key in shown]
    return [
        (name, row)
        for name, row in rows
        if any(finding is not None and finding.interval.mean != 0 for finding in row)
    ]


def on_variants(result: BalanceResult) -> str:
    """Returns the differences of the variants in a few numbers."""
    wanted = (DECISIONS, CHOICE, f"first places, {turn_name(0)}", "result explained by the deal")
    variants = short_names(result)
    parts = []
    for quantity, row in headline_numbers(result):
        known = [(found, name) for found, name in zip(row, variants, strict=True) if found]
        if quantity in wanted and known:
            known.sort(key=lambda pair: pair[0].interval.mean)
            parts.append(f"{quantity} {_end(*known[0])} to {_end(*known[-1])}")
    return f"From the lowest variant to the highest: {'; '.join(parts)}."


def _end(finding: Finding, variant: str) -> str:
    form = numbers.WRITERS[finding.form]
    return f"{form(finding.interval.mean)} ({variant})"


def on_agents(result: BalanceResult) -> str:
    """Returns which agent earned most."""
    best = max(result.variants[0].of(AGENTS, REWARD), key=lambda finding: finding.interval.mean)
    return of_first(result, f"{best.item} earns most, {value(best)} per game.")


def on_skill(result: BalanceResult, ladder: Ladder) -> str:
    """Returns the height of the ladder and the share of skill in a single result."""
    pair = next(p for p in ladder.pairs if (p.weaker, p.stronger) == (
        ladder.agents[0], ladder.agents[-1]))  # fmt: skip
    steps = []
    for step in ladder.steps:
        needed = step.games_needed.mean
        games = f"after {numbers.count(needed)} games" if isfinite(needed) else "never"
        steps.append(
            f"{step.stronger} alone among copies of {step.weaker} earns "
            f"{numbers.estimate(step.reward, numbers.reward)} per game and leads {games} with a "
            "certainty of 95 %"
        )
    return of_first(
        result,
        f"at a table that {pair.stronger} and {pair.weaker} share, the agent explains "
        f"{numbers.percent(pair.skill.mean)} of the result of one game, and the cards that a seat "
        f"was dealt {numbers.percent(pair.deal.mean)}. {'; '.join(steps)}.",
    )
