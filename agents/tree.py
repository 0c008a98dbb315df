"""The tree of an information-set search: selection, expansion and backpropagation.

A node stands for a sequence of decisions, whatever the hidden cards are: all worlds share the
tree. Another world may have other legal moves, or another seat to move after the same decisions.
A node therefore stores the seat that decided, and how often its move was available. The children
of a node are a linked list: the first child, and from each child the next one.
"""

from functools import cache
from math import sqrt

import numpy as np

from fudaba.envs import Game
from fudaba.envs.core.compiling.kernel import Kernel, kernel, unbound
from fudaba.envs.core.stepping.loops import nth_legal

from .compiled_network import Network, specialise_play

NO_NODE = -1
NODE = np.dtype(
    [
        ("parent", np.int32),
        ("first_child", np.int32),
        ("next", np.int32),  # the next child of the same parent
        ("seat", np.int32),  # the seat that decided
        ("action", np.int32),  # its action
        ("visits", np.int32),
        ("available", np.int32),  # how often the action was legal when the parent was reached
        ("points", np.float64),  # the deciding seat's, summed over the visits
    ],
    align=True,
)
ADVISED_PRIOR = 0.9  # prior probability of the advised move; the others share the rest
PRIOR_VISITS = 8  # games of average result that are added to each move's own
EXPLORATION = 1.0  # in standard deviations of the points seen


@kernel
def add_node(nodes: np.ndarray, node: int, parent: int, seat: int, action: int) -> None:
    """Initialises a node as the first child of its parent.

    Args:
        nodes: NODE records.
        node: The index of the new node.
        parent: The index of its parent, NO_NODE for a root.
        seat: The seat that decides.
        action: Its action.
    """
    nodes[node]["parent"] = parent
    nodes[node]["first_child"] = NO_NODE
    nodes[node]["next"] = NO_NODE
    nodes[node]["seat"] = seat
    nodes[node]["action"] = action
    nodes[node]["visits"] = 0
    nodes[node]["available"] = 1
    nodes[node]["points"] = 0.0
    if parent != NO_NODE:
        nodes[node]["next"] = nodes[parent]["first_child"]
        nodes[parent]["first_child"] = node


@kernel
def find_children(
    nodes: np.ndarray, node: int, seat: int, mask: np.ndarray, children: np.ndarray
) -> tuple[int, float]:
    """Finds the child of each legal action of a seat, and counts that it was available.

    Args:
        nodes: NODE records.
        node: The node at which the seat decides.
        seat: The seat.
        mask: int8[A], its legal actions.
        children: int32[A], filled with the child of each legal action, NO_NODE for none.

    Returns:
        The visits of the seat's children there, and its mean points over those visits.
    """
    visits, points = 0, 0.0
    for action in range(len(mask)):
        children[action] = NO_NODE
    number = int(nodes[node]["first_child"])
    while number != NO_NODE:
        child = nodes[number]
        if child["seat"] == seat:
            visits += child["visits"]
            points += child["points"]
            if mask[child["action"]] == 1:
                children[child["action"]] = number
                child["available"] += 1
        number = int(child["next"])
    return visits, points / max(visits, 1)


@kernel
def choose_in_tree(
    nodes: np.ndarray,
    node: int,
    seat: int,
    mask: np.ndarray,
    advised: int,
    spread: float,
    children: np.ndarray,
) -> int:
    """Returns the action to try next, by an upper confidence bound.

    The bound is that of PUCT (Silver and others, 2017), with the largest prior on the advised
    move. The number of times that a move was available replaces the visits of the node, as in
    information-set UCB (Cowling, Powley and Whitehouse, 2012). The mean of a move is shrunk
    towards the mean of all moves of the seat there, as if it had had PRIOR_VISITS such games.

    Args:
        nodes: NODE records.
        node: The node at which the seat decides.
        seat: The seat.
        mask: int8[A], its K legal actions, at least two.
        advised: The advised one of them.
        spread: Standard deviation of the points seen so far.
        children: int32[A], filled with the child of each legal action, NO_NODE for none.

    Returns:
        A legal action id.
    """
    visits, average = find_children(nodes, node, seat, mask, children)
    count = 0
    for action in range(len(mask)):
        count += mask[action]
    best, best_bound = advised, -np.inf
    for action in range(len(mask)):
        if mask[action] == 1:
            prior = ADVISED_PRIOR if action == advised else (1.0 - ADVISED_PRIOR) / (count - 1)
            tried, available, points = 0, visits + 1, PRIOR_VISITS * average
            if children[action] != NO_NODE:
                child = nodes[children[action]]
                tried, available = child["visits"], child["available"]
                points += child["points"]
            bound = points / (PRIOR_VISITS + tried)
            bound += EXPLORATION * spread * prior * sqrt(available) / (1 + tried)
            if bound > best_bound:
                best, best_bound = action, bound
    return best


