"""The twin of SEKI: a slow, plain reference written from the clauses of the rules alone.

The game is one Python generator that is resumed with an action at every decision, so that each
effect reads from top to bottom as its clause does. Every method names the clause it carries out.

The points of SEKI-4D and their actions (seat: 0 to N - 1, id: 0 to 52):

    TURN, TURN_R    ("TRASH", id) ("USE", id) ("PASS",) and ("ACTIVATE",), for NEW_GRAD one
                    ("ACTIVATE", role) for each role to copy
    TURN_B          ("TRASH", id) ("USE", id) ("PASS",)
    PASS_DRAWN      ("TRASH_DRAWN",) ("KEEP",)
    OWN_CARD        ("OWN_CARD", id)
    OWN_CARD?       ("OWN_CARD", id) ("DECLINE",)
    OWN_NUMBER      ("OWN_NUMBER", id)
    TARGET          ("TARGET", seat)
    ALCH_1          ("ALCH_1", id) ("DECLINE",)
    ALCH_2          ("ALCH_2", id)
    ALCH_OP         ("SUM",) ("DIFFERENCE",)
    GRAVE           ("GRAVE", id)
    EMP_PICK        ("EMP_PICK", id)
    GUESS           ("GUESS", "A") ("GUESS", "B") ("GUESS", "C")
    GAMB_DISCARD    ("GAMB_DISCARD", id)
    HACK_PICK       ("HACK", id) ("HACK_FACE_DOWN",); with distinct_backs the latter is
                    ("HACK_FACE_DOWN_NUMBER",) ("HACK_FACE_DOWN_SYMBOL",)
    HUNT_GIVE       ("GIVE", id) ("STOP",)
    HUNT_TAKE       ("TAKE", kind)
    MAGIC_KIND      ("MAGIC", kind)
    POL_TARGET      ("POL_TARGET", seat)
    POL_PICK        ("POL_FACE_DOWN_NUMBER",) ("POL_FACE_DOWN_SYMBOL",), distinct_backs only
    FARM_1          ("TRASH", id) ("PASS",) ("SPECIAL",)
    FARM_2          ("TRASH", id) ("STOP",)
    FARM_3          ("STACK", id) ("STOP",)

A phase with a single legal choice is asked like any other (SEKI-4.16 is not used).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from ..twins import Action, ScriptedTwin, Steps

NUMBERS = list(range(40))  # SEKI-2.1
SYMBOLS = list(range(40, 53))
KINDS = ["REVERSE", "TRADE", "DIG_UP", "DISCARD"]
LIVE_ROLES = [
    "ALCHEMIST",
    "ANGLER",
    "EMPEROR",
    "FORTUNE_TELLER",
    "GAMBLER",
    "HACKER",
    "HUNTER",
    "MAGICIAN",
    "MILLIONAIRE",
    "NEW_GRAD",
    "POLICE_OFFICER",
    "THIEF",
]  # SEKI-2.3
COMING_OUT = ["EMPEROR", "NEW_GRAD"]  # SEKI-3.3
WITH_BONUS_TURN = ["FORTUNE_TELLER", "HACKER", "MILLIONAIRE"]  # SEKI-4D, TURN_B
GUESSES = {"A": [1, 2, 3, 4], "B": [6, 7, 8, 9], "C": [0, 5]}  # SEKI-5.10

DEFAULTS: dict[str, Any] = {
    "num_players": 4,
    "roles": LIVE_ROLES,
    "initial_numbers": 6,
    "initial_symbols": 2,
    "first_parent": "random",
    "allow_equal": False,
    "pass_trash_drawn": True,
    "pass_after_reset": "allowed",
    "reset_pass_draw": False,
    "reset_flip": False,
    "forbidden_finish_scope": "literal",
    "dig_up_top": "declared_only",
    "dig_up_takes_right": True,
    "alchemist_must_beat": False,
    "alchemist_zero_finish": "any_zero",
    "angler_last_card": "number_stays",
    "hacker_finish_release": "seat_passes",
    "gambler_hit_card": "stays_on_top",
    "police_scope": "each",
    "hunter_shuffles_deck": False,
    "new_grad_bonus_turn": True,
    "exclusion_face_up": True,
    "distinct_backs": False,
    "num_games": 1,
    "stall_rounds": 2,
    "max_turns": 1000,
}
"""SEKI-8, without `points`."""

POINTS = {3: [3, 1, 0], 4: [7, 5, 3, 1], 5: [9, 7, 5, 3, 1]}  # SEKI-6.2

HAND_CHANGES: dict[str, set[int]] = {
    "TRASH": {-1},
    "USE": {-1},
    "USE DISCARD": {-2},
    "PASS": {0, 1},
    "RESET": {0},
    "ALCHEMIST": {-2, -1, 0, 1},
    "GAMBLER": {-2, -1, 0, 1, 2},
    "FARMER": {-2, -1, 0, 1},
}
"""SEKI-2.7f; of all other roles 0."""


def is_number(card: int) -> bool:
    """SEKI-2.1."""
    return card in NUMBERS


def number_of(card: int) -> int:
    """SEKI-2.1."""
    return card // 4


def kind_of(card: int) -> str:
    """SEKI-2.1: the kind of a symbol card."""
    return KINDS[(card - 40) // 4]


def hand_zone(seat: int) -> str:
    """SEKI-7.5: H_q, with absolute seats."""
    return f"H{seat}"


class Chance(Protocol):
    """SEKI-4.17: everything that is left to chance."""

    def deal(
        self, number_ids: Sequence[int], symbol_ids: Sequence[int], roles: Sequence[str]
    ) -> tuple[Sequence[int], Sequence[int], Sequence[str]]:
        """SEKI-3.1: the three shuffled.

        Of both kinds of cards seat 0 gets the first ones, then seat 1 and so on; the rest is the
        deck, its last card on top. Seat s gets the panel s, the rest is aside.
        """

    def parent(self, num_players: int) -> int:
        """SEKI-3.2: the first parent by lot."""

    def pick(self, kind: str, candidates: Sequence[int], **context: Any) -> int:
        """One of the candidates, a sorted list of ids.

        `kind` is "trade", "hacker" or "police"; `by` is the seat on turn, `target` the owner.
        """

    def shuffle(self, kind: str, cards: Sequence[int], **context: Any) -> Sequence[int]:
        """The cards in another order.

        "emperor": first = top, dealt as `shares` says, a list of (seat, number of cards);
        "hunter": the symbol deck, last = top.
        """


class Twin(ScriptedTwin):
    """One match of SEKI, always at a decision or over.

    Attributes:
        to_move: the seat with a decision, None when the match is over.
        phase: the name of its phase, None when the match is over.
        hands: the sorted hands, frozen cards included, one list of card ids per seat.
        nd, sd: the decks, last = top.
        ng, sg: the graveyards, last = top.
        ex: the exclusion zone in order of exclusion.
        aside: the symbol card in mid-use, if there is one.
        top, kind, right: the effective number or None, "none" / "natural" / "declared" / "ghost",
            and the holder of the reset right or None (SEKI-2.6).
        reversed: whether the indicator says REVERSED.
        roles: the dealt panels; face_up, activated: which of them are.
        copied: the role that NEW_GRAD copied, or None.
        frozen: the freezer's seat for each frozen card.
        marked: the cards with the permanent face-up mark.
        finished: the seats that finished, in order.
        announced: every ("TRADE", seat, target), ("GUESS", seat, letter) and
            ("DECLARE", seat, number) of the game, in order (SEKI-7.1).
        chosen: the cards chosen so far in the effect under way, hidden from the others.
        target: the opponent that HACK_PICK or POL_PICK asks about.
        no_progress: how many no-progress turns followed each other (SEKI-6.4).
        turns: how many turns of the game ended.
        game: the number of the game, from 1.
        parent: the parent of the game.
        scores: the points of the games that ended, summed; results: one list of points per game.
        memory: for each observer and card the set of zones M(c): "H0".."H4", "ND", "SD", "NG",
            "SG", "EX", "ASIDE" (SEKI-7.5).
        seen_roles: for each observer the roles by seat that he saw as FORTUNE_TELLER.
        known_sd: for each observer the kinds of the symbol deck, last = top, or None.
        known_nd_top: the publicly known top card of the number deck, or None.
    """

    phase_at_end = None

    hands: list[list[int]]
    nd: list[int]
    sd: list[int]

    def __init__(self, options: Mapping[str, Any], chance: Chance) -> None:
        """Deal the first game and go on to its first decision.

        Args:
            options: the options of SEKI-8; those left out have their default.
            chance: what decides everything that is left to chance.

        Raises:
            ValueError: the options do not fit together.
        """
        self._set_table(options, chance)
        self._start(self._match())

    @classmethod
    def position(
        cls,
        options: Mapping[str, Any],
        hands: Sequence[Sequence[int]],
        roles: Sequence[str],
        *,
        chance: Chance,
        to_move: int = 0,
        rest: str = "ex",
        **state: Any,
    ) -> Twin:
        """Build a position at the start of a turn of the last game of a match.

        Args:
            options: as for a new match.
            hands: the hands of seats 0..n-1.
            roles: their panels.
            chance: as for a new match.
            to_move: the seat on turn.
            rest: where the cards go that are named nowhere: "ex", or "deck" for the bottoms of
                the two decks, in ascending order from the bottom.
            state: any attributes of the twin: nd, sd, ng, sg, top, kind, right, frozen ...;
                a top of NG that is not described is natural, its right at `to_move`. What
                players remember is as if the hands had just been dealt.
        """
        twin = cls.__new__(cls)
        twin._set_table({"num_players": len(hands), **options}, chance)
        twin.game = twin.options["num_games"]
        twin._lay_table(hands, list(roles), [])
        twin._set(state)
        named = {card for zone in twin.zones().values() for card in zone}
        others = [card for card in NUMBERS + SYMBOLS if card not in named]
        if rest == "deck":
            twin.nd = [card for card in others if is_number(card)] + twin.nd
            twin.sd = [card for card in others if not is_number(card)] + twin.sd
        else:
            twin.ex = others + twin.ex
        if twin.ng and twin.kind == "none":
            twin.top, twin.kind = number_of(twin.ng[-1]), "natural"
        if twin.kind != "none" and twin.right is None:
            twin.right = to_move
        for seat in range(twin.num_players):
            twin.face_up[seat] = twin.roles[seat] in COMING_OUT or twin.activated[seat]
        twin._remember_deal()
        twin._show(twin.ex)
        twin._start(twin._rest_of_match(to_move))
        return twin

    def _set_table(self, options: Mapping[str, Any], chance: Chance) -> None:
        """SEKI-8: the options, and a match without any game yet."""
        unknown = options.keys() - DEFAULTS.keys() - {"points"}
        if unknown:
            raise ValueError(f"no such options: {sorted(unknown)}")
        self.options = {**DEFAULTS, **options}
        self.chance = chance
        self.num_players: int = self.options["num_players"]
        n, roles = self.num_players, self.options["roles"]
        if n not in POINTS or len(set(roles)) != len(roles) or len(roles) < n:
            raise ValueError(f"{n} players and roles {roles}")
        if not set(roles) <= {*LIVE_ROLES, "FARMER"}:
            raise ValueError(f"roles {roles}")
        if n * self.options["initial_symbols"] > len(SYMBOLS):
            raise ValueError(f"initial_symbols {self.options['initial_symbols']} for {n} players")
        if self.options["first_parent"] not in ("random", *range(n)):
            raise ValueError(f"first_parent {self.options['first_parent']} of {n} players")
        points = self.options.get("points")
        self.point_table: list[float] = list(POINTS[n] if points is None else points)
        if len(self.point_table) != n:
            raise ValueError(f"points {self.point_table} for {n} players")
        self.game = 0
        self.parent = self.next_parent = 0
        self.results: list[list[float]] = []
        self.scores: list[float] = [0] * n

    def _start(self, script: Steps) -> None:
        """Run to the first decision."""
        self.last_action: tuple[str, int, list[int], list[int]] | None = None
        self._before: tuple[int, list[int], int, int] | None = None
        super()._start(script)

    # What is asked

    def apply(self, action: Action) -> None:
        """Also note how many cards lie where before it (SEKI-2.7f)."""
        self.last_action = None
        self._before = self._sizes_that_grow_or_shrink()
        super().apply(action)

    def _ask_card(self, seat: int, phase: str, cards: Iterable[int], *rest: Action) -> Steps:
        """SEKI-4D: a card, by an action named as the point; None for any other choice."""
        name = phase.rstrip("?")
        action = yield from self._ask(seat, phase, [*((name, card) for card in cards), *rest])
        return action[1] if action[0] == name else None

    def points(self) -> list[float]:
        """SEKI-6.2, 6.3: the points of the games that ended so far, per seat."""
        return list(self.scores)

    def rewards(self) -> list[float]:
        """SEKI-6.2: these points less the mean of the table for each game."""
        mean = sum(self.point_table) / self.num_players
        return [score - mean * len(self.results) for score in self.scores]

    # Match and set-up

    def _match(self) -> Steps:
        """SEKI-6.3."""
        while self.game < self.options["num_games"]:
            self._deal()
            yield from self._play(self.parent)

    def _rest_of_match(self, seat: int) -> Steps:
        """SEKI-6.3, from the turn of a seat in the last game."""
        yield from self._play(seat)

    def _deal(self) -> None:
        """SEKI-3.1, 3.2."""
        n = self.num_players
        numbers, symbols, roles = self.chance.deal(NUMBERS, SYMBOLS, list(self.options["roles"]))
        self._must_be_permutation(numbers, NUMBERS)
        self._must_be_permutation(symbols, SYMBOLS)
        self._must_be_permutation(roles, self.options["roles"])
        a, b = self.options["initial_numbers"], self.options["initial_symbols"]
        hands = [
            [*numbers[a * seat : a * (seat + 1)], *symbols[b * seat : b * (seat + 1)]]
            for seat in range(n)
        ]
        self._lay_table(hands, list(roles[:n]), list(roles[n:]))
        self.nd, self.sd = list(numbers[a * n :]), list(symbols[b * n :])
        self.game += 1
        if self.game > 1:
            self.parent = self.next_parent
        elif self.options["first_parent"] == "random":
            self.parent = self.chance.parent(n)
        else:
            self.parent = self.options["first_parent"]
        self._remember_deal()

    def _lay_table(
        self, hands: Sequence[Sequence[int]], roles: list[str], unused_roles: list[str]
    ) -> None:
        """SEKI-2.4 to 2.6, 3.1, 3.3: nothing has happened yet."""
        n = self.num_players
        self.hands = [sorted(hand) for hand in hands]
        self.nd = []
        self.sd = []
        self.ng: list[int] = []
        self.sg: list[int] = []
        self.ex: list[int] = []
        self.aside: list[int] = []
        self.top: int | None = None
        self.kind = "none"
        self.right: int | None = None
        self.reversed = False
        self.roles = roles
        self.unused_roles = unused_roles
        self.face_up = [role in COMING_OUT for role in roles]
        self.activated = [False] * n
        self.copied: str | None = None
        self.frozen: dict[int, int] = {}
        self.marked: set[int] = set()
        self.finished: list[int] = []
        self.announced: list[tuple[str, int, Any]] = []
        self.chosen: list[int] = []
        self.target: int | None = None
        self.no_progress = 0
        self.turns = 0
        self.memory: list[dict[int, set[str]]] = [{} for _ in range(n)]
        self.seen_roles: list[dict[int, str]] = [{} for _ in range(n)]
        self.known_sd: list[list[str] | None] = [None] * n
        self.known_nd_top: int | None = None

    def _must_be_permutation(self, found: Sequence[Any], wanted: Sequence[Any]) -> None:
        if sorted(found) != sorted(wanted):
            raise ValueError(f"chance made {found} of {wanted}")

    # The turn

    def _play(self, seat: int) -> Steps:
        """SEKI-3.4: one game from the turn of a seat."""
        while True:
            yield from self._turn(seat)
            if self._ends_after_turn_of(seat):
                break
            seat = self._next_on_turn(seat)
        self._score()

    def _turn(self, p: int) -> Steps:
        """SEKI-4.3, 4.4, 4.9: TURN, perhaps TURN_R and TURN_B, until an action ends the turn."""
        self._release(p)
        self.only_passes, self.drew = True, False
        phase, after_reset, ended = "TURN", False, False
        while not ended:
            action = yield from self._ask(p, phase, self._turn_choices(p, phase, after_reset))
            before = [len(hand) for hand in self.hands]
            if action == ("PASS",) and self.right == p and not after_reset:
                self._reset(p)
                phase = "TURN_R" if phase == "TURN" else "TURN_B"
                after_reset, label = True, "RESET"
            elif action == ("PASS",):
                may_trash = not after_reset or self.options["pass_after_reset"] != "no_trash"
                yield from self._pass(p, may_trash)
                ended, label = True, "PASS"
            elif action[0] == "ACTIVATE":
                self.only_passes = False
                role = action[1] if len(action) > 1 else self.roles[p]
                yield from self._activate(p, role)
                ended = not self._has_bonus_turn(p, role)
                phase, after_reset, label = "TURN_B", False, role
            else:
                self.only_passes = False
                label = yield from self._trash_or_use(p, *action)
                ended = True
            self.chosen, self.target = [], None
            self.last_action = (label, p, before, [len(hand) for hand in self.hands])

    def _trash_or_use(self, p: int, action: str, card: int) -> Steps:
        """SEKI-4.5, 4.6; returns what SEKI-2.7f calls it."""
        if action == "TRASH":
            self._discard(p, card)
            return "TRASH"
        yield from self._use(p, card)
        return "USE DISCARD" if kind_of(card) == "DISCARD" else "USE"

    def _turn_choices(self, p: int, phase: str, after_reset: bool) -> set[Action]:
        """SEKI-4.4 to 4.9, 9.26."""
        choices = self._trashes(p)
        if not (after_reset and self.options["reset_flip"]):
            choices |= {("USE", card) for card in self._free(p) if self._may_use(p, card)}
            if phase != "TURN_B":
                choices |= self._activations(p)
        forbidden = after_reset and self.options["pass_after_reset"] == "forbidden"
        if not (forbidden and choices):
            choices.add(("PASS",))
        return choices

    def _beats(self, number: int) -> bool:
        """SEKI-4.1."""
        if self.top is None or number == 0 or self.top == 0:
            return True
        if number == self.top:
            return bool(self.options["allow_equal"])
        return number < self.top if self.reversed else number > self.top

    def _trashes(self, p: int) -> set[Action]:
        """SEKI-4.5."""
        return {
            ("TRASH", card)
            for card in self._free_numbers(p)
            if self._beats(number_of(card)) and not self._is_zero_finish(p, card)
        }

    def _is_zero_finish(self, p: int, card: int) -> bool:
        """SEKI-4.5, 4.12b."""
        return len(self.hands[p]) == 1 and number_of(card) == 0

    def _pass(self, p: int, may_trash: bool) -> Steps:
        """SEKI-4.8."""
        card = self._draw(p)
        if card is None:
            return
        self.drew = True
        may_trash = may_trash and self.options["pass_trash_drawn"]
        if may_trash and self._beats(number_of(card)):
            self.chosen = [card]
            action = yield from self._ask(p, "PASS_DRAWN", [("TRASH_DRAWN",), ("KEEP",)])
            if action == ("TRASH_DRAWN",):
                self._discard(p, card)

    def _reset(self, p: int) -> None:
        """SEKI-4.9, 9.26: draw, exclude, flip."""
        if self.options["reset_pass_draw"]:
            self.drew = self._draw(p) is not None
        self._exclude_pile()
        if self.options["reset_flip"]:
            self._flip(p)

    def _exclude_pile(self) -> None:
        """SEKI-4.9: all of NG goes to EX; no top, no right."""
        cards, self.ng = self.ng, []
        self.ex += cards
        self.top, self.kind, self.right = None, "none", None
        self._show(cards)

    def _flip(self, p: int) -> None:
        """SEKI-4.9, 5.16: the top card of ND is turned up and discarded by p."""
        if self.nd:
            self._lay_on_pile(p, self._take_turned_up())

    def _ends_after_turn_of(self, p: int) -> bool:
        """SEKI-4.10, steps 1 to 3."""
        self.turns += 1
        stands_still = self.only_passes and not self.drew
        self.no_progress = self.no_progress + 1 if stands_still else 0
        if not self.hands[p]:
            self.finished.append(p)
            if self.options["hacker_finish_release"] == "immediately":
                self._release(p)
            if self.right == p:
                self.right = self._clockwise(p)[0]
        left = len(self._in_game())
        return (
            left == 1
            or self.no_progress >= self.options["stall_rounds"] * left
            or self.turns >= self.options["max_turns"]
        )

    def _next_on_turn(self, p: int) -> int:
        """SEKI-4.10, step 4."""
        seat = (p + 1) % self.num_players
        while seat in self.finished:
            self._release(seat)
            seat = (seat + 1) % self.num_players
        return seat

    def _release(self, freezer: int) -> None:
        """SEKI-5.7: what this seat froze is free again."""
        self.frozen = {card: by for card, by in self.frozen.items() if by != freezer}

    # Who and which

    def _in_game(self) -> list[int]:
        """SEKI-1.4."""
        return [seat for seat in range(self.num_players) if seat not in self.finished]

    def _clockwise(self, p: int) -> list[int]:
        """SEKI-1.4: the other in-game players, the clockwise next first."""
        n = self.num_players
        seats = [(p + step) % n for step in range(1, n)]
        return [seat for seat in seats if seat in self._in_game()]

    def _free(self, seat: int) -> list[int]:
        """SEKI-1.4."""
        return [card for card in self.hands[seat] if card not in self.frozen]

    def _free_numbers(self, seat: int) -> list[int]:
        return [card for card in self._free(seat) if is_number(card)]

    def _free_symbols(self, seat: int) -> list[int]:
        return [card for card in self._free(seat) if not is_number(card)]

    def _free_unmarked(self, seat: int) -> list[int]:
        return [card for card in self._free(seat) if card not in self.marked]

    def _targets(self, p: int) -> list[int]:
        """SEKI-5.0, 5.2: other in-game players with a free card, clockwise."""
        return [seat for seat in self._clockwise(p) if self._free(seat)]

    # Movements

    def _draw(self, p: int) -> int | None:
        """SEKI-4.8, 5.0: an unseen draw from ND; None if it is empty."""
        if not self.nd:
            return None
        card = self.nd.pop()
        self._add_to_hand(p, card)
        everybody_knows = self.known_nd_top is not None
        self.known_nd_top = None
        self._remember_unseen(p, card, "ND", [everybody_knows] * self.num_players)
        return card

    def _take_turned_up(self) -> int:
        """The top card of ND, seen by all, leaves ND."""
        self.known_nd_top = None
        return self.nd.pop()

    def _add_to_hand(self, p: int, card: int) -> None:
        self.hands[p] = sorted([*self.hands[p], card])

    def _discard(self, p: int, card: int) -> None:
        """SEKI-4.2: from the hand to its graveyard."""
        self.hands[p].remove(card)
        if is_number(card):
            self._lay_on_pile(p, card)
        else:
            self.sg.append(card)
            self._show([card])

    def _lay_on_pile(self, p: int, card: int) -> None:
        """SEKI-4.2: a number card on NG."""
        self.ng.append(card)
        self.top, self.kind, self.right = number_of(card), "natural", p
        self._show([card])

    def _exclude(self, p: int, card: int, numbers_only: bool) -> None:
        """SEKI-5.6, 5.14: from the hand to EX, face up or not (SEKI-7.3)."""
        self.hands[p].remove(card)
        self.ex.append(card)
        if self.options["exclusion_face_up"] or card in self.marked:
            self._show([card])
        else:
            self._remember_hidden_exclusion(p, card, numbers_only)

    # Symbols

    def _may_use(self, p: int, card: int) -> bool:
        """SEKI-4.6."""
        if is_number(card) or len(self.hands[p]) < 2:
            return False
        kind = kind_of(card)
        if kind == "DISCARD":
            return bool(self._discardable(p, [c for c in self.hands[p] if c != card]))
        return self._executable(p, kind, [c for c in self._free(p) if c != card])

    def _executable(self, p: int, kind: str, free: list[int]) -> bool:
        """SEKI-5.1 to 5.3, with these free cards at hand."""
        if kind == "TRADE":
            return bool(free and self._targets(p))
        if kind == "DIG_UP":
            return bool(self.ng and any(is_number(card) for card in free))
        return True

    def _discardable(self, p: int, hand: list[int]) -> list[int]:
        """SEKI-4.13, 5.4, 5.10: free cards of this hand of p that may be discarded by an effect."""
        free = [card for card in hand if card not in self.frozen]
        if self.options["forbidden_finish_scope"] == "literal" or len(hand) > 1:
            return free
        return [card for card in free if is_number(card) and number_of(card) != 0]

    def _use(self, p: int, symbol: int) -> Steps:
        """SEKI-4.6: set aside, carry out, then to SG."""
        self.hands[p].remove(symbol)
        self.aside = [symbol]
        self._show([symbol])
        if kind_of(symbol) == "DISCARD":
            yield from self._symbol_discard(p)
        else:
            yield from self._symbol(p, kind_of(symbol))
        self.aside = []
        self.sg.append(symbol)
        self._show([symbol])

    def _symbol(self, p: int, kind: str) -> Steps:
        """SEKI-5.1 to 5.3, 5.13: the effect of a card or of MAGICIAN's panel."""
        if kind == "REVERSE":
            self.reversed = not self.reversed
        elif kind == "TRADE":
            card = yield from self._ask_card(p, "OWN_CARD", self._free(p))
            yield from self._trade(p, card)
        else:
            yield from self._dig_up(p)

    def _symbol_discard(self, p: int) -> Steps:
        """SEKI-5.4."""
        choices = self._discardable(p, self.hands[p])
        card = yield from self._ask_card(p, "OWN_CARD", choices)
        self._discard(p, card)

    def _trade(self, p: int, given: int) -> Steps:
        """SEKI-5.2, once the own card is laid down."""
        self.chosen = [given]
        choices = [("TARGET", seat) for seat in self._targets(p)]
        _, target = yield from self._ask(p, "TARGET", choices)
        self.announced.append(("TRADE", p, target))
        got = self._pick("trade", self._free(target), by=p, target=target)
        self.hands[p].remove(given)
        self.hands[target].remove(got)
        self._add_to_hand(target, given)
        self._add_to_hand(p, got)
        self.chosen = []
        self._remember_trade(p, target, given, got)

    def _pick(self, kind: str, candidates: Sequence[int], **context: Any) -> int:
        """SEKI-4.17."""
        card = self.chance.pick(kind, sorted(candidates), **context)
        if card not in candidates:
            raise ValueError(f"chance picked {card} of {candidates}")
        return card

    def _dig_up(self, p: int) -> Steps:
        """SEKI-5.3, 9.26."""
        card = yield from self._ask_card(p, "OWN_NUMBER", self._free_numbers(p))
        taken = self.ng.pop()
        self._add_to_hand(p, taken)
        self._show([taken])
        self.hands[p].remove(card)
        self.ng.append(card)
        self._show([card])
        if self.kind != "declared":
            if self.options["dig_up_top"] == "always_keeps":
                self.kind = "ghost"
            else:
                self.top, self.kind = number_of(card), "natural"
        if self.options["dig_up_takes_right"]:
            self.right = p

    # Roles

    def _activations(self, p: int) -> set[Action]:
        """SEKI-4.7, 5.15."""
        if self.activated[p]:
            return set()
        if self.roles[p] == "NEW_GRAD":
            return {("ACTIVATE", role) for role in self._copyable(p)}
        return {("ACTIVATE",)} if self._condition(p, self.roles[p]) else set()

    def _copyable(self, p: int) -> list[str]:
        """SEKI-5.15."""
        others = [seat for seat in range(self.num_players) if seat != p and self.activated[seat]]
        roles = [self.roles[seat] for seat in others if self.roles[seat] != "EMPEROR"]
        return [role for role in roles if self._condition(p, role)]

    def _condition(self, p: int, role: str) -> bool:
        """SEKI-5.5 to 5.17: the conditions; MAGICIAN can always be a REVERSE."""
        if role == "ALCHEMIST":
            return bool(self.nd) or len(self._free_numbers(p)) >= 2
        if role == "ANGLER":
            return bool(self._free(p) and self.ng + self.sg)
        if role == "HACKER":
            return bool(self._targets(p))
        if role == "EMPEROR":
            return bool(self._free(p))
        if role == "GAMBLER":
            return bool(self.nd)
        if role == "POLICE_OFFICER":
            return bool(self._police_targets(p))
        if role == "HUNTER":
            return bool(self.sd)
        if role == "MILLIONAIRE":
            return bool(self._free_numbers(p) and self.sd)
        if role == "THIEF":
            return self._executable(p, "TRADE", self._free(p))
        return True

    def _activate(self, p: int, role: str) -> Steps:
        """SEKI-4.7: the panel is turned, the steps of the role carried out."""
        if self.activated[p]:
            raise AssertionError(f"seat {p} activates twice")
        self.activated[p] = self.face_up[p] = True
        if self.roles[p] == "NEW_GRAD":
            self.copied = role
        yield from getattr(self, f"_{role.lower()}")(p)

    def _has_bonus_turn(self, p: int, role: str) -> bool:
        """SEKI-4D, 5.15."""
        copied = self.roles[p] == "NEW_GRAD"
        return role in WITH_BONUS_TURN and (not copied or self.options["new_grad_bonus_turn"])

    def _alchemist(self, p: int) -> Steps:
        """SEKI-5.5."""
        self._draw(p)
        if len(self._free_numbers(p)) < 2:
            return
        declarations = self._declarations(p)
        below = yield from self._ask_card(
            p, "ALCH_1", {a for a, _, _ in declarations}, ("DECLINE",)
        )
        if below is None:
            return
        self.chosen = [below]
        above = yield from self._ask_card(
            p, "ALCH_2", {b for a, b, _ in declarations if a == below}
        )
        self.chosen = [below, above]
        operations = [(op,) for a, b, op in declarations if (a, b) == (below, above)]
        (operation,) = yield from self._ask(p, "ALCH_OP", operations)
        self._discard(p, below)
        self._discard(p, above)
        self.top, self.kind = self._declared(below, above, operation), "declared"
        self.announced.append(("DECLARE", p, self.top))

    def _declared(self, a: int, b: int, operation: str) -> int:
        """SEKI-5.5."""
        if operation == "SUM":
            return (number_of(a) + number_of(b)) % 10
        return abs(number_of(a) - number_of(b))

    def _declarations(self, p: int) -> set[tuple[int, int, str]]:
        """SEKI-5.5: the legal triples of the lower card, the upper card and the operation."""
        cards = self._free_numbers(p)
        return {
            (a, b, operation)
            for a in cards
            for b in cards
            for operation in ("SUM", "DIFFERENCE")
            if a != b and self._may_declare(p, a, b, self._declared(a, b, operation))
        }

    def _may_declare(self, p: int, a: int, b: int, number: int) -> bool:
        """SEKI-5.5: the options on strength and on zeros in a finish."""
        if self.options["alchemist_must_beat"] and not self._beats(number):
            return False
        if len(self.hands[p]) > 2:
            return True
        zeros = [number_of(a), number_of(b)].count(0)
        bar = self.options["alchemist_zero_finish"]
        barred = {"any_zero": zeros > 0, "both_zero": zeros == 2, "declared_zero": number == 0}
        return not barred[bar]

    def _angler(self, p: int) -> Steps:
        """SEKI-5.6."""
        card = yield from self._ask_card(p, "OWN_CARD", self._free(p))
        self._exclude(p, card, numbers_only=False)
        taken = yield from self._ask_card(p, "GRAVE", self.ng + self.sg)
        if is_number(taken):
            if taken == self.ng[-1] and self.kind == "natural":
                self.kind = "ghost"
            self.ng.remove(taken)
            if not self.ng and self.options["angler_last_card"] == "pile_empty":
                self.top, self.kind, self.right = None, "none", None
        else:
            self.sg.remove(taken)
        self._add_to_hand(p, taken)
        self._show([taken])

    def _hacker(self, p: int) -> Steps:
        """SEKI-5.7, 9.26."""
        for target in self._targets(p):
            self.target = target
            free = self._free(target)
            face_up = [card for card in free if card in self.marked]
            backs = self._backs("HACK", target)
            choices = [*(("HACK", card) for card in face_up), *((name,) for name in backs)]
            if face_up or len(backs) > 1:
                action = yield from self._ask(p, "HACK_PICK", choices)
            else:
                (action,) = choices
            if action[0] == "HACK":
                card = action[1]
            else:
                card = self._pick("hacker", backs[action[0]], by=p, target=target)
            self.frozen[card] = p

    def _backs(self, verb: str, target: int) -> dict[str, list[int]]:
        """SEKI-3.5, 8 distinct_backs: the free face-down cards of a seat that look alike."""
        cards = self._free_unmarked(target)
        if not self.options["distinct_backs"]:
            groups = {f"{verb}_FACE_DOWN": cards}
        else:
            groups = {
                f"{verb}_FACE_DOWN_NUMBER": [card for card in cards if is_number(card)],
                f"{verb}_FACE_DOWN_SYMBOL": [card for card in cards if not is_number(card)],
            }
        return {name: group for name, group in groups.items() if group}

    def _emperor(self, p: int) -> Steps:
        """SEKI-5.8, 9.27.

        The pool is nobody's hand to look at (7.2), so memory stays as it is during EMP_PICK.
        """
        shares = {seat: self._free(seat) for seat in [*self._clockwise(p), p] if self._free(seat)}
        pool = sorted(card for cards in shares.values() for card in cards)
        kept = yield from self._ask_card(p, "EMP_PICK", pool)
        rest = [card for card in pool if card != kept]
        counts = [(seat, len(cards) - (seat == p)) for seat, cards in shares.items()]
        shuffled = list(self.chance.shuffle("emperor", rest, by=p, shares=counts))
        self._must_be_permutation(shuffled, rest)
        for seat, cards in shares.items():
            self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        for seat, count in counts:
            self.hands[seat] = sorted(self.hands[seat] + shuffled[:count])
            shuffled = shuffled[count:]
        self._add_to_hand(p, kept)
        self._remember_emperor(p, pool, list(shares))

    def _fortune_teller(self, p: int) -> Steps:
        """SEKI-5.9."""
        others = [seat for seat in range(self.num_players) if seat != p]
        self.seen_roles[p] = {seat: self.roles[seat] for seat in others}
        seen = [card for seat in others for card in self._free(seat)]
        self._see(p, seen)
        self._lose_hands(p, seen)
        yield from ()  # no decision

    def _gambler(self, p: int) -> Steps:
        """SEKI-5.10."""
        _, guess = yield from self._ask(p, "GUESS", [("GUESS", name) for name in GUESSES])
        self.announced.append(("GUESS", p, guess))
        self.known_nd_top = self.nd[-1]
        self._show([self.nd[-1]])
        if number_of(self.nd[-1]) not in GUESSES[guess]:
            card = self._take_turned_up()
            self._add_to_hand(p, card)
            self._show([card])
            if guess == "C":
                self._draw(p)
            return
        self._move_hit_card(p)
        for _ in range(2 if guess == "C" else 1):
            choices = self._discardable(p, self.hands[p])
            if choices:
                card = yield from self._ask_card(p, "GAMB_DISCARD", choices)
                self._discard(p, card)

    def _move_hit_card(self, p: int) -> None:
        """SEKI-5.10: gambler_hit_card."""
        where = self.options["gambler_hit_card"]
        if where == "number_graveyard":
            self._lay_on_pile(p, self._take_turned_up())
        elif where == "excluded":
            self.ex.append(self._take_turned_up())
            self._show([self.ex[-1]])

    def _police_targets(self, p: int) -> list[int]:
        """SEKI-5.11: other in-game players with a free unmarked card, clockwise."""
        return [seat for seat in self._clockwise(p) if self._free_unmarked(seat)]

    def _police_officer(self, p: int) -> Steps:
        """SEKI-5.11, 9.26."""
        targets = self._police_targets(p)
        if self.options["police_scope"] == "one":
            choices = [("POL_TARGET", seat) for seat in targets]
            _, target = yield from self._ask(p, "POL_TARGET", choices)
            targets = [target]
        for target in targets:
            self.target = target
            backs = self._backs("POL", target)
            if len(backs) > 1:
                (name,) = yield from self._ask(p, "POL_PICK", [(name,) for name in backs])
            else:
                (name,) = backs
            card = self._pick("police", backs[name], by=p, target=target)
            self.marked.add(card)
            self._show([card])
        self.target = None
        yield from self._optional_trade(p)

    def _optional_trade(self, p: int) -> Steps:
        """SEKI-5.11, 5.17: OWN_CARD?, asked only where a TRADE is executable (5.2)."""
        if not self._executable(p, "TRADE", self._free(p)):
            return
        card = yield from self._ask_card(p, "OWN_CARD?", self._free(p), ("DECLINE",))
        if card is not None:
            yield from self._trade(p, card)

    def _hunter(self, p: int) -> Steps:
        """SEKI-5.12: see, give, take, exclude."""
        self._remember_hunters_view(p)
        given = yield from self._hunt_give(p)
        self._show(given)  # still in the hand, turned up
        for _ in given:
            kinds = {kind_of(card) for card in self.sd}
            action = yield from self._ask(p, "HUNT_TAKE", [("TAKE", kind) for kind in kinds])
            card = next(card for card in reversed(self.sd) if kind_of(card) == action[1])
            self.sd.remove(card)
            self._add_to_hand(p, card)
            self._remember_take(p, card)
        for card in given:
            self.hands[p].remove(card)
            self.ex.append(card)
            self._show([card])
        if self.options["hunter_shuffles_deck"]:
            shuffled = list(self.chance.shuffle("hunter", list(self.sd), by=p))
            self._must_be_permutation(shuffled, self.sd)
            self.sd = shuffled
            self.known_sd = [None] * self.num_players

    def _hunt_give(self, p: int) -> Steps:
        """SEKI-5.12, 9.27: the cards to give are private until "stop"."""
        while True:
            left = [card for card in self._free_symbols(p) if card not in self.chosen]
            if len(self.chosen) == len(self.sd):
                left = []
            choices = [("GIVE", card) for card in left]
            action = yield from self._ask(p, "HUNT_GIVE", [*choices, ("STOP",)])
            if action == ("STOP",):
                given, self.chosen = self.chosen, []
                return given
            self.chosen = [*self.chosen, action[1]]

    def _magician(self, p: int) -> Steps:
        """SEKI-5.13."""
        kinds = [kind for kind in KINDS if kind != "DISCARD"]
        kinds = [kind for kind in kinds if self._executable(p, kind, self._free(p))]
        _, kind = yield from self._ask(p, "MAGIC_KIND", [("MAGIC", kind) for kind in kinds])
        yield from self._symbol(p, kind)

    def _millionaire(self, p: int) -> Steps:
        """SEKI-5.14."""
        card = yield from self._ask_card(p, "OWN_NUMBER", self._free_numbers(p))
        self._exclude(p, card, numbers_only=True)
        taken = self.sd.pop()
        self._add_to_hand(p, taken)
        knows = [order is not None for order in self.known_sd]
        self.known_sd = [order[:-1] if order is not None else None for order in self.known_sd]
        self._remember_unseen(p, taken, "SD", knows)

    def _farmer(self, p: int) -> Steps:
        """SEKI-5.16, 9.26."""
        self._exclude_pile()
        self._flip(p)
        choices = self._trashes(p) | {("PASS",), ("SPECIAL",)}
        action = yield from self._ask(p, "FARM_1", choices)
        if action[0] == "TRASH":
            self._discard(p, action[1])
        elif action == ("PASS",):
            yield from self._pass(p, may_trash=True)
        else:
            self._draw(p)
            yield from self._farmers_special(p)

    def _farmers_special(self, p: int) -> Steps:
        """SEKI-5.16: after the draw."""
        action = yield from self._ask(p, "FARM_2", self._trashes(p) | {("STOP",)})
        if action == ("STOP",):
            return
        self._discard(p, action[1])
        v = number_of(action[1])
        next_stronger = v - 1 if self.reversed else v + 1
        fitting = [v, next_stronger] if v and next_stronger in range(1, 10) else [v]
        cards = [
            card
            for card in self._free_numbers(p)
            if number_of(card) in fitting and not self._is_zero_finish(p, card)
        ]
        action = yield from self._ask(p, "FARM_3", [*(("STACK", c) for c in cards), ("STOP",)])
        if action != ("STOP",):
            self._discard(p, action[1])

    def _thief(self, p: int) -> Steps:
        """SEKI-5.17."""
        card = yield from self._ask_card(p, "OWN_CARD", self._free(p))
        yield from self._trade(p, card)
        yield from self._optional_trade(p)

    # The end

    def _score(self) -> None:
        """SEKI-6.1 to 6.4: places, points, and who is parent next."""
        left = self._in_game()
        sizes = sorted({len(self.hands[seat]) for seat in left})
        groups = [[seat] for seat in self.finished]
        groups += [[seat for seat in left if len(self.hands[seat]) == size] for size in sizes]
        points = [0.0] * self.num_players
        taken = 0
        for group in groups:
            places = self.point_table[taken : taken + len(group)]
            for seat in group:
                points[seat] = sum(places) / len(places)
            taken += len(group)
        self.results.append(points)
        self.scores = [score + more for score, more in zip(self.scores, points, strict=True)]
        distances = {(seat - self.parent) % self.num_players: seat for seat in groups[-1]}
        self.next_parent = distances[min(distances)]

    # Memory

    def _remember_deal(self) -> None:
        """SEKI-7.5, rule 1."""
        for observer in range(self.num_players):
            others = [hand_zone(seat) for seat in range(self.num_players) if seat != observer]
            self.memory[observer] = {
                card: {"ND" if is_number(card) else "SD", *others} for card in NUMBERS + SYMBOLS
            }
        self._settle()

    def _settle(self) -> None:
        """SEKI-7.5, rules 2 and 8: what is in the open is exact, what is empty holds nothing."""
        zones = self.zones()
        empty = {name for name, cards in zones.items() if not cards}
        for observer in range(self.num_players):
            memory = self.memory[observer]
            for zone, cards in zones.items():
                in_sight = zone in ("NG", "SG", "ASIDE", hand_zone(observer))
                for card in cards:
                    if in_sight or card in self.marked:
                        memory[card] = {zone}
            for places in memory.values():
                places -= empty

    def _see(self, observer: int, cards: Iterable[int]) -> None:
        """SEKI-7.5, rule 2: one observer sees these cards where they are now."""
        for card in cards:
            self.memory[observer][card] = {self.zone_of(card)}

    def _show(self, cards: Iterable[int]) -> None:
        """SEKI-7.5, rule 2: everybody sees them; they may just have moved (rule 8)."""
        for observer in range(self.num_players):
            self._see(observer, cards)
        self._settle()

    def _others(self, p: int) -> list[dict[int, set[str]]]:
        """What the others remember."""
        return [self.memory[seat] for seat in range(self.num_players) if seat != p]

    def _remember_unseen(self, p: int, card: int, deck: str, knows: Sequence[bool]) -> None:
        """SEKI-7.5, rule 3: p took the top card of a deck; some knew which it was."""
        for observer in range(self.num_players):
            if observer == p or knows[observer]:
                self._see(observer, [card])
            else:
                for places in self.memory[observer].values():
                    if deck in places:
                        places.add(hand_zone(p))
        self._settle()

    def _remember_trade(self, a: int, b: int, given: int, got: int) -> None:
        """SEKI-7.5, rule 4, 9.27."""
        both = {hand_zone(a), hand_zone(b)}
        for observer in range(self.num_players):
            if observer in (a, b):
                self._see(observer, [given, got])
                continue
            for card, places in self.memory[observer].items():
                if card not in self.marked and places & both:
                    places |= both
        self._settle()

    def _remember_emperor(self, p: int, pool: Sequence[int], participants: Sequence[int]) -> None:
        """SEKI-7.5, rule 5, 9.27."""
        hands = {hand_zone(seat) for seat in participants}
        for observer in range(self.num_players):
            elsewhere = hands - {hand_zone(observer)}
            for card, places in self.memory[observer].items():
                if card in self.marked or card in self.hands[observer]:
                    continue
                if observer == p and card in pool:
                    self.memory[p][card] = set(elsewhere)
                elif observer != p and places & hands:
                    self.memory[observer][card] = (places - hands) | elsewhere
        self._lose_hands(p, pool)
        self._settle()

    def _lose_hands(self, observer: int, seen: Sequence[int]) -> None:
        """SEKI-7.5, rules 5 and 6, 9.27: what was not seen is in no hand without hidden cards."""
        for seat in range(self.num_players):
            frozen = [card for card in self.hands[seat] if card in self.frozen]
            if seat == observer or any(card not in self.marked for card in frozen):
                continue
            for card, places in self.memory[observer].items():
                if card not in seen and card not in frozen:
                    places.discard(hand_zone(seat))

    def _remember_hunters_view(self, p: int) -> None:
        """SEKI-7.5, rule 6, 7.6."""
        self.known_sd[p] = [kind_of(card) for card in self.sd]
        for card in SYMBOLS:
            if card not in self.sd:
                self.memory[p][card].discard("SD")
        self._see(p, self.sd)

    def _remember_take(self, h: int, card: int) -> None:
        """SEKI-7.5, rule 7, 9.27."""
        self.known_sd = [None] * self.num_players
        self.known_sd[h] = [kind_of(card) for card in self.sd]
        nobody_knows = [False] * self.num_players
        self._remember_unseen(h, card, "SD", nobody_knows)

    def _remember_hidden_exclusion(self, p: int, card: int, numbers_only: bool) -> None:
        """SEKI-9.27: exclusion_face_up = false."""
        self._see(p, [card])
        for memory in self._others(p):
            for other, places in memory.items():
                may_be = other not in self.marked and (is_number(other) or not numbers_only)
                if may_be and hand_zone(p) in places:
                    places.add("EX")
        self._settle()

    # Zones and invariants

    def zones(self) -> dict[str, list[int]]:
        """SEKI-2.5, 9.27: the cards of every zone."""
        return {
            **{hand_zone(seat): hand for seat, hand in enumerate(self.hands)},
            "ND": self.nd,
            "SD": self.sd,
            "NG": self.ng,
            "SG": self.sg,
            "EX": self.ex,
            "ASIDE": self.aside,
        }

    def zone_of(self, card: int) -> str:
        """The zone that a card is in."""
        return next(name for name, cards in self.zones().items() if card in cards)

    def _sizes_that_grow_or_shrink(self) -> tuple[int, list[int], int, int]:
        """What SEKI-2.7e compares: the game, EX and the sizes of the decks."""
        return self.game, list(self.ex), len(self.nd), len(self.sd)

    def check(self) -> None:
        """SEKI-2.7, and SEKI-7.5: the true zone of every card is in every M(c).

        Raises:
            AssertionError: an invariant is broken.
        """
        self._check_zones()
        self._check_top()
        self._check_history()
        self._check_hand_sizes()
        self._check_memory()

    def _check_zones(self) -> None:
        """SEKI-2.7a to c."""
        cards = sorted(card for zone in self.zones().values() for card in zone)
        assert cards == NUMBERS + SYMBOLS, "a: the cards are partitioned"
        assert all(is_number(card) for card in self.nd + self.ng), "b: numbers"
        assert not any(is_number(card) for card in self.sd + self.sg), "b: symbols"
        held = {card for hand in self.hands for card in hand}
        assert held.issuperset(self.frozen), "c: frozen cards are in hands"
        assert self.marked.isdisjoint(self.nd + self.sd), "c: marked cards are in no deck"

    def _check_top(self) -> None:
        """SEKI-2.7d, e."""
        if self.kind == "natural":
            assert self.ng and self.top == number_of(self.ng[-1]), "d: natural"
        nothing = {self.kind == "none", self.top is None, self.right is None}
        assert len(nothing) == 1, "d: no top, no kind, no right together"
        assert self.top is not None or not self.ng, "d: NG has a top"
        assert self.kind in ("none", "natural", "declared", "ghost")
        assert self.right is None or self.right not in self.finished, "e: right in game"

    def _check_history(self) -> None:
        """SEKI-2.7e."""
        if self._before is None:
            return
        game, ex, nd, sd = self._before
        if game == self.game:
            assert self.ex[: len(ex)] == ex, "e: EX only grows"
            assert len(self.nd) <= nd and len(self.sd) <= sd, "e: no deck grows"

    def _check_hand_sizes(self) -> None:
        """SEKI-2.7f, for the action that ended last."""
        if self.last_action is None:
            return
        label, seat, before, after = self.last_action
        changes = [new - old for old, new in zip(before, after, strict=True)]
        allowed = set(HAND_CHANGES.get(label, {0}))
        if label == "RESET" and self.options["reset_pass_draw"]:
            allowed.add(1)
        assert changes.pop(seat) in allowed, f"f: hand of {seat} after {label}"
        assert not any(changes), f"f: hands of others after {label}"

    def _check_memory(self) -> None:
        """SEKI-7.5."""
        for zone, cards in self.zones().items():
            for observer in range(self.num_players):
                for card in cards:
                    places = self.memory[observer][card]
                    assert zone in places, f"{card} in {zone}, not {places}, for {observer}"
