/**
 * The widths of the slots of an axis: all alike, or by the bytes that a node moves, or by its time.
 *
 * @typedef {object} Scale
 * @property {(slot: number) => number} along how far a slot, or a place within one, is from the start;
 *   the axis ends at its number of slots
 * @property {(far: number) => number} back the place that is so far
 */

/** The lists of a score that have the widths. */
const WIDTHS = {bytes: "moved", time: "seconds"};

/**
 * The scales that all runs can be drawn on.
 *
 * @param {import("./data.js").Step[]} steps one for each run
 * @returns {string[]}
 */
export const scalesOf = (steps) => ["node", ...Object.keys(WIDTHS).filter((kind) =>
  steps.every(({told}) => told[WIDTHS[kind]]?.some((width) => width > 0)))];

/**
 * @param {import("./axis.js").Axis} axis
 * @param {import("./data.js").Step[]} steps
 * @param {string} kind "node", "bytes" or "time"
 * @returns {Scale}
 */
export function scaleOf({length, clocks}, steps, kind) {
  const widths = new Float64Array(length).fill(kind === "node" ? 1 : 0);
  // A slot that several runs fill is as wide as the widest needs.
  steps.forEach(({told}, run) => told[WIDTHS[kind]]?.forEach((width, moment) => {
    const slot = clocks[run].start[moment];
    widths[slot] = Math.max(widths[slot], width);
  }));
  const total = widths.reduce((sum, width) => sum + width, 0);
  const edges = new Float64Array(length + 1);
  widths.forEach((width, slot) => (edges[slot + 1] = edges[slot] + (width * length) / total));
  const along = (at) => {
    const slot = Math.max(0, Math.min(length - 1, Math.floor(at)));
    return edges[slot] + (at - slot) * (edges[slot + 1] - edges[slot]);
  };
  const back = (far) => {
    if (far <= 0) return 0;
    let low = 0;
    let high = length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (edges[middle + 1] > far) high = middle;
      else low = middle + 1;
    }
    const wide = edges[low + 1] - edges[low];
    return Math.min(length, wide > 0 ? low + (far - edges[low]) / wide : low + 1);
  };
  return {along, back};
}

/** The width of a node on a scale; null if the score has none. */
export const costOf = ({told}, moment, kind) => told[WIDTHS[kind]]?.[moment] ?? null;
