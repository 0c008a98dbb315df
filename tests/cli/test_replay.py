"""`fudaba replay`: what is recorded can be looked at again; damaged files are named."""

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from fudaba.cli.main import main
from fudaba.cli.replay import PROMPT, Look, reply, step_through
from fudaba.envs import NOBODY, Game, GameRecord, find_game
from fudaba.envs.core.api.aec import constructors
from fudaba.envs.core.scene.lines import wrapped
from fudaba.envs.core.scene.scene_text import draw_text
from fudaba.envs.core.words.open_table import open_scene
from fudaba.envs.core.words.results import results
from fudaba.envs.core.words.sentences import read_by, with_names
from fudaba.evaluation.recorded import played_again, read_record
from fudaba.testing.mixes import long_match

from ..spread import every_game
from ..tables import only_move
from .terminal import at_a_terminal, refusal

COLUMNS = 200


def recorded(game: Game, decisions: int = 999, seed: int = 4, **options: Any) -> GameRecord:
    """A game in which everybody takes the first legal action, for some decisions."""
    env = constructors(game)[1](**options)
    env.reset(seed=seed)
    for _ in range(decisions):
        if not all(env.terminations.values()):
            env.step(game.legal_actions(env._state)[0])
    record: GameRecord = env.record()
    return record


def written(*records: GameRecord) -> Path:
    """A file of records."""
    path = Path("games.jsonl")
    path.write_text("".join(f"{record.to_json()}\n" for record in records), encoding="utf-8")
    return path


