"""The house rules of Daifugo (DFG-8)."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from fudaba.common.languages import N_, translator

from ..core.contract.options import Options

_, _n = translator("daifugo")

MIN_PLAYERS, MAX_PLAYERS = 2, 5
NUM_NATURALS = 52
MOST_CHOICES = 5  # decisions for one card: three steps of a play, and two of a gift
MOST_GIFTS = 6  # cards of an exchange with four players or more

Effect = Literal[
    "binding", "revolution", "runs", "spade3", "skip5", "give7", "cut8", "jback", "change13"
]
ALL_EFFECTS: tuple[Effect, ...] = (
    "binding", "revolution", "runs", "spade3", "skip5", "give7", "cut8", "jback", "change13",
)  # fmt: skip


class DaifugoOptions(Options):
    """The options of DFG-8 with their defaults."""

    num_players: Annotated[int, Field(strict=True, ge=MIN_PLAYERS, le=MAX_PLAYERS)] = Field(
        4, description=N_("Players at the table (DFG-1.2).")
    )
    num_jokers: Literal[2, 1, 0] = Field(2, description=N_("Jokers in the deck (DFG-2.1)."))
    hand_size: Annotated[int, Field(strict=True, ge=5, le=13)] = Field(
        10, description=N_("Cards dealt to each player in every round (DFG-3.1).")
    )
    num_rounds: Annotated[int, Field(strict=True, ge=1, le=100)] = Field(
        5, description=N_("Rounds of a match (DFG-6.1).")
    )
    round_starter: Literal["random", "daihinmin", "daifugo", "rotate"] = Field(
        "random", description=N_("Who takes the first turn of rounds 2 and later (DFG-3.3).")
    )
    effects: tuple[Effect, ...] = Field(
        ALL_EFFECTS, description=N_("The special rules that are in force (DFG-5.0).")
    )
    joker_effects: bool = Field(
        True, description=N_("Whether designated jokers bring the effects of numbers (DFG-4.2).")
    )
    joker_duplicates: bool = Field(
        True, description=N_("Whether a joker of a set may repeat a suit (DFG-4.2).")
    )
    joker_finish_scope: Literal["turn", "play_only", "any_give"] = Field(
        "turn", description=N_("What must not end a hand with a joker (DFG-4.7).")
    )
    lone_joker_under_binding: bool = Field(
        False, description=N_("Whether a lone joker may be played on a bound field (DFG-5.1).")
    )
    run_compare: Literal["rank", "no_overlap"] = Field(
        "rank", description=N_("When a run is stronger than another one (DFG-4.5).")
    )
    pass_draw: Literal["optional", "mandatory"] = Field(
        "optional", description=N_("Whether a passing player draws a card (DFG-4.10).")
    )
    pass_locks: bool = Field(
        False,
        description=N_("Whether a pass bars from playing until the field is cleared (DFG-4.10)."),
    )
    leader_pass: Literal["only_if_stuck", "free"] = Field(
        "only_if_stuck", description=N_("When a leader may pass (DFG-4.11).")
    )
    skip_past_self: Literal["field_stays", "field_cleared"] = Field(
        "field_stays", description=N_("What 5s do that skip their own player too (DFG-5.4).")
    )
    seven_single_recipient: bool = Field(
        False, description=N_("Whether all cards given for 7s go to one player (DFG-5.6).")
    )
    jback_mode: Literal["xor", "set"] = Field(
        "xor", description=N_("What a J-back does during a revolution (DFG-5.7).")
    )
    jback_repeat: Literal["stays", "toggles"] = Field(
        "stays", description=N_("What a further J does during a J-back (DFG-5.7).")
    )
    k_discard_face_up: bool = Field(
        True, description=N_("Whether cards discarded for Ks are shown (DFG-5.8).")
    )
    exchange_2p: Literal[2, 1, 0] = Field(
        2, description=N_("Cards exchanged with two players (DFG-4.19).")
    )
    exchange_3p: Literal[2, 1, 0] = Field(
        2, description=N_("Cards exchanged with three players (DFG-4.19).")
    )
    exchange_tie: Literal["giver_chooses", "fixed"] = Field(
        "giver_chooses", description=N_("Which of equally strong cards is given (DFG-4.18).")
    )
    exchange_blind: bool = Field(
        False, description=N_("Whether cards just received may not be given back (DFG-4.18).")
    )
    playoff_starter: Literal["next_in_turn", "random"] = Field(
        "next_in_turn", description=N_("Who leads in a play-off (DFG-4.16).")
    )
    playoff_keeps_revolution: bool = Field(
        False, description=N_("Whether a revolution lasts into a play-off (DFG-4.16).")
    )
    reward_mode: Literal["winner", "final_places", "all_rounds"] = Field(
        "winner", description=N_("What the match pays (DFG-6.2).")
    )

    @model_validator(mode="after")
    def _leaves_a_pile(self) -> Self:
        largest = (self.deck_size() - 1) // self.num_players
        if self.hand_size > largest:
            raise ValueError(
                _(
                    "option hand_size can't be {size} with {count} players; allowed: 5 to "
                    "{largest}, for the deck has {deck} cards and one must be left",
                    size=self.hand_size,
                    count=self.num_players,
                    largest=largest,
                    deck=self.deck_size(),
                )
            )
        return self

    @model_validator(mode="after")
    def _effects_differ(self) -> Self:
        if len(set(self.effects)) != len(self.effects):
            raise ValueError(
                _(
                    "option effects can't be {effects}; allowed: each effect once",
                    effects=list(self.effects),
                )
            )
        return self

    def deck_size(self) -> int:
        """Cards in the deck (DFG-2.1)."""
        return NUM_NATURALS + self.num_jokers

    def max_decisions(self) -> int:
        """Returns an upper bound on the decisions of a match.

        In a round each card is played at most once. That takes three steps and, for a 7, a card
        and its receiver (for a K one card). After a play each other player passes at most once,
        because the turn moves towards the owner. On an empty field each player passes at most once
        until a play, a draw, or the stall of the round or of a play-off (DFG-4.14). Each play-off
        takes at least two players.
        """
        count, deck = self.num_players, self.deck_size()
        drawn = deck - count * self.hand_size
        on_fields = deck * (MOST_CHOICES + count - 1)
        on_empty_fields = count * (deck + drawn + 1 + count // 2)
        return self.num_rounds * (MOST_GIFTS + on_fields + on_empty_fields)
