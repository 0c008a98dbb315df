"""Neural fictitious self-play (Heinrich and Silver, 2016), a baseline of the benchmark.

One network learns the values of actions from all games, and its best actions respond to the others.
A second network learns how often the first one takes each action. This average policy is what is
published. In every game a seat plays the best response with a chance of `ANTICIPATION`, and else
the average policy. Both networks play all seats.
"""

from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from fudaba.adapters.single_agent import OpponentPool
from fudaba.agents import repeatable_agent
from fudaba.agents.policy import PolicyAgent
from fudaba.agents.uniform import UniformAgent
from fudaba.common.files import write_whole
from fudaba.envs import Game
from fudaba.evaluation.curves import CURVES_FILE, EVALUATION, FINAL_FOLDER, HIGH, LOW, STEPS, to_csv
from fudaba.evaluation.match import reward_against
from fudaba.evaluation.statistics import Interval
from fudaba.training.config import DMCTraining
from fudaba.training.criterion import result_entry
from fudaba.training.dmc.network import ActionValues, epsilon_greedy
from fudaba.training.learner_tables import LearningTables
from fudaba.training.network import check_finite, published_layers
from fudaba.training.sample_games import SampleGames, calibrate
from fudaba.training.train import EVALUATION_SEED

ANTICIPATION = 0.1
EPSILON = 0.06  # the share of random actions in a best response at the start; it falls to 0
TRANSITIONS, RESPONSES = 100_000, 1_000_000  # how many are kept
UPDATES, BATCH = 4, 256  # of each network after a decision at every table
UPDATES_OF_TARGET = 300  # after so many the network of the targets follows
RATE = 1e-3


class Memory:
    """The last rows that were added, up to a capacity."""

    def __init__(self, row: list[tuple[object, ...]], capacity: int) -> None:
        """Makes an empty memory of rows with some fields."""
        self._rows = np.zeros(capacity, row)
        self._added = 0

    def __len__(self) -> int:
        return min(self._added, len(self._rows))

    def add(self, rows: np.ndarray) -> None:
        """Adds rows; the oldest make room."""
        self._rows[(self._added + np.arange(len(rows))) % len(self._rows)] = rows
        self._added += len(rows)

    def draw(self, rng: np.random.Generator) -> list[Tensor]:
        """Returns `BATCH` rows, drawn with replacement, field by field."""
        rows = self._rows[rng.integers(len(self), size=BATCH)]
        return [torch.from_numpy(np.ascontiguousarray(rows[name])) for name in rows.dtype.names]


class Waiting:
    """The last decision of every seat at N tables, which waits for what follows it."""

    def __init__(self, game: Game, num_tables: int) -> None:
        """Makes tables at which nobody has decided yet."""
        view = game.observation_dtype, game.observation_size
        self.row: list[tuple[object, ...]] = [
            ("observation", *view),
            ("action", np.int64),
            ("reward", np.float32),  # until the seat decides again, or the game ends
            ("next_observation", *view),
            ("next_mask", np.int8, game.num_actions),  # all 0 at the end of the game
        ]
        self._everywhere = np.arange(num_tables)
        self._last = np.zeros((num_tables, game.max_players), self.row)
        self._waits = np.zeros(self._last.shape, bool)
        self._won = np.zeros(self._last.shape)

    def follow(
        self, observations: np.ndarray, masks: np.ndarray, seats: np.ndarray, actions: np.ndarray
    ) -> np.ndarray:
        """Notes a decision at every table; returns what followed those of the same seats before."""
        here = self._everywhere, seats
        followed = self._last[here]
        followed["reward"] = self._won[here]
        followed["next_observation"], followed["next_mask"] = observations, masks
        followed = followed[self._waits[here]]
        self._last["observation"][here], self._last["action"][here] = observations, actions
        self._waits[here], self._won[here] = True, 0.0
        return followed

    def pay(self, points: np.ndarray, dones: np.ndarray) -> np.ndarray:
        """Credits points to the seats; returns the last decisions of games that are over."""
        self._won += points
        ended = self._waits & dones[:, None]
        last = self._last[ended]
        last["reward"] = self._won[ended]
        self._waits[dones], self._won[dones] = False, 0.0
        return last


