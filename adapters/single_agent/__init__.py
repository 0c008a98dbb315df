"""Single-agent environments: the learner has one seat of a game, agents have the others."""

from .env import SeatEnv
from .learner_tables import LearnerTables
from .opponents import OpponentPool
from .vector_env import SeatVectorEnv

__all__ = ["LearnerTables", "OpponentPool", "SeatEnv", "SeatVectorEnv"]
