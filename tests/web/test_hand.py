"""What happened to a hand since the last decision is said at the next one, in every game."""

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

from fudaba.agents.seated import SeatedGame
from fudaba.envs import Card, Game, find_game, game_names
from fudaba.web.session import Session

GAMES = 4


def table(game: Game, seed: int) -> Session:
    """Returns a table of one person, for whom the server makes forced moves."""
    options = game.options()
    players = [None, *["greedy"] * (options.num_players - 1)]
    return Session(SeatedGame(game, options, players, seed), pace=1.0)


def faces(cards: Iterable[Card]) -> Counter[tuple[str, str, str]]:
    return Counter((card.sign, card.text, card.figure) for card in cards)


def go_on(session: Session, chance: Random) -> bool:
    """Plays until the person is asked again; returns whether cards were dealt meanwhile."""
    is_dealt = False
    while not (session.is_over or (session.waits_for_person and not session.held)):
        is_dealt |= bool(session.held)
        session.go_on(session.held)
        if not session.waits_for_person:
            session.take(chance.choice(session.game.legal_actions(session.seated.state)))
    return is_dealt


@pytest.mark.parametrize("name", game_names())
def test_all_that_came_to_a_hand_since_the_last_decision_is_marked(name: str) -> None:
    game, chance, num_automatic = find_game(name), Random(name), 0
    for seed in range(GAMES):
        session = table(game, seed)
        go_on(session, chance)
        while not session.is_over:
            position = session.position(0)
            play, hand = chance.choice(position.plays), position.scene.seats[0].cards
            session.build(0, position.at, play.actions)
            is_dealt = go_on(session, chance)
            now = session.position(0)
            if is_dealt or now.is_over or now.built or position.built:
                continue
            came, went = faces(now.change.came), faces(now.change.went)
            held, kept = faces(now.scene.seats[0].cards), faces(hand)
            played = faces(card for card in hand if card.about in play.cards)
            assert came == held - kept
            assert kept - held - played <= went <= kept - held
            since = now.told[len(position.told) :]
            num_automatic += bool(came) and any(line.is_forced for line in since)
        change = session.position(0).change
        assert not (change.came or change.went or change.died), "nothing is decided any more"
    assert num_automatic or name != "seki_v0", "cards came in an automatic pass"
