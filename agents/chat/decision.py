"""A question to a model, and the model's decision."""

from dataclasses import dataclass, field

import numpy as np

from ..remarks import Usage

Message = dict[str, str]


@dataclass(frozen=True)
class ModelQuestion:
    """A position that a model is asked about.

    Attributes:
        text: The prompt.
        world: A world that the seat to move can't exclude; answers are read in it.
        legal: The legal actions in rising order.
    """

    text: str
    world: np.void
    legal: tuple[int, ...]


@dataclass
class ModelDecision:
    """A decision about a question, or its failure.

    Attributes:
        question: The question.
        action: The action; None if there is none.
        failure: Why there is none, as the end of a sentence.
        comment: The text that came with the move: thoughts and answer.
        refused: The number of answers that were refused.
        tokens: The tokens of all requests and answers, as the server counts them; None if it
            does not count all.
        written: The tokens of all answers, counted or estimated.
        seconds: The time from the first request to the last answer.
        messages: The conversation; empty if the model was not asked.
    """

    question: ModelQuestion
    action: int | None = None
    failure: str = ""
    comment: str = ""
    refused: int = 0
    tokens: int | None = 0
    written: int = 0
    seconds: float = 0.0
    messages: list[Message] = field(default_factory=list)

    @property
    def usage(self) -> Usage:
        """The cost of the decision."""
        return Usage(self.refused, self.tokens, self.seconds)
