/** What pages use beside the views. */
import * as htl from "htl";
import {create, pointer, select, selectAll} from "d3-selection";

export {htl};

/** The parts of D3 the course uses, by the names that d3 itself gives them. */
export const d3 = {create, pointer, select, selectAll};

/**
 * Markdown as it was written. Quarto shows with `md` what a page imports, on our pages in a cell that
 * nobody sees, and without this one asks another host for a whole Markdown reader.
 *
 * @param {TemplateStringsArray} strings of a template literal
 * @param {...unknown} values what is between them
 * @returns {HTMLElement}
 */
export function md(strings, ...values) {
  return htl.html`<pre>${String.raw({raw: strings}, ...values)}`;
}
