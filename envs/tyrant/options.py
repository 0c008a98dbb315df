"""The house rules of Tyrant (TYR-8)."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from fudaba.common.languages import N_, translator

from ..core.contract.options import Options

_, _n = translator("tyrant")

FEWEST_PLAYERS, MAX_PLAYERS = 3, 4
NUM_TRICKS = 8
CARDS_EACH = 16  # dealt to each player (TYR-3.4)
OPENING_CARDS = 8  # dealt to the plaza or removed (TYR-3.3)
MOST_CHIPS = 9  # of a player
SMALLEST_PILE, LARGEST_PILE, MOST_PILE_POWER = 2, 9, 9
STEPS_OF_SELECTION = 3
MOST_POINTS_OF_LEADS = 20 + 24 + 20  # four kings, four queens: faces, suits, ranks (TYR-6.1 to 6.3)


class TyrantOptions(Options):
    """The options of TYR-8 with their defaults."""

    seats: ClassVar = ("start_player",)
    not_in_views: ClassVar = ("start_player",)

    num_players: Annotated[int, Field(strict=True, ge=FEWEST_PLAYERS, le=MAX_PLAYERS)] = Field(
        4, description=N_("Players at the table (TYR-1.1).")
    )
    start_player: Annotated[int, Field(strict=True, ge=0, le=3)] | Literal["random"] = Field(
        "random", description=N_("The seat that takes the marker first (TYR-3.5).")
    )
    chips_per_player: Annotated[int, Field(strict=True, ge=0, le=MOST_CHIPS)] = Field(
        5, description=N_("Chips of each player (TYR-2.4).")
    )
    first_hand: Annotated[int, Field(strict=True, ge=1, le=CARDS_EACH)] = Field(
        7, description=N_("Cards of the first hand (TYR-3.6).")
    )
    refill_hand: Annotated[int, Field(strict=True, ge=1, le=CARDS_EACH)] = Field(
        6, description=N_("Cards of a hand after a pass (TYR-4.3).")
    )
    plaza_start: Annotated[int, Field(strict=True, ge=0, le=OPENING_CARDS)] = Field(
        4, description=N_("Cards on the plaza at the start (TYR-3.3).")
    )
    plaza_removed: Annotated[int, Field(strict=True, ge=0, le=OPENING_CARDS)] = Field(
        4, description=N_("Number cards removed unseen; with plaza_start 8 (TYR-3.3).")
    )
    pile_size: Annotated[int, Field(strict=True, ge=SMALLEST_PILE, le=LARGEST_PILE)] = Field(
        5, description=N_("Vertical cards that become a horizontal pile (TYR-2.6).")
    )
    pile_power: Annotated[int, Field(strict=True, ge=0, le=MOST_PILE_POWER)] = Field(
        2, description=N_("Power of a horizontal pile (TYR-4.9).")
    )
    marker_penalty: Annotated[int, Field(strict=True, ge=0, le=5)] = Field(
        1, description=N_("What the holder of the marker loses in power (TYR-4.9).")
    )
    chip_penalty: Annotated[int, Field(strict=True, ge=0, le=10)] = Field(
        2, description=N_("What a chip takes from the power of each card of its suit (TYR-4.9).")
    )
    least_trick_bonus: Annotated[int, Field(strict=True, ge=0, le=5)] = Field(
        2, description=N_("Points of a horizontal pile for the fewest tricks (TYR-6.4).")
    )
    purge: bool = Field(True, description=N_("Whether players too far ahead are purged (TYR-6.6)."))
    purge_gap: Annotated[int, Field(strict=True, ge=1, le=50)] = Field(
        10, description=N_("How far ahead of the lowest total is too far (TYR-6.6).")
    )
    purged_order: Literal["tied", "score_desc", "score_asc"] = Field(
        "tied", description=N_("The order of those who are purged (TYR-6.8).")
    )
    no_follow_reveal: Literal["all", "chosen_only"] = Field(
        "all", description=N_("What is revealed of a trick that nobody followed (TYR-4.12).")
    )
    reward_mode: Literal["winner", "rank", "points"] = Field(
        "winner", description=N_("What the points of a game stand for (TYR-6.9).")
    )

    @model_validator(mode="after")
    def _opening_cards_are_eight(self) -> Self:
        rest = OPENING_CARDS - self.plaza_start
        if self.plaza_removed != rest:
            why = _(
                "option plaza_removed can't be {removed} with plaza_start {start}; allowed: {rest}",
                removed=self.plaza_removed, start=self.plaza_start, rest=rest,
            )  # fmt: skip
            raise ValueError(why)
        return self

    def max_decisions(self) -> int:
        """Returns a bound on the decisions of a game: the first hand and each trick (TYR-4.14)."""
        in_a_trick = STEPS_OF_SELECTION + 3
        return self.num_players * (STEPS_OF_SELECTION + NUM_TRICKS * in_a_trick)

    def lowest_points(self) -> float:
        """Returns -1; with `reward_mode=points` a lower bound.

        It is that of a player with no fame, while the others share all fame of the game.
        """
        if self.reward_mode != "points":
            return -1.0
        piles = 18 * self.num_players // self.pile_size
        others = (self.num_players - 1) * self.chips_per_player
        most = MOST_POINTS_OF_LEADS + others + piles * self.least_trick_bonus
        return -most / self.num_players
