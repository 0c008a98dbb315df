"""Is a game fair? What a report says of places in turn order, of seats and of roles.

A gap is how much more often the best position wins than the worst; up to `FAIR` it is called fair.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from math import isnan, nan

from fudaba.common.languages import N_, translator
from fudaba.envs import Game, registered_game
from fudaba.envs.core.stepping.measuring import balance_of

from ...balance.goals import GOALS, ROLE_SPREAD, SEAT_FAIRNESS, TURN_FAIRNESS, roles_of
from ...balance.outcomes import FIRST_PLACES, REWARD, SEATS, TURNS
from ...balance.result import BalanceResult, Finding, VariantResult
from ...statistics import Interval, clear_of_chance
from .. import numbers
from ..enough import FAIR, games_in_words, times_that_tell
from ..sentences import joined, some_of
from .names import named

_, _n = translator("evaluation")

ERROR = 0.01  # chance that a verdict calls any of several equal positions different
GAPS = {TURNS: TURN_FAIRNESS, SEATS: SEAT_FAIRNESS}  # for each group its goal
TESTS = 2 * len(GAPS)  # of games won and of rewards
ANSWERS = {  # by whether a game is fair; None is not known
    True: N_("Yes by games won: {gaps}; up to {limit} counts as fair."),
    False: N_("No: {gaps}; up to {limit} counts as fair."),
    None: N_("Can't tell yet: {gaps}; up to {limit} counts as fair."),
}
ALL_ALIKE = {  # of several variants
    True: N_("All of them are fair: a gap up to {limit} counts as fair."),
    False: N_("None of them is fair: a gap up to {limit} counts as fair."),
    None: N_("Whether they are fair can't be told yet: a gap up to {limit} counts as fair."),
}
FAIR_WORDS = {True: N_("Fair: {variants}."), None: N_("Can't be told yet: {variants}.")}
FAIR_WOULD_TELL = N_("About {games:,} games would tell whether it is fair.")
WHICH_WOULD_TELL = N_("About {games:,} games a variant would tell which are fair.")
THE_REST_IS_NOT = N_("Not fair: the rest.")
PROFITS = {  # who wins most and least in one of several variants
    TURNS: N_("with {variant} the {best} wins {most}, the {worst} {least}"),
    SEATS: N_("with {variant} {best} wins {most}, {worst} {least}"),
}
NOBODY = N_("with {variant} it is not clear")
AHEAD = {
    TURNS: N_("the {best} wins {most} of the games and the {worst} {least}, {gap}"),
    SEATS: N_("{best} wins {most} of the games and {worst} {least}, {gap}"),
}
GAP = (  # whether luck is taken off
    (N_("a {name} of {number}"), N_("The {name} is {number}.")),
    (
        N_("less the luck of picking these two a {name} of {number}"),
        N_("Less the luck of picking these two, the {name} is {number}."),
    ),
)
LEAST_LUCK = 0.0005  # taken off that a number with one decimal shows
AT_MOST = N_("the {name} is at most {most}")
# What is said of each group: if games won differ clearly, if rewards alone do, and if nothing does.
WON = {
    TURNS: N_("It matters who acts first."),
    SEATS: N_("In these deals it mattered where one sat."),
}
EARNED = {
    TURNS: N_(
        "It matters who acts first, but clearly only for rewards: the {best} earns most, {most} "
        "per game, and the {worst} least, {least}."
    ),
    SEATS: N_(
        "In these deals it mattered where one sat, but clearly only for rewards: {best} earned "
        "most, {most} per game, and {worst} least, {least}."
    ),
}
ALIKE = {
    TURNS: N_("No clear difference by who acts first."),
    SEATS: N_("No clear difference by where one sits."),
}
ENDS = {  # of one best position, of several
    TURNS: (
        N_("The {best} wins {most} of the games, the {worst} {least}."),
        N_("The {best} each win {most} of the games, the {worst} {least}."),
    ),
    SEATS: (
        N_("{best} wins {most} of the games, {worst} {least}."),
        N_("{best} each win {most} of the games, {worst} {least}."),
    ),
}
SEATS_ARE_LUCK = N_("Unless a rule favours a seat, this is luck: another --seed would show it.")
STRENGTH = {  # of categories: those that win, or earn, clearly more or less than on average
    FIRST_PLACES: N_("Games won (an equal share is {equal}), {strength}."),
    REWARD: N_("Rewards (every place counts), {strength}."),
}
STRONG, WEAK = N_("strong: {names}"), N_("weak: {names}")


def picture_of(result: BalanceResult) -> str:
    """Returns the group that an answer is about; empty if fairness was not the question."""
    return next(iter(deciding(result)[1]), "")


def groups_of(result: BalanceResult) -> dict[str, str]:
    """Returns the groups of positions that a question is about, roles first, each with its goal."""
    roles = roles_of(registered_game(result.game))
    groups = {**({roles: ROLE_SPREAD} if roles else {}), **GAPS}
    if result.rank_by in (SEAT_FAIRNESS, ROLE_SPREAD):
        groups = {group: goal for group, goal in groups.items() if goal == result.rank_by}
    return groups if result.rank_by in GOALS and GOALS[result.rank_by].is_gap else {}


def deciding(result: BalanceResult) -> tuple[bool | None, dict[str, Interval]]:
    """Returns whether the first variant is fair, None if unknown, and the gaps that decide it.

    Unfair groups decide first, the largest gap at the head, then those of which nothing is known.
    """
    variant, found = result.variants[0], dict[bool | None, dict[str, Interval]]()
    for group, goal in groups_of(result).items():
        if gap := variant.goal(goal):
            found.setdefault(is_fair(gap.interval), {})[group] = gap.interval
    if unfair := found.get(False):
        return False, dict(sorted(unfair.items(), key=lambda each: -each[1].mean))
    return (None, found[None]) if None in found else (True, found.get(True, {}))


def is_fair(gap: Interval) -> bool | None:
    """Returns whether a gap is small enough; None if its interval can't tell.

    A gap that is too large is clear in `clear_positions` too.
    """
    if gap.high <= FAIR:
        return True
    return False if gap.low > FAIR and _p_value(gap) <= ERROR / TESTS else None


def answer(result: BalanceResult) -> str:
    """Returns whether the first variant is fair in one line; empty if that was not the question."""
    fair, gaps = deciding(result)
    if not gaps:
        return ""
    variant, game = result.variants[0], registered_game(result.game)
    said = [_on_gap(game, variant, group, gap) for group, gap in gaps.items()]
    answered = _(ANSWERS[fair], gaps=_("; ").join(said), limit=limit())
    return joined([answered, *([_advice(gaps.values(), variant.games)] if fair is None else [])])


def which_are_fair(gaps: Mapping[str, Interval], games: int) -> str:
    """Returns which of several ranked variants are fair.

    Args:
        gaps: The gap of each by its name, the best rank first.
        games: The number of games of each.
    """
    found = dict[bool | None, list[str]]()
    for name, gap in gaps.items():
        found.setdefault(is_fair(gap), []).append(name)
    unknown = [gaps[name] for name in found.get(None, ())]
    advice = [_advice(unknown, games, WHICH_WOULD_TELL)] if unknown else []
    if len(found) == 1:
        return joined([_(ALL_ALIKE[next(iter(found))], limit=limit()), *advice])
    known = [(fair, word) for fair, word in FAIR_WORDS.items() if fair in found]
    parts = [_(word, variants=some_of(found[fair])) for fair, word in known]
    rest = [_(THE_REST_IS_NOT)] if False in found else []
    return joined([_("A gap up to {limit} counts as fair.", limit=limit()), *parts, *advice, *rest])


def who_profits(result: BalanceResult, goal: str, variants: Mapping[str, VariantResult]) -> str:
    """Returns who wins more than an equal share in some of several variants, and who less.

    Args:
        result: The result.
        goal: The gap by which the variants are ranked.
        variants: The variants by their names.
    """
    game = registered_game(result.game)
    group = next((group for group, each in GAPS.items() if each == goal), roles_of(game))
    clear = {name: is_clear(variant, goal) for name, variant in variants.items()}
    if not any(clear.values()):
        return _("Who profits is not clear with {variants}.", variants=some_of(list(variants)))
    parts = []
    for name, profits in clear.items():
        message = PROFITS.get(group, PROFITS[SEATS]) if profits else NOBODY
        ends = _ends(game, variants[name], group, FIRST_PLACES, _share_of)
        parts.append(_(message, variant=name, **ends))
    if not result.has_several_sizes:
        share = numbers.percent(1 / result.variants[0].options["num_players"])
        parts.append(_("an equal share is {share}", share=share))
    return _("Who profits: {parts}.", parts=_("; ").join(parts))


def _advice(gaps: Iterable[Interval], games: int, message: str = FAIR_WOULD_TELL) -> str:
    """Returns how many games would tell whether all of some gaps are fair."""
    return games_in_words(max(games_that_tell(gap, games) for gap in gaps), message)


def limit() -> str:
    """Returns the gap up to which a game is called fair: `5 pp`."""
    return f"{100 * FAIR:g}{numbers.unit_of('points')}"


def is_clear(variant: VariantResult, goal: str) -> bool:
    """Returns whether a gap is more than luck.

    Places and seats are tested together, so an interval of 95 % without 0 is not enough.
    """
    found = variant.goal(goal)
    if found is None or not found.interval.low > 0:
        return False
    tested = {GAPS[group]: (group, FIRST_PLACES) for group in GAPS}
    return goal not in tested or tested[goal] in clear_positions(variant)


def _on_gap(game: Game, variant: VariantResult, group: str, gap: Interval) -> str:
    """Returns a gap and between whom it lies, or the most that it may be."""
    goal = GAPS.get(group, ROLE_SPREAD)
    name = _(GOALS[goal].head)
    if not is_clear(variant, goal):
        return _(AT_MOST, name=name, most=numbers.points(gap.high))
    ends = _ends(game, variant, group, FIRST_PLACES, _share_of)
    gap_in_words = _(GAP[_is_less(variant, group, gap)][0], name=name, number=_number(gap))
    return _(AHEAD.get(group, AHEAD[SEATS]), gap=gap_in_words, **ends)


def _is_less(variant: VariantResult, group: str, gap: Interval) -> bool:
    """Whether luck is taken off: whether a gap is less than its shares differ."""
    shares = [each.interval.mean for each in variant.of(group, FIRST_PLACES)]
    return max(shares) - min(shares) - gap.mean > LEAST_LUCK


def _number(gap: Interval) -> str:
    return numbers.in_words(gap, "points")


def games_that_tell(gap: Interval, games: int) -> float:
    """Returns about how many games tell whether a gap is fair; see `times_that_tell`.

    Args:
        gap: The gap.
        games: The number of games that it was measured in.
    """
    known = replace(gap, mean=0.0) if isnan(gap.mean) else gap
    return games * times_that_tell(known, games, limit=FAIR)


def on_positions(
    game: Game, variant: VariantResult, group: str, named: Collection[str] = ()
) -> str:
    """Returns whether the places in turn order, or the seats, win equally often.

    Args:
        game: The game.
        variant: The result.
        group: The places in turn order, or the seats.
        named: The groups whose gaps the answer names; what they are at most is not repeated.
    """
    found, clear = variant.goal(GAPS[group]), clear_positions(variant)
    if found is None or (found.interval.low, found.interval.high) == (0, 1):
        return _("There are too few deals to tell.")
    if (group, FIRST_PLACES) in clear:
        first = _(WON[group])
    elif (group, REWARD) in clear:
        first = _(EARNED[group], **_ends(game, variant, group, REWARD, value))
    else:
        first = _(ALIKE[group])
    gap = [] if group in named else [on_gap(game, variant, group)]
    is_luck = group == SEATS and not {(group, FIRST_PLACES), (group, REWARD)}.isdisjoint(clear)
    return joined([first, *gap, *([_(SEATS_ARE_LUCK)] if is_luck else [])])


def most_and_least(game: Game, variant: VariantResult, group: str) -> str:
    """Returns the positions that win most and least; all of those that share a number."""
    found = sorted(variant.of(group, FIRST_PLACES), key=lambda finding: finding.interval.mean)
    least, most = _share_of(found[0]), _share_of(found[-1])
    if least == most:
        return _("Each wins {most} of the games.", most=most)
    best, worst = (
        [named(game, finding.item) for finding in found if _share_of(finding) == share]
        for share in (most, least)
    )
    message = ENDS.get(group, ENDS[SEATS])[len(best) > 1]
    both = _(" and ")
    return _(message, best=both.join(best), most=most, worst=both.join(worst), least=least)


def on_strength(game: Game, variant: VariantResult, factor: str, quantity: str) -> str:
    """Returns which categories of a factor are clearly above an equal result, and which below."""
    of_turns = [each.interval.mean for each in variant.of(TURNS, quantity)]
    equal = sum(of_turns) / len(of_turns)
    found = sorted(variant.of(factor, quantity), key=lambda each: -each.interval.mean)
    lead = [_less(each.interval, equal) for each in found]
    clear = clear_of_chance([each.p_value for each in lead])
    parts = []
    for message, sign in (STRONG, 1), (WEAK, -1):
        names = [
            f"{named(game, each.item)} ({numbers.WRITERS[each.form](each.interval.mean)})"
            for each, ahead, is_clear in zip(found, lead, clear, strict=True)
            if is_clear and sign * ahead.mean > 0
        ]
        if names:
            parts.append(_(message, names=_(", ").join(names)))
    strength = _("; ").join(parts) or _("none is clearly strong or weak")
    return _(STRENGTH[quantity], strength=strength, equal=numbers.percent(equal))


def on_gap(game: Game, variant: VariantResult, group: str) -> str:
    """Returns who wins most and least, and their gap, or the most that it may be."""
    found = variant.goal(GAPS.get(group, ROLE_SPREAD))
    assert found is not None
    gap, name = found.interval, _(GOALS[found.item].head)
    ends = most_and_least(game, variant, group)
    if not is_clear(variant, found.item):
        most = _("The {name} is at most {most}.", name=name, most=numbers.points(gap.high))
    else:
        most = _(GAP[_is_less(variant, group, gap)][1], name=name, number=_number(gap))
    return joined([ends, most])


def _less(number: Interval, equal: float) -> Interval:
    return replace(
        number, mean=number.mean - equal, low=number.low - equal, high=number.high - equal
    )


def on_first(game: Game) -> str:
    """Returns a sentence on the first player, behind a blank; empty unless cards decide it."""
    if not (first := balance_of(game).first_by):
        return ""
    return _(
        " The first to act is {who}, so the turn and what was dealt count together.",
        who=game.translate(first),
    )


def clear_positions(variant: VariantResult) -> set[tuple[str, str]]:
    """Returns the groups of positions and their quantities that differ clearly (Holm).

    Games won and rewards are tested in turn order and by seat. If all positions are equal, one of
    these tests finds a difference in at most one run in a hundred.
    """
    p_values = {(group, REWARD): chance for group, chance in _equal_rewards(variant).items()}
    for group, goal in GAPS.items():
        found = variant.goal(goal)
        p_values[group, FIRST_PLACES] = _p_value(found.interval) if found else nan
    known = [1.0 if isnan(p_value) else p_value for p_value in p_values.values()]
    clear = clear_of_chance(known, ERROR)
    return {key for key, is_clear in zip(p_values, clear, strict=True) if is_clear}


def _equal_rewards(variant: VariantResult) -> dict[str, float]:
    """Returns the p-values of equal rewards; nan with too few deals."""
    return {TURNS: variant.equal_turns, SEATS: variant.equal_seats}


def _p_value(gap: Interval) -> float:
    """Returns the p-value of the hypothesis of no gap, from the interval's lower end."""
    if gap.low <= 0:
        return 1.0
    return replace(gap, high=2 * gap.mean - gap.low).p_value


def _ends(
    game: Game,
    variant: VariantResult,
    group: str,
    quantity: str,
    write: Callable[[Finding], str],
) -> dict[str, str]:
    """Returns the positions that have most and least of a quantity, and how much."""
    found = sorted(variant.of(group, quantity), key=lambda finding: finding.interval.mean)
    worst, best = found[0], found[-1]
    return {
        "best": named(game, best.item), "most": write(best),
        "worst": named(game, worst.item), "least": write(worst),
    }  # fmt: skip


def _share_of(finding: Finding) -> str:
    """Returns a share without its interval: `33.4 %`."""
    return numbers.percent(finding.interval.mean)


def value(finding: Finding) -> str:
    """Returns a finding's number: `33.4 % (32.7 to 34.0)`."""
    return numbers.in_words(finding.interval, finding.form)


def share_by_luck(chance: float) -> str:
    """Returns the share of runs in which chance alone makes rewards differ as much: `3.0 %`."""
    return _("less than 0.1 %") if chance < numbers.LEAST_P else numbers.percent(chance)
