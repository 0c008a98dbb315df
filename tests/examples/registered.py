"""A plugin of pytest: the games of `examples/games` join the registry, as the tests find it."""

from pathlib import Path

from fudaba.envs import register

GAMES = sorted(path.stem for path in Path("examples/games").glob("*.py") if path.stem != "__init__")


def pytest_configure() -> None:
    """Registers them; imported by a test, this module only names them."""
    for game in GAMES:
        register(f"{game}_v0", f"examples.games.{game}")
