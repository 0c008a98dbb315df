"""What every game must keep, as functions: `fudaba check-game` and the project's own tests."""

from .checks import DECLARED, HIDDEN, PLAYED, Check
from .positions import dealt, positions
from .suite import checked

__all__ = ["DECLARED", "HIDDEN", "PLAYED", "Check", "checked", "dealt", "positions"]
