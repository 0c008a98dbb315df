"""Retracing: which earlier worlds a world may have come from, and how likely that course was.

A seat knows its own views, and its own actions. Between two of its views that differ others acted,
perhaps unseen. A *step* is what happened there, as the seat can know it. It is found by trying:
worlds behind the earlier view are dealt, and random actions are taken in them until the view
changes. Each trial that shows what the seat saw is an example of the step: its actions, and what
they changed in the memory of a state.

A later world goes back over a step by undoing the changes of an example. The earlier world counts
only if the actions of the example are legal in it and lead to the later world exactly. So no game
needs code of its own, and nothing is used but rules, views and redealt worlds. The earlier world
shows the seat what it saw then: what the seat sees is the same in the later world and behind the
example, and so are its changes. An exception are facts that a view derives from hidden cells.
"""

from functools import cache
from math import exp
from typing import NamedTuple

import numpy as np

from fudaba.envs import Game
from fudaba.envs.core.compiling.kernel import (
    Kernel,
    kernel,
    specialise,
    unbound,
    wait_for_compile,
    wrapping_kernel,
)
from fudaba.envs.core.kit.arrays import count_ones
from fudaba.envs.core.kit.rng import draw_below
from fudaba.envs.core.stepping.information import hash_view, new_view
from fudaba.envs.core.stepping.loops import nth_legal

from .compiled_network import Network, forward
from .greedy import heuristic, observe_partial

TRIALS = 256  # worlds in which a step is looked for
MOST_EXAMPLES = 4
MOST_UNSEEN = 16  # actions of a step
OF_OTHERS = -1
FEWEST_LEFT = 64  # worlds that are taken on after light ones were dropped
MOST_HALVINGS = 60


class Steps(NamedTuple):
    """T steps in a game as one seat saw them, with E examples.

    Attributes:
        num_examples: int64[T], the number of examples of each step, at least one.
        paths: int16[E, MOST_UNSEEN], the actions of each example.
        lengths: int64[E], their number.
        num_changes: int64[E], the number of words of a state that they changed.
        places: int64[D], these words.
        changes: uint64[D], what was added to them.
    """

    num_examples: np.ndarray
    paths: np.ndarray
    lengths: np.ndarray
    num_changes: np.ndarray
    places: np.ndarray
    changes: np.ndarray


class Scratch(NamedTuple):
    """Memory for the kernels below.

    Attributes:
        views: [1], a view record.
        words: The same memory as uint64.
        observation: The same memory as a flat array, int8 or int16 [D].
        mask: int8[A].
        seen: uint64[2], the hash of the view.
    """

    views: np.ndarray
    words: np.ndarray
    observation: np.ndarray
    mask: np.ndarray
    seen: np.ndarray


def new_scratch(game: Game) -> Scratch:
    """Returns scratch memory for one thread."""
    views, words = new_view(game)
    mask, seen = np.zeros(game.num_actions, np.int8), np.zeros(2, np.uint64)
    return Scratch(views, words, game.flat(views)[0], mask, seen)


redeal = legal = apply = observe = see_mover = see = play_until_seen = unbound
choose = chance_of = follow = step_back = unbound


def _see(state: np.void, seat: int, scratch: Scratch) -> np.uint64:
    """Returns the hash of what a seat sees."""
    observe(state, seat, scratch.views[0])
    hash_view(scratch.words, scratch.seen)
    return scratch.seen[0]


def _play_until_seen(
    world: np.void, seat: int, path: np.ndarray, dice: np.void, scratch: Scratch
) -> int:
    """Takes random actions of others until a seat sees something new; returns how many."""
    length, seen = 0, see(world, seat, scratch)
    while length < len(path) and world["to_move"] >= 0 and world["to_move"] != seat:
        action = nth_legal(scratch.mask, draw_below(dice, legal(world, scratch.mask)))
        apply(world, action)
        path[length] = action
        length += 1
        if world["to_move"] >= 0 and see(world, seat, scratch) != seen:
            break
    return length


