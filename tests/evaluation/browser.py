"""A page in a real browser: Chromium without a window."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect

# The first has no windows that a screen could show, and takes a quarter less processor time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
CHROMIUM = next((found for name in NAMES if (found := shutil.which(name))), None)
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None,
    reason="needs Chromium on the path (see CONTRIBUTING.md)",
)
# Without what costs more processor time than most tests: hidden pages that the address bar of every
# new window renders, and processes that are started for pages to come.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-site-isolation-trials",
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,"
    "SpareRendererForSitePerProcess",
]
LEAST_PIXELS = 11
expect.set_options(timeout=30_000)  # milliseconds; the usual 5,000 are too few on a busy machine
TWO_SCREENS = {400: 1720, 1280: 1600}  # their height in pixels, by width

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

# Opens all that is folded, then describes what a reader could not see or read of a page.
MEASURE = r"""([within, scrolled, least]) => {
  document.querySelectorAll("details").forEach((details) => { details.open = true; });
  const found = [], width = document.documentElement.clientWidth;
  const name = (element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute("class") || ""} ` +
    `"${element.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}"`;
  const shown = (element) => element.checkVisibility() && element.getClientRects().length > 0;
  const main = document.querySelector(within);
  if (document.documentElement.scrollWidth > width)
    found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const element of main.querySelectorAll("*")) {
    if (!shown(element) || element.closest(`script, style, .headerlink, ${scrolled} *`)) continue;
    const box = element.getBoundingClientRect();
    if (box.width > 1 && (box.right > width + 1 || box.left < -1))
      found.push(`${name(element)} reaches from ${box.left} to ${box.right} of ${width}`);
    const style = getComputedStyle(element);
    if (style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1
        && !(element instanceof SVGElement || element.matches(scrolled)))
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
    if (size < least) found.push(`${name(element)} has ${size.toFixed(1)} pixels`);
  }
  return found;
}"""


def launch(playwright: Playwright) -> Browser:
    """Starts Chromium."""
    return playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)


def measure(chromium: Browser, path: Path, width: int, within: str = "body") -> list[str]:
    """What can't be seen or read of a page on a screen of so many pixels; nothing is good.

    Args:
        chromium: The browser.
        path: The file of the page.
        width: Of the screen.
        within: The part that is looked at, as a CSS selector.
    """
    with chromium.new_page(viewport={"width": width, "height": TWO_SCREENS[width] // 2}) as page:
        page.goto(path.as_uri())
        assert page.evaluate("document.documentElement.clientWidth") == width
        found: list[str] = page.evaluate(MEASURE, [within, SCROLLED, LEAST_PIXELS])
        return found + page.locator(within).evaluate(BROKEN_WORDS)
