"""The result of an arena in one sentence: the agent that leads, if one does."""

from collections.abc import Sequence
from math import isinf

from fudaba.envs.core.scene.scene import plural

from ...arena import ArenaResult
from ...stand_in import STAND_IN
from .. import numbers


def headline(result: ArenaResult) -> tuple[str, str]:
    """Returns the subject of the sentence and its rest.

    An agent leads if the difference to every other agent, paired by deal, leaves out zero.
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
            f"{result.standings[nearest].agent}, which may be chance; more deals may tell."
        )
    return _listed(result.level), f"can't be told apart{reason}"


def failures(result: ArenaResult) -> list[str]:
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
