import {brief, TraceError} from "../trace/trace-error.js";
import {scaleFrom, scaleOf} from "./scale.js";
import {toNumber} from "../words/numbers.js";

/** The step of a slider when nobody says. */
const STEP = 0.1;

/**
 * A leaf that has a slider.
 *
 * @typedef {object} Leaf
 * @property {number} id
 * @property {string} label
 * @property {import("./scale.js").Scale} scale
 */

/**
 * The leaves that have sliders, and the numbers that these stand at.
 *
 * @param {Trace} trace of single numbers
 * @param {Record<string, [number, number, number]>} [asked] least, most and step by label
 * @returns {{all: Leaf[], values: () => Record<string, number>,
 *   set: (settings: Record<string, number>) => Map<number, number>}} `values` by label; `set` says
 *   which leaves have other numbers now, by id
 * @throws {TraceError} when a slider is for no leaf, or its range is none
 */
export function slidLeaves(trace, asked) {
  if (trace.engine !== "value") throw new TraceError("notScalar", trace.engine);
  const all = leavesOf(trace, asked);
  let values = Object.fromEntries(all.map(({id, label}) => [label, toNumber(trace.nodes[id].value)]));
  const set = (settings) => {
    const moved = all
      .filter(({label}) => label in settings)
      .map(({id, label, scale}) => ({id, label, x: scale.inside(settings[label])}))
      .filter(({label, x}) => !Object.is(x, values[label]));
    values = {...values, ...Object.fromEntries(moved.map(({label, x}) => [label, x]))};
    return new Map(moved.map(({id, x}) => [id, x]));
  };
  return {all, values: () => values, set};
}

function leavesOf({nodes}, asked) {
  const labelled = nodes.filter(({op, label}) => op === "leaf" && label);
  if (!asked) {
    const leaves = labelled.map(({id, label, value}) => ({id, label, scale: scaleOf(toNumber(value))}));
    return leaves.filter(({scale}) => scale !== null);
  }
  return Object.entries(asked).map(([label, range]) => {
    const leaf = labelled.find((one) => one.label === label);
    if (!leaf) throw new TraceError("label", label, labelled.map((one) => one.label).join(", "));
    return {id: leaf.id, label, scale: asScale(label, range, toNumber(leaf.value))};
  });
}

function asScale(label, range, start) {
  const [least, most, step = STEP] = Array.isArray(range) ? range : [];
  if (!(least < most && step > 0 && Number.isFinite(most - least))) {
    throw new TraceError("range", label, brief(range));
  }
  if (!Number.isFinite(start)) return scaleFrom(least, most, step);
  // The value that Python had is always among them, if it has a place on a line.
  return scaleFrom(Math.min(least, start), Math.max(most, start), step, least);
}
