"""A session: the game of one table, its positions per viewer, and moves built step by step."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from fudaba.agents import make_agent
from fudaba.agents.naming import GREEDY, adviser_of
from fudaba.agents.reasons import why
from fudaba.agents.seated import SeatedGame, advised
from fudaba.agents.titles import agent_title
from fudaba.common.errors import shown
from fudaba.common.languages import N_, language, translator
from fudaba.envs import (
    NOBODY,
    Card,
    Game,
    GameRecord,
    IllegalActionError,
    Scene,
    Seat,
    UserError,
    Zone,
)
from fudaba.envs.core.compiling.workers import num_cores
from fudaba.envs.core.scene.about import About
from fudaba.envs.core.scene.scene import Ranking, whose_turn
from fudaba.envs.core.words.answers import (
    answer,
    answer_about,
    english_note,
    pieces_by_key,
    why_not,
)
from fudaba.envs.core.words.forced import OwnMoves, as_forced
from fudaba.envs.core.words.names import points_words
from fudaba.envs.core.words.open_table import open_scene
from fudaba.envs.core.words.reading import copied
from fudaba.envs.core.words.results import results
from fudaba.envs.core.words.sentences import read_by

from .hand import HandChange, hand_change
from .lesson import LessonPlan, LessonStep, lesson_of, seats_of
from .plays import applied, ended_with, is_final, is_quiet, play_by, plays_of
from .store import Played
from .wire import (
    AGENTS,
    LONGEST_NAME,
    Advised,
    Explanation,
    HistoryLine,
    Question,
    SeatPosition,
    choice,
    encoded,
    explanation,
)

DIGEST_BYTES = 12
_, _n = translator("web")

LOOK = N_("Look at the result, then go on")
UNSTORED = N_("the last move can't be stored; the table goes on as soon as that is possible.")
ANSWERING = np.uint64(0)  # seed of the world in which questions of seats not to move are answered


class StaleError(UserError):
    """A move was chosen in an earlier position than the present one."""


@dataclass(frozen=True)
class Step:
    """A step of an incomplete move: its action, the state after it, and whether it was a choice.

    Of the steps that a player chose together only the first one is marked.
    """

    action: int
    after: np.void
    is_chosen: bool


class Event(NamedTuple):
    """An action that was carried out.

    Attributes:
        before: The state before it.
        action: The action id.
        after: The state after it.
        is_forced: Whether the seat to move had no choice.
        is_automatic: Whether the server made the move for the only person.
        troubles: By viewer, the report of the seat's trouble to show before the action, if any.
    """

    before: np.void
    action: int
    after: np.void
    is_forced: bool
    is_automatic: bool
    troubles: dict[int, Callable[[], str]]


class LastChoice(NamedTuple):
    """The table at a seat's last decision, or after the cards were dealt.

    Attributes:
        before: The state before it.
        played: The keys of the cards of the own hand that it used.
    """

    before: np.void
    played: tuple[str, ...] = ()


@dataclass
class History:
    """A viewer's history in one language, and the number of events that it covers."""

    lines: list[HistoryLine] = field(default_factory=list)
    num_events: int = 0


