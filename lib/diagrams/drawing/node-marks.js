import {BLANK} from "../words/numbers.js";
import {textWidth, TYPE, PILL} from "../layout/measure.js";

/** Room between a node and its halo. */
const HALO = 6;

/** The sign and space before a number. */
const SIGN = textWidth(2, TYPE.line);

/** Width of the slot over a blank, and of the whole blank line. */
const SLOT = textWidth(BLANK, TYPE.line) - 4;
const EMPTY = SIGN + textWidth(BLANK, TYPE.line);

/** Signs that stand alone are set in the text's font, whose minus is as wide as its plus. */
const SIGNS = ["+", "−", "×", "÷"];

/** Least distance of a slot from the border of its node. */
const INSET = 8;

/**
 * Draws a node once; later steps only change its classes and its gradient's text.
 *
 * @param {Fields} group d3 selection of an SVG group
 * @param {Fields} place a node of `layout`
 * @param {TraceNode} node the same node of the trace
 */
export function drawNode(group, place, node) {
  const {x, y, width, height} = place;
  const round = node.op === "leaf" ? Math.min(24, height / 2) : 4;
  group
    .attr("class", `tw-node ${kind(node)}`)
    .attr("data-node", node.id)
    .attr("transform", `translate(${x - width / 2},${y - height / 2})`)
    .attr("tabindex", 0)
    .attr("role", "img");
  roundedBox(group, "tw-halo", -HALO, -HALO, width + 2 * HALO, height + 2 * HALO, round + HALO);
  roundedBox(group, "tw-box", 0, 0, width, height, round);
  drawSymbol(group, place);
  drawValue(group, place);
  if (place.gradientWidth > 0) drawGradient(group, place);
}

function kind(node) {
  if (node.op !== "leaf") return "tw-operation";
  return node.requires_grad ? "tw-leaf" : "tw-data";
}

function drawSymbol(group, {symbol, symbolAt}) {
  let {x} = symbolAt;
  for (const {text: content, size, rise} of symbol) {
    const className = SIGNS.includes(content) ? "tw-symbol tw-operator" : "tw-symbol";
    text(group, className, x, symbolAt.y - rise, content).style("font-size", `${size}px`);
    x += textWidth(content, size);
  }
}

function drawValue(group, {name, value, lead, valueAt, width}) {
  const {x, y} = valueAt;
  if (name !== "") text(group, "tw-name", x, y, name);
  const line = group.append("g").attr("class", "tw-value");
  const start = x + lead + SIGN;
  slot(line, start, y, Math.min(SLOT, width - INSET - start));
  const content = text(line, null, x + lead, y, null);
  content.append("tspan").text("= ");
  content.append("tspan").attr("class", "tw-number").text(value);
}

/** A gradient changes its length as it adds up, so its middle or its start stays in place. */
function drawGradient(group, {gradientAt: {x, y, anchor}, isBare}) {
  const line = group.append("g").attr("class", "tw-gradient");
  slot(line, anchor === "middle" ? x + SIGN - EMPTY / 2 : x + SIGN, y, SLOT);
  const content = text(line, null, x, y, null).attr("text-anchor", anchor);
  content.append("tspan").text("∂ ");
  if (!isBare) content.append("tspan").attr("class", "tw-sum");
  content.append("tspan").attr("class", "tw-number").text(BLANK);
}

/** The empty place of a number that isn't known yet. */
function slot(line, x, y, width) {
  roundedBox(line, "tw-slot", x, y - 12, width, 15, 3);
}

function text(group, className, x, y, content) {
  return group.append("text").attr("class", className).attr("x", x).attr("y", y).text(content);
}

/** Appends a rectangle with round corners to a group of d3. */
export function roundedBox(group, className, x, y, width, height, round) {
  group
    .append("rect")
    .attr("class", className)
    .attr("x", x)
    .attr("y", y)
    .attr("width", width)
    .attr("height", height)
    .attr("rx", round);
}

/**
 * Marks the node that has no result, where the engine refused a value.
 *
 * @param {Element} drawing
 * @param {number|undefined} id of the node; none is marked without it
 */
export function markBroken(drawing, id) {
  for (const mark of drawing.querySelectorAll(".tw-node")) {
    mark.classList.toggle("is-broken", mark.getAttribute("data-node") === String(id));
  }
}

/**
 * Draws an edge once: halo, forward arrow, backward arrow as it waits and as it is sent, and the
 * label. Later steps only change its classes and the text of what was sent.
 *
 * @param {Fields} group d3 selection of an SVG group
 * @param {Fields} edge an edge of `layout`
 * @param {number} [i] position of the trace's edge that it is, if it is one alone
 */
export function drawEdge(group, {forward, backward, label}, i) {
  group.attr("class", "tw-edge").attr("data-edge", i ?? null);
  if (backward) path(group, "tw-halo", `${backward.stem}L${backward.tip}`);
  const ahead = group.append("g").attr("class", "tw-forward");
  measured(path(ahead, "tw-line", forward.stem));
  path(ahead, "tw-head", `M${forward.head.join("L")}Z`);
  if (!backward) return;
  drawBackward(group.append("g").attr("class", "tw-waiting"), backward);
  measured(drawBackward(group.append("g").attr("class", "tw-sent"), backward));
  if (!label.isBare) drawLabel(group, label);
}

/** Its head is open, so the line goes on to the tip. */
function drawBackward(group, {stem, tip, head}) {
  path(group, "tw-head", `M${head.join("L")}`);
  return path(group, "tw-line", `${stem}L${tip}`);
}

function path(group, className, d) {
  return group.append("path").attr("class", className).attr("d", d);
}

/** The same length for every line lets one rule of the stylesheet draw it from its start. */
function measured(line) {
  line.attr("pathLength", 1);
}

function drawLabel(group, {text, pill, sentAt}) {
  if (text !== "") {
    const local = group.append("g").attr("class", "tw-local");
    local
      .append("rect")
      .attr("x", pill.x)
      .attr("y", pill.y)
      .attr("width", pill.width)
      .attr("height", PILL.height)
      .attr("rx", PILL.height / 2);
    local
      .append("text")
      .attr("x", pill.x + pill.width / 2)
      .attr("y", pill.y + 17)
      .text(text);
  }
  group
    .append("text")
    .attr("class", "tw-contribution")
    .attr("x", sentAt.x)
    .attr("y", sentAt.y)
    .attr("text-anchor", sentAt.anchor);
}

/**
 * Writes a text into a drawing; one that is there already costs nothing.
 *
 * @param {Fields} group d3 selection of an SVG group
 * @param {string} selector of the place in it, if it has one
 * @param {string} text
 */
export function write(group, selector, text) {
  const place = group.select(selector).node();
  if (place && place.textContent !== text) place.textContent = text;
}
