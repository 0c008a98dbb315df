"""The result of an arena in one sentence: the agent that leads, if one does."""

from collections.abc import Sequence
from math import floor, isinf, log10

from fudaba.envs.core.scene.scene import plural

from ...arena import ArenaResult
from ...stand_in import STAND_IN
from ...statistics import Interval
from .. import numbers


def headline(result: ArenaResult) -> tuple[str, str]:
    """Returns the subject of the sentence and its rest.

    An agent leads if the difference to every other agent, paired by deal, leaves out zero; its
    intervals are those of `ArenaResult.behind`.
    Otherwise the sentence names the agents that the games can't tell from the first.
    """
    best, *others = result.standings
    if not others:
        return best.agent, f"played itself in {result.num_games:,} games."
    reward = numbers.estimate(best.reward, numbers.reward)
    places = numbers.estimate(best.first_places, numbers.percent)
    if len(result.level) == 1:
        return best.agent, (
            f"leads with a mean reward of {reward} per game and {places} first places. On the same "
            f"deals it earns {_lead(result, 1)} per game more than {others[0].agent}, the next."
        )
    nearest = next(
        row for row, lead in enumerate(result.behind) if row and not lead.leaves_out_zero
    )
    lead = result.behind[nearest]
    if isinf(lead.high):
        reason = ": one deal does not show how deals differ."
    elif lead.low == lead.high:
        reason = ": they earned the same in every deal."
    else:
        reason = (
            f". On the same deals {best.agent} earned {_lead(result, nearest)} per game more than "
            f"{result.standings[nearest].agent}, which may be chance; "
            f"{_enough(result.deals, lead)}."
        )
    return _listed(result.level), f"can't be told apart{reason}"


def _enough(deals: int, lead: Interval) -> str:
    """Returns how many deals would tell a difference as large as the one that was seen.

    The interval of a mean narrows with the square root of the number of deals.
    """
    if lead.mean == 0:
        return "more deals may tell"
    needed = deals * ((lead.high - lead.low) / 2 / lead.mean) ** 2
    digits = 1 - floor(log10(needed))  # two digits that count
    enough = f"{round(needed, digits):,.0f}"
    return f"if the difference is as large as it seems, about {enough} deals would tell"


def notes(result: ArenaResult) -> list[str]:
    """Returns sentences on what limits a result: the time, failures, the answers of models."""
    few = result.deals < result.wanted
    ended = f"The time was over after {plural(result.deals, 'deal')} of {result.wanted:,}."
    return [*([ended] if few else []), *_failures(result), *_answers(result)]


def _answers(result: ArenaResult) -> list[str]:
    """Returns a sentence for each model: refused answers, tokens and time."""
    return [
        f"{standing.agent} was asked for {plural(answers.decisions, 'decision')}: "
        f"{numbers.estimate(answers.refused, numbers.percent)} (95 % interval "
        f"{numbers.ends(answers.refused, numbers.percent)}) of its first answers were no legal "
        f"move; a decision took {answers.tokens.mean:,.0f} tokens and {answers.seconds.mean:.2f} "
        "seconds."
        for standing in result.standings
        if (answers := standing.answers)
    ]


def _failures(result: ArenaResult) -> list[str]:
    """Returns a sentence for each agent that failed in some games."""
    return [
        f"{standing.agent} failed in {plural(standing.lost, 'game')}, which {STAND_IN} played on "
        "in its place; its reward and rating are partly those of this stand-in."
        for standing in result.standings
        if standing.lost
    ]


def _lead(result: ArenaResult, row: int) -> str:
    lead = result.behind[row]
    return (
        f"{numbers.estimate(lead, numbers.reward)} (95 % interval "
        f"{numbers.ends(lead, numbers.reward)})"
    )


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"
