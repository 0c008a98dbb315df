"""The verdict of a balance run: question, players and answers in plain sentences."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby
from math import isnan, nan

from fudaba.common.languages import N_, translator
from fudaba.envs import Game, registered_game
from fudaba.envs.core.stepping.measuring import balance_of

from ...balance.goals import (
    CHOICES,
    GOALS,
    IN_REWARDS,
    LATE_WINS,
    LEADS,
    LENGTH,
    ROLE_REWARD,
    ROLE_SPREAD,
    SEAT_FAIRNESS,
    SHARED_WINS,
    SKILL,
    TIME,
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
from ...balance.result import (
    RELATIVE,
    BalanceResult,
    Finding,
    LadderPair,
    VariantRanking,
    VariantResult,
)
from ...over import rule_in_words
from ...statistics import Interval, clear_of_chance
from .. import numbers
from ..agreements import Compared, on_agreement
from ..sentences import joined, on_rewards
from .names import heading, label_of, named

_, _n = translator("evaluation")

ERROR = 0.01  # chance that a verdict calls any of several equal positions different
UNCORRECTED = 0.05  # chance of error of a single test, such as those of a table
WIDE_GAP = 0.05  # of an unclear gap: more games are worth while
SHOWN = (
    *(TURN_FAIRNESS, SEAT_FAIRNESS, ROLE_SPREAD, ROLE_REWARD, SKILL),
    *(LENGTH, TIME, LEADS, SHARED_WINS, LATE_WINS),
)
# By the goal the subject of the sentence that holds it; roles have the name of their factor.
SUBJECTS = {
    TURN_FAIRNESS: N_("Turn order"),
    SEAT_FAIRNESS: N_("Seats"),
    SHARED_WINS: N_("Ties"),
    SKILL: N_("Skill"),
    **dict.fromkeys((LENGTH, TIME, LEADS, CHOICES), N_("Length")),
}
GAPS = {TURNS: TURN_FAIRNESS, SEATS: SEAT_FAIRNESS}  # for each group its goal
TESTS = 2 * len(GAPS)  # of games won and of rewards
MANY_SHARED = 0.05  # of the games: so many shared first places are worth a sentence
ONE_IS_WORSE = N_(
    "Among {agents} players ranks {ranks} can't be told apart from the best by {goal}; {others} is "
    "clearly worse."
)
MANY_ARE_WORSE = N_(
    "Among {agents} players ranks {ranks} can't be told apart from the best by {goal}; {others} "
    "are clearly worse."
)
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
    TURNS: N_("It makes no clear difference who acts first."),
    SEATS: N_("It makes no clear difference where one sits."),
}
ENDS = {
    TURNS: N_(
        "The {best} wins {most} of the games, the {worst} {least}; an equal share is {equal}."
    ),
    SEATS: N_("{best} wins {most} of the games, {worst} {least}."),
}
SEATS_ARE_LUCK = N_("Unless a rule favours a seat, this is luck: another --seed would show it.")
GAP = (  # of two places, of more
    N_("The {gap} is {number}."),
    N_("On deals that did not pick these two the {gap} is {number}."),
)
LEAVES_OUT_ZERO = N_(
    "Its interval leaves out 0, but with {tests} tests in each report luck alone does that too "
    "often for a verdict; more games may help."
)
MORE_GAMES = N_("More games may help.")
ON_GAPS = N_(
    "A gap is in {unit}. Luck drives the shares in a picture apart, so the two places of a gap are "
    "named before each deal, from the deals before it: it is not the difference of two of these "
    "shares, and 0.0 says that no gap was found, not that there is none."
)
UNITS = (
    N_("percentage points (pp)"),
    N_("percent of an equal share, so that tables of all sizes compare"),
)
GAP_COLUMNS = (  # of tables of one size, of several sizes
    N_(
        "{gaps}: how much more often the best wins than the worst, in percentage points, on deals "
        "that did not pick these two, so 0.0 does not mean equal"
    ),
    N_(
        "{gaps}: how much more often the best wins than the worst, in % of an equal share, on "
        "deals that did not pick these two, so 0.0 does not mean equal"
    ),
)
LAST_AMONG_FEW = N_(
    " The fewer players, the more often each is last: comebacks compare within a table's size."
)
WISHES = {
    "least": N_("{goal} (least)"),
    "most": N_("{goal} (most)"),
    "near": N_("{goal} (near {value})"),
}
STRONGEST = (  # without a worth, of a number, of a flag
    N_("The strongest factor of the deal is “{factor}”."),
    N_("The strongest factor of the deal is “{factor}”: one more is worth {worth} of reward."),
    N_("The strongest factor of the deal is “{factor}”: to have it is worth {worth} of reward."),
)

Sentence = tuple[str, str]


def asked(result: BalanceResult) -> str:
    """Returns the question: `Is Sevens fair with pass_limit=5?`."""
    game = registered_game(result.game)
    title = game.translate(game.title)
    if len(result.variants) > 1:
        return _(
            "Which house rules of {game} are best by {goal}?",
            game=title,
            goal=_goal_in_words(_goal(result)),
        )
    options = game.options.read(game.name, result.variants[0].options)
    changed = ", ".join(
        rule_in_words(game, name, getattr(options, name)) for name in options.changed()
    )
    if result.rank_by != TURN_FAIRNESS:
        words = _("{game} with {rules}", game=title, rules=changed) if changed else title
        return _("{game}: {goal}", game=words, goal=_(GOALS[result.rank_by].meaning))
    if changed:
        return _("Is {game} fair with {rules}?", game=title, rules=changed)
    return _("Is {game} fair?", game=title)


def meaning_of(result: BalanceResult, goal: Goal) -> str:
    """Returns the meaning of a goal in one line; skill names the agents that are measured."""
    if not goal.needs_ladder or not result.ladders:
        return _(goal.meaning)
    weaker, *_others, stronger = result.ladders[0].agents
    return _(
        "{goal}, {stronger} against {weaker}",
        goal=_(goal.meaning),
        stronger=stronger,
        weaker=weaker,
    )


def played(result: BalanceResult) -> str:
    """Returns the number of games and the players: `10,000 games, greedy in every seat.`."""
    if len(result.agents) > 1:
        who = _("{agents}, each in every seat of every deal", agents=_listed(result.agents))
    else:
        who = _("{agent} in every seat", agent=result.agents[0])
    if not result.rotated:
        return _("{games}, {who}.", games=_games(result), who=who)
    factor = named(registered_game(result.game), result.rotated)
    return _(
        "{games}, {who}; every {factor} held every hand.",
        games=_games(result), who=who, factor=factor,
    )  # fmt: skip


def _games(result: BalanceResult) -> str:
    """Returns the number of variants and games: `3 variants, 100 games each`."""
    counts = [variant.games for variant in result.variants]
    variants, games = len(counts), min(counts)
    if variants == 1:
        return _("{games:,} games", games=games)
    if games == max(counts):
        return _("{variants} variants, {games:,} games each", variants=variants, games=games)
    return _("{variants} variants, {games:,} games or more each", variants=variants, games=games)


def headline(result: BalanceResult) -> str:
    """Returns the verdict in one sentence or two."""
    return on_ranking(result) if result.ranking else verdict_of(result)[0][1]


def verdict_of(result: BalanceResult) -> list[Sentence]:
    """Returns the answers about the first variant: the subject and one or two sentences, each."""
    variant, game = result.variants[0], registered_game(result.game)
    shared = variant.goal(SHARED_WINS)
    sentences = [
        (_("Turn order"), on_positions(variant, TURNS) + on_first(game)),
        (_("Seats"), on_positions(variant, SEATS)),
        *([(_("Ties"), on_ties(shared))] if shared and shared.interval.low > MANY_SHARED else []),
        *(
            (heading(game, factor), on_factor(result, factor))
            for factor in factors_with_words(result)
        ),
        (_("Cards"), on_hands(result)),
        (_("Length"), on_length(result)),
    ]
    if len(result.agents) > 1:
        sentences.append((_("Players"), on_agents(variant)))
    if result.ladders:
        sentences.append((_("Skill"), on_skill(result)))
    return _asked_first(result, sentences)


def _asked_first(result: BalanceResult, sentences: list[Sentence]) -> list[Sentence]:
    """Returns the sentences, the one that holds the goal asked for first, else its number."""
    goal, game = GOALS[result.rank_by], registered_game(result.game)
    by_roles = goal.name == ROLE_SPREAD
    subject = heading(game, roles_of(game)) if by_roles else _(SUBJECTS.get(goal.name, goal.head))
    first = [sentence for sentence in sentences if sentence[0] == subject]
    wanted = result.variants[0].goal(goal.name)
    if wanted and not first:
        answer = _("{number}: {meaning}.", number=on_number(wanted), meaning=_(goal.meaning))
        first = [(subject.capitalize(), answer)]
    return first + [sentence for sentence in sentences if sentence not in first]


def factors_with_words(result: BalanceResult) -> list[str]:
    """Returns the categorical factors that were dealt, such as roles or a designer's own."""
    variant = result.variants[0]
    names = [m.name for m in balance_of(registered_game(result.game)).factors if m.words]
    names += [pair.factor for pair in variant.comparisons]
    return [name for name in dict.fromkeys(names) if variant.of(name, REWARD)]


