"""What users call, with right arguments and with wrong ones: the table of `test_doors.py`.

`python -m tests.doors` tries everything and prints what is not refused as it should be.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import tyro

from fudaba.agents import choose_actions, make_agent
from fudaba.agents.greedy import GreedyAgent, advice
from fudaba.agents.ismcts import ISMCTSAgent
from fudaba.agents.montecarlo import MonteCarloAgent
from fudaba.agents.perfect import PerfectAgent
from fudaba.agents.policy import Layer, PolicyAgent
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import (
    GameRecord,
    Tables,
    UserError,
    Worlds,
    find_game,
    make,
    register,
    tables,
)
from fudaba.envs.core.api.aec import CardGameEnv
from fudaba.envs.core.stepping.playing import RandomSeats
from fudaba.evaluation.arena import compare
from fudaba.evaluation.balance.run import measure_balance
from fudaba.evaluation.match import play_match, reward_against
from fudaba.evaluation.places import place_shares, shared_places
from fudaba.evaluation.ratings import bootstrap_ratings, fit_ratings
from fudaba.evaluation.statistics import clustered_difference, clustered_mean, clustered_share
from fudaba.single_agent import LearnerTables, OpponentPool, SeatEnv, SeatVectorEnv
from fudaba.text import TextArenaEnv, TextSeatEnv, position_text, read_answer, rules_text
from fudaba.training.config import check_config, read_config
from fudaba.training.exploit import Exploiter
from fudaba.training.selfplay import SelfPlayVecEnv
from fudaba.training.train import train

GAME, OTHER = find_game("sevens_v0"), find_game("niekhi_v0")
OPTIONS, OTHER_OPTIONS = GAME.options(), OTHER.options()
NOWHERE = Path("/dev/null/nowhere")


def layers(game: Any) -> list[Layer]:
    """A network that plays a game, whose weights are 0."""
    shape = game.num_actions, game.observation_size
    return [Layer(np.zeros(shape, np.float32), np.zeros(shape[0], np.float32))]


@dataclass(frozen=True)
class Door:
    """A public function.

    Attributes:
        name: What it is called.
        call: Calls it, by keyword; makes anew whatever the call changes.
        right: Arguments that it takes.
        wrong: By argument, values that it has to refuse.
    """

    name: str
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


class Nothing:
    """Something that is of no use anywhere."""

    def __repr__(self) -> str:
        """`Nothing()`."""
        return "Nothing()"


NAN, HUGE, NOTHING = float("nan"), 2**70, Nothing()
COUNT = ["3", 1.5, True, -1, HUGE, NAN, [], [1], np.zeros(2), NOTHING]
NUMBER = ["3", HUGE * 1.0 * 0 + NAN, None, [], NOTHING]
WORD = [None, 3, True, [], "", "no such", b"greedy", NOTHING]
FLAG = [None, "yes", "", 1, 0.0, [], NOTHING]
A_GAME = [None, "sevens_v0", 3, type(GAME), NOTHING]
RULES = [None, {}, "x", OTHER_OPTIONS, type(OPTIONS), NOTHING]
MAPPING = [3, "x", [1], NOTHING]
AN_AGENT = [None, "greedy", 3, UniformAgent, NOTHING]
A_POLICY = ["best", 3, PolicyAgent, NOTHING, UniformAgent(), PolicyAgent(layers(OTHER))]
GENERATOR = [None, 3, "x", np.random.RandomState(0), np.random.default_rng, NOTHING]
PATH = [3, True, "a\0b", [], NOTHING]
INDICES = ["x", None, 1.5, [0.5], [True], [-1], [HUGE], [NAN], [[0]], [99], NOTHING]
FLOATS = ["x", None, ["a", "b"], [[1], [1, 2]], [NAN, NAN], NOTHING]
RENDER = ["x", 3, True, [], NOTHING]
CALLABLE = [3, "x", NOTHING]
SEED = [value for value in COUNT if value is not None]

SIZE, ACTIONS = GAME.observation_size, GAME.num_actions
OBSERVATIONS = [
    None,
    "x",
    [1, 2],
    NOTHING,
    np.zeros((2, 3), np.int8),
    np.zeros((2, SIZE + 1), np.int8),
    np.zeros((2, SIZE)),
    np.zeros((2, SIZE), bool),
    np.zeros((2, SIZE), object),
    np.zeros(SIZE, np.int8),
    np.zeros((1, SIZE), np.int8),
]
MASKS = [
    None,
    "x",
    NOTHING,
    np.ones((2, ACTIONS + 1), np.int8),
    np.ones((2, 3), np.int8),
    np.ones(ACTIONS, np.int8),
    np.ones((3, ACTIONS), np.int8),
    np.ones((2, ACTIONS)),
    np.ones((2, ACTIONS), object),
    np.full((2, ACTIONS), 7, np.int8),
    np.zeros((2, ACTIONS), np.int8),
]
STEP = [
    "x",
    None,
    NOTHING,
    [],
    [0.0, 0.0],
    [True, True],
    [NAN, NAN],
    [HUGE, HUGE],
    [-2, -2],
    [999, 999],
    [[0, 0]],
    np.zeros(3, np.int64),
]


def some_tables(num_tables: int = 2, game: Any = GAME) -> Tables:
    """New tables."""
    return Tables(game, game.options(), num_tables, 0)


def seen() -> dict[str, Any]:
    """What agents are shown at two tables."""
    two = some_tables()
    return {
        "observations": two.observations.copy(),
        "masks": two.action_masks.copy(),
        "rng": np.random.default_rng(0),
    }


def an_env() -> CardGameEnv:
    """A game that was dealt."""
    env = CardGameEnv(GAME, {})
    env.reset(seed=0)
    return env


def a_seat(**settings: Any) -> SeatEnv:
    """A learner's seat, dealt."""
    env = SeatEnv("sevens_v0", **settings)
    env.reset(seed=0)
    return env


