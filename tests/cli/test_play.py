"""`fudaba play`: a person at the table, who never sees what a seat can't know."""

import random
import re
import sys
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from fudaba.agents import make_agent
from fudaba.agents.titles import agent_title
from fudaba.cli.main import main
from fudaba.cli.play import person_action
from fudaba.cli.reading import read_move, read_words
from fudaba.cli.sitting import Sitting
from fudaba.envs import Game, UserError, find_game
from fudaba.envs.core.scene.lines import wrapped
from fudaba.envs.core.words.names import (
    every_move_name,
    points_words,
    seat_names,
    with_seats,
)
from fudaba.envs.core.words.results import NO_PLACE, results
from fudaba.envs.core.words.sentences import read_by, with_names
from fudaba.evaluation.recorded import played_again

from ..daifugo.positions import position as daifugo_position
from ..seki.positions import position as seki_position
from ..sevens.positions import position
from ..spread import every_game
from ..tables import only_move
from .terminal import ALWAYS_THE_FIRST, Typed, at_a_terminal, played, record_of, refusal

COLUMNS = 120
PLAY = ["play", "sevens_v0"]
TWO_ROUNDS = {"daifugo_v0": {"num_rounds": 2}}  # with the gifts between them


def sitting_at(game: Game, seat: int = 0, seed: int = 0, **options: Any) -> Sitting:
    """A game against three greedy players."""
    return Sitting(game, game.options.read(game.name, options), ["greedy"] * 3, seat, seed)


# A whole game


@pytest.mark.diagonal
@every_game
@pytest.mark.parametrize("seat", [0, 2])
def test_a_whole_game(
    game: Game, seat: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    agents = ["greedy", "random", "greedy"]
    words = ["play", game.name, "--seat", str(seat), "--seed", "7", "--against", *agents]
    shown = played([*words, "--record", "games"], ALWAYS_THE_FIRST, monkeypatch, capsys)
    record = record_of("games")
    assert record.agents == [*agents[:seat], "person", *agents[seat:]]
    titles = [agent_title(agent, game) for agent in agents]
    names = seat_names([*titles[:seat], "You", *titles[seat:]])
    steps = [(state.copy(), action) for state, action in record.positions(game)]
    assert steps[-1][0]["to_move"] < 0
    forced = [*played_again("the game", record).are_forced, False]
    moves = []
    for (state, action), is_forced in zip(record.positions(game), forced, strict=True):
        if action is not None:
            by = int(state["to_move"])
            with read_by(seat):
                told = game.announced_to(state, action, seat)
                only = only_move(game, state) if by == seat and is_forced else ""
            line = f"{names[by]} {with_names(told, names, seat)}"
            moves.append(f"{line}{only}\n" if told else "")
    lines = shown.splitlines()
    printed_moves = [move.rstrip("\n") for move in moves if move]
    assert [line for line in lines if line in printed_moves] == printed_moves
    views = [game.view(state, seat) for state, _ in steps]
    with read_by(seat):
        news = [game.words.news(before, after, seat) for before, after in pairwise(views)]
    printed = [move + (wrapped(f"  {with_names(said, names, seat)}", 120) + "\n") * bool(said)
               for move, said in zip(moves, news, strict=True)]  # fmt: skip
    at = 0
    for page in printed:
        at = shown.index(page, at) + len(page)
    rows = results(game, steps[-1][0])
    words = [" ".join((one.place, names[one.seat], one.points)) for one in rows]
    assert [line.split() for line in lines[-6:-2]] == [one.split() for one in words]
    (own,) = (one for one in rows if one.seat == seat)
    has_place = own.place != NO_PLACE
    assert lines[-2] == (
        f"You came {own.place} of 4." if has_place else f"You have no place: {own.points}."
    )
    assert "reward" not in "".join(lines[-7:])
    assert lines[-1] == "The game was added to games."


def test_the_same_seed_and_lines_give_the_same_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*PLAY, "--against", "random", "--seat", "1", "--seed"]
    games = [played([*words, s], ALWAYS_THE_FIRST, monkeypatch, capsys) for s in "556"]
    assert games[0] == games[1] != games[2]


