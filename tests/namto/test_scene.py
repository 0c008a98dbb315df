"""The scene of Namto: what is shown and marked is what the rules say."""

import re
from typing import Any

import numpy as np
import pytest

from fudaba.agents.greedy import packaged_weights
from fudaba.envs.core.scene.scene import GAME_OVER
from fudaba.envs.namto import GAME
from fudaba.envs.namto.hands import CATEGORIES
from fudaba.envs.namto.heuristic import WEIGHTS, choose
from fudaba.envs.namto.hints import effect
from fudaba.envs.namto.state import BETTING_1, DROP_ACTION, FIRST_BET, REVEAL
from fudaba.testing.positions import positions

from ..spread import few_mixes
from ..tables import dealt_state, names_of, ranks_of, texts_of, zones_of
from .positions import Table, position

some_mixes = pytest.mark.parametrize("options", few_mixes(GAME, 5))


@some_mixes
def test_zones_are_what_lies_on_the_table(options: dict[str, Any]) -> None:
    for seed in range(3):
        for state in positions(GAME, options, seed):
            snapshot, seat = GAME.words.snapshot(state), max(int(state["to_move"]), 0)
            zones, players = zones_of(GAME, state, seat), GAME.scene(state, seat).seats
            for player in players:
                revealed = zones.get(f"{player.name} shows", [])
                assert sorted(names_of(revealed)) == sorted(snapshot["revealed"][player.name])
                assert player.num_cards == len(snapshot["hidden"][player.name])
                assert player.is_out == (player.name not in snapshot["active"])
            hand = names_of(players[seat].cards)
            assert sorted(hand) == sorted(snapshot["hidden"][f"player_{seat}"])
            assert names_of(zones.get("for all", [])) == snapshot["community"]


@some_mixes
def test_what_is_asked_and_what_may_be_bet(options: dict[str, Any]) -> None:
    for state in positions(GAME, options, 4):
        seat = int(state["to_move"])
        if seat < 0:
            assert GAME.scene(state, 0).question.text == GAME_OVER
            break
        described, legal = GAME.scene(state, seat), GAME.legal_actions(state)
        assert f"pot {state['paid'].sum()}" in texts_of(described.notes)
        if state["phase"] == REVEAL:
            assert {card.action for card in described.seats[seat].cards} == set(legal)
            assert described.question.text == "Choose the card to reveal"
            continue
        bets = [action - FIRST_BET + 1 for action in legal if action >= FIRST_BET]
        allowed = f"{bets[0]} to {bets[-1]}" if len(bets) > 1 else str(bets[0])
        asked = f"Pay {allowed} more to stay in" if state["makes_up"] else f"Bet {allowed}"
        assert described.question.text == f"{asked}, or drop"
        assert f"bets, round {1 + (state['phase'] != BETTING_1)} of 2" in texts_of(described.notes)


@some_mixes
def test_what_is_marked_before_the_last_cards_are_shown(options: dict[str, Any]) -> None:
    """The own category is that of all cards that the seat can use, and judged as at the end."""
    for state in positions(GAME, options, 8):
        for seat in range(int(state["num_players"]) if state["to_move"] >= 0 else 0):
            ranks, notes = ranks_of(GAME, state, seat), GAME.scene(state, seat).notes
            own = f"hand of player_{seat}: "
            assert [note.split(" (")[0] for note in texts_of(notes) if note.startswith(own)] == [
                own + rank.name for rank in ranks if rank.is_own
            ]
            assert sorted(rank.name for rank in ranks) == sorted(CATEGORIES[1:])
            assert sum(rank.is_own for rank in ranks) <= 1
            if options.get("own_min", 1) < 2:
                assert sum(rank.is_own for rank in ranks) == 1


@pytest.mark.parametrize(
    ("rule", "first"), [("above_cavalry", "march"), ("below_cavalry", "cavalry")]
)
def test_NAM_8_the_order_follows_the_house_rules(rule: str, first: str) -> None:
    table = position("b7 r7", "r2 r6", "b4 r0", march_rank=rule)
    assert ranks_of(GAME, table.state, 0)[3].name == first


def chosen() -> Table:
    """Seat 0 has chosen a card to reveal, seat 1 not yet."""
    return position("b7 b8", "r2 r6", "bK r0").play(
        "0 bet 1", "1 bet 1", "2 bet 1", "0 reveal b8"
    )  # fmt: skip


def test_NAM_7_2_the_choice_is_marked_for_its_player_alone() -> None:
    table = chosen()
    own = GAME.scene(table.state, 0).seats[0]
    assert [(card.name, card.mark) for card in own.cards] == [("b8", "recent"), ("b7", "none")]
    assert own.facts[-1].text == "has chosen"
    for seat in (1, 2):
        seen = GAME.scene(table.state, seat).seats[0]
        assert seen.cards == () and seen.facts[-1].text == "has chosen"
        assert GAME.scene(table.state, seat).seats[seat].facts[-1].text != "has chosen"


def test_NAM_7_1_once_cards_are_turned_up_nothing_is_marked() -> None:
    table = chosen().play("1 reveal r6", "2 reveal r0")
    own = GAME.scene(table.state, 0).seats[0]
    assert [(card.name, card.mark) for card in own.cards] == [("b7", "none")]
    assert "has chosen" not in texts_of(own.facts)
    assert names_of(zones_of(GAME, table.state, 1)["player_0 shows"]) == ["b8"]


def test_the_chance_that_a_hint_names_is_near_to_what_is_won() -> None:
    greedy = WEIGHTS.record(packaged_weights(GAME))
    chances, won = list[float](), list[bool]()
    for seed in range(300):
        state, asked = dealt_state(GAME, {"seasons": 1}, seed), list[tuple[int, int]]()
        while state["to_move"] >= 0:
            seat = int(state["to_move"])
            view, mask = GAME.view(state, seat), np.zeros(GAME.num_actions, np.int8)
            mask[GAME.legal_actions(state)] = 1
            action = int(choose(view, greedy, mask))
            if mask[DROP_ACTION] and action != DROP_ACTION:
                (said,) = re.findall(r"about (\d+) of 100", effect(view, greedy, [action]))
                asked.append((seat, int(said)))
            GAME.kernels.apply(state, action)
        chances += [said / 100 for _, said in asked]
        won += [bool(state["scores"][seat] > 0) for seat, _ in asked]
    is_likely = np.array(chances) > 0.6
    for some in (is_likely, ~is_likely):
        assert abs(np.mean(np.array(chances)[some]) - np.mean(np.array(won)[some])) < 0.1
