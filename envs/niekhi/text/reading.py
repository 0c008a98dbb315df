"""Reads moves that a person types at a table of Niekhi."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import permutations
from typing import NamedTuple

import numpy as np

from fudaba.common.errors import ForbiddenError
from fudaba.common.languages import N_, translator

from ...cards.kikisen import COURT
from ...cards.melds import count_of
from ...core.contract.game import Chain
from ...core.words.reading import copied, in_grammar, list_legal
from .. import state as nie
from ..rules import effects, legal, turn
from ..state import Shape
from .reasons import why_no_shape
from .words import chosen_shape, counts_at, faces_of, rank_word

_, _n = translator("niekhi")

_legal = partial(list_legal, legal, len(nie.SHAPE_PARTS))

TYPING = N_("""\
Cards can be typed as they are:
  7, k                 a card; kings, emperors and e are k too
  3 3 3                a pair, a large set
  3-5, 1 1 2 2 3 3     a run, a run of sets
  ship                 a ship alone; in a play one word for each: "7 ship",
                       "3 ship 5"; what it stands for may follow: "ship=4"
  remove 0 1, take 8   what generals do
What the words leave open is asked. Where a number is also a card, #7 is the
move with this number.""")

RANKS = {str(number): number for number in range(COURT)} | {
    "court": COURT, "c": COURT, "k": COURT, "king": COURT, "e": COURT, "emperor": COURT,
}  # fmt: skip
SHIP_WORDS = ("ship", "ships", "s")
READ_AS = re.compile(r"\b(ship|s)\s*(?:=|\bas\b|\()\s*([^\s()]+)\)?")
EFFECTS = {"remove": nie.REMOVE, "take": nie.TAKE}
FILLERS = {"play", "lay", "with", "and"}
KIND_WORDS = {
    nie.A_SINGLE: {"single"},
    nie.A_SET: {"pair", "large", "set"},
    nie.A_RUN: {"run"},
    nie.A_RUN_OF_SETS: {"run", "of", "sets"},
}
SHAPE_WORDS = set[str]().union(*KIND_WORDS.values())
JAPANESE = (  # words, and what the grammar above has for them, in this order
    *((kind, f" {number} ") for number, kind in enumerate("無兵弓車虎馬筆巫将")),
    ("皇・?王|皇|王", " court "),
    ("[、・と]", " "),
    ("[〜\N{EN DASH}]", "-"),
    ("(?:捨て札から)?(.+?)を?(?:手札に)?加える", r"take \1"),
    ("(.+?)を?(?:すべて)?除外(?:する)?", r"remove \1"),
    ("(.+)の代わりの船", r"ship=\1"),
    ("船", " ship"),
    ("連番のセット", " run of sets "),
    ("連番", " run "),
    ("2枚セット", " pair "),
    ("(?:[3-8]枚(?:以上の)?)?セット", " set "),
    ("一枚", " single "),
    ("を?出す", " "),
)


class Wanted(NamedTuple):
    """A typed card and the rank it counts as, or None for a ship of any rank."""

    rank: int | None
    is_ship: bool = False

    def fits(self, face: tuple[int, bool]) -> bool:
        """Returns whether a card of a play is one that was typed."""
        return self.is_ship == face[1] and self.rank in (None, face[0])


def read(state: np.void, text: str) -> list[Chain]:
    """Returns the moves that typed words can mean; see `Words.read`."""
    typed = in_grammar(text, JAPANESE)
    if state["phase"] in (nie.SHAPE, nie.SHIPS):
        wanted, said = _wanted(typed), SHAPE_WORDS.intersection(typed.split())
        return _read_play(state, wanted, said) if wanted else []
    return _read_effect(state, typed)


# From words to cards


def _wanted(typed: str) -> list[Wanted]:
    """Returns the typed cards; none for other words."""
    found: list[Wanted] = []
    for word in re.split(r"[\s,+]+", READ_AS.sub(r"ship=\2", typed).strip()):
        if word in FILLERS or word in SHAPE_WORDS:
            continue
        cards = _span(word) if "-" in word else [_card(word)]
        if not cards or None in cards:
            return []
        found += filter(None, cards)
    return found


def _card(word: str) -> Wanted | None:
    """Returns one card, `7`, `court`, `ship`, `ship=7`; None for other words."""
    if word in SHIP_WORDS:
        return Wanted(None, is_ship=True)
    is_ship, rank = word.startswith("ship="), word.removeprefix("ship=")
    return Wanted(RANKS[rank], is_ship) if rank in RANKS else None


def _span(word: str) -> list[Wanted | None]:
    """Returns the cards of `3-5`, `3-4-5` or `3-ship-5`; none if it is no run."""
    ends = [_card(part) for part in word.split("-")]
    ranks = [card.rank for card in ends if card and not card.is_ship and card.rank is not None]
    if len(ranks) < len(ends) or ranks != sorted(set(ranks)):
        return ends if any(card and card.is_ship for card in ends) else []
    return [Wanted(rank) for rank in range(ranks[0], ranks[-1] + 1)]


# Plays


def _read_play(state: np.void, wanted: Sequence[Wanted], said: set[str]) -> list[Chain]:
    """Returns the plays of these cards; during a play its ships alone suffice.

    Args:
        state: The table.
        wanted: The cards that were typed.
        said: The words for a shape that were typed; cards that can't be it are not understood.
    """
    if state["phase"] == nie.SHIPS:
        ships = [card for card in wanted if card.is_ship]
        plays = [(chain, [face for face in faces if face[1] or len(ships) < len(wanted)])
                 for chain, faces in _plays_from(state)]  # fmt: skip
        return _meant(plays, wanted)
    shaped = [
        action
        for action, shape in nie.SHAPES.items()
        if _may_be(wanted, shape) and said <= KIND_WORDS[int(nie.kind_of(*shape[1:]))]
    ]
    if said and not shaped:
        return []
    offered = _legal(state)
    plays = [play for action in shaped if action in offered for play in _plays_after(state, action)]
    chains = _meant(plays, wanted)
    if not chains:
        raise ForbiddenError(_why_not(state, wanted, shaped))
    return chains


def _may_be(wanted: Sequence[Wanted], shape: Shape) -> bool:
    """Returns whether typed cards have the number and the ranks of a shape."""
    naturals = shape.naturals()
    ranks = [card.rank for card in wanted if card.rank is not None]
    return len(wanted) == len(naturals) and all(
        ranks.count(rank) <= naturals.count(rank) for rank in ranks
    )


Play = tuple[Chain, list[tuple[int, bool]]]


def _plays_after(state: np.void, action: int) -> Iterator[Play]:
    """Yields all plays that a step may become: the further steps with it, and the cards."""
    table = copied(state)
    if turn.is_complete_after(table, action):
        yield (action,), faces_of(chosen_shape(table), counts_at(int(table["chosen_ships"])))
        return
    table["phase"] = nie.SHIPS
    for chain, faces in _plays_from(table):
        yield (action, *chain), faces


def _plays_from(table: np.void) -> Iterator[Play]:
    """Yields all ways to complete a play whose ships are asked."""
    for action in _legal(table):
        yield from _plays_after(table, action)


def _meant(plays: Sequence[Play], wanted: Sequence[Wanted]) -> list[Chain]:
    """Returns the plays with just the typed cards, preferably in the typed order."""
    met = [(chain, faces) for chain, faces in plays if _is_met(wanted, faces)]
    in_order = [
        chain
        for chain, faces in met
        if all(card.fits(face) for card, face in zip(wanted, faces, strict=True))
    ]
    return in_order or [chain for chain, _ in met]


def _is_met(wanted: Sequence[Wanted], faces: Sequence[tuple[int, bool]]) -> bool:
    """Returns whether a play has just these cards, in any order."""
    naturals = sorted(rank for rank, is_ship in faces if not is_ship)
    ships = [face for face in faces if face[1]]
    wanted_ships = [card for card in wanted if card.is_ship]
    return naturals == sorted(card.rank or 0 for card in wanted if not card.is_ship) and any(
        len(order) == len(wanted_ships)
        and all(card.fits(face) for card, face in zip(wanted_ships, order, strict=True))
        for order in permutations(ships)
    )


def _why_not(state: np.void, wanted: Sequence[Wanted], shaped: Sequence[int]) -> str:
    """Returns why cards that were typed can't be played."""
    if not shaped:
        return _("these cards are neither a single nor a set nor a run (NIE-4.1).")
    typed = [nie.SHIP if card.is_ship or card.rank is None else card.rank for card in wanted]
    hand = int(state["hands"][state["to_move"]])
    if (missing := _first_missing(typed, hand)) is not None:
        held, name = count_of(hand, missing), rank_word(missing)
        if not held:
            return _("the hand has no {rank} (NIE-4.1).", rank=name)
        return _("the hand has {rank} only {count} times (NIE-4.1).", rank=name, count=held)
    return why_no_shape(state, nie.SHAPES[shaped[0]])