def a_text_seat() -> TextSeatEnv:
    """A seat that reads and writes text, dealt."""
    env = TextSeatEnv("sevens_v0", illegal="raise")
    env.reset(seed=0)
    return env


def seats(**settings: Any) -> SeatVectorEnv:
    """Two learners' seats, dealt."""
    env = SeatVectorEnv("sevens_v0", 2, **settings)
    env.reset(seed=0)
    return env


def a_pool(agent: Any = None) -> OpponentPool:
    """A pool of one agent."""
    return OpponentPool([agent or UniformAgent()], [1.0])


def learner_tables() -> LearnerTables:
    """Two tables with a learner, dealt."""
    learners = LearnerTables(GAME, OPTIONS, 2, a_pool())
    learners.start(np.arange(2))
    return learners


def training(num_tables: int = 2) -> SelfPlayVecEnv:
    """Two learners' tables for stable-baselines3."""
    env = SelfPlayVecEnv(GAME, OPTIONS, num_tables, a_pool())
    env.reset()
    return env


def stepped(actions: Any) -> None:
    """Steps such an env."""
    env = training()
    env.step_async(actions)
    env.step_wait()


def a_record() -> GameRecord:
    """The record of a game that was only dealt."""
    return an_env().record()


def up_to_the_folder(call: Callable[..., Any]) -> Callable[..., Any]:
    """The same function; it has taken its arguments where its folder can't be written."""

    def called(**given: Any) -> None:
        try:
            call(**given)
        except UserError as error:
            if str(NOWHERE) not in str(error):
                raise

    return called


