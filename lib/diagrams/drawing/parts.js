import {html} from "htl";
import {beside, halfway, placeParts} from "../layout/parts.js";
import {squeeze} from "./size.js";
/** @import {PartBox, PartGraph, PartLine} from "../layout/parts.js" */

/** @typedef {[number, number]} Point */

/**
 * What is drawn of a part: a class for its state, its level from 0 to 1, a text or small marks below
 * its name, a badge, and what a screen reader says.
 *
 * @typedef {{look: string, level?: number, text?: string, marks?: string[], badge?: string, says: string}} PartLook
 * @typedef {{look: string, width?: number}} LineLook of a line of the backward pass
 * @typedef {{name: string, at: [string, string], look: string, says: string}} Mark something that is pressed on a line
 */

/** The widest line of the backward pass, and the distance of the forward one from the middle. */
const WIDEST = 12;
const NARROW = 480;
const ASIDE = 4;

/** The width of a letter of a name, and of a letter of the mono-spaced text below it. */
const LETTER = {name: 6.2, text: 7.5};

/** Two blades and two rings, from the tip of a blade. */
const RING = "a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0";
const SCISSORS = `l7 6.5m0-6.5l-7 6.5m-2 1.3${RING}m6 0${RING}`;

/**
 * A folded graph on which one can act: its parts, or marks on its lines, are pressed, and reached by
 * the arrow keys.
 *
 * @param {PartGraph} graph
 * @param {object} how
 * @param {string} how.title
 * @param {(name: string) => string} how.label in a part's box
 * @param {(name: string) => void} how.pick a part, or a mark where there are marks, was pressed
 * @returns {HTMLElement & {fit: (width: number, height: number) => void,
 *   show: (looks: Looks) => void}}
 *
 * @typedef {{parts: Record<string, PartLook>, lines: Record<string, LineLook>, marks?: Mark[], note?: string[],
 *   chosen?: string}} Looks
 */