def on_positions(variant: VariantResult, group: str) -> str:
    """Returns whether the places in turn order, or the seats, win equally often."""
    found, clear = variant.goal(GAPS[group]), clear_positions(variant)
    if found is None or (found.interval.low, found.interval.high) == (0, 1):
        return _("There are too few deals to tell.")
    if (group, FIRST_PLACES) in clear:
        first, last = _(WON[group]), []
    elif (group, REWARD) in clear:
        first = _(EARNED[group], **_ends(variant, group, REWARD, value))
        last = _on_unclear_gap(found.interval)
    else:
        first = _(ALIKE[group])
        last = [*_on_unclear_gap(found.interval), *_on_rewards(_equal_rewards(variant)[group])]
    by_luck = [_(SEATS_ARE_LUCK)] if group == SEATS and first != _(ALIKE[SEATS]) else []
    return joined([first, *_on_ends(variant, group), *last, *by_luck])


def _on_ends(variant: VariantResult, group: str) -> list[str]:
    """Returns which position wins most and which least, and the gap."""
    places = len(variant.of(group, FIRST_PLACES))
    ends = _ends(variant, group, FIRST_PLACES, share_of)
    gap = variant.goal(GAPS[group])
    assert gap is not None
    return [
        _(ENDS[group], **ends, equal=numbers.percent(1 / places)),
        _(GAP[places > 2], gap=_(GOALS[gap.item].head), number=points(gap.interval)),
    ]


