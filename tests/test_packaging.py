"""What is packaged, and which package may import which."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from .project import PROJECT, ROOT, SETUPTOOLS, TOP, WITHOUT_CODE

SAID_IN = {".md", ".py", ".po"}
EXTRAS = re.compile(r"'fudaba\[([\w,]+)\]'")

# What a package may not import, by how the imported module's name starts.
FORBIDDEN = {
    "languages": [
        "fudaba.envs", "fudaba.agents", "fudaba.single_agent", "fudaba.text", "fudaba.training",
        "fudaba.evaluation", "fudaba.web", "fudaba.cli", "fudaba.configs", "torch",
    ],
    "envs": [
        "fudaba.agents", "fudaba.single_agent", "fudaba.text", "fudaba.training",
        "fudaba.evaluation", "fudaba.web", "fudaba.cli", "fudaba.configs", "torch",
        "stable_baselines3", "sb3_contrib", "safetensors", "matplotlib",
    ],
    "agents": [
        "fudaba.single_agent", "fudaba.text", "fudaba.training", "fudaba.evaluation",
        "fudaba.web", "fudaba.cli",
        "torch", "stable_baselines3", "sb3_contrib",
    ],
    "evaluation": [
        "fudaba.single_agent", "fudaba.text", "fudaba.training", "fudaba.web", "fudaba.cli",
        "torch", "stable_baselines3", "sb3_contrib",
    ],
    "single_agent": [
        "fudaba.text", "fudaba.training", "fudaba.evaluation", "fudaba.web", "fudaba.cli", "torch",
        "stable_baselines3", "sb3_contrib",
    ],
    "text": [
        "fudaba.training", "fudaba.evaluation", "fudaba.web", "fudaba.cli", "textarena", "torch",
        "stable_baselines3", "sb3_contrib",
    ],
    "openspiel": [
        "fudaba.single_agent", "fudaba.text", "fudaba.training", "fudaba.evaluation",
        "fudaba.web", "fudaba.cli", "torch", "stable_baselines3", "sb3_contrib",
    ],
    "training": ["fudaba.text", "fudaba.web", "fudaba.cli"],
    "web": [
        "fudaba.single_agent", "fudaba.text", "fudaba.training", "fudaba.cli", "torch",
        "stable_baselines3",
    ],
    "configs": ["fudaba"],
    "policies": ["fudaba"],
    "cli": [],
}  # fmt: skip

# The rooms of envs/core from the ground up: none imports from one that is named after it.
ROOMS_OF_CORE = (
    "checking", "compiling", "kit", "scene", "contract", "stepping", "words", "api",
)  # fmt: skip

PRINT_PACKAGES = """
import setuptools, distutils.core
print(*distutils.core.run_setup("setup.py", stop_after="init").packages)
"""

NOT_OURS = {".git", ".venv", "build", "dist", "runs", "demo"}
ABSOLUTE = re.compile(r"(?<![\w./~-])/(work|tmp|root|home|Users|mnt)/\w")


def sources(top: str) -> list[Path]:
    return sorted((ROOT / top).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """The full names of all modules and names that a source file imports, wherever it does."""
    package = ["fudaba", *path.relative_to(ROOT).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def package_of(top: str) -> str:
    """The package of a top folder; a folder open_spiel would hide the library of this name."""
    return "open_spiel" if top == "openspiel" else top


def is_within(name: str, module: str) -> bool:
    return f"{name}.".startswith(f"{module}.")


def packaged_files() -> Iterator[Path]:
    """All files of the top folders, save what Python keeps there for itself."""
    for top in TOP:
        for path in (ROOT / top).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path


def test_every_top_folder_is_mapped_to_its_name_and_has_rules_of_imports() -> None:
    assert SETUPTOOLS["package-dir"] == {f"fudaba.{package_of(top)}": top for top in TOP}
    assert set(FORBIDDEN) == set(TOP)


def test_setup_finds_the_packages_of_all_folders() -> None:
    command = [sys.executable, "-c", PRINT_PACKAGES]
    packages = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    folders = {path.parent for top in TOP for path in (ROOT / top).rglob("__init__.py")}
    names = {
        ".".join(("fudaba", package_of(top), *below))
        for top, *below in (folder.relative_to(ROOT).parts for folder in folders)
    }
    assert set(packages.stdout.split()) == {"fudaba", *names}


def test_the_package_is_run_by_the_python_of_its_environment(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "fudaba", "--version"]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert told.stdout == f"fudaba {version('fudaba')}\n"


def test_the_types_of_all_packages_are_checked() -> None:
    command = ["make", "--dry-run", "--assume-old=.venv/.ready", "types"]
    steps = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert re.findall(r"-p fudaba\.(\w+)", steps) == [*map(package_of, TOP)]


def test_every_folder_with_files_is_a_package() -> None:
    for path in packaged_files():
        assert path.with_name("__init__.py").is_file(), path


def test_packages_with_code_say_that_they_are_typed() -> None:
    for top in set(TOP) - WITHOUT_CODE:
        assert (ROOT / top / "py.typed").is_file(), top


def test_every_file_that_is_no_source_is_packaged() -> None:
    for path in packaged_files():
        patterns = ("*.py", *SETUPTOOLS["package-data"]["*"])
        assert any(path.match(pattern) for pattern in patterns), path


@pytest.mark.parametrize("top", TOP)
def test_imports_point_one_way(top: str) -> None:
    assert sources(top)
    for path in sources(top):
        for name in imports(path):
            wrong = [module for module in FORBIDDEN[top] if is_within(name, module)]
            assert not wrong, f"{path.relative_to(ROOT)} imports {name}"


def test_no_other_package_imports_openspiel() -> None:
    for path in (path for top in TOP if top != "openspiel" for path in sources(top)):
        for name in imports(path):
            wrong = ("pyspiel", "open_spiel", "fudaba.open_spiel")
            assert not any(is_within(name, module) for module in wrong), f"{path} imports {name}"


def test_the_core_knows_no_game() -> None:
    games = [f"fudaba.envs.{path.parent.name}" for path in (ROOT / "envs").glob("*/RULES.md")]
    assert games
    for path in sources("envs/core"):
        for name in imports(path):
            assert not any(is_within(name, game) for game in games), f"{path.name} imports {name}"
        assert is_within("fudaba.envs.core.contract.game", "fudaba.envs.core")


def test_the_scan_sees_relative_and_late_imports() -> None:
    assert "fudaba.envs.core.contract.game.build_game" in set(
        imports(ROOT / "envs" / "sevens" / "__init__.py")
    )
    assert "fudaba.training.train.train" in set(imports(ROOT / "cli" / "train.py"))
    assert is_within("torch.nn", "torch") and not is_within("torchvision", "torch")


def test_no_file_holds_a_path_of_a_machine() -> None:
    checked = 0
    for path in ROOT.rglob("*"):
        parts = path.relative_to(ROOT).parts
        if parts[0] in NOT_OURS or any(part.endswith((".egg-info", "cache")) for part in parts):
            continue
        if "__pycache__" in parts or not path.is_file():
            continue
        text = path.read_bytes().decode("utf-8", errors="ignore")
        found = ABSOLUTE.search(text)
        assert not found, f"{path.relative_to(ROOT)}: {found}"
        checked += 1
    assert checked > 50
    sample = "/".join(("see ", "home", "me"))  # in pieces, or this file would be found too
    assert ABSOLUTE.search(sample) and not ABSOLUTE.search("a/tmp/b ./tmp/x")


def core_modules() -> list[Path]:
    """The modules in the rooms of envs/core."""
    return [path for path in sources("envs/core") if path.stem != "__init__"]


def cycle_among(files: dict[str, Path]) -> list[str]:
    """Modules that import each other in a ring, or none."""
    reached = {
        name: {other for other in files for found in imports(path) if is_within(found, other)}
        for name, path in files.items()
    }
    left = dict(reached)
    while free := [name for name, needs in left.items() if not needs & (left.keys() - {name})]:
        for name in free:
            del left[name]
    return sorted(left)


def test_the_core_has_no_ring_of_imports() -> None:
    files = {f"fudaba.envs.core.{path.parent.name}.{path.stem}": path for path in core_modules()}
    assert len(files) > 20 and cycle_among(files) == []


def test_rooms_of_the_core_import_only_from_rooms_below() -> None:
    folders = {path.name for path in (ROOT / "envs/core").iterdir() if path.is_dir()}
    assert folders - {"__pycache__"} == set(ROOMS_OF_CORE)
    assert core_modules()
    for path in core_modules():
        above = ROOMS_OF_CORE[ROOMS_OF_CORE.index(path.parent.name) + 1 :]
        for name in imports(path):
            wrong = [room for room in above if is_within(name, f"fudaba.envs.core.{room}")]
            assert not wrong, f"{path.relative_to(ROOT)} imports {name}"


def test_a_ring_of_imports_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    folder = tmp_path / "envs" / "core"
    folder.mkdir(parents=True)
    lines = {
        "low": "",
        "one": "from .two import x",
        "two": "from .three import y\nfrom .low import l",
        "three": "def f():\n    from .one import z",
    }
    for name, line in lines.items():
        (folder / f"{name}.py").write_text(line + "\n")
    files = {f"fudaba.envs.core.{path.stem}": path for path in folder.iterdir()}
    assert cycle_among(files) == [f"fudaba.envs.core.{name}" for name in ("one", "three", "two")]


def test_pages_and_messages_name_one_way_to_install_an_extra() -> None:
    """`pip install 'fudaba[train]'` adds to the installed fudaba, from a clone or a wheel."""
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    said = [ROOT / name for name in done.stdout.splitlines() if Path(name).suffix in SAID_IN]
    lines = [line for path in said for line in path.read_text("utf-8").splitlines()]
    assert not [line for line in lines if re.search(r"pip install.*'\.\[", line)]
    extras = PROJECT["project"]["optional-dependencies"].keys() - {"dev", "docs"}
    named = {
        extra for line in lines for group in EXTRAS.findall(line) for extra in group.split(",")
    }
    assert named == extras
