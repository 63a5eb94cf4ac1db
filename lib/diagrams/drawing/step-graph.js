import {foldableGraph} from "./foldable-graph.js";
import {asked} from "../figure/links.js";
import {isSmall} from "../layout/plan.js";
import {openGroups} from "./open-groups.js";
import {responsiveGraph} from "./responsive-graph.js";

/** Larger graphs begin with their groups folded. */
export const MOST_UNFOLDED = 24;

/**
 * The drawing in a stepper: a small graph of numbers as it is, any other with groups that fold.
 *
 * @param {Trace} trace
 * @param {import("../trace/steps.js").Step[]} steps
 * @param {Words} words of `strings(lang)`
 * @param {Fields} options of the stepper: id, and the paths of the groups `open` at first
 * @returns {HTMLElement & {show: (state: import("../trace/state.js").State) => void,
 *   fit: (width: number) => {direction: string, width: number}, openNow: () => string|null,
 *   turnTo: (paths: string|undefined) => void}} `openNow` names the open groups for an address,
 *   `turnTo` opens those that an address names
 */
export function stepGraph(trace, steps, words, {id, open = []}) {
  const groups = openGroups(trace);
  if (isSmall(trace) && groups.all.length === 0) {
    return Object.assign(responsiveGraph(trace, words), {openNow: () => null, turnTo: () => {}});
  }
  const wanted = asked(id)?.open;
  const canFold = groups.all.length > 0 && trace.nodes.length > MOST_UNFOLDED;
  const first = wanted === undefined ? groups.known(open) : groups.read(wanted);
  const drawing = foldableGraph(trace, steps, words, {open: canFold ? first : null, byShift: true});
  const turnTo = (paths) => {
    if (canFold && paths !== undefined) drawing.turnAll(groups.read(paths));
  };
  const openNow = () => (canFold ? groups.write(drawing.open) : null);
  return Object.assign(drawing, {openNow, turnTo});
}
