"""The contract between a game and everything that is written once for all games."""

import dataclasses
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

import numpy as np

from fudaba.common.checks import check_kind, check_whole
from fudaba.common.errors import ForbiddenError, UserError, shown
from fudaba.common.importing import folder_beside, look_in
from fudaba.common.languages import telling_of, translator
from fudaba.common.languages.messages import Translate

from ..compiling.kernel import Kernel, generate, kernel
from ..kit.redeal import redealer
from ..kit.seats import NOBODY, player_name
from ..scene.about import Topic, topics_in
from ..scene.moment import Moment
from ..scene.points import Points
from ..scene.scene import MOVE, Move, Scene
from ..scene.scene_text import draw_text
from .cells import Cells
from .fields import ActionKind, Field, decode, view_dtype
from .options import Options

_, _n = translator("core")

Chain = tuple[int, ...]


@kernel
def always_open(state: np.void, seat: int) -> float:
    """Returns NaN, for games in which every seat's points are open to the end."""
    return np.nan


GIVING_UP = {"pass", "pass and draw", "draw", "fold"}  # kinds of moves that play nothing


@dataclass(frozen=True)
class Kernels:
    """The compiled rules. All work on one state record, and none raises.

    Attributes:
        deal: `deal(state)` starts a game from `rng`, `rng_key` and the options, and leaves a
            decision: a deal that nobody could decide anything in is dealt again, or the rules
            ask somebody.
        legal: `legal(state, mask) -> count` fills the int8 mask of the seat to move.
        apply: `apply(state, action)` carries out one decision of the seat to move, and all that
            follows without a decision.
        observe: `observe(state, seat, view)` fills a view record with what a seat may know.
        redeal: `redeal(state, seat)` replaces all that a seat does not know by a random world
            that it can't exclude. In a game where it is secret who is asked this may move the
            mover, but never to the seat or away from it. A world has no `rng_key`.
        score: `score(state, points)` fills the float64 points per seat won so far.
        settled_points: `settled_points(state, seat) -> points` returns the points at the end of the
            game of a seat that nothing can change any more, for instance because the seat has its
            place; NaN while they are open, or where that is not known. Playouts end here.
    """

    deal: Kernel
    legal: Kernel
    apply: Kernel
    observe: Kernel
    redeal: Kernel
    score: Kernel
    settled_points: Kernel = always_open


def no_moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns no moment, for games whose tables never stop to show something."""
    return []


def no_news(before: np.void, after: np.void, seat: int) -> str:
    """Returns an empty text, for games whose moves name all their effects."""
    return ""


def not_read(state: np.void, text: str) -> list[Chain]:
    """Returns no chain, for games in which a person types the names of moves."""
    return []


def explaining(
    read: Callable[[np.void, str], list[Chain]],
) -> Callable[[np.void, str], list[Chain]]:
    """Returns a game's `read` with the typed words in front of the reason of a refusal."""

    def read_or_refuse(state: np.void, text: str) -> list[Chain]:
        try:
            return read(state, text)
        except ForbiddenError as why:
            raise UserError(_("{move} is not allowed: {why}", move=repr(text), why=why)) from None

    return read_or_refuse


@dataclass(frozen=True)
class Words:
    """A game in words and as a scene.

    Attributes:
        describe: `describe(state, action) -> str`, what a person would say.
        why_illegal: `why_illegal(state, action) -> str`, the clause that forbids an action.
        snapshot: `snapshot(state) -> dict`, the open table as plain JSON-able zones.
        scene: `scene(view, seat) -> Scene`, the table as a seat sees it, from its view alone.
        announce: `announce(state, action) -> str`, the text of a move for the other players;
            empty if they do not learn of it. None if it is the text of `describe`.
        recount: `recount(state, action) -> str`, the text of a move in its own player's history;
            empty for a step that the text of a later step includes. None if it is the text of
            `describe`.
        news: `news(before, after, seat) -> str`, what a step brought to a seat beyond the words
            of the move, as one line without a full stop; empty where the move says it all. It is
            given the seat's view before and after the step, so that it can't tell more than those.
        moments: `moments(before, after, seat) -> list[Moment]`, what the table stops to show after
            a step, from the same views; as many for every seat.
        read: `read(state, text) -> chains` returns the moves that typed words can mean beside the
            names of moves: chains of action ids that the seat to move may take one after the
            other. Where chains differ in a step, the person is asked. Words that are not
            understood give no chain. Looks at no more than the seat to move may know. Raises a
            UserError with the clause if the words are understood but forbidden.
        typing: Help on what `read` accepts, as lines for people.
        move: `move(state, action) -> Move`, the topic of a move, and the cards, zones and seats
            that it uses.
        topics: What a person can ask about.
        points: The points of the rulebook; None where it knows only places.
    """

    describe: Callable[[np.void, int], str]
    why_illegal: Callable[[np.void, int], str]
    snapshot: Callable[[np.void], dict[str, Any]]
    scene: Callable[[np.void, int], Scene]
    announce: Callable[[np.void, int], str] | None = None
    recount: Callable[[np.void, int], str] | None = None
    news: Callable[[np.void, np.void, int], str] = no_news
    moments: Callable[[np.void, np.void, int], list[Moment]] = no_moments
    read: Callable[[np.void, str], list[Chain]] = not_read
    typing: str = ""
    move: Callable[[np.void, int], Move] | None = None
    topics: tuple[Topic, ...] = ()
    points: Points | None = None


