"""Plays a few games and prints what they left behind, for comparison between processes.

`python -m tests.fingerprint sevens_v0` prints a hash of all states, masks, views, redealt worlds,
points and measures.
"""

import hashlib
import random
from typing import Annotated, Any

import numpy as np
import tyro

from fudaba.envs import Balance, Game, Tables, find_game
from fudaba.testing.mixes import mixes
from fudaba.testing.positions import fields_of

NUM_GAMES = 4


def play(game: Game, options: dict[str, Any], rng: random.Random, digest: Any) -> None:
    """One random game by the kernels."""
    state = np.zeros(1, game.state_dtype)[0]
    game.options.read(game.name, options).write(state)
    state["rng"] = rng.getrandbits(64)
    game.kernels.deal(state)
    mask, points = np.zeros(game.num_actions, np.int8), np.zeros(game.max_players)
    if game.balance:
        measure_deal(game, game.balance, state, digest)
    while state["to_move"] >= 0:
        game.kernels.legal(state, mask)
        digest.update(fields_of(state) + mask.tobytes())
        if game.balance:
            game.balance.lead_value(state, points)
            digest.update(points.tobytes())
        for seat in range(int(state["num_players"])):
            digest.update(fields_of(game.view(state, seat)))
        game.kernels.apply(state, int(rng.choice(np.flatnonzero(mask))))
        if rng.random() < 0.2:
            world = np.array([state])[0]
            game.kernels.redeal(world, rng.randrange(int(state["num_players"])))
            digest.update(fields_of(world))
    game.kernels.score(state, points)
    digest.update(fields_of(state) + points.tobytes())
    if game.balance:
        tallies = np.zeros((len(game.balance.tallies), game.max_players))
        game.balance.measure_game(state, tallies)
        digest.update(tallies.tobytes())


def measure_deal(game: Game, balance: Balance, state: np.void, digest: Any) -> None:
    """The factors of a deal, and the deal after each swap."""
    factors = np.zeros((len(balance.factors), game.max_players))
    balance.measure_deal(state, factors)
    digest.update(factors.tobytes())
    for swap in balance.swaps.values():
        swap(state, 0, 1)
        digest.update(fields_of(state))


def play_tables(game: Game, options: dict[str, Any], rng: random.Random, digest: Any) -> None:
    """Some steps of two tables by the generic loops."""
    tables = Tables(game, game.options.read(game.name, options), 2, seed=rng.getrandbits(64))
    for _ in range(60):
        actions = [int(rng.choice(np.flatnonzero(mask))) for mask in tables.action_masks]
        tables.step(np.array(actions))
        for array in (tables.observations, tables.action_masks, tables.rewards, tables.dones):
            digest.update(array.tobytes())


def fingerprint(game: Game) -> str:
    """The hash, as hexadecimal digits."""
    rng, digest = random.Random(1), hashlib.sha256()
    for options in [mixes(game)[0], *rng.sample(mixes(game), NUM_GAMES - 1)]:
        play(game, options, rng, digest)
    play_tables(game, mixes(game)[0], rng, digest)
    return digest.hexdigest()


def main(game: Annotated[str, tyro.conf.Positional]) -> None:
    """Prints the hash of a game."""
    print(fingerprint(find_game(game)))


if __name__ == "__main__":
    tyro.cli(main)
