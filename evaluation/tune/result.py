"""The result of a search, as data that can be written to a file and read again."""

from dataclasses import dataclass
from typing import Any, Self

from fudaba.common.languages import N_
from fudaba.common.validation import StoredModel, read_json

from ..agreement import Agreement
from ..balance.result import Form
from ..run_key import RunKey
from ..statistics import Interval
from .racing import Status

COMMAND = "tune"
SIZE = "num_players"  # if it is searched, gaps are relative to the equal share
SCORE = N_("score")  # the name of the criterion that several weighted wishes make


@dataclass(frozen=True)
class TuneRunKey(RunKey):
    """The key of a search: the values that determine its result, except the number of games.

    Attributes:
        over: The searched house rules as typed.
        goals: The objectives as typed.
    """

    over: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()


class OwnGoal(StoredModel):
    """A goal made from a measure of the designer's own.

    Attributes:
        name: Its name.
        meaning: One line for people.
        form: The kind of number.
    """

    name: str
    meaning: str
    form: Form


class TriedVariant(StoredModel):
    """A variant of the game.

    Attributes:
        label: The searched house rules in which it differs from the usual ones.
        options: All house rules.
        words: The house rules that differ from the game's defaults, as typed.
    """

    label: str
    options: dict[str, Any]
    words: tuple[str, ...]


class Raced(StoredModel):
    """The outcome of the race for a variant.

    Attributes:
        variant: The variant.
        status: Why it stopped; see `racing.Runner`.
        rounds: The rounds that it ran.
        deals: The deals that it played in them.
        losses: Its losses with intervals that hold at whatever round it stopped.
        twin: The label of the variant that plays the same games, or None.
    """

    variant: TriedVariant
    status: Status
    rounds: int
    deals: int
    losses: tuple[Interval, ...]
    twin: str | None


class Finalist(StoredModel):
    """The result of a variant in the finals, on fresh deals.

    Attributes:
        variant: The variant.
        is_usual: Whether it has the usual rules.
        numbers: Each goal with its 95 % interval.
        losses: Each criterion with its 95 % interval; less is better.
        behind: How much more loss it has than the first finalist, by the first criterion, with the
            interval that makes it clearly worse if it is above zero; None for the first.
        is_on_front: Whether no other finalist has better estimates; with one criterion, whether
            its estimate is the best.
        is_clearly_worse: Whether another finalist is clearly better in a criterion, and clearly
            worse in none.
    """

    variant: TriedVariant
    is_usual: bool
    numbers: tuple[Interval, ...]
    losses: tuple[Interval, ...]
    behind: Interval | None = None
    is_on_front: bool
    is_clearly_worse: bool


class FinalistsCheck(StoredModel):
    """The result of playing the finalists again with other players.

    Attributes:
        players: The spec of the agent, or `trained` for a policy that was trained for each.
        agents: For each finalist the spec of the agent that played it.
        deals: Deals of each finalist.
        games: Games of all.
        goals: The compared objectives as typed. Objectives that are measured with the agents of
            the ladder are left out, because they do not depend on the players.
        numbers: For each finalist, these goals with their 95 % intervals.
        agreements: One for each criterion.
    """

    players: str
    agents: tuple[str, ...]
    deals: int
    games: int
    goals: tuple[str, ...]
    numbers: tuple[tuple[Interval, ...], ...]
    agreements: tuple[Agreement, ...]


class Spent(StoredModel):
    """The games of the parts of a search.

    Attributes:
        search: Of proposed variants, before the race.
        race: Of the race.
        simplify: Of the best variant of the race with rules set back.
        finals: Of the finalists on fresh deals.
        full_grid: What all allowed combinations would take with the deals of the finals.
    """

    search: int
    race: int
    simplify: int = 0
    finals: int
    full_grid: int

    @property
    def total(self) -> int:
        """The games of all parts."""
        return self.search + self.race + self.simplify + self.finals


