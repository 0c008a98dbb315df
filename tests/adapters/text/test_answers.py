"""Answers as text: what is read, what is refused and with which sentence."""

import random
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import yaml

from fudaba.adapters.text import read_answer
from fudaba.envs import Game, UserError, find_game, tables
from fudaba.envs.core.words.text_answers import MOST_CHARACTERS

from ...spread import every_game, few_mixes
from ...tables import dealt_state
from .worlds import heard_positions

SEVENS, DAIFUGO = find_game("sevens_v0"), find_game("daifugo_v0")


@every_game
def test_every_move_is_read_by_number_name_and_line(game: Game) -> None:
    rng = random.Random(game.name)
    for number, options in enumerate(few_mixes(game)[:6]):
        for state, _ in islice(heard_positions(game, options, number), 0, 400, 5):
            for place, (name, action) in enumerate(game.move_names(state).items(), 1):
                wordings = [f"{place}", f"#{place}", f"{place}.", name, name.upper(), f" {name}. ",
                            f"{place}. {name}", f"**{name}**", f'"{name}"', f"[{place}]",
                            f"[It is best.\n{place}\n]",
                            f"I choose [{name}], my best move.", f"Let me see.\n\n{name}\n",
                            f"A [ ] is free.\nMy move is [{place}]"]  # fmt: skip
                for text in (f"{place}", name, *rng.sample(wordings, 2)):
                    assert read_answer(game, state, text) == action, text


@every_game
def test_what_the_game_reads_is_the_first_step_of_its_play(game: Game) -> None:
    """A text that is no name means what the game reads, if it reads one beginning."""
    rng = random.Random(game.name)
    words = [word for state, _ in islice(heard_positions(game, few_mixes(game)[0], 2), 40)
             for name in (game.move_names(state) or {"": 0}) for word in name.split()]  # fmt: skip
    for state, _ in islice(heard_positions(game, few_mixes(game)[0], 2), 0, 40, 4):
        for _ in range(10):
            text = " ".join(rng.sample(words, min(len(words), rng.randint(1, 3))))
            try:
                action = read_answer(game, state, text)
            except UserError as error:
                assert str(error).endswith(".")
                continue
            assert action in game.legal_actions(state)


def test_cards_of_a_play_in_steps_are_its_first_step() -> None:
    for state, _ in heard_positions(DAIFUGO, few_mixes(DAIFUGO)[0], 4):
        for first, rank in (("D", "5"), ("S", "9"), ("H", "K")):
            chains = meant(DAIFUGO, state, f"{first}{rank}")
            if len({chain[0] for chain in chains}) == 1:
                assert read_answer(DAIFUGO, state, f"[{first}{rank}]") == chains[0][0]
                return
    raise AssertionError("no card was read")


def meant(game: Game, state: np.void, text: str) -> list[tuple[int, ...]]:
    try:
        return game.words.read(state, text)
    except UserError:
        return []


