"""The house rules of Namto (NAM-8, KIKI-8)."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from fudaba.common.languages import N_

from ..kikisen.betting import LARGEST_STACK, LARGEST_STAKE, BettingOptions

HAND_SIZE = 2  # NAM-3.1
NUM_BETTINGS = 2  # in a season (NAM-4.1)
MOST_COMMUNITY_CARDS = 5


class NamtoOptions(BettingOptions):
    """The table of options of NAM-8, with its defaults."""

    not_in_views: ClassVar = ("first_dealer", "dealer_bonus_start", "dealer_bonus_step")

    # Narrower than in all games with betting: one chip never lasts for two bettings.
    start_chips: (
        Annotated[int, Field(strict=True, ge=NUM_BETTINGS, le=LARGEST_STACK)] | Literal["none"]
    ) = Field("none", description=N_("What every player has at the start; none is credit (NAM-8)."))
    bet_cap: Annotated[int, Field(strict=True, ge=1, le=LARGEST_STAKE)] = Field(
        5, description=N_("The most that a player bets at once (NAM-4.2).")
    )
    floor_carries: bool = Field(
        False, description=N_("Whether betting 2 begins where betting 1 ended (NAM-4.2).")
    )
    betting: Literal["single_pass", "until_equal"] = Field(
        "single_pass",
        description=N_(
            "Whether smaller bets are made up afterwards, or their players drop (NAM-4.2)."
        ),
    )
    hand_pool: Literal["shared", "community", "own"] = Field(
        "shared", description=N_("The cards that hands are made of beside the own ones (NAM-5.1).")
    )
    community_cards: Annotated[int, Field(strict=True, ge=1, le=MOST_COMMUNITY_CARDS)] = Field(
        3, description=N_("Cards turned up for all at the start, with community hands (NAM-5.1).")
    )
    own_min: Literal[0, 1, 2] = Field(
        1, description=N_("The fewest own cards that a hand contains (NAM-5.1).")
    )
    reveals: Literal[1, 2] = Field(
        2, description=N_("How many of their cards players reveal to all hands (NAM-4.1).")
    )
    march_rank: Literal["above_cavalry", "below_cavalry"] = Field(
        "above_cavalry", description=N_("The order of march and cavalry (NAM-5.2).")
    )
    dark_army_size: Literal[3, 5, 6] = Field(
        5, description=N_("The soldiers of a dark army (NAM-5.2).")
    )
    emperor_king: Literal["one_each", "any_two_court"] = Field(
        "one_each", description=N_("Which two court cards are an emperor and king (NAM-5.2).")
    )
    tie_break: Literal["ladder", "split"] = Field(
        "ladder",
        description=N_("Whether all values of equal players count, or the best (NAM-5.5)."),
    )

    @property
    def num_bettings(self) -> int:
        """Returns the number of bettings of a season (NAM-4.1)."""
        return NUM_BETTINGS

    @property
    def highest_stake(self) -> int:
        """Returns the most that a player pays in one betting (NAM-4.2)."""
        return self.bet_cap

    @property
    def num_needed(self) -> int:
        """All hands and the community cards (NAM-3.1, 5.1)."""
        return self.num_players * HAND_SIZE + self.community_cards * (self.hand_pool == "community")

    def max_decisions(self) -> int:
        """Returns a bound on the decisions of a match: bets and choices (NAM-9.11)."""
        goes = 1 if self.betting == "single_pass" else 2
        return self.seasons * self.num_players * (NUM_BETTINGS * goes + 1)
