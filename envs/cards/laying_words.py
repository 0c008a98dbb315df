"""Shared snapshots and scenes of Sevens and Killer Sevens."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fudaba.common.languages import N_, translator

from ..core.kit.places import shared_place
from ..core.kit.recency import in_last_round
from ..core.kit.seats import NOBODY, distances, player_name
from ..core.scene.about import About, Topic
from ..core.scene.scene import HAND, Card, Label, OnlyPass, Scene, Seat, Token, Zone, game_over
from .french import NUM_RANKS, RANKS, card_word
from .laying import UNLIMITED

_, _n = translator("cards")

SEVEN = RANKS.index("7")
STATUS_WORDS = ("absent", "active", "finished", "eliminated")
# What a full round of passes brings.
GAME_ENDS = N_("{idle} passes in a row: after {count} the game ends")
CARD_MUST_BE_LAID = N_("{idle} passes in a row: after {count} whoever can lay a card must")


def open_players(state: np.void, standings: np.ndarray) -> dict[str, Any]:
    """Returns the players' part of a snapshot: passes, status, turn, and the final places."""
    count, is_over = int(state["num_players"]), bool(state["to_move"] == NOBODY)
    seats = {player_name(seat): seat for seat in range(count)}
    return {
        "passes": {name: int(state["passes"][seat]) for name, seat in seats.items()},
        "status": {name: STATUS_WORDS[state["status"][seat]] for name, seat in seats.items()},
        "places": {name: shared_place(standings, count, seat) for name, seat in seats.items()}
        if is_over
        else None,
        "to_move": None if is_over else player_name(state["to_move"]),
        "first_player": player_name(state["first_player"]),
        "idle": int(state["idle"]),
    }


def table_scene(
    title: str,
    view: np.void,
    seat: int,
    layout: Zone,
    hand_of: Callable[[int], tuple[Card, ...]],
    known: About,
    facts_of: Callable[[int], Sequence[Label]],
    notes: Sequence[Label],
    question: Label,
    follows: str,
    in_a_row: About,
    only_pass: OnlyPass,
) -> Scene:
    """Returns the scene of a table with one layout.

    Args:
        title: The game.
        view: The seat's view record.
        seat: The seat's position at the table.
        layout: The cards that are laid out.
        hand_of: `hand_of(distance)`, the known cards of the player `distance` seats clockwise.
        known: What the known cards of other hands are.
        facts_of: `facts_of(distance)`, short facts about that player.
        notes: Facts about the table; passes in a row are added.
        question: The question to the player on turn.
        follows: `GAME_ENDS` or `CARD_MUST_BE_LAID`; empty if a full round of passes brings nothing.
        in_a_row: What passes in a row are.
        only_pass: What is said to a player who can lay no card.
    """
    idle, count = int(view["idle"]), int(view["active"].sum())
    is_said = follows and 1 < idle < count and view["on_turn"].any()
    passes = [Label(_(follows, idle=idle, count=count), in_a_row)] if is_said else []
    return Scene(
        title,
        seat,
        tuple(
            Seat(
                player_name(player),
                int(view["hand_size"][distance]),
                known if distance else HAND(),
                tuple(facts_of(distance)),
                hand_of(distance),
                is_on_turn=bool(view["on_turn"][distance]),
                is_out=not view["active"][distance],
            )
            for player, distance in distances(seat, int(view["num_players"]))
        ),
        ((layout,),),
        question if view["on_turn"].any() else game_over(),
        (*passes, *notes),
        only_pass=only_pass,
    )


def laid_name(view: np.void, seat: int, card: int, layer: int, is_apart: bool = False) -> str:
    """Returns the name of a laid card: `S9, laid by player_2`, `S9, apart, laid by player_2`.

    Args:
        view: The viewer's view record.
        seat: The viewer.
        card: The card, 0..51.
        layer: The number of the player who laid it, as in the view's `laid_by`.
        is_apart: Whether it is not linked to its seven.
    """
    name = card_word(card)
    if card % NUM_RANKS == SEVEN:
        return _("{card}, laid before the first turn", card=name)
    if not layer:
        return _("{card}, apart, laid", card=name) if is_apart else _("{card}, laid", card=name)
    player = owner_name(view, seat, layer)
    if is_apart:
        return _("{card}, apart, laid by {name}", card=name, name=player)
    return _("{card}, laid by {name}", card=name, name=player)


