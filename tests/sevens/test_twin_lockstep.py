"""Deals of Sevens in which nobody has a decision (SEV-3.4)."""

from .matches import starts

GAP_AT_START = {"num_players": 2, "pass_limit": 0, "voluntary_pass": True}


def test_SEV_3_4_deals_in_which_nobody_gets_a_decision_are_dealt_again() -> None:
    deals = [list(starts(GAP_AT_START, seed)) for seed in range(3000)]
    again = [row for row in deals if len(row) > 1]
    assert again, "two players without passes: the first has no 6 or 8 now and then"
    for row in deals:
        assert row[-1][1].to_move is not None
        assert all(twin.to_move is None for _, twin in row[:-1])
