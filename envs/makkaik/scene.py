"""The scene of Makkaik: the table as a seat sees it, built from its view alone."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from fudaba.common.languages import N_, translator

from ..cards.counts import spread_out
from ..cards.kikisen import NUM_STRENGTHS
from ..cards.kikisen_words import card_word
from ..core.kit.seats import distances, player_name
from ..core.scene.scene import Label, Rank, Ranking, Scene, Token, Zone, game_over
from ..kikisen.meanings import PAID, POT
from ..kikisen.scene import SCORE_POINTS, faces_of, seats_of
from ..kikisen.words import account_facts, deals, season_note
from . import meanings as about
from . import state as mkk
from .meanings import about_value
from .text import best_value, value_name

_, _n = translator("makkaik")

KINDS_OF_HANDS = (
    N_("K and E highest, then 8 to 0"),
    N_("two equal"),
    N_("3 in a row, one colour"),
    N_("three equal"),
)
NO_CATEGORY = -1
ASKED = (about.EXCHANGE, about.TAKE, about.PUT_OUT, about.BASES, about.JOIN)  # by the phase

POINTS = SCORE_POINTS


def scene(view: np.void, seat: int) -> Scene:
    """Returns the table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The common cards, what the viewer has drawn or set aside, and the hands of the last
        showdown; the own hand; the ranking of hands; and the players with their exchanges and
        payments.
    """
    sizes = np.full_like(view["active"], mkk.HAND_SIZE)
    return Scene(
        _("Makkaik"),
        seat,
        seats_of(
            view,
            seat,
            sizes,
            _facts,
            faces_of(view["hand"], about.CARD),
            about.HAND(),
            view["active"] == 0,
        ),
        tuple(filter(None, (tuple(_cards(view)), tuple(_shown(view, seat))))),
        _question(view),
        tuple(_notes(view, seat)),
        pictures=(_ranking(view),),
    )


def _cards(view: np.void) -> Iterator[Zone]:
    """Returns the common cards, drawn cards, and the card that the viewer put aside."""
    common = faces_of(view["common"], about.CARD)
    if is_swapped := bool(view["swapped"][0] and view["incoming"].any()):  # it lies there yet
        place = spread_out(view["common"]).index(int(view["incoming"].argmax()))
        taken = replace(common[place], mark="recent", note=_("to be taken"))
        common = (*common[:place], taken, *common[place + 1 :])
    yield Zone(_("common cards"), about.COMMON(), (common,))
    if view["drawn"].any():
        yield Zone(_("drawn"), about.DRAWN(), (faces_of(view["drawn"], about.CARD),))
    if view["incoming"].any() and not is_swapped:
        yield Zone(_("to be taken"), about.INCOMING(), (faces_of(view["incoming"], about.CARD),))
    if view["unused"][0].any() and view["unused_draw"] != mkk.PUBLIC:
        yield Zone(_("set aside"), about.ASIDE(), (faces_of(view["unused"][0], about.CARD),))


def _common(view: np.void) -> np.ndarray:
    """Returns the common cards without the one that the viewer is taking."""
    return view["common"] - view["incoming"] if view["swapped"][0] else view["common"]


def _ranking(view: np.void) -> Ranking:
    """Returns the kinds of hands from the strongest on; the viewer's with its value (MKK-5.1)."""
    own = _own_best(view) if view["on_turn"].any() else NO_CATEGORY * NUM_STRENGTHS
    ranks = []
    for category, note in reversed([*enumerate(KINDS_OF_HANDS)]):
        is_own = category == own // NUM_STRENGTHS
        name = value_name(own) if is_own else _(mkk.CATEGORY_NAMES[category])
        hand = about_value(own) if is_own else about.CATEGORIES[category]()
        ranks.append(Rank(name, hand, _(note), is_own))
    title = _("hands, strongest first; a ship is any card of its colour")
    own_note = about_value(own) if view["on_turn"].any() else None
    return Ranking(title, about.HANDS_IN_ORDER(), tuple(ranks), own_note)


def _own_best(view: np.void) -> int:
    """Returns the value of the viewer's best hand, counting a card taken in an exchange.

    Any card may be put out for it: as a common card it can still be used, and where one own card
    is needed, another one can be put out.
    """
    return best_value(view["hand"] + view["incoming"], _common(view), view)


def _shown(view: np.void, seat: int) -> Iterator[Zone]:
    """Yields at the end the hands of the last showdown; else the next season lies there."""
    for player, distance in distances(seat, int(view["num_players"])):
        if view["shown"][distance].any() and not view["on_turn"].any():
            title = _("shown by {player}", player=player_name(player))
            yield Zone(title, about.SHOWN(), (faces_of(view["shown"][distance], about.CARD),))


