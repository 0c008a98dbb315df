"""Mokkaik in words: names, moves, reasons, news, and typed moves."""

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from fudaba.common.errors import ForbiddenError
from fudaba.common.languages import N_, translator

from ..cards.counts import spread_out
from ..cards.kikisen import COURT, NUM_KINDS, NUM_TYPES, SHIP, Play, type_name
from ..cards.kikisen_words import card_word
from ..core.contract.cells import snapshot_of
from ..core.contract.fields import decode
from ..core.contract.game import Chain
from ..core.kit.seats import NOBODY, player_name
from ..core.words.reading import in_grammar, list_legal
from ..kikisen.words import (
    next_bonus_words,
    paid_words,
    player_with,
    type_names,
    words_of,
)
from . import state as mok
from .rules import legal, strength_to_beat

_, _n = translator("mokkaik")

SINGLES = (N_("single black card"), N_("single red card"))
RUNS = (N_("black run of {size}"), N_("red run of {size}"))


def is_declared(play: Play) -> bool:
    """Returns whether a play consists of ships that were declared as a number (KIKI-8)."""
    return play.strength < COURT and all(type_ % NUM_KINDS == SHIP for type_ in play.types)


def play_name(play: Play) -> str:
    """Returns the cards of a play, a ship of a run where it stands: `b3 bS b5`, `bS rS as 4`."""
    cards = words_of(play.types)
    if is_declared(play):
        return _("{cards} as {strength}", cards=cards, strength=play.strength)
    return cards


def strength_name(strength: int) -> str:
    """Returns `8`, or `court`."""
    return _("court") if strength == COURT else str(strength)


def kind_name(shape: str, num_black: int, num_red: int) -> str:
    """Returns the kind to match: `single black card`, `set of 1 black and 2 red cards`."""
    colour = 0 if num_black else 1
    if shape == "single":
        return _(SINGLES[colour])
    if shape == "run":
        return _(RUNS[colour], size=num_black + num_red)
    if num_black and num_red:
        return _n(
            "set of {black} black and {count} red card",
            "set of {black} black and {count} red cards",
            num_red,
            black=num_black,
        )
    if num_black:
        return _("set of {black} black cards", black=num_black)
    return _("set of {red} red cards", red=num_red)


def describe(state: np.void, action: int) -> str:
    """Returns the move as a player says it: `play b3 bS b5`, `play bS as 4`, `throw b3`."""
    kind, position = decode(mok.ACTIONS, action)
    if kind is mok.FOLD:
        return _("{:folds|fold}")
    if kind is mok.THROW_CARD:
        return _("{:throws|throw} {card}", card=card_word(position))
    return _("{:plays|play} {cards}", cards=play_name(mok.PLAY_OF[action]))


def announce(state: np.void, action: int) -> str:
    """Returns what opponents learn of a move (MOK-7.1, 9.9).

    A throw is announced once, with its last card, as the number of cards thrown; the earlier
    steps are empty.
    """
    if decode(mok.ACTIONS, action)[0] is not mok.THROW_CARD:
        return describe(state, action)
    if state["left_to_throw"] != 1:
        return ""
    size = len(mok.PLAY_OF[int(mok.led_play(state))].types)
    return _n("{:throws|throw} a card", "{:throws|throw} {count} cards", size)


def snapshot(state: np.void) -> dict[str, Any]:
    """Returns the open table as plain zones with card names, hidden cards included.

    Returns:
        A dict of JSON-able values: hands, won piles and face-down discards per player, face-up
        discards and undealt cards as lists of cards; the plays of the round per player, who leads
        it, who has folded, whose play is the best (players' names or None), whose turn it is and
        what is asked; the dealer, the bonus, scores, and the winner of the last round.
    """
    players = {player_name(seat): seat for seat in range(int(state["num_players"]))}
    is_over = state["to_move"] == NOBODY
    return {
        **{
            zone: {
                name: type_names(spread_out(state[zone][seat])) for name, seat in players.items()
            }
            for zone in ("hands", "won", "thrown")
        },
        **{zone: type_names(spread_out(state[zone])) for zone in ("discards", "undealt")},
        "plays": {
            name: play_name(mok.PLAY_OF[int(state["plays"][seat])])
            for name, seat in players.items()
            if state["plays"][seat] != mok.NO_PLAY
        },
        "folded": [name for name, seat in players.items() if state["folded"][seat]],
        "phase": None if is_over else mok.PHASES[mok.phase_of(state)],
        **snapshot_of(mok.CELLS, state),
    }


