"""Players that see a view and a mask, never the state."""

from .agent import Agent, choose_actions
from .words import make_agent

__all__ = ["Agent", "choose_actions", "make_agent"]
