"""The tests over the registry, with the games of `examples/games` in it, in a process of their own.

The arrays, masks, points, secrecy, redealing, words and stories of these games are tested there.
"""

import pytest

from tests.processes import python
from tests.project import ROOT

from .registered import GAMES

FILES = (
    "conformance", "taking_back", "meanings", "pettingzoo", "pictures", "fuzz", "playthroughs",
    "arrays_from_outside", "hidden_decisions", "places",
)  # fmt: skip
OF_PACKAGES = (  # tests of processes or modules that know the games of this package alone
    "compiled_and_plain_python_play_the_same",
    "game_is_in_the_registry_of_pettingzoo",
    "what_is_in_the_registry_of_pettingzoo",
    "module_the_registry_and_the_constructors",
)


def test_small_games_pass_the_tests_of_the_registry() -> None:
    files = (f"tests/test_{name}.py" for name in FILES)
    chosen = f"({' or '.join(GAMES)}) and not {' and not '.join(OF_PACKAGES)}"
    plugin = ("-p", "tests.examples.registered", "-p", "no:cacheprovider")
    words = ("-q", "-n", "0", "-m", "not slow", "-k", chosen)
    run = python("-m", "pytest", *plugin, *words, *files, cwd=ROOT, check=False)
    assert run.returncode == 0 and " passed" in run.stdout, run.stdout[-4000:]


@pytest.mark.slow  # a check of every game compares the forms of its kernels
@pytest.mark.parametrize("game", GAMES)
def test_compiled_and_plain_python_play_the_same(game: str) -> None:
    code = (
        "from tests.examples.registered import pytest_configure; pytest_configure(); "
        f"from tests.fingerprint import main; main('{game}_v0')"
    )
    compiled, plain = (
        python("-c", code, cwd=ROOT, NUMBA_DISABLE_JIT=is_plain).stdout for is_plain in "01"
    )
    assert compiled == plain != ""
