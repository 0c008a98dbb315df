"""`fudaba games [NAME]`: lists the games, or describes one."""

import os
from collections.abc import Sequence
from typing import Annotated

from pydantic.fields import FieldInfo
from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from fudaba.agents.packaged import has_policy
from fudaba.common.languages import N_, translator
from fudaba.envs import ActionKind, Field, Game, every_game
from fudaba.envs.core.api.registry import word_of_game
from fudaba.envs.core.contract.schema import (
    allowed_words,
    describe_allowed,
    limits,
    takes_integers,
    word_of,
)
from fudaba.evaluation.asking import Option, read_game
from fudaba.training.config import packaged_configs, read_config

from .arguments import parse
from .broken import Broken

_, _n = translator("cli")

Listed = tuple[Sequence[str], Sequence[Sequence[str]]]  # heads and rows

NARROW = 60  # columns below which a table has no room
INDENT = 2
DESCRIPTION = N_(
    "Lists the games, or explains one: its house rules, actions and observation, its rules file, "
    "and the configurations and the policy that come with the package."
)


def main(words: list[str]) -> None:
    """Parses the arguments and prints; see `games`."""
    parse(games, words, "fudaba games", DESCRIPTION)


def games(
    name: Annotated[
        str | None,
        Option(
            "A game's id, sevens_v0, or just sevens.",
            "[NAME]",
            "default: all games",
            is_positional=True,
        ),
    ] = None,
) -> None:
    """Prints the table of all games, or the description of one.

    Raises:
        UserError: There is no such game.
    """
    console = Console(highlight=False)
    if name is None:
        _show(console, *list_of_games())
        _say(console, _("fudaba games NAME explains a game, fudaba play NAME plays it."))
    else:
        explain(console, read_game(name))


def list_of_games() -> Listed:
    """Returns the heads, and a row for each game."""
    rows = []
    for game in every_game():
        title = game.translate(game.title)
        summary = _("{title}. {summary}", title=title, summary=game.translate(game.summary))
        sizes = str(game.num_actions), str(game.observation_size)
        rows.append((game.name, players(game), *sizes, summary))
    return (_("id"), _("players"), _("actions"), _("observation"), _("game")), rows


def explain(console: Console, game: Game) -> None:
    """Prints the description of one game."""
    title, count = game.translate(game.title), players(game)
    head = _("{title} ({game}), {count} players", title=title, game=game.name, count=count)
    _say(console, head, "bold")
    _say(console, game.translate(game.summary))
    _say(console, "\n" + _("House rules"))
    _show(console, *list_of_options(game))
    _say(console, _("Actions: {count} ids", count=game.num_actions))
    _show(console, *list_of_actions(game))
    size, dtype = game.observation_size, game.observation_dtype
    _say(console, _("Observation: {size} elements, {dtype}", size=size, dtype=dtype))
    _show(console, *list_of_fields(game))
    configs = ", ".join(configs_of(game)) or _("none")
    policy = f"policy:{game.name.rsplit('_', 1)[0]}" if has_policy(game) else _("none")
    for line in (
        _("Rules: {path}", path=game.rules),
        _("Configurations for fudaba train: {names}", names=configs),
        _("Policy that comes with the package: {name}", name=policy),
    ):
        console.print(Text(line), soft_wrap=True)


def list_of_options(game: Game) -> Listed:
    """Returns the heads, and a row for each house rule."""
    rows = []
    for name, field in game.options.model_fields.items():
        default = word_of(field.default).replace(",", ", ")  # so that a list breaks between words
        rows.append((name, allowed(field), default, game.translate(field.description or "")))
    return (_("name"), _("allowed"), _("default"), _("meaning")), rows


def list_of_actions(game: Game) -> Listed:
    """Returns the heads, and a row for each kind of action."""
    rows = [(kind.name, ids(kind), game.translate(kind.meaning)) for kind in game.actions]
    return (_("name"), _("ids"), _("meaning")), rows


def list_of_fields(game: Game) -> Listed:
    """Returns the heads, and a row for each field of the observation."""
    rows = []
    for field in game.fields:
        known = _("the viewer") if field.private else _("all")
        span = _span(field.low, field.high)
        rows.append((field.name, shape(field), span, known, said(game, field)))
    return (_("name"), _("shape"), _("range"), _("known to"), _("meaning")), rows


def said(game: Game, field: Field) -> str:
    """Returns the meaning of a field; for a house rule, the codes of its values."""
    if field.name not in game.options.names_in_views():
        return game.translate(field.meaning)
    coding = game.options.coding(field.name)
    if not coding.words:
        return _("house rule")
    if coding.length:
        names = _(", ").join(word for word, _code in coding.words)
        return _("house rule: 1 for each of {names}", names=names)
    codes = _(", ").join(f"{code} {word}" for word, code in coding.words)
    return _("house rule: {codes}", codes=codes)


def players(game: Game) -> str:
    """Returns the numbers of players of a game: `2 to 8`."""
    return allowed(game.options.model_fields["num_players"])


def allowed(field: FieldInfo) -> str:
    """Returns the values of an option, shorter than in an error: `0 to 10 or none`."""
    if not takes_integers(field):
        return describe_allowed(field)
    bounds, words = limits(field), ", ".join(allowed_words(field))
    return _(" or ").join(filter(None, [_span(bounds["ge"], bounds["le"]), words]))


def ids(kind: ActionKind) -> str:
    """Returns the ids of a kind of action: `0 to 51`."""
    return _span(kind.first, kind.first + kind.count - 1)


def shape(field: Field) -> str:
    """Returns the shape of a field: `8 x 52`, or `1` for a single number."""
    return " x ".join(map(str, field.shape)) or "1"


def configs_of(game: Game) -> list[str]:
    """Returns what `fudaba train` calls the configurations that come with a game."""
    if word_of_game(game.name) != game.name:  # another process finds its files alone
        return sorted(os.path.relpath(path) for path in (game.folder / "configs").glob("*.yaml"))
    return [name for name in packaged_configs() if read_config(name).the_game is game]


def _span(low: int, high: int) -> str:
    return str(low) if low == high else _("{low} to {high}", low=low, high=high)


def _say(console: Console, line: str, style: str = "") -> None:
    console.print(Broken(Text(line, style)))


def _show(console: Console, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints a table; on a narrow terminal a paragraph for each row."""
    if console.width < NARROW:
        for name, *cells in rows:
            console.print(Text(name, "bold"))
            for head, cell in zip(heads[1:], cells, strict=True):
                said = Broken(Text(_("{head}: {cell}", head=head, cell=cell)))
                console.print(Padding(said, (0, 0, 0, INDENT)))
        console.print()
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in heads:
        table.add_column(column, overflow="fold", no_wrap=column == heads[0])
    for name, *cells in rows:
        # Brackets of a list are no markup of rich.
        table.add_row(name, *(Broken(Text(cell)) for cell in cells))
    console.print(table)
