"""What agents are called, wherever people read of them, and who plays Easy, Medium and Strong."""

from fudaba.common.languages import N_, translator
from fudaba.envs import Game

from .chat import CHAT, title_of
from .naming import GREEDY, PERSON, SEARCH, STRATEGY, adviser_of, names_code, policy_name
from .packaged import BEST, has_policy

_, _n = translator("agents")

EASY, MEDIUM, STRONG = N_("Easy"), N_("Medium"), N_("Strong")
STRONG_SEARCH = (
    "ismcts:budget=64"  # in no game told from the best agent, or close behind it: docs/league.md
)
OUTPLAYED = {"tyrant_v0"}  # games in which that search beats the packaged policy: docs/league.md
TITLES = {
    PERSON: N_("Guest"),
    "random": EASY,
    GREEDY: EASY,  # in a game without a heuristic, where it plays at random
    "perfect": N_("Perfect"),
}
SEARCH_TITLES = {  # by the kind, and whether it follows a policy
    ("montecarlo", False): N_("Search {budget}"),
    ("montecarlo", True): N_("Trained search {budget}"),
    ("ismcts", False): N_("Tree search {budget}"),
    ("ismcts", True): N_("Trained tree search {budget}"),
}


def levels(game: Game) -> dict[str, str]:
    """Returns the specs of the agents that play any house rules, by level, the weakest first."""
    return {EASY: "random", MEDIUM: adviser_of(game), STRONG: STRONG_SEARCH}


def usual_levels(game: Game) -> dict[str, str]:
    """Returns the levels at which another agent plays by the usual house rules."""
    return {STRONG: BEST} if has_policy(game) and game.name not in OUTPLAYED else {}


def agent_title(spec: str, game: Game) -> str:
    """Returns what an agent is called at every place that people read, in the current language.

    It is the agent's level, if it has one. A person without a name is a guest. Specs of other kinds
    are returned unchanged.

    Args:
        spec: The spec, or `person`.
        game: The game that it plays.

    >>> from fudaba.envs import find_game
    >>> sevens = find_game("sevens_v0")
    >>> agent_title("greedy", sevens), agent_title("best", sevens)
    ('Medium', 'Strong')
    >>> agent_title("montecarlo:budget=64", sevens), agent_title("policy:runs/a", sevens)
    ('Search 64', 'Trained')
    >>> agent_title("ismcts:budget=64,policy=best", sevens)
    'Trained tree search 64'
    >>> agent_title("montecarlo:budget=64,belief=greedy", sevens)
    'Search 64, listening'
    >>> agent_title("python:bots/mine.py:Shedder", sevens)
    'Shedder'
    >>> agent_title("chat:qwen/qwen3:8b,temperature=0", sevens)
    'qwen3:8b'
    """
    for level, word in [*levels(game).items(), *usual_levels(game).items()]:
        if spec == word:
            return _(level)
    if found := SEARCH.fullmatch(spec):
        title = SEARCH_TITLES[found["kind"], bool(found["policy"])]
        title = _(title, budget=found["budget"])
        return _("{search}, listening", search=title) if found["belief"] else title
    if policy_name(spec) is not None:
        return _("Trained")
    if spec in TITLES:
        return _(TITLES[spec])
    if spec.startswith(CHAT):
        return title_of(spec)
    if names_code(spec):
        return spec.rpartition(":")[2]
    if spec.startswith(STRATEGY):
        return _("Solved")
    return spec.capitalize() if spec.isalpha() else spec
