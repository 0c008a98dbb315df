"""The verdict of a balance run: question, players and answers in plain sentences."""

from collections.abc import Iterator, Sequence
from math import isfinite

from fudaba.common.languages import N_, translator
from fudaba.envs import registered_game
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
    LadderStep,
    VariantRanking,
    VariantResult,
)
from ...over import rule_in_words
from ...statistics import clear_of_chance
from .. import numbers
from ..agreements import Compared, on_agreement
from ..ends import at_end
from ..enough import fine_of, games_in_words, times_that_tell
from ..sentences import joined, on_rewards, some_of
from . import positions
from .names import heading, is_usual, label_of, marked, named, usual_rules, varied_options
from .positions import value

_, _n = translator("evaluation")

SHOWN = (
    *(TURN_FAIRNESS, SEAT_FAIRNESS, ROLE_SPREAD, ROLE_REWARD, SKILL),
    *(LENGTH, TIME, LEADS, SHARED_WINS, LATE_WINS),
)
# By the goal the subject of the sentence that holds it.
SUBJECTS = {
    SEAT_FAIRNESS: N_("Seats"),
    SHARED_WINS: N_("Ties"),
    SKILL: N_("Skill"),
    **dict.fromkeys((LENGTH, TIME, LEADS, CHOICES), N_("Length")),
}
FEW_VARIANTS = 3  # of which each is worth a clause
MANY_SHARED = 0.05  # of the games: so many shared first places are worth a sentence
# Of the variants that may be the best: all, or some.
OPEN = {
    True: N_(
        "Can't tell yet which is best by {goal}: among {agents} players {variant} looks best, but "
        "none of the others is clearly worse."
    ),
    False: N_(
        "Can't tell yet which is best by {goal}: among {agents} players {variant} looks best, but "
        "{others} may be as good; the rest is clearly worse."
    ),
}
GAMES_WOULD_TELL = N_("About {games:,} games a variant would tell it from {variant}.")
ON_GAPS = N_(
    "A gap is how much more often the best wins than the worst, in {unit}, less the luck of "
    "picking these two of several, so it may be smaller than the difference of two shares in a "
    "picture. 0.0 says that none was found, not that there is none."
)
UNITS = (
    N_("percentage points (pp)"),
    N_("percent of an equal share, so that tables of all sizes compare"),
)
GAP_COLUMNS = (  # of tables of one size, of several sizes
    N_(
        "{gaps}: how much more often the best wins than the worst, in percentage points, less the "
        "luck of picking these two of several, so 0.0 does not mean equal"
    ),
    N_(
        "{gaps}: how much more often the best wins than the worst, in % of an equal share, less "
        "the luck of picking these two of several, so 0.0 does not mean equal"
    ),
)
ON_STAR = N_(
    "* differs clearly from {variant}, among all such numbers; {goal} is compared above, with the "
    "best."
)
WISHES = {
    "least": N_("{goal} (least)"),
    "most": N_("{goal} (most)"),
    "near": N_("{goal} (near {value})"),
}
STRONGEST = (  # without a worth, of a number, of a flag
    N_("The strongest factor of the deal is “{factor}”."),
    N_("The strongest factor of the deal is “{factor}”: one more is worth {worth} of reward."),
    N_(
        "The strongest factor of the deal is “{factor}”: to have it is worth {worth} of reward; "
        "who has it wins {wins} of the games."
    ),
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
    if result.ranking:
        return on_ranking(result)
    return positions.answer(result) or verdict_of(result)[0][1]


def verdict_of(result: BalanceResult) -> list[Sentence]:
    """Returns the answers about the first variant: the subject and one or two sentences, each."""
    variant, game = result.variants[0], registered_game(result.game)
    shared = variant.goal(SHARED_WINS)
    _fair, named = positions.deciding(result)
    sentences = [
        *(
            (heading(game, factor), on_factor(result, factor))
            for factor in factors_with_words(result)
        ),
        (
            _("Turn order"),
            positions.on_positions(game, variant, TURNS, named) + positions.on_first(game),
        ),
        (_("Seats"), positions.on_positions(game, variant, SEATS, named)),
        *([(_("Ties"), on_ties(shared))] if shared and shared.interval.low > MANY_SHARED else []),
        (_("Deal"), on_hands(result)),
        (_("Length"), on_length(result)),
    ]
    if len(result.agents) > 1:
        sentences.append((_("Players"), on_agents(variant)))
    if result.ladders:
        sentences.append((_("Skill"), on_skill(result)))
    if result.rank_by not in (TURN_FAIRNESS, ROLE_SPREAD):  # roles and turns come first anyway
        sentences = _asked_first(result, sentences)
    answer = positions.answer(result)
    return [(_("Fair?"), answer), *sentences] if answer else sentences


def _asked_first(result: BalanceResult, sentences: list[Sentence]) -> list[Sentence]:
    """Returns the sentences, the one that holds the goal asked for first, else its number."""
    goal = GOALS[result.rank_by]
    subject = _(SUBJECTS.get(goal.name, goal.head))
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


def on_ties(shared: Finding) -> str:
    """Returns how many games have several winners, and how they count."""
    return _(
        "{share} of the games have several winners; each of them counts as an equal part of one "
        "game won.",
        share=value(shared),
    )


def on_factor(result: BalanceResult, factor: str) -> str:
    """Returns which categories of a factor are strong and weak, by games won and by rewards.

    What was asked for comes first.
    """
    variant, game = result.variants[0], registered_game(result.game)
    explained = variant.find(DEAL, factor, EXPLAINED)
    quantities = [FIRST_PLACES, REWARD]
    if result.rank_by == ROLE_REWARD:
        quantities.reverse()
    said = [positions.on_strength(game, variant, factor, quantity) for quantity in quantities]
    if explained:
        share = value(explained)
        said.append(_("Which one is dealt explains {share} of a result.", share=share))
    return joined(said)


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
            "No factor of the deal matters clearly; all together explain {share} of a "
            "result among these players.",
            share=value(together),
        )
    return _on_strongest(result, strongest.item) + _(
        " All explain {share} of a result among these players.",
        share=value(together),
    )


