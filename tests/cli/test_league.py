"""`fudaba league`: the page of all games, going on, and what is refused."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from fudaba.agents import packaged
from fudaba.cli import league as command
from fudaba.cli.main import main
from fudaba.envs import find_game
from fudaba.evaluation import league as playing
from fudaba.evaluation.arena import ArenaResult, compare
from fudaba.evaluation.counting import Progress
from fudaba.evaluation.league import AGENTS, League, LeagueTable, make_members, members
from fudaba.evaluation.match import Chunk, ChunkResult, MatchRunner
from fudaba.evaluation.report.league import (
    MARK,
    NO_BREAK,
    duration,
    league_page,
)
from fudaba.evaluation.report.numbers import UNKNOWN

from ..test_glossaries import foreign_words
from .terminal import refusal

ROOT = Path(__file__).parents[2]
PAGE, NUMBERS = Path("runs/league/league.md"), Path("runs/league/league.json")
RESULTS = Path("runs/league/results.sqlite")
PICTURE = Path("runs/league/league_pictures/sevens_v0.svg")
BOT = "python:bot.py:Bot"
BOT_CODE = """
class Bot:
    def act(self, observations, masks, rng):
        return masks.argmax(axis=1)
"""
LEAGUE = ["league", "sevens", "cyclic", "--agents", "random", "greedy", "--deals", "3"]


@pytest.fixture(autouse=True)
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Chunk]:
    """The chunks that commands play, which write into the present folder; times are made up."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(playing, "decision_times", lambda *_: {"random": 2e-6, "greedy": 0.0123})
    monkeypatch.setattr(command, "league_picture", lambda table: f"{MARK}<svg>{table.title}</svg>")
    chunks: list[Chunk] = []
    play = MatchRunner.play

    def counted(players: MatchRunner, chunk: Chunk) -> ChunkResult:
        chunks.append(chunk)
        return play(players, chunk)

    monkeypatch.setattr(MatchRunner, "play", counted)
    return chunks


def written() -> tuple[bytes, bytes]:
    return PAGE.read_bytes(), NUMBERS.read_bytes()


def plain(page: str) -> str:
    """A page that may break its lines anywhere."""
    return page.replace(NO_BREAK, " ")


def league() -> League:
    return League.from_json(NUMBERS.read_bytes())


def compared(game: str, **wanted: Any) -> ArenaResult:
    return compare(game, make_members(find_game(game), ["random", "greedy"]), **wanted)


# What is written


def test_the_page_and_the_numbers_are_those_of_the_arena() -> None:
    assert main(LEAGUE) == 0
    tables, text = league().games, plain(PAGE.read_text(encoding="utf-8"))
    assert [*tables] == ["cyclic_v0", "sevens_v0"]
    for name, table in tables.items():
        assert table.says_the_same_as(LeagueTable.of(compared(name, deals=3)))
        assert table.seconds == {"random": 2e-6, "greedy": 0.0123}
        assert f"| [{table.title}](#{table.title.lower()}) | `greedy` |" in text
        part = text.split(f"\n## {table.title}\n")[1].split("\n## ")[0]
        assert f"`{name}`, 4 players: 3 deals, 24 games, " in part
        (best, other), lead = table.standings, table.behind[1]
        assert f"| `greedy` | {best.reward.mean:+.3f} (" in part and "| 12 ms |" in part
        assert f"({lead.low:+.3f} to {lead.high:+.3f}) |" in part
        assert f"| {100 * other.first_places.mean:.1f} % (" in part and "| 2.0 µs |" in part
        meeting = table.pairwise[1][0]
        assert meeting and f"| `random` | {meeting.reward.mean:+.3f} (" in part
        assert f"{100 * meeting.ahead.mean:.1f} % (" in part
        assert f" %), {100 * meeting.predicted:.1f} % |  |" in part
        address = re.findall(r"!\[.*\]\((.*)\)", part)[0]
        assert table.title in (PAGE.parent / address).read_text(encoding="utf-8")


def test_the_overview_says_what_the_best_earns_more_than_greedy() -> None:
    table = LeagueTable.of(compared("sevens_v0", deals=3))
    turned = table.model_copy(
        update={"standings": table.standings[::-1], "game": "turned_v0", "title": "Turned & on"}
    )
    page = plain(league_page(League(games={"sevens_v0": table, "turned_v0": turned})))
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| [")]
    lead = table.behind[1]
    more = f"{lead.mean:+.3f} ({lead.low:+.3f} to {lead.high:+.3f})"
    assert [row[4] for row in rows] == [UNKNOWN, more]  # greedy is not better than itself
    assert rows[1][1] == "`random`" and f"{lead.mean:+.3f}" != "+0.000"
    assert "<summary>Turned &amp; on: " in page
    unsure = table.model_copy(update={"behind": (lead, table.behind[0])})
    assert "| `greedy` | `random` |" in league_page(League(games={"sevens_v0": unsure}))


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(2.04e-7, "0.2 µs"), (1.2e-5, "12 µs"), (1e-3, "1.0 ms"), (2.5, "2500 ms"), (None, UNKNOWN)],
)
def test_times_in_words(seconds: float | None, text: str) -> None:
    assert plain(duration(seconds)) == text


