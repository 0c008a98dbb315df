"""Draws the pictures of the games in the lobby: `python -m docs.posters`."""

import tyro

from fudaba.common.files import write_whole
from fudaba.common.languages import LANGUAGES, in_language
from fudaba.envs import every_game
from fudaba.web.poster import DRAWN, draw_poster, drawn_already


def main() -> None:
    """Writes a picture of every game in every language."""
    DRAWN.mkdir(exist_ok=True)
    for language in LANGUAGES:
        with in_language(language):
            for game in every_game():
                write_whole(drawn_already(game), draw_poster(game).encode())


if __name__ == "__main__":
    tyro.cli(main)
