import {en} from "./en.js";
import {es} from "./es.js";
import {inLanguage} from "./language.js";

const LANGUAGES = {en, es};

/**
 * The interface's words in a language, as `inLanguage` finds them.
 *
 * @param {string} [lang] the page's own by default
 * @param {Record<string, object>} [own] a view's own words by language, beside those of all
 * @returns {typeof en & {lang: string}}
 */
export function strings(lang, own = {en: {}}) {
  const shared = inLanguage(LANGUAGES, lang);
  /** @type {Partial<Words>} */
  const more = inLanguage(/** @type {{en: object}} */ (own), shared.lang);
  return {...shared, ...more, lang: shared.lang, problems: {...shared.problems, ...more.problems}};
}
