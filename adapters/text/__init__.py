"""The text interface: positions and answers as text, and environments made of both."""

from fudaba.envs.core.words.position_text import position_text, rules_text
from fudaba.envs.core.words.text_answers import read_answer

from .arena_env import TextArenaEnv
from .env import TextSeatEnv

__all__ = ["TextArenaEnv", "TextSeatEnv", "position_text", "read_answer", "rules_text"]