# News


def news(before: np.void, after: np.void, seat: int) -> str:
    """Returns the winner of a round, and the end of a season."""
    if after["season"] > before["season"]:
        return _("; ").join(_season_words(before, after, seat))
    if after["won"].sum() > before["won"].sum():
        return round_words(before, after, seat)
    return ""


def round_words(before: np.void, after: np.void, seat: int) -> str:
    """Returns `player_1 wins the round: 2 cards for the pile, and the next lead`."""
    winner = player_with(after["winner"], after, seat)
    size = int(after["won"].sum() - before["won"].sum())
    return _n(
        "{winner} {winner:wins|win} the round: {count} card for the pile, and the next lead",
        "{winner} {winner:wins|win} the round: {count} cards for the pile, and the next lead",
        size,
        winner=winner,
    )


def _season_words(before: np.void, after: np.void, seat: int) -> list[str]:
    """Returns the winner, payments as in `player_0 +2, player_2 -2`, and the next dealer."""
    paid = paid_words(before, after, seat) or _("nobody pays")
    return [season_winner(after, seat), paid, *next_bonus_words(after, seat)]


def season_winner(after: np.void, seat: int) -> str:
    """Returns `player_0 wins the last round and the season`, after a season."""
    winner = player_with(after["winner"], after, seat)
    if after["seasons"] > 1:
        return _("{winner} {winner:wins|win} the last round and the season", winner=winner)
    return _("{winner} {winner:wins|win} the last round and the game", winner=winner)


# Reasons


def why_illegal(state: np.void, action: int) -> str:
    """Returns the reason, with its clause, why an action is illegal for the seat to move."""
    kind, position = decode(mok.ACTIONS, action)
    phase = mok.phase_of(state)
    if kind is mok.THROW_CARD:
        if phase != mok.THROW:
            return _("cards are thrown after a fold (MOK-4.2b).")
        return why_not_held(state, (position,), "MOK-4.2b")
    if phase == mok.THROW:
        return _n(
            "after a fold cards are thrown, now {count} card (MOK-4.2b).",
            "after a fold cards are thrown, now {count} cards (MOK-4.2b).",
            int(state["left_to_throw"]),
        )
    if kind is mok.FOLD:
        return _("who leads must play a hand (MOK-4.1).")
    return _why_no_play(state, mok.PLAY_OF[action])


def why_not_held(state: np.void, types: Sequence[int], clause: str = "MOK-4.1") -> str:
    """Returns the missing cards of the seat to move as a reason; empty if it has all.

    Args:
        state: The table.
        types: The types of the cards.
        clause: Why they have to be own cards: to be played, or to be thrown.
    """
    hand = state["hands"][state["to_move"]]
    for type_ in types:
        card, count = card_word(type_), int(hand[type_])
        if not count:
            return _("there is no {card} in the hand ({clause}).", card=card, clause=clause)
        if count < types.count(type_):
            return _("there is only {count} {card} in the hand ({clause}).",
                     count=count, card=card, clause=clause)  # fmt: skip
    return ""


