"""Cards, actions and open tables of Niekhi as text."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from fudaba.common.languages import ENGLISH, N_, in_language, translator

from ...cards.kikisen import COURT
from ...cards.melds import count_of
from ...core.contract.cells import snapshot_of
from ...core.contract.fields import decode
from ...core.kit.seats import NOBODY, player_name
from ...core.words.reading import copied
from ...kikisen.prizes import prizes_by_player
from ...kikisen.words import all_of, ranks_in
from .. import state as nie
from ..rules import effects, turn
from ..state import Shape

_, _n = translator("niekhi")

# Cards

RANK_NAMES = (*map(str, range(COURT)), N_("K"), N_("ship"))


def rank_word(rank: int) -> str:
    """Returns `7`, `K` for court cards, or `ship`."""
    return _(RANK_NAMES[rank])


def words_of(ranks: Iterable[int]) -> str:
    """Returns `0 3 3 K`."""
    return " ".join(map(rank_word, ranks))


def cards_of(rank: int) -> str:
    """Returns all cards of a rank: `7s`, `court cards`."""
    return _("{number}s", number=rank) if rank < COURT else _("court cards")


def names_in(cards: int) -> list[str]:
    """Returns a multiset as the names of its ranks."""
    return [RANK_NAMES[rank] for rank in ranks_in(cards)]


# Plays

IN_KIND = {
    "single": N_("single {cards}"),
    "pair": N_("pair {cards}"),
    "large set": N_("set {cards}"),
    "run": N_("run {cards}"),
    "run of sets": N_("run of sets {cards}"),
}


def kind_name(shape: Shape) -> str:
    """Returns `single`, `pair`, `large set`, `run`, `run of sets`."""
    kind = int(nie.kind_of(shape.length, shape.copies))
    if kind == nie.A_SET:
        return "pair" if shape.copies < nie.LARGE_SET else "large set"
    return nie.KIND_NAMES[kind]


def shape_name(shape: Shape) -> str:
    """Returns `single 7`, `pair 7 7`, `set 7 7 7`, `run 5 6 7`, `run of sets 1 1 2 2 3 3`."""
    return _(IN_KIND[kind_name(shape)], cards=words_of(shape.naturals()))


def faces_of(shape: Shape, ships_at: Iterable[int]) -> list[tuple[int, bool]]:
    """Returns the cards of a play, each with its rank and whether it is a ship.

    Args:
        shape: Its shape.
        ships_at: How many ships stand on each position.
    """
    places = zip(range(shape.length), ships_at, strict=False)
    return [
        (shape.rank + place, number >= shape.copies - ships)
        for place, ships in places
        for number in range(shape.copies)
    ]


def ship_word(rank: int) -> str:
    """Returns a ship in a play by the rank for which it stands: `ship(3)`."""
    return _("ship({rank})", rank=rank_word(rank))


def play_words(shape: Shape, ships_at: Iterable[int]) -> str:
    """Returns `7`, `1 1 2 2 3 ship(3)`, `ship(K)`."""
    return " ".join(
        ship_word(rank) if is_ship else rank_word(rank)
        for rank, is_ship in faces_of(shape, ships_at)
    )


def counts_at(ships: int) -> list[int]:
    """Returns a multiset of positions as counts."""
    return [int(count_of(ships, position)) for position in range(nie.LONGEST_RUN)]


def standing_shape(record: np.void) -> Shape:
    """Returns the shape of the standing play of a state."""
    return Shape(*(int(record[part]) for part in Shape._fields))


def chosen_shape(state: np.void) -> Shape:
    """Returns the shape of the play on its way."""
    return Shape(*(int(state[f"chosen_{part}"]) for part in Shape._fields))


# What players say


def describe(state: np.void, action: int) -> str:
    """Returns the move as a player says it: `pass`, `run 3 4 5`, `ship as 4`, `take 8`."""
    kind, position = decode(nie.ACTIONS, action)
    if action in nie.SHAPES:
        return shape_name(nie.SHAPES[action])
    if kind is nie.SHIP_AT:
        return _ship_at(state, position)
    if kind in (nie.STRENGTH, nie.CARD):
        rank = rank_word(position)
        return (
            _("{:removes|remove} {rank}", rank=rank)
            if kind is nie.STRENGTH
            else _("{:takes|take} {rank}", rank=rank)
        )
    return {
        nie.PASS_ACTION: _("{:passes|pass}"),
        nie.DONE_ACTION: _("no more ships") if state["chosen_ships"] else _("no ship"),
        nie.REMOVE_ACTION: _("{:removes|remove} strengths"),
        nie.TAKE_ACTION: _("{:takes|take} cards"),
        nie.NOTHING_ACTION: _("no effect"),
    }[action]


def _ship_at(state: np.void, position: int) -> str:
    """Returns `ship as 4`, or `ship on position 2` where no play is on its way."""
    shape = chosen_shape(state)
    if state["phase"] == nie.SHIPS and position < shape.length:
        return _("ship as {rank}", rank=rank_word(shape.rank + position))
    return _("ship on position {number}", number=position + 1)


def announce(state: np.void, action: int) -> str:
    """Returns the public part of an action: a play once laid, an effect in one sentence (NIE-9.11).

    Empty for a step that the words of a later one contain.
    """
    kind, rank = decode(nie.ACTIONS, action)
    if kind is nie.STRENGTH:
        return _removal(state, rank)
    if kind in (nie.REMOVE_MODE, nie.TAKE_MODE, nie.CARD):
        return "" if kind is nie.REMOVE_MODE else _taking(state, action)
    if kind is nie.NOTHING:
        return _("{:chooses|choose} {move}", move=describe(state, action))
    if kind is nie.PASS:
        return describe(state, action)
    table = copied(state)
    if not turn.is_complete_after(table, action):
        return ""
    cards = play_words(chosen_shape(table), counts_at(int(table["chosen_ships"])))
    return _("{:plays|play} {cards}", cards=cards)


recount = announce  # a play has no secrets once it is laid


def _removal(state: np.void, rank: int) -> str:
    """Returns `remove all 0s and 4s` with the last strength that is named."""
    if state["effects_left"] > 1:
        return ""
    named = int(state["named"]) | 1 << rank
    ranks = [each for each in range(nie.SHIP) if named >> each & 1]
    return _("{:removes|remove} all {cards}", cards=all_of([cards_of(each) for each in ranks]))


def _taking(state: np.void, action: int) -> str:
    """Returns `take 3 5 5`: a chosen card and those that are taken without a choice (KIKI-9.9)."""
    table, seat = copied(state), int(state["to_move"])
    if action == nie.TAKE_ACTION:
        effects.choose_mode(table, action)
    else:
        effects.take(table, action - nie.FIRST_CARD)
    effects.take_forced(table)
    taken = ranks_in(int(table["hands"][seat]) - int(state["hands"][seat]))
    if not taken:
        return ""
    if state["take_from_table"]:
        return _("{:takes|take} {cards}", cards=words_of(taken))
    return _("{:takes|take} {cards} from the discards", cards=words_of(taken))


# The open table


def snapshot(state: np.void) -> dict[str, Any]:
    """Returns the open table as plain zones with rank names, hidden cards included.

    Returns:
        A dict of JSON-able values: hands, table, discards, removed cards and undealt remainder as
        lists of ranks; the standing play and its owner (None without one); whose decision it is
        and about what; who is out; the dealer, scores in points, and the public counters.
    """
    players = {player_name(seat): seat for seat in range(int(state["num_players"]))}
    is_over, has_play = state["to_move"] == NOBODY, bool(state["copies"])
    with in_language(ENGLISH):
        play = play_words(standing_shape(state), counts_at(int(state["ships_at"])))
    return {
        "hands": {name: names_in(state["hands"][seat]) for name, seat in players.items()},
        **{zone: names_in(state[zone]) for zone in ("table", "discards", "removed", N_("aside"))},
        "standing": play if has_play else None,
        "owner": player_name(int(state["owner"])) if has_play else None,
        "passes": int(state["idle"]),
        "out": [name for name, seat in players.items() if not state["is_in"][seat]],
        "question": None if is_over else nie.PHASES[state["phase"]].question,
        **snapshot_of(nie.CELLS, state),
        "scores": prizes_by_player(state),
    }
