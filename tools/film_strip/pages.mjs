import {filmStrip} from "../../lib/diagrams/film-strip.js";
import {matrixStrip} from "../../lib/diagrams/matrix-strip.js";
import {steps as stepsOf} from "../../lib/diagrams/steps.js";
import {drawnIn} from "./cells.mjs";
import {list} from "./list.mjs";
import {standsStill, still} from "./stills.mjs";

/** The views that have a film-strip, and what it shows. A graph stands at one step. */
const VIEWS = {
  matrix: (trace, options) => matrixStrip(trace, options),
  stepper: (trace, options) => filmStrip(trace, options),
  expression: (trace, options) => filmStrip(trace, options),
  graph: (trace, {fold = true, step, ...options}) => {
    const end = stepsOf(trace).length - 1;
    const frame = Math.max(0, Math.min(end, Number(step ?? end) || 0));
    return filmStrip(trace, {...options, fold, frames: [frame]});
  }
};

/**
 * The film-strips of a page.
 *
 * @param {Parameters<typeof drawnIn>[0] & {lang: string}} page
 * @param {import("jsdom").DOMWindow} window for what is drawn in a whole document
 * @returns {Record<string, string>} HTML by the id of the slot before which it belongs
 */
export function pageStrips(page, window) {
  const strips = {};
  for (const [slot, calls] of drawnIn(page)) {
    const drawn = calls
      .filter(({view}) => view in VIEWS || standsStill(view))
      .map((call) => strip(call, page.lang, window));
    if (drawn.some(Boolean)) strips[slot] = drawn.join("");
  }
  return strips;
}

/** What cannot be drawn has no strip: the live figure says why. */
function strip(call, pageLang, window) {
  const {view, options: [trace, options]} = call;
  const lang = options?.lang ?? pageLang;
  try {
    if (standsStill(view)) return still(window, call, lang);
    const frames = VIEWS[view](trace, {...options, lang});
    return list(frames, {view, lang, labels: options?.labels});
  } catch {
    return "";
  }
}
