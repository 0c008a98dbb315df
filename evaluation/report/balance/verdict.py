"""The verdict of a balance run: question, players and answers in plain sentences."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from math import isnan, nan

from fudaba.envs import find_game
from fudaba.envs.core.contract.schema import word_of
from fudaba.envs.core.stepping.measuring import balance_of

from ...balance.goals import (
    GOALS,
    LEADS,
    LENGTH,
    ROLE_SPREAD,
    SEAT_FAIRNESS,
    SHARED_WINS,
    SKILL,
    TURN_FAIRNESS,
    Goal,
    roles_of,
)
from ...balance.hands import DEAL, EXPLAINED, TOGETHER, WORTH
from ...balance.minutes import MINUTES
from ...balance.outcomes import (
    AGENTS,
    CHOICE,
    DECISIONS,
    FIRST_PLACES,
    GAME,
    LEAD_CHANGES,
    REWARD,
    SEATS,
    TURNS,
)
from ...balance.result import BalanceResult, Finding, VariantResult
from ...statistics import Interval, clear_of_chance
from .. import numbers

ERROR = 0.01  # chance that a verdict calls any of several equal positions different
WIDE_GAP = 0.05  # of an unclear gap: more games are worth while
SHOWN = (TURN_FAIRNESS, SEAT_FAIRNESS, ROLE_SPREAD, SKILL, LENGTH, LEADS, SHARED_WINS)
GAPS = {  # for each group: its goal, what may matter, and how a clear difference is told
    TURNS: (TURN_FAIRNESS, "who acts first", "It matters who acts first"),
    SEATS: (SEAT_FAIRNESS, "where one sits", "In these deals it mattered where one sat"),
}
TESTS = 2 * len(GAPS)  # of games won and of rewards
CHECK_SEATS = " Unless a rule favours a seat, this is luck: another --seed would show it."

Sentence = tuple[str, str]


def asked(result: BalanceResult) -> str:
    """Returns the question: `Is Sevens fair with pass_limit=5?`."""
    game = find_game(result.game)
    if len(result.variants) > 1:
        return f"Which house rules of {game.title} are best by {_goal(result).name}?"
    options = game.options.read(game.name, result.variants[0].options)
    changed = ", ".join(f"{name}={word_of(value)}" for name, value in options.changed().items())
    return f"Is {game.title} fair{f' with {changed}' if changed else ''}?"


def played(result: BalanceResult) -> str:
    """Returns the number of games and the players: `10,000 games, greedy in every seat.`."""
    several, games = len(result.variants) > 1, [variant.games for variant in result.variants]
    each = f"{len(games)} variants, " if several else ""
    per = (" or more" if min(games) < max(games) else "") + (" each" if several else "")
    who = f"{result.agents[0]} in every seat"
    if len(result.agents) > 1:
        who = f"{_listed(result.agents)}, each in every seat of every deal"
    rotated = f"; every {result.rotated} held every hand" if result.rotated else ""
    return f"{each}{min(games):,} games{per}, {who}{rotated}."


def headline(result: BalanceResult) -> str:
    """Returns the verdict in one sentence or two."""
    return on_ranking(result) if result.ranking else verdict_of(result)[0][1]


def verdict_of(result: BalanceResult) -> list[Sentence]:
    """Returns the answers about the first variant: the subject and one or two sentences, each."""
    variant = result.variants[0]
    sentences = [
        ("Turn order", on_positions(variant, TURNS)),
        ("Seats", on_positions(variant, SEATS)),
        *(
            (factor.capitalize(), on_factor(result, factor))
            for factor in factors_with_words(result)
        ),
        ("Cards", on_hands(result)),
        ("Length", on_length(result)),
    ]
    if len(result.agents) > 1:
        sentences.append(("Players", on_agents(variant)))
    if result.ladders:
        sentences.append(("Skill", on_skill(result)))
    return sentences


def factors_with_words(result: BalanceResult) -> list[str]:
    """Returns the factors whose words were dealt, such as roles; a designer's own ones too."""
    variant = result.variants[0]
    names = [m.name for m in balance_of(find_game(result.game)).factors if m.words]
    names += [pair.factor for pair in variant.comparisons]
    return [name for name in dict.fromkeys(names) if variant.of(name, REWARD)]


def on_positions(variant: VariantResult, group: str) -> str:
    """Returns whether the places in turn order, or the seats, win equally often."""
    goal, what, matters = GAPS[group]
    found, clear = variant.goal(goal), clear_positions(variant)
    if found is None or (found.interval.low, found.interval.high) == (0, 1):
        return "There are too few deals to tell."
    check = CHECK_SEATS if group == SEATS else ""
    if (group, FIRST_PLACES) in clear:
        return f"{matters}: {_on_ends(variant, group, found.interval)}{check}"
    gap = f"the gap between the most and the fewest games won is {points(found.interval)}"
    alone = f", not clear among {TESTS} tests" if found.interval.low > 0 else ""
    more = "; more games would tell" if found.interval.high > WIDE_GAP or alone else ""
    if (group, REWARD) in clear:
        chance = luck(_equal_rewards(variant)[group])
        return f"{matters} for the rewards, which {chance}; {gap}{alone}{more}.{check}"
    return f"It makes no clear difference {what}: {gap}{alone}{more}."


