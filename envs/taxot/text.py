"""Texts of Taxot: moves, reasons, news, and typed moves."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from fudaba.common.errors import ForbiddenError
from fudaba.common.languages import N_, translator

from ..cards.counts import spread_out
from ..cards.kikisen import NUM_KINDS, NUM_TYPES, SHIP, type_name
from ..cards.kikisen_words import card_word
from ..core.contract.cells import snapshot_of
from ..core.contract.fields import decode
from ..core.contract.game import Chain
from ..core.kit.seats import NOBODY, distances, player_name
from ..core.words.reading import in_grammar, list_legal
from ..kikisen.words import (
    next_bonus_words,
    player_with,
    run_in_order,
    season_name,
    seat_name,
    type_names,
    words_of,
)
from . import state as tax
from .closing import closing_shape, payment_words
from .rules import legal

_, _n = translator("taxot")


def types_in_hand(hand: np.ndarray) -> list[int]:
    """Returns the types of a hand of a state, int64[2], in rising order."""
    return spread_out(np.array([tax.count_in(hand, type_) for type_ in range(NUM_TYPES)]))


def meld_name(meld: int) -> str:
    """Returns the cards of a meld, a run's ship in its position: `b3 bS b5`."""
    return words_of(tax.MELDS[meld].types)


def run_name(meld: int) -> str:
    """Returns the numbers of a run with a ship, `3 4 5`; empty for other melds."""
    play = tax.MELDS[meld]
    is_run_with_ship = play.shape == "run" and any(
        type_ % NUM_KINDS == SHIP for type_ in play.types
    )
    return " ".join(str(play.strength + place) for place in range(3)) * is_run_with_ship


def meld_of(action: int) -> int | None:
    """Returns the meld that an action lays, or None if it lays none."""
    kind, position = decode(tax.ACTIONS, action)
    if kind is tax.REVEAL:
        return tax.FIRST_FOUR + position
    return position if kind is tax.CALL else None


def types_of_meld(view: np.void, distance: int) -> list[int]:
    """Returns the types of a player's meld; a run's from its foot, a ship in its position."""
    types = spread_out(view["melds"][distance])
    if not view["meld_kinds"][distance, tax.RUN]:
        return types
    return run_in_order(types, int(view["meld_strengths"][distance]) - 1)


def describe(state: np.void, action: int) -> str:
    """Returns an action's words: `discard b3`, `call b3 bS b5`, `reveal b5 b5 r5 rS`, `pass`."""
    kind, position = decode(tax.ACTIONS, action)
    if kind is tax.DISCARD:
        return _("{:discards|discard} {card}", card=card_word(position))
    meld = meld_of(action)
    if meld is None:
        return _("{:closes|close}") if kind is tax.CLOSE else _("{:passes|pass}")
    if kind is tax.REVEAL:
        return _("{:reveals|reveal} {cards}", cards=meld_name(meld))
    if numbers := run_name(meld):
        return _("{:calls|call} {cards} as {numbers}", cards=meld_name(meld), numbers=numbers)
    return _("{:calls|call} {cards}", cards=meld_name(meld))


def answer_name(action: int) -> str:
    """Returns an answer to a discard in the notation of the rules: `call b3 bS b5`, `pass`."""
    kind, meld = decode(tax.ACTIONS, action)[0], meld_of(action)
    cards = [] if meld is None else type_names(tax.MELDS[meld].types)
    return " ".join([kind.name, *cards])


def announce(state: np.void, action: int) -> str:
    """Returns the words that other players hear; empty for an answer to a discard (TAX-7.3)."""
    return "" if state["phase"] == tax.REACTION else describe(state, action)


def discards_in_order(state: np.void) -> list[str]:
    """Returns the discards since the deal or the reshuffle: `["player_0 b3", ...]`.

    Discards that were called read `player_1 r5, taken`.
    """
    words = []
    for turn in range(int(tax.num_discarded(state))):
        name = f"{player_name(state['turn_seats'][turn])} {type_name(state['turn_types'][turn])}"
        words.append(f"{name}, taken" if state["turn_called"][turn + 1] else name)
    return words


