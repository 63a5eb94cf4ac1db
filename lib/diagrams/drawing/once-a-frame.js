/**
 * Return a function that acts once before the next frame, with what it was given last. What reads the
 * layout waits for it: a drag brings several events in a frame, and reading between two changes of the
 * drawing computes its styles each time.
 *
 * @template {unknown[]} T
 * @param {(...given: T) => void} act at once where there are no frames
 * @returns {(...given: T) => void}
 */
export function onceAFrame(act) {
  /** @type {T|null} */
  let last = null;
  return (...given) => {
    if (!globalThis.requestAnimationFrame) return act(...given);
    if (last === null) {
      requestAnimationFrame(() => {
        const latest = last;
        last = null;
        act(...latest);
      });
    }
    last = given;
  };
}