def table_of_answers() -> list[tuple[str, str, int]]:
    """Rows of a language, an answer, and the number of the move that it means, or 0."""
    return yaml.safe_load(Path(__file__).with_name("answers.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("language", "answer", "number"), table_of_answers())
def test_the_answers_of_models_are_read_as_they_are_meant(
    language: str, answer: str, number: int
) -> None:
    state = tables("sevens_v0", 1, seed=4).states[0]
    moves = SEVENS.move_names(state)
    assert [*moves] == ["lay S8", "lay C8", "pass"]
    try:
        action = read_answer(SEVENS, state, answer)
    except UserError as error:
        assert number == 0, error
        assert str(error).endswith(".") and "\n" not in str(error)
    else:
        assert action == [None, *moves.values()][number]


def test_the_table_has_two_hundred_answers_in_five_languages() -> None:
    rows = table_of_answers()
    assert len({(language, answer) for language, answer, _ in rows}) == len(rows) >= 200
    assert {language for language, _, _ in rows} == {"en", "ja", "de", "fr", "zh"}
    assert sum(number == 0 for _, _, number in rows) > 50


@every_game
def test_words_around_a_move_never_choose_it(game: Game) -> None:
    """Doubts, alternatives and lists are no answers, in any game."""
    for state, _ in islice(heard_positions(game, few_mixes(game)[0], 5), 0, 200, 9):
        names = [*game.move_names(state)]
        if len(names) < 2:
            continue
        one, other = names[0], names[-1]
        for text in (f"not {one}", f"{one}?", f"{one} or {other}", f"anything but {one}",
                     f"Answer: neither {one} nor {other}", f"[{one}]\n[{other}]",
                     f"1. {one}\n2. {names[1]}", f"2. {one}", f"{one} (2)", f"[1] {other}",
                     f"<think>{one}", "9999"):  # fmt: skip
            with pytest.raises(UserError):
                print(text, game.words.describe(state, read_answer(game, state, text)))


# Sevens, dealt with seed 4: the moves are 1. lay D8, 2. lay C6, 3. pass or some such three.
NO_MOVES = (
    ("", "the answer is empty."),
    ("   \n\t\n", "the answer is empty."),
    ("[]", "the answer is empty."),
    ("[ ] [   ]", "the answer is empty."),
    ("...", "the answer is empty."),
    ("0", "there is no move 0; allowed: the numbers 1 to {count}."),
    ("-1", "there is no move '-1'"),
    ("01", "there is no move 01"),
    ("{after}", "there is no move {after}; allowed"),
    ("#{after}", "there is no move {after}; allowed"),
    ("#", "there is no move '#'"),
    ("1.5", "there is no move '1.5'"),
    ("1e0", "there is no move '1e0'"),
    ("0x1", "there is no move '0x1'"),
    ("1 2", "there is no move '1 2'"),
    ("1, 2", "there is no move '1, 2'"),
    ("[1, 2]", "there is no move '1, 2'"),
    ("one", "there is no move 'one'"),
    ("²", "there is no move '²'"),
    ("lay", "there is no move 'lay'"),
    ("p", "there is no move 'p'"),
    ("lay {name}", "there is no move 'lay lay"),
    ("I pass", "there is no move 'I pass'"),
    ("pass?", "there is no move 'pass?'"),
    ("lay H99", "there is no move 'lay H99'"),
    ("lay SA", "lay SA is not allowed: "),
    ("[lay SA]", "lay SA is not allowed: "),
    ("1. pass", "'1. pass' has the number of another move."),
    ("{after}. pass", "there is no move {after}"),
    ("[1] or [2]", "the answer has two moves, '1' and '2'; allowed: one."),
    ("[1]\n2", "the answer has two moves, '1' and '2'; allowed: one."),
    ("[1] [pass] [2]", "the answer has two moves"),
    ("1\n2\nor none", "there is no move 'or none'"),
    ("1\nbecause it is best", "there is no move 'because it is best'"),
    ("[1", "there is no move '[1'"),
    ("{{1}}", "there is no move '{{1}}'"),
    ("null", "there is no move 'null'"),
    ("NaN", "there is no move 'NaN'"),
    ("1\x00", r"there is no move '1\x00'"),
    ("\x1b2J1", r"there is no move '\x1b2J1'"),
    ("\u202e1", r"there is no move '\u202e1'"),
    ("\ud800", r"there is no move '\ud800'"),
    ("'; DROP TABLE moves", "there is no move"),
    ("pass " * 50, "there is no move 'pass pass"),
    ("9" * 5000, "there is no move 99999999999999999999...; allowed"),
    ("[" * 5000, "the answer is empty."),
    (" ".join(f"[{n}]" for n in range(5000)), "the answer has 5000 different texts in [brackets]"),
    ("x" * (MOST_CHARACTERS + 1), f"the answer has 100001 characters; allowed: at most {100_000}."),
    ("pass\n" * 2_000_000, "the answer has 10000000 characters"),
)  # fmt: skip


@pytest.mark.parametrize(("text", "reason"), NO_MOVES, ids=range(len(NO_MOVES)))
def test_a_wrong_answer_is_refused_in_a_sentence(text: str, reason: str) -> None:
    state = dealt_state(SEVENS, {}, 4)
    moves = [*SEVENS.move_names(state)]
    assert moves[-1] == "pass" and len(moves) > 2 and "lay SA" not in moves
    filled = {"count": len(moves), "after": len(moves) + 1, "name": moves[0]}
    if len(text) < 100:
        text = text.format(**filled)
    with pytest.raises(UserError) as refused:
        read_answer(SEVENS, state, text)
    said = str(refused.value)
    assert said.startswith(reason.format(**filled)), said
    assert said.endswith(".") and "\n" not in said and len(said) < 300 and said.isprintable()


def test_a_game_that_is_over_takes_no_answer() -> None:
    *_, (state, _) = heard_positions(SEVENS, {}, 1)
    with pytest.raises(UserError, match="the game is over"):
        read_answer(SEVENS, state, "1")


@every_game
def test_rubbish_is_read_or_refused_but_never_fails(game: Game) -> None:
    rng = random.Random(game.name)
    letters = "0123456789 SHDC♠♥AKQJabc*/+-,;:()[]#.\n\x00\x1b\u202eé大"
    names = [game.words.describe(state, action)
             for state, _ in islice(heard_positions(game, few_mixes(game)[0], 2), 3)
             for action in range(0, game.num_actions, 7)]  # fmt: skip
    for state, _ in islice(heard_positions(game, few_mixes(game)[1], 3), 0, 60, 6):
        if state["to_move"] < 0:
            continue
        for _ in range(10):
            text = list(rng.choice(names) * rng.randint(0, 2))
            for _ in range(rng.randint(0, 12)):
                text.insert(rng.randint(0, len(text)), rng.choice(letters))
            try:
                assert read_answer(game, state, "".join(text)) in game.legal_actions(state)
            except UserError as error:
                assert "\n" not in str(error)
