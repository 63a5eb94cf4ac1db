import * as PAPERS from "views:papers";
import {drawnIn} from "./cells.mjs";
import {lacks} from "../../lib/diagrams/questions/complete.js";

/**
 * The defects of a page's questions, in sentences that name the page and the question. One that
 * cannot be asked at all shows an error in its place on the page.
 *
 * @param {Parameters<typeof drawnIn>[0] & {lang: string, address: string}} page
 * @returns {string[]}
 */
export function incomplete(page) {
  const calls = [...drawnIn(page).values()].flat().filter(({view}) => PAPERS[view]?.asked);
  return calls.flatMap(({view, options: given}) => {
    const {options, resolve} = PAPERS[view].asked(given);
    try {
      const told = lacks(options, resolve, page.lang);
      return told.map((sentence) => `${page.address}: the question “${options.id}” ${sentence}`);
    } catch {
      return [];
    }
  });
}
