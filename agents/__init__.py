"""Agents: players that get a view, an action mask and perhaps random worlds, never the state."""

from .agent import Agent, ReactiveAgent, SearchAgent, choose_actions
from .naming import make_agent, repeatable_agent

__all__ = [
    "Agent",
    "ReactiveAgent",
    "SearchAgent",
    "choose_actions",
    "make_agent",
    "repeatable_agent",
]
