"""The table of Killer Sevens as a seat sees it, from its view alone."""

from dataclasses import replace

import numpy as np

from fudaba.common.languages import Ordinal, translator

from ..cards.french import SUIT_SIGNS, card_word, card_words
from ..cards.french_faces import card_face, suit_grid
from ..cards.laying_words import (
    CARD_MUST_BE_LAID,
    GAME_ENDS,
    is_last_pass,
    laid_name,
    lay_or_pass,
    marked_if_recent,
    newly_laid,
    none_fits,
    owner_name,
    pass_facts,
    passes_left,
    table_scene,
)
from ..core.scene.scene import Card, Label, Mark, Scene
from . import meanings as about
from .board import NUM_COLUMNS, NUM_ROWS
from .sides import free_sides, killed_by, sides_left
from .state import BY_RANK, ELIMINATE, END, GROUPS_LIVE, LAY

_, _n = translator("killer_sevens")

OPEN = Card(about.PLAYABLE(), look="place", mark="playable")
DEAD = Card(about.DEAD_PLACE(), look="place", is_dim=True)
SIDES = Card(about.IN_DANGER(), note="↑")
HELD = Card(about.HELD(), "9", SUIT_SIGNS[0], is_dim=True)
ALL_SIDES, LAST_SIDE = 4, 1


def scene(view: np.void, seat: int) -> Scene:
    """Returns the table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The grid, with marks on playable cells, dead cells and the cards of the last round; the own
        hand, with marks on playable cards and dead ones faded; and the players. Once the game is
        over it shows all hands, and the held cards lie faded on the grid.
    """
    has_turn = bool(view["on_turn"].any())
    cells = [
        _cell(view, seat, row, column) for row in range(NUM_ROWS) for column in range(NUM_COLUMNS)
    ]
    return table_scene(
        _("Killer Sevens"),
        view,
        seat,
        suit_grid(about.GRID(), view["suits"].tolist(), cells, _legend(view, has_turn)),
        lambda distance: _hand(view, distance),
        about.HELD(),
        lambda distance: facts(view, distance),
        [Label(_("ace and king are neighbours"), about.WRAPS())] * int(view["columns_wrap"])
        + _own_notes(view) * has_turn,
        Label(_question(view), about.GRID()),
        _follows(view),
        about.IN_A_ROW(),
        none_fits(
            _is_out_next(view),
            _("Pass, which ends the game") if _ends_with_a_pass(view) else "",
        ),
    )


def _legend(view: np.void, has_turn: bool) -> tuple[tuple[Card, str], ...]:
    """Returns the legend of the grid and of own cards while the game lasts, or at its end."""
    if not has_turn:
        return ((HELD, _("a card that was held at the end")),)
    dead = _("dead: nobody can lay this card any more")
    if _has_arrows(view) and view["group_kill"] == GROUPS_LIVE:
        dead = _("dead, as its four sides are taken")
    own = ((SIDES, _("free sides of your card; without one it dies")),) * _has_arrows(view)
    return (
        (OPEN, _("can be laid now: next to a laid card, diagonally too")),
        (DEAD, dead),
        *own,
    )


def _has_arrows(view: np.void) -> bool:
    """Whether own cards have arrows to their free sides: all of these are needed to die."""
    return bool(view["sides_needed"] == ALL_SIDES and not view["side_death"])


def _follows(view: np.void) -> str:
    """Returns the end of the question on a full round of passes (KIL-6.2); may be empty."""
    if view["all_pass"] == END:
        return GAME_ENDS
    is_free = view["voluntary_pass"] and view["pass_limit"] != 0
    return CARD_MUST_BE_LAID if is_free else ""


def facts(view: np.void, distance: int) -> list[Label]:
    """Returns a player's facts: out of cards or eliminated, or else the passes used."""
    if view["finished"][distance]:
        return [Label(_("out of cards"), about.OUT_OF_CARDS())]
    if view["eliminated"][distance]:
        place, out = eliminated_place(view, distance), Label(_("out"), about.ELIMINATED())
        return [out, *[Label(place, about.ELIMINATED())] * bool(place)]
    if not view["on_turn"].any():
        return []
    return pass_facts(view, distance, about.PASSES_USED, about.PASSED())


def eliminated_place(view: np.void, distance: int) -> str:
    """Returns `4th place` for an eliminated player; empty where places depend on held cards."""
    if view["reward_mode"] != BY_RANK:
        return ""
    place = Ordinal(view["num_players"] - view["eliminated"][distance] + 1)
    return _("{place} place", place=place)


def laid_by_step(before: np.void, after: np.void, distance: int) -> list[int]:
    """Returns the cards that a player laid by a step, row by row."""
    laid_before, laid_after = before["laid"].ravel(), after["laid"].ravel()
    cells = newly_laid(laid_before, laid_after, after["laid_by"].ravel(), distance)
    return [card_at(after, *divmod(cell, NUM_COLUMNS)) for cell in cells]


def card_at(view: np.void, row: int, column: int) -> int:
    """Returns the card that belongs in a cell of the grid."""
    return int(view["suits"][row]) * NUM_COLUMNS + column


