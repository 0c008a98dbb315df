"""The house rules of Taxot (TAX-8, KIKI-8)."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from fudaba.common.languages import N_

from ..cards.kikisen import NUM_CARDS
from ..kikisen.options import KikisenOptions

DEALT = 5  # cards to each player (TAX-3.1)
MOST_LIGHTS, LIT_CARDS = 2, 6  # two lights can each shine on all six cards (TAX-6.5)
COURT_CARDS = 4

Points = Annotated[int, Field(strict=True, ge=0, le=100)]


class TaxotOptions(KikisenOptions):
    """The options of TAX-8 with their defaults."""

    not_in_views: ClassVar = ("first_dealer", "ship_alone")

    lights: bool = Field(False, description=N_("Whether lights are turned (TAX-6.5)."))
    light_match: Literal["kind", "type"] = Field(
        "kind",
        description=N_(
            "What a card must share with a light: the kind, or also the colour (TAX-6.5)."
        ),
    )
    dealer_multiplier: Literal["always", "closer", "either"] = Field(
        "always", description=N_("Which payments the dealer's bonus multiplies (TAX-6.1).")
    )
    extend_public_set: bool = Field(
        False, description=N_("Whether a public triple may become a four (TAX-4.6).")
    )
    exhaust: Literal["draw", "reshuffle"] = Field(
        "draw",
        description=N_(
            "Whether an empty stock ends the season, or the discards become a "
            "new one, once (TAX-4.1)."
        ),
    )
    pt_close: Points = Field(2, description=N_("End points for closing (TAX-6.2)."))
    pt_same_colour: Points = Field(1, description=N_("End points for one colour (TAX-6.2)."))
    pt_six_run: Points = Field(
        1, description=N_("End points for six consecutive numbers (TAX-6.2).")
    )
    pt_first_lap: Points = Field(3, description=N_("End points for the first round (TAX-6.2)."))
    pt_court: Points = Field(1, description=N_("Bonus points for each king or emperor (TAX-6.4)."))
    pt_light: Points = Field(1, description=N_("Bonus points for each card of a light (TAX-6.5)."))
    pt_four: Points = Field(1, description=N_("What each other player pays for a four (TAX-5.3)."))
    pt_call: Points = Field(1, description=N_("What a call costs (TAX-4.4b)."))

    @property
    def num_needed(self) -> int:
        """All hands, a light, and a card to draw (TAX-3.1, 4.1)."""
        return self.num_players * DEALT + self.lights + 1

    def max_decisions(self) -> int:
        """Returns a bound on the decisions of a match: turns, answers and reveals (TAX-9.12)."""
        draws = (NUM_CARDS - DEALT * self.num_players) * (2 if self.exhaust == "reshuffle" else 1)
        calls = self.num_players * self.most_calls
        return self.seasons * ((draws + calls) * self.num_players + self.num_players)

    @property
    def most_calls(self) -> int:
        """Most calls that a player can make in a season (TAX-9.12)."""
        return 2 if self.extend_public_set else 1

    def lowest_points(self) -> float:
        """Returns minus the cost of the dearest closes, others' fours and the own calls (TAX-6)."""
        bonus = self.dealer_bonus_start + self.dealer_bonus_step * (self.seasons - 1)
        end = self.pt_close + self.pt_same_colour + self.pt_six_run + self.pt_first_lap
        lit = self.pt_light * MOST_LIGHTS * LIT_CARDS * self.lights
        closing = end * bonus + self.pt_court * COURT_CARDS + lit
        fours = self.pt_four * (self.num_players - 1)
        return -float(self.seasons * (closing + fours + self.pt_call * self.most_calls))
