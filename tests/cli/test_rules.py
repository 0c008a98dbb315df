"""`rules` and `? WORD`: what a person at the table is told, in every game."""

import random
from itertools import islice
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from fudaba.cli.rules import as_markdown, asked, show_meaning, sign_words
from fudaba.envs import Game, Scene, Tables, UserError, find_game
from fudaba.envs.core.contract.meanings import meaning_of
from fudaba.envs.core.words.answers import answer
from fudaba.envs.core.words.rulebook import clauses_of, rulebook

from ..seki.positions import position as seki_position
from ..spread import every_game

SEKI = find_game("seki_v0")


def states_of(game: Game, decisions: int) -> list[np.void]:
    """Positions of a game of random moves."""
    tables = Tables(game, game.options(), 1, 3)
    rng, states = random.Random(3), []
    for _ in range(decisions):
        states.append(tables.states[0].copy())
        tables.step(np.array([rng.choice(game.legal_actions(tables.states[0]))]))
    return states


def seen(state: np.void) -> Scene:
    """The table of SEKI as the seat to move sees it."""
    return SEKI.scene(state, int(state["to_move"]))


def told(question: str, state: np.void | None = None, **options: Any) -> tuple[str, list[str]]:
    """The lines and the clauses that answer a question in SEKI."""
    table = seki_position(["3 9 TRADE", "1", "2"]).state if state is None else state
    lines, found = answer(SEKI, SEKI.options(**options), table, seen(table), question)
    return "\n".join(lines), [clause.number for clause in found.clauses]


def test_questions_are_told_from_moves() -> None:
    for line, question in [
        ("? DIG  UP", "dig up"),
        ("?trade", "trade"),
        ("help 3a*", "3a*"),
        ("rules", ""),
        ("Rules 5.3", "5.3"),
        ("rules 5", "section 5"),
        ("rules 4b", "section 4b"),
        ("rules trade", "trade"),
        ("? 8", "8"),
        ("?", None),
        ("help", None),
        ("trash 3a", None),
        ("rulesets", None),
        ("", None),
    ]:
        assert asked(line) == question


