"""Games of a recording: kept chunk by chunk, and cut into what each seat saw, did and won."""

from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fudaba.agents.uniform import UniformAgent
from fudaba.envs import Game, GameRecord, Options, Tables, UserError, find_game, game_names
from fudaba.envs.core.kit.rng import stream_start
from fudaba.evaluation.dataset.episodes import SeatEpisode, reset_seed, seat_episodes
from fudaba.evaluation.dataset.played import PlayedGames
from fudaba.evaluation.dataset.recording import Recording
from fudaba.evaluation.match import Chunk, LocalExecutor, MatchRunner

from ..whisper import GAME as WHISPER
from ..whisper.game import CLAIM, DECLINE, SAY

SEVENS = find_game("sevens_v0")
SEED = 3


def silent(done: int, total: int, decisions: int, part: str) -> None:
    """Reports nothing."""


# Episodes


@cache
def random_games(game: Game, deals: int, **rules: int) -> tuple[Options, np.ndarray]:
    """Games of random players, and their house rules."""
    options = game.options(**rules)
    players = MatchRunner(game, options, ["random"], [UniformAgent()], SEED)
    chunk = Chunk((0,) * options.num_players, 0, 0, deals)
    return options, players.play(chunk).actions


def as_replayed(game: Game, options: Options, deal: int, actions: np.ndarray) -> list[SeatEpisode]:
    """The episodes of one game, from its record and one decision at a time."""
    taken = actions[actions >= 0].tolist()
    states = [state.copy() for state in states_of(game, options, deal, taken)]
    points = np.zeros((len(states), game.max_players))
    for row, state in enumerate(states):
        game.kernels.score(state, points[row])
    episodes = []
    for seat in range(options.num_players):
        own = [step for step, state in enumerate(states) if state["to_move"] == seat]
        views = np.array([game.view(states[step], seat) for step in [*own, -1]])
        masks = np.zeros((len(own) + 1, game.num_actions), np.int8)
        for row, step in enumerate(own):
            masks[row, game.legal_actions(states[step])] = 1
        held = points[own, seat]
        held[:1] = 0
        rewards = np.diff([*held, points[-1, seat]])
        acted = np.array(taken)[own]
        episodes.append(SeatEpisode(game.flat(views), masks, acted, rewards))
    return episodes


def states_of(game: Game, options: Options, deal: int, actions: list[int]) -> Any:
    """All positions of a game."""
    state = np.zeros(1, game.state_dtype)[0]
    options.write(state)
    state["rng"] = stream_start(np.uint64(SEED), np.uint64(deal))
    game.kernels.deal(state)
    yield state
    for action in actions:
        game.kernels.apply(state, action)
        yield state


@pytest.mark.parametrize("name", game_names())
def test_episodes_are_what_a_replay_shows(name: str) -> None:
    game = find_game(name)
    options, actions = random_games(game, 2)
    found = list(seat_episodes(game, options, SEED, np.arange(2), actions))
    for deal, episodes in enumerate(found):
        replayed = as_replayed(game, options, deal, actions[deal])
        for episode, expected in zip(episodes, replayed, strict=True):
            assert episode is not None
            assert episode.observations.dtype == game.observation_dtype
            for array, same in zip(episode, expected, strict=True):
                assert array.shape == same.shape and np.allclose(array, same)
            assert episode.masks[np.arange(len(episode.actions)), episode.actions].all()
            assert not episode.masks[-1].any()
        returns = [episode.rewards.sum() for episode in episodes if episode]
        assert sum(returns) == pytest.approx(0) or not game.zero_sum
        decided = sum(len(episode.actions) for episode in episodes if episode)
        assert decided == (actions[deal] >= 0).sum()