def _on_strongest(result: BalanceResult, factor: str) -> str:
    """Returns a sentence: the factor of the deal that explains most, and its worth."""
    game, worth = registered_game(result.game), result.variants[0].find(DEAL, factor, WORTH)
    without, number, flag = STRONGEST
    name = named(game, factor)
    if worth is None:
        return _(without, factor=name)
    if not any(m.is_flag for m in balance_of(game).factors if m.name == factor):
        return _(number, factor=name, worth=value(worth))
    groups = next(each.groups for each in result.variants[0].factors if each.name == factor)
    wins = numbers.percent(groups[-1].first_places.mean)
    return _(flag, factor=name, worth=value(worth), wins=wins)


def on_length(result: BalanceResult) -> str:
    """Returns the length of a game and the share of real choices."""
    variant, title = result.variants[0], registered_game(result.game).title
    said = {
        finding.quantity: numbers.about(finding.interval)
        if finding.form == "number"
        else value(finding)
        for finding in variant.of(GAME)
        if finding.item == title
    }
    return _(
        "A game takes {decisions} decisions, {minutes} minutes at an assumed pace. {share} of "
        "the decisions are a real choice; the lead changes {leads} times.",
        decisions=said[DECISIONS],
        minutes=said[MINUTES],
        share=said[CHOICE],
        leads=said[LEAD_CHANGES],
    )


def on_agents(variant: VariantResult) -> str:
    """Returns which agent earned most."""
    best = max(variant.of(AGENTS, REWARD), key=lambda finding: finding.interval.mean)
    return _("{agent} earns most, {reward} per game.", agent=best.item, reward=value(best))


def on_skill(result: BalanceResult) -> str:
    """Returns how much of one game is skill between the two strongest of a ladder, and its ends."""
    agents = result.ladders[0].agents
    weakest, second, best = agents[0], agents[-2], agents[-1]
    first = _(
        "Of what decides one game between {stronger} and {weaker}, {skill} is skill and {luck} the "
        "deal, cards and turn order; the rest is chance in play and how a hand suits a player. "
        "Players who differ more or less have other shares.",
        **_parts(result, second, best),
    )
    ends = _(
        "Between {stronger} and {weaker}, the strongest and the weakest, {skill} is skill and "
        "{luck} the deal.",
        **_parts(result, weakest, best),
    )
    steps = [_on_step(step) for step in result.ladders[0].steps]
    return joined([first, *([ends] if second != weakest else []), *steps])


def _parts(result: BalanceResult, weaker: str, stronger: str) -> dict[str, str]:
    """Returns two agents of the ladder, and their shares of skill and of the deal."""
    pair = _pair(result, weaker, stronger)
    return {
        "weaker": weaker,
        "stronger": stronger,
        "skill": numbers.in_words(pair.skill, "share"),
        "luck": numbers.in_words(pair.deal, "share"),
    }


