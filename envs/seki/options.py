"""The house rules of SEKI (SEKI-8)."""

from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from fudaba.common.languages import N_, translator

from ..core.contract.options import Options

_, _n = translator("seki")

MIN_PLAYERS, MAX_PLAYERS = 3, 5
NUM_SYMBOLS = 13
LONGEST_TURN = 24  # decisions: HUNTER can give and take up to six symbols, then a bonus or reset

Role = Literal[
    "ALCHEMIST",
    "ANGLER",
    "EMPEROR",
    "FORTUNE_TELLER",
    "GAMBLER",
    "HACKER",
    "HUNTER",
    "MAGICIAN",
    "MILLIONAIRE",
    "NEW_GRAD",
    "POLICE_OFFICER",
    "THIEF",
    "FARMER",
]
ROLE_CLAUSES: dict[Role, str] = {
    "ALCHEMIST": "SEKI-5.5",
    "ANGLER": "SEKI-5.6",
    "EMPEROR": "SEKI-5.8",
    "FORTUNE_TELLER": "SEKI-5.9",
    "GAMBLER": "SEKI-5.10",
    "HACKER": "SEKI-5.7",
    "HUNTER": "SEKI-5.12",
    "MAGICIAN": "SEKI-5.13",
    "MILLIONAIRE": "SEKI-5.14",
    "NEW_GRAD": "SEKI-5.15",
    "POLICE_OFFICER": "SEKI-5.11",
    "THIEF": "SEKI-5.17",
    "FARMER": "SEKI-5.16",
}
ROLES: tuple[Role, ...] = tuple(ROLE_CLAUSES)
LIVE_ROLES = ROLES[:-1]  # FARMER is a legacy role (SEKI-2.3)
POINTS = {3: (3, 1, 0), 4: (7, 5, 3, 1), 5: (9, 7, 5, 3, 1)}  # SEKI-6.2
MOST_POINTS = 100

Point = Annotated[int, Field(strict=True, ge=0, le=MOST_POINTS)]
Points = Annotated[tuple[Point, ...], Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)]


