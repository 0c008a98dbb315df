"""Makkaik in words: names, moves, reasons, news, and typed moves."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from fudaba.common.errors import ForbiddenError
from fudaba.common.languages import N_, translator

from ..cards.counts import spread_out
from ..cards.kikisen import COURT, NUM_STRENGTHS, NUM_TYPES, type_name
from ..cards.kikisen_words import card_word
from ..core.contract.cells import snapshot_of
from ..core.contract.fields import decode
from ..core.contract.game import Chain
from ..core.kit.seats import NOBODY, distances, player_name
from ..core.words.reading import copied, in_grammar, list_legal
from ..kikisen.betting import UNLIMITED, chips_of, pot_of, stake_cap
from ..kikisen.words import ante_words, player_with, pot_words, type_names, words_of
from . import state as mkk
from .rules import apply, legal
from .rules.hands import best_of, values_of

_, _n = translator("makkaik")

VALUES = (  # by category
    N_("single {strength}"),
    N_("pair of {strength}"),
    N_("run up to {strength}"),
    N_("triple of {strength}"),
)
UNUSED = (  # by the code of unused_draw
    N_("{card} is set aside"),
    N_("{card} joins the common cards"),
)


def describe(state: np.void, action: int) -> str:
    """Returns the move as a player says it: `swap`, `take b3`, `put out r7`, `base 2`."""
    kind, position = decode(mkk.ACTIONS, action)
    if kind is mkk.SWAP_CARDS:
        return _("{:swaps|swap}")
    if kind is mkk.DRAW_CARDS:
        return _("{:draws|draw}")
    if kind is mkk.TAKE:
        return _("{:takes|take} {card}", card=card_word(position))
    if kind is mkk.PUT_OUT:
        return _("{:puts|put} out {card}", card=card_word(position))
    if kind is mkk.DROP:
        return _("{:drops|drop}")
    if kind is mkk.JOIN_IN:
        return _("{:joins|join}")
    return _("base {base}", base=mkk.BASE_OF_ACTION[action])


def announce(state: np.void, action: int) -> str:
    """Returns the public part of a move; the incoming card is secret (MKK-7.1, 9.13)."""
    is_secret = decode(mkk.ACTIONS, action)[0] is mkk.TAKE
    return _("{:chooses|choose} a card") if is_secret else _told(state, action)


def recount(state: np.void, action: int) -> str:
    """Returns an own move for the player's history: both cards of an exchange in one line."""
    kind, position = decode(mkk.ACTIONS, action)
    if kind in (mkk.SWAP_CARDS, mkk.TAKE):
        return ""
    if kind is mkk.PUT_OUT:
        taken, put_out = card_word(int(state["incoming"])), card_word(position)
        if taken == put_out:
            return _("{:takes|take} {card} and {:puts|put} out another {card}", card=taken)
        return _(
            "{:takes|take} {taken} and {:puts|put} out {put_out}", taken=taken, put_out=put_out
        )
    return _told(state, action)


def _told(state: np.void, action: int) -> str:
    """Returns the words of a history: as of `describe`, but `set base 2`."""
    move = describe(state, action)
    return _("{:sets|set} {move}", move=move) if mkk.BASE_OF_ACTION[action] else move


def value_name(value: int) -> str:
    """Returns a hand: `triple of 8`, `run up to 5`, `pair of court`, `single 7`."""
    category, strength = divmod(value, NUM_STRENGTHS)
    return _(VALUES[category], strength=_("court") if strength == COURT else str(strength))


def best_value(hand: np.ndarray, common: np.ndarray, view: np.void) -> int:
    """Returns the value of the best that a hand makes with the common cards (MKK-5.2).

    Args:
        hand: Counts by type.
        common: Counts by type.
        view: A view record, for the house rules.
    """
    return int(best_of(values_as_bits(hand, common, view)))


def values_as_bits(hand: np.ndarray, common: np.ndarray, view: np.void) -> int:
    """Returns all values that a hand makes with the common cards, as bits; see `best_value`."""
    own_min, ship_alone = int(view["own_min"]), int(view["ship_alone"])
    return int(values_of(hand.astype(np.int8), common.astype(np.int8), own_min, ship_alone))


