"""A page for every game of the repository, and one for its rules.

Sphinx reads documents only from files. The pages are therefore written as MyST into `docs/games`,
which git ignores, before Sphinx looks for its sources. Their whole content comes from the `Game`
object, its RULES.md, its record in the gallery and what other files say about it: a new game gets
its pages without an edit.
"""

import re
import shutil
from collections.abc import Iterator
from importlib.resources import files
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

import game_facts
import jinja2
from pydantic.fields import FieldInfo
from rule_code import functions_by_clause, of_clause, tests_by_clause

from docs.gallery import SEAT, SIZE, LastMoves, stretches
from fudaba.envs import Game, find_game, game_names, player_name
from fudaba.envs.core.contract.schema import describe_allowed, limits, word_of
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.core.words.how_to_play import how_to_play
from fudaba.envs.core.words.rulebook import CLAUSE, LETTER, SECTION
from fudaba.envs.core.words.sentences import read_by

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FOLDER = "games"
OURS = "fudaba."  # packages of games
ROOT = Path(__file__).parents[2]
SOURCES, TESTS = ROOT / "envs", ROOT / "tests"

# Sections with the same number in every RULES.md.
REWARDS, RULINGS = 6, 9

CITED = re.compile(r"\b[A-Z]+-\d+\.\d+[a-z]?\b")
CITED_AT_END = re.compile(r" \(([^()]*)\)\.?$")

TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent),
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)


def setup(app: "Sphinx") -> dict[str, bool]:
    """Writes the pages before Sphinx looks for its sources."""
    app.connect("builder-inited", lambda app: write_pages(Path(app.srcdir) / FOLDER))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_pages(folder: Path) -> None:
    """Writes all pages into a folder, after removing its old content."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, text in pages().items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")


def pages() -> dict[str, str]:
    """Returns the MyST text of every page, by the name of its file without `.md`."""
    games = [game for game in map(find_game, game_names()) if game.package.startswith(OURS)]
    index = TEMPLATES.get_template("games.md.jinja")
    gallery, shown = TEMPLATES.get_template("gallery.md.jinja"), stretches()
    texts = {
        "index": index.render(games=games, shared=shared_rules(), players=players),
        "gallery": gallery.render(stretches=shown.values(), players=players, size=SIZE),
    }
    for game in games:
        texts[game.name] = game_page(game, shown.get(game.name))
        subject = f"The rules of [{game.title}]({game.name}.md)"
        texts[f"{game.name}_rules"] = rules_page(game.rules, game.name, subject)
        texts[f"{game.name}_code"] = code_page(game.rules, game.name, game.title)
    for name, rules in shared_rules().items():
        texts[f"{name}_rules"] = rules_page(rules, name, "Rules that several games share")
        texts[f"{name}_code"] = code_page(rules, name, f"the {name} games")
    return texts


def shared_rules() -> dict[str, Path]:
    """Returns the rules files that several games share, by the names of their folders."""
    known = {find_game(name).rules for name in game_names()}
    found = sorted(Path(str(files("fudaba.envs"))).glob("*/RULES.md"))
    return {path.parent.name: path for path in found if path not in known}


def game_page(game: Game, stretch: LastMoves | None) -> str:
    """Returns the page of a game with its picture, if the gallery has one."""
    text = game.rules.read_text(encoding="utf-8")
    with read_by(NOBODY):
        guide = how_to_play(game, level=2)
    return TEMPLATES.get_template("game.md.jinja").render(
        game=game,
        stretch=stretch,
        size=SIZE,
        facts=game_facts,
        rules_title=text.partition("\n")[0].removeprefix("# "),
        link_clauses=link_clauses,
        players=players(game),
        bound=game.options().max_decisions(),
        options=[option_row(*item) for item in game.options.model_fields.items()],
        actions=[action_row(game, number) for number in range(len(game.actions))],
        fields=[field_row(game, number) for number in range(len(game.fields))],
        information=link_clauses(game.information),
        rewards="\n".join(clauses(section(text, REWARDS))),
        num_rulings=sum(bool(CLAUSE.fullmatch(line)) for line in section(text, RULINGS)),
        example=example(stretch) if stretch else None,
        how_to_play=guide,
    )


def players(game: Game) -> str:
    """Returns the number of players of a game: `2 to 8`."""
    bounds = limits(game.options.model_fields["num_players"])
    return f"{bounds['ge']} to {bounds['le']}"


def option_row(name: str, field: FieldInfo) -> list[str]:
    """Returns name, meaning, allowed values, default and clauses of a house rule."""
    meaning = str(field.description)
    cited = CITED_AT_END.search(meaning)
    clause = link_clauses(cited[1]) if cited else ""
    meaning = CITED_AT_END.sub("", meaning)
    return cells(
        f"`{name}`", meaning, describe_allowed(field), f"`{word_of(field.default)}`", clause
    )


def action_row(game: Game, number: int) -> list[str]:
    """Returns ids, name and meaning of a kind of action."""
    kind = game.actions[number]
    ids = span(kind.first, kind.first + kind.count - 1)
    return cells(ids, kind.name, link_clauses(kind.meaning))


def field_row(game: Game, number: int) -> list[str]:
    """Returns name, shape, elements in the flat vector, range, secrecy and meaning of a field."""
    field = game.fields[number]
    kind, first = game.view_dtype.fields[field.name][:2]
    size = game.observation_dtype.itemsize
    shape = ", ".join(str(length) for length in field.shape) or "1"
    elements = span(first // size, (first + kind.itemsize) // size - 1)
    known = "the viewer" if field.private else "all"
    values = span(field.low, field.high)
    return cells(f"`{field.name}`", shape, elements, values, known, field.meaning)


def cells(*texts: str) -> list[str]:
    """Returns texts escaped for a Markdown table."""
    return [text.replace("|", r"\|") for text in texts]


def span(first: int, last: int) -> str:
    """Returns a range as text: `3` or `3 to 7`."""
    return str(first) if first == last else f"{first} to {last}"


def example(stretch: LastMoves) -> dict[str, Any]:
    """Returns the last table of a game's picture: the mover, its view and its moves."""
    game, state = stretch.game, stretch.last
    moves = [game.words.describe(state, action) for action in game.legal_actions(state)]
    return {"player": player_name(SEAT), "table": game.text(state, SEAT), "moves": moves}