def _on_unclear_gap(gap: Interval) -> list[str]:
    """Returns why a gap is not clear though its interval leaves out zero, or whether to go on."""
    if gap.low > 0:
        return [_(LEAVES_OUT_ZERO, tests=TESTS)]
    return [_(MORE_GAMES)] if gap.high > WIDE_GAP else []


def _on_rewards(chance: float) -> list[str]:
    """Returns a sentence on rewards that seem to differ only if they are tested alone."""
    if not chance < UNCORRECTED:
        return []
    said = _(
        "Rewards would differ as much in {share} of such runs if all were equal: not rare enough "
        "for a verdict, since each report has {tests} tests.",
        share=share_by_luck(chance),
        tests=TESTS,
    )
    return [said]


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
    variant: VariantResult, group: str, quantity: str, write: Callable[[Finding], str]
) -> dict[str, str]:
    """Returns the positions that have most and least of a quantity, and how much."""
    found = sorted(variant.of(group, quantity), key=lambda finding: finding.interval.mean)
    worst, best = found[0], found[-1]
    return {
        "best": _(best.item), "most": write(best),
        "worst": _(worst.item), "least": write(worst),
    }  # fmt: skip


def on_ties(shared: Finding) -> str:
    """Returns how many games have several winners, and how they count."""
    return _(
        "{share} of the games have several winners; each of them counts as an equal part of one "
        "game won.",
        share=value(shared),
    )


