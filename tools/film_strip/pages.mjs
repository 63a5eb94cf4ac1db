import * as PAPERS from "views:papers";
import {asked} from "./asked.mjs";
import {drawnIn} from "./cells.mjs";
import {list} from "./list.mjs";
import {room} from "./rooms.mjs";
import {still} from "./stills.mjs";

/** The number of slots at the top of a page, which are visible while their figures load. */
const FIRST = 3;

/**
 * The static parts of a page's live figures: film-strips, questions as text, and the space that
 * the first figures will take.
 *
 * @param {Parameters<typeof drawnIn>[0] & {lang: string}} page
 * @param {import("jsdom").DOMWindow} window for drawings that need a whole document
 * @returns {Record<string, string>} HTML by the id of the slot that it precedes
 */
export function pageStrips(page, window) {
  /** @type {Record<string, string>} */
  const strips = {};
  const slots = [...drawnIn(page)].filter(([, calls]) => calls.length > 0);
  slots.forEach(([slot, calls], nth) => {
    const drawn = calls.map((call) => strip(call, page.lang, window));
    if (nth < FIRST) drawn.unshift(room(window, calls, page.lang));
    if (drawn.some(Boolean)) strips[slot] = drawn.join("");
  });
  return strips;
}

/**
 * Return the strip of a figure, or an empty text if it cannot be drawn: the live figure shows the reason.
 *
 * @param {import("./cells.mjs").Call} call
 * @param {string} pageLang
 * @param {import("jsdom").DOMWindow} window
 * @returns {string}
 */
function strip(call, pageLang, window) {
  const {view} = call;
  const [trace, options] = /** @type {[Trace, ViewOptions?]} */ (call.options);
  const lang = options?.lang ?? pageLang;
  try {
    const paper = PAPERS[view] ?? {};
    if (paper.asked) return asked(call, lang);
    if (paper.still) return still(window, call, lang);
    if (!paper.frames) return "";
    return list(paper.frames(trace, {...options, lang}), {view, lang, labels: options?.labels});
  } catch {
    return "";
  }
}