def snapshot(state: np.void) -> dict[str, Any]:
    """Returns the open table as plain zones with card names, hidden cards included.

    Returns:
        A dict of JSON-able values: hands, common cards, stock (its top last) and the hands of the
        last showdown as lists of cards; by player the kind of exchange and the cards taken in a
        swap, put out, and drawn but not taken; whose turn it is (a player's name or None), what
        is asked, the card coming in; the round, its base, who has paid it, who is active; what
        each has paid, the pot, the chips (None with unlimited credit), the dealer and the scores.
    """
    players = {player_name(seat): seat for seat in range(int(state["num_players"]))}
    is_over = state["to_move"] == NOBODY
    return {
        **{
            zone: {
                name: type_names(spread_out(state[zone][seat])) for name, seat in players.items()
            }
            for zone in ("hands", "shown")
        },
        "common": type_names(spread_out(state["common"])),
        "stock": type_names(state["stock"][: int(state["stock_size"])]),
        "exchange": {name: mkk.KIND_NAMES[state["kinds"][seat]] for name, seat in players.items()},
        **{
            zone: {name: card_name(state[zone][seat]) for name, seat in players.items()}
            for zone in ("taken", "put_out", "unused")
        },
        "incoming": card_name(state["incoming"]),
        "phase": None if is_over else mkk.PHASES[state["phase"]].name.lower(),
        **{
            role: [name for name, seat in players.items() if state[role][seat]]
            for role in ("joined", "active")
        },
        "pot": int(pot_of(state)),
        "chips": None if state["start_chips"] == UNLIMITED else {
            name: int(chips_of(state, seat)) for name, seat in players.items()
        },
        **snapshot_of(mkk.CELLS, state),
    }  # fmt: skip


def card_name(type_: int) -> str | None:
    """Returns a card, or None for none."""
    return None if type_ == mkk.NO_CARD else type_name(int(type_))


# News


def news(before: np.void, after: np.void, seat: int) -> str:
    """Returns cards drawn or moved, the ante, a new dealer, the pot, and a season's end."""
    if after["season"] > before["season"]:
        return _("; ").join([*_shown(before, after, seat), pot_words(before, after, seat)])
    return _("; ").join([*_exchanged(before, after, seat), *_staked(before, after, seat)])


def _shown(before: np.void, after: np.void, seat: int) -> Iterator[str]:
    """Yields `player_0 shows b1 b2 b3, run up to 3`."""
    for player, distance in distances(seat, int(after["num_players"])):
        hand = after["shown"][distance]
        if hand.any():
            value = value_name(best_value(hand, before["common"], before))
            yield _(
                "{player} {player:shows|show} {cards}, {hand}",
                player=player_name(player),
                cards=words_of(spread_out(hand)),
                hand=value,
            )


def _exchanged(before: np.void, after: np.void, seat: int) -> Iterator[str]:
    """Returns the visible effects of the steps of an exchange."""
    if after["drawn"].any() and not before["drawn"].any():
        yield _("drawn: {cards}", cards=words_of(spread_out(after["drawn"])))
    if before["phase"][mkk.KIND] and after["phase"][mkk.OUTGOING]:
        yield _("all common cards are {cards}", cards=words_of(spread_out(after["common"] > 0)))
    unused = UNUSED[int(after["unused_draw"])]
    for player, distance in distances(seat, int(after["num_players"])):
        taken = _new_card(before["taken"][distance], after["taken"][distance])
        if taken and distance:
            name = player_name(player)
            yield _(
                "{player} {player:takes|take} {card} from the common cards", player=name, card=taken
            )
        if card := _new_card(before["unused"][distance], after["unused"][distance]):
            yield _(unused, card=card)


def _new_card(before: np.ndarray, after: np.ndarray) -> str:
    """Returns the card that a row of a view has got; empty for none."""
    return words_of(spread_out(after)) if after.any() and not before.any() else ""


def _staked(before: np.void, after: np.void, seat: int) -> Iterator[str]:
    """Returns the ante, the dealer after a drop, and the pot of a new round."""
    if before["phase"][mkk.OUTGOING] and after["phase"][mkk.BASE]:
        yield from ante_words(after)
    if (after["dealer"] != before["dealer"]).any():
        yield _(
            "{player} {player:is|are} the dealer now",
            player=player_with(after["dealer"], after, seat),
        )
    if after["round"] > before["round"]:
        number, pot = after["round"] + 1, after["pot"]
        yield _("round {number} begins with a pot of {pot}", number=number, pot=pot)


# Reasons


def why_illegal(state: np.void, action: int) -> str:
    """Returns the reason, with its clause, why an action is illegal for the seat to move."""
    kind, position = decode(mkk.ACTIONS, action)
    phase = int(state["phase"])
    if kind not in mkk.PHASES[phase].kinds:
        return mkk.PHASES[phase].why_not_now(_)
    if kind is mkk.TAKE:
        return _why_not_taken(state, position)
    if kind is mkk.PUT_OUT:
        card = card_word(position)
        return _("{card} is none of the cards that were dealt (MKK-4.1).", card=card)
    return _why_no_base(state, int(mkk.BASE_OF_ACTION[action]))