@dataclass(frozen=True)
class Statistic:
    """A statistic per seat for balance reports.

    Attributes:
        name: A few words for people, in the plural where it counts: `aces and kings`.
        meaning: One line for people.
        low: The smallest value it takes.
        high: The largest value it takes; a low of 0 and a high of 1 make a flag.
        words: The names of the values 0, 1, ... if they are categories, for instance the roles of
            a game; empty for numbers.
        partial: Whether the statistic does not apply to some seats, for instance the turn of a
            deed that they never did; it is nan for them. One with words has a word for that.
        derived: Whether a factor is computed from cards that other factors count too, such as a
            sum of ranks or the longest run: holding it fixed would hold the others fixed.
        of: The cell of the state that it copies, with a value for each seat; a cell that holds a
            seat makes a flag. Empty if the game's own kernel measures it.
        is_ending: Whether a flag tells by which clause the game ended, such as a stall or a cap of
            turns; reports list these beside the last decision.
    """

    name: str
    meaning: str
    low: float
    high: float
    words: tuple[str, ...] = ()
    partial: bool = False
    derived: bool = False
    of: str = ""
    is_ending: bool = False

    @property
    def is_flag(self) -> bool:
        """Whether the statistic is a flag: 1 for yes, 0 for no."""
        return not self.words and (self.low, self.high) == (0, 1)


def measurer(
    name: str, state: np.dtype[Any], statistics: Sequence[Statistic], measure: Kernel
) -> Kernel:
    """Returns the kernel `measure_all(state, values)`, which fills float64[S, P] with statistics.

    It clears the values, copies the cells of statistics that have one (`Statistic.of`), and calls
    the game's own kernel for the others.

    Args:
        name: What it is for, beginning with the game's id.
        state: The dtype of the game's state record.
        statistics: The S statistics.
        measure: `measure(state, values)` fills in the others.
    """
    lines = ["def measure_all(state, values):", "    values[:] = 0.0"]
    copied = [(row, each.of) for row, each in enumerate(statistics) if each.of]
    held = [(row, cell) for row, cell in copied if not state[cell].shape]
    for row, cell in held:
        lines += [f'    if state["{cell}"] >= 0:', f'        values[{row}, state["{cell}"]] = 1.0']
    if len(held) < len(copied):
        lines.append('    for seat in range(state["num_players"]):')
    for row, cell in copied:
        if state[cell].shape:
            lines.append(f'        values[{row}, seat] = state["{cell}"][seat]')
    return generate([*lines, "    measure(state, values)"], name, {"measure": measure})


