"""What is packaged, and how extras are installed."""

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from .project import PROJECT, ROOT, SETUPTOOLS, TOP, WITHOUT_CODE

SAID_IN = {".md", ".py", ".po"}
EXTRAS = re.compile(r"'fudaba\[([\w,]+)\]'")

PRINT_PACKAGES = """
import setuptools, distutils.core
print(*distutils.core.run_setup("setup.py", stop_after="init").packages)
"""

NOT_OURS = {".git", ".venv", "build", "dist", "runs", "demo"}
ABSOLUTE = re.compile(r"(?<![\w./~-])/(work|tmp|root|home|Users|mnt)/\w")


def packaged_files() -> Iterator[Path]:
    """All files of the top folders, save what Python keeps there for itself."""
    for top in TOP:
        for path in (ROOT / top).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path


def test_every_top_folder_is_mapped_to_its_name_and_has_rules_of_imports() -> None:
    packages = {f"fudaba.{top}": top for top in TOP}
    assert SETUPTOOLS["package-dir"] == packages
    imports = PROJECT["tool"]["importlinter"]
    assert set(imports["root_packages"]) == packages.keys()
    layers = imports["contracts"][0]["layers"]
    assert {name for layer in layers for name in layer.split(" | ")} == packages.keys()


def test_setup_finds_the_packages_of_all_folders() -> None:
    command = [sys.executable, "-c", PRINT_PACKAGES]
    packages = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    folders = {path.parent for top in TOP for path in (ROOT / top).rglob("__init__.py")}
    names = {
        ".".join(("fudaba", top, *below))
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
    assert re.findall(r"-p fudaba\.(\w+)", steps) == [*TOP]


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


def test_no_file_holds_a_path_of_a_machine() -> None:
    checked = 0
    kept = (top for top in ROOT.iterdir() if top.name not in NOT_OURS)
    for path in (path for top in kept for path in (top, *top.rglob("*"))):
        parts = path.relative_to(ROOT).parts
        if any(part.endswith((".egg-info", "cache")) for part in parts):
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
