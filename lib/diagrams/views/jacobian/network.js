import {svg} from "htl";
import {sweepOf} from "./data.js";
/** @import {Mode, Network, State} from "./data.js" */

/** Names of the nodes, by layer. */
export const NAMES = ["x", "h", "y"];

/** Sizes of the boxes by the height of the drawing; without a `line` the two texts are in one line. */
const BOXES = {
  low: {width: 96, height: 21, line: 0},
  middle: {width: 104, height: 38, line: 17},
  high: {width: 120, height: 46, line: 20}
};

/** Strokes in pixels: the thinnest one, and what a slope of 1 adds to it. */
const THIN = 1.2;
const THICK = 5;

/**
 * The network with the wave of the last sweep, which the stylesheet moves once.
 *
 * @param {Network} network
 * @param {State} state
 * @param {{width: number, height: number}} size
 * @param {(x: number) => string} format
 * @param {string} label
 * @returns {SVGElement}
 */
export function networkDrawing(network, {outputs, mode, sweeps}, {width, height}, format, label) {
  const counts = network.values.map((layer, i) => (i === 2 ? outputs : layer.length));
  const box = boxOf(width, height);
  const lefts = [2, (width - box.width) / 2, width - box.width - 2];
  const pitch = Math.min((height - box.height - 8) / Math.max(1, Math.max(...counts) - 1), box.height * 1.9);
  const middles = counts.map((count) =>
    Array.from({length: count}, (_, i) => height / 2 + (i - (count - 1) / 2) * pitch));
  const sweep = sweeps > 0 ? sweepOf(network, mode, sweeps - 1) : null;
  const orders = mode === "forward" ? [0, 1, 2] : [2, 1, 0];
  const edges = [0, 1].flatMap((layer) => middles[layer].flatMap((y1, from) => middles[layer + 1].flatMap((y2, to) =>
    edge([lefts[layer] + box.width, y1, lefts[layer + 1], y2], sweep?.along(layer, from, to) ?? 0, mode,
      Math.min(orders[layer], orders[layer + 1])))));
  const nodes = middles.flatMap((list, layer) => list.map((middle, i) => node({
    x: lefts[layer],
    y: middle - box.height / 2,
    layer,
    name: `${NAMES[layer]}${i + 1}`,
    value: format(network.values[layer][i]),
    slope: sweep && slopeText(sweep.at[layer][i], mode, format),
    isSeed: sweep !== null && orders[layer] === 0 && i === sweeps - 1,
    order: orders[layer]
  }, box)));
  return svg`<svg
    class="${`tw-jacobian-network is-${mode}`}" role="img" aria-label=${label}
    viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height}
  >${edges}${nodes}</svg>`;
}

/** The size of a box. In a low drawing five boxes fit above each other; on a phone they are narrow. */
function boxOf(/** @type {number} */ width, /** @type {number} */ height) {
  if (height >= 190) return BOXES[height < 280 ? "middle" : "high"];
  return {...BOXES.low, width: width < 500 ? 66 : 96, height: Math.min(21, (height - 8) / 5 - 2)};
}

/** A slope: the second part of a dual number in forward mode, a gradient in reverse mode. */
function slopeText(/** @type {number} */ slope, /** @type {Mode} */ mode, /** @type {(x: number) => string} */ format) {
  if (mode === "backward") return `∂ ${format(slope)}`;
  const text = format(Math.abs(slope));
  return `${slope < 0 && Number(text.replace(",", ".")) !== 0 ? "−" : "+"} ${text}ε`;
}

/** @param {number[]} ends @param {number} amount @param {Mode} mode @param {number} order */
function edge([x1, y1, x2, y2], amount, mode, order) {
  const bend = (x2 - x1) * 0.45;
  const there = `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
  const back = `M${x2} ${y2}C${x2 - bend} ${y2} ${x1 + bend} ${y1} ${x1} ${y1}`;
  const thick = Math.min(7, THIN + THICK * Math.abs(amount));
  const plain = svg`<path class="tw-jacobian-edge" d=${there}></path>`;
  if (Math.abs(amount) < 1e-9) return [plain];
  return [
    plain,
    svg`<path
      class="tw-jacobian-wave" d=${mode === "forward" ? there : back} pathLength="1"
      style=${`--tw-order: ${order}; stroke-width: ${thick.toFixed(1)}px`}
    ></path>`
  ];
}

/** @param {Record<"x"|"y"|"layer"|"order", number> & Record<"name"|"value"|"slope", string> & {isSeed: boolean}} of
 * @param {typeof BOXES["low"]} box */
function node({x, y, layer, name, value, slope, isSeed, order}, {width, height, line}) {
  const at = (/** @type {number} */ dy) => ({x: x + width / 2, y: y + height / 2 + 4.5 + dy});
  const first = at(line && slope ? -line / 2 : 0);
  const second = at(line ? line / 2 : 0);
  const named = svg`<text x=${first.x} y=${first.y} text-anchor="middle"
  ><tspan class=${layer === 0 ? "tw-jacobian-leaf" : ""}>${name}</tspan>
    <tspan class="tw-jacobian-value">${line ? "= " : ""}${value}</tspan></text>`;
  return svg`<g>
    ${isSeed ? svg`<rect class="tw-jacobian-seed" x=${x - 3} y=${y - 3} width=${width + 6} height=${height + 6} rx="10"></rect>` : null}
    <rect class=${`tw-jacobian-box${layer === 0 ? " is-leaf" : ""}`} x=${x} y=${y}
      width=${width} height=${height} rx=${layer === 0 ? height / 2.4 : 6}></rect>
    ${line || !slope ? named : null}
    ${slope ? svg`<text class="tw-jacobian-slope" x=${second.x} y=${second.y} text-anchor="middle"
      style=${`--tw-order: ${order}`}>${slope}</text>` : null}
  </g>`;
}