def _first_missing(typed: Sequence[int], cards: int) -> int | None:
    """Returns the first rank typed more often than the hand has it."""
    return next((rank for rank in typed if typed.count(rank) > count_of(cards, rank)), None)


# Effects


def _read_effect(state: np.void, text: str) -> list[Chain]:
    """Reads `remove 0 1`, `take 8`; once the mode is chosen, strengths or cards alone."""
    verb, rest = (*text.split(maxsplit=1), "", "")[:2]
    phase = int(state["phase"])
    if verb in EFFECTS and phase in (nie.MODE, EFFECTS[verb]):
        phase = EFFECTS[verb]
    else:
        rest = text
    ranks = [nie.SHIP if word in SHIP_WORDS else RANKS.get(word) for word in rest.split()]
    typed = [rank for rank in ranks if rank is not None]
    if phase == nie.MODE or not typed or len(typed) < len(ranks):
        return []
    if len(typed) > state["effects_left"]:
        raise ForbiddenError(
            _n(
                "at most {count} card can be removed or taken now, one for each general of the "
                "play (NIE-5.1).",
                "at most {count} cards can be removed or taken now, one for each general of the "
                "play (NIE-5.1).",
                int(state["effects_left"]),
            )
        )
    if phase == nie.REMOVE:
        return _read_removal(state, typed)
    return _read_taking(state, typed)