@dataclass(frozen=True)
class Balance:
    """The declarations of a game for balance reports.

    Attributes:
        factors: Statistics of the deal that may influence a seat's result.
        measure_deal: `measure_deal(state, values)` fills float64[F, P] with the factors, right
            after the deal; seats without a player get 0.
        tallies: Statistics of a seat's game, beyond its points.
        measure_game: `measure_game(state, values)` fills float64[T, P] with the tallies, once
            the game is over; seats without a player get 0. A partial tally is nan where it does
            not apply, and is left out of the means.
        lead_value: `lead_value(state, values)` fills float64[P]: how near each seat with a player
            is to winning while the game runs, higher is nearer. Only the order counts.
        swaps: By the name of a factor, `swap(state, seat, other)`: right after the deal it
            exchanges between two seats what they were dealt for this factor. All else stays, the
            other cards and the random stream too; what follows from the factor, for instance who
            begins, is as if it had been dealt so.
        moves: By the name of a kind of action, what reports call the moves of the kind, in the
            plural, where the name alone does not tell: `cards asked for`.
        uses: What a player may do with moves that are not of a kind of their own, such as using
            one of several roles; `fudaba balance --restrict` can forbid each.
        is_use: `is_use(state, action, number)` is whether a legal action of the seat to move is
            the use of that number. It reads nothing that the seat does not know.
        first_by: Who acts first if the cards that were dealt decide it: `the player who was
            dealt the 7 of diamonds`; empty if a lot, a seat or a dealer does.
    """

    factors: tuple[Statistic, ...]
    measure_deal: Kernel
    tallies: tuple[Statistic, ...]
    measure_game: Kernel
    lead_value: Kernel
    swaps: Mapping[str, Kernel] = dataclasses.field(default_factory=dict)
    moves: Mapping[str, str] = dataclasses.field(default_factory=dict)
    uses: tuple[str, ...] = ()
    is_use: Kernel | None = None
    first_by: str = ""