def share_by_luck(chance: float) -> str:
    """Returns the share of runs in which chance alone makes rewards differ as much: `3.0 %`."""
    return _("less than 0.1 %") if chance < numbers.LEAST_P else numbers.percent(chance)


def on_factor(result: BalanceResult, factor: str) -> str:
    """Returns a sentence: which categories of a factor earn most and least, and the gap."""
    variant, game = result.variants[0], registered_game(result.game)
    rewards = sorted(variant.of(factor, REWARD), key=lambda finding: finding.interval.mean)
    worst, best = rewards[0], rewards[-1]
    pairs = [pair.difference for pair in variant.comparisons if pair.factor == factor]
    clear = sum(clear_of_chance([difference.p_value for difference in pairs]))
    found = variant.goal(ROLE_SPREAD) if factor == roles_of(game) else None
    sentence = _(
        "{best} earns most, {most} per game, and {worst} least, {least}. "
        "Of {pairs} pairs {clear} differ clearly.",
        best=named(game, best.item), most=value(best),
        worst=named(game, worst.item), least=value(worst),
        pairs=len(pairs), clear=clear,
    )  # fmt: skip
    if found is None or isnan(found.interval.mean):
        return sentence
    gap = _(GAP[0], gap=_(GOALS[ROLE_SPREAD].head), number=points(found.interval))
    return joined([sentence, gap])


def on_hands(result: BalanceResult) -> str:
    """Returns which factor of the deal explains most, and how much all of them explain."""
    variant = result.variants[0]
    explained = [f for f in variant.of(DEAL, EXPLAINED) if f.item != TOGETHER]
    together = variant.find(DEAL, TOGETHER, EXPLAINED)
    if not explained or together is None:
        return _("All hands are alike in the factors that this game declares.")
    strongest = max(explained, key=lambda finding: finding.interval.mean)
    if strongest.interval.low <= 0:
        return _(
            "No factor of the deal matters clearly; all together explain {share} of one player's "
            "result.",
            share=value(together),
        )
    return _on_strongest(result, strongest.item) + _(
        " All factors together explain {share} of one player's result.",
        share=value(together),
    )


def _on_strongest(result: BalanceResult, factor: str) -> str:
    """Returns a sentence: the factor of the deal that explains most, and its worth."""
    game, worth = registered_game(result.game), result.variants[0].find(DEAL, factor, WORTH)
    without, number, flag = STRONGEST
    name = named(game, factor)
    if worth is None:
        return _(without, factor=name)
    is_flag = any(m.is_flag for m in balance_of(game).factors if m.name == factor)
    return _(flag if is_flag else number, factor=name, worth=value(worth))


def on_length(result: BalanceResult) -> str:
    """Returns the length of a game and the share of real choices."""
    variant, title = result.variants[0], registered_game(result.game).title
    said = {
        finding.quantity: value(finding) if finding.form == "share" else roughly(finding.interval)
        for finding in variant.of(GAME)
        if finding.item == title
    }
    return _(
        "A game takes {decisions} decisions, or {minutes} minutes, assuming {choice:g} seconds for "
        "a choice, {forced:g} for any other decision and {set_up:g} minutes to set up. {share} of "
        "the decisions are a real choice; the lead changes {leads} times.",
        decisions=said[DECISIONS],
        minutes=said[MINUTES],
        choice=result.pace.seconds_with_choice,
        forced=result.pace.seconds_without_choice,
        set_up=result.pace.minutes_to_set_up,
        share=said[CHOICE],
        leads=said[LEAD_CHANGES],
    )


def on_agents(variant: VariantResult) -> str:
    """Returns which agent earned most."""
    best = max(variant.of(AGENTS, REWARD), key=lambda finding: finding.interval.mean)
    return _("{agent} earns most, {reward} per game.", agent=best.item, reward=value(best))


