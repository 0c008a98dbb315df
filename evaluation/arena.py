"""Compares agents over replayed deals, with intervals clustered on the deal.

Every ordered pair of agents meets: one seat for the first, all others for the second. Each deal is
played once from every seat, so all agents meet the same opposition on the same cards in the same
seats, except that no agent meets itself. An agent's reward and places are those of the games in
which it sits alone among others. At tables for two the
pair (A, B) is also the pair (B, A) and is played once, for both. One agent without others plays
itself, once per deal, and every seat counts. The ratings use all seats of all games.

    compare("sevens_v0", {"mine": MyAgent(), "random": UniformAgent()}, deals=500)
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from itertools import chain, combinations, permutations
from math import inf
from pathlib import Path
from types import NoneType
from typing import Annotated, Any

import numpy as np

from fudaba.agents import Agent
from fudaba.agents.agent import check_agent, check_identity, identity_of, keys_of
from fudaba.agents.naming import ALLOWED
from fudaba.agents.remarks import Usage
from fudaba.common.checks import check_flag, check_kind, check_whole
from fudaba.common.errors import shown
from fudaba.common.files import check_outputs, read_path
from fudaba.common.languages import translator
from fudaba.envs import NO_ACTION, Game, GameRecord, Options, UserError
from fudaba.envs.core.kit.rng import stream_start

from .asking import (
    USUAL,
    Option,
    Parameter,
    Seed,
    TheGame,
    TheRules,
    documented,
    resolve,
)
from .best import find_best
from .counting import Count, Progress
from .examples import ExampleGame, counted_seats, notable_games
from .match import (
    CHUNK_DEALS,
    MAX_DEALS,
    ActionArray,
    Chunk,
    Executor,
    LineUp,
    MatchResult,
    MatchRunner,
    answer,
    gather,
    growing_chunks,
    rotations,
)
from .places import place_shares, shared_places
from .ratings import bootstrap_ratings, chance_to_finish_ahead
from .records import add_games, check_records
from .run_key import RunKey
from .stand_in import STAND_IN, BoolArray
from .statistics import (
    FloatArray,
    Interval,
    clustered_mean,
    clustered_share,
    mean_of_games,
)
from .store import ResultStore, StoredLineUp

_, _n = translator("evaluation")

MOST = "deals_at_once"  # of an agent: the size of chunks, if it wants fewer deals than usual


@dataclass(frozen=True)
class ModelAnswers:
    """The answers of a model to the decisions that it was asked for.

    Attributes:
        decisions: The number of decisions.
        refused: The share whose first answer was no legal move.
        tokens: Mean number of tokens per decision, all requests and answers together; None if
            the server did not count those of all decisions.
        seconds: Mean time per decision.
    """

    decisions: int
    refused: Interval
    tokens: Interval | None
    seconds: Interval


@dataclass(frozen=True)
class Standing:
    """The results of one agent.

    Attributes:
        agent: Its name.
        games: The number of games in which it sat alone (all, if it played itself).
        reward: Mean reward per game.
        first_places: Share of first places; a shared one counts as a fraction.
        places: Share of each place, beginning with the first; shared places count as fractions.
        rating: Points on the scale of `ratings`; nan without opponents.
        lost: The number of games in which it failed, and a stand-in played on in its place.
        answers: What its decisions cost, if it is a model; None for others.
    """

    agent: str
    games: int
    reward: Interval
    first_places: Interval
    places: tuple[float, ...]
    rating: Interval
    lost: int = 0
    answers: ModelAnswers | None = None


@dataclass(frozen=True)
class Meeting:
    """The result of one agent alone at tables of another.

    Attributes:
        reward: Its mean reward.
        ahead: The share of the others that it finished ahead of; a tie counts half.
        predicted: The same share as the ratings predict it; nan without ratings.
    """

    reward: Interval
    ahead: Interval
    predicted: float


@dataclass(frozen=True)
class ArenaResult:
    """The outcome of a comparison.

    Attributes:
        game: The game.
        options: Its house rules.
        deals: The number of deals that every line-up has played.
        wanted: The number of deals that were asked for; larger if the time was over before.
        seed: The seed of the deals.
        version: The version of fudaba that played.
        num_games: The number of all games.
        standings: The agents, highest mean reward first.
        behind: The lead of the first agent of the standings over each agent, per game and paired by
            deal; zero for the first itself. The intervals allow for the number of agents, and for
            the first having been picked after the games; see `best`.
        pairwise: `pairwise[a][b]` is the result of the a-th agent of the standings alone among
            copies of the b-th; None where a is b.
        seat_places: `seat_places[s][k]` is the share of place k + 1 in seat s, over all games.
        examples: Games to step through; the first one is the first deal of the two best agents.
    """

    game: Game
    options: Options
    deals: int
    wanted: int
    seed: int
    version: str
    num_games: int
    standings: tuple[Standing, ...]
    behind: tuple[Interval, ...]
    pairwise: tuple[tuple[Meeting | None, ...], ...]
    seat_places: tuple[tuple[float, ...], ...]
    examples: tuple[ExampleGame, ...]

    @property
    def level(self) -> tuple[str, ...]:
        """The agents that the games can't tell from the best one, the first one included.

        In 95 % of comparisons all agents that are truly the best are among them.
        """
        return tuple(
            standing.agent
            for standing, lead in zip(self.standings, self.behind, strict=True)
            if not lead.leaves_out_zero
        )

    @property
    def run_key(self) -> RunKey:
        """The key of this run; see `RunKey`."""
        names = [standing.agent for standing in self.standings]
        return _run_key(self.game, self.options, names, self.seed)


def round_robin(num_agents: int, num_players: int) -> list[LineUp]:
    """Returns the line-ups in which every agent meets every other; see the top of this file."""
    if num_agents == 1:
        return [(0,) * num_players]
    pairs = (combinations if num_players == 2 else permutations)(range(num_agents), 2)
    return [(one, *[other] * (num_players - 1)) for one, other in pairs]


def compare(
    *request: Any,
    results: Path | str | None = None,
    records: Path | str | None = None,
    force: bool = False,
    num_threads: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    minutes: float | None = None,
    **named: Any,
) -> ArenaResult:
    """Lets agents play each other and returns which is better, with 95 % intervals.

    Args:
        request: The values of an `ArenaRequest`, in its order or by name.
        results: The SQLite file of the results; see `fudaba.evaluation.match.answer`.
        records: The file to which the records of all games are added, one line of JSON each; games
            that it holds already are not added again.
        force: Whether to replace the file of records, whatever it holds.
        num_threads: See `fudaba.evaluation.match.answer`.
        executor: See `fudaba.evaluation.match.answer`.
        progress: See `fudaba.evaluation.match.answer`.
        minutes: After this time no further move is made, and the deals that all line-ups have
            played by then count; None for no limit.
        named: Values by name.

    Raises:
        UserError: A value is out of its range, something is no agent, a file can't be used, an
            agent took an illegal action, or the time was over before the first deal was played.
    """
    asked = ArenaRequest(*request, **named)
    check_flag("force", force)
    results = None if results is None else read_path("results", results)
    records = None if records is None else read_path("records", records)
    check_outputs({"results": results, "records": records})
    play = partial(asked.play, records=records, force=force, until=end_of(minutes))
    return answer(play, results, num_threads, executor, progress)


def end_of(minutes: float | None) -> float | None:
    """Returns the time, as of `time.time`, that is some minutes from now; None for no limit.

    Raises:
        UserError: The minutes are not above 0.
    """
    if minutes is None:
        return None
    if isinstance(minutes, bool) or not isinstance(minutes, int | float) or not 0 < minutes < inf:
        raise UserError(
            _("the budget can't be {minutes} minutes; allowed: above 0.", minutes=shown(minutes))
        )
    return time.time() + 60 * minutes


@documented
@dataclass(frozen=True)
class ArenaRequest:
    """A comparison of agents; `compare` and `fudaba arena` both make one and play it.

    An agent's identity seeds its random draws and names it in a results file: the attribute
    `identity` (see `agents.agent.identity_of`) or the entry in `identities`. For an agent
    without either its name seeds the draws, and its games are neither taken from the file nor kept
    there.
    """

    game: TheGame
    agents: Annotated[
        Mapping[str, Agent],
        Option(
            f"{ALLOWED}; one alone plays itself, and budget=8..64 stands for 8, 16, 32 and 64.",
            "AGENT ...",
            "required",
            is_positional=True,
        ),
    ]
    options: TheRules = USUAL
    deals: Annotated[int, Option("Deals per line-up.")] = 1000
    seed: Seed = 0
    identities: Annotated[
        Mapping[str, str] | None,
        Parameter(
            "Identities by agent's name, for instance a hash of its weights; they replace the "
            "agents' own. They matter only with a results file."
        ),
    ] = None
    show: Annotated[
        Sequence[int],
        Option("Further deals to step through on the page, the first is 0.", "INT ...", ""),
    ] = ()

    def __post_init__(self) -> None:
        """Checks all values.

        Raises:
            UserError: A number is out of its range, something is no agent, or an identity belongs
                to no agent or is empty.
        """
        resolve(self)
        check_whole("deals", self.deals, 1, MAX_DEALS)
        check_kind("show", self.show, Sequence, "a list of numbers of deals")
        for deal in self.show:
            check_whole("a deal to show", deal, 0, self.deals - 1)
        _check_agents(self.agents)
        _check_identities(self.agents, self.identities)

    @property
    def run_key(self) -> RunKey:
        """The key of this run; see `RunKey`."""
        return _run_key(self.game, self.options, self.agents, self.seed)

    def play(
        self,
        executor: Executor,
        results: Path | None = None,
        records: Path | None = None,
        *,
        force: bool = False,
        progress: Progress | None = None,
        until: float | None = None,
    ) -> ArenaResult:
        """Plays the games that are missing and returns the result of all; see `compare`.

        Raises:
            UserError: A file can't be used, an agent took an illegal action, or `until`, a time as
                of `time.time`, has passed before the first deal was played.
        """
        if records is not None and not force:
            check_records(records)
        names = sorted(self.agents)
        known = _identities(self.agents, self.identities or {})
        by_key = dict(zip(keys_of(names, map(known.get, names)), names, strict=True))
        keys = sorted(by_key)  # so that neither order nor names of the agents change the games
        names = [by_key[key] for key in keys]
        agents = [self.agents[name] for name in names]
        count = Count(progress)
        players = MatchRunner(self.game, self.options, names, agents, self.seed, count, until, keys)
        with ResultStore(results) as store, ResultStore(None) as in_memory:
            event = _RoundRobin(players, self.deals, known, store, in_memory)
            event.play(executor, count)
            event.check_played()
            if records is not None:
                games = chain.from_iterable(map(event.records, event.line_ups))
                add_games(records, games, anew=force)
            return event.result([deal for deal in self.show if deal < event.deals])


def _run_key(game: Game, options: Options, agents: Iterable[str], seed: int) -> RunKey:
    """Returns the question of a comparison; see `RunKey`."""
    return RunKey("arena", game.name, (options.plain(),), tuple(sorted(agents)), seed)


def _check_agents(agents: Mapping[str, Agent]) -> None:
    check_kind("agents", agents, Mapping, "a mapping of names to agents")
    if not agents:
        raise UserError("there must be at least one agent.")
    for name, agent in agents.items():
        check_kind("an agent's name", name, str, "text")
        check_agent(f"agent {name}", agent)


def _check_identities(agents: Mapping[str, Agent], given: Mapping[str, str] | None) -> None:
    check_kind("identities", given, (Mapping, NoneType), "a mapping of names to texts")
    for name, identity in (given or {}).items():
        if name not in agents:
            raise UserError(
                f"identities can't name {shown(name)}; allowed: {', '.join(sorted(agents))}."
            )
        check_identity(name, identity)


def _identities(agents: Mapping[str, Agent], given: Mapping[str, str]) -> dict[str, str | None]:
    """Returns the identity of each agent by name; None for an agent without one."""
    return {name: given.get(name) or identity_of(name, agent) for name, agent in agents.items()}


class _RoundRobin:
    """One comparison: its line-ups and the stores of their results.

    Games of agents without an identity go to `in_memory`, a store that is thrown away.

    Attributes:
        players: The game, the agents, and the time when play ends.
        deals: The number of deals; after `play` the number that every line-up has played.
    """

    def __init__(
        self,
        players: MatchRunner,
        deals: int,
        identities: Mapping[str, str | None],
        store: ResultStore,
        in_memory: ResultStore,
    ) -> None:
        self.players = players
        self.deals = self.wanted = deals
        self.version = version("fudaba")
        self.line_ups = round_robin(len(players.names), players.options.num_players)
        runs = {place: place.run_of(players) for place in (store, in_memory)}
        self.stored: dict[LineUp, StoredLineUp] = {}
        for line_up in self.line_ups:
            is_kept = all(identities[players.names[agent]] for agent in line_up)
            place = store if is_kept else in_memory
            keys = [players.keys[agent] for agent in line_up]
            self.stored[line_up] = place.line_up(runs[place], line_up, keys)

    def chunks(self, line_up: LineUp) -> list[Chunk]:
        """Returns the chunks of the deals; all are whole, so that more deals can be added."""
        sizes = [getattr(self.players.agents[agent], MOST, CHUNK_DEALS) for agent in line_up]
        return growing_chunks(line_up, self.deals, min(sizes))

    def play(self, executor: Executor, count: Count) -> None:
        """Plays and stores the chunks that are missing, the first deals of all line-ups first."""
        wanted = [chunk for line_up in self.line_ups for chunk in self.chunks(line_up)]
        wanted.sort(key=lambda chunk: chunk.end)
        finished = {line_up: stored.finished() for line_up, stored in self.stored.items()}
        missing = [chunk for chunk in wanted if chunk.number not in finished[chunk.line_up]]
        count.total = sum(chunk.num_deals for chunk in wanted)
        count.finish(count.total - sum(chunk.num_deals for chunk in missing))
        for chunk, result in executor.play(self.players, MatchRunner.play_in_time, missing):
            if result is not None:
                self.stored[chunk.line_up].add(chunk, result)
                count.finish(chunk.num_deals)
        self.deals = min(self.deals, *map(self._num_played, self.line_ups))

    def _num_played(self, line_up: LineUp) -> int:
        """Returns how many deals a line-up has played without a gap, from deal 0 on."""
        finished, chunks = self.stored[line_up].finished(), self.chunks(line_up)
        missing = (chunk.first for chunk in chunks if chunk.number not in finished)
        return next(missing, chunks[-1].end)

    def check_played(self) -> None:
        """Checks that every line-up has played a deal.

        Raises:
            UserError: The time was over before.
        """
        if self.deals == 0:
            kept = any(stored.finished() for stored in self.stored.values())
            more = _(" What was played is kept for the next run.") if kept else ""
            raise UserError(
                _(
                    "the budget of time was over before all agents had played their first deal; "
                    "allow more minutes, or name fewer agents.{more}",
                    more=more,
                )
            )

    def lost(self, match: MatchResult) -> list[int]:
        """Returns for each agent the number of games in which it lost a seat to a stand-in."""
        stand_ins = np.concatenate([each.stand_ins(self.deals) for each in self.stored.values()])
        agents = range(len(self.players.names))
        return [int(((match.seating == one) & stand_ins).any(axis=1).sum()) for one in agents]

    def match(self) -> MatchResult:
        """Returns the games of all line-ups."""
        points = [stored.points(self.deals) for stored in self.stored.values()]
        return gather(self.line_ups, self.deals, np.concatenate(points))

    def records(self, line_up: LineUp) -> Iterator[GameRecord]:
        """Yields the records of a line-up's games, by deal, then rotation."""
        stored = self.stored[line_up]
        points, lost = stored.points(self.deals), stored.stand_ins(self.deals)
        for chunk in self.chunks(line_up):
            games = stored.actions(chunk)
            first = chunk.first * stored.turns
            for game, actions in enumerate(games[: len(points) - first], start=first):
                yield self._record(stored, game, actions, points[game], lost[game])

    def record(self, match: MatchResult, row: int) -> GameRecord:
        """Returns the record of one game."""
        position = int(match.line_ups[row])
        stored = self.stored[self.line_ups[position]]
        game = row - int(np.searchsorted(match.line_ups, position))
        chunks = self.chunks(stored.line_up)
        chunk = next(chunk for chunk in chunks if game < chunk.end * stored.turns)
        actions = stored.actions(chunk)[game - chunk.first * stored.turns]
        lost = stored.stand_ins(self.deals)[game]
        return self._record(stored, game, actions, match.points[row], lost)

    def _record(
        self,
        stored: StoredLineUp,
        game: int,
        actions: ActionArray,
        points: FloatArray,
        lost: BoolArray,
    ) -> GameRecord:
        """Returns the record of a line-up's game; `game` is deal times rotations plus rotation."""
        names = self.players.names
        deal, rotation = divmod(game, stored.turns)
        start = stream_start(np.uint64(self.players.seed), np.uint64(deal))
        return GameRecord(
            game=self.players.game.name,
            options=self.players.options.plain(),
            rng=int(start),
            actions=[action for action in actions.tolist() if action != NO_ACTION],
            points=points.tolist(),
            agents=[
                f"{names[agent]}, then {STAND_IN}" if is_lost else names[agent]
                for agent, is_lost in zip(rotations(stored.line_up)[rotation], lost, strict=True)
            ],
            remarks=stored.remarks(game),
        )

    def answers(self) -> dict[int, ModelAnswers]:
        """Returns the answers of each agent that is a model, by its number."""
        asked: dict[int, list[tuple[int, Usage]]] = {}
        for line_up, stored in self.stored.items():
            seating = rotations(line_up)
            for deal, rotation, seat, usage in stored.usages(self.deals):
                asked.setdefault(int(seating[rotation][seat]), []).append((deal, usage))
        return {agent: _answers(rows) for agent, rows in asked.items()}

    def result(self, show: Sequence[int]) -> ArenaResult:
        """Returns the result of all games."""
        match, names = self.match(), self.players.names
        rng = np.random.default_rng(self.players.seed)
        answers, lost = self.answers(), self.lost(match)
        standings = [
            replace(standing, lost=lost[agent], answers=answers.get(agent))
            for agent, standing in enumerate(standings_of(match, names, rng))
        ]
        order = sorted(range(len(standings)), key=lambda agent: -standings[agent].reward.mean)
        ratings = [standing.rating.mean for standing in standings]
        return ArenaResult(
            game=self.players.game,
            options=self.players.options,
            deals=self.deals,
            wanted=self.wanted,
            seed=self.players.seed,
            version=self.version,
            num_games=len(match.deals),
            standings=tuple(standings[agent] for agent in order),
            behind=_leads(match, order, self.deals),
            pairwise=tuple(tuple(_meeting(match, a, b, ratings) for b in order) for a in order),
            seat_places=tuple(map(tuple, place_shares(match.points).mean(axis=0).tolist())),
            examples=tuple(
                ExampleGame(reasons, row + 1, self.record(match, row))
                for row, reasons in notable_games(match, names, order, show).items()
            ),
        )


