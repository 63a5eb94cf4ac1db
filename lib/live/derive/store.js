import {storage} from "../storage.js";

/**
 * A line: its text, whether it is right, and the most help that was shown.
 *
 * @typedef {{text: string, isRight: boolean, shown: number}} Kept
 */

/** Return the lines of this browser, by key. Both languages share them. */
export function storedLines() {
  const stored = storage("tapewalk.derive");
  /** @type {Record<string, Kept>} */
  const lines = stored.read() ?? {};
  /** @returns {Kept} */
  const of = (/** @type {string} */ key) => ({text: "", isRight: false, shown: 0, ...lines[key]});
  return {
    of,
    /** @param {string} key @param {Partial<Kept>} change */
    keep(key, change) {
      lines[key] = {...of(key), ...change};
      stored.keep(lines);
    }
  };
}
