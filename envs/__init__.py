"""Hidden-information card games as PettingZoo environments and as batches of tables."""

from fudaba.common.errors import IllegalActionError, UserError

from .core.api.aec import CardGameEnv
from .core.api.record import GameRecord, RecordedRemark
from .core.api.registry import (
    every_game,
    find_game,
    game_names,
    gymnasium_id,
    make,
    register,
    register_all,
    registered_game,
    tables,
)
from .core.contract.fields import ActionKind, Field
from .core.contract.game import Balance, Game, Kernels, Statistic, Words
from .core.contract.options import Options
from .core.kit.seats import NOBODY, player_name
from .core.scene.points import Points
from .core.scene.scene import Card, Scene, Seat, Zone
from .core.stepping.loops import NO_ACTION
from .core.stepping.playing import RandomSeats
from .core.stepping.tables import Tables
from .core.stepping.worlds import Worlds

register_all(
    {
        "sevens_v0": "fudaba.envs.sevens",
        "killer_sevens_v0": "fudaba.envs.killer_sevens",
        "seki_v0": "fudaba.envs.seki",
        "daifugo_v0": "fudaba.envs.daifugo",
        "makhup_v0": "fudaba.envs.makhup",
        "mokkaik_v0": "fudaba.envs.mokkaik",
        "niekhi_v0": "fudaba.envs.niekhi",
        "cyclic_v0": "fudaba.envs.cyclic",
        "makkaik_v0": "fudaba.envs.makkaik",
        "namto_v0": "fudaba.envs.namto",
        "taxot_v0": "fudaba.envs.taxot",
        "tyrant_v0": "fudaba.envs.tyrant",
    }
)

__all__ = [
    "NOBODY",
    "NO_ACTION",
    "ActionKind",
    "Balance",
    "Card",
    "CardGameEnv",
    "Field",
    "Game",
    "GameRecord",
    "IllegalActionError",
    "Kernels",
    "Options",
    "Points",
    "RandomSeats",
    "RecordedRemark",
    "Scene",
    "Seat",
    "Statistic",
    "Tables",
    "UserError",
    "Words",
    "Worlds",
    "Zone",
    "every_game",
    "find_game",
    "game_names",
    "gymnasium_id",
    "make",
    "player_name",
    "register",
    "registered_game",
    "tables",
]