def _facts(view: np.void, distance: int) -> Iterator[Label]:
    """Yields `dealer`, `+3 points`, `took b3, put out r7`, `paid 4`, `in` or `dropped`."""
    if deals(view, distance):
        yield Label(_("dealer"), about.DEALER(), Token("dealer"))
    yield from account_facts(view, distance)
    yield from _exchange(view, distance)
    if view["paid"][distance]:
        paid = view["paid"][distance]
        yield Label(_("paid {points}", points=paid), PAID(), Token("coins", str(paid)))
    if view["joined"][distance] and view["on_turn"].any():
        yield Label(_("in"), about.JOINED())
    if not view["active"][distance]:
        yield Label(_("dropped"), about.DROPPED())


def _exchange(view: np.void, distance: int) -> Iterator[Label]:
    """Returns the public part of a player's exchange, finished or not."""
    if not view["put_out"][distance].any():
        if view["swapped"][distance] or view["drew"][distance]:
            is_swap = view["swapped"][distance]
            yield Label(_("swaps"), about.SWAPS()) if is_swap else Label(_("draws"), about.DRAWS())
        return
    put_out = int(view["put_out"][distance].argmax())
    card = card_word(put_out)
    if view["swapped"][distance]:
        taken = int(view["taken"][distance].argmax())
        text = _("took {taken}, put out {put_out}", taken=card_word(taken), put_out=card)
        if taken == put_out:
            text = _("took {card}, put out another {card}", card=card)
        yield Label(text, about.TOOK(taken=taken, put_out=put_out))
    else:
        text = _("drew a card, put out {put_out}", put_out=card)
        yield Label(text, about.DREW(put_out=put_out))


def _notes(view: np.void, seat: int) -> Iterator[Label]:
    """Yields the season, the round, its base, the pot, and the value of the own hand."""
    yield from season_note(view)
    if not view["on_turn"].any():
        return
    if view["phase"][mkk.BASE] or view["phase"][mkk.JOIN]:
        number, rounds = int(view["round"]) + 1, view["bet_rounds"]
        text = _("round {number} of {rounds}", number=number, rounds=rounds)
        yield Label(text, about.ROUND(number=number))
        if view["base"]:
            yield Label(_("base {base}", base=view["base"]), about.BASE(base=view["base"]))
        pot = view["pot"]
        yield Label(_("pot {pot}", pot=pot), POT(), Token("coins", str(pot)))
    best, name = _own_best(view), player_name(seat)
    text = _("{name:hand of {name}|your hand}: {hand}", name=name, hand=value_name(best))
    if best == best_value(np.zeros_like(view["hand"]), _common(view), view):
        text = _("{hand} for everybody: it lies in the common cards", hand=value_name(best))
    yield Label(text, about_value(best))


def _question(view: np.void) -> Label:
    """Returns the question to the player on turn, with the choices made so far."""
    if not view["on_turn"].any():
        return game_over()
    phase = int(view["phase"].argmax())
    return Label(_asked(view, phase), ASKED[phase]())


def _asked(view: np.void, phase: int) -> str:
    if phase == mkk.KIND:
        return _("Swap with a common card, or draw two cards")
    if phase == mkk.INCOMING:
        if view["swapped"][view["on_turn"].argmax()]:
            return _("Take which of the common cards?")
        return _("Take which of the drawn cards?")
    if phase == mkk.OUTGOING:
        if not view["incoming"].any():  # only its player knows which card comes in
            return _("Put out which card?")
        taken = card_word(int(view["incoming"].argmax()))
        return _("Put out which card for {taken}?", taken=taken)
    if phase == mkk.JOIN:
        return _("Join for {base}, or drop", base=view["base"])
    highest = _highest_base(view)
    if highest == 1:
        return _("Set a base of 1, which all pay to stay in, or drop")
    return _("Set a base of 1 to {highest}, which all pay to stay in, or drop", highest=highest)


def _highest_base(view: np.void) -> int:
    """Returns the highest base that every active player can pay to the end (MKK-4.3, 8)."""
    highest = int(view["max_base"])
    if view["start_chips"] <= 0:
        return highest
    chips = int(view["start_chips"]) + view["scores"].astype(int) - view["paid"]
    rounds_after = int(view["bet_rounds"]) - int(view["round"]) - 1
    return min(highest, int(chips[view["active"] == 1].min()) - rounds_after)
