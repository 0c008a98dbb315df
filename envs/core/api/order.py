"""The wrapper of `env()`: the order of calls is enforced, and an illegal action ends the game."""

from typing import Any

from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper


class StandardWrapper(OrderEnforcingWrapper):  # type: ignore[misc]
    """Does what PettingZoo's three standard wrappers do one around the other, faster.

    They are `OrderEnforcingWrapper`, `AssertOutOfBoundsWrapper` and `TerminateIllegalWrapper`,
    which ask each other for what the env knows, such as the mask, in each step.
    """

    def step(self, action: int | None) -> None:
        """Carries out an action, or ends the game if the rules don't allow it.

        Raises:
            AssertionError: Nothing was dealt yet, or the action is not in the action space.
        """
        env = self.env
        if not self._has_reset or not env.agents:
            super().step(action)  # raises or warns
            return
        self._has_updated = True
        agent = env.agent_selection
        is_over = env.terminations[agent]
        if not (is_over and action is None) and not env.action_spaces[agent].contains(action):
            raise AssertionError("action is not in action space")
        if is_over or env.is_legal(action):
            env.step(action)
        else:
            EnvLogger.warn_on_illegal_move()
            env.end_illegally()

    def last(self, observe: bool = True) -> Any:
        """Returns what `CardGameEnv.last` does.

        Raises:
            AttributeError: Nothing was dealt yet.
            UserError: All agents have left.
        """
        return self.env.last(observe) if self._has_reset else super().last(observe)

    def __str__(self) -> str:
        """Returns the name of the env."""
        return str(self.env)
