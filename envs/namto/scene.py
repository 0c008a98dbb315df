"""The scene of Namto: the table as a seat sees it, built from its view alone."""

from collections.abc import Iterator

import numpy as np

from ...languages import N_, words
from ..cards.counts import spread_out
from ..cards.kikisen_faces import card_face
from ..core.kit.seats import distances, player_name
from ..core.scene.scene import GAME_OVER, Card, Scene, Zone
from ..kikisen.scene import SCORE_POINTS, faces_of, seats_of
from ..kikisen.words import account_facts, deals, season_note
from . import state as nam
from .hands import NONE
from .options import NUM_BETTINGS
from .ranking import own_category, own_hand, ranking

_, _n = words("namto")

POINTS = SCORE_POINTS


def scene(view: np.void, seat: int) -> Scene:
    """Returns the table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The cards that lie face up, and those that the season before ended with; the own hidden
        cards, where one that was chosen is marked; the ranking of hands; and the players.
    """
    players = distances(seat, int(view["num_players"]))
    return Scene(
        _("Namto"),
        seat,
        seats_of(view, seat, view["hand_sizes"], _facts, _hand(view), view["active"] == 0),
        tuple(_shelves(view, players)),
        tuple(_notes(view, seat)),
        _question(view),
        pictures=(ranking(view),),
    )


def _shelves(view: np.void, players: list[tuple[int, int]]) -> Iterator[tuple[Zone, ...]]:
    """Yields the face-up cards of all players and those shown a season before."""
    yield tuple(_zones(players, N_("revealed by {name}"), view["revealed"])) or (
        Zone(_("revealed"), ()),
    )
    if view["hand_pool"] == nam.COMMUNITY:
        yield (Zone(_("for all"), (faces_of(view["community"]),)),)
    if view["on_turn"].any() and view["shown"].any():
        yield tuple(_zones(players, N_("last shown by {name}"), view["shown"]))


def _zones(players: list[tuple[int, int]], title: str, cards: np.ndarray) -> Iterator[Zone]:
    """Yields one zone for each player with any of these cards."""
    for player, distance in players:
        if cards[distance].any():
            yield Zone(_(title, name=player_name(player)), (faces_of(cards[distance]),))


def _hand(view: np.void) -> tuple[Card, ...]:
    """Returns the own hidden cards, the chosen one first; a click reveals one."""
    chosen = spread_out(view["choice"])
    return (
        *(card_face(type_, mark="recent") for type_ in chosen),
        *(card_face(type_, action=nam.FIRST_REVEAL + type_)
          for type_ in spread_out(view["hand"] - view["choice"])),
    )  # fmt: skip


def _facts(view: np.void, distance: int) -> Iterator[str]:
    """Yields `dealer`, `+3 points`, `12 chips`, `bets 3`, `paid 4`, `has chosen`, `dropped`."""
    if deals(view, distance):
        yield _("dealer")
    yield from account_facts(view, distance)
    if view["bets"][distance] and view["pot"]:  # not once the match is over
        yield _("bets {points}", points=view["bets"][distance])
    if view["paid"][distance]:
        yield _("paid {points}", points=view["paid"][distance])
    if not view["active"][distance]:
        yield _("dropped")
    elif view["phase"][nam.REVEAL] and view["chosen"][distance]:
        yield _("has chosen")


def _notes(view: np.void, seat: int) -> Iterator[str]:
    """Yields the season, the pot, the round of bets, and the best hand that the viewer has now."""
    yield from season_note(view)
    if not view["on_turn"].any():
        return
    yield _("pot {points}", points=view["pot"])
    if not view["phase"][nam.REVEAL]:
        number = 2 if view["phase"][nam.BETTING_2] else 1
        yield _("bets, round {number} of {count}", number=number, count=NUM_BETTINGS)
    if own_category(view) != NONE:
        yield _("hand of {name}: {hand}", name=player_name(seat), hand=own_hand(view, seat))


def _question(view: np.void) -> str:
    """Returns the question to the player on turn, with the bets that are allowed (NAM-4.2)."""
    if not view["on_turn"].any():
        return _(GAME_OVER)
    if view["phase"][nam.REVEAL]:
        return _("Choose the card to reveal")
    if view["makes_up"]:
        missing = int(view["last_bet"]) - int(view["bets"][view["on_turn"].argmax()])
        return _("Pay {points} more to stay in, or drop", points=missing)
    least, most = int(view["least_bet"]), int(view["most_bet"])
    if least < most:
        return _("Bet {least} to {most}, or drop", least=least, most=most)
    return _("Bet {points}, or drop", points=least)
