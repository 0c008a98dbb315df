"""What surrounds the code: citation, hooks, workflows, changelog and release."""

import os
import re
import subprocess
from importlib.metadata import version
from typing import Any

import pytest
import yaml

from .project import PROJECT, ROOT

PACKAGE = PROJECT["project"]
HEADING = re.compile(r"^## (\S+) \((unreleased|\d{4}-\d\d-\d\d)\)$", re.MULTILINE)
PYTHON = re.compile(r"Programming Language :: Python :: (3\.\d+)")


def read(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


def steps(workflow: str) -> list[dict[str, Any]]:
    return [step for job in read(workflow)["jobs"].values() for step in job["steps"]]


def test_the_citation_says_what_the_package_says() -> None:
    citation = read("CITATION.cff")
    assert citation["authors"] == PACKAGE["authors"]
    assert citation["license"] == PACKAGE["license"]
    assert citation["title"].casefold() == f"fudaba: {PACKAGE['description']}".casefold()


def test_the_version_is_the_same_everywhere() -> None:
    assert version("fudaba") == PACKAGE["version"]
    newest = HEADING.search((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert newest and newest[1] == PACKAGE["version"]
    assert read("CITATION.cff")["version"] == PACKAGE["version"]


@pytest.mark.parametrize("tag", ["", "0.1.0", "v999.0.0"])
def test_no_release_is_built_for_another_tag(tag: str) -> None:
    command = ["make", "--no-print-directory", "release", f"TAG={tag}"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stdout == (
        f"TAG is {tag}, but the version in pyproject.toml is {PACKAGE['version']}.\n"
    )


@pytest.mark.parametrize(("name", "runs"), [("ci", ".ci/run"), ("daily", "make test-all")])
def test_a_workflow_runs_the_checks_of_this_repository_and_nothing_else(
    name: str, runs: str
) -> None:
    (command,) = (s["run"] for s in steps(f".github/workflows/{name}.yml") if "run" in s)
    assert command == runs
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_all_named_versions_of_python_are_checked() -> None:
    pythons = read(".github/workflows/ci.yml")["jobs"]["ci"]["strategy"]["matrix"]["python"]
    assert f">={pythons[0]}" == PACKAGE["requires-python"]
    named = [match[1] for text in PACKAGE["classifiers"] if (match := PYTHON.fullmatch(text))]
    assert named and set(named) <= set(pythons)


def test_a_release_is_published_without_a_stored_secret() -> None:
    path = ".github/workflows/publish.yml"
    jobs = read(path)["jobs"]
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert "permissions" not in jobs["build"], "code that is built must not get the token"
    assert "secrets." not in (ROOT / path).read_text(encoding="utf-8")
    assert any("make release" in step.get("run", "") for step in steps(path))


def test_hooks_run_tools_and_tests_that_exist() -> None:
    for repository in read(".pre-commit-config.yaml")["repos"]:
        assert repository["repo"] == "local"
        for hook in repository["hooks"]:
            tool, *words = hook["entry"].split()
            assert hook["language"] == "system" and tool.startswith(".venv/bin/")
            assert all((ROOT / word).is_file() for word in words if word.startswith("tests/"))


def test_read_the_docs_builds_as_make_does() -> None:
    settings = read(".readthedocs.yaml")
    assert (ROOT / settings["sphinx"]["configuration"]).is_file()
    assert settings["sphinx"]["fail_on_warning"]
    [install] = settings["python"]["install"]
    assert set(install["extra_requirements"]) <= PACKAGE["optional-dependencies"].keys()


def test_tools_for_javascript_are_pinned_without_an_address() -> None:
    folder = ROOT / "tests" / "javascript"
    wanted = yaml.safe_load((folder / "package.json").read_text(encoding="utf-8"))
    lock = yaml.safe_load((folder / "package-lock.json").read_text(encoding="utf-8"))
    assert lock["packages"][""]["devDependencies"] == wanted["devDependencies"]
    for name, package in lock["packages"].items():
        assert name == "" or ("integrity" in package and "resolved" not in package), name
    assert all(re.fullmatch(r"[\d.]+", pin) for pin in wanted["devDependencies"].values())


@pytest.mark.diagonal
@pytest.mark.parametrize("letter", "ab")
@pytest.mark.parametrize("number", range(4))
def test_rows_beside_the_diagonal_are_slow(
    number: int, letter: str, request: pytest.FixtureRequest
) -> None:
    is_slow = request.node.get_closest_marker("slow") is not None
    assert is_slow == (letter != "ab"[number % 2])
