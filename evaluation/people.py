"""What people did at the table: how often they won, how long they thought, and what they chose.

The counts come from records of finished games, as `fudaba table` and `fudaba play` keep them. Every
interval is clustered on the game, and it speaks of the people who played, not of all people.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np

from fudaba.agents import Agent, repeatable_agent
from fudaba.agents.naming import PERSON
from fudaba.agents.seated import advised
from fudaba.common.files import read_lines
from fudaba.common.languages import N_, translator
from fudaba.envs import NOBODY, Game, GameRecord, Options, UserError
from fudaba.envs.core.api.registry import recorded_game

from .asking import Option, documented
from .balance.minutes import SECONDS_PER_MINUTE
from .balance.outcomes import TURN_NAMES
from .places import first_and_last_shares
from .recorded import players_of
from .statistics import Estimate, FloatArray, Interval, ratio_of_sums

_, _n = translator("evaluation")

LONGEST_THOUGHT = 600.0  # seconds; who takes longer was away
EVERYWHERE = N_("all games")


class Decision(NamedTuple):
    """A decision of a person.

    Attributes:
        game: The number of the game among those that were counted, from 0.
        kind: The number of the kind of the person's action.
        advised: That of the agent's action; None without a choice.
        is_same: Whether the agent takes the same action.
        seconds: The time that the person took; None if it is unknown.
    """

    game: int
    kind: int
    advised: int | None
    is_same: bool
    seconds: float | None


@dataclass
class PeopleResult:
    """The finished games of one game and one set of house rules in which people played.

    Attributes:
        game: The game.
        options: The house rules.
        agent: The agent that was asked at the people's decisions.
        wins: float32[P] for each game, the share of the first place of each seat.
        people: For each game, the name of the person in each seat, None for an agent.
        first: For each game, the seat that had the first decision.
        minutes: For each game the sum of the known times, nan without any.
        decisions: The decisions of people.
        absences: The number of decisions that took too long to count as thought.
    """

    game: Game
    options: Options
    agent: str
    wins: list[FloatArray] = field(default_factory=list)
    people: list[list[str | None]] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    minutes: list[float] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    absences: int = 0

    @property
    def num_games(self) -> int:
        """The number of games."""
        return len(self.wins)

    def by_turn(self) -> Iterator[tuple[str, "Wins"]]:
        """Yields the wins of people and agents, in all games and by turn order."""
        seats = np.arange(self.options.num_players)
        turns = (seats - np.array(self.first)[:, None]) % len(seats)
        yield EVERYWHERE, self._wins(turns >= 0)
        for turn in seats.tolist():
            yield TURN_NAMES[turn], self._wins(turns == turn)

    def by_seat(self) -> Iterator[tuple[str, "Wins"]]:
        """Yields the wins of people and agents by seat at the table."""
        seats = np.arange(self.options.num_players)
        for seat in seats.tolist():
            yield f"player_{seat}", self._wins(np.tile(seats == seat, (self.num_games, 1)))

    def by_name(self) -> Iterator[tuple[str, "Wins"]]:
        """Yields the wins of each person, those with the most games first."""
        games = Counter(name for names in self.people for name in names if name is not None)
        for name, _ in games.most_common():
            yield name, self._wins(np.array([[one == name for one in row] for row in self.people]))

    def _wins(self, chosen: np.ndarray) -> "Wins":
        """Returns how often people and agents won in the chosen seats, bool[G, P]."""
        is_person = np.array([[name is not None for name in row] for row in self.people])
        return Wins(self._share(chosen & is_person), self._share(chosen & ~is_person))

    def _share(self, chosen: np.ndarray) -> "Share":
        wins = np.stack(self.wins)
        estimate = ratio_of_sums((wins * chosen).sum(axis=1), chosen.sum(axis=1))
        return Share(estimate.share_interval(), int(chosen.any(axis=1).sum()))

    def seconds(self, *, with_choice: bool) -> Interval:
        """Returns the mean seconds of people for a decision with or without a choice."""
        known = [
            one
            for one in self.decisions
            if one.seconds is not None and (one.advised is not None) == with_choice
        ]
        return self._per_decision(known, [one.seconds or 0.0 for one in known]).interval()

    def length(self) -> Interval:
        """Returns the minutes from the first decision of a game to its end."""
        minutes = np.array(self.minutes)
        return ratio_of_sums(np.nan_to_num(minutes), np.isfinite(minutes)).interval()

    def agreement(self) -> Interval:
        """Returns the share of people's decisions with a choice that the agent makes alike."""
        return self._per_decision(
            self._chosen, [one.is_same for one in self._chosen]
        ).share_interval()

    def moves(self) -> Iterator["Chosen"]:
        """Yields how often people and the agent choose each kind of action, where both can."""
        chosen = self._chosen
        for kind in range(len(self.game.actions)):
            people = self._per_decision(chosen, [one.kind == kind for one in chosen])
            agent = self._per_decision(chosen, [one.advised == kind for one in chosen])
            if people.value or agent.value:
                yield Chosen(
                    self.game.actions[kind].name,
                    people.share_interval(),
                    agent.share_interval(),
                    people.minus(agent).interval(),
                )

    @property
    def _chosen(self) -> list[Decision]:
        return [one for one in self.decisions if one.advised is not None]

    def _per_decision(self, decisions: Sequence[Decision], values: Sequence[float]) -> Estimate:
        """Returns the mean of the values of decisions, clustered on the game."""
        games = [one.game for one in decisions]
        upper, lower = (
            np.bincount(games, weights, self.num_games) for weights in (values, np.ones(len(games)))
        )
        return ratio_of_sums(upper, lower)


