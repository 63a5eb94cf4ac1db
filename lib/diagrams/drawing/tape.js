import {svg as svgTag} from "htl";
import {glyphs, symbolText} from "../words/operations.js";
/** @import {Step} from "../trace/steps.js" */

/** Width and height of a cell, and of the bands with the arrows above and below. */
const CELL = 44;
const HEIGHT = 30;
const BAND = 12;
const EDGE = 12;

/** Distance of the arrows from the cells, and length of their heads. */
const GAP = 6;
const HEAD = 8;

/** Beyond this many operations the cells are too slim for symbols. */
const MOST_SYMBOLS = 16;

/**
 * The tape: one cell per operation, written from left to right, then read from right to left.
 * It repeats what the range input says, and is hidden from assistive technology.
 *
 * @param {Trace} trace
 * @param {Step[]} steps
 * @param {object} options
 * @param {(x: number) => string} options.format
 * @param {(index: number) => void} options.onPick called with the step of a cell
 * @returns {SVGSVGElement & {show: (state: import("../trace/steps.js").State) => void}}
 */
export function tape(trace, steps, {format, onPick}) {
  const cells = trace.forward;
  const width = cells.length * CELL + 2 * EDGE;
  const height = HEIGHT + 2 * BAND;
  const element = svgTag`<svg
    class="tw-tape"
    viewBox="${`0 0 ${width} ${height}`}"
    width=${width}
    height=${height}
    aria-hidden="true"
  >
    ${cells.map((id, i) => cell(trace.nodes[id], i, cells.length, format))}
    <path class="tw-write"></path><path class="tw-write-head"></path>
    <path class="tw-read"></path><path class="tw-read-head"></path>
  </svg>`;
  const groups = [...element.querySelectorAll(".tw-cell")];
  const progress = tapeProgress(steps, cells);

  let phase = "forward";
  groups.forEach((group, i) => {
    group.addEventListener("click", () => onPick(stepOf(steps, cells[i], phase)));
  });
  const show = (/** @type {import("../trace/steps.js").State} */ state) => {
    phase = state.phase;
    const {written, read} = progress[state.index];
    drawArrows(element, written, read, cells.length);
    groups.forEach((group, i) => {
      group.classList.toggle("is-written", i < written);
      group.classList.toggle("is-read", read !== null && i >= read);
      group.classList.toggle("is-now", state.step.node === cells[i]);
    });
  };
  return Object.assign(element, {show});
}

/** @param {TraceNode} node @param {number} i @param {number} count @param {(x: number) => string} format */
function cell(node, i, count, format) {
  const x = EDGE + i * CELL;
  const symbol = count > MOST_SYMBOLS ? "" : short(glyphs(node, format));
  return svgTag`<g class="tw-cell">
    <rect x=${x} y=${BAND} width=${CELL} height=${HEIGHT}></rect>
    <text x=${x + CELL / 2} y=${BAND + HEIGHT / 2 + 5} text-anchor="middle">${symbol}</text>
  </g>`;
}

/** The symbol without spaces, cut to the width of a cell. */
function short(/** @type {ReturnType<typeof glyphs>} */ parts) {
  const text = symbolText(parts).replace(/ /g, "");
  return text.length > 4 ? `${text.slice(0, 3)}…` : text;
}

/** @param {SVGElement} element @param {number} written @param {number|null} read @param {number} count */
function drawArrows(element, written, read, count) {
  const set = (/** @type {string} */ selector, /** @type {string} */ d) => element.querySelector(selector).setAttribute("d", d);
  const above = BAND - GAP;
  const to = EDGE + written * CELL;
  set(".tw-write", written > 0 ? `M${EDGE},${above}H${to - HEAD}` : "");
  set(".tw-write-head", written > 0 ? `${head(to, above, -1)}Z` : "");

  const below = BAND + HEIGHT + GAP;
  const from = EDGE + count * CELL;
  const back = EDGE + read * CELL;
  set(".tw-read", read === null ? "" : `M${from},${below}H${back}`);
  set(".tw-read-head", read === null ? "" : head(back, below, 1));
}

/** An arrow head with its tip at x, y, open towards `side`. */
function head(/** @type {number} */ x, /** @type {number} */ y, /** @type {1|-1} */ side) {
  const back = x + side * HEAD;
  return `M${back},${y - HEAD / 2}L${x},${y}L${back},${y + HEAD / 2}`;
}

function stepOf(/** @type {Step[]} */ steps, /** @type {number} */ id, /** @type {string} */ phase) {
  const kind = phase === "forward" ? "forward" : "send";
  return steps.findIndex((step) => step.kind === kind && step.node === id);
}

/**
 * How far the tape is written, and how far it is read back, at each step.
 *
 * @param {Step[]} steps
 * @param {number[]} cells the node of each cell, in forward order
 * @returns {{written: number, read: number|null}[]} by step: the number of cells written, and the
 *   number not read yet, with a part of a cell that has not sent everything; null before the seed
 */
export function tapeProgress(steps, cells) {
  const position = new Map(cells.map((id, i) => [id, i]));
  /** @type {Map<number, Step[]>} */
  const sends = new Map();
  for (const step of steps) {
    if (step.kind === "send") sends.set(step.node, [...(sends.get(step.node) ?? []), step]);
  }
  let written = 0;
  let read = /** @type {number|null} */ (null);
  return steps.map((step) => {
    if (step.kind === "forward") written += 1;
    if (step.kind === "seed") read = cells.length;
    if (step.kind === "send") {
      const all = sends.get(step.node);
      read = position.get(step.node) + 1 - (all.indexOf(step) + 1) / all.length;
    }
    return {written, read};
  });
}
