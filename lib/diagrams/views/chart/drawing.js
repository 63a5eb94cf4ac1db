import {svg} from "htl";
import {axes, round, text, tint} from "../../drawing/plot-marks.js";
import {setAll} from "../../drawing/size.js";
import {gaps, isPlaced} from "./gaps.js";
/** @import {ChartData, Series} from "./data.js" */
/** @import {ChartPlan} from "./plan.js" */

/** With no more points than this, each has a dot of its own. */
const MOST_DOTS = 24;

/**
 * A chart as SVG: grid, ticks, lines, crosses where a point has no place, and the marker.
 *
 * @param {ChartData} data
 * @param {ChartPlan} plan
 * @param {object} options
 * @param {boolean} options.log
 * @param {(x: number) => string} options.format
 * @param {string} options.label accessible name
 * @returns {SVGSVGElement & {show: (index: number, hovered: number|null) => void,
 *   nearest: (x: number) => number}} `nearest` gives the point at an x in the drawing's pixels
 */
export function chartDrawing(data, plan, {log, format, label}) {
  const {width, height} = plan;
  const places = data.x.values.map(plan.x.at);
  const marker = makeMarker(data.series, "tw-marker");
  const hover = makeMarker(data.series, "tw-hover");
  const element = svg`<svg
    class="tw-plot" role="img" aria-label=${label}
    viewBox="${`0 0 ${width} ${height}`}" width=${width} height=${height}
  >
    ${grid(data, plan, format)}
    ${data.series.map((series, i) => drawSeries(series, places, plan, log, plan.ends?.[i]))}
    ${hover}${marker}
  </svg>`;
  const put = (/** @type {SVGGElement} */ mark, /** @type {number|null} */ index) => {
    mark.style.display = index === null ? "none" : "";
    if (index !== null) place(mark, data.series, index, places[index], plan, log);
  };
  const show = (/** @type {number} */ index, /** @type {number|null} */ hovered) => {
    put(marker, index);
    put(hover, hovered === index ? null : hovered);
  };
  return Object.assign(element, {show, nearest: (/** @type {number} */ x) => nearestTo(places, x)});
}

/** @param {ChartData} data @param {ChartPlan} plan @param {(x: number) => string} format */
function grid({x, series}, plan, format) {
  const [{name, unit}] = series;
  const shared = series.every((one) => one.unit === unit) ? unit : "";
  return axes(plan, format, (tick) => x.names?.[tick] ?? format(tick), [
    text(0, plan.top - 18, "start", series.length === 1 ? name : shared, "tw-axis-title"),
    text(plan.right, plan.bottom + 40, "end", x.label && `${x.label} →`, "tw-axis-title")
  ]);
}

/** @param {Series} one @param {number[]} places @param {ChartPlan} plan @param {boolean} log @param {number} [end] */
function drawSeries({label, values, colour, dash}, places, plan, log, end) {
  const runs = runsOf(values, log);
  const point = (/** @type {number} */ i) => `${round(places[i])},${round(plan.y.at(values[i]))}`;
  const lines = runs.filter((run) => run.length > 1).map((run) => `M${run.map(point).join("L")}`);
  const dotted = runs.filter((run) => run.length === 1 || values.length <= MOST_DOTS).flat();
  return svg`<g class="tw-series" style=${tint(colour)}>
    <path class="tw-curve" d=${lines.join("")} stroke-dasharray=${dash}></path>
    ${dotted.map((i) => dot(places[i], plan.y.at(values[i]), 3))}
    ${gaps(values, log).map((gap) => cross(gap, places, plan))}
    ${end === undefined ? null : text(plan.right + 8, end + 5, "start", label)}
  </g>`;
}

/** A cross at the edge that the values passed, and a line along it for as long as they stay outside.
 * @param {ReturnType<typeof gaps>[number]} gap @param {number[]} places @param {ChartPlan} plan */
function cross({kind, from, to}, places, {top, bottom}) {
  const y = kind === "∞" ? top : bottom;
  const x = round(places[from]);
  const end = round(places[to]);
  return svg`<g class="tw-gap">
    <path d=${`M${x - 5},${y - 5}l10,10m0,-10l-10,10M${x},${y}H${end}`}></path>
    ${text(x, y - 10, "middle", kind === "low" ? "≤ 0" : kind)}
  </g>`;
}

function makeMarker(/** @type {Series[]} */ series, /** @type {string} */ name) {
  return svg`<g class=${name}>
    <line></line>
    ${series.map(({colour}) => svg`<g class="tw-series" style=${tint(colour)}>${dot(0, 0, 5)}</g>`)}
  </g>`;
}

/** @param {SVGGElement} mark @param {Series[]} series @param {number} index @param {number} x
 * @param {ChartPlan} plan @param {boolean} log */
function place(mark, series, index, x, {top, bottom, y}, log) {
  setAll(mark.querySelector("line"), {x1: x, x2: x, y1: top - 8, y2: bottom});
  mark.querySelectorAll("circle").forEach((circle, i) => {
    const value = series[i].values[index];
    const isSeen = isPlaced(value, log);
    circle.style.display = isSeen ? "" : "none";
    if (isSeen) setAll(circle, {cx: x, cy: y.at(value)});
  });
}

function dot(/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ radius) {
  return svg`<circle cx=${round(x)} cy=${round(y)} r=${radius}></circle>`;
}

/** Indexes of the points that are drawn, in runs without a gap. */
function runsOf(/** @type {(number|null)[]} */ values, /** @type {boolean} */ log) {
  const runs = /** @type {number[][]} */ ([]);
  values.forEach((value, i) => {
    if (!isPlaced(value, log)) return;
    if (runs.at(-1)?.at(-1) === i - 1) runs.at(-1).push(i);
    else runs.push([i]);
  });
  return runs;
}

function nearestTo(/** @type {number[]} */ places, /** @type {number} */ x) {
  const away = (/** @type {number} */ i) => Math.abs(places[i] - x);
  return places.reduce((nearest, _, i) => (away(i) < away(nearest) ? i : nearest), 0);
}
