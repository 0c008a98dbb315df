"""Sentences that several pages share, and sentences as one text."""

from collections.abc import Iterable, Sequence
from functools import reduce

from fudaba.common.languages import N_, translator
from fudaba.envs import Game, Options

_, _n = translator("evaluation")

MOST_NAMED = 4  # variants in one sentence
PLAYERS = {  # by the word before the colon of an agent's spec
    "random": N_("random plays any legal move"),
    "greedy": N_("greedy follows the hand-written advice for the game"),
    "montecarlo": N_(
        "montecarlo tries each move in random deals that it can't exclude, in as many as its "
        "budget allows"
    ),
    "ismcts": N_(
        "ismcts searches several moves ahead in random deals that it can't exclude, in as many as "
        "its budget allows"
    ),
    "policy": N_("policy is a trained network"),
    "best": N_("best is the network that was trained for the game"),
}


def joined(sentences: Iterable[str]) -> str:
    """Returns sentences as one text: with a space between them, which Japanese does not have."""
    return reduce(lambda one, other: _("{one} {other}", one=one, other=other), sentences)


def some_of(names: Sequence[str]) -> str:
    """Returns names, or the first of many with the number of the others."""
    some, more = _("; ").join(names[:MOST_NAMED]), len(names) - MOST_NAMED
    return _("{some}; and {more} more", some=some, more=more) if more > 0 else some


def on_rewards(game: Game, options: Options) -> str:
    """Returns the meaning of a reward, and its scale under some house rules."""
    lowest = options.lowest_points()
    if getattr(options, "reward_mode", "") == "winner":
        return _(
            "A reward is what the game pays a player at its end: {win:+g} for winning alone and "
            "{loss:+.2g} for not winning.",
            win=1,
            loss=-1 / (options.num_players - 1),
        )
    if not game.zero_sum:
        return _(
            "A reward is what the game pays a player at its end, {lowest:+g} at worst.",
            lowest=lowest,
        )
    return _(
        "A reward is what the game pays a player at its end, {lowest:+g} at worst and 0 on average "
        "over the players.",
        lowest=lowest,
    )


def on_players(agents: Iterable[str]) -> str:
    """Returns who the agents are, by their specs; empty if all are the user's own."""
    kinds = dict.fromkeys(agent.partition(":")[0] for agent in agents)
    known = [_(PLAYERS[kind]) for kind in kinds if kind in PLAYERS]
    return _("Players: {players}.", players=_("; ").join(known)) if known else ""
