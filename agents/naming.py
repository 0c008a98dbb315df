"""Agents by their specs: `random`, `greedy`, `expert`, `ismcts:budget=400`, `policy:PATH`."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from fudaba.common.checks import check_kind
from fudaba.common.errors import did_you_mean
from fudaba.common.files import read_path
from fudaba.common.languages import translator
from fudaba.envs import Game, Options, UserError
from fudaba.envs.core.contract.game import check_game

from .agent import Agent
from .bot_settings import BotSettings
from .chat import CHAT, CHAT_FORM, ChatAgent, check_chat
from .expert import FEWEST_SECONDS, MOST_SECONDS, SECONDS, ExpertAgent, strongest
from .greedy import GreedyAgent, greedy_or_random, has_heuristic
from .ismcts import ISMCTSAgent
from .listening import ListeningSearch, Search
from .montecarlo import MonteCarloAgent
from .packaged import BEST, is_packaged, packaged_folder
from .perfect import PerfectAgent
from .policy import PolicyAgent
from .program import PROGRAM, ProgramAgent
from .program.agent import command_of
from .python_agent import FORMS, PYTHON, PythonAgent, load_factory
from .searching import LARGEST_BUDGET, WorldSearch
from .strategy import StrategyAgent
from .tuned_advice import read_tuned_advice
from .uniform import UniformAgent

_, _n = translator("agents")

PERSON = "person"
CODE_FORMS = f"{FORMS}, program:COMMAND, {CHAT_FORM}"
REPEATABLE = (
    "random, greedy, greedy:untuned, greedy:weights=FILE, best, montecarlo:budget=N, "
    "ismcts:budget=N, either with ,belief=MODEL, ,policy=PATH, ,policy=GAME or ,prior=PATH behind "
    "it, perfect, "
    "policy:GAME, policy:any, policy:PATH, policy:PATH,sample, policy:PATH,argmax, "
    "strategy:FILE, "
    f"{CODE_FORMS}"
)
ALLOWED = f"{REPEATABLE}, expert, expert:seconds=S"
KINDS = (
    "random",
    "greedy",
    "best",
    "expert",
    "montecarlo:budget=64",
    "ismcts:budget=64",
    "perfect",
)
POLICY = "policy:"
ENDINGS = {",sample": True, ",argmax": False}  # whether actions are drawn
STRATEGY = "strategy:"
GREEDY, UNTUNED, WEIGHTS = "greedy", "greedy:untuned", "greedy:weights="
SEARCHES = ("montecarlo", "ismcts")
BELIEFS = ("greedy", "policy")
HINTING_SEARCH = "montecarlo:budget=256"
SEARCH = re.compile(
    rf"(?P<kind>{'|'.join(SEARCHES)}):budget=(?P<budget>[0-9]+)"
    rf"(?:,belief=(?P<belief>{'|'.join(BELIEFS)}))?(?:,(?P<role>policy|prior)=(?P<policy>.+))?"
)

EXPERT = "expert"
TIMED = re.compile(rf"{EXPERT}(?::seconds=(?P<seconds>[0-9]{{1,9}}(?:\.[0-9]{{1,9}})?))?")

BUDGETS = re.compile(rf"((?:{'|'.join(SEARCHES)}):budget=)([0-9]+)\.\.([0-9]+)(.*)")


def spelled_out(words: Sequence[str]) -> list[str]:
    """Returns specs; `montecarlo:budget=8..64` stands for the budgets 8, 16, 32 and 64.

    Raises:
        UserError: A range of budgets has no number.
    """
    specs = list[str]()
    for word in words:
        found = BUDGETS.fullmatch(word) if isinstance(word, str) else None
        if found is None:
            specs.append(word)
            continue
        before, least, most, behind = found[1], int(found[2]), int(found[3]), found[4]
        if not 1 <= least <= most <= LARGEST_BUDGET:
            raise UserError(
                _(
                    "the budgets of {word} can't be doubled; allowed: a smaller number before a "
                    "larger one, 1 to {most:,}.",
                    word=word,
                    most=LARGEST_BUDGET,
                )
            )
        doublings = range((most // least).bit_length())
        specs += [f"{before}{least << doubling}{behind}" for doubling in doublings]
    return specs


def make_agent(
    spec: str,
    game: Game,
    options: Options,
    settings: BotSettings | None = None,
    num_threads: int = 1,
) -> Agent:
    """Returns the agent that a spec names.

    Args:
        spec: One of the following. PATH is the folder of a published policy; a game's name or
            `best` instead of a path stands for the policy that comes with the package, and `any`
            for the one that was trained for many house rules and numbers of players.

            - `random`, `greedy`; `perfect` in a game that is solved;
            - `greedy:untuned`: greedy with the weights that were chosen by hand;
              `greedy:weights=FILE`: with those that `fudaba tune-heuristic` wrote;
            - `montecarlo:budget=N`, `ismcts:budget=N`: a search that plays N games per decision;
              with `,policy=PATH` appended it follows that policy's advice; with `,prior=PATH` it
              tries only the moves that the policy may make; with `,belief=greedy`
              or `,belief=policy` right behind the budget it weighs its worlds by what the others
              did, as that player would (see `ListeningSearch`): greedy, or the policy that the
              spec names, which without one is `best`;
            - `expert`: the strongest player of the game, mostly a search for a quarter of a second
              a decision, with `expert:seconds=S` for S seconds; see `ExpertAgent`;
            - `policy:PATH,argmax`: takes the policy's most likely action; `policy:PATH,sample`
              draws from its probabilities; `policy:PATH` does what its card says; `best` is short
              for `policy:best`;
            - `strategy:FILE`: a strategy of a solved game, as `fudaba exploit --exact` writes it;
            - `python:MODULE:NAME`, `python:FILE.py:NAME`: the user's own class or function NAME,
              which is called with `game` and `options` if it has such parameters;
            - `program:COMMAND`: a program in any language, see `docs/protocol.md`;
            - `chat:MODEL`: a model behind an OpenAI-compatible server, see `docs/chat.md`.
        game: The game to play.
        options: Its house rules.
        settings: Settings of a program or a model; None for the defaults.
        num_threads: Threads that share a decision of `montecarlo`, 1 to 1,024; the other agents use
            one.

    Raises:
        UserError: The spec is unknown, or the house rules are another game's; the budget or the
            time is out of its range; the game is not solved; the policy is missing, damaged, or
            trained for another game or other house rules; a file of weights can't be used; or the
            user's code is missing or fails.
    """
    check_kind("an agent's name", spec, str, ALLOWED)
    check_game(game)
    game.check_options(options)
    if spec == "random":
        return UniformAgent()
    if spec in (GREEDY, UNTUNED) or spec.startswith(WEIGHTS):
        return _greedy_agent(spec, game)
    if spec == "perfect":
        return PerfectAgent(game, options)
    if spec.startswith(tuple(f"{kind}:" for kind in SEARCHES)):
        return _search_agent(spec, game, options, num_threads)
    if spec == EXPERT or spec.startswith(f"{EXPERT}:"):
        return _expert_agent(spec, game, options, num_threads)
    if policy_name(spec) is not None:
        return load_policy(spec, game, options)
    if spec.startswith(STRATEGY):
        return StrategyAgent.load(spec.removeprefix(STRATEGY), game, options)
    if spec.startswith(PYTHON):
        return cast(Agent, PythonAgent(spec, game, options))
    if spec.startswith(PROGRAM):
        return ProgramAgent(spec, game, options, settings)
    if spec.startswith(CHAT):
        return ChatAgent(spec, game, options, settings)
    hint = did_you_mean(spec, KINDS)
    raise UserError(
        _(
            "there is no agent {word}; allowed: {allowed}.{hint}",
            word=repr(spec),
            allowed=_(ALLOWED),
            hint=hint,
        )
    )


def repeatable_agent(spec: str, game: Game, options: Options) -> Agent:
    """Returns the agent that a spec names, for games that are the same every time.

    Raises:
        UserError: `make_agent` raises it, or the agent decides by the clock.
    """
    agent = make_agent(spec, game, options)
    if TIMED.fullmatch(spec):
        raise UserError(
            _(
                "agent {word} decides by the clock, so its games are never the same again; allowed "
                "here: all other agents, such as montecarlo:budget=1024.",
                word=repr(spec),
            )
        )
    return agent


def adviser_of(game: Game) -> str:
    """Returns the spec of the agent that gives hints: greedy, or a search without a heuristic."""
    return GREEDY if has_heuristic(game) else HINTING_SEARCH


def names_code(spec: str) -> bool:
    """Whether a spec names code of the user's own, or a model.

    Code runs with all that this process may do. The spec of a model can name a server and a file.
    """
    return spec.startswith((PYTHON, PROGRAM, CHAT))


def check_code(spec: str, settings: BotSettings | None = None) -> None:
    """Checks a spec of the user's own code, or of a model, without a game.

    Args:
        spec: The spec.
        settings: Settings of a model; None for the defaults.

    Raises:
        UserError: The spec names no code, or the code is missing or fails; or a model's template
            or the address of its server can't be used.
    """
    if spec.startswith(PYTHON):
        load_factory(spec, Path.cwd())
    elif spec.startswith(PROGRAM):
        command_of(spec)
    elif spec.startswith(CHAT):
        check_chat(spec, settings)
    else:
        raise UserError(
            _(
                "{word} names no code of your own; allowed: {allowed}.",
                word=repr(spec),
                allowed=CODE_FORMS,
            )
        )


def load_policy(spec: str, game: Game, options: Options, sample: bool | None = None) -> PolicyAgent:
    """Returns the policy that `best`, `policy:PATH` or `policy:PATH,sample` names.

    Args:
        spec: The spec.
        game: The game to play.
        options: Its house rules.
        sample: Whether it draws its actions if the spec does not say so; None for what its card
            says.

    Raises:
        UserError: It is missing, damaged, or of another game or other house rules.
    """
    name, folder = policy_name(spec), policy_place(spec, game)
    said = [draws for ending, draws in ENDINGS.items() if spec.endswith(ending)]
    return PolicyAgent.load(folder, game, options, said[0] if said else sample, name)


def policy_place(spec: str, game: Game) -> Path:
    """Returns the folder of the policy that `best`, `policy:PATH` or `policy:PATH,sample` names.

    Raises:
        UserError: The spec means a packaged policy, and there is none or it is another game's.
    """
    name = _without_ending(spec.removeprefix(POLICY))
    return packaged_folder(name, game) if is_packaged(name) else Path(name)


def policy_name(spec: str) -> str | None:
    """Returns the PATH in the spec of a policy or of a search with a policy, or `best`, or None."""
    if found := SEARCH.fullmatch(spec):
        return found["policy"]
    name = _without_ending(spec)
    names_policy = name == BEST or name.startswith(POLICY)
    return (name.removeprefix(POLICY) or None) if names_policy else None


def _without_ending(spec: str) -> str:
    """Returns the spec of a policy without `,sample` or `,argmax`."""
    for ending in ENDINGS:
        spec = spec.removesuffix(ending)
    return spec


def policy_folder(spec: str) -> Path | None:
    """Returns the folder that a spec names by its path; None for others such as `policy:best`."""
    name = policy_name(spec)
    return None if name is None or is_packaged(name) else Path(name)


def with_budget(search: str, games: int) -> str:
    """Returns the spec of a search with a budget; a word of another kind is returned unchanged.

    >>> with_budget("montecarlo,policy=best", 9), with_budget("best", 9)
    ('montecarlo:budget=9,policy=best', 'best')
    """
    kind, comma, rest = search.partition(",")
    return f"{kind}:budget={games}{comma}{rest}" if kind in SEARCHES else search


def smallest_search(spec: str) -> str | None:
    """Returns the same search at its shortest, which compiles the same kernels; None for others."""
    if TIMED.fullmatch(spec):
        return f"{EXPERT}:seconds={FEWEST_SECONDS:g}"
    found = SEARCH.fullmatch(spec)
    return spec.replace(found["budget"], "1", 1) if found else None


def _greedy_agent(spec: str, game: Game) -> Agent:
    """Returns the greedy agent that a spec names.

    Raises:
        UserError: The file of weights is missing, damaged, or for another game.
    """
    if spec == GREEDY:
        return greedy_or_random(game)
    if spec == UNTUNED:
        return GreedyAgent(game, {})
    path = read_path("a file of weights", spec.removeprefix(WEIGHTS))
    weights = read_tuned_advice(path, game).weights
    try:
        return GreedyAgent(game, weights)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None


def _search_agent(
    spec: str, game: Game, options: Options, num_threads: int
) -> Search | ListeningSearch:
    """Returns the search that a spec names.

    Raises:
        UserError: The budget is no whole number from 1 to 1,000,000, there is no such belief, or
            the policy can't be loaded.
    """
    found = SEARCH.fullmatch(spec)
    # Python refuses to read very long numbers, so their length is checked first.
    is_short = found is not None and len(found["budget"]) <= len(str(LARGEST_BUDGET))
    if found is None or not is_short or not 1 <= int(found["budget"]) <= LARGEST_BUDGET:
        form = f"{spec.partition(':')[0]}:budget=N"
        raise UserError(
            _(
                "there is no agent {word}; allowed: {search} with N from 1 to {most}, behind it "
                ",belief=greedy or ,belief=policy, and last ,policy=PATH or ,prior=PATH.",
                word=repr(spec),
                search=form,
                most=LARGEST_BUDGET,
            )
        )
    policy, belief, budget = found["policy"], found["belief"], int(found["budget"])
    named = load_policy(f"{POLICY}{policy}", game, options, sample=False) if policy else None
    advice, prior = (None, named) if found["role"] == "prior" else (named, None)
    search: Search = (
        ISMCTSAgent(game, budget, advice, prior)
        if found["kind"] == "ismcts"
        else MonteCarloAgent(game, budget, advice, num_threads, prior)
    )
    if belief is None:
        return search
    if belief == GREEDY:
        return ListeningSearch(search, GreedyAgent(game))
    return ListeningSearch(search, named or load_policy(BEST, game, options, sample=False))


def _expert_agent(spec: str, game: Game, options: Options, num_threads: int) -> Agent:
    """Returns the expert that a spec names: a search, or a policy where no search is stronger.

    Raises:
        UserError: The seconds are no number in their range.
    """
    found = TIMED.fullmatch(spec)
    seconds = float((found and found["seconds"]) or SECONDS)
    if found is None or not FEWEST_SECONDS <= seconds <= MOST_SECONDS:
        raise UserError(
            _(
                "there is no agent {word}; allowed: expert, and expert:seconds=S with S from "
                "{least:g} to {most:g}.",
                word=repr(spec),
                least=FEWEST_SECONDS,
                most=MOST_SECONDS,
            )
        )
    word = with_budget(strongest(game, options), 1)
    agent = make_agent(word, game, options, num_threads=num_threads)
    return ExpertAgent(agent, seconds) if isinstance(agent, WorldSearch) else agent
