"""Agents by name: `random`, `greedy`, `best`, `montecarlo:budget=400`, `policy:runs/mine/final`."""

from pathlib import Path

from fudaba.envs import Game, UserError
from fudaba.envs.core.checks import check_kind
from fudaba.envs.core.game import check_game
from fudaba.envs.core.options import Options

from .agent import Agent
from .greedy import GreedyAgent
from .montecarlo import LARGEST_BUDGET, MonteCarloAgent
from .packaged import BEST, is_packaged, packaged_folder
from .perfect import PerfectAgent
from .uniform import UniformAgent

ALLOWED = (
    "random, greedy, best, montecarlo:budget=N, perfect, policy:GAME, policy:PATH, "
    "policy:PATH,sample"
)
POLICY, SAMPLE = "policy:", ",sample"
BUDGET = "budget="


def make_agent(word: str, game: Game, options: Options) -> Agent:
    """Makes the agent that a word names.

    Args:
        word: `random`, `greedy`, `montecarlo:budget=N` with the number of games to play out for
            a decision, `perfect` in a game that is solved, `policy:PATH` with the folder of a
            published policy, which takes the likeliest action, or `policy:PATH,sample`, which
            draws from its probabilities. In the place of PATH, the name of a game or `best` is the
            policy that comes with the package; `best` alone is short for `policy:best`.
        game: The game to play.
        options: Its house rules.

    Raises:
        UserError: An unknown word; no game, or house rules of another one; a budget out of its
            range; a game that is not solved; a policy that is missing, damaged, or of another game
            or other house rules.
    """
    check_kind("an agent's name", word, str, ALLOWED)
    check_game(game)
    game.check_options(options)
    if (name := policy_name(word)) is not None:
        from .policy import PolicyAgent

        folder = packaged_folder(name, game) if is_packaged(name) else Path(name)
        return PolicyAgent.load(folder, game, options, word.endswith(SAMPLE), name)
    if word == "random":
        return UniformAgent()
    if word == "greedy":
        return GreedyAgent(game)
    if word.startswith("montecarlo:"):
        return MonteCarloAgent(game, budget_of(word))
    if word == "perfect":
        return PerfectAgent(game, options)
    raise UserError(f"there is no agent {word!r}; allowed: {ALLOWED}.")


def policy_name(word: str) -> str | None:
    """The PATH of `policy:PATH` and of `policy:PATH,sample`, or `best`; None for other words."""
    name = word.removesuffix(SAMPLE)
    if name.startswith(POLICY) and name != POLICY:
        return name.removeprefix(POLICY)
    return name if name == BEST else None


def policy_folder(word: str) -> Path | None:
    """The folder that a word names by its path; None for other words, as `policy:best`."""
    name = policy_name(word)
    return None if name is None or is_packaged(name) else Path(name)


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
