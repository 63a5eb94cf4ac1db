import {svg} from "htl";
import {linear} from "../drawing/scale.js";
import {setAll, squeeze} from "../drawing/size.js";
import {between, curve, drawGrid} from "./plot.js";

/** Share of the window's half that the tangent takes to each side. */
const TANGENT = 0.72;

/** Advance of a character of the drawing's font at the size of these texts. */
const ADVANCE = 8.4;

/**
 * One operand's window: the operation as a curve of it, around the point where it is. Both axes have
 * one scale, so that slope 1 is the diagonal.
 *
 * @param {{edge: number, reach: number}} window how far it reaches to each side
 * @param {string} title the operation as it is written
 * @param {import("./lens.js").Context} context
 * @returns {SVGGElement & {show: Show, place: Put}}
 *
 * @typedef {(state: import("../trace/steps.js").State, curves: import("./lens.js").Samples["windows"]) => void} Show
 * @typedef {(at: {x: number, y: number, width: number}, room: {plot: number, line: number}) => void} Put
 */
export function windowPlot({edge, reach}, title, {trace, says, format, nameOf}) {
  const {from, to} = trace.edges[edge];
  const operand = nameOf(from);
  const line = svg`<path class="tw-lens-curve"></path>`;
  const tangent = svg`<line class="tw-lens-tangent"></line>`;
  const point = svg`<circle class="tw-lens-point" r="5"></circle>`;
  const grid = svg`<g></g>`;
  const plot = svg`<svg>${grid}${line}${tangent}${point}</svg>`;
  const frame = svg`<rect class="tw-lens-frame" rx="4"></rect>`;
  const head = svg`<text class="tw-lens-title"></text>`;
  const foot = svg`<text class="tw-lens-slope"></text>`;
  const axis = svg`<text class="tw-lens-axis" text-anchor="end"></text>`;
  const group = svg`<g class="tw-window" role="img" data-edge=${edge}>${frame}${head}${plot}${foot}${axis}</g>`;
  let size = {width: 0, plot: 0};
  let drawn = "";
  let drawnFrom = /** @type {unknown} */ (null);

  /** @type {Put} */
  const place = ({x, y, width}, {plot: height, line: text}) => {
    size = {width, plot: height};
    group.setAttribute("transform", `translate(${x},${y})`);
    setAll(frame, {y: text, width, height});
    setAll(plot, {y: text, width, height});
    setAll(head, {x: 2, y: text - 7});
    setAll(foot, {x: 2, y: text + height + 16});
    setAll(axis, {x: width - 2, y: text + height + 16});
    fitText(head, title, width - 4);
  };
  /** @type {Show} */
  const show = (state, curves) => {
    const {local, backward} = state.edges[edge];
    const isKnown = local !== null;
    group.classList.toggle("is-waiting", !isKnown);
    group.classList.toggle("is-now", backward === "now");
    if (!isKnown) {
      group.setAttribute("aria-label", title);
      drawn = "";
      return;
    }
    const x = state.nodes[from].value;
    const y = state.nodes[to].value;
    const key = [local, x, y, size.width, size.plot].join();
    if (key === drawn && drawnFrom === curves[edge]) return;
    drawn = key;
    drawnFrom = curves[edge];
    const unit = size.width / 2 / reach;
    drawGrid(grid, size.width, unit * gridOf(reach), size.plot);
    const rise = size.plot / 2 / unit;
    const atX = linear([x - reach, x + reach], [0, size.width]);
    const atY = linear([y - rise, y + rise], [size.plot, 0]);
    // The samples reach further, for when the point moves on before there are new ones.
    const {x: xs, y: ys} = between(curves[edge]?.x ?? [], curves[edge]?.y ?? [], [x - reach, x + reach]);
    line.setAttribute("d", curve(xs, ys, atX, atY));
    setAll(point, {cx: size.width / 2, cy: size.plot / 2});
    // A tangent of the same length at every slope.
    const half = (TANGENT * size.plot) / 2;
    const run = Number.isFinite(local) ? half / Math.hypot(1, local) : 0;
    const dx = run;
    const dy = Number.isFinite(local) ? run * local : half;
    setAll(tangent, {
      x1: size.width / 2 - dx, x2: size.width / 2 + dx,
      y1: size.plot / 2 + dy, y2: size.plot / 2 - dy
    });
    tangent.style.display = Number.isNaN(local) ? "none" : "";
    const room = size.width - 4 - ([...operand].length + 1) * ADVANCE;
    const slope = says.slope(format.short(local));
    // As on the arrow, where the word has no room.
    fitText(foot, slope.length * ADVANCE > room ? `× ${format.short(local)}` : slope, room);
    if (axis.textContent !== operand) axis.textContent = operand;
    group.setAttribute("aria-label", says.windowIs(title, operand, format.short(local)));
  };
  return Object.assign(/** @type {SVGGElement} */ (group), {show, place});
}

/** Units between two lines of a grid: about four of them are seen. */
function gridOf(/** @type {number} */ reach) {
  return 10 ** Math.round(Math.log10(reach / 2));
}

/** Longer texts are set closer. */
function fitText(/** @type {Element} */ element, /** @type {string} */ text, /** @type {number} */ room) {
  if (element.textContent !== text) element.textContent = text;
  squeeze(element, room, ADVANCE);
}