def _why_not_taken(state: np.void, type_: int) -> str:
    if state["kinds"][state["to_move"]] == mkk.DRAW:
        return _("{card} was not drawn (MKK-4.1).", card=card_word(type_))
    return _("there is no {card} among the common cards (MKK-4.1).", card=card_word(type_))


def _why_no_base(state: np.void, base: int) -> str:
    highest = int(state["max_base"])
    if base > highest:
        return _("a base is 1 to {highest}, with this max_base (MKK-4.3).", highest=highest)
    rounds_after = int(state["bet_rounds"]) - int(state["round"]) - 1
    cap = int(stake_cap(state, highest, rounds_after))
    return _("a base is 1 to {cap} now, which all can pay to the end (MKK-4.3).", cap=cap)


# Typed moves


_legal = partial(list_legal, legal, mkk.NUM_ACTIONS)

TYPING = N_("""\
An exchange can be typed in one go, the own card first; cards are a colour, b
or r, and S, 0 to 8, K or E:
  swap r7 for b3       puts r7 out and takes b3 from the common cards
  r7 for b3            the same; after a draw b3 is one of the drawn cards
  b3                   the card to take, or to put out
  bet 2                the base""")

TYPES = {type_name(type_).casefold(): type_ for type_ in range(NUM_TYPES)}
CARD = "[br][s0-8ke]"
TRADE = re.compile(rf"(?:swap\s+)?({CARD})\s+for\s+({CARD})")
CARD_MOVE = re.compile(rf"(?:(take|put out)\s+)?({CARD})")
BET = re.compile(r"(?:bet|stake|base)\s+(\d+)")
NAMES = {"swap": mkk.FIRST_EXCHANGE, "draw": mkk.FIRST_EXCHANGE + 1, "drop": mkk.DROP_ACTION,
         "join": mkk.JOIN_ACTION}  # fmt: skip

JAPANESE = (  # words, and what the grammar above has for them, in this order
    ("黒", "b"),
    ("赤", "r"),
    ("船", "s"),
    ("無", "0"),
    ("王", "k"),
    ("皇", "e"),
    (f"^({CARD})を({CARD})と交換(する)?$", r"\1 for \2"),
    (f"^({CARD})を取る$", r"take \1"),
    (f"^({CARD})を公開札に加える$", r"put out \1"),
    (r"^基準点(\d+)$|^(\d+)点$", r"base \1\2"),
    ("^公開札と交換(する)?$", "swap"),
    ("^山札から2枚引く$", "draw"),
    ("^参加(する)?$", "join"),
    ("^不参加$", "drop"),
)


def read(state: np.void, text: str) -> list[Chain]:
    """Returns the moves that typed words can mean; see `Words.read`."""
    wanted = _actions(int(state["phase"]), in_grammar(text, JAPANESE))
    return [_carried_out(state, wanted)] if wanted else []


def _actions(phase: int, words: str) -> Chain:
    """Returns the actions that words stand for in a phase; empty for none."""
    if trade := TRADE.fullmatch(words):
        outgoing, incoming = (TYPES[card] for card in trade.groups())
        steps = (mkk.FIRST_TAKE + incoming, mkk.FIRST_PUT_OUT + outgoing)
        return steps if phase == mkk.INCOMING else (mkk.FIRST_EXCHANGE, *steps)
    if words in NAMES:
        return (NAMES[words],)
    if card := CARD_MOVE.fullmatch(words):
        is_put_out = card[1] == "put out" or (not card[1] and phase == mkk.OUTGOING)
        first = mkk.FIRST_PUT_OUT if is_put_out else mkk.FIRST_TAKE
        return (first + TYPES[card[2]],)
    bet = BET.fullmatch(words)
    if bet and 0 < int(bet[1]) < len(mkk.BASE_ACTIONS):
        return (int(mkk.BASE_ACTIONS[int(bet[1])]),)
    return ()


def _carried_out(state: np.void, wanted: Chain) -> Chain:
    """Returns the steps of a chain that are asked: without a forced incoming card."""
    table, chain = copied(state), []
    for action in wanted:
        is_taken_already = action == mkk.FIRST_TAKE + table["incoming"]
        if is_taken_already and table["phase"] == mkk.OUTGOING:
            continue
        if action not in _legal(table):
            raise ForbiddenError(why_illegal(table, action))
        apply(table, action)
        chain.append(action)
    return tuple(chain)