def test_without_a_seat_and_a_seed_both_are_random(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    starts = [played(["play", "sevens"], "quit\n", monkeypatch, capsys) for _ in range(20)]
    tables = [start.splitlines()[1:3] for start in starts]
    assert len({at_the_table for at_the_table, _ in tables}) > 1
    assert len({rules_and_seed for _, rules_and_seed in tables}) > 1


def test_house_rules_are_played_and_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = ["num_players=2", "tunnel=none", "voluntary_pass=off"]
    words = [*PLAY, "--seed", "1", "--seat", "1", "--record", "games", "--options", *rules]
    shown = played(words, "quit", monkeypatch, capsys)
    assert "House rules: num_players=2, voluntary_pass=off, tunnel=none. Seed: 1.\n" in shown
    assert record_of("games").options["tunnel"] == "none"
    assert record_of("games").agents == ["greedy", "person"]


# What a person can type


def test_help_hint_and_rules_answer_and_ask_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*PLAY, "--seat", "1", "--seed", "3"]
    shown = played(words, "?\nHELP\n\nhint\nrules 4.4\nQuit\n", monkeypatch, capsys)
    assert shown.count("Type the number of a move or its name") == 3
    assert "\nMedium would: pass" in shown
    assert "\nSEV-4.4 Pass legal iff no RECOVER is pending and" in shown
    assert shown.count("\nOn the table:\n") == 3
    assert shown.count("Your move (1 to 2, ? for help): ") == 6
    assert shown.endswith("You left the game after 0 moves.\n")


@every_game
def test_the_hint_is_what_the_adviser_does_with_the_seat_s_view(game: Game) -> None:
    sitting = sitting_at(game, seed=11)
    adviser = make_agent("greedy", game, sitting.options)
    while sitting.to_move >= 0:
        view = game.flat(np.array([game.view(sitting.state, sitting.to_move)]))
        mask = np.zeros((1, game.num_actions), np.int8)
        game.kernels.legal(sitting.state, mask[0])
        (action,) = adviser.act(view, mask, np.random.default_rng()).tolist()
        assert sitting.advice("greedy") == action
        sitting.take(action)


def move_read(game: Game, state: np.void, legal: list[int], text: str) -> int:
    """The move with this name or these words."""
    return read_move(game, state, legal, every_move_name(game, state), text)


@every_game
def test_a_move_is_read_by_number_name_or_some_of_its_words(game: Game) -> None:
    state = sitting_at(game, seed=3).state
    legal = game.legal_actions(state)
    names = [game.words.describe(state, action) for action in legal]
    last_words = [name.split()[-1] for name in names]
    everything = " ".join(names).split()
    for number, (action, name, last) in enumerate(zip(legal, names, last_words, strict=True), 1):
        assert read_words(game, state, legal, legal, f"#{number}") == [(action,)]
        # A bare number is the number of a move.
        own_words = [last.lower()] * (everything.count(last) == 1 and not last.isdigit())
        for text in (name, f" {name.upper()}  ", *own_words):
            assert move_read(game, state, legal, text) == action
            assert read_words(game, state, legal, legal, text)[0][0] == action


def test_moves_that_are_not_there_are_refused_with_a_reason() -> None:
    game = find_game("sevens_v0")
    state = sitting_at(game, seed=3).state  # D8 and pass
    legal = game.legal_actions(state)
    for text, part in [
        ("3", "there is no move 3; allowed: 1 to 2."),
        ("#3", "there is no move 3; allowed: 1 to 2."),
        ("0", "there is no move 0; allowed: 1 to 2."),
        ("9" * 5000, "allowed: 1 to 2."),
        ("h9", "lay H9 is not allowed: H9 is not in the hand (SEV-4.3a)."),
        ("lay s9", "lay S9 is not allowed: S9 does not continue a row from its seven"),
        ("castle", "there is no legal move 'castle'; allowed: lay D8, pass."),
    ]:
        with pytest.raises(UserError) as refused:
            read_words(game, state, legal, legal, text)
        assert part in str(refused.value)


def test_the_name_of_a_forbidden_move_is_never_taken_for_another_of_the_same_words() -> None:
    table = position("H8-K HA-3 H6", ["joker H4 S6", "rest"], jokers=1, joker_use="fill")
    legal = find_game("sevens_v0").legal_actions(table.state)
    read = partial(move_read, find_game("sevens_v0"), table.state, legal)
    assert read("fill H5 with H4") == read("fill h5") == read("with H4") == legal[-1]
    with pytest.raises(UserError, match=r"^fill H4 with H5 is not allowed: H4 is in the own hand"):
        read("fill H4 with H5")


