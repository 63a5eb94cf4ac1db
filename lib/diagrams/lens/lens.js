import {html, svg} from "htl";
import {inLanguage} from "../words/language.js";
import {numberFormat, toNumber} from "../words/numbers.js";
import {bareName, formula} from "../words/operations.js";
import {TraceError} from "../trace/trace-error.js";
import {setSize} from "../drawing/size.js";
import {choices} from "../controls/choices.js";
import {scaleBetween, scaleOf} from "../controls/leaf-sliders.js";
import {places, placesIn} from "./places.js";
import {wholePlot} from "./whole-plot.js";
import {windowPlot} from "./window-plot.js";
import {words as known} from "./words.js";
/** @import {State} from "../trace/steps.js" */
/** @import {Scale} from "../controls/leaf-sliders.js" */

/** An operand without a name. */
const UNNAMED = "·";

/** Larger graphs show the whole alone. */
const MOST_WINDOWS = 24;

/** Heights of panels in which they can be read, and windows in a row. */
const LEAST = {windows: 112, curve: 168};
const IN_ROW = 7;

/** A window reaches as far to both sides as this share of the shortest scale of a leaf. */
const SHARE = 2 / 3;

/**
 * The functions in a graph of numbers. Each operation has a window for each operand: its curve,
 * the point on it, and the tangent, whose slope is the local gradient; all windows have one scale,
 * so that slopes can be compared by eye. Below them the root as a curve of one leaf, whose tangent
 * has the leaf's gradient as its slope.
 *
 * A trace has no curves: an engine samples them and passes them to `draw`.
 *
 * @typedef {object} Samples
 * @property {Record<number, {x: number[], y: number[]}>} windows by the position of their edge
 * @property {{leaf: number, x: number[], y: number[]}|null} whole
 * @property {{leaf: number, x: number, h: number, y: number}|null} ghost the root once more, at x + h
 *
 * @param {Trace} trace
 * @param {string|true|Record<string, [number, number]>} asked the label of the leaf that it begins
 *   with, and from where to where it can be moved
 * @param {Words} words of `strings(lang)`
 * @returns {HTMLElement & {show: (state: State, ends?: Record<number, Entry|Summary>) => void,
 *   fit: (plan: Parameters<typeof places>[1], room: number) => void, draw: (samples: Samples) => void,
 *   leaf: () => number, pick: (id: number) => void, hold: (isHeld: boolean) => void,
 *   withhold: (isWithheld: boolean) => void, windows: {edge: number, reach: number}[],
 *   scales: Map<number, Scale>, at: (clientX: number) => number, perPixel: () => number,
 *   panels: ReturnType<typeof panelsOf>, onPick: () => void, onNudge: (text: string) => void}}
 *
 * @typedef {{trace: Trace, says: Says, format: NumberFormat, root: string, nameOf: (id: number) => string}} Context
 * @typedef {{sheet: SVGElement, whole: ReturnType<typeof wholePlot>, windows: unknown[], pickers: HTMLElement}} Parts
 * @typedef {(plan: Parameters<typeof placesIn>[1], width: number, height: number) => void} FitBelow
 * @typedef {typeof known.en & {lang: string}} Says
 * @typedef {import("../words/numbers.js").NumberFormat} NumberFormat
 */