def snapshot(state: np.void) -> dict[str, Any]:
    """Returns the open table as plain zones with card names, hidden cards included.

    Returns:
        A dict of JSON-able values: concealed cards, melds and secret answers per player; the stock
        from its top; the discards in order; the lights; whose turn it is (players' names or None),
        who decides and what is asked; the lap, the dealer, the bonus, the scores, and who closed
        the last season that is over, with which cards.
    """
    players = {player_name(seat): seat for seat in range(int(state["num_players"]))}
    lights = [int(type_) for type_ in state["light_cards"] if type_ != tax.NO_TYPE]
    stock = state["stock"][: int(state["stock_size"])][::-1].tolist()
    return {
        "hands": {
            name: type_names(types_in_hand(state["hands"][seat])) for name, seat in players.items()
        },
        "melds": {
            name: type_names(tax.MELDS[int(state["melds"][seat])].types)
            for name, seat in players.items()
            if state["melds"][seat] != tax.NO_MELD
        },
        "answers": {
            name: answer_name(int(state["answers"][seat]))
            for name, seat in players.items()
            if state["answers"][seat] != tax.NO_ANSWER
        },
        "stock": type_names(stock),
        "discards": discards_in_order(state),
        "lights": type_names(lights),
        "to_move": seat_name(int(state["to_move"])),
        "active": seat_name(int(state["active"])),
        "phase": None if state["to_move"] == NOBODY else tax.PHASES[state["phase"]],
        "shown": type_names(spread_out(state["shown"])),
        **snapshot_of(tax.CELLS, state),
    }


# News


def news(before: np.void, after: np.void, seat: int) -> str:
    """Returns calls, the end of a season, payments, a reshuffle, and the own draw."""
    if after["season"] > before["season"]:
        parts = [*_end(before, after, seat), *next_bonus_words(after, seat)]
    else:
        parts = [
            *_calls(before, after, seat), *_fours(before, after, seat),
            *_reshuffled(before, after), *_own_draw(before, after, seat),
        ]  # fmt: skip
    return _("; ").join([*parts, *_given_way(before, after, seat)])


def points_words(count: int) -> str:
    """Returns `1 point`, `3 points`."""
    return _n("{count} point", "{count} points", count)


def _calls(before: np.void, after: np.void, seat: int) -> Iterator[str]:
    """Yields `player_1 calls b5 r5 r5` to the others, and `player_1 pays 1 point to player_0`."""
    for player, distance in distances(seat, int(after["num_players"])):
        if _has_laid(before, after, distance) and _is_called(before, after):
            name, cards = player_name(player), words_of(types_of_meld(after, distance))
            if distance:  # who calls has said so
                yield _("{name} {name:calls|call} {cards}", name=name, cards=cards)
            if price := int(after["pt_call"]):
                payee, points = player_with(before["discarder"], before, seat), points_words(price)
                yield _(
                    "{name} {name:pays|pay} {points} to {payee}",
                    name=name,
                    points=points,
                    payee=payee,
                )


def _fours(before: np.void, after: np.void, seat: int) -> Iterator[str]:
    """Yields `everybody else pays 1 point to player_1 for the four` (TAX-5.3)."""
    for player, distance in distances(seat, int(after["num_players"])):
        is_four = after["meld_kinds"][distance, tax.FOUR] and after["pt_four"]
        if is_four and _has_laid(before, after, distance):
            points, name = points_words(int(after["pt_four"])), player_name(player)
            yield _("everybody else pays {points} to {name} for the four", points=points, name=name)


def _has_laid(before: np.void, after: np.void, distance: int) -> bool:
    return bool((after["melds"][distance] != before["melds"][distance]).any())


def _is_called(before: np.void, after: np.void) -> bool:
    return bool(after["turn_called"].sum() > before["turn_called"].sum())


def _given_way(before: np.void, after: np.void, seat: int) -> Iterator[str]:
    """Yields `player_0's call gives way`, if another answer has won (TAX-4.4)."""
    would_close, would_call = before["answer"][1:]
    if not (would_close or would_call) or after["answer"].any():
        return
    has_ended = after["season"] > before["season"]
    has_won = after["closer"][0] if has_ended else _has_laid(before, after, 0)
    if not has_won:
        given = (
            N_("{name:{name}'s|your} close gives way: of two, the first after the discard closes")
            if would_close
            else N_(
                "{name:{name}'s|your} call gives way to a close, or a call from nearer the discard"
            )
        )
        yield _(given, name=player_name(seat))


