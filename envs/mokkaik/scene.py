"""The scene of Mokkaik: the table as a seat sees it, built from its view alone."""

from collections.abc import Iterator

import numpy as np

from fudaba.common.languages import translator

from ..cards.counts import spread_out
from ..cards.kikisen import COURT, NUM_NUMBERS, SHIP
from ..cards.kikisen_faces import card_face
from ..core.kit.seats import distances, player_name
from ..core.scene.about import About
from ..core.scene.scene import Card, Label, Mark, OnlyPass, Scene, Token, Zone, game_over
from ..kikisen.scene import SCORE_POINTS, by_colour, faces_of, seats_of
from ..kikisen.words import run_in_order, score_fact, season_note
from . import meanings as about
from . import state as mok
from .owed import owed
from .seen import is_last_round, strength_to_beat
from .text import kind_name, strength_name

_, _n = translator("mokkaik")

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
        seats_of(
            view, seat, view["hand_sizes"], _facts, faces_of(view["hand"], about.CARD), about.HAND()
        ),
        (
            tuple(_round(view, seat)) or (Zone(_("this round"), about.NO_LEAD(), ()),),
            tuple(
                Zone(
                    _("won by {player}", player=player_name(player)),
                    about.WON_BY(player=player_name(player)),
                    (faces_of(view["won"][distance], about.CARD),),
                )
                for player, distance in players
                if view["won"][distance].any()
            ),
            _out_of_play(view, seat),
        ),
        _question(view),
        tuple(_notes(view)),
        pictures=(owed(view, seat),) if view["on_turn"].any() else (),
        only_pass=_only_fold(view),
    )


def _round(view: np.void, seat: int) -> Iterator[Zone]:
    """Yields the cards played and thrown in this round, from the leader on."""
    count = int(view["num_players"])
    for step in range(count):
        distance = (int(view["leader"].argmax()) + step) % count
        name = player_name((seat + distance) % count)
        if view["strengths"][distance]:
            mark: Mark = "recent" if view["best"][distance] else "none"
            types = _types_of_play(view, distance)
            cards = tuple(card_face(type_, about.CARD, mark=mark) for type_ in types)
            if view["leader"][distance]:
                yield Zone(_("{player} {player:leads|lead}", player=name), about.LEADS(), (cards,))
            else:
                yield Zone(_("{player} {player:plays|play}", player=name), about.PLAYS(), (cards,))
        elif view["folded"][distance] and distance:  # the own cards lie with those of other rounds
            folds = about.FOLDS(player=name)
            back = Card(folds, str(view["size"]), look="back")
            yield Zone(_("{player} {player:folds|fold}, face down", player=name), folds, ((back,),))


def _out_of_play(view: np.void, seat: int) -> tuple[Zone, Zone]:
    """Returns the beaten plays, and the cards that the viewer has thrown away."""
    name, beaten = player_name(seat), by_colour(view["discards"], about.CARD)
    title, what = _("thrown face down by {player}", player=name), about.THROWN(player=name)
    thrown = by_colour(view["thrown"], about.CARD)
    return (
        Zone(_("beaten plays"), about.BEATEN(), beaten, is_spent=True),
        Zone(title, what, thrown, is_spent=True),
    )


def _types_of_play(view: np.void, distance: int) -> list[int]:
    """Returns the cards of a play; those of a run from its foot on, a ship where it stands."""
    types = spread_out(view["table"][distance])
    if not _is_run_led(view):
        return types
    return run_in_order(types, int(view["strengths"][distance]) - 1)


def _facts(view: np.void, distance: int) -> Iterator[Label]:
    """Yields `dealer, times 2`, `+3 points`, `strongest so far`, `won 4 cards`, `threw 3 cards`."""
    if view["dealer"][distance]:  # at the end too, for the bonus multiplies what is paid
        text = _("dealer, times {bonus}", bonus=view["bonus"])
        what = about.DEALER_WITH_BONUS(bonus=view["bonus"])
        yield Label(text, what, Token("dealer", str(view["bonus"])))
    yield from score_fact(view, distance, about.POINTS_SO_FAR)
    if view["best"][distance]:
        yield Label(_("strongest so far"), about.STRONGEST())
    if count := int(view["won"][distance].sum()):
        text = _n("won {count} card", "won {count} cards", count)
        yield Label(text, about.WON(count=count), Token("cards", str(count)))
    if count := int(view["num_thrown"][distance]):
        text = _n("threw {count} card", "threw {count} cards", count)
        yield Label(text, about.THREW(), Token("cards", str(count)))


