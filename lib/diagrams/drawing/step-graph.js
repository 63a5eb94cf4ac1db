import {openGroups} from "../layout/fold.js";
import {isSmall} from "../layout/layout.js";
import {foldableGraph} from "./foldable-graph.js";
import {responsiveGraph} from "./graph-view.js";

/** Larger graphs begin with their groups folded. */
export const MOST_UNFOLDED = 24;

/**
 * The drawing in a stepper: a small graph of numbers as it is, any other with groups that fold.
 *
 * @param {Trace} trace
 * @param {import("../trace/steps.js").Step[]} steps
 * @param {Words} words of `strings(lang)`
 * @param {Fields} options: the paths of the groups `open` at first, and those that an address `asked` for
 * @returns {HTMLElement & {show: (state: import("../trace/steps.js").State) => void,
 *   fit: (width: number) => {direction: string, width: number}, openNow: () => string|null,
 *   turnTo: (paths: string|undefined) => void}} `openNow` names the open groups for an address,
 *   `turnTo` opens those that an address names
 */
export function stepGraph(trace, steps, words, {asked, open = []}) {
  const groups = openGroups(trace);
  if (isSmall(trace) && groups.all.length === 0) {
    return Object.assign(responsiveGraph(trace, words), {openNow: () => null, turnTo: () => {}});
  }
  const canFold = groups.all.length > 0 && trace.nodes.length > MOST_UNFOLDED;
  const first = asked === undefined ? groups.known(open) : groups.read(asked);
  const drawing = foldableGraph(trace, steps, words, {open: canFold ? first : null, byShift: true});
  const turnTo = (paths) => {
    if (canFold && paths !== undefined) drawing.turnAll(groups.read(paths));
  };
  const openNow = () => (canFold ? groups.write(drawing.open) : null);
  return Object.assign(drawing, {openNow, turnTo});
}
