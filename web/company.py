"""The people of a table: which seats are taken, who is there, and for whom an agent plays.

Nothing here depends on cards: a seat's state follows from its pages and from what people ask for.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Literal

from fudaba.common.languages import translator
from fudaba.envs import UserError

_, _n = translator("web")

Reason = Literal["free", "away", "resigned"]
State = Literal["agent", "free", "here", "away"]


class Company:
    """The people of a table.

    Attributes:
        seats: The seats of people.
        replaced: The seats of people in which an agent plays, with the reason.
        patience: Seconds that a person may be away, or think, until an agent plays; None for ever.
        is_reading: Whether the only person of the table reads the rules, so that agents wait.
    """

    def __init__(
        self,
        seats: Iterable[int],
        taken: Iterable[int],
        clock: Callable[[], float],
        patience: float | None = None,
    ) -> None:
        """Seats the people; `clock` returns the time in seconds."""
        self.seats, self._clock, self.patience = [*seats], clock, patience
        self.replaced: dict[int, Reason] = {}
        self.is_reading = False
        self._left_at = {seat: clock() for seat in taken}  # of taken seats: when nobody looked on
        self._pages, self._tenures = Counter[int](), Counter[int]()

    @property
    def free(self) -> list[int]:
        """The seats of people that nobody has taken."""
        return [seat for seat in self.seats if seat not in self._left_at]

    @property
    def is_waiting(self) -> bool:
        """Whether the game has not begun, because seats are free in which no agent plays."""
        return any(seat not in self.replaced for seat in self.free)

    @property
    def num_pages(self) -> int:
        """The number of pages that show the table."""
        return self._pages.total()

    def state(self, seat: int) -> State:
        """Returns whether a seat is free, and whether its person has a page open."""
        if seat not in self.seats:
            return "agent"
        if seat in self.free:
            return "free"
        return "here" if self._pages[seat] else "away"

    def owner(self, viewer: int) -> Callable[[], bool]:
        """Returns a function that says whether the seat is still that of its present person."""
        tenure = self._tenures[viewer]
        return lambda: self._tenures[viewer] == tenure

    @contextmanager
    def page(self, viewer: int) -> Iterator[None]:
        """Counts an open page, which shows no rules when it opens or after it was closed."""
        self._pages[viewer] += 1
        self.read(viewer, reads=False)
        try:
            yield
        finally:
            self._pages[viewer] -= 1
            self.read(viewer, reads=False)
            if viewer in self._left_at:
                self._left_at[viewer] = self._clock()

    def read(self, seat: int, *, reads: bool) -> None:
        """Notes whether a person reads the rules; several people do not wait for that."""
        if self.seats == [seat]:
            self.is_reading = reads

    def next_free(self) -> int:
        """Returns the seat of who comes next.

        Raises:
            UserError: No seat is free.
        """
        if not self.free:
            raise UserError(_("every seat of this table is taken."))
        return self.free[0]

    def take(self, seat: int) -> None:
        """Takes a free seat."""
        self._left_at[seat] = self._clock()
        self.replaced.pop(seat, None)

    def leave(self, seat: int) -> None:
        """Frees a seat; its pages are no longer its own. In a game an agent plays on."""
        has_begun = not self.is_waiting
        del self._left_at[seat]
        self._tenures[seat] += 1
        self.replaced.pop(seat, None)
        if has_begun:
            self.begin()

    def begin(self) -> None:
        """Has agents play in all free seats."""
        self.replaced |= dict.fromkeys(self.free, "free")

    @property
    def is_timed(self) -> bool:
        """Whether others wait for people no longer than the patience."""
        return self.patience is not None and not self.is_waiting and len(self.seats) > 1

    def overdue(self) -> list[int]:
        """Returns the seats whose person has been away for too long."""
        if self.patience is None or not self.is_timed:
            return []
        latest = self._clock() - self.patience
        away = (seat for seat in self._left_at if not self._pages[seat])
        return [
            seat for seat in away if seat not in self.replaced and self._left_at[seat] <= latest
        ]
