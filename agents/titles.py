"""What agents are called, wherever people read of them, and who plays Easy, Medium and Strong."""

from fudaba.common.languages import N_, translator
from fudaba.envs import Game

from .chat import CHAT, title_of
from .naming import (
    EXPERT,
    GREEDY,
    PERSON,
    SEARCH,
    STRATEGY,
    TIMED,
    adviser_of,
    names_code,
    policy_name,
)

_, _n = translator("agents")

EASY, MEDIUM, STRONG = N_("Easy"), N_("Medium"), N_("Strong")
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
    """Returns the specs of the agents by level, the weakest first; each plays any house rules."""
    return {EASY: "random", MEDIUM: adviser_of(game), STRONG: EXPERT}


def agent_title(spec: str, game: Game) -> str:
    """Returns what an agent is called at every place that people read, in the current language.

    It is the agent's level, if it has one. A person without a name is a guest. Specs of other kinds
    are returned unchanged.

    Args:
        spec: The spec, or `person`.
        game: The game that it plays.

    >>> from fudaba.envs import find_game
    >>> sevens = find_game("sevens_v0")
    >>> agent_title("greedy", sevens), agent_title("expert", sevens)
    ('Medium', 'Strong')
    >>> agent_title("montecarlo:budget=64", sevens), agent_title("policy:runs/a", sevens)
    ('Search 64', 'Trained')
    >>> agent_title("ismcts:budget=64,policy=best", sevens)
    'Trained tree search 64'
    >>> agent_title("montecarlo:budget=64,belief=greedy", sevens)
    'Search 64, listening'
    >>> agent_title("expert:seconds=2", sevens)
    'Expert 2 s'
    >>> agent_title("python:bots/mine.py:Shedder", sevens)
    'Shedder'
    >>> agent_title("chat:qwen/qwen3:8b,temperature=0", sevens)
    'qwen3:8b'
    """
    for level, word in levels(game).items():
        if spec == word:
            return _(level)
    if found := SEARCH.fullmatch(spec):
        title = SEARCH_TITLES[found["kind"], bool(found["policy"])]
        title = _(title, budget=found["budget"])
        return _("{search}, listening", search=title) if found["belief"] else title
    if found := TIMED.fullmatch(spec):
        return _("Expert {seconds} s", seconds=found["seconds"])
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
