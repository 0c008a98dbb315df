"""The house rules of Sevens (SEV-8)."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from fudaba.common.languages import N_

from ..cards.laying import MAX_PLAYERS
from ..core.contract.options import Options

MAX_JOKERS = 2


class SevensOptions(Options):
    """The options of SEV-8 with their defaults."""

    seats: ClassVar = ("deal_start",)
    not_in_views: ClassVar = ("deal_start",)

    num_players: Annotated[int, Field(strict=True, ge=2, le=MAX_PLAYERS)] = Field(
        4, description=N_("Players at the table (SEV-3.1).")
    )
    pass_limit: Annotated[int, Field(strict=True, ge=0, le=10)] | Literal["none"] = Field(
        3, description=N_("Passes that each player has (SEV-4.4).")
    )
    voluntary_pass: bool = Field(
        True, description=N_("Whether a player who could lay a card may pass (SEV-4.4).")
    )
    tunnel: Literal["none", "ring", "one_way"] = Field(
        "ring",
        description=N_("Whether ace and king are neighbours, and what that closes (SEV-4.1)."),
    )
    jokers: Annotated[int, Field(strict=True, ge=0, le=MAX_JOKERS)] = Field(
        0, description=N_("Jokers in the pack (SEV-2.1).")
    )
    joker_use: Literal["wild", "fill"] = Field(
        "wild",
        description=N_("Whether a joker is laid alone or together with the next card (SEV-4.3)."),
    )
    joker_recovery: Literal["immediate", "own_turn"] = Field(
        "immediate", description=N_("When the holder of the card takes the joker (SEV-5.3).")
    )
    joker_last: Literal["off", "last_place"] = Field(
        "off", description=N_("Whether holding a joker at the end means the last place (SEV-6.4).")
    )
    deal_start: Annotated[int, Field(strict=True, ge=0, le=MAX_PLAYERS - 1)] | Literal["random"] = (
        Field("random", description=N_("The seat that is dealt the first card (SEV-3.1)."))
    )

    def max_decisions(self) -> int:
        """Returns the bound of SEV-9.6 on the decisions of one game."""
        recovers = self.jokers > 0 and self.joker_recovery == "own_turn"
        lays = 48 * (2 if recovers else 1) + 2 * self.jokers * recovers
        if self.pass_limit == "none":
            return lays * 2 * self.num_players
        return lays + self.num_players * (self.pass_limit + 1)
