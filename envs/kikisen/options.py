"""The house rules that all games of kikisen share (KIKI-8)."""

from abc import abstractmethod
from typing import Annotated, ClassVar, Literal, Self, get_args

import numpy as np
from pydantic import Field, model_validator

from fudaba.common.languages import N_, translator

from ..cards.kikisen import COPIES, NUM_CARDS, NUM_COLOURS
from ..core.contract.options import Options

MAX_PLAYERS = 6
MOST_SEASONS = 100

_, _n = translator("kikisen")

Kind = Literal[
    "ship", "nothing", "soldier", "bow", "chariot", "tiger", "horse", "brush", "shaman", "general",
    "king", "emperor",
]  # fmt: skip
ALL_KINDS: tuple[Kind, ...] = get_args(Kind)


class KikisenOptions(Options):
    """The table of options of KIKI-8, with its defaults: the base of each game's options.

    A game without use for the dealer's bonus or the worth of a lone ship has these options too, and
    leaves them out of its views.
    """

    seats: ClassVar = ("first_dealer",)
    not_in_views: ClassVar[tuple[str, ...]] = ("first_dealer",)
    for_research: ClassVar[tuple[str, ...]] = ("pack",)

    num_players: Annotated[int, Field(strict=True, ge=2, le=MAX_PLAYERS)] = Field(
        4, description=N_("Players at the table (KIKI-1.2).")
    )
    seasons: Annotated[int, Field(strict=True, ge=1, le=MOST_SEASONS)] = Field(
        1, description=N_("Seasons in a row, with the scores added up (KIKI-6.4).")
    )
    first_dealer: (
        Annotated[int, Field(strict=True, ge=0, le=MAX_PLAYERS - 1)] | Literal["random"]
    ) = Field("random", description=N_("The seat that deals the first season (KIKI-6.3)."))
    next_dealer: Literal["winner", "rotate", "stay"] = Field(
        "winner", description=N_("Who deals after a season that had a winner (KIKI-6.3).")
    )
    dealer_bonus_start: Annotated[int, Field(strict=True, ge=1, le=10)] = Field(
        2, description=N_("The bonus of a new dealer, in games that use it (KIKI-6.1).")
    )
    dealer_bonus_step: Annotated[int, Field(strict=True, ge=0, le=5)] = Field(
        1, description=N_("What a dealer's win adds to the bonus, in games that use it (KIKI-6.1).")
    )
    ship_alone: Literal["court", "declared"] = Field(
        "court",
        description=N_(
            "What ships are worth with nothing beside them, where it matters (KIKI-4.3)."
        ),
    )
    pack: tuple[Kind, ...] = Field(
        ALL_KINDS, description=N_("For research: the kinds of cards in the pack (KIKI-2.5).")
    )

    @model_validator(mode="after")
    def _pack_is_large_enough(self) -> Self:
        is_too_small = NUM_CARDS >= self.num_needed > self.num_cards
        if is_too_small or len(set(self.pack)) != len(self.pack):
            raise ValueError(
                _(
                    "option pack can't be {pack} with {count} players; allowed: different kinds "
                    "that have at least {needed} cards, here they have {cards}",
                    pack=list(self.pack),
                    count=self.num_players,
                    needed=self.num_needed,
                    cards=self.num_cards,
                )
            )
        return self

    @property
    def num_cards(self) -> int:
        """The number of cards in the pack (KIKI-2.5)."""
        return sum(self.copies)

    @property
    def copies(self) -> list[int]:
        """The number of cards of each type in the pack (KIKI-2.1, 2.5)."""
        copies: list[int] = np.tile(np.multiply(COPIES, self.code("pack")), NUM_COLOURS).tolist()
        return copies

    @property
    @abstractmethod
    def num_needed(self) -> int:
        """The fewest cards that a season can be dealt from."""
