"""Who knows the cards of a small game, after a deal and in the worlds behind it."""

import random
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import numpy as np

from fudaba.common.errors import UserError
from fudaba.common.languages import translator
from fudaba.envs import Field, Game, player_name
from fudaba.envs.small.places import OF

from .positions import dealt, redealt

_, _n = translator("testing")

Rules = Mapping[str, Any]

DEALS, WORLDS = range(24), 4


def check_known(game: Game, options: Rules) -> None:
    """Checks that who knows a card after the deal is public, or is set anew in each world."""
    rng, places = random.Random(4), rows_of(game)
    tables = [dealt(game, options, seed) for seed in DEALS] if places else []
    for seat in range(options["num_players"]):
        alike = defaultdict(list)
        for state in tables:
            alike[public_to(game, state, seat)].append(state)
        for states in alike.values():
            worlds = [redealt(game, states[0], seat, rng) for _world in range(WORLDS)]
            for place, rows in places.items():
                found = [{watchers(state, rows) for state in each} for each in (states, worlds)]
                if len(found[0]) > 1 and len(found[1]) == 1:
                    raise UserError(
                        _(
                            "{player} can't know who knows the cards of {place} after the deal, "
                            "but it is the same in each world and would show a search the truth; "
                            "set it in look(state), from the cards, not in deal.",
                            player=player_name(seat),
                            place=place,
                        )
                    )


def cards_of(game: Game) -> list[Field]:
    """Returns the fields that show the cards of a small game, those of the hands first."""
    return [field for field in game.fields if field.of == OF]


def rows_of(game: Game) -> dict[str, range]:
    """Returns the rows of the places of a small game by their names."""
    found, first = {}, 0
    for field in cards_of(game):
        if field.name.endswith("_size"):
            count = field.shape[0] if field.shape else 1
            found[field.name.removesuffix("_size")] = range(first, first + count)
            first += count
    return found


def watchers(state: np.void, rows: range) -> tuple[tuple[int, ...], ...]:
    """Returns who knows the cards of some rows: the bits of the seats, in order."""
    known = state["known"] & ((1 << int(state["num_players"])) - 1)
    return tuple(tuple(sorted(known[row, : state["sizes"][row]].tolist())) for row in rows)


def public_to(game: Game, state: np.void, seat: int) -> bytes:
    """Returns what a seat can tell a table by, but for the cards that it alone knows."""
    view, known = game.view(state, seat), state["known"]
    facts = [view[field.name] for field in game.fields if field.of != OF]
    cards = [np.where(known == -1, state["cards"], -1), known >> seat & 1]
    return b"".join(each.tobytes() for each in (*facts, state["sizes"], *np.sort(cards)))
