"""All games for OpenSpiel: after this import `pyspiel.load_game("fudaba_sevens")` finds them."""

from fudaba.envs import every_game

from .game import CardGame, CardState, register, spiel_name
from .players import AgentBot, SpielAgent

for _game in every_game():
    if _game.zero_sum:  # OpenSpiel has no others
        register(_game.name)

__all__ = ["AgentBot", "CardGame", "CardState", "SpielAgent", "register", "spiel_name"]
