"""What people did, counted from records: every game, few games, times and doubtful records."""

from itertools import count
from pathlib import Path

import numpy as np
import pytest

from fudaba.agents import seated
from fudaba.agents.seated import SeatedGame
from fudaba.envs import Game, GameRecord, UserError, find_game, game_names
from fudaba.evaluation.people import LONGEST_THOUGHT, PeopleRequest, PeopleResult
from fudaba.evaluation.records import add_games

OF_ITS_OWN = str(Path(__file__).parents[2] / "examples/games/old_maid.py")
SEVENS = find_game("sevens_v0")


def played(game: Game, seed: int, most: int = 10**6) -> GameRecord:
    """Returns a game of random players; a person who plays at random sits in one seat."""
    options, rng = game.options(), np.random.default_rng(seed)
    players: list[str | None] = ["random"] * options.num_players
    players[seed % len(players)] = None
    table = SeatedGame(game, options, players, seed)
    while table.to_move >= 0 and len(table.actions) < most:
        table.take(int(rng.choice(game.legal_actions(table.state))))
    return table.record()


def counted(path: Path, *records: GameRecord, agent: str = "random") -> PeopleResult:
    add_games(path, records, anew=True)
    (result,) = PeopleRequest((path,), agent).count().results
    return result


@pytest.mark.parametrize("name", [*game_names(), OF_ITS_OWN])
def test_the_people_of_every_game_are_counted(name: str, tmp_path: Path) -> None:
    game = find_game(name)
    records = [played(game, seed) for seed in range(3)]
    result = counted(tmp_path / "games.jsonl", *records)
    movers = [
        (record.agents[state["to_move"]], len(game.legal_actions(state)))
        for record in records
        for state, action in record.positions(game)
        if action is not None
    ]
    choices = [legal > 1 for agent, legal in movers if agent == "person"]
    assert [one.advised is not None for one in result.decisions] == choices
    (_, everywhere), *turns = result.by_turn()
    assert everywhere.people.games == result.num_games == 3
    for groups in (turns, list(result.by_seat())):
        assert sum(wins.people.games for _, wins in groups) == 3
    best = [
        record.points[record.agents.index("person")] == max(record.points) for record in records
    ]
    shared = [record.points.count(max(record.points)) for record in records]
    won = sum(is_best / by for is_best, by in zip(best, shared, strict=True)) / 3
    assert everywhere.people.interval.mean == pytest.approx(won)
    others = len(records[0].points) - 1
    assert everywhere.agents.interval.mean == pytest.approx((1 - won) / others)
    moves = list(result.moves())
    assert not any(choices) or sum(move.people.mean for move in moves) == pytest.approx(1)
    assert not any(choices) or sum(move.agent.mean for move in moves) == pytest.approx(1)


def test_the_agent_that_plays_in_the_people_s_places_agrees_with_itself(tmp_path: Path) -> None:
    record = played(SEVENS, 3)
    same = record.model_copy(update={"agents": ["person", "greedy", "greedy", "greedy"]})
    agent = SeatedGame(SEVENS, SEVENS.options(), ["greedy"] * 4, 3)
    while agent.to_move >= 0:
        agent.take(agent.agent_action())
    own = agent.record().model_copy(update={"agents": same.agents})
    result = counted(tmp_path / "games.jsonl", own, agent="greedy")
    assert result.agreement().mean == 1
    assert all(move.difference.mean == 0 for move in result.moves())
    assert counted(tmp_path / "games.jsonl", same, agent="greedy").agreement().mean < 1


def test_intervals_know_how_few_games_there_are(tmp_path: Path) -> None:
    """Of one game nothing is known; the shares of 40 games lie closer than those of 4."""
    widths = []
    for games in (1, 4, 40):
        result = counted(tmp_path / "games.jsonl", *(played(SEVENS, seed) for seed in range(games)))
        (_, wins), *_ = result.by_turn()
        widths.append(wins.people.interval.high - wins.people.interval.low)
    assert widths[0] == 1 > widths[1] > widths[2] > 0.1


def test_times_are_those_of_people_and_leave_out_who_was_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = count(0, 2.0)
    monkeypatch.setattr(seated, "monotonic", lambda: next(clock))
    record = played(SEVENS, 1)
    own = [
        number
        for number, (state, _) in enumerate(record.positions(SEVENS))
        if number and record.agents[state["to_move"]] == "person"
        and len(SEVENS.legal_actions(state)) > 1
    ]  # fmt: skip
    slow = [4.0 if number in own else one for number, one in enumerate(record.seconds)]
    slow[own[0]] = LONGEST_THOUGHT + 1
    timed = record.model_copy(update={"seconds": slow})
    result = counted(tmp_path / "games.jsonl", timed)
    assert result.seconds(with_choice=True).mean == 4 and result.absences == 1
    assert result.seconds(with_choice=False).mean == 2
    assert result.length().mean == pytest.approx(sum(slow[1:]) / 60)
    untimed = counted(tmp_path / "games.jsonl", record.model_copy(update={"seconds": []}))
    assert np.isnan([untimed.length().mean, untimed.seconds(with_choice=True).mean]).all()


def test_a_game_counts_once_and_only_if_people_finished_it(tmp_path: Path) -> None:
    whole, unfinished = played(SEVENS, 1), played(SEVENS, 2, most=5)
    agents = played(SEVENS, 3).model_copy(update={"agents": ["greedy"] * 4})
    path, again = tmp_path / "games.jsonl", tmp_path / "again.jsonl"
    add_games(path, [whole, unfinished, agents])
    add_games(again, [whole.model_copy(update={"seconds": []})])
    found = PeopleRequest((path, again), "random").count()
    assert [result.num_games for result in found.results] == [1]
    assert (found.unfinished, found.without_people) == (1, 1)
    add_games(path, [unfinished, agents], anew=True)
    with pytest.raises(UserError, match="no finished game in which a person played"):
        PeopleRequest((path,), "random").count()


def test_a_damaged_record_is_named_by_its_place(tmp_path: Path) -> None:
    damaged = played(SEVENS, 2).model_copy(update={"actions": [999], "seconds": []})
    path = tmp_path / "games.jsonl"
    add_games(path, [played(SEVENS, 1), damaged])
    with pytest.raises(UserError, match=r"games\.jsonl, game 2: .* action 999"):
        PeopleRequest((path,), "random").count()
