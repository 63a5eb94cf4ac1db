/**
 * Return the storage of a cell's text in this browser. A text is forgotten when the page's own changes.
 *
 * @param {string} id of the cell; without one nothing is stored
 * @param {string} original the page's own text
 * @param {{isShared?: boolean}} [of] whether the page's translations have the same text
 */
export function storedText(id, original, {isShared = false} = {}) {
  const {pathname} = globalThis.location;
  const key = `tapewalk.code:${isShared ? pathname.replace(/\.[a-z]{2}(?=\.html$)/, "") : pathname}#${id}`;
  return {
    /** @returns {{text: string, isRight: boolean}|null} */
    read() {
      try {
        const {from, text, isRight} = JSON.parse(globalThis.localStorage.getItem(key)) ?? {};
        return from === original && typeof text === "string" ? {text, isRight: Boolean(isRight)} : null;
      } catch {
        return null;
      }
    },
    /** @param {string} text @param {boolean} [isRight] whether it was checked and found right */
    keep(text, isRight = false) {
      if (!id) return;
      try {
        if (text === original) globalThis.localStorage.removeItem(key);
        else globalThis.localStorage.setItem(key, JSON.stringify({from: original, text, isRight}));
      } catch {
        // Without storage the text is there until the page closes.
      }
    }
  };
}
