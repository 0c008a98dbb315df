"""Tuned weights of heuristics: the files that `fudaba tune-heuristic` writes."""

from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ConfigDict

from fudaba.common.files import read_bytes
from fudaba.common.sealed import Sealed
from fudaba.common.validation import read_json
from fudaba.envs import Game, UserError

FORMAT = "fudaba-advice-1"


class TunedAdvice(Sealed):
    """Tuned weights, and how they came about; see `Sealed`.

    Attributes:
        format: The version of the file format.
        game: The game's id.
        weights: The values by name; the other weights have their defaults.
        tuning: How they were found and what was measured, for the reader.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)

    format: str
    game: str
    weights: dict[str, float]
    tuning: dict[str, Any]


def read_tuned_advice(path: Path, game: Game) -> TunedAdvice:
    """Reads a file of tuned weights.

    The names and the ranges of the weights are not checked here, but where they are used.

    Raises:
        UserError: The file is missing, is no such file, or is for another game.
    """
    tuned = read_json(
        TunedAdvice,
        read_bytes(path),
        f"{path} is no file of tuned weights",
    )
    if tuned.format != FORMAT:
        raise UserError(f"{path}: format {tuned.format!r} is not {FORMAT!r}.")
    if tuned.game != game.name:
        raise UserError(f"the weights in {path} are for {tuned.game}, not {game.name}.")
    return tuned


def packaged_file(game: Game) -> Path:
    """Returns the file of tuned weights that comes with a game; it may be missing."""
    return game.folder / "heuristic.json"


@cache
def packaged_weights(game: Game) -> dict[str, float]:
    """Returns the tuned weights that come with a game; none if it was not tuned."""
    path = packaged_file(game)
    return read_tuned_advice(path, game).weights if path.is_file() else {}
