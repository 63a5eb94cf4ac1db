import {TENSOR} from "../layout/tensor-box.js";
import {add, drawHalo, drawSlot, kindOf} from "./node-marks.js";
/** @import {Point, TensorBox} from "../layout/types.js" */
/** @import {Group} from "./node-marks.js" */

/**
 * Draws a node on tensors once; later steps change its classes and its gradient's text.
 *
 * @param {Group} group
 * @param {TensorBox & Point} place
 * @param {TraceNode} node the same node of the trace
 */
export function drawTensor(group, place, node) {
  const {x, y, width, height, name, value, rows, tray, hasGradient} = place;
  group
    .attr("class", `tw-node tw-tensor ${kindOf(node)}`)
    .attr("data-node", node.id)
    .attr("transform", `translate(${x - width / 2},${y - height / 2})`)
    .attr("role", "img");
  const round = node.op === "leaf" ? 20 : 4;
  drawHalo(group, width + tray, height, round);
  if (rows.length > 0) drawTray(group, width, height, tray, rows);
  add(group, "rect", {class: "tw-box", x: 0, y: 0, width, height, rx: round});
  const top = (height - (hasGradient ? 3 : 2) * TENSOR.step) / 2 + 15;
  const line = (/** @type {Group} */ into, /** @type {string|null} */ className, /** @type {number} */ nth) =>
    add(into, "text", {class: className, x: width / 2, y: top + nth * TENSOR.step, "text-anchor": "middle"});
  line(group, "tw-title", 0).text(name);
  line(add(group, "g", {class: "tw-value"}), null, 1).text(value);
  if (!hasGradient) return;
  const gradient = add(group, "g", {class: "tw-gradient"});
  drawSlot(gradient, width / 2 - 30, top + 2 * TENSOR.step, 60);
  line(gradient, "tw-number", 2);
}

/** Open at the top, as a tray is, and hung on the node's side.
 * @param {Group} group @param {number} x @param {number} height @param {number} width @param {string[]} rows */
function drawTray(group, x, height, width, rows) {
  const top = 6;
  const bottom = Math.min(height - 4, 14 + rows.length * TENSOR.row);
  const tray = group.append("g").attr("class", "tw-tray");
  add(tray, "path", {d: `M${x},${top + 4}h4v${bottom - top - 4}h${width - 4}v${top - bottom}`});
  rows.forEach((row, i) => add(tray, "text", {x: x + 12, y: top + 15 + i * TENSOR.row}, row));
}