class FictitiousPlay:
    """Both networks, what they learn from, and the tables at which they play."""

    def __init__(self, config: DMCTraining) -> None:
        """Makes untrained networks, by the keys of deep Monte Carlo's configuration."""
        torch.manual_seed(config.seed)
        torch.set_num_threads(config.threads)
        self.game, self.options, self.mixes = config.the_game, config.house_rules, config.mixes
        nobody = OpponentPool([UniformAgent()], [1.0])  # never seated
        self._tables = LearningTables(
            self.game, self.options, config.tables, nobody, 0, config.threads, self.mixes
        )
        self._tables.begin(config.seed, 0)
        self._rng = np.random.default_rng(config.seed)
        sample_games = SampleGames(self.game, self.options, config.seed, self.mixes)
        mean, spread, self._reward_scale = calibrate(sample_games)
        self.values, self._target, self.average = (
            ActionValues(self.game, config.dmc.hidden) for _ in range(3)
        )
        for network in (self.values, self._target, self.average):
            network.standardised.standardise(mean, spread)
        learning = self.values, self.average
        self._optimizers = [torch.optim.Adam(of.parameters(), RATE) for of in learning]
        self._waiting = Waiting(self.game, config.tables)
        self._transitions = Memory(self._waiting.row, TRANSITIONS)
        decided = [self._waiting.row[0], ("mask", *self._waiting.row[-1][1:]), self._waiting.row[1]]
        self._responses = Memory(decided, RESPONSES)
        self._decided = np.zeros(config.tables, decided)
        self._responds = self._drawn_kinds(config.tables)
        self.steps, self._updates = 0, 0

    def _drawn_kinds(self, num_tables: int) -> np.ndarray:
        """Returns which seats play the best response in their next game, bool[N, P]."""
        return self._rng.random((num_tables, self.game.max_players)) < ANTICIPATION

    def play(self, progress: float) -> None:
        """Plays a decision at every table.

        Args:
            progress: The part of the training that is done, 0..1.
        """
        tables = self._tables
        views, masks, seats = tables.observations, tables.action_masks, tables.seats
        responds = self._responds[np.arange(len(seats)), seats]
        actions = self._actions(views, masks, responds, EPSILON * (1.0 - progress))
        self._decided["observation"], self._decided["mask"] = views, masks
        self._decided["action"] = actions
        self._responses.add(self._decided[responds])
        self._transitions.add(self._waiting.follow(views, masks, seats, actions))
        points, dones = tables.advance(actions)
        self._transitions.add(self._waiting.pay(points * self._reward_scale, dones))
        self._responds[dones] = self._drawn_kinds(int(dones.sum()))
        self.steps += len(actions)

    @torch.no_grad()
    def _actions(
        self, views: np.ndarray, masks: np.ndarray, responds: np.ndarray, epsilon: float
    ) -> np.ndarray:
        """Returns an action for each table, of the best response or of the average policy."""
        legal = torch.from_numpy(masks)
        logits = masked(self.average(torch.from_numpy(views)), legal)
        actions: np.ndarray = torch.multinomial(logits.softmax(dim=1), 1)[:, 0].numpy()
        values = self.values(torch.from_numpy(views[responds]))
        check_finite(self.steps, values)
        actions[responds] = epsilon_greedy(values, legal[responds], epsilon).numpy()
        return actions

    def learn(self) -> None:
        """Learns from what was played, once there is enough of it."""
        if min(len(self._transitions), len(self._responses)) < BATCH:
            return
        for _ in range(UPDATES):
            losses = self._loss_of_values(), self._loss_of_average()
            for loss, optimizer in zip(losses, self._optimizers, strict=True):
                optimizer.zero_grad()
                torch.autograd.backward(loss)
                optimizer.step()
            self._updates += 1
            if self._updates % UPDATES_OF_TARGET == 0:
                self._target.load_state_dict(self.values.state_dict())

    def _loss_of_values(self) -> Tensor:
        """Returns the error of the values of actions, by what followed them."""
        views, actions, rewards, then, legal = self._transitions.draw(self._rng)
        with torch.no_grad():
            best = masked(self._target(then), legal).amax(dim=1)
        wanted = rewards + torch.where(legal.any(dim=1), best, 0.0)
        said = self.values(views).gather(1, actions[:, None])[:, 0]
        return nn.functional.mse_loss(said, wanted)

    def _loss_of_average(self) -> Tensor:
        """Returns the negative log-likelihood of the best responses."""
        views, legal, actions = self._responses.draw(self._rng)
        return nn.functional.cross_entropy(masked(self.average(views), legal), actions)

    def export(self) -> PolicyAgent:
        """Returns the average policy, which draws its actions."""
        modules = [layer for layer in self.average.hidden if isinstance(layer, nn.Linear)]
        layers = published_layers(self.average.standardised, [*modules, self.average.last])
        return PolicyAgent(layers, sample=True)


def masked(outputs: Tensor, legal: Tensor) -> Tensor:
    """Returns the outputs of legal actions, and -inf for the others."""
    return outputs.masked_fill(legal == 0, -torch.inf)


def train(config: DMCTraining) -> None:
    """Trains the networks, and publishes the average policy and its learning curve in a folder."""
    play, rows, measured_next = FictitiousPlay(config), list[dict[str, float]](), 0
    while play.steps < config.total_steps:
        if play.steps >= measured_next:
            rows.append(row_of(play.steps, earned(play, config, config.evaluation.deals)))
            measured_next += config.evaluation.every
        play.play(play.steps / config.total_steps)
        play.learn()
    write_whole(config.output / CURVES_FILE, to_csv(rows))
    deals = config.evaluation.final_deals
    final = {word: result_entry(mean, deals) for word, mean in earned(play, config, deals).items()}
    vary = play.mixes.values if play.mixes else None
    training = {"steps": play.steps, "config": config.model_dump(mode="json")}
    folder: Path = config.output / FINAL_FOLDER
    play.export().save(folder, play.game, play.options, training, final, vary)


def earned(play: FictitiousPlay, config: DMCTraining, deals: int) -> dict[str, Interval]:
    """Returns the average policy's mean reward alone among each baseline."""
    game, options, policy = play.game, play.options, play.export()
    return {
        word: reward_against(
            game, options, policy, repeatable_agent(word, game, options), deals, EVALUATION_SEED
        )
        for word in config.evaluation.against
    }


def row_of(steps: int, means: dict[str, Interval]) -> dict[str, float]:
    """Returns a row of the learning curve."""
    row: dict[str, float] = {STEPS: steps}
    for word, found in means.items():
        column = f"{EVALUATION}{word}"
        row |= {column: found.mean, f"{column}{LOW}": found.low, f"{column}{HIGH}": found.high}
    return row