def test_a_name_that_fits_several_moves_is_asked_again() -> None:
    game = find_game("killer_sevens_v0")
    state = sitting_at(game, seed=1).state
    legal = game.legal_actions(state)
    names = " or ".join(game.words.describe(state, action) for action in legal[:-1])  # all but pass
    with pytest.raises(UserError, match=f"^'lay' can be {names}; write more of it.$"):
        move_read(game, state, legal, "lay")


def seki_at(hand: str, **stacks: Any) -> np.void:
    """A turn of SEKI's HUNTER with this hand."""
    return seki_position([hand, "1 1 TRADE", "2 2 TRADE"], "HUNTER . .", **stacks).state


def test_the_beginnings_of_words_will_do() -> None:
    game = find_game("seki_v0")
    state = seki_at("6 7 7 TRADE", sd="REVERSE")
    legal = game.legal_actions(state)
    for text, name in [
        ("tr 6", "trash 6a"),
        ("trash 6", "trash 6a"),
        ("T 6A", "trash 6a"),
        ("p", "pass"),
        ("act", "activate HUNTER"),
        ("u", "use TRADE a"),
        ("trade", "use TRADE a"),
    ]:
        assert game.words.describe(state, move_read(game, state, legal, text)) == name
    for text, names in [
        ("tr 7", "trash 7a or trash 7b"),
        ("tr", "trash 6a or trash 7a or trash 7b or use TRADE a"),
    ]:
        with pytest.raises(UserError, match=f"^'{text}' can be {names}; write more of it.$"):
            move_read(game, state, legal, text)


def test_legal_moves_come_first_and_exact_names_before_all() -> None:
    game = find_game("seki_v0")
    state = seki_at("6 8 DIG_UP TRADE", ng="7")
    read = partial(move_read, game, state, game.legal_actions(state))
    assert game.words.describe(state, read("tr 8")) == "trash 8a"
    assert game.words.describe(state, read("di")) == "use DIG UP a"
    for text, why in [
        ("tr 6", "trash 6a is not allowed: 6a does not beat the pile (SEKI-4.1)."),
        ("trash 8b", "trash 8b is not allowed: 8b is not in the hand (SEKI-4.5)."),
        ("use dig up d", "use DIG UP d is not allowed: DIG UP d is not in the hand (SEKI-4.6)."),
        ("dig up d", "use DIG UP d is not allowed: DIG UP d is not in the hand (SEKI-4.6)."),
        ("up di", "there is no legal move 'up di'; allowed: trash 8a, "),
    ]:
        with pytest.raises(UserError) as refused:
            read(text)
        assert str(refused.value).startswith(why)


def test_whole_words_come_before_beginnings() -> None:
    game = find_game("seki_v0")
    state = seki_at("6 REVERSE DISCARD", sd="REVERSE")
    legal = game.legal_actions(state)
    assert game.words.describe(state, move_read(game, state, legal, "a")) == "use REVERSE a"
    state = seki_at("6 9", sd="REVERSE")
    legal = game.legal_actions(state)
    assert game.words.describe(state, move_read(game, state, legal, "a")) == "activate HUNTER"


def test_one_letter_commands_stay_commands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = played([*PLAY, "--seat", "1", "--seed", "3"], "?\nq\n", monkeypatch, capsys)
    assert "Type the number of a move" in shown and "You left the game after 0 moves." in shown


# Words that a game reads, for moves of several steps


def daifugo_sitting(hand: str, *others: str, **options: Any) -> Sitting:
    """The person leads with this hand."""
    game, rules = find_game("daifugo_v0"), {"num_players": 1 + len(others), **options}
    agents = ["random"] * len(others)
    sitting = Sitting(game, game.options.read(game.name, rules), agents, 0, 0)
    batch = sitting._tables._batch
    batch.states[0] = daifugo_position([hand, *others], options=options).state
    batch.to_move[0] = 0
    game.kernels.legal(batch.states[0], batch.masks[0])
    return sitting