class Session:
    """The game of a table, the move that is being built, and the history of each viewer.

    Steps are applied to a copy of the state, invisibly to the other seats. They are carried out
    together with the first step that is final. What happened is kept as events; sentences are made
    when a viewer looks, in the present language. A step is final if somebody else is to move after
    it, if it used the random stream, or if it does not go on with a kind of action that its own
    kind declares in `ActionKind.continued_by`.

    Attributes:
        seated: The game.
        pace: Seconds between the moves that the server makes.
        shows_moment: Whether the table stopped to show something after the last action.
        is_unstored: Whether the last change could not be stored yet, so that the table waits.
        is_patient: Whether the table waits for agents that are not ready, as a person chose.
        num_heard: The number of actions of which all other seats learned.
        is_skipping: Whether moves are made without a pause until a person has a choice.
        held: The people who still look at a result, before the game goes on; none at pace 0.
        viewers: The seats, and `NOBODY` for the open table.
        round: The number of the game at this table, from 1.
        played: The finished games of the table, this one included once its record is stored.
    """

    def __init__(self, seated: SeatedGame, pace: float, earlier: Sequence[Played] = ()) -> None:
        """Starts a session of a game without moves, after the `earlier` games of the table."""
        self.seated, self.pace = seated, pace
        self.round, self.played = len(earlier) + 1, [*earlier]
        self.game, self.options = seated.game, seated.options
        self.viewers = [*range(seated.options.num_players), NOBODY]
        self.shows_moment = self.is_unstored = self.is_patient = self.is_skipping = False
        self.num_heard = 0
        self.held = set[int]()
        self._built: list[Step] = []
        self._events: list[Event] = []
        self._history: dict[tuple[int, str], History] = {}
        self._shown: dict[int, dict[str, About]] = {viewer: {} for viewer in self.viewers}
        self._own_moves = [OwnMoves(self.game, seat) for seat in self.viewers if seat != NOBODY]
        start = copied(seated.state)
        self._last_choices = {seat: LastChoice(start) for seat in self.viewers if seat != NOBODY}
        self._pending_reports: dict[int, dict[int, Callable[[], str]]] = {}
        self._encoded: dict[tuple[int, str], tuple[SeatPosition, bytes]] = {}

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.seated.to_move == NOBODY

    @property
    def is_stored(self) -> bool:
        """Whether the game is over and its record is stored."""
        return len(self.played) == self.round

    @property
    def is_forced(self) -> bool:
        """Whether the seat to move has a single legal action and has begun no move."""
        return not self._built and len(self.game.legal_actions(self.seated.state)) == 1

    @property
    def moves_for_person(self) -> bool:
        """Whether the server makes a person's forced moves: only if no other person plays.

        The time of an automatic move would tell other people that there was no choice.
        """
        return len(self.seated.people) == 1

    @property
    def is_automatic(self) -> bool:
        """Whether the server makes the move of the only person, who has no choice.

        The last own cards, the last pass and the way out of the game are left to the person, for
        they win or lose something.
        """
        if not (self.moves_for_person and self.is_forced):
            return False
        state, seat = self.seated.state, self.seated.to_move
        play = play_by(self.game, state, lambda before: self.game.legal_actions(before)[0])
        after = applied(self.game, state, play.actions[0])
        own, later = (self.game.scene(one, seat).seats[seat] for one in (state, after))
        num_played = len(play.cards)
        is_last = bool(num_played) and num_played == own.num_cards
        return not is_last and _chances(own) == _chances(later)

    @property
    def waits_for_person(self) -> bool:
        """Whether a person is to move and the server does not make the move."""
        is_person = self.seated.to_move in {*self.seated.people} - self.seated.awaited
        return is_person and not self.is_automatic

    @property
    def waits_for_agents(self) -> bool:
        """Whether the server makes no move until all agents are ready.

        It does not depend on whose turn it is, which may be a secret.
        """
        return self.is_patient and bool(self._joining)

    @property
    def _joining(self) -> list[int]:
        """The seats of agents that are not ready."""
        return sorted(self.seated.awaited - {*self.seated.people})

    def position(self, viewer: int) -> SeatPosition:
        """Returns the position of a viewer."""
        return self._cached(viewer)[0]

    def encoded_position(self, viewer: int) -> bytes:
        """Returns the position of a viewer as JSON."""
        return self._cached(viewer)[1]

    def set_pace(self, seconds: float) -> None:
        """Sets the seconds between the moves that the server makes."""
        self.pace = seconds
        if not seconds:
            self.go_on(self.held)
        self._encoded.clear()

    def skip(self) -> None:
        """Has moves made without a pause until the only person has a choice, or to the end.

        Raises:
            UserError: Other people play too; they could tell by it who had a choice.
        """
        if not self.moves_for_person:
            raise UserError(_("moves can be skipped only where no other person plays."))
        self.is_skipping = True

    def go_on(self, seats: Iterable[int]) -> None:
        """Has the game go on after a result, as far as these people are concerned."""
        self.held = self.held - {*seats}
        self.shows_moment = self.shows_moment and bool(self.held)
        self._encoded.clear()

    def set_patient(self, is_patient: bool) -> None:
        """Sets whether the table waits for agents that are not ready."""
        self.is_patient = is_patient
        self._encoded.clear()

    def join(self, word: str) -> None:
        """Seats an agent that is ready in its seats."""
        for seat in sorted(self.seated.awaited):
            if self.seated.players[seat] == word:
                self.seated.join(seat)
        self._encoded.clear()

    def replace(self, seat: int, *, is_away: bool) -> None:
        """Has an agent play in the seat of a person, or the person again."""
        if is_away != (seat in self.seated.awaited):
            (self.seated.wait_for if is_away else self.seated.join)(seat)
            if self.seated.to_move == seat:
                self._built.clear()
            self.go_on([seat])

    def set_unstored(self, is_unstored: bool) -> None:
        """Notes whether the table waits until its last change can be stored."""
        if is_unstored != self.is_unstored:
            self.is_unstored = is_unstored
            self._encoded.clear()

    def name_seat(self, seat: int, name: str) -> None:
        """Sets the name of the person in a seat; an empty name restores `Guest`.

        Raises:
            UserError: The viewer is no person in a seat, or the name is too long or can't be shown.
        """
        if seat not in self.seated.people:
            raise UserError(_("only a person in a seat has a name."))
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise UserError(
                _(
                    "a name can't be {name}; allowed: up to {most} letters, digits, signs and "
                    "spaces.",
                    name=shown(name),
                    most=LONGEST_NAME,
                )
            )
        names = {**self.seated.people_names, seat: name.strip()}
        self.seated.people_names = {seat: name for seat, name in names.items() if name}
        self._encoded.clear()

    def record(self) -> GameRecord:
        """Returns the record of the game so far, with the names of the people."""
        known = self.seated.people_names
        names = [known.get(seat, "") for seat in range(self.options.num_players)]
        return self.seated.record().model_copy(update={"names": names if known else []})

    def finish(self, played: Played) -> None:
        """Adds this game to the finished games of the table."""
        self.played.append(played)
        self._encoded.clear()

    def is_heard(self, action: int) -> bool:
        """Returns whether all other seats learn of an action of the seat to move, or of its result.

        In Taxot an answer to a discard is announced to nobody. The others learn of it if it settles
        who takes the discard, but not if it only passes the decision on to the next player.
        """
        before, after = self.seated.state, applied(self.game, self.seated.state, action)

        def hears(other: int) -> bool:
            seen, sees = (self.game.view(state, other) for state in (before, after))
            news = self.game.words.news(seen, sees, other)
            return bool(self.game.announced_to(before, action, other) or news)

        return all(map(hears, {*range(self.options.num_players)} - {self.seated.to_move}))

    def take(self, action: int) -> None:
        """Carries out an action of the seat to move and adds it to the viewers' histories.

        Raises:
            IllegalActionError: The rules do not allow the action.
        """
        before, mover = copied(self.seated.state), self.seated.to_move
        is_automatic = mover in self.seated.people and self.is_automatic
        is_heard = self.is_heard(action)
        self.seated.take(action)
        self.num_heard += is_heard
        after = copied(self.seated.state)
        is_forced = self._own_moves[mover].is_forced(before)
        troubles = self._take_reports(before, action)
        self._events.append(Event(before, action, after, is_forced, is_automatic, troubles))
        seen, sees = (self.game.view(state, mover) for state in (before, after))
        moments = self.game.words.moments(seen, sees, mover)
        self.shows_moment = bool(moments)
        is_held = self.pace > 0 and not self.is_over and any(one.is_result for one in moments)
        self.held = {*self.seated.people} - self.seated.awaited if is_held else set()
        if any(one.is_result for one in moments):
            self._last_choices = dict.fromkeys(self._last_choices, LastChoice(after))
        elif not is_automatic:
            self._last_choices[mover] = self._choice(before, action)
        for own in self._own_moves:
            own.hear(before, action)
        self._built.clear()
        self._encoded.clear()

    def _choice(self, before: np.void, action: int) -> LastChoice:
        """Returns a decision that was just made, with the steps that led to it."""
        mover = int(before["to_move"])
        cards = tuple(card.key for card in self.game.move(before, action).cards)
        for one in self._events[-2:-1]:
            if one.before["to_move"] == mover and not is_final(self.game, *one[:3]):
                last = self._last_choices[mover]
                return LastChoice(last.before, (*last.played, *cards))
        return LastChoice(before, cards)

    def _take_reports(self, before: np.void, action: int) -> dict[int, Callable[[], str]]:
        """Takes the pending reports that are shown with an action, by viewer, and returns them."""
        mover = int(before["to_move"])
        pending = self._pending_reports.get(mover, {})
        hearing = [viewer for viewer in pending
                   if self.game.announced_to(before, action, ear_of(viewer, mover))]  # fmt: skip
        return {viewer: pending.pop(viewer) for viewer in hearing}

    def told(self, viewer: int) -> list[HistoryLine]:
        """Returns the history of a viewer in the present language."""
        history = self._history.setdefault((viewer, language()), History())
        with read_by(viewer):
            for event in self._events[history.num_events :]:
                history.lines += lines_of(self.game, event, viewer, len(history.lines))
        history.num_events = len(self._events)
        return history.lines[:]

    def report(self, seat: int, trouble: Callable[[], str]) -> None:
        """Reports a seat's trouble; each viewer sees it with the seat's next announced move.

        `trouble()` returns the report in the current language.

        An immediate report would reveal a secret decision.
        """
        self._pending_reports[seat] = dict.fromkeys(self.viewers, trouble)

    # Moves and questions of people

    def build(self, seat: int, at: str, actions: Sequence[int]) -> None:
        """Adds steps to a seat's move and carries the move out once a step is final.

        Args:
            seat: The seat.
            at: `SeatPosition.at` of the position in which the steps were chosen.
            actions: The action ids of the steps, in order; only the last one may be final.

        Raises:
            StaleError: The position has changed.
            UserError: It is not the seat's turn, or the rules do not allow a step.
        """
        self._check(seat, at)
        num_built = len(self._built)
        try:
            for number, action in enumerate(actions):
                self._build_step(action, is_chosen=not number)
        except UserError:
            del self._built[num_built:]
            self._encoded.clear()
            raise
        while not self._is_complete:
            legal = self.game.legal_actions(self._state)
            if len(legal) > 1:
                return
            self._add(legal[0], is_chosen=False)
        for step in self._built[:]:
            self.take(step.action)

    def _build_step(self, action: int, is_chosen: bool) -> None:
        """Adds a step that the rules allow."""
        if not is_chosen and self._is_complete:
            raise UserError(_("nothing can follow a step that is final."))
        state, describe = self._state, self.game.words.describe
        if action not in self.game.legal_actions(state):
            self.game.decode(action)
            why = self.game.words.why_illegal(state, action)
            move = describe(state, action)
            raise IllegalActionError(_("{move} is not allowed: {why}", move=move, why=why))
        self._add(action, is_chosen)

    @property
    def _is_complete(self) -> bool:
        """Whether the last step of the move that is being built is final."""
        befores = [self.seated.state, *(step.after for step in self._built)]
        last = self._built[-1]
        return is_final(self.game, befores[-2], last.action, last.after)

    def _add(self, action: int, is_chosen: bool) -> None:
        """Applies a step to the copy of the state."""
        after = applied(self.game, self._state, action)
        self._built.append(Step(action, after, is_chosen))
        self._encoded.clear()

    def take_back(self, seat: int, at: str) -> None:
        """Takes back the last chosen step, with the forced steps after it.

        Raises:
            StaleError: The position has changed.
            UserError: It is not the seat's turn, or there is no such step.
        """
        self._check(seat, at)
        if not self._built:
            raise UserError(_("there is no step to take back."))
        while not self._built.pop().is_chosen:
            pass
        self._encoded.clear()

    def adviser(self, seat: int, word: str) -> Callable[[], Advised]:
        """Returns a function that computes an agent's play in a person's present position.

        Moves that are made meanwhile change nothing: another thread may call it.

        Raises:
            UserError: It is not the seat's turn, or the agent is none of `AGENTS`.
        """
        self._check_turn(seat)
        if word not in AGENTS:
            raise UserError(
                _(
                    "{agent} gives no advice; allowed: {allowed}.",
                    agent=shown(word),
                    allowed=", ".join(AGENTS),
                )
            )
        game, options, state = self.game, self.options, copied(self._state)
        at = self.position(seat).at

        @read_by(seat)
        def advice() -> Advised:
            adviser = adviser_of(game) if word == GREEDY else word
            agent = make_agent(adviser, game, options, num_threads=num_cores())
            rng = np.random.default_rng()
            befores = list[np.void]()

            def chosen(before: np.void) -> int:
                befores.append(before)
                return advised(agent, game, before, rng)

            play = play_by(game, state, chosen)
            reason = why(game, befores, play.actions) if adviser == GREEDY else ""
            return Advised(at, agent_title(adviser, game), play, reason)

        return advice

    def explainer(self, viewer: int, asked: Question) -> Callable[[], Explanation]:
        """Returns a function that explains a piece or a move that the viewer was shown, or words.

        For a seat that is not to move, moves are named in a random world that the seat can't
        exclude, because names of moves may reveal what only the seat to move knows. As with
        `adviser`, another thread may call it; it raises a `UserError` if the rules do not explain
        the question.

        Args:
            viewer: The seat that asks, or `NOBODY` at the open table.
            asked: The key of a piece or a move, or words.
        """
        game, options, is_over = self.game, self.options, self.is_over
        if asked.about:
            about = found_by(asked.about, self._shown[viewer])
            is_dead = asked.is_held and self._is_dead(viewer, about)
            table = copied(self._state)

            @read_by(viewer)
            def explained_piece() -> Explanation:
                why = why_not(game, table, about) if is_dead else ""
                return explanation(*answer_about(game, options, about, why))

            return explained_piece
        seen, mover = copied(self._seen(viewer)), self.seated.to_move
        names = self.seated.seat_names()

        @read_by(viewer)
        def explained() -> Explanation:
            state, scene = copied(seen), _scene(game, seen, viewer)
            listed = game.legal_actions(state) if mover == viewer else []
            if not is_over and viewer not in (NOBODY, mover):
                state["rng"] = ANSWERING
                game.kernels.redeal(state, viewer)
            words = asked.question
            return explanation(
                *answer(game, options, state, scene, words, listed=listed, names=names)
            )

        return explained

    def _is_dead(self, viewer: int, card: About) -> bool:
        """Whether no play of the viewer, who is to move, uses a card of the own hand."""
        plays = self.position(viewer).plays
        return bool(plays) and not any(card in play.cards for play in plays)

    def _check(self, seat: int, at: str) -> None:
        self._check_turn(seat)
        if at != self.position(seat).at:
            raise StaleError(_("the table has changed since you looked; look again."))

    def _check_turn(self, seat: int) -> None:
        if self.is_over:
            raise UserError(_("the game is over."))
        if self.seated.to_move != seat:
            raise UserError(_("it is not your turn."))
        if seat in self.seated.awaited:
            raise UserError(_("an agent plays in your place; take your seat back first."))
        if self.held:
            raise UserError(_("somebody still looks at the result."))

    @property
    def _state(self) -> np.void:
        """The state of the seat to move: after the steps of the move that it builds."""
        return self._built[-1].after if self._built else self.seated.state

    # Positions

    def _cached(self, viewer: int) -> tuple[SeatPosition, bytes]:
        """Returns a viewer's position and its JSON; `at` is a digest of the game that it shows."""
        key = viewer, language()
        if key not in self._encoded:
            with read_by(viewer):
                position = self._position(viewer)
            body, num_told = encoded(position), len(position.told)
            shown = [position.round, num_told, position.scene, position.moves, position.built]
            digest = hashlib.blake2b(encoded(shown), digest_size=DIGEST_BYTES).hexdigest()
            body = body.replace(b'"at":""', b'"at":"%b"' % digest.encode(), 1)  # its first key
            self._encoded[key] = replace(position, at=digest), body
        return self._encoded[key]

    def _position(self, viewer: int) -> SeatPosition:
        """Returns a viewer's position without its `at`."""
        seated, is_mover = self.seated, self._is_mover(viewer)
        state = self._seen(viewer)
        is_looking = viewer in self.held or (viewer == NOBODY and bool(self.held))
        scene = self._finished(viewer) if is_looking else _scene(self.game, state, viewer)
        legal = self.game.legal_actions(state) if is_mover else []
        steps = self._built if is_mover else []
        legal = sorted(legal, key=lambda action: is_quiet(self.game, action))
        moves = [choice(self.game, state, action) for action in legal]
        self._shown[viewer] |= pieces_by_key(scene, (one.move.about for one in moves))
        return SeatPosition(
            at="",
            game=self.game.name,
            title=self.game.translate(self.game.title),
            language_note=english_note(self.game),
            rules=self.options.changed(),
            seat=viewer,
            names=seated.seat_names(),
            scene=scene,
            turn=self._turn(viewer, scene),
            change=self._change(viewer),
            moves=moves,
            plays=plays_of(self.game, state) if is_mover else [],
            built=self._step_names(steps),
            can_take_back=bool(steps),
            is_forced=is_mover and self.is_automatic,
            can_skip=viewer in seated.people and self._can_skip,
            thinking=[seat for seat, player in enumerate(scene.seats)
                      if player.is_on_turn and seat != viewer and not self.held],
            joining=self._joining,
            is_patient=self.is_patient,
            held=sorted(self.held),
            told=self.told(viewer),
            is_over=self.is_over,
            result=results(self.game, self.seated.state) if self.is_over else [],
            round=self.round,
            played=[one.record for one in self.played],
            totals=self._totals(),
            pace=self.pace,
            trouble=_(UNSTORED) if self.is_unstored else "",
            lesson=self._lesson_step(viewer),
        )  # fmt: skip

    def _turn(self, viewer: int, scene: Scene) -> str:
        """Returns the sentence that says who decides what, or what the server does instead."""
        if viewer in self.held:
            return _(LOOK)
        if not (self._is_mover(viewer) and self.is_automatic):
            return whose_turn(scene)
        state = self.seated.state
        only = self.game.words.describe(state, self.game.legal_actions(state)[0])
        missing = scene.only_pass.missing if scene.only_pass else _("nothing else is possible")
        return _("Done for you: {move} ({missing})", move=only, missing=missing)

    def _change(self, viewer: int) -> HandChange:
        """Returns what happened to a viewer's hand since its last decision, while it matters."""
        if viewer == NOBODY or self.held or self.is_over:
            return HandChange([], [], [])
        last = self._last_choices[viewer]
        before, after = (
            self.game.scene(state, viewer).seats[viewer].cards
            for state in (last.before, self.seated.state)
        )
        return hand_change(before, last.played, after)

    @property
    def _can_skip(self) -> bool:
        """Whether moves can be skipped: see `skip`."""
        is_waiting = self.is_over or self.held or self.waits_for_person
        return self.moves_for_person and not is_waiting

    def _is_mover(self, viewer: int) -> bool:
        """Whether a viewer may move now."""
        return self.seated.to_move == viewer and not self.is_over and not self.held

    def _finished(self, viewer: int) -> Scene:
        """Returns the table that ended with the last action, before anything was dealt again."""
        event = self._events[-1]
        last = ended_with(self.game, event.before, event.action)
        if last is not None:
            return _scene(self.game, last, viewer)
        mover = int(event.before["to_move"])
        then, now = (_scene(self.game, state, viewer) for state in (event.before, event.after))
        return _laid(then, now, mover, _named(self.game, event, ear_of(viewer, mover)))

    @cached_property
    def _lesson(self) -> LessonPlan | None:
        """The guided first game of this table; None if another deal is played."""
        lesson, seated = lesson_of(self.game), self.seated
        if lesson is None or self.round > 1 or not seated.is_dealt_from(lesson.seed):
            return None
        rules = self.game.options.read(self.game.name, lesson.options)
        is_same = self.options == rules and seated.players == seats_of(self.game, lesson)
        return LessonPlan(self.game, lesson) if is_same else None

    @property
    def is_guided(self) -> bool:
        """Whether the deal is that of the guided first game."""
        return self._lesson is not None

    def _lesson_step(self, viewer: int) -> LessonStep | None:
        """Returns the step of the guided game; None if the viewer has nothing to do in one."""
        plan, is_asked = self._lesson, self._is_mover(viewer) and not self.is_forced
        is_looking = self.is_over or viewer in self.held
        if plan is None or viewer != plan.lesson.seat or not (is_asked or is_looking):
            return None
        past = [(one.before, one.action) for one in self._events if one.before["to_move"] == viewer]
        befores = [self.seated.state, *(step.after for step in self._built)]
        built = zip(befores, (step.action for step in self._built), strict=False)
        if plan.lesson.is_whole and not (is_asked or self.is_over):
            return None
        return plan.step([*past, *built], self._state if is_asked else None)

    def _seen(self, viewer: int) -> np.void:
        """Returns the state that a viewer sees: with the steps of its own unfinished move."""
        return self._state if self.seated.to_move == viewer else self.seated.state

    def _step_names(self, steps: list[Step]) -> list[str]:
        """Returns the names of the steps of the move being built, without later quiet ones."""
        befores = [self.seated.state, *(step.after for step in steps)]
        describe = self.game.words.describe
        return [
            describe(before, step.action)
            for number, (before, step) in enumerate(zip(befores, steps, strict=False))
            if number == 0 or not is_quiet(self.game, step.action)
        ]

    def _totals(self) -> list[str]:
        """Returns what each player has of all counted games together; nothing of a single one."""
        counted = [one.points for one in self.played if one.points]
        if len(counted) < 2:
            return []
        sums = [*map(sum, zip(*counted, strict=True))]
        words = points_words(self.game, sums) if self.game.words.points else _wins(counted)
        return [
            _n("{points} in {count} game", "{points} in {count} games", len(counted), points=one)
            for one in words
        ]

    @property
    def points_won(self) -> list[float]:
        """The points of the rulebook, seat by seat, or the rewards in a game that has no points."""
        return self.game.points_won(self.seated.state) or self.seated.points


