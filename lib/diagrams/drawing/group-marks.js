import {FRAME} from "../layout/nest.js";
import {TENSOR, frameTitle} from "../layout/tensor-box.js";
import {add, drawHalo} from "./node-marks.js";
/** @import {GroupBox, PlacedFrame, PlacedItem} from "../layout/types.js" */
/** @import {Group} from "./node-marks.js" */

/** How far the sheets under a folded group stand out. */
const SHEET = 4;

/** The bars that show how much of a group is computed, and how much has sent its gradients on. */
const BAR = {height: 4, bottom: 15};

/**
 * Draws a folded group once: a stack of sheets with its name, what is inside, and two bars. The
 * upper grows from the left as its nodes are computed, the lower from the right as they send.
 *
 * @param {Group} group
 * @param {GroupBox & PlacedItem} place
 */
export function drawGroup(group, {x, y, width, height, name, count, saved, path, members}) {
  group
    .attr("class", "tw-node tw-group")
    .attr("transform", `translate(${x - width / 2},${y - height / 2})`)
    .attr("role", "button")
    .attr("aria-expanded", "false")
    .attr("data-group", path)
    .attr("data-first", members[0]);
  drawHalo(group, width, height, 6);
  add(group, "rect", {class: "tw-box tw-sheet", x: SHEET, y: SHEET, width, height, rx: 6});
  add(group, "rect", {class: "tw-box", x: 0, y: 0, width, height, rx: 6});
  // The space separates the words for screen readers.
  text(group, "tw-title", TENSOR.padding, 25, `▸ ${name} `);
  const line = text(group, "tw-inside", TENSOR.padding, 25 + TENSOR.step, count);
  if (saved !== "") {
    add(line, "tspan", {}, " · ");
    add(line, "tspan", {class: "tw-bytes"}, saved);
  }
  const bar = {x: TENSOR.padding, width: width - 2 * TENSOR.padding, height: BAR.height, rx: 2};
  for (const [i, kind] of ["forward", "backward"].entries()) {
    const at = {...bar, y: height - BAR.bottom + i * (BAR.height + 2)};
    add(group, "rect", {class: "tw-track", ...at});
    add(group, "rect", {class: `tw-progress-${kind}`, ...at});
  }
}

/**
 * Shows how far a folded group is.
 *
 * @param {Group} group
 * @param {{width: number}} place
 * @param {{computed: number, sent: number}} shares from 0 to 1
 */
export function fillGroup(group, {width}, {computed, sent}) {
  const room = width - 2 * TENSOR.padding;
  group.select(".tw-progress-forward").attr("width", room * computed);
  group
    .select(".tw-progress-backward")
    .attr("width", room * sent)
    .attr("x", TENSOR.padding + room * (1 - sent));
}

/**
 * Draws the frame around an open group; its title folds it.
 *
 * @param {Group} group
 * @param {PlacedFrame} place
 */
export function drawFrame(group, {x, y, width, height, name, titleAt}) {
  group.attr("class", "tw-group-frame").attr("transform", `translate(${x},${y})`);
  add(group, "rect", {class: "tw-sheet", x: 0, y: 0, width, height, rx: 8});
  const transform = `translate(${titleAt},0)`;
  const title = add(group, "g", {class: "tw-fold", transform, role: "button", tabindex: -1, "aria-expanded": "true"});
  add(title, "rect", {class: "tw-target", x: 0, y: 0, width: frameTitle(name), height: FRAME.title, rx: 8});
  text(title, "tw-title", 12, 31, `▾ ${name}`);
}

/** @param {Group} group @param {string} className @param {number} x @param {number} y @param {string} content */
function text(group, className, x, y, content) {
  const line = add(group, "text", {class: className, x, y});
  add(line, "tspan", {}, content);
  return line;
}