@dataclass(frozen=True, eq=False)
class Game:
    """The declaration of a game, all that generic code knows of it: the `GAME` of its package.

    Attributes:
        package: The package whose `GAME` it is, with the rules beside it.
        name: The id, with its version: `sevens_v0`. The version rises when behaviour changes.
        title: The name for people.
        summary: One sentence for people.
        options: The option schema.
        state_dtype: The dtype of a table's whole state. It has at least the fields `rng` (uint64)
            and `rng_key` (uint64[2]), the random stream, `num_players` and `to_move` (the seat
            with a decision, or -1 once the game is over), and one field per option.
        actions: The action table; its runs follow each other without a gap.
        fields: The observation, piece by piece. A game shows in `on_turn` whose decision it is,
            as far as the viewer may know.
        kernels: The compiled rules.
        words: The game in words and as a scene.
        cells: The facts of a table, from which the state and the fields are made; empty where they
            are not declared as cells.
        balance: What balance reports ask of it; None where nobody has written that yet.
        zero_sum: Whether the points of all seats always add up to zero.
        information: What kind of information the players have, in a few words for people.
    """

    package: str
    name: str
    title: str
    summary: str
    options: type[Options]
    state_dtype: np.dtype[Any]
    actions: tuple[ActionKind, ...]
    fields: tuple[Field, ...]
    kernels: Kernels
    words: Words
    cells: Cells = ()
    balance: Balance | None = None
    zero_sum: bool = True
    information: str = "imperfect"

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Returns the game itself, because games never change."""
        return self

    def __reduce__(self) -> tuple[Callable[[str, str], "Game"], tuple[str, str]]:
        """Pickles where the package is, because compiled kernels can't be pickled."""
        return game_of_package, (self.package, str(self._root))

    @property
    def rules(self) -> Path:
        """The file of the numbered rules: RULES.md, or one file of code with them on top."""
        rules = self.folder / "RULES.md"
        return rules if rules.exists() or self.file.stem == "__init__" else self.file

    def part(self, name: str) -> Any:
        """Returns the module that holds a part of the game beside its rules; None without one.

        Args:
            name: The module's name in the game's package, such as `heuristic`. A game of one file
                holds its parts in that file.
        """
        module = import_module(self.package)
        if not hasattr(module, "__path__"):
            return module
        part = f"{self.package}.{name}"
        return import_module(part) if find_spec(part) else None

    @property
    def folder(self) -> Path:
        """The folder of all that is the game's: its package, or `NAME` beside a file `NAME.py`."""
        return folder_beside(self.file)

    @property
    def file(self) -> Path:
        """The file of its package or module."""
        return Path(str(import_module(self.package).__file__))

    @property
    def _root(self) -> Path:
        """The folder from which the package is imported."""
        return self.folder.parents[self.package.count(".")]

    @property
    def domain(self) -> str:
        """The name of the package, which is the name of its catalogue of messages: `sevens`."""
        return self.package.rpartition(".")[2]

    @cached_property
    def translate(self) -> Translate:
        """`translate(message)` returns a message of the game in the current language."""
        return translator(self.package)[0]

    @cached_property
    def max_players(self) -> int:
        """Seats of the largest table, P; records and tensors are sized for it."""
        return self.options.max_players()

    @cached_property
    def view_dtype(self) -> np.dtype[Any]:
        """The dtype of a view record, with the named fields of the observation."""
        return view_dtype(self.fields)

    @cached_property
    def observation_dtype(self) -> np.dtype[Any]:
        """The type of every number of a view: int8, or int16 where a field needs it."""
        return self.view_dtype[0].base

    @cached_property
    def num_actions(self) -> int:
        """The number of action ids, A."""
        return sum(kind.count for kind in self.actions)

    @cached_property
    def observation_size(self) -> int:
        """The length of the observation tensor, D."""
        return self.view_dtype.itemsize // self.observation_dtype.itemsize

    @cached_property
    def observation_bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """The smallest and largest value of every element of the tensor, shape [D] each."""
        low, high = np.zeros((2, 1), self.view_dtype)
        for field in self.fields:
            low[field.name], high[field.name] = field.low, field.high
        return self.flat(low)[0], self.flat(high)[0]

    def flat(self, views: np.ndarray) -> np.ndarray:
        """View records of shape [N] as tensors of shape [N, D]: the same memory.

        Raises:
            UserError: They are no view records of the game.
        """
        if getattr(views, "dtype", None) != self.view_dtype:
            raise UserError(f"views can't be {shown(views)}; allowed: views of {self.name}.")
        return views.view(self.observation_dtype).reshape(len(views), self.observation_size)

    def decode(self, action: int) -> tuple[ActionKind, int]:
        """The kind of an action id and its position in the kind's run.

        Raises:
            UserError: There is no such id.
        """
        try:
            number = check_whole("action", action, 0, self.num_actions - 1)
        except UserError:
            allowed = f"0 to {self.num_actions - 1}"
            raise UserError(
                f"{self.name} has no action {shown(action)}; allowed: {allowed}."
            ) from None
        return decode(self.actions, number)

    def check_state(self, state: np.void) -> None:
        """Checks that something is a table of the game, before a kernel reads it.

        Raises:
            UserError: It is no state record of the game.
        """
        if not isinstance(state, np.void) or state.dtype != self.state_dtype:
            raise UserError(
                f"state can't be {shown(state)}; allowed: one state record of {self.name}, "
                "as Tables.states holds them."
            )

    def check_options(self, options: Options) -> None:
        """Checks that something holds house rules of the game.

        Raises:
            UserError: It is something else, or of another game.
        """
        allowed = f"what {self.name}'s game.options(...) makes"
        check_kind("options", options, self.options, allowed)

    def check_playable(self, state: np.void) -> None:
        """Checks that the seat to move has a legal action.

        Raises:
            UserError: The state is not of this game, or nothing is legal, a fault of the game.
        """
        if not self.legal_actions(state) and state["to_move"] != NOBODY:
            raise UserError(
                _(
                    "{player} is to move in {game}, and nothing is legal: that is a fault of the "
                    "game.",
                    player=player_name(int(state["to_move"])),
                    game=self.name,
                )
            )

    def legal_actions(self, state: np.void) -> list[int]:
        """The ids of the legal actions in a position, in rising order.

        Raises:
            UserError: The state is not of this game.
        """
        self.check_state(state)
        mask = np.zeros(self.num_actions, np.int8)
        self.kernels.legal(state, mask)
        return np.flatnonzero(mask).tolist()

    def announced_to(self, state: np.void, action: int, listener: int) -> str:
        """Returns what a seat reads of an action behind the mover's name: `plays H5`.

        That is `recount` of an own action, else `announce`; both are `describe` in games without
        them. Empty if the seat does not learn of the action, or if the text of a later step of its
        own move includes it.

        Raises:
            UserError: The state is not of this game, or there is no such action or seat.
        """
        self.check_state(state)
        self.decode(action)
        check_whole("listener", listener, 0, int(state["num_players"]) - 1)
        is_own = state["to_move"] == listener
        tell = self.words.recount if is_own else self.words.announce
        with telling_of(player_name(int(state["to_move"]))):
            return (tell or self.words.describe)(state, action)

    def move(self, state: np.void, action: int) -> Move:
        """Returns the topic of a move, and the cards, zones and seats that it uses.

        Raises:
            UserError: The state is not of this game, or there is no such action.
        """
        self.check_state(state)
        kind, _position = self.decode(action)
        if self.words.move is None:
            return Move(MOVE(meaning=self.translate(kind.meaning)))
        return self.words.move(state, action)

    def move_names(self, state: np.void) -> dict[str, int]:
        """The legal actions of a position by what `describe` says, in rising order."""
        describe = self.words.describe
        return {describe(state, action): action for action in self.legal_actions(state)}

    def parse(self, state: np.void, text: str) -> int:
        """Reads a move as `describe` says it.

        Raises:
            UserError: No legal move is called that.
        """
        check_kind("a move", text, str, "text, as describe says it")
        names = self.move_names(state)
        actions = {folded(name): action for name, action in names.items()}
        if folded(text) in actions:
            return actions[folded(text)]
        raise UserError(
            _(
                "there is no legal move {move}; allowed: {moves}.",
                move=repr(text),
                moves=_(", ").join(names),
            )
        )

    def view(self, state: np.void, seat: int) -> np.void:
        """Returns a seat's view record.

        Raises:
            UserError: The state is not of this game, or there is no such seat.
        """
        self.check_state(state)
        seat = check_whole("seat", seat, 0, int(state["num_players"]) - 1)
        views = np.zeros(1, self.view_dtype)
        self.kernels.observe(state, seat, views[0])
        return views[0]

    def scene(self, state: np.void, seat: int) -> Scene:
        """The table as a seat sees it, made from the seat's view and, on its turn, legal moves."""
        scene = self.words.scene(self.view(state, seat), seat)
        only = scene.only_pass
        if not only:
            return scene
        if seat != state["to_move"] or not self.can_only_pass(state):
            return dataclasses.replace(scene, only_pass=None)
        asked = _("{move}: {missing}", move=only.move or _("Pass"), missing=only.missing)
        question = dataclasses.replace(scene.question, text=asked)
        return dataclasses.replace(scene, question=question)

    def can_only_pass(self, state: np.void) -> bool:
        """Whether all legal moves of the seat to move give up its turn: see `GIVING_UP`."""
        kinds = {self.decode(action)[0].name for action in self.legal_actions(state)}
        return kinds <= GIVING_UP

    def points_won(self, state: np.void) -> list[float]:
        """Returns each seat's points as the rulebook counts them; empty where it has only places.

        Raises:
            UserError: The state is not of this game.
        """
        points, view = self.words.points, self.view(state, 0)
        seats = range(int(state["num_players"]))
        return [float(points.won(view, seat)) for seat in seats] if points else []

    def text(self, state: np.void, seat: int) -> str:
        """The table as a seat sees it, as lines of text."""
        return draw_text(self.scene(state, seat))

    def refusal(self, state: np.void, action: int) -> str:
        """Why an action is not legal in a position: the action, the clause, the position."""
        self.check_playable(state)
        if state["to_move"] == NOBODY:
            return _("action {action} can't be taken: the game is over.", action=shown(action))
        try:
            self.decode(action)
        except UserError as error:
            return str(error)
        seat = int(state["to_move"])
        reason = _(
            "action {action} ({move}) is not legal for {player}: {why}",
            action=action,
            move=self.words.describe(state, action),
            player=player_name(seat),
            why=self.words.why_illegal(state, action),
        )
        return f"{reason}\n{self.text(state, seat)}"


