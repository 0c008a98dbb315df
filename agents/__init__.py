"""Players that see a view and a mask, and perhaps random worlds behind it, never the state."""

from .agent import Agent, ReactiveAgent, SearchAgent, choose_actions
from .naming import make_agent

__all__ = ["Agent", "ReactiveAgent", "SearchAgent", "choose_actions", "make_agent"]
