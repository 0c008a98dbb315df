"""`chat:MODEL`: an agent that asks a model for its moves."""

import hashlib
import json
import weakref
from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from fudaba.common.languages import ENGLISH, in_language
from fudaba.envs import Game, Options, Tables, Worlds
from fudaba.envs.core.words.position_text import position_text, rules_text

from ..bot_settings import BotSettings
from ..errors import AgentError
from ..remarks import Remark
from ..seat_histories import SeatHistories
from .decision import ModelDecision, ModelQuestion
from .key import ServerKey
from .prompt import Prompt
from .spec import ChatSpec

if TYPE_CHECKING:
    from .asking import Asker

VERSION = 1  # of the questions to models; a change of it starts new results
SECONDS = 30.0  # for a decision
HASH_DIGITS = 16
ANY_SEED = np.zeros(1, np.uint64)  # the text is the same in all worlds


class FollowedGames(SeatHistories):
    """The games of a model at some tables.

    Attributes:
        decided: Decisions about the present positions that were neither carried out nor reported
            as failures, by table. They are kept when others of the same call fail, until the caller
            asks again.
        remarks: Remarks that have not been taken yet, by table.
    """

    def __init__(self, tables: Tables, is_own: np.ndarray) -> None:
        """Starts to follow the games that are under way; see `SeatHistories`."""
        super().__init__(tables, is_own)
        self.decided: dict[int, ModelDecision] = {}
        self.remarks: dict[int, Remark] = {}

    def after_step(self, tables: Tables, actions: np.ndarray) -> None:
        """Forgets decisions that were carried out; see `SeatHistories`."""
        super().after_step(tables, actions)
        for row in self.rows(actions):
            self.decided.pop(row, None)

    def note(self, row: int, decision: ModelDecision) -> None:
        """Keeps a decision, and the remark of one that a model has answered to."""
        self.decided[row] = decision
        is_legal = decision.action is not None
        if decision.messages and (is_legal or decision.refused):
            self.remarks[row] = Remark(decision.comment, usage=decision.usage)

    def take_remarks(self) -> dict[int, Remark]:
        """Returns the remarks since the last call."""
        remarks, self.remarks = self.remarks, {}
        return remarks


