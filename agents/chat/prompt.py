"""The template of the question that a model is asked."""

import hashlib
from pathlib import Path
from typing import Self

from fudaba.common.errors import shown
from fudaba.common.extras import need
from fudaba.common.files import read_bytes
from fudaba.common.languages import translator
from fudaba.common.utf8 import read_text
from fudaba.envs import UserError

_, _n = translator("agents")

PACKAGED = Path(__file__).with_name("prompt.jinja")
LONGEST = 100_000  # bytes
HASH_DIGITS = 16
RULES, POSITION = "(the rules)", "(the position)"  # what a template is tried with


class Prompt:
    """A template in which `{{ rules }}` and `{{ position }}` stand for the texts of a game.

    Attributes:
        digest: A hash of the template.
    """

    def __init__(self, source: str, name: str) -> None:
        """Compiles a template and tries it.

        Args:
            source: Its text.
            name: What messages call it.

        Raises:
            UserError: It is no template, uses other names, or leaves out the position.
        """
        need("chat")
        import jinja2
        from jinja2.sandbox import SandboxedEnvironment

        self._name = name
        self.digest = hashlib.sha256(source.encode()).hexdigest()[:HASH_DIGITS]
        environment = SandboxedEnvironment(undefined=jinja2.StrictUndefined)
        try:
            self._template = environment.from_string(source)
        except jinja2.TemplateSyntaxError as error:
            raise UserError(
                _(
                    "{name} is no template: line {lineno}: {message}.",
                    name=name,
                    lineno=error.lineno,
                    message=shown(error.message),
                )
            ) from None
        if POSITION not in self.render(RULES, POSITION):
            raise UserError(
                f"{name} leaves out the position; allowed: a text with {{{{ position }}}}."
            )

    @classmethod
    def load(cls, path: Path | None) -> Self:
        """Returns the template of a file, or that of the package.

        Raises:
            UserError: The file can't be read, is too long, or is no template.
        """
        name = "the template of the package" if path is None else f"the template {shown(path)}"
        try:
            data = read_bytes(path or PACKAGED, LONGEST + 1)
            if len(data) > LONGEST:
                raise UserError(
                    _("{name} is too long; allowed: {longest:,} bytes.", name=name, longest=LONGEST)
                )
            return cls(read_text(name, data), name)
        except UserError:
            raise
        except ValueError:  # of a path with a NUL
            raise UserError(
                _("{name} can't be read; allowed: a text file in UTF-8.", name=name)
            ) from None

    def render(self, rules: str, position: str) -> str:
        """Returns the question about a position.

        Raises:
            UserError: The template fails.
        """
        try:
            return self._template.render(rules=rules, position=position)
        except Exception as error:  # whatever the template's own expressions raise
            raise UserError(
                _(
                    "{name} fails: {error}; allowed: the names rules and position.",
                    name=self._name,
                    error=shown(str(error)),
                )
            ) from None