def on_skill(result: BalanceResult) -> str:
    """Returns the parts of a result: of the two strongest of the ladder, then between its ends."""
    agents = result.ladders[0].agents
    weakest, second, best = agents[0], agents[-2], agents[-1]
    ends = _pair(result, weakest, best)
    rest = max(0.0, 1 - ends.skill.mean - ends.deal.mean)
    between_ends = _(
        "Between {stronger} and {weaker}, {skill} of one game's result is skill, {luck} the luck "
        "of the deal, and the other {rest} how these two handled these cards, and chance in play.",
        stronger=best,
        weaker=weakest,
        skill=in_words(ends.skill, "share"),
        luck=in_words(ends.deal, "share"),
        rest=numbers.percent(rest),
    )
    if second == weakest:
        return between_ends
    near = _(
        "Between {stronger} and {weaker}, the two strongest, {skill} of one game's result is "
        "skill.",
        stronger=best,
        weaker=second,
        skill=in_words(_pair(result, second, best).skill, "share"),
    )
    return joined([near, between_ends])


def _pair(result: BalanceResult, weaker: str, stronger: str) -> LadderPair:
    """Returns the pair of two agents on the ladder of the first variant."""
    pairs = result.ladders[0].pairs
    return next(pair for pair in pairs if (pair.weaker, pair.stronger) == (weaker, stronger))


def on_intervals(result: BalanceResult) -> str:
    """Returns the sentences that explain brackets, points and rewards."""
    game = registered_game(result.game)
    return _(
        "In brackets are 95 % intervals; pp are percentage points. {rewards}",
        rewards=on_rewards(game, game.options.read(game.name, result.variants[0].options)),
    )


# Variants


def shown_goals(result: BalanceResult) -> list[Goal]:
    """Returns the goals of the table of variants, the one that ranks first.

    What is exactly zero in all variants, such as ties in a game without any, is left out.
    """
    first = _goal(result).name
    shown = (first, *([IN_REWARDS[first]] if result.ranking_in_rewards else []), *SHOWN)
    found = {name: [variant.goal(name) for variant in result.variants] for name in shown}
    return [
        GOALS[name]
        for name, numbers in found.items()
        if numbers[0] and (name == first or not all(each and _is_zero(each) for each in numbers))
    ]


def _is_zero(finding: Finding) -> bool:
    return finding.form == "share" and finding.interval.mean == 0 and not GOALS[finding.item].is_gap


def ranked(result: BalanceResult) -> list[VariantResult]:
    """Returns the variants, the best first."""
    assert result.ranking is not None
    by_label = {variant.label: variant for variant in result.variants}
    return [by_label[label] for label in result.ranking.order]


def clear_changes(result: BalanceResult) -> set[tuple[str, str]]:
    """Returns the labels and goals that differ significantly from the first variant (Holm)."""
    changes = {
        (variant.label, goal.name): finding.difference.p_value
        for variant in result.variants
        for goal in shown_goals(result)
        if (finding := variant.compared(goal.name)) and finding.difference
    }
    clear = clear_of_chance(list(changes.values()))
    return {key for key, is_clear in zip(changes, clear, strict=True) if is_clear}


def on_ranking(result: BalanceResult) -> str:
    """Returns which variants are clearly best, and which can't be told apart from the best."""
    assert result.ranking is not None
    order, twins = result.ranking.order, _twins(result)
    if len(twins) == 1 and len(twins[0]) == len(order):
        return _(
            "All of them played the same games, move by move: among {agents} players what differs "
            "between them changes nothing.",
            agents=_among(result),
        )
    alike = _(", ").join(_spans(ranks) for ranks in twins)
    same = _(" Move by move the same games: ranks {ranks}.", ranks=alike) if twins else ""
    return _on_best(result, result.ranking) + _in_rewards(result) + same


