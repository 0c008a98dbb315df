"""The tree of an information-set search: how its nodes are chosen, added and counted.

A node stands for a sequence of decisions, whatever the hidden cards are: all worlds share the
tree. In another world another move may be legal, or another seat may have the next decision, so
a node keeps who decided, and how often it could have been chosen. The children of a node are a
chain: the first one, and of each the next.
"""

from math import sqrt

import numpy as np

from fudaba.envs.core.kernel import kernel

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
ADVISED_SHARE = 0.75  # of the trust that all moves have before they are tried
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
    move that was never tried is taken to be worth what the seat's moves there brought on average.

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
    count, visits, points = 0, 0, 0.0
    for action in range(len(mask)):
        children[action] = NO_NODE
        count += mask[action]
    child = int(nodes[node]["first_child"])
    while child != NO_NODE:
        if nodes[child]["seat"] == seat:
            visits += nodes[child]["visits"]
            points += nodes[child]["points"]
            if mask[nodes[child]["action"]] == 1:
                children[nodes[child]["action"]] = child
                nodes[child]["available"] += 1
        child = int(nodes[child]["next"])
    average = points / max(visits, 1)
    best, best_worth = advised, -np.inf
    for action in range(len(mask)):
        if mask[action] == 1:
            trust = ADVISED_SHARE if action == advised else (1.0 - ADVISED_SHARE) / (count - 1)
            child, worth, tried, available = children[action], average, 0, visits + 1
            if child != NO_NODE:
                tried = nodes[child]["visits"]
                available = nodes[child]["available"]
                worth = nodes[child]["points"] / tried
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
