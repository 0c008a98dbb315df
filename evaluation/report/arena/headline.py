"""The result of an arena in sentences: the agent that leads, if one does, and who beats whom."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import floor, isinf, log10

import numpy as np

from fudaba.agents.naming import SEARCH, TIMED
from fudaba.common.languages import N_, translator

from ...arena import ArenaResult, Meeting, ModelAnswers, Standing
from ...stand_in import STAND_IN
from ...statistics import Interval
from ...strategies import StrategyMap, map_of
from .. import numbers

_, _n = translator("evaluation")

LEAST_SHARE = 0.01  # smaller ones are not named
DIRECT = (  # unclear and clear ones
    N_(
        "All other agents count alike in this, {last} too; among copies of {other} alone {best} "
        "earns {reward}, which may be chance."
    ),
    N_(
        "All other agents count alike in this, {last} too; among copies of {other} alone {best} "
        "earns {reward}."
    ),
)
MOST_BEATEN = 4  # agents that are named
STEPS = (  # unclear and clear ones
    N_("{budget:,} among {before:,} {reward}, not clear"),
    N_("{budget:,} among {before:,} {reward}"),
)


def subject(result: ArenaResult) -> str:
    """Returns the agents that the headline begins with: the leader, or those that may lead."""
    return result.standings[0].agent if len(result.standings) == 1 else _listed(result.level)


def headline(result: ArenaResult) -> list[str]:
    """Returns the result in a few sentences, which begin with the `subject`.

    Of three agents or more the last one says what the first earns from its nearest rival alone: a
    lead may come from weak agents.

    An agent leads if the difference to every other agent, paired by deal, leaves out zero; its
    intervals are those of `ArenaResult.behind`.
    Otherwise the sentences name the agents that the games can't tell from the first.
    """
    best, *others = result.standings
    if not others:
        return [_("{agent} played itself in {games:,} games.", agent=best.agent,
                  games=result.num_games)]  # fmt: skip
    if len(result.level) > 1:
        return _on_level(result)
    return [
        _(
            "{agent} leads with a mean reward of {reward} per game and {places} first places.",
            agent=best.agent,
            reward=numbers.estimate(best.reward, numbers.reward),
            places=numbers.estimate(best.first_places, numbers.percent),
        ),
        _(
            "On the same deals it earns {lead} per game more than {agent}, the next.",
            lead=_with_interval(result.behind[1], numbers.reward),
            agent=others[0].agent,
        ),
        *_on_rival(result, 1),
    ]


def _on_rival(result: ArenaResult, row: int) -> list[str]:
    """Returns what the first agent earns alone among copies of another one, if there is a third."""
    met = result.pairwise[0][row]
    if len(result.standings) < 3 or met is None:
        return []
    said = _(
        DIRECT[met.reward.leaves_out_zero],
        last=result.standings[-1].agent,
        other=result.standings[row].agent,
        best=result.standings[0].agent,
        reward=_with_interval(met.reward, numbers.reward),
    )
    return [said]


def _on_level(result: ArenaResult) -> list[str]:
    """Returns the agents that can't be told apart, and why."""
    agents = subject(result)
    nearest = next(
        row for row, lead in enumerate(result.behind) if row and not lead.leaves_out_zero
    )
    lead = result.behind[nearest]
    if isinf(lead.high):
        return [_("{agents} can't be told apart: one deal does not show how deals differ.",
                  agents=agents)]  # fmt: skip
    if lead.low == lead.high:
        return [_("{agents} can't be told apart: they earned the same in every deal.",
                  agents=agents)]  # fmt: skip
    best, other = (result.standings[row].agent for row in (0, nearest))
    return [
        _("{agents} can't be told apart.", agents=agents),
        _on_chance(best, other, lead, result.deals),
        *_on_rival(result, nearest),
    ]


