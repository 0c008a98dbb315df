"""The learning curves of a training run: a CSV file of numbers, one row per rollout.

The first row, at 0 steps, is the evaluation before self-play begins.

The column `time/steps` counts the learner's decisions. `evaluation/<agent>` is the mean reward
against that agent where it was measured, with its 95 % interval in `..._low` and `..._high`. The
last column, `sha256`, is empty except in the last row, where it has the checksum of all before it.
"""

import csv
import hashlib
import io
import re
from pathlib import Path

from fudaba.agents.model_card import results_of
from fudaba.agents.policy import CARD_FILE, read_card
from fudaba.common.files import read_bytes
from fudaba.common.languages import translator
from fudaba.envs import UserError

from .statistics import Interval

_, _n = translator("evaluation")

# In the folder of a run
CURVES_FILE, CONFIG_FILE, FINAL_FOLDER = "curves.csv", "config.yaml", "final"
STEPS = "time/steps"
EVALUATION, LOW, HIGH = "evaluation/", "_low", "_high"
CHECKSUM = "sha256"
SEALED = re.compile(rb"(.*,)([0-9a-f]{64})\n", re.DOTALL)

Row = dict[str, float]
Learned = dict[str, list[tuple[float, Interval]]]


def read_curves(path: Path) -> list[Row]:
    """Returns the rows of a curve file, each without its empty cells; [] for a missing file.

    Raises:
        UserError: The file can't be read or is no curve file.
    """
    if not path.exists():
        return []
    content = read_bytes(path)
    try:
        text = io.StringIO(_unsealed(content), newline="")
        rows = [
            {key: float(value) for key, value in row.items() if value and key != CHECKSUM}
            for row in csv.DictReader(text)
        ]
    except (ValueError, TypeError, csv.Error):
        rows = []
    if not rows:
        raise UserError(_("{path} is damaged or no file of learning curves.", path=path))
    if any(STEPS not in row for row in rows):
        raise UserError(
            _("{path} is no file of learning curves: it lacks {column}.", path=path, column=STEPS)
        )
    for key in {key for row in rows for key in row if is_mean(key)}:
        if any(key in row and not {key + LOW, key + HIGH} <= row.keys() for row in rows):
            raise UserError(
                _("{path} is damaged: {column} lacks its interval.", path=path, column=key)
            )
    return rows


def to_csv(rows: list[Row]) -> bytes:
    """Returns the content of a curve file."""
    columns = list(dict.fromkeys(key for row in rows for key in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, [*columns, CHECKSUM], restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    content = text.getvalue().removesuffix("\n").encode()
    return content + hashlib.sha256(content).hexdigest().encode() + b"\n"


def _unsealed(content: bytes) -> str:
    """Returns the text of a curve file.

    Raises:
        ValueError: It is no text, or has a column for its checksum and is damaged.
    """
    if CHECKSUM.encode() in content.partition(b"\n")[0]:
        sealed = SEALED.fullmatch(content)
        if not sealed or hashlib.sha256(sealed[1]).hexdigest().encode() != sealed[2]:
            raise ValueError
    return content.decode("utf-8-sig")


def is_mean(column: str) -> bool:
    """Returns whether a column has mean rewards, not the ends of their intervals."""
    return column.startswith(EVALUATION) and not column.endswith((LOW, HIGH))


def evaluations(rows: list[Row]) -> Learned:
    """Returns the measured mean rewards: by opponent, the steps and the interval of each."""
    found: Learned = {}
    for row in rows:
        for key, mean in row.items():
            if is_mean(key):
                interval = Interval(mean, row[key + LOW], row[key + HIGH])
                found.setdefault(key.removeprefix(EVALUATION), []).append((row[STEPS], interval))
    return found


def learned_by(policy: Path) -> Learned:
    """Returns a policy's evaluations: those during training, and the final one once published.

    Args:
        policy: Its folder, within that of its run; missing until the run ends.

    Returns:
        By baseline, steps and mean reward.

    Raises:
        UserError: The curves or the card are damaged.
    """
    found = evaluations(read_curves(policy.parent / CURVES_FILE))
    if not found or not (policy / CARD_FILE).exists():
        return found
    card = read_card(policy)
    steps = card.training.get("steps")
    if not isinstance(steps, int | float):
        raise UserError(
            _(
                "policy {policy}: {file} does not say after how many steps it was made.",
                policy=policy,
                file=CARD_FILE,
            )
        )
    for word, final in results_of(card.evaluation).items():
        if final.low is not None and final.high is not None:
            earlier = [point for point in found.get(word, []) if point[0] < steps]
            last = Interval(final.mean_reward, final.low, final.high)
            found[word] = [*earlier, (steps, last)]
    return found
