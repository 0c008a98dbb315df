"""What twins share: a slow reference is one script, which asks for decisions on its way."""

from collections.abc import Generator, Iterable
from typing import Any, ClassVar

Action = tuple[Any, ...]
Steps = Generator[None, Action, Any]
"""What asks for decisions on the way: it yields at each and is sent the action."""


class ScriptedTwin:
    """A game that runs from decision to decision.

    Attributes:
        phase_at_end: What `phase` says once the game is over.
        to_move: The seat with a decision, None once the game is over.
        phase: What is asked.
    """

    phase_at_end: ClassVar[str | None] = "over"
    to_move: int | None
    phase: str | None
    _choices: set[Action]

    @property
    def over(self) -> bool:
        """Whether all is played."""
        return self.to_move is None

    def legal(self) -> set[Action]:
        """The legal actions of the seat to move; empty when the game is over."""
        return set(self._choices)

    def apply(self, action: Action) -> None:
        """Carry out one decision, then all that needs none, up to the next decision.

        Raises:
            ValueError: the action is not legal here, or the game is over.
        """
        if action not in self._choices:
            raise ValueError(f"{action} is not legal in {self.phase} for seat {self.to_move}")
        self._go_on(action)

    def _start(self, script: Steps) -> None:
        """Run to the first decision."""
        self._script = script
        self._go_on(None)

    def _go_on(self, action: Action | None) -> None:
        """Run to the next decision, or to the end."""
        try:
            self._script.send(action)
        except StopIteration:
            self.to_move, self.phase, self._choices = None, self.phase_at_end, set()

    def _ask(self, seat: int, phase: str, choices: Iterable[Action]) -> Steps:
        """One decision."""
        self.to_move, self.phase, self._choices = seat, phase, set(choices)
        if not self._choices:
            raise AssertionError(f"{phase} without a choice")
        return (yield)

    def _set(self, state: dict[str, Any]) -> None:
        """Set attributes of a position by name."""
        for name, value in state.items():
            if not hasattr(self, name):
                raise ValueError(f"a twin has no {name}")
            setattr(self, name, value)
