import {sampler} from "./sampler.js";
import {toNumber} from "../diagrams/words/numbers.js";

/** Points of a window's curve to each side, and how much further than the window they reach. */
const POINTS = 10;
const WIDER = 1.5;

/** Points of the whole curve, and the step to the ghost, in arrow keys of the leaf's scale. */
const PARTS = 120;
const GHOST = 3;

/**
 * A curve to be sampled: an operation against one of its operands, or the root against one leaf.
 *
 * @typedef {object} Curve
 * @property {number} [edge] position of the edge from that operand
 * @property {number} [leaf] id of that leaf
 * @property {number} least
 * @property {number} most
 * @property {number} parts one less than there are points
 *
 * @callback Sampler
 * @param {Curve[]} curves
 * @param {Map<number, number>} values of the leaves, for the root
 * @param {number[]} at the number of each node, for the operands that stay
 * @returns {number[][]} the values of each curve, with NaN where the library refuses one
 */

/**
 * Return the samples of the curves that a lens shows.
 *
 * @param {Trace} trace
 * @param {Lens} lens
 * @returns {{sample: (shown: Trace, values: Map<number, number>) => Samples}} `sample` gets the trace
 *   as far as it came, and the numbers of its leaves
 */
export function sampling(trace, lens) {
  const sampled = sampler(trace);
  /** @type {{key: string, whole: Samples["whole"]}} */
  let known = {key: "", whole: null};

  /**
   * Sample the curves around the point of each window, and the root at x + h.
   *
   * @param {Map<number, number>} values
   * @param {number[]} at
   */
  const windows = (values, at) => {
    const leaf = lens.leaf();
    const {least, most, arrow} = lens.scales.get(leaf);
    const x = values.get(leaf);
    // Towards the middle, where the curve is.
    const h = GHOST * arrow * (x + GHOST * arrow <= Math.max(most, x) || x < least ? 1 : -1);
    const curves = lens.windows.map(({edge, reach}) => {
      const middle = at[trace.edges[edge].from];
      const wide = reach * WIDER;
      return {edge, least: middle - wide, most: middle + wide, parts: 2 * POINTS};
    });
    const ghost = {leaf, least: x + h, most: x + h, parts: 1};
    const given = sampled([...curves, ghost], values, at);
    const drawn = curves.map((one, i) => [one.edge, {x: grid(one), y: given[i]}]);
    return {windows: Object.fromEntries(drawn), ghost: {leaf, x, h, y: given.at(-1)[0]}};
  };
  /**
   * Sample the root along the scale of the chosen leaf: again only when another leaf changed.
   *
   * @param {Map<number, number>} values
   * @param {number[]} at
   */
  const whole = (values, at) => {
    const leaf = lens.leaf();
    const scale = lens.scales.get(leaf);
    const least = Math.min(scale.least, values.get(leaf));
    const most = Math.max(scale.most, values.get(leaf));
    const key = JSON.stringify([leaf, least, most, [...values].filter(([id]) => id !== leaf)]);
    if (known.key === key) return known.whole;
    const curve = {leaf, least, most, parts: PARTS};
    const [y] = sampled([curve], values, at);
    known = {key, whole: {leaf, x: grid(curve), y}};
    return known.whole;
  };
  return {
    sample({nodes}, values) {
      const at = nodes.map(({value}) => toNumber(value));
      return {...windows(values, at), whole: whole(values, at)};
    }
  };
}

function grid(/** @type {Curve} */ {least, most, parts}) {
  return Array.from({length: parts + 1}, (_, i) => least + ((most - least) * i) / parts);
}
