import {squeeze} from "../diagrams/drawing/size.js";
import {textWidth, TYPE} from "../diagrams/layout/measure.js";

/** The margin inside a box. */
const INSET = 5;

/** Advances of a character of a node's numbers, and of an arrow's. */
const OF_LINE = textWidth(1, TYPE.line);
const OF_LABEL = textWidth(1, TYPE.label);

/**
 * Set the numbers of a node closer where they no longer fit into its box.
 *
 * @param {SVGElement} node
 */
export function squeezeNode(node) {
  const width = Number(node.querySelector(".tw-box").getAttribute("width"));
  for (const text of node.querySelectorAll(".tw-value text, .tw-gradient text")) {
    const isMiddle = text.getAttribute("text-anchor") === "middle";
    squeeze(text, width - INSET - (isMiddle ? INSET : Number(text.getAttribute("x"))), OF_LINE);
  }
}

/**
 * Do the same for the numbers of an arrow. The gradient has room for one character more than it had
 * when the figure was built.
 *
 * @param {Element} edge
 * @param {string} [sent] the gradient then
 */
export function squeezeEdge(edge, sent = "") {
  const pill = edge.querySelector(".tw-local rect");
  if (pill) squeeze(edge.querySelector(".tw-local text"), Number(pill.getAttribute("width")) - INSET, OF_LABEL);
  const text = edge.querySelector(".tw-contribution");
  if (text) squeeze(text, (sent.length + 3) * OF_LABEL, OF_LABEL);
}
