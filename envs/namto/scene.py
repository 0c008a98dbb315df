"""The scene of Namto: the table as a seat sees it, built from its view alone."""

from collections.abc import Iterator

import numpy as np

from fudaba.common.languages import translator

from ..cards.counts import spread_out
from ..cards.kikisen_faces import card_face
from ..core.kit.seats import distances, player_name
from ..core.scene.scene import Card, Label, Scene, Token, Zone, game_over
from ..kikisen.meanings import PAID, POT
from ..kikisen.scene import SCORE_POINTS, faces_of, seats_of
from ..kikisen.words import account_facts, deals, season_note
from . import meanings as about
from . import state as nam
from .hands import NONE
from .options import NUM_BETTINGS
from .ranking import own_category, own_hand, ranking

_, _n = translator("namto")

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
        seats_of(
            view, seat, view["hand_sizes"], _facts, _hand(view), about.HAND(), view["active"] == 0
        ),
        tuple(_shelves(view, players)),
        _question(view),
        tuple(_notes(view, seat)),
        pictures=(ranking(view),),
    )


def _shelves(view: np.void, players: list[tuple[int, int]]) -> Iterator[tuple[Zone, ...]]:
    """Yields the face-up cards of all players."""
    yield tuple(_revealed(view, players)) or (Zone(_("revealed"), about.REVEALED(), ()),)
    if view["hand_pool"] == nam.COMMUNITY:
        yield (Zone(_("for all"), about.FOR_ALL(), (faces_of(view["community"], about.CARD),)),)


def _revealed(view: np.void, players: list[tuple[int, int]]) -> Iterator[Zone]:
    """Yields one zone for each player who has revealed a card."""
    for player, distance in players:
        cards = view["revealed"][distance]
        if cards.any():
            title = _("{name} {name:shows|show}", name=player_name(player))
            yield Zone(title, about.REVEALED(), (faces_of(cards, about.CARD),))


def _hand(view: np.void) -> tuple[Card, ...]:
    """Returns the own hidden cards, the chosen one first; a click reveals one."""
    chosen = spread_out(view["choice"])
    return (
        *(card_face(type_, about.CARD, mark="recent") for type_ in chosen),
        *(card_face(type_, about.CARD, action=nam.FIRST_REVEAL + type_)
          for type_ in spread_out(view["hand"] - view["choice"])),
    )  # fmt: skip


def _facts(view: np.void, distance: int) -> Iterator[Label]:
    """Yields `dealer`, `+3 points`, `12 chips`, `bets 3`, `paid 4`, `has chosen`, `dropped`."""
    if deals(view, distance):
        yield Label(_("dealer"), about.DEALER(), Token("dealer"))
    yield from account_facts(view, distance)
    if view["bets"][distance] and view["pot"]:  # not once the match is over
        bets = view["bets"][distance]
        text = _("bets {points} this round", points=bets)
        yield Label(text, about.BETS_SO_FAR(), Token("coins", str(bets)))
    if view["paid"][distance]:
        paid = view["paid"][distance]
        yield Label(_("paid {points} in all", points=paid), PAID(), Token("coins", str(paid)))
    if not view["active"][distance]:
        yield Label(_("dropped"), about.DROPPED())
    elif view["phase"][nam.REVEAL] and view["chosen"][distance]:
        yield Label(_("has chosen"), about.CHOSEN())


def _notes(view: np.void, seat: int) -> Iterator[Label]:
    """Yields the season, the best hand that the viewer has now, the pot, and the round of bets."""
    yield from season_note(view)
    if not view["on_turn"].any():
        return
    if own_category(view) != NONE:
        hand = _(
            "{name:hand of {name}|your hand}: {hand}",
            name=player_name(seat),
            hand=own_hand(view, seat),
        )
        yield Label(hand, about.OWN_HAND())
    pot = view["pot"]
    yield Label(_("pot {points}", points=pot), POT(), Token("coins", str(pot)))
    if not view["phase"][nam.REVEAL]:
        number, bets = (
            (2, about.SECOND_BETS) if view["phase"][nam.BETTING_2] else (1, about.FIRST_BETS)
        )
        text = _("bets, round {number} of {count}", number=number, count=NUM_BETTINGS)
        yield Label(text, bets())
        if view["betting"] != nam.UNTIL_EQUAL:
            text = _("each bets once, at least as much as the one before")
            yield Label(text, about.BETS())


def _question(view: np.void) -> Label:
    """Returns the question to the player on turn, with the bets that are allowed (NAM-4.2)."""
    if not view["on_turn"].any():
        return game_over()
    if view["phase"][nam.REVEAL]:
        return Label(_("Choose the card to reveal"), about.REVEAL())
    if view["makes_up"]:
        missing = int(view["last_bet"]) - int(view["bets"][view["on_turn"].argmax()])
        text = _("Pay {points} more to stay in, or drop", points=missing)
        return Label(text, about.BET(points=missing))
    least, most = int(view["least_bet"]), int(view["most_bet"])
    if least < most:
        return Label(_("Bet {least} to {most}, or drop", least=least, most=most), about.BETS())
    return Label(_("Bet {points}, or drop", points=least), about.BETS())
