"""Questions: which are the same, and what their folders are called."""

from typing import Any

from fudaba.envs import find_game
from fudaba.evaluation.balance import measure_balance
from fudaba.evaluation.balance.result import balance_run_key
from fudaba.evaluation.run_key import RunKey

GAME = find_game("sevens_v0")


def question(*rules: dict[str, Any], **more: Any) -> RunKey:
    plain = [GAME.options(**values).plain() for values in rules or ({},)]
    asked = {"agents": ["greedy"], "seed": 0, "rotated": None, "ladder": [], **more}
    return balance_run_key("sevens_v0", plain, **asked)


def test_other_questions_have_other_keys_and_folders() -> None:
    questions = [
        question(),
        question(seed=1),
        question(agents=["random"]),
        question(agents=["random", "greedy"]),
        question(agents=["greedy", "random"]),
        question({"jokers": 1}),
        question({"jokers": 0}, {"jokers": 1}),
        question({"jokers": 1}, {"jokers": 0}),
        question(rotated="role"),
        question(ladder=["random", "greedy"]),
        RunKey("arena", "sevens_v0", (GAME.options().plain(),), ("greedy",), 0),
    ]
    for names in ([q.key for q in questions], [q.folder for q in questions]):
        assert len(set(names)) == len(questions)
    assert [q.folder[:-9] for q in questions[5:10]] == [
        "greedy-jokers-1",
        "greedy-jokers-0-1",
        "greedy-jokers-1-0",
        "greedy-rotate-role",
        "greedy-ladder-greedy-random",
    ]


def test_the_same_question_in_other_words() -> None:
    assert question({"jokers": 0}) == question()
    assert question(ladder=["a", "b"]) == question(ladder=["b", "a"])


def test_options_for_research_make_a_question_only_where_they_are_unusual() -> None:
    usual, small = (find_game("taxot_v0").options(num_players=2, **pack).plain()
                    for pack in ({}, {"pack": ["bow", "chariot", "tiger"]}))  # fmt: skip
    asked = RunKey("arena", "taxot_v0", (usual, small), ("greedy",), 0)
    assert "pack" not in usual and asked.folder.startswith("greedy-num_players-2-pack-ship-nothing")
    assert RunKey("arena", "taxot_v0", (small, usual), ("greedy",), 0).key != asked.key


def test_a_folder_has_a_short_plain_name() -> None:
    long = question(agents=["policy:../runs/名前/ " + "x" * 300], seed=10**30)
    assert len(long.folder) < 70 and long.folder.isascii() and "/" not in long.folder
    assert long.folder.startswith("policy-..-runs-")
    assert question(agents=[]).folder == f"-{question(agents=[]).key[:8]}"


def test_a_result_knows_its_question() -> None:
    both = ["greedy", "random"]
    asked = question({"jokers": 0}, {"jokers": 1}, agents=both, seed=5, ladder=both)
    result = measure_balance(
        "sevens_v0", ["greedy", "random"], 4, varied={"jokers": [0, 1]}, seed=5,
        ladder=["random", "greedy"], ladder_deals=2,
    )  # fmt: skip
    assert result.run_key == asked
    assert type(result).from_json(result.to_json()).run_key == asked
