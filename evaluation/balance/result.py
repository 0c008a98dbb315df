"""The result of a balance run, as data that can be written to a file and read again."""

import csv
import io
from collections.abc import Sequence
from typing import Any, Literal, Self

from fudaba.common.validation import StoredModel, read_json

from ..agreement import Agreement
from ..run_key import RunKey
from ..statistics import Interval
from .minutes import ASSUMED, Pace

Form = Literal["reward", "share", "number"]
COMPARED = "difference in the same deals"  # the quantity of a comparison, among findings
RELATIVE = "goal, of an equal share"  # the group of gaps where tables of several sizes compare
HEAD = ("variant", "group", "item", "quantity", "form")  # of the CSV file


class Finding(StoredModel):
    """One number with its 95 % interval.

    Attributes:
        group: Its subject: `game`, `turn order`, `seat`, `agent`, `deal`, `goal`, or the name of a
            categorical factor.
        item: The member of the group: `first to act`, `player_0`, an agent, a factor, a category.
        quantity: The measured quantity.
        form: The kind of number: a reward, a share (0..1) or another number.
        interval: The number.
        difference: This variant less the first one, paired by deal; None in the first variant and
            if the first has no such number.
    """

    group: str
    item: str
    quantity: str
    form: Form
    interval: Interval
    difference: Interval | None = None

    @property
    def is_nothing(self) -> bool:
        """Whether the number is exactly zero, as the moves of a joker in a game without jokers."""
        return self.interval.mean == 0 and self.interval.high == 0

    @property
    def key(self) -> tuple[str, str, str]:
        """The key of the finding among those of a variant."""
        return self.group, self.item, self.quantity


class HandGroup(StoredModel):
    """The seats whose deal had one value of a factor, or one of some neighbouring values.

    Attributes:
        label: The value or values.
        middle: The mean value.
        share: The share of all seats.
        reward: Their mean reward.
        first_places: Their share of first places.
    """

    label: str
    middle: float
    share: float
    reward: Interval
    first_places: Interval


class HandFactor(StoredModel):
    """The effect of one factor of the deal.

    Attributes:
        name: Its name.
        meaning: One line for people.
        groups: The seats by its value.
    """

    name: str
    meaning: str
    groups: tuple[HandGroup, ...]


class Comparison(StoredModel):
    """Two categories of a factor, compared in the deals that have both.

    Attributes:
        factor: The factor's name.
        first: A category.
        second: Another one, later in the factor's order.
        difference: The mean reward of the seats with the first less that of the seats with
            the second, paired by deal; each deal counts the same.
        deals: The number of deals with both.
    """

    factor: str
    first: str
    second: str
    difference: Interval
    deals: int


class VariantResult(StoredModel):
    """The result of one variant.

    Attributes:
        label: The house rules in which the variant differs.
        options: All house rules.
        games: The number of games.
        findings: The numbers.
        factors: The factors of the deal that vary, value by value.
        comparisons: All pairs of categories of the categorical factors.
        lengths: Games by their number of decisions.
        equal_turns: The p-value of equal rewards in turn order, 0..1; nan with too few deals.
        equal_seats: The same for the seats at the table.
        twin: The label of an earlier variant that played the same games, move by move, or None.
    """

    label: str
    options: dict[str, Any]
    games: int
    findings: tuple[Finding, ...]
    factors: tuple[HandFactor, ...]
    comparisons: tuple[Comparison, ...]
    lengths: dict[int, int]
    equal_turns: float
    equal_seats: float
    twin: str | None = None

    def of(self, group: str, quantity: str | None = None) -> list[Finding]:
        """Returns the findings of a group, or those of one quantity."""
        return [
            finding
            for finding in self.findings
            if finding.group == group and quantity in (None, finding.quantity)
        ]

    def goal(self, name: str) -> Finding | None:
        """Returns the finding of a goal; None if it was not measured."""
        return next((finding for finding in self.of("goal") if finding.item == name), None)

    def compared(self, name: str) -> Finding | None:
        """Returns the finding of a goal by which variants compare; None if it was not measured.

        Gaps are relative to the equal share if some variants have tables of other sizes.
        """
        relative = (finding for finding in self.of(RELATIVE) if finding.item == name)
        return next(relative, self.goal(name))

    def find(self, group: str, item: str, quantity: str) -> Finding | None:
        """Returns a finding, or None."""
        wanted = (group, item, quantity)
        return next((finding for finding in self.findings if finding.key == wanted), None)


class LadderPair(StoredModel):
    """Two agents at one table, half of the seats each, on the same deals from all seats.

    Attributes:
        weaker: The agent lower on the ladder.
        stronger: The other agent.
        reward: Mean reward of the stronger at that table.
        skill: The share of the variance of one seat's reward that the agent explains.
        skill_difference: This variant less the first one; None in the first.
        named: The part of `deal` that follows from the turn order and the declared factors.
        deal: The share that the deal explains with either agent.
    """

    weaker: str
    stronger: str
    reward: Interval
    skill: Interval
    skill_difference: Interval | None
    named: Interval
    deal: Interval


class LadderStep(StoredModel):
    """An agent alone among copies of the one below it on the ladder.

    Attributes:
        weaker: The agent below.
        stronger: The agent above.
        reward: Mean reward of the stronger, over all seats of every deal.
        deviation: The standard deviation of its reward in one game.
        games_needed: Games until the stronger has won more than it lost with a certainty of 95 %;
            infinite if it is not ahead.
    """

    weaker: str
    stronger: str
    reward: Interval
    deviation: float
    games_needed: Interval


