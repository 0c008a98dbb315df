"""The house rules of Sevens (SEV-8)."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from ..core.options import Options

MAX_PLAYERS = 8


class SevensOptions(Options):
    """The table of options of SEV-8, with its defaults."""

    num_players: Annotated[int, Field(strict=True, ge=2, le=MAX_PLAYERS)] = Field(
        4, description="Players at the table (SEV-3.1)."
    )
    pass_limit: Annotated[int, Field(strict=True, ge=0, le=10)] | Literal["none"] = Field(
        3, description="Passes that each player has (SEV-4.4)."
    )
    voluntary_pass: bool = Field(
        True, description="Whether a player who could lay a card may pass (SEV-4.4)."
    )
    tunnel: Literal["none", "ring", "one_way"] = Field(
        "ring", description="Whether ace and king are neighbours, and what that closes (SEV-4.1)."
    )
    jokers: Annotated[int, Field(strict=True, ge=0, le=2)] = Field(
        0, description="Jokers in the pack (SEV-2.1)."
    )
    joker_use: Literal["wild", "fill"] = Field(
        "wild",
        description="Whether a joker is laid alone or together with the next card (SEV-4.3).",
    )
    joker_recovery: Literal["immediate", "own_turn"] = Field(
        "immediate", description="When the holder of the card takes the joker (SEV-5.3)."
    )
    joker_last: Literal["off", "last_place"] = Field(
        "off", description="Whether holding a joker at the end means the last place (SEV-6.4)."
    )
    deal_start: Annotated[int, Field(strict=True, ge=0, le=MAX_PLAYERS - 1)] | Literal["random"] = (
        Field("random", description="The seat that is dealt the first card (SEV-3.1).")
    )

    @model_validator(mode="after")
    def _deal_starts_at_the_table(self) -> Self:
        if isinstance(self.deal_start, int) and self.deal_start >= self.num_players:
            raise ValueError(
                f"option deal_start can't be {self.deal_start} with {self.num_players} players; "
                f"allowed: random or 0 to {self.num_players - 1}"
            )
        return self