def _in_rewards(result: BalanceResult) -> str:
    """Returns what rewards say where the ranking is of games won; with a blank before it."""
    if result.ranking is None or (rewards := result.ranking_in_rewards) is None:
        return ""
    if {*rewards.may_be_best} == {*result.ranking.may_be_best}:
        return _(" That is of games won; rewards, in which every place counts, say the same.")
    return _(
        " That is of games won; rewards, in which every place counts, say something else. "
        "{verdict}",
        verdict=_on_best(result, rewards),
    )


def _on_best(result: BalanceResult, ranking: VariantRanking) -> str:
    """Returns which variants are clearly best; the games of twins count once."""
    assert result.ranking is not None
    order, best = result.ranking.order, set(ranking.may_be_best)
    twins = {variant.label: variant.twin for variant in result.variants}
    words = {"goal": _goal_in_words(GOALS[ranking.goal]), "agents": _among(result)}
    if len({twins[label] or label for label in best}) == 1:
        return _(
            "Among {agents} players {variant} is clearly best by {goal}.",
            variant=_(ranking.order[0]),
            **words,
        )
    found = [variant.goal(ranking.goal) for variant in result.variants]
    if all(each and _is_zero(each) for each in found):
        return _("Among {agents} players all of them are alike by {goal}.", **words)
    if len(best) == len(order):
        return _(
            "These games of {agents} players can't tell any of them apart from the best by {goal}; "
            "play more.",
            **words,
        )
    ranks = [rank for rank, label in enumerate(order, start=1) if label in best]
    others = [rank for rank, label in enumerate(order, start=1) if label not in best]
    message = MANY_ARE_WORSE if len(others) > 1 else ONE_IS_WORSE
    return _(message, ranks=_spans(ranks), others=_spans(others), **words)


def _twins(result: BalanceResult) -> list[list[int]]:
    """Returns the ranks of the variants that played the same games, together."""
    alike: dict[str, list[int]] = {}
    for rank, variant in enumerate(ranked(result), start=1):
        alike.setdefault(variant.twin or variant.label, []).append(rank)
    return [ranks for ranks in alike.values() if len(ranks) > 1]


def _among(result: BalanceResult) -> str:
    """Returns the agents of a verdict: `greedy`."""
    return _(" and ").join(result.agents)


def on_checks(result: BalanceResult) -> list[str]:
    """Returns how the order of the variants changes with each kind of other players."""
    return [
        _(" ").join(
            on_agreement(
                check.agreement,
                Compared(
                    who=_("Among {players}", players=check.players),
                    before=_("among {agents}", agents=_among(result)),
                    reference=label_of(result.variants[0]),
                    goal=_goal_in_words(_goal(result)),
                    form=form_of(_goal(result), is_relative=result.has_several_sizes),
                    variants=len(result.variants),
                ),
            )
        )
        for check in result.checks
    ]


def on_columns(result: BalanceResult, goals: Sequence[Goal]) -> str:
    """Returns the sentences that explain the columns of some goals and the star."""
    first = label_of(result.variants[0])
    gaps = _(", ").join(head_of(goal) for goal in goals if goal.is_gap)
    others = [
        _("{head}: {meaning}", head=head_of(goal), meaning=meaning_of(result, goal))
        for goal in goals
        if not goal.is_gap
    ]
    columns = [_(GAP_COLUMNS[result.has_several_sizes], gaps=gaps)] if gaps else []
    return (
        _("* differs clearly from {variant}, named first (Holm).", variant=first)
        + "\n"
        + _("{columns}.", columns=_("; ").join([*columns, *others]))
        + (_(LAST_AMONG_FEW) if result.has_several_sizes and GOALS[LATE_WINS] in goals else "")
    )


def on_the_rest(variants: int) -> str:
    """Returns the sentence that says where further variants are listed."""
    return _("{count} more are on the page.", count=variants)


def on_gaps(*, is_relative: bool) -> str:
    """Returns what a gap is, in which unit; see `form_of`."""
    return _(ON_GAPS, unit=_(UNITS[is_relative]))


def head_of(goal: Goal) -> str:
    """Returns the head of a goal's column."""
    return _(goal.head)