def _why_no_play(state: np.void, play: Play) -> str:
    if is_declared(play) and state["ship_alone"] != mok.DECLARED:
        return _("ships alone are court cards, with this ship_alone (MOK-5.1).")
    if why := why_not_held(state, play.types):
        return why
    led = mok.PLAY_OF[int(mok.led_play(state))]
    wanted = kind_name(*mok.kind_of(led))
    if (play.shape, len(play.types)) != (led.shape, len(led.types)):
        return _("a {kind} was led (MOK-4.2a).", kind=wanted)
    if mok.kind_of(play) != mok.kind_of(led):
        return _("a {kind} was led, and the colours must be the same (MOK-4.4).", kind=wanted)
    strength = strength_name(int(strength_to_beat(state)))
    if play.shape == "run":
        return _("it has to beat a run from {foot} (MOK-4.2a).", foot=strength)
    return _("it has to beat a strength of {strength} (MOK-4.2a).", strength=strength)


# Typed moves


_legal = partial(list_legal, legal, mok.NUM_ACTIONS)

TYPING = N_("""\
Cards can be typed as they are, in any order: a colour, b or r, and S, 0 to 8, K
or E:
  b3                a single card
  b5 r5 rS          a set, with the red ship as one of its cards
  b3 bS b5, b2-b4   a run; a ship stands where it is typed, if it can
  fold b3 r5        fold and throw these cards away
What the words leave open is asked.""")

TYPES = {type_name(type_).casefold(): type_ for type_ in range(NUM_TYPES)}
VERB = re.compile(r"(play|lead|lay|fold|throw)\b")
DECLARED = re.compile(r"\s+as\s+([0-8])$")
SPAN = re.compile(r"([br])([0-8])-\1?([0-8])")
JAPANESE = (  # words, and what the grammar above has for them, in this order
    ("^(?=.*(降り|捨て))", "fold "),
    ("([0-8])として", r" as \1"),
    ("黒", " b"),
    ("赤", " r"),
    ("船", "s"),
    ("無", "0"),
    ("王", "k"),
    ("皇", "e"),
    ("出す|伏せて|捨てる|降りる|降りて", ""),
    ("[を、と()]", " "),
)


def read(state: np.void, text: str) -> list[Chain]:
    """Returns the moves that typed words can mean; see `Words.read`."""
    words = in_grammar(text, JAPANESE)
    if words == "fold" and mok.phase_of(state) != mok.THROW:
        return [_thrown(state, ())]
    verb = VERB.match(words)
    rest = words[verb.end() :].strip() if verb else words
    declared = DECLARED.search(rest)
    cards = _cards(DECLARED.sub("", rest))
    if not cards:
        return []
    is_thrown = mok.phase_of(state) == mok.THROW
    if is_thrown or (verb and verb[1] in ("fold", "throw")):
        return [_thrown(state, cards)]
    said: set[str] = {word for word in rest.split() if word in mok.SHAPES}
    return _plays(state, cards, said, int(declared[1]) if declared else None)


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
    """Returns the chain of a fold, if one is due, and of the throws that the words name."""
    chain: Chain = ()
    left = int(state["left_to_throw"])
    if mok.phase_of(state) != mok.THROW:
        if mok.FOLD_ACTION not in _legal(state):
            raise ForbiddenError(why_illegal(state, mok.FOLD_ACTION))
        chain, left = (mok.FOLD_ACTION,), int(mok.SIZES[mok.led_play(state)])
    if len(cards) > left:
        raise ForbiddenError(_n("{count} card can be thrown now (MOK-4.2b).",
                                "{count} cards can be thrown now (MOK-4.2b).", left))  # fmt: skip
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
        raise ForbiddenError(_("these cards are neither a single nor a set nor a run (MOK-4.1)."))
    allowed = [action for action in fitting if action in _legal(state)]
    if not allowed:
        raise ForbiddenError(why_illegal(state, fitting[0]))
    in_order = [action for action in allowed if mok.PLAY_OF[action].types == tuple(cards)]
    return [(action,) for action in (in_order if len(in_order) == 1 else allowed)]


def _is_meant(action: int, play: Play, declared: int | None) -> bool:
    """Returns whether a play of ships alone has the typed strength; if none was typed, court."""
    is_number = action >= mok.FIRST_DECLARED
    return is_number == (declared is not None) and (not is_number or play.strength == declared)