def test_the_page_of_the_docs_is_that_of_its_numbers() -> None:
    known = League.from_json((ROOT / "docs" / "league.json").read_bytes())
    assert (ROOT / "docs" / "league.md").read_text(encoding="utf-8") == league_page(known)


def test_a_league_in_japanese(capsys: pytest.CaptureFixture[str]) -> None:
    japanese = ["--language", "ja"]
    assert main([*LEAGUE, *japanese]) == 0
    shown = capsys.readouterr().out
    assert "\n循環\N{FULLWIDTH COLON}greedyがはっきり最善で、" in shown
    assert main(["league", "--page-only", *japanese]) == 0
    page = PAGE.read_text(encoding="utf-8").removeprefix(MARK)
    assert "\n| [七並べ](#七並べ) | `greedy` |" in page and "\n## 七並べ\n" in page
    prose = re.sub(r"```.*?```|`[^`]*`|<[^>]*>|\]\([^)]*\)", "", page, flags=re.DOTALL)
    known = {"Plackett", "Luce", "fudaba", "greedy", "random", "ms", "s"}
    assert foreign_words(prose, known) == []


# Notes


def write_note(text: str) -> None:
    """As a person does in the file of numbers."""
    table = league().games["sevens_v0"].model_copy(update={"note": text})
    NUMBERS.write_text(league().with_table(table).to_json(), encoding="utf-8")


def test_a_note_is_on_the_page_until_the_games_change() -> None:
    assert main(LEAGUE) == 0
    write_note("the deck was short.")
    shutil.rmtree(PICTURE.parent)
    assert main(["league", "--page-only"]) == 0
    assert "\nSevens: the deck was short.\n" in PAGE.read_text(encoding="utf-8")
    assert "Sevens" in PICTURE.read_text(encoding="utf-8")
    assert main(LEAGUE) == 0  # plays nothing new
    assert "the deck was short" in PAGE.read_text(encoding="utf-8")
    assert main([*LEAGUE, "--deals", "4"]) == 0
    assert "the deck was short" not in PAGE.read_text(encoding="utf-8")


def test_games_with_the_same_note_share_a_line() -> None:
    known = League.from_json((ROOT / "docs" / "league.json").read_bytes())
    games = {
        name: table.model_copy(update={"note": "as before." if name != "seki_v0" else ""})
        for name, table in known.games.items()
        if name in ("cyclic_v0", "seki_v0", "tyrant_v0")
    }
    page = league_page(League(games=games))
    assert "\nCyclic, Tyrant: as before.\n" in page.split("| game |")[0], "above the results"


# Going on