def check_game(game: Game) -> None:
    """Checks that something is a game.

    Raises:
        UserError: It is something else, perhaps its id.
    """
    check_kind("game", game, Game, "a Game, as find_game returns it")


def game_of_package(package: str, root: str = "") -> Game:
    """Returns the game that a package or a module holds.

    Args:
        package: Its name.
        root: The folder from which it is imported if it is not found otherwise, in a process that
            does not know it yet.
    """
    if root and package not in sys.modules and find_spec(package.partition(".")[0]) is None:
        look_in(Path(root))
    game: Game = import_module(package).GAME
    return game


def build_game(
    package: str,
    name: str,
    title: str,
    summary: str,
    options: type[Options],
    *,
    information: str = "imperfect",
    zero_sum: bool = True,
    parts: Mapping[str, Any] | None = None,
) -> Game:
    """Returns the game of a package, whose modules have the same names in all games.

    Args:
        package: The package, `__name__` in its `__init__`, with the modules `state` (`STATE`,
            `ACTIONS`, and optionally `CELLS`), `rules` (`deal`, `legal`, `apply`, `score`, and
            optionally `settled_points`), `view` (`FIELDS`, `observe`),
            `redeal`, `text` (see `words_of`), `scene` (`scene`, and optionally `POINTS`), and
            optionally `moments` (`moments`), `meanings` (`move` and topics) and `balance`
            (`BALANCE`).
        name: See `Game`, as for the other arguments.
        title: The name for people.
        summary: One sentence for people.
        options: The option schema.
        information: The kind of information that the players have.
        zero_sum: Whether the points of all seats always add up to zero.
        parts: Stand-ins for modules that the package has not got, by their names.

    Raises:
        UserError: The package lacks a module, or a module what is read from it.
    """

    def part(of: str) -> Any:
        return _module(package, of) or (parts or {}).get(of)

    check_parts(package, name, part)
    state, rules, view, text, scene = map(part, ("state", "rules", "view", "text", "scene"))
    return Game(
        package=package,
        name=name,
        title=title,
        summary=summary,
        options=options,
        state_dtype=state.STATE,
        actions=state.ACTIONS,
        fields=view.FIELDS,
        kernels=Kernels(
            deal=rules.deal,
            legal=rules.legal,
            apply=rules.apply,
            observe=view.observe,
            redeal=redealer(name, part("redeal").redeal),
            score=rules.score,
            settled_points=getattr(rules, "settled_points", always_open),
        ),
        words=words_of(
            text,
            scene.scene,
            getattr(part("moments"), "moments", no_moments),
            part("meanings"),
            getattr(scene, "POINTS", None),
        ),
        cells=getattr(state, "CELLS", ()),
        balance=getattr(part("balance"), "BALANCE", None),
        zero_sum=zero_sum,
        information=information,
    )