def form_of(goal: Goal, *, is_relative: bool) -> str:
    """Returns the form in which a goal is written, a key of `numbers.FORMS`.

    A gap is in percentage points, or in percent of an equal share where tables of several sizes are
    compared.
    """
    return "points" if goal.is_gap and not is_relative else goal.form


def written_as(finding: Finding) -> str:
    """Returns the form in which the finding of a goal is written, a key of `numbers.FORMS`."""
    return form_of(GOALS[finding.item], is_relative=finding.group == RELATIVE)


def goal_ends(finding: Finding) -> str:
    """Returns the interval of a goal without its unit: `3.0 to 5.3`."""
    return _bare_ends(finding.interval, written_as(finding))


def on_number(finding: Finding) -> str:
    """Returns the number of a goal and its interval: `38.8 (38.6 to 38.9)`."""
    return in_words(finding.interval, written_as(finding))


def goal_words(finding: Finding) -> str:
    """Returns the number of a goal; a gap without its unit."""
    form, is_gap = written_as(finding), GOALS[finding.item].is_gap
    said = numbers.estimate(finding.interval, numbers.WRITERS[form])
    return said.removesuffix(numbers.unit_of(form)) if is_gap else said


def name_of(goal: Goal) -> str:
    """Returns the name of a goal in sentences: `turn gap`, else the word that is typed."""
    return _(goal.head if goal.is_gap else goal.name)


def wish_in_words(goal: Goal, wish: str, wanted: float = 0.0) -> str:
    """Returns a goal and its wish: `length (least)`; of a wanted share, `choices (near 60 %)`."""
    form = numbers.FORMS[form_of(goal, is_relative=False)]
    near = f"{form.factor * wanted:g}{form.unit and _(form.unit)}"
    return _(WISHES[wish], goal=name_of(goal), value=near)


def _goal_in_words(goal: Goal) -> str:
    """Returns the goal by which variants are ranked."""
    return wish_in_words(goal, goal.wish)


def _goal(result: BalanceResult) -> Goal:
    return GOALS[result.ranking.goal if result.ranking else TURN_FAIRNESS]


def _spans(ranks: Sequence[int]) -> str:
    """Returns whole numbers in words: `1 to 3, 5`."""
    runs = groupby(enumerate(ranks), key=lambda pair: pair[1] - pair[0])
    spans = [[rank for _, rank in run] for _, run in runs]
    return _(", ").join(numbers.span(s[0], s[-1]) if len(s) > 1 else f"{s[0]}" for s in spans)


def value(finding: Finding) -> str:
    """Returns a finding's number: `33.4 % (32.7 to 34.0)`."""
    return in_words(finding.interval, finding.form)


def share_of(finding: Finding) -> str:
    """Returns a share without its interval: `33.4 %`."""
    return numbers.percent(finding.interval.mean)


def points(gap: Interval) -> str:
    """Returns a gap: `4.2 pp (3.0 to 5.3)`."""
    return in_words(gap, "points")


def roughly(interval: Interval) -> str:
    """Returns a number with one decimal: `41.3 (40.9 to 41.7)`."""
    write = "{:.1f}".format
    return with_ends(numbers.estimate(interval, write), numbers.ends(interval, write))


def in_words(interval: Interval, form: str) -> str:
    """Returns a number and its interval, with the unit named once."""
    return with_ends(numbers.estimate(interval, numbers.WRITERS[form]), _bare_ends(interval, form))


def _bare_ends(interval: Interval, form: str) -> str:
    """Returns the interval without its unit: `32.7 to 34.0`."""
    write, unit = numbers.WRITERS[form], numbers.unit_of(form)
    return numbers.ends(interval, lambda end: write(end).removesuffix(unit))


def with_ends(estimate: str, ends: str) -> str:
    """Returns a number and its interval: `33.4 % (32.7 to 34.0)`."""
    return _("{estimate} ({ends})", estimate=estimate, ends=ends)


def _listed(names: Sequence[str]) -> str:
    return _("{some} and {last}", some=_(", ").join(names[:-1]), last=names[-1])
