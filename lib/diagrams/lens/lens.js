import {html, svg} from "htl";
import {bareName} from "../words/names.js";
import {choices} from "../controls/choices.js";
import {formula} from "../words/operations.js";
import {numberFormat, toNumber} from "../words/numbers.js";
import {places} from "./places.js";
import {scaleOf} from "../figure/scale.js";
import {TraceError} from "../trace/trace-error.js";
import {wholePlot} from "./whole-plot.js";
import {windowPlot} from "./window-plot.js";
import {words as known} from "./words.js";

/** An operand without a name. */
const UNNAMED = "·";

/** Larger graphs show the whole alone. */
const MOST_WINDOWS = 24;

/** Beyond this slope a window shows a steep line, so that the others don't lie flat. */
const STEEPEST = 12;

/** A window reaches as far to both sides as this share of the shortest scale of a leaf. */
const SHARE = 2 / 3;

/**
 * The functions behind a graph of numbers. Each operation has a window for each operand: its curve,
 * the point on it, and the tangent, whose slope is the local gradient; all windows have one scale,
 * so that slopes can be compared by eye. Below them the root as a curve of one leaf, whose tangent
 * has the leaf's gradient as its slope.
 *
 * The curves are not in a trace: whoever has an engine samples them, and hands them to `draw`.
 *
 * @typedef {object} Samples
 * @property {Record<number, {x: number[], y: number[]}>} windows by the position of their edge
 * @property {{leaf: number, x: number[], y: number[]}|null} whole
 * @property {{leaf: number, x: number, h: number, y: number}|null} ghost the root once more, at x + h
 *
 * @param {Trace} trace
 * @param {string|true} asked the label of the leaf that it begins with
 * @param {Words} words of `strings(lang)`
 * @returns {HTMLElement & {show: Function, fit: Function, draw: (samples: Samples) => void,
 *   leaf: () => number, pick: (id: number) => void, hold: (isHeld: boolean) => void,
 *   withhold: (isWithheld: boolean) => void, windows: {edge: number, reach: number}[],
 *   scales: Map<number, Fields>, at: (clientX: number) => number, onPick: () => void}}
 */
export function lens(trace, asked, words) {
  const says = known[words.lang];
  const format = numberFormat(words.lang);
  const scales = scalesOf(trace);
  if (scales.size === 0) throw new TraceError("noGradient", "leaf");
  let leaf = leafOf(trace, asked, scales);
  const windows = windowsOf(trace, scales);

  const root = bareName(trace.nodes.at(-1), {...words, unnamedLeaf: says.result}, format.short);
  const nameOf = (id) => trace.nodes[id].label ?? UNNAMED;
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

  let state = null;
  let isPlaced = false;
  let samples = {windows: {}, whole: null, ghost: null};
  const redraw = () => {
    if (!state || !isPlaced) return;
    plots.forEach((plot) => plot.show(state, samples.windows));
    whole.show(state, leaf, scales.get(leaf), samples);
    pickers?.show(`${leaf}`);
  };
  const pick = (id) => {
    if (!scales.has(id) || id === leaf) return;
    leaf = id;
    redraw();
    element.onPick();
  };
  const targets = windows.map(({edge}) => trace.edges[edge].to);
  const fit = (plan, room) => {
    const {width, height, ...rest} = places(targets, plan, room);
    for (const [name, value] of Object.entries({width, height, viewBox: `0 0 ${width} ${height}`})) {
      sheet.setAttribute(name, value);
    }
    plots.forEach((plot, i) => plot.place(rest.windows[i], rest));
    whole.fit(room);
    isPlaced = true;
    redraw();
  };
  return Object.assign(element, {
    windows,
    scales,
    fit,
    pick,
    leaf: () => leaf,
    at: whole.at,
    onPick: () => {},
    hold: (isHeld) => element.classList.toggle("is-moving", isHeld),
    withhold: (isWithheld) => {
      element.classList.toggle("is-withheld", isWithheld);
      element.querySelector(".tw-lens-note").hidden = !isWithheld;
    },
    show: (next) => {
      state = next;
      redraw();
    },
    draw: (next) => {
      samples = next;
      redraw();
    }
  });
}

/** The leaves that get a gradient, and along which scale each is moved. */
function scalesOf({nodes, grads}) {
  const leaves = nodes.filter(({id, op}) => op === "leaf" && id in grads);
  return new Map(
    leaves.flatMap(({id, value}) => {
      const scale = scaleOf(toNumber(value));
      return scale ? [[id, scale]] : [];
    })
  );
}

function leafOf({nodes}, asked, scales) {
  if (asked === true) return [...scales.keys()].find((id) => nodes[id].label) ?? [...scales.keys()][0];
  const found = [...scales.keys()].find((id) => nodes[id].label === asked);
  const labels = [...scales.keys()].map((id) => nodes[id].label).filter(Boolean);
  if (found === undefined) throw new TraceError("label", asked, labels.join(", "));
  return found;
}

function windowsOf({edges}, scales) {
  if (edges.length > MOST_WINDOWS) return [];
  const reach = SHARE * Math.min(...[...scales.values()].map(({least, most}) => (most - least) / 2));
  const slopes = edges.map(({local}) => Math.abs(toNumber(local))).filter(Number.isFinite);
  const rise = reach * Math.min(STEEPEST, Math.max(1, ...slopes));
  return edges.map((_, edge) => ({edge, reach, rise}));
}

/** The operation as it is written, `3 × x`; `· + b` where an operand has no name. */
function titleOf({nodes, edges}, i, format) {
  const {to} = edges[i];
  const operands = [];
  for (const {from, to: target, slot} of edges) {
    if (target === to) operands[slot] = nodes[from].label ?? UNNAMED;
  }
  return formula(nodes[to], operands, format.short);
}