def _on_step(step: LadderStep) -> str:
    """Returns after how many games one agent is almost surely ahead of the next one."""
    names = {"stronger": step.stronger, "weaker": step.weaker}
    if not isfinite(step.games_needed.high):
        return _("{stronger} is not clearly ahead of {weaker} in these games.", **names)
    return _(
        "After about {games} games ({ends}) {stronger} is almost surely ahead of {weaker}.",
        games=numbers.count(step.games_needed.mean),
        ends=numbers.ends(step.games_needed, numbers.count),
        **names,
    )


def _pair(result: BalanceResult, weaker: str, stronger: str) -> LadderPair:
    """Returns the pair of two agents on the ladder of the first variant."""
    pairs = result.ladders[0].pairs
    return next(pair for pair in pairs if (pair.weaker, pair.stronger) == (weaker, stronger))


def on_intervals(result: BalanceResult) -> str:
    """Returns the sentences that explain brackets, points and rewards."""
    game = registered_game(result.game)
    return _(
        "In brackets are 95 % intervals, each for itself; “clear” allows for all comparisons "
        "together, so it asks for more; pp are percentage points. {rewards}",
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
    """Returns the labels and goals that differ significantly from the first variant (Holm).

    The goal that ranks is left out: of it the verdict tells what is clearly worse than the best.
    """
    changes = {
        (variant.label, goal.name): finding.difference.p_value
        for variant in result.variants
        for goal in shown_goals(result)
        if goal != _goal(result) and (finding := variant.compared(goal.name)) and finding.difference
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
            agents=among(result),
        )
    alike = _(", ").join(numbers.spans(ranks) for ranks in twins)
    same = [_("Move by move the same games: ranks {ranks}.", ranks=alike)] if twins else []
    said = [_on_best(result, result.ranking), *on_checks(result), *_at_ends(result)]
    return joined([*said, *_on_gaps(result), *_in_rewards(result), *_on_usual(result), *same])


def _at_ends(result: BalanceResult) -> Iterator[str]:
    """Yields the house rules of the best variant at the end of a range that could be wider."""
    assert result.ranking is not None
    for rule in () if _is_even(result.ranking) else varied_options(result):
        tried = [variant.options[rule] for variant in result.variants]
        best = ranked(result)[0].options[rule]
        yield from at_end(registered_game(result.game), rule, tried, best)


def _on_gaps(result: BalanceResult) -> Iterator[str]:
    """Yields which of the variants are fair and who profits, if a gap ranks them."""
    goal, variants = _goal(result), ranked(result)
    if not goal.is_gap:
        return
    found = {_name(result, each): each.goal(goal.name) for each in variants}
    gaps = {name: each.interval for name, each in found.items() if each}
    yield positions.which_are_fair(gaps, variants[0].games)
    few = len(variants) <= FEW_VARIANTS
    first = [variants[0], *(each for each in variants[1:] if few or is_usual(result, each))]
    named = {_name(result, each): each for each in first}
    yield positions.who_profits(result, goal.name, named)


def _name(result: BalanceResult, variant: VariantResult) -> str:
    return marked(result, label_of(variant), variant)


def _in_rewards(result: BalanceResult) -> Iterator[str]:
    """Yields what rewards say where the ranking is of games won."""
    if result.ranking is None or (rewards := result.ranking_in_rewards) is None:
        return
    best = {*rewards.may_be_best}
    if best == {*result.ranking.may_be_best}:
        return
    if len(best) == len(rewards.order):
        yield _("Rewards, in which every place counts, can't tell any of them apart.")
    else:
        named = [_(label) for label in rewards.order if label in best]
        yield _(
            "By rewards, in which every place counts, the best may be others: {variants}.",
            variants=_("; ").join(named),
        )


def _on_usual(result: BalanceResult) -> Iterator[str]:
    """Yields the usual rules, if they are not among the variants."""
    if not any(is_usual(result, variant) for variant in result.variants):
        rules = ", ".join(usual_rules(result))
        yield _("The usual rules are not among them: {rules}.", rules=rules)


def _on_best(result: BalanceResult, ranking: VariantRanking) -> str:
    """Returns which variants are clearly best; the games of twins count once."""
    assert result.ranking is not None
    order, best = result.ranking.order, set(ranking.may_be_best)
    twins = {variant.label: variant.twin for variant in result.variants}
    words = {"goal": _goal_in_words(GOALS[ranking.goal]), "agents": among(result)}
    if len({twins[label] or label for label in best}) == 1:
        return _(
            "Among {agents} players {variant} is clearly best by {goal}: {rival} is {behind} "
            "behind.",
            variant=_(ranking.order[0]),
            **_nearest(result, ranking),
            **words,
        )
    found = [variant.goal(ranking.goal) for variant in result.variants]
    if _is_even(ranking) or all(each and _is_zero(each) for each in found):
        return _("Among {agents} players all of them are alike by {goal}.", **words)
    keys = {twins[label] or label: label for label in reversed(order) if label in best}
    first, *others = sorted(keys.values(), key=order.index)
    names = {each.label: _name(result, each) for each in result.variants}
    listed = some_of([names[label] for label in others])
    said = _(OPEN[len(best) == len(order)], variant=names[first], others=listed, **words)
    return joined([said, _games_that_tell(result, ranking, others)])


def _nearest(result: BalanceResult, ranking: VariantRanking) -> dict[str, str]:
    """Returns the best of those that are clearly worse, and how far it is behind the best."""
    names = {each.label: _name(result, each) for each in result.variants}
    rival, behind = next(
        (label, behind)
        for label, behind in zip(ranking.order, ranking.behind, strict=True)
        if label not in ranking.may_be_best
    )
    form = form_of(GOALS[ranking.goal], is_relative=result.has_several_sizes)
    said = numbers.in_words(behind, numbers.difference_form(form))
    return {"rival": names[rival], "behind": said}


def _is_even(ranking: VariantRanking) -> bool:
    """Whether the variants have one number, exactly."""
    return not any(each.low or each.high for each in ranking.behind)


def _games_that_tell(result: BalanceResult, ranking: VariantRanking, others: Sequence[str]) -> str:
    """Returns how many games would tell the best variant from the usual one, or from the second."""
    by_label = {variant.label: variant for variant in result.variants}
    rivals = [label for label in others if is_usual(result, by_label[label])]
    rival = by_label[(rivals or others)[0]]
    found = rival.compared(ranking.goal)
    games = min(variant.games for variant in result.variants)
    fine = fine_of(GOALS[ranking.goal].form, found.interval.mean if found else 0.0)
    behind = ranking.behind[ranking.order.index(rival.label)]
    times = times_that_tell(behind, games, fine=fine)
    return games_in_words(games * times, GAMES_WOULD_TELL, variant=_name(result, rival))


def _twins(result: BalanceResult) -> list[list[int]]:
    """Returns the ranks of the variants that played the same games, together."""
    alike: dict[str, list[int]] = {}
    for rank, variant in enumerate(ranked(result), start=1):
        alike.setdefault(variant.twin or variant.label, []).append(rank)
    return [ranks for ranks in alike.values() if len(ranks) > 1]


def among(result: BalanceResult) -> str:
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
                    before=_("among {agents}", agents=among(result)),
                    reference=label_of(result.variants[0]),
                    goal=_goal_in_words(_goal(result)),
                    form=form_of(_goal(result), is_relative=result.has_several_sizes),
                    variants=len(result.variants),
                    games=check.deals,
                    fine=fine_of(_goal(result).form, check.numbers[0].mean),
                ),
            )
        )
        for check in result.checks
    ]


def on_columns(result: BalanceResult, goals: Sequence[Goal]) -> str:
    """Returns the sentence that explains the columns of some goals."""
    gaps = _(", ").join(head_of(goal) for goal in goals if goal.is_gap)
    others = [
        _("{head}: {meaning}", head=head_of(goal), meaning=meaning_of(result, goal))
        for goal in goals
        if not goal.is_gap
    ]
    columns = [_(GAP_COLUMNS[result.has_several_sizes], gaps=gaps)] if gaps else []
    return _("{columns}.", columns=_("; ").join([*columns, *others]))


def on_star(result: BalanceResult) -> str:
    """Returns the sentence that explains the star behind a number."""
    first = _name(result, result.variants[0])
    return _(ON_STAR, variant=first, goal=name_of(_goal(result)))


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
    return numbers.bare_ends(finding.interval, written_as(finding))


def on_number(finding: Finding) -> str:
    """Returns the number of a goal and its interval: `38.8 (38.6 to 38.9)`."""
    return numbers.in_words(finding.interval, written_as(finding))


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


def _listed(names: Sequence[str]) -> str:
    return _("{some} and {last}", some=_(", ").join(names[:-1]), last=names[-1])
