"""Doubt in lock step with a twin that was written from its rules."""

from typing import Any

from examples.games.doubt import GAME

from ..tables import dealt_state
from .lockstep import Table, play_both, sorted_hands

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]


class DoubtTwin:
    """One game; see the rules in `examples/games/doubt.py`."""

    def __init__(self, rules: dict[str, Any], table: Table) -> None:
        self.ranks = RANKS[:7] if rules["short_pack"] else RANKS
        self.most, self.turns, self.winner = rules["most_cards"], 0, -1
        self.hands = [list(hand) for hand in table["hands"].values()]
        self.pile: list[str] = []
        self.put: list[str] = []
        self.to_move: int | None = 0
        self.claims: int | None = None

    def legal(self) -> set[str]:
        if self.claims is not None:
            return {"believe it", "doubt it"}
        assert self.to_move is not None
        cards = self.hands[self.to_move] if len(self.put) < self.most else []
        return {f"put {card}" for card in cards} | ({"have put enough"} if self.put else set())

    def play(self, move: str, after: Table) -> None:
        seat = self.to_move
        assert seat is not None
        following = (seat + 1) % len(self.hands)
        if move.startswith("put "):
            card = move.removeprefix("put ")
            self.hands[seat].remove(card)
            self.put.append(card)
            self.pile.append(card)
        elif move == "have put enough":
            self.claims, self.to_move = seat, following
        elif move == "doubt it":
            due = self.ranks[self.turns % len(self.ranks)]
            assert self.claims is not None
            taker = self.claims if {*self.put} != {due} else seat
            self.hands[taker] += self.pile
            self.pile = []
            self.end_turn()
        elif following == self.claims:
            self.end_turn()
        else:
            self.to_move = following

    def end_turn(self) -> None:
        """DOU-4.3, 6.1."""
        assert self.claims is not None
        self.turns += 1
        if not self.hands[self.claims]:
            self.winner = self.claims
        is_over = self.turns == 120 or self.winner >= 0
        self.to_move = None if is_over else (self.claims + 1) % len(self.hands)
        self.claims, self.put = None, []

    def table(self) -> dict[str, Any]:
        hands = {f"player_{seat}": sorted(hand) for seat, hand in enumerate(self.hands)}
        return {"hands": hands, "pile": self.pile}

    def points(self) -> list[float]:
        if self.winner < 0:
            return [0.0] * len(self.hands)
        lost = -1 / (len(self.hands) - 1)
        return [1.0 if seat == self.winner else lost for seat in range(len(self.hands))]


def test_DOU_4_1_to_6_2_kernels_and_twin_agree_after_every_decision() -> None:
    assert play_both(GAME, DoubtTwin, 30, sorted_hands) > 3000


def test_DOU_3_1_all_cards_are_dealt() -> None:
    for seed, num_players in enumerate((3, 4, 5, 6)):
        for short in (False, True):
            rules = {"num_players": num_players, "short_pack": short}
            hands = GAME.words.snapshot(dealt_state(GAME, rules, seed))["hands"].values()
            pack = sorted(card for hand in hands for card in hand)
            assert pack == sorted(4 * RANKS[: 7 if short else 13])
            assert max(map(len, hands)) - min(map(len, hands)) <= 1


def test_DOU_7_1_what_was_turned_up_is_known_until_its_player_puts_a_card() -> None:
    state = dealt_state(GAME, {"num_players": 3}, 2)
    hand = GAME.words.snapshot(state)["hands"]["player_0"]
    wrong = next(card for card in hand if card != "A")
    for move in (f"put {wrong}", "have put enough", "doubt it"):
        GAME.kernels.apply(state, GAME.parse(state, move))
    assert known(state, 0) == [[wrong], [wrong]]
    for _ in range(2):  # turns of the others
        GAME.kernels.apply(state, GAME.legal_actions(state)[0])
        for move in ("have put enough", "believe it", "believe it"):
            GAME.kernels.apply(state, GAME.parse(state, move))
    assert known(state, 0) == [[wrong], [wrong]]
    GAME.kernels.apply(state, GAME.legal_actions(state)[0])
    assert known(state, 0) == [[], []]


def known(state: Any, seat: int) -> list[list[str]]:
    """What the other two of three players know of a hand."""
    others = [other for other in range(3) if other != seat]
    return [[card.name for card in GAME.scene(state, other).seats[seat].cards] for other in others]
