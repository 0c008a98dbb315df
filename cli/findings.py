"""Prints what checks found, for `check-bot` and `check-game`."""

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from fudaba.common.findings import Finding
from fudaba.common.languages import N_, translator
from fudaba.envs.core.scene.lines import padded

_, _n = translator("cli")

GOOD, BAD, ADVICE = N_("ok"), N_("WRONG"), N_("note")
MARK = 6  # columns


def print_findings(console: Console, findings: Iterable[Finding]) -> int:
    """Prints a line for each finding as it comes; returns how many are wrong."""
    num_wrong = 0
    for found in findings:
        mark = GOOD if not found.problem else ADVICE if found.is_advice else BAD
        console.print(Text(f"{padded(_(mark), MARK)}{_line(found)}"), soft_wrap=True)
        num_wrong += mark == BAD
    return num_wrong


def _line(found: Finding) -> str:
    """Returns the line of a finding: its title, and its problem or its note."""
    if said := found.problem or found.note:
        return _("{title}: {said}", title=found.title, said=said)
    return _("{title}.", title=found.title)
