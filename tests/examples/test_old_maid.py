"""Old Maid in lock step with a twin that was written from its rules."""

from collections import Counter
from typing import Any

import numpy as np

from examples.games.old_maid import GAME

from ..tables import dealt_state
from .lockstep import Table, play_both

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")


class OldMaidTwin:
    """One game; see the rules in `examples/games/old_maid.py`."""

    def __init__(self, rules: dict[str, Any], table: Table) -> None:
        self.rules, self.draws = rules, 0
        self.hands = [list(hand) for hand in table["hands"].values()]
        self.aside = list(table["aside"])
        self.to_move: int | None = self.next_holder(len(self.hands) - 1, 1)

    def next_holder(self, seat: int, step: int) -> int:
        """The next player with cards (OLD-4.1)."""
        order = [(seat + step * far) % len(self.hands) for far in range(1, len(self.hands) + 1)]
        return next(other for other in order if self.hands[other] or other == order[-1])

    @property
    def source(self) -> int:
        """Whose hand is drawn from (OLD-4.1)."""
        assert self.to_move is not None
        return self.next_holder(self.to_move, 1 if self.rules["draw_from"] == "next" else -1)

    def legal(self) -> set[str]:
        cards = range(1, len(self.hands[self.source]) + 1)
        return {f"draw card {number} of player_{self.source}" for number in cards}

    def play(self, move: str, after: Table) -> None:
        seat, source = self.to_move, self.source
        assert seat is not None
        hand, card = self.hands[seat], self.hands[source].pop(int(move.split()[2]) - 1)
        if card in hand:
            hand.remove(card)
            self.aside += [card, card]
        else:
            hand.append(card)
        self.draws += 1
        self.to_move = self.next_holder(seat, 1)
        if self.draws == 120 or sum(map(bool, self.hands)) < 2:
            self.to_move = None
        elif self.rules["mix"]:
            mixed = after["hands"][f"player_{self.source}"]
            assert sorted(mixed) == sorted(self.hands[self.source])
            self.hands[self.source] = list(mixed)

    def table(self) -> dict[str, Any]:
        hands = {f"player_{seat}": hand for seat, hand in enumerate(self.hands)}
        return {"hands": hands, "aside": self.aside}

    def points(self) -> list[float]:
        odd = "joker" if self.rules["odd_card"] == "joker" else "Q"
        holders = [seat for seat, hand in enumerate(self.hands) if odd in hand]
        if self.to_move is not None or len(holders) != 1:
            return [0.0] * len(self.hands)
        won = 1 / (len(self.hands) - 1)
        return [-1.0 if seat in holders else won for seat in range(len(self.hands))]


def test_OLD_4_1_to_6_2_kernels_and_twin_agree_after_every_decision() -> None:
    assert play_both(GAME, OldMaidTwin, 60) > 1000


def test_OLD_2_1_and_3_1_all_cards_but_pairs_are_dealt() -> None:
    for seed in range(200):
        odd_card, num_players = ("joker", "queen")[seed % 2], 2 + seed % 5
        state = dealt_state(GAME, {"odd_card": odd_card, "num_players": num_players}, seed)
        table = GAME.words.snapshot(state)
        hands = [*table["hands"].values()]
        assert all(len({*hand}) == len(hand) for hand in hands), "no pairs"
        assert sum(map(bool, hands)) > 1, "a decision"
        pack = Counter(table["aside"]) + Counter(card for hand in hands for card in hand)
        usual = Counter(4 * RANKS)
        with_odd = {"joker": usual + Counter(joker=1), "queen": usual - Counter(Q=1)}
        assert pack == with_odd[odd_card]


def test_OLD_7_1_what_a_seat_has_seen_it_knows_until_a_hand_is_mixed() -> None:
    for mix in (False, True):
        deals = (dealt_state(GAME, {"mix": mix, "num_players": 3}, seed) for seed in range(100))
        state = next(state for state in deals if is_kept(state, 2))
        drawn = GAME.words.snapshot(state)["hands"]["player_1"][2]
        GAME.kernels.apply(state, 2)
        known = [GAME.scene(state, seat).seats[0].cards for seat in range(3)]
        assert drawn in [card.name for card in known[0]] and not known[2]
        assert [card.name for card in known[1]] == [drawn]
        GAME.kernels.apply(state, 0)  # player_1 draws from player_2, who then draws from player_0
        known = [GAME.scene(state, seat).seats[0].cards for seat in range(3)]
        assert [card.name for card in known[1]] == ([] if mix else [drawn])


def is_kept(state: np.void, slot: int) -> bool:
    """Whether player_0 has no card of the rank in a slot of player_1, and all go on."""
    hands = GAME.words.snapshot(state)["hands"]
    return hands["player_1"][slot] not in hands["player_0"] and all(map(len, hands.values()))