class Share(NamedTuple):
    """A share of the first places, and the number of games behind it."""

    interval: Interval
    games: int


class Wins(NamedTuple):
    """How often people and agents won in the same seats."""

    people: Share
    agents: Share


class Chosen(NamedTuple):
    """How often people and the agent choose a kind of action, and the paired difference."""

    kind: str
    people: Interval
    agent: Interval
    difference: Interval


@dataclass(frozen=True)
class PeopleCount:
    """What files of records say about people.

    Attributes:
        results: One for each game and set of house rules, the most games first.
        unfinished: The number of games without an end, which are left out.
        without_people: The number of games of agents alone, which are left out.
    """

    results: tuple[PeopleResult, ...]
    unfinished: int
    without_people: int


@documented
@dataclass(frozen=True)
class PeopleRequest:
    """A count of what people did in recorded games. A game that is recorded twice counts once."""

    records: Annotated[
        tuple[Path, ...],
        Option("Records of games that people played, one line of JSON each.", "FILE ..."),
    ]
    agent: Annotated[
        str, Option("The agent that is asked what it would do in the people's place.", "AGENT")
    ] = "greedy"

    def count(self) -> PeopleCount:
        """Plays the recorded games again and counts.

        Raises:
            UserError: A file can't be read, a record is damaged or of an unknown game, no finished
                game has a person, or the agent can't play.
        """
        results: dict[str, PeopleResult] = {}
        unfinished = without_people = 0
        agents: dict[str, Agent] = {}
        for source, record in _records(self.records):
            if PERSON not in record.agents:
                without_people += 1
                continue
            try:
                game = recorded_game(record.game)
                options = game.options.read(game.name, record.options)
                key = json.dumps([game.name, options.plain()], sort_keys=True)
                if key not in agents:
                    agents[key] = repeatable_agent(self.agent, game, options)
                    results[key] = PeopleResult(game, options, self.agent)
                unfinished += not _add(results[key], record, agents[key])
            except UserError as error:
                raise UserError(f"{source}: {error}") from None
        counted = [result for result in results.values() if result.num_games]
        if not counted:
            files = _(", ").join(map(str, self.records))
            message = N_("{files}: no finished game in which a person played.")
            raise UserError(_(message, files=files))
        counted.sort(key=lambda result: -result.num_games)
        return PeopleCount(tuple(counted), unfinished, without_people)


def _records(paths: Sequence[Path]) -> Iterator[tuple[str, GameRecord]]:
    """Yields each recorded game once, with its place in the files.

    Raises:
        UserError: A file can't be read, or a line is no record.
    """
    known = set[str]()
    for path in paths:
        for number, line in enumerate(read_lines(path), 1):
            source = _("{path}, game {number}", path=path, number=number)
            try:
                record = GameRecord.from_json(line)
            except UserError as error:
                raise UserError(f"{source}: {error}") from None
            same = record.model_copy(update={"seconds": [], "remarks": []}).to_json()
            if same not in known:
                known.add(same)
                yield source, record


def _add(result: PeopleResult, record: GameRecord, agent: Agent) -> bool:
    """Adds a game to a result; returns whether it was finished.

    Raises:
        UserError: The record is damaged, or the agent can't play.
    """
    game = result.game
    names = players_of(record, game)
    seconds = record.seconds or [None] * len(record.actions)
    rng = np.random.default_rng(record.rng)
    decisions, first, absences = list[Decision](), NOBODY, 0
    state = None
    for (state, action), taken in zip(record.positions(game), [*seconds, None], strict=True):
        seat = int(state["to_move"])
        first = seat if first == NOBODY else first
        if action is None or record.agents[seat] != PERSON:
            continue
        legal = game.legal_actions(state)
        said = advised(agent, game, state, rng) if len(legal) > 1 else None
        is_away = taken is not None and taken > LONGEST_THOUGHT
        absences += is_away
        decisions.append(
            Decision(
                game=result.num_games,
                kind=_kind(game, action),
                advised=None if said is None else _kind(game, said),
                is_same=said == action,
                seconds=None if is_away else taken,
            )
        )
    if state is None or state["to_move"] != NOBODY:
        return False
    known = [one for one in seconds if one is not None]
    result.minutes.append(sum(known) / SECONDS_PER_MINUTE if known else float("nan"))
    result.wins.append(first_and_last_shares(np.array(record.points))[0])
    result.people.append(
        [name if word == PERSON else None for name, word in zip(names, record.agents, strict=True)]
    )
    result.first.append(first)
    result.decisions += decisions
    result.absences += absences
    return True


def _kind(game: Game, action: int) -> int:
    return game.actions.index(game.decode(action)[0])
