"""The twin of Killer Sevens: a slow, plain reference written from the clauses of the rules alone.

It shares no code with the kernels and remembers nothing that it can work out again: links,
pockets, playable cells and legal actions are found afresh from the laid cells and the hands
whenever they are needed. Every method names the clause that it carries out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Action = tuple[Any, ...]
"""("play", card) or ("pass",)."""

Step = tuple[int, int]
"""Rows down, columns to the right."""

RANKS = 13  # KIL-2.1
SUITS = "SHDC"
CELLS = len(SUITS) * RANKS  # KIL-2.2: one cell per card, with the card's id
SEVENS = [RANKS * suit + 6 for suit in range(len(SUITS))]
SEVEN_OF_DIAMONDS = SEVENS[SUITS.index("D")]

LEFT: Step = (0, -1)
RIGHT: Step = (0, 1)
ORTHOGONAL: list[Step] = [(-1, 0), (1, 0), LEFT, RIGHT]
DIAGONAL: list[Step] = [(-1, -1), (-1, 1), (1, -1), (1, 1)]

DEFAULTS: dict[str, Any] = {
    "columns_wrap": False,
    "voluntary_pass": True,
    "pass_limit": "none",
    "pass_exhaust": "must_play",
    "all_pass": "must_play",
    "sides_needed": 4,
    "side_death": False,
    "group_kill": "off",
    "tie_break": "shared",
    "reward_mode": "rank",
}
"""KIL-8, without what the dealt hands and the row order already answer."""

GROUP_MAX = {"off": 0, "rectangle": 23, "any_shape": 4}
"""KIL-5.4: group_max where it is not given."""


class Twin:
    """One game of Killer Sevens, always at a decision or over.

    A game can be over before anybody had a decision (pass_limit=0 with pass_exhaust=eliminate);
    whoever deals then deals again and makes a new twin (SEV-3.4).

    Attributes:
        to_move: the seat with a decision, None when the game is over.
        hands: the sorted current hands, dead cards included, one list of card ids per seat.
    """

    to_move: int | None
    first_player: int | None

    def __init__(
        self, options: Mapping[str, Any], hands: Sequence[Sequence[int]], row_order: str
    ) -> None:
        """Start a game from the dealt hands: KIL-3.1, then on to the first decision.

        Args:
            options: the options of KIL-8; those left out have their default.
            hands: the cards as dealt to seats 0..n-1, sevens included.
            row_order: the suit letters of the rows, top to bottom.

        Raises:
            ValueError: the hands are not one full pack, or not one per player, or the row order
                is not one of the four letters or not the one of the options.
        """
        self._set_table(options, hands, row_order)
        dealt = sorted(card for hand in hands for card in hand)
        if dealt != list(range(CELLS)):
            raise ValueError(f"the dealt hands are not one full pack: {dealt}")
        for seat in range(self.num_players):
            for seven in SEVENS:  # KIL-3.1; nothing dies by it (KIL-3.2)
                if seven in self.hands[seat]:
                    self._lay(seat, seven)
        self.first_player = self.laid_by[SEVEN_OF_DIAMONDS]
        self._start(self.first_player)

    @classmethod
    def position(
        cls,
        options: Mapping[str, Any],
        hands: Sequence[Sequence[int]],
        *,
        to_move: int,
        row_order: str = SUITS,
        passes: Sequence[int] | None = None,
        eliminated: Mapping[int, int] | None = None,
        idle: int = 0,
        first_player: int = 0,
    ) -> Twin:
        """Build a position in mid-game; then on to the next decision.

        Every card that is in no hand is laid, by nobody in particular; what the death rules kill
        there is dead. Who has no cards is finished unless he is eliminated.

        Args:
            options: as for a new game.
            hands: the current hands of seats 0..n-1.
            to_move: the seat on turn.
            row_order: the suit letters of the rows, top to bottom.
            passes: own pass counts per seat; all 0 when left out.
            eliminated: the eliminated seats, first to last, each with the cards he held then.
            idle: passes since the last card was laid.
            first_player: the seat that laid the seven of diamonds.
        """
        twin = cls.__new__(cls)
        twin._set_table(options, hands, row_order)
        held = [card for hand in hands for card in hand]
        twin.laid = {cell for cell in range(CELLS) if cell not in held}
        twin.passes = list(passes or twin.passes)
        twin.held_at_elimination = dict(eliminated or {})
        twin.idle = idle
        twin.first_player = first_player
        twin._update_deaths()
        twin._start(to_move)
        return twin

    def _set_table(
        self, options: Mapping[str, Any], hands: Sequence[Sequence[int]], row_order: str
    ) -> None:
        """KIL-2.2, KIL-3.1: an empty grid, and players who have done nothing yet."""
        self.options = {**DEFAULTS, **options}
        self.options.setdefault("group_max", GROUP_MAX[self.options["group_kill"]])
        if sorted(row_order) != sorted(SUITS):
            raise ValueError(f"row_order {row_order} does not name the four suits")
        if self.options.get("row_order", "random") not in ("random", row_order):
            raise ValueError(f"row_order {row_order}, but the options say {options['row_order']}")
        self.row_order = row_order
        self.n4 = [self._neighbours(cell, ORTHOGONAL) for cell in range(CELLS)]
        self.n8 = [self._neighbours(cell, ORTHOGONAL + DIAGONAL) for cell in range(CELLS)]
        self.num_players = len(hands)
        if self.options.get("num_players", self.num_players) != self.num_players:
            raise ValueError(f"{self.num_players} hands for {self.options['num_players']} players")
        self.hands: list[list[int]] = [sorted(hand) for hand in hands]
        self.laid: set[int] = set()
        self.dead: set[int] = set()
        self.laid_by: list[int | None] = [None] * CELLS
        self.passes = [0] * self.num_players
        self.held_at_elimination: dict[int, int] = {}  # in order of elimination
        self.live_counts: list[list[int]] = []  # live cards per seat, moment after moment
        self.idle = 0
        self.first_player = None
        self.to_move = None

    # The grid

    def _neighbour(self, cell: int, step: Step) -> int | None:
        """KIL-2.2, 2.3: the cell one step away, None beyond a wall."""
        rows_down, columns_right = step
        row = self.row_order.index(SUITS[cell // RANKS]) + rows_down
        column = cell % RANKS + columns_right
        if self.options["columns_wrap"]:
            column %= RANKS
        if row not in range(len(SUITS)) or column not in range(RANKS):
            return None
        return RANKS * SUITS.index(self.row_order[row]) + column

    def _neighbours(self, cell: int, steps: Sequence[Step]) -> list[int]:
        """KIL-2.3: the in-grid cells that these steps lead to."""
        ends = [self._neighbour(cell, step) for step in steps]
        return [end for end in ends if end is not None]

    def _free(self) -> set[int]:
        """KIL-2.2: the cells that are not laid, live and dead."""
        return set(range(CELLS)) - self.laid

    def _connected(self) -> set[int]:
        """KIL-4.1: the laid cells linked to a seven through laid cells in N8 steps."""
        linked: set[int] = set()
        ahead = [seven for seven in SEVENS if seven in self.laid]
        while ahead:
            cell = ahead.pop()
            linked.add(cell)
            ahead += [c for c in self.n8[cell] if c in self.laid and c not in linked]
        return linked

    def _playable(self) -> set[int]:
        """KIL-4.1: the live cells next to a connected laid cell, in all eight directions."""
        reach = {end for cell in self._connected() for end in self.n8[cell]}
        return (reach & self._free()) - self.dead

    # Death

    def _update_deaths(self) -> None:
        """KIL-5.1: any satisfied rule kills; a dead cell is not laid and so helps no other die."""
        doomed = {
            cell
            for cell in self._free()
            if self._dies_by_four_sides(cell) or self._dies_by_two_sides(cell)
        }
        for pocket in self._pockets():
            if self._dies_as_group(pocket):
                doomed |= pocket
        self.dead |= doomed
        self.live_counts.append([len(set(hand) - self.dead) for hand in self.hands])

    def _dies_by_four_sides(self, cell: int) -> bool:
        """KIL-5.1: enough orthogonal neighbours are laid; walls reduce what is needed."""
        around = self.n4[cell]
        laid = [neighbour for neighbour in around if neighbour in self.laid]
        needed: int = min(self.options["sides_needed"], len(around))
        return len(laid) >= needed

    def _dies_by_two_sides(self, cell: int) -> bool:
        """KIL-5.3: left and right are laid cells or walls."""
        if not self.options["side_death"]:
            return False
        sides = [self._neighbour(cell, LEFT), self._neighbour(cell, RIGHT)]
        return all(side is None or side in self.laid for side in sides)

    def _pockets(self) -> list[set[int]]:
        """KIL-5.4: the maximal N4-connected sets of free cells, dead ones included."""
        pockets = []
        left = self._free()
        while left:
            pocket: set[int] = set()
            ahead = [min(left)]
            while ahead:
                cell = ahead.pop()
                pocket.add(cell)
                ahead += [c for c in self.n4[cell] if c in left and c not in pocket]
            pockets.append(pocket)
            left -= pocket
        return pockets

    def _dies_as_group(self, pocket: set[int]) -> bool:
        """KIL-5.4."""
        kind: str = self.options["group_kill"]
        if kind == "off" or not 2 <= len(pocket) <= self.options["group_max"]:
            return False
        return kind == "any_shape" or self._is_rectangle(pocket)

    def _is_rectangle(self, cells: set[int]) -> bool:
        """KIL-5.4: rows x columns, both intervals, the columns cyclic with columns_wrap."""
        return any(
            self._rectangle(corner, height, width) == cells
            for corner in cells
            for height in range(1, len(SUITS) + 1)
            for width in range(1, RANKS + 1)
            if height * width == len(cells)
        )

    def _rectangle(self, corner: int, height: int, width: int) -> set[int | None]:
        """KIL-5.4: the cells of a rectangle by its top left corner, None for what is outside."""
        return {
            self._neighbour(corner, (down, right))
            for down in range(height)
            for right in range(width)
        }

    # Legal actions

    def legal(self) -> set[Action]:
        """KIL-4.2, 4.3: the legal actions of the seat to move; empty when the game is over."""
        if self.to_move is None:
            return set()
        plays: set[Action] = {("play", card) for card in self._playable_cards(self.to_move)}
        if self._may_pass(self.to_move):
            return plays | {("pass",)}
        return plays

    def _playable_cards(self, seat: int) -> set[int]:
        """KIL-4.2: the playable cards of his hand."""
        return self._playable() & set(self.hands[seat])

    def _may_pass(self, seat: int) -> bool:
        """KIL-4.3, 6.2; whom 5.5 eliminates instead has left before this is asked."""
        if not self._playable_cards(seat):
            return True
        limit = self.options["pass_limit"]
        return (
            self.options["voluntary_pass"]
            and self.idle < len(self._active())
            and (limit == "none" or self.passes[seat] < limit)
        )

    # The turn

    def apply(self, action: Action) -> None:
        """KIL-4.2: carry out one decision, then all that needs none, up to the next decision.

        Raises:
            ValueError: the action is not legal here, or the game is over.
        """
        seat = self.to_move
        if seat is None or action not in self.legal():
            raise ValueError(f"{action} is not legal for seat {seat}")
        if action == ("pass",):
            self._pass(seat)
        else:
            self._lay(seat, action[1])
            self._update_deaths()  # KIL-4.4
        self._end_turn(seat)

    def _pass(self, seat: int) -> None:
        """KIL-4.3: the effect of a pass."""
        self.idle += 1
        self.passes[seat] += 1
        if self.options["pass_limit"] != "none":
            self.passes[seat] = min(self.passes[seat], self.options["pass_limit"])

    def _lay(self, seat: int, card: int) -> None:
        """KIL-4.4, 9.13: a card goes from the hand to its cell, which is then not dead."""
        self.hands[seat].remove(card)
        self.laid.add(card)
        self.dead.discard(card)
        self.laid_by[card] = seat
        self.idle = 0

    def _must_leave(self, seat: int) -> bool:
        """KIL-5.5 eliminate: on turn with no playable card and no pass left."""
        return (
            self.options["pass_exhaust"] == "eliminate"
            and self.passes[seat] == self.options["pass_limit"]
            and not self._playable_cards(seat)
        )

    def _eliminate(self, seat: int) -> None:
        """KIL-5.5, 6.3: all his cards are laid, dead ones included, and then deaths updated."""
        self.held_at_elimination[seat] = len(self.hands[seat])
        for card in list(self.hands[seat]):
            self._lay(seat, card)
        self._update_deaths()

    def _start(self, seat: int | None) -> None:
        """KIL-3.1, 6.1: this seat is on turn unless the game is over after the set-up."""
        self.to_move = None if self._is_over() else seat
        self._run_to_decision()

    def _end_turn(self, seat: int) -> None:
        """KIL-4.4, 4.5: the next active player clockwise, unless the game is over."""
        self.to_move = None if self._is_over() else self._next_active(seat)
        self._run_to_decision()

    def _run_to_decision(self) -> None:
        """KIL-5.5: an elimination takes no decision; the turn then moves on."""
        if self.to_move is not None and self._must_leave(self.to_move):
            self._eliminate(self.to_move)
            self._end_turn(self.to_move)

    def _next_active(self, seat: int) -> int:
        """KIL-4.5: clockwise is seat + 1; finished and eliminated players are skipped."""
        seat = (seat + 1) % self.num_players
        while seat not in self._active():
            seat = (seat + 1) % self.num_players
        return seat

    # The end

    def _status(self, seat: int) -> str:
        """KIL-4.4, 5.5: without cards a player is finished, unless he was eliminated."""
        if seat in self.held_at_elimination:
            return "eliminated"
        return "active" if self.hands[seat] else "finished"

    def _active(self) -> list[int]:
        """KIL-4.3: A is the number of these, non-eliminated players with cards."""
        return [seat for seat in range(self.num_players) if self._status(seat) == "active"]

    def _staying(self) -> list[int]:
        """KIL-6.1, 9.13: the players who are not eliminated, finished ones included."""
        return [seat for seat in range(self.num_players) if seat not in self.held_at_elimination]

    def _is_over(self) -> bool:
        """KIL-6.1, 6.2."""
        everybody_passed = self.options["all_pass"] == "end" and self.idle >= len(self._active())
        return not self._playable() or len(self._staying()) <= 1 or everybody_passed

    def held(self) -> list[int] | None:
        """KIL-6.3: cards in hand at the end, of the eliminated at elimination; None before."""
        if self.to_move is not None:
            return None
        return [
            self.held_at_elimination.get(seat, len(self.hands[seat]))
            for seat in range(self.num_players)
        ]

    def _last_live_moment(self, seat: int) -> int:
        """KIL-6.3, 9.13: the moment after which he had no live card; the latest if he has some."""
        for moment, counts in enumerate(self.live_counts):
            if counts[seat] == 0:
                return moment
        return len(self.live_counts)

    def _rank_key(self, seat: int) -> tuple[int, int]:
        """KIL-6.3: what orders the players who are not eliminated, the smallest first."""
        by_moment = self.options["tie_break"] == "first_out"
        return len(self.hands[seat]), self._last_live_moment(seat) if by_moment else 0

    def places(self) -> list[float] | None:
        """KIL-6.3: place 1..n per seat, shared places averaged; None before the end."""
        if self.to_move is not None:
            return None
        staying = self._staying()
        groups = [
            [seat for seat in staying if self._rank_key(seat) == key]
            for key in sorted({self._rank_key(seat) for seat in staying})
        ]
        groups += [[seat] for seat in reversed(self.held_at_elimination)]
        places = [0.0] * self.num_players
        taken = 0
        for group in groups:
            for seat in group:
                places[seat] = taken + (1 + len(group)) / 2
            taken += len(group)
        return places

    def rewards(self) -> list[float] | None:
        """KIL-6.4: by place or by cards, one per seat; None before the end."""
        places, held = self.places(), self.held()
        if places is None or held is None:
            return None
        n = self.num_players
        if self.options["reward_mode"] == "cards":
            return [sum(held) / n - cards for cards in held]
        return [(n + 1 - 2 * place) / (n - 1) for place in places]

    def public(self) -> dict[str, Any]:
        """KIL-7.1: what everybody at the table knows, as plain lists.

        "laid", "dead", "playable", "connected" (52 bools each; connected: laid cells linked to a
        seven), "laid_by" (52 of seat or None), "hand_sizes", "passes" (own pass counts),
        "status", "idle", "first_player", "elimination_order".
        """
        cells = {
            "laid": self.laid,
            "dead": self.dead,
            "playable": self._playable(),
            "connected": self._connected(),
        }
        return {
            **{name: [cell in there for cell in range(CELLS)] for name, there in cells.items()},
            "laid_by": list(self.laid_by),
            "hand_sizes": [len(hand) for hand in self.hands],
            "passes": list(self.passes),
            "status": [self._status(seat) for seat in range(self.num_players)],
            "idle": self.idle,
            "first_player": self.first_player,
            "elimination_order": list(self.held_at_elimination),
        }