def _find_examples(
    state: np.void,
    seat: int,
    own_action: int,
    later: np.uint64,
    starts: np.ndarray,
    befores: np.ndarray,
    afters: np.ndarray,
    paths: np.ndarray,
    lengths: np.ndarray,
    dice: np.void,
    scratch: Scratch,
) -> int:
    """Finds examples of a step; returns how many.

    Args:
        state: The table before the step; what the seat does not know of it has no influence.
        seat: The seat.
        own_action: The action of the seat, or OF_OTHERS.
        later: The hash of its view after the step.
        starts: uint64[T], the random streams of the trials.
        befores: [E] state records, filled with the worlds before the step.
        afters: [E], filled with those after it.
        paths: int16[E, MOST_UNSEEN], filled with the actions.
        lengths: int64[E], filled with their numbers.
        dice: A state record whose random stream draws the actions.
        scratch: Scratch memory.
    """
    count = 0
    for start in starts:
        before, after = befores[count], afters[count]
        befores[count] = state
        before["rng"] = start
        redeal(before, seat)
        afters[count] = befores[count]
        if own_action == OF_OTHERS:
            lengths[count] = play_until_seen(after, seat, paths[count], dice, scratch)
        else:
            apply(after, own_action)
            paths[count, 0], lengths[count] = own_action, 1
        if after["to_move"] < 0 or after["rng"] != before["rng"]:
            continue
        count += see(after, seat, scratch) == later
        if count == len(befores):
            break
    return count


def _follow(
    world: np.void, path: np.ndarray, length: int, seat: int, scratch: Scratch, network: Network
) -> float:
    """Takes actions in a world; returns their probability, or a negative number if one is illegal.

    Own actions of the seat have the probability 1.
    """
    probability = 1.0
    for number in range(length):
        mover, action = np.int64(world["to_move"]), np.int64(path[number])
        if mover < 0:
            return -1.0
        num_legal = legal(world, scratch.mask)
        if scratch.mask[action] == 0:
            return -1.0
        if mover != seat and num_legal > 1:
            see_mover(world, mover, scratch.views[0])
            probability *= chance_of(
                scratch.views[0], scratch.observation, scratch.mask, action, network
            )
        apply(world, action)
    return probability


@wrapping_kernel
def undo(words: np.ndarray, earlier: np.ndarray, steps: Steps, end: int, count: int) -> None:
    """Fills `earlier`, uint64[S], with a state without the `count` changes that end at `end`."""
    for place in range(len(words)):
        earlier[place] = words[place]
    for number in range(end - count, end):
        earlier[steps.places[number]] -= steps.changes[number]


@kernel
def are_equal(words: np.ndarray, other: np.ndarray) -> bool:
    """Whether two states, uint64[S], are the same."""
    different = np.uint64(0)
    for place in range(len(words)):
        different |= words[place] ^ other[place]
    return different == np.uint64(0)


def _step_back(
    words: np.ndarray,
    steps: Steps,
    ends: np.ndarray,
    example: int,
    seat: int,
    tried: np.ndarray,
    tried_words: np.ndarray,
    scratch: Scratch,
    network: Network,
) -> float:
    """Fills tried[0] with the world before an example of a step, if it led to a later world.

    Returns:
        The probability of the others' actions, or a negative number.
    """
    undo(words, tried_words[0], steps, ends[example], steps.num_changes[example])
    tried[1] = tried[0]
    path, length = steps.paths[example], steps.lengths[example]
    chance = follow(tried[1], path, length, seat, scratch, network)
    return chance if are_equal(words, tried_words[1]) else -1.0


@kernel
def multiply(weights: np.ndarray, chances: np.ndarray) -> None:
    """Multiplies weights by those chances that are not negative, float64[C] both.

    The chances are scaled so that these weights keep their sum.
    """
    before, after = 0.0, 0.0
    for number in range(len(weights)):
        if chances[number] >= 0.0:
            before += weights[number]
            after += weights[number] * chances[number]
    for number in range(len(weights)):
        if chances[number] >= 0.0 and after > 0.0:
            weights[number] *= chances[number] * before / after


@kernel
def limit_of(weights: np.ndarray) -> float:
    """Returns the mean weight; less if fewer than FEWEST_LEFT worlds of `thin` would stay."""
    limit = weights.sum() / len(weights)
    for _ in range(MOST_HALVINGS):
        expected = 0.0
        for number in range(len(weights)):
            expected += min(weights[number] / limit, 1.0)
        if expected >= FEWEST_LEFT:
            break
        limit /= 2.0
    return limit


@kernel
def thin(weights: np.ndarray, chances: np.ndarray, luck: np.ndarray) -> None:
    """Drops light worlds by chance, so that little time is spent on them.

    A world below the limit stays with the probability weight / limit, and has the limit as its
    weight then. So its expected weight is what it was. One that is dropped has the weight 0 and a
    negative chance.

    Args:
        weights: float64[C].
        chances: float64[C].
        luck: float64[C], random numbers between 0 and 1, which can be used again afterwards.
    """
    limit = limit_of(weights)
    for number in range(len(weights)):
        if weights[number] < limit:
            share = weights[number] / limit
            stays = luck[number] < share
            weights[number] = limit if stays else 0.0
            if stays:
                luck[number] /= share
            else:
                chances[number] = -1.0