class Ladder(StoredModel):
    """The skill ladder of one variant.

    Attributes:
        variant: The label of the variant.
        agents: The agents, the weakest first; the order is that of the first variant.
        steps: One for each two neighbours.
        pairs: One for each two agents.
    """

    variant: str
    agents: tuple[str, ...]
    steps: tuple[LadderStep, ...]
    pairs: tuple[LadderPair, ...]


class VariantRanking(StoredModel):
    """The variants in the order of a goal.

    Attributes:
        goal: The name of the goal; see `goals`.
        order: The labels of all variants, the best first.
        may_be_best: Of these, those than which no other is clearly better: with a certainty of
            95 % all variants that are truly the best are among them.
        behind: For each of `order` how far it is behind the first one, with the interval by which
            the best are told apart.
    """

    goal: str
    order: tuple[str, ...]
    may_be_best: tuple[str, ...]
    behind: tuple[Interval, ...]


class VariantsCheck(StoredModel):
    """The variants among other players, by the goal that ranks them.

    Attributes:
        players: The spec of the agent in every seat.
        deals: Deals of each variant.
        numbers: For each variant the goal with its 95 % interval.
        agreement: Their order among these players compared with that of the run.
    """

    players: str
    deals: int
    numbers: tuple[Interval, ...]
    agreement: Agreement


def balance_run_key(
    game: str,
    rules: Sequence[dict[str, Any]],
    agents: Sequence[str],
    seed: int,
    rotated: str | None,
    ladder: Sequence[str],
    measures: Sequence[str] = (),
) -> RunKey:
    """Returns the key of a balance run over some variants."""
    return RunKey(
        *("balance", game, tuple(rules), tuple(agents), seed, rotated, tuple(sorted(ladder))),
        measures=tuple(measures),
    )


class BalanceResult(StoredModel):
    """The outcome of a balance run.

    Attributes:
        game: The game's id.
        version: The version of fudaba that played.
        seed: The seed of the deals.
        deals: Deals per variant, the same ones.
        agents: The agents; several are rotated through the seats.
        rotated: The factor of the deal that was rotated through the seats in all variants; None if
            the hands were played as dealt.
        measures: The designer's own measures as typed.
        pace: The assumed time of people, from which the minutes at a table follow.
        variants: The variants; the others are compared with the first.
        ladder_deals: Deals of each pair and each step of the ladders.
        ladders: One per variant; empty without a ladder.
        rank_by: The goal that was asked for.
        ranking: The variants by a goal; None for one variant.
        ranking_in_rewards: If the goal counts first places alone, and all tables have one size, the
            variants by the same goal in rewards; otherwise None.
        checks: The variants among other players.
    """

    game: str
    version: str
    seed: int
    deals: int
    agents: tuple[str, ...]
    rotated: str | None = None
    measures: tuple[str, ...] = ()
    pace: Pace = ASSUMED
    variants: tuple[VariantResult, ...]
    ladder_deals: int = 0
    ladders: tuple[Ladder, ...] = ()
    rank_by: str = "turn-fairness"
    ranking: VariantRanking | None = None
    ranking_in_rewards: VariantRanking | None = None
    checks: tuple[VariantsCheck, ...] = ()

    @property
    def has_several_sizes(self) -> bool:
        """Whether tables of several numbers of players are compared."""
        return len({variant.options["num_players"] for variant in self.variants}) > 1

    @property
    def run_key(self) -> RunKey:
        """The key of this run; see `RunKey`."""
        rules = [variant.options for variant in self.variants]
        climbers = self.ladders[0].agents if self.ladders else ()
        return balance_run_key(
            *(self.game, rules, self.agents, self.seed, self.rotated, climbers), self.measures
        )

    def alone(self, label: str) -> Self:
        """Returns the same result with one variant alone."""
        variants = tuple(variant for variant in self.variants if variant.label == label)
        ladders = tuple(ladder for ladder in self.ladders if ladder.variant == label)
        alone = {"variants": variants, "ladders": ladders, "checks": ()}
        rankings = {"ranking": None, "ranking_in_rewards": None}
        return self.model_copy(update=alone | rankings)

    def to_json(self) -> str:
        """Returns the result as a JSON object."""
        return self.model_dump_json(indent=1)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Reads a result.

        Raises:
            UserError: The text is no balance result.
        """
        return read_json(cls, text, "this is no balance result")

    def to_csv(self) -> str:
        """Returns all findings and comparisons of all variants as CSV, one row each.

        The cells of a difference from the first variant are empty if there is none.
        """
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        ends = ("mean", "low", "high")
        writer.writerow([*HEAD, *ends, *(f"difference_{end}" for end in ends)])
        for variant in self.variants:
            for finding in variant.findings:
                numbers = [getattr(finding.interval, end) for end in ends]
                changes = [getattr(finding.difference, end, "") for end in ends]
                words = [variant.label, *finding.key, finding.form]
                writer.writerow([*words, *numbers, *changes])
            for comparison in variant.comparisons:
                item = f"{comparison.first} less {comparison.second}"
                words = [variant.label, comparison.factor, item, COMPARED, "reward"]
                numbers = [getattr(comparison.difference, end) for end in ends]
                writer.writerow([*words, *numbers, *("" for _ in ends)])
        return text.getvalue()
