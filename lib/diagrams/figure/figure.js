import {html} from "htl";
import {strings} from "../words/strings.js";
import {form} from "./form.js";
import {TraceError} from "../trace/trace-error.js";

/**
 * What a view says of itself in its `view.json`; the bundle leaves out the rest.
 *
 * @typedef {{name: string, shares: string[], options: Record<string, string>}} Manifest
 */

/**
 * A figure of a view, or in its place what is wrong: bad input must neither blank nor freeze a page.
 *
 * @param {Manifest} manifest
 * @param {Options|undefined} options as the page gave them
 * @param {unknown} value that the error message has instead of the view's own
 * @param {(words: Words) => any} make called with the words of the view's language
 * @param {Record<string, object>} [own] the view's own words by language
 * @returns {View}
 */
export function figure(manifest, options, value, make, own) {
  const {lang, labels} = options ?? {};
  // A graph's `labels` may be the name of what its edges show.
  const words = {...strings(lang, own), ...(typeof labels === "object" ? labels : {})};
  try {
    refuseUnknown(manifest, options ?? {});
    const element = make(words);
    const settle = (/** @type {View} */ view) => {
      view.dataset.figure = manifest.name;
      // What has no title is a question or a list, not a picture.
      if (manifest.shares.includes("title")) form(view, options ?? {}, words);
    };
    if (element.eachView) element.eachView(settle);
    else settle(element);
    return element;
  } catch (error) {
    return Object.assign(problem(error, words), {value});
  }
}

/** A misspelt option would be left out without a word. */
function refuseUnknown(/** @type {Manifest} */ {name, shares, options: own}, /** @type {object} */ options) {
  const known = [...shares, ...Object.keys(own)];
  const unknown = Object.keys(options).find((option) => !known.includes(option));
  if (unknown !== undefined) throw new TraceError("option", name, unknown, known.sort().join(", "));
}

/** The error message in place of a figure that cannot be drawn. */
function problem(/** @type {Error} */ error, /** @type {Words} */ words) {
  const isExpected = error instanceof TraceError;
  // A mistake in the views themselves must not go unnoticed.
  if (!isExpected) console.error(error);
  const why = isExpected ? error.explain(words) : words.problems.unexpected(error.message);
  return html`<div class="tw-problem" role="alert" lang=${words.lang}>
    <p><strong>${words.broken}</strong></p>
    <p>${why}</p>
  </div>`;
}
