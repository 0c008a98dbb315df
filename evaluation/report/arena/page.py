"""The page of an arena's outcome."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fudaba.common.languages import translator
from fudaba.envs import Game, GameRecord
from fudaba.envs.core.api.registry import word_of_game
from fudaba.envs.core.scene.render import HEIGHT, WIDTH, draw_scene

from ...arena import ArenaResult
from ...recorded import remark_words
from .. import numbers
from ..balance.grids import GridCell, number_cell
from ..frame import TEMPLATES, house_rules_of
from ..pictures import draw_dots, reward_cell, reward_scale
from ..sample_position import png_address
from ..sentences import joined, on_players
from .headline import findings, headline, subject
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


def render_page(result: ArenaResult, extra_sections: Sequence[PageSection] = ()) -> str:
    """Returns the page of a comparison as one self-contained HTML file.

    Args:
        result: What `compare` returned.
        extra_sections: Further sections, after the pictures of the comparison.
    """
    picture, *sections = _sections(result)
    return TEMPLATES.get_template("arena/page.html").render(
        result=result,
        numbers=numbers,
        house_rules=house_rules_of(result.options),
        picture=picture,
        tiles=_tiles(result),
        subject=subject(result),
        headline=joined(headline(result)),
        findings=findings(result),
        notes=[on_players(standing.agent for standing in result.standings)],
        reward_cell=reward_cell,
        reward_scale=reward_scale(),
        games=list(_games(result)),
        replay=_replay_command(result.game),
        picture_size=(WIDTH, HEIGHT),
        sections=[*sections, *extra_sections],
    )


def _tiles(result: ArenaResult) -> list[tuple[GridCell, str]]:
    """Returns the main numbers: of the first agent, and of its lead over the next one."""
    if len(result.standings) == 1:
        return []
    first = result.standings[0]
    rating = first.rating
    rated = GridCell(numbers.estimate(rating, numbers.rating), numbers.ends(rating, numbers.rating))
    deals = _n("games on {count:,} deal", "games on {count:,} deals", result.deals)
    return [
        (number_cell(first.reward, "reward"),
         _("mean reward per game of the first")),
        (number_cell(result.behind[1], "reward"), _("more than the second")),
        (number_cell(first.first_places, "share"),
         _("first places; an equal share is {share}",
           share=numbers.percent(1 / result.options.num_players))),
        (rated, _("rating; the mean over the agents is 0")),
        (GridCell(numbers.count(result.num_games)), deals),
    ]  # fmt: skip


def _sections(result: ArenaResult) -> list[PageSection]:
    """Returns the pictures, that of the verdict first; an agent alone is not compared."""
    seats = [f"player_{seat}" for seat in range(len(result.seat_places))]
    of_seats = PageSection(
        _("Places of each seat"),
        draw_places("seats", _("Share of each place, per seat."), seats, result.seat_places),
        _("Over all games and agents: at a fair table the bars have equal lengths."),
    )
    return [*_comparing(result), of_seats] if len(result.standings) > 1 else [of_seats]


def _comparing(result: ArenaResult) -> Iterator[PageSection]:
    """Yields the pictures that compare agents."""
    agents = [standing.agent for standing in result.standings]
    yield PageSection(
        _("Mean reward"),
        draw_dots(
            "rewards",
            _("Mean reward of each agent with its 95 % interval; the table has the numbers."),
            agents,
            [standing.reward for standing in result.standings],
            _("mean reward per game"),
        ),
        _(
            "Dots are means over all games, bars their 95 % intervals. Zero is the strength of "
            "the opposition."
        ),
    )
    yield PageSection(
        _("Rating"),
        draw_dots(
            "ratings",
            _("Rating of each agent with its 95 % interval; the table has the numbers."),
            agents,
            [standing.rating for standing in result.standings],
            _("rating"),
        ),
        _(
            "Dots are ratings, bars their 95 % intervals over redrawn deals. An end without a bar "
            "is unbounded."
        ),
    )
    places = [standing.places for standing in result.standings]
    yield PageSection(
        _("Places of each agent"),
        draw_places("places", _("Share of each place, per agent."), agents, places),
        _(
            "How often each agent took each place. A shared place counts in equal parts for the "
            "places it spans."
        ),
    )


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
