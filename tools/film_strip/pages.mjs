import {filmStrip} from "../../lib/diagrams/film-strip/film-strip.js";
import {matrixStrip} from "../../lib/diagrams/views/matrix/strip.js";
import {steps as stepsOf} from "../../lib/diagrams/trace/steps.js";
import {asked, asks} from "./asked.mjs";
import {drawnIn} from "./cells.mjs";
import {list} from "./list.mjs";
import {room} from "./rooms.mjs";
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

/** Slots at the top of a page, which a reader sees while their figures are being made. */
const FIRST = 3;

/**
 * What stands before the live figures of a page: film-strips, questions as text, and the room that
 * the first figures will take.
 *
 * @param {Parameters<typeof drawnIn>[0] & {lang: string}} page
 * @param {import("jsdom").DOMWindow} window for what is drawn in a whole document
 * @returns {Record<string, string>} HTML by the id of the slot before which it belongs
 */
export function pageStrips(page, window) {
  const strips = {};
  const slots = [...drawnIn(page)].filter(([, calls]) => calls.length > 0);
  slots.forEach(([slot, calls], nth) => {
    const drawn = calls.map((call) => strip(call, page.lang, window));
    if (nth < FIRST) drawn.unshift(room(window, calls, page.lang));
    if (drawn.some(Boolean)) strips[slot] = drawn.join("");
  });
  return strips;
}

/** What cannot be drawn has none: the live figure says why. */
function strip(call, pageLang, window) {
  const {view, options: [trace, options]} = call;
  const lang = options?.lang ?? pageLang;
  try {
    if (asks(view)) return asked(call, lang);
    if (standsStill(view)) return still(window, call, lang);
    if (!(view in VIEWS)) return "";
    const frames = VIEWS[view](trace, {...options, lang});
    return list(frames, {view, lang, labels: options?.labels});
  } catch {
    return "";
  }
}
