/**
 * @typedef {object} Row one operation on the tape
 * @property {number} node
 * @property {number} at the step that computes it
 * @property {number|null} seed the step in which the backward pass starts here
 * @property {import("../../trace/steps.js").Step[]} arrivals the sends that it receives, each with its `at`
 * @property {import("../../trace/steps.js").Step[]} sends its own sends, each with its `at`
 * @property {Amount} [total] the gradient with which the backward pass starts here
 * @property {number[]} changes every step that changes something in this row, in order
 */

/**
 * The operations in the order they were written, with the steps of each.
 *
 * @param {Trace} trace
 * @param {import("../../trace/steps.js").Step[]} steps
 * @returns {Row[]}
 */
export function tapeRows(trace, steps) {
  const rows = new Map(trace.forward.map((node) => [node, {
    node,
    at: -1,
    seed: null,
    total: null,
    arrivals: [],
    sends: []
  }]));
  steps.forEach((step, at) => {
    const row = rows.get(step.node);
    if (step.kind === "forward") row.at = at;
    if (step.kind === "seed" && row) Object.assign(row, {seed: at, total: step.total});
    if (step.kind !== "send") return;
    const sent = {...step, at};
    row?.sends.push(sent);
    rows.get(step.to)?.arrivals.push(sent);
  });
  return [...rows.values()].map((row) => ({...row, changes: changesOf(row)}));
}

function changesOf({at, seed, arrivals, sends}) {
  const all = [at, ...(seed === null ? [] : [seed]), ...[...arrivals, ...sends].map((s) => s.at)];
  return all.sort((one, other) => one - other);
}