def _read_removal(state: np.void, ranks: Sequence[int]) -> list[Chain]:
    """Returns strengths to be named, each once."""
    if nie.SHIP in ranks:
        raise ForbiddenError(_("ships have no strength of their own (NIE-5.1)."))
    for place, rank in enumerate(ranks):
        if rank in ranks[:place] or state["named"] >> rank & 1:
            name = rank_word(rank)
            raise ForbiddenError(_("{rank} was named already (NIE-5.1).", rank=name))
    named = tuple(nie.FIRST_STRENGTH + rank for rank in ranks)
    return [(nie.REMOVE_ACTION, *named) if state["phase"] == nie.MODE else named]


def _read_taking(state: np.void, ranks: Sequence[int]) -> list[Chain]:
    """Returns cards to be taken; those that are forced are in no chain."""
    missing = _first_missing(ranks, int(nie.takeable(state)))
    if missing is not None:
        name = rank_word(missing)
        raise ForbiddenError(_("there is no {rank} to take (NIE-5.1, NIE-5.2).", rank=name))
    table, chain = copied(state), []
    if state["phase"] == nie.MODE:
        chain.append(nie.TAKE_ACTION)
        effects.choose_mode(table, nie.TAKE_ACTION)
        effects.take_forced(table)
    for rank in ranks:
        if table["phase"] != nie.TAKE or not count_of(nie.takeable(table), rank):
            break
        chain.append(nie.FIRST_CARD + rank)
        effects.take(table, rank)
        effects.take_forced(table)
    return [tuple(chain)]
