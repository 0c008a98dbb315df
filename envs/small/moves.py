"""The moves of a small game as templates, from which its actions and their kernels follow."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..core.compiling.kernel import Kernel, generate, kernel
from ..core.contract.fields import ActionKind, action_table
from ..core.contract.options import Options
from ..core.kit.arrays import clear
from .pack import Pack
from .places import Place
from .table import find


@kernel
def freely(state: np.void, position: int) -> bool:
    """Returns True: a move that nothing but its template forbids."""
    return True


@dataclass(frozen=True)
class Move:
    """A kind of move: one action, or one for each card, slot or name that it may be about.

    Attributes:
        name: Its name in the action table, unique in the game.
        say: The move as a player would say it, a message: `{:plays|play} {card}`. It may name the
            `card`, the `number` (from 1) and the `player` of a slot, or the `name`.
        meaning: One line for people, with its clause.
        then: `then(state, position)` carries it out, and says whose turn it is afterwards.
        of: What the action's position stands for: a `card` of the own hand by kind (`then` is given
            its slot), a `player` by seat, or the name of a cell that holds the seat in whose hand a
            slot is chosen; or nothing of these. Where few kinds of a large pack can be chosen,
            `names` for them and `find` in `then` make fewer actions than `card`.
        names: The names of the positions, if they are no cards, players or slots, as messages.
        may: `may(state, position) -> bool`, whether the rules allow it, a card by its kind.
        study: `study(state) -> known` computes once for all positions what `may` then takes as a
            third argument, such as the cards of the hand; None if `may` takes none.
        why: Why they do not, a sentence with its clause.
        phase: The phase in which it is asked for, as `state["phase"]` has it.
        told: What the others are told of it, a message; None for `say`, in which *a card*,
            *somebody* or *something* stands for a choice that is not open to all of them.
        touch: The name of a place that stands for the move on the table; empty for none.
        continued_by: See `ActionKind`.
    """

    name: str
    say: str
    meaning: str
    then: Kernel
    of: str = ""
    names: tuple[str, ...] = ("",)
    may: Kernel = freely
    study: Kernel | None = None
    why: str = ""
    phase: int = 0
    told: str | None = None
    touch: str = ""
    continued_by: tuple[str, ...] = ()

    @property
    def is_of_card(self) -> bool:
        """Whether its positions are the kinds of cards in the own hand."""
        return self.of == "card"

    @property
    def is_of_player(self) -> bool:
        """Whether its positions are the players."""
        return self.of == "player"

    @property
    def is_of_slot(self) -> bool:
        """Whether its positions are the slots of a hand."""
        return self.of not in ("", "card", "player")

    @property
    def is_choice(self) -> bool:
        """Whether its positions are cards of the hand, players or names."""
        return not self.is_of_slot and (self.of != "" or any(self.names))

    def count(self, pack: Pack, hands: Place, most_players: int) -> int:
        """Returns the number of its actions."""
        sizes = {"": len(self.names), "card": len(pack.kinds), "player": most_players}
        return sizes.get(self.of, hands.most)


def actions_of(
    moves: tuple[Move, ...], pack: Pack, hands: Place, options: type[Options]
) -> tuple[ActionKind, ...]:
    """Returns the action table."""
    most = options.max_players()
    runs = ((move.name, move.count(pack, hands, most), move.meaning) for move in moves)
    continued = {move.name: move.continued_by for move in moves if move.continued_by}
    return action_table(*runs, continued_by=continued)


def legal_marker(game: str, moves: tuple[Move, ...], actions: tuple[ActionKind, ...]) -> Kernel:
    """Returns the kernel `legal(state, mask) -> count` of a game."""
    lines = [
        "def legal(state, mask):",
        "    clear(mask)",
        '    seat, count = np.int64(state["to_move"]), 0',
        "    if seat < 0:",
        "        return 0",
    ]
    for phase in dict.fromkeys(move.phase for move in moves):
        lines.append(f'    if state["phase"] == {phase}:')
        for number, (move, kind) in enumerate(zip(moves, actions, strict=True)):
            if move.phase == phase:
                lines += (f"        {line}" for line in _marks(move, number, kind))
    bindings = {f"may_{number}": move.may for number, move in enumerate(moves)}
    bindings |= {f"study_{number}": move.study for number, move in enumerate(moves) if move.study}
    return generate([*lines, "    return count"], game, {"clear": clear, **bindings})


def _marks(move: Move, number: int, kind: ActionKind) -> Iterator[str]:
    """Yields the statements that mark the legal actions of a move."""
    position, is_new, known = "slot", "", ", known" if move.study else ""
    if move.study:
        yield f"known = study_{number}(state)"
    if move.is_of_card:
        yield 'for slot in range(state["sizes"][seat]):'
        yield '    card = np.int64(state["cards"][seat, slot])'
        position, is_new = "card", f"mask[{kind.first} + card] == 0 and "
    elif move.is_of_player:
        yield 'for slot in range(state["num_players"]):'
    elif move.is_of_slot:
        yield f'for slot in range(state["sizes"][state["{move.of}"]]):'
    else:
        yield f"for slot in range({kind.count}):"
    yield f"    if {is_new}may_{number}(state, {position}{known}):"
    yield f"        mask[{kind.first} + {position}] = 1"
    yield "        count += 1"


def applier(game: str, moves: tuple[Move, ...], actions: tuple[ActionKind, ...]) -> Kernel:
    """Returns the kernel `apply(state, action)` of a game."""
    lines, bindings = ["def apply(state, action):"], {"find": find}
    for number, (move, kind) in enumerate(zip(moves, actions, strict=True)):
        position = f"action - {kind.first}"
        if move.is_of_card:
            position = f'find(state, np.int64(state["to_move"]), {position})'
        lines += [
            f"    {'if' if number == 0 else 'elif'} action < {kind.first + kind.count}:",
            f"        then_{number}(state, {position})",
        ]
        bindings[f"then_{number}"] = move.then
    return generate(lines, game, bindings)
