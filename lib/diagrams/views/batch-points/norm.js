import {brief, TraceError} from "../../trace/trace-error.js";

/** The parts of the gradient, in the order in which they are derived. */
export const PARTS = ["straight", "variance", "mean"];

/** @param {number[]} list */
const sum = (list) => list.reduce((total, x) => total + x, 0);
/** @param {number[]} one @param {number[]} other */
const dot = (one, other) => sum(one.map((x, i) => x * other[i]));

/**
 * Examples of one neuron, normalised to mean 0 and spread 1; the variance is over n − 1.
 *
 * @param {number[]} x
 */
export function normalise(x) {
  const mean = sum(x) / x.length;
  const apart = x.map((one) => one - mean);
  const spread = Math.sqrt(dot(apart, apart) / (x.length - 1));
  return {mean, spread, y: apart.map((one) => one / spread)};
}

/**
 * What each path of batch norm's backward pass sends to each input.
 *
 * @param {number[]} x inputs
 * @param {number[]} g gradients of the outputs
 * @returns {Record<string, number[]>} by `PARTS`
 */
export function sharesOf(x, g) {
  const {spread, y} = normalise(x);
  const straight = g.map((one) => one / spread);
  const along = dot(y, straight) / (x.length - 1);
  const common = -sum(straight) / x.length;
  return {straight, variance: y.map((one) => -one * along), mean: x.map(() => common)};
}

/**
 * How far gradients move a column as a whole, and how far they stretch it.
 *
 * @param {number[]} g
 * @param {number[]} y the normalised column
 */
export function effectOf(g, y) {
  const shift = sum(g) / g.length;
  const stretch = dot(g, y) / (y.length - 1);
  const rest = Math.max(...g.map((one, i) => Math.abs(one - shift - stretch * y[i])));
  return {shift, stretch, rest};
}

/**
 * The points and gradients of the data, checked: the outgoing gradients that Python's engine found must
 * equal those that are computed here.
 *
 * @param {any} data `x`, `incoming` and `outgoing`
 * @returns {{x: number[], g: number[]}}
 * @throws {TraceError} if they do not
 */
export function pointsOf(data) {
  const {x, incoming: g, outgoing} = data ?? {};
  const isList = (list) => Array.isArray(list) && list.length === x?.length && list.every(Number.isFinite);
  if (!(isList(x) && x.length > 2 && isList(g) && isList(outgoing))) throw new TraceError("notPoints", brief(data));
  const found = sharesOf(x, g);
  const isSame = outgoing.every((one, i) => Math.abs(one - sum(PARTS.map((part) => found[part][i]))) < 1e-6);
  if (!isSame) throw new TraceError("notPoints", brief(outgoing));
  return {x, g};
}
