from .pages import Run, games
from .witness import Witness


@games("sevens_v0", "killer_sevens_v0")
def test_decisions_are_worth_what_their_players_earned(train: Run, witness: Witness) -> None:
    names = train("tianshou.md", 3_000)
    batch, indices = names["buffer"].sample(0)
    processed = names["self_play"]._preprocess_batch(batch, names["buffer"], indices)
    for player in names["table"].agents:
        witness.check_targets(processed[player].returns)