STATE = some_tables(1).states[0]
STATES = [None, 3, "x", NOTHING, some_tables(1, OTHER).states[0], np.zeros(3)]
LEGAL = some_tables().action_masks.argmax(axis=1)
EXPLOITER = {
    "game": GAME,
    "options": OPTIONS,
    "target": "greedy",
    "steps": 2048,
    "deals": 1,
    "seed": 0,
    "threads": 1,
}
TINY = {"total_steps": 64, "tables": 1, "threads": 1, "improvement": {"decisions": 0}}
AGENTS = {"a": UniformAgent(), "b": UniformAgent()}
MATCH: dict[str, Any] = {"game": GAME, "options": OPTIONS, "deals": 1, "seed": 0, "num_threads": 1}
MATCH_WRONG = {
    "game": A_GAME,
    "options": RULES,
    "deals": [None, 0, *COUNT],
    "seed": [None, *SEED],
    "num_threads": [None, 0, *COUNT],
}
SEATING = np.zeros((2, GAME.max_players), np.int64)
SEAT = {"seat": [99, *COUNT], "illegal": WORD, "opponents": [None, 3, [], {}, "x", NOTHING]}
FACES = {
    **SEAT,
    "game": WORD,
    "render_mode": RENDER,
    "mask_in_observation": FLAG,
    "num_players": [None, *COUNT],
    "no_such": [3],
}
DOORS = [
    # The registry
    Door("find_game", find_game, {"name": "sevens_v0"}, {"name": WORD}),
    Door(
        "make",
        make,
        {"name": "sevens_v0"},
        {"name": WORD, "render_mode": RENDER, "num_players": [None, *COUNT], "no_such": [3]},
    ),
    Door(
        "tables",
        tables,
        {"name": "sevens_v0", "num_tables": 2},
        {
            "name": WORD,
            "num_tables": [None, 0, *COUNT],
            "seed": [None, *SEED],
            "num_threads": [None, 0, *COUNT],
            "no_such": [3],
        },
    ),
    Door(
        "register",
        register,
        {"name": "sevens_v0", "package": "fudaba.envs.sevens"},
        {"name": [None, 3, "", "x", NOTHING], "package": [None, 3, "", "a b", NOTHING]},
    ),
    # Tables
    Door(
        "Tables",
        Tables,
        {"game": GAME, "options": OPTIONS, "num_tables": 2},
        {
            "game": A_GAME,
            "options": RULES,
            "num_tables": [None, 0, *COUNT],
            "seed": [None, *SEED],
            "num_threads": [None, 0, *COUNT],
            "redeal_finished": FLAG,
        },
    ),
    Door("Tables.reset", lambda seed: some_tables().reset(seed), {"seed": 1}, {"seed": SEED}),
    Door(
        "Tables.deal",
        lambda tables, deals: some_tables().deal(tables, deals),
        {"tables": [0], "deals": [5]},
        {"tables": INDICES, "deals": [value for value in INDICES if value != [99]]},
    ),
    Door(
        "Tables.step",
        lambda actions: some_tables().step(actions),
        {"actions": LEGAL},
        {"actions": STEP},
    ),
    Door(
        "Tables.observe",
        lambda tables, seats: some_tables().observe(tables, seats),
        {"tables": [0], "seats": [1]},
        {"tables": INDICES, "seats": INDICES},
    ),
    Door(
        "Tables.worlds",
        lambda tables: some_tables().worlds(tables),
        {"tables": [0]},
        {"tables": INDICES},
    ),
    Door(
        "Tables.rotate",
        lambda factor, by: Tables(find_game("seki_v0"), find_game("seki_v0").options(), 2).rotate(
            factor, by
        ),
        {"factor": "role", "by": [0, 1]},
        {"factor": WORD, "by": [*INDICES, [0, 99], [0]]},
    ),
    Door(
        "Tables.play_on",
        lambda **given: some_tables().play_on(**given),
        {
            "actions": LEGAL,
            "advice": advice(GAME),
            "is_advised": np.zeros((2, GAME.max_players), bool),
            "takes_forced": False,
            "random_seats": None,
        },
        {
            "actions": STEP,
            "advice": [
                None,
                3,
                "greedy",
                NOTHING,
                advice(GAME).choose,
                advice(OTHER),
                GreedyAgent(GAME),
            ],
            "is_advised": [
                None,
                True,
                "x",
                NOTHING,
                np.zeros((2, GAME.max_players)),
                np.zeros((3, GAME.max_players), bool),
                np.zeros(GAME.max_players, bool),
                [[False] * GAME.max_players],
            ],
            "takes_forced": FLAG,
            "random_seats": [
                3,
                "x",
                NOTHING,
                np.zeros((2, GAME.max_players), bool),
                RandomSeats(np.zeros(2, bool), np.random.default_rng()),
                RandomSeats(np.zeros((2, GAME.max_players), bool), 5),
            ],
        },
    ),
    Door(
        "Worlds",
        Worlds,
        {"game": GAME, "states": some_tables().states},
        {"game": A_GAME, "states": [*STATES, STATE, [STATE], some_tables(2, OTHER).states]},
    ),
    Door(
        "Worlds.sample",
        lambda position, seeds: some_tables().worlds(np.arange(2)).sample(position, seeds),
        {"position": 0, "seeds": np.arange(3, dtype=np.uint64)},
        {
            "position": [None, 2, *COUNT],
            "seeds": ["x", None, 1, [0.5], [True], [-1], [HUGE], [NAN], [[0]], NOTHING],
        },
    ),
    # A game
    Door(
        "Game.view",
        GAME.view,
        {"state": STATE, "seat": 0},
        {"state": STATES, "seat": [None, 9, *COUNT]},
    ),
    Door(
        "Game.scene",
        GAME.scene,
        {"state": STATE, "seat": 0},
        {"state": STATES, "seat": [None, 9, *COUNT]},
    ),
    Door(
        "Game.text",
        GAME.text,
        {"state": STATE, "seat": 0},
        {"state": STATES, "seat": [None, 9, *COUNT]},
    ),
    Door(
        "Game.flat",
        GAME.flat,
        {"views": some_tables().views},
        {"views": [*STATES, STATE, some_tables(1, OTHER).views]},
    ),
    Door("Game.decode", GAME.decode, {"action": 0}, {"action": [None, 999, *COUNT]}),
    Door("Game.legal_actions", GAME.legal_actions, {"state": STATE}, {"state": STATES}),
    Door("Game.move_names", GAME.move_names, {"state": STATE}, {"state": STATES}),
    Door(
        "Game.parse",
        GAME.parse,
        {"state": STATE, "text": next(iter(GAME.move_names(STATE)))},
        {"state": STATES, "text": WORD},
    ),
    Door(
        "Game.announced_to",
        GAME.announced_to,
        {"state": STATE, "action": 0, "listener": 0},
        {"state": STATES, "action": [None, 999, *COUNT], "listener": [None, 9, *COUNT]},
    ),
    Door("Game.refusal", GAME.refusal, {"state": STATE, "action": 0}, {"state": STATES}),
    Door(
        "ActionKind.encode",
        GAME.actions[0].encode,
        {"position": 0},
        {"position": [None, 999, *COUNT]},
    ),
    Door("Options", GAME.options, {}, {"num_players": [None, *COUNT], "no_such": [3]}),
    Door("Options, flags", find_game("taxot_v0").options, {"lights": True}, {"lights": FLAG}),
    Door(
        "Options.read",
        GAME.options.read,
        {"game": "sevens_v0", "values": {}},
        {"values": [None, *MAPPING, {"no_such": 3}, {3: 3}]},
    ),
    Door("Options.code", OPTIONS.code, {"name": "num_players"}, {"name": WORD}),
    Door("Options.coding", GAME.options.coding, {"name": "num_players"}, {"name": WORD}),
    Door("Options.codes", GAME.options.codes, {"name": "num_players"}, {"name": WORD}),
    # Records
    Door(
        "GameRecord.from_json",
        GameRecord.from_json,
        {"text": a_record().to_json()},
        {"text": [None, 3, "", "x", b"\xff", "{}", "[]", NOTHING]},
    ),
    Door(
        "GameRecord.positions",
        lambda game: list(a_record().positions(game)),
        {"game": GAME},
        {"game": [*A_GAME, OTHER]},
    ),
    # The environment
    Door(
        "CardGameEnv",
        CardGameEnv,
        {"game": GAME, "options": {}},
        {"game": A_GAME, "options": [None, *MAPPING, {"no_such": 3}], "render_mode": RENDER},
    ),
    Door("CardGameEnv.reset", lambda seed: an_env().reset(seed=seed), {"seed": 0}, {"seed": SEED}),
    Door(
        "CardGameEnv.step",
        lambda action: an_env().step(action),
        {"action": int(LEGAL[0])},
        {"action": [None, 999, -1, "3", 1.5, NAN, HUGE, [], [1], NOTHING, True]},
    ),
    *(
        Door(
            f"CardGameEnv.{name}",
            lambda agent, name=name: getattr(an_env(), name)(agent),
            {"agent": "player_0"},
            {"agent": [None, 0, "player_9", "", [], NOTHING]},
        )
        for name in ("observe", "observation_space", "action_space")
    ),
    Door(
        "CardGameEnv.describe",
        lambda action: an_env().describe(action),
        {"action": 0},
        {"action": [None, 999, *COUNT]},
    ),
    Door(
        "CardGameEnv.parse",
        lambda text: an_env().parse(text),
        {
            "text": an_env().describe(
                int(np.flatnonzero(an_env().observe(an_env().agent_selection)["action_mask"])[0])
            )
        },
        {"text": WORD},
    ),
    Door(
        "CardGameEnv.load",
        lambda saved: an_env().load(saved),
        {"saved": an_env().save()},
        {"saved": [None, 3, "x", b"", b"x", b"{}", NOTHING]},
    ),
    # Agents
    Door(
        "make_agent",
        make_agent,
        {"word": "greedy", "game": GAME, "options": OPTIONS},
        {
            "word": [
                *WORD,
                "montecarlo:budget=0",
                "ismcts:budget=x",
                "policy:",
                "policy:/nowhere",
                "perfect",
                "policy:niekhi",
                "montecarlo:budget=5,policy=/nowhere",
            ],
            "game": A_GAME,
            "options": RULES,
        },
    ),
    Door(
        "choose_actions",
        choose_actions,
        {
            "tables": some_tables(),
            "agents": [UniformAgent()],
            "seating": SEATING,
            "rng": np.random.default_rng(0),
        },
        {
            "tables": [None, 3, "x", NOTHING],
            "agents": [None, [], 3, "x", ["greedy"], NOTHING],
            "seating": [
                None,
                "x",
                SEATING * 0.0,
                SEATING[:1],
                SEATING + 7,
                SEATING[:, :2],
                NOTHING,
            ],
            "rng": GENERATOR,
        },
    ),
    *(
        Door(
            f"{type(agent).__name__}.act",
            lambda agent=agent, **given: agent.act(**{**seen(), **given}),
            {},
            {"observations": OBSERVATIONS, "masks": MASKS},
        )
        for agent in (GreedyAgent(GAME), PolicyAgent(layers(GAME)))
    ),
    Door(
        "UniformAgent.act",
        lambda **given: UniformAgent().act(**{**seen(), **given}),
        {},
        {"masks": [*MASKS[:3], MASKS[5], *MASKS[7:]], "rng": GENERATOR},
    ),
    Door(
        "PolicyAgent.act, drawn",
        lambda **given: PolicyAgent(layers(GAME), True).act(**{**seen(), **given}),
        {},
        {"rng": GENERATOR},
    ),
    Door(
        "PolicyAgent.act, advised",
        lambda **given: PolicyAgent(layers(GAME), advice=GreedyAgent(GAME)).act(
            **{**seen(), **given}
        ),
        {},
        {"observations": OBSERVATIONS, "masks": MASKS},
    ),
    Door("GreedyAgent", GreedyAgent, {"game": GAME}, {"game": A_GAME}),
    Door(
        "GreedyAgent.mark",
        GreedyAgent(GAME).mark,
        {name: value for name, value in seen().items() if name != "rng"},
        {"observations": OBSERVATIONS, "masks": MASKS[:-1]},
    ),
    Door(
        "PerfectAgent",
        PerfectAgent,
        {"game": GAME, "options": GAME.options(num_players=2, jokers=0, tunnel="none")},
        {"game": [*A_GAME, OTHER], "options": [*RULES, OPTIONS]},
    ),
    Door(
        "PolicyAgent",
        PolicyAgent,
        {"layers": layers(GAME)},
        {
            "layers": [
                None,
                [],
                3,
                "x",
                [3],
                layers(GAME) * 2,
                [Layer(np.zeros(3), np.zeros(3))],
                [Layer(np.full((2, 2), NAN), np.zeros(2))],
                [Layer(np.array([["a"]]), np.zeros(1))],
                NOTHING,
            ],
            "sample": FLAG,
            "advice": ["greedy", 3, GreedyAgent, NOTHING, UniformAgent()],
            "output": WORD,
        },
    ),
    Door(
        "PolicyAgent, other's advice",
        PolicyAgent,
        {"layers": layers(GAME), "advice": GreedyAgent(GAME)},
        {"advice": [GreedyAgent(OTHER)]},
    ),
    Door(
        "PolicyAgent.outputs",
        PolicyAgent(layers(GAME)).outputs,
        {"observations": seen()["observations"]},
        {"observations": OBSERVATIONS[:-1]},
    ),
    Door(
        "PolicyAgent.probabilities",
        PolicyAgent(layers(GAME)).probabilities,
        {name: value for name, value in seen().items() if name != "rng"},
        {"observations": OBSERVATIONS, "masks": MASKS},
    ),
    Door(
        "PolicyAgent.check_wiring",
        PolicyAgent(layers(GAME)).check_wiring,
        {"game": GAME},
        {"game": [*A_GAME, OTHER]},
    ),
    Door(
        "PolicyAgent.load",
        PolicyAgent.load,
        {"folder": Path(__file__).parents[1] / "policies/sevens", "game": GAME, "options": OPTIONS},
        {
            "folder": [None, *PATH, "", "/nowhere", "/dev/null", NOWHERE],
            "game": [*A_GAME, OTHER],
            "options": RULES,
            "sample": FLAG,
        },
    ),
    Door(
        "PolicyAgent.save",
        PolicyAgent(layers(GAME)).save,
        {"folder": "build/doors", "game": GAME, "options": OPTIONS},
        {
            "folder": [None, *PATH, "/dev/null", NOWHERE, ""],
            "game": [*A_GAME, OTHER],
            "options": RULES,
            "training": [*MAPPING, {"a": NOTHING}],
            "evaluation": [*MAPPING, {"a": NOTHING}],
        },
    ),
    *(
        Door(
            kind.__name__,
            kind,
            {"game": GAME, "budget": 10},
            {"game": A_GAME, "budget": [None, 0, *COUNT], "policy": A_POLICY},
        )
        for kind in (MonteCarloAgent, ISMCTSAgent)
    ),
    *(
        Door(
            f"{kind.__name__}.search",
            lambda kind=kind, **given: kind(GAME, 10).search(
                **{**seen(), "worlds": some_tables().worlds(np.arange(2)), **given}
            ),
            {},
            {
                "observations": OBSERVATIONS,
                "masks": MASKS,
                "rng": GENERATOR,
                "worlds": [
                    None,
                    3,
                    "x",
                    some_tables(2, OTHER).worlds(np.arange(2)),
                    some_tables().worlds(np.arange(1)),
                    NOTHING,
                ],
            },
        )
        for kind in (MonteCarloAgent, ISMCTSAgent)
    ),
    Door(
        "MonteCarloAgent.try_moves",
        MonteCarloAgent(GAME, 10).try_moves,
        {
            "mask": seen()["masks"][0],
            "worlds": some_tables().worlds(np.arange(2)),
            "row": 0,
            "rng": np.random.default_rng(0),
        },
        {
            "mask": [
                None,
                "x",
                NOTHING,
                *(mask[0] for mask in MASKS[3:5]),
                MASKS[-1][0],
                MASKS[-2][0],
            ],
            "worlds": [None, 3, "x", some_tables(2, OTHER).worlds(np.arange(2)), NOTHING],
            "row": [None, 2, *COUNT],
            "rng": GENERATOR,
        },
    ),
    # One seat
    Door("SeatEnv", SeatEnv, {"game": "sevens_v0"}, FACES),
    Door("SeatEnv.reset", lambda seed: a_seat().reset(seed=seed), {"seed": 0}, {"seed": SEED}),
    Door(
        "SeatEnv.step",
        lambda action: a_seat(illegal="raise").step(action),
        {"action": int(a_seat().action_masks().argmax())},
        {"action": [None, 999, -1, "3", 1.5, NAN, HUGE, [], [1], NOTHING, True]},
    ),
    # Text
    Door(
        "TextSeatEnv",
        TextSeatEnv,
        {"game": "sevens_v0"},
        {name: values for name, values in FACES.items() if name != "mask_in_observation"},
    ),
    Door(
        "TextSeatEnv.step",
        lambda action: a_text_seat().step(action),
        {"action": "1"},
        {"action": [*WORD, "99", 1, HUGE]},
    ),
    Door("TextArenaEnv", TextArenaEnv, {"game": "sevens_v0"}, {"game": WORD, "no_such": [3]}),
    Door(
        "TextArenaEnv.reset",
        TextArenaEnv("sevens_v0").reset,
        {"num_players": 3, "seed": 0},
        {"num_players": [99, *SEED], "seed": SEED},
    ),
    Door(
        "position_text",
        position_text,
        {"game": GAME, "state": STATE, "seat": 0},
        {
            "game": A_GAME,
            "state": STATES,
            "seat": [None, 9, *COUNT],
            "history": [None, 3, "player_1 passes", [1], [None], NOTHING],
        },
    ),
    Door(
        "rules_text",
        rules_text,
        {"game": GAME, "options": OPTIONS},
        {"game": A_GAME, "options": RULES},
    ),
    Door(
        "read_answer",
        read_answer,
        {"game": GAME, "state": STATE, "text": "1"},
        {"game": A_GAME, "state": STATES, "text": [*WORD, "99", 1, HUGE]},
    ),
    Door(
        "SeatVectorEnv",
        SeatVectorEnv,
        {"game": "sevens_v0"},
        {**FACES, "num_envs": [None, 0, *COUNT]},
    ),
    Door(
        "SeatVectorEnv.reset",
        lambda **given: seats().reset(**given),
        {"seed": 0},
        {
            "seed": SEED,
            "options": [
                3,
                "x",
                [1],
                {"reset_mask": None},
                {"reset_mask": [1, 1]},
                {"reset_mask": [True]},
                {"reset_mask": "x"},
            ],
        },
    ),
    Door(
        "SeatVectorEnv.step",
        lambda actions: seats(illegal="raise").step(actions),
        {"actions": seats().action_masks().argmax(axis=1)},
        {"actions": STEP},
    ),
    Door(
        "LearnerTables",
        LearnerTables,
        {"game": GAME, "options": OPTIONS, "num_tables": 2, "pool": a_pool()},
        {
            "game": A_GAME,
            "options": RULES,
            "num_tables": [None, 0, *COUNT],
            "pool": [None, "greedy", 3, UniformAgent(), [], NOTHING],
            "seat": [99, *COUNT],
            "illegal": WORD,
            "num_threads": [None, 0, *COUNT],
        },
    ),
    Door(
        "LearnerTables.seed",
        lambda **given: learner_tables().seed(**given),
        {"seed": 0},
        {"seed": [None, *SEED], "first_deal": [None, *COUNT]},
    ),
    Door(
        "LearnerTables.start",
        lambda tables: learner_tables().start(tables),
        {"tables": [0]},
        {"tables": INDICES},
    ),
    Door(
        "LearnerTables.step",
        lambda actions: learner_tables().step(actions),
        {"actions": learner_tables().action_masks.argmax(axis=1)},
        {"actions": STEP},
    ),
    Door(
        "LearnerTables.show",
        lambda render_mode: learner_tables().show(render_mode),
        {"render_mode": "ansi"},
        {"render_mode": RENDER},
    ),
    Door(
        "OpponentPool",
        OpponentPool,
        {"agents": [UniformAgent()], "weights": [1.0]},
        {
            "agents": [None, [], 3, "x", ["greedy"], [None], [UniformAgent], NOTHING],
            "weights": [None, [], 3, "x", ["a"], [NAN], [-1.0], [0.0], [1, 2], [[1]], NOTHING],
        },
    ),
    Door(
        "OpponentPool.read",
        OpponentPool.read,
        {"opponents": "greedy", "game": GAME, "options": OPTIONS},
        {
            "opponents": [None, 3, [], {}, "x", {"greedy": "x"}, {3: 1}, {"greedy": -1}, NOTHING],
            "game": A_GAME,
            "options": RULES,
        },
    ),
    Door(
        "OpponentPool.draw",
        a_pool().draw,
        {"count": 3, "rng": np.random.default_rng(0)},
        {"count": [None, *COUNT], "rng": GENERATOR},
    ),
    # Evaluation
    Door(
        "compare",
        compare,
        {"game": "sevens_v0", "agents": AGENTS, "deals": 1},
        {
            "game": WORD,
            "agents": [
                None,
                {},
                3,
                ["greedy"],
                {"a": "greedy"},
                {3: UniformAgent()},
                {"a": UniformAgent},
                NOTHING,
            ],
            "options": [*MAPPING, {"no_such": 3}],
            "deals": [None, 0, *COUNT],
            "seed": [None, *SEED],
            "identities": [*MAPPING, {"c": "x"}, {"a": 3}, {"a": ""}],
            "results": [*PATH, "", "/dev/null", NOWHERE, "/work"],
            "records": [*PATH, "", "/dev/null", NOWHERE, "/work"],
            "show": [None, 3, "x", ["x"], [1], [-1], [True], NOTHING],
            "force": FLAG,
            "num_threads": [None, 0, *COUNT],
            "executor": [5, "x", LearnerTables, NOTHING],
            "progress": CALLABLE,
        },
    ),
    Door(
        "measure_balance",
        measure_balance,
        {"game": "sevens_v0", "agents": ["random"], "games": 2},
        {
            "game": WORD,
            "agents": [None, [], 3, "random", ["x"], [3], NOTHING],
            "games": [None, 0, 1, *COUNT],
            "options": [*MAPPING, {"no_such": 3}],
            "varied": [
                *MAPPING,
                {"no_such": [3]},
                {"pass_limit": 3},
                {"pass_limit": []},
                {"pass_limit": "x"},
            ],
            "seed": [None, *SEED],
            "rotate": [3, "", "no such", [], NOTHING],
            "ladder": [3, "random", ["x"], ["random"], [3], NOTHING],
            "ladder_deals": [None, 0, *COUNT],
            "num_threads": [None, 0, *COUNT],
            "executor": [5, "x", NOTHING],
            "progress": CALLABLE,
            "make": [None, *CALLABLE],
            "results": [*PATH, "", "/dev/null", NOWHERE],
        },
    ),
    Door(
        "play_match",
        play_match,
        {**MATCH, "agents": [UniformAgent()], "line_ups": [(0,) * OPTIONS.num_players]},
        {
            **MATCH_WRONG,
            "agents": [None, [], 3, "x", ["greedy"], NOTHING],
            "line_ups": [
                None,
                [],
                3,
                "x",
                [3],
                [(0,)],
                [(9,) * 4],
                [(0.0,) * 4],
                [[0] * 4],
                [("a",) * 4],
                NOTHING,
            ],
        },
    ),
    Door(
        "reward_against",
        reward_against,
        {**MATCH, "agent": UniformAgent(), "opponents": UniformAgent()},
        {**MATCH_WRONG, "agent": AN_AGENT, "opponents": [*AN_AGENT, [], [3]]},
    ),
    *(
        Door(
            function.__name__,
            function,
            {"points": np.zeros((2, 4))},
            {"points": ["x", None, 3, [1, 2], [["a"]], [[1], [1, 2]], [[NAN, 1]], NOTHING]},
        )
        for function in (shared_places, place_shares)
    ),
    *(
        Door(
            function.__name__,
            function,
            {"values": [0.0, 1.0], clusters: [0, 1]},
            {
                "values": [*FLOATS, [1.0], [[0.0, 1.0]]],
                clusters: [
                    "x",
                    None,
                    [0],
                    [0.5, 1.0],
                    [[0, 1]],
                    ["a", "b"],
                    [True, False],
                    [HUGE, 1],
                    NOTHING,
                ],
            },
        )
        for function, clusters in ((clustered_mean, "clusters"), (clustered_share, "clusters"))
    ),
    Door(
        "clustered_share, range",
        clustered_share,
        {"values": [0.0, 1.0], "clusters": [0, 1]},
        {"values": [[-1.0, 0.0], [2.0, 0.0]]},
    ),
    Door(
        "clustered_difference",
        clustered_difference,
        {
            "first": [0.0, 1.0],
            "first_clusters": [0, 1],
            "second": [0.0, 1.0],
            "second_clusters": [0, 1],
        },
        {
            "first": FLOATS,
            "first_clusters": ["x", None, [0], [0.5, 1.0]],
            "second": FLOATS,
            "second_clusters": ["x", None, [0], [0.5, 1.0]],
        },
    ),
    Door(
        "fit_ratings",
        fit_ratings,
        {"agents": [[0, 1]], "places": [[1, 2]], "num_agents": 2},
        {
            "agents": [
                "x",
                None,
                [0, 1],
                [[0.0, 1.0]],
                [[0, 9]],
                [[0, -2]],
                [[True, False]],
                NOTHING,
            ],
            "places": ["x", None, [1, 2], [[NAN, 1]], [["a", "b"]], [[1]], NOTHING],
            "num_agents": [None, *COUNT],
        },
    ),
    Door(
        "bootstrap_ratings",
        bootstrap_ratings,
        {
            "agents": [[0, 1]],
            "places": [[1, 2]],
            "num_agents": 2,
            "clusters": [0],
            "rng": np.random.default_rng(0),
            "num_resamples": 2,
        },
        {
            "clusters": ["x", None, [0, 1], [0.5]],
            "rng": GENERATOR,
            "num_resamples": [None, 0, *COUNT],
        },
    ),
    # Training
    Door(
        "SelfPlayVecEnv",
        SelfPlayVecEnv,
        {"game": GAME, "options": OPTIONS, "num_tables": 2, "pool": a_pool()},
        {
            "game": A_GAME,
            "options": RULES,
            "num_tables": [None, 0, *COUNT],
            "pool": [None, "greedy", 3, UniformAgent(), NOTHING],
            "seed": [None, *SEED],
            "first_deal": [None, *COUNT],
            "render_mode": ["human", *RENDER],
        },
    ),
    Door(
        "SelfPlayVecEnv.step",
        stepped,
        {"actions": training().action_masks().argmax(axis=1)},
        {"actions": STEP},
    ),
    Door(
        "read_config",
        read_config,
        {"name": "sevens/ppo"},
        {"name": [*WORD, "a\0b", "/work", "/dev/null", "no/such.yaml"]},
    ),
    Door(
        "check_config",
        check_config,
        {"name": "mine", "content": {}},
        {
            "content": [
                None,
                3,
                "x",
                [],
                NOTHING,
                {"no_such": 3},
                {"ppo": 1},
                {"ppo": None},
                {"ppo": []},
                {"ppo": {"n_steps": "8"}},
                {"ppo": {"n_steps": True}},
                {"ppo": {"n_steps": 8.0}},
                {"residual": "yes"},
                {"residual": 1},
                {"seed": "3"},
                {"seed": True},
                {"total_steps": 1e6},
                {"total_steps": NAN},
                {"ppo": {"gamma": "0.9"}},
                {"ppo": {"gamma": NAN}},
                {"ppo": {"gamma": True}},
                {"ppo": {"hidden": 3}},
                {"ppo": {"hidden": [3.0]}},
                {"ppo": {"hidden": "33"}},
                {"output": 3},
                {"output": ""},
                {"options": 3},
                {"options": {"no_such": 3}},
                {"game": 3},
                {"game": "x"},
                {"algorithm": 3},
                {"algorithm": []},
                {"algorithm": "x"},
                {"opponents": 3},
                {"opponents": {"agents": {}}},
                {"opponents": {"agents": "greedy"}},
                {"evaluation": 3},
                {"evaluation": {"against": "greedy"}},
                {"evaluation": {"against": [3]}},
                {"begin_with": 3},
                {1: 2},
            ]
        },
    ),
    Door(
        "train",
        up_to_the_folder(train),
        {"config": check_config("x", {"output": str(NOWHERE), **TINY})},
        {"config": [None, {}, "sevens/ppo", 3, NOTHING], "resume": FLAG, "tell": CALLABLE},
    ),
    Door(
        "Exploiter",
        Exploiter,
        EXPLOITER,
        {
            "game": [game for game in A_GAME if game != "sevens_v0"],
            "options": RULES[2:],
            "target": WORD,
            "steps": [None, 2047, *COUNT],
            "deals": [None, 0, *COUNT],
            "seed": [None, *SEED],
            "threads": [None, 0, *COUNT],
            "search_deals": [0, *COUNT],
        },
    ),
    Door(
        "Exploiter.train",
        up_to_the_folder(Exploiter(**EXPLOITER).train),
        {"start": "advice", "folder": NOWHERE},
        {
            "start": [None, 3, "x", "weights", [], NOTHING],
            "folder": [None, 3, "a\0b", "/dev/null", NOTHING],
        },
    ),
    Door(
        "Exploiter.measure",
        up_to_the_folder(Exploiter(**EXPLOITER).measure),
        {"policies": {"advice": NOWHERE}, "searches": [], "folder": NOWHERE},
        {
            "policies": [None, {}, 3, {"x": 3}, {3: NOWHERE}, ["x"], NOTHING],
            "searches": [None, 3, "x", "montecarlo:budget=1", [3], ["greedy"], NOTHING],
            "folder": [None, 3, "a\0b", "/dev/null", NOTHING],
            "progress": CALLABLE,
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
                print(f"{door.name}: {argument}={value!r}"[:100], said[:150], sep=" -> ")
    print(f"{tried} calls of {len(DOORS)} functions, {tried - bad} well refused, {bad} not")
    return bad > 0


if __name__ == "__main__":
    sys.exit(tyro.cli(main))