def shown(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What a successful replay prints into a pipe."""
    assert main(["replay", *words]) == 0
    printed = capsys.readouterr()
    assert not printed.err
    return printed.out


def chosen(game: Game, state: np.void, action: int) -> str:
    """Returns a step that a later one tells, as its own player reads it."""
    return f"chooses “{game.words.describe(state, action)}”"


# All positions in a row


@every_game
def test_a_pipe_gets_every_position_with_the_move_and_the_points(
    game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    record = recorded(game).model_copy(update={"agents": ["ann", "bob", "cat", "dan"]})
    names = [name.capitalize() for name in record.agents]
    text = shown([str(written(record))], capsys)
    last = len(record.actions)
    forced = played_again("x", record).are_forced
    at = 0
    for number, (state, action) in enumerate(record.positions(game)):
        at = text.index(f"{game.name}, position {number} of {last}, as ", at)
        if action is not None:
            seat = int(state["to_move"])
            drawing = with_names(game.text(state, seat), names)
            told = game.announced_to(state, action, seat) or chosen(game, state, action)
            move = f"{with_names(told, names)}{only_move(game, state) * forced[number]}"
            said = f"Next: {names[seat]} {move}\n"
            page = text[at:].split("\n", 1)[1]
            assert page.startswith(f"{drawing}\n{said}")
    assert "The game is over:" in text[at:]
    rows = [(one.place, names[one.seat], one.points) for one in results(game, state)]
    printed = text.split("The game is over:\n")[1].splitlines()[: len(rows)]
    assert [line.split() for line in printed] == [" ".join(row).split() for row in rows]


@pytest.mark.diagonal
@every_game
@pytest.mark.parametrize("seat", [0, 3])
def test_one_seat_s_view_all_along(
    game: Game, seat: int, capsys: pytest.CaptureFixture[str]
) -> None:
    record = recorded(game, 20)
    text = shown([str(written(record)), "--seat", str(seat)], capsys)
    played = played_again("the game", record)
    seen = played.positions(seat)
    for number in seen:
        assert f"\n{game.text(played.states[number], seat)}\n" in text
    assert f"position 0 of {len(seen) - 1}, as" in text
    hands = re.findall(r"hand of (player_\d): ", text)
    assert {*hands} == {f"player_{seat}"} and len(hands) >= len(seen)
    assert len(seen) == 21 or game.words.announce, "of some steps others are told nothing"


@every_game
def test_the_open_table_is_drawn_like_a_seat_s(
    game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    record = recorded(game, 9, **long_match(game))
    text = shown([str(written(record)), "--open"], capsys)
    pages = re.split(r"^games\.jsonl, game 1 of 1: .*, the open table$", text, flags=re.MULTILINE)
    assert len(pages) == 11
    for page, (state, _) in zip(pages[1:], record.positions(game), strict=True):
        drawing = "\n".join(
            wrapped(line, 200) for line in draw_text(open_scene(game, state)).splitlines()
        )
        assert page.startswith(f"\n{drawing}\n")
    assert pages[-1].rstrip().endswith("The record ends here; the game was not finished.")


def test_a_heading_breaks_between_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    heading = shown([str(written(recorded(find_game("seki_v0"), 0)))], capsys).split("pile")[0]
    assert heading.splitlines() == [
        "games.jsonl, game 1 of 1: seki_v0, position 0 of 0, as",
        "      player_1 sees it",
    ]


@pytest.mark.parametrize("words", [["--seat", "1"], []])
def test_a_move_s_news_stand_under_it(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    game = find_game("seki_v0")
    record = recorded(game, seed=5)
    text = shown([str(written(record)), *words], capsys)
    look = Look(played_again("x", record), 0, 1 if words else None, False)
    told = 0
    for number, (start, end) in enumerate(pairwise(look.positions)):
        look.number = number
        views = [game.view(look.game.states[at], look.viewer) for at in (start, end)]
        news = game.words.news(*views, look.viewer)
        before, mover = look.game.states[end - 1], int(look.game.states[end - 1]["to_move"])
        move = game.announced_to(before, record.actions[end - 1], look.viewer)
        if not move and mover == look.viewer:
            move = chosen(game, before, record.actions[end - 1])
        is_told = mover == look.viewer and look.game.are_forced[end - 1]
        line = f"Next: player_{mover} {move}{only_move(game, before) * is_told}\n"
        page = text.split(f"position {number} of ")[1]
        assert line + f"  {news}\n" * bool(news) in page
        told += bool(news)
    assert told > 5


def test_the_game_number_chooses_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    games = [recorded(find_game("sevens_v0"), 3, seed) for seed in (1, 2)]
    games.append(recorded(find_game("killer_sevens_v0"), 2))
    path = str(written(*games))
    assert "game 1 of 3: sevens_v0, position 3 of 3" in shown([path], capsys)
    for number, name in ((2, "sevens_v0"), (3, "killer_sevens_v0")):
        text = shown([path, "--game-number", str(number)], capsys)
        assert f"game {number} of 3: {name}, position 0 of {len(games[number - 1].actions)}" in text
    assert shown([path, "--game-number", "1"], capsys) != shown(
        [path, "--game-number", "2"], capsys
    )


def test_what_play_and_the_arena_write_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    arena = ["arena", "killer_sevens_v0", "random", "greedy", "--deals", "2"]
    assert main([*arena, "--records", "games"]) == 0
    capsys.readouterr()
    text = shown(["games", "--game-number", "5"], capsys)
    assert re.search(r"game 5 of 16: .* as (Easy|Medium) \d sees it", text)


# Step by step


def test_a_look_goes_where_it_is_told() -> None:
    game = played_again("x", recorded(find_game("sevens_v0"), 12))
    look = Look(game, 0, None, False)
    positions = []
    for word in ["", "n", "b", "p", "p", "12", "n", "5", "0"]:
        assert look.follow(word) == ""
        positions.append(look.position)
    assert positions == [1, 2, 1, 0, 0, 12, 12, 5, 0]
    for word in ["13", "-1", "x", "9" * 5000]:
        assert look.follow(word).endswith("positions are 0 to 12.")
        assert look.position == 0


def test_words_are_explained_where_the_look_is() -> None:
    look = Look(played_again("x", recorded(find_game("seki_v0"), 12)), 3, None, False)
    for word, part in [
        ("? DIG UP", "More: rules SEKI-"),
        ("rules 5.3", "SEKI-5.3 DIG UP. Executable"),
        ("? stall_rounds", "stall_rounds=2: "),
        ("rules", "1 Summary, 2 Components"),
        ("? xyzzy", "the rules say nothing of 'xyzzy'."),
        ("rules 77", "the rules have no clause '77'; allowed: "),
        ("?", "? WORD  what a card, an effect, a move or a word of the table means"),
        ("help", "bonus turn     "),
    ]:
        assert part in reply(Console(width=100), look, word).plain
        assert look.position == 3
    assert reply(Console(), look, "").plain == "" and look.position == 4


def test_s_goes_round_the_seats_and_o_opens_the_table() -> None:
    game = played_again("x", recorded(find_game("sevens_v0"), 12))
    look = Look(game, 3, None, False)
    seats = []
    for _ in range(6):
        look.follow("s")
        seats.append(look.seat)
    assert seats == [0, 1, 2, 3, None, 0]
    look.follow("o")
    assert look.is_open
    look.follow("o")
    assert not look.is_open
    look.follow("o")
    look.follow("s")
    assert not look.is_open and look.seat == 1


def test_the_viewer_is_the_player_to_move_and_at_the_end_the_last_one() -> None:
    record = recorded(find_game("sevens_v0"))
    game = played_again("x", record)
    look = Look(game, 0, None, False)
    movers = [int(state["to_move"]) for state in game.states]
    assert movers[-1] == -1
    for position, mover in enumerate([*movers[:-1], movers[-2]]):
        look.number = position
        assert look.viewer == mover


def test_stepping_at_a_terminal() -> None:
    path = str(written(recorded(find_game("killer_sevens_v0"), 6)).resolve())
    answers = ["\n", "6\n", "\n", "b\n", "s\n", "o\n", "zz\n", "? dead\n", "q\n"]
    screen, code = at_a_terminal(["replay", path], [("q quit: ", word) for word in answers])
    assert code == 0 and "Traceback" not in screen
    plain = " ".join(re.sub(r"\x1b\[[\d;]*m", "", screen).split())  # a long path breaks headings
    pages = re.findall(r"position (\d) of 6, (as player_\d sees it|the open table)", plain)
    assert [int(position) for position, _ in pages] == [0, 1, 6, 6, 5, 5, 5, 5, 5]
    assert pages[5][1] == "as player_0 sees it"
    assert [how for _, how in pages[6:]] == ["the open table"] * 3
    assert "'zz' can't be done here; positions are 0 to 6." in screen
    assert "More: rules KIL-" in screen


def test_the_prompt_breaks_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    prompts = list[str]()
    monkeypatch.setattr("builtins.input", lambda prompt: prompts.append(prompt) or "q")
    game = played_again("a game", recorded(find_game("namto_v0"), 2))
    step_through(Console(width=80), Look(game, 0, None, False))
    (prompt,) = prompts
    assert " ".join(prompt.split()) == PROMPT and prompt.endswith(" ")
    assert all(len(line) <= 80 for line in prompt.splitlines())


@every_game
def test_the_help_fits_80_columns(game: Game) -> None:
    look = Look(played_again("a game", recorded(game, 2)), 0, None, False)
    shown = f"{reply(Console(width=80), look, '?')}\n{game.words.typing}"
    assert [line for line in shown.splitlines() if len(line) > 80] == []


# Mistakes


def damaged(**changes: Any) -> str:
    content = {**recorded(find_game("sevens_v0")).model_dump(), **changes}
    return json.dumps(content)


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("hello", "this is no game record: "),
        ("", "this is no game record: "),
        ("{}", "this is no game record: game: Field required."),
        (damaged(seed=3), "this is no game record: seed: "),
        (damaged(game="whist_v0"), " of your own is found by its file: --games ./my_game.py."),
        (damaged(options={"wind": 3}), "there is no option 'wind'"),
        (damaged(rng=5), "the record is damaged, or of another version of sevens_v0: action"),
        (damaged(actions=[52, 9999]), "action 9999, number 2 of 2, is not legal."),
        (damaged(points=[0.0] * 4), "it says points"),
        (damaged(agents=["greedy"]), "the record is damaged: 1 agents for 4 seats."),
    ],
    ids=[
        "words", "blank", "empty", "key", "game", "option", "deal", "action", "points", "agents"
    ],
)  # fmt: skip
def test_a_damaged_line_is_named(line: str, part: str, capsys: pytest.CaptureFixture[str]) -> None:
    good = recorded(find_game("sevens_v0")).to_json()
    Path("games.jsonl").write_text(f"{good}\n{line}\n{good}\n", encoding="utf-8")
    message = refusal(["replay", "games.jsonl", "--game-number", "2"], capsys)
    assert message.startswith("games.jsonl, game 2 of 3: ") and part in message
    for number in ("1", "3"):
        assert main(["replay", "games.jsonl", "--game-number", number]) == 0
        capsys.readouterr()


def test_a_truncated_file_and_one_of_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    good = recorded(find_game("sevens_v0")).to_json().encode()
    no_text = "line 1 is no text in UTF-"
    for content, part in (
        (good[:-9], "game 1 of 1: this is no game record"),
        (b"\x80\x04\x95", no_text),
        (b"\xff\xfe\x00", no_text),
    ):
        Path("games.jsonl").write_bytes(content)
        assert part in refusal(["replay", "games.jsonl"], capsys)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["nowhere"], "file nowhere can't be read: No such file or directory."),
        (["."], "file . can't be read: it is a folder, a pipe or a device."),
        (["empty"], "file empty holds no game."),
        (["games.jsonl", "--game-number", "3"], "game-number can't be 3; allowed: whole numbers 1"),
        (["games.jsonl", "--game-number", "0"], "game-number can't be 0; allowed: whole numbers 1"),
        (["games.jsonl", "--seat", "4"], "seat can't be 4; allowed: whole numbers 0 to 3."),
        (["games.jsonl", "--seat", "-1"], "seat can't be -1; allowed: whole numbers 0 to 3."),
        (["games.jsonl", "--seat", "0", "--open"], "--seat and --open can't be combined"),
    ],
    ids=lambda part: "" if isinstance(part, str) else " ".join(part),
)
def test_a_mistake_gets_one_sentence(
    words: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("empty").touch()
    written(*[recorded(find_game("sevens_v0"), 2)] * 2)
    assert part in refusal(["replay", *words], capsys)


def test_a_record_without_agents_names_the_seats_alone() -> None:
    assert read_record(written(recorded(find_game("sevens_v0"), 2)), 1).names == [
        f"player_{seat}" for seat in range(4)
    ]


@pytest.fixture(autouse=True)
def words_are_for_a_person() -> Iterator[None]:
    """The words that are compared are those that somebody who watches reads."""
    with read_by(NOBODY):
        yield
