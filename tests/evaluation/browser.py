"""A page in a real browser: Chromium without a window, by its own command line."""

import json
import re
import shutil
import subprocess
from html import escape, unescape
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM = next((found for name in NAMES if (found := shutil.which(name))), None)
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None,
    reason="needs Chromium on the path (Debian: apt-get install chromium; see CONTRIBUTING.md)",
)
LEAST_PIXELS = 11
MOST_SECONDS = 180
HEIGHT = 900

# Describes the words within an element that are broken at the end of a line.
BROKEN_WORDS = r"""(within) => {
  const found = [], range = document.createRange();
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.parentElement.closest("script, style, pre, .hidden")) continue;
    for (const { 0: word, index } of text.nodeValue.matchAll(/[\p{Script=Latin}\p{N}_]+/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) found.push(`${word} is broken in "${text.nodeValue.trim()}"`);
    }
  }
  return found;
}"""
# Wide tables, code and pictures of the documentation scroll sideways in these boxes.
SCROLLED = ":is(.table-wrapper, .highlight pre, #league p:has(> img))"

# Narrower screens than a window may be: the page stands in a frame of that width. The script
# opens all that is folded, then notes in words what a reader could not see or read.
MEASURE = """
<script>
addEventListener("load", () => {
  document.querySelectorAll("details").forEach((details) => { details.open = true; });
  const found = [], width = document.documentElement.clientWidth;
  const name = (element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute("class") || ""} ` +
    `"${element.textContent.trim().replace(/\\s+/g, " ").slice(0, 40)}"`;
  const shown = (element) => element.checkVisibility() && element.getClientRects().length > 0;
  const within = MAIN;
  const main = within ? document.querySelector(within) : document.body;
  if (document.documentElement.scrollWidth > width)
    found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const element of main.querySelectorAll("*")) {
    if (!shown(element) || element.closest("script, style, .headerlink, SCROLLED *")) continue;
    const box = element.getBoundingClientRect();
    if (box.width > 1 && (box.right > width + 1 || box.left < -1))
      found.push(`${name(element)} reaches from ${box.left} to ${box.right} of ${width}`);
    const style = getComputedStyle(element);
    if (style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1
        && !(element instanceof SVGElement || element.matches("SCROLLED")))
      found.push(`${name(element)} is cut: ${element.scrollWidth} in ${element.clientWidth}`);
    const words = [...element.childNodes].some((n) => n.nodeType === 3 && n.nodeValue.trim());
    if (!words) continue;
    let size = parseFloat(style.fontSize);
    const svg = element.closest("svg");
    if (svg) {
      const matrix = element.getScreenCTM(), frame = svg.getBoundingClientRect();
      size *= Math.hypot(matrix.a, matrix.b);
      if (box.left < frame.left - 1 || box.right > frame.right + 1
          || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
        found.push(`${name(element)} leaves its picture`);
    }
    if (size < LEAST) found.push(`${name(element)} has ${size.toFixed(1)} pixels`);
  }
  found.push(...BROKEN_WORDS(main));
  const report = document.createElement("script");
  report.type = "application/json";
  report.id = "measured";
  report.textContent = JSON.stringify({ width, found });
  parent.document.body.append(report);
});
</script>
"""


def measure(page: str, width: int, folder: Path, within: str | None = None) -> list[str]:
    """What can't be seen or read of a page on a screen of so many pixels; nothing is good.

    Args:
        page: Its HTML.
        width: Of the screen.
        folder: Where it may be written; what it needs lies there.
        within: The part that is looked at, as a CSS selector; all of it by default.
    """
    script = MEASURE.replace("MAIN", json.dumps(within)).replace("LEAST)", f"{LEAST_PIXELS})")
    script = script.replace("BROKEN_WORDS", f"({BROKEN_WORDS})").replace("SCROLLED", SCROLLED)
    path = folder / f"measured-{width}.html"
    page = escape(page.replace("</body>", f"{script}</body>"))
    frame = f'<iframe width="{width}" height="{HEIGHT}" frameborder="0" srcdoc="{page}"></iframe>'
    path.write_text(f"<!doctype html><meta charset='utf-8'><body>{frame}</body>", encoding="utf-8")
    measured = json.loads(_text_of_script(_dump(path, folder)))
    assert measured["width"] == width, "the browser took another width"
    found: list[str] = measured["found"]
    return found


def _dump(path: Path, folder: Path) -> str:
    """The page as the browser has it after its scripts ran."""
    assert CHROMIUM is not None
    done = subprocess.run(
        [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
         "--virtual-time-budget=10000", f"--user-data-dir={folder / 'profile'}", "--dump-dom",
         path.as_uri()],
        capture_output=True, timeout=MOST_SECONDS, check=True,
    )  # fmt: skip
    return done.stdout.decode()


def _text_of_script(page: str) -> Any:
    found = re.search(r'id="measured"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found, "the page was not measured"
    return unescape(found[1])
