/** @import {NumberFormat} from "../../words/numbers.js" */
/** @import {Step} from "../../trace/steps.js" */

/**
 * @typedef {{words: Words, format: NumberFormat}} Context
 *
 * @typedef {object} Row one operation on the tape
 * @property {number} node
 * @property {number} at the step that computes it
 * @property {number|null} seed the step in which the backward pass starts here
 * @property {Amount|null} total the gradient with which it starts
 * @property {Step[]} arrivals the sends that it receives, each with its `at`
 * @property {Step[]} sends its own sends, each with its `at`
 * @property {number[]} changes every step that changes something in this row, in order
 */

/**
 * The operations in the order they were written, with the steps of each.
 *
 * @param {Trace} trace
 * @param {Step[]} steps
 * @returns {Row[]}
 */
export function tapeRows(trace, steps) {
  const rows = new Map(trace.forward.map((node) => [node, /** @type {Row} */ (
    {node, at: -1, seed: null, total: null, arrivals: [], sends: [], changes: []}
  )]));
  steps.forEach((step, at) => {
    const row = rows.get(step.node);
    const receiver = rows.get(step.to);
    if (step.kind === "forward") row.at = at;
    if (step.kind === "seed" && row) Object.assign(row, {seed: at, total: step.total});
    if (step.kind === "send") row?.sends.push({...step, at});
    receiver?.arrivals.push({...step, at});
    for (const changed of [row, receiver]) changed?.changes.push(at);
  });
  return [...rows.values()];
}
