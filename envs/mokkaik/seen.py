"""Facts about a round of Mokkaik that follow from the fields of a seat's view."""

import numpy as np

from . import state as mok


def is_last_round(view: np.void) -> bool:
    """Returns whether this round is certainly the last, after which hands are empty (MOK-4.6)."""
    left = int(view["hand_sizes"][view["leader"].argmax()])
    return bool(view["on_turn"].any()) and left == (0 if view["size"] else 1)


def strength_to_beat(view: np.void) -> int:
    """Returns the strength that a play has to exceed, of a run the foot (MOK-4.2, 9.1)."""
    player = view["leader"] if view["beat_rule"] == mok.BEATS_LEAD else view["best"]
    return int(view["strengths"][player.argmax()]) - 1
