"""The extras of an installation: what each is for, and the packages that it adds."""

from importlib.util import find_spec
from typing import NamedTuple

from .errors import UserError
from .languages import N_, translator

_, _n = translator("common")


class Extra(NamedTuple):
    """An extra of the installation, which `pip install` adds by its name.

    Attributes:
        purpose: What needs it, the subject of a message.
        modules: The modules that it brings, as Python imports them.
    """

    purpose: str
    modules: tuple[str, ...]


AGENTS = "safetensors", "threadpoolctl"
ARENA = "jinja2", "matplotlib", "rich", "scipy", *AGENTS
# pyproject.toml lists the same packages with their releases.
EXTRAS = {
    "render": Extra(N_("a picture of a table"), ("PIL",)),
    "agents": Extra(N_("a trained policy"), AGENTS),
    "chat": Extra(N_("a model behind a server"), ("httpx", "jinja2")),
    "arena": Extra(N_("a measurement"), ARENA),
    "cli": Extra(N_("the command"), ("PIL", "httpx", *ARENA)),
    "web": Extra(N_("the table"), ("markdown_it", "segno", "starlette", "uvicorn")),
    "train": Extra(N_("training"), ("torch", "stable_baselines3", "sb3_contrib", "tensorboard")),
    "design": Extra(N_("a search of many variants"), ("optuna", "cmaes")),
    "data": Extra(N_("a dataset"), ("minari", "h5py")),
    "cluster": Extra(N_("a cluster"), ("ray",)),
    "openspiel": Extra(N_("OpenSpiel"), ("pyspiel",)),
}


class MissingPackagesError(UserError, ModuleNotFoundError):
    """Packages that are not installed, with the extra that brings them."""


def need(extra: str) -> None:
    """Checks that the packages of an extra are installed, before they are imported.

    Args:
        extra: Its name, a key of `EXTRAS`.

    Raises:
        MissingPackagesError: A package is missing.
    """
    purpose, modules = EXTRAS[extra]
    if missing := [module for module in modules if find_spec(module) is None]:
        raise MissingPackagesError(
            _(
                "{purpose} needs {packages}: pip install 'fudaba[{extra}]'.",
                purpose=_(purpose),
                packages=_(", ").join(missing),
                extra=extra,
            )
        )
