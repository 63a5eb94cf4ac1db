import {toNumber} from "../../words/numbers.js";
import {brief, TraceError} from "../../trace/trace-error.js";

/** Colours of the series in their order, and the dashes that distinguish them without colour. */
const COLOURS = ["forward", "backward", "saved", "leaf", "ink", "muted"];
const DASHES = ["none", "8 5", "2 4", "12 4 2 4", "16 6", "5 3"];

/** A chart with more points is not drawn. */
const MOST_POINTS = 20_000;

/**
 * @typedef {object} Series
 * @property {string} label
 * @property {string} unit "" without one
 * @property {string} name the label, with the unit if it has one
 * @property {(number|null)[]} values null where there is none
 * @property {string} colour name of a token
 * @property {string} dash
 *
 * @typedef {object} ChartData
 * @property {{label: string, values: number[], names: string[]|null}} x with names, the values
 *   are positions
 * @property {Series[]} series
 *
 * @typedef {object} Published lists that Python published
 * @property {{label?: string, values?: (number|string)[]}} [x] numbers, or names, which are evenly spaced;
 *   without values, points are counted from 0
 * @property {{label: string, values: Entry[], unit?: string, colour?: string}[]} series numbers as in traces
 *   (`"Infinity"`, `"NaN"`); null where there is none; `colour` is one of `COLOURS`
 */

/**
 * The data of a chart, checked, with names for numbers (`"Infinity"`) as numbers.
 *
 * @param {Published} data
 * @returns {ChartData}
 * @throws {TraceError} naming the rule and the offending value
 */
export function chartData(data) {
  const {x = {}, series} = data ?? {};
  if (!Array.isArray(series) || series.length === 0) throw new TraceError("notAChart", brief(data));
  const count = (x.values ?? series[0]?.values)?.length;
  if (!(count > 0)) throw new TraceError("notAChart", brief(data));
  if (count > MOST_POINTS) throw new TraceError("tooManyPoints", count, MOST_POINTS);
  return {
    x: readX(x, count),
    series: series.map((one, i) => ({
      label: String(one?.label ?? ""),
      unit: one?.unit ?? "",
      name: `${one?.label ?? ""}${one?.unit ? ` (${one.unit})` : ""}`,
      values: readValues(one, i, count),
      colour: COLOURS.includes(one.colour) ? one.colour : COLOURS[i % COLOURS.length],
      dash: DASHES[i % DASHES.length]
    }))
  };
}

function readX(/** @type {Published["x"]} */ {label = "", values}, /** @type {number} */ count) {
  const names = values?.some((value) => typeof value === "string") ? values.map(String) : null;
  if (names || !values) return {label, values: Array.from({length: count}, (_, i) => i), names};
  values.forEach((value, i) => {
    if (!Number.isFinite(value)) throw new TraceError("number", `x.values[${i}]`, brief(value));
  });
  return {label, values: values.map(Number), names};
}

/** @param {Published["series"][number]} one @param {number} i @param {number} count */
function readValues(one, i, count) {
  const values = one?.values;
  if (!Array.isArray(values)) throw new TraceError("missing", `series[${i}].values`);
  if (values.length !== count) {
    throw new TraceError("lengths", one.label ?? `series[${i}]`, values.length, count);
  }
  return values.map((value, k) => {
    const number = toNumber(value);
    if (number === null || typeof number === "number") return number;
    throw new TraceError("number", `series[${i}].values[${k}]`, brief(value));
  });
}