def _on_chance(best: str, other: str, lead: Interval, deals: int) -> str:
    """Returns the first agent's lead, and how many deals would make such a lead significant.

    The interval of a mean narrows with the square root of the number of deals.
    """
    known = {"agent": best, "lead": _with_interval(lead, numbers.reward), "other": other}
    if lead.mean == 0:
        return _(
            "On the same deals {agent} earned {lead} per game more than {other}, which may be "
            "chance; more deals may help.",
            **known,
        )
    needed = deals * ((lead.high - lead.low) / 2 / lead.mean) ** 2
    digits = 1 - floor(log10(needed))  # two digits that count
    return _(
        "On the same deals {agent} earned {lead} per game more than {other}, which may be "
        "chance; if the difference is as large as it seems, about {deals:,.0f} deals would show "
        "it.",
        **known,
        deals=round(needed, digits),
    )


def findings(result: ArenaResult) -> list[str]:
    """Returns the sentences behind the headline: who beats whom, limits, and steps of budgets."""
    agents, met = [standing.agent for standing in result.standings], result.pairwise
    several = len(agents) > 2
    beaten = [*_on_beaten(agents, met), *on_circle(agents, map_of(met))] if several else []
    return [*beaten, *notes(result), *_on_steps(result)]


def _on_beaten(agents: Sequence[str], met: Sequence[Sequence[Meeting | None]]) -> list[str]:
    """Returns a sentence on who clearly beats whom, by how much; empty if nobody does."""
    beats = map_of(met).beats
    said = [
        _n(
            "{winners} clearly beats {loser}",
            "{winners} clearly beat {loser}",
            len(winners),
            winners=_listed(
                [_with_reward(agents[winner], met[winner][loser]) for winner in winners]
            ),
            loser=agents[loser],
        )
        for loser in reversed(range(len(agents)))
        if (winners := np.flatnonzero(beats[:, loser]).tolist())
    ]
    if not said:
        return []
    beaten = _("; ").join(said[:MOST_BEATEN])
    return [_("Alone among copies of the other, by reward per game, {beaten}.", beaten=beaten)]


def _with_reward(agent: str, meeting: Meeting | None) -> str:
    """Returns an agent with what it earns among copies of another: `greedy (+0.339)`."""
    assert meeting is not None
    reward = numbers.estimate(meeting.reward, numbers.reward)
    return _("{agent} ({reward})", agent=agent, reward=reward)


def notes(result: ArenaResult) -> list[str]:
    """Returns sentences on what limits a result: time, failures, clocks, answers of models."""
    ended = _n(
        "The time was over after {count} deal of {wanted:,}.",
        "The time was over after {count} deals of {wanted:,}.",
        result.deals,
        wanted=result.wanted,
    )
    few = result.deals < result.wanted
    timed = filter(TIMED.fullmatch, (standing.agent for standing in result.standings))
    asked = [(standing.agent, standing.answers) for standing in result.standings]
    return [
        *([ended] if few else []),
        *_failures(result),
        *(
            _("{agent} decides by the clock, so another run plays other games.", agent=agent)
            for agent in timed
        ),
        *(_answers(agent, answers) for agent, answers in asked if answers),
    ]


def on_map(agents: Sequence[str], pairwise: Sequence[Sequence[Meeting | None]]) -> list[str]:
    """Returns whether clear results run in a circle, and what remains by alpha-rank."""
    drawn = map_of(pairwise)
    return [*on_circle(agents, drawn), on_lasting(agents, drawn)]


def on_circle(agents: Sequence[str], drawn: StrategyMap) -> list[str]:
    """Returns a sentence on clear results that run in a circle; empty if none do."""
    circle = _(
        "Results run in a circle, which no ranking describes: of {agents} each clearly beats the "
        "next, and the last the first.",
        agents=_(", ").join(agents[agent] for agent in drawn.cycle),
    )
    return [circle] if drawn.cycle else []