def rules_page(rules: Path, name: str, subject: str) -> str:
    """Returns the numbered rules with a target at every clause, so that pages can link to it.

    Args:
        rules: The rules file.
        name: The prefix of the section targets: a game's id or a folder.
        subject: The beginning of the page's first sentence: `The rules of ...`.
    """
    title, *lines = rules.read_text(encoding="utf-8").splitlines()
    folder = rules.parent.name
    return TEMPLATES.get_template("rules.md.jinja").render(
        subject=subject, folder=folder, title=title, code=f"{name}_code",
        body="\n".join(clauses(lines, name, folder)),
    )  # fmt: skip


def code_page(rules: Path, name: str, title: str) -> str:
    """Returns the functions that carry out the clauses of a rules file, by file."""
    by_clause = functions_by_clause(SOURCES / rules.parent.name)
    functions = {function for found in by_clause.values() for function in found}
    files = groupby(sorted(functions, key=attrgetter("path", "name")), attrgetter("path"))
    return TEMPLATES.get_template("code.md.jinja").render(
        title=title, folder=rules.parent.name, rules=f"{name}_rules",
        files=[(path, list(group)) for path, group in files],
    )  # fmt: skip


def section(text: str, number: int) -> list[str]:
    """Returns the lines of a numbered section of a rules file, without its heading."""
    lines, inside = [], False
    for line in text.splitlines():
        heading = SECTION.fullmatch(line)
        if heading:
            inside = int(heading[1]) == number
        elif inside:
            lines.append(line)
    return lines


def clauses(lines: list[str], name: str = "", folder: str = "") -> Iterator[str]:
    """Yields lines of a rules file as MyST: every clause becomes its own paragraph.

    Args:
        lines: The lines.
        name: The game's id, if the clauses and sections are to be targets of links; without
            it their numbers are links to those targets.
        folder: The folder of the game, if each clause is to say which functions and tests it has.
    """
    below = witnesses(folder) if folder else {}
    last = ""
    for line in lines:
        heading, clause, letter = (form.fullmatch(line) for form in (SECTION, CLAUSE, LETTER))
        if heading or clause:
            yield below.pop(last, "")
        if heading:
            yield f"({name}-{heading[1]})=\n\n{line}\n"
        elif clause:
            last = clause[1]
            yield paragraph(last, clause[2], is_target=bool(name))
        elif letter:
            yield paragraph(last + letter[1], letter[2], is_target=bool(name))
        elif line.startswith(" ") and not line.startswith(" - "):
            yield f"\n{link_clauses(line.strip())}"  # the clause continues after a list
        else:
            yield link_clauses(line)
    yield below.pop(last, "")


def witnesses(folder: str) -> dict[str, str]:
    """Returns the paragraph below each clause that links to its functions and names its tests."""
    functions = functions_by_clause(SOURCES / folder)
    tests = tests_by_clause(TESTS / folder)
    clauses = {clause.rstrip(ascii_lowercase) for clause in (*functions, *tests)}
    found = {}
    for clause in clauses:
        links = [f"[`{each.name}`](#{each.target})" for each in of_clause(functions, clause)]
        names = [f"`{test}`" for test in of_clause(tests, clause)]
        parts = [("Code", links), ("Tests", names)]
        said = [f"{what}: {', '.join(items)}." for what, items in parts if items]
        found[clause] = f"\n{' '.join(said)}\n"
    return found


def paragraph(clause: str, text: str, is_target: bool) -> str:
    """Returns a clause, as the target of links or with a link to it."""
    text = link_clauses(text)
    if is_target:
        return f"\n({target(clause)})=\n\n**{clause}** {text}"
    return f"\n{link_clauses(clause)} {text}"


def link_clauses(text: str) -> str:
    """Returns a text in which every cited clause is a link to the rules page."""
    return CITED.sub(lambda cited: f"[{cited[0]}](#{target(cited[0])})", text)


def target(clause: str) -> str:
    """Returns the name of a clause in links: `sev-4-3a` for SEV-4.3a."""
    return clause.lower().replace(".", "-")
