"""One table: what everybody is shown and told, and moves that are built step by step."""

import hashlib
from dataclasses import dataclass, replace

import numpy as np

from fudaba.agents import make_agent
from fudaba.agents.seated import SeatedGame, advised
from fudaba.envs import Game, IllegalActionError, UserError
from fudaba.envs.core.checking.errors import shown
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.core.scene.scene import whose_turn
from fudaba.envs.core.words.answers import answer
from fudaba.envs.core.words.names import place_words, points_word
from fudaba.envs.core.words.open_table import open_scene
from fudaba.envs.core.words.reading import copied

from .wire import AGENTS, Choice, Explanation, Position, Result, Told, encoded, explanation

DIGEST_BYTES = 12
ANSWERING = np.uint64(0)  # deals the world in which questions of who is not to move are answered


class StaleError(UserError):
    """A move was chosen in another position than the present one."""


@dataclass(frozen=True)
class Step:
    """A step of a move that is not complete: the table after it, and whether it was a choice."""

    action: int
    after: np.void
    is_chosen: bool


class Table:
    """A game, the steps of the move that is being built, and what everybody was told.

    Steps are taken on a copy of the table, and nobody else can tell that there was one. They are
    carried out together with the first step that is final. A step is final if somebody else is to
    move after it, if it used the random stream, or if it does not go on with a kind of action
    that its own kind declares in `ActionKind.continued_by`.

    Attributes:
        seated: The game.
        pace: Seconds from one move that is shown to the next.
        viewers: The seats, and `NOBODY` for who looks at the open table.
    """

    def __init__(self, seated: SeatedGame, pace: float) -> None:
        """Takes a game that nobody has moved in."""
        self.seated, self.pace = seated, pace
        self.game, self.options = seated.game, seated.options
        self.viewers = [*range(seated.options.num_players), NOBODY]
        self._built: list[Step] = []
        self._told: dict[int, list[Told]] = {viewer: [] for viewer in self.viewers}
        self._troubles: dict[int, dict[int, str]] = {}
        self._shown: dict[int, tuple[Position, bytes]] = {}

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.seated.to_move == NOBODY

    @property
    def is_forced(self) -> bool:
        """Whether the seat to move can do one thing alone, and nothing is being built."""
        return not self._built and len(self.game.legal_actions(self.seated.state)) == 1

    @property
    def moves_for_person(self) -> bool:
        """Whether the table makes the only move that a person has: where no other person sits.

        Others would see by the clock that there was no choice, and what he holds.
        """
        return len(self.seated.people) == 1

    @property
    def waits_for_person(self) -> bool:
        """Whether a person is to move, and the table does not do it for him."""
        is_person = self.seated.to_move in self.seated.people
        return is_person and not (self.is_forced and self.moves_for_person)

    def position(self, viewer: int) -> Position:
        """All that is shown to a viewer."""
        return self._look(viewer)[0]

    def encoded_position(self, viewer: int) -> bytes:
        """The same, as it is sent."""
        return self._look(viewer)[1]

    def set_pace(self, seconds: float) -> None:
        """Sets the seconds from one move that is shown to the next."""
        self.pace = seconds
        self._shown.clear()

    def is_heard(self, action: int) -> bool:
        """Whether all others are told of an action of the seat to move, or of what it brings.

        The answer to a discard that settles who takes it is told to nobody, and is heard all the
        same. Where it only lets the next player go on, who was waiting for it, it is not heard.
        """
        before, after = self.seated.state, applied(self.game, self.seated.state, action)

        def hears(other: int) -> bool:
            seen, sees = (self.game.view(state, other) for state in (before, after))
            news = self.game.words.news(seen, sees, other)
            return bool(self.game.announced_to(before, action, other) or news)

        return all(map(hears, {*range(self.options.num_players)} - {self.seated.to_move}))

    def take(self, action: int) -> None:
        """Carries out an action of the seat to move, and tells everybody what there is to tell.

        Raises:
            IllegalActionError: The rules do not allow it.
        """
        before, mover = copied(self.seated.state), self.seated.to_move
        self.seated.take(action)
        for viewer in self.viewers:
            self._tell(viewer, before, mover, action)
        self._built.clear()
        self._shown.clear()

    def _tell(self, viewer: int, before: np.void, mover: int, action: int) -> None:
        """Notes what a viewer is told of a move that was carried out."""
        ear = mover if viewer == NOBODY else viewer
        text = self.game.announced_to(before, action, ear)
        seen, sees = (self.game.view(state, ear) for state in (before, self.seated.state))
        news = self.game.words.news(seen, sees, ear)
        told = self._told[viewer]
        if text and (trouble := self._troubles.get(mover, {}).pop(viewer, "")):
            told.append(Told(len(told), None, trouble, ""))
        if text or news:
            told.append(Told(len(told), mover if text else None, text, news))

    def report(self, seat: int, trouble: str) -> None:
        """Tells everybody of a seat's trouble, with the seat's next move that they are told.

        Told at once it would give away a decision that is made in secret.
        """
        self._troubles[seat] = dict.fromkeys(self.viewers, trouble)

    # What a person does

    def build(self, seat: int, at: str, action: int) -> None:
        """Takes a step of a move, and carries the move out where that completes it.

        Args:
            seat: Whose step it is.
            at: The position in which it was chosen.
            action: Its id.

        Raises:
            StaleError: The position is another one by now.
            UserError: It is not the seat's decision, or the rules do not allow the step.
        """
        self._check(seat, at)
        state, describe = self._state, self.game.words.describe
        legal = self.game.legal_actions(state)
        if action not in legal:
            self.game.decode(action)
            why = self.game.words.why_illegal(state, action)
            raise IllegalActionError(f"{describe(state, action)} is not allowed: {why}")
        self._add(action, is_chosen=True)
        while not self._is_final(state, self._built[-1]):
            state = self._state
            legal = self.game.legal_actions(state)
            if len(legal) > 1:
                return
            self._add(legal[0], is_chosen=False)
        for step in self._built[:]:
            self.take(step.action)

    def _add(self, action: int, is_chosen: bool) -> None:
        """Takes a step on the copy of the table."""
        after = applied(self.game, self._state, action)
        self._built.append(Step(action, after, is_chosen))
        self._shown.clear()

    def take_back(self, seat: int, at: str) -> None:
        """Takes the last chosen step of the move that is being built back.

        Raises:
            StaleError: The position is another one by now.
            UserError: It is not the seat's decision, or there is no such step.
        """
        self._check(seat, at)
        if not self._built:
            raise UserError("there is no step to take back.")
        while not self._built.pop().is_chosen:
            pass
        self._shown.clear()

    def advice(self, seat: int, word: str) -> Choice:
        """What an agent would do in a person's place.

        Raises:
            UserError: It is not the seat's decision, or the agent is none of `AGENTS`.
        """
        self._check_turn(seat)
        if word not in AGENTS:
            raise UserError(f"{shown(word)} gives no advice; allowed: {', '.join(AGENTS)}.")
        agent, state = make_agent(word, self.game, self.options), self._state
        return self._choice(state, advised(agent, self.game, state, np.random.default_rng()))

    def explain(self, viewer: int, question: str) -> Explanation:
        """What the rules say of something.

        Who is not to move is answered as in a random world that he can't exclude: names of moves
        may tell what only the seat to move knows.

        Raises:
            UserError: The rules say nothing of it.
        """
        state = self._state
        listed = self.game.legal_actions(state) if self.seated.to_move == viewer else []
        if not self.is_over and viewer not in (NOBODY, self.seated.to_move):
            state = copied(self.seated.state)
            state["rng"] = ANSWERING
            self.game.kernels.redeal(state, viewer)
        return explanation(*answer(self.game, self.options, state, question, listed))

    def _check(self, seat: int, at: str) -> None:
        self._check_turn(seat)
        if at != self.position(seat).at:
            raise StaleError("the table has changed since you looked; look again.")

    def _check_turn(self, seat: int) -> None:
        if self.is_over:
            raise UserError("the game is over.")
        if self.seated.to_move != seat:
            raise UserError("it is not your turn.")

    @property
    def _state(self) -> np.void:
        """The table as the seat to move sees it: with the steps of its move."""
        return self._built[-1].after if self._built else self.seated.state

    def _is_final(self, before: np.void, step: Step) -> bool:
        """Whether a step can't be taken back, by the rules alone and never by hidden cards."""
        game, after = self.game, step.after
        if after["to_move"] != before["to_move"] or after["rng"] != before["rng"]:
            return True
        kind, _ = game.decode(step.action)
        following = {game.decode(action)[0].name for action in game.legal_actions(after)}
        return not following <= {*kind.continued_by}

    # What is shown

    def _look(self, viewer: int) -> tuple[Position, bytes]:
        """What is shown to a viewer now; `at` is made of all the rest."""
        if viewer not in self._shown:
            position = self._position(viewer)
            body = encoded(position)
            digest = hashlib.blake2b(body, digest_size=DIGEST_BYTES).hexdigest()
            body = body.replace(b'"at":""', b'"at":"%b"' % digest.encode(), 1)  # its first key
            self._shown[viewer] = replace(position, at=digest), body
        return self._shown[viewer]

    def _position(self, viewer: int) -> Position:
        """What is shown to a viewer now, but for `at`."""
        seated, is_mover = self.seated, self.seated.to_move == viewer and not self.is_over
        state = self._state if is_mover else seated.state
        scene = open_scene(self.game, state) if viewer == NOBODY else self.game.scene(state, viewer)
        legal = self.game.legal_actions(state) if is_mover else []
        steps = self._built if is_mover else []
        return Position(
            at="",
            game=self.game.name,
            title=self.game.title,
            rules=self.options.changed(),
            seat=viewer,
            names=seated.names_for(viewer),
            scene=scene,
            turn=whose_turn(scene),
            moves=[self._choice(state, action) for action in legal],
            built=self._step_names(steps),
            can_take_back=bool(steps),
            is_forced=len(legal) == 1 and self.moves_for_person,
            thinking=[seat for seat, player in enumerate(scene.seats)
                      if player.is_on_turn and seat != viewer],
            told=self._told[viewer][:],
            is_over=self.is_over,
            result=self._result() if self.is_over else [],
            pace=self.pace,
        )  # fmt: skip

    def _choice(self, state: np.void, action: int) -> Choice:
        kind, _ = self.game.decode(action)
        return Choice(action, self.game.words.describe(state, action), kind.name)

    def _step_names(self, steps: list[Step]) -> list[str]:
        """What the steps of the move that is being built are called."""
        befores = [self.seated.state, *(step.after for step in steps)]
        describe = self.game.words.describe
        return [describe(before, step.action) for before, step in zip(befores, steps, strict=False)]

    def _result(self) -> list[Result]:
        """How everybody came out, the best first."""
        points = self.seated.points
        places = place_words(points)
        best_first = sorted(range(len(points)), key=lambda seat: -points[seat])
        return [Result(seat, places[seat], points_word(points[seat])) for seat in best_first]


def applied(game: Game, state: np.void, action: int) -> np.void:
    """A copy of a state after an action."""
    after = copied(state)
    game.kernels.apply(after, action)
    return after