def deeds(
    sitting: Sitting,
    lines: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> tuple[list[str], str]:
    """What the person does with these lines until somebody else is to move, and what is shown."""
    monkeypatch.setattr(sys, "stdin", Typed(lines))
    done = []
    while sitting.to_move == sitting.seat:
        action = person_action(Console(width=100), sitting)
        if action is None:
            break
        done.append(sitting.game.words.describe(sitting.state, action))
        sitting.take(action)
    return done, capsys.readouterr().out


HAND = "S3 H3 D3 S4 S6 S7 H7 SQ joker"
NEXT = ("S10 H10 D10", "S9 H9 D9")


@pytest.mark.parametrize(
    ("lines", "done", "num_asked"),
    [
        ("q q\n♠q\n", ["single Q", "with ♠Q"], 2),
        ("Q\n", ["single Q", "with ♠Q"], 1),
        ("3 3 3\n", ["triple 3 3 3", "with ♠3 ♥3 ♦3"], 1),
        ("3 3\n2\n", ["pair 3 3", "with ♠3 ♦3"], 2),
        ("3 3\nh d\n", ["pair 3 3", "with ♥3 ♦3"], 2),
        ("joker\n", ["lone joker"], 1),
        ("s3 s4 joker\n", ["run 3 4 5", "in ♠"], 1),
        ("s4 joker s6\n", ["run 4 5 6", "in ♠"], 1),
        ("6 7 joker\n2\n", ["run 6 7 8", "in ♠"], 2),
        ("q joker\n3\n", ["pair Q Q", "with ♠Q and a joker", "joker as ♦Q"], 2),
        ("#1\n1\n", ["single 3", "with ♠3"], 2),
    ],
)
def test_cards_are_typed_as_they_are_and_only_what_is_open_is_asked(
    lines: str,
    done: list[str],
    num_asked: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    sitting = daifugo_sitting(HAND, *NEXT, effects=["runs"])
    found, shown = deeds(sitting, lines, monkeypatch, capsys)
    assert found == done
    assert shown.count("Your move (") == num_asked


def test_gifts_are_typed_with_their_receiver_and_stop_ends_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sitting = daifugo_sitting(HAND, *NEXT)
    found, _ = deeds(sitting, "7 7\ns4 to 2\nstop\n", monkeypatch, capsys)
    assert found == ["pair 7 7", "with ♠7 ♥7", "give ♠4", "give ♠4 to player_2", "stop"]


def test_what_words_leave_open_is_listed_and_other_words_begin_anew(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sitting = daifugo_sitting(HAND, *NEXT, effects=["runs"])
    found, shown = deeds(sitting, "6 7 joker\nquit\n", monkeypatch, capsys)
    assert "6 7 joker can be:\n1 run 5 6 7   2 run 6 7 8\nYour move (1 to 2, " in shown
    assert found == []
    sitting = daifugo_sitting(HAND, *NEXT, effects=["runs"])
    found, _ = deeds(sitting, "6 7 joker\nq\n", monkeypatch, capsys)
    assert found == ["single Q", "with ♠Q"]


def test_a_number_that_is_also_a_card_is_asked_again() -> None:
    game, sitting = find_game("daifugo_v0"), daifugo_sitting(HAND, *NEXT)
    legal = game.legal_actions(sitting.state)
    read = partial(read_words, game, sitting.state, legal, legal)
    with pytest.raises(UserError) as refused:
        read("4")
    assert str(refused.value) == (
        "4 is the number of 'single 7' and can be 'single 4'; write #4 or single 4."
    )
    assert read("#4") == [(legal[3],)]
    assert game.words.describe(sitting.state, read("single 4")[0][0]) == "single 4"
    assert read("5") == [(legal[4],)], "there is no 5 in the hand"


def test_a_card_is_no_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sitting = daifugo_sitting("S3 S4", *NEXT)
    found, shown = deeds(sitting, "Q\n", monkeypatch, capsys)
    assert found == [] and "'Q' is not allowed: the hand has no Q (DFG-4.1)." in shown


def test_help_says_what_a_game_reads(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, shown = deeds(daifugo_sitting(HAND, *NEXT), "?\nquit\n", monkeypatch, capsys)
    assert "Type the number of a move" in shown and find_game("daifugo_v0").words.typing in shown


# Narrow terminals


def test_no_line_is_wider_than_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    words = ["play", "seki", "--seat", "1", "--seed", "5", "--against", "montecarlo:budget=1"]
    questions = "?\n? POLICE OFFICER\nrules 2\nrules 5.3\nrules\n? 3a*\n? zebra\n"
    shown = played(words, questions + ALWAYS_THE_FIRST, monkeypatch, capsys)
    assert "SEKI-5.3 DIG UP. Executable" in shown
    lines = shown.splitlines()
    assert max(map(len, lines)) <= 80
    assert re.search(r"^ {6}\S", shown, re.MULTILINE), "no line was too long"


def test_the_deal_is_shown_before_the_first_move_and_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed, others_begin in ((13, False), (14, True)):
        words = [*PLAY, "--seat", "1", "--seed", str(seed)]
        shown = played(words, "quit\n", monkeypatch, capsys)
        first_table, first_move = shown.index("\nYour hand: "), shown.find(" lays ")
        assert shown.count("\nYour hand: ") == 1 + others_begin
        assert others_begin == (first_table < first_move)


def test_what_has_no_choice_is_said_and_not_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*PLAY, "--seat", "1", "--seed", "6"]  # never anything but a pass
    shown = played(words, "", monkeypatch, capsys)
    assert "Your move" not in shown and "You came 4th of 4" in shown
    assert shown.count("\nYou pass (none of your cards fits") == 3


# Leaving


@pytest.mark.parametrize("last", ["quit\n", "q\n", ""])
def test_one_can_leave_and_the_record_is_kept(
    last: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*PLAY, "--seat", "1", "--seed", "13", "--record", "games"]
    shown = played(words, "1\n" + last, monkeypatch, capsys)
    assert shown.endswith("You left the game after 4 moves.\nThe game was added to games.\n")
    record = record_of("games")
    assert len(record.actions) == 4 and record.points == [0.0] * 4
    assert len(list(record.positions(find_game("sevens_v0")))) == 5


def test_ctrl_c_keeps_the_record(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Typed("1\n", then_interrupt=True))
    assert main([*PLAY, "--seat", "1", "--seed", "13", "--record", "games"]) == 130
    assert capsys.readouterr().err == "fudaba: interrupted; what was written before is kept.\n"
    assert len(record_of("games").actions) == 4


def test_records_are_added_to_those_that_are_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed in ("1", "2", "3"):
        words = [*PLAY, "--seat", "0", "--seed", seed, "--record", "games"]
        played(words, "quit", monkeypatch, capsys)
    content = Path("games").read_bytes()
    assert content.count(b"\n") == 3 and content.endswith(b"\n")
    assert len({record_of("games", number).rng for number in (1, 2, 3)}) == 3
    Path("games").write_bytes(content.rstrip(b"\n"))
    played(words, "quit", monkeypatch, capsys)
    assert Path("games").read_bytes().startswith(content)
    assert record_of("games", 4) == record_of("games", 3)


# Mistakes


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--seat", "4"], "seat can't be 4; allowed: whole numbers 0 to 3."),
        (["--seat", "-1"], "seat can't be -1; allowed: whole numbers 0 to 3."),
        (["--seed", "-1"], "seed can't be -1; allowed: whole numbers 0 to"),
        (["--against", "genius"], "there is no agent 'genius'; allowed: random"),
        (["--against", "person"], "there is no agent 'person'"),
        (["--against", "random", "greedy"], "against can't be 2 agents; allowed: 1 for all other"),
        (["--against"], "--against needs a value (AGENT ...)."),
        (["--against", "policy:nowhere"], "there is no folder nowhere with a policy"),
        (["--options", "pass_limit=99"], "option pass_limit can't be 99; allowed: whole numbers"),
        (["--options", "blood=1"], "there is no option 'blood'"),
        (["--options", "pass_limit"], "write NAME=VALUE"),
        (["--record", "."], "file . can't be read: it is a folder, a pipe or a device."),
        (["--record", "file/games"], "file file/games can't be written: "),
        (["--record", "file"], "file file holds something else than game records; choose another."),
    ],
    ids=lambda part: "" if isinstance(part, str) else " ".join(part),
)
def test_a_mistake_gets_one_sentence_before_the_game(
    words: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("file").write_text("precious\n", encoding="utf-8")
    assert part in refusal([*PLAY, *words], capsys)
    assert Path("file").read_text(encoding="utf-8") == "precious\n"


# Secrets

ASKED = 0.4  # the part of the turns that are asked about


@every_game
def test_nothing_that_is_printed_depends_on_what_the_seat_does_not_know(
    game: Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At some of the person's turns, asked for everything, in the real and in other worlds."""
    num_worlds, seed, chance = 0, 9, random.Random(9)
    while num_worlds <= 10 and seed < 30:  # one game may be over too soon
        sitting = sitting_at(game, seat=1, seed=seed, **TWO_ROUNDS.get(game.name, {}))
        while sitting.to_move >= 0:
            if sitting.to_move == sitting.seat and chance.random() < ASKED:
                real, pages = game.words.snapshot(sitting.state), set()
                for _ in range(2):
                    pages.add(asked_everything(sitting, monkeypatch, capsys))
                    num_worlds += game.words.snapshot(sitting.state) != real
                    game.kernels.redeal(sitting.state, sitting.seat)
                assert len(pages) == 1
            sitting.take(sitting.advice("greedy"))
        seed += 1
    assert num_worlds > 10


MOST_FORBIDDEN = 6  # in one turn; a match has hundreds of turns


def asked_everything(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    """What the person is shown on a turn, with all commands and many forbidden moves typed."""
    game, state = sitting.game, sitting.state
    forbidden = sorted(set(range(game.num_actions)) - set(game.legal_actions(state)))
    rng = random.Random(len(sitting.actions))
    some = rng.sample(forbidden, min(MOST_FORBIDDEN, len(forbidden)))
    names = [game.words.describe(state, action) for action in some]
    questions = [f"? {name}" for name in names[:1]]
    lines = ["?", "hint", "rules", "? pass", *questions, *names, "quit"]
    monkeypatch.setattr(sys, "stdin", Typed("\n".join(lines)))
    legal = game.legal_actions(state)
    assert person_action(Console(), sitting) == (legal[0] if len(legal) == 1 else None)
    return f"{legal}\n{capsys.readouterr().out}"


# At a terminal


def test_a_game_at_a_terminal() -> None:
    words = ["play", "sevens", "--seat", "1", "--seed", "13"]
    screen, code = at_a_terminal(words, [("? for help", "d8\n"), ("? for help", "\x04")])
    assert code == 0 and "Traceback" not in screen
    assert "You lay ♦8\r\n" in screen
    assert screen.endswith("You left the game after 4 moves.\r\n")
    assert "\x1b[1;36mYou\x1b[0m" in screen  # in colour


def test_ctrl_c_at_a_terminal() -> None:
    words = ["play", "sevens", "--seat", "1", "--seed", "3"]
    screen, code = at_a_terminal(words, [("? for help", "\x03")])
    assert code == 130
    assert screen.endswith("\r\nfudaba: interrupted; what was written before is kept.\r\n")


# Words


def test_points_in_words() -> None:
    assert points_words(find_game("seki_v0"), [7, 1, 2.5]) == ["7 points", "1 point", "2.5 points"]
    assert points_words(find_game("tyrant_v0"), [17, 1]) == ["17 fame", "1 fame"]
    assert points_words(find_game("makkaik_v0"), [3, -1, 0]) == ["+3 points", "-1 point",
                                                                 "0 points"]  # fmt: skip
    assert points_words(find_game("sevens_v0"), [1]) == []


def test_names_of_players_are_distinct_and_hold_no_control_characters() -> None:
    assert seat_names(["Medium", "", "\x1b[2Jx\n", "Medium"]) == ["Medium 1", "player_1", "[2Jx",
                                                                  "Medium 2"]  # fmt: skip


def test_typed_names_are_read_as_seats() -> None:
    names = ["Medium 1", "You", "Medium 10", "Trained"]
    assert with_seats("choose medium 10", names) == "choose player_2"
    assert with_seats("choose Medium 1, trained", names) == "choose player_0, player_3"
    assert with_seats("unmedium 1x", names) == "unmedium 1x"


@pytest.mark.parametrize(
    ("body", "told", "why"),
    [
        ("raise ValueError('lost')", "failed", "failed: ValueError('lost')."),
        ("return masks.argmin(axis=1)", "chose a move that the rules do not allow", ""),
        ("return None", "failed", "must return an action for each of 1 tables"),
    ],
)
def test_a_stand_in_plays_on_for_an_agent_that_fails(
    body: str,
    told: str,
    why: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("bot.py").write_text(
        f"class Bot:\n    def act(self, observations, masks, rng):\n        {body}\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "stdin", Typed(ALWAYS_THE_FIRST))
    against = ["greedy", "python:bot.py:Bot", "random"]
    words = ["play", "sevens", "--seat", "0", "--seed", "7", "--record", "games"]
    assert main([*words, "--against", *against]) == 0
    shown = capsys.readouterr()
    assert shown.out.count(f"Bot {told}; greedy plays on in its place.\n") == 1
    assert why in shown.err and shown.err.count("Traceback") == ("lost" in body)
    assert record_of("games").agents[2] == "python:bot.py:Bot, then greedy"
    for name in [name for name in sys.modules if name.startswith("fudaba_agent_")]:
        del sys.modules[name]