def _own_notes(view: np.void) -> list[Label]:
    """Returns notes on own cards: whom they kill, which die with the next side, and dead ones."""
    dead, last = [], []
    for row, column in np.argwhere(view["hand"]).tolist():
        card = card_at(view, row, column)
        if view["dead"][row, column]:
            dead.append(card)
        elif sides_left(view, row, column) == LAST_SIDE:
            last.append(card)
    notes = _kills(view)
    if last:
        text = _("one side from dying in your hand: {cards}", cards=card_words(last))
        notes.append(Label(text, about.IN_DANGER()))
    if dead:
        text = _("dead in your hand: {cards}", cards=card_words(dead))
        notes.append(Label(text, about.DEAD_IN_HAND()))
    return notes


def _kills(view: np.void) -> list[Label]:
    """Returns the note on the cards that each own card would kill: `D4 kills C4 (yours) S4`.

    Empty where groups die, whose dead would be missing (KIL-5.4).
    """
    if not view["on_turn"][0] or view["group_kill"] != GROUPS_LIVE:
        return []
    kills = []
    for cell in np.argwhere(view["hand"] * view["playable"]).tolist():
        if killed := [_victim(view, *side) for side in killed_by(view, *cell)]:
            card = card_word(card_at(view, *cell))
            kills.append(_("{card} kills {cards}", card=card, cards=" ".join(killed)))
    said = _("if you lay it: {kills}", kills=_(", ").join(kills))
    return [Label(said, about.KILLS())] if kills else []


def _victim(view: np.void, row: int, column: int) -> str:
    card = card_word(card_at(view, row, column))
    return _("{card} (yours)", card=card) if view["hand"][row, column] else card


def _question(view: np.void) -> str:
    """Returns the question: lay a card or pass (KIL-4.3, KIL-6.2)."""
    left, num_players = passes_left(view), int(view["active"].sum())
    is_limit_of_all = view["pass_exhaust"] == ELIMINATE
    if left == 0 and is_limit_of_all:
        return _("Lay a card; no pass is left")
    is_round_over = bool(view["idle"] >= num_players)
    is_free = bool(view["voluntary_pass"]) and not is_round_over and left != 0
    have_all_passed = bool(view["voluntary_pass"]) and is_round_over
    said_left = left if is_free or is_limit_of_all else None
    question = lay_or_pass(
        is_free, said_left, bool(view["on_turn"][0]), have_all_passed, _is_out_next(view)
    )
    if _ends_with_a_pass(view):
        return _("{question}; a pass ends the game", question=question)
    return question


def _is_out_next(view: np.void) -> bool:
    """Returns whether the viewer can be out at the next turn after a pass (KIL-5.5)."""
    is_over = _ends_with_a_pass(view)
    return view["pass_exhaust"] == ELIMINATE and is_last_pass(view) and not is_over


def _ends_with_a_pass(view: np.void) -> bool:
    """Returns whether a pass ends the game (KIL-6.2)."""
    return bool(view["all_pass"] == END and view["idle"] == view["active"].sum() - 1)


def _cell(view: np.void, seat: int, row: int, column: int) -> Card:
    card, shown = card_at(view, row, column), int(view["shown"][row, column])
    if shown:
        what, note = about.HELD_CARD(card=card), owner_name(view, seat, shown)
        held = card_face(card, what, is_dim=True, note=note)
        return replace(held, name=_("held {card}", card=held.name))
    if view["dead"][row, column]:
        what, action = about.DEAD_CARD(card=card), LAY.first + card
        place = card_face(card, what, look="place", is_dim=True, action=action)
        return replace(place, name=_("dead {card}", card=place.name))
    if not view["laid"][row, column]:
        mark: Mark = "playable" if view["playable"][row, column] else "none"
        what, action = about.CARD(card=card), LAY.first + card
        return card_face(card, what, look="place", mark=mark, action=action)
    recency, layer = view["recency"][row, column], int(view["laid_by"][row, column])
    face = card_face(card, about.LAID(card=card))
    laid = replace(face, name=laid_name(view, seat, card, layer))
    return marked_if_recent(view, seat, laid, recency, layer)


def _hand(view: np.void, distance: int) -> tuple[Card, ...]:
    """Returns the known cards of a hand row by row: dead ones faded, others with their sides."""
    is_over = bool(view["shown"].any())
    hand = view["shown"] == distance + 1 if is_over else view["hand"] * (distance == 0)
    return tuple(_in_hand(view, row, column, is_over) for row, column in np.argwhere(hand).tolist())


def _in_hand(view: np.void, row: int, column: int, is_over: bool) -> Card:
    """Returns a card of a hand; one that is dead, or held at the end, has this in its name."""
    card, is_dead = card_at(view, row, column), bool(view["dead"][row, column])
    mark: Mark = "playable" if view["playable"][row, column] else "none"
    what = about.HELD_CARD if is_over else about.DEAD_CARD if is_dead else about.CARD
    action = LAY.first + card
    face = card_face(card, what(card=card), mark=mark, is_dim=is_dead, action=action)
    if is_over:
        return replace(face, name=_("held {card}", card=face.name))
    if is_dead:
        return replace(face, name=_("dead {card}", card=face.name), note=_("dead"))
    return replace(face, note=_sides_in_words(view, row, column))


def _sides_in_words(view: np.void, row: int, column: int) -> str:
    """Returns the free sides of a card, `←↑`; or how many kill it, where not all are needed.

    The last one has an exclamation mark: `←!`.
    """
    if _has_arrows(view):
        is_last = sides_left(view, row, column) == LAST_SIDE
        return free_sides(view, row, column) + "!" * is_last
    return _n("{count} side", "{count} sides", sides_left(view, row, column))