class TuneResult(StoredModel):
    """The outcome of a search.

    Attributes:
        game: The game's id.
        version: The version of fudaba that played.
        seed: The seed of the search.
        agents: The agents at the tables.
        ladder: The two agents between whom skill is measured; empty if no objective needs them.
        fixed: The house rules that were fixed, all others as usual.
        over: The searched house rules as typed.
        idle: Those of them that changed no game, and were left at their usual values.
        goals: The objectives as typed.
        own_goals: The goals of the designer's own measures.
        criteria: The criteria of the comparison: the objectives, or their score.
        combinations: All combinations of those that change games.
        allowed: The allowed ones; estimated from the proposals if `is_proposed`.
        forbidden: Combinations that were skipped because the rules forbid them.
        reason: Why one of them is forbidden; empty if none is.
        is_proposed: Whether variants were proposed; else all allowed ones were raced.
        tried: The number of variants that played.
        raced: The variants of the race.
        final_deals: Deals of each finalist.
        finalists: The finalists, the best first.
        telling: For each criterion, whether the finalists clearly differ in it; another one has no
            part in the front.
        checks: The finalists among other players.
        spent: The games.
    """

    game: str
    version: str
    seed: int
    agents: tuple[str, ...]
    ladder: tuple[str, ...]
    fixed: dict[str, Any]
    over: tuple[str, ...]
    idle: tuple[str, ...] = ()
    goals: tuple[str, ...]
    own_goals: tuple[OwnGoal, ...] = ()
    criteria: tuple[str, ...]
    combinations: int
    allowed: int
    forbidden: int
    reason: str
    is_proposed: bool
    tried: int
    raced: tuple[Raced, ...]
    final_deals: int
    finalists: tuple[Finalist, ...]
    telling: tuple[bool, ...]
    checks: tuple[FinalistsCheck, ...] = ()
    spent: Spent

    @property
    def run_key(self) -> TuneRunKey:
        """The key of this run; see `RunKey`."""
        return tune_run_key(
            self.game, self.fixed, self.agents, self.seed, self.ladder, self.over, self.goals
        )

    @property
    def is_ranked(self) -> bool:
        """Whether the answer is a ranking by one criterion; a front otherwise."""
        return len(self.criteria) == 1

    @property
    def has_several_sizes(self) -> bool:
        """Whether tables of several numbers of players are compared."""
        return any(word.startswith(f"{SIZE}=") for word in self.over)

    @property
    def best(self) -> Finalist:
        """The first finalist."""
        return self.finalists[0]

    @property
    def usual(self) -> Finalist | None:
        """The finalist with the usual rules; None if there is none."""
        return next((each for each in self.finalists if each.is_usual), None)

    @property
    def reversals(self) -> list[FinalistsCheck]:
        """The checks in which the only criterion clearly turns against the first finalist."""
        return [each for each in self.checks if self.is_ranked and each.agreements[0].is_reversed]

    @property
    def advised(self) -> Finalist:
        """The usual rules, unless they are clearly worse than another; else the first finalist."""
        usual = self.usual
        is_kept = usual and (not usual.is_clearly_worse or self.reversals)
        return usual if usual and is_kept else self.best

    @property
    def simplest(self) -> Finalist:
        """The finalist with the fewest changed rules among those that are not clearly worse."""
        alike = (each for each in self.finalists if not each.is_clearly_worse)
        return min(alike, key=lambda each: each.variant.label.count("="))

    def to_json(self) -> str:
        """Returns the result as a JSON object."""
        return self.model_dump_json(indent=1)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Reads a result.

        Raises:
            UserError: The text is no result of a search.
        """
        return read_json(cls, text, "this is no result of a search")


def tune_run_key(
    game: str,
    fixed: dict[str, Any],
    agents: tuple[str, ...],
    seed: int,
    ladder: tuple[str, ...],
    over: tuple[str, ...],
    goals: tuple[str, ...],
) -> TuneRunKey:
    """Returns the question of a search; see `TuneResult` for its parts."""
    return TuneRunKey(COMMAND, game, (fixed,), agents, seed, ladder=ladder, over=over, goals=goals)
