import {html} from "htl";
import {strings} from "../words/strings.js";
import {TraceError} from "../trace/trace-error.js";

/**
 * A view, or in its place what is wrong: bad input must neither blank nor freeze a page.
 *
 * @param {{lang?: string, labels?: object}} options of the view
 * @param {unknown} value of the element that stands in, as the view's own would begin
 * @param {(words: object) => HTMLElement} make called with the words of the view's language
 * @returns {HTMLElement}
 */
export function orProblem({lang, labels} = {}, value, make) {
  // A graph's `labels` may be the name of what its edges show.
  const words = {...strings(lang), ...(typeof labels === "object" ? labels : {})};
  try {
    return make(words);
  } catch (error) {
    return Object.assign(problem(error, words), {value});
  }
}

/**
 * What stands in a figure's place when it cannot be drawn.
 *
 * @param {Error} error
 * @param {object} words of `strings(lang)`
 * @returns {HTMLElement}
 */
function problem(error, words) {
  const isExpected = error instanceof TraceError;
  // A mistake in the views themselves must not go unnoticed.
  if (!isExpected) console.error(error);
  const why = isExpected ? error.explain(words) : words.problems.unexpected(error.message);
  return html`<div class="tw-problem" role="alert" lang=${words.lang}>
    <p><strong>${words.broken}</strong></p>
    <p>${why}</p>
  </div>`;
}
