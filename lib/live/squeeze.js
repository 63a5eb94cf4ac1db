import {squeeze} from "../diagrams/drawing/size.js";

/** Advance of a character of the drawing's font, in ems, and the margin inside a box. */
const ADVANCE = 0.6;
const INSET = 5;

/**
 * Set the numbers of a node closer where they no longer fit into its box.
 *
 * @param {SVGElement} node
 */
export function squeezeNode(node) {
  const width = Number(node.querySelector(".tw-box").getAttribute("width"));
  for (const text of node.querySelectorAll(".tw-value text, .tw-gradient text")) {
    const isMiddle = text.getAttribute("text-anchor") === "middle";
    squeeze(text, width - INSET - (isMiddle ? INSET : Number(text.getAttribute("x"))), 16 * ADVANCE);
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
  if (pill) squeeze(edge.querySelector(".tw-local text"), Number(pill.getAttribute("width")) - INSET, 14 * ADVANCE);
  const text = edge.querySelector(".tw-contribution");
  if (text) squeeze(text, (sent.length + 3) * 14 * ADVANCE, 14 * ADVANCE);
}