def test_the_first_reward_has_the_points_before_the_first_decision() -> None:
    game = find_game("namto_v0")
    options, actions = random_games(game, 100, seasons=3)
    early = set()
    for deal, episodes in enumerate(seat_episodes(game, options, SEED, np.arange(100), actions)):
        points, movers = np.zeros(game.max_players), set[int]()
        for state in states_of(game, options, deal, actions[deal][actions[deal] >= 0].tolist()):
            game.kernels.score(state, points)
            if (seat := int(state["to_move"])) not in movers and points[seat]:
                early.add((deal, seat))
            movers.add(seat)
        for seat, episode in enumerate(episodes):
            assert episode and episode.rewards.sum() == points[seat]
    assert early


def test_many_games_are_cut_one_by_one() -> None:
    options, actions = random_games(SEVENS, 40)
    found = list(seat_episodes(SEVENS, options, SEED, np.arange(40), actions))
    assert len(found) == 40
    for deal in (0, 17, 39):
        (alone,) = seat_episodes(SEVENS, options, SEED, np.array([deal]), actions[[deal]])
        for episode, same in zip(found[deal], alone, strict=True):
            assert episode and same
            assert all(map(np.array_equal, episode, same))


def whisper_games(deals: int) -> tuple[Options, np.ndarray]:
    """Games in which all say 0 and decline every number."""
    options = WHISPER.options()
    tables = Tables(WHISPER, options, deals, SEED, redeal_finished=False)
    steps = []
    while (tables.to_move >= 0).any():
        wanted = np.where(tables.action_masks[:, SAY.first], SAY.first, DECLINE.first)
        legal = tables.action_masks[np.arange(deals), wanted] > 0
        last = tables.action_masks.shape[1] - 1 - tables.action_masks[:, ::-1].argmax(axis=1)
        action = np.where(tables.to_move < 0, -1, np.where(legal, wanted, last))
        tables.step(action)
        steps.append(action)
    return options, np.stack(steps, axis=1).astype(np.int16)


def test_a_secret_decision_is_in_the_episode_of_its_seat_alone() -> None:
    options, actions = whisper_games(40)
    games = list(seat_episodes(WHISPER, options, SEED, np.arange(40), actions))
    declines = Counter[int]()
    for deal, episodes in enumerate(games):
        taken = actions[deal][actions[deal] >= 0].tolist()
        decliners = [
            int(state["to_move"])
            for state, action in zip(states_of(WHISPER, options, deal, taken), taken, strict=False)
            if action == DECLINE.first
        ]
        for seat, episode in enumerate(episodes):
            own = 0 if episode is None else int((episode.actions == DECLINE.first).sum())
            assert own == decliners.count(seat)
            declines[seat] += own
    assert min(declines[seat] for seat in range(3)) > 0 and CLAIM.first not in actions


def test_an_episode_is_the_same_whatever_others_did_in_secret() -> None:
    options, actions = whisper_games(200)
    games = seat_episodes(WHISPER, options, SEED, np.arange(200), actions)
    seen: dict[tuple[int, int, int], set[bytes]] = defaultdict(set)
    secret: dict[tuple[int, int, int], set[int]] = defaultdict(set)
    for deal, episodes in enumerate(games):
        declined = int((actions[deal] == DECLINE.first).sum())
        for seat, episode in enumerate(episodes):
            assert episode is not None
            own = int((episode.actions == DECLINE.first).sum())
            number = int(episode.observations.view(WHISPER.view_dtype)["number"].flat[0])
            key = seat, number, own
            seen[key].add(b"".join(array.tobytes() for array in episode))
            secret[key].add(declined - own)
    assert {len(episodes) for episodes in seen.values()} == {1}
    assert all(len(others) > 1 for others in secret.values())


@pytest.mark.parametrize("seed", [0, 5, 2**64 - 1])
def test_every_deal_has_a_seed_of_its_own(seed: int) -> None:
    assert reset_seed(seed, 0) == seed
    for deal in (1, 2, 1000):
        own = reset_seed(seed, deal)
        assert 0 <= own < 2**64
        start = stream_start(np.uint64(seed), np.uint64(deal))
        assert stream_start(np.uint64(own), np.uint64(0)) == start