def _wins(games: list[list[float]]) -> list[str]:
    """Returns how many games each player won; a shared win is one."""
    won = [sum(one[seat] == max(one) for one in games) for seat in range(len(games[0]))]
    return [_n("{count} win", "{count} wins", count) for count in won]


def ear_of(viewer: int, mover: int) -> int:
    """Returns the seat whose messages a viewer reads: its own, at the open table the mover's."""
    return mover if viewer == NOBODY else viewer


def lines_of(game: Game, event: Event, viewer: int, number: int) -> Iterator[HistoryLine]:
    """Yields the history lines that a viewer reads about an event, in the current language.

    Args:
        game: The game.
        event: The action.
        viewer: A seat, or `NOBODY` for the open table.
        number: The number of lines that the viewer's history has so far.
    """
    before, action, after, is_forced, is_automatic, troubles = event
    mover = int(before["to_move"])
    ear = ear_of(viewer, mover)
    text, said = game.announced_to(before, action, ear), game.words
    seen, sees = (game.view(state, ear) for state in (before, after))
    news, moments = said.news(seen, sees, ear), said.moments(seen, sees, ear)
    if viewer in troubles:
        yield HistoryLine(number, None, troubles[viewer](), False, "", [])
        number += 1
    if text or news or moments:
        by = mover if text else None
        is_told = bool(text) and is_forced and viewer == mover
        told = as_forced(text, game, before) if is_told else text
        yield HistoryLine(number, by, told, is_told and is_automatic, news, moments)


