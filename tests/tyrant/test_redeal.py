"""What of Tyrant's setup nobody saw (TYR-3)."""

from fudaba.envs.tyrant import GAME

from ..tables import dealt_state, redealt


def test_TYR_3_1_TYR_3_2_leads_and_aces_that_nobody_saw_change_places() -> None:
    state = dealt_state(GAME, {"num_players": 3}, 7)
    worlds = [redealt(GAME, state, 1, rng) for rng in range(200)]
    assert len({world["leads"][3:].tobytes() for world in worlds}) > 190
    assert all((world["leads"][:3] == state["leads"][:3]).all() for world in worlds)
    assert all(sorted(world["leads"]) == list(range(12)) for world in worlds)
    assert {int(world["aces"][1]) for world in worlds} == {int(state["aces"][1])}
    assert len({world["aces"].tobytes() for world in worlds}) == 6