class ChatAgent:
    """An agent whose moves a model behind an OpenAI-compatible server chooses, by text.

    Several threads may ask at the same time. It is pickled by its spec, so another process takes
    the key from its own environment.

    Attributes:
        spec: `chat:MODEL`, with its settings.
        identity: The model, and a hash of all that changes what it is asked.
        deals_at_once: The arena's number of deals in a chunk, because decisions are slow.
    """

    deals_at_once = 1

    def __init__(
        self, spec: str, game: Game, options: Options, settings: BotSettings | None = None
    ) -> None:
        """Makes the agent, without asking the server.

        Args:
            spec: The agent's spec.
            game: The game to play.
            options: Its house rules.
            settings: Its settings; None for the defaults.

        Raises:
            UserError: The spec, its template, the address of the server or the key can't be used.
        """
        settings = settings or BotSettings()
        self.spec, self._game = spec, game
        self._again = (spec, game, options, settings)
        self._chosen = ChatSpec.read(spec)
        self._url, self._key = self._chosen.address(settings), ServerKey.of_environment()
        self._key.check_absent(self._url)
        self._prompt = Prompt.load(self._chosen.template)
        with in_language(ENGLISH):
            self._rules = rules_text(game, options)
        self._seconds, self._concurrent = settings.seconds_or(SECONDS), settings.concurrent
        self.identity = self._digest()
        self._lock = Lock()
        self._running: Asker | None = None
        self._followed: weakref.WeakKeyDictionary[Tables, FollowedGames] = (
            weakref.WeakKeyDictionary()
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Returns the arguments of the constructor."""
        return type(self), self._again

    def _digest(self) -> str:
        chosen = self._chosen
        parts = [VERSION, chosen.temperature, chosen.tokens, self._prompt.digest, self._url]
        digest = hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:HASH_DIGITS]
        return f"{chosen.model} {digest}"

    # Decisions

    def search(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        worlds: Worlds,
        rng: np.random.Generator,
    ) -> np.ndarray:
        """Chooses an action in each of B positions whose games are not known; see `SearchAgent`.

        Raises:
            AgentError: There is no legal answer within the limits.
        """
        questions = [self._question(worlds, position, ()) for position in range(len(worlds))]
        return self._actions(self._decide(questions, [None] * len(questions)))

    def follow(self, tables: Tables, is_own: np.ndarray) -> None:
        """Begins to follow the games at some tables; a second call for the same tables is ignored.

        Args:
            tables: N tables.
            is_own: bool[N, P], the seats of the agent.
        """
        with self._lock:
            if tables not in self._followed:
                self._followed[tables] = FollowedGames(tables, is_own)
                tables.add_listener(self._followed[tables])

    def choose_at(self, tables: Tables, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Chooses an action at some tables that it follows.

        Args:
            tables: The tables.
            rows: int64[B], the tables where the agent is to move.
            rng: Not used; chance is the model's own.

        Returns:
            int64[B], legal action ids.

        Raises:
            AgentError: There is no legal answer within the limits; its `row` says where.
        """
        followed, worlds = self._followed[tables], tables.worlds(rows)
        places = zip(rows.tolist(), tables.to_move[rows].tolist(), strict=True)
        questions = [
            self._question(worlds, position, followed.heard(row, seat))
            for position, (row, seat) in enumerate(places)
        ]
        known = [followed.decided.get(row) for row in rows.tolist()]
        decisions = self._decide(questions, known)
        for row, decision in zip(rows.tolist(), decisions, strict=True):
            if decision is not None and decision is not followed.decided.get(row):
                followed.note(row, decision)
        failed = _first_failure(decisions)
        if failed is not None:  # it is reported now, and asked for again at the next call
            followed.decided.pop(int(rows[failed]))
        return self._actions(decisions)

    def take_remarks(self, tables: Tables) -> dict[int, Remark]:
        """Returns the model's comments on its last decisions, with their cost, by table.

        A decision that failed after wrong answers has a cost but no comment. A decision without an
        answer, and one with a single legal move, have neither.
        """
        followed = self._followed.get(tables)
        return followed.take_remarks() if followed else {}

    def _question(self, worlds: Worlds, position: int, history: Sequence[str]) -> ModelQuestion:
        """Returns the question about a position, with the knowledge of the seat to move alone."""
        world = worlds.sample(position, ANY_SEED)[0]
        text = position_text(self._game, world, worlds.seat(position), history)
        legal = tuple(self._game.move_names(world).values())
        return ModelQuestion(self._prompt.render(self._rules, text), world, legal)

    def _decide(
        self, questions: Sequence[ModelQuestion], known: Sequence[ModelDecision | None]
    ) -> list[ModelDecision | None]:
        """Returns the decisions about questions.

        Args:
            questions: The questions.
            known: Earlier decisions, which are taken if they are about the same questions.

        Returns:
            A decision for each question; None after one that failed.
        """
        decisions = [_without_asking(*pair) for pair in zip(questions, known, strict=True)]
        asked = [number for number, decision in enumerate(decisions) if decision is None]
        if asked:
            answers = self._asker().decide([questions[number] for number in asked])
            for number, decision in zip(asked, answers, strict=True):
                decisions[number] = decision
        return decisions

    def _asker(self) -> "Asker":
        """Returns the `Asker`, which sends the requests; starts it at the first call."""
        from .asking import Asker  # importing httpx takes time

        with self._lock:
            if self._running is None:
                limits = self._seconds, self._concurrent
                self._running = Asker(self._game, self._chosen, self._url, self._key, *limits)
            return self._running

    def _actions(self, decisions: Sequence[ModelDecision | None]) -> np.ndarray:
        """Returns the actions of decisions.

        Raises:
            AgentError: One has none; its `row` is the number of the first.
        """
        failed = _first_failure(decisions)
        decision = None if failed is None else decisions[failed]
        if decision is not None:
            error = AgentError(f"agent {self.spec} {_sentence(decision.failure)}")
            error.row = failed
            raise error
        return np.array([decision.action for decision in decisions if decision], np.int64)


def _first_failure(decisions: Sequence[ModelDecision | None]) -> int | None:
    """Returns the index of the first decision without an action, or None."""
    return next(
        (number for number, one in enumerate(decisions) if one and one.action is None), None
    )


def _without_asking(question: ModelQuestion, known: ModelDecision | None) -> ModelDecision | None:
    """Returns the decision if only one move is legal or the answer is known; None if not."""
    if len(question.legal) == 1:
        return ModelDecision(question, question.legal[0])
    is_known = known is not None and known.question.text == question.text
    return known if is_known else None


def _sentence(text: str) -> str:
    return f"{text.rstrip('.')}."
