import {problem} from "./problem.js";
import {strings} from "../words/strings.js";

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
