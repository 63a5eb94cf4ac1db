import {numberFormat} from "../words/numbers.js";
import {strings} from "../words/strings.js";

/**
 * What cannot be drawn. `message` is in English; `explain` says it in the page's language.
 */
export class TraceError extends Error {
  /**
   * @param {string} rule the key of the broken rule in `problems` of the words
   * @param {...(string|number)} details where and what, for the rule's sentence
   */
  constructor(rule, ...details) {
    super(tell(strings("en"), rule, details));
    this.name = "TraceError";
    this.rule = rule;
    this.details = details;
  }

  /**
   * @param {Words} words of `strings(lang)`
   * @returns {string}
   */
  explain(words) {
    return tell(words, this.rule, this.details);
  }
}

/** @param {Words} words @param {string} rule @param {(string|number)[]} details */
function tell(words, rule, details) {
  const {exact} = numberFormat(words.lang);
  const texts = details.map((detail) => (typeof detail === "number" ? exact(detail) : detail));
  // What only one view says is among its own words.
  return words.problems[rule]?.(...texts) ?? `${rule}: ${texts.join(", ")}`;
}

/**
 * Return an entry that breaks a rule, as the error message shows it.
 *
 * @param {unknown} value
 * @returns {string} its JSON, cut where it is long
 */
export function brief(value) {
  const text = typeof value === "string" ? `"${value}"` : JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
