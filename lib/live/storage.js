/**
 * Return a place for data in this browser. Without storage, nothing is kept or found there.
 *
 * @param {string} key
 * @param {"localStorage"|"sessionStorage"} [kind]
 */
export function storage(key, kind = "localStorage") {
  return {
    /** @returns {any} null if there is nothing, or something else than JSON */
    read() {
      try {
        return JSON.parse(globalThis[kind].getItem(key));
      } catch {
        return null;
      }
    },
    /** @param {unknown} data null to forget what was kept */
    keep(data) {
      try {
        if (data === null) globalThis[kind].removeItem(key);
        else globalThis[kind].setItem(key, JSON.stringify(data));
      } catch {
        // The data last until the page closes.
      }
    }
  };
}