@pytest.mark.parametrize(
    ("question", "line", "clauses"),
    [
        ("5.3", "", "SEKI-5.3"),
        ("seki-5.3", "", "SEKI-5.3"),
        ("section 4c", "", "SEKI-4C SEKI-4.12 SEKI-4.13 SEKI-4.14"),
        ("dig up", "Put any number of yours in place of the pile's top card", "SEKI-4.6 SEKI-5.3"),
        (
            "trade a",
            "Swap a card of your choice for a random card of a player",
            "SEKI-4.6 SEKI-5.2",
        ),
        ("3a", "You can trash it on 0 to 2, while REVERSED on", "SEKI-2.1 SEKI-2.2 SEKI-4.1"),
        ("3a*", "You can trash it on 0 to 2, while REVERSED on", "SEKI-4.1 SEKI-5.11"),
        ("trade b*", "Swap a card of your choice for a", "SEKI-4.6 SEKI-5.2 SEKI-5.11"),
        ("frozen", "A frozen card stays in its hand until the next turn of", "SEKI-5.7"),
        ("reset right", "By passing, the player with the reset right removes", "SEKI-4.9"),
        ("come out", "Seen by all: the roles EMPEROR and NEW GRAD", "SEKI-3.3 SEKI-5.11"),
        ("natural", "The number to beat is that of the card on top of the pile.", "SEKI-2.6"),
        ("ghost", "The number to beat stays, although its card was", "SEKI-2.6 SEKI-5.3 SEKI-5.6"),
        ("ng", "In the rules: number deck (ND), symbol deck (SD), number graveyard", "SEKI-2.5"),
        ("known", "Cards in the hand of another player that you know.", ""),
        ("stall_rounds", "stall_rounds=3: ", "SEKI-6.4"),
        ("stall rounds", "stall_rounds=3: ", "SEKI-6.4"),
        ("trash 9a", "The card goes on top of the pile. Then 9 is to be", "SEKI-4.5 SEKI-4.2"),
        ("activate", "You turn up your role and do what it says, once in a game.", "SEKI-4.7"),
        ("blank use", "", "SEKI-4.6"),
    ],
)
def test_an_answer_has_the_line_and_the_clauses(question: str, line: str, clauses: str) -> None:
    lines, found = told(question, stall_rounds=3)
    assert lines.startswith(line) and bool(lines) == bool(line)
    assert sorted(found) == sorted(clauses.split())


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        (
            "reset right",
            "By passing, the player with the reset right removes the pile and acts again.\n"
            "      Whoever puts a number there next gets the right.\n"
            "More: rules SEKI-4.9.\n",
        ),
        ("known", "Cards in the hand of another player that you know.\n"),
        ("come out", "\nMore: rules SEKI-3.3, rules SEKI-5.11.\n"),
    ],
)
def test_a_line_comes_without_the_clauses_which_are_named(
    question: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said_at_the_terminal(question, capsys).endswith(shown)


@pytest.mark.parametrize(
    ("question", "clause"),
    [
        ("5.3", "SEKI-5.3 DIG UP. Executable: "),
        ("blank use", "SEKI-4.6 USE s: "),
        ("stall_rounds", "SEKI-6.4 Stall: "),
    ],
)
def test_clauses_are_shown_where_no_line_answers(
    question: str, clause: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = said_at_the_terminal(question, capsys)
    assert clause in shown and "More: " not in shown


def said_at_the_terminal(question: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What the terminal prints for a question in SEKI."""
    state = seki_position(["3 9 TRADE", "1", "2"]).state
    show_meaning(Console(width=80), SEKI, SEKI.options(), state, seen(state), question)
    return capsys.readouterr().out


def test_a_move_is_explained_by_its_number_and_by_what_it_does() -> None:
    table = seki_position(["3 9 TRADE", "1", "2"], "FORTUNE_TELLER . .", nd="5")
    legal = SEKI.legal_actions(table.state)
    names = [SEKI.words.describe(table.state, action) for action in legal]
    number = names.index("use TRADE a") + 1
    for question, wanted in [(f"#{number}", ["SEKI-4.6", "SEKI-5.2"]), ("#99", [])]:
        try:
            _, found = answer(
                SEKI, SEKI.options(), table.state, seen(table.state), question, listed=legal
            )
        except UserError as error:
            assert str(error) == "the rules say nothing of '#99'." and not wanted
        else:
            assert [clause.number for clause in found.clauses] == wanted
    gambler = seki_position(["3 9 TRADE", "1", "2"], "GAMBLER . .", nd="5")
    gambler.say("activate GAMBLER")
    assert told("guess 1 to 4", gambler.state)[1] == ["SEKI-5.10"]  # as the action table has it


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("xyzzy", "the rules say nothing of 'xyzzy'."),
        ("frozn", "the rules say nothing of 'frozn'. Did you mean frozen?"),
        ("5.99", "the rules have no clause '5.99'; allowed: the numbers of their clauses, as"),
        ("section 12", "the rules have no clause '12'; allowed: "),
        ("foo-1.1", "the rules have no clause 'foo-1.1'; allowed: "),
        ("!", "the rules say nothing of '!'."),
        ("x" * 5000, "the rules say nothing of 'xxx"),
    ],
)
def test_what_is_not_in_the_rules_is_said_in_one_sentence(question: str, message: str) -> None:
    with pytest.raises(UserError) as refused:
        told(question)
    assert str(refused.value).startswith(message) and len(str(refused.value)) < 250


@every_game
def test_every_move_every_card_and_every_house_rule_has_an_answer(game: Game) -> None:
    options = game.options()
    for state in states_of(game, 12):
        own = game.scene(state, int(state["to_move"]))
        moves = [game.words.describe(state, action) for action in game.legal_actions(state)]
        cards = [
            card.sign + card.text if card.sign else card.name
            for card in own.seats[own.viewer].cards
        ]
        for question in dict.fromkeys([*islice(moves, 8), *cards]):
            lines, found = answer(game, options, state, own, question)
            assert lines or found, question
    for name in type(options).model_fields:
        lines, found = answer(game, options, state, own, name)
        assert any(line.startswith(f"{name}=") for line in lines) and found


@every_game
def test_the_help_lists_the_signs_of_the_table(game: Game) -> None:
    listed = sign_words(game, game.options())
    for topic in game.words.topics:
        for sign, values in topic.signs.items():
            line, _ = meaning_of(topic(**values), game.options(), game.translate)
            assert (f"  {sign} " in listed) == bool(line)


@every_game
def test_the_whole_rules_can_be_shown(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    console, state = Console(width=80), states_of(game, 1)[0]
    show_meaning(console, game, game.options(), state, game.scene(state, 0), "")
    contents = capsys.readouterr().out
    assert "How to play" in contents and "1 Summary, 2 Components, 3 Setup" in contents
    assert ".txt" not in contents and "source silent" not in contents
    assert max(map(len, contents.partition("All of it: ")[0].splitlines())) <= 80
    assert f"All of it: {game.rules}" in contents
    for section in range(1, 11):
        show_meaning(
            console, game, game.options(), state, game.scene(state, 0), f"section {section}"
        )
        page = capsys.readouterr().out
        prefix = rulebook(game.rules).prefix
        assert page.startswith(f"{section} ") and (f"{prefix}-{section}.1 " in page or section == 8)
        assert max(map(len, page.splitlines())) <= 80


def test_parts_with_letters_are_paragraphs_and_wide_tables_are_turned() -> None:
    wide = "\n".join(["|" + "|".join(row) + "|" for row in ("abcdefgh", ["---"] * 8, "12345678")])
    text = f"## 4. Turn\n- GAM-4.1 One of:\n  a. one;\n  b. two.\n  And more.\n\n{wide}\n"
    heading, clause = clauses_of(text)
    assert as_markdown(heading).markup == "**4 Turn**"
    lines = as_markdown(clause).markup.splitlines()
    assert lines[:7] == ["**GAM-4.1** One of:", "", "a. one;", "", "b. two.", "", "And more."]
    assert lines[8:11] == ["|a|1|", "|---|---|", "|b|2|"] and lines[-1] == "|h|8|"