def on_lasting(agents: Sequence[str], drawn: StrategyMap) -> str:
    """Returns which agents would last if losers were replaced by winners: alpha-rank."""
    order = np.argsort(-drawn.shares, kind="stable")
    left = [place for place in order.tolist() if drawn.shares[place] >= LEAST_SHARE]
    if len(left) > 1 and not drawn.beats[np.ix_(left, left)].any():
        return _(
            "These deals don't tell which of {names} would last if losers were replaced, again and "
            "again, by copies of those that beat them (alpha-rank).",
            names=_(", ").join(agents[place] for place in left),
        )
    named = (f"{agents[place]} {numbers.percent(drawn.shares[place])}" for place in left)
    return _(
        "If losers were replaced, again and again, by copies of those that beat them, these "
        "would be met in such shares of the time: {named} (alpha-rank).",
        named=_(", ").join(named),
    )


def _on_steps(result: ArenaResult) -> list[str]:
    """Returns a sentence per search: what each of its budgets earns among the one before."""
    place = {standing.agent: number for number, standing in enumerate(result.standings)}
    return [
        _("Each budget of {search} alone among copies with the budget before earns per game: "
          "{steps}. Mean rewards and ratings are of all opponents, and may differ.",
          search=search,
          steps=_(", ").join(
              _(STEPS[met.reward.leaves_out_zero], budget=budget, before=less,
                reward=numbers.give_or_take(met.reward, "reward"))
              for (less, before), (budget, after) in pairwise(curve.items())
              if (met := result.pairwise[place[after.agent]][place[before.agent]])
          ))
        for search, curve in by_search(result.standings).items()
    ]  # fmt: skip


def by_search(standings: Sequence[Standing]) -> dict[str, dict[int, Standing]]:
    """Returns the standings by search and rising budget, of searches with two or more."""
    searches: dict[str, dict[int, Standing]] = {}
    for standing in standings:
        if found := SEARCH.fullmatch(standing.agent):
            policy = f",{found['role']}={found['policy']}" if found["policy"] else ""
            search = found["kind"] + policy
            searches.setdefault(search, {})[int(found["budget"])] = standing
    return {
        search: dict(sorted(curve.items())) for search, curve in searches.items() if len(curve) > 1
    }


def _answers(agent: str, answers: ModelAnswers) -> str:
    """Returns a sentence on a model: refused answers, time, and tokens if they were counted."""
    tokens, seconds = answers.tokens, answers.seconds.mean
    cost = _("{seconds:.2f} seconds", seconds=seconds)
    if tokens is not None:
        cost = _("{tokens:,.0f} tokens and {cost}", tokens=tokens.mean, cost=cost)
    return _n(
        "{agent} was asked for {count} decision: {refused} of its first answers were no legal "
        "move; a decision took {cost}.",
        "{agent} was asked for {count} decisions: {refused} of its first answers were no legal "
        "move; a decision took {cost}.",
        answers.decisions,
        agent=agent,
        refused=_with_interval(answers.refused, numbers.percent),
        cost=cost,
    )


def _failures(result: ArenaResult) -> list[str]:
    """Returns a sentence for each agent that failed in some games."""
    return [
        _n(
            "{agent} failed in {count} game, which {stand_in} played on in its place; its reward "
            "and rating are partly those of this stand-in.",
            "{agent} failed in {count} games, which {stand_in} played on in its place; its "
            "reward and rating are partly those of this stand-in.",
            standing.lost,
            agent=standing.agent,
            stand_in=STAND_IN,
        )
        for standing in result.standings
        if standing.lost
    ]


def _with_interval(interval: Interval, form: Callable[[float], str]) -> str:
    return _(
        "{estimate} (95 % interval {ends})",
        estimate=numbers.estimate(interval, form),
        ends=numbers.ends(interval, form),
    )


def _listed(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return _("{some} and {last}", some=_(", ").join(names[:-1]), last=names[-1])
