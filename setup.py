"""Finds the packages; pyproject.toml can't where folders install under another name."""

from setuptools import find_packages, setup

TOP = (
    "agents",
    "cli",
    "configs",
    "envs",
    "evaluation",
    "policies",
    "single_agent",
    "text",
    "training",
    "web",
)

found = find_packages(include=[pattern for top in TOP for pattern in (top, f"{top}.*")])
setup(packages=[f"fudaba.{name}" for name in found])
