"""The house rules of Niekhi (NIE-8, KIKI-8)."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from fudaba.common.languages import N_, translator

from ..cards.kikisen import NUM_CARDS
from ..kikisen.options import KikisenOptions

_, _n = translator("niekhi")

SMALLEST_HAND, LARGEST_HAND = 5, NUM_CARDS // 2
FEWEST_TURNS, MOST_TURNS = 48, 10_000
MOST_STEPS = 10  # of a turn: a shape, two ships, a mode, six strengths or cards


class NiekhiOptions(KikisenOptions):
    """The table of options of NIE-8, with its defaults."""

    not_in_views: ClassVar = ("first_dealer", "dealer_bonus_start", "dealer_bonus_step")

    bomb_over_bomb: Literal["any", "stronger"] = Field(
        "any", description=N_("Which large sets may be played upon a large set (NIE-4.4).")
    )
    pass_locks: bool = Field(
        False,
        description=N_("Whether a player who has passed is out until the trick ends (NIE-4.4)."),
    )
    general_optional: bool = Field(
        False, description=N_("Whether a general may be played without its effect (NIE-5.1).")
    )
    ship_as_general: bool = Field(
        False, description=N_("Whether ships that stand for 8 are generals too (NIE-5.1).")
    )
    take_from_table: bool = Field(
        False, description=N_("Whether earlier plays of the trick can be taken too (NIE-5.2).")
    )
    emptied_by_removal: Literal["wins", "loses"] = Field(
        "wins", description=N_("What becomes of a player whose hand a removal empties (NIE-6.2).")
    )
    min_run: Literal[2, 3, 4, 5] = Field(
        3, description=N_("The fewest numbers of a run, or of a run of sets (NIE-4.1).")
    )
    hand_size: (
        Annotated[int, Field(strict=True, ge=SMALLEST_HAND, le=LARGEST_HAND)] | Literal["all"]
    ) = Field("all", description=N_("Cards dealt to each player, or all evenly (NIE-3.1)."))
    auto_ships: bool = Field(
        False, description=N_("Whether ships are played only where a card is missing (NIE-4.8).")
    )
    max_turns: Annotated[int, Field(strict=True, ge=FEWEST_TURNS, le=MOST_TURNS)] = Field(
        600, description=N_("Plays and passes after which a season ends (NIE-6.4).")
    )

    @model_validator(mode="after")
    def _has_so_many_cards(self) -> Self:
        largest = NUM_CARDS // self.num_players
        if self.hand_size != "all" and self.hand_size > largest:
            raise ValueError(
                _(
                    "option hand_size can't be {size} with {count} players; allowed: {fewest} to "
                    "{most}, or all",
                    size=self.hand_size,
                    count=self.num_players,
                    fewest=SMALLEST_HAND,
                    most=largest,
                )
            )
        return self

    @property
    def num_needed(self) -> int:
        """All hands, or a card for each player (NIE-3.1)."""
        return self.num_players * (1 if self.hand_size == "all" else self.hand_size)

    def max_decisions(self) -> int:
        """Returns a bound on the decisions of a match: all steps of its turns (NIE-6.4)."""
        return self.seasons * self.max_turns * MOST_STEPS

    def lowest_points(self) -> float:
        """Returns the points of a player who loses every season (NIE-6.3)."""
        return -float(self.seasons)