def test_the_same_words_change_nothing(
    played: list[Chunk], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(LEAGUE) == 0
    before, count = written(), len(played)
    monkeypatch.setattr(playing, "decision_times", lambda *_: {"random": 5.0, "greedy": 5.0})
    assert main(LEAGUE) == 0
    assert written() == before and len(played) == count == 12
    assert main([*LEAGUE, "--deals", "4"]) == 0  # of the same chunks
    assert league().games["cyclic_v0"].seconds == {"random": 5.0, "greedy": 5.0}
    assert len(played) == count


def test_more_deals_play_what_is_missing(played: list[Chunk]) -> None:
    assert main(LEAGUE[:2] + LEAGUE[3:]) == main([*LEAGUE[:2], *LEAGUE[3:], "--deals", "70"]) == 0
    assert [chunk.number for chunk in played] == [number for number in range(8) for _ in range(2)]
    table = league().games["sevens_v0"]
    assert (table.deals, table.num_games) == (70, 560)
    assert table.says_the_same_as(LeagueTable.of(compared("sevens_v0", deals=70)))


def test_an_interrupted_league_goes_on(
    played: list[Chunk], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopping_in_the_second_game(bar: object, title: str) -> Progress:
        def stop(done: int, total: int, decisions: int, part: str) -> None:
            if title == "Cyclic" and done == 1:
                raise KeyboardInterrupt

        return stop

    with monkeypatch.context() as patched:
        patched.setattr(command, "playing_task", stopping_in_the_second_game)
        assert main([*LEAGUE, "--threads", "1"]) == 130
    assert "interrupted; what was written before is kept." in capsys.readouterr().err
    assert [*league().games] == ["sevens_v0"] and len(played) == 7
    assert main(LEAGUE) == 0 and len(played) == 12
    interrupted = written()
    shutil.rmtree("runs")
    assert main(LEAGUE) == 0 and written() == interrupted


def test_a_game_alone_leaves_the_others_on_the_page() -> None:
    assert main(LEAGUE) == 0
    sevens = PAGE.read_text(encoding="utf-8").split("\n## Sevens\n")[1]
    assert main(["league", "cyclic", *LEAGUE[3:], "--deals", "5"]) == 0
    text = PAGE.read_text(encoding="utf-8")
    assert text.split("\n## Sevens\n")[1] == sevens and "players: 5 deals" in text


def test_leagues_of_two_games_at_a_time_share_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def play_the_other_first(*arguments: Any) -> LeagueTable:
        monkeypatch.setattr(command, "play_game", playing.play_game)
        assert main(["league", "cyclic", *LEAGUE[3:]]) == 0
        return playing.play_game(*arguments)

    monkeypatch.setattr(command, "play_game", play_the_other_first)
    assert main(["league", "sevens", *LEAGUE[3:]]) == 0
    assert [*league().games] == ["cyclic_v0", "sevens_v0"]


# Who plays


def test_policies_play_where_there_are_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packaged, "POLICIES", tmp_path / "policies")
    sevens, cyclic = find_game("sevens_v0"), find_game("cyclic_v0")
    assert members(sevens) == [*AGENTS]
    (tmp_path / "policies" / "sevens" / "any").mkdir(parents=True)
    Path("runs/cyclic/dmc/final").mkdir(parents=True)
    assert members(sevens) == [*AGENTS, "policy:best"]
    assert members(cyclic) == [*AGENTS, "policy:runs/cyclic/dmc/final"]
    assert [*make_members(sevens, AGENTS)] == [*AGENTS]


def test_a_bot_joins_the_usual_agents(
    played: list[Chunk], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("bot.py").write_text(BOT_CODE, encoding="utf-8")
    assert main(["league", "sevens", *LEAGUE[3:]]) == 0
    count = len(played)
    assert main(["league", "sevens", *LEAGUE[3:], "--add", BOT]) == 0
    table = league().games["sevens_v0"]
    assert set(table.agents) == {"random", "greedy", BOT}
    assert command.place_of(BOT, table) in capsys.readouterr().out.splitlines()
    assert len(played) - count == 4 * 3  # chunks of the line-ups with the bot


def test_the_place_of_a_bot_and_its_distance_to_the_first() -> None:
    table = LeagueTable.of(compared("sevens_v0", deals=3))
    (first, last), lead = table.standings, table.behind[1]
    behind = f"{lead.mean:+.3f} ({lead.low:+.3f} to {lead.high:+.3f}) behind the first."
    text = command.place_of(last.agent, table)
    assert text.startswith(f"  random: place 2 of 2, {last.reward.mean:+.3f} (")
    assert text.endswith(f"), {behind}")
    text = command.place_of(first.agent, table)
    assert text.startswith(f"  greedy: place 1 of 2, {first.reward.mean:+.3f} (")
    assert text.endswith(f" to {first.reward.high:+.3f}).")


# What is refused


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], "there is no game 'chess'; allowed: cyclic_v0"),
        (["sevens", "--agents", "random"], "random can't be a league; name two agents."),
        (["sevens", "--agents", "greedy", "greedy"], "greedy can't be a league; name two"),
        (["--agents", "random", "genius"], "there is no agent 'genius'; allowed: random, "),
        (["--agents", "random", "policy:cyclic"], "policy cyclic plays cyclic_v0, not daifugo_v0."),
        (["sevens", "--deals", "1"], "deals can't be 1; allowed: whole numbers 2 to"),
        (["sevens", "--results", str(NUMBERS)], "the numbers and results can't both be"),
        (["--page-only"], f"{NUMBERS} holds no league; play one first"),
        (["sevens", "--page-only"], "--page-only plays nothing; leave out sevens."),
        (["--add", BOT, "--page-only"], f"--page-only plays nothing; leave out {BOT}."),
    ],
)
def test_bad_words_get_a_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in refusal(["league", *words], capsys)
    assert not Path("runs").exists()


@pytest.mark.parametrize("path", [PAGE, NUMBERS, PICTURE], ids=str)
def test_nothing_else_is_replaced(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.parent.mkdir(parents=True)
    path.write_text("precious", encoding="utf-8")
    assert f"file {path} holds something else" in refusal(LEAGUE, capsys)
    assert path.read_text(encoding="utf-8") == "precious" and not RESULTS.exists()
    assert main([*LEAGUE, "--force"]) == 0
    assert len(league().games) == 2 and "## Cyclic" in PAGE.read_text(encoding="utf-8")