PARTS = {
    "state": ("STATE", "ACTIONS"),
    "rules": ("deal", "legal", "apply", "score"),
    "view": ("FIELDS", "observe"),
    "redeal": ("redeal",),
    "text": ("describe", "why_illegal", "snapshot"),
    "scene": ("scene",),
}


def check_parts(package: str, name: str, part: Callable[[str], Any]) -> None:
    """Checks that the modules of a game are there, with what is read from each of them.

    Args:
        package: The game's package.
        name: Its id.
        part: Returns a module of the game by its name, or None.

    Raises:
        UserError: Something is missing; the message lists all of it.
    """
    missing = []
    for module, wanted in PARTS.items():
        found = part(module)
        if found is None:
            missing.append(f"{module}.py")
        else:
            missing += [f"{each} in {module}.py" for each in wanted if not hasattr(found, each)]
    if missing:
        raise UserError(
            _(
                "{game} can't be built: {package} lacks {missing}.",
                game=name,
                package=package,
                missing=_(", ").join(missing),
            )
        )


def _module(package: str, of: str) -> Any:
    """Returns a module of a package; None if it has none of that name, or is one file."""
    is_there = hasattr(import_module(package), "__path__") and find_spec(f"{package}.{of}")
    return import_module(f"{package}.{of}") if is_there else None


def words_of(
    text: Any,
    scene: Callable[[np.void, int], Scene],
    moments: Callable[[np.void, np.void, int], list[Moment]] = no_moments,
    meanings: Any = None,
    points: Points | None = None,
) -> Words:
    """Returns the words of a game.

    Args:
        text: Its module `text` with `describe`, `why_illegal` and `snapshot`, and optionally
            `announce`, `recount`, `news`, and `read` with `TYPING`.
        scene: See `Words`.
        moments: See `Words`.
        meanings: Its module `meanings` with `move`, in which all topics are global; None without.
        points: See `Words`.
    """
    return Words(
        describe=text.describe,
        why_illegal=text.why_illegal,
        snapshot=text.snapshot,
        scene=scene,
        announce=getattr(text, "announce", None),
        recount=getattr(text, "recount", None),
        news=getattr(text, "news", no_news),
        moments=moments,
        read=explaining(getattr(text, "read", not_read)),
        typing=getattr(text, "TYPING", ""),
        move=getattr(meanings, "move", None),
        topics=topics_in(meanings) if meanings else (),
        points=points,
    )


def folded(text: str) -> str:
    """Words as they are compared: in one case, one space between them."""
    return " ".join(text.split()).casefold()
