"""The house rules of Cyclic (CYC-8, KIKI-8)."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from fudaba.common.languages import N_, translator

from ..cards.kikisen import NOTHING, NUM_CARDS
from ..kikisen.options import KikisenOptions

_, _n = translator("cyclic")

MAX_PLAYERS = 4
LARGE_HAND = 12
MOST_DRAWN = 3
MOST_FEWER = 5  # so that three cards are dealt


class CyclicOptions(KikisenOptions):
    """The table of options of CYC-8, with its defaults."""

    not_in_views: ClassVar = (
        "first_dealer", "dealer_bonus_start", "dealer_bonus_step", "ship_alone"
    )  # fmt: skip
    for_research: ClassVar = (*KikisenOptions.for_research, "fewer_cards")

    num_players: Annotated[int, Field(strict=True, ge=2, le=MAX_PLAYERS)] = Field(
        4, description=N_("Players at the table (CYC-1.1).")
    )
    first_dealer: (
        Annotated[int, Field(strict=True, ge=0, le=MAX_PLAYERS - 1)] | Literal["random"]
    ) = Field("random", description=N_("The seat that deals the first season (KIKI-6.3)."))
    hand_size: Literal[8, 12] = Field(
        8, description=N_("Cards dealt to each player; 12 only to two (CYC-3.1).")
    )
    fewer_cards: Annotated[int, Field(strict=True, ge=0, le=MOST_FEWER)] = Field(
        0, description=N_("For research: how many cards fewer than that are dealt (CYC-3.2).")
    )
    mu: Literal["wild", "removed"] = Field(
        "wild", description=N_("Whether the nothings (mu) are wild or taken out (CYC-5.1).")
    )
    min_run: Literal[2, 3] = Field(3, description=N_("The fewest cards of a run (CYC-4.2)."))
    dealer_draw: Annotated[int, Field(strict=True, ge=0, le=MOST_DRAWN)] = Field(
        2, description=N_("Cards that the dealer draws at the start of a round (CYC-4.1).")
    )
    continue_after_win: bool = Field(
        False, description=N_("Whether the others play on for places (CYC-6.1).")
    )

    @model_validator(mode="after")
    def _hands_fit_the_table(self) -> Self:
        if self.hand_size == LARGE_HAND and self.num_players > 2:
            raise ValueError(
                _(
                    "option hand_size can't be {size} with {count} players; allowed: 8",
                    size=LARGE_HAND,
                    count=self.num_players,
                )
            )
        return self

    @property
    def num_needed(self) -> int:
        """All hands (CYC-3.1)."""
        return self.num_players * (self.hand_size - self.fewer_cards)

    def max_decisions(self) -> int:
        """Returns a bound on the decisions of a match, counting turns and cards (CYC-6.3, 9.8)."""
        return self.seasons * NUM_CARDS * (self.num_players + 1)

    def lowest_points(self) -> float:
        """Returns the points of a player who loses every season (CYC-6.2)."""
        return -float(self.seasons)

    def code(self, name: str) -> int | list[int]:
        """Returns an option's code; `mu=removed` takes the nothings out of `pack` (CYC-5.1)."""
        code = super().code(name)
        if isinstance(code, list) and self.mu == "removed":
            code[NOTHING] = 0
        return code