export function partsDrawing(graph, {title, label, pick}) {
  const element = html`<div class="tw-parts"></div>`;
  let room = {width: 640, height: 300};
  let shown = /** @type {Looks|null} */ (null);
  let seat = "";
  const draw = () => {
    if (!shown) return;
    const hadFocus = element.contains(document.activeElement);
    const {width, height} = room;
    const place = placeParts(graph, width, height);
    const svg = make("svg", {class: "tw-graph tw-parts-graph", width, height, viewBox: `0 0 ${width} ${height}`,
      role: "group", "aria-label": title});
    for (const line of place.lines) drawLine(svg, line, shown.lines[`${line.from}-${line.to}`]);
    for (const {name} of graph.nodes) svg.append(drawPart(place.boxes[name], label(name), name, shown));
    for (const mark of shown.marks ?? []) svg.append(drawMark(place, mark, shown.chosen));
    drawNote(svg, shown.note ?? [], width, height);
    const items = itemsIn(svg);
    const first = items.find(({dataset}) => dataset.item === seat) ?? items.at(-1);
    for (const item of items) item.setAttribute("tabindex", item === first ? "0" : "-1");
    element.replaceChildren(svg);
    if (hadFocus) first.focus({preventScroll: true});
  };
  const act = (/** @type {SVGElement|null} */ item) => {
    if (!item) return;
    seat = item.dataset.item;
    pick(seat);
  };
  element.addEventListener("click", (/** @type {Click} */ event) => act(nearest(element, event)));
  element.addEventListener("keydown", (/** @type {KeyPress} */ event) => {
    /** @type {SVGElement|null} */
    const item = event.target.closest("[data-item]");
    if (!item || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = toward(element, item, event.key);
    if (next) {
      seat = next.dataset.item;
      for (const one of [item, next]) one.setAttribute("tabindex", one === next ? "0" : "-1");
      next.focus({preventScroll: true});
    } else if (event.key === "Enter" || event.key === " ") act(item);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return Object.assign(element, {
    fit(/** @type {number} */ width, /** @type {number} */ height) {
      room = {width, height};
      draw();
    },
    show(/** @type {Looks} */ looks) {
      shown = looks;
      draw();
    }
  });
}

/** @param {string} tag @param {Record<string, string|number>} attributes @param {string} [text] */
function make(tag, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/** What is pressed. @param {Element} element @returns {SVGElement[]} */
function itemsIn(element) {
  return [...element.querySelectorAll(/** @type {"g"} */ ("[data-item]"))];
}

const path = (/** @type {Point[]} */ points) =>
  `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;

/** @param {Element} svg @param {PartLine} partLine @param {LineLook} lineLook */
function drawLine(svg, {points}, {look, width = 1.2}) {
  const forward = beside(points, ASIDE);
  svg.append(make("path", {class: "tw-parts-forward", d: path(forward)}), head(forward, "tw-parts-head"));
  const thick = Math.max(1.2, WIDEST * width);
  const backward = beside(points, -1.5 - thick / 2);
  svg.append(make("path", {class: `tw-parts-backward ${look}`, d: path(backward), "stroke-width": thick.toFixed(1)}));
  if (/is-cut|is-lost/.test(look)) svg.append(cross(halfway(backward), look));
  else if (/is-sent|is-wrong/.test(look)) svg.append(head(backward.toReversed(), `tw-parts-head is-backward ${look}`));
}

/** An arrow head at the end of a line. */
function head(/** @type {Point[]} */ points, /** @type {string} */ className) {
  const [[x0, y0], [x, y]] = points.slice(-2);
  const angle = Math.atan2(y - y0, x - x0);
  /** @returns {Point} */
  const wing = (/** @type {number} */ by) => [x - 7 * Math.cos(angle + by), y - 7 * Math.sin(angle + by)];
  return make("path", {class: className, d: path([wing(0.5), [x, y], wing(-0.5)])});
}

function cross(/** @type {number[]} */ [x, y], /** @type {string} */ look) {
  return make("path", {class: `tw-parts-cross ${look}`, d: `M${x - 6} ${y - 6}l12 12m0-12l-12 12`});
}

/** @param {PartBox} box @param {string} label @param {string} name @param {Looks} looks */
function drawPart({x, y, width, height}, label, name, {parts, marks, chosen}) {
  const {look, level = 0, text, marks: dots = [], badge, says} = parts[name];
  const group = make("g", {class: `tw-part ${look}${chosen === name ? " is-chosen" : ""}`});
  if (!marks) {
    // What can be read in the box comes first: it is what a reader asks for by voice.
    const read = [label, text, badge].filter(Boolean).join(" ");
    for (const [key, value] of Object.entries({"data-item": name, role: "button", "aria-label": `${read}: ${says}`})) {
      group.setAttribute(key, value);
    }
  } else group.append(make("title", {}, says));
  const left = x - width / 2;
  const top = y - height / 2;
  const tall = height * Math.min(1, level);
  const words = make("text", {class: label === "+" ? "tw-part-sum" : "tw-part-name", x, y: y - (label === "+" ? 0 : 2)}, label);
  // On a phone a box may be narrower than its text.
  squeeze(words, width - 4, LETTER.name);
  group.append(
    make("rect", {class: "tw-part-box", x: left, y: top, width, height, rx: look.includes("is-leaf") ? 9 : 3}),
    make("rect", {class: "tw-part-level", x: left + 1.5, y: top + height - tall, width: width - 3, height: Math.max(0, tall - 1.5)}),
    words
  );
  if (text !== undefined) {
    const below = make("text", {class: "tw-part-text", x, y: y + 14}, text);
    squeeze(below, width - 4, LETTER.text);
    group.append(" ", below);
  }
  const columns = Math.min(8, dots.length);
  dots.forEach((dot, i) => group.append(make("rect", {
    class: `tw-part-dot ${dot}`, x: x + (i % columns - columns / 2) * 4.8, y: y + 5 + 5 * Math.floor(i / columns), width: 3.8, height: 3.8
  })));
  if (badge) {
    // Above the name, and not beyond an edge of the picture.
    const cx = Math.max(10, left);
    const cy = Math.max(10, top - 4);
    group.append(make("circle", {class: "tw-part-badge", cx, cy, r: 9}), " ",
      make("text", {class: "tw-part-badge-text", x: cx, y: cy + 4.5}, badge));
  }
  return group;
}

/** @param {ReturnType<typeof placeParts>} place @param {Mark} mark @param {string} [chosen] */
function drawMark({boxes, lines}, {name, at: [from, to], look, says}, chosen) {
  const line = lines.find((one) => one.from === from && one.to === to);
  const box = boxes[from];
  // Between boxes that almost touch there is no room beside their names: the mark is below.
  const isShort = line && line.points[0][1] === line.points.at(-1)[1] && boxes[to].x - box.x < box.width + 17;
  const [x, y] = isShort ? [(box.x + boxes[to].x) / 2, box.y + box.height / 2 + 5] : line ? halfway(line.points)
    : to === "*" ? [box.x + box.width / 2 + 2, box.y - box.height / 2] : [box.x, box.y + box.height / 2 + 14];
  const group = make("g", {
    class: `tw-part-mark ${look}${name === chosen ? " is-chosen" : ""}`,
    "data-item": name, role: "button", "aria-label": says, "aria-pressed": String(name === chosen)
  });
  group.append(make("circle", {cx: x, cy: y, r: name === chosen ? 11 : 8.5}), make("path", {
    d: `M${x - 4} ${y - 4}${SCISSORS}`
  }));
  return group;
}

/** A few words in the corner that the grid leaves free: a large line and small ones.
 * @param {Element} svg @param {string[]} note @param {number} width @param {number} height */
function drawNote(svg, [large, ...small], width, height) {
  if (!large) return;
  // Narrow drawings have room for the number alone.
  const isNarrow = width < NARROW;
  const lines = [[isNarrow ? "tw-parts-medium" : "tw-parts-large", large],
    ...(isNarrow ? [] : small).map((text) => ["tw-parts-small", text])];
  const top = height - 6 - 17 * (lines.length - 1);
  lines.forEach(([name, text], i) =>
    svg.append(make("text", {class: name, x: width, y: top + 17 * i - (i === 0 ? 3 : 0)}, text)));
}

const centre = (/** @type {Element} */ item) => {
  const {left, top, width, height} = (item.querySelector("circle, .tw-part-box") ?? item).getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

/** What was pressed, or what is nearest to where a finger was.
 * @param {Element} element @param {Click} click */
function nearest(element, {target, clientX, clientY}) {
  /** @type {SVGElement|null} */
  const hit = target.closest("[data-item]");
  if (hit) return hit;
  const far = (/** @type {Element} */ item) => Math.hypot(centre(item)[0] - clientX, centre(item)[1] - clientY);
  const items = itemsIn(element).sort((a, b) => far(a) - far(b));
  return items.length > 0 && far(items[0]) < 30 ? items[0] : null;
}

/** @type {Record<string, Point>} */
const WAYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

/** The nearest item in the direction of an arrow key. */
function toward(/** @type {Element} */ element, /** @type {Element} */ item, /** @type {string} */ key) {
  const way = WAYS[key];
  if (!way) return null;
  const [x, y] = centre(item);
  const cost = (/** @type {Element} */ one) => {
    const by = [centre(one)[0] - x, centre(one)[1] - y];
    const along = by[0] * way[0] + by[1] * way[1];
    return along < 4 ? Infinity : along + 3 * Math.abs(by[0] * way[1] + by[1] * way[0]);
  };
  const others = itemsIn(element).filter((one) => one !== item);
  const best = others.reduce((one, other) => (cost(other) < cost(one) ? other : one), others[0]);
  return cost(best) < Infinity ? best : null;
}
