"""Text for rich that wraps lines at the places where Japanese may be wrapped."""

from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown, Paragraph
from rich.measure import Measurement
from rich.text import Text

from fudaba.envs.core.scene.lines import breaks


class Broken:
    """A text that wraps correctly in any language, alone or in a table."""

    def __init__(self, text: Text) -> None:
        """Takes a text of one or more lines."""
        self._text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yields the text with a line break wherever a line with wide characters is full."""
        lines = self._text.split(allow_blank=True)
        parts = (line.divide(breaks(line.plain, options.max_width)) for line in lines)
        yield Text("\n").join(line for part in parts for line in part)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Returns the narrowest and the widest width of the text."""
        return Measurement.get(console, options, self._text)


class BrokenParagraph(Paragraph):
    """A paragraph of a `MarkdownPage`."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yields the paragraph."""
        yield Broken(self.text)


class MarkdownPage(Markdown):
    """Markdown whose paragraphs wrap correctly in any language."""

    elements: ClassVar = {**Markdown.elements, "paragraph_open": BrokenParagraph}
