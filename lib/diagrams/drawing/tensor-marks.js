import {TENSOR} from "../layout/tensor-box.js";
import {roundedBox} from "./node-marks.js";

/**
 * Draws a node on tensors once; later steps change its classes and its gradient's text.
 *
 * @param {Fields} group d3 selection of an SVG group
 * @param {Fields} place of `tensorBox`, with x, y
 * @param {TraceNode} node the same node of the trace
 */
export function drawTensor(group, place, node) {
  const {x, y, width, height, name, value, rows, tray, hasGradient} = place;
  const kind = node.op !== "leaf" ? "tw-operation" : node.requires_grad ? "tw-leaf" : "tw-data";
  const round = node.op === "leaf" ? 20 : 4;
  group
    .attr("class", `tw-node tw-tensor ${kind}`)
    .attr("data-node", node.id)
    .attr("transform", `translate(${x - width / 2},${y - height / 2})`)
    .attr("role", "img");
  roundedBox(group, "tw-halo", -6, -6, width + tray + 12, height + 12, round + 6);
  if (rows.length > 0) drawTray(group, width, height, tray, rows);
  roundedBox(group, "tw-box", 0, 0, width, height, round);
  const top = (height - (hasGradient ? 3 : 2) * TENSOR.step) / 2 + 15;
  line(group, "tw-title", width / 2, top).text(name);
  const shown = group.append("g").attr("class", "tw-value");
  line(shown, null, width / 2, top + TENSOR.step).text(value);
  if (!hasGradient) return;
  const gradient = group.append("g").attr("class", "tw-gradient");
  roundedBox(gradient, "tw-slot", width / 2 - 30, top + 2 * TENSOR.step - 12, 60, 15, 3);
  line(gradient, "tw-number", width / 2, top + 2 * TENSOR.step);
}

/** Open at the top, as a tray is, and hung on the node's side. */
function drawTray(group, x, height, width, rows) {
  const top = 6;
  const bottom = Math.min(height - 4, 14 + rows.length * TENSOR.row);
  const tray = group.append("g").attr("class", "tw-tray");
  const outline = `M${x},${top + 4}h4v${bottom - top - 4}h${width - 4}v${top - bottom}`;
  tray.append("path").attr("d", outline);
  rows.forEach((row, i) => {
    const y = top + 15 + i * TENSOR.row;
    tray.append("text").attr("x", x + 12).attr("y", y).text(row);
  });
}

function line(group, className, x, y) {
  return group
    .append("text")
    .attr("class", className)
    .attr("x", x)
    .attr("y", y)
    .attr("text-anchor", "middle");
}