def clear_positions(variant: VariantResult) -> set[tuple[str, str]]:
    """Returns the groups of positions and their quantities that differ clearly (Holm).

    Games won and rewards are tested in turn order and by seat. If all positions are equal, one of
    these tests finds a difference in at most one run in a hundred.
    """
    p_values = {(group, REWARD): chance for group, chance in _equal_rewards(variant).items()}
    for group, (goal, *_) in GAPS.items():
        found = variant.goal(goal)
        p_values[group, FIRST_PLACES] = _p_value(found.interval) if found else nan
    known = [1.0 if isnan(p_value) else p_value for p_value in p_values.values()]
    clear = clear_of_chance(known, ERROR)
    return {key for key, is_clear in zip(p_values, clear, strict=True) if is_clear}


def _equal_rewards(variant: VariantResult) -> dict[str, float]:
    """Returns the p-values of equal rewards; nan with too few deals."""
    return {TURNS: variant.equal_turns, SEATS: variant.equal_seats}


def _p_value(gap: Interval) -> float:
    """Returns the p-value of no gap, from the lower end, which is cut off at zero."""
    if gap.low <= 0:
        return 1.0
    return replace(gap, high=2 * gap.mean - gap.low).p_value


def _on_ends(variant: VariantResult, group: str, gap: Interval) -> str:
    """Returns which position wins most and which least, and the gap between them."""
    shares = sorted(variant.of(group, FIRST_PLACES), key=lambda finding: finding.interval.mean)
    worst, best = shares[0], shares[-1]
    the = "the " if group == TURNS else ""
    return (
        f"{the}{best.item} wins {value(best)} of the games and "
        f"{the}{worst.item} {value(worst)}; an equal share is {numbers.percent(1 / len(shares))}. "
        f"Corrected for luck, the gap is {points(gap)}."
    )


def luck(chance: float) -> str:
    """Returns how often chance alone makes rewards differ as much, as the end of a sentence."""
    share = "less than 0.1 %" if chance < numbers.LEAST_P else numbers.percent(chance)
    return f"would differ as much in {share} of such runs if all were equal"


def on_factor(result: BalanceResult, factor: str) -> str:
    """Returns which words of a factor earn most and least, and the gap in games won."""
    variant = result.variants[0]
    rewards = sorted(variant.of(factor, REWARD), key=lambda finding: finding.interval.mean)
    worst, best = rewards[0], rewards[-1]
    pairs = [pair.difference for pair in variant.comparisons if pair.factor == factor]
    clear = sum(clear_of_chance([difference.p_value for difference in pairs]))
    found = variant.goal(ROLE_SPREAD) if factor == roles_of(find_game(result.game)) else None
    gap = f" The gap in games won is {points(found.interval)}." if found else ""
    return (
        f"{best.item} earns most, {value(best)} per game, and {worst.item} least, {value(worst)}. "
        f"Of {len(pairs)} pairs {clear} differ clearly.{gap}"
    )


def on_hands(result: BalanceResult) -> str:
    """Returns which factor of the deal explains most, and how much all of them explain."""
    variant = result.variants[0]
    explained = [f for f in variant.of(DEAL, EXPLAINED) if f.item != TOGETHER]
    together = variant.find(DEAL, TOGETHER, EXPLAINED)
    if not explained or together is None:
        return "All hands are alike in the factors that this game declares."
    strongest = max(explained, key=lambda finding: finding.interval.mean)
    if strongest.interval.low <= 0:
        return (
            "No factor of the deal matters clearly; all together explain "
            f"{value(together)} of one player's result."
        )
    worth = variant.find(DEAL, strongest.item, WORTH)
    measures = balance_of(find_game(result.game)).factors
    is_flag = any(m.is_flag for m in measures if m.name == strongest.item)
    subject = "to have it" if is_flag else "one more"
    tells = f": {subject} is worth {value(worth)} of reward" if worth is not None else ""
    return (
        f"The strongest factor of the deal is “{strongest.item}”{tells}. All factors together "
        f"explain {value(together)} of one player's result; the rest is play and other luck."
    )


def on_length(result: BalanceResult) -> str:
    """Returns the length of a game and the share of real choices."""
    variant, title = result.variants[0], find_game(result.game).title
    words = {
        finding.quantity: value(finding) if finding.form == "share" else roughly(finding.interval)
        for finding in variant.of(GAME)
        if finding.item == title
    }
    return (
        f"A game takes {words[DECISIONS]} decisions, {words[MINUTES]} minutes at a table if a "
        f"choice takes {result.pace.seconds_with_choice:g} seconds. {words[CHOICE]} of the "
        f"decisions are a real choice, and the lead changes {words[LEAD_CHANGES]} times."
    )


