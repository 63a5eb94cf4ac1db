import {html, svg} from "htl";
import {numberFormat} from "../../diagrams/words/numbers.js";

/** Pixels of a cell at most; the room may ask for less. */
const CELL = 32;
const CURVE = {width: 168, height: 96};

/** @typedef {{value: (number|null)[], shape: number[]}} Numbers of an array, row by row */

/** Return rows and columns in which an array is drawn: more than two axes are side by side. */
export function gridOf(/** @type {number[]} */ shape) {
  if (shape.length < 2) return [1, shape[0] ?? 1];
  return [shape[0], shape.slice(1).reduce((a, b) => a * b, 1)];
}

/**
 * Return a map of cells: a full square is positive, a hollow one negative, its size the number.
 *
 * @param {Numbers|null} numbers
 * @param {object} how
 * @param {number[]} how.room the shape that is needed; drawn as an outline where there is nothing
 * @param {number} how.cell pixels
 * @param {number} how.scale the largest number
 * @param {Set<number>} [how.wrong] cells that differ
 * @param {number} [how.chosen]
 * @param {boolean} [how.isDifference]
 */
export function cellMap(numbers, {room, cell, scale, wrong = new Set(), chosen = -1, isDifference = false}) {
  const [rows, columns] = gridOf(numbers?.shape ?? room);
  const [height, width] = gridOf(room);
  const parts = (numbers?.value ?? []).map((x, k) => {
    const left = (k % columns) * cell;
    const top = Math.floor(k / columns) * cell;
    return svg`<g transform=${`translate(${left} ${top})`} data-k=${k}>
      <rect class="derive-cell" x="0.5" y="0.5" width=${cell - 1} height=${cell - 1} rx="2"></rect>
      ${markOf(isDifference && !wrong.has(k) ? 0 : x, cell, scale, isDifference)}
      ${wrong.has(k) && !isDifference ? svg`<rect class="derive-wrong" x="1.5" y="1.5" width=${cell - 3} height=${cell - 3} rx="2"></rect>` : ""}
      ${k === chosen ? svg`<rect class="derive-chosen" x="0" y="0" width=${cell} height=${cell} rx="3"></rect>` : ""}
    </g>`;
  });
  const ghost = numbers && rows === height && columns === width ? "" : svg`<rect class="derive-ghost" x="0.5" y="0.5"
    width=${width * cell - 1} height=${height * cell - 1} rx="3"></rect>`;
  const across = Math.max(columns, width) * cell;
  const down = Math.max(rows, height) * cell;
  return svg`<svg width=${across} height=${down} viewBox=${`0 0 ${across} ${down}`} aria-hidden="true">${parts}${ghost}</svg>`;
}

/** @param {number|null} x @param {number} cell @param {number} scale @param {boolean} isDifference */
function markOf(x, cell, scale, isDifference) {
  if (x === null) return svg`<text class="derive-nan" x=${cell / 2} y=${cell / 2 + 5}>∞</text>`;
  const side = Math.min(1, Math.sqrt(Math.abs(x) / (scale || 1))) * (cell - 7);
  if (!(side > 0.9)) return svg`<circle class="derive-zero" cx=${cell / 2} cy=${cell / 2} r="1.6"></circle>`;
  const kind = isDifference ? "is-difference" : x > 0 ? "is-positive" : "is-negative";
  const at = (cell - side) / 2;
  return svg`<rect class=${`derive-mark ${kind}`} x=${at} y=${at} width=${side} height=${side} rx="1.5"></rect>`;
}

/**
 * Return the size of a cell with which the maps fit into a width, and their rows into a height.
 *
 * @param {number[]} room @param {number} width @param {number} height @param {number} maps
 */
export function cellSize(room, width, height, maps) {
  const [rows, columns] = gridOf(room);
  return Math.max(8, Math.floor(Math.min(CELL, (width - 20 * (maps - 1)) / (maps * columns), height / rows)));
}

/**
 * Return the loss against one number of a value, with the slope there and the reader's.
 *
 * @param {{steps: number[], curve: number[], loss: number, slope: number}} nudge
 * @param {number|null} mine
 * @param {Record<string, any>} words
 */
export function slopePart({steps, curve, loss, slope}, mine, words) {
  const {width, height} = CURVE;
  const {short} = numberFormat(words.lang);
  const reach = steps.at(-1) ?? 1;
  const spread = Math.max(...curve.map((y) => Math.abs(y - loss)), Math.abs(slope) * reach, 1e-3) * 1.15;
  const x = (/** @type {number} */ step) => (width / 2) * (1 + step / reach);
  const y = (/** @type {number} */ value) => (height / 2) * (1 - (value - loss) / spread);
  const line = (/** @type {number} */ rise, /** @type {string} */ name) => svg`<line class=${name}
    x1=${x(-0.62 * reach)} y1=${y(loss - 0.62 * reach * rise)} x2=${x(0.62 * reach)} y2=${y(loss + 0.62 * reach * rise)}></line>`;
  const isSame = mine !== null && Math.abs(mine - slope) <= 1e-4 * Math.max(1e-3, Math.abs(slope));
  return html`<div class="derive-slope-part">
    <svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${words.curve(short(slope))}>
      <rect class="derive-frame" x="0.5" y="0.5" width=${width - 1} height=${height - 1} rx="4"></rect>
      <path class="derive-curve" d=${`M${curve.map((value, i) => `${x(steps[i]).toFixed(1)} ${y(value).toFixed(1)}`).join("L")}`}></path>
      ${line(slope, "derive-tangent")}${mine !== null && !isSame ? line(mine, "derive-mine") : ""}
      <circle class="derive-point" cx=${width / 2} cy=${height / 2} r="4.5"></circle>
    </svg>
    <p><span class="derive-true">${words.slope} ${short(slope)}</span><br>${
      mine === null ? "" : html`<span class=${isSame ? "is-right" : "is-wrong"}>${words.yours} ${short(mine)}</span>`}</p>
  </div>`;
}
