/** English is complete: it replaces the words that another language lacks. */
const FIRST = "en";

/**
 * Return the words of a language, in English where it has none.
 *
 * @template {object} T
 * @param {{en: T} & Record<string, object>} known words by language; those of another language than
 *   English may be few
 * @param {string} [lang] `en`, `es` or a longer tag such as `es-MX`; the page's own by default
 * @returns {T & {lang: string}} with the language itself: English where it has no words at all
 */
export function inLanguage(known, lang = globalThis.document?.documentElement.lang ?? FIRST) {
  const code = lang.slice(0, 2).toLowerCase();
  const spoken = code in known ? code : FIRST;
  return {...withDefaults(known.en, known[spoken]), lang: spoken};
}

/**
 * Fill in what is missing, in groups of words such as `problems` too.
 *
 * @param {any} english
 * @param {any} own
 */
function withDefaults(english, own) {
  const filled = {...english, ...own};
  for (const [name, words] of Object.entries(english)) {
    if (typeof words === "object" && !Array.isArray(words)) filled[name] = {...words, ...own[name]};
  }
  return filled;
}

/**
 * Return the end of a page's name, as `page_ending` of `language.py` does: English pages have none.
 *
 * @param {string} lang
 * @returns {string} `""` or `".es"`
 */
export function pageEnding(lang) {
  return lang === FIRST ? "" : `.${lang}`;
}
