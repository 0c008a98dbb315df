"""The tree of an information-set search: how nodes are chosen and added, and games counted.

A node stands for a sequence of decisions, whatever the hidden cards are: all worlds share the
tree. In another world another move may be legal, or another seat may have the next decision, so
a node keeps who decided, and how often it could have been chosen. The children of a node are a
chain: the first one, and of each the next.
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
        ("next", np.int32),  # of the children of the same parent
        ("seat", np.int32),  # who decided
        ("action", np.int32),  # what was decided
        ("visits", np.int32),
        ("available", np.int32),  # how often it could have been chosen, and was looked at
        ("points", np.float64),  # of the one who decided, summed over the visits
    ],
    align=True,
)
ADVISED_SHARE = 0.9  # of the trust that all moves have before they are tried
DOUBT = 8  # games as good as the average that count beside a move's own
EXPLORATION = 1.0  # in standard deviations of the points met


@kernel
def add_node(nodes: np.ndarray, node: int, parent: int, seat: int, action: int) -> None:
    """Starts a node at a free place, as the first child of its parent.

    Args:
        nodes: NODE records.
        node: The place.
        parent: The parent, NO_NODE for a root.
        seat: Who decides.
        action: What.
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
    """Finds the children that a seat can choose, and counts that it could.

    Args:
        nodes: NODE records.
        node: Where the seat decides.
        seat: The seat.
        mask: int8[A], its legal actions.
        children: int32[A], filled with the child of each legal action, NO_NODE where there is none.

    Returns:
        How often the seat decided there, and the points that this brought it on average.
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
    """What a seat tries next: a move that did well, or one that was seldom tried for its trust.

    The trust in a move before it is tried is that of PUCT (Silver and others, 2017), in which the
    advised move has the most; how often the moves could have been tried stands in the place of
    the visits of the node, as in information-set UCB (Cowling, Powley and Whitehouse, 2012). A
    move is taken to be worth what the seat's moves there brought on average, until its own games
    say otherwise: a few of them say little.

    Args:
        nodes: NODE records.
        node: Where the seat decides.
        seat: The seat.
        mask: int8[A], its K legal actions, two at least.
        advised: One of them.
        spread: Standard deviation of the points met so far.
        children: int32[A], filled with the child of each legal action, NO_NODE where there is none.

    Returns:
        A legal action id.
    """
    visits, average = find_children(nodes, node, seat, mask, children)
    count = 0
    for action in range(len(mask)):
        count += mask[action]
    best, best_worth = advised, -np.inf
    for action in range(len(mask)):
        if mask[action] == 1:
            trust = ADVISED_SHARE if action == advised else (1.0 - ADVISED_SHARE) / (count - 1)
            tried, available, points = 0, visits + 1, DOUBT * average
            if children[action] != NO_NODE:
                child = nodes[children[action]]
                tried, available = child["visits"], child["available"]
                points += child["points"]
            worth = points / (DOUBT + tried)
            worth += EXPLORATION * spread * trust * sqrt(available) / (1 + tried)
            if worth > best_worth:
                best, best_worth = action, worth
    return best


@kernel
def count_game(nodes: np.ndarray, leaf: int, scores: np.ndarray) -> None:
    """Enters the points of a finished game, float64[P], from a leaf up to its root."""
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
    seen: np.ndarray,
    mask: np.ndarray,
    children: np.ndarray,
    network: Network,
) -> int:
    """Plays a game to its end: down the tree, one node further, then as advised.

    Forced moves are no decisions, and not in the tree.

    Returns:
        The last node on the way: `free` where there is a new one.
    """
    node, is_in_tree = root, True
    while state["to_move"] >= 0:
        seat = np.int64(state["to_move"])
        if legal(state, mask) == 1:
            action = nth_legal(mask, 0)
        else:
            observe(state, seat, view)
            action = decide(view, seen, mask, network)
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


def _grow(
    worlds: np.ndarray,
    moves: np.ndarray,
    nodes: np.ndarray,
    counts: np.ndarray,
    met: np.ndarray,
    points: np.ndarray,
    table: np.ndarray,
    view: np.ndarray,
    seen: np.ndarray,
    mask: np.ndarray,
    children: np.ndarray,
    scores: np.ndarray,
    network: Network,
) -> None:
    """Plays every move in every world, each a tree of its own that grows by a node at most.

    Args:
        worlds: [W], state records.
        moves: int64[K], the moves of the seat to move.
        nodes: NODE records, with room for W x K more.
        counts: int64[1], the number of nodes; 0 at first.
        met: float64[3], how many points were met so far, their sum and the sum of their squares.
        points: float64[W, K], filled with what the seat to move won in the end.
        table: [1], a state record, as scratch.
        view: [1], a view record, as scratch.
        seen: The same memory as numbers, int8 or int16 [D].
        mask: int8[A], as scratch.
        children: int32[A], as scratch.
        scores: float64[P], as scratch.
        network: What the seats may ask.
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
            mean = met[1] / max(met[0], 1.0)
            spread = np.sqrt(max(met[2] / max(met[0], 1.0) - mean * mean, 0.0))
            leaf = play_through(
                table[0],
                nodes,
                number,
                counts[0],
                spread,
                view[0],
                seen,
                mask,
                children,
                network,
            )
            counts[0] += leaf == counts[0]
            score(table[0], scores)
            count_game(nodes, leaf, scores)
            points[world, number] = scores[seat]
            for player in range(table[0]["num_players"]):
                met[0] += 1.0
                met[1] += scores[player]
                met[2] += scores[player] ** 2


@cache
def compiled_growth(game: Game, by_network: bool) -> Kernel:
    """The growth of one game's trees with a network's advice or greedy's, compiled.

    Raises:
        UserError: The game has no greedy advice.
    """
    play_through = specialise_play(_play_through, game, by_network)
    return specialise_play(_grow, game, by_network, play_through=play_through)