# Games that are kept


def recording(games: int = 10, words: tuple[str, ...] = ("greedy",), seed: int = SEED) -> Recording:
    return Recording(SEVENS, words, SEVENS.options(), games, seed)


def played(folder: Path, *args: Any, threads: int = 1) -> PlayedGames:
    """The games of a recording, once they are played."""
    games = PlayedGames(recording(*args), folder)
    games.play(LocalExecutor(threads), silent)
    return games


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    """All files of a folder: what they hold, and when they were written."""
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}


def test_agents_keep_their_seats(tmp_path: Path) -> None:
    words = ("greedy", "random", "greedy", "random")
    records = list(played(tmp_path, 150, words).records())
    assert len(records) == 150
    assert {tuple(record.agents) for record in records} == {words}
    points = np.array([record.points for record in records])
    assert points[:, ::2].sum() > 0 > points[:, 1::2].sum()


def test_the_records_are_those_of_the_deals(tmp_path: Path) -> None:
    for deal, record in enumerate(played(tmp_path).records()):
        assert record.rng == stream_start(np.uint64(SEED), np.uint64(deal))
        assert GameRecord.from_json(record.to_json()) == record
        assert [*record.positions(SEVENS)][-1][1] is None


def test_more_games_are_added_and_none_is_played_again(tmp_path: Path) -> None:
    games = list(played(tmp_path, 10).records())
    before = contents(tmp_path)
    more = list(played(tmp_path, 40).records())
    assert more[:10] == games and len(more) == 40
    assert before.items() < contents(tmp_path).items()
    assert more == list(played(tmp_path / "anew", 40, threads=2).records())


def test_a_missing_chunk_is_played_again_as_it_was(tmp_path: Path) -> None:
    games = list(played(tmp_path, 20).records())
    (tmp_path / "2.games").unlink()
    (tmp_path / ".fudaba.left-behind.part").write_bytes(b"half")
    assert list(played(tmp_path, 20).records()) == games


def test_the_seed_deals_the_games(tmp_path: Path) -> None:
    one = list(played(tmp_path / "1", 4, ("random",), 1).records())
    assert one != list(played(tmp_path / "2", 4, ("random",), 2).records())


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    games = played(tmp_path)
    for content in (b"", b"PK\x03\x04", (tmp_path / "4.games").read_bytes()):
        (tmp_path / "1.games").write_bytes(content)
        with pytest.raises(UserError, match=r"1\.games is damaged"):
            list(games.records())


@pytest.mark.parametrize(
    ("words", "games", "name", "message"),
    [
        (("greedy", "random"), 1, None, "2 agents can't take 4 seats; allowed: one for all seats"),
        ((), 1, None, "0 agents can't take 4 seats"),
        (("greedy",), 0, None, "games can't be 0; allowed: whole numbers 1 to"),
        (("greedy",), 1, "my data", "the name can't be 'my data'; allowed: 1 to 60 letters"),
        (("greedy",), 1, "../mine", "the name can't be '../mine'"),
        (("greedy",), 1, "m" * 61, "the name can't be"),
        (("greedy",), 1, "", "the name can't be ''"),
    ],
)
def test_bad_input_is_named(
    words: tuple[str, ...], games: int, name: str | None, message: str
) -> None:
    with pytest.raises(UserError) as caught:
        Recording(SEVENS, words, SEVENS.options(), games, 0, name)
    assert message in str(caught.value)


def test_the_name_is_made_of_the_words() -> None:
    words = ("montecarlo:budget=64", "policy:runs/a b", "random", "random")
    assert recording(1, words).name == "montecarlo-budget-64-policy-runs-a-b-random-random"
    assert len(recording(1, (f"policy:{'long/' * 30}",)).name) == 60
