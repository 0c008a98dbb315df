"""Reads moves that a person types at a table of Mokkaik."""

import re
from collections.abc import Sequence
from functools import partial

import numpy as np

from ...cards.kikisen import NUM_TYPES, Play, type_name
from ...core.checking.errors import UserError
from ...core.contract.game import Chain
from ...core.words.reading import ForbiddenError, list_legal
from .. import state as mok
from ..rules import legal
from .reasons import why_illegal, why_not_held
from .words import cards_word

_legal = partial(list_legal, legal, mok.NUM_ACTIONS)

TYPING = """\
Cards can be typed as they are, in any order: a colour, b or r, and S, 0 to 8, K
or E:
  b3                a single card
  b5 r5 rS          a set, with the red ship as one of its cards
  b3 bS b5, b2-b4   a run; a ship stands where it is typed, if it can stand there
  fold b3 r5        fold and throw these cards away
What the words leave open is asked."""

TYPES = {type_name(type_).casefold(): type_ for type_ in range(NUM_TYPES)}
VERB = re.compile(r"(play|lead|lay|fold|throw)\b")
DECLARED = re.compile(r"\s+as\s+([0-8])$")
SPAN = re.compile(r"([br])([0-8])-\1?([0-8])")


def read(state: np.void, text: str) -> list[Chain]:
    """Returns the moves that typed words can mean, where they are no name of a move.

    Args:
        state: The table; of the hands only that of the seat to move is looked at.
        text: The words.

    Returns:
        Chains of action ids that the seat to move may take one after the other; none where the
        words are not understood.

    Raises:
        UserError: They are understood, but that is not allowed.
    """
    words = text.casefold().strip()
    verb = VERB.match(words)
    rest = words[verb.end() :].strip() if verb else words
    declared = DECLARED.search(rest)
    cards = _cards(DECLARED.sub("", rest))
    if not cards:
        return []
    try:
        is_thrown = mok.phase_of(state) == mok.THROW
        if is_thrown or (verb and verb[1] in ("fold", "throw")):
            return [_thrown(state, cards)]
        said: set[str] = {word for word in rest.split() if word in mok.SHAPES}
        return _plays(state, cards, said, int(declared[1]) if declared else None)
    except ForbiddenError as why:
        raise UserError(f"{text!r} is not allowed: {why}") from None


def _cards(words: str) -> list[int]:
    """Returns the types of typed cards; none if other words were typed."""
    types: list[int] = []
    for word in re.split(r"[\s,+]+", words):
        if word == "and" or word in mok.SHAPES:
            continue
        if span := SPAN.fullmatch(word):
            numbers = range(int(span[2]), int(span[3]) + 1)
            types += [TYPES[f"{span[1]}{number}"] for number in numbers]
        elif word in TYPES:
            types.append(TYPES[word])
        else:
            return []
    return types


def _thrown(state: np.void, cards: Sequence[int]) -> Chain:
    """Returns the chain of a fold, if it is due, and throws; the rest is asked."""
    chain: Chain = ()
    left = int(state["left_to_throw"])
    if mok.phase_of(state) != mok.THROW:
        if mok.FOLD_ACTION not in _legal(state):
            raise ForbiddenError(why_illegal(state, mok.FOLD_ACTION))
        chain, left = (mok.FOLD_ACTION,), int(mok.SIZES[mok.led_play(state)])
    if len(cards) > left:
        raise ForbiddenError(f"{cards_word(left)} can be thrown now (MOK-4.2b).")
    if why := why_not_held(state, cards, "MOK-4.2b"):
        raise ForbiddenError(why)
    if state["hand_sizes"][state["to_move"]] == left:  # a forced rest is thrown without an action
        return chain
    return (*chain, *(mok.FIRST_THROW + type_ for type_ in cards))


def _plays(
    state: np.void, cards: Sequence[int], said: set[str], declared: int | None
) -> list[Chain]:
    """Returns the plays of just these cards, or the one with their order.

    Args:
        state: The table.
        cards: The types that were typed.
        said: The shapes that were typed; cards that are none of them are not understood.
        declared: The number that ships alone are to be.
    """
    wanted = sorted(cards)
    fitting = [action for action, play in mok.PLAY_OF.items()
               if sorted(play.types) == wanted and said <= {play.shape}
               and _is_meant(action, play, declared)]  # fmt: skip
    if said and not fitting:
        return []
    if not fitting:
        raise ForbiddenError("these cards are neither a single nor a set nor a run (MOK-4.1).")
    allowed = [action for action in fitting if action in _legal(state)]
    if not allowed:
        raise ForbiddenError(why_illegal(state, fitting[0]))
    in_order = [action for action in allowed if mok.PLAY_OF[action].types == tuple(cards)]
    return [(action,) for action in (in_order if len(in_order) == 1 else allowed)]


def _is_meant(action: int, play: Play, declared: int | None) -> bool:
    """Returns whether a reading of ships alone was typed; court is the default."""
    is_number = action >= mok.FIRST_DECLARED
    return is_number == (declared is not None) and (not is_number or play.strength == declared)
