import {html, svg} from "htl";
import {axes, text, tint} from "../../drawing/plot-marks.js";
import {linear, scale, ticks} from "../../drawing/scale.js";
import {isLive, numbersIn, pick, slidersIn} from "./data.js";
import {dashOf, dot, DRAW, listOf, pointsOf, runOf} from "./marks.js";
/** @import {Axis, Mark, MarkOf, Panel, Place, Slider, Start, ValuesOf} from "./types.js" */

/** Sizes in pixels. */
const TOP = 26;
const BOTTOM = 26;
const TYPE = 14;
const DIGIT = 0.6;
/** How far dots at the edge of a panel reach past it. */
const MARGIN = 8;
/** A press takes a point of a path that is nearer than this, else the map under it. */
const NEAR = 14;
/** The least size of a drawing: a page that is being laid out may measure less. */
const LEAST = {width: 150, height: 90};

const COLOURS = ["forward", "backward", "saved", "leaf", "ink", "muted", "error"];

/**
 * One panel of a family. Its axes have room for all settings, so that settings can be compared; an axis
 * with `each` has room only for the present settings of the sliders that it names.
 *
 * @param {Panel} panel
 * @param {Slider[]} sliders
 * @param {Format} format
 * @returns {HTMLElement & {show: (at: Place) => void, fit: (width: number, height?: number) => void,
 *   stage: HTMLElement, grip: (x: number, y: number, at: Place) => [string, number|Start]|null}} `fit` without a
 *   height takes one that suits the width; `grip` returns what a point of the drawing sets, and to what
 *
 * @typedef {(x: number) => string} Format
 * @typedef {ReturnType<typeof planOf>} Plan
 */
export function familyPanel(panel, sliders, format) {
  const marks = panel.marks.map((mark, i) => ({
    ...mark, colour: COLOURS.includes(mark.colour) ? mark.colour : COLOURS[i % COLOURS.length]
  }));
  const valuesOf = Object.fromEntries(sliders.map(({name, values}) => [name, values]));
  const stage = html`<div class="tw-panel-stage"></div>`;
  const head = html`<div class="tw-panel-head">
    <p class="tw-panel-title">${panel.title}</p>${legend(marks)}
  </div>`;
  const element = html`<div class="tw-panel-of-family">${head}${stage}</div>`;
  const each = [panel.x, panel.y].flatMap((axis) => axis?.each ?? []);
  let now = /** @type {Place|null} */ (null);
  let size = sizeOf(360);
  let plan = /** @type {Plan|null} */ (null);
  let before = "";
  let drawn = /** @type {ReturnType<typeof layer>[]} */ ([]);
  const show = (/** @type {Place} */ at) => {
    now = at;
    const key = JSON.stringify([size, each.map((name) => at.index[name]), each.length > 0 && at.run?.id]);
    if (before !== key) {
      before = key;
      plan = planOf(panel, marks, valuesOf, size, format, at);
      drawn = marks.map((mark) => layer(mark, valuesOf));
      stage.replaceChildren(drawing(panel, drawn, plan, format));
    }
    for (const one of drawn) one.show(plan, at);
  };
  const fit = (/** @type {number} */ width, /** @type {number|undefined} */ height) => {
    size = sizeOf(width, height && height - head.offsetHeight);
    if (now) show(now);
  };
  /** @param {number} x @param {number} y @param {Place} at */
  const grip = (x, y, at) => plan && gripOf(marks, valuesOf, plan, x, y, at);
  return Object.assign(element, {show, fit, grip, stage});
}

/** A panel with a row of its own is wide enough to be read at less height. */
function sizeOf(/** @type {number} */ width, height = Math.min(width > 600 ? 210 : 260, Math.max(150, width * 0.62))) {
  return {width: Math.max(LEAST.width, Math.floor(width)), height: Math.max(LEAST.height, Math.floor(height))};
}

/** A mark of a drawing, which is drawn again only when a slider on which it depends has moved. */
function layer(/** @type {Mark} */ mark, /** @type {ValuesOf} */ valuesOf) {
  const element = svg`<g class="tw-series" style=${tint(mark.colour)}></g>`;
  const names = slidersIn(mark);
  /** @type {(mark: Mark, plan: Plan, at: Place, valuesOf: ValuesOf) => unknown} */
  const draw = DRAW[mark.kind];
  let before = "";
  const show = (/** @type {Plan} */ plan, /** @type {Place} */ at) => {
    const key = JSON.stringify([names.map((name) => at.index[name]), isLive(mark) && at.run?.id]);
    if (key === before) return;
    before = key;
    element.replaceChildren(svg.fragment`${draw(mark, plan, at, valuesOf)}`);
  };
  return {element, show};
}

