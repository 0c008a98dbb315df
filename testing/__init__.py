"""What every game must keep, for `fudaba check-game` and for tests with pytest."""

from .items import game_tests
from .positions import dealt, positions
from .suite import checked

__all__ = ["checked", "dealt", "game_tests", "positions"]
