"""Configurations: every mistake gets one sentence that names the key and what is allowed."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import BaseModel

from fudaba.agents.packaged import place_of_specialist
from fudaba.common.languages import in_language
from fudaba.envs import UserError, find_game, game_names
from fudaba.training.config import (
    TRAININGS,
    DMCTraining,
    PPOConfig,
    PPOTraining,
    check_config,
    packaged_configs,
    read_config,
)

from ..cli.test_japanese import ENGLISH_SENTENCE, KANA

ROOT = Path(__file__).parents[2]
COMMITTED = sorted((ROOT / "configs").rglob("*.yaml"))
DMC = {"algorithm": "dmc"}


def refusal(content: Any) -> str:
    """The one sentence with which a configuration is refused, without its name."""
    with pytest.raises(UserError) as caught:
        check_config("my.yaml", content)
    message = str(caught.value)
    assert message.startswith("my.yaml: ") and message.endswith((".", "?")) and "\n" not in message
    return message.removeprefix("my.yaml: ")


def sections(model: type[BaseModel], prefix: str = "") -> list[tuple[str, type[BaseModel]]]:
    """A configuration model and all models in it, with the keys that lead there."""
    found = [(prefix, model)]
    for name, field in model.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            found += sections(field.annotation, f"{prefix}{name}.")
    return found


def all_sections() -> list[tuple[str, str, type[BaseModel]]]:
    """Every algorithm with each of its sections."""
    return [
        (algorithm, prefix, section)
        for algorithm, training in TRAININGS.items()
        for prefix, section in sections(training)
    ]


def keys_at_their_defaults(section: BaseModel, prefix: str = "") -> list[str]:
    """The keys of a configuration that could be left out."""
    found = list[str]()
    for key in section.model_fields_set - {"algorithm", "game"}:
        value = getattr(section, key)
        if isinstance(value, BaseModel):
            found += keys_at_their_defaults(value, f"{prefix}{key}.")
        elif value == type(section).model_fields[key].default:
            found.append(prefix + key)
    return found


@pytest.mark.parametrize("path", COMMITTED, ids=[path.stem for path in COMMITTED])
def test_committed_configurations_are_valid_and_come_with_the_package(path: Path) -> None:
    name = path.relative_to(ROOT / "configs").with_suffix("").as_posix()
    assert name in packaged_configs()
    assert read_config(name) == read_config(str(path))
    assert keys_at_their_defaults(read_config(name)) == []


def test_all_packaged_configurations_are_committed() -> None:
    assert len(packaged_configs()) == len(COMMITTED) > 0


@pytest.mark.parametrize("algorithm", TRAININGS)
@pytest.mark.parametrize("name", game_names())
def test_every_game_has_a_configuration_for_each_algorithm(name: str, algorithm: str) -> None:
    folder = place_of_specialist(find_game(name)).name
    config = read_config(f"{folder}/{algorithm}")
    assert (config.game, config.algorithm) == (name, algorithm)
    assert config.output == Path("runs") / folder / algorithm


def test_the_demo_begins_at_random_play_and_its_arena_has_the_levels_of_its_curves() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    trained = re.search(r"fudaba train (\S+) --output demo/training", makefile)
    played = re.search(r"fudaba arena (\S+) (.*) policy:demo/training/final", makefile)
    assert trained and played
    config = read_config(trained[1])
    assert isinstance(config, PPOTraining) and config.game == played[1]
    assert not config.residual and config.warm_start.decisions == 0
    assert set(config.evaluation.against) <= set(played[2].split())


def test_every_key_has_a_description() -> None:
    for _, prefix, model in all_sections():
        assert model.__doc__
        for name, field in model.model_fields.items():
            is_section = isinstance(field.annotation, type) and issubclass(
                field.annotation, BaseModel
            )
            assert is_section or str(field.description).endswith("."), prefix + name


def test_what_is_missing_takes_its_default() -> None:
    assert check_config("my.yaml", {}) == PPOTraining()
    assert check_config("my.yaml", {"algorithm": "dmc"}) == DMCTraining()
    config = check_config("my.yaml", {"ppo": {"gamma": 0.5}})
    assert isinstance(config, PPOTraining) and config.ppo.gamma == 0.5


@pytest.mark.parametrize(
    ("algorithm", "prefix", "model"), all_sections(), ids=lambda part: str(part)
)
def test_an_unknown_key_is_answered_with_the_known_ones(
    algorithm: str, prefix: str, model: type[BaseModel]
) -> None:
    content: Any = {"nonsense": 1}
    for key in reversed(prefix.split(".")[:-1]):
        content = {key: content}
    allowed = ", ".join(model.model_fields)
    message = refusal({"algorithm": algorithm} | content)
    assert message == f"there is no key {prefix}nonsense; allowed: {allowed}."


@pytest.mark.parametrize(
    ("algorithm", "key", "other"),
    [
        ("dmc", "ppo", "ppo"),
        ("dmc", "warm_start", "ppo"),
        ("dmc", "residual", "ppo"),
        ("dmc", "opponents", "ppo"),
        ("ppo", "dmc", "dmc"),
    ],
)
def test_a_key_of_the_other_algorithm_is_answered_with_its_name(
    algorithm: str, key: str, other: str
) -> None:
    allowed = ", ".join(TRAININGS[algorithm].model_fields)
    assert refusal({"algorithm": algorithm, key: {}}) == (
        f"there is no key {key} with algorithm {algorithm}, only with {other}; allowed: {allowed}."
    )


@pytest.mark.parametrize("word", ["a2c", None, 3, [1], {"a": 1}])
def test_an_algorithm_that_does_not_exist(word: Any) -> None:
    message = refusal({"algorithm": word, "ppo": {}})
    assert message == f"algorithm can't be {word!r}; allowed: ppo, dmc."


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ({"seed": -1}, "seed can't be -1: input should be greater than or equal to 0."),
        ({"tables": 0}, "tables can't be 0: input should be greater than or equal to 1."),
        ({"total_steps": "many"}, "total_steps can't be 'many': input should be a valid integer"),
        ({"total_steps": 1.5}, "total_steps can't be 1.5: input should be a valid integer"),
        ({"ppo": {"gamma": 2}}, "ppo.gamma can't be 2: input should be less than or equal to 1."),
        ({"ppo": {"batch_size": 1}}, "ppo.batch_size can't be 1: input should be greater"),
        ({"ppo": {"learning_rate": 0}}, "ppo.learning_rate can't be 0: input should be greater"),
        ({"ppo": {"hidden": [64, 0]}}, "ppo.hidden.1 can't be 0: input should be greater"),
        ({"ppo": {"hidden": 64}}, "ppo.hidden can't be 64: input should be a valid tuple."),
        ({"ppo": 3}, "ppo can't be 3: input should be a valid dictionary"),
        ({"ppo": None}, "ppo can't be None: input should be a valid dictionary"),
        ({"ppo": {"ent_coef": float("nan")}}, "ppo.ent_coef can't be nan: input should be"),
        ({"ppo": {"learning_rate": float("inf")}}, "ppo.learning_rate can't be inf: input should"),
        (
            {"opponents": {"agents": {"greedy": -0.1}}},
            "opponents.agents.greedy can't be -0.1: input should be",
        ),
        ({"warm_start": {"decisions": -1}}, "warm_start.decisions can't be -1: input should be"),
        ({"evaluation": {"against": "random"}}, "evaluation.against can't be 'random': input"),
        ({"output": 3}, "output can't be 3: input is not a valid path"),
        ({"output": ""}, "output can't be '': name a folder of its own."),
        ({"output": "\0"}, "output can't be '\\x00': name a folder of its own."),
        ({"options": [1]}, "options can't be [1]: input should be a valid dictionary."),
        ({"game": 5}, "game can't be 5: input should be a valid string."),
        (DMC | {"dmc": {"epsilon": 1.5}}, "dmc.epsilon can't be 1.5: input should be less than"),
        (DMC | {"dmc": {"hidden": [64, 0]}}, "dmc.hidden.1 can't be 0: input should be greater"),
        (DMC | {"dmc": {"learning_rate": float("nan")}}, "dmc.learning_rate can't be nan: input"),
        (DMC | {"dmc": 3}, "dmc can't be 3: input should be a valid dictionary"),
        (DMC | {"tables": 0}, "tables can't be 0: input should be greater than or equal to 1."),
        ({"criterion": {"step_size": 0}}, "criterion.step_size can't be 0: input should be"),
        ({"criterion": {"minutes": 0}}, "criterion.minutes can't be 0: input should be greater"),
    ],
    ids=range(28),
)
def test_a_wrong_value_is_named_with_its_key(content: dict[str, Any], sentence: str) -> None:
    assert refusal(content).startswith(sentence)
    with in_language("ja"), pytest.raises(UserError) as caught:
        check_config("my.yaml", content)
    assert KANA.search(str(caught.value)) and not ENGLISH_SENTENCE.search(str(caught.value))


@pytest.mark.parametrize("algorithm", ["ppo", "dmc"])
def test_a_short_run_has_fewer_tables_unless_they_are_named(algorithm: str) -> None:
    steps = {"ppo": 16, "dmc": 32}[algorithm]  # of a table in a rollout
    most, fewest = 2 * 2048 * steps, 2 * 32 * steps
    short = {"algorithm": algorithm, "total_steps": most - 1}
    assert check_config("my.yaml", short).tables == (most - 1) // (20 * steps)
    assert check_config("my.yaml", {**short, "total_steps": fewest}).tables == 32
    assert check_config("my.yaml", {**short, "total_steps": most}).tables == 2048
    for wrong in ({**short, "tables": 2048}, {**short, "total_steps": fewest - 1}):
        assert "or fewer tables" in refusal(wrong)


def test_a_round_has_rollouts_enough() -> None:
    fewest = 2 * 2048 * 16
    content = {"criterion": {"rounds": 1, "round_steps": fewest}}
    assert check_config("my.yaml", content).criterion.rounds == 1
    assert refusal({"criterion": {"rounds": 1, "round_steps": fewest - 1}}) == (
        "criterion.round_steps can't be 65535: the step size falls to 0 in each round, and a "
        "rollout is 32768 decisions; allowed: from 65536, or fewer tables."
    )
    check_config("my.yaml", {"criterion": {"round_steps": 1}})  # without rounds


def test_somebody_has_to_play() -> None:
    message = refusal({"opponents": {"agents": {"random": 0, "greedy": 0}}})
    assert "the learner needs opponents in the other seats" in message


def test_an_unknown_game() -> None:
    message = refusal({"game": "sevens_v1"})
    assert message.startswith("there is no game 'sevens_v1'; allowed: ")
    assert "sevens_v0" in message


def test_an_unknown_or_wrong_house_rule() -> None:
    message = refusal({"options": {"blood": True}})
    assert message.startswith("sevens_v0: there is no option 'blood'; allowed: num_players, ")
    assert refusal({"options": {"pass_limit": 99}}) == (
        "sevens_v0: option pass_limit can't be 99; allowed: whole numbers 0 to 10 or none."
    )
    assert "whole numbers 2 to 8" in refusal({"options": {"num_players": [4]}})


@pytest.mark.parametrize("content", [[1, 2], None, "words", 3])
def test_what_is_no_mapping(content: Any) -> None:
    assert refusal(content) == "a configuration must be a mapping of keys to values."


# Files


def in_file(folder: Path, text: str | bytes) -> str:
    path = folder / "my.yaml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


def file_refusal(name: str) -> str:
    with pytest.raises(UserError) as caught:
        read_config(name)
    message = str(caught.value)
    assert name in message and "\n" not in message and message.endswith((".", "?"))
    return message


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    name = in_file(tmp_path, "seed: 5\nppo: {hidden: [8, 8]}\n")
    assert read_config(name) == PPOTraining(seed=5, ppo=PPOConfig(hidden=(8, 8)))


def test_mistakes_in_a_file_start_with_its_name(tmp_path: Path) -> None:
    name = in_file(tmp_path, "sede: 5\n")
    assert file_refusal(name).startswith(f"{name}: there is no key sede; allowed: algorithm, game")


@pytest.mark.parametrize(
    ("text", "line"), [("seed: 1\nppo: [\n", 3), ("seed: 1\n\tppo: 2\n", 2), ("a: b: c\n", 1)]
)
def test_a_file_that_is_no_yaml(tmp_path: Path, text: str, line: int) -> None:
    name = in_file(tmp_path, text)
    assert file_refusal(name).startswith(f"{name} can't be read at line {line}: ")


@pytest.mark.parametrize("text", ["- 1\n- 2\n", "", "# nothing but a comment\n", "hello\n"])
def test_a_file_that_is_no_mapping(tmp_path: Path, text: str) -> None:
    name = in_file(tmp_path, text)
    assert file_refusal(name).endswith("a configuration must be a mapping of keys to values.")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    file_refusal(in_file(tmp_path, b"\xff\xfe\x00seed"))
    file_refusal(in_file(tmp_path, b"seed: \x00\x01\n"))


def test_a_file_that_stands_for_more_than_it_says(tmp_path: Path) -> None:
    bomb = "".join(f"{name}: &{name} [*{name}, *{name}]\n" for name in "abcdefghijklmnop")
    name = in_file(tmp_path, bomb)
    assert file_refusal(name) == f"{name} can't be read at line 1: the anchor 'a' is not allowed."
    name = in_file(tmp_path, "seed: 1\noptions: " + "[" * 20_000)
    assert file_refusal(name).startswith(f"{name} can't be read at line 2: it is nested more than")


def test_yaml_cannot_make_objects(tmp_path: Path) -> None:
    name = in_file(tmp_path, f"seed: !!python/object/apply:os.mkdir ['{tmp_path / 'sprung'}']\n")
    assert "can't be read" in file_refusal(name)
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize("name", ["sevens/none", "nowhere.yaml", "", "sevens", "../sevens/ppo"])
def test_a_missing_file_is_answered_with_what_comes_with_the_package(name: str) -> None:
    allowed = ", ".join(packaged_configs())
    sentence, _, hint = file_refusal(name).partition(" Did you mean ")
    assert sentence == f"there is no configuration {name!r}; allowed: a YAML file, or {allowed}."
    assert hint == "sevens/ppo?" or "ppo" not in name


def test_yaml_reads_on_off_and_null_as_words_of_house_rules(tmp_path: Path) -> None:
    text = "options: {joker_last: off, voluntary_pass: on, tunnel: null, pass_limit: none}\n"
    rules = read_config(in_file(tmp_path, text)).house_rules.model_dump()
    chosen = {
        name: rules[name] for name in ("joker_last", "voluntary_pass", "tunnel", "pass_limit")
    }
    assert chosen == {
        "joker_last": "off", "voluntary_pass": True, "tunnel": "none", "pass_limit": "none",
    }  # fmt: skip


@pytest.mark.parametrize("algorithm", TRAININGS)
def test_what_a_run_writes_down_is_read_back(algorithm: str, tmp_path: Path) -> None:
    rules = {"pass_limit": "none", "tunnel": None}
    config = check_config("my.yaml", {"algorithm": algorithm, "options": rules})
    text = yaml.safe_dump(config.model_dump(mode="json"))
    assert read_config(in_file(tmp_path, text)) == config
