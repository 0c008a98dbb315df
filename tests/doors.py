"""What users call, with right arguments and with wrong ones: the table of `test_doors.py`.

Wrong are words, files, numbers out of range, and arrays that a kernel would misread. Of other wrong
types of an argument the type checker tells. `python -m tests.doors` tries everything and prints
what is not refused as it should be.
"""

import pickle
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import tyro

from fudaba.adapters.single_agent import LearnerTables, OpponentPool, SeatEnv, SeatVectorEnv
from fudaba.adapters.text import TextArenaEnv, TextSeatEnv, position_text, read_answer
from fudaba.agents import choose_actions, make_agent
from fudaba.agents.greedy import GreedyAgent, advice
from fudaba.agents.ismcts import ISMCTSAgent
from fudaba.agents.montecarlo import MonteCarloAgent
from fudaba.agents.perfect import PerfectAgent
from fudaba.agents.policy import Layer, PolicyAgent
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import (
    CardGameEnv,
    GameRecord,
    RandomSeats,
    Tables,
    UserError,
    Worlds,
    find_game,
    make,
    register,
    tables,
)
from fudaba.evaluation.arena import compare
from fudaba.evaluation.balance.run import measure_balance
from fudaba.evaluation.match import play_match, reward_against
from fudaba.evaluation.places import place_shares, shared_places
from fudaba.evaluation.ratings import bootstrap_ratings, fit_ratings
from fudaba.evaluation.statistics import clustered_difference, clustered_mean, clustered_share
from fudaba.training.config import check_config, read_config
from fudaba.training.exploit import Exploiter
from fudaba.training.selfplay import SelfPlayVecEnv
from fudaba.training.train import train

GAME, OTHER, WITH_ROLES = map(find_game, ("sevens_v0", "niekhi_v0", "seki_v0"))
OPTIONS = GAME.options()
HERE = Path(__file__)
NOWHERE = HERE / "nowhere"
NAN, HUGE = float("nan"), 2**70
SEARCH = "montecarlo:budget=1"


@dataclass(frozen=True)
class Door:
    """A public function.

    Attributes:
        call: Calls it, by keyword; makes anew whatever the call changes.
        right: Arguments that it takes.
        wrong: By argument, values that it has to refuse.
    """

    call: Callable[..., Any]
    right: dict[str, Any]
    wrong: dict[str, list[Any]]

    def cases(self) -> Iterator[tuple[str, Any]]:
        """Each argument with each value that is wrong for it."""
        for argument, values in self.wrong.items():
            yield from ((argument, value) for value in values)

    def outcome(self, argument: str, value: Any) -> str | None:
        """What is wrong with the answer to a wrong value; None where it is a good one."""
        try:
            self.call(**{**self.right, argument: value})
        except UserError as error:
            return None if str(error) and "Traceback" not in str(error) else "says nothing"
        except Exception as error:  # whatever else: it is told
            return f"{type(error).__name__}: {error}"
        return "is taken in silence"


def anew(make_one: Callable[[], Any], method: str) -> Callable[..., Any]:
    """A method of something that is made for each call, and that a refusal leaves as it was."""

    def called(**given: Any) -> Any:
        one = make_one()
        before = pickle.dumps(one)
        try:
            return getattr(one, method)(**given)
        except UserError as error:
            assert pickle.dumps(one) == before, f"has changed, and says: {error}"
            raise

    called.__qualname__ = f"{type(make_one()).__name__}.{method}"
    return called


def up_to_the_folder(call: Callable[..., Any]) -> Callable[..., Any]:
    """The same function; it has taken its arguments where its folder can't be written."""

    def called(**given: Any) -> None:
        try:
            call(**given)
        except UserError as error:
            if str(NOWHERE) not in str(error):
                raise

    called.__qualname__ = call.__qualname__
    return called


def layers(game: Any) -> list[Layer]:
    """A network that plays a game, whose weights are 0."""
    shape = game.num_actions, game.observation_size
    return [Layer(np.zeros(shape, np.float32), np.zeros(shape[0], np.float32))]


def some_tables(num_tables: int = 2, game: Any = GAME) -> Tables:
    """New tables."""
    return Tables(game, game.options(), num_tables, 0, memory=True)


def two_worlds(num_tables: int = 2, game: Any = GAME) -> Worlds:
    """The worlds of new tables."""
    return some_tables(num_tables, game).worlds(np.arange(num_tables))