def _reshuffled(before: np.void, after: np.void) -> Iterator[str]:
    if after["reshuffled"].any() and not before["reshuffled"].any():
        yield _("the discards are shuffled and become the stock")


def _own_draw(before: np.void, after: np.void, seat: int) -> Iterator[str]:
    """Yields the own draw, as in `player_0 draws b5`."""
    got = spread_out(np.maximum(after["hand"] - before["hand"], 0))
    if len(got) == 1 and after["on_turn"][0]:
        yield _("{name} {name:draws|draw} {card}", name=player_name(seat), card=words_of(got))


def _end(before: np.void, after: np.void, seat: int) -> list[str]:
    """Returns the end of a season, with the cards of a close and the payments for it."""
    if not after["closer"].any():
        return [end_words(before, after, seat)]
    shape = closing_shape(before, after)
    # A close on the own draw is announced itself.
    closes = _("with {shape} ({cards})", shape=shape.words, cards=shape.cards)
    if after["fed_by"].any():
        closes = _(
            "{name} {name:closes|close} with {shape} ({cards}) on "
            "{payer:the discard of {payer}|your discard}",
            name=player_with(after["closer"], after, seat),
            shape=shape.words,
            cards=shape.cards,
            payer=player_with(after["fed_by"], after, seat),
        )
    return [closes, *payment_words(before, after, seat)]


def end_words(before: np.void, after: np.void, seat: int) -> str:
    """Returns the words for the end of a season: the shape, or a drawn season."""
    if not after["closer"].any():
        return _("the stock is empty and the {season} is drawn", season=season_name(after))
    name, shape = player_with(after["closer"], after, seat), closing_shape(before, after).words
    if after["fed_by"].any():
        return _(
            "{name} {name:closes|close} with {shape} on "
            "{payer:the discard of {payer}|your discard}",
            name=name,
            shape=shape,
            payer=player_with(after["fed_by"], after, seat),
        )
    return _("{name} {name:closes|close} with {shape}", name=name, shape=shape)


# Reasons


def why_illegal(state: np.void, action: int) -> str:
    """Returns the reason why the seat to move may not take an action, with its clause."""
    phase, (kind, position) = int(state["phase"]), decode(tax.ACTIONS, action)
    if phase == tax.AFTER_CALL:
        if kind is tax.DISCARD:
            return _why_not_held(state, (position,), "TAX-4.5")
        return _("after a call a card is discarded (TAX-4.5).")
    if phase == tax.REACTION:
        return _why_no_answer(state, action)
    if kind is tax.DISCARD:
        return _why_not_held(state, (position,), "TAX-4.3c")
    if kind is tax.CLOSE:
        return _("the six cards are no winning shape (TAX-4.7).")
    if kind is tax.REVEAL:
        return _why_not_laid(state, tax.FIRST_FOUR + position, tax.NO_TYPE)
    return _("that answers somebody's discard (TAX-4.4).")


def _why_not_held(state: np.void, types: Sequence[int], clause: str) -> str:
    """Returns the first of some cards that the seat to move lacks; empty if it has all."""
    hand = types_in_hand(state["hands"][state["to_move"]])
    for type_ in types:
        if (held := hand.count(type_)) < types.count(type_):
            message = N_("there is no {card} in the hand ({clause}).")
            if held:
                message = N_("there is only {held} {card} in the hand ({clause}).")
            return _(message, held=held, card=card_word(type_), clause=clause)
    return ""


def _why_no_answer(state: np.void, action: int) -> str:
    type_ = int(state["turn_types"][state["turn"]])
    kind, meld = decode(tax.ACTIONS, action)[0], meld_of(action)
    if kind is tax.CLOSE:
        card = card_word(type_)
        return _("the five cards and {card} are no winning shape (TAX-4.7).", card=card)
    if kind is not tax.CALL or meld is None:
        return _("a discard is answered with a close, a call or a pass (TAX-4.4).")
    if type_ not in tax.MELDS[meld].types:
        return _("a call takes the discard, {card} (TAX-4.4b).", card=card_word(type_))
    return _why_not_laid(state, meld, type_)


