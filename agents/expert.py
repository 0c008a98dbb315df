"""`expert`: the strongest player of a game, mostly a search for as many seconds as it is given.

Its choices depend on the speed of the machine, so it has no identity: no file keeps its games, and
commands whose numbers are the same every time refuse it (`repeatable_agent`).
"""

from collections.abc import Callable, Iterator
from time import monotonic

import numpy as np

from fudaba.common.errors import shown
from fudaba.common.languages import translator
from fudaba.envs import Game, Options, UserError

from .packaged import BEST
from .policy import free_rules
from .searching import FEWEST_WORLDS, GAMES_AT_A_TIME, LARGEST_BUDGET, Trial, WorldSearch

_, _n = translator("agents")

STRONGEST = {  # under the usual house rules, where it is not the usual search: docs/agents.md
    "makhup_v0": f"ismcts,policy={BEST}",
    "makkaik_v0": BEST,
    "namto_v0": BEST,
    "niekhi_v0": f"ismcts,policy={BEST}",
    "taxot_v0": BEST,
}
USUAL_SEARCH = "ismcts"
SECONDS = 0.25  # so that three decisions of one move fit in a second, the pace of a table
FEWEST_SECONDS, MOST_SECONDS = 0.01, 60.0
FIRST_GAMES = 64  # by which the speed is measured; each later portion has as many as all before


class ExpertAgent(WorldSearch):
    """Searches until its seconds are over, in portions that take no longer than what is left.

    A decision takes the same time whatever the seat knows, so its duration tells nothing; one with
    a single legal action takes none. Several tables are decided one after the other.

    Attributes:
        inner: The search whose games it plays.
        seconds: The time of a decision.
        budget: The games that it plays at least.
    """

    def __init__(
        self,
        inner: WorldSearch,
        seconds: float = SECONDS,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Makes the agent.

        Args:
            inner: The search whose games it plays; its budget does not count.
            seconds: The time of a decision, 0.01 to 60.
            clock: Returns the time in seconds.

        Raises:
            UserError: The time is out of its range.
        """
        super().__init__(inner.game, FIRST_GAMES, inner.policy, inner.prior)
        self.inner, self.seconds, self._clock = inner, check_seconds(seconds), clock

    def trial(self, mask: np.ndarray) -> Trial:
        """Returns the function that plays the games of one decision; see `WorldSearch`."""
        return self.inner.trial(mask)

    def portions(self, num_moves: int) -> Iterator[int]:
        """Yields the number of worlds in which the moves are tried next, until the time is over."""
        start, done = self._clock(), 0
        most = max(GAMES_AT_A_TIME // num_moves, 1)
        size = max(self.budget // num_moves, FEWEST_WORLDS)
        while size > 0:
            yield size
            done += size
            spent = max(self._clock() - start, FEWEST_SECONDS / GAMES_AT_A_TIME)
            in_time = int(done * (self.seconds - spent) / spent)
            size = min(done, most, in_time, LARGEST_BUDGET // num_moves - done)


def check_seconds(seconds: float) -> float:
    """Returns the time of a decision.

    Raises:
        UserError: It is no number from 0.01 to 60.
    """
    is_number = isinstance(seconds, int | float | np.number) and not isinstance(seconds, bool)
    if not is_number or not FEWEST_SECONDS <= seconds <= MOST_SECONDS:
        raise UserError(
            _(
                "seconds can't be {value}; allowed: numbers {least:g} to {most:g}.",
                value=shown(seconds),
                least=FEWEST_SECONDS,
                most=MOST_SECONDS,
            )
        )
    return float(seconds)


def strongest(game: Game, options: Options) -> str:
    """Returns what the expert plays: the spec of a search without its budget, or `best`.

    The packaged policy plays, or guides the search, under no house rules but its own.
    """
    is_usual = options.changed().keys() <= free_rules(game.options)
    return STRONGEST.get(game.name, USUAL_SEARCH) if is_usual else USUAL_SEARCH
