"""The scene of Mokkaik: the table as a seat sees it, built from its view alone."""

from collections.abc import Iterator

import numpy as np

from ...languages import N_, words
from ..cards.counts import spread_out
from ..cards.kikisen import COURT, NUM_NUMBERS
from ..cards.kikisen_faces import card_faces
from ..core.kit.seats import distances, player_name
from ..core.scene.scene import GAME_OVER, Card, Scene, Zone
from ..kikisen.scene import SCORE_POINTS, faces_of, seats_of
from ..kikisen.words import run_in_order, score_fact, season_note
from . import state as mok
from .owed import owed
from .seen import is_last_round, must_fold, strength_to_beat
from .text import kind_name, strength_name

_, _n = words("mokkaik")

NOTHING_BEATS = N_("Fold: nothing in your hand beats it")
POINTS = SCORE_POINTS


def scene(view: np.void, seat: int) -> Scene:
    """Returns the table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The plays of the round, the won piles, the beaten plays and what the viewer threw away; the
        own hand; what each player pays for losing the last round; and the players.
    """
    players = distances(seat, int(view["num_players"]))
    return Scene(
        _("Mokkaik"),
        seat,
        seats_of(view, seat, view["hand_sizes"], _facts, faces_of(view["hand"])),
        (
            tuple(_round(view, seat)) or (Zone(_("this round"), ()),),
            tuple(
                Zone(
                    _("won by {player}", player=player_name(player)),
                    (faces_of(view["won"][distance]),),
                )
                for player, distance in players
            ),
            (
                Zone(_("beaten plays"), (faces_of(view["discards"]),)),
                Zone(
                    _("thrown face down by {player}", player=player_name(seat)),
                    (faces_of(view["thrown"]),),
                ),
            ),
        ),
        tuple(_notes(view)),
        _question(view),
        pictures=(owed(view, seat),) if view["on_turn"].any() else (),
    )


def _round(view: np.void, seat: int) -> Iterator[Zone]:
    """Yields the cards played and thrown in this round, from the leader on."""
    count = int(view["num_players"])
    for step in range(count):
        distance = (int(view["leader"].argmax()) + step) % count
        name = player_name((seat + distance) % count)
        if view["strengths"][distance]:
            leads = _("{player} leads", player=name)
            title = leads if view["leader"][distance] else _("{player} plays", player=name)
            yield Zone(title, (card_faces(_types_of_play(view, distance)),))
        elif view["folded"][distance]:
            back = Card(str(view["size"]), look="back")
            yield Zone(_("{player} folds, face down", player=name), ((back,),))


def _types_of_play(view: np.void, distance: int) -> list[int]:
    """Returns the cards of a play; those of a run from its foot on, a ship where it stands."""
    types = spread_out(view["table"][distance])
    if not _is_run_led(view):
        return types
    return run_in_order(types, int(view["strengths"][distance]) - 1)


def _facts(view: np.void, distance: int) -> Iterator[str]:
    """Yields `dealer, bonus 2`, `+3 points`, `strongest so far`, `won 4 cards`, `threw 3 cards`."""
    if view["dealer"][distance]:  # at the end too, for the bonus multiplies what is paid
        yield _("dealer, bonus {bonus}", bonus=view["bonus"])
    yield from score_fact(view, distance)
    if view["best"][distance]:
        yield _("strongest so far")
    if view["won"][distance].any():
        yield _n("won {count} card", "won {count} cards", int(view["won"][distance].sum()))
    if view["num_thrown"][distance]:
        yield _n("threw {count} card", "threw {count} cards", int(view["num_thrown"][distance]))


def _notes(view: np.void) -> Iterator[str]:
    """Yields the season, the last round, and the play to match and beat."""
    yield from season_note(view)
    if is_last_round(view):
        yield _("last round")
    if view["size"]:
        kind, strength = _led_kind(view), strength_name(strength_to_beat(view))
        if _is_run_led(view):
            yield _("to beat: a {kind} from {strength}", kind=kind, strength=strength)
        else:
            yield _("to beat: a {kind} of strength {strength}", kind=kind, strength=strength)


def _led_kind(view: np.void) -> str:
    """Returns the kind that was led: `single black card`, `red run of 3`."""
    num_black = int(view["num_black"])
    shape = mok.SHAPES[int(view["shape"].argmax())]
    return kind_name(shape, num_black, int(view["size"]) - num_black)


def _question(view: np.void) -> str:
    """Returns the question: lead a hand, beat one, or throw cards away."""
    if not view["on_turn"].any():
        return _(GAME_OVER)
    if view["phase"][mok.LEAD]:
        return _("Lead a single, a set or a run")
    if view["phase"][mok.FOLLOW]:
        return _question_of_follower(view)
    size, left = int(view["size"]), int(view["left_to_throw"])
    if size == 1 or not left:  # others are not asked, and see no card
        return _n("Throw {count} card away", "Throw {count} cards away", size)
    return _("Throw away which cards? {thrown} of {size} thrown", thrown=size - left, size=size)


def _question_of_follower(view: np.void) -> str:
    """Returns what beats the play: `Play a black run of 3 from 4 or higher, or fold`."""
    strength, size = strength_to_beat(view), int(view["size"])
    if not _is_run_led(view):
        if strength == COURT:
            return _("Fold: nothing is stronger than court")
        if must_fold(view):
            return _(NOTHING_BEATS)
        return _("Play a {kind} above {strength}, or fold", kind=_led_kind(view), strength=strength)
    highest = NUM_NUMBERS - size
    if strength == highest:
        return _("Fold: no run of {size} is higher", size=size)
    if must_fold(view):
        return _(NOTHING_BEATS)
    kind, lowest = _led_kind(view), strength + 1
    if lowest == highest:
        return _("Play a {kind} from {lowest}, or fold", kind=kind, lowest=lowest)
    return _("Play a {kind} from {lowest} or higher, or fold", kind=kind, lowest=lowest)


def _is_run_led(view: np.void) -> bool:
    return bool(view["shape"][mok.SHAPES.index("run")])
