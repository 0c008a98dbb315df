"""All games for OpenSpiel: after this import `pyspiel.load_game("fudaba_sevens")` finds them."""

from fudaba.envs import game_names

from .game import CardGame, CardState, register, spiel_name
from .players import AgentBot, SpielAgent

for _name in game_names():
    register(_name)

__all__ = ["AgentBot", "CardGame", "CardState", "SpielAgent", "register", "spiel_name"]
