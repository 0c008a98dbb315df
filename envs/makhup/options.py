"""The house rules of Makhup (MHP-8, KIKI-8)."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from fudaba.common.languages import N_

from ..cards.kikisen import NUM_CARDS
from ..kikisen.options import KikisenOptions

USUAL_HAND, LARGEST_HAND = 6, 7
NUM_PATHS = 2  # at the start (MHP-3.1)
MOST_CLEARINGS = 6  # by the cards without a number (MHP-9.9)


class MakhupOptions(KikisenOptions):
    """The table of options of MHP-8, with its defaults."""

    not_in_views: ClassVar = (
        "first_dealer", "dealer_bonus_start", "dealer_bonus_step", "ship_alone"
    )  # fmt: skip

    stock_empty: Literal["reshuffle", "pass"] = Field(
        "reshuffle", description=N_("Whether the gone pile becomes the new stock (MHP-4.3).")
    )
    draw_when_able: bool = Field(
        True, description=N_("Whether a player who could play may draw (MHP-4.1).")
    )
    join_max: Literal[2, 3] = Field(
        2, description=N_("The most ends that one card may join (MHP-4.1).")
    )
    extend_fork: Literal["all_open", "highest_open"] = Field(
        "all_open", description=N_("Which cards of an extension are open ends (MHP-4.1).")
    )
    hand_size: Annotated[int, Field(strict=True, ge=3, le=LARGEST_HAND)] = Field(
        USUAL_HAND, description=N_("Cards dealt to each player (MHP-3.1).")
    )

    @property
    def num_needed(self) -> int:
        """All hands and two paths (MHP-3.1)."""
        return self.num_players * self.hand_size + NUM_PATHS

    def max_decisions(self) -> int:
        """Returns a bound on the decisions of a match: plays, draws and passes (MHP-9.9)."""
        plays = self.hand_size * self.num_players
        draws = (MOST_CLEARINGS + 1) * NUM_CARDS
        return self.seasons * (plays + draws + (plays + 1) * self.num_players)

    def lowest_points(self) -> float:
        """Returns the points of a player who loses every season (MHP-6.3)."""
        return -float(self.seasons)
