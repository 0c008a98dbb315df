"""Hidden-information card games as PettingZoo environments and as batches of tables."""

from .core.api.record import GameRecord
from .core.api.registry import find_game, game_names, make, register, tables
from .core.checking.errors import IllegalActionError, UserError
from .core.contract.game import Game
from .core.stepping.tables import Tables
from .core.stepping.worlds import Worlds

register("sevens_v0", "fudaba.envs.sevens")
register("killer_sevens_v0", "fudaba.envs.killer_sevens")
register("seki_v0", "fudaba.envs.seki")
register("daifugo_v0", "fudaba.envs.daifugo")
register("makhup_v0", "fudaba.envs.makhup")
register("mokkaik_v0", "fudaba.envs.mokkaik")
register("niekhi_v0", "fudaba.envs.niekhi")
register("cyclic_v0", "fudaba.envs.cyclic")
register("makkaik_v0", "fudaba.envs.makkaik")
register("namto_v0", "fudaba.envs.namto")
register("taxot_v0", "fudaba.envs.taxot")
register("tyrant_v0", "fudaba.envs.tyrant")

__all__ = [
    "Game",
    "GameRecord",
    "IllegalActionError",
    "Tables",
    "UserError",
    "Worlds",
    "find_game",
    "game_names",
    "make",
    "register",
    "tables",
]