def standings_of(
    match: MatchResult, names: Sequence[str], rng: np.random.Generator
) -> list[Standing]:
    """Returns the results of each agent, in the order of the names.

    Args:
        match: The games.
        names: The agents' names.
        rng: Draws deals for the intervals of the ratings.
    """
    ratings = bootstrap_ratings(
        match.seating, shared_places(match.points), len(names), match.deals, rng
    )
    counted = counted_seats(match.seating)
    shares = place_shares(match.points)
    standings = []
    for agent, name in enumerate(names):
        games, seats = np.nonzero(counted & (match.seating == agent))
        deals, places = match.deals[games], shares[games, seats]
        standings.append(
            Standing(
                agent=name,
                games=len(np.unique(games)),
                reward=clustered_mean(match.points[games, seats], deals, _spread(match)),
                first_places=clustered_share(places[:, 0], deals),
                places=tuple(places.mean(axis=0).tolist()),
                rating=ratings[agent],
            )
        )
    return standings


def _answers(asked: Sequence[tuple[int, Usage]]) -> ModelAnswers:
    """Returns the means of the costs of some decisions, each with the number of its deal."""
    deals = [deal for deal, _ in asked]
    usages = [usage for _, usage in asked]
    tokens = [usage.tokens for usage in usages if usage.tokens is not None]
    return ModelAnswers(
        decisions=len(asked),
        refused=clustered_share([usage.refused > 0 for usage in usages], deals),
        tokens=clustered_mean(tokens, deals) if len(tokens) == len(usages) else None,
        seconds=clustered_mean([usage.seconds for usage in usages], deals),
    )


