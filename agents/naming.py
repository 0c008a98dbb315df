"""Agents by name: `random`, `greedy`, `montecarlo:budget=400`, `policy:runs/sevens/final`."""

from pathlib import Path

from fudaba.envs import Game, UserError
from fudaba.envs.core.checks import check_kind
from fudaba.envs.core.game import check_game
from fudaba.envs.core.options import Options

from .agent import Agent
from .greedy import GreedyAgent
from .montecarlo import LARGEST_BUDGET, MonteCarloAgent
from .uniform import UniformAgent

ALLOWED = "random, greedy, montecarlo:budget=N, policy:PATH"
BUDGET = "budget="


def make_agent(word: str, game: Game, options: Options) -> Agent:
    """Makes the agent that a word names.

    Args:
        word: `random`, `greedy`, `montecarlo:budget=N` with the number of games to play out for
            a decision, or `policy:PATH` with the folder of a published policy.
        game: The game to play.
        options: Its house rules.

    Raises:
        UserError: An unknown word; no game, or house rules of another one; a budget out of its
            range; a policy that is missing, damaged, or of another game or other house rules.
    """
    check_kind("an agent's name", word, str, ALLOWED)
    check_game(game)
    game.check_options(options)
    kind, _, argument = word.partition(":")
    if kind == "policy" and argument:
        from .policy import PolicyAgent

        return PolicyAgent.load(Path(argument), game, options)
    if word == "random":
        return UniformAgent()
    if word == "greedy":
        return GreedyAgent(game)
    if kind == "montecarlo" and argument:
        return MonteCarloAgent(game, budget_of(word))
    raise UserError(f"there is no agent {word!r}; allowed: {ALLOWED}.")


def budget_of(word: str) -> int:
    """The N of `montecarlo:budget=N`.

    Raises:
        UserError: It is no whole number from 1 to 1,000,000.
    """
    digits = word.removeprefix(f"montecarlo:{BUDGET}")
    # Python refuses to read very long numbers, so their length is checked first.
    is_short = digits.isdecimal() and len(digits) <= len(str(LARGEST_BUDGET))
    if not is_short or not 1 <= int(digits) <= LARGEST_BUDGET:
        raise UserError(
            f"there is no agent {word!r}; allowed: montecarlo:{BUDGET}N with N from 1 to "
            f"{LARGEST_BUDGET}."
        )
    return int(digits)
