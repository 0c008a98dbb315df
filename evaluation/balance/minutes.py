"""Minutes at a table, from the number of decisions and the time that people take for one.

The seconds are assumptions, not measurements. Their size comes from duplicate bridge, where the
international limit is seven and a half minutes for a board (ACBL Handbook, chapter VI, Length of
Sessions): 52 cards and about ten calls, so 7 seconds for each. A quick family game needs less and a
strategic one more; time a few games of your own group.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from fudaba.common.errors import shown
from fudaba.common.languages import N_, translator
from fudaba.envs import UserError

from ..asking import Option, documented
from ..statistics import Estimate, ratio_of_sums

_, _n = translator("evaluation")

MINUTES = N_("minutes at a table")
SECONDS_PER_MINUTE = 60
MOST_SECONDS = 3600


@documented
@dataclass(frozen=True)
class Pace:
    """The time that people take; the defaults are assumptions, see the top of `minutes.py`."""

    seconds_with_choice: Annotated[
        float, Option("Seconds that people take for a decision with a choice: an assumption.")
    ] = 8.0
    seconds_without_choice: Annotated[
        float, Option("Seconds for a decision without a choice: an assumption.")
    ] = 3.0
    minutes_to_set_up: Annotated[
        float, Option("Minutes to shuffle and deal a game: an assumption.")
    ] = 2.0

    def __post_init__(self) -> None:
        """Checks the numbers.

        Raises:
            UserError: One is no number from 0 to 3600.
        """
        for name, value in vars(self).items():
            if type(value) not in (int, float) or not 0 <= value <= MOST_SECONDS:
                raise UserError(
                    _(
                        "{name} can't be {value}; allowed: a number from 0 to {most_seconds}.",
                        name=name,
                        value=shown(value),
                        most_seconds=MOST_SECONDS,
                    )
                )


ASSUMED = Pace()


def minutes(
    with_choice: ArrayLike, without: ArrayLike, games: ArrayLike, pace: Pace = ASSUMED
) -> Estimate:
    """Returns the minutes that a game takes at a table of people.

    Args:
        with_choice: float[D], decisions with a choice in the games of each deal.
        without: float[D], decisions without one.
        games: float[D], the games of each deal.
        pace: The time that people take.
    """
    seconds = (
        np.asarray(with_choice, np.float64) * pace.seconds_with_choice
        + np.asarray(without, np.float64) * pace.seconds_without_choice
    )
    counts = np.asarray(games, np.float64)
    return ratio_of_sums(seconds / SECONDS_PER_MINUTE + counts * pace.minutes_to_set_up, counts)