def on_agents(variant: VariantResult) -> str:
    """Returns which agent earned most."""
    best = max(variant.of(AGENTS, REWARD), key=lambda finding: finding.interval.mean)
    return f"{best.item} earns most, {value(best)} per game."


def on_skill(result: BalanceResult) -> str:
    """Returns the shares of skill and luck between the ends of the ladder."""
    ladder = result.ladders[0]
    ends = (ladder.agents[0], ladder.agents[-1])
    pair = next(p for p in ladder.pairs if (p.weaker, p.stronger) == ends)
    return (
        f"Where {pair.stronger} plays against {pair.weaker}, {in_words(pair.skill, 'share')} of "
        f"one game's result is skill and {in_words(pair.deal, 'share')} the luck of the deal."
    )


# Variants


def shown_goals(result: BalanceResult) -> list[Goal]:
    """Returns the goals of the table of variants, the one that ranks first."""
    names = dict.fromkeys((_goal(result).name, *SHOWN))
    return [GOALS[name] for name in names if result.variants[0].goal(name)]


def ranked(result: BalanceResult) -> list[VariantResult]:
    """Returns the variants, the best first."""
    assert result.ranking is not None
    by_label = {variant.label: variant for variant in result.variants}
    return [by_label[label] for label in result.ranking.order]


def clear_changes(result: BalanceResult) -> set[tuple[str, str]]:
    """Returns the labels and goals that differ clearly from the first variant (Holm)."""
    changes = {
        (variant.label, goal.name): finding.difference.p_value
        for variant in result.variants
        for goal in shown_goals(result)
        if (finding := variant.goal(goal.name)) and finding.difference
    }
    clear = clear_of_chance(list(changes.values()))
    return {key for key, is_clear in zip(changes, clear, strict=True) if is_clear}


def on_ranking(result: BalanceResult) -> str:
    """Returns which variants are clearly best, and which can't be told apart from the best."""
    assert result.ranking is not None
    order, best, goal = result.ranking.order, set(result.ranking.may_be_best), _goal(result).name
    if len(best) == 1:
        return f"{order[0]} is clearly best by {goal}."
    if len(best) == len(order):
        return f"These games can't tell any of them apart from the best by {goal}; play more."
    ranks = [rank for rank, label in enumerate(order, start=1) if label in best]
    others = [rank for rank, label in enumerate(order, start=1) if label not in best]
    return (
        f"Ranks {_spans(ranks)} can't be told apart from the best by {goal}; "
        f"{_spans(others)} {'is' if len(others) == 1 else 'are'} clearly worse."
    )


def goal_ends(goal: Goal, interval: Interval) -> str:
    """Returns the interval of a goal: `3.0 to 5.3`."""
    form = "points" if goal.is_gap else goal.form
    write, unit = numbers.WRITERS[form], numbers.FORMS[form].unit
    return numbers.ends(interval, lambda end: write(end).removesuffix(unit))


def goal_words(goal: Goal, interval: Interval) -> str:
    """Returns the number of a goal; a gap in points, without a unit."""
    if goal.is_gap and not isnan(interval.mean):
        return f"{100 * interval.mean:.1f}"
    return numbers.estimate(interval, numbers.WRITERS[goal.form])


def _goal(result: BalanceResult) -> Goal:
    return GOALS[result.ranking.goal if result.ranking else TURN_FAIRNESS]


def _spans(ranks: Sequence[int]) -> str:
    """Returns whole numbers in words: `1 to 3, 5`."""
    runs = groupby(enumerate(ranks), key=lambda pair: pair[1] - pair[0])
    spans = [[rank for _, rank in run] for _, run in runs]
    return ", ".join(f"{s[0]} to {s[-1]}" if len(s) > 1 else f"{s[0]}" for s in spans)


def value(finding: Finding) -> str:
    """Returns a finding's number: `33.4 % (32.7 to 34.0)`."""
    return in_words(finding.interval, finding.form)


def points(gap: Interval) -> str:
    """Returns a gap: `4.2 points (3.0 to 5.3)`."""
    low, mean, high = (f"{100 * share:.1f}" for share in (gap.low, gap.mean, gap.high))
    return f"{mean} points ({low} to {high})"


def roughly(interval: Interval) -> str:
    """Returns a number with one decimal: `41.3 (40.9 to 41.7)`."""
    write = "{:.1f}".format
    return f"{numbers.estimate(interval, write)} ({numbers.ends(interval, write)})"


def in_words(interval: Interval, form: str) -> str:
    """Returns a number and its interval, with the unit named once."""
    write, unit = numbers.WRITERS[form], numbers.FORMS[form].unit
    ends = numbers.ends(interval, lambda end: write(end).removesuffix(unit))
    return f"{numbers.estimate(interval, write)} ({ends})"


def _listed(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"
