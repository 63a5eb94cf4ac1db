import {svg} from "htl";
import {gaps, isPlaced} from "./gaps.js";

/** With no more points than this, each has a dot of its own. */
const MOST_DOTS = 24;

/**
 * A chart as SVG: grid, ticks, lines, crosses where a point has no place, and the marker.
 *
 * @param {import("./data.js").ChartData} data
 * @param {Fields} plan of `chartPlan`
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
  const put = (mark, index) => {
    mark.style.display = index === null ? "none" : "";
    if (index !== null) place(mark, data.series, index, places[index], plan, log);
  };
  const show = (index, hovered) => {
    put(marker, index);
    put(hover, hovered === index ? null : hovered);
  };
  return Object.assign(element, {show, nearest: (x) => nearestTo(places, x)});
}

function grid({x, series}, plan, format) {
  const {left, right, top, bottom} = plan;
  const [{label, unit}] = series;
  const shared = series.every((one) => one.unit === unit) ? unit : "";
  const only = unit ? `${label} (${unit})` : label;
  return svg`<g class="tw-axes">
    ${plan.y.ticks.flatMap((tick) => {
      const y = plan.y.at(tick);
      return [rule(left, right, y, y), text(left - 8, y + 5, "end", format(tick))];
    })}
    ${rule(left, right, bottom, bottom, "tw-tick")}
    ${plan.x.ticks.flatMap((tick) => {
      const at = plan.x.at(tick);
      const name = x.names?.[tick] ?? format(tick);
      return [rule(at, at, bottom, bottom + 5, "tw-tick"), text(at, bottom + 20, "middle", name)];
    })}
    ${text(0, top - 18, "start", series.length === 1 ? only : shared, "tw-axis-title")}
    ${text(right, bottom + 40, "end", x.label && `${x.label} →`, "tw-axis-title")}
  </g>`;
}

function rule(x1, x2, y1, y2, name) {
  return svg`<line class=${name} x1=${x1} x2=${x2} y1=${y1} y2=${y2}></line>`;
}

function text(x, y, anchor, content, name) {
  return svg`<text class=${name} x=${x} y=${y} text-anchor=${anchor}>${content}</text>`;
}

function drawSeries({label, values, colour, dash}, places, plan, log, end) {
  const runs = runsOf(values, log);
  const point = (i) => `${round(places[i])},${round(plan.y.at(values[i]))}`;
  const lines = runs.filter((run) => run.length > 1).map((run) => `M${run.map(point).join("L")}`);
  const dotted = runs.filter((run) => run.length === 1 || values.length <= MOST_DOTS).flat();
  return svg`<g class="tw-series" style=${tint(colour)}>
    <path class="tw-curve" d=${lines.join("")} stroke-dasharray=${dash}></path>
    ${dotted.map((i) => dot(places[i], plan.y.at(values[i]), 3))}
    ${gaps(values, log).map((gap) => cross(gap, places, plan))}
    ${end === undefined ? null : text(plan.right + 8, end + 5, "start", label)}
  </g>`;
}

/** A cross at the edge that the values ran over, and a line as far as they stay away. */
function cross({kind, from, to}, places, {top, bottom}) {
  const y = kind === "∞" ? top : bottom;
  const x = round(places[from]);
  const end = round(places[to]);
  return svg`<g class="tw-gap">
    <path d=${`M${x - 5},${y - 5}l10,10m0,-10l-10,10M${x},${y}H${end}`}></path>
    ${text(x, y - 10, "middle", kind === "low" ? "≤ 0" : kind)}
  </g>`;
}

function makeMarker(series, name) {
  return svg`<g class=${name}>
    ${rule()}
    ${series.map(({colour}) => svg`<g class="tw-series" style=${tint(colour)}>${dot(0, 0, 5)}</g>`)}
  </g>`;
}

function tint(colour) {
  return `--tw-series: var(--${colour})`;
}

function place(mark, series, index, x, {top, bottom, y}, log) {
  const set = (element, entries) => {
    for (const [name, value] of Object.entries(entries)) element.setAttribute(name, value);
  };
  set(mark.querySelector("line"), {x1: x, x2: x, y1: top - 8, y2: bottom});
  mark.querySelectorAll("circle").forEach((circle, i) => {
    const value = series[i].values[index];
    const isSeen = isPlaced(value, log);
    circle.style.display = isSeen ? "" : "none";
    if (isSeen) set(circle, {cx: x, cy: y.at(value)});
  });
}

function dot(x, y, radius) {
  return svg`<circle cx=${round(x)} cy=${round(y)} r=${radius}></circle>`;
}

/** Positions of points that are drawn, in runs without a gap. */
function runsOf(values, log) {
  const runs = [];
  values.forEach((value, i) => {
    if (!isPlaced(value, log)) return;
    if (runs.at(-1)?.at(-1) === i - 1) runs.at(-1).push(i);
    else runs.push([i]);
  });
  return runs;
}

function nearestTo(places, x) {
  let nearest = 0;
  places.forEach((place, i) => {
    if (Math.abs(place - x) < Math.abs(places[nearest] - x)) nearest = i;
  });
  return nearest;
}

function round(x) {
  return Math.round(x * 10) / 10;
}