def dealt(env: Any) -> Any:
    """An environment with its first deal."""
    env.reset(seed=0)
    return env


def a_table() -> CardGameEnv:
    """A game that was dealt."""
    return dealt(CardGameEnv(GAME, {}, memory=True))


def a_seat() -> SeatEnv:
    """A learner's seat, dealt."""
    return dealt(SeatEnv("sevens_v0", illegal="raise"))


def a_text_seat() -> TextSeatEnv:
    """A seat that reads and writes text, dealt."""
    return dealt(TextSeatEnv("sevens_v0", illegal="raise"))


def seats() -> SeatVectorEnv:
    """Two learners' seats, dealt."""
    return dealt(SeatVectorEnv("sevens_v0", 2, illegal="raise"))


def a_pool() -> OpponentPool:
    """A pool of one agent."""
    return OpponentPool([UniformAgent()], [1.0])


def learner_tables() -> LearnerTables:
    """Two tables with a learner, dealt."""
    learners = LearnerTables(GAME, OPTIONS, 2, a_pool())
    learners.start(np.arange(2))
    return learners


def stepped(actions: Any) -> None:
    """Steps such an env."""
    env = training()
    env.step_async(actions)
    env.step_wait()


def training() -> SelfPlayVecEnv:
    """Two learners' tables for stable-baselines3."""
    env = SelfPlayVecEnv(GAME, OPTIONS, 2, a_pool())
    env.reset()
    return env


COUNT = [-1, HUGE, 1.5, NAN, "3", True]
SIZES = [0, *COUNT]
SEATS = [9, *COUNT]
ACTIONS = [999, *COUNT]
WORD = [None, 3, "", "no such", b"greedy"]
FLAG = [None, "yes", "", 1, 0.0]
RULES = [{}, OTHER.options()]
NO_RULES = [{"no_such": 3}]
FILE = ["a\0b", NOWHERE, HERE.parent]
FOLDER = ["a\0b", NOWHERE, HERE]
INDICES = ["x", None, 1.5, ["0"], [None], [0.5], [True], [-1], [HUGE], [NAN], [[0]], [99]]
SEEDS = INDICES[:-1]
OF_ANOTHER_LENGTH = [0, [0, 1], [[0], [0, 1]]]
FLOATS = ["x", None, ["a", "b"], [[1], [1, 2]], [NAN, NAN], [1j, 0]]
CLUSTERS = ["x", None, [0], [0.5, 1.0], [[0, 1]], [[0], [0, 1]], ["a", "b"], [True, False]]
STEP = [
    *("x", None, [], 0, [0, 0, 0], [[0], [0, 0]], np.full(2, 2**64 - 1, np.uint64)),
    *([value] * 2 for value in (0.0, True, NAN, HUGE, -2, 6, 999, "0", None, [0])),
]

SIZE, MOVES = GAME.observation_size, GAME.num_actions
OBSERVATIONS = [
    *(None, "x", [1, 2]),
    *(np.zeros(shape, np.int8) for shape in ((2, 3), (2, SIZE + 1), SIZE, (1, SIZE))),
    *(np.zeros((2, SIZE), kind) for kind in (float, bool, object)),
]
MASKS = [
    *(None, "x"),
    *(np.ones((2, MOVES), kind) for kind in (float, object)),
    *(np.full((2, MOVES), value, np.int8) for value in (7, 0)),
    np.ones(MOVES, np.int8),
]
MASKS_OF_OTHERS = [np.ones(shape, np.int8) for shape in ((2, MOVES + 1), (2, 3), (3, MOVES))]
SHOWN = {"observations": some_tables().observations, "masks": some_tables().action_masks}
WITH_RNG = {**SHOWN, "rng": np.random.default_rng(0)}
ALL_WRONG = {"observations": OBSERVATIONS, "masks": [*MASKS, *MASKS_OF_OTHERS]}