class SekiOptions(Options):
    """The options of SEKI-8 with their defaults."""

    seats: ClassVar = ("first_parent",)
    not_in_views: ClassVar = ("first_parent", "max_turns")  # a view tells the turns that are left

    num_players: Annotated[int, Field(strict=True, ge=MIN_PLAYERS, le=MAX_PLAYERS)] = Field(
        4, description=N_("Players at the table (SEKI-1.2).")
    )
    roles: tuple[Role, ...] = Field(
        LIVE_ROLES,
        description=N_("The panels that are dealt from, at least one a player (SEKI-2.3)."),
    )
    initial_numbers: Annotated[int, Field(strict=True, ge=1, le=8)] = Field(
        6, description=N_("Number cards dealt to each player (SEKI-3.1).")
    )
    initial_symbols: Annotated[int, Field(strict=True, ge=0, le=3)] = Field(
        2, description=N_("Symbol cards dealt to each player (SEKI-3.1).")
    )
    first_parent: (
        Annotated[int, Field(strict=True, ge=0, le=MAX_PLAYERS - 1)] | Literal["random"]
    ) = Field("random", description=N_("The seat that takes the first turn (SEKI-3.2)."))
    allow_equal: bool = Field(False, description=N_("Whether an equal number beats (SEKI-4.1)."))
    pass_trash_drawn: bool = Field(
        True, description=N_("Whether a passing player may trash the card he drew (SEKI-4.8).")
    )
    pass_after_reset: Literal["allowed", "no_trash", "forbidden"] = Field(
        "allowed", description=N_("What a pass right after a reset may do (SEKI-4.9).")
    )
    reset_pass_draw: bool = Field(
        False, description=N_("Whether the resetting player first draws a card (SEKI-4.9).")
    )
    reset_flip: bool = Field(
        False, description=N_("Whether a reset turns up the first card of the new pile (SEKI-4.9).")
    )
    forbidden_finish_scope: Literal["literal", "strict"] = Field(
        "literal",
        description=N_(
            "Whether DISCARD and GAMBLER may shed a last 0 or symbol (SEKI-4.12, 4.13)."
        ),
    )
    dig_up_top: Literal["declared_only", "always_keeps"] = Field(
        "declared_only", description=N_("Which numbers survive a DIG UP (SEKI-5.3).")
    )
    dig_up_takes_right: bool = Field(
        True, description=N_("Whether DIG UP takes the reset right (SEKI-5.3).")
    )
    alchemist_must_beat: bool = Field(
        False, description=N_("Whether the declared number must beat the pile (SEKI-5.5).")
    )
    alchemist_zero_finish: Literal["any_zero", "both_zero", "declared_zero"] = Field(
        "any_zero", description=N_("Which 0 bars ALCHEMIST from finishing (SEKI-5.5).")
    )
    angler_last_card: Literal["number_stays", "pile_empty"] = Field(
        "number_stays", description=N_("What fishing the pile's last card leaves (SEKI-5.6).")
    )
    hacker_finish_release: Literal["seat_passes", "immediately"] = Field(
        "seat_passes", description=N_("When a freezer who has finished lets go (SEKI-5.7).")
    )
    gambler_hit_card: Literal["stays_on_top", "excluded", "number_graveyard"] = Field(
        "stays_on_top", description=N_("Where the turned card goes on a hit (SEKI-5.10).")
    )
    police_scope: Literal["each", "one"] = Field(
        "each", description=N_("Whose card POLICE_OFFICER marks (SEKI-5.11).")
    )
    hunter_shuffles_deck: bool = Field(
        False, description=N_("Whether HUNTER shuffles the symbol deck (SEKI-5.12).")
    )
    new_grad_bonus_turn: bool = Field(
        True, description=N_("Whether a copied role's bonus turn is copied too (SEKI-5.15).")
    )
    exclusion_face_up: bool = Field(
        True,
        description=N_("Whether ANGLER's and MILLIONAIRE's excluded cards are shown (SEKI-7.3)."),
    )
    distinct_backs: bool = Field(
        False, description=N_("Whether backs tell numbers from symbols (SEKI-3.5).")
    )
    points: Points | Literal["by_players"] = Field(
        "by_players", description=N_("Points by place, the first at first (SEKI-6.2).")
    )
    num_games: Annotated[int, Field(strict=True, ge=1, le=100)] = Field(
        1, description=N_("Games of a match (SEKI-6.3).")
    )
    stall_rounds: Annotated[int, Field(strict=True, ge=1, le=10)] = Field(
        2, description=N_("Rounds without progress that end a game (SEKI-6.4).")
    )
    max_turns: Annotated[int, Field(strict=True, ge=1, le=100_000)] = Field(
        1000, description=N_("Turns after which a game ends (SEKI-6.4).")
    )

    @model_validator(mode="before")
    @classmethod
    def _merchant_has_a_new_name(cls, values: Any) -> Any:
        roles = values.get("roles") if isinstance(values, dict) else None
        if isinstance(roles, list | tuple) and "MERCHANT" in roles:
            raise ValueError(
                _("option roles can't hold 'MERCHANT'; that role is called MILLIONAIRE now")
            )
        return values

    @model_validator(mode="after")
    def _fits_the_table(self) -> Self:
        count = self.num_players
        if self.initial_symbols * count > NUM_SYMBOLS:
            raise ValueError(
                _(
                    "option initial_symbols can't be {value} with {count} players; "
                    "allowed: at most {most}, for there are {total} such cards",
                    value=self.initial_symbols,
                    count=count,
                    most=NUM_SYMBOLS // count,
                    total=NUM_SYMBOLS,
                )
            )
        if len(set(self.roles)) != len(self.roles) or len(self.roles) < count:
            raise ValueError(
                _(
                    "option roles can't be {value} with {count} players; "
                    "allowed: at least {count} different roles",
                    value=list(self.roles),
                    count=count,
                )
            )
        return self

    @model_validator(mode="after")
    def _points_are_by_place(self) -> Self:
        points = self.points_by_place
        if len(points) != self.num_players or list(points) != sorted(points, reverse=True):
            raise ValueError(
                _(
                    "option points can't be {value} with {count} players; allowed: "
                    "by_players or {count} numbers, none larger than the one before",
                    value=list(points),
                    count=self.num_players,
                )
            )
        return self

    @property
    def points_by_place(self) -> tuple[int, ...]:
        """The points of each place, first place first."""
        if isinstance(self.points, str):
            return POINTS[self.num_players]
        return self.points

    def max_decisions(self) -> int:
        """Returns the bound on a match's decisions by safety cap and stall rule (SEKI-6.4)."""
        idle = self.stall_rounds * self.num_players
        progress = 42 + 15 + 2 * self.num_players + 40  # SEKI-9.24, FARMER and resets with a draw
        turns = min(self.max_turns, progress * (idle + 1))
        return self.num_games * turns * LONGEST_TURN

    def lowest_points(self) -> float:
        """Returns the points of the last place in every game, less the table's mean (SEKI-6.2)."""
        points = self.points_by_place
        return self.num_games * (points[-1] - sum(points) / len(points))

    def code(self, name: str) -> int | list[int]:
        """Returns an option's code; `points` are written as the numbers in force."""
        return list(self.points_by_place) if name == "points" else super().code(name)
