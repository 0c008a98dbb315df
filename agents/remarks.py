"""Remarks of agents about their decisions: reasons, estimates, and the cost of answers."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from fudaba.envs import Tables

LONGEST_COMMENT = 10_000  # characters that are kept
# Everything that a terminal or a page would not show as a letter, except line ends and tabs.
UNSHOWN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


@dataclass(frozen=True)
class Usage:
    """The cost of one decision of a model.

    Attributes:
        refused: The number of answers that were refused before a legal one came.
        tokens: The tokens of all requests and answers, as the server counts them; None if it
            does not count all.
        seconds: The time from the first request to the last answer.
    """

    refused: int
    tokens: int | None
    seconds: float


@dataclass(frozen=True)
class Remark:
    """A remark of an agent about one decision.

    Attributes:
        comment: Its words, empty for none; see `shown_comment`.
        evaluation: Its estimate of the position, in points; None for none.
        usage: The cost of the decision; None if it is not counted.
    """

    comment: str = ""
    evaluation: float | None = None
    usage: Usage | None = None

    @property
    def is_said(self) -> bool:
        """Whether the remark has a comment or an estimate, and not only a cost."""
        return bool(self.comment) or self.evaluation is not None


@runtime_checkable
class RemarkingAgent(Protocol):
    """An agent that says something about its decisions."""

    def take_remarks(self, tables: Tables) -> dict[int, Remark]:
        """Returns the remarks on the last decision at each table since the last call, by table."""
        ...


def take_remarks(agents: Sequence[object], tables: Tables) -> Iterator[tuple[int, Remark]]:
    """Yields what agents said about their decisions since the last call: a table and the remark."""
    for agent in agents:
        if hasattr(agent, "take_remarks"):  # isinstance of a protocol takes a hundred times as long
            yield from agent.take_remarks(tables).items()


def shown_comment(text: str) -> str:
    """Returns a comment that can be shown anywhere: at most 10,000 characters, no control codes."""
    return UNSHOWN.sub(" ", text[:LONGEST_COMMENT])