STATE = some_tables(1).states[0]
STATES = [None, "x", some_tables(1, OTHER).states[0], np.zeros(3)]
LEGAL = some_tables().action_masks.argmax(axis=1)
RECORD = a_table().record()
SEATING = np.zeros((2, GAME.max_players), np.int64)
FLAGS = np.zeros((2, GAME.max_players), bool)
NETWORK = PolicyAgent(layers(GAME))
SOLVABLE = GAME.options(num_players=2, jokers=0, tunnel="none")
EXPLOITER: dict[str, Any] = {
    **{"game": GAME, "options": OPTIONS, "target": "greedy", "steps": 2048},
    **{"deals": 1, "seed": 0, "threads": 1},
}
TINY = {"total_steps": 64, "tables": 1, "threads": 1, "warm_start": {"decisions": 0}}
MATCH: dict[str, Any] = {"game": GAME, "options": OPTIONS, "deals": 1, "seed": 0}
MATCH_WRONG = {
    "options": RULES,
    "deals": SIZES,
    "seed": COUNT,
    "executor": ["x", LearnerTables],
    "chunk_deals": [65, *SIZES],
}
FACES = {
    "game": WORD,
    "seat": [99, *COUNT],
    "illegal": WORD,
    "opponents": [3, [], {}, "x", *({"greedy": value} for value in ("x", -1, 0, NAN)), {3: 1}],
    "num_players": COUNT,
    "render_mode": ["x", 3],
    "skip_forced": FLAG,
    "no_such": [3],
}
CONFIGS = [
    *(None, [], {1: 2}, {"no_such": 3}),
    *({"ppo": value} for value in (1, None, [], {"n_steps": "8"}, {"n_steps": 8.0})),
    *({"ppo": {"gamma": value}} for value in ("0.9", NAN, True)),
    *({"ppo": {"hidden": value}} for value in (3, [3.0], "33")),
    *({"residual": value} for value in ("yes", 1)),
    *({"seed": value} for value in ("3", True)),
    *({"total_steps": value} for value in (1e6, NAN)),
    *({"output": value} for value in (3, "")),
    *({"options": value} for value in (3, {"no_such": 3})),
    *({"game": value} for value in (3, "x")),
    *({"algorithm": value} for value in (3, [], "x")),
    *({"opponents": value} for value in (3, {"agents": {}}, {"agents": "greedy"})),
    *({"evaluation": value} for value in (3, {"against": "greedy"}, {"against": [3]})),
    {"init_from": 3},
]

