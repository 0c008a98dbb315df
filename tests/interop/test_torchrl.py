from .pages import Run, games
from .witness import Witness


@games("sevens_v0", "seki_v0")
def test_decisions_are_worth_what_their_players_earned(train: Run, witness: Witness) -> None:
    names = train("torchrl.md", 2_000)
    witness.check_targets(names["decisions"]["value_target"])