def _chances(seat: Seat) -> tuple[bool, bool]:
    """Returns whether a player is out, and whether no pass is left."""
    passes = [fact for fact in seat.facts if fact.token and fact.token.sort == "passes"]
    return seat.is_out, any(("left", 0) in fact.about.values for fact in passes)


def _named(game: Game, event: Event, listener: int) -> list[Card]:
    """Returns the cards of the mover's hand that a move used, of which a seat was told.

    Who is told as much as the mover is told of all: a run may name a colour once for several cards.
    """
    before, action = event.before, event.action
    hand = game.scene(before, mover := int(before["to_move"])).seats[mover].cards
    used = Counter(game.move(before, action).cards)
    faces = {card.about: replace(card, mark="none", action=None) for card in hand}
    cards = [faces[about] for about in used.elements() if about in faces]
    told, known = (game.announced_to(before, action, seat) for seat in (listener, mover))
    named = [card for card in cards if card.label and card.label in told]
    return cards if named and told == known else named


def _scene(game: Game, state: np.void, viewer: int) -> Scene:
    """Returns the table as a viewer sees it."""
    return open_scene(game, state) if viewer == NOBODY else game.scene(state, viewer)


def _laid(then: Scene, now: Scene, mover: int, played: list[Card]) -> Scene:
    """Returns a table with the last cards laid on it, and the players as they are after that."""
    seats = [replace(seat, is_on_turn=False) for seat in now.seats]
    title = _("last, by {name}", name=seats[mover].name)
    last = Zone(title, seats[mover].hand, (tuple(played),))
    shelves = ((last,), *then.shelves) if played else then.shelves
    # A list without a note on where the viewer stands helps with the next move, and is over too.
    pictures = [one for one in then.pictures if not isinstance(one, Ranking) or one.note]
    return replace(
        then, seats=tuple(seats), shelves=shelves, pictures=tuple(pictures), only_pass=None
    )


def found_by(key: str, pieces: dict[str, About]) -> About:
    """Returns the piece with a key among those that a page was shown.

    Raises:
        StaleError: It was not shown.
    """
    if key not in pieces:
        raise StaleError(_("the table has changed since you looked; look again."))
    return pieces[key]
