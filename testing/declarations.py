"""What a game declares, before anything is played: files, options, actions, fields, measures."""

import ast
import builtins
import sys
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from fudaba.common.errors import UserError, did_you_mean
from fudaba.common.languages import translator
from fudaba.envs import Game
from fudaba.envs.core.api.places import file_of
from fudaba.envs.core.words.rulebook import CITED, rulebook

from .mixes import mixes

_, _n = translator("testing")

REQUIRED = {"rng", "rng_key", "num_players", "to_move"}
RECORDS = ("state", "view")  # names of arguments


def advise_rules(game: Game) -> None:
    """Advises to write the rules in clauses and sections, by which players find them."""
    book = rulebook(game.rules)
    if not book.own:
        raise UserError(
            _(
                "there are no rules in {file}; write them as clauses, such as - KUH-1.1 Two "
                "players, under headings such as ## 1. Summary.",
                file=rules_of(game),
            )
        )
    if not book.headings():
        raise UserError(
            _(
                "{file} has no sections; a section is a heading such as ## 1. Summary.",
                file=rules_of(game),
            )
        )


def rules_of(game: Game) -> str:
    """Returns where a game's rules are, in a few words: `RULES.md`."""
    file = game.rules
    return _("the docstring of {file}", file=file.name) if file == game.file else file.name