DOORS = [
    # The registry
    Door(find_game, {"name": "sevens_v0"}, {"name": WORD}),
    Door(
        make,
        {"name": "sevens_v0"},
        {"name": WORD, "skip_forced": FLAG, "num_players": COUNT, "no_such": [3]},
    ),
    Door(
        tables,
        {"name": "sevens_v0", "num_tables": 2},
        {"name": WORD, "num_tables": SIZES, "seed": COUNT, "num_threads": SIZES, "no_such": [3]}
        | {"skip_forced": FLAG},
    ),
    Door(
        register,
        {"name": "sevens_v0", "package": "fudaba.envs.sevens"},
        {"name": [None, "", "x"], "package": [None, "", "a b"]},
    ),
    # Tables
    Door(
        Tables,
        {"game": GAME, "options": OPTIONS, "num_tables": 2},
        {"game": ["sevens_v0"], "options": RULES, "num_tables": SIZES, "seed": COUNT}
        | {"num_threads": SIZES, "redeal_finished": FLAG, "skip_forced": FLAG},
    ),
    Door(
        anew(some_tables, "reset"),
        {"seed": 1},
        {"seed": [*COUNT, [], [1], [1, -1]], "rules": [[], OPTIONS, [OPTIONS], [{}, {}]]},
    ),
    Door(
        anew(some_tables, "deal"),
        {"tables": [0], "deals": [5]},
        {"tables": [*INDICES, *OF_ANOTHER_LENGTH], "deals": [*SEEDS, *OF_ANOTHER_LENGTH]},
    ),
    Door(anew(some_tables, "step"), {"actions": LEGAL}, {"actions": STEP}),
    *(
        Door(
            anew(some_tables, name),
            {"tables": [0], "seats": [1]},
            {"tables": [*INDICES, *OF_ANOTHER_LENGTH], "seats": [*INDICES, *OF_ANOTHER_LENGTH]},
        )
        for name in ("observe", "information_states")
    ),
    Door(anew(some_tables, "worlds"), {"tables": [0]}, {"tables": [*INDICES, 0]}),
    Door(
        anew(lambda: some_tables(2, WITH_ROLES), "rotate"),
        {"factor": "role", "by": [0, 1]},
        {"factor": WORD, "by": [*INDICES, [0, 99], [0]]},
    ),
    Door(
        anew(some_tables, "play_on"),
        {"actions": LEGAL, "advice": advice(GAME), "is_advised": FLAGS, "takes_forced": False}
        | {"random_seats": None},
        {
            "actions": STEP,
            "advice": [advice(OTHER)],
            "is_advised": [None, "x", FLAGS * 1.0, np.zeros((3, 4), bool), FLAGS[0]],
            "takes_forced": FLAG,
            "random_seats": [RandomSeats(FLAGS[:, 0], np.random.default_rng())],
        },
    ),
    Door(
        Worlds,
        {"game": GAME, "states": some_tables().states},
        {"states": [*STATES, STATE, [STATE], some_tables(2, OTHER).states]},
    ),
    Door(
        anew(two_worlds, "sample"),
        {"position": 0, "seeds": np.arange(3, dtype=np.uint64)},
        {"position": [2, *COUNT], "seeds": [1, [[0], [0, 1]], *SEEDS]},
    ),
    # A game
    *(
        Door(function, {"state": STATE, "seat": 0}, {"state": STATES, "seat": SEATS})
        for function in (GAME.view, GAME.scene, GAME.text)
    ),
    Door(
        GAME.flat,
        {"views": some_tables().views},
        {"views": [*STATES, STATE, some_tables(1, OTHER).views]},
    ),
    Door(GAME.decode, {"action": 0}, {"action": ACTIONS}),
    Door(GAME.legal_actions, {"state": STATE}, {"state": STATES}),
    Door(GAME.move_names, {"state": STATE}, {"state": STATES}),
    Door(
        GAME.parse,
        {"state": STATE, "text": next(iter(GAME.move_names(STATE)))},
        {"state": STATES, "text": WORD},
    ),
    Door(
        GAME.announced_to,
        {"state": STATE, "action": 0, "listener": 0},
        {"state": STATES, "action": ACTIONS, "listener": SEATS},
    ),
    Door(GAME.refusal, {"state": STATE, "action": 0}, {"state": STATES}),
    Door(GAME.actions[0].encode, {"position": 0}, {"position": ACTIONS}),
    Door(GAME.options, {}, {"num_players": COUNT, "no_such": [3]}),
    Door(find_game("taxot_v0").options, {"lights": True}, {"lights": FLAG}),
    Door(
        GAME.options.read,
        {"game": "sevens_v0", "values": {}},
        {"values": [None, 3, [1], {3: 3}, *NO_RULES]},
    ),
    *(
        Door(function, {"name": "num_players"}, {"name": WORD})
        for function in (OPTIONS.code, GAME.options.coding, GAME.options.codes)
    ),
    # Records
    Door(
        GameRecord.from_json,
        {"text": RECORD.to_json()},
        {"text": ["", "x", b"\xff", "{}", "[]"]},
    ),
    Door(lambda game: list(RECORD.positions(game)), {"game": GAME}, {"game": [OTHER]}),
    # The environment
    Door(
        CardGameEnv,
        {"game": GAME, "options": {}},
        {"options": NO_RULES, "render_mode": ["x", 5, ["ansi"]]},
    ),
    Door(anew(a_table, "reset"), {"seed": 0}, {"seed": COUNT}),
    Door(anew(a_table, "step"), {"action": int(LEGAL[0])}, {"action": [None, *ACTIONS]}),
    *(
        Door(anew(a_table, name), {"agent": "player_0"}, {"agent": [None, 0, "player_9", ""]})
        for name in ("observe", "information_state", "observation_space", "action_space")
    ),
    Door(anew(a_table, "describe"), {"action": 0}, {"action": ACTIONS}),
    Door(anew(a_table, "parse"), {"text": a_table().describe(int(LEGAL[0]))}, {"text": WORD}),
    Door(
        anew(a_table, "load"),
        {"saved": a_table().save()},
        {"saved": [None, "x", b"", b"x", b"{}"]},
    ),
    # Agents
    Door(
        make_agent,
        {"spec": "greedy", "game": GAME, "options": OPTIONS},
        {
            "spec": [
                *(*WORD, "montecarlo:budget=0", "ismcts:budget=x", "policy:", "policy:/nowhere"),
                *("perfect", "policy:niekhi", "montecarlo:budget=5,policy=/nowhere"),
            ],
            "options": RULES,
        },
    ),
    Door(
        choose_actions,
        {"tables": some_tables(), "agents": [UniformAgent()], "seating": SEATING}
        | {"rng": np.random.default_rng(0)},
        {
            "agents": [[], ["greedy"]],
            "seating": [None, "x", SEATING * 0.0, SEATING[:1], SEATING + 7, SEATING[:, :2]],
        },
    ),
    *(
        Door(function, given, ALL_WRONG)
        for function, given in (
            (GreedyAgent(GAME).act, WITH_RNG),
            (NETWORK.act, WITH_RNG),
            (PolicyAgent(layers(GAME), advice=GreedyAgent(GAME)).act, WITH_RNG),
            (NETWORK.probabilities, SHOWN),
        )
    ),
    Door(UniformAgent().act, WITH_RNG, {"masks": MASKS}),
    Door(GreedyAgent(GAME).mark, SHOWN, {**ALL_WRONG, "masks": MASKS_OF_OTHERS}),
    Door(
        PerfectAgent,
        {"game": GAME, "options": SOLVABLE},
        {"game": [OTHER], "options": [*RULES, OPTIONS]},
    ),
    Door(
        PolicyAgent,
        {"layers": layers(GAME), "advice": GreedyAgent(GAME)},
        {
            "layers": [
                *(None, "x", [], layers(GAME) * 2, [Layer(np.zeros(3), np.zeros(3))]),
                [Layer(np.full((2, 2), NAN), np.zeros(2))],
                [Layer(np.array([["a"]]), np.zeros(1))],
            ],
            "advice": [GreedyAgent(OTHER)],
            "output": WORD,
            "sample": FLAG,
        },
    ),
    Door(
        NETWORK.outputs,
        {"observations": SHOWN["observations"]},
        {"observations": [one for one in OBSERVATIONS if len(np.shape(one)) != 2 or len(one) == 2]},
    ),
    Door(NETWORK.check_wiring, {"game": GAME}, {"game": [OTHER]}),
    Door(
        PolicyAgent.load,
        {"folder": HERE.parents[1] / "agents/policies/sevens", "game": GAME, "options": OPTIONS},
        {"folder": [*FOLDER, "", "/nowhere"], "game": [OTHER], "options": RULES}
        | {"sample": FLAG[1:]},
    ),
    Door(
        NETWORK.save,
        {"folder": "build/doors", "game": GAME, "options": OPTIONS},
        {"folder": [*FOLDER, ""], "game": [OTHER], "options": RULES}
        | {name: [3, {"a": object()}] for name in ("training", "evaluation")},
    ),
    *(
        Door(
            kind,
            {"game": GAME, "budget": 10},
            {"budget": [10**6 + 1, *SIZES], "policy": [PolicyAgent(layers(OTHER))]},
        )
        for kind in (MonteCarloAgent, ISMCTSAgent)
    ),
    Door(MonteCarloAgent, {"game": GAME, "budget": 9}, {"num_threads": [1025, *SIZES]}),
    *(
        Door(
            kind(GAME, 10).search,
            {**WITH_RNG, "worlds": two_worlds()},
            {**ALL_WRONG, "worlds": [two_worlds(2, OTHER), two_worlds(1)]},
        )
        for kind in (MonteCarloAgent, ISMCTSAgent)
    ),
    Door(
        MonteCarloAgent(GAME, 10).evaluate_actions,
        {"mask": SHOWN["masks"][0], "worlds": two_worlds(), "row": 0, "rng": WITH_RNG["rng"]},
        {
            "mask": [None, "x", *(mask[0] for mask in (*MASKS[4:6], *MASKS_OF_OTHERS[:2]))],
            "worlds": [two_worlds(2, OTHER)],
            "row": [2, *COUNT],
        },
    ),
    # One seat
    Door(SeatEnv, {"game": "sevens_v0"}, {**FACES, "mask_in_observation": FLAG}),
    Door(anew(a_seat, "reset"), {"seed": 0}, {"seed": COUNT}),
    Door(
        anew(a_seat, "step"),
        {"action": int(a_seat().action_masks().argmax())},
        {"action": [None, *ACTIONS]},
    ),
    Door(
        SeatVectorEnv,
        {"game": "sevens_v0"},
        {**FACES, "num_envs": SIZES, "mask_in_observation": FLAG}
        | {"autoreset_mode": ["x", 3, None, []]},
    ),
    Door(
        anew(seats, "reset"),
        {"seed": 0},
        {
            "seed": [*COUNT, [], [1], [1, -1]],
            "options": [{"reset_mask": mask} for mask in (None, [1, 1], [True], "x")],
        },
    ),
    Door(
        anew(seats, "step"),
        {"actions": seats().action_masks().argmax(axis=1)},
        {"actions": STEP},
    ),
    Door(
        LearnerTables,
        {"game": GAME, "options": OPTIONS, "num_tables": 2, "pool": a_pool()},
        {"options": RULES, "num_tables": SIZES, "seat": [99, *COUNT], "illegal": WORD}
        | {"num_threads": SIZES},
    ),
    Door(anew(learner_tables, "seed"), {"seed": 0}, {"seed": COUNT, "first_deal": COUNT}),
    Door(anew(learner_tables, "start"), {"tables": [0]}, {"tables": INDICES}),
    Door(
        anew(learner_tables, "step"),
        {"actions": learner_tables().action_masks.argmax(axis=1)},
        {"actions": STEP},
    ),
    Door(
        OpponentPool,
        {"agents": [UniformAgent()], "weights": [1.0]},
        {
            "agents": [[], ["greedy"]],
            "weights": [
                *(None, [], "x", 1.0, [1, 2], [[1]], [[1], [1, 2]]),
                *([value] for value in ("a", None, NAN, float("inf"), -1.0, 0.0)),
            ],
        },
    ),
    Door(
        OpponentPool.read,
        {"opponents": "greedy", "game": GAME, "options": OPTIONS},
        {"opponents": FACES["opponents"], "options": RULES},
    ),
    Door(a_pool().draw, {"count": 3, "rng": WITH_RNG["rng"]}, {"count": COUNT}),
    # Text
    Door(TextSeatEnv, {"game": "sevens_v0"}, FACES),
    Door(anew(a_text_seat, "step"), {"action": "1"}, {"action": [*WORD, "99"]}),
    Door(TextArenaEnv, {"game": "sevens_v0"}, {"game": WORD, "no_such": [3]}),
    Door(
        TextArenaEnv("sevens_v0").reset,
        {"num_players": 3, "seed": 0},
        {"num_players": [99, *COUNT], "seed": COUNT},
    ),
    Door(
        position_text,
        {"game": GAME, "state": STATE, "seat": 0},
        {"state": STATES, "seat": SEATS, "history": ["player_1 passes"]},
    ),
    Door(
        read_answer,
        {"game": GAME, "state": STATE, "text": "1"},
        {"state": STATES, "text": [*WORD, "99"]},
    ),
    # Evaluation
    Door(
        compare,
        {"game": "sevens_v0", "agents": {"a": UniformAgent(), "b": UniformAgent()}, "deals": 1},
        {
            "game": WORD,
            "agents": [{}, {"a": "greedy"}, {3: UniformAgent()}, {"a": UniformAgent}],
            "options": NO_RULES,
            "deals": SIZES,
            "seed": COUNT,
            "identities": [{"c": "x"}, {"a": 3}, {"a": ""}],
            "results": FILE,
            "records": FILE,
            "force": FLAG,
            "executor": ["x", LearnerTables],
            "show": [["x"], [1], [-1], [True]],
            "num_threads": SIZES,
        },
    ),
    Door(
        measure_balance,
        {"game": "sevens_v0", "agents": ["random"], "games": 2},
        {
            "game": WORD,
            "agents": [[], "random", ["x"], [3]],
            "games": [1, *SIZES],
            "options": NO_RULES,
            "varied": [{"no_such": [3]}, *({"pass_limit": value} for value in (3, [], "x"))],
            "seed": COUNT,
            "rotate": ["", "no such"],
            "ladder": ["random", ["x"], ["random"], [3]],
            "ladder_deals": SIZES,
            "num_threads": SIZES,
            "results": FILE,
        },
    ),
    Door(
        play_match,
        {**MATCH, "agents": [UniformAgent()], "line_ups": [(0,) * OPTIONS.num_players]},
        MATCH_WRONG
        | {
            "agents": [[], ["greedy"]],
            "line_ups": [[], [(0,)], [(9,) * 4], [(0.0,) * 4], [[0] * 4], [("a",) * 4]],
        },
    ),
    Door(
        reward_against,
        {**MATCH, "agent": UniformAgent(), "opponents": UniformAgent()},
        {**MATCH_WRONG, "agent": ["greedy", UniformAgent], "opponents": ["greedy", [], [3]]},
    ),
    *(
        Door(
            function,
            {"points": np.zeros((2, 4))},
            {"points": ["x", None, 5, [1, 2], [["a"]], [[1], [1, 2]], [[NAN, 1]]]},
        )
        for function in (shared_places, place_shares)
    ),
    *(
        Door(
            function,
            {"values": [0.0, 1.0], "clusters": [0, 1]},
            {"values": [*FLOATS, [1.0], [[0.0, 1.0]], *out_of_range], "clusters": CLUSTERS},
        )
        for function, out_of_range in (
            (clustered_mean, []),
            (clustered_share, [[-1.0, 0.0], [2.0, 0.0]]),
        )
    ),
    Door(
        clustered_difference,
        {"first": [0.0, 1.0], "first_clusters": [0, 1]}
        | {"second": [0.0, 1.0], "second_clusters": [0, 1]},
        {"first": FLOATS, "first_clusters": CLUSTERS, "second": FLOATS}
        | {"second_clusters": CLUSTERS},
    ),
    Door(
        fit_ratings,
        {"agents": [[0, 1]], "places": [[1, 2]], "num_agents": 2},
        {
            "agents": [
                *("x", None, [0, 1], [[0, 1], [0]]),
                *([[0, value]] for value in (1.0, 9, -2)),
                [[True, False]],
            ],
            "places": ["x", None, [1, 2], [[NAN, 1]], [["a", "b"]], [[1]], [[1, 2, 3]]],
            "num_agents": COUNT,
        },
    ),
    Door(
        bootstrap_ratings,
        {"agents": [[0, 1]], "places": [[1, 2]], "num_agents": 2, "clusters": [0]}
        | {"rng": np.random.default_rng(0), "num_resamples": 2},
        {"clusters": ["x", None, [0, 1], [0.5]], "num_resamples": [1, *SIZES]},
    ),
    # Training
    Door(
        SelfPlayVecEnv,
        {"game": GAME, "options": OPTIONS, "num_tables": 2, "pool": a_pool()},
        {"options": RULES, "num_tables": SIZES, "seed": COUNT, "first_deal": COUNT}
        | {"render_mode": ["human"]},
    ),
    Door(
        stepped,
        {"actions": training().action_masks().argmax(axis=1)},
        {"actions": STEP},
    ),
    Door(
        read_config,
        {"name": "sevens/ppo"},
        {"name": [*WORD, "a\0b", str(HERE.parent), "no/such.yaml"]},
    ),
    Door(check_config, {"name": "mine", "content": {}}, {"content": CONFIGS}),
    Door(
        up_to_the_folder(train),
        {"config": check_config("x", {"output": str(NOWHERE), **TINY})},
        {"resume": FLAG},
    ),
    Door(
        Exploiter,
        EXPLOITER,
        {
            "options": RULES[1:],
            "target": WORD,
            "steps": [2047, *SIZES],
            "deals": SIZES,
            "seed": COUNT,
        }
        | {"threads": SIZES, "search_deals": SIZES},
    ),
    Door(
        up_to_the_folder(Exploiter(**EXPLOITER).train),
        {"start": "advice", "folder": NOWHERE},
        {"start": [*WORD, "weights", "greedy"], "folder": ["a\0b", HERE]},
    ),
    Door(
        up_to_the_folder(Exploiter(**EXPLOITER).measure),
        {"policies": {"advice": NOWHERE}, "searches": [], "folder": NOWHERE},
        {
            "policies": [{}, {"x": 3}, {3: NOWHERE}],
            "searches": [SEARCH, *([SEARCH, word] for word in (3, "greedy", "montecarlo", ""))],
            "folder": ["a\0b", HERE],
        },
    ),
]


def main() -> int:
    """Tries every door, and says what is wrong."""
    tried, bad = 0, 0
    for door in DOORS:
        for argument, value in door.cases():
            tried += 1
            if said := door.outcome(argument, value):
                bad += 1
                name = door.call.__qualname__
                print(f"{name}: {argument}={value!r}"[:100], said[:150], sep=" -> ")
    print(f"{tried} calls of {len(DOORS)} functions, {tried - bad} well refused, {bad} not")
    return bad > 0


if __name__ == "__main__":
    sys.exit(tyro.cli(main))
