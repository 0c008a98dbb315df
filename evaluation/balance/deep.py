"""Measures that play positions out: `decisiveness`, `uncertainty` and `kingmaking`.

They take a hundred times as long as the games themselves, so a run measures them only if it is
asked to: `--measure decisiveness`. All chances are those of `chances.py`.

Decisiveness. Thompson ("Defining the Abstract", The Games Journal, 2000) asks that a player can
reach a position from which the others can't recover; Browne ("Automatic Generation and Evaluation
of Recombination Games", 2008) measures how long a decided game goes on. Here the later winner's
chance is estimated at 12 positions spread evenly over the decisions. The game is decided at the
first of them from which on the chance stays above one half, so above that of all others together.
The measure is the share of the decisions that are left then, 0 if that never happened. With several
winners their chances are added.

Uncertainty. Browne wishes for an outcome that remains uncertain for long. Here it is one less the
chance of the later winner, averaged over these positions: near 0 if everybody knew who would win,
and (P - 1) / P if nobody knew anything to the end.

Kingmaking. A player who can't win any more may still decide who does (Elias, Garfield and
Gutschera, "Characteristics of Games", MIT Press, 2012). Of each game at most 8 decisions with a
choice are looked at, spread evenly over them. Each legal move (at most 8, spread evenly) is played
out in the same 32 worlds that the mover can't exclude. The mover can't win if its chance is at most
5 % with each of the moves. The measure is then by how much the move can change one rival's chance:
the rival and the two moves are chosen in one half of the worlds and the difference is measured in
the other, so that it is not large by luck; both halves are used so, and the mean of the two counts.
`out-of-contention` is the share of a seat's decisions in which it can't win.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from fudaba.common.languages import N_
from fudaba.envs import Statistic

from ..statistics import FloatArray, IntArray
from .chances import PlayoutRow, chances, wins_in_worlds
from .measures import Measure, PlayedGame

POSITIONS, WORLDS_OF_SEAT = 12, 16
DECIDED = 0.5
MOST_DECISIONS, MOST_MOVES, WORLDS = 8, 8, 32
OUT_OF_CONTENTION = 0.05


def spread(count: int, most: int) -> IntArray:
    """Returns at most `most` of the numbers 0 to `count` - 1, evenly spread and rising."""
    return np.arange(min(count, most)) * count // max(1, min(count, most))


def winner_s_chances(game: PlayedGame) -> tuple[IntArray, FloatArray]:
    """Returns positions of a game, int64[C], and the later winners' chance there, float64[C]."""
    positions = spread(len(game.actions), POSITIONS)
    found = chances(game.game, game.states, positions, WORLDS_OF_SEAT)
    return positions, np.asarray(found[:, game.winners].sum(axis=1))


def decisiveness(game: PlayedGame) -> float:
    """Returns the part of a game, 0..1, that is still to play once it is decided for good."""
    positions, chance = game.once(winner_s_chances)
    return left_when_decided(positions, chance, len(game.actions))


def left_when_decided(positions: IntArray, chance: FloatArray, length: int) -> float:
    """Returns the share of decisions after the winner's chance has last risen above a half.

    Args:
        positions: int64[C], the numbers of decisions before each position, rising.
        chance: float64[C], the winners' chance.
        length: All decisions of the game.
    """
    open_still = np.flatnonzero(chance <= DECIDED)
    first = open_still[-1] + 1 if len(open_still) else 0
    return 0.0 if first == len(positions) else float(1 - positions[first] / length)


def uncertainty(game: PlayedGame) -> float:
    """Returns 1 less the later winner's chance to win, on average over the game."""
    return float(1 - game.once(winner_s_chances)[1].mean())


def kingmaking(game: PlayedGame) -> list[float | None]:
    """Returns, by seat, how much its move changes a rival's chance once it can't win itself.

    None for a seat that never has such a decision.
    """
    found = game.once(_decisions)
    return [_mean([effect for effect in found[seat] if effect is not None]) for seat in found]


def out_of_contention(game: PlayedGame) -> list[float | None]:
    """Returns the share of each seat's decisions in which it can't win; None if it has none."""
    found = game.once(_decisions)
    return [_mean([float(effect is not None) for effect in found[seat]]) for seat in found]


def _mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _decisions(game: PlayedGame) -> dict[int, list[float | None]]:
    """Returns by seat the `effect_of` each examined decision; None where it can still win."""
    found: dict[int, list[float | None]] = {seat: [] for seat in range(game.num_players)}
    choices = np.flatnonzero(game.had_choice)
    for position in choices[spread(len(choices), MOST_DECISIONS)].tolist():
        mover = int(game.movers[position])
        legal = np.array(game.game.legal_actions(game.states[position]))
        moves = legal[spread(len(legal), MOST_MOVES)].tolist()
        rows = [PlayoutRow(position, mover, move, 0, WORLDS) for move in moves]
        wins = np.stack(wins_in_worlds(game.game, game.states, rows))
        found[mover].append(effect_of(wins, mover))
    return found


def effect_of(wins: FloatArray, mover: int) -> float | None:
    """Returns the change of one rival's chance to win that a mover who can't win decides.

    Args:
        wins: float64[M, W, P], each seat's share of the first place after each move, by world.
        mover: The seat that chooses the move.

    Returns:
        None if the mover can still win. Below 0 only by chance.
    """
    if wins[:, :, mover].mean(axis=1).max() > OUT_OF_CONTENTION:
        return None
    rivals = np.delete(wins, mover, axis=2)
    halves = rivals[:, ::2].mean(axis=1), rivals[:, 1::2].mean(axis=1)
    return float(np.mean([_gap(*halves), _gap(*halves[::-1])]))


def _gap(chosen_in: FloatArray, measured_in: FloatArray) -> float:
    """Returns a rival's gap between two moves; other worlds chose the rival and the moves.

    Args:
        chosen_in: float64[M, P - 1], the rivals' chances after each move.
        measured_in: The same in other worlds.
    """
    best, worst = chosen_in.argmax(axis=0), chosen_in.argmin(axis=0)
    rivals = np.arange(chosen_in.shape[1])
    rival = int((chosen_in[best, rivals] - chosen_in[worst, rivals]).argmax())
    return float(measured_in[best[rival], rival] - measured_in[worst[rival], rival])


Plain = Callable[[PlayedGame], Any]


def _built_in(name: str, meaning: str, function: Plain, per_game: bool) -> Measure:
    statistic = Statistic(name, meaning, -1, 1, partial=not per_game)
    word = name.replace(" ", "-")
    return Measure("tally", statistic, per_game, function, word, identity=f"built-in {word}")


BUILT_IN = {
    measure.word: measure
    for measure in (
        _built_in(
            N_("decisiveness"), "share of the game left when it is decided", decisiveness, True
        ),
        _built_in(N_("uncertainty"), "how little was known of the later winner", uncertainty, True),
        _built_in(
            N_("kingmaking"),
            "how much of a rival's chance a move decides when its player can't win",
            kingmaking,
            False,
        ),
        _built_in(
            N_("out of contention"),
            "share of the decisions in which the player can't win",
            out_of_contention,
            False,
        ),
    )
}