function legend(/** @type {Mark[]} */ marks) {
  // The name of a rule is beside it.
  const named = marks.filter(({label, kind}) => label && !["cells", "histograms", "rule"].includes(kind));
  if (named.length === 0) return null;
  return html`<p class="tw-legend" aria-hidden="true">${named.map((mark) => html`<span style=${tint(mark.colour)}>${svg`<svg
      width="30" height="12"
    >${mark.kind === "dots"
      ? dot([15, 6], 5, {cross: mark.cross, isHollow: Array.isArray(mark.filled) && !mark.filled.some(Boolean)})
      : svg`<path class="tw-curve" d="M0,6H30" stroke-dasharray=${dashOf(mark.kind, mark.dashed)}></path>`
    }</svg>`} ${mark.label}</span>`)}</p>`;
}

/** @param {Panel} panel @param {Mark[]} marks @param {ValuesOf} valuesOf @param {ReturnType<typeof sizeOf>} size
 * @param {Format} format @param {Place} at */
function planOf(panel, marks, valuesOf, {width, height}, format, at) {
  const numbers = (/** @type {Axis|undefined} */ axis, /** @type {typeof xOf} */ of) =>
    extentOf(axis, marks.flatMap((mark) => of(mark, valuesOf, axis?.each ? at : null)));
  const x = numbers(panel.x, xOf);
  // A run that has only begun is at the left.
  if (x[0] === x[1]) x[1] += 1;
  const y = numbers(panel.y, yOf);
  const isRow = marks.some(({kind}) => kind === "histograms");
  const bottom = height - (panel.bare || isRow ? MARGIN : BOTTOM);
  const top = panel.bare || panel.y?.label ? TOP : MARGIN + 4;
  const isMap = marks.some(({kind}) => kind === "cells" || kind === "field");
  const yScale = scaleOf(panel.y, y, [bottom, top], height > 150 ? 4 : 3, isMap);
  if (isRow) yScale.ticks = powersIn(y, bottom - top < 110 ? 4 : 2);
  const widest = Math.max(...yScale.ticks.map((tick) => format(tick).length));
  const left = panel.bare ? MARGIN : widest * TYPE * DIGIT + 14;
  const right = width - MARGIN - 10;
  const xScale = scaleOf(panel.x, x, [left, right], (right - left) / (panel.x?.log ? 80 : 60), true);
  if (isRow) xScale.ticks = [];
  // Steps are whole numbers, and so are their ticks.
  const isCounted = marks.every((mark) => xOf(mark, valuesOf).every(Number.isInteger));
  if (isCounted) xScale.ticks = xScale.ticks.filter(Number.isInteger);
  /** The number at a place in the drawing; outside of the axis, the number at its nearer end. */
  const back = (/** @type {number[]} */ [from, to], /** @type {number[]} */ [start, end]) =>
    (/** @type {number} */ place) =>
      from + Math.max(0, Math.min(1, (place - start) / (end - start))) * (to - from);
  return {
    width, height, left, right, top, bottom, x: xScale, y: yScale,
    xFrom: back(x, [left, right]), yFrom: back(y, [bottom, top])
  };
}

/** A scale with round numbers at both ends, or exactly at the extent where the axis is fixed or `isTight`.
 * @param {Axis|undefined} axis @param {number[]} extent @param {[number, number]} range @param {number} count
 * @param {boolean} isTight */
function scaleOf(axis, [from, to], range, count, isTight) {
  const isFixed = isTight || (axis?.from !== undefined && axis?.to !== undefined);
  if (axis?.log || !isFixed || !(to > from)) {
    return scale([from, to], range, {log: axis?.log ?? false, count});
  }
  return {at: linear([from, to], range), ticks: ticks(from, to, count)};
}

/** @param {[number, number]} extent @param {number} step from one power of ten to the next */
function powersIn([from, to], step) {
  const first = Math.ceil(Math.log10(from) / step);
  const count = Math.floor(Math.log10(to) / step) - first + 1;
  return Array.from({length: count}, (_, i) => Number(`1e${step * (first + i)}`));
}

