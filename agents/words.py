"""Agents by name: `random`, `greedy`, `policy:runs/sevens/final`."""

from pathlib import Path

from fudaba.envs import Game, UserError
from fudaba.envs.core.options import Options

from .agent import Agent
from .greedy import GreedyAgent
from .uniform import UniformAgent

ALLOWED = "random, greedy, policy:PATH"


def make_agent(word: str, game: Game, options: Options) -> Agent:
    """Makes the agent that a word names.

    Args:
        word: `random`, `greedy` or `policy:PATH` with the folder of a published policy.
        game: The game to play.
        options: Its house rules.

    Raises:
        UserError: An unknown word; a policy that is missing, damaged, or of another game or
            other house rules.
    """
    kind, _, argument = word.partition(":")
    if kind == "policy" and argument:
        from .policy import PolicyAgent

        return PolicyAgent.load(Path(argument), game, options)
    if word == "random":
        return UniformAgent()
    if word == "greedy":
        return GreedyAgent(game)
    raise UserError(f"there is no agent {word!r}; allowed: {ALLOWED}.")
