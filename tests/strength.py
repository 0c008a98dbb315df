"""Claims that one agent plays better than another, as `test_strength.py` tests them.

`python -m benchmarks.strength_tests` says how often each test would fail under other seeds.
"""

import shlex
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fudaba.agents import make_agent
from fudaba.envs import find_game
from fudaba.evaluation.match import reward_against

BOTS = Path(__file__).parents[1] / "docs" / "bots"
FIELDS = f"program:{shlex.join([sys.executable, str(BOTS / 'fields.py')])}"
SEARCH = "montecarlo:budget=64"
ROUND = {"num_rounds": 1, "reward_mode": "final_places"}


@dataclass(frozen=True)
class Claim:
    """One agent alone among others earns more than some points, or clearly not less.

    Attributes:
        game: The game's id.
        one: The agent.
        other: The agent in all other seats.
        deals: The number of deals, each played from every seat: so many that less than one seed of
            10,000 fails.
        above: The points.
        rules: The house rules that are not the default.
        end: `low` if the whole interval has to be above; `high` if it may also reach above.
    """

    game: str
    one: str
    other: str
    deals: int
    above: float = 0.0
    rules: dict[str, Any] = field(default_factory=dict)
    end: str = "low"

    def __str__(self) -> str:
        rules = "".join(f",{name}={value}" for name, value in self.rules.items())
        one = "fields.py" if self.one == FIELDS else self.one
        return f"{self.game}{rules}-{one}-{self.other}"

    def margin(self, seed: int) -> float:
        """Returns by how much the end of the interval is above the points; below 0 it fails."""
        game = find_game(self.game)
        options = game.options.read(self.game, self.rules)
        one, other = (make_agent(word, game, options) for word in (self.one, self.other))
        reward = reward_against(game, options, one, other, self.deals, seed)
        return float(getattr(reward, self.end)) - self.above


POOL = {"hand_pool": "community", "betting": "until_equal"}
OWN_POOL = {"hand_pool": "own", "own_min": 2, "tie_break": "split"}
SHORT = {"reveals": 1, "start_chips": 9, "seasons": 3}
HOUSE = {"own_min": 1, "unused_draw": "public"}
CLAIMS = [
    Claim("sevens_v0", "greedy", "random", 300, 0.2),
    Claim("sevens_v0", FIELDS, "random", 80),
    *(Claim("daifugo_v0", "greedy", "random", 60, 0.4, {**ROUND, "num_players": players})
      for players in (2, 3, 4, 5)),
    *(Claim("makkaik_v0", "greedy", "random", 80, 1.0, rules) for rules in ({}, HOUSE)),
    Claim("mokkaik_v0", "greedy", "random", 60, 4.0),
    Claim("namto_v0", "greedy", "random", 300, 0.5),
    *(Claim("namto_v0", "greedy", "random", 300, 0.0, rules) for rules in (POOL, OWN_POOL, SHORT)),
    Claim("seki_v0", "greedy", "random", 200, 1.0),
    Claim("taxot_v0", "greedy", "random", 80, 3.0),
    *(Claim("tyrant_v0", "greedy", "random", 120, 0.4, {"num_players": players})
      for players in (3, 4)),
    *(Claim("sevens_v0", f"ismcts:budget={budget}", "greedy", 80, -0.05, end="high")
      for budget in (1, 24)),
    *(Claim("cyclic_v0", f"ismcts:budget={budget}", "greedy", 80, -0.2, end="high")
      for budget in (1, 24)),
    # Against greedy where it does so much better that few deals show it
    Claim("cyclic_v0", SEARCH, "random", 60),
    Claim("daifugo_v0", SEARCH, "greedy", 180, rules=ROUND),
    Claim("killer_sevens_v0", SEARCH, "greedy:untuned", 200),
    Claim("makhup_v0", SEARCH, "random", 60),
    Claim("makkaik_v0", SEARCH, "random", 60),
    Claim("mokkaik_v0", SEARCH, "random", 60),
    Claim("namto_v0", SEARCH, "greedy", 700),
    Claim("niekhi_v0", SEARCH, "greedy", 120),
    Claim("seki_v0", SEARCH, "greedy", 200),
    Claim("sevens_v0", SEARCH, "random", 60),
    Claim("taxot_v0", SEARCH, "random", 60),
    Claim("tyrant_v0", SEARCH, "greedy", 170),
]  # fmt: skip
