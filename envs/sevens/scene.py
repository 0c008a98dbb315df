"""The table of Sevens as a seat sees it, from its view alone."""

from dataclasses import replace

import numpy as np

from fudaba.common.languages import translator

from ..cards.french import NUM_CARDS, NUM_RANKS, NUM_SUITS, RANKS, SUIT_SIGNS, card_word
from ..cards.french_faces import card_face, suit_grid
from ..cards.laying import UNLIMITED
from ..cards.laying_words import (
    CARD_MUST_BE_LAID,
    is_last_pass,
    laid_name,
    lay_or_pass,
    marked_if_recent,
    none_fits,
    pass_facts,
    passes_left,
    table_scene,
)
from ..core.scene.scene import KNOWN, PURPLE, Card, Label, Mark, Scene
from . import meanings as about
from .places import place_in_words
from .state import PLAY

_, _n = translator("sevens")

OPEN = Card(about.FRONTIER(), look="place", mark="playable")
APART = Card(about.ISOLATED(), "9", SUIT_SIGNS[0], is_dim=True)


def scene(view: np.void, seat: int) -> Scene:
    """Returns the table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The layout, with marks on the frontiers and on the cards of the last round; the own hand,
        with marks on playable cards; and the players.
    """
    cells = [_cell(view, seat, cell) for cell in range(NUM_CARDS)]
    aside = int(view["jokers_aside"])
    return table_scene(
        _("Sevens"),
        view,
        seat,
        suit_grid(about.LAYOUT(), range(NUM_SUITS), cells, _legend(view, cells)),
        lambda distance: () if distance else _hand(view),
        KNOWN(),
        lambda distance: facts(view, distance),
        [Label(_("jokers out of the game: {count}", count=aside), about.JOKERS_ASIDE())]
        if aside
        else [],
        Label(_question(view), about.LAYOUT()),
        CARD_MUST_BE_LAID if is_round_limited(view) else "",
        about.IN_A_ROW(),
        none_fits(is_last_pass(view)),
    )


def _legend(view: np.void, cells: list[Card]) -> tuple[tuple[Card, str], ...]:
    """Returns the legend of the layout."""
    legend = []
    if view["on_turn"].any():
        legend.append((OPEN, _("can be laid now")))
    if any(cell.is_dim for cell in cells):
        legend.append((APART, _("laid, but not yet linked to its seven")))
    if view["jokers"]:
        legend.append((_joker(), _("joker")))
    return tuple(legend)


def is_round_limited(view: np.void) -> bool:
    """Whether a full round of passes obliges a player who can lay a card to do so (SEV-4.4)."""
    return bool(view["voluntary_pass"] and view["pass_limit"] == UNLIMITED)


def facts(view: np.void, distance: int) -> list[Label]:
    """Returns a player's facts: the place once certain and why, else the passes used."""
    place = place_in_words(view, distance)
    if view["finished"][distance]:
        what = about.FINISHED(place=view["finished"][distance])
        return [Label(_("all cards laid"), what), Label(place, what)]
    if view["eliminated"][distance]:
        return [Label(_("out"), about.OUT_OF_GAME()), Label(place, about.OUT_OF_GAME())]
    if not view["on_turn"].any():
        last = about.LAST_WITH_CARDS()
        return [Label(_("last with cards"), last), Label(place, last)]
    said = pass_facts(view, distance, about.PASSES_USED, about.PASSED())
    if known := int(view["known_jokers"][distance]):
        holds = _n("holds {count} joker", "holds {count} jokers", known)
        said.append(Label(holds, about.HOLDS_JOKERS(count=known)))
    return said


def _question(view: np.void) -> str:
    """Returns the question: take a joker, or lay a card or pass (SEV-4.3, SEV-4.4)."""
    own = view["on_turn"][0] * view["hand"]
    if (own & view["joker"]).any():
        cards = _(" or ").join(map(card_word, np.flatnonzero(own & view["joker"]).tolist()))
        return _("Lay {cards} and take the joker that lies there", cards=cards)
    left = passes_left(view)
    if left == 0:
        return _("Lay a card; no pass is left")
    is_round_over = left is None and view["idle"] >= view["active"].sum()
    have_all_passed = view["voluntary_pass"] and is_round_over
    is_free = view["voluntary_pass"] and not is_round_over
    return lay_or_pass(
        bool(is_free), left, bool(view["on_turn"][0]), bool(have_all_passed), is_last_pass(view)
    )


def _cell(view: np.void, seat: int, cell: int) -> Card:
    """Returns the card on a cell; isolated cards of an eliminated hand are faded."""
    layer = int(view["laid_by"][cell])
    if view["natural"][cell]:
        is_apart = not view["reachable"][cell]
        topic = about.APART if is_apart else about.LAID
        card = card_face(cell, topic(card=cell), is_dim=is_apart)
        card = replace(card, name=laid_name(view, seat, cell, layer, is_apart))
    elif view["joker"][cell]:
        suit, rank = divmod(cell, NUM_RANKS)
        card = _joker(_("for {rank}{suit}", rank=RANKS[rank], suit=SUIT_SIGNS[suit]))
    else:
        is_open = view["frontier"][cell] and view["on_turn"].any()
        mark: Mark = "playable" if is_open else "none"
        note = _("yours") if is_open and view["hand"][cell] else ""
        what, action = about.CARD(card=cell), PLAY.first + cell
        return card_face(cell, what, look="place", mark=mark, note=note, action=action)
    return marked_if_recent(view, seat, card, view["recency"][cell], layer)


def _hand(view: np.void) -> tuple[Card, ...]:
    """Returns the own cards. If a joker must be taken only its card is marked as playable."""
    to_take = view["hand"] & view["joker"]
    fits = to_take if to_take.any() else view["hand"] & view["frontier"]
    fits = fits * view["on_turn"].any()
    marks = ("none", "playable")
    cards = [
        card_face(card, about.CARD(card=card), mark=marks[fits[card]], action=PLAY.first + card)
        for card in np.flatnonzero(view["hand"]).tolist()
    ]
    return (*cards, *[_joker(_("joker"))] * int(view["hand_jokers"]))


def _joker(note: str = "") -> Card:
    """Returns a joker with a note at its foot."""
    return Card(
        about.JOKER(), "★", name=_("joker"), colour=PURPLE, note=note, figure="french-joker"
    )
