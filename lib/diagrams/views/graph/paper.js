import {steps as stepsOf} from "../../trace/steps.js";
import {filmStrip} from "../../film-strip/film-strip.js";

/**
 * On paper a graph is shown at one step.
 *
 * @param {Trace} trace
 * @param {OptionsOf<typeof import("./graph.js").graph>} options
 * @returns {import("../../film-strip/film-strip.js").Frame[]}
 */
export function frames(trace, {fold = true, step, ...options}) {
  const end = stepsOf(trace).length - 1;
  const frame = Math.max(0, Math.min(end, Number(step ?? end) || 0));
  return filmStrip(trace, {...options, fold, frames: [frame]});
}
