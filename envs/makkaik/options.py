"""The house rules of Makkaik (MKK-8, KIKI-8)."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from fudaba.common.languages import N_

from ..kikisen.betting import LARGEST_STAKE, MOST_BETTINGS, BettingOptions

HAND_SIZE, NUM_COMMON, NUM_DRAWN = 3, 3, 2  # cards (MKK-3.1, 4.1)
MOST_FEWER = NUM_COMMON - 1  # so that there is a card to swap
EXCHANGE_STEPS = 3  # X1 to X3 (MKK-4.7)


class MakkaikOptions(BettingOptions):
    """The table of options of MKK-8, with its defaults."""

    not_in_views: ClassVar = ("first_dealer", "dealer_bonus_start", "dealer_bonus_step")
    for_research: ClassVar = (*BettingOptions.for_research, "fewer_common")

    unused_draw: Literal["hidden", "public"] = Field(
        "hidden", description=N_("Where the drawn card goes that is not taken (MKK-4.1, 9.1).")
    )
    max_base: Annotated[int, Field(strict=True, ge=1, le=LARGEST_STAKE)] = Field(
        5, description=N_("The highest base that a dealer may set (MKK-4.3).")
    )
    bet_rounds: Annotated[int, Field(strict=True, ge=1, le=MOST_BETTINGS)] = Field(
        3, description=N_("Rounds of betting in a season (MKK-4.3).")
    )
    tie_break: Literal["split", "ladder"] = Field(
        "split", description=N_("What decides between equal hands (MKK-6.2, 9.14).")
    )
    own_min: Annotated[int, Field(strict=True, ge=0, le=1)] = Field(
        0, description=N_("The least number of own cards in a hand (MKK-5.2).")
    )

    fewer_common: Annotated[int, Field(strict=True, ge=0, le=MOST_FEWER)] = Field(
        0, description=N_("For research: how many common cards fewer are turned up (MKK-3.2).")
    )

    @property
    def num_bettings(self) -> int:
        """Returns the number of rounds, each with a base (MKK-4.3)."""
        return self.bet_rounds

    @property
    def highest_stake(self) -> int:
        """Returns the highest base (MKK-4.3)."""
        return self.max_base

    @property
    def num_needed(self) -> int:
        """All hands, the common cards, and two for everybody to draw (MKK-3.1, 4.1)."""
        num_common = NUM_COMMON - self.fewer_common
        return self.num_players * (HAND_SIZE + NUM_DRAWN) + num_common

    def max_decisions(self) -> int:
        """Returns a bound on the decisions of a match: exchanges and bets (MKK-9.10)."""
        return self.seasons * self.num_players * (EXCHANGE_STEPS + self.bet_rounds)
