"""The twin of Sevens: a slow, plain reference written from the clauses of the rules alone.

It shares no code with the kernels and remembers nothing that it can work out again: walks,
frontiers and legal actions are found afresh from the layout and the hands whenever they are
needed. Every method names the clause that it carries out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Action = tuple[Any, ...]
"""("play", card), ("recover", card), ("pass",), ("joker_at", card) or
("fill", card, "low" | "high")."""

RANKS = 13  # SEV-2.1
SUITS = 4
CELLS = SUITS * RANKS  # SEV-2.2: one cell per natural, with the card's id
JOKER = CELLS
SEVEN_OF_DIAMONDS = 32  # 13 * 2 + 7 - 1

DIRECTIONS = ("low", "high")
SIDES = {"low": range(1, 7), "high": range(8, RANKS + 1)}
"""SEV-4.1: the ranks A..6 and 8..K, each on the side of its own walk."""

DEFAULTS: dict[str, Any] = {
    "pass_limit": 3,
    "voluntary_pass": True,
    "tunnel": "ring",
    "jokers": 0,
    "joker_use": "wild",
    "joker_recovery": "immediate",
    "joker_last": "off",
}
"""SEV-8, without the options that the dealt hands already answer."""


def cell_of(suit: int, rank: int) -> int:
    """SEV-2.1: the id of a natural and of its cell; suit 0..3, rank 1..13."""
    return RANKS * suit + rank - 1


def suit_of(card: int) -> int:
    """SEV-2.1: the suit 0..3 (S, H, D, C) of a natural."""
    return card // RANKS


def rank_of(card: int) -> int:
    """SEV-2.1: the rank 1..13 (A..K) of a natural."""
    return card % RANKS + 1


class Twin:
    """One game of Sevens, always at a decision or over.

    Attributes:
        to_move: the seat with a decision, None when the game is over.
        hands: the sorted current hands, one list of card ids per seat.
    """

    to_move: int | None
    first_player: int | None

    def __init__(self, options: Mapping[str, Any], hands: Sequence[Sequence[int]]) -> None:
        """Start a game from the dealt hands: SEV-3.2, SEV-3.3, then on to the first decision.

        Args:
            options: the options of SEV-8; those left out have their default.
            hands: the cards as dealt to seats 0..n-1, sevens included.

        Raises:
            ValueError: the hands are not one full pack, or not one per player.
        """
        self._set_table(options, hands)
        dealt = sorted(card for hand in hands for card in hand)
        if dealt != [*range(CELLS), *[JOKER] * self.options["jokers"]]:
            raise ValueError(f"the dealt hands are not one full pack: {dealt}")
        for seat in range(self.num_players):
            for suit in range(SUITS):  # SEV-3.2
                if cell_of(suit, 7) in self.hands[seat]:
                    self._lay_natural(seat, cell_of(suit, 7))
        self.first_player = self.laid_by[SEVEN_OF_DIAMONDS]  # SEV-3.3
        self.to_move = self.first_player
        self._run_to_decision()

    @classmethod
    def position(
        cls,
        options: Mapping[str, Any],
        hands: Sequence[Sequence[int]],
        *,
        to_move: int,
        jokers_on: Mapping[int, int] | None = None,
        passes: Sequence[int] | None = None,
        finish_order: Sequence[int] = (),
        elimination_order: Sequence[int] = (),
        idle: int = 0,
        first_player: int = 0,
    ) -> Twin:
        """Build a position in mid-game; then on to the next decision.

        Every natural that is in no hand lies on the layout, laid by nobody in particular; jokers
        that are neither in a hand nor on the layout are set aside.

        Args:
            options: as for a new game.
            hands: the current hands of seats 0..n-1.
            to_move: the seat on turn.
            jokers_on: cell -> the seat that laid the joker which lies there.
            passes: passes used per seat; all 0 when left out.
            finish_order: the seats that are finished, first to last.
            elimination_order: the seats that are eliminated, first to last.
            idle: passes since the last card was laid.
            first_player: the seat that laid the seven of diamonds.
        """
        twin = cls.__new__(cls)
        twin._set_table(options, hands)
        held = [card for hand in hands for card in hand]
        twin.layout = ["empty" if card in held else "natural" for card in range(CELLS)]
        for cell, seat in (jokers_on or {}).items():
            twin.layout[cell] = "joker"
            twin.laid_by[cell] = seat
        twin.passes = list(passes or twin.passes)
        twin.finish_order = list(finish_order)
        twin.elimination_order = list(elimination_order)
        twin.jokers_aside = twin.options["jokers"] - held.count(JOKER) - twin.layout.count("joker")
        twin.idle = idle
        twin.first_player = first_player
        twin.to_move = to_move
        twin._run_to_decision()
        return twin

    def _set_table(self, options: Mapping[str, Any], hands: Sequence[Sequence[int]]) -> None:
        """SEV-2.2, SEV-2.3: an empty layout, and players who have done nothing yet."""
        self.options = {**DEFAULTS, **options}
        self.num_players = len(hands)
        if self.options.get("num_players", self.num_players) != self.num_players:
            raise ValueError(f"{self.num_players} hands for {self.options['num_players']} players")
        self.hands: list[list[int]] = [sorted(hand) for hand in hands]
        self.layout = ["empty"] * CELLS
        self.laid_by: list[int | None] = [None] * CELLS
        self.passes = [0] * self.num_players
        self.known_jokers = [0] * self.num_players
        self.finish_order: list[int] = []
        self.elimination_order: list[int] = []
        self.jokers_aside = 0
        self.idle = 0
        self.first_player = None
        self.to_move = None

    # Walks and frontiers

    def _occupied(self, cell: int) -> bool:
        """SEV-2.2: occupied = natural or joker."""
        return self.layout[cell] != "empty"

    def _next_cell(self, cell: int, direction: str) -> int | None:
        """SEV-4.1: the neighbour in a direction; A and K are neighbours unless tunnel=none."""
        rank = rank_of(cell) + (-1 if direction == "low" else 1)
        if rank in range(1, RANKS + 1):
            return cell_of(suit_of(cell), rank)
        if self.options["tunnel"] == "none":
            return None
        return cell_of(suit_of(cell), RANKS if direction == "low" else 1)

    def _walk(self, suit: int, direction: str) -> tuple[list[int], int | None]:
        """SEV-4.1, 4.2: the occupied cells from 7 on, and the empty cell that ends them if any."""
        seven = cell_of(suit, 7)
        cells = [seven]
        ahead = self._next_cell(seven, direction)
        while ahead is not None and ahead != seven and self._occupied(ahead):
            cells.append(ahead)
            ahead = self._next_cell(ahead, direction)
        return cells, None if ahead == seven else ahead

    def _closed(self, suit: int, direction: str) -> bool:
        """SEV-4.1 one_way, 5.5, 5.6: a walk is closed once the other side is all occupied."""
        other_side = SIDES["high" if direction == "low" else "low"]
        return self.options["tunnel"] == "one_way" and all(
            self._occupied(cell_of(suit, rank)) for rank in other_side
        )

    def _frontier(self, suit: int, direction: str) -> int | None:
        """SEV-4.1: the empty cell at the end of a walk, None for an ended or closed walk."""
        if self._closed(suit, direction):
            return None
        return self._walk(suit, direction)[1]

    def _frontiers(self) -> list[tuple[int, str]]:
        """SEV-4.1: every (frontier cell, direction of its walk), at most eight."""
        ends = [
            (self._frontier(suit, direction), direction)
            for suit in range(SUITS)
            for direction in DIRECTIONS
        ]
        return [(cell, direction) for cell, direction in ends if cell is not None]

    def _reachable(self) -> list[bool]:
        """SEV-4.2, 7.4, 9.15: occupied cells on a walk; a closed walk's cells stay reachable."""
        reached = [
            cell
            for suit in range(SUITS)
            for direction in DIRECTIONS
            for cell in self._walk(suit, direction)[0]
        ]
        return [cell in reached for cell in range(CELLS)]

    # Legal actions

    def legal(self) -> set[Action]:
        """SEV-4.3, 4.4: the legal actions of the seat to move; empty when the game is over."""
        if self.to_move is None:
            return set()
        recoveries = self._legal_recoveries(self.to_move)
        if recoveries:  # SEV-4.3d
            return recoveries
        plays = (
            self._legal_plays(self.to_move)
            | self._legal_jokers(self.to_move)
            | self._legal_fills(self.to_move)
        )
        if self._may_pass(self.to_move, able_to_play=bool(plays)):
            return plays | {("pass",)}
        return plays

    def _legal_recoveries(self, seat: int) -> set[Action]:
        """SEV-4.3d, 5.3: a joker lies on the cell of a natural in his hand."""
        return {
            ("recover", card)
            for card in self.hands[seat]
            if card != JOKER and self.layout[card] == "joker"
        }

    def _legal_plays(self, seat: int) -> set[Action]:
        """SEV-4.3a."""
        return {("play", cell) for cell, _ in self._frontiers() if cell in self.hands[seat]}

    def _legal_jokers(self, seat: int) -> set[Action]:
        """SEV-4.3b, 9.8: once per cell, even where both walks end there."""
        hand = self.hands[seat]
        if self.options["joker_use"] != "wild" or JOKER not in hand:
            return set()
        return {("joker_at", cell) for cell, _ in self._frontiers() if cell not in hand}

    def _legal_fills(self, seat: int) -> set[Action]:
        """SEV-4.3c, 9.9: the cell beyond the joker is empty and its natural in his hand."""
        hand = self.hands[seat]
        if self.options["joker_use"] != "fill" or JOKER not in hand:
            return set()
        fills: set[Action] = set()
        for cell, direction in self._frontiers():
            beyond = self._next_cell(cell, direction)
            if cell in hand or beyond is None or self._occupied(beyond):
                continue
            if beyond in hand:
                fills.add(("fill", cell, direction))
        return fills

    def _may_pass(self, seat: int, able_to_play: bool) -> bool:
        """SEV-4.4, 4.6, for a player without a RECOVER."""
        voluntary = self.options["voluntary_pass"]
        if self.options["pass_limit"] == "none":
            return not able_to_play or (voluntary and self.idle < len(self._active()))
        left = self.passes[seat] < self.options["pass_limit"]
        return left and (voluntary or not able_to_play)

    # The turn

    def apply(self, action: Action) -> None:
        """SEV-4.7: carry out one decision, then all that needs none, up to the next decision.

        Raises:
            ValueError: the action is not legal here, or the game is over.
        """
        seat = self.to_move
        if seat is None or action not in self.legal():
            raise ValueError(f"{action} is not legal for seat {seat}")
        if action[0] == "pass":
            self._pass(seat)
        elif action[0] == "play":
            self._lay_natural(seat, action[1])
        elif action[0] == "recover":
            self._recover(seat, action[1])
        elif action[0] == "joker_at":
            self._lay_joker(seat, action[1])
            self._recover_at_once(action[1])
        else:
            self._fill(seat, action[1], action[2])
            self._recover_at_once(action[1])
        if not self.hands[seat]:
            self.finish_order.append(seat)
        self._end_turn(seat)

    def _pass(self, seat: int) -> None:
        """SEV-4.4: the effect of a pass."""
        self.passes[seat] += 1
        self.idle += 1

    def _lay_natural(self, seat: int, card: int) -> None:
        """SEV-4.7: a natural goes from the hand to its cell."""
        self.hands[seat].remove(card)
        self.layout[card] = "natural"
        self.laid_by[card] = seat
        self.idle = 0

    def _lay_joker(self, seat: int, cell: int) -> None:
        """SEV-4.3b, 7.1: a joker goes from the hand to an empty cell."""
        self.hands[seat].remove(JOKER)
        self.layout[cell] = "joker"
        self.laid_by[cell] = seat
        self.known_jokers[seat] = max(0, self.known_jokers[seat] - 1)
        self.idle = 0

    def _fill(self, seat: int, cell: int, direction: str) -> None:
        """SEV-4.3c: the joker on the frontier and the natural beyond it, in one turn."""
        beyond = self._next_cell(cell, direction)
        assert beyond is not None
        self._lay_joker(seat, cell)
        self._lay_natural(seat, beyond)

    def _recover(self, holder: int, cell: int) -> None:
        """SEV-5.3, 7.1: the natural replaces the joker, which goes to the natural's holder."""
        self._lay_natural(holder, cell)
        self.hands[holder] = sorted([*self.hands[holder], JOKER])
        self.known_jokers[holder] += 1

    def _recover_at_once(self, cell: int) -> None:
        """SEV-5.3 immediate: out of turn, before anything else."""
        if self.options["joker_recovery"] == "immediate":
            (holder,) = (s for s in range(self.num_players) if cell in self.hands[s])
            self._recover(holder, cell)

    def _eliminate(self, seat: int) -> None:
        """SEV-5.2, 9.10, 9.15: naturals to their cells, jokers aside."""
        for card in list(self.hands[seat]):
            if card == JOKER:
                self.hands[seat].remove(JOKER)
                self.jokers_aside += 1
                continue
            if self.layout[card] == "joker":
                self.jokers_aside += 1
            self._lay_natural(seat, card)
        self.known_jokers[seat] = 0
        self.elimination_order.append(seat)

    def _end_turn(self, seat: int) -> None:
        """SEV-3.3, 4.7: the next active player clockwise, unless the game is over."""
        self.to_move = None if self._is_over() else self._next_active(seat)
        self._run_to_decision()

    def _run_to_decision(self) -> None:
        """SEV-4.5, 4.8: a player on turn with no legal action is eliminated without a decision."""
        if self.to_move is not None and not self.legal():
            self._eliminate(self.to_move)
            self._end_turn(self.to_move)

    def _next_active(self, seat: int) -> int:
        """SEV-3.3: clockwise is seat + 1; players who are not active are skipped."""
        seat = (seat + 1) % self.num_players
        while seat not in self._active():
            seat = (seat + 1) % self.num_players
        return seat

    # The end

    def _status(self, seat: int) -> str:
        """SEV-2.3."""
        if seat in self.finish_order:
            return "finished"
        return "eliminated" if seat in self.elimination_order else "active"

    def _active(self) -> list[int]:
        """SEV-2.3: the active seats."""
        return [seat for seat in range(self.num_players) if self._status(seat) == "active"]

    def _is_over(self) -> bool:
        """SEV-6.1, 5.8."""
        return len(self._active()) <= 1 or self.layout.count("natural") == CELLS

    def places(self) -> list[float] | None:
        """SEV-6.2, 6.3, 6.4: place 1..n per seat, shared places averaged; None before the end."""
        if self.to_move is not None:
            return None
        remaining = self._active()
        last: list[int] = []
        if self.options["joker_last"] == "last_place":
            last = [seat for seat in remaining if JOKER in self.hands[seat]]
        groups = [
            *([seat] for seat in self.finish_order),
            [seat for seat in remaining if seat not in last],
            *([seat] for seat in reversed(self.elimination_order)),
            last,
        ]
        places = [0.0] * self.num_players
        taken = 0
        for group in groups:
            for seat in group:
                places[seat] = taken + (1 + len(group)) / 2
            taken += len(group)
        return places

    def rewards(self) -> list[float] | None:
        """SEV-6.5: (n + 1 - 2 * place) / (n - 1) per seat; None before the end."""
        places = self.places()
        if places is None:
            return None
        n = self.num_players
        return [(n + 1 - 2 * place) / (n - 1) for place in places]

    def public(self) -> dict[str, Any]:
        """SEV-7.1, 7.4: what everybody at the table knows, as plain lists.

        "layout" (52 of "empty", "natural", "joker"), "laid_by" (52 of seat or None), "reachable"
        (52 bools), "frontiers" (suit -> direction -> cell or None), "hand_sizes", "passes" (used),
        "status", "known_jokers" (per seat), "jokers_aside", "idle", "first_player",
        "finish_order", "elimination_order".
        """
        return {
            "layout": list(self.layout),
            "laid_by": list(self.laid_by),
            "reachable": self._reachable(),
            "frontiers": {
                suit: {direction: self._frontier(suit, direction) for direction in DIRECTIONS}
                for suit in range(SUITS)
            },
            "hand_sizes": [len(hand) for hand in self.hands],
            "passes": list(self.passes),
            "status": [self._status(seat) for seat in range(self.num_players)],
            "known_jokers": list(self.known_jokers),
            "jokers_aside": self.jokers_aside,
            "idle": self.idle,
            "first_player": self.first_player,
            "finish_order": list(self.finish_order),
            "elimination_order": list(self.elimination_order),
        }
