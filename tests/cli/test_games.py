"""`fudaba games`: all that it prints comes from the Game object."""

import pytest

from fudaba.cli.games import allowed, ids, players, said, shape
from fudaba.cli.main import main
from fudaba.envs import Game, find_game, game_names
from fudaba.envs.core.api import registry
from fudaba.envs.core.contract.schema import word_of
from fudaba.training.config import packaged_configs, read_config

from ..spread import every_game


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """So wide that no cell is folded."""
    monkeypatch.setenv("COLUMNS", "400")


def printed(words: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines of a successful run, single spaces between the words."""
    assert main(words) == 0
    shown = capsys.readouterr()
    assert not shown.err
    return [" ".join(line.split()) for line in shown.out.splitlines()]


def test_without_a_name_there_is_a_row_for_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(["games"], capsys)
    for name in game_names():
        game = find_game(name)
        sizes = f"{name} {players(game)} {game.num_actions} {game.observation_size}"
        assert f"{sizes} {game.title}. {game.summary}" in lines


@every_game
def test_a_game_is_explained_with_all_its_parts(
    game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = printed(["games", game.name], capsys)
    assert lines[0] == f"{game.title} ({game.name}), {players(game)} players"
    assert lines[1] == game.summary
    for name, option in game.options.model_fields.items():
        default = word_of(option.default).replace(",", ", ")
        assert f"{name} {allowed(option)} {default} {option.description}" in lines
    for kind in game.actions:
        assert f"{kind.name} {ids(kind)} {kind.meaning}" in lines
    observation = next(n for n, line in enumerate(lines) if line.startswith("Observation: "))
    for field in game.fields:
        start = f"{field.name} {shape(field)} "
        row = [line for line in lines[observation:] if line.startswith(start)]
        known = "the viewer" if field.private else "all"
        assert said(game, field) == field.meaning
        assert [line.endswith(f" {known} {field.meaning}") for line in row].count(True) == 1
    assert f"Rules: {game.rules}" in lines
    configs = [name for name in packaged_configs() if read_config(name).game == game.name]
    assert f"Configurations for fudaba train: {', '.join(configs)}" in lines


def test_values_are_written_as_the_command_line_takes_them() -> None:
    options = find_game("sevens_v0").options.model_fields
    assert allowed(options["pass_limit"]) == "0 to 10 or none"
    assert (allowed(options["voluntary_pass"]), word_of(options["voluntary_pass"].default)) == (
        "on, off",
        "on",
    )
    assert (allowed(options["tunnel"]), word_of(options["tunnel"].default)) == (
        "none, ring, one_way",
        "ring",
    )
    fields = {field.name: shape(field) for field in find_game("killer_sevens_v0").fields}
    assert (fields["not_held"], fields["suits"], fields["idle"]) == ("8 x 4 x 13", "4", "1")


def test_the_version_may_be_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(["games", "sevens"], capsys) == printed(["games", "sevens_v0"], capsys)


@pytest.mark.parametrize("command", ["games", "play"])
def test_a_short_name_of_two_versions_is_ambiguous(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry._packages, "sevens_v1", "fudaba.envs.sevens")
    assert main([command, "sevens"]) == 2
    message = "the game 'sevens' can be sevens_v0 or sevens_v1; write one of these."
    assert capsys.readouterr().err == f"fudaba: {message}\n"
