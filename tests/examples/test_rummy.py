"""Rummy in lock step with a twin that was written from its rules."""

from typing import Any

from examples.games.rummy import GAME

from ..tables import dealt_state
from .lockstep import Table, play_both

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]


class RummyTwin:
    """One game; see the rules in `examples/games/rummy.py`."""

    def __init__(self, rules: dict[str, Any], table: Table) -> None:
        self.may_take, self.turns, self.winner = rules["may_take"], 0, -1
        self.hands = [list(hand) for hand in table["hands"].values()]
        self.stock, self.discards = list(table["stock"]), list(table["discards"])
        self.melds: list[str] = []
        self.to_move: int | None = 0
        self.has_drawn = False

    def meld(self, name: str) -> list[str]:
        """The cards of a meld that are in the hand (RUM-4.2)."""
        assert self.to_move is not None
        hand = self.hands[self.to_move]
        if name.startswith("the set of "):
            rank = name.removeprefix("the set of ")
            return [card for suit in "SHDC" if (card := suit + rank) in hand]
        suit, lowest = name.removeprefix("the run of ").split(" from ")
        ranks = RANKS[RANKS.index(lowest) :][:3]
        return [card for rank in ranks if (card := suit[0].upper() + rank) in hand]

    def legal(self) -> set[str]:
        assert self.to_move is not None
        if not self.has_drawn:
            return {"draw"} | ({"take the discard"} if self.may_take and self.discards else set())
        sets = [f"the set of {rank}" for rank in RANKS]
        runs = [f"the run of {suit} from {lowest}"
                for suit in ("spades", "hearts", "diamonds", "clubs")
                for lowest in RANKS[:11]]  # fmt: skip
        melds = {f"lay {name}" for name in sets + runs if len(self.meld(name)) > 2}
        return melds | {f"discard {card}" for card in self.hands[self.to_move]}

    def play(self, move: str, after: Table) -> None:
        seat = self.to_move
        assert seat is not None
        hand = self.hands[seat]
        if not self.has_drawn:
            hand.append((self.stock if move == "draw" else self.discards).pop())
            self.has_drawn = True
            return
        is_meld = move.startswith("lay ")
        cards = self.meld(move.removeprefix("lay ")) if is_meld else [move.split()[1]]
        for card in cards:
            hand.remove(card)
            (self.melds if is_meld else self.discards).append(card)
        if not is_meld:
            self.turns, self.has_drawn = self.turns + 1, False
            self.to_move = (seat + 1) % len(self.hands)
        if not hand:
            self.winner = seat
        if not hand or (not is_meld and (not self.stock or self.turns == 100)):
            self.to_move = None

    def table(self) -> dict[str, Any]:
        hands = {f"player_{seat}": hand for seat, hand in enumerate(self.hands)}
        return {"hands": hands, "stock": self.stock, "discards": self.discards, "melds": self.melds}

    def points(self) -> list[float]:
        if self.winner < 0:
            return [0.0] * len(self.hands)
        lost = -1 / (len(self.hands) - 1)
        return [1.0 if seat == self.winner else lost for seat in range(len(self.hands))]


def test_RUM_4_1_to_6_2_kernels_and_twin_agree_after_every_decision() -> None:
    assert play_both(GAME, RummyTwin, 60) > 4000


def test_RUM_7_1_a_card_taken_from_the_discards_is_known_to_all() -> None:
    state = dealt_state(GAME, {}, 5)
    card = GAME.words.snapshot(state)["discards"][-1]
    GAME.kernels.apply(state, GAME.parse(state, "take the discard"))
    for seat in (1, 2):
        assert [each.name for each in GAME.scene(state, seat).seats[0].cards] == [card]
    drawn = dealt_state(GAME, {}, 5)
    GAME.kernels.apply(drawn, GAME.parse(drawn, "draw"))
    assert not GAME.scene(drawn, 1).seats[0].cards
