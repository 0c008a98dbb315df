"""The key of a run, which names its folder and marks its files."""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from fudaba.envs import registered_game
from fudaba.envs.core.contract.schema import word_of

LONGEST_WORDS = 60  # of a folder's name
UNFIT_FOR_NAMES = re.compile(r"[^\w.]+", re.ASCII)


@dataclass(frozen=True)
class RunKey:
    """Everything that determines a run's result except the number of games, which may grow.

    Attributes:
        command: `arena`, `balance` or `exploit`.
        game: The game's id.
        rules: All house rules of each variant, as JSON has them.
        agents: The agents.
        seed: The seed of the deals.
        rotated: The factor of the deal that is rotated.
        ladder: The agents of the ladder, sorted.
        measures: The designer's own measures as typed: `FILE.py:NAME`.
    """

    command: str
    game: str
    rules: tuple[dict[str, Any], ...]
    agents: tuple[str, ...]
    seed: int
    rotated: str | None = None
    ladder: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The hash of all values: 16 hexadecimal digits."""
        values = asdict(self)
        if not self.measures:  # most runs have none, and keep the folders of earlier versions
            del values["measures"]
        asked = json.dumps(values, sort_keys=True)
        return hashlib.sha256(asked.encode()).hexdigest()[:16]

    @property
    def folder(self) -> str:
        """The name of the run's folder: `greedy-pass_limit-0-3-5f1c09aa`."""
        words = UNFIT_FOR_NAMES.sub("-", "-".join(self._words()))[:LONGEST_WORDS].strip("-.")
        return f"{words}-{self.key[:8]}"

    @property
    def mark(self) -> str:
        """The tag in the head of a page that marks it as a page of this run."""
        return f'<meta name="fudaba-question" content="{self.key}">'

    def is_answered_by(self, page: bytes) -> bool:
        """Returns whether a page belongs to this run."""
        return self.mark.encode() in page

    def _words(self) -> Iterator[str]:
        """Yields the agents and everything that differs from the defaults."""
        yield from self.agents
        for name, field in registered_game(self.game).options.model_fields.items():
            usual = field.default
            values = list(dict.fromkeys(word_of(rules.get(name, usual)) for rules in self.rules))
            if values != [word_of(usual)]:
                yield from (name, *values)
        if self.rotated:
            yield from ("rotate", self.rotated)
        if self.ladder:
            yield from ("ladder", *self.ladder)
        if self.measures:
            yield from ("measure", *self.measures)
