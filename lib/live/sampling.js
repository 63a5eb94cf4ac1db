import {toNumber} from "../diagrams/words/numbers.js";

/** Points of a window's curve to each side, and how much further than the window they reach. */
const POINTS = 10;
const WIDER = 1.5;

/** Points of the whole curve, and the step to the ghost, in steps of the leaf's scale. */
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
 * @returns {Promise<number[][]>} what each curve gives, with NaN where the engine refuses a value;
 *   nothing where there was no answer
 */

/**
 * Which curves a lens shows, sampled by whoever computes: the engine of a page, or a notebook's
 * Python.
 *
 * @param {Sampler} sampler
 * @param {Trace} trace
 * @param {Fields} lens the element of lens.js
 * @returns {{sample: (shown: Trace, values: Map<number, number>) => Promise<Fields>}} `sample` gets
 *   the trace as far as it came, and the numbers of its leaves
 */
export function sampling(sampler, trace, lens) {
  let known = {key: "", whole: null};

  /** Around the point of each window, and the root at x + h. */
  const windows = async (shown, values) => {
    const leaf = lens.leaf();
    const {least, most, step} = lens.scales.get(leaf);
    const x = values.get(leaf);
    // Towards the middle, where the curve is.
    const h = GHOST * step * (x + GHOST * step <= Math.max(most, x) || x < least ? 1 : -1);
    const at = shown.nodes.map(({value}) => toNumber(value));
    const curves = lens.windows.map(({edge, reach}) => {
      const middle = at[trace.edges[edge].from];
      const wide = reach * WIDER;
      return {edge, least: middle - wide, most: middle + wide, parts: 2 * POINTS};
    });
    const ghost = {leaf, least: x + h, most: x + h, parts: 1};
    const given = await sampler([...curves, ghost], values, at);
    const sampled = curves.map((one, i) => [one.edge, {x: grid(one), y: given[i] ?? []}]);
    const y = given[curves.length]?.[0] ?? NaN;
    return {windows: Object.fromEntries(sampled), ghost: {leaf, x, h, y}};
  };
  /** Along the scale of the chosen leaf; the same as long as the others stay where they are. */
  const whole = async (shown, values) => {
    const leaf = lens.leaf();
    const scale = lens.scales.get(leaf);
    const least = Math.min(scale.least, values.get(leaf));
    const most = Math.max(scale.most, values.get(leaf));
    const key = JSON.stringify([leaf, least, most, [...values].filter(([id]) => id !== leaf)]);
    if (known.key === key) return known.whole;
    const curve = {leaf, least, most, parts: PARTS};
    const [y = []] = await sampler([curve], values, shown.nodes.map(({value}) => toNumber(value)));
    known = {key, whole: {leaf, x: grid(curve), y}};
    return known.whole;
  };
  const sample = async (shown, values) => ({
    ...(await windows(shown, values)), whole: await whole(shown, values)
  });
  return {sample};
}

function grid({least, most, parts}) {
  return Array.from({length: parts + 1}, (_, i) => least + ((most - least) * i) / parts);
}