def passes_left(view: np.void) -> int | None:
    """Returns the number of passes that the player on turn has left; None without a limit."""
    if view["pass_limit"] == UNLIMITED:
        return None
    return int(view["pass_limit"] - view["passes"][view["on_turn"].argmax()])


def is_last_pass(view: np.void) -> bool:
    """Returns whether the viewer, who is on turn, has a single pass left."""
    return bool(view["on_turn"][0]) and passes_left(view) == 1


def lay_or_pass(
    is_free: bool, left: int | None, is_own: bool, have_all_passed: bool, is_out_next: bool
) -> str:
    """Returns the question of a turn to who can lay a card, or to the others.

    Args:
        is_free: Whether a player who can lay a card may pass.
        left: How many passes are left; None to leave this out.
        is_own: Whether the viewer is on turn.
        have_all_passed: Whether a full round of passes is over, so that nobody is free to pass.
        is_out_next: Whether the viewer is out at the next turn with nothing to lay if this one is
            passed.
    """
    question = _choice(is_free, is_own, have_all_passed)
    if left is None:
        return question
    number = _n("{count} pass left", "{count} passes left", left)
    if is_out_next:
        number = _("1 pass left: after it you are out if nothing fits")
    return _("{question}; {left}", question=question, left=number)


def none_fits(is_out_next: bool, move: str = "") -> OnlyPass:
    """Returns what a player reads who can't lay a card, and `move` if a pass is more than that."""
    if not is_out_next:
        return OnlyPass(_("none of your cards fits"), move)
    what_comes = _("none of your cards fits; after this last pass, you are out if none fits then")
    return OnlyPass(what_comes, move)


def _choice(is_free: bool, is_own: bool, have_all_passed: bool) -> str:
    """Returns the question of `lay_or_pass` without the number of passes."""
    if have_all_passed and is_own:
        return _("All have passed one after another: lay a card")
    if have_all_passed:
        return _("All have passed one after another: lay a card, or pass if none fits")
    if is_free:
        return _("Lay a card or pass")
    if is_own:
        return _("Lay a card: you may pass only if none fits")
    return _("Lay a card, or pass if none fits")


def pass_facts(view: np.void, distance: int, used_passes: Topic, passed: About) -> list[Label]:
    """Returns a player's facts about passes, `1 of 3 passes left` and `passed`, with topics.

    Passes without a limit are not counted.
    """
    used, limit = int(view["passes"][distance]), int(view["pass_limit"])
    facts = list[Label]()
    if limit != UNLIMITED:
        text = _("{left} of {limit} passes left", left=limit - used, limit=limit)
        facts = [
            Label(text, used_passes(left=limit - used), Token("passes", f"{limit - used}/{limit}"))
        ]
    has_passed = _is_recent(view, view["pass_recency"][distance])
    return [*facts, *[Label(_("passed"), passed)] * has_passed]


def marked_if_recent(view: np.void, seat: int, card: Card, recency: int, layer: int) -> Card:
    """Returns a laid card, marked with its player's name if it was laid in the last round.

    Args:
        view: The viewer's view record.
        seat: The viewer.
        card: The card.
        recency: The card's value in the view's `recency`.
        layer: The number of the player who laid it, as in the view's `laid_by`.
    """
    if not _is_recent(view, recency):
        return card
    return replace(card, mark="recent", note=owner_name(view, seat, layer))


def owner_name(view: np.void, seat: int, number: int) -> str:
    """Returns the player's name for a number of `laid_by`: 1 the viewer, 2 the next seat, ..."""
    return player_name((seat + int(number) - 1) % int(view["num_players"]))


def _is_recent(view: np.void, recency: int) -> bool:
    return in_last_round(recency, int(view["active"].sum()))


def newly_laid(
    before: np.ndarray, after: np.ndarray, laid_by: np.ndarray, distance: int
) -> list[int]:
    """Returns the cells on which a player laid cards by a step, in rising order.

    Args:
        before: For each cell whether its card was laid before the step.
        after: The same after the step.
        laid_by: The view's `laid_by` after the step.
        distance: The player, in seats clockwise from the viewer.
    """
    is_new = (after != 0) & (before == 0) & (laid_by == distance + 1)
    return [int(cell) for cell in np.flatnonzero(is_new)]
