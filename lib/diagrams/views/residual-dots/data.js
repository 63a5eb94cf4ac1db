import {brief, TraceError} from "../../trace/trace-error.js";

/**
 * @typedef {{skip: boolean, norm: string, depth: number, gain: number}} Setting
 * @typedef {Record<"gradients"|"cosine", number[][]> & {losses: number[][][], dots: string[], shares?: number[][]}}
 *   Kind by depth; a letter of `dots` is a place between −1 and 1
 * @typedef {{depths: number[], gains: number[], norms: string[], letters: string, stacks: Kind[][], frequent: number,
 *   every: number}} Data `stacks` by norm without and then with a skip, and by gain
 * @typedef {ReturnType<typeof familyOf>} Family
 * @typedef {object} Stack the results of one setting; sizes are powers of ten
 * @property {number} depth
 * @property {number[]} gradients of each block, the first one first
 * @property {number[]} cosines mean cosine between the rows: of the input, then after each block
 * @property {number[][]} losses of each draw
 * @property {number} loss the median of the last ones
 * @property {number[]|null} shares of the gradient through 0, 1, 2, 3 and more branches
 * @property {(block: number) => [number, number][]} dots places of the rows after a block, -1 to 1
 */

/** A family of stacks as `stacks.py` of module 04 writes it, checked. */
export function familyOf(/** @type {Data} */ data) {
  const {depths, gains, norms, letters, stacks, frequent, every} = data ?? {};
  const isWhole = [depths, gains, norms, stacks].every(Array.isArray) && letters?.length > 1 &&
    stacks.length === 2 * norms.length && stacks.every((kind) => kind.length === gains.length);
  if (!isWhole) throw new TraceError("notStacks", brief(data));
  const place = Object.fromEntries([...letters].map((letter, i) => [letter, (2 * i) / (letters.length - 1) - 1]));
  /** @returns {Stack} */
  const at = (/** @type {Setting} */ {skip, norm, depth, gain}) => {
    const kind = stacks[(skip ? norms.length : 0) + norms.indexOf(norm)][gains.indexOf(gain)];
    const i = depths.indexOf(depth);
    const losses = kind.losses[i].map((draw) => draw.map((x) => x / 100));
    const ends = losses.map((draw) => draw.at(-1)).sort((a, b) => a - b);
    return {
      depth, losses, loss: ends[Math.floor(ends.length / 2)],
      gradients: kind.gradients[i].map((x) => x / 100),
      cosines: kind.cosine[i].map((x) => x / 1000),
      shares: kind.shares?.[i] ?? null,
      // All rows of a block, then those of the next one.
      dots: (block) => {
        const count = kind.dots[i].length / (depth + 1);
        const letters = kind.dots[i].slice(block * count, (block + 1) * count);
        return Array.from({length: count / 2}, (_, k) => [place[letters[2 * k]], place[letters[2 * k + 1]]]);
      }
    };
  };
  return {depths, gains, norms, frequent, every, at};
}

/** The formula of a block. */
export function formula(/** @type {Setting} */ {skip, norm}) {
  const branch = norm === "before" ? "f(LN(x))" : "f(x)";
  const sum = skip ? `x + ${branch}` : branch;
  return norm === "after" ? `LN(${sum})` : sum;
}
