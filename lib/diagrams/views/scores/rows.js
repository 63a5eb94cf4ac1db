import {brief, TraceError} from "../../trace/trace-error.js";

/**
 * One example of a batch.
 *
 * @typedef {{context: string, right: number, scores: number[]}} Example
 *
 * @typedef {object} Forward
 * @property {number[]} counts e to the power of each score less the largest
 * @property {number} sum
 * @property {number[]} probs
 * @property {number} loss
 * @property {number} largest position of the largest score
 *
 * @typedef {{cells: number[], column: number|null}} Step `cells` is the map of the step, `column` the gradient
 *   itself where it has one number for each row
 * @typedef {Example & Forward & {example: number, letter: number, step: number, limit: number, isScore: boolean,
 *   isMoved: boolean, symbols: string[], gradients: Step[][], rights: number[]}} Now the chosen row, what a reader has
 *   set, and of each row its gradients and its right letter
 */

/** The eight steps back: the gradient and the line of code. */
export const STEPS = [
  {name: "dlogprobs", code: "dlogprobs[range(n), Yb] = -1 / n"},
  {name: "dprobs", code: "dprobs = dlogprobs / probs"},
  {name: "dcounts_sum_inv", code: "dcounts_sum_inv = (counts * dprobs).sum(1, keepdim=True)"},
  {name: "dcounts", code: "dcounts = counts_sum_inv * dprobs"},
  {name: "dcounts_sum", code: "dcounts_sum = -counts_sum**-2 * dcounts_sum_inv\ndcounts += dcounts_sum"},
  {name: "dnorm_logits", code: "dnorm_logits = counts * dcounts"},
  {name: "dlogit_maxes", code: "dlogit_maxes = -dnorm_logits.sum(1, keepdim=True)"},
  {name: "dlogits", code: "dlogits = dnorm_logits + is_max * dlogit_maxes"}
];

/**
 * @param {{symbols: Iterable<string>, examples: Example[]}} data with a score for each symbol in each example
 * @throws {TraceError} if an example lacks a score or its right symbol
 *
 * @typedef {ReturnType<typeof batchOf>} Batch
 */
export function batchOf(data) {
  const symbols = [...(data?.symbols ?? "")];
  const isWhole = (/** @type {Example} */ {scores, right}) => scores?.length === symbols.length && right in symbols;
  if (!(data?.examples?.length > 0 && data.examples.every(isWhole))) throw new TraceError("notABatch", brief(data));
  return {symbols, examples: data.examples};
}

/** @param {Pick<Example, "scores"|"right">} example @returns {Forward} */
export function forward({scores, right}) {
  const largest = scores.indexOf(Math.max(...scores));
  const counts = scores.map((score) => Math.exp(score - scores[largest]));
  const sum = total(counts);
  const probs = counts.map((count) => count / sum);
  return {counts, sum, probs, loss: -Math.log(probs[right]), largest};
}

/**
 * The gradients of one row, in the order of `STEPS`.
 *
 * @param {Forward} row
 * @param {number} right position of the right symbol
 * @param {number} n examples of the batch, over which the loss is the mean
 * @returns {Step[]}
 */
export function backward({counts, sum, probs, largest}, right, n) {
  const dlogprobs = probs.map((_, j) => (j === right ? -1 / n : 0));
  const dprobs = dlogprobs.map((d, j) => d / probs[j]);
  const products = dprobs.map((d, j) => d * counts[j]);
  const dinverse = total(products);
  const first = dprobs.map((d) => d / sum);
  const dsum = -dinverse / sum ** 2;
  const dcounts = first.map((d) => d + dsum);
  const dnorm = dcounts.map((d, j) => d * counts[j]);
  const dlargest = -total(dnorm);
  const dlogits = dnorm.map((d, j) => d + (j === largest ? dlargest : 0));
  const columns = [null, null, dinverse, null, dsum, null, dlargest, null];
  return [dlogprobs, dprobs, products, first, dcounts, dnorm, dnorm, dlogits]
    .map((cells, i) => ({cells, column: columns[i]}));
}

function total(/** @type {number[]} */ numbers) {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** The scores of different models for a row, by their names in links.
 * @type {Record<string, (scores: number[], right: number) => number[]>} */
const KINDS = {
  right: (scores, right) => scores.map((score, j) => (j === right ? 8 : Math.min(score, 0))),
  wrong: (scores, right) => {
    const other = best(scores, right);
    return scores.map((score, j) => (j === other ? 8 : j === right ? -2 : Math.min(score, 0)));
  },
  flat: (scores) => scores.map(() => 0),
  unlikely: (scores, right) => scores.map((score, j) => (j === right ? -8 : score)),
  shift: (scores) => scores.map((score) => score + 2),
  back: (scores) => scores
};

/**
 * @param {Example} example as it was at first
 * @param {string} kind
 * @returns {number[]|null} null where there is no such kind
 */
export function scoresLike({scores, right}, kind) {
  return KINDS[kind]?.(scores, right) ?? null;
}

/** The position of the largest score except that of the right symbol. */
export function best(/** @type {number[]} */ scores, /** @type {number} */ right) {
  return scores.reduce((found, score, j) => (j !== right && (found < 0 || score > scores[found]) ? j : found), -1);
}

/** The least and the largest size in the gradient of a step; what rounding leaves of a zero is left out. */
export function reach(/** @type {Step[][]} */ rows, /** @type {number} */ step) {
  const sizes = rows.flatMap((row) => (row[step].column === null ? row[step].cells : [row[step].column]))
    .map(Math.abs).filter((size) => size > 1e-12);
  return sizes.length > 0 ? [Math.min(...sizes), Math.max(...sizes)] : null;
}