/** @returns {[number, number]} */
function extentOf(/** @type {Axis|undefined} */ axis, /** @type {number[]} */ numbers) {
  const {from, to, log} = axis ?? {};
  let least = Infinity;
  let most = -Infinity;
  // Not `Math.min(...numbers)`: a family may have more numbers than a call takes arguments.
  for (const x of numbers) {
    if (log && x <= 0) continue;
    least = Math.min(least, x);
    most = Math.max(most, x);
  }
  return [from ?? least, to ?? most];
}

/** @param {Mark} mark @param {ValuesOf} valuesOf @param {Place|null} [at] @returns {number[]} */
function xOf(mark, valuesOf, at) {
  if (mark.kind === "cells" || mark.kind === "field") return mark.x;
  if (mark.kind === "histograms") return [0, 1];
  if (mark.kind === "rule" || mark.kind === "tangent") return [];
  return numbersIn(mark.x ?? valuesOf[mark.along], at);
}

/** @param {Mark} mark @param {ValuesOf} _ @param {Place|null} [at] @returns {number[]} */
function yOf(mark, _, at) {
  if (mark.kind === "bars") return [0, ...numbersIn(mark.y, at)];
  return mark.kind === "tangent" ? [] : numbersIn(mark.y, at);
}

/** @param {Panel} panel @param {ReturnType<typeof layer>[]} layers @param {Plan} plan @param {Format} format */
function drawing(panel, layers, plan, format) {
  const {width, height, left, right, top, bottom} = plan;
  // The inner drawing cuts marks off at its edges.
  const box = [left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN];
  const frame = svg`<rect class="tw-frame" x=${left} y=${top}
    width=${right - left} height=${bottom - top}></rect>`;
  return svg`<svg
    class="tw-plot tw-panel-plot" role="img" aria-label=${panel.title}
    viewBox="${`0 0 ${width} ${height}`}" width=${width} height=${height}
  >
    ${panel.bare ? frame : grid(panel, plan, format)}
    <svg x=${box[0]} y=${box[1]} width=${box[2]} height=${box[3]} viewBox="${box.join(" ")}">${
      layers.map(({element}) => element)
    }</svg>
  </svg>`;
}

function grid(/** @type {Panel} */ {x, y}, /** @type {Plan} */ plan, /** @type {Format} */ format) {
  const {right, top, bottom} = plan;
  const name = x?.label ? `${x.label} →` : "";
  // The name of the axis is in the line of its numbers, in the place of those that would be under it.
  const last = right - name.length * TYPE * 0.5 - 6;
  const isFree = (/** @type {number} */ tick) => plan.x.at(tick) + 4 * format(tick).length < last;
  return axes(plan, format, (tick) => (isFree(tick) ? format(tick) : null), [
    text(0, top - 13, "start", y?.label ?? "", "tw-axis-title"),
    text(right + MARGIN, bottom + 20, "end", name, "tw-axis-title")
  ]);
}

/** What a press at a point sets: a slider to its nearest position, or the start of a run to the point.
 * @param {Mark[]} marks @param {ValuesOf} valuesOf @param {Plan} plan @param {number} x @param {number} y
 * @param {Place} at @returns {[string, number|Start]|null} */
function gripOf(marks, valuesOf, plan, x, y, at) {
  const hasStart = marks.some(({kind}) => kind === "start");
  const held = /** @type {MarkOf<"run">|undefined} */ (marks.find(({along, handle}) => along ?? handle));
  if (!held) return null;
  const name = held.along ?? held.handle;
  const places = held.along
    ? runOf(held, plan, at, valuesOf)
    : valuesOf[name].map((_, index) => {
        const then = {...at, index: {...at.index, [name]: index}};
        const xs = listOf(pick(held.x, then));
        return pointsOf([xs.at(-1)], [listOf(pick(held.y, then)).at(-1)], plan)[0];
      });
  // On a map both coordinates count; elsewhere only x does.
  const isMap = Boolean(held.along && held.x);
  const away = places.map((place) => {
    if (!place) return Infinity;
    return isMap ? Math.hypot(place[0] - x, place[1] - y) : Math.abs(place[0] - x);
  });
  const best = Math.min(...away);
  if (hasStart && (best > NEAR || away.indexOf(best) === 0)) {
    const round = (/** @type {number} */ number) => Number(number.toFixed(2));
    return ["start", [round(plan.xFrom(x)), round(plan.yFrom(y))]];
  }
  return Number.isFinite(best) ? [name, away.indexOf(best)] : null;
}
