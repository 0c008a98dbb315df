"""`fudaba check-bot WORD [GAME]`: checks a bot and names its mistakes."""

from typing import Annotated

from rich.console import Console

from fudaba.agents import Agent, make_agent
from fudaba.agents.bot_settings import BotSettings
from fudaba.agents.program.conformance import Suite
from fudaba.common.languages import N_, translator
from fudaba.envs import Options, UserError
from fudaba.evaluation.asking import Option, read_game

from .arguments import Seconds, parse
from .findings import print_findings

_, _n = translator("cli")

DESCRIPTION = N_(
    "Starts a bot of your own, plays with it, and reports in sentences what it does right and "
    "what is wrong. The exit code is 2 if it can't play."
)


def main(words: list[str]) -> None:
    """Parses the arguments and checks the bot; see `check_bot`."""
    parse(check_bot, words, "fudaba check-bot", DESCRIPTION)


def check_bot(
    bot: Annotated[
        str,
        Option(
            "program:COMMAND, python:FILE.py:NAME, or any agent.",
            "WORD",
            "required",
            is_positional=True,
        ),
    ],
    game: Annotated[
        str, Option("The game that it plays.", "[GAME]", "default: sevens", is_positional=True)
    ] = "sevens",
    time_per_decision: Seconds = None,
) -> None:
    """Prints one line for each check.

    Raises:
        UserError: A word or a value can't be used, or the bot can't play.
    """
    the_game = read_game(game)
    settings = BotSettings(time_per_decision)

    def make(wanted: Options) -> Agent:
        return make_agent(bot, the_game, wanted, settings)

    suite = Suite(the_game, the_game.options(), make)
    num_wrong = print_findings(Console(highlight=False), suite.checks())
    if num_wrong:
        raise UserError(
            _(
                "{bot} fails {num_wrong} of the checks in {name}.",
                bot=bot,
                num_wrong=num_wrong,
                name=the_game.name,
            )
        )
