import {html} from "htl";
import {TraceError} from "../trace/trace-error.js";

/**
 * What stands in a figure's place when it cannot be drawn.
 *
 * @param {Error} error
 * @param {object} words of `strings(lang)`
 * @returns {HTMLElement}
 */
export function problem(error, words) {
  const isExpected = error instanceof TraceError;
  // A mistake in the views themselves must not go unnoticed.
  if (!isExpected) console.error(error);
  const why = isExpected ? error.explain(words) : words.problems.unexpected(error.message);
  return html`<div class="tw-problem" role="alert" lang=${words.lang}>
    <p><strong>${words.broken}</strong></p>
    <p>${why}</p>
  </div>`;
}
