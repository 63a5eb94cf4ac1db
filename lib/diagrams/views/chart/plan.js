import {linear, scale, ticks} from "../../drawing/scale.js";
import {isPlaced} from "./gaps.js";
/** @import {ChartData} from "./data.js" */

/** Sizes in pixels. */
const TOP = 34;
const BOTTOM = 48;
const TYPE = 14;
const LABEL_GAP = 20;

/** Narrower charts have a legend instead of labels at the lines' ends. */
const DIRECT = 520;

/** Widths of characters, in ems: tick numbers are monospaced, labels are not. */
const DIGIT = 0.6;
const LETTER = 0.56;

/**
 * Return the positions of everything in a chart.
 *
 * @param {ChartData} data
 * @param {object} options
 * @param {number} options.width room there is, in pixels
 * @param {number} [options.height] without it, one that suits the width
 * @param {boolean} options.log
 * @param {(x: number) => string} options.format
 *
 * @typedef {ReturnType<typeof chartPlan>} ChartPlan `ends` are the places of labels, null for a legend
 */
export function chartPlan(data, {width, height: given, log, format}) {
  const height = given ?? Math.round(Math.min(340, Math.max(240, width * 0.46)));
  const placed = data.series.flatMap(({values}) => values.filter((v) => isPlaced(v, log)));
  const y = scale(placed, [height - BOTTOM, TOP], {log, count: 5});
  const left = Math.max(...y.ticks.map((tick) => format(tick).length)) * TYPE * DIGIT + 14;
  const longest = Math.max(...data.series.map(({label}) => label.length)) * TYPE * LETTER + 14;
  const isDirect = data.series.length > 1 && width >= DIRECT && longest < width / 3;
  // The last tick's label is centred on the end of its axis.
  const last = data.x.names?.at(-1) ?? format(Math.max(...data.x.values));
  const half = (last.length * TYPE * DIGIT) / 2 + 2;
  const right = width - Math.max(isDirect ? longest : 14, half);
  const bottom = height - BOTTOM;
  return {
    width, height, left, right, top: TOP, bottom, y,
    x: xScale(data.x, left, right),
    ends: isDirect ? labelPlaces(data, log, y.at, TOP, bottom) : null
  };
}

/** @param {ChartData["x"]} x @param {number} left @param {number} right */
function xScale({values, names}, left, right) {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const at = most > least ? linear([least, most], [left, right]) : () => left + (right - left) / 2;
  if (!names) {
    const isWhole = values.every(Number.isInteger);
    return {at, ticks: ticks(least, most, Math.max(2, (right - left) / 70), isWhole)};
  }
  const longest = Math.max(...names.map((name) => name.length)) * TYPE * DIGIT + 16;
  const every = Math.max(1, Math.ceil((longest * names.length) / (right - left)));
  return {at, ticks: values.filter((i) => i % every === 0)};
}

/** Labels by the last points of their lines, moved apart where lines end close together.
 * @param {ChartData} data @param {boolean} log @param {(x: number) => number} at
 * @param {number} top @param {number} bottom */
function labelPlaces({series}, log, at, top, bottom) {
  const sorted = series.map(({values}, i) => {
    const last = values.findLast((value) => isPlaced(value, log));
    return {i, y: last === undefined ? top : at(last)};
  }).sort((one, other) => one.y - other.y);
  for (let k = 1; k < sorted.length; k++) {
    sorted[k].y = Math.max(sorted[k].y, sorted[k - 1].y + LABEL_GAP);
  }
  let limit = bottom;
  for (const place of sorted.toReversed()) {
    place.y = Math.min(place.y, limit);
    limit = place.y - LABEL_GAP;
  }
  return sorted.sort((one, other) => one.i - other.i).map(({y}) => y);
}
