"""The result of a fit of weights, and the file of tuned weights that is made of it."""

from typing import Any

from fudaba.agents.tuned_advice import FORMAT, TunedAdvice
from fudaba.common.languages import N_, translator
from fudaba.common.validation import StoredModel
from fudaba.evaluation.statistics import Interval

_, _n = translator("training")

TODAY, NEW, RANDOM, POLICY = N_("today's greedy"), N_("the new greedy"), "random", "policy:best"
RULE = N_(
    "the new weights are kept if their gain among today's greedy, over all numbers of players, "
    "is above 0 with its whole 95 % interval"
)


class Tried(StoredModel):
    """A candidate's gain on the last deals that it played.

    Attributes:
        part: Where it played: `search 1`, `race 1`, `simplify`.
        weights: The value of every weight.
        gain: Its gain over today's weights, over all tables, in spreads.
    """

    part: str
    weights: dict[str, float]
    gain: Interval


class Gain(StoredModel):
    """The gain of the new weights over today's in one field, on fresh deals.

    Attributes:
        among: The players of all other seats.
        num_players: The seats of the table.
        deals: The deals, each played from every seat.
        points: The gain in points, with its 95 % interval.
        spread: The standard deviation of the points at a table of today's greedy.
    """

    among: str
    num_players: int
    deals: int
    points: Interval
    spread: float

    @property
    def title(self) -> str:
        """The name of the opponent, in the current language."""
        return _(self.among)


class AdviceResult(StoredModel):
    """The outcome of a fit.

    Attributes:
        question: The key of the question.
        game: The game's id.
        rules: The house rules that were fixed, all others as usual.
        version: The version of fudaba that played.
        seed: The seed of the search.
        games: The games of the search.
        final_games: The games of the confirmation.
        before: Today's weights.
        found: The new weights.
        set_back: Weights that were set back to today's value because the change did not matter.
        gains: The confirmation.
        gain: Over all numbers of players among today's greedy, in spreads; it decides.
        gain_among_random: The same among random players.
        tried: All candidates.
    """

    question: str
    game: str
    rules: dict[str, Any]
    version: str
    seed: int
    games: int
    final_games: int
    before: dict[str, float]
    found: dict[str, float]
    set_back: tuple[str, ...]
    gains: tuple[Gain, ...]
    gain: Interval
    gain_among_random: Interval
    tried: tuple[Tried, ...]

    @property
    def is_kept(self) -> bool:
        """Whether the new weights are kept; see `RULE`."""
        return self.gain.low > 0

    @property
    def is_trade(self) -> bool:
        """Whether the new weights win significantly less against random players than today's."""
        return self.gain_among_random.high < 0

    @property
    def worse_with(self) -> tuple[int, ...]:
        """The numbers of players at which the new weights lose significantly to today's."""
        return tuple(
            gain.num_players for gain in self.gains if gain.among == TODAY and gain.points.high < 0
        )

    @property
    def weights(self) -> dict[str, float]:
        """The weights that stay: the new ones if they are kept, or else today's."""
        return self.found if self.is_kept else self.before

    def tuned_advice(self, defaults: dict[str, float], command: str) -> TunedAdvice:
        """Returns the content of the file of weights.

        Args:
            defaults: The weights that were chosen by hand, which the file leaves out.
            command: The command that repeats the search.
        """
        return TunedAdvice(
            format=FORMAT,
            game=self.game,
            weights={
                name: value for name, value in self.weights.items() if value != defaults[name]
            },
            tuning={
                "command": command,
                "question": self.question,
                "version": self.version,
                "seed": self.seed,
                "games": self.games,
                "final_games": self.final_games,
                "house_rules": self.rules,
                "rule": RULE,
                "is_kept": self.is_kept,
                "is_trade": self.is_trade,
                "worse_with": list(self.worse_with),
                "before": self.before,
                "found": self.found,
                "gain_in_spreads": _ends(self.gain),
                "gain_among_random_in_spreads": _ends(self.gain_among_random),
                "gains": [
                    {
                        "among": gain.among,
                        "num_players": gain.num_players,
                        "deals": gain.deals,
                        "points": _ends(gain.points),
                        "spread": round(gain.spread, DECIMALS),
                    }
                    for gain in self.gains
                ],
            },
        )


DECIMALS = 5


def _ends(interval: Interval) -> list[float]:
    """Returns the estimate and the ends of an interval, rounded."""
    return [round(end, DECIMALS) for end in (interval.mean, interval.low, interval.high)]
