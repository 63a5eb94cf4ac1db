import {html} from "htl";

/**
 * Markdown as it was written. Quarto shows with `md` what a page imports, on our pages in a cell that
 * nobody sees, and without this one asks another host for a whole Markdown reader.
 *
 * @param {TemplateStringsArray} strings of a template literal
 * @param {...unknown} values what is between them
 * @returns {HTMLElement}
 */
export function md(strings, ...values) {
  return html`<pre>${String.raw({raw: strings}, ...values)}`;
}
