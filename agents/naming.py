"""Agents by name: `random`, `greedy`, `best`, `ismcts:budget=400`, `policy:runs/mine/final`."""

import re
from pathlib import Path

from fudaba.envs import Game, UserError
from fudaba.envs.core.checking.checks import check_kind
from fudaba.envs.core.contract.game import check_game
from fudaba.envs.core.contract.options import Options

from .agent import Agent
from .greedy import GreedyAgent
from .ismcts import ISMCTSAgent
from .montecarlo import MonteCarloAgent
from .packaged import BEST, is_packaged, packaged_folder
from .perfect import PerfectAgent
from .policy import PolicyAgent
from .searching import LARGEST_BUDGET, WorldSearch
from .uniform import UniformAgent

ALLOWED = (
    "random, greedy, best, montecarlo:budget=N, ismcts:budget=N, either with ,policy=PATH or "
    ",policy=GAME behind it, perfect, policy:GAME, policy:PATH, policy:PATH,sample"
)
POLICY, SAMPLE = "policy:", ",sample"
SEARCHES: dict[str, type[WorldSearch]] = {"montecarlo": MonteCarloAgent, "ismcts": ISMCTSAgent}
SEARCH = re.compile(
    rf"(?P<kind>{'|'.join(SEARCHES)}):budget=(?P<budget>[0-9]+)(?:,policy=(?P<policy>.+))?"
)


def make_agent(word: str, game: Game, options: Options) -> Agent:
    """Makes the agent that a word names.

    Args:
        word: `random`, `greedy`, `montecarlo:budget=N` or `ismcts:budget=N` with the number of
            games to play for a decision, `montecarlo:budget=N,policy=PATH` for a search that
            follows the advice of `policy:PATH`, `perfect` in a game that is solved, `policy:PATH`
            with the folder of a published policy, which takes the likeliest action, or
            `policy:PATH,sample`, which draws from its probabilities. In the place of PATH, the
            name of a game or `best` is the policy that comes with the package; `best` alone is
            short for `policy:best`.
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
    if word == "random":
        return UniformAgent()
    if word == "greedy":
        return GreedyAgent(game)
    if word == "perfect":
        return PerfectAgent(game, options)
    if word.startswith(tuple(f"{kind}:" for kind in SEARCHES)):
        return _search_agent(word, game, options)
    if policy_name(word) is not None:
        return load_policy(word, game, options)
    raise UserError(f"there is no agent {word!r}; allowed: {ALLOWED}.")


def load_policy(word: str, game: Game, options: Options) -> PolicyAgent:
    """The policy that `best`, `policy:PATH` or `policy:PATH,sample` names.

    Raises:
        UserError: It is missing, damaged, or of another game or other house rules.
    """
    name, folder = policy_name(word), policy_place(word, game)
    return PolicyAgent.load(folder, game, options, word.endswith(SAMPLE), name)


def policy_place(word: str, game: Game) -> Path:
    """The folder of the policy that `best`, `policy:PATH` or `policy:PATH,sample` names.

    Raises:
        UserError: It should come with the package, and there is none, or it is another game's.
    """
    name = word.removeprefix(POLICY).removesuffix(SAMPLE)
    return packaged_folder(name, game) if is_packaged(name) else Path(name)


def policy_name(word: str) -> str | None:
    """The PATH of a policy's word or of a search with its advice, or `best`; None for others."""
    if found := SEARCH.fullmatch(word):
        return found["policy"]
    name = word.removesuffix(SAMPLE)
    names_policy = name == BEST or name.startswith(POLICY)
    return (name.removeprefix(POLICY) or None) if names_policy else None


def policy_folder(word: str) -> Path | None:
    """The folder that a word names by its path; None for other words, as `policy:best`."""
    name = policy_name(word)
    return None if name is None or is_packaged(name) else Path(name)


def smallest_search(word: str) -> str | None:
    """The same search with a budget of 1, which compiles the same; None for other words."""
    found = SEARCH.fullmatch(word)
    return word.replace(found["budget"], "1", 1) if found else None


def _search_agent(word: str, game: Game, options: Options) -> WorldSearch:
    """The agent that a word of a search names.

    Raises:
        UserError: The budget is no whole number from 1 to 1,000,000, or the policy can't be had.
    """
    found = SEARCH.fullmatch(word)
    # Python refuses to read very long numbers, so their length is checked first.
    is_short = found is not None and len(found["budget"]) <= len(str(LARGEST_BUDGET))
    if found is None or not is_short or not 1 <= int(found["budget"]) <= LARGEST_BUDGET:
        search = f"{word.partition(':')[0]}:budget=N"
        raise UserError(
            f"there is no agent {word!r}; allowed: {search} or {search},policy=PATH with N from 1 "
            f"to {LARGEST_BUDGET}."
        )
    advice = load_policy(f"{POLICY}{found['policy']}", game, options) if found["policy"] else None
    return SEARCHES[found["kind"]](game, int(found["budget"]), advice)