def _weigh(
    words: np.ndarray,
    steps: Steps,
    ends: np.ndarray,
    seat: int,
    weights: np.ndarray,
    chances: np.ndarray,
    luck: np.ndarray,
    tried: np.ndarray,
    tried_words: np.ndarray,
    scratch: Scratch,
    network: Network,
) -> None:
    """Multiplies the weight of each world by the probability of the others' actions in it.

    Args:
        words: uint64[C, S], worlds behind the seat's present view; taken back as far as possible.
        steps: What led to that view.
        ends: int64[E], the end of the changes of each example.
        seat: The seat.
        weights: float64[C].
        chances: float64[C], zeros; negative afterwards where a world was not taken back over all
            steps.
        luck: float64[C], random numbers between 0 and 1, for worlds that weigh little; see `thin`.
        tried: [2] state records, as scratch.
        tried_words: The same memory as uint64[2, S].
        scratch: Scratch memory.
        network: The model of the others.
    """
    last = len(steps.lengths)
    tried_words[0, :] = words[0]
    observe(tried[0], seat, scratch.views[0])  # for the fields that `see_mover` leaves alone
    for step in range(len(steps.num_examples) - 1, -1, -1):
        count = steps.num_examples[step]
        first = last - count
        for number in range(len(words)):
            turn = 0 if chances[number] >= 0.0 else count
            chances[number] = -1.0
            while chances[number] < 0.0 and turn < count:
                chances[number] = step_back(
                    words[number],
                    steps,
                    ends,
                    first + (number + turn) % count,
                    seat,
                    tried,
                    tried_words,
                    scratch,
                    network,
                )
                turn += 1
            if chances[number] >= 0.0:
                words[number, :] = tried_words[0]
        multiply(weights, chances)
        thin(weights, chances, luck)
        last = first


def _chance_of_greedy(
    view: np.void, observation: np.ndarray, mask: np.ndarray, action: int, network: Network
) -> float:
    """Returns the probability of an action of a greedy player who errs; see `_chance_of_network`.

    The advised action has the weight that it has in an untrained residual policy.
    """
    trusted = exp(network.advice_logit)
    is_advised = choose(view, network.advice_weights, mask) == action
    return (trusted if is_advised else 1.0) / (trusted + count_ones(mask, len(mask)) - 1)


def _chance_of_network(
    view: np.void, observation: np.ndarray, mask: np.ndarray, action: int, network: Network
) -> float:
    """Returns the probability of an action of a network, greedy's advice included.

    Args:
        view: The view record of the seat to move.
        observation: The same as a flat array, int8 or int16 [D].
        mask: int8[A], its legal actions.
        action: One of them.
        network: The network.
    """
    row, advised = forward(observation, network), -1
    if network.advice_logit != 0.0:
        advised = choose(view, network.advice_weights, mask)
    total, best, wanted = 0.0, -np.inf, 0.0
    for other in range(len(mask)):
        if mask[other] == 1:
            logit = np.float64(network.last_bias[other])
            for place in range(network.widths[-1]):
                logit += network.values[row, place] * network.last_weight[other, place]
            if other == advised:
                logit += network.advice_logit
            if logit > best:
                total, best = total * exp(best - logit), logit
            total += exp(logit - best)
            if other == action:
                wanted = logit
    return exp(wanted - best) / total


@cache
def _see_of(game: Game) -> Kernel:
    return specialise(_see, game.name, observe=game.kernels.observe)


@cache
def example_finder(game: Game) -> Kernel:
    """Returns `find_examples` of a game."""
    rules = game.kernels
    bound = {"apply": rules.apply, "see": _see_of(game)}
    play = specialise(_play_until_seen, game.name, legal=rules.legal, **bound)
    bound |= {"redeal": rules.redeal, "play_until_seen": play}
    return wait_for_compile(specialise(_find_examples, game.name, **bound))


@cache
def weigher(game: Game, by_network: bool) -> Kernel:
    """Returns `weigh` of a game, with a network as the model of the others, or greedy.

    Raises:
        UserError: The game has no greedy advice.
    """
    rules, name = game.kernels, f"{game.name}.network" if by_network else game.name
    template = _chance_of_network if by_network else _chance_of_greedy
    chance_of = specialise(template, name, choose=heuristic(game))
    bound = {"legal": rules.legal, "apply": rules.apply, "chance_of": chance_of}
    seen = rules.observe if by_network else observe_partial(game)
    follow = specialise(_follow, name, see_mover=seen, **bound)
    step_back = specialise(_step_back, name, follow=follow)
    return wait_for_compile(specialise(_weigh, name, observe=rules.observe, step_back=step_back))
