"""One seat for a learner, agents in the others: every game as a single-agent environment."""

from .env import SeatEnv
from .learner_tables import LearnerTables
from .opponents import OpponentPool
from .vector_env import SeatVectorEnv

__all__ = ["LearnerTables", "OpponentPool", "SeatEnv", "SeatVectorEnv"]
