"""What a page holds, and an agent's name that no page should trust."""

from html.parser import HTMLParser

NASTY = '</script><b id="x">$\\frac$&'
VOID = {"meta", "input", "path", "use", "rect", "br", "hr", "img", "link", "wbr"}


class Outline(HTMLParser):
    """Collects what the tests ask about and checks that elements are closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.text: dict[str, str] = {}
        self._id = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        self._id = dict(attrs).get("id") or ""
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text[self._id] = self.text.get(self._id, "") + data

    def values(self, name: str) -> list[str]:
        return [value for key, value in self.attributes if key == name]
