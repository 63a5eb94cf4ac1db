import {brief, TraceError} from "../../trace/trace-error.js";

/** The parts of the gradient, in the order in which they are derived. */
export const PARTS = /** @type {const} */ (["straight", "variance", "mean"]);

const sum = (/** @type {number[]} */ list) => list.reduce((total, x) => total + x, 0);
const dot = (/** @type {number[]} */ one, /** @type {number[]} */ other) => sum(one.map((x, i) => x * other[i]));

/** Examples of one neuron, normalised to mean 0 and spread 1; the variance is over n − 1. */
export function normalise(/** @type {number[]} */ x) {
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
 * @returns {Record<typeof PARTS[number], number[]>}
 */
export function sharesOf(x, g) {
  const {spread, y} = normalise(x);
  const straight = g.map((one) => one / spread);
  const along = dot(y, straight) / (x.length - 1);
  const common = -sum(straight) / x.length;
  return {straight, variance: y.map((one) => -one * along), mean: x.map(() => common)};
}

/** What all paths together send to each input; of `PARTS`, those with weight 0 are closed. */
export function outgoingOf(/** @type {number[]} */ x, /** @type {number[]} */ g, weights = [1, 1, 1]) {
  const shares = sharesOf(x, g);
  return x.map((_, i) => dot(weights, PARTS.map((part) => shares[part][i])));
}

/** How far gradients move a column, normalised as `y`, as a whole, and how far they stretch it. */
export function effectOf(/** @type {number[]} */ g, /** @type {number[]} */ y) {
  const shift = sum(g) / g.length;
  const stretch = dot(g, y) / (y.length - 1);
  const rest = Math.max(...g.map((one, i) => Math.abs(one - shift - stretch * y[i])));
  return {shift, stretch, rest};
}

/**
 * The points and gradients of the data, checked: the outgoing gradients that Python's engine found must
 * equal those that are computed here.
 *
 * @param {Record<"x"|"incoming"|"outgoing", number[]>} data
 * @throws {TraceError} if they do not
 */
export function pointsOf(data) {
  const {x, incoming: g, outgoing} = data ?? {};
  const isWhole = x?.length > 2 && [x, g, outgoing].every((list) =>
    Array.isArray(list) && list.length === x.length && list.every(Number.isFinite));
  if (!isWhole) throw new TraceError("notPoints", brief(data));
  const found = outgoingOf(x, g);
  const isSame = outgoing.every((one, i) => Math.abs(one - found[i]) < 1e-6);
  if (!isSame) throw new TraceError("notPoints", brief(outgoing));
  return {x, g};
}
