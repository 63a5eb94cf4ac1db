const KEY = "tapewalk.derive";

/**
 * A line: its text, whether it is right, and the most help that was shown.
 *
 * @typedef {{text: string, isRight: boolean, shown: number}} Kept
 */

/** Return the lines of this browser, by key. Both languages share them. */
export function storedLines() {
  /** @type {Record<string, Kept>} */
  let lines = {};
  try {
    lines = JSON.parse(globalThis.localStorage.getItem(KEY)) ?? {};
  } catch {
    // Without storage the lines are there until the page closes.
  }
  return {
    /** @returns {Kept} */
    of: (/** @type {string} */ key) => ({text: "", isRight: false, shown: 0, ...lines[key]}),
    /** @param {string} key @param {Partial<Kept>} change */
    keep(key, change) {
      lines[key] = {text: "", isRight: false, shown: 0, ...lines[key], ...change};
      try {
        globalThis.localStorage.setItem(KEY, JSON.stringify(lines));
      } catch {
        // As above.
      }
    }
  };
}