export function lens(trace, asked, words) {
  const says = inLanguage(known, words.lang);
  const format = numberFormat(words.lang);
  const scales = scalesOf(trace);
  if (scales.size === 0) throw new TraceError("noGradient", "leaf");
  let leaf = leafOf(trace, asked, scales);
  const windows = windowsOf(trace, scales);

  const root = bareName(trace.nodes.at(-1), {...words, unnamedLeaf: says.result}, format.short);
  const nameOf = (/** @type {number} */ id) => trace.nodes[id].label ?? UNNAMED;
  const context = {trace, says, format, root, nameOf};
  const plots = windows.map((one) => windowPlot(one, titleOf(trace, one.edge, format), context));
  const sheet = svg`<svg class="tw-windows" role="group" aria-label=${words.drawing(windows.length)}></svg>`;
  sheet.append(...plots);
  const whole = wholePlot(context);
  const element = html`<div class="tw-lens"><p class="tw-lens-note" hidden>${says.withheld}</p></div>`;
  const pickers = scales.size > 1
    ? choices(says.against, [...scales.keys()].map((id) => ({value: `${id}`, text: nameOf(id)})), (id) => pick(Number(id)))
    : null;
  if (windows.length > 0) element.append(sheet);
  element.append(whole);
  if (pickers) whole.prepend(pickers);

  let state = /** @type {State|null} */ (null);
  let grads = /** @type {Record<number, number>} */ ({});
  let isPlaced = false;
  /** @type {Samples} */
  let samples = {windows: {}, whole: null, ghost: null};
  const redraw = () => {
    if (!state) return;
    if (isPlaced) plots.forEach((plot) => plot.show(state, samples.windows));
    if (whole.isPlaced()) whole.show(state, leaf, scales.get(leaf), samples, grads);
    pickers?.show(`${leaf}`);
    element.onNudge(whole.nudge());
  };
  const pick = (/** @type {number} */ id) => {
    if (!scales.has(id) || id === leaf) return;
    leaf = id;
    redraw();
    element.onPick();
  };
  const targets = windows.map(({edge}) => trace.edges[edge].to);
  const placeWindows = (/** @type {ReturnType<typeof places>} */ {width, height, ...rest}) => {
    setSize(sheet, width, height);
    plots.forEach((plot, i) => plot.place(rest.windows[i], rest));
    isPlaced = true;
  };
  const fit = (/** @type {Parameters<typeof places>[1]} */ plan, /** @type {number} */ room) => {
    placeWindows(places(targets, plan, room));
    whole.fit(room);
    redraw();
  };
  /** @param {Parameters<typeof placesIn>[1]} plan @param {number} width @param {number} height */
  const placeIn = (plan, width, height) => placeWindows(placesIn(targets, plan, width, height));
  const panels = panelsOf({sheet, whole, windows, pickers}, {redraw, placeIn});
  const {at, perPixel} = whole;
  return Object.assign(element, {
    windows, panels, scales, fit, pick, at, perPixel,
    leaf: () => leaf,
    onPick: () => {},
    onNudge: () => {},
    hold: (/** @type {boolean} */ isHeld) => element.classList.toggle("is-moving", isHeld),
    withhold: (/** @type {boolean} */ isWithheld) => {
      element.classList.toggle("is-withheld", isWithheld);
      element.querySelector(".tw-lens-note").hidden = !isWithheld;
    },
    show: (/** @type {State} */ next, /** @type {Record<number, Entry|Summary>} */ ends = {}) => {
      state = next;
      grads = Object.fromEntries(Object.entries(ends).map(([id, grad]) => [id, toNumber(/** @type {Entry} */ (grad))]));
      redraw();
    },
    draw: (/** @type {Samples} */ next) => {
      samples = next;
      redraw();
    }
  });
}

/** The panels of a figure in a picture: the windows, if there are any, and the curve.
 * @param {Parts} parts @param {{redraw: () => void, placeIn: FitBelow}} lens */
function panelsOf({sheet, whole, windows, pickers}, {redraw, placeIn}) {
  const rows = Math.ceil(windows.length / IN_ROW);
  const curve = {
    element: whole,
    least: LEAST.curve,
    fit: (/** @type {number} */ width, /** @type {number} */ height) => {
      whole.fit(width, height - (pickers ? pickers.offsetHeight : 0));
      redraw();
    }
  };
  if (rows === 0) return {curve};
  /** @type {FitBelow} */
  const fit = (plan, width, height) => {
    placeIn(plan, width, height);
    redraw();
  };
  return {curve, windows: {element: sheet, least: LEAST.windows * rows, most: LEAST.windows * 1.7 * rows, fit}};
}

/** The leaves that get a gradient, and along which scale each is moved. */
function scalesOf(/** @type {Trace} */ {nodes, grads}) {
  const leaves = nodes.filter(({id, op}) => op === "leaf" && id in grads);
  return new Map(
    leaves.flatMap(({id, value}) => {
      const scale = scaleOf(toNumber(value));
      return scale ? [/** @type {const} */ ([id, scale])] : [];
    })
  );
}

/** @param {Trace} trace @param {string|true|Record<string, [number, number]>} asked
 * @param {Map<number, Scale>} scales @returns {number} */
function leafOf(trace, asked, scales) {
  const {nodes} = trace;
  if (typeof asked === "object") {
    const [[label, [least, most]]] = Object.entries(asked);
    const id = leafOf(trace, label, scales);
    scales.set(id, scaleBetween(least, most, toNumber(nodes[id].value)));
    return id;
  }
  if (asked === true) return [...scales.keys()].find((id) => nodes[id].label) ?? [...scales.keys()][0];
  const found = [...scales.keys()].find((id) => nodes[id].label === asked);
  const labels = [...scales.keys()].map((id) => nodes[id].label).filter(Boolean);
  if (found === undefined) throw new TraceError("label", asked, labels.join(", "));
  return found;
}

function windowsOf(/** @type {Trace} */ {edges}, /** @type {Map<number, Scale>} */ scales) {
  if (edges.length > MOST_WINDOWS) return [];
  const reach = SHARE * Math.min(...[...scales.values()].map(({least, most}) => (most - least) / 2));
  return edges.map((_, edge) => ({edge, reach}));
}

/** The operation as it is written, `3 × x`; `· + b` where an operand has no name. */
function titleOf(/** @type {Trace} */ {nodes, edges}, /** @type {number} */ i, /** @type {NumberFormat} */ format) {
  const {to} = edges[i];
  const operands = /** @type {string[]} */ ([]);
  for (const {from, to: target, slot} of edges) {
    if (target === to) operands[slot] = nodes[from].label ?? UNNAMED;
  }
  return formula(nodes[to], operands, format.short);
}