def _spread(match: MatchResult) -> float:
    """Returns the largest difference between the points of any two seats."""
    return float(np.ptp(match.points)) if match.points.size else 0.0


def _leads(match: MatchResult, order: Sequence[int], deals: int) -> tuple[Interval, ...]:
    """Returns the lead of the first of some agents over each, per game and paired by deal."""
    counted = counted_seats(match.seating)
    rewards = []
    for agent in order:
        games, seats = np.nonzero(counted & (match.seating == agent))
        points, own_deals = match.points[games, seats], match.deals[games]
        rewards.append(mean_of_games(points, own_deals, deals, _spread(match)))
    reach = find_best(rewards).reach
    return tuple(rewards[0].minus(reward).within(reach) for reward in rewards)


def _meeting(match: MatchResult, one: int, other: int, ratings: Sequence[float]) -> Meeting | None:
    """Returns the result of one agent alone among copies of another; None against itself."""
    if one == other:
        return None
    meets = (match.seating == other).any(axis=1, keepdims=True)
    games, seats = np.nonzero(counted_seats(match.seating) & (match.seating == one) & meets)
    points, deals = match.points[games], match.deals[games]
    own = points[np.arange(len(games)), seats]
    # Its own seat ties with itself and is subtracted.
    beaten = (own[:, None] > points).sum(axis=1) + ((own[:, None] == points).sum(axis=1) - 1) / 2
    return Meeting(
        reward=clustered_mean(own, deals, _spread(match)),
        ahead=clustered_share(beaten / (points.shape[1] - 1), deals),
        predicted=chance_to_finish_ahead(ratings[one] - ratings[other]),
    )
