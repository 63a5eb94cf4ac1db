import {BLANK} from "../words/numbers.js";
import {textWidth, TYPE, PILL} from "../layout/measure.js";
/** @import {NodeBox, PlacedEdge, PlacedLabel, Point} from "../layout/types.js" */

/** @typedef {import("d3-selection").Selection<SVGElement, unknown, null, undefined>} Group an element of a drawing */

/** Room between a node and its halo. */
const HALO = 6;

/** Width of the blank line of a number, and of the slot over it. */
const EMPTY = textWidth(BLANK, TYPE.line);
const SLOT = EMPTY - 4;

/** Signs that stand alone are set in the text's font, whose minus is as wide as its plus. */
const SIGNS = ["+", "−", "×", "÷"];

/** Least distance of a slot from the border of its node. */
const INSET = 8;

/**
 * Append an element to a group.
 *
 * @param {Group} group
 * @param {string} tag
 * @param {Record<string, string|number|null>} attributes null leaves one out
 * @param {string} [content] its text
 * @returns {Group} the element
 */
export function add(group, tag, attributes, content) {
  const element = /** @type {Group} */ (group.append(tag));
  for (const [name, value] of Object.entries(attributes)) element.attr(name, value);
  return content === undefined ? element : element.text(content);
}

/**
 * Draws a node once; later steps only change its classes and its gradient's text.
 *
 * @param {Group} group
 * @param {NodeBox & Point} place
 * @param {TraceNode} node the same node of the trace
 */
export function drawNode(group, place, node) {
  const {x, y, width, height} = place;
  const round = node.op === "leaf" ? Math.min(24, height / 2) : 4;
  group
    .attr("class", `tw-node ${kindOf(node)}`)
    .attr("data-node", node.id)
    .attr("transform", `translate(${x - width / 2},${y - height / 2})`)
    .attr("role", "img");
  drawHalo(group, width, height, round);
  add(group, "rect", {class: "tw-box", x: 0, y: 0, width, height, rx: round});
  drawSymbol(group, place);
  drawValue(group, place);
  if (place.gradientWidth > 0) drawGradient(group, place);
}

/**
 * @param {TraceNode} node
 * @returns {string} the class by which the stylesheet tells operations, leaves and data apart
 */
export function kindOf(node) {
  if (node.op !== "leaf") return "tw-operation";
  return node.requires_grad ? "tw-leaf" : "tw-data";
}

/** Draws the halo around a box of this size, whose corners have this radius.
 * @param {Group} group @param {number} width @param {number} height @param {number} round */
export function drawHalo(group, width, height, round) {
  add(group, "rect", {
    class: "tw-halo", x: -HALO, y: -HALO, width: width + 2 * HALO, height: height + 2 * HALO, rx: round + HALO
  });
}

function drawSymbol(/** @type {Group} */ group, /** @type {NodeBox} */ {symbol, symbolAt}) {
  let {x} = symbolAt;
  for (const {text, size, rise} of symbol) {
    const className = SIGNS.includes(text) ? "tw-symbol tw-operator" : "tw-symbol";
    add(group, "text", {class: className, x, y: symbolAt.y - rise}, text).style("font-size", `${size}px`);
    x += textWidth(text, size);
  }
}

function drawValue(/** @type {Group} */ group, /** @type {NodeBox} */ {signs, name, value, lead, valueAt, width}) {
  const {x, y} = valueAt;
  if (name !== "") add(group, "text", {class: "tw-name", x, y}, name);
  const line = add(group, "g", {class: "tw-value"});
  const start = x + lead + textWidth(signs.value, TYPE.line);
  drawSlot(line, start, y, Math.min(SLOT, width - INSET - start));
  const content = add(line, "text", {x: x + lead, y});
  if (signs.value) add(content, "tspan", {}, signs.value);
  add(content, "tspan", {class: "tw-number"}, value);
}

/** A gradient changes its length as it adds up, so its middle or its start stays in place. */
function drawGradient(/** @type {Group} */ group, /** @type {NodeBox} */ {gradientAt: {x, y, anchor}, signs, isBare}) {
  const line = add(group, "g", {class: "tw-gradient"});
  const sign = textWidth(signs.gradient, TYPE.line);
  drawSlot(line, anchor === "middle" ? x + (sign - EMPTY) / 2 : x + sign, y, SLOT);
  const content = add(line, "text", {x, y, "text-anchor": anchor});
  add(content, "tspan", {}, signs.gradient);
  if (!isBare) add(content, "tspan", {class: "tw-sum"});
  add(content, "tspan", {class: "tw-number"}, BLANK);
}

/** Draws the empty place of a number that isn't known yet, above a baseline.
 * @param {Group} line @param {number} x @param {number} y @param {number} width */
export function drawSlot(line, x, y, width) {
  add(line, "rect", {class: "tw-slot", x, y: y - 12, width, height: 15, rx: 3});
}

/**
 * Marks nodes as broken, such as the one that has no result where the engine refused a value.
 *
 * @param {Element} drawing
 * @param {...(number|undefined)} ids of the nodes
 */
export function markBroken(drawing, ...ids) {
  for (const mark of drawing.querySelectorAll(".tw-node")) {
    mark.classList.toggle("is-broken", ids.includes(Number(mark.getAttribute("data-node"))));
  }
}

/**
 * Draws an edge once: halo, forward arrow, backward arrow as it waits and as it is sent, and the
 * label. Later steps only change its classes and the text of what was sent.
 *
 * @param {Group} group
 * @param {PlacedEdge} edge
 * @param {number} [i] position of the trace's edge that it is, if it is one alone
 */
export function drawEdge(group, {forward, backward, label}, i) {
  group.attr("class", "tw-edge").attr("data-edge", i ?? null);
  if (backward) add(group, "path", {class: "tw-halo", d: `${backward.stem}L${backward.tip}`});
  const ahead = add(group, "g", {class: "tw-forward"});
  // The same length for every line lets one rule of the stylesheet draw it from its start.
  add(ahead, "path", {class: "tw-line", d: forward.stem, pathLength: 1});
  add(ahead, "path", {class: "tw-head", d: `M${forward.head.join("L")}Z`});
  if (!backward) return;
  for (const name of ["tw-waiting", "tw-sent"]) {
    const back = add(group, "g", {class: name});
    add(back, "path", {class: "tw-head", d: `M${backward.head.join("L")}`});
    // Its head is open, so the line goes on to the tip.
    const d = `${backward.stem}L${backward.tip}`;
    add(back, "path", {class: "tw-line", d, pathLength: name === "tw-sent" ? 1 : null});
  }
  if (!label.isBare) drawLabel(group, label);
}

function drawLabel(/** @type {Group} */ group, /** @type {PlacedLabel} */ {text, pill, sentAt}) {
  if (text !== "") {
    const local = add(group, "g", {class: "tw-local"});
    add(local, "rect", {x: pill.x, y: pill.y, width: pill.width, height: PILL.height, rx: PILL.height / 2});
    add(local, "text", {x: pill.x + pill.width / 2, y: pill.y + 17}, text);
  }
  add(group, "text", {class: "tw-contribution", x: sentAt.x, y: sentAt.y, "text-anchor": sentAt.anchor});
}

/**
 * Writes a text into a drawing; one that is there already costs nothing.
 *
 * @param {Group} group
 * @param {string} selector of the place in it, if it has one
 * @param {string} text
 */
export function write(group, selector, text) {
  const place = /** @type {Element|null} */ (group.select(selector).node());
  if (place && place.textContent !== text) place.textContent = text;
}
