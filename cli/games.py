"""`fudaba games [NAME]`: lists the games, or describes one."""

from typing import Annotated

from pydantic.fields import FieldInfo
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text
from tyro.conf import Positional

from fudaba.agents.packaged import has_policy, place_of_policy
from fudaba.envs import Game, find_game, game_names
from fudaba.envs.core.contract.fields import ActionKind, Field
from fudaba.envs.core.contract.schema import describe_allowed, limits, word_of
from fudaba.languages import N_, words
from fudaba.training.config import packaged_configs, read_config

from .arguments import explained, parse, read_game
from .broken import Broken

_, _n = words("cli")

DESCRIPTION = N_(
    "Lists the games, or explains one: its house rules, actions and observation, its rules file, "
    "and the configurations and the policy that come with the package."
)


def main(words: list[str]) -> None:
    """Reads the words and prints; see `games`."""
    parse(games, words, "fudaba games", DESCRIPTION)


def games(
    name: Annotated[
        Positional[str | None],
        explained("[NAME]", "A game's id, sevens_v0, or just sevens.", "default: all games"),
    ] = None,
) -> None:
    """Prints the table of all games, or the description of one.

    Raises:
        UserError: There is no such game.
    """
    console = Console(highlight=False)
    if name is None:
        console.print(table_of_games())
        console.print(_("fudaba games NAME explains a game, fudaba play NAME plays it."))
    else:
        explain(console, read_game(name))


def table_of_games() -> Table:
    """Returns a table with one row for each game."""
    table = _table(_("id"), _("players"), _("actions"), _("observation"), _("game"))
    for name in game_names():
        game = find_game(name)
        title = game.say(game.title)
        table.add_row(
            name,
            players(game),
            str(game.num_actions),
            str(game.observation_size),
            Broken(Text(_("{title}. {summary}", title=title, summary=game.say(game.summary)))),
        )
    return table


def explain(console: Console, game: Game) -> None:
    """Prints the description of one game."""
    title, count = game.say(game.title), players(game)
    head = _("{title} ({game}), {count} players", title=title, game=game.name, count=count)
    console.print(Text(head, "bold"))
    console.print(Broken(Text(game.say(game.summary))))
    console.print("\n" + _("House rules"), table_of_options(game), sep="\n")
    console.print(
        _("Actions: {count} ids", count=game.num_actions), table_of_actions(game), sep="\n"
    )
    size, dtype = game.observation_size, game.observation_dtype
    observation = _("Observation: {size} elements, {dtype}", size=size, dtype=dtype)
    console.print(observation, table_of_fields(game), sep="\n")
    configs = ", ".join(configs_of(game)) or _("none")
    policy = f"policy:{place_of_policy(game).name}" if has_policy(game) else _("none")
    for line in (
        _("Rules: {path}", path=game.rules),
        _("Configurations for fudaba train: {names}", names=configs),
        _("Policy that comes with the package: {name}", name=policy),
    ):
        console.print(Text(line), soft_wrap=True)


def table_of_options(game: Game) -> Table:
    """Returns a table with one row for each house rule."""
    table = _table(_("name"), _("allowed"), _("default"), _("meaning"))
    for name, field in game.options.model_fields.items():
        default = word_of(field.default).replace(",", ", ")  # so that a list breaks between words
        meaning = Broken(Text(game.say(field.description or "")))
        # Brackets of a list are no markup of rich.
        table.add_row(name, Text(allowed(field)), Text(default), meaning)
    return table


def table_of_actions(game: Game) -> Table:
    """Returns a table with one row for each kind of action."""
    table = _table(_("name"), _("ids"), _("meaning"))
    for kind in game.actions:
        table.add_row(kind.name, ids(kind), Broken(Text(game.say(kind.meaning))))
    return table


def table_of_fields(game: Game) -> Table:
    """Returns a table with one row for each field of the observation."""
    table = _table(_("name"), _("shape"), _("range"), _("known to"), _("meaning"))
    for field in game.fields:
        known = _("the viewer") if field.private else _("all")
        meaning = Broken(Text(said(game, field)))
        table.add_row(field.name, shape(field), _span(field.low, field.high), known, meaning)
    return table


def said(game: Game, field: Field) -> str:
    """Returns the meaning of a field; of a house rule, the numbers that stand for its words."""
    if field.name not in game.options.names_in_views():
        return game.say(field.meaning)
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
    bounds = limits(game.options.model_fields["num_players"])
    return _span(bounds["ge"], bounds["le"])


def allowed(field: FieldInfo) -> str:
    """Returns the values of an option, shorter than in an error: `0 to 10 or none`."""
    return describe_allowed(field).removeprefix("whole numbers ")


def ids(kind: ActionKind) -> str:
    """Returns the ids of a kind of action: `0 to 51`."""
    return _span(kind.first, kind.first + kind.count - 1)


def shape(field: Field) -> str:
    """Returns the shape of a field: `8 x 52`, or `1` for a single number."""
    return " x ".join(map(str, field.shape)) or "1"


def configs_of(game: Game) -> list[str]:
    """Returns the names of the packaged configurations for a game."""
    return [name for name in packaged_configs() if read_config(name).game == game.name]


def _span(low: int, high: int) -> str:
    return str(low) if low == high else _("{low} to {high}", low=low, high=high)


def _table(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold", no_wrap=column == columns[0])
    return table
