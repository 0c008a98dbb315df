"""The policies that come with the package: all fit their games, and are found by their words."""

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fudaba.agents import make_agent, packaged
from fudaba.agents.model_card import model_card
from fudaba.agents.naming import policy_folder
from fudaba.agents.packaged import (
    POLICIES,
    has_policy,
    place_of_policy,
    place_of_specialist,
)
from fudaba.agents.policy import PAGE_FILE, Layer, PolicyAgent, read_card
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import Game, Options, Tables, UserError, find_game, game_names
from fudaba.evaluation.match import reward_against

MOST_BYTES = 1_000_000
GAMES = [game for game in map(find_game, game_names()) if has_policy(game)]
SEVENS, CYCLIC = find_game("sevens_v0"), find_game("cyclic_v0")
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def put_policy(
    folder: Path, game: Game, vary: dict[str, list[Any]] | None = None, **options: Any
) -> None:
    """Publishes a policy that finds all actions equally good."""
    layer = Layer(np.zeros((game.num_actions, game.observation_size)), np.zeros(game.num_actions))
    PolicyAgent([layer]).save(folder, game, game.options(**options), vary=vary)


@pytest.fixture
def policies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with a policy for Sevens alone, and another one in the present folder."""
    monkeypatch.setattr(packaged, "POLICIES", tmp_path / "package")
    monkeypatch.chdir(tmp_path)
    put_policy(tmp_path / "package" / "sevens", SEVENS)
    put_policy(tmp_path / "sevens", SEVENS, pass_limit=5)
    return tmp_path / "package"


def refusal(word: str, game: Game = SEVENS, **options: Any) -> str:
    with pytest.raises(UserError) as caught:
        make_agent(word, game, game.options(**options))
    return str(caught.value)


# Those of the package


def test_every_folder_is_of_a_game() -> None:
    folders = {path for path in POLICIES.iterdir() if path.is_dir() and path.name[0] != "_"}
    assert folders == {place_of_specialist(game) for game in GAMES} and GAMES


@EVERY_GAME
def test_a_packaged_policy_fits_its_game_and_plays_it(game: Game) -> None:
    try:
        policy = make_agent("best", game, game.options())
    except UserError as error:
        pytest.fail(f"{error} `make policies` trains it again.")
    greedy = make_agent("greedy", game, game.options())
    reward_against(game, game.options(), policy, greedy, deals=1, seed=0)


def first_view(game: Game, options: Options) -> np.ndarray:
    """Returns the view of the first decision of a deal, as an observation."""
    return Tables(game, options, 1, seed=0).observations


@EVERY_GAME
def test_a_packaged_policy_plays_whoever_begins(game: Game) -> None:
    for rule, seat in product(game.options.seats, (0, 3)):
        make_agent("best", game, game.options(**{rule: seat}))


@pytest.mark.parametrize(
    "game",
    [game for game in GAMES if "seasons" in game.options.model_fields],
    ids=lambda game: game.name,
)
def test_a_policy_plays_each_season_of_a_match_as_a_single_one(game: Game, tmp_path: Path) -> None:
    usual, match = game.options(), game.options(seasons=3)
    weight = np.random.default_rng(0).normal(size=(game.num_actions, game.observation_size))
    PolicyAgent([Layer(weight, np.zeros(game.num_actions))]).save(tmp_path, game, usual)
    single, policy = (PolicyAgent.load(tmp_path, game, options) for options in (usual, match))
    first = policy.outputs(first_view(game, match))
    np.testing.assert_allclose(first, single.outputs(first_view(game, usual)), rtol=1e-3)

    tables, rng = Tables(game, match, 1, seed=0), np.random.default_rng(0)
    while not tables.views["season"][0]:
        tables.step(UniformAgent().act(tables.observations, tables.action_masks, rng))
    views = tables.views.copy()
    for name in {"season", "scores", "bonus"} & {*views.dtype.names}:
        views[name] = 0
    assert (game.flat(views) != tables.observations).any()
    outputs = policy.outputs(game.flat(views))
    np.testing.assert_array_equal(outputs, policy.outputs(tables.observations))


@EVERY_GAME
def test_a_packaged_policy_says_how_it_was_made(game: Game) -> None:
    place = place_of_policy(game)
    card = read_card(place)
    assert card.training["config"]["game"] == game.name
    greedy = card.evaluation.get("greedy") or card.evaluation["greedy:untuned"]
    assert {"mean_reward", "low", "high", "deals"} <= greedy.keys()
    assert (place / PAGE_FILE).read_text(encoding="utf-8") == model_card(card, game)


@EVERY_GAME
def test_a_packaged_policy_is_small(game: Game) -> None:
    assert sum(path.stat().st_size for path in place_of_policy(game).glob("*.*")) <= MOST_BYTES


# Words


@pytest.mark.usefixtures("policies")
def test_the_words_for_a_packaged_policy() -> None:
    words = ("best", "policy:best", "policy:sevens", "policy:sevens_v0")
    plain = [make_agent(word, SEVENS, SEVENS.options()) for word in words]
    drawing = [make_agent(f"{word},sample", SEVENS, SEVENS.options()) for word in words]
    for agent in (*plain, *drawing):
        assert isinstance(agent, PolicyAgent) and agent.sample == (agent in drawing)
    assert policy_folder("best") is policy_folder("policy:sevens,sample") is None


def test_a_generalist_plays_under_more_rules_and_stands_in_for_a_specialist(policies: Path) -> None:
    nothing = (
        "no policy for sevens_v0 and many house rules comes with the package; allowed: "
        "policy:PATH, with the folder of one that you have trained."
    )
    assert refusal("policy:any") == nothing
    put_policy(policies / "sevens" / "any", SEVENS, vary={"pass_limit": [3, 5]})
    for limit in (3, 5):
        policy = make_agent("policy:any,sample", SEVENS, SEVENS.options(pass_limit=limit))
        assert isinstance(policy, PolicyAgent) and policy.sample
    said = "policy any was trained with pass_limit=3 or 5; here pass_limit is 4."
    assert refusal("policy:any", pass_limit=4) == said
    put_policy(policies / "sevens" / "any", SEVENS, vary={"pass_limit": [0, 1, 2]})
    assert refusal("policy:any") == said.replace("3 or 5", "0 to 2").replace("4.", "3.")
    (policies / "sevens" / "card.json").unlink()
    make_agent("best", SEVENS, SEVENS.options(pass_limit=2))
    assert policy_folder("policy:any") is None
    assert policy_folder("policy:./any") == Path("any")


@pytest.mark.usefixtures("policies")
def test_a_games_name_wins_over_a_folder() -> None:
    assert "trained with pass_limit=3" in refusal("policy:sevens", pass_limit=5)
    make_agent("policy:./sevens", SEVENS, SEVENS.options(pass_limit=5))
    assert policy_folder("policy:./sevens") == Path("sevens")


def test_what_does_not_fit_is_refused_by_its_name(policies: Path) -> None:
    for name in ("best", "sevens"):
        sentence = f"policy {name} was trained with num_players=4; here num_players is 3."
        assert refusal(f"policy:{name}", num_players=3) == sentence
    assert refusal("policy:sevens", CYCLIC) == "policy sevens plays sevens_v0, not cyclic_v0."
    nothing = (
        "no policy for cyclic_v0 comes with the package; allowed: policy:PATH, with the folder of "
        "one that you have trained."
    )
    assert refusal("best", CYCLIC) == refusal("policy:cyclic", CYCLIC) == nothing
    put_policy(policies / "cyclic", SEVENS)
    assert refusal("best", CYCLIC) == "policy best plays sevens_v0, not cyclic_v0."
