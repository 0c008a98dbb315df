"""The house rules of Killer Sevens (KIL-8)."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from fudaba.common.languages import N_

from ..cards.french import NUM_CARDS
from ..cards.laying import MAX_PLAYERS
from ..core.contract.options import Options

USUAL_GROUPS = {"rectangle": 23, "any_shape": 4}

RowOrder = Literal[
    "SHDC", "SHCD", "SDHC", "SDCH", "SCHD", "SCDH",
    "HSDC", "HSCD", "HDSC", "HDCS", "HCSD", "HCDS",
    "DSHC", "DSCH", "DHSC", "DHCS", "DCSH", "DCHS",
    "CSHD", "CSDH", "CHSD", "CHDS", "CDSH", "CDHS",
    "random",
]  # fmt: skip


class KillerSevensOptions(Options):
    """The options of KIL-8 with their defaults."""

    seats: ClassVar = ("deal_start",)
    not_in_views: ClassVar = ("deal_start", "row_order")

    num_players: Annotated[int, Field(strict=True, ge=2, le=MAX_PLAYERS)] = Field(
        4, description=N_("Players at the table (KIL-3.1).")
    )
    row_order: RowOrder = Field(
        "SHDC", description=N_("Suits of the grid's rows from top to bottom (KIL-2.2).")
    )
    columns_wrap: bool = Field(
        False, description=N_("Whether the columns of ace and king are neighbours (KIL-2.3).")
    )
    voluntary_pass: bool = Field(
        True, description=N_("Whether a player who could lay a card may pass (KIL-4.3).")
    )
    pass_limit: Annotated[int, Field(strict=True, ge=0, le=10)] | Literal["none"] = Field(
        "none", description=N_("Passes that each player has (KIL-4.3, KIL-5.5).")
    )
    pass_exhaust: Literal["must_play", "eliminate"] = Field(
        "must_play", description=N_("What happens to a player without passes (KIL-5.5).")
    )
    all_pass: Literal["must_play", "end"] = Field(
        "must_play", description=N_("What a full round of passes does (KIL-6.2).")
    )
    sides_needed: Literal[4, 2] = Field(
        4, description=N_("Taken sides at which a card dies (KIL-5.1).")
    )
    side_death: bool = Field(
        False, description=N_("Whether a card dies between its two neighbours (KIL-5.3).")
    )
    group_kill: Literal["off", "rectangle", "any_shape"] = Field(
        "off", description=N_("Whether enclosed groups of cards die (KIL-5.4).")
    )
    group_max: Annotated[int, Field(strict=True, ge=2, le=23)] | Literal["usual"] = Field(
        "usual",
        description=N_("Largest group that dies; usual: rectangle 23, any_shape 4 (KIL-5.4)."),
    )
    tie_break: Literal["shared", "first_out"] = Field(
        "shared", description=N_("Who is better among equal numbers of held cards (KIL-6.3).")
    )
    reward_mode: Literal["rank", "cards"] = Field(
        "rank", description=N_("Whether places or held cards are paid (KIL-6.4).")
    )
    deal_start: Annotated[int, Field(strict=True, ge=0, le=MAX_PLAYERS - 1)] | Literal["random"] = (
        Field("random", description=N_("The seat that is dealt the first card (KIL-3.1)."))
    )

    def max_decisions(self) -> int:
        """Returns the bound of KIL-9.7 on the decisions of one game."""
        return 48 * 2 * self.num_players

    def lowest_points(self) -> float:
        """Returns -1 for the last place, or the points of holding a whole hand alone (KIL-6.4)."""
        if self.reward_mode == "rank":
            return -1.0
        largest_hand = -(-NUM_CARDS // self.num_players)
        return largest_hand / self.num_players - largest_hand

    def code(self, name: str) -> int | list[int]:
        """Returns an option's code; the usual `group_max` is written as the number in force."""
        if name == "group_max" and self.group_max == "usual" and self.group_kill != "off":
            return USUAL_GROUPS[self.group_kill]
        return super().code(name)
