"""Phases: the kinds of decision that a game asks its players for, and the kernels of each.

A game describes its phases as data (`Phase`), in the order of their codes in the state field
`phase`. Its rules name the kernels of each phase in one table, from which `by_phase` makes the two
kernels that choose by phase.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from fudaba.common.languages import translator
from fudaba.common.languages.messages import Translate

from ..compiling.kernel import Kernel, switch
from .fields import ActionKind

_, _n = translator("core")


@dataclass(frozen=True)
class Phase:
    """A kind of decision that a player is asked for.

    Attributes:
        name: The phase's name in the code.
        clause: The clause of RULES.md that has it.
        question: The question that the player is asked, a message of the game.
        kinds: The kinds of action that may answer it.
    """

    name: str
    clause: str
    question: str
    kinds: tuple[ActionKind, ...]

    def why_not_now(self, say: Translate) -> str:
        """Returns why an action of another kind is refused; `say` says the game's messages."""
        return _(
            "the choice is another one now: {question} ({clause}).",
            question=say(self.question),
            clause=self.clause,
        )


def by_phase(game: str, steps: Mapping[int, tuple[Kernel, Kernel]]) -> tuple[Kernel, Kernel]:
    """Returns the kernels `mark(phase, state, mask)` and `carry_out(phase, state, action)`.

    Args:
        game: The game's id.
        steps: For each phase the kernel `mark(state, mask)`, which marks the legal actions in an
            empty mask, and the kernel `carry_out(state, action)`. What they return is returned.
    """
    marks = {phase: mark for phase, (mark, _) in steps.items()}
    deeds = {phase: carry_out for phase, (_, carry_out) in steps.items()}
    return (
        switch(f"{game}.mark", marks, "state", "mask"),
        switch(f"{game}.carry_out", deeds, "state", "action"),
    )
