import * as en from "./en.js";
import * as es from "./es.js";
import {inLanguage} from "../../diagrams/words/language.js";

/**
 * Return what live figures say, which a page loads before the words of cells.
 *
 * @param {string} [lang] the page's own by default
 */
export const figureWords = (lang) => inLanguage({en: en.figures, es: es.figures}, lang);

/**
 * Return what live figures and cells say.
 *
 * @param {string} [lang] the page's own by default
 */
export const liveWords = (lang) =>
  inLanguage({en: {...en.figures, ...en.cells}, es: {...es.figures, ...es.cells}}, lang);

/** Return what the break-it lab says in the language of the page. */
export const labWords = () => inLanguage({en: en.lab, es: es.lab});

/** Return what the bench of derived lines says in the language of the page. */
export const deriveWords = () => inLanguage({en: en.derive, es: es.derive});
