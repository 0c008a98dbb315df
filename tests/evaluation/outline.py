"""What a page holds, and an agent's name that no page should trust."""

import re
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

    def check(self, page: str, scripts: int = 0) -> None:
        """The page is well-formed, needs no other file, and takes no name for markup."""
        assert self.open == [] and "b" not in self.tags and self.tags.count("script") == scripts
        assert not {"link", "iframe", "image"} & set(self.tags)
        ids = self.values("id")
        assert len(ids) == len(set(ids)) and "x" not in ids
        inner = self.values("xlink:href")
        assert all(value.startswith("#") for value in inner)
        used = {*re.findall(r"url\(#([^)]*)\)", page), *(value[1:] for value in inner)}
        assert used and used | set(self.values("aria-labelledby")) <= set(ids)
        assert all(each.startswith("data:image/png;base64,") for each in self.values("src"))
        assert all(each.startswith(("#", "data:")) for each in self.values("href"))
        assert "@import" not in page and not re.search(r"url\((?!#)", page)
        pictures = re.findall(r"<svg [^>]*>", page)
        assert all('role="img"' in each and "aria-label=" in each for each in pictures)

    def values(self, name: str) -> list[str]:
        return [value for key, value in self.attributes if key == name]
