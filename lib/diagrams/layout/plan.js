import {fold} from "./fold.js";
import {foldedLayout} from "./folded-layout.js";
import {layout, isSmall} from "./layout.js";

/**
 * Where everything is, by the layout that suits the trace: a small graph of numbers as in
 * lessons, everything else from the top down.
 *
 * @param {Trace} trace
 * @param {import("../trace/steps.js").Step[]} steps
 * @param {object} options
 * @param {string[]|null} options.open paths of the open groups; null folds nothing
 * @param {boolean} options.trays
 * @param {Words} options.words of `strings(lang)`
 * @param {number} options.room in CSS pixels
 * @returns {Fields} as of `foldedLayout`; `isFluid` when it depends on the room
 */
export function graphPlan(trace, steps, {open, trays, words, room}) {
  if (!isSmall(trace) || open !== null) return foldedLayout(trace, steps, {open, trays, words});
  const outline = fold(trace);
  const {nodes, edges, ...plan} = layout(trace, {width: room, lang: words.lang});
  return {
    ...plan,
    isFluid: true,
    outline,
    items: outline.items.map((item, i) => ({...nodes[i], ...item})),
    frames: [],
    edges: edges.map((edge, i) => ({...edge, members: [i]}))
  };
}