def check_sources(game: Game) -> None:
    """Checks the text of the sources: unknown fields and names, and what kernels can't contain."""
    is_file = game.file.stem != "__init__"
    modules = {str(getattr(each, "__file__", "")): each for each in [*sys.modules.values()]}
    for path in [game.file] if is_file else sorted(game.folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                faults = [*faults_in(game, function)]
                if is_kernel(function):
                    faults += faults_of_kernel(game, function, modules.get(str(path)))
                for node, said in faults:
                    raise UserError(f"{path.name}, line {node.lineno}: {said}")


def is_kernel(function: ast.FunctionDef) -> bool:
    """Returns whether a function is marked as a kernel."""
    return any(name_of(each).endswith("kernel") for each in function.decorator_list)


def faults_in(game: Game, function: ast.FunctionDef) -> Iterator[tuple[Any, str]]:
    """Yields the fields in the text of a function that records do not have, each with its place."""
    arguments = {each.arg for each in function.args.args}
    known = {"state": game.state_dtype.names or (), "view": game.view_dtype.names or ()}
    for node in ast.walk(function):
        match node:
            case ast.Subscript(ast.Name(record), ast.Constant(str(field))) if (
                record in arguments and record in RECORDS and field not in known[record]
            ):
                said = _(
                    "{record} has no field {field}.{hint}",
                    record=record,
                    field=repr(field),
                    hint=did_you_mean(field, known[record]),
                )
                yield node, said


def faults_of_kernel(
    game: Game, function: ast.FunctionDef, module: Any
) -> Iterator[tuple[Any, str]]:
    """Yields what the text of a kernel can't contain, each with its place.

    Args:
        game: The game.
        function: The kernel.
        module: Its module; None if it is not imported, so that its names are not known.
    """
    own = {node.id for node in ast.walk(function)
           if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}  # fmt: skip
    own |= {each.arg for each in function.args.args}
    for node in (each for line in function.body for each in ast.walk(line)):
        match node:
            case ast.Attribute() if name_of(node) == "np.random":
                yield node, _(
                    "kernels can't use np.random, because a game follows from its seed; draw "
                    "with draw_below(state, count) of fudaba.envs.core.kit.rng."
                )  # fmt: skip
            case ast.Raise():
                yield node, _(
                    "kernels can't raise; forbid the move, and return a code where something is "
                    "wrong."
                )  # fmt: skip
            case ast.List() | ast.ListComp() | ast.Dict() | ast.Set() | ast.JoinedStr():
                yield node, _(
                    "kernels can't make lists, dicts or texts; make an array of numbers with "
                    "np.zeros(count, np.int64)."
                )  # fmt: skip
            case ast.Name(name, ast.Load()) if module and not (
                name in own or hasattr(module, name) or hasattr(builtins, name)
            ):
                hint = did_you_mean(name, vars(module))
                yield node, _("there is no {name} in this file.{hint}", name=name, hint=hint)
            case ast.Attribute(ast.Name(name), part) if (
                name not in own
                and isinstance(whole := getattr(module, name, None), ModuleType)
                and not hasattr(whole, part)
            ):
                hint = did_you_mean(part, dir(whole))
                yield node, _("{name} has no {part}.{hint}", name=name, part=part, hint=hint)
            case ast.Compare(left, _operators, others):
                if said := fault_of_comparison(game, [left, *others]):
                    yield node, said


def fault_of_comparison(game: Game, compared: list[ast.expr]) -> str:
    """Returns what is wrong where a house rule is compared with a word, or a word by its number."""
    values = [each.value for each in compared if isinstance(each, ast.Constant)]
    for each in compared:
        match each.args[0] if isinstance(each, ast.Call) and each.args else each:
            case ast.Subscript(ast.Name("state"), ast.Constant(str(name))) if (
                values and name in game.options.model_fields
            ):
                words = [word for word, _code in game.options.coding(name).words]
                if words and game.options.codes(name) == (*range(len(words)),):
                    return _(
                        "state[{name}] holds a code, so compare it with one: {names} = "
                        "{options}.codes({name}) at the top of the file.",
                        name=repr(name),
                        names=", ".join(map(str.upper, words)),
                        options=game.options.__name__,
                    )
                if any(isinstance(value, str) for value in values):
                    return _(
                        "state[{name}] is a number, never {value}.",
                        name=repr(name),
                        value=repr(values[0]),
                    )
    return ""


def name_of(node: ast.expr) -> str:
    """Returns a name with its dots; empty for any other expression."""
    if isinstance(node, ast.Attribute):
        return f"{name_of(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def check_names(what: str, names: Sequence[str]) -> None:
    """Checks that names are there and differ."""
    for number, name in enumerate(names):
        if not name or name in names[:number]:
            raise UserError(
                _("{what} {name} has no name of its own; rename it.", what=what, name=repr(name))
            )


def check_actions(game: Game) -> None:
    """Checks that the kinds of action differ, and follow each other without a gap."""
    check_names(_("the kind of action"), [kind.name for kind in game.actions])
    first = 0
    for kind in game.actions:
        if kind.first != first or kind.count < 1:
            raise UserError(
                _(
                    "the kind of action {name} begins at id {found}, not {first}, or has no id; "
                    "make the table with action_table.",
                    name=repr(kind.name),
                    found=kind.first,
                    first=first,
                )
            )
        first += kind.count


def check_options(game: Game) -> None:
    """Checks that the state record holds every house rule, and each value under its own code."""
    state = np.zeros(1, game.state_dtype)[0]
    if missing := {*REQUIRED, *game.options.model_fields} - {*(state.dtype.names or ())}:
        raise UserError(
            _(
                "the state record has no {missing}; make it with state_dtype(CELLS, Options).",
                missing=", ".join(sorted(missing)),
            )
        )
    codes: dict[tuple[str, str], str] = {}  # values by option and code
    for values in mixes(game):
        options = game.options.read(game.name, values)
        options.write(state)
        for name, value in values.items():
            kind = f"{name} {isinstance(value, str)}"  # a word may stand for a number
            known = codes.setdefault((kind, repr(options.code(name))), repr(value))
            if known != repr(value) or not np.isin(options.code(name), state[name]).all():
                raise UserError(
                    _(
                        "{value} and {other} of the option {name} look alike in the state record.",
                        value=value,
                        other=known,
                        name=name,
                    )
                )


def check_fields(game: Game) -> None:
    """Checks that the fields of an observation differ and have ranges and meanings."""
    check_names(_("the field"), [field.name for field in game.fields])
    for field in game.fields:
        if field.low > field.high or not field.meaning:
            raise UserError(
                _(
                    "the field {name} has no meaning, or no value from {low} to {high}.",
                    name=field.name,
                    low=field.low,
                    high=field.high,
                )
            )


def check_topics(game: Game) -> None:
    """Checks that topics differ, and name clauses that exist."""
    check_names(_("the topic"), [topic.name for topic in game.words.topics])
    for topic in game.words.topics:
        check_clauses(game, topic.clauses, f"{file_of(game, 'meanings')}, {topic.name}")


def check_clauses(game: Game, text: str, where: str) -> None:
    """Checks that every clause that a text cites, such as SEV-4.4, 4.5, is in the rules, if any."""
    book = rulebook(game.rules)
    if not book.own:
        return
    known, prefix = {one.number for one in (*book.own, *book.shared)}, book.prefix
    for found in CITED.finditer(text):
        prefix = found[1] or prefix
        number = f"{prefix}-{found[2] or found[3]}"
        if number not in known:
            raise UserError(
                _(
                    "{where} cites {clause}, which {file} does not have.{hint}",
                    where=where,
                    clause=number,
                    file=rules_of(game),
                    hint=did_you_mean(number, sorted(known)),
                )
            )


def check_measures(game: Game) -> None:
    """Checks that what balance reports measure has names, ranges and meanings."""
    if not game.balance:
        return
    for measures in (game.balance.factors, game.balance.tallies):
        check_names(_("the measure"), [measure.name for measure in measures])
        for measure in measures:
            words = (0, len(measure.words) - 1) if measure.words else (measure.low, measure.high)
            is_right = measure.meaning and words == (measure.low, measure.high)
            if not is_right or measure.low >= measure.high:
                raise UserError(
                    _(
                        "the measure {name} has no meaning, or its range {low} to {high} is not "
                        "that of its values or words.",
                        name=repr(measure.name),
                        low=measure.low,
                        high=measure.high,
                    )
                )
    factors = {measure.name: measure for measure in game.balance.factors}
    if any(measure.partial for measure in factors.values()):
        raise UserError(_("a factor of the deal can't be partial: every seat has a value of it."))
    if unknown := {*game.balance.swaps} - {*factors}:
        raise UserError(
            _("swaps name {unknown}, which is no factor.", unknown=", ".join(sorted(unknown)))
        )
    check_names(_("the use"), game.balance.uses)
    if bool(game.balance.uses) != (game.balance.is_use is not None):
        raise UserError(_("a balance has uses without is_use, or is_use without uses; give both."))
