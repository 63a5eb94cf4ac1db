import {brief, TraceError} from "../../trace/trace-error.js";

/**
 * All runs with one backward pass and one learning rate.
 *
 * @typedef {{rate: number, gradient: string, blocks: number[], dev: number[][], names: string[]}} Run
 *   `blocks` is the training loss in blocks of steps; `dev` has a list for each seed, with a loss for
 *   each checked step; `names` are those of the first seed
 *
 * @typedef {object} Data
 * @property {{checked: number[], block: number, rates: number[]}} training the steps at which the dev loss was
 *   measured, how many steps are in a block, the learning rates
 * @property {Record<string, Record<string, number>>} differences of each backward pass, `"right"` first, by tensor
 * @property {Run[]} runs
 *
 * @typedef {ReturnType<typeof runsOf>} Runs
 */

/**
 * @param {Data} data the record of `bench.wrong_gradients`
 * @throws {TraceError} if a run lacks what a step needs
 */
export function runsOf(data) {
  const {training, differences, runs} = data ?? {};
  const isWhole = (/** @type {Run} */ {dev, names, gradient}) => gradient in (differences ?? {}) &&
    [...dev, names].every((list) => list.length === training?.checked.length);
  if (!(runs?.length > 0 && runs.every(isWhole))) throw new TraceError("notRuns", brief(data));
  return {
    checked: training.checked, block: training.block, rates: training.rates,
    gradients: [...new Set(runs.map(({gradient}) => gradient))],
    /** @param {number} rate @param {string} gradient */
    of: (rate, gradient) => runs.find((run) => run.rate === rate && run.gradient === gradient),
    /** The tensor that is furthest from its right gradient, and by how much. */
    differs(/** @type {string} */ gradient) {
      const [[tensor, by]] = Object.entries(differences[gradient]).sort((one, other) => other[1] - one[1]);
      return {tensor, by};
    }
  };
}

/** The position of the last checked step at or before another step. */
export function checkedAt(/** @type {number[]} */ checked, /** @type {number} */ step) {
  return checked.findLastIndex((one) => one <= step);
}

/** The dev losses of all seeds at a checked step, with their mean and range. */
export function lossesAt(/** @type {Run} */ {dev}, /** @type {number} */ at) {
  const losses = dev.map((seed) => seed[at]);
  const mean = losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
  return {losses, mean, least: Math.min(...losses), most: Math.max(...losses)};
}

/** How many runs are within the range of the right ones, and whether all are above it.
 * @param {ReturnType<typeof lossesAt>} found @param {ReturnType<typeof lossesAt>} right */
export function verdict({losses}, right) {
  const inside = losses.filter((loss) => loss >= right.least && loss <= right.most).length;
  return {inside, all: losses.length, isWorse: losses.every((loss) => loss > right.most)};
}
