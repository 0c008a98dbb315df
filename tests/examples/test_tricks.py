"""Tricks in lock step with a twin that was written from its rules."""

from typing import Any

from examples.games.tricks import GAME

from ..tables import dealt_state
from .lockstep import Table, play_both

HEIGHTS = [*map(str, range(2, 11)), "J", "Q", "K", "A"]


class TricksTwin:
    """One game; see the rules in `examples/games/tricks.py`."""

    def __init__(self, rules: dict[str, Any], table: Table) -> None:
        self.rules = rules
        self.hands = [list(hand) for hand in table["hands"].values()]
        self.trump = table["turned_up"][0][0] if rules["trump"] else ""
        self.trick: dict[int, str] = {}
        self.played: list[str] = []
        self.won = [0] * len(self.hands)
        self.to_move: int | None = 0

    def legal(self) -> set[str]:
        assert self.to_move is not None
        hand, led = self.hands[self.to_move], [*self.trick.values(), ""][0][:1]
        suits = [suit for suit in (led, self.trump * self.rules["must_trump"])
                 if suit and led and any(card[0] == suit for card in hand)]  # fmt: skip
        return {f"play {card}" for card in hand if not suits or card[0] == suits[0]}

    def play(self, move: str, after: Table) -> None:
        seat, card = self.to_move, move.removeprefix("play ")
        assert seat is not None
        self.hands[seat].remove(card)
        self.trick[seat] = card
        self.to_move = (seat + 1) % len(self.hands)
        if len(self.trick) == len(self.hands):
            led = next(iter(self.trick.values()))[0]
            suit = self.trump if any(c[0] == self.trump for c in self.trick.values()) else led
            best = max((HEIGHTS.index(c[1:]), s) for s, c in self.trick.items() if c[0] == suit)
            self.played += [self.trick[seat] for seat in sorted(self.trick)]
            self.won[best[1]] += 1
            self.trick, self.to_move = {}, best[1] if self.hands[0] else None

    def table(self) -> dict[str, Any]:
        seats = range(len(self.hands))
        return {
            "hands": {f"player_{seat}": self.hands[seat] for seat in seats},
            "trick": {
                f"player_{seat}": [self.trick[seat]] if seat in self.trick else [] for seat in seats
            },
            "played": self.played,
        }

    def points(self) -> list[float]:
        if self.to_move is not None:
            return [0.0] * len(self.hands)
        return [won / self.rules["hand_size"] - 1 / len(self.hands) for won in self.won]


def test_TRI_4_1_to_6_1_kernels_and_twin_agree_after_every_decision() -> None:
    assert play_both(GAME, TricksTwin, 200) > 4000


def test_TRI_3_1_hands_are_dealt_and_a_card_is_turned_up() -> None:
    for seed in range(20):
        rules = {"num_players": 3 + seed % 3, "hand_size": 3 + seed % 8}
        state = dealt_state(GAME, rules, seed)
        table = GAME.words.snapshot(state)
        hands = [*table["hands"].values()]
        assert {len(hand) for hand in hands} == {rules["hand_size"]}
        pack = [card for cards in (*hands, table["turned_up"], table["stock"]) for card in cards]
        assert len({*pack}) == len(pack) == 52
        assert "♠♥♦♣"[state["trumps"]] == "♠♥♦♣"["SHDC".index(table["turned_up"][0][0])]


def test_TRI_7_1_a_world_holds_no_suit_that_its_player_did_not_follow() -> None:
    state, checked = dealt_state(GAME, {"num_players": 4, "hand_size": 10}, 3), 0
    while state["to_move"] >= 0:
        for seat in range(4):
            world = state.copy()
            GAME.kernels.redeal(world, seat)
            for other, hand in enumerate(GAME.words.snapshot(world)["hands"].values()):
                held = {"SHDC".index(card[0]) for card in hand}
                lacking = {suit for suit in range(4) if state["lacks"][other] >> suit & 1}
                assert not held & lacking
                checked += len(lacking)
        GAME.kernels.apply(state, GAME.legal_actions(state)[-1])
    assert checked > 50
