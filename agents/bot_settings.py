"""Settings of agents from outside this package: time, memory, concurrency, the model's server."""

from dataclasses import dataclass
from math import inf

from fudaba.common.checks import check_whole
from fudaba.envs import UserError

MOST_CONCURRENT = 256


@dataclass(frozen=True)
class BotSettings:
    """Settings of `program:` and `chat:` agents.

    Attributes:
        seconds: Seconds for each decision; None for 10 of a program and 30 of a model.
        megabytes: Memory of each process of a program.
        concurrent: The number of decisions that are asked for at the same time: processes of a
            program, requests to a model.
        chat_url: The address of the models' server; None for that of the environment.
    """

    seconds: float | None = None
    megabytes: int = 4096
    concurrent: int = 1
    chat_url: str | None = None

    def __post_init__(self) -> None:
        """Checks the numbers.

        Raises:
            UserError: The time is not above 0, or the concurrency is out of its range.
        """
        if self.seconds is not None and not 0 < self.seconds < inf:
            raise UserError(
                f"the time per decision can't be {self.seconds:g} seconds; allowed: above 0."
            )
        check_whole("concurrent", self.concurrent, 1, MOST_CONCURRENT)

    def seconds_or(self, usual: float) -> float:
        """Returns the seconds for each decision; `usual` if none are set."""
        return usual if self.seconds is None else self.seconds
