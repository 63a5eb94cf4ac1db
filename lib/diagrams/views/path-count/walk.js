import {brief, TraceError} from "../../trace/trace-error.js";

/**
 * @typedef {{depth: number, visits: number, calls: number}} Stack
 * @typedef {{depths: number[], visits: number[], calls: number[]}} Counts visits of the tape, calls of the walk
 *   along every path
 */

/**
 * The counts of Python, checked: after n times y = y + y, a walk along every path makes 2 · 2ⁿ − 1 calls.
 * `placeAt` relies on it.
 *
 * @param {Counts} data
 * @returns {Stack[]}
 * @throws {TraceError} if there is no stack, or a count is wrong
 */
export function stacksOf(data) {
  const {depths, visits, calls} = data ?? {};
  const isStack = Array.isArray(depths) && depths.length > 0 &&
    depths.every((n, i) => visits?.[i] === n + 1 && calls?.[i] === 2 ** (n + 1) - 1);
  if (!isStack) throw new TraceError("notAStack", brief(data));
  return depths.map((depth, i) => ({depth, visits: visits[i], calls: calls[i]}));
}

/**
 * The place of the walk along every path at one of its calls: which of two edges it took at each level,
 * and how many times it has visited the leaf.
 *
 * @param {number} depth of the stack
 * @param {number} call from 1
 * @returns {{turns: number[], leaves: number}}
 */
export function placeAt(depth, call) {
  const turns = [];
  let below = 2 ** (depth + 1) - 1;
  let rest = call - 1;
  let leaves = 0;
  while (turns.length < depth && rest > 0) {
    rest -= 1;
    below = (below - 1) / 2;
    const isSecond = rest >= below;
    if (isSecond) {
      rest -= below;
      leaves += (below + 1) / 2;
    }
    turns.push(isSecond ? 1 : 0);
  }
  return {turns, leaves: leaves + (turns.length === depth ? 1 : 0)};
}

const UNITS = /** @type {const} */ ([["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]]);

/**
 * A time in its largest unit: `6.1 days`.
 *
 * @param {number} seconds
 * @param {Words} words with the view's `times`, one and several
 * @param {(x: number) => string} format
 * @returns {string|null} null below one second
 */
export function timeText(seconds, words, format) {
  if (seconds < 1) return null;
  const [unit, length] = UNITS.find((one) => seconds >= 2 * one[1]) ?? UNITS[3];
  const count = seconds / length;
  const rounded = unit === "day" ? Math.round(10 * count) / 10 : Math.round(count);
  return `${format(rounded)} ${words.times[unit][rounded === 1 ? 0 : 1]}`;
}
