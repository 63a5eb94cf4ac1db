import {sentence} from "./sentence.js";

/**
 * What a figure in hand says of a step; where the engine has no result, why not.
 *
 * @param {{trace: Trace, steps: import("../trace/steps.js").Step[],
 *   error: {text: string}|null}} now
 * @param {number} index
 * @param {Words} words of `strings(lang)`
 * @returns {import("./say.js").Part[]}
 */
export function told({trace, steps, error}, index, words) {
  if (error) return [{text: words.noResult(error.text), kind: "error"}];
  return sentence(trace, index, {lang: words.lang, steps});
}
