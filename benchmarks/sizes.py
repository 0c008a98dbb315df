"""Measures the sizes of all games and rungs: the table of docs/benchmark.md.

`python -m benchmarks.sizes` writes `docs/figures/sizes.json`; with games it only prints them. The
players are greedy, and take every tenth of their moves at random. Every deal is played several
times, so that the variance of a seat's reward falls apart into that between deals and that within
them.
"""

import json
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import tyro

from fudaba.agents import Agent, make_agent
from fudaba.envs import NO_ACTION, Game, Options, Tables, find_game, game_names
from fudaba.evaluation.asking import read_game
from fudaba.evaluation.league import League
from fudaba.evaluation.report.numbers import UNKNOWN, percent, reward

from . import figures
from .measure import markdown_table
from .rungs import RUNGS, SHARED, house_rules

SEED, DEALS, PLAYS = 1_000_099, 200, 8
SAMPLE, SAMPLE_DEALS = "makhup_v0", 4
TENTH = 0.1
HEADINGS = (
    "game", "house rules", "players", "decisions", "forced", "choices", "observation", "actions",
    "histories of a deal", "information sets", "luck", "headroom",
)  # fmt: skip


@dataclass(frozen=True)
class Played:
    """Some games, one row each, by deal and then play.

    Attributes:
        points: float64[G, P], the points of each seat.
        decisions: int64[G], the decisions of each game.
        forced: The share of decisions with one legal action.
        choices: The mean number of legal actions of the others.
        log_nodes: float64[G], the natural logarithm of Knuth's estimate of the number of histories
            of the deal; it is of use where all moves are random.
    """

    points: np.ndarray
    decisions: np.ndarray
    forced: float
    choices: float
    log_nodes: np.ndarray


def play(game: Game, options: Options, agent: Agent, random: float, deals: int) -> Played:
    """Plays every deal several times, with one agent in all seats.

    Args:
        game: The game.
        options: The house rules.
        agent: The agent.
        random: The share of its moves that are random.
        deals: The number of deals.
    """
    tables = Tables(game, options, deals * PLAYS, SEED, redeal_finished=False)
    tables.deal(np.arange(deals * PLAYS), np.repeat(np.arange(deals), PLAYS))
    rng, uniform = np.random.default_rng(SEED), make_agent("random", game, options)
    taken, forced, offered = np.zeros(deals * PLAYS, np.int64), 0, 0
    logs = np.zeros(deals * PLAYS)
    nodes = np.zeros(deals * PLAYS)
    while len(rows := np.flatnonzero(tables.to_move >= 0)):
        counts = tables.action_masks[rows].sum(axis=1, dtype=np.int64)
        taken[rows] += 1
        forced += int((counts == 1).sum())
        offered += int(counts[counts > 1].sum())
        logs[rows] += np.log(counts)
        nodes[rows] = np.logaddexp(nodes[rows], logs[rows])
        actions = np.full(deals * PLAYS, NO_ACTION, np.int64)
        views, masks = tables.observations[rows], tables.action_masks[rows]
        is_random = rng.random(len(rows)) < random
        drawn = uniform.act(views, masks, rng)
        actions[rows] = np.where(is_random, drawn, agent.act(views, masks, rng))
        tables.step(actions)
    points = tables.scores[:, : options.num_players].copy()
    decisions = int(taken.sum())
    return Played(points, taken, forced / decisions, offered / max(decisions - forced, 1), nodes)


def luck(points: np.ndarray) -> float:
    """Returns the share of the variance of a seat's points that the deal decides, 0 to 1.

    It is the intraclass correlation of a one-way analysis of variance, over all seats.

    Args:
        points: float64[G, P], by deal and then play.
    """
    by_deal = points.reshape(-1, PLAYS, points.shape[1])
    within = by_deal.var(axis=1, ddof=1).mean()
    between = by_deal.mean(axis=1).var(axis=0, ddof=1).mean() - within / PLAYS
    total = within + between
    return float(np.clip(between / total, 0, 1)) if total else 0.0


def row(name: str, rules: dict[str, object], deals: int = DEALS) -> list[str]:
    """Returns the row of a game, or of a rung."""
    game = find_game(name)
    options = game.options(**{**SHARED, **rules}) if rules else game.options()
    played = play(game, options, make_agent("greedy", game, options), TENTH, deals)
    uniform = make_agent("random", game, options)
    nodes = play(game, options, uniform, 0.0, deals).log_nodes
    most = nodes.max()
    mean = most + np.log(np.exp(nodes - most).mean())
    sets, headroom = rung_figures(game, options) if rules else (UNKNOWN, league_headroom(game))
    return [
        game.title,
        house_rules(options) if rules else "the defaults",
        f"{options.num_players}",
        f"{played.decisions.mean():.1f}",
        percent(played.forced),
        f"{played.choices:.1f}",
        f"{game.observation_size:,}",
        f"{game.num_actions:,}",
        f"10^{mean / np.log(10):.0f}",
        sets,
        percent(luck(played.points)),
        headroom,
    ]


def rung_figures(game: Game, options: Options) -> tuple[str, str]:
    """Returns the number of information sets of a rung, and greedy's exploitability."""
    content = json.loads((figures.FOLDER / "rungs.json").read_text("utf-8"))
    found = [dict(zip(content["headings"], one, strict=True)) for one in content["rows"]]
    names = game.title, house_rules(options)
    [one] = [one for one in found if (one["game"], one["house rules"]) == names]
    return one["information sets"], f"+{one['greedy']}"


def league_headroom(game: Game) -> str:
    """Returns the most that an agent of the league wins alone among greedy players."""
    league = League.from_json((figures.ROOT / "docs" / "league.json").read_bytes())
    table = league.games[game.name]
    column = table.agents.index("greedy")
    met = [meetings[column] for meetings in table.pairwise]
    return reward(max(meeting.reward.mean for meeting in met if meeting))


def sample() -> list[list[str]]:
    """Returns the row of a small game from a few deals."""
    return [row(SAMPLE, {}, SAMPLE_DEALS)]


def main(games: Annotated[tuple[str, ...], tyro.conf.Positional] = ()) -> None:
    """Measures, and prints or writes the table; takes minutes.

    Args:
        games: The games to measure and print; without them all are measured and written.
    """
    names = [read_game(word).name for word in games] or game_names()
    whole = [row(name, {}) for name in names]
    rows = whole + [row(name, rules) for name, rules in RUNGS if name in names]
    if games:
        print(markdown_table(HEADINGS, rows))
        return
    said = (
        f"{DEALS:,} deals, each played {PLAYS} times by greedy players whose every tenth move is "
        "random; rungs have the house rules num_players=2 first_dealer=0 and those named"
    )
    figures.write("sizes", HEADINGS, rows, said, sample())


if __name__ == "__main__":
    tyro.cli(main)
