import {brief, TraceError} from "../../trace/trace-error.js";
/** @import {Run, Setting, Several, Step} from "./types.js" */

/**
 * The data of a score: one step, or several runs to choose from.
 *
 * @param {Score|Several} subject
 * @returns {{runs: Run[], switches: Setting[], moves: number|null}}
 * @throws {TraceError} when something is not a score
 */
export function scoreData(subject) {
  const {runs: several, switches, moves} = /** @type {Partial<Several>} */ (subject ?? {});
  if (several !== undefined && !(Array.isArray(several) && several.length > 0)) {
    throw new TraceError("notAScore", brief(several));
  }
  /** @type {Several["runs"]} */
  const given = several ?? [{score: /** @type {Score} */ (subject)}];
  const runs = given.map(({label, at, says, end, score}) =>
    ({name: label ?? "", at: at ?? [], says: says ?? "", end: end ?? "", step: read(score)}));
  return {runs, switches: switches ?? [], moves: moves ?? null};
}

/**
 * The run with a choice of one switch whose other choices differ least from those before.
 *
 * @param {Run[]} runs
 * @param {number[]} before
 * @param {number} which the switch that is set
 * @param {number} choice
 * @returns {number} its position, -1 if no run has that choice
 */
export function nearest(runs, before, which, choice) {
  const alike = (/** @type {Run} */ {at}) => at.filter((one, i) => one === before[i]).length;
  return runs.reduce((best, run, i) => {
    if (run.at[which] !== choice) return best;
    return best === -1 || alike(run) > alike(runs[best]) ? i : best;
  }, -1);
}

/** @returns {Step} */
function read(/** @type {Score} */ told) {
  const lists = /** @type {const} */ (["nodes", "forward", "backward", "again", "storages", "gradients", "source"]);
  if (told?.score !== 1) throw new TraceError("notAScore", brief(told?.score ?? told));
  for (const list of lists) {
    if (!Array.isArray(told[list])) throw new TraceError("missing", list);
  }
  const ahead = told.forward.length;
  const nodes = [...told.forward, ...told.backward];
  const lost = nodes.find((node) => !told.nodes[node]);
  if (ahead === 0 || lost !== undefined) throw new TraceError("notAScore", brief(lost ?? []));
  /** @type {Step["passes"]} */
  const passes = nodes.map((_, moment) => (moment < ahead ? "forward" : "backward"));
  for (const at of told.again) passes[ahead + at] = "again";
  const made = told.nodes.map(() => -1);
  const readAt = told.nodes.map(() => -1);
  nodes.forEach((node, moment) => {
    if (passes[moment] === "backward") readAt[node] = moment;
    else if (made[node] === -1) made[node] = moment;
  });
  return {told, ahead, nodes, passes, made, read: readAt, left: told.failed?.left ?? 0};
}

const VIEWS = new Set(
  ("Alias Detach Expand Flatten Permute Reshape ReshapeAlias Select Slice Split Squeeze T " +
    "Transpose Unbind UnsafeSplit UnsafeView Unsqueeze View").split(" ")
);

/** Whether an operation only reads the same memory in another shape. */
export const isView = (/** @type {ScoreNode} */ {op}) => VIEWS.has(op);
