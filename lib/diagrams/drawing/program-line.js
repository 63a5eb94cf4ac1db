import {html} from "htl";

/** How much deeper than its line, in characters, what does not fit into the line goes on. */
const DEEPER = 2;

/**
 * A line of a program beside its number. It is styled with the learning curves.
 *
 * @param {number|string} at
 * @param {string} text
 * @returns {Element[]}
 */
export function programLine(at, text) {
  const deep = text.search(/\S|$/) + DEEPER;
  return [html`<span class="tw-case-at">${at}</span>`, html`<code style=${`--tw-deeper: ${deep}ch`}>${text}</code>`];
}
