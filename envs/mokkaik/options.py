"""The house rules of Mokkaik (MOK-8, KIKI-8)."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from fudaba.common.languages import N_

from ..cards.kikisen import NUM_CARDS
from ..kikisen.options import KikisenOptions

SMALLEST_HAND, LARGEST_HAND = 3, 24
USUAL_HAND, HAND_OF_MANY = 10, 8  # with up to four players, and with more (MOK-3.1)
MOST_WITH_USUAL_HAND = 4
FARTHEST_PAR = NUM_CARDS  # to either side: no pile can hold more


class MokkaikOptions(KikisenOptions):
    """The table of options of MOK-8, with its defaults."""

    hand_size: (
        Annotated[int, Field(strict=True, ge=SMALLEST_HAND, le=LARGEST_HAND)] | Literal["auto"]
    ) = Field("auto", description=N_("Cards dealt to each player; auto is 10, or 8 (MOK-3.1)."))
    beat_rule: Literal["current_best", "lead"] = Field(
        "current_best", description=N_("Which hand of the round a follower has to beat (MOK-4.2a).")
    )
    dealer_multiplier: Literal["payer", "either", "none"] = Field(
        "payer", description=N_("Which payments the dealer's bonus multiplies (MOK-6.1).")
    )
    par: Annotated[int, Field(strict=True, ge=-FARTHEST_PAR, le=FARTHEST_PAR)] = Field(
        6, description=N_("What a loser without a won card pays (MOK-6.1).")
    )

    @model_validator(mode="after")
    def _hands_fit_the_pack(self) -> Self:
        largest = NUM_CARDS // self.num_players
        if self.dealt_size > largest:
            raise ValueError(
                f"option hand_size can't be {self.hand_size} with {self.num_players} players; "
                f"allowed: auto or {SMALLEST_HAND} to {largest}"
            )
        return self

    @property
    def dealt_size(self) -> int:
        """Returns the cards that each player is dealt (MOK-3.1)."""
        if isinstance(self.hand_size, int):
            return self.hand_size
        return USUAL_HAND if self.num_players <= MOST_WITH_USUAL_HAND else HAND_OF_MANY

    def code(self, name: str) -> int | list[int]:
        """Returns the code of an option; for `hand_size` the number in force."""
        return self.dealt_size if name == "hand_size" else super().code(name)

    @property
    def num_needed(self) -> int:
        """All hands (MOK-3.1)."""
        return self.num_players * self.dealt_size

    def max_decisions(self) -> int:
        """Returns a bound on the decisions of a match, counting cards and folds (MOK-9.8)."""
        return self.seasons * 2 * self.num_players * self.dealt_size

    def lowest_points(self) -> float:
        """Returns the lower bound of points: all seasons lost or won at a cost (MOK-6.1)."""
        bonus = self.dealer_bonus_start + self.dealer_bonus_step * (self.seasons - 1)
        if self.dealer_multiplier == "none":
            bonus = 1
        all_pay = self.par * (self.num_players - 1) * (bonus if self.par < 0 else 1)
        as_winner = all_pay - (self.dealt_size - 1) * bonus
        return float(self.seasons * min(-self.par * bonus, as_winner, 0))
