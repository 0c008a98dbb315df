/* Small charts as SVG, for any data. */

const SVG = "http://www.w3.org/2000/svg";
const LEFT = 46, RIGHT = 10, TOP = 10, BOTTOM = 34;
const LEAST_WIDTH = 280, MOST_WIDTH = 760;
const TICKS = 4;

/** A chart with two linear axes. */
export class Chart {
  /**
   * @param {string} title Description for screen readers.
   * @param {Element} place The element whose width the chart fills.
   * @param {number} height In pixels.
   * @param {number[]} across The range of the horizontal axis.
   * @param {number[]} upward The range of the vertical axis.
   */
  constructor(title, place, height, across, upward) {
    this.width = Math.min(Math.max(place.clientWidth, LEAST_WIDTH), MOST_WIDTH);
    this.height = height;
    this.across = widened(across);
    this.upward = widened(upward);
    this.root = svg("svg", {
      class: "chart", viewBox: `0 0 ${this.width} ${height}`, role: "img", "aria-label": title,
    });
    this.axes();
  }

  x(value) {
    const [low, high] = this.across;
    return LEFT + ((value - low) / (high - low)) * (this.width - LEFT - RIGHT);
  }

  y(value) {
    const [low, high] = this.upward;
    return this.height - BOTTOM - ((value - low) / (high - low)) * (this.height - TOP - BOTTOM);
  }

  axes() {
    for (const value of ticks(this.upward)) {
      this.line(value, "grid");
      this.words(LEFT - 5, this.y(value) + 4, "end", short(value));
    }
    for (const value of ticks(this.across))
      this.words(this.x(value), this.height - BOTTOM + 14, "middle", short(value));
  }

  words(x, y, anchor, text) {
    const drawn = this.add("text", { x, y, "text-anchor": anchor });
    drawn.textContent = text;
  }

  /** A horizontal line at a value. */
  line(value, kind) {
    const y = this.y(value);
    this.add("line", { class: kind, x1: LEFT, x2: this.width - RIGHT, y1: y, y2: y });
  }

  /** Points joined by a line, with a band of their intervals. */
  curve(points, kind) {
    const corner = (at, value) => `${this.x(at)},${this.y(value)}`;
    const known = points.filter(({ low }) => low !== null);
    const band = [...known.map(({ at, high }) => corner(at, high)),
      ...known.reverse().map(({ at, low }) => corner(at, low))];
    this.add("polygon", { class: `band ${kind}`, points: band.join(" ") });
    this.add("polyline", {
      class: `curve ${kind}`, points: points.map(({ at, mean }) => corner(at, mean)).join(" "),
    });
    for (const { at, mean } of points)
      this.add("circle", { class: `point ${kind}`, cx: this.x(at), cy: this.y(mean), r: 3 });
  }

  /** Labels the axes and returns the SVG element. */
  drawn(across, upward) {
    this.words(this.width - RIGHT, this.height - 4, "end", `${across} →`);
    this.words(2, this.height - 4, "start", `↑ ${upward}`);
    return this.root;
  }

  add(name, attributes) {
    const made = svg(name, attributes);
    this.root.append(made);
    return made;
  }
}

function svg(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** The range, or one of width 1 if it is empty. */
function widened([low, high]) {
  return high > low ? [low, high] : [low, low + 1];
}

/** About `TICKS` round values within a range. */
function ticks([low, high]) {
  const rough = (high - low) / TICKS, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const first = Math.ceil(low / step), count = Math.floor(high / step) - first + 1;
  return Array.from({ length: count }, (_, number) => (first + number) * step);
}

/** A number in short form: `300k`, `0.25`. */
function short(value) {
  for (const [size, sign] of [[1e6, "M"], [1e3, "k"]])
    if (Math.abs(value) >= size) return `${Number((value / size).toFixed(2))}${sign}`;
  return String(Number(value.toFixed(3)));
}