def _notes(view: np.void) -> Iterator[Label]:
    """Yields the season, the last round, the order of strength, and what a ship is."""
    yield from season_note(view)
    if is_last_round(view):
        yield Label(_("last round"), about.LAST_ROUND())
    if view["on_turn"].any():
        yield Label(_("weak to strong: 0 to 8, then K and E (court)"), about.STRENGTH())
        yield Label(_("ship (S): any card of its colour, alone court"), about.CARD(kind=SHIP))


def _to_beat(view: np.void) -> About:
    """Returns a text that names the play to beat."""
    (shape, black, red), strength = _led_kind(view), strength_to_beat(view)
    if strength == COURT:
        return about.COURT_TO_BEAT()
    topic = about.RUN_TO_BEAT if _is_run_led(view) else about.TO_BEAT
    return topic(shape=shape, black=black, red=red, strength=strength)


def _led_kind(view: np.void) -> mok.Kind:
    """Returns the kind of the led play: its shape, and its numbers of black and red cards."""
    num_black = int(view["num_black"])
    shape = mok.SHAPES[int(view["shape"].argmax())]
    return shape, num_black, int(view["size"]) - num_black


def _question(view: np.void) -> Label:
    """Returns the question: lead a hand, beat one, or throw cards away."""
    if not view["on_turn"].any():
        return game_over()
    if view["phase"][mok.LEAD]:
        text = _("Lead one card, a set of equal cards, or a run of 3 or more in one colour")
        if view["hand_sizes"][view["on_turn"].argmax()] == 1:
            text = _("Lead your last card")
        return Label(_in_last(view, text), about.LEAD())
    if view["phase"][mok.FOLLOW]:
        return Label(_in_last(view, _question_of_follower(view)), _to_beat(view))
    size, left = int(view["size"]), int(view["left_to_throw"])
    text = _n("Throw {count} card away", "Throw {count} cards away", size)
    if 0 < left < size:  # others are not asked, and see no card
        text = _n("Throw {count} more card away", "Throw {count} more cards away", left)
    return Label(text, about.THROW())


def _in_last(view: np.void, question: str) -> str:
    return _("LAST ROUND: {question}", question=question) if is_last_round(view) else question


def _question_of_follower(view: np.void) -> str:
    """Returns what beats the play: `Play a black run of 3 from 4 or higher, or fold`."""
    strength, size = strength_to_beat(view), int(view["size"])
    kind = kind_name(*_led_kind(view))
    if not _is_run_led(view):
        if strength == COURT:
            return _("Fold")
        return _("Play a {kind} above {strength}, or fold", kind=kind, strength=strength)
    highest = NUM_NUMBERS - size
    if strength == highest:
        return _("Fold")
    lowest = strength + 1
    if lowest == highest:
        return _("Play a {kind} from {lowest}, or fold", kind=kind, lowest=lowest)
    return _("Play a {kind} from {lowest} or higher, or fold", kind=kind, lowest=lowest)


def _only_fold(view: np.void) -> OnlyPass:
    """Returns what is said to a player who must fold: what is missing to beat the play."""
    strength, size = strength_to_beat(view), int(view["size"])
    kind = kind_name(*_led_kind(view))
    missing = _("you have no {kind} above {strength}", kind=kind, strength=strength_name(strength))
    if _is_run_led(view):
        missing = _("you have no {kind} from {lowest} or higher", kind=kind, lowest=strength + 1)
        if strength == NUM_NUMBERS - size:
            missing = _("no run of {size} is higher", size=size)
    elif strength == COURT:
        missing = _("nothing is stronger than court: king, emperor or a lone ship")
    return OnlyPass(missing, _("Fold"))


def _is_run_led(view: np.void) -> bool:
    return bool(view["shape"][mok.SHAPES.index("run")])
