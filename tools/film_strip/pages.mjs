import * as PAPERS from "views:papers";
import {asked} from "./asked.mjs";
import {drawnIn} from "./cells.mjs";
import {list} from "./list.mjs";
import {room} from "./rooms.mjs";
import {still} from "./stills.mjs";

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
    const paper = PAPERS[view] ?? {};
    if (paper.asked) return asked(call, lang);
    if (paper.still) return still(window, call, lang);
    if (!paper.frames) return "";
    return list(paper.frames(trace, {...options, lang}), {view, lang, labels: options?.labels});
  } catch {
    return "";
  }
}
