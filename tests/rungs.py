"""House rules under which games are small enough to be solved: they have a list of all deals."""

from typing import Any

from fudaba.envs import Game, Options, find_game
from tests import kuhn

RUNGS: dict[str, list[dict[str, Any]]] = {
    "kuhn_v0": [{}],
    "namto_v0": [
        {"num_players": 2, "bet_cap": 1, "first_dealer": 1},
        {"num_players": 2, "bet_cap": 2},
        {"num_players": 2, "hand_pool": "community", "community_cards": 1, "first_dealer": 0},
    ],
    "cyclic_v0": [
        {"num_players": 2, "fewer_cards": 5, "dealer_draw": 1, "pack": ["bow", "chariot"]},
    ],
    "makhup_v0": [
        {
            "num_players": 2,
            "hand_size": 3,
            "stock_empty": "pass",
            "pack": ["bow", "chariot", "king"],
        },
    ],
    "makkaik_v0": [
        {
            "num_players": 2,
            "bet_rounds": 1,
            "max_base": 1,
            "fewer_common": 1,
            "pack": ["soldier", "bow"],
            "first_dealer": 0,
        },
    ],
    "mokkaik_v0": [
        {"num_players": 2, "hand_size": 3, "pack": ["bow", "chariot", "tiger"]},
    ],
    "niekhi_v0": [
        {"num_players": 2, "hand_size": 5, "pack": ["bow", "chariot", "tiger"]},
    ],
    "taxot_v0": [
        {"num_players": 2, "pack": ["bow", "chariot", "tiger"]},
        {
            "num_players": 2,
            "pack": ["bow", "chariot", "tiger", "king"],
            "lights": True,
            "first_dealer": 1,
        },
    ],
}
PLACES = [(name, number) for name, rules in RUNGS.items() for number in range(len(rules))]


def rung(name: str, number: int) -> tuple[Game, Options]:
    """Returns a game and house rules of the table above."""
    game = kuhn.GAME if name == kuhn.GAME.name else find_game(name)
    return game, game.options(**RUNGS[name][number])
