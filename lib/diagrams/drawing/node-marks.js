import {BLANK, textWidth, TYPE} from "../layout/measure.js";

/** Room between a node and its halo. */
const HALO = 6;

/** What stands before a number: its sign and a space. */
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
function drawGradient(group, {gradientAt: {x, y, anchor}}) {
  const line = group.append("g").attr("class", "tw-gradient");
  slot(line, anchor === "middle" ? x + SIGN - EMPTY / 2 : x + SIGN, y, SLOT);
  const content = text(line, null, x, y, null).attr("text-anchor", anchor);
  content.append("tspan").text("∂ ");
  content.append("tspan").attr("class", "tw-sum");
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
