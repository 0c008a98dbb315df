/* Draws the pictures of a scene: diagrams of cards joined by lines, and rankings. */

import { element } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const LABEL_AT = 0.6; // part of an edge before its label

/**
 * Returns the pictures as elements; null for none.
 * @param {Object[]} pictures The diagrams and rankings of the scene.
 * @param {Object[]} notes The notes of the scene that belong to one of them.
 * @param {function(Object): Element} draw Draws a card.
 * @param {function(string, string): Element} asked Draws words that the rules explain.
 * @param {Names} names The names of the players.
 */
export function drawPictures(pictures, notes, draw, asked, names) {
  if (!pictures.length) return null;
  const drawn = pictures.map((picture) => element("section",
    { class: "picture", "aria-label": picture.title, "data-place": picture.about },
    element("h2", {}, asked(picture.title, picture.about)),
    ...notes.filter(({ about }) => about === picture.note).map(({ text, about }) =>
      element("p", { class: "at-picture" }, asked(text, about))),
    ...(picture.nodes ? drawDiagram(picture, draw) : [drawRanking(picture, names, draw)])));
  const all = element("div", { class: "pictures" }, ...drawn);
  all.style.setProperty("--columns", Math.max(...pictures.map(({ width = 0 }) => width)));
  return all;
}

/** The same in words for screen readers, then lines, cards and labels. */
function drawDiagram({ width, height, nodes, edges, words }, draw) {
  const put = (drawn, x, y) => {
    drawn.style.left = `${(x / width) * 100}%`;
    drawn.style.top = `${(y / height) * 100}%`;
    return drawn;
  };
  const labels = edges.filter((edge) => edge.label).map(({ start, end, label }) => {
    const [from, to] = [nodes[start], nodes[end]];
    return put(element("span", { class: "edge-label", "aria-hidden": "true" }, label),
      from.x + LABEL_AT * (to.x - from.x), from.y + LABEL_AT * (to.y - from.y));
  });
  const cards = nodes.map(({ card, x, y }) => put(draw(card), x, y));
  const drawn = element("div", { class: "nodes" },
    lines(width, height, edges.map((edge) => ({ ...edge, from: nodes[edge.start],
      to: nodes[edge.end] }))), ...cards, ...labels);
  drawn.style.setProperty("--columns", width);
  drawn.style.setProperty("--rows", height);
  return [element("p", { class: "hidden" }, words.join("; ")), drawn];
}

function lines(width, height, edges) {
  const root = document.createElementNS(SVG, "svg");
  root.setAttribute("viewBox", `0 0 ${width} ${height}`);
  root.setAttribute("preserveAspectRatio", "none");
  root.setAttribute("aria-hidden", "true");
  for (const { from, to, mark } of edges) {
    const line = document.createElementNS(SVG, "line");
    const ends = { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: `edge ${mark}` };
    for (const [name, value] of Object.entries(ends)) line.setAttribute(name, value);
    root.append(line);
  }
  return root;
}

/** A list in which every row answers what its name means. */
function drawRanking({ ranks }, names, draw) {
  return element("ol", { class: "ranking" }, ...ranks.map((rank) =>
    element("li", { "aria-current": rank.is_own ? "true" : null, "data-about": rank.about,
      "data-words": rank.name },
    element("strong", {}, names.inText(rank.name)), drawNote(rank, draw))));
}

/** The note of a row, with its cards as small ones; screen readers read its words. */
function drawNote({ note, drawn }, draw) {
  if (!drawn.some((part) => part.about)) return note ? element("span", {}, note) : null;
  return element("span", { class: "drawn", role: "img", "aria-label": note },
    ...drawn.map((part) => element("span", { inert: true }, part.about ? draw(part) : part)));
}
