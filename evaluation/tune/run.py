"""Runs a search: proposes or lists variants, races them, and plays the finalists on fresh deals.

A space of at most `MOST_RACED` allowed combinations is raced as a whole. Of a larger one Optuna
proposes variants, each is played on a few deals, and the best of them are raced. House rules that
change no game are left out before (`idle`). In the best of the race every rule that does not matter
is set back to its usual value. The deals of the proposals, of each round of the race, of the
setting back, of the finals and of the check have seeds of their own, so that no variant is measured
on deals for which it was chosen.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

from pydantic_core import from_json

from fudaba.agents import repeatable_agent
from fudaba.agents.naming import REPEATABLE, adviser_of
from fudaba.common.checks import check_kind, check_whole
from fudaba.common.extras import need
from fudaba.common.languages import ENGLISH, in_language, translator
from fudaba.envs import Options, UserError

from ..agreement import agreements
from ..asking import (
    HOUSE_RULES,
    USUAL,
    Option,
    Parameter,
    Rules,
    TheGame,
    Varied,
    documented,
    resolve,
    settle,
)
from ..balance.goals import GOALS
from ..balance.measures import Measure
from ..balance.naming import ALLOWED as ALLOWED_MEASURES
from ..balance.naming import read_measures
from ..balance.store import SampleStore
from ..best import ERROR, sign_of
from ..counting import Count, Progress
from ..match import MAX_DEALS, Executor, answer, seed_of
from ..over import read_over
from ..statistics import Estimate
from .idle import idle_rules
from .objectives import Objective, is_weighted, losses_of, read_objectives
from .own import own_goals
from .racing import (
    LEAST_DEALS,
    Losses,
    Plan,
    Runner,
    Seen,
    beaten,
    behind,
    front_of,
    order_of,
    race,
    telling,
)
from .result import (
    SCORE,
    SIZE,
    Finalist,
    FinalistsCheck,
    OwnGoal,
    Raced,
    Spent,
    TriedVariant,
    TuneResult,
    TuneRunKey,
    tune_run_key,
)
from .search import BATCH, propose
from .space import Space, space_of
from .tables import AgentMaker, Candidate, Evaluator, Roster, Samples, joined, roster_for

_, _n = translator("evaluation")

FINALISTS = 5
MOST_LISTED = 20_000  # combinations that are all checked against the rules
MOST_RACED = 300
FEW = 2  # combinations of a larger space, whose players are checked before the first game
MOST_PROPOSED, FEWEST_PROPOSED = 256, 2 * BATCH
PROPOSED_PER_RACED = 4
# Of the games; the finals get the rest.
SEARCH_PART, RACE_PART, LONE_RACE_PART, SIMPLIFY_PART = 0.3, 0.3, 0.5, 0.1
USUAL_CHECK, TRAINED = "montecarlo:budget=64", "trained"
CHECK_GAMES = 1000

Trainer = Callable[[Options, str], str]  # returns the word of a policy for some house rules


def tune(
    *request: Any,
    results: Path | str | None = None,
    num_threads: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    **named: Any,
) -> TuneResult:
    """Returns the house rules of a game that come closest to some goals, measured on fresh deals.

    Args:
        request: The values of a `TuneRequest`, in its order or by name.
        results: See `fudaba.evaluation.match.answer`, also for the next three.
        num_threads: Threads.
        executor: Plays the chunks.
        progress: Is called with the progress.
        named: Values by name.

    Raises:
        UserError: A value is out of its range, the rules forbid all combinations, the games are
            too few for the space, a file can't be used, Optuna is missing for a large space, or an
            agent took an illegal action.
    """
    return answer(TuneRequest(*request, **named).play, results, num_threads, executor, progress)


@dataclass(frozen=True)
class Listing:
    """The combinations of a space, sorted into allowed and forbidden before the first game.

    Attributes:
        count: All combinations.
        allowed: The allowed ones, those with the fewest changes first; empty if there are too
            many to race.
        forbidden: The number of those that the rules forbid; 0 if they were not all checked.
        reason: Why one of them is forbidden; empty if none is.
        first: A few allowed ones, at least one.
        is_complete: Whether `allowed` has all.
        num_allowed: The number of allowed ones; None if they were not all checked.
    """

    count: int
    allowed: tuple[Options, ...]
    forbidden: int
    reason: str
    first: tuple[Options, ...]
    is_complete: bool
    num_allowed: int | None


def listing_of(space: Space) -> Listing:
    """Returns the combinations of a space, checked against the rules.

    Raises:
        UserError: The rules forbid all combinations.
    """
    allowed, forbidden, reason = list[Options](), 0, ""
    is_checked = space.size <= MOST_LISTED
    for point in islice(space.points(), MOST_LISTED):
        if not is_checked and len(allowed) == FEW:
            break
        try:
            with in_language(ENGLISH):  # the reason is a part of the result
                allowed.append(space.options(point))
        except UserError as error:
            forbidden, reason = forbidden + 1, reason or str(error)
    if not allowed:
        raise UserError(
            _(
                "the rules allow none of the {count:,} combinations: {reason}",
                count=space.size,
                reason=reason,
            )
        )
    is_complete = is_checked and len(allowed) <= MOST_RACED
    if is_complete and len(allowed) < 2:
        raise UserError(
            _(
                "the rules allow only one of the {count:,} combinations; name more values.",
                count=space.size,
            )
        )
    return Listing(
        count=space.size,
        allowed=tuple(sorted(allowed, key=lambda options: _changes(space, options)))
        if is_complete
        else (),
        forbidden=forbidden if is_checked else 0,
        reason=reason,
        first=(allowed[0], allowed[-1]),
        is_complete=is_complete,
        num_allowed=len(allowed) if is_checked else None,
    )


def _changes(space: Space, options: Options) -> int:
    """Returns the number of searched house rules that differ from the usual ones."""
    label = space.label(options)
    return label.count("=")


@documented
@dataclass(frozen=True)
class TuneRequest:
    """A search; `tune` and `fudaba tune` both make one and play it."""

    game: TheGame
    over: Annotated[
        Varied | Sequence[str],
        Option(
            "House rules to search over: a range, pass_limit=0..10; a list, tunnel=none,ring; or "
            "all.",
            "NAME=VALUES ...",
            "required",
        ),
    ] = ()
    goals: Annotated[
        Sequence[str],
        Option(
            "What you wish for: NAME:least, NAME:most or NAME:near=VALUE. Behind it "
            ",weight=NUMBER adds the goals up to one score; without weights the front of all goals "
            f"is sought. Names: {', '.join(GOALS)}.",
            "GOAL ...",
            "required",
            "goal",
        ),
    ] = ()
    games: Annotated[int, Option("Games of the whole search.")] = 200_000
    options: Annotated[Rules, HOUSE_RULES] = USUAL
    agents: Annotated[
        Sequence[str],
        Option(
            f"The players: {REPEATABLE}; several are rotated through the seats of each deal.",
            "AGENT ...",
            "default: greedy",
            "agent",
        ),
    ] = ("greedy",)
    seed: Annotated[int, Option("Seed of the deals and the proposals.")] = 0
    ladder: Annotated[
        tuple[str, str],
        Option(
            "The weaker and the stronger agent between whom skill is measured.",
            "AGENT AGENT",
            "default: random greedy",
        ),
    ] = USUAL
    check: Annotated[
        Sequence[str],
        Option(
            "Stronger players, who play the finalists again; --check alone leaves that out.",
            "[AGENT ...]",
            f"default: {USUAL_CHECK}",
        ),
    ] = (USUAL_CHECK,)
    check_games: Annotated[int, Option("Games of each finalist with each of them.")] = CHECK_GAMES
    measures: Annotated[
        tuple[Measure, ...],
        Option(
            f"Further measures, each a goal by its name: {ALLOWED_MEASURES}.",
            "MEASURE ...",
            "",
            "measure",
            is_repeatable=True,
        ),
    ] = ()
    train: Annotated[
        Trainer | None,
        Parameter(
            "Trains a policy for house rules and returns its word, or None: the finalists are then "
            "played by their own policies too."
        ),
    ] = None
    make: Annotated[
        AgentMaker, Parameter("Makes the agent of a word, for a game and its house rules.")
    ] = repeatable_agent
    space: Space = field(init=False)
    wishes: tuple[Objective, ...] = field(init=False)
    listed: Listing = field(init=False)

    def __post_init__(self) -> None:
        """Checks all values.

        Raises:
            UserError: A number is out of its range, the rules forbid all combinations, the games
                are too few, the agents don't fit the seats, one is named twice or is none, or
                Optuna is missing for a large space.
        """
        resolve(self)
        if self.ladder is None:
            settle(self, ladder=("random", adviser_of(self.game)))
        for name in ("agents", "ladder", "check"):
            check_kind(name, getattr(self, name), (list, tuple), "a list of agents' specs")
            settle(self, **{name: tuple(getattr(self, name))})
        own = read_measures(self.measures, self.game)
        fixed = {} if self.options is None else self.options
        check_kind("over", self.over, (Mapping, list, tuple), "a mapping of names to lists")
        over = self.over
        if not isinstance(over, Mapping):
            over = read_over(over, self.game, fixed)
        wishes, space = (
            read_objectives(self.goals, self.game, own_goals(own)),
            space_of(self.game, over, fixed),
        )
        if SIZE in over:
            wishes = tuple(replace(wish, goal=wish.goal.relative) for wish in wishes)
        settle(self, measures=own, space=space, wishes=wishes)
        check_whole("games", self.games, 2, MAX_DEALS)
        check_whole("check_games", self.check_games, 2, MAX_DEALS)
        check_kind("make", self.make, Callable, "a function")
        settle(self, listed=listing_of(self.space))
        self._check_agents()
        fewest = self._fewest_games()
        if self.games < fewest:
            raise UserError(
                _(
                    "games can't be {games} for {count:,} combinations; allowed: at least "
                    "{fewest:,}.",
                    games=self.games,
                    count=self.listed.count,
                    fewest=fewest,
                )
            )
        if not self.listed.is_complete:
            need("design")

    def _check_agents(self) -> None:
        if not self.agents:
            raise UserError(_("there can't be 0 agents; name at least one."))
        if len(self.ladder) != 2:
            raise UserError(
                _("the ladder can't have {count} agents; allowed: 2.", count=len(self.ladder))
            )
        for named in (self.agents, self.ladder, self.check):
            twice = next((word for word in named if named.count(word) > 1), None)
            if twice is not None:
                raise UserError(
                    _(
                        "agent {twice} is named twice; each agent is allowed once.",
                        twice=repr(twice),
                    )
                )
        seats = min(self._tables())
        if len(self.agents) > seats:
            raise UserError(
                _(
                    "there can't be {agents} agents; allowed: 1 to {seats}, the seats.",
                    agents=len(self.agents),
                    seats=seats,
                )
            )
        for options in self.listed.first:
            for word in (*self.cast.agents, *self.cast.ladder, *self.check):
                self.make(word, self.space.game, options)

    @property
    def cast(self) -> Roster:
        """The players of the search."""
        return roster_for(self.wishes, self.agents, self.ladder)

    def _tables(self) -> list[int]:
        """Returns the numbers of players of all variants."""
        values = [axis.values for axis in self.space.axes if axis.name == SIZE]
        return list(values[0]) if values else [self.listed.first[0].num_players]

    @property
    def most_per_deal(self) -> int:
        """The most games per deal that any variant needs."""
        return max(map(self.cast.cost, self._tables()))

    @property
    def criteria(self) -> tuple[str, ...]:
        """The criteria of the comparison: the objectives, or their score."""
        if is_weighted(self.wishes) and len(self.wishes) > 1:
            return (SCORE,)
        return tuple(wish.word for wish in self.wishes)

    @property
    def run_key(self) -> TuneRunKey:
        """The key of this run; see `RunKey`."""
        return tune_run_key(
            self.space.game.name,
            self._fixed(),
            tuple(self.agents),
            self.seed,
            self.cast.ladder,
            tuple(axis.word for axis in self.space.axes),
            tuple(wish.full_word for wish in self.wishes),
        )

    def _fixed(self) -> dict[str, Any]:
        """Returns the fixed house rules as JSON has them: lists, no tuples."""
        return dict(from_json(json.dumps(dict(self.space.fixed))))

    def _fewest_games(self) -> int:
        """Returns the fewest games with which the space can be searched."""
        most = self.most_per_deal
        finals = (FINALISTS + 1) * LEAST_DEALS * most
        if self.listed.is_complete:
            plan = Plan((most,) * len(self.listed.allowed), 0, FINALISTS)
            return max(int(plan.fewest_games / LONE_RACE_PART), 2 * finals)
        return int(FEWEST_PROPOSED * LEAST_DEALS * most / SEARCH_PART)

    def play(
        self, executor: Executor, results: Path | None = None, progress: Progress | None = None
    ) -> TuneResult:
        """Plays the games that are missing and returns the result of all; see `tune`.

        Raises:
            UserError: A file can't be used, or an agent took an illegal action.
        """
        idle = idle_rules(self.space, self.agents, self.make, executor, self.seed)
        asked, count = self._without(idle), Count(progress)
        count.begin(_(", ").join(self.agents), self.games)
        with nullcontext() if results is None else SampleStore(results) as store:
            stage = Evaluator(
                *(self.space.game, self.wishes, self.seed, self.make, executor, store, count),
                measures=self.measures,
            )
            found = TuneRun(asked, stage).result()
        over = tuple(axis.word for axis in self.space.axes)
        return found.model_copy(update={"over": over, "idle": tuple(idle)})

    def _without(self, idle: Sequence[str]) -> "TuneRequest":
        """Returns the search without the house rules that change no game.

        Raises:
            UserError: They are all that is searched.
        """
        if not idle:
            return self
        over = {axis.name: axis.values for axis in self.space.axes if axis.name not in idle}
        if not over:
            raise UserError(
                _(
                    "{rules} changed nothing in the games that were tried; name other house rules.",
                    rules=", ".join(idle),
                )
            )
        return replace(self, over=over)


class TuneRun:
    """A search that is being played."""

    def __init__(self, asked: TuneRequest, stage: Evaluator) -> None:
        """Prepares a run.

        Args:
            asked: The request.
            stage: Plays the games.
        """
        self.asked, self.stage, self.space = asked, stage, asked.space
        self.forbidden, self.tried = asked.listed.forbidden, len(asked.listed.allowed)
        self.allowed = asked.listed.num_allowed
        self.searched = self.raced = self.simplified = self.final = 0  # games

    def result(self) -> TuneResult:
        """Plays all parts and returns the result."""
        asked = self.asked
        field = list(asked.listed.allowed) if asked.listed.is_complete else self._search()
        runners = self._race(field)
        left = [each for each, runner in zip(field, runners, strict=True) if _is_left(runner)]
        finals = self._finals([*left, *self._simplified(field, runners)])
        return TuneResult(
            game=self.space.game.name,
            version=version("fudaba"),
            seed=asked.seed,
            agents=asked.agents,
            ladder=asked.cast.ladder,
            fixed=asked._fixed(),
            over=tuple(axis.word for axis in self.space.axes),
            goals=tuple(wish.full_word for wish in asked.wishes),
            own_goals=tuple(
                OwnGoal(name=goal.name, meaning=goal.meaning, form=goal.form)
                for goal in own_goals(asked.measures)
            ),
            criteria=asked.criteria,
            combinations=self.space.size,
            allowed=self.allowed or 0,
            forbidden=self.forbidden,
            reason=asked.listed.reason,
            is_proposed=not asked.listed.is_complete,
            tried=self.tried,
            raced=tuple(self._raced(field, runners)),
            final_deals=finals.deals,
            finalists=finals.finalists,
            telling=finals.telling,
            checks=tuple(self._checks(finals)),
            spent=self._spent(finals),
        )

    def _entry(self, options: Options) -> Candidate:
        return Candidate(options, self.asked.cast)

    def _search(self) -> list[Options]:
        """Proposes variants, plays each on the same few deals, and returns the best of them."""
        asked, games = self.asked, int(SEARCH_PART * self.asked.games)
        most = asked.most_per_deal
        wanted = min(MOST_PROPOSED, games // (LEAST_DEALS * most))
        deals = games // (wanted * most)
        fingerprints = dict[bytes, None]()

        def play(batch: Sequence[Options]) -> list[Losses]:
            entries = [self._entry(options) for options in batch]
            self.searched += deals * sum(entry.cost for entry in entries)
            played = self.stage.play(entries, "search", deals)
            seen = list(map(self.stage.seen, entries, played))
            keys.extend(each.games for each in seen)
            return [each.losses for each in seen]

        keys: list[bytes] = []
        found = propose(self.space, wanted, len(asked.criteria), seed_of(asked.seed, "ask"), play)
        self.tried, self.forbidden = len(found.played), max(self.forbidden, found.forbidden)
        if self.allowed is None:
            share = len(found.played) / (len(found.played) + found.forbidden)
            self.allowed = round(share * self.space.size)
        order = order_of([losses for _, losses in found.played])
        kept = list[int]()
        for place in order:
            if keys[place] not in fingerprints:
                fingerprints[keys[place]] = None
                kept.append(place)
        wanted_in_race = max(2 * FINALISTS, len(found.played) // PROPOSED_PER_RACED)
        best = [found.played[place][0] for place in kept[:wanted_in_race]]
        return sorted(best, key=lambda options: _changes(self.space, options))

    def _race(self, field: Sequence[Options]) -> list[Runner]:
        """Races variants and returns the outcome for each."""
        part = RACE_PART if self.searched else LONE_RACE_PART
        entries = [self._entry(options) for options in field]
        costs = tuple(entry.cost for entry in entries)
        plan = Plan(costs, int(part * self.asked.games), FINALISTS)
        samples: dict[int, Samples] = {}

        def play(number: int, running: Sequence[int], deals: int) -> list[Seen]:
            chosen = [entries[variant] for variant in running]
            self.raced += deals * sum(entry.cost for entry in chosen)
            played = self.stage.play(chosen, f"race {number}", deals)
            joint = {
                variant: joined(samples.get(variant), later)
                for variant, later in zip(running, played, strict=True)
            }
            samples.clear()  # of those that have stopped
            samples.update(joint)
            return [self.stage.seen(entries[variant], samples[variant]) for variant in running]

        return race(plan, play)

    def _raced(self, field: Sequence[Options], runners: Sequence[Runner]) -> Iterator[Raced]:
        for options, runner in zip(field, runners, strict=True):
            yield Raced(
                variant=self._variant(options),
                status=runner.status,
                rounds=runner.rounds,
                deals=runner.deals,
                losses=runner.losses,
                twin=None if runner.twin is None else self.space.label(field[runner.twin]),
            )

    def _simplified(self, field: Sequence[Options], runners: Sequence[Runner]) -> list[Options]:
        """Returns the best of the race with every rule that does not matter set back, if any.

        A rule is set back if the variant is not clearly worse without it, and without those that
        were set back before. The variant itself stays a finalist. Several criteria have no best.
        """
        usual, raced = self._usual(), [each for each in runners if _is_left(each) and each.losses]
        if usual is None or not raced or len(self.asked.criteria) > 1:
            return []
        best = field[runners.index(min(raced, key=lambda runner: runner.losses[0].mean))]
        changed = [
            axis.name
            for axis in self.space.axes
            if getattr(best, axis.name) != getattr(usual, axis.name) in axis.values
        ]
        games = int(SIMPLIFY_PART * self.asked.games)
        deals = games // ((2 * len(changed) + 1) * self._entry(best).cost)
        if deals < LEAST_DEALS:
            return []
        whole, simple = self._loss(best, deals), best
        singles = {
            name: self._loss(option, deals).minus(whole).value
            for name in changed
            if (option := self._set_back(best, usual, name))
        }
        for name in sorted(singles, key=lambda name: singles[name]):
            option = self._set_back(simple, usual, name)
            if option and sign_of(self._loss(option, deals).minus(whole), ERROR) != 1:
                simple = option
        return [] if simple in field else [simple]

    def _loss(self, options: Options, deals: int) -> Estimate:
        """Plays a variant on the deals of the setting back; returns its only loss."""
        entry = self._entry(options)
        self.simplified += deals * entry.cost
        (samples,) = self.stage.play([entry], "simplify", deals)
        return self.stage.seen(entry, samples).losses[0]

    def _set_back(self, options: Options, usual: Options, name: str) -> Options | None:
        """Returns house rules of which one has its usual value; None if the rules forbid that."""
        values = {**dict(options), name: getattr(usual, name)}
        try:
            return self.space.game.options.read(self.space.game.name, values)
        except UserError:
            return None

    def _variant(self, options: Options) -> TriedVariant:
        words = tuple(f"{name}={word}" for name, word in options.changed().items())
        return TriedVariant(label=self.space.label(options), options=options.plain(), words=words)

    def _finals(self, left: Sequence[Options]) -> "Finals":
        """Plays the finalists, and the usual rules beside them, on fresh deals."""
        usual = self._usual()
        field = [*left, *([usual] if usual is not None and usual not in left else [])]
        entries = [self._entry(options) for options in field]
        per_deal = sum(entry.cost for entry in entries)
        games = self.asked.games - self.searched - self.raced - self.simplified
        deals = max(LEAST_DEALS, games // per_deal)
        self.final = deals * per_deal
        self.stage.count.total = self.searched + self.raced + self.simplified + self.final
        samples = self.stage.play(entries, "finals", deals)
        estimates = [self.stage.estimates(*each) for each in zip(entries, samples, strict=True)]
        losses = [losses_of(self.asked.wishes, each) for each in estimates]
        worse = beaten(losses, ERROR)
        front = set(front_of(losses))
        finalists = []
        order = sorted(
            range(len(field)),
            key=lambda place: (place not in front, worse[place], losses[place][0].value),
        )
        gaps = behind(losses, order[0], ERROR)
        for place in order:
            wishes = zip(self.asked.wishes, estimates[place], strict=True)
            finalists.append(
                Finalist(
                    variant=self._variant(field[place]),
                    is_usual=field[place] == usual,
                    numbers=tuple(wish.goal.interval(estimate) for wish, estimate in wishes),
                    losses=tuple(loss.interval() for loss in losses[place]),
                    behind=gaps[place],
                    is_on_front=place in front,
                    is_clearly_worse=worse[place],
                )
            )
        return Finals(
            field=tuple(field[place] for place in order),
            estimates=tuple(estimates[place] for place in order),
            finalists=tuple(finalists),
            deals=deals,
            telling=tuple(telling(losses)),
        )

    def _usual(self) -> Options | None:
        """Returns the usual rules, or None if the fixed house rules exclude them."""
        try:
            return self.space.usual()
        except UserError:
            return None

    def _checks(self, finals: "Finals") -> Iterator[FinalistsCheck]:
        """Plays the finalists with other players."""
        wishes = tuple(wish for wish in self.asked.wishes if not wish.goal.needs_ladder)
        if not wishes or len(finals.field) < 2:
            return
        for word in self.asked.check:
            yield self._check(finals, wishes, word, [word] * len(finals.field))
        if self.asked.train is not None:
            trained = [
                self.asked.train(options, self.space.label(options)) for options in finals.field
            ]
            yield self._check(finals, wishes, TRAINED, trained)

    def _check(
        self, finals: "Finals", wishes: tuple[Objective, ...], players: str, words: Sequence[str]
    ) -> FinalistsCheck:
        """Plays the finalists with other players, and compares their order with the finals."""
        stage = replace(self.stage, wishes=wishes)
        pairs = zip(finals.field, words, strict=True)
        entries = [Candidate(options, Roster((word,))) for options, word in pairs]
        deals = self.asked.check_games
        self.stage.count.begin(players, deals * len(entries))
        samples = stage.play(entries, "check", deals)
        after = [stage.estimates(*each) for each in zip(entries, samples, strict=True)]
        kept = [place for place, wish in enumerate(self.asked.wishes) if wish in wishes]
        before = [tuple(each[place] for place in kept) for each in finals.estimates]
        names = (SCORE,) if self.asked.criteria == (SCORE,) and len(wishes) > 1 else None
        places = [place for place, each in enumerate(finals.finalists) if each.is_usual]
        return FinalistsCheck(
            players=players,
            agents=tuple(words),
            deals=deals,
            games=deals * len(entries),
            goals=tuple(wish.full_word for wish in wishes),
            numbers=tuple(
                tuple(w.goal.interval(e) for w, e in zip(wishes, each, strict=True))
                for each in after
            ),
            agreements=agreements(
                names or tuple(wish.word for wish in wishes),
                [finalist.variant.label for finalist in finals.finalists],
                [losses_of(wishes, each) for each in before],
                [losses_of(wishes, each) for each in after],
                places[0] if places else None,
            ),
        )

    def _spent(self, finals: "Finals") -> Spent:
        per_variant = self.final / len(finals.field)
        return Spent(
            search=self.searched,
            race=self.raced,
            simplify=self.simplified,
            finals=self.final,
            full_grid=round(per_variant * (self.allowed or 0)),
        )


@dataclass(frozen=True)
class Finals:
    """The finalists, the best first.

    Attributes:
        field: The house rules of each finalist.
        estimates: For each finalist, the estimate of each goal.
        finalists: The entry of each in the result.
        deals: The number of deals that each played.
        telling: For each criterion, whether the finalists differ significantly in it.
    """

    field: tuple[Options, ...]
    estimates: tuple[tuple[Any, ...], ...]
    finalists: tuple[Finalist, ...]
    deals: int
    telling: tuple[bool, ...]


def _is_left(runner: Runner) -> bool:
    return runner.status == "finalist"
