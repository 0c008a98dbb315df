"""Simple agents for tests."""

import numpy as np


class FirstLegal:
    """Takes the legal action with the lowest id, and counts how often it was asked."""

    identity = "first legal"

    def __init__(self) -> None:
        self.calls = 0

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        self.calls += 1
        return np.asarray(masks.argmax(axis=1))


class LastLegal:
    """Takes the legal action with the highest id."""

    identity = "last legal"

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        return np.asarray(masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1))


class Cheat:
    """Takes an action that is not legal."""

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        return np.asarray(masks.argmin(axis=1))


class Dice(FirstLegal):
    """Notes a random number at every call."""

    def __init__(self) -> None:
        super().__init__()
        self.draws: list[float] = []

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        self.draws.append(rng.random())
        return super().act(observations, masks, rng)
