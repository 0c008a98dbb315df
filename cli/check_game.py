"""`fudaba check-game NAME`: checks a game of your own and names its mistakes."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rich.console import Console

from fudaba.agents.greedy import has_heuristic
from fudaba.agents.packaged import has_policy
from fudaba.common.findings import Finding
from fudaba.common.languages import N_, translator
from fudaba.envs import Game, UserError
from fudaba.envs.core.api.places import file_of
from fudaba.envs.core.contract.game import no_moments
from fudaba.evaluation.asking import read_game
from fudaba.testing import checked

from .arguments import GameWord, parse
from .findings import print_findings

_, _n = translator("cli")

DESCRIPTION = N_(
    "Checks a game of your own by all that every game must keep: plays it at random under "
    "different house rules, redeals it, compares compiled code with plain Python, and reports in "
    "sentences what is wrong and what to write instead. It ends with what the game has at each "
    "door. The exit code is 2 if something is wrong."
)


class Need(NamedTuple):
    """What a door needs, or is better with."""

    is_there: Callable[[Game], object]
    said_without: str


PARTS = "balance", "deals", "heuristic", "meanings", "moments"
DOORS = {
    "PettingZoo, Gymnasium, Tables": (),
    "OpenSpiel": (
        Need(
            lambda game: game.zero_sum,
            N_("the points do not add up to 0; OpenSpiel takes games in which they do"),
        ),
    ),
    "fudaba play": (
        Need(
            lambda game: (game.folder / "HOW_TO_PLAY.md").exists(),
            N_("no {folder}/HOW_TO_PLAY.md; with it players learn the game at the table"),
        ),
        Need(
            lambda game: game.words.topics,
            N_("no topics in {meanings}; with them everything on the table explains itself"),
        ),
    ),
    "fudaba table": (
        Need(
            lambda game: game.words.moments is not no_moments,
            N_("no moments in {moments}; with it the table stops to show what happened"),
        ),
    ),
    "fudaba replay, dataset": (),
    "fudaba arena, league": (
        Need(
            has_heuristic,
            N_(
                "no heuristic, so random moves stand in for greedy; montecarlo:budget=64 plays "
                "without one, and with choose in {heuristic} greedy plays, and searches better"
            ),
        ),
    ),
    "fudaba train": (
        Need(
            has_heuristic,
            N_(
                "no heuristic, so training starts from nothing; with choose in {heuristic} it "
                "starts from greedy"
            ),
        ),
    ),
    "policy:best": (
        Need(has_policy, N_("no policy in {folder}/policy; with it policy:best plays")),
    ),
    "fudaba balance, tune": (
        Need(
            lambda game: game.balance,
            N_(
                "no BALANCE in {balance}; with it fudaba balance and tune measure what decides "
                "games"
            ),
        ),
        Need(
            lambda game: not game.balance or game.balance.lead_value is not game.kernels.score,
            N_(
                "nothing says who leads before points are paid; in a small game lead=... of "
                "build_game names a number of each player that does"
            ),
        ),
    ),
    "fudaba exploit": (),
    "fudaba exploit --exact": (
        Need(
            lambda game: hasattr(game.part("deals"), "deals"),
            N_("no deals in {deals}; with it fudaba exploit --exact solves small tables"),
        ),
    ),
}


def main(words: list[str]) -> None:
    """Parses the arguments and checks the game; see `check_game`."""
    parse(check_game, words, "fudaba check-game", DESCRIPTION)


def check_game(game: GameWord) -> None:
    """Prints one line for each check, and one for each door to the game.

    Raises:
        UserError: There is no such game, or something is wrong with it.
    """
    the_game, console = read_game(game), Console(highlight=False)
    num_wrong = print_findings(console, checked(the_game))
    print_findings(console, doors(the_game))
    if num_wrong:
        raise UserError(
            _n(
                "{game} fails {count} check.",
                "{game} fails {count} checks.",
                num_wrong,
                game=the_game.name,
            )
        )


def doors(game: Game) -> Iterator[Finding]:
    """Yields a line for each door to the game: it is open, or what would make it better."""
    places = {part: file_of(game, part) for part in PARTS} | {"folder": game.folder.name}
    for door, needs in DOORS.items():
        missing = [need.said_without for need in needs if not need.is_there(game)]
        for said in missing:
            yield Finding(door, problem=_(said, **places), is_advice=True)
        if not missing:
            yield Finding(door)