@kernel
def count_game(nodes: np.ndarray, leaf: int, scores: np.ndarray) -> None:
    """Adds the points of a finished game, float64[P], to all nodes from a leaf to its root."""
    node = leaf
    while node != NO_NODE:
        nodes[node]["visits"] += 1
        nodes[node]["points"] += scores[nodes[node]["seat"]]
        node = int(nodes[node]["parent"])


legal = apply = observe = score = decide = play_through = unbound


def _play_through(
    state: np.void,
    nodes: np.ndarray,
    root: int,
    free: int,
    spread: float,
    view: np.void,
    observation: np.ndarray,
    mask: np.ndarray,
    children: np.ndarray,
    network: Network,
) -> int:
    """Plays a game to its end: down the tree, through one new node, then as advised.

    Forced moves are not decisions and get no nodes.

    Returns:
        The last node on the path: `free` if a node was added.
    """
    node, is_in_tree = root, True
    while state["to_move"] >= 0:
        seat = np.int64(state["to_move"])
        if legal(state, mask) == 1:
            action = nth_legal(mask, 0)
        else:
            observe(state, seat, view)
            action = decide(state, view, observation, mask, network)
            if is_in_tree:
                action = choose_in_tree(nodes, node, seat, mask, action, spread, children)
                child = int(children[action])
                if child == NO_NODE:
                    is_in_tree = False
                    child = free
                    add_node(nodes, child, node, seat, action)
                node = child
        apply(state, action)
    return node


@kernel
def add_scores(points_seen: np.ndarray, scores: np.ndarray, num_players: int) -> None:
    """Adds the scores of a finished game to the count, the sum and the sum of squares."""
    for player in range(num_players):
        points_seen[0] += 1.0
        points_seen[1] += scores[player]
        points_seen[2] += scores[player] ** 2


@kernel
def spread_of(points_seen: np.ndarray) -> float:
    """Returns the standard deviation of all points seen, 0 before the first game."""
    count = max(points_seen[0], 1.0)
    mean = points_seen[1] / count
    return sqrt(max(points_seen[2] / count - mean * mean, 0.0))


def _grow(
    worlds: np.ndarray,
    moves: np.ndarray,
    nodes: np.ndarray,
    counts: np.ndarray,
    points_seen: np.ndarray,
    points: np.ndarray,
    table: np.ndarray,
    view: np.ndarray,
    observation: np.ndarray,
    mask: np.ndarray,
    children: np.ndarray,
    scores: np.ndarray,
    network: Network,
) -> None:
    """Plays every move in every world. Each move has a tree, to which a game adds at most a node.

    Args:
        worlds: [W], state records.
        moves: int64[K], the moves of the seat to move.
        nodes: NODE records, with room for W x K more.
        counts: int64[1], the number of nodes; 0 at first.
        points_seen: float64[3], the number of points seen so far, their sum and sum of squares.
        points: float64[W, K], filled with the points of the seat to move at the end.
        table: [1], a state record, as scratch.
        view: [1], a view record, as scratch.
        observation: The same memory as a flat array, int8 or int16 [D].
        mask: int8[A], as scratch.
        children: int32[A], as scratch.
        scores: float64[P], as scratch.
        network: The network that the seats follow, or `no_network`.
    """
    seat = np.int64(worlds[0]["to_move"])
    if counts[0] == 0:
        for number in range(len(moves)):
            add_node(nodes, number, NO_NODE, seat, moves[number])
        counts[0] = len(moves)
    for world in range(len(worlds)):
        for number in range(len(moves)):
            table[0] = worlds[world]
            apply(table[0], moves[number])
            leaf = play_through(
                table[0],
                nodes,
                number,
                counts[0],
                spread_of(points_seen),
                view[0],
                observation,
                mask,
                children,
                network,
            )
            counts[0] += leaf == counts[0]
            score(table[0], scores)
            count_game(nodes, leaf, scores)
            points[world, number] = scores[seat]
            add_scores(points_seen, scores, table[0]["num_players"])


@cache
def compiled_growth(game: Game, by_network: bool) -> Kernel:
    """Returns the compiled tree search of one game, with a network's advice or greedy's."""
    play_through = specialise_play(_play_through, game, by_network)
    return specialise_play(_grow, game, by_network, play_through=play_through)
