"""The page of an arena's outcome."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from markupsafe import Markup

from fudaba.common.files import write_whole
from fudaba.common.languages import translator
from fudaba.envs import Game, GameRecord
from fudaba.envs.core.api.registry import word_of_game
from fudaba.envs.core.scene.render import HEIGHT, WIDTH, draw_scene

from ...arena import ArenaResult
from ...recorded import remark_words
from .. import numbers
from ..frame import TEMPLATES, house_rules_of
from ..pictures import draw_dots, reward_cell, reward_scale
from ..sample_position import png_address
from ..sentences import joined
from .headline import headline, notes, subject
from .pictures import draw_places

_, _n = translator("evaluation")

MOST_PICTURES = 60  # pictures of a game, about 24 kB each
MOST_OF_ALL = 150  # budget of all games: the first takes what it needs, the others share the rest


@dataclass(frozen=True)
class PageSection:
    """A further section of the page.

    Attributes:
        title: Its heading.
        svg: `<svg>` elements, as from `draw_svg`. They are trusted: never pass on markup from
            elsewhere.
        caption: The caption below the picture.
    """

    title: str
    svg: str
    caption: str


def write_page(path: Path, result: ArenaResult, extra_sections: Sequence[PageSection] = ()) -> None:
    """Writes the page of a comparison as one self-contained HTML file.

    Args:
        path: The file; an older one is replaced.
        result: What `compare` returned.
        extra_sections: Further sections, right after the ranking.

    Raises:
        UserError: The file can't be written.
    """
    write_whole(path, render_page(result, extra_sections).encode())


def render_page(result: ArenaResult, extra_sections: Sequence[PageSection] = ()) -> str:
    """Returns the page of a comparison as HTML; see `write_page`."""
    return TEMPLATES.get_template("arena/page.html").render(
        result=result,
        numbers=numbers,
        house_rules=house_rules_of(result.options),
        pictures={name: Markup(svg) for name, svg in _pictures(result).items()},
        subject=subject(result),
        headline=joined(headline(result)),
        notes=notes(result),
        reward_cell=reward_cell,
        reward_scale=reward_scale(),
        games=list(_games(result)),
        replay=_replay_command(result.game),
        picture_size=(WIDTH, HEIGHT),
        sections=[
            (section.title, Markup(section.svg), section.caption) for section in extra_sections
        ],
    )


def _pictures(result: ArenaResult) -> dict[str, str]:
    """Returns the pictures by name; a single agent has no pictures that compare agents."""
    agents = [standing.agent for standing in result.standings]
    seats = [f"player_{seat}" for seat in range(len(result.seat_places))]
    pictures = {
        "seats": draw_places(
            "seats", _("Share of each place, per seat."), seats, result.seat_places
        )
    }
    if len(agents) > 1:
        rewards = [standing.reward for standing in result.standings]
        ratings = [standing.rating for standing in result.standings]
        pictures["rewards"] = draw_dots(
            "rewards",
            _("Mean reward of each agent with its 95 % interval; the table has the numbers."),
            agents,
            rewards,
            _("mean reward per game"),
        )
        pictures["ratings"] = draw_dots(
            "ratings",
            _("Rating of each agent with its 95 % interval; the table has the numbers."),
            agents,
            ratings,
            _("rating"),
        )
        places = [standing.places for standing in result.standings]
        pictures["places"] = draw_places(
            "places", _("Share of each place, per agent."), agents, places
        )
    return pictures


def _replay_command(game: Game) -> str:
    """Returns the command that steps through a recorded game."""
    word = word_of_game(game.name)
    own = ["--games", word] if word != game.name else []
    return shlex.join(["fudaba", "replay", "FILE", "--game-number", "N", *own])


def _games(result: ArenaResult) -> Iterator[dict[str, Any]]:
    """Yields the games to step through: a title, the agents by seat, and the steps."""
    left = MOST_OF_ALL
    for shown, example in enumerate(result.examples):
        share = left // (len(result.examples) - shown) if shown else left
        steps = replay_steps(result.game, example.record, min(MOST_PICTURES, share))
        left -= sum(step["picture"] != "" for step in steps)
        seats = [
            _("{player} is {agent}", player=f"player_{seat}", agent=word)
            for seat, word in enumerate(example.record.agents)
        ]
        yield {
            "title": _("{title} (game {number:,})", title=example.title, number=example.number),
            "who": _("{seats}.", seats=_("; ").join(seats)),
            "steps": steps,
        }


def replay_steps(
    game: Game, record: GameRecord, most_pictures: int = MOST_PICTURES
) -> list[dict[str, str]]:
    """Returns the steps of one game, with all hands open.

    Args:
        game: The game of the record.
        record: The game to show.
        most_pictures: The number of steps with a picture; the last step always has one.

    Returns:
        For the position before each move and the last one: `table`, the table as text; `move`, the
        next move or how the game ended; `remark`, what the agent said about it; `viewer`, the seat
        to move or the last mover; `picture`, the table as `viewer` sees it. Of a long game only the
        first positions and the last one have a picture; it is empty for the others.
    """
    steps: list[dict[str, str]] = []
    viewer = 0
    remarks = {remark.step: remark_words(remark) for remark in record.remarks}
    for state, action in record.positions(game):
        if action is None:
            move = _("The game is over: {points}", points=_final_points(record))
        else:
            viewer = int(state["to_move"])
            move = _(
                "{player} ({agent}): {move}",
                player=f"player_{viewer}",
                agent=record.agents[viewer],
                move=game.words.describe(state, action),
            )
        is_pictured = len(steps) < most_pictures - 1 or action is None
        steps.append(
            {
                "table": _open_table(game, state, len(record.points)),
                "move": move,
                "remark": remarks.get(len(steps), ""),
                "viewer": f"player_{viewer}",
                "picture": _picture(game, state, viewer) if is_pictured else "",
            }
        )
    return steps


def _picture(game: Game, state: np.void, seat: int) -> str:
    """Returns the table as a seat sees it, as a PNG file in a `data:` address."""
    return png_address(draw_scene(game.scene(state, seat)))


def _final_points(record: GameRecord) -> str:
    points = enumerate(zip(record.agents, record.points, strict=True))
    return _(", ").join(
        _("{player} ({agent}) {points:+.2f}", player=f"player_{seat}", agent=agent, points=won)
        for seat, (agent, won) in points
    )


def _open_table(game: Game, state: np.void, num_players: int) -> str:
    """Returns the open table: every line of any seat's drawing, once."""
    drawings = [game.text(state, seat) for seat in range(num_players)]
    return "\n".join(dict.fromkeys(line for text in drawings for line in text.splitlines()))
