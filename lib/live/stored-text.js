import {storage} from "./storage.js";

/**
 * Return the storage of a cell's text in this browser. A text is forgotten when the page's own changes.
 *
 * @param {string} id of the cell; without one nothing is stored
 * @param {string} original the page's own text
 * @param {{isShared?: boolean}} [of] whether the page's translations have the same text
 */
export function storedText(id, original, {isShared = false} = {}) {
  const {pathname} = globalThis.location;
  const page = isShared ? pathname.replace(/\.[a-z]{2}(?=\.html$)/, "") : pathname;
  const stored = storage(`tapewalk.code:${page}#${id}`);
  return {
    /** @returns {{text: string, isRight: boolean}|null} */
    read() {
      const {from, text, isRight} = stored.read() ?? {};
      return from === original && typeof text === "string" ? {text, isRight: Boolean(isRight)} : null;
    },
    /** @param {string} text @param {boolean} [isRight] whether it was checked and found right */
    keep(text, isRight = false) {
      if (id) stored.keep(text === original ? null : {from: original, text, isRight});
    }
  };
}
