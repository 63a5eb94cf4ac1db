import {en} from "./en.js";
import {es} from "./es.js";

const LANGUAGES = {en, es};

/**
 * The interface's words in a language.
 *
 * @param {string} [lang] `en`, `es` or a longer tag such as `es-MX`; the page's own by default.
 *   A language the course does not have falls back to English.
 * @param {Record<string, Fields>} [own] a view's own words by language, beside those of all
 * @returns {typeof en & {lang: string}}
 */
export function strings(lang = globalThis.document?.documentElement.lang ?? "en", own = {}) {
  const code = lang.slice(0, 2).toLowerCase();
  const known = code in LANGUAGES ? code : "en";
  const shared = LANGUAGES[known];
  const more = own[known] ?? own.en;
  return {lang: known, ...shared, ...more, problems: {...shared.problems, ...more?.problems}};
}
