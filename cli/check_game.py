"""`fudaba check-game NAME`: checks a game of your own and names its mistakes."""

from collections.abc import Iterator

from rich.console import Console

from fudaba.agents.greedy import has_heuristic
from fudaba.agents.packaged import has_policy
from fudaba.common.findings import Finding
from fudaba.common.languages import N_, translator
from fudaba.envs import Game, UserError
from fudaba.evaluation.asking import read_game
from fudaba.testing import checked

from .arguments import GameWord, parse
from .findings import print_findings

_, _n = translator("cli")

DESCRIPTION = N_(
    "Checks a game of your own by all that every game must keep: plays it at random under "
    "different house rules, redeals it, compares compiled code with plain Python, and reports in "
    "sentences what is wrong and what to write instead. It ends with what the game has not got. "
    "The exit code is 2 if something is wrong."
)
LACKING = {
    "balance": N_("no balance.py; with it fudaba balance and tune measure what decides games"),
    "meanings": N_("no meanings.py; with it everything on the table explains itself"),
    "moments": N_("no moments.py; with it the table stops to show what happened"),
    "deals": N_("no deals.py; with it fudaba exploit --exact solves small tables"),
}
NO_HOW_TO_PLAY = N_("no HOW_TO_PLAY.md; with it players learn the game at the table")
NO_ADVICE = N_("no heuristic; with it greedy plays, and searches and training begin with it")
NO_POLICY = N_("no trained policy; with it policy:best plays")


def main(words: list[str]) -> None:
    """Parses the arguments and checks the game; see `check_game`."""
    parse(check_game, words, "fudaba check-game", DESCRIPTION)


def check_game(game: GameWord) -> None:
    """Prints one line for each check, and one for everything that the game has not got.

    Raises:
        UserError: There is no such game, or something is wrong with it.
    """
    the_game, console = read_game(game), Console(highlight=False)
    num_wrong = print_findings(console, checked(the_game))
    title = _("More doors")
    more = (Finding(title, problem=said, is_advice=True) for said in lacking(the_game))
    print_findings(console, more)
    if num_wrong:
        raise UserError(
            _n(
                "{game} fails {count} check.",
                "{game} fails {count} checks.",
                num_wrong,
                game=the_game.name,
            )
        )


def lacking(game: Game) -> Iterator[str]:
    """Yields what a game has not got, and what that would bring."""
    for module, said in LACKING.items():
        if game.part(module) is None:
            yield _(said)
    if not (game.folder / "HOW_TO_PLAY.md").exists():
        yield _(NO_HOW_TO_PLAY)
    if not has_heuristic(game):
        yield _(NO_ADVICE)
    if not has_policy(game):
        yield _(NO_POLICY)
