"""The text door: positions as text, answers as text, and environments made of both."""

from .answers import read_answer
from .arena_env import TextArenaEnv
from .env import TextSeatEnv
from .position import position_text, rules_text

__all__ = ["TextArenaEnv", "TextSeatEnv", "position_text", "read_answer", "rules_text"]