def _why_not_laid(state: np.void, meld: int, called: int) -> str:
    """Returns why a meld can't be laid, with the called discard or with concealed cards alone."""
    own, wanted = int(state["melds"][state["to_move"]]), Counter(tax.MELDS[meld].types)
    clause = "TAX-4.3b" if called == tax.NO_TYPE else "TAX-4.4b"
    if called != tax.NO_TYPE:
        wanted[called] -= 1
    if own == tax.NO_MELD:
        return _why_not_held(state, sorted(wanted.elements()), clause)
    if not state["extend_public_set"]:
        if called == tax.NO_TYPE:
            return _("the meld {cards} stays as it is (TAX-4.6).", cards=meld_name(own))
        return _("no concealed card would be left after another meld (TAX-4.4b, TAX-9.7).")
    not_extended = _("it does not extend the meld {cards} (TAX-4.6).", cards=meld_name(own))
    triple = Counter(tax.MELDS[own].types)
    is_extended = not triple - Counter(tax.MELDS[meld].types) and own < tax.FIRST_FOUR <= meld
    if not is_extended or meld >= tax.FIRST_RUN:
        return not_extended
    why = _why_not_held(state, sorted((wanted - triple).elements()), clause)
    return why or not_extended


# Typed moves


_legal = partial(list_legal, legal, tax.NUM_ACTIONS)

TYPING = N_("""\
Cards can be typed as they are, in any order: a colour, b or r, and S, 0 to 8, K
or E:
  b3                discard it
  b5 b5 r5 rS       in the own turn: reveal the four
  b5 r5 r5, r5 r5   to a discard of b5: call it for this meld
  b3 bS b5          a run; a ship stands where it is typed, if it can
What the words leave open is asked.""")

TYPES = {type_name(type_).casefold(): type_ for type_ in range(NUM_TYPES)}
VERB = re.compile(r"(discard|call|reveal)\b")
JAPANESE = (  # words, and what the grammar above has for them, in this order
    ("[をで]?(捨てる|鳴く|公開する)$", ""),
    ("黒", " b"),
    ("赤", " r"),
    *zip("船無兵弓車虎馬筆巫将王皇", "s012345678ke", strict=True),
    ("[、・]", " "),
)


def read(state: np.void, text: str) -> list[Chain]:
    """Returns the moves that typed words can mean; see `Words.read`."""
    words = in_grammar(text, JAPANESE)
    verb = VERB.match(words)
    names = re.split(r"[\s,+]+", words[verb.end() :].strip() if verb else words)
    if not all(name in TYPES for name in names):
        return []
    return _meant(state, tuple(TYPES[name] for name in names))


def _meant(state: np.void, cards: tuple[int, ...]) -> list[Chain]:
    """Returns the actions that these cards can mean; those in typed order take precedence."""
    fitting = [action for action in range(tax.FIRST_REVEAL, tax.NUM_ACTIONS)
               if _is_meant(state, action, cards)]  # fmt: skip
    if not fitting:
        raise ForbiddenError(_("these cards are no card to discard and no meld (TAX-4.2)."))
    allowed = [action for action in fitting if action in _legal(state)]
    if not allowed:
        raise ForbiddenError(why_illegal(state, fitting[0]))
    in_order = [action for action in allowed if _types_of(action) == cards]
    return [(action,) for action in (in_order or allowed)]


def _is_meant(state: np.void, action: int, cards: tuple[int, ...]) -> bool:
    """Whether an action of this phase takes these cards, with or without the called discard."""
    if state["phase"] == tax.REACTION:
        called = (int(state["turn_types"][state["turn"]]),)
        is_call = decode(tax.ACTIONS, action)[0] is tax.CALL
        wanted = Counter(_types_of(action))
        return is_call and wanted in (Counter(cards), Counter((*cards, *called)))
    is_call = decode(tax.ACTIONS, action)[0] is tax.CALL
    return not is_call and Counter(_types_of(action)) == Counter(cards)


def _types_of(action: int) -> tuple[int, ...]:
    """Returns the types that an action names."""
    meld = meld_of(action)
    return (action - tax.FIRST_DISCARD,) if meld is None else tax.MELDS[meld].types
